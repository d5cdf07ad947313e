//! What is told of scores: for people, and as one JSON object for programs.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::super::verify::{Style, harmless};
use super::Scored;
use crate::clean;
use crate::study::{Dimension, two_digits};

/// Characters of one sentence or reason.
const LINE: usize = 400;

pub(super) fn as_json(scored: &Scored) -> String {
    let dimensions: Map<String, Value> = Dimension::ALL
        .iter()
        .map(|&dimension| {
            let (own, measured) = (scored.scores().of(dimension), scored.measured.of(dimension));
            let value = json!({
                "score": two_digits(own.value),
                "measured": two_digits(measured.value),
                "weight": two_digits(dimension.weight()),
                "reason": own.reason,
                "measured_reason": measured.reason,
                "sentences": own.sentences,
            });
            (dimension.name().to_owned(), value)
        })
        .collect();
    let by = scored
        .judged
        .as_ref()
        .map(|judged| judged.answer.by.clone());
    let answer = json!({
        "name": scored.name,
        "question": scored.question,
        "composite": two_digits(scored.composite()),
        "measured": two_digits(scored.measured.composite()),
        "threshold": two_digits(scored.threshold),
        "passed": scored.passes(),
        "by": by.unwrap_or_else(|| "measured".to_owned()),
        "stale": scored.stale.is_some(),
        "note": scored.note,
        "scores": dimensions,
    });
    format!("{}\n", clean::stored(&answer.to_string()))
}

pub(super) fn as_text(scored: &Scored, style: Style) -> String {
    let mut out = String::new();
    let by = match &scored.judged {
        Some(judged) => {
            let when = scored
                .stale
                .map_or_else(String::new, |stale| format!(", {}", stale.told()));
            format!("judged by {}{when}", judged.answer.by)
        }
        None => "measured without a model".to_owned(),
    };
    let _ = writeln!(
        out,
        "{}, {by}",
        style.paint("1", &clean::line(&scored.name, LINE))
    );
    if !scored.question.is_empty() {
        let _ = writeln!(out, "{}", clean::line(&scored.question, LINE));
    }
    out.push('\n');
    for dimension in Dimension::ALL {
        let (own, measured) = (scored.scores().of(dimension), scored.measured.of(dimension));
        let name = format!("{:<13}{:.1}", dimension.name(), own.value);
        let beside = match scored.judged {
            Some(_) => format!("  (measured {:.1})", measured.value),
            None => String::new(),
        };
        let reason = clean::line(&own.reason, LINE);
        let _ = writeln!(out, "{}{beside}  {reason}", style.paint("1", &name));
        for sentence in &own.sentences {
            let sentence = clean::line(sentence, LINE);
            let _ = writeln!(
                out,
                "                 {}",
                style.paint("2", &format!("“{sentence}”"))
            );
        }
    }
    let (word, color) = if scored.passes() {
        ("reached", "32")
    } else {
        ("not reached", "31")
    };
    // Rounded to one digit it may seem to reach what it does not.
    let digits = if (scored.composite() - scored.threshold).abs() < 0.1 {
        2
    } else {
        1
    };
    let composite = format!(
        "{:<13}{:.digits$}",
        "composite",
        two_digits(scored.composite())
    );
    let verdict = style.paint(color, word);
    let _ = writeln!(
        out,
        "\n{}  the threshold of {} is {verdict}",
        style.paint("1", &composite),
        scored.threshold
    );
    if let Some(note) = &scored.note {
        let _ = writeln!(out, "{}", clean::line(note, LINE));
    }
    harmless(&out, style)
}
