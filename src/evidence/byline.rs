//! Bylines, brought to the names that they give: without `By`, the date, the time to read and what else stands in their line.

use super::dates::{is_month, is_weekday};

/// What stands before the names, in lower case.
const BY: &[&str] = &[
    "af",
    "all articles by",
    "all posts by",
    "alle artikel von",
    "alle beiträge von",
    "alles von",
    "artikel von",
    "auteur",
    "author",
    "authors",
    "autor",
    "autoren",
    "autores",
    "autorin",
    "autorka",
    "autorzy",
    "av",
    "beitrag von",
    "by",
    "di",
    "door",
    "ein artikel von",
    "ein beitrag von",
    "ein gastbeitrag von",
    "ein kommentar von",
    "eingestellt von",
    "erstellt von",
    "escrito por",
    "forfatter",
    "författare",
    "gepostet von",
    "gepubliceerd door",
    "geschreven door",
    "geschrieben von",
    "gespeichert von",
    "kirjoittanut",
    "mehr von",
    "more by",
    "more from",
    "napisane przez",
    "napisał",
    "napisała",
    "opublikowane przez",
    "par",
    "por",
    "posted by",
    "posts by",
    "pressemitteilung von",
    "pubblicato da",
    "publicado por",
    "published by",
    "publié par",
    "redactie",
    "redigé par",
    "reported by",
    "rédigé par",
    "scris de",
    "scritto da",
    "skrevet af",
    "skrevet av",
    "skriven av",
    "submitted by",
    "szerző",
    "text",
    "text by",
    "text von",
    "texte",
    "texto",
    "verfasst von",
    "veröffentlicht von",
    "view all posts by",
    "voir tous les articles de",
    "von",
    "words by",
    "writer",
    "written by",
    "yazan",
    "yazar",
    "zeige alle beiträge von",
    "écrit par",
    "συντάκτης",
    "автор",
    "автор текста",
    "מאת",
    "الكاتب",
    "بقلم",
    "كتب",
    "作者",
    "執筆",
    "執筆者",
    "撰文",
    "著者",
    "記者",
    "记者",
    "글",
];
/// What kind of text it is that someone wrote, where a colon follows.
const KINDS: &[&str] = &[
    "analysis",
    "analyse",
    "bericht",
    "comment",
    "interview",
    "kommentar",
    "opinion",
    "protokoll",
    "redaktion",
    "reportage",
];
/// Of the words that stand before the names those that do so also without a colon, alone in their line.
const LABELS: &[&str] = &[
    "auteur",
    "author",
    "authors",
    "autor",
    "autoren",
    "autores",
    "autorin",
    "writer",
    "автор",
    "作者",
    "執筆者",
    "著者",
];
/// What ends them.
const ENDS: &[&str] = &[
    "edited",
    "editing",
    "fotos",
    "illustrated",
    "last",
    "photography",
    "photos",
    "posted",
    "published",
    "publié",
    "share",
    "shares",
    "stand",
    "today",
    "updated",
    "veröffentlicht",
    "yesterday",
];
/// Words that end a date rather than a name when a number follows.
const BEFORE_DATES: &[&str] = &["am", "at", "el", "il", "le", "on", "vom"];
/// What stands between two names.
const AND: &[&str] = &["&", "+", "/", "and", "e", "en", "et", "und", "y"];
/// What someone is and not who, as the last word of a part.
const ROLES: &[&str] = &[
    "ceo",
    "cfo",
    "columnist",
    "contributor",
    "correspondent",
    "cto",
    "editor",
    "fellow",
    "founder",
    "freelancer",
    "journalist",
    "journalistin",
    "korrespondent",
    "korrespondentin",
    "producer",
    "redacteur",
    "redakteur",
    "redakteurin",
    "redaktor",
    "redaktorin",
    "reporter",
    "reporterin",
    "staff",
    "writer",
];
/// What is written where nobody is named.
const NOBODY: &[&str] = &[
    "admin",
    "administrator",
    "anonymous",
    "author",
    "autor",
    "default",
    "editor",
    "email",
    "facebook",
    "instagram",
    "linkedin",
    "no author",
    "none",
    "null",
    "twitter",
    "undefined",
    "unknown",
    "view orcid profile",
    "webmaster",
    "wordpressadmin",
];
/// A name has not more characters than this.
const LONGEST_NAME: usize = 60;

/// The names in a byline, with commas between them; `None` where it gives none.
pub(super) fn names(byline: &str) -> Option<String> {
    const AROUND: &[char] = &[
        '"', '\'', '[', ']', '《', '》', '|', '•', '·', '–', '—', '-', ':', ',', ';', ' ',
    ];
    // In a Chinese or Japanese line the commas are as wide as its letters.
    let line = byline.replace(['，', '、'], ", ");
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = without_by(line.trim_matches(AROUND));
    parts(line).into_iter().find_map(|part| {
        let words: Vec<&str> = without_by(part).split_whitespace().collect();
        let words = words.get(..end_of_names(&words)).unwrap_or_default();
        let names: Vec<String> = listed(words)
            .iter()
            .map(|name| without_by(name).trim_matches(AROUND).to_owned())
            .filter(|name| is_name(name) && !is_role(name))
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    })
}

/// Whether a line says only that a name follows: `Written by`, `Author:`.
pub(super) fn is_label(line: &str) -> bool {
    let bare = line.trim().trim_end_matches([':', '：', ' ']);
    let lower = bare.to_lowercase();
    let has_colon = bare.len() < line.trim().len();
    LABELS.contains(&lower.as_str())
        || (has_colon || lower.contains(' ')) && BY.contains(&lower.as_str())
}

/// A byline without the words that say it is one; the same where it begins otherwise.
pub(super) fn without_by(line: &str) -> &str {
    let lower = line.to_lowercase();
    if let Some((kind, rest)) = line.split_once([':', '：'])
        && KINDS.contains(&kind.trim().to_lowercase().as_str())
    {
        return rest.trim_start();
    }
    let is_before = |by: &&&str| {
        let rest = lower.strip_prefix(**by);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':', '：']))
    };
    let longest = BY.iter().filter(is_before).map(|by| by.chars().count());
    let Some(longest) = longest.max() else {
        return line;
    };
    let rest = line.char_indices().nth(longest);
    rest.and_then(|(at, _)| line.get(at..))
        .unwrap_or_default()
        .trim_start_matches([' ', ':', '：'])
}

/// The parts of a line that bars, dots and dashes set apart.
fn parts(line: &str) -> Vec<&str> {
    const BETWEEN: &[&str] = &["|", "•", "·", "»", " – ", " — ", " - ", "(@", " @"];
    let mut parts = vec![line];
    for between in BETWEEN {
        parts = parts.iter().flat_map(|part| part.split(between)).collect();
    }
    parts.into_iter().map(str::trim).collect()
}

/// The names in a list of them. `and` parts two names only where both have more than one word: it may be part of a name.
fn listed(words: &[&str]) -> Vec<String> {
    let mut names: Vec<Vec<&str>> = vec![Vec::new()];
    let mut after_comma = false;
    for (at, word) in words.iter().enumerate() {
        let is_and = AND.contains(&word.to_lowercase().as_str());
        let before = names.last().map_or(0, Vec::len);
        let is_between = before > 1 && words.len() > at + 2 || after_comma;
        let bare = word.trim_end_matches([',', ';']);
        after_comma = bare.len() < word.len();
        if is_and && is_between {
            names.push(Vec::new());
            continue;
        }
        if let Some(name) = names.last_mut() {
            name.push(bare);
        }
        if after_comma {
            names.push(Vec::new());
        }
    }
    names.iter().map(|name| name.join(" ")).collect()
}

/// How many words stand before a date, a time, or words that say what follows is no name.
fn end_of_names(words: &[&str]) -> usize {
    let lower = |at: usize| {
        let word = words.get(at).copied().unwrap_or_default();
        word.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase()
    };
    let is_number = |at: usize| lower(at).starts_with(|c: char| c.is_ascii_digit());
    let is_in_date = |at: usize| is_number(at) || is_month(&lower(at));
    let begins_date = |at: usize| {
        is_number(at)
            || is_month(&lower(at)) && is_number(at + 1)
            || is_weekday(&lower(at)) && is_in_date(at + 1)
    };
    // Where someone wrote, or under what heading: `in Brussels`, but `Jan in 't Veld`.
    let is_named = |at: usize| {
        let word = words.get(at);
        word.is_some_and(|word| word.starts_with(char::is_uppercase))
    };
    let ends = |at: &usize| {
        let word = lower(*at);
        begins_date(*at)
            || *at > 1 && words.get(*at) == Some(&"in") && is_named(*at + 1)
            || BEFORE_DATES.contains(&word.as_str()) && begins_date(*at + 1)
            || ENDS.contains(&word.as_str())
    };
    (0..words.len()).find(ends).unwrap_or(words.len())
}

/// Whether someone could be called so.
fn is_name(name: &str) -> bool {
    const MOST_WORDS: usize = 9;
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let odd = name
        .chars()
        .any(|c| !c.is_alphanumeric() && !c.is_whitespace() && !".'’`´-‐()_&!*+".contains(c));
    letters > 1
        && !odd
        && name.chars().count() <= LONGEST_NAME
        && name.split_whitespace().count() <= MOST_WORDS
        && !NOBODY.contains(&name.to_lowercase().as_str())
}

/// Whether a part says what someone is: `Staff Writer`, behind the name.
fn is_role(part: &str) -> bool {
    let last = part.split_whitespace().next_back().unwrap_or_default();
    ROLES.contains(&last.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byline_is_read_as_the_names_it_gives() {
        for (byline, expected) in [
            ("By Ada Penrose", Some("Ada Penrose")),
            ("by: Laurie Oakes", Some("Laurie Oakes")),
            ("Alles von Ada Penrose", Some("Ada Penrose")),
            ("《KT》", Some("KT")),
            ("[田中宏昌，松本]", Some("田中宏昌, 松本")),
            (
                "Written by Ada Penrose in Valves on 1 June 2019",
                Some("Ada Penrose"),
            ),
            ("By Ada Penrose in Brussels", Some("Ada Penrose")),
            ("Bo in 't Veld", Some("Bo in 't Veld")),
            (
                "VON ADA PENROSE UND KURT IMHOFF",
                Some("ADA PENROSE, KURT IMHOFF"),
            ),
            (
                "Ada Penrose, Kurt Imhoff, and Bo Lind",
                Some("Ada Penrose, Kurt Imhoff, Bo Lind"),
            ),
            ("James Akinaka • 8h", Some("James Akinaka")),
            (
                "GILLIAN MOHNEY March 11, 2015 3:46 PM",
                Some("GILLIAN MOHNEY"),
            ),
            (
                "Stefan Beiersmann am 29. Mai 2017 , 14:14 Uhr",
                Some("Stefan Beiersmann"),
            ),
            (
                "Written by Rob Ewaschuk Edited by Betsy Beyer",
                Some("Rob Ewaschuk"),
            ),
            ("Ada Penrose, Staff Writer", Some("Ada Penrose")),
            ("Ada Penrose, CEO", Some("Ada Penrose")),
            ("Ada Penrose, Twitter", Some("Ada Penrose")),
            ("著者：後藤大地", Some("後藤大地")),
            ("מאת: דנה לוי", Some("דנה לוי")),
            ("Interview: Julia Lauter", Some("Julia Lauter")),
            ("Interview Magazine", Some("Interview Magazine")),
            ("Zeige alle Beiträge von Petra Ruland", Some("Petra Ruland")),
            ("Ada von Penrose", Some("Ada von Penrose")),
            ("April May", Some("April May")),
            ("José Ortega y Gasset", Some("José Ortega y Gasset")),
            ("Ada and Kurt", Some("Ada and Kurt")),
            ("Grant Tinsley, PhD", Some("Grant Tinsley, PhD")),
            ("[\"Redaktion\"]", Some("Redaktion")),
            ("Archiv anzeigen →", None),
            ("null", None),
            ("https://example.org/ada", None),
            ("3 May 2020", None),
            ("", None),
        ] {
            assert_eq!(names(byline).as_deref(), expected, "{byline}");
        }
        for (line, expected) in [
            ("Autor:", true),
            ("Von:", true),
            ("Written by", true),
            ("Author", true),
            ("Text", false),
            ("By", false),
            ("Author: Ada", false),
        ] {
            assert_eq!(is_label(line), expected, "{line}");
        }
    }
}
