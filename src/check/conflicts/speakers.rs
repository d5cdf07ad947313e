//! Speakers: who only says what a sentence tells. Two who say it can still disagree about one thing.

use crate::check::language::terms::words;
use crate::check::meaning::governing::SPEAKS;

/// Whether a name only says who says it.
pub(crate) fn is_speaker(name: &str, text: &str) -> bool {
    let Some(at) = text.find(name) else {
        return false;
    };
    let before = text.get(..at).unwrap_or_default().to_lowercase();
    let after = text.get(at + name.len()..).unwrap_or_default();
    let verb = words(after)
        .next()
        .and_then(|span| after.get(span))
        .map(str::to_lowercase)
        .unwrap_or_default();
    let before = before.trim_end().trim_end_matches("the").trim_end();
    // `The port of Lund counted 9,000 passengers`: what is counted is its own.
    let is_of_it = COUNTS.contains(&verb.as_str())
        && [" of", " in", " at", " from"]
            .iter()
            .any(|word| before.ends_with(word));
    before.ends_with("according to")
        || before.ends_with("says")
        || before.ends_with("by")
        || SPEAKS.contains(&verb.as_str()) && !is_of_it
}

/// Verbs of those that say something by which a place or a body may as well tell of itself.
const COUNTS: &[&str] = &[
    "counted", "measured", "gives", "reported", "reports", "found",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_counts_what_is_its_own_is_no_speaker() {
        for (name, text, expected) in [
            ("IEA", "The IEA counted 9,000 passengers.", true),
            ("Lund", "The port of Lund counted 9,000 passengers.", false),
            ("Norbank", "Analysts at Norbank expect a rise.", true),
            ("Orsa", "According to Orsa it fell.", true),
            ("Orsa", "Orsa fell.", false),
        ] {
            assert_eq!(is_speaker(name, text), expected, "{text}");
        }
    }
}
