//! Events in words: one plain line each, of what happened and by whom, for whoever looks for a point in a journal.
//!
//! A line is told in the state before its event, because a hunk has a number and a section a title only there. When it happened and how it is drawn
//! are not known here.

mod author;
mod words;

use super::claim::{Verdict, by_verdict};
use super::event::{Envelope, Event, Halt, Usage};
use super::ids::{DocumentId, HunkId, PassageId, SectionId};
use super::reshape::{Reshape, Reshaping};
use super::revision::{Decision, Piece, Revision};
use super::section::{Section, claims_standing};
use super::state::Study;
use super::undo::Change;
use super::wording::counted;
use author::{PROGRAM, author};
use words::{because, in_answer, listed, quoted, reading_name, said, then, titled};

/// One event in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    pub what: String,
    /// `analyst`, `tercet`, or the writer that answered.
    pub by: String,
    /// Tokens, where a writer was asked.
    pub usage: Option<Usage>,
}

impl Study {
    /// What `event` says in this state, which is the one before it.
    #[must_use]
    pub fn told(&self, event: &Event) -> Told {
        let (by, usage) = author(event);
        Told {
            what: self.what(event),
            by,
            usage,
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each event")]
    fn what(&self, event: &Event) -> String {
        match event {
            Event::StudyOpened {
                question,
                framework,
            } => {
                let parts = counted(framework.sections.len(), "section");
                format!("opened the study with {parts}: {}", quoted(question))
            }
            Event::StudyForked { from, at } => format!("forked from study {from} at {at}"),
            Event::StudyRenamed { name } if name.is_empty() => {
                "reset the study's name to its question".to_owned()
            }
            Event::StudyRenamed { name } => format!("named the study {}", quoted(name)),
            Event::StudyDeleted => "deleted the study".to_owned(),
            Event::StudyUndeleted => "restored the study".to_owned(),
            Event::QuestionChanged { question, .. } => format!("asked {}", quoted(question)),
            Event::WriterChosen { writer } => format!("chose {writer} to write"),
            Event::EvidenceAdded { document } => {
                let passages = counted(document.passages as usize, "passage");
                format!("read {}: {passages}", titled(document))
            }
            Event::EvidenceRefused { refused } => {
                format!("could not read {}: {}", refused.source, refused.reason)
            }
            Event::EvidenceRequested { arguments } => {
                format!("asked for evidence: {}", listed(arguments))
            }
            Event::EvidenceRead { arguments } => {
                format!("finished reading: {}", listed(arguments))
            }
            Event::DocumentReplaced { old, new } => {
                let old = self.titled(*old);
                format!("{old} says something else now: read {}", titled(new))
            }
            Event::DocumentMoved { document, uri } => {
                format!("{} lies at {uri} now", self.titled(*document))
            }
            Event::DocumentsWithdrawn { documents } => {
                format!("missing: {}", self.titles(documents))
            }
            Event::DocumentsReturned { documents } => {
                format!("there again: {}", self.titles(documents))
            }
            Event::DocumentsTakenOut { documents, .. } => {
                format!("took out of the evidence: {}", self.titles(documents))
            }
            Event::DocumentsPutBack { documents, .. } => {
                format!("put back into the evidence: {}", self.titles(documents))
            }
            Event::FolderWatched { folder } => format!("watched {folder}"),
            Event::FolderUnwatched { folder } => format!("stopped watching {folder}"),
            Event::DocumentDescribed {
                document,
                description,
            } => {
                let dated = description.date.as_deref().unwrap_or("no date");
                format!(
                    "{} is \u{201C}{}\u{201D}, {dated}, {}",
                    self.titled(*document),
                    description.title,
                    description.origin.name()
                )
            }
            Event::PassageReadmitted { passage, document } => {
                self.about_passage("let back in", *passage, *document)
            }
            Event::PassageSetAside { passage, document } => {
                self.about_passage("set aside again", *passage, *document)
            }
            Event::SourcesNumbered { documents } => {
                format!("numbered {}", counted(documents.len(), "source"))
            }
            Event::InstructionGiven { instruction } => format!(
                "gave an instruction for {}: {}",
                self.names(&instruction.sections),
                quoted(&instruction.text)
            ),
            Event::InstructionsTaken { section } => {
                format!("applied the instruction for {}", self.names(&[*section]))
            }
            Event::RunBegun { plan, cause } => {
                format!("began a run{}{}", because(cause), then(plan))
            }
            Event::RunPaused => "paused".to_owned(),
            Event::RunResumed => "went on".to_owned(),
            Event::CycleCalledFor { cycle, why } => format!("{}: {why}", cycle.doing()),
            Event::CycleStarted { cycle, sections } => {
                format!("began {}: {}", cycle.doing(), self.names(sections))
            }
            Event::SectionWritten { section, text, .. } => format!(
                "wrote {}: {}",
                self.name(*section),
                counted(text.split_whitespace().count(), "word")
            ),
            Event::RevisionProposed {
                section,
                revision,
                provenance,
                ..
            } => {
                let (name, open) = (self.name(*section), revision.open());
                let mut all = revision.hunks().filter(|hunk| hunk.is_open());
                let changes = counted(open, "change");
                if open > 0 && all.all(|hunk| hunk.by_checker) {
                    format!("proposed no change for {name}; the checker proposed {changes}")
                } else {
                    format!("proposed {changes} for {name}{}", in_answer(provenance))
                }
            }
            Event::RevisionUnneeded {
                section, missed, ..
            } if missed.is_empty() => {
                format!("proposed no change for {}", self.name(*section))
            }
            Event::RevisionUnneeded {
                section, missed, ..
            } => format!(
                "proposed nothing for {} that was usable: {}",
                self.name(*section),
                missed.join("; ")
            ),
            Event::AskedAgain {
                section,
                why,
                goes_on,
                ..
            } => {
                let then = if *goes_on { "the rest is" } else { "it is" };
                format!(
                    "could not take the answer for {} as it is, {why}: {then} asked for once more",
                    self.name(*section)
                )
            }
            Event::PassageCompressed { compression } => match &compression.text {
                Ok(_) => format!("compressed passage {}", compression.passage),
                Err(why) => format!("did not compress passage {}: {why}", compression.passage),
            },
            Event::StepHalted {
                section,
                partial,
                halt,
            } => format!(
                "{} {} after {}: {}",
                match halt {
                    Halt::Stopped => "stopped",
                    Halt::Failed => "failed at",
                    Halt::Unusable => "left for later",
                    Halt::Interrupted => "was interrupted at",
                },
                self.name(*section),
                counted(partial.text.split_whitespace().count(), "word"),
                partial.why
            ),
            Event::CycleResumed => "continued what was interrupted".to_owned(),
            Event::CycleGoneOn => "went on by itself with what was interrupted".to_owned(),
            Event::ClaimsChecked { section, claims } => {
                // What was replaced is checked as well, and is no part of the text any more.
                let text = self.section(*section).map(Section::proposed);
                let standing = claims_standing(claims, &text.unwrap_or_default());
                let counts: Vec<String> = Verdict::ALL
                    .iter()
                    .zip(by_verdict(standing.into_iter()))
                    .filter(|(_, count)| *count > 0)
                    .map(|(verdict, count)| format!("{count} {}", verdict.name()))
                    .collect();
                let said = if counts.is_empty() {
                    "no claims".to_owned()
                } else {
                    counts.join(", ")
                };
                format!("checked {}: {said}", self.name(*section))
            }
            Event::CritiqueRequested { section } => {
                format!(
                    "marked {} for the critic, which is asked only where the checker leaves something open",
                    self.name(*section)
                )
            }
            Event::SectionCritiqued { section, critique } => {
                let said = match &critique.answer.said {
                    Ok(found) => {
                        let objections = found.unsupported_claims.len()
                            + found.logical_gaps.len()
                            + found.conflicting_evidence.len();
                        counted(objections, "objection")
                    }
                    Err(why) => format!("no answer, {why}"),
                };
                format!("criticised {}: {said}", self.name(*section))
            }
            Event::BriefReflected { answer } => said("reflected on the brief", answer, |found| {
                counted(found.weaknesses.len(), "weakness")
            }),
            Event::CourseDecided { answer } => said("decided how to go on", answer, |decision| {
                decision.course.name().to_owned()
            }),
            Event::EvidenceSearched {
                queries,
                passages,
                from_library,
            } => {
                let elsewhere = match from_library.len() {
                    0 => String::new(),
                    _ => format!(
                        ", found elsewhere in the library: {}",
                        self.titles(from_library)
                    ),
                };
                format!(
                    "searched for {}: {} new to the writer{elsewhere}",
                    listed(queries),
                    counted(passages.len(), "passage")
                )
            }
            Event::JudgementWanted { reading } => {
                format!("wanted the {} text judged", reading_name(*reading))
            }
            Event::BriefJudged { judgement } => {
                let text = reading_name(judgement.reading);
                match &judgement.answer.said {
                    Ok(scores) => format!("judged the {text} text: {:.1}", scores.composite()),
                    Err(why) => format!(
                        "could not judge the {text} text, {why}: measured {:.1}",
                        judgement.measured.composite()
                    ),
                }
            }
            Event::BestKept { why, .. } => why.clone(),
            Event::AutoApplied {
                applied: true, why, ..
            } => {
                format!("accepted what was proposed: {why}")
            }
            Event::AutoApplied { why, .. } => {
                format!("left what was proposed to the analyst: {why}")
            }
            Event::HunksDecided {
                section,
                hunks,
                decision,
            } => self.decided(*section, hunks, *decision),
            Event::DecidedTogether { decisions } => {
                format!("these {decisions} decisions are one step")
            }
            Event::HunksRefused {
                section,
                hunks,
                why,
            } => format!(
                "{}: {}",
                self.decided(*section, hunks, Decision::Rejected),
                quoted(why)
            ),
            Event::HunksReshaped { section, reshape } => self.reshaped(*section, reshape),
            Event::SectionReworked { section, revision } => format!(
                "edited {}: {}, {} left open",
                self.name(*section),
                counted(revision.accepted().split_whitespace().count(), "word"),
                counted(revision.open(), "change")
            ),
            Event::SectionEdited { section, text } => format!(
                "edited {}: {}",
                self.name(*section),
                counted(text.split_whitespace().count(), "word")
            ),
            Event::SentencePinned { section, sentence } => {
                format!("pinned in {}: {}", self.name(*section), quoted(sentence))
            }
            Event::SentenceUnpinned { section, sentence } => {
                format!("unpinned in {}: {}", self.name(*section), quoted(sentence))
            }
            Event::NewsWeighed { notes } => {
                let touched = notes.iter().filter(|note| note.sentence.is_some()).count();
                format!(
                    "compared the new evidence with the brief: {} touched, {}",
                    counted(touched, "sentence"),
                    counted(notes.len() - touched, "new fact")
                )
            }
            Event::NewsSettled { documents, why } => {
                format!("sent nothing of {}: {why}", self.titles(documents))
            }
            Event::BudgetSet { ceilings } => format!("set the budget: {}", ceilings.told()),
            Event::BudgetReached { why, .. } => format!("used up the budget: {why}"),
            Event::ReasoningKept { text } => {
                let characters = counted(text.chars().count(), "character");
                format!("kept the model's reasoning: {characters}")
            }
            Event::CallSpent { .. } => {
                "made a call that was stopped or gave no usable answer".to_owned()
            }
            Event::BriefRestored { at, sections } => {
                let ids: Vec<SectionId> = sections.iter().map(|(id, _)| *id).collect();
                format!("put back {} as after {at}", self.names(&ids))
            }
            Event::Undone => format!("undid {}", self.step(self.undo.last())),
            Event::Redone => format!("redid {}", self.step(self.redo.last())),
            Event::BriefExported { path } => format!("exported to {path}"),
            Event::ComplexityEstimated { complexity } => {
                format!("estimated the complexity: {}", complexity.in_words())
            }
        }
    }

    fn decided(&self, section: SectionId, hunks: &[HunkId], decision: Decision) -> String {
        let verb = match decision {
            Decision::Accepted => "accepted",
            Decision::Rejected => "rejected",
            Decision::Open => "reopened",
        };
        let revision = self
            .section(section)
            .and_then(|section| section.revision.as_ref());
        let number = |id: &HunkId| {
            let all = revision.into_iter().flat_map(Revision::hunks);
            (1..).zip(all).find(|(_, hunk)| hunk.id == *id)
        };
        let what = match hunks {
            [one] => match number(one) {
                Some((number, _)) => format!("change {number}"),
                None => "a change".to_owned(),
            },
            many => counted(many.len(), "change"),
        };
        format!("{verb} {what} of {}", self.name(section))
    }

    fn reshaped(&self, section: SectionId, reshape: &Reshape) -> String {
        let pieces = self
            .section(section)
            .and_then(|section| section.revision.as_ref())
            .map_or(&[][..], |revision| revision.pieces.as_slice());
        let hunks = |pieces: &[Piece]| pieces.iter().filter(|piece| piece.hunk().is_some()).count();
        let number = hunks(pieces.get(..reshape.at).unwrap_or_default()) + 1;
        let after = hunks(&reshape.pieces);
        let name = self.name(section);
        match reshape.how {
            Reshaping::Edited => {
                let text = reshape.pieces.iter().find_map(Piece::hunk);
                let text = text.map_or("", |hunk| hunk.after.trim());
                format!("edited change {number} of {name}: {}", quoted(text))
            }
            Reshaping::Split => format!("split change {number} of {name} into {after}"),
            Reshaping::Joined => {
                let replaced = pieces.iter().skip(reshape.at).take(reshape.count);
                let joined = replaced.filter(|piece| piece.hunk().is_some()).count();
                format!("joined {joined} changes of {name} into change {number}")
            }
        }
    }

    /// What a step that is taken back or done again is about.
    fn step(&self, step: Option<&Change>) -> String {
        match step {
            Some(Change::Question { .. }) => "the question".to_owned(),
            Some(Change::Pin { section, .. }) => format!("a pin in {}", self.name(*section)),
            Some(Change::Passage { document, .. }) => {
                format!(
                    "what was decided on a passage of {}",
                    self.titled(*document)
                )
            }
            Some(Change::Sources { standing, .. }) => {
                let documents: Vec<DocumentId> = standing.iter().map(|(id, _)| *id).collect();
                format!("what was decided on {}", self.titles(&documents))
            }
            Some(step @ Change::Sections(_)) => {
                let all = (0..self.sections.len()).map(SectionId);
                let changed: Vec<SectionId> = all.filter(|id| step.concerns(*id)).collect();
                format!("the last change of {}", self.names(&changed))
            }
            None => "nothing".to_owned(),
        }
    }

    fn name(&self, id: SectionId) -> String {
        match self.framework.sections.get(id.0) {
            Some(plan) if !plan.title.is_empty() => plan.title.clone(),
            _ => format!("section {}", id.0 + 1),
        }
    }

    fn names(&self, ids: &[SectionId]) -> String {
        if ids.len() > 1 && ids.len() == self.sections.len() {
            return "all sections".to_owned();
        }
        let names: Vec<String> = ids.iter().map(|id| self.name(*id)).collect();
        names.join(", ")
    }

    fn titled(&self, id: DocumentId) -> String {
        self.document(id)
            .map_or_else(|| format!("document {id}"), titled)
    }

    fn titles(&self, ids: &[DocumentId]) -> String {
        let titles: Vec<String> = ids.iter().map(|id| self.titled(*id)).collect();
        listed(&titles)
    }

    fn about_passage(&self, what: &str, passage: PassageId, document: DocumentId) -> String {
        format!("{what}: passage {passage} of {}", self.titled(document))
    }
}

/// What the event at `position` of a journal says in the state before it. Who decided is told by what comes after: a candidate that was accepted by
/// itself was accepted by nobody else.
#[must_use]
pub fn told_in(journal: &[Envelope], position: usize, before: &Study) -> Option<Told> {
    let envelope = journal.get(position)?;
    let told = before.told(&envelope.event);
    let decides = |event: &Event| matches!(event, Event::HunksDecided { .. });
    if !decides(&envelope.event) {
        return Some(told);
    }
    let mut later = journal.iter().skip(position);
    let since = later.clone().take_while(|later| decides(&later.event));
    let since = since.count() as u64;
    let next = later.find(|later| !decides(&later.event));
    let by_itself = next.is_some_and(|next| match next.event {
        // Journals of earlier releases do not say how many.
        Event::AutoApplied {
            applied: true,
            decided: 0,
            ..
        } => next.at == envelope.at,
        Event::AutoApplied {
            applied: true,
            decided,
            ..
        } => since <= decided,
        _ => false,
    });
    let by = if by_itself {
        PROGRAM.to_owned()
    } else {
        told.by
    };
    Some(Told { by, ..told })
}

#[cfg(test)]
mod tests {
    use super::words::QUOTED;
    use super::*;
    use crate::study::{Hunk, Piece, Provenance, StudyId, fixture};

    fn study() -> Study {
        let hunk = |id| {
            Piece::Hunk(Hunk {
                id: HunkId(id),
                before: "Old. ".to_owned(),
                after: "New. ".to_owned(),
                reason: String::new(),
                ..Hunk::default()
            })
        };
        let mut study = Study::fold(&[fixture::opened("why?", &["Situation", ""])]);
        study.sections[0].revision = Some(Revision {
            pieces: vec![hunk(7), hunk(8)],
        });
        study
    }

    #[test]
    fn a_hunk_has_the_number_that_the_review_shows_and_a_section_its_title() {
        let decided = |section, hunks: &[u64]| {
            let event = Event::HunksDecided {
                section: SectionId(section),
                hunks: hunks.iter().map(|id| HunkId(*id)).collect(),
                decision: Decision::Rejected,
            };
            study().told(&event).what
        };
        assert_eq!(decided(0, &[8]), "rejected change 2 of Situation");
        assert_eq!(decided(0, &[7, 8]), "rejected 2 changes of Situation");
        assert_eq!(decided(1, &[99]), "rejected a change of section 2");
    }

    #[test]
    fn what_is_undone_or_redone_is_named() {
        let mut study = study();
        let sentence = "Old.".to_owned();
        let section = SectionId(0);
        study.apply(&Event::SentencePinned { section, sentence });
        study.apply(&Event::HunksDecided {
            section,
            hunks: vec![HunkId(7)],
            decision: Decision::Accepted,
        });
        let undone = study.told(&Event::Undone).what;
        assert_eq!(undone, "undid the last change of Situation");
        study.apply(&Event::Undone);
        let redone = study.told(&Event::Redone).what;
        assert_eq!(redone, "redid the last change of Situation");
        let undone = study.told(&Event::Undone).what;
        assert_eq!(undone, "undid a pin in Situation");
    }

    #[test]
    fn a_line_says_who_did_it_and_what_it_took() {
        let forked = study().told(&Event::StudyForked {
            from: StudyId(3),
            at: 12,
        });
        assert_eq!(forked.what, "forked from study 3 at 12");
        assert_eq!((forked.by.as_str(), forked.usage), ("analyst", None));
        let usage = Usage {
            prompt_tokens: 40,
            ..Usage::default()
        };
        let written = study().told(&Event::SectionWritten {
            section: SectionId(0),
            text: "Two words.".to_owned(),
            warnings: vec![],
            provenance: Provenance {
                writer: "acme/m".to_owned(),
                prompt: crate::study::PromptRef::default(),
                usage,
                ..Provenance::default()
            },
        });
        assert_eq!(written.what, "wrote Situation: 2 words");
        assert_eq!(
            (written.by.as_str(), written.usage),
            ("acme/m", Some(usage))
        );
    }

    #[test]
    fn what_is_long_is_cut_at_a_character() {
        assert_eq!(quoted("why?"), "\u{201C}why?\u{201D}");
        let long = "\u{e9}".repeat(80);
        assert_eq!(quoted(&long).chars().count(), QUOTED + 3);
        let four = ["a", "b", "c", "d"].map(str::to_owned);
        assert_eq!(listed(&four), "a, b, c and 1 more");
    }
}
