//! Single words: what one means, and how common it is.
//!
//! The vocabulary of the table is in order of how often its pieces occur in ordinary English text, so the place of a word in it tells common words from
//! rare ones without another table.

use super::table::Table;
use super::vector::{self, Vector};
use super::{DIMS, TABLE, wordpiece};

/// One word, as the table knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    pub vector: Vector,
    /// From 0, as common as `the`, to 1, too rare for a piece of its own.
    pub rarity: f32,
}

/// What the table knows of one word; `None` where it has no pieces for it.
pub fn word(text: &str) -> Option<Word> {
    let table = TABLE.as_ref().ok()?;
    let mut rows = Vec::new();
    let mut rarity: f32 = 0.0;
    wordpiece::words(text, &mut |word| {
        let before = rows.len();
        wordpiece::pieces(table, word, &mut rows);
        rarity = match rows.get(before..) {
            Some([whole]) => rarity.max(rarity_of(table, whole.rank)),
            _ => 1.0,
        };
    });
    let mut sum = [0.0; DIMS];
    vector::add(&mut sum, &rows);
    Some(Word {
        vector: Vector::of(&sum)?,
        rarity,
    })
}

/// A weighted mean of words' vectors.
pub struct Mean {
    sum: [f32; DIMS],
}

impl Default for Mean {
    fn default() -> Self {
        Self { sum: [0.0; DIMS] }
    }
}

impl Mean {
    pub fn add(&mut self, vector: &Vector, weight: f32) {
        vector::add_times(&mut self.sum, vector.as_bytes(), weight);
    }

    /// `None` before anything was added.
    pub fn vector(&self) -> Option<Vector> {
        Vector::of(&self.sum)
    }
}

/// The logarithm of a place in the vocabulary, whose first rows are signs and letters.
fn rarity_of(table: &Table<'_>, rank: usize) -> f32 {
    const LETTERS: usize = 996;
    let place = rank.saturating_sub(LETTERS).max(1) as f32;
    (place.ln() / (table.len().max(2) as f32).ln()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_are_told_from_common_ones() {
        let rarity = |text| word(text).unwrap().rarity;
        assert!(rarity("the") < rarity("people"));
        assert!(rarity("people") < rarity("telescope"));
        assert!(rarity("telescope") < rarity("phosphofructokinase"));
        assert_eq!(word(""), None);
    }

    #[test]
    fn like_words_are_near() {
        let cosine = |a, b| word(a).unwrap().vector.cosine(&word(b).unwrap().vector);
        assert!(cosine("purchase", "buy") > cosine("purchase", "river") + 0.1);
    }
}
