use super::*;
use crate::study::{Claim, Decision, Event, Hunk, HunkId, Piece, Provenance, Revision, fixture};

/// Two sections that are written, and not checked.
fn two_written() -> Vec<Event> {
    let mut events = vec![fixture::opened(
        "Why did sales fall?",
        &["Situation", "Complication"],
    )];
    events.extend([0, 1].map(|section| Event::SectionWritten {
        section: SectionId(section),
        text: format!("Sales fell by {section} % [1]."),
        warnings: Vec::new(),
        provenance: Provenance::default(),
    }));
    events
}

fn claims(section: usize) -> Event {
    Event::ClaimsChecked {
        section: SectionId(section),
        claims: Vec::<Claim>::new(),
    }
}

#[test]
fn the_changes_of_each_of_several_sections_are_measured_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = Library::open(folder.path()).expect("a library");
    let mut events = two_written();
    let proposed = |section: usize| Event::RevisionProposed {
        section: SectionId(section),
        revision: Revision {
            pieces: vec![
                Piece::Settled(format!("Sales fell by {section} % [1].")),
                Piece::Hunk(Hunk {
                    id: HunkId(1),
                    after: format!(" Prices caused {section} falls of sales [1]."),
                    ..Hunk::default()
                }),
            ],
        },
        warnings: Vec::new(),
        provenance: Provenance::default(),
    };
    let score = |events: &[Event]| {
        let mut scorer = Scorer::default();
        scorer.score(&library, &Study::fold(events));
        scorer.measures
    };
    events.extend([proposed(0), claims(0), claims(1)]);
    let measures = score(&events);
    assert!(measures.proposed.is_some() && measures.by_section.is_empty());
    events.extend([proposed(1), claims(1)]);
    let measures = score(&events);
    let sections = measures.by_section.iter().map(|(section, _)| section.0);
    assert_eq!(sections.collect::<Vec<_>>(), [0, 1]);
    for (section, alone) in measures.by_section {
        let mut accepted = events.clone();
        accepted.push(Event::HunksDecided {
            section,
            hunks: vec![HunkId(1)],
            decision: Decision::Accepted,
        });
        accepted.push(claims(section.0));
        assert_eq!(score(&accepted).now, Some(alone), "{section:?}");
    }
}

#[test]
fn a_new_draft_scores_nothing_until_all_of_it_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = Library::open(folder.path()).expect("a library");
    let mut events = two_written();
    let mut scorer = Scorer::default();
    let mut has_scores = |events: &[Event]| {
        scorer.score(&library, &Study::fold(events));
        scorer.measures.now.is_some()
    };
    events.push(claims(0));
    assert!(
        !has_scores(&events),
        "the second section waits for its verdicts"
    );
    events.push(claims(1));
    assert!(has_scores(&events));
}

#[test]
fn scores_that_are_of_another_text_for_a_while_say_so() {
    let events = two_written();
    let study = Study::fold(&events);
    let mut changed = events;
    changed.push(Event::SectionEdited {
        section: SectionId(0),
        text: "Sales rose.".to_owned(),
    });
    let changed = Study::fold(&changed);
    let mut measures = Measures {
        now: Some(Scores::default()),
        ..Measures::default()
    };
    let mut is_behind = |took: u64| {
        measures.note_of(&study, Duration::from_millis(took));
        measures.look_at(&study);
        let own = measures.is_behind;
        measures.look_at(&changed);
        (own, measures.is_behind)
    };
    assert_eq!(is_behind(900), (false, true));
    assert_eq!(is_behind(5), (false, false), "nobody sees it");
}
