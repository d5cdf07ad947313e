//! Persons and subjects: whether it is the one whom a claim names that its evidence says it of.
//!
//! Two people of one surname are told apart by what stands before it, `Samuel Pryce` and `Boris Pryce`; and where a sentence has all of a claim but its subject,
//! and begins with another name, it says it of that other.

use super::polarity::Opposition;
use crate::check::language::names::{Name, names};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_one_of, plain};

/// A name of two words as its first part, which may be an initial, and its last, with the first initial between them.
#[derive(Debug, PartialEq, Eq)]
struct Person<'t> {
    first: &'t str,
    middle: Option<&'t str>,
    last: &'t str,
}

/// The surnames, in lower case, of those whom a text names with a first name in full.
pub(crate) fn surnames(text: &str) -> Vec<String> {
    let full = |person: &Person<'_>| is_given(person.first);
    let found = persons(text).into_iter().filter(full);
    found.map(|person| person.last.to_lowercase()).collect()
}

/// A person of a claim whose surname its evidence gives to another alone.
pub(crate) fn other_person<'e>(
    claim: &str,
    evidence: &(impl Iterator<Item = &'e str> + Clone),
) -> Option<(String, String)> {
    persons(claim).into_iter().find_map(|own| {
        let mut same = evidence
            .clone()
            .filter(|text| text.contains(own.last))
            .flat_map(persons)
            .filter(|person| person.last == own.last)
            .peekable();
        let first = same.peek()?;
        let other = format!("{} {}", first.first, first.last);
        let is_said_alone = evidence.clone().any(|text| has_alone(text, own.last));
        let is_other = |person: Person<'_>| {
            let middles = person.middle.zip(own.middle);
            are_different(person.first, own.first)
                || middles.is_some_and(|(theirs, own)| are_different(theirs, own))
        };
        (!is_said_alone && same.all(is_other))
            .then(|| (format!("{} {}", own.first, own.last), other))
    })
}

/// Whether no one is called both: the one is neither the other's initial nor the beginning of it.
fn are_different(own: &str, other: &str) -> bool {
    // `Tom` and `Thomas`, `Kate` and `Katherine`: initials and short forms keep the first letter.
    own.chars().next() != other.chars().next()
}

/// The persons of a text: two capitalised words in a row, of which the first is no title.
fn persons(text: &str) -> Vec<Person<'_>> {
    let read = plain_text(text);
    let spans = &read.spans;
    let is_initial = |at: usize| {
        let word = spans.get(at).and_then(|span| text.get(span.clone()));
        word.is_some_and(|word| word.chars().count() == 1 && word.starts_with(char::is_uppercase))
    };
    spans
        .windows(2)
        .enumerate()
        .filter_map(|(at, pair)| {
            let [given, two] = pair else { return None };
            // Most words have no capital, and end no name.
            text.get(two.clone())
                .filter(|last| last.starts_with(char::is_uppercase))?;
            // `J. P. Mensah` is called `Joseph` by the first of the two, and `Thomas J. Hicks` by what stands before it.
            let initials = (0..at).rev().take_while(|&before| is_initial(before));
            let from = initials.last().unwrap_or(at);
            let named = from.checked_sub(1).filter(|&before| {
                let between = spans.get(before).zip(spans.get(from));
                let word = spans.get(before).and_then(|span| text.get(span.clone()));
                between.and_then(|(one, two)| text.get(one.end..two.start)) == Some(" ")
                    && word.is_some_and(|word| is_given(word) && !is_title(word))
            });
            let is_middle = is_initial(at) && named.is_some();
            let (one, middle) = match (is_initial(at), named) {
                (true, Some(named)) => (spans.get(named)?, spans.get(from)),
                (true, None) => (spans.get(from)?, spans.get(from + 1).filter(|_| from < at)),
                (false, _) => (given, None),
            };
            let middle = middle.and_then(|span| text.get(span.clone()));
            let (first, last) = (text.get(one.clone())?, text.get(two.clone())?);
            let gap = text.get(given.end..two.start)?;
            let is_initial = first.chars().count() == 1;
            let is_joined = gap == " " || (is_initial || is_middle) && gap.trim_end() == ".";
            let is_name = |word: &str| {
                word.starts_with(char::is_uppercase)
                    && (word.chars().skip(1).all(char::is_lowercase) || is_initial && word == first)
            };
            let is_short = last.chars().count() < 3;
            let last = last
                .strip_suffix("'s")
                .or_else(|| last.strip_suffix("’s"))
                .unwrap_or(last);
            let is_person = is_name(first) && is_name(last) && !is_title(first) && !is_kind(last);
            (is_joined && !is_short && is_person).then_some(Person {
                first,
                middle,
                last,
            })
        })
        .collect()
}

/// Whether a word may be a first name by its letters.
fn is_given(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some()
        && letters.all(char::is_lowercase)
}

/// Whether a surname stands in a text without a first name.
fn has_alone(text: &str, last: &str) -> bool {
    let read = plain_text(text);
    let spans = &read.spans;
    let last = plain(last);
    spans.iter().enumerate().any(|(at, span)| {
        let word = text.get(span.clone());
        word.is_some_and(|word| is_one_of(word, &[last.as_str()]))
            && at
                .checked_sub(1)
                .and_then(|before| text.get(spans.get(before)?.clone()))
                .is_none_or(|before| !before.starts_with(char::is_uppercase) || is_title(before))
    })
}

/// Whether a name ends in what it is the name of: `Shizuoka Prefecture` and `Decca Records` are no persons.
fn is_kind(word: &str) -> bool {
    #[rustfmt::skip]
    const KINDS: &[&str] = &[
        "prefecture", "province", "county", "district", "city", "town", "village", "region", "state", "republic", "kingdom", "empire", "island", "islands", "river", "lake",
        "sea", "ocean", "bay", "mountain", "mountains", "valley", "desert", "forest", "street", "road", "avenue", "lane", "square", "bridge", "castle", "palace", "tower",
        "school", "high", "college", "university", "academy", "institute", "museum", "library", "theatre", "theater", "stadium", "arena", "airport", "station", "harbour",
        "harbor", "hospital", "hotel", "church", "cathedral", "abbey", "records", "studios", "pictures", "films", "press", "books", "news", "times", "journal", "bank",
        "company", "corporation", "group", "party", "union", "league", "cup", "festival", "award", "awards", "prize", "act", "treaty", "war", "battle", "court", "council",
        "committee", "commission", "ministry", "department", "agency", "army", "navy", "regiment", "division", "foundation", "society", "association", "club", "team",
        "united", "railway", "airlines", "airways",
    ];
    is_one_of(word, KINDS)
}

fn is_title(word: &str) -> bool {
    #[rustfmt::skip]
    const TITLES: &[&str] = &[
        "mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "lord", "lady", "dame", "judge", "justice", "president", "minister", "king", "queen", "prince",
        "princess", "general", "captain", "colonel", "saint", "st", "pope", "bishop", "senator", "governor", "mayor", "chancellor", "the", "a", "an", "in", "on",
        "at", "for", "with", "when", "while", "but", "and", "as", "after", "before", "since", "from", "to", "by", "of", "that", "this", "these", "if", "although",
        "both", "north", "south", "east", "west", "northern", "southern", "eastern", "western", "new", "old", "upper", "lower", "great", "central", "former",
        "its", "his", "her", "their", "our", "goalkeeper", "striker", "coach", "chef", "author", "actor", "actress", "singer", "engineer", "chairman", "secretary",
    ];
    is_one_of(word, TITLES)
}

/// Whose a sentence says what a claim says of somebody else: the claim's subject and the sentence's own.
///
/// `own` and `theirs` are the names of both; the rest of the claim is known to stand in the sentence.
pub(crate) fn other_subject(
    claim: &str,
    source: &str,
    own: &[Name],
    theirs: &[Name],
) -> Option<Opposition> {
    let (subject, other) = (first_of(claim, own)?, first_of(source, theirs)?);
    let is_told = |name: &Name, text: &str| {
        let lower = text.to_lowercase();
        name.words.iter().any(|word| lower.contains(word.as_str()))
    };
    (!subject.matches(other) && !is_told(subject, source) && !is_told(other, claim)).then(|| {
        Opposition::Swapped {
            claim: subject.text.clone(),
            source: other.text.clone(),
        }
    })
}

/// The name that a text begins with, if it is one of two words or more or stands there alone.
pub(crate) fn first_of<'n>(text: &str, names: &'n [Name]) -> Option<&'n Name> {
    let first = names.first()?;
    let at = text.find(&first.text)?;
    let before = text.get(..at)?.trim();
    let is_start = before.is_empty() || is_title(before);
    let next = text.get(at + first.text.len()..)?;
    // `Acme's chairman` is another subject.
    let is_whole = !next.starts_with(['\'', '’', '-']);
    let many = first.words.len() >= 2 || names_alone(text, &first.text);
    (is_start && is_whole && many).then_some(first)
}

/// Whether a name of one word is told as one where it does not begin the sentence.
fn names_alone(text: &str, name: &str) -> bool {
    names(&format!("of {text}"))
        .iter()
        .any(|own| own.text == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_first_name_is_another_person() {
        let other = |claim, source| other_person(claim, &[source].into_iter()).is_some();
        assert!(other(
            "Samuel Pryce wrote the bill.",
            "It was Boris Pryce who wrote the bill."
        ));
        assert!(other(
            "K. Pryce wrote the bill.",
            "Boris Pryce wrote the bill."
        ));
        assert!(other(
            "Boris K. Pryce wrote the bill.",
            "Boris J. Pryce wrote the bill."
        ));
        for (claim, source) in [
            ("B. Pryce wrote the bill.", "Boris Pryce wrote the bill."),
            ("Mr Pryce wrote the bill.", "Boris Pryce wrote the bill."),
            (
                "Samuel Pryce wrote the bill.",
                "Pryce wrote the bill with Anna Pryce.",
            ),
            ("Tom Pryce wrote the bill.", "Thomas Pryce wrote the bill."),
            (
                "Boris Pryce wrote the bill.",
                "Boris J. Pryce wrote the bill.",
            ),
            (
                "Boris J. Pryce wrote the bill.",
                "Boris Pryce wrote the bill.",
            ),
            (
                "Boris J. Pryce wrote the bill.",
                "B. J. Pryce wrote the bill.",
            ),
            (
                "The base is in Shizuoka Prefecture.",
                "Okinawa Prefecture has three bases.",
            ),
        ] {
            assert!(!other(claim, source), "{claim} / {source}");
        }
    }

    #[test]
    fn what_is_said_of_another_subject_is_told() {
        let other = |claim: &str, source: &str| {
            other_subject(claim, source, &names(claim), &names(source)).is_some()
        };
        assert!(other(
            "Ida Kvist founded the lab.",
            "Jon Holm founded the lab."
        ));
        assert!(!other(
            "Ida Kvist founded the lab.",
            "Kvist founded the lab."
        ));
        assert!(!other("Ida Kvist founded the lab.", "She founded the lab."));
        assert!(!other(
            "Ida Kvist founded the lab.",
            "Jon Holm and Ida Kvist founded the lab."
        ));
    }
}
