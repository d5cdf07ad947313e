//! Negated words: `not filtered` and `unfiltered` say one thing, and a claim is read with that of the two which its evidence has.

use std::cell::LazyCell;

use super::plain_text::plain_text;
use super::terms::plain_words;

/// A claim with `unfiltered` for `not filtered`, or the other way round, where the texts have it so. `None` where nothing changes.
pub(crate) fn as_negated(claim: &str, near: &[&str]) -> Option<String> {
    let read = plain_text(claim);
    let (own, spans) = (&read.words, &read.spans);
    let may_change = |word: &String| {
        word.starts_with(['n', 'u', 'i']) && (word == "not" || base_of(word).is_some())
    };
    if !own.iter().any(may_change) {
        return None;
    }
    // Most claims that deny something deny a word that has no such form.
    let theirs = LazyCell::new(|| -> Vec<Vec<String>> {
        let texts = near.iter();
        texts.map(|text| plain_words(text).collect()).collect()
    });
    let has = |wanted: &str| theirs.iter().flatten().any(|word| word == wanted);
    let denies = |wanted: &str| {
        let mut pairs = theirs.iter().flat_map(|words| words.windows(2));
        pairs.any(|pair| matches!(pair, [not, word] if not == "not" && word == wanted))
    };
    let change = own.iter().enumerate().find_map(|(at, word)| {
        if let Some(base) = base_of(word).filter(|base| !has(word) && denies(base)) {
            return Some((at..at + 1, format!("not {base}")));
        }
        let next = own.get(at + 1).filter(|_| word == "not")?;
        let one = PREFIXES.iter().map(|prefix| format!("{prefix}{next}"));
        let mut known = one.filter(|one| base_of(one) == Some(next) && has(one));
        let known = known.next().filter(|_| !has(next))?;
        Some((at..at + 2, known))
    });
    let (places, said) = change?;
    let from = spans.get(places.start)?.start;
    let to = spans.get(places.end - 1)?.end;
    Some(format!("{}{said}{}", claim.get(..from)?, claim.get(to..)?))
}

const PREFIXES: &[&str] = &["un", "in", "im", "il", "ir", "non-"];

/// The word that one with a prefix denies.
pub(crate) fn base_of(word: &str) -> Option<&str> {
    const ADJECTIVES: &[&str] = &[
        "safe", "fair", "clear", "likely", "known", "paid", "sold", "certain", "usual", "lawful",
        "healthy", "true", "accurate", "complete", "correct", "legal", "regular", "equal", "aware",
    ];
    // `Unloaded` is what was loaded before.
    const UNDONE: &[&str] = &[
        "loaded", "packed", "folded", "veiled", "locked", "covered", "leashed", "dressed",
        "plugged", "hooked", "rolled", "masked", "wrapped", "earthed", "furled", "iform", "ited",
        "ed", "der",
    ];
    // Most words begin otherwise.
    if !word.starts_with(['u', 'i']) {
        return None;
    }
    PREFIXES.iter().find_map(|prefix| {
        let base = word.strip_prefix(prefix)?;
        let is_adjective = ["able", "ible", "ful"]
            .iter()
            .any(|end| base.ends_with(end));
        let is_participle = *prefix == "un" && base.len() > 4 && base.ends_with("ed");
        let is_one =
            *prefix == "non-" || ADJECTIVES.contains(&base) || is_adjective || is_participle;
        (is_one && !UNDONE.contains(&base)).then_some(base)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, near: &str, expected: Option<&str>) {
        assert_eq!(as_negated(claim, &[near]).as_deref(), expected, "{claim}");
    }

    #[test]
    fn a_denied_word_is_read_as_the_evidence_has_it() {
        check(
            "The milk is not filtered.",
            "The milk is unfiltered.",
            Some("The milk is unfiltered."),
        );
        check(
            "The milk is unfiltered.",
            "The milk is not filtered.",
            Some("The milk is not filtered."),
        );
        check(
            "The moon was not visible.",
            "An invisible moon rose.",
            Some("The moon was invisible."),
        );
    }

    #[test]
    fn what_was_done_before_it_was_undone_is_not_denied() {
        check("The ship was not loaded.", "The ship was unloaded.", None);
        check("The milk is not filtered.", "The milk is filtered.", None);
        check("It was not formed.", "It was informed.", None);
        check("The milk is filtered.", "The milk is unfiltered.", None);
    }
}
