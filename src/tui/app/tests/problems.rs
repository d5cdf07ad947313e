//! The list of what is to be looked into: what is in it, where it leads, and having one or several of it fixed.

use super::fixture::Bench;
use super::screens::pictures;
use super::studies::{checked, claim, finished, started, two_written, written};
use crate::study::{
    Answer, Command, CriticFindings, Critique, Event, Instruction, PromptRef, Remark, SectionId,
    Study, Usage, Verdict,
};
use crate::tui::app::Effect;

/// A study that a model writes.
fn by_a_model() -> Vec<Event> {
    let mut events = finished();
    events.push(Event::WriterChosen {
        writer: "acme/m".to_owned(),
    });
    events
}

fn asked(effects: &[Effect]) -> Vec<Instruction> {
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Execute(Command::SteerEach { instructions }) => Some(instructions.clone()),
        _ => None,
    });
    asked.unwrap_or_else(|| panic!("{effects:?}"))
}

#[test]
fn the_list_is_drawn_at_every_size_also_with_marks_and_without_anything() {
    pictures("problems", &finished(), |bench| {
        bench.press("V");
    });
    pictures("problems_marked", &by_a_model(), |bench| {
        bench.press("V space space x");
    });
    pictures("problems_none", &two_written(), |bench| {
        bench.press("V");
    });
}

#[test]
fn all_claims_that_fail_are_listed_with_their_verdict_and_enter_goes_to_the_one_selected() {
    let mut bench = Bench::new(100, 30, &finished());
    let screen = bench.press_and_see("V");
    for said in [
        "1 of 4",
        "½ partial",
        "! contradicted",
        "✗ unsupported",
        "the numbers are compared",
    ] {
        assert!(screen.contains(said), "{said} in {screen}");
    }
    // The one that is selected is gone to, and the list is closed.
    let screen = bench.press_and_see("j enter");
    assert!(!screen.contains("What to look into"), "{screen}");
    assert_eq!(bench.app.ui.section(), 1);
    let cursor = bench.app.ui.reading.cursor.clone().expect("a sentence");
    assert_eq!((cursor.section, cursor.source.start), (1, 0));
    // Opened again it begins there, and the key that opened it closes it.
    let screen = bench.press_and_see("V");
    assert!(screen.contains("2 of 4"), "{screen}");
    let screen = bench.press_and_see("V");
    assert!(!screen.contains("What to look into"), "{screen}");
}

#[test]
fn the_gravest_come_first_where_that_is_asked_for_and_the_selection_stays() {
    let mut bench = Bench::new(100, 30, &finished());
    let screen = bench.press_and_see("V tab");
    assert!(screen.contains("gravest first"), "{screen}");
    let row = |screen: &str, word: &str| {
        let mut rows = screen.lines();
        rows.position(|line| line.contains(word)).expect("a row")
    };
    assert!(
        row(&screen, "! contradicted") < row(&screen, "½ partial "),
        "{screen}"
    );
    let selected = screen
        .lines()
        .find(|line| line.contains("│ >"))
        .expect("a selected row");
    assert!(selected.contains("partial"), "{screen}");
}

#[test]
fn one_is_fixed_as_in_the_text_and_several_that_are_marked_with_one_order() {
    let mut bench = Bench::new(100, 30, &by_a_model());
    let screen = bench.press_and_see("V x");
    assert!(screen.contains("Fix a sentence of Situation"), "{screen}");
    bench.press("esc");
    let screen = bench.press_and_see("space space x");
    assert!(screen.contains("Fix 2 sentences"), "{screen}");
    assert!(
        screen.contains("is told of all of its sentences at once"),
        "{screen}"
    );
    bench.write("Keep it short.");
    let effects = bench.press("enter");
    let instructions = asked(&effects);
    let sections: Vec<_> = instructions
        .iter()
        .map(|one| one.sections.clone())
        .collect();
    assert_eq!(sections, [vec![SectionId(0)], vec![SectionId(1)]]);
    for one in &instructions {
        let claim = one.claim.as_ref().expect("the claim");
        assert!(
            one.text
                .contains(&format!("{}: {}", claim.verdict.name(), claim.reason))
        );
        assert!(one.text.ends_with("Keep it short."), "{}", one.text);
    }
    // All windows are closed: what comes of it is seen.
    assert!(bench.app.ui.layers.is_empty());
    let cycle = bench.study.cycle.as_ref().expect("one cycle");
    assert_eq!(cycle.todo, [SectionId(0), SectionId(1)]);
}

#[test]
fn the_claims_of_one_section_are_one_step_of_the_writer() {
    let study = Study::fold(&by_a_model());
    let claims = study
        .section(SectionId(2))
        .expect("it is there")
        .claims
        .clone();
    let told = |claim: &crate::study::Claim| Instruction {
        sections: vec![SectionId(2)],
        text: format!("fix {}", claim.text),
        claim: Some(claim.clone()),
    };
    let instructions: Vec<_> = claims.iter().map(told).collect();
    let count = instructions.len();
    assert!(count > 1);
    let events = study
        .decide(&Command::SteerEach { instructions })
        .expect("allowed");
    let given = events
        .iter()
        .filter(|event| matches!(event, Event::InstructionGiven { .. }));
    assert_eq!(given.count(), count);
    let begun: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::CycleStarted { sections, .. } => Some(sections.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(begun, [vec![SectionId(2)]]);
    assert!(
        study
            .decide(&Command::SteerEach {
                instructions: vec![]
            })
            .is_err()
    );
}

#[test]
fn what_was_typed_for_several_is_there_again_after_esc() {
    let mut bench = Bench::new(100, 30, &by_a_model());
    bench.press("V A x");
    bench.write("Name the year.");
    bench.press("esc");
    let screen = bench.press_and_see("x");
    assert!(screen.contains("Name the year."), "{screen}");
}

#[test]
fn a_critic_who_objects_is_listed_with_the_sentence_and_what_is_said_of_all_of_a_section_too() {
    let sentence = "Two readings conflict.";
    let text = format!("{sentence} It rose [2].");
    let mut events = started();
    events.extend((0..3).map(|section| written(section, &text)));
    events.push(checked(
        1,
        vec![
            claim(sentence, Verdict::Supported, Some(2)),
            claim("It rose [2].", Verdict::Supported, Some(2)),
        ],
    ));
    events.push(Event::SectionCritiqued {
        section: SectionId(1),
        critique: Critique {
            claims: vec![sentence.to_owned()],
            answer: Answer {
                by: "acme/critic".to_owned(),
                prompt: PromptRef::default(),
                asked: String::new(),
                replied: String::new(),
                usage: Usage::default(),
                duration_ms: 4,
                said: Ok(CriticFindings {
                    unsupported_claims: vec![Remark {
                        claim: Some(sentence.to_owned()),
                        reason: "only one source says so".to_owned(),
                    }],
                    logical_gaps: vec!["the cause is not told".to_owned()],
                    ..CriticFindings::default()
                }),
            },
        },
    });
    let mut bench = Bench::new(100, 30, &events);
    let screen = bench.press_and_see("2 V");
    let row = screen
        .lines()
        .find(|line| line.contains("critic ") && line.contains(sentence));
    assert!(row.is_some(), "{screen}");
    assert!(screen.contains("only one source says so"), "{screen}");
    assert!(
        screen.contains("logical gap, the cause is not told"),
        "{screen}"
    );
}

#[test]
fn why_steps_on_in_the_list_and_comes_back_to_it() {
    let mut bench = Bench::new(100, 30, &finished());
    let screen = bench.press_and_see("V v");
    assert!(screen.contains("Why partial"), "{screen}");
    let screen = bench.press_and_see("!");
    assert!(screen.contains("Why contradicted"), "{screen}");
    let screen = bench.press_and_see("esc");
    assert!(screen.contains("2 of 4"), "{screen}");
}

#[test]
fn the_list_follows_what_is_checked_while_it_is_open() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("V j");
    let section = bench.study.section(SectionId(0)).expect("it is there");
    let claims = section.claims.iter().cloned();
    let better = claims.map(|claim| crate::study::Claim {
        verdict: Verdict::Supported,
        ..claim
    });
    bench.apply(&checked(0, better.collect()));
    let screen = bench.screen();
    assert!(screen.contains("1 of 3"), "{screen}");
    let selected = screen
        .lines()
        .find(|line| line.contains("│ >"))
        .expect("a selected row");
    assert!(selected.contains("contradicted"), "{screen}");
}

#[test]
fn at_80_columns_the_keys_tell_how_the_list_is_sorted_and_what_marking_would_do() {
    let mut bench = Bench::new(80, 24, &by_a_model());
    let screen = bench.press_and_see("V");
    for told in ["x fix it", "space mark", "tab gravest first", "esc close"] {
        assert!(screen.contains(told), "{told} in {screen}");
    }
    let screen = bench.press_and_see("space k");
    assert!(screen.contains("space unmark"), "{screen}");
}

#[test]
fn a_short_list_leaves_its_rows_to_the_reasons() {
    let mut bench = Bench::new(80, 24, &finished());
    let screen = bench.press_and_see("V");
    let rows: Vec<&str> = screen.lines().collect();
    let last = rows.iter().rposition(|row| row.contains("Resolution"));
    let last = last.expect("the last one that is listed");
    assert!(rows[last + 1].contains("────"), "{screen}");
}

#[test]
fn the_palette_marks_where_there_is_something_to_mark_and_says_so_where_there_is_not() {
    let mut bench = Bench::new(100, 30, &by_a_model());
    bench.press("M ^P");
    bench.write("mark this text");
    let screen = bench.screen();
    assert!(screen.contains("in the history and in lists"), "{screen}");
    bench.press("esc esc V ^P");
    bench.write("mark this text");
    let screen = bench.screen();
    assert!(!screen.contains("in the history and in lists"), "{screen}");
    let screen = bench.press_and_see("enter");
    assert!(screen.contains("1 marked"), "{screen}");
    bench.press("^P");
    bench.write("mark all");
    let screen = bench.press_and_see("enter");
    assert!(screen.contains("4 marked"), "{screen}");
}
