//! Multiplied: `tripled`, beside the two values of evidence that has no word for it, `had 40 members in its first year; by the third it had 80`.

use super::{Source, opposed};
use crate::check::language::numbers::{Amount, Unit, quantities};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// Words for how many times as much something became.
#[rustfmt::skip]
const FACTORS: &[(&[&str], f64)] = &[
    (&["doubled", "doubles", "doubling"], 2.0), (&["tripled", "trebled", "triples", "tripling", "trebling"], 3.0), (&["quadrupled", "quadruples"], 4.0),
    (&["halved", "halves", "halving"], 0.5), (&["quintupled"], 5.0),
];

/// Where the only two values of the evidence are another multiple of each other than the claim says.
pub(super) fn other_multiple(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    /// How far the values may be from what is said of them.
    const LOOSE: f64 = 0.2;
    let (at, factor) = claim.iter().enumerate().find_map(|(at, word)| {
        let (_, factor) = FACTORS.iter().find(|(words, _)| word.is_in(words))?;
        Some((at, *factor))
    })?;
    let is_told = |word: &Word<'_>| FACTORS.iter().any(|(words, _)| word.is_in(words));
    let lines = source.lines();
    if deny(claim) || lines.iter().flatten().any(is_told) {
        return None;
    }
    let mut values: Vec<Amount> = Vec::new();
    for text in source.texts {
        let all = quantities(text);
        let amounts = all.iter().filter_map(|own| own.amount());
        values.extend(
            amounts
                .filter(|own| !matches!(own.unit, Unit::Label(_)) && own.low >= own.high)
                .cloned(),
        );
    }
    let [old, new] = values.as_slice() else {
        return None;
    };
    let is_bare = |own: &Amount| matches!(own.unit, Unit::Bare | Unit::Counted(_));
    let is_one_kind = old.unit == new.unit || is_bare(old) && is_bare(new);
    if !is_one_kind || old.low <= 0.0 || new.low <= 0.0 || old.unit == Unit::Times {
        return None;
    }
    let became = new.low / old.low;
    let is_so = |became: f64| (became / factor).ln().abs() <= LOOSE;
    // Either may be told first.
    let is_wrong = !is_so(became) && !is_so(became.recip());
    is_wrong.then(|| {
        opposed(
            claim.get(at..=at).unwrap_or_default(),
            lines.first().map_or(&[][..], Vec::as_slice),
        )
    })
}
