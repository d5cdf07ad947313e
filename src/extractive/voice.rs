//! Voice: who speaks in a sentence that is taken out of its document.
//!
//! `We recommend …` is said by a source. In a brief it would read as the brief's own advice, so that it is set in quotation marks there, behind its author's name or its title:
//! a reader wants to know who speaks.

use std::borrow::Cow;

use crate::check::words;
use crate::study::{Document, citation};

/// A sentence as it can stand in a brief: in quotation marks where its source speaks of itself.
#[must_use]
pub fn voiced(sentence: &str) -> Cow<'_, str> {
    let quotes = ['"', '“', '”', '«', '»', '„'];
    if sentence.contains(quotes) || !speaks_of_itself(sentence) {
        return Cow::Borrowed(sentence);
    }
    quoted(sentence)
}

/// A sentence in quotation marks. The full stop is the brief's, and stands behind the citation.
#[must_use]
pub fn quoted(sentence: &str) -> Cow<'_, str> {
    Cow::Owned(format!("“{}”", sentence.trim_end_matches('.')))
}

/// Whether a sentence opens with who says it: `R. Stein: The curve is steep.`
#[must_use]
pub fn names_its_speaker(sentence: &str) -> bool {
    const WORDS: usize = 3;
    let Some((name, said)) = sentence.split_once(": ") else {
        return false;
    };
    let is_name = name.split_whitespace().all(|word| {
        let mut letters = word.chars();
        let opens = letters.next().is_some_and(char::is_uppercase);
        opens && letters.all(|letter| letter.is_lowercase() || ".-'’".contains(letter))
    });
    let words = name.split_whitespace().count();
    is_name && (2..=WORDS).contains(&words) && said.starts_with(char::is_uppercase)
}

/// Whether somebody speaks of himself in a sentence.
#[must_use]
pub fn is_of_one_person(sentence: &str) -> bool {
    speaks_as_one(sentence)
}

/// What a source can be called where it speaks: whoever wrote it, or its title.
#[must_use]
pub fn speaker_of(document: &Document) -> Option<&str> {
    let author = document
        .author
        .as_deref()
        .filter(|author| is_one_name(author));
    author.or_else(|| speaker(&document.title))
}

/// Whether it is the name of one person or body, and no list and no address.
fn is_one_name(author: &str) -> bool {
    const WORDS: usize = 4;
    let is_plain = |c: char| c.is_alphabetic() || " .-'’".contains(c);
    let count = author.split_whitespace().count();
    let opens = author.starts_with(char::is_uppercase) && !author.ends_with('.');
    opens
        && (2..=WORDS).contains(&count)
        && author.chars().all(is_plain)
        && !author.contains(" and ")
}

/// The title of a source, where it is one, and not the name of a file.
#[must_use]
pub fn speaker(title: &str) -> Option<&str> {
    const LONGEST: usize = 70;
    let title = title.trim();
    let is_plain = |c: char| c.is_alphanumeric() || " ,.-–'’&()/".contains(c);
    let is_title =
        title.contains(' ') && title.chars().count() <= LONGEST && title.chars().all(is_plain);
    (is_title && !title.ends_with('.') && !is_headline(title)).then_some(title)
}

/// Whether a title is a headline, which says or asks something and names nobody who could speak: `5 things the agency found`, `What comes next`.
fn is_headline(title: &str) -> bool {
    const OPENS: &[&str] = &[
        "what", "why", "how", "when", "who", "where", "which", "whether", "is", "are", "can",
        "should", "does", "do", "will",
    ];
    const OF: &[&str] = &["about", "regarding", "concerning"];
    let lower = title.to_lowercase();
    let mut said = lower.split_whitespace();
    let first = said.next().unwrap_or_default();
    let opening = first.split(['\'', '’']).next().unwrap_or_default();
    let counts = first.bytes().all(|one| one.is_ascii_digit()) && !first.is_empty();
    OPENS.contains(&opening) || counts && first.len() < 4 || said.any(|word| OF.contains(&word))
}

/// A paragraph in which a source that goes on speaking is not named again.
#[must_use]
pub fn named_once<'t>(paragraph: &str, titles: impl Iterator<Item = &'t str>) -> String {
    let mut text = paragraph.to_owned();
    for title in titles {
        let lead = format!("{title}: “");
        let mut parts = text.split(lead.as_str());
        let mut named = parts.next().unwrap_or_default().to_owned();
        let mut speaks = false;
        for part in parts {
            named.push_str(if speaks { "“" } else { &lead });
            named.push_str(part);
            // Nothing of another source stands between two sentences of one speaker.
            speaks = part.contains('”') && citation::numbers(part).len() == 1;
        }
        text = named;
    }
    text
}

fn speaks_of_itself(sentence: &str) -> bool {
    const FIRST_PERSON: &[&str] = &["we", "our", "us", "ours", "ourselves", "my", "me", "myself"];
    words(sentence)
        .filter_map(|span| sentence.get(span))
        .any(|word| {
            let is_country = word == "US";
            let own = word.split(['\'', '’']).next().unwrap_or(word);
            !is_country && FIRST_PERSON.contains(&own.to_lowercase().as_str())
        })
        || speaks_as_one(sentence)
        || opens_with_own_work(sentence)
}

/// Whether a sentence opens with what its source is about, as the one thing that this can be: `This crate's minimum version is 1.61`.
#[must_use]
pub fn opens_with_own_work(sentence: &str) -> bool {
    #[rustfmt::skip]
    const WORKS: &[&str] = &[
        "crate", "library", "package", "project", "tool", "module", "program", "software", "repository", "plugin", "extension", "app", "framework", "driver",
        "PEP", "RFC", "JEP", "specification", "document", "advisory", "memo", "memorandum",
    ];
    let mut opening = words(sentence).filter_map(|span| sentence.get(span));
    let is_this = opening.next() == Some("This");
    let work = opening
        .next()
        .and_then(|word| word.split(['\'', '’']).next());
    is_this && work.is_some_and(|work| WORKS.contains(&work))
}

/// Whether a sentence holds the pronoun `I`. Behind a capitalised word it is a numeral: `World War I began`.
fn speaks_as_one(sentence: &str) -> bool {
    let mut before = "";
    words(sentence)
        .filter_map(|span| sentence.get(span))
        .any(|word| {
            let numeral = before.starts_with(char::is_uppercase) && before != "But";
            before = word;
            !numeral && word.split(['\'', '’']).next() == Some("I")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speaker_is_named_before_what_is_said() {
        assert!(names_its_speaker("R. Stein: The learning curve is steep."));
        assert!(names_its_speaker("Ana Lopez: We should wait."));
        for sentence in [
            "Warning: The tank may burst.",
            "Root cause: The disk was full.",
            "The board met twice: In May and in June.",
        ] {
            assert!(!names_its_speaker(sentence), "{sentence}");
        }
    }

    #[test]
    fn what_a_source_says_of_itself_is_quoted() {
        assert_eq!(
            voiced("We recommend two lines."),
            "“We recommend two lines”"
        );
        assert_eq!(voiced("The risk is ours."), "“The risk is ours”");
        assert_eq!(voiced("At first I liked it."), "“At first I liked it”");
        assert_eq!(
            voiced("This crate's minimum version is 1.61."),
            "“This crate's minimum version is 1.61”"
        );
    }

    #[test]
    fn a_source_is_named_where_it_speaks_by_its_title_and_not_again_as_long_as_it_goes_on() {
        assert_eq!(
            speaker("Letter of the Friends"),
            Some("Letter of the Friends")
        );
        for name in [
            "letter",
            "Is it late?",
            "Part 2: the letter",
            "Anyhow ¯_(°)_/¯",
        ] {
            assert_eq!(speaker(name), None, "{name}");
        }
        let said = "Letter of the Friends: “We ask” [1]. Letter of the Friends: “We wait” [1].";
        assert_eq!(
            named_once(said, ["Letter of the Friends"].into_iter()),
            "Letter of the Friends: “We ask” [1]. “We wait” [1]."
        );
        let apart = "Letter of the Friends: “We ask” [1]. It rains [1]. Report: “We know” [2]. Letter of the Friends: “We wait” [1].";
        assert_eq!(
            named_once(apart, ["Letter of the Friends"].into_iter()),
            apart
        );
        let parted = said.replace("[1]. Letter", "[1]. It rains [2]. Letter");
        assert_eq!(
            named_once(&parted, ["Letter of the Friends"].into_iter()),
            parted
        );
    }

    #[test]
    fn what_is_said_of_others_stands_as_it_is() {
        for sentence in [
            "The board recommends two lines.",
            "The US market shrank.",
            "World War I began in 1914.",
            "“We lost power,” the mayor said.",
        ] {
            assert_eq!(voiced(sentence), sentence);
        }
    }
}
