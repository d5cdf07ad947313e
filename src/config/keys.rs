//! The analyst's key file, which lies beside the configuration. What it says is for the keymap; here is whether it can be read at all.

use std::io;
use std::path::Path;

/// What it is called.
pub(super) const FILE: &str = "keys.toml";
/// What it was called once, which is easily taken for its name still.
const FORMER: &str = "keymap.toml";

/// The analyst's keys as they are written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyFile {
    pub text: Option<String>,
    /// Why what the analyst wrote is not read, where that is so.
    pub unread: Option<String>,
}

/// The key file of a folder.
pub(super) fn beside(folder: &Path) -> KeyFile {
    let is_misnamed = folder.join(FORMER).is_file();
    let misnamed = is_misnamed.then(|| format!("{FORMER} is not read: name it {FILE}"));
    match std::fs::read_to_string(folder.join(FILE)) {
        Ok(text) => KeyFile {
            text: Some(text),
            unread: misnamed,
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => KeyFile {
            text: None,
            unread: misnamed,
        },
        Err(error) => KeyFile {
            text: None,
            unread: Some(format!("{FILE} cannot be read: {error}")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_a_file_of_another_name_or_that_cannot_be_read_are_not_passed_over_in_silence() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(beside(folder.path()), KeyFile::default());
        std::fs::write(folder.path().join(FORMER), "preset = \"vim\"").expect("written");
        let unread = beside(folder.path()).unread.unwrap_or_default();
        assert_eq!(unread, "keymap.toml is not read: name it keys.toml");
        std::fs::rename(folder.path().join(FORMER), folder.path().join(FILE)).expect("renamed");
        let read = beside(folder.path());
        assert_eq!(
            (read.text.as_deref(), read.unread),
            (Some("preset = \"vim\""), None)
        );
        std::fs::write(folder.path().join(FILE), b"\xff\xfe").expect("written");
        let unread = beside(folder.path()).unread.unwrap_or_default();
        assert!(unread.starts_with("keys.toml cannot be read: "), "{unread}");
    }
}
