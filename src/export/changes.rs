//! Changes that nobody has decided on, marked in the text as `CriticMarkup`: `{--taken away--}`, `{++put in++}`, `{~~old~>new~~}`.
//!
//! Editors that know these marks can accept and reject them. A mark never reaches over the end of a paragraph, where most readers of it would lose it.

use crate::study::{Decision, Piece, Revision};

/// The text of a section with all that is open marked in it.
pub(super) fn marked(revision: &Revision) -> String {
    let mut text = String::new();
    for piece in &revision.pieces {
        match piece {
            Piece::Settled(settled) => text.push_str(settled),
            Piece::Hunk(hunk) => match hunk.decision {
                Decision::Accepted => text.push_str(&hunk.after),
                Decision::Rejected => text.push_str(&hunk.before),
                Decision::Open => mark(&hunk.before, &hunk.after, &mut text),
            },
        }
    }
    text
}

fn mark(before: &str, after: &str, text: &mut String) {
    let (old, new) = (before.trim(), after.trim());
    // Space around the sentence is no part of the change.
    let around = if old.is_empty() { after } else { before };
    let inner = around.trim();
    let lead = around.len() - around.trim_start().len();
    text.push_str(around.get(..lead).unwrap_or_default());
    let is_one = |side: &str| !side.is_empty() && !side.contains("\n\n");
    if is_one(old) && is_one(new) {
        text.extend(["{~~", &plain(old), "~>", &plain(new), "~~}"]);
    } else {
        each_paragraph(old, ("{--", "--}"), text);
        if !old.is_empty() && !new.is_empty() {
            text.push(' ');
        }
        each_paragraph(new, ("{++", "++}"), text);
    }
    text.push_str(around.get(lead + inner.len()..).unwrap_or_default());
}

fn each_paragraph(side: &str, (opens, closes): (&str, &str), text: &mut String) {
    if side.is_empty() {
        return;
    }
    for (at, paragraph) in side.split("\n\n").enumerate() {
        if at > 0 {
            text.push_str("\n\n");
        }
        if !paragraph.trim().is_empty() {
            text.extend([opens, &plain(paragraph), closes]);
        }
    }
}

/// A text in which nothing is taken for the end of its mark.
fn plain(text: &str) -> String {
    let mut plain = text.to_owned();
    for (sign, apart) in [
        ("~>", "~ >"),
        ("~~}", "~~ }"),
        ("--}", "-- }"),
        ("++}", "++ }"),
    ] {
        plain = plain.replace(sign, apart);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Hunk, HunkId};

    fn hunk(id: u64, before: &str, after: &str, decision: Decision) -> Piece {
        Piece::Hunk(Hunk {
            decision,
            ..Hunk::open(
                HunkId(id),
                before.to_owned(),
                after.to_owned(),
                String::new(),
            )
        })
    }

    #[test]
    fn what_is_open_is_marked_and_what_was_decided_is_text() {
        let revision = Revision {
            pieces: vec![
                hunk(1, "Sales fell [1]. ", "Sales halved [1]. ", Decision::Open),
                hunk(2, "Old. ", "New. ", Decision::Accepted),
                hunk(3, "Kept.", "Not this.", Decision::Rejected),
                hunk(4, "", " Added [2].", Decision::Open),
                hunk(5, " Gone.", "", Decision::Open),
                hunk(6, "", "\n\nOne ++} more.\n\nAnd one.", Decision::Open),
            ],
        };
        assert_eq!(
            marked(&revision),
            "{~~Sales fell [1].~>Sales halved [1].~~} New. Kept. {++Added [2].++} {--Gone.--}\n\n{++One ++ } more.++}\n\n{++And one.++}"
        );
    }
}
