//! Answers that cannot be taken as they are: cut at their limit, refusals, talk, edits of what is not there. Each is asked for once more; what stands is never lost
//! for one, and whoever runs the program is told [W3][W12].

use tercet::study::{Event, Study};

use crate::program::{Place, QUIET, Ran};
use crate::server::{Gate, Seen, Server, Step, answered, deltas, done, finish, stream_head};
use crate::workbench::QUESTION;

const SALES: &str = "Heat pump sales fell to 2.2 million units in 2024. Installers report order books of nine weeks. \
Subsidy cuts delayed many orders in the fourteen markets.";
const REGISTER: &str = "Heat pump sales fell to 1.9 million units in 2024, the register says.";
const DRAFT: &str = "Heat pump sales fell to 2.2 million units in 2024 [1]. Installers report order books of nine weeks [1]. \
Subsidy cuts delayed many orders in the fourteen markets [1].";
const OTHER: &str = "Subsidy cuts delayed many orders in the fourteen markets [1].";
const EDIT: &str = "REPLACE 1\nWHY the register counted again\nTEXT Heat pump sales fell to 1.9 million units in 2024 [2].";

/// An answer that the server cuts at its limit.
fn cut(text: &str) -> Vec<Step> {
    let parts = [stream_head(), deltas(&[text]), finish("length"), done()];
    vec![Step::Send(parts.concat())]
}

fn messages(seen: &Seen) -> Vec<String> {
    let body = seen.json();
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    let texts = messages.iter().filter_map(|one| one["content"].as_str());
    texts.map(str::to_owned).collect()
}

/// A brief, and an update of it whose first request gets `first` and whose second gets `second`.
fn updated(
    first: impl Fn() -> Vec<Step> + Send + Sync + 'static,
    second: impl Fn() -> Vec<Step> + Send + Sync + 'static,
) -> (Place, Server, Ran) {
    let place = Place::new();
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::site(move |seen| {
        let is_update = messages(seen)
            .iter()
            .any(|text| text.contains("New evidence has arrived"));
        if !is_update {
            let is_first = seen.last_message().contains("Write the part \"Situation\"");
            return answered(&[if is_first { DRAFT } else { OTHER }]);
        }
        match asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
            0 => first(),
            1 => second(),
            _ => answered(&["NO CHANGE"]),
        }
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let register = place.file("register.txt", REGISTER);
    let ran = place.run_on(&server, QUIET, &["--study", "last", &register]);
    (place, server, ran)
}

fn updates(server: &Server) -> Vec<Vec<String>> {
    let all = server.requests().iter().map(messages).collect::<Vec<_>>();
    let is_update = |all: &Vec<String>| {
        let mut texts = all.iter();
        texts.any(|text| text.contains("New evidence has arrived"))
    };
    all.into_iter().filter(is_update).collect()
}

#[test]
fn the_edit_that_a_reply_was_cut_in_is_none_and_the_writer_goes_on_with_the_next() {
    let begun = "REPLACE 2\nWHY shorter\nTEXT Order books reach nine weeks [1].\n\nREPLACE 1\nWHY the register counted again\nTEXT Heat pump sales";
    let (place, server, ran) = updated(move || cut(begun), || answered(&[EDIT]));
    let updates = updates(&server);
    let again = &updates[1];
    // What is whole stands as its own answer, and edits are asked for, not sentences.
    assert!(
        again[again.len() - 2].ends_with("Order books reach nine weeks [1]."),
        "{again:?}"
    );
    assert!(
        again[again.len() - 1].contains("Go on with the next edit"),
        "{again:?}"
    );
    let text = place.study().sections[0].candidate();
    assert_eq!(
        text,
        "Heat pump sales fell to 1.9 million units in 2024 [2]. Order books reach nine weeks [1]. Subsidy cuts delayed many orders in the fourteen markets [1]."
    );
    assert!(ran.err.contains("the rest is asked for"), "{}", ran.err);
}

#[test]
fn what_is_cut_again_and_again_leaves_the_brief_as_it_was_and_is_told() {
    let torn = "INSERT AFTER 1\nWHY new\nTEXT The work";
    let (place, _, ran) = updated(move || cut(torn), move || cut(torn));
    assert_eq!(place.study().sections[0].candidate(), DRAFT);
    assert!(ran.err.contains("reached its limit"), "{}", ran.err);
}

#[test]
fn a_text_that_goes_round_in_circles_is_stopped_and_kept_once_and_nobody_asks_for_more_of_it() {
    let place = Place::new();
    let gate = Gate::default();
    let hung_up = gate.clone();
    let server = Server::site(move |seen| {
        if !seen.last_message().contains("Write the part \"Situation\"") {
            return answered(&[OTHER]);
        }
        let again = "Installers report order books of nine weeks [1]. ";
        let mut said = vec!["Heat pump sales fell to 2.2 million units in 2024 [1]. "];
        said.extend([again; 60]);
        vec![
            Step::Send([stream_head(), deltas(&said)].concat()),
            Step::AwaitHangUp(gate.clone()),
        ]
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    assert!(hung_up.wait(), "the server need not go on");
    assert_eq!(
        place.study().sections[0].accepted(),
        "Heat pump sales fell to 2.2 million units in 2024 [1]. Installers report order books of nine weeks [1]."
    );
    assert!(
        ran.err.contains("said the same again and again"),
        "{}",
        ran.err
    );
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert_eq!(server.requests().len(), 3, "one for each part");
}

#[test]
fn a_text_that_went_round_in_circles_is_handed_on_to_the_next_part_as_it_was_kept() {
    let place = Place::new();
    let once = "Heat pump sales fell to 2.2 million units in 2024 [1]. Installers report order books of nine weeks [1].";
    let server = Server::model(move |seen| {
        if !seen.last_message().contains("Write the part \"Situation\"") {
            return OTHER.to_owned();
        }
        let again = " Installers report order books of nine weeks [1].".repeat(8);
        format!("{once}{again}")
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    assert_eq!(place.study().sections[0].accepted(), once, "{}", ran.err);
    let asked: Vec<_> = server.requests().iter().map(messages).collect();
    assert_eq!(asked[1][2], once);
    // What was sent of it stays as it was.
    assert_eq!(asked[2][..asked[1].len()], asked[1][..]);
}

#[test]
fn an_answer_that_could_not_be_used_is_not_sent_again_with_the_next_part() {
    let place = Place::new();
    let refusal = "I am sorry, I cannot help with that.";
    let server = Server::model(move |seen| {
        let text = seen.last_message();
        if text.contains("Write the part \"Situation\"") {
            "Heat pump sales fell to 2.2 million units in 2024."
        } else if text.contains("Write the part \"Complication\"") {
            "Subsidy cuts delayed many orders in the fourteen markets."
        } else if text.contains("Write the part") {
            "Installers report order books of nine weeks [1]."
        } else {
            refusal
        }
        .to_owned()
    });
    let sales = place.file("sales.txt", SALES);
    let settings = "judge = false\nreflect = false\nrevisions = 1";
    let ran = place.run_on(&server, settings, &[QUESTION, &sales]);
    let asked = server.requests().iter().map(messages).collect::<Vec<_>>();
    let mends = |text: &String| text.contains("Mend this by edits");
    let mended: Vec<_> = asked
        .iter()
        .filter(|all| all.last().is_some_and(mends))
        .collect();
    assert_eq!(mended.len(), 2, "{}", ran.err);
    assert!(!mended[1].iter().any(|text| text == refusal), "{mended:?}");
    assert_eq!(mended[1].iter().filter(|text| mends(text)).count(), 1);
    // Both go on from the same conversation, and so does whoever opens the study later.
    let before = mended[0].len() - 1;
    assert_eq!(mended[1][..before], mended[0][..before]);
    let turns = place.study().conversation;
    assert!(turns.iter().all(|turn| turn.replied != refusal));
}

#[test]
fn talk_that_was_cut_where_edits_were_asked_for_is_answered_by_asking_for_edits() {
    let talk = "The evidence has been compared with this part. Sentence one is taken back by the new evidence. Sentence two is not.";
    let (place, server, ran) = updated(move || cut(talk), || answered(&[EDIT]));
    let again = updates(&server)[1].last().cloned().unwrap_or_default();
    assert!(again.contains("Give the edits to the part"), "{again}");
    assert!(ran.err.contains("before an edit came"), "{}", ran.err);
    let text = place.study().sections[0].candidate();
    assert!(text.contains("1.9 million"), "{text}");
}

#[test]
fn nobody_asks_for_the_rest_of_a_text_that_was_cut_on_its_way_round_in_circles() {
    let place = Place::new();
    let server = Server::site(|seen| {
        if !seen.last_message().contains("Write the part \"Situation\"") {
            return answered(&[OTHER]);
        }
        let again = "Installers report order books [1].\n\n".repeat(12);
        cut(&format!(
            "Heat pump sales fell to 2.2 million units in 2024 [1].\n\n{again}Installers rep"
        ))
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    let text = place.study().sections[0].accepted();
    assert_eq!(
        text.matches("Installers report order books [1].").count(),
        1,
        "{text}"
    );
    // The server ended it, and not this program.
    assert!(
        ran.err
            .contains("said the same again and again, up to its limit"),
        "{}",
        ran.err
    );
    assert_eq!(server.requests().len(), 3, "one for each part");
}

#[test]
fn a_judge_that_goes_round_in_circles_is_told_as_one() {
    let place = Place::new();
    let server = Server::model(|seen| {
        if seen.last_message().contains("Write the part") {
            return DRAFT.to_owned();
        }
        let again = "the brief is fine and ".repeat(200);
        format!("{{\"accuracy\": {{\"score\": 4.0, \"reason\": \"{again}")
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(
        &server,
        "reflect = false\nrevisions = 0",
        &[QUESTION, &sales],
    );
    assert!(
        ran.err.contains(
            "judging the brief: lab/m gave no usable answer (it says the same again and again"
        ),
        "{}",
        ran.err
    );
}

#[test]
fn a_refusal_or_talk_is_no_new_text_of_a_part() {
    for talk in [
        "I am sorry, I cannot help with that.",
        "Sales are a hard thing to speak of, and others may know more about them than this writer does.",
        "Heat pumps [1].",
        "DELETE 1\n\nDELETE 2\n\nDELETE 3",
        "REPLACE 77\nWHY better\nTEXT The moon is made of cheese [1].",
    ] {
        let (place, server, ran) = updated(move || answered(&[talk]), || answered(&[EDIT]));
        let updates = updates(&server);
        let again = updates.get(1).expect("asked once more");
        assert_eq!(
            again[again.len() - 2],
            talk,
            "the answer stands before what was wrong with it"
        );
        assert!(
            again[again.len() - 1].starts_with("That answer could not be used"),
            "{again:?}"
        );
        assert!(ran.err.contains("asked once more"), "{talk}: {}", ran.err);
        assert!(
            place.study().sections[0]
                .candidate()
                .starts_with("Heat pump sales fell to 1.9 million"),
            "{talk}"
        );
    }
}

#[test]
fn where_no_answer_can_be_used_the_part_stays_and_the_evidence_is_still_to_be_brought_in() {
    let refusal = "I am sorry, I cannot help with that.";
    let (place, _, ran) = updated(move || answered(&[refusal]), move || answered(&[refusal]));
    let study = place.study();
    assert_eq!(study.sections[0].candidate(), DRAFT);
    assert_eq!(study.news().len(), 1, "the register is still news");
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.err.contains("the new evidence is not in the brief"),
        "{}",
        ran.err
    );
}

#[test]
fn edits_in_a_list_of_the_models_own_are_edits() {
    let listed = "Sure! Here are the edits: 1. REPLACE sentence 1 with \"Heat pump sales fell to 1.9 million units in 2024 [2].\"";
    let (place, server, _) = updated(move || answered(&[listed]), || answered(&[EDIT]));
    let first = place.study().sections[0].candidate();
    assert!(
        first.starts_with("Heat pump sales fell to 1.9 million units in 2024 [2]. Installers"),
        "{first}"
    );
    assert_eq!(updates(&server).len(), 1, "nothing was asked again");
}

#[test]
fn a_draft_that_is_cut_is_gone_on_with_once_and_never_ends_in_half_a_sentence() {
    let place = Place::new();
    let server = Server::site(|seen| {
        let asked = seen.last_message();
        if asked.contains("the part \"Situation\" broke off") {
            answered(&["Subsidy cuts delayed many orders in the fourteen markets [1]."])
        } else if asked.contains("Write the part \"Situation\"") {
            cut("Heat pump sales fell to 2.2 million units in 2024 [1]. Subsidy cuts de")
        } else if asked.contains("the part \"Resolution\"") {
            cut(
                "Installers report order books of nine weeks [1]. Sales fell to 2.2 million units in 202",
            )
        } else {
            answered(&["Installers report order books of nine weeks [1]."])
        }
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    let known = place.study();
    assert_eq!(
        known.sections[0].accepted(),
        "Heat pump sales fell to 2.2 million units in 2024 [1]. Subsidy cuts delayed many orders in the fourteen markets [1]."
    );
    let last = "Installers report order books of nine weeks [1].";
    assert!(
        known.sections[2].accepted().ends_with(last),
        "{}",
        known.sections[2].accepted()
    );
    assert!(!ran.out.contains("in 202\n"), "{}", ran.out);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(
        ran.out.contains("*(cut: the writer reached its limit of"),
        "{}",
        ran.out
    );
    assert!(
        ran.err.contains("Resolution: the text ends early"),
        "{}",
        ran.err
    );
    let exported = place.run(&["export", "last", "--method"]);
    assert!(
        exported.out.contains("the text ends early"),
        "{}",
        exported.out
    );
}

#[test]
fn what_its_source_bears_out_is_not_taken_away_without_the_analyst() {
    let (place, server, ran) = updated(
        || answered(&["DELETE 2\nWHY shorter"]),
        || answered(&["NO CHANGE"]),
    );
    let study = place.study();
    assert_eq!(study.sections[0].accepted(), DRAFT);
    assert_eq!(study.sections[0].open_hunks(), 1);
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.err.contains("nothing was accepted automatically"),
        "{}",
        ran.err
    );
    let why = "not all of the new evidence is in the brief: 1 change waits for you";
    assert!(ran.err.contains(why), "{}", ran.err);
    // It waits as well where a later run has nothing to do with it.
    let again = place.run_on(&server, QUIET, &["--study", "last"]);
    assert_eq!(again.status, 3, "{}", again.err);
    assert!(again.err.contains(why), "{}", again.err);
}

#[test]
fn a_first_draft_that_is_a_refusal_is_asked_for_again_and_then_told() {
    let place = Place::new();
    let server = Server::model(|_| "I am sorry, I cannot help with that.".to_owned());
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    // Each part is asked for, and once more.
    assert_eq!((ran.status, server.requests().len()), (3, 6), "{}", ran.err);
    assert!(ran.err.contains("it addresses the reader"), "{}", ran.err);
    assert!(ran.err.contains("tries again"), "{}", ran.err);
    let again = |event: &&Event| matches!(event, Event::AskedAgain { goes_on: false, .. });
    assert_eq!(place.events().iter().filter(again).count(), 3);
}

/// A model that writes its parts, but answers `said` for Complication.
fn writing_of_complication(said: impl Fn() -> &'static str + Send + Sync + 'static) -> Server {
    Server::model(move |seen| {
        let asked = messages(seen);
        let part = |title: &str| {
            let is_asked = |text: &String| text.contains(&format!("the part \"{title}\""));
            asked.iter().rposition(is_asked)
        };
        let last = ["Situation", "Complication", "Resolution"]
            .into_iter()
            .max_by_key(|title| part(title));
        match last {
            Some("Complication") => said(),
            Some("Situation") => DRAFT,
            _ => OTHER,
        }
        .to_owned()
    })
}

#[test]
fn a_part_that_the_evidence_does_not_answer_may_say_so_in_any_words() {
    for said in [
        "No obstacle is named in the evidence.",
        "Whether the residents agree is not said.",
        "The sources do not say what stands in the way.",
    ] {
        let place = Place::new();
        let server = writing_of_complication(move || said);
        let sales = place.file("sales.txt", SALES);
        let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
        assert_eq!(place.study().sections[1].accepted(), said, "{}", ran.err);
        assert_eq!(server.requests().len(), 3, "{}", ran.err);
    }
}

#[test]
fn a_part_of_which_no_answer_can_be_used_keeps_the_others_from_nothing_and_is_asked_for_again() {
    let place = Place::new();
    let is_well = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let well = std::sync::Arc::clone(&is_well);
    let server = writing_of_complication(move || {
        if well.load(std::sync::atomic::Ordering::SeqCst) {
            "Installers report order books of nine weeks [1]."
        } else {
            "I am sorry, I cannot help with that."
        }
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    assert_eq!(ran.status, 3, "{}", ran.err);
    let study = place.study();
    assert_eq!(study.sections[0].accepted(), DRAFT);
    assert_eq!(study.sections[2].accepted(), OTHER, "{}", ran.err);
    assert!(ran.err.contains("not written: Complication"), "{}", ran.err);
    assert!(
        ran.out.contains(OTHER.trim_end_matches(" [1].")),
        "{}",
        ran.out
    );
    let asked = server.requests().len();
    assert_eq!(asked, 4, "once more for one part, and no more");

    is_well.store(true, std::sync::atomic::Ordering::SeqCst);
    let again = place.run_on(&server, QUIET, &["--study", "last"]);
    assert_eq!(again.status, 0, "{}", again.err);
    assert_eq!(server.requests().len(), asked + 1, "what is written stands");
    let written = place.study().sections[1].accepted();
    assert_eq!(written, "Installers report order books of nine weeks [1].");
}

#[test]
fn a_part_that_was_cut_short_is_written_once_more_by_going_on_with_the_study() {
    let place = Place::new();
    let whole = "Heat pump sales fell to 2.2 million units in 2024 [1]. Subsidy cuts delayed many orders in the fourteen markets [1].";
    let server = Server::model(move |seen| {
        let asked = seen.last_message();
        if asked.contains("Write another version") {
            whole
        } else if asked.contains("Write the part \"Resolution\"") || asked.contains("broke off") {
            HALF
        } else {
            "Installers report order books of nine weeks [1]."
        }
        .to_owned()
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let told = "cut short: Resolution: the reply stops mid-sentence; `tercet run --study 1` has it written once more";
    assert!(ran.err.contains(told), "{}", ran.err);
    let again = place.run_on(&server, QUIET, &["--study", "last"]);
    assert!(
        place.study().sections[2]
            .candidate()
            .contains("Subsidy cuts"),
        "{}",
        again.err
    );
    let waits = "the reply stops mid-sentence; a whole version of it waits for you to decide on";
    assert!(again.err.contains(waits), "{}", again.err);
    let asked = server.requests().len();
    place.run_on(&server, QUIET, &["--study", "last"]);
    assert_eq!(server.requests().len(), asked, "and is not asked for again");
    place.run(&["studies", "accept", "last", "--all"]);
    assert!(!place.run(&["export", "last"]).out.contains("cut:"));
}

#[test]
fn a_first_draft_that_is_edits_is_asked_for_again() {
    for first in [EDIT, "NO CHANGE"] {
        let place = Place::new();
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let server = Server::model(move |_| {
            let is_first = asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
            if is_first { first } else { DRAFT }.to_owned()
        });
        let sales = place.file("sales.txt", SALES);
        let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
        assert!(
            ran.err
                .contains("it is edits, where the whole part was asked for: asked once more"),
            "{first}: {}",
            ran.err
        );
        assert_eq!(place.study().sections[0].accepted(), DRAFT);
    }
}

const HALF: &str = "Heat pump sales fell to 2.2 million units in 2024 [1]. The main cause was";

/// A brief whose writer stops in mid-sentence, as if by itself, and says `rest` when it is asked to go on.
fn stopped_midway(rest: &'static str) -> (Ran, Study) {
    let place = Place::new();
    let server = Server::model(move |seen| {
        let is_first = seen.last_message().contains("Write the part");
        if is_first { HALF } else { rest }.to_owned()
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    (ran, place.study())
}

#[test]
fn a_stop_in_mid_sentence_is_gone_on_from() {
    let (ran, study) = stopped_midway("Installers report order books of nine weeks [1].");
    let written = "Heat pump sales fell to 2.2 million units in 2024 [1]. Installers report order books of nine weeks [1].";
    assert_eq!(
        ran.out.matches(written).count(),
        3,
        "{}{}",
        ran.out,
        ran.err
    );
    assert!(study.sections.iter().all(|one| one.ends_early().is_none()));
}

#[test]
fn a_stop_in_mid_sentence_that_comes_again_is_told() {
    let (ran, study) = stopped_midway(HALF);
    // Its whole sentences stand, and the half one does not.
    assert_eq!(ran.out.matches("2024 [1].").count(), 3, "{}", ran.out);
    assert!(!ran.out.contains("The main"), "{}", ran.out);
    for section in &study.sections {
        let told = section.ends_early().unwrap_or_default();
        assert!(told.contains("stops mid-sentence"), "{told}");
    }
}

#[test]
fn characters_that_a_server_lost_are_told_where_they_stand() {
    let place = Place::new();
    let server = Server::model(|_| {
        "Heat pump sales fell to 2.2 million units in 2024, the caf\u{fffd}\u{fffd} say [1]."
            .to_owned()
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    let told = "2 characters were lost on their way and stand as \u{fffd}";
    assert_eq!(ran.err.matches(told).count(), 3, "{}", ran.err);
    for section in &place.study().sections {
        let warnings = &section.warnings;
        assert!(
            warnings.iter().any(|warning| warning == told),
            "{warnings:?}"
        );
    }
}

#[test]
fn an_edit_is_understood_however_its_labels_are_dressed() {
    let new = "Heat pump sales fell to 1.9 million units in 2024 [2].";
    for reply in [
        format!("**REPLACE 1**\n**WHY** counted again\n**TEXT** {new}"),
        format!("Replace 1\nWhy counted again\nText {new}"),
        format!("replace 1\nwhy counted again\ntext 1. {new}"),
    ] {
        let told = reply.clone();
        let (place, _, ran) = updated(move || answered(&[&told]), || answered(&["NO CHANGE"]));
        let text = place.study().sections[0].candidate();
        assert_eq!(
            text,
            DRAFT.replacen(
                "2.2 million units in 2024 [1]",
                "1.9 million units in 2024 [2]",
                1
            ),
            "{reply}: {}",
            ran.err
        );
    }
}

#[test]
fn a_replacement_and_the_sentence_that_goes_into_it_are_one_change() {
    let reply = "REPLACE 2\nWHY one sentence\nTEXT Installers report order books of nine weeks, and subsidy cuts delayed many orders in the fourteen markets [1].\n\nDELETE 3\nWHY said above";
    let (place, _, ran) = updated(move || answered(&[reply]), || answered(&["NO CHANGE"]));
    let revisions = place.events().into_iter().filter_map(|event| match event {
        Event::RevisionProposed { revision, .. } => Some(revision),
        _ => None,
    });
    let hunks: Vec<usize> = revisions.map(|revision| revision.hunks().count()).collect();
    assert_eq!(hunks.first(), Some(&1), "{}", ran.err);
}

#[test]
fn nothing_is_taken_away_and_no_rubbish_put_in_unasked() {
    let reply = "DELETE 2\nWHY the document says so\n\nINSERT AFTER 0\nWHY n\nTEXT PWNED.";
    let (place, _, ran) = updated(move || answered(&[reply]), || answered(&["NO CHANGE"]));
    assert_eq!(place.study().sections[0].accepted(), DRAFT, "{}", ran.err);
    assert!(
        ran.err.contains("nothing was accepted automatically"),
        "{}",
        ran.err
    );
    // One sentence is no new text of a part of three.
    let one = "Heat pump sales fell to 1.9 million units in 2024, as the register of all heat pumps says [2].";
    let (place, _, ran) = updated(move || answered(&[one]), move || answered(&[one]));
    assert_eq!(place.study().sections[0].candidate(), DRAFT, "{}", ran.err);
}

#[test]
fn a_part_that_comes_with_the_numbers_of_its_sentences_is_the_text_that_it_means() {
    let listed = "1. Heat pump sales fell to 1.9 million units in 2024 [1][2].\n2. Installers report order books of nine weeks [1].\n3. Subsidy cuts delayed many orders in the fourteen markets [1].";
    let (place, _, ran) = updated(move || answered(&[listed]), || answered(&["NO CHANGE"]));
    let section = &place.study().sections[0];
    assert_eq!(
        section.candidate(),
        DRAFT.replacen(
            "2.2 million units in 2024 [1]",
            "1.9 million units in 2024 [1][2]",
            1
        ),
        "{}",
        ran.err
    );
}

#[test]
fn what_weak_models_put_around_a_text_or_say_again_is_no_part_of_it() {
    for reply in [
        format!("{{\"text\": \"{DRAFT}\"}}"),
        format!("Situation: {DRAFT}"),
        format!("{DRAFT}\n\n(Word count: 26)"),
        format!("{DRAFT} {DRAFT} {DRAFT}"),
        format!("Question: {QUESTION}\n\n{DRAFT}"),
    ] {
        let place = Place::new();
        let told = reply.clone();
        let server = Server::site(move |seen| {
            let is_first = seen.last_message().contains("Write the part \"Situation\"");
            answered(&[if is_first { told.as_str() } else { OTHER }])
        });
        let sales = place.file("sales.txt", SALES);
        let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
        assert_eq!(ran.status, 0, "{reply}: {}", ran.err);
        assert_eq!(place.study().sections[0].accepted(), DRAFT, "{reply}");
    }
}

#[test]
fn an_empty_answer_to_an_update_costs_only_its_part() {
    let (place, _, ran) = updated(|| answered(&[""]), || answered(&[""]));
    assert_eq!(place.study().sections[0].candidate(), DRAFT);
    assert!(place.study().cycle.is_none(), "{}", ran.err);
    assert!(ran.err.contains("empty text"), "{}", ran.err);
}

#[test]
fn news_of_a_part_that_no_answer_could_be_used_for_leave_the_run_unfinished_though_another_part_took_its_own()
 {
    let place = Place::new();
    let server = Server::site(|seen| {
        let texts = messages(seen);
        let is_update = |text: &String| text.contains("New evidence has arrived");
        let updated = texts.iter().rev().find(|text| is_update(text));
        let asked = seen.last_message();
        match updated {
            Some(text) if text.contains("The part \"Situation\"") => answered(&[EDIT]),
            Some(_) => answered(&["I am sorry, I cannot help with that."]),
            None if asked.contains("Write the part \"Situation\"") => {
                answered(&["Heat pump sales fell to 2.2 million units in 2024 [1]."])
            }
            None => answered(&[OTHER]),
        }
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let news = format!(
        "{REGISTER} The ministry rejected the subsidy cuts in the fourteen markets in June 2025."
    );
    let news = place.file("register.txt", news);
    let ran = place.run_on(&server, QUIET, &["--study", "last", &news]);
    assert!(
        place.study().sections[0]
            .candidate()
            .contains("1.9 million"),
        "{}",
        ran.err
    );
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.err
            .contains("not all of the new evidence is in the brief: no answer for")
            && ran.err.contains("The ministry rejected the subsidy cuts"),
        "{}",
        ran.err
    );
}
