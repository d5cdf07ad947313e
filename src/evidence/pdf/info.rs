//! What a PDF file says of itself, where that is more than what a program filled in.

use pdf_oxide::PdfDocument;
use pdf_oxide::editor::DocumentInfo;

use crate::evidence::reading::Reading;

/// Title, author and date from the document information, where they are more than what a program filled in.
pub(super) fn described(document: &PdfDocument) -> Reading {
    let trailer = document.trailer();
    let info = trailer.as_dict().and_then(|trailer| trailer.get("Info"));
    let Some(info) = info.and_then(|info| document.resolve_references(info, 2).ok()) else {
        return Reading::default();
    };
    let info = DocumentInfo::from_object(&info);
    Reading {
        title: info.title.filter(|title| is_title(title)),
        author: info.author.filter(|author| is_author(author)),
        date: info.creation_date,
        ..Reading::default()
    }
}

fn is_title(title: &str) -> bool {
    const FILLED_IN: &[&str] = &[
        "(anonymous)",
        "document",
        "microsoft word",
        "no title",
        "powerpoint presentation",
        "slide",
        "titel",
        "title",
        "untitled",
    ];
    const FILES: &[&str] = &[
        ".doc", ".docx", ".dvi", ".htm", ".html", ".indd", ".odt", ".pdf", ".ppt", ".pptx", ".qxd",
        ".rtf", ".tex", ".txt", ".xls", ".xlsx",
    ];
    let title = title.trim().to_lowercase();
    let bare =
        title.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | '_' | '.'));
    bare.chars().filter(|c| c.is_alphabetic()).count() >= 3
        && !FILLED_IN.contains(&bare)
        && !FILES.iter().any(|extension| title.ends_with(extension))
        && !title.starts_with("microsoft word - ")
        && !title.starts_with("microsoft powerpoint - ")
}

fn is_author(author: &str) -> bool {
    let author = author.trim().to_lowercase();
    author.chars().any(char::is_alphabetic)
        && ![
            "user",
            "admin",
            "administrator",
            "anonymous",
            "(anonymous)",
            "author",
            "owner",
            "root",
            "unknown",
            "unspecified",
            "(unspecified)",
        ]
        .contains(&author.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_that_a_program_filled_in_are_not_titles() {
        for title in [
            "untitled",
            "Untitled-1",
            "Microsoft Word - final_v3.doc",
            "report.pdf",
            "Document1",
            "PowerPoint Presentation",
            "2024",
            "",
        ] {
            assert!(!is_title(title), "{title}");
        }
        for title in [
            "Depot study",
            "Untitled works of the depot",
            "Document management in transit",
            "Winter range 2026",
        ] {
            assert!(is_title(title), "{title}");
        }
        assert!(!is_author("(anonymous)") && !is_author(" user ") && is_author("Ada Penrose"));
    }
}
