//! What a command reads line by line: a file, or standard input where `-` is written for one.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use color_eyre::eyre::{Result, WrapErr};

/// Bytes that are read at once.
const BUFFER: usize = 1 << 18;

/// Lines to be read, and where they come from.
pub(super) struct Input {
    /// What messages call it.
    pub(super) name: String,
    pub(super) lines: Box<dyn BufRead + Send>,
}

impl Input {
    /// Opens a file, or standard input for `-`.
    pub(super) fn open(path: &Path) -> Result<Self> {
        if is_standard(path) {
            return Ok(Self {
                name: "stdin".to_owned(),
                lines: Box::new(BufReader::new(std::io::stdin())),
            });
        }
        let file = File::open(path).wrap_err_with(|| format!("cannot read {}", path.display()))?;
        Ok(Self {
            name: path.display().to_string(),
            lines: Box::new(BufReader::with_capacity(BUFFER, file)),
        })
    }
}

/// Whether standard input is meant.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}
