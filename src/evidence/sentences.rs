//! Where sentences end, well enough to cut passages between them.
//!
//! A cut too few makes a passage a little longer; a cut too many tears a sentence apart. So in doubt nothing is cut: not after abbreviations,
//! initials and numbers of list items, and not before a small letter. It reads the text once, whatever the text is.

use std::ops::Range;

/// Words that usually go on after their full stop, in lower case and without it.
const ABBREVIATIONS: &[&str] = &[
    "al", "approx", "art", "bzw", "ca", "cf", "co", "corp", "dept", "dr", "e.g", "ed", "eds", "eq",
    "est", "et", "fig", "figs", "gen", "i.e", "inc", "incl", "jr", "ltd", "max", "min", "mr",
    "mrs", "ms", "no", "nos", "nr", "p", "par", "ph.d", "pp", "prof", "ref", "refs", "resp", "rev",
    "sec", "sr", "st", "tab", "u.a", "u.s", "vgl", "viz", "vol", "vols", "vs", "z.b",
];

/// The sentences of one paragraph as spans of `text`, without the white space around them; together they hold every word.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        if c == '\n' {
            push(text, start..at, &mut found);
            start = at;
            continue;
        }
        if !is_terminator(c) {
            continue;
        }
        let mut end = at + c.len_utf8();
        while let Some((at, c)) = rest.next_if(|(_, c)| is_terminator(*c) || is_closer(*c)) {
            end = at + c.len_utf8();
        }
        let cjk = matches!(c, '。' | '！' | '？');
        if cjk || (is_open_after(text, end) && !goes_on(text, start..at, c, end)) {
            push(text, start..end, &mut found);
            start = end;
        }
    }
    push(text, start..text.len(), &mut found);
    found
}

fn push(text: &str, span: Range<usize>, found: &mut Vec<Range<usize>>) {
    let Some(slice) = text.get(span.clone()) else {
        return;
    };
    let trimmed = slice.trim_start();
    let start = span.start + (slice.len() - trimmed.len());
    let end = start + trimmed.trim_end().len();
    if start < end {
        found.push(start..end);
    }
}

fn is_terminator(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？')
}

fn is_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']')
}

/// Whether white space or nothing follows, so that a sentence can end here at all.
fn is_open_after(text: &str, end: usize) -> bool {
    text.get(end..)
        .and_then(|after| after.chars().next())
        .is_none_or(char::is_whitespace)
}

/// Whether the sentence goes on behind its mark: `start..at` is the sentence up to the mark, `end` is behind it.
fn goes_on(text: &str, before: Range<usize>, mark: char, end: usize) -> bool {
    let next = text
        .get(end..)
        .and_then(|after| after.trim_start().chars().next());
    if next.is_some_and(char::is_lowercase) {
        return true;
    }
    if mark != '.' {
        return false;
    }
    let sentence = text.get(before).unwrap_or_default().trim_start();
    let word = last_word(sentence);
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let item_number =
        sentence.len() <= 3 && !sentence.is_empty() && sentence.chars().all(|c| c.is_ascii_digit());
    initial
        || item_number
        || ABBREVIATIONS
            .binary_search(&word.to_lowercase().as_str())
            .is_ok()
}

/// The last word, looking back no further than any abbreviation is long.
fn last_word(sentence: &str) -> &str {
    let from = sentence
        .char_indices()
        .rev()
        .take(12)
        .find(|(_, c)| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '“' | '/'))
        .map_or_else(
            || {
                sentence
                    .char_indices()
                    .rev()
                    .nth(11)
                    .map_or(0, |(at, _)| at)
            },
            |(at, c)| at + c.len_utf8(),
        );
    sentence.get(from..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        sentences(text)
            .into_iter()
            .map(|span| &text[span])
            .collect()
    }

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        for (text, expected) in [
            (
                "One. Two! Three? Four",
                vec!["One.", "Two!", "Three?", "Four"],
            ),
            (
                "Dr. J. Smith paid approx. 4.5 million. It was late.",
                vec!["Dr. J. Smith paid approx. 4.5 million.", "It was late."],
            ),
            (
                "See Fig. 3 and No. 12 (e.g. the depot). Then stop.",
                vec!["See Fig. 3 and No. 12 (e.g. the depot).", "Then stop."],
            ),
            (
                "He said \"stop.\" She did (at once!). Fine.",
                vec!["He said \"stop.\"", "She did (at once!).", "Fine."],
            ),
            (
                "1. First item goes on. Second sentence.",
                vec!["1. First item goes on.", "Second sentence."],
            ),
            ("Wait… what? no cut. here", vec!["Wait… what? no cut. here"]),
            (
                "これは文です。次の文です。",
                vec!["これは文です。", "次の文です。"],
            ),
            ("line one\nline two", vec!["line one", "line two"]),
            ("  ", vec![]),
        ] {
            assert_eq!(cut(text), expected);
        }
    }

    #[test]
    fn the_list_of_abbreviations_can_be_searched() {
        assert!(ABBREVIATIONS.is_sorted());
    }

    proptest! {
        #[test]
        fn every_word_is_in_exactly_one_sentence(text in "[a-zA-Z0-9.!?\"() \n。é…]{0,300}") {
            let spans = sentences(&text);
            let squeezed = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            let joined: String = spans.iter().map(|span| &text[span.clone()]).collect();
            prop_assert_eq!(squeezed(&joined), squeezed(&text));
            prop_assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start));
        }
    }
}
