//! What a critic says of a section: a model that reads what the checker could not settle [V2].
//!
//! A critique stands beside the checker's verdicts and changes none of them. What a server answered is kept as it came, so that a second attempt can
//! show the critic its own words, and nothing is paid for twice.

use serde::{Deserialize, Serialize};

use super::event::{PromptRef, Usage};
use super::section::Section;

/// Attempts at an answer that can be read.
const ATTEMPTS: usize = 2;

/// One answer of a critic, or that there was none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Critique {
    /// `provider/model`.
    pub by: String,
    pub prompt: PromptRef,
    /// The claims it was asked about, as they stood.
    pub claims: Vec<String>,
    /// The answer as it came; empty where none came.
    pub replied: String,
    /// What it says, or why that is not known, in words for the analyst.
    pub findings: Result<CriticFindings, String>,
    pub usage: Usage,
    pub duration_ms: u64,
}

/// What a critic found.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CriticFindings {
    /// Whether something is stated that is not in the evidence.
    pub hallucination_detected: bool,
    pub unsupported_claims: Vec<Remark>,
    pub logical_gaps: Vec<String>,
    pub conflicting_evidence: Vec<Remark>,
}

/// What a critic says of one claim, or of the section where it names none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The claim's text.
    pub claim: Option<String>,
    pub reason: String,
}

impl Section {
    /// Whether the critic is still to read this section: it was asked for, and gave no answer yet that could be read.
    #[must_use]
    pub fn awaits_critic(&self) -> bool {
        self.critic_asked
            && self.critiques.len() < ATTEMPTS
            && self.critiques.last().is_none_or(|last| {
                // Where no answer came at all, the engine has tried often enough.
                last.findings.is_err() && !last.replied.trim().is_empty()
            })
    }

    /// What the critic said last.
    #[must_use]
    pub fn critique(&self) -> Option<&Critique> {
        self.critiques.last().filter(|_| !self.awaits_critic())
    }

    /// What the critic says of a claim: its objections, or that it has none; `None` where it was not asked about it or gave no answer.
    #[must_use]
    pub fn critic_on(&self, claim: &str) -> Option<String> {
        let critique = self.critique()?;
        let findings = critique.findings.as_ref().ok()?;
        if !critique.claims.iter().any(|asked| asked == claim) {
            return None;
        }
        let about = |remark: &&Remark| remark.claim.as_deref() == Some(claim);
        let unsupported = findings.unsupported_claims.iter().filter(about);
        let conflicting = findings.conflicting_evidence.iter().filter(about);
        let said: Vec<String> = unsupported
            .map(|remark| format!("unsupported, {}", remark.reason))
            .chain(conflicting.map(|remark| format!("conflicting evidence, {}", remark.reason)))
            .collect();
        Some(if said.is_empty() {
            "no objection".to_owned()
        } else {
            said.join("; ")
        })
    }
}
