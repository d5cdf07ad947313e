//! Checking claims on a thread of its own: each sentence as it ends while a text streams, and a section's text when it is finished [V1].
//!
//! A claim is weighed against the passages that its section was written from, which are read once; where those do not bear it out, the library is
//! searched for it, in the documents that it cites and then in all. What comes of a claim depends on its own words and on this evidence alone, so a
//! mark that stood while the text streamed is the verdict that is recorded, and the verdict after a crash.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use tokio::sync::mpsc::UnboundedSender;

use super::{Level, Live, Workbench};
use crate::check::{self, Checker, Evidence, Judgement, Stated};
use crate::engine::RequestId;
use crate::library::{Library, LibraryError, Search, SearchMode};
use crate::study::{
    Claim, DocumentId, Event, Passage, PassageId, Section, SectionId, Study, StudyId, Verdict,
};

/// Passages looked at for one claim, in the documents it cites and in all.
const FOR_CLAIM: usize = 4;

/// What claims are checked against.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Basis {
    /// Passages that the section was written from.
    passages: Vec<PassageId>,
    sources: Vec<Source>,
    /// Passages that the analyst let back in.
    readmitted: Vec<PassageId>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Source {
    document: DocumentId,
    number: Option<u32>,
    /// An older version still carries what cites it, and nothing else.
    current: bool,
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
    /// What was checked; the section may have another text by now.
    text: String,
    claims: Vec<Claim>,
    /// Why some could not be checked.
    problem: Option<String>,
}

/// What the thread is asked.
#[derive(Debug)]
struct Order {
    basis: Arc<Basis>,
    text: String,
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
    reports: UnboundedSender<CheckReport>,
    /// The section whose claims are awaited.
    awaited: Option<(StudyId, SectionId)>,
    /// The text that streams, and what its claims are checked against.
    stream: Option<(RequestId, Arc<Basis>)>,
    pub(super) marked: Option<Marked>,
}

impl Checking {
    pub(super) fn new(library: &Library, reports: UnboundedSender<CheckReport>) -> Self {
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
            text: live.text.clone(),
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
                text: whole.to_owned(),
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
            text: texts(part),
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
        if part.is_some_and(|part| texts(part) == checked.text) {
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
            let claims = check::stated(&texts(part))
                .into_iter()
                .map(|stated| unchecked(stated, why))
                .collect();
            self.notify(Level::Error, format!("{why}; no claim was checked"));
            self.record_claims(section, claims);
            self.pump();
        }
    }

    fn record_claims(&mut self, section: SectionId, claims: Vec<Claim>) {
        self.record(&[Event::ClaimsChecked { section, claims }]);
        let is_marked = |marked: &mut Marked| marked.section == section;
        if self.running.is_none() || !self.checking.marked.as_mut().is_some_and(is_marked) {
            self.checking.marked.take_if(is_marked);
        }
    }
}

impl Basis {
    pub(super) fn of(study: &Study, passages: impl Iterator<Item = PassageId>) -> Self {
        let sources = study.evidence.iter().map(|document| Source {
            document: document.id,
            number: study.number_of(document.id),
            current: study.is_current(document.id),
        });
        Self {
            passages: passages.collect(),
            sources: sources.collect(),
            readmitted: study.readmitted.clone(),
        }
    }

    fn is_of(&self, study: &Study, passages: impl Iterator<Item = PassageId>) -> bool {
        passages.eq(self.passages.iter().copied()) && {
            // Compared without its passages, which may be many more than those of one section.
            let now = Self::of(study, std::iter::empty());
            now.sources == self.sources && now.readmitted == self.readmitted
        }
    }

    fn number_of(&self, document: DocumentId) -> Option<u32> {
        let found = self
            .sources
            .iter()
            .find(|source| source.document == document);
        found.and_then(|source| source.number)
    }
}

/// All texts of a section that have claims: as it stands, as it is or was proposed, and what is left of a reply. The review shows decided hunks too.
fn texts(section: &Section) -> String {
    let mut texts = vec![section.accepted(), section.candidate()];
    texts.extend(
        section
            .revision
            .iter()
            .flat_map(|revision| [revision.original(), revision.proposed()]),
    );
    texts.extend(section.partial.iter().map(|partial| partial.text.clone()));
    texts.dedup();
    texts.join("\n\n")
}

/// A claim whose check could not run, and why: an outage is visible, never a pass.
fn unchecked(stated: Stated, why: &str) -> Claim {
    Claim {
        text: stated.text,
        citations: stated.citations,
        verdict: Verdict::Unchecked,
        reason: format!("the check could not run: {why}"),
        evidence: None,
    }
}

/// Starts the thread. Where it cannot be started, what is sent to it is not taken.
fn start(folder: PathBuf, reports: UnboundedSender<CheckReport>) -> Sender<Order> {
    let (orders, taken) = mpsc::channel();
    // Without the thread its end of the channel is gone, which the first order finds out.
    let _ = std::thread::Builder::new()
        .name("checking".into())
        .spawn(move || {
            let _end = End(reports.clone());
            work(&folder, &taken, &reports);
        });
    orders
}

/// Says that the thread has ended, also where it ends by a panic.
struct End(UnboundedSender<CheckReport>);

impl Drop for End {
    fn drop(&mut self) {
        // Nobody listens any more when the program is closing.
        let _ = self.0.send(CheckReport::Ended);
    }
}

fn work(folder: &Path, orders: &Receiver<Order>, reports: &UnboundedSender<CheckReport>) {
    let library = Library::open(folder);
    let mut waiting = VecDeque::new();
    while let Some(order) = next(orders, &mut waiting, true) {
        let basis = Arc::clone(&order.basis);
        waiting.push_front(order);
        let library = library.as_ref().map_err(ToString::to_string);
        serve(library, &basis, orders, &mut waiting, reports);
    }
}

/// The next order, and whether to wait for one. Of several texts of one stream that wait, the last holds all others.
fn next(orders: &Receiver<Order>, waiting: &mut VecDeque<Order>, may_wait: bool) -> Option<Order> {
    if waiting.is_empty() && may_wait {
        waiting.extend(orders.recv().ok());
    }
    waiting.extend(orders.try_iter());
    while let (Some(first), Some(second)) = (waiting.front(), waiting.get(1)) {
        if first.of != second.of || !matches!(first.of, Of::Stream(_)) {
            break;
        }
        waiting.pop_front();
    }
    waiting.pop_front()
}

/// Takes orders as long as they are about this basis; the first that is about another one waits.
fn serve(
    library: Result<&Library, String>,
    basis: &Arc<Basis>,
    orders: &Receiver<Order>,
    waiting: &mut VecDeque<Order>,
    reports: &UnboundedSender<CheckReport>,
) {
    let read =
        library.and_then(|library| Ok((library, read(library, basis).map_err(|e| e.to_string())?)));
    let (library, passages, failed) = match read {
        Ok((library, passages)) => (Some(library), passages, None),
        Err(why) => (None, Vec::new(), Some(why)),
    };
    let mut scales = Scales {
        library,
        basis,
        passages: &passages,
        checker: Checker::new(evidence(basis, &passages)),
        judged: HashMap::new(),
        unsettled: VecDeque::new(),
        failed,
    };
    let mut stream = Stream::default();
    let mut streaming = None;
    loop {
        let idle = scales.unsettled.is_empty();
        match next(orders, waiting, idle) {
            Some(order) if !Arc::ptr_eq(&order.basis, basis) && order.basis != *basis => {
                waiting.push_front(order);
                return;
            }
            Some(Order { text, of, .. }) => match of {
                Of::Stream(request) => {
                    if streaming.replace(request) != Some(request) {
                        stream = Stream::default();
                    }
                    stream.take(&text, &mut scales);
                    tell_streamed(request, &stream, &scales, reports);
                }
                Of::Section(study, section) => {
                    let claims = scales.all(&text);
                    let problem = scales.failed.clone();
                    let _ = reports.send(CheckReport::Checked(Checked {
                        study,
                        section,
                        text,
                        claims,
                        problem,
                    }));
                }
            },
            None if idle => return,
            // Nothing new has come, so there is time to search for what the section's own passages do not bear out.
            None => {
                if let Some(stated) = scales.unsettled.pop_front()
                    && scales.settle(&stated)
                    && let Some(request) = streaming
                {
                    tell_streamed(request, &stream, &scales, reports);
                }
            }
        }
    }
}

fn tell_streamed(
    request: RequestId,
    stream: &Stream,
    scales: &Scales<'_>,
    reports: &UnboundedSender<CheckReport>,
) {
    let claims: Vec<Claim> = stream
        .ended
        .iter()
        .filter_map(|stated| scales.judged.get(&stated.text))
        .map(|judged| judged.claim.clone())
        .collect();
    if !claims.is_empty() {
        let _ = reports.send(CheckReport::Streamed { request, claims });
    }
}

fn read(library: &Library, basis: &Basis) -> Result<Vec<Passage>, LibraryError> {
    let mut passages = Vec::new();
    for id in &basis.passages {
        passages.extend(library.passage(*id)?);
    }
    Ok(passages)
}

fn evidence<'a>(
    basis: &Basis,
    passages: impl IntoIterator<Item = &'a Passage>,
) -> Vec<Evidence<'a>> {
    passages
        .into_iter()
        .filter_map(|passage| {
            Some(Evidence {
                number: basis.number_of(passage.document)?,
                passage,
            })
        })
        .collect()
}

/// A text that streams, as far as it has come.
#[derive(Default)]
struct Stream {
    /// Its claims whose sentences have ended, in order.
    ended: Vec<Stated>,
    /// How many of them stand before `fixed`.
    before: usize,
    /// Everything up to here is whole paragraphs, which do not change any more.
    fixed: String,
}

impl Stream {
    /// Takes in the whole text so far and weighs what has ended in it.
    fn take(&mut self, text: &str, scales: &mut Scales<'_>) {
        if !text.starts_with(&self.fixed) {
            *self = Self::default();
        }
        let open = text.get(self.fixed.len()..).unwrap_or_default();
        self.ended.truncate(self.before);
        let end = ended(open);
        let (mut fixed, mut paragraphs) = (self.before, 0);
        let cut = whole_paragraphs(open);
        for stated in check::stated(open) {
            if stated.span.end <= cut {
                (fixed, paragraphs) = (fixed + 1, cut);
            }
            if stated.span.end <= end {
                scales.weigh(&stated);
                self.ended.push(stated);
            }
        }
        self.before = fixed.min(self.ended.len());
        self.fixed
            .push_str(open.get(..paragraphs).unwrap_or_default());
    }
}

/// The end of the last paragraph that is followed by another one; a block of code is never cut.
fn whole_paragraphs(text: &str) -> usize {
    let cut = text.rfind("\n\n").map_or(0, |at| at + 2);
    let before = text.get(..cut).unwrap_or_default();
    if before.matches("```").count() % 2 == 0 {
        cut
    } else {
        0
    }
}

/// The byte up to which the sentences of a text have ended, whatever may follow.
fn ended(text: &str) -> usize {
    const NEXT: &str = " Next it ends.";
    let whole = text.trim_end();
    let spans = check::sentences(text);
    let Some(last) = spans.last() else {
        return 0;
    };
    let sentence = text.get(last.clone()).unwrap_or_default();
    // After a full stop without a citation one may still follow, and a paragraph's end is the end of any sentence.
    let is_cited = !crate::study::citation::numbers(sentence).is_empty();
    let closed = whole.ends_with(['.', '!', '?', '。', '！', '？', '…']);
    let broken = text.get(whole.len()..).unwrap_or_default().contains("\n\n");
    let probe = format!("{whole}{NEXT}");
    let parted = || {
        check::sentences(&probe)
            .iter()
            .any(|span| span.start == whole.len() + 1 || span.start == whole.len())
    };
    if broken || (is_cited && closed && parted()) {
        text.len()
    } else {
        last.start
    }
}

/// Weighs claims against one basis.
struct Scales<'a> {
    /// None where it could not be opened or read.
    library: Option<&'a Library>,
    basis: &'a Basis,
    passages: &'a [Passage],
    checker: Checker<'a>,
    /// By the text of the claim.
    judged: HashMap<String, Judged>,
    /// Claims that the library is still to be searched for.
    unsettled: VecDeque<Stated>,
    /// Why the library could not be searched.
    failed: Option<String>,
}

struct Judged {
    claim: Claim,
    /// Whether the library was searched for it, or need not be.
    settled: bool,
}

impl Scales<'_> {
    /// All claims of a text, each once.
    fn all(&mut self, text: &str) -> Vec<Claim> {
        let mut claims: Vec<Claim> = Vec::new();
        let mut known = std::collections::HashSet::new();
        for stated in check::stated(text) {
            if !known.insert(stated.text.clone()) {
                continue;
            }
            self.weigh(&stated);
            self.settle(&stated);
            let judged = self.judged.get(&stated.text);
            claims.extend(judged.map(|judged| judged.claim.clone()));
        }
        claims
    }

    /// Weighs a claim against the section's own passages, unless that was done.
    fn weigh(&mut self, stated: &Stated) {
        if self.judged.contains_key(&stated.text) {
            return;
        }
        let (claim, settled) = if self.library.is_some() {
            let judgement = self.checker.judge(&stated.bare, &stated.citations);
            let settled = judgement.verdict == Verdict::Supported;
            (claim(stated, judgement), settled)
        } else {
            let why = self.failed.as_deref().unwrap_or_default();
            (unchecked(stated.clone(), why), true)
        };
        let judged = Judged { claim, settled };
        self.judged.insert(stated.text.clone(), judged);
        if !settled {
            self.unsettled.push_back(stated.clone());
        }
    }

    /// Searches the library for a claim that the section's own passages do not bear out; says whether the verdict is another one now.
    fn settle(&mut self, stated: &Stated) -> bool {
        let (Some(library), Some(judged)) = (self.library, self.judged.get(&stated.text)) else {
            return false;
        };
        if judged.settled {
            return false;
        }
        let found = self.judge_widely(library, stated, &judged.claim);
        let claim = match found {
            Ok(judgement) => claim(stated, judgement),
            Err(error) => {
                let why = error.to_string();
                let claim = unchecked(stated.clone(), &why);
                self.failed = Some(why);
                claim
            }
        };
        let changed = claim != judged.claim;
        let judged = Judged {
            claim,
            settled: true,
        };
        self.judged.insert(stated.text.clone(), judged);
        changed
    }

    fn judge_widely(
        &self,
        library: &Library,
        stated: &Stated,
        known: &Claim,
    ) -> Result<Judgement, LibraryError> {
        let is_cited = |source: &&Source| {
            source
                .number
                .is_some_and(|number| stated.citations.contains(&number))
        };
        let documents = |sources: &dyn Fn(&&Source) -> bool| -> Vec<DocumentId> {
            let all = self.basis.sources.iter();
            all.filter(sources).map(|source| source.document).collect()
        };
        let mut found = BTreeMap::new();
        for documents in [documents(&is_cited), documents(&|source| source.current)] {
            let hits = library.search(&Search {
                text: &stated.text,
                documents: Some(&documents),
                readmitted: &self.basis.readmitted,
                limit: FOR_CLAIM,
                mode: SearchMode::Hybrid,
                ..Search::default()
            })?;
            found.extend(hits.into_iter().map(|hit| (hit.passage.id, hit.passage)));
        }
        let shown = known.evidence.as_ref().map(|quote| quote.passage);
        let own = self.passages.iter().filter(|passage| {
            let number = self.basis.number_of(passage.document);
            Some(passage.id) == shown
                || number.is_some_and(|number| stated.citations.contains(&number))
        });
        let evidence = evidence(self.basis, own.chain(found.values()));
        Ok(Checker::new(evidence).judge(&stated.bare, &stated.citations))
    }
}

fn claim(stated: &Stated, judgement: Judgement) -> Claim {
    Claim {
        text: stated.text.clone(),
        citations: stated.citations.clone(),
        verdict: judgement.verdict,
        reason: judgement.reason,
        evidence: judgement.evidence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What has ended in a text that may go on in any way.
    fn over(text: &str) -> &str {
        &text[..ended(text)]
    }

    #[test]
    fn a_sentence_has_ended_when_nothing_that_follows_can_be_part_of_it() {
        let one = "Sales fell to 2.2 million units [1].";
        assert_eq!(over(one), one);
        assert_eq!(over("Sales fell to 2.2 million units [1]"), "");
        assert_eq!(over("Sales fell to 2."), "");
        // A citation may still follow.
        assert_eq!(over("Sales fell to 2.2 million units."), "");
        assert_eq!(over(&format!("{one} Then th")), format!("{one} "));
        assert_eq!(
            over("Sales fell everywhere.\n\n"),
            "Sales fell everywhere.\n\n"
        );
        assert_eq!(over("Sales fell, as Dr."), "");
        assert_eq!(over(""), "");
    }

    #[test]
    fn a_text_in_pieces_gives_the_claims_of_the_whole() {
        let text = "Sales of pumps fell by 12 % [1]. Costs rose at once [2].\n\nThe rest stayed as it was [1]. \
            It grew again later.\n\n```\nlet x = 1;\n\nlet y = 2;\n```\n\n- One more thing holds [2].\n- And another thing [1]. Done";
        let basis = Basis {
            passages: vec![],
            sources: vec![],
            readmitted: vec![],
        };
        let mut scales = Scales {
            library: None,
            basis: &basis,
            passages: &[],
            checker: Checker::new([]),
            judged: HashMap::new(),
            unsettled: VecDeque::new(),
            failed: Some("closed".into()),
        };
        let mut stream = Stream::default();
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            stream.take(&text[..end], &mut scales);
        }
        let claims: Vec<&str> = stream
            .ended
            .iter()
            .map(|known| known.text.as_str())
            .collect();
        let whole: Vec<String> = check::stated(text)
            .into_iter()
            .map(|known| known.text)
            .collect();
        assert_eq!(claims, whole);
        // A reply that begins anew is taken as it is.
        stream.take("Something else was said [1].", &mut scales);
        assert_eq!(stream.ended.len(), 1);
        assert!(
            scales
                .judged
                .values()
                .all(|known| known.claim.verdict == Verdict::Unchecked)
        );
    }
}
