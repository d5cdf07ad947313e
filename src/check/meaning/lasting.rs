//! Lasting: `took 90 minutes` and `lasted 90 minutes` say one thing of how long something was, and a claim is read with the verb that its evidence has.

use std::borrow::Cow;

use crate::check::language::numbers::{Unit, quantities};
use crate::check::language::terms::{plain, replaced, words};

const TOOK: &[&str] = &["took", "takes", "take", "taken"];
const LASTED: &[&str] = &["lasted", "lasts", "last"];

/// A claim of how long something was, with the verb that the texts have.
pub(crate) fn as_lasting<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    /// Bytes between a verb and how long it says that something was.
    const NEAR: usize = 24;
    let found = || {
        let is_any = |list: &[&str]| list.iter().any(|word| claim.contains(word));
        let [own, theirs] = match (is_any(TOOK), is_any(LASTED)) {
            (true, false) => [TOOK, LASTED],
            (false, true) => [LASTED, TOOK],
            _ => return None,
        };
        let verb = |text: &str, list: &[&str]| {
            let durations: Vec<usize> = quantities(text)
                .into_iter()
                .filter(|own| {
                    own.amount()
                        .is_some_and(|own| matches!(own.unit, Unit::Measure("time" | "months")))
                })
                .map(|own| own.span.start)
                .collect();
            words(text).find(|span| {
                let word = text.get(span.clone()).map(plain);
                word.is_some_and(|word| list.contains(&word.as_str()))
                    && durations
                        .iter()
                        .any(|at| (span.end..span.end + NEAR).contains(at))
            })
        };
        let place = verb(claim, own)?;
        let said = evidence
            .iter()
            .find_map(|text| text.get(verb(text, theirs)?))?;
        Some(replaced(claim, &[(place, said.to_owned())]))
    };
    found().map_or(Cow::Borrowed(claim), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_something_was_is_read_with_the_verb_of_the_evidence() {
        for (claim, evidence, expected) in [
            (
                "The hearing took 90 minutes.",
                "It lasted an hour and a half.",
                "The hearing lasted 90 minutes.",
            ),
            (
                "The hearing lasted 90 minutes.",
                "It took an hour and a half.",
                "The hearing took 90 minutes.",
            ),
            (
                "The hearing took notes for 90 minutes.",
                "It was long.",
                "The hearing took notes for 90 minutes.",
            ),
            (
                "It took 90 votes.",
                "It lasted an hour.",
                "It took 90 votes.",
            ),
        ] {
            assert_eq!(as_lasting(claim, &[evidence]), expected, "{claim}");
        }
    }
}
