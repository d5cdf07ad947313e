//! Coverage: the share of the relevant sources that the text cites.
//!
//! Copies of one text are one source. A text need not cite more sources than it makes claims, so of many relevant sources as many are asked for as
//! there are claims; what it cites is relevant by that.

use super::{Read, SourceKey, ratio, scored, unwritten};
use crate::study::{Score, counted};

/// Sources that are named when they are missing.
const MISSING: usize = 3;

pub(super) fn score(read: &Read<'_>) -> Score {
    if !read.is_written() {
        return unwritten();
    }
    let cited = read.all_cited();
    let relevant: std::collections::BTreeSet<SourceKey> =
        read.draft.relevant.union(&cited).copied().collect();
    if relevant.is_empty() {
        return scored(0.0, "there is no relevant source".to_owned(), Vec::new());
    }
    let claims = read.claims().count().max(1);
    let wanted = relevant.len().min(claims);
    let mut reason = format!(
        "{} of {} cited",
        cited.len(),
        counted(relevant.len(), "relevant source")
    );
    let missing: Vec<SourceKey> = relevant.difference(&cited).copied().collect();
    if wanted < relevant.len() && cited.len() < wanted {
        reason.push_str(&format!(
            "; {} can be expected of {}",
            wanted,
            counted(claims, "claim")
        ));
    }
    if !missing.is_empty() && cited.len() < wanted {
        let names: Vec<String> = missing
            .iter()
            .take(MISSING)
            .map(|key| read.title(*key))
            .filter(|name| !name.is_empty())
            .collect();
        let more = missing.len().saturating_sub(names.len());
        if !names.is_empty() {
            reason.push_str(&format!("; not {}", names.join(", ")));
            if more > 0 {
                reason.push_str(&format!(" and {more} more"));
            }
        }
    }
    scored(ratio(cited.len(), wanted), reason, Vec::new())
}
