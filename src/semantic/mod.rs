//! Search by meaning, without a model: a text's vector is the mean of its word pieces' rows in a table inside the program.
//!
//! The table is used where it lies, so there is nothing to load and nothing to wait for. It knows English: a text that it can read too little of has
//! no vector, and lexical search alone serves it. What is stored and in which order passages are looked at is the library's business; here are only
//! vectors, how near two are, and how scores of two kinds become one.

mod known;
mod mix;
mod scan;
mod table;
mod vector;
mod word;
mod wordpiece;

use std::cell::RefCell;
use std::sync::LazyLock;

pub use known::embed_again;
pub use mix::{diversify, mix, share};
pub use scan::nearest;
use table::Table;
pub use table::TableError;
pub use vector::{DIMS, Vector};
pub use word::{Mean, Word, word};

/// Names the vectors that [`embed`] makes. Vectors of two names cannot be compared: another table, or another way to read a text, is another name.
pub const MODEL: &str = "built-in/static-learned-256.1";
/// The same vectors, some of which are [packed](Vector::packed): an earlier Tercet, which cannot read these, takes them for those of another model.
pub const MODEL_PACKED: &str = "built-in/static-learned-256.1, packed";

static BYTES: &[u8] = include_bytes!("../../assets/embedding/static-learned-256.bin");
static TABLE: LazyLock<Result<Table<'static>, TableError>> = LazyLock::new(|| Table::open(BYTES));

thread_local! {
    static KNOWN: RefCell<wordpiece::Known<'static>> = RefCell::default();
}

/// The vector of a text; `None` where it holds no word that the table knows, or too few to say what it is about.
pub fn embed(text: &str) -> Option<Vector> {
    let mut sum = Sum::default();
    sum.add(TABLE.as_ref().ok()?, text);
    sum.vector()
}

/// Whether the table knows this as one word; most of those that it knows are English.
pub fn is_word(text: &str) -> bool {
    let mut rows = Vec::new();
    if let Ok(table) = TABLE.as_ref() {
        wordpiece::pieces(table, &text.to_lowercase(), &mut rows);
    }
    rows.len() == 1
}

/// How near the nearest part of a text comes to a query, each part read under `above`, the title and headings of the text. The mean of a long passage
/// says what all of it is about; what answers a question is mostly a few sentences of it.
pub fn nearest_part(query: &Vector, above: &str, text: &str) -> Option<f32> {
    let parts = known::parts_again(above, text);
    let cosines = parts.iter().map(|part| part.cosine(query));
    cosines.max_by(f32::total_cmp)
}

fn vectors_of_parts(above: &str, text: &str) -> Vec<Vector> {
    let Ok(table) = TABLE.as_ref() else {
        return Vec::new();
    };
    let mut title = Sum::default();
    title.add(table, above);
    let title = title.weakened(text);
    parts(text)
        .filter_map(|part| {
            let mut sum = title.clone();
            sum.add(table, part);
            sum.vector()
        })
        .collect()
}

/// Runs of whole sentences of about sixty words; what has no sentences is cut between words.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    const ENOUGH: usize = 45;
    const MOST: usize = 90;
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut words = 0;
        let mut end = 0;
        for word in rest.split_inclusive(char::is_whitespace) {
            end += word.len();
            let trimmed = word.trim_end();
            words += usize::from(!trimmed.is_empty());
            let ends_sentence = trimmed.ends_with(['.', '!', '?']);
            if words >= MOST || (words >= ENOUGH && ends_sentence) {
                break;
            }
        }
        let (part, after) = rest.split_at_checked(end)?;
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

/// The rows of the words read so far, added up.
#[derive(Clone)]
struct Sum {
    values: [f32; DIMS],
    coverage: Coverage,
}

impl Default for Sum {
    fn default() -> Self {
        Self {
            values: [0.0; DIMS],
            coverage: Coverage::default(),
        }
    }
}

impl Sum {
    fn add(&mut self, table: &Table<'static>, text: &str) {
        // Most words are one piece, and have a blank behind them.
        let mut rows = Vec::with_capacity(text.len() / 4);
        KNOWN.with_borrow_mut(|known| {
            wordpiece::words(text, &mut |word| {
                let own = known.pieces(table, word);
                self.coverage.count(word, own.len());
                rows.extend_from_slice(own);
            });
        });
        vector::add(&mut self.values, &rows);
    }

    /// What stands above a text counts less where that is no more than a few words: a byline is not what its title says.
    fn weakened(&self, text: &str) -> Self {
        /// Words of a text over which its title counts in full.
        const FULL: usize = 20;
        let words = text.split_whitespace().take(FULL).count();
        let mut sum = self.clone();
        if words < FULL {
            let share = words as f32 / FULL as f32;
            sum.values.iter_mut().for_each(|value| *value *= share);
        }
        sum
    }

    fn vector(&self) -> Option<Vector> {
        if self.coverage.suffices() {
            Vector::of(&self.values)
        } else {
            None
        }
    }
}

/// How much of a text the table can read, in letters.
///
/// The vocabulary holds the letters of many scripts, and with them pieces of every language: a vector can be made of any text, but one made of single
/// letters says nothing. A word counts as read if it is in few pieces for its length.
#[derive(Debug, Clone, Default)]
struct Coverage {
    letters: usize,
    read: usize,
}

impl Coverage {
    /// Letters that one piece must stand for on average. Pieces of English words that are not in the vocabulary (`phosph-of-ru-ct-oki-nas-e`) have
    /// about three.
    const LETTERS_A_PIECE: usize = 2;

    fn count(&mut self, word: &str, pieces: usize) {
        let letters = if word.is_ascii() {
            word.bytes().filter(u8::is_ascii_alphanumeric).count()
        } else {
            word.chars().filter(|c| c.is_alphanumeric()).count()
        };
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
    fn the_part_that_answers_counts_however_much_stands_around_it() {
        let query = embed("Why did sales of heat pumps fall?").unwrap();
        let around =
            "The committee met in the old town hall and read the minutes of its last meeting. "
                .repeat(4);
        let passage =
            format!("{around}Sales of heat pumps fell because the subsidy was cut. {around}");
        let whole = embed(&passage).unwrap().cosine(&query);
        let nearest = nearest_part(&query, "", &passage).unwrap();
        assert!(nearest > whole + 0.1, "{nearest} {whole}");
        assert!(nearest_part(&query, "Heat pumps", &around) > nearest_part(&query, "", &around));
        assert_eq!(nearest_part(&query, "", ""), None);
    }

    #[test]
    fn parts_are_whole_sentences_and_nothing_is_lost() {
        let text = format!(
            "{}{}",
            "One two three four five. ".repeat(30),
            "word ".repeat(200)
        );
        let parts: Vec<&str> = parts(&text).collect();
        assert_eq!(parts.concat(), text);
        assert_eq!(parts[0].split_whitespace().count(), 45);
        assert!(
            parts
                .iter()
                .all(|part| part.split_whitespace().count() <= 90)
        );
    }

    #[test]
    fn a_few_foreign_words_do_not_cost_a_text_its_vector() {
        assert!(embed("The newspaper Известия reported that exports of grain rose.").is_some());
    }
}
