//! One source read: what can be seen from outside is checked first, then the format's parser runs, in this process or in the child.

use std::fmt;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::fetch::{Address, Fetcher, Page, Validators};
use super::file::Begun;
use super::format::{self, Format};
use super::isolate::{Input, Workers};
use super::problem::Problem;
use super::reading::{Place, Reading};
use super::{
    ReadDocument, Source, attached, decode, docx, epub, file, findings, gather, html, latex, mail,
    manual, markdown, notebook, opendocument, outline, pdf, plain, records, references, rtf,
    slides, table, wikitext, workbook, xml,
};
use crate::clean;
use crate::escapes::path_address;
use crate::study::{Origin, RefusalKind, RefusedEvidence};

/// What one source may cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file.
    pub file: u64,
    /// For how long the child process may be at work.
    pub time: Duration,
    /// Bytes that the child process may answer with.
    pub output: u64,
    /// Until when it may go on at all.
    pub stop: Stop,
}

/// Tells all who hold it that nothing more is wanted of them; child processes that are reading are ended at once.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops when `flag` is set.
    #[must_use]
    pub fn on(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }

    /// Asks for it: what is being read is given up at the next chance.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file: 200 << 20,
            time: Duration::from_secs(30),
            output: 128 << 20,
            stop: Stop::default(),
        }
    }
}

/// What opens an encrypted document. It is shown nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl From<String> for Password {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl Password {
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password(…)")
    }
}

/// Reads sources, with `program` (this binary) as the child process for formats whose parsers may hang or crash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    pub program: PathBuf,
    pub limits: Limits,
    pub fetcher: Fetcher,
    /// Tried in turn on documents that are encrypted.
    pub passwords: Vec<Password>,
    pub workers: Workers,
    /// The class of sources that do not tell it themselves, where the analyst says it.
    pub origin: Option<Origin>,
}

/// What came of asking for an address.
#[derive(Debug, Clone, PartialEq)]
pub enum Visit {
    Read {
        documents: Vec<ReadDocument>,
        /// What the site said, for the next visit.
        validators: Validators,
    },
    /// The page is as it was at the last visit.
    Unchanged,
}

/// Some of the documents of a source: a large findings file holds more than should be in memory at once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Portion {
    pub documents: Vec<ReadDocument>,
    pub is_last: bool,
}

/// What a source was found to hold.
enum Found<'a> {
    Documents(Vec<ReadDocument>),
    /// Of a file that was read here, whose bytes have this hash.
    Hashed(Vec<ReadDocument>, String),
    /// Documents that are still to be made.
    Findings(findings::Findings<'a>, Place),
}

/// What is said of a file that did not come to rest.
pub(super) const CHANGED: &str =
    "changed while it was being read, twice; add it again when it is finished";
const GONE: &str = "was removed while it was being read";

impl Reader {
    pub fn new(program: PathBuf) -> Self {
        Self {
            program,
            limits: Limits::default(),
            fetcher: Fetcher::default(),
            passwords: Vec::new(),
            workers: Workers::default(),
            origin: None,
        }
    }

    /// Reads one source. A findings file can hold several documents (one for each address it cites).
    ///
    /// # Errors
    /// The refusal to list, naming the source, what is wrong and what to do.
    pub fn read(&self, source: &Source) -> Result<Vec<ReadDocument>, RefusedEvidence> {
        let mut documents = Vec::new();
        self.read_in_portions(source, &mut |portion| {
            documents.extend(portion.documents);
            true
        })?;
        Ok(documents)
    }

    /// Reads one source and hands its documents on as they are made, until `take` wants no more. Gives [`super::file_hash`] of a file, where it is known
    /// when it was read.
    ///
    /// # Errors
    /// The refusal to list, naming the source, what is wrong and what to do. Portions may have been handed on before.
    pub fn read_in_portions(
        &self,
        source: &Source,
        take: &mut dyn FnMut(Portion) -> bool,
    ) -> Result<Option<String>, RefusedEvidence> {
        let found = match source {
            Source::Standard(bytes) => self.bytes(bytes),
            Source::File(path) => self.file(path),
            Source::Address(address) => match self.visit(address, None, &|| false)? {
                Visit::Read { documents, .. } => Ok(Found::Documents(documents)),
                Visit::Unchanged => Ok(Found::Documents(Vec::new())),
            },
        };
        let mut take = |portion: Portion| match source {
            Source::Address(_) => take(portion),
            Source::Standard(_) | Source::File(_) => take(self.classed(portion)),
        };
        let read = found.and_then(|found| {
            let (documents, hash) = match found {
                Found::Documents(documents) => (documents, None),
                Found::Hashed(documents, hash) => (documents, Some(hash)),
                Found::Findings(findings, place) => {
                    gather::documents(findings, &place, &self.limits.stop, &mut take)?;
                    return Ok(None);
                }
            };
            take(Portion {
                documents,
                is_last: true,
            });
            Ok(hash)
        });
        read.map_err(|problem| problem.refusing(&source.name()))
    }

    /// Fetches an address and reads what is there, unless the site says that nothing has changed since the visit in which it gave `known`. Blocks until
    /// it is done or `stopped` says so.
    ///
    /// # Errors
    /// The refusal to list, naming the address, what is wrong and what to do.
    pub fn visit(
        &self,
        address: &Address,
        known: Option<&Validators>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Visit, RefusedEvidence> {
        match self.fetcher.fetch(address, known, stopped) {
            Ok(None) => Ok(Visit::Unchanged),
            Ok(Some(page)) => self
                .page(page)
                .map_err(|problem| problem.refusing(address.as_str())),
            Err(fault) => Err(fault.refusing(address.as_str())),
        }
    }

    fn page(&self, mut page: Page) -> Result<Visit, Problem> {
        let format = page.format()?;
        page.decoded(format);
        self.fits(page.bytes.len() as u64)?;
        // The child process knows bytes only as standard input; they are told where they are from when they come back.
        let from = place_of_standard_input();
        let read = if format.isolated() {
            self.isolated(format, Input::Page(&page.bytes, page.address()))
        } else {
            parse(format, std::mem::take(&mut page.bytes), &from, None, &[])
        };
        let mut documents = read.map_err(|problem| match problem {
            problem if format == Format::Html && problem.kind() == RefusalKind::Textless => {
                page.without_text().into()
            }
            problem => problem,
        })?;
        page.settle(&mut documents, &from)?;
        Ok(Visit::Read {
            documents,
            validators: page.validators,
        })
    }

    fn bytes<'a>(&self, bytes: &'a [u8]) -> Result<Found<'a>, Problem> {
        self.fits(bytes.len() as u64)?;
        let format = format::of_bytes(None, bytes.get(..8192).unwrap_or(bytes))?;
        let place = place_of_standard_input();
        if format.is_findings() {
            return self.findings(findings::Text::held(bytes.into()), format, place);
        }
        let documents = if format.isolated() {
            self.isolated(format, Input::Bytes(bytes))
        } else {
            parse(format, bytes.to_vec(), &place, None, &[])
        };
        documents.map(Found::Documents)
    }

    /// Reads a file, once more where it changed meanwhile; a file that does not come to rest is read as it is, and says so.
    fn file(&self, path: &Path) -> Result<Found<'static>, Problem> {
        let is_same = |before: &Metadata, after: &Metadata| {
            before.len() == after.len() && before.modified().ok() == after.modified().ok()
        };
        let mut before = path.metadata()?;
        let mut found = self.file_once(path, &before);
        let Ok(after) = path.metadata() else {
            return found.map(|found| found.warned(GONE));
        };
        if is_same(&before, &after) {
            return found;
        }
        before = after;
        found = self.file_once(path, &before);
        match path.metadata() {
            Ok(after) if is_same(&before, &after) => found,
            Ok(_) => found.map(|found| found.warned(CHANGED)),
            Err(_) => found.map(|found| found.warned(GONE)),
        }
    }

    fn file_once(&self, path: &Path, seen: &Metadata) -> Result<Found<'static>, Problem> {
        let size = self.size_in(seen)?;
        let (format, begun) = format::of_file(path)?;
        let path = &std::path::absolute(path)?;
        if format.is_findings() {
            let text = findings::Text::open(path, self.limits.file)?;
            return self.findings(text, format, place_of_path(path));
        }
        if format.isolated() {
            let documents = self.isolated(format, Input::File(path));
            return documents.map(Found::Documents);
        }
        let bytes = self.rest_of(begun, size)?;
        let hash = file::hash_of(&bytes);
        let documents = parse(format, bytes, &place_of_path(path), None, &[])?;
        Ok(Found::Hashed(documents, hash))
    }

    fn findings<'a>(
        &self,
        text: findings::Text<'a>,
        format: Format,
        place: Place,
    ) -> Result<Found<'a>, Problem> {
        let findings = findings::look_through(text, format, &self.limits.stop)?;
        Ok(Found::Findings(findings, place))
    }

    /// Bytes of a file that can be read.
    pub(super) fn size_of(&self, path: &Path) -> Result<u64, Problem> {
        self.size_in(&path.metadata()?)
    }

    fn size_in(&self, metadata: &Metadata) -> Result<u64, Problem> {
        if metadata.is_dir() {
            return Err(Problem::Folder);
        }
        if !metadata.is_file() {
            return Err(Problem::NotAFile);
        }
        self.fits(metadata.len())?;
        Ok(metadata.len())
    }

    /// All of a file that was begun, which may have grown since it was looked at.
    pub(super) fn rest_of(&self, begun: Begun, size: u64) -> Result<Vec<u8>, Problem> {
        let bytes = begun.whole(size, self.limits.file)?;
        self.fits(bytes.len() as u64)?;
        Ok(bytes)
    }

    fn isolated(&self, format: Format, input: Input<'_>) -> Result<Vec<ReadDocument>, Problem> {
        self.workers
            .read(&self.program, &self.limits, format, input, &self.passwords)
    }

    /// The documents, with the class that the analyst gives to those that tell none.
    fn classed(&self, mut portion: Portion) -> Portion {
        if let Some(origin) = self.origin {
            for document in &mut portion.documents {
                if document.origin == Origin::default() {
                    document.origin = origin;
                }
            }
        }
        portion
    }

    pub(super) fn fits(&self, size: u64) -> Result<(), Problem> {
        match size {
            0 => Err(Problem::Empty),
            size if size > self.limits.file => Err(Problem::TooLarge {
                size,
                most: self.limits.file,
            }),
            _ => Ok(()),
        }
    }
}

/// The documents in the bytes of a file, or of what was sent from an address. Called in the child process for the formats that are isolated.
pub(super) fn parse(
    format: Format,
    bytes: Vec<u8>,
    place: &Place,
    address: Option<&str>,
    passwords: &[Password],
) -> Result<Vec<ReadDocument>, Problem> {
    let (breaks_off, holds_its_kind) = (format::breaks_off(&bytes), format::holds_its_kind(&bytes));
    parsed(format, bytes, place, address, passwords).map_err(|problem| match problem {
        Problem::Damaged { .. } if !holds_its_kind => Problem::Binary,
        Problem::Damaged { kind, .. } if breaks_off => Problem::CutShort { kind },
        problem => problem,
    })
}

fn parsed(
    format: Format,
    bytes: Vec<u8>,
    place: &Place,
    address: Option<&str>,
    passwords: &[Password],
) -> Result<Vec<ReadDocument>, Problem> {
    let reading = match format {
        Format::Json | Format::JsonLines => {
            let (text, stop) = (findings::Text::held(bytes.into()), Stop::default());
            let findings = findings::look_through(text, format, &stop)?;
            let mut documents = Vec::new();
            gather::documents(findings, place, &stop, &mut |portion| {
                documents.extend(portion.documents);
                true
            })?;
            return Ok(documents);
        }
        Format::References => {
            let exported = decode::text(&bytes, None);
            return match references::as_lines(&exported.text) {
                Some(lines) => parsed(
                    Format::JsonLines,
                    lines.into_bytes(),
                    place,
                    address,
                    passwords,
                ),
                None => parsed(Format::Text, bytes, place, address, passwords),
            };
        }
        Format::Xml => return xml::read(&bytes, place, address),
        Format::Wiki => decoded(bytes, wikitext::read),
        Format::Code => decoded(bytes, records::code),
        Format::Manual => decoded(bytes, manual::read),
        Format::Markdown => decoded(bytes, markdown::read),
        Format::Text => decoded(bytes, plain::read),
        Format::Outline => decoded(bytes, outline::read),
        Format::Latex => decoded(bytes, latex::read),
        Format::Html => html::document(&bytes, address)?,
        Format::Pdf => pdf::read(bytes, passwords)?,
        Format::Docx => docx::read(bytes)?,
        Format::Workbook => workbook::read(bytes)?,
        Format::Slides => slides::read(bytes)?,
        Format::OpenDocument => opendocument::read(&bytes)?,
        Format::Epub => epub::read(bytes)?,
        Format::RichText => rtf::read(&bytes),
        Format::Mail => return attached::read(&bytes, place, passwords),
        Format::Mailbox => return attached::mailbox(&bytes, place),
        Format::SavedPage => mail::page(&bytes)?,
        Format::Notebook => notebook::read(&bytes)?,
        Format::Table => decoded(bytes, table::read),
    };
    Ok(vec![reading.finish(format.kind(), place)?])
}

impl Found<'_> {
    fn warned(mut self, warning: &str) -> Self {
        let warnings = match &mut self {
            Self::Documents(documents) | Self::Hashed(documents, _) => {
                documents.first_mut().map(|first| &mut first.warnings)
            }
            Self::Findings(findings, _) => Some(&mut findings.warnings),
        };
        if let Some(warnings) = warnings {
            warnings.push(warning.to_owned());
        }
        self
    }
}

fn decoded(bytes: Vec<u8>, read: fn(&str) -> Reading) -> Reading {
    let decoded = decode::owned(bytes);
    let mut reading = read(&decoded.text);
    reading.warnings.extend(decoded.warning);
    reading
}

pub(super) fn place_of_path(path: &Path) -> Place {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    Place {
        uri: path_address(path),
        name: clean::line(&stem.to_string_lossy(), 300),
    }
}

pub(super) fn place_of_standard_input() -> Place {
    Place {
        uri: "stdin".to_owned(),
        name: "Standard input".to_owned(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::HashSet;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn files_whose_names_cannot_be_shown_keep_addresses_of_their_own() {
        let names: [&[u8]; 12] = [
            b"r\xe9.md",
            b"r\xe8.md",
            b"bell.md",
            b"bell\x07.md",
            b"a b.md",
            b"a  b.md",
            b"a\nb.md",
            b"a%0Ab.md",
            b"a%250Ab.md",
            "a\u{a0}b.md".as_bytes(),
            b"end.md",
            b"end.md ",
        ];
        let addresses: HashSet<String> = names
            .iter()
            .map(|name| place_of_path(Path::new(OsStr::from_bytes(name))).uri)
            .collect();
        assert_eq!(addresses.len(), names.len(), "{addresses:?}");
        for address in &addresses {
            assert_eq!(&clean::line(address, usize::MAX), address);
        }
        assert!(addresses.contains("bell%07.md") && addresses.contains("r%E9.md"));
    }

    #[test]
    fn a_path_that_can_be_shown_is_its_address() {
        for path in [
            "/data/50% more.md",
            "/data/Größe 2024.md",
            "/data/گزارش‌ها.md",
        ] {
            assert_eq!(place_of_path(Path::new(path)).uri, path);
        }
    }
}
