//! Light verbs: `the closure took place in May` says no more than `it closed in May`, and a claim is read without what only carries its noun.

use super::irregular::is_past;
use super::plain_text::plain_text;
use super::terms::key;

/// Words that say of a deed, told by a noun, no more than that it was done.
#[rustfmt::skip]
const LIGHT: &[&[&str]] = &[
    &["took", "place"], &["takes", "place"], &["was", "carried", "out"], &["were", "carried", "out"], &["was", "made"], &["were", "made"], &["was", "undertaken"],
    &["was", "taken"], &["has", "been", "taken"], &["have", "been", "taken"], &["had", "been", "taken"], &["has", "been", "made"], &["have", "been", "made"],
    &["was", "imposed"], &["were", "imposed"], &["was", "performed"], &["was", "conducted"], &["occurred"], &["happened"], &["was", "recorded"], &["was", "effected"],
];

/// The same of what lasts: that it began is that it was done.
#[rustfmt::skip]
const BEGAN: &[&[&str]] = &[&["began"], &["started"], &["came", "into", "force"]];

/// Nouns of what lasts from when it is done.
const LASTS: &[&str] = &[
    "closure",
    "ban",
    "suspension",
    "closing",
    "prohibition",
    "shutdown",
];

/// A claim without the verb that only carries a deed told by its noun, where the texts have a verb for that deed and not this one.
pub(crate) fn without_light_verb(claim: &str, near: &[&str]) -> Option<String> {
    const LONGEST_SUBJECT: usize = 12;
    let read = plain_text(claim);
    let spans = &read.spans;
    let own = &read.words;
    let found = (1..own.len().min(LONGEST_SUBJECT)).find_map(|at| {
        let stands = |phrase: &&&[&str]| {
            let run = own.get(at..at + phrase.len());
            run.is_some_and(|run| run.iter().zip(phrase.iter()).all(|(own, word)| own == word))
        };
        let lasts = || {
            let mut before = own.iter().take(at);
            before.any(|word| LASTS.contains(&word.as_str()))
        };
        let began = || BEGAN.iter().find(stands).filter(|_| lasts());
        let phrase = LIGHT.iter().find(stands).or_else(began)?;
        Some((at, phrase))
    });
    let (at, phrase) = found?;
    let theirs: Vec<String> = near.iter().map(|text| format!(" {} ", key(text))).collect();
    let carried = phrase.last()?;
    let is_said = theirs
        .iter()
        .any(|text| text.contains(&format!(" {carried} ")));
    let subject = own.get(..at)?;
    let is_done = |verb: &str| {
        let is_verb = verb.ends_with("ed") || verb.ends_with("es") || is_past(verb);
        is_verb
            && subject
                .iter()
                .any(|noun| noun.len() > 3 && shares_root(noun, verb))
    };
    let is_told = theirs.iter().any(|text| text.split(' ').any(is_done));
    if is_said || !is_told {
        return None;
    }
    let from = spans.get(at - 1)?.end;
    let to = spans.get(at + phrase.len() - 1)?.end;
    Some(format!("{}{}", claim.get(..from)?, claim.get(to..)?))
}

/// Whether a noun begins as a verb does, as those do that name what it does.
fn shares_root(noun: &str, verb: &str) -> bool {
    const LEAST: usize = 4;
    let base = super::irregular::base(verb);
    let shared = noun
        .bytes()
        .zip(base.bytes())
        .take_while(|(own, other)| own == other)
        .count();
    shared >= LEAST || noun == base
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, near: &str, expected: Option<&str>) {
        assert_eq!(without_light_verb(claim, &[near]).as_deref(), expected);
    }

    #[test]
    fn what_only_carries_a_noun_is_left_out() {
        check(
            "The demolition of the mill took place in May.",
            "The mill was demolished in May.",
            Some("The demolition of the mill in May."),
        );
        check(
            "The closure of the pier began in May.",
            "The pier closed in May.",
            Some("The closure of the pier in May."),
        );
    }

    #[test]
    fn what_the_evidence_says_itself_or_what_is_no_deed_stays() {
        check(
            "The construction of the mill began in May.",
            "The mill was constructed in May.",
            None,
        );
        check(
            "The fair took place in May.",
            "The pier closed in May.",
            None,
        );
        check(
            "The closure took place in May.",
            "The closed pier took part in May.",
            Some("The closure in May."),
        );
    }
}
