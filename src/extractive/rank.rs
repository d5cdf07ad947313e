//! Ranking: how much each candidate is worth to one section.
//!
//! A score is made of relevance to the question, centrality among all candidates, the section's rhetorical role, specifics, and the standing of the
//! source. All parts lie between 0 and 1, so that their weights can be read.

use std::collections::HashMap;

use super::missing::{aspects, is_generic};
use super::pool::{Candidate, Pool};
use crate::check::{Term, Unit, plain, words};
use crate::pipeline::Request;

/// The scores of a pool's candidates, by index.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ranking {
    pub relevance: Vec<f32>,
    pub score: Vec<f32>,
}

/// Below this, a sentence is not about the question.
pub const RELEVANT: f32 = 0.2;

/// What a sentence gains that names the main problem or the main advice.
const LEADS: f32 = 0.14;

/// What a sentence that is about the question gains by a value of the kind that is asked for.
const ANSWERS: f32 = 0.12;

/// The share of the question that a passage holds whose other sentences count as being about it too.
const AMID: f32 = 0.6;

/// Ranks the candidates for the section that is asked for.
#[must_use]
pub fn rank(pool: &mut Pool, request: &Request) -> Ranking {
    let query = Query::read(pool, &request.question, request);
    let all = pool.candidates.len();
    let relevance = if aspects(&request.question).is_empty() {
        // A question that names nothing is answered by anything.
        vec![0.5; all]
    } else if !query.is_grounded(pool) && !has_grounded_part(pool, request) {
        vec![0.0; all]
    } else {
        relevance(pool, &query)
    };
    let central = centrality(pool, &relevance);
    let sought = Sought::read(&request.question);
    let score = pool
        .candidates
        .iter()
        .zip(relevance.iter().zip(&central))
        .map(|(candidate, (relevance, central))| {
            let role = candidate.roles.fit(request.plan.role);
            0.42 * relevance
                + if sought.is_given_by(candidate) {
                    ANSWERS * relevance
                } else {
                    0.0
                }
                + 0.14 * central
                + 0.24 * role
                + 0.08 * specifics(candidate)
                + 0.07 * candidate.standing
                + 0.05 * candidate.passage_score
                + if candidate.roles.leads { LEADS } else { 0.0 }
                - awkwardness(candidate)
        })
        .collect();
    Ranking { relevance, score }
}

/// Kinds of value that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sought {
    date: bool,
    money: bool,
    amount: bool,
}

impl Sought {
    fn read(question: &str) -> Self {
        let all: Vec<String> = words(question)
            .filter_map(|span| question.get(span))
            .map(str::to_lowercase)
            .collect();
        let says = |list: &[&str]| all.iter().any(|word| list.contains(&word.as_str()));
        let asks_how = |list: &[&str]| {
            all.windows(2).any(
                |pair| matches!(pair, [how, much] if how == "how" && list.contains(&much.as_str())),
            )
        };
        Self {
            date: says(&["when", "deadline", "wann", "quand"]) || asks_how(&["long", "soon"]),
            money: says(&[
                "cost", "costs", "price", "prices", "budget", "pay", "kosten", "kostet",
            ]) || asks_how(&["expensive", "much"]),
            amount: asks_how(&["many", "much", "large", "big", "far", "often", "fast"]),
        }
    }

    fn is_given_by(self, candidate: &Candidate) -> bool {
        candidate.statement.quantities.iter().any(|quantity| {
            let amount = quantity.amount();
            self.date && quantity.date().is_some()
                || self.amount && amount.is_some()
                || self.money && amount.is_some_and(|amount| matches!(amount.unit, Unit::Money(_)))
        })
    }
}

/// What is asked: words with what each adds.
struct Query {
    /// The terms that count as one word of the question, and its weight.
    question: Vec<(Vec<Term>, f32)>,
    /// Those of them that say what the question is about: no generic words.
    content: Vec<(Vec<Term>, f32)>,
    /// Weight of the question's words, those that no candidate knows counted for a part.
    whole: f32,
    /// Weight of all its content words, known and unknown.
    asked: f32,
    /// Share of the question's weight that the context knows.
    known: f32,
    purpose: Vec<Term>,
    /// Content words that stand side by side in the question: `large files` is more than `files`.
    pairs: Vec<(Term, Term)>,
}

/// A context that knows less than this share of the question is about something else.
const KNOWN: f32 = 0.3;

/// How much a word of the question that is nowhere in the context takes from the relevance of sentences that hold the others.
const ABSENT: f32 = 0.35;

impl Query {
    /// Reads a question, or a part of one, for the section that is asked for.
    fn read(pool: &mut Pool, asked_for: &str, request: &Request) -> Self {
        let mut question: Vec<(Vec<Term>, f32)> = Vec::new();
        let mut content: Vec<(Vec<Term>, f32)> = Vec::new();
        let (mut whole, mut absent, mut asked, mut about) = (0.0, 0.0, 0.0, 0.0);
        for span in words(asked_for) {
            let word = asked_for.get(span).unwrap_or_default();
            let mut senses = pool.senses(word);
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
                continue;
            }
            if !generic {
                content.push((senses.clone(), subject));
            }
            question.push((senses, weight));
            whole += weight;
            about += subject;
        }
        let mut purpose = pool
            .lexicon
            .term_set(&format!("{} {}", request.plan.title, request.plan.purpose));
        purpose.retain(|term| !question.iter().any(|(senses, _)| senses.contains(term)));
        let known = about / (about + absent).max(f32::EPSILON);
        Self {
            question,
            content,
            whole: whole + ABSENT * absent,
            asked,
            known,
            purpose,
            pairs: pairs(pool, asked_for),
        }
    }

    /// Pairs of the question that a sentence holds side by side.
    fn pairs_in(&self, order: &[Term]) -> usize {
        let held = |(first, second): &&(Term, Term)| {
            order.windows(2).any(|both| both == [*first, *second])
        };
        self.pairs.iter().filter(held).count()
    }

    /// Share of the question's weight among sorted terms.
    fn share(&self, terms: &[Term]) -> f32 {
        weight_in(&self.question, terms) / self.whole.max(f32::EPSILON)
    }

    /// Whether the context is about the question: some sentence holds a good part of what is asked, or some passage half of it. Single words of a long
    /// question stand in any text.
    fn is_grounded(&self, pool: &Pool) -> bool {
        let asked = self.asked.max(f32::EPSILON);
        self.known >= KNOWN
            && pool.candidates.iter().any(|candidate| {
                let own = &candidate.statement.terms;
                let held = self.content.iter().filter(|(senses, _)| holds(own, senses));
                weight_in(&self.content, own) >= 0.34 * asked
                    || held.count() >= 3
                    || weight_in(&self.content, &candidate.setting) >= 0.5 * asked
            })
    }

    fn asks(&self, term: Term) -> bool {
        self.question
            .iter()
            .any(|(senses, _)| senses.contains(&term))
    }
}

/// Whether the context is about a part of a question of several: `What does it cost, and what do unions advise?`. What it does not hold of the rest is told.
fn has_grounded_part(pool: &mut Pool, request: &Request) -> bool {
    let parts = parts(&request.question);
    parts.len() > 1
        && parts.iter().any(|part| {
            let query = Query::read(pool, part, request);
            !query.content.is_empty() && query.is_grounded(pool)
        })
}

/// The questions that a question is made of.
fn parts(question: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut before = None;
    for span in words(question) {
        let word = question
            .get(span.clone())
            .unwrap_or_default()
            .to_lowercase();
        let joined: Option<usize> = before.filter(|_| ASKS.contains(&word.as_str()));
        let gap = question.get(from..span.start).unwrap_or_default();
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
    "what", "how", "why", "when", "where", "who", "which", "whether", "should", "is", "are", "does", "do", "did", "can", "could", "will", "would", "was", "were",
];

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
fn holds(terms: &[Term], senses: &[Term]) -> bool {
    senses.iter().any(|term| terms.binary_search(term).is_ok())
}

/// Weight of the words that sorted terms hold.
fn weight_in(asked: &[(Vec<Term>, f32)], terms: &[Term]) -> f32 {
    asked
        .iter()
        .filter(|(senses, _)| holds(terms, senses))
        .map(|(_, weight)| weight)
        .sum()
}

fn relevance(pool: &Pool, query: &Query) -> Vec<f32> {
    let direct: Vec<f32> = pool
        .candidates
        .iter()
        .map(|candidate| query.share(&candidate.statement.terms))
        .collect();
    let company = company(pool, query, &direct);
    let documents = document_shares(pool, query);
    let relevance = |(candidate, direct): (&Candidate, &f32)| {
        let terms = &candidate.statement.terms;
        let kept: f32 = company
            .iter()
            .filter(|(term, _)| terms.binary_search(term).is_ok())
            .map(|(_, weight)| weight)
            .sum();
        let purpose = query
            .purpose
            .iter()
            .filter(|term| terms.binary_search(term).is_ok())
            .count()
            .min(2) as f32;
        let around = 0.25 * query.share(&candidate.setting)
            + 0.15 * documents.get(&candidate.number).unwrap_or(&0.0);
        // Sentences seldom hold the whole question; half of it is as good as all.
        let pairs = query.pairs_in(&candidate.statement.order).min(2) as f32;
        let own = 0.45 * (2.0 * direct).min(1.0) + 0.25 * kept.min(1.0) + 0.08 * pairs;
        // A sentence that has nothing of the question or its company is relevant only amid a passage that takes the question up, and then barely.
        let amid = query.share(&candidate.setting);
        if own > 0.0 {
            (own + around + 0.05 * purpose).min(1.0)
        } else if amid >= AMID {
            RELEVANT + 0.1 * (amid - AMID)
        } else {
            around.min(0.9 * RELEVANT)
        }
    };
    pool.candidates.iter().zip(&direct).map(relevance).collect()
}

/// Share of the question's weight that each document takes up, by its number.
fn document_shares(pool: &Pool, query: &Query) -> HashMap<u32, f32> {
    let mut settings: HashMap<u32, Vec<Term>> = HashMap::new();
    for candidate in &pool.candidates {
        settings
            .entry(candidate.number)
            .or_default()
            .extend(&candidate.setting);
    }
    settings
        .into_iter()
        .map(|(number, mut terms)| {
            terms.sort_unstable();
            terms.dedup();
            (number, query.share(&terms))
        })
        .collect()
}

/// The words that keep company with the question's in the sentences that hold most of it, with their weights.
fn company(pool: &Pool, query: &Query, direct: &[f32]) -> Vec<(Term, f32)> {
    let mut best: Vec<usize> = (0..direct.len())
        .filter(|&at| direct.get(at).is_some_and(|share| *share > 0.0))
        .collect();
    best.sort_by(|&a, &b| {
        direct
            .get(b)
            .unwrap_or(&0.0)
            .total_cmp(direct.get(a).unwrap_or(&0.0))
            .then(a.cmp(&b))
    });
    best.truncate(12.max(direct.len() / 10));
    let mut together: HashMap<Term, f32> = HashMap::new();
    for &at in &best {
        let share = direct.get(at).copied().unwrap_or_default();
        for &term in pool
            .candidates
            .get(at)
            .map(|candidate| candidate.statement.terms.as_slice())
            .unwrap_or_default()
        {
            if !query.asks(term) {
                *together.entry(term).or_default() += share;
            }
        }
    }
    let mut ranked: Vec<(Term, f32)> = together
        .into_iter()
        .map(|(term, count)| (term, count * pool.weight(term)))
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked.truncate(15);
    let most = ranked.first().map_or(1.0, |(_, weight)| *weight);
    ranked
        .into_iter()
        .map(|(term, weight)| (term, 0.4 * weight / most))
        .collect()
}

/// How much the other relevant sentences say the like, by power iteration over their similarities; the highest is 1.
fn centrality(pool: &Pool, relevance: &[f32]) -> Vec<f32> {
    let count = pool.candidates.len();
    let mut links: Vec<Vec<(usize, f32)>> = vec![Vec::new(); count];
    let relevant: Vec<usize> = (0..count)
        .filter(|&at| relevance.get(at).is_some_and(|value| *value >= RELEVANT))
        .collect();
    for (a, b, similarity) in pool.similarities(&relevant, 0.1) {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(links) = links.get_mut(from) {
                links.push((to, similarity));
            }
        }
    }
    let totals: Vec<f32> = links
        .iter()
        .map(|links| links.iter().map(|(_, weight)| weight).sum())
        .collect();
    let mut value = vec![1.0f32; count];
    for _ in 0..20 {
        value = links
            .iter()
            .map(|links| {
                let sum: f32 = links
                    .iter()
                    .map(|(other, weight)| {
                        weight * value.get(*other).unwrap_or(&0.0)
                            / totals.get(*other).unwrap_or(&1.0).max(f32::EPSILON)
                    })
                    .sum();
                0.15 + 0.85 * sum
            })
            .collect();
    }
    let most = value.iter().copied().fold(f32::EPSILON, f32::max);
    value.into_iter().map(|value| value / most).collect()
}

/// Numbers, dates and names: what a reader cannot guess.
fn specifics(candidate: &Candidate) -> f32 {
    let numbers = candidate.statement.quantities.len().min(3) as f32;
    let names = candidate.statement.names.len().min(3) as f32;
    (0.25 * numbers + 0.12 * names).min(1.0)
}

/// What makes a sentence read badly out of its place.
fn awkwardness(candidate: &Candidate) -> f32 {
    let mut penalty = 0.0;
    if candidate.leans_on.is_some() {
        penalty += 0.06;
    }
    if !candidate.text.ends_with(['.', '!', '。', '”', '"', ')']) {
        penalty += 0.08;
    }
    let all: Vec<&str> = words(&candidate.text)
        .filter_map(|span| candidate.text.get(span))
        .collect();
    let holds = |list: &[&str]| all.iter().any(|word| list.contains(word));
    if holds(&["I", "me", "my", "My", "I've", "I'm"]) {
        penalty += 0.1;
    }
    if holds(&["you", "You", "your", "Your", "you'll", "you're"]) {
        penalty += 0.04;
    }
    if candidate.chronicle {
        penalty += 0.25;
    }
    if holds(&["Note", "note", "Notice", "above", "below"]) {
        penalty += 0.1;
    }
    penalty += 0.04 * identifiers(&candidate.text).min(3) as f32;
    if candidate.words > 40 {
        penalty += 0.05;
    }
    penalty
}

/// Words that are code by their shape.
fn identifiers(text: &str) -> usize {
    text.split_whitespace()
        .filter(|word| {
            word.contains("::")
                || word.contains("()")
                || word.contains('_')
                || word.starts_with("--")
                || word.starts_with('`')
        })
        .count()
}
