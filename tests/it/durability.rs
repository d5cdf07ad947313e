//! Disks that fill or fail, clocks that jump, folders that are protected, two programs at once, a library of a later program: nothing is lost, and what is
//! said says what to do [D1]-[D5].

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tercet::library::Library;
use tercet::session::Session;
use tercet::study::{Event, Timestamp};

use crate::program::{Place, Ran, finished};

pub const QUESTION: &str = "Why did sales fall?";
pub const SALES: &str = "# Sales\n\nHeat pump sales fell to 2.2 million units in 2024. Subsidy cuts delayed many orders.\n\nWe recommend that manufacturers hold capacity.\n";
/// Someone who is nobody's owner.
const NOBODY: &str = "65534";

/// A finished study, and what its brief is.
fn written(place: &Place) -> String {
    let sales = place.file("sales.md", SALES);
    let ran = place.run(&["run", QUESTION, &sales]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    place.run(&["export", "last"]).out
}

/// Runs with no file allowed to grow beyond so many blocks: as on a disk that is full, what does not fit is refused.
fn run_on_full_disk(place: &Place, blocks: usize, arguments: &[&str]) -> Ran {
    let program = env!("CARGO_BIN_EXE_tercet");
    let mut shell = place.command_of("sh");
    shell.args([
        "-c",
        &format!("ulimit -f {blocks}; exec \"$0\" \"$@\""),
        program,
    ]);
    finished(shell.args(arguments).output().expect("started"))
}

#[test]
fn a_disk_that_fills_at_any_moment_loses_nothing_and_the_study_is_gone_on_with() {
    let mut refused = 0;
    for blocks in [100, 520, 560, 640, 800, 1000, 1400] {
        let place = Place::new();
        let sales = place.file("sales.md", SALES);
        let full = run_on_full_disk(&place, blocks, &["run", QUESTION, &sales]);
        if full.status != 0 {
            refused += 1;
            assert_eq!(full.status, 3, "{blocks}: {}", full.err);
            assert!(full.err.contains("make room"), "{blocks}: {}", full.err);
        }
        let listed = place.run(&["studies", "--json"]);
        assert_eq!(listed.status, 0, "{blocks}: {}", listed.err);
        // Only a study that is there is said to be gone on with.
        let is_promised = full.err.contains("`tercet run --study");
        assert!(
            !is_promised || !listed.out.is_empty(),
            "{blocks}: {}",
            full.err
        );
        let again = match listed.out.lines().count() {
            0 => place.run(&["run", QUESTION, &sales]),
            _ => place.run(&["run", "--study", "last", &sales]),
        };
        assert_eq!(again.status, 0, "{blocks}: {}", again.err);
        assert!(
            again.out.contains("2.2 million units"),
            "{blocks}: {}",
            again.out
        );
    }
    assert!(refused >= 3, "only {refused} of the disks were full");
}

#[test]
fn a_study_on_a_full_disk_can_still_be_read() {
    let place = Place::new();
    let brief = written(&place);
    // Room for nothing, not even for what is shared between programs beside the library.
    let _ = fs::remove_file(place.data_dir().join("library.db-shm"));
    let read = run_on_full_disk(&place, 8, &["export", "last"]);
    assert_eq!(
        (read.status, read.out.as_str()),
        (0, brief.as_str()),
        "{}",
        read.err
    );
    let refused = run_on_full_disk(&place, 8, &["run", "What else is there?", "sales.md"]);
    assert_eq!(refused.status, 3);
    assert!(refused.err.contains("space"), "{}", refused.err);
    let doctor = run_on_full_disk(&place, 8, &["doctor"]);
    assert_eq!(doctor.status, 1, "{}", doctor.out);
    assert!(
        doctor.out.contains("it can only be read here") && doctor.out.contains("free disk space"),
        "{}",
        doctor.out
    );
    assert_eq!(place.run(&["export", "last"]).out, brief);
}

#[test]
fn output_that_cannot_be_written_is_said_to_be_so() {
    let place = Place::new();
    written(&place);
    let full = fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("a device");
    let mut command = place.command(&["export", "last"]);
    let ran = finished(command.stdout(full).output().expect("started"));
    assert_eq!(ran.status, 3);
    assert!(
        ran.err.contains("cannot write to standard output"),
        "{}",
        ran.err
    );
}

fn protect(folder: &Path, mode: u32) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            protect(&entry.path(), mode);
        } else {
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(mode & 0o666))
                .expect("set");
        }
    }
    fs::set_permissions(folder, fs::Permissions::from_mode(mode)).expect("set");
}

#[test]
fn a_protected_folder_is_read_and_what_cannot_be_done_there_says_what_to_do() {
    let place = Place::new();
    let brief = written(&place);
    protect(&place.data_dir(), 0o555);
    // Whoever owns the machine may write anywhere; as nobody it is tried where that can be had, and else as who runs the tests.
    let is_root = rustix::process::geteuid().is_root();
    if is_root {
        protect(&place.path("."), 0o555);
    }
    let run = |arguments: &[&str]| {
        let program = env!("CARGO_BIN_EXE_tercet");
        let mut command = if is_root {
            let mut command = place.command_of("setpriv");
            command.args([
                "--reuid",
                NOBODY,
                "--regid",
                NOBODY,
                "--clear-groups",
                program,
            ]);
            command
        } else {
            place.command_of(program)
        };
        command.args(arguments).output().map(finished)
    };
    let can_be_tried = run(&["--version"]).is_ok_and(|ran| ran.status == 0);
    if can_be_tried {
        let read = run(&["export", "last"]).expect("started");
        assert_eq!(
            (read.status, read.out.as_str()),
            (0, brief.as_str()),
            "{}",
            read.err
        );
        for arguments in [
            &["run", "What else?", "sales.md"][..],
            &["run", "--study", "last"],
            &["studies", "rename", "1", "Sales"],
        ] {
            let refused = run(arguments).expect("started");
            assert_eq!(refused.status, 3, "{arguments:?}: {}", refused.err);
            assert!(
                refused.err.contains("writable"),
                "{arguments:?}: {}",
                refused.err
            );
        }
    }
    protect(&place.path("."), 0o755);
    protect(&place.data_dir(), 0o755);
    assert_eq!(place.run(&["export", "last"]).out, brief);
    assert!(
        can_be_tried || is_root,
        "a protected folder could not be tried"
    );
}

#[test]
fn a_study_that_is_open_elsewhere_is_read_and_not_written_to() {
    let place = Place::new();
    let brief = written(&place);
    let library = Library::open(&place.data_dir()).expect("opened");
    let id = library.studies().expect("listed")[0].id;
    let held = library.lease(id).expect("asked").expect("free");
    let before = library.events(id).expect("read");
    let refused = place.run(&["run", "--study", "1", "sales.md"]);
    assert_eq!(refused.status, 3);
    assert!(
        refused.err.contains("open in another Tercet") && refused.err.contains("close it there"),
        "{}",
        refused.err
    );
    assert_eq!(library.events(id).expect("read"), before);
    assert_eq!(place.run(&["export", "1"]).out, brief);
    drop(held);
    assert_eq!(place.run(&["run", "--study", "1", "sales.md"]).status, 0);
}

#[test]
fn a_library_of_a_later_program_is_left_as_it_is_and_said_to_be_one() {
    let place = Place::new();
    written(&place);
    let path = place.data_dir().join("library.db");
    let connection = rusqlite::Connection::open(&path).expect("opened");
    connection
        .pragma_update(None, "user_version", 99)
        .expect("set");
    drop(connection);
    let before = fs::read(&path).expect("read");
    for arguments in [
        &["studies"][..],
        &["run", QUESTION, "sales.md"],
        &["export", "last"],
        &["stats"],
    ] {
        let refused = place.run(arguments);
        assert_eq!(refused.status, 3, "{arguments:?}");
        assert!(refused.err.contains("update Tercet"), "{}", refused.err);
    }
    assert_eq!(fs::read(&path).expect("read"), before);
}

#[test]
fn a_clock_that_is_set_back_changes_no_order() {
    const YEAR: i64 = 365 * 24 * 3600 * 1000;
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = Library::open(folder.path()).expect("opened");
    let asked = |question: &str| Event::QuestionChanged {
        question: question.to_owned(),
        undoable: false,
    };
    let (late, early) = (Timestamp(3 * YEAR), Timestamp(2 * YEAR));
    let mut first = Session::create(&library, late).expect("made");
    first
        .record(&mut library, late, &[asked("First?")])
        .expect("recorded");
    let mut second = Session::create(&library, late).expect("made");
    second
        .record(&mut library, late, &[asked("Second?")])
        .expect("recorded");
    let titles = |library: &Library| -> Vec<(String, Timestamp)> {
        let studies = library.studies().expect("listed").into_iter();
        studies.map(|study| (study.title, study.changed)).collect()
    };
    // The clock is set back by a year, while a study is open.
    first
        .record(&mut library, early, &[asked("First, again?")])
        .expect("recorded");
    assert_eq!(
        titles(&library),
        [
            ("First, again?".to_owned(), early),
            ("Second?".to_owned(), late)
        ]
    );
    second
        .record(
            &mut library,
            Timestamp(early.0 + 1),
            &[asked("Second, again?")],
        )
        .expect("recorded");
    assert_eq!(titles(&library)[0].0, "Second, again?");
    let third = Session::create(&library, early).expect("made");
    let mut third = third;
    third
        .record(&mut library, early, &[asked("Third?")])
        .expect("recorded");
    assert_eq!(titles(&library)[0].0, "Third?");
    // And forward, and back before 1970.
    second
        .record(
            &mut library,
            Timestamp(90 * YEAR),
            &[asked("Second, later?")],
        )
        .expect("recorded");
    first
        .record(&mut library, Timestamp(0), &[asked("First, at last?")])
        .expect("recorded");
    assert_eq!(
        titles(&library)[0],
        ("First, at last?".to_owned(), Timestamp(0))
    );
    let study = first.study.clone();
    let id = first.id;
    drop(first);
    assert_eq!(Session::open(&library, id).expect("opened").study, study);
}

/// Writes other words of the same length over all that a library holds of them.
fn damage(place: &Place, words: &str, others: &str) {
    assert_eq!(words.len(), others.len());
    let path = place.data_dir().join("library.db");
    let mut bytes = fs::read(&path).expect("read");
    let mut found = 0;
    for at in 0..bytes.len().saturating_sub(words.len()) {
        if bytes[at..].starts_with(words.as_bytes()) {
            bytes[at..at + others.len()].copy_from_slice(others.as_bytes());
            found += 1;
        }
    }
    assert!(found > 0, "{words} is not there");
    fs::write(&path, bytes).expect("written");
}

#[test]
fn what_a_program_saved_is_in_the_file_when_it_has_ended() {
    let place = Place::new();
    let brief = written(&place);
    let copied = Place::new();
    fs::create_dir_all(copied.data_dir()).expect("made");
    let name = "library.db";
    fs::copy(place.data_dir().join(name), copied.data_dir().join(name)).expect("copied");
    assert_eq!(copied.run(&["export", "last"]).out, brief);
}

#[test]
fn a_journal_that_is_not_what_was_written_is_said_to_be_so_and_gone_on_with_from_before() {
    let place = Place::new();
    written(&place);
    damage(&place, "Why did sales fall?", "Why did sales fail?");
    let refused = place.run(&["export", "1"]);
    assert_eq!(refused.status, 3, "{}", refused.out);
    assert!(
        refused.err.contains("study 1 is damaged from event") && refused.err.contains("copy"),
        "{}",
        refused.err
    );
    let doctor = place.run(&["doctor"]);
    assert_eq!(doctor.status, 1);
    assert!(doctor.out.contains("study 1 is damaged"), "{}", doctor.out);
}

#[test]
fn evidence_that_is_not_what_was_read_is_told_with_what_rests_on_it() {
    for (damage, told) in [
        (
            "UPDATE passage SET text = replace(text, '2.2 million', '9.9 million')",
            "is not what was read",
        ),
        ("DELETE FROM passage", "some of its text is missing"),
        (
            "UPDATE document SET title = 'Sales, as nobody wrote them'",
            "is not what was read",
        ),
        ("DELETE FROM document", "it is missing from the library"),
    ] {
        let place = Place::new();
        let brief = written(&place);
        let whole = place.run(&["export", "last"]);
        assert_eq!(whole.err, "");
        let connection =
            rusqlite::Connection::open(place.data_dir().join("library.db")).expect("opened");
        connection
            .execute_batch(&format!("PRAGMA foreign_keys = OFF; {damage}"))
            .expect("damaged");
        drop(connection);
        let export = place.run(&["export", "last"]);
        assert!(
            export.err.contains(told) && export.err.contains("Sales"),
            "{damage}: {}",
            export.err
        );
        assert!(!brief.is_empty());
        let again = place.run(&["run", "--study", "last"]);
        assert!(again.err.contains(told), "{damage}: {}", again.err);
        let doctor = place.run(&["doctor"]);
        assert_eq!(doctor.status, 1, "{damage}");
        assert!(doctor.out.contains(told), "{damage}: {}", doctor.out);
        let search = place.run(&["search", "sales"]);
        assert!(!search.err.contains("no rows"), "{damage}: {}", search.err);
        // What is found at all is found with a word on it.
        if told == "is not what was read" {
            assert!(search.err.contains(told), "{damage}: {}", search.err);
        }
    }
}

#[test]
fn a_study_that_is_gone_from_the_list_and_an_event_of_a_later_program_are_told() {
    let place = Place::new();
    written(&place);
    let path = place.data_dir().join("library.db");
    let open = || rusqlite::Connection::open(&path).expect("opened");
    open()
        .execute("UPDATE event SET version = 99 WHERE seq = 5", [])
        .expect("changed");
    let refused = place.run(&["export", "1"]);
    assert_eq!(refused.status, 3, "{}", refused.out);
    assert!(
        refused.err.contains("event 5") && refused.err.contains("newer Tercet"),
        "{}",
        refused.err
    );
    open()
        .execute_batch("PRAGMA foreign_keys = OFF; UPDATE event SET version = 1; DELETE FROM study")
        .expect("deleted");
    let doctor = place.run(&["doctor"]);
    assert_eq!(doctor.status, 1);
    assert!(
        doctor
            .out
            .contains("study 1 is damaged: it is missing from the list"),
        "{}",
        doctor.out
    );
}

#[test]
fn doctor_fails_where_the_library_cannot_be_used_and_says_what_to_do() {
    type Spoilt<'a> = (&'a str, &'a [&'a str], fn(&Path));
    let spoilt: [Spoilt<'_>; 7] = [
        ("cut", &["its end is missing", "restore a backup"], |path| {
            let whole = fs::read(path).expect("read");
            fs::write(path, &whole[..whole.len() - 100]).expect("written");
        }),
        ("emptied", &["it is empty", "restore a backup"], |path| {
            fs::write(path, "").expect("written");
        }),
        (
            "foreign",
            &["not a Tercet library", "move it away"],
            |path| {
                fs::write(path, "Dear diary, ".repeat(1000)).expect("written");
            },
        ),
        ("newer", &["update Tercet"], |path| {
            let connection = rusqlite::Connection::open(path).expect("opened");
            connection
                .pragma_update(None, "user_version", 99)
                .expect("set");
        }),
        ("a folder", &["is a folder", "move it away"], |path| {
            fs::remove_file(path).expect("removed");
            fs::create_dir(path).expect("made");
        }),
        (
            "a pipe",
            &["is a pipe or a device", "move it away"],
            |path| {
                fs::remove_file(path).expect("removed");
                let made = std::process::Command::new("mkfifo").arg(path).status();
                assert!(made.expect("started").success());
            },
        ),
        (
            "a circle",
            &["is a link that cannot be followed", "move it away"],
            |path| {
                fs::remove_file(path).expect("removed");
                std::os::unix::fs::symlink(path, path).expect("linked");
            },
        ),
    ];
    for (name, words, spoil) in spoilt {
        let place = Place::new();
        written(&place);
        assert_eq!(place.run(&["doctor"]).status, 0);
        spoil(&place.data_dir().join("library.db"));
        let doctor = place.run(&["doctor"]);
        assert_eq!(doctor.status, 1, "{name}: {}", doctor.out);
        for words in words {
            assert!(doctor.out.contains(words), "{name}: {}", doctor.out);
        }
        assert_eq!(place.run(&["studies"]).status, 3, "{name}");
    }
}

/// The library as a database, and the last event of its only study.
fn journal(place: &Place) -> (rusqlite::Connection, i64) {
    let path = place.data_dir().join("library.db");
    let connection = rusqlite::Connection::open(&path).expect("opened");
    let last = connection
        .query_row("SELECT max(seq) FROM event", [], |row| row.get(0))
        .expect("asked");
    (connection, last)
}

/// The study is not exported; what is said to do about it is done, and gives the brief.
fn assert_goes_on_from(place: &Place, event: i64) {
    let refused = place.run(&["export", "1"]);
    assert_eq!((refused.status, refused.out.as_str()), (3, ""));
    let way_out = format!("studies fork 1 --at {event}");
    assert!(
        refused.err.contains(&format!("`tercet {way_out}`")),
        "{}",
        refused.err
    );
    let forked = place.run(&way_out.split(' ').collect::<Vec<_>>());
    assert_eq!(forked.status, 0, "{}", forked.err);
    let export = place.run(&["export", forked.out.trim()]);
    assert_eq!(export.status, 0, "{}", export.err);
    assert!(export.out.contains("2.2 million units"), "{}", export.out);
}

#[test]
fn a_study_whose_events_are_gone_is_not_an_empty_one() {
    let place = Place::new();
    written(&place);
    let (connection, last) = journal(&place);
    connection
        .execute("DELETE FROM event WHERE seq > ?1", [last - 2])
        .expect("deleted");
    drop(connection);
    assert_goes_on_from(&place, last - 2);
}

#[test]
fn a_study_whose_entry_in_the_list_is_damaged_stays_in_the_list_and_can_be_gone_on_from() {
    let place = Place::new();
    written(&place);
    let (connection, last) = journal(&place);
    connection
        .execute("UPDATE study SET summary = substr(summary, 1, 9)", [])
        .expect("damaged");
    drop(connection);
    let listed = place.run(&["studies"]);
    assert!(
        listed.out.contains(QUESTION) && listed.out.contains("damaged"),
        "{}",
        listed.out
    );
    // How many events it had is not known any more, so that none may be missing.
    assert_goes_on_from(&place, last);
}

#[test]
fn a_library_that_was_cut_off_is_neither_read_nor_written_to() {
    let place = Place::new();
    written(&place);
    let path = place.data_dir().join("library.db");
    let whole = fs::read(&path).expect("read");
    fs::write(&path, &whole[..whole.len() - 100]).expect("written");
    for arguments in [&["export", "1"][..], &["run", QUESTION, "sales.md"]] {
        let refused = place.run(arguments);
        assert_eq!(refused.status, 3, "{arguments:?}");
        assert!(
            refused.err.contains("damaged") && refused.err.contains("restore a backup"),
            "{}",
            refused.err
        );
    }
    assert_eq!(fs::read(&path).expect("read").len(), whole.len() - 100);
}

#[test]
fn it_is_said_that_the_last_changes_of_a_killed_program_were_taken_away() {
    let place = Place::new();
    written(&place);
    let folder = place.data_dir();
    let quiet = place.run(&["studies"]);
    assert_eq!(quiet.err, "");
    fs::write(folder.join("library.db-shm"), vec![0; 32_768]).expect("written");
    let told = place.run(&["studies"]);
    assert_eq!(told.status, 0, "{}", told.err);
    assert!(told.err.contains("may be missing"), "{}", told.err);
    assert_eq!(place.run(&["studies"]).err, "", "once");
}

#[test]
fn saved_changes_that_a_disk_damaged_are_kept_and_said_to_be() {
    let place = Place::new();
    written(&place);
    let log = place.data_dir().join("library.db-wal");
    let connection =
        rusqlite::Connection::open(place.data_dir().join("library.db")).expect("opened");
    for typed in ["one", "two", "three"] {
        connection
            .execute("UPDATE study SET typed = ?1", [typed])
            .expect("written");
    }
    let mut bytes = fs::read(&log).expect("read");
    bytes[100] ^= 1;
    // What is open still holds the file: it is ended as a power cut ends it.
    let file = place.data_dir().join("library.db");
    let whole = fs::read(&file).expect("read");
    drop(connection);
    fs::write(&file, whole).expect("written");
    fs::write(&log, &bytes).expect("written");
    let told = place.run(&["studies"]);
    assert_eq!(told.status, 0, "{}", told.err);
    assert!(
        told.err.contains("library.db-wal.damaged-1"),
        "{}",
        told.err
    );
    let kept = place.data_dir().join("library.db-wal.damaged-1");
    assert_eq!(fs::read(kept).expect("kept"), bytes);
}
