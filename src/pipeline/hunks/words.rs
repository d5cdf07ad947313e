//! What changed between two sentences, word by word, as a reader wants to see it.
//!
//! A plain word diff of two prose sentences is confetti: single shared words such as "the" cut a change into pieces. Here islands of one or two
//! equal words between two changes are counted as changed too, and two sentences that share little are not compared at all, but shown whole.
//! A change can be split at these runs. How they are drawn is not known here.

use similar::{Algorithm, ChangeTag, TextDiff};
use unicode_segmentation::UnicodeSegmentation;

use crate::study::citation;

/// Two texts that share less than this are shown one above the other.
const ALIKE: f32 = 0.40;
/// Equal words between two changes, up to this many, are part of the change.
const ISLAND: usize = 2;
/// Words and what stands between them, on both sides, up to which two texts are compared: it is for a sentence, and a frame waits for it.
const COMPARED: usize = 4_000;

/// How a sentence changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Runs of one line, in reading order.
    Inline(Vec<Run>),
    /// Too different to be interleaved.
    Rewritten,
}

/// A stretch of text on one or both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub kind: Kind,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Same,
    Deleted,
    Inserted,
}

/// Compares two sentences by words.
#[must_use]
pub fn compare(before: &str, after: &str) -> Change {
    if before.trim().is_empty() || after.trim().is_empty() {
        let both = [(Kind::Deleted, before), (Kind::Inserted, after)];
        return Change::Inline(
            both.into_iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(kind, text)| Run {
                    kind,
                    text: text.to_owned(),
                })
                .collect(),
        );
    }
    let (old, new) = (tokens(before), tokens(after));
    if old.len() + new.len() > COMPARED {
        return Change::Rewritten;
    }
    let diff = TextDiff::configure()
        .algorithm(Algorithm::Patience)
        .diff_slices(&old, &new);
    let tokens: Vec<(Kind, &str)> = diff
        .iter_all_changes()
        .map(|change| {
            let kind = match change.tag() {
                ChangeTag::Equal => Kind::Same,
                ChangeTag::Delete => Kind::Deleted,
                ChangeTag::Insert => Kind::Inserted,
            };
            (kind, change.value())
        })
        .collect();
    if likeness(&tokens) < ALIKE {
        return Change::Rewritten;
    }
    Change::Inline(merge(&tokens))
}

/// Words and what stands between them. A citation is one token: a half of one cites something else.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut from = 0;
    for mark in citation::marks(text) {
        let words = text.get(from..mark.span.start).unwrap_or_default();
        tokens.extend(words.split_word_bounds());
        tokens.extend(text.get(mark.span.clone()));
        from = mark.span.end;
    }
    tokens.extend(text.get(from..).unwrap_or_default().split_word_bounds());
    tokens
}

/// Share of the words, by letters, that both sides have in the same order. Spaces would make any two texts alike.
fn likeness(tokens: &[(Kind, &str)]) -> f32 {
    let letters = |kind: Kind| -> usize {
        tokens
            .iter()
            .filter(|(of, text)| *of == kind && is_word(text))
            .map(|(_, text)| text.len())
            .sum()
    };
    let same = 2 * letters(Kind::Same);
    let all = same + letters(Kind::Deleted) + letters(Kind::Inserted);
    if all == 0 {
        1.0
    } else {
        same as f32 / all as f32
    }
}

/// Joins tokens into runs, deletion before insertion, with small islands drowned.
fn merge(tokens: &[(Kind, &str)]) -> Vec<Run> {
    let mut runs = Vec::new();
    let (mut deleted, mut inserted) = (String::new(), String::new());
    let mut at = 0;
    while let Some(&(kind, text)) = tokens.get(at) {
        match kind {
            Kind::Deleted => deleted.push_str(text),
            Kind::Inserted => inserted.push_str(text),
            Kind::Same => {
                let end = tokens[at..]
                    .iter()
                    .position(|(kind, _)| *kind != Kind::Same)
                    .map_or(tokens.len(), |length| at + length);
                let same: String = tokens[at..end].iter().map(|(_, text)| *text).collect();
                let words = tokens[at..end]
                    .iter()
                    .filter(|(_, text)| is_word(text))
                    .count();
                let between = !(deleted.is_empty() && inserted.is_empty()) && end < tokens.len();
                if between && words <= ISLAND {
                    deleted.push_str(&same);
                    inserted.push_str(&same);
                } else {
                    flush(&mut runs, &mut deleted, &mut inserted);
                    runs.push(Run {
                        kind: Kind::Same,
                        text: same,
                    });
                }
                at = end;
                continue;
            }
        }
        at += 1;
    }
    flush(&mut runs, &mut deleted, &mut inserted);
    runs
}

fn flush(runs: &mut Vec<Run>, deleted: &mut String, inserted: &mut String) {
    for (kind, text) in [(Kind::Deleted, deleted), (Kind::Inserted, inserted)] {
        if !text.is_empty() {
            runs.push(Run {
                kind,
                text: std::mem::take(text),
            });
        }
    }
}

fn is_word(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(before: &str, after: &str) -> String {
        match compare(before, after) {
            Change::Rewritten => "rewritten".to_owned(),
            Change::Inline(runs) => runs
                .iter()
                .map(|run| match run.kind {
                    Kind::Same => run.text.clone(),
                    Kind::Deleted => format!("[-{}-]", run.text),
                    Kind::Inserted => format!("{{+{}+}}", run.text),
                })
                .collect(),
        }
    }

    #[test]
    fn a_softened_claim_shows_the_words_that_changed() {
        assert_eq!(
            shown(
                "The regulator will block the merger, which ends the consolidation story [3].",
                "The regulator is likely to challenge the merger, which slows the consolidation story [7].",
            ),
            "The regulator [-will block-]{+is likely to challenge+} the merger, which [-ends-]{+slows+} the consolidation story [-[3]-]{+[7]+}."
        );
    }

    #[test]
    fn a_citation_changes_as_a_whole() {
        assert_eq!(
            shown(
                "Sales fell by half in 2024 [1].",
                "Sales fell by half in 2024 [2]."
            ),
            "Sales fell by half in 2024 [-[1]-]{+[2]+}."
        );
        assert_eq!(
            shown(
                "Sales fell by half in 2024 [1][2].",
                "Sales fell by half in 2024 [1][2][3]."
            ),
            "Sales fell by half in 2024 [1][2]{+[3]+}."
        );
    }

    #[test]
    fn a_word_or_two_between_changes_is_part_of_the_change() {
        assert_eq!(
            shown(
                "Sales fell by half of the total in 2024.",
                "Sales fell by some of a total in 2024."
            ),
            "Sales fell by [-half of the-]{+some of a+} total in 2024."
        );
    }

    #[test]
    fn sentences_that_share_little_are_shown_whole() {
        assert_eq!(
            shown(
                "Demand is strong and the company should expand capacity now.",
                "Orders grew 12 % while cancellations doubled; expanding before Q3 data is premature [8].",
            ),
            "rewritten"
        );
    }

    #[test]
    fn an_insertion_and_a_deletion_are_one_run() {
        assert_eq!(shown("", "A new sentence."), "{+A new sentence.+}");
        assert_eq!(shown("An old sentence.", ""), "[-An old sentence.-]");
    }

    proptest! {
        #[test]
        fn both_sides_can_be_read_back_from_the_runs(before in "[a-d ,.\\[\\]1-3é猫]{0,60}", after in "[a-d ,.\\[\\]1-3é猫]{0,60}") {
            if let Change::Inline(runs) = compare(&before, &after) {
                let side = |not: Kind| -> String {
                    runs.iter().filter(|run| run.kind != not).map(|run| run.text.as_str()).collect()
                };
                prop_assert_eq!(side(Kind::Inserted), before);
                prop_assert_eq!(side(Kind::Deleted), after);
            }
        }
    }
}
