//! Known words: what is asked of a word wherever it stands, found out once however often it stands in a claim and its evidence.

use std::rc::Rc;

use super::synonyms::{Entry, are_of_one_group, beginning_with};
use super::terms::{is_stop_word, plain, stem};
use crate::memo::Memo;

/// A word as it is written.
pub(crate) struct Known {
    /// In lower case, without a possessive ending.
    pub(crate) plain: String,
    /// What its forms have in common.
    pub(crate) stem: String,
    /// Whether it says little by itself.
    pub(crate) is_stop: bool,
    /// The phrases of one sense with others that begin with it.
    begins: &'static [Entry],
}

thread_local! {
    static WORDS: Memo<Rc<Known>> = Memo::of_words();
}

/// What is known of a word.
pub(crate) fn known(surface: &str) -> Rc<Known> {
    WORDS.with(|words| words.of(surface, || Rc::new(Known::of(surface))))
}

impl Known {
    fn of(surface: &str) -> Self {
        let plain = plain(surface);
        let stem = stem(&plain);
        Self {
            begins: beginning_with(&stem),
            is_stop: is_stop_word(&plain),
            plain,
            stem,
        }
    }

    /// Whether it is another in one form or another, or may stand for it.
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        self.stem == other.stem || are_of_one_group(self.begins, other.begins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_and_words_of_one_sense_are_told_however_they_are_written() {
        for (one, other) in [
            ("Prices", "price"),
            ("fell", "FALLS"),
            ("rose", "increased"),
            ("WHO's", "who"),
        ] {
            assert!(known(one).is_as(&known(other)), "{one} {other}");
        }
        assert!(!known("rose").is_as(&known("fell")));
        assert!(known("The").is_stop && !known("price").is_stop);
    }
}
