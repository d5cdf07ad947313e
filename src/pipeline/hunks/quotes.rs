//! What bears out one side of a change: of several quotes first the one with the words that the change is about.

use std::cmp::Reverse;

use crate::study::{Claim, Quote};

/// The quotes of a claim, first what has most of the words that its side of a change has and the other has not.
#[must_use]
pub fn quotes<'a>(claim: &'a Claim, own: &str, other: &str) -> Vec<&'a Quote> {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        words
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let other = words(other);
    let changed: Vec<String> = words(own)
        .into_iter()
        .filter(|word| !other.contains(word))
        .collect();
    let mut quotes: Vec<&Quote> = claim.evidence.iter().chain(&claim.more).collect();
    quotes.sort_by_cached_key(|quote| {
        let said = words(&quote.text);
        Reverse(changed.iter().filter(|word| said.contains(word)).count())
    });
    quotes
}
