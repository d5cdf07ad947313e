//! Alike: `practically the same` and `no different` say one thing of two, the one by a word for it and the other by a denial.
//!
//! A claim that two things are alike is read with the words of its evidence for that, so that a denied difference is not taken for a denial of the likeness.

use std::borrow::Cow;
use std::ops::Range;

use crate::check::language::terms::{plain, replaced, words};

/// Words that say that two are alike, as one phrase each.
const LIKE: &[&str] = &[
    "the same",
    "similar",
    "alike",
    "identical",
    "equal",
    "comparable",
];
/// And words that deny that they differ.
#[rustfmt::skip]
const NOT_UNLIKE: &[&str] = &[
    "no different", "not different", "not significantly different", "not statistically different", "not very different", "not much different", "hardly different",
];
/// Words before them by which they are nearly so.
#[rustfmt::skip]
const NEARLY: &[&str] = &[
    "practically", "nearly", "virtually", "almost", "roughly", "about", "broadly", "essentially", "much", "effectively", "largely", "more", "less", "or", "very", "basically",
];

/// Where a text has one of the phrases, with the words before it that only say how nearly.
fn phrase(text: &str, list: &[&str]) -> Option<Range<usize>> {
    let all: Vec<(Range<usize>, String)> = words(text)
        .filter_map(|span| Some((span.clone(), plain(text.get(span)?))))
        .collect();
    let word = |at: usize| all.get(at).map_or("", |(_, word)| word.as_str());
    (0..all.len()).find_map(|at| {
        let length = list.iter().find_map(|phrase| {
            let mut length = 0;
            let is_here = phrase.split(' ').all(|own| {
                length += 1;
                word(at + length - 1) == own
            });
            is_here.then_some(length)
        })?;
        // `At the same time`, `the same firm`: nothing is compared.
        let next = word(at + length);
        let is_said = next.is_empty()
            || matches!(
                next,
                "in" | "between"
                    | "among"
                    | "across"
                    | "for"
                    | "as"
                    | "with"
                    | "at"
                    | "by"
                    | "to"
                    | "and"
                    | "whether"
                    | "from"
            );
        let is_behind = at > 0
            && !matches!(
                word(at - 1),
                "at" | "in" | "on" | "by" | "of" | "not" | "no" | "never"
            );
        if !is_said || !is_behind {
            return None;
        }
        let mut from = at;
        while from > 0 && NEARLY.contains(&word(from - 1)) {
            from -= 1;
        }
        let is_denied = from > 0 && matches!(word(from - 1), "not" | "no" | "never");
        let (opening, ending) = (all.get(from)?, all.get(at + length - 1)?);
        (!is_denied).then_some(opening.0.start..ending.0.end)
    })
}

/// A claim that two things are alike with the words by which its evidence says so.
pub(crate) fn as_alike<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let found = || {
        let [own, theirs] = if let Some(own) = phrase(claim, LIKE) {
            [(own, LIKE), (0..0, NOT_UNLIKE)]
        } else {
            [(phrase(claim, NOT_UNLIKE)?, NOT_UNLIKE), (0..0, LIKE)]
        };
        if evidence.iter().any(|text| phrase(text, own.1).is_some()) {
            return None;
        }
        let said = evidence
            .iter()
            .find_map(|text| text.get(phrase(text, theirs.1)?))?;
        Some(replaced(claim, &[(own.0, said.to_owned())]))
    };
    found().map_or(Cow::Borrowed(claim), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_is_read_in_the_words_of_the_evidence() {
        for (claim, evidence, expected) in [
            (
                "Costs were practically the same in both groups.",
                "Costs were no different between the groups.",
                "Costs were no different in both groups.",
            ),
            (
                "Yields were no different from those of the old seed.",
                "Yields were almost identical to those of the old seed.",
                "Yields were almost identical from those of the old seed.",
            ),
            (
                "At the same time costs rose.",
                "Costs were no different between the groups.",
                "At the same time costs rose.",
            ),
            (
                "Costs were not the same in both groups.",
                "Costs were no different between the groups.",
                "Costs were not the same in both groups.",
            ),
        ] {
            assert_eq!(as_alike(claim, &[evidence]), expected, "{claim}");
        }
    }
}
