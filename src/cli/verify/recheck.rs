//! Holding a sidecar against the evidence again, without a model: what a claim rests on either still stands in its document, or the claim is stale.
//!
//! A changed document makes only those claims stale whose quoted sentence is gone from it. A claim that rests on no sentence, because nothing was found for it,
//! is checked anew where one of its documents changed, and is stale if that comes out differently. What was edited in the report is checked anew.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use super::super::material::Material;
use super::Row;
use super::judge::{Asked, Found, Judge, Judged, Known};
use super::matching;
use crate::export::{Sidecar, SidecarClaim, SidecarDocument};
use crate::report::{Report, Source};
use crate::study::{Verdict, citation};

/// What a sidecar's documents are among the evidence.
struct Recorded<'a> {
    material: &'a Material,
    /// By hash: the document, if it is at hand, and what it was called.
    by_hash: HashMap<&'a str, (Option<usize>, &'a SidecarDocument)>,
    by_number: HashMap<u32, &'a SidecarDocument>,
}

/// What holding a claim against the evidence came to, before anything is checked anew.
enum Standing {
    As(Verdict, String, Option<Found>),
    /// To be checked anew; stale if its verdict rested on what is gone, with the reason.
    Gone(String),
    /// To be checked anew; stale only if that comes out differently.
    Changed,
    /// To be checked anew: nobody has yet.
    New,
}

/// The claims of a report with what its sidecar says of them, or those of the sidecar where there is no report.
pub(super) fn rows(
    sidecar: &Sidecar,
    report: Option<&Report>,
    judge: &Judge<'_>,
    material: &Material,
) -> Vec<Row> {
    let recorded = Recorded::new(sidecar, material);
    let mut rows: Vec<Row> = Vec::new();
    let mut standings = Vec::new();
    match report {
        Some(report) => {
            let mut known: HashMap<String, VecDeque<&SidecarClaim>> = HashMap::new();
            for claim in &sidecar.claims {
                known.entry(key(&claim.text)).or_default().push_back(claim);
            }
            for (claim, row) in report.claims.iter().zip(Row::all(report)) {
                let old = known
                    .get_mut(&key(&claim.text))
                    .and_then(VecDeque::pop_front);
                standings.push((old, old.map_or(Standing::New, |old| recorded.standing(old))));
                rows.push(row);
            }
        }
        None => {
            for claim in &sidecar.claims {
                standings.push((Some(claim), recorded.standing(claim)));
                rows.push(row_of(claim));
            }
        }
    }
    let asked: Vec<Asked<'_>> = rows
        .iter()
        .zip(&standings)
        .filter(|(_, (_, standing))| !matches!(standing, Standing::As(..)))
        .map(|(row, _)| row.asked())
        .collect();
    let mut judged = judge.judge(&asked).into_iter();
    for (row, (old, standing)) in rows.iter_mut().zip(standings) {
        row.documents = judge.distinct(&row.citations);
        match standing {
            Standing::As(verdict, reason, evidence) => {
                row.verdict = verdict;
                row.reason = reason;
                row.evidence = evidence;
            }
            other => {
                if let Some(judged) = judged.next() {
                    renew(row, old, other, judged);
                }
            }
        }
    }
    rows
}

/// A row whose claim was checked anew.
fn renew(row: &mut Row, old: Option<&SidecarClaim>, standing: Standing, judged: Judged) {
    row.now = Some(judged.verdict);
    row.was = old.map(|old| old.verdict);
    row.evidence = judged.evidence;
    row.conflict = judged.conflict;
    row.verdict = judged.verdict;
    row.reason = match standing {
        Standing::Gone(why) => {
            row.stale = true;
            format!(
                "{why}; checked anew it is {}: {}",
                judged.verdict.name(),
                judged.reason
            )
        }
        Standing::Changed if row.was != row.now => {
            row.stale = true;
            format!(
                "its evidence changed; checked anew it is {}: {}",
                judged.verdict.name(),
                judged.reason
            )
        }
        Standing::Changed | Standing::As(..) => judged.reason,
        Standing::New => {
            row.edited = old.is_none();
            judged.reason
        }
    };
}

impl<'a> Recorded<'a> {
    fn new(sidecar: &'a Sidecar, material: &'a Material) -> Self {
        let found = documents(sidecar, material);
        let by_hash = sidecar
            .documents
            .iter()
            .zip(found)
            .map(|(document, at)| (document.hash.as_str(), (at, document)))
            .collect();
        let by_number = sidecar
            .documents
            .iter()
            .flat_map(|document| {
                document
                    .numbers
                    .iter()
                    .map(move |number| (*number, document))
            })
            .collect();
        Self {
            material,
            by_hash,
            by_number,
        }
    }

    fn standing(&self, claim: &SidecarClaim) -> Standing {
        if claim.verdict == Verdict::Unchecked {
            return Standing::New;
        }
        let Some(evidence) = &claim.evidence else {
            return self.without_evidence(claim);
        };
        let (at, name) = match self.by_hash.get(evidence.document.as_str()) {
            Some((at, document)) => (*at, document.title.as_str()),
            None => (None, "the document that it rests on"),
        };
        let Some((at, held)) = at.and_then(|at| Some((at, self.material.documents.get(at)?)))
        else {
            let reason = format!("{name} is not in the evidence");
            return Standing::As(Verdict::Unchecked, reason, None);
        };
        let quote = evidence.quote.as_str();
        let (from, to) = evidence.span;
        let text = &held.read.text;
        let stands = (text.get(from..to) == Some(quote)).then_some(from);
        match stands.or_else(|| text.find(quote)) {
            Some(from) if !quote.is_empty() => {
                let span = from..from + quote.len();
                let page = held.page_at(from).or(evidence.page);
                let found = Found {
                    document: at,
                    page,
                    span,
                    quote: quote.to_owned(),
                };
                Standing::As(claim.verdict, claim.reason.clone(), Some(found))
            }
            _ => Standing::Gone(format!(
                "the sentence that it rested on is no longer in {}",
                held.name
            )),
        }
    }

    /// A claim for which nothing was found depends on all of what it cites.
    fn without_evidence(&self, claim: &SidecarClaim) -> Standing {
        let as_it_was = || Standing::As(claim.verdict, claim.reason.clone(), None);
        let cited: Vec<&SidecarDocument> = claim
            .citations
            .iter()
            .filter_map(|number| self.by_number.get(number).copied())
            .collect();
        let mut changed = false;
        for document in cited {
            let at = self
                .by_hash
                .get(document.hash.as_str())
                .and_then(|(at, _)| *at);
            let Some(held) = at.and_then(|at| self.material.documents.get(at)) else {
                let reason = format!("{} is not in the evidence", document.title);
                return Standing::As(Verdict::Unchecked, reason, None);
            };
            changed |= held.read.hash != document.hash;
        }
        if changed {
            Standing::Changed
        } else {
            as_it_was()
        }
    }
}

/// For each document of the sidecar the one that it is: the same text, else the same address, file or title.
fn documents(sidecar: &Sidecar, material: &Material) -> Vec<Option<usize>> {
    let same_text: Vec<Option<usize>> = sidecar
        .documents
        .iter()
        .map(|document| {
            let is_same = |at: &usize| {
                material
                    .documents
                    .get(*at)
                    .is_some_and(|held| held.read.hash == document.hash)
            };
            (0..material.documents.len()).find(is_same)
        })
        .collect();
    let by_name = matching::named(material, sidecar.documents.iter().map(source));
    same_text
        .into_iter()
        .zip(by_name)
        .map(|(same, named)| same.or(named))
        .collect()
}

/// A document of a sidecar as a report would list it.
fn source(document: &SidecarDocument) -> Source {
    let is_address = document.uri.contains("://");
    Source {
        text: document.title.clone(),
        title: document.title.clone(),
        uris: is_address
            .then(|| document.uri.clone())
            .into_iter()
            .collect(),
        files: (!is_address)
            .then(|| document.uri.clone())
            .into_iter()
            .collect(),
        ..Source::default()
    }
}

/// What the numbers of a sidecar mean.
pub(super) fn known(sidecar: &Sidecar, material: &Material) -> BTreeMap<u32, Known> {
    let mut known: BTreeMap<u32, Known> = BTreeMap::new();
    for (document, found) in sidecar.documents.iter().zip(documents(sidecar, material)) {
        for number in &document.numbers {
            known.insert(
                *number,
                Known {
                    documents: found.into_iter().collect(),
                    missing: format!("[{number}] {} is not in the evidence", document.title),
                },
            );
        }
    }
    known
}

/// A claim of a sidecar that stands alone.
fn row_of(claim: &SidecarClaim) -> Row {
    let mut bare = String::new();
    let mut at = 0;
    for mark in citation::marks(&claim.text) {
        bare.push_str(claim.text.get(at..mark.span.start).unwrap_or_default());
        at = mark.span.end;
    }
    bare.push_str(claim.text.get(at..).unwrap_or_default());
    Row {
        text: claim.text.clone(),
        bare,
        section: claim.section.clone(),
        citations: claim.citations.clone(),
        beside: claim
            .citations
            .iter()
            .copied()
            .collect::<BTreeSet<u32>>()
            .into_iter()
            .collect(),
        ..Row::default()
    }
}

/// What stays the same of a claim however its lines are broken.
fn key(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
