//! The review: reasons, edits, parts, views, what changes hang on, and clashes.

use std::time::Duration;

use super::fixture::Bench;
use super::studies::{finished, opened, revised, two_written};
use crate::study::{
    Command, CycleKind, Event, Hunk, HunkId, Piece, Provenance, Revision, SectionId,
};
use crate::tui::app::{EditTarget, Effect};
use crate::tui::theme::Theme;
use crate::tui::view::{Words, WordsFor};

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 36), (200, 60)];

/// What the screen shows at each size after what `prepare` does, held against the pictures of this name.
pub(super) fn pictures(name: &str, events: &[Event], theme: &str, prepare: impl Fn(&mut Bench)) {
    for (width, height) in SIZES {
        let mut bench = Bench::new(width, height, events);
        bench.use_theme(theme);
        prepare(&mut bench);
        let screen = bench.screen();
        insta::with_settings!({
            snapshot_path => "../../snapshots",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(format!("{name}_{theme}_{width}x{height}"), screen);
        });
    }
}

/// The second section with these pieces proposed for it.
fn proposed(pieces: Vec<Piece>) -> Vec<Event> {
    let mut events = finished();
    events.push(Event::RevisionProposed {
        section: SectionId(1),
        revision: Revision { pieces },
        warnings: vec![],
        provenance: Provenance {
            writer: "acme/m".to_owned(),
            ..Provenance::default()
        },
    });
    events
}

fn hunk(id: u64, before: &str, after: &str) -> Hunk {
    Hunk {
        cause: Some(CycleKind::Update),
        ..Hunk::open(
            HunkId(id),
            before.to_owned(),
            after.to_owned(),
            "the new notice says so".to_owned(),
        )
    }
}

fn pieces(hunks: Vec<Hunk>) -> Vec<Piece> {
    hunks.into_iter().map(Piece::Hunk).collect()
}

/// A change that the analyst has put other words in the way of meanwhile.
fn clashing() -> Vec<Event> {
    proposed(pieces(vec![
        Hunk {
            clash: Some("Subsidy cuts explain half of the fall [3].".to_owned()),
            ..hunk(
                1,
                "Subsidy cuts explain most of the fall [3].",
                "Subsidy cuts explain up to a third of the fall [3].",
            )
        },
        hunk(2, "", " No source covers the second quarter."),
    ]))
}

/// A moved sentence.
fn moved() -> Vec<Event> {
    proposed(vec![
        Piece::Hunk(hunk(1, "Alpha came first [1]. ", "")),
        Piece::Settled("Beta came second [2].".to_owned()),
        Piece::Hunk(hunk(2, "", " Alpha came first [1].")),
    ])
}

/// The accepted text of the second section.
pub(super) fn section(bench: &Bench) -> String {
    bench.study.sections[1].accepted()
}

// Views.

#[test]
fn every_view_of_the_changes() {
    for theme in ["mono", "dark"] {
        for (name, keys) in [
            ("view_inline", "R"),
            ("view_stacked", "R t"),
            ("view_third", "R t t"),
            ("view_fourth", "R t t t"),
        ] {
            pictures(name, &revised(), theme, |bench| {
                bench.press(keys);
            });
        }
    }
}

#[test]
fn every_theme_tells_what_goes_from_what_comes_and_draws_the_same_text() {
    let shown = |theme: &str, keys: &str| {
        let mut bench = Bench::new(200, 60, &revised());
        bench.use_theme(theme);
        bench.press(keys);
        bench.screen()
    };
    for keys in ["R", "R t", "R t t"] {
        let dark = shown("dark", keys);
        for theme in Theme::NAMES.into_iter().filter(|name| *name != "mono") {
            assert_eq!(shown(theme, keys), dark, "{theme} {keys}");
        }
        let mono = shown("mono", keys);
        assert!(mono.contains("[-") || mono.contains("- "), "{mono}");
    }
}

#[test]
fn a_console_without_lines_through_words_puts_signs_around_them_in_every_theme() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.use_theme("16");
    bench.app.theme = bench.app.theme.clone().without_lines();
    bench.press("R");
    assert!(bench.screen().contains("[-roughly half-]{+up to a third+}"));
    bench.app.use_theme("dark".to_owned());
    assert!(bench.screen().contains("[-roughly half-]{+up to a third+}"));
}

#[test]
fn two_columns_are_offered_where_there_is_room_for_them() {
    let views = |width| {
        let mut bench = Bench::new(width, 40, &revised());
        bench.press("R");
        let mut seen = Vec::new();
        for _ in 0..5 {
            bench.press("t");
            let screen = bench.screen();
            let header = screen.lines().next().expect("a header");
            let name = header.split(" · ").nth(3).unwrap_or_default();
            seen.push(
                name.split("  ")
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .to_owned(),
            );
        }
        seen
    };
    assert_eq!(
        views(160),
        ["stacked", "side by side", "result", "original", "inline"]
    );
    assert_eq!(
        views(100),
        ["stacked", "result", "original", "inline", "stacked"]
    );
}

#[test]
fn a_screen_that_becomes_narrow_shows_two_columns_one_above_the_other() {
    let mut bench = Bench::new(160, 40, &revised());
    bench.press("R t t");
    assert!(bench.screen().contains("side by side"));
    bench.resize(100, 40);
    assert!(bench.screen().contains("· stacked"), "{}", bench.screen());
}

// Reasons.

#[test]
fn a_refusal_with_a_reason_is_typed_where_the_change_is_and_goes_on_to_the_next() {
    pictures("refusing", &revised(), "mono", |bench| {
        bench.press("R r");
        bench.write("The notice says nothing of a third.");
    });
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R r");
    bench.write("no: q x");
    let effects = bench.press("enter");
    let why = "no: q x".to_owned();
    assert_eq!(
        effects,
        [
            Effect::Execute(Command::Refuse {
                section: SectionId(1),
                hunk: HunkId(1),
                why
            }),
            // It is done with.
            Effect::KeepWords(Words {
                of: WordsFor::Refusal(SectionId(1), HunkId(1)),
                text: String::new()
            })
        ]
    );
    assert!(bench.screen().contains("change 2 of 3"));
    bench.press("k");
    assert!(
        bench.screen().contains("you refused it: no: q x"),
        "{}",
        bench.screen()
    );
}

#[test]
fn esc_leaves_the_reason_and_rejects_nothing() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R r");
    bench.write("because");
    assert_eq!(bench.press("esc"), []);
    assert!(bench.screen().contains("·3 left"), "{}", bench.screen());
    bench.press("esc");
    assert!(!bench.screen().contains("Review"));
}

// Edits.

#[test]
fn a_change_is_edited_in_place_and_accepted_in_those_words() {
    pictures("editing_change", &revised(), "mono", |bench| {
        bench.press("R e");
        bench.write(" It said so.");
    });
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R j j e");
    bench.write(" It is missing.");
    bench.press("esc");
    assert!(
        section(&bench).ends_with("[3]. No source covers the second quarter. It is missing."),
        "{}",
        section(&bench)
    );
    let screen = bench.screen();
    assert!(screen.contains("✎1"), "{screen}");
    bench.press("k");
    bench.press("G");
    let screen = bench.screen();
    assert!(
        screen.contains("the writer proposed: No source covers"),
        "{screen}"
    );
    bench.press("u");
    assert!(
        bench.screen().contains("undone: edited change 3"),
        "{}",
        bench.screen()
    );
    assert!(!section(&bench).contains("second quarter"));
    bench.press("^R");
    assert!(section(&bench).contains("It is missing."));
}

#[test]
fn what_is_typed_for_a_change_is_kept_until_it_is_done() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R e");
    bench.write("!");
    let effects = bench.press("x");
    let Some(Effect::KeepEdit(draft)) = effects.first() else {
        panic!("{effects:?}")
    };
    assert!(draft.text.ends_with("!x") && draft.hunk == Some(HunkId(1)));
    // As after a crash.
    let mut again = Bench::new(100, 30, &revised());
    again.edits = vec![draft.clone()];
    again.press("R e");
    assert!(again.screen().contains("!x"), "{}", again.screen());
    // Only what is in the study is dropped here.
    let effects = bench.press("esc");
    assert!(matches!(
        effects.as_slice(),
        [
            Effect::Execute(Command::EditHunk { .. }),
            Effect::DropEdit { .. }
        ]
    ));
}

#[test]
fn what_an_editor_made_of_a_change_takes_its_place() {
    let mut bench = Bench::new(100, 30, &revised());
    let effects = bench.press("R ^G");
    assert!(matches!(
        effects.first(),
        Some(Effect::EditExternally {
            what: EditTarget::Hunk(SectionId(1), HunkId(1)),
            ..
        })
    ));
    let what = EditTarget::Hunk(SectionId(1), HunkId(1));
    let effects = bench.app.edited(what, "Other words [1].".to_owned());
    assert!(matches!(
        effects.first(),
        Some(Effect::Execute(Command::EditHunk { .. }))
    ));
}

// Parts.

#[test]
fn a_change_is_split_and_its_parts_are_one_again() {
    let long = proposed(pieces(vec![hunk(
        1,
        "The regulator will block the merger, which ends the story of consolidation [3].",
        "The regulator may challenge the merger, which slows the story of consolidation [3].",
    )]));
    pictures("split", &long, "mono", |bench| {
        bench.press("R s a");
    });
    // In every view it stays one sentence, with the number of each part before its words.
    let mut bench = Bench::new(160, 48, &long);
    bench.press("R s");
    for (view, said) in [
        (
            "stacked",
            "- The regulator >·1 [-will block-] the merger, which ·2 [-ends-]",
        ),
        ("side by side", "·2 {+slows+}"),
        (
            "result",
            "The regulator >·1 may challenge the merger, which ·2 slows",
        ),
        (
            "original",
            "The regulator >·1 will block the merger, which ·2 ends",
        ),
    ] {
        bench.press("t");
        let screen = bench.screen();
        assert!(screen.contains(view) && screen.contains(said), "{screen}");
    }
    let mut bench = Bench::new(100, 30, &long);
    bench.press("R s");
    assert!(
        bench.screen().contains("change 1 of 2"),
        "{}",
        bench.screen()
    );
    bench.press("x a");
    assert_eq!(
        section(&bench),
        "The regulator will block the merger, which slows the story of consolidation [3]."
    );
    bench.press("S");
    assert!(
        bench.screen().contains("change 1 of 1"),
        "{}",
        bench.screen()
    );
    bench.press("u");
    assert!(
        bench.screen().contains("undone: joined"),
        "{}",
        bench.screen()
    );
    bench.press("u u u");
    assert!(
        bench.screen().contains("undone: split"),
        "{}",
        bench.screen()
    );
    assert!(bench.screen().contains("change 1 of 1"));
}

// What hangs on what.

#[test]
fn accepting_half_of_a_move_says_so_and_the_same_key_accepts_the_other_half() {
    pictures("needs", &moved(), "mono", |bench| {
        bench.press("R j a");
    });
    let mut bench = Bench::new(120, 30, &moved());
    bench.press("R j a");
    let screen = bench.screen();
    assert!(
        screen
            .contains("the sentence stands twice until change 1 takes it away: a accepts that too"),
        "{screen}"
    );
    assert_eq!(
        section(&bench),
        "Alpha came first [1]. Beta came second [2]. Alpha came first [1]."
    );
    bench.press("a");
    assert_eq!(
        section(&bench),
        "Beta came second [2]. Alpha came first [1]."
    );
    assert!(bench.screen().contains("2 accepted, 0 rejected"));
}

#[test]
fn another_key_than_the_accepting_one_leaves_the_other_half_as_it_is() {
    let mut bench = Bench::new(120, 30, &moved());
    bench.press("R j a t a");
    assert_eq!(bench.study.open_hunks(), 1);
}

// Where nothing is open.

#[test]
fn where_there_is_nothing_to_review_the_brief_stays_and_a_line_says_so() {
    for ((width, height), events) in SIZES.into_iter().zip([opened(), finished(), finished()]) {
        let mut bench = Bench::new(width, height, &events);
        bench.press("esc");
        let before = bench.screen();
        assert_eq!(bench.press("R"), []);
        let screen = bench.screen();
        assert!(screen.contains("no changes to review: new evi"), "{screen}");
        assert!(bench.app.ui.layers.is_empty(), "{screen}");
        let mut shown = before.lines().zip(screen.lines()).take(8);
        assert!(shown.all(|(before, now)| before == now), "{screen}");
    }
    // Who typed on as if it had opened does not leave the program.
    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.press("R q"), []);
    assert_eq!(bench.press("q"), [Effect::Quit]);
    let mut bench = Bench::new(100, 30, &two_written());
    bench.stream(2, "Hold capacity");
    bench.press("R");
    let screen = bench.screen();
    assert!(screen.contains("no changes to review yet"), "{screen}");
}

#[test]
fn what_is_decided_can_be_looked_at_and_decided_otherwise() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R A enter q R");
    assert_eq!(bench.study.open_hunks(), 0);
    let screen = bench.screen();
    assert!(screen.contains("0 rejected"), "{screen}");
    bench.press("x");
    assert!(bench.screen().contains("1 rejected"), "{}", bench.screen());
}

// Clashes.

#[test]
fn a_clash_shows_both_sides_and_is_made_one_text() {
    pictures("clash", &clashing(), "mono", |bench| {
        bench.press("R");
    });
    let mut bench = Bench::new(100, 30, &clashing());
    bench.press("R a");
    assert_eq!(bench.study.open_hunks(), 2);
    bench.press("A enter");
    assert_eq!(bench.study.open_hunks(), 1);
    bench.press("g e");
    bench.write(" And more.");
    bench.press("esc");
    assert_eq!(
        section(&bench),
        "Subsidy cuts explain most of the fall [3]. Subsidy cuts explain up to a third of the fall [3]. And more. No source covers the second quarter."
    );
}

#[test]
fn a_clash_that_is_only_looked_at_stays_one() {
    let mut bench = Bench::new(100, 30, &clashing());
    bench.press("R e esc");
    assert_eq!(bench.study.open_hunks(), 2);
    assert!(section(&bench).starts_with("Subsidy cuts explain most"));
}

#[test]
fn a_clash_that_is_rejected_keeps_the_analysts_sentence() {
    let mut bench = Bench::new(100, 30, &clashing());
    bench.press("R x");
    assert!(section(&bench).starts_with("Subsidy cuts explain most"));
}

// What is told of a change.

#[test]
fn a_change_of_one_part_is_not_offered_to_be_split_nor_one_without_a_neighbour_to_be_joined() {
    let footer = |before: &str, after: &str| {
        let mut bench = Bench::new(160, 48, &proposed(pieces(vec![hunk(1, before, after)])));
        bench.press("R");
        bench.screen().lines().last().map(str::to_owned)
    };
    let one = footer("Sales fell by half [1].", "Sales fell by a third [1].").expect("a footer");
    assert!(!one.contains("split") && !one.contains("join"), "{one}");
    let two = footer("", "Orders fell [1]. Stocks rose [2].").expect("a footer");
    assert!(two.contains("s split"), "{two}");
}

#[test]
fn a_reason_that_is_cut_says_how_all_of_it_is_read() {
    let long = Hunk {
        reason: "the register was counted again, and ".repeat(20),
        ..hunk(1, "Sales fell [1].", "Sales rose [1].")
    };
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 20)] {
        let mut bench = Bench::new(width, height, &proposed(pieces(vec![long.clone()])));
        bench.press("R");
        let screen = bench.screen();
        let why = screen.lines().find(|line| line.contains("Why ──"));
        let says = why.is_some_and(|line| line.contains("i more"));
        assert_eq!(says, screen.contains('…'), "{screen}");
    }
}

#[test]
fn all_that_is_said_of_a_change_is_one_key_away_and_nothing_of_it_is_cut() {
    for (width, height) in [(160, 48), (80, 24), (60, 20), (40, 12)] {
        let mut bench = Bench::new(width, height, &revised());
        bench.press("R i");
        let mut read = String::new();
        for _ in 0..40 {
            read.push_str(&bench.screen());
            bench.press("j");
        }
        for part in ["Why", "Evidence", "Score", "Overall", "Bias"] {
            assert!(read.contains(part), "{part} at {width}x{height}:\n{read}");
        }
        bench.press("i");
        assert!(bench.screen().contains("a accept"), "{}", bench.screen());
    }
}

#[test]
fn the_change_under_review_is_copied_before_and_after() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R c");
    let effects = bench.press("h");
    let [Effect::Copy(copied)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert!(copied.contains("- ") || copied.contains("+ "), "{copied}");
    assert!(bench.screen().contains("change 1 of"));
}

#[test]
fn whoever_presses_esc_again_and_again_is_not_locked_in() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R ?");
    for _ in 0..2 {
        bench.wait(Duration::from_millis(600));
        bench.press("esc");
    }
    assert!(bench.app.ui.layers.is_empty(), "{}", bench.screen());
}

#[test]
fn what_a_run_proposes_elsewhere_moves_nothing_on_the_page_until_the_reader_goes_on_to_it() {
    let mut events = finished();
    events.push(Event::CycleStarted {
        cycle: CycleKind::Update,
        sections: vec![SectionId(1), SectionId(0), SectionId(2)],
    });
    let propose = |section, before: &str, after: &str, id| Event::RevisionProposed {
        section: SectionId(section),
        revision: Revision {
            pieces: pieces(vec![hunk(id, before, after)]),
        },
        warnings: vec![],
        provenance: Provenance::default(),
    };
    events.push(propose(1, "Subsidies ended.", "Subsidies were cut.", 1));
    let mut bench = Bench::new(100, 40, &events);
    bench.press("R");
    let page = |bench: &mut Bench| -> Vec<String> {
        let screen = bench.screen();
        let rows = screen.lines().skip(1);
        // What runs is told in a row of its own.
        rows.take_while(|row| !row.contains(" Why ") && !row.contains("▍ "))
            .map(str::to_owned)
            .collect()
    };
    let before = page(&mut bench);
    assert!(before.join(" ").contains("cut"), "{before:?}");
    bench.apply(&propose(0, "Sales fell.", "Sales fell again.", 2));
    bench.apply(&propose(2, "Wait.", "Wait for two quarters.", 3));
    let after = page(&mut bench);
    assert_eq!(after.join("\n").trim_end(), before.join("\n").trim_end());
    bench.press("a");
    let screen = bench.screen();
    for title in ["1 Situation", "2 Complication", "3 Resolution"] {
        assert!(screen.contains(title), "{title}: {screen}");
    }
}

#[test]
fn what_is_wrong_with_a_proposed_text_is_not_said_of_the_one_that_stands() {
    let mut events = proposed(pieces(vec![hunk(
        1,
        "Subsidies ended.",
        "Subsidies were cut.",
    )]));
    if let Some(Event::RevisionProposed { warnings, .. }) = events.last_mut() {
        warnings.push("1152 words, 220 were aimed at".to_owned());
    }
    let mut bench = Bench::new(160, 48, &events);
    assert!(
        bench.screen().contains("! proposed text: 1152 words"),
        "{}",
        bench.screen()
    );
    let mut refused = Bench::new(160, 48, &events);
    refused.press("R x q");
    assert!(!refused.screen().contains("1152"), "{}", refused.screen());
    bench.press("R a q");
    assert!(
        bench.screen().contains("! 1152 words"),
        "{}",
        bench.screen()
    );
}

#[test]
fn a_change_that_is_scrolled_says_how_much_lies_above_and_below_it() {
    let long = "One more item of a list that goes on and on [1]. ".repeat(60);
    let mut bench = Bench::new(80, 24, &proposed(pieces(vec![hunk(1, "", &long)])));
    bench.press("R");
    assert!(!bench.screen().contains("↑"), "{}", bench.screen());
    bench.press("^D");
    let screen = bench.screen();
    assert!(screen.contains("↑ ") && screen.contains("more"), "{screen}");
    bench.press("^D ^D ^D ^D ^D ^D ^D ^D ^D ^D ^D ^D ^D");
    let screen = bench.screen();
    assert!(screen.contains("↑ ") && !screen.contains("↓ "), "{screen}");
}

#[test]
fn a_key_that_is_held_opens_the_review_once_and_decides_nothing() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R R R");
    assert!(bench.screen().contains("change 1 of"));
    bench.wait(Duration::from_millis(1100));
    bench.press("R");
    assert!(!bench.screen().contains("change 1 of"));
    bench.press("5 enter enter");
    assert!(bench.screen().contains("change 1 of"));
    assert_eq!(bench.study.open_hunks(), 3);
}
