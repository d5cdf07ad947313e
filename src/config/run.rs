//! What follows the writing by itself: the `[run]` table and the options that go before it, as a plan.

use serde::Deserialize;

use super::Options;
use crate::study::{Framework, RunPlan, SectionId, THRESHOLD};

/// Revise and decide are bounded for good: what two revisions or three searches do not mend, a fourth will not.
const MOST_REVISIONS: u32 = 2;
const MOST_DECISIONS: u32 = 3;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunEntry {
    judge: Option<bool>,
    reflect: Option<bool>,
    revisions: Option<u32>,
    threshold: Option<f32>,
    decisions: Option<u32>,
    early_decision: Option<String>,
    auto_apply: Option<bool>,
}

/// The plan for a framework; what is wrong with it is reported.
pub(super) fn plan(
    own: &RunEntry,
    built_in: &RunEntry,
    options: &Options,
    framework: &Framework,
    problems: &mut Vec<String>,
) -> RunPlan {
    let mut at_most = |name: &str, value: Option<u32>, most: u32| {
        let value = value.unwrap_or(0);
        if value > most {
            problems.push(format!(
                "[run] {name} = {value}: choose a number from 0 to {most}"
            ));
        }
        value.min(most)
    };
    let revisions = at_most(
        "revisions",
        own.revisions.or(built_in.revisions),
        MOST_REVISIONS,
    );
    let mut decisions = at_most(
        "decisions",
        own.decisions.or(built_in.decisions),
        MOST_DECISIONS,
    );
    let threshold = own.threshold.or(built_in.threshold).unwrap_or(THRESHOLD);
    if !(1.0..=5.0).contains(&threshold) {
        problems.push(format!(
            "[run] threshold = {threshold}: choose a score from 1 to 5"
        ));
    }
    let early = options
        .early_decision
        .as_ref()
        .or(own.early_decision.as_ref())
        .or(built_in.early_decision.as_ref())
        .filter(|name| !name.is_empty());
    let stop_after = early.and_then(|name| match section(framework, name) {
        Ok(id) => Some(id),
        Err(why) => {
            problems.push(why);
            None
        }
    });
    // To stop early is to decide.
    if stop_after.is_some() && decisions == 0 {
        decisions = MOST_DECISIONS;
    }
    RunPlan {
        judge: own.judge.or(built_in.judge).unwrap_or_default(),
        reflect: own.reflect.or(built_in.reflect).unwrap_or_default(),
        revisions,
        threshold,
        decisions,
        stop_after,
        auto_apply: own.auto_apply.or(built_in.auto_apply).unwrap_or_default(),
        unattended: false,
    }
}

/// The section after which a draft stops: any but the last.
fn section(framework: &Framework, name: &str) -> Result<SectionId, String> {
    let sections = framework.sections.split_last();
    let may: Vec<String> = sections
        .map(|(_, before)| {
            before
                .iter()
                .map(|plan| plan.title.to_lowercase())
                .collect()
        })
        .unwrap_or_default();
    let at = may
        .iter()
        .position(|title| *title == name.trim().to_lowercase());
    at.map(SectionId).ok_or_else(|| {
        format!(
            "[run] early_decision = {name:?}: the framework {} can stop after {}",
            framework.id,
            may.join(" or ")
        )
    })
}
