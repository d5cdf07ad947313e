//! Where the objects of a PDF file are, found by the marks around them: `12 0 obj … endobj`, with `stream … endstream` inside.

use std::collections::HashMap;
use std::ops::Range;

/// The highest number an object may have (ISO 32000-1, annex C).
pub(super) const HIGHEST: u32 = 8_388_607;
/// Files with more objects than this are not repaired.
const MOST: usize = 1_000_000;

/// An object as it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) number: u32,
    pub(super) generation: u16,
    /// Where its number begins.
    pub(super) at: usize,
    /// What stands between `obj` and the stream or the end of the object.
    pub(super) body: Range<usize>,
    pub(super) stream: Option<Stream>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stream {
    pub(super) data: Range<usize>,
    /// Where its key `/Length` stands.
    pub(super) length_key: Option<usize>,
    pub(super) length_is_right: bool,
}

/// What a file holds, in the order of its bytes.
#[derive(Debug, Default)]
pub(super) struct Scan {
    pub(super) found: Vec<Found>,
    /// Where the dictionaries behind the word `trailer` begin.
    pub(super) trailers: Vec<usize>,
    pub(super) encrypted: bool,
}

/// A word of the file that says where something begins or ends.
enum Mark {
    /// `12 0 obj`: number, generation, and where they begin.
    Object(u32, u16, usize),
    EndOfObject,
    Stream,
    EndOfStream,
    Trailer,
}

impl Scan {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut scan = Self::default();
        let mut at = 0;
        while let Some((mark, end)) = next_mark(bytes, at) {
            at = end;
            match mark {
                Mark::Object(number, generation, start) => {
                    if scan.found.len() == MOST {
                        break;
                    }
                    let object = object(bytes, number, generation, start, end);
                    at = object
                        .stream
                        .as_ref()
                        .map_or(object.body.end, |stream| stream.data.end);
                    scan.found.push(object);
                }
                Mark::Trailer => scan.trailers.push(end),
                Mark::EndOfObject | Mark::Stream | Mark::EndOfStream => {}
            }
        }
        scan.check_indirect_lengths(bytes);
        scan.encrypted = scan.is_encrypted(bytes);
        scan
    }

    /// `/Length 12 0 R` can be checked only when object 12 is known.
    fn check_indirect_lengths(&mut self, bytes: &[u8]) {
        let pending: Vec<(usize, u32)> = self
            .found
            .iter()
            .enumerate()
            .filter_map(|(at, object)| {
                let key = object.stream.as_ref()?.length_key?;
                match length(bytes, key) {
                    Some(Length::In(number)) => Some((at, number)),
                    _ => None,
                }
            })
            .collect();
        if pending.is_empty() {
            return;
        }
        let lengths: HashMap<u32, usize> = self
            .found
            .iter()
            .filter_map(|object| Some((object.number, number_in(bytes, &object.body)?)))
            .collect();
        for (at, number) in pending {
            let Some(stream) = self
                .found
                .get_mut(at)
                .and_then(|object| object.stream.as_mut())
            else {
                continue;
            };
            let end = lengths
                .get(&number)
                .and_then(|length| ends_at(bytes, stream.data.start, *length));
            if let Some(end) = end {
                stream.length_is_right = true;
                stream.data.end = end;
            }
        }
        // What was found inside such data is part of it.
        let mut covered = 0;
        self.found.retain(|object| {
            let outside = object.at >= covered;
            if let (true, Some(stream)) = (outside, &object.stream) {
                covered = stream.data.end;
            }
            outside
        });
    }

    /// Whether a trailer, or a stream that stands for one, names how the file is encrypted.
    fn is_encrypted(&self, bytes: &[u8]) -> bool {
        /// Longer than a trailer is.
        const LONG: usize = 4096;
        let trailers = self
            .trailers
            .iter()
            .map(|start| *start..(start + LONG).min(bytes.len()));
        let streams = self
            .found
            .iter()
            .filter(|object| object.stream.is_some())
            .map(|object| object.body.clone())
            .filter(|body| {
                bytes
                    .get(body.clone())
                    .is_some_and(|body| holds(body, b"/XRef"))
            });
        trailers
            .chain(streams)
            .any(|span| bytes.get(span).is_some_and(|span| holds(span, b"/Encrypt")))
    }
}

/// The object whose first mark ends at `from`.
fn object(bytes: &[u8], number: u32, generation: u16, start: usize, from: usize) -> Found {
    let mut object = Found {
        number,
        generation,
        at: start,
        body: from..bytes.len(),
        stream: None,
    };
    let Some((mark, end)) = next_mark(bytes, from) else {
        return object;
    };
    object.body.end = match mark {
        Mark::Object(_, _, next) => next,
        Mark::Stream => end - b"stream".len(),
        Mark::EndOfObject => end - b"endobj".len(),
        Mark::EndOfStream => end - b"endstream".len(),
        Mark::Trailer => end - b"trailer".len(),
    };
    if matches!(mark, Mark::Stream) {
        object.stream = Some(stream(bytes, &object.body, end));
    }
    object
}

/// The stream whose first mark ends at `from`.
fn stream(bytes: &[u8], dictionary: &Range<usize>, from: usize) -> Stream {
    let line_end = match bytes.get(from..) {
        Some([b'\r', b'\n', ..]) => 2,
        Some([b'\r' | b'\n', ..]) => 1,
        _ => 0,
    };
    let start = from + line_end;
    let length_key = bytes
        .get(dictionary.clone())
        .and_then(length_key)
        .map(|at| dictionary.start + at);
    if let Some(Length::Is(stated)) = length_key.and_then(|key| length(bytes, key))
        && let Some(end) = ends_at(bytes, start, stated)
    {
        return Stream {
            data: start..end,
            length_key,
            length_is_right: true,
        };
    }
    let mut end = start;
    let end = loop {
        match next_mark(bytes, end) {
            None => break bytes.len(),
            Some((Mark::EndOfStream, after)) => break after - b"endstream".len(),
            Some((Mark::EndOfObject, after)) => break after - b"endobj".len(),
            Some((Mark::Object(_, _, next), _)) => break next,
            Some((Mark::Stream | Mark::Trailer, after)) => end = after,
        }
    };
    Stream {
        data: start..end,
        length_key,
        length_is_right: false,
    }
}

enum Length {
    Is(usize),
    /// In the object of this number.
    In(u32),
}

/// Where the key `/Length` stands in a dictionary; `/Length1` is another key.
fn length_key(dictionary: &[u8]) -> Option<usize> {
    const KEY: &[u8] = b"/Length";
    dictionary.windows(KEY.len() + 1).position(|window| {
        window
            .split_last()
            .is_some_and(|(next, key)| key == KEY && !next.is_ascii_alphanumeric())
    })
}

/// The object that a dictionary refers to under a key, and where the reference stands.
pub(super) fn reference(
    bytes: &[u8],
    dictionary: &Range<usize>,
    key: &[u8],
) -> Option<(Range<usize>, u32)> {
    let body = bytes.get(dictionary.clone())?;
    let at = body.windows(key.len()).position(|window| window == key)? + key.len();
    let behind = body.get(at..)?;
    let (value, rest) = number(behind)?;
    let (_, rest) = number(rest)?;
    let rest = rest.trim_ascii_start().strip_prefix(b"R")?;
    let start = dictionary.start + at;
    let length = behind.len() - rest.len();
    Some((start..start + length, u32::try_from(value).ok()?))
}

/// What stands behind the key `/Length`.
fn length(bytes: &[u8], key: usize) -> Option<Length> {
    let behind = bytes.get(key + b"/Length".len()..)?;
    let (value, rest) = number(behind)?;
    if let Some((_, rest)) = number(rest)
        && rest.trim_ascii_start().starts_with(b"R")
    {
        return u32::try_from(value).ok().map(Length::In);
    }
    Some(Length::Is(value))
}

/// The end of data of a stated length, where an end mark stands behind it, perhaps a damaged one.
fn ends_at(bytes: &[u8], start: usize, length: usize) -> Option<usize> {
    let end = start.checked_add(length)?;
    let behind = bytes.get(end..)?;
    let space = behind.len() - behind.trim_ascii_start().len();
    let mark = behind.trim_ascii_start();
    let near = mark
        .iter()
        .zip(b"endstream")
        .filter(|(found, meant)| found == meant)
        .count()
        >= 6;
    (space < 8 && (near || mark.starts_with(b"endobj"))).then_some(end)
}

fn number_in(bytes: &[u8], body: &Range<usize>) -> Option<usize> {
    let (value, rest) = number(bytes.get(body.clone())?)?;
    rest.trim_ascii_start().is_empty().then_some(value)
}

/// A number and what follows it.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let bytes = bytes.trim_ascii_start();
    let digits = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (digits, rest) = bytes.split_at_checked(digits)?;
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

/// The next mark from `from` on, and where it ends.
fn next_mark(bytes: &[u8], from: usize) -> Option<(Mark, usize)> {
    let mut at = from;
    loop {
        // Every mark has one of these letters at its beginning.
        at += bytes
            .get(at..)?
            .iter()
            .position(|byte| matches!(byte, b'o' | b'e' | b's' | b't'))?;
        let rest = bytes.get(at..)?;
        let mark = match rest {
            [b'o', b'b', b'j', next, ..] if next.is_ascii_alphanumeric() => None,
            [b'o', b'b', b'j', ..] => header_before(bytes, at)
                .map(|(number, generation, start)| (Mark::Object(number, generation, start), 3)),
            [b'e', b'n', b'd', ..] if rest.starts_with(b"endobj") => Some((Mark::EndOfObject, 6)),
            [b'e', b'n', b'd', ..] if rest.starts_with(b"endstream") => {
                Some((Mark::EndOfStream, 9))
            }
            [b's', b't', b'r', ..] if opens_stream(bytes, at) => Some((Mark::Stream, 6)),
            [b't', b'r', b'a', ..] if rest.starts_with(b"trailer") => Some((Mark::Trailer, 7)),
            _ => None,
        };
        if let Some((mark, length)) = mark {
            return Some((mark, at + length));
        }
        at += 1;
    }
}

/// Whether the word at `at` is `stream` behind a dictionary.
fn opens_stream(bytes: &[u8], at: usize) -> bool {
    bytes
        .get(at..)
        .is_some_and(|rest| rest.starts_with(b"stream"))
        && bytes
            .get(at.saturating_sub(40)..at)
            .is_some_and(|before| before.trim_ascii_end().ends_with(b">"))
}

/// Number and generation before the word `obj` at `at`, and where they begin.
fn header_before(bytes: &[u8], at: usize) -> Option<(u32, u16, usize)> {
    /// Longer than numbers are that mean something.
    const LONGEST: usize = 32;
    let before = bytes.get(at.saturating_sub(LONGEST)..at)?;
    let (before, generation) = number_before(before)?;
    let (rest, number) = number_before(before)?;
    let number = u32::try_from(number)
        .ok()
        .filter(|number| *number <= HIGHEST)?;
    let start = at - LONGEST.min(at) + rest.len();
    Some((number, u16::try_from(generation).ok()?, start))
}

/// The number that `bytes` end with, perhaps before white space, and what stands before it.
fn number_before(bytes: &[u8]) -> Option<(&[u8], u64)> {
    let bytes = bytes.trim_ascii_end();
    let digits = bytes
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (rest, digits) = bytes.split_at_checked(bytes.len() - digits)?;
    Some((rest, std::str::from_utf8(digits).ok()?.parse().ok()?))
}

/// Whether a word stands near the end of the bytes.
pub(super) fn is_near(bytes: &[u8], word: &[u8]) -> bool {
    let start = bytes.len().saturating_sub(32);
    bytes.get(start..).is_some_and(|end| holds(end, word))
}

pub(super) fn holds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_and_their_streams_are_found_by_their_marks() {
        let file = b"%PDF-1.7\n1 0 obj<</A 1>>endobj\n2 0 obj\n<</Length 3>>stream\nabc\nendstream endobj \
            3 0 obj <</Length 4 0 R>> stream\r\nan endobj 9 0 obj\nendstream\nendobj 4 0 obj 17 endobj\n\
            5 0 obj [1 2] 6 0 obj (cut) 7 0 obj <<>> stream\nxy";
        let scan = Scan::of(file);
        let seen: Vec<_> = scan
            .found
            .iter()
            .map(|object| {
                let data = object.stream.as_ref().map(|stream| {
                    (
                        String::from_utf8_lossy(&file[stream.data.clone()]).into_owned(),
                        stream.length_is_right,
                    )
                });
                (object.number, data)
            })
            .collect();
        let data = |text: &str, right| Some((text.to_owned(), right));
        assert_eq!(
            seen,
            [
                (1, None),
                (2, data("abc", true)),
                (3, data("an endobj 9 0 obj", true)),
                (4, None),
                (5, None),
                (6, None),
                (7, data("xy", false)),
            ]
        );
    }

    #[test]
    fn words_that_only_look_like_marks_are_none() {
        let scan = Scan::of(b"1 0 object 12 obj 99999999999 0 obj a stream of endobjects");
        assert!(scan.found.is_empty());
    }
}
