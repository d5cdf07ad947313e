//! The bytes of a findings file, any part of which can be had again: so what a large one holds need not be in memory all at once.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use crate::evidence::decode;
use crate::evidence::problem::Problem;

/// Bytes that are read at once.
const AT_ONCE: usize = 256 << 10;
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Texts are counted in bytes from behind the mark that a UTF-8 file may begin with.
#[derive(Debug)]
pub(in crate::evidence) struct Text<'a> {
    bytes: Bytes<'a>,
    /// What decoding it had to guess.
    pub(super) warning: Option<String>,
}

#[derive(Debug)]
enum Bytes<'a> {
    Held(Cow<'a, [u8]>),
    /// A file that is read again, and the size of the mark that it begins with.
    File(File, u64),
}

impl<'a> Text<'a> {
    /// Bytes in any encoding.
    pub(in crate::evidence) fn held(bytes: Cow<'a, [u8]>) -> Self {
        if is_wide(&bytes) || bytes.contains(&0) {
            return Self::decoded(&bytes);
        }
        let bytes = match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(bytes.strip_prefix(MARK).unwrap_or(bytes)),
            Cow::Owned(mut bytes) => {
                if bytes.starts_with(MARK) {
                    bytes.drain(..MARK.len());
                }
                Cow::Owned(bytes)
            }
        };
        Self {
            bytes: Bytes::Held(bytes),
            warning: None,
        }
    }

    /// Bytes of all of it; 0 where that cannot be told any more.
    pub(super) fn size(&self) -> u64 {
        match &self.bytes {
            Bytes::Held(bytes) => bytes.len() as u64,
            Bytes::File(file, _) => file.metadata().map_or(0, |metadata| metadata.len()),
        }
    }

    /// The text of a file that has at most so many bytes. It stays where it is, unless it has to be decoded.
    pub(in crate::evidence) fn open(path: &Path, most: u64) -> Result<Self, Problem> {
        let mut file = File::open(path)?;
        let mut part = vec![0; AT_ONCE];
        let (mut size, mut mark) = (0, 0);
        loop {
            let read = file.read(&mut part)?;
            let read = part.get(..read).unwrap_or_default();
            if read.is_empty() {
                break;
            }
            if size == 0 {
                mark = if read.starts_with(MARK) {
                    MARK.len()
                } else {
                    0
                } as u64;
            }
            if (size == 0 && is_wide(read)) || read.contains(&0) {
                let mut bytes = Vec::new();
                file.rewind()?;
                file.take(most).read_to_end(&mut bytes)?;
                return Ok(Self::decoded(&bytes));
            }
            size += read.len() as u64;
            if size > most {
                return Err(Problem::TooLarge { size, most });
            }
        }
        Ok(Self {
            bytes: Bytes::File(file, mark),
            warning: None,
        })
    }

    fn decoded(bytes: &[u8]) -> Self {
        let decoded = decode::text(bytes, None);
        Self {
            bytes: Bytes::Held(Cow::Owned(decoded.text.into_bytes())),
            warning: decoded.warning,
        }
    }

    /// The same text with other bytes, which are held.
    pub(super) fn replaced(self, bytes: Vec<u8>) -> Self {
        Self {
            bytes: Bytes::Held(Cow::Owned(bytes)),
            ..self
        }
    }

    /// All of it.
    pub(super) fn whole(&self) -> io::Result<Cow<'_, [u8]>> {
        match &self.bytes {
            Bytes::Held(bytes) => Ok(Cow::Borrowed(bytes)),
            Bytes::File(file, mark) => {
                let mut bytes = Vec::new();
                let mut file = file;
                file.seek(SeekFrom::Start(*mark))?;
                file.read_to_end(&mut bytes)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// Calls `each` with every line and where it begins, until it says that it wants no more.
    pub(super) fn lines(&self, mut each: impl FnMut(u64, &[u8]) -> bool) -> io::Result<()> {
        let (mut held, mut buffered);
        let lines: &mut dyn BufRead = match &self.bytes {
            Bytes::Held(bytes) => {
                held = &**bytes;
                &mut held
            }
            Bytes::File(file, mark) => {
                let mut file = file;
                file.seek(SeekFrom::Start(*mark))?;
                buffered = BufReader::with_capacity(AT_ONCE, file);
                &mut buffered
            }
        };
        let (mut line, mut at) = (Vec::new(), 0);
        loop {
            line.clear();
            let length = lines.read_until(b'\n', &mut line)?;
            if length == 0 || !each(at, &line) {
                return Ok(());
            }
            at += length as u64;
        }
    }

    /// Puts a part of it into `part`; an error where it is no longer there.
    pub(super) fn part(&self, start: u64, length: u32, part: &mut Vec<u8>) -> io::Result<()> {
        part.clear();
        match &self.bytes {
            Bytes::Held(bytes) => {
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                let end = start.saturating_add(length as usize);
                let there = bytes.get(start..end);
                part.extend_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
            Bytes::File(file, mark) => {
                part.resize(length as usize, 0);
                let mut file = file;
                file.seek(SeekFrom::Start(mark + start))?;
                file.read_exact(part)
            }
        }
    }
}

fn is_wide(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_and_its_bytes_are_the_same_text() {
        let folder = tempfile::tempdir().unwrap();
        for bytes in [
            &b"one\ntwo\n\nfour"[..],
            b"\xEF\xBB\xBFone\ntwo\n",
            b"\xFF\xFEo\0n\0e\0\n\0t\0",
            b"one\n\0\0two",
        ] {
            let path = folder.path().join("text");
            std::fs::write(&path, bytes).unwrap();
            let seen = |text: &Text<'_>| {
                let (mut lines, mut part) = (Vec::new(), Vec::new());
                text.lines(|at, line| {
                    lines.push((at, line.to_vec()));
                    true
                })
                .unwrap();
                for (at, line) in &lines {
                    text.part(*at, line.len() as u32, &mut part).unwrap();
                    assert_eq!(&part, line);
                }
                assert!(text.part(1000, 1, &mut part).is_err());
                (lines, text.whole().unwrap().into_owned())
            };
            let held = Text::held(Cow::Borrowed(bytes));
            let file = Text::open(&path, 100).unwrap();
            let (lines, whole) = seen(&file);
            assert_eq!((&lines, &whole), (&seen(&held).0, &seen(&held).1));
            assert!(whole.starts_with(b"one\n") && lines.len() > 1);
        }
    }
}
