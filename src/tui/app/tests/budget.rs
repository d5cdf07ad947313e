//! What a study may take, on the screen: the forecast at the run key, the ceilings in the palette, and a study that closed.

use super::fixture::Bench;
use super::studies::{asked, finished, written};
use crate::pipeline::{Forecast, Takes};
use crate::study::{Ceilings, Command, Event, SectionId};
use crate::tui::app::Effect;

#[test]
fn the_run_key_says_what_writing_is_likely_to_take_as_far_as_there_is_room() {
    let takes = |tokens, cost| Takes {
        tokens,
        cost: Some(cost),
        time: None,
    };
    let mut bench = Bench::new(200, 60, &asked());
    bench.forecast = Some(Forecast {
        writing: takes(9_000, 0.09),
        usual: takes(11_000, 0.12),
        most: takes(40_000, 0.40),
    });
    bench.press("0");
    let all = "enter write the brief (~11k tokens, ~$0.12; 40k, $0.40 if much is wrong)";
    for (width, said) in [
        (200, all),
        (120, all),
        (100, "enter write the brief (~11k tokens, ~$0.12)"),
        (80, "enter write the brief (~$0.12)"),
        (60, "enter write the brief (~$0.12)"),
    ] {
        bench.resize(width, 30);
        let screen = bench.screen();
        assert!(screen.contains(said), "{width}: {screen}");
        assert!(screen.contains("help"), "{width}: {screen}");
    }
}

#[test]
fn ceilings_are_set_from_the_palette_and_a_slip_is_explained() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("^P");
    bench.write("tokens, cost");
    bench.press("enter");
    assert!(bench.screen().contains("So far:"), "{}", bench.screen());
    bench.write("lots");
    assert_eq!(bench.press("enter"), []);
    assert!(
        bench.screen().contains("is not a limit"),
        "{}",
        bench.screen()
    );
    for _ in 0..4 {
        bench.press("^H");
    }
    bench.write("20k, $1.5");
    let ceilings = Ceilings {
        tokens: Some(20_000),
        cost: Some(1.5),
        seconds: None,
    };
    let set = Effect::Execute(Command::SetBudget { ceilings });
    assert_eq!(bench.press("enter"), [set]);
    // What is set already is shown, and gives way to what is typed.
    bench.press("^P");
    bench.write("tokens, cost");
    bench.press("enter");
    assert!(
        bench.screen().contains("20000 tokens, $1.50"),
        "{}",
        bench.screen()
    );
    bench.write("70k");
    let ceilings = Ceilings {
        tokens: Some(70_000),
        ..Ceilings::default()
    };
    let set = Effect::Execute(Command::SetBudget { ceilings });
    assert_eq!(bench.press("enter"), [set]);
}

#[test]
fn a_study_that_closed_says_which_ceiling_it_met_and_where_to_raise_it() {
    let mut events = finished();
    events.push(Event::BudgetReached {
        why: "900 of 1000 tokens are spent, and the next step takes about 400".to_owned(),
        of: None,
    });
    let mut bench = Bench::new(120, 30, &events);
    let screen = bench.screen();
    assert!(
        screen.contains("the budget is reached (900 of 1000 tokens")
            && screen.contains("^P budget"),
        "{screen}"
    );
    // The way on is told where there is no room for the reason.
    bench.resize(80, 24);
    let screen = bench.screen();
    assert!(
        screen.contains("the budget is reached: ^P budget sets another"),
        "{screen}"
    );
}

#[test]
fn a_part_that_is_far_too_long_is_offered_to_be_tightened() {
    let mut events = finished();
    events.push(Event::WriterChosen {
        writer: "lab/m".to_owned(),
    });
    events.push(written(2, &"Sales fell again [1]. ".repeat(300)));
    let mut bench = Bench::new(120, 30, &events);
    let aimed = bench.study.framework.sections[2].words;
    bench.press("3 G");
    let offer = format!("S tightens it to {aimed} words");
    assert!(bench.screen().contains(&offer), "{}", bench.screen());
    bench.press("S");
    let effects = bench.press("enter");
    let [
        Effect::Execute(Command::Steer { sections, text, .. }),
        Effect::KeepWords(_),
    ] = effects.as_slice()
    else {
        panic!("an instruction: {effects:?}");
    };
    assert_eq!(*sections, [SectionId(2)]);
    assert!(text.contains(&format!("to {aimed} words")), "{text}");
}
