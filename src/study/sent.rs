//! What a writer was sent for a section: which passages went whole, which compressed, which were left out, and why [R5].
//!
//! This is the record that a reply's provenance carries, so that the analyst can look at any context as it was, whatever retrieval would find today.
//! Choosing and compressing passages is the business of `pipeline`; here is only what came of it.

use serde::{Deserialize, Serialize};

use super::event::{PromptRef, Usage};
use super::ids::{DocumentId, PassageId};
use super::instruction::BUILT_IN_WRITER;

/// How a note begins that says why nobody compressed passages.
pub const TURBO_FAILED: &str = "no model compressed passages";
/// A context below this share of its passages' characters counts as over-compressed [R5].
pub const OVER_COMPRESSED: f32 = 0.35;

/// One context as it was sent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Sent {
    /// What was searched for.
    pub query: String,
    /// Passages that the search found, chosen or not.
    pub found: usize,
    /// Characters of evidence that were allowed; `None` where nothing limited them.
    pub budget: Option<usize>,
    /// Characters of the passages that were sent, as they stand in their documents, and as they were sent.
    pub before: usize,
    pub after: usize,
    /// Distinct documents among them, near-copies counted once [R4].
    pub documents: usize,
    /// The ratio of a first choice that was over-compressed and given up for this one.
    pub retried_from: Option<f32>,
    /// Time spent on waiting for compressed passages.
    pub compression_ms: u64,
    /// Whether this was asked without the conversation with the writer, because it would not fit any more or holds far more than was needed [M4].
    pub restarts: bool,
    /// Whether that conversation is gone on with afterwards as if this had not been asked; where it restarts and is no aside, this begins the next one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
    /// What did not go as planned, in words for the analyst.
    pub notes: Vec<String>,
    /// In the order of the request, then those that were left out, best first.
    pub passages: Vec<SentPassage>,
}

/// One passage that was sent, or considered for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SentPassage {
    pub passage: PassageId,
    pub document: DocumentId,
    /// Relevance from 0 to 1, and what it is mixed from: BM25, and the cosine of the vectors where there are any.
    pub score: f32,
    #[serde(default)]
    pub lexical: f32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantic: Option<f32>,
    /// Characters as it stands in its document.
    pub characters: usize,
    /// Where it stands there, such as `p.5`, and its first words.
    #[serde(default)]
    pub locator: String,
    #[serde(default)]
    pub opening: String,
    pub fate: Fate,
}

/// What became of a passage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Whole,
    /// Named only: its text stands further up in the conversation [M4].
    Above,
    Compressed(Compressed),
    LeftOut(LeftOut),
}

/// A passage's text in fewer words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compressed {
    pub text: String,
    /// `provider/model`, or `extractive` for the passage's own best sentences.
    pub by: String,
    /// Why a model's text was not used, where one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// Why a passage was not sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// There was no room for it, not even compressed.
    OverBudget,
    /// It would have been compressed too far.
    OverCompressed,
    /// Another passage says the same in the same words.
    NearEqual(PassageId),
    /// All that it would have been cut to stands in the part that is sent with it.
    SaidAlready,
    /// It adds less to the chosen ones than another that scores lower.
    AddsLittle,
    /// Its document has its share of the context already.
    DocumentShare,
    /// The guardrail keeps it from writers [E6].
    SetAside(String),
}

/// What a model made of a passage when it was asked to compress it. Kept in the journal, so that no answer is paid for twice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compression {
    pub passage: PassageId,
    /// `provider/model`.
    pub by: String,
    pub prompt: PromptRef,
    /// First 16 hex digits of the SHA-256 of the whole request.
    pub request: String,
    /// The text, where it holds what the passage says; else why it does not.
    pub text: Result<String, String>,
    pub usage: Usage,
    pub duration_ms: u64,
}

impl Sent {
    /// Characters sent for each character of the passages; 1 where there was nothing to send.
    #[must_use]
    pub fn ratio(&self) -> f32 {
        ratio(self.before, self.after)
    }

    /// Whether so little is left of the evidence that the analyst is warned.
    #[must_use]
    pub fn is_over_compressed(&self) -> bool {
        self.ratio() < OVER_COMPRESSED
    }

    /// The passages that the writer could read, in the order of the request.
    pub fn used(&self) -> impl Iterator<Item = &SentPassage> {
        self.passages
            .iter()
            .filter(|passage| !matches!(passage.fate, Fate::LeftOut(_)))
    }
}

/// Characters after compression for each one before it.
#[must_use]
pub fn ratio(before: usize, after: usize) -> f32 {
    if before == 0 {
        1.0
    } else {
        after as f32 / before as f32
    }
}

impl Fate {
    /// How it is named on screen and in exports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Above => "sent before",
            Self::Compressed(_) => "compressed",
            Self::LeftOut(_) => "left out",
        }
    }

    /// Who compressed it or why it was left out; empty where there is nothing to say.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::Whole => String::new(),
            Self::Above => "its text stands further up in the conversation".to_owned(),
            Self::Compressed(compressed) => match &compressed.refused {
                Some(why) => format!("its own best sentences: {why}"),
                None if compressed.by == BUILT_IN_WRITER => "its own best sentences".to_owned(),
                None => format!("by {}", compressed.by),
            },
            Self::LeftOut(why) => why.reason(),
        }
    }
}

impl LeftOut {
    /// The reason in words for the analyst.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::OverBudget => "over the budget".to_owned(),
            Self::OverCompressed => "would have been compressed too far".to_owned(),
            Self::NearEqual(_) => "nearly identical to a higher-scoring passage".to_owned(),
            Self::SaidAlready => "the section says the same".to_owned(),
            Self::AddsLittle => "adds little to the chosen ones".to_owned(),
            Self::DocumentShare => "its document already has its share".to_owned(),
            Self::SetAside(why) => format!("set aside: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_context_is_over_compressed_below_its_limit_and_never_when_empty() {
        let check = |before, after, expected| {
            let sent = Sent {
                before,
                after,
                ..Sent::default()
            };
            assert_eq!(sent.is_over_compressed(), expected, "{before} {after}");
        };
        check(0, 0, false);
        check(1000, 350, false);
        check(1000, 349, true);
    }

    #[test]
    fn a_record_of_a_later_version_with_fields_missing_still_reads() {
        let sent: Sent = serde_json::from_str(r#"{"query":"q","later":1}"#).expect("read");
        assert_eq!(sent.query, "q");
        let fates = [
            Fate::Whole,
            Fate::Above,
            Fate::LeftOut(LeftOut::NearEqual(PassageId(3))),
            Fate::LeftOut(LeftOut::SetAside("role marker".into())),
        ];
        for fate in fates {
            let stored = serde_json::to_string(&fate).expect("written");
            assert_eq!(serde_json::from_str::<Fate>(&stored).expect("read"), fate);
        }
    }
}
