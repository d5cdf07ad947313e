//! Versions: `1.70` where the evidence writes `1.70.0`, which is the same one.

use std::borrow::Cow;
use std::ops::Range;

use crate::check::language::terms::replaced;

/// What the first of a line of versions ends with.
const FIRST: &str = ".0";

/// A claim with the versions that its evidence writes with more or fewer zeros at the end as that writes them.
pub(super) fn as_versioned<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let changes: Vec<(Range<usize>, String)> = dotted(claim)
        .filter_map(|span| {
            let own = claim.get(span.clone())?;
            let theirs = || evidence.iter().flat_map(|text| runs_with(text, core(own)));
            if theirs().any(|run| run == own) {
                return None;
            }
            // `3.0` may be a number, `3.9.0` is none.
            let is_it = |run: &&str| {
                core(run) == core(own) && parts(run) > 1 && parts(run).max(parts(own)) > 2
            };
            Some((span, theirs().find(is_it)?.to_owned()))
        })
        .collect();
    if changes.is_empty() {
        return Cow::Borrowed(claim);
    }
    Cow::Owned(replaced(claim, &changes))
}

fn parts(run: &str) -> usize {
    run.split('.').count()
}

/// A version without the zeros at its end.
fn core(run: &str) -> &str {
    run.trim_end_matches(FIRST)
}

/// Where numbers stand that are joined by points.
fn dotted(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let is_digit = move |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let points = text.match_indices('.').map(|(at, _)| at);
    let joined = points.filter(move |&at| at > 0 && is_digit(at - 1) && is_digit(at + 1));
    let mut end = 0;
    joined.filter_map(move |at| {
        if at < end {
            return None;
        }
        let run = run_around(bytes, at);
        end = run.end;
        Some(run)
    })
}

/// The digits and the points between them around a place.
fn run_around(bytes: &[u8], at: usize) -> Range<usize> {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_of_run = |at: usize| {
        is_digit(at)
            || bytes.get(at) == Some(&b'.') && at > 0 && is_digit(at - 1) && is_digit(at + 1)
    };
    let start = (0..=at).rev().take_while(|&at| is_of_run(at)).last();
    let end = (at..bytes.len()).take_while(|&at| is_of_run(at)).last();
    start.unwrap_or(at)..end.map_or(at, |end| end + 1)
}

/// The numbers of a text that begin with some digits.
fn runs_with<'t>(text: &'t str, digits: &'t str) -> impl Iterator<Item = &'t str> {
    let found = text.match_indices(digits);
    found.filter_map(move |(at, _)| {
        let run = run_around(text.as_bytes(), at);
        text.get(run.clone()).filter(|_| run.start == at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: &str) {
        assert_eq!(as_versioned(claim, &[evidence]), expected, "{evidence}");
    }

    #[test]
    fn a_version_is_read_with_the_zeros_that_its_evidence_gives_it() {
        check("It is in 1.70.", "Rust 1.70.0 is out.", "It is in 1.70.0.");
        check("It is in 3.9.0.", "Python 3.9 is out.", "It is in 3.9.");
        check(
            "It is in 3.0.0 now.",
            "Python 3 and 3.0 are out.",
            "It is in 3.0 now.",
        );
    }

    #[test]
    fn another_version_or_a_number_stays_as_it_is() {
        for (claim, evidence) in [
            ("It is in 1.70.", "Rust 1.70.1 and 11.70.0 are out."),
            ("It is in 1.7.", "Rust 1.70.0 is out."),
            ("It cost 3.0 million.", "It cost 3 million."),
            ("It is in 1.70.", "It is in 1.70, and 1.70.0 is old."),
        ] {
            check(claim, evidence, claim);
        }
    }
}
