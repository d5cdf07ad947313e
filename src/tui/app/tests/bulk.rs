//! Decisions on many changes at once, and what a decided or a doubtful change looks like.

use super::fixture::Bench;
use super::studies::{checked, claim, revised};
use crate::study::{
    Command, CycleKind, Decision, Event, Hunk, HunkId, Piece, Provenance, Revision, SectionId,
    Verdict,
};
use crate::tui::app::Effect;

/// Changes in two sections: three in the second one, one in the third.
fn in_two_sections() -> Vec<Event> {
    let mut events = revised();
    let before = "Hold capacity until two quarters of rising orders are visible.";
    let change = Hunk {
        cause: Some(CycleKind::Update),
        ..Hunk::open(
            HunkId(9),
            before.to_owned(),
            "Hold capacity until three quarters of rising orders are visible [1].".to_owned(),
            "the survey wants three".to_owned(),
        )
    };
    events.push(Event::RevisionProposed {
        section: SectionId(2),
        revision: Revision {
            pieces: vec![Piece::Hunk(change)],
        },
        warnings: vec![],
        provenance: Provenance::default(),
    });
    events
}

fn commands(effects: &[Effect]) -> Vec<&Command> {
    let mut commands = Vec::new();
    for effect in effects {
        if let Effect::Execute(command) = effect {
            commands.push(command);
        }
    }
    commands
}

#[test]
fn all_that_is_open_in_the_draft_is_accepted_with_one_key_and_enter_and_undone_with_one() {
    for keys in ["R A A", "R alt-a"] {
        let mut bench = Bench::new(100, 30, &in_two_sections());
        bench.press("2");
        bench.press(keys);
        let screen = bench.screen();
        assert!(
            screen.contains("accept all 4 open changes of the whole draft"),
            "{keys}: {screen}"
        );
        let effects = bench.press("enter");
        let decision = Decision::Accepted;
        assert_eq!(commands(&effects), [&Command::DecideDraft { decision }]);
        assert_eq!(bench.study.open_hunks(), 0);
        bench.press("u");
        assert_eq!(bench.study.open_hunks(), 4, "{keys}");
        let screen = bench.screen();
        assert!(
            screen.contains("undone: accepted 3 changes of Complication, and in 1 other section"),
            "{screen}"
        );
    }
}

#[test]
fn where_one_section_alone_is_open_the_same_key_again_says_so() {
    for (key, told) in [
        ("A", "A enter accepts these"),
        ("X", "X enter rejects these"),
    ] {
        let mut bench = Bench::new(100, 30, &revised());
        bench.press("R");
        bench.press(key);
        assert!(bench.screen().contains("enter confirms"));
        assert!(bench.press(key).is_empty());
        let screen = bench.screen();
        assert!(
            screen.contains("no other section has open changes") && screen.contains(told),
            "{screen}"
        );
    }
}

#[test]
fn the_question_names_the_keys_that_answer_it_and_no_others() {
    let mut bench = Bench::new(100, 30, &in_two_sections());
    bench.press("2 R A");
    let footer = |bench: &mut Bench| bench.screen().lines().last().unwrap_or("").to_owned();
    assert_eq!(
        footer(&mut bench).trim(),
        "enter accept 3  A all 4 of the draft  esc leave them open"
    );
    bench.press("A");
    assert_eq!(
        footer(&mut bench).trim(),
        "enter accept 4  esc leave them open"
    );
    bench.press("esc X");
    assert_eq!(
        footer(&mut bench).trim(),
        "enter reject 3  X all 4 of the draft  esc leave them open"
    );
    bench.press("esc");
    assert_eq!(bench.study.open_hunks(), 4);
    bench.press("A");
    bench.click("enter accept 3");
    assert_eq!(bench.study.open_hunks(), 1, "the names are keys");
}

#[test]
fn a_decided_change_reads_as_it_will_stand_in_every_view() {
    for keys in ["", "t", "t t"] {
        let mut bench = Bench::new(160, 40, &revised());
        bench.press("R a x");
        bench.press(keys);
        let screen = bench.screen();
        let text = screen.replace('\n', " ");
        assert!(text.contains("✓1   "), "{screen}");
        assert!(text.contains("✗2   "), "{screen}");
        // The one under review still shows what it would change.
        let first = text
            .split("✓1   ")
            .nth(1)
            .and_then(|rest| rest.split("✗2   ").next());
        let first = first.unwrap_or_default();
        assert!(
            first.contains("up to a third") && !first.contains("[-"),
            "{screen}"
        );
        assert!(!first.contains("roughly half"), "{screen}");
        let second = text
            .split("✗2   ")
            .nth(1)
            .and_then(|rest| rest.split("·3   ").next());
        let second = second.unwrap_or_default();
        assert!(second.contains("Two readings conflict"), "{screen}");
        assert!(!second.contains("Stocks were drawn down"), "{screen}");
    }
}

#[test]
fn what_a_decided_change_was_about_is_told_below_it() {
    let mut bench = Bench::new(100, 36, &revised());
    bench.press("R a k");
    let screen = bench.screen();
    assert!(
        screen.contains("you accepted: Subsidy cuts explain [-roughly half-]"),
        "{screen}"
    );
}

#[test]
fn new_text_that_does_not_hold_shows_its_verdict_until_it_is_decided_on() {
    let mut events = revised();
    let doubtful = "Stocks were drawn down by March, as the later survey shows [1].";
    let fine = "Subsidy cuts explain up to a third of the fall [3]; the rest tracks the power-to-gas price ratio, which rose in 9 of the 14 markets [1][2].";
    events.push(checked(
        1,
        vec![
            claim(fine, Verdict::Supported, Some(3)),
            claim(doubtful, Verdict::Unsupported, Some(1)),
        ],
    ));
    for keys in ["", "t", "t t", "t t t"] {
        let mut bench = Bench::new(160, 40, &events);
        bench.press("R");
        bench.press(keys);
        let shown = |bench: &mut Bench| {
            let screen = bench.screen();
            let text: Vec<&str> = screen
                .lines()
                .map(|line| line.get(..90).unwrap_or(line))
                .collect();
            text.join(" ").matches("✗ unsupported").count()
        };
        let beside = keys == "t t";
        let screen = bench.screen();
        assert!(
            beside || shown(&mut bench) == 1,
            "behind the new text, and nowhere else: {screen}"
        );
        assert!(screen.contains("✗ unsupported"), "{screen}");
        bench.press("j a");
        let screen = bench.screen();
        assert!(beside || shown(&mut bench) == 0, "{screen}");
    }
}

#[test]
fn esc_ends_a_search_among_changes_before_it_leaves_them() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R /");
    bench.write("survey");
    bench.press("enter");
    let screen = bench.screen();
    assert!(
        screen.contains("/survey [1/1] · esc ends the search"),
        "{screen}"
    );
    bench.press("esc");
    let screen = bench.screen();
    assert!(
        screen.contains("Review ·") && !screen.contains("/survey"),
        "{screen}"
    );
    bench.press("esc");
    assert!(!bench.screen().contains("Review ·"));
}

#[test]
fn esc_ends_a_search_of_the_brief_before_it_leaves_the_zoom() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("1 z /");
    bench.write("market");
    bench.press("enter");
    assert!(bench.app.ui.search.is_some() && bench.app.ui.zoom);
    bench.press("esc");
    assert!(bench.app.ui.search.is_none() && bench.app.ui.zoom);
    bench.press("esc");
    assert!(!bench.app.ui.zoom);
}

#[test]
fn esc_ends_the_search_of_the_help_before_it_closes_it() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("? /");
    bench.write("theme");
    bench.press("esc");
    assert!(bench.screen().contains("While reading"));
    bench.press("esc");
    assert!(bench.app.ui.layers.is_empty());
}
