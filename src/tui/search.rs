//! A search: the words, what they match, and which match was last gone to. Where the matches are is for those who show what is searched.

use regex::{Regex, RegexBuilder};

use super::ui::Cursor;
use crate::study::{DocumentId, Passage, Quote};

/// A search in the brief, the evidence or a window.
#[derive(Debug, Clone)]
pub struct Search {
    pub pattern: String,
    pub regex: Regex,
    /// The match that was last stepped to, from 1, and how many there were.
    pub at: Option<(usize, usize)>,
    /// Where that one stands, if it is in the brief.
    pub current: Option<Cursor>,
    /// What stands in the text of the evidence, once the library has answered, each with its document.
    pub passages: Vec<(DocumentId, Quote)>,
    /// In a window that shows a text, the row of the match that was last stepped to.
    pub row: Option<usize>,
}

impl Search {
    /// A search for words as they are typed: letter case aside, and any white space for a space. `None` for an empty pattern.
    #[must_use]
    pub fn new(pattern: &str) -> Option<Self> {
        let words: Vec<String> = pattern.split_whitespace().map(regex::escape).collect();
        if words.is_empty() {
            return None;
        }
        let regex = insensitive(&words.join(r"\s+"))?;
        Some(Self {
            pattern: pattern.to_owned(),
            regex,
            at: None,
            current: None,
            passages: Vec::new(),
            row: None,
        })
    }

    /// A search for any of these words, for what was looked for by them.
    #[must_use]
    pub fn of_words(looked_for: &str, words: &[String]) -> Option<Self> {
        let mut words: Vec<String> = words.iter().map(|word| regex::escape(word)).collect();
        // Of two that begin alike the longer one stands where both do.
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.dedup();
        if words.is_empty() {
            return None;
        }
        Some(Self {
            regex: insensitive(&format!(r"\b(?:{})\b", words.join("|")))?,
            ..Self::new(looked_for)?
        })
    }

    /// The match after a step, from 0, of as many as there are now: on from the last one, unless what is searched has changed under it.
    #[must_use]
    pub fn step(&self, all: usize, direction: isize, from_here: impl FnOnce() -> usize) -> usize {
        match self.at {
            Some((at, before)) if at > 0 && before == all => {
                (at - 1 + all).saturating_add_signed(direction) % all
            }
            _ => from_here(),
        }
    }

    /// Keeps where these passages say it; `number` is what their document is cited by.
    pub fn found_in(&mut self, passages: &[Passage], number: Option<u32>) {
        let found = passages.iter().filter_map(|passage| {
            let span = self.regex.find(&passage.text)?.range();
            let quote = Quote {
                number,
                passage: passage.id,
                text: passage.text.get(span.clone())?.to_owned(),
                span,
            };
            Some((passage.document, quote))
        });
        self.passages = found.collect();
    }

    /// The same, each place of a passage where it says it.
    pub fn found_all_in(&mut self, passages: &[Passage], number: Option<u32>) {
        let found = passages.iter().flat_map(|passage| {
            self.regex.find_iter(&passage.text).map(move |found| {
                let quote = Quote {
                    number,
                    passage: passage.id,
                    text: found.as_str().to_owned(),
                    span: found.range(),
                };
                (passage.document, quote)
            })
        });
        self.passages = found.collect();
    }

    /// The words and which match this is, in a few words; that there is none, where there is none.
    #[must_use]
    pub fn told(&self) -> String {
        let place = match self.at {
            Some((0, _)) => " not found".to_owned(),
            Some((at, all)) => format!(" [{at}/{all}]"),
            None => String::new(),
        };
        format!("/{}{place}", self.pattern)
    }
}

fn insensitive(pattern: &str) -> Option<Regex> {
    let built = RegexBuilder::new(pattern).case_insensitive(true).build();
    built.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_were_looked_for_are_marked_in_the_forms_that_a_text_has() {
        let words = ["pump", "selling"].map(str::to_owned);
        let search = Search::of_words("pumps that sell", &words).expect("words");
        let found = search.regex.find_iter("Selling a Pump, not pumpkins");
        let found: Vec<&str> = found.map(|found| found.as_str()).collect();
        assert_eq!(found, ["Selling", "Pump"]);
        assert!(Search::of_words("a", &[]).is_none());
    }

    #[test]
    fn a_search_crosses_line_breaks_and_takes_signs_as_they_are() {
        let search = Search::new("Heat  pumps [3]").expect("a pattern");
        assert!(search.regex.is_match("of heat\npumps [3]."));
        assert!(Search::new("  ").is_none());
        assert!(Search::new("a(").expect("a pattern").regex.is_match("A("));
    }
}
