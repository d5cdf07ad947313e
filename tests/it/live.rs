//! Claims checked as they are written, the critic beside the checker, and what the analyst can do about a claim.

use rustix::process::Signal;
use tercet::study::{Claim, Verdict};
use tercet::workbench::Workbench;

use crate::headless::Desk;
use crate::program::Place;
use crate::pty::{ENTER, ESC, Program};
use crate::server::{Gate, Seen, Server, Step, deltas, done, finish, stream_head, whole};
use crate::workbench::{QUESTION, REGISTER, SALES, quit, tercet, wait_for_live_text, with_model};

const WRONG: &str =
    "Heat pump sales in the fourteen markets fell to 3.1 million units in 2024 [1].";
const RIGHT: &str = "Installers report order books of nine weeks [1].";
const INVENTED: &str = "Hydrogen tanks under schools paid for themselves within one season [1].";

/// What a critic says who has nothing to object.
const FINE: &str = "{\"hallucination_detected\": false, \"unsupported_claims\": [], \"logical_gaps\": [], \"conflicting_evidence\": []}";

fn is_critic(seen: &Seen) -> bool {
    seen.body.contains("You review a part")
}

fn is_about(seen: &Seen, title: &str) -> bool {
    seen.last_message()
        .contains(&format!("the part \"{title}\""))
}

/// The workbench on a small screen, with a model.
fn opened(place: &Place, server: &Server, arguments: &[&str]) -> Program {
    with_model(place, server, arguments).size(100, 30).start()
}

/// The claims of the last study, as its journal has them.
fn claims(place: &Place) -> Vec<Claim> {
    place
        .study()
        .sections
        .into_iter()
        .flat_map(|section| section.claims.to_vec())
        .collect()
}

/// The verdict on a claim of the last study, as its journal has it.
fn verdict(place: &Place, text: &str) -> Option<Verdict> {
    let claim = claims(place).into_iter().find(|claim| claim.text == text);
    claim.map(|claim| claim.verdict)
}

/// The row of the screen that shows a text.
fn row(program: &Program, text: &str) -> String {
    let screen = program.screen();
    let found = screen.lines().find(|line| line.contains(text));
    found
        .unwrap_or_else(|| panic!("{text:?} is not on the screen:\n{screen}"))
        .to_owned()
}

#[test]
fn the_mark_of_a_sentence_stands_while_the_next_one_streams() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let gate = Gate::default();
    let held = gate.clone();
    let server = Server::site(move |seen| {
        if is_critic(seen) {
            return whole(FINE);
        }
        if !is_about(seen, "Situation") {
            return whole(RIGHT);
        }
        vec![
            Step::Send([stream_head(), deltas(&[WRONG, " Then another sentence be"])].concat()),
            Step::Hold(held.clone()),
            Step::Send([deltas(&["gins and ends here [1]."]), finish("stop"), done()].concat()),
        ]
    });
    let mut program = with_model(&place, &server, &[QUESTION, &sales, "--model", "openai/m"])
        .size(160, 48)
        .start();
    program.wait_for("another sentence be");
    program.wait_for("checked so far: ! 1 contradicted");
    let marked = row(&program, "Heat pump sales in the fourteen");
    assert!(marked.starts_with(" !"), "{marked}");
    assert!(row(&program, "1 Situation").contains("1 problem"));
    gate.open();
    program.wait_for("done · draft 1");
    assert_eq!(verdict(&place, WRONG), Some(Verdict::Contradicted));
    quit(program);
}

#[test]
fn while_the_first_call_runs_the_trace_lists_it_and_what_its_writer_was_given_is_there() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let gate = Gate::default();
    let held = gate.clone();
    let server = Server::site(move |seen| {
        if is_critic(seen) {
            return whole(FINE);
        }
        let [begins, ends] = ["Installers report order", " books of nine weeks [1]."];
        vec![
            Step::Send([stream_head(), deltas(&[begins])].concat()),
            Step::Hold(held.clone()),
            Step::Send([deltas(&[ends]), finish("stop"), done()].concat()),
        ]
    });
    let mut program = with_model(&place, &server, &[QUESTION, &sales, "--model", "openai/m"])
        .size(160, 48)
        .start();
    program.wait_for("Installers report order");
    program.keys("T");
    program.wait_for("write Situation (draft)  running  openai/m");
    program.keys(ENTER);
    program.wait_for("As it was running: write Situation");
    program.wait_for("Asked");
    program.keys("q");
    program.wait_while("As it was running: write Situation");
    program.keys("q");
    program.wait_while("write Situation (draft)");
    program.keys("i");
    program.wait_for("Given for Situation");
    program.wait_for("sent to openai/m");
    program.keys("q");
    program.wait_while("Given for Situation");
    program.keys("T");
    program.wait_for("1 step (1 running)");
    gate.open();
    // The list follows what happens.
    program.wait_for("write Resolution (draft)");
    program.keys("q");
    program.wait_for("done · draft 1");
    quit(program);
}

#[test]
fn the_reason_and_the_quote_are_one_key_away_and_the_passage_another() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let server = Server::model(|seen| {
        let text = if is_critic(seen) { FINE } else { WRONG };
        text.to_owned()
    });
    let mut program = opened(&place, &server, &[QUESTION, &sales, "--model", "openai/m"]);
    program.wait_for("done · draft 1");
    program.keys("!");
    program.wait_for("contradicted: 3.1 million");
    program.keys("v");
    program.wait_for("Why contradicted");
    program.wait_for("Best evidence, [1]");
    program.wait_for("“Heat pump sales in the fourteen markets fell to 2.2 million");
    program.keys(ENTER);
    program.wait_for("copy quote");
    program.keys(ESC);
    program.wait_while("copy quote");
    program.wait_for("Why contradicted");
    program.keys(ESC);
    program.wait_while("Why contradicted");
    quit(program);
}

/// What the critic says of the only claim that it is asked about.
const CRITIQUE: &str = "{\"hallucination_detected\": true, \"unsupported_claims\": [{\"claim\": 1, \"reason\": \"no passage speaks of hydrogen\"}], \
    \"logical_gaps\": [\"nothing leads from weeks to seasons\"], \"conflicting_evidence\": []}";

/// A model that invents something in its first section; its critic's answers come in this order.
fn inventive(answers: Vec<Vec<Step>>) -> Server {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    Server::site(move |seen| {
        if is_critic(seen) {
            let at = asked.fetch_add(1, std::sync::atomic::Ordering::AcqRel);
            return answers[at.min(answers.len() - 1)].clone();
        }
        let text = if is_about(seen, "Situation") {
            format!("{RIGHT} {INVENTED}")
        } else {
            RIGHT.to_owned()
        };
        whole(&text)
    })
}

fn critics(server: &Server) -> Vec<Seen> {
    server.requests().into_iter().filter(is_critic).collect()
}

#[test]
fn the_critic_reads_what_the_checker_could_not_settle_and_is_asked_again_if_it_cannot_be_read() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let server = inventive(vec![whole("I think it is fine."), whole(CRITIQUE)]);
    let arguments = [QUESTION, &sales, "--model", "openai/m"];
    let mut program = opened(&place, &server, &arguments);
    program.wait_for("critic: logical gap, nothing leads");
    program.wait_for("critic: something here is not in the evidence");
    program.keys("!");
    program.keys("v");
    program.wait_for("critic (openai/m): unsupported, no passage speaks of hydrogen");
    program.keys(ESC);
    program.wait_while("Why unsupported");
    let asked = critics(&server);
    assert_eq!(
        asked.len(),
        2,
        "one call, and one more for what could not be read"
    );
    let body = asked[1].json();
    let messages = body["messages"].as_array().expect("messages");
    let [.., answer, again] = messages.as_slice() else {
        panic!("no conversation: {body}");
    };
    assert_eq!(answer["content"], "I think it is fine.");
    assert!(again["content"].to_string().contains("no JSON object"));
    assert!(asked[0].body.contains("Hydrogen tanks") && asked[0].body.contains("-----EVIDENCE-"));
    quit(program);

    // What was paid for is in the journal.
    let mut program = opened(&place, &server, &[]);
    program.wait_for("critic: logical gap, nothing leads");
    assert_eq!(critics(&server).len(), 2);
    quit(program);
}

#[test]
fn a_critic_that_gives_no_answer_is_an_outage_that_is_seen_and_the_verdicts_stand() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let server = inventive(vec![whole("No."), whole("Still no.")]);
    let arguments = [QUESTION, &sales, "--model", "openai/m"];
    let mut program = opened(&place, &server, &arguments);
    program.wait_for("critic: no answer");
    program.wait_for("verdicts stand");
    assert_eq!(critics(&server).len(), 2);
    assert_eq!(verdict(&place, INVENTED), Some(Verdict::Unsupported));
    quit(program);
}

#[test]
fn a_kill_while_the_critic_reads_costs_nothing_until_r_is_pressed() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let gate = Gate::default();
    let server = inventive(vec![vec![Step::Hold(gate.clone())], whole(CRITIQUE)]);
    let arguments = [QUESTION, &sales, "--model", "openai/m"];
    let mut program = opened(&place, &server, &arguments);
    program.wait_for("critic reads");
    while critics(&server).is_empty() {
        std::thread::yield_now();
    }
    program.signal(Signal::KILL);
    program.wait_for_exit();
    gate.open();

    let mut program = opened(&place, &server, &[]);
    program.wait_for("was cut short: r asks again");
    assert_eq!(critics(&server).len(), 1);
    program.keys("r");
    program.wait_for("critic: logical gap, nothing leads");
    assert_eq!(critics(&server).len(), 2);
    quit(program);
}

#[test]
fn a_critic_that_was_stopped_is_asked_again_when_the_analyst_goes_on() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let gate = Gate::default();
    let server = inventive(vec![vec![Step::Hold(gate.clone())], whole(CRITIQUE)]);
    let arguments = [QUESTION, &sales, "--model", "openai/m"];
    let mut program = opened(&place, &server, &arguments);
    program.wait_for("critic reads");
    program.keys(&ESC.repeat(2));
    program.wait_while("critic reads");
    program.keys("r");
    program.wait_for("critic: logical gap, nothing leads");
    assert_eq!(critics(&server).len(), 2);
    gate.open();
    quit(program);
}

#[test]
fn the_end_of_a_question_that_was_answered_does_not_end_the_next_one() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let server = inventive(vec![whole("I think it is fine."), whole(CRITIQUE)]);
    let mut desk = Desk::on(&place, &server);
    desk.workbench.add_evidence(vec![sales.into()]);
    desk.workbench.run(QUESTION);
    let answers = |workbench: &Workbench| {
        let critiques = workbench.study().sections.iter();
        critiques.flat_map(|section| &section.critiques).count()
    };
    desk.until("an answer that cannot be read", |workbench| {
        answers(workbench) == 1
    });
    // Before the engine has said that this was all, the next question is begun.
    desk.workbench.hold_for_review(true);
    desk.workbench.hold_for_review(false);
    assert!(desk.workbench.critic().is_some());
    desk.until("the second answer", |workbench| answers(workbench) == 2);
    let critique = desk.workbench.study().sections[0].critique();
    let said = &critique.expect("a critique").answer.said;
    assert!(said.is_ok(), "{said:?}");
}

#[test]
fn fixing_a_claim_tells_the_writer_what_is_wrong_and_proposes_a_change_that_says_so() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let server = Server::model(|seen| {
        let text = if is_critic(seen) {
            FINE
        } else if seen.body.contains("The analyst asks for this") {
            RIGHT
        } else {
            return format!("{RIGHT} {WRONG}");
        };
        text.to_owned()
    });
    let mut program = opened(&place, &server, &[QUESTION, &sales, "--model", "openai/m"]);
    program.wait_for("done · draft 1");
    program.keys("!");
    program.wait_for("contradicted:");
    program.keys("x");
    program.wait_for("Fix a sentence of ");
    program.keys(ENTER);
    program.wait_for("1 change is ready");
    let last = server
        .requests()
        .into_iter()
        .rfind(|seen| seen.body.contains("The analyst asks for this"))
        .expect("asked");
    assert!(last.body.contains("is contradicted: 3.1 million"));
    program.keys("R");
    program.wait_for("as you asked: ");
    program.keys("q");
    program.wait_for("0 Question");
    quit(program);
}

#[test]
fn what_sources_disagree_on_is_listed_with_both_sides() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let register = place.file("register.md", REGISTER);
    let mut program = tercet(&place, &[QUESTION, &sales, &register]).start();
    program.wait_for("done");
    program.keys("C");
    program.wait_for("Conflicts");
    program.wait_for("1. contradiction");
    program.wait_for("“Heat pump sales in the fourteen markets fell to 2.2 million units");
    program.wait_for("“Heat pump sales in the fourteen markets fell to 1.9 million units");
    program.keys(ENTER);
    program.wait_for("copy quote");
    program.keys(ESC);
    program.wait_while("copy quote");
    program.keys(ESC);
    program.wait_while("1. contradiction");
    quit(program);
}

#[test]
fn a_mark_that_stood_when_the_program_was_killed_is_there_again() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let gate = Gate::default();
    let begun = [stream_head(), deltas(&[WRONG, " Then it"])].concat();
    let server = Server::scripted(vec![vec![Step::Send(begun), Step::Hold(gate.clone())]]);
    let arguments = [QUESTION, &sales, "--model", "openai/m"];
    let mut program = with_model(&place, &server, &arguments)
        .size(160, 48)
        .start();
    program.wait_for("! contradicted");
    wait_for_live_text(&place);
    program.signal(Signal::KILL);
    program.wait_for_exit();
    gate.open();

    let mut program = with_model(&place, &server, &[]).size(160, 48).start();
    program.wait_for("Tercet exited while this was being written");
    program.wait_for("! contradicted");
    let marked = row(&program, "Heat pump sales in the fourteen");
    assert!(marked.starts_with(" !"), "{marked}");
    let found = claims(&place);
    assert_eq!(found.len(), 1, "half a sentence states nothing: {found:?}");
    quit(program);
}
