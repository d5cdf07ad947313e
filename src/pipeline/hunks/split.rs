//! The parts of a change that can be decided one by one: its sentences where it is about several, and else its runs of changed words.

use super::cut::Cut;
use super::words::{Change, Kind, compare};
use crate::study::Hunk;

/// Both sides of each part, in order; equal for words that stay. One part for a change that has no others.
#[must_use]
pub fn split(hunk: &Hunk) -> Vec<(String, String)> {
    let (before, after) = (hunk.before.as_str(), hunk.after.as_str());
    if before.trim().is_empty() && after.trim().is_empty() {
        return vec![(before.to_owned(), after.to_owned())];
    }
    if before.trim().is_empty() {
        let lead = (before.to_owned(), String::new());
        let added = sentences(after).map(|part| (String::new(), part.to_owned()));
        return with_lead(lead, added.collect());
    }
    if after.trim().is_empty() {
        let lead = (String::new(), after.to_owned());
        let gone = sentences(before).map(|part| (part.to_owned(), String::new()));
        return with_lead(lead, gone.collect());
    }
    // Sentences that were made one change are told apart again.
    let pairs: Vec<(String, String)> = sentences(before)
        .zip(sentences(after))
        .map(|(before, after)| (before.to_owned(), after.to_owned()))
        .collect();
    let changed = pairs.iter().filter(|(before, after)| before != after);
    if changed.count() > 1 && sentences(before).count() == sentences(after).count() {
        return pairs;
    }
    match compare(before, after) {
        Change::Rewritten => vec![(before.to_owned(), after.to_owned())],
        Change::Inline(runs) => {
            let mut parts: Vec<(String, String)> = Vec::new();
            let mut takes_insertion = false;
            for run in runs {
                match (run.kind, parts.last_mut()) {
                    (Kind::Inserted, Some(last)) if takes_insertion => last.1 = run.text,
                    (Kind::Same, _) => parts.push((run.text.clone(), run.text)),
                    (Kind::Deleted, _) => parts.push((run.text, String::new())),
                    (Kind::Inserted, _) => parts.push((String::new(), run.text)),
                }
                takes_insertion = run.kind == Kind::Deleted;
            }
            with_ends(parts)
        }
    }
}

/// Words that stay at the beginning and at the end go with the parts beside them, so that the parts joined again are the whole change.
fn with_ends(mut parts: Vec<(String, String)>) -> Vec<(String, String)> {
    let stays = |part: Option<&(String, String)>| part.is_some_and(|part| part.0 == part.1);
    if parts.len() > 1 && stays(parts.first()) {
        let lead = parts.remove(0);
        parts = with_lead(lead, parts);
    }
    if parts.len() > 1 && stays(parts.last()) {
        let tail = parts.pop().unwrap_or_default();
        if let Some(last) = parts.last_mut() {
            last.0.push_str(&tail.0);
            last.1.push_str(&tail.1);
        }
    }
    parts
}

/// What stands before all parts goes with the first one.
fn with_lead(lead: (String, String), mut parts: Vec<(String, String)>) -> Vec<(String, String)> {
    match parts.first_mut() {
        Some(first) => {
            first.0.insert_str(0, &lead.0);
            first.1.insert_str(0, &lead.1);
            parts
        }
        None => vec![lead],
    }
}

/// The sentences of a text, each with the space before it; the last one with the space after it.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends: Vec<usize> = Cut::new(text)
        .sentences
        .iter()
        .map(|span| span.end)
        .collect();
    let last = ends.len().saturating_sub(1);
    let mut from = 0;
    ends.into_iter().enumerate().filter_map(move |(at, end)| {
        let end = if at == last { text.len() } else { end };
        let part = text.get(from..end);
        from = end;
        part
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::study::HunkId;

    fn hunk(before: &str, after: &str) -> Hunk {
        Hunk::open(
            HunkId(1),
            before.to_owned(),
            after.to_owned(),
            String::new(),
        )
    }

    fn check(before: &str, after: &str, expected: &[(&str, &str)]) {
        let parts = split(&hunk(before, after));
        let parts: Vec<(&str, &str)> = parts
            .iter()
            .map(|(before, after)| (before.as_str(), after.as_str()))
            .collect();
        assert_eq!(parts, expected);
    }

    #[test]
    fn a_changed_sentence_is_split_into_its_runs_of_words() {
        check(
            "The regulator will block the merger, which ends the story of consolidation [3].",
            "The regulator may challenge the merger, which slows the story of consolidation [3][7].",
            &[
                ("The regulator will block", "The regulator may challenge"),
                (" the merger, which ", " the merger, which "),
                ("ends", "slows"),
                (
                    " the story of consolidation [3]",
                    " the story of consolidation [3]",
                ),
                (".", "[7]."),
            ],
        );
    }

    #[test]
    fn a_paragraph_that_comes_or_goes_is_split_into_its_sentences() {
        check(
            "",
            "\n\nFresh news. And more [1].",
            &[("", "\n\nFresh news."), ("", " And more [1].")],
        );
        check("Old. Older. ", "", &[("Old.", ""), (" Older. ", "")]);
    }

    #[test]
    fn sentences_that_were_joined_are_told_apart_again() {
        check(
            "Sales fell. Stocks are full [6].",
            "Sales halved. Stocks stay. Orders rose [7].",
            &[(
                "Sales fell. Stocks are full [6].",
                "Sales halved. Stocks stay. Orders rose [7].",
            )],
        );
        check(
            "Sales fell [1]. Stocks are full [6]. Prices fell. ",
            "Sales halved [1]. Stocks are full [6]. Prices doubled. ",
            &[
                ("Sales fell [1].", "Sales halved [1]."),
                (" Stocks are full [6].", " Stocks are full [6]."),
                (" Prices fell. ", " Prices doubled. "),
            ],
        );
    }

    #[test]
    fn what_is_written_anew_has_no_parts() {
        check(
            "Demand is strong.",
            "Orders doubled while cancellations rose [8].",
            &[(
                "Demand is strong.",
                "Orders doubled while cancellations rose [8].",
            )],
        );
        check("", " One.", &[("", " One.")]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_parts_are_the_whole(before in "[a-dA-D ,.\n\\[\\]1-3é猫]{0,60}", after in "[a-dA-D ,.\n\\[\\]1-3é猫]{0,60}") {
            let parts = split(&hunk(&before, &after));
            let whole = |side: fn(&(String, String)) -> &str| parts.iter().map(side).collect::<String>();
            prop_assert_eq!(whole(|part| &part.0), before);
            prop_assert_eq!(whole(|part| &part.1), after);
        }
    }
}
