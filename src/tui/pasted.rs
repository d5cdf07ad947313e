//! A text that was pasted as evidence becomes a file like any other: it can be opened, read again, and found by whoever gets the study.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes a pasted text to a file of its own below `folder`, and says which.
///
/// # Errors
/// Where the folder cannot be written to.
pub fn keep(folder: &Path, text: &str) -> io::Result<PathBuf> {
    let folder = folder.join("pasted");
    fs::create_dir_all(&folder)?;
    let mut number = 1_u32;
    loop {
        let path = folder.join(format!("pasted-{number}.txt"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                file.write_all(text.as_bytes())?;
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pasted_text_has_a_file_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let kept = ["one", "two"].map(|text| keep(folder.path(), text).unwrap());
        assert_ne!(kept[0], kept[1]);
        let read = kept.map(|path| fs::read_to_string(path).unwrap());
        assert_eq!(read, ["one", "two"]);
    }
}
