//! The part of a passage that is shown for a query, with the words of the query marked.

use std::collections::HashSet;
use std::ops::Range;

use crate::check::{self, Lexicon, Term};
use crate::clean;

/// Words of a snippet.
const SNIPPET: usize = 40;

/// The words of a query by their stems and its numbers, to be found again in passages.
pub struct QueryWords {
    lexicon: Lexicon,
    wanted: HashSet<Wanted>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Wanted {
    Word(Term),
    Number(String),
}

impl Wanted {
    fn of(word: &str, lexicon: &mut Lexicon) -> Option<Self> {
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        let term = lexicon.term(word).map(Self::Word);
        term.or_else(|| is_number.then(|| Self::Number(word.to_owned())))
    }
}

impl QueryWords {
    #[must_use]
    pub fn of(query: &str) -> Self {
        let mut lexicon = Lexicon::default();
        let words = check::words(query).filter_map(|span| query.get(span));
        let wanted = words
            .filter_map(|word| Wanted::of(word, &mut lexicon))
            .collect();
        Self { lexicon, wanted }
    }

    /// The same part in pieces, each with whether it is one of the words.
    pub fn pieces(&mut self, text: &str) -> Vec<(String, bool)> {
        // Control characters: what is shown of a text has none of its own.
        let marked = self.snippet(text, "\u{2}", "\u{3}");
        let pieces = marked.split(['\u{2}', '\u{3}']).enumerate();
        pieces
            .filter(|(_, piece)| !piece.is_empty())
            .map(|(at, piece)| (piece.to_owned(), at % 2 == 1))
            .collect()
    }

    /// The part of a text that holds most of the words, on one line, with the words marked.
    pub fn snippet(&mut self, text: &str, before: &str, after: &str) -> String {
        let words: Vec<(Range<usize>, Option<Wanted>)> = check::words(text)
            .map(|span| {
                let word = text
                    .get(span.clone())
                    .and_then(|word| Wanted::of(word, &mut self.lexicon));
                (span, word.filter(|word| self.wanted.contains(word)))
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
        let different: HashSet<_> = window
            .iter()
            .filter_map(|(_, word)| word.as_ref())
            .collect();
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
        assert_eq!(snippet("nothing of it", "Other words."), "Other words.");
        assert_eq!(snippet("x", ""), "");
        assert_eq!(
            snippet("lost 40 %", "They lost 40 % in 1940."),
            "They <lost> <40> % in 1940."
        );
        assert_eq!(snippet("市場", "日本の市場は拡大"), "日本の<市場>は拡大");
    }

    #[test]
    fn in_pieces_a_snippet_tells_which_of_them_are_words_of_the_query() {
        let pieces = QueryWords::of("heat pumps").pieces("The\u{2} heat pump.");
        let pieces: Vec<(&str, bool)> = pieces.iter().map(|(one, is)| (&**one, *is)).collect();
        assert_eq!(
            pieces,
            [
                ("The ", false),
                ("heat", true),
                (" ", false),
                ("pump", true),
                (".", false)
            ]
        );
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
