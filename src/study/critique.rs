//! What a critic says of a section: a model that reads what the checker could not settle [V2].
//!
//! A critique stands beside the checker's verdicts and changes none of them. When it is asked for again is the rule of all answers (`answer`).

use serde::{Deserialize, Serialize};

use super::answer::{self, Answer};
use super::section::Section;

/// One answer of a critic, or that there was none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Critique {
    /// The claims it was asked about, as they stood.
    pub claims: Vec<String>,
    #[serde(flatten)]
    pub answer: Answer<CriticFindings>,
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

impl CriticFindings {
    /// What was found of the section and is about no claim of the list, in words.
    pub fn of_the_section(&self) -> impl Iterator<Item = String> {
        let kinds = [
            ("unsupported", &self.unsupported_claims),
            ("conflicting evidence", &self.conflicting_evidence),
        ];
        let remarks = kinds.into_iter().flat_map(|(kind, remarks)| {
            let remarks = remarks.iter().filter(|remark| remark.claim.is_none());
            remarks.map(move |remark| format!("{kind}, {}", remark.reason))
        });
        let gaps = self.logical_gaps.iter();
        remarks.chain(gaps.map(|gap| format!("logical gap, {gap}")))
    }
}

impl Section {
    /// The analyst has taken the text over: a critic that had nothing to read in it while it was written is not asked about what is made of it now.
    pub(super) fn spare_critic(&mut self) {
        if self.critiques.is_empty() {
            self.critic_asked = false;
        }
    }

    /// Whether the critic is still to read this section: it was asked for, and gave no answer yet that could be read.
    #[must_use]
    pub fn awaits_critic(&self) -> bool {
        self.critic_asked && answer::is_wanted(self.critic_answers())
    }

    /// The critic's answer that could not be read, and why, which its next attempt is shown.
    #[must_use]
    pub fn unreadable_critique(&self) -> Option<(&str, &str)> {
        answer::unreadable(self.critic_answers())
    }

    fn critic_answers(&self) -> impl Iterator<Item = &Answer<CriticFindings>> {
        self.critiques.iter().map(|critique| &critique.answer)
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
        let findings = critique.answer.said.as_ref().ok()?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{PromptRef, Unanswered, Usage};

    fn section(critiques: Vec<Critique>) -> Section {
        Section {
            critic_asked: true,
            critiques,
            ..Section::default()
        }
    }

    fn critique(replied: &str, said: Result<CriticFindings, Unanswered>) -> Critique {
        Critique {
            claims: vec!["Sales fell.".to_owned()],
            answer: Answer {
                by: "acme/m".to_owned(),
                prompt: PromptRef::default(),
                asked: String::new(),
                replied: replied.to_owned(),
                said,
                usage: Usage::default(),
                duration_ms: 4,
            },
        }
    }

    #[test]
    fn a_critic_that_had_nothing_to_read_is_not_asked_about_what_the_analyst_makes_of_the_text() {
        let mut quiet = section(vec![]);
        assert!(quiet.awaits_critic());
        quiet.spare_critic();
        assert!(!quiet.awaits_critic());
        let mut stopped = section(vec![critique("", Err(Unanswered::Stopped))]);
        stopped.spare_critic();
        assert!(
            stopped.awaits_critic(),
            "one that was begun is gone on with"
        );
    }

    #[test]
    fn a_critic_that_was_stopped_is_asked_again_and_one_that_is_silent_is_not() {
        let stopped = section(vec![critique("", Err(Unanswered::Stopped))]);
        assert!(stopped.awaits_critic());
        assert_eq!(stopped.critique(), None);
        let unreadable = || Err(Unanswered::Failed("no JSON object".to_owned()));
        let again = section(vec![
            critique("prose", unreadable()),
            critique("", Err(Unanswered::Stopped)),
        ]);
        assert!(again.awaits_critic());
        assert_eq!(
            again.unreadable_critique(),
            Some(("prose", "no JSON object"))
        );
        assert!(!section(vec![critique("", unreadable())]).awaits_critic());
        assert!(!section(vec![critique("prose", unreadable()); 2]).awaits_critic());
    }

    #[test]
    fn what_names_no_claim_is_told_of_the_section() {
        let remark = |claim: Option<&str>, reason: &str| Remark {
            claim: claim.map(str::to_owned),
            reason: reason.to_owned(),
        };
        let findings = CriticFindings {
            conflicting_evidence: vec![
                remark(None, "[1] says 38, [2] says 52"),
                remark(Some("Sales fell."), "[2] says they rose"),
            ],
            logical_gaps: vec!["why then?".to_owned()],
            ..CriticFindings::default()
        };
        let told: Vec<String> = findings.of_the_section().collect();
        assert_eq!(
            told,
            [
                "conflicting evidence, [1] says 38, [2] says 52",
                "logical gap, why then?"
            ]
        );
    }

    #[test]
    fn critiques_of_older_journals_are_read() {
        let head =
            r#"{"by":"acme/m","prompt":{"id":"","version":0,"hash":""},"claims":["Sales fell."]"#;
        let tail = r#""usage":{"prompt_tokens":0,"cached_tokens":0,"completion_tokens":0,"estimated":false},"duration_ms":4}"#;
        let read = |middle: &str| -> Critique {
            serde_json::from_str(&format!("{head},{middle},{tail}")).expect("readable")
        };
        assert_eq!(
            read(r#""replied":"","findings":{"Err":"stopped"}"#),
            critique("", Err(Unanswered::Stopped))
        );
        let findings = CriticFindings {
            logical_gaps: vec!["a gap".to_owned()],
            ..CriticFindings::default()
        };
        let said = critique("{}", Ok(findings));
        assert_eq!(
            read(
                r#""replied":"{}","findings":{"Ok":{"hallucination_detected":false,"unsupported_claims":[],"logical_gaps":["a gap"],"conflicting_evidence":[]}}"#
            ),
            said
        );
        let stored = serde_json::to_string(&said).expect("written");
        assert_eq!(
            serde_json::from_str::<Critique>(&stored).expect("readable"),
            said
        );
    }
}
