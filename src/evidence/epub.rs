//! EPUB books: the chapters in reading order, each whole and under its name in the table of contents, and what the book says of itself.
//!
//! A chapter that cannot be read is named and skipped. Books under copy protection are refused with the name of the scheme; scrambled fonts alone are
//! no protection. Runs in the child process only [E2].

mod package;

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::io::{self, Cursor, Write};
use std::sync::Arc;

use dom_query::Document;
use rbook::Epub;
use rbook::ebook::errors::EbookError;
use rbook::epub::manifest::EpubManifestEntry;

use super::body::Body;
use super::problem::Problem;
use super::reading::Reading;
use super::{decode, html, markdown};

/// Bytes of one unpacked chapter, and of all together.
const LONGEST_CHAPTER: usize = 32 << 20;
const LONGEST_BOOK: usize = 256 << 20;
/// Elements inside elements deeper than this are no text that anybody wrote.
const DEEPEST: usize = 400;
/// So many skipped chapters are named.
const NAMED: usize = 5;

/// What is in a chapter's file but is not its text.
const NOT_TEXT: &str = "script, style, template, svg, nav, [hidden]";

pub(super) fn read(bytes: Vec<u8>) -> Result<Reading, Problem> {
    let bytes: Arc<[u8]> = bytes.into();
    let book = opened(&bytes).or_else(|error| {
        let typed = package::with_type(&bytes).ok_or_else(|| problem(&error))?;
        opened(&typed.into()).map_err(|_| problem(&error))
    })?;
    if let Some(scheme) = protection(&book) {
        return Err(Problem::CopyProtected { scheme });
    }
    let mut reading = described(&book);
    let creators = package::creators(&bytes);
    if creators.len() > book.metadata().creators().count() {
        reading.author = Some(creators.join(", "));
    }
    let names = chapter_names(&book);
    let mut skipped = Vec::new();
    let mut hidden = Vec::new();
    let mut seen = HashSet::new();
    let mut total = 0;
    for chapter in book.spine() {
        let Some(file) = chapter.manifest_entry() else {
            skipped.push(format!("{} (it is not in the book)", chapter.idref()));
            continue;
        };
        if !file.media_type().contains("html") || file.properties().has_property("nav") {
            continue;
        }
        let href = file.href();
        // A book that names a chapter again does not say it again.
        if !seen.insert(href.as_ref().to_owned()) {
            continue;
        }
        match text_of(&file, &mut hidden) {
            Ok(text) => {
                total += text.len();
                if total > LONGEST_BOOK {
                    return Err(Problem::TooMuchText {
                        most: LONGEST_BOOK as u64,
                    });
                }
                add(names.get(href.as_ref()), &text, &mut reading.body);
            }
            Err(Skip::Bomb) => return Err(too_much()),
            Err(Skip::Because(why)) => skipped.push(format!("{} ({why})", href.as_ref())),
        }
    }
    if let Some(first) = skipped.first().filter(|_| reading.body.text().is_empty()) {
        return Err(Problem::Damaged {
            kind: "EPUB",
            detail: format!("none of its chapters can be read, the first: {first}"),
        });
    }
    if !skipped.is_empty() {
        let more = skipped.len().saturating_sub(NAMED);
        skipped.truncate(NAMED);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let warning = format!("chapters skipped: {}{more}", skipped.join(", "));
        reading.warnings.push(warning);
    }
    html::set_aside(&mut reading, hidden);
    Ok(reading)
}

fn opened(bytes: &Arc<[u8]>) -> Result<Epub, EbookError> {
    Epub::options()
        .strict(false)
        .read(Cursor::new(Arc::clone(bytes)))
}

fn too_much() -> Problem {
    Problem::Bomb {
        detail: format!("a chapter to more than {} MiB", LONGEST_CHAPTER >> 20),
    }
}

fn problem(error: &EbookError) -> Problem {
    Problem::Damaged {
        kind: "EPUB",
        detail: cause(error),
    }
}

/// The innermost reason, without the names that the parser gives to its own parts.
fn cause(error: &dyn Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    let told = error.to_string();
    match told.split_once("]: ") {
        Some((_, plain)) => plain.to_owned(),
        None => told,
    }
}

/// The scheme that keeps the chapters from being read.
fn protection(book: &Epub) -> Option<&'static str> {
    let part = |path: &str| book.read_resource_str(path).ok();
    if part("/META-INF/license.lcpl").is_some() {
        return Some("Readium LCP");
    }
    if part("/META-INF/sinf.xml").is_some() {
        return Some("Apple FairPlay");
    }
    let encryption = part("/META-INF/encryption.xml")?;
    // Each entry names its method and its file; fonts are scrambled in books that are otherwise open.
    let chapters = encryption
        .split("EncryptedData")
        .filter(|entry| entry.contains("CipherReference"))
        .any(|entry| {
            [".xhtml", ".html", ".htm\"", ".xml\""]
                .iter()
                .any(|end| entry.contains(end))
        });
    let adobe = part("/META-INF/rights.xml").is_some();
    match (chapters, adobe) {
        (true, true) => Some("Adobe ADEPT"),
        (true, false) => Some("unknown scheme"),
        (false, _) => None,
    }
}

fn described(book: &Epub) -> Reading {
    let facts = book.metadata();
    let joined = |names: Vec<&str>| (!names.is_empty()).then(|| names.join(", "));
    let publisher = joined(facts.publishers().map(|name| name.value()).collect());
    let kept = [
        ("publisher", publisher.clone()),
        (
            "identifier",
            facts.identifier().map(|id| id.value().to_owned()),
        ),
        (
            "description",
            facts.description().map(|text| text.value().to_owned()),
        ),
        (
            "subjects",
            joined(facts.tags().map(|tag| tag.value()).collect()),
        ),
        (
            "rights",
            facts.rights().next().map(|text| text.value().to_owned()),
        ),
    ];
    let date = facts.published_entry().or_else(|| facts.modified_entry());
    Reading {
        title: facts.title().map(|title| title.value().to_owned()),
        author: joined(facts.creators().map(|name| name.value()).collect()),
        site: publisher,
        date: date.map(|date| date.value().to_owned()),
        language: facts.language().map(|language| language.value().to_owned()),
        metadata: kept
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect(),
        ..Reading::default()
    }
}

/// A name in the table of contents and how deep it stands there, from 1.
struct Name {
    level: u8,
    label: String,
}

/// The first name that the table of contents has for each file.
fn chapter_names(book: &Epub) -> HashMap<String, Name> {
    let mut names = HashMap::new();
    let Some(contents) = book.toc().contents() else {
        return names;
    };
    for entry in contents.flatten() {
        let Some(file) = entry.manifest_entry() else {
            continue;
        };
        let label = entry
            .label()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        if !label.is_empty() {
            names
                .entry(file.href().as_ref().to_owned())
                .or_insert(Name {
                    level: u8::try_from(entry.depth().clamp(1, 6)).unwrap_or(1),
                    label,
                });
        }
    }
    names
}

enum Skip {
    Bomb,
    Because(String),
}

/// A chapter as Markdown; what it hides is added to `hidden`.
fn text_of(file: &EpubManifestEntry<'_>, hidden: &mut Vec<String>) -> Result<String, Skip> {
    let mut unpacked = Limited::default();
    if let Err(error) = file.copy_bytes(&mut unpacked) {
        return Err(if unpacked.full {
            Skip::Bomb
        } else {
            Skip::Because(cause(&error))
        });
    }
    let bytes = unpacked.bytes;
    let chapter = decode::text(&bytes, decode::declared_in_html(&bytes)).text;
    if depth(&chapter) > DEEPEST {
        return Err(Skip::Because(
            "its elements are nested too deeply".to_owned(),
        ));
    }
    let page = Document::from(chapter.as_str());
    hidden.extend(html::without_hidden(&page));
    page.select(NOT_TEXT).remove();
    for link in &page.select("a") {
        if link
            .attr("epub:type")
            .is_some_and(|kind| kind.contains("noteref"))
        {
            link.remove();
        }
    }
    Ok(html::markdown_of(&page))
}

/// How deeply elements stand inside each other at most, as far as their tags tell.
fn depth(html: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        let inner = tag.split('>').next().unwrap_or_default();
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if tag.starts_with(char::is_alphabetic) && !inner.ends_with('/') && !is_void(inner) {
            depth += 1;
            deepest = deepest.max(depth);
        }
    }
    deepest
}

/// Elements that have no end tag, and paragraphs and list items, which need none.
fn is_void(tag: &str) -> bool {
    let name = tag.split_whitespace().next().unwrap_or_default();
    [
        "area", "br", "col", "dd", "dt", "hr", "img", "input", "li", "link", "meta", "p", "td",
        "th", "tr", "wbr",
    ]
    .iter()
    .any(|void| name.eq_ignore_ascii_case(void))
}

/// A chapter under its name, its own headings below that.
fn add(name: Option<&Name>, text: &str, body: &mut Body) {
    let own = text.lines().find(|line| !line.trim().is_empty());
    let own = own.and_then(|line| {
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        let heading = line.get(level..)?.strip_prefix(' ')?;
        let level = i8::try_from(level).ok()?;
        (1..=6).contains(&level).then_some((level, heading))
    });
    let Some(Name { level, label }) = name else {
        return markdown::add(text, 0, body);
    };
    let squeezed = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    match own {
        // The chapter begins with its name itself.
        Some((first, heading)) if squeezed(heading).contains(&squeezed(label)) => {
            markdown::add(text, i8::try_from(*level).unwrap_or(1) - first, body);
        }
        _ => {
            body.heading(*level, label);
            markdown::add(text, i8::try_from(*level).unwrap_or(1), body);
        }
    }
}

/// What is unpacked, up to the longest chapter.
#[derive(Default)]
struct Limited {
    bytes: Vec<u8>,
    full: bool,
}

impl Write for Limited {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + piece.len() > LONGEST_CHAPTER {
            self.full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
