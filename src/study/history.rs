//! Earlier states of a study: the texts that its brief has had, and any of them as it stood.
//!
//! An edition is an event that changed what is accepted or what is proposed. Editions are read off the journal and are kept nowhere: the text of one is
//! the fold of the events up to it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::event::{CycleKind, Envelope, Event};
use super::ids::{SectionId, Timestamp};
use super::judgement::Reading;
use super::state::Study;
use super::telling::told_in;
use super::wording::counted;

/// One text of the brief.
#[derive(Debug, Clone, PartialEq)]
pub struct Edition {
    /// The event that made it.
    pub seq: u64,
    /// The last event of the text before it.
    pub before: u64,
    pub at: Timestamp,
    /// What happened, and who did it.
    pub what: String,
    pub by: String,
    /// The cycle in which it was written; `None` for what the analyst did between cycles.
    pub cycle: Option<CycleKind>,
    /// The text that changed; the accepted one where both did.
    pub reading: Reading,
    /// Words that it has and the text before it has not, and the other way round.
    pub added: usize,
    pub removed: usize,
    /// The composite of the last judgement of exactly this text, and whether a judge gave it; else it was measured.
    pub score: Option<(f32, bool)>,
    /// Tells equal texts.
    texts: u64,
}

/// The composite that one reading of a study measures, where its text is checked.
pub type Measure<'m> = dyn Fn(&Study, Reading) -> Option<f32> + 'm;

/// The editions of a study, oldest first.
#[must_use]
pub fn editions(journal: &[Envelope]) -> Vec<Edition> {
    measured_editions(journal, &|_, _| None)
}

/// The same; those that no judge scored are measured as they were when the next one came.
#[must_use]
pub fn measured_editions(journal: &[Envelope], measure: &Measure<'_>) -> Vec<Edition> {
    editions_until(journal, journal.len(), measure)
}

/// The same of the first `until` events, of which the rest of the journal may tell who decided.
#[must_use]
pub fn editions_until(whole: &[Envelope], until: usize, measure: &Measure<'_>) -> Vec<Edition> {
    let journal = whole.get(..until).unwrap_or(whole);
    let of = |edition: &Edition, study: &Study| {
        let judged = edition.score;
        judged.or_else(|| Some((measure(study, edition.reading)?, false)))
    };
    let mut editions: Vec<Edition> = Vec::new();
    // A text that comes back is the one that was judged.
    let mut judged: HashMap<u64, (f32, bool)> = HashMap::new();
    let mut study = Study::default();
    let mut accepted: Vec<String> = Vec::new();
    let mut candidate: Vec<String> = Vec::new();
    let mut passed: Option<Steps> = None;
    for (position, Envelope { seq, at, event }) in journal.iter().enumerate() {
        if let Event::BriefJudged { judgement } = event {
            let texts = fingerprint(&judgement.texts);
            let score = (judgement.composite(), judgement.answer.said.is_ok());
            for edition in editions.iter_mut().filter(|known| known.texts == texts) {
                edition.score = Some(score);
            }
            judged.insert(texts, score);
        }
        if !may_change_text(event) {
            study.apply(event);
            continue;
        }
        if Steps::go_on(journal, position) {
            if passed.is_none()
                && let Some(edition) = editions.last_mut()
            {
                edition.score = of(edition, &study);
            }
            passed = Some(Steps::with(passed, *seq, event));
            study.apply(event);
            continue;
        }
        let Some(told) = told_in(whole, position, &study) else {
            continue;
        };
        let steps = passed.take();
        let steps = steps.map(|steps| Steps::with(Some(steps), *seq, event));
        let cycle = study.cycle.as_ref().map(|cycle| cycle.kind);
        let last = editions.last().and_then(|last| {
            if steps.is_some() {
                last.score
            } else {
                of(last, &study)
            }
        });
        study.apply(event);
        let (now, proposed) = (
            study.texts(Reading::Accepted),
            study.texts(Reading::Candidate),
        );
        let changed = if now != accepted {
            Some((Reading::Accepted, &accepted, &now))
        } else if proposed != candidate {
            Some((Reading::Candidate, &candidate, &proposed))
        } else {
            None
        };
        // Empty texts are none: a study that is opened has no edition yet.
        let is_text = |(_, before, after): &(Reading, &Vec<String>, &Vec<String>)| {
            before.iter().chain(*after).any(|text| !text.is_empty())
        };
        if let Some((reading, before, after)) = changed.filter(is_text) {
            let (added, removed) = words_changed(before, after);
            if let Some(edition) = editions.last_mut() {
                edition.score = last;
            }
            let texts = fingerprint(after);
            let is_by_judge = |score: &(f32, bool)| score.1;
            editions.push(Edition {
                seq: *seq,
                before: steps
                    .as_ref()
                    .map_or(*seq, |steps| steps.first)
                    .saturating_sub(1),
                at: *at,
                what: steps.as_ref().map_or(told.what, Steps::told),
                by: told.by,
                cycle: cycle.filter(|_| told.usage.is_some()),
                reading,
                added,
                removed,
                score: judged.get(&texts).copied().filter(is_by_judge),
                texts,
            });
        }
        (accepted, candidate) = (now, proposed);
    }
    if let Some(edition) = editions.last_mut() {
        edition.score = of(edition, &study);
    }
    editions
}

/// The study as it was after event `seq`.
#[must_use]
pub fn study_at(journal: &[Envelope], seq: u64) -> Study {
    let until = journal.iter().take_while(|envelope| envelope.seq <= seq);
    Study::fold(until.map(|envelope| &envelope.event))
}

impl Study {
    /// The sections that read otherwise in `past`, with what they read there. A section that had no text yet is not among them.
    #[must_use]
    pub fn changed_since(&self, past: &Self, reading: Reading) -> Vec<(SectionId, String)> {
        let then = past.sections.iter().zip(past.texts(reading));
        (0..)
            .zip(then)
            .filter(|(_, (section, _))| section.is_written())
            .map(|(at, (_, text))| (SectionId(at), text))
            .filter(|(id, text)| {
                self.section(*id)
                    .is_some_and(|section| section.accepted() != *text)
            })
            .collect()
    }
}

/// What the analyst undid and redid in a row: it leads from one text to another, and what stood between them was only passed.
struct Steps {
    /// The first of the events.
    first: u64,
    undone: usize,
    redone: usize,
}

impl Steps {
    /// Whether an event takes a step that is followed by another one, with nothing in between that changes or judges a text.
    fn go_on(journal: &[Envelope], position: usize) -> bool {
        let is_step = |event: &Event| matches!(event, Event::Undone | Event::Redone);
        let events = journal.iter().skip(position).map(|known| &known.event);
        let mut telling = events
            .filter(|event| may_change_text(event) || matches!(event, Event::BriefJudged { .. }));
        telling.next().is_some_and(is_step) && telling.next().is_some_and(is_step)
    }

    fn with(known: Option<Self>, seq: u64, event: &Event) -> Self {
        let known = known.unwrap_or(Self {
            first: seq,
            undone: 0,
            redone: 0,
        });
        let is_undone = matches!(event, Event::Undone);
        Self {
            undone: known.undone + usize::from(is_undone),
            redone: known.redone + usize::from(!is_undone),
            ..known
        }
    }

    fn told(&self) -> String {
        match (self.undone, self.redone) {
            (undone, 0) => format!("undid {}", counted(undone, "change")),
            (0, redone) => format!("redid {}", counted(redone, "change")),
            (undone, redone) => {
                format!("undid {} and redid {redone}", counted(undone, "change"))
            }
        }
    }
}

/// Whether an event can change a text; whether it does is seen by the texts.
fn may_change_text(event: &Event) -> bool {
    matches!(
        event,
        Event::StudyOpened { .. }
            | Event::SectionWritten { .. }
            | Event::RevisionProposed { .. }
            | Event::BestKept { .. }
            | Event::HunksDecided { .. }
            | Event::HunksRefused { .. }
            | Event::HunksReshaped { .. }
            | Event::SectionEdited { .. }
            | Event::SectionReworked { .. }
            | Event::BriefRestored { .. }
            | Event::Undone
            | Event::Redone
    )
}

fn fingerprint(texts: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    texts.hash(&mut hasher);
    hasher.finish()
}

/// Words that come and words that go, wherever they stand: a sentence that only moved changes none.
fn words_changed(before: &[String], after: &[String]) -> (usize, usize) {
    let mut balance: HashMap<&str, isize> = HashMap::new();
    let nothing = String::new();
    let sections = before.len().max(after.len());
    for at in 0..sections {
        let (old, new) = (
            before.get(at).unwrap_or(&nothing),
            after.get(at).unwrap_or(&nothing),
        );
        if old != new {
            for word in new.split_whitespace() {
                *balance.entry(word).or_default() += 1;
            }
            for word in old.split_whitespace() {
                *balance.entry(word).or_default() -= 1;
            }
        }
    }
    let sum = |sign: isize| -> usize {
        let signed = balance.values().map(|count| count * sign);
        signed
            .filter(|count| *count > 0)
            .map(isize::unsigned_abs)
            .sum()
    };
    (sum(1), sum(-1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{
        Answer, Decision, Hunk, HunkId, Judgement, Piece, PromptRef, Provenance, Revision, Score,
        Scores, Usage, fixture,
    };

    fn provenance() -> Provenance {
        Provenance {
            writer: "acme/m".to_owned(),
            ..Provenance::default()
        }
    }

    fn judged(text: &str, value: f32) -> Event {
        let scores = Scores(std::array::from_fn(|_| Score {
            value,
            ..Score::default()
        }));
        Event::BriefJudged {
            judgement: Judgement {
                reading: Reading::Candidate,
                texts: vec![text.to_owned()],
                measured: Scores::default(),
                verdicts: [0; 6],
                answer: Answer {
                    by: "acme/judge".to_owned(),
                    prompt: PromptRef::default(),
                    asked: String::new(),
                    replied: String::new(),
                    said: Ok(scores),
                    usage: Usage::default(),
                    duration_ms: 0,
                },
            },
        }
    }

    #[test]
    fn who_accepted_is_told_by_what_comes_after_also_where_the_history_ends_before_it() {
        let section = SectionId(0);
        let hunk = Hunk {
            id: HunkId(1),
            before: "Old words.".to_owned(),
            after: "New words.".to_owned(),
            ..Hunk::default()
        };
        let journal = Envelope::journal([
            fixture::opened("why?", &["Situation"]),
            Event::SectionWritten {
                section,
                text: "Old words.".to_owned(),
                warnings: vec![],
                provenance: provenance(),
            },
            Event::RevisionProposed {
                section,
                revision: Revision {
                    pieces: vec![Piece::Hunk(hunk)],
                },
                warnings: vec![],
                provenance: provenance(),
            },
            Event::HunksDecided {
                section,
                hunks: vec![HunkId(1)],
                decision: Decision::Accepted,
            },
            Event::AutoApplied {
                applied: true,
                decided: 1,
                why: String::new(),
                left: Vec::new(),
            },
        ]);
        for until in [4, 5] {
            let editions = editions_until(&journal, until, &|_, _| None);
            let last = editions.last().map(|edition| edition.by.as_str());
            assert_eq!(last, Some("tercet"), "{until}");
        }
    }

    /// Written, proposed, judged, refused, edited, and the edit undone.
    fn journal() -> Vec<Envelope> {
        let hunk = Hunk {
            id: HunkId(1),
            before: "Old words.".to_owned(),
            after: "New words.".to_owned(),
            reason: String::new(),
            ..Hunk::default()
        };
        let section = SectionId(0);
        let events = [
            fixture::opened("why?", &["Situation"]),
            Event::CycleStarted {
                cycle: CycleKind::Draft,
                sections: vec![section],
            },
            Event::SectionWritten {
                section,
                text: "Old words.".to_owned(),
                warnings: vec![],
                provenance: provenance(),
            },
            Event::CycleStarted {
                cycle: CycleKind::Another,
                sections: vec![section],
            },
            Event::RevisionProposed {
                section,
                revision: Revision {
                    pieces: vec![Piece::Hunk(hunk)],
                },
                warnings: vec![],
                provenance: provenance(),
            },
            judged("New words.", 4.0),
            Event::HunksDecided {
                section,
                hunks: vec![HunkId(1)],
                decision: Decision::Rejected,
            },
            Event::SectionEdited {
                section,
                text: "Old words, edited.".to_owned(),
            },
            Event::Undone,
        ];
        Envelope::journal(events)
    }

    #[test]
    fn every_change_of_a_text_is_an_edition_with_its_cause_and_score() {
        let editions = editions(&journal());
        let seen: Vec<_> = editions
            .iter()
            .map(|known| {
                (
                    known.seq,
                    known.cycle,
                    known.reading,
                    known.added,
                    known.removed,
                )
            })
            .collect();
        assert_eq!(
            seen,
            [
                (3, Some(CycleKind::Draft), Reading::Accepted, 2, 0),
                (5, Some(CycleKind::Another), Reading::Candidate, 1, 1),
                (7, None, Reading::Candidate, 1, 1),
                (8, None, Reading::Accepted, 2, 1),
                (9, None, Reading::Accepted, 1, 2),
            ]
        );
        let scores: Vec<_> = editions.iter().map(|known| known.score.is_some()).collect();
        assert_eq!(scores, [false, true, false, false, false]);
        assert_eq!(editions[1].what, "proposed 1 change for Situation");
        assert_eq!(editions[3].by, "analyst");
    }

    #[test]
    fn what_is_undone_and_redone_in_a_row_is_one_text() {
        let edited = |text: &str| Event::SectionEdited {
            section: SectionId(0),
            text: text.to_owned(),
        };
        let before = journal();
        let events = before.into_iter().map(|known| known.event).chain([
            Event::Redone,
            edited("Once more."),
            edited("And again."),
            Event::Undone,
            Event::Undone,
            Event::Undone,
            Event::Redone,
            edited("Other words."),
        ]);
        let words = |study: &Study, reading| {
            let text = study.texts(reading).join(" ");
            Some(text.split_whitespace().count() as f32)
        };
        let journal = Envelope::journal(events);
        let editions = measured_editions(&journal, &words);
        let last: Vec<_> = editions.iter().skip(4).collect();
        let seen: Vec<_> = last
            .iter()
            .map(|known| {
                let score = known.score.map(|(score, _)| score);
                (known.seq, known.before, known.what.as_str(), score)
            })
            .collect();
        assert_eq!(
            seen,
            [
                (11, 10, "edited Situation: 2 words", Some(2.0)),
                (12, 11, "edited Situation: 2 words", Some(2.0)),
                (16, 12, "undid 3 changes and redid 1", Some(3.0)),
                (17, 16, "edited Situation: 2 words", Some(2.0)),
            ],
            "undone and redone at 9 and 10, the text is as it was"
        );
        assert_eq!((last[2].added, last[2].removed), (3, 2));
    }

    #[test]
    fn what_no_judge_scored_is_measured_as_it_stood() {
        let words = |study: &Study, reading| {
            let text = study.texts(reading).join(" ");
            Some(text.split_whitespace().count() as f32)
        };
        let editions = measured_editions(&journal(), &words);
        let scores: Vec<_> = editions.iter().filter_map(|known| known.score).collect();
        assert_eq!(
            scores,
            [
                (2.0, false),
                (4.0, true),
                (2.0, false),
                (3.0, false),
                (2.0, false)
            ]
        );
    }

    #[test]
    fn what_is_accepted_as_it_was_judged_keeps_the_judges_score() {
        let mut journal = journal();
        journal[6].event = Event::HunksDecided {
            section: SectionId(0),
            hunks: vec![HunkId(1)],
            decision: Decision::Accepted,
        };
        let one = |_: &Study, _| Some(1.0);
        let editions = measured_editions(&journal, &one);
        let scores: Vec<_> = editions
            .iter()
            .map(|known| (known.seq, known.score))
            .collect();
        let (judged, measured) = (Some((4.0, true)), Some((1.0, false)));
        // Undone, it is the accepted one again.
        assert_eq!(
            scores,
            [
                (3, measured),
                (5, judged),
                (7, judged),
                (8, measured),
                (9, judged)
            ]
        );
    }

    #[test]
    fn a_draft_of_which_nothing_is_accepted_leaves_the_one_before_it_standing() {
        let journal = journal();
        assert_eq!(study_at(&journal, 3).draft(), 1);
        let waiting = study_at(&journal, 6);
        assert_eq!((waiting.drafts, waiting.draft()), (2, 1));
        let refused = study_at(&journal, 7);
        assert_eq!((refused.drafts, refused.draft()), (2, 1));
    }

    #[test]
    fn an_earlier_text_can_be_put_back_and_that_taken_back() {
        let journal = journal();
        let mut study = study_at(&journal, 9);
        assert_eq!(study.texts(Reading::Accepted), ["Old words."]);
        let past = study_at(&journal, 5);
        assert_eq!(study.changed_since(&past, Reading::Accepted), []);
        let sections = study.changed_since(&past, Reading::Candidate);
        let command = crate::study::Command::Restore { at: 5, sections };
        for event in study.decide(&command).expect("allowed") {
            study.apply(&event);
        }
        assert_eq!(study.texts(Reading::Accepted), ["New words."]);
        study.apply(&Event::Undone);
        assert_eq!(study.texts(Reading::Accepted), ["Old words."]);
    }

    #[test]
    fn nothing_is_restored_where_nothing_was_written() {
        let journal = journal();
        let study = study_at(&journal, 9);
        let past = study_at(&journal, 1);
        assert_eq!(study.changed_since(&past, Reading::Accepted), []);
        let nothing = crate::study::Command::Restore {
            at: 1,
            sections: vec![],
        };
        assert_eq!(study.decide(&nothing), Err(crate::study::Refusal::AsItIs));
    }
}
