//! A program on a terminal, as its user has it: keys go in, a screen comes out.
//!
//! The program runs in a pseudo-terminal and what it writes goes through a terminal emulator, so that tests look at what would be seen and not at bytes.
//! Nothing here sleeps: to wait is to read until something is on the screen, or to fail with a picture of what is there instead.

use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{
    ChildKiller, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system,
};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// How long anything may take, on a machine that has much else to do.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub const ESC: &str = "\u{1b}";
pub const ENTER: &str = "\r";
pub const TAB: &str = "\t";
pub const UP: &str = "\u{1b}[A";
pub const DOWN: &str = "\u{1b}[B";

/// What a control key sends: `control('c')`.
pub fn control(key: char) -> String {
    char::from(key as u8 & 0x1f).to_string()
}

/// A program that has not started yet.
pub struct Setup {
    program: PathBuf,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    folder: Option<PathBuf>,
    columns: u16,
    rows: u16,
}

impl Setup {
    /// Any program, on a terminal of 80x24 and with an environment that holds only what a terminal needs.
    pub fn of(program: impl AsRef<Path>) -> Self {
        let mut setup = Self {
            program: program.as_ref().to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            folder: None,
            columns: 80,
            rows: 24,
        };
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")] {
            setup = setup.env(name, value);
        }
        match std::env::var_os("PATH") {
            Some(path) => setup.env("PATH", path),
            None => setup,
        }
    }

    /// The real binary.
    pub fn tercet() -> Self {
        Self::of(env!("CARGO_BIN_EXE_tercet"))
    }

    pub fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args
            .extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.into(), value.as_ref().to_owned()));
        self
    }

    pub fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.folder = Some(folder.as_ref().to_owned());
        self
    }

    pub fn size(mut self, columns: u16, rows: u16) -> Self {
        (self.columns, self.rows) = (columns, rows);
        self
    }

    pub fn start(self) -> Program {
        let pair = native_pty_system()
            .openpty(size(self.columns, self.rows))
            .expect("the system has pseudo-terminals");
        let mut command = CommandBuilder::new(&self.program);
        command.args(&self.args);
        command.env_clear();
        for (name, value) in &self.env {
            command.env(name, value);
        }
        if let Some(folder) = &self.folder {
            command.cwd(folder);
        }
        let mut child = pair.slave.spawn_command(command).expect("it can be run");
        // While this end is open here, reading would not end with the program.
        drop(pair.slave);

        let mut reader = pair.master.try_clone_reader().expect("it can be read from");
        let (send, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 16 * 1024];
            while let Ok(read @ 1..) = reader.read(&mut bytes) {
                if send.send(bytes[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        let id = child.process_id().expect("it is running");
        let killer = child.clone_killer();
        let (send, exit) = mpsc::channel();
        thread::spawn(move || {
            let _ = send.send(child.wait().expect("it can be waited for"));
        });
        Program {
            writer: pair.master.take_writer().expect("it can be written to"),
            master: pair.master,
            output,
            exit,
            killer,
            process: Pid::from_raw(id.try_into().expect("it is a process id"))
                .expect("it is not 0"),
            emulator: vt100::Parser::new_with_callbacks(
                self.rows,
                self.columns,
                0,
                Heard::default(),
            ),
            raw: Vec::new(),
        }
    }
}

/// A running program, its keyboard and its screen.
pub struct Program {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    exit: Receiver<ExitStatus>,
    killer: Box<dyn ChildKiller + Send + Sync>,
    process: Pid,
    emulator: vt100::Parser<Heard>,
    raw: Vec<u8>,
}

/// What a terminal is told apart from what it shows.
#[derive(Default)]
pub struct Heard {
    pub bells: usize,
    /// What was put on the clipboard, as it was sent: in base64.
    pub copied: Vec<String>,
}

impl vt100::Callbacks for Heard {
    fn audible_bell(&mut self, _: &mut vt100::Screen) {
        self.bells += 1;
    }

    fn copy_to_clipboard(&mut self, _: &mut vt100::Screen, _: &[u8], data: &[u8]) {
        self.copied.push(String::from_utf8_lossy(data).into_owned());
    }
}

impl Program {
    /// Reads until a text is somewhere on the screen.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(&format!("{text:?}"), |screen| {
            screen.contents().contains(text)
        });
    }

    /// Reads until a text is no longer on the screen.
    pub fn wait_while(&mut self, text: &str) {
        self.wait_until(&format!("no {text:?}"), |screen| {
            !screen.contents().contains(text)
        });
    }

    /// Reads until the program has sent a sequence that the screen does not show.
    pub fn wait_for_raw(&mut self, sequence: &str) {
        self.read_until(&format!("{sequence:?}"), |program| {
            program.raw().contains(sequence)
        });
    }

    /// Reads until the bell has rung.
    pub fn wait_for_bell(&mut self) {
        self.read_until("a bell", |program| program.heard().bells > 0);
    }

    /// Reads until the screen is as `wanted` says; `what` names it in the failure.
    pub fn wait_until(&mut self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        self.read_until(what, |program| wanted(program.terminal()));
    }

    fn read_until(&mut self, what: &str, wanted: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !wanted(self) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(why) => {
                    let why = match why {
                        RecvTimeoutError::Timeout => "this is",
                        RecvTimeoutError::Disconnected => "the program ended with",
                    };
                    panic!(
                        "waited for {what}, but {why} the screen:\n{}",
                        self.screen()
                    )
                }
            }
        }
    }

    /// Types.
    pub fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("it reads");
        self.writer.flush().expect("it reads");
    }

    /// Pastes, as terminals do where bracketed paste is on.
    pub fn paste(&mut self, text: &str) {
        self.keys(&format!("\u{1b}[200~{text}\u{1b}[201~"));
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.emulator.screen_mut().set_size(rows, columns);
        self.master
            .resize(size(columns, rows))
            .expect("it can be resized");
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.process, signal).expect("it is running");
    }

    /// Waits until the program has stopped itself, as after Ctrl-Z.
    pub fn wait_until_stopped(&self) {
        let waited = waitpid(Some(self.process), WaitOptions::UNTRACED).expect("it is our child");
        assert!(
            waited.is_some_and(|(_, status)| status.stopped()),
            "it ended instead of stopping"
        );
    }

    /// Reads to the end of what the program writes, and says how it ended.
    pub fn wait_for_exit(&mut self) -> ExitStatus {
        /// What a program has written is there at once; this is for a busy machine.
        const LAST_WORDS: Duration = Duration::from_millis(100);
        let deadline = Instant::now() + PATIENCE;
        let mut ended = None;
        while Instant::now() < deadline {
            ended = ended.or_else(|| self.exit.try_recv().ok());
            match (self.output.recv_timeout(LAST_WORDS), &ended) {
                (Ok(bytes), _) => self.take(&bytes),
                // A program that was started at the same moment may hold this terminal open, so that there is no end to read to.
                (Err(RecvTimeoutError::Timeout), Some(status)) => return status.clone(),
                (Err(RecvTimeoutError::Timeout), None) => {}
                (Err(RecvTimeoutError::Disconnected), _) => {
                    return ended.unwrap_or_else(|| {
                        self.exit
                            .recv_timeout(PATIENCE)
                            .expect("a program that has closed its terminal ends")
                    });
                }
            }
        }
        panic!(
            "waited for the end, but this is the screen:\n{}",
            self.screen()
        )
    }

    /// The screen as text, a line for each row.
    pub fn screen(&self) -> String {
        self.emulator.screen().contents()
    }

    /// The emulator's screen, for cells, modes and the cursor.
    pub fn terminal(&self) -> &vt100::Screen {
        self.emulator.screen()
    }

    pub fn heard(&self) -> &Heard {
        self.emulator.callbacks()
    }

    /// Everything that the program has written so far and that has been waited for.
    pub fn raw(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    /// Whether the terminal gathers lines and shows what is typed, as a shell expects to find it.
    pub fn is_cooked(&self) -> bool {
        let modes = self.master.get_termios().expect("it is a terminal");
        let local = format!("{:?}", modes.local_flags);
        local.contains("ICANON") && local.contains("ECHO")
    }

    fn take(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
        self.emulator.process(bytes);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.killer.kill();
    }
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

#[test]
fn a_program_is_typed_to_and_its_screen_is_read() {
    let script = "stty size; read line; echo \"got: $line\"; exit 3";
    let mut program = Setup::of("/bin/sh")
        .args(["-c", script])
        .size(60, 15)
        .start();
    program.wait_for("15 60");
    assert!(program.is_cooked());
    program.keys("hello\n");
    program.wait_for("got: hello");
    assert_eq!(program.wait_for_exit().exit_code(), 3);
}

#[test]
fn a_terminal_is_resized_and_a_program_is_signalled() {
    let script = "trap 'stty size' WINCH; trap 'echo ended; exit 0' TERM; echo ready; while :; do read line; done";
    let mut program = Setup::of("/bin/sh").args(["-c", script]).start();
    program.wait_for("ready");
    program.resize(100, 30);
    program.keys("\n");
    program.wait_for("30 100");
    program.signal(Signal::TERM);
    program.keys("\n");
    program.wait_for("ended");
    assert!(program.wait_for_exit().success());
}

#[test]
fn keys_and_pastes_arrive_as_a_terminal_sends_them_and_what_it_is_told_is_heard() {
    let folder = tempfile::tempdir().unwrap();
    let script = "stty -icanon -echo; printf '\\007\\033]52;c;aGk=\\007ready'; head -c 22 | cat -v; \
                  printf '\\033[2J'; basename \"$PWD\"";
    let mut program = Setup::of("/bin/sh")
        .args(["-c", script])
        .folder(folder.path())
        .start();
    program.wait_for("ready");
    assert_eq!(program.heard().bells, 1);
    assert_eq!(program.heard().copied, ["aGk="]);
    program.keys(&[UP, DOWN, TAB, ENTER, ESC].concat());
    program.paste("x");
    program.wait_while("ready");
    program.wait_for(&folder.path().file_name().unwrap().to_string_lossy());
    assert!(program.raw().contains("^[[A^[[B\t"));
    assert!(program.raw().contains("^[^[[200~x^[[201~"));
    assert!(program.wait_for_exit().success());
}

#[test]
fn the_real_binary_can_be_run() {
    let mut program = Setup::tercet().args(["--version"]).start();
    assert!(program.wait_for_exit().success());
}
