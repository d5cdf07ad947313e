//! Holding a sidecar against the evidence again, without a model: what a claim rests on either still stands in its document, or the claim is stale.
//!
//! A changed document makes only those claims stale whose quoted sentence is gone from it, or of a table the rows that they name. A claim that rests on no
//! sentence, because nothing was found for it, is stale where one of its documents changed and it comes out differently. Whoever hands over a report hands over its sidecar, so no verdict is taken from it:
//! every claim is checked, and where the sidecar says something else of what has not changed, that is told.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::super::material::Material;
use super::Row;
use super::judge::{Asked, Judge, Known};
use super::matching::{self, How, Match};
use crate::check::{self, begins_with_pronoun, clauses_of, lines_rested_on, weaken};
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

/// What a claim rested on, as it is now.
enum Standing {
    /// All of it is as it was.
    Whole,
    /// The claim is stale, with the reason.
    Gone(String),
    /// The claim is stale only if it comes out differently.
    Changed,
    /// A document is not at hand, with the reason: the claim cannot be checked.
    Missing(String),
    /// It was unchecked.
    Unknown,
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
            let mut known: HashMap<_, VecDeque<&SidecarClaim>> = HashMap::new();
            for claim in &sidecar.claims {
                let key = key(&claim.text, &claim.citations);
                known.entry(key).or_default().push_back(claim);
            }
            for claim in &report.claims {
                let cited = [&claim.citations, &claim.closing];
                let mut keys = cited.iter().map(|cited| key(&claim.text, cited));
                let old = keys.find_map(|key| known.get_mut(&key).and_then(VecDeque::pop_front));
                standings.push(old.map(|old| (old, recorded.standing(old))));
                rows.push(Row::of(claim));
            }
        }
        None => {
            for claim in &sidecar.claims {
                standings.push(Some((claim, recorded.standing(claim))));
                rows.push(row_of(claim));
            }
        }
    }
    let asked: Vec<Asked<'_>> = rows.iter().map(Row::asked).collect();
    let all: Vec<usize> = (0..asked.len()).collect();
    let judged = judge.judge(&asked, &all);
    let told: Vec<String> = rows.iter().map(|row| plainly(&row.bare)).collect();
    for ((row, judged), old) in rows.iter_mut().zip(judged).zip(standings) {
        row.take(judged);
        row.documents = judge.distinct(&row.citations);
        match old {
            Some((old, standing)) => {
                hear_otherwise(row, old, &told, material);
                compare(row, old, standing);
            }
            None => row.edited = true,
        }
        row.now = Some(row.verdict);
    }
    rows
}

/// What of a verdict rests on what another source says otherwise, which stands there still and which the report does not tell: whoever weighed that source against the brief found that
/// it is about the same, though neither sentence alone tells so.
fn hear_otherwise(row: &mut Row, old: &SidecarClaim, told: &[String], material: &Material) {
    let is_better = old.verdict == Verdict::Partial && row.verdict == Verdict::Supported;
    let parts = old.reason.split("; ").filter(|_| is_better);
    for part in parts {
        let said = part
            .split_once(SAYS_OTHERWISE)
            .and_then(|(_, said)| said.strip_suffix('”'));
        let Some(said) = said.filter(|said| !said.is_empty()) else {
            continue;
        };
        let own = plainly(said);
        let stands = material
            .documents
            .iter()
            .any(|held| held.read.text.contains(said));
        let is_told = told.iter().any(|text| text.contains(own.as_str()));
        if stands && !is_told {
            weaken(&mut row.verdict, &mut row.reason, part);
        }
    }
}

/// What stands between a source and its words where it was found to say otherwise.
const SAYS_OTHERWISE: &str = " says otherwise: “";

/// A sentence by its words.
fn plainly(text: &str) -> String {
    check::key(&citation::without_citations(text))
}

/// Tells where a claim that was checked is not what its sidecar says.
fn compare(row: &mut Row, old: &SidecarClaim, standing: Standing) {
    let was = old.verdict;
    row.was = Some(was);
    let rests_on_paragraph = match was {
        Verdict::Partial => true,
        Verdict::Unsupported => begins_with_pronoun(&row.bare),
        _ => false,
    };
    let is_better = rests_on_paragraph && row.verdict == Verdict::Supported;
    if is_better && row.paragraph.is_none() {
        // What its paragraph lacks cannot be seen without the report.
        row.verdict = was;
        row.reason.clone_from(&old.reason);
    }
    let anew = format!("checked anew it is {}: {}", row.verdict.name(), row.reason);
    match standing {
        Standing::Missing(why) => {
            row.verdict = Verdict::Unchecked;
            row.reason = why;
            row.score = None;
            row.evidence = None;
            row.conflict = None;
        }
        Standing::Gone(why) => {
            row.stale = true;
            row.reason = format!("{why}; {anew}");
        }
        Standing::Changed if was != row.verdict => {
            row.stale = true;
            row.reason = format!("its evidence changed; {anew}");
        }
        Standing::Whole if row.differs() => {
            row.reason = format!("the sidecar says {}; {anew}", was.name());
        }
        Standing::Whole | Standing::Changed | Standing::Unknown => {}
    }
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
            return Standing::Unknown;
        }
        let Some(evidence) = &claim.evidence else {
            return self.without_evidence(claim);
        };
        let (at, name) = match self.by_hash.get(evidence.document.as_str()) {
            Some((at, document)) => (*at, document.title.as_str()),
            None => (None, "the document that it rests on"),
        };
        let Some(held) = at.and_then(|at| self.material.documents.get(at)) else {
            return Standing::Missing(format!("{name} is not in the evidence"));
        };
        let quote = evidence.quote.as_str();
        if !quote.is_empty() && held.read.text.contains(quote) {
            return Standing::Whole;
        }
        // Of a table it is quoted whole, and rests on some of its rows.
        let lines = lines_rested_on(quote, &claim.text).unwrap_or_default();
        if !lines.is_empty() && lines.iter().all(|line| held.read.text.contains(line)) {
            return Standing::Changed;
        }
        Standing::Gone(format!(
            "the sentence that it rested on is no longer in {}",
            held.name
        ))
    }

    /// A claim for which nothing was found depends on all of what it cites.
    fn without_evidence(&self, claim: &SidecarClaim) -> Standing {
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
                return Standing::Missing(format!("{} is not in the evidence", document.title));
            };
            changed |= held.read.hash != document.hash;
        }
        if changed {
            Standing::Changed
        } else {
            Standing::Whole
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

/// Finds the sources again that go by another name than when the sidecar was written: a renamed file is the same text.
pub(super) fn find_by_text(
    sidecar: &Sidecar,
    report: &Report,
    material: &Material,
    matches: &mut [Match],
) {
    let mut taken: Vec<usize> = matches
        .iter()
        .flat_map(|found| found.documents.iter().copied())
        .collect();
    for (source, found) in report.sources.iter().zip(matches) {
        if !found.documents.is_empty() || found.refused.is_some() {
            continue;
        }
        let mut recorded = sidecar.documents.iter();
        let recorded = recorded.find(|document| document.numbers.contains(&source.number));
        let same = recorded.and_then(|document| {
            let mut held = material.documents.iter();
            held.position(|held| held.read.hash == document.hash)
        });
        if let Some(at) = same.filter(|at| !taken.contains(at)) {
            taken.push(at);
            found.documents = vec![at];
            found.how = Some(How::Content);
        }
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
        clauses: clauses_of(&claim.text),
        ..Row::default()
    }
}

/// What stays the same of a claim however its lines are broken and its citations are written.
fn key(text: &str, citations: &[u32]) -> (String, Vec<u32>) {
    let bare = citation::without_citations(text);
    let mut numbers = citations.to_vec();
    numbers.sort_unstable();
    (
        bare.chars().filter(|c| !c.is_whitespace()).collect(),
        numbers,
    )
}
