//! The palette: what is offered, what it is called, why some of it would do nothing; and the window of statistics, which is reached from it.

use super::fixture::Bench;
use super::screens::journal;
use super::studies::{asked, finished, grown, revised};
use crate::pipeline::{Price, Prices};
use crate::study::{Event, PassageId, Provenance, Revision, SectionId, Study, Timestamp, Usage};
use crate::tui::app::Effect;
use crate::tui::view::FoundPassage;

fn palette(bench: &mut Bench, typed: &str) -> String {
    bench.press("^P");
    bench.write(typed);
    bench.screen()
}

/// The row of the palette that names a command.
fn row(screen: &str, title: &str) -> String {
    let row = screen.lines().find(|line| line.contains(title));
    row.unwrap_or_else(|| panic!("{title}: {screen}"))
        .to_owned()
}

#[test]
fn what_people_call_things_finds_them() {
    for (typed, first) in [
        ("statistics", "see calls, tokens, cost and time"),
        ("usage", "see calls, tokens, cost and time"),
        ("money", "see calls, tokens, cost and time"),
        ("save", "write the brief to a file"),
        ("exit", "go back, or quit"),
        ("upload", "add files, folders or pages as evidence"),
        ("compare", "see every text that the brief has had"),
        ("rollback", "see every text that the brief has had"),
        ("bibliography", "go to pane 6, the evidence"),
        ("dark mode", "choose the theme"),
        (
            "approve everything",
            "accept every undecided change of the whole draft",
        ),
        ("fact check", "see why this sentence has its verdict"),
        ("fullscreen", "fill the screen with this pane"),
        ("revert", "undo the last change"),
        ("ollama", "choose who writes"),
        ("settings", "see the settings in force"),
        ("preferences", "see the settings in force"),
    ] {
        let mut bench = Bench::new(100, 30, &finished());
        let screen = palette(&mut bench, typed);
        assert!(screen.contains(&format!("> {first}")), "{typed}: {screen}");
    }
}

#[test]
fn the_settings_are_said_to_be_where_they_are() {
    let mut bench = Bench::new(160, 48, &finished());
    bench.app.ui.config = "/srv/ann/tercet/config.toml".to_owned();
    palette(&mut bench, "settings");
    bench.press("enter j j");
    let screen = bench.screen();
    assert!(
        screen.contains("for good in /srv/ann/tercet/config.toml"),
        "{screen}"
    );
}

#[test]
fn where_no_change_waits_it_is_said_what_there_is_and_what_leads_to_some() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("5 z");
    assert!(
        bench.screen().contains("+ adds evidence"),
        "{}",
        bench.screen()
    );

    let mut bench = Bench::new(100, 30, &grown());
    bench.press("5 z");
    let screen = bench.screen();
    assert!(
        screen.contains("none yet: new evidence waits") && screen.contains("U brings in"),
        "{screen}"
    );

    // The review opens, and shows what was decided.
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R A enter q 5 z");
    let screen = bench.screen();
    assert!(
        screen.contains("every change is decided") && screen.contains("R shows"),
        "{screen}"
    );
    let screen = palette(&mut bench, "review the");
    assert!(row(&screen, "review the proposed").contains("every change is decided"));
}

#[test]
fn on_a_narrow_screen_no_two_panes_go_by_one_letter() {
    let mut bench = Bench::new(60, 20, &revised());
    let screen = bench.screen();
    assert!(screen.contains("5 Rev 1  6 Evid"), "{screen}");
    bench.resize(160, 48);
    bench.resize(48, 20);
    assert!(!bench.screen().is_empty());
}

#[test]
fn from_what_was_left_out_the_pages_that_the_evidence_names_are_one_key_away() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("E");
    assert_eq!(bench.press("L"), [Effect::LoadNamedAddresses]);
}

#[test]
fn in_a_list_beside_a_field_the_keys_of_every_list_move() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("K");
    bench.write("sales");
    let found = |passage, title: &str| FoundPassage {
        passage: PassageId(passage),
        number: None,
        title: title.to_owned(),
        place: String::new(),
        snippet: vec![("Sales fell.".to_owned(), false)],
        text: vec![("Sales fell.".to_owned(), false)],
    };
    let all = vec![found(1, "Minutes"), found(2, "Survey")];
    bench.app.sources_found("sales", all);
    bench.press("^N");
    assert!(bench.screen().contains("> Survey"), "{}", bench.screen());
    bench.press("^P");
    assert!(bench.screen().contains("> Minutes"), "{}", bench.screen());
}

fn passage_found(passage: i64, title: &str, said: &str) -> FoundPassage {
    let pieces = || {
        let (before, after) = said.split_once("sales").unwrap_or((said, ""));
        vec![
            (before.to_owned(), false),
            ("sales".to_owned(), true),
            (after.to_owned(), false),
        ]
    };
    let mut text = pieces();
    text.push((
        "\n\nThe passage goes on with what stands behind that.".to_owned(),
        false,
    ));
    FoundPassage {
        passage: PassageId(passage),
        number: Some(1),
        title: title.to_owned(),
        place: "p. 3".to_owned(),
        snippet: pieces(),
        text,
    }
}

#[test]
fn the_search_of_the_sources_is_drawn_at_every_size() {
    super::screens::pictures("search_sources", &finished(), |bench| {
        bench.press("K");
        bench.write("sales");
        let found = vec![
            passage_found(
                1,
                "Minutes",
                "The minutes say that sales fell in all markets.",
            ),
            passage_found(2, "Survey", "In the survey sales are said to rise."),
        ];
        bench.app.sources_found("sales", found);
    });
}

#[test]
fn the_sources_are_searched_as_one_types_and_what_was_found_stays_while_a_word_is_only_begun() {
    let mut bench = Bench::new(160, 48, &finished());
    bench.press("K");
    let looked = bench.press("s a l e s");
    let words: Vec<_> = ["s", "sa", "sal", "sale", "sales"]
        .map(|words| Effect::SearchSources(words.to_owned()))
        .to_vec();
    assert_eq!(looked, words);
    let found = vec![passage_found(
        1,
        "Minutes",
        "The minutes say that sales fell.",
    )];
    // What answers words that are no longer there is nothing to look at.
    bench.app.sources_found("sal", found.clone());
    assert!(!bench.screen().contains("Minutes"));
    bench.app.sources_found("sales", found);
    let screen = bench.screen();
    assert!(screen.contains("1 of 1 passage"), "{screen}");
    assert!(
        screen.contains("The passage goes on with what stands behind that."),
        "all of it beside the list: {screen}"
    );
    // A key that comes before the answer opens nothing that is not for it.
    let effects = bench.press("space f enter");
    assert!(
        effects
            .iter()
            .all(|effect| matches!(effect, Effect::SearchSources(_))),
        "{effects:?}"
    );
    bench.app.sources_found("sales f", vec![]);
    let screen = bench.screen();
    assert!(screen.contains("1 of 1 passage for “sales”"), "{screen}");
    bench.press("space");
    bench.app.sources_found("sales f ", vec![]);
    assert!(
        bench
            .screen()
            .contains("no passage of the sources is about this")
    );
}

#[test]
fn a_command_that_would_do_nothing_says_why_and_one_that_does_something_does_not() {
    let mut bench = Bench::new(100, 30, &finished());
    let screen = palette(&mut bench, "review the");
    assert!(row(&screen, "review the proposed").contains("no changes to review"));
    bench.press("esc");
    let screen = palette(&mut bench, "undecided change of this");
    assert!(
        row(&screen, "accept every").contains("in the review A"),
        "with the key that it has there: {screen}"
    );

    let mut bench = Bench::new(100, 30, &revised());
    let screen = palette(&mut bench, "review the");
    assert!(!row(&screen, "review the proposed").contains("no changes"));
    bench.press("esc R");
    let screen = palette(&mut bench, "undecided change of this");
    assert!(!row(&screen, "accept every").contains("in the review"));

    let mut bench = Bench::new(100, 30, &asked());
    let screen = palette(&mut bench, "write the brief to");
    assert!(row(&screen, "to a file").contains("nothing is written yet"));
}

#[test]
fn the_help_finds_keys_by_other_names_and_says_where_there_is_none() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 ? /");
    bench.write("approve");
    let screen = bench.screen();
    assert!(row(&screen, "accept this change and go").contains("a "));
    assert!(!screen.contains("go down a line"), "{screen}");
    bench.press("esc /");
    bench.write("nothing of the kind");
    assert!(bench.screen().contains("no key for this"));
}

#[test]
fn the_help_finds_what_begins_a_word_and_not_also_what_has_it_within() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 ? /");
    bench.write("revi");
    let screen = bench.screen();
    assert!(screen.contains("review the proposed changes"), "{screen}");
    assert!(!screen.contains("previous"), "{screen}");
}

#[test]
fn why_something_cannot_be_copied_stands_apart_from_what_it_is() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 c");
    bench.linger();
    let screen = bench.screen();
    assert!(
        row(&screen, "copy the change").contains("  in the review"),
        "{screen}"
    );
}

#[test]
fn a_command_of_a_window_is_carried_out_in_it() {
    let mut bench = super::window_search::with_journal("b");
    palette(&mut bench, "mark this text");
    bench.press("enter");
    assert!(
        bench.screen().contains("take the mark off"),
        "{}",
        bench.screen()
    );
    palette(&mut bench, "close this");
    bench.press("enter");
    assert!(bench.app.ui.layers.is_empty());

    let mut bench = super::window_search::with_journal("T");
    palette(&mut bench, "every text that");
    assert_eq!(bench.press("enter"), [Effect::LoadJournal]);
    assert_eq!(
        bench.app.ui.layers.len(),
        1,
        "what it leads away from is closed"
    );
}

/// A study that a model wrote, with one call in vain.
fn by_a_model() -> Vec<Event> {
    let usage = Usage {
        prompt_tokens: 12_000,
        cached_tokens: 9_000,
        completion_tokens: 2_000,
        reasoning_tokens: 500,
        estimated: false,
    };
    let made = |prompt_tokens| Provenance {
        writer: "lab/m".to_owned(),
        usage: Usage {
            prompt_tokens,
            ..usage
        },
        duration_ms: 4_000,
        ..Provenance::default()
    };
    let mut events = finished();
    events.push(Event::RevisionProposed {
        section: SectionId(1),
        revision: Revision::settled("Text [1]."),
        warnings: vec![],
        provenance: made(12_000),
    });
    events.push(Event::AskedAgain {
        section: SectionId(1),
        why: "it was empty".to_owned(),
        goes_on: false,
        provenance: made(8_000),
    });
    events
}

#[test]
fn the_statistics_tell_calls_tokens_cost_time_and_checks() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut bench = Bench::new(width, height, &by_a_model());
        let price = Price {
            input: 1.0,
            cached: 0.1,
            output: 10.0,
        };
        bench.prices = Prices([("lab/m".to_owned(), price)].into());
        bench.press("1");
        assert_eq!(bench.press("$"), [Effect::LoadJournal]);
        let time = |_: Timestamp| "2025-11-21 14:02".to_owned();
        let measure = |_: &Study, _| Some(3.9);
        let events = journal(&by_a_model());
        bench.app.journal_loaded(events, None, &time, &measure);
        let screen = bench.screen();
        for said in [
            "2 (write 2); 1 of them in vain",
            "20,000 in, 18,000 of them cached (90 %); 4,000 out",
            "$0.04",
            "8.0 s of waiting for models",
            "by step",
            "by model",
        ] {
            assert!(screen.contains(said), "{said}: {screen}");
        }
        let step = row(&screen, "write   ");
        assert!(step.contains("20.0k") && step.contains("8.0s"), "{screen}");
        bench.press("G");
        assert!(
            bench.screen().contains("without a model"),
            "{}",
            bench.screen()
        );
        bench.press("$");
        assert!(bench.app.ui.layers.is_empty(), "its key closes it");
    }
}

#[test]
fn without_a_model_the_statistics_say_that_nothing_was_spent() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 $");
    let time = |_: Timestamp| String::new();
    let measure = |_: &Study, _| Some(3.9);
    bench
        .app
        .journal_loaded(journal(&finished()), None, &time, &measure);
    let screen = bench.screen();
    assert!(screen.contains("none: no model was asked"), "{screen}");
    assert!(screen.contains("no limit is set"), "{screen}");
}

#[test]
fn the_help_finds_a_key_by_the_name_of_its_command_as_the_palette_does() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 ? /");
    bench.write("update");
    let screen = bench.screen();
    let found = row(&screen, "bring the new evidence into the brief");
    assert!(found.contains('U'), "{screen}");
}

#[test]
fn the_palette_begins_with_what_was_chosen_last_and_ends_with_what_would_do_nothing() {
    let mut bench = Bench::new(100, 30, &finished());
    for wanted in ["history", "conflicts"] {
        bench.press("1 ^P");
        bench.write(wanted);
        bench.press("enter esc");
    }
    bench.press("^P");
    let screen = bench.screen();
    let at = |what: &str| screen.find(what);
    let order = [
        at("see what sources disagree on"),
        at("see every text that the brief has had"),
    ];
    assert!(order[0].is_some() && order.is_sorted(), "{screen}");
    assert!(!screen.contains("go to pane"), "{screen}");
}
