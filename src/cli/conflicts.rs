//! `tercet conflicts`: where sources say what cannot both be true.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use color_eyre::eyre::{Result, eyre};
use serde_json::{Value, json};

use super::material::Material;
use super::pairs::{self, Question};
use super::{CHECKS_FAILED, DONE, Usage, open, output};
use crate::check::{
    Conflict, ConflictKind, ConflictSide, Difference, Evidence, conflicts_among, is_one_series,
};
use crate::clean;
use crate::config::Config;
use crate::study::{counted, is_newer};

/// Characters of a quote.
const QUOTED: usize = 600;

/// What is to be looked through.
#[derive(Debug, Args)]
pub(super) struct Comparison {
    /// Files, folders and web addresses to compare; - is standard input
    #[arg(required_unless_present = "pairs", conflicts_with = "pairs")]
    evidence: Vec<OsString>,
    /// Print one JSON object: conflicts, summary, documents, refused
    #[arg(long, conflicts_with = "pairs")]
    json: bool,
    /// Judge lines of {"id", "a", "b"} instead, two texts each; - is standard input
    #[arg(long, value_name = "FILE.jsonl")]
    pairs: Option<PathBuf>,
}

pub(super) const HELP: &str = "Sentences of different documents that share most of their rare words and differ in one value of one kind, or point in opposite directions. Other years,
other places, rounding and ordinary spread are no conflicts. No model is asked and nothing is kept.

--json: {conflicts: [{kind, why, a: {document, title, uri, date, page, span, quote}, b: {…}}], summary, documents, refused}
--pairs: {\"id\", \"contradict\"} for each line, in order, from 0 to 1; {\"id\", \"error\", \"line\"} for a line that cannot be used.

Exit status: 0 none was found; 1 some were (with --pairs: some line could not be used); 2 usage; 3 none of the evidence could be read.";

pub(super) fn conflicts(config: Config, asked: &Comparison) -> Result<u8> {
    if let Some(pairs) = &asked.pairs {
        return pairs::answer(pairs, Question::Conflict);
    }
    if asked.evidence.is_empty() {
        let why = "there is nothing to compare. Try: tercet conflicts sources/";
        return Err(Usage(why.into()).into());
    }
    let reader = open::setup(config)?.reader;
    let material = Material::read(&reader, &asked.evidence, &[]);
    material.tell();
    if material.documents.is_empty() {
        return Err(eyre!(
            "none of the evidence could be read: there is nothing to compare"
        ));
    }
    let pieces: Vec<Evidence<'_>> = material.evidence().collect();
    let found: Vec<(Conflict, ConflictKind)> = conflicts_among(&pieces, material.titles())
        .into_iter()
        .filter_map(|conflict| {
            let kind = account(&conflict, &material)?;
            Some((conflict, kind))
        })
        .collect();
    output::print(&if asked.json {
        as_json(&found, &material)
    } else {
        as_text(&found, &material)
    })?;
    Ok(if found.is_empty() {
        DONE
    } else {
        CHECKS_FAILED
    })
}

/// What a conflict is, by the dates and the titles of its documents; none where each side tells of a time of its own.
fn account(conflict: &Conflict, material: &Material) -> Option<ConflictKind> {
    let read = |side: &ConflictSide| Some(&material.passage(side.passage)?.0.read);
    let (a, b) = (read(&conflict.a)?, read(&conflict.b)?);
    let dates = a.date.as_deref().zip(b.date.as_deref());
    let first_is_newer = dates.and_then(|(a, b)| is_newer(a, b));
    let account = conflict.account(first_is_newer, &|| is_one_series(&a.title, &b.title));
    account.map(|account| account.kind)
}

/// The kind of a conflict in words, and what it rests on.
fn told((conflict, kind): &(Conflict, ConflictKind)) -> (&'static str, &'static str) {
    let why = match (*kind, conflict.difference) {
        _ if conflict.is_correction() => "one sets right what the other says",
        (ConflictKind::Contradiction, Difference::Value) => "different values for one thing",
        (ConflictKind::Contradiction, Difference::Name) => "different names for one event",
        (ConflictKind::Contradiction, Difference::Direction) => {
            "one says the opposite of the other"
        }
        (ConflictKind::SupersededByDate, _) => "what one says has moved on since",
        (ConflictKind::DifferentScope, _) => "one speaks of a part of what the other speaks of",
        (ConflictKind::SpreadOfEstimates, _) => "both are estimates",
    };
    (kind.name(), why)
}

fn as_json(found: &[(Conflict, ConflictKind)], material: &Material) -> String {
    let conflicts: Vec<Value> = found
        .iter()
        .map(|found| {
            let (kind, why) = told(found);
            let (conflict, _) = found;
            json!({
                "kind": kind,
                "why": why,
                "a": side(&conflict.a, material),
                "b": side(&conflict.b, material),
            })
        })
        .collect();
    let refused: Vec<Value> = material
        .refused
        .iter()
        .map(|refused| json!({ "source": refused.source, "reason": refused.reason }))
        .collect();
    let documents: Vec<Value> = material
        .documents
        .iter()
        .map(|held| json!({ "name": held.name, "title": held.read.title, "uri": held.read.uri }))
        .collect();
    let told = json!({
        "conflicts": conflicts,
        "summary": { "conflicts": found.len(), "documents": material.documents.len() },
        "documents": documents,
        "refused": refused,
    });
    format!("{told}\n")
}

fn side(side: &ConflictSide, material: &Material) -> Option<Value> {
    let (held, passage) = material.passage(side.passage)?;
    let from = passage.span.start + side.span.start;
    Some(json!({
        "document": held.name,
        "title": held.read.title,
        "uri": held.read.uri,
        "date": held.read.date,
        "page": held.page(passage, side.span.start),
        "span": [from, from + side.text.len()],
        "quote": side.text,
    }))
}

fn as_text(found: &[(Conflict, ConflictKind)], material: &Material) -> String {
    let mut out = String::new();
    for told_of in found {
        let (kind, why) = told(told_of);
        let (conflict, _) = told_of;
        let _ = writeln!(out, "{kind}: {why}");
        for side in [&conflict.a, &conflict.b] {
            let Some((held, passage)) = material.passage(side.passage) else {
                continue;
            };
            let page = held.page(passage, side.span.start);
            let page = page.map_or_else(String::new, |page| format!(", p. {page}"));
            let date = held
                .read
                .date
                .as_ref()
                .map_or_else(String::new, |date| format!(", {date}"));
            let quote = clean::line(&side.text, QUOTED);
            let _ = writeln!(out, "  “{quote}” {}{page}{date}", held.name);
        }
        out.push('\n');
    }
    let _ = writeln!(
        out,
        "{} in {}",
        counted(found.len(), "conflict"),
        counted(material.documents.len(), "document")
    );
    clean::stored(&out).into_owned()
}
