//! Models that say the same again and again, in one part or in several, and servers that do not go by the limit they are given: what is asked of them then, what is
//! kept, and who is said to have ended it [W11][W12].

use crate::program::{Place, QUIET, Ran};
use crate::server::{Gate, Seen, Server, Step, answered, deltas, done, finish, stream_head};
use crate::workbench::QUESTION;

const SALES: &str = "Heat pump sales fell to 2.2 million units in 2024. Installers report order books of nine weeks. \
Subsidy cuts delayed many orders in the fourteen markets. The next survey of installers is in May.";
const FELL: &str = "Heat pump sales fell to 2.2 million units in 2024 [1].";
const BOOKS: &str = "Installers report order books of nine weeks [1].";
const CUTS: &str = "Subsidy cuts delayed many orders in the fourteen markets [1].";
const SURVEY: &str = "The next survey of installers is in May [1].";

fn ends(text: &str, reason: &str) -> Vec<Step> {
    let parts = [stream_head(), deltas(&[text]), finish(reason), done()];
    vec![Step::Send(parts.concat())]
}

fn asks_for_rest(seen: &Seen) -> bool {
    seen.last_message()
        .contains("the part \"Situation\" broke off")
}

/// A brief whose first part is answered so, and its rest, where that is asked for, with `rest`.
fn drafted(
    first: &'static [&'static str],
    reason: &'static str,
    rest: &'static str,
) -> (Place, Server, Ran) {
    let place = Place::new();
    let first = first.concat();
    let server = Server::site(move |seen| {
        let asked = seen.last_message();
        if asks_for_rest(seen) {
            answered(&[rest])
        } else if asked.contains("Write the part \"Situation\"") {
            ends(&first, reason)
        } else if asked.contains("Write the part \"Complication\"") {
            answered(&[CUTS])
        } else {
            answered(&[SURVEY])
        }
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    (place, server, ran)
}

const ROUND: &str = "Heat pump sales fell to 2.2 million units in 2024 [1]. Installers report order books of nine weeks [1]. ";

#[test]
fn of_a_draft_that_goes_round_in_whole_sentences_nobody_asks_for_the_rest() {
    for reason in ["length", "stop"] {
        let first: &[&str] = &[ROUND, ROUND, ROUND, "Heat pump sales fe"];
        let (place, server, ran) = drafted(first, reason, CUTS);
        assert_eq!(
            place.study().sections[0].accepted(),
            format!("{FELL} {BOOKS}"),
            "{}",
            ran.err
        );
        assert_eq!(server.requests().len(), 3, "one for each part: {}", ran.err);
        assert!(
            ran.err
                .contains("the text ends early: the writer said the same again and again"),
            "{}",
            ran.err
        );
        assert!(
            ran.err
                .contains("the writer repeated itself: 4 sentences left out"),
            "{}",
            ran.err
        );
        assert_eq!(ran.status, 1, "{}", ran.err);
    }
}

#[test]
fn the_rest_of_a_draft_is_asked_for_behind_what_is_kept_of_it() {
    let first: &[&str] = &[ROUND, FELL, " The next sur"];
    let (place, server, ran) = drafted(first, "length", CUTS);
    let requests = server.requests();
    let asked = requests
        .iter()
        .find(|seen| asks_for_rest(seen))
        .expect("the rest is asked for");
    let body = asked.json();
    let messages = body["messages"].as_array().expect("messages");
    let shown = messages[messages.len() - 2]["content"].as_str();
    assert_eq!(
        shown,
        Some(format!("{FELL} {BOOKS}").as_str()),
        "what it says twice is not sent back"
    );
    assert_eq!(
        place.study().sections[0].accepted(),
        format!("{FELL} {BOOKS} {CUTS}"),
        "{}",
        ran.err
    );
}

/// Sentences of a report that has many, each another.
fn many(count: usize) -> String {
    let sentence = |at: usize| {
        format!(
            "Branch number {at} of the association counted fewer orders than the year before [1]. "
        )
    };
    (0..count).map(sentence).collect()
}

#[test]
fn a_server_that_does_not_go_by_the_limit_is_told_of_as_what_it_is() {
    let long = |steps: Vec<Step>| {
        let place = Place::new();
        let first = std::sync::Mutex::new(Some(steps));
        let server = Server::site(move |seen| {
            if seen.last_message().contains("Write the part \"Situation\"") {
                let steps = first.lock().ok().and_then(|mut first| first.take());
                return steps.expect("the rest of what is too much is not asked for");
            }
            answered(&[CUTS])
        });
        let sales = place.file("sales.txt", SALES);
        place.run_on(&server, QUIET, &[QUESTION, &sales])
    };
    // It ends of itself after far more than it was asked for.
    let own = long(ends(&many(35), "length"));
    assert!(
        own.err.contains("went on past its limit of")
            && own.err.contains("its server ended it at another"),
        "{}",
        own.err
    );
    assert!(!own.err.contains("reached its limit"), "{}", own.err);
    // It does not end, and is stopped.
    let sent = [stream_head(), deltas(&[&many(120)])].concat();
    let endless = long(vec![Step::Send(sent), Step::AwaitHangUp(Gate::default())]);
    assert!(
        endless.err.contains("went on past its limit of")
            && endless.err.contains("and was stopped"),
        "{}",
        endless.err
    );
    assert!(
        !endless.err.contains("reached its limit"),
        "{}",
        endless.err
    );
}

/// A brief of which each part is answered so.
fn parts(situation: &str, complication: &str, resolution: &str) -> (Place, Server, Ran) {
    let place = Place::new();
    let texts = [situation, complication, resolution].map(str::to_owned);
    let server = Server::model(move |seen| {
        let asked = seen.last_message();
        let titles = ["Situation", "Complication", "Resolution"];
        let part = titles.map(|title| asked.contains(&format!("Write the part \"{title}\"")));
        let at = part.iter().position(|is| *is);
        at.map_or_else(|| "NO CHANGE".to_owned(), |at| texts[at].clone())
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    (place, server, ran)
}

#[test]
fn what_a_part_only_repeats_of_another_is_left_out_of_the_draft_and_told_once() {
    let all = format!("{FELL} {BOOKS} {CUTS} {SURVEY}");
    let same = format!("{BOOKS} ").repeat(5);
    let (place, server, ran) = parts(&all, &all, &same);
    let texts = place.study().sections;
    assert_eq!(texts[0].accepted(), all);
    for copy in &texts[1..] {
        assert_eq!(
            copy.accepted(),
            "Nothing in the evidence was told here beyond what Situation says."
        );
        assert_eq!(copy.accepted_claims().count(), 0, "it claims nothing");
    }
    let told = "Complication: all of its text, 4 sentences, is left out: Situation says them word for word";
    assert_eq!(ran.err.matches(told).count(), 1, "{}", ran.err);
    let told =
        "Resolution: all of its text, 1 sentence, is left out: Situation says it word for word";
    assert!(ran.err.contains(told), "{}", ran.err);
    // A model that is shown its copies goes on copying.
    let last = server.requests().pop().expect("asked").json().to_string();
    assert_eq!(
        last.matches("order books of nine weeks [1]").count(),
        1,
        "{last}"
    );
}

#[test]
fn a_part_keeps_what_is_its_own_and_a_figure_that_another_part_tells_in_other_words() {
    let own = "With sales of 2.2 million units many orders are delayed by subsidy cuts [1].";
    let (place, _, ran) = parts(&format!("{FELL} {BOOKS}"), &format!("{FELL} {own}"), SURVEY);
    assert_eq!(place.study().sections[1].accepted(), own, "{}", ran.err);
    assert!(
        ran.err
            .contains("Complication: 1 sentence left out: Situation says it word for word"),
        "{}",
        ran.err
    );
}
