//! Search by meaning, without a model: a text's vector is the mean of its word pieces' rows in a table inside the program.
//!
//! The table is used where it lies, so there is nothing to load and nothing to wait for. It knows English: a text that it can read too little of has
//! no vector, and lexical search alone serves it. What is stored and in which order passages are looked at is the library's business; here are only
//! vectors, how near two are, and how scores of two kinds become one.

mod mix;
mod scan;
mod table;
mod vector;
mod wordpiece;

use std::sync::LazyLock;

pub use mix::{diversify, mix};
pub use scan::{cosines, nearest};
pub use table::TableError;
use table::{Row, Table};
pub use vector::{DIMS, Vector};

/// Names the vectors that [`embed`] makes. Vectors of two names cannot be compared: another table, or another way to read a text, is another name.
pub const MODEL: &str = "built-in/static-learned-256.1";

static BYTES: &[u8] = include_bytes!("../../assets/embedding/static-learned-256.bin");
static TABLE: LazyLock<Result<Table<'static>, TableError>> = LazyLock::new(|| Table::open(BYTES));

/// The vector of a text; `None` where it holds no word that the table knows, or too few to say what it is about.
pub fn embed(text: &str) -> Option<Vector> {
    let table = TABLE.as_ref().ok()?;
    let mut sum = [0.0; DIMS];
    let mut coverage = Coverage::default();
    let mut rows: Vec<Row<'_>> = Vec::new();
    wordpiece::words(text, &mut |word| {
        rows.clear();
        wordpiece::pieces(table, word, &mut rows);
        coverage.count(word, rows.len());
        vector::add(&mut sum, &rows);
    });
    if coverage.suffices() {
        Vector::of(&sum)
    } else {
        None
    }
}

/// How much of a text the table can read, in letters.
///
/// The vocabulary holds the letters of many scripts, and with them pieces of every language: a vector can be made of any text, but one made of single
/// letters says nothing. A word counts as read if it is in few pieces for its length.
#[derive(Debug, Default)]
struct Coverage {
    letters: usize,
    read: usize,
}

impl Coverage {
    /// Letters that one piece must stand for on average. Pieces of English words that are not in the vocabulary (`phosph-of-ru-ct-oki-nas-e`) have
    /// about three.
    const LETTERS_A_PIECE: usize = 2;

    fn count(&mut self, word: &str, pieces: usize) {
        let letters = word.chars().filter(|c| c.is_alphanumeric()).count();
        self.letters += letters;
        let is_whole = pieces == 1 && word.is_ascii();
        if is_whole || (pieces > 0 && pieces * Self::LETTERS_A_PIECE <= letters) {
            self.read += letters;
        }
    }

    fn suffices(&self) -> bool {
        self.read > 0 && self.read * 2 >= self.letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(left: &str, right: &str) -> f32 {
        embed(left).unwrap().cosine(&embed(right).unwrap())
    }

    #[test]
    fn what_means_the_same_is_nearer_than_what_shares_no_meaning() {
        let question = "Why did sales of heat pumps fall?";
        let other_words = cosine(
            question,
            "Fewer households bought electric heating last winter.",
        );
        let elsewhere = cosine(question, "The choir sang two motets by Palestrina.");
        assert!(other_words > elsewhere + 0.1, "{other_words} {elsewhere}");
        assert!((cosine(question, question) - 1.0).abs() < 0.01);
    }

    #[test]
    fn a_text_that_the_table_cannot_read_has_no_vector() {
        for text in [
            "",
            " \n",
            "Привет, как дела сегодня",
            "中文字符没有向量",
            "हिन्दी भाषा में लिखा",
            "שלום עולם",
            "😀 😀",
            &"q".repeat(500),
        ] {
            assert_eq!(embed(text), None, "{text}");
        }
        for text in [
            "3 of 12",
            "Phosphofructokinase",
            "ECB rate cut",
            "naïve Bayes",
        ] {
            assert!(embed(text).is_some(), "{text}");
        }
    }

    #[test]
    fn a_few_foreign_words_do_not_cost_a_text_its_vector() {
        assert!(embed("The newspaper Известия reported that exports of grain rose.").is_some());
    }
}
