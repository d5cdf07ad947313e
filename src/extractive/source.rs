//! Source: what a document and the place of a sentence in it say for that sentence, and which passages are read at all.

use std::collections::HashSet;

use crate::check::{is_version, key, sentences};
use crate::pipeline::{ContextDocument, ContextPassage, Request};
use crate::study::Origin;

/// Whether a passage lists what changed from version to version.
#[must_use]
pub fn is_chronicle(document: &ContextDocument, chosen: &ContextPassage) -> bool {
    let says = |text: &str| {
        let lower = text.to_lowercase();
        let named = [
            "changelog",
            "change log",
            "release notes",
            "releases",
            "what's new",
        ]
        .iter()
        .any(|name| lower.contains(name));
        let version = lower
            .split_whitespace()
            .take(3)
            .any(|word| is_version(word.trim_matches(|edge: char| !edge.is_ascii_alphanumeric())));
        named || version
    };
    let title = document.document.title.to_lowercase();
    title.contains("changelog")
        || title.contains("release notes")
        || title == "releases"
        || chosen.passage.headings.iter().any(|heading| says(heading))
}

/// The year of a document.
#[must_use]
pub fn year(document: &ContextDocument) -> Option<u32> {
    document.document.date.as_deref()?.get(..4)?.parse().ok()
}

/// Authoritative, recent and early counts.
#[must_use]
pub fn standing(
    document: &ContextDocument,
    passage: &ContextPassage,
    start: usize,
    newest: Option<u32>,
) -> f32 {
    let origin = match document.document.origin {
        Origin::Academic | Origin::Internal => 0.4,
        Origin::Web => 0.2,
        Origin::General => 0.1,
    };
    let age = match (year(document), newest) {
        (Some(year), Some(newest)) => newest.saturating_sub(year),
        _ => 5,
    };
    let recent = 0.3 / (1.0 + 0.2 * age as f32);
    let early = 0.2 / (1.0 + passage.passage.ordinal as f32) + if start == 0 { 0.1 } else { 0.0 };
    origin + recent + early
}

/// The documents that say of themselves that they no longer hold: `This recommendation is out of date. It has been replaced by …`.
#[must_use]
pub fn superseded(request: &Request) -> HashSet<u32> {
    let documents = request.context.documents.iter();
    let is_past = |document: &&ContextDocument| {
        let mut passages = document.passages.iter();
        passages.any(|chosen| {
            let text = chosen.passage.text.as_str();
            let mut all = sentences(text)
                .into_iter()
                .filter_map(|span| text.get(span));
            text.contains("This ") && all.any(says_it_is_past)
        })
    };
    documents.filter(is_past).map(|one| one.number).collect()
}

/// Whether a sentence says of the document that it stands in that it no longer holds.
fn says_it_is_past(sentence: &str) -> bool {
    #[rustfmt::skip]
    const ITSELF: &[&str] = &[
        "recommendation", "guideline", "guidelines", "guidance", "document", "page", "version", "article", "policy", "standard", "specification", "advisory", "statement", "report", "draft",
        "notice", "edition", "rfc", "memo", "manual", "documentation",
    ];
    const PAST: &[&str] = &[
        "is out of date",
        "is outdated",
        "is obsolete",
        "is no longer current",
        "is no longer valid",
        "is no longer maintained",
        "has been superseded",
        "has been replaced",
        "has been withdrawn",
        "has been archived",
        "was superseded by",
        "was replaced by",
        "is superseded by",
        "is obsoleted by",
    ];
    /// A note of this kind says nothing else.
    const LONGEST: usize = 200;
    if sentence.len() > LONGEST || !sentence.trim_start().starts_with("This ") {
        return false;
    }
    let key = key(sentence);
    let mut opening = key.split(' ').skip(1).take(3);
    opening.any(|word| ITSELF.contains(&word)) && PAST.iter().any(|past| key.contains(past))
}

/// More sentences than this are not weighed against each other; the best passages come first.
const MOST: usize = 600;

/// The passages in reading order, without the least relevant where there are too many.
#[must_use]
pub fn best_passages(request: &Request) -> Vec<(&ContextDocument, &ContextPassage)> {
    let mut all: Vec<_> = request
        .context
        .documents
        .iter()
        .flat_map(|document| {
            document
                .passages
                .iter()
                .map(move |passage| (document, passage))
        })
        .enumerate()
        .collect();
    all.sort_by(|a, b| b.1.1.score.total_cmp(&a.1.1.score).then(a.0.cmp(&b.0)));
    let mut room = MOST * 200;
    all.retain(|(_, (_, passage))| {
        let fits = passage.passage.text.len() <= room;
        room -= if fits { passage.passage.text.len() } else { 0 };
        fits
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, both)| both).collect()
}
