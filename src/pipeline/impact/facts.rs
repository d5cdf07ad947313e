//! New facts: sentences of the news that bear on the question and that the brief does not state.
//!
//! A sentence with a figure or a name is a fact; one without is taken for one where it is plainly about the question. What a document says beside the matter, as on
//! the weather or its canteen, is none (`matter`). Those that bear most on it are weighed; of the rest only the number is told, and they count as new.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::beside::documents_beside;
use super::matter::{Apart, Matter};
use super::repeated::is_repeated;
use super::voided::voids_what_is_put_right;
use super::{BRIEF, NEW, News, Said, Touched, evidence};
use crate::check::{self, Checker, Entry, Index, Judgement, Lexicon, Statement, Term};
use crate::semantic::{Vector, embed};
use crate::study::{DocumentId, Passage, PassageId, SectionId, Study, Verdict};

/// Sentences that are weighed against the brief.
const MOST_WEIGHED: usize = 48;
/// From this likeness of its passage to the question on, or to the brief, a sentence with a figure or a name bears on it. Passages about other things come to
/// 0.3 beside a brief, so this asks rather too often.
const BEARS: f32 = 0.2;
pub(super) const BEARS_ON_BRIEF: f32 = 0.25;
/// A sentence below this likeness to the question and to every section, and without a word of the question, says something beside them, wherever it stands:
/// who wrote the report, where the meeting was.
const ASIDE: f32 = 0.1;
/// The same for a sentence that has neither, taken by itself.
const BEARS_PLAINLY: f32 = 0.45;
/// The share of the question's words that does the same.
const SHARES: f32 = 0.25;
const SHARES_PLAINLY: f32 = 0.5;
/// The nearness of its passage from which a sentence may mean by a deed the one that is asked about.
const BARELY: f32 = 0.5;
/// The share of a sentence's words that stand in the brief, from which it speaks of what the brief does.
const SPEAKS: f32 = 0.3;
const SPEAKS_NEAR: f32 = 0.2;
/// Sections that are as near to a fact as the nearest, within this.
const AS_NEAR: f32 = 0.05;
/// The share of a sentence's words that stand where it is said already.
const HELD: f32 = 0.75;
/// The share of its words from which a new sentence is another one again.
const NEARLY_EQUAL: f32 = 0.8;

/// A sentence that may be a new fact.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) said: Said,
    pub(super) sections: Vec<SectionId>,
    /// Whether it speaks of nothing that the brief or the question does: it is a fact only where older evidence speaks of the same.
    pub(super) is_far: bool,
}

/// What was found among the news.
pub(super) struct Found {
    /// Not stated in the brief, those that bear most on the question first.
    pub(super) candidates: Vec<Candidate>,
    /// How many sentences more bear on it and were not weighed.
    pub(super) unweighed: usize,
    /// The sections where those would fit.
    pub(super) elsewhere: Vec<SectionId>,
    /// The names that make nothing of the matter.
    pub(super) apart: Apart,
}

/// The new sentences that the brief does not state. `told` are told already, as what they say about a sentence of the brief that is `touched`; those that are
/// `overtaking` take its place, and who is named at once behind one comes with it: `The club dismissed Pia Holm. Jon Berg takes over.`
pub(super) fn candidates(
    study: &Study,
    index: &Index<'_>,
    news: News<'_>,
    touched: &[Touched],
    told: &[&Said],
) -> Found {
    let overtaking = touched.iter().filter(|one| one.overtaken.is_some());
    let overtaking: Vec<&Said> = overtaking.filter_map(|one| one.said.as_ref()).collect();
    let overtaking = overtaking.as_slice();
    let question = Question::read(study, index, news.older);
    let homes = Homes::read(study);
    let matter = Matter::read(study, index, news, told);
    let known = known(study);
    // Who reports again on what the study holds bears on it.
    let documents = news.documents.iter().copied();
    let continuing: HashSet<DocumentId> = documents
        .filter(|document| continues(study, news, *document))
        .collect();
    let near: Vec<f32> = index
        .evidence
        .iter()
        .map(|piece| {
            let near = question.nearness(study, piece.passage, &homes);
            let goes_on = continuing.contains(&piece.passage.document);
            if goes_on { near.max(1.0) } else { near }
        })
        .collect();
    let all: Vec<&Passage> = known.iter().chain(news.older).collect();
    let mut beside = documents_beside(study, &all, news.passages);
    beside.retain(|document| {
        let is_touching = told.iter().any(|said| said.document == *document);
        !is_touching && !continuing.contains(document)
    });
    let is_beside = |entry: &Entry| {
        let piece = index.evidence.get(entry.evidence);
        piece.is_some_and(|piece| beside.contains(&piece.passage.document))
    };
    let mut bearing: Vec<(f32, &Entry)> = index
        .entries
        .iter()
        .filter(|entry| is_new(index, entry) && !is_told(index, entry, told))
        .filter(|entry| !is_taken_back(index, entry) && !news.repeats(index, entry))
        .filter(|entry| !is_beside(entry) && !voids_what_is_put_right(index, entry, touched))
        .filter_map(|entry| {
            let near = near.get(entry.evidence)?;
            let bearing = question.bearing(study, index, &homes, entry, *near);
            // `The union opposes the closure`, where it is asked whether to close something.
            let takes_it_up = || *near >= BARELY && matter.takes_up_what_is_asked(index, entry);
            let comes_along =
                || (takes_it_up() || names_who_follows(index, entry, overtaking)).then_some(BEARS);
            Some((bearing.or_else(comes_along)?, entry))
        })
        .collect();
    bearing.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut distinct: Vec<&Entry> = Vec::new();
    for (_, entry) in bearing {
        let is_told =
            |known: &&Entry| says_the_same(&known.statement.terms, &entry.statement.terms);
        // What was let through already is few, so that comparing with each costs little.
        if distinct.len() >= 4 * MOST_WEIGHED || !distinct.iter().any(is_told) {
            distinct.push(entry);
        }
    }
    let weighed = distinct.len().min(MOST_WEIGHED);
    let (weighed, rest) = distinct.split_at(weighed);
    let mut checker = Checker::new(known.iter().map(|passage| evidence(BRIEF, passage)));
    let mut candidates = Vec::new();
    for entry in weighed {
        let passage = index
            .evidence
            .get(entry.evidence)
            .map(|piece| piece.passage);
        let Some(passage) = passage else { continue };
        // `That is why the theatre closed` says nothing new without the sentence before it, and with it the cause.
        let own = index.text(entry);
        let cause = before(index, entry).filter(|_| makes_it_the_cause(own));
        let from = cause.map_or(entry.span.start, |cause| cause.span.start);
        let span = from..entry.span.end;
        let text = passage.text.get(span.clone()).unwrap_or(own);
        if is_said(&mut checker, BRIEF, text) || is_repeated(&mut checker, text) {
            continue;
        }
        candidates.push(Candidate {
            sections: homes.of(text),
            is_far: !matter.includes(index, entry) && !names_who_follows(index, entry, overtaking),
            said: Said {
                document: passage.document,
                passage: passage.id,
                span,
                text: text.to_owned(),
            },
        });
    }
    let mut elsewhere: HashSet<SectionId> = HashSet::new();
    for entry in rest {
        elsewhere.extend(homes.of(index.text(entry)));
    }
    if news.is_cut {
        elsewhere.extend(homes.all());
    }
    Found {
        candidates,
        unweighed: rest.len() + usize::from(news.is_cut),
        elsewhere: elsewhere.into_iter().collect(),
        apart: matter.apart(),
    }
}

pub(super) fn is_new(index: &Index<'_>, entry: &Entry) -> bool {
    let text = index.text(entry);
    is_of(index, entry, NEW) && check::is_claim(text) && !is_dateline(text)
}

/// Whether a sentence is one that its source takes back at once, or only does so with the one before: neither tells what is so.
pub(super) fn is_taken_back(index: &Index<'_>, entry: &Entry) -> bool {
    index.position(entry).is_some_and(|at| {
        let only_takes_back = |before: usize| {
            let right = check::correction_of(index, before);
            let is_right = right.is_some_and(|right| std::ptr::eq(right, entry));
            check::is_taken_back(index, before) && !is_right
        };
        check::is_taken_back(index, at) || at.checked_sub(1).is_some_and(only_takes_back)
    })
}

/// The sentence before one that says nothing without it: that goes on about it by a pronoun, or sets it right.
fn spoken_of<'i>(index: &'i Index<'_>, entry: &Entry) -> Option<&'i Entry> {
    let before = index.position(entry)?.checked_sub(1)?;
    let goes_on = check::begins_with_pronoun(index.text(entry));
    let host = index.entries.get(before)?;
    let is_its = goes_on || check::is_taken_back(index, before);
    (is_its && host.evidence == entry.evidence).then_some(host)
}

/// The text of a sentence, with that of the one of which it speaks.
pub(super) fn whole<'i>(index: &'i Index<'_>, entry: &'i Entry) -> &'i str {
    let host = spoken_of(index, entry);
    let passage = index
        .evidence
        .get(entry.evidence)
        .map(|piece| piece.passage);
    let both = host.zip(passage);
    both.and_then(|(host, passage)| passage.text.get(host.span.start..entry.span.end))
        .unwrap_or_else(|| index.text(entry))
}

/// Whether a sentence begins with a name at once behind one that takes the place of something in the brief.
fn names_who_follows(index: &Index<'_>, entry: &Entry, overtaking: &[&Said]) -> bool {
    let text = index.text(entry);
    let begins = |name: &check::Name| text.trim_start().starts_with(&name.text);
    !overtaking.is_empty()
        && entry.statement.names.iter().any(begins)
        && before(index, entry).is_some_and(|before| is_told(index, before, overtaking))
}

/// The sentence before one, in the same piece of evidence.
pub(super) fn before<'i>(index: &'i Index<'_>, entry: &Entry) -> Option<&'i Entry> {
    let before = index.position(entry)?.checked_sub(1)?;
    let before = index.entries.get(before)?;
    (before.evidence == entry.evidence).then_some(before)
}

/// Whether a sentence makes the one before it the cause of what it says: `That is why the theatre closed`.
fn makes_it_the_cause(sentence: &str) -> bool {
    let words = check::words(sentence).filter_map(|span| sentence.get(span));
    let words: Vec<String> = words.map(check::plain).take(4).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(
        words.as_slice(),
        ["this" | "that", "is" | "was", "why", ..]
            | ["this" | "that", "is" | "was", "the", "reason" | "cause"]
    )
}

/// Whether a document is one of a series with another that the study holds: `Adviser, September` behind `Adviser`.
fn continues(study: &Study, news: News<'_>, document: DocumentId) -> bool {
    let own = study.document(document).map(|one| one.title.as_str());
    let mut held = study
        .current()
        .filter(|one| !news.documents.contains(&one.id));
    own.is_some_and(|own| held.any(|one| check::is_one_series(&one.title, own)))
}

/// Whether a line says only what a document is, of when and by whom: `County press release, 2 July 2024`, `Minutes of 2 July 2024.`, `Published 2 July 2024 by the
/// county.`
fn is_dateline(text: &str) -> bool {
    const MOST_WORDS: usize = 6;
    const PAPERS: [&str; 10] = [
        "minutes",
        "report",
        "letter",
        "notice",
        "statement",
        "bulletin",
        "memo",
        "agenda",
        "record",
        "protocol",
    ];
    const GIVEN_OUT: [&str; 6] = [
        "published",
        "updated",
        "issued",
        "released",
        "posted",
        "dated",
    ];
    let line = text.trim();
    let text = line.trim_end_matches('.');
    let quantities = check::quantities(text);
    let Some(date) = quantities.iter().rev().find(|one| one.date().is_some()) else {
        return false;
    };
    let (Some(before), Some(behind)) = (text.get(..date.span.start), text.get(date.span.end..))
    else {
        return false;
    };
    let words = |text: &str| text.split_whitespace().count();
    let begins_with = |words: &[&str]| {
        let first = before.split_whitespace().next().unwrap_or_default();
        words.iter().any(|word| first.eq_ignore_ascii_case(word))
    };
    let (before, behind) = (before.trim_end(), behind.trim());
    if !behind.is_empty() {
        let by = behind.strip_prefix("by ").filter(|by| !by.contains(','));
        return begins_with(&GIVEN_OUT) && by.is_some_and(|by| words(by) <= MOST_WORDS);
    }
    let is_of = || [" of", " from"].iter().any(|of| before.ends_with(of));
    words(before) <= MOST_WORDS
        && (before.ends_with(',') && text == line
            || begins_with(&GIVEN_OUT) && words(before) <= 2
            || begins_with(&PAPERS) && is_of())
}

/// Whether a sentence stands in a piece of evidence of this number.
pub(super) fn is_of(index: &Index<'_>, entry: &Entry, number: u32) -> bool {
    let piece = index.evidence.get(entry.evidence);
    piece.is_some_and(|piece| piece.number == number)
}

pub(super) fn is_told(index: &Index<'_>, entry: &Entry, told: &[&Said]) -> bool {
    let passage = index
        .evidence
        .get(entry.evidence)
        .map(|piece| piece.passage.id);
    told.iter().any(|said| {
        Some(said.passage) == passage
            && said.span.start < entry.span.end
            && entry.span.start < said.span.end
    })
}

/// Whether the evidence of a number says a sentence already. Who says it does not make it another.
pub(super) fn is_said(checker: &mut Checker<'_>, number: u32, text: &str) -> bool {
    let core = check::without_speaker(text);
    says(&checker.judge(&core, &[number]), &core)
}

/// Whether a judgement found a sentence said already. What is alike only by its meaning may mean the opposite: most of its words must stand there too, and what
/// denies or ends something is said by what does the same.
pub(super) fn says(found: &Judgement, text: &str) -> bool {
    let Some(quote) = found
        .evidence
        .as_ref()
        .filter(|_| found.verdict == Verdict::Supported)
    else {
        return false;
    };
    let mut lexicon = Lexicon::default();
    let own = Statement::read(text, &mut lexicon);
    let known = Statement::read(&quote.text, &mut lexicon);
    if ends(&own, text) && !ends(&known, &quote.text) {
        return false;
    }
    let is_held = |term: &&Term| known.terms.binary_search(term).is_ok();
    let held = own.terms.iter().filter(is_held).count();
    held as f32 >= HELD * own.terms.len() as f32
}

/// Whether a sentence denies something, or tells that it is over or was called off.
pub(super) fn ends(statement: &Statement, text: &str) -> bool {
    statement.polarity.ends() || check::tells_an_end(text)
}

fn says_the_same(a: &[Term], b: &[Term]) -> bool {
    let shared = a
        .iter()
        .filter(|term| b.binary_search(term).is_ok())
        .count();
    let all = a.len() + b.len() - shared;
    all > 0 && shared as f32 >= NEARLY_EQUAL * all as f32
}

/// What the analyst has read and decided on: the brief's sentences, and proposals that were refused. Each is a passage of its own, which is read quickly.
pub(super) fn known(study: &Study) -> Vec<Passage> {
    let mut known = Vec::new();
    for section in study.sections.iter().filter(|section| section.is_written()) {
        let accepted = section.accepted();
        let refused = section.rejected.iter().map(|known| known.after.as_str());
        let texts = std::iter::once(accepted.as_str()).chain(refused);
        for stated in texts.flat_map(check::stated) {
            let id = i64::try_from(known.len()).unwrap_or(i64::MAX);
            known.push(Passage {
                id: PassageId(id),
                span: 0..stated.bare.len(),
                text: stated.bare,
                ..Passage::default()
            });
        }
    }
    known
}

/// The question, as sentences are compared with it.
struct Question {
    vector: Option<Vector>,
    /// What older evidence says, where the brief tells nothing of it.
    older: Vec<Vector>,
    /// With what each weighs.
    terms: Vec<(Term, f32)>,
    weight: f32,
    /// The words of the brief.
    brief: HashSet<Term>,
}

impl Question {
    fn read(study: &Study, index: &Index<'_>, older: &[Passage]) -> Self {
        let mut terms: Vec<Term> = check::words(&study.question)
            .filter_map(|span| {
                index
                    .lexicon
                    .known(&check::plain(study.question.get(span)?))
            })
            .collect();
        terms.sort_unstable();
        terms.dedup();
        // Words of the question that stand nowhere here are not asked of anybody.
        let terms: Vec<(Term, f32)> = terms
            .into_iter()
            .map(|term| (term, index.weight(term)))
            .collect();
        Self {
            vector: embed(&study.question),
            older: older.iter().filter_map(|one| embed(&one.text)).collect(),
            weight: terms.iter().map(|(_, weight)| weight).sum(),
            terms,
            brief: index
                .entries
                .iter()
                .filter(|entry| is_of(index, entry, BRIEF))
                .flat_map(|entry| entry.statement.terms.iter().copied())
                .collect(),
        }
    }

    /// How near a passage is to the question or the brief: from 1 on it bears on them.
    fn nearness(&self, study: &Study, passage: &Passage, homes: &Homes) -> f32 {
        let own = embed(&format!("{} {}", above(study, passage), passage.text));
        let Some(own) = own else {
            // What no vector can be made of is not known to be about something else.
            return 1.0;
        };
        let to_question = self.vector.as_ref().map_or(0.0, |one| one.cosine(&own));
        let vectors = homes.sections.iter().filter_map(|(_, one)| one.as_ref());
        let to_brief = vectors
            .chain(&self.older)
            .map(|one| one.cosine(&own))
            .fold(0.0, f32::max);
        (to_question / BEARS).max(to_brief / BEARS_ON_BRIEF)
    }

    /// How much a sentence bears on the question, in a passage that is so near; `None` where it does not.
    fn bearing(
        &self,
        study: &Study,
        index: &Index<'_>,
        homes: &Homes,
        entry: &Entry,
        near: f32,
    ) -> Option<f32> {
        let passage = index.evidence.get(entry.evidence)?.passage;
        let host = spoken_of(index, entry);
        let vector = embed(whole(index, entry));
        let like = |other: Option<&Vector>| match (other, &vector) {
            (Some(other), Some(own)) => own.cosine(other),
            _ => 0.0,
        };
        let likeness = like(self.vector.as_ref());
        let holds = |term: Term| {
            let mut all = host.into_iter().chain([entry]);
            all.any(|entry| entry.statement.terms.binary_search(&term).is_ok())
        };
        let own = self.share(holds);
        let above = above(study, passage);
        let heading: Vec<Term> = check::words(&above)
            .filter_map(|span| index.lexicon.known(&check::plain(above.get(span)?)))
            .collect();
        let with_heading = self.share(|term| holds(term) || heading.contains(&term));
        let states = !entry.statement.names.is_empty() || !entry.statement.quantities.is_empty();
        let sections = homes.sections.iter().map(|(_, one)| like(one.as_ref()));
        let to_section = sections.fold(0.0, f32::max);
        let is_aside = || vector.is_some() && own <= 0.0 && likeness.max(to_section) < ASIDE;
        // What is denied or has ended needs no figure to change what can be written of it.
        let is_of_it =
            with_heading > 0.0 || check::names_deed_asked(index.text(entry), &study.question);
        let ends = ends(&entry.statement, index.text(entry))
            && is_of_it
            && (near >= 1.0 || likeness >= BEARS || own >= SHARES);
        let bears = if states {
            (near >= 1.0 || with_heading >= SHARES) && !is_aside()
        } else {
            likeness >= BEARS_PLAINLY
                || to_section >= BEARS_PLAINLY && near >= 1.0
                || own >= SHARES_PLAINLY
                || own >= SHARES && near >= 1.0
        };
        (bears || ends || self.speaks_of_brief(index, entry, near))
            .then_some(likeness.max(own) + BEARS * near)
    }

    /// Whether a sentence speaks mostly of what the brief speaks of: it may end what stands there without a figure of its own. In a passage that is about the
    /// same, a word is enough.
    fn speaks_of_brief(&self, index: &Index<'_>, entry: &Entry, near: f32) -> bool {
        let weight = |term: &&Term| index.weight(**term);
        let terms = &entry.statement.terms;
        let shared = || terms.iter().filter(|term| self.brief.contains(term));
        let all: f32 = terms.iter().map(|term| index.weight(*term)).sum();
        let ours: f32 = shared().map(|term| weight(&term)).sum();
        // Two words, or one where it names somebody or something.
        let is_near = near >= 1.0;
        let least = if is_near || !entry.statement.names.is_empty() {
            1
        } else {
            2
        };
        let least = least.min(terms.len()).max(1);
        let share = if is_near { SPEAKS_NEAR } else { SPEAKS };
        shared().count() >= least && ours >= share * all
    }

    /// The share of the question's words that are among some.
    fn share(&self, has: impl Fn(Term) -> bool) -> f32 {
        let shared: f32 = self
            .terms
            .iter()
            .filter(|(term, _)| has(*term))
            .map(|(_, weight)| weight)
            .sum();
        shared / self.weight.max(f32::EPSILON)
    }
}

/// The title of a passage's document and its headings: what its sentences are about without saying so.
pub(super) fn above(study: &Study, passage: &Passage) -> String {
    let title = study
        .document(passage.document)
        .map(|document| document.title.as_str());
    let mut above = title.unwrap_or_default().to_owned();
    for heading in &passage.headings {
        if *heading != above {
            above.push(' ');
            above.push_str(heading);
        }
    }
    above
}

/// The sections, as facts are compared with them.
struct Homes {
    sections: Vec<(SectionId, Option<Vector>)>,
}

impl Homes {
    fn read(study: &Study) -> Self {
        let parts = study.sections.iter().zip(&study.framework.sections);
        let sections = parts
            .enumerate()
            .filter(|(_, (section, _))| section.is_written())
            .map(|(at, (section, plan))| {
                let text = format!("{} {} {}", plan.title, plan.purpose, section.accepted());
                (SectionId(at), embed(&text))
            });
        Self {
            sections: sections.collect(),
        }
    }

    fn all(&self) -> impl Iterator<Item = SectionId> {
        self.sections.iter().map(|(section, _)| *section)
    }

    /// The sections that a fact fits, the best first; all of them where nothing tells them apart.
    fn of(&self, text: &str) -> Vec<SectionId> {
        let Some(own) = embed(text) else {
            return self.all().collect();
        };
        let mut near: Vec<(f32, SectionId)> = self
            .sections
            .iter()
            .map(|(section, vector)| {
                let likeness = vector.as_ref().map_or(1.0, |vector| vector.cosine(&own));
                (likeness, *section)
            })
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(Reverse(b.1).cmp(&Reverse(a.1))));
        let best = near.first().map_or(0.0, |(likeness, _)| *likeness);
        near.into_iter()
            .take_while(|(likeness, _)| *likeness >= best - AS_NEAR)
            .map(|(_, section)| section)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_only_dates_its_document_is_no_fact() {
        assert!(is_dateline("County press release, 2 July 2024"));
        assert!(is_dateline("Millbrook Flood Action Group, May 2024"));
        assert!(is_dateline("Minutes of 17 October 2024."));
        assert!(is_dateline(
            "Minutes of the council meeting of 17 October 2024."
        ));
        assert!(is_dateline("Published 2 September 2024 by Falk Engineers."));
        assert!(is_dateline("Published on 2 September 2024"));
        for fact in [
            "The mayor resigned, 28 June 2024.",
            "Published on 3 May 2024, the study puts the cost at 4 million.",
            "Report of 3 May 2024 says that the cost rose.",
            "They approved the plan of 3 May 2024.",
            "The works begin on 2 July 2024",
            "Compensation of 2.3 million was agreed, on 28 June 2024.",
            "The county and the farmers agreed what is to be paid, 28 June 2024",
        ] {
            assert!(!is_dateline(fact), "{fact}");
        }
    }

    #[test]
    fn a_sentence_can_make_the_one_before_it_the_cause() {
        for (sentence, expected) in [
            ("That is why the theatre closed, the minutes say.", true),
            ("This was the reason for the delay.", true),
            ("That is the second delay.", false),
            ("The theatre closed.", false),
        ] {
            assert_eq!(makes_it_the_cause(sentence), expected, "{sentence}");
        }
    }
}
