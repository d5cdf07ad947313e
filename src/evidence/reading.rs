//! What a reader found in one document, and how that becomes a [`ReadDocument`].

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::ReadDocument;
use super::body::Body;
use super::dateline::dateline;
use super::dates::{is_ahead, iso_date};
use super::filled_in;
use super::origin;
use super::plain;
use super::problem::Problem;
use super::split::split;
use crate::ascii::{self, is_single_spaced};
use crate::clean;
use crate::digest::{Sha256, hex};
use crate::guardrail;
use crate::study::{DocumentKind, FINAL_OUTPUT, Link, Origin, counted};

/// So many links of a document are kept.
const MOST_LINKS: usize = 5_000;
/// Longest title, name or site that is kept.
const LONGEST: usize = 300;
/// So many further facts are kept of a document or a finding, and so many characters of each.
const MOST_FACTS: usize = 40;
const LONGEST_FACT: usize = 1000;
/// Characters of what a research tool concluded.
const LONGEST_OUTPUT: usize = 20_000;

/// A document as its format tells it; everything that it does not say is `None`.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
    pub(super) site: Option<String>,
    /// As the document writes it.
    pub(super) date: Option<String>,
    /// As the document writes it.
    pub(super) language: Option<String>,
    pub(super) origin: Option<Origin>,
    pub(super) pages: Option<u32>,
    pub(super) body: Body,
    pub(super) warnings: Vec<String>,
    pub(super) metadata: BTreeMap<String, String>,
    pub(super) links: Vec<Link>,
    /// Words of a document that shows none.
    pub(super) hidden: usize,
}

/// Where a document came from.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) uri: String,
    /// What to call it when it has no title.
    pub(super) name: String,
}

impl Reading {
    /// Lists hidden text behind all that is read, among what was set aside; `which` says how it is hidden.
    pub(super) fn set_aside_unseen(&mut self, hidden: Vec<String>, which: &str) {
        let hidden = hidden.into_iter().map(|text| (None, text));
        self.set_aside_unseen_of(hidden.collect(), which);
    }

    /// The same of texts of which it is known on which pages they are.
    pub(super) fn set_aside_unseen_of(&mut self, hidden: Vec<(Option<u32>, String)>, which: &str) {
        let words: usize = hidden
            .iter()
            .map(|(_, text)| text.split_whitespace().count())
            .sum();
        if words == 0 {
            return;
        }
        // What shows nothing has nothing to be read.
        if self.body.text().is_empty() {
            self.hidden = words;
            return;
        }
        for (page, text) in hidden {
            if page.is_some() {
                self.body.page(page);
            }
            self.body.unseen(&text);
        }
        self.warnings.push(format!(
            "hidden text was set aside ({} {which})",
            counted(words, "word")
        ));
    }

    pub(super) fn finish(
        mut self,
        kind: DocumentKind,
        place: &Place,
    ) -> Result<ReadDocument, Problem> {
        // Marks and spaces say nothing.
        if !self.body.text().contains(char::is_alphanumeric) {
            return Err(match self.hidden {
                0 => Problem::NoText,
                words => Problem::OnlyHidden { words },
            });
        }
        let line = |text: &str| Some(clean::line(text, LONGEST)).filter(|line| !line.is_empty());
        let is_title = |title: &str| filled_in::is_title_of(title, self.body.text());
        // A title goes before every passage that a writer gets.
        let named = self
            .title
            .as_deref()
            .and_then(line)
            .filter(|title| title.contains(char::is_alphanumeric) && is_title(title));
        let title = named
            .clone()
            .filter(|title| !guardrail::is_hostile(title))
            .or_else(|| {
                first_heading(&self.body)
                    .filter(|heading| {
                        let is_over_all = self.body.is_under_one_heading();
                        is_title(heading)
                            && (names_a_document(heading)
                                || is_over_all && names_a_chapter(heading))
                    })
                    .and_then(line)
            })
            .or_else(|| {
                first_line(&self.body)
                    .filter(|_| is_written(kind))
                    .and_then(line)
            })
            .or_else(|| Some(place.name.clone()).filter(|name| !guardrail::is_hostile(name)))
            .unwrap_or_else(|| "Untitled".to_owned());
        if named.is_some_and(|named| named != title) {
            self.warnings
                .push("its title gives instructions to a model and was left out".to_owned());
        }
        let author = self.author.filter(|author| filled_in::is_author(author));
        let date = self.date.as_deref().and_then(iso_date);
        let date = match date {
            Some(date) if is_ahead(&date) => {
                self.warnings.push(format!(
                    "it says that it is of {date}, which has not come yet; it is kept without a date"
                ));
                None
            }
            date => date,
        };
        let is_prose = !matches!(kind, DocumentKind::Table | DocumentKind::Findings);
        let head = (date.is_none() && is_prose)
            .then(|| dateline(&title, self.body.text()))
            .flatten();
        let (dated, signed) = head.map_or((None, None), |head| (Some(head.date), head.author));
        Ok(ReadDocument {
            title,
            uri: place.uri.clone(),
            kind,
            origin: origin::of(kind, self.origin, &self.body).unwrap_or_default(),
            author: author.or(signed).as_deref().and_then(line),
            site: self.site.as_deref().and_then(line),
            date: date.or(dated),
            language: self.language.as_deref().and_then(language_tag),
            metadata: kept(self.metadata),
            pages: self.pages,
            hash: hash(self.body.text()),
            passages: split(&self.body),
            page_starts: self.body.page_starts().to_vec(),
            warnings: self
                .warnings
                .iter()
                .map(|warning| clean::line(warning, LONGEST))
                .collect(),
            links: self
                .links
                .into_iter()
                .filter_map(|raw| {
                    let clean = Link {
                        text: line(&raw.text)?,
                        address: line(&raw.address)?,
                    };
                    leads_out(&clean.address).then_some(clean)
                })
                .take(MOST_LINKS)
                .collect(),
            text: self.body.into_text(),
        })
    }
}

/// The first heading but for a day or the number of a page. What a heading of one word opens below a day, with others behind it, is a part of the minutes
/// or the diary of that day: `Attendees`.
fn first_heading(body: &Body) -> Option<&str> {
    let mut headings = body.headings();
    let first = headings.find(|heading| !filled_in::is_furniture(heading))?;
    (!is_in_parts(body)).then_some(first)
}

/// Whether a document has a day at its head, and parts below that.
fn is_in_parts(body: &Body) -> bool {
    let mut headings = body.headings().peekable();
    let is_dated = headings
        .peek()
        .is_some_and(|first| filled_in::is_furniture(first));
    let first = headings.find(|heading| !filled_in::is_furniture(heading));
    is_dated && first.is_some_and(|first| !first.contains(' ')) && headings.next().is_some()
}

/// Whether the first line of such a document may be its title.
fn is_written(kind: DocumentKind) -> bool {
    use DocumentKind::{Docx, Markdown, OpenDocument, RichText, Text};
    matches!(kind, Docx | Markdown | OpenDocument | RichText | Text)
}

/// The first line of a text that it begins with instead of a heading, where it reads like one. A day or the number of the page may stand above it.
fn first_line(body: &Body) -> Option<&str> {
    let blocks = body.blocks();
    let mut blocks = blocks
        .iter()
        .skip_while(|block| filled_in::is_furniture(body.slice(&block.span)));
    let (first, next) = blocks.next().zip(blocks.next())?;
    if is_in_parts(body) {
        return None;
    }
    let line = body.slice(&first.span);
    let is_seen = first.hidden.is_none() && !guardrail::is_hostile(line);
    (is_seen && filled_in::is_title(line) && plain::names_its_text(line, body.slice(&next.span)))
        .then_some(line)
}

/// The address of words behind which a note is referred to, before its number.
pub(super) const NOTE_CALLED: &str = "note:called:";
/// The address of the word before what a note says, before its number.
pub(super) const NOTE_TOLD: &str = "note:told:";

/// Whether an address is one of the web or of a note, and not a place in the document or a program.
fn leads_out(address: &str) -> bool {
    ["http://", "https://", NOTE_CALLED, NOTE_TOLD]
        .iter()
        .any(|scheme| address.starts_with(scheme))
        && !address.contains(char::is_whitespace)
}

/// What a source says of itself besides what has a place of its own, made harmless and brought to a size.
pub(super) fn kept(facts: BTreeMap<String, String>) -> BTreeMap<String, String> {
    facts
        .into_iter()
        .map(|(name, value)| {
            // The tool's own brief stands in for one that no writer could write [W12].
            let value = if name == FINAL_OUTPUT {
                clean::stored(&value).chars().take(LONGEST_OUTPUT).collect()
            } else {
                clean::line(&value, LONGEST_FACT)
            };
            (clean::line(&name, 60), value)
        })
        .filter(|(name, value)| !name.is_empty() && !value.is_empty())
        .take(MOST_FACTS)
        .collect()
}

/// Whether a first heading can be the title: not that of a first chapter or of a part that every document has.
pub(super) fn names_a_document(heading: &str) -> bool {
    const PARTS: &[&str] = &[
        "abstract",
        "agenda",
        "contents",
        "inhalt",
        "inhaltsverzeichnis",
        "introduction",
        "summary",
        "table of contents",
        "unreleased",
    ];
    let numbered = heading.split_whitespace().next().is_some_and(|word| {
        let number = word.trim_matches(['.', '[', ']', '(', ')']);
        let number = number.strip_prefix(['v', 'V']).unwrap_or(number);
        // A version says of which one the changes are that stand below it; `V8` is none.
        let is_version =
            number.matches('.').count() > 1 || word.starts_with('[') && number.contains('.');
        let least = if is_version { 5 } else { 3 };
        (is_version || number.len() == word.trim_end_matches('.').len())
            && number
                .split('.')
                .all(|part| part.len() < least && part.parse::<u16>().is_ok())
    });
    let plain = heading.trim_matches(|c: char| !c.is_alphanumeric());
    !numbered && !PARTS.contains(&plain.to_lowercase().as_str())
}

/// Whether a heading has a number and a name of its own behind it: over all of a document it is that of a chapter which is a document by itself.
fn names_a_chapter(heading: &str) -> bool {
    let Some((number, name)) = heading.split_once(' ') else {
        return false;
    };
    let is_number = number.starts_with(|one: char| one.is_ascii_digit())
        && number.chars().all(|one| one.is_ascii_digit() || one == '.');
    is_number && name.starts_with(char::is_alphabetic) && names_a_document(name)
}

/// [`digest`] in hex.
pub(super) fn hash(text: &str) -> String {
    hex(&digest(text))
}

/// SHA-256 over the words of a text in lower case with single spaces between them [E5].
pub(super) fn digest(text: &str) -> [u8; 32] {
    /// Bytes handed over at once: a word at a time costs more than the hash.
    const HELD: usize = 1 << 14;
    let mut hasher = Sha256::default();
    let mut held: Vec<u8> = Vec::with_capacity(HELD * 2);
    for line in ascii::lines(text) {
        let start = held.len();
        // Lines of code are indented.
        let line = line.trim_matches(' ');
        if is_single_spaced(line) {
            held.extend_from_slice(line.as_bytes());
            held.push(b' ');
        } else {
            let lower = if has_case_of_ascii(line) {
                Cow::Borrowed(line)
            } else {
                Cow::Owned(line.to_lowercase())
            };
            for word in lower.split_whitespace() {
                held.extend_from_slice(word.as_bytes());
                held.push(b' ');
            }
        }
        // What is not ASCII is in lower case already.
        if let Some(line) = held.get_mut(start..) {
            line.make_ascii_lowercase();
        }
        if held.len() >= HELD {
            hasher.update(&held);
            held.clear();
        }
    }
    hasher.update(&held);
    hasher.finish()
}

/// Whether a line has no letters beyond ASCII, only quotation marks and dashes.
fn has_case_of_ascii(line: &str) -> bool {
    let mut rest = line.as_bytes();
    loop {
        rest = match rest {
            [] => return true,
            [0xE2, 0x80, _, after @ ..] => after,
            [byte, after @ ..] if byte.is_ascii() => after,
            _ => return false,
        };
    }
}

/// A BCP 47 tag as it is usually written (`en`, `pt-BR`), or `None` for what is none.
fn language_tag(stated: &str) -> Option<String> {
    let stated = stated.trim().replace('_', "-");
    let parts: Vec<&str> = stated.split('-').collect();
    let is_tag = parts.iter().all(|part| {
        (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    });
    let (first, rest) = parts.split_first()?;
    if !is_tag || !(2..=3).contains(&first.len()) || stated.len() > 35 {
        return None;
    }
    let mut tag = first.to_ascii_lowercase();
    for part in rest {
        tag.push('-');
        match part.len() {
            2 => tag.push_str(&part.to_ascii_uppercase()),
            _ => tag.push_str(part),
        }
    }
    Some(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heading_of_a_chapter_is_not_the_title_of_its_document() {
        for (heading, is_title) in [
            ("Depot study", true),
            ("2026 budget", true),
            ("1 Summary", false),
            ("2.1. Range", false),
            ("Contents", false),
            ("[Unreleased]", false),
            ("[1.2.0] - 2024-05-03", false),
            ("v2.14.105 (May)", false),
            ("V8 engines", true),
        ] {
            assert_eq!(names_a_document(heading), is_title, "{heading}");
        }
    }

    #[test]
    fn a_chapter_that_is_a_document_by_itself_is_called_by_its_heading() {
        for (heading, is_title) in [
            ("4.10 Sykkelhjelm", true),
            ("2. Range of the fleet", true),
            ("1 Summary", false),
            ("1.2.0 - 2024-05-03", false),
            ("v2.14.105 (May)", false),
        ] {
            assert_eq!(names_a_chapter(heading), is_title, "{heading}");
        }
        let title = |text: &str| {
            let place = Place {
                uri: "/norsk.md".to_owned(),
                name: "norsk.md".to_owned(),
            };
            let read = crate::evidence::markdown::read(text).finish(DocumentKind::Markdown, &place);
            read.expect("read").title
        };
        assert_eq!(
            title(
                "# 4.10 Sykkelhjelm\nKapitlet er revidert i 2012.\n\n## Formål\n\nHjelm hjelper.\n"
            ),
            "4.10 Sykkelhjelm"
        );
        assert_ne!(
            title("# 1 Range\n\nIt fell.\n\n# 2 Cost\n\nIt rose.\n"),
            "1 Range"
        );
    }

    fn finished(kind: DocumentKind, reading: Reading) -> ReadDocument {
        let place = Place {
            uri: "/data/notes.md".to_owned(),
            name: "notes".to_owned(),
        };
        reading.finish(kind, &place).unwrap()
    }

    #[test]
    fn what_stands_under_the_day_of_minutes_is_no_title() {
        let title = |headings: &[&str]| {
            let mut body = Body::default();
            for heading in headings {
                body.heading(2, heading);
                body.paragraph("Ann Reed, Bo Lind");
            }
            let reading = Reading {
                body,
                ..Reading::default()
            };
            finished(DocumentKind::Markdown, reading).title
        };
        assert_eq!(title(&["4 March 2025", "Attendees", "Decisions"]), "notes");
        assert_eq!(
            title(&["4 March 2025", "Depot study", "Costs"]),
            "Depot study"
        );
        assert_eq!(title(&["4 March 2025", "Depots"]), "Depots");
    }

    #[test]
    fn a_date_that_has_not_come_is_left_out_and_told() {
        let mut body = Body::default();
        body.paragraph("The depot opens.");
        let reading = Reading {
            date: Some("2199-05-03".to_owned()),
            body,
            ..Reading::default()
        };
        let document = finished(DocumentKind::Findings, reading);
        assert_eq!(document.date, None);
        assert!(
            document.warnings[0].contains("2199-05-03"),
            "{:?}",
            document.warnings
        );
    }

    #[test]
    fn white_space_and_case_make_no_other_document() {
        assert_eq!(hash("Two  Words\n"), hash("two words"));
        assert_eq!(hash("“Größe” – İt’S"), hash("“GRÖßE” –\nİt’s"));
        assert_ne!(hash("two words"), hash("twowords"));
        assert_eq!(hash("").len(), 64);
    }
}
