//! Whether a model goes round in circles: small models, and large ones that got lost, say the same again and again and never come to an end.
//!
//! Only what is repeated to the letter counts, many times and at length: thinking is allowed to come back to a thought, and a text to a word.

/// Bytes of thoughts that repeat.
const THOUGHTS: usize = 8 * 1024;
/// Times that the same has to come.
const TIMES: usize = 6;
/// Times that a stretch of so many bytes is looked at while it comes.
const LOOKS: usize = 4;

/// The end of what a model thought or wrote so far.
#[derive(Debug)]
pub(super) struct Circles {
    /// Bytes that are looked at.
    seen: usize,
    end: Vec<u8>,
    /// Bytes since it was last looked at.
    new: usize,
    found: bool,
}

impl Circles {
    pub(super) fn of_thoughts() -> Self {
        Self::of(THOUGHTS)
    }

    /// Where so many bytes have to repeat.
    pub(super) fn of(seen: usize) -> Self {
        Self {
            seen,
            end: Vec::new(),
            new: 0,
            found: false,
        }
    }

    pub(super) fn take(&mut self, text: &str) {
        self.end.extend(text.as_bytes());
        self.new += text.len();
        if self.found || self.new < self.seen / LOOKS || self.end.len() < self.seen {
            return;
        }
        self.new = 0;
        self.end.drain(..self.end.len() - self.seen);
        self.found = period(&self.end) <= self.seen / TIMES;
    }

    pub(super) fn is_in_them(&self) -> bool {
        self.found
    }

    /// Whether a text that was cut was on its way into them: then less is enough, as its rest would be more of the same.
    pub(super) fn is_entering_them(&self) -> bool {
        /// Parts of what is looked at while it comes.
        const PARTS: [usize; 3] = [1, 2, 4];
        self.found
            || PARTS.iter().any(|part| {
                let seen = self.seen / part;
                let end = self.end.len().checked_sub(seen);
                end.and_then(|start| self.end.get(start..))
                    .is_some_and(|end| period(end) <= seen / TIMES)
            })
    }
}

/// The length of the shortest piece that a text repeats from its beginning to its end (Knuth, Morris and Pratt 1977).
fn period(text: &[u8]) -> usize {
    let mut borders: Vec<usize> = vec![0];
    let mut border = 0;
    for byte in text.iter().skip(1) {
        while border > 0 && text.get(border) != Some(byte) {
            border = borders.get(border - 1).copied().unwrap_or(0);
        }
        border += usize::from(text.get(border) == Some(byte));
        borders.push(border);
    }
    text.len() - border
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes_in_circles(pieces: impl Iterator<Item = String>) -> bool {
        let mut circles = Circles::of_thoughts();
        pieces.for_each(|piece| circles.take(&piece));
        circles.is_in_them()
    }

    #[test]
    fn a_text_that_says_the_same_again_and_again_is_found_whatever_came_before() {
        let first = "Let me look at the figures first. ".to_owned();
        let again = "Wait, but the depot holds 48 chargers. Let me check that. ";
        let pieces = || again.split_inclusive(' ').map(str::to_owned);
        let circles = (0..400).flat_map(|_| pieces());
        assert!(goes_in_circles(std::iter::once(first).chain(circles)));
        assert!(goes_in_circles((0..9000).map(|_| "ü".to_owned())));
    }

    #[test]
    fn a_text_that_goes_on_or_comes_back_to_a_thought_is_left_alone() {
        let goes_on = (0..4000).map(|at| format!("Step {at} follows from step {}. ", at / 2));
        assert!(!goes_in_circles(goes_on));
        let few = (0..100).map(|_| "The same once more. ".to_owned());
        assert!(!goes_in_circles(few), "not at length");
        let long = "A long thought about depots, ".repeat(60);
        let with_an_end = (0..8).map(|at| format!("{long} and {at}."));
        assert!(!goes_in_circles(with_an_end));
    }

    #[test]
    fn a_text_that_was_cut_was_on_its_way_into_circles_if_a_quarter_repeats() {
        let enters = |text: &str| {
            let mut circles = Circles::of(1024);
            circles.take(text);
            assert!(!circles.is_in_them(), "{text}");
            circles.is_entering_them()
        };
        let before = "The bridge is 84 years old, and nobody asked why.\n\n";
        let again = "It will last for 2027.\n\n";
        assert!(enters(&format!("{before}{}It will la", again.repeat(14))));
        assert!(!enters(&format!("{before}{}It will la", again.repeat(5))));
        assert!(!enters(before));
        assert!(!enters(""));
    }

    #[test]
    fn the_period_is_that_of_the_whole_text() {
        for (text, expected) in [("abcabcab", 3), ("aaaa", 1), ("abcd", 4), ("abcabd", 6)] {
            assert_eq!(period(text.as_bytes()), expected, "{text}");
        }
    }
}
