//! Which reader a file belongs to: by the extension of its name, and where that says nothing by its first bytes.
//!
//! To add a format: an entry in `Format`, its extensions in `from_extension`, a signature in `sniff` if it has one, a file with the reader, and an
//! arm in `read::parse`. Formats whose parsers may hang or crash say so in `isolated`.

use std::path::Path;

use super::file::Begun;
use super::problem::Problem;
use super::{decode, ebcdic, manual, references, strange, table};
use crate::study::DocumentKind;

/// For messages.
pub(super) const UNDERSTOOD: &str = "PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), OpenDocument, RTF, EPUB, HTML, e-mail (.eml, .mbox), Markdown and other plain text, LaTeX, notebooks, feeds and other XML, tables as CSV or TSV, and findings as JSON or JSON lines";

/// How many bytes of a file tell its format.
const HEAD: usize = 8192;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Markdown,
    Text,
    /// `reStructuredText`, Org or `AsciiDoc`.
    Outline,
    Latex,
    Html,
    Pdf,
    Docx,
    /// Sheets of an Excel workbook.
    Workbook,
    /// A presentation.
    Slides,
    /// A text, spreadsheet or presentation of `LibreOffice`.
    OpenDocument,
    RichText,
    Epub,
    /// A message.
    Mail,
    /// Messages, one behind the other.
    Mailbox,
    /// A web page that a browser saved as one file.
    SavedPage,
    /// Text and code of Jupyter.
    Notebook,
    /// Values between commas, semicolons, tabs or bars.
    Table,
    /// A feed, or text in elements of its own.
    Xml,
    Json,
    JsonLines,
    /// What a program that manages literature exports.
    References,
    /// A page as wikis keep it.
    Wiki,
    /// A program or its settings.
    Code,
    /// A page of the manual of Unix.
    Manual,
}

impl Format {
    const ALL: [Self; 24] = [
        Self::Markdown,
        Self::Text,
        Self::Outline,
        Self::Latex,
        Self::Html,
        Self::Pdf,
        Self::Docx,
        Self::Workbook,
        Self::Slides,
        Self::OpenDocument,
        Self::RichText,
        Self::Epub,
        Self::Mail,
        Self::Mailbox,
        Self::SavedPage,
        Self::Notebook,
        Self::Table,
        Self::Xml,
        Self::Json,
        Self::JsonLines,
        Self::References,
        Self::Wiki,
        Self::Code,
        Self::Manual,
    ];

    pub(super) fn kind(self) -> DocumentKind {
        match self {
            Self::Markdown => DocumentKind::Markdown,
            Self::Notebook => DocumentKind::Notebook,
            Self::Text | Self::Outline | Self::Xml | Self::Wiki | Self::Code | Self::Manual => {
                DocumentKind::Text
            }
            Self::Latex => DocumentKind::Latex,
            Self::Mail | Self::Mailbox => DocumentKind::Mail,
            Self::Html | Self::SavedPage => DocumentKind::Html,
            Self::Pdf => DocumentKind::Pdf,
            Self::Docx => DocumentKind::Docx,
            Self::Slides => DocumentKind::Slides,
            Self::OpenDocument => DocumentKind::OpenDocument,
            Self::RichText => DocumentKind::RichText,
            Self::Epub => DocumentKind::Epub,
            Self::Table | Self::Workbook => DocumentKind::Table,
            Self::Json | Self::JsonLines | Self::References => DocumentKind::Findings,
        }
    }

    /// Whether its parser runs in a child process [E2].
    pub(super) fn isolated(self) -> bool {
        matches!(
            self,
            Self::Pdf
                | Self::Html
                | Self::Docx
                | Self::Workbook
                | Self::Slides
                | Self::OpenDocument
                | Self::RichText
                | Self::Latex
                | Self::Epub
                | Self::Mail
                | Self::Mailbox
                | Self::SavedPage
                | Self::Xml
                | Self::Wiki
        )
    }

    pub(super) fn is_findings(self) -> bool {
        matches!(self, Self::Json | Self::JsonLines)
    }

    /// What a format that is known by the first bytes of its files is called, also where a file is only named so.
    pub(super) fn known_by_bytes(self) -> Option<&'static str> {
        match self {
            Self::Pdf => Some("PDF"),
            Self::Docx => Some("Word"),
            Self::Workbook => Some("Excel"),
            Self::Slides => Some("PowerPoint"),
            Self::OpenDocument => Some("OpenDocument"),
            Self::Epub => Some("EPUB"),
            _ => None,
        }
    }

    /// The word for it on the child's command line.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Text => "text",
            Self::Outline => "outline",
            Self::Latex => "latex",
            Self::Html => "html",
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Workbook => "workbook",
            Self::Slides => "slides",
            Self::OpenDocument => "opendocument",
            Self::RichText => "rich-text",
            Self::Epub => "epub",
            Self::Mail => "mail",
            Self::Mailbox => "mailbox",
            Self::SavedPage => "saved-page",
            Self::Notebook => "notebook",
            Self::Table => "table",
            Self::Xml => "xml",
            Self::Json => "json",
            Self::JsonLines => "jsonl",
            Self::References => "references",
            Self::Wiki => "wiki",
            Self::Code => "code",
            Self::Manual => "manual",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }

    pub(super) fn from_extension(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "md" | "markdown" | "mdown" | "mkd" => Some(Self::Markdown),
            "txt" | "text" | "log" | "srt" | "vtt" => Some(Self::Text),
            "bib" | "ris" | "nbib" | "enw" => Some(Self::References),
            "wiki" | "mediawiki" | "wikitext" => Some(Self::Wiki),
            "rst" | "org" | "adoc" | "asciidoc" => Some(Self::Outline),
            "tex" | "latex" | "ltx" => Some(Self::Latex),
            "html" | "htm" | "xhtml" => Some(Self::Html),
            "mhtml" | "mht" => Some(Self::SavedPage),
            "eml" => Some(Self::Mail),
            "mbox" => Some(Self::Mailbox),
            "ipynb" => Some(Self::Notebook),
            "pdf" => Some(Self::Pdf),
            "docx" | "docm" | "dotx" => Some(Self::Docx),
            "xlsx" | "xlsm" | "xltx" => Some(Self::Workbook),
            "pptx" | "pptm" | "ppsx" | "potx" => Some(Self::Slides),
            "odt" | "ods" | "odp" | "ott" => Some(Self::OpenDocument),
            "rtf" => Some(Self::RichText),
            "epub" => Some(Self::Epub),
            "csv" | "tsv" | "tab" => Some(Self::Table),
            "xml" | "rss" | "atom" | "rdf" | "nxml" | "jats" => Some(Self::Xml),
            "json" | "geojson" | "topojson" | "jsonld" => Some(Self::Json),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            _ => None,
        }
    }
}

/// Whether a file is a program or settings. Folders hold many that nobody means as evidence, so these are read where they are given by name.
fn is_code(path: &Path) -> bool {
    #[rustfmt::skip]
    const ENDS: &[&str] = &[
        "bat", "c", "cc", "cfg", "conf", "cpp", "cs", "css", "do", "f90", "go", "h", "hpp", "ini", "java", "jl", "js", "jsx", "kt", "lua", "m", "php", "pl", "properties", "ps1", "py", "r",
        "rb", "rs", "scala", "sh", "sql", "swift", "toml", "ts", "tsx", "vb", "yaml", "yml",
    ];
    let end = path.extension().and_then(|end| end.to_str());
    end.is_some_and(|end| ENDS.contains(&end.to_ascii_lowercase().as_str()))
}

/// The format of a file, by its name and its first bytes; and the file, of which the rest may be wanted.
pub(super) fn of_file(path: &Path) -> Result<(Format, Begun), Problem> {
    let begun = Begun::open(path, HEAD)?;
    let named = Format::from_extension(path).or_else(|| is_code(path).then_some(Format::Code));
    let format = of_bytes(named, begun.head());
    let is_message = || {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("msg"))
    };
    match format {
        Err(Problem::OldOffice) if is_message() => Err(Problem::OtherOffice(
            "an Outlook message (.msg); save it as .eml",
        )),
        format => Ok((format?, begun)),
    }
}

/// The format of a text that starts with `head`, where its name (if it has one) promises `named`.
pub(super) fn of_bytes(named: Option<Format>, head: &[u8]) -> Result<Format, Problem> {
    if head.is_empty() {
        return Err(Problem::Empty);
    }
    if is_pdf(head) || (named == Some(Format::Pdf) && holds_pdf(head)) {
        return Ok(Format::Pdf);
    }
    if head.starts_with(OLD_OFFICE) {
        return Err(match named {
            Some(Format::Docx) => Problem::Protected("a Word document"),
            Some(Format::Workbook) => Problem::Protected("an Excel workbook"),
            Some(Format::Slides) => Problem::Protected("a PowerPoint presentation"),
            _ => Problem::OldOffice,
        });
    }
    if head.starts_with(ZIP) {
        return package(named, head);
    }
    if head.trim_ascii_start().starts_with(SEALED) {
        return Err(Problem::Sealed);
    }
    if head.starts_with(RICH_TEXT) {
        return Ok(Format::RichText);
    }
    if let Some(kind) = named.and_then(Format::known_by_bytes) {
        return Err(Problem::MisnamedAs(kind));
    }
    match named {
        _ if ebcdic::is_ebcdic(head) => Err(Problem::Ebcdic),
        _ if decode::is_binary(head) || strange::is_tar(head) => Err(strange::told(head)),
        // A page may be written as XML, or saved under the name of a text.
        Some(Format::Xml | Format::Text)
            if begins_with_a_tag(head)
                && of_text(&decode::text(head, None).text) == Format::Html =>
        {
            Ok(Format::Html)
        }
        // Catalogues call their exports texts.
        None | Some(Format::Text) if is_export(head) => Ok(Format::References),
        Some(named) => Ok(named),
        None if manual::begins(&decode::text(head, None).text) => Ok(Format::Manual),
        None => Ok(of_text(&decode::text(head, None).text)),
    }
}

/// Whether a text begins as what programs export that manage literature. Most begin with other letters.
fn is_export(head: &[u8]) -> bool {
    let first = head.iter().find(|byte| byte.is_ascii_graphic());
    first.is_some_and(|first| b"@PT".contains(first))
        && references::begin(&decode::text(head, None).text)
}

/// Whether a tag may be the first of a text, in one byte a character or in several.
fn begins_with_a_tag(head: &[u8]) -> bool {
    let first = head.iter().find(|byte| byte.is_ascii_graphic());
    first == Some(&b'<')
}

/// How the files of older office programs begin, and the newer ones' that are protected with a password.
const OLD_OFFICE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// How rich text begins, whatever the file is called: its control words are no text.
const RICH_TEXT: &[u8] = b"{\\rtf";

/// Whether a file lacks the end that its format has: what programs find damaged in it is then only where it was cut.
pub(super) fn breaks_off(bytes: &[u8]) -> bool {
    /// A package may say so many bytes of itself behind its list, and programs leave a few behind the mark of a PDF file.
    const BEHIND_LIST: usize = (1 << 16) + 22;
    const BEHIND_MARK: usize = 2048;
    let (end, behind): (&[u8], usize) = if bytes.starts_with(ZIP) {
        (b"PK\x05\x06", BEHIND_LIST)
    } else if bytes.starts_with(b"%PDF") {
        (b"%%EOF", BEHIND_MARK)
    } else {
        return false;
    };
    let last = bytes.get(bytes.len().saturating_sub(behind)..);
    !last.is_some_and(|last| last.windows(end.len()).any(|part| part == end))
}

/// Whether bytes that begin as a package or a PDF file hold anything of one. What is damaged and does not is no document of a known kind.
pub(super) fn holds_its_kind(bytes: &[u8]) -> bool {
    /// What an empty download still has of a PDF file.
    const FIRST_LINES: usize = 64;
    if bytes.starts_with(ZIP) {
        begins_with_an_entry(bytes)
    } else if bytes.starts_with(b"%PDF") {
        let holds = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
        bytes.len() < FIRST_LINES || holds(b" obj") || holds(b"stream")
    } else {
        true
    }
}

/// Whether the first entry of a package is one: stored or packed in a known way, and with a name.
fn begins_with_an_entry(bytes: &[u8]) -> bool {
    let two = |at: usize| -> Option<usize> {
        let bytes = bytes.get(at..at + 2)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |number, byte| number << 8 | usize::from(*byte)),
        )
    };
    let (Some(method), Some(length)) = (two(8), two(26)) else {
        return true;
    };
    let name = bytes
        .get(FIRST_OF_ENTRY..FIRST_OF_ENTRY + length.min(256))
        .unwrap_or_default();
    let is_known = matches!(method, 0..=10 | 12 | 14 | 18 | 19 | 93..=99);
    is_known && length > 0 && !name.iter().any(u8::is_ascii_control)
}

/// How a text begins that is encrypted.
pub(super) const SEALED: &[u8] = b"-----BEGIN PGP MESSAGE-----";

const ZIP: &[u8] = b"PK\x03\x04";
/// Bytes before the name of the first file in a package.
const FIRST_OF_ENTRY: usize = 30;

/// Whether a file begins as PDF files do, or nearly: readers allow other bytes before the mark. A text that only speaks of the mark is none.
fn is_pdf(head: &[u8]) -> bool {
    let start = head.get(..1024).unwrap_or(head);
    // Most texts have no such sign at all there.
    let mark = start
        .contains(&b'%')
        .then(|| start.windows(5).position(|window| window == b"%PDF-"));
    mark.flatten().is_some_and(|at| {
        let before = start.get(..at).unwrap_or_default();
        before.trim_ascii().is_empty() || before == b"\xEF\xBB\xBF" || decode::is_binary(head)
    })
}

/// Whether a file that is named like one has a PDF file behind other bytes, or one without its first line.
fn holds_pdf(head: &[u8]) -> bool {
    let holds = |mark: &[u8]| head.windows(mark.len()).any(|window| window == mark);
    holds(b"%PDF-") || (holds(b" 0 obj") && holds(b"<<"))
}

/// What a zip file is, by the names of its first parts.
fn package(named: Option<Format>, head: &[u8]) -> Result<Format, Problem> {
    let holds = |name: &[u8]| head.windows(name.len()).any(|window| window == name);
    if holds(b"application/epub+zip") {
        Ok(Format::Epub)
    } else if holds(b"xl/workbook") || holds(b"xl/_rels") || holds(b"xl/worksheets") {
        Ok(Format::Workbook)
    } else if holds(b"ppt/presentation") || holds(b"ppt/_rels") || holds(b"ppt/slides") {
        Ok(Format::Slides)
    } else if holds(b"application/vnd.oasis.opendocument") {
        Ok(Format::OpenDocument)
    } else if holds(b"word/") {
        Ok(Format::Docx)
    } else {
        match named {
            Some(named) if named.known_by_bytes().is_some() && named != Format::Pdf => Ok(named),
            _ if head.len() > FIRST_OF_ENTRY && begins_with_an_entry(head) => {
                Err(strange::package(head))
            }
            _ => Err(Problem::Binary),
        }
    }
}

/// What a text without a telling name looks like.
fn of_text(text: &str) -> Format {
    let text = text.trim_start();
    let lower: String = text
        .chars()
        .take(300)
        .collect::<String>()
        .to_ascii_lowercase();
    let opens = |tags: &[&str]| tags.iter().any(|tag| lower.starts_with(tag));
    if opens(&["<!doctype html", "<html", "<head", "<body"])
        || (lower.starts_with("<?xml") && lower.contains("<html"))
    {
        return Format::Html;
    }
    if opens(&["<?xml", "<rss", "<feed", "<rdf:rdf"]) {
        return Format::Xml;
    }
    // Mail programs keep their folders in files without a telling name.
    let second = text.lines().nth(1).unwrap_or_default();
    if text.starts_with("From ")
        && second
            .split_once(": ")
            .is_some_and(|(name, _)| !name.contains(' '))
    {
        return Format::Mailbox;
    }
    let squeezed: String = lower
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(2)
        .collect();
    match squeezed.as_str() {
        "{\"" if first_line_is_whole(text) => return Format::JsonLines,
        "[{" | "{\"" => return Format::Json,
        _ => {}
    }
    let is_markdown = text.starts_with("---\n")
        || text
            .lines()
            .any(|line| line.starts_with("# ") || line.starts_with("## "));
    if is_markdown {
        Format::Markdown
    } else if table::looks_like_one(text) {
        Format::Table
    } else {
        Format::Text
    }
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
            ("a.txt", "\u{feff}<!doctype html>\n<html>", Format::Html),
            ("a.txt", "<b> is a tag of HTML", Format::Text),
            ("a", "# A heading\n\nText", Format::Markdown),
            ("a", "just text", Format::Text),
            ("a", "<!DOCTYPE html><html>", Format::Html),
            ("a", "  \n<html lang=\"en\">", Format::Html),
            ("a", "[ {\"text\": 1}]", Format::Json),
            ("a", "{\"text\":\"x\"}\n{\"text\":\"y\"}", Format::JsonLines),
            ("a", "{\n \"text\": \"x\"}", Format::Json),
            ("a", "[link](target) in text", Format::Text),
            ("a", "id,year,buses\n1,2024,4\n2,2025,9\n", Format::Table),
            ("a.tsv", "just words", Format::Table),
            ("a.xml", "<report><p>Text", Format::Xml),
            (
                "a.xml",
                "<?xml version='1.0'?>\n<html xmlns='x'>",
                Format::Html,
            ),
            ("a", "<?xml version='1.0'?>\n<feed>", Format::Xml),
            ("a", "<rss version='2.0'>", Format::Xml),
            (
                "a",
                "PK\x03\x04 .. mimetypeapplication/epub+zip",
                Format::Epub,
            ),
            (
                "a",
                "PK\x03\x04 .. [Content_Types].xml .. word/document.xml",
                Format::Docx,
            ),
            ("a.docx", "PK\x03\x04 .. [Content_Types].xml", Format::Docx),
            ("a.csv", "PK\x03\x04 .. xl/workbook.xml", Format::Workbook),
            (
                "a.pptx",
                "PK\x03\x04 .. [Content_Types].xml",
                Format::Slides,
            ),
            (
                "a",
                "PK\x03\x04 .. mimetypeapplication/vnd.oasis.opendocument.text",
                Format::OpenDocument,
            ),
            ("a.docx", "{\\rtf1\\ansi Text}", Format::RichText),
            ("a.eml", "From: Ann\nSubject: Range\n\nText", Format::Mail),
            ("a.mbox", "From ann Tue Mar 4 2025", Format::Mailbox),
            (
                "Inbox",
                "From ann@example.org Tue Mar 4 10:11:12 2025\nSubject: Range\n\nText",
                Format::Mailbox,
            ),
            ("a", "From here on\nit is uphill", Format::Text),
            ("a.ipynb", "{\"cells\": []}", Format::Notebook),
            ("a.bib", "% exported", Format::References),
            (
                "pubmed.txt",
                "PMID- 33456789\nTI  - Range",
                Format::References,
            ),
            (
                "a",
                "@article{jensen2021,\n title = {Range}",
                Format::References,
            ),
            ("a.mediawiki", "== Range ==", Format::Wiki),
            ("report.txt", "%PDF-1.7\n", Format::Pdf),
            (
                "notes.md",
                "Every PDF begins with %PDF-1.7.\n",
                Format::Markdown,
            ),
        ] {
            let found = of_bytes(Format::from_extension(Path::new(name)), head.as_bytes()).unwrap();
            assert_eq!(found, format, "{name} {head:?}");
        }
    }

    #[test]
    fn what_is_no_text_and_no_known_document_is_said_to_be_so() {
        let refused = |named, head: &[u8]| of_bytes(named, head).unwrap_err().to_string();
        for (named, head, message) in [
            (None, &b"PK\x03\x04\0\0\0\0"[..], "is neither text nor"),
            (
                Some(Format::Text),
                b"\x7fELF\x02\x01\0\0",
                "is neither text nor",
            ),
            (
                Some(Format::Table),
                b"\x89PNG\r\n\x1a\n\0\0",
                "is a picture (PNG); make it searchable first",
            ),
            (
                None,
                b"\x1f\x8b\x08\x08\x9c\x12\x34\x66\x02\x03find.1\0\xed\x5d\x6d\x73",
                "is packed with gzip; unpack it",
            ),
            (
                None,
                b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0a.txt",
                "is a ZIP archive; unpack it",
            ),
            (
                Some(Format::Pdf),
                b"<html>login</html>",
                "is named like a PDF file but is none",
            ),
            (
                Some(Format::Epub),
                b"nothing",
                "is named like an EPUB file but is none",
            ),
            (
                Some(Format::Docx),
                b"<html>login</html>",
                "is named like a Word file but is none",
            ),
            (Some(Format::Text), b"", "is empty"),
            (
                Some(Format::Text),
                b"-----BEGIN PGP MESSAGE-----\nVersion: 2",
                "is encrypted with PGP",
            ),
            (
                Some(Format::Docx),
                OLD_OFFICE,
                "is a Word document protected with a password",
            ),
            (
                Some(Format::Workbook),
                OLD_OFFICE,
                "is an Excel workbook protected with a password",
            ),
            (None, OLD_OFFICE, "is a file of an older office program"),
            (
                Some(Format::Workbook),
                b"name,value",
                "is named like an Excel file but is none",
            ),
        ] {
            let said = refused(named, head);
            assert!(said.starts_with(message), "{said}");
        }
        let tar = [&[b'a'; 257][..], b"ustar\x0000", &[b'x'; 250]].concat();
        assert!(refused(None, &tar).starts_with("is a tar archive; unpack it"));
    }
}
