//! Files that hold the analyst's text and that nobody else may read.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// Writes a file, in place of the one that may be there.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    put(OpenOptions::new().create(true).truncate(true), path, text)
}

/// Writes a file that must not be there yet.
pub fn write_new(path: &Path, text: &str) -> io::Result<()> {
    put(OpenOptions::new().create_new(true), path, text)
}

fn put(options: &mut OpenOptions, path: &Path, text: &str) -> io::Result<()> {
    let mut file = options.write(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())
}
