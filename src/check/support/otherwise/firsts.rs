//! Firsts: `the first to be seen there for 80 years` says that none had been seen in the 80 years before.

use super::{Source, opposed, place};
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// A claim that there were some in the years before, of which the evidence says that the next were the first for so long.
pub(super) fn long_before(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let before = place(claim, &["before", "until", "earlier"])?;
    if deny(claim) || claim.iter().any(|word| word.plain == "first") {
        return None;
    }
    let own: Vec<Quantity> = claim
        .get(..before)?
        .iter()
        .flat_map(|word| quantities(word.surface))
        .collect();
    source.lines().iter().find_map(|line| {
        let is_of_one = is_first_for(source.text_of(line)?) && {
            let theirs: Vec<Quantity> = line
                .iter()
                .flat_map(|word| quantities(word.surface))
                .collect();
            own.iter().any(|own| {
                own.amount().is_some() && theirs.iter().any(|other| other.bears_out(own))
            })
        };
        is_of_one.then(|| opposed(claim, line))
    })
}

/// Whether a sentence says that something was the first for so many years.
pub(in crate::check::support) fn is_first_for(text: &str) -> bool {
    const REACH: usize = 10;
    let line = super::read(text);
    let Some(at) = line.iter().position(|word| word.plain == "first") else {
        return false;
    };
    let near = line
        .get(at + 1..line.len().min(at + 1 + REACH))
        .unwrap_or_default();
    near.windows(2).any(|pair| {
        matches!(pair, [one, next] if one.is_in(&["for", "in"])
            && (!quantities(next.surface).is_empty() || next.is_in(&["more", "over", "nearly", "almost", "decades", "generations", "centuries"])))
    })
}
