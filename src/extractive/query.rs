//! The query: what is asked, as words with what each adds, and how much of it a sentence or a passage holds.

use std::collections::HashSet;

use super::clause::{is_base, is_determiner};
use super::missing::is_generic;
use super::pool::{Candidate, Pool};
use crate::check::{Term, plain, words};
use crate::pipeline::Request;

/// What is asked: words with what each adds.
pub(super) struct Query {
    /// The terms that count as one word of the question, and its weight.
    pub(super) question: Vec<(Vec<Term>, f32)>,
    /// Those of them that say what the question is about: no generic words.
    pub(super) content: Vec<(Vec<Term>, f32)>,
    /// Those of them that name something: no verbs.
    naming: Vec<Vec<Term>>,
    /// Those of them that are written as names.
    names: Vec<Vec<Term>>,
    /// Whether it names things, and none of them stands in the context: nothing but what is done with them.
    pub(super) names_strangers: bool,
    /// Whether all that it names is who is to do something, or of which kind that is, and none of it stands in the context: it asks about whatever this is on.
    pub(super) is_of_the_matter: bool,
    /// Weight of the question's words, those that no candidate knows counted for a part.
    pub(super) whole: f32,
    /// Weight of all its content words, known and unknown.
    pub(super) asked: f32,
    /// The same without the verbs that the context does not know, who is to do something, and of which kind what is asked for is: that is told by other words, or not at
    /// all.
    named: f32,
    /// Who is to do something: `Should the council …`.
    pub(super) acting: Vec<Term>,
    /// How many words that name something stand nowhere in the context.
    absent: usize,
    /// Share of the question's weight that the context knows.
    pub(super) known: f32,
    pub(super) purpose: Vec<Term>,
    /// Content words that stand side by side in the question: `large files` is more than `files`.
    pub(super) pairs: Vec<(Term, Term)>,
}

/// A context that knows less than this share of the question is about something else.
const KNOWN: f32 = 0.3;

/// A context is about a question where a sentence holds this share of what is asked.
const LEAST: f32 = 0.3;

/// How much a word of the question that is nowhere in the context takes from the relevance of sentences that hold the others.
const ABSENT: f32 = 0.35;

impl Query {
    /// Reads a question, or a part of one, for the section that is asked for.
    pub(super) fn read(pool: &mut Pool, asked_for: &str, request: &Request) -> Self {
        let mut question: Vec<(Vec<Term>, f32)> = Vec::new();
        let mut content: Vec<(Vec<Term>, f32)> = Vec::new();
        let (mut whole, mut absent, mut asked, mut about) = (0.0, 0.0, 0.0, 0.0);
        let (mut strange, mut lacking, mut unsaid) = (0, 0, 0.0);
        let (mut naming, mut names_of_it) = (Vec::new(), Vec::new());
        let mut has_strange_name = false;
        let (mut aside, mut acting) = (Aside::default(), Vec::new());
        let mut last = "";
        let dates = pool.dates_in_digits(asked_for);
        for span in words(asked_for) {
            if dates.iter().any(|date| date.contains(&span.start)) {
                continue;
            }
            let word = asked_for.get(span).unwrap_or_default();
            let before = std::mem::replace(&mut last, word);
            // Behind an article a word that may be a verb is none: `the report`.
            let names = !is_base(&word.to_lowercase()) || is_determiner(before);
            let is_aside = aside.takes(before, word);
            let mut senses = pool.senses(word);
            senses.extend(pool.senses_of_parts(word));
            senses.sort_unstable();
            senses.dedup();
            if aside.is_subject {
                acting.extend(&senses);
            }
            if senses.is_empty() || question.iter().any(|(known, _)| *known == senses) {
                continue;
            }
            let known = |term: &Term| pool.known.binary_search(term).is_ok();
            let present = senses.iter().any(known);
            // A word with its near-synonyms weighs as much as the most frequent of them.
            let weight = senses
                .iter()
                .filter(|term| known(term))
                .map(|&term| pool.weight(term))
                .reduce(f32::min)
                .unwrap_or_else(|| pool.rarest());
            let generic = is_generic(word);
            let weight = if generic { 0.25 * weight } else { weight };
            // What stands in every sentence tells none from another, yet it is what the evidence is about.
            let subject = if generic {
                weight
            } else {
                weight.max(0.5 * pool.rarest())
            };
            senses.retain(known);
            if !generic {
                asked += subject;
            }
            if !present {
                absent += weight;
                let is_unsaid = !generic && (is_aside || !names);
                unsaid += if is_unsaid { subject } else { 0.0 };
                strange += usize::from(!generic);
                lacking += usize::from(!generic && !is_unsaid);
                has_strange_name |= !before.is_empty() && word.starts_with(char::is_uppercase);
                continue;
            }
            if !generic {
                content.push((senses.clone(), subject));
                if !before.is_empty() && word.starts_with(char::is_uppercase) {
                    names_of_it.push(senses.clone());
                }
                if names {
                    naming.push(senses.clone());
                }
            }
            question.push((senses, weight));
            whole += weight;
            about += subject;
        }
        let mut purpose = pool
            .lexicon
            .term_set(&format!("{} {}", request.plan.title, request.plan.purpose));
        purpose.retain(|term| !question.iter().any(|(senses, _)| senses.contains(term)));
        let is_of_the_matter = content.is_empty() && lacking == 0 && unsaid > 0.0;
        let known = about / (about + absent - unsaid).max(f32::EPSILON);
        Self {
            question,
            content,
            names_strangers: naming.is_empty() && (has_strange_name || strange > 1),
            naming,
            names: names_of_it,
            is_of_the_matter,
            whole: whole + ABSENT * absent,
            asked,
            named: asked - unsaid,
            acting,
            absent: lacking,
            known,
            purpose,
            pairs: pairs(pool, asked_for),
        }
    }

    /// Pairs of the question that a sentence holds side by side.
    pub(super) fn pairs_in(&self, order: &[Term]) -> usize {
        let held = |(first, second): &&(Term, Term)| {
            order.windows(2).any(|both| both == [*first, *second])
        };
        self.pairs.iter().filter(held).count()
    }

    /// Share of what the question is about among a candidate's own words.
    pub(super) fn share_of_content(&self, candidate: &Candidate) -> f32 {
        weight_in(&self.content, &candidate.statement.terms) / self.asked.max(f32::EPSILON)
    }

    /// Share of the question's weight among sorted terms.
    pub(super) fn share(&self, terms: &[Term]) -> f32 {
        weight_in(&self.question, terms) / self.whole.max(f32::EPSILON)
    }

    /// Whether the context is about the question: some sentence holds a good part of what is asked, or some passage half of it. Single words of a long
    /// question stand in any text.
    pub(super) fn is_grounded(&self, pool: &Pool) -> bool {
        let asked = self.named.max(f32::EPSILON);
        if self.names_strangers {
            return false;
        }
        if self.names_the_matter(pool) || self.names_what_most_are_on(pool) {
            return true;
        }
        self.known >= KNOWN
            && pool.candidates.iter().any(|candidate| {
                let own = &candidate.statement.terms;
                let held = self.content.iter().filter(|(senses, _)| holds(own, senses));
                weight_in(&self.content, own) >= LEAST * asked
                    || held.count() >= 3
                    || weight_in(&self.content, &candidate.setting) >= 0.5 * asked
            })
    }

    /// Whether it asks of what the context keeps coming back to, and of little that is nowhere in it: of a report on a bridge, whether to build another.
    fn names_the_matter(&self, pool: &Pool) -> bool {
        const OFTEN: f32 = 0.2;
        const LEAST: usize = 3;
        let all = pool.candidates.len();
        let is_matter = |senses: &[Term]| {
            let speaking = pool.candidates.iter();
            let speaking = speaking.filter(|one| holds(&one.statement.terms, senses));
            let held = speaking.count();
            held >= LEAST && held as f32 >= OFTEN * all as f32
        };
        self.absent <= self.content.len() + 1 && self.naming.iter().any(|senses| is_matter(senses))
    }

    /// Whether a name of it stands in most documents: they are on that, in whatever words something is asked of it.
    fn names_what_most_are_on(&self, pool: &Pool) -> bool {
        let all: HashSet<u32> = pool.candidates.iter().map(|one| one.number).collect();
        self.names.iter().any(|senses| {
            let own = pool.candidates.iter();
            let own = own.filter(|one| holds(&one.setting, senses) || holds(&one.heads, senses));
            let held: HashSet<u32> = own.map(|one| one.number).collect();
            held.len() > 1 && 2 * held.len() > all.len()
        })
    }

    pub(super) fn asks(&self, term: Term) -> bool {
        self.question
            .iter()
            .any(|(senses, _)| senses.contains(&term))
    }
}

/// What a question may name that no answer repeats: who is to do something (`Should the school …`), and the kind of what is asked for (`Which fertiliser …`).
#[derive(Default)]
struct Aside {
    is_subject: bool,
    is_kind: bool,
}

impl Aside {
    /// Whether the next word of a question is of that.
    fn takes(&mut self, before: &str, word: &str) -> bool {
        let lower = word.to_lowercase();
        self.is_kind = matches!(before.to_lowercase().as_str(), "which" | "what");
        if lower == "should" {
            self.is_subject = true;
        } else if is_base(&lower) && !is_determiner(before) {
            self.is_subject = false;
        }
        self.is_subject || self.is_kind
    }
}

/// Whether the context is about a part of a question of several: `What does it cost, and what do unions advise?`. What it does not hold of the rest is told.
pub(super) fn has_grounded_part(pool: &mut Pool, request: &Request) -> bool {
    let parts = parts(&request.question);
    parts.len() > 1
        && parts.iter().any(|part| {
            let query = Query::read(pool, part, request);
            !query.content.is_empty() && query.is_grounded(pool)
        })
}

/// The questions that a question is made of.
pub(super) fn parts(question: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut before = None;
    for span in words(question) {
        let word = question
            .get(span.clone())
            .unwrap_or_default()
            .to_lowercase();
        let gap = question.get(from..span.start).unwrap_or_default();
        let listed =
            (gap.ends_with(", ") && !RELATIVE.contains(&word.as_str())).then_some(span.start);
        let joined: Option<usize> = before.or(listed).filter(|_| ASKS.contains(&word.as_str()));
        if let Some(start) = joined
            .or_else(|| gap.ends_with(['?', ';']).then_some(span.start))
            .filter(|start| *start > from)
        {
            parts.extend(question.get(from..start));
            from = start;
        }
        before = (word == "and").then_some(span.start);
    }
    parts.extend(question.get(from..));
    parts
}

/// Words that begin a question.
#[rustfmt::skip]
const ASKS: &[&str] = &[
    "what", "how", "why", "when", "where", "who", "which", "whether", "should", "is", "are", "does", "do", "did", "can", "could", "will", "would", "was", "were", "has", "have",
    "had",
];

/// Words that behind a comma may as well speak of what stands before it.
const RELATIVE: &[&str] = &["which", "who", "when", "where"];

fn pairs(pool: &mut Pool, question: &str) -> Vec<(Term, Term)> {
    let mut pairs = Vec::new();
    let mut before: Option<(Term, usize)> = None;
    for span in words(question) {
        let word = question.get(span.clone()).unwrap_or_default();
        let content = !pool.languages.is_function_word(&plain(word));
        let term = pool.lexicon.term(word).filter(|_| content);
        if let (Some((first, end)), Some(second)) = (before, term)
            && span.start == end + 1
        {
            pairs.push((first, second));
        }
        before = term.map(|term| (term, span.end));
    }
    pairs
}

/// Whether sorted terms hold one of the senses of a word.
pub(super) fn holds(terms: &[Term], senses: &[Term]) -> bool {
    senses.iter().any(|term| terms.binary_search(term).is_ok())
}

/// Weight of the words that sorted terms hold.
pub(super) fn weight_in(asked: &[(Vec<Term>, f32)], terms: &[Term]) -> f32 {
    asked
        .iter()
        .filter(|(senses, _)| holds(terms, senses))
        .map(|(_, weight)| weight)
        .sum()
}
