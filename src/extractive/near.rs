//! Near: whether a sentence that answers nothing is still to the point. Who asks one thing does not want to hear of whatever else the documents tell; what shares a
//! word with the question, in a document that is about something else, says nothing on it.

use std::collections::HashMap;

use super::language::{is_foreign, is_german};
use super::pool::Pool;
use super::rank::Ranking;
use super::select::Unit;
use crate::semantic::{Vector, embed};

/// What relevance, meaning and the nearness of the passage have to come to, each for what it counts.
const LEAST: f32 = 0.45;
/// The same where so little was put together that most of it is of the matter: what is beside it there is the chatter of its documents.
const OF_ONE_MATTER: f32 = 0.37;
/// The same of a problem, which seldom has the words of what it is a problem of, and of one that is named outright.
const A_PROBLEM: f32 = 0.25;
const OUTRIGHT: f32 = 0.15;
/// How strongly a sentence tells of a problem that does so plainly.
const PLAIN: f32 = 0.45;

/// What is near enough to be told beside an answer.
#[derive(Default)]
pub(super) struct Near {
    /// Nothing where the question is not in English, when it is not known how near something is to it, or where everything is admitted.
    question: Option<Vector>,
    /// By document: how near its nearest passage is, and the most of the question that a sentence of it has.
    documents: HashMap<u32, (f32, f32)>,
    /// The most of any.
    best: (f32, f32),
    /// Whether so little was put together that all documents count as being on what is asked.
    is_one_matter: bool,
}

impl Near {
    pub(super) fn read(pool: &Pool, ranking: &Ranking, question: &str) -> Self {
        Self {
            is_one_matter: pool.is_one_matter(),
            ..Self::of_any(pool, ranking, question)
        }
    }

    /// The same of news, which were weighed before: where little was put together, all of them are admitted.
    pub(super) fn of_news(pool: &Pool, ranking: &Ranking, question: &str) -> Self {
        if pool.is_one_matter() {
            Self::default()
        } else {
            Self::of_any(pool, ranking, question)
        }
    }

    /// The same with the documents told apart however little was put together.
    pub(super) fn of_any(pool: &Pool, ranking: &Ranking, question: &str) -> Self {
        let mut documents: HashMap<u32, (f32, f32)> = HashMap::new();
        let mut best = (0.0f32, 0.0f32);
        for (candidate, whole) in pool.candidates.iter().zip(&ranking.whole) {
            let (near, share) = documents.entry(candidate.number).or_default();
            *near = near.max(candidate.passage_score);
            *share = share.max(*whole);
            best = (best.0.max(*near), best.1.max(*share));
        }
        let is_read = !is_foreign(question) && !is_german(question);
        Self {
            question: embed(question).filter(|_| is_read),
            documents,
            best,
            is_one_matter: false,
        }
    }

    /// Whether all that a unit tells is near enough.
    pub(super) fn admits(&self, pool: &Pool, ranking: &Ranking, unit: &Unit) -> bool {
        let mut parts = unit.parts.iter();
        self.question.is_none() || parts.any(|part| self.holds(pool, ranking, part.candidate))
    }

    /// Whether all that a unit tells stands in documents that are about what is asked.
    pub(super) fn is_of_it(&self, pool: &Pool, unit: &Unit) -> bool {
        let mut parts = unit.parts.iter();
        self.question.is_none() || parts.all(|part| self.is_of_document(pool, part.candidate))
    }

    fn is_of_document(&self, pool: &Pool, at: usize) -> bool {
        /// The part of the nearest document's from which another is about what is asked.
        const OF_IT: f32 = 0.4;
        const SHARE: f32 = 0.5;
        let candidate = pool.candidates.get(at);
        let document = candidate.and_then(|one| self.documents.get(&one.number));
        document.is_none_or(|(near, share)| {
            *near >= OF_IT * self.best.0 || *share >= SHARE * self.best.1
        })
    }

    fn holds(&self, pool: &Pool, ranking: &Ranking, at: usize) -> bool {
        const MEANING: f32 = 0.5;
        const PASSAGE: f32 = 0.2;
        let Some((candidate, question)) = pool.candidates.get(at).zip(self.question.as_ref())
        else {
            return true;
        };
        let relevance = ranking.relevance.get(at).copied().unwrap_or_default();
        let told = relevance + PASSAGE * candidate.passage_score;
        let meaning = || embed(&candidate.text).map_or(0.0, |own| own.cosine(question));
        let roles = candidate.roles;
        let least = match self.is_one_matter {
            true if roles.complains => OUTRIGHT,
            true if roles.complication >= PLAIN => A_PROBLEM,
            true => OF_ONE_MATTER,
            false => LEAST,
        };
        (self.is_one_matter || self.is_of_document(pool, at))
            && (told >= least || told + MEANING * meaning() >= least)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rank::rank;
    use super::super::samples::{Sample, Set, context, request};
    use super::super::select::Part;
    use super::*;
    use crate::study::{Origin, RhetoricalRole};

    const QUESTION: &str = "Why was the weir at Lund rebuilt?";

    const fn sample(title: &'static str, text: &'static str) -> Sample {
        Sample {
            title,
            date: "2026-05-02",
            origin: Origin::Internal,
            text,
        }
    }

    #[test]
    fn those_that_are_far_from_the_question_are_not_told_beside_its_answer() {
        let weir = "The weir at Lund was rebuilt because its piles had rotted. Divers found the damage to the weir in 2023.";
        let news: Vec<String> = (0..90)
            .map(|at| format!("Item {at} of the fair for cakes at Holm sold for {at} crowns to a baker of town {at}."))
            .collect();
        let news: &'static str = Box::leak(news.join(" ").into_boxed_str());
        for others in [news, "The fair at Holm sold cakes for 90 crowns."] {
            let documents: &'static [Sample] =
                Box::leak(Box::new([sample("Weir", weir), sample("Fair", others)]));
            let set = Set {
                question: QUESTION,
                documents,
            };
            let request = crate::pipeline::Request {
                context: context(&set, 0),
                ..request(&set, RhetoricalRole::Situation)
            };
            let mut pool = Pool::gather(&request);
            let ranking = rank(&mut pool, &request);
            let near = Near::read(&pool, &ranking, QUESTION);
            let admits = |said: &str| {
                let at = pool
                    .candidates
                    .iter()
                    .position(|one| one.text.contains(said));
                let unit = Unit {
                    score: 0.0,
                    parts: at
                        .into_iter()
                        .map(|candidate| Part {
                            candidate,
                            numbers: vec![1],
                        })
                        .collect(),
                };
                near.admits(&pool, &ranking, &unit)
            };
            assert!(admits("Divers found"));
            assert!(!admits("at Holm sold"));
        }
    }
}
