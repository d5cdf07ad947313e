//! Worth: which sentences answer a question, and how well each does.
//!
//! A sentence is worth as much as it speaks of what is asked (`scope`) and does what answers (`fit`). What was only believed, how something was gone about and what
//! no longer holds count for less. How many of them are told is not known here (`answer`, `chosen`).

use super::causes::{
    calls_it_the_cause, calls_it_the_main_cause, gives_a_reason, is_under_causes, lays_blame,
    may_give_a_reason,
};
use super::chosen::Explains;
use super::fit::{fit, is_believed};
use super::inquiry::tells_of_the_inquiry;
use super::lean::is_concluded_advice;
use super::pool::{Candidate, Pool};
use super::rank::{ASKED, OF_IT, Ranking};
use super::scope::Scope;
use super::sought::Sought;
use crate::check::QuestionKind;
use crate::pipeline::Request;
use crate::semantic;

/// How far a sentence has to do what answers.
pub const FIT: f32 = 0.5;

/// How much the meaning of a sentence counts beside its words. Measured on questions to articles of an encyclopedia.
const MEANING: f32 = 0.2;

/// What is left of the worth of a sentence on how something was gone about.
const PRELIMINARY: f32 = 0.6;

/// What the worth of what is called the main cause is multiplied by.
const MAIN: f32 = 2.0;

/// What is left of the worth of what gives no time where one is asked for.
const ONLY_TIED: f32 = 0.6;

/// What is left of the worth of what stands in a document that says itself that it is out of date.
const SUPERSEDED: f32 = 0.5;

/// What is left of the worth of what somebody only believes.
const BELIEVED: f32 = 0.7;

/// The share of a question from which a sentence has all of it.
const WHOLE: f32 = 0.99;

/// What a document says about itself answers only who asks for just that.
const FRAMED: f32 = 0.8;

/// How much of a question a sentence that answers has to speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speaks {
    /// Enough to be known by itself, or by what it stands under or behind.
    Enough,
    /// Its document speaks of what is asked, and it gives just what is asked for: `Officers put the total cost at 86 million`, in a report on the tram.
    InItsDocument,
}

/// The candidates that answer, each with its worth.
pub(super) fn worths(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    (kind, scope): (QuestionKind, &Scope),
    speaks: Speaks,
) -> Vec<(usize, f32, Explains)> {
    let asked = Asked {
        speaks,
        pool,
        ranking,
        request,
        kind,
        scope,
        sought: Sought::read(&request.question),
    };
    let question = semantic::embed(&request.question).filter(|_| asked.is_told_alike());
    (0..pool.candidates.len())
        .filter(|at| !is_strange(ranking, *at))
        .filter_map(|at| {
            let candidate = pool.candidates.get(at)?;
            let told = asked.told(candidate, at)?;
            let standing = 0.05 * candidate.standing + 0.02 * candidate.passage_score;
            let near = || Some(semantic::embed(&candidate.text)?.cosine(question.as_ref()?));
            let worth = told.worth * asked.trust(candidate, &told)
                + standing
                + MEANING * near().unwrap_or_default();
            Some((at, worth, asked.explains(candidate, &told)))
        })
        .collect()
}

/// A question, with what is known for it of the evidence.
struct Asked<'a> {
    pool: &'a Pool,
    ranking: &'a Ranking,
    request: &'a Request,
    kind: QuestionKind,
    scope: &'a Scope,
    sought: Sought,
    speaks: Speaks,
}

/// How a sentence answers.
struct Told {
    cover: f32,
    fit: f32,
    worth: f32,
    /// It says nearly all that is asked, and does nothing that answers.
    is_only_close: bool,
}

impl Asked<'_> {
    /// A reason is seldom like what it is given for, and what is to be done seldom like what is asked.
    fn is_told_alike(&self) -> bool {
        self.kind.is_narrow() || self.kind == QuestionKind::Plain
    }

    fn is_cause(&self) -> bool {
        self.kind == QuestionKind::Cause
    }

    /// Nothing where a sentence does not answer.
    fn told(&self, candidate: &Candidate, at: usize) -> Option<Told> {
        let cover = self.scope.cover(self.pool, at);
        let fit = fit(self.kind, candidate, &self.sought, self.request);
        let tells_the_deed = self.scope.tells_the_deed(candidate, self.pool, at);
        let is_only_close = fit < FIT
            && takes_what_is_close(self.kind)
            && self.scope.is_close(candidate)
            // What happened is no reason for it; what it happened for, or after, may be one.
            && (!self.is_cause() || tells_the_deed && may_give_a_reason(&candidate.key));
        let fit = if is_only_close { FIT } else { fit };
        let is_framed = candidate.is_frame && cover < FRAMED;
        let is_told = tells_the_deed
            || self.is_cause()
                && (calls_it_the_cause(&candidate.key)
                    || is_under_causes(&candidate.under)
                    // Of the little that was put together for a question, what gives a reason gives one for what is asked.
                    || self.pool.is_one_matter() && gives_a_reason(candidate));
        let cover = if is_told { cover } else { 0.5 * cover };
        let is_then = self.kind != QuestionKind::Events || self.scope.is_of_the_day(self.pool, at);
        let is_of_it = || {
            let share = self.ranking.documents.get(&candidate.number);
            share.is_some_and(|share| *share >= OF_IT)
        };
        let is_its_own =
            self.kind != QuestionKind::Limits || self.scope.names_nothing() || is_of_it();
        // What a study set out to find, and how, answers nothing, however much of the question it has.
        let is_aim = candidate.is_frame && tells_of_the_inquiry(&candidate.text);
        let speaks = match self.speaks {
            Speaks::Enough => cover >= least_cover(self.kind),
            Speaks::InItsDocument => {
                fit >= 1.0 && tells_the_deed && is_of_it() && self.scope.says_the_point(candidate)
            }
        };
        let answers = speaks && fit >= FIT && !is_framed && !is_aim && is_then && is_its_own;
        let worth = if is_told_by_deeds(self.kind) {
            0.6 * cover + 0.4 * fit
        } else {
            cover * (0.4 + 0.6 * fit)
        };
        answers.then_some(Told {
            cover,
            fit,
            worth,
            is_only_close,
        })
    }

    /// What a sentence's worth is multiplied by for what it is besides.
    fn trust(&self, candidate: &Candidate, told: &Told) -> f32 {
        let text = candidate.text.as_str();
        // Why something was done so, how it was done tells as well.
        let is_reason =
            self.is_cause() && gives_a_reason(candidate) || self.sought.is_of_a_method();
        // How a study was done is told beside what it found, and what happened beside why it did.
        let only_repeats = self.is_cause() && told.cover >= WHOLE && told.fit <= FIT;
        let is_preliminary = candidate.is_preliminary && !is_reason || only_repeats;
        // What was found comes before what somebody thinks.
        let is_thought =
            self.is_told_alike() && is_believed(text) || self.is_cause() && lays_blame(text);
        // What gives a time comes before what only comes before or after something.
        let is_only_tied = self.kind == QuestionKind::When && told.fit < 1.0;
        let is_past = self.pool.superseded.contains(&candidate.number);
        // What is called the main cause of it is that, however little else of the question stands there.
        let is_main = self.is_cause() && calls_it_the_main_cause(&candidate.key);
        let factors = [
            (is_preliminary, PRELIMINARY),
            (is_thought, BELIEVED),
            (is_only_tied, ONLY_TIED),
            (is_past, SUPERSEDED),
            (is_main, MAIN),
        ];
        let factors = factors.iter().filter(|(is, _)| *is);
        factors.map(|(_, factor)| factor).product()
    }

    fn explains(&self, candidate: &Candidate, told: &Told) -> Explains {
        if !self.is_cause() {
            Explains::Fully
        } else if told.is_only_close {
            Explains::Repeats
        } else if is_concluded_advice(&candidate.text) {
            Explains::Harm
        } else if told.fit >= 1.0 {
            Explains::Fully
        } else if self.scope.own(candidate) < ASKED {
            // Harm that is told of something else may as well have come of it.
            Explains::Harm
        } else {
            Explains::OwnHarm
        }
    }
}

/// Whether what a sentence does answers a question, though it may repeat little of its words: all risks, all decisions, whatever happened.
pub(super) fn is_told_by_deeds(kind: QuestionKind) -> bool {
    matches!(
        kind,
        QuestionKind::Risks
            | QuestionKind::Limits
            | QuestionKind::Open
            | QuestionKind::Decision
            | QuestionKind::Events
            | QuestionKind::Most
    )
}

/// The share of what is asked that a sentence which answers has to speak of.
fn least_cover(kind: QuestionKind) -> f32 {
    match kind {
        // A study seldom names itself where it says what it lacks.
        QuestionKind::Limits => 0.0,
        QuestionKind::Risks
        | QuestionKind::Decision
        | QuestionKind::Choice
        | QuestionKind::Open => 0.15,
        QuestionKind::Events | QuestionKind::Cause | QuestionKind::Said | QuestionKind::Most => 0.2,
        _ => 0.4,
    }
}

/// Whether what says nearly all that is asked answers, whatever its shape: who, where and why is told in many shapes, a date or a figure is there or not.
pub(super) fn takes_what_is_close(kind: QuestionKind) -> bool {
    matches!(
        kind,
        QuestionKind::Who | QuestionKind::Where | QuestionKind::Cause | QuestionKind::Events
    )
}

#[must_use]
pub fn is_strange(ranking: &Ranking, at: usize) -> bool {
    ranking.strange.get(at).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, Set, report, request};
    use super::super::write;
    use crate::study::RhetoricalRole;

    #[track_caller]
    fn opens(question: &'static str, documents: &'static [Sample], expected: &str) {
        let set = Set {
            question,
            documents,
        };
        let text = write(&request(&set, RhetoricalRole::Resolution));
        assert!(text.starts_with(expected), "{question}\n{text}");
    }

    #[test]
    fn a_document_that_says_it_is_out_of_date_is_told_behind_what_holds() {
        const SCREENING: &[Sample] = &[
            report(
                "Recommendation of 2016",
                "2016-06-15",
                "This recommendation is out of date. It has been replaced by that of 2021. The panel recommends screening for the disease starting at age 50.",
            ),
            report(
                "Recommendation of 2021",
                "2021-05-18",
                "The panel recommends screening for the disease in adults aged 45 to 49.",
            ),
        ];
        opens(
            "At what age should screening for the disease start?",
            SCREENING,
            "The panel recommends screening for the disease in adults aged 45 to 49",
        );
    }

    #[test]
    fn who_asks_what_somebody_lost_is_not_told_what_came_in() {
        const MILL: &[Sample] = &[report(
            "Results of the Orsa mill",
            "2023-02-15",
            "The Orsa mill had revenue of 678 million euros in 2022. The Orsa mill reported an operating loss of 12 million euros in 2022.",
        )];
        opens(
            "How much did the Orsa mill lose in 2022?",
            MILL,
            "The Orsa mill reported an operating loss of 12 million euros",
        );
    }

    #[test]
    fn a_time_comes_before_what_only_comes_before_something() {
        const LINE: &[Sample] = &[report(
            "Plan of the tram",
            "2024-02-15",
            "Before the tram line to Holm opens, drivers have to be trained. The tram line to Holm opens in May 2027.",
        )];
        opens(
            "When does the tram line to Holm open?",
            LINE,
            "The tram line to Holm opens in May 2027",
        );
    }

    #[test]
    fn a_name_written_small_opens_a_sentence_in_its_own_document() {
        const LIBRARY: &[Sample] = &[
            report(
                "orjson",
                "2024-02-15",
                "orjson does not and will not support PyPy. It ships wheels for Linux.",
            ),
            report(
                "Changelog of orjson",
                "2024-03-15",
                "Additional PyPI wheels of orjson are published for macOS. Support for version 8 was dropped.",
            ),
        ];
        opens(
            "Does orjson support PyPy?",
            LIBRARY,
            "orjson does not and will not support PyPy",
        );
    }

    #[test]
    fn what_is_told_in_several_words_answers_what_is_asked_in_one() {
        const CHAIR: &[Sample] = &[report(
            "News of the firm",
            "2024-02-15",
            "Anna Lind took over from Bert Holm as director in May. The firm makes seat posts, of which it offers a replacement.",
        )];
        opens(
            "Who replaced Bert Holm?",
            CHAIR,
            "Anna Lind took over from Bert Holm",
        );
    }

    #[test]
    fn a_short_form_is_found_where_the_whole_name_is_told() {
        const LOCK: &[Sample] = &[report(
            "Making the Global Interpreter Lock optional",
            "2024-02-15",
            "The global interpreter lock (GIL) keeps threads from running side by side. The council accepts the proposal to make the global interpreter lock optional. List.remove can take out the wrong object.",
        )];
        opens(
            "Should the GIL be made optional?",
            LOCK,
            "The council accepts the proposal to make the global interpreter lock optional",
        );
    }
}
