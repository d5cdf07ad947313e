//! Search over passages: by words and by meaning, within a study's documents or the whole library [R1].
//!
//! One search sees one state of the library, whatever is being ingested beside it. What the two sides find is scored by both and mixed; how vectors
//! are made and scores are mixed is the business of `semantic`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use rusqlite::{Connection, params};

use super::documents::{passage, place, searchable_text, to_json};
use super::lexical::{self, Scope};
use super::phrases::Phrases;
use super::segments::{self, Segment};
use super::vectors::{self, SignIndex};
use super::words::query_terms;
use super::{Library, LibraryError};
use crate::semantic::{self, Vector};
use crate::study::{DocumentId, Origin, Passage, PassageId};

/// How much the meaning usually counts beside the words: measured, see the embedding table's notes.
const SEMANTIC_SHARE: f32 = 0.3;
/// A score by words is scaled as if the best passage had at least this share of what a passage could have: a word that nearly all passages have tells
/// nothing, even where it is the only one of the question that is found.
const LEAST_BY_WORDS: f32 = 0.05;
/// A passage that shares no word with the query and is no nearer to it than this in the vectors of the table is hardly about it.
const HARDLY_RELATED: f32 = 0.25;
/// Passages that each side proposes.
const CANDIDATES: usize = 1_000;
/// Passages that are read closely.
const CLOSELY: usize = 100;

/// Passages that are looked at for a phrase.
const FOR_PHRASES: usize = 400;
/// How much of its score a passage keeps that says nothing.
const OF_NOTHING: f32 = 0.6;

/// What is looked for, and where.
#[derive(Debug, Clone, Default)]
pub struct Search<'a> {
    pub text: &'a str,
    /// `None` for the whole library.
    pub documents: Option<&'a [DocumentId]>,
    /// The documents that tell how rare a word is, such as all of a study: what else the library holds then changes nothing. `None` for all of them.
    pub among: Option<&'a [DocumentId]>,
    /// In none of these.
    pub without: &'a [DocumentId],
    pub filter: Filter,
    /// Passages that may be found although the guardrail set them aside [E6].
    pub readmitted: &'a [PassageId],
    pub limit: usize,
    pub mode: SearchMode,
    /// Whether the best passages are read part by part: what answers a question is mostly a few sentences of a passage. It finds better and takes some
    /// milliseconds more.
    pub closely: bool,
}

/// Which sides a search uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SearchMode {
    /// Words and meaning; words alone where there are no vectors.
    #[default]
    Hybrid,
    Lexical,
    Semantic,
}

/// Which documents count.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Any of these; all where there are none.
    pub origins: Vec<Origin>,
    /// First and last date, ISO 8601, possibly only a year or a month. A document whose date says no more than the year passes if any day of it
    /// would. Without a date it fails.
    pub from: Option<String>,
    pub to: Option<String>,
}

/// A passage that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub passage: Passage,
    /// From 0 to 1, higher is better; comparable within one search only.
    pub score: f32,
    /// BM25.
    pub lexical: f32,
    /// Cosine; `None` where the passage or the query has no vector.
    pub semantic: Option<f32>,
}

impl Hit {
    /// Whether the passage has anything to do with the query, as far as words and meaning tell.
    #[must_use]
    pub fn is_related(&self) -> bool {
        self.lexical > 0.0
            || self
                .semantic
                .is_none_or(|meaning| meaning >= HARDLY_RELATED)
    }
}

impl Library {
    /// The best passages, best first.
    pub fn search(&self, search: &Search<'_>) -> Result<Vec<Hit>, LibraryError> {
        let find = || -> rusqlite::Result<Vec<Hit>> {
            // What is read below belongs together, also while another connection stores.
            let snapshot = self.connection.unchecked_transaction()?;
            let segments = segments::read(&snapshot, self.segments.take())?;
            let mut signs = self.signs.borrow_mut();
            let hits = find(&snapshot, &segments, &mut signs, search);
            *self.segments.borrow_mut() = segments;
            hits
        };
        find().map_err(self.store("be searched"))
    }

    /// How many documents tell no date, of these or of all: a search from or to a date leaves them out.
    pub fn undated(&self, among: Option<&[DocumentId]>) -> Result<usize, LibraryError> {
        let among = among.map(|documents| to_json(&documents)).transpose();
        let count = |among: Option<String>| -> rusqlite::Result<usize> {
            self.connection
                .prepare_cached(
                    "SELECT count(*) FROM document WHERE date IS NULL
                     AND (?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))",
                )?
                .query_row([among], |row| row.get(0))
        };
        among.and_then(count).map_err(self.store("count documents"))
    }
}

impl Filter {
    fn is_empty(&self) -> bool {
        self.origins.is_empty() && self.from.is_none() && self.to.is_none()
    }
}

fn find(
    connection: &Connection,
    segments: &[Segment],
    signs: &mut SignIndex,
    search: &Search<'_>,
) -> rusqlite::Result<Vec<Hit>> {
    let mut readmitted: Vec<i64> = search.readmitted.iter().map(|passage| passage.0).collect();
    readmitted.sort_unstable();
    let scope = Scope {
        ranges: ranges(connection, search)?,
        counted: search
            .among
            .map(|documents| places(connection, documents))
            .transpose()?,
        readmitted: &readmitted,
    };
    let count = CANDIDATES.max(search.limit);
    let (near, query) = match search.mode {
        SearchMode::Lexical => (Vec::new(), None),
        SearchMode::Hybrid | SearchMode::Semantic => {
            near(connection, segments, signs, search.text, &scope, count)
        }
    };
    let (share, count) = match search.mode {
        SearchMode::Semantic => (1.0, 0),
        SearchMode::Hybrid if query.is_some() => (SEMANTIC_SHARE, count),
        SearchMode::Hybrid | SearchMode::Lexical => (0.0, search.limit),
    };
    let terms = query_terms(search.text);
    let found = lexical::search(connection, segments, &terms, &scope, count, &near)?;
    let most = found.most;
    let near = near.into_iter().zip(found.asked);
    let mut candidates: Vec<(i64, f32)> = found
        .best
        .into_iter()
        .map(|found| (found.passage, found.score))
        .chain(near)
        .collect();
    candidates.sort_unstable_by_key(|(passage, _)| *passage);
    candidates.dedup_by_key(|(passage, _)| *passage);
    let passages: Vec<i64> = candidates.iter().map(|(passage, _)| *passage).collect();
    let semantic = query
        .as_ref()
        .and_then(|query| vectors::cosines(connection, query, &passages).ok())
        .unwrap_or_else(|| vec![None; passages.len()]);
    let phrases = if search.closely {
        Phrases::of(search.text)
    } else {
        Phrases::default()
    };
    let query = query.filter(|_| search.closely && share < 1.0);
    if query.is_none() && phrases.is_empty() {
        let best = best(candidates, semantic, share, most, search.limit);
        return hits(connection, best);
    }
    let limit = if phrases.is_empty() {
        search.limit.max(CLOSELY)
    } else {
        search.limit.max(FOR_PHRASES)
    };
    let best = best(candidates, semantic, share, most, limit);
    let mut hits = hits(connection, best)?;
    if let Some(query) = query {
        read_closely(connection, &query, most, &mut hits)?;
    }
    phrases.prefer(&mut hits);
    hits.truncate(search.limit);
    Ok(hits)
}

/// Ranks the best of a search by words and meaning by their best parts.
fn read_closely(
    connection: &Connection,
    query: &Vector,
    most: f32,
    hits: &mut [Hit],
) -> rusqlite::Result<()> {
    let (close, far) = hits.split_at_mut(hits.len().min(CLOSELY));
    let mut titles: HashMap<DocumentId, String> = HashMap::new();
    for hit in &mut *close {
        let title = match titles.entry(hit.passage.document) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(title(connection, hit.passage.document)?),
        };
        let above = searchable_text(title, &hit.passage.headings, "");
        let nearest = semantic::nearest_part(query, &above, &hit.passage.text);
        hit.semantic = nearest.or(hit.semantic);
    }
    let by_words = close.iter().map(|hit| hit.lexical);
    let by_words: Vec<_> = by_words.chain([0.0, most * LEAST_BY_WORDS]).collect();
    let by_meaning: Vec<_> = close
        .iter()
        .map(|hit| hit.semantic)
        .chain([None, None])
        .collect();
    let share = share_of_meaning(&by_words, &by_meaning, most);
    let scores = semantic::mix(&by_words, &by_meaning, share);
    let bare: Vec<bool> = close.iter().map(|hit| is_bare(&hit.passage.text)).collect();
    // Where most are titles, these are what there is.
    let are_few = bare.iter().filter(|is_bare| **is_bare).count() * 2 < close.len();
    for ((hit, score), is_bare) in close.iter_mut().zip(scores).zip(bare) {
        let is_last = are_few && is_bare;
        hit.score = score * if is_last { OF_NOTHING } else { 1.0 };
    }
    close.sort_by(|a, b| b.score.total_cmp(&a.score));
    // Those behind were scaled otherwise; they stay behind.
    let least = close.last().map_or(0.0, |hit| hit.score);
    for hit in far {
        hit.score = hit.score.min(least);
    }
    Ok(())
}

/// Whether a passage is a few words without a sentence, a figure or a row of a table, as headings are below which nothing stands.
fn is_bare(text: &str) -> bool {
    const FEW: usize = 12;
    const SHORT: usize = 160;
    /// From here on characters are words.
    const WIDE: char = '\u{2E80}';
    let is_said = |line: &str| line.ends_with(['.', '!', '?', '…', '。', '！', '？', '"', '”']);
    let is_figure = |word: &str| {
        word.contains(|c: char| c.is_ascii_digit())
            && !word.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    !text.contains(['|', ':'])
        && text.split_whitespace().nth(FEW).is_none()
        && !text
            .lines()
            .any(|line| is_said(line.trim_end()) || line.starts_with("- "))
        && !text.split_whitespace().any(is_figure)
        && text.len() <= SHORT
        && !text.contains(|c| c >= WIDE)
}

fn title(connection: &Connection, document: DocumentId) -> rusqlite::Result<String> {
    connection
        .prepare_cached("SELECT title FROM document WHERE id = ?1")?
        .query_row([document.0], |row| row.get(0))
}

/// Candidates by meaning and the vector of the query; none where the query has no vector, and none where the vectors cannot be read: then words
/// alone serve [R1].
fn near(
    connection: &Connection,
    segments: &[Segment],
    signs: &mut SignIndex,
    text: &str,
    scope: &Scope<'_>,
    count: usize,
) -> (Vec<i64>, Option<Vector>) {
    let Some(query) = semantic::embed(text) else {
        return (Vec::new(), None);
    };
    if signs.refresh(connection).is_err() {
        *signs = SignIndex::default();
        return (Vec::new(), None);
    }
    let mut near = signs.candidates(&query, scope.ranges.as_deref(), count);
    near.retain(|&id| {
        let at = segments.partition_point(|segment| segment.ids().end <= id);
        segments.get(at).is_some_and(|segment| {
            segment.ids().contains(&id) && scope.admits(segment, (id - segment.first) as usize)
        })
    });
    (near, Some(query))
}

/// A passage with its scores by words and by meaning, and both mixed.
struct Ranked {
    passage: i64,
    score: f32,
    lexical: f32,
    semantic: Option<f32>,
}

/// The best of the candidates.
fn best(
    candidates: Vec<(i64, f32)>,
    semantic: Vec<Option<f32>>,
    share: f32,
    most: f32,
    limit: usize,
) -> Vec<Ranked> {
    // Passages with none of the words exist, whether they are candidates or not: the scale begins at nothing.
    let by_words = candidates.iter().map(|(_, score)| *score);
    let mut by_words: Vec<_> = by_words.chain([0.0]).collect();
    let share = match share {
        // Without vectors the words say all.
        share if share < 1.0 && semantic.iter().all(Option::is_none) => 0.0,
        share if share > 0.0 && share < 1.0 => share_of_meaning(&by_words, &semantic, most),
        share => share,
    };
    by_words.extend((share > 0.0).then_some(most * LEAST_BY_WORDS));
    let by_meaning: Vec<_> = semantic
        .iter()
        .copied()
        .chain(std::iter::repeat(None))
        .take(by_words.len())
        .collect();
    let mixed = semantic::mix(&by_words, &by_meaning, share);
    let is_found =
        |ranked: &Ranked| ranked.semantic.is_some() || (share < 1.0 && ranked.lexical > 0.0);
    let mut best: Vec<Ranked> = candidates
        .into_iter()
        .zip(mixed)
        .zip(semantic)
        .map(|(((passage, lexical), score), semantic)| Ranked {
            passage,
            score,
            lexical,
            semantic,
        })
        .filter(is_found)
        .collect();
    best.sort_by(|a, b| {
        // Scores by words that are all but equal are so when they are scaled.
        let by_score = b.score.total_cmp(&a.score);
        let by_words = b.lexical.total_cmp(&a.lexical);
        by_score.then(by_words).then(a.passage.cmp(&b.passage))
    });
    best.truncate(limit);
    best
}

/// How much the meaning counts of one query. A passage with about all of its words is what was asked for, however near another comes by its meaning.
fn share_of_meaning(by_words: &[f32], by_meaning: &[Option<f32>], most: f32) -> f32 {
    /// What a passage of usual length comes to that has each word once, of what it could.
    const ALL_WORDS: f32 = 0.4;
    if by_words.iter().any(|score| *score >= ALL_WORDS * most) {
        SEMANTIC_SHARE
    } else {
        semantic::share(by_meaning, SEMANTIC_SHARE)
    }
}

fn hits(connection: &Connection, best: Vec<Ranked>) -> rusqlite::Result<Vec<Hit>> {
    let mut hits = Vec::with_capacity(best.len());
    for ranked in best {
        let Some(passage) = passage(connection, ranked.passage)? else {
            continue;
        };
        // What document a passage is of has to be there to be told.
        if !place(connection, passage.document)?.contains(&ranked.passage) {
            continue;
        }
        hits.push(Hit {
            passage,
            score: ranked.score,
            lexical: ranked.lexical,
            semantic: ranked.semantic,
        });
    }
    Ok(hits)
}

/// The passage ids of the documents that count, in order and joined where they touch; `None` for all.
fn ranges(
    connection: &Connection,
    search: &Search<'_>,
) -> rusqlite::Result<Option<Vec<Range<i64>>>> {
    let mut ranges = match search.documents {
        None if search.filter.is_empty() && search.without.is_empty() => return Ok(None),
        None if search.filter.is_empty() => vec![all(connection)?],
        None => filtered(connection, &search.filter, None)?,
        Some(documents) if search.filter.is_empty() => places(connection, documents)?,
        Some(documents) => filtered(connection, &search.filter, Some(documents))?,
    };
    let without = places(connection, search.without)?;
    join(&mut ranges);
    Ok(Some(left(ranges, &without)))
}

/// The passage ids of documents, in order and joined where they touch.
fn places(connection: &Connection, documents: &[DocumentId]) -> rusqlite::Result<Vec<Range<i64>>> {
    let mut places = documents
        .iter()
        .map(|document| place(connection, *document))
        .collect::<rusqlite::Result<Vec<_>>>()?;
    join(&mut places);
    Ok(places)
}

/// Puts ranges in order and joins those that touch.
fn join(ranges: &mut Vec<Range<i64>>) {
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup_by(|next, range| {
        let touches = next.start <= range.end;
        if touches {
            range.end = range.end.max(next.end);
        }
        touches
    });
}

/// What is left of joined ranges without others, joined too, in one pass over both: a library may hold many old versions.
fn left(ranges: Vec<Range<i64>>, without: &[Range<i64>]) -> Vec<Range<i64>> {
    let mut left = Vec::with_capacity(ranges.len() + without.len());
    for range in ranges {
        let mut start = range.start;
        let first = without.partition_point(|hole| hole.end <= range.start);
        for hole in without.iter().skip(first) {
            if hole.start >= range.end {
                break;
            }
            left.push(start..hole.start);
            start = hole.end;
        }
        left.push(start..range.end);
    }
    left.retain(|range| range.start < range.end);
    left
}

/// The ids of all passages.
fn all(connection: &Connection) -> rusqlite::Result<Range<i64>> {
    let last: i64 = connection
        .prepare_cached("SELECT coalesce(max(id), 0) FROM passage")?
        .query_row([], |row| row.get(0))?;
    Ok(0..last.saturating_add(1))
}

fn filtered(
    connection: &Connection,
    filter: &Filter,
    documents: Option<&[DocumentId]>,
) -> rusqlite::Result<Vec<Range<i64>>> {
    // Dates compare as text; a `~` stands after everything that can go on a shorter date.
    connection
        .prepare_cached(
            "SELECT first, passages FROM document
             WHERE (?1 = '[]' OR coalesce(origin, 'general') IN (SELECT value FROM json_each(?1)))
               AND (?2 IS NULL OR date || '~' >= ?2) AND (?3 IS NULL OR date <= ?3 || '~')
               AND (?4 IS NULL OR id IN (SELECT value FROM json_each(?4)))",
        )?
        .query_map(
            params![
                to_json(&filter.origins)?,
                filter.from,
                filter.to,
                documents.map(|documents| to_json(&documents)).transpose()?
            ],
            |row| {
                let first: i64 = row.get(0)?;
                Ok(first..first.saturating_add(row.get(1)?))
            },
        )?
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{best, is_bare, left};

    #[test]
    fn headings_alone_say_nothing() {
        assert!(is_bare(
            "Analyses by segment\n3.2 Products\nRevenue and results"
        ));
        for text in [
            "Revenue fell.",
            "Revenue | 12,339",
            "Revenue 4.1%",
            "- Two cranes",
            "Range: 180 km",
        ] {
            assert!(!is_bare(text), "{text}");
        }
    }

    #[test]
    fn scores_that_are_equal_once_they_are_scaled_keep_their_order() {
        let scores = std::iter::successors(Some(1.5_f32), |score| Some(score.next_up()));
        let mut candidates: Vec<(i64, f32)> = (1..).zip(scores.take(32)).collect();
        candidates.push((100, 2.5));
        let semantic = vec![None; candidates.len()];
        let ranked = best(candidates, semantic, 0.0, 2.5, 100);
        assert!(
            ranked
                .windows(2)
                .any(|pair| pair[0].score.total_cmp(&pair[1].score).is_eq())
        );
        assert!(ranked.is_sorted_by(|a, b| a.lexical >= b.lexical));
    }

    #[test]
    fn what_is_taken_out_of_ranges_leaves_the_rest_of_them() {
        let check = |ranges: &[(i64, i64)], without: &[(i64, i64)], expected: &[(i64, i64)]| {
            let of = |pairs: &[(i64, i64)]| -> Vec<_> {
                pairs.iter().map(|&(start, end)| start..end).collect()
            };
            assert_eq!(left(of(ranges), &of(without)), of(expected));
        };
        check(&[(0, 10)], &[], &[(0, 10)]);
        check(&[(0, 10)], &[(2, 4), (6, 7)], &[(0, 2), (4, 6), (7, 10)]);
        check(&[(0, 10), (20, 30)], &[(5, 25)], &[(0, 5), (25, 30)]);
        check(&[(0, 10), (20, 30)], &[(0, 10), (29, 40)], &[(20, 29)]);
        check(&[(3, 5)], &[(0, 3), (5, 9)], &[(3, 5)]);
    }
}
