//! Checking claims on a thread of its own: each sentence as it ends while a text streams, and a section's text when it is finished [V1].
//!
//! A claim is weighed against the passages that its section was written from, which are read once; where those do not have it word for word, the library is
//! searched for it, in the documents that it cites and then in all. What is recorded depends on the claim's own words and on the evidence alone, not on what
//! a writer was shown of it, so an update leaves the verdict of a sentence that it did not touch.

mod dissent;
mod scales;
mod stream;
mod thread;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::messages::ReportTo;
use super::{Level, Live, Workbench};
use crate::check;
use crate::engine::RequestId;
use crate::library::Library;
use crate::study::{
    Claim, Document, DocumentId, Event, NewsNote, PassageId, Section, SectionId, Standing, Study,
    StudyId,
};
use scales::{Scales, unchecked};
use thread::start;

/// What claims are checked against.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Basis {
    /// Passages that the section was written from.
    passages: Vec<PassageId>,
    sources: Vec<Source>,
    /// Where the source of a document stands among them.
    places: HashMap<DocumentId, usize>,
    /// Passages that the analyst let back in.
    readmitted: Vec<PassageId>,
    /// What news were found to say otherwise than the brief.
    weighed: Vec<NewsNote>,
}

#[derive(Debug, Clone, PartialEq)]
struct Source {
    document: DocumentId,
    /// The document that it is a copy of, or itself.
    original: DocumentId,
    number: Option<u32>,
    title: String,
    author: Option<String>,
    site: Option<String>,
    date: Option<String>,
    /// Only one that is current bears anything out.
    standing: Standing,
}

/// The verdicts of a text that streams, or streamed a moment ago: what no journal holds yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Marked {
    pub section: SectionId,
    pub claims: Vec<Claim>,
}

/// What the checking thread reports.
#[derive(Debug, Clone, PartialEq)]
pub enum CheckReport {
    /// The claims of a text that streams, as far as their sentences have ended.
    Streamed {
        request: RequestId,
        claims: Vec<Claim>,
    },
    /// The claims of a section, all of them.
    Checked(Checked),
    /// The thread has ended and reports nothing more.
    Ended,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    study: StudyId,
    section: SectionId,
    /// What was checked; the section may have other texts by now.
    texts: Vec<String>,
    claims: Vec<Claim>,
    /// Why some could not be checked.
    problem: Option<String>,
}

/// What the thread is asked.
#[derive(Debug)]
struct Order {
    basis: Arc<Basis>,
    /// The texts of a section, or what has come of one.
    texts: Vec<String>,
    of: Of,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Of {
    Stream(RequestId),
    Section(StudyId, SectionId),
}

/// The workbench's side of the thread.
pub(super) struct Checking {
    folder: PathBuf,
    orders: Option<Sender<Order>>,
    reports: ReportTo<CheckReport>,
    /// The section whose claims are awaited.
    awaited: Option<(StudyId, SectionId)>,
    /// The text that streams, and what its claims are checked against.
    stream: Option<(RequestId, Arc<Basis>)>,
    pub(super) marked: Option<Marked>,
}

impl Checking {
    pub(super) fn new(library: &Library, reports: ReportTo<CheckReport>) -> Self {
        Self {
            folder: library.folder().to_owned(),
            orders: None,
            reports,
            awaited: None,
            stream: None,
            marked: None,
        }
    }

    pub(super) fn is_awaited(&self) -> bool {
        self.awaited.is_some()
    }

    /// Forgets what was under way for a study that is left.
    pub(super) fn leave(&mut self) {
        self.awaited = None;
        self.stream = None;
        self.marked = None;
    }

    /// A text begins to stream: its evidence is read now, so that the first sentence finds it ready.
    pub(super) fn begin(&mut self, request: RequestId, basis: Basis, live: &Live) {
        let basis = Arc::new(basis);
        self.stream = Some((request, Arc::clone(&basis)));
        self.marked = Some(Marked {
            section: live.section,
            claims: Vec::new(),
        });
        self.send(Order {
            basis,
            texts: vec![live.text.clone()],
            of: Of::Stream(request),
        });
    }

    /// More of it has come; `added` may have ended a sentence.
    pub(super) fn streamed(&mut self, request: RequestId, added: &str, whole: &str) {
        const ENDS: &[char] = &['.', '!', '?', '。', '！', '？', '…', ']', '】', '\n'];
        let Some((of, basis)) = &self.stream else {
            return;
        };
        // A sentence is known to have ended by its last sign, or by the first one after it.
        if *of == request && (added.contains(ENDS) || may_follow_an_end(added, whole)) {
            let basis = Arc::clone(basis);
            self.send(Order {
                basis,
                texts: vec![whole.to_owned()],
                of: Of::Stream(request),
            });
        }
    }

    /// Hands an order to the thread, which is started for the first one; says whether there is anyone to take it.
    fn send(&mut self, order: Order) -> bool {
        let (folder, reports) = (&self.folder, &self.reports);
        let orders = self
            .orders
            .get_or_insert_with(|| start(folder.clone(), reports.clone()));
        orders.send(order).is_ok()
    }
}

/// Whether the last sentence ended just before `added`, which begins the next one.
fn may_follow_an_end(added: &str, whole: &str) -> bool {
    let before = whole
        .get(..whole.len().saturating_sub(added.len()))
        .unwrap_or_default();
    before
        .trim_end()
        .ends_with(|last: char| !last.is_alphanumeric() && last != ',')
}

impl Workbench {
    /// The verdicts of the text that streams, or has just streamed.
    pub fn marked(&self) -> Option<&Marked> {
        self.checking.marked.as_ref()
    }

    /// Has a section's claims checked.
    pub(super) fn check(&mut self, section: SectionId) {
        let study = &self.session.study;
        let Some(part) = study.section(section) else {
            return;
        };
        let passages = part
            .provenance
            .iter()
            .flat_map(|made| made.passages.iter().copied());
        let basis = match &self.checking.stream {
            // What was written last is most often what is checked: its evidence need not be gathered again.
            Some((_, basis)) if basis.is_of(study, passages.clone()) => Arc::clone(basis),
            _ => Arc::new(Basis::of(study, passages)),
        };
        let id = self.session.id;
        let order = Order {
            basis,
            texts: texts(part),
            of: Of::Section(id, section),
        };
        self.checking.awaited = Some((id, section));
        if !self.checking.send(order) {
            self.checker_ended();
        }
    }

    pub(super) fn receive_check(&mut self, report: CheckReport) {
        match report {
            CheckReport::Streamed { request, claims } => {
                let is_this = self
                    .checking
                    .stream
                    .as_ref()
                    .is_some_and(|(of, _)| *of == request);
                if let (true, Some(marked)) = (is_this, &mut self.checking.marked) {
                    marked.claims = claims;
                }
            }
            CheckReport::Checked(checked) => self.receive_checked(checked),
            CheckReport::Ended => self.checker_ended(),
        }
    }

    fn receive_checked(&mut self, checked: Checked) {
        if self.checking.awaited != Some((checked.study, checked.section)) {
            return;
        }
        self.checking.awaited = None;
        let section = checked.section;
        let part = self.session.study.section(section);
        // A text that was changed in the meantime is checked again.
        if part.is_some_and(|part| texts(part) == checked.texts) {
            if let Some(problem) = checked.problem {
                self.notify(Level::Error, problem);
            }
            self.record_claims(section, checked.claims);
        }
        self.pump();
    }

    /// Nobody checks any more: what was awaited says so.
    fn checker_ended(&mut self) {
        self.checking.orders = None;
        if let Some((study, section)) = self.checking.awaited.take()
            && study == self.session.id
            && let Some(part) = self.session.study.section(section)
        {
            let why = "the checker broke down";
            let claims = texts(part)
                .iter()
                .flat_map(|text| check::stated(text))
                .map(|stated| unchecked(stated, why))
                .collect();
            self.notify(Level::Error, format!("{why}; no claim was checked"));
            self.record_claims(section, claims);
            self.pump();
        }
    }

    fn record_claims(&mut self, section: SectionId, claims: Vec<Claim>) {
        self.record(&[Event::ClaimsChecked { section, claims }]);
        // What streams has marks of its own.
        if self.running.is_none() {
            let of_this = |marked: &mut Marked| marked.section == section;
            self.checking.marked.take_if(of_this);
        }
    }
}

/// A section's claims, checked at once for whoever has no workbench open; none where the evidence cannot be read.
pub(super) fn checked_now(library: &Library, study: &Study, section: SectionId) -> Option<Event> {
    let part = study.section(section)?;
    let made = part.provenance.iter();
    let basis = Basis::of(study, made.flat_map(|made| made.passages.iter().copied()));
    let passages = thread::read(library, &basis).ok()?;
    let mut scales = Scales::new(Some(library), &basis, &passages, None);
    let claims = scales.all(&texts(part));
    let is_done = scales.failed.is_none();
    is_done.then_some(Event::ClaimsChecked { section, claims })
}

impl Source {
    fn of(study: &Study, document: &Document) -> Self {
        Self {
            document: document.id,
            original: study.source_of(document),
            number: study.number_of(document.id),
            title: document.title.clone(),
            author: document.author.clone(),
            site: document.site.clone(),
            date: document.date.clone(),
            standing: study.standing(document.id),
        }
    }

    /// Whether it is what the study knows of a document now.
    fn is_of(&self, study: &Study, document: &Document) -> bool {
        self.document == document.id
            && self.original == study.source_of(document)
            && self.number == study.number_of(document.id)
            && self.title == document.title
            && self.author == document.author
            && self.site == document.site
            && self.date == document.date
            && self.standing == study.standing(document.id)
    }
}

impl Basis {
    pub(super) fn of(study: &Study, passages: impl Iterator<Item = PassageId>) -> Self {
        let documents = study.evidence.iter();
        let sources = documents.map(|document| Source::of(study, document));
        let places = study.evidence.iter().zip(0..);
        Self {
            passages: passages.collect(),
            sources: sources.collect(),
            places: places.map(|(document, at)| (document.id, at)).collect(),
            readmitted: study.readmitted.clone(),
            weighed: study.said_otherwise().cloned().collect(),
        }
    }

    fn is_of(&self, study: &Study, passages: impl Iterator<Item = PassageId>) -> bool {
        passages.eq(self.passages.iter().copied())
            && study.evidence.len() == self.sources.len()
            && study.readmitted == self.readmitted
            && study.said_otherwise().eq(&self.weighed)
            && (study.evidence.iter())
                .zip(&self.sources)
                .all(|(document, source)| source.is_of(study, document))
    }

    fn source(&self, document: DocumentId) -> Option<&Source> {
        self.sources.get(*self.places.get(&document)?)
    }

    fn number_of(&self, document: DocumentId) -> Option<u32> {
        self.source(document)?.number
    }

    fn is_current(&self, document: DocumentId) -> bool {
        self.source(document)
            .is_some_and(|source| source.standing == Standing::Current)
    }
}

/// All texts of a section that have claims: as it stands, as it is proposed, as either was before it was decided on, and what is left of a reply. The review
/// shows decided hunks too.
fn texts(section: &Section) -> Vec<String> {
    let mut texts = vec![section.accepted(), section.candidate()];
    texts.extend(
        section
            .revision
            .iter()
            .flat_map(|revision| [revision.original(), revision.proposed()]),
    );
    // Beside a text that stands, what is left of a reply is not shown, and may be edits rather than text.
    let partial = section.partial.iter().filter(|_| !section.is_written());
    // Half a sentence states nothing yet.
    texts.extend(partial.map(|partial| check::whole_sentences(&partial.text).to_owned()));
    let mut known = HashSet::new();
    texts.retain(|text| known.insert(text.clone()));
    texts
}
