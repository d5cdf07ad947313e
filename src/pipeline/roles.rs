//! Who does what: each role of a model has a tier, and each tier a writer [M2].
//!
//! Nothing is asked of a model where the analyst has the built-in writer write. Where a tier has no writer, the study's own one serves; `max` is the
//! dear one, and has to be allowed before anything chooses it.

use std::collections::BTreeMap;

use super::complexity::{DEMANDING, complexity};
use crate::study::{AUTO_WRITER, BUILT_IN_WRITER, Study};

/// What models are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WriterRole {
    Compress,
    Decide,
    Write,
    Reflect,
    Judge,
    Critique,
    Extract,
}

/// What a model is good enough for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    Turbo,
    Plus,
    Max,
    Critic,
}

/// The configured tiers and roles.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roles {
    /// Writers by tier: `provider/model`, or `extractive` for nobody where the built-in ways serve as well.
    pub tiers: BTreeMap<Tier, String>,
    /// Where a role has another tier than it would have.
    pub roles: BTreeMap<WriterRole, Tier>,
    /// Whether the max tier may be used; plus serves where it may not.
    pub allow_max: bool,
}

impl WriterRole {
    pub const ALL: [Self; 7] = [
        Self::Compress,
        Self::Decide,
        Self::Write,
        Self::Reflect,
        Self::Judge,
        Self::Critique,
        Self::Extract,
    ];

    /// As the configuration says it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Compress => "compress",
            Self::Decide => "decide",
            Self::Write => "write",
            Self::Reflect => "reflect",
            Self::Judge => "judge",
            Self::Critique => "critique",
            Self::Extract => "extract",
        }
    }
}

impl Tier {
    pub const ALL: [Self; 4] = [Self::Turbo, Self::Plus, Self::Max, Self::Critic];

    /// As the configuration says it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Turbo => "turbo",
            Self::Plus => "plus",
            Self::Max => "max",
            Self::Critic => "critic",
        }
    }

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.name() == name)
    }
}

impl Roles {
    /// The name of the writer that has this role in a study: `provider/model`, or `extractive` where no model is to be asked.
    #[must_use]
    pub fn writer_for<'a>(&'a self, role: WriterRole, study: &'a Study) -> &'a str {
        if !study.has_model() {
            return BUILT_IN_WRITER;
        }
        let chosen = study.writer != AUTO_WRITER;
        let own = if chosen {
            &study.writer
        } else {
            self.of(Tier::Plus).unwrap_or(BUILT_IN_WRITER)
        };
        match self.tier_for(role, study) {
            _ if chosen && role == WriterRole::Write => own,
            tier => {
                let may_be_nobody = matches!(
                    role,
                    WriterRole::Compress | WriterRole::Critique | WriterRole::Extract
                );
                let named = self.of(tier);
                named
                    .filter(|writer| may_be_nobody || *writer != BUILT_IN_WRITER)
                    .unwrap_or(own)
            }
        }
    }

    /// Whether it can be left to the tiers who writes.
    #[must_use]
    pub fn can_choose(&self) -> bool {
        let writers = self.tiers.get(&Tier::Plus);
        writers.is_some_and(|writer| writer != BUILT_IN_WRITER)
    }

    /// The tier that a role has; the writer's follows what the study asks of it.
    #[must_use]
    pub fn tier_for(&self, role: WriterRole, study: &Study) -> Tier {
        if let Some(tier) = self.roles.get(&role) {
            return *tier;
        }
        match role {
            WriterRole::Compress | WriterRole::Decide | WriterRole::Extract => Tier::Turbo,
            WriterRole::Critique => Tier::Critic,
            WriterRole::Judge if self.tiers.contains_key(&Tier::Critic) => Tier::Critic,
            WriterRole::Judge | WriterRole::Reflect => Tier::Plus,
            WriterRole::Write => {
                let known = study.complexity.as_ref().map(|known| known.score);
                match known.unwrap_or_else(|| complexity(study, 0).score) {
                    DEMANDING.. => Tier::Max,
                    _ => Tier::Plus,
                }
            }
        }
    }

    /// Who writes where it is left to the tiers, in words; nothing where it cannot be.
    #[must_use]
    pub fn choice_in_words(&self) -> Option<String> {
        let plus = self.of(Tier::Plus).filter(|_| self.can_choose())?;
        Some(match self.of(Tier::Max).filter(|max| *max != plus) {
            Some(max) => format!("{plus}, or {max} where the study asks for it"),
            None => format!("{plus}, from [tiers]"),
        })
    }

    /// The model of the max tier, where the study asks for it and it is not allowed.
    #[must_use]
    pub fn held_back(&self, study: &Study) -> Option<&str> {
        let wants = self.tier_for(WriterRole::Write, study) == Tier::Max && !self.allow_max;
        let named = self.tiers.get(&Tier::Max).filter(|_| wants)?;
        Some(named)
    }

    fn of(&self, tier: Tier) -> Option<&str> {
        let tier = match tier {
            Tier::Max if !self.allow_max || !self.tiers.contains_key(&tier) => Tier::Plus,
            tier => tier,
        };
        self.tiers.get(&tier).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Complexity, Event};

    fn study(writer: &str, score: u32) -> Study {
        Study::fold(&[
            Event::WriterChosen {
                writer: writer.to_owned(),
            },
            Event::ComplexityEstimated {
                complexity: Complexity {
                    score,
                    reasons: Vec::new(),
                },
            },
        ])
    }

    fn all() -> Roles {
        Roles {
            tiers: Tier::ALL
                .map(|tier| (tier, format!("p/{}", tier.name())))
                .into(),
            allow_max: true,
            ..Roles::default()
        }
    }

    fn writers(roles: &Roles, study: &Study) -> String {
        WriterRole::ALL
            .map(|role| roles.writer_for(role, study))
            .join(" ")
    }

    #[test]
    fn each_role_has_the_writer_of_its_tier() {
        assert_eq!(
            writers(&all(), &study(AUTO_WRITER, 4)),
            "p/turbo p/turbo p/plus p/plus p/critic p/critic p/turbo"
        );
        assert_eq!(
            writers(&all(), &study("own/m", 9)),
            "p/turbo p/turbo own/m p/plus p/critic p/critic p/turbo"
        );
        let swapped = Roles {
            roles: [
                (WriterRole::Write, Tier::Turbo),
                (WriterRole::Judge, Tier::Plus),
            ]
            .into(),
            ..all()
        };
        assert_eq!(
            writers(&swapped, &study(AUTO_WRITER, 9)),
            "p/turbo p/turbo p/turbo p/plus p/plus p/critic p/turbo"
        );
    }

    #[test]
    fn a_demanding_study_gets_the_dear_writer_only_where_that_is_allowed() {
        let write = |roles: &Roles, score| {
            let study = study(AUTO_WRITER, score);
            roles.writer_for(WriterRole::Write, &study).to_owned()
        };
        assert_eq!(write(&all(), DEMANDING), "p/max");
        assert_eq!(write(&all(), DEMANDING - 1), "p/plus");
        let careful = Roles {
            allow_max: false,
            ..all()
        };
        assert_eq!(write(&careful, 10), "p/plus");
        // Who would have written is known, so that it can be said.
        let held_back = |roles: &Roles, score| {
            let held_back = roles.held_back(&study(AUTO_WRITER, score));
            held_back.map(str::to_owned)
        };
        assert_eq!(held_back(&careful, 10), Some("p/max".to_owned()));
        assert_eq!(held_back(&careful, DEMANDING - 1), None);
        assert_eq!(held_back(&all(), 10), None);
        let choice = |roles: &Roles| roles.choice_in_words().unwrap_or_default();
        assert_eq!(
            choice(&all()),
            "p/plus, or p/max where the study asks for it"
        );
        assert_eq!(choice(&careful), "p/plus, from [tiers]");
        assert_eq!(choice(&Roles::default()), "");
    }

    #[test]
    fn a_tier_without_a_writer_falls_back_to_the_studys_own() {
        let none = Roles::default();
        assert_eq!(
            writers(&none, &study("own/m", 9)),
            "own/m own/m own/m own/m own/m own/m own/m"
        );
        let mut some = all();
        some.tiers.remove(&Tier::Critic);
        some.tiers.remove(&Tier::Max);
        assert_eq!(
            writers(&some, &study("own/m", 9)),
            "p/turbo p/turbo own/m p/plus p/plus own/m p/turbo"
        );
        assert_eq!(
            some.writer_for(WriterRole::Write, &study(AUTO_WRITER, 9)),
            "p/plus"
        );
    }

    #[test]
    fn a_tier_without_a_model_leaves_only_what_can_be_done_without_one_to_nobody() {
        let mut off = all();
        off.tiers.insert(Tier::Turbo, BUILT_IN_WRITER.to_owned());
        off.tiers.insert(Tier::Critic, BUILT_IN_WRITER.to_owned());
        off.tiers.remove(&Tier::Plus);
        assert_eq!(
            writers(&off, &study("own/m", 9)),
            "extractive own/m own/m own/m own/m extractive extractive"
        );
    }

    #[test]
    fn where_the_built_in_writer_writes_no_model_is_asked_for_anything() {
        let study = study(BUILT_IN_WRITER, 9);
        for role in WriterRole::ALL {
            assert_eq!(all().writer_for(role, &study), BUILT_IN_WRITER);
        }
    }
}
