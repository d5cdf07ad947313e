//! Sources that are cited by what they are called: a file, a title with a page, an author with a year or a page, a key.

use std::collections::HashSet;

use super::marks::{Cite, LABELS, cites};
use super::sources::{identifiers, is_year};
use crate::check::{self, month_named};
use crate::study::citation;

/// Files, titles with pages and authors with years, separated by semicolons; `None` where anything else stands among them.
pub(super) fn named(content: &str) -> Option<Vec<Cite>> {
    let mut cites = Vec::new();
    for piece in content.split(';') {
        let told = told(piece.trim());
        let piece = without_label(piece.trim()).trim_matches('`');
        if piece.is_empty() {
            continue;
        }
        if let Some(identifier) = identifier(piece) {
            cites.push(identifier);
        } else if let Some(target) = citation::target(piece) {
            cites.extend(super::marks::cites(&[target]));
        } else if let Some(title) = set_off(piece).filter(|_| told.is_none()) {
            cites.push(title);
        } else if let Some(author) = author(piece) {
            cites.push(author);
        } else if let Some(files) = files(piece) {
            cites.extend(files);
        } else {
            cites.push(titled(piece).or_else(|| dated(piece)).or(told)?);
        }
    }
    (!cites.is_empty()).then_some(cites)
}

/// `doi:10.1000/182`, `DOI 10.1000/182`, `10.1000/182`, `arXiv:2101.00001`: one identifier, and nothing else.
pub(super) fn identifier(piece: &str) -> Option<Cite> {
    let lower = piece.trim().to_lowercase();
    let bare = lower.strip_prefix("doi").unwrap_or(&lower);
    let bare = bare.trim_start_matches([':', ' ']);
    if bare.contains(char::is_whitespace) || !bare.starts_with("10.") && !bare.starts_with("arxiv:")
    {
        return None;
    }
    match &*identifiers(bare) {
        [one] => Some(Cite::Uri(one.clone())),
        _ => None,
    }
}

/// `Smith 2020; Jones, 2021a, p. 3`: authors with their years, and nothing else.
pub(super) fn works(content: &str) -> Option<Vec<Cite>> {
    let pieces = content.split(';');
    pieces
        .map(|piece| author(without_label(piece.trim())))
        .collect()
}

/// `Source: Annual report`: the title behind a label that names nothing but sources.
pub(super) fn told(piece: &str) -> Option<Cite> {
    const LABELS: &[&str] = &[
        "source",
        "sources",
        "quelle",
        "quellen",
        "reference",
        "references",
        "fuente",
        "fonte",
    ];
    let (label, title) = piece.split_once(':')?;
    let title = title.trim().trim_matches(['*', '_', '"', '“', '”']);
    let is_label = LABELS.contains(&label.trim_matches(['*', '_', ' ']).to_lowercase().as_str());
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    (is_label && letters > 3).then(|| Cite::Told(title.to_owned()))
}

/// The keys of `@smith2020; see @jones, p. 3`.
pub(super) fn pandoc(content: &str) -> Vec<Cite> {
    let piece = |piece: &str| -> Option<Cite> {
        let at = piece.find('@')?;
        let before = piece.get(..at)?;
        if before.ends_with(|c: char| c.is_alphanumeric()) {
            return None;
        }
        let key = piece.get(at + 1..)?;
        let end = key
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.' | '/')))
            .unwrap_or(key.len());
        let key = key.get(..end)?.trim_end_matches(['.', ':']).to_lowercase();
        (!key.is_empty()).then_some(Cite::Label(key))
    };
    content.split(';').filter_map(piece).collect()
}

/// `Annual report, p. 3`: a title, and the page that tells it from prose.
pub(super) fn titled(content: &str) -> Option<Cite> {
    let (title, located) = content.rsplit_once([',', ':'])?;
    let located = located.trim().to_lowercase();
    let page = ["pages", "page", "pp.", "pp", "p.", "p", "seite", "s."]
        .iter()
        .find_map(|word| located.strip_prefix(word))?;
    let page = page.trim_start();
    let is_page = page.starts_with(|c: char| c.is_ascii_digit())
        && page
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | ',' | ' ' | 'f'));
    let title = without_label(title.trim()).trim_matches(['*', '_', '"', '“', '”']);
    (is_page && title.chars().any(char::is_alphabetic)).then(|| Cite::Titled(title.to_owned()))
}

/// `"Harbour study," n.d.`, `“Harbour study” (2020, p. 3)`: a title in quotes with its year, as what has no author is cited.
fn dated(content: &str) -> Option<Cite> {
    let inside = content.strip_prefix(['"', '“', '„'])?;
    let (title, behind) = inside.split_once(['"', '”', '“'])?;
    let mut behind = behind
        .split([',', ' '])
        .map(|word| word.trim_matches(['(', ')']))
        .filter(|word| !word.is_empty());
    let year = behind.next()?;
    let digits = year.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let is_dated = is_undated(year) || digits.parse().is_ok_and(is_year);
    let title = title.trim_matches([',', '.', ' ']);
    let has_letters = title.chars().any(char::is_alphabetic);
    let is_place = |word: &str| matches!(word, "p." | "pp." | "p" | "pp" | "para." | "sec.");
    let is_located = behind.all(|word| is_place(word) || !word.contains(char::is_alphabetic));
    (is_dated && has_letters && is_located).then(|| Cite::Titled(title.to_owned()))
}

/// What stands for the year of a source that has none.
fn is_undated(year: &str) -> bool {
    matches!(year, "n.d." | "n.d" | "nd" | "o.J.")
}

/// `a.pdf, b.pdf`, `a.txt and b.txt`, `"a.txt", lines 5-7`: files, with where in them.
pub(super) fn files(content: &str) -> Option<Vec<Cite>> {
    let mut found = Vec::new();
    let pieces = content
        .split([',', '&'])
        .flat_map(|piece| piece.split(" and "));
    for piece in pieces {
        let piece = without_label(piece.trim()).trim_matches(['`', '"', '“', '”']);
        match citation::target(piece) {
            Some(target) => found.extend(cites(&[target])),
            None if !found.is_empty() && is_locator(piece) => {}
            None => return None,
        }
    }
    (!found.is_empty()).then_some(found)
}

/// `lines 5-7`, `sec. 1`: a place within a source.
fn is_locator(piece: &str) -> bool {
    let digits = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | '.'))
    };
    let letters = piece
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(piece.len());
    let (place, number) = piece.split_at(letters);
    let number = number.trim_start_matches(['.', ' ']);
    is_place(&place.to_lowercase()) && !number.is_empty() && digits(number)
}

/// What counts the places of a source, in lower case.
pub(super) fn is_place(word: &str) -> bool {
    check::is_place(word) || ["l", "ll", "sections", "slides"].contains(&word)
}

/// `Smith (2020)`, `Smith and Jones (2020a, p. 3)`, and `Smith's review (2020)` where the list has works by Smith: the sentence names the author, and the
/// parentheses the year. Of two it is the first by whom a list has the work.
pub(super) fn year_of(before: &str, content: &str, authors: &HashSet<String>) -> Option<Cite> {
    const REACH: usize = 4;
    let is_listed = |name: &str| authors.contains(&name.to_lowercase());
    let all = before.strip_suffix(' ')?.rsplit(char::is_whitespace);
    let mut words = all.clone().filter(|word| !is_link(word)).take(REACH);
    let nearest = words.next()?;
    let mut joined = all.skip_while(|word| *word != nearest).skip(1);
    let is_joined = joined
        .next()
        .is_some_and(|word| matches!(word, "and" | "&" | "und"));
    let first = joined.next().filter(|first| {
        let is_name =
            first.chars().all(char::is_alphabetic) && first.starts_with(char::is_uppercase);
        is_joined && is_name && (is_listed(first) || !is_listed(nearest))
    });
    author(&format!("{} {content}", first.unwrap_or(nearest))).or_else(|| {
        let names = words.map(|word| word.trim_end_matches("'s").trim_end_matches("’s"));
        let mut listed =
            names.filter(|name| name.starts_with(char::is_uppercase) && is_listed(name));
        author(&format!("{} {content}", listed.next()?))
    })
}

/// Words in lower case that stand between the names of authors, or within one.
fn is_link(word: &str) -> bool {
    const LINKS: [&str; 17] = [
        "et", "al", "al.", "and", "&", "und", "of", "the", "for", "on", "de", "der", "la", "van",
        "von", "u.", "a.",
    ];
    LINKS.contains(&word)
}

/// `Smith et al., 2020`, `see Smith and Jones 2020a, p. 3`, `Court of Auditors, 2024`, `U.S. Accountability Office [GAO], 2023`, `Reed, Oct. 11, 2022`.
fn author(content: &str) -> Option<Cite> {
    let mut words = content
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty());
    let first = words.next()?.trim_matches('(');
    let of_state = state(first).and_then(|()| words.next());
    let name = of_state.unwrap_or(first).trim_matches(['(', ')', '.']);
    // `Smith/Jones 2020`, `Smith's (2020) review`.
    let name = name.split('/').next()?;
    let owned = name.strip_suffix("'s").or_else(|| name.strip_suffix("’s"));
    let name = owned.unwrap_or(name).trim_end_matches(['\'', '’']);
    let capital = name.chars().next().is_some_and(char::is_uppercase);
    let is_name = capital
        && name
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
    let is_dated = content
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| month_named(word).is_some() || SHORT_MONTHS.contains(&word));
    let mut rest = words.skip_while(|word| {
        let is_name = word.chars().next().is_some_and(char::is_uppercase);
        is_link(word) || is_name || is_abbreviation(word) || is_dated && is_day(word)
    });
    let year = rest.next()?;
    let year = year.trim_end_matches([':', '.']);
    let digits = year.get(..4)?;
    let letter = year.get(4..)?;
    let is_year = digits.parse().is_ok_and(is_year)
        && letter.len() <= 1
        && letter.chars().all(|c| c.is_ascii_lowercase());
    (is_name && name.chars().count() > 1 && is_year).then(|| Cite::Author {
        name: match of_state {
            Some(_) => format!("{first} {name}"),
            None => name.to_owned(),
        },
        year: year.to_owned(),
        is_dated,
    })
}

const SHORT_MONTHS: &[&str] = &[
    "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec",
];

/// `U.S.`, `U.K.`: what a name of an authority begins with is written with stops.
fn state(word: &str) -> Option<()> {
    let mut letters = word.strip_suffix('.')?.split('.');
    let is_one = |part: &str| part.len() == 1 && part.starts_with(|c: char| c.is_ascii_uppercase());
    (word.len() > 2 && letters.all(is_one)).then_some(())
}

/// `[GAO]`, `(GAO)`: what an authority is called for short behind its name.
fn is_abbreviation(word: &str) -> bool {
    let inside = word
        .strip_prefix(['[', '('])
        .and_then(|word| word.strip_suffix([']', ')']));
    inside.is_some_and(|inside| inside.starts_with(char::is_uppercase))
}

/// Whether a word is a day of a month: `22`, `3.`, `1st`.
fn is_day(word: &str) -> bool {
    const LAST: u32 = 31;
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase() || c == '.');
    let day = digits.parse::<u32>();
    day.is_ok_and(|day| (1..=LAST).contains(&day))
}

/// Without `see`, `Source:`, `e.g.,` and the like in front.
pub(super) fn without_label(piece: &str) -> &str {
    let mut piece = piece;
    while let Some((first, rest)) = piece.split_once([':', ' ']) {
        let word = first.to_lowercase();
        let word = word.trim_end_matches(',');
        if !LABELS.contains(&word) && word != "also" {
            break;
        }
        piece = rest.trim_start_matches([':', ' ']);
    }
    piece
}

/// A title set off by stars or quotes, and nothing else: `*Annual report*`, `“Annual report”`.
pub(super) fn set_off(content: &str) -> Option<Cite> {
    let content = without_label(content.trim());
    let pairs = [("*", "*"), ("_", "_"), ("\"", "\""), ("“", "”"), ("„", "“")];
    let inside = pairs.iter().find_map(|(open, close)| {
        let inside = content.strip_prefix(open)?.strip_suffix(close)?;
        (!inside.contains(open) || *open == "*").then_some(inside)
    })?;
    perhaps(inside)
}

/// Words in brackets, or behind a dash, that may be a title: a source where the evidence has one of that title.
pub(super) fn perhaps(title: &str) -> Option<Cite> {
    const LONGEST: usize = 200;
    let title = title.trim_matches(['*', '_', '"', '“', '”', ' ', '.', ',']);
    let words = title.split_whitespace();
    // `[1, two of them]`.
    let first = title.split(' ').next().unwrap_or_default();
    let is_number_and_more =
        first.starts_with(|c: char| c.is_numeric()) && first.ends_with([',', ';', ':']);
    let is_title = (2..LONGEST).contains(&title.len())
        && !title.contains('\n')
        && title.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
        && !is_number_and_more
        && words
            .filter(|word| word.contains(char::is_alphabetic))
            .count()
            > 2;
    is_title.then(|| Cite::Perhaps(title.to_owned()))
}

/// `Finch`, `Finch 12`, `Sørensen and Patel 12-14`: an author as a list of works names him, with a page or without.
pub(super) fn surname(content: &str, authors: &HashSet<String>) -> Option<Cite> {
    let mut words = content
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty());
    let first = words.next()?;
    let name = first.to_lowercase();
    if !first.starts_with(char::is_uppercase) || !authors.contains(&name) {
        return None;
    }
    let mut rest = words
        .skip_while(|word| is_link(word) || word.chars().next().is_some_and(char::is_uppercase))
        .skip_while(|word| matches!(*word, "p." | "pp."));
    let is_page = |page: &str| {
        page.starts_with(|c: char| c.is_ascii_digit())
            && page
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '-' | '–'))
    };
    let is_told = |word: &str| is_page(word) || is_undated(word);
    let is_located = rest.next().is_none_or(is_told) && rest.next().is_none();
    is_located.then_some(Cite::Surname(name))
}

/// `Source: report.md` on a line of its own: what it names.
pub(super) fn named_line(line: &str) -> Option<Vec<Cite>> {
    let line = line
        .trim()
        .trim_matches(['*', '_', '(', ')', '>', '-', ' ']);
    let (label, rest) = line.split_once(':')?;
    let label = label.trim_matches(['*', '_', ' ']).to_lowercase();
    let rest = rest.trim_matches(['*', '_', ' ']).trim_end_matches('.');
    (LABELS.contains(&label.as_str()) && !rest.is_empty())
        .then(|| named(&format!("{label}: {rest}")))
        .flatten()
}
