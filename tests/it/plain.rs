//! The workbench as lines, as a screen reader is given it: what is typed goes in, whole sentences come out.

use crate::program::{NOTHING_FOLLOWS, Place};
use crate::pty::{Program, Setup, control};
use crate::update::model;
use crate::workbench::{QUESTION, REGISTER, SALES};

fn plain(place: &Place, arguments: &[&str]) -> Setup {
    Setup::tercet()
        .args(arguments)
        .env("HOME", place.path("."))
        .env("TERCET_DATA_DIR", place.data_dir())
        .folder(place.path("."))
        .size(160, 60)
}

/// Types the name of a choice once one is asked for.
fn choose(program: &mut Program, choice: &str) {
    program.wait_until(&format!("the choice {choice:?}"), |screen| {
        let contents = screen.contents();
        let last = contents.trim_end();
        last.ends_with(", quit") || last.ends_with("press enter to list them.")
    });
    program.keys(&format!("{choice}\r"));
}

#[test]
fn a_question_becomes_a_brief_and_changes_are_decided_by_typed_numbers() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let register = place.file("register.md", REGISTER);
    let mut program = plain(&place, &["--plain", QUESTION, &sales]).start();
    program.wait_for("Read Heat pump sales");
    program.wait_for("Situation, ");
    program.wait_for("supported");
    choose(&mut program, "add evidence");
    program.wait_for("Type the path");
    program.keys(&format!("{register}\r"));
    program.wait_for("Nothing changes until you accept");
    choose(&mut program, "sources");
    program.wait_for("2, Register, number 2");
    program.keys("1\r");
    program.wait_for("It rests on it alone.");
    program.wait_for("2, remove it from the evidence.");
    program.wait_for("7, back.");
    // To the list first, and from there to the choices.
    program.keys("back\rback\r");
    choose(&mut program, "decide on");
    program.wait_for("Change 1 of 2");
    program.wait_for("Proposed, to insert after “");
    program.wait_for("word for word in [2]. Source 2, Register");
    program.keys("1\r");
    program.wait_for("Change 2 of 2");
    program.keys("back\r");
    choose(&mut program, "export");
    program.keys("brief.md\r");
    program.wait_for("Exported to brief.md");
    choose(&mut program, "find");
    program.keys("million units\r");
    program.wait_for("Type a number to go to the sentence");
    program.keys("1\r");
    program.wait_for("Or type words");
    program.keys("4\r");
    program.wait_for("Cited: “");
    program.keys("\r");
    choose(&mut program, "history");
    program.wait_for("Type the number of a text.");
    program.keys("\r");
    choose(&mut program, "quit");
    assert!(program.wait_for_exit().success());
    // What leads back to it is left on the screen.
    let left = program.screen();
    assert!(left.contains("opens it again"), "{left}");
    let brief = std::fs::read_to_string(place.path("brief.md")).expect("exported");
    assert!(brief.contains("[2]"), "{brief}");
    // Nothing moves, nothing is written over, no boxes and no colours.
    let raw = program.raw();
    assert!(!raw.contains('\u{1b}'), "{raw:?}");
    assert!(!raw.contains(['─', '│', '█', '▍']), "{raw:?}");
}

#[test]
fn the_variable_for_screen_readers_asks_for_lines_too_and_a_mistyped_number_does_nothing() {
    let place = Place::new();
    let mut program = plain(&place, &[]).env("ACCESSIBLE", "1").start();
    program.wait_for("no question yet");
    program.keys("99\r");
    program.wait_for("not one of the choices");
    choose(&mut program, "ask");
    program.wait_for("Type the question");
    program.keys("\r");
    choose(&mut program, "quit");
    assert!(program.wait_for_exit().success());
}

#[test]
fn what_new_evidence_touches_is_told_and_asked_about_before_a_model_is() {
    let place = Place::new();
    let server = model("REPLACE 1\nWHY counted again\nTEXT Sales fell to 1.9 million units [2].");
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let sales = place.file("sales.md", SALES);
    let register = place.file("register.md", REGISTER);
    let arguments = [
        "--plain", QUESTION, &sales, "--model", "openai/m", "--config", &config,
    ];
    let mut program = plain(&place, &arguments)
        .env("OPENAI_BASE_URL", server.base_url())
        .start();
    program.wait_for("supported");
    choose(&mut program, "say what should change");
    program.wait_for("1, the whole brief.");
    program.keys("1\r");
    program.wait_for("It takes about ");
    program.keys("\r");
    choose(&mut program, "add evidence");
    program.keys(&format!("{register}\r"));
    program.wait_for("The new evidence: ");
    program.wait_for("1, yes, ask the writer for that. 2, no, leave the brief as it is.");
    let calls = server.requests().len();
    program.keys("no\r");
    program.wait_for("The brief stays as it is.");
    choose(&mut program, "bring the new evidence into the brief");
    program.wait_until("the offer", |screen| {
        let contents = screen.contents();
        contents.trim_end().ends_with("leave the brief as it is.")
    });
    assert_eq!(server.requests().len(), calls);
    program.keys("yes\r");
    program.wait_for("Nothing changes until you accept");
    choose(&mut program, "quit");
    assert!(program.wait_for_exit().success());
}

#[test]
fn an_interrupt_ends_the_conversation_with_what_leads_back_to_it() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = plain(&place, &["--plain", QUESTION, &sales]).start();
    program.wait_for("supported");
    program.wait_for(", quit");
    program.keys(&control('c'));
    assert!(program.wait_for_exit().success());
    let left = program.screen();
    assert!(left.contains("opens it again"), "{left}");
}

#[test]
fn a_question_is_typed_at_once_and_letters_and_names_are_choices() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = plain(&place, &["--plain"]).start();
    program.wait_for("Type your question, or a choice");
    program.keys("+\r");
    program.wait_for("Type the path");
    program.keys(&format!("{sales}\r"));
    program.wait_for("Read Heat pump sales");
    choose(&mut program, QUESTION);
    program.wait_for("Situation, ");
    choose(&mut program, "v");
    program.wait_for("Sentence 1 of ");
    program.wait_for("Supported: ");
    program.keys("7\r");
    program.wait_for("Type what the sentence is to say");
    program.keys("Sales of heat pumps fell.\r");
    program.wait_for("Sales of heat pumps fell.");
    program.keys("\r");
    choose(&mut program, "?");
    program.wait_for("A choice is taken by its number");
    program.keys("u\r");
    choose(&mut program, "q");
    assert!(program.wait_for_exit().success());
    let study = place.study();
    assert!(
        !study.sections[0]
            .accepted()
            .contains("Sales of heat pumps fell."),
        "undone"
    );
}
