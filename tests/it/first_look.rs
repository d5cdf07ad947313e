//! What somebody finds who uses the workbench for the first time: the brief when it is written, keys that do what they say, and how to go on.

use crate::program::Place;
use crate::pty::{ENTER, ESC, Program, TAB};
use crate::workbench::{QUESTION, SALES, quit, tercet};

/// A question that was asked before there was any evidence, which is added then.
fn asked_first(place: &Place, columns: u16, rows: u16) -> Program {
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(place, &[]).size(columns, rows).start();
    program.wait_for(">");
    program.keys(QUESTION);
    program.keys(ENTER);
    program.wait_for("No findings");
    program.keys("+");
    program.wait_for("Add evidence");
    program.paste(&sales);
    program.keys(ENTER);
    program
}

#[test]
fn on_a_screen_for_one_pane_the_brief_is_what_is_seen_once_it_is_written() {
    for (columns, rows) in [(80, 24), (60, 18), (40, 12)] {
        let place = Place::new();
        let mut program = asked_first(&place, columns, rows);
        program.wait_for("Situation");
        program.wait_for("fourteen");
        // The other panes are where they were, and the brief is one key away from them.
        program.keys("6");
        program.wait_for("1 brief");
        program.keys("1");
        program.wait_for("fourteen");
        program.wait_while("▍");
        quit(program);
    }
}

#[test]
fn keys_that_read_are_not_typed_into_the_question_of_whoever_goes_from_pane_to_pane() {
    let place = Place::new();
    let mut program = asked_first(&place, 100, 30);
    program.wait_for("done");
    program.keys("6");
    program.wait_for("d take out");
    program.keys(TAB);
    program.wait_for("] citation");
    program.keys("]v");
    program.wait_for("Why supported");
    program.keys(ESC);
    program.wait_while("Why supported");
    let screen = program.screen();
    assert!(!screen.contains("fall?]"), "{screen}");
    assert!(!screen.contains("not asked yet"), "{screen}");
    quit(program);
}

#[test]
fn a_question_without_evidence_says_what_it_waits_for_as_long_as_it_waits() {
    let place = Place::new();
    let mut program = tercet(&place, &[]).start();
    program.wait_for("0 Question");
    program.keys(QUESTION);
    program.keys(ENTER);
    program.wait_for("No findings to synthesize");
    program.keys("?");
    program.wait_for("go down a line");
    program.keys(ESC);
    program.wait_for("the question waits for evidence: + adds");
    let screen = program.screen();
    // The same key wherever it is told.
    assert!(!screen.contains("F3 adds"), "{screen}");
    quit(program);
}

#[test]
fn passages_of_the_sources_are_found_by_other_words_than_theirs_and_opened() {
    let place = Place::new();
    let mut program = asked_first(&place, 100, 30);
    program.wait_for("done");
    program.keys("K");
    program.wait_for("Find in the sources");
    // It is looked for as one types.
    program.keys("installer reports of ordering");
    program.wait_for("best first");
    program.keys(ENTER);
    program.wait_for("next match");
    // What closes the passage leads back to what was found.
    program.keys(ESC);
    program.wait_while("next match");
    program.keys(ESC);
    program.wait_for("best first");
    program.keys(ESC);
    program.wait_while("Find in the sources");
    quit(program);
}

#[test]
fn what_all_studies_say_is_found_as_one_types() {
    let place = Place::new();
    let mut program = asked_first(&place, 120, 36);
    program.wait_for("done");
    program.keys("\x0f");
    program.wait_for("type to find");
    program.keys("/");
    program.wait_for("find in all /");
    program.keys("fourteen mark");
    program.wait_for("in one study");
    let screen = program.screen();
    assert!(screen.contains("Situation"), "{screen}");
    program.keys("qqq");
    program.wait_for("no study says this");
    program.keys(ESC);
    program.wait_for("type to find");
    program.keys(ESC);
    program.wait_while("type to find");
    quit(program);
}

#[test]
fn the_passage_stands_beside_what_was_found_where_there_is_room() {
    let place = Place::new();
    let mut program = asked_first(&place, 160, 48);
    program.wait_for("done");
    program.keys("K");
    program.wait_for("what you type is looked for");
    program.keys("sales");
    program.wait_for("1 of ");
    program.wait_for("best first");
    program.keys(ESC);
    program.wait_while("best first");
    quit(program);
}

#[test]
fn what_was_said_is_read_again_with_its_time_and_the_settings_say_where_they_came_from() {
    let place = Place::new();
    let mut program = asked_first(&place, 100, 30);
    program.wait_for("done");
    // Nothing is searched for yet, which is said, and then wiped.
    program.keys("n");
    program.wait_for("nothing to search for yet");
    program.keys("j");
    program.wait_while("nothing to search for yet");
    program.keys("M");
    program.wait_for("the last first");
    program.wait_for("nothing to search for yet");
    program.keys("M");
    program.wait_while("the last first");
    program.keys(",");
    program.wait_for("look_for_servers");
    program.wait_for("built in");
    program.keys(",");
    program.wait_while("look_for_servers");
    quit(program);
}

#[test]
fn all_that_the_evidence_says_for_a_change_is_read_before_it_is_decided() {
    let place = Place::new();
    let register = place.file(
        "register.md",
        "# Register\n\nThe register of heat pump sales lists every unit that was sold in the fourteen markets, with the day on which it was put \
         into service and the name of the installer who did that.\n",
    );
    let mut program = asked_first(&place, 80, 24);
    program.wait_for("done");
    program.keys("+");
    program.wait_for("Add evidence");
    program.paste(&register);
    program.keys(ENTER);
    program.wait_for("1 change is ready");
    program.keys("R");
    program.wait_for("Evidence ");
    // The end of what is quoted, and what the sentence has to do with the question.
    program.wait_for("did that.”");
    program.wait_for("the question's words in it: “heat”, “pump”");
    quit_review(program);
}

fn quit_review(mut program: Program) {
    program.keys("q");
    program.wait_for("6 Evidence");
    quit(program);
}
