//! Selection: the sentences of one section.
//!
//! Greedy: the best next sentence is the one that scores high and says least of what is already chosen. Documents take turns, what two of them say
//! alike is said once with both citations, and a sentence that leans on another comes with it or not at all.

use super::pool::{Candidate, Pool, bears_out};
use super::rank::{RELEVANT, Ranking};
use crate::check::{Polarity, Statement, key, sentences};
use crate::pipeline::Request;
use crate::study::RhetoricalRole;

use super::marks::without_marks;

/// Sentences that stay together, in order, each with the documents that say so.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    pub parts: Vec<Part>,
    pub score: f32,
}

impl Unit {
    #[must_use]
    pub fn words(&self, pool: &Pool) -> usize {
        let parts = self.parts.iter();
        parts
            .filter_map(|part| pool.candidates.get(part.candidate))
            .map(|candidate| candidate.words)
            .sum()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Index of the candidate.
    pub candidate: usize,
    /// Citation numbers, ascending.
    pub numbers: Vec<u32>,
}

/// Text that must not be said again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Taken {
    keys: Vec<String>,
    statements: Vec<Statement>,
}

impl Taken {
    /// Reads the sentences of texts; citation marks don't count.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>, pool: &mut Pool) -> Self {
        let mut taken = Self::default();
        for text in texts {
            for span in sentences(text) {
                let sentence = without_marks(text.get(span).unwrap_or_default());
                let statement = Statement::read(&sentence, &mut pool.lexicon);
                if statement.terms.len() >= 2 {
                    taken.keys.push(key(&sentence));
                    taken.statements.push(statement);
                }
            }
        }
        taken
    }

    /// Whether a candidate itself is among the texts.
    #[must_use]
    pub fn tells(&self, pool: &Pool, at: usize) -> bool {
        let own = pool.candidates.get(at);
        own.is_none_or(|own| self.keys.iter().any(|key| key.contains(&own.key)))
    }

    /// Whether a candidate, or its like, is among the texts.
    #[must_use]
    pub fn holds(&self, pool: &Pool, at: usize) -> bool {
        let Some(candidate) = pool.candidates.get(at) else {
            return true;
        };
        let own = &candidate.statement;
        // `It is safe again` has all words of `It is not safe`.
        let is_turned = |said: &Statement| {
            Polarity::opposition(&own.polarity, &said.polarity, &own.terms, &said.terms).is_some()
        };
        self.keys.iter().any(|key| key.contains(&candidate.key))
            || self.statements.iter().any(|said| {
                pool.similarity_to(at, said) >= 0.8 && bears_out(said, own) && !is_turned(said)
                    || pool.says_the_same(own, said)
            })
    }
}

/// What a selection may use.
pub struct Limits<'a> {
    /// Words to fill at most.
    pub words: usize,
    /// Sentences to choose at most.
    pub sentences: usize,
    /// Whether a candidate may be chosen.
    pub admits: &'a dyn Fn(usize) -> bool,
    /// Whether a candidate may stand before one that leans on it, though it would not be chosen for itself.
    pub leads: &'a dyn Fn(usize) -> bool,
    /// Candidates of the version that another is wanted for; they come behind close rivals.
    pub stale: &'a [usize],
}

/// Chooses sentences, the best first.
#[must_use]
pub fn choose(pool: &Pool, ranking: &Ranking, limits: &Limits<'_>) -> Vec<Unit> {
    let mut selection = Selection::new(pool, ranking, limits);
    while selection.chosen < limits.sentences && selection.step() {}
    selection.units
}

/// Whether a candidate plays the section's role well enough. What plainly belongs to another section is left to it. The first text of a brief may take any
/// other sentence on the question; later sections would repeat the situation if they did.
#[must_use]
pub fn fits_role(candidate: &Candidate, request: &Request) -> bool {
    fits(candidate, request, request.plan.role)
}

/// Whether a candidate belongs to a section of no role of the brief, and the section is that which tells what is so besides.
#[must_use]
pub fn is_homeless(candidate: &Candidate, request: &Request) -> bool {
    let mut roles = request.roles.iter();
    let is_first = roles.clone().next() == Some(&request.plan.role);
    is_first && !roles.any(|role| fits(candidate, request, *role))
}

fn fits(candidate: &Candidate, request: &Request, role: RhetoricalRole) -> bool {
    if candidate.roles.belongs_elsewhere(role) {
        return false;
    }
    match role {
        RhetoricalRole::Situation => {
            could_open(candidate) && candidate.roles.complication <= candidate.roles.situation + 0.1
        }
        RhetoricalRole::Complication | RhetoricalRole::Resolution => {
            request.written.is_empty() || plays(candidate, role)
        }
    }
}

/// Whether a candidate plays a role, and no other one more.
#[must_use]
pub fn plays(candidate: &Candidate, role: RhetoricalRole) -> bool {
    let roles = candidate.roles;
    !roles.belongs_elsewhere(role) && roles.of(role) >= 0.3 && roles.fit(role) > 0.0
}

/// Whether a candidate could stand in a situation that would be empty otherwise.
#[must_use]
pub fn could_open(candidate: &Candidate) -> bool {
    let role = RhetoricalRole::Situation;
    // What somebody wants is no fact of the matter.
    !candidate.deeds.takes_a_side
        && !candidate.roles.belongs_elsewhere(role)
        && candidate.roles.fit(role) > -0.2
}

struct Selection<'a> {
    pool: &'a Pool,
    limits: &'a Limits<'a>,
    /// Score, or nothing for what is used up or not admitted.
    open: Vec<Option<f32>>,
    relevance: &'a [f32],
    answers: &'a [bool],
    /// Likeness to what is chosen so far.
    likeness: Vec<f32>,
    units: Vec<Unit>,
    words: usize,
    chosen: usize,
    /// Score of the first choice: the rest is measured by it.
    best: f32,
    /// What is chosen, or says the like.
    used: Vec<bool>,
    /// No document may give more sentences than this.
    share: usize,
}

/// A sentence that scores less than this part of the best is not worth reading.
const WORTH: f32 = 0.42;

impl<'a> Selection<'a> {
    fn new(pool: &'a Pool, ranking: &'a Ranking, limits: &'a Limits<'a>) -> Self {
        let admitted = |at: usize| {
            ranking
                .relevance
                .get(at)
                .is_some_and(|value| *value >= RELEVANT)
                && (limits.admits)(at)
        };
        let open: Vec<Option<f32>> = ranking
            .score
            .iter()
            .enumerate()
            .map(|(at, score)| {
                let stale = if limits.stale.contains(&at) {
                    0.15
                } else {
                    0.0
                };
                admitted(at).then_some(score - stale)
            })
            .collect();
        let mut documents: Vec<u32> = pool
            .candidates
            .iter()
            .zip(&open)
            .filter(|(_, open)| open.is_some())
            .map(|(candidate, _)| candidate.number)
            .collect();
        documents.sort_unstable();
        documents.dedup();
        let expected = (limits.words / 16).clamp(1, limits.sentences.max(1));
        let share = match documents.len() {
            0 | 1 => usize::MAX,
            many => expected.div_ceil(many) + 1,
        };
        let best = open.iter().flatten().copied().fold(0.0, f32::max);
        Self {
            pool,
            limits,
            relevance: &ranking.relevance,
            answers: &ranking.answers,
            likeness: vec![0.0; open.len()],
            used: vec![false; open.len()],
            open,
            units: Vec::new(),
            words: 0,
            chosen: 0,
            best,
            share,
        }
    }

    /// Takes the best sentence that is left; false where none is worth it.
    fn step(&mut self) -> bool {
        let value = |at: usize, score: f32| {
            let turn = 0.035 * self.given(at).min(4) as f32;
            score - 0.35 * self.likeness.get(at).unwrap_or(&0.0) - turn
        };
        let best = self
            .open
            .iter()
            .enumerate()
            .filter_map(|(at, score)| Some((at, value(at, (*score)?), (*score)?)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some((at, _, score)) =
            best.filter(|(_, value, score)| *score >= WORTH * self.best && *value > 0.0)
        else {
            return false;
        };
        let chain = self.chain(at);
        let words: usize = chain
            .iter()
            .filter_map(|&part| self.pool.candidates.get(part))
            .map(|candidate| candidate.words)
            .sum();
        let complete = chain.first().is_some_and(|&first| {
            self.pool
                .candidates
                .get(first)
                .is_some_and(|first| first.leans_on.is_none() || self.is_chosen(first.leans_on))
        });
        let fits = self.words + words <= self.limits.words
            || self.units.is_empty() && words <= 2 * self.limits.words.max(60);
        let longest = if self.answers.get(at).is_some_and(|answers| *answers) {
            3
        } else {
            2
        };
        if !complete || !fits || chain.len() > longest || self.given(at) + chain.len() > self.share
        {
            if let Some(open) = self.open.get_mut(at) {
                *open = None;
            }
            return true;
        }
        self.words += words;
        // What goes on about the same with figures comes with it, as it would for any other of its kind.
        let next = self.pool.follower(at).filter(|next| {
            let has_room = self
                .pool
                .candidates
                .get(*next)
                .is_some_and(|one| self.words + one.words <= self.limits.words);
            has_room && self.open.get(*next).is_some_and(Option::is_some)
                || has_room
                    && (self.limits.leads)(*next)
                    && !self.used.get(*next).copied().unwrap_or(true)
        });
        let chain: Vec<usize> = chain.into_iter().chain(next).collect();
        self.words += next
            .and_then(|next| self.pool.candidates.get(next))
            .map_or(0, |one| one.words);
        self.take(&chain, score);
        true
    }

    /// The candidate with what it leans on, as far as that is not chosen yet.
    fn chain(&self, at: usize) -> Vec<usize> {
        let mut chain = vec![at];
        let mut next = self
            .pool
            .candidates
            .get(at)
            .and_then(|candidate| candidate.leans_on);
        while let Some(before) = next.filter(|before| {
            let is_open = self.open.get(*before).is_some_and(Option::is_some);
            let is_used = self.used.get(*before).copied().unwrap_or(true);
            is_open || !is_used && (self.limits.leads)(*before)
        }) {
            chain.insert(0, before);
            next = self
                .pool
                .candidates
                .get(before)
                .and_then(|candidate| candidate.leans_on);
        }
        chain
    }

    fn is_chosen(&self, at: Option<usize>) -> bool {
        at.is_some_and(|at| {
            self.units
                .iter()
                .any(|unit| unit.parts.last().is_some_and(|part| part.candidate == at))
        })
    }

    /// Sentences that the candidate's document has given so far.
    fn given(&self, at: usize) -> usize {
        let number = self
            .pool
            .candidates
            .get(at)
            .map(|candidate| candidate.number);
        self.units
            .iter()
            .flat_map(|unit| &unit.parts)
            .filter(|part| {
                self.pool
                    .candidates
                    .get(part.candidate)
                    .map(|candidate| candidate.number)
                    == number
            })
            .count()
    }

    fn take(&mut self, chain: &[usize], score: f32) {
        let parts: Vec<Part> = chain
            .iter()
            .map(|&candidate| Part {
                candidate,
                numbers: self.agreeing(candidate),
            })
            .collect();
        self.chosen += parts.len();
        for &at in chain {
            for other in 0..self.open.len() {
                let similarity = self.pool.similarity(at, other);
                if let Some(likeness) = self.likeness.get_mut(other) {
                    *likeness = likeness.max(similarity);
                }
                let is_like = similarity >= 0.7 && !self.pool.has_news(other, at);
                if other == at || is_like || self.repeats(other, at) {
                    self.open[other] = None;
                    self.used[other] = true;
                }
            }
        }
        let lean = chain
            .first()
            .and_then(|&first| self.pool.candidates.get(first)?.leans_on);
        let host = self.units.iter_mut().find(|unit| {
            unit.parts
                .last()
                .is_some_and(|part| Some(part.candidate) == lean)
        });
        match host {
            Some(unit) => unit.parts.extend(parts),
            None => self.units.push(Unit { parts, score }),
        }
    }

    fn repeats(&self, other: usize, said: usize) -> bool {
        match (
            self.pool.candidates.get(other),
            self.pool.candidates.get(said),
        ) {
            (Some(other), Some(said)) => self.pool.says_the_same(&other.statement, &said.statement),
            _ => true,
        }
    }

    /// Whether two candidates are one statement: each says what the other does, and neither leans on something else.
    fn agree(&self, own: &Candidate, theirs: &Candidate) -> bool {
        own.leans_on.is_none()
            && theirs.leans_on.is_none()
            && self.pool.says_the_same(&own.statement, &theirs.statement)
            && self
                .pool
                .containment(&theirs.statement.terms, &own.statement.terms)
                >= 0.6
    }

    /// The numbers of a candidate's document and of others that say the same.
    fn agreeing(&self, at: usize) -> Vec<u32> {
        let Some(candidate) = self.pool.candidates.get(at) else {
            return Vec::new();
        };
        let mut numbers = vec![candidate.number];
        let mut sources = vec![candidate.source];
        for (other, theirs) in self.pool.candidates.iter().enumerate() {
            let relevant = self
                .relevance
                .get(other)
                .is_some_and(|value| *value >= RELEVANT);
            if relevant
                && numbers.len() < 3
                && !numbers.contains(&theirs.number)
                && !sources.contains(&theirs.source)
                && !candidate.is_copy_of(theirs)
                && self.agree(candidate, theirs)
            {
                numbers.push(theirs.number);
                sources.push(theirs.source);
            }
        }
        numbers.sort_unstable();
        numbers
    }
}
