//! How a brief scores, for its front matter and its appendix [J1].
//!
//! A judge's scores stand where a model gave some, with what was measured beside them; scores that are for another text say so.

use std::fmt::Write;

use super::markdown::Fact;
use super::text::inline;
use crate::study::{Dimension, Judgement, Scores, Stale, Study, two_digits};

/// What the front matter says of it; nothing while nothing is scored.
pub(super) fn facts(study: &Study, measured: Option<&Scores>) -> Vec<(&'static str, Fact)> {
    let judgement = current(study);
    let Some(scores) = judgement.map(Judgement::scores).or(measured) else {
        return vec![];
    };
    let by = judgement.map_or("measured", |judgement| judgement.answer.by.as_str());
    vec![
        (
            "composite",
            Fact::Value(format!("{:.2}", two_digits(scores.composite()))),
        ),
        ("scored_by", Fact::Text(by.to_owned())),
    ]
}

/// The judgement of exactly the brief that is exported.
pub(super) fn current(study: &Study) -> Option<&Judgement> {
    study
        .judged()
        .filter(|judged| judged.stale.is_none())
        .map(|judged| judged.judgement)
}

/// Appends the scores.
pub(super) fn write(out: &mut String, study: &Study, measured: Option<&Scores>) {
    let Some(measured) = measured else {
        return;
    };
    out.push_str("## Scorecard\n\n");
    let judgement = current(study);
    let scores = judgement.map_or(measured, Judgement::scores);
    let _ = writeln!(out, "{}\n", told(study, judgement, scores));
    match judgement {
        Some(_) => {
            out.push_str(
                "| Dimension | Weight | Score | Measured | Why |\n|---|--:|--:|--:|---|\n",
            );
        }
        None => out.push_str("| Dimension | Weight | Score | Why |\n|---|--:|--:|---|\n"),
    }
    for dimension in Dimension::ALL {
        let score = scores.of(dimension);
        let beside = judgement.map_or_else(String::new, |_| {
            format!(" {:.1} |", measured.of(dimension).value)
        });
        let _ = writeln!(
            out,
            "| {} | {:.0} % | {:.1} |{beside} {} |",
            dimension.name(),
            dimension.weight() * 100.0,
            score.value,
            inline(&score.reason),
        );
    }
    let beside = judgement.map_or_else(String::new, |_| format!(" {:.1} |", measured.composite()));
    let _ = writeln!(
        out,
        "| composite | 100 % | {:.1} |{beside} |\n",
        scores.composite()
    );
    for dimension in Dimension::ALL {
        for sentence in &scores.of(dimension).sentences {
            let _ = writeln!(out, "- {}: “{}”", dimension.name(), inline(sentence));
        }
    }
    out.push('\n');
}

/// Who scored, in a sentence.
fn told(study: &Study, judgement: Option<&Judgement>, scores: &Scores) -> String {
    let composite = format!("{:.1} of 5", scores.composite());
    if let Some(judgement) = judgement {
        return format!("{composite}, judged by {}.", inline(&judgement.answer.by));
    }
    let failed = study.judgements.last().and_then(|last| {
        Some(format!(
            " {} gave no answer ({}).",
            inline(&last.answer.by),
            inline(last.answer.failure()?)
        ))
    });
    let stale = study.judged().and_then(|judged| {
        let what = match judged.stale? {
            Stale::Text => "gave another text",
            Stale::Verdicts => "gave it, before its sources changed,",
        };
        Some(format!(
            " {} {what} {:.1}.",
            inline(&judged.judgement.answer.by),
            judged.judgement.composite()
        ))
    });
    let why = failed.or(stale).unwrap_or_default();
    format!("{composite}, measured without a model.{why}")
}
