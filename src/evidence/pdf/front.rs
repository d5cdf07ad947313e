//! What the first page of a document shows above its text: the title in the largest type, and below it who wrote it.
//!
//! A line of capitalised words may be anything. It names people where they are several, or where what stands below it is what stands below authors:
//! where they work, an address, the date.

use super::line::Printed;
use super::page::Page;
use super::style::Styles;
use crate::evidence::byline;
use crate::evidence::dates::{date_behind_name, stated_date};
use crate::evidence::flow::ends_sentence;
use crate::semantic;

/// The head of a first page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Front {
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
}

/// The title and its authors, as far as the first page shows them.
pub(super) fn front(pages: &[Page], styles: &Styles) -> Front {
    /// So many lines may stand above the text.
    const LINES: usize = 30;
    /// Lines of the longest title.
    const LONGEST: usize = 4;
    let lines = pages.first().map(|page| page.lines.as_slice());
    let filled = lines.unwrap_or_default().iter();
    // What is stamped across the page, or along its side, is none of it.
    let has_text = filled.clone().any(|line| line.height.is_some());
    let lines: Vec<&Printed> = filled
        .filter(|line| !line.text.trim().is_empty() && (line.height.is_some() || !has_text))
        .take(LINES)
        .collect();
    let is_title = |line: &&&Printed| {
        let letters = line.text.chars().filter(|c| c.is_alphabetic()).count();
        letters > 3 && styles.is_larger(line) && styles.heading_level(line).is_some()
    };
    let largest = lines.iter().filter(is_title).map(|line| line.size);
    let Some(largest) = largest.max_by(f32::total_cmp) else {
        return Front::default();
    };
    let is_largest = |line: &&Printed| (line.size - largest).abs() < 0.5;
    let start = lines.iter().position(is_largest).unwrap_or_default();
    let (_, rest) = lines.split_at(start);
    let title: Vec<&str> = rest
        .iter()
        .take_while(|line| is_largest(line))
        .map(|line| line.text.trim())
        .collect();
    let below: Vec<&str> = rest
        .iter()
        .skip(title.len())
        .map(|line| line.text.trim())
        .collect();
    let words = title.iter().flat_map(|line| line.split_whitespace());
    let is_named = title.len() <= LONGEST && words.count() > 1;
    Front {
        author: authors(&below),
        title: is_named.then(|| title.join(" ")),
    }
}

/// The people whom the lines below a title name as its authors.
fn authors(below: &[&str]) -> Option<String> {
    /// Lines between the title and its text, and those of a subtitle among them.
    const LINES: usize = 12;
    const SUBTITLE: usize = 2;
    /// More people than this are a list of something else.
    const MOST: usize = 12;
    let mut found: Vec<String> = Vec::new();
    let (mut is_signed, mut is_placed) = (false, false);
    for (at, line) in below.iter().take(LINES).enumerate() {
        if begins_text(line) {
            break;
        }
        let signed = behind_by(line);
        // The date behind a name in its line: `By Mara Olsen, 4 May 2021`.
        let dated = signed.filter(|_| date_behind_name(line).is_some());
        let dated = dated.and_then(byline::names);
        let names = names(dated.as_deref().or(signed).unwrap_or(line));
        let is_name = dated.is_some() && !names.is_empty();
        if !is_name && (is_place(line) || stated_date(line).is_some()) {
            is_placed |= !found.is_empty();
        } else if !names.is_empty() {
            is_signed |= signed.is_some();
            found.extend(names);
        } else if !found.is_empty() || at >= SUBTITLE {
            break;
        }
    }
    let is_known = |name: &String| {
        let mut words = name.split_whitespace();
        words.all(|word| semantic::is_word(&word.to_lowercase()))
    };
    let is_certain = match found.as_slice() {
        [] => false,
        [only] => is_signed || is_placed && !is_known(only),
        _ => is_signed || is_placed,
    };
    (is_certain && found.len() <= MOST).then(|| found.join(", "))
}

/// What stands behind the words that say who wrote.
fn behind_by(line: &str) -> Option<&str> {
    const BY: &[&str] = &[
        "by ",
        "written by ",
        "von ",
        "par ",
        "por ",
        "door ",
        "av ",
        "af ",
    ];
    let lower = line.to_lowercase();
    let by = BY.iter().find(|by| lower.starts_with(**by));
    by.and_then(|by| line.get(by.len()..)).or_else(|| {
        let (label, rest) = line.split_once([':', '：'])?;
        byline::is_label(&format!("{label}:")).then_some(rest)
    })
}

/// Whether a line is no longer of the head of the document.
fn begins_text(line: &str) -> bool {
    const LONGEST: usize = 24;
    const FIRST: &[&str] = &[
        "abstract",
        "contents",
        "foreword",
        "introduction",
        "keywords",
        "preface",
        "summary",
        "zusammenfassung",
    ];
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.first().map(|word| word.to_lowercase());
    let first = first.unwrap_or_default();
    let first = first.split(|c: char| !c.is_alphabetic()).next();
    words.len() > LONGEST
        || words.len() > 8 && ends_sentence(line)
        || first.is_some_and(|first| FIRST.contains(&first))
}

/// Words by which a line says where someone works, or how to reach them.
#[rustfmt::skip]
const PLACES: &[&str] = &[
    "academy", "agency", "bank", "center", "centre", "college", "commission", "company", "corporation", "council", "department", "dept", "division", "e-mail", "email",
    "faculty", "fakultät", "foundation", "gmbh", "hospital", "inc", "institut", "institute", "institution", "instituto", "lab", "laboratories", "laboratory", "ltd", "ministry",
    "observatory", "school", "societies", "society", "universidad", "universidade", "universität", "universitat", "universiteit", "university", "université", "università",
];

fn is_place(line: &str) -> bool {
    let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '-'));
    line.contains('@') || words.any(|word| PLACES.contains(&word.to_lowercase().as_str()))
}

/// The names that a line lists, where it lists nothing else.
fn names(line: &str) -> Vec<String> {
    /// What stands between two names, and behind one that is not the last.
    const AND: &[&str] = &[" and ", " und ", " et ", " y ", " & "];
    const DEGREES: &[&str] = &["dr", "jr", "m.d", "md", "msc", "ph.d", "phd", "prof", "sr"];
    let is_mark = |c: char| c.is_numeric() || "*∗†‡§¶#".contains(c);
    let bare: String = line
        .chars()
        .map(|c| if is_mark(c) { ',' } else { c })
        .collect();
    let mut bare = format!(" {bare} ");
    for and in AND {
        bare = bare.replace(and, " , ");
    }
    let parts = bare.split([',', ';', '·', '•', '|']).map(str::trim);
    let mut names = Vec::new();
    for part in parts {
        let part = part.trim_start_matches("and ").trim_end_matches(" and");
        let lower = part.trim_end_matches('.').to_lowercase();
        // Single letters refer to where someone works.
        if part.chars().count() < 2 || DEGREES.contains(&lower.as_str()) {
            continue;
        }
        if !is_person(part) {
            return Vec::new();
        }
        names.push(part.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    names
}

/// Whether someone could be called so, and a document hardly.
fn is_person(name: &str) -> bool {
    const PARTICLES: &[&str] = &[
        "al", "bin", "da", "dal", "de", "del", "della", "den", "der", "di", "dos", "du", "el",
        "ibn", "la", "le", "ten", "ter", "van", "von", "zu", "zum",
    ];
    /// What titles, their parts and those of documents are made of.
    #[rustfmt::skip]
    const OTHERS: &[&str] = &[
        "a", "act", "agenda", "an", "analysis", "annual", "appendix", "article", "book", "brief", "bulletin", "chapter", "code", "committee", "conference", "document", "draft",
        "edition", "executive", "final", "for", "guide", "guidelines", "handbook", "in", "issue", "journal", "law", "letter", "manual", "memorandum", "minutes", "national", "note",
        "notes", "notice", "number", "of", "on", "overview", "page", "paper", "part", "plan", "policy", "press", "proceedings", "program", "programme", "project", "proposal",
        "public", "release", "report", "research", "results", "review", "revised", "rules", "section", "series", "study", "survey", "system", "table", "technical", "the", "thesis",
        "to", "united", "update", "version", "volume", "white", "with", "working", "your",
    ];
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_part = |word: &&str| {
        let plain = word
            .chars()
            .all(|c| c.is_alphabetic() || ".'’-‐".contains(c));
        let is_capitalised = word.starts_with(char::is_uppercase);
        plain
            && (is_capitalised || PARTICLES.contains(word))
            && !OTHERS.contains(&word.to_lowercase().as_str())
    };
    let whole = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    (2..=5).contains(&words.len())
        && words.iter().all(is_part)
        && words.last().is_some_and(whole)
        && !ends_sentence(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(below: &[&str], expected: Option<&str>) {
        assert_eq!(authors(below).as_deref(), expected, "{below:?}");
    }

    #[test]
    fn people_below_a_title_are_its_authors_where_a_place_or_a_date_follows() {
        check(
            &[
                "Ada Penrose",
                "The Velmar Business School, Velmar",
                "Kurt Imhoff-Lind",
                "Department of Tides",
                "Abstract",
            ],
            Some("Ada Penrose, Kurt Imhoff-Lind"),
        );
        check(
            &[
                "Ada Penrose1,2, Kurt M. Imhoff1∗ and Bo van der Lind3",
                "1 Institute of Tides, Velmar",
            ],
            Some("Ada Penrose, Kurt M. Imhoff, Bo van der Lind"),
        );
        check(
            &[
                "A study of the coast",
                "Ada Quimblefeather",
                "January 3, 2024",
            ],
            Some("Ada Quimblefeather"),
        );
        check(
            &[
                "By Ada Penrose",
                "The tide rose again on Monday, as it had on all the days before that one.",
            ],
            Some("Ada Penrose"),
        );
        check(
            &["Ada Quimblefeather", "E-mail: ada@tides.example"],
            Some("Ada Quimblefeather"),
        );
        let text = "The tide rose again on Monday, as it had on all the days before that one.";
        for line in [
            "By Ada Penrose, 4 May 2021",
            "By Ada Penrose | May 4, 2021",
            "Von Ada Penrose, 4. Mai 2021",
            "Author: Ada Penrose",
            "Written by Ada Penrose",
        ] {
            check(&[line, text], Some("Ada Penrose"));
        }
        check(&["Published 4 May 2021", text], None);
        check(&["By the sea, 4 May 2021", text], None);
    }

    #[test]
    fn other_lines_below_a_title_name_nobody() {
        check(&["Annual Report", "March 2019"], None);
        check(&["Executive Summary", "The University of Velmar"], None);
        check(&["Velmar Tide Works", "Coast Watch"], None);
        check(
            &[
                "Abstract",
                "Ada Penrose, Kurt Imhoff",
                "University of Velmar",
            ],
            None,
        );
        check(&["Sea Level", "April 2019"], None);
        check(&[], None);
    }
}
