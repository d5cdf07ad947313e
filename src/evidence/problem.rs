//! Why a source could not be used, in words for the analyst.
//!
//! Each message says what is wrong and what to do; the source's name stands beside it wherever it is shown, so it is not repeated here.

use std::io;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::fetch::Fault;
use super::format::UNDERSTOOD;
use crate::clean;
use crate::study::{RefusalKind, RefusedEvidence, counted};

#[derive(Debug, Error)]
pub(super) enum Problem {
    #[error("there is no such file or folder; check the path")]
    Missing,
    #[error(
        "may not be read (permission denied); change its permissions or copy it to a place of your own"
    )]
    Forbidden,
    #[error("could not be read: {0}")]
    Unreadable(io::Error),
    #[error("is a folder, not a file; give the folder as evidence to read all the files in it")]
    Folder,
    #[error(
        "is a device, pipe or socket, not a file; pipe its content in and give `-` as evidence"
    )]
    NotAFile,
    #[error("the folder holds no file that can be read{}; understood are {UNDERSTOOD}", if held.is_empty() { String::new() } else { format!(", only {held}") })]
    NothingInFolder { held: String },
    #[error("left out {} of another kind: {names}; understood are {UNDERSTOOD}", counted(*.count, "file"))]
    Skipped { count: usize, names: String },
    #[error("left out {} that an ignore file names (.gitignore or .ignore): {names}; give by name what is to be read", counted(*.count, "file"))]
    Ignored { count: usize, names: String },
    #[error("the folder holds no file that can be read but {} that an ignore file names (.gitignore or .ignore): {names}; give by name what is to be read", counted(*.count, "file"))]
    AllIgnored { count: usize, names: String },
    #[error("left out {} that {}: {names}", counted(*.count, "link"), if *.count == 1 { "leads nowhere or in a circle" } else { "lead nowhere or in a circle" })]
    Astray { count: usize, names: String },
    #[error("leads out of the folder, to {target}; give that as evidence to read it")]
    Elsewhere { target: String },
    #[error("{0}")]
    Address(#[from] Fault),
    #[error("standard input is a terminal; pipe a document in, as in `cat notes.md | tercet …`")]
    Terminal,
    #[error("is empty")]
    Empty,
    #[error("is larger than {} MiB ({} MiB); split it or give the part that matters", .most >> 20, .size.div_ceil(1 << 20))]
    TooLarge { size: u64, most: u64 },
    #[error("is neither text nor a document of a known kind; understood are {UNDERSTOOD}")]
    Binary,
    #[error("{what}; {instead}")]
    Strange {
        what: &'static str,
        instead: &'static str,
    },
    #[error(
        "is text in EBCDIC, the encoding of mainframes, which is not read; make it UTF-8 first, for example with `iconv -f CP1047 -t UTF-8`"
    )]
    Ebcdic,
    #[error(
        "is named like {} {_0} file but is none; check the download, or rename the file to what it is",
        article(_0)
    )]
    MisnamedAs(&'static str),
    #[error(
        "is {0} protected with a password; open it, save an unprotected copy and give that as evidence"
    )]
    Protected(&'static str),
    #[error(
        "is a file of an older office program (.doc, .xls, .ppt) or protected with a password; save it as .docx or PDF without a password"
    )]
    OldOffice,
    #[error("is {0} and give that as evidence")]
    OtherOffice(&'static str),
    #[error(
        "is an EPUB under copy protection ({scheme}), which only its seller's programs can open; give an unprotected copy, or the parts that matter as text"
    )]
    CopyProtected { scheme: &'static str },
    #[error(
        "unpacks to far more than a document needs ({detail}), as a decompression bomb does, and was not read; if it is genuine, save it anew without its pictures"
    )]
    Bomb { detail: String },
    #[error(
        "is an encrypted PDF and needs a password; give it with `--password`, or in the workbench with enter on it in the evidence pane, or save an unprotected copy and give that as evidence"
    )]
    Encrypted,
    #[error(
        "is an encrypted PDF that the given password does not open; check the password, or save an unprotected copy and give that as evidence"
    )]
    WrongPassword,
    #[error(
        "is an encrypted PDF whose text could not be decrypted, as it is protected in a way that is not understood; save an unprotected copy and give that as evidence"
    )]
    NotDecrypted,
    #[error("is a scanned PDF: {} and no text; make it searchable first, for example with `ocrmypdf`", counted(*.pages, "page"))]
    Scanned { pages: usize },
    #[error(
        "is damaged or not a real {kind} file ({detail}); open and save it anew, or give another copy"
    )]
    Damaged { kind: &'static str, detail: String },
    #[error(
        "is damaged or not a real {kind} file (it breaks off before its end, as what is fetched or copied does where that is interrupted); fetch or copy it again"
    )]
    CutShort { kind: &'static str },
    #[error("holds no text that could be cited")]
    NoText,
    #[error("shows no text: all of its {} are hidden from who reads it, so they were not taken", counted(*.words, "word"))]
    OnlyHidden { words: usize },
    #[error(
        "holds no text of its own, and what was sent with it was not read: {names}; save what matters and give that as evidence"
    )]
    OnlyAttached { names: String },
    #[error(
        "is encrypted with PGP; decrypt it with the program that holds the key, and give the text as evidence"
    )]
    Sealed,
    #[error(
        "is a page of links with no text of its own; open the page that is meant, save it and give that as evidence"
    )]
    NavigationOnly,
    #[error(
        "shows a login form instead of a document; log in with a browser, save the page, and give the file"
    )]
    Login,
    #[error(
        "holds its text only in tables that lie too deep within each other to be read; copy it into a new document and give that"
    )]
    TooDeep,
    #[error(
        "is a page made of frames, which holds no text itself; save the frame that is meant and give that as evidence"
    )]
    Frames,
    #[error(
        "shows its text only by scripts, which are not run; open it in a browser, print it as PDF and give that as evidence"
    )]
    ByScripts,
    #[error(
        "shows only a notice where its text should be (it asks for consent, or whether a person is there); open it in a browser, answer that, save the page and give that as evidence"
    )]
    NoticeOnly,
    #[error(
        "tells only that the page that was meant is not there or could not be shown; see in a browser whether it is by now, save it and give that as evidence"
    )]
    ErrorPage,
    #[error(
        "is a form whose text only Adobe Reader shows (XFA); open it there, print it as PDF and give that as evidence"
    )]
    Undrawn,
    #[error("only leads on to {address}; give that instead")]
    LeadsOn { address: String },
    #[error(
        "holds no findings: {detail}; understood are objects with `text`, `page_content`, `summary` or `observations`"
    )]
    NoFindings { detail: String },
    #[error("reading it took longer than {} s and was stopped; split the file or give it in another format", .limit.as_secs_f32())]
    TimedOut { limit: Duration },
    #[error("reading it was stopped")]
    Stopped,
    #[error(
        "crashed its parser ({how}), which harmed nothing else; open and save the file anew, or give it in another format"
    )]
    Crashed { how: String },
    #[error("grew to more than {} MiB of text while being read; split it or give the part that matters", .most >> 20)]
    TooMuchText { most: u64 },
    #[error("the program that reads such files, {program}, could not be started: {error}")]
    NotStarted { program: String, error: io::Error },
    #[error("{}", .0.words)]
    Reported(Told),
}

/// What a child process told of a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Told {
    words: String,
    kind: RefusalKind,
}

impl From<Problem> for Told {
    fn from(problem: Problem) -> Self {
        Self {
            words: problem.to_string(),
            kind: problem.kind(),
        }
    }
}

impl Problem {
    /// The files of a folder that no reader knows, by their names.
    pub(super) fn skipped(names: &[String]) -> Self {
        Self::Skipped {
            count: names.len(),
            names: first_of(names),
        }
    }

    /// The folder of which these files are all.
    pub(super) fn nothing_in_folder(names: &[String]) -> Self {
        Self::NothingInFolder {
            held: first_of(names),
        }
    }

    /// The files of a folder that its ignore files name, beside others or alone.
    pub(super) fn ignored(names: &[String], are_all: bool) -> Self {
        let (count, names) = (names.len(), first_of(names));
        if are_all {
            Self::AllIgnored { count, names }
        } else {
            Self::Ignored { count, names }
        }
    }

    pub(super) fn astray(names: &[String]) -> Self {
        Self::Astray {
            count: names.len(),
            names: first_of(names),
        }
    }

    pub(super) fn leading_to(folder: &Path) -> Self {
        Self::Elsewhere {
            target: clean::line(&folder.to_string_lossy(), 300),
        }
    }

    pub(super) fn refusing(&self, source: &str) -> RefusedEvidence {
        RefusedEvidence {
            source: clean::line(source, 1000),
            reason: clean::line(&self.to_string(), 1000),
            kind: self.kind(),
        }
    }

    /// What it means to the program.
    pub(super) fn kind(&self) -> RefusalKind {
        match self {
            Self::Encrypted | Self::WrongPassword => RefusalKind::Locked,
            Self::NoText
            | Self::OnlyHidden { .. }
            | Self::ByScripts
            | Self::NoticeOnly
            | Self::ErrorPage
            | Self::Login
            | Self::Undrawn => RefusalKind::Textless,
            Self::Skipped { .. } | Self::Ignored { .. } | Self::Astray { .. } => {
                RefusalKind::Besides
            }
            Self::Reported(told) => told.kind,
            _ => RefusalKind::Other,
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing,
            io::ErrorKind::PermissionDenied => Self::Forbidden,
            io::ErrorKind::IsADirectory => Self::Folder,
            _ => Self::Unreadable(error),
        }
    }
}

fn article(kind: &str) -> &'static str {
    if kind.starts_with(['A', 'E', 'I', 'O']) {
        "an"
    } else {
        "a"
    }
}
/// The names of files as far as anybody reads them.
fn first_of(names: &[String]) -> String {
    const NAMED: usize = 30;
    let first: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", first.join(", "))
}
