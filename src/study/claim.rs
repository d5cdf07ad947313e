//! Claims and verdicts: what checking found for each sentence of a section.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::citation;
use super::ids::PassageId;

/// One sentence of a section that states something, and what checking found for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// The sentence as it stands in the section, citations included, without surrounding space.
    pub text: String,
    /// Citation numbers, in order, without repeats.
    pub citations: Vec<u32>,
    pub verdict: Verdict,
    /// Why, in words for the analyst.
    pub reason: String,
    /// The best evidence sentence that was found.
    pub evidence: Option<Quote>,
    /// Sentences that hold what that one does not, where one does not say it all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Quote>,
}

impl Claim {
    /// Whether it does not hold, or cites something that is no source beside what bears it out.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        Verdict::WRONG.contains(&self.verdict) || self.names_no_source()
    }

    /// Whether it cites something that is no source of the study.
    #[must_use]
    pub fn names_no_source(&self) -> bool {
        !citation::unresolved(&self.text).is_empty()
    }
}

/// A sentence inside a passage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// Citation number of the passage's document, where it has one.
    pub number: Option<u32>,
    pub passage: PassageId,
    /// Bytes of the passage's text.
    pub span: Range<usize>,
    pub text: String,
}

/// What checking found for a claim [V1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Supported,
    Partial,
    Unsupported,
    Contradicted,
    Uncited,
    /// The check could not run; never counted as a pass.
    #[default]
    Unchecked,
}

impl Verdict {
    /// Those of claims that do not hold, the gravest first.
    pub const WRONG: [Self; 3] = [Self::Contradicted, Self::Unsupported, Self::Uncited];

    pub const ALL: [Self; 6] = [
        Self::Supported,
        Self::Partial,
        Self::Unsupported,
        Self::Contradicted,
        Self::Uncited,
        Self::Unchecked,
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Partial => "partial",
            Self::Unsupported => "unsupported",
            Self::Contradicted => "contradicted",
            Self::Uncited => "uncited",
            Self::Unchecked => "unchecked",
        }
    }
}

/// How many claims got each verdict, in the order of `Verdict::ALL`.
#[must_use]
pub fn by_verdict<'a>(claims: impl Iterator<Item = &'a Claim>) -> [usize; 6] {
    let mut counts = [0; 6];
    for claim in claims {
        counts[claim.verdict as usize] += 1;
    }
    counts
}
