//! Judging the claims of a report: which documents each of its numbers means, and what the checker says of every claim against them.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::thread;

use super::super::material::Material;
use crate::check::{Checker, ConflictKind, Evidence, Judgement, NO_CITATION, on_neither};
use crate::study::{Quote, Verdict, is_newer};

/// Claims that are worth a thread, which has to read all evidence for itself.
const WORTH_A_THREAD: usize = 200;
/// Bytes of a sentence that can be one claim.
const LONGEST: usize = 20_000;

/// A claim to be judged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    /// Without its marks.
    pub(super) bare: &'a str,
    pub(super) citations: &'a [u32],
    /// What it cites that is no source.
    pub(super) unresolved: &'a [String],
    /// What its paragraph cites, ascending: the sides of a disagreement may have a sentence each.
    pub(super) beside: &'a [u32],
}

/// What was found for a claim.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Judged {
    pub(super) verdict: Verdict,
    pub(super) reason: String,
    pub(super) score: f32,
    pub(super) evidence: Option<Found>,
    pub(super) conflict: Option<Disputed>,
}

/// What another source says on what a claim is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Disputed {
    pub(super) kind: ConflictKind,
    pub(super) other: Found,
}

/// The best sentence of the evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct Found {
    /// Which document of the material.
    pub(in crate::cli) document: usize,
    pub(in crate::cli) page: Option<u32>,
    /// Bytes of the document's text.
    pub(in crate::cli) span: Range<usize>,
    pub(in crate::cli) quote: String,
}

/// The evidence under the numbers that a report gives it.
pub(super) struct Judge<'a> {
    material: &'a Material,
    /// The documents of every number, and why there are none.
    sources: BTreeMap<u32, Known>,
    /// The numbers that mean a text, by the text.
    cited: HashMap<usize, Vec<u32>>,
    /// The number under which the checker knows each document.
    numbers: Vec<u32>,
    /// Up to here, numbers are written in the report.
    last_written: u32,
}

/// What a number of the report means.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    pub(super) documents: Vec<usize>,
    /// In words, where there are no documents.
    pub(super) missing: String,
}

impl<'a> Judge<'a> {
    /// `last_written` is the greatest number that the report writes itself: greater ones are told by name.
    pub(super) fn new(
        material: &'a Material,
        sources: BTreeMap<u32, Known>,
        last_written: u32,
    ) -> Self {
        let last = sources.keys().next_back().copied().unwrap_or(0);
        let mut next = last.max(last_written);
        let mut own: HashMap<usize, u32> = HashMap::new();
        let mut cited: HashMap<usize, Vec<u32>> = HashMap::new();
        for (&number, known) in &sources {
            for at in &known.documents {
                own.entry(*at).or_insert(number);
                if let Some(document) = material.documents.get(*at) {
                    cited.entry(document.source).or_default().push(number);
                }
            }
        }
        let numbers = (0..material.documents.len())
            .map(|at| {
                own.get(&at).copied().unwrap_or_else(|| {
                    next = next.saturating_add(1);
                    next
                })
            })
            .collect();
        Self {
            material,
            sources,
            cited,
            numbers,
            last_written,
        }
    }

    /// The documents that numbers mean.
    pub(super) fn documents(&self, citations: &[u32]) -> Vec<usize> {
        let mut documents: Vec<usize> = citations
            .iter()
            .filter_map(|number| self.sources.get(number))
            .flat_map(|known| known.documents.iter().copied())
            .collect();
        documents.sort_unstable();
        documents.dedup();
        documents
    }

    /// How many distinct texts stand behind numbers: copies count once [C4].
    pub(super) fn distinct(&self, citations: &[u32]) -> usize {
        let mut sources: Vec<usize> = self
            .documents(citations)
            .into_iter()
            .filter_map(|at| self.material.documents.get(at))
            .map(|document| document.source)
            .collect();
        sources.sort_unstable();
        sources.dedup();
        sources.len()
    }

    /// What the checker says of every claim, in their order, on all cores.
    pub(super) fn judge(&self, claims: &[Asked<'_>]) -> Vec<Judged> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = cores.min(claims.len() / WORTH_A_THREAD).max(1);
        let share = claims.len().div_ceil(threads).max(1);
        let work = |claims: &[Asked<'_>]| -> Vec<Judged> {
            let mut checker = Checker::new(self.evidence()).entitled(self.titles());
            claims
                .iter()
                .map(|claim| self.one(&mut checker, claim))
                .collect()
        };
        thread::scope(|scope| {
            let mut shares = claims.chunks(share);
            let first = shares.next().unwrap_or_default();
            let running: Vec<_> = shares
                .map(|share| scope.spawn(move || work(share)))
                .collect();
            let mut judged = work(first);
            for thread in running {
                match thread.join() {
                    Ok(more) => judged.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            judged
        })
    }

    /// What the documents are called.
    fn titles(&self) -> impl Iterator<Item = (u32, String)> {
        let documents = self.material.documents.iter().zip(&self.numbers);
        documents.map(|(document, number)| (*number, document.read.title.clone()))
    }

    fn evidence(&self) -> impl Iterator<Item = Evidence<'a>> {
        let material = self.material;
        let numbers = self.numbers.clone();
        material
            .documents
            .iter()
            .zip(numbers)
            .flat_map(|(document, number)| {
                document
                    .passages
                    .iter()
                    .map(move |passage| Evidence { number, passage })
            })
    }

    fn one(&self, checker: &mut Checker<'a>, claim: &Asked<'_>) -> Judged {
        if claim.bare.len() > LONGEST {
            return unchecked(format!(
                "is too long to check as one claim: {} bytes without a sentence end",
                claim.bare.len()
            ));
        }
        let mut numbers: Vec<u32> = self
            .documents(claim.citations)
            .into_iter()
            .filter_map(|at| self.numbers.get(at).copied())
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let missing: Vec<&str> = claim
            .citations
            .iter()
            .filter_map(|number| self.sources.get(number))
            .filter(|known| known.documents.is_empty())
            .map(|known| known.missing.as_str())
            .collect();
        if numbers.is_empty() && !missing.is_empty() {
            return unchecked(missing.join("; "));
        }
        let mut judgement = checker.judge(claim.bare, &numbers);
        if numbers.is_empty() && !claim.unresolved.is_empty() {
            // It cites, but nothing that there is.
            judgement.verdict = Verdict::Unsupported;
            let found = judgement
                .reason
                .strip_prefix(NO_CITATION)
                .unwrap_or_default();
            judgement.reason = format!("{}{found}", no_source(claim.unresolved));
        } else if !claim.unresolved.is_empty() {
            judgement.reason = format!("{}; {}", judgement.reason, no_source(claim.unresolved));
        }
        if !missing.is_empty() {
            if judgement.verdict == Verdict::Unsupported {
                judgement.verdict = Verdict::Unchecked;
            }
            if judgement.verdict != Verdict::Supported {
                judgement.reason = format!("{}; {}", judgement.reason, missing.join("; "));
            }
        }
        let conflict = judgement
            .evidence
            .as_ref()
            .and_then(|quote| self.dispute(checker, claim, quote));
        if let Some((_, fault)) = &conflict
            && !fault.is_empty()
            && matches!(judgement.verdict, Verdict::Supported | Verdict::Partial)
        {
            judgement.verdict = Verdict::Partial;
            judgement.reason = format!("{}; {fault}", judgement.reason);
        }
        Judged {
            verdict: judgement.verdict,
            score: judgement.score,
            reason: self.by_name(&judgement),
            evidence: judgement.evidence.and_then(|quote| self.found(quote)),
            conflict: conflict.map(|(disputed, _)| disputed),
        }
    }

    /// What another source says against what bears a claim out, and what the claim lacks for it: both sides are cited, and no value is told that stands on
    /// neither [V3]. Nothing is lacking where the words are empty.
    fn dispute(
        &self,
        checker: &Checker<'_>,
        claim: &Asked<'_>,
        quote: &Quote,
    ) -> Option<(Disputed, String)> {
        let (own, _) = self.material.passage(quote.passage)?;
        checker
            .conflicts_of(quote)
            .iter()
            .filter(|conflict| conflict.is_about(claim.bare))
            .find_map(|conflict| {
                let (other, _) = self.material.passage(conflict.b.passage)?;
                let newer = match (&own.read.date, &other.read.date) {
                    (Some(own), Some(other)) => is_newer(own, other),
                    _ => None,
                };
                let kind = conflict.kind(newer.is_some());
                let is_open = kind != ConflictKind::DifferentScope && own.source != other.source;
                // What is newer need not tell what it replaced.
                let is_settled = kind == ConflictKind::SupersededByDate && newer == Some(true);
                if !is_open || is_settled {
                    return None;
                }
                let found = self.found(Quote {
                    number: None,
                    passage: conflict.b.passage,
                    span: conflict.b.span.clone(),
                    text: conflict.b.text.clone(),
                })?;
                let its = self.cited.get(&other.source).into_iter().flatten();
                let is_cited = its
                    .copied()
                    .any(|number| claim.beside.binary_search(&number).is_ok());
                // Estimates lie apart: one of them, properly cited, is no half of the truth.
                let is_spread = kind == ConflictKind::SpreadOfEstimates;
                let values = on_neither([&conflict.a.text, &conflict.b.text], claim.bare);
                let fault = if is_cited {
                    let value = values.and_then(|span| claim.bare.get(span));
                    value.map_or_else(String::new, |value| {
                        format!(
                            "sources disagree ({}), and {value} stands on neither side",
                            kind.name()
                        )
                    })
                } else if is_spread {
                    String::new()
                } else {
                    format!(
                        "sources disagree ({}), and {} is not cited beside it: “{}”",
                        kind.name(),
                        self.mark_of(found.document),
                        conflict.b.text.trim()
                    )
                };
                Some((Disputed { kind, other: found }, fault))
            })
    }

    /// How the report writes a document, or else its name.
    fn mark_of(&self, document: usize) -> String {
        let number = self.numbers.get(document).copied();
        let written = number.filter(|number| *number <= self.last_written);
        written.map_or_else(
            || {
                let held = self.material.documents.get(document);
                held.map_or_else(String::new, |held| held.name.clone())
            },
            |number| format!("[{number}]"),
        )
    }

    /// The reason, with the names of documents whose numbers the report does not write.
    fn by_name(&self, judgement: &Judgement) -> String {
        let mut reason = judgement.reason.clone();
        for (at, &number) in self.numbers.iter().enumerate() {
            let mark = format!("[{number}]");
            if number > self.last_written
                && reason.contains(&mark)
                && let Some(document) = self.material.documents.get(at)
            {
                reason = reason.replace(&mark, &document.name);
            }
        }
        reason
    }

    fn found(&self, quote: Quote) -> Option<Found> {
        let (held, passage) = self.material.passage(quote.passage)?;
        let document = usize::try_from(passage.document.0).ok()?.checked_sub(1)?;
        let from = passage.span.start + quote.span.start;
        let mut span = from..from + quote.text.len();
        if held.read.text.get(span.clone()) != Some(quote.text.as_str()) {
            let at = held.read.text.find(&quote.text)?;
            span = at..at + quote.text.len();
        }
        Some(Found {
            document,
            page: held.page(passage, quote.span.start),
            span,
            quote: quote.text,
        })
    }
}

fn unchecked(reason: String) -> Judged {
    Judged {
        verdict: Verdict::Unchecked,
        reason,
        score: 0.0,
        evidence: None,
        conflict: None,
    }
}

fn no_source(unresolved: &[String]) -> String {
    let verb = if unresolved.len() == 1 {
        "names"
    } else {
        "name"
    };
    format!("[{}] {verb} no source of the report", unresolved.join("]["))
}
