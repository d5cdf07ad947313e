//! Search by words: exact BM25 over all passages, or over those of some documents; very short passages count as somewhat longer.
//!
//! Each segment is scored on its own: the lists of the query's terms are added up in one array of scores, from which the best are taken. How often a
//! term stands in the library, or in the documents that are to tell it, is counted over all segments, so that a score does not depend on how the library
//! came about.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

use rusqlite::{Connection, OptionalExtension, params};

use super::postings::{each_posting, find};
use super::segments::Segment;
use super::words::QueryTerm;

const K1: f32 = 1.2;
const B: f32 = 0.75;
/// A passage shorter than this share of the mean counts as so long: what BM25 gives to shortness would put a line with nothing but the words of a title
/// before the passages that say something of it.
const SHORTEST: f32 = 0.4;
/// So many parts of a segment are looked up one by one.
const MOST_JUMPS: usize = 16;

/// Which passages a search may return.
pub(super) struct Scope<'a> {
    /// Passage ids, in order and apart from each other; `None` for the whole library.
    pub(super) ranges: Option<Vec<Range<i64>>>,
    /// The passages that tell how rare a word is and how long a passage usually is, in the same way.
    pub(super) counted: Option<Vec<Range<i64>>>,
    /// Passages that the analyst let back in; in order.
    pub(super) readmitted: &'a [i64],
}

/// A passage and its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scored {
    pub(super) passage: i64,
    pub(super) score: f32,
}

/// What a search by words found.
pub(super) struct ByWords {
    /// The best passages, best first.
    pub(super) best: Vec<Scored>,
    /// The scores of the passages that were asked for, whether they match or not.
    pub(super) asked: Vec<f32>,
    /// What no passage scores more than, whatever it says.
    pub(super) most: f32,
}

/// The `limit` best passages, and the scores of the passages `asked`, which are in order.
pub(super) fn search(
    connection: &Connection,
    segments: &[Segment],
    terms: &[QueryTerm],
    scope: &Scope<'_>,
    limit: usize,
    asked: &[i64],
) -> rusqlite::Result<ByWords> {
    let counted: Vec<Counted> = segments
        .iter()
        .map(|segment| Counted::of(segment, scope.counted.as_deref()))
        .collect();
    let lists = Lists::find(connection, segments, &counted, terms)?;
    let norms = norms(segments, &counted);
    let mut best = Best::new(limit);
    let mut answered = vec![0.0; asked.len()];
    let mut scores = Vec::new();
    for (at, segment) in segments.iter().enumerate() {
        let within = scope.within(segment);
        if within.is_empty() {
            continue;
        }
        scores.clear();
        scores.resize(segment.span(), 0.0);
        let mut matched = false;
        for (term, lists) in terms.iter().zip(&lists.by_term) {
            let Some(list) = &lists.lists[at] else {
                continue;
            };
            matched = true;
            let mut add = |list: &[u8]| add(list, segment, lists.weight, &norms, &mut scores);
            match list {
                Found::Whole(list) => add(list),
                Found::Cut => parts(connection, segment.id, &term.term, &within, &mut add)?,
            }
        }
        if !matched {
            continue;
        }
        for range in within {
            for (at, &score) in scores.iter().enumerate().take(range.end).skip(range.start) {
                if score > best.least && scope.admits(segment, at) {
                    best.push(Scored {
                        passage: segment.first + at as i64,
                        score,
                    });
                }
            }
        }
        let ids = segment.ids();
        let from = asked.partition_point(|&id| id < ids.start);
        let to = asked.partition_point(|&id| id < ids.end);
        for (&id, answer) in asked[from..to].iter().zip(&mut answered[from..to]) {
            *answer = scores[(id - segment.first) as usize];
        }
    }
    Ok(ByWords {
        best: best.into_sorted(),
        asked: answered,
        most: lists.by_term.iter().map(|term| term.weight).sum(),
    })
}

/// Keeps the best so many; of equals, the one with the lower id.
pub(super) struct Best {
    limit: usize,
    heap: BinaryHeap<Worst>,
    /// What a score has to exceed, or to equal with a lower id, to get in.
    pub(super) least: f32,
}

struct Worst(Scored);

impl Best {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            heap: BinaryHeap::new(),
            least: if limit == 0 { f32::INFINITY } else { 0.0 },
        }
    }

    pub(super) fn push(&mut self, scored: Scored) {
        self.heap.push(Worst(scored));
        if self.heap.len() > self.limit {
            self.heap.pop();
        }
        if self.heap.len() == self.limit
            && let Some(worst) = self.heap.peek()
        {
            self.least = worst.0.score;
        }
    }

    pub(super) fn into_sorted(self) -> Vec<Scored> {
        let sorted = self.heap.into_sorted_vec();
        sorted.into_iter().map(|worst| worst.0).collect()
    }
}

impl Ord for Worst {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = other.0.score.total_cmp(&self.0.score);
        by_score.then(self.0.passage.cmp(&other.0.passage))
    }
}

impl PartialOrd for Worst {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Worst {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Worst {}

impl Scope<'_> {
    /// The parts of a segment that may be returned, as distances from its first passage.
    pub(super) fn within(&self, segment: &Segment) -> Vec<Range<usize>> {
        parts_of(segment, self.ranges.as_deref())
    }

    /// Whether the guardrail lets this passage through, or the analyst does [E6].
    pub(super) fn admits(&self, segment: &Segment, at: usize) -> bool {
        !segment.is_set_aside(at)
            || self
                .readmitted
                .binary_search(&(segment.first + at as i64))
                .is_ok()
    }
}

/// The parts of a segment that ranges of ids hold, as distances from its first passage; all of it where there are no ranges.
fn parts_of(segment: &Segment, ranges: Option<&[Range<i64>]>) -> Vec<Range<usize>> {
    let ids = segment.ids();
    let Some(ranges) = ranges else {
        return std::iter::once(0..segment.span()).collect();
    };
    let from = ranges.partition_point(|range| range.end <= ids.start);
    ranges[from..]
        .iter()
        .take_while(|range| range.start < ids.end)
        .map(|range| {
            let distance = |id: i64| (id.clamp(ids.start, ids.end) - ids.start) as usize;
            distance(range.start)..distance(range.end)
        })
        .filter(|range| !range.is_empty())
        .collect()
}

/// What of a segment tells how rare words are.
struct Counted {
    parts: Vec<Range<usize>>,
    /// Whether that is all of it, which is counted already.
    is_whole: bool,
    passages: u64,
    words: u64,
}

impl Counted {
    fn of(segment: &Segment, ranges: Option<&[Range<i64>]>) -> Self {
        let parts = parts_of(segment, ranges);
        let is_whole = matches!(parts.as_slice(), [all] if *all == (0..segment.span()));
        let (passages, words) = if is_whole {
            (segment.passages, segment.words)
        } else {
            let places = || parts.iter().cloned().flatten();
            let words: usize = places().map(|at| segment.length(at)).sum();
            (places().count() as u64, words as u64)
        };
        Self {
            parts,
            is_whole,
            passages,
            words,
        }
    }

    /// How many of the passages of a list are in it.
    fn count(&self, list: &[u8]) -> u64 {
        let (mut part, mut count) = (0, 0);
        each_posting(list, |passage, _| {
            let at = passage as usize;
            while self.parts.get(part).is_some_and(|range| range.end <= at) {
                part += 1;
            }
            count += u64::from(self.parts.get(part).is_some_and(|range| range.start <= at));
        });
        count
    }
}

/// Where the lists of a query are, and what each term weighs.
struct Lists {
    by_term: Vec<TermLists>,
}

struct TermLists {
    weight: f32,
    /// By segment.
    lists: Vec<Option<Found>>,
}

enum Found {
    Whole(Vec<u8>),
    /// It has blocks of its own, which are read when they are needed.
    Cut,
}

impl Lists {
    fn find(
        connection: &Connection,
        segments: &[Segment],
        counted: &[Counted],
        terms: &[QueryTerm],
    ) -> rusqlite::Result<Self> {
        let mut block = connection.prepare_cached(
            "SELECT term, block FROM postings WHERE segment = ?1 AND (term, start) <= (?2, ?3) ORDER BY term DESC, start DESC LIMIT 1",
        )?;
        let all: u64 = counted.iter().map(|counted| counted.passages).sum();
        let mut by_term = Vec::with_capacity(terms.len());
        for asked in terms {
            let term = &asked.term;
            let mut passages = 0_u64;
            let mut lists = Vec::with_capacity(segments.len());
            for (segment, counted) in segments.iter().zip(counted) {
                let mut in_all = 0;
                let found = block
                    .query_row(params![segment.id, term, u32::MAX], |row| {
                        let entry = find(row.get_ref(1)?.as_blob()?, term);
                        let is_first = row.get_ref(0)?.as_str()? == term;
                        Ok(entry.map(|entry| {
                            in_all = u64::from(entry.passages);
                            if is_first {
                                Found::Cut
                            } else {
                                Found::Whole(entry.list.to_vec())
                            }
                        }))
                    })
                    .optional()?
                    .flatten();
                passages += match &found {
                    _ if counted.is_whole => in_all,
                    Some(Found::Whole(list)) => counted.count(list),
                    Some(Found::Cut) if !counted.parts.is_empty() => {
                        let mut count = 0;
                        let mut add = |list: &[u8]| count += counted.count(list);
                        parts(connection, segment.id, term, &counted.parts, &mut add)?;
                        count
                    }
                    Some(Found::Cut) | None => 0,
                };
                lists.push(found);
            }
            let is_missing = asked.is_other && passages == 0;
            by_term.push(TermLists {
                weight: if is_missing {
                    0.0
                } else {
                    weight(all, passages) * asked.weight()
                },
                lists,
            });
        }
        Ok(Self { by_term })
    }
}

/// How much a term says that stands in `passages` of `all`, times the constant part of each score.
fn weight(all: u64, passages: u64) -> f32 {
    let (all, passages) = (all as f64, passages as f64);
    let rare = (all - passages).max(0.0) + 0.5;
    ((1.0 + rare / (passages + 0.5)).ln()) as f32 * (K1 + 1.0)
}

/// By the words of a passage: what its length adds to the divisor.
fn norms(segments: &[Segment], counted: &[Counted]) -> Vec<f32> {
    let passages: u64 = counted.iter().map(|counted| counted.passages).sum();
    let words: u64 = counted.iter().map(|counted| counted.words).sum();
    let mean = (words as f64 / (passages.max(1)) as f64).max(1.0) as f32;
    let longest = segments.iter().map(Segment::longest).max();
    (0..=longest.unwrap_or_default())
        .map(|length| K1 * (1.0 - B + B * (length as f32 / mean).max(SHORTEST)))
        .collect()
}

#[inline]
fn add(list: &[u8], segment: &Segment, weight: f32, norms: &[f32], scores: &mut [f32]) {
    each_posting(list, |passage, times| {
        let at = passage as usize;
        if let (Some(score), Some(norm)) = (scores.get_mut(at), norms.get(segment.length(at))) {
            let times = times as f32;
            *score += weight * times / (times + norm);
        }
    });
}

/// Calls `add` with the blocks of a cut list that the ranges need, each once.
fn parts(
    connection: &Connection,
    segment: i64,
    term: &str,
    within: &[Range<usize>],
    add: &mut impl FnMut(&[u8]),
) -> rusqlite::Result<()> {
    let mut blocks = connection.prepare_cached(
        "SELECT start, block FROM postings WHERE segment = ?1 AND term = ?2 AND start <= ?4
         AND start >= coalesce((SELECT max(start) FROM postings WHERE segment = ?1 AND term = ?2 AND start <= ?3), 0)
         ORDER BY start",
    )?;
    // A filter that leaves many small parts is cheaper to read through than to jump about in.
    let hull = match within {
        [first, .., last] if within.len() > MOST_JUMPS => Some(first.start..last.end),
        _ => None,
    };
    let mut last = -1;
    for range in hull.as_ref().map_or(within, std::slice::from_ref) {
        let mut rows = blocks.query(params![segment, term, range.start, range.end - 1])?;
        while let Some(row) = rows.next()? {
            let start: i64 = row.get(0)?;
            if start <= last {
                continue;
            }
            last = start;
            if let Some(entry) = find(row.get_ref(1)?.as_blob()?, term) {
                add(entry.list);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::super::words::{Vocabulary, query_terms};
    use super::super::{Library, Search, SearchMode};
    use crate::study::{ReadDocument, ReadPassage, Timestamp};

    /// BM25 as the textbook has it but for the length of short passages, passage by passage.
    fn naive(passages: &[String], query: &str) -> Vec<(i64, f64)> {
        let mut vocabulary = Vocabulary::default();
        let counted: Vec<HashMap<String, f64>> = passages
            .iter()
            .map(|text| {
                let mut found = Vec::new();
                vocabulary.read(text, &mut |term| found.push(term));
                let mut counts = HashMap::new();
                for term in found {
                    *counts.entry(vocabulary.name(term).to_owned()).or_default() += 1.0;
                }
                counts
            })
            .collect();
        let length = |counts: &HashMap<String, f64>| counts.values().sum::<f64>();
        let all = counted.len() as f64;
        let mean = (counted.iter().map(length).sum::<f64>() / all).max(1.0);
        let terms = query_terms(query);
        let score = |counts: &HashMap<String, f64>| -> f64 {
            terms
                .iter()
                .filter_map(|term| {
                    let times = counts.get(&term.term)?;
                    let with = counted
                        .iter()
                        .filter(|counts| counts.contains_key(&term.term))
                        .count() as f64;
                    let weight = (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
                    let norm = 1.2 * (0.25 + 0.75 * (length(counts) / mean).max(0.4));
                    Some(f64::from(term.weight()) * weight * times * 2.2 / (times + norm))
                })
                .sum()
        };
        let scores = (1..).zip(counted.iter().map(score));
        scores.filter(|(_, score)| *score > 0.0).collect()
    }

    fn document(n: usize, texts: &[String]) -> ReadDocument {
        let passage = |text: &String| ReadPassage {
            text: text.clone(),
            ..ReadPassage::default()
        };
        ReadDocument {
            uri: format!("/{n}.txt"),
            hash: n.to_string(),
            passages: texts.iter().map(passage).collect(),
            ..ReadDocument::default()
        }
    }

    /// Few different words, so that lists grow long and terms repeat.
    fn text() -> impl Strategy<Value = String> {
        prop::collection::vec("[a-f]{1,2}|charg(er|ing|ed)|é|東京都?", 0..12)
            .prop_map(|words| words.join(" "))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn a_search_finds_what_bm25_finds_however_the_library_came_about(
            ingestions in prop::collection::vec(prop::collection::vec(prop::collection::vec(text(), 0..6), 0..4), 1..24),
            query in text(),
        ) {
            let folder = tempfile::tempdir().expect("a folder");
            let mut library = Library::open(folder.path()).expect("opened");
            let mut passages = Vec::new();
            let mut n = 0;
            for ingestion in &ingestions {
                let documents: Vec<ReadDocument> = ingestion
                    .iter()
                    .map(|texts| {
                        n += 1;
                        passages.extend(texts.iter().cloned());
                        document(n, texts)
                    })
                    .collect();
                library.add_documents(&documents, Timestamp(0)).expect("stored");
            }
            let expected: HashMap<i64, f64> = naive(&passages, &query).into_iter().collect();
            let search = Search { text: &query, limit: passages.len() + 1, mode: SearchMode::Lexical, ..Search::default() };
            let hits = library.search(&search).expect("searched");
            prop_assert_eq!(hits.len(), expected.len());
            prop_assert!(hits.is_sorted_by(|a, b| a.lexical >= b.lexical));
            for hit in &hits {
                let score = expected[&hit.passage.id.0];
                prop_assert!((f64::from(hit.lexical) - score).abs() < 1e-3 * score.max(1.0), "{} {score}", hit.lexical);
            }
            // Every document alone gives the same scores.
            for document in library.documents().expect("listed") {
                let documents = [document.id];
                let alone = library.search(&Search { documents: Some(&documents), ..search.clone() }).expect("searched");
                let whole: Vec<f32> = hits.iter().filter(|hit| hit.passage.document == document.id).map(|hit| hit.lexical).collect();
                prop_assert_eq!(alone.iter().map(|hit| hit.lexical).collect::<Vec<_>>(), whole);
            }
            // Some documents that tell themselves how rare their words are score as they would in a library of their own.
            let mut documents = library.documents().expect("listed");
            documents.sort_by_key(|document| document.id);
            let (mut some, mut ids, mut texts, mut first) = (Vec::new(), Vec::new(), Vec::new(), 0);
            for (at, document) in documents.iter().enumerate() {
                let places = first..first + document.passages as usize;
                first = places.end;
                if at % 2 == 0 {
                    some.push(document.id);
                    ids.extend(places.clone().map(|place| place as i64 + 1));
                    texts.extend_from_slice(&passages[places]);
                }
            }
            let among = Search { documents: Some(&some), among: Some(&some), ..search.clone() };
            let expected = naive(&texts, &query);
            let found = library.search(&among).expect("searched");
            prop_assert_eq!(found.len(), expected.len());
            for (at, score) in expected {
                let hit = found.iter().find(|hit| hit.passage.id.0 == ids[at as usize - 1]).expect("found");
                prop_assert!((f64::from(hit.lexical) - score).abs() < 1e-3 * score.max(1.0), "{} {score}", hit.lexical);
            }
        }
    }
}
