//! What lies on the panes: export, evidence, copies, studies, palette, help.

use std::time::{Duration, Instant};

use ratatui::style::Modifier;

use super::fixture::Bench;
use super::studies::{QUESTION, asked, finished, grown, halted, minute, revised, study};
use crate::study::{Command, Event, SectionId};
use crate::tui::app::{EditTarget, Effect};
use crate::tui::panes::evidence::document_at;
use crate::tui::ui::Pane;
use crate::tui::view::{Level, NamedAddress, Notice, StudySummary, Words, WordsFor};

#[test]
fn the_brief_is_exported_where_the_analyst_says_and_replaces_nothing_unasked() {
    let mut bench = Bench::new(100, 30, &finished());
    let effects = bench.press("w enter");
    let [
        Effect::Export {
            path, overwrite, ..
        },
    ] = &effects[..]
    else {
        panic!("{effects:?}");
    };
    assert!(path.starts_with("brief-why-did-eu-heat-pump") && !overwrite);
    let path = path.clone();
    bench.app.export_exists(path.clone(), path.clone());
    assert!(bench.screen().contains("exists"));
    assert_eq!(bench.press("enter"), []);
    assert!(matches!(
        bench.press("enter")[..],
        [Effect::Export {
            overwrite: false,
            ..
        }]
    ));
    bench.app.export_exists(path.clone(), path.clone());
    assert!(matches!(
        bench.press("y")[..],
        [Effect::Export {
            overwrite: true,
            ..
        }]
    ));
    bench.app.exported(&path);
    assert!(bench.app.ui.layers.is_empty());
    assert!(bench.screen().contains("exported to brief-"));
}

#[test]
fn the_export_says_into_which_folder_it_goes() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.app.ui.folder = "/home/ana/briefs".into();
    bench.press("w");
    let screen = bench.screen();
    assert!(
        screen.contains("in the folder /home/ana/briefs"),
        "{screen}"
    );
    // What is typed after the name goes into a folder of that name.
    bench.paste("/x.md");
    let screen = bench.screen();
    assert!(screen.contains(".md/x.md"), "{screen}");
    assert!(screen.contains("/home/ana/briefs/brief-why"), "{screen}");
}

#[test]
fn from_a_window_that_is_only_read_a_key_leads_where_it_says() {
    let mut bench = Bench::new(100, 30, &revised());
    let bottom = |bench: &mut Bench| {
        let screen = bench.screen();
        screen.lines().last().unwrap_or_default().to_owned()
    };
    for (window, keys) in [("v", "w"), ("C", "w"), ("T", "^O"), ("b", "w")] {
        bench.press(&format!("1 {window}"));
        assert_eq!(bench.app.ui.layers.len(), 1, "{window} opens a window");
        let offered = bottom(&mut bench);
        assert!(offered.contains("R review"), "{offered}");
        for other in ["citation", "find", "export"] {
            assert!(!offered.contains(other), "{offered}");
        }
        bench.press(keys);
        assert_eq!(bench.app.ui.layers.len(), 1, "{keys} after {window}");
        assert!(!bench.app.ui.layers[0].is_read(), "{keys} after {window}");
        bench.press("esc");
        assert!(bench.app.ui.layers.is_empty());
    }
    bench.press("1 v R");
    assert!(bench.app.ui.is_under_review());
    bench.press("q C C");
    assert!(bench.app.ui.layers.is_empty(), "the same key closes it");
    assert_eq!(bench.press("v U"), [Effect::ShowImpact]);
}

#[test]
fn below_a_layer_that_asks_for_something_no_other_key_is_offered() {
    let mut bench = Bench::new(120, 40, &finished());
    for keys in ["w", "+", "^O", ":", "c"] {
        bench.press(keys);
        bench.linger();
        let screen = bench.screen();
        let bottom = screen.lines().last().unwrap_or_default();
        assert_eq!(bottom.trim(), "", "{keys}: {screen}");
        assert!(!screen.contains("(i)"), "{keys}: {screen}");
        bench.press("esc");
    }
}

#[test]
fn the_help_of_a_window_begins_with_what_its_own_keys_do() {
    let mut bench = Bench::new(100, 40, &finished());
    bench.press("^O");
    bench.app.studies_loaded(
        vec![study(1, "Heat pumps"), study(2, "Grid storage")],
        minute,
    );
    bench.screen();
    bench.press("f1");
    let screen = bench.screen();
    let at = |what: &str| {
        let at = screen.find(what);
        at.unwrap_or_else(|| panic!("no {what}:\n{screen}"))
    };
    let keys = ["enter", "alt-r", "alt-x", "up down", "/"];
    let does = [
        "open",
        "rename",
        "delete",
        "go to another study",
        "find text in all studies",
    ];
    let rows: Vec<&str> = screen.lines().collect();
    for (key, does) in keys.into_iter().zip(does) {
        let is_told = |row: &&str| row.contains(key) && row.contains(does);
        assert!(rows.iter().any(is_told), "{key} {does}:\n{screen}");
    }
    assert!(at("In this window") < at("Everywhere"));
    assert!(!screen.contains("start a new line"), "{screen}");
    bench.press("esc esc ?");
    assert!(!bench.screen().contains("In this window"));
}

#[test]
fn a_page_at_its_end_offers_the_way_back_and_not_further_down() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("?");
    assert!(bench.screen().contains("j down"), "{}", bench.screen());
    bench.press("G");
    let screen = bench.screen();
    assert!(
        screen.contains("k up") && !screen.contains("j down  /"),
        "{screen}"
    );
}

#[test]
fn evidence_is_added_from_typed_or_dropped_paths() {
    let folder = tempfile::tempdir().expect("a folder");
    let [notes, report] = ["notes/", "my report.pdf"].map(|name| folder.path().join(name));
    std::fs::create_dir(&notes).expect("made");
    std::fs::write(&report, "%PDF").expect("written");
    let [notes, report] = [notes, report].map(|path| path.display().to_string());
    let done = Effect::KeepWords(Words {
        of: WordsFor::Evidence,
        text: String::new(),
    });
    let mut bench = Bench::new(100, 30, &asked());
    bench.press("esc +");
    bench.write(&notes);
    bench.paste(&format!("'{report}'"));
    let added = Effect::AddEvidence(vec![notes.clone(), report]);
    assert_eq!(bench.press("enter"), [added, done.clone()]);

    // A name that was mistyped is no evidence, and can be put right where it is.
    bench.press("+");
    bench.write("ntoes.md");
    assert_eq!(bench.press("enter enter"), []);
    let screen = bench.screen();
    assert!(
        screen.contains("there is no such file or folder: ntoes.md"),
        "{screen}"
    );
    bench.write(&format!(" {notes}"));
    assert_eq!(bench.press("enter"), []);
    let added = Effect::AddEvidence(vec![notes]);
    assert_eq!(bench.press("enter"), [added, done]);
}

#[test]
fn evidence_that_was_being_named_is_gone_on_with() {
    let mut bench = Bench::new(100, 30, &asked());
    bench.press("esc +");
    bench.write("reports/new");
    let effects = bench.press("!");
    let [Effect::KeepWords(words)] = &effects[..] else {
        panic!("{effects:?}")
    };
    let mut again = Bench::new(100, 30, &asked());
    again.words = vec![words.clone()];
    again.press("esc +");
    assert!(
        again.screen().contains("reports/new!"),
        "{}",
        again.screen()
    );
}

#[test]
fn an_address_that_is_pasted_is_offered_as_evidence_and_typing_on_keeps_it_as_text() {
    let address = "https://example.org/a";
    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.paste(address), []);
    assert_eq!(
        bench.press("enter"),
        [Effect::AddEvidence(vec![address.to_owned()])]
    );
    let question = bench.app.ui.query.text().to_owned();

    bench.paste(address);
    assert_eq!(bench.press("esc"), []);
    assert_eq!(bench.app.ui.query.text(), question);

    bench.paste(address);
    bench.press("?");
    assert_eq!(
        bench.app.ui.query.text(),
        format!("{question} {address}?"),
        "away from the question, it does not run into its last word"
    );
    assert!(bench.app.ui.layers.is_empty());
}

#[test]
fn of_the_addresses_that_the_evidence_names_those_that_are_picked_are_fetched() {
    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.press("6 L"), [Effect::LoadNamedAddresses]);
    let named = [
        "https://example.org/a",
        "https://example.net/b",
        "https://example.com/c",
    ];
    let named = named.map(|address| NamedAddress {
        address: address.to_owned(),
        by: "Market report".to_owned(),
        more: 1,
    });
    bench.app.named_addresses_loaded(named.to_vec());
    assert!(
        bench.screen().contains("https://example.net/b"),
        "{}",
        bench.screen()
    );
    assert_eq!(bench.press("tab down tab"), []);
    assert_eq!(
        bench.press("enter"),
        [Effect::AddEvidence(vec![
            "https://example.org/a".to_owned(),
            "https://example.com/c".to_owned()
        ])]
    );
    bench.app.named_addresses_loaded(named.to_vec());
    bench.write("net");
    assert_eq!(
        bench.press("enter"),
        [Effect::AddEvidence(vec![
            "https://example.net/b".to_owned()
        ])],
        "without a mark, the selected one"
    );
    bench.app.named_addresses_loaded(Vec::new());
    assert!(bench.app.ui.layers.is_empty());
}

#[test]
fn a_selected_source_stays_selected_when_others_come_in_above_it() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("6 j");
    let selected = |bench: &Bench| document_at(&bench.study, bench.app.ui.source);
    let (row, source) = (bench.app.ui.source, selected(&bench));
    assert!(source.is_some());
    bench.apply(&Event::FolderWatched {
        folder: "/data/new".to_owned(),
    });
    bench.screen();
    assert_eq!(selected(&bench), source);
    assert_eq!(bench.app.ui.source, row + 1);
}

#[test]
fn typing_a_path_offers_nothing() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("0");
    bench.write(" / https://example.org/a");
    assert!(bench.app.ui.layers.is_empty());
}

#[test]
fn reading_is_stopped_as_a_writer_is() {
    let mut bench = Bench::new(100, 30, &asked());
    bench.ingest = Some(crate::tui::view::IngestProgress {
        done: 1,
        total: 9,
        pages: 0,
        passages: 1,
        refused: 0,
        unchanged: 0,
        gone: 0,
        added: 0,
        reading: vec![],
        started: bench.start,
        waiting: 0,
        stopping: false,
    });
    assert!(bench.screen().contains("esc esc stop"));
    assert_eq!(bench.press("esc esc"), [Effect::Stop]);
    assert_eq!(bench.press("^C"), [Effect::Stop]);
}

#[test]
fn a_watched_folder_is_left_by_its_row() {
    let mut bench = Bench::new(100, 30, &grown());
    bench.press("6");
    bench.press(":");
    bench.write("stop watching");
    assert_eq!(
        bench.press("enter"),
        [Effect::Unwatch("/home/ana/reports".to_owned())]
    );
}

#[test]
fn the_second_keys_are_named_to_whoever_waits_and_nothing_flickers_for_who_knows_them() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1");
    let before = bench.screen();
    bench.press("c");
    assert_eq!(bench.screen(), before);
    let due = bench.app.ui.changes_at(bench.now).expect("a frame is due");
    assert_eq!(due - bench.now, Duration::from_millis(400));
    assert!(matches!(&bench.press("s")[..], [Effect::Copy(_)]));
    bench.press("c");
    bench.linger();
    assert!(bench.screen().contains("copy this section"));
    assert_eq!(bench.app.ui.changes_at(bench.now), None);
    bench.press("esc");
    assert!(bench.app.ui.layers.is_empty());
}

#[test]
fn copies_are_source_text_without_wraps_and_gutter() {
    let mut bench = Bench::new(60, 15, &finished());
    let effects = bench.press("1 c s");
    let [Effect::Copy(copied)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(*copied, bench.study.sections[0].accepted());
    assert_eq!(
        bench.press("] c c"),
        [Effect::Copy("[1] Market report 2025, /data/1".to_owned())]
    );
    assert_eq!(
        bench.press("c q"),
        [Effect::Copy(
            "“… 2.2 million units were sold in the fourteen markets …” ([1] Market report 2025)"
                .to_owned()
        )]
    );
    let effects = bench.press("c d");
    let [Effect::Copy(whole)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert!(whole.starts_with(&format!("# {QUESTION}\n\n## Situation\n\nUnit sales")));
}

#[test]
fn a_study_is_found_by_typing_and_opened_with_enter() {
    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.press("^O"), [Effect::LoadStudies]);
    bench.app.studies_loaded(
        vec![study(1, "Heat pumps"), study(2, "Grid storage")],
        minute,
    );
    bench.write("grid");
    assert_eq!(
        bench.press("enter"),
        [Effect::OpenStudy(crate::study::StudyId(2))]
    );
    assert_eq!(
        bench.press("^O enter"),
        [Effect::LoadStudies, Effect::NewStudy]
    );
}

#[test]
fn a_study_that_was_deleted_before_the_program_began_is_brought_back_from_the_end_of_the_list() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("^O");
    let deleted = StudySummary {
        is_deleted: true,
        ..study(1, "Heat pumps")
    };
    let known = vec![deleted, study(2, "Grid storage")];
    bench.app.studies_loaded(known, minute);
    let screen = bench.screen();
    let order = [screen.find("> Grid storage"), screen.find("Heat pumps")];
    assert!(order.is_sorted() && order[0].is_some(), "{screen}");
    assert!(screen.contains("deleted"), "{screen}");
    assert_eq!(bench.press("alt-x").len(), 1, "the one that is there");
    bench.press("down");
    assert!(bench.screen().contains("bring back"), "{}", bench.screen());
    assert_eq!(bench.press("alt-x alt-r"), []);
    let keeping = crate::tui::view::Keeping::Undelete;
    let study = crate::study::StudyId(1);
    assert_eq!(bench.press("enter"), [Effect::Keep { study, keeping }]);
}

#[test]
fn what_all_studies_say_is_searched_from_their_list() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("^O");
    bench.app.studies_loaded(
        vec![study(1, "Heat pumps"), study(2, "Grid storage")],
        minute,
    );
    bench.press("/");
    // It is looked for as it is typed; what was not looked for yet is not opened.
    assert_eq!(bench.press("d"), []);
    let effects = bench.press("e p o t enter");
    let looked = ["de", "dep", "depo", "depot", "depot"];
    assert_eq!(
        effects,
        looked.map(|words| Effect::SearchStudies(words.to_owned()))
    );
    let place = crate::tui::view::FoundPlace {
        part: "Situation".to_owned(),
        excerpt: "The north depot has 48 chargers.".to_owned(),
        found: 10..15,
    };
    let found = crate::tui::view::FoundStudy {
        study: crate::study::StudyId(2),
        places: vec![place],
        count: 1,
    };
    bench.app.studies_found("depot", vec![found]);
    let screen = bench.screen();
    assert!(!screen.contains("Heat pumps"), "{screen}");
    assert!(
        screen.contains("Situation  The north depot has 48"),
        "{screen}"
    );
    assert!(
        bench
            .modifiers_of("depot has")
            .contains(Modifier::UNDERLINED)
    );
    let effects = bench.press("enter");
    assert_eq!(effects, [Effect::OpenStudy(crate::study::StudyId(2))]);
    bench.press("^O /");
    assert!(bench.screen().contains("find in all /"));
    bench.press("esc");
    assert!(
        bench.screen().contains("type to find"),
        "esc leaves the search first"
    );
}

#[test]
fn the_studies_are_sorted_by_what_is_open_by_how_much_holds_and_by_title() {
    let mut bench = Bench::new(120, 36, &finished());
    bench.press("^O");
    let open = StudySummary {
        open_changes: 3,
        ..study(2, "Grid storage")
    };
    let weak = StudySummary {
        claims: (1, 4),
        judged: Some(3.2),
        ..study(3, "Harbour cranes")
    };
    bench
        .app
        .studies_loaded(vec![study(1, "Rail freight"), open, weak], minute);
    let order = |screen: &str| -> Vec<usize> {
        let part = |line: &str| line.split('│').nth(1).unwrap_or_default().to_owned();
        let at = |title: &str| screen.lines().position(|line| part(line).contains(title));
        ["Rail freight", "Grid storage", "Harbour cranes"]
            .map(|title| at(title).unwrap_or_else(|| panic!("{title} in {screen}")))
            .to_vec()
    };
    let screen = bench.screen();
    assert!(order(&screen).is_sorted(), "{screen}");
    // How much of it holds, and what is open, beside the time.
    let row = screen
        .lines()
        .find(|line| line.contains(" Grid storage "))
        .expect("its row");
    assert!(row.contains("3 open · ✓ 80% · 2025-11-21"), "{screen}");
    let screen = bench.press_and_see("tab");
    assert!(screen.contains("most open changes first"), "{screen}");
    let [rail, grid, cranes] = order(&screen)[..] else {
        panic!("{screen}")
    };
    assert!(grid < rail && rail < cranes, "{screen}");
    let screen = bench.press_and_see("tab");
    let [rail, grid, cranes] = order(&screen)[..] else {
        panic!("{screen}")
    };
    assert!(
        cranes < rail && rail < grid,
        "least supported first: {screen}"
    );
    let screen = bench.press_and_see("tab");
    let [rail, grid, cranes] = order(&screen)[..] else {
        panic!("{screen}")
    };
    assert!(grid < cranes && cranes < rail, "by title: {screen}");
    // The one that was selected is selected still.
    let selected = screen.lines().find(|line| line.contains("> Rail freight"));
    assert!(selected.is_some(), "{screen}");
}

#[test]
fn a_theme_is_shown_while_it_is_chosen_and_only_enter_keeps_it() {
    let mut bench = Bench::new(100, 30, &finished());
    let choose = |bench: &mut Bench| {
        bench.press("^P");
        bench.write("colours");
        bench.press("enter down");
    };
    choose(&mut bench);
    bench.press("esc");
    assert_eq!(bench.app.theme().name(), "mono");
    choose(&mut bench);
    let effects = bench.press("enter");
    assert_eq!(effects, [Effect::SetTheme("high-contrast".to_owned())]);
    assert_eq!(bench.app.theme().name(), "high-contrast");
}

#[test]
fn commands_are_found_by_the_words_that_people_have_for_them() {
    for (typed, first) in [
        ("export", "write the brief to a file"),
        ("exprt", "write the brief to a file"),
        ("judge", "have the brief scored as it stands"),
        ("theme", "choose the theme"),
        ("model", "choose who writes"),
        ("resume", "continue after an interruption"),
        ("budget", "set this study's budget"),
        ("diff", "review the proposed changes"),
    ] {
        let mut bench = Bench::new(100, 30, &finished());
        bench.press("^P");
        bench.write(typed);
        let screen = bench.screen();
        assert!(screen.contains(&format!("> {first}")), "{typed}: {screen}");
    }
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("^P");
    bench.write("xylophone");
    assert!(bench.screen().contains("no matching command"));
}

#[test]
fn a_warning_stays_until_a_key_and_what_only_informs_waits_behind_it() {
    let mut bench = Bench::new(100, 30, &finished());
    let mut say = |level, text: &str| {
        bench.app.notify(Notice::new(level, text.to_owned()));
    };
    say(Level::Warning, "keys.toml: two actions want the same key");
    say(Level::Info, "3 changes are ready");
    assert!(bench.screen().contains("two actions want the same key"));
    bench.press("j");
    assert!(bench.screen().contains("3 changes are ready"));
    bench.press("j");
    assert!(!bench.screen().contains("3 changes are ready"));
}

#[test]
fn a_warning_that_stood_for_long_does_not_hide_what_comes_and_is_shown_again() {
    let mut bench = Bench::new(100, 30, &finished());
    let warning = Notice::new(Level::Warning, "bomb.docx could not be read".to_owned());
    bench.app.notify(warning);
    let long_ago = Instant::now().checked_sub(Duration::from_mins(1));
    bench.app.ui.notice_since = long_ago.map(|since| (since, false));
    let news = Notice::new(Level::Info, "300 sources came".to_owned());
    bench.app.notify(news);
    assert!(bench.screen().contains("300 sources came"));
    bench.press("j");
    assert!(bench.screen().contains("bomb.docx could not be read"));
}

#[test]
fn the_palette_knows_the_sections_by_name() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("^P");
    bench.write("resolution");
    assert!(bench.screen().contains("> go to pane 3, Resolution"));
    bench.press("enter");
    assert_eq!(bench.app.ui.focus, Pane::Section(2));
}

#[test]
fn the_footer_names_the_way_back_and_the_way_to_everything() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        for events in [finished(), revised(), halted()] {
            let mut bench = Bench::new(width, height, &events);
            bench.press("1");
            let footer = |bench: &mut Bench| bench.screen().lines().last().map(str::to_owned);
            let plain = footer(&mut bench).expect("a footer");
            let palette = if width < 96 { "^P all" } else { "^P commands" };
            for hint in [palette, "? help", "w export"] {
                assert!(plain.contains(hint), "{hint}: {plain}");
            }
            bench.press("z");
            let zoomed = footer(&mut bench).expect("a footer");
            assert!(
                zoomed.contains("z back") && zoomed.contains(palette),
                "{zoomed}"
            );
            bench.press("0");
            let typing = footer(&mut bench).expect("a footer");
            assert!(typing.contains("esc back"), "{typing}");
        }
    }
}

#[test]
fn long_lists_of_keys_stand_apart_from_what_they_do() {
    for (width, height) in [(100, 60), (60, 60)] {
        let mut bench = Bench::new(width, height, &finished());
        bench.press("? /");
        bench.write("new line");
        let screen = bench.screen();
        assert!(screen.contains("  start a new line"), "{screen}");
    }
}

#[test]
fn the_help_is_filtered_and_names_every_place() {
    let filtered = |by: &str| {
        let mut bench = Bench::new(100, 60, &finished());
        bench.press("? /");
        bench.write(by);
        bench.screen()
    };
    assert!(filtered("find a command").contains("Everywhere"));
    let screen = filtered("reject");
    assert!(screen.contains("In the review") && !screen.contains("Everywhere"));
}

#[test]
fn an_edited_section_comes_back_as_a_command() {
    let mut bench = Bench::new(100, 30, &finished());
    let effects = bench.press("1 ^G");
    let section = SectionId(0);
    let what = EditTarget::Section(section);
    let text = bench.study.sections[0].accepted();
    assert_eq!(effects, [Effect::EditExternally { what, text }]);
    let text = "New text.".to_owned();
    assert_eq!(
        bench.app.edited(what, text.clone()),
        [Effect::Execute(Command::Edit { section, text })]
    );
}

#[test]
fn the_palette_says_with_which_keys_something_is_copied() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press(":");
    bench.write("copy the whole");
    let screen = bench.screen();
    let row = screen
        .lines()
        .find(|line| line.contains("copy the whole brief"));
    assert!(row.is_some_and(|row| row.contains("c d")), "{screen}");
}

#[test]
fn a_line_of_a_history_that_is_marked_is_not_compared_with_itself() {
    let mut bench = super::window_search::with_journal("b");
    bench.press("space");
    let screen = bench.screen();
    assert!(
        screen.contains("enter read") && screen.contains("take the mark off"),
        "{screen}"
    );
    bench.press("j");
    assert!(bench.screen().contains("enter compare with the marked"));
}

#[test]
fn the_help_of_the_review_begins_with_what_decides() {
    let mut bench = Bench::new(100, 60, &revised());
    bench.press("R ?");
    let screen = bench.screen();
    let place = |what: &str| {
        screen
            .find(what)
            .unwrap_or_else(|| panic!("{what}: {screen}"))
    };
    assert!(place("In the review") < place("accept this change and go to the next"));
    assert!(place("leave the review") < place("go down half a page"));
}

#[test]
fn what_is_typed_is_seen_however_small_the_window() {
    for (width, height) in [(40, 12), (40, 10), (60, 15), (100, 30)] {
        let mut bench = Bench::new(width, height, &finished());
        bench.press("+");
        bench.write("new/memo.md");
        let screen = bench.screen();
        assert!(
            screen.contains("new/memo.md"),
            "{width}x{height}:\n{screen}"
        );
        assert!(bench.cursor().is_some(), "{width}x{height}");
    }
}

#[test]
fn a_study_that_was_deleted_a_moment_ago_comes_back_with_the_key_that_undoes() {
    let undeleted = |study| Effect::Keep {
        study,
        keeping: crate::tui::view::Keeping::Undelete,
    };
    let (id, title) = (
        crate::study::StudyId(2),
        "What is a per-interpreter lock and what does it bring",
    );
    let gone = StudySummary {
        is_deleted: true,
        ..study(2, title)
    };
    let mut bench = Bench::new(60, 20, &finished());
    bench.press("^O");
    bench
        .app
        .studies_loaded(vec![study(1, "Heat pumps"), study(2, title)], minute);
    bench.press("down alt-x");
    bench
        .app
        .studies_changed(id, true, vec![study(1, "Heat pumps"), gone]);
    let screen = bench.screen();
    assert!(screen.contains("u or alt-u brings it back"), "{screen}");
    assert_eq!(bench.press("u"), [undeleted(id)]);
    // Where nothing else could be undone, also in the brief.
    bench.press("esc 1");
    assert_eq!(bench.press("u"), [undeleted(id)]);
}

#[test]
fn a_window_says_that_there_is_more_and_which_of_it_is_shown() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 ?");
    let screen = bench.screen();
    assert!(
        screen.contains("1-2") && screen.contains(" of "),
        "{screen}"
    );
    assert!(screen.contains('↓'), "{screen}");
    bench.press("G");
    assert!(bench.screen().contains('↑'));
    bench.press("esc ^P");
    assert!(bench.screen().contains('↓'));
}

#[test]
fn after_a_search_of_all_studies_the_one_that_was_found_is_still_selected() {
    let mut bench = Bench::new(60, 20, &finished());
    bench.press("^O");
    let known = ["Heat pumps", "Grid storage", "Night trains"];
    let known = (1..).zip(known).map(|(id, title)| study(id, title));
    bench.app.studies_loaded(known.collect(), minute);
    bench.press("down /");
    // Nothing is found yet that could be opened.
    assert!(!bench.screen().contains("enter open"));
    bench.write("depot");
    let found = |study: i64| crate::tui::view::FoundStudy {
        study: crate::study::StudyId(study),
        places: vec![crate::tui::view::FoundPlace {
            part: "Situation".to_owned(),
            excerpt: "The north depot has 48 chargers.".to_owned(),
            found: 10..15,
        }],
        count: 1,
    };
    bench.app.studies_found("depot", vec![found(1), found(3)]);
    let screen = bench.press_and_see("down");
    assert!(screen.contains("> Night trains"), "{screen}");
    // Where there is no room beside the list, what was found stands below it.
    assert!(
        screen.contains("Situation  The north depot has 48"),
        "{screen}"
    );
    let screen = bench.press_and_see("esc");
    assert!(screen.contains("> Night trains"), "{screen}");
    bench.press("up /");
    bench.write("tram");
    bench.app.studies_found("tram", vec![]);
    let screen = bench.press_and_see("esc");
    assert!(screen.contains("> Grid storage"), "{screen}");
}
