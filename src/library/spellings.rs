//! Other spellings of what a query asks for: `e-mail` and `email`, `hash map` and `HashMap`, `mouse` and `mice`, `labour` and `labor`.
//!
//! A text is indexed as it is written, so the query asks for the other forms too. They count only where the library has them, and a form that no text has
//! changes nothing.

use super::words::is_part_of_word;
use crate::check::{is_listed_word, month_named, spelled_otherwise};
use crate::study::date_in_words;

/// Forms of one noun or verb that no stemmer brings together, and words of one meaning that are written apart or joined.
#[rustfmt::skip]
const FORMS: &[(&str, &str)] = &[
    ("mouse", "mice"), ("goose", "geese"), ("child", "children"), ("man", "men"), ("woman", "women"), ("foot", "feet"), ("tooth", "teeth"),
    ("ox", "oxen"), ("louse", "lice"), ("wife", "wives"), ("knife", "knives"), ("wolf", "wolves"), ("shelf", "shelves"), ("thief", "thieves"),
    ("crisis", "crises"), ("criterion", "criteria"), ("phenomenon", "phenomena"), ("bacterium", "bacteria"), ("index", "indices"),
    ("matrix", "matrices"), ("vertex", "vertices"), ("appendix", "appendices"),
];

/// Words that many write in two, with the second of these.
const WRITTEN_APART: &[(&str, &str)] = &[("email", "mail"), ("emails", "mails")];

/// Letters that stand for one with a mark on it, where that is not to be typed: `Saami`, `Muenchen`.
const FOR_MARKED: &[(&str, &str)] = &[("aa", "a"), ("ae", "a"), ("oe", "o"), ("ue", "u")];

/// Words in a row that may be written as one.
const MOST_JOINED: usize = 3;
/// Digits behind letters from which a run may be two words: `covid19`, `rfc2616`, `B17`, but not `co2`.
const DIGITS: usize = 2;

/// The other forms of what a query says, given its runs of letters and digits in order with what stands before each; not stemmed, some perhaps twice.
/// Words that `is_common` knows stand beside any others.
pub(super) fn other_spellings(
    runs: &[(&str, &str)],
    is_common: impl Fn(&str) -> bool,
) -> Vec<String> {
    let mut found = Vec::new();
    for (at, (_, run)) in runs.iter().enumerate() {
        let lower = run.to_lowercase();
        for (one, other) in FORMS {
            if lower == *one {
                found.push((*other).to_owned());
            } else if lower == *other {
                found.push((*one).to_owned());
            }
        }
        found.extend(spelled_otherwise(&lower));
        found.extend(with_marked_letters(&lower));
        let apart = WRITTEN_APART.iter().filter(|(one, _)| lower == *one);
        found.extend(apart.map(|(_, second)| (*second).to_owned()));
        found.extend(parts(&lower).into_iter().flatten().map(str::to_owned));
        let mut joined = lower;
        let mut is_apart = is_common(&joined);
        for (between, next) in runs.iter().skip(at + 1).take(MOST_JOINED - 1) {
            let next = next.to_lowercase();
            is_apart |= is_common(&next);
            if !joins(between) || *between == " " && is_apart {
                break;
            }
            joined.push_str(&next);
            found.push(joined.clone());
        }
        found.extend(thousands(run).into_iter().map(str::to_owned));
    }
    found.extend(otherwise_dated(runs));
    found
}

/// A name with one letter where it has two for one with a mark, which is indexed without that. English words have such letters of their own.
fn with_marked_letters(word: &str) -> Vec<String> {
    const SHORTEST: usize = 5;
    let has_any = word.len() >= SHORTEST && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let found = FOR_MARKED
        .iter()
        .filter(|(two, _)| has_any && word.contains(two));
    let found: Vec<String> = found.map(|(two, one)| word.replace(two, one)).collect();
    if found.is_empty() || is_listed_word(word) {
        Vec::new()
    } else {
        found
    }
}

/// The groups of a whole number as they are written with separators between them, `20` and `537` of `20537`. What may be a year is written without.
pub(super) fn thousands(run: &str) -> Vec<&str> {
    const GROUP: usize = 3;
    const LONGEST: usize = 12;
    const YEARS: std::ops::RangeInclusive<u32> = 1500..=2100;
    let is_number = run.len() > GROUP && run.len() <= LONGEST && is_figures(run);
    let may_be_year = || run.parse().is_ok_and(|number| YEARS.contains(&number));
    if !is_number || run.starts_with('0') || may_be_year() {
        return Vec::new();
    }
    let first = match run.len() % GROUP {
        0 => GROUP,
        rest => rest,
    };
    let (first, rest) = run.split_at(first);
    let groups = (0..rest.len()).step_by(GROUP);
    let groups = groups.filter_map(|at| rest.get(at..at + GROUP));
    std::iter::once(first).chain(groups).collect()
}

/// The parts of dates as the other notation has them: the month of `12 May 2023` in figures, that of `2023-05-12` by its name, and a day of one figure
/// without or with a nought before it.
fn otherwise_dated(runs: &[(&str, &str)]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, (_, run)) in runs.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| runs.get(at));
        let after = runs.get(at + 1);
        let is_beside_figures = [before, after]
            .into_iter()
            .flatten()
            .any(|(_, run)| is_figures(run));
        if is_beside_figures && let Some(month) = month(run) {
            found.push(format!("{month:02}"));
            let days = [before, after].into_iter().flatten();
            let days = days.filter(|(_, run)| run.len() == 1 && is_figures(run));
            found.extend(days.map(|(_, day)| format!("0{day}")));
        }
        let Some([(_, first), (mark, second), (also, third)]) = runs.get(at..at + 3) else {
            continue;
        };
        let in_figures = match (*mark, *also) {
            ("-", "-") | ("/", "/") if first.len() == 4 => {
                Some(format!("{first}-{second}-{third}"))
            }
            (".", ".") if third.len() == 4 => Some(format!("{third}-{second:0>2}-{first:0>2}")),
            _ => None,
        };
        let Some(in_words) = in_figures.and_then(|date| date_in_words(&date)) else {
            continue;
        };
        let words = in_words
            .split(' ')
            .filter(|word| *word != *first && *word != *third);
        found.extend(words.map(str::to_lowercase));
    }
    found
}

pub(super) fn is_figures(run: &str) -> bool {
    !run.is_empty() && run.bytes().all(|byte| byte.is_ascii_digit())
}

/// The month that a word names, in full and in any case.
pub(super) fn month(run: &str) -> Option<u32> {
    let (first, rest) = run.split_at_checked(1)?;
    month_named(&(first.to_uppercase() + rest))
}

/// The name that a letter has with the marks behind it: `C++`, `F#`.
pub(super) fn marked(text: &str, at: usize) -> Option<&str> {
    let letter = text.get(at..)?;
    let behind = letter.get(1..)?;
    let marks = ["++", "#"]
        .into_iter()
        .find(|marks| behind.starts_with(marks))?;
    let next = behind.get(marks.len()..)?.chars().next();
    let is_name = letter.starts_with(|c: char| c.is_ascii_alphabetic())
        && !next.is_some_and(|c| is_part_of_word(c) || matches!(c, '+' | '#'));
    is_name.then(|| letter.get(..=marks.len())).flatten()
}

/// Whether two runs with this between them may be written as one: `O'Brien`, `co-operative`, `1,420,000`, `U.K.`, `hash map`.
fn joins(between: &str) -> bool {
    let mut marks = between.chars();
    matches!(
        marks.next(),
        Some(' ' | '-' | '\u{2010}' | '\u{2011}' | '\'' | '’' | '.' | ',' | '_' | '/')
    ) && marks.next().is_none()
}

/// A run of letters with a number behind it, as two words.
fn parts(run: &str) -> Option<[&str; 2]> {
    let at = run.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, digits) = run.split_at(at);
    (!letters.is_empty()
        && digits.len() >= DIGITS
        && letters.chars().all(char::is_alphabetic)
        && digits.bytes().all(|digit| digit.is_ascii_digit()))
    .then_some([letters, digits])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(runs: &[(&str, &str)]) -> Vec<String> {
        other_spellings(runs, |word| word == "to")
    }

    #[test]
    fn what_may_be_written_as_one_is_asked_for_as_one_too() {
        assert_eq!(of(&[("", "e"), ("-", "mail")]), ["email"]);
        assert_eq!(of(&[("", "hash"), (" ", "map")]), ["hashmap"]);
        assert_eq!(
            of(&[("", "1"), (",", "420"), (",", "000")]),
            ["1420", "1420000", "420000"]
        );
        assert!(of(&[("", "pumps"), (". ", "Sales")]).is_empty());
        assert!(of(&[("", "to"), (" ", "day")]).is_empty());
    }

    #[test]
    fn a_name_is_asked_for_with_the_letter_that_two_stand_for() {
        assert_eq!(of(&[("", "Saami")]), ["sami"]);
        assert_eq!(of(&[("", "Muenchen")]), ["munchen"]);
        for word in ["value", "shoes", "Haarlem9", "fuel", "aerial", "queue"] {
            assert!(of(&[("", word)]).is_empty(), "{word}");
        }
    }

    #[test]
    fn a_number_is_asked_for_with_separators_too() {
        assert_eq!(of(&[("", "20537")]), ["20", "537"]);
        assert_eq!(of(&[("", "1420000")]), ["1", "420", "000"]);
        assert_eq!(of(&[("", "5000")]), ["5", "000"]);
        assert!(of(&[("", "2023")]).is_empty() && of(&[("", "500")]).is_empty());
    }

    #[test]
    fn a_date_is_asked_for_in_words_and_in_figures() {
        let has = |runs: &[(&str, &str)], form: &str| of(runs).iter().any(|other| other == form);
        assert!(has(&[("", "12"), (" ", "May"), (" ", "2023")], "05"));
        assert!(has(&[("", "may"), (" ", "2"), (", ", "2023")], "02"));
        assert!(has(&[("", "2023"), ("-", "05"), ("-", "12")], "may"));
        assert!(has(&[("", "02"), (".", "05"), (".", "2023")], "may"));
        assert!(!has(&[("", "it"), (" ", "may"), (" ", "rain")], "05"));
    }

    #[test]
    fn what_may_be_written_apart_is_asked_for_apart_too() {
        assert_eq!(of(&[("", "COVID19")]), ["covid", "19"]);
        assert_eq!(of(&[("", "B17")]), ["b", "17"]);
        assert_eq!(of(&[("", "B"), ("-", "17")]), ["b17"]);
        assert!(
            of(&[("", "CO2")]).is_empty() && of(&[("", "1234")]).iter().all(|one| !one.is_empty())
        );
    }

    #[test]
    fn british_and_american_spellings_are_asked_for_together() {
        assert_eq!(
            of(&[("", "Labour"), (" ", "market")]),
            ["labor", "labourmarket"]
        );
        assert_eq!(of(&[("", "color")]), ["colour"]);
    }

    #[test]
    fn forms_that_no_stem_brings_together_are_asked_for_both_ways() {
        assert_eq!(of(&[("", "mice")]), ["mouse"]);
        assert_eq!(of(&[("", "child")]), ["children"]);
    }
}
