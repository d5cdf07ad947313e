//! A vector as it is stored: without loss, in as few bits as its values need.
//!
//! All vectors have one length, so nearly all values are near zero, and a Rice code comes close to the least that is possible. A value takes its sign as its
//! lowest bit; of what that makes, the three lowest bits stand as they are, those of all values first, and the rest follows as so many zeros before a one.

use super::{DIMS, Vector};

/// Bits of a value that stand as they are, and the bytes of those of eight values and of all.
const LOW: u32 = 3;
const EIGHT: usize = LOW as usize;
const LOW_BYTES: usize = DIMS / 8 * EIGHT;

impl Vector {
    /// The bytes to be stored, five in eight of its own for most; its own where that is less.
    pub fn packed(&self) -> Vec<u8> {
        let values = self.0.map(with_sign_lowest);
        let mut packed = Vec::with_capacity(2 * DIMS);
        for eight in values.as_chunks::<8>().0 {
            let low = eight.iter().rev().fold(0, |bits, value| {
                bits << LOW | u32::from(value & ((1 << LOW) - 1))
            });
            packed.extend(low.to_le_bytes().iter().take(EIGHT));
        }
        // Never as many zeros as would not fit behind what is held.
        let (mut held, mut count) = (0_u64, 0_u32);
        for value in values {
            count += u32::from(value >> LOW);
            held |= 1 << count;
            count += 1;
            if count >= u32::BITS {
                packed.extend((held as u32).to_le_bytes());
                held >>= u32::BITS;
                count -= u32::BITS;
            }
        }
        packed.extend(held.to_le_bytes().iter().take(count.div_ceil(8) as usize));
        if packed.len() < DIMS {
            packed
        } else {
            self.0.to_vec()
        }
    }

    /// The vector that was stored, packed or as it is; `None` where the bytes are those of none.
    pub fn from_stored(bytes: &[u8]) -> Option<Self> {
        if bytes.len() >= DIMS {
            return Self::from_bytes(bytes);
        }
        let (low, high) = bytes.split_at_checked(LOW_BYTES)?;
        let mut values = [0; DIMS];
        let low = low.as_chunks::<EIGHT>().0;
        for (eight, &[a, b, c]) in values.as_chunks_mut::<8>().0.iter_mut().zip(low) {
            *eight = spread(u64::from_le_bytes([a, b, c, 0, 0, 0, 0, 0])).to_le_bytes();
        }
        let mut rest = values.iter_mut();
        let mut zeros_from = 0;
        for (chunk, first) in high.chunks(8).zip((0..).step_by(64)) {
            let mut eight = [0; 8];
            eight.get_mut(..chunk.len())?.copy_from_slice(chunk);
            let mut ones = u64::from_le_bytes(eight);
            while ones != 0 {
                let one = first + ones.trailing_zeros() as usize;
                let zeros = u8::try_from(one - zeros_from).ok()?;
                *rest.next()? |= zeros.checked_mul(1 << LOW)?;
                zeros_from = one + 1;
                ones &= ones - 1;
            }
        }
        if rest.next().is_some() {
            return None;
        }
        Some(Self(values.map(with_sign)))
    }
}

/// The low bits of eight values, each in a byte of its own.
fn spread(bits: u64) -> u64 {
    let twos = (bits | bits << 20) & 0x0000_0FFF_0000_0FFF;
    let fours = (twos | twos << 10) & 0x003F_003F_003F_003F;
    (fours | fours << 5) & 0x0707_0707_0707_0707
}

/// A signed byte as a number that is small where it is near zero.
fn with_sign_lowest(value: u8) -> u8 {
    let value = value.cast_signed();
    (value << 1 ^ value >> 7).cast_unsigned()
}

fn with_sign(value: u8) -> u8 {
    value >> 1 ^ (value & 1).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_vector_has_the_bytes_that_it_always_had() {
        let values = std::array::from_fn(|at| ((at as u8).wrapping_mul(37) >> 4).wrapping_sub(8));
        let sum = |bytes: &[u8]| {
            bytes.iter().fold(0_u32, |sum, byte| {
                sum.wrapping_mul(31).wrapping_add(u32::from(*byte))
            })
        };
        let packed = Vector(values).packed();
        assert_eq!((packed.len(), sum(&packed)), (144, 4_044_364_715));
    }

    #[test]
    fn the_vector_of_a_text_is_stored_in_two_thirds_of_its_bytes() {
        let vector = crate::semantic::embed("Heat pumps sold worse in 2023 than in 2022.").unwrap();
        let packed = vector.packed();
        assert!(packed.len() * 3 < DIMS * 2, "{}", packed.len());
        assert_eq!(Vector::from_stored(&packed), Some(vector));
    }

    proptest! {
        #[test]
        fn a_vector_is_what_was_stored(values in prop::collection::vec(prop_oneof![9 => -30..30_i8, 1 => any::<i8>()], DIMS), far in any::<bool>()) {
            let far = |value: i8| if far { value.wrapping_mul(7) } else { value };
            let values: Vec<u8> = values.into_iter().map(|value| far(value).cast_unsigned()).collect();
            let vector = Vector::from_bytes(&values).unwrap();
            let packed = vector.packed();
            prop_assert!(packed.len() <= DIMS);
            prop_assert_eq!(Vector::from_stored(&packed), Some(vector.clone()));
            // As an older Tercet stored it.
            prop_assert_eq!(Vector::from_stored(&values), Some(vector));
        }

        #[test]
        fn damaged_bytes_are_no_vector_or_another(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            if let Some(vector) = Vector::from_stored(&bytes) {
                prop_assert_eq!(vector.as_bytes().len(), DIMS);
            }
        }
    }
}
