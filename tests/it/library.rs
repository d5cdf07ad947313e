//! The store: what was recorded comes back, and a file that is not ours is left alone.

use tempfile::tempdir;
use tercet::evidence::{ReadDocument, ReadPassage};
use tercet::library::{Filter, Library, LibraryError, LiveText, Search, SearchMode};
use tercet::session::Session;
use tercet::study::{
    CycleKind, DocumentId, DocumentKind, Event, Framework, Origin, PassageId, RhetoricalRole,
    SectionId, SectionPlan, StudyId, Timestamp,
};

fn framework() -> Framework {
    let plan = |title: &str| SectionPlan {
        title: title.into(),
        purpose: String::new(),
        role: RhetoricalRole::Situation,
        words: 100,
    };
    Framework {
        id: "scr".into(),
        title: "SCR".into(),
        sections: vec![plan("Situation"), plan("Complication")],
    }
}

fn document(uri: &str, hash: &str, texts: &[&str]) -> ReadDocument {
    let mut at = 0;
    let passages = texts
        .iter()
        .map(|text| {
            let span = at..at + text.len();
            at = span.end + 2;
            ReadPassage {
                text: (*text).into(),
                pages: Some((1, 2)),
                headings: vec!["Costs".into()],
                span,
                from_graph: false,
                ..ReadPassage::default()
            }
        })
        .collect();
    ReadDocument {
        title: uri.into(),
        uri: uri.into(),
        kind: DocumentKind::Text,
        origin: Origin::General,
        author: None,
        site: None,
        date: None,
        text: texts.join("\n\n"),
        pages: Some(2),
        hash: hash.into(),
        passages,
        warnings: vec![],
        ..ReadDocument::default()
    }
}

fn within<'a>(text: &'a str, documents: &'a [DocumentId]) -> Search<'a> {
    Search {
        text,
        documents: Some(documents),
        limit: 10,
        ..Search::default()
    }
}

#[test]
fn a_study_is_reopened_exactly_as_it_was() {
    let folder = tempdir().expect("a folder");
    let mut library = Library::open(folder.path()).expect("opened");
    let mut session = Session::create(&library, Timestamp(1)).expect("made");
    let opened = Event::StudyOpened {
        question: "Why?".into(),
        framework: framework(),
    };
    session
        .record(
            &mut library,
            Timestamp(2),
            &[
                opened,
                Event::WriterChosen {
                    writer: "extractive".into(),
                },
            ],
        )
        .expect("kept");
    let cycle = Event::CycleStarted {
        cycle: CycleKind::Draft,
        sections: vec![SectionId(0), SectionId(1)],
    };
    session
        .record(&mut library, Timestamp(3), &[cycle])
        .expect("kept");
    let (id, study) = (session.id, session.study.clone());
    drop(session);
    drop(library);

    let library = Library::open(folder.path()).expect("opened again");
    assert_eq!(Session::open(&library, id).expect("reopened").study, study);
    assert_eq!(library.studies().expect("listed")[0].title, "Why?");
}

#[test]
fn a_second_workbench_on_one_study_is_read_only() {
    let folder = tempdir().expect("a folder");
    let mut library = Library::open(folder.path()).expect("opened");
    let first = Session::create(&library, Timestamp(1)).expect("made");
    let mut second = Session::open(&library, first.id).expect("opened");
    assert!(second.is_read_only());
    second
        .record(&mut library, Timestamp(2), &[Event::Undone])
        .expect("ignored");
    assert!(library.events(first.id).expect("read").is_empty());
    let id = first.id;
    drop(first);
    assert!(!Session::open(&library, id).expect("opened").is_read_only());
}

#[test]
fn text_that_was_streaming_is_there_after_a_crash_and_gone_after_the_reply() {
    let folder = tempdir().expect("a folder");
    let mut library = Library::open(folder.path()).expect("opened");
    let mut session = Session::create(&library, Timestamp(1)).expect("made");
    let live = LiveText {
        section: SectionId(0),
        text: "Half a sen".into(),
    };
    library.save_live(session.id, &live).expect("saved");
    assert_eq!(session.interrupted(&library).expect("read"), Some(live));
    let partial = tercet::study::Partial {
        text: "Half a sen".into(),
        why: "cut".into(),
    };
    let halted = Event::StepHalted {
        section: SectionId(0),
        partial,
        halt: tercet::study::Halt::Interrupted,
    };
    session
        .record(&mut library, Timestamp(2), &[halted])
        .expect("kept");
    assert_eq!(session.interrupted(&library).expect("read"), None);
}

#[test]
fn a_text_is_stored_once_and_found_by_its_words() {
    let folder = tempdir().expect("a folder");
    let mut library = Library::open(folder.path()).expect("opened");
    let one = document(
        "/a.txt",
        "h1",
        &["Chargers failed in the cold.", "The weather was fine."],
    );
    let copy = document(
        "/copy-of-a.txt",
        "h1",
        &["Chargers failed in the cold.", "The weather was fine."],
    );
    let page = document(
        "https://example.org/a",
        "h1",
        &["Chargers failed in the cold.", "The weather was fine."],
    );
    let added = library
        .add_documents(&[one, copy, page], Timestamp(5))
        .expect("stored");
    assert_eq!(
        added
            .iter()
            .map(|added| added.duplicate)
            .collect::<Vec<_>>(),
        [false, true, false]
    );
    assert_eq!(added[0].document, added[1].document);

    let documents = [added[0].document.id];
    let hits = library
        .search(&within("which charger fails?", &documents))
        .expect("searched");
    assert_eq!(
        hits.iter()
            .map(|hit| hit.passage.text.as_str())
            .collect::<Vec<_>>(),
        ["Chargers failed in the cold."]
    );
    assert_eq!(hits[0].passage.locator(), "p.1-2");
    assert!(
        library
            .search(&within("\" OR NEAR( *", &documents))
            .expect("no syntax error")
            .is_empty()
    );
}

#[test]
fn a_file_that_is_not_a_library_is_reported_and_left_alone() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("library.db");
    std::fs::write(&path, "this is no database, and long enough to be taken for one by nobody at all........................").expect("written");
    let before = std::fs::read(&path).expect("read");
    assert!(matches!(
        Library::open(folder.path()),
        Err(LibraryError::Damaged { .. })
    ));
    assert_eq!(std::fs::read(&path).expect("read"), before);
}

#[test]
fn a_library_of_a_newer_tercet_is_reported_and_left_alone() {
    let folder = tempdir().expect("a folder");
    drop(Library::open(folder.path()).expect("made"));
    let path = folder.path().join("library.db");
    let connection = rusqlite::Connection::open(&path).expect("opened");
    connection
        .pragma_update(None, "user_version", 99)
        .expect("set");
    drop(connection);
    let Err(error) = Library::open(folder.path()) else {
        panic!("a newer format was opened")
    };
    assert!(error.to_string().contains("newer Tercet"), "{error}");
}

#[test]
fn programs_that_start_at_once_share_a_new_library() {
    for _ in 0..20 {
        let folder = tempdir().expect("a folder");
        let start = std::sync::Barrier::new(4);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    start.wait();
                    if let Err(error) = Library::open(folder.path()) {
                        panic!("{error}: {error:?}");
                    }
                });
            }
        });
    }
}

#[test]
fn a_library_of_the_first_tercet_opens_with_everything_found_again() {
    let folder = tempdir().expect("a folder");
    let connection = rusqlite::Connection::open(folder.path().join("library.db")).expect("made");
    connection
        .execute_batch(include_str!("../fixtures/library/format-1.sql"))
        .expect("filled");
    drop(connection);

    // The second time it is of the new format already.
    for _ in 0..2 {
        let library = Library::open(folder.path()).expect("opened");
        assert_eq!(library.size().expect("counted"), (3, 4));
        let documents = library.documents().expect("listed");
        assert_eq!(documents[1].uri, "https://example.org/prices");
        let find = |text: &str, documents: Option<&[DocumentId]>| {
            let search = Search {
                text,
                documents,
                limit: 10,
                mode: SearchMode::Lexical,
                ..Search::default()
            };
            let hits = library.search(&search).expect("searched");
            let passages = hits.iter().map(|hit| hit.passage.id.0);
            passages.collect::<Vec<_>>()
        };
        assert_eq!(find("failing charger", None), [2, 1]);
        assert_eq!(find("creme zurich", None), [4]);
        assert!(find("chargers", Some(&[documents[1].id])).is_empty());
        assert_eq!(find("price", Some(&[documents[1].id])), [3]);
        let web = Filter {
            origins: vec![Origin::Web],
            from: Some("2023".into()),
            to: None,
        };
        let search = Search {
            text: "battery depot",
            filter: web,
            limit: 10,
            ..Search::default()
        };
        assert_eq!(library.search(&search).expect("searched").len(), 1);
        let second = library.passage(PassageId(2)).expect("read").expect("there");
        assert_eq!(second.headings, ["Depot report", "Winter"]);
        let (before, after) = library.neighbours(&second).expect("read");
        assert_eq!(before.map(|passage| passage.id), Some(PassageId(1)));
        assert_eq!(after, None);
        let session = Session::open(&library, StudyId(1)).expect("opened");
        assert_eq!(session.study.evidence.len(), 3);
        assert!(
            session.study.sections[0]
                .accepted()
                .contains("48 chargers and 120 buses [1]")
        );
    }
}
