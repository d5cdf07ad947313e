//! Shortened: `isn't` for `is not` and `56%` for `56 percent`. A claim is read with that of the two which its evidence has.

use std::borrow::Cow;

use super::terms::{plain, replaced, words};

/// A claim with its denials and shares written as its evidence writes them.
pub(crate) fn as_written<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    match as_contracted(claim, evidence) {
        Cow::Borrowed(claim) => with_its_percent(claim, evidence),
        Cow::Owned(claim) => Cow::Owned(with_its_percent(&claim, evidence).into_owned()),
    }
}

/// Denials in one word, with what they are short for.
#[rustfmt::skip]
const CONTRACTED: &[(&str, &str)] = &[
    ("isn't", "is not"), ("aren't", "are not"), ("wasn't", "was not"), ("weren't", "were not"), ("don't", "do not"), ("doesn't", "does not"), ("didn't", "did not"),
    ("hasn't", "has not"), ("haven't", "have not"), ("hadn't", "had not"), ("won't", "will not"), ("wouldn't", "would not"), ("can't", "cannot"), ("can't", "can not"),
    ("couldn't", "could not"), ("shouldn't", "should not"), ("mustn't", "must not"), ("needn't", "need not"),
];

fn as_contracted<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let is_denied =
        |text: &str| text.contains("n't") || text.contains("n’t") || text.contains("not");
    if !is_denied(claim) {
        return Cow::Borrowed(claim);
    }
    let spans: Vec<_> = words(claim).collect();
    let own: Vec<String> = spans
        .iter()
        .filter_map(|span| claim.get(span.clone()))
        .map(plain)
        .collect();
    let has = |phrase: &str| {
        let curled = phrase.replace('\'', "’");
        evidence.iter().find_map(|text| {
            [phrase, curled.as_str()]
                .into_iter()
                .find(|wanted| text.contains(wanted))
                .map(str::to_owned)
        })
    };
    let mut changes = Vec::new();
    for (at, word) in own.iter().enumerate() {
        let next = own.get(at + 1).map(String::as_str);
        let found = CONTRACTED.iter().find_map(|(short, long)| {
            if word == short {
                return (has(short).is_none())
                    .then(|| has(long))?
                    .map(|said| (at, said));
            }
            let length = match long.split_once(' ') {
                Some((first, then)) if first == word && next == Some(then) => 1,
                None if long == word => 0,
                _ => return None,
            };
            (has(long).is_none())
                .then(|| has(short))?
                .map(|said| (at + length, said))
        });
        let span =
            found.and_then(|(last, said)| Some((spans.get(at)?.start..spans.get(last)?.end, said)));
        changes.extend(span);
    }
    if changes.is_empty() {
        Cow::Borrowed(claim)
    } else {
        Cow::Owned(replaced(claim, &changes))
    }
}

fn with_its_percent<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    const WORDS: [&str; 2] = [" percent", " per cent"];
    let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let has = |written: &str| {
        evidence.iter().any(|text| {
            let mut places = text.match_indices(written);
            places.any(|(at, _)| {
                !text
                    .get(..at)
                    .is_some_and(|before| before.ends_with(is_digit))
            })
        })
    };
    let number_before = |at: usize| {
        let before = claim.get(..at)?;
        let number = before.get(before.trim_end_matches(is_digit).len()..)?;
        (!number.is_empty()).then_some(number)
    };
    let mut changes = Vec::new();
    for (at, sign) in claim.match_indices(['%', ' ']) {
        let Some(number) = number_before(at) else {
            continue;
        };
        let short = format!("{number}%");
        let long = WORDS
            .into_iter()
            .find(|word| has(&format!("{number}{word}")));
        if sign == "%" {
            if let Some(long) = long.filter(|_| !has(&short)) {
                changes.push((at..at + 1, long.to_owned()));
            }
            continue;
        }
        let own = WORDS
            .into_iter()
            .find(|word| claim.get(at..).is_some_and(|rest| rest.starts_with(word)));
        if let Some(own) = own.filter(|_| has(&short) && long.is_none()) {
            changes.push((at..at + own.len(), "%".to_owned()));
        }
    }
    if changes.is_empty() {
        Cow::Borrowed(claim)
    } else {
        Cow::Owned(replaced(claim, &changes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_written_as_its_evidence_is() {
        for (claim, evidence, expected) in [
            ("It isn't open.", "It is not open.", "It is not open."),
            ("It is not open.", "It isn’t open.", "It isn’t open."),
            ("They can't vote.", "They cannot vote.", "They cannot vote."),
            ("It isn't open.", "It is open.", "It isn't open."),
            (
                "By 56 percent to 35 percent.",
                "By 56% to 35%.",
                "By 56% to 35%.",
            ),
            ("It rose 6%.", "It rose 6 per cent.", "It rose 6 per cent."),
            ("It rose 6 percent.", "It rose 56%.", "It rose 6 percent."),
        ] {
            assert_eq!(as_written(claim, &[evidence]), expected, "{claim}");
        }
    }
}
