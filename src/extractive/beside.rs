//! Beside the point: sentences that would only fill a section, as a cricket final in a brief on the fine of a bank does.
//!
//! Words don't tell: what bears on a question often shares none with it, and `the bank` sponsors the final. Meaning tells, where a sentence without the
//! question's own words is far from the question and from all that is about it.

use super::language::{is_foreign, is_german};
use super::pool::Pool;
use super::question_terms;
use super::rank::{ASKED, Ranking};
use super::select::Unit;
use crate::check::{Term, words};
use crate::pipeline::Request;
use crate::semantic::{self, Vector};

/// Nearer to the question, or to anything that is about it, nothing is beside the point. Measured on briefs of many kinds: of what is farther from both, nine
/// sentences in ten have nothing to do with it. In a long text anything is near to something.
const OF_THE_QUESTION: f32 = 0.1;
const OF_LITTLE: f32 = 0.25;
const OF_MUCH: f32 = 0.3;

/// Behind an answer from a long text only what is this near to the question is worth reading, whatever it is near to besides.
const BEHIND_AN_ANSWER: f32 = 0.2;

/// Leaves out the sentences that have nothing to do with the question, of those that would stand behind the answer where there `is_answer`: a short section is
/// better.
pub(super) fn keep_to_the_point(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    is_answer: bool,
    units: &mut Vec<Unit>,
) {
    let point = Point::read(pool, ranking, request, is_answer);
    let Some(point) = point.filter(|_| !units.is_empty()) else {
        return;
    };
    units.retain(|unit| {
        !unit
            .parts
            .iter()
            .all(|part| point.is_missed_by(part.candidate))
    });
}

/// What is asked about, by its meaning.
struct Point<'p> {
    pool: &'p Pool,
    ranking: &'p Ranking,
    /// The words of the question.
    words: Vec<Term>,
    question: Vector,
    /// What is about it: what speaks of it itself, or all of the little that was put together for it.
    about: Vec<(usize, Vector)>,
    is_strict: bool,
}

impl<'p> Point<'p> {
    fn read(
        pool: &'p Pool,
        ranking: &'p Ranking,
        request: &Request,
        is_answer: bool,
    ) -> Option<Self> {
        let asked = &request.question;
        // The meanings of words are known in English alone.
        let is_read = !is_foreign(asked) && !is_german(asked);
        let question = semantic::embed(asked).filter(|_| is_read)?;
        let is_about = |at: usize| {
            let share = ranking.asked.get(at).copied().unwrap_or_default();
            share >= ASKED || pool.is_one_matter()
        };
        let all = pool.candidates.iter().enumerate();
        let about = all.filter(|(at, _)| is_about(*at));
        Some(Self {
            words: question_terms(pool, request),
            about: about
                .filter_map(|(at, one)| Some((at, semantic::embed(&one.text)?)))
                .collect(),
            is_strict: is_answer && !pool.is_one_matter(),
            pool,
            ranking,
            question,
        })
    }

    /// Whether a sentence has nothing to do with it.
    fn is_missed_by(&self, at: usize) -> bool {
        let Some(candidate) = self.pool.candidates.get(at) else {
            return true;
        };
        let is_asked = self
            .ranking
            .asked
            .get(at)
            .is_some_and(|share| *share >= ASKED)
            || self.ranking.answers.get(at).is_some_and(|answers| *answers);
        if is_asked || candidate.roles.recommends && !self.is_strict {
            return false;
        }
        let text = &candidate.text;
        let own = words(text).filter_map(|span| text.get(span));
        let own = own.filter(|word| {
            let term = self.pool.lexicon.known(word);
            term.is_none_or(|term| !self.words.contains(&term))
        });
        let Some(own) = semantic::embed(&own.collect::<Vec<_>>().join(" ")) else {
            return false;
        };
        let near = if self.pool.is_one_matter() {
            OF_LITTLE
        } else {
            OF_MUCH
        };
        let mut others = self.about.iter().filter(|(other, _)| *other != at);
        let of_the_question = own.cosine(&self.question);
        if self.is_strict {
            return of_the_question < BEHIND_AN_ANSWER;
        }
        of_the_question < OF_THE_QUESTION && others.all(|(_, other)| own.cosine(other) < near)
    }
}
