//! Countries: one country by its other names and by those who live there, `the Dutch`, `Holland` and `the Netherlands`, `the UK` and `Britain`.
//!
//! A claim that names a country otherwise than its evidence is read with the name that stands there.

use std::borrow::Cow;
use std::ops::Range;

use crate::check::language::irregular::country;
use crate::check::language::terms::{plain, replaced, words};

/// Names of a country in two words.
const IN_TWO: &[(&str, &str, &str)] = &[
    ("united", "kingdom", "britain"),
    ("great", "britain", "britain"),
    ("united", "states", "america"),
];

/// Other names in one word.
const OTHERWISE: &[(&str, &str)] = &[
    ("UK", "britain"),
    ("US", "america"),
    ("USA", "america"),
    ("Holland", "netherlands"),
    ("Burma", "myanmar"),
    ("Persia", "iran"),
];

/// A name in a text, with the country that it names.
struct Named<'t> {
    span: Range<usize>,
    text: &'t str,
    country: &'static str,
}

/// A claim with the names of countries that its evidence has for them.
pub(crate) fn as_called<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let own = named(claim);
    let other = |own: &Named<'_>| {
        let is_there = evidence.iter().any(|text| text.contains(own.text));
        if is_there {
            return None;
        }
        let mut theirs = evidence.iter().flat_map(|text| named(text));
        let theirs = theirs.find(|theirs| theirs.country == own.country)?;
        Some((own.span.clone(), theirs.text.to_owned()))
    };
    let changes: Vec<(Range<usize>, String)> = own.iter().filter_map(other).collect();
    if changes.is_empty() {
        return Cow::Borrowed(claim);
    }
    Cow::Owned(replaced(claim, &changes))
}

fn named(text: &str) -> Vec<Named<'_>> {
    let spans: Vec<Range<usize>> = words(text).collect();
    let word = |at: usize| -> Option<&str> {
        let word = text.get(spans.get(at)?.clone())?;
        word.starts_with(char::is_uppercase).then_some(word)
    };
    let mut found: Vec<Named<'_>> = Vec::new();
    for at in 0..spans.len() {
        let Some(first) = word(at) else { continue };
        let in_two = || {
            let second = plain(word(at + 1)?);
            let first = plain(first);
            let mut all = IN_TWO.iter();
            all.find(|(one, two, _)| *one == first && *two == second)
                .map(|(.., country)| *country)
        };
        let in_one = || {
            let mut others = OTHERWISE.iter();
            let otherwise = others.find(|(name, _)| *name == first);
            otherwise
                .map(|(_, country)| *country)
                .or_else(|| country(&plain(first)))
        };
        let (country, last) = match in_two() {
            Some(country) => (Some(country), at + 1),
            None => (in_one(), at),
        };
        let is_told = |start: usize| found.last().is_some_and(|before| start < before.span.end);
        if let Some(country) = country
            && let Some((from, to)) = spans.get(at).zip(spans.get(last))
            && !is_told(from.start)
            && let Some(name) = text.get(from.start..to.end)
        {
            found.push(Named {
                span: from.start..to.end,
                text: name,
                country,
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_country_is_called_as_its_evidence_calls_it() {
        for (claim, evidence, expected) in [
            (
                "The Dutch won the final.",
                "Holland won the final.",
                "The Holland won the final.",
            ),
            (
                "The UK left in March.",
                "In March Britain left.",
                "The Britain left in March.",
            ),
            (
                "The British minister met the Danes.",
                "The minister of the United Kingdom met envoys from Denmark.",
                "The United Kingdom minister met the Denmark.",
            ),
            (
                "The United States banned it.",
                "It was banned in the US in May.",
                "The US banned it.",
            ),
        ] {
            assert_eq!(as_called(claim, &[evidence]), expected);
        }
        for (claim, evidence) in [
            ("France left.", "Spain left."),
            ("They told us of it.", "America was told of it."),
            ("The Dutch won.", "The Dutch of Holland won."),
        ] {
            assert_eq!(as_called(claim, &[evidence]), claim);
        }
    }
}
