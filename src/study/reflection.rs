//! Reflection: what a model finds weak in a first draft, for the refining that follows [W6].

use serde::{Deserialize, Serialize};

use super::ids::SectionId;

/// What a reflection found; nothing where it is content.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Reflection {
    pub weaknesses: Vec<Weakness>,
}

/// One weakness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weakness {
    pub kind: WeaknessKind,
    /// The section that it is about, or all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<SectionId>,
    /// What is weak, and what would mend it, in a sentence.
    pub what: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaknessKind {
    /// The evidence answers something that the brief leaves out.
    Gap,
    /// A statement rests on nothing.
    Unsupported,
    /// Names, figures or dates of the evidence were blurred.
    Abstraction,
    /// One side or one source outweighs the others.
    Imbalance,
}

impl WeaknessKind {
    pub const ALL: [Self; 4] = [
        Self::Gap,
        Self::Unsupported,
        Self::Abstraction,
        Self::Imbalance,
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gap => "gap",
            Self::Unsupported => "unsupported",
            Self::Abstraction => "abstraction",
            Self::Imbalance => "imbalance",
        }
    }
}

impl Reflection {
    /// What concerns a section.
    pub fn about(&self, section: SectionId) -> impl Iterator<Item = &Weakness> {
        self.weaknesses
            .iter()
            .filter(move |weakness| weakness.section.is_none_or(|about| about == section))
    }
}
