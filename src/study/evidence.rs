//! What a study knows about its evidence: document cards, and passages as they are handed to writers and checks.
//!
//! The texts themselves live in the library; a study's journal holds only the cards, which is all that citing, listing and exporting need.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::guardrail::Reason;

use super::headings::Headings;
use super::ids::{DocumentId, PassageId, Timestamp};

/// The name under which a document's metadata keeps what a research tool itself concluded from its findings.
pub const FINAL_OUTPUT: &str = "final_output";

/// The name under which the metadata of a document that is only a part of its source keeps what all parts are parts of.
pub const PART_OF: &str = "part_of";
/// How much of a page was menus, notices and the like, and no part of its text: `28 words`.
pub const LEFT_OUT: &str = "left_out";
/// How much of a document was not read, because it took too long: `536 pages`.
pub const UNREAD: &str = "unread";

/// Fields by which what was clipped from a page names that.
const CLIPPED: [&str; 5] = ["url", "source", "canonical", "canonical_url", "link"];

/// The address of the page that a source with these fields was clipped from.
#[must_use]
pub fn clipped_from(metadata: &BTreeMap<String, String>) -> Option<String> {
    let mut named = CLIPPED.iter().filter_map(|name| metadata.get(*name));
    named.find_map(|address| super::citation::canonical(address))
}

/// One source, as a study remembers it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Document {
    pub id: DocumentId,
    pub title: String,
    /// Where it came from: an absolute path, a canonical URL, or `stdin`.
    pub uri: String,
    pub kind: DocumentKind,
    pub origin: Origin,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// Publication date as the document states it, ISO 8601, possibly only a year or a month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Language as the document states it, a BCP 47 tag such as `en` or `pt-BR`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// SHA-256 over the normalised text, in hex.
    pub hash: String,
    pub passages: u32,
    /// How many of the passages the guardrail set aside [E6].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub set_aside: u32,
    /// The document that was first in the library of a group of near-copies; `None` for that one itself and where there is no group [E5].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<DocumentId>,
    /// Number of pages, where the format has pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
    /// When the library read it.
    pub accessed: Timestamp,
    /// What the reader noticed, in words for the analyst.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What else the source says of itself, in its own words: fields of findings that have no place of their own, a feed's identifier.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
}

/// What the analyst says of a source in place of what it says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// ISO 8601, possibly only a year or a month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    pub origin: Origin,
}

impl Description {
    /// What a document says.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        Self {
            title: document.title.clone(),
            author: document.author.clone(),
            date: document.date.clone(),
            origin: document.origin,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Document {
    /// The pages that were read of it, where it has pages.
    #[must_use]
    pub fn pages_read(&self) -> Option<u32> {
        let unread = self.metadata.get(UNREAD);
        let unread = unread.and_then(|unread| unread.split(' ').next()?.parse().ok());
        Some(self.pages?.saturating_sub(unread.unwrap_or_default()))
    }

    /// How little of it was read, where that is not all: `only 83 of 619 pages read`.
    #[must_use]
    pub fn read_in_part(&self) -> Option<String> {
        let (read, all) = (self.pages_read()?, self.pages?);
        (read < all).then(|| format!("only {read} of {all} pages read"))
    }

    /// Whether it has an address on the web.
    #[must_use]
    pub fn is_page(&self) -> bool {
        self.uri.starts_with("http://") || self.uri.starts_with("https://")
    }

    /// Where a reader gets at it: the page that it is or was clipped from, or else where it lies.
    #[must_use]
    pub fn address(&self) -> std::borrow::Cow<'_, str> {
        let clipped = (!self.is_page()).then(|| clipped_from(&self.metadata));
        clipped
            .flatten()
            .map_or_else(|| self.uri.as_str().into(), Into::into)
    }

    /// What documents of one source share: the canonical URL, or what all of them are parts of.
    #[must_use]
    pub fn shared_name(&self) -> Option<&str> {
        if self.is_page() {
            Some(&self.uri)
        } else {
            self.metadata.get(PART_OF).map(String::as_str)
        }
    }

    /// What makes two documents one source for citation numbers [C1]: what they share, or else the document itself.
    #[must_use]
    pub fn source_key(&self) -> String {
        self.shared_name()
            .map_or_else(|| format!("document:{}", self.id), str::to_owned)
    }
}

/// The format a document was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    Markdown,
    #[default]
    Text,
    Html,
    Pdf,
    Docx,
    Epub,
    Table,
    Findings,
    /// An item of a feed.
    Feed,
    Slides,
    OpenDocument,
    RichText,
    Mail,
    Notebook,
    Latex,
}

/// Whether the first of two dates (`2024`, `2024-03` or `2024-03-09`) is later than the second; `None` where they do not tell.
#[must_use]
pub fn is_newer(own: &str, other: &str) -> Option<bool> {
    let is_date = |date: &str| {
        date.len() >= 4
            && date
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'-')
    };
    let length = own.len().min(other.len());
    let (own, other) = (own.get(..length)?, other.get(..length)?);
    (is_date(own) && is_date(other) && own != other).then(|| own > other)
}

/// The day of a moment, UTC, as `2026-11-21`; 1970-01-01 where the calendar does not reach that far.
#[must_use]
pub fn iso_date(at: Timestamp) -> String {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
    moment.strftime("%Y-%m-%d").to_string()
}

/// A date as it is read: `2 July 2024`, `July 2024`, `2024`.
#[must_use]
pub fn date_in_words(date: &str) -> Option<String> {
    #[rustfmt::skip]
    const MONTHS: [&str; 12] = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ];
    let day = date.split('T').next()?;
    let mut parts = day.split('-').map(|part| part.parse::<usize>().ok());
    let year = parts.next()??;
    let month = parts
        .next()
        .flatten()
        .and_then(|month| MONTHS.get(month.checked_sub(1)?));
    let day = parts.next().flatten();
    Some(match (month, day) {
        (Some(month), Some(day)) => format!("{day} {month} {year}"),
        (Some(month), None) => format!("{month} {year}"),
        (None, _) => year.to_string(),
    })
}

impl DocumentKind {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "Markdown",
            Self::Text => "text",
            Self::Html => "HTML",
            Self::Pdf => "PDF",
            Self::Docx => "Word",
            Self::Epub => "EPUB",
            Self::Table => "table",
            Self::Findings => "findings",
            Self::Feed => "feed item",
            Self::Slides => "slides",
            Self::OpenDocument => "OpenDocument",
            Self::RichText => "RTF",
            Self::Mail => "e-mail",
            Self::Notebook => "notebook",
            Self::Latex => "LaTeX",
        }
    }

    /// Whether such documents tell of the pages at whose addresses they stand, and are no versions of them.
    #[must_use]
    pub fn quotes(self) -> bool {
        matches!(self, Self::Findings | Self::Feed)
    }
}

/// Class of a source; writers prefer authoritative and academic ones [W2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Internal,
    Web,
    Academic,
    #[default]
    General,
}

impl Origin {
    pub const ALL: [Self; 4] = [Self::Internal, Self::Web, Self::Academic, Self::General];

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        Self::ALL
            .into_iter()
            .find(|origin| origin.name().eq_ignore_ascii_case(name))
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Internal => "internal",
            Self::Web => "web",
            Self::Academic => "academic",
            Self::General => "general",
        }
    }
}

/// A citable piece of a document [E4].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Passage {
    pub id: PassageId,
    pub document: DocumentId,
    /// Position in its document, from 0.
    pub ordinal: u32,
    pub text: String,
    /// First and last page, from 1, where the format has pages.
    pub pages: Option<(u32, u32)>,
    /// Headings above it, outermost first.
    pub headings: Vec<String>,
    /// Bytes of the document's extracted text that it covers.
    pub span: Range<usize>,
    /// Made by a knowledge graph; does not count for multi-source mode [R4].
    pub from_graph: bool,
    /// Why the guardrail keeps it from writers, where it does [E6].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_aside: Option<String>,
    /// What a finding says of itself besides its text: score, relations, identifier, unknown fields.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
}

impl Passage {
    /// The locator printed beside a citation: `p.5`, `p.5-6`, a `§ heading`, or nothing.
    #[must_use]
    pub fn locator(&self) -> String {
        match (self.pages, self.headings.last()) {
            (Some((from, to)), _) if from == to => format!("p.{from}"),
            (Some((from, to)), _) => format!("p.{from}-{to}"),
            (None, Some(heading)) => format!("§ {heading}"),
            (None, None) => String::new(),
        }
    }

    /// The same where the title of its document stands beside it: a heading that is the title says nothing more.
    #[must_use]
    pub fn locator_beside(&self, title: &str) -> String {
        let is_title = |heading: &String| heading.trim() == title.trim();
        if self.pages.is_none() && self.headings.last().is_some_and(is_title) {
            return String::new();
        }
        self.locator()
    }
}

/// A document as its reader made it. Text is UTF-8 with `\n` line ends and without control characters [Z1].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ReadDocument {
    pub title: String,
    /// Absolute path, canonical URL (fragment, tracking parameters and trailing slash removed [C1]), or `stdin`; a source that a findings file
    /// names without an address is the file's path, `#` and the name.
    pub uri: String,
    pub kind: DocumentKind,
    pub origin: Origin,
    pub author: Option<String>,
    pub site: Option<String>,
    pub date: Option<String>,
    pub language: Option<String>,
    pub text: String,
    /// Number of pages, where the format has pages.
    pub pages: Option<u32>,
    /// From which byte of `text` on it lies on which page, in order; empty where the format has no pages.
    #[serde(default)]
    pub page_starts: Vec<(usize, Option<u32>)>,
    /// SHA-256 in hex over the text with white space and case normalised [E5].
    pub hash: String,
    /// In document order; spans are bytes of `text`.
    pub passages: Vec<ReadPassage>,
    pub warnings: Vec<String>,
    pub metadata: BTreeMap<String, String>,
    /// In document order, of formats whose text does not show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
}

/// Words of a document that lead to an address: a report may cite by them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Link {
    pub text: String,
    pub address: String,
}

/// A passage before the library has given it an id; fields as in [`Passage`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ReadPassage {
    pub text: String,
    pub pages: Option<(u32, u32)>,
    pub headings: Headings,
    pub span: Range<usize>,
    pub from_graph: bool,
    /// The library keeps it in words.
    pub set_aside: Option<Reason>,
    pub metadata: BTreeMap<String, String>,
}

/// Evidence that could not be used, and why; it stays listed while the rest goes on [E1].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredRefusal")]
pub struct RefusedEvidence {
    /// What was asked for, as the analyst gave it.
    pub source: String,
    /// What is wrong and what to do, in one sentence.
    pub reason: String,
    pub kind: RefusalKind,
}

/// What a refusal means to the program, whatever its words are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalKind {
    #[default]
    Other,
    /// A password opens it.
    Locked,
    /// It was read, and there is no text in it.
    Textless,
    /// What a folder holds besides what can be read, and not why the folder itself could not be.
    Besides,
}

/// A refusal as journals hold it: older ones without a kind, which only the words of that time tell.
#[derive(Deserialize)]
struct StoredRefusal {
    source: String,
    reason: String,
    kind: Option<RefusalKind>,
}

impl From<StoredRefusal> for RefusedEvidence {
    fn from(stored: StoredRefusal) -> Self {
        let reason = stored.reason.as_str();
        let kind = stored.kind.unwrap_or_else(|| {
            if reason.starts_with("is an encrypted PDF") && reason.contains(" password") {
                RefusalKind::Locked
            } else if reason.starts_with("left out ") {
                RefusalKind::Besides
            } else {
                RefusalKind::Other
            }
        });
        Self {
            source: stored.source,
            reason: stored.reason,
            kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_older_journals_mean_what_their_words_did() {
        let kind = |json: &str| {
            let refused: RefusedEvidence = serde_json::from_str(json).expect("readable");
            refused.kind
        };
        for (reason, expected) in [
            (
                "is an encrypted PDF and needs a password; give it with `--password`",
                RefusalKind::Locked,
            ),
            (
                "is an encrypted PDF whose text could not be decrypted, as it is protected in a way that is not understood",
                RefusalKind::Other,
            ),
            (
                "left out 3 files of another kind: a.rs",
                RefusalKind::Besides,
            ),
            ("is empty", RefusalKind::Other),
        ] {
            let old = format!(r#"{{"source":"a","reason":"{reason}"}}"#);
            assert_eq!(kind(&old), expected, "{reason}");
            let new = format!(r#"{{"source":"a","reason":"{reason}","kind":"textless"}}"#);
            assert_eq!(kind(&new), RefusalKind::Textless, "{reason}");
        }
    }

    #[test]
    fn pages_that_took_too_long_are_not_among_those_read() {
        let mut document = Document {
            pages: Some(619),
            ..Document::default()
        };
        assert_eq!(document.pages_read(), Some(619));
        assert_eq!(document.read_in_part(), None);
        document
            .metadata
            .insert(UNREAD.to_owned(), "536 pages".to_owned());
        assert_eq!(document.pages_read(), Some(83));
        let told = document.read_in_part();
        assert_eq!(told.as_deref(), Some("only 83 of 619 pages read"));
    }

    #[test]
    fn the_newer_date_is_told_only_where_it_can_be() {
        for (own, other, expected) in [
            ("2024-11-18", "2026-03-12", Some(false)),
            ("2026", "2024-11", Some(true)),
            ("2024", "2024-11", None),
            ("2024-11-18", "2024-11-18", None),
            ("May 2024", "2023", None),
        ] {
            assert_eq!(is_newer(own, other), expected, "{own} {other}");
        }
    }
}
