//! Splits text into the word pieces that the table has rows for, as BERT's uncased tokenizer does.
//!
//! A text is cleaned of control characters, its letters lower-cased and freed of accents, and cut at spaces, punctuation and ideographs into words; a
//! word is then taken apart from the left, always by the longest piece that the vocabulary has. Marks such as `[CLS]` in a text are text here.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;
use unicode_normalization::char::decompose_canonical;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::table::{Hash, Row, Table};

/// A longer word has no pieces.
const LONGEST_WORD: usize = 100;

/// Calls `each` with every word of a text: lower-cased, without accents, punctuation signs by themselves.
pub(super) fn words(text: &str, each: &mut dyn FnMut(&str)) {
    let mut word = Word {
        text: String::new(),
        each,
    };
    let mut rest = text;
    loop {
        let letters = rest.bytes().position(|byte| !byte.is_ascii_alphanumeric());
        let (run, after) = rest.split_at(letters.unwrap_or(rest.len()));
        word.push_letters(run);
        let mut signs = after.chars();
        let Some(c) = signs.next() else { break };
        rest = signs.as_str();
        if c.is_ascii() {
            word.push_ascii(c);
        } else if is_ideograph(c) {
            word.end();
            word.push_decomposed(c);
            word.end();
        } else if !is_removed(c) {
            word.push_decomposed(c);
        }
    }
    word.end();
}

/// The rows of a word's pieces; none if a part of the word is no piece of the vocabulary.
pub(super) fn pieces<'a>(table: &Table<'a>, word: &str, rows: &mut Vec<Row<'a>>) {
    let before = rows.len();
    if word.chars().count() > LONGEST_WORD {
        return;
    }
    // Most words are one piece.
    let whole = word.bytes().fold(Hash::new(false), Hash::then);
    if let Some(row) = table.row(word.as_bytes(), false, whole) {
        rows.push(row);
        return;
    }
    let mut rest = word;
    while !rest.is_empty() {
        let Some((row, after)) = longest_piece(table, rest, rows.len() > before) else {
            rows.truncate(before);
            return;
        };
        rows.push(row);
        rest = after;
    }
}

/// The rows of words that were taken apart before: texts repeat their words, and most of the work is to find out what is no piece.
#[derive(Default)]
pub(super) struct Known<'a> {
    /// Short words, by their bytes, and where their rows stand.
    words: HashMap<u128, Range<usize>, FixedState>,
    rows: Vec<Row<'a>>,
    /// Those of another word.
    others: Vec<Row<'a>>,
}

impl<'a> Known<'a> {
    /// Words that are kept.
    const MOST: usize = 20_000;

    /// The rows of a word's [`pieces`].
    pub(super) fn pieces(&mut self, table: &Table<'a>, word: &str) -> &[Row<'a>] {
        let mut bytes = [0; 16];
        let Some(start) = bytes.get_mut(..word.len()) else {
            self.others.clear();
            pieces(table, word, &mut self.others);
            return &self.others;
        };
        start.copy_from_slice(word.as_bytes());
        let key = u128::from_le_bytes(bytes);
        if let Some(known) = self.words.get(&key) {
            return self.rows.get(known.clone()).unwrap_or_default();
        }
        if self.words.len() >= Self::MOST {
            self.words.clear();
            self.rows.clear();
        }
        let from = self.rows.len();
        pieces(table, word, &mut self.rows);
        self.words.insert(key, from..self.rows.len());
        self.rows.get(from..).unwrap_or_default()
    }
}

/// The longest piece that `rest` begins with, and what follows it.
fn longest_piece<'a, 't>(
    table: &Table<'a>,
    rest: &'t str,
    continues: bool,
) -> Option<(Row<'a>, &'t str)> {
    // Four bytes a character at most.
    let mut ends = [(0, Hash::new(continues)); LONGEST_WORD];
    let mut hash = Hash::new(continues);
    let mut characters = 0;
    for (at, byte) in rest.bytes().enumerate() {
        hash = hash.then(byte);
        if rest.is_char_boundary(at + 1) {
            *ends.get_mut(characters)? = (at + 1, hash);
            characters += 1;
        }
    }
    ends.get(..characters)?
        .iter()
        .rev()
        .find_map(|&(end, hash)| {
            let (piece, after) = rest.split_at_checked(end)?;
            Some((table.row(piece.as_bytes(), continues, hash)?, after))
        })
}

/// The word that is being gathered.
struct Word<'f> {
    text: String,
    each: &'f mut dyn FnMut(&str),
}

impl Word<'_> {
    /// Takes letters and digits of ASCII, which most text is.
    fn push_letters(&mut self, run: &str) {
        let from = self.text.len();
        self.text.push_str(run);
        if let Some(own) = self.text.get_mut(from..) {
            own.make_ascii_lowercase();
        }
    }

    fn push_ascii(&mut self, c: char) {
        if c.is_ascii_alphanumeric() {
            self.text.push(c.to_ascii_lowercase());
        } else if c.is_ascii_punctuation() {
            self.end();
            self.text.push(c);
            self.end();
        } else if matches!(c, ' ' | '\t' | '\n' | '\r') {
            self.end();
        }
    }

    /// Takes a character apart into its letter and its accents, and leaves the accents out.
    fn push_decomposed(&mut self, c: char) {
        decompose_canonical(c, |part| match part.general_category() {
            _ if part.is_ascii() => self.push_ascii(part),
            GeneralCategory::NonspacingMark => {}
            GeneralCategory::ConnectorPunctuation
            | GeneralCategory::DashPunctuation
            | GeneralCategory::OpenPunctuation
            | GeneralCategory::ClosePunctuation
            | GeneralCategory::InitialPunctuation
            | GeneralCategory::FinalPunctuation
            | GeneralCategory::OtherPunctuation => {
                self.end();
                self.text.push(part);
                self.end();
            }
            _ if part.is_whitespace() => self.end(),
            _ => self.text.extend(part.to_lowercase()),
        });
    }

    fn end(&mut self) {
        if !self.text.is_empty() {
            (self.each)(&self.text);
            self.text.clear();
        }
    }
}

/// Control and format characters, and what stands for unreadable text.
fn is_removed(c: char) -> bool {
    c == char::REPLACEMENT_CHARACTER
        || matches!(
            c.general_category(),
            GeneralCategory::Control | GeneralCategory::Format | GeneralCategory::PrivateUse
        )
}

/// The ranges that the tokenizer sets apart; not all that Unicode calls ideographs.
fn is_ideograph(c: char) -> bool {
    matches!(c,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2a6df}'
        | '\u{2a700}'..='\u{2b81f}' | '\u{2b920}'..='\u{2ceaf}' | '\u{2f800}'..='\u{2fa1f}')
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::BYTES;
    use super::*;

    #[derive(Deserialize)]
    struct Reference {
        text: String,
        tokens: Vec<String>,
    }

    fn tokens(table: &Table<'_>, text: &str) -> Vec<String> {
        let mut tokens = Vec::new();
        words(text, &mut |word| {
            let mut rows = Vec::new();
            pieces(table, word, &mut rows);
            if rows.is_empty() {
                tokens.push("[UNK]".to_owned());
            }
            tokens.extend(
                rows.iter()
                    .map(|row| String::from_utf8_lossy(row.piece).into_owned()),
            );
        });
        tokens
    }

    #[test]
    fn tokens_are_those_of_the_reference_tokenizer() {
        let table = Table::open(BYTES).unwrap();
        let fixture = include_str!("../../tests/fixtures/semantic/wordpiece.jsonl");
        let references: Vec<Reference> = fixture
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert!(references.len() > 50);
        for Reference {
            text,
            tokens: expected,
        } in references
        {
            assert_eq!(tokens(&table, &text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_word_has_the_same_pieces_when_it_comes_again() {
        let table = Table::open(BYTES).unwrap();
        let mut known = Known::default();
        let words = [
            "buses",
            "phosphofructokinase",
            "été",
            "𝔘𝔘𝔘𝔘",
            "[",
            "{",
            "zurückgewiesen",
            "wiedergewählt",
        ];
        for word in words.iter().chain(&words) {
            let mut rows = Vec::new();
            pieces(&table, word, &mut rows);
            let found = known.pieces(&table, word).iter().map(|row| row.rank);
            assert!(found.eq(rows.iter().map(|row| row.rank)), "{word}");
        }
    }

    #[test]
    fn marks_of_the_tokenizer_in_a_text_are_text() {
        let table = Table::open(BYTES).unwrap();
        assert_eq!(
            tokens(&table, "[SEP] [unused5]"),
            ["[", "sep", "]", "[", "unused", "##5", "]"]
        );
    }
}
