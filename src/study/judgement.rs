//! The judge's scores: five dimensions from 1 to 5, weighed into one composite [J1].
//!
//! A judgement is about one reading of the brief, and keeps its texts: whoever decides on hunks afterwards makes a text that no judge has seen, and
//! the scores are stale for it. Scores that are measured without a model have the same form (see `check`); how a judge is asked is for `pipeline`.

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::claim::by_verdict;
use super::event::Event;
use super::ids::SectionId;
use super::section::Section;
use super::state::Study;

/// Below this composite a brief is revised [J1].
pub const THRESHOLD: f32 = 3.5;

/// What a brief is scored by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dimension {
    Accuracy,
    Completeness,
    Coverage,
    Coherence,
    Bias,
}

impl Dimension {
    pub const ALL: [Self; 5] = [
        Self::Accuracy,
        Self::Completeness,
        Self::Coverage,
        Self::Coherence,
        Self::Bias,
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::Completeness => "completeness",
            Self::Coverage => "coverage",
            Self::Coherence => "coherence",
            Self::Bias => "bias",
        }
    }

    /// Its share of the composite; the five add up to 1.
    #[must_use]
    pub fn weight(self) -> f32 {
        match self {
            Self::Accuracy => 0.30,
            Self::Completeness => 0.25,
            Self::Coverage => 0.20,
            Self::Coherence => 0.15,
            Self::Bias => 0.10,
        }
    }
}

/// One dimension's score.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Score {
    /// From 1 to 5; 5 is best, for bias too: it is how free of it the brief is.
    pub value: f32,
    pub reason: String,
    /// The sentences that it is about, as they stand in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<String>,
}

/// All five, in the order of `Dimension::ALL`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Scores(pub [Score; 5]);

impl Scores {
    #[must_use]
    pub fn of(&self, dimension: Dimension) -> &Score {
        &self.0[dimension as usize]
    }

    /// The weighted mean, to four digits: 5, 4, 3, 2 and 1 are 3.5, and not a little below the threshold.
    #[must_use]
    pub fn composite(&self) -> f32 {
        let weighed = Dimension::ALL
            .iter()
            .map(|&dimension| f64::from(dimension.weight()) * f64::from(self.of(dimension).value));
        ((weighed.sum::<f64>() * 1e4).round() / 1e4) as f32
    }

    /// The dimensions, worst first; those that are equal in the order of their weights.
    #[must_use]
    pub fn worst_first(&self) -> [(Dimension, &Score); 5] {
        let mut all = Dimension::ALL.map(|dimension| (dimension, self.of(dimension)));
        all.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
        all
    }
}

/// A score to two digits, never rounded up: what misses a threshold is not shown as reaching it.
#[must_use]
pub fn two_digits(score: f32) -> f64 {
    (f64::from(score) * 100.0 + 1e-4).floor() / 100.0
}

/// Which of a section's two texts is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// What the analyst agreed to.
    Accepted,
    /// What the writer proposes, less what was refused.
    Candidate,
}

/// What a judge said of one text of the brief, beside what was measured of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    pub reading: Reading,
    /// The sections' texts that were judged.
    pub texts: Vec<String>,
    pub measured: Scores,
    /// Claims of these texts by verdict, in the order of `Verdict::ALL`.
    pub verdicts: [usize; 6],
    pub answer: Answer<Scores>,
}

impl Judgement {
    /// The judge's scores, or what was measured where there are none.
    #[must_use]
    pub fn scores(&self) -> &Scores {
        self.answer.said.as_ref().unwrap_or(&self.measured)
    }

    /// From 1 to 5: the weighted mean of what holds, judged or measured.
    #[must_use]
    pub fn composite(&self) -> f32 {
        self.scores().composite()
    }
}

/// A judgement as it stands to the accepted text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged<'a> {
    pub judgement: &'a Judgement,
    /// Why it is not of the accepted brief as it stands.
    pub stale: Option<Stale>,
    /// The judgement of the version before the one that was judged.
    pub before: Option<&'a Judgement>,
}

/// Why a judgement is not of the accepted brief as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stale {
    /// It is for another text.
    Text,
    /// The text is the same, and its claims have got other verdicts since: its sources changed.
    Verdicts,
}

impl Stale {
    /// What it was given for, as it follows "judged".
    #[must_use]
    pub fn told(self) -> &'static str {
        match self {
            Self::Text => "for another text",
            Self::Verdicts => "before its verdicts changed",
        }
    }
}

impl Study {
    /// The sections' texts in one reading; empty for a section that is not written.
    #[must_use]
    pub fn texts(&self, reading: Reading) -> Vec<String> {
        let text = |section: &Section| match reading {
            Reading::Accepted => section.accepted(),
            Reading::Candidate => section.candidate(),
        };
        self.sections.iter().map(text).collect()
    }

    /// Claims of one reading by verdict, in the order of `Verdict::ALL`.
    #[must_use]
    pub fn verdicts(&self, reading: Reading) -> [usize; 6] {
        let texts = self.texts(reading);
        let parts = self.sections.iter().zip(&texts);
        by_verdict(parts.flat_map(|(section, text)| section.claims_in(text)))
    }

    /// The last judgement of exactly these texts.
    #[must_use]
    pub fn judgement_of(&self, texts: &[String]) -> Option<&Judgement> {
        self.judgements
            .iter()
            .rev()
            .find(|judgement| judgement.texts == texts)
    }

    /// Whether a judge scored exactly these texts, and that before the evidence changed last.
    #[must_use]
    pub fn is_judged_by_older_evidence(&self, texts: &[String]) -> bool {
        let mut all = self.judgements.iter();
        let last = all.rposition(|judgement| judgement.texts == texts);
        last.is_some_and(|last| last < self.judged_by_older)
    }

    /// What a judge said of the accepted text, or else of the last text that was accepted and judged: what is only proposed has scores of its own. Judges
    /// that gave no scores are passed over.
    #[must_use]
    pub fn judged(&self) -> Option<Judged<'_>> {
        let is_scored = |judgement: &Judgement| judgement.answer.said.is_ok();
        let now = self.judged_now();
        let texts = self.texts(Reading::Accepted);
        // What was said of the very text, before its sources changed, is nearer to it than what was said of another.
        let of_text = self
            .judgements
            .iter()
            .rposition(|judgement| is_scored(judgement) && judgement.texts == texts);
        let at = now.or(of_text).or(self.standing.last().copied())?;
        let judgement = self.judgements.get(at)?;
        let stale = match now {
            Some(_) => None,
            None if judgement.texts == texts => Some(Stale::Verdicts),
            None => Some(Stale::Text),
        };
        let stood = self.standing.iter().rev().filter(|known| **known < at);
        Some(Judged {
            judgement,
            stale,
            before: stood
                .filter_map(|known| self.judgements.get(*known))
                .find(|earlier| earlier.texts != judgement.texts),
        })
    }

    /// The last judgement with scores that is of the accepted text and its verdicts as they stand.
    fn judged_now(&self) -> Option<usize> {
        if self.judgements.is_empty() {
            return None;
        }
        let texts = self.texts(Reading::Accepted);
        let verdicts = self.verdicts(Reading::Accepted);
        let is_it = |judgement: &Judgement| {
            judgement.answer.said.is_ok()
                && judgement.texts == texts
                && judgement.verdicts == verdicts
        };
        self.judgements.iter().rposition(is_it)
    }

    /// Notes that the accepted text is one that was judged, after an event that may have made it so.
    pub(super) fn note_standing(&mut self, event: &Event) {
        let may = event.is_review()
            || matches!(
                event,
                Event::BriefJudged { .. }
                    | Event::SectionWritten { .. }
                    | Event::RevisionProposed { .. }
                    | Event::BestKept { .. }
            );
        if let Some(now) = may.then(|| self.judged_now()).flatten()
            && self.standing.last() != Some(&now)
        {
            self.standing.push(now);
        }
    }

    /// The sections in which a sentence stands, as it is proposed now.
    pub fn sections_with<'a>(
        &'a self,
        sentence: &'a str,
    ) -> impl Iterator<Item = SectionId> + use<'a> {
        let holds = move |section: &Section| section.candidate().contains(sentence.trim());
        (0..)
            .zip(&self.sections)
            .filter(move |(_, section)| holds(section))
            .map(|(at, _)| SectionId(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Unanswered;

    fn scores(values: [f32; 5]) -> Scores {
        Scores(values.map(|value| Score {
            value,
            ..Score::default()
        }))
    }

    #[test]
    fn the_composite_weighs_accuracy_most_and_bias_least() {
        let weights: f32 = Dimension::ALL.iter().map(|d| d.weight()).sum();
        assert!((weights - 1.0).abs() < 1e-6);
        let check = |values, expected: f32| {
            let composite = scores(values).composite();
            assert!((composite - expected).abs() < 1e-5, "{composite}");
        };
        check([5.0; 5], 5.0);
        check([1.0; 5], 1.0);
        check([5.0, 1.0, 1.0, 1.0, 1.0], 2.2);
        check([1.0, 5.0, 1.0, 1.0, 1.0], 2.0);
        check([1.0, 1.0, 5.0, 1.0, 1.0], 1.8);
        check([1.0, 1.0, 1.0, 5.0, 1.0], 1.6);
        check([1.0, 1.0, 1.0, 1.0, 5.0], 1.4);
    }

    #[test]
    fn a_round_composite_reaches_a_round_threshold() {
        for values in [
            [5.0, 4.0, 3.0, 2.0, 1.0],
            [2.0, 4.0, 5.0, 4.0, 3.0],
            [5.0, 2.0, 3.0, 4.0, 3.0],
            [3.5; 5],
        ] {
            assert!(scores(values).composite() >= THRESHOLD, "{values:?}");
        }
        let composite = scores([3.3; 5]).composite();
        assert!((3.3..THRESHOLD).contains(&composite), "{composite}");
        // What is below is shown as below.
        assert_eq!(two_digits(3.4999).to_string(), "3.49");
        assert_eq!(two_digits(3.5).to_string(), "3.5");
    }

    #[test]
    fn the_worst_dimension_comes_first() {
        let scores = scores([4.0, 2.0, 5.0, 2.0, 3.0]);
        let order = scores.worst_first().map(|(dimension, _)| dimension);
        assert_eq!(
            order,
            [
                Dimension::Completeness,
                Dimension::Coherence,
                Dimension::Bias,
                Dimension::Accuracy,
                Dimension::Coverage
            ]
        );
    }

    fn judged(texts: &[&str], said: Result<f32, &str>) -> Judgement {
        Judgement {
            reading: Reading::Accepted,
            texts: texts.iter().map(|text| (*text).to_owned()).collect(),
            measured: scores([3.0; 5]),
            verdicts: [0; 6],
            answer: Answer {
                by: "acme/m".to_owned(),
                prompt: crate::study::PromptRef::default(),
                asked: String::new(),
                replied: String::new(),
                said: said
                    .map(|value| scores([value; 5]))
                    .map_err(|why| Unanswered::Failed(why.to_owned())),
                usage: crate::study::Usage::default(),
                duration_ms: 0,
            },
        }
    }

    #[test]
    fn a_judge_that_gave_no_scores_is_passed_over() {
        // A study without sections has no texts.
        let mut study = Study::default();
        assert_eq!(study.judged(), None);
        study.judgements = vec![judged(&[], Err("no answer"))];
        assert_eq!(study.judged(), None);
        study.judgements = vec![judged(&[], Ok(3.0)), judged(&["later"], Err("no answer"))];
        let found = study.judged().expect("a judgement");
        assert!((found.judgement.composite() - 3.0).abs() < 1e-5 && found.stale.is_none());
    }

    #[test]
    fn a_text_that_nobody_judged_has_the_scores_of_the_last_accepted_one_that_was() {
        use crate::study::{Decision, Hunk, HunkId, Piece, Revision};
        let hunk = |id, before: &str, after: &str| {
            Piece::Hunk(Hunk::open(
                HunkId(id),
                before.to_owned(),
                after.to_owned(),
                String::new(),
            ))
        };
        let decided = |id| Event::HunksDecided {
            section: SectionId(0),
            hunks: vec![HunkId(id)],
            decision: Decision::Accepted,
        };
        let told = |study: &Study| {
            let found = study.judged().expect("a judgement");
            let before = found.before.map(Judgement::composite);
            (found.judgement.composite(), found.stale.is_some(), before)
        };
        let mut study = Study {
            sections: vec![Section {
                revision: Some(Revision::settled("One. Two.")),
                ..Section::default()
            }],
            ..Study::default()
        };
        let judge = |study: &mut Study, text: &str, value: f32| {
            study.apply(&Event::BriefJudged {
                judgement: judged(&[text], Ok(value)),
            });
        };
        judge(&mut study, "One. Two.", 3.0);
        study.sections[0].revision = Some(Revision {
            pieces: vec![hunk(1, "One. ", "Eins. "), hunk(2, "Two.", "Zwei.")],
        });
        judge(&mut study, "Eins. Zwei.", 4.0);
        assert_eq!(told(&study), (3.0, false, None));
        study.apply(&decided(1));
        assert_eq!(told(&study), (3.0, true, None));
        study.apply(&decided(2));
        assert_eq!(told(&study), (4.0, false, Some(3.0)));
        study.apply(&Event::Undone);
        assert_eq!(told(&study), (4.0, true, Some(3.0)));
        judge(&mut study, "Eins. Two.", 2.0);
        assert_eq!(told(&study), (2.0, false, Some(4.0)));
    }

    #[test]
    fn a_text_that_is_there_again_has_its_own_score_and_not_the_one_of_what_was_taken_back() {
        use crate::study::{Decision, Hunk, HunkId, Piece, Revision};
        let judge = |study: &mut Study, text: &str, value, verdicts| {
            let judgement = Judgement {
                verdicts,
                ..judged(&[text], Ok(value))
            };
            study.apply(&Event::BriefJudged { judgement });
        };
        let told = |study: &Study| {
            let found = study.judged().expect("a judgement");
            (found.judgement.composite(), found.stale)
        };
        let mut study = Study {
            sections: vec![Section {
                revision: Some(Revision::settled("One.")),
                ..Section::default()
            }],
            ..Study::default()
        };
        // It was judged by other verdicts than it has by now.
        judge(&mut study, "One.", 4.0, [1, 0, 0, 0, 0, 0]);
        assert_eq!(told(&study), (4.0, Some(Stale::Verdicts)));
        let (one, eins) = ("One.".to_owned(), "Eins.".to_owned());
        let hunk = Hunk::open(HunkId(1), one, eins, String::new());
        study.sections[0].revision = Some(Revision {
            pieces: vec![Piece::Hunk(hunk)],
        });
        judge(&mut study, "Eins.", 4.5, [0; 6]);
        study.apply(&Event::HunksDecided {
            section: SectionId(0),
            hunks: vec![HunkId(1)],
            decision: Decision::Accepted,
        });
        assert_eq!(told(&study), (4.5, None));
        study.apply(&Event::Undone);
        assert_eq!(told(&study), (4.0, Some(Stale::Verdicts)));
    }

    #[test]
    fn a_judgement_is_of_a_text_with_its_verdicts() {
        use crate::study::{Claim, Revision, Verdict};
        let checked = |verdict| Event::ClaimsChecked {
            section: SectionId(0),
            claims: vec![Claim {
                text: "One [1].".to_owned(),
                citations: vec![1],
                verdict,
                reason: String::new(),
                evidence: None,
                more: vec![],
            }],
        };
        let mut study = Study {
            sections: vec![Section {
                revision: Some(Revision::settled("One [1].")),
                ..Section::default()
            }],
            ..Study::default()
        };
        study.apply(&checked(Verdict::Supported));
        let verdicts = study.verdicts(Reading::Accepted);
        assert_eq!(verdicts, [1, 0, 0, 0, 0, 0]);
        let judgement = Judgement {
            verdicts,
            ..judged(&["One [1]."], Ok(4.0))
        };
        study.apply(&Event::BriefJudged { judgement });
        let stale = |study: &Study| study.judged().expect("a judgement").stale;
        assert_eq!(stale(&study), None);
        study.apply(&checked(Verdict::Unsupported));
        assert_eq!(stale(&study), Some(Stale::Verdicts));
        study.sections[0].revision = Some(Revision::settled("Two [1]."));
        assert_eq!(stale(&study), Some(Stale::Text));
    }
}
