//! Recurring: what one sentence says comes about again and again, `floods each winter`, and another that it never did.
//!
//! How often a thing comes about is no other scope than that it never does: there is no winter of which both hold.

use crate::check::language::terms::{is_stop_word, plain_words, stem};

/// Words by which something comes about again and again.
#[rustfmt::skip]
const OFTEN: &[&str] = &[
    "always", "annually", "yearly", "regularly", "routinely", "often", "frequently", "repeatedly", "usually", "monthly", "weekly", "daily",
];

/// Times that come again.
#[rustfmt::skip]
const TIMES: &[&str] = &[
    "year", "winter", "spring", "summer", "autumn", "season", "month", "week", "day", "night", "morning", "evening", "time", "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "decade", "century",
];

/// Words behind a `never` among which the deed stands that it denies.
const REACH: usize = 4;

/// Whether one of two sentences says that something comes about again and again of which the other says that it never did.
pub(crate) fn recurs_and_never((a, b): (&str, &str)) -> bool {
    let is_never = |text: &str| text.contains("never") || text.contains("Never");
    match (is_never(a), is_never(b)) {
        (true, false) => denies_recurrence(a, b),
        (false, true) => denies_recurrence(b, a),
        _ => false,
    }
}

fn denies_recurrence(never: &str, recurring: &str) -> bool {
    let own: Vec<String> = plain_words(never).collect();
    let theirs: Vec<String> = plain_words(recurring).collect();
    if !recurs(&theirs) {
        return false;
    }
    let Some(at) = own.iter().position(|word| word == "never") else {
        return false;
    };
    let said = |words: &[String]| -> Vec<String> {
        let content = words.iter().filter(|word| !is_stop_word(word));
        content.map(|word| stem(word)).collect()
    };
    let (before, behind) = own.split_at(at);
    let deed = said(
        behind
            .get(1..(REACH + 1).min(behind.len()))
            .unwrap_or_default(),
    );
    let (subject, all) = (said(before), said(&theirs));
    let is_told = |word: &String| all.contains(word);
    deed.iter().any(is_told) && !subject.is_empty() && subject.iter().all(is_told)
}

/// Whether words say that something comes about again and again: `every winter`, `regularly`.
fn recurs(words: &[String]) -> bool {
    let is_time = |word: &String| TIMES.contains(&word.trim_end_matches('s'));
    words.iter().any(|word| OFTEN.contains(&word.as_str()))
        || words.windows(2).any(|pair| {
            matches!(pair, [each, time] if matches!(each.as_str(), "each" | "every") && is_time(time))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_every_winter_is_no_other_scope_than_never() {
        let floods = "The street floods each winter.";
        for (other, expected) in [
            ("The street was never flooded.", true),
            ("The street has never flooded, the survey says.", true),
            ("The street was never paved.", false),
            ("The cellar was never flooded.", false),
            ("The street was not flooded in 2019.", false),
        ] {
            assert_eq!(recurs_and_never((floods, other)), expected, "{other}");
            assert_eq!(recurs_and_never((other, floods)), expected, "{other}");
        }
        let once = "The street flooded in 1998.";
        assert!(!recurs_and_never((once, "The street was never flooded.")));
    }
}
