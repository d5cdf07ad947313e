//! A machine that fails when it is told to: its disk fills, breaks, is protected or loses power within a write, or its clock jumps.
//!
//! What stands between the program and the machine is `fixtures/faults/machine.c`, which the C compiler that builds `SQLite` builds too.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// There is no room for any write.
    Full,
    /// No write comes about.
    Failing,
    /// Nothing may be written to any more.
    ReadOnly,
    /// No synchronisation comes about.
    Sync,
    /// One synchronisation does not come about.
    SyncOnce,
    /// The program is killed within a write.
    Torn,
    /// The clock jumps, by up to ten years, back and forth.
    Clock,
}

impl Fault {
    /// As the machine is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Failing => "failing",
            Self::ReadOnly => "readonly",
            Self::Sync => "sync",
            Self::SyncOnce => "sync-once",
            Self::Torn => "torn",
            Self::Clock => "clock",
        }
    }

    /// Lets a program run where this happens when the machine is asked for the `at`th time, to files below a folder.
    pub fn happens(self, command: &mut Command, at: u64, folder: &Path) {
        command
            .env("LD_PRELOAD", machine())
            .env("FAULT_KIND", self.name())
            .env("FAULT_AT", at.to_string())
            .env("FAULT_FOLDER", folder);
    }
}

/// The library that stands in between, built once.
fn machine() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let built = folder.join(format!("machine-{}.so", std::process::id()));
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
        let made = Command::new(compiler)
            .args(["-O1", "-shared", "-fPIC", "-o"])
            .arg(&built)
            .arg(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/fixtures/faults/machine.c"
            ))
            .arg("-ldl")
            .status();
        assert!(made.is_ok_and(|made| made.success()), "cc builds it");
        let shared = folder.join("machine.so");
        std::fs::rename(&built, &shared).expect("renamed");
        shared
    })
}
