//! Restricted: `only` and its like where a claim and its evidence set it to the same word, in two orders: `by barge only`, `only by barge`.
//!
//! A claim may draw on two sentences, and be laid beside the one without the `only`.

use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_stop_word, stem};

const RESTRICTS: &[&str] = &["only", "solely", "exclusively", "alone"];

/// Whether all that a claim restricts some of its evidence restricts too.
pub(super) fn is_restricted_alike(claim: &str, around: &[&str]) -> bool {
    let own = restricted(claim);
    let theirs: Vec<Vec<String>> = around.iter().flat_map(|text| restricted(text)).collect();
    let is_told = |own: &Vec<String>| {
        let mut all = theirs.iter();
        all.any(|theirs| own.iter().any(|word| theirs.contains(word)))
    };
    !own.is_empty() && own.iter().all(is_told)
}

/// What each such word of a text may be set to, by stems: the word before it where it ends what it stands in, and else the first behind it that says something.
fn restricted(text: &str) -> Vec<Vec<String>> {
    /// Small words between it and what it is set to.
    const REACH: usize = 3;
    let read = plain_text(text);
    let spans = &read.spans;
    let word = |at: usize| read.words.get(at).map(String::as_str);
    let says = |at: usize| word(at).filter(|word| !is_stop_word(word));
    let ends = |at: usize| {
        let gap = spans.get(at).zip(spans.get(at + 1));
        let gap = gap.and_then(|(own, next)| text.get(own.end..next.start));
        let joins = word(at + 1).is_some_and(|next| matches!(next, "and" | "or" | "but"));
        gap.is_none_or(|gap| gap.contains([',', ';', '.', ':', ')', '['])) || joins
    };
    let is_one = |at: &usize| word(*at).is_some_and(|word| RESTRICTS.contains(&word));
    let all = (0..spans.len()).filter(is_one);
    all.map(|at| {
        let before = at.checked_sub(1).and_then(says);
        let behind = (at + 1..=at + REACH).find_map(says);
        let meant = if ends(at) { before } else { behind };
        meant.iter().map(|word| stem(word)).collect()
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_word_is_restricted_in_any_order() {
        let soil = "Removal may begin in February 2026. The agency allows transport of the soil by barge only.";
        for (claim, evidence, expected) in [
            (
                "Removal may begin in February 2026, takes 5 months and is allowed by barge only.",
                soil,
                true,
            ),
            ("Removal is allowed only by barge.", soil, true),
            ("Only barges may carry the soil.", soil, true),
            ("Removal may begin in February only.", soil, false),
            ("Only the agency allows transport.", soil, false),
            (
                "Refunds are paid to members only.",
                "Refunds are paid to members and guests.",
                false,
            ),
            (
                "Refunds are paid to members alone.",
                "The shop pays refunds solely to members.",
                true,
            ),
        ] {
            assert_eq!(is_restricted_alike(claim, &[evidence]), expected, "{claim}");
        }
    }
}
