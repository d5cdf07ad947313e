//! Memo: what was made of the texts that were read last, for as long as they are few.
//!
//! One passage is laid beside many claims and many other passages, and each time the same is asked of its sentences.

use std::cell::RefCell;
use std::collections::HashMap;

use foldhash::fast::RandomState;

/// Bytes of the texts that are kept; longer ones push all others out.
const MOST: usize = 512_000;
/// Bytes that are kept besides each text, about.
const EACH: usize = 256;

pub(crate) struct Memo<V>(RefCell<Kept<V>>);

struct Kept<V> {
    made: HashMap<String, V, RandomState>,
    bytes: usize,
}

impl<V> Default for Memo<V> {
    fn default() -> Self {
        Self(RefCell::new(Kept {
            made: HashMap::default(),
            bytes: 0,
        }))
    }
}

impl<V: Clone> Memo<V> {
    /// What was made of a text before, or what `make` makes of it now.
    pub(crate) fn of(&self, text: &str, make: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.borrow().made.get(text) {
            return known.clone();
        }
        let found = make();
        let size = text.len() + EACH;
        let mut kept = self.0.borrow_mut();
        if kept.bytes + size > MOST {
            kept.made.clear();
            kept.bytes = 0;
        }
        kept.bytes += size;
        kept.made.insert(text.to_owned(), found.clone());
        found
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
    fn making_one_may_ask_for_another() {
        let memo: Memo<usize> = Memo::default();
        let outer = memo.of("outer", || memo.of("inner", || 1) + 1);
        assert_eq!((outer, memo.of("inner", || 5)), (2, 1));
    }
}
