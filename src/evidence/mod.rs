//! Reading evidence: from what the analyst points at to documents split into passages.
//!
//! [`expand()`] turns arguments into sources, [`Reader::read`] turns one source into documents. Formats whose parsers can hang or crash run in a child
//! process of the same binary [E2], which enters at [`child_main`]. All text leaves here sanitised ([`crate::clean`], [Z1]). Nothing here stores anything,
//! and nothing here knows of studies.
//!
//! ```text
//! arguments -expand-> Source -format-> markdown | plain | outline | table | notebook | findings -> Body -split-> ReadDocument
//!                                      child process: pdf | html | docx | workbook | slides | opendocument | rtf | latex | epub | xml | mail
//! ```

mod address;
mod armour;
mod attached;
mod body;
mod byline;
mod corpus;
mod dateline;
mod dates;
mod decode;
mod docx;
mod ebcdic;
mod epub;
mod expand;
mod feed;
pub mod fetch;
mod file;
mod filled_in;
mod findings;
mod flow;
mod format;
mod formula;
mod gather;
mod html;
mod isolate;
mod latex;
mod lines;
mod mail;
mod manual;
mod markdown;
mod notebook;
mod numerals;
mod office;
mod opendocument;
mod origin;
mod outline;
mod pdf;
mod plain;
mod problem;
mod processor;
mod raised;
mod read;
mod reading;
mod records;
mod references;
mod rtf;
mod screen;
mod slides;
mod split;
mod spoken;
mod strange;
mod table;
pub mod watch;
mod wikitext;
mod workbook;
mod written;
mod xml;

use std::path::PathBuf;

pub use crate::study::{ReadDocument, ReadPassage};
pub use address::canonical;
pub use corpus::{Corpus, ID, Line};
pub use dates::iso_date;
pub use expand::{address_of, expand};
pub use fetch::{Address, Fetcher, Validators};
pub use file::{Stamp, hash as file_hash, stamp};
pub use isolate::{COMMAND, Workers, child_main};
pub use lines::{LineRead, next_line};
pub use markdown::LINKS;
pub use read::{Limits, Password, Portion, Reader, Stop, Visit};

/// One thing to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Standard input, already read whole.
    Standard(Vec<u8>),
    File(PathBuf),
    /// A web address that the analyst gave.
    Address(Address),
}
