//! Quantifiers: of how many of a thing, or how often, a sentence speaks, where it says so in words: `some patients`, `most of the depots`, `always`.

use super::terms::{Lexicon, Term, plain, words};

/// A quantifier with the noun it is said of.
struct Quantified {
    word: String,
    strength: u8,
    noun: Term,
}

/// The quantifier of a claim that says nearly all of what its source says a part of, and the source's own.
pub(super) fn overstated_quantity(
    claim: &str,
    source: &str,
    lexicon: &Lexicon,
) -> Option<(String, String)> {
    let theirs = quantified(source, lexicon);
    let own = quantified(claim, lexicon);
    if let Some(all) = own.iter().find(|own| own.strength > MOST)
        && let Some(exception) = exception(source)
        && self::exception(claim).is_none()
    {
        return Some((all.word.clone(), exception.to_owned()));
    }
    own.into_iter()
        .filter(|own| own.strength >= MOST)
        .find_map(|own| {
            let mut same = theirs
                .iter()
                .filter(|their| their.noun == own.noun)
                .peekable();
            let first = same.peek().map(|their| their.word.clone())?;
            same.all(|their| their.strength < own.strength)
                .then_some((own.word, first))
        })
}

/// The words by which a sentence leaves something out of what it says.
fn exception(sentence: &str) -> Option<&'static str> {
    const EXCEPTIONS: &[&str] = &[
        "except",
        "excluding",
        "apart from",
        "other than",
        "all but",
        "with the exception",
    ];
    let lower = format!(" {} ", sentence.to_lowercase());
    EXCEPTIONS
        .iter()
        .copied()
        .find(|words| lower.contains(&format!(" {words} ")))
}

/// From here on a quantifier leaves out few or none.
const MOST: u8 = 3;

fn strength(word: &str) -> Option<u8> {
    Some(match word {
        "few" | "some" | "several" | "half" | "sometimes" | "occasionally" | "rarely"
        | "seldom" => 1,
        "many" | "often" | "frequently" | "usually" | "generally" | "typically" | "normally" => 2,
        "most" => MOST,
        "all" | "every" | "each" | "always" => 4,
        _ => return None,
    })
}

/// The quantifiers of a sentence, each with the first content word within three words behind it.
fn quantified(sentence: &str, lexicon: &Lexicon) -> Vec<Quantified> {
    let words: Vec<&str> = words(sentence)
        .filter_map(|span| sentence.get(span))
        .collect();
    let behind = |at: usize| {
        words
            .iter()
            .skip(at + 1)
            .take(3)
            .find_map(|word| lexicon.known(word))
    };
    words
        .iter()
        .enumerate()
        .filter_map(|(at, word)| {
            let before = at.checked_sub(1).and_then(|before| words.get(before));
            // `not all` and `at most` say less than `all` and `most`.
            if before.is_some_and(|word| matches!(plain(word).as_str(), "not" | "at" | "the")) {
                return None;
            }
            Some(Quantified {
                strength: strength(&plain(word))?,
                noun: behind(at)?,
                word: (*word).to_owned(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        lexicon.term_set(claim);
        lexicon.term_set(source);
        let found = overstated_quantity(claim, source, &lexicon);
        assert_eq!(found.is_some(), expected, "{source} / {claim}: {found:?}");
    }

    #[test]
    fn all_is_more_than_some_of_the_same() {
        check("Some patients improved.", "All patients improved.", true);
        check("Many of the depots closed.", "Most depots closed.", true);
        check("Every depot closed.", "All depots closed.", false);
        check("All depots closed.", "Some depots closed.", false);
        check("Some depots closed.", "All patients improved.", false);
        check("Some depots closed.", "Not all depots closed.", false);
        check("Buses usually stop here.", "Buses always stop here.", true);
        check(
            "The depots closed, except for two.",
            "Every depot closed.",
            true,
        );
    }
}
