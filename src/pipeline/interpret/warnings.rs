//! What is told of a text besides what is wrong with its citations.

use super::Request;
use crate::pipeline::hunks::Cut;
use crate::study::{Study, overrun};

pub(super) fn length_warning(text: &str, request: &Request) -> Option<String> {
    let aimed = request.plan.words;
    let words = overrun(text, aimed)?;
    Some(format!("{words} words, {aimed} were aimed at"))
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
