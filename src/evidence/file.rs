//! A file's bytes, and what tells whether it is still the one that was read.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::time::UNIX_EPOCH;

use crate::digest::{Checksum, hex};

/// Size and time of change: as long as both are the same, a file is taken to be unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified: i64,
}

impl Stamp {
    pub(super) fn of(metadata: &Metadata) -> Self {
        let modified = metadata
            .modified()
            .ok()
            .and_then(|at| at.duration_since(UNIX_EPOCH).ok())
            .unwrap_or_default();
        Self {
            size: metadata.len(),
            modified: i64::try_from(modified.as_nanos()).unwrap_or(i64::MAX),
        }
    }
}

/// The stamp of a file; `None` where there is no file.
#[must_use]
pub fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = path.metadata().ok()?;
    metadata.is_file().then(|| Stamp::of(&metadata))
}

/// The bytes of a file, or a little more than `most` of them: it may have grown since it was looked at. Room for all is made first, so that it is read at
/// once.
pub(super) fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len().min(most);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file whose first bytes were looked at, to tell what it is.
pub(super) struct Begun {
    file: File,
    head: Vec<u8>,
}

impl Begun {
    /// Reads at most so many bytes.
    pub(super) fn open(path: &Path, most: usize) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut head = vec![0; most];
        let count = fill(&mut file, &mut head)?;
        head.truncate(count);
        Ok(Self { file, head })
    }

    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }

    /// All bytes of the file, of which there should be about `size`; or a little more than `most` of them: it may have grown since it was looked at.
    pub(super) fn whole(self, size: u64, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = self.head;
        let size = usize::try_from(size.min(most)).unwrap_or_default();
        // One more tells that the file ends there.
        bytes.reserve_exact((size + 1).saturating_sub(bytes.len()));
        let left = most.saturating_add(1).saturating_sub(bytes.len() as u64);
        self.file.take(left).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Reads until there is no more room or no more file; how many bytes that were.
fn fill(file: &mut File, bytes: &mut [u8]) -> io::Result<usize> {
    let mut count = 0;
    while let Some(room) = bytes.get_mut(count..).filter(|room| !room.is_empty()) {
        match file.read(room) {
            Ok(0) => break,
            Ok(read) => count += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}

/// Bytes of a file that are read and added to its sum at once: where they end counts.
const AT_ONCE: usize = 64 << 10;

/// [`hash`] of a file whose bytes these are.
pub(super) fn hash_of(bytes: &[u8]) -> String {
    let mut sum = Checksum::default();
    for part in bytes.chunks(AT_ONCE) {
        sum.add(part);
    }
    hex(&sum.finish())
}

/// The checksum of a file's bytes, in hex. It is not proof against forgery: a file made to have that of another is only taken for that one.
pub fn hash(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut sum = Checksum::default();
    let mut bytes = vec![0; AT_ONCE];
    loop {
        let read = fill(&mut file, &mut bytes)?;
        let part = bytes.get(..read).unwrap_or_default();
        if !part.is_empty() {
            sum.add(part);
        }
        if read < bytes.len() {
            return Ok(hex(&sum.finish()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_from_another_by_its_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "abc").unwrap();
        let known = hash_of(b"abc");
        assert_eq!(hash(&path).unwrap(), known);
        assert_ne!(hash_of(b"abd"), known);
        assert_eq!(stamp(&path).map(|stamp| stamp.size), Some(3));
        assert_eq!(bytes(&path, 100).unwrap(), b"abc");
        assert_eq!(bytes(&path, 2).unwrap(), b"abc");
        for (head, size, most, all) in [(2, 3, 100, "abc"), (9, 0, 100, "abc"), (1, 9, 1, "ab")] {
            let begun = Begun::open(&path, head).unwrap();
            assert_eq!(begun.head(), &b"abc"[..head.min(3)]);
            assert_eq!(begun.whole(size, most).unwrap(), all.as_bytes());
        }
        for size in [0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE] {
            let long = folder.path().join("long");
            std::fs::write(&long, vec![7; size]).unwrap();
            assert_eq!(hash(&long).unwrap(), hash_of(&vec![7; size]), "{size}");
        }
        assert_eq!(stamp(folder.path()), None);
        assert_eq!(stamp(&folder.path().join("none")), None);
    }
}
