//! The part of a passage that is shown for a query, with the words of the query marked.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use crate::check::{self, Lexicon, Term};
use crate::clean;

/// Words of a snippet.
const SNIPPET: usize = 40;
/// With these names of one letter end.
const MARKS: [char; 2] = ['+', '#'];

/// The words of a query by their stems and its numbers, to be found again in passages.
pub struct QueryWords {
    lexicon: Lexicon,
    wanted: HashSet<Wanted>,
    /// Of scripts that are written without spaces and not taken apart, such as Thai: each is looked for within what stands there.
    unspaced: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Wanted {
    Word(Term),
    /// A number, or a name of one letter.
    Sign(String),
}

impl Wanted {
    fn of(word: &str, lexicon: &mut Lexicon) -> Option<Self> {
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        let is_name = word.len() == 1 && word != "a" && word != "i" || word.ends_with(MARKS);
        if is_name {
            return Some(Self::Sign(word.to_lowercase()));
        }
        let term = lexicon.term(&without_accents(word)).map(Self::Word);
        term.or_else(|| is_number.then(|| Self::Sign(word.to_owned())))
    }
}

/// The span of a name of one letter with the marks that belong to it: `C++`, `F#`.
fn with_marks(text: &str, span: Range<usize>) -> Range<usize> {
    let behind = text.get(span.end..).unwrap_or_default();
    let marks = ["++", "#"]
        .into_iter()
        .find(|marks| behind.starts_with(marks));
    let more = marks.filter(|_| span.len() == 1).map_or(0, str::len);
    span.start..span.end + more
}

/// A word as a search knows it.
fn without_accents(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let plain = word.nfd().filter(|c| !matches!(c, '\u{300}'..='\u{36F}'));
    Cow::Owned(plain.nfc().collect())
}

/// Whether a word is of a script without spaces between words that is not taken apart: Thai, Lao, Burmese, Khmer.
fn is_unspaced(word: &str) -> bool {
    word.starts_with(
        |c| matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'),
    )
}

impl QueryWords {
    #[must_use]
    pub fn of(query: &str) -> Self {
        let mut lexicon = Lexicon::default();
        let words = check::words(query).filter_map(|span| query.get(with_marks(query, span)));
        let (unspaced, spaced): (Vec<&str>, Vec<&str>) = words.partition(|word| is_unspaced(word));
        let wanted = spaced
            .into_iter()
            .filter_map(|word| Wanted::of(word, &mut lexicon))
            .collect();
        Self {
            lexicon,
            wanted,
            unspaced: unspaced.into_iter().map(str::to_owned).collect(),
        }
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

    /// All of a text in pieces, each with whether it is one of the words.
    pub fn all_pieces(&mut self, text: &str) -> Vec<(String, bool)> {
        let words = self.words_in(text);
        let clean = |text: Option<&str>| clean::stored(text.unwrap_or_default()).into_owned();
        let (mut pieces, mut at) = (Vec::new(), 0);
        for span in joined(&words) {
            pieces.push((clean(text.get(at..span.start)), false));
            pieces.push((clean(text.get(span.clone())), true));
            at = span.end;
        }
        pieces.push((clean(text.get(at..)), false));
        pieces.retain(|(piece, _)| !piece.is_empty());
        pieces
    }

    /// What is written without spaces in words that are wanted and what stands between them.
    fn taken_apart(&self, word: &str, offset: usize) -> Vec<(Range<usize>, Option<Wanted>)> {
        let mut parts = Vec::new();
        let mut from = 0;
        while let Some(rest) = word.get(from..)
            && let Some((at, found)) = self
                .unspaced
                .iter()
                .filter_map(|wanted| Some((rest.find(wanted.as_str())?, wanted)))
                .min_by_key(|(at, wanted)| (*at, std::cmp::Reverse(wanted.len())))
        {
            if at > 0 {
                parts.push((offset + from..offset + from + at, None));
            }
            let end = from + at + found.len();
            let span = offset + from + at..offset + end;
            parts.push((span, Some(Wanted::Sign(found.clone()))));
            from = end;
        }
        if from < word.len() {
            parts.push((offset + from..offset + word.len(), None));
        }
        parts
    }

    /// The words of a text, each with what it is where it is wanted.
    fn words_in(&mut self, text: &str) -> Vec<(Range<usize>, Option<Wanted>)> {
        let mut words: Vec<(Range<usize>, Option<Wanted>)> = Vec::new();
        for span in check::words(text) {
            let word = text.get(span.clone()).unwrap_or_default();
            if !self.unspaced.is_empty() && is_unspaced(word) {
                words.extend(self.taken_apart(word, span.start));
                continue;
            }
            let span = with_marks(text, span);
            let word = text.get(span.clone()).unwrap_or_default();
            let wanted = Wanted::of(word, &mut self.lexicon);
            let wanted = wanted.filter(|word| self.wanted.contains(word));
            words.push((span, wanted));
        }
        words
    }

    /// The part of a text that holds most of the words, on one line, with the words marked.
    pub fn snippet(&mut self, text: &str, before: &str, after: &str) -> String {
        let words = self.words_in(text);
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
        assert_eq!(
            snippet("cafe coute", "Le café coûte 3 euros."),
            "Le <café> <coûte> 3 euros."
        );
        assert_eq!(
            snippet("C++ and R", "C++ is older than R, and a C# is none."),
            "<C++> is older than <R>, and a C# is none."
        );
        assert_eq!(snippet("ราคา", "น้ำมันราคาสูงขึ้น"), "น้ำมัน<ราคา>สูงขึ้น");
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
