//! The scores on the screen: measured or judged, of this text or of another, and why they are what they are.

use super::fixture::Bench;
use super::screens::pictures;
use super::studies::{finished, judged, rated, revised, two_written, written};
use crate::study::{
    Answer, Command, Course, CourseDecision, CycleKind, Event, Hunk, HunkId, Piece, PromptRef,
    Provenance, Reading, Revision, RunCause, RunPlan, SectionId, Study, Usage,
};
use crate::tui::app::Effect;
use crate::tui::ui::Pane;
use crate::tui::view::{Against, Measures};

/// A brief that a judge has scored twice, with another text between.
fn judged_twice() -> Vec<Event> {
    let mut events = finished();
    events.push(judged(&events, [3.6, 3.7, 3.7, 3.6, 3.9]));
    events.push(Event::CycleStarted {
        cycle: CycleKind::Another,
        sections: vec![SectionId(2)],
    });
    events.push(written(2, "Hold capacity for now."));
    events.push(judged(&events, [4.2, 3.7, 3.4, 4.0, 4.4]));
    events
}

/// The same after the analyst wrote something else.
fn stale() -> Vec<Event> {
    let mut events = judged_twice();
    events.push(Event::SectionEdited {
        section: SectionId(2),
        text: "Expand now.".to_owned(),
    });
    events
}

#[test]
fn a_judged_brief_shows_both_figures_and_how_they_changed() {
    pictures("judged", &judged_twice(), |bench| {
        bench.press("4");
    });
}

#[test]
fn the_only_section_with_changes_says_by_how_much_they_change_the_score() {
    let mut bench = Bench::new(160, 48, &revised());
    bench.measures.proposed = None;
    assert!(!bench.screen().contains("3 changes  +"));
    bench.measures.proposed = Some(rated([5.0; 5]));
    let screen = bench.screen();
    assert!(screen.contains("3 changes  +"), "{screen}");
    assert!(screen.contains("5.0 if all"), "{screen}");
}

#[test]
fn each_of_several_sections_with_changes_says_by_how_much_its_own_change_the_score() {
    let mut events = revised();
    let resolution = Study::fold(&events).sections[2].accepted();
    let more = Hunk {
        id: HunkId(1),
        after: " Hold capacity for now [3].".to_owned(),
        ..Hunk::default()
    };
    events.push(Event::RevisionProposed {
        section: SectionId(2),
        revision: Revision {
            pieces: vec![Piece::Settled(resolution), Piece::Hunk(more)],
        },
        warnings: vec![],
        provenance: Provenance::default(),
    });
    let mut bench = Bench::new(160, 48, &events);
    let screen = bench.screen();
    assert!(!screen.contains("changes  +"), "not measured: {screen}");
    let [more, less] = [[4.4, 4.2, 4.1, 4.0, 3.9], [4.0, 3.5, 3.2, 3.8, 3.9]].map(rated);
    bench.measures.by_section = vec![(SectionId(1), more), (SectionId(2), less)];
    let screen = bench.screen();
    for row in [
        "2 Complication  3 changes  +0.3 ^",
        "3 Resolution    1 change   -0.2 v",
    ] {
        assert!(screen.contains(row), "{screen}");
    }
}

#[test]
fn scores_for_another_text_are_marked() {
    pictures("judged_stale", &stale(), |bench| {
        bench.press("4");
    });
    let mut bench = Bench::new(100, 30, &judged_twice());
    assert!(bench.screen().contains("3.9 "), "{}", bench.screen());
    bench.apply(&Event::SectionEdited {
        section: SectionId(2),
        text: "Expand now.".to_owned(),
    });
    let screen = bench.screen();
    assert!(
        screen.contains("3.9?") && screen.contains("other text"),
        "{screen}"
    );
    // Taking the edit back makes it the text that was judged.
    bench.apply(&Event::Undone);
    assert!(!bench.screen().contains("3.9?"), "{}", bench.screen());
}

#[test]
fn what_was_measured_of_another_text_is_marked_until_this_one_is() {
    let mut bench = Bench::new(100, 30, &finished());
    assert!(!bench.screen().contains("3.9?"), "{}", bench.screen());
    bench.measures.is_behind = true;
    let screen = bench.screen();
    assert!(
        screen.contains("3.9?") && screen.contains("being measured"),
        "{screen}"
    );
}

#[test]
fn the_reasons_open_on_the_pane_and_name_the_sentences() {
    pictures("score_reasons", &judged_twice(), |bench| {
        bench.press("4 enter");
    });
}

#[test]
fn enter_on_a_named_sentence_goes_to_it_and_one_that_is_gone_stays() {
    let mut bench = Bench::new(100, 30, &judged_twice());
    bench.press("4 i");
    assert!(bench.screen().contains("will"), "{}", bench.screen());
    bench.press("j enter");
    assert!(
        bench.screen().contains("no longer in the text"),
        "{}",
        bench.screen()
    );
    bench.press("k enter");
    assert_eq!(bench.app.ui.focus, Pane::Section(0));
    let cursor = bench.app.ui.reading.cursor.clone().expect("a place");
    let text = bench.study.sections[0].accepted();
    assert!(text[cursor.source].starts_with("Before that the market"));
}

#[test]
fn a_key_has_the_brief_judged_as_it_stands() {
    let wanted = [Effect::Execute(Command::Judge {
        reading: Reading::Accepted,
    })];
    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.press("J"), wanted);
    assert_eq!(bench.press("4 J"), wanted);
    assert_eq!(bench.press("enter J"), wanted, "from the reasons");
    let mut bench = Bench::new(100, 30, &revised());
    assert_eq!(bench.press("R J"), wanted, "from the review");
}

#[test]
fn a_text_that_is_judged_already_is_judged_again_at_the_second_key() {
    let mut bench = Bench::new(100, 30, &judged_twice());
    assert!(bench.press("J").is_empty());
    assert!(
        bench
            .screen()
            .contains("judged already: J again asks anyway"),
        "{}",
        bench.screen()
    );
    let wanted = [Effect::Execute(Command::Judge {
        reading: Reading::Accepted,
    })];
    assert_eq!(bench.press("J"), wanted);
}

#[test]
fn measured_scores_say_so_and_what_the_draft_before_had() {
    let mut bench = Bench::new(100, 30, &finished());
    assert!(bench.screen().contains("measured"), "{}", bench.screen());
    bench.measures = Measures {
        before: Some((Against::Draft(1), rated([3.6, 3.7, 3.7, 3.6, 3.9]))),
        ..bench.measures.clone()
    };
    bench.draw();
    let screen = bench.screen();
    for shown in ["measured", "+0.6 ^", " 0.0 =", "-0.3 v"] {
        assert!(screen.contains(shown), "{shown}: {screen}");
    }
    bench.resize(160, 48);
    assert!(
        bench.screen().contains("measured · vs 1"),
        "{}",
        bench.screen()
    );
}

#[test]
fn who_scored_is_said_in_whole_words_however_narrow_the_pane_is() {
    let mut bench = Bench::new(60, 40, &finished());
    for columns in 60..200 {
        bench.resize(columns, 40);
        bench.press("4");
        let screen = bench.screen();
        let told = |line: &str| Some(line.split_once("By        ")?.1.trim_end().to_owned());
        let told = screen.lines().find_map(told).expect("it is said");
        assert!(
            told.ends_with("by a model") || told.ends_with("not judged"),
            "{columns}: {screen}"
        );
    }
}

#[test]
fn a_draft_whose_claims_are_still_being_checked_is_not_called_done() {
    let mut events = finished();
    events.pop();
    let mut bench = Bench::new(140, 42, &events);
    bench.measures = Measures::default();
    bench.draw();
    let screen = bench.screen();
    assert!(screen.contains("its claims are being checked"), "{screen}");
    assert!(!screen.contains("done"), "{screen}");
}

#[test]
fn a_composite_below_the_threshold_is_said_in_words() {
    let mut events = finished();
    events.push(judged(&events, [2.0, 3.0, 3.0, 3.0, 3.0]));
    let mut bench = Bench::new(100, 30, &events);
    assert!(bench.screen().contains("below 3.5"), "{}", bench.screen());
}

#[test]
fn the_reasons_can_be_drawn_and_walked_at_every_size() {
    for events in [finished(), judged_twice(), stale()] {
        let mut bench = Bench::new(100, 30, &events);
        bench.press("4 enter");
        for width in [0, 1, 39, 40, 60, 96, 140, 300] {
            for height in [0, 1, 10, 20, 36, 100] {
                bench.resize(width, height);
                bench.press("j k G g ^D ^U");
            }
        }
    }
}

#[test]
fn what_was_decided_after_a_part_of_a_brief_can_be_read_before_there_are_scores() {
    let mut events = two_written();
    let begun = Event::RunBegun {
        plan: RunPlan {
            decisions: 1,
            stop_after: Some(SectionId(1)),
            ..RunPlan::default()
        },
        cause: RunCause::Asked,
    };
    let starts = |event: &Event| matches!(event, Event::CycleStarted { .. });
    let at = events.iter().position(starts).expect("a cycle");
    events.insert(at, begun);
    let Some(Event::CycleStarted { sections, .. }) = events.get_mut(at + 1) else {
        panic!("the cycle");
    };
    sections.pop();
    events.push(Event::CourseDecided {
        answer: Answer {
            by: "acme/m".to_owned(),
            prompt: PromptRef::default(),
            asked: String::new(),
            replied: "{}".to_owned(),
            said: Ok(CourseDecision {
                course: Course::Continue,
                reasons: vec!["Nothing says what a second line costs.".to_owned()],
                key_factors: vec![],
                queries: vec!["cost of a line".to_owned()],
            }),
            usage: Usage::default(),
            duration_ms: 0,
        },
    });
    events.push(Event::EvidenceSearched {
        queries: vec!["cost of a line".to_owned()],
        passages: vec![],
        from_library: vec![],
    });
    let mut bench = Bench::new(160, 48, &events);
    // What is left to do is said as long as it is, with the keys.
    bench.press("1");
    let screen = bench.screen();
    for said in [
        "Resolution is not written: r writes it from what there is",
        "+ adds evidence first",
        "wanted: Nothing says what a second line costs.",
        "r write the rest",
    ] {
        assert!(screen.contains(said), "{said}: {screen}");
    }
    bench.press("4");
    bench.press("enter");
    let screen = bench.screen();
    for said in [
        "once every section is written",
        "continue: Nothing says what a second line costs.",
        "looked for: cost of a line",
    ] {
        assert!(screen.contains(said), "{said}: {screen}");
    }
}

#[test]
fn a_pane_without_room_for_all_that_is_counted_says_how_much_it_leaves_out() {
    let mut bench = Bench::new(100, 30, &finished());
    for (columns, rows) in [60, 80, 100, 140, 200]
        .into_iter()
        .flat_map(|columns| (12..46).map(move |rows| (columns, rows)))
    {
        bench.resize(columns, rows);
        bench.press("4");
        let screen = bench.screen();
        let says_more = |line: &str| line.contains("↓ ");
        let is_whole = screen.lines().any(|line| line.contains("Sources  "));
        assert!(
            is_whole || screen.lines().any(says_more),
            "{columns}x{rows}: {screen}"
        );
    }
}
