//! Chance that can be repeated.

/// Random numbers that a seed repeats (xorshift; Marsaglia 2003).
pub(super) struct Chance(pub(super) u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    pub(super) fn share(&mut self) -> f64 {
        self.below(10_000) as f64 / 10_000.0
    }
}
