//! Retrieval for a step: which passages a writer gets, and which ones a claim is checked against.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::meaning::Ranking;
use crate::check::{self, Evidence};
use crate::library::{Hit, Library, LibraryError, Search};
use crate::pipeline::ContextPassage;
use crate::study::{Claim, CycleKind, DocumentId, SectionId, Study, Verdict, citation};

/// Passages a model gets for one section [R2].
const FOR_MODEL: usize = 6;
/// Passages the extractive writer chooses from: it needs the whole picture to know what is central.
const FOR_EXTRACTIVE: usize = 80;
/// Passages looked at for one claim, in the documents it cites and in all.
const FOR_CLAIM: usize = 4;

/// The passages for a section, best first, with scores from 0 to 1.
pub(super) fn for_section(
    library: &Library,
    study: &Study,
    section: SectionId,
    extractive: bool,
    ranking: &Ranking<'_>,
) -> Result<Vec<ContextPassage>, LibraryError> {
    let all: Vec<DocumentId> = study.current().map(|document| document.id).collect();
    let limit = if extractive {
        FOR_EXTRACTIVE
    } else {
        FOR_MODEL
    };
    let query = query(study, section, extractive);
    let fresh = study
        .cycle
        .as_ref()
        .map(|cycle| (cycle.kind, cycle.fresh.as_slice()));
    let hits = match fresh {
        // An update is about the new documents; older passages that bear on them come after.
        Some((CycleKind::Update, fresh)) if !fresh.is_empty() => {
            let mut hits = or_first_passages(
                library,
                once(
                    ranking.best(library, study, &query, fresh, 2 * limit)?,
                    limit,
                ),
                fresh,
                limit,
            )?;
            super::news::only(library, study, &mut hits)?;
            let older: Vec<DocumentId> = all
                .iter()
                .copied()
                .filter(|id| !fresh.contains(id))
                .collect();
            hits.extend(ranking.best(library, study, &query, &older, 2 * limit)?);
            once(hits, 2 * limit)
        }
        _ => or_first_passages(
            library,
            once(
                ranking.best(library, study, &query, &all, 2 * limit)?,
                limit,
            ),
            &all,
            limit,
        )?,
    };
    Ok(scaled(hits))
}

/// The first `limit` passages without those whose text stands there already, in another document: a writer reads it once [E5].
fn once(hits: Vec<Hit>, limit: usize) -> Vec<Hit> {
    let mut seen = HashSet::new();
    let mut kept: Vec<Hit> = hits
        .into_iter()
        .filter(|hit| {
            let words: Vec<String> = hit
                .passage
                .text
                .split_whitespace()
                .map(str::to_lowercase)
                .collect();
            seen.insert(words)
        })
        .collect();
    kept.truncate(limit);
    kept
}

/// The `limit` best passages of some documents, with those that the analyst let back in.
pub(super) fn best(
    library: &Library,
    study: &Study,
    text: &str,
    documents: &[DocumentId],
    limit: usize,
) -> Result<Vec<Hit>, LibraryError> {
    library.search(&Search {
        text,
        documents: Some(documents),
        readmitted: &study.readmitted,
        limit,
        ..Search::default()
    })
}

/// The question, and for a model what has been written so far [R2].
fn query(study: &Study, section: SectionId, extractive: bool) -> String {
    let mut query = study.question.clone();
    if !extractive {
        for part in study.sections.iter().take(section.0) {
            query.push(' ');
            query.push_str(&part.candidate());
        }
    }
    query
}

/// Fills up with the documents' first passages where the words of the query find too few: a writer who sees nothing could not even say that the
/// evidence does not answer. The extractive writer always gets a fair number, to know what is central.
fn or_first_passages(
    library: &Library,
    mut hits: Vec<Hit>,
    documents: &[DocumentId],
    limit: usize,
) -> Result<Vec<Hit>, LibraryError> {
    let enough = if limit == FOR_EXTRACTIVE {
        FOR_EXTRACTIVE / 2
    } else {
        1
    };
    if hits.len() < enough {
        for passage in library.first_passages(documents, limit)? {
            if hits.len() < limit && hits.iter().all(|hit| hit.passage.id != passage.id) {
                hits.push(Hit {
                    passage,
                    score: 0.0,
                    lexical: 0.0,
                    semantic: None,
                });
            }
        }
    }
    Ok(hits)
}

fn scaled(hits: Vec<Hit>) -> Vec<ContextPassage> {
    let best = hits
        .iter()
        .map(|hit| hit.score)
        .fold(f32::EPSILON, f32::max);
    hits.into_iter()
        .map(|hit| ContextPassage {
            score: (hit.score / best).clamp(0.0, 1.0),
            passage: hit.passage,
        })
        .collect()
}

/// The verdicts of all claims in a section's text and in what is or was proposed for it: the review shows decided hunks too.
pub(super) fn check_section(
    library: &Library,
    study: &Study,
    section: SectionId,
) -> Result<Vec<Claim>, LibraryError> {
    let Some(part) = study.section(section) else {
        return Ok(Vec::new());
    };
    let mut texts = vec![part.accepted(), part.candidate()];
    texts.extend(
        part.revision
            .iter()
            .flat_map(|revision| [revision.original(), revision.proposed()]),
    );
    texts.extend(part.partial.iter().map(|partial| partial.text.clone()));
    texts.dedup();
    let text = texts.join("\n\n");
    let sentences: BTreeSet<&str> = check::sentences(&text)
        .into_iter()
        .filter_map(|span| text.get(span))
        .map(str::trim)
        .collect();
    let mut passages = BTreeMap::new();
    for id in part
        .provenance
        .iter()
        .flat_map(|provenance| &provenance.passages)
    {
        passages.extend(library.passage(*id)?.map(|passage| (*id, passage)));
    }
    let all: Vec<DocumentId> = study.evidence.iter().map(|document| document.id).collect();
    // An older version still carries what cites it, and nothing else.
    let current: Vec<DocumentId> = study.current().map(|document| document.id).collect();
    for sentence in sentences {
        let numbers = citation::numbers(sentence);
        let is_cited = |id: &DocumentId| {
            study
                .number_of(*id)
                .is_some_and(|number| numbers.contains(&number))
        };
        let cited: Vec<DocumentId> = all.iter().copied().filter(is_cited).collect();
        for documents in [&cited, &current] {
            passages.extend(
                best(library, study, sentence, documents, FOR_CLAIM)?
                    .into_iter()
                    .map(|hit| (hit.passage.id, hit.passage)),
            );
        }
    }
    let evidence: Vec<Evidence<'_>> = passages
        .values()
        .filter_map(|passage| {
            Some(Evidence {
                number: study.number_of(passage.document)?,
                passage,
            })
        })
        .collect();
    let mut known = BTreeSet::new();
    let mut claims = check::check_section(&text, &evidence, &[]);
    claims.retain(|claim| known.insert(claim.text.clone()));
    Ok(claims)
}

/// The claims of a section whose check could not run, and why: an outage is visible, never a pass [V1].
pub(super) fn unchecked(study: &Study, section: SectionId, why: &str) -> Vec<Claim> {
    let text = study
        .section(section)
        .map(crate::study::Section::candidate)
        .unwrap_or_default();
    let mut claims = check::check_section(&text, &[], &[]);
    for claim in &mut claims {
        claim.verdict = Verdict::Unchecked;
        claim.reason = format!("the check could not run: {why}");
        claim.evidence = None;
    }
    claims
}
