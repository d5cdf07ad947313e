//! What the workbench shows that is in no journal: text as it streams in, how far ingestion is, passages in their surroundings, notices.
//!
//! These are plain values; how they are drawn is the screen's business, and when they change is the workbench's.

use std::ops::Range;
use std::time::Instant;

use crate::study::{Document, Passage, Revision, SectionId};

/// The section that is being written now: text that is not yet in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Live {
    pub section: SectionId,
    pub text: String,
    /// Bytes of it that this request goes on from: they came with an earlier one.
    pub kept: usize,
    pub reasoning: String,
    pub started: Instant,
    /// When something of the answer came last.
    pub heard: Instant,
    /// Tokens of the request, estimated.
    pub sent: u64,
    /// Tokens of this request's answer so far, estimated as characters / 4.
    pub tokens: u64,
    /// What the engine waits for, when it retries.
    pub waiting: Option<String>,
    /// The section's text with the edits that have come whole, once the reply has shown that it is edits.
    pub proposed: Option<Revision>,
}

impl Live {
    /// Counts what has come: four bytes a token, which is close enough for a rate and costs nothing for each piece.
    pub(super) fn count(&mut self) {
        let came = self.text.len().saturating_sub(self.kept) + self.reasoning.len();
        self.tokens = came.div_ceil(4) as u64;
    }
}

/// A passage in its surroundings, for the preview of a citation.
#[derive(Debug, Clone, PartialEq)]
pub struct PassageView {
    pub number: Option<u32>,
    pub document: Document,
    pub passage: Passage,
    /// Why the document is not what its source says today, where it is not.
    pub note: Option<&'static str>,
    /// Text just before and after the passage in its document (about a paragraph each).
    pub before: String,
    pub after: String,
    /// Bytes of the passage's text to mark: the cited sentence.
    pub marked: Option<Range<usize>>,
}

/// A line for the analyst: what happened, to what, what to do. An action stands in it by its name, as `{retry}`; how it is done is known where it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub level: Level,
    pub text: String,
    pub about: About,
    /// The event that it follows, where events are told as well.
    pub after: u64,
}

/// What a notice is about, where somebody has to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum About {
    /// Work that was cut, and can be gone on with.
    Cut,
    /// Work that was cut, and is gone on with by itself soon. A screen shows that for as long as it is so.
    GoesOn,
    /// Evidence that could not be read.
    Refused,
    /// Evidence whose source is no longer there.
    Gone,
    /// Evidence whose source is there again.
    Back,
    /// What new evidence would touch, which nobody asked for.
    News,
    /// That something could not be saved, or that nothing can be here.
    CannotSave,
    /// That it is saved now, or can be.
    CanSave,
    /// What the next step of a run may take. It is over with the run.
    Forecast,
    /// How a run came out, with which belongs what it took.
    Outcome,
    #[default]
    Other,
}

impl Notice {
    #[must_use]
    pub fn new(level: Level, text: String) -> Self {
        Self {
            level,
            text,
            about: About::default(),
            after: 0,
        }
    }

    /// Leaves out the part of its sentence that begins so: who does that already need not be told how.
    pub fn leave_out(&mut self, part: &str) {
        let Some((before, after)) = self.text.split_once(part) else {
            return;
        };
        let before = before.trim_end_matches([' ', ',', ';', ':']);
        let next = after.find([',', ';']).unwrap_or(after.len());
        if let Some(rest) = after.get(next..).filter(|_| !before.is_empty()) {
            self.text = format!("{before}{rest}");
        }
    }

    /// The text, with `how` for the names of actions that stand in it. Braces around anything else are the text's own.
    #[must_use]
    pub fn told(&self, how: impl Fn(&str) -> Option<String>) -> String {
        let mut told = String::with_capacity(self.text.len());
        let mut rest = self.text.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            told.push_str(before);
            let named = after
                .split_once('}')
                .and_then(|(name, after)| Some((how(name)?, after)));
            rest = if let Some((action, after)) = named {
                told.push_str(&action);
                after
            } else {
                told.push('{');
                after
            };
        }
        told + rest
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Info,
    Warning,
    Error,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_on_from_is_not_counted_as_coming_in() {
        let kept = "Sales fell to 2.2 million units in 2024 [1].";
        let mut live = Live {
            section: SectionId(0),
            text: kept.to_owned(),
            kept: kept.len(),
            reasoning: String::new(),
            started: Instant::now(),
            heard: Instant::now(),
            sent: 0,
            tokens: 0,
            waiting: None,
            proposed: None,
        };
        live.text.push_str(" Then it ended.");
        live.count();
        assert_eq!(live.tokens, 4);
    }

    #[test]
    fn braces_that_name_no_action_are_the_texts_own() {
        let text = "the server said {\"error\": {}}: {retry} asks it again {so}".to_owned();
        let told = Notice::new(Level::Warning, text)
            .told(|action| (action == "retry").then(|| "r".to_owned()));
        assert_eq!(
            told,
            "the server said {\"error\": {}}: r asks it again {so}"
        );
    }
}
