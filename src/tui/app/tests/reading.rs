//! Moving through the brief, and staying where one is while it is written.

use ratatui::style::Modifier;

use super::fixture::{Bench, long};
use super::studies::{finished, passage, started, two_written, written};
use crate::study::{DocumentId, Event, RunCause, RunPlan, SectionId};
use crate::tui::app::Effect;
use crate::tui::ui::Pane;

#[test]
fn the_end_of_a_stream_stays_in_view_until_the_reader_scrolls_up() {
    let mut bench = Bench::new(100, 30, &started());
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.stream(0, &long(60));
    assert!(bench.screen().contains("Line 060"));
    assert!(bench.screen().contains("following"));

    bench.press("^U");
    let held = bench.screen();
    assert!(!held.contains("Line 060"));
    assert!(held.contains("new line"));
}

#[test]
fn the_reading_position_stays_while_text_streams_and_when_it_is_done() {
    let mut bench = Bench::new(100, 30, &started());
    bench.press("1");
    bench.stream(0, &long(40));
    bench.press("g ^D");
    let row = bench.row_of("Line 010");
    bench.stream(0, &long(80));
    assert_eq!(bench.row_of("Line 010"), row);
    bench.live = None;
    bench.apply(&written(0, &long(80)));
    assert_eq!(bench.row_of("Line 010"), row);
    bench.stream(1, &long(50));
    assert_eq!(bench.row_of("Line 010"), row);
}

#[test]
fn nothing_scrolls_when_a_followed_text_is_complete() {
    let mut bench = Bench::new(100, 30, &started());
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.stream(0, &long(60));
    let row = bench.row_of("Line 055");
    bench.live = None;
    bench.apply(&written(0, &long(60)));
    assert_eq!(bench.row_of("Line 055"), row);
}

#[test]
fn what_the_built_in_writer_writes_is_read_from_its_beginning() {
    let mut bench = Bench::new(100, 30, &started());
    bench.press("1");
    bench.live = None;
    bench.app.ui.reading.follow = true;
    bench.app.ui.awaited.clear();
    bench.stream(0, &long(60));
    let row = bench.row_of("Line 001");
    assert!(bench.screen().contains("new lines"), "{}", bench.screen());
    bench.live = None;
    bench.apply(&written(0, &long(60)));
    assert_eq!(bench.row_of("Line 001"), row);
}

#[test]
fn what_a_model_writes_is_followed_from_its_first_word() {
    let mut events = started();
    events.push(Event::WriterChosen {
        writer: "acme/m".to_owned(),
    });
    let mut bench = Bench::new(100, 30, &events);
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.app.ui.awaited.clear();
    bench.stream(0, &long(60));
    assert!(bench.screen().contains("Line 060"), "{}", bench.screen());
}

#[test]
fn a_study_that_is_opened_begins_at_its_top_with_its_first_sentence() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(width, height, &finished());
        let before = bench.screen();
        assert!(before.contains("Unit sales in"), "{before}");
        assert_eq!(bench.app.ui.focus, Pane::Section(0));
        assert!(!bench.app.ui.reading.follow || bench.live.is_none());
    }
}

#[test]
fn from_a_passage_n_and_p_lead_to_the_next_citation_and_the_one_before() {
    // A run that is over leaves `p` free.
    let mut events = finished();
    events.push(Event::RunBegun {
        plan: RunPlan::default(),
        cause: RunCause::Asked,
    });
    let pressed = |key: &str| {
        let mut bench = Bench::new(100, 30, &events);
        bench.press("1 ] ] enter");
        bench.passage_loaded(passage());
        bench.press(key)
    };
    for (key, as_in_the_brief) in [("n", "]"), ("p", "["), ("N", "[")] {
        let effects = pressed(key);
        assert!(!effects.is_empty(), "{key}");
        assert_eq!(effects, pressed(as_in_the_brief), "{key}");
    }
}

#[test]
fn on_a_desk_the_passage_of_the_first_sentence_is_there_before_any_key() {
    let mut bench = Bench::new(160, 48, &finished());
    let effects = bench.catch_up();
    assert!(
        matches!(effects[..], [Effect::LoadPassage { .. }]),
        "{effects:?}"
    );
    assert_eq!(bench.catch_up(), [], "once");
}

#[test]
fn on_a_desk_the_passage_comes_to_the_sentence_that_a_followed_text_ended_at() {
    let mut bench = Bench::new(160, 48, &two_written());
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.stream(2, &long(60));
    assert_eq!(bench.catch_up(), [], "while it is being written");
    bench.live = None;
    for mut event in finished().into_iter().skip(two_written().len()) {
        // Its first sentence cites nothing by itself.
        if let Event::ClaimsChecked { claims, .. } = &mut event
            && let [first, .., last] = &mut claims[..]
        {
            first.citations.clone_from(&last.citations);
            first.evidence.clone_from(&last.evidence);
        }
        bench.apply(&event);
    }
    assert_eq!(bench.app.ui.focus, Pane::Section(2));
    let effects = bench.catch_up();
    assert!(
        matches!(
            effects[..],
            [Effect::LoadPassage { .. } | Effect::LoadDocument(_)]
        ),
        "{effects:?}"
    );
    assert_eq!(bench.catch_up(), [], "once");
}

#[test]
fn the_last_lines_are_in_view_though_they_came_with_the_end() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(width, height, &two_written());
        bench.press("1");
        bench.app.ui.reading.follow = true;
        bench.stream(2, &long(60));
        bench.live = None;
        bench.apply(&written(2, &long(80)));
        let screen = bench.screen();
        assert!(screen.contains("Line 080"), "{screen}");
        assert_eq!(bench.app.ui.focus, Pane::Section(2));
    }
}

#[test]
fn a_reader_who_scrolled_away_is_not_moved_when_the_writing_ends() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(width, height, &two_written());
        bench.press("1");
        bench.stream(2, &long(60));
        bench.press("G ^U ^U");
        let first = |screen: String| {
            screen
                .split_once("Line ")
                .map(|(_, line)| line[..3].to_owned())
        };
        let before = first(bench.screen());
        bench.live = None;
        bench.apply(&written(2, &long(80)));
        let after = bench.screen();
        assert!(before.is_some() && !after.contains("Line 080"), "{after}");
        assert_eq!(first(after), before, "{width}x{height}");
    }
}

#[test]
fn the_reason_of_a_step_that_fails_without_a_word_is_in_view_too() {
    let mut bench = Bench::new(80, 24, &started());
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.stream(0, &long(60));
    bench.live = None;
    bench.study.apply(&written(0, &long(60)));
    bench.apply(&crate::study::Event::StepHalted {
        section: SectionId(1),
        partial: crate::study::Partial {
            text: String::new(),
            why: "the server is away".to_owned(),
            ..crate::study::Partial::default()
        },
        halt: crate::study::Halt::Failed,
    });
    let screen = bench.screen();
    assert!(screen.contains("! the server is away"), "{screen}");
    assert!(screen.contains("not written · r tries again"), "{screen}");
}

#[test]
fn the_tab_and_the_header_name_the_section_in_view() {
    let mut bench = Bench::new(60, 15, &two_written());
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.stream(2, &long(40));
    assert!(bench.screen().contains("3/3 Resolution"));
    bench.press("g");
    assert!(bench.screen().contains("1/3 Situation"));
    bench.live = None;
    bench.apply(&written(2, &long(40)));
    bench.press("G");
    assert!(bench.screen().contains("3/3 Resolution"));
    bench.resize(80, 24);
    let highlighted = ratatui::style::Modifier::REVERSED;
    assert!(bench.modifiers_of("3 R").contains(highlighted));
    assert!(!bench.modifiers_of("1 S").contains(highlighted));
    bench.press("/");
    bench.write("Unit sales");
    bench.press("enter");
    assert!(bench.modifiers_of("1 S").contains(highlighted));
}

#[test]
fn a_resize_keeps_what_stands_at_the_top() {
    let mut bench = Bench::new(160, 48, &started());
    bench.apply(&written(0, &long(100)));
    bench.press("1 ^D ^D ^D");
    let at_top = bench.app.ui.reading.anchor;
    let screen = bench.screen();
    let (_, after) = screen.split_once("Line ").expect("a line");
    let number = format!("Line {}", &after[..3]);
    for (width, height) in [(100, 30), (80, 24), (60, 15), (160, 48)] {
        bench.resize(width, height);
        let screen = bench.screen();
        let first = screen.split_once("Line ").expect("a line").1;
        assert_eq!(&first[..3], &number[5..], "{width}x{height}");
        assert_eq!(bench.app.ui.reading.anchor, at_top);
    }
}

#[test]
fn sections_citations_and_problems_are_stepped_through() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("}");
    assert_eq!(bench.app.ui.focus, Pane::Section(1));
    bench.press("{ ] ] ]");
    let cursor = bench.app.ui.reading.cursor.clone().expect("a citation");
    assert_eq!((cursor.section, cursor.number), (1, Some(3)));
    bench.press("[");
    let cursor = bench.app.ui.reading.cursor.clone().expect("a citation");
    assert_eq!((cursor.section, cursor.number), (0, Some(2)));
    bench.press("!");
    assert!(
        bench
            .screen()
            .contains("contradicted: the numbers are compared")
    );
}

#[test]
fn enter_opens_the_evidence_of_the_claim_under_the_cursor() {
    let mut bench = Bench::new(100, 30, &finished());
    let effects = bench.press("] enter");
    assert!(
        matches!(&effects[..], [Effect::LoadPassage { marked: Some(quote), .. }] if quote.number == Some(1)),
        "{effects:?}"
    );
    bench.passage_loaded(passage());
    assert!(bench.screen().contains("[1] Market report 2025, p.14"));
    bench.press("esc");
    assert!(!bench.screen().contains("p.14"));
}

#[test]
fn a_citation_without_a_checked_claim_opens_its_document() {
    let mut bench = Bench::new(100, 30, &two_written());
    assert_eq!(
        bench.press("] ] enter"),
        [Effect::LoadDocument(DocumentId(2))]
    );
}

#[test]
fn on_a_desk_the_passage_follows_the_citation() {
    let mut bench = Bench::new(160, 48, &finished());
    let effects = bench.press("]");
    assert!(matches!(effects[..], [Effect::LoadPassage { .. }]));
    bench.passage_loaded(passage());
    assert!(bench.app.ui.layers.is_empty());
    assert!(
        bench
            .screen()
            .contains("Passage [1] Market report 2025, p.14")
    );
    assert_eq!(bench.press("6 down").len(), 1);
    // The source that is selected then has none that could be shown.
    bench.app.passage_missing();
    assert!(!bench.screen().contains("Passage [1]"));
}

#[test]
fn a_search_goes_round_all_matches_and_says_which_one_this_is() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("/");
    bench.write("markets");
    bench.press("enter");
    assert!(bench.screen().contains("[1/3]"));
    bench.press("n n");
    assert!(bench.screen().contains("[3/3]"));
    bench.press("n");
    assert!(bench.screen().contains("[1/3]"));
    bench.press("N");
    assert!(bench.screen().contains("[3/3]"));
    bench.press("esc");
    assert!(!bench.screen().contains("/markets"));
}

#[test]
fn a_search_finds_the_brief_also_where_another_pane_has_the_screen_to_itself() {
    for (width, height) in [(80, 24), (60, 15)] {
        let mut bench = Bench::new(width, height, &finished());
        bench.press("6 /");
        bench.write("markets");
        bench.press("enter");
        let screen = bench.screen();
        assert!(screen.contains("[1/3]"), "{screen}");
        assert!(screen.contains("Unit sales"), "{screen}");
    }
}

#[test]
fn zoom_takes_the_whole_screen_and_gives_it_back() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("z");
    let zoomed = bench.screen();
    assert!(!zoomed.contains("Judge") && zoomed.contains("\nUnit sales in"));
    bench.press("esc");
    assert!(bench.screen().contains("Judge"));
}

#[test]
fn a_search_goes_through_all_panes_and_marks_what_it_finds() {
    let mut bench = Bench::new(160, 48, &finished());
    bench.press("/");
    bench.write("outlook");
    bench.press("enter");
    assert_eq!(bench.app.ui.focus, Pane::Evidence);
    assert!(bench.screen().contains("/outlook [1/1]"));
    assert!(bench.modifiers_of("Outlook").contains(Modifier::UNDERLINED));
    bench.press("esc 1 /");
    bench.write("nowhere to be found");
    bench.press("enter");
    assert!(bench.screen().contains("is not in the brief"));
}

#[test]
fn the_page_of_a_passage_lists_what_else_rests_on_its_source_and_leads_there() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("] enter");
    bench.passage_loaded(passage());
    let screen = bench.screen();
    assert!(screen.contains("of the brief on this source"), "{screen}");
    assert!(screen.contains("1 of 3"), "{screen}");
    let before = bench.app.ui.reading.cursor.clone().expect("a citation");
    let effects = bench.press("tab");
    assert!(
        matches!(
            effects.as_slice(),
            [Effect::LoadPassage { .. } | Effect::LoadDocument(_)]
        ),
        "{effects:?}"
    );
    let after = bench.app.ui.reading.cursor.clone().expect("a citation");
    assert_eq!(before.number, after.number);
    assert!((before.section, before.source.start) < (after.section, after.source.start));
    bench.press("tab tab");
    assert_eq!(bench.app.ui.reading.cursor, Some(before), "round and round");
}

#[test]
fn the_reader_stays_at_their_sentence_when_text_comes_in_above_and_below_it() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 j");
    let at = |bench: &Bench| {
        let cursor = bench.app.ui.reading.cursor.clone().expect("a sentence");
        bench.study.sections[0].accepted()[cursor.source].to_owned()
    };
    let before = at(&bench);
    let text = bench.study.sections[0].accepted();
    let text = format!("A newer source disagrees [2]. {text} More is to come [1].");
    bench.apply(&Event::SectionEdited {
        section: SectionId(0),
        text,
    });
    assert_eq!(at(&bench), before);
}

#[test]
fn a_citation_that_names_no_source_opens_none_and_is_no_use_of_one_that_has_its_number_by_now() {
    let mut events = finished();
    let given_later = "The order book is full [2?]. It was so before [2].";
    events.push(written(0, given_later));
    let mut bench = Bench::new(100, 30, &events);
    assert_eq!(bench.press("1 ] enter"), []);
    let screen = bench.screen();
    assert!(
        screen.contains("[2?] names no source that the writer was given"),
        "{screen}"
    );
    assert!(screen.contains("[2] came later"), "{screen}");
    bench.press("]");
    assert_eq!(bench.press("enter").len(), 1);
}
