//! What a brief scores without a judge: five dimensions from 1 to 5, each a share that is measured, with its reason and its sentences [J1].
//!
//! A share `s` scores `1 + 4 s`, so that nothing is 1 and all is 5. What each share is of stands at the head of its file. Nothing here judges and
//! nothing is learned: the same brief scores the same anywhere, and what is worse in one of the five counts less. Where the texts, the verdicts and
//! the sources come from is for the caller to know: a study's brief and a report that anyone wrote are scored alike.

mod accuracy;
mod bias;
mod coherence;
pub(super) mod completeness;
mod coverage;
pub(super) mod protests;
mod question;
pub(super) mod scorecard;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use crate::check::language::terms::{Lexicon, Term};
use crate::check::text::stated::{Stated, bare_sentences, stated};
use crate::study::{Claim, PassageId, Score, Scores, Verdict, citation};

/// Sentences that one score names at most.
const NAMED: usize = 5;

/// What is scored.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Draft {
    pub question: String,
    pub parts: Vec<DraftPart>,
    /// The source that each citation number means; copies of one text are one source.
    pub sources: BTreeMap<u32, SourceKey>,
    /// What each source is called.
    pub titles: BTreeMap<SourceKey, String>,
    /// The sources that have something to say on the question.
    pub relevant: BTreeSet<SourceKey>,
    pub dissent: Dissent,
}

/// What the sources disagree on, and what somebody is against in them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dissent {
    pub disputes: Vec<Dispute>,
    pub protests: Vec<Protest>,
}

/// A sentence of a source in which somebody is against something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Protest {
    pub side: DisputeSide,
    pub text: String,
}

/// Tells sources apart; what it is made of is the caller's business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceKey(pub i64);

/// One part of what is scored.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DraftPart {
    pub title: String,
    /// Empty for a part that is wanted and not written.
    pub text: String,
    /// What checking found; a claim of the text that is not here counts as unchecked.
    pub claims: Vec<Claim>,
}

/// A conflict as scores count it: two places of two sources, whatever the caller knows of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    pub a: DisputeSide,
    pub b: DisputeSide,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisputeSide {
    pub source: SourceKey,
    pub passage: PassageId,
    /// Bytes of the passage's text.
    pub span: Range<usize>,
}

/// The five scores of a draft.
#[must_use]
pub fn scores(draft: &Draft) -> Scores {
    let read = Read::new(draft);
    Scores([
        accuracy::score(&read),
        completeness::score(&read),
        coverage::score(&read),
        coherence::score(&read),
        bias::score(&read),
    ])
}

/// A draft, read once for all five.
struct Read<'a> {
    draft: &'a Draft,
    parts: Vec<ReadPart<'a>>,
}

struct ReadPart<'a> {
    part: &'a DraftPart,
    sentences: Vec<Sentence>,
    claims: Vec<Checked<'a>>,
}

/// A sentence of prose; headings, tables and code are none.
struct Sentence {
    /// As it stands in the text, without surrounding space.
    text: String,
    /// Without its citation marks.
    bare: String,
    /// Content words, sorted, each once.
    terms: Vec<Term>,
    is_claim: bool,
    /// It is a claim that did not fail its check.
    answers: bool,
    /// It is a claim without a citation: nobody knows whether the evidence has it.
    is_uncited: bool,
}

/// A claim with what checking found for it.
struct Checked<'a> {
    stated: Stated,
    known: Option<&'a Claim>,
}

impl Checked<'_> {
    fn verdict(&self) -> Verdict {
        self.known.map_or(Verdict::Unchecked, |claim| claim.verdict)
    }
}

impl<'a> Read<'a> {
    fn new(draft: &'a Draft) -> Self {
        let mut lexicon = Lexicon::default();
        let parts = draft
            .parts
            .iter()
            .map(|part| ReadPart::new(part, &mut lexicon))
            .collect();
        Self { draft, parts }
    }

    fn claims(&self) -> impl Iterator<Item = &Checked<'a>> {
        self.parts.iter().flat_map(|part| &part.claims)
    }

    fn is_written(&self) -> bool {
        self.parts
            .iter()
            .any(|part| !part.part.text.trim().is_empty())
    }

    /// The sources that a claim cites.
    fn cited(&self, claim: &Checked<'_>) -> BTreeSet<SourceKey> {
        // Whoever checked a claim may have read citations that are no numbers.
        let known = claim.known.map(|known| known.citations.as_slice());
        self.keys(known.unwrap_or(&claim.stated.citations))
    }

    fn keys(&self, numbers: &[u32]) -> BTreeSet<SourceKey> {
        let known = |number| self.draft.sources.get(number).copied();
        numbers.iter().filter_map(known).collect()
    }

    /// All sources that the text cites anywhere.
    fn all_cited(&self) -> BTreeSet<SourceKey> {
        let exists = |number: u32| self.draft.sources.contains_key(&number);
        let numbers = self
            .parts
            .iter()
            .flat_map(|part| citation::numbers_among(&part.part.text, &exists));
        let mut cited = self.keys(&numbers.collect::<Vec<u32>>());
        cited.extend(self.claims().flat_map(|claim| self.cited(claim)));
        cited
    }

    /// What a source is called, in few words.
    fn title(&self, key: SourceKey) -> String {
        let title = self.draft.titles.get(&key).map_or("", String::as_str);
        let number = self.draft.sources.iter().find(|(_, own)| **own == key);
        match (number, title) {
            (Some((number, _)), "") => format!("[{number}]"),
            (Some((number, _)), title) => format!("[{number}] {title}"),
            (None, title) => title.to_owned(),
        }
    }
}

impl<'a> ReadPart<'a> {
    fn new(part: &'a DraftPart, lexicon: &mut Lexicon) -> Self {
        let text = part.text.as_str();
        let stated = stated(text);
        let known: HashMap<&str, &Claim> = part
            .claims
            .iter()
            .map(|claim| (claim.text.as_str(), claim))
            .collect();
        let claims: Vec<Checked<'_>> = stated
            .into_iter()
            .map(|stated| Checked {
                known: known.get(stated.text.as_str()).copied(),
                stated,
            })
            .collect();
        let verdicts: HashMap<Range<usize>, Verdict> = claims
            .iter()
            .map(|claim| (claim.stated.span.clone(), claim.verdict()))
            .collect();
        let mut sentences_read = Vec::new();
        for (span, bare) in bare_sentences(text) {
            let whole = text.get(span.clone()).unwrap_or_default().trim();
            if whole.is_empty() || is_structure(whole) {
                continue;
            }
            let verdict = verdicts.get(&span);
            sentences_read.push(Sentence {
                text: whole.to_owned(),
                terms: lexicon.term_set(&bare),
                bare: bare.trim().to_owned(),
                is_claim: verdict.is_some(),
                is_uncited: verdict == Some(&Verdict::Uncited),
                answers: verdict.is_some_and(|verdict| {
                    !matches!(verdict, Verdict::Unsupported | Verdict::Contradicted)
                }),
            });
        }
        Self {
            part,
            sentences: sentences_read,
            claims,
        }
    }
}

/// Whether a unit of the text is no sentence at all: a heading, a row of a table, code.
fn is_structure(text: &str) -> bool {
    ["#", "|", "```", "~~~", "---", "***", "<!--"]
        .iter()
        .any(|start| text.starts_with(start))
}

/// The score of a share.
fn scored(share: f32, reason: String, sentences: Vec<String>) -> Score {
    let share = if share.is_finite() { share } else { 0.0 };
    let mut named: Vec<String> = Vec::new();
    for sentence in sentences {
        if named.len() < NAMED && !named.contains(&sentence) {
            named.push(sentence);
        }
    }
    Score {
        value: 1.0 + 4.0 * share.clamp(0.0, 1.0),
        reason,
        sentences: named,
    }
}

/// What is said of a draft without a text.
fn unwritten() -> Score {
    scored(0.0, "nothing is written yet".to_owned(), Vec::new())
}

fn ratio(part: usize, whole: usize) -> f32 {
    if whole == 0 {
        0.0
    } else {
        part as f32 / whole as f32
    }
}
