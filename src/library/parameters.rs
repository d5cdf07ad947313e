//! What servers taught about their parameters, in a file beside the library: no part of any study, and no loss where it cannot be read or written.

use std::fs;

use super::Library;

/// The file in the library's folder.
const FILE: &str = "parameters.json";

impl Library {
    /// What was kept, as it was; nothing where there is none.
    pub fn parameters(&self) -> Vec<u8> {
        fs::read(self.folder().join(FILE)).unwrap_or_default()
    }

    /// Keeps it in the place of what was kept. Another program may do so at the same time: each writes a file of its own, and the last one stays.
    pub fn keep_parameters(&self, json: &[u8]) {
        if self.is_read_only() {
            return;
        }
        let part = self.folder().join(format!("{FILE}.{}", std::process::id()));
        let kept =
            fs::write(&part, json).and_then(|()| fs::rename(&part, self.folder().join(FILE)));
        if kept.is_err() {
            let _ = fs::remove_file(&part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_last_is_there_and_nothing_else_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(folder.path()).unwrap();
        assert_eq!(library.parameters(), b"");
        let files = || fs::read_dir(folder.path()).unwrap().count();
        let before = files();
        library.keep_parameters(b"{}");
        library.keep_parameters(b"{\"a\": 1}");
        assert_eq!(library.parameters(), b"{\"a\": 1}");
        assert_eq!(files(), before + 1);
    }
}
