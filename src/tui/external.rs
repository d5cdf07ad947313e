//! The analyst's own editor: what it is given, and what it leaves.
//!
//! An editor that lives in the terminal borrows it; one with a window of its own does not need it, so the workbench stays on the screen and goes on. What
//! becomes of the text is for whoever asked for it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, io};

/// Editors that open a window.
const WINDOWED: [&str; 20] = [
    "atom",
    "bbedit",
    "code",
    "code-insiders",
    "codium",
    "cursor",
    "emacsclient",
    "fleet",
    "gedit",
    "gnome-text-editor",
    "gvim",
    "idea",
    "kate",
    "kwrite",
    "mate",
    "mousepad",
    "notepad",
    "subl",
    "windsurf",
    "zed",
];

/// Texts that were given to editors so far.
static OUT: AtomicU32 = AtomicU32::new(0);

/// Whether an editor opens a window of its own.
#[must_use]
pub fn is_windowed(command: &str) -> bool {
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let name = Path::new(program).file_stem().unwrap_or_default();
    let is_in_terminal = words.any(|word| matches!(word, "-t" | "-nw" | "--tty"));
    WINDOWED.contains(&name.to_string_lossy().as_ref()) && !is_in_terminal
}

/// A text on its way through an editor.
#[derive(Debug)]
pub struct Outing {
    command: String,
    file: PathBuf,
}

impl Outing {
    /// Puts a text where an editor finds it.
    ///
    /// # Errors
    /// In words for the analyst.
    pub fn begin(command: &str, folder: &Path, text: &str) -> Result<Self, String> {
        let (command, process) = (command.to_owned(), std::process::id());
        // Several may be out at once: windows stay open as long as the analyst likes.
        let number = OUT.fetch_add(1, Ordering::Relaxed);
        let file = folder.join(format!("edit-{process}-{number}.md"));
        fs::write(&file, text)
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        Ok(Self { command, file })
    }

    /// Waits for the editor, and says what it left.
    ///
    /// # Errors
    /// In words for the analyst; the text stays as it was.
    pub fn end(self) -> Result<String, String> {
        let ended = self.run();
        let editor = &self.command;
        let left = match ended {
            Ok(status) if status.success() => fs::read_to_string(&self.file)
                .map(|text| text.trim_end().to_owned())
                .map_err(|error| format!("{editor} left no text: {error}")),
            Ok(status) => Err(format!(
                "{editor} ended with {status}: the text stays as it was"
            )),
            Err(error) => Err(format!(
                "cannot start {editor}: {error}. Set EDITOR to your editor"
            )),
        };
        // It may hold the whole brief; there is no reason to keep it.
        let _ = fs::remove_file(&self.file);
        left
    }

    fn run(&self) -> io::Result<ExitStatus> {
        let mut words = self.command.split_whitespace();
        let mut program = Command::new(words.next().unwrap_or("vi"));
        program.args(words).arg(&self.file);
        if is_windowed(&self.command) {
            // What it says would land on the screen.
            program
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
        }
        program.status()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_editor_with_a_window_is_told_from_one_in_the_terminal() {
        for command in ["code --wait", "/usr/bin/gvim -f", "subl -w", "emacsclient"] {
            assert!(is_windowed(command), "{command}");
        }
        for command in ["vi", "nvim", "nano", "emacs -nw", "emacsclient -t", "false"] {
            assert!(!is_windowed(command), "{command}");
        }
    }

    #[test]
    fn what_an_editor_leaves_comes_back_and_its_file_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let run = |command: &str| {
            Outing::begin(command, folder.path(), "as it was\n")
                .unwrap()
                .end()
        };
        assert_eq!(run("true"), Ok("as it was".to_owned()));
        assert!(
            run("false")
                .unwrap_err()
                .contains("the text stays as it was")
        );
        assert!(run("/nowhere/editor").unwrap_err().contains("Set EDITOR"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
