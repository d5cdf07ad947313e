//! Studies as events leave them, for the tests of the screen.

use crate::study::{
    Answer, CallUnderWay, Claim, Compressed, CycleKind, Document, DocumentId, DocumentKind, Event,
    Fate, Framework, Halt, Hunk, HunkId, Judgement, LeftOut, Node, Partial, Passage, PassageId,
    Piece, PromptRef, Provenance, Quote, Reading, RefusalKind, RefusedEvidence, Revision,
    RhetoricalRole, Score, Scores, SectionId, SectionPlan, Sent, SentPassage, Study, StudyId,
    Timestamp, Usage, Verdict,
};
use crate::tui::view::{Measures, PassageView, Scorecard, StudySummary};

pub const QUESTION: &str =
    "Why did EU heat-pump sales fall, and should a mid-size OEM add a second line before 2027?";

const SITUATION: &str = "Unit sales in the 14 largest markets fell for a second year, to about 2.2 million [1]. \
    Before that the market had grown every year for a decade [2].";
const COMPLICATION: &str = "Subsidy cuts explain roughly half of the fall [3]; the rest tracks the power-to-gas price \
    ratio, which rose in 9 of the 14 markets [1][2].\n\nTwo readings conflict: installers report order books of nine \
    weeks [2], manufacturers report warehouses that are full [3].";
const RESOLUTION: &str = "Hold capacity until two quarters of rising orders are visible. A second line pays back in \
    4.1 years at today's volume and in 2.6 years at the 2022 volume [1]; the break-even sits at a price ratio near \
    2.5, which three markets have now reached [9?].";

/// Five scores, each with a reason of its own.
pub fn rated(values: [f32; 5]) -> Scores {
    let reasons = [
        "7 of 9 claims supported, 2 uncited",
        "2 of 3 parts of the question are taken up; little on “a second line before 2027”",
        "3 of 5 relevant sources cited; not Trade press, Plant model",
        "9 sentences, 19 words on average; nothing is repeated",
        "no source has more than half of the citations",
    ];
    let mut reasons = reasons.into_iter();
    Scores(values.map(|value| Score {
        value,
        reason: reasons.next().unwrap_or_default().to_owned(),
        sentences: Vec::new(),
    }))
}

/// A moment as the clock of these tests tells it.
pub fn minute(_: Timestamp) -> String {
    "2025-11-21 14:02".to_owned()
}

/// A study in the list of them.
pub fn study(id: i64, title: &str) -> StudySummary {
    StudySummary {
        id: StudyId(id),
        title: title.to_owned(),
        changed: Timestamp(1_763_730_000_000),
        preview: "Unit sales fell for a second year [1].".to_owned(),
        sections_written: 3,
        sections: 3,
        sources: 4,
        open_changes: 0,
        claims: (4, 5),
        judged: None,
        forked: None,
        is_deleted: false,
    }
}

/// What a judge said of the accepted text as these events leave it.
pub fn judged(events: &[Event], values: [f32; 5]) -> Event {
    let study = Study::fold(events);
    let mut scores = rated(values);
    scores.0[0].reason = "the notice says “is considering”, the brief says “will”".to_owned();
    scores.0[0].sentences = vec![
        "Before that the market had grown every year for a decade [2].".to_owned(),
        "A sentence that was taken out.".to_owned(),
    ];
    Event::BriefJudged {
        judgement: Judgement {
            reading: Reading::Accepted,
            texts: study.texts(Reading::Accepted),
            measured: rated([4.2, 3.7, 3.4, 4.0, 3.9]),
            verdicts: study.verdicts(Reading::Accepted),
            answer: Answer {
                by: "acme/judge".to_owned(),
                prompt: PromptRef::default(),
                asked: "How does it score?".to_owned(),
                replied: "{}".to_owned(),
                said: Ok(scores),
                usage: Usage::default(),
                duration_ms: 900,
            },
        },
    }
}

/// The scores of every brief here: what they are measured by is no business of the screen.
pub fn measures(counts: &Scorecard) -> Measures {
    Measures {
        now: (counts.claims > 0).then(|| rated([4.2, 3.7, 3.4, 4.0, 3.9])),
        proposed: (counts.claims > 0).then(|| rated([4.4, 3.7, 3.8, 3.9, 3.9])),
        ..Measures::default()
    }
}

pub fn scores(study: &Study) -> Scorecard {
    let claims: usize = study
        .sections
        .iter()
        .map(|section| section.claims.len())
        .sum();
    let verdicts = Verdict::ALL.map(|verdict| study.count(verdict));
    Scorecard {
        supported: (claims > 0).then(|| verdicts[0] as f32 / claims as f32),
        sections: vec![(claims > 0).then_some(0.76); study.sections.len()],
        words: study
            .sections
            .iter()
            .map(|section| section.accepted().split_whitespace().count())
            .sum(),
        claims,
        cited: study.numbers.len(),
        documents: study.evidence.len(),
        confidence: Some(0.6),
        verdicts,
        several: study.source_use().multi_source_claims,
    }
}

pub fn opened() -> Vec<Event> {
    let section = |title: &str, purpose: &str, role| SectionPlan {
        title: title.to_owned(),
        purpose: purpose.to_owned(),
        role,
        words: 200,
    };
    vec![
        Event::StudyOpened {
            question: String::new(),
            framework: Framework {
                id: "scr".to_owned(),
                title: "Situation, Complication, Resolution".to_owned(),
                sections: vec![
                    section(
                        "Situation",
                        "Current state, background, facts.",
                        RhetoricalRole::Situation,
                    ),
                    section(
                        "Complication",
                        "Problems, conflicts, tensions.",
                        RhetoricalRole::Complication,
                    ),
                    section(
                        "Resolution",
                        "Solutions, recommendations, directions.",
                        RhetoricalRole::Resolution,
                    ),
                ],
            },
        },
        Event::WriterChosen {
            writer: "extractive".to_owned(),
        },
    ]
}

/// A study whose framework has this many sections, the first of which is written.
pub fn framed(sections: usize) -> Vec<Event> {
    let plan = |at: usize| SectionPlan {
        title: format!("Part {}", at + 1),
        purpose: "One of several.".to_owned(),
        role: RhetoricalRole::Situation,
        words: 100,
    };
    let framework = Framework {
        id: "own".to_owned(),
        title: "Own".to_owned(),
        sections: (0..sections).map(plan).collect(),
    };
    vec![
        Event::StudyOpened {
            question: QUESTION.to_owned(),
            framework,
        },
        Event::CycleStarted {
            cycle: CycleKind::Draft,
            sections: (0..sections).map(SectionId).collect(),
        },
        written(0, SITUATION),
    ]
}

/// With a question and evidence, before anything is written.
pub fn asked() -> Vec<Event> {
    let mut events = opened();
    events.push(Event::QuestionChanged {
        question: QUESTION.to_owned(),
        undoable: false,
    });
    for (id, title, kind, pages) in [
        (1, "Market report 2025", DocumentKind::Pdf, Some(40)),
        (2, "Outlook, annex B", DocumentKind::Html, None),
        (3, "Subsidy notice 118", DocumentKind::Markdown, None),
        (4, "Trade press", DocumentKind::Text, None),
    ] {
        events.push(Event::EvidenceAdded {
            document: document(id, title, kind, pages),
        });
    }
    events.push(Event::EvidenceRefused {
        refused: RefusedEvidence {
            source: "/data/scan.pdf".to_owned(),
            reason: "has no text, it is a scan: run OCR over it first".to_owned(),
            kind: RefusalKind::Other,
        },
    });
    events.push(Event::SourcesNumbered {
        documents: vec![DocumentId(1), DocumentId(2), DocumentId(3)],
    });
    events
}

/// The writer is at work on the first section.
pub fn started() -> Vec<Event> {
    let mut events = asked();
    events.push(Event::CycleStarted {
        cycle: CycleKind::Draft,
        sections: vec![SectionId(0), SectionId(1), SectionId(2)],
    });
    events
}

/// Two sections are written, the third is next.
pub fn two_written() -> Vec<Event> {
    let mut events = started();
    events.push(written(0, SITUATION));
    events.push(written(1, COMPLICATION));
    events
}

/// All is written and checked.
pub fn finished() -> Vec<Event> {
    let mut events = two_written();
    events.push(Event::SectionWritten {
        section: SectionId(2),
        text: RESOLUTION.to_owned(),
        warnings: vec!["[9] is no source of this study".to_owned()],
        provenance: provenance(),
    });
    let second = SITUATION.find("Before").expect("the sentence");
    events.push(checked(
        0,
        vec![
            claim(SITUATION[..second].trim(), Verdict::Supported, Some(1)),
            claim(&SITUATION[second..], Verdict::Partial, Some(2)),
        ],
    ));
    let second = COMPLICATION.find("Two").expect("the paragraph");
    events.push(checked(
        1,
        vec![
            claim(
                COMPLICATION[..second].trim(),
                Verdict::Contradicted,
                Some(3),
            ),
            claim(&COMPLICATION[second..], Verdict::Supported, Some(2)),
        ],
    ));
    let second = RESOLUTION.find("A second").expect("the sentence");
    events.push(checked(
        2,
        vec![
            claim(RESOLUTION[..second].trim(), Verdict::Uncited, None),
            claim(&RESOLUTION[second..], Verdict::Unsupported, Some(1)),
        ],
    ));
    events
}

/// All is written, and the first section knows what its writer was sent.
pub fn sent() -> Vec<Event> {
    let mut events = finished();
    let record = sent_record();
    for event in &mut events {
        if let Event::SectionWritten {
            section: SectionId(0),
            provenance,
            ..
        } = event
        {
            provenance.sent = Some(record.clone());
        }
    }
    events
}

/// A model writes the first section.
pub fn call() -> CallUnderWay {
    CallUnderWay {
        node: Node::Write,
        section: Some(SectionId(0)),
        since: Timestamp(1_763_730_000_000),
        by: "acme/m".to_owned(),
        prompt: PromptRef {
            id: "section".to_owned(),
            version: 2,
            hash: "abc".to_owned(),
        },
        asked: "Write the part that says how things stand.".to_owned(),
        sent: Some(sent_record()),
    }
}

fn sent_record() -> Sent {
    let passage = |id, document, score, locator: &str, opening: &str, fate| SentPassage {
        passage: PassageId(id),
        document: DocumentId(document),
        score,
        lexical: 12.0 * score,
        semantic: Some(0.6 * score),
        characters: 900,
        locator: locator.to_owned(),
        opening: opening.to_owned(),
        fate,
    };
    let compressed = |text: &str, by: &str, refused: Option<&str>| {
        Fate::Compressed(Compressed {
            text: text.to_owned(),
            by: by.to_owned(),
            refused: refused.map(str::to_owned),
        })
    };
    let left = |why| Fate::LeftOut(why);
    let short = "Of 14 markets, 9 saw the price ratio rise; sales fell to 2.2 million.";
    Sent {
        query: "Why did EU heat-pump sales fall, and should a mid-size OEM add a second line before 2027?".to_owned(),
        found: 30,
        budget: Some(3000),
        before: 5400,
        after: 2890,
        documents: 3,
        retried_from: Some(0.31),
        compression_ms: 840,
        restarts: false,
        aside: false,
        notes: vec!["no model compressed passages: the server at 127.0.0.1 stopped answering".to_owned()],
        passages: vec![
            passage(1, 1, 1.0, "p.14", "The market in 2024. In the", Fate::Whole),
            passage(2, 1, 0.55, "p.3", "Growth may return when prices fall", compressed(short, "local/small", None)),
            passage(3, 2, 0.9, "§ Order books", "Installers report order books of nine", Fate::Above),
            passage(4, 2, 0.5, "p.9", "Warehouses were full by the end", compressed("Warehouses were full.", "extractive", Some("the answer lost 41"))),
            passage(5, 3, 0.8, "p.7", "The notice gives the subsidy for", Fate::Whole),
            passage(6, 1, 0.7, "p.15", "In the fourteen markets 2.2 million", left(LeftOut::NearEqual(PassageId(1)))),
            passage(7, 3, 0.4, "p.8", "Claims are paid within a year", left(LeftOut::OverBudget)),
        ],
    }
}

/// Changes to the second section are waiting.
pub fn revised() -> Vec<Event> {
    let mut events = finished();
    events.push(Event::CycleStarted {
        cycle: CycleKind::Another,
        sections: vec![SectionId(1)],
    });
    let hunk = |id, before: &str, after: &str, reason: &str| {
        Piece::Hunk(Hunk {
            id: HunkId(id),
            before: before.to_owned(),
            after: after.to_owned(),
            reason: reason.to_owned(),
            ..Hunk::default()
        })
    };
    events.push(Event::RevisionProposed {
        section: SectionId(1),
        revision: Revision {
            pieces: vec![
                hunk(
                    1,
                    "Subsidy cuts explain roughly half of the fall [3]; the rest tracks the power-to-gas price ratio, which rose in 9 of the 14 markets [1][2].",
                    "Subsidy cuts explain up to a third of the fall [3]; the rest tracks the power-to-gas price ratio, which rose in 9 of the 14 markets [1][2].",
                    "The notice gives a third, not a half.",
                ),
                Piece::Settled("\n\n".to_owned()),
                hunk(
                    2,
                    "Two readings conflict: installers report order books of nine weeks [2], manufacturers report warehouses that are full [3].",
                    "Stocks were drawn down by March, as the later survey shows [1].",
                    "A later survey settles the conflict.",
                ),
                hunk(3, "", " No source covers the second quarter.", "Says what is missing."),
            ],
        },
        warnings: vec![],
        provenance: provenance(),
    });
    events.push(checked(
        1,
        vec![claim(
            "Subsidy cuts explain up to a third of the fall [3]; the rest tracks the power-to-gas price ratio, which rose in 9 of the 14 markets [1][2].",
            Verdict::Supported,
            Some(3),
        )],
    ));
    events
}

/// The first section was cut while it was written.
pub fn halted() -> Vec<Event> {
    let mut events = started();
    events.push(Event::StepHalted {
        section: SectionId(0),
        partial: Partial {
            text: "Unit sales in the 14 largest markets fell".to_owned(),
            why: "the server at 127.0.0.1 stopped answering".to_owned(),
            ..Partial::default()
        },
        halt: Halt::Failed,
    });
    events
}

/// No answer came for the first section.
pub fn unanswered() -> Vec<Event> {
    let mut events = started();
    events.push(Event::StepHalted {
        section: SectionId(0),
        partial: Partial {
            text: String::new(),
            why: "no answer at http://127.0.0.1:8080/v1".to_owned(),
            ..Partial::default()
        },
        halt: Halt::Failed,
    });
    events
}

pub fn written(section: usize, text: &str) -> Event {
    Event::SectionWritten {
        section: SectionId(section),
        text: text.to_owned(),
        warnings: vec![],
        provenance: provenance(),
    }
}

pub fn passage() -> PassageView {
    let text = "The market in 2024. In the fourteen markets 2.2 million units were sold. Growth may return.";
    PassageView {
        note: None,
        number: Some(1),
        document: document(1, "Market report 2025", DocumentKind::Pdf, Some(40)),
        passage: Passage {
            id: PassageId(1),
            document: DocumentId(1),
            ordinal: 3,
            text: text.to_owned(),
            pages: Some((14, 14)),
            headings: vec![],
            span: 0..text.len(),
            from_graph: false,
            ..Passage::default()
        },
        before: "Chapter two gives the numbers.".to_owned(),
        after: "The next chapter explains them.".to_owned(),
        marked: Some(20..72),
    }
}

fn provenance() -> Provenance {
    Provenance {
        writer: "extractive".to_owned(),
        ..Provenance::default()
    }
}

pub fn checked(section: usize, claims: Vec<Claim>) -> Event {
    Event::ClaimsChecked {
        section: SectionId(section),
        claims,
    }
}

pub fn claim(text: &str, verdict: Verdict, number: Option<u32>) -> Claim {
    Claim {
        text: text.to_owned(),
        citations: number.into_iter().collect(),
        verdict,
        reason: "the numbers are compared with the source".to_owned(),
        evidence: number.map(|number| Quote {
            number: Some(number),
            passage: PassageId(i64::from(number)),
            span: 0..10,
            text: "… 2.2 million units were sold in the fourteen markets …".to_owned(),
        }),
        more: Vec::new(),
    }
}

/// All is written, and the evidence has changed since: a folder is watched, one source has a new version, one is gone, and a reading was cut.
pub fn grown() -> Vec<Event> {
    let mut events = finished();
    let mut new = document(5, "Market report 2025", DocumentKind::Pdf, Some(42));
    new.date = Some("2025-11-03".to_owned());
    events.extend([
        Event::FolderWatched {
            folder: "/home/ana/reports".to_owned(),
        },
        Event::EvidenceRequested {
            arguments: vec!["/home/ana/archive/2024".to_owned()],
        },
        Event::DocumentReplaced {
            old: DocumentId(1),
            new,
        },
        Event::DocumentsWithdrawn {
            documents: vec![DocumentId(3)],
        },
    ]);
    events
}

fn document(id: i64, title: &str, kind: DocumentKind, pages: Option<u32>) -> Document {
    Document {
        id: DocumentId(id),
        title: title.to_owned(),
        uri: format!("/data/{id}"),
        kind,
        passages: 3,
        pages,
        ..Document::default()
    }
}
