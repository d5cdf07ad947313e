//! What a critic says of a section: a model that reads what the checker could not settle [V2].
//!
//! A critique stands beside the checker's verdicts and changes none of them. When it is asked for again is the rule of all answers (`answer`).

use serde::{Deserialize, Serialize};

use super::answer::{self, Answer};
use super::ids::SectionId;
use super::section::Section;
use super::state::Study;

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

    /// What the critic found that read it last, where its answer could be read.
    fn critic_found(&self) -> Option<&CriticFindings> {
        self.critique()?.answer.said.as_ref().ok()
    }
}

impl Critique {
    fn is_asked_about(&self, claim: &str) -> bool {
        self.claims.iter().any(|asked| asked == claim)
    }
}

impl Study {
    /// The objections to a section, with what kind each is: those of whichever critic that quote a sentence of it, and its own critic's that quote none.
    pub fn objections_to(&self, id: SectionId) -> impl Iterator<Item = (&'static str, &Remark)> {
        let said = self.sections.iter().enumerate();
        said.filter_map(|(at, section)| Some((SectionId(at), section, section.critic_found()?)))
            .flat_map(|(at, section, found)| {
                let unsupported = found.unsupported_claims.iter();
                let conflicting = found.conflicting_evidence.iter();
                unsupported
                    .map(|remark| ("unsupported", remark))
                    .chain(conflicting.map(|remark| ("conflicting evidence", remark)))
                    .map(move |(kind, remark)| (at, section, kind, remark))
            })
            .filter(move |(at, section, _, remark)| self.section_of(*at, section, remark) == id)
            .map(|(_, _, kind, remark)| (kind, remark))
    }

    /// The section that a remark of a section's critic belongs to: a sentence that it was not asked about may be another's.
    fn section_of(&self, asked: SectionId, section: &Section, remark: &Remark) -> SectionId {
        let Some(claim) = &remark.claim else {
            return asked;
        };
        let is_own = section
            .critique()
            .is_some_and(|critique| critique.is_asked_about(claim));
        let holds = |section: &&Section| section.claims.iter().any(|own| own.text == *claim);
        if is_own || holds(&section) {
            return asked;
        }
        let place = self.sections.iter().position(|other| holds(&other));
        place.map_or(asked, SectionId)
    }

    /// What critics say of a claim: their objections, or that there is none; `None` where none was asked about it and none objects.
    #[must_use]
    pub fn critic_on(&self, id: SectionId, claim: &str) -> Option<String> {
        let about = self
            .objections_to(id)
            .filter(|(_, remark)| remark.claim.as_deref() == Some(claim));
        let mut said: Vec<String> = Vec::new();
        for (kind, remark) in about {
            let objection = format!("{kind}, {}", remark.reason);
            // A critic may repeat itself.
            if !said.contains(&objection) {
                said.push(objection);
            }
        }
        if !said.is_empty() {
            return Some(said.join("; "));
        }
        let section = self.section(id)?;
        let is_asked = section
            .critique()
            .is_some_and(|critique| critique.answer.said.is_ok() && critique.is_asked_about(claim));
        is_asked.then(|| "no objection".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::study::{Claim, Event, PromptRef, Provenance, Unanswered, Usage, Verdict};

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
    fn an_undo_asks_no_critic_about_the_text_that_it_brings_back() {
        let mut study = Study::fold(&[crate::study::fixture::opened(
            "Did sales fall?",
            &["Answer"],
        )]);
        for text in ["Sales fell.", "Sales fell [1]."] {
            study.apply(&Event::SectionWritten {
                section: SectionId(0),
                text: text.to_owned(),
                warnings: Vec::new(),
                provenance: Provenance::default(),
            });
        }
        study.apply(&Event::CritiqueRequested {
            section: SectionId(0),
        });
        assert!(study.sections[0].awaits_critic());
        study.apply(&Event::Undone);
        assert_eq!(study.sections[0].accepted(), "Sales fell.");
        assert!(!study.sections[0].awaits_critic());
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
    fn an_objection_belongs_to_the_sentence_that_it_quotes() {
        let claims = |text: &str| {
            Arc::new(vec![Claim {
                text: text.to_owned(),
                citations: vec![],
                verdict: Verdict::Supported,
                reason: String::new(),
                evidence: None,
                more: vec![],
            }])
        };
        let objecting = CriticFindings {
            unsupported_claims: vec![
                Remark {
                    claim: Some("Rents rose.".to_owned()),
                    reason: "nobody says so".to_owned(),
                },
                Remark {
                    claim: Some("Rents rose.".to_owned()),
                    reason: "nobody says so".to_owned(),
                },
                Remark {
                    claim: None,
                    reason: "much is vague".to_owned(),
                },
            ],
            ..CriticFindings::default()
        };
        let study = Study {
            sections: vec![
                Section {
                    claims: claims("Sales fell."),
                    ..section(vec![critique("", Ok(objecting))])
                },
                Section {
                    claims: claims("Rents rose."),
                    ..Section::default()
                },
            ],
            ..Study::default()
        };
        let [first, second] = [SectionId(0), SectionId(1)];
        assert_eq!(
            study.critic_on(first, "Sales fell.").as_deref(),
            Some("no objection")
        );
        assert_eq!(
            study.critic_on(second, "Rents rose.").as_deref(),
            Some("unsupported, nobody says so")
        );
        let of = |id| -> Vec<&str> {
            let all = study.objections_to(id);
            all.map(|(_, remark)| remark.reason.as_str()).collect()
        };
        assert_eq!(of(first), ["much is vague"]);
        assert_eq!(of(second), ["nobody says so", "nobody says so"]);
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
