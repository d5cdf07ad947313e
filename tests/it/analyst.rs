//! An analyst's way from a question to an exported brief, in few keys, at a small terminal and at a large one.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::program::{NOTHING_FOLLOWS, Place};
use crate::pty::{ENTER, Program};
use crate::server::{Server, answered};
use crate::workbench::{QUESTION, REGISTER, SALES, with_model};

const WRITTEN: &str = "Heat pump sales fell to 2.2 million units in 2024 [1]. Installers report order books of nine weeks [1]. \
    Warehouses held heat pumps for four months in autumn [1].";

const EDITS: [&str; 3] = [
    "REPLACE 1\nWHY counted again\nTEXT Heat pump sales fell to 1.9 million units in 2024 [2].",
    "REPLACE 2\nWHY asked again\nTEXT Installers report order books of eleven weeks [2].",
    "REPLACE 3\nWHY looked at again\nTEXT Warehouses held heat pumps for five months in autumn [2].",
];

/// A model that writes three sentences for each part. For the register it changes all three in the first part that it is asked for, two in the second, and
/// nothing more: which parts these are, the workbench says.
fn model() -> Server {
    let updates = AtomicUsize::new(0);
    Server::site(move |seen| {
        if !seen.last_message().contains("New evidence has arrived") {
            let words: Vec<&str> = WRITTEN.split_inclusive(' ').collect();
            return answered(&words);
        }
        match updates.fetch_add(1, Ordering::Relaxed) {
            0 => answered(&[&EDITS.join("\n\n")]),
            1 => answered(&[&EDITS[..2].join("\n\n")]),
            _ => answered(&["NO CHANGE"]),
        }
    })
}

/// The program, and how many keys were pressed. What is pasted is one key: the terminal's own.
struct Analyst {
    program: Program,
    pressed: usize,
}

impl Analyst {
    fn press(&mut self, key: &str) {
        self.program.keys(key);
        self.pressed += 1;
    }

    fn paste(&mut self, text: &str) {
        self.program.paste(text);
        self.pressed += 1;
    }
}

fn from_question_to_export(columns: u16, rows: u16) {
    let place = Place::new();
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let sales = place.file("sales.md", SALES);
    let register = place.file("register.md", REGISTER);
    let server = model();
    let program = with_model(
        &place,
        &server,
        &["--model", "openai/m", "--config", &config],
    )
    .size(columns, rows)
    .start();
    let mut analyst = Analyst {
        program,
        pressed: 0,
    };
    analyst.program.wait_for("Type a question above");
    analyst.paste(QUESTION);
    // A file is dropped on the window.
    analyst.paste(&sales);
    analyst.program.wait_for("as evidence");
    analyst.press(ENTER);
    analyst.program.wait_for("Evidence 1");
    analyst.press(ENTER);
    analyst.program.wait_for("done · draft 1");
    analyst.paste(&register);
    analyst.program.wait_for("as evidence");
    analyst.press(ENTER);
    analyst.program.wait_for("enter update");
    analyst.press(ENTER);
    analyst.program.wait_for("5 changes are ready");
    analyst.press("R");
    analyst.program.wait_for("Review");
    for key in ["x", "x", "a", "a", "a"] {
        analyst.press(key);
    }
    analyst.program.wait_for("0 left");
    analyst.press("q");
    analyst.program.wait_for("export");
    analyst.press("w");
    analyst.program.wait_for("enter writes Markdown");
    analyst.press(ENTER);
    analyst.program.wait_for("exported to ");
    let pressed = analyst.pressed;
    assert!(pressed <= 25, "{pressed} keys");
    let exported = std::fs::read_dir(place.path("."))
        .expect("a folder")
        .flatten()
        .find(|entry| entry.file_name().to_string_lossy().ends_with("fall.md"))
        .expect("a brief");
    let brief = std::fs::read_to_string(exported.path()).expect("it can be read");
    // The first two changes were refused, the last of the first part and both of the second were taken.
    for taken in ["1.9 million", "eleven weeks", "five months"] {
        assert_eq!(brief.matches(taken).count(), 1, "{taken}: {brief}");
    }
    analyst.program.keys("q");
    assert!(analyst.program.wait_for_exit().success());
    let left = analyst.program.screen();
    for said in [QUESTION, "exported to ", "tercet open 1", "draft 2"] {
        assert!(
            left.contains(said),
            "{said:?} is not left on the screen:\n{left}"
        );
    }
}

#[test]
fn a_small_terminal_takes_no_more_than_25_keys_from_question_to_export() {
    from_question_to_export(80, 24);
}

#[test]
fn a_large_terminal_takes_no_more_than_25_keys_from_question_to_export() {
    from_question_to_export(200, 60);
}
