//! SHA-256 (FIPS 180-4). Every file that is read is digested more than once, and most processors have no instructions for it: the implementation is the one
//! that TLS brings, which is nearly twice as fast there as portable code.

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

#[cfg(test)]
mod tests {
    use super::*;

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
