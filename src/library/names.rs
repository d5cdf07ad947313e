//! Names and their numbers: each different name once, all in one piece of memory.
//!
//! Knowing hundreds of thousands of them is then a few large allocations, and forgetting them costs nothing. What the names are is the business of
//! [`super::words`].

use std::hash::BuildHasher;

use foldhash::fast::RandomState;

/// Names in the order in which they came.
#[derive(Default)]
pub(super) struct Names {
    /// All of them, one behind the other.
    text: String,
    /// Where each ends.
    ends: Vec<usize>,
    /// By their hashes; at least half are free.
    slots: Vec<Option<Slot>>,
    hashing: RandomState,
}

/// Where a name is found again.
#[derive(Debug, Clone, Copy)]
struct Slot {
    /// A part of its hash.
    hash: u32,
    number: u32,
}

impl Names {
    const FIRST: usize = 1 << 10;

    /// How many different names there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name of a number that was given.
    pub(super) fn name(&self, number: u32) -> &str {
        let at = number as usize;
        let before = at.checked_sub(1).and_then(|before| self.ends.get(before));
        let start = before.copied().unwrap_or_default();
        let end = self.ends.get(at).copied().unwrap_or(start);
        self.text.get(start..end).unwrap_or_default()
    }

    /// The number of a name that is known.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.look(name, self.hash(name)).ok()
    }

    /// The number of a name: the next one, where it was not known.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        if self.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = self.hash(name);
        match self.look(name, hash) {
            Ok(number) => number,
            Err(free) => {
                let number = u32::try_from(self.len()).unwrap_or(u32::MAX);
                self.text.push_str(name);
                self.ends.push(self.text.len());
                if let Some(slot) = self.slots.get_mut(free) {
                    *slot = Some(Slot { hash, number });
                }
                number
            }
        }
    }

    fn hash(&self, name: &str) -> u32 {
        (self.hashing.hash_one(name) >> 32) as u32
    }

    /// The number of a name, or where there is room for it.
    fn look(&self, name: &str, hash: u32) -> Result<u32, usize> {
        let Some(last) = self.slots.len().checked_sub(1) else {
            return Err(0);
        };
        let mut at = hash as usize & last;
        loop {
            match self.slots.get(at).copied().flatten() {
                Some(slot) if slot.hash == hash && self.name(slot.number) == name => {
                    return Ok(slot.number);
                }
                Some(_) => at = (at + 1) & last,
                None => return Err(at),
            }
        }
    }

    fn grow(&mut self) {
        let more = vec![None; (self.slots.len() * 2).max(Self::FIRST)];
        let last = more.len() - 1;
        for slot in std::mem::replace(&mut self.slots, more)
            .into_iter()
            .flatten()
        {
            let mut at = slot.hash as usize & last;
            while self.slots.get(at).is_some_and(Option::is_some) {
                at = (at + 1) & last;
            }
            if let Some(free) = self.slots.get_mut(at) {
                *free = Some(slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn a_name_has_one_number_however_often_it_comes(all in prop::collection::vec("[ab]{0,4}|\\PC{0,9}", 0..3000)) {
            let mut names = Names::default();
            let mut numbers = HashMap::new();
            for name in &all {
                let next = numbers.len() as u32;
                let number = *numbers.entry(name).or_insert(next);
                prop_assert_eq!(names.find(name), (number < next).then_some(number));
                prop_assert_eq!(names.number(name), number);
            }
            prop_assert_eq!(names.len(), numbers.len());
            for (name, number) in numbers {
                prop_assert_eq!(names.name(number), name);
            }
        }
    }
}
