//! A text's direction in the space of meanings, in 256 bytes.
//!
//! The kernels are plain loops that the compiler turns into vector instructions; `multiversion` compiles them for what newer processors have and
//! chooses when the program runs.

mod packed;

use multiversion::multiversion;

use super::table::Row;

pub const DIMS: usize = 256;

/// Length of a vector, so that each value fits a signed byte.
const UNIT: f32 = 127.0;

/// A unit vector, each value times 127 and rounded to a signed byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector([u8; DIMS]);

/// The whole number nearest to a small value, to be cut off behind the point: `round` is a call of its own where the machine may have no instruction for it.
#[inline]
fn nearest(value: f32) -> f32 {
    value + 0.5_f32.copysign(value)
}

impl Vector {
    /// The vector that points where `values` does; `None` where they point nowhere.
    pub(super) fn of(values: &[f32; DIMS]) -> Option<Self> {
        let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        if !length.is_finite() || length <= f32::EPSILON {
            return None;
        }
        Some(Self(rounded(values, length)))
    }

    pub fn as_bytes(&self) -> &[u8; DIMS] {
        &self.0
    }

    /// `None` where the length is not [`DIMS`].
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// From -1 to 1, higher is nearer.
    pub fn cosine(&self, other: &Self) -> f32 {
        (dot(&self.0, &other.0) as f32 / (UNIT * UNIT)).clamp(-1.0, 1.0)
    }

    /// One bit a dimension: whether its value is above zero. Enough to find most of the nearest.
    pub fn signs(&self) -> [u64; DIMS / 64] {
        let mut signs = [0; DIMS / 64];
        for (word, values) in signs.iter_mut().zip(self.0.chunks_exact(64)) {
            for (bit, &value) in values.iter().enumerate() {
                *word |= u64::from(value.cast_signed() > 0) << bit;
            }
        }
        signs
    }
}

/// Values of so long a vector, each as a signed byte of a unit vector.
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.1"))]
fn rounded(values: &[f32; DIMS], length: f32) -> [u8; DIMS] {
    let mut rounded = [0; DIMS];
    for (byte, value) in rounded.iter_mut().zip(values) {
        *byte = (nearest(value / length * UNIT) as i8).cast_unsigned();
    }
    rounded
}

/// The product of two vectors of signed bytes.
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.1"))]
fn dot(left: &[u8; DIMS], right: &[u8; DIMS]) -> i32 {
    left.iter()
        .zip(right)
        .map(|(&left, &right)| {
            i32::from(i16::from(left.cast_signed()) * i16::from(right.cast_signed()))
        })
        .sum()
}

/// Adds the rows of a word's pieces to a text's sum.
#[multiversion(targets("x86_64+avx2+fma", "x86_64+sse4.1"))]
pub(super) fn add(sum: &mut [f32; DIMS], rows: &[Row<'_>]) {
    for row in rows {
        for (sum, &value) in sum.iter_mut().zip(row.values) {
            *sum += row.scale * f32::from(value.cast_signed());
        }
    }
}

/// Adds a vector to a sum, so many times.
#[multiversion(targets("x86_64+avx2+fma", "x86_64+sse4.1"))]
pub(super) fn add_times(sum: &mut [f32; DIMS], vector: &[u8; DIMS], weight: f32) {
    for (sum, value) in sum.iter_mut().zip(vector) {
        *sum += weight * f32::from(value.cast_signed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(seed: u8) -> Vector {
        let value = |at: usize| f32::from(seed.wrapping_mul(at as u8).wrapping_add(seed)) - 127.5;
        Vector::of(&std::array::from_fn(value)).unwrap()
    }

    #[test]
    fn a_vector_survives_storing() {
        let vector = vector(7);
        assert_eq!(Vector::from_bytes(vector.as_bytes()), Some(vector.clone()));
        assert_eq!(Vector::from_bytes(&vector.as_bytes()[1..]), None);
        assert_eq!(Vector::from_bytes(&[0; 512]), None);
    }

    #[test]
    fn cosines_are_those_of_the_unrounded_vectors() {
        let mut one = [0.0; DIMS];
        let mut half = [0.0; DIMS];
        (one[0], half[0], half[1]) = (3.0, -1.0, 1.0);
        let cosine = Vector::of(&one)
            .unwrap()
            .cosine(&Vector::of(&half).unwrap());
        assert!((cosine + 0.5_f32.sqrt()).abs() < 0.01, "{cosine}");
        // The lowest values that bytes from elsewhere can hold.
        let lowest = Vector::from_bytes(&[0x80; DIMS]).unwrap();
        assert!((lowest.cosine(&lowest) - 1.0).abs() < f32::EPSILON);
    }

    #[test]
    fn what_points_nowhere_is_no_vector() {
        assert_eq!(Vector::of(&[0.0; DIMS]), None);
        assert_eq!(Vector::of(&[f32::NAN; DIMS]), None);
    }

    #[test]
    fn a_sign_is_set_where_the_value_is_above_zero() {
        let mut values = [-1.0; DIMS];
        (values[0], values[65], values[255]) = (1.0, 1.0, 1.0);
        let signs = Vector::of(&values).unwrap().signs();
        assert_eq!(signs, [1, 2, 0, 1 << 63]);
    }
}
