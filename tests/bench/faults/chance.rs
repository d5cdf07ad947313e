//! Chance that can be repeated.

/// Random numbers that a seed repeats (xorshift; Marsaglia 2003).
pub(super) struct Chance(pub(super) u64);

impl Chance {
    /// The chance of one of many runs, which does not depend on how many go on beside it (`splitmix64`; Steele 2014).
    pub(super) fn of_run(seed: u64, run: u64) -> Self {
        let mut mixed = seed.wrapping_add((run + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Self((mixed ^ (mixed >> 31)).max(1))
    }

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
