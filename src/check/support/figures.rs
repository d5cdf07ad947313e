//! Figures: what is wrong about a claim by what its values, or those of its evidence, come to.
//!
//! What each value is held against stands in `weigh`; here are values as parts of a change, two things that are compared by theirs, days in seasons and numbers of
//! names.

use super::asked::Asked;
use super::finding::Finding;
use super::rankings::{misranked, misranked_rows};
use super::trends::turned_trend;
use super::{Best, Checker};
use crate::check::index::Entry;
use crate::check::meaning::polarity::Opposition;
use crate::check::meaning::reached::other_part;
use crate::check::meaning::regnals::other_number;
use crate::check::meaning::seasons::other_time;
use crate::check::text::cells::is_row;

impl Checker<'_> {
    /// Adds what speaks against a claim of which half of the words stand in its best sentence.
    pub(crate) fn weigh_figures(
        &self,
        claim: &Asked<'_>,
        best: Best,
        near: &[&Entry],
        (wide, alike): (&[&Entry], &[&Entry]),
        findings: &mut Vec<Finding>,
    ) {
        const LEAST: f32 = 0.5;
        const LEAST_COMPARED: f32 = 0.3;
        let Some(entry) = self.index.entries.get(best.at) else {
            return;
        };
        let (text, own) = (self.index.text(entry), &*entry.statement.quantities);
        if best.own >= LEAST_COMPARED {
            let by_row = || {
                if !is_row(text) {
                    return None;
                }
                let rows: Vec<&str> = wide.iter().map(|entry| self.index.text(entry)).collect();
                misranked_rows(claim.text, &rows)
            };
            let found = misranked(claim.text, text, own).or_else(by_row);
            findings
                .extend(found.map(|found| against(found.is_certain, found.claim, found.source)));
        }
        let about = alike
            .iter()
            .filter(|entry| claim.coverage(&entry.statement) >= LEAST_COMPARED)
            .map(|entry| (self.index.text(entry), &*entry.statement.quantities));
        let trend = turned_trend(claim.text, about, &self.index.lexicon);
        findings.extend(trend.map(|(claim, source)| against(true, claim, source)));
        if best.own < LEAST {
            return;
        }
        let sources = near
            .iter()
            .map(|&entry| (self.index.text(entry), &*entry.statement.quantities));
        let texts: Vec<&str> = sources.clone().map(|(text, _)| text).collect();
        let part = other_part((claim.text, &claim.statement.quantities), &sources)
            .or_else(|| other_number(claim.text, &texts));
        findings.extend(part.map(|(claim, source)| against(true, claim, source)));
        let time = other_time(claim.text, text, own);
        findings.extend(time.map(|found| against(found.is_certain, found.claim, found.source)));
    }
}

/// What a claim says and its source says otherwise: opposed where nobody could say both, else told and no more.
fn against(is_certain: bool, claim: String, source: String) -> Finding {
    if is_certain {
        Finding::Opposed(Opposition::Swapped { claim, source })
    } else {
        Finding::Quantifier { claim, source }
    }
}
