//! Findings: what weighing a claim found, the verdict it comes to, and the reason in words for the analyst.

use super::polarity::Opposition;
use crate::study::Verdict;

/// Scores from which a claim is supported, and partly so, if nothing speaks against it.
const SUPPORTED: f32 = 0.52;
const PARTIAL: f32 = 0.3;

/// What weighing found.
pub(super) struct Weighed {
    pub(super) at: Option<usize>,
    pub(super) score: f32,
    pub(super) findings: Vec<Finding>,
}

impl Weighed {
    pub(super) fn verdict(&self) -> Verdict {
        let contradicts = |finding: &Finding| {
            matches!(
                finding,
                Finding::Opposed(_) | Finding::Number { rival: Some(_), .. }
            )
        };
        if self.findings.iter().any(contradicts) {
            return Verdict::Contradicted;
        }
        let fails =
            |finding: &Finding| matches!(finding, Finding::Quote(_) | Finding::Number { .. });
        let missing = self.findings.iter().any(fails);
        match self.score {
            score if score >= SUPPORTED && !missing => Verdict::Supported,
            score if score >= PARTIAL && !missing => Verdict::Partial,
            _ => Verdict::Unsupported,
        }
    }
}

/// One reason for a verdict.
pub(super) enum Finding {
    Verbatim,
    Nothing,
    Quote(String),
    Number {
        text: String,
        rival: Option<String>,
    },
    /// In the cited documents, but far from what else the claim says.
    NumberElsewhere(String),
    Name(String),
    Opposed(Opposition),
    /// Words of the claim that were not found.
    Words(Vec<String>),
    /// Cited numbers whose passages are not at hand.
    Unread(Vec<u32>),
}

impl Finding {
    /// The finding in words; `cited` names what the claim cites, `own` the document of the best sentence.
    pub(super) fn say(&self, verdict: Verdict, cited: &str, own: &str) -> String {
        match self {
            Self::Verbatim => format!("word for word in {own}"),
            Self::Nothing => format!("nothing in {cited} is about this"),
            Self::Quote(quote) => format!("the quoted words “{quote}” are not in {cited}"),
            Self::Number {
                text,
                rival: Some(rival),
            } => format!("{text} is not in {cited}; {own} says {rival}"),
            Self::Number { text, rival: None } => format!("{text} is not in {cited}"),
            Self::NumberElsewhere(text) => {
                format!("{text} is in {cited}, but about something else")
            }
            Self::Name(name) => format!("{name} is not named in {cited}"),
            Self::Opposed(Opposition::Direction { claim, source }) => {
                format!("the claim says “{claim}”, {own} says “{source}”")
            }
            Self::Opposed(Opposition::Denied) => format!("the claim denies what {own} states"),
            Self::Opposed(Opposition::Stated) => format!("the claim states what {own} denies"),
            Self::Words(_) if verdict == Verdict::Supported => {
                format!("{own} says this in like words")
            }
            Self::Words(words) if words.is_empty() => {
                format!("{own} has the words, but apart from each other")
            }
            Self::Words(words) => format!("not in {own}: {}", words.join(", ")),
            Self::Unread(numbers) => format!("no passage of {} is at hand", brackets(numbers)),
        }
    }
}

pub(super) fn brackets(numbers: &[u32]) -> String {
    let marks: Vec<String> = numbers.iter().map(|number| format!("[{number}]")).collect();
    marks.concat()
}

pub(super) fn does(numbers: &[u32]) -> &'static str {
    if numbers.len() == 1 { "does" } else { "do" }
}
