//! Libraries whose rows are not what was written: whatever became of a journal, its study opens, or what is said says what to do; and what was sealed is
//! never taken for another text.

use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use rusqlite::types::Value;
use rusqlite::{Connection, params};
use tercet::export::Format;
use tercet::library::{Library, LibraryError};
use tercet::session::Session;
use tercet::study::{Envelope, Event, StudyId, Timestamp};
use tercet::workbench::{self, Appendices, Form, Past};

const STUDY: StudyId = StudyId(1);

/// Whose library it is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Writer {
    This,
    /// One that knew no seals.
    First,
    Second,
}

/// What becomes of a journal, or of what stands beside it. Events are counted to, from any number.
#[derive(Debug, Clone)]
enum Damage {
    /// A byte of the body of an event is another one, which may make it no text at all.
    Byte(usize, usize, u8),
    Kind(usize, String),
    Exchanged(usize, usize),
    Gone(usize),
    /// An event stands there twice, at its place and at the end or before the first.
    Twice(usize, bool),
    /// All from here on is gone.
    Cut(usize),
    Seal(usize, Vec<u8>),
    /// A column of an event holds something else.
    Column(usize, &'static str, Value),
    /// So does a column of the list of studies.
    Listed(&'static str, Value),
    Unlisted,
    Live(Value, Value),
}

impl Damage {
    fn happens(&self, connection: &Connection) {
        let events: usize = connection
            .query_row("SELECT count(*) FROM event", [], |row| row.get(0))
            .expect("counted");
        let nth = |at: usize| {
            let sql = "SELECT seq FROM event ORDER BY seq LIMIT 1 OFFSET ?1";
            let found =
                connection.query_row(sql, [at % events.max(1)], |row| row.get::<_, Value>(0));
            found.unwrap_or(Value::Null)
        };
        let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
            // What the table itself refuses cannot come about.
            let _ = connection.execute(sql, values);
        };
        match self {
            Self::Byte(at, byte, by) => {
                let of = nth(*at);
                let sql = "SELECT CAST(body AS BLOB) FROM event WHERE seq = ?1";
                let body = connection.query_row(sql, [&of], |row| row.get::<_, Vec<u8>>(0));
                if let Ok(mut body) = body {
                    let at = byte % body.len().max(1);
                    body.iter_mut()
                        .skip(at)
                        .take(1)
                        .for_each(|byte| *byte = *by);
                    run(
                        "UPDATE event SET body = CAST(?1 AS TEXT) WHERE seq = ?2",
                        params![body, of],
                    );
                }
            }
            Self::Kind(at, kind) => run(
                "UPDATE event SET kind = ?1 WHERE seq = ?2",
                params![kind, nth(*at)],
            ),
            Self::Exchanged(one, other) => {
                let (one, other) = (nth(*one), nth(*other));
                run(
                    "UPDATE event SET seq = 1000000 WHERE seq = ?1",
                    params![one],
                );
                run(
                    "UPDATE event SET seq = ?1 WHERE seq = ?2",
                    params![one, other],
                );
                run(
                    "UPDATE event SET seq = ?1 WHERE seq = 1000000",
                    params![other],
                );
            }
            Self::Gone(at) => run("DELETE FROM event WHERE seq = ?1", params![nth(*at)]),
            Self::Twice(at, at_end) => {
                let place = if *at_end {
                    "(SELECT max(seq) + 1 FROM event)"
                } else {
                    "0"
                };
                let sql = format!(
                    "INSERT INTO event SELECT study, {place}, at, kind, version, body, seal FROM event WHERE seq = ?1"
                );
                run(&sql, params![nth(*at)]);
            }
            Self::Cut(at) => run("DELETE FROM event WHERE seq >= ?1", params![nth(*at)]),
            Self::Seal(at, seal) => run(
                "UPDATE event SET seal = ?1 WHERE seq = ?2",
                params![seal, nth(*at)],
            ),
            Self::Column(at, column, by) => {
                run(
                    &format!("UPDATE event SET {column} = ?1 WHERE seq = ?2"),
                    params![by, nth(*at)],
                );
            }
            Self::Listed(column, by) => {
                run(&format!("UPDATE study SET {column} = ?1"), params![by]);
            }
            Self::Unlisted => run("DELETE FROM study", &[]),
            Self::Live(section, text) => {
                run(
                    "INSERT OR REPLACE INTO live VALUES (1, ?1, ?2)",
                    params![section, text],
                );
            }
        }
    }

    /// Whether a seal has to tell: not where it was taken away with what it seals.
    fn is_sealed(&self) -> bool {
        !matches!(self, Self::Column(_, "seal", _))
    }
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<i64>().prop_map(Value::Integer),
        (-2_i64..40).prop_map(Value::Integer),
        any::<f64>().prop_map(Value::Real),
        ".{0,12}".prop_map(Value::Text),
        prop::sample::select(vec!["{}", "[]", "null", "{\"title\":", "{\"last\":99}"])
            .prop_map(|text| Value::Text(text.to_owned())),
        prop::collection::vec(any::<u8>(), 0..20).prop_map(Value::Blob),
    ]
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<usize>;
    let of_an_event = prop::sample::select(vec![
        "seq", "at", "kind", "version", "body", "seal", "study",
    ]);
    let of_a_study = prop::sample::select(vec!["changed", "summary", "typed", "id"]);
    prop_oneof![
        4 => (at(), at(), any::<u8>()).prop_map(|(at, byte, by)| Damage::Byte(at, byte, by)),
        1 => (at(), "[a-z_]{0,12}|undone|draft_restored|.{0,9}").prop_map(|(at, kind)| Damage::Kind(at, kind)),
        1 => (at(), at()).prop_map(|(one, other)| Damage::Exchanged(one, other)),
        1 => at().prop_map(Damage::Gone),
        1 => (at(), any::<bool>()).prop_map(|(at, at_end)| Damage::Twice(at, at_end)),
        1 => at().prop_map(Damage::Cut),
        1 => (at(), prop::collection::vec(any::<u8>(), 0..20)).prop_map(|(at, seal)| Damage::Seal(at, seal)),
        3 => (at(), of_an_event, value()).prop_map(|(at, column, by)| Damage::Column(at, column, by)),
        2 => (of_a_study, value()).prop_map(|(column, by)| Damage::Listed(column, by)),
        1 => Just(Damage::Unlisted),
        1 => (value(), value()).prop_map(|(section, text)| Damage::Live(section, text)),
    ]
}

/// The file of a library with a study of many events.
fn whole(writer: Writer) -> &'static [u8] {
    static FILES: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
        [Writer::This, Writer::First, Writer::Second].map(|writer| {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("library.db");
            let dump = match writer {
                Writer::This => None,
                Writer::First => Some(include_str!("../fixtures/library/format-1.sql")),
                Writer::Second => Some(include_str!("../fixtures/library/format-2.sql")),
            };
            if let Some(dump) = dump {
                let connection = Connection::open(&path).expect("made");
                connection.execute_batch(dump).expect("filled");
            } else {
                let mut library = Library::open(folder.path()).expect("made");
                let mut session = Session::create(&library, Timestamp(0)).expect("made");
                session
                    .record(&mut library, Timestamp(1), &events())
                    .expect("recorded");
                drop(library);
                let connection = Connection::open(&path).expect("opened");
                let settled =
                    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
                settled.expect("settled");
            }
            std::fs::read(&path).expect("read")
        })
    });
    match writer {
        Writer::This => &FILES[0],
        Writer::First => &FILES[1],
        Writer::Second => &FILES[2],
    }
}

fn events() -> Vec<Event> {
    let lines = include_str!("../fixtures/journals/model.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).expect("an event"))
        .collect()
}

fn says_what_to_do(error: &LibraryError) -> bool {
    let said = error.to_string();
    let ways = [
        "bring back a copy",
        "restore a backup",
        "studies fork",
        "update Tercet",
        "`tercet studies` lists them",
    ];
    ways.iter().any(|way| said.contains(way)) && !said.chars().any(char::is_control)
}

/// Does with a library what the program does with one that it opens; the first thing that cannot be done is the error.
fn opened(folder: &Path) -> Result<Vec<Envelope>, LibraryError> {
    let mut library = Library::open(folder)?;
    library.studies()?;
    library.lost_studies()?;
    library.broken_part()?;
    library.all_altered()?;
    // What can be gone on from before the damage is.
    for at in [None, Some(3)] {
        let _ = workbench::fork(&mut library, STUDY, at);
    }
    let events = library.events(STUDY)?;
    library.typed(STUDY)?;
    library.live(STUDY)?;
    let session = Session::open(&library, STUDY)?;
    let everything = Appendices {
        verdicts: true,
        method: true,
        scores: true,
        changes: true,
        history: true,
    };
    let past = Past::read(&library, STUDY, None).expect("read");
    for format in Format::ALL {
        let form = Form {
            format,
            appendices: everything,
            ..Form::default()
        };
        let brief = past.exported(&library).text(form, None);
        assert!(!brief.trim().is_empty() || format == Format::Bibtex);
    }
    let last = events.last().map_or(0, |last| last.seq);
    assert_eq!(session.last(), last);
    Ok(events)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_library_opens_or_says_what_to_do(
        damaged in prop::collection::vec(damage(), 1..4),
        writer in prop::sample::select(vec![Writer::This, Writer::This, Writer::First, Writer::Second]),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("library.db");
        std::fs::write(&path, whole(writer)).expect("written");
        let connection = Connection::open(&path).expect("opened");
        connection.execute_batch("PRAGMA foreign_keys = OFF").expect("set");
        for damage in &damaged {
            damage.happens(&connection);
        }
        drop(connection);
        match opened(folder.path()) {
            Err(error) => prop_assert!(says_what_to_do(&error), "{error}"),
            Ok(events) => {
                let events: Vec<Event> = events.into_iter().map(|envelope| envelope.event).collect();
                let sealed = writer == Writer::This && damaged.iter().all(Damage::is_sealed);
                prop_assert!(!sealed || events == self::events(), "what was sealed is another journal");
            }
        }
    }
}
