//! What a model is asked about the brief besides writing it: what is weak in it, how it scores, and which way to go on [W6][W7][J1].
//!
//! Each question is one short call that ends in one JSON object. Everything it quotes is fenced, and an answer is hostile until it is read: it has to
//! be the object that was asked for, about sentences and parts that were shown, and its words are made harmless. Running the calls is for `workbench`.

mod course;
mod judge;
mod reflect;

pub use course::{course_ask, read_course};
pub use judge::{MAX_TOKENS as JUDGEMENT_TOKENS, judge_ask, read_scores};
pub use reflect::{MAX_TOKENS as REFLECTION_TOKENS, read_reflection, reflect_ask};

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::brief::is_shown_in;
use super::compose::{Window, said, system};
use super::estimate::{estimate_tokens, tokens_of};
use super::prompts::{PromptError, Prompts};
use super::request::{Message, Role};
use super::shorten::Ask;
use super::structured::Schema;
use crate::clean;
use crate::digest::short_hex;
use crate::study::{Held, Passage, Reading, Study, Turn, held_in};

/// Characters of one reason, and entries of one list: what is longer is no answer to these questions.
const REASON: usize = 300;
const ENTRIES: usize = 8;
/// Characters of a query that is searched for.
const QUERY: usize = 200;

/// A question, ready to be sent.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Asked {
    pub ask: Ask,
    /// The turn itself, without the conversation before it.
    pub turn: String,
    /// The sentences that it numbers, in order.
    pub sentences: Vec<String>,
}

/// Whom a question goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The writer itself, after so many turns of its conversation, which hold most of the evidence [M4].
    After(usize),
    /// A model that knows nothing of the study yet.
    Fresh,
}

impl Place {
    /// The turns that stand before the question there.
    fn turns(self, study: &Study) -> &[Turn] {
        let all = study.conversation.as_slice();
        match self {
            Self::After(turns) => all.get(..turns).unwrap_or(all),
            Self::Fresh => &[],
        }
    }

    /// Tokens of those turns.
    pub(super) fn spoken(self, study: &Study) -> usize {
        tokens_of(&said(self.turns(study)).collect::<Vec<_>>())
    }

    /// Whether those showed a numbered brief.
    fn shows_brief(self, study: &Study) -> bool {
        is_shown_in(study, self.turns(study))
    }

    /// Of some passages those that are to be shown there, because no turn holds them whole.
    pub(super) fn unseen(self, study: &Study, evidence: &[Passage]) -> Vec<Passage> {
        let turns = self.turns(study);
        let is_new = |passage: &&Passage| held_in(turns, passage.id) != Some(Held::Whole);
        evidence.iter().filter(is_new).cloned().collect()
    }
}

/// The turn at the end of the conversation, or alone; after an answer that could not be read, that answer and why.
pub(super) fn asked(
    study: &Study,
    prompts: &Prompts,
    place: Place,
    turn: String,
    unreadable: Option<(&str, &str)>,
    (max_tokens, form): (u32, Schema),
) -> Result<Asked, PromptError> {
    let mut messages = Vec::new();
    if place != Place::Fresh {
        messages.push(system(study, prompts)?);
        messages.extend(said(place.turns(study)));
    }
    let turned = |role, content| Message { role, content };
    messages.push(turned(Role::User, turn.clone()));
    if let Some((replied, why)) = unreadable {
        let why = BTreeMap::from([("why", why)]);
        messages.push(turned(Role::Assistant, replied.to_owned()));
        messages.push(turned(Role::User, prompts.render("unreadable", &why)?));
    }
    Ok(Asked {
        ask: Ask {
            key: short_hex(&turn),
            messages,
            max_tokens,
            schema: Some(form),
        },
        turn,
        sentences: Vec::new(),
    })
}

/// An object of these properties, all of them required.
fn object(properties: &Value) -> Value {
    let names: Vec<&String> = properties
        .as_object()
        .into_iter()
        .flat_map(Map::keys)
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": names,
        "additionalProperties": false
    })
}

/// A list of items of one form.
fn list(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

/// Where a question is best put: to the writer, after as much of its conversation as leaves room for the brief, the question and the answer.
#[must_use]
pub fn place(study: &Study, is_writer: bool, window: Window, reply: u32) -> Place {
    /// The rules, a question's own words, and what it quotes besides the brief.
    const WORDS: usize = 1_500;
    let texts = study.texts(Reading::Candidate);
    let brief: usize = texts.iter().map(|text| estimate_tokens(text)).sum();
    // Its sentences are numbered.
    let taken = brief + brief / 4 + WORDS + reply as usize;
    let room = window.tokens.saturating_sub(taken);
    let turns = (1..=study.conversation.len()).rev();
    let fitting = |turns: &usize| Place::After(*turns).spoken(study) <= room;
    match turns.into_iter().find(fitting) {
        Some(turns) if is_writer => Place::After(turns),
        _ => Place::Fresh,
    }
}

/// The passages under their numbers, as far as there is room for these characters: those that matter most come first in what is given. They stand by their
/// numbers, which are given in the order in which sources were first used, so that what a later question adds comes after what an earlier one showed [M4].
pub(super) fn passages(study: &Study, evidence: &[Passage], room: usize) -> String {
    let mut shown = Vec::new();
    let mut taken = 0;
    for passage in evidence {
        let Some(number) = study.number_of(passage.document) else {
            continue;
        };
        let size = passage.text.trim().chars().count();
        if taken + size > room && taken > 0 {
            break;
        }
        taken += size;
        shown.push((number, passage));
    }
    shown.sort_by_key(|(number, passage)| (*number, passage.document, passage.ordinal));
    let mut text = String::new();
    for (number, passage) in shown {
        let _ = writeln!(text, "[{number}]\n{}\n", passage.text.trim());
    }
    text.trim_end().to_owned()
}

/// Lines of an answer, harmless, without empty ones and without those of the example in the question: small models repeat it.
fn lines(said: &[String], most: usize, turn: &str) -> Vec<String> {
    said.iter()
        .filter(|line| !is_echo(line, turn))
        .map(|line| clean::line(line, most))
        .filter(|line| !line.is_empty())
        .take(ENTRIES)
        .collect()
}

/// Whether a text of an answer is the one in quotation marks in the question's example, or several words of it, or that and little else.
pub(super) fn is_echo(said: &str, turn: &str) -> bool {
    /// Words that may stand around a text of the example, which is no answer for that.
    const AROUND: usize = 3;
    if turn.contains(&format!("\"{}\"", said.trim())) {
        return true;
    }
    let said = bare_words(said);
    let holds = |all: &[String], part: &[String]| {
        part.len() > 1 && all.windows(part.len()).any(|some| some == part)
    };
    example(turn).any(|text| {
        let shown = bare_words(text);
        holds(&shown, &said)
            || said.len() <= shown.len() + AROUND && shown.len() > AROUND && holds(&said, &shown)
    })
}

/// The texts in quotation marks in the example of the form that a question asks for.
fn example(turn: &str) -> impl Iterator<Item = &str> {
    let form = turn.rfind("of exactly this form:");
    let form = form.and_then(|at| turn.get(at..)).unwrap_or_default();
    let line = form.lines().find(|line| line.contains('{'));
    let quoted = line.unwrap_or_default().split('"').skip(1).step_by(2);
    quoted.filter(|text| text.contains(' '))
}

/// The words of a text, without what stands around and between them.
pub(super) fn bare_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Why an answer that only repeats the example is none.
pub(super) const ECHO: &str = "it repeats the example instead of answering";

/// The proposed text of the written parts under their titles, numbered.
fn parts(study: &Study) -> String {
    let all = (1..).zip(study.framework.sections.iter().zip(&study.sections));
    let written = all.filter(|(_, (_, section))| section.is_written());
    let texts = written.map(|(number, (plan, section))| {
        format!("{number}. {}\n{}", plan.title, section.candidate().trim())
    });
    texts.collect::<Vec<_>>().join("\n\n")
}
