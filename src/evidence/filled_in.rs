//! Titles and names that a program filled in because nobody did: they say nothing of a document.

use super::dateline::is_date;

/// Whether somebody gave this title, and it names a document: no page or part of one, and no day.
pub(super) fn is_title(title: &str) -> bool {
    is_given(title) && !is_part(title)
}

/// As [`is_title`], where a part may be a name by which the text goes on to call something: `Section 230`, `Chapter 11`.
pub(super) fn is_title_of(title: &str, text: &str) -> bool {
    is_given(title) && (!is_part(title) || is_called(title, text))
}

/// Whether a text speaks of something by this name: it begins with it, or says it again and again. A chapter says once which one it is.
fn is_called(name: &str, text: &str) -> bool {
    const AGAIN: usize = 3;
    let name = name.trim().to_lowercase();
    let mut said = 0;
    for line in text.lines() {
        let line = line.trim().to_lowercase();
        if name.is_empty() || line.len() <= name.len() {
            continue;
        }
        let goes_on = |rest: &str| rest.starts_with(' ');
        if line.strip_prefix(name.as_str()).is_some_and(goes_on) {
            return true;
        }
        let ends = |at: usize| {
            let rest = line.get(at + name.len()..);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        said += line
            .match_indices(name.as_str())
            .filter(|(at, _)| ends(*at))
            .count();
    }
    said >= AGAIN
}

fn is_given(title: &str) -> bool {
    #[rustfmt::skip]
    const FILLED_IN: &[&str] = &[
        "(anonymous)", "document", "dokument", "home", "index", "microsoft word", "microsoft word document", "new document", "new page", "no title", "ohne titel",
        "powerpoint presentation", "powerpoint-präsentation", "présentation powerpoint", "presentation", "präsentation", "sans titre", "senza titolo", "sin título", "slide", "sem título",
        "titel", "title", "title slide", "titre", "título", "unbenannt", "untitled", "无标题", "無題",
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
    if is_left_open(title) {
        return false;
    }
    let title = title.trim().to_lowercase();
    // Programs count the documents that they name.
    let bare = title.trim_end_matches(|c: char| {
        c.is_ascii_digit() || matches!(c, ' ' | '-' | '_' | '.' | '(' | ')')
    });
    // And say of what kind they are: `Untitled spreadsheet`.
    let is_untitled = bare
        .strip_prefix("untitled ")
        .is_some_and(|kind| !kind.contains(' '));
    let is_file = !title.contains(' ') && FILES.iter().any(|end| title.ends_with(end));
    ![bare, title.as_str()]
        .iter()
        .any(|title| FILLED_IN.contains(title))
        && !is_untitled
        && !is_file
        && !is_furniture(&title)
        && !PRINTED_FROM
            .iter()
            .any(|program| title.starts_with(program))
}

/// Whether a title is a place of a template that nobody filled in: nothing else is said, but perhaps the site behind a bar or a dash.
fn is_left_open(title: &str) -> bool {
    let rest = without_places(title);
    let own = rest
        .split(['|', '-', '–', '—', '·'])
        .next()
        .unwrap_or_default();
    rest.len() < title.len() && !own.contains(char::is_alphanumeric)
}

/// A text without the places that templates fill in: `{{ page.title }}`, `$if(title)$`, `<%= title %>`, `${title}`.
fn without_places(text: &str) -> String {
    /// A longer text is no name.
    const LONGEST: usize = 2000;
    const PLACES: &[(&str, &str)] = &[
        ("{{", "}}"),
        ("{%", "%}"),
        ("<%", "%>"),
        ("${", "}"),
        ("#{", "}"),
        ("$", "$"),
    ];
    if text.len() > LONGEST || !text.contains(['{', '%', '$']) {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut rest = text;
    'signs: while let Some(sign) = rest.chars().next() {
        for (opens, closes) in PLACES {
            let inside = rest
                .strip_prefix(opens)
                .and_then(|rest| rest.split_once(closes));
            if let Some((name, behind)) = inside
                && names_a_place(name, opens)
            {
                rest = behind;
                continue 'signs;
            }
        }
        kept.push(sign);
        rest = rest.get(sign.len_utf8()..).unwrap_or_default();
    }
    kept
}

/// Between two signs of money stands the name of a place only where it is one word.
fn names_a_place(name: &str, opens: &str) -> bool {
    opens != "$"
        || name.starts_with(|first: char| first.is_ascii_lowercase())
            && !name.contains(char::is_whitespace)
}

/// Whether a line only says which page of a document it stands on, or which day it is of: what the document is about is said below it.
pub(super) fn is_furniture(line: &str) -> bool {
    #[rustfmt::skip]
    const PAGES: &[&str] = &[
        "page", "p", "pp", "seite", "página", "pagina", "sida", "side", "strona", "sivu", "stránka", "oldal", "slide", "folie", "diapositive", "sheet",
    ];
    let line = line.trim().to_lowercase();
    is_date(&line) && !line.contains('(')
        || counts(&line, PAGES)
        || line.starts_with(['-', '–', '—']) && counts(&line, &[])
}

/// Whether this only counts a part of a document: `Chapter II`.
fn is_part(title: &str) -> bool {
    const PARTS: &[&str] = &[
        "chapter",
        "kapitel",
        "chapitre",
        "capítulo",
        "capitolo",
        "hoofdstuk",
        "part",
        "teil",
        "partie",
        "parte",
        "section",
        "abschnitt",
    ];
    counts(&title.trim().to_lowercase(), PARTS)
}

/// Whether this is a number behind one of these nouns, or nothing else where there are none: `page 3 of 12`.
fn counts(title: &str, nouns: &[&str]) -> bool {
    const OF: &[&str] = &["of", "von", "de", "di", "van", "av", "af", "sur", "z"];
    let is_count = |word: &&str| {
        let is_roman = word.bytes().all(|byte| b"ivxlc".contains(&byte));
        is_roman || word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let words = title.split(|edge: char| !edge.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let rest = match words.as_slice() {
        [first, rest @ ..] if nouns.contains(first) => rest,
        all if nouns.is_empty() => all,
        _ => return false,
    };
    let counts = rest.iter().filter(|word| is_count(word)).count();
    (1..=2).contains(&counts) && rest.iter().all(|word| is_count(word) || OF.contains(word))
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
        && without_places(&author).len() == author.len()
        // What a program wrote of its own memory.
        && !author.contains("(0x")
        && !FILLED_IN.contains(&author.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_templates_name_nothing() {
        for open in [
            "$if(title-prefix)$$title-prefix$ – $endif$$pagetitle$",
            "{{ page.title }}",
            "{{ page.title | escape }} | Depot news",
            "<%= title %>",
            "${document.title}",
        ] {
            assert!(!is_title(open), "{open}");
        }
        for author in [
            "$if(author)$$author$$endif$",
            "{{ author }}",
            "$for(author)$$author$$sep$, $endfor$",
        ] {
            assert!(!is_author(author), "{author}");
        }
        for title in [
            "What {{ name }} does in a template",
            "From $5 to $10 a day",
            "Why A$AP and Ke$ha sign so",
            "A {% block %} explained",
            "{fmt} 10: what is new",
        ] {
            assert!(is_title(title), "{title}");
        }
        assert!(is_author("Ke$ha") && is_author("A$AP Rocky"));
    }

    #[test]
    fn what_a_program_filled_in_is_told_from_what_somebody_wrote() {
        for title in [
            "untitled",
            "Untitled-1",
            "Document1",
            "Microsoft Word - final_v3.doc",
            "Untitled Document",
            "Untitled spreadsheet (2)",
            "PowerPoint Presentation",
            "Home",
            "acme-10k_20211231.htm",
            "Page 1",
            "page 3 of 12",
            "Seite 2 von 5",
            "- 7 -",
            "Chapter IV",
            "12 March 2024",
            "2024-03-12",
        ] {
            assert!(!is_title(title), "{title}");
        }
        for title in [
            "Depot study",
            "Untitled works of the depot",
            "Document management in transit",
            "2024",
            "Page turners of the year",
            "Part 2 of the plan",
            "Section 8 housing",
            "Minutes, 12 March 2024",
            "Vitamin C",
            "年报",
            "README.md",
        ] {
            assert!(is_title(title), "{title}");
        }
        let law = "Section 230 of the act protects those who show what others wrote.";
        assert!(is_title_of("Section 230", law) && !is_title_of("Section 23", law));
        assert!(!is_title_of("Chapter 1", "This is Chapter 1."));
        assert!(!is_title_of(
            "Chapter 1",
            "Chapter 1\n\nIt was dark.\n\nChapter 2"
        ));
        assert!(is_furniture("Page 3") && is_furniture("12 March 2024"));
        assert!(!is_furniture("Chapter 3") && !is_furniture("Untitled"));
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
