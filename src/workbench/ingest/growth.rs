//! What sources came to, as events of the study: which document is new, which takes the place of another, which is gone or back.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

use super::report::{CameTo, IngestProgress, SourceRead};
use crate::clean;
use crate::evidence::canonical;
use crate::library::{is_lost, is_of_file};
use crate::study::{Document, DocumentId, Event, RefusedEvidence, Standing};
use crate::workbench::{About, Level, Notice, Workbench};

/// What sources came to, gathered into events.
pub(super) struct Growth<'a> {
    workbench: &'a Workbench,
    /// The current documents at the addresses of those that are taken.
    at: HashMap<String, DocumentId, RandomState>,
    /// Documents that the events bring or bring back.
    taken: HashSet<DocumentId>,
    /// Documents that the events give another address.
    followed: HashSet<DocumentId>,
    /// Whether the source that is being taken brought anything new so far, in this part of it or in those before.
    pub(super) is_news: bool,
    pub(super) events: Vec<Event>,
    pub(super) notices: Vec<Notice>,
    pub(super) counted: Counted,
}

/// What the progress counts of them.
#[derive(Default)]
pub(super) struct Counted {
    done: usize,
    pages: usize,
    passages: usize,
    refused: usize,
    unchanged: usize,
    gone: usize,
    added: usize,
}

impl Counted {
    pub(super) fn add_to(&self, progress: &mut IngestProgress) {
        progress.done += self.done;
        progress.pages += self.pages;
        progress.passages += self.passages;
        progress.refused += self.refused;
        progress.unchanged += self.unchanged;
        progress.gone += self.gone;
        progress.added += self.added;
    }
}

impl<'a> Growth<'a> {
    /// For sources that are to be taken; `is_news` tells of the parts that were taken before of the first of them.
    pub(super) fn new(workbench: &'a Workbench, reads: &[SourceRead], is_news: bool) -> Self {
        let taken = reads.iter().flat_map(|read| read.came_to.now());
        let wanted: HashSet<&str, RandomState> = taken.map(|card| card.uri.as_str()).collect();
        let at = workbench
            .study()
            .current()
            .filter(|known| wanted.contains(known.uri.as_str()))
            .filter(|known| !known.is_page() || !known.kind.quotes())
            .map(|known| (known.uri.clone(), known.id))
            .collect();
        Self {
            workbench,
            at,
            taken: HashSet::new(),
            followed: HashSet::new(),
            is_news,
            events: Vec::new(),
            notices: Vec::new(),
            counted: Counted::default(),
        }
    }

    pub(super) fn take(&mut self, read: SourceRead) {
        let is_last = read.is_last;
        match read.came_to {
            CameTo::Documents {
                mut old,
                new,
                elsewhere,
            } => {
                self.stays(&elsewhere, read.path.as_deref());
                old.retain(|id| !self.followed.contains(id));
                let ids: Vec<DocumentId> = new.iter().map(|added| added.document.id).collect();
                for added in new {
                    self.is_news |= self.document(&read.source, &old, added.document);
                }
                if is_last {
                    self.tell_whether_new(&read.source, !ids.is_empty());
                    self.is_read_again(&read.source, read.path.as_deref(), &ids);
                    // What the source said before and neither says now nor says in another way.
                    let left = old.into_iter().filter(|id| !ids.contains(id)).collect();
                    self.withdraw(left, read.path.as_deref());
                }
            }
            CameTo::Unchanged(documents) => {
                let ids: Vec<DocumentId> = documents.iter().map(|card| card.id).collect();
                self.is_read_again(&read.source, read.path.as_deref(), &ids);
                for document in documents {
                    self.is_news |= self.document(&read.source, &[], document);
                }
                if is_last {
                    self.tell_whether_new(&read.source, true);
                }
            }
            CameTo::Moved(documents) => {
                for document in documents {
                    let study = self.workbench.study();
                    if study.standing(document.id) == Standing::Withdrawn
                        || study.document(document.id).is_none()
                    {
                        self.document(&read.source, &[], document);
                    } else {
                        self.follow(&document);
                    }
                }
            }
            CameTo::Gone { lost, elsewhere } => self.gone(lost, &elsewhere, read.path.as_deref()),
            CameTo::Refused(refused) => self.refuse(refused),
        }
        if is_last {
            self.counted.done += 1;
            self.is_news = false;
        }
    }

    /// A source that could not be read for a while says what it said before.
    fn is_read_again(&mut self, source: &str, path: Option<&str>, documents: &[DocumentId]) {
        let study = self.workbench.study();
        let stands = |id: &&DocumentId| study.is_current(**id) && !self.followed.contains(*id);
        let is_here = |known: &&Document| path.is_some_and(|path| is_of_file(&known.uri, path));
        let known = documents.iter().filter(stands);
        let known = known.filter_map(|id| study.document(*id)).find(is_here);
        if let Some(known) = known.filter(|_| study.refused_for(source).is_some()) {
            self.events.push(Event::DocumentMoved {
                document: known.id,
                uri: known.uri.clone(),
            });
        }
    }

    fn tell_whether_new(&mut self, source: &str, has_documents: bool) {
        if !self.is_news && has_documents {
            self.counted.unchanged += 1;
            let text = format!("{source}: this text is in the study already");
            self.notices.push(Notice::new(Level::Info, text));
        }
    }

    /// A document that a source holds now; says whether that is new to the study.
    fn document(&mut self, source: &str, old: &[DocumentId], document: Document) -> bool {
        self.follow(&document);
        let study = self.workbench.study();
        let is_known = study.document(document.id).is_some();
        if (is_known && study.is_current(document.id))
            || self.is_unwanted(&document)
            || self.is_older_copy(&document)
            || !self.taken.insert(document.id)
        {
            return false;
        }
        self.counted.added += 1;
        self.counted.passages += document.passages as usize;
        self.counted.pages += document.pages_read().unwrap_or_default() as usize;
        let id = document.id;
        if is_known && study.standing(id) == Standing::Withdrawn {
            let text = format!("{} is there again", clean::line(&document.title, 100));
            self.notices.push(Notice {
                about: About::Back,
                ..Notice::new(Level::Info, text)
            });
        }
        let event = match self.before(source, old, &document) {
            Some(old) => {
                self.taken.insert(old);
                Event::DocumentReplaced { old, new: document }
            }
            None if is_known => match study.standing(id) {
                Standing::Superseded { .. } => Event::DocumentReplaced {
                    old: study.latest(id),
                    new: document,
                },
                Standing::Current | Standing::Withdrawn => Event::DocumentsReturned {
                    documents: vec![id],
                },
                // Whoever asks for it again wants it.
                Standing::TakenOut => Event::DocumentsPutBack {
                    documents: vec![id],
                    undoable: false,
                },
            },
            None => Event::EvidenceAdded { document },
        };
        self.events.push(event);
        true
    }

    /// A source whose file is gone or was given up, and whose text is found in another one, goes by that.
    fn follow(&mut self, document: &Document) {
        let study = self.workbench.study();
        let is_withdrawn = study.standing(document.id) == Standing::Withdrawn;
        let known = study.document(document.id);
        let is_led_to_nothing = known.is_some_and(|known| {
            known.uri != document.uri && (is_withdrawn || is_lost(&known.uri))
        });
        if is_led_to_nothing {
            self.go_by(document);
        }
    }

    fn go_by(&mut self, document: &Document) {
        if self.followed.insert(document.id) {
            self.events.push(Event::DocumentMoved {
                document: document.id,
                uri: document.uri.clone(),
            });
        }
    }

    /// What the file at a path says no longer, and others of the study do: it is not replaced by what this one says now, and stands as theirs.
    fn stays(&mut self, elsewhere: &[Document], path: Option<&str>) {
        let study = self.workbench.study();
        for copies in elsewhere.chunk_by(|one, other| one.id == other.id) {
            let Some(copy) = copies.iter().find(|copy| study.was_given(&copy.uri)) else {
                continue;
            };
            let is_of_this = |known: &Document| {
                study.is_current(known.id) && path.is_some_and(|path| is_of_file(&known.uri, path))
            };
            if study.document(copy.id).is_some_and(is_of_this) {
                self.at.retain(|_, id| *id != copy.id);
                self.go_by(copy);
            }
        }
    }

    /// Whether another file still says what one of the study's said before it was changed: that takes nothing back.
    fn is_older_copy(&self, document: &Document) -> bool {
        let study = self.workbench.study();
        let is_at = |id| {
            let known = study.document(id);
            known.is_none_or(|known| known.uri == document.uri || is_lost(&known.uri))
        };
        matches!(study.standing(document.id), Standing::Superseded { .. })
            && !is_at(document.id)
            && !is_at(study.latest(document.id))
    }

    /// Whether the analyst took its source out, and nobody but a watched folder asks for it again.
    fn is_unwanted(&self, document: &Document) -> bool {
        let ingestion = self.workbench.ingestion.as_ref();
        let mut taken_out = self.workbench.study().taken_out();
        ingestion.is_some_and(|running| running.watched)
            && taken_out.any(|out| out.id == document.id || out.uri == document.uri)
    }

    /// The document that this one takes the place of. Several findings about one address are no versions of each other, so there an address alone does not
    /// tell; a page that is read at its own address is.
    fn before(&self, source: &str, old: &[DocumentId], document: &Document) -> Option<DocumentId> {
        let study = self.workbench.study();
        let stands = |id: &DocumentId| study.is_current(*id) && *id != document.id;
        // Of a file that was renamed and changed the older version has the older name, at which there is nothing now.
        let is_file = |known: &Document| known.shared_name().is_none() && !known.kind.quotes();
        let known = old.iter().copied().find(|id| {
            stands(id)
                && study.document(*id).is_some_and(|known| {
                    known.uri == document.uri
                        || (old.len() == 1
                            && is_file(known)
                            && is_file(document)
                            && is_lost(&known.uri))
                })
        });
        if known.is_some() {
            return known;
        }
        if document.is_page()
            && (document.kind.quotes() || canonical(source).as_deref() != Some(&document.uri))
        {
            return None;
        }
        self.at
            .get(&document.uri)
            .copied()
            .filter(|id| stands(id) && !self.taken.contains(id))
    }

    /// Documents of a file that is gone, with those that other files hold. The study has these still where it was given one of the others: what happens to
    /// lie elsewhere was not meant.
    fn gone(&mut self, mut lost: Vec<DocumentId>, elsewhere: &[Document], path: Option<&str>) {
        let study = self.workbench.study();
        for copies in elsewhere.chunk_by(|one, other| one.id == other.id) {
            match copies.iter().find(|copy| study.was_given(&copy.uri)) {
                Some(copy) => self.follow(copy),
                None => lost.extend(copies.first().map(|copy| copy.id)),
            }
        }
        self.withdraw(lost, path);
    }

    /// What the file at a path does not hold any more is gone, unless the study has it from another one.
    fn withdraw(&mut self, documents: Vec<DocumentId>, path: Option<&str>) {
        let is_written = !self.workbench.study().written_sections().is_empty();
        let way_on = if self.workbench.has_screen() && is_written {
            ": {update-brief} shows what that touches"
        } else {
            ""
        };
        let study = self.workbench.study();
        let is_here = |uri: &str| path.is_none_or(|path| is_of_file(uri, path)) || is_lost(uri);
        let is_elsewhere = |id: DocumentId| {
            let known = study.document(id);
            known.is_some_and(|known| !known.is_page() && !is_here(&known.uri))
        };
        let documents: Vec<DocumentId> = documents
            .into_iter()
            .filter(|id| {
                study.document(*id).is_some()
                    && study.is_current(*id)
                    && !self.taken.contains(id)
                    && !is_elsewhere(*id)
            })
            .collect();
        for id in &documents {
            if let Some(document) = study.document(*id) {
                let text = format!(
                    "{} no longer exists; citations of it still open the text that was read{way_on}",
                    clean::line(&document.title, 100)
                );
                self.notices.push(Notice {
                    about: About::Gone,
                    ..Notice::new(Level::Warning, text)
                });
            }
        }
        if !documents.is_empty() {
            self.counted.gone += documents.len();
            self.taken.extend(&documents);
            self.events.push(Event::DocumentsWithdrawn { documents });
        }
    }

    fn refuse(&mut self, refused: RefusedEvidence) {
        // A watched folder may be empty, and may hold what is no evidence.
        if self.workbench.study().watched.contains(&refused.source) {
            return;
        }
        self.counted.refused += 1;
        let text = format!("{}: {}", refused.source, refused.reason);
        self.notices.push(Notice {
            about: About::Refused,
            ..Notice::new(Level::Warning, text)
        });
        let known = self.workbench.study().refused_for(&refused.source);
        if known != Some(&refused) {
            self.events.push(Event::EvidenceRefused { refused });
        }
    }
}
