//! Which reader a file belongs to: by the extension of its name, and where that says nothing by its first bytes.
//!
//! To add a format: an entry in `Format`, its extensions in `from_extension`, a signature in `sniff` if it has one, a file with the reader, and an
//! arm in `read::parse`. Formats whose parsers may hang or crash say so in `isolated`.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::decode;
use super::problem::Problem;
use crate::study::DocumentKind;

/// For messages.
pub(super) const UNDERSTOOD: &str =
    "PDF, HTML, Markdown, plain text, and findings as JSON or JSON lines";

/// How many bytes of a file tell its format.
const HEAD: u64 = 8192;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Markdown,
    Text,
    Html,
    Pdf,
    Json,
    JsonLines,
}

impl Format {
    pub(super) fn kind(self) -> DocumentKind {
        match self {
            Self::Markdown => DocumentKind::Markdown,
            Self::Text => DocumentKind::Text,
            Self::Html => DocumentKind::Html,
            Self::Pdf => DocumentKind::Pdf,
            Self::Json | Self::JsonLines => DocumentKind::Findings,
        }
    }

    /// Whether its parser runs in a child process [E2].
    pub(super) fn isolated(self) -> bool {
        matches!(self, Self::Pdf | Self::Html)
    }

    /// The word for it on the child's command line.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Text => "text",
            Self::Html => "html",
            Self::Pdf => "pdf",
            Self::Json => "json",
            Self::JsonLines => "jsonl",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        [
            Self::Markdown,
            Self::Text,
            Self::Html,
            Self::Pdf,
            Self::Json,
            Self::JsonLines,
        ]
        .into_iter()
        .find(|format| format.word() == word)
    }

    pub(super) fn from_extension(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "md" | "markdown" | "mdown" | "mkd" => Some(Self::Markdown),
            "txt" | "text" => Some(Self::Text),
            "html" | "htm" | "xhtml" => Some(Self::Html),
            "pdf" => Some(Self::Pdf),
            "json" => Some(Self::Json),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            _ => None,
        }
    }
}

/// The format of a file, by its name and its first bytes.
pub(super) fn of_file(path: &Path) -> Result<Format, Problem> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    of_bytes(Format::from_extension(path), &head)
}

/// The format of a text that starts with `head`, where its name (if it has one) promises `named`.
pub(super) fn of_bytes(named: Option<Format>, head: &[u8]) -> Result<Format, Problem> {
    if head.is_empty() {
        return Err(Problem::Empty);
    }
    let sniffed = sniff(head);
    match (named, sniffed) {
        (_, Some(Format::Pdf)) => Ok(Format::Pdf),
        (Some(Format::Pdf), _) => Err(Problem::NotPdf),
        (_, None) => Err(Problem::Binary),
        (Some(named), Some(_)) => Ok(named),
        (None, Some(sniffed)) => Ok(sniffed),
    }
}

/// What the first bytes look like; `None` when they are no text.
fn sniff(head: &[u8]) -> Option<Format> {
    let start = head.get(..1024).unwrap_or(head);
    if start.windows(5).any(|window| window == b"%PDF-") {
        return Some(Format::Pdf);
    }
    if decode::is_binary(head) {
        return None;
    }
    let text = decode::text(head, None).text;
    let text = text.trim_start();
    let lower: String = text
        .chars()
        .take(300)
        .collect::<String>()
        .to_ascii_lowercase();
    let opens_html = ["<!doctype html", "<html", "<head", "<body"];
    if opens_html.iter().any(|tag| lower.starts_with(tag))
        || (lower.starts_with("<?xml") && lower.contains("<html"))
    {
        return Some(Format::Html);
    }
    let squeezed: String = lower
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(2)
        .collect();
    match squeezed.as_str() {
        "[{" => return Some(Format::Json),
        "{\"" => {
            return Some(if first_line_is_whole(text) {
                Format::JsonLines
            } else {
                Format::Json
            });
        }
        _ => {}
    }
    let is_markdown = text.starts_with("---\n")
        || text
            .lines()
            .any(|line| line.starts_with("# ") || line.starts_with("## "));
    Some(if is_markdown {
        Format::Markdown
    } else {
        Format::Text
    })
}

fn first_line_is_whole(text: &str) -> bool {
    text.lines()
        .next()
        .is_some_and(|line| line.trim_end().ends_with('}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_decides_and_the_content_helps_where_there_is_no_name() {
        for (name, head, format) in [
            ("a.md", "plain words", Format::Markdown),
            ("a.TXT", "# not Markdown by name", Format::Text),
            ("a", "# A heading\n\nText", Format::Markdown),
            ("a", "just text", Format::Text),
            ("a", "<!DOCTYPE html><html>", Format::Html),
            ("a", "  \n<html lang=\"en\">", Format::Html),
            ("a", "[ {\"text\": 1}]", Format::Json),
            ("a", "{\"text\":\"x\"}\n{\"text\":\"y\"}", Format::JsonLines),
            ("a", "{\n \"text\": \"x\"}", Format::Json),
            ("a", "[link](target) in text", Format::Text),
            ("report.txt", "%PDF-1.7\n", Format::Pdf),
        ] {
            let found = of_bytes(Format::from_extension(Path::new(name)), head.as_bytes()).unwrap();
            assert_eq!(found, format, "{name} {head:?}");
        }
    }

    #[test]
    fn what_is_no_text_and_no_known_document_is_said_to_be_so() {
        assert!(matches!(
            of_bytes(None, b"PK\x03\x04\0\0\0\0"),
            Err(Problem::Binary)
        ));
        assert!(matches!(
            of_bytes(Some(Format::Text), b"\x7fELF\x02\x01\0\0"),
            Err(Problem::Binary)
        ));
        assert!(matches!(
            of_bytes(Some(Format::Pdf), b"<html>login</html>"),
            Err(Problem::NotPdf)
        ));
        assert!(matches!(
            of_bytes(Some(Format::Text), b""),
            Err(Problem::Empty)
        ));
    }
}
