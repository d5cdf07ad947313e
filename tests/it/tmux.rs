//! Inside tmux, as most who work over ssh have it: keys arrive, the screen is right, and a copy goes where tmux keeps copies.

use std::process::{Command, Output};
use std::time::Instant;

use crate::program::Place;
use crate::pty::PATIENCE;
use crate::workbench::{QUESTION, SALES};

/// A tmux server of the test's own, with one window.
struct Tmux<'a> {
    place: &'a Place,
}

impl Tmux<'_> {
    fn command(&self, arguments: &[&str]) -> Output {
        Command::new("tmux")
            .arg("-S")
            .arg(self.place.path("tmux"))
            .args(["-f", "/dev/null"])
            .args(arguments)
            .env_remove("TMUX")
            .env("HOME", self.place.path("."))
            .env("TERCET_DATA_DIR", self.place.data_dir())
            .env("LANG", "C.UTF-8")
            .output()
            .expect("tmux can be run")
    }

    fn keys(&self, keys: &[&str]) {
        self.command(&[&["send-keys"], keys].concat());
    }

    fn screen(&self) -> String {
        let captured = self.command(&["capture-pane", "-p"]);
        String::from_utf8_lossy(&captured.stdout).into_owned()
    }

    fn wait_for(&self, text: &str) {
        let started = Instant::now();
        while !self.screen().contains(text) {
            assert!(
                started.elapsed() < PATIENCE,
                "waited for {text:?}, but this is the screen:\n{}",
                self.screen()
            );
        }
    }
}

impl Drop for Tmux<'_> {
    fn drop(&mut self) {
        self.command(&["kill-server"]);
    }
}

#[test]
fn inside_tmux_keys_arrive_and_copies_go_through_it() {
    if Command::new("tmux").arg("-V").output().is_err() {
        println!("there is no tmux here");
        return;
    }
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let tmux = Tmux { place: &place };
    let program = format!(
        "{} --theme mono '{QUESTION}' {sales}",
        env!("CARGO_BIN_EXE_tercet")
    );
    tmux.command(&["new-session", "-d", "-x", "100", "-y", "30", &program]);
    tmux.wait_for("done · draft 1");
    tmux.keys(&["]", "c"]);
    tmux.wait_for("citation");
    tmux.keys(&["c"]);
    tmux.wait_for("copied through tmux");
    let copied = tmux.command(&["show-buffer"]).stdout;
    let copied = String::from_utf8_lossy(&copied).into_owned();
    assert!(copied.starts_with("[1] Heat pump sales, "), "{copied}");
    tmux.command(&["resize-window", "-x", "70", "-y", "20"]);
    tmux.wait_for("6 Evid 1");
    tmux.keys(&["?"]);
    tmux.wait_for("Help");
    tmux.keys(&["Escape"]);
    tmux.keys(&["q"]);
}
