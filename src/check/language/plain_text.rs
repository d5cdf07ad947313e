//! Plain text: a text as its words in lower case, split once for the many rules that ask for them one after the other.

use std::ops::Range;
use std::rc::Rc;

use super::terms::{plain, words};
use crate::memo::Memo;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PlainText {
    /// Where each word stands.
    pub(crate) spans: Vec<Range<usize>>,
    /// Each as [`plain`] makes it.
    pub(crate) words: Vec<String>,
}

thread_local! {
    /// A claim and the few sentences that it is laid beside.
    static READ_LAST: Memo<Rc<PlainText>> = Memo::of_few();
}

/// The words of a text.
pub(crate) fn plain_text(text: &str) -> Rc<PlainText> {
    READ_LAST.with(|read| read.of(text, || Rc::new(PlainText::read(text))))
}

impl PlainText {
    fn read(text: &str) -> Self {
        /// Bytes of a word and what is between it and the next, about.
        const WORD: usize = 6;
        let count = text.len() / WORD + 1;
        let mut read = Self {
            spans: Vec::with_capacity(count),
            words: Vec::with_capacity(count),
        };
        for span in words(text) {
            let word = text.get(span.clone()).unwrap_or_default();
            read.words.push(plain(word));
            read.spans.push(span);
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_its_words_however_often_it_is_asked_for() {
        for _ in 0..2 {
            let read = plain_text("The Mill’s wheel, it TURNS.");
            assert_eq!(read.words, ["the", "mill", "wheel", "it", "turns"]);
            assert_eq!(read.spans.last(), Some(&(23..28)));
        }
        assert!(plain_text("").words.is_empty());
    }
}
