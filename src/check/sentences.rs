//! Sentences: where one ends and the next begins.
//!
//! The spans partition the text, so that whoever replaces or inserts a sentence changes no byte of the others. One pass, with lookahead and
//! lookback of bounded length, so that hostile text costs no more than any other. Which sentences state something is not known here (see
//! `claims`).

use std::ops::Range;

use super::blocks::{BlockKind, blocks, marker_len};

/// The sentences of a text, each with the white space after it; together they are the text, byte for byte.
///
/// A heading, a table row, a code block and a rule are each one unit; a list item is one or more.
#[must_use]
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    for block in blocks(text) {
        match block.kind {
            BlockKind::Prose | BlockKind::Item => split_prose(text, block.span, &mut spans),
            BlockKind::Heading | BlockKind::TableRow | BlockKind::Code | BlockKind::Rule => {
                spans.push(block.span);
            }
        }
    }
    spans
}

/// How far back a word before a full stop is looked at, and how far a bracket after one may reach.
const LOOKBACK: usize = 24;
const LOOKAHEAD: usize = 80;

/// Never the last word of a sentence.
#[rustfmt::skip]
const NEVER_LAST: &[&str] = &[
    "dr", "mr", "mrs", "ms", "prof", "gen", "sen", "rep", "gov", "lt", "col", "capt", "sgt", "hon",
    "rev", "st", "mt", "ft", "messrs", "vs", "cf", "viz", "e.g", "i.e", "eg", "ie", "approx", "ca",
    "resp", "incl", "esp", "z.b", "bzw", "ggf", "mio", "mrd",
];

/// Followed by a number or a letter, they name a part of a document or an item of a series.
#[rustfmt::skip]
const BEFORE_NUMBER: &[&str] = &[
    "fig", "figs", "no", "nos", "nr", "eq", "eqs", "eqn", "sec", "sect", "ch", "chap", "tab",
    "vol", "vols", "pp", "p", "art", "ref", "refs", "app", "par", "para", "cl", "ex", "jan", "feb",
    "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "abb", "bd",
];

/// Last word of a sentence only where the next word can hardly be part of the same one.
#[rustfmt::skip]
const MAYBE_LAST: &[&str] = &[
    "al", "etc", "inc", "ltd", "co", "corp", "jr", "sr", "bros", "dept", "univ", "est", "ed",
    "eds", "plc", "llc", "ave", "blvd", "assoc", "govt", "max", "min", "avg", "temp", "fig",
];

/// Words that begin sentences and, capitalised, hardly anything else.
#[rustfmt::skip]
const STARTERS: &[&str] = &[
    "the", "a", "an", "this", "that", "these", "those", "it", "its", "they", "their", "there", "we", "our", "he",
    "she", "his", "her", "i", "you", "in", "on", "at", "by", "for", "from", "with", "to", "as", "if", "when",
    "while", "where", "after", "before", "since", "because", "although", "though", "however", "but", "and", "or",
    "so", "thus", "hence", "therefore", "moreover", "furthermore", "then", "such", "some", "many", "most", "all",
    "both", "each", "no", "not", "what", "who", "how", "why", "which", "here", "now", "today", "one", "two",
    "despite", "under", "during", "only", "also",
];

fn split_prose(text: &str, block: Range<usize>, spans: &mut Vec<Range<usize>>) {
    let Some(body) = text.get(block.clone()) else {
        return;
    };
    let scan = Scan { body };
    let mut start = 0;
    // The number of a list item is not the end of a sentence.
    let mut at = marker_len(body);
    while let Some((stop, found)) = scan.next_stop(at) {
        let after = scan.after_stop(stop, found);
        if scan.ends_here(start, stop, found, &after) {
            let end = skip_space(body, after.end);
            if end >= body.len() {
                break;
            }
            spans.push(block.start + start..block.start + end);
            start = end;
            at = end;
        } else {
            at = after.end;
        }
    }
    if start < body.len() {
        spans.push(block.start + start..block.end);
    }
}

/// One block of running text.
struct Scan<'a> {
    body: &'a str,
}

/// What follows a full stop.
struct After {
    /// Behind further stops, closing quotes and brackets, and citation marks.
    end: usize,
    /// Number of stops in the run.
    stops: usize,
    /// Whether a citation mark followed.
    cited: bool,
}

impl Scan<'_> {
    /// The next character that can end a sentence, at or after `from`.
    fn next_stop(&self, from: usize) -> Option<(usize, char)> {
        let mut at = from;
        loop {
            // Most letters are ASCII and no stops: only the others are worth decoding.
            at += self
                .body
                .as_bytes()
                .get(at..)?
                .iter()
                .position(|byte| !byte.is_ascii() || matches!(byte, b'.' | b'!' | b'?'))?;
            let found = self.char_at(at)?;
            if is_stop(found) {
                return Some((at, found));
            }
            at += found.len_utf8();
        }
    }

    fn after_stop(&self, stop: usize, found: char) -> After {
        let mut end = stop + found.len_utf8();
        let mut stops = 1;
        let mut cited = false;
        while let Some(next) = self.char_at(end) {
            if is_stop(next) {
                stops += 1;
            } else if !is_closer(next) {
                break;
            }
            end += next.len_utf8();
        }
        loop {
            let gap = self.inline_space(end);
            if let Some(mark) = self.citation_at(gap, gap == end) {
                end = mark;
                cited = true;
            } else if let Some(note) = self.note_number_at(stop, end) {
                end = note;
                cited = true;
            } else {
                break;
            }
        }
        // A stop may stand behind the mark as well as before it.
        while cited && let Some(next) = self.char_at(end).filter(|&next| is_stop(next)) {
            end += next.len_utf8();
        }
        After { end, stops, cited }
    }

    fn ends_here(&self, start: usize, stop: usize, found: char, after: &After) -> bool {
        let Some(next) = self.char_at(after.end) else {
            return true;
        };
        if is_wide_stop(found) {
            return true;
        }
        if !next.is_whitespace() {
            return false;
        }
        let following = skip_space(self.body, after.end);
        let Some(next) = self.char_at(following) else {
            return true;
        };
        if after.cited {
            return true;
        }
        if next.is_lowercase() && !self.is_mixed_case(following) {
            return false;
        }
        if matches!(next, ',' | ';' | ')' | ']' | '|') {
            return false;
        }
        if found != '.' || after.stops > 1 || after.end > stop + 1 {
            return true;
        }
        !self.is_abbreviation(start, stop, following, next)
    }

    /// Whether the full stop at `stop` belongs to the word before it rather than to the sentence.
    fn is_abbreviation(&self, start: usize, stop: usize, following: usize, next: char) -> bool {
        let word = self.word_before(start, stop);
        let lower = word.to_lowercase();
        let lower = lower.as_str();
        let starter = || self.starts_sentence(following);
        if NEVER_LAST.contains(&lower) {
            return true;
        }
        if BEFORE_NUMBER.contains(&lower) {
            let letter = next.is_alphabetic() && !self.is_word_of_two(following);
            if next.is_numeric() || letter || next == '(' {
                return true;
            }
        }
        if MAYBE_LAST.contains(&lower) {
            return !starter();
        }
        let mut letters = word.chars();
        match (letters.next(), letters.next()) {
            // An initial.
            (Some(only), None) => only.is_uppercase() && !starter(),
            (Some(first), Some('.')) if first.is_alphabetic() => !starter(),
            _ => matches!(lower, "ph.d" | "b.sc" | "m.sc" | "ed.d") && !starter(),
        }
    }

    fn word_before(&self, start: usize, stop: usize) -> &str {
        let head = self.body.get(start..stop).unwrap_or_default();
        let begin = head
            .char_indices()
            .rev()
            .take(LOOKBACK)
            .take_while(|(_, letter)| letter.is_alphanumeric() || *letter == '.')
            .last()
            .map_or(head.len(), |(at, _)| at);
        head.get(begin..).unwrap_or_default()
    }

    fn starts_sentence(&self, at: usize) -> bool {
        let rest = self.body.get(at..).unwrap_or_default();
        let rest = rest.trim_start_matches(['"', '“', '(', '\'', '‘', '*', '_']);
        let end = rest
            .char_indices()
            .take(LOOKBACK)
            .find(|(_, letter)| !letter.is_alphabetic())
            .map_or(rest.len().min(LOOKBACK), |(at, _)| at);
        rest.get(..end)
            .is_some_and(|word| STARTERS.contains(&word.to_lowercase().as_str()))
    }

    /// A name such as `iPhone` or `pH`, which may begin a sentence in lower case.
    fn is_mixed_case(&self, at: usize) -> bool {
        let mut letters = self.body.get(at..).unwrap_or_default().chars();
        letters.next().is_some_and(char::is_lowercase)
            && letters.next().is_some_and(char::is_uppercase)
    }

    fn is_word_of_two(&self, at: usize) -> bool {
        self.body
            .get(at..)
            .unwrap_or_default()
            .chars()
            .nth(1)
            .is_some_and(char::is_alphabetic)
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.body.get(at..)?.chars().next()
    }

    /// Behind the blanks at `from`; a line end is not crossed, because a mark on the next line may begin a list of references.
    fn inline_space(&self, from: usize) -> usize {
        let rest = self.body.get(from..).unwrap_or_default();
        let blanks = rest
            .bytes()
            .take(4)
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        from + blanks
    }

    /// The end of a citation mark that begins at `at`. Directly after the stop any bracket is one; after a space it must hold numbers.
    fn citation_at(&self, at: usize, directly: bool) -> Option<usize> {
        let rest = self.body.get(at..)?;
        let superscript = rest.strip_prefix("<sup>").map(|inner| (5, inner, "</sup>"));
        let (open, inner, close) = superscript
            .or_else(|| rest.strip_prefix('【').map(|inner| (3, inner, "】")))
            .or_else(|| rest.strip_prefix('[').map(|inner| (1, inner, "]")))?;
        let length = inner
            .char_indices()
            .take(LOOKAHEAD)
            .find(|(at, _)| inner.get(*at..).is_some_and(|rest| rest.starts_with(close)))
            .map(|(at, _)| at)?;
        let content = inner.get(..length)?;
        let named = directly || close != "]";
        if content.contains('\n') || !(named || is_numbers(content)) {
            return None;
        }
        let end = at + open + length + close.len();
        Some(self.link_target(end).unwrap_or(end))
    }

    /// The end of the `(target)` of a numbered link.
    fn link_target(&self, at: usize) -> Option<usize> {
        let inner = self.body.get(at..)?.strip_prefix('(')?;
        let close = inner
            .char_indices()
            .take(400)
            .find(|(_, next)| *next == ')')?
            .0;
        let target = inner.get(..close)?;
        (!target.contains(char::is_whitespace)).then_some(at + close + 2)
    }

    /// The end of a flattened superscript, as in `winter.12 The next`: up to three digits between a word's full stop and a capital.
    fn note_number_at(&self, stop: usize, at: usize) -> Option<usize> {
        if at != stop + 1 || self.body.as_bytes().get(stop) != Some(&b'.') {
            return None;
        }
        let word = self.word_before(0, stop);
        if word.chars().count() < 3 || !word.chars().all(char::is_lowercase) {
            return None;
        }
        let rest = self.body.get(at..)?;
        let digits = rest
            .bytes()
            .take_while(|byte| byte.is_ascii_digit() || *byte == b',')
            .take(8)
            .count();
        let tail = rest.get(digits..)?;
        let capital = tail
            .trim_start()
            .chars()
            .next()
            .is_none_or(char::is_uppercase);
        ((1..=7).contains(&digits)
            && rest.starts_with(|first: char| first.is_ascii_digit())
            && (tail.is_empty() || tail.starts_with(char::is_whitespace))
            && capital)
            .then_some(at + digits)
    }
}

fn is_stop(letter: char) -> bool {
    matches!(letter, '.' | '!' | '?' | '…' | '؟' | '۔' | '।') || is_wide_stop(letter)
}

/// Full stops of scripts that put no space after them.
fn is_wide_stop(letter: char) -> bool {
    matches!(letter, '。' | '！' | '？' | '．' | '｡')
}

fn is_closer(letter: char) -> bool {
    matches!(
        letter,
        '"' | '\''
            | '”'
            | '’'
            | ')'
            | ']'
            | '»'
            | '›'
            | '*'
            | '_'
            | '`'
            | '」'
            | '』'
            | '）'
            | '】'
    )
}

/// Whether a bracket holds numbers of sources: `1`, `2, 5-7`, `^3`, `Source 4`, `4†source`.
fn is_numbers(content: &str) -> bool {
    let content = content.trim();
    let content = content
        .strip_prefix("Source ")
        .or_else(|| content.strip_prefix("citation:"))
        .unwrap_or(content)
        .trim_start_matches('^');
    content.starts_with(|first: char| first.is_ascii_digit())
        && content
            .chars()
            .all(|letter| letter.is_ascii_digit() || " ,;:-–—^?†.p、，".contains(letter))
}

fn skip_space(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + (rest.len() - rest.trim_start().len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> = sentences(text)
            .into_iter()
            .map(|span| text[span].trim())
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn abbreviations_decimals_and_initials_do_not_end_a_sentence() {
        check(
            "Dr. J. R. Smith of the U.S. Department paid approx. 3.5 million, cf. Fig. 2 and No. 5. Then he left.",
            &[
                "Dr. J. R. Smith of the U.S. Department paid approx. 3.5 million, cf. Fig. 2 and No. 5.",
                "Then he left.",
            ],
        );
        check(
            "It rose in the U.S. The rest fell, e.g. Peru (Lee et al. 2020). Ask Acme Inc. Nobody knows?",
            &[
                "It rose in the U.S.",
                "The rest fell, e.g. Peru (Lee et al. 2020).",
                "Ask Acme Inc. Nobody knows?",
            ],
        );
        check(
            "It was said by Jones et al. The answer was No. That is odd. On Jan. 5 it closed at 5 p.m. and reopened.",
            &[
                "It was said by Jones et al.",
                "The answer was No.",
                "That is odd.",
                "On Jan. 5 it closed at 5 p.m. and reopened.",
            ],
        );
    }

    #[test]
    fn a_citation_after_the_full_stop_belongs_to_the_sentence_before() {
        check("First.[1] Second. [2]", &["First.[1]", "Second. [2]"]);
        check(
            "First. [1][2, 5-7] Second.【3†source】 Third.[^4] Fourth [5]. Fifth.<sup>6</sup> Sixth. [7](https://a.b/c.d) End.",
            &[
                "First. [1][2, 5-7]",
                "Second.【3†source】",
                "Third.[^4]",
                "Fourth [5].",
                "Fifth.<sup>6</sup>",
                "Sixth. [7](https://a.b/c.d)",
                "End.",
            ],
        );
        check(
            "It held all winter.12 The next year it failed.3,4",
            &["It held all winter.12", "The next year it failed.3,4"],
        );
        check(
            "It cost 3.5. [See also] the rest.",
            &["It cost 3.5.", "[See also] the rest."],
        );
    }

    #[test]
    fn quotes_ellipses_and_questions() {
        check(
            "He said “Stop.” Then “Go!” was heard. Well... maybe. Wait… Yes? \"Yahoo! is here,\" she said.",
            &[
                "He said “Stop.”",
                "Then “Go!” was heard.",
                "Well... maybe.",
                "Wait…",
                "Yes?",
                "\"Yahoo! is here,\" she said.",
            ],
        );
    }

    #[test]
    fn full_stops_of_other_scripts() {
        check(
            "电价上涨。需求下降！为什么？",
            &["电价上涨。", "需求下降！", "为什么？"],
        );
    }

    #[test]
    fn lists_tables_headings_and_code_are_units() {
        check(
            "## Costs. And more\nOne. Two goes\non here.\n1. First. Second.\n- a. b\n| x. Y | z |\n```\nA. B. C.\n```\n",
            &[
                "## Costs. And more",
                "One.",
                "Two goes\non here.",
                "1. First.",
                "Second.",
                "- a. b",
                "| x. Y | z |",
                "```\nA. B. C.\n```",
            ],
        );
    }

    #[test]
    fn a_text_without_sentences_is_one_or_none() {
        check("", &[]);
        check("no stop at all", &["no stop at all"]);
        assert_eq!(sentences(" \n\n ").len(), 1);
    }

    #[test]
    fn a_megabyte_of_stops_or_brackets_takes_no_quadratic_time() {
        for piece in [
            ". ", ".[", "A. ", "!", "e.g. ", ".   ", "...)", "\n.", "[1", "|", "> ",
        ] {
            let text = piece.repeat(200_000 / piece.len());
            let spans = sentences(&text);
            assert_eq!(spans.last().map(|span| span.end), Some(text.len()));
        }
    }

    proptest! {
        #[test]
        fn spans_partition_any_text(text in "[a-cA-C0-9 .!?…。\\[\\]()\"\n\t#|>`*-]{0,80}|\\PC{0,60}") {
            let mut at = 0;
            for span in sentences(&text) {
                prop_assert_eq!(span.start, at);
                prop_assert!(span.end > span.start);
                prop_assert!(text.get(span.clone()).is_some());
                at = span.end;
            }
            prop_assert_eq!(at, text.len());
        }
    }
}
