//! The guardrail [E6]: which pieces of evidence are kept from writers, and why.
//!
//! Evidence is data, and some of it was written to be obeyed: text that addresses the model which will read it, that forges turns of a conversation, that
//! hides from human eyes. Other text is no evidence at all: cookie notices, menus, decoration. Both are *set aside*, never thrown away: they stay stored
//! with their reason, and the analyst can let each back in.
//!
//! A text is judged by graded signs, not by single words. Each sign has points ([`vocabulary`]), three set a text aside. What stands in quotation marks,
//! within prose that talks about it, is a report of an instruction and no instruction: the text stays evidence, and whoever hands it to a model says that
//! it quotes ([`Ruling::Quotes`]). Known limits: an instruction that is phrased as a plain fact about the subject cannot be told from evidence, and a
//! language without a table here is read for markers and hidden characters alone. Fences and checks behind this one do not rely on it.

mod furniture;
mod glance;
mod hidden;
mod instruction;
mod pattern;
mod tokens;
mod vocabulary;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use glance::Glance;
pub use hidden::hidden;
pub use instruction::addresses_a_model;
pub use vocabulary::FURNITURE;

/// The key under which a passage's metadata says that it quotes an instruction to a model.
pub const QUOTES: &str = "quotes_instruction";

/// What becomes of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruling {
    Keep,
    /// It reports an instruction to a model: kept, and announced as such to a model.
    Quotes,
    SetAside(Reason),
}

/// Why a text is set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Instruction,
    Markers,
    Exfiltration,
    ModelTalk,
    Hidden,
    Disguised,
    Boilerplate,
    Navigation,
    Empty,
}

impl Reason {
    /// Whether the text is only of no use, rather than meant to do harm.
    #[must_use]
    pub fn is_furniture(self) -> bool {
        matches!(self, Self::Boilerplate | Self::Navigation | Self::Empty)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Instruction => "gives instructions to a model",
            Self::Markers => "imitates a conversation with a model",
            Self::Exfiltration => "asks a model to send data away",
            Self::ModelTalk => "is what a model says of itself",
            Self::Hidden => "holds text that readers do not see",
            Self::Disguised => "disguises its words",
            Self::Boilerplate => "page furniture, such as a cookie or copyright notice",
            Self::Navigation => "a menu or list of links",
            Self::Empty => "nothing to read",
        })
    }
}

/// Judges a piece of clean text: a paragraph, a finding, a whole passage.
#[must_use]
pub fn judge(text: &str) -> Ruling {
    judge_seen(text, &Glance::of(text))
}

/// Judges a piece of clean text after a glance at it, or at all its parts.
#[must_use]
pub fn judge_seen(text: &str, glance: &Glance) -> Ruling {
    match instruction::judge(text, glance) {
        Ruling::Keep => furniture::judge(text, glance).map_or(Ruling::Keep, Ruling::SetAside),
        ruling => ruling,
    }
}

/// Whether a tag is one of those by which models are told what is what: it is no markup of the text.
#[must_use]
pub fn is_marker(tag: &str) -> bool {
    vocabulary::MARKERS.contains(&tag.to_lowercase().as_str())
}

/// Whether a title, a heading or a name says to a model what a text may not say.
#[must_use]
pub fn is_hostile(name: &str) -> bool {
    matches!(
        instruction::judge(name, &Glance::of(name)),
        Ruling::SetAside(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of a table: whether it is to be set aside, and the text.
    fn table(file: &str) -> Vec<(bool, String)> {
        file.lines()
            .filter_map(|line| {
                let expected = match line.get(..2)? {
                    "+ " => true,
                    "- " => false,
                    _ => return None,
                };
                Some((expected, unescaped(line.get(2..)?)))
            })
            .collect()
    }

    fn unescaped(line: &str) -> String {
        let mut out = String::new();
        let mut rest = line;
        while let Some(at) = rest.find('\\') {
            out.push_str(&rest[..at]);
            let behind = &rest[at + 1..];
            if let Some(code) = behind.strip_prefix("u{") {
                let end = code.find('}').unwrap();
                let code_point = u32::from_str_radix(&code[..end], 16).unwrap();
                out.push(char::from_u32(code_point).unwrap());
                rest = &code[end + 1..];
            } else {
                out.push('\n');
                rest = behind.strip_prefix('n').unwrap();
            }
        }
        out + rest
    }

    /// As a reader hands it on: looked at as it came, cleaned, then judged.
    fn is_set_aside(raw: &str) -> bool {
        hidden(raw).is_some() || matches!(judge(&crate::clean::stored(raw)), Ruling::SetAside(_))
    }

    /// True and false positives, false negatives; and the texts that went wrong.
    fn measured(file: &str) -> ([usize; 3], Vec<String>) {
        let mut counts = [0; 3];
        let mut wrong = Vec::new();
        for (expected, text) in table(file) {
            match (expected, is_set_aside(&text)) {
                (true, true) => counts[0] += 1,
                (false, true) => counts[1] += 1,
                (true, false) => counts[2] += 1,
                (false, false) => {}
            }
            if expected != is_set_aside(&text) {
                wrong.push(format!("{} {text}", if expected { '+' } else { '-' }));
            }
        }
        (counts, wrong)
    }

    #[test]
    fn what_is_said_to_models_is_set_aside_and_what_is_said_about_it_stays() {
        let (_, wrong) = measured(include_str!("../../tests/fixtures/guardrail/labelled.txt"));
        assert!(
            wrong.is_empty(),
            "{} wrong:\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    }

    #[test]
    fn texts_that_the_signs_were_not_made_for_are_judged_nearly_as_well() {
        let ([right, false_alarms, missed], wrong) =
            measured(include_str!("../../tests/fixtures/guardrail/held-out.txt"));
        let precision = right as f32 / (right + false_alarms) as f32;
        let recall = right as f32 / (right + missed) as f32;
        assert!(
            precision >= 0.97 && recall >= 0.9,
            "precision {precision:.2}, recall {recall:.2}:\n{}",
            wrong.join("\n")
        );
    }
}
