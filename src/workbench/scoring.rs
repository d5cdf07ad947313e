//! How the brief scores as it is measured: kept up with the text, and beside what the version before it scored.
//!
//! Where there is a screen, scores are made on a thread of their own: those of a long brief take longer than a frame, and nobody waits for them with a key
//! in hand. What is decided by scores has them made at once.
//!
//! What sources disagree on is looked for among the passages that the brief was written from, here and at once, so that a measured score depends on the
//! study alone: the ledger of all evidence is made beside the workbench and may not be there yet. Judging by a model is for `asking`.

mod measures;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

pub use measures::{Against, Measures};

use super::asking::sent_passages;
use super::messages::ReportTo;
use super::{Message, Workbench, beside};
use crate::check::{self, Dispute, DisputeSide, Dissent, Draft, Evidence, Protest, Scorecard};
use crate::library::{Library, LibraryError};
use crate::pipeline::{Side, disagreement};
use crate::study::{
    DocumentId, Envelope, Passage, PassageId, Reading, Scores, Section, SectionId, Study, StudyId,
};

/// How long after a change scores are ordered.
const CALM: Duration = Duration::from_millis(30);

/// Bytes of a text that is measured while somebody waits for the history, and of one that is measured with each section's changes.
const LONGEST_PAST: usize = 100_000;

/// Passages that are compared with each other at most.
const COMPARED: usize = 120;

/// Measures one study again and again, and no text of it twice.
#[derive(Debug, Default)]
struct Scorer {
    measures: Measures,
    /// What was measured last.
    draft: Arc<Draft>,
    disputes: Disputes,
    /// The accepted text of each draft as it was last, with its verdicts.
    drafts: BTreeMap<u32, Arc<Draft>>,
    /// A draft before the last one, another with the evidence that it was measured by, and what it scored.
    earlier: Option<(Arc<Draft>, Arc<Draft>, Scores)>,
    /// What was measured last with all of it checked, and what it scored.
    checked: Option<(Arc<Draft>, Scores)>,
    /// What the text as it stands scored before its evidence changed.
    by_older_evidence: Option<Scores>,
}

/// The workbench's side of scoring.
#[derive(Debug, Default)]
pub(super) struct Scoring {
    /// Whether nothing of the open study was measured here yet.
    is_new: bool,
    /// What is known, here or from the thread.
    measures: Measures,
    disputes: Disputes,
    here: Scorer,
    /// Where scores are made beside the loop: who takes the orders, and how many of them were not answered yet.
    beside: Option<(Sender<Order>, usize)>,
    /// When the next order goes there: each takes a copy of the study, so one decision after the other does not wait for one of its own.
    due: Option<Instant>,
}

/// A study to be measured.
struct Order {
    id: StudyId,
    study: Study,
    /// It was just opened.
    is_new: bool,
}

/// What comes from the thread that scores.
#[derive(Debug, Clone, PartialEq)]
pub enum ScoreReport {
    Scored(Box<Scored>),
    /// It has ended, or never began.
    Ended,
}

/// What a study scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    id: StudyId,
    scorecard: Scorecard,
    measures: Measures,
    disputes: Disputes,
    /// How many orders this answers.
    answers: usize,
}

/// What passages disagree on and who is against something in them, and which these are.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Disputes {
    of: Vec<PassageId>,
    pub(super) found: Dissent,
}

impl Workbench {
    /// The scores that are measured of the accepted brief: those of the text as it stands, or as it stood a moment ago.
    pub fn measures(&self) -> &Measures {
        &self.scoring.measures
    }

    pub(super) fn scores_beside(&self) -> bool {
        self.scoring.beside.is_some()
    }

    /// From now on scores are made beside the loop, which a long brief would hold up.
    pub fn score_beside(&mut self) {
        let (orders, taken) = mpsc::channel();
        let (folder, reports) = (
            self.library.folder().to_owned(),
            self.report_to(Message::Scores),
        );
        let end = {
            let reports = reports.clone();
            move || {
                reports.send(ScoreReport::Ended);
            }
        };
        let spawned = beside::start("scoring", end.clone(), move || {
            work(&folder, &taken, &reports);
            end();
        });
        // Without a thread they are made here.
        self.scoring.beside = spawned.ok().map(|()| (orders, 0));
        self.order_scores(true);
    }

    /// Makes the scores of the text as it stands, where they are still on their way.
    pub fn settle_scores(&mut self) {
        let is_behind = |(_, open): &(Sender<Order>, usize)| *open > 0;
        if self.scoring.due.is_some() || self.scoring.beside.as_ref().is_some_and(is_behind) {
            self.scoring.measures.now = self.measured_now();
            self.scoring.measures.is_behind = false;
        }
    }

    /// The measured scores of one reading of the brief.
    pub(super) fn measured(&self, reading: Reading) -> Scores {
        let disputes = self.disputes_now();
        check::measured(self.study(), reading, &disputes.found)
    }

    /// The scores of the accepted brief as it stands at this moment, also while a cycle runs; `None` while nothing is written.
    pub fn measured_now(&self) -> Option<Scores> {
        measured(self.study(), &self.disputes_now().found)
    }

    /// What measures an earlier text of this study, by what is known of its evidence now.
    pub fn measure_of_past(&self) -> impl Fn(&Study, Reading) -> Option<f32> {
        let disputes = self.disputes_now();
        move |study, reading| measured_past(study, reading, &disputes.found)
    }

    pub(super) fn disputes_now(&self) -> Cow<'_, Disputes> {
        match self.scoring.disputes.kept_up(&self.library, self.study()) {
            Ok(Some(anew)) => Cow::Owned(anew),
            Ok(None) => Cow::Borrowed(&self.scoring.disputes),
            // Without its passages nothing is known of disagreements, and the rest is measured all the same.
            Err(_) => Cow::Owned(Disputes::default()),
        }
    }

    /// Measures what has changed, beside the loop a moment later.
    pub(super) fn rescore(&mut self) {
        self.scoring.measures.look_at(&self.session.study);
        if self.scoring.beside.is_some() {
            self.scoring
                .due
                .get_or_insert_with(|| Instant::now() + CALM);
        } else {
            self.score_here();
        }
    }

    /// When scores are to be ordered.
    pub(super) fn scores_due(&self) -> Option<Instant> {
        self.scoring.due
    }

    /// Orders the scores that are due.
    pub(super) fn score_when_due(&mut self) {
        let is_due = self.scoring.due.is_some_and(|due| due <= Instant::now());
        if is_due && !self.order_scores(false) {
            self.score_here();
        }
    }

    fn score_here(&mut self) {
        self.scoring.due = None;
        if std::mem::take(&mut self.scoring.is_new) {
            self.scoring.here = Scorer::anew(&self.library, self.session.id, &self.session.study);
        }
        let scoring = &mut self.scoring;
        self.scorecard = scoring.here.score(&self.library, &self.session.study);
        scoring.measures.clone_from(&scoring.here.measures);
        scoring.disputes.clone_from(&scoring.here.disputes);
    }

    /// Measures a study that was just opened, and the draft before its last one.
    pub(super) fn score_anew(&mut self) {
        let beside = self.scoring.beside.take();
        self.scoring = Scoring {
            beside,
            ..Scoring::default()
        };
        if self.order_scores(true) {
            self.scorecard = Scorecard::default();
            return;
        }
        // With the first turn of the loop: by then it is known whether scores are made beside it.
        self.scoring.is_new = true;
        self.scoring.due = Some(Instant::now());
    }

    /// Has the scores made beside the loop; says whether anyone does.
    fn order_scores(&mut self, is_new: bool) -> bool {
        self.scoring.due = None;
        let Some((orders, open)) = &mut self.scoring.beside else {
            return false;
        };
        let order = Order {
            id: self.session.id,
            study: self.session.study.without_past(),
            is_new,
        };
        let is_taken = orders.send(order).is_ok();
        *open += 1;
        if !is_taken {
            self.scoring.beside = None;
        }
        is_taken
    }

    pub(super) fn receive_scores(&mut self, report: ScoreReport) {
        let report = match report {
            ScoreReport::Scored(scored) => *scored,
            ScoreReport::Ended => {
                // What it was to measure is measured here.
                self.scoring.beside = None;
                return self.score_anew();
            }
        };
        if let Some((_, open)) = &mut self.scoring.beside {
            *open = open.saturating_sub(report.answers);
        }
        if report.id == self.session.id {
            self.scorecard = report.scorecard;
            self.scoring.measures = report.measures;
            self.scoring.disputes = report.disputes;
            self.scoring.measures.look_at(&self.session.study);
        }
    }
}

impl Scorer {
    /// For a study that was just opened: what the draft before its last one scored is known.
    fn anew(library: &Library, id: StudyId, study: &Study) -> Self {
        let mut new = Self::default();
        if study.draft() > 1
            && let Ok(events) = library.events(id)
            && let Some(earlier) = draft_before(&events, study.draft())
        {
            let draft = check::draft(&earlier, Reading::Accepted, &Dissent::default());
            new.drafts.insert(earlier.draft(), Arc::new(draft));
        }
        new
    }

    /// Brings the measures up to the study, and counts what it holds.
    fn score(&mut self, library: &Library, study: &Study) -> Scorecard {
        let began = Instant::now();
        let scorecard = check::scorecard(study);
        let is_settled = is_checked(study);
        // Comparing passages costs the most of it, and while a cycle runs each section would have it done again.
        if study.cycle.is_none()
            && is_settled
            && let Ok(Some(disputes)) = self.disputes.kept_up(library, study)
        {
            self.disputes = disputes;
        }
        // What a running cycle has come to so far is no text to be scored yet.
        if study.writing().is_some() && self.measures.now.is_some() {
            return scorecard;
        }
        let texts = study.texts(Reading::Accepted);
        let is_empty = texts.iter().all(|text| text.trim().is_empty());
        // By a part of its verdicts a new draft would score one thing now and another a moment later.
        let is_half_checked = !is_settled && !self.drafts.contains_key(&study.draft());
        if is_empty || is_half_checked {
            self.measures = Measures::default();
            return scorecard;
        }
        let draft = check::draft(study, Reading::Accepted, &self.disputes.found);
        if draft != *self.draft || self.measures.now.is_none() {
            self.measures.now = Some(check::scores(&draft));
            self.draft = Arc::new(draft);
        }
        // While a draft is being checked its scores say nothing of it yet.
        if is_settled {
            self.keep_checked(study.draft());
        }
        self.measures.proposed = (is_settled && study.open_hunks() > 0)
            .then(|| check::measured(study, Reading::Candidate, &self.disputes.found));
        self.measures.by_section = match &self.measures.proposed {
            Some(_) => self.by_section(study),
            None => Vec::new(),
        };
        self.measures.before = match &self.by_older_evidence {
            Some(scores) => Some((Against::OlderEvidence, scores.clone())),
            None => self.scored_before(study.draft()),
        };
        self.measures.note_of(study, began.elapsed());
        scorecard
    }

    /// What each section's changes alone would come to, where several sections have some. A brief that is long takes too long for that at every decision.
    fn by_section(&self, study: &Study) -> Vec<(SectionId, Scores)> {
        let open: Vec<(usize, &Section)> = study
            .sections
            .iter()
            .enumerate()
            .filter(|(_, section)| section.open_hunks() > 0)
            .collect();
        let length: usize = self.draft.parts.iter().map(|part| part.text.len()).sum();
        if open.len() < 2 || length > LONGEST_PAST {
            return Vec::new();
        }
        let alone = |(at, section): (usize, &Section)| {
            let mut with = Draft::clone(&self.draft);
            with.parts.get_mut(at)?.text = section.candidate();
            Some((SectionId(at), check::scores(&with)))
        };
        open.into_iter().filter_map(alone).collect()
    }

    /// Remembers what was just measured, and whether the same text scored otherwise before its evidence changed.
    fn keep_checked(&mut self, number: u32) {
        let Some(now) = &self.measures.now else {
            return;
        };
        match &self.checked {
            Some((then, _)) if Arc::ptr_eq(then, &self.draft) => return,
            Some((then, scored)) if are_same_text(then, &self.draft) => {
                let is_other = scored.composite().total_cmp(&now.composite()).is_ne();
                if is_other && evidence(then) != evidence(&self.draft) {
                    self.by_older_evidence.get_or_insert_with(|| scored.clone());
                }
            }
            _ => self.by_older_evidence = None,
        }
        self.checked = Some((Arc::clone(&self.draft), now.clone()));
        self.drafts.insert(number, Arc::clone(&self.draft));
    }

    /// What the draft before one scores by the evidence of now; nothing where it says the same.
    fn scored_before(&mut self, number: u32) -> Option<(Against, Scores)> {
        let (before, draft) = self.drafts.range(..number).next_back()?;
        if are_same_text(draft, &self.draft) {
            return None;
        }
        let is_it = |(known, by, _): &&(Arc<Draft>, Arc<Draft>, Scores)| {
            Arc::ptr_eq(known, draft) && evidence(by) == evidence(&self.draft)
        };
        let scores = match self.earlier.as_ref().filter(is_it) {
            Some((.., scores)) => scores.clone(),
            None => check::scores(&Draft {
                parts: draft.parts.clone(),
                question: draft.question.clone(),
                sources: self.draft.sources.clone(),
                titles: self.draft.titles.clone(),
                relevant: self.draft.relevant.clone(),
                dissent: self.draft.dissent.clone(),
            }),
        };
        self.earlier = Some((Arc::clone(draft), Arc::clone(&self.draft), scores.clone()));
        Some((Against::Draft(*before), scores))
    }
}

fn are_same_text(one: &Draft, other: &Draft) -> bool {
    let parts = one.parts.iter().zip(&other.parts);
    one.parts.len() == other.parts.len()
        && parts.into_iter().all(|(one, other)| one.text == other.text)
}

/// What of a draft is not its text: the same text scores otherwise by other evidence.
fn evidence(draft: &Draft) -> impl PartialEq {
    (
        &draft.sources,
        &draft.titles,
        &draft.relevant,
        &draft.dissent,
    )
}

/// Takes orders as long as there may be any. Of several texts of one draft the last one is all that anyone looks at.
fn work(folder: &Path, orders: &Receiver<Order>, reports: &ReportTo<ScoreReport>) {
    let Ok(library) = Library::open(folder) else {
        return;
    };
    let (mut scorer, mut of) = (Scorer::default(), None);
    let (mut waiting, mut answers) = (VecDeque::new(), 0);
    loop {
        if waiting.is_empty() {
            waiting.extend(orders.recv().ok());
        }
        waiting.extend(orders.try_iter());
        let Some(Order { id, study, is_new }) = waiting.pop_front() else {
            return;
        };
        answers += 1;
        let is_outdated =
            |next: &Order| next.id == id && !next.is_new && next.study.draft() == study.draft();
        if !is_new && waiting.front().is_some_and(is_outdated) {
            continue;
        }
        if is_new || of != Some(id) {
            scorer = Scorer::anew(&library, id, &study);
            of = Some(id);
        }
        let scorecard = scorer.score(&library, &study);
        reports.send(ScoreReport::Scored(Box::new(Scored {
            id,
            scorecard,
            measures: scorer.measures.clone(),
            disputes: scorer.disputes.clone(),
            answers: std::mem::take(&mut answers),
        })));
    }
}

/// The study as it was last scored before the draft with this number: none of it being written, and all of it checked by the evidence that there was then.
fn draft_before(events: &[Envelope], draft: u32) -> Option<Study> {
    let mut study = Study::default();
    let mut end = None;
    for (at, envelope) in (1..).zip(events) {
        study.apply(&envelope.event);
        let is_before = (1..draft).contains(&study.draft());
        if is_before && study.writing().is_none() && is_checked(&study) {
            end = Some(at);
        }
    }
    let before = events.iter().take(end?);
    Some(Study::fold(before.map(|envelope| &envelope.event)))
}

/// Whether the claims of all that is written have verdicts.
fn is_checked(study: &Study) -> bool {
    let mut parts = study.sections.iter();
    parts.all(|part| part.checked || !part.is_written())
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
pub(super) fn measured(study: &Study, dissent: &Dissent) -> Option<Scores> {
    let texts = study.texts(Reading::Accepted);
    let is_written = texts.iter().any(|text| !text.trim().is_empty());
    is_written.then(|| check::measured(study, Reading::Accepted, dissent))
}

/// The composite of an earlier text, by what is known of its evidence now; `None` for one that was not checked to its end, or is too long to be measured
/// with all others.
pub(super) fn measured_past(study: &Study, reading: Reading, dissent: &Dissent) -> Option<f32> {
    let mut sections = study.sections.iter();
    let is_settled = sections.all(|part| part.checked || !part.is_written());
    let length: usize = study.texts(reading).iter().map(String::len).sum();
    let may = is_settled && (1..=LONGEST_PAST).contains(&length);
    may.then(|| check::measured(study, reading, dissent).composite())
}

/// What the passages that a brief was written from disagree on, and who is against something in them.
pub(super) fn dissent(library: &Library, study: &Study) -> Result<Dissent, LibraryError> {
    among(library, study, &compared(study))
}

/// The passages that the brief was written from and that its claims rest on, each once.
fn compared(study: &Study) -> Vec<PassageId> {
    let quoted = study
        .sections
        .iter()
        .flat_map(|section| section.claims.iter())
        .filter_map(|claim| Some(claim.evidence.as_ref()?.passage));
    let mut ids: Vec<PassageId> = Vec::new();
    for id in sent_passages(study).chain(quoted) {
        if ids.len() < COMPARED && !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

fn among(library: &Library, study: &Study, ids: &[PassageId]) -> Result<Dissent, LibraryError> {
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
    let evidence: Vec<Evidence<'_>> = passages
        .iter()
        .filter_map(|passage| {
            Some(Evidence {
                number: *numbers.get(&passage.document)?,
                passage,
            })
        })
        .collect();
    let side = |document: DocumentId, passage: PassageId, span: &Range<usize>| {
        Some(DisputeSide {
            source: check::key_of(study, study.document(document)?),
            passage,
            span: span.clone(),
        })
    };
    let protests = check::protests(&evidence).into_iter().filter_map(|said| {
        let document = *document_of.get(&said.passage)?;
        Some(Protest {
            side: side(document, said.passage, &said.span)?,
            text: said.text,
        })
    });
    let protests = protests.collect();
    if numbers.len() < 2 {
        return Ok(Dissent {
            disputes: Vec::new(),
            protests,
        });
    }
    let place_of = |one: &Side| side(one.document, one.passage, &one.span);
    let titles = numbers
        .iter()
        .filter_map(|(document, number)| Some((*number, study.document(*document)?.title.clone())));
    let found = check::conflicts_among(&evidence, titles);
    let disputes = found
        .iter()
        .filter_map(|conflict| {
            disagreement(study, conflict, &|passage| {
                document_of.get(&passage).copied()
            })
        })
        .filter_map(|entry| {
            Some(Dispute {
                a: place_of(&entry.a)?,
                b: place_of(&entry.b)?,
            })
        });
    Ok(Dissent {
        disputes: disputes.collect(),
        protests,
    })
}

#[cfg(test)]
mod tests;
