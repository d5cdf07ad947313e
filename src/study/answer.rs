//! An answer to a question about the brief: what a model was asked besides writing, and what it said.
//!
//! Whatever it is worth, an answer is kept as it came, because it was paid for: a second attempt can show the model its own words, and nothing is
//! asked twice. What can be asked stands in files of their own (`judgement`, `reflection`, `course`); how an answer is read is not known here.

use serde::{Deserialize, Serialize};

use super::event::{PromptRef, Usage};

/// Attempts at an answer that can be read.
const ATTEMPTS: usize = 2;
/// Why there is no answer where the analyst did not wait for it.
pub const STOPPED: &str = "stopped";

/// One answer, or that there was none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer<T> {
    /// `provider/model`.
    pub by: String,
    pub prompt: PromptRef,
    /// The turn that asked for it, without what stood before it in the conversation.
    pub asked: String,
    /// The answer as it came; empty where none came.
    pub replied: String,
    /// What it says, or why that is not known, in words for the analyst.
    pub said: Result<T, String>,
    pub usage: Usage,
    pub duration_ms: u64,
}

/// The answers to one question so far, each attempt.
#[derive(Debug, Clone, PartialEq)]
pub struct Answers<T>(pub Vec<Answer<T>>);

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Answers<T> {
    /// Whether it is to be asked: for the first time, or once more because what came cannot be read.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        // One that the analyst stopped was no attempt: whoever goes on wants it.
        let is_attempt =
            |answer: &&Answer<T>| answer.said.as_ref().err().is_none_or(|why| why != STOPPED);
        self.0.iter().filter(is_attempt).count() < ATTEMPTS
            && self.0.iter().rfind(is_attempt).is_none_or(|last| {
                // Where no answer came at all, the engine has tried often enough.
                last.said.is_err() && !last.replied.trim().is_empty()
            })
    }

    /// What was said, where that is known.
    #[must_use]
    pub fn said(&self) -> Option<&T> {
        self.0.last()?.said.as_ref().ok()
    }

    /// The attempt that could not be read, which the next one is shown.
    #[must_use]
    pub fn unreadable(&self) -> Option<(&str, &str)> {
        let last = self.0.last()?;
        let why = last.said.as_ref().err()?;
        Some((&last.replied, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(replied: &str, said: Result<u8, &str>) -> Answer<u8> {
        Answer {
            by: "acme/m".to_owned(),
            prompt: PromptRef::default(),
            asked: String::new(),
            replied: replied.to_owned(),
            said: said.map_err(str::to_owned),
            usage: Usage::default(),
            duration_ms: 0,
        }
    }

    #[test]
    fn what_cannot_be_read_is_asked_once_more_and_what_never_came_is_not() {
        let mut answers = Answers::default();
        assert!(answers.is_wanted());
        answers.0.push(answer("prose", Err("no JSON object")));
        assert!(answers.is_wanted());
        assert_eq!(answers.unreadable(), Some(("prose", "no JSON object")));
        answers.0.push(answer("prose again", Err("no JSON object")));
        assert!(!answers.is_wanted());
        assert_eq!(answers.said(), None);

        let stopped = Answers(vec![answer("", Err(STOPPED))]);
        assert!(stopped.is_wanted(), "whoever stopped it may go on");
        let silent = Answers(vec![answer("", Err("connection refused"))]);
        assert!(!silent.is_wanted());
        let good = Answers(vec![answer("{}", Ok(3))]);
        assert!(!good.is_wanted());
        assert_eq!((good.said(), good.unreadable()), (Some(&3), None));
    }
}
