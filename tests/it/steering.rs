//! What the analyst asks for while the writer is at work is told with the next part that it concerns, and stands as the cause of what changes [W8].

use tercet::library::Library;
use tercet::study::{Event, Study, StudyId};

use crate::cycles::scores;
use crate::program::{NOTHING_FOLLOWS, Place};
use crate::pty::{ENTER, PATIENCE};
use crate::server::{Gate, Server, Step, answered, deltas, done, finish, stream_head, whole};
use crate::workbench::{QUESTION, SALES, quit, with_model};

const SENTENCE: &str = "Heat pump sales fell to 2.2 million units in 2024 [1].";
const ASKED: &str = "weigh cost against risk";

#[test]
fn an_instruction_given_while_a_part_streams_is_told_with_the_next_and_then_to_those_before() {
    let place = Place::new();
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let sales = place.file("sales.md", SALES);
    let gate = Gate::default();
    let held = gate.clone();
    let server = Server::site(move |seen| {
        let asked = seen.last_message();
        if asked.contains("Change this part accordingly") {
            return answered(&[
                "REPLACE 1\nWHY risk comes first\nTEXT Sales fell to 2.2 million units, which is the risk [1].",
            ]);
        }
        if asked.contains("Write the part \"Situation\"") {
            return vec![
                Step::Send([stream_head(), deltas(&["Heat pump sales fell "])].concat()),
                Step::Hold(held.clone()),
                Step::Send(
                    [
                        deltas(&["to 2.2 million units in 2024 [1]."]),
                        finish("stop"),
                        done(),
                    ]
                    .concat(),
                ),
            ];
        }
        answered(&[SENTENCE])
    });
    let mut program = with_model(
        &place,
        &server,
        &[QUESTION, &sales, "--model", "openai/m", "--config", &config],
    )
    .size(160, 48)
    .start();
    program.wait_for("Heat pump sales fell");
    program.keys("S");
    program.wait_for("Steer Situation");
    program.keys("\t");
    program.wait_for("Steer every section");
    program.keys(ASKED);
    program.keys(ENTER);
    program.wait_for("the writer is told when it comes to Complication");
    program.wait_for("you asked: weigh cost against risk");
    gate.open();
    program.wait_for("risk comes first");
    program.wait_while("▍");
    // What became of it is said, and how the run ended stands there.
    program.wait_for("1 change in Situation, R reviews; Complication, Resolution written with it");
    program.keys("2");
    program.wait_for("R reviews · nothing changes until you accept · done · draft 1");
    program.keys("R");
    program.wait_for("as you asked: weigh cost against");
    program.keys("q");
    program.wait_for("0 Question");
    quit(program);

    let told: Vec<bool> = server
        .requests()
        .iter()
        .filter(|seen| seen.path.ends_with("completions"))
        .map(|seen| seen.last_message().contains(ASKED))
        .collect();
    assert_eq!(
        told,
        [false, true, true, true],
        "Situation, Complication, Resolution, Situation again"
    );
    let events = place.events();
    let taken = events
        .iter()
        .filter(|event| matches!(event, Event::InstructionsTaken { .. }));
    assert_eq!(taken.count(), 2);
    let study = Study::fold(&events);
    assert!(study.instructions.is_empty(), "nothing waits any more");
    assert_eq!(
        study.sections[0].accepted(),
        SENTENCE,
        "nothing changed unasked"
    );
}

/// What a request is for, of those that follow a draft.
fn kind(message: &str) -> &'static str {
    if message.contains("You judge a brief") {
        "judge"
    } else if message.contains("look for what is weak") {
        "reflect"
    } else if message.contains("Change this part accordingly") {
        "steer"
    } else if message.contains("A review found this wrong") {
        "refine"
    } else {
        "write"
    }
}

#[test]
fn what_is_asked_for_while_the_brief_is_judged_keeps_nothing_from_following() {
    let place = Place::new();
    let config = place.file(
        "judged.toml",
        "[run]\njudge = true\nreflect = true\nrevisions = 0\n[tiers]\ncritic = \"extractive\"\n",
    );
    let sales = place.file("sales.md", SALES);
    let gate = Gate::default();
    let held = gate.clone();
    let server = Server::site(move |seen| match kind(&seen.last_message()) {
        "judge" => [vec![Step::Hold(held.clone())], whole(&scores(4.0))].concat(),
        "reflect" => whole(
            r#"{"weaknesses": [{"kind": "gap", "part": 2, "what": "The year is left out."}]}"#,
        ),
        "steer" => whole("REPLACE 1\nWHY asked\nTEXT In 2024 sales fell to 2.2 million units [1]."),
        "refine" => whole("NO CHANGE"),
        _ => answered(&[SENTENCE]),
    });
    let mut program = with_model(
        &place,
        &server,
        &[QUESTION, &sales, "--model", "openai/m", "--config", &config],
    )
    .size(160, 48)
    .start();
    program.wait_for("judging the brief");
    program.keys("1S");
    program.wait_for("Steer Situation");
    program.keys(ASKED);
    program.keys(ENTER);
    program.wait_while("Steer Situation");
    gate.open();
    program.wait_for("R reviews");
    let asked = || -> Vec<&str> {
        let requests = server.requests();
        let chats = requests
            .iter()
            .filter(|seen| seen.path.ends_with("completions"));
        chats.map(|seen| kind(&seen.last_message())).collect()
    };
    program.wait_until("the draft is refined", |_| asked().contains(&"refine"));
    assert_eq!(
        asked(),
        [
            "write", "write", "write", "judge", "steer", "judge", "reflect", "refine"
        ]
    );
    program.wait_for("1 change in Situation");
    quit(program);
}

#[test]
fn an_instruction_that_was_typed_and_not_sent_survives_a_kill() {
    let place = Place::new();
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let sales = place.file("sales.md", SALES);
    let server = Server::site(|seen| {
        if seen.last_message().contains("Change this part accordingly") {
            return answered(&["NO CHANGE"]);
        }
        answered(&[SENTENCE])
    });
    let arguments = ["--model", "openai/m", "--config", &config];
    let mut program = with_model(
        &place,
        &server,
        &[&[QUESTION, sales.as_str()], &arguments[..]].concat(),
    )
    .start();
    program.wait_for("done");
    let library = Library::open(&place.data_dir()).expect("opened");
    let kept = || library.words(StudyId(1)).expect("read");
    program.keys("1S");
    program.wait_for("Steer Situation");
    program.keys(ASKED);
    program.wait_for(ASKED);
    wait(|| kept().iter().any(|words| words.text == ASKED));
    program.signal(rustix::process::Signal::KILL);
    program.wait_for_exit();

    let mut program = with_model(&place, &server, &arguments).start();
    program.wait_for("what you were typing in Situation is kept: S there goes on with it");
    program.keys("1S");
    program.wait_for(ASKED);
    // Pasted words are kept as typed ones are.
    program.paste(" and delay");
    wait(|| kept().iter().any(|words| words.text.ends_with("and delay")));
    program.keys(ENTER);
    program.wait_while("Steer Situation");
    wait(|| kept().is_empty());
    let asked = |event: &Event| matches!(event, Event::InstructionGiven { instruction } if instruction.text.ends_with("risk and delay"));
    wait(|| place.events().iter().any(asked));
}

/// Waits until it is so.
fn wait(is_so: impl Fn() -> bool) {
    let started = std::time::Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "it never came to be so");
        std::thread::yield_now();
    }
}
