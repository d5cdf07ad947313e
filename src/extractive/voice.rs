//! Voice: who speaks in a sentence that is taken out of its document.
//!
//! `We recommend …` is said by a source. In a brief it would read as the brief's own advice, so that it is set in quotation marks there.

use std::borrow::Cow;

use crate::check::words;

/// A sentence as it can stand in a brief: in quotation marks where its source speaks of itself.
#[must_use]
pub fn voiced(sentence: &str) -> Cow<'_, str> {
    let quotes = ['"', '“', '”', '«', '»', '„'];
    if sentence.contains(quotes) || !speaks_of_itself(sentence) {
        return Cow::Borrowed(sentence);
    }
    // The full stop is the brief's, and stands behind the citation.
    Cow::Owned(format!("“{}”", sentence.trim_end_matches('.')))
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
    fn what_a_source_says_of_itself_is_quoted() {
        assert_eq!(
            voiced("We recommend two lines."),
            "“We recommend two lines”"
        );
        assert_eq!(voiced("The risk is ours."), "“The risk is ours”");
        assert_eq!(voiced("At first I liked it."), "“At first I liked it”");
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
