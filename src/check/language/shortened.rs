//! Shortened: `isn't` for `is not` and `56%` for `56 percent`. A claim is read with that of the two which its evidence has.

use std::borrow::Cow;
use std::ops::Range;

use super::irregular::country;
use super::plain_text::plain_text;
use super::terms::{replaced, words};

/// A claim with its denials, shares and initials written as its evidence writes them.
pub(crate) fn as_written<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let claim = with_its_initials(claim, evidence);
    let claim = match claim {
        Cow::Borrowed(claim) => as_contracted(claim, evidence),
        Cow::Owned(claim) => Cow::Owned(as_contracted(&claim, evidence).into_owned()),
    };
    match claim {
        Cow::Borrowed(claim) => with_its_percent(claim, evidence),
        Cow::Owned(claim) => Cow::Owned(with_its_percent(&claim, evidence).into_owned()),
    }
}

/// `US` for `U.S.` where the evidence does not write it so, and `U.S.` for `US` and `United States` where it writes nothing else.
fn with_its_initials<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let is_written = |name: &str| evidence.iter().any(|text| text.contains(name));
    let own = dotted(claim);
    if !own.is_empty() {
        let changes: Vec<(Range<usize>, String)> = own
            .into_iter()
            .filter(|span| {
                let name = claim.get(span.clone()).unwrap_or_default();
                // What is no country may be written so alone, `The A.V. Club`.
                let letters = name.replace('.', "");
                let is_known = country(&letters.to_lowercase()).is_some();
                !is_written(name)
                    && (is_known
                        || is_word_of(&letters, evidence)
                        || are_initials_in(&letters, evidence))
            })
            .map(|span| {
                let letters = claim.get(span.clone()).unwrap_or_default().replace('.', "");
                // The point may be that of the sentence as well.
                let is_last = claim
                    .get(span.end..)
                    .is_none_or(|rest| rest.trim().is_empty());
                (
                    span,
                    if is_last {
                        format!("{letters}.")
                    } else {
                        letters
                    },
                )
            })
            .collect();
        return if changes.is_empty() {
            Cow::Borrowed(claim)
        } else {
            Cow::Owned(replaced(claim, &changes))
        };
    }
    for text in evidence {
        for span in dotted(text) {
            let name = text.get(span).unwrap_or_default();
            let letters = name.replace('.', "");
            let all: Vec<Range<usize>> = words(claim).collect();
            let word = |at: usize| all.get(at).and_then(|span| claim.get(span.clone()));
            let short = (0..all.len())
                .find(|&at| word(at) == Some(&letters))
                .map(|at| (at, 1));
            let long = || {
                let spelled = |at: usize| {
                    letters.chars().zip(at..).all(|(letter, at)| {
                        word(at).is_some_and(|word| word.len() > 1 && word.starts_with(letter))
                    })
                };
                let at = (0..all.len()).find(|&at| spelled(at))?;
                Some((at, letters.len()))
            };
            let Some((at, length)) = short.or_else(long) else {
                continue;
            };
            let (Some(first), Some(last)) = (all.get(at), all.get(at + length - 1)) else {
                continue;
            };
            let span = first.start..last.end;
            if claim
                .get(span.clone())
                .is_some_and(|name| !is_written(name))
            {
                return Cow::Owned(replaced(claim, &[(span, name.to_owned())]));
            }
        }
    }
    Cow::Borrowed(claim)
}

/// Whether a text has a name of which these are the initials.
fn are_initials_in(letters: &str, texts: &[&str]) -> bool {
    texts.iter().any(|text| {
        let all: Vec<&str> = words(text).filter_map(|span| text.get(span)).collect();
        all.windows(letters.len()).any(|run| {
            run.iter()
                .zip(letters.chars())
                .all(|(word, letter)| word.len() > 1 && word.starts_with(letter))
        })
    })
}

/// Whether a text has a word as it is.
fn is_word_of(wanted: &str, texts: &[&str]) -> bool {
    let mut all = texts.iter();
    all.any(|text| words(text).any(|span| text.get(span) == Some(wanted)))
}

/// Where a text has capitals that each end in a point, two or more in a row: `U.S.`, `U.A.E.`
fn dotted(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_pair = |at: usize| {
        bytes.get(at).is_some_and(u8::is_ascii_uppercase) && bytes.get(at + 1) == Some(&b'.')
    };
    let points = text.match_indices('.').map(|(point, _)| point);
    let beginnings = points
        .filter_map(|point| point.checked_sub(1))
        .filter(|&at| {
            let before = at.checked_sub(1).and_then(|before| bytes.get(before));
            is_pair(at)
                && before.is_none_or(|before| !before.is_ascii_alphanumeric() && *before != b'.')
        });
    let spans = beginnings.map(|at| {
        let pairs = (at..).step_by(2).take_while(|at| is_pair(*at));
        at..at + 2 * pairs.count()
    });
    spans.filter(|span| span.len() > 2).collect()
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
    let read = plain_text(claim);
    let spans = &read.spans;
    let own = &read.words;
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
        let begins_alike = |other: &str| word.as_bytes().first() == other.as_bytes().first();
        let mut pairs = CONTRACTED
            .iter()
            .filter(|(short, long)| begins_alike(short) || begins_alike(long));
        let found = pairs.find_map(|(short, long)| {
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
        let rest = claim.get(at..).unwrap_or_default();
        // Most numbers are no shares.
        if sign != "%" && !rest.starts_with(" per") {
            continue;
        }
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
        let own = WORDS.into_iter().find(|word| rest.starts_with(word));
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
            (
                "It is in the U.S.",
                "It is in the United States.",
                "It is in the US.",
            ),
            (
                "It is in the United Kingdom.",
                "It is in the U.K. now.",
                "It is in the U.K..",
            ),
            (
                "The A.V. Club said so.",
                "The club said so.",
                "The A.V. Club said so.",
            ),
        ] {
            assert_eq!(as_written(claim, &[evidence]), expected, "{claim}");
        }
    }
}
