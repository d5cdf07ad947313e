//! One ingestion on its thread: what is there to be read, and what of it is known already; `storing` has the rest.
//!
//! A file that is as it was is not read again, whoever added it; one that has another name now is found by its bytes.

use std::collections::HashMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::super::visits::Visits;
use super::pool::{self, HandOn, Part};
use super::report::IngestReport;
use super::storing::{Storing, Work};
use crate::clean;
use crate::evidence::watch::Change;
use crate::evidence::{self, Portion, ReadDocument, ReadPassage, Reader, Source, Stamp};
use crate::library::{Library, LibraryError, SourceFile};
use crate::study::{DocumentId, RefusalKind, RefusedEvidence, Timestamp, UNREAD};

/// What an ingestion is about.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::workbench) enum Job {
    /// Files, folders, addresses, `-` for standard input.
    Add(Vec<OsString>),
    /// What changed in a watched folder.
    Changes(Vec<Change>),
}

/// Characters of a source's name that are shown.
const LONGEST_NAME: usize = 300;
/// A file that changed so shortly before it was read might change again without its time of change saying so.
const YOUNG: i64 = 2_000_000_000;

/// A source to be looked at, and what is known of it.
pub(super) struct Task {
    pub(super) name: String,
    pub(super) source: Result<Source, RefusedEvidence>,
    /// Absolute path of a file; none of what is no file, or has a name that is no text.
    pub(super) path: Option<String>,
    pub(super) known: Option<SourceFile>,
}

/// What a reader thread found.
pub(super) enum Found {
    Unchanged(SourceFile),
    /// A file that was at another path.
    Moved {
        from: String,
        to: SourceFile,
    },
    /// Some of its documents; more follow.
    Part(Vec<ReadDocument>),
    /// All of its documents, or those that are left.
    Read {
        documents: Result<Vec<ReadDocument>, RefusedEvidence>,
        file: Option<SourceFile>,
    },
}

impl Found {
    pub(super) fn documents(&self) -> &[ReadDocument] {
        match self {
            Self::Part(read)
            | Self::Read {
                documents: Ok(read),
                ..
            } => read,
            _ => &[],
        }
    }

    pub(super) fn passages(&self) -> usize {
        self.documents()
            .iter()
            .map(|document| document.passages.len())
            .sum()
    }
}

impl Part for Found {
    fn size(&self) -> usize {
        // Each passage has words about it.
        let size = |passage: &ReadPassage| passage.text.len() + 500;
        let passages = |document: &ReadDocument| document.passages.iter().map(size).sum::<usize>();
        self.documents().iter().map(passages).sum()
    }
}

pub(super) fn run(job: &Job, work: Work<'_>) -> Result<(), LibraryError> {
    let (tasks, gone) = tasks(job, work.library)?;
    (work.report)(IngestReport::Started {
        total: tasks.len() + gone.len(),
    });
    let lost = by_hash(&gone);
    let sources = || tasks.iter().filter_map(|task| task.source.as_ref().ok());
    let visits = Visits::prepare(work.library, sources())?;
    let addresses = sources().filter(|source| matches!(source, Source::Address(_)));
    let addresses = addresses.count();
    let (reader, stop) = (work.reader, work.stop);
    let now = work.now;
    let mut storing = Storing::new(work, &tasks, &visits, &lost);
    pool::in_order(
        tasks.len(),
        addresses,
        stop,
        &|at, hand_on| {
            if let Some(task) = tasks.get(at) {
                let found = whole(&task.name, || {
                    look(task, &lost, &visits, reader, now, hand_on)
                });
                hand_on(found);
            }
        },
        &mut |next| storing.take(next),
    )?;
    storing.flush()?;
    storing.gone(gone)
}

/// What there is to look at, and the files that are no longer there.
fn tasks(job: &Job, library: &Library) -> Result<(Vec<Task>, Vec<SourceFile>), LibraryError> {
    let sources = match job {
        Job::Add(arguments) => evidence::expand(arguments),
        Job::Changes(changes) => changes
            .iter()
            .filter(|change| change.now.is_some())
            .map(|change| Ok(Source::File(change.path.clone())))
            .collect(),
    };
    let mut tasks: Vec<Task> = Vec::new();
    for source in sources {
        let (name, path) = match &source {
            Ok(Source::File(path)) => (
                clean::line(&path.to_string_lossy(), LONGEST_NAME),
                absolute(path),
            ),
            Ok(Source::Address(address)) => (clean::line(address.as_str(), LONGEST_NAME), None),
            Ok(Source::Standard(_)) => ("-".to_owned(), None),
            Err(refused) => (refused.source.clone(), None),
        };
        tasks.push(Task {
            name,
            source,
            path,
            known: None,
        });
    }
    let known = library.source_files(tasks.iter().map(|task| task.path.as_deref()))?;
    for (task, known) in tasks.iter_mut().zip(known) {
        task.known = known;
    }
    Ok((tasks, gone(job, library)?))
}

/// The files that were read and are not where they were: those that changed so, or all of what is asked for again.
fn gone(job: &Job, library: &Library) -> Result<Vec<SourceFile>, LibraryError> {
    let mut gone = Vec::new();
    match job {
        Job::Changes(changes) => {
            for change in changes.iter().filter(|change| change.now.is_none()) {
                if let Some(path) = absolute(&change.path) {
                    gone.extend(library.source_file(&path)?);
                }
            }
        }
        Job::Add(arguments) => {
            for path in arguments.iter().map(Path::new) {
                let Some(name) = absolute(path) else {
                    continue;
                };
                if path.is_dir() {
                    gone.extend(library.source_files_below(&name)?);
                } else {
                    gone.extend(library.source_file(&name)?);
                }
            }
            gone.retain(|file| evidence::stamp(Path::new(&file.path)).is_none());
        }
    }
    Ok(gone)
}

fn absolute(path: &Path) -> Option<String> {
    std::path::absolute(path).ok()?.to_str().map(str::to_owned)
}

/// Files that are not where they were, by the hash of their bytes: one that is new may be one of them.
fn by_hash(gone: &[SourceFile]) -> HashMap<String, SourceFile> {
    gone.iter()
        .filter(|file| {
            !file.documents.is_empty() && evidence::stamp(Path::new(&file.path)).is_none()
        })
        .map(|file| (file.hash.clone(), file.clone()))
        .collect()
}

/// What looking at a source comes to; one that breaks its reader costs only itself.
fn whole(name: &str, look: impl FnOnce() -> Found) -> Found {
    catch_unwind(AssertUnwindSafe(look)).unwrap_or_else(|_| Found::Read {
        documents: Err(RefusedEvidence {
            source: name.to_owned(),
            reason: "reading it broke a part of Tercet; convert it to plain text".to_owned(),
            kind: RefusalKind::Other,
        }),
        file: None,
    })
}

/// Looks at one source, on a reader's thread: reads it only if it is not known. Parts of a large one go to `hand_on`, as long as it wants them; the last is
/// what is returned.
fn look(
    task: &Task,
    lost: &HashMap<String, SourceFile>,
    visits: &Visits,
    reader: &Reader,
    now: Timestamp,
    hand_on: &mut HandOn<'_, Found>,
) -> Found {
    let unknown = |documents| Found::Read {
        documents,
        file: None,
    };
    let source = match &task.source {
        Ok(source) => source,
        Err(refused) => return unknown(Err(refused.clone())),
    };
    if let Source::Address(address) = source {
        let stop = &reader.limits.stop;
        return unknown(visits.read(reader, address, &|| stop.is_asked()));
    }
    let mut read = || {
        let mut rest = Vec::new();
        let read = reader.read_in_portions(source, &mut |portion| {
            let Portion {
                mut documents,
                is_last,
            } = portion;
            // The passages are stored; the whole text makes room, where it was made, for that of the next file.
            for document in &mut documents {
                document.text = String::new();
            }
            if is_last {
                rest = documents;
                return true;
            }
            hand_on(Found::Part(documents))
        });
        match read {
            Ok(hash) => (Ok(rest), hash),
            Err(refused) => (Err(refused), None),
        }
    };
    let (Some(path), Source::File(file)) = (&task.path, source) else {
        return unknown(read().0);
    };
    // What is too large is refused without being looked into.
    let stamp = evidence::stamp(file).filter(|stamp| stamp.size <= reader.limits.file);
    let Some(stamp) = stamp else {
        return unknown(read().0);
    };
    // What was refused is tried again when it is asked for: the reason may lie outside the file.
    let known = task
        .known
        .as_ref()
        .filter(|known| !known.documents.is_empty());
    if let Some(known) = known
        && (known.size, known.modified) == (stamp.size, stamp.modified)
    {
        return Found::Unchanged(known.clone());
    }
    let described = |hash: String, documents: &[DocumentId]| SourceFile {
        path: path.clone(),
        size: stamp.size,
        modified: trusted(stamp, now),
        hash,
        documents: documents.to_vec(),
    };
    // What cannot be known is hashed as it is read.
    let mut hash = None;
    if task.known.is_some() || !lost.is_empty() {
        let Ok(found) = evidence::file_hash(file) else {
            return unknown(read().0);
        };
        if let Some(known) = known.filter(|known| known.hash == found) {
            return Found::Unchanged(described(found, &known.documents));
        }
        if task.known.is_none()
            && let Some(from) = lost.get(&found)
        {
            return Found::Moved {
                from: from.path.clone(),
                to: described(found, &from.documents),
            };
        }
        hash = Some(found);
    }
    let (documents, as_read) = read();
    let hash = as_read.or(hash).or_else(|| evidence::file_hash(file).ok());
    // What was written meanwhile is read again when it is next looked at.
    let is_same = evidence::stamp(file) == Some(stamp);
    // And so is what took too long.
    let mut read = documents.iter().flatten();
    let is_whole = read.all(|document| !document.metadata.contains_key(UNREAD));
    Found::Read {
        documents,
        file: hash
            .filter(|_| is_same && is_whole)
            .map(|hash| described(hash, &[])),
    }
}

/// The time of change to be remembered: none where it could not tell the next change.
fn trusted(stamp: Stamp, now: Timestamp) -> i64 {
    let now = now.0.saturating_mul(1_000_000);
    if now.saturating_sub(stamp.modified) > YOUNG {
        stamp.modified
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_breaks_its_reader_costs_only_itself() {
        let found = whole("a.csv", || panic!("a fault"));
        let Found::Read {
            documents: Err(refused),
            file: None,
        } = found
        else {
            panic!("it was read");
        };
        assert_eq!(refused.source, "a.csv");
    }
}
