//! How the brief stands in the scores: judged or measured, for this text or another, and beside what the version before it had [J1].
//!
//! A judge's scores stay until there are newer ones, and say that they are for another text; so do measured ones where it takes a while to measure.

use crate::study::{Dimension, Judgement, Reading, Scores, Stale, Study, THRESHOLD};
use crate::tui::view::{Against, View};

/// The scores that are shown.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    /// The judge's, or else the measured ones.
    pub scores: &'a Scores,
    pub measured: &'a Scores,
    /// The judge's answer that they are from.
    pub judgement: Option<&'a Judgement>,
    /// Where there is none: who was asked for one and gave none that could be used, and why.
    pub outage: Option<(&'a str, &'a str)>,
    /// The accepted text is not what was judged.
    pub stale: Option<Stale>,
    /// What the version before had, by the same measure, or this one by older evidence.
    pub before: Option<&'a Scores>,
    /// Which of these it was, where it is known.
    pub against: Option<Against>,
    pub threshold: f32,
}

impl<'a> Standing<'a> {
    /// How the accepted brief stands; `None` while parts of it are still to be written, which would be checked against the rest.
    #[must_use]
    pub fn of(view: &View<'a>) -> Option<Self> {
        let measured = view.measures.now.as_ref()?;
        if !view.study.is_complete() {
            return None;
        }
        let run = view.study.run.as_ref();
        let threshold = run.map_or(THRESHOLD, |run| run.plan.threshold);
        let standing = Self {
            scores: measured,
            measured,
            judgement: None,
            outage: outage(view.study),
            stale: view.measures.is_behind.then_some(Stale::Text),
            before: None,
            against: None,
            threshold,
        };
        Some(match view.study.judged() {
            Some(judged) => Self {
                scores: judged.judgement.scores(),
                judgement: Some(judged.judgement),
                outage: None,
                stale: judged.stale,
                // What is said to have changed has to have been measured.
                before: judged
                    .before
                    .filter(|_| judged.stale.is_none())
                    .map(Judgement::scores),
                ..standing
            },
            None if standing.stale.is_some() => standing,
            None => Self {
                before: view.measures.before.as_ref().map(|(_, scores)| scores),
                against: view.measures.before.as_ref().map(|(against, _)| *against),
                ..standing
            },
        })
    }

    /// `3.9`, or `3.9?` for another text.
    #[must_use]
    pub fn composite(&self) -> String {
        self.told(self.scores.composite())
    }

    /// A score with the sign for another text, where it is for one.
    #[must_use]
    pub fn told(&self, value: f32) -> String {
        format!("{value:.1}{}", if self.stale.is_some() { "?" } else { "" })
    }

    #[must_use]
    pub fn is_below(&self) -> bool {
        self.scores.composite() < self.threshold
    }
}

/// What the brief scores as it is proposed, by the measure that the accepted text is shown by; `None` where that is not known yet.
#[must_use]
pub fn proposed(view: &View<'_>) -> Option<Scores> {
    let study = view.study;
    if study.judged().is_none() {
        let measures = view.measures;
        return measures.proposed.clone().filter(|_| !measures.is_behind);
    }
    let judged = study.judgement_of(&study.texts(Reading::Candidate))?;
    let is_scored = judged.answer.said.is_ok();
    is_scored.then(|| judged.scores().clone())
}

/// Who was asked last to judge and gave no usable answer, and why.
fn outage(study: &Study) -> Option<(&str, &str)> {
    let last = study.judgements.last()?;
    Some((&last.answer.by, last.answer.failure()?))
}

/// The change from one figure to another as both are printed: `+0.2 ^`, ` 0.0 =`, `-0.3 v`.
#[must_use]
pub fn delta(from: f32, to: f32) -> String {
    // Rounded as it is printed, which is not as it is multiplied: 4.45 is a little less than that.
    let tenths = |value: f32| format!("{value:.1}").replace('.', "").parse().unwrap_or(0);
    let difference: i32 = tenths(to) - tenths(from);
    let figure = difference as f32 / 10.0;
    match difference {
        0 => " 0.0 =".to_owned(),
        1.. => format!("{figure:+.1} ^"),
        _ => format!("{figure:+.1} v"),
    }
}

/// What a dimension is called where there are ten columns for it.
#[must_use]
pub fn short_name(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::Accuracy => "Accuracy",
        Dimension::Completeness => "Complete",
        Dimension::Coverage => "Coverage",
        Dimension::Coherence => "Coherence",
        Dimension::Bias => "Bias",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_that_of_the_figures_on_the_screen() {
        for (from, to, expected) in [
            (3.7, 3.9, "+0.2 ^"),
            (3.74, 3.65, " 0.0 ="),
            (3.74, 3.76, "+0.1 ^"),
            (4.0, 3.7, "-0.3 v"),
            (1.0, 5.0, "+4.0 ^"),
            (4.45, 4.4, " 0.0 ="),
            (4.35, 4.3, " 0.0 ="),
        ] {
            assert_eq!(delta(from, to), expected, "{from} {to}");
        }
    }
}
