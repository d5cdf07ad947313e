//! Whose doing an event is.

use crate::study::event::{Event, Usage};
use crate::study::run::RunCause;

/// Who did what nobody else did.
pub(super) const PROGRAM: &str = "tercet";
pub(super) const ANALYST: &str = "analyst";

/// Whose doing an event is, and what it took where a writer was asked.
pub(super) fn author(event: &Event) -> (String, Option<Usage>) {
    if let Some(call) = event.call() {
        return (call.by.to_owned(), Some(call.usage));
    }
    let by = match event {
        Event::StudyOpened { .. }
        | Event::StudyForked { .. }
        | Event::StudyRenamed { .. }
        | Event::StudyDeleted
        | Event::StudyUndeleted
        | Event::QuestionChanged { .. }
        | Event::WriterChosen { .. }
        | Event::EvidenceRequested { .. }
        | Event::DocumentsTakenOut { .. }
        | Event::DocumentsPutBack { .. }
        | Event::FolderWatched { .. }
        | Event::FolderUnwatched { .. }
        | Event::PassageReadmitted { .. }
        | Event::DocumentDescribed { .. }
        | Event::PassageSetAside { .. }
        | Event::InstructionGiven { .. }
        | Event::RunBegun {
            cause: RunCause::Asked,
            ..
        }
        | Event::RunPaused
        | Event::RunResumed
        | Event::CycleResumed
        | Event::JudgementWanted { .. }
        | Event::HunksDecided { .. }
        | Event::DecidedTogether { .. }
        | Event::HunksRefused { .. }
        | Event::HunksReshaped { .. }
        | Event::SectionEdited { .. }
        | Event::SectionReworked { .. }
        | Event::SentencePinned { .. }
        | Event::SentenceUnpinned { .. }
        | Event::BudgetSet { .. }
        | Event::BriefRestored { .. }
        | Event::Undone
        | Event::Redone
        | Event::BriefExported { .. } => ANALYST,
        Event::EvidenceAdded { .. }
        | Event::EvidenceRefused { .. }
        | Event::EvidenceRead { .. }
        | Event::DocumentReplaced { .. }
        | Event::DocumentMoved { .. }
        | Event::DocumentsWithdrawn { .. }
        | Event::DocumentsReturned { .. }
        | Event::SourcesNumbered { .. }
        | Event::RunBegun { .. }
        | Event::CycleCalledFor { .. }
        | Event::CycleStarted { .. }
        // The step takes them up that begins.
        | Event::InstructionsTaken { .. }
        | Event::StepHalted { .. }
        | Event::CycleGoneOn
        | Event::ClaimsChecked { .. }
        | Event::CritiqueRequested { .. }
        | Event::EvidenceSearched { .. }
        | Event::BestKept { .. }
        | Event::NewsSettled { .. }
        | Event::NewsWeighed { .. }
        | Event::BudgetReached { .. }
        | Event::AutoApplied { .. }
        | Event::ReasoningKept { .. }
        | Event::ComplexityEstimated { .. }
        // Told by the call that they are.
        | Event::SectionWritten { .. }
        | Event::RevisionProposed { .. }
        | Event::RevisionUnneeded { .. }
        | Event::AskedAgain { .. }
        | Event::PassageCompressed { .. }
        | Event::SectionCritiqued { .. }
        | Event::BriefReflected { .. }
        | Event::CourseDecided { .. }
        | Event::BriefJudged { .. }
        | Event::CallSpent { .. } => PROGRAM,
    };
    (by.to_owned(), None)
}
