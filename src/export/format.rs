//! What a brief can be written as; the ending of a file's name says which.

use std::ffi::OsStr;
use std::path::Path;

/// A form in which a brief leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    #[default]
    Markdown,
    /// One page that needs nothing else.
    Html,
    /// All that is known of the brief, for programs.
    Json,
    /// Its cited sources alone.
    Bibtex,
    /// The same for programs that read CSL-JSON.
    CslJson,
}

/// Endings that say another format, in which nothing is written.
const OTHERS: [&str; 27] = [
    "xhtml", "mhtml", "pdf", "doc", "docx", "odt", "rtf", "tex", "epub", "rst", "adoc", "org",
    "ppt", "pptx", "xls", "xlsx", "ods", "csv", "tsv", "jsonl", "xml", "yaml", "yml", "toml",
    "ris", "csl", "ipynb",
];

impl Format {
    pub const ALL: [Self; 5] = [
        Self::Markdown,
        Self::Html,
        Self::Json,
        Self::Bibtex,
        Self::CslJson,
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Json => "json",
            Self::Bibtex => "bibtex",
            Self::CslJson => "csl-json",
        }
    }

    /// The format that the name of a file says, Markdown where it says none; `None` for one that nothing is written in.
    #[must_use]
    pub fn of_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending {
            "html" | "htm" => Some(Self::Html),
            "json" if name.ends_with(".csl.json") => Some(Self::CslJson),
            "json" => Some(Self::Json),
            "bib" | "bibtex" => Some(Self::Bibtex),
            other if OTHERS.contains(&other) => None,
            _ => Some(Self::Markdown),
        }
    }

    /// Whether the name of a file says no format.
    #[must_use]
    pub fn is_unsaid(path: &Path) -> bool {
        let ending = path.extension().map(OsStr::to_ascii_lowercase);
        let is_markdown = ending.is_some_and(|ending| ending == "md" || ending == "markdown");
        Self::of_name(path) == Some(Self::Markdown) && !is_markdown
    }

    /// Whether a sidecar goes with it, by which it can be checked again.
    #[must_use]
    pub fn has_sidecar(self) -> bool {
        self == Self::Markdown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_name_says_the_format() {
        for (name, expected) in [
            ("brief.md", Some(Format::Markdown)),
            ("brief", Some(Format::Markdown)),
            ("v1.2", Some(Format::Markdown)),
            ("brief.HTML", Some(Format::Html)),
            ("a/brief.json", Some(Format::Json)),
            ("sources.csl.json", Some(Format::CslJson)),
            ("sources.bib", Some(Format::Bibtex)),
            ("brief.pdf", None),
            ("brief.docx", None),
            ("..", None),
        ] {
            assert_eq!(Format::of_name(Path::new(name)), expected, "{name}");
        }
    }
}
