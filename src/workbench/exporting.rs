//! What the analyst takes along: the brief as a file, with what goes beside it [X1].

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Workbench;
use super::past::{PastError, in_journal};
use super::scoring::{dissent, measured, measured_past};
use crate::export::{Citations, Format, Sidecar};
use crate::library::{Library, LiveText};
use crate::study::{
    Document, DocumentKind, Edition, Event, Halt, Partial, Passage, PassageId, Scores, Standing,
    Study, StudyId, Timestamp, editions_until, study_at,
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
    /// The changes of its text, by whom they were made.
    pub history: bool,
}

/// How a brief is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Form {
    pub format: Format,
    /// Of Markdown alone: a page has numbers that lead somewhere, and other formats are for programs.
    pub citations: Citations,
    /// No sidecar is wanted.
    pub without_sidecar: bool,
    pub appendices: Appendices,
}

impl Form {
    /// The form that the name of a file says.
    pub fn of_name(path: &Path) -> Result<Self, ExportError> {
        let format = Format::of_name(path).ok_or_else(|| ExportError::NoFormat {
            path: path.to_owned(),
        })?;
        Ok(Self {
            format,
            ..Self::default()
        })
    }

    /// Where the sidecar of a brief is, if it has one.
    #[must_use]
    pub fn sidecar(self, brief: &Path) -> Option<PathBuf> {
        // Pandoc's citations name entries, which `verify` does not read.
        let is_read = self.bibliography(brief).is_none();
        let has_one = self.format.has_sidecar() && is_read && !self.without_sidecar;
        let beside = has_one.then(|| sidecar_path(brief));
        beside.filter(|beside| beside != brief)
    }

    /// Where the bibliography of a brief is, if its citations name the entries of one.
    #[must_use]
    pub fn bibliography(self, brief: &Path) -> Option<PathBuf> {
        let names_entries = self.format == Format::Markdown && self.citations == Citations::Pandoc;
        names_entries.then(|| brief.with_extension("bib"))
    }

    /// All files that are written.
    #[must_use]
    pub fn files(self, brief: &Path) -> Vec<PathBuf> {
        let beside = [self.sidecar(brief), self.bibliography(brief)];
        let mut files = vec![brief.to_owned()];
        files.extend(beside.into_iter().flatten());
        files
    }
}

/// Why the brief was not written to a file.
#[derive(Debug, Error)]
pub enum ExportError {
    #[error("{path} exists already; it was not touched")]
    Exists { path: PathBuf },
    #[error(
        "a brief is written as Markdown (.md), HTML (.html) or JSON (.json), its sources as BibTeX (.bib) or CSL-JSON (.csl.json), and {path} would not be what its name says: name a file that ends in one of these"
    )]
    NoFormat { path: PathBuf },
    #[error("cannot write {path}: {source}. Choose another place")]
    Write {
        path: PathBuf,
        source: std::io::Error,
    },
}

/// A brief as it stands, to be written in any form.
pub struct Exported<'a> {
    library: &'a Library,
    study: &'a Study,
    date: Timestamp,
    measured: Option<Scores>,
    id: StudyId,
    /// The last event that counts.
    last: u64,
}

impl Workbench {
    /// The accepted brief as Markdown.
    pub fn markdown(&self, appendices: Appendices) -> String {
        let form = Form {
            appendices,
            ..Form::default()
        };
        self.exported().text(form, None)
    }

    /// Writes the accepted brief to `path` [X1], in the format that its name says, and its sidecar beside it; gives the files. An existing
    /// file is replaced only with `overwrite`, and then at once and whole.
    pub fn export(
        &mut self,
        path: &Path,
        overwrite: bool,
        appendices: Appendices,
    ) -> Result<Vec<PathBuf>, ExportError> {
        let form = Form {
            appendices,
            ..Form::of_name(path)?
        };
        let files = self.exported().write(path, form, overwrite)?;
        self.record(&[Event::BriefExported {
            path: path.display().to_string(),
        }]);
        Ok(files)
    }

    fn exported(&self) -> Exported<'_> {
        Exported {
            library: &self.library,
            // An answer that no journal could take is part of it.
            study: self.shown(),
            date: clock::now(),
            measured: self.measured_now(),
            id: self.session.id,
            last: self.session.last(),
        }
    }
}

/// A study that need not be open here.
pub struct Past {
    id: StudyId,
    study: Study,
    date: Timestamp,
    last: u64,
}

impl Past {
    /// A study as it is today, or as it was on the day of event `at`.
    pub fn read(library: &Library, id: StudyId, at: Option<u64>) -> Result<Self, PastError> {
        let journal = library.events(id)?;
        let mut last = journal.last().map_or(0, |envelope| envelope.seq);
        if let Some(at) = at {
            last = in_journal(id, at, last)?;
            let date = journal.iter().find(|envelope| envelope.seq == last);
            return Ok(Self {
                id,
                study: study_at(&journal, last),
                date: date.map_or_else(clock::now, |envelope| envelope.at),
                last,
            });
        }
        let mut study = Study::fold(journal.iter().map(|envelope| &envelope.event));
        // What was streaming when the program ended is part of the brief as far as it came.
        if let Some(LiveText { section, text }) = library.live(id)? {
            let why = "Tercet exited while this was being written".to_owned();
            study.apply(&Event::StepHalted {
                section,
                partial: Partial::of(text, why),
                halt: Halt::Interrupted,
            });
        }
        Ok(Self {
            id,
            study,
            date: clock::now(),
            last,
        })
    }

    #[must_use]
    pub fn exported<'a>(&'a self, library: &'a Library) -> Exported<'a> {
        Exported {
            library,
            study: &self.study,
            date: self.date,
            measured: measured_alone(library, &self.study),
            id: self.id,
            last: self.last,
        }
    }
}

/// The measured scores of a brief that no workbench keeps up; `None` while nothing is written.
fn measured_alone(library: &Library, study: &Study) -> Option<Scores> {
    // Without its passages nothing is known of disagreements, and the rest is measured all the same.
    measured(study, &dissent(library, study).unwrap_or_default())
}

/// A study that need not be open here, with the measured scores of its accepted brief, where it has any.
pub fn scored(library: &Library, id: StudyId) -> Result<(Study, Option<Scores>), PastError> {
    let study = Past::read(library, id, None)?.study;
    let measured = measured_alone(library, &study);
    Ok((study, measured))
}

impl Exported<'_> {
    /// The brief in a form, with the name of the file that has its bibliography, where its citations name the entries of one.
    #[must_use]
    pub fn text(&self, form: Form, bibliography: Option<&str>) -> String {
        let study = self.study;
        let tells_history = form.appendices.history || form.format == Format::Json;
        let history = if tells_history {
            self.history()
        } else {
            vec![]
        };
        let options = export::Options {
            date: self.date,
            confidence: check::scorecard(study).confidence,
            measured: self.measured.as_ref(),
            scores: form.appendices.scores,
            locator: &|passage| self.locator(passage),
            verdicts: form.appendices.verdicts,
            method: form.appendices.method,
            uncited_sources: false,
            changes: form.appendices.changes,
            history: &history,
            citations: form.citations,
            bibliography,
        };
        match form.format {
            Format::Markdown => export::markdown(study, &options),
            Format::Html => export::html(study, &options),
            Format::Json => export::whole(study, &options, &|passage| self.passage(passage)),
            Format::Bibtex => export::bibtex(study),
            Format::CslJson => export::csl_json(study),
        }
    }

    /// On which sentences of the evidence its claims rest.
    #[must_use]
    pub fn sidecar(&self) -> Sidecar {
        export::sidecar(self.study, &|passage| self.passage(passage))
    }

    /// Writes it to a file, and beside that what goes with it; nothing where one of the files exists and must not be replaced. Gives the files.
    pub fn write(
        &self,
        path: &Path,
        form: Form,
        overwrite: bool,
    ) -> Result<Vec<PathBuf>, ExportError> {
        let bibliography = form.bibliography(path);
        let name = bibliography.as_deref().and_then(Path::file_name);
        let name = name.map(|name| name.to_string_lossy().into_owned());
        let mut files = vec![(path.to_owned(), self.text(form, name.as_deref()))];
        files.extend(
            form.sidecar(path)
                .map(|beside| (beside, self.sidecar().to_json())),
        );
        files.extend(bibliography.map(|beside| (beside, export::bibtex(self.study))));
        // The brief is what somebody knows of, so it is named before what goes with it.
        if let Some((found, _)) = files.iter().find(|(file, _)| !overwrite && file.exists()) {
            let path = found.clone();
            return Err(ExportError::Exists { path });
        }
        for (file, text) in &files {
            write_file(file, text, overwrite)?;
        }
        Ok(files.into_iter().map(|(file, _)| file).collect())
    }

    /// How its text came about; without a journal nothing is known of that, and the brief is written all the same.
    fn history(&self) -> Vec<Edition> {
        let journal = self.library.events(self.id).unwrap_or_default();
        let until = journal.partition_point(|envelope| envelope.seq <= self.last);
        let known = dissent(self.library, self.study).unwrap_or_default();
        let measure = |study: &Study, reading| measured_past(study, reading, &known);
        editions_until(&journal, until, &measure)
    }

    /// Where a passage stands in its document.
    fn locator(&self, id: PassageId) -> String {
        let Some(passage) = self.passage(id) else {
            return String::new();
        };
        let document = self.study.document(passage.document);
        let title = document.map_or("", |document| document.title.as_str());
        let mut place = passage.locator_beside(title);
        if passage.pages.is_some()
            && document.is_some_and(|finding| self.is_of_a_page_read(finding))
        {
            // Whoever opens the page looks for it in vain.
            place.push_str(" as a finding has it");
        }
        // Its source has another text now, and stands there under the same number.
        let standing = self.study.standing(passage.document);
        match standing.note() {
            Some(note) if matches!(standing, Standing::Superseded { .. }) => {
                let gap = if place.is_empty() { "" } else { " " };
                format!("{place}{gap}({note})")
            }
            _ => place,
        }
    }

    /// Whether a document holds what another tool found in a source that was read itself, too: both have one number [C1].
    fn is_of_a_page_read(&self, found: &Document) -> bool {
        let is_finding = |document: &Document| document.kind == DocumentKind::Findings;
        let mut all = self.study.evidence.iter();
        is_finding(found)
            && found.is_page()
            && all.any(|other| other.uri == found.uri && !is_finding(other))
    }

    fn passage(&self, id: PassageId) -> Option<Passage> {
        self.library.passage(id).ok().flatten()
    }
}

/// How the name of a sidecar ends.
pub const SIDECAR: &str = ".tercet.json";

/// Where the sidecar of a brief is: `brief.tercet.json` for `brief.md`.
#[must_use]
pub fn sidecar_path(brief: &Path) -> PathBuf {
    brief.with_extension(SIDECAR.trim_start_matches('.'))
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
