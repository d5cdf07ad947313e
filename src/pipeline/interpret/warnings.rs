//! What is told of a text besides what is wrong with its citations.

use super::Request;
use crate::clean;
use crate::pipeline::hunks::Cut;
use crate::study::{Revision, SectionId, Study, counted, overrun};

/// Characters of a sentence by which it is known.
const SHOWN: usize = 80;

pub(super) fn length_warning(text: &str, request: &Request) -> Option<String> {
    let aimed = request.plan.words;
    let words = overrun(text, aimed)?;
    Some(format!("{words} words, {aimed} were aimed at"))
}

/// The changes that waited for the analyst and that an instruction has left without anything in their place: only undo shows them again.
pub(super) fn withdrawn_warning(
    study: &Study,
    section: SectionId,
    revision: &Revision,
) -> Option<String> {
    let known = study.section(section)?.revision.as_ref()?;
    let fewer = known.open().checked_sub(revision.open())?;
    let candidate = revision.candidate();
    let open = known.hunks().filter(|hunk| hunk.is_open());
    let is_gone = |after: &&str| !after.is_empty() && !candidate.contains(after);
    let gone: Vec<&str> = open
        .map(|hunk| hunk.after.trim())
        .filter(is_gone)
        .take(fewer)
        .collect();
    let first = gone.first()?;
    let them = if gone.len() == 1 { "it" } else { "them" };
    Some(format!(
        "the instruction withdrew {}, which nobody had decided on; undo brings {them} back: “{}”",
        counted(gone.len(), "open change"),
        clean::line(first, SHOWN)
    ))
}

/// Characters that a server could not write, since it cut its model's text within them: which they were, nobody knows any more.
pub(super) fn lost_characters(text: &str) -> Option<String> {
    let lost = text.matches(char::REPLACEMENT_CHARACTER).count();
    match lost {
        0 => None,
        1 => Some("a character was lost on its way and stands as \u{fffd}".to_owned()),
        _ => Some(format!(
            "{lost} characters were lost on their way and stand as \u{fffd}"
        )),
    }
}

/// The note that a text ends early, where the sentence that it ends with is still the last one.
pub(super) fn kept_warning(study: &Study, request: &Request, text: &str) -> Option<String> {
    let note = study.section(request.section)?.ends_early()?;
    let last = |text: &str| {
        let cut = Cut::new(text);
        let span = cut.sentences.last()?.clone();
        text.get(span).map(str::to_owned)
    };
    (last(text) == last(request.current.as_deref()?)).then(|| note.to_owned())
}
