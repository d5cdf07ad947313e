//! The words that lines about events are made of.

use crate::study::answer::Answer;
use crate::study::event::Provenance;
use crate::study::evidence::Document;
use crate::study::judgement::Reading;
use crate::study::run::{RunCause, RunPlan};
use crate::study::wording::counted;

/// Characters of a text that a line quotes.
pub(super) const QUOTED: usize = 60;

pub(super) fn titled(document: &Document) -> String {
    quoted(if document.title.trim().is_empty() {
        &document.uri
    } else {
        &document.title
    })
}

/// What a question about the brief came to.
pub(super) fn said<T>(what: &str, answer: &Answer<T>, say: impl Fn(&T) -> String) -> String {
    match &answer.said {
        Ok(found) => format!("{what}: {}", say(found)),
        Err(why) => format!("{what}: no answer, {why}"),
    }
}

/// What gave rise to a run, where that was not the analyst's word.
pub(super) fn because(cause: &RunCause) -> String {
    match cause {
        RunCause::Asked => String::new(),
        RunCause::Evidence => " because the evidence that was asked for is read".to_owned(),
        RunCause::Folder(folder) => format!(" because the watched folder {folder} changed"),
    }
}

/// What follows a run by itself.
pub(super) fn then(plan: &RunPlan) -> String {
    let mut follows = Vec::new();
    if plan.reflect {
        follows.push("reflect".to_owned());
    }
    if plan.judge {
        follows.push("judge".to_owned());
    }
    if plan.revisions > 0 {
        follows.push(format!(
            "revise at most {}",
            counted(plan.revisions as usize, "time")
        ));
    }
    if plan.decisions > 0 {
        let times = counted(plan.decisions as usize, "time");
        follows.push(format!("decide at most {times}"));
    }
    if follows.is_empty() {
        String::new()
    } else {
        format!(", followed by: {}", follows.join(", "))
    }
}

pub(super) fn in_answer(provenance: &Provenance) -> &'static str {
    if provenance.multi_source {
        ", in multi-source mode"
    } else {
        ""
    }
}

pub(super) fn reading_name(reading: Reading) -> &'static str {
    match reading {
        Reading::Accepted => "accepted",
        Reading::Candidate => "proposed",
    }
}

/// A text in quotes, its first line and no more than fits one.
pub(super) fn quoted(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    let mut shown: String = line.chars().take(QUOTED).collect();
    if shown.len() < text.trim().len() {
        shown.truncate(shown.trim_end().len());
        shown.push('\u{2026}');
    }
    format!("\u{201C}{shown}\u{201D}")
}

pub(super) fn listed(items: &[String]) -> String {
    const MOST: usize = 3;
    let shown: Vec<&str> = items.iter().take(MOST).map(String::as_str).collect();
    let more = items.len().saturating_sub(MOST);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", shown.join(", "))
}
