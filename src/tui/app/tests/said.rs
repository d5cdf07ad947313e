//! What was said is read again, and the settings in force are seen and changed.

use super::fixture::Bench;
use super::screens::pictures;
use super::studies::finished;
use crate::tui::app::Effect;
use crate::tui::layers::Configured;
use crate::tui::view::{Level, Notice};

fn saying(bench: &mut Bench) {
    bench.app.ui.clock = || "14:02:10".to_owned();
    let long = "could not be read: the file is encrypted, and no password was given for it; enter on it in the evidence asks for one, and once it is known all else that waits for it is read as well, in the order in which it was added to the study";
    for (level, text) in [
        (Level::Info, "4 documents were read"),
        (Level::Warning, long),
        (Level::Info, "exported to brief.md"),
        (Level::Info, "exported to brief.md"),
    ] {
        bench.app.notify(Notice::new(level, text.to_owned()));
    }
}

#[test]
fn what_was_said_is_drawn_with_its_time_in_full_and_the_last_first() {
    pictures("messages", &finished(), |bench| {
        saying(bench);
        bench.press("M");
    });
}

#[test]
fn no_message_is_lost_by_the_next_one() {
    let mut bench = Bench::new(100, 30, &finished());
    saying(&mut bench);
    let screen = bench.press_and_see("M");
    for said in [
        "14:02:10 (i) 4 documents were read",
        "in the order in which it was added to the study",
        "exported to brief.md (2 times)",
        "3 messages, the last first",
    ] {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let seen = words(&screen.replace('│', " "));
        assert!(seen.contains(&words(said)), "{said} in {screen}");
    }
    let first = screen.find("exported").expect("the last one");
    assert!(first < screen.find("documents were read").expect("the first one"));
    // The same key closes it, and it is found from a window too, which stays below it.
    assert!(!bench.press_and_see("M").contains("Messages"));
    bench.press("C");
    assert!(bench.press_and_see("M").contains("Messages"));
    assert!(bench.press_and_see("esc").contains("Conflicts"));
}

#[test]
fn where_nothing_was_said_the_list_says_so() {
    let mut bench = Bench::new(80, 24, &finished());
    assert!(bench.press_and_see("M").contains("Nothing was said yet."));
}

#[test]
fn a_message_that_is_cut_says_where_all_of_it_is() {
    let mut bench = Bench::new(60, 20, &finished());
    saying(&mut bench);
    let long = "word ".repeat(80);
    bench.app.notify(Notice::new(Level::Error, long));
    let screen = bench.screen();
    assert!(screen.contains("… M all"), "{screen}");
}

fn configured(bench: &mut Bench) {
    let known = |name: &str, value: &str, from: &str| Configured {
        name: name.to_owned(),
        value: value.to_owned(),
        from: from.to_owned(),
    };
    bench.app.ui.config = "/srv/ann/tercet/config.toml".to_owned();
    bench.app.ui.configured = vec![
        known("writer", "\"extractive\"", "built in"),
        known("theme", "\"mono\"", "variable TERCET_THEME"),
        known("glyphs", "\"auto\" (unicode here)", "built in"),
        known("mouse", "true", "built in"),
        known("run.judge", "true", "built in"),
        known("run.auto_apply", "false", "built in"),
        known("run.revisions", "1", "file, line 4"),
    ];
}

#[test]
fn the_settings_are_drawn_with_where_they_came_from() {
    pictures("settings", &finished(), |bench| {
        configured(bench);
        // The mouse is as it was told, and a look is the same in every theme.
        bench.press(",");
    });
}

#[test]
fn what_is_in_force_is_told_with_where_it_came_from_and_changed_where_that_is_safe() {
    let mut bench = Bench::new(100, 30, &finished());
    configured(&mut bench);
    let screen = bench.press_and_see(",");
    let row = |screen: &str, name: &str| {
        let found = screen.lines().find(|line| line.contains(name));
        found
            .unwrap_or_else(|| panic!("{name} in {screen}"))
            .to_owned()
    };
    assert!(
        row(&screen, "run.revisions").contains("file, line 4"),
        "{screen}"
    );
    assert!(
        row(&screen, "theme ").contains("variable TERCET_THEME"),
        "{screen}"
    );
    assert!(row(&screen, "mouse").contains("on"), "{screen}");
    assert_eq!(bench.press("j j enter"), [Effect::ToggleAutoApply]);
    assert_eq!(bench.press("j j j enter"), [Effect::SetMouse(false)]);
    let screen = bench.screen();
    assert!(row(&screen, "mouse").contains("off"), "{screen}");
    assert!(row(&screen, "mouse").contains("set here"), "{screen}");
    // Signs are drawn in the other set at once, and in the first one again.
    let screen = bench.press_and_see("k enter");
    assert!(row(&screen, "glyphs").contains("ascii"), "{screen}");
    let screen = bench.press_and_see("enter");
    assert!(row(&screen, "glyphs").contains("unicode"), "{screen}");
    // What only the file says is looked at, and told where it is.
    let screen = bench.press_and_see("G");
    assert!(
        screen.contains("set in /srv/ann/tercet/config.toml"),
        "{screen}"
    );
    assert_eq!(bench.press("enter"), []);
}

#[test]
fn what_was_left_to_the_terminal_is_set_here_only_once_it_was_changed_here() {
    let mut bench = Bench::new(100, 30, &finished());
    configured(&mut bench);
    for known in &mut bench.app.ui.configured {
        if known.name == "theme" {
            known.value = "\"auto\"".to_owned();
        }
    }
    let whose = |screen: &str, name: &str| {
        let row = screen.lines().find(|line| line.contains(name));
        let row = row.unwrap_or_else(|| panic!("{name} in {screen}"));
        let is_here = row.contains("set here");
        assert_ne!(
            is_here,
            row.contains("built in") || row.contains("variable")
        );
        is_here
    };
    let screen = bench.press_and_see(",");
    assert!(!whose(&screen, "glyphs ") && !whose(&screen, "theme "));
    let screen = bench.press_and_see("j j j j enter");
    assert!(whose(&screen, "glyphs "), "{screen}");
    let screen = bench.press_and_see("enter");
    assert!(!whose(&screen, "glyphs "), "{screen}");
    bench.app.use_theme("light".to_owned());
    let screen = bench.screen();
    assert!(whose(&screen, "theme "), "{screen}");
    // It is still known when another study was opened.
    let first = bench.app.ui.first_look.clone();
    bench.app.study_opened("");
    assert_eq!(bench.app.ui.first_look, first);
}

#[test]
fn a_message_that_a_window_reaches_into_is_told_from_its_beginning() {
    let mut bench = Bench::new(80, 24, &finished());
    configured(&mut bench);
    let many = (0..20).map(|at| Configured {
        name: format!("tiers.{at}"),
        value: "true".to_owned(),
        from: "built in".to_owned(),
    });
    bench.app.ui.configured.extend(many);
    bench.press(",");
    let long = "changes that worsen no verdict are accepted by themselves from now on, until the program is left";
    bench.app.notify(Notice::new(Level::Info, long.to_owned()));
    let screen = bench.screen();
    assert!(screen.contains("(i) changes that worsen"), "{screen}");
    assert!(screen.contains("… M all"), "{screen}");
}
