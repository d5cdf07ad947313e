//! Aligned: two statements laid on each other piece by piece, and how surely a small network sees them contradict each other.
//!
//! Lists of opposites end; that who sleeps does not jog, and that a guitar is no piano, words' vectors know. Each piece of a statement is laid on what is nearest to
//! it in the other, the two are compared as vectors (decomposable attention), and what was seen of all pieces is added up, the same in either order.
//!
//! Fitted on 68,000 pairs that are labelled as contradicting or not: counterfactually revised SNLI, Breaking NLI, SNLI and `MultiNLI` with negations, `ConjNLI`, JOCI,
//! symmetric FEVER, the altered sentences of `SummEdits`, and sentences of `SummEdits`, `WiCE` and these sets in which a word was exchanged for its `WordNet`
//! opposite, sibling or synonym, a number or a name for another, or a negation added; and on the labelled pairs of `tests/fixtures/claims`, which so measure it no
//! more. It knows sentences that describe one scene, as those sets do, and not that
//! two facts about one thing may both hold: it is heard only where no rule tells anything, and then not alone.

use std::sync::LazyLock;

use crate::semantic::{DIMS, Piece, pieces};

/// Pieces of the longest statement that is laid on another.
const LONGEST: usize = 40;
/// Values by which a piece, and a comparison of two, is described.
const WIDTH: usize = 48;
const COMPARED: usize = 4 * WIDTH;
const SUMMED: usize = 4 * WIDTH + 4;

type Values = [f32; WIDTH];

/// The fitted numbers in the order of [`Network`], each the upper half of a 32-bit number, little-endian.
static BYTES: &[u8] = include_bytes!("../../../assets/contradiction/aligned.bin");
static NETWORK: LazyLock<Option<Network>> = LazyLock::new(|| Network::read(BYTES));

/// One layer: a row of weights for each value that comes in, and what is added to the sums.
struct Layer<const OUT: usize> {
    weights: Vec<[f32; OUT]>,
    bias: [f32; OUT],
}

struct Network {
    describe: Layer<WIDTH>,
    attend: Layer<WIDTH>,
    compare: Layer<{ 2 * WIDTH }>,
    compared: Layer<WIDTH>,
    sum: Layer<WIDTH>,
    tell: Layer<1>,
    /// How much the likeness of two pieces counts for laying one on the other.
    likeness: f32,
}

/// A statement as the network sees it.
struct Described {
    pieces: Vec<Piece>,
    values: Vec<Values>,
    asked: Vec<Values>,
}

/// What was seen of one statement laid on the other.
struct Seen {
    mean: Values,
    most: Values,
    /// How near its pieces come to those of the other.
    covered: f32,
    /// The logarithm of its length.
    length: f32,
}

/// The logarithm of the odds that two statements contradict each other; `None` where one is too long to be one statement, or has no words.
pub(crate) fn opposition(a: &str, b: &str) -> Option<f32> {
    NETWORK.as_ref()?.opposition(a, b)
}

impl Network {
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut numbers = bytes
            .as_chunks::<2>()
            .0
            .iter()
            .map(|half| f32::from_bits(u32::from(u16::from_le_bytes(*half)) << 16));
        let numbers = &mut numbers;
        let network = Self {
            describe: Layer::read(numbers, DIMS + 1, true)?,
            attend: Layer::read(numbers, WIDTH, false)?,
            compare: Layer::read(numbers, COMPARED, true)?,
            compared: Layer::read(numbers, 2 * WIDTH, true)?,
            sum: Layer::read(numbers, SUMMED, true)?,
            tell: Layer::read(numbers, WIDTH, true)?,
            likeness: numbers.next()?,
        };
        numbers.next().is_none().then_some(network)
    }

    fn opposition(&self, a: &str, b: &str) -> Option<f32> {
        let (own, theirs) = (self.describe(a)?, self.describe(b)?);
        let (there, back) = (self.lay(&own, &theirs), self.lay(&theirs, &own));
        Some(f32::midpoint(
            self.tell(&there, &back),
            self.tell(&back, &there),
        ))
    }

    fn describe(&self, text: &str) -> Option<Described> {
        /// What weighs more says no more.
        const HEAVIEST: f32 = 6.0;
        const SCALE: f32 = 3.0;
        let mut pieces = pieces(text, LONGEST).filter(|pieces| !pieces.is_empty())?;
        for piece in &mut pieces {
            piece.length = piece.length.min(HEAVIEST) / SCALE;
        }
        let values: Vec<Values> = pieces
            .iter()
            .map(|piece| {
                let own = piece.direction.iter().copied().chain([piece.length]);
                self.describe.of(own).map(f32::tanh)
            })
            .collect();
        let asked = values.iter().map(|own| self.attend.of(own.iter().copied()));
        Some(Described {
            asked: asked.collect(),
            values,
            pieces,
        })
    }

    /// Lays each piece of a statement on what is nearest to it in another.
    fn lay(&self, own: &Described, theirs: &Described) -> Seen {
        let (mut sum, mut most) = ([0.0; WIDTH], [0.0_f32; WIDTH]);
        let (mut covered, mut weight) = (0.0, 0.001);
        for ((piece, values), asked) in own.pieces.iter().zip(&own.values).zip(&own.asked) {
            let (laid, nearest) = self.attended(piece, asked, theirs);
            covered += nearest * piece.length;
            weight += piece.length;
            let pairs = || values.iter().zip(&laid);
            let seen = values
                .iter()
                .copied()
                .chain(laid.iter().copied())
                .chain(pairs().map(|(own, laid)| (own - laid).abs()))
                .chain(pairs().map(|(own, laid)| own * laid));
            let seen = self.compare.of(seen).map(|value| value.max(0.0));
            let seen = self.compared.of(seen).map(|value| value.max(0.0));
            for ((sum, most), value) in sum.iter_mut().zip(&mut most).zip(seen) {
                *sum += value;
                *most = most.max(value);
            }
        }
        let length = own.pieces.len() as f32 + 1.0;
        Seen {
            mean: sum.map(|sum| sum / length),
            most,
            covered: covered / weight,
            length: length.ln() / 3.0,
        }
    }

    /// What of a statement a piece is laid on, and how near the nearest of it is.
    fn attended(&self, piece: &Piece, asked: &Values, theirs: &Described) -> (Values, f32) {
        let near: Vec<f32> = theirs
            .pieces
            .iter()
            .map(|other| dot(&piece.direction, &other.direction))
            .collect();
        let scores: Vec<f32> = theirs
            .asked
            .iter()
            .zip(&near)
            .map(|(other, near)| dot(asked, other) / (WIDTH as f32).sqrt() + self.likeness * near)
            .collect();
        let highest = scores.iter().copied().fold(f32::MIN, f32::max);
        let (mut laid, mut all) = ([0.0; WIDTH], 0.0);
        for (score, values) in scores.iter().zip(&theirs.values) {
            let share = (score - highest).exp();
            all += share;
            for (laid, value) in laid.iter_mut().zip(values) {
                *laid += share * value;
            }
        }
        let nearest = near.into_iter().fold(-1.0, f32::max);
        (laid.map(|value| value / all), nearest)
    }

    fn tell(&self, there: &Seen, back: &Seen) -> f32 {
        let values = [&there.mean, &back.mean, &there.most, &back.most];
        let values = values.into_iter().flatten().copied();
        let all = values.chain([there.covered, back.covered, there.length, back.length]);
        let summed = self.sum.of(all).map(|value| value.max(0.0));
        let [told] = self.tell.of(summed);
        told
    }
}

impl<const OUT: usize> Layer<OUT> {
    fn read(
        numbers: &mut impl Iterator<Item = f32>,
        values: usize,
        is_biased: bool,
    ) -> Option<Self> {
        let mut row = || -> Option<[f32; OUT]> {
            let row: Vec<f32> = numbers.take(OUT).collect();
            row.try_into().ok()
        };
        let weights: Option<Vec<_>> = (0..values).map(|_| row()).collect();
        Some(Self {
            weights: weights?,
            bias: if is_biased { row()? } else { [0.0; OUT] },
        })
    }

    fn of(&self, values: impl IntoIterator<Item = f32>) -> [f32; OUT] {
        let mut sums = self.bias;
        for (value, weights) in values.into_iter().zip(&self.weights) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += value * weight;
            }
        }
        sums
    }
}

fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_scene_told_otherwise_contradicts_and_told_again_does_not() {
        for (a, b, expected) in [
            (
                "A man is sleeping on a bench.",
                "A man is jogging in the park.",
                true,
            ),
            ("The river flows north.", "The river flows south.", true),
            (
                "Two children play.",
                "Two children are playing outside.",
                false,
            ),
        ] {
            let told = opposition(a, b).unwrap();
            assert_eq!(told > 0.0, expected, "{a} / {b}: {told}");
            let back = opposition(b, a).unwrap();
            assert!((told - back).abs() < 0.001, "{told} {back}");
        }
    }

    #[test]
    fn what_is_no_statement_is_not_laid_on_another() {
        assert_eq!(opposition("", "The river flows north."), None);
        let passage = "The river flows north. ".repeat(20);
        assert_eq!(opposition(&passage, "The river flows south."), None);
    }
}
