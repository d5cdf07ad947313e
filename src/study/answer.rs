//! An answer to a question about the brief: what a model was asked besides writing, and what it said.
//!
//! Whatever it is worth, an answer is kept as it came, because it was paid for: a second attempt can show the model its own words, and nothing is
//! asked twice. What can be asked stands in files of their own (`judgement`, `reflection`, `course`); how an answer is read is not known here.

use std::fmt::{Display, Formatter};

use serde::{Deserialize, Serialize};

use super::event::{PromptRef, Usage};

/// Attempts at an answer that can be read.
const ATTEMPTS: usize = 2;
/// What a journal holds where the analyst did not wait for an answer. Part of the format: what is shown of it may read otherwise.
const STOPPED: &str = "stopped";

/// Why there is no answer that says anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Unanswered {
    /// The analyst did not wait for it.
    Stopped,
    /// None came or what came cannot be read, for this reason, in words for the analyst.
    Failed(String),
}

impl From<String> for Unanswered {
    fn from(stored: String) -> Self {
        if stored == STOPPED {
            Self::Stopped
        } else {
            Self::Failed(stored)
        }
    }
}

impl From<Unanswered> for String {
    fn from(why: Unanswered) -> Self {
        match why {
            Unanswered::Stopped => STOPPED.to_owned(),
            Unanswered::Failed(why) => why,
        }
    }
}

impl Display for Unanswered {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::Failed(why) => f.write_str(why),
        }
    }
}

/// One answer, or that there was none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer<T> {
    /// `provider/model`.
    pub by: String,
    pub prompt: PromptRef,
    /// The turn that asked for it, without what stood before it in the conversation; empty where that is not kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub asked: String,
    /// The answer as it came; empty where none came.
    pub replied: String,
    /// What it says, or why that is not known. Journals know what a critic said by the other name.
    #[serde(alias = "findings")]
    pub said: Result<T, Unanswered>,
    pub usage: Usage,
    pub duration_ms: u64,
}

impl<T> Answer<T> {
    /// Why it says nothing, where that is not because the analyst stopped it.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        match &self.said {
            Err(Unanswered::Failed(why)) => Some(why),
            Ok(_) | Err(Unanswered::Stopped) => None,
        }
    }
}

/// The answers that count as attempts. One that the analyst stopped was none: whoever goes on wants it.
fn attempts<'a, T: 'a>(
    answers: impl IntoIterator<Item = &'a Answer<T>>,
) -> impl Iterator<Item = &'a Answer<T>> {
    let is_stopped = |answer: &Answer<T>| matches!(answer.said, Err(Unanswered::Stopped));
    answers
        .into_iter()
        .filter(move |answer| !is_stopped(answer))
}

/// Whether what has these answers so far is to be asked: for the first time, or once more because what came cannot be read.
pub(super) fn is_wanted<'a, T: 'a>(answers: impl IntoIterator<Item = &'a Answer<T>>) -> bool {
    let (mut made, mut last) = (0, None);
    for attempt in attempts(answers) {
        made += 1;
        last = Some(attempt);
    }
    // Where no answer came at all, the engine has tried often enough.
    let is_unreadable = |last: &Answer<T>| last.said.is_err() && !last.replied.trim().is_empty();
    made < ATTEMPTS && last.is_none_or(is_unreadable)
}

/// The words of the last attempt, where they cannot be read, and what is wrong with them: the next one is shown both.
pub(super) fn unreadable<'a, T: 'a>(
    answers: impl IntoIterator<Item = &'a Answer<T>>,
) -> Option<(&'a str, &'a str)> {
    let last = attempts(answers).last()?;
    Some((&last.replied, last.failure()?))
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
        is_wanted(&self.0)
    }

    /// What was said, where that is known.
    #[must_use]
    pub fn said(&self) -> Option<&T> {
        self.0.last()?.said.as_ref().ok()
    }

    /// The attempt that could not be read, which the next one is shown.
    #[must_use]
    pub fn unreadable(&self) -> Option<(&str, &str)> {
        unreadable(&self.0)
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
            said: said.map_err(|why| Unanswered::from(why.to_owned())),
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
