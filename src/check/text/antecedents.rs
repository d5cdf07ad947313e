//! Antecedents: which sentence of its paragraph a sentence speaks of that begins with `it` or `they`.
//!
//! Whether the evidence says of the same thing what such a sentence says is for `support` to weigh.

use super::blocks::marker_len;
use crate::check::language::irregular::is_past;
use crate::check::language::terms::{HELPING_VERBS, plain_words};

/// Follows the sentences of a text, and knows at each what one that begins with a pronoun would speak of.
#[derive(Debug, Default)]
pub struct Antecedents {
    last: Option<String>,
    /// The last that may name several.
    of_several: Option<String>,
}

impl Antecedents {
    /// Takes the next sentence, without its citation marks and as it stands in the text up to the next; says of what it speaks, where its own words don't.
    pub fn take(&mut self, sentence: &str) -> Option<String> {
        let line = sentence.trim_start();
        if marker_len(line) > 0 {
            *self = Self::default();
        }
        let mut antecedent = None;
        match subject_of(line) {
            Subject::Pronoun if begins_with_any(line, &["they", "their"]) => {
                antecedent.clone_from(&self.of_several);
            }
            Subject::Pronoun => antecedent.clone_from(&self.last),
            Subject::BehindOpening | Subject::WhatWasSaid => {}
            Subject::Unclear => *self = Self::default(),
            Subject::Named => {
                let named = line.trim_end().to_owned();
                if !is_of_one(&named) {
                    self.of_several = Some(named.clone());
                }
                self.last = Some(named);
            }
        }
        let space = sentence.get(sentence.trim_end().len()..);
        if space.is_some_and(|space| space.matches('\n').count() > 1) || line.starts_with('#') {
            *self = Self::default();
        }
        antecedent
    }
}

/// How a sentence names of what it speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Named,
    /// By a pronoun, which it begins with.
    Pronoun,
    /// By a pronoun behind when or where it was: `In 1902 she joined the works`.
    BehindOpening,
    /// By `this`, for all that was said before.
    WhatWasSaid,
    /// By what may stand for something named before, and may name it: `the company`, `when the works closed they`.
    Unclear,
}

fn begins_with_any(sentence: &str, words: &[&str]) -> bool {
    let first = plain_words(sentence).next();
    first.is_some_and(|first| words.contains(&first.as_str()))
}

/// Whether a sentence speaks of one thing, by its verb: `The chapel was founded in 1931`, which no `they` behind it means.
fn is_of_one(sentence: &str) -> bool {
    const REACH: usize = 8;
    let mut first = plain_words(sentence).take(REACH);
    let verb = first.find(|word| HELPING_VERBS.contains(&word.as_str()));
    verb.is_some_and(|verb| matches!(verb.as_str(), "is" | "was" | "has" | "does"))
        && !plain_words(sentence).take(REACH).any(|word| word == "and")
}

fn subject_of(sentence: &str) -> Subject {
    /// Words in which an opening is over.
    const REACH: usize = 9;
    if begins_with_pronoun(sentence) {
        return Subject::Pronoun;
    }
    if points_to_what_was_said(sentence) {
        return Subject::WhatWasSaid;
    }
    let first: Vec<String> = plain_words(sentence).take(REACH).collect();
    let place = first
        .iter()
        .position(|word| matches!(word.as_str(), "it" | "they" | "he" | "she"));
    let by_kind = first.windows(2).position(|pair| {
        let [article, noun] = pair else { return false };
        matches!(article.as_str(), "the" | "this") && STANDS_FOR.contains(&noun.as_str())
    });
    if opens(sentence) || place.is_some_and(|at| ends_opening(first.get(..at))) {
        let Some(place) = place else {
            return if by_kind.is_some() {
                Subject::Unclear
            } else {
                Subject::Named
            };
        };
        let opening = first.get(..place).unwrap_or_default();
        let may_tell = |word: &String| word.ends_with("ed") || is_past(word);
        let names_nothing = first.get(place).is_some_and(|word| word == "it")
            && is_impersonal(first.iter().skip(place + 1).cloned());
        return if names_nothing || opening.iter().any(may_tell) {
            Subject::Unclear
        } else {
            Subject::BehindOpening
        };
    }
    if by_kind == Some(0) {
        Subject::Unclear
    } else {
        Subject::Named
    }
}

/// Whether a sentence does not name itself of what it speaks, as far as its words tell.
pub(crate) fn refers_back(sentence: &str) -> bool {
    !matches!(subject_of(sentence), Subject::Named | Subject::WhatWasSaid)
}

/// Whether a sentence begins with when, where or how something was, before it says of what it speaks.
pub(crate) fn opens(sentence: &str) -> bool {
    plain_words(sentence).next().is_some_and(|word| {
        OPENINGS.contains(&word.as_str()) || word.len() > 4 && word.ends_with("ly")
    })
}

/// Whether words end as those do that tell when something was: `six years later`.
fn ends_opening(words: Option<&[String]>) -> bool {
    let last = words.and_then(<[String]>::last);
    last.is_some_and(|word| {
        matches!(
            word.as_str(),
            "later" | "earlier" | "afterwards" | "ago" | "before" | "after" | "then"
        )
    })
}

#[rustfmt::skip]
const OPENINGS: &[&str] = &[
    "in", "on", "at", "after", "before", "during", "since", "from", "by", "until", "for", "with", "without", "under", "when", "while", "as", "although", "though",
    "later", "then", "soon", "there", "here", "also", "once", "because", "if", "despite", "between", "within", "throughout", "meanwhile", "today", "now", "afterwards",
    "following", "instead", "upon", "through",
];

/// Nouns that, after an article, mean what was named before.
#[rustfmt::skip]
pub(crate) const STANDS_FOR: &[&str] = &[
    "company", "firm", "group", "agency", "bank", "fund", "maker", "operator", "producer", "supplier", "retailer", "manufacturer", "organisation", "organization",
    "institute", "university", "school", "hospital", "museum", "city", "town", "village", "county", "country", "region", "state", "district", "island", "club",
    "team", "party", "union", "ministry", "department", "court", "committee", "project", "programme", "program", "study", "trial", "survey", "author", "authors",
    "drug", "vaccine", "device", "model", "product", "system", "plant", "factory", "site", "building", "bridge", "ship", "vessel", "airline", "carrier",
];

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

/// Whether a sentence speaks by its first words of what stands before it: of what is named there, or of all that was said.
#[must_use]
pub fn speaks_of_before(sentence: &str) -> bool {
    begins_with_pronoun(sentence) || points_to_what_was_said(sentence)
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
        // `It is 386 m long and up to 42 m high.`
        let opens = |at: usize| {
            let is_up_to = at > 0 && ahead.get(at - 1).is_some_and(|word| word == "up");
            ahead
                .get(at)
                .is_some_and(|word| OPENS.contains(&word.as_str()))
                && !is_up_to
        };
        is_it && (0..ahead.len()).any(opens)
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
    fn they_are_not_the_one_thing_that_was_named_last() {
        let wardens = "The wardens were trained in Lund.";
        let found = antecedents(&format!(
            "{wardens} The chapel was founded in 1931. They wear green coats. It has forty rooms."
        ));
        assert_eq!(found[2].as_deref(), Some(wardens));
        assert_eq!(found[3].as_deref(), Some("The chapel was founded in 1931."));
        let found = antecedents("The chapel was founded in 1931. They wear green coats.");
        assert_eq!(found, [None, None]);
    }

    #[test]
    fn a_sentence_with_a_pronoun_behind_its_opening_names_nothing_itself() {
        let born = "Ada was born in 1871.";
        for between in [
            "In 1902 she joined the works.",
            "Six years later she left.",
            "When she was old, she painted.",
        ] {
            let found = antecedents(&format!("{born} {between} She never married."));
            assert_eq!(found.last(), Some(&Some(born.to_owned())), "{between}");
        }
        for before in [
            "After the strike she left.",
            "The company grew.",
            "When the works closed they left.",
        ] {
            let found = antecedents(&format!("{before} They moved to Bergen."));
            assert_eq!(found.last(), Some(&None), "{before}");
        }
        let named = "In 2004 Acme bought Krone.";
        let found = antecedents(&format!("{born} {named} It grew."));
        assert_eq!(found.last(), Some(&Some(named.to_owned())));
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
            "It is 386 m long and up to 42 m high.",
            "They came back.",
            "Its roof leaks.",
        ] {
            assert!(begins_with_pronoun(sentence), "{sentence}");
        }
    }
}
