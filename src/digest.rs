//! SHA-256 (FIPS 180-4), and a checksum for what nobody gains by forging. Every file that is read is digested more than once, and many processors have no
//! instructions for it: the implementation is the one that TLS brings, which is nearly twice as fast there as portable code.

use ring::digest::{Context, SHA256};

/// Bytes of a digest.
pub const LENGTH: usize = 32;

/// A digest in the making.
pub struct Sha256(Context);

impl Default for Sha256 {
    fn default() -> Self {
        Self(Context::new(&SHA256))
    }
}

impl Sha256 {
    pub fn update(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes.as_ref());
    }

    #[must_use]
    pub fn finish(self) -> [u8; LENGTH] {
        let digest = self.0.finish();
        digest.as_ref().first_chunk().copied().unwrap_or_default()
    }
}

/// The digest of some bytes.
#[must_use]
pub fn sha256(bytes: impl AsRef<[u8]>) -> [u8; LENGTH] {
    let mut digest = Sha256::default();
    digest.update(bytes);
    digest.finish()
}

/// Bytes in hex.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|nibble| char::from_digit(u32::from(nibble), 16))
        .collect()
}

/// The first 16 hex digits of a digest: enough to tell texts apart that nobody made alike on purpose.
#[must_use]
pub fn short_hex(bytes: impl AsRef<[u8]>) -> String {
    hex(sha256(bytes).get(..8).unwrap_or_default())
}

/// 128 bits that tell whether bytes are still what they were: not one that keeps out whoever knows how it is made, and many times as fast as one that does.
/// It is stored, and so is the same in every version.
#[derive(Debug, Clone)]
pub struct Checksum {
    one: u64,
    other: u64,
}

impl Default for Checksum {
    fn default() -> Self {
        Self {
            one: 0x243F_6A88_85A3_08D3,
            other: 0x1319_8A2E_0370_7344,
        }
    }
}

impl Checksum {
    /// Adds bytes; where they end counts.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        let (blocks, rest) = bytes.as_chunks();
        for block in blocks {
            self.mix(u128::from_le_bytes(*block));
        }
        let last = rest.iter().rev();
        self.mix(last.fold(0, |last, byte| last << 8 | u128::from(*byte)));
        self.mix(bytes.len() as u128);
    }

    #[inline]
    fn mix(&mut self, block: u128) {
        const KEYS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93];
        // Both halves of a product hang on all bits of what is multiplied.
        let folded = |one: u64, other: u64| {
            let product = u128::from(one) * u128::from(other);
            product as u64 ^ (product >> 64) as u64
        };
        let (low, high) = (block as u64, (block >> 64) as u64);
        self.one = folded(self.one ^ low, KEYS[0] ^ high);
        self.other = folded(self.other ^ high, KEYS[1] ^ low);
    }

    #[must_use]
    pub fn finish(&self) -> [u8; 16] {
        (u128::from(self.other) << 64 | u128::from(self.one)).to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn checksum(parts: &[&[u8]]) -> String {
        let mut sum = Checksum::default();
        for part in parts {
            sum.add(part);
        }
        hex(&sum.finish())
    }

    #[test]
    fn a_checksum_is_the_same_in_every_version() {
        let text = b"What was read in 2026 is still what was read.";
        assert_eq!(checksum(&[text]), "1531959bb748f7a4af019670989839cf");
        assert_eq!(checksum(&[]), "d308a385886a3f24447370032e8a1913");
    }

    #[test]
    fn where_parts_end_counts() {
        let all: [&[&[u8]]; 6] = [
            &[],
            &[b""],
            &[b"ab"],
            &[b"a", b"b"],
            &[b"ab", b""],
            &[b"ab\0"],
        ];
        let sums: HashSet<String> = all.iter().map(|parts| checksum(parts)).collect();
        assert_eq!(sums.len(), all.len());
    }

    proptest! {
        #[test]
        fn bytes_that_are_changed_have_another_checksum(bytes in prop::collection::vec(any::<u8>(), 1..200), at in any::<prop::sample::Index>(), other in 1..=255_u8, to in any::<prop::sample::Index>()) {
            let before = checksum(&[&bytes]);
            let mut changed = bytes.clone();
            changed[at.index(bytes.len())] ^= other;
            prop_assert_ne!(&before, &checksum(&[&changed]));
            let mut swapped = bytes.clone();
            swapped.swap(at.index(bytes.len()), to.index(bytes.len()));
            prop_assert_eq!(swapped == bytes, checksum(&[&swapped]) == before);
        }
    }

    #[test]
    fn a_digest_is_that_of_the_standard() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(&sha256("abc")), abc);
        assert_eq!(short_hex("abc"), "ba7816bf8f01cfea");
        let mut parts = Sha256::default();
        parts.update("a");
        parts.update(b"bc");
        assert_eq!(hex(&parts.finish()), abc);
    }
}
