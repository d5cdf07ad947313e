//! What happened, in lines that a screen reader reads well: whole sentences, no marks, no columns.

use super::super::changes::that_wait;
use crate::clean;
use crate::pipeline::impact::resting_on;
use crate::study::{
    Claim, Document, DocumentId, Event, Quote, RunCause, Section, SectionId, Study, Verdict,
    counted,
};
use crate::workbench::ImpactSheet;

/// Characters of what is quoted in passing.
const QUOTED: usize = 200;

/// What an event is told as, in the state before it; nothing for what is only bookkeeping.
pub(super) fn lines(before: &Study, event: &Event) -> Vec<String> {
    match event {
        Event::SectionWritten { section, text, .. } => written(before, *section, text),
        Event::RevisionProposed {
            section, revision, ..
        } => {
            let changes = counted(revision.open(), "change");
            let reason = revision.hunks().map(|hunk| hunk.reason.trim()).next();
            let reason = reason.filter(|reason| !reason.is_empty());
            let because = reason.map_or_else(String::new, |reason| {
                format!(" The first: {}.", clean::line(reason, QUOTED))
            });
            vec![format!(
                "{changes} proposed for {}.{because}",
                title(before, *section)
            )]
        }
        Event::EvidenceAdded { document } => vec![added(document)],
        Event::EvidenceRefused { refused } => vec![format!(
            "Could not read {}: {}.",
            clean::line(&refused.source, QUOTED),
            refused.reason
        )],
        Event::StepHalted { .. }
        | Event::RevisionUnneeded { .. }
        | Event::AskedAgain { .. }
        | Event::DocumentReplaced { .. }
        | Event::DocumentsWithdrawn { .. }
        | Event::DocumentsReturned { .. }
        | Event::DocumentsTakenOut { .. }
        | Event::DocumentsPutBack { .. }
        | Event::InstructionGiven { .. }
        | Event::InstructionsTaken { .. }
        | Event::RunBegun {
            cause: RunCause::Evidence | RunCause::Folder(_),
            ..
        }
        | Event::RunPaused
        | Event::RunResumed
        | Event::CycleStarted { .. }
        | Event::BriefReflected { .. }
        | Event::CourseDecided { .. }
        | Event::EvidenceSearched { .. }
        | Event::BriefJudged { .. }
        | Event::AutoApplied { .. }
        | Event::BudgetReached { .. }
        | Event::Undone
        | Event::Redone => vec![sentence(&before.told(event).what)],
        _ => vec![],
    }
}

/// A section's text, paragraph by paragraph, under its name.
pub(super) fn written(study: &Study, section: SectionId, text: &str) -> Vec<String> {
    let words = text.split_whitespace().count();
    let mut lines = vec![
        String::new(),
        format!("{}, {}.", title(study, section), counted(words, "word")),
    ];
    lines.extend(text.lines().map(|line| clean::stored(line).into_owned()));
    lines.push(String::new());
    lines
}

/// The accepted brief, and after each section what does not hold in it.
pub(super) fn brief(study: &Study) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, section) in study.sections.iter().enumerate() {
        if section.is_written() {
            lines.extend(written(study, SectionId(at), &section.accepted()));
            lines.extend(problems(section));
        } else if let Some(partial) = &section.partial {
            lines.extend(written(study, SectionId(at), &partial.text));
            lines.push(format!("It was interrupted here: {}.", partial.why));
        } else {
            lines.push(format!(
                "{} is not written yet.",
                title(study, SectionId(at))
            ));
        }
    }
    lines
}

/// How the brief stands, in a few sentences.
pub(super) fn standing(study: &Study, composite: Option<f32>) -> Vec<String> {
    let mut lines = Vec::new();
    let counts = study.counts();
    if !counts.is_empty() {
        lines.push(format!("Claims: {}.", counts.join(", ")));
    }
    if let Some(composite) = composite {
        let stale = study.judged().and_then(|judged| judged.stale);
        let of = stale.map_or_else(String::new, |stale| format!(", judged {}", stale.told()));
        lines.push(format!("Score: {composite:.1} of 5{of}."));
    }
    let waiting = that_wait(study.open_hunks());
    lines.extend(
        waiting
            .map(|waiting| format!("{waiting} for a decision. Nothing changes until you accept.")),
    );
    lines
}

/// What an update would touch and take [W3b]: all of it in a line, then each sentence and each new fact.
pub(super) fn impact(study: &Study, sheet: &ImpactSheet) -> Vec<String> {
    /// Of more than this, only the number is told.
    const MOST: usize = 12;
    let impact = &sheet.impact;
    let mut lines = vec![format!("The new evidence: {}.", sheet.line(study))];
    let touched = impact.touched.iter().map(|one| {
        let said = one.said.as_ref();
        let said = said.map_or_else(String::new, |said| {
            format!(": “{}”", clean::line(&said.text, QUOTED))
        });
        format!(
            "Touched in {}: “{}” Why: {}{said}.",
            title(study, one.section),
            clean::line(&one.sentence, QUOTED),
            one.told()
        )
    });
    let facts = impact.facts.iter().map(|fact| {
        let home = fact.sections.first();
        let home = home.map_or_else(String::new, |id| format!(" for {}", title(study, *id)));
        format!("New fact{home}: “{}”", clean::line(&fact.said.text, QUOTED))
    });
    let mut each = touched.chain(facts);
    lines.extend(each.by_ref().take(MOST));
    match each.count() {
        0 => {}
        more => lines.push(format!("And {more} more.")),
    }
    lines
}

/// What rests on a source that may be taken out.
pub(super) fn resting(study: &Study, document: DocumentId) -> Vec<String> {
    let resting = resting_on(study, document);
    if resting.is_empty() {
        return vec!["No sentence cites it.".to_owned()];
    }
    let each = resting.iter().map(|one| {
        format!(
            "In {}: “{}” It {}.",
            title(study, one.section),
            clean::line(&one.sentence, QUOTED),
            one.told()
        )
    });
    each.collect()
}

/// A claim's verdict with its evidence.
pub(super) fn evidence(study: &Study, claim: &Claim, quote: Option<&Quote>) -> String {
    let verdict = format!("{}: {}.", claim.verdict.name(), claim.reason);
    let Some(quote) = quote else {
        return sentence(&verdict);
    };
    let source = quote
        .number
        .and_then(|number| Some((number, study.numbered(number)?)))
        .map_or_else(String::new, |(number, document)| {
            format!(
                " Source {number}, {}:",
                clean::line(&document.title, QUOTED)
            )
        });
    format!(
        "{}{source} “{}”",
        sentence(&verdict),
        clean::line(&quote.text, 2 * QUOTED)
    )
}

/// What a section is called.
pub(super) fn title(study: &Study, section: SectionId) -> String {
    let plan = study.framework.sections.get(section.0);
    plan.map_or_else(String::new, |plan| clean::line(&plan.title, QUOTED))
}

/// What does not hold in a section.
fn problems(section: &Section) -> Vec<String> {
    section
        .accepted_claims()
        .filter(|claim| claim.verdict != Verdict::Supported)
        .map(|claim| {
            format!(
                "{}: “{}” {}.",
                capitalised(claim.verdict.name()),
                clean::line(&claim.text, QUOTED),
                claim.reason
            )
        })
        .collect()
}

fn added(document: &Document) -> String {
    let aside = match document.set_aside {
        0 => String::new(),
        count => format!(", {count} of them set aside"),
    };
    format!(
        "Read {}: {}{aside}.",
        clean::line(&document.title, QUOTED),
        counted(document.passages as usize, "passage")
    )
}

/// A line that begins with a capital letter and ends with a full stop.
fn sentence(line: &str) -> String {
    let line = capitalised(&clean::line(line, 2 * QUOTED));
    if line.ends_with(['.', '?', '!', ':']) {
        line
    } else {
        format!("{line}.")
    }
}

fn capitalised(line: &str) -> String {
    let mut letters = line.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
