//! What is to be looked into in the brief: a claim that does not hold, or what a critic says, with its place in the text.

use std::ops::Range;

use super::column::Column;
use super::sheet::is_problem;
use crate::study::{Claim, CriticFindings, Section, SectionId, Verdict};
use crate::tui::view::View;

/// Something in the brief that is to be looked into.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub section: SectionId,
    /// Where it stands in the section's text; what a critic says of all of the section stands nowhere.
    pub span: Option<Range<usize>>,
    pub claim: Option<Claim>,
    /// What a critic has against it.
    pub objection: Option<String>,
}

impl Problem {
    /// What the checker found, unless it is only a critic who objects.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let found = self.claim.as_ref().map(|claim| claim.verdict);
        found.filter(|verdict| is_problem(*verdict))
    }

    /// The sentence, or what is said of the section.
    #[must_use]
    pub fn said(&self) -> String {
        match &self.claim {
            Some(claim) => claim.text.clone(),
            None => self.objection.clone().unwrap_or_default(),
        }
    }

    #[must_use]
    pub fn reason(&self) -> String {
        let checked = self.claim.as_ref().map(|claim| claim.reason.as_str());
        let objected = self.objection.as_deref().filter(|_| self.claim.is_some());
        let said: Vec<&str> = [checked, objected].into_iter().flatten().collect();
        said.join("; ")
    }

    /// The byte of the section's text where it begins; what is about all of it comes last.
    #[must_use]
    pub fn start(&self) -> usize {
        self.span.as_ref().map_or(usize::MAX, |span| span.start)
    }

    /// What it is known by when the brief has changed around it.
    #[must_use]
    pub fn identity(&self) -> (SectionId, String) {
        (self.section, self.said())
    }
}

/// All problems of a brief, in its order: each claim once, however often it stands there.
#[must_use]
pub fn problems(column: &Column<'_>, view: &View<'_>) -> Vec<Problem> {
    let mut all: Vec<Problem> = Vec::new();
    for (at, _, prose) in column.texts() {
        let section = SectionId(at);
        let own = all.len();
        for mark in &prose.marks.verdicts {
            let Some(claim) = prose.claims.get(mark.claim) else {
                continue;
            };
            let objection = view.study.critic_on(section, &claim.text);
            let objection = objection.filter(|said| said != NO_OBJECTION);
            let is_listed = is_problem(claim.verdict) || objection.is_some();
            let mut listed = all.iter().skip(own);
            if !is_listed || listed.any(|known| known.claim.as_ref() == Some(claim)) {
                continue;
            }
            all.push(Problem {
                section,
                span: Some(mark.span.clone()),
                claim: Some(claim.clone()),
                objection,
            });
        }
        let critique = view.study.section(section).and_then(Section::critique);
        let found = critique.and_then(|critique| critique.answer.said.as_ref().ok());
        let remarks = found.into_iter().flat_map(CriticFindings::of_the_section);
        all.extend(remarks.map(|said| Problem {
            section,
            span: None,
            claim: None,
            objection: Some(said),
        }));
    }
    all
}

/// What [`crate::study::Study::critic_on`] says of a claim that a critic has read and lets stand.
pub const NO_OBJECTION: &str = "no objection";
