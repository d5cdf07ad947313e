//! The pool: every sentence of the context that could stand in a brief, read once.
//!
//! A candidate keeps its words as its source has them; only white space, list markers and the source's own reference marks go. How alike two sentences are
//! is measured here, by the rare words that they share.

mod reading;

use std::collections::{BTreeMap, HashSet};

use crate::check::{
    Conflict, Evidence, Index, Lexicon, Polarity, Quantity, QuestionKind, Statement, Term,
    conflicts_in, count_otherwise, every_conflict_in, plain, stem, words,
};
use crate::pipeline::Request;
use crate::study::CycleKind;

use self::reading::Frame;
pub(super) use self::reading::under;
use super::answer::questions;
pub use super::candidate::Candidate;
use super::home;
use super::language::Languages;
use super::lean::{opens_with_pronoun, takes_back};
use super::missing::is_generic;
use super::phrases::told_in_several;
use super::release::version_asked;
use super::short_forms::{ShortForm, short_forms};
use super::source::{best_passages, superseded, year};
use super::tongue::Tongue;
use super::voice::speaker_of;

/// All candidates of one request.
#[derive(Default)]
pub struct Pool {
    pub candidates: Vec<Candidate>,
    /// Sentences that hold much of what is asked and cannot stand in a text of their own: they lean on what is not told, or are too long or not whole. In quotation
    /// marks one of them may answer.
    pub adrift: Vec<Candidate>,
    /// The candidates that are rows of tables, each with the question, or the part of it, that the row is for.
    pub cells: Vec<(String, usize)>,
    pub lexicon: Lexicon,
    /// What the passages contradict each other in: each sentence once, or, for an update, with everything that it contradicts.
    pub conflicts: Vec<Conflict>,
    /// Every content word of the passages, their titles and headings, sorted.
    pub known: Vec<Term>,
    /// The languages of the question and the documents, other than English.
    pub languages: Languages,
    /// What the documents are called where they speak for themselves, by their numbers.
    pub titles: BTreeMap<u32, String>,
    /// The documents that say of themselves that others have taken their place.
    pub superseded: HashSet<u32>,
    /// The documents that speak of the very place or firm that is asked about, or name none.
    pub at_home: HashSet<u32>,
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
            .filter_map(|one| Some((one.number, speaker_of(&one.document)?.to_owned())))
            .collect();
        let newest = request.context.documents.iter().filter_map(year).max();
        let at_home = home::documents_at_home(request, &index);
        let elsewhere = home::documents_elsewhere(request, &index);
        let topic = topic(&request.question);
        let mut asked: Vec<Term> = telling_words(&request.question)
            .filter_map(|word| index.lexicon.term(word))
            .collect();
        asked.sort_unstable();
        asked.dedup();
        let kind = QuestionKind::of(&request.question);
        let release = version_asked(&request.question);
        let tells_events = matches!(kind, QuestionKind::Events | QuestionKind::When);
        let mut keys = HashSet::new();
        pool.superseded = superseded(request);
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
                release: release.as_deref(),
                tongue: Tongue::of(&passage.passage.text),
            };
            pool.read(&mut index, document, passage, frame, &mut keys);
        }
        for question in questions(&request.question) {
            for chosen in best_passages(request) {
                pool.read_cells(question, chosen, newest, &mut index.lexicon);
            }
        }
        pool.at_home = at_home;
        pool.lexicon = index.lexicon;
        pool.read_phrases();
        pool.read_short_forms(request);
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

    /// Gives each candidate the words that its sentence says in several: `took over` tells of a replacement.
    fn read_phrases(&mut self) {
        for candidate in self.candidates.iter_mut().chain(&mut self.adrift) {
            for word in told_in_several(&candidate.key) {
                let Some(term) = self.lexicon.term(word) else {
                    continue;
                };
                let terms = &mut candidate.statement.terms;
                if let Err(at) = terms.binary_search(&term) {
                    terms.insert(at, term);
                    self.known.push(term);
                }
            }
        }
    }

    /// Gives each candidate the short form of what it, or what it stands under, calls by the whole name, where a question uses that.
    fn read_short_forms(&mut self, request: &Request) {
        let mut asked: Vec<&str> = words(&request.question)
            .filter_map(|span| request.question.get(span))
            .collect();
        asked.retain(|word| word.len() > 1 && word.chars().all(char::is_uppercase));
        if asked.is_empty() {
            return;
        }
        let mut forms: Vec<ShortForm> = Vec::new();
        for (_, chosen) in best_passages(request) {
            let found = short_forms(&chosen.passage.text).into_iter();
            forms.extend(found.filter(|form| asked.contains(&form.short.as_str())));
        }
        forms.dedup();
        for form in forms {
            let Some(short) = self.lexicon.term(&form.short) else {
                continue;
            };
            let long: Vec<Term> = form
                .long
                .iter()
                .filter_map(|word| self.lexicon.term(word))
                .collect();
            let names_it =
                |terms: &[Term]| long.iter().all(|term| terms.binary_search(term).is_ok());
            for candidate in self.candidates.iter_mut().chain(&mut self.adrift) {
                for terms in [&mut candidate.statement.terms, &mut candidate.heads] {
                    if let Err(at) = terms.binary_search(&short)
                        && names_it(terms)
                    {
                        terms.insert(at, short);
                    }
                }
            }
        }
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

/// The stems of the words that say what a question is about.
fn topic(question: &str) -> Vec<String> {
    let stems = telling_words(question).map(|word| stem(&plain(word)));
    stems.collect()
}

fn telling_words(question: &str) -> impl Iterator<Item = &str> {
    let all = words(question).filter_map(|span| question.get(span));
    all.filter(|word| !is_generic(word))
}
