//! The pool: every sentence of the context that could stand in a brief, read once.
//!
//! A candidate keeps its words as its source has them; only white space, list markers and the source's own reference marks go. How alike two sentences are
//! is measured here, by the rare words that they share.

use std::collections::{BTreeMap, HashSet};

use crate::check::{
    Conflict, Entry, Evidence, Index, Lexicon, Polarity, Quantity, QuestionKind, Statement, Term,
    conflicts_in, correction_of, count_otherwise, every_conflict_in, key, plain, stem, words,
};
use crate::pipeline::{ContextDocument, ContextPassage, Request};
use crate::study::{CycleKind, Passage};

pub use super::candidate::Candidate;
use super::deeds::Deeds;
use super::home;
use super::label::labelled;
use super::language::Languages;
use super::lean::{
    is_dependent, names_nothing, opens_with_deed, opens_with_pronoun, opens_with_stand_in,
    takes_back, without_joining,
};
use super::marks::{single_spaced, without_marks};
use super::missing::is_generic;
use super::role::Roles;
use super::screen::{
    begins_with_clock, is_ended, is_fit, is_frame, is_open_question, is_preliminary, is_quotable,
    is_short_denial, is_short_end, is_title_line, length,
};
use super::source::{best_passages, is_chronicle, standing, year};
use super::tongue::Tongue;
use super::voice::{is_of_one_person, names_its_speaker, speaker};

/// All candidates of one request.
#[derive(Default)]
pub struct Pool {
    pub candidates: Vec<Candidate>,
    /// Sentences that hold much of what is asked and cannot stand in a text of their own: they lean on what is not told, or are too long or not whole. In quotation
    /// marks one of them may answer.
    pub adrift: Vec<Candidate>,
    pub lexicon: Lexicon,
    /// What the passages contradict each other in: each sentence once, or, for an update, with everything that it contradicts.
    pub conflicts: Vec<Conflict>,
    /// Every content word of the passages, their titles and headings, sorted.
    pub known: Vec<Term>,
    /// The languages of the question and the documents, other than English.
    pub languages: Languages,
    /// What the documents are called where they speak for themselves, by their numbers.
    pub titles: BTreeMap<u32, String>,
    /// Rarity by term; nothing for function words.
    weights: Vec<f32>,
    norms: Vec<f32>,
}

/// What the documents of a request are called, by their numbers.
fn titles(request: &Request) -> impl Iterator<Item = (u32, String)> {
    let documents = request.context.documents.iter();
    documents.map(|document| (document.number, document.document.title.clone()))
}

impl Pool {
    /// Reads the context of a request.
    #[must_use]
    pub fn gather(request: &Request) -> Self {
        let mut index = Index::new(best_passages(request).into_iter().map(
            |(document, passage)| Evidence {
                number: document.number,
                passage: &passage.passage,
            },
        ))
        .entitled(titles(request));
        let is_update = request.cycle == CycleKind::Update && request.current.is_some();
        let mut pool = Self {
            conflicts: if is_update {
                every_conflict_in(&index)
            } else {
                conflicts_in(&index)
            },
            ..Self::default()
        };
        pool.languages.read(&request.question);
        let documents = request.context.documents.iter();
        pool.titles = documents
            .filter_map(|one| Some((one.number, speaker(&one.document.title)?.to_owned())))
            .collect();
        let newest = request.context.documents.iter().filter_map(year).max();
        let at_home = home::documents_at_home(request, &index);
        let elsewhere = home::documents_elsewhere(request, &index);
        let topic = topic(&request.question);
        let mut asked: Vec<Term> = words(&request.question)
            .filter_map(|span| request.question.get(span))
            .filter(|word| !is_generic(word))
            .filter_map(|word| index.lexicon.term(word))
            .collect();
        asked.sort_unstable();
        asked.dedup();
        let kind = QuestionKind::of(&request.question);
        let tells_events = matches!(kind, QuestionKind::Events | QuestionKind::When);
        let mut keys = HashSet::new();
        for (document, passage) in best_passages(request) {
            pool.languages.read(&passage.passage.text);
            let frame = Frame {
                newest,
                // What was brought in as news names it by a word for it: `The bridge is open again`.
                at_home: at_home.contains(&document.number)
                    || is_update && document.fresh && !elsewhere.contains(&document.number),
                elsewhere: elsewhere.contains(&document.number),
                tells_events,
                topic: &topic,
                asked: &asked,
                tongue: Tongue::of(&passage.passage.text),
            };
            pool.read(&mut index, document, passage, frame, &mut keys);
            let chosen = (document, passage);
            pool.read_cells(&request.question, chosen, newest, &mut index.lexicon);
        }
        pool.lexicon = index.lexicon;
        pool.known.sort_unstable();
        pool.known.dedup();
        pool.weigh();
        pool
    }

    #[must_use]
    pub fn weight(&self, term: Term) -> f32 {
        self.weights
            .get(term.index())
            .copied()
            .unwrap_or_else(|| self.rarest())
    }

    /// Weight of a word that at most one candidate has.
    #[must_use]
    pub fn rarest(&self) -> f32 {
        (1.0 + self.candidates.len() as f32).ln()
    }

    /// Cosine of two candidates' weighted words, from 0 to 1.
    #[must_use]
    pub fn similarity(&self, a: usize, b: usize) -> f32 {
        match (
            self.candidates.get(a),
            self.candidates.get(b),
            self.norms.get(a),
            self.norms.get(b),
        ) {
            (Some(left), Some(right), Some(own), Some(other)) => {
                self.shared(&left.statement.terms, &right.statement.terms)
                    / (own * other).max(f32::EPSILON)
            }
            _ => 0.0,
        }
    }

    /// The same between a candidate and any statement read with this lexicon.
    #[must_use]
    pub fn similarity_to(&self, at: usize, statement: &Statement) -> f32 {
        match (self.candidates.get(at), self.norms.get(at)) {
            (Some(own), Some(norm)) => {
                self.shared(&own.statement.terms, &statement.terms)
                    / (norm * self.norm(&statement.terms)).max(f32::EPSILON)
            }
            _ => 0.0,
        }
    }

    /// Share of the weight of `terms` that `inside` holds.
    #[must_use]
    pub fn containment(&self, terms: &[Term], inside: &[Term]) -> f32 {
        let all: f32 = terms.iter().map(|&term| self.weight(term)).sum();
        let held: f32 = terms
            .iter()
            .filter(|term| inside.binary_search(term).is_ok())
            .map(|&term| self.weight(term))
            .sum();
        held / all.max(f32::EPSILON)
    }

    /// Whether two statements say the same: nearly all words shared, and every number of the first borne out by the second.
    #[must_use]
    pub fn says_the_same(&self, a: &Statement, b: &Statement) -> bool {
        let firm = |statement: &Statement| statement.quantities.iter().any(Quantity::is_firm);
        let enough = if firm(a) { 0.68 } else { 0.82 };
        if a.terms.len() + a.quantities.len() < 3 || self.containment(&a.terms, &b.terms) < enough {
            return false;
        }
        // Small numbers in words tell two accounts apart as well.
        bears_out(b, a)
            && !count_apart(&a.quantities, &b.quantities)
            && Polarity::opposition(&a.polarity, &b.polarity, &a.terms, &b.terms).is_none()
    }

    /// Whether there is so little that an analyst can be taken to have put it together for the one question: all of it is about the matter, whatever its words.
    #[must_use]
    pub fn is_one_matter(&self) -> bool {
        const LITTLE: usize = 80;
        self.candidates.len() <= LITTLE
    }

    /// Whether a candidate gives a figure that another does not: the same words with another figure are news.
    #[must_use]
    pub fn has_news(&self, at: usize, said: usize) -> bool {
        let both = self.candidates.get(at).zip(self.candidates.get(said));
        both.is_some_and(|(own, said)| !bears_out(&said.statement, &own.statement))
    }

    /// The next sentence, where it goes on about the same by a pronoun and gives a figure, or takes it back: `Option B is a wall. It would cost 48 million`.
    #[must_use]
    pub fn follower(&self, at: usize) -> Option<usize> {
        let next = self.candidates.get(at + 1)?;
        let mut given = next.statement.quantities.iter();
        let goes_on = next.leans_on == Some(at) && opens_with_pronoun(&next.text);
        let says_more = given.any(|quantity| quantity.amount().is_some()) || takes_back(&next.text);
        (goes_on && says_more).then_some(at + 1)
    }

    /// What sets right a sentence that its source takes back: the next one, or that behind the one which says only that it is wrong, with it.
    #[must_use]
    pub fn set_right(&self, at: usize) -> Vec<usize> {
        let leaning = |on: usize| {
            let next = self.candidates.get(on + 1);
            next.filter(|next| next.leans_on == Some(on))
        };
        let is_wrong = self.candidates.get(at).is_some_and(|one| one.is_taken_back);
        let Some(next) = leaning(at).filter(|_| is_wrong) else {
            return Vec::new();
        };
        let gives = |one: &&Candidate| one.statement.quantities.iter().any(Quantity::is_firm);
        if !next.is_taken_back {
            vec![at + 1]
        } else if leaning(at + 1).as_ref().is_some_and(gives) {
            vec![at + 1, at + 2]
        } else {
            Vec::new()
        }
    }

    /// The numbers of a candidate's document and of others that say just the same, three at most.
    #[must_use]
    pub fn saying_the_same(&self, at: usize) -> Vec<u32> {
        const MOST: usize = 3;
        let Some(own) = self.candidates.get(at) else {
            return Vec::new();
        };
        let mut numbers = vec![own.number];
        let others = self.candidates.iter().filter(|other| {
            other.source != own.source
                && !own.is_copy_of(other)
                && other.leans_on.is_none()
                && self.says_the_same(&own.statement, &other.statement)
                && self.says_the_same(&other.statement, &own.statement)
        });
        for other in others {
            if numbers.len() < MOST && !numbers.contains(&other.number) {
                numbers.push(other.number);
            }
        }
        numbers.sort_unstable();
        numbers
    }

    /// The similarities from `least` up between the candidates at `among`, each pair once.
    #[must_use]
    pub fn similarities(&self, among: &[usize], least: f32) -> Vec<(usize, usize, f32)> {
        let mut holding: Vec<Vec<usize>> = vec![Vec::new(); self.weights.len()];
        let mut sums = vec![0.0f32; self.candidates.len()];
        let mut found = Vec::new();
        for &at in among {
            let terms = self
                .candidates
                .get(at)
                .map(|candidate| candidate.statement.terms.as_slice())
                .unwrap_or_default();
            let mut met: Vec<usize> = Vec::new();
            for &term in terms {
                let square = self.weight(term).powi(2);
                let Some(holding) = holding.get_mut(term.index()) else {
                    continue;
                };
                for &other in holding.iter() {
                    if let Some(sum) = sums.get_mut(other) {
                        if *sum <= 0.0 {
                            met.push(other);
                        }
                        *sum += square;
                    }
                }
                holding.push(at);
            }
            for other in met {
                let shared = sums.get_mut(other).map(std::mem::take).unwrap_or_default();
                let norms = self
                    .norms
                    .get(at)
                    .zip(self.norms.get(other))
                    .map_or(1.0, |(own, theirs)| own * theirs);
                if shared >= least * norms {
                    found.push((other, at, shared / norms.max(f32::EPSILON)));
                }
            }
        }
        found
    }

    fn read(
        &mut self,
        index: &mut Index<'_>,
        document: &ContextDocument,
        chosen: &ContextPassage,
        frame: Frame<'_>,
        keys: &mut HashSet<String>,
    ) {
        let passage = &chosen.passage;
        let heads = heads(&mut index.lexicon, document, passage);
        let entries = entries_of(index, passage);
        let setting = setting(&heads, &entries);
        self.known.extend(&setting);
        let mut previous: Option<usize> = None;
        for (place, &entry) in entries.iter().enumerate() {
            let at = self.candidates.len();
            let original = passage.text.get(entry.span.clone()).unwrap_or_default();
            let is_wrong = is_taken_back(index, entry);
            let before = place.checked_sub(1).and_then(|at| entries.get(at));
            let wrong = before.filter(|before| is_taken_back(index, before));
            let is_withdrawing = wrong.is_some_and(|wrong| !sets_right(index, entry, wrong));
            let unmarked = without_marks(original);
            let parted = labelled(&unmarked);
            let text = without_joining(parted.statement).into_owned();
            // The title says what the whole is about, and of no sentence what it does.
            let mut headings = passage.headings.clone();
            headings.retain(|heading| *heading != document.document.title);
            headings.extend(parted.label.map(str::to_owned));
            let is_no_statement = is_title_line(&passage.text, &entry.span)
                || begins_with_clock(&text) && !frame.tells_events;
            if is_no_statement || is_open_question(&text, &headings) {
                previous = None;
                continue;
            }
            let dependent = wrong.is_some() && previous.is_some()
                || is_withdrawing
                || is_dependent(&text)
                || previous.is_some() && opens_with_deed(&text)
                || is_of_one_person(&text) && previous.is_some_and(|at| self.is_of_speaker(at))
                || !frame.at_home && opens_with_stand_in(&text)
                || frame.elsewhere && names_nothing(&text);
            let stands = previous.is_some() || !dependent;
            let is_fit = is_withdrawing || is_fit(&text, frame.tongue);
            let is_adrift = !(stands && is_fit);
            let (terms, figures) = (&entry.statement.terms, &entry.statement.quantities);
            // `There are 14 branches.` and `MySQL is not supported.` say enough.
            let is_short = is_short_denial(&text)
                || takes_back(&text)
                || !figures.is_empty() && is_ended(&text);
            let least = match (is_withdrawing, is_short) {
                (true, _) => 0,
                _ if is_short_end(&text) => 1,
                (_, true) => 2,
                _ => 3,
            };
            let key = key(&text);
            let is_left_out = if is_adrift {
                !frame.holds_much(terms) || !is_quotable(&text)
            } else {
                terms.len() + figures.len() < least
                    || !keys.insert(format!("{} {key}", document.number))
            };
            if is_left_out {
                previous = None;
                continue;
            }
            let deeds = Deeds::read(&text);
            let is_of_old = deeds.decides && is_of_an_earlier_year(&entry.statement, document);
            // The word that joined it to the one before says what it does.
            let said = (parted.statement, text.as_str());
            let roles = frame.roles(said, (deeds, is_of_old), figures, &headings);
            let candidate = Candidate {
                key,
                number: document.number,
                source: document.document.source(),
                date: document.document.date.clone(),
                fresh: document.fresh,
                passage: passage.id,
                span: entry.span.clone(),
                roles,
                deeds,
                heads: heads.clone(),
                under: under(document, passage, parted.label),
                is_frame: is_frame(&text),
                is_taken_back: is_wrong || is_withdrawing,
                is_cell: false,
                is_adrift,
                is_preliminary: is_preliminary(headings.last()),
                is_of_old,
                leans_on: previous.filter(|_| dependent && !is_adrift),
                setting: setting.clone(),
                passage_score: chosen.score.clamp(0.0, 1.0),
                standing: standing(document, chosen, entry.span.start, frame.newest),
                words: length(&text),
                verbatim: single_spaced(original).contains(&text),
                chronicle: is_chronicle(document, chosen),
                elsewhere: frame.elsewhere,
                statement: entry.statement.clone(),
                text,
            };
            if is_adrift {
                self.adrift.push(candidate);
                previous = None;
            } else {
                self.candidates.push(candidate);
                previous = Some(at);
            }
        }
    }

    /// Whether a candidate opens with who says it.
    fn is_of_speaker(&self, at: usize) -> bool {
        let candidate = self.candidates.get(at);
        candidate.is_some_and(|one| names_its_speaker(&one.text))
    }

    /// Counts in how many candidates each term stands.
    fn weigh(&mut self) {
        let mut holding = vec![0u32; self.lexicon.len()];
        for term in self
            .candidates
            .iter()
            .flat_map(|candidate| &candidate.statement.terms)
        {
            if let Some(count) = holding.get_mut(term.index()) {
                *count += 1;
            }
        }
        let all = self.candidates.len() as f32;
        self.weights = holding
            .iter()
            .map(|&count| (1.0 + all / count.max(1) as f32).ln())
            .collect();
        for word in self.languages.function_words() {
            let term = self.lexicon.term(word);
            if let Some(weight) = term.and_then(|term| self.weights.get_mut(term.index())) {
                *weight = 0.0;
            }
        }
        if self.languages.is_unknown() && self.candidates.len() >= 20 {
            self.hush_frequent(&holding);
        }
        self.norms = self
            .candidates
            .iter()
            .map(|candidate| self.norm(&candidate.statement.terms))
            .collect();
    }

    /// Takes the weight of short words that stand everywhere: the function words of a language that has no list.
    fn hush_frequent(&mut self, holding: &[u32]) {
        let often = self.candidates.len() / 6;
        for (stem, term) in self.lexicon.stems() {
            let short = (2..=5).contains(&stem.chars().count());
            let frequent = holding
                .get(term.index())
                .is_some_and(|&count| count as usize > often);
            if let Some(weight) = self
                .weights
                .get_mut(term.index())
                .filter(|_| short && frequent)
            {
                *weight = 0.0;
            }
        }
    }

    fn norm(&self, terms: &[Term]) -> f32 {
        terms
            .iter()
            .map(|&term| self.weight(term).powi(2))
            .sum::<f32>()
            .sqrt()
    }

    /// Sum of squared weights of the terms in both sorted lists.
    fn shared(&self, a: &[Term], b: &[Term]) -> f32 {
        let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
        let mut sum = 0.0;
        while let (Some(own), Some(other)) = (left.peek(), right.peek()) {
            match own.cmp(other) {
                std::cmp::Ordering::Less => {
                    left.next();
                }
                std::cmp::Ordering::Greater => {
                    right.next();
                }
                std::cmp::Ordering::Equal => {
                    sum += self.weight(**own).powi(2);
                    left.next();
                    right.next();
                }
            }
        }
        sum
    }
}

/// The words of what a passage stands under.
fn heads(lexicon: &mut Lexicon, document: &ContextDocument, passage: &Passage) -> Vec<Term> {
    let mut heads = lexicon.terms(&document.document.title);
    for heading in &passage.headings {
        heads.extend(lexicon.terms(heading));
    }
    heads.sort_unstable();
    heads.dedup();
    heads
}

/// What a passage is about: the words of its sentences and of what they stand under.
fn setting(heads: &[Term], entries: &[&Entry]) -> Vec<Term> {
    let mut setting = heads.to_vec();
    setting.extend(entries.iter().flat_map(|entry| &entry.statement.terms));
    setting.sort_unstable();
    setting.dedup();
    setting
}

/// The sentences of a passage.
fn entries_of<'i>(index: &'i Index<'_>, passage: &Passage) -> Vec<&'i Entry> {
    let is_its = |entry: &&Entry| {
        let piece = index.evidence.get(entry.evidence);
        piece.is_some_and(|piece| std::ptr::eq(piece.passage, passage))
    };
    index.entries.iter().filter(is_its).collect()
}

/// What a sentence stands under, as a key: the title of its document, the headings and its label.
pub(super) fn under(document: &ContextDocument, passage: &Passage, label: Option<&str>) -> String {
    let mut all = vec![document.document.title.as_str()];
    all.extend(passage.headings.iter().map(String::as_str));
    all.extend(label);
    key(&all.join(" "))
}

/// What a candidate leans on, the first first; none, where that goes back too far to be told with it.
#[must_use]
pub fn hosts(pool: &Pool, at: usize) -> Option<Vec<usize>> {
    const LONGEST: usize = 2;
    let mut hosts = Vec::new();
    let mut next = pool.candidates.get(at)?.leans_on;
    while let Some(host) = next {
        hosts.insert(0, host);
        next = pool.candidates.get(host)?.leans_on;
    }
    (hosts.len() <= LONGEST).then_some(hosts)
}

/// Whether a value of the one is given otherwise by the other, and by none that bears it out: `four people`, `six people`.
fn count_apart(own: &[Quantity], theirs: &[Quantity]) -> bool {
    own.iter().any(|value| {
        let is_there = |other: &Quantity| other.bears_out(value) || value.bears_out(other);
        !theirs.iter().any(is_there) && count_otherwise(std::slice::from_ref(value), theirs)
    })
}

/// Whether a statement has all the figures of another.
#[must_use]
pub fn bears_out(said: &Statement, statement: &Statement) -> bool {
    let mut firm = statement
        .quantities
        .iter()
        .filter(|wanted| wanted.is_firm());
    firm.all(|wanted| {
        said.quantities
            .iter()
            .any(|theirs| theirs.bears_out(wanted))
    })
}

/// Whether a sentence is what sets another right.
fn sets_right(index: &Index<'_>, entry: &Entry, wrong: &Entry) -> bool {
    let right = index
        .position(wrong)
        .and_then(|at| correction_of(index, at));
    right.is_some_and(|right| std::ptr::eq(right, entry))
}

/// Whether the next sentences of its source take a sentence back or set it right.
fn is_taken_back(index: &Index<'_>, entry: &Entry) -> bool {
    let at = index.position(entry);
    at.is_some_and(|at| crate::check::is_taken_back(index, at))
}

/// What is known beside a passage when its sentences are read.
#[derive(Clone, Copy)]
struct Frame<'a> {
    /// The latest year of the documents.
    newest: Option<u32>,
    /// Whether its document speaks of what the question names.
    at_home: bool,
    /// Whether its document is about another place, firm or the like than the rest.
    elsewhere: bool,
    /// Whether it is asked what happened, and when.
    tells_events: bool,
    /// The stems of what is asked about: what is asked about an outage is no complaint of its own by that word.
    topic: &'a [String],
    /// The same, as far as the evidence has them.
    asked: &'a [Term],
    /// The language of the passage, where it is a known one other than English.
    tongue: Option<Tongue>,
}

impl Frame<'_> {
    /// What a sentence does, as its source has it and as it can stand in a brief.
    fn roles(
        &self,
        (source, text): (&str, &str),
        (deeds, is_of_old): (Deeds, bool),
        figures: &[Quantity],
        headings: &[String],
    ) -> Roles {
        let mut roles = Roles::read(source, deeds, figures, headings, self.topic);
        if is_of_old {
            roles = roles.of_old();
        }
        if let Some(tongue) = self.tongue {
            tongue.add_to(&mut roles, text);
        }
        roles
    }

    /// Whether a sentence has several of the words that are asked about, and half of them.
    fn holds_much(&self, terms: &[Term]) -> bool {
        const SEVERAL: usize = 2;
        let is_held = |term: &&Term| terms.binary_search(term).is_ok();
        let held = self.asked.iter().filter(is_held).count();
        held >= SEVERAL && 2 * held >= self.asked.len()
    }
}

/// The stems of the words that say what a question is about.
fn topic(question: &str) -> Vec<String> {
    words(question)
        .filter_map(|span| question.get(span))
        .filter(|word| !is_generic(word))
        .map(|word| stem(&plain(word)))
        .collect()
}

/// Whether all that a sentence dates lies in years before its document's.
fn is_of_an_earlier_year(statement: &Statement, document: &ContextDocument) -> bool {
    let dates = statement.quantities.iter().filter_map(Quantity::date);
    let latest = dates.filter_map(|date| date.year).max();
    latest
        .zip(year(document))
        .is_some_and(|(latest, written)| latest < written)
}
