//! Studies for the tests of this folder.

use crate::study::{
    Claim, CycleKind, Document, DocumentId, DocumentKind, Event, Framework, Halt, Hunk, HunkId,
    Origin, Partial, PassageId, Piece, PromptRef, Provenance, Quote, RefusalKind, RefusedEvidence,
    Revision, RhetoricalRole, SectionId, SectionPlan, Study, Timestamp, Usage, Verdict,
};

/// Every section written, checked and decided; sources 1 and 2 cited.
pub(super) fn settled() -> Study {
    let mut events = opened("Do heat pumps pay off?", 2);
    events.push(written(
        0,
        "Prices fell by 12% [1][2].\n\nSales doubled [1].",
        "extractive",
    ));
    events.push(written(
        1,
        "Installers are booked out for nine weeks [2].",
        "extractive",
    ));
    events.push(written(2, "Train installers [1].", "extractive"));
    for (section, sentence, number) in [
        (0, "Prices fell by 12% [1][2].", 2),
        (1, "Installers are booked out for nine weeks [2].", 2),
        (2, "Train installers [1].", 1),
    ] {
        events.push(checked(
            section,
            vec![claim(sentence, number, Verdict::Supported)],
        ));
    }
    Study::fold(&events)
}

/// Hunks to decide, a claim without citation, a number that does not exist, sources that nobody cites, a section cut off.
pub(super) fn open() -> Study {
    let mut events = opened("Do heat pumps pay off?", 3);
    events.push(Event::EvidenceRefused {
        refused: RefusedEvidence {
            source: "scan.pdf".to_owned(),
            reason: "it holds pictures of pages and no text: run it through OCR".to_owned(),
            kind: RefusalKind::Other,
        },
    });
    events.push(Event::CycleStarted {
        cycle: CycleKind::Draft,
        sections: (0..3).map(SectionId).collect(),
    });
    events.push(written(
        0,
        "Prices fell [1]. Nobody knows why.",
        "server/model",
    ));
    events.push(written(1, "Old [9?].", "extractive"));
    events.push(Event::RevisionProposed {
        section: SectionId(1),
        revision: Revision {
            pieces: vec![
                Piece::Settled("Old [9?].".to_owned()),
                hunk(1, "", " New [2]."),
                hunk(2, "", " Newer [3]."),
            ],
        },
        warnings: vec![],
        provenance: provenance("extractive"),
    });
    events.push(checked(
        0,
        vec![
            claim("Prices fell [1].", 1, Verdict::Supported),
            Claim {
                citations: vec![],
                evidence: None,
                reason: "no citation | at all".to_owned(),
                ..claim("Nobody knows why.", 1, Verdict::Uncited)
            },
        ],
    ));
    events.push(Event::StepHalted {
        section: SectionId(2),
        partial: Partial {
            text: "So train 【1†source】 and [7]. And th".to_owned(),
            why: "the server closed the connection".to_owned(),
            ..Partial::default()
        },
        halt: Halt::Failed,
    });
    Study::fold(&events)
}

/// Sources with numbers, and no text that cites them.
pub(super) fn with_idle_sources(count: i64) -> Study {
    Study::fold(&opened("Anything?", count))
}

/// No evidence, nothing written.
pub(super) fn empty() -> Study {
    Study::fold(&opened("Do heat pumps pay off?", 0))
}

/// `title` wherever a document, a server or a model has a say.
pub(super) fn hostile(title: &str) -> Study {
    let mut events = opened(title, 2);
    for event in &mut events {
        if let Event::EvidenceAdded { document } = event {
            title.clone_into(&mut document.title);
            document.author = Some(title.to_owned());
            document.uri = format!("https://example.com/{title}");
        }
    }
    let mut provenance = provenance(title);
    title.clone_into(&mut provenance.prompt.id);
    events.push(Event::SectionWritten {
        section: SectionId(0),
        text: "Fine [1].".to_owned(),
        warnings: vec![],
        provenance,
    });
    let claim = Claim {
        reason: title.to_owned(),
        ..claim("Fine [1].", 1, Verdict::Partial)
    };
    events.push(checked(0, vec![claim]));
    Study::fold(&events)
}

fn opened(question: &str, documents: i64) -> Vec<Event> {
    let plan = |title: &str, role| SectionPlan {
        title: title.to_owned(),
        purpose: String::new(),
        role,
        words: 150,
    };
    let mut events = vec![
        Event::StudyOpened {
            question: question.to_owned(),
            framework: Framework {
                id: "scr".to_owned(),
                title: "Situation, Complication, Resolution".to_owned(),
                sections: vec![
                    plan("Situation", RhetoricalRole::Situation),
                    plan("Complication", RhetoricalRole::Complication),
                    plan("Resolution", RhetoricalRole::Resolution),
                ],
            },
        },
        Event::WriterChosen {
            writer: "extractive".to_owned(),
        },
    ];
    events.extend((1..=documents).map(|id| Event::EvidenceAdded {
        document: document(id),
    }));
    events.push(Event::SourcesNumbered {
        documents: (1..=documents).map(DocumentId).collect(),
    });
    events
}

fn document(id: i64) -> Document {
    let web = id % 2 == 0;
    Document {
        id: DocumentId(id),
        title: format!("Heat_pumps {id}"),
        uri: if web {
            format!("https://example.com/{id}")
        } else {
            format!("/data/report {id}.pdf")
        },
        kind: DocumentKind::Pdf,
        origin: Origin::General,
        author: (!web).then(|| "R. Vale".to_owned()),
        site: web.then(|| "Example News".to_owned()),
        date: Some("2024-05".to_owned()),
        hash: String::new(),
        passages: 3,
        pages: None,
        accessed: Timestamp(1_795_219_200_000),
        warnings: vec![],
        ..Document::default()
    }
}

fn written(section: usize, text: &str, writer: &str) -> Event {
    Event::SectionWritten {
        section: SectionId(section),
        text: text.to_owned(),
        warnings: vec![],
        provenance: provenance(writer),
    }
}

fn provenance(writer: &str) -> Provenance {
    Provenance {
        writer: writer.to_owned(),
        prompt: PromptRef {
            id: "section".to_owned(),
            version: 1,
            hash: "0123456789abcdef".to_owned(),
        },
        passages: vec![PassageId(1), PassageId(2)],
        multi_source: true,
        asked: String::new(),
        kept: None,
        replied: String::new(),
        usage: Usage {
            prompt_tokens: 900,
            completion_tokens: 120,
            estimated: writer != "extractive",
            ..Usage::default()
        },
        duration_ms: 1234,
        sent: None,
    }
}

fn checked(section: usize, claims: Vec<Claim>) -> Event {
    Event::ClaimsChecked {
        section: SectionId(section),
        claims,
    }
}

fn claim(text: &str, number: u32, verdict: Verdict) -> Claim {
    Claim {
        text: text.to_owned(),
        citations: vec![number],
        verdict,
        reason: "the same words".to_owned(),
        evidence: Some(Quote {
            number: Some(number),
            passage: PassageId(i64::from(number) + 4),
            span: 0..5,
            text: "As it says.".to_owned(),
        }),
        more: Vec::new(),
    }
}

fn hunk(id: u64, before: &str, after: &str) -> Piece {
    Piece::Hunk(Hunk {
        id: HunkId(id),
        before: before.to_owned(),
        after: after.to_owned(),
        reason: String::new(),
        ..Hunk::default()
    })
}
