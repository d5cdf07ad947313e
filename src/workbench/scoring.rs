//! How the brief scores as it is measured: kept up with the text, and beside what the version before it scored.
//!
//! What sources disagree on is looked for among the passages that the brief was written from, here and at once, so that a measured score depends on the
//! study alone: the ledger of all evidence is made beside the workbench and may not be there yet. Judging by a model is for `asking`.

use std::collections::{BTreeMap, HashMap};

use super::Workbench;
use super::asking::sent_passages;
use crate::check::{self, Dispute, DisputeSide, Draft, Evidence, SourceKey};
use crate::library::{Library, LibraryError};
use crate::pipeline::{Side, disagreement};
use crate::study::{DocumentId, Envelope, Event, Passage, PassageId, Reading, Scores, Study};

/// Passages that are compared with each other at most.
const COMPARED: usize = 120;

/// The scores that are measured of the accepted brief.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measures {
    /// `None` while nothing is written.
    pub now: Option<Scores>,
    /// What the brief would score with all that is proposed; `None` where nothing is, or it has not been checked yet.
    pub proposed: Option<Scores>,
    /// The draft before this one, and what it scored when this one was begun.
    pub before: Option<(u32, Scores)>,
}

/// What is kept to measure no text twice.
#[derive(Debug, Default)]
pub(super) struct Scoring {
    pub(super) measures: Measures,
    /// What was measured last.
    draft: Draft,
    disputes: Disputes,
    /// By draft, what its accepted text scored last.
    drafts: BTreeMap<u32, Scores>,
}

/// What passages disagree on, and which these are.
#[derive(Debug, Clone, Default)]
pub(super) struct Disputes {
    of: Vec<PassageId>,
    found: Vec<Dispute>,
}

impl Workbench {
    /// The scores that are measured of the accepted brief, which are always those of the text as it stands.
    pub fn measures(&self) -> &Measures {
        &self.scoring.measures
    }

    /// The measured scores of one reading of the brief.
    pub(super) fn measured(&self, reading: Reading) -> Scores {
        check::measured(self.study(), reading, &self.scoring.disputes.found)
    }

    /// The scores of the accepted brief as it stands at this moment, also while a cycle runs; `None` while nothing is written.
    pub(super) fn measured_now(&self) -> Option<Scores> {
        let study = self.study();
        let anew = self.scoring.disputes.kept_up(&self.library, study);
        let found = match &anew {
            Ok(Some(anew)) => anew.found.as_slice(),
            Ok(None) => &self.scoring.disputes.found,
            // Without its passages nothing is known of disagreements, and the rest is measured all the same.
            Err(_) => &[],
        };
        measured(study, found)
    }

    /// Measures what has changed.
    pub(super) fn rescore(&mut self) {
        let study = &self.session.study;
        self.scorecard = check::scorecard(study);
        let scoring = &mut self.scoring;
        // Comparing passages costs the most of it, and while a cycle runs each section would have it done again.
        if study.cycle.is_none()
            && study
                .sections
                .iter()
                .all(|part| part.checked || !part.is_written())
            && let Ok(Some(disputes)) = scoring.disputes.kept_up(&self.library, study)
        {
            scoring.disputes = disputes;
        }
        // What a running cycle has come to so far is no text to be scored yet.
        if study.writing().is_some() && scoring.measures.now.is_some() {
            return;
        }
        let texts = study.texts(Reading::Accepted);
        if texts.iter().all(|text| text.trim().is_empty()) {
            scoring.measures = Measures::default();
            return;
        }
        let draft = check::draft(study, Reading::Accepted, &scoring.disputes.found);
        if draft != scoring.draft || scoring.measures.now.is_none() {
            scoring.measures.now = Some(check::scores(&draft));
            scoring.draft = draft;
        }
        // While a draft is being checked its scores say nothing of it yet.
        let is_settled = study
            .sections
            .iter()
            .all(|part| part.checked || !part.is_written());
        if let Some(now) = scoring.measures.now.as_ref().filter(|_| is_settled) {
            scoring.drafts.insert(study.drafts, now.clone());
        }
        scoring.measures.proposed = (is_settled && study.open_hunks() > 0)
            .then(|| check::measured(study, Reading::Candidate, &scoring.disputes.found));
        let before = scoring.drafts.range(..study.drafts).next_back();
        scoring.measures.before = before.map(|(draft, scores)| (*draft, scores.clone()));
    }

    /// Measures a study that was just opened, and the draft before its last one.
    pub(super) fn score_anew(&mut self) {
        self.scoring = Scoring::default();
        let study = &self.session.study;
        if study.drafts > 1
            && let Ok(events) = self.library.events(self.session.id)
            && let Some(earlier) = draft_before(&events, study.drafts)
        {
            let disputes = disputes(&self.library, &earlier).unwrap_or_default();
            let scores = check::measured(&earlier, Reading::Accepted, &disputes);
            self.scoring.drafts.insert(earlier.drafts, scores);
        }
        self.rescore();
    }
}

/// The study as it was when the draft with this number was begun.
fn draft_before(events: &[Envelope], draft: u32) -> Option<Study> {
    let starts = |envelope: &Envelope| matches!(envelope.event, Event::CycleStarted { .. });
    let ends = (0..events.len())
        .rev()
        .filter(|at| events.get(*at).is_some_and(starts));
    // A cycle that changed nothing was no draft of its own; there are few of those in a row.
    let before = ends.take(8).map(|end| {
        let events = events.iter().take(end).map(|envelope| &envelope.event);
        Study::fold(events)
    });
    let mut before = before.filter(|study| study.drafts < draft);
    before.next().filter(|study| study.drafts > 0)
}

impl Disputes {
    /// The disagreements anew where the brief was written from other passages since.
    fn kept_up(&self, library: &Library, study: &Study) -> Result<Option<Self>, LibraryError> {
        let of = compared(study);
        if of == self.of {
            return Ok(None);
        }
        let found = among(library, study, &of)?;
        Ok(Some(Self { of, found }))
    }
}

/// The measured scores of the accepted brief, with what its sources disagree on; `None` while nothing is written.
pub(super) fn measured(study: &Study, disputes: &[Dispute]) -> Option<Scores> {
    let texts = study.texts(Reading::Accepted);
    let is_written = texts.iter().any(|text| !text.trim().is_empty());
    is_written.then(|| check::measured(study, Reading::Accepted, disputes))
}

/// What the passages that a brief was written from disagree on.
pub(super) fn disputes(library: &Library, study: &Study) -> Result<Vec<Dispute>, LibraryError> {
    among(library, study, &compared(study))
}

/// The passages that the brief was written from and that its claims rest on, each once.
fn compared(study: &Study) -> Vec<PassageId> {
    let quoted = study
        .sections
        .iter()
        .flat_map(|section| &section.claims)
        .filter_map(|claim| Some(claim.evidence.as_ref()?.passage));
    let mut ids: Vec<PassageId> = Vec::new();
    for id in sent_passages(study).chain(quoted) {
        if ids.len() < COMPARED && !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

fn among(
    library: &Library,
    study: &Study,
    ids: &[PassageId],
) -> Result<Vec<Dispute>, LibraryError> {
    let mut passages: Vec<Passage> = Vec::new();
    for id in ids {
        passages.extend(library.passage(*id)?);
    }
    let document_of: HashMap<PassageId, DocumentId> = passages
        .iter()
        .map(|passage| (passage.id, passage.document))
        .collect();
    // Sources are told apart by a number here, also those that nobody has cited yet.
    let mut numbers: BTreeMap<DocumentId, u32> = BTreeMap::new();
    for passage in &passages {
        let next = numbers.len() as u32 + 1;
        numbers.entry(passage.document).or_insert(next);
    }
    if numbers.len() < 2 {
        return Ok(Vec::new());
    }
    let evidence: Vec<Evidence<'_>> = passages
        .iter()
        .filter_map(|passage| {
            Some(Evidence {
                number: *numbers.get(&passage.document)?,
                passage,
            })
        })
        .collect();
    let key = |side: &Side| -> Option<SourceKey> {
        Some(check::key_of(study, study.document(side.document)?))
    };
    let side = |side: &Side| {
        Some(DisputeSide {
            source: key(side)?,
            passage: side.passage,
            span: side.span.clone(),
        })
    };
    let found = check::conflicts(&evidence);
    Ok(found
        .iter()
        .filter_map(|conflict| {
            disagreement(study, conflict, &|passage| {
                document_of.get(&passage).copied()
            })
        })
        .filter_map(|entry| {
            Some(Dispute {
                a: side(&entry.a)?,
                b: side(&entry.b)?,
            })
        })
        .collect())
}
