//! What a writer is asked: one step, with everything it may use, rendered and unrendered.
//!
//! The extractive writer reads the fields; a model reads `messages`. Both answer with a stream of Markdown that `interpret` turns into events.

use serde::{Deserialize, Serialize};

use super::context::Context;
use super::feedback::Fault;
use super::overlooked::share;
use crate::study::{
    CycleKind, Fallen, Instruction, PromptRef, Refused, Replaced, RhetoricalRole, SectionId,
    SectionPlan,
};

#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    pub cycle: CycleKind,
    pub section: SectionId,
    pub plan: SectionPlan,
    /// What each section of the brief does, in order: what this one leaves to another.
    pub roles: Vec<RhetoricalRole>,
    pub question: String,
    pub context: Context,
    /// The other sections as they stand (candidate text), in order, with their titles. A draft sees those before it [W1].
    pub written: Vec<WrittenSection>,
    /// The section's own text that is to be changed, where this is not its first: what is proposed, or what is accepted for another version of it.
    pub current: Option<String>,
    /// The number that its first sentence was shown with, by which edits name it and those after it.
    pub first_sentence: usize,
    /// Its accepted text, which proposals are laid against.
    pub accepted: Option<String>,
    /// Proposals that the analyst rejected, here or as new sentences of other sections; not to be made again [W8].
    pub rejected: Vec<Refused>,
    /// Sentences that were taken out of it because their sources were, which are evidence again.
    pub fallen: Vec<Fallen>,
    /// Sentences of it that rest on sources which are gone, and what they took the place of, whose sources are not.
    pub replaced: Vec<Replaced>,
    /// Sentences of its accepted text that stay as they are whatever is proposed [W8].
    pub pinned: Vec<String>,
    /// Sources of its text that are no longer there, or were taken out.
    pub withdrawn: Vec<u32>,
    /// What new evidence was found to say otherwise than sentences of the brief do [W3b].
    pub otherwise: Vec<Otherwise>,
    /// What was found wrong in it, where it is to be mended [W9].
    pub faults: Vec<Fault>,
    /// Sentences of new evidence that were found to be new facts, for this section or another [W3b].
    pub facts: Vec<String>,
    /// What the analyst wants to be different in it [W8].
    pub instructions: Vec<Instruction>,
    /// Whether a model may answer with edits to the current text instead of a whole one [W3].
    pub edits: bool,
    pub prompt: PromptRef,
    /// The whole conversation, the new turn last [M4].
    pub messages: Vec<Message>,
    pub max_tokens: u32,
}

/// A sentence of the brief, and one of new evidence that says something else of the same.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Otherwise {
    /// Where the sentence stands.
    pub section: SectionId,
    pub sentence: String,
    pub said: String,
    /// The two cannot both hold.
    pub disputed: bool,
    /// The new sentence takes the place of the other, or takes it back.
    pub gives_way: bool,
    /// Citation number of the document that says the new one, where it has one.
    pub number: Option<u32>,
    /// What became of the sentence, by which document of when, in words.
    pub why: String,
}

impl Otherwise {
    /// Whether of all sentences that this new one takes the place of, this is the one that it stands for. The others only go.
    #[must_use]
    pub fn is_first(&self, all: &[Self]) -> bool {
        let own = |other: &&Self| other.gives_way && other.said == self.said;
        let likest = all
            .iter()
            .filter(own)
            .map(|other| (share(&other.sentence, &other.said), other))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        likest.is_some_and(|(_, best)| {
            (best.section, &best.sentence) == (self.section, &self.sentence)
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WrittenSection {
    pub section: SectionId,
    pub title: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub role: Role,
    pub content: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    System,
    User,
    Assistant,
}

#[cfg(test)]
impl Request {
    /// A request for a section that reads so, or for one that is not written yet.
    pub(super) fn of_a_test(current: Option<&str>) -> Self {
        Self {
            cycle: CycleKind::Update,
            section: SectionId(0),
            plan: SectionPlan {
                title: "Situation".to_owned(),
                purpose: String::new(),
                role: RhetoricalRole::Situation,
                words: 100,
            },
            roles: Vec::new(),
            question: "What does the depot have?".to_owned(),
            context: Context::default(),
            written: Vec::new(),
            current: current.map(str::to_owned),
            first_sentence: 1,
            accepted: current.map(str::to_owned),
            rejected: Vec::new(),
            fallen: Vec::new(),
            replaced: Vec::new(),
            pinned: Vec::new(),
            withdrawn: Vec::new(),
            otherwise: Vec::new(),
            faults: Vec::new(),
            facts: Vec::new(),
            instructions: Vec::new(),
            edits: true,
            prompt: PromptRef::default(),
            messages: Vec::new(),
            max_tokens: 100,
        }
    }
}
