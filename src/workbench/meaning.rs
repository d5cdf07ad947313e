//! Ranking by a provider's vectors, as far as they are at hand: retrieval goes on with what it has, and what is missing is fetched beside the workbench.
//!
//! A section whose passages lack vectors is prepared again when they have come. Where the server fails, the built-in search serves, and the analyst is
//! told once.

use std::cell::RefCell;

use super::rerank::{DEPTH, Ranked, Reranker, Wanted};
use super::{Level, Live, Workbench};
use crate::engine::{Embedded, Ending, RequestId};
use crate::library::{Hit, Library, LibraryError, Search};
use crate::provider::Model;
use crate::study::{DocumentId, Halt, SectionId, Study};

/// What a workbench knows of its provider's vectors.
#[derive(Debug, Default)]
pub(super) struct Meaning {
    reranker: Option<Reranker>,
    /// The server failed: it is left alone until the next cycle.
    down: bool,
    told: bool,
    fetching: Option<Fetching>,
}

#[derive(Debug)]
struct Fetching {
    id: RequestId,
    section: SectionId,
    wanted: Wanted,
}

/// The searches of one retrieval, ranked by vectors where there are any.
#[derive(Debug, Default)]
pub(super) struct Ranking<'a> {
    reranker: Option<&'a Reranker>,
    wanted: RefCell<Wanted>,
}

impl Meaning {
    pub(super) fn new(model: Option<Model>) -> Self {
        Self {
            reranker: model.map(Reranker::new),
            ..Self::default()
        }
    }

    pub(super) fn is_fetching(&self) -> bool {
        self.fetching.is_some()
    }

    /// Gives a server that failed another chance.
    pub(super) fn try_again(&mut self) {
        self.down = false;
    }

    pub(super) fn ranking(&self) -> Ranking<'_> {
        Ranking {
            reranker: self.reranker.as_ref().filter(|_| !self.down),
            wanted: RefCell::default(),
        }
    }
}

impl Ranking<'_> {
    /// The `limit` best passages of some documents, with those that the analyst let back in.
    pub(super) fn best(
        &self,
        library: &Library,
        study: &Study,
        query: &str,
        documents: &[DocumentId],
        limit: usize,
    ) -> Result<Vec<Hit>, LibraryError> {
        let current: Vec<DocumentId> = study.current().map(|document| document.id).collect();
        let built_in = Search {
            text: query,
            documents: Some(documents),
            among: Some(&current),
            readmitted: &study.readmitted,
            limit,
            closely: true,
            ..Search::default()
        };
        let Some(reranker) = self.reranker else {
            return library.search(&built_in);
        };
        let found = library.search(&Search {
            limit: limit.max(DEPTH),
            ..built_in.clone()
        })?;
        match reranker.rank(library, query, found)? {
            Ranked::Done(mut hits) => {
                hits.truncate(limit);
                Ok(hits)
            }
            Ranked::Wanting(wanted) => {
                self.wanted.borrow_mut().extend(wanted);
                library.search(&built_in)
            }
        }
    }

    /// What has to be fetched before this retrieval is as good as it can be.
    pub(super) fn wanted(self) -> Option<Wanted> {
        let wanted = self.wanted.into_inner();
        (!wanted.texts.is_empty()).then_some(wanted)
    }
}

impl Workbench {
    /// Has vectors fetched for a section, which is prepared again when they are there.
    pub(super) fn fetch(&mut self, section: SectionId, wanted: Wanted) {
        let Some(model) = self.meaning.reranker.as_ref().map(Reranker::model) else {
            return;
        };
        let name = model.full_name();
        let id = self.engine.embed(wanted.texts.clone(), model.clone());
        self.meaning.fetching = Some(Fetching {
            id,
            section,
            wanted,
        });
        let now = std::time::Instant::now();
        self.live = Some(Live {
            section,
            text: String::new(),
            kept: 0,
            reasoning: String::new(),
            started: now,
            heard: now,
            sent: 0,
            tokens: 0,
            proposed: None,
            waiting: Some(format!("{name} compares meanings")),
        });
    }

    /// Vectors have come, or why not: the section goes on either way, unless the analyst stopped it.
    pub(super) fn receive_vectors(&mut self, id: RequestId, embedded: Embedded) {
        let fetched = self.meaning.fetching.take_if(|fetching| fetching.id == id);
        let Some(Fetching {
            section, wanted, ..
        }) = fetched
        else {
            return;
        };
        self.live = None;
        match embedded.ending {
            Ending::Cancelled => {
                self.keep_vectors(wanted, embedded.vectors);
                self.halt_at(section, "stopped".to_owned(), Halt::Stopped);
            }
            Ending::Failed { why, .. } => {
                self.keep_vectors(wanted, embedded.vectors);
                self.vectors_failed(&why);
                self.write_or_halt(section, false);
            }
            Ending::Complete | Ending::TooLong | Ending::InCircles => {
                if let Some(reranker) = &mut self.meaning.reranker
                    && let Err(error) = reranker.learn(&mut self.library, wanted, embedded.vectors)
                {
                    self.vectors_failed(&error.to_string());
                }
                self.write_or_halt(section, false);
            }
        }
        self.pump();
    }

    /// Nothing depends on it that they are kept: they would be asked for again.
    fn keep_vectors(&mut self, wanted: Wanted, vectors: Vec<Option<Vec<f32>>>) {
        if let Some(reranker) = &self.meaning.reranker {
            let _ = reranker.keep(&mut self.library, wanted, vectors);
        }
    }

    fn vectors_failed(&mut self, why: &str) {
        self.meaning.down = true;
        if !self.meaning.told {
            self.meaning.told = true;
            self.notify(
                Level::Warning,
                format!("passages are ranked by the built-in search alone: {why}"),
            );
        }
    }
}
