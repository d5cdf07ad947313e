//! Evidence that is read for one command and kept nowhere: all that `tercet run` reads, by the same code, without a library.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::output;
use crate::check::Evidence;
use crate::check::excludes;
use crate::cores;
use crate::evidence::{ReadDocument, Reader, Source, expand};
use crate::report::base_name;
use crate::study::{
    DocumentId, MOST_OF_A_BAND, Passage, PassageId, RefusedEvidence, Sketch, copied_from, counted,
    sketch,
};
use crate::workbench::SIDECAR;

/// All that a command was given to read.
#[derive(Debug, Default)]
pub(super) struct Material {
    /// What was asked for, one after the other.
    pub(super) slots: Vec<Slot>,
    pub(super) documents: Vec<Held>,
    /// What could not be read, and parts of folders that were left out.
    pub(super) refused: Vec<RefusedEvidence>,
    /// Whether each piece was named by itself, so that their order is somebody's own.
    pub(super) named_singly: bool,
    /// The first document of each text, by its hash, and the first ones of each band of sketches.
    by_text: HashMap<String, usize>,
    by_band: HashMap<i32, Vec<usize>>,
}

/// One source that was asked for.
#[derive(Debug)]
pub(super) struct Slot {
    /// As it was asked for.
    pub(super) name: String,
    /// Which documents it holds; none where it could not be read.
    pub(super) documents: Vec<usize>,
    /// Why it could not be read.
    pub(super) refused: Option<String>,
}

/// A document that was read.
#[derive(Debug)]
pub(super) struct Held {
    /// What it is called in answers: the file's name, or the address.
    pub(super) name: String,
    pub(super) read: ReadDocument,
    /// Without those that the guardrail set aside [E6].
    pub(super) passages: Vec<Passage>,
    /// The first document with the same text, or nearly so.
    pub(super) source: usize,
}

impl Material {
    /// Reads evidence. `except` is no evidence: the report itself, which may lie in a folder of it.
    pub(super) fn read(reader: &Reader, evidence: &[OsString], except: &[PathBuf]) -> Self {
        let is_folder = |evidence: &OsString| Path::new(evidence).is_dir();
        let mut material = Self {
            named_singly: !evidence.iter().any(is_folder),
            ..Self::default()
        };
        let mut sources = Vec::new();
        let except = except.iter().filter_map(|path| path.canonicalize().ok());
        let except: HashSet<PathBuf> = except.collect();
        for found in expand(evidence) {
            match found {
                Ok(source) if is_left_out(&source, &except) => {}
                Ok(source) => sources.push(source),
                // A folder is not one thing that could have been read.
                Err(refused) if Path::new(&refused.source).is_dir() => {
                    material.refused.push(refused);
                }
                Err(refused) => {
                    // Its place among the others is kept for sources that are matched by their order.
                    material.slots.push(Slot {
                        name: refused.source.clone(),
                        documents: Vec::new(),
                        refused: Some(refused.reason.clone()),
                    });
                    material.refused.push(refused);
                }
            }
        }
        for (source, read) in sources.iter().zip(read_all(reader, &sources)) {
            material.take(source.name(), read);
        }
        material
    }

    fn take(&mut self, name: String, read: Result<Vec<ReadDocument>, RefusedEvidence>) {
        match read {
            Ok(documents) => {
                let documents = documents.into_iter().map(|read| self.hold(read)).collect();
                self.slots.push(Slot {
                    name,
                    documents,
                    refused: None,
                });
            }
            Err(refused) => {
                self.slots.push(Slot {
                    name,
                    documents: Vec::new(),
                    refused: Some(refused.reason.clone()),
                });
                self.refused.push(refused);
            }
        }
    }

    fn hold(&mut self, read: ReadDocument) -> usize {
        let at = self.documents.len();
        let sketch = sketch(kept(&read));
        let first = self.copied(&read, &sketch);
        self.remember(at, &read, &sketch);
        let id = i64::try_from(at).unwrap_or(i64::MAX >> 32) + 1;
        // Ids tell the passages of all documents apart: no document has 2^32 of them.
        let passages = (0_u32..)
            .zip(&read.passages)
            .filter(|(_, passage)| passage.set_aside.is_none())
            .map(|(ordinal, passage)| Passage {
                id: PassageId((id << 32) + i64::from(ordinal)),
                document: DocumentId(id),
                ordinal,
                text: passage.text.clone(),
                pages: passage.pages,
                headings: passage.headings.to_vec(),
                span: passage.span.clone(),
                from_graph: passage.from_graph,
                ..Passage::default()
            })
            .collect();
        self.documents.push(Held {
            name: name_of(&read),
            read,
            passages,
            source: first.unwrap_or(at),
        });
        at
    }

    /// The first document that a new one is a copy of, to the letter or nearly [E5].
    fn copied(&self, read: &ReadDocument, sketch: &Sketch) -> Option<usize> {
        let original = self.by_text.get(&read.hash).copied().or_else(|| {
            let bands = sketch.iter().flatten();
            let alike = bands.filter_map(|band| self.by_band.get(band)).flatten();
            let passages: Vec<&str> = kept(read).collect();
            let found = copied_from(&passages, alike.copied(), excludes, |at| {
                let held = self.documents.get(at);
                Ok::<Vec<&str>, Infallible>(
                    held.into_iter().flat_map(|held| kept(&held.read)).collect(),
                )
            });
            found.unwrap_or_else(|never| match never {})
        });
        Some(self.documents.get(original?)?.source)
    }

    /// Makes a document findable for the copies that come after it.
    fn remember(&mut self, at: usize, read: &ReadDocument, sketch: &Sketch) {
        self.by_text.entry(read.hash.clone()).or_insert(at);
        for band in sketch.iter().flatten() {
            let documents = self.by_band.entry(*band).or_default();
            if documents.len() < MOST_OF_A_BAND {
                documents.push(at);
            }
        }
    }

    /// All passages, each with the number of its document.
    pub(super) fn evidence(&self) -> impl Iterator<Item = Evidence<'_>> {
        let documents = (1_u32..).zip(&self.documents);
        documents.flat_map(|(number, held)| {
            let passages = held.passages.iter();
            passages.map(move |passage| Evidence { number, passage })
        })
    }

    /// What the documents are called, by their numbers.
    pub(super) fn titles(&self) -> impl Iterator<Item = (u32, String)> {
        let documents = (1_u32..).zip(&self.documents);
        documents.map(|(number, held)| (number, held.read.title.clone()))
    }

    /// The document and the passage of an id.
    pub(super) fn passage(&self, id: PassageId) -> Option<(&Held, &Passage)> {
        let at = usize::try_from(id.0 >> 32).ok()?.checked_sub(1)?;
        let document = self.documents.get(at)?;
        let passage = document
            .passages
            .binary_search_by_key(&id, |passage| passage.id)
            .ok()?;
        Some((document, document.passages.get(passage)?))
    }

    /// Says on standard error what could not be read, and what was noticed.
    pub(super) fn tell(&self) {
        for refused in &self.refused {
            output::progress(&format!("{}: {}", refused.source, refused.reason));
        }
        for document in &self.documents {
            for warning in &document.read.warnings {
                output::progress(&format!("{}: {warning}", document.name));
            }
            let aside = document.read.passages.len() - document.passages.len();
            if aside > 0 {
                let aside = counted(aside, "passage");
                output::progress(&format!(
                    "{}: {aside} set aside by the guardrail and not used",
                    document.name
                ));
            }
        }
    }
}

impl Held {
    /// The page on which a byte of a passage lies; `None` where the format has no pages.
    pub(super) fn page(&self, passage: &Passage, at: usize) -> Option<u32> {
        let page = self.page_at(passage.span.start + at);
        page.or_else(|| passage.pages.map(|(from, _)| from))
    }

    /// The page on which a byte of the text lies.
    pub(super) fn page_at(&self, at: usize) -> Option<u32> {
        let starts = &self.read.page_starts;
        let after = starts.partition_point(|(from, _)| *from <= at);
        starts.get(after.checked_sub(1)?)?.1
    }
}

/// Reads all sources, several at once: parsers run in child processes, and addresses wait for their servers.
fn read_all(
    reader: &Reader,
    sources: &[Source],
) -> Vec<Result<Vec<ReadDocument>, RefusedEvidence>> {
    let mut workers = vec![(); cores::count().min(sources.len())];
    cores::in_order(sources, &mut workers, |(), source| reader.read(source))
}

/// The texts of a document's passages, without those that the guardrail set aside.
fn kept(read: &ReadDocument) -> impl Iterator<Item = &str> {
    let kept = read
        .passages
        .iter()
        .filter(|passage| passage.set_aside.is_none());
    kept.map(|passage| passage.text.as_str())
}

/// Whether a source is one of these files, or what stands beside a report.
fn is_left_out(source: &Source, except: &HashSet<PathBuf>) -> bool {
    let Source::File(path) = source else {
        return false;
    };
    path.to_string_lossy().ends_with(SIDECAR)
        || path.canonicalize().is_ok_and(|path| except.contains(&path))
}

fn name_of(read: &ReadDocument) -> String {
    let is_path = !read.uri.contains("://");
    match read.uri.rsplit_once('#') {
        // What a findings file names without an address.
        Some((file, inner)) if is_path && Path::new(file).is_file() => {
            inner.rsplit('/').next().unwrap_or(inner).to_owned()
        }
        _ if is_path => {
            let last = read.uri.rsplit(['/', '\\']).next().unwrap_or_default();
            last.to_owned()
        }
        _ => read.uri.clone(),
    }
}

/// Whether two names mean one file.
pub(super) fn is_same_file(a: &str, b: &str) -> bool {
    base_name(a) == base_name(b)
}
