//! Whole runs without a workbench: what the table of `next` comes to with any answers a model may give.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::check;
use crate::study::{
    Answer, Ceilings, Claim, Course, CourseDecision, CriticFindings, Critique, CycleKind,
    Dimension, Document, DocumentId, Event, Framework, Halt, HunkId, Judgement, Partial, PassageId,
    PromptRef, Provenance, Reading, Reflection, RhetoricalRole, RunCause, RunPlan, Score, Scores,
    SectionId, SectionPlan, Study, Unanswered, Usage, Verdict, Weakness, WeaknessKind, fixture,
    milliseconds,
};

const SECTIONS: usize = 3;

fn opened() -> Vec<Event> {
    let plan = |title: &str| SectionPlan {
        title: title.to_owned(),
        purpose: String::new(),
        role: RhetoricalRole::Situation,
        words: 40,
    };
    vec![
        Event::StudyOpened {
            question: "why?".to_owned(),
            framework: Framework {
                id: "test".to_owned(),
                title: "Test".to_owned(),
                sections: ["One", "Two", "Three"].map(plan).to_vec(),
            },
        },
        Event::WriterChosen {
            writer: "acme/m".to_owned(),
        },
        Event::EvidenceAdded {
            document: Document {
                id: DocumentId(1),
                ..Document::default()
            },
        },
    ]
}

/// A model that answers by a seed and by what came before, so that a run that is gone on with gets the answers it would have got.
struct Model {
    seed: u64,
}

impl Model {
    fn pick(&self, journal: &[Event], salt: u64, of: u64) -> u64 {
        // SplitMix64.
        let mut z = self
            .seed
            .wrapping_add((journal.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_add(salt.wrapping_mul(0xbf58_476d_1ce4_e5b9));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % of
    }

    fn answer<T>(&self, journal: &[Event], said: T) -> Answer<T> {
        let said = match self.pick(journal, 7, 8) {
            0 => Err(Unanswered::Failed("it holds no JSON object".to_owned())),
            _ => Ok(said),
        };
        Self::said(said)
    }

    fn said<T>(said: Result<T, Unanswered>) -> Answer<T> {
        Answer {
            by: "acme/m".to_owned(),
            prompt: PromptRef::default(),
            asked: String::new(),
            replied: "said".to_owned(),
            said,
            usage: Usage::default(),
            duration_ms: 0,
        }
    }

    fn scores(&self, journal: &[Event]) -> Scores {
        let score = |at: u64| Score {
            value: 1.0 + self.pick(journal, at, 9) as f32 / 2.0,
            ..Score::default()
        };
        Scores([10, 11, 12, 13, 14].map(score))
    }

    /// What one call takes of a budget, if it may be made: as much as it is granted, and no more.
    fn spend(&self, study: &Study, journal: &[Event]) -> Event {
        let call = Call {
            prompt: 100 + self.pick(journal, 20, 2000),
            expected: 50 + self.pick(journal, 21, 300),
            most: 400 + self.pick(journal, 22, 600),
            keeps_part: true,
        };
        match grant(study, &Prices::default(), "acme/m", call) {
            Err(Reached { of, why }) => Event::BudgetReached { why, of: Some(of) },
            Ok(grant) => {
                let wanted = Duration::from_millis(self.pick(journal, 24, 9000));
                let lasted = grant.time.map_or(wanted, |most| wanted.min(most));
                Event::CallSpent {
                    by: "acme/m".to_owned(),
                    usage: Usage {
                        prompt_tokens: call.prompt,
                        completion_tokens: self.pick(journal, 23, grant.max_tokens + 1),
                        ..Usage::default()
                    },
                    duration_ms: milliseconds(lasted),
                }
            }
        }
    }

    /// The events of one step.
    fn take(&self, study: &Study, journal: &[Event], step: Step) -> Vec<Event> {
        match step {
            Step::Check(section) => vec![Event::ClaimsChecked {
                section,
                claims: self.claims(study, journal, section),
            }],
            Step::Write(section) => vec![self.written(study, journal, section)],
            Step::Critique(section) => vec![Event::SectionCritiqued {
                section,
                critique: Critique {
                    claims: Vec::new(),
                    answer: Self::said(Ok(CriticFindings::default())),
                },
            }],
            Step::Decide => vec![Event::CourseDecided {
                answer: self.answer(journal, self.course(journal)),
            }],
            Step::SearchEvidence => vec![Event::EvidenceSearched {
                queries: vec!["more".to_owned()],
                passages: (0..self.pick(journal, 3, 3))
                    .map(|at| PassageId(at.cast_signed()))
                    .collect(),
                from_library: vec![],
            }],
            Step::Reflect => vec![Event::BriefReflected {
                answer: self.answer(journal, self.reflection(journal)),
            }],
            Step::Judge(reading) => vec![Event::BriefJudged {
                judgement: Judgement {
                    reading,
                    texts: study.texts(reading),
                    measured: check::measured(study, reading, &check::Dissent::default()),
                    verdicts: study.verdicts(reading),
                    answer: self.answer(journal, self.scores(journal)),
                },
            }],
            Step::Begin(cycle) => vec![Event::CycleStarted {
                cycle,
                sections: match cycle {
                    CycleKind::Complete => study.missing_sections(),
                    CycleKind::FollowUp => study.written_sections(),
                    _ => sections_to_mend(study, cycle),
                },
            }],
            Step::KeepBest => keep_best(study),
            Step::AutoApply => {
                let scores_of = |study: &Study, reading| {
                    check::measured(study, reading, &check::Dissent::default())
                };
                let measured = |study: &Study, reading| scores_of(study, reading).composite();
                let completeness = |study: &Study, reading| {
                    scores_of(study, reading).of(Dimension::Completeness).value
                };
                let scores = Composites {
                    accepted: measured(study, Reading::Accepted),
                    candidate: measured(study, Reading::Candidate),
                    by: ScoredBy::Measure,
                    measured: &measured,
                    completeness: &completeness,
                    stood: None,
                    settled: &|_| None,
                };
                auto_apply(study, &scores)
            }
        }
    }

    fn claims(&self, study: &Study, journal: &[Event], id: SectionId) -> Vec<Claim> {
        let section = study.section(id);
        let texts = section.map(|section| [section.accepted(), section.candidate()].concat());
        check::stated(&texts.unwrap_or_default())
            .into_iter()
            .map(|stated| Claim {
                text: stated.text.clone(),
                citations: stated.citations.clone(),
                verdict: match self.pick(journal, stated.text.len() as u64, 6) {
                    0 => Verdict::Unsupported,
                    1 => Verdict::Partial,
                    _ => Verdict::Supported,
                },
                reason: String::new(),
                evidence: None,
                more: Vec::new(),
            })
            .collect()
    }

    fn written(&self, study: &Study, journal: &[Event], section: SectionId) -> Event {
        let provenance = Provenance {
            writer: "acme/m".to_owned(),
            ..Provenance::default()
        };
        if study.asked_again(section).is_none() && self.pick(journal, 30, 8) == 0 {
            return Event::AskedAgain {
                section,
                why: "it reached its limit".to_owned(),
                goes_on: self.pick(journal, 31, 2) == 0,
                provenance: Provenance {
                    replied: "The depot has".to_owned(),
                    ..provenance
                },
            };
        }
        let text = format!(
            "The depot has {} chargers [1]. The town is old [1].",
            self.pick(journal, 1, 5)
        );
        let known = study.section(section).filter(|known| known.is_written());
        let Some(known) = known else {
            return Event::SectionWritten {
                section,
                text,
                warnings: vec![],
                provenance,
            };
        };
        let first = HunkId(study.next_hunk().0);
        let revision = hunks::revise(&known.accepted(), &text, first, &|_, _| String::new());
        if revision.candidate() == known.candidate() {
            return Event::RevisionUnneeded {
                section,
                missed: vec![],
                provenance,
            };
        }
        Event::RevisionProposed {
            section,
            revision,
            warnings: vec![],
            provenance,
        }
    }

    fn course(&self, journal: &[Event]) -> CourseDecision {
        let goes_on = self.pick(journal, 2, 2) == 0;
        CourseDecision {
            course: if goes_on {
                Course::Continue
            } else {
                Course::Finish
            },
            reasons: vec![],
            key_factors: vec![],
            queries: if goes_on {
                vec!["more".to_owned()]
            } else {
                vec![]
            },
        }
    }

    fn reflection(&self, journal: &[Event]) -> Reflection {
        let weak = |at: u64| Weakness {
            kind: WeaknessKind::Gap,
            section: Some(SectionId(at as usize)),
            what: "more".to_owned(),
        };
        Reflection {
            weaknesses: (0..self.pick(journal, 4, 4)).map(weak).collect(),
        }
    }
}

/// Takes steps until nothing follows by itself; gives up after many more than any run may have. A study with ceilings pays for each call, or makes none.
fn walk(mut journal: Vec<Event>, model: &Model) -> Vec<Event> {
    const ENDLESS: usize = 200;
    let mut study = Study::fold(&journal);
    for _ in 0..ENDLESS {
        let Next::Do(step) = next(&study) else {
            return journal;
        };
        let mut events = Vec::new();
        if step.asks() && !study.ceilings.are_off() {
            events.push(model.spend(&study, &journal));
        }
        if !matches!(events.first(), Some(Event::BudgetReached { .. })) {
            events.extend(model.take(&study, &journal, step));
        }
        assert!(!events.is_empty(), "{step:?} comes to nothing");
        for event in events {
            study.apply(&event);
            journal.push(event);
        }
    }
    panic!("a run without an end: {:?}", journal.last());
}

/// That a section was written, with one sentence.
fn written(section: SectionId) -> Event {
    Event::SectionWritten {
        section,
        text: "The town is old.".to_owned(),
        warnings: vec![],
        provenance: Provenance::default(),
    }
}

fn begun(plan: &RunPlan, cycle: CycleKind) -> Vec<Event> {
    let mut journal = opened();
    let sections = (0..SECTIONS).map(SectionId).collect();
    let study = Study::fold(&journal);
    journal.extend(study.planned(
        vec![Event::CycleStarted { cycle, sections }],
        plan,
        RunCause::default(),
    ));
    journal
}

fn plan() -> impl Strategy<Value = RunPlan> {
    (
        any::<bool>(),
        any::<bool>(),
        0_u32..=2,
        0_u32..=3,
        prop::option::of(0_usize..2),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(
            |(judge, reflect, revisions, decisions, stop, auto_apply, unattended)| RunPlan {
                judge,
                reflect,
                revisions,
                decisions,
                stop_after: stop.map(SectionId),
                auto_apply,
                unattended,
                ..RunPlan::default()
            },
        )
}

fn count(journal: &[Event], is: impl Fn(&Event) -> bool) -> usize {
    journal.iter().filter(|event| is(event)).count()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: ProptestConfig::default().cases * 3 / 4, ..ProptestConfig::default() })]

    #[test]
    fn a_run_ends_within_its_plan_whatever_is_answered(plan in plan(), seed in any::<u64>()) {
        let journal = walk(begun(&plan, CycleKind::Draft), &Model { seed });
        let cycles = |kind| count(&journal, |event| matches!(event, Event::CycleStarted { cycle, .. } if *cycle == kind));
        prop_assert!(cycles(CycleKind::Revise) <= plan.revisions as usize);
        prop_assert!(cycles(CycleKind::Refine) <= usize::from(plan.reflect));
        prop_assert!(cycles(CycleKind::FollowUp) <= plan.decisions as usize);
        prop_assert!(cycles(CycleKind::Complete) <= 1);
        // Each is asked once more where it cannot be read.
        let decided = count(&journal, |event| matches!(event, Event::CourseDecided { .. }));
        prop_assert!(decided <= 2 * plan.decisions as usize);
        let judged = count(&journal, |event| matches!(event, Event::BriefJudged { .. }));
        let versions = 2 + plan.revisions as usize;
        prop_assert!(judged <= 2 * versions * usize::from(plan.judge), "{judged}");
        let reflected = count(&journal, |event| matches!(event, Event::BriefReflected { .. }));
        prop_assert!(reflected <= 2 * usize::from(plan.reflect));
    }

    #[test]
    fn a_run_that_is_cut_anywhere_and_gone_on_with_gives_the_same_journal(
        plan in plan(), seed in any::<u64>(), cut in any::<prop::sample::Index>()
    ) {
        let model = Model { seed };
        let whole = walk(begun(&plan, CycleKind::Draft), &model);
        let from = begun(&plan, CycleKind::Draft).len();
        let cut = from + cut.index(whole.len() - from + 1);
        let stored: Vec<Event> = whole[..cut]
            .iter()
            .map(|event| serde_json::from_str(&serde_json::to_string(event).unwrap()).unwrap())
            .collect();
        // Events of one step are one transaction: a cut within them cannot be.
        prop_assume!(!matches!(whole.get(cut), Some(Event::AutoApplied { .. })));
        prop_assume!(!matches!(whole.get(cut), Some(Event::HunksDecided { .. })));
        let continued = walk(stored, &model);
        prop_assert_eq!(Study::fold(&continued), Study::fold(&whole));
        prop_assert_eq!(continued, whole);
    }

    #[test]
    fn a_run_ends_within_its_budget_with_what_it_has_written(
        plan in plan(), seed in any::<u64>(), tokens in prop::option::of(0_u64..30_000), seconds in prop::option::of(1_u64..60)
    ) {
        let ceilings = Ceilings { tokens, seconds, cost: None };
        let mut journal = opened();
        journal.push(Event::BudgetSet { ceilings });
        let sections = (0..SECTIONS).map(SectionId).collect();
        let study = Study::fold(&journal);
        let start = Event::CycleStarted { cycle: CycleKind::Draft, sections };
        journal.extend(study.planned(vec![start], &plan, RunCause::default()));
        let journal = walk(journal, &Model { seed });
        let study = Study::fold(&journal);
        prop_assert!(tokens.is_none_or(|most| study.tokens_spent() <= most));
        prop_assert!(seconds.is_none_or(|most| study.time_spent() <= Duration::from_secs(most)));
        let reached = journal.iter().position(|event| matches!(event, Event::BudgetReached { .. }));
        prop_assert_eq!(reached.is_some(), study.closed.is_some());
        if let Some(reached) = reached {
            let asks = |event: &Event| matches!(event, Event::CallSpent { .. });
            prop_assert!(!journal[reached..].iter().any(asks), "nothing is asked beyond it");
        }
    }

    #[test]
    fn what_is_proposed_in_the_end_is_the_best_that_was_judged(seed in any::<u64>(), reflect in any::<bool>(), revisions in 0_u32..=2) {
        let plan = RunPlan { judge: true, reflect, revisions, ..RunPlan::default() };
        let journal = walk(begun(&plan, CycleKind::Draft), &Model { seed });
        let study = Study::fold(&journal);
        let run = study.run.as_ref().unwrap();
        let best = run.best().unwrap();
        prop_assert_eq!(&study.texts(Reading::Candidate), &best.texts);
        // Scores of two kinds are not compared.
        let judged = run.versions.iter().all(|version| version.judged.is_some());
        let score = |version: &crate::study::Version| version.judged.filter(|_| judged).unwrap_or(version.measured);
        prop_assert!(run.versions.iter().all(|version| score(version) <= score(best)));
    }
}

#[test]
fn what_the_analyst_wrote_is_not_revised_unasked() {
    let plan = RunPlan {
        revisions: 2,
        ..RunPlan::default()
    };
    let mut journal = begun(&plan, CycleKind::Draft);
    let wrong = |text: &str| Claim {
        text: text.to_owned(),
        citations: vec![],
        verdict: Verdict::Uncited,
        reason: String::new(),
        evidence: None,
        more: Vec::new(),
    };
    for section in (0..SECTIONS).map(SectionId) {
        journal.push(written(section));
        journal.push(Event::ClaimsChecked {
            section,
            claims: vec![wrong("The town is old.")],
        });
    }
    assert_eq!(
        next(&Study::fold(&journal)),
        Next::Do(Step::Begin(CycleKind::Revise))
    );
    let section = SectionId(0);
    journal.push(Event::SectionEdited {
        section,
        text: "The town is mine.".to_owned(),
    });
    journal.push(Event::ClaimsChecked {
        section,
        claims: vec![wrong("The town is mine.")],
    });
    assert_eq!(next(&Study::fold(&journal)), Next::Done);
}

/// A judge's answer about what is proposed by now.
fn judged(journal: &[Event], score: f32) -> Event {
    let study = Study::fold(journal);
    let scored = Score {
        value: score,
        ..Score::default()
    };
    Event::BriefJudged {
        judgement: Judgement {
            reading: Reading::Candidate,
            texts: study.texts(Reading::Candidate),
            measured: check::measured(&study, Reading::Candidate, &check::Dissent::default()),
            verdicts: [0; 6],
            answer: Model::said(Ok(Scores(std::array::from_fn(|_| scored.clone())))),
        },
    }
}

#[test]
fn what_was_judged_before_an_instruction_is_nothing_to_come_back_to() {
    let plan = RunPlan {
        judge: true,
        ..RunPlan::default()
    };
    let section = SectionId(0);
    let mut journal = begun(&plan, CycleKind::Draft);
    for section in (0..SECTIONS).map(SectionId) {
        journal.push(written(section));
        journal.push(Event::ClaimsChecked {
            section,
            claims: vec![],
        });
    }
    // The judge was asked before the analyst said what is to be different, and answers after that.
    let study = Study::fold(&journal);
    assert!(is_under_way(&study));
    journal.push(Event::CycleStarted {
        cycle: CycleKind::Steer,
        sections: vec![section],
    });
    journal.push(judged(&journal, 4.0));
    let revision = hunks::revise(
        "The town is old.",
        "The town is new.",
        study.next_hunk(),
        &|_, _| "as asked".to_owned(),
    );
    journal.push(Event::RevisionProposed {
        section,
        revision,
        warnings: vec![],
        provenance: Provenance::default(),
    });
    journal.push(Event::ClaimsChecked {
        section,
        claims: vec![],
    });
    let judge = Next::Do(Step::Judge(Reading::Candidate));
    assert_eq!(next(&Study::fold(&journal)), judge);
    journal.push(judged(&journal, 3.6));
    assert_eq!(next(&Study::fold(&journal)), Next::AwaitAnalyst);
}

#[test]
fn what_was_to_follow_a_draft_follows_what_the_analyst_asks_for_in_the_midst_of_it() {
    let plan = RunPlan {
        reflect: true,
        ..RunPlan::default()
    };
    let mut journal = begun(&plan, CycleKind::Draft);
    for section in (0..SECTIONS).map(SectionId) {
        journal.push(written(section));
        journal.push(Event::ClaimsChecked {
            section,
            claims: vec![],
        });
    }
    let reflect = Next::Do(Step::Reflect);
    assert_eq!(next(&Study::fold(&journal)), reflect);
    journal.push(Event::RunPaused);
    assert!(is_under_way(&Study::fold(&journal)), "a pause ends no run");
    for cycle in [CycleKind::Steer, CycleKind::Another] {
        journal.push(Event::CycleStarted {
            cycle,
            sections: vec![SectionId(0)],
        });
        journal.push(Event::RevisionUnneeded {
            section: SectionId(0),
            missed: vec![],
            provenance: Provenance::default(),
        });
        assert_eq!(next(&Study::fold(&journal)), reflect);
    }
    journal.push(Event::BriefReflected {
        answer: Model::said(Ok(Reflection { weaknesses: vec![] })),
    });
    assert!(!is_under_way(&Study::fold(&journal)));
}

#[test]
fn a_critic_is_not_asked_again_about_a_text_that_is_come_back_to() {
    let plan = RunPlan {
        judge: true,
        revisions: 1,
        ..RunPlan::default()
    };
    let mut journal = begun(&plan, CycleKind::Draft);
    let doubtful = |text: &str| Claim {
        text: text.to_owned(),
        citations: vec![1],
        verdict: Verdict::Unsupported,
        reason: String::new(),
        evidence: None,
        more: Vec::new(),
    };
    let claims = || vec![doubtful("The town is old.")];
    let critique = |section| Event::SectionCritiqued {
        section,
        critique: Critique {
            claims: vec!["The town is old.".to_owned()],
            answer: Model::said(Ok(CriticFindings::default())),
        },
    };
    for section in (0..SECTIONS).map(SectionId) {
        journal.push(written(section));
        journal.push(Event::CritiqueRequested { section });
        let claims = claims();
        journal.push(Event::ClaimsChecked { section, claims });
        journal.push(critique(section));
    }
    journal.push(judged(&journal, 3.0));
    let revise = Next::Do(Step::Begin(CycleKind::Revise));
    assert_eq!(next(&Study::fold(&journal)), revise);
    let section = SectionId(0);
    journal.push(Event::CycleStarted {
        cycle: CycleKind::Revise,
        sections: vec![section],
    });
    let first = Study::fold(&journal).next_hunk();
    let revision = hunks::revise("The town is old.", "It is new.", first, &|_, _| {
        String::new()
    });
    journal.push(Event::RevisionProposed {
        section,
        revision,
        warnings: vec![],
        provenance: Provenance::default(),
    });
    journal.push(Event::CritiqueRequested { section });
    let checked = |claims| Event::ClaimsChecked { section, claims };
    journal.push(checked(vec![]));
    journal.push(judged(&journal, 2.0));
    let study = Study::fold(&journal);
    assert_eq!(next(&study), Next::Do(Step::KeepBest));
    journal.extend(keep_best(&study));
    journal.push(checked(claims()));
    let study = Study::fold(&journal);
    assert!(study.sections[0].critique().is_some());
    assert_eq!(next(&study), Next::Done);
}

#[test]
fn a_cycle_that_was_stopped_keeps_nobody_from_having_the_accepted_text_judged() {
    let mut journal = vec![
        fixture::opened("How old is the town?", &["Situation"]),
        fixture::added(1),
        Event::SectionWritten {
            section: SectionId(0),
            text: "The town is old.".to_owned(),
            warnings: vec![],
            provenance: Provenance::default(),
        },
        Event::CycleStarted {
            cycle: CycleKind::Update,
            sections: vec![SectionId(0)],
        },
        Event::StepHalted {
            section: SectionId(0),
            partial: Partial {
                why: "stopped".to_owned(),
                ..Partial::default()
            },
            halt: Halt::Stopped,
        },
        Event::ClaimsChecked {
            section: SectionId(0),
            claims: vec![],
        },
    ];
    assert_eq!(next(&Study::fold(&journal)), Next::AwaitAnalyst);
    journal.push(Event::JudgementWanted {
        reading: Reading::Accepted,
    });
    let judge = Next::Do(Step::Judge(Reading::Accepted));
    assert_eq!(next(&Study::fold(&journal)), judge);
    journal.push(Event::RunPaused);
    assert_eq!(next(&Study::fold(&journal)), Next::AwaitAnalyst);
}
