//! What a PDF file says of itself, where that is more than what a program filled in.

use pdf_oxide::PdfDocument;
use pdf_oxide::editor::DocumentInfo;

use super::legible::is_odd;
use super::update::resolved;
use crate::evidence::filled_in;
use crate::evidence::reading::Reading;

/// The information is often referred to, and so are its texts by some programs.
const DEPTH: usize = 3;

/// Title, author, date and language from the document, where they are more than what a program filled in.
pub(super) fn described(document: &PdfDocument) -> Reading {
    let language = language(document);
    let trailer = document.trailer();
    let info = trailer.as_dict().and_then(|trailer| trailer.get("Info"));
    let Some(info) = info.and_then(|info| document.resolve_references(info, DEPTH).ok()) else {
        return Reading {
            language,
            ..Reading::default()
        };
    };
    let info = DocumentInfo::from_object(&info);
    Reading {
        title: info.title.filter(|title| is_title(title)),
        author: info.author.filter(|author| is_author(author)),
        date: info.creation_date,
        language,
        ..Reading::default()
    }
}

/// The language that the document says it is written in.
fn language(document: &PdfDocument) -> Option<String> {
    let catalog = document.catalog().ok()?;
    let said = resolved(document, catalog.as_dict()?.get("Lang")?)?;
    let said = String::from_utf8_lossy(said.as_string()?).trim().to_owned();
    (!said.is_empty() && said.is_ascii()).then_some(said)
}

/// Whether the pages are only there until a program draws the form that they stand for.
pub(super) fn stands_for_a_form(document: &PdfDocument) -> bool {
    let Ok(catalog) = document.catalog() else {
        return false;
    };
    let said = catalog
        .as_dict()
        .and_then(|catalog| catalog.get("NeedsRendering"));
    let said = said.and_then(|said| resolved(document, said));
    said.is_some_and(|said| said.as_bool() == Some(true))
}

fn is_title(title: &str) -> bool {
    const FILES: &[&str] = &[
        ".ai", ".cdr", ".doc", ".docm", ".docx", ".dvi", ".dwg", ".eps", ".exe", ".fm", ".htm",
        ".html", ".indd", ".jpg", ".md", ".odt", ".p65", ".pdf", ".pmd", ".png", ".ppt", ".pptx",
        ".ps", ".pub", ".qxd", ".qxp", ".rtf", ".tex", ".tif", ".tmp", ".txt", ".vsd", ".wpd",
        ".wps", ".xls", ".xlsm", ".xlsx",
    ];
    let title = title.trim().to_lowercase();
    let bare =
        title.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | '_' | '.'));
    bare.chars().filter(|c| c.is_alphabetic()).count() >= 3
        && !title.split_whitespace().all(is_odd)
        && filled_in::is_title(&title)
        && !FILES.iter().any(|extension| title.ends_with(extension))
        // Nobody writes so but to name a file.
        && (title.contains(' ') || !title.contains('_'))
}

fn is_author(author: &str) -> bool {
    // What someone logs in with, the name of a machine, or the desk that a paper comes from: `W:CAR:MP`.
    let author = author.trim();
    let is_account =
        !author.contains(' ') && author.contains(|c: char| c.is_ascii_digit() || c == ':');
    !is_account && filled_in::is_author(author)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::pdf::update::file_of;

    #[test]
    fn what_a_file_says_of_itself_elsewhere_is_found() {
        let file = file_of(&[
            "<< /Type /Catalog /Pages 6 0 R /Lang (sv-SE) >>",
            "<< /Title 3 0 R /Author 4 0 R /CreationDate 5 0 R >>",
            "(The Grid Report)",
            "(Anya Berg)",
            "(D:20120309120000Z)",
            "<< /Type /Pages /Kids [7 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
            "<< /Type /Page /Parent 6 0 R >>",
        ]);
        let reading = described(&PdfDocument::from_bytes(file).unwrap());
        assert_eq!(reading.title.as_deref(), Some("The Grid Report"));
        assert_eq!(reading.author.as_deref(), Some("Anya Berg"));
        assert_eq!(reading.language.as_deref(), Some("sv-SE"));
        assert!(reading.date.is_some_and(|date| date.contains("2012")));
    }

    #[test]
    fn titles_that_a_program_filled_in_are_not_titles() {
        for title in [
            "untitled",
            "Untitled-1",
            "Microsoft Word - final_v3.doc",
            "report.pdf",
            "Document1",
            "PowerPoint Presentation",
            "905_Precinct_NoOU",
            "10811.exe",
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
        assert!(!is_author("e516160") && is_author("Group of 20"));
        assert!(!is_author("W:CAR:MP:FP"));
        assert!(!is_author("(anonymous)") && !is_author(" user ") && is_author("Ada Penrose"));
    }
}
