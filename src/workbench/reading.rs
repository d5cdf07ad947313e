//! What the analyst looks at and takes along: passages in their surroundings, and the brief as a file.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::past::{PastError, in_journal};
use super::scoring::{dissent, measured};
use super::{Level, PassageView, Workbench, retrieve};
use crate::export::Sidecar;
use crate::library::{Library, LibraryError, LiveText, Search, SearchMode};
use crate::study::{
    Document, DocumentId, Envelope, Event, Halt, Partial, Passage, PassageId, Quote, Scores,
    Section, Standing, Study, StudyId, Timestamp, study_at,
};
use crate::{check, clock, export};

/// What is appended to an exported brief.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is wanted or not")]
pub struct Appendices {
    /// The verdict of every claim.
    pub verdicts: bool,
    /// How the brief was made.
    pub method: bool,
    /// How it scores, and why.
    pub scores: bool,
    /// What is proposed and nobody has decided on, marked in the text.
    pub changes: bool,
}

/// Why the brief was not written to a file.
#[derive(Debug, Error)]
pub enum ExportError {
    #[error("{path} exists already; it was not touched")]
    Exists { path: PathBuf },
    #[error(
        "a brief is written as Markdown, and {path} would not be what its name says: name a file that ends in .md"
    )]
    NotMarkdown { path: PathBuf },
    #[error("cannot write {path}: {source}. Choose another place")]
    Write {
        path: PathBuf,
        source: std::io::Error,
    },
}

impl Workbench {
    /// Whether the study would be found if the program ended now: a disk that failed may have kept less than it said.
    pub fn is_kept(&self) -> bool {
        let listed = self.library.reopen().and_then(|library| library.studies());
        listed.is_ok_and(|studies| studies.iter().any(|study| study.id == self.session.id))
    }

    /// A passage with its surroundings, for the preview of a citation; the cited sentence is marked where `quote` names it.
    pub fn passage_view(&mut self, id: PassageId, quote: Option<&Quote>) -> Option<PassageView> {
        match self.view(id, quote) {
            Ok(view) => view,
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                None
            }
        }
    }

    /// A document at the place that the brief rests on first; one that it does not cite at the passage that bears most on the question, or its first.
    pub fn document_view(&mut self, id: DocumentId) -> Option<PassageView> {
        if let Some(quote) = self.first_quote(id)
            && let Some(view) = self.passage_view(quote.passage, Some(&quote))
            && view.document.id == id
        {
            return Some(view);
        }
        let passage = retrieve::best(
            &self.library,
            &self.session.study,
            &self.session.study.question,
            &[id],
            1,
        )
        .and_then(|hits| match hits.into_iter().next() {
            Some(hit) => Ok(Some(hit.passage.id)),
            None => Ok(self
                .library
                .first_passages(&[id], 1)?
                .first()
                .map(|passage| passage.id)),
        });
        match passage {
            Ok(passage) => self.passage_view(passage?, None),
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                None
            }
        }
    }

    /// What the brief quotes first of a source.
    fn first_quote(&self, id: DocumentId) -> Option<Quote> {
        let study = &self.session.study;
        let number = study.number_of(id)?;
        let claims = study.sections.iter().flat_map(Section::accepted_claims);
        let mut quotes = claims.flat_map(|claim| claim.evidence.iter().chain(&claim.more));
        quotes.find(|quote| quote.number == Some(number)).cloned()
    }

    /// The passages of the study's evidence in which these words stand, best first.
    pub fn find_in_evidence(&mut self, words: &str) -> Vec<Passage> {
        let current = self.session.study.current();
        let documents: Vec<DocumentId> = current.map(|document| document.id).collect();
        self.find_in(words, &documents)
    }

    /// The same of one document.
    pub fn find_in_document(&mut self, words: &str, document: DocumentId) -> Vec<Passage> {
        self.find_in(words, &[document])
    }

    fn find_in(&mut self, words: &str, documents: &[DocumentId]) -> Vec<Passage> {
        const FOUND: usize = 60;
        let study = &self.session.study;
        let found = self.library.search(&Search {
            text: words,
            documents: Some(documents),
            among: Some(documents),
            readmitted: &study.readmitted,
            limit: FOUND,
            mode: SearchMode::Lexical,
            ..Search::default()
        });
        match found {
            Ok(hits) => hits.into_iter().map(|hit| hit.passage).collect(),
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                Vec::new()
            }
        }
    }

    /// What the guardrail set aside of a document, with the document's card.
    pub fn set_aside(&mut self, id: DocumentId) -> Option<(Document, Vec<Passage>)> {
        let document = self.session.study.document(id).cloned()?;
        match self.library.set_aside(&[id]) {
            Ok(passages) => Some((document, passages)),
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                None
            }
        }
    }

    /// The accepted brief as Markdown.
    pub fn markdown(&self, appendices: Appendices) -> String {
        let measured = self.measured_now();
        let study = &self.session.study;
        markdown(
            &self.library,
            study,
            clock::now(),
            measured.as_ref(),
            appendices,
        )
    }

    /// The number of the last event.
    pub fn last_event(&self) -> u64 {
        self.session.last()
    }

    /// The journal after event `seq`.
    pub fn events_after(&self, seq: u64) -> Result<Vec<Envelope>, LibraryError> {
        self.library.events_after(self.session.id, seq)
    }

    /// Writes the accepted brief to `path` [X1], and its sidecar beside it. An existing file is replaced only with `overwrite`, and then at once and
    /// whole.
    pub fn export(
        &mut self,
        path: &Path,
        overwrite: bool,
        appendices: Appendices,
    ) -> Result<(), ExportError> {
        let text = self.markdown(appendices);
        let sidecar = sidecar_of(&self.library, &self.session.study);
        write_brief(path, &text, Some(&sidecar), overwrite)?;
        self.record(&[Event::BriefExported {
            path: path.display().to_string(),
        }]);
        Ok(())
    }

    fn view(
        &self,
        id: PassageId,
        quote: Option<&Quote>,
    ) -> Result<Option<PassageView>, LibraryError> {
        let Some(passage) = self.library.passage(id)? else {
            return Ok(None);
        };
        let Some(document) = self.session.study.document(passage.document).cloned() else {
            return Ok(None);
        };
        let (before, after) = self.library.neighbours(&passage)?;
        // No writer saw what was set aside, so it must not look like the evidence around it.
        let text = |passage: Option<Passage>| match passage {
            Some(Passage {
                id,
                text,
                set_aside: Some(why),
                ..
            }) if !self.session.study.is_readmitted(id) => {
                format!("(set aside: {why}) {text}")
            }
            Some(passage) => passage.text,
            None => String::new(),
        };
        let study = &self.session.study;
        let is_aside = passage.set_aside.is_some() && !study.is_readmitted(id);
        let marked = quote
            .map(|quote| quote.span.clone())
            .filter(|span| passage.text.get(span.clone()).is_some());
        let number = self.session.study.number_of(document.id);
        Ok(Some(PassageView {
            number,
            note: study
                .standing(document.id)
                .note()
                .or(is_aside.then_some("set aside")),
            document,
            passage,
            before: text(before),
            after: text(after),
            marked,
        }))
    }
}

/// The accepted brief of a study that need not be open here.
pub fn brief(
    library: &Library,
    id: StudyId,
    at: Option<u64>,
    appendices: Appendices,
) -> Result<String, PastError> {
    let (study, date) = folded(library, id, at)?;
    let measured = measured_alone(library, &study);
    Ok(markdown(
        library,
        &study,
        date,
        measured.as_ref(),
        appendices,
    ))
}

/// On which sentences of the evidence the claims of a study rest that need not be open here.
pub fn sidecar(library: &Library, id: StudyId, at: Option<u64>) -> Result<Sidecar, PastError> {
    Ok(sidecar_of(library, &folded(library, id, at)?.0))
}

fn sidecar_of(library: &Library, study: &Study) -> Sidecar {
    export::sidecar(study, &|passage| library.passage(passage).ok().flatten())
}

/// A study as it is today, or as it was on the day of event `at`.
fn folded(
    library: &Library,
    id: StudyId,
    at: Option<u64>,
) -> Result<(Study, Timestamp), PastError> {
    let journal = library.events(id)?;
    if let Some(at) = at {
        let last = journal.last().map_or(0, |envelope| envelope.seq);
        let at = in_journal(id, at, last)?;
        let date = journal.iter().find(|envelope| envelope.seq == at);
        let date = date.map_or_else(clock::now, |envelope| envelope.at);
        return Ok((study_at(&journal, at), date));
    }
    let mut study = Study::fold(journal.iter().map(|envelope| &envelope.event));
    // What was streaming when the program ended is part of the brief as far as it came.
    if let Some(LiveText { section, text }) = library.live(id)? {
        let why = "Tercet exited while this was being written".to_owned();
        study.apply(&Event::StepHalted {
            section,
            partial: Partial { text, why },
            halt: Halt::Interrupted,
        });
    }
    Ok((study, clock::now()))
}

/// The measured scores of a brief that no workbench keeps up; `None` while nothing is written.
fn measured_alone(library: &Library, study: &Study) -> Option<Scores> {
    // Without its passages nothing is known of disagreements, and the rest is measured all the same.
    measured(study, &dissent(library, study).unwrap_or_default())
}

/// A study that need not be open here, with the measured scores of its accepted brief, where it has any.
pub fn scored(library: &Library, id: StudyId) -> Result<(Study, Option<Scores>), PastError> {
    let (study, _) = folded(library, id, None)?;
    let measured = measured_alone(library, &study);
    Ok((study, measured))
}

fn markdown(
    library: &Library,
    study: &Study,
    date: Timestamp,
    measured: Option<&Scores>,
    appendices: Appendices,
) -> String {
    let locator = |id: PassageId| {
        let Some(passage) = library.passage(id).ok().flatten() else {
            return String::new();
        };
        let place = passage.locator();
        // Its source has another text now, and stands there under the same number.
        let standing = study.standing(passage.document);
        match standing.note() {
            Some(note) if matches!(standing, Standing::Superseded { .. }) => {
                let gap = if place.is_empty() { "" } else { " " };
                format!("{place}{gap}({note})")
            }
            _ => place,
        }
    };
    let options = export::Options {
        date,
        confidence: check::scorecard(study).confidence,
        measured,
        scores: appendices.scores,
        locator: &locator,
        verdicts: appendices.verdicts,
        method: appendices.method,
        uncited_sources: false,
        changes: appendices.changes,
    };
    export::markdown(study, &options)
}

/// How the name of a sidecar ends.
pub const SIDECAR: &str = ".tercet.json";

/// Where the sidecar of a brief is: `brief.tercet.json` for `brief.md`.
#[must_use]
pub fn sidecar_path(brief: &Path) -> PathBuf {
    brief.with_extension(SIDECAR.trim_start_matches('.'))
}

/// Refuses a name that says another format than the one that briefs are written in.
pub fn check_name(path: &Path) -> Result<(), ExportError> {
    const OTHERS: [&str; 30] = [
        "html", "htm", "xhtml", "mhtml", "pdf", "doc", "docx", "odt", "rtf", "tex", "epub", "rst",
        "adoc", "org", "ppt", "pptx", "xls", "xlsx", "ods", "csv", "tsv", "json", "jsonl", "xml",
        "yaml", "yml", "toml", "bib", "ris", "ipynb",
    ];
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_other = |ending: &str| OTHERS.contains(&ending.to_ascii_lowercase().as_str());
    if ending.is_some_and(is_other) {
        let path = path.to_owned();
        return Err(ExportError::NotMarkdown { path });
    }
    Ok(())
}

/// Writes a brief with its sidecar, where it has one; neither where one of them exists and must not be replaced.
pub fn write_brief(
    path: &Path,
    text: &str,
    sidecar: Option<&Sidecar>,
    overwrite: bool,
) -> Result<(), ExportError> {
    check_name(path)?;
    let beside = sidecar_path(path);
    let Some(sidecar) = sidecar.filter(|_| beside != path) else {
        return write_file(path, text, overwrite);
    };
    // The brief is what somebody knows of, so it is named before what goes with it.
    let found = [path, &beside].into_iter().find(|path| path.exists());
    if let Some(found) = found.filter(|_| !overwrite) {
        let path = found.to_owned();
        return Err(ExportError::Exists { path });
    }
    write_file(path, text, overwrite)?;
    write_file(&beside, &sidecar.to_json(), overwrite)
}

/// Writes a file whole or not at all.
pub fn write_file(path: &Path, text: &str, overwrite: bool) -> Result<(), ExportError> {
    let failed = |source| ExportError::Write {
        path: path.to_owned(),
        source,
    };
    if !overwrite {
        let mut file = File::create_new(path).map_err(|source| match source.kind() {
            std::io::ErrorKind::AlreadyExists => ExportError::Exists {
                path: path.to_owned(),
            },
            _ => failed(source),
        })?;
        return file
            .write_all(text.as_bytes())
            .and_then(|()| file.sync_all())
            .map_err(failed);
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .map_err(failed)
}
