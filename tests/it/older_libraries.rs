//! Libraries that an earlier Tercet wrote: converted with all that is in them, or left as they were.

use tempfile::tempdir;
use tercet::library::{Filter, Library, Search, SearchMode};
use tercet::session::Session;
use tercet::study::{Document, DocumentId, Origin, PassageId, StudyId, Timestamp};

use crate::library::{document, everywhere};

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

/// A library of format 2 in a new folder, after some more SQL.
fn of_format_2(more: &str) -> tempfile::TempDir {
    let folder = tempdir().expect("a folder");
    let connection = rusqlite::Connection::open(folder.path().join("library.db")).expect("made");
    let written = include_str!("../fixtures/library/format-2.sql");
    connection.execute_batch(written).expect("filled");
    connection.execute_batch(more).expect("filled");
    folder
}

#[test]
fn a_library_of_format_2_opens_with_every_card_and_vector_as_it_was() {
    let folder = of_format_2("");
    let cards: Vec<Document> = rusqlite::Connection::open(folder.path().join("library.db"))
        .expect("opened")
        .prepare("SELECT card FROM document ORDER BY id")
        .expect("of the old format")
        .query_map([], |row| row.get::<_, String>(0))
        .expect("read")
        .map(|card| serde_json::from_str(&card.expect("read")).expect("a card"))
        .collect();
    // The second time it is of the new format already.
    for _ in 0..2 {
        let library = Library::open(folder.path()).expect("opened");
        assert_eq!(library.documents().expect("listed"), cards);
        assert_eq!(library.size().expect("counted"), (7, 9));
        assert_eq!(library.pending_vectors().expect("counted"), 0);
        let hits = library
            .search(&everywhere("battery pumps in winter"))
            .expect("searched");
        assert_eq!(hits[0].passage.document, DocumentId(6));
        assert!(hits.iter().all(|hit| hit.semantic.is_some()));
        let notes = library.set_aside(&[DocumentId(5)]).expect("read");
        assert_eq!(notes.len(), 1);
        let session = Session::open(&library, StudyId(1)).expect("opened");
        assert_eq!(session.study.evidence, cards[..3]);
        let file = library.source_file("/home/ana/evidence/press.txt");
        let file = file.expect("read").expect("known");
        assert_eq!(file.documents, [DocumentId(4)]);
    }
    // A known text is known, and one that takes it over is a copy of it.
    let mut library = Library::open(folder.path()).expect("opened");
    let press = library.passage(PassageId(5)).expect("read").expect("there");
    let address = "https://example.org/press";
    let syndicated = format!("{} Reporting by the harbour desk.", press.text);
    let documents = [
        document("/home/ana/copy.txt", &cards[3].hash, &[&press.text]),
        document(address, "of another text", &[&syndicated]),
    ];
    let added = library
        .add_documents(&documents, Timestamp(2))
        .expect("stored");
    assert_eq!(
        (added[0].same_as.is_some(), added[0].document.id),
        (true, DocumentId(4))
    );
    assert_eq!(added[1].document.copy_of, Some(DocumentId(4)));
}

#[test]
fn a_conversion_says_how_far_it_is_and_what_needs_none_says_nothing() {
    let of_format_1 = tempfile::tempdir().expect("a folder");
    rusqlite::Connection::open(of_format_1.path().join("library.db"))
        .expect("opened")
        .execute_batch(include_str!("../fixtures/library/format-1.sql"))
        .expect("written");
    for folder in [of_format_1, of_format_2("")] {
        let mut told = Vec::new();
        Library::open_telling(folder.path(), &mut |percent| told.push(percent)).expect("converted");
        assert!(told.is_sorted(), "{told:?}");
        assert_eq!(told.last(), Some(&100), "{told:?}");
        told.clear();
        Library::open_telling(folder.path(), &mut |percent| told.push(percent)).expect("opened");
        assert!(told.is_empty(), "{told:?}");
    }
}

#[test]
fn a_conversion_that_fails_leaves_the_old_library() {
    // Something stands where an index would be made, after the documents were converted.
    let folder = of_format_2("CREATE TABLE document_text (taken)");
    let told = match Library::open(folder.path()) {
        Ok(_) => panic!("opened"),
        Err(error) => error.to_string(),
    };
    assert!(told.contains("document_text"), "{told}");
    let connection = rusqlite::Connection::open(folder.path().join("library.db")).expect("opened");
    let is_kept: bool = connection
        .query_row(
            "SELECT count(*) = 7 AND max(card) LIKE '{%' FROM document",
            [],
            |row| row.get(0),
        )
        .expect("of the old format");
    assert!(is_kept);
    connection
        .execute_batch("DROP TABLE document_text")
        .expect("done");
    drop(connection);
    let library = Library::open(folder.path()).expect("opened");
    assert_eq!(library.size().expect("counted"), (7, 9));
}

#[test]
fn a_card_that_cannot_be_read_is_not_replaced_by_an_empty_one() {
    let folder = of_format_2("UPDATE document SET card = substr(card, 1, 20) WHERE id = 3");
    let told = match Library::open(folder.path()) {
        Ok(_) => panic!("opened"),
        Err(error) => error.to_string(),
    };
    assert!(told.contains("damaged"), "{told}");
    assert!(told.contains("document 3"), "{told}");
    let connection = rusqlite::Connection::open(folder.path().join("library.db")).expect("opened");
    let as_it_was: bool = connection
        .query_row(
            "SELECT length(card) = 20 FROM document WHERE id = 3",
            [],
            |row| row.get(0),
        )
        .expect("of the old format");
    assert!(as_it_was);
}
