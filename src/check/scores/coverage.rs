//! Coverage: the share of the relevant sources that the text cites.
//!
//! Copies of one text are one source. A text need not cite more sources than it makes claims, so of many relevant sources as many are asked for as
//! there are claims; what it cites is relevant by that.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Read, SourceKey, ratio, scored, unwritten};
use crate::study::{Score, counted};

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
    let claims = read.claims().count().max(1);
    let wanted = relevant.len().min(claims);
    let mut reason = format!(
        "{} of {} cited",
        cited.len(),
        counted(relevant.len(), "relevant source")
    );
    if cited.len() < wanted {
        if wanted < relevant.len() {
            let claims = counted(claims, "claim");
            let _ = write!(reason, "; {wanted} can be expected of {claims}");
        }
        let missing: Vec<SourceKey> = relevant.difference(&cited).copied().collect();
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
    scored(ratio(cited.len(), wanted), reason, Vec::new())
}
