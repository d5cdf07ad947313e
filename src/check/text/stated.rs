//! What a text states: its claims one by one, each with what it cites and without the marks, as a checker takes them.

use std::ops::Range;

use super::antecedents::Antecedents;
use super::claims::is_claim;
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
}

/// The claims of a text, in its order.
#[must_use]
pub fn stated(text: &str) -> Vec<Stated> {
    let mut claims = Vec::new();
    let mut antecedents = Antecedents::default();
    for (span, bare) in bare_sentences(text) {
        let Some(sentence) = text.get(span.clone()) else {
            continue;
        };
        let antecedent = antecedents.take(&bare);
        if is_claim(sentence) {
            claims.push(Stated {
                text: sentence.trim().to_owned(),
                bare: unlabelled(&bare).to_owned(),
                citations: citation::numbers(sentence),
                antecedent,
                span,
            });
        }
    }
    claims
}

/// The sentences of a text, each by its bytes and as it reads without its citation marks.
pub(crate) fn bare_sentences(text: &str) -> Vec<(Range<usize>, String)> {
    let marks = citation::marks(text);
    let mut marks = marks.iter().peekable();
    let mut read = Vec::new();
    for span in sentences(text) {
        let mut bare = String::new();
        let mut at = span.start;
        while let Some(mark) = marks.next_if(|mark| mark.span.start < span.end) {
            bare.push_str(text.get(at..mark.span.start).unwrap_or_default());
            at = mark.span.end.clamp(at, span.end);
        }
        bare.push_str(text.get(at..span.end).unwrap_or_default());
        read.push((span, bare));
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
