//! Memo: what was made of the texts that were read last, for as long as they are few.
//!
//! One passage is laid beside many claims and many other passages, and each time the same is asked of its sentences.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use foldhash::fast::RandomState;

/// Bytes of the texts that are kept; longer ones push all others out.
const MOST: usize = 512_000;
/// Bytes that are kept besides each text, about.
const EACH: usize = 256;
/// The same where the texts are words, and what is made of each is another.
const EACH_WORD: usize = 64;
/// And where only the texts read last are asked for again, and what is made of each is larger than the text.
const EACH_OF_FEW: usize = 8_000;

/// For one thread.
pub(crate) struct Memo<V>(RefCell<Kept<V>>);

/// For all threads, where what is made is worth more than the lock.
pub(crate) struct SharedMemo<V>(Mutex<Kept<V>>);

struct Kept<V> {
    made: HashMap<String, V, RandomState>,
    bytes: usize,
    /// Bytes besides each text.
    each: usize,
}

impl<V> Default for Kept<V> {
    fn default() -> Self {
        Self::with_each(EACH)
    }
}

impl<V> Default for Memo<V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<V> Default for SharedMemo<V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<V> Kept<V> {
    fn with_each(each: usize) -> Self {
        Self {
            made: HashMap::default(),
            bytes: 0,
            each,
        }
    }

    fn keep(&mut self, text: &str, found: V) {
        let size = text.len() + self.each;
        if self.bytes + size > MOST {
            self.made.clear();
            self.bytes = 0;
        }
        self.bytes += size;
        self.made.insert(text.to_owned(), found);
    }
}

impl<V> Memo<V> {
    /// For what is made of words, of which there is room for more.
    pub(crate) fn of_words() -> Self {
        Self(RefCell::new(Kept::with_each(EACH_WORD)))
    }

    /// For a few texts at a time.
    pub(crate) fn of_few() -> Self {
        Self(RefCell::new(Kept::with_each(EACH_OF_FEW)))
    }
}

impl<V: Clone> Memo<V> {
    /// What was made of a text before, or what `make` makes of it now.
    pub(crate) fn of(&self, text: &str, make: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.borrow().made.get(text) {
            return known.clone();
        }
        let found = make();
        self.0.borrow_mut().keep(text, found.clone());
        found
    }
}

impl<V: Clone> SharedMemo<V> {
    /// As [`Memo::of`]; two threads that ask at once may both make it.
    pub(crate) fn of(&self, text: &str, make: impl FnOnce() -> V) -> V {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().made.get(text).cloned();
        known.unwrap_or_else(|| {
            let found = make();
            kept().keep(text, found.clone());
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_of_a_text_is_not_made_again_and_never_becomes_too_much() {
        let memo: Memo<usize> = Memo::default();
        assert_eq!(memo.of("one", || 1), 1);
        assert_eq!(memo.of("one", || 2), 1);
        for number in 0..3 * MOST / EACH {
            assert_eq!(memo.of(&format!("text {number}"), || number), number);
        }
        assert!(memo.0.borrow().bytes <= MOST);
        assert_eq!(memo.of("one", || 3), 3);
    }

    #[test]
    fn what_is_made_of_words_is_kept_for_more_of_them() {
        let memo = Memo::of_words();
        let word = |number: usize| format!("word {number}");
        for number in 0..2 * MOST / EACH {
            memo.of(&word(number), || word(number));
        }
        assert_eq!(memo.of(&word(0), String::new), word(0));
    }

    #[test]
    fn what_one_thread_made_another_need_not_make() {
        let memo: SharedMemo<usize> = SharedMemo::default();
        std::thread::scope(|scope| {
            scope.spawn(|| memo.of("one", || memo.of("two", || 1) + 1));
        });
        assert_eq!((memo.of("one", || 3), memo.of("two", || 3)), (2, 1));
    }

    #[test]
    fn making_one_may_ask_for_another() {
        let memo: Memo<usize> = Memo::default();
        let outer = memo.of("outer", || memo.of("inner", || 1) + 1);
        assert_eq!((outer, memo.of("inner", || 5)), (2, 1));
    }
}
