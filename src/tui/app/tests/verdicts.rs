//! Verdicts on the screen: as text streams, why they are so, and what can be done about them.

use std::time::Duration;

use super::fixture::Bench;
use super::screens::pictures;
use super::studies::{checked, claim, finished, started, two_written, written};
use crate::pipeline::{Assessing, Costs, CycleForecast, Price};
use crate::study::{
    Claim, Command, DocumentId, Event, Halt, Partial, PassageId, SectionId, Verdict,
};
use crate::tui::app::Effect;
use crate::tui::view::{About, Disagreement, Ledger, Level, Marked, Notice, Side, SteeringCosts};

const STREAMED: &str =
    "A second line pays back in 4.1 years [1]. It was built in 1999 [2]. Hold capac";

fn streaming(bench: &mut Bench) {
    let claim = |text: &str, verdict| Claim {
        text: text.to_owned(),
        citations: vec![1],
        verdict,
        reason: String::new(),
        evidence: None,
        more: Vec::new(),
    };
    bench.marked = Some(Marked {
        section: SectionId(2),
        claims: vec![
            claim(
                "A second line pays back in 4.1 years [1].",
                Verdict::Supported,
            ),
            claim("It was built in 1999 [2].", Verdict::Contradicted),
        ],
    });
    bench.press("3");
    bench.wait(Duration::from_secs(3));
    bench.stream(2, STREAMED);
}

fn disagreeing(bench: &mut Bench) {
    let side = |document, text: &str| Side {
        document: DocumentId(document),
        passage: PassageId(document),
        span: 0..text.len(),
        text: text.to_owned(),
    };
    bench.ledger = Ledger {
        entries: vec![Disagreement {
            kind: crate::check::ConflictKind::SpreadOfEstimates,
            a: side(1, "About 2.2 million units were sold."),
            b: side(2, "An estimated 1.9 million units were sold."),
        }],
        compared: 3,
        all: 3,
    };
}

#[test]
fn marks_stand_beside_what_has_streamed() {
    pictures("marked", &two_written(), streaming);
    let mut bench = Bench::new(100, 30, &two_written());
    streaming(&mut bench);
    let screen = bench.screen();
    assert!(
        screen.contains("checked so far: ✓ 1 supported, ! 1 contradicted"),
        "{screen}"
    );
}

#[test]
fn what_was_checked_before_a_text_was_cut_is_counted_once_when_it_goes_on() {
    let sentences = ["Costs fell [1].", "Unit sales fell [2]."];
    let claims = sentences.map(|text| claim(text, Verdict::Unsupported, Some(1)));
    let mut events = started();
    events.push(Event::StepHalted {
        section: SectionId(0),
        partial: Partial {
            text: sentences[0].to_owned(),
            ..Partial::default()
        },
        halt: Halt::Stopped,
    });
    events.push(checked(0, vec![claims[0].clone()]));
    events.push(Event::CycleResumed);
    let mut bench = Bench::new(100, 30, &events);
    bench.marked = Some(Marked {
        section: SectionId(0),
        claims: claims.to_vec(),
    });
    bench.stream(0, &sentences.join(" "));
    let screen = bench.screen();
    assert!(
        screen.contains("checked so far: ✗ 2 unsupported"),
        "{screen}"
    );
}

#[test]
fn an_item_of_a_list_has_its_verdict_and_its_word_in_its_own_row() {
    let items = [
        ("- Charging takes 3 hours [1].", Verdict::Partial),
        ("- The range is 300 km [2].", Verdict::Contradicted),
        ("1. A bus costs 290,000 euros [1].", Verdict::Supported),
        ("2. The depot was built in 1999 [2].", Verdict::Unsupported),
    ];
    let claims = items.map(|(text, verdict)| Claim {
        text: text.to_owned(),
        citations: vec![1],
        verdict,
        reason: String::new(),
        evidence: None,
        more: Vec::new(),
    });
    let text = items.map(|(text, _)| text);
    let text = format!(
        "{}\n{}\n\n{}\n{}\n\nHold capac",
        text[0], text[1], text[2], text[3]
    );
    let mut bench = Bench::new(100, 30, &two_written());
    bench.marked = Some(Marked {
        section: SectionId(2),
        claims: claims.to_vec(),
    });
    bench.press("3");
    bench.stream(2, &text);
    let screen = bench.screen();
    let row = |screen: &str, part: &str| {
        let row = screen.lines().find(|line| line.contains(part));
        row.unwrap_or_else(|| panic!("{part} in {screen}"))
            .to_owned()
    };
    for (part, word) in [
        ("Charging takes", "½ partial"),
        ("The range is", "! contradicted"),
        ("The depot was", "✗ unsupported"),
    ] {
        assert!(row(&screen, part).contains(word), "{screen}");
    }
    bench.press("!");
    let screen = bench.screen();
    assert!(row(&screen, "Charging takes").contains('>'), "{screen}");
    bench.press("!");
    let screen = bench.screen();
    assert!(row(&screen, "The range is").contains('>'), "{screen}");
}

/// A screen with a section that says two sentences, as they were checked.
fn two_sentences(keys: &str, first: (&str, Verdict), second: (&str, Verdict)) -> String {
    let mut events = two_written();
    events.push(written(2, &format!("{} {}", first.0, second.0)));
    let claims = [(first, 2), (second, 1)];
    let claims = claims.map(|((text, verdict), number)| claim(text, verdict, Some(number)));
    events.push(checked(2, claims.to_vec()));
    let mut bench = Bench::new(80, 24, &events);
    bench.press(keys);
    bench.screen()
}

#[test]
fn a_sentence_that_began_above_the_page_has_its_mark_at_the_top_of_it() {
    let long = format!("The range {}is 300 km [2].", "of the new bus ".repeat(120));
    let screen = two_sentences(
        "3 G",
        (&long, Verdict::Contradicted),
        ("Costs fell [1].", Verdict::Supported),
    );
    assert!(!screen.contains("The range"), "{screen}");
    let mut rows = screen.lines().filter(|row| row.contains("the new bus"));
    let top = rows.next().expect("the sentence");
    assert!(top.starts_with(" !  "), "{screen}");
    assert!(rows.all(|row| !row.contains('!')), "{screen}");
}

#[test]
fn what_is_said_of_a_sentence_does_not_stand_behind_or_before_another() {
    let first =
        "Costs fell by a third in the year that ended in June, as each bus ran more hours [2].";
    let second = "The range is 300 km [1].";
    let shared = |screen: &str| {
        let row = screen.lines().find(|row| row.contains("The range is"));
        row.expect("the row of both").to_owned()
    };
    let screen = two_sentences(
        "3",
        (first, Verdict::Contradicted),
        (second, Verdict::Supported),
    );
    assert!(screen.contains(" !> Costs fell"), "{screen}");
    assert!(shared(&screen).starts_with("  ✓"), "{screen}");
    assert!(!shared(&screen).contains("contradicted"), "{screen}");
    let screen = two_sentences(
        "3",
        (first, Verdict::Supported),
        (second, Verdict::Contradicted),
    );
    assert!(shared(&screen).contains("! contradicted"), "{screen}");
}

#[test]
fn the_marks_of_a_row_keep_the_order_of_its_sentences_wherever_the_cursor_is() {
    for (keys, gutter) in [("2", " ✓! "), ("3", " ✓!>"), ("3 j", " ✓!>")] {
        let screen = two_sentences(
            keys,
            ("Costs fell [2].", Verdict::Supported),
            ("The range is 300 km [1].", Verdict::Contradicted),
        );
        let row = format!("{gutter}Costs fell");
        assert!(screen.contains(&row), "{keys}: {screen}");
    }
}

#[test]
fn several_sources_are_told_behind_another_sentence_that_has_one() {
    let row = |first: (&str, &[u32]), second: (&str, &[u32])| {
        let mut events = two_written();
        for event in &mut events {
            if let Event::EvidenceAdded { document } = event {
                // Other texts are other sources.
                document.hash.clone_from(&document.title);
            }
        }
        events.push(written(2, &format!("{} {}", first.0, second.0)));
        let claims = [first, second].map(|(text, citations)| Claim {
            citations: citations.to_vec(),
            ..claim(text, Verdict::Supported, None)
        });
        events.push(checked(2, claims.to_vec()));
        let mut bench = Bench::new(80, 24, &events);
        bench.press("3");
        let screen = bench.screen();
        let row = screen.lines().find(|row| row.contains("Costs fell"));
        row.expect("the row of both").to_owned()
    };
    let one = ("The range is 300 km [1].", &[1][..]);
    let three = ("The range is 300 km [1][2][3].", &[1, 2, 3][..]);
    let told = row(("Costs fell [1][2].", &[1, 2]), one);
    assert!(told.ends_with(" 2 sources"), "{told}");
    let told = row(("Costs fell [2].", &[2]), one);
    assert!(!told.contains("source"), "{told}");
    let told = row(("Costs fell [1][2].", &[1, 2]), three);
    assert!(told.ends_with(" 3 sources"), "it is the last one's: {told}");
}

#[test]
fn why_a_claim_has_its_verdict() {
    pictures("why", &finished(), |bench| {
        bench.press("! v");
    });
}

#[test]
fn a_sentence_that_is_to_be_fixed() {
    pictures("fix", &finished(), |bench| {
        bench.press("! x");
    });
}

#[test]
fn what_sources_disagree_on() {
    pictures("conflicts", &finished(), |bench| {
        disagreeing(bench);
        bench.press("C j");
    });
}

#[test]
fn either_side_of_a_disagreement_opens() {
    let mut bench = Bench::new(100, 30, &finished());
    disagreeing(&mut bench);
    for (keys, expected) in [("C enter", 1), ("j enter", 2)] {
        let effects = bench.press(keys);
        assert!(
            matches!(effects.as_slice(), [Effect::LoadPassage { passage, .. }] if passage.0 == expected),
            "{effects:?}"
        );
    }
}

#[test]
fn problems_are_stepped_through_in_both_directions() {
    let mut bench = Bench::new(100, 30, &finished());
    let mut said = |keys: &str| {
        bench.press(keys);
        let screen = bench.screen();
        let mut lines = screen.lines().map(str::trim);
        let notice = lines.find(|line| line.starts_with("(!)"));
        notice.unwrap_or_default().to_owned()
    };
    for (key, place, verdict) in [
        ("!", "1 of 4", "partial"),
        ("!", "2 of 4", "contradicted"),
        ("@", "1 of 4", "partial"),
        ("@", "4 of 4, from the end", "unsupported"),
    ] {
        let notice = said(key);
        assert!(
            notice.contains(place) && notice.contains(verdict),
            "{notice}"
        );
    }
}

#[test]
fn fixing_a_claim_is_an_instruction_with_the_reason_in_it() {
    let mut bench = Bench::new(100, 30, &finished());
    let effects = bench.press("! ! x enter");
    let [
        Effect::ReckonSteering,
        Effect::Execute(Command::Steer {
            sections,
            text,
            claim: Some(claim),
        }),
        Effect::KeepWords(_),
    ] = effects.as_slice()
    else {
        panic!("{effects:?}");
    };
    assert_eq!(sections, &[SectionId(1)]);
    assert!(
        text.contains(&format!("is contradicted: {}", claim.reason)),
        "{text}"
    );
}

#[test]
fn what_was_typed_about_a_sentence_is_gone_on_with_there_and_what_is_offered_is_offered_again() {
    let mut events = finished();
    events.push(Event::WriterChosen {
        writer: "acme/m".to_owned(),
    });
    let mut bench = Bench::new(100, 30, &events);
    bench.press("! ! x");
    bench.write(" Say which year");
    let effects = bench.press("!");
    let [Effect::KeepWords(words)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    bench.press("esc");
    let screen = bench.screen();
    assert!(screen.contains("what you typed is kept: x"), "{screen}");
    bench.words = vec![words.clone()];
    bench.press("x");
    let screen = bench.screen();
    assert!(screen.contains("Say which year!"), "{screen}");
    // Another sentence has words of its own.
    bench.press("esc ! x");
    let screen = bench.screen();
    assert!(!screen.contains("Say which year"), "{screen}");
}

#[test]
fn the_built_in_writer_is_shown_what_is_wrong_and_no_instruction() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("! ! x");
    let screen = bench.screen();
    assert!(screen.contains("reads no instructions"), "{screen}");
    assert!(!screen.contains("Please"), "{screen}");
    assert!(screen.contains("enter ask for it"), "{screen}");
}

#[test]
fn what_an_instruction_takes_stands_where_it_is_typed() {
    let mut events = finished();
    events.push(Event::WriterChosen {
        writer: "acme/m".to_owned(),
    });
    let mut bench = Bench::new(100, 30, &events);
    bench.press("1 S");
    assert!(bench.screen().contains("Estimating the cost"));
    let costs = |prompt, repeated, reply| Costs {
        prompt,
        repeated,
        reply,
    };
    bench.steering = Some(SteeringCosts {
        each: CycleForecast {
            sections: vec![(SectionId(0), costs(2_000, 0, 250))],
        },
        all: CycleForecast {
            sections: vec![
                (SectionId(0), costs(2_000, 0, 250)),
                (SectionId(1), costs(4_000, 2_200, 250)),
            ],
        },
        assessing: Some(Assessing {
            call: 3_000,
            criticises: true,
            judges: true,
            doubted: vec![SectionId(1)],
            ..Assessing::default()
        }),
        price: Some(Price {
            input: 2.0,
            cached: 0.5,
            output: 10.0,
        }),
    });
    let takes = |bench: &mut Bench, known: &str| {
        bench.draw();
        let screen = bench.screen();
        assert!(screen.contains(known), "{known} in {screen}");
    };
    takes(&mut bench, "Takes about 2,250 tokens, ~$0.0065");
    takes(&mut bench, "judging it about 3,000");
    bench.press("tab");
    takes(&mut bench, "Takes about 6,500 tokens, ~$0.01");
    // The critic reads what the checker doubts.
    takes(&mut bench, "checking and judging it about 6,000");
    // Each section is told what is typed.
    bench.press("a b c d e");
    takes(&mut bench, "Takes about 6,504 tokens");
}

#[test]
fn the_built_in_writer_says_that_it_cannot_be_steered() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 S");
    assert!(bench.screen().contains("cannot follow instructions"));
}

#[test]
fn a_notice_names_the_key_that_an_action_has() {
    let mut bench = Bench::new(100, 30, &finished());
    let text = "cut short: {retry} goes on, {no-such-action} {stays}".to_owned();
    bench.app.notify(Notice::new(Level::Info, text));
    let screen = bench.screen();
    assert!(
        screen.contains("cut short: r goes on, {no-such-action} {stays}"),
        "{screen}"
    );
}

#[test]
fn what_is_there_again_is_no_longer_said_to_be_gone() {
    let mut bench = Bench::new(100, 30, &finished());
    for (level, about, text) in [
        (Level::Warning, About::Gone, "Notes no longer exists"),
        (Level::Info, About::Back, "Notes is there again"),
    ] {
        let notice = Notice::new(level, text.to_owned());
        bench.app.notify(Notice { about, ..notice });
    }
    let screen = bench.screen();
    assert!(screen.contains("Notes is there again"), "{screen}");
    bench.press("j");
    let screen = bench.screen();
    assert!(!screen.contains("no longer exists"), "{screen}");
}

#[test]
fn what_came_and_what_went_at_once_are_told_together() {
    let mut bench = Bench::new(140, 30, &finished());
    let news = "watched changed: 2 sentences touched; {update-brief} shows what it takes";
    for (level, about, text) in [
        (Level::Warning, About::Gone, "Notes no longer exists"),
        (Level::Info, About::News, news),
    ] {
        let notice = Notice::new(level, text.to_owned());
        bench.app.notify(Notice { about, ..notice });
    }
    let screen = bench.screen();
    for told in ["Notes no longer exists", "2 sentences touched; U shows"] {
        assert!(screen.contains(told), "{screen}");
    }
}

#[test]
fn a_row_of_a_table_that_cites_says_that_it_was_not_checked() {
    let mut events = two_written();
    let text = "Costs fell [1].\n\n| bus | price |\n|---|---|\n| diesel | 9 [2] |\n| none | 0 |";
    events.push(written(2, text));
    events.push(checked(
        2,
        vec![claim("Costs fell [1].", Verdict::Supported, Some(1))],
    ));
    let mut bench = Bench::new(100, 30, &events);
    bench.press("3 G");
    let screen = bench.screen();
    for row in [" ·  diesel │ 9 [2]", "    none   │ 0"] {
        assert!(screen.contains(row), "{row}: {screen}");
    }
}

#[test]
fn a_model_that_stopped_sending_is_waited_for() {
    let mut bench = Bench::new(100, 30, &two_written());
    bench.stream(2, STREAMED);
    assert!(bench.screen().contains("streaming"), "{}", bench.screen());
    bench.wait(Duration::from_secs(12));
    bench.draw();
    let screen = bench.screen();
    assert!(screen.contains("waiting 12 s for the model"), "{screen}");
    assert!(!screen.contains("streaming"), "{screen}");
}

#[test]
fn in_the_list_of_sources_the_key_for_why_opens_what_rests_on_the_source() {
    let mut bench = Bench::new(100, 30, &finished());
    let effects = bench.press("6 v");
    assert!(
        matches!(effects.as_slice(), [Effect::LoadDocument(_)]),
        "{effects:?}"
    );
}
