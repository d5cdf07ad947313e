//! Judging the claims of a report: which documents each of its numbers means, and what the checker says of every claim against them.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Range, RangeInclusive};

use super::super::material::Material;
use super::pages::misnamed;
use crate::check::{
    Checker, Clause, ConflictKind, ConflictSide, Evidence, NO_CITATION, Objection, Sources,
    Telling, Told, weaken,
};
use crate::clean;
use crate::cores;
use crate::study::{Quote, Verdict, citation, is_newer};

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
    /// What the one mark cites that closes its paragraph, where it cites nothing itself.
    pub(super) closing: &'a [u32],
    /// What it cites that is no source.
    pub(super) unresolved: &'a [String],
    /// What it calls sources that it does not cite by number.
    pub(super) called: &'a [(u32, String)],
    /// Its clauses, where each cites something else.
    pub(super) clauses: &'a [Clause],
    /// The pages of its one source that it names.
    pub(super) pages: Option<&'a RangeInclusive<u32>>,
    /// The paragraph that it stands in, where that is known: the sides of a disagreement may have a sentence each.
    pub(super) paragraph: Option<&'a str>,
    /// The sentence of it that names what the claim calls `it` or `they`.
    pub(super) antecedent: Option<&'a str>,
}

/// What was found for a claim.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Judged {
    pub(super) verdict: Verdict,
    pub(super) reason: String,
    pub(super) score: f32,
    pub(super) evidence: Option<Found>,
    pub(super) conflict: Option<Disputed>,
    /// It was held against what closes its paragraph, as if it cited that.
    pub(super) is_by_closing: bool,
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
        for (&number, known) in &sources {
            for at in &known.documents {
                own.entry(*at).or_insert(number);
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

    /// What the checker says of the claims at these places of a report, in their order, on all cores.
    pub(super) fn judge(&self, claims: &[Asked<'_>], wanted: &[usize]) -> Vec<Judged> {
        let workers = cores::count().min(wanted.len() / WORTH_A_THREAD).max(1);
        let cited: Vec<Vec<u32>> = claims
            .iter()
            .map(|claim| self.known_as(claim.citations))
            .collect();
        let told: Vec<Told<'_>> = claims
            .iter()
            .zip(&cited)
            .map(|(claim, citations)| Told {
                bare: clean::beginning(claim.bare, LONGEST),
                citations,
                paragraph: claim.paragraph.unwrap_or_default(),
            })
            .collect();
        let telling = Telling::of(&told, self);
        let asked: Vec<(usize, &Asked<'_>)> = wanted
            .iter()
            .filter_map(|&at| Some((at, claims.get(at)?)))
            .collect();
        // Each reads the evidence itself, where it works.
        let mut checkers: Vec<Option<Checker<'_>>> = Vec::new();
        checkers.resize_with(workers, || None);
        cores::in_order(&asked, &mut checkers, |checker, (at, claim)| {
            let read = || {
                Checker::new(self.evidence())
                    .entitled(self.titles())
                    .dated(self.dates())
            };
            let checker = checker.get_or_insert_with(read);
            self.one(checker, claim, &telling, *at)
        })
    }

    /// What the documents are called, and by whom they are.
    fn titles(&self) -> impl Iterator<Item = (u32, String)> {
        let documents = self.material.documents.iter().zip(&self.numbers);
        documents.flat_map(|(document, number)| {
            let read = &document.read;
            let by = read.author.iter().chain(&read.site);
            [&read.title]
                .into_iter()
                .chain(by)
                .map(|called| (*number, called.clone()))
        })
    }

    /// When they appeared.
    fn dates(&self) -> impl Iterator<Item = (u32, &'a str)> {
        let material = self.material;
        let documents = material.documents.iter().zip(self.numbers.clone());
        documents.filter_map(|(document, number)| Some((number, document.read.date.as_deref()?)))
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

    /// The numbers under which the checker knows what numbers of the report mean.
    fn known_as(&self, citations: &[u32]) -> Vec<u32> {
        let documents = self.documents(citations).into_iter();
        let mut numbers: Vec<u32> = documents
            .filter_map(|at| self.numbers.get(at).copied())
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    fn one(
        &self,
        checker: &mut Checker<'a>,
        claim: &Asked<'_>,
        telling: &Telling<'_>,
        at: usize,
    ) -> Judged {
        if claim.closing.is_empty() || !claim.unresolved.is_empty() {
            return self.as_cited(checker, claim, telling, at);
        }
        let citing = Asked {
            citations: claim.closing,
            ..*claim
        };
        let mut judged = self.as_cited(checker, &citing, telling, at);
        let marks = citation::compact(claim.closing);
        if judged.verdict == Verdict::Unsupported {
            // Whether it was meant to rest on that is not known.
            judged.verdict = Verdict::Uncited;
            judged.reason = format!(
                "{NO_CITATION}, and {marks} at the end of its paragraph does not bear it out: {}",
                judged.reason
            );
        } else {
            judged.is_by_closing = true;
            judged.reason = format!(
                "{}; {marks} stands at the end of its paragraph",
                judged.reason
            );
        }
        judged
    }

    /// What is found for a claim by what it cites itself.
    fn as_cited(
        &self,
        checker: &mut Checker<'a>,
        claim: &Asked<'_>,
        telling: &Telling<'_>,
        at: usize,
    ) -> Judged {
        if claim.bare.len() > LONGEST {
            return unchecked(format!(
                "is too long to check as one claim: {} bytes without a sentence end",
                claim.bare.len()
            ));
        }
        let numbers = self.known_as(claim.citations);
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
        let clauses = self.clauses_of(claim);
        let mut judgement = checker.judge_marked(claim.antecedent, claim.bare, &numbers, &clauses);
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
        let objections = match &judgement.evidence {
            Some(quote) => checker.objections(claim.bare, quote, self),
            None => Vec::new(),
        };
        let name = |side: &ConflictSide| self.mark_of(side.number);
        if let Some(untold) = telling.untold(at, &objections, &name)
            && claim.paragraph.is_some()
        {
            weaken(&mut judgement.verdict, &mut judgement.reason, &untold);
        }
        let conflict = objections
            .first()
            .and_then(|objection| self.disputed(objection));
        let mut reason = self.by_name(&judgement.reason, claim);
        let evidence = judgement.evidence.and_then(|quote| self.found(quote));
        if matches!(judgement.verdict, Verdict::Supported | Verdict::Partial)
            && let Some(misnamed) = self.misnamed_pages(claim, evidence.as_ref())
        {
            reason = format!("{reason}; {misnamed}");
        }
        Judged {
            verdict: judgement.verdict,
            score: judgement.score,
            reason,
            evidence,
            conflict,
            is_by_closing: false,
        }
    }

    /// What is told where the sentence that bears a claim out is not on the page that it names of its document.
    fn misnamed_pages(&self, claim: &Asked<'_>, found: Option<&Found>) -> Option<String> {
        let (named, found) = (claim.pages?, found?);
        if !self.documents(claim.citations).contains(&found.document) {
            return None;
        }
        let held = self.material.documents.get(found.document)?;
        misnamed(named, held.read.pages, found.page, &held.name)
    }

    /// The clauses of a claim by the numbers under which the checker knows what they cite; none where one cites nothing that is at hand.
    fn clauses_of(&self, claim: &Asked<'_>) -> Vec<Clause> {
        let known = claim.clauses.iter().map(|clause| {
            let citations = self.known_as(&clause.citations);
            let is_at_hand = citations.is_empty() == clause.citations.is_empty();
            is_at_hand.then(|| Clause {
                citations,
                ..clause.clone()
            })
        });
        known.collect::<Option<_>>().unwrap_or_default()
    }

    fn disputed(&self, objection: &Objection) -> Option<Disputed> {
        let other = self.found(Quote {
            number: None,
            passage: objection.other.passage,
            span: objection.other.span.clone(),
            text: objection.other.text.clone(),
        })?;
        Some(Disputed {
            kind: objection.kind,
            other,
        })
    }

    /// The document that the checker knows under a number.
    fn document(&self, number: u32) -> Option<usize> {
        self.numbers.iter().position(|own| *own == number)
    }

    /// How the report writes the document of a number, or else its name.
    fn mark_of(&self, number: u32) -> String {
        if number <= self.last_written {
            return format!("[{number}]");
        }
        let by_source = || self.sources.get(&number)?.documents.first().copied();
        let held = self.document(number).or_else(by_source);
        let held = held.and_then(|at| self.material.documents.get(at));
        held.map_or_else(String::new, |held| held.name.clone())
    }

    /// A reason in which every document is called as the claim calls it, or else as the report does.
    fn by_name(&self, reason: &str, claim: &Asked<'_>) -> String {
        let mut told = String::with_capacity(reason.len());
        let mut rest = reason;
        while let Some((before, opened)) = rest.split_once('[') {
            told.push_str(before);
            let mark = opened.split_once(']');
            let number = mark.and_then(|(inside, _)| inside.parse().ok());
            let document = number.and_then(|number| self.document(number));
            if let (Some((_, behind)), Some(at), Some(number)) = (mark, document, number) {
                let called = self.called(at, number, claim);
                // Marks stand close to each other, names do not.
                let is_joined = before.is_empty() && rest.len() < reason.len();
                if is_joined && !(told.ends_with(']') && called.starts_with('[')) {
                    told.push_str(", ");
                }
                told.push_str(&called);
                rest = behind;
            } else {
                told.push('[');
                rest = opened;
            }
        }
        told.push_str(rest);
        told
    }

    /// What a document is called in what is told of a claim.
    fn called(&self, document: usize, number: u32, claim: &Asked<'_>) -> String {
        let means = |cited: &&u32| {
            let known = self.sources.get(cited);
            known.is_some_and(|known| known.documents.contains(&document))
        };
        let Some(cited) = claim.citations.iter().find(means) else {
            return self.mark_of(number);
        };
        let words = claim.called.iter().find(|(called, _)| called == cited);
        match words {
            Some((_, words)) => words.clone(),
            None => self.mark_of(*cited),
        }
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

impl Sources for Judge<'_> {
    fn are_one(&self, a: u32, b: u32) -> bool {
        let source = |number| Some(self.material.documents.get(self.document(number)?)?.source);
        a == b || source(a).is_some() && source(a) == source(b)
    }

    fn is_newer(&self, a: u32, b: u32) -> Option<bool> {
        let date = |number| {
            let held = self.material.documents.get(self.document(number)?)?;
            held.read.date.as_deref()
        };
        is_newer(date(a)?, date(b)?)
    }
}

fn unchecked(reason: String) -> Judged {
    Judged {
        verdict: Verdict::Unchecked,
        reason,
        score: 0.0,
        evidence: None,
        conflict: None,
        is_by_closing: false,
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
