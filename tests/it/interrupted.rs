//! A run that is interrupted under the analyst's eyes: it is said at once with what is kept and what to do, and goes on when it is asked to.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStderr, Stdio};

use rusqlite::Connection;
use rustix::process::{Pid, Signal, kill_process};
use tercet::library::Library;
use tercet::session::Session;
use tercet::study::{Event, Section, StudyId, Timestamp};

use crate::program::{NOTHING_FOLLOWS, Place, QUIET};
use crate::server::{Gate, Seen, Server, Step, deltas, stream_head, whole};
use crate::workbench::{QUESTION, SALES, quit, tercet, with_model};

const SENTENCE: &str =
    "Heat pump sales in the fourteen markets fell to 2.2 million units in 2024 [1].";
const SCORES: &str = r#"{"accuracy": {"score": 4.0, "reason": "as it stands", "sentences": [1]},
"completeness": {"score": 4.0, "reason": "as it stands", "sentences": [1]},
"coverage": {"score": 4.0, "reason": "as it stands", "sentences": [1]},
"coherence": {"score": 4.0, "reason": "as it stands", "sentences": [1]},
"bias": {"score": 4.0, "reason": "as it stands", "sentences": [1]}}"#;

fn asks_for_scores(seen: &Seen) -> bool {
    seen.last_message().contains("You judge a brief")
}

#[test]
fn a_disk_that_fills_within_a_run_is_told_until_there_is_room_and_the_answer_is_saved_then() {
    let place = Place::new();
    let gate = Gate::default();
    let held = gate.clone();
    let server = Server::site(move |_| {
        let mut steps = vec![Step::Hold(held.clone())];
        steps.extend(whole(SENTENCE));
        steps
    });
    let sales = place.file("sales.md", SALES);
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let arguments = ["--config", &config, "--model", "openai/m", QUESTION, &sales];
    let mut program = with_model(&place, &server, &arguments)
        .size(160, 48)
        .start();
    program.wait_until("the writer is asked", |_| !server.requests().is_empty());
    let library = Library::open(&place.data_dir()).expect("opened");
    let disk = Connection::open(library.path()).expect("opened");
    disk.execute_batch(NO_ROOM).expect("full");
    gate.open();
    program.wait_for("could not");
    // What came is not taken from whoever reads it.
    program.wait_for("fell to 2.2 million units in 2024");
    // Any key takes away what was said once; that nothing is saved stands on.
    program.keys("1");
    program.wait_for("nothing is saved any more");
    program.wait_for("not saved");
    assert!(!program.screen().contains("done"), "{}", program.screen());
    program.keys("r");
    program.wait_for("still no room");
    // The answer that came is saved and the run goes on, whether anybody asks for it or not.
    disk.execute_batch("DROP TRIGGER no_room").expect("room");
    program.wait_for("there is room again");
    program.keys("1");
    program.wait_for("done · draft 1");
    assert_eq!(server.requests().len(), 3, "nothing was asked twice");
    assert!(
        !program.screen().contains("not saved"),
        "{}",
        program.screen()
    );
    quit(program);
    let written = place.study();
    assert!(written.sections.iter().all(Section::is_written));
}

/// A disk that takes nothing any more.
const NO_ROOM: &str =
    "CREATE TRIGGER no_room BEFORE UPDATE ON study BEGIN SELECT raise(ABORT, 'full'); END";

/// A run without a screen whose disk fills while its first answer comes, up to where it says that it waits for room.
fn waiting_for_room(
    place: &Place,
    full: &str,
) -> (Server, Child, Connection, BufReader<ChildStderr>) {
    let (asked, gate) = (Gate::default(), Gate::default());
    let (tells, held) = (asked.clone(), gate.clone());
    let server = Server::site(move |_| {
        tells.open();
        let mut steps = vec![Step::Hold(held.clone())];
        steps.extend(whole(SENTENCE));
        steps
    });
    let sales = place.file("sales.md", SALES);
    let mut command = place.command_on(&server, QUIET, &[QUESTION, &sales]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("started");
    assert!(asked.wait(), "the writer is asked");
    let library = Library::open(&place.data_dir()).expect("opened");
    let disk = Connection::open(library.path()).expect("opened");
    disk.execute_batch(full).expect("full");
    gate.open();
    let mut told = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while !line.contains("waiting for room") {
        line.clear();
        assert!(told.read_line(&mut line).expect("read") > 0, "it waits");
    }
    (server, child, disk, told)
}

#[test]
fn a_run_without_a_screen_waits_for_room_and_asks_nothing_twice() {
    // Of the answer that came, and of what the checker found of it, which is no answer.
    let of_verdicts = "CREATE TRIGGER no_room BEFORE INSERT ON event WHEN NEW.kind = 'claims_checked' BEGIN SELECT raise(ABORT, 'full'); END";
    for full in [NO_ROOM, of_verdicts] {
        goes_on_where_there_is_room_again(full);
    }
}

fn goes_on_where_there_is_room_again(full: &str) {
    let place = Place::new();
    let (server, child, disk, mut told) = waiting_for_room(&place, full);
    disk.execute_batch("DROP TRIGGER no_room").expect("room");
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("read");
    let ended = child.wait_with_output().expect("over");
    assert_eq!(
        server.requests().len(),
        3,
        "nothing was asked twice: {rest}"
    );
    assert_ne!(ended.status.code(), Some(3), "{rest}");
    let out = String::from_utf8_lossy(&ended.stdout);
    assert!(out.contains("2.2 million"), "{out}");
    let written = place.study();
    assert!(written.sections.iter().all(Section::is_written));
}

#[test]
fn a_run_that_is_stopped_while_it_waits_for_room_hands_over_what_it_has_and_says_what_is_lost() {
    let place = Place::new();
    let (server, child, _disk, mut told) = waiting_for_room(&place, NO_ROOM);
    kill_process(Pid::from_child(&child), Signal::TERM).expect("it is running");
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("read");
    let ended = child.wait_with_output().expect("over");
    assert_eq!(server.requests().len(), 1, "{rest}");
    assert_eq!(ended.status.code(), Some(3), "{rest}");
    assert!(rest.contains("not saved: it is asked for again"), "{rest}");
    let out = String::from_utf8_lossy(&ended.stdout);
    assert!(out.contains("2.2 million"), "{out}{rest}");
}

/// A full disk, for what is typed as for what is decided.
const FULL: &str =
    "CREATE TABLE edit_draft (study, section, hunk, base, text, PRIMARY KEY (study, section, hunk)) WITHOUT ROWID;
    CREATE TRIGGER nor_here BEFORE INSERT ON edit_draft BEGIN SELECT raise(ABORT, 'full'); END;
    CREATE TRIGGER no_room BEFORE UPDATE ON study BEGIN SELECT raise(ABORT, 'full'); END";
/// The same once more.
const FULL_AGAIN: &str =
    "CREATE TRIGGER nor_here BEFORE INSERT ON edit_draft BEGIN SELECT raise(ABORT, 'full'); END;
    CREATE TRIGGER no_room BEFORE UPDATE ON study BEGIN SELECT raise(ABORT, 'full'); END";
/// There is room on it again.
const ROOM: &str = "DROP TRIGGER no_room; DROP TRIGGER nor_here";

#[test]
fn what_was_typed_while_the_disk_was_full_is_saved_by_itself_once_there_is_room() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &[QUESTION, &sales]).size(140, 42).start();
    program.wait_for("done");
    program.keys("1e");
    program.wait_for("editing");
    let library = Library::open(&place.data_dir()).expect("opened");
    let disk = Connection::open(library.path()).expect("opened");
    disk.execute_batch(FULL).expect("full");
    program.keys("Words of the analyst. ");
    program.wait_for("not saved");
    disk.execute_batch(ROOM).expect("room");
    program.wait_until("it is saved", |screen| {
        !screen.contents().contains("not saved")
    });
    let kept = library.edits(StudyId(1)).expect("read");
    assert!(
        kept.iter()
            .any(|edit| edit.text.contains("Words of the analyst.")),
        "{kept:?}"
    );
}

#[test]
fn no_other_study_is_opened_while_typed_words_are_on_no_disk_and_a_signal_leaves_them_on_the_screen()
 {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &[QUESTION, &sales]).size(140, 42).start();
    program.wait_for("done");
    let library = Library::open(&place.data_dir()).expect("opened");
    let disk = Connection::open(library.path()).expect("opened");
    program.keys("1e");
    program.wait_for("editing");
    disk.execute_batch(FULL).expect("full");
    program.keys("Words of the analyst. ");
    program.wait_for("not saved");
    program.keys("\x1b");
    program.wait_for("What you wrote stays");
    program.keys("\x10");
    program.wait_for("Commands");
    program.keys("start a new study");
    program.wait_for("1 of");
    program.keys("\r");
    program.wait_for("what you wrote in this study is not saved yet");
    program.keys("e");
    program.wait_for("Words of the analyst.");
    disk.execute_batch(ROOM).expect("room");
    program.wait_for("there is room again: what you were writing is saved");
    program.wait_while("could not");
    program.keys("\x1b");
    program.wait_for("edited by hand");
    disk.execute_batch(FULL_AGAIN).expect("full");
    program.keys("e");
    program.wait_for("editing");
    program.keys("Words that no disk takes. ");
    program.wait_for("not saved");
    program.wait_for("Words that no disk takes.");
    program.signal(rustix::process::Signal::TERM);
    program.wait_for_exit();
    program.wait_for("what you wrote could not be saved");
    program.wait_for("Words that no disk takes.");
}

#[test]
fn that_nothing_is_saved_is_said_no_longer_than_it_is_so() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &[QUESTION, &sales]).size(140, 42).start();
    program.wait_for("done");
    let library = Library::open(&place.data_dir()).expect("opened");
    let disk = Connection::open(library.path()).expect("opened");
    disk.execute_batch(FULL).expect("full");
    program.keys("1P");
    program.wait_for("could not");
    program.keys("j");
    program.wait_for("nothing is saved any more");
    program.wait_for("not saved");
    // Nobody does anything, and there is room.
    disk.execute_batch(ROOM).expect("room");
    program.wait_for("there is room again");
    program.wait_while("not saved");
    quit(program);
}

#[test]
fn a_question_typed_where_another_tercet_has_the_study_is_told_and_kept_beside_what_is_typed_there()
{
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut first = tercet(&place, &[QUESTION, &sales]).size(140, 42).start();
    first.wait_for("done");
    let mut second = tercet(&place, &[]).size(140, 42).start();
    second.wait_for("is done there is followed");
    second.keys("0");
    second.keys(" And why in 2024?");
    second.wait_for("not saved");
    second.keys("\x1b");
    second.wait_for("0 edit");
    second.keys("q");
    second.wait_for("This study is open in another Tercet");
    second.wait_for("quits without it");
    second.keys("j");
    second.wait_while("quits without it");
    first.keys("0");
    first.keys(" In which markets?");
    first.wait_for("In which markets?");
    first.keys("\x1b");
    first.wait_for("0 edit");
    quit(first);
    second.wait_for("the question was typed in both");
    second.wait_while("not saved");
    second.wait_for("In which markets?");
    second.wait_for("And why in 2024?");
    let library = Library::open(&place.data_dir()).expect("opened");
    let typed = library.typed(StudyId(1)).expect("read");
    assert_eq!(
        typed,
        format!("{QUESTION} In which markets?\n\n{QUESTION} And why in 2024?")
    );
    quit(second);
}

#[test]
fn a_path_that_was_being_typed_when_the_program_died_is_there_again() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &[QUESTION, &sales]).size(140, 42).start();
    program.wait_for("done");
    program.keys("1+");
    program.wait_for("Add evidence");
    program.keys("https://example.org/half-a");
    let library = Library::open(&place.data_dir()).expect("opened");
    let is_kept = || {
        let kept = library.words(StudyId(1)).expect("read");
        kept.iter().any(|words| words.text.ends_with("half-a"))
    };
    let started = std::time::Instant::now();
    while !is_kept() {
        assert!(started.elapsed() < crate::pty::PATIENCE, "nothing was kept");
        std::thread::yield_now();
    }
    program.signal(rustix::process::Signal::KILL);
    program.wait_for_exit();
    let mut program = tercet(&place, &[]).size(140, 42).start();
    program.wait_for("the evidence that you were naming is kept");
    program.keys("1+");
    program.wait_for("https://example.org/half-a");
}

#[test]
fn a_question_that_is_typed_on_a_full_disk_is_saved_once_there_is_room_and_leaving_asks_first() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &[QUESTION, &sales]).size(140, 42).start();
    program.wait_for("done");
    let library = Library::open(&place.data_dir()).expect("opened");
    let disk = Connection::open(library.path()).expect("opened");
    disk.execute_batch(FULL).expect("full");
    program.keys("0");
    program.keys(" And why in 2024?");
    program.wait_for("not saved");
    program.keys("\x1b");
    program.wait_for("0 edit");
    program.keys("q");
    program.wait_for("quits without it");
    program.keys("j");
    disk.execute_batch(ROOM).expect("room");
    program.wait_while("not saved");
    let typed = library.typed(StudyId(1)).expect("read");
    assert!(typed.contains("And why in 2024?"), "{typed}");
    quit(program);
}

#[test]
fn what_the_analyst_wrote_stays_where_there_is_no_room_for_it_and_leaving_asks_first() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &[QUESTION, &sales]).size(140, 42).start();
    program.wait_for("done");
    program.keys("1e");
    program.wait_for("editing");
    let library = Library::open(&place.data_dir()).expect("opened");
    let disk = Connection::open(library.path()).expect("opened");
    disk.execute_batch(FULL).expect("full");
    program.keys("Words of the analyst. ");
    program.wait_for("Words of the analyst.");
    program.keys("\x1b");
    program.wait_for("What you wrote stays");
    program.keys("q");
    program.wait_for("quits without it");
    program.keys("j");
    program.wait_until("the question is gone", |screen| {
        !screen.contents().contains("quits without it")
    });
    program.keys("e");
    program.wait_for("Words of the analyst.");
    disk.execute_batch(ROOM).expect("room");
    program.keys("\x1b");
    program.wait_for("edited by hand");
    program.wait_until("it is saved again", |screen| {
        let screen = screen.contents();
        !screen.contains("nothing is saved") && !screen.contains("not saved")
    });
    quit(program);
    let text = place.study().sections[0].accepted();
    assert!(text.contains("Words of the analyst."), "{text}");
}

#[test]
fn a_text_that_cannot_be_saved_while_it_streams_is_stopped_and_what_came_of_it_is_kept() {
    const PIECES: usize = 400;
    let place = Place::new();
    let gates: Vec<Gate> = (0..PIECES).map(|_| Gate::default()).collect();
    let held = gates.clone();
    let server = Server::site(move |_| {
        let mut steps = vec![Step::Send(stream_head())];
        for (at, gate) in held.iter().enumerate() {
            steps.push(Step::Hold(gate.clone()));
            steps.push(Step::Send(deltas(&[&format!("piece{at}. ")])));
        }
        steps
    });
    let sales = place.file("sales.md", SALES);
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let arguments = ["--config", &config, "--model", "openai/m", QUESTION, &sales];
    let mut program = with_model(&place, &server, &arguments)
        .size(160, 48)
        .start();
    program.wait_until("the writer is asked", |_| !server.requests().is_empty());
    let live = place.data_dir().join("live");
    fs::remove_dir_all(&live).expect("removed");
    fs::write(&live, "in the way").expect("written");
    let told = "could not save the streaming text";
    for (at, gate) in gates.iter().enumerate() {
        gate.open();
        let piece = format!("piece{at}.");
        program.wait_until(&piece, |screen| {
            let screen = screen.contents();
            screen.contains(&piece) || screen.contains(told)
        });
        if program.screen().contains(told) {
            break;
        }
    }
    program.wait_for(told);
    assert!(
        program.screen().contains("make room"),
        "{}",
        program.screen()
    );
    let kept = place.study();
    let partial = kept.sections[0].partial.clone().expect("kept");
    assert!(partial.text.contains("piece0. piece1."), "{}", partial.text);
    gates.iter().for_each(Gate::open);
    quit(program);
}

#[test]
fn a_study_whose_check_was_cut_is_checked_when_it_is_opened_and_asks_no_model_before_r() {
    let place = Place::new();
    let server = Server::model(|seen| {
        let answer = if asks_for_scores(seen) {
            SCORES
        } else {
            SENTENCE
        };
        answer.to_owned()
    });
    let sales = place.file("sales.md", SALES);
    let ran = place.run_on(
        &server,
        "reflect = false\nrevisions = 0",
        &[QUESTION, &sales],
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    let mut events = place.events();
    let checked = |event: &Event| matches!(event, Event::ClaimsChecked { .. });
    let last = events.iter().rposition(checked).expect("checked");
    events.truncate(last);
    let mut library = Library::open(&place.data_dir()).expect("opened");
    let later = Timestamp(i64::MAX / 2);
    let mut cut = Session::create(&library, later).expect("made");
    cut.record(&mut library, later, &events).expect("recorded");
    drop(cut);
    let asked = || {
        server
            .requests()
            .iter()
            .filter(|seen| asks_for_scores(seen))
            .count()
    };
    let before = asked();
    let config = place.path("run.toml").display().to_string();
    let mut program = tercet(&place, &["--config", &config]).size(160, 48).start();
    program.wait_for("what follows the writing was cut: r goes on");
    assert!(
        place.events().iter().any(checked),
        "it is checked by itself"
    );
    assert_eq!(asked(), before);
    program.keys("r");
    program.wait_for("done · draft 1 · 4.0");
    assert_eq!(asked(), before + 1);
    quit(program);
}
