//! The part of a passage that is shown for a query, with the words of the query marked.

use std::collections::HashSet;
use std::ops::Range;

use crate::check::{self, Lexicon, Term};
use crate::clean;

/// Words of a snippet.
const SNIPPET: usize = 40;

/// The words of a query by their stems, and its numbers, to be found again in passages.
pub(super) struct QueryWords {
    lexicon: Lexicon,
    wanted: HashSet<Term>,
    numbers: Vec<String>,
}

/// Which of a query's words is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Wanted {
    Word(Term),
    /// By its place among the numbers.
    Number(usize),
}

impl QueryWords {
    pub(super) fn of(query: &str) -> Self {
        let mut lexicon = Lexicon::default();
        let wanted = lexicon.terms(query).into_iter().collect();
        let words = check::words(query).filter_map(|span| query.get(span));
        let is_number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
        Self {
            lexicon,
            wanted,
            numbers: words.filter(is_number).map(str::to_owned).collect(),
        }
    }

    fn find(&mut self, word: &str) -> Option<Wanted> {
        let term = self.lexicon.term(word);
        let term = term.filter(|term| self.wanted.contains(term));
        let number = || self.numbers.iter().position(|number| number == word);
        term.map(Wanted::Word)
            .or_else(|| number().map(Wanted::Number))
    }

    /// The part of a text that holds most of the words, on one line, with the words marked.
    pub(super) fn snippet(&mut self, text: &str, before: &str, after: &str) -> String {
        let words: Vec<(Range<usize>, Option<Wanted>)> = check::words(text)
            .map(|span| {
                let found = text.get(span.clone()).and_then(|word| self.find(word));
                (span, found)
            })
            .collect();
        let start = best_window(&words);
        let window = words.get(start..).unwrap_or_default();
        let window = window.get(..SNIPPET).unwrap_or(window);
        let (Some((first, _)), Some((last, _))) = (window.first(), window.last()) else {
            return String::new();
        };
        let from = if start == 0 { 0 } else { first.start };
        let is_cut = start + window.len() < words.len();
        let to = if is_cut { last.end } else { text.len() };
        let mut snippet = String::new();
        if from > 0 {
            snippet.push_str("… ");
        }
        let mut at = from;
        let words = joined(window);
        let clean = |text: Option<&str>| clean::stored(text.unwrap_or_default()).into_owned();
        for span in words {
            snippet.push_str(&clean(text.get(at..span.start)));
            snippet.push_str(before);
            snippet.push_str(&clean(text.get(span.clone())));
            snippet.push_str(after);
            at = span.end;
        }
        snippet.push_str(&clean(text.get(at..to)));
        if is_cut {
            snippet.push_str(" …");
        }
        snippet.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The wanted words; those that touch, as they do in scripts without spaces, are one.
fn joined(words: &[(Range<usize>, Option<Wanted>)]) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for (span, _) in words.iter().filter(|(_, term)| term.is_some()) {
        match joined.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => joined.push(span.clone()),
        }
    }
    joined
}

/// Where the run of words begins that holds most different wanted ones; a few words before the first of them.
fn best_window(words: &[(Range<usize>, Option<Wanted>)]) -> usize {
    const LEAD: usize = 5;
    let mut best = (0, 0);
    for (at, (_, term)) in words.iter().enumerate() {
        if term.is_none() {
            continue;
        }
        let start = at.saturating_sub(LEAD);
        let window = &words[start..words.len().min(start + SNIPPET)];
        let different: HashSet<_> = window.iter().filter_map(|(_, term)| *term).collect();
        if different.len() > best.0 {
            best = (different.len(), start);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snippet(query: &str, text: &str) -> String {
        QueryWords::of(query).snippet(text, "<", ">")
    }

    #[test]
    fn a_snippet_marks_the_words_of_the_query_in_every_form() {
        assert_eq!(
            snippet(
                "selling heat pumps",
                "Sales of a heat pump fell;\n they sell\x1b[2J fewer."
            ),
            "Sales of a <heat> <pump> fell; they <sell> fewer."
        );
        assert_eq!(
            snippet(
                "lost 40 % under ISO 9001",
                "It lost 40 %, not 400, by ISO 9001."
            ),
            "It <lost> <40> %, not 400, by <ISO> <9001>."
        );
        assert_eq!(snippet("nothing of it", "Other words."), "Other words.");
        assert_eq!(snippet("x", ""), "");
        assert_eq!(snippet("市場", "日本の市場は拡大"), "日本の<市場>は拡大");
    }

    #[test]
    fn a_snippet_of_a_long_passage_is_where_most_words_are() {
        let filler = "so it went on and on ".repeat(20);
        let text = format!("pump {filler} the heat pump of the ministry {filler}");
        let snippet = snippet("heat pump ministry", &text);
        assert!(
            snippet.starts_with("… ") && snippet.ends_with(" …"),
            "{snippet}"
        );
        assert!(
            snippet.contains("the <heat> <pump> of the <ministry>"),
            "{snippet}"
        );
    }
}
