//! Countries: one country by its other names and by those who live there, `the Dutch`, `Holland` and `the Netherlands`, `the UK` and `Britain`.
//!
//! A claim that names a country otherwise than its evidence is read with the name that stands there.

use std::borrow::Cow;
use std::ops::Range;

use super::polarity::Opposition;
use crate::check::language::irregular::country;
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_stop_word, plain, replaced, stem};

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

/// Whom or what a text says to be of which country: `the German chancellor`, `the premier of Denmark`.
fn of_countries(text: &str) -> Vec<(String, Named<'_>)> {
    let read = plain_text(text);
    let spans = &read.spans;
    let word = |at: Option<usize>| {
        let word = at.and_then(|at| text.get(spans.get(at)?.clone()));
        word.filter(|word| word.starts_with(char::is_lowercase))
    };
    let noun_of = |named: &Named<'_>| {
        let first = spans
            .iter()
            .position(|span| span.start == named.span.start)?;
        let is_adjective = plain(named.text) != named.country && !named.text.ends_with('s');
        let next = spans.get(first + 1)?;
        let is_joined = text.get(named.span.end..next.start) == Some(" ");
        let behind = word(Some(first + 1)).filter(|_| is_adjective && is_joined);
        let of = word(first.checked_sub(1)).filter(|of| matches!(*of, "of" | "from"));
        let before = || of.and_then(|_| word(first.checked_sub(2)));
        behind.or_else(before).filter(|noun| !is_stop_word(noun))
    };
    let all = named(text).into_iter();
    all.filter_map(|named| Some((stem(&plain(noun_of(&named)?)), named)))
        .collect()
}

/// Two who have each other's country in a claim: `the chancellor of Denmark met the premier of Germany` of `the German chancellor met the Danish premier`.
pub(crate) fn exchanged_countries(claim: &str, source: &str) -> Option<Opposition> {
    let (own, theirs) = (of_countries(claim), of_countries(source));
    own.iter().find_map(|(noun, named)| {
        let is_told =
            |(other, of): &&(String, Named<'_>)| other == noun && of.country == named.country;
        if theirs.iter().any(|pair| is_told(&pair)) {
            return None;
        }
        let its = theirs.iter().find(|(other, _)| other == noun)?;
        let others = theirs.iter().find(|(_, of)| of.country == named.country)?;
        (others.0 != *noun).then(|| Opposition::Swapped {
            claim: named.text.to_owned(),
            source: its.1.text.to_owned(),
        })
    })
}

fn named(text: &str) -> Vec<Named<'_>> {
    let read = plain_text(text);
    let spans = &read.spans;
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
        let met = "The German chancellor met the Danish premier.";
        for (claim, expected) in [
            (
                "The chancellor of Denmark met the premier of Germany.",
                true,
            ),
            (
                "The chancellor of Germany met the premier of Denmark.",
                false,
            ),
            ("The Danish premier met the German chancellor.", false),
            ("The Danish premier met the French chancellor.", false),
        ] {
            assert_eq!(
                exchanged_countries(claim, met).is_some(),
                expected,
                "{claim}"
            );
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
