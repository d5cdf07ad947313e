//! Coverage: the share of the relevant sources that the text cites.
//!
//! Copies of one text are one source. A text need not cite more sources than it makes claims, so of many relevant sources as many are asked for as
//! there are claims; what it cites is relevant by that. A source that only claims cite which it does not bear out is not used: an invention brings no source in.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Checked, Read, SourceKey, ratio, scored, unwritten};
use crate::study::{Score, Verdict, counted};

/// Sources that are named when they are missing.
const MISSING: usize = 3;

pub(super) fn score(read: &Read<'_>) -> Score {
    if !read.is_written() {
        return unwritten();
    }
    let cited = read.all_cited();
    let relevant: BTreeSet<SourceKey> = read.draft.relevant.union(&cited).copied().collect();
    if relevant.is_empty() {
        return scored(0.0, "there is no relevant source".to_owned(), Vec::new());
    }
    let misused = misused(read);
    let used: BTreeSet<SourceKey> = cited.difference(&misused).copied().collect();
    let claims = read.claims().count().max(1);
    let wanted = relevant.len().min(claims);
    let mut reason = format!(
        "{} of {} cited",
        used.len(),
        counted(relevant.len(), "relevant source")
    );
    if !misused.is_empty() {
        let _ = write!(
            reason,
            ", {} more only for what is not in it",
            misused.len()
        );
    }
    if used.len() < wanted {
        if wanted < relevant.len() {
            let claims = counted(claims, "claim");
            let _ = write!(reason, "; {wanted} can be expected of {claims}");
        }
        let missing: Vec<SourceKey> = relevant.difference(&used).copied().collect();
        let names = missing.iter().take(MISSING).map(|key| read.title(*key));
        let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        if !names.is_empty() {
            let _ = write!(reason, "; not {}", names.join(", "));
        }
        let more = missing.len().saturating_sub(names.len());
        if more > 0 && !names.is_empty() {
            let _ = write!(reason, " and {more} more");
        }
    }
    scored(ratio(used.len(), wanted), reason, Vec::new())
}

/// The sources that are cited by claims which fail their check, and by no other.
fn misused(read: &Read<'_>) -> BTreeSet<SourceKey> {
    let fails = |claim: &&Checked<'_>| {
        matches!(
            claim.verdict(),
            Verdict::Unsupported | Verdict::Contradicted
        )
    };
    let (failing, holding): (Vec<_>, Vec<_>) = read.claims().partition(fails);
    let cited = |claims: Vec<&Checked<'_>>| -> BTreeSet<SourceKey> {
        claims.iter().flat_map(|claim| read.cited(claim)).collect()
    };
    let holding = cited(holding);
    cited(failing).difference(&holding).copied().collect()
}
