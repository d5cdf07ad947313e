//! Evidence that grows: added by paste and by folder, stopped and gone on with, changed, renamed and removed under the analyst's hands.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tercet::study::{Document, Standing, Study};
use tercet::workbench::Workbench;

use crate::evidence::fixture;
use crate::headless::Desk;
use crate::program::Place;
use crate::pty::{ENTER, ESC, Program, control};
use crate::workbench::{QUESTION, REGISTER, SALES, tercet};

impl Desk {
    fn study(&self) -> &Study {
        self.workbench.study()
    }

    fn add(&mut self, path: &str) {
        self.workbench.add_evidence(vec![path.into()]);
    }

    fn until_read(&mut self) {
        self.until("the end of the reading", |workbench| !workbench.is_busy());
    }

    fn current(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .study()
            .current()
            .map(|document| name(&document.uri))
            .collect();
        names.sort();
        names
    }
}

fn name(path: &str) -> String {
    let path = PathBuf::from(path);
    path.file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned()
}

fn many(place: &Place, count: usize) -> String {
    for at in 0..count {
        let text = format!(
            "# Report {at}\n\nDepot {at} bought {} chargers in 2024 and pays for them until 2031.\n",
            at + 3
        );
        place.file(&format!("reports/{:02}/{at:05}.md", at % 40), text);
    }
    place.path("reports").display().to_string()
}

#[test]
fn a_thousand_files_are_read_once_however_often_their_folder_is_added() {
    let place = Place::new();
    let folder = many(&place, 1000);
    let mut desk = Desk::new(&place);
    desk.add(&folder);
    assert!(
        desk.study().evidence.is_empty(),
        "reading is not waited for"
    );
    desk.until_read();
    assert_eq!(desk.study().evidence.len(), 1000);
    assert!(desk.study().requested.is_empty());

    place.file("reports/new.md", SALES);
    desk.add(&folder);
    desk.until_read();
    assert_eq!(desk.study().evidence.len(), 1001);
    let said = "1000 of 1001 sources bring no text that is not in the study already";
    assert!(
        desk.told().iter().any(|notice| notice == said),
        "{:?}",
        desk.told()
    );

    // Another study has them without reading them.
    let mut other = Desk::open(&place, None, Path::new("/nonexistent"));
    other.add(&folder);
    other.until_read();
    assert_eq!(other.study().evidence.len(), 1001);
}

#[test]
fn what_sources_came_to_is_said_once_and_at_the_end() {
    let place = Place::new();
    let folder = many(&place, 10);
    place.file("reports/empty.md", "");
    let mut desk = Desk::new(&place);
    desk.workbench.add_evidence(vec![
        folder.into(),
        place.path("absent").into(),
        place.path("nowhere").into(),
    ]);
    desk.until_read();
    let told = desk.told();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("3 of 13 sources could not be read: "),
        "{told:?}"
    );
    assert!(
        told[0].contains("absent") || told[0].contains("empty.md"),
        "{told:?}"
    );
}

#[test]
fn more_evidence_can_be_added_while_some_is_being_read() {
    let place = Place::new();
    let folder = many(&place, 100);
    let register = place.file("register.md", REGISTER);
    let mut desk = Desk::new(&place);
    desk.add(&folder);
    desk.add(&register);
    desk.until_read();
    assert_eq!(desk.study().evidence.len(), 101);
    assert_eq!(name(&desk.study().evidence[100].uri), "register.md");
}

/// A program that stands for the child process and never answers.
fn stuck(place: &Place) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;

    let script = place.file("stuck.sh", "#!/bin/sh\nexec /bin/sleep 1000\n");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("allowed");
    PathBuf::from(script)
}

#[test]
fn a_stop_ends_what_is_being_read_and_the_same_again_goes_on_with_what_is_missing() {
    let place = Place::new();
    place.file("mixed/a.md", SALES);
    place.file("mixed/b.html", "<html><body><p>A page about the register of heat pumps and what it says of 2024.</p></body></html>");
    place.file("mixed/c.md", REGISTER);
    let folder = place.path("mixed").display().to_string();
    let program = stuck(&place);
    let mut desk = Desk::open(&place, None, &program);
    let id = desk.workbench.id();
    desk.add(&folder);
    desk.until("the first file", |workbench| {
        workbench.study().evidence.len() == 1
    });
    let page = |workbench: &Workbench| {
        let progress = workbench.progress();
        progress.is_some_and(|progress| {
            progress
                .reading
                .iter()
                .any(|source| source.ends_with("b.html"))
        })
    };
    desk.until("what is being read", page);
    let asked = Instant::now();
    desk.workbench.stop();
    desk.until_read();
    assert!(
        asked.elapsed() < Duration::from_secs(20),
        "the child was not waited for"
    );
    assert_eq!(desk.current(), ["a.md"]);
    assert!(
        desk.study().refused.is_empty(),
        "{:?}",
        desk.study().refused
    );
    assert_eq!(desk.study().requested, std::slice::from_ref(&folder));
    drop(desk);

    let mut desk = Desk::open(&place, Some(id), Path::new(env!("CARGO_BIN_EXE_tercet")));
    assert!(
        desk.told()
            .iter()
            .any(|notice| notice.contains("was cut short: {retry} goes on")),
        "{:?}",
        desk.told()
    );
    desk.workbench.go_on();
    desk.until_read();
    assert_eq!(desk.current(), ["a.md", "b.html", "c.md"]);
    assert!(desk.study().requested.is_empty());
}

#[test]
fn a_file_that_changed_is_a_new_version_and_the_old_one_still_opens() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut desk = Desk::new(&place);
    desk.add(&sales);
    desk.workbench.run(QUESTION);
    desk.until("a brief", |workbench| {
        workbench.study().is_complete() && !workbench.is_busy()
    });
    let old = desk.study().numbered(1).expect("it is cited").id;
    let mut claims = desk
        .study()
        .sections
        .iter()
        .flat_map(|section| section.claims.iter());
    let quote = claims
        .find_map(|claim| claim.evidence.clone())
        .expect("a claim that is supported");

    fs::write(&sales, SALES.replace("2.2 million", "2.7 million")).expect("written");
    desk.add(&sales);
    desk.until("changes", |workbench| {
        workbench.study().open_hunks() > 0 && !workbench.is_busy()
    });
    let study = desk.study();
    let new = study.numbered(1).expect("it is cited").id;
    assert_ne!(old, new);
    assert_eq!(study.standing(old), Standing::Superseded { by: new });
    assert_eq!(
        (study.number_of(old), study.number_of(new)),
        (Some(1), Some(1))
    );
    let accepted: String = study
        .sections
        .iter()
        .map(tercet::study::Section::accepted)
        .collect();
    assert!(
        !accepted.contains("2.7 million"),
        "nothing changes by itself"
    );
    let view = desk
        .workbench
        .passage_view(quote.passage, Some(&quote))
        .expect("the old passage opens");
    assert_eq!((view.document.id, view.note), (old, Some("older version")));
    assert!(view.passage.text.contains("2.2 million") || !quote.text.contains("2.2 million"));
}

#[test]
fn what_changes_in_a_watched_folder_changes_the_evidence() {
    let place = Place::new();
    place.file("watched/a.md", SALES);
    let folder = place.path("watched");
    let at = |name: &str| folder.join(name);
    let mut desk = Desk::new(&place);
    let id = desk.workbench.id();
    desk.workbench.watch(&folder);
    desk.until("the first file", |workbench| {
        workbench.study().evidence.len() == 1
    });
    let first = desk.study().evidence[0].id;

    // An editor's way to save: beside, and then in place.
    fs::write(at(".b.md.swp"), "draft").expect("written");
    fs::write(at("b.md.tmp"), REGISTER).expect("written");
    fs::rename(at("b.md.tmp"), at("b.md")).expect("renamed");
    desk.until("a new file", |workbench| {
        workbench.study().current().count() == 2
    });
    assert_eq!(desk.current(), ["a.md", "b.md"]);

    fs::rename(at("a.md"), at("renamed.md")).expect("renamed");
    let is_renamed = |workbench: &Workbench| {
        workbench
            .study()
            .document(first)
            .is_some_and(|document| document.uri.ends_with("renamed.md"))
    };
    desk.until("the new name", is_renamed);
    assert_eq!(desk.study().evidence.len(), 2, "nothing was read twice");
    assert_eq!(desk.study().standing(first), Standing::Current);

    fs::write(at("renamed.md"), SALES.replace("2.2", "2.4")).expect("written");
    desk.until("the new version", |workbench| {
        workbench.study().evidence.len() == 3
    });
    assert!(matches!(
        desk.study().standing(first),
        Standing::Superseded { .. }
    ));

    fs::remove_file(at("b.md")).expect("removed");
    desk.until("the withdrawal", |workbench| {
        workbench.study().current().count() == 1
    });
    assert_eq!(desk.current(), ["renamed.md"]);
    fs::write(at("b.md"), REGISTER).expect("written");
    desk.until("the return", |workbench| {
        workbench.study().current().count() == 2
    });
    assert_eq!(
        desk.study().evidence.len(),
        3,
        "it is the same document again"
    );
    desk.until_read();
    drop(desk);

    // What happens while nobody looks is found when the study is opened again.
    fs::remove_file(at("b.md")).expect("removed");
    fs::write(
        at("c.md"),
        "# Later\n\nA third report says that depots will order again in the spring of 2026.\n",
    )
    .expect("written");
    let mut desk = Desk::open(&place, Some(id), Path::new(env!("CARGO_BIN_EXE_tercet")));
    desk.until("what happened meanwhile", |workbench| {
        let names: Vec<String> = workbench
            .study()
            .current()
            .map(|document| name(&document.uri))
            .collect();
        names.contains(&"c.md".to_owned()) && !names.contains(&"b.md".to_owned())
    });
    assert_eq!(desk.current(), ["c.md", "renamed.md"]);
}

#[test]
fn a_file_that_was_renamed_and_changed_is_a_new_version_and_not_a_new_source() {
    let place = Place::new();
    place.file("watched/draft.md", SALES);
    place.file("watched/other.md", REGISTER);
    let folder = place.path("watched");
    let at = |name: &str| folder.join(name);
    let mut desk = Desk::new(&place);
    desk.workbench.watch(&folder);
    desk.until("the files", |workbench| {
        workbench.study().evidence.len() == 2 && !workbench.is_busy()
    });
    let old = desk.study().evidence[0].id;
    // Beside it comes a file that says something else.
    fs::remove_file(at("draft.md")).expect("removed");
    fs::write(at("final.md"), SALES.replace("2.2", "2.4")).expect("written");
    fs::write(
        at("later.md"),
        "# Later\n\nA third report says that depots will order again in the spring of 2026.\n",
    )
    .expect("written");
    desk.until("the new name", |workbench| {
        workbench.study().evidence.len() == 4 && !workbench.is_busy()
    });
    assert_eq!(desk.current(), ["final.md", "later.md", "other.md"]);
    let Standing::Superseded { by } = desk.study().standing(old) else {
        panic!("{:?}", desk.study().standing(old));
    };
    let new = desk.study().document(by).expect("the new version");
    assert!(new.uri.ends_with("final.md"), "{}", new.uri);
    // Another change is one more version of the same file, and none is new to a reading of the folder.
    fs::write(at("final.md"), SALES.replace("2.2", "2.6")).expect("written");
    desk.until("the next version", |workbench| {
        workbench.study().evidence.len() == 5 && !workbench.is_busy()
    });
    assert!(matches!(
        desk.study().standing(by),
        Standing::Superseded { .. }
    ));
    assert_eq!(desk.current(), ["final.md", "later.md", "other.md"]);
}

#[test]
fn each_study_names_the_file_that_it_was_given_where_several_hold_the_same_text() {
    let place = Place::new();
    let first = place.file("first/sales.md", SALES);
    let second = place.file("second/copy.md", SALES);
    let names = |study: &str| -> Vec<bool> {
        let brief = place.run(&["export", study]).out;
        ["first/sales.md", "second/copy.md"]
            .map(|file| brief.contains(file))
            .to_vec()
    };
    place.run(&["run", QUESTION, &first]);
    for study in ["2", "3"] {
        let ran = place.run(&["run", QUESTION, &second]);
        assert!(!ran.err.contains("not added again"), "{}", ran.err);
        assert_eq!(names(study), [false, true], "study {study}");
    }
    assert_eq!(names("1"), [true, false]);
    // Given both, a study has one source, which it says.
    let ran = place.run(&["run", QUESTION, &first, &second]);
    assert_eq!(names("4"), [true, false]);
    assert!(
        ran.err.contains("this text is in the study already"),
        "{}",
        ran.err
    );
    // The source goes by the path that it was given with.
    let out = place.run(&["studies", "take-out", "2", &second]);
    assert_eq!(out.status, 0, "{}", out.err);

    // Another study's copy is none of this one's: what it was given is gone.
    fs::remove_file(&second).expect("removed");
    let mut desk = Desk::open(
        &place,
        Some(tercet::study::StudyId(3)),
        Path::new("/nonexistent"),
    );
    desk.add(&second);
    desk.until_read();
    assert_eq!(desk.study().current().count(), 0);
    assert_eq!(name(&desk.study().evidence[0].uri), "copy.md");
}

#[test]
fn of_two_files_with_one_text_either_may_go_or_change_and_the_other_stays_evidence() {
    let place = Place::new();
    let names = ["a.md", "b.md"];
    for name in names {
        place.file(&format!("watched/{name}"), SALES);
    }
    let folder = place.path("watched");
    let mut desk = Desk::new(&place);
    desk.workbench.watch(&folder);
    let current = |workbench: &Workbench| -> Vec<String> {
        let current = workbench.study().current();
        let mut current: Vec<String> = current.map(|document| name(&document.uri)).collect();
        current.sort();
        current
    };
    let is = |wanted: &'static [&'static str]| {
        move |workbench: &Workbench| current(workbench) == wanted && !workbench.is_busy()
    };
    desk.until("the folder", is(&["a.md"]));
    fs::write(folder.join("b.md"), REGISTER).expect("written");
    desk.until("the copy that changed", is(&["a.md", "b.md"]));
    fs::write(folder.join("b.md"), SALES).expect("written");
    desk.until("the copy as it was", is(&["a.md"]));
    fs::remove_file(folder.join("a.md")).expect("removed");
    desk.until("the name of the other", is(&["b.md"]));
    fs::remove_file(folder.join("b.md")).expect("removed");
    desk.until("that both are gone", is(&[]));
}

#[test]
fn a_text_goes_on_in_the_file_that_still_holds_it_when_others_change_or_swap_their_names() {
    const LATER: &str =
        "# Later\n\nA third report says that depots will order again in the spring of 2026.\n";
    let place = Place::new();
    for name in ["a.md", "b.md"] {
        place.file(&format!("watched/{name}"), SALES);
    }
    let folder = place.path("watched");
    let at = |name: &str| folder.join(name);
    let mut desk = Desk::new(&place);
    desk.workbench.watch(&folder);
    let is = |wanted: &'static [(usize, &'static str)]| {
        move |workbench: &Workbench| {
            let study = workbench.study();
            let is_at = |(number, file): &(usize, &str)| {
                let document = study.evidence.get(*number);
                document.is_some_and(|document| {
                    study.is_current(document.id) && name(&document.uri) == *file
                })
            };
            study.current().count() == wanted.len()
                && wanted.iter().all(is_at)
                && !workbench.is_busy()
        }
    };
    desk.until("the folder", is(&[(0, "a.md")]));
    fs::write(at("a.md"), REGISTER).expect("written");
    desk.until("the text of the other", is(&[(0, "b.md"), (1, "a.md")]));
    // The older one is put aside under another name.
    fs::rename(at("a.md"), at("c.md")).expect("renamed");
    fs::write(at("a.md"), LATER).expect("written");
    let rotated: &[(usize, &str)] = &[(0, "b.md"), (1, "c.md"), (2, "a.md")];
    desk.until("the older one", is(rotated));
    let aside = place.path("aside.md");
    fs::rename(at("b.md"), &aside).expect("renamed");
    fs::rename(at("c.md"), at("b.md")).expect("renamed");
    fs::rename(&aside, at("c.md")).expect("renamed");
    let swapped: &[(usize, &str)] = &[(0, "c.md"), (1, "b.md"), (2, "a.md")];
    desk.until("the names as they are now", is(swapped));
    // What could not be read for a moment can be again.
    fs::write(at("c.md"), "").expect("written");
    desk.until("the refusal", |workbench| {
        workbench.study().refused.len() == 1 && !workbench.is_busy()
    });
    fs::write(at("c.md"), SALES).expect("written");
    desk.until("that it is read", |workbench| {
        workbench.study().refused.is_empty() && !workbench.is_busy()
    });
    assert!(is(swapped)(&desk.workbench));
}

#[test]
fn a_library_finds_the_text_of_a_file_whose_equal_was_changed() {
    let place = Place::new();
    let text = "# Salt\n\nResidents complained about the smell of the salt works in the harbour.\n";
    let (a, b) = (place.file("w/a.md", text), place.file("w/b.md", text));
    let folder = place.path("w").display().to_string();
    let ingest = || {
        let ran = place.run(&["ingest", &folder]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.err
    };
    let found = |what: &str| {
        let out = place.run(&["search", what]).out;
        [&a, &b].map(|file| out.contains(file.as_str()))
    };
    ingest();
    fs::write(&a, text.replace("smell", "cost")).expect("written");
    ingest();
    assert_eq!(found("residents complained about the smell"), [true, true]);
    let out = place.run(&["search", "smell"]).out;
    assert!(out.contains(&b) && out.contains("**smell**"), "{out}");
    // The report of this year takes the name of the last one, which is kept.
    let kept = place.path("w/a-2023.md");
    fs::rename(&a, &kept).expect("renamed");
    fs::write(&a, text.replace("smell", "noise")).expect("written");
    let told = ingest();
    assert!(!told.contains("same text"), "{told}");
    let out = place.run(&["search", "complained about the cost"]).out;
    assert!(
        out.contains("a-2023.md") && out.contains("**cost**"),
        "{out}"
    );
}

#[test]
fn what_a_watched_folder_brings_while_changes_are_open_is_said_and_so_is_how_much_went() {
    let place = Place::new();
    let sales = place.file("watched/sales.md", SALES);
    let mut desk = Desk::new(&place);
    desk.workbench.watch(&place.path("watched"));
    desk.until("the first file", |workbench| {
        workbench.study().evidence.len() == 1 && !workbench.is_busy()
    });
    desk.workbench.run(QUESTION);
    desk.until("a brief", |workbench| {
        workbench.study().is_complete() && !workbench.is_busy()
    });
    fs::write(&sales, SALES.replace("2.2 million", "2.7 million")).expect("written");
    desk.until("changes", |workbench| {
        workbench.study().open_hunks() > 0 && !workbench.is_busy()
    });
    place.file("watched/register.md", REGISTER);
    desk.until("what came", |workbench| {
        workbench.study().current().count() == 2 && !workbench.is_busy()
    });
    let told = desk.told().join("\n");
    assert!(
        told.contains("the watched folder brought new or changed text of 1 source"),
        "{told}"
    );
    assert!(told.contains("open change"), "{told}");

    for name in ["sales.md", "register.md"] {
        fs::remove_file(place.path("watched").join(name)).expect("removed");
    }
    desk.until("the withdrawal", |workbench| {
        workbench.study().current().count() == 0 && !workbench.is_busy()
    });
    let told = desk.told().join("\n");
    assert!(
        told.contains("2 documents no longer exist")
            || told.matches("no longer exists").count() == 2,
        "{told}"
    );
}

#[test]
fn what_came_is_told_beside_what_went_at_the_same_time() {
    let place = Place::new();
    let sales = place.file("watched/sales.md", SALES);
    let folder = place.path("watched");
    let mut desk = Desk::new(&place);
    desk.add(&folder.display().to_string());
    desk.until_read();
    fs::remove_file(sales).expect("removed");
    place.file("watched/register.md", REGISTER);
    // The first look at a folder that is watched sees all that changed in it since.
    desk.workbench.watch(&folder);
    desk.until("both changes", |workbench| {
        let is_new = |document: &Document| document.uri.ends_with("register.md");
        let mut current = workbench.study().current();
        !workbench.is_busy() && current.next().is_some_and(is_new) && current.next().is_none()
    });
    let told = desk.told().join("\n");
    assert!(
        told.contains("no longer exists")
            && told.contains("; besides, a new or changed document was read"),
        "{told}"
    );
}

#[test]
fn a_file_that_is_there_again_is_said_to_be() {
    let place = Place::new();
    place.file("watched/sales.md", SALES);
    let mut desk = Desk::new(&place);
    desk.workbench.watch(&place.path("watched"));
    let has = |count: usize| {
        move |workbench: &Workbench| {
            workbench.study().current().count() == count && !workbench.is_busy()
        }
    };
    desk.until("the folder", has(1));
    // What is told of a new file says that the others are known to be there.
    place.file("watched/register.md", REGISTER);
    desk.until("a new file", has(2));
    fs::remove_file(place.path("watched/sales.md")).expect("removed");
    desk.until("the withdrawal", has(1));
    place.file("watched/sales.md", SALES);
    desk.until("the return", has(2));
    let told = desk.told();
    let back = "Heat pump sales is there again";
    assert!(told.iter().any(|said| said == back), "{told:?}");
}

#[test]
fn a_reading_that_the_analyst_stopped_leads_to_no_brief() {
    let place = Place::new();
    place.file("mixed/a.md", SALES);
    place.file(
        "mixed/b.html",
        "<p>A page about the register of heat pumps and what it says of 2024.</p>",
    );
    let program = stuck(&place);
    let mut desk = Desk::open(&place, None, &program);
    desk.add(&place.path("mixed").display().to_string());
    desk.workbench.run(QUESTION);
    desk.until("the first file", |workbench| {
        workbench.study().evidence.len() == 1
    });
    desk.workbench.stop();
    desk.until_read();
    assert_eq!(desk.study().drafts, 0, "nothing was asked to be written");
    let told = desk.told();
    let offered = "{retry} goes on, {run} in the question writes from what was read";
    assert!(told.iter().any(|said| said.contains(offered)), "{told:?}");
    desk.workbench.run(QUESTION);
    desk.until("a brief of what was read", |workbench| {
        workbench.study().is_complete() && !workbench.is_busy()
    });
}

#[test]
fn a_watched_folder_that_is_gone_takes_no_evidence_with_it() {
    let place = Place::new();
    place.file("watched/a.md", SALES);
    let (folder, aside) = (place.path("watched"), place.path("aside"));
    let mut desk = Desk::new(&place);
    desk.workbench.watch(&folder);
    desk.until("the first file", |workbench| {
        workbench.study().evidence.len() == 1
    });
    fs::rename(&folder, &aside).expect("moved away");
    let how = |wanted: &'static str| {
        move |workbench: &Workbench| {
            let watched = workbench
                .watched()
                .first()
                .and_then(|watched| watched.how.as_ref());
            watched.is_some_and(|how| format!("{how:?}").starts_with(wanted))
        }
    };
    desk.until("that it is gone", how("Missing"));
    assert_eq!(desk.study().current().count(), 1);
    fs::rename(&aside, &folder).expect("moved back");
    desk.until("that it is back", how("Told"));
    fs::write(folder.join("b.md"), REGISTER).expect("written");
    desk.until("a new file", |workbench| {
        workbench.study().current().count() == 2
    });
}

fn finished(place: &Place, more: &[&str]) -> Program {
    let sales = place.file("sales.md", SALES);
    let arguments: Vec<&str> = [QUESTION, &sales].iter().chain(more).copied().collect();
    let mut program = tercet(place, &arguments).start();
    program.wait_for("done");
    program
}

#[test]
fn a_path_that_is_dropped_is_offered_as_evidence_and_may_stay_text() {
    let place = Place::new();
    let register = place.file("the register.md", REGISTER);
    let mut program = finished(&place, &[]);
    program.paste(&register);
    program.wait_for("Add the register.md as evidence?");
    program.keys(ESC);
    program.wait_for("the register.md");
    program.wait_while("as evidence?");
    program.paste(&register.replace(' ', "\\ "));
    program.wait_for("Add the register.md as evidence?");
    program.keys(ENTER);
    program.wait_for("R reviews");
}

#[test]
fn what_a_watched_folder_brings_is_proposed_and_nothing_else_happens() {
    let place = Place::new();
    fs::create_dir(place.path("inbox")).expect("made");
    let mut program = finished(&place, &["--watch", "inbox"]);
    // The answer to the terminal's first questions is a key as well: what the folder brings waits until no key was pressed for a while.
    place.file("inbox/register.md", REGISTER);
    program.wait_for("R reviews");
    program.keys("6");
    program.wait_for("inbox  watched");
    program.wait_for("[2] Register");
    program.wait_while("▍");
    program.keys("q");
    assert!(program.wait_for_exit().success());
    // Who began the run is told as it was.
    let history = place.run(&["studies", "events", "1"]);
    assert!(
        history.out.contains(&format!(
            "because the watched folder {}",
            place.path("inbox").display()
        )),
        "{}",
        history.out
    );
}

#[test]
fn the_password_of_an_encrypted_document_is_asked_for_and_written_nowhere() {
    let place = Place::new();
    let sealed = fs::read(fixture("encrypted.pdf")).expect("read");
    place.file("sealed.pdf", sealed);
    let sealed = "sealed.pdf";
    let sales = place.file("sales.md", SALES);
    let mut program = tercet(&place, &[QUESTION, &sales, sealed]).start();
    program.wait_for("needs a password");
    program.wait_for("Overall");
    program.keys("6G");
    for typed in ["not this one", "user"] {
        program.keys(ENTER);
        program.wait_for("enter read the document");
        program.keys(typed);
        program.wait_for(&"•".repeat(typed.len()));
        assert!(!program.screen().contains(typed), "{}", program.screen());
        program.keys(ENTER);
        match typed {
            "user" => program.wait_while("✗"),
            _ => program.wait_for("does not open"),
        }
    }
    program.wait_for("the new document adds nothing to the brief");
    program.keys("q");
    assert!(program.wait_for_exit().success());
    for path in place.kept() {
        let kept = fs::read(&path).unwrap_or_default();
        let typed = b"not this one";
        let is_there = kept.windows(typed.len()).any(|bytes| bytes == typed);
        assert!(!is_there, "the password stands in {}", path.display());
    }
}

#[test]
fn what_is_known_of_a_source_is_put_right_in_the_evidence_pane_and_stays_so() {
    let place = Place::new();
    let mut program = finished(&place, &[]);
    program.keys("6e");
    program.wait_for("About this source");
    program.keys(&control('u'));
    program.keys("Market report\t\tsoon\t");
    program.keys(&control('u'));
    program.keys("academic");
    program.keys(ENTER);
    program.wait_for("soon is no date");
    program.keys("\x1b[A");
    program.keys(&control('u'));
    program.keys("2025-03");
    program.keys(ENTER);
    program.wait_for("[1] Market report");
    program.keys("q");
    assert!(program.wait_for_exit().success());
    let exported = place.run(&["export", "last"]);
    assert!(
        exported.out.contains("Market report") && exported.out.contains("2025-03"),
        "{}",
        exported.out
    );
}

#[test]
fn a_kill_in_the_middle_of_reading_costs_nothing_that_was_read() {
    let place = Place::new();
    let folder = many(&place, 3000);
    let mut program = tercet(&place, &[QUESTION, &folder]).start();
    program.wait_for("reading evidence");
    program.wait_for("passages");
    program.signal(Signal::KILL);
    program.wait_for_exit();

    let mut program = tercet(&place, &[]).start();
    program.wait_for("cut short: r goes on");
    program.keys("r");
    program.wait_for("6 Evidence 3000");
    program.wait_for("bring no text that is not in the study already");
}

#[test]
fn a_run_tells_of_each_file_where_it_is_read_later() {
    let place = Place::new();
    let folder = many(&place, 30);
    let ran = place.run(&["run", QUESTION, &folder]);
    assert_eq!(
        ran.err
            .lines()
            .filter(|line| line.starts_with("read "))
            .count(),
        30,
        "{}",
        ran.err
    );
    let ran = place.run(&["run", QUESTION, &folder]);
    assert_eq!(
        ran.err
            .lines()
            .filter(|line| line.contains("not read again"))
            .count(),
        30,
        "{}",
        ran.err
    );
    let ran = place.run(&["run", QUESTION, "--watch", &folder]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(
        ran.err.contains("--watch works only in the workbench"),
        "{}",
        ran.err
    );
}

#[test]
fn a_study_that_is_open_is_not_taken_from_itself_by_opening_it_again() {
    let place = Place::new();
    let mut desk = Desk::new(&place);
    let id = desk.workbench.id();
    assert!(!desk.workbench.switch(Some(id)));
    assert!(!desk.workbench.is_read_only());
    assert!(desk.workbench.switch(None));
    assert!(desk.workbench.switch(Some(id)));
    assert!(!desk.workbench.is_read_only());
    assert_eq!(desk.told(), [""; 0]);
}
