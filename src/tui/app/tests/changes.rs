//! Changes as they are shown and decided.

use super::fixture::Bench;
use super::studies::{finished, passage, revised};
use crate::study::{
    Command, CycleKind, Decision, Event, HunkId, LeftOpen, Provenance, RunCause, RunPlan, SectionId,
};
use crate::tui::app::Effect;
use crate::tui::layers::AnyLayer;
use crate::tui::ui::Pane;

fn decided(effects: &[Effect]) -> Vec<Decision> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Execute(
                Command::Decide { decision, .. } | Command::DecideAll { decision, .. },
            ) => Some(*decision),
            _ => None,
        })
        .collect()
}

#[test]
fn a_revision_never_takes_the_focus_nor_changes_the_text() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("0");
    bench.write(" More");
    let before = bench.study.sections[1].accepted();
    for event in &revised()[finished().len()..] {
        bench.apply(event);
    }
    assert_eq!(bench.app.ui.focus, Pane::Query);
    assert!(bench.app.ui.layers.is_empty());
    assert!(bench.app.ui.query.text().ends_with("2027? More"));
    assert!(bench.screen().contains("3 changes are ready"));
    assert_eq!(bench.study.sections[1].accepted(), before);
}

#[test]
fn accepting_and_rejecting_go_on_to_the_next_open_change() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R");
    assert!(bench.screen().contains("change 1 of 3"));
    assert_eq!(decided(&bench.press("a")), [Decision::Accepted]);
    assert!(bench.screen().contains("change 2 of 3"));
    assert_eq!(decided(&bench.press("x")), [Decision::Rejected]);
    assert!(bench.screen().contains("change 3 of 3"));
    bench.press("a");
    assert!(bench.screen().contains("2 accepted, 1 rejected"));
    assert!(bench.study.sections[1].accepted().contains("up to a third"));
    bench.press("u");
    assert_eq!(bench.study.open_hunks(), 1);
    bench.press("q");
    assert!(bench.app.ui.layers.is_empty());
    assert_eq!(bench.study.open_hunks(), 1);
}

#[test]
fn what_was_decided_is_counted_also_where_a_later_draft_proposed_nothing() {
    let mut events = revised();
    let section = SectionId(0);
    events.push(Event::CycleStarted {
        cycle: CycleKind::Another,
        sections: vec![section],
    });
    events.push(Event::RevisionUnneeded {
        section,
        missed: Vec::new(),
        provenance: Provenance::default(),
    });
    let mut bench = Bench::new(100, 30, &events);
    bench.press("R a x");
    assert!(
        bench.screen().contains("✓1 ✗1 ·1 left"),
        "{}",
        bench.screen()
    );
    bench.press("a");
    assert!(bench.screen().contains("2 accepted, 1 rejected"));
}

#[test]
fn undo_says_what_it_took_back_and_the_review_returns_to_it() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R a x");
    assert!(bench.screen().contains("change 3 of 3"));
    bench.press("u");
    let screen = bench.screen();
    assert!(
        screen.contains("undone: rejected change 2 of Complication"),
        "{screen}"
    );
    assert!(screen.contains("change 2 of 3"));
    bench.press("u");
    assert!(
        bench
            .screen()
            .contains("undone: accepted change 1 of Complication")
    );
    bench.press("^R");
    assert!(
        bench
            .screen()
            .contains("redone: accepted change 1 of Complication")
    );
    bench.press("A enter q");
    bench.press("u");
    assert!(
        bench
            .screen()
            .contains("undone: accepted 2 changes of Complication")
    );
    bench.press("u u");
    // What a writer proposed is not taken away by a key that was meant for something else.
    assert!(
        bench
            .screen()
            .contains("3 changes came last, and not from you")
    );
    assert_eq!(bench.study.open_hunks(), 3);
    bench.press("j u");
    assert_eq!(bench.study.open_hunks(), 3);
    bench.press("u");
    assert!(
        bench
            .screen()
            .contains("undone: the proposed changes of Complication")
    );
    let (section, text) = (SectionId(0), "Mine.".to_owned());
    bench.apply(&crate::study::Event::SectionEdited { section, text });
    bench.press("u");
    assert!(bench.screen().contains("undone: the edit of Situation"));
}

#[test]
fn text_is_found_among_the_changes_and_no_letter_of_it_decides_anything() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R / x a e");
    assert!(bench.screen().contains("find /xae"), "{}", bench.screen());
    bench.press("esc /");
    bench.write("survey");
    bench.press("enter");
    let screen = bench.screen();
    assert!(screen.contains("change 2 of 3"), "{screen}");
    assert!(screen.contains("/survey [1/1]"), "{screen}");
    bench.press("/ ^U");
    bench.write("subsidy");
    bench.press("enter");
    assert!(bench.screen().contains("change 1 of 3"));
    bench.press("/ ^U");
    bench.write("the ");
    bench.press("enter n");
    assert!(bench.screen().contains("[2/3]"), "{}", bench.screen());
    bench.press("N N");
    assert!(bench.screen().contains("[3/3]"), "{}", bench.screen());
    assert_eq!(bench.study.open_hunks(), 3);
}

#[test]
fn the_change_under_review_has_an_edge_down_all_of_its_rows() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R");
    let edged = |bench: &mut Bench| {
        let screen = bench.screen();
        screen.lines().filter(|line| line.starts_with('▌')).count()
    };
    assert_eq!(edged(&mut bench), 2, "{}", bench.screen());
    bench.press("t");
    assert!(edged(&mut bench) >= 4, "{}", bench.screen());
}

#[test]
fn toggling_stays_where_it_is() {
    let mut bench = Bench::new(100, 30, &revised());
    assert_eq!(
        decided(&bench.press("R space space")),
        [Decision::Accepted, Decision::Open]
    );
    assert!(bench.screen().contains("change 1 of 3"));
}

#[test]
fn only_enter_confirms_a_decision_on_all() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R");
    for key in ["A", "a", "y", "esc"] {
        bench.press("A");
        assert!(
            bench
                .screen()
                .contains("accept the 3 open changes of Complication")
        );
        assert_eq!(bench.press(key), [], "{key}");
        assert!(!bench.screen().contains("accept 3"));
    }
    assert_eq!(decided(&bench.press("X enter")), [Decision::Rejected]);
    assert_eq!(bench.study.open_hunks(), 0);
}

#[test]
fn every_view_of_a_change_shows_its_name_and_its_text() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R");
    let inline = bench.screen();
    assert!(inline.contains("inline") && inline.contains("[-roughly half-]{+up to a third+}"));
    bench.press("t");
    let stacked = bench.screen();
    assert!(stacked.contains("- Subsidy cuts explain [-roughly half-]"));
    assert!(stacked.contains("+ Subsidy cuts explain {+up to a third+}"));
    bench.press("t");
    let result = bench.screen();
    assert!(result.contains("explain up to a third") && !result.contains("roughly half"));
    bench.press("t");
    let original = bench.screen();
    assert!(original.contains("roughly half") && !original.contains("explain up to a third"));
}

#[test]
fn changed_words_are_struck_out_and_underlined_where_there_are_colours() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.use_theme("dark");
    bench.press("R");
    assert!(!bench.screen().contains("[-"));
    let struck = bench.modifiers_of("roughly half");
    assert!(struck.contains(ratatui::style::Modifier::CROSSED_OUT));
    assert!(bench.screen().contains("roughly half up to a third"));
    let underlined = bench.modifiers_of("up to a third");
    assert!(underlined.contains(ratatui::style::Modifier::UNDERLINED));
}

#[test]
fn the_review_shows_why_and_what_the_evidence_says() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R");
    let screen = bench.screen();
    assert!(screen.contains("The notice gives a third, not a half."));
    assert!(screen.contains("new text supported  [3] Subsidy notice 118"));
    let effects = bench.press("enter");
    assert!(matches!(effects[..], [Effect::LoadPassage { .. }]));
    bench.passage_loaded(passage());
    bench.press("esc");
    assert!(matches!(bench.app.ui.layers[..], [AnyLayer::Review(_)]));
}

#[test]
fn a_change_that_was_not_accepted_by_itself_says_why() {
    let mut events = revised();
    events.push(Event::RunBegun {
        plan: RunPlan::default(),
        cause: RunCause::Asked,
    });
    events.push(Event::AutoApplied {
        applied: false,
        why: "nothing was accepted automatically".to_owned(),
        decided: 0,
        left: vec![LeftOpen {
            section: SectionId(1),
            hunk: HunkId(1),
            why: "would bring a worse verdict, partial".to_owned(),
        }],
    });
    let mut bench = Bench::new(100, 30, &events);
    bench.press("R i");
    let said = "not accepted automatically: it would bring a worse verdict, partial";
    assert!(bench.screen().contains(said), "{}", bench.screen());
    // What was decided since is left open no more.
    bench.apply(&Event::HunksDecided {
        section: SectionId(1),
        hunks: vec![HunkId(1)],
        decision: Decision::Rejected,
    });
    assert!(!bench.screen().contains(said), "{}", bench.screen());
}

#[test]
fn every_command_of_the_study_has_a_key_or_a_place_in_the_palette() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("2 ^P");
    bench.write("another");
    let section = SectionId(1);
    assert_eq!(
        bench.press("enter"),
        [Effect::Execute(Command::AnotherVersion { section })]
    );
    assert_eq!(bench.press("U"), [Effect::ShowImpact]);
    assert_eq!(bench.press("u"), [Effect::Execute(Command::Undo)]);
    assert_eq!(bench.press("^R"), [Effect::Execute(Command::Redo)]);
}
