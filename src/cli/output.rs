//! Standard output and standard error, where a reader that went away is no error.

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
