//! `[tiers]` and `[roles]`: which model is good enough for what [M2].

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Writers;
use crate::pipeline::{Roles, Tier, WriterRole};

/// Models by what they are good enough for.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tiers {
    turbo: Option<String>,
    plus: Option<String>,
    max: Option<String>,
    critic: Option<String>,
    allow_max: Option<bool>,
}

/// The tiers and roles of a file, checked.
pub(super) fn roles(
    tiers: Tiers,
    roles: BTreeMap<String, String>,
    writers: &Writers,
    problems: &mut Vec<String>,
) -> Roles {
    let named = [
        (Tier::Turbo, tiers.turbo),
        (Tier::Plus, tiers.plus),
        (Tier::Max, tiers.max),
        (Tier::Critic, tiers.critic),
    ];
    let mut checked = Roles {
        allow_max: tiers.allow_max.unwrap_or(false),
        ..Roles::default()
    };
    for (tier, writer) in named {
        let Some(writer) = writer.filter(|writer| !writer.is_empty()) else {
            continue;
        };
        if let Err(problem) = writers.named(&writer) {
            problems.push(format!("[tiers] {}: {problem}", tier.name()));
        }
        checked.tiers.insert(tier, writer);
    }
    for (role, tier) in roles {
        let known = WriterRole::ALL
            .into_iter()
            .find(|known| known.name() == role);
        match (known, Tier::named(&tier)) {
            (Some(role), Some(tier)) => {
                checked.roles.insert(role, tier);
            }
            (None, _) => {
                let known = WriterRole::ALL.map(WriterRole::name).join(", ");
                problems.push(format!(
                    "[roles] there is no role \"{role}\"; there are: {known}"
                ));
            }
            (_, None) => {
                let known = Tier::ALL.map(Tier::name).join(", ");
                problems.push(format!(
                    "[roles] {role} = \"{tier}\": there is no such tier; there are: {known}"
                ));
            }
        }
    }
    checked
}
