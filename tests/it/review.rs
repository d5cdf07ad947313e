//! The review on a terminal: reasons that writers are told, edits in place and in an editor, what survives a crash, and what becomes of changes that the
//! analyst edits under.

use std::process::Command;

use rustix::process::Signal;
use tercet::library::Library;
use tercet::study::{Study, StudyId};

use crate::program::Place;
use crate::pty::{ENTER, ESC, PATIENCE, Program, control};
use crate::server::{Gate, Server, Step, answered, deltas, done, finish, stream_head};
use crate::update::{FIRST, SECOND, add, is_update, model, updated, written};
use crate::workbench::{QUESTION, REGISTER, SALES, quit, tercet, with_model};

const EDITS: &str = "REPLACE 1\nWHY the register counted again\nTEXT Heat pump sales fell to 1.9 million units in 2024 [2].";

/// A brief that the built-in writer wrote.
fn finished(place: &Place) -> Program {
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(place, &[QUESTION, &sales]).start();
    program.wait_for("done");
    program
}

/// Waits until what is being edited is kept.
fn wait_for_draft(place: &Place, text: &str) {
    let library = Library::open(&place.data_dir()).expect("opened");
    let id: StudyId = library.studies().expect("listed")[0].id;
    let started = std::time::Instant::now();
    let is_kept = || {
        let edits = library.edits(id).expect("read");
        edits.iter().any(|draft| draft.text.contains(text))
    };
    while !is_kept() {
        assert!(started.elapsed() < PATIENCE, "nothing was kept");
        std::thread::yield_now();
    }
}

#[test]
fn a_refusal_and_its_reason_are_told_to_the_writer_and_stand_in_the_history() {
    let place = Place::new();
    let server = model(EDITS);
    let mut program = updated(&place, &server, "R reviews");
    program.keys("R");
    program.wait_for("the register counted again");
    program.keys("r");
    program.wait_for("Why not change 1?");
    program.keys("it counts another market");
    program.keys(ENTER);
    program.wait_while("Why not change 1?");
    program.keys("q");
    program.wait_for("0 Question");
    // The review was of the last section.
    program.keys("3");
    program.keys("S");
    program.wait_for("Steer Resolution");
    program.keys("shorter");
    program.keys(ENTER);
    program.wait_for("proposes no change for what you asked");
    let requests = server.requests();
    let told = requests.iter().map(super::server::Seen::last_message).find(|asked| {
        asked.contains("Heat pump sales fell to 1.9 million units in 2024 [2]. (refused because: it counts another market)")
    });
    assert!(
        told.is_some(),
        "{:?}",
        requests.last().map(super::server::Seen::last_message)
    );
    program.keys("b");
    program.wait_for("it counts another market");
    program.keys("q");
    program.wait_for("0 Question");
    quit(program);

    // A decision of before is taken back after another start.
    let mut program = with_model(&place, &server, &["--model", "openai/m"])
        .size(160, 48)
        .start();
    program.wait_for("0 Question");
    program.keys("u");
    program.wait_for("undone: rejected change 1 of Resolution");
    quit(program);
    let sections = place.study().sections;
    assert!(sections.iter().all(|section| section.open_hunks() == 1));
    assert!(sections.iter().all(|section| section.rejected.is_empty()));
}

#[test]
fn a_change_is_edited_split_and_joined_and_all_of_it_can_be_undone() {
    let place = Place::new();
    let server = model(
        "REPLACE 1\nWHY counted again\nTEXT Heat pump orders fell to 2.2 million units in 2025 [1].",
    );
    let mut program = updated(&place, &server, "R reviews");
    program.keys("R");
    program.wait_for("change 1 of 1");
    program.keys("s");
    program.wait_for("change 1 of 2");
    program.keys("S");
    program.wait_for("change 1 of 1");
    program.keys("e");
    program.wait_for("Edit change 1");
    program.keys(" It is sure.");
    program.keys(ESC);
    program.wait_while("Edit change 1");
    program.keys("q");
    program.wait_for("0 Question");
    let edited = place.study().sections[2].accepted();
    assert_eq!(
        edited,
        format!("Heat pump orders fell to 2.2 million units in 2025 [1]. It is sure. {SECOND}")
    );
    for what in ["edited change 1", "joined 2 changes", "split change 1"] {
        program.keys("u");
        program.wait_for(&format!("undone: {what}"));
    }
    quit(program);
    assert_eq!(
        place.study().sections[2].accepted(),
        format!("{FIRST} {SECOND}")
    );
}

#[test]
fn the_reason_of_a_refusal_that_was_being_typed_survives_a_kill() {
    let place = Place::new();
    let server = model(EDITS);
    let mut program = updated(&place, &server, "R reviews");
    program.keys("1");
    program.keys("R");
    program.wait_for("Review · 1 Situation");
    program.keys("r");
    program.wait_for("Why not change 1?");
    program.keys("it counts another market");
    let library = Library::open(&place.data_dir()).expect("opened");
    let started = std::time::Instant::now();
    while library
        .words(StudyId(1))
        .expect("read")
        .iter()
        .all(|words| words.text != "it counts another market")
    {
        assert!(started.elapsed() < PATIENCE, "nothing was kept");
        std::thread::yield_now();
    }
    program.signal(Signal::KILL);
    program.wait_for_exit();

    let mut program = tercet(&place, &[]).start();
    program.wait_for("what you were typing in");
    program.keys("1");
    program.keys("R");
    program.wait_for("Review · 1 Situation");
    program.keys("r");
    program.wait_for("it counts another market");
    program.keys(ENTER);
    program.wait_while("Why not change 1?");
    program.keys("q");
    program.wait_for("0 Question");
    quit(program);
    assert_eq!(library.words(StudyId(1)).expect("read"), []);
}

#[test]
fn a_section_is_edited_in_place_and_what_was_typed_survives_a_kill() {
    let place = Place::new();
    let mut program = finished(&place);
    program.keys("1");
    program.keys("e");
    program.wait_for("editing");
    program.keys("Typed before the crash. ");
    wait_for_draft(&place, "Typed before the crash.");
    program.signal(Signal::KILL);
    program.wait_for_exit();

    let mut program = tercet(&place, &[]).start();
    program.wait_for("what you were typing in Situation is kept");
    program.keys("1");
    // What was said is gone with the key; the section says it as long as it is so.
    program.wait_while("what you were typing");
    program.wait_for("your edit is not finished");
    let exported = place.run(&["export", "1"]);
    assert!(
        exported
            .err
            .contains("an edit of Situation that is not finished"),
        "{}",
        exported.err
    );
    program.keys("e");
    program.wait_for("Typed before the crash.");
    program.keys(ESC);
    program.wait_while("editing");
    program.wait_for("Typed before the crash.");
    program.wait_while("your edit is not finished");
    quit(program);
    let section = &place.study().sections[0];
    assert!(section.accepted().contains("Typed before the crash."));
    let library = Library::open(&place.data_dir()).expect("opened");
    assert_eq!(library.edits(StudyId(1)).expect("read"), []);
}

#[test]
fn a_megabyte_is_pasted_into_a_section_and_a_letter_after_it_is_there_at_once() {
    let place = Place::new();
    let mut program = finished(&place);
    program.keys("1");
    program.keys("e");
    program.wait_for("editing");
    program.paste(&"many words on one line ".repeat(45_000));
    program.wait_for("pasted 1,035,000 characters");
    program.keys("ZZ");
    program.wait_for("ZZHeat");
    program.keys(ESC);
    program.wait_while("editing");
    program.keys("u");
    program.wait_for("undone: the edit");
    quit(program);
    assert!(place.study().sections[0].accepted().len() < 10_000);
}

#[test]
fn an_editor_that_fails_leaves_what_was_typed_in_place() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &[QUESTION, &sales])
        .env("EDITOR", "false")
        .start();
    program.wait_for("done");
    program.keys("1");
    program.keys("e");
    program.wait_for("editing");
    program.keys("Mine. ");
    program.wait_for("Mine.");
    program.keys(&control('g'));
    program.wait_for("the text stays as it was");
    program.wait_for("Mine.");
    program.keys(ESC);
    program.wait_while("editing");
    quit(program);
    assert!(place.study().sections[0].accepted().starts_with("Mine."));
}

/// An editor with a window of its own does not need the terminal, so the workbench stays where it is.
#[test]
fn an_editor_in_a_window_leaves_the_screen_and_its_text_comes_back() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let editor = place.file(
        "code",
        "#!/bin/sh\n# It is asked to wait for its window.\nprintf 'Mine. ' | cat - \"$2\" > \"$2.new\" && mv \"$2.new\" \"$2\"\n",
    );
    let may_run = std::fs::Permissions::from_mode(0o700);
    std::fs::set_permissions(&editor, may_run).unwrap();
    let mut program = tercet(&place, &[QUESTION, &sales])
        .env("EDITOR", &editor)
        .start();
    program.wait_for("done");
    program.keys("1");
    program.keys(&control('g'));
    program.wait_for("Mine.");
    assert!(!program.raw().contains("\u{1b}[?1049l"));
    quit(program);
    assert!(place.study().sections[0].accepted().starts_with("Mine."));
}

/// The window is closed after another study was opened, which has sections of its own.
#[test]
fn what_an_editor_in_a_window_leaves_goes_to_the_study_that_it_was_taken_from() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    for question in [QUESTION, "What do installers report?"] {
        let ran = place.run(&["run", question, &sales]);
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let other = place.run(&["export", "2"]).out;
    let closed = place.path("closed");
    let made = Command::new("mkfifo").arg(&closed).status().unwrap();
    assert!(made.success());
    let script = format!(
        "#!/bin/sh\nfor file; do :; done\ncat '{}'\nprintf 'Mine of the first.' > \"$file\"\n",
        closed.display()
    );
    let editor = place.file("code", script);
    let may_run = std::fs::Permissions::from_mode(0o700);
    std::fs::set_permissions(&editor, may_run).unwrap();
    let mut program = tercet(&place, &["open", "1"])
        .env("EDITOR", &editor)
        .start();
    program.wait_for(QUESTION);
    program.keys("1");
    program.keys(&control('g'));
    program.wait_for("has the text");
    program.keys(&control('o'));
    program.wait_for("What do installers report?");
    program.keys("installers");
    program.wait_for("study 2: 3 of 3 sections");
    program.keys(ENTER);
    program.wait_for("What do installers report? · draft 1");
    // The window is closed.
    std::fs::write(&closed, "").expect("read by the editor");
    program.wait_for("for study 1 is kept there");
    quit(program);
    assert_eq!(place.run(&["export", "2"]).out, other);
    let library = Library::open(&place.data_dir()).expect("opened");
    let [kept] = &library.edits(StudyId(1)).expect("read")[..] else {
        panic!("nothing was kept");
    };
    assert_eq!(kept.text, "Mine of the first.");
    drop(library);
    let mut program = tercet(&place, &["open", "1"]).start();
    program.wait_for(QUESTION);
    program.keys("1");
    program.keys("e");
    program.wait_for("Mine of the first.");
    program.keys(ESC);
    program.wait_while("editing");
    quit(program);
    let brief = place.run(&["export", "1"]).out;
    assert!(brief.contains("Mine of the first."), "{brief}");
}

#[test]
fn what_the_analyst_edits_while_changes_are_on_their_way_is_never_lost() {
    let place = Place::new();
    let gate = Gate::default();
    let held = gate.clone();
    let server = Server::site(move |seen| {
        if !is_update(seen) {
            return answered(&[&format!("{FIRST} {SECOND}")]);
        }
        if !seen.last_message().contains("The part \"Situation\"") {
            return answered(&["NO CHANGE"]);
        }
        let edits = format!(
            "{EDITS}\n\nREPLACE 2\nWHY newer\nTEXT Installers report order books of seven weeks [2].\n"
        );
        vec![
            Step::Send(stream_head()),
            Step::Hold(held.clone()),
            Step::Send([deltas(&[&edits]), finish("stop"), done()].concat()),
        ]
    });
    let mut program = written(&place, &server, &[]);
    add(&mut program, &place.file("register.md", REGISTER));
    program.wait_for("enter update");
    program.keys(ENTER);
    program.wait_while("enter update");
    program.keys("1");
    program.keys("e");
    program.wait_for("editing");
    program.keys("Mine: ");
    program.keys(ESC);
    program.wait_while("editing");
    gate.open();
    program.wait_for("R reviews");
    program.wait_while("▍");
    program.keys("R");
    program.wait_for("change 1 of 2");
    program.wait_for("yours");
    program.wait_for("Mine: Heat pump");
    // The clash is not accepted with the others.
    program.keys("A");
    program.keys(ENTER);
    program.wait_for("1 left");
    program.keys("q");
    program.wait_for("0 Question");
    quit(program);
    let section = place.study().sections[0].clone();
    assert_eq!(
        section.accepted(),
        format!("Mine: {FIRST} Installers report order books of seven weeks [2].")
    );
    assert!(
        section
            .candidate()
            .starts_with("Heat pump sales fell to 1.9 million")
    );
}

/// The folds of a study before and after it was stored are one study; what an earlier start did can be undone.
#[test]
fn undo_goes_back_over_starts_to_the_text_before_the_first_decision() {
    let place = Place::new();
    let server = model(EDITS);
    let mut program = updated(&place, &server, "R reviews");
    let before: Study = place.study();
    program.keys("R");
    program.wait_for("change 1 of 1");
    program.keys("e");
    program.wait_for("Edit change 1");
    program.keys(" Mine.");
    program.keys(ESC);
    program.wait_while("Edit change 1");
    program.keys("q");
    program.wait_for("0 Question");
    quit(program);
    let start = || {
        let mut program = with_model(&place, &server, &["--model", "openai/m"])
            .size(160, 48)
            .start();
        program.wait_for("0 Question");
        program
    };
    let mut program = start();
    program.keys("u");
    program.wait_for("undone: edited change 1");
    quit(program);
    let after = place.study();
    for (then, now) in before.sections.iter().zip(&after.sections) {
        assert_eq!(then.revision, now.revision);
    }
    let mut program = start();
    program.keys(&control('r'));
    program.wait_for("redone: edited change 1");
    quit(program);
    assert!(place.study().sections[2].accepted().contains("Mine."));
}
