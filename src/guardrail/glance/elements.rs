//! Elements of patterns as bits: what was seen in a text, and what a pattern cannot do without.

/// Elements of patterns, by their numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Elements([u64; Self::WORDS]);

impl Elements {
    const WORDS: usize = 10;
    pub(super) const MOST: usize = Self::WORDS * 64;
    /// Any name of a model, and the words that some names are made of.
    pub(super) const MODEL: usize = 0;
    pub(super) const LANGUAGE: usize = 1;
    pub(super) const LANGUAGES_MODEL: usize = 2;
    pub(super) const DIGITAL: usize = 3;
    pub(super) const DIGITALS_ASSISTANT: usize = 4;
    pub(super) const FIRST_FREE: usize = 5;
    /// Out of range: for words that are known for something else.
    pub(super) const NONE: usize = usize::MAX;

    pub(super) fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    pub(super) fn contains(self, number: usize) -> bool {
        let word = self.0.get(number / 64).copied().unwrap_or_default();
        word >> (number % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn join(&mut self, others: Self) {
        for (word, other) in self.0.iter_mut().zip(others.0) {
            *word |= other;
        }
    }

    /// The numbers of those that are among others.
    pub(super) fn among(self, others: Self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().zip(others.0).enumerate();
        words.flat_map(|(at, (word, other))| {
            let mut both = word & other;
            std::iter::from_fn(move || {
                let bit = both.trailing_zeros() as usize;
                both &= both.wrapping_sub(1);
                (bit < 64).then_some(at * 64 + bit)
            })
        })
    }

    #[inline]
    pub(super) fn holds(self, others: Self) -> bool {
        self.0
            .iter()
            .zip(others.0)
            .all(|(word, other)| word & other == other)
    }

    /// Adds models whose names have several words, and what any model's name fulfils.
    pub(super) fn complete(&mut self, models: Self) {
        let both = |one, other| self.contains(one) && self.contains(other);
        if both(Self::LANGUAGE, Self::LANGUAGES_MODEL)
            || both(Self::DIGITAL, Self::DIGITALS_ASSISTANT)
        {
            self.insert(Self::MODEL);
        }
        if self.contains(Self::MODEL) {
            self.join(models);
        }
    }
}
