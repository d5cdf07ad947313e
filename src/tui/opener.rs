//! Opening a source with the program that the desktop has for it: a page in the browser, a file in its viewer.
//!
//! Only web addresses and files are opened, and only where the analyst sits at the desktop: over ssh a window would open on another machine.

use std::path::Path;
use std::process::{Command, Stdio};

/// The program that opens anything on this desktop; `None` where there is no desktop. `is_set` knows the environment.
#[must_use]
pub fn found(is_set: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    if is_set("SSH_CONNECTION") || is_set("SSH_TTY") {
        None
    } else if cfg!(target_os = "macos") {
        Some("open")
    } else {
        (is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")).then_some("xdg-open")
    }
}

/// What may be opened of what documents name: the address as it is given to the program, which takes none of them for an option.
#[must_use]
pub fn address(uri: &str) -> Option<&str> {
    let lower = uri.to_ascii_lowercase();
    if lower.starts_with("http://") || lower.starts_with("https://") {
        return Some(uri);
    }
    uri.starts_with('/').then(|| file(uri))
}

/// The file that a path names: of what is only a part of a file, as a finding or an attachment is, the file that holds it.
#[must_use]
pub fn file(path: &str) -> &str {
    let is_there = |path: &&str| Path::new(path).exists();
    if !path.contains('#') || is_there(&path) {
        return path;
    }
    let parts = path.rmatch_indices('#');
    let mut files = parts.filter_map(|(at, _)| path.get(..at));
    files.find(is_there).unwrap_or(path)
}

/// Has a program open an address, and does not wait for it.
///
/// # Errors
/// Where the program cannot be started.
pub fn open(program: &str, address: &str) -> std::io::Result<()> {
    let mut child = Command::new(program)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // Somebody has to take note of its end.
    std::thread::spawn(move || child.wait());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_opened_where_the_analyst_sits_at_the_desktop() {
        let with = |names: &'static [&str]| found(&|name| names.contains(&name));
        assert_eq!(with(&["SSH_CONNECTION", "DISPLAY"]), None);
        if !cfg!(target_os = "macos") {
            assert_eq!(with(&[]), None);
            assert_eq!(with(&["DISPLAY"]), Some("xdg-open"));
            assert_eq!(with(&["WAYLAND_DISPLAY"]), Some("xdg-open"));
        }
    }

    #[test]
    fn of_a_part_of_a_file_the_file_is_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        for name in ["notes.jsonl", "part #2.eml"] {
            std::fs::write(path(name), "x").expect("written");
        }
        for (uri, opened) in [
            ("notes.jsonl#graph", "notes.jsonl"),
            ("part #2.eml", "part #2.eml"),
            ("part #2.eml#map.pdf#1", "part #2.eml"),
            ("gone.jsonl#graph", "gone.jsonl#graph"),
        ] {
            assert_eq!(address(&path(uri)), Some(path(opened).as_str()), "{uri}");
        }
    }

    #[test]
    fn only_pages_and_files_are_opened() {
        assert!(address("https://example.org/a b").is_some());
        assert!(address("/home/ana/report.pdf").is_some());
        for uri in ["javascript:alert(1)", "-e", "file.sh", "mailto:a@b.c", ""] {
            assert_eq!(address(uri), None, "{uri}");
        }
    }
}
