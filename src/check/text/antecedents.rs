//! Antecedents: which sentence of its paragraph a sentence speaks of that begins with `it` or `they`.
//!
//! Whether the evidence says of the same thing what such a sentence says is for `support` to weigh.

use super::blocks::marker_len;
use crate::check::language::terms::plain_words;

/// Follows the sentences of a text, and knows at each what one that begins with a pronoun would speak of.
#[derive(Debug, Default)]
pub struct Antecedents {
    last: Option<String>,
}

impl Antecedents {
    /// Takes the next sentence, without its citation marks and as it stands in the text up to the next; says of what it speaks, where its own words don't.
    pub fn take(&mut self, sentence: &str) -> Option<String> {
        let line = sentence.trim_start();
        if marker_len(line) > 0 {
            self.last = None;
        }
        let antecedent = if begins_with_pronoun(line) {
            self.last.clone()
        } else if points_to_what_was_said(line) {
            None
        } else {
            self.last = Some(line.trim_end().to_owned());
            None
        };
        let space = sentence.get(sentence.trim_end().len()..);
        if space.is_some_and(|space| space.matches('\n').count() > 1) || line.starts_with('#') {
            self.last = None;
        }
        antecedent
    }
}

/// Words that stand for a thing or for people named before.
const PRONOUNS: &[&str] = &["it", "its", "they", "their", "he", "his", "she", "her"];

/// Whether a sentence begins with a word for what was named before; the `it` of `It was agreed that` names nothing.
#[must_use]
pub fn begins_with_pronoun(sentence: &str) -> bool {
    let mut words = plain_words(sentence);
    let first = words.next();
    if !first
        .as_deref()
        .is_some_and(|word| PRONOUNS.contains(&word))
    {
        return false;
    }
    first.as_deref() != Some("it") || !is_impersonal(words)
}

/// Whether a sentence begins with a word for all that was said before it, so that the next still speaks of what that named: `That was wrong. It cost 8 million.`
fn points_to_what_was_said(sentence: &str) -> bool {
    let mut words = plain_words(sentence);
    let mut is = |list: &[&str]| {
        words
            .next()
            .is_some_and(|word| list.contains(&word.as_str()))
    };
    is(&["this", "that"]) && is(&["is", "was", "has", "had", "proved", "turned"])
}

/// Whether a sentence has a word that stands for a thing or for people, which may have been named before.
pub(crate) fn has_pronoun(sentence: &str) -> bool {
    let mut words = plain_words(sentence);
    words.any(|word| PRONOUNS.contains(&word.as_str()) || matches!(word.as_str(), "them" | "him"))
}

/// Whether `it` goes on as where it names nothing: `is likely that`, `was agreed to`, `takes years to`, `rained`.
fn is_impersonal(mut next: impl Iterator<Item = String>) -> bool {
    const REACH: usize = 7;
    const SEEMS: &[&str] = &[
        "seems", "seemed", "appears", "appeared", "turns", "turned", "follows", "rained", "snowed",
        "takes", "took",
    ];
    const OPENS: &[&str] = &[
        "that", "to", "whether", "if", "who", "which", "when", "how", "why",
    ];
    let Some(verb) = next.next() else {
        return true;
    };
    let ahead: Vec<String> = next.take(REACH).collect();
    SEEMS.contains(&verb.as_str()) || {
        let is_being =
            |word: &str| matches!(word, "is" | "was" | "be" | "been" | "isn't" | "wasn't");
        let is_it = is_being(&verb) || ahead.first().is_some_and(|word| is_being(word));
        is_it && ahead.iter().any(|word| OPENS.contains(&word.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::sentences;

    fn antecedents(text: &str) -> Vec<Option<String>> {
        let mut antecedents = Antecedents::default();
        let spans = sentences(text).into_iter();
        spans.map(|span| antecedents.take(&text[span])).collect()
    }

    #[test]
    fn a_sentence_speaks_of_the_one_before_that_names_what_it_speaks_of() {
        let text = "The pier burned in 1973. It was rebuilt. It reopened in 1976. Trams went. They came back.";
        let (pier, trams) = ("The pier burned in 1973.", "Trams went.");
        let found = antecedents(text);
        let found: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(found, [None, Some(pier), Some(pier), None, Some(trams)]);
    }

    #[test]
    fn nothing_is_spoken_of_across_paragraphs_headings_and_items() {
        for text in [
            "The pier burned.\n\nIt was rebuilt.",
            "# The pier\nIt was rebuilt.",
            "The pier burned.\n- It was rebuilt.",
        ] {
            let found = antecedents(text);
            assert_eq!(found.last(), Some(&None), "{text}");
        }
    }

    #[test]
    fn an_it_that_names_nothing_speaks_of_nothing() {
        for sentence in [
            "It was agreed to close the pier.",
            "It is likely that the pier closes.",
            "It took three years to rebuild.",
            "It has been known since May that it burned.",
        ] {
            assert!(!begins_with_pronoun(sentence), "{sentence}");
        }
        for sentence in [
            "It was rebuilt in 1976.",
            "They came back.",
            "Its roof leaks.",
        ] {
            assert!(begins_with_pronoun(sentence), "{sentence}");
        }
    }
}
