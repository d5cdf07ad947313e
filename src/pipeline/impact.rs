//! Impact: what new, changed or withdrawn evidence would do to the accepted brief, found without asking anyone [W3b].
//!
//! Each sentence of the brief is checked against the new passages: does its source still stand, does the new version still say it, does a new sentence contradict
//! it, take its place by date, or bear it out at last? Then each new sentence that states something about the question is checked against the brief and against
//! older evidence: what neither says is a new fact. Whatever cannot be settled counts as touched, because a question too many costs less than a fact that nobody
//! sees. Where passages come from, and what is done about the findings, is not known here.

mod advised;
mod beside;
mod changed;
mod disputed;
mod facts;
mod forecast;
mod gaps;
mod matter;
mod outdating;
mod overtaken;
mod repeated;
mod replacing;
mod resting;
mod same;
mod touching;
mod versions;
mod voided;

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

pub use forecast::forecast;
pub use matter::{Brief, share_told};
pub use resting::{Resting, SAYS_IT_UNCITED, resting_on, said_uncited};
pub(super) use same::differ_in_amount;
pub use versions::Before;

pub use super::costs::{Assessing, Costs, Forecast};

use crate::check::{
    self, AskedByName, Checker, ConflictKind, Entry, Evidence, Index, Overtaken, Sourced, Stated,
    is_one_series,
};
use crate::study::{
    BY_NEW_EVIDENCE, Claim, DocumentId, NewsNote, Passage, PassageId, Quote, Section, SectionId,
    Study, TELLS_WHAT_IS_MISSING, Verdict, counted,
};
use facts::Candidate;
use gaps::Gap;
use matter::{Apart, Known};

/// Passages of the news that are weighed; what a study gets more at once is about all of its sections.
pub const MOST_NEWS: usize = 600;

/// What is new to the brief.
#[derive(Debug, Clone, Copy)]
pub struct News<'a> {
    /// The documents that are new.
    pub documents: &'a [DocumentId],
    /// What they say; of a new version, what the one before did not say.
    pub passages: &'a [Passage],
    /// All that the new versions of older documents say.
    pub versions: &'a [Passage],
    /// What the versions said that the brief has seen.
    pub before: &'a Before,
    /// What older evidence says, where the brief tells nothing of it.
    pub older: &'a [Passage],
    /// Whether there is more than stands here.
    pub is_cut: bool,
}

impl News<'_> {
    /// Whether a sentence stood in the version before of its source: it is no news.
    fn repeats(&self, index: &Index<'_>, entry: &Entry) -> bool {
        let piece = index.evidence.get(entry.evidence);
        piece.is_some_and(|piece| {
            let document = piece.passage.document;
            self.before.has(document, index.text(entry))
        })
    }
}

/// What an update would be about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Impact {
    /// The documents that are new; empty where sources are only gone.
    pub documents: Vec<DocumentId>,
    pub touched: Vec<Touched>,
    /// The facts that bear most on the question, first.
    pub facts: Vec<NewFact>,
    /// Sentences that may be new facts too and were not weighed.
    pub unweighed: usize,
    /// The sections that an update would ask about, in order.
    pub sections: Vec<SectionId>,
    /// Sentences of open changes that the evidence speaks against: no update takes them back.
    pub proposed: Vec<Touched>,
}

/// A sentence of the brief that evidence speaks about anew.
#[derive(Debug, Clone, PartialEq)]
pub struct Touched {
    pub section: SectionId,
    /// The sentence as it stands in the section.
    pub sentence: String,
    pub how: Touch,
    /// What the evidence says now.
    pub said: Option<Said>,
    /// What that makes of it, where it takes the sentence's place; `None` where both may stand.
    pub overtaken: Option<Overtaken>,
    /// The analyst pinned it: no update changes it, but what is new can be told beside it.
    pub pinned: bool,
}

impl Touched {
    /// What happened to it, in words that stand before what the evidence says.
    #[must_use]
    pub fn told(&self) -> String {
        let pinned = if self.pinned {
            "pinned, so it stays as it is: "
        } else {
            ""
        };
        match self.overtaken.filter(|_| self.how.source().is_none()) {
            Some(overtaken) => format!("{pinned}{}{BY_NEW_EVIDENCE}", overtaken.told()),
            None => format!("{pinned}{}", self.how.told()),
        }
    }

    /// Whether the evidence says something else than the sentence.
    fn differs(&self) -> bool {
        self.overtaken.is_some() || self.how.differs()
    }

    /// What tells a sentence from others: it may stand in several sections.
    fn place(&self) -> (SectionId, &str) {
        (self.section, &self.sentence)
    }
}

/// What became of the ground that a sentence stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// The source of this number is no longer there.
    Withdrawn(u32),
    /// The source of this number does not say it in its new version.
    NoLongerSaid(u32),
    /// New evidence does not agree with it.
    Disputed(ConflictKind),
    /// New evidence bears it out, which no source did.
    BorneOut,
    /// It says that the evidence does not tell something, and new evidence may.
    Open,
    /// It says so, and new evidence tells it.
    Filled,
    /// New evidence speaks of the same in other figures or words.
    Otherwise,
    /// New evidence takes its place, or takes it back.
    Overtaken,
}

/// A sentence of the new evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub document: DocumentId,
    pub passage: PassageId,
    /// Bytes of the passage's text.
    pub span: Range<usize>,
    pub text: String,
}

/// Something that the brief does not say and older evidence does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFact {
    /// Where it fits: the best section first, and others that are as good.
    pub sections: Vec<SectionId>,
    pub said: Said,
}

impl Touch {
    /// What happened, in words that stand before what the evidence says.
    #[must_use]
    pub fn told(self) -> String {
        match self {
            Self::Withdrawn(number) => format!("its source [{number}] is no longer there"),
            Self::NoLongerSaid(number) => {
                format!("the new version of [{number}] does not say this")
            }
            Self::Disputed(kind) => kind.name().to_owned(),
            Self::BorneOut => "supported by new evidence".to_owned(),
            Self::Open => "new evidence may tell what it misses".to_owned(),
            Self::Filled => TELLS_WHAT_IS_MISSING.to_owned(),
            Self::Otherwise | Self::Overtaken => "new evidence differs on this".to_owned(),
        }
    }

    /// The source of the sentence that has changed or is gone, where it is that.
    fn source(self) -> Option<u32> {
        match self {
            Self::Withdrawn(number) | Self::NoLongerSaid(number) => Some(number),
            Self::Disputed(_)
            | Self::BorneOut
            | Self::Open
            | Self::Filled
            | Self::Otherwise
            | Self::Overtaken => None,
        }
    }

    /// Whether the evidence says something else than the sentence.
    fn differs(self) -> bool {
        match self {
            Self::Disputed(_) | Self::Otherwise | Self::Overtaken | Self::NoLongerSaid(_) => true,
            Self::Withdrawn(_) | Self::BorneOut | Self::Open | Self::Filled => false,
        }
    }
}

impl Impact {
    /// Whether there is nothing that a writer could be asked about.
    #[must_use]
    pub fn adds_nothing(&self) -> bool {
        self.touched.is_empty() && self.facts.is_empty() && self.unweighed == 0
    }

    /// The new passages that a section is to be asked about: those that touch its sentences, and those with facts that fit it. `None` where that is not
    /// known, so that it needs all of them.
    #[must_use]
    pub fn passages_for(&self, section: SectionId) -> Option<HashSet<PassageId>> {
        let mut touched = self.touched.iter().filter(|one| one.section == section);
        let is_vague =
            |one: &Touched| matches!(one.how, Touch::NoLongerSaid(_)) && one.said.is_none();
        if self.unweighed > 0 || touched.clone().any(is_vague) {
            return None;
        }
        let facts = self
            .facts
            .iter()
            .filter(|fact| fact.sections.contains(&section));
        let mut passages: HashSet<PassageId> = facts.map(|fact| fact.said.passage).collect();
        passages.extend(
            touched
                .by_ref()
                .filter_map(|one| Some(one.said.as_ref()?.passage)),
        );
        (!passages.is_empty()).then_some(passages)
    }

    /// The numbers of the sources that are gone from under sentences.
    #[must_use]
    pub fn withdrawn(&self) -> BTreeSet<u32> {
        let touched = self.touched.iter();
        let gone = touched.filter_map(|one| match one.how {
            Touch::Withdrawn(number) => Some(number),
            _ => None,
        });
        gone.collect()
    }

    /// The sections with sentences that the evidence speaks against: the checker will doubt them, or what is said beside them.
    #[must_use]
    pub fn disputed_in(&self) -> Vec<SectionId> {
        let disputed = self.touched.iter().filter(|one| one.differs());
        let mut sections: Vec<SectionId> = disputed.map(|one| one.section).collect();
        sections.dedup();
        sections
    }

    /// What a writer is told of it.
    #[must_use]
    pub fn notes(&self) -> Vec<NewsNote> {
        /// What a section is told of at most, each of a sentence.
        const MOST: usize = 24;
        let touched = self.touched.iter().map(|one| NewsNote {
            sections: vec![one.section],
            sentence: Some(one.sentence.clone()),
            what: one.told(),
            said: one.said.as_ref().map(|said| said.text.clone()),
            differs: one.differs(),
            disputed: matches!(one.how, Touch::Disputed(_)),
            gives_way: one.overtaken.is_some() && !one.pinned,
            source: one.said.as_ref().map(|said| said.document),
        });
        let facts = self.facts.iter().map(|fact| NewsNote {
            sections: fact.sections.clone(),
            sentence: None,
            what: String::new(),
            said: Some(fact.said.text.clone()),
            differs: false,
            disputed: false,
            gives_way: false,
            source: Some(fact.said.document),
        });
        touched.chain(facts).take(MOST).collect()
    }

    /// What it comes to, in a few words: `3 sentences touched, 2 new facts`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut parts = Vec::new();
        // One may be told of for each of its sources.
        let touched: HashSet<_> = self
            .touched
            .iter()
            .map(|one| (one.place(), one.pinned))
            .collect();
        if !touched.is_empty() {
            let pinned = touched.iter().filter(|(_, pinned)| *pinned).count();
            let pinned = match pinned {
                0 => String::new(),
                some => format!(" ({some} pinned)"),
            };
            parts.push(format!(
                "{} touched{pinned}",
                counted(touched.len(), "sentence")
            ));
        }
        if !self.facts.is_empty() {
            parts.push(counted(self.facts.len(), "new fact"));
        }
        if self.unweighed > 0 {
            parts.push(format!(
                "{} not weighed",
                counted(self.unweighed, "new sentence")
            ));
        }
        if parts.is_empty() {
            "nothing affected and nothing new".to_owned()
        } else {
            parts.join(", ")
        }
    }
}

/// A sentence of the brief, as it is weighed.
struct Standing {
    section: SectionId,
    stated: Stated,
    pinned: bool,
    /// The sentence without its marks, as a passage of its own.
    passage: Passage,
}

/// The number under which the brief's own sentences are evidence here, and that of what is new: documents are told apart by them.
const BRIEF: u32 = 1;
const NEW: u32 = 2;

/// News that were weighed against the brief, and have to be weighed against older evidence.
#[derive(Debug, Clone)]
pub struct Weighing {
    impact: Impact,
    candidates: Vec<Candidate>,
    /// Where facts belong that were not weighed.
    elsewhere: Vec<SectionId>,
    /// The names that make nothing of the matter.
    apart: Apart,
    /// What the brief says that the evidence does not tell.
    gaps: Vec<Gap>,
}

/// Weighs news against the accepted brief.
#[must_use]
pub fn weigh(study: &Study, news: News<'_>) -> Weighing {
    let strange = documents_of_others(study, news);
    let kept: Vec<Passage>;
    let news = if strange.is_empty() {
        news
    } else {
        let of_it = |passage: &&Passage| !strange.contains(&passage.document);
        kept = news.passages.iter().filter(of_it).cloned().collect();
        News {
            passages: &kept,
            ..news
        }
    };
    let standing = standing(study);
    let index = touching::index(&standing, news);
    let touching::Found {
        mut touched,
        known,
        before,
    } = touching::found(study, &standing, &index, news);
    let news = News {
        before: before.as_ref().unwrap_or(news.before),
        ..news
    };
    for said in touched.iter_mut().filter_map(|one| one.said.as_mut()) {
        let is_it = |entry: &check::Entry| {
            let piece = index.evidence.get(entry.evidence);
            let is_its = piece.is_some_and(|piece| piece.passage.id == said.passage);
            is_its && entry.span.start == said.span.start
        };
        let at = index.entries.iter().position(is_it);
        if let Some(whole) = at.and_then(|at| overtaken::with_what_it_speaks_of(&index, at)) {
            *said = whole;
        }
    }
    let mut seen = HashSet::new();
    let mut sources = HashSet::new();
    // What happened to its own sources says most of a sentence: each of them is told.
    touched.retain(|one: &Touched| {
        let place = (one.section, one.sentence.clone());
        let is_first = seen.insert(place.clone());
        match one.how.source() {
            Some(number) => sources.insert((place, number)),
            None => is_first,
        }
    });
    let mut order: HashMap<(SectionId, &str), usize> = HashMap::new();
    for (at, claim) in standing.iter().enumerate() {
        order.entry(claim.place()).or_insert(at);
    }
    touched.sort_by_key(|one| (one.section, order.get(&one.place()).copied()));
    let told: Vec<&Said> = touched
        .iter()
        .filter_map(|one| one.said.as_ref())
        .chain(&known)
        .collect();
    let facts::Found {
        candidates,
        unweighed,
        elsewhere,
        apart,
    } = facts::candidates(study, &index, news, &touched, &told);
    Weighing {
        impact: Impact {
            documents: news.documents.to_vec(),
            touched,
            facts: Vec::new(),
            unweighed,
            sections: Vec::new(),
            proposed: touching::proposed(study, news),
        },
        candidates,
        elsewhere,
        gaps: gaps::of(study, &apart),
        apart,
    }
}

/// Whether nothing that a brief says is borne out by what it cites, so that what it is about is told by its question and its evidence alone.
#[must_use]
pub fn tells_nothing(study: &Study) -> bool {
    let mut claims = study.sections.iter().flat_map(Section::accepted_claims);
    let is_borne_out = |claim: &Claim| {
        !claim.citations.is_empty()
            && matches!(claim.verdict, Verdict::Supported | Verdict::Partial)
    };
    !claims.any(is_borne_out)
}

impl Weighing {
    /// What older evidence is to be searched for, most important first.
    pub fn wanted(&self) -> impl Iterator<Item = &str> {
        self.candidates
            .iter()
            .map(|candidate| candidate.said.text.as_str())
    }

    /// The impact, where `older` is what older evidence was found to say about what is wanted.
    #[must_use]
    pub fn settle(self, older: &[Passage]) -> Impact {
        let Self {
            mut impact,
            candidates,
            elsewhere,
            apart,
            gaps,
        } = self;
        let mut checker = Checker::new(older.iter().map(|passage| evidence(NEW, passage)));
        let known = OnceCell::new();
        for candidate in candidates {
            let of_older = || known.get_or_init(|| Known::read(older, &apart));
            if candidate.is_far && !of_older().speaks_of(&candidate.said.text) {
                continue;
            }
            let held = facts::is_said(&mut checker, NEW, &candidate.said.text);
            if !held {
                impact.facts.push(NewFact {
                    sections: candidate.sections,
                    said: candidate.said,
                });
            }
        }
        gaps::ask(&gaps, &mut impact);
        let touched = impact.touched.iter().map(|one| one.section);
        let facts = impact.facts.iter().flat_map(|fact| fact.sections.clone());
        impact.sections = touched.chain(facts).chain(elsewhere).collect();
        impact.sections.sort_unstable();
        impact.sections.dedup();
        impact
    }
}

/// The claims of the accepted brief.
fn standing(study: &Study) -> Vec<Standing> {
    claims_of(study, Section::accepted)
}

/// The claims of the written sections, as they read in one way.
fn claims_of(study: &Study, read: impl Fn(&Section) -> String) -> Vec<Standing> {
    let sections = study.sections.iter().enumerate();
    let mut claims = Vec::new();
    for (at, section) in sections.filter(|(_, section)| section.is_written()) {
        for stated in check::stated(&read(section)) {
            let text = stated.bare.trim().to_owned();
            let id = i64::try_from(claims.len()).map_or(i64::MIN, |at| -1 - at);
            claims.push(Standing {
                section: SectionId(at),
                pinned: section.holds_pinned(&stated.text),
                stated,
                passage: Passage {
                    id: PassageId(id),
                    span: 0..text.len(),
                    text,
                    ..Passage::default()
                },
            });
        }
    }
    claims
}

fn evidence(number: u32, passage: &Passage) -> Evidence<'_> {
    Evidence { number, passage }
}

impl Standing {
    /// As that of [`Touched`].
    fn place(&self) -> (SectionId, &str) {
        (self.section, &self.stated.text)
    }

    fn touched(&self, how: Touch, said: Option<Said>) -> Touched {
        Touched {
            section: self.section,
            sentence: self.stated.text.clone(),
            how,
            said,
            overtaken: None,
            pinned: self.pinned,
        }
    }

    /// What the checker found of it when it was last looked at.
    fn verdict(&self, study: &Study) -> Verdict {
        let section = study.section(self.section);
        let claim = section.and_then(|section| section.claim(&self.stated.text));
        claim.map_or(Verdict::Unchecked, |claim| claim.verdict)
    }
}

/// The new documents that are on another thing than what the question names, however much else is alike.
fn documents_of_others(study: &Study, news: News<'_>) -> HashSet<DocumentId> {
    let asked = AskedByName::of(&study.question);
    let is_new = |id: DocumentId| news.documents.contains(&id);
    let old = || study.current().filter(|one| !is_new(one.id));
    let briefs: Vec<String> = study.sections.iter().map(Section::accepted).collect();
    let is_known = |word: &str| {
        old().any(|one| check::has_stem(&one.title, word))
            || briefs.iter().any(|brief| check::has_stem(brief, word))
    };
    let told = old()
        .map(|one| one.title.clone())
        .chain(briefs.iter().cloned());
    let known = told.collect::<Vec<_>>().join("\n");
    let is_version = |id: DocumentId| news.versions.iter().any(|one| one.document == id);
    let of_others = |id: &&DocumentId| {
        let Some(document) = study.document(**id).filter(|_| !is_version(**id)) else {
            return false;
        };
        let own = news.passages.iter().filter(|one| one.document == **id);
        let text = own.fold(String::new(), |text, one| text + &one.text + "\n");
        let goes_on = || old().any(|one| is_one_series(&one.title, &document.title));
        let title = &document.title;
        (asked.is_another(title, &text, is_known) || asked.is_of_a_namesake(title, &text, &known))
            && !goes_on()
    };
    news.documents.iter().filter(of_others).copied().collect()
}

/// Whether a new sentence is said of others than one that stands, or than those of whom the question asks: both stand.
fn is_of_others(study: &Study, news: News<'_>, claim: &Standing, said: &Said) -> bool {
    let passage = news.passages.iter().find(|one| one.id == said.passage);
    let before = passage.and_then(|one| one.text.get(..said.span.start));
    let new = (before.unwrap_or_default(), said.text.as_str());
    let cited = &claim.stated.citations;
    let titled =
        |document: &crate::study::Document, word: &str| check::has_stem(&document.title, word);
    let by_its_source = |word: &str| {
        let mut own = cited.iter().filter_map(|number| study.numbered(*number));
        own.any(|document| titled(document, word)) || tells_with(study, cited, word)
    };
    let at_all = |word: &str| {
        let mut old = study.current();
        old.any(|one| !news.documents.contains(&one.id) && titled(one, word))
            || study
                .sections
                .iter()
                .any(|section| check::has_stem(&section.accepted(), word))
    };
    let beside = check::ToldBeside {
        question: &study.question,
        by_its_source: &by_its_source,
        at_all: &at_all,
    };
    check::is_said_of_others(claim.stated.bare.trim(), beside, new)
}

/// Whether a sentence of the brief that cites one of some sources has a word.
fn tells_with(study: &Study, cited: &[u32], word: &str) -> bool {
    study.sections.iter().any(|section| {
        let mut stated = check::stated(&section.accepted()).into_iter();
        stated.any(|one| {
            let mut numbers = one.citations.iter();
            numbers.any(|number| cited.contains(number)) && check::has_stem(&one.bare, word)
        })
    })
}

/// A standing sentence with the newest of the sources that it cites.
fn sourced<'a>(study: &'a Study, claim: &'a Standing) -> Sourced<'a> {
    let cited = claim.stated.citations.iter();
    let newest = cited
        .filter_map(|number| study.numbered(*number))
        .max_by_key(|document| document.date.as_deref());
    Sourced {
        text: claim.stated.bare.trim(),
        date: newest.and_then(|document| document.date.as_deref()),
        title: newest.map_or("", |document| document.title.as_str()),
    }
}

/// A new sentence with its source.
fn sourced_by<'a>(study: &'a Study, said: &'a Said) -> Sourced<'a> {
    let document = study.document(said.document);
    Sourced {
        text: &said.text,
        date: document.and_then(|document| document.date.as_deref()),
        title: document.map_or("", |document| document.title.as_str()),
    }
}

fn said(passages: &[Passage], quote: &Quote) -> Option<Said> {
    let passage = passages.iter().find(|one| one.id == quote.passage)?;
    Some(Said {
        document: passage.document,
        passage: passage.id,
        span: quote.span.clone(),
        text: quote.text.clone(),
    })
}

#[cfg(test)]
mod tests;
