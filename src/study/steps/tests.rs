use super::*;
use crate::study::{Compression, LeftOut, Partial, PassageId, Reflection, SentPassage, fixture};

fn record(events: Vec<Event>) -> Vec<StepRecord> {
    let opened = fixture::opened("why?", &["Situation"]);
    let started = Event::CycleStarted {
        cycle: CycleKind::Draft,
        sections: vec![SectionId(0)],
    };
    let all = [opened, started].into_iter().chain(events);
    Steps::of(&Envelope::journal_at(all.map(|event| (7, event))))
}

fn prompt(id: &str) -> PromptRef {
    PromptRef {
        id: id.to_owned(),
        version: 2,
        hash: "abc".to_owned(),
    }
}

fn sent(id: i64, fate: Fate) -> SentPassage {
    SentPassage {
        passage: PassageId(id),
        document: crate::study::DocumentId(1),
        score: 1.0,
        lexical: 1.0,
        semantic: None,
        characters: 10,
        locator: String::new(),
        opening: String::new(),
        fate,
    }
}

#[test]
fn a_section_that_was_written_says_what_was_sent_and_what_came() {
    let short = crate::study::Compressed {
        text: "short".to_owned(),
        by: "acme/turbo".to_owned(),
        refused: None,
    };
    let written = Event::SectionWritten {
        section: SectionId(0),
        text: "Text [1].".to_owned(),
        warnings: vec![],
        provenance: Provenance {
            writer: "acme/m".to_owned(),
            prompt: prompt("section"),
            passages: vec![],
            multi_source: false,
            asked: "write".to_owned(),
            kept: None,
            replied: "Text [1], and [2].".to_owned(),
            usage: Usage {
                prompt_tokens: 40,
                cached_tokens: 30,
                completion_tokens: 5,
                ..Usage::default()
            },
            duration_ms: 900,
            sent: Some(Sent {
                before: 100,
                after: 60,
                compression_ms: 12,
                passages: vec![
                    sent(1, Fate::Whole),
                    sent(2, Fate::Compressed(short)),
                    sent(3, Fate::Above),
                    sent(4, Fate::LeftOut(LeftOut::OverBudget)),
                ],
                ..Sent::default()
            }),
        },
    };
    let halted = Event::StepHalted {
        section: SectionId(0),
        partial: Partial {
            text: "Tex".to_owned(),
            why: "connection reset".to_owned(),
            ..Partial::default()
        },
        halt: Halt::Failed,
    };
    let steps = record(vec![halted, written]);
    assert_eq!((steps[0].outcome, steps[0].retry), (Outcome::Failed, 0));
    assert_eq!(steps[0].why, "connection reset");
    let lines: Vec<String> = steps
        .iter()
        .map(|step| serde_json::to_string(step).expect("written"))
        .collect();
    assert_eq!(
        lines[1],
        r#"{"seq":4,"at":7,"node":"write","section":0,"title":"Situation","cycle":"draft","retry":1,"writer":"acme/m","prompt":{"id":"section","version":2,"hash":"abc"},"context":{"before":100,"characters":60,"compressed":true,"compression_ms":12,"whole":1,"above":1,"shortened":1,"left_out":1},"answer_characters":18,"citations":2,"duration_ms":900,"tokens":{"prompt_tokens":40,"cached_tokens":30,"completion_tokens":5,"estimated":false},"outcome":"done"}"#
    );
}

#[test]
fn a_call_that_has_not_ended_comes_after_the_others_with_what_is_known_of_it() {
    let halted = Event::StepHalted {
        section: SectionId(0),
        partial: Partial {
            why: "connection reset".to_owned(),
            ..Partial::default()
        },
        halt: Halt::Failed,
    };
    let started = Event::CycleStarted {
        cycle: CycleKind::Draft,
        sections: vec![SectionId(0)],
    };
    let opened = fixture::opened("why?", &["Situation"]);
    let journal = Envelope::journal([opened, started, halted]);
    let call = CallUnderWay {
        node: Node::Write,
        section: Some(SectionId(0)),
        since: Timestamp(9),
        by: "acme/m".to_owned(),
        prompt: prompt("section"),
        asked: "write".to_owned(),
        sent: Some(Sent {
            after: 60,
            passages: vec![sent(1, Fate::Whole)],
            ..Sent::default()
        }),
    };
    assert_eq!(Steps::of(&journal).len(), 1);
    let steps = Steps::with(&journal, Some(&call));
    let running = steps.last().expect("the call");
    assert_eq!((steps.len(), running.outcome), (2, Outcome::Running));
    assert_eq!((running.title.as_str(), running.retry), ("Situation", 1));
    assert_eq!(running.cycle, Some(CycleKind::Draft));
    assert_eq!(running.prompt, Some(prompt("section")));
    let characters = running.context.map(|context| context.characters);
    assert_eq!(characters, Some(60));
    assert!(!running.outcome.is_trouble());
}

#[test]
fn a_step_that_failed_took_from_its_beginning_to_its_end() {
    let halted = || Event::StepHalted {
        section: SectionId(0),
        partial: Partial {
            text: String::new(),
            why: "no answer".to_owned(),
            ..Partial::default()
        },
        halt: Halt::Failed,
    };
    let started = Event::CycleStarted {
        cycle: CycleKind::Draft,
        sections: vec![SectionId(0)],
    };
    let events = [
        (1000, started),
        (4500, halted()),
        (90_000, Event::CycleResumed),
        (93_000, halted()),
    ];
    let steps = Steps::of(&Envelope::journal_at(events));
    let took = steps.iter().map(|step| step.duration_ms);
    assert_eq!(took.collect::<Vec<_>>(), [3500, 3000]);
}

#[test]
fn every_kind_of_call_is_a_step_and_a_second_attempt_says_so() {
    let reflected = |replied: &str, said: Result<Reflection, &str>| Event::BriefReflected {
        answer: Answer {
            by: "acme/m".to_owned(),
            prompt: prompt("reflect"),
            asked: String::new(),
            replied: replied.to_owned(),
            said: said.map_err(|why| Unanswered::Failed(why.to_owned())),
            usage: Usage::default(),
            duration_ms: 5,
        },
    };
    let compressed = Event::PassageCompressed {
        compression: Compression {
            passage: PassageId(1),
            by: "acme/turbo".to_owned(),
            prompt: prompt("compress"),
            request: String::new(),
            text: Err("lost a number".to_owned()),
            usage: Usage::default(),
            duration_ms: 3,
        },
    };
    let steps = record(vec![
        compressed,
        reflected("prose", Err("no JSON object")),
        reflected("{}", Ok(Reflection::default())),
        reflected("", Err("connection refused")),
    ]);
    let seen: Vec<_> = steps
        .iter()
        .map(|step| (step.node, step.retry, step.outcome))
        .collect();
    assert_eq!(
        seen,
        [
            (Node::Compress, 0, Outcome::Unusable),
            (Node::Reflect, 0, Outcome::Unusable),
            (Node::Reflect, 1, Outcome::Done),
            (Node::Reflect, 0, Outcome::Failed),
        ]
    );
}
