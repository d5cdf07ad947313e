//! What an ingestion tells while it runs, and what is counted of it.

use std::time::Instant;

use crate::library::Added;
use crate::study::{Document, DocumentId, RefusedEvidence};

/// What the ingestion thread reports; `Finished` is always the last.
#[derive(Debug, Clone, PartialEq)]
pub enum IngestReport {
    Started {
        total: usize,
    },
    /// What is being read at this moment.
    Reading {
        sources: Vec<String>,
    },
    /// Sources that are done and stored, in their order. The thread stores no more until the workbench has taken these in.
    Read(Vec<SourceRead>),
    /// The library could not store them; what was stored before stays.
    Failed {
        why: String,
    },
    Finished {
        /// The analyst ended it before all was read.
        stopped: bool,
    },
}

/// One source, and what reading it came to, or a part of that.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceRead {
    pub source: String,
    /// Absolute path of a file; none of what is no file, or has a name that is no text.
    pub path: Option<String>,
    pub came_to: CameTo,
    /// Nothing more comes of this source.
    pub is_last: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub enum CameTo {
    /// It was read. `old` is what it said before, where that is known; of a source that comes in parts, what it said before at the addresses of this part, and with the last one all that it no longer says.
    /// What it said before and another file says still is told as it is there, once for each of the files.
    Documents {
        old: Vec<DocumentId>,
        new: Vec<Added>,
        elsewhere: Vec<Document>,
    },
    /// It is as it was when it was last read, and was not read again.
    Unchanged(Vec<Document>),
    /// It is a file that was elsewhere before, and was not read again: its documents with their new address.
    Moved(Vec<Document>),
    /// It is no longer there. What another file holds too is told as it is there, once for each of the files.
    Gone {
        lost: Vec<DocumentId>,
        elsewhere: Vec<Document>,
    },
    Refused(RefusedEvidence),
}

impl CameTo {
    /// What was read, of which nothing that it said before is known to be elsewhere.
    pub(super) fn read(old: Vec<DocumentId>, new: Vec<Added>) -> Self {
        Self::Documents {
            old,
            new,
            elsewhere: Vec::new(),
        }
    }

    /// The documents that there are now.
    pub(crate) fn now(&self) -> impl Iterator<Item = &Document> {
        let (new, known): (&[Added], &[Document]) = match self {
            Self::Documents { new, .. } => (new, &[]),
            Self::Unchanged(documents) | Self::Moved(documents) => (&[], documents),
            Self::Gone { .. } | Self::Refused(_) => (&[], &[]),
        };
        new.iter().map(|added| &added.document).chain(known)
    }

    /// How many documents it tells of.
    pub(super) fn documents(&self) -> usize {
        match self {
            Self::Documents {
                old,
                new,
                elsewhere,
            } => old.len() + new.len() + elsewhere.len(),
            Self::Unchanged(documents) | Self::Moved(documents) => documents.len(),
            Self::Gone { lost, elsewhere } => lost.len() + elsewhere.len(),
            Self::Refused(_) => 1,
        }
    }
}

/// How far an ingestion is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IngestProgress {
    pub done: usize,
    /// 0 until the folders have been looked through.
    pub total: usize,
    pub pages: usize,
    pub passages: usize,
    pub refused: usize,
    /// Sources that were as they had been.
    pub unchanged: usize,
    /// Documents whose sources are no longer there.
    pub gone: usize,
    /// Documents that are new or say something new.
    pub added: usize,
    /// What is being read.
    pub reading: Vec<String>,
    pub started: Instant,
    /// More that was asked for and comes after this.
    pub waiting: usize,
    /// The analyst asked for an end; what is being read now is given up.
    pub stopping: bool,
}

impl IngestProgress {
    pub(super) fn begun(started: Instant) -> Self {
        Self {
            done: 0,
            total: 0,
            pages: 0,
            passages: 0,
            refused: 0,
            unchanged: 0,
            gone: 0,
            added: 0,
            reading: Vec::new(),
            started,
            waiting: 0,
            stopping: false,
        }
    }

    /// Sources a second, once that says anything.
    #[must_use]
    pub fn rate(&self, now: Instant) -> Option<f64> {
        let seconds = now.saturating_duration_since(self.started).as_secs_f64();
        (seconds >= 1.0 && self.done > 0).then(|| self.done as f64 / seconds)
    }
}
