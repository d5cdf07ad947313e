//! Near-copies, end to end: syndicated text is one source, and what differs in a fact is not.

use tercet::evidence::{ReadDocument, ReadPassage};
use tercet::library::Library;
use tercet::study::{DocumentId, Timestamp};

use crate::program::{Place, Ran};

/// A report of a wire service, with the figure that it is about.
fn report(figure: &str) -> String {
    format!(
        "Heat pump sales in the fourteen largest markets fell to {figure} million units in 2024, the association of makers said on Tuesday. \
         The main problem is the price ratio of power to gas, which rose in most of the markets that the association looks at. \
         Subsidy cuts delayed many orders, and installers in the north wait for a decision of the ministry before they hire again. \
         Makers should hold their capacity until rising orders are visible, the head of the association said in a call with reporters."
    )
}

fn document(uri: &str, text: &str) -> ReadDocument {
    ReadDocument {
        title: uri.into(),
        uri: uri.into(),
        text: text.into(),
        hash: format!("hash of {text}"),
        passages: vec![ReadPassage {
            text: text.into(),
            span: 0..text.len(),
            ..ReadPassage::default()
        }],
        ..ReadDocument::default()
    }
}

#[test]
fn a_group_is_known_by_its_first_document_and_a_corrected_figure_stays_out_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = Library::open(folder.path()).expect("opened");
    let first = report("2.2");
    let documents = [
        document("https://one.example.org/a", &first),
        document(
            "https://two.example.org/b",
            &format!("{first} Additional reporting from the north."),
        ),
        document("https://three.example.org/c", &report("1.9")),
        document(
            "https://four.example.org/d",
            &first.replace("in a call", "in the call"),
        ),
    ];
    let mut added = Vec::new();
    // Copies are found among those that are added together and among those that were there.
    for batch in documents.chunks(3) {
        added.extend(library.add_documents(batch, Timestamp(1)).expect("stored"));
    }
    let copies: Vec<Option<DocumentId>> =
        added.iter().map(|added| added.document.copy_of).collect();
    let first = Some(added[0].document.id);
    assert_eq!(copies, [None, first, None, first]);
}

/// A brief that is written from both.
fn brief_of(place: &Place, one: &str, two: &str) -> Ran {
    let question = "Why did heat pump sales fall?";
    place.run(&["run", question, one, two, "--model", "extractive"])
}

#[test]
fn two_copies_of_a_report_are_one_source_in_the_brief() {
    let place = Place::new();
    let one = place.file("one.txt", report("2.2"));
    let two = place.file(
        "two.txt",
        format!("{} Additional reporting from the north.", report("2.2")),
    );
    let ran = brief_of(&place, &one, &two);
    assert!(ran.out.contains("sources: 1\n"), "{}{}", ran.out, ran.err);
    assert!(!ran.out.contains("[1][2]"), "{}", ran.out);
    assert!(ran.out.contains("multi_source: false"), "{}", ran.out);
}

#[test]
fn two_reports_that_differ_in_a_figure_are_two_sources() {
    let place = Place::new();
    let one = place.file("one.txt", report("2.2"));
    let two = place.file("two.txt", report("1.9"));
    let ran = brief_of(&place, &one, &two);
    assert!(
        ran.out.contains("2.2 million") && ran.out.contains("1.9 million"),
        "both figures are told:\n{}{}",
        ran.out,
        ran.err
    );
    assert!(ran.out.contains("sources: 2\n"), "{}", ran.out);
}
