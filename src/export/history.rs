//! The appendix on how the text came to be what it is: each change of it, by whom, and how it scored then.

use std::fmt::Write as _;

use super::text::{inline, iso_date};
use crate::study::{Edition, Reading};

/// Appends the history; nothing where there is none.
pub(super) fn write(out: &mut String, history: &[Edition]) {
    if history.is_empty() {
        return;
    }
    out.push_str("## History\n\n| Event | Day | What | By | Text | Words | Score |\n|--:|---|---|---|---|---|--:|\n");
    for edition in history {
        let score = edition.score;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | +{} −{} | {} |",
            edition.seq,
            iso_date(edition.at),
            inline(&edition.what),
            inline(&edition.by),
            match edition.reading {
                Reading::Accepted => "accepted",
                Reading::Candidate => "proposed",
            },
            edition.added,
            edition.removed,
            match score {
                Some((composite, true)) => format!("{composite:.1}"),
                Some((composite, false)) => format!("{composite:.1} measured"),
                None => String::new(),
            },
        );
    }
    out.push('\n');
}
