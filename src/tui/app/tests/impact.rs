//! The sheet that shows what an update would touch, and edits as they stream.

use super::fixture::Bench;
use super::screens::pictures;
use super::studies::{finished, revised};
use crate::check::ConflictKind;
use crate::pipeline::Assessing;
use crate::pipeline::impact::{Costs, Forecast, Impact, NewFact, Said, Touch, Touched};
use crate::study::{
    Command, Document, DocumentId, Event, Hunk, HunkId, PassageId, Piece, Revision, SectionId,
};
use crate::tui::app::Effect;
use crate::tui::view::ImpactSheet;

/// The finished study and two documents that are new to it.
fn grown() -> Vec<Event> {
    let mut events = finished();
    for (id, title, date) in [
        (7, "Subsidy notice 131", Some("2026-02")),
        (8, "Installer survey, spring", None),
    ] {
        events.push(Event::EvidenceAdded {
            document: Document {
                id: DocumentId(id),
                title: title.to_owned(),
                uri: format!("/data/{id}"),
                hash: format!("{id}"),
                date: date.map(str::to_owned),
                ..Document::default()
            },
        });
    }
    events
}

fn said(document: i64, text: &str) -> Said {
    Said {
        document: DocumentId(document),
        passage: PassageId(document * 10),
        span: 0..text.len(),
        text: text.to_owned(),
    }
}

fn sheet() -> ImpactSheet {
    let touched = Touched {
        section: SectionId(1),
        sentence: "Subsidy cuts explain roughly half of the fall [3]; the rest tracks the power-to-gas price ratio, which rose in 9 of the 14 markets [1][2]."
            .to_owned(),
        how: Touch::Disputed(ConflictKind::SupersededByDate),
        said: Some(said(7, "Subsidy cuts now explain up to a third of the fall.")),
        overtaken: None,
        pinned: false,
    };
    let fact = |text: &str, sections: &[usize]| NewFact {
        sections: sections.iter().copied().map(SectionId).collect(),
        said: said(8, text),
    };
    let costs = |prompt, repeated, reply| Costs {
        prompt,
        repeated,
        reply,
    };
    ImpactSheet {
        impact: Impact {
            documents: vec![DocumentId(7), DocumentId(8)],
            touched: vec![touched],
            facts: vec![
                fact(
                    "In April 2026 installers counted order books of five weeks.",
                    &[1],
                ),
                fact(
                    "Four of the 14 markets will cut their subsidy by 2027.",
                    &[2, 1],
                ),
            ],
            unweighed: 0,
            sections: vec![SectionId(1), SectionId(2)],
            proposed: Vec::new(),
        },
        assessing: None,
        price: None,
        forecast: Some(Forecast {
            sections: vec![
                (SectionId(1), costs(5_310, 4_100, 160)),
                (SectionId(2), costs(5_900, 5_470, 70)),
            ],
        }),
        is_late: false,
    }
}

fn opened(bench: &mut Bench, sheet: ImpactSheet) {
    bench.app.impact_ready(sheet);
}

#[test]
fn what_an_update_would_touch() {
    pictures("impact", &grown(), |bench| {
        opened(bench, sheet());
        bench.press("j j");
    });
}

#[test]
fn an_update_of_evidence_that_adds_nothing() {
    pictures("impact_nothing", &grown(), |bench| {
        let impact = Impact {
            documents: vec![DocumentId(7)],
            sections: vec![SectionId(0), SectionId(1), SectionId(2)],
            ..Impact::default()
        };
        let forecast = None;
        opened(
            bench,
            ImpactSheet {
                impact,
                forecast,
                assessing: None,
                price: None,
                is_late: false,
            },
        );
    });
}

#[test]
fn evidence_that_comes_while_changes_wait_is_told_beside_them() {
    let mut events = revised();
    events.extend_from_slice(&grown()[finished().len()..]);
    for (width, told) in [
        (
            120,
            "more evidence has arrived: U shows what it would affect",
        ),
        (80, "U shows what is new"),
    ] {
        let mut bench = Bench::new(width, 30, &events);
        let screen = bench.screen();
        assert!(
            screen.contains("3 changes are ready: R reviews") && screen.contains(told),
            "{screen}"
        );
    }
}

#[test]
fn what_is_said_to_follow_is_of_the_sections_that_are_asked_for() {
    let mut bench = Bench::new(140, 36, &grown());
    let assessing = Some(Assessing {
        call: 1_000,
        criticises: true,
        judges: true,
        revisions: 0,
        parts: 3,
        // Nobody is asked about the first.
        doubted: vec![SectionId(0), SectionId(1), SectionId(2)],
    });
    opened(
        &mut bench,
        ImpactSheet {
            assessing,
            ..sheet()
        },
    );
    let screen = bench.screen();
    assert!(
        screen.contains("checking and judging it about 3,000 more"),
        "{screen}"
    );
}

#[test]
fn enter_asks_for_the_sections_that_are_not_left_out() {
    let mut bench = Bench::new(100, 30, &grown());
    opened(&mut bench, sheet());
    let screen = bench.screen();
    assert!(screen.contains("enter update 2 sections"), "{screen}");
    assert!(screen.contains("11,440 tokens"), "{screen}");
    bench.press("s");
    let screen = bench.screen();
    assert!(screen.contains("enter update 1 section "), "{screen}");
    assert!(screen.contains("5,970 tokens"), "{screen}");
    assert_eq!(
        bench.press("enter"),
        [Effect::Update {
            news: vec![DocumentId(7), DocumentId(8)],
            sections: vec![SectionId(2)],
        }]
    );
    assert!(bench.app.ui.layers.is_empty());
}

#[test]
fn a_sheet_says_what_is_pinned_and_whether_what_comes_is_accepted_at_once() {
    let mut bench = Bench::new(100, 40, &grown());
    bench.auto_apply = true;
    let mut pinned = sheet();
    pinned.impact.touched[0].pinned = true;
    opened(&mut bench, pinned);
    let screen = bench.screen();
    for said in [
        "(1 pinned)",
        "pinned, so it stays as it is",
        "Auto-apply is on",
    ] {
        assert!(screen.contains(said), "{said} in {screen}");
    }
}

#[test]
fn a_sheet_tells_what_is_new_from_what_has_changed_and_what_is_gone() {
    let mut events = grown();
    events.push(Event::NewsSettled {
        documents: vec![DocumentId(7)],
        why: String::new(),
    });
    events.push(Event::DocumentReplaced {
        old: DocumentId(7),
        new: Document {
            id: DocumentId(9),
            title: "Subsidy notice 132".to_owned(),
            ..Document::default()
        },
    });
    let mut bench = Bench::new(120, 40, &events);
    let mut changed = sheet();
    changed.impact.documents = vec![DocumentId(9), DocumentId(8)];
    let gone = Touched {
        how: Touch::Withdrawn(1),
        said: None,
        ..changed.impact.touched[0].clone()
    };
    changed.impact.touched.push(gone);
    opened(&mut bench, changed);
    let screen = bench.screen();
    for said in [
        "New: “Installer survey, spring”.",
        "Changed: “Subsidy notice 132”.",
        "No longer evidence: [1] “",
    ] {
        assert!(screen.contains(said), "{said} in {screen}");
    }
}

#[test]
fn nothing_is_asked_where_every_section_is_left_out_or_the_sheet_is_left() {
    let mut bench = Bench::new(100, 30, &grown());
    opened(&mut bench, sheet());
    assert_eq!(bench.press("s G s enter"), []);
    assert!(bench.screen().contains("enter ask for nothing"));
    assert_eq!(bench.press("esc"), []);
    assert!(bench.app.ui.layers.is_empty());
}

#[test]
fn what_the_evidence_says_opens_in_its_place() {
    let mut bench = Bench::new(100, 30, &grown());
    opened(&mut bench, sheet());
    let effects = bench.press("j o");
    let [Effect::LoadPassage { passage, .. }] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(*passage, PassageId(70));
}

#[test]
fn a_sheet_lies_on_nothing_that_the_analyst_is_at() {
    let mut bench = Bench::new(100, 30, &grown());
    bench.press("?");
    opened(&mut bench, sheet());
    bench.press("esc");
    let screen = bench.screen();
    assert!(!screen.contains("enter asks for"), "{screen}");
}

/// The second section with an edit that replaces its first sentence, and one that adds another.
fn proposed(bench: &Bench) -> Revision {
    let accepted = bench.study.sections[1].accepted();
    let end = accepted.find("\n\n").expect("two paragraphs");
    let hunk = |id, before: &str, after: &str| {
        Piece::Hunk(Hunk {
            id: HunkId(id),
            before: before.to_owned(),
            after: after.to_owned(),
            reason: "the new notice says so".to_owned(),
            ..Hunk::default()
        })
    };
    Revision {
        pieces: vec![
            hunk(
                1,
                &accepted[..end],
                "Subsidy cuts explain up to a third of the fall [3].",
            ),
            Piece::Settled(accepted[end..].to_owned()),
            hunk(2, "", " Order books are down to five weeks [2]."),
        ],
    }
}

#[test]
fn edits_stream() {
    pictures("edits", &grown(), |bench| {
        let event = Event::CycleStarted {
            cycle: crate::study::CycleKind::Update,
            sections: vec![SectionId(1), SectionId(2)],
        };
        bench.apply(&event);
        bench.press("2");
        bench.stream(
            1,
            "REPLACE 1\nTEXT Subsidy cuts explain up to a third of the fall [3].\n\nINSERT",
        );
        let revision = proposed(bench);
        if let Some(live) = &mut bench.live {
            live.proposed = Some(revision);
        }
    });
}

#[test]
fn a_source_is_taken_out_after_what_rests_on_it_was_seen_and_can_be_put_back() {
    pictures("take_out", &finished(), |bench| {
        bench.press("6 j j d");
    });
    let mut bench = Bench::new(100, 30, &finished());
    let effects = bench.press("6 j j d enter");
    let [
        Effect::Execute(Command::TakeOut { document }),
        Effect::ShowImpact,
    ] = effects.as_slice()
    else {
        panic!("{effects:?}");
    };
    assert!(bench.screen().contains("taken out"), "{}", bench.screen());
    assert!(!bench.study.is_current(*document));
    // It is undone and done again like any other decision.
    for (key, told, stands) in [
        ("u", "is evidence again", true),
        ("^R", "is out of the evidence", false),
    ] {
        bench.press(key);
        assert!(bench.screen().contains(told), "{}", bench.screen());
        assert_eq!(bench.study.is_current(*document), stands);
    }
    // What is no longer written from stands last.
    bench.press("6 G d");
    assert!(bench.study.is_current(*document), "{}", bench.screen());
}
