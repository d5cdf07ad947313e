//! The real binary, run as an analyst's shell runs it: own data folder, nothing from the machine's environment.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use tercet::library::Library;
use tercet::study::{Event, Study};

use crate::server::Server;

/// A configuration in which nothing follows the writing by itself: what does has tests of its own.
pub const NOTHING_FOLLOWS: &str =
    "[run]\njudge = false\nreflect = false\nrevisions = 0\n[tiers]\ncritic = \"extractive\"\n";

/// The same as settings of `[run]`.
pub const QUIET: &str = "judge = false\nreflect = false\nrevisions = 0";

/// A place to run Tercet in: a data folder, and files of the test's own.
pub struct Place {
    folder: TempDir,
}

/// What a run came to.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Place {
    /// A place whose own configuration says that no judge and no reflection follow the writing.
    pub fn new() -> Self {
        let place = Self {
            folder: tempfile::tempdir().expect("a folder"),
        };
        // What else runs on the machine is not looked at.
        let quiet = format!("look_for_servers = false\n[run]\n{QUIET}\n");
        place.file(".config/tercet/config.toml", quiet);
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        std::fs::write(&path, contents).expect("written");
        path.display().to_string()
    }

    pub fn data_dir(&self) -> PathBuf {
        self.path("data")
    }

    /// The program with its arguments, not yet started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.command_of(env!("CARGO_BIN_EXE_tercet"));
        command.args(arguments);
        command
    }

    /// Another program at this place, such as a shell that starts Tercet.
    pub fn command_of(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("HOME", self.folder.path())
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("TERCET_DATA_DIR", self.data_dir())
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        finished(self.command(arguments).output().expect("started"))
    }

    /// The same on a scripted model, with these settings of `[run]`; what goes to a critic is left to the checker.
    pub fn run_on(&self, server: &Server, settings: &str, arguments: &[&str]) -> Ran {
        let mut command = self.command_on(server, settings, arguments);
        finished(command.output().expect("started"))
    }

    /// The command of such a run.
    pub fn command_on(&self, server: &Server, settings: &str, arguments: &[&str]) -> Command {
        let config = self.file(
            "run.toml",
            format!(
                "writer = \"lab/m\"\n[tiers]\ncritic = \"extractive\"\n[run]\n{settings}\n[providers.lab]\nbase_url = \"{}\"\n",
                server.base_url()
            ),
        );
        let mut command = self.command(&["run"]);
        command.args(arguments).args(["--config", &config]);
        command
    }

    /// The events of the last study, which give the same study wherever their journal is cut.
    pub fn events(&self) -> Vec<Event> {
        let library = Library::open(&self.data_dir()).expect("opened");
        let id = library.studies().expect("listed")[0].id;
        let events = library.events(id).expect("read");
        crate::history::replays(&events);
        events.into_iter().map(|envelope| envelope.event).collect()
    }

    /// The last study.
    pub fn study(&self) -> Study {
        Study::fold(&self.events())
    }

    /// The files below the data folder, in order.
    pub fn kept(&self) -> Vec<PathBuf> {
        fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    walk(&path, found);
                } else {
                    found.push(path);
                }
            }
        }
        let mut found = Vec::new();
        walk(&self.data_dir(), &mut found);
        found.sort();
        found
    }
}

pub fn finished(output: Output) -> Ran {
    Ran {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
