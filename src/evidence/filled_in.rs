//! Titles and names that a program filled in because nobody did: they say nothing of a document.

/// Whether somebody gave this title.
pub(super) fn is_title(title: &str) -> bool {
    #[rustfmt::skip]
    const FILLED_IN: &[&str] = &[
        "(anonymous)", "document", "dokument", "home", "index", "microsoft word", "microsoft word document", "new document", "new page", "no title", "ohne titel",
        "powerpoint presentation", "powerpoint-präsentation", "présentation powerpoint", "presentation", "präsentation", "sans titre", "senza titolo", "sin título", "slide", "sem título",
        "titel", "title", "titre", "título", "unbenannt", "untitled", "untitled document", "untitled page", "无标题", "無題",
    ];
    const PRINTED_FROM: &[&str] = &[
        "microsoft word - ",
        "microsoft powerpoint - ",
        "microsoft excel - ",
    ];
    /// What the names of files end with that become another document.
    const FILES: &[&str] = &[
        ".doc", ".docx", ".dvi", ".htm", ".html", ".indd", ".odt", ".pdf", ".ppt", ".pptx", ".rtf",
        ".tex", ".xhtml", ".xls", ".xlsx",
    ];
    let title = title.trim().to_lowercase();
    // Programs count the documents that they name.
    let bare =
        title.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | '_' | '.'));
    let is_file = !title.contains(' ') && FILES.iter().any(|end| title.ends_with(end));
    !FILLED_IN.contains(&bare)
        && !is_file
        && !PRINTED_FROM
            .iter()
            .any(|program| title.starts_with(program))
}

/// Whether this names someone.
pub(super) fn is_author(author: &str) -> bool {
    #[rustfmt::skip]
    const FILLED_IN: &[&str] = &[
        "(anonymous)", "(unspecified)", "admin", "administrator", "anonymous", "apache poi", "author", "default", "microsoft", "microsoft office user", "microsoft account", "owner",
        "python-docx", "root", "un-named", "unknown", "unspecified", "user", "utilisateur", "windows user", "windows-benutzer",
    ];
    let author = author.trim().to_lowercase();
    author.contains(char::is_alphabetic)
        // What a program wrote of its own memory.
        && !author.contains("(0x")
        && !FILLED_IN.contains(&author.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_filled_in_is_told_from_what_somebody_wrote() {
        for title in [
            "untitled",
            "Untitled-1",
            "Document1",
            "Microsoft Word - final_v3.doc",
            "Untitled Document",
            "PowerPoint Presentation",
            "Home",
            "acme-10k_20211231.htm",
        ] {
            assert!(!is_title(title), "{title}");
        }
        for title in [
            "Depot study",
            "Untitled works of the depot",
            "Document management in transit",
            "2024",
            "年报",
            "README.md",
        ] {
            assert!(is_title(title), "{title}");
        }
        for author in [
            "(anonymous)",
            " user ",
            "python-docx",
            "Microsoft Office User",
            "42",
        ] {
            assert!(!is_author(author), "{author}");
        }
        assert!(is_author("Ada Penrose") && is_author("user23"));
    }
}
