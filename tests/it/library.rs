//! The store: what was recorded comes back, and a file that is not ours is left alone.

use tempfile::tempdir;
use tercet::evidence::{ReadDocument, ReadPassage};
use tercet::guardrail::Reason;
use tercet::library::{Filter, Library, LibraryError, LiveText, Search, SearchMode};
use tercet::session::Session;
use tercet::study::{
    CycleKind, DocumentId, DocumentKind, Event, Framework, Origin, PassageId, RhetoricalRole,
    SectionId, SectionPlan, Timestamp, UNREAD,
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

/// A document as it is read, with these passages.
pub fn document(uri: &str, hash: &str, texts: &[&str]) -> ReadDocument {
    let mut at = 0;
    let passages = texts
        .iter()
        .map(|text| {
            let span = at..at + text.len();
            at = span.end + 2;
            ReadPassage {
                text: (*text).into(),
                pages: Some((1, 2)),
                headings: vec!["Costs".into()].into(),
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

/// A study with one event, and a text that streamed into it as of an event and was saved.
fn streamed(folder: &std::path::Path, as_of: u64) -> (Library, Session, LiveText) {
    let mut library = Library::open(folder).expect("opened");
    let mut session = Session::create(&library, Timestamp(1)).expect("made");
    session
        .record(&mut library, Timestamp(1), &[Event::Undone])
        .expect("kept");
    let live = LiveText {
        section: SectionId(0),
        text: "Half a sen".into(),
    };
    let joined = Box::new(|streamed: &str| streamed.to_owned());
    let keeper = library.keep_live(session.id, live.section, as_of, joined);
    let keeper = keeper.expect("begun");
    keeper.text("Half");
    keeper.text(" a sen");
    drop(keeper);
    let file = folder.join("live").join(format!("study-{}", session.id));
    while !std::fs::read_to_string(&file).is_ok_and(|saved| saved.contains(" a sen")) {
        std::thread::yield_now();
    }
    (library, session, live)
}

fn halted() -> Event {
    Event::StepHalted {
        section: SectionId(0),
        partial: tercet::study::Partial {
            text: "Half a sen".into(),
            why: "cut".into(),
            ..tercet::study::Partial::default()
        },
        halt: tercet::study::Halt::Interrupted,
    }
}

#[test]
fn text_that_was_streaming_is_there_after_a_crash_and_gone_after_the_reply() {
    let folder = tempdir().expect("a folder");
    let (mut library, mut session, live) = streamed(folder.path(), 1);
    assert_eq!(
        session.interrupted(&library).expect("read"),
        Some(live.clone())
    );
    session
        .record(&mut library, Timestamp(2), &[Event::Undone])
        .expect("kept");
    assert_eq!(session.interrupted(&library).expect("read"), Some(live));
    session
        .record(&mut library, Timestamp(2), &[halted()])
        .expect("kept");
    assert_eq!(session.interrupted(&library).expect("read"), None);
}

#[test]
fn a_text_that_streamed_into_another_journal_than_the_one_that_is_there_is_none_of_its_own() {
    let folder = tempdir().expect("a folder");
    // As where a copy from before was brought back.
    let (library, session, _) = streamed(folder.path(), 9);
    assert_eq!(session.interrupted(&library).expect("read"), None);
}

#[test]
fn text_that_a_tercet_of_earlier_times_saved_is_there_until_its_reply_is_over() {
    let folder = tempdir().expect("a folder");
    let mut library = Library::open(folder.path()).expect("opened");
    let mut session = Session::create(&library, Timestamp(1)).expect("made");
    rusqlite::Connection::open(library.path())
        .expect("opened")
        .execute_batch("INSERT INTO live (study, section, text) VALUES (1, 0, 'Half a sen')")
        .expect("saved");
    let live = session.interrupted(&library).expect("read");
    assert_eq!(live.expect("there").text, "Half a sen");
    session
        .record(&mut library, Timestamp(2), &[halted()])
        .expect("kept");
    assert_eq!(session.interrupted(&library).expect("read"), None);
}

#[test]
fn of_two_readings_that_were_cut_short_the_fuller_one_stays() {
    let folder = tempdir().expect("a folder");
    let mut library = Library::open(folder.path()).expect("opened");
    let texts: Vec<String> = (0..20)
        .map(|page| format!("On page {page} the charger of depot {page} failed."))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let cut = |hash: &str, pages: usize| {
        let mut cut = document("/long.pdf", hash, &texts[..pages]);
        cut.pages = Some(20);
        let unread = format!("{} pages", 20 - pages);
        cut.metadata.insert(UNREAD.to_owned(), unread);
        cut
    };
    let mut add = |read: ReadDocument| {
        let added = library.add_documents(&[read], Timestamp(5));
        added.expect("stored").remove(0).document
    };
    let first = add(cut("h12", 12));
    let shorter = add(cut("h9", 9));
    assert_eq!(shorter.id, first.id);
    assert_eq!(shorter.pages_read(), Some(12));
    let longer = add(cut("h15", 15));
    assert_ne!(longer.id, first.id);
    assert_eq!(longer.pages_read(), Some(15));
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
            .map(|added| added.same_as.is_some())
            .collect::<Vec<_>>(),
        [false, true, false]
    );
    // It is one document, told as it was read each time.
    assert_eq!(added[0].document.id, added[1].document.id);
    assert_eq!(added[1].document.uri, "/copy-of-a.txt");
    assert_eq!(added[1].same_as.as_deref(), Some("/a.txt"));

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

/// Four short texts of different origin and date in one library.
fn filled(folder: &std::path::Path) -> Library {
    let mut library = Library::open(folder).expect("opened");
    let dated = |uri: &str, origin: Origin, date: Option<&str>, text: &str| ReadDocument {
        origin,
        date: date.map(str::to_owned),
        ..document(uri, uri, &[text])
    };
    let documents = [
        dated(
            "/cold.txt",
            Origin::Academic,
            Some("2023-11-05"),
            "Chargers failed in the cold of winter.",
        ),
        dated(
            "/menu.txt",
            Origin::Web,
            Some("2024"),
            "The café served crème brûlée to charging drivers.",
        ),
        dated(
            "/tokyo.txt",
            Origin::Web,
            None,
            "東京都は充電器を増やした。",
        ),
        dated(
            "/sales.txt",
            Origin::Internal,
            Some("2024-05"),
            "Fewer households bought electric heating.",
        ),
    ];
    library
        .add_documents(&documents, Timestamp(1))
        .expect("stored");
    library
}

fn uris(library: &Library, search: &Search<'_>) -> Vec<String> {
    let documents = library.documents().expect("listed");
    let uri = |id: DocumentId| {
        let document = documents.iter().find(|document| document.id == id);
        document.expect("a document of the library").uri.clone()
    };
    let hits = library.search(search).expect("searched");
    hits.iter().map(|hit| uri(hit.passage.document)).collect()
}

pub fn everywhere(text: &str) -> Search<'_> {
    Search {
        text,
        limit: 10,
        ..Search::default()
    }
}

#[test]
fn words_are_found_in_other_forms_without_accents_and_without_spaces() {
    let folder = tempdir().expect("a folder");
    let library = filled(folder.path());
    let check = |query: &str, expected: &[&str]| {
        assert_eq!(uris(&library, &everywhere(query)), expected, "{query}");
    };
    check("a failing charger", &["/cold.txt"]);
    check("CREME BRULEE", &["/menu.txt"]);
    check("Crème brûlée", &["/menu.txt"]);
    check("東京", &["/tokyo.txt"]);
    check("充電", &["/tokyo.txt"]);
    check("電", &["/tokyo.txt"]);
    check("京東", &[]);
    check("zeppelin", &[]);
}

#[test]
fn a_filter_leaves_the_documents_of_an_origin_and_a_time() {
    let folder = tempdir().expect("a folder");
    let library = filled(folder.path());
    let query = "chargers charging heating 東京";
    let check = |origins: &[Origin], from: Option<&str>, to: Option<&str>, expected: &[&str]| {
        let filter = Filter {
            origins: origins.to_vec(),
            from: from.map(str::to_owned),
            to: to.map(str::to_owned),
        };
        let mut found = uris(
            &library,
            &Search {
                filter,
                ..everywhere(query)
            },
        );
        found.sort();
        assert_eq!(found, expected, "{origins:?} {from:?} {to:?}");
    };
    check(
        &[],
        None,
        None,
        &["/cold.txt", "/menu.txt", "/sales.txt", "/tokyo.txt"],
    );
    check(&[Origin::Web], None, None, &["/menu.txt", "/tokyo.txt"]);
    check(
        &[Origin::Web, Origin::Internal],
        Some("2020"),
        None,
        &["/menu.txt", "/sales.txt"],
    );
    check(&[], Some("2024-05-17"), None, &["/menu.txt", "/sales.txt"]);
    check(&[], Some("2024-06"), None, &["/menu.txt"]);
    check(&[], None, Some("2023"), &["/cold.txt"]);
    check(&[], None, Some("2023-11-04"), &[]);
    check(
        &[],
        Some("2023-11"),
        Some("2024-04-30"),
        &["/cold.txt", "/menu.txt"],
    );
    check(&[Origin::General], None, None, &[]);
}

#[test]
fn a_passage_that_was_set_aside_is_found_when_it_is_let_back_in() {
    let folder = tempdir().expect("a folder");
    let mut library = filled(folder.path());
    let mut hostile = document(
        "/hostile.txt",
        "h",
        &["Ignore all chargers.", "Chargers are fine."],
    );
    hostile.passages[0].set_aside = Some(Reason::Instruction);
    hostile.passages[0].metadata = [("score".to_owned(), "0.9".to_owned())].into();
    let added = library
        .add_documents(&[hostile], Timestamp(2))
        .expect("stored");
    while library.embed_pending(100).expect("embedded") > 0 {}
    assert_eq!(added[0].document.set_aside, 1);
    let documents = [added[0].document.id];
    let aside = library.set_aside(&documents).expect("listed");
    assert_eq!(
        aside[0].set_aside.as_deref(),
        Some("gives instructions to a model")
    );
    assert_eq!(aside[0].metadata["score"], "0.9");
    for mode in [
        SearchMode::Hybrid,
        SearchMode::Lexical,
        SearchMode::Semantic,
    ] {
        let count = |readmitted: &[PassageId]| {
            let search = Search {
                readmitted,
                mode,
                ..within("chargers", &documents)
            };
            library.search(&search).expect("searched").len()
        };
        assert_eq!((count(&[]), count(&[aside[0].id])), (1, 2), "{mode:?}");
    }
    let first = library.first_passages(&documents, 5).expect("read");
    assert_eq!(first.len(), 1);
}

#[test]
fn what_means_the_same_is_found_once_there_are_vectors_and_words_serve_without() {
    let folder = tempdir().expect("a folder");
    let mut library = filled(folder.path());
    let query = everywhere("families purchasing radiators");
    assert!(uris(&library, &query).is_empty());
    assert_eq!(library.pending_vectors().expect("counted"), 4);
    // In two goes, as a background thread makes them.
    assert_eq!(library.embed_pending(3).expect("embedded"), 3);
    assert_eq!(library.embed_pending(3).expect("embedded"), 1);
    assert_eq!(library.embed_pending(3).expect("embedded"), 0);
    assert_eq!(uris(&library, &query)[0], "/sales.txt");
    let hits = library.search(&everywhere("charger")).expect("searched");
    assert!(hits[0].lexical > 0.0 && hits[0].semantic.is_some() && hits[0].score <= 1.0);
    drop(library);

    for damage in [
        "DROP TABLE vector",
        "UPDATE signs SET signs = x'00'",
        "DELETE FROM signs",
    ] {
        let connection =
            rusqlite::Connection::open(folder.path().join("library.db")).expect("opened");
        connection.execute_batch(damage).expect("damaged");
        let library = Library::open(folder.path()).expect("opened");
        assert_eq!(
            uris(&library, &everywhere("failing chargers")),
            ["/cold.txt"],
            "{damage}"
        );
    }
}

#[test]
fn vectors_of_a_provider_are_kept_by_model() {
    let folder = tempdir().expect("a folder");
    let mut library = filled(folder.path());
    let vectors = [(PassageId(1), vec![0.5, -1.0]), (PassageId(3), vec![1.0])];
    library
        .store_provider_vectors("local/minilm", &vectors)
        .expect("stored");
    let asked = [PassageId(1), PassageId(2), PassageId(3)];
    let found = library
        .provider_vectors("local/minilm", &asked)
        .expect("read");
    assert_eq!(found, vectors.clone().into());
    assert!(
        library
            .provider_vectors("other", &asked)
            .expect("read")
            .is_empty()
    );
}

#[test]
fn who_searches_while_another_stores_sees_whole_documents() {
    let folder = tempdir().expect("a folder");
    let mut library = Library::open(folder.path()).expect("opened");
    let reader = library.reopen().expect("opened");
    let reader = std::thread::spawn(move || {
        // Every document has three passages; none is ever seen with fewer.
        let mut most = 0;
        while most < 3 * 40 {
            let found = reader
                .search(&Search {
                    limit: 1000,
                    ..everywhere("depot")
                })
                .expect("searched")
                .len();
            assert_eq!(found % 3, 0);
            assert!(found >= most);
            most = found;
        }
    });
    for n in 0..40 {
        let text = |part: &str| format!("Depot {n} {part} says something");
        let (one, two, three) = (text("one"), text("two"), text("three"));
        let added = document(&format!("/{n}"), &n.to_string(), &[&one, &two, &three]);
        library
            .add_documents(&[added], Timestamp(1))
            .expect("stored");
        library.embed_pending(2).expect("embedded");
    }
    reader.join().expect("whole documents");
}
