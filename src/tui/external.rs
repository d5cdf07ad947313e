//! The analyst's own editor: what it is given, and what it leaves.
//!
//! An editor that lives in the terminal borrows it; one with a window of its own does not need it, so the workbench stays on the screen and goes on. What
//! becomes of the text is for whoever asked for it. The file is removed when its text is safe elsewhere, and where nobody can still write to it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

use super::private;

/// Editors that open a window, and what has each wait until that is closed.
const WINDOWED: [(&str, &str); 21] = [
    ("atom", "--wait"),
    ("bbedit", "--wait"),
    ("code", "--wait"),
    ("code-insiders", "--wait"),
    ("codium", "--wait"),
    ("cursor", "--wait"),
    ("emacsclient", ""),
    ("fleet", "--wait"),
    ("gedit", "--wait"),
    ("gnome-text-editor", "--standalone"),
    ("gvim", "--nofork"),
    ("idea", "--wait"),
    ("kate", "--block"),
    ("kwrite", ""),
    ("mate", "--wait"),
    ("mousepad", "--disable-server"),
    ("notepad", ""),
    ("subl", "--wait"),
    ("windsurf", "--wait"),
    ("zed", "--wait"),
    ("zeditor", "--wait"),
];

/// What an analyst writes to have one of these wait.
const WAITS: [&str; 9] = [
    "--wait",
    "-w",
    "--standalone",
    "-s",
    "--nofork",
    "-f",
    "--block",
    "-b",
    "--disable-server",
];

/// Nobody reads and closes a window in less time: an editor that ends so soon has handed the file to a window that is still open.
const AT_ONCE: Duration = Duration::from_secs(1);

/// Texts that were given to editors so far.
static OUT: AtomicU32 = AtomicU32::new(0);

/// Whether an editor opens a window of its own.
#[must_use]
pub fn is_windowed(command: &str) -> bool {
    waiting(command).is_some()
}

/// What has an editor with a window wait, where it is not asked to already; `None` for an editor in the terminal.
fn waiting(command: &str) -> Option<&'static str> {
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let name = Path::new(program).file_stem().unwrap_or_default();
    let (_, wait) = WINDOWED.iter().find(|(known, _)| name == *known)?;
    if words
        .clone()
        .any(|word| matches!(word, "-t" | "-nw" | "--tty"))
    {
        return None;
    }
    let is_asked = words.any(|word| WAITS.contains(&word));
    Some(if is_asked { "" } else { wait })
}

/// A text on its way through an editor.
#[derive(Debug)]
pub struct Outing {
    command: String,
    file: PathBuf,
    given: String,
}

/// What an editor left. The file holds it until it is said to be safe elsewhere.
#[derive(Debug)]
#[must_use]
pub struct Left {
    pub text: String,
    pub file: PathBuf,
}

impl Left {
    /// Removes the file: the text is kept elsewhere now.
    pub fn discard(self) {
        // It may hold the whole brief; there is no reason to keep it twice.
        let _ = fs::remove_file(self.file);
    }
}

impl Outing {
    /// Puts a text where an editor finds it.
    ///
    /// # Errors
    /// In words for the analyst.
    pub fn begin(command: &str, folder: &Path, text: &str) -> Result<Self, String> {
        let process = std::process::id();
        // What is added to a file by lines would else go on in its last sentence.
        let end = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        let text = format!("{text}{end}");
        loop {
            // Several may be out at once: windows stay open as long as the analyst likes. One that an earlier program left is not written over.
            let number = OUT.fetch_add(1, Ordering::Relaxed);
            let file = folder.join(format!("edit-{process}-{number}.md"));
            match private::write_new(&file, &text) {
                Ok(()) => {
                    return Ok(Self {
                        command: command.to_owned(),
                        file,
                        given: text,
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("cannot write {}: {error}", file.display())),
            }
        }
    }

    /// The file that the editor has.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Waits for the editor, and says what it left.
    ///
    /// # Errors
    /// In words for the analyst; the text stays as it was, and a file that may hold something else is kept and named.
    pub fn end(self) -> Result<Left, String> {
        self.end_within(AT_ONCE)
    }

    fn end_within(self, at_once: Duration) -> Result<Left, String> {
        let begun = Instant::now();
        let ended = self.run();
        let (editor, file) = (&self.command, self.file.display());
        let status = match ended {
            Ok(status) => status,
            Err(error) => {
                let _ = fs::remove_file(&self.file);
                return Err(format!(
                    "cannot start {editor}: {error}. Set EDITOR to your editor"
                ));
            }
        };
        let text = match fs::read_to_string(&self.file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(format!("{editor} left no text: {error}"));
            }
            Err(error) => {
                return Err(format!(
                    "the text that {editor} left cannot be read ({error}): it is kept in {file}"
                ));
            }
        };
        let is_as_given = text == self.given;
        let may_be_open = is_windowed(editor) && begun.elapsed() < at_once;
        if !status.success() {
            if is_as_given && !may_be_open {
                let _ = fs::remove_file(&self.file);
                return Err(format!(
                    "{editor} ended with {status}: the text stays as it was"
                ));
            }
            return Err(format!(
                "{editor} ended with {status}: the text stays as it was, and what the editor has is kept in {file}"
            ));
        }
        if is_as_given && may_be_open {
            return Err(format!(
                "{editor} did not wait for its window: what you save there is in {file}. Set EDITOR to a command that waits"
            ));
        }
        Ok(Left {
            text: text.trim_end().to_owned(),
            file: self.file,
        })
    }

    fn run(&self) -> io::Result<ExitStatus> {
        let mut words = self.command.split_whitespace();
        let mut program = Command::new(words.next().unwrap_or("vi"));
        program.args(words);
        if let Some(wait) = waiting(&self.command) {
            // What it says would land on the screen.
            program
                .args((!wait.is_empty()).then_some(wait))
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
        }
        program.arg(&self.file).status()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// Long enough for the slowest machine to start a shell.
    const NEVER: Duration = Duration::from_mins(10);

    fn files(folder: &Path) -> Vec<PathBuf> {
        let files = fs::read_dir(folder).unwrap().flatten();
        let files = files.map(|file| file.path());
        files.filter(|file| file.extension().is_some()).collect()
    }

    /// An editor of this name that does this with its last argument, the file.
    fn editor(folder: &Path, name: &str, does: &str) -> String {
        let path = folder.join(name);
        let script = format!("#!/bin/sh\nfor file; do :; done\n{does}\n");
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        path.display().to_string()
    }

    fn sent_out(command: &str, folder: &Path) -> Result<Left, String> {
        let outing = Outing::begin(command, folder, "as it was\n").unwrap();
        outing.end_within(NEVER)
    }

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
    fn an_editor_with_a_window_is_asked_to_wait_for_it() {
        for (command, wait) in [
            ("code", Some("--wait")),
            ("/usr/bin/kate", Some("--block")),
            ("gvim", Some("--nofork")),
            ("code --wait", Some("")),
            ("subl -w", Some("")),
            ("emacsclient", Some("")),
            ("vi", None),
        ] {
            assert_eq!(waiting(command), wait, "{command}");
        }
        let folder = tempfile::tempdir().unwrap();
        let code = editor(folder.path(), "code", "echo \"$1\" > \"$file\"");
        let left = sent_out(&code, folder.path()).unwrap();
        assert_eq!(left.text, "--wait");
    }

    #[test]
    fn what_an_editor_leaves_comes_back_and_its_file_is_gone_when_it_is_safe() {
        let folder = tempfile::tempdir().unwrap();
        let left = sent_out("true", folder.path()).unwrap();
        assert_eq!(left.text, "as it was");
        let mode = fs::metadata(&left.file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        left.discard();
        let failed = sent_out("false", folder.path()).unwrap_err();
        assert!(failed.contains("the text stays as it was"), "{failed}");
        let failed = sent_out("/nowhere/editor", folder.path()).unwrap_err();
        assert!(failed.contains("Set EDITOR"), "{failed}");
        assert_eq!(files(folder.path()), [""; 0].map(PathBuf::from));
    }

    #[test]
    fn what_an_editor_wrote_before_it_failed_is_kept_and_named() {
        for does in [
            "echo mine > \"$file\"; exit 1",
            "echo mine > \"$file\"; kill -9 $$",
            "printf '\\377' > \"$file\"",
        ] {
            let folder = tempfile::tempdir().unwrap();
            let failing = editor(folder.path(), "failing", does);
            let said = sent_out(&failing, folder.path()).unwrap_err();
            let [kept] = &files(folder.path())[..] else {
                panic!("{does}: {said}");
            };
            assert!(said.contains(&kept.display().to_string()), "{said}");
        }
    }

    #[test]
    fn the_file_of_a_window_that_nobody_waited_for_stays_where_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let zed = editor(folder.path(), "zed", "exit 0");
        let said = sent_out(&zed, folder.path()).unwrap_err();
        let [kept] = &files(folder.path())[..] else {
            panic!("{said}");
        };
        assert!(said.contains(&kept.display().to_string()), "{said}");
        // What is closed unchanged after a while was read, and no more.
        let outing = Outing::begin(&zed, folder.path(), "as it was\n").unwrap();
        let left = outing.end_within(Duration::ZERO).unwrap();
        assert_eq!(left.text, "as it was");
    }

    #[test]
    fn a_file_that_an_earlier_program_left_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let first = Outing::begin("true", folder.path(), "first").unwrap();
        OUT.store(0, Ordering::Relaxed);
        let second = Outing::begin("true", folder.path(), "second").unwrap();
        assert_ne!(first.file, second.file);
        assert_eq!(fs::read_to_string(&first.file).unwrap(), "first\n");
    }
}
