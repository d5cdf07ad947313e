//! Standard output and standard error, where a reader that went away is no error.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use crate::clean;

/// Writes to standard output. A closed pipe is success: the reader has seen enough.
pub(super) fn print(text: &str) -> io::Result<()> {
    print_some(text).map(|_| ())
}

/// The same, for one piece of many; says whether anybody still reads.
pub(super) fn print_some(text: &str) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(io::Error::new(
            error.kind(),
            format!("cannot write to standard output: {error}"),
        )),
    }
}

/// Tells of progress on standard error. Nobody can be told when that fails.
pub(super) fn progress(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", clean::stored(line));
}

/// Something under its name, in columns.
pub(super) fn row(name: &str, said: impl Display) -> String {
    format!("{name:<15}{said}")
}

/// A word as a shell takes it, whatever stands in it.
pub(super) fn as_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-/:@%+=,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_word_to_a_shell() {
        for (word, typed) in [
            ("reports/a-b.pdf", "reports/a-b.pdf"),
            ("", "''"),
            ("two words", "'two words'"),
            ("it's \"$HOME\"", "'it'\\''s \"$HOME\"'"),
            ("Bericht\u{a0}2024", "'Bericht\u{a0}2024'"),
        ] {
            assert_eq!(as_word(word), typed);
        }
    }
}
