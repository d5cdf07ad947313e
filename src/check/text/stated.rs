//! What a text states: its claims one by one, each with what it cites and without the marks, as a checker takes them.

use std::borrow::Cow;
use std::ops::Range;

use super::antecedents::Antecedents;
use super::claims::is_claim;
use super::marked::{Clause, MarkedPart, marked_parts};
use super::own_parts::unlabelled;
use super::sentences::sentences;
use crate::study::citation;

/// A claim as it stands in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    /// Bytes of its sentence in the text, with the space after it.
    pub span: Range<usize>,
    /// The sentence without surrounding space.
    pub text: String,
    /// The same without its citation marks.
    pub bare: String,
    /// Citation numbers, in order, without repeats.
    pub citations: Vec<u32>,
    /// The sentence that names what this one calls `it` or `they`, where it begins so.
    pub antecedent: Option<String>,
    /// Its parts, where each cites something else.
    pub clauses: Vec<Clause>,
}

/// A sentence of a text without its citation marks.
struct Bare {
    span: Range<usize>,
    text: String,
    /// Bytes at which its marks stood.
    places: Vec<usize>,
    /// What each of them cites.
    cited: Vec<Vec<u32>>,
}

impl Bare {
    fn clauses(&self, parts: Vec<MarkedPart>) -> Vec<Clause> {
        Clause::all(parts, |marks| {
            let cited = self.cited.get(marks.clone());
            cited.unwrap_or_default().concat()
        })
    }
}

/// The claims of a text, in its order.
#[must_use]
pub fn stated(text: &str) -> Vec<Stated> {
    let mut claims = Vec::new();
    let mut antecedents = Antecedents::default();
    for read in bare_of(text) {
        let Some(sentence) = text.get(read.span.clone()) else {
            continue;
        };
        let parts = marked_parts(&read.text, &read.places);
        let antecedent = antecedents.take(&spoken(&read.text, &parts));
        if is_claim(sentence) {
            claims.push(Stated {
                text: sentence.trim().to_owned(),
                bare: unlabelled(&read.text).to_owned(),
                citations: citation::numbers(sentence),
                antecedent,
                clauses: read.clauses(parts),
                span: read.span,
            });
        }
    }
    claims
}

/// The parts of one sentence, where each cites something else.
#[must_use]
pub fn clauses_of(sentence: &str) -> Vec<Clause> {
    match &*bare_of(sentence) {
        [read] => read.clauses(marked_parts(&read.text, &read.places)),
        _ => Vec::new(),
    }
}

/// A sentence without the words that only name its one source, `according to [2], it did not`, and without those by which that says it, `[2] says that it did
/// not`: what it speaks of stands behind them.
pub(crate) fn spoken<'b>(bare: &'b str, parts: &[MarkedPart]) -> Cow<'b, str> {
    let [only] = parts else {
        return Cow::Borrowed(bare);
    };
    let words = only.bare.split_once(' ').filter(|_| only.speaks);
    let said = words.map_or(only.bare.as_str(), |(_, said)| {
        said.strip_prefix("that ").unwrap_or(said)
    });
    let space = bare.get(bare.trim_end().len()..).unwrap_or_default();
    // `[2] disputes this`: a pronoun for what the sentence before says.
    let said = if matches!(said, "this" | "that" | "it") {
        "they"
    } else {
        said
    };
    Cow::Owned(format!("{said}.{space}"))
}

/// The sentences of a text, each by its bytes and as it reads without its citation marks.
pub(crate) fn bare_sentences(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    bare_of(text).into_iter().map(|read| (read.span, read.text))
}

fn bare_of(text: &str) -> Vec<Bare> {
    let marks = citation::marks(text);
    let mut marks = marks.iter().peekable();
    let mut read = Vec::new();
    for span in sentences(text) {
        let mut bare = Bare {
            span: span.clone(),
            text: String::new(),
            places: Vec::new(),
            cited: Vec::new(),
        };
        let mut at = span.start;
        while let Some(mark) = marks.next_if(|mark| mark.span.start < span.end) {
            let before = text.get(at..mark.span.start).unwrap_or_default();
            bare.text.push_str(before);
            bare.places.push(bare.text.len());
            let written = text.get(mark.span.clone()).unwrap_or_default();
            bare.cited.push(citation::numbers(written));
            at = mark.span.end.clamp(at, span.end);
        }
        bare.text
            .push_str(text.get(at..span.end).unwrap_or_default());
        read.push(bare);
    }
    read
}

/// Bytes of the paragraph around a place: blank lines part paragraphs.
#[must_use]
pub fn paragraph_at(text: &str, at: usize) -> Range<usize> {
    let line_end = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.find('\n').map_or(text.len(), |end| from + end)
    };
    let line_start = |to: usize| {
        let before = text.get(..to).unwrap_or_default();
        before.rfind('\n').map_or(0, |end| end + 1)
    };
    let is_blank = |line: Range<usize>| text.get(line).is_none_or(|line| line.trim().is_empty());
    let at = text.floor_char_boundary(at.min(text.len()));
    let (mut from, mut to) = (line_start(at), line_end(at));
    while from > 0 && !is_blank(line_start(from - 1)..from - 1) {
        from = line_start(from - 1);
    }
    while to < text.len() && !is_blank(to + 1..line_end(to + 1)) {
        to = line_end(to + 1);
    }
    from..to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_given_with_their_citations_and_without_the_marks() {
        let text = "## Costs\nCosts rose by 12 % in 2024 [1][3]. Why? They fell later [2].";
        let found: Vec<(String, String, Vec<u32>)> = stated(text)
            .into_iter()
            .map(|claim| (claim.text, claim.bare.trim().to_owned(), claim.citations))
            .collect();
        assert_eq!(
            found,
            [
                (
                    "Costs rose by 12 % in 2024 [1][3].".to_owned(),
                    "Costs rose by 12 % in 2024 .".to_owned(),
                    vec![1, 3]
                ),
                (
                    "They fell later [2].".to_owned(),
                    "They fell later .".to_owned(),
                    vec![2]
                ),
            ]
        );
    }

    #[test]
    fn a_paragraph_ends_at_blank_lines() {
        let text = "# Costs\n\nThey rose.\nThey fell.\n \t\nÜber.";
        let around = |word: &str| &text[paragraph_at(text, text.find(word).unwrap())];
        assert_eq!(around("# "), "# Costs");
        assert_eq!(around("fell"), "They rose.\nThey fell.");
        assert_eq!(around("Über"), "Über.");
        assert_eq!(paragraph_at("", 3), 0..0);
    }

    #[test]
    fn a_bold_label_is_no_part_of_the_claim() {
        for (text, bare) in [
            (
                "- **Key point:** Prices rose in winter [1].",
                "Prices rose in winter .",
            ),
            ("**Costs**: They rose in winter.", "They rose in winter."),
            ("**Prices rose** in winter.", "**Prices rose** in winter."),
        ] {
            let found: Vec<String> = stated(text).into_iter().map(|claim| claim.bare).collect();
            assert_eq!(found, [bare]);
        }
    }
}
