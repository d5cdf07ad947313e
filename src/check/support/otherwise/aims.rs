//! Aims: what somebody means to bring about, `aims to halve its waste`, beside a claim that it will be so.

use super::{Source, root};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// Verbs of those who mean to do something and may not reach it.
#[rustfmt::skip]
const AIMS: &[&str] = &[
    "aim", "aims", "aimed", "aiming", "hope", "hopes", "hoped", "hoping", "want", "wants", "wanted", "seek", "seeks", "sought", "seeking", "intend", "intends",
    "intended", "intending", "try", "tries", "tried", "trying", "strive", "strives", "attempt", "attempts", "wish", "wishes", "considering", "target", "targets", "ambition", "goal",
];

/// The aim that a claim tells as what will be.
pub(super) fn only_aimed_at(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let will = claim
        .iter()
        .position(|word| word.is_in(&["will", "shall"]))?;
    let is_verb = |word: &&Word<'_>| word.tells() && !word.plain.ends_with("ly");
    let verb = root(claim.get(will + 1..)?.iter().find(is_verb)?);
    if deny(claim)
        || claim.iter().any(|word| {
            word.is_in(AIMS) || word.is_in(&["if", "plan", "plans", "planned", "said", "says"])
        })
    {
        return None;
    }
    let mut found = None;
    for line in source.lines() {
        for (at, word) in line.iter().enumerate() {
            if root(word) != verb {
                continue;
            }
            let near = line.get(at.saturating_sub(4)..at).unwrap_or_default();
            let is_to = near.last().is_some_and(|word| word.is_in(&["to", "be"]))
                || near.iter().any(|word| word.is_in(&["to"]));
            let aim = near.iter().find(|word| word.is_in(AIMS)).filter(|_| is_to);
            match aim {
                Some(aim) => found = found.or(Some(aim.surface)),
                // Said flatly elsewhere.
                None => return None,
            }
        }
    }
    found.map(|aim| Finding::Hedge(aim.to_owned()))
}
