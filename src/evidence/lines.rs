//! Lines of any input, of which none costs more memory than it may: one that is too long is passed over, and those behind it are read.

use std::io::{self, BufRead, Read as _};

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub enum LineRead {
    Whole(Vec<u8>),
    TooLong,
}

impl LineRead {
    /// Its text, or what is wrong with it in words that follow its number.
    pub fn text(self, longest: u64) -> Result<String, String> {
        match self {
            Self::Whole(bytes) => String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned()),
            Self::TooLong => Err(format!("is longer than {} MiB", longest >> 20)),
        }
    }
}

/// The next line of up to `longest` bytes; `None` at the end.
pub fn next_line(input: &mut impl BufRead, longest: u64) -> io::Result<Option<LineRead>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(longest).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if read as u64 == longest {
        input.skip_until(b'\n')?;
        return Ok(Some(LineRead::TooLong));
    }
    Ok(Some(LineRead::Whole(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_costs_none_behind_it() {
        let mut input = &b"one\n\nfar too long\nthree\r\nlast"[..];
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, 8).unwrap() {
            lines.push(line);
        }
        let whole = |text: &str| LineRead::Whole(text.into());
        assert_eq!(
            lines,
            [
                whole("one"),
                whole(""),
                LineRead::TooLong,
                whole("three\r"),
                whole("last")
            ]
        );
        assert_eq!(
            LineRead::TooLong.text(2 << 20),
            Err("is longer than 2 MiB".to_owned())
        );
        assert_eq!(
            LineRead::Whole(vec![0xFF]).text(8),
            Err("is not UTF-8".to_owned())
        );
    }
}
