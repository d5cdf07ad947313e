//! Copying text out of the workbench, and saying which way it went.
//!
//! A program in a terminal cannot know whether a copy arrived: terminals ignore OSC 52 silently, and tmux drops it by default. So the text takes the best
//! route there is, always goes to a file as well, and the report names both. This module knows neither panes nor what is copied.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::private;
use crate::clean;

/// What copying depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClipboardEnvironment {
    /// The programs that can put a text on the analyst's clipboard, best first.
    pub programs: Vec<ClipboardProgram>,
    /// The file that holds the last copy.
    pub file: PathBuf,
}

/// A program that reads a text from its standard input and puts it on the clipboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClipboardProgram {
    pub path: PathBuf,
    pub arguments: &'static [&'static str],
}

impl ClipboardProgram {
    fn new(name: &str, arguments: &'static [&'static str]) -> Self {
        Self {
            path: name.into(),
            arguments,
        }
    }

    fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

impl ClipboardEnvironment {
    /// For a workbench that keeps its data in `data_dir`; `is_set` knows the environment. tmux passes on what it is given. A desktop's own programs would
    /// reach another clipboard than the analyst's over ssh, where only the terminal knows the way.
    #[must_use]
    pub fn found(data_dir: &Path, is_set: &dyn Fn(&str) -> bool) -> Self {
        let mut programs = Vec::new();
        let is_far = is_set("SSH_CONNECTION") || is_set("SSH_TTY");
        if is_set("TMUX") {
            programs.push(ClipboardProgram::new("tmux", &["load-buffer", "-w", "-"]));
        } else if !is_far {
            if cfg!(target_os = "macos") {
                programs.push(ClipboardProgram::new("pbcopy", &[]));
            }
            if is_set("WAYLAND_DISPLAY") {
                programs.push(ClipboardProgram::new("wl-copy", &[]));
            }
            if is_set("DISPLAY") {
                programs.push(ClipboardProgram::new("xclip", &["-selection", "clipboard"]));
                programs.push(ClipboardProgram::new("xsel", &["--input", "--clipboard"]));
            }
        }
        Self {
            programs,
            file: data_dir.join("copied.md"),
        }
    }
}

/// Which way a copy went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// A program took it.
    Program(String),
    /// Sent to the terminal, which may or may not put it on the clipboard.
    Terminal,
    /// Neither could be written to.
    FileOnly,
}

/// What became of a copy; its `Display` is a line for the analyst.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyReport {
    pub route: Route,
    /// Where the copy also is, if it could be written.
    pub file: Option<PathBuf>,
    pub bytes: usize,
}

impl CopyReport {
    /// Whether terminals are likely to refuse a copy of this size.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.bytes > LARGE && self.route != Route::FileOnly
    }

    /// Whether the text is nowhere to be found.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.route == Route::FileOnly && self.file.is_none()
    }
}

impl fmt::Display for CopyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.route, &self.file) {
            (Route::Program(name), _) => write!(f, "copied through {name}")?,
            (Route::Terminal, _) => f.write_str("sent to the terminal (OSC 52)")?,
            (Route::FileOnly, Some(file)) => return write!(f, "copied to {}", file.display()),
            (Route::FileOnly, None) => {
                return f.write_str("nothing was copied: neither the terminal nor the data folder can be written to");
            }
        }
        if let Some(file) = &self.file {
            write!(f, "; also in {}", file.display())?;
        }
        if self.is_large() {
            write!(
                f,
                "; {} kB, more than many terminals accept",
                self.bytes / 1024
            )?;
        }
        Ok(())
    }
}

/// Copies `text`; `out` is the terminal.
///
/// Hostile characters are left out: a paste must not be able to end itself and type into a shell.
pub fn copy(text: &str, env: &ClipboardEnvironment, out: &mut dyn Write) -> CopyReport {
    let text: String = text
        .chars()
        .filter(|&c| matches!(c, '\n' | '\t') || !clean::is_hostile(c))
        .collect();
    let file = write_file(&text, &env.file)
        .is_ok()
        .then(|| env.file.clone());
    let until = Instant::now() + WITHIN;
    let taken = env
        .programs
        .iter()
        .find(|program| hand_over(&text, program, until).is_ok());
    let route = if let Some(program) = taken {
        Route::Program(program.name())
    } else if send_to_terminal(&text, out).is_ok() {
        Route::Terminal
    } else {
        Route::FileOnly
    };
    CopyReport {
        route,
        file,
        bytes: text.len(),
    }
}

/// Above this terminals begin to cut or refuse what OSC 52 brings.
const LARGE: usize = 64 * 1024;

/// How long all programs may take together; the screen stands still meanwhile.
const WITHIN: Duration = Duration::from_secs(1);

/// How often it is looked whether a program has ended.
const LOOK: Duration = Duration::from_millis(2);

fn write_file(text: &str, path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    private::write(path, text)
}

fn send_to_terminal(text: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\u{1b}]52;c;{}\u{7}", STANDARD.encode(text))?;
    out.flush()
}

/// Hands the text to a program, which says by how it ends whether it took it.
fn hand_over(text: &str, program: &ClipboardProgram, until: Instant) -> io::Result<()> {
    let mut child = Command::new(&program.path)
        .args(program.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let input = child.stdin.take();
    let text = text.to_owned();
    let (done, written) = mpsc::channel();
    // A program that does not read would hold up whoever writes to it.
    thread::spawn(move || {
        let result = input.map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
        // Nobody waits any more after the time is over.
        let _ = done.send(result);
    });
    match written.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Ok(Ok(())) => exit_well(child, until),
        Ok(Err(error)) => {
            let _ = give_up(child);
            Err(error)
        }
        Err(_) => give_up(child),
    }
}

fn exit_well(mut child: Child, until: Instant) -> io::Result<()> {
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => {
                let id = child.id();
                return Err(io::Error::other(format!("process {id} refused: {status}")));
            }
            None if Instant::now() >= until => return give_up(child),
            None => thread::sleep(LOOK),
        }
    }
}

fn give_up(mut child: Child) -> io::Result<()> {
    child.kill()?;
    child.wait()?;
    Err(io::ErrorKind::TimedOut.into())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A program in `folder` that takes tmux's place.
    fn stand_in(folder: &Path, script: &str) -> ClipboardProgram {
        let path = folder.join("tmux");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        tmux(path)
    }

    fn tmux(path: PathBuf) -> ClipboardProgram {
        ClipboardProgram {
            path,
            arguments: &["load-buffer", "-w", "-"],
        }
    }

    fn environment(folder: &Path, program: Option<ClipboardProgram>) -> ClipboardEnvironment {
        ClipboardEnvironment {
            programs: program.into_iter().collect(),
            file: folder.join("data/copied.md"),
        }
    }

    #[test]
    fn without_tmux_the_text_goes_to_the_terminal_and_to_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let env = environment(folder.path(), None);
        let mut out = Vec::new();
        let report = copy("Ümläut [1]\n", &env, &mut out);
        assert_eq!(report.route, Route::Terminal);
        let expected = format!("\u{1b}]52;c;{}\u{7}", STANDARD.encode("Ümläut [1]\n"));
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        assert_eq!(fs::read_to_string(&env.file).unwrap(), "Ümläut [1]\n");
        assert_eq!(
            report.to_string(),
            format!(
                "sent to the terminal (OSC 52); also in {}",
                env.file.display()
            )
        );
    }

    #[test]
    fn the_file_is_for_the_analyst_alone() {
        let folder = tempfile::tempdir().unwrap();
        let env = environment(folder.path(), None);
        copy("x", &env, &mut Vec::new());
        let mode = fs::metadata(&env.file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn inside_tmux_the_text_goes_through_tmux_and_nothing_to_the_terminal() {
        let folder = tempfile::tempdir().unwrap();
        let got = folder.path().join("got");
        let script = format!("echo \"$@\" > {0}; cat >> {0}", got.display());
        let env = environment(folder.path(), Some(stand_in(folder.path(), &script)));
        let mut out = Vec::new();
        let report = copy("a quote", &env, &mut out);
        assert_eq!(report.route, Route::Program("tmux".to_owned()));
        assert!(out.is_empty());
        assert_eq!(
            fs::read_to_string(got).unwrap(),
            "load-buffer -w -\na quote"
        );
        assert!(
            report
                .to_string()
                .starts_with("copied through tmux; also in ")
        );
    }

    #[test]
    fn a_tmux_that_refuses_or_is_missing_is_gone_around() {
        let folder = tempfile::tempdir().unwrap();
        for program in [
            stand_in(folder.path(), "cat >/dev/null; exit 1"),
            tmux(folder.path().join("no-such")),
        ] {
            let env = environment(folder.path(), Some(program));
            assert_eq!(copy("x", &env, &mut Vec::new()).route, Route::Terminal);
        }
    }

    #[test]
    fn a_data_folder_that_cannot_be_written_is_not_named() {
        let folder = tempfile::tempdir().unwrap();
        let env = ClipboardEnvironment {
            programs: vec![],
            file: folder.path().join("x").join("copied.md"),
        };
        fs::write(folder.path().join("x"), "a file, not a folder").unwrap();
        let report = copy("x", &env, &mut Vec::new());
        assert_eq!(report.to_string(), "sent to the terminal (OSC 52)");
    }

    #[test]
    fn a_terminal_that_is_gone_leaves_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let env = environment(folder.path(), None);
        let mut closed: &mut [u8] = &mut [];
        let report = copy("x", &env, &mut closed);
        assert_eq!(
            report.to_string(),
            format!("copied to {}", env.file.display())
        );
        assert!(!report.failed());
    }

    #[test]
    fn the_clipboard_is_that_of_the_machine_the_analyst_sits_at() {
        let programs = |set: &[&str]| -> Vec<String> {
            let found =
                ClipboardEnvironment::found(Path::new("/data"), &|name| set.contains(&name));
            found.programs.iter().map(ClipboardProgram::name).collect()
        };
        assert_eq!(programs(&["TMUX", "DISPLAY"]), ["tmux"]);
        assert_eq!(programs(&["TMUX", "SSH_TTY"]), ["tmux"]);
        assert!(programs(&["SSH_CONNECTION", "DISPLAY"]).is_empty());
        let desktop = programs(&["WAYLAND_DISPLAY", "DISPLAY"]);
        assert!(desktop.ends_with(&["wl-copy".to_owned(), "xclip".to_owned(), "xsel".to_owned()]));
    }

    #[test]
    fn a_large_copy_is_warned_about() {
        let folder = tempfile::tempdir().unwrap();
        let env = environment(folder.path(), None);
        let report = copy(&"x".repeat(LARGE + 1), &env, &mut Vec::new());
        assert!(
            report
                .to_string()
                .ends_with("; 64 kB, more than many terminals accept")
        );
    }

    #[test]
    fn a_copy_cannot_end_a_paste_and_type_into_a_shell() {
        let folder = tempfile::tempdir().unwrap();
        let env = environment(folder.path(), None);
        copy("a\u{1b}[201~\rrm\tb\n", &env, &mut Vec::new());
        assert_eq!(fs::read_to_string(&env.file).unwrap(), "a[201~rm\tb\n");
    }
}
