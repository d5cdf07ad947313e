//! The workbench on a terminal, from question to Markdown, as an analyst uses it.

use rustix::process::Signal;
use tercet::library::Library;

use crate::program::{NOTHING_FOLLOWS, Place};
use crate::pty::{ENTER, ESC, PATIENCE, Program, Setup, control};
use crate::server::{Gate, Server, Step, broken_head, deltas, done, finish, stream_head};

pub const SALES: &str = "# Heat pump sales\n\n\
Heat pump sales in the fourteen markets fell to 2.2 million units in 2024. Installers report order books of nine weeks.\n\n\
The main problem is the price ratio of power to gas, which rose in nine of the fourteen markets. However, subsidy cuts delayed many orders.\n\n\
We recommend that manufacturers hold capacity until two quarters of rising orders are visible.\n";

pub const REGISTER: &str = "# Register\n\n\
Heat pump sales in the fourteen markets fell to 1.9 million units in 2024, according to the register. \
Manufacturers should therefore postpone a second line of heat pumps until 2027.\n";

pub const QUESTION: &str = "Why did heat pump sales fall?";

pub fn tercet(place: &Place, arguments: &[&str]) -> Setup {
    Setup::tercet()
        .args(arguments.iter().copied().chain(["--theme", "mono"]))
        .env("HOME", place.path("."))
        .env("TERCET_DATA_DIR", place.data_dir())
        .folder(place.path("."))
        .size(100, 30)
}

/// The same with a server whose models can be named.
pub fn with_model(place: &Place, server: &Server, arguments: &[&str]) -> Setup {
    tercet(place, arguments).env("OPENAI_BASE_URL", server.base_url())
}

/// A finished study on the screen.
fn finished(place: &Place) -> Program {
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(place, &[QUESTION, &sales]).start();
    program.wait_for("done");
    program
}

pub fn quit(mut program: Program) {
    program.keys("q");
    assert_eq!(program.wait_for_exit().exit_code(), 0);
}

#[test]
fn a_question_and_a_file_on_the_command_line_become_a_brief_on_the_screen() {
    let place = Place::new();
    let mut program = finished(&place);
    program.keys("g");
    program.wait_for("1 Situation");
    program.wait_for("extractive draft: sentences from your sources");
    program.wait_for("[1]");
    quit(program);
}

#[test]
fn a_terminal_of_sixteen_colours_is_sent_the_codes_that_it_knows() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    for theme in ["auto", "cvd"] {
        let mut program = Setup::tercet()
            .args([QUESTION, &sales, "--theme", theme])
            .env("TERM", "xterm-16color")
            .env("HOME", place.path("."))
            .env("TERCET_DATA_DIR", place.data_dir())
            .folder(place.path("."))
            .size(100, 30)
            .start();
        program.wait_for("done");
        let raw = program.raw();
        assert!(!raw.contains("38;5;"), "{theme}: {raw:?}");
        assert!(raw.contains("\u{1b}[9"), "{theme}: {raw:?}");
        quit(program);
    }
}

#[test]
fn the_program_is_left_by_the_same_key_where_only_a_line_is_shown() {
    let place = Place::new();
    let mut program = finished(&place);
    program.resize(39, 9);
    program.wait_for("q quits");
    quit(program);
}

#[test]
fn a_question_that_was_typed_and_not_asked_is_there_again_after_a_crash() {
    let place = Place::new();
    let mut program = tercet(&place, &[]).start();
    program.wait_for("Type a question above");
    program.keys("Half a question");
    let library = Library::open(&place.data_dir()).expect("opened");
    let started = std::time::Instant::now();
    let kept = || library.studies().expect("listed");
    while !kept().iter().any(|study| study.title == "Half a question") {
        assert!(started.elapsed() < PATIENCE, "nothing was kept");
        std::thread::yield_now();
    }
    program.signal(Signal::KILL);
    program.wait_for_exit();
    let mut program = tercet(&place, &[]).start();
    program.wait_for("> Half a question");
}

#[test]
fn a_question_typed_into_an_empty_workbench_is_answered_once_evidence_is_there() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &[]).start();
    program.wait_for("0 Question");
    program.keys(QUESTION);
    program.keys(ENTER);
    program.wait_for("No findings to synthesize");
    program.keys("+");
    program.wait_for("Add evidence");
    program.paste(&sales);
    program.keys(ENTER);
    program.wait_for("[1] Heat pump sales");
    program.wait_for("done");
    quit(program);
}

#[test]
fn a_study_is_there_again_after_quitting() {
    let place = Place::new();
    quit(finished(&place));
    let mut program = tercet(&place, &[]).start();
    program.wait_for("2.2 million");
    program.wait_for("draft 1");
    quit(program);
}

#[test]
fn new_evidence_proposes_changes_and_only_what_is_accepted_is_exported() {
    let place = Place::new();
    let register = place.file("register.md", REGISTER);
    let mut program = finished(&place);
    program.keys("+");
    program.wait_for("Add evidence");
    program.paste(&register);
    program.keys(ENTER);
    program.wait_for("R reviews");
    program.wait_while("▍");
    let before = export(&mut program, &place, "before.md");
    assert!(
        !before.contains("[2]"),
        "nothing changes before it is accepted:\n{before}"
    );
    assert!(program.screen().contains("draft 1"), "{}", program.screen());
    program.keys("U");
    program.wait_for("ready: R reviews");

    program.keys("R");
    program.wait_for("Review");
    program.keys("A");
    program.keys(ENTER);
    program.wait_for("·0 ");
    program.keys("q");
    program.wait_for("0 Question");
    let after = export(&mut program, &place, "after.md");
    assert!(
        after.contains("[2]") && after.contains("register.md"),
        "{after}"
    );

    program.keys("u");
    let undone = export(&mut program, &place, "undone.md");
    assert_eq!(text_of(&undone), text_of(&before));
    program.keys(&control('r'));
    let redone = export(&mut program, &place, "redone.md");
    assert_eq!(text_of(&redone), text_of(&after));
    quit(program);
}

/// Exports through the screen and reads the file.
fn export(program: &mut Program, place: &Place, name: &str) -> String {
    program.keys("w");
    program.wait_for("enter writes Markdown");
    program.keys(&control('u'));
    program.keys(name);
    program.keys(ENTER);
    program.wait_for(&format!("exported to {name}"));
    std::fs::read_to_string(place.path(name)).expect("the file is there")
}

/// The brief without its front matter.
fn text_of(brief: &str) -> &str {
    &brief[brief.find("## ").expect("a section")..]
}

#[test]
fn an_export_asks_before_it_replaces_a_file() {
    let place = Place::new();
    place.file("mine.md", "mine");
    let mut program = finished(&place);
    program.keys("w");
    program.wait_for("enter writes Markdown");
    program.keys(&control('u'));
    program.keys("mine.md");
    program.keys(ENTER);
    program.wait_for("exists");
    program.keys(ESC);
    program.wait_while("exists");
    assert_eq!(
        std::fs::read_to_string(place.path("mine.md")).expect("there"),
        "mine"
    );
    // Of the brief and what goes with it, the brief is the one that is named.
    for outcome in ["exported to", "again.md exists"] {
        program.keys("w");
        program.wait_for("enter writes Markdown");
        program.keys(&control('u'));
        program.keys("again.md");
        program.keys(ENTER);
        program.wait_for(outcome);
    }
    program.wait_for("esc keep it");
}

#[test]
fn the_demo_and_a_study_that_is_opened_again_begin_at_the_top_and_their_end_is_a_key_away() {
    let sizes = [(160, 48), (100, 30), (80, 24), (60, 15)];
    let places = sizes.map(|_| Place::new());
    let programs = sizes
        .iter()
        .zip(&places)
        .map(|((columns, rows), place)| tercet(place, &["demo"]).size(*columns, *rows).start());
    // All of them write at once.
    for (mut program, place) in programs.collect::<Vec<_>>().into_iter().zip(&places) {
        program.wait_for("done · draft 1");
        let begun = words_shown(&program.screen());
        program.keys("G");
        program.wait_for("word “fares”");
        let ended = words_shown(&program.screen());
        let brief = export(&mut program, place, "brief.md");
        let text = text_of(&brief);
        let end = text.find("\n## Sources").expect("the sources");
        let is_prose = |line: &&str| line.starts_with(char::is_alphabetic);
        let words: Vec<&str> = text[..end]
            .lines()
            .filter(is_prose)
            .flat_map(str::split_whitespace)
            // Citations are written another way in the file.
            .filter(|word| !word.contains('['))
            .collect();
        let shows = |shown: &[String], wanted: &[&str]| shown.windows(4).any(|four| four == wanted);
        let (first, last) = (&words[..4], &words[words.len() - 4..]);
        assert!(shows(&begun, first), "{first:?} is not in {begun:?}");
        assert!(shows(&ended, last), "{last:?} is not in {ended:?}");
        quit(program);
    }
    let mut again = tercet(&places[1], &["open", "1"]).size(100, 30).start();
    again.wait_for("1 Situation");
    again.wait_for("draft 1");
    quit(again);
}

/// The words left of the other panes, without their citations.
fn words_shown(screen: &str) -> Vec<String> {
    let left = screen.lines().filter_map(|line| line.split('│').next());
    left.flat_map(str::split_whitespace)
        .filter(|word| !word.contains('['))
        .map(|word| word.trim_start_matches(['✓', '>']).to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

#[test]
fn a_kill_in_mid_stream_keeps_what_was_shown_and_r_goes_on() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let gate = Gate::default();
    let cut = [
        broken_head(),
        deltas(&["Sales fell to 2.2 million units in 2024 [1]."]),
    ]
    .concat();
    let whole = [
        stream_head(),
        deltas(&["Sales fell, whole and complete [1]."]),
        finish("stop"),
        done(),
    ]
    .concat();
    let server = Server::scripted(vec![
        vec![Step::Send(cut), Step::Hold(gate.clone())],
        vec![Step::Send(whole)],
    ]);
    // The server answers a critic with the same text, which is none.
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let start = || {
        tercet(&place, &["--config", &config])
            .env("OPENAI_BASE_URL", server.base_url())
            .size(160, 48)
    };

    let mut program = start()
        .args([QUESTION, &sales, "--model", "openai/m"])
        .start();
    program.wait_for("Sales fell to 2.2 million");
    wait_for_live_text(&place);
    program.signal(Signal::KILL);
    program.wait_for_exit();
    gate.open();

    let mut program = start().start();
    program.wait_for("Sales fell to 2.2 million");
    program.wait_for("Tercet exited while this was being written");
    program.keys("r");
    program.wait_for("Sales fell, whole and complete");
    let asked = server.requests().get(1).expect("asked again").json();
    let messages = asked["messages"].as_array().cloned().expect("messages");
    let [.., kept, go_on] = messages.as_slice() else {
        panic!("no conversation: {asked}")
    };
    assert_eq!(
        kept["content"], "Sales fell to 2.2 million units in 2024 [1].",
        "the writer sees what is there"
    );
    assert!(
        go_on["content"]
            .as_str()
            .is_some_and(|text| text.contains("broke off")),
        "{go_on}"
    );
    program.wait_for("Sales fell to 2.2 million");
    program.wait_while("Tercet exited while");
    // Quitting before that would ask whether to stop the writer.
    program.wait_for("done · draft 1");
    quit(program);
}

#[test]
fn what_a_model_leaves_half_said_is_not_shown_as_done_and_r_has_it_written_again() {
    const WHOLE: &str = "Sales fell to 2.2 million units in 2024 [1]. Installers report order books of nine weeks [1].";
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let server = Server::model(|seen| {
        let asked = seen.last_message();
        let said = if asked.contains("Write the part \"Complication\"") {
            "Sales fell to 2.2 million units in 2024 [1]. The main cause was"
        } else if asked.contains("Write the part") || asked.contains("Write another version") {
            WHOLE
        } else {
            "NO CHANGE"
        };
        said.to_owned()
    });
    let mut program = tercet(&place, &["--config", &config, QUESTION, &sales])
        .args(["--model", "openai/m"])
        .env("OPENAI_BASE_URL", server.base_url())
        .start();
    program.wait_for("cut after 9 words · r tries again");
    program.keys("r");
    program.wait_for("1 change is ready");
    quit(program);
}

#[test]
fn a_server_that_is_away_is_asked_again_later_and_two_escapes_end_that() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &[QUESTION, &sales, "--model", "openai/m"])
        // Nobody listens there.
        .env("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
        .start();
    program.wait_for("no answer at http://127.0.0.1:9/v1");
    program.wait_for("r at once");
    program.keys(ESC);
    program.wait_for("again to stop");
    program.keys(ESC);
    program.wait_for("is not finished: r tries again");
    quit(program);
}

/// Waits until the streaming text is in the library; the program saves it within a quarter of a second.
pub fn wait_for_live_text(place: &Place) {
    let library = tercet::library::Library::open(&place.data_dir()).expect("opened");
    let id = library.studies().expect("listed")[0].id;
    let started = std::time::Instant::now();
    while library.live(id).expect("read").is_none() {
        assert!(
            started.elapsed() < crate::pty::PATIENCE,
            "no text was saved"
        );
        std::thread::yield_now();
    }
}

#[test]
fn two_escapes_stop_the_writer_and_the_text_stays() {
    stop_the_writer(|program| {
        program.keys(ESC);
        program.wait_for("again");
        program.keys(ESC);
    });
}

/// A slow line gathers them.
#[test]
fn two_escapes_in_one_packet_stop_the_writer_too() {
    stop_the_writer(|program| program.keys(&ESC.repeat(2)));
}

fn stop_the_writer(press: impl Fn(&mut Program)) {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let gate = Gate::default();
    let head = [
        broken_head(),
        deltas(&["Sales fell to 2.2 million units in 2024 [1]."]),
    ]
    .concat();
    let server = Server::scripted(vec![vec![Step::Send(head), Step::Hold(gate.clone())]]);
    let mut program = tercet(&place, &[QUESTION, &sales, "--model", "openai/m"])
        .env("OPENAI_BASE_URL", server.base_url())
        .start();
    program.wait_for("Sales fell to 2.2 million");
    press(&mut program);
    program.wait_for("stopped");
    program.wait_for("Sales fell to 2.2 million");
    gate.open();
    quit(program);
}

#[test]
fn a_second_workbench_on_one_study_can_read_and_not_write() {
    let place = Place::new();
    let first = finished(&place);
    let mut second = tercet(&place, &[]).start();
    second.wait_for("another Tercet");
    second.wait_for("2.2 million");
    quit(second);
    quit(first);
}

#[test]
fn a_second_workbench_follows_what_the_first_does_and_may_write_once_that_has_ended() {
    let place = Place::new();
    let mut first = finished(&place);
    let mut second = tercet(&place, &[]).start();
    second.wait_for("is done there is followed");
    first.keys("1e");
    first.wait_for("editing");
    first.keys("Added in the first. \x1b");
    first.wait_while("editing");
    second.wait_for("Added in the first.");
    second.keys("1e");
    second.wait_for("nothing can be changed here");
    quit(first);
    second.wait_for("it can be changed here now");
    second.keys("1e");
    second.wait_for("editing");
    second.keys("Added in the second. \x1b");
    second.wait_while("editing");
    quit(second);
    let text = place.study().sections[0].accepted();
    assert!(
        text.contains("Added in the first.") && text.contains("Added in the second."),
        "{text}"
    );
}

#[test]
fn hostile_text_draws_nothing_but_text() {
    let place = Place::new();
    let hostile = SALES.replace("fell to", "fell\u{1b}]0;owned\u{7} \u{1b}[2J\u{9b}31mto");
    let path = place.file("hostile\u{1b}[31m.md", hostile);
    let mut program = tercet(&place, &[QUESTION, &path]).start();
    program.wait_for("done");
    program.wait_for("2.2 million");
    assert!(!program.raw().contains("owned") && !program.raw().contains("\u{1b}[2J\u{9b}"));
    quit(program);
}

#[test]
fn a_terminal_of_any_size_is_drawn_on() {
    let place = Place::new();
    let mut program = finished(&place);
    for (columns, rows) in [
        (160, 48),
        (60, 15),
        (39, 9),
        (20, 5),
        (2, 2),
        (1, 1),
        (300, 80),
        (100, 30),
    ] {
        program.resize(columns, rows);
    }
    program.wait_for("0 Question");
    quit(program);
}

#[test]
fn a_storm_of_resizes_ends_in_one_whole_frame() {
    let place = Place::new();
    let mut program = finished(&place);
    for step in 0..80 {
        program.resize(40 + step, 12 + step / 4);
    }
    program.resize(110, 32);
    program.wait_until("a whole frame at the last size", |screen| {
        let rows: Vec<String> = screen.rows(0, 110).collect();
        let has = |row: usize, text: &str| rows.get(row).is_some_and(|row| row.contains(text));
        has(0, "draft 1") && has(1, "0 Question") && has(30, "done") && has(31, "? help")
    });
    quit(program);
}

/// The analyst went to another window; the bell calls them back once, when what ran has ended.
#[test]
fn the_bell_rings_once_when_something_ends_that_nobody_looks_at() {
    const AWAY: &str = "\u{1b}[O";
    const BACK: &str = "\u{1b}[I";
    const ADD: &str = "\u{1b}+";
    let place = Place::new();
    let config = place.file("config.toml", "bell_after = 0\n");
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &["--config", &config]).start();
    program.wait_for("0 Question");
    program.keys(AWAY);
    program.keys(ADD);
    program.wait_for("Add evidence");
    program.paste(&sales);
    program.keys(ENTER);
    program.wait_for("6 Evidence 1");
    program.wait_for_bell();
    program.keys(BACK);
    program.keys(QUESTION);
    program.keys(ENTER);
    program.wait_for("done · draft 1");
    assert_eq!(program.heard().bells, 1);
    quit(program);
}

/// A terminal that marks no pastes sends them as keys.
#[test]
fn a_paste_that_the_terminal_does_not_mark_runs_no_command() {
    let place = Place::new();
    let mut program = finished(&place);
    program.keys("Quarterly axrq: does A follow?\rX marks the end q.");
    program.wait_for("came at once and were put into the question");
    program.keys("0");
    program.wait_for("Quarterly axrq: does A follow?");
    program.wait_for("X marks the end q.");
    program.wait_for("write the brief");
    program.keys(ESC);
    program.wait_for("0 edit");
    quit(program);
}

#[test]
fn a_long_text_that_is_pasted_becomes_evidence_that_can_be_cited() {
    let place = Place::new();
    let mut program = tercet(&place, &[]).size(100, 40).start();
    program.wait_for("0 Question");
    let lines: Vec<String> = (0..2000)
        .map(|line| format!("Depot {line} bought {} chargers in 2024.", line % 97 + 3))
        .collect();
    program.paste(&lines.join("\r"));
    program.wait_for("76,742 characters");
    program.keys(ENTER);
    program.wait_for("6 Evidence 1");
    program.wait_while("↓ pasted");
    let kept = std::fs::read_to_string(place.path("data/pasted/pasted-1.txt")).unwrap();
    assert_eq!(kept.lines().count(), 2000);
    program.keys("\u{3}\u{3}");
    program.wait_for_exit();
}

#[test]
fn a_mistake_in_the_keys_is_told_at_each_start_and_a_late_answer_of_the_terminal_types_nothing() {
    let place = Place::new();
    place.file(".config/tercet/keys.toml", "[reading]\nfollw = \"j\"\n");
    for typed in ["x", "xy"] {
        let mut program = tercet(&place, &[]).start();
        program.wait_for(
            "keys.toml, line 2: there is no action \"follw\" (did you mean follow?); that is left out",
        );
        program.keys("\u{1b}]11;rgb:1e");
        program.keys("1e/1e1e/1e1e\u{1b}\\");
        program.keys(&typed[typed.len() - 1..]);
        program.wait_for(&format!("> {typed}\n"));
        program.keys(&control('c'));
        program.wait_for("again to quit");
        program.keys(&control('c'));
        assert!(program.wait_for_exit().success());
    }
}
