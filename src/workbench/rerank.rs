//! Re-ranking by a provider's vectors: what the built-in search finds best, scored by the meaning that a full encoder sees [R1].
//!
//! Vectors are asked for only when a search has found their passages, and then kept in the library. A ranking that lacks some says which; whoever ranks
//! has them fetched and ranks again. Nothing here waits for a server.

use std::collections::{BTreeMap, BTreeSet};

use crate::library::{Hit, Library, LibraryError};
use crate::provider::Model;
use crate::semantic;
use crate::study::{DocumentId, Passage, PassageId};

/// How much the vectors of a full encoder count beside the words; measured, with [`DEPTH`], on public collections.
const SHARE: f32 = 0.5;
/// Passages that are scored so: what the built-in search ranks behind these hardly ever belongs in front.
pub const DEPTH: usize = 100;
/// Characters of a query that are turned into a vector. Encoders read little more, and a section's query holds all that was written before it.
const LONGEST_QUERY: usize = 1500;
/// Queries whose vectors are kept: the sections of a cycle come back to theirs.
const MOST_QUERIES: usize = 64;

/// What re-ranking knows of its model's answers.
#[derive(Debug)]
pub struct Reranker {
    model: Model,
    queries: BTreeMap<String, Vec<f32>>,
    /// Passages that the model makes no vector of.
    mute: BTreeSet<PassageId>,
}

/// What ranking came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Ranked {
    Done(Vec<Hit>),
    /// These are needed first.
    Wanting(Wanted),
}

/// Texts to be turned into vectors.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Wanted {
    of: Vec<Of>,
    pub texts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
enum Of {
    Query(String),
    Passage(PassageId),
}

impl Reranker {
    pub fn new(model: Model) -> Self {
        Self {
            model,
            queries: BTreeMap::new(),
            mute: BTreeSet::new(),
        }
    }

    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Ranks what the built-in search found, best first; of its scores only that of the words still counts.
    pub fn rank(
        &self,
        library: &Library,
        query: &str,
        mut hits: Vec<Hit>,
    ) -> Result<Ranked, LibraryError> {
        let query = cut(query);
        let ids: Vec<PassageId> = hits.iter().map(|hit| hit.passage.id).collect();
        let mut vectors = library.provider_vectors(&self.model.full_name(), &ids)?;
        let direction = self.queries.get(query);
        if let Some(direction) = direction.filter(|direction| !direction.is_empty()) {
            // The model may have become another one under its old name.
            vectors.retain(|_, vector| vector.len() == direction.len());
        }
        let mut wanted = Wanted::default();
        if direction.is_none() && !hits.is_empty() {
            wanted.add(Of::Query(query.to_owned()), query.to_owned());
        }
        let documents: Vec<DocumentId> = hits.iter().map(|hit| hit.passage.document).collect();
        let titles = library.titles(&documents)?;
        for hit in &hits {
            let id = hit.passage.id;
            if !vectors.contains_key(&id) && !self.mute.contains(&id) {
                let title = titles.get(&hit.passage.document);
                wanted.add(Of::Passage(id), text_for_vector(title, &hit.passage));
            }
        }
        let direction = match direction {
            _ if !wanted.texts.is_empty() => return Ok(Ranked::Wanting(wanted)),
            Some(direction) if !direction.is_empty() => direction,
            _ => return Ok(Ranked::Done(hits)),
        };
        let lexical: Vec<f32> = hits.iter().map(|hit| hit.lexical).collect();
        let meant: Vec<Option<f32>> = ids
            .iter()
            .map(|id| vectors.get(id).map(|vector| cosine(direction, vector)))
            .collect();
        let scores = semantic::mix(&lexical, &meant, SHARE);
        for ((hit, score), meant) in hits.iter_mut().zip(scores).zip(meant) {
            hit.score = score;
            hit.semantic = meant;
        }
        hits.sort_by(|left, right| right.score.total_cmp(&left.score));
        Ok(Ranked::Done(hits))
    }

    /// Keeps what came for `wanted` before a failure, so that nobody asks for it again.
    pub fn keep(
        &self,
        library: &mut Library,
        wanted: Wanted,
        vectors: Vec<Option<Vec<f32>>>,
    ) -> Result<(), LibraryError> {
        let came = wanted.of.into_iter().zip(vectors);
        let known: Vec<(PassageId, Vec<f32>)> = came
            .filter_map(|(of, vector)| match of {
                Of::Passage(id) => Some((id, vector?)),
                Of::Query(_) => None,
            })
            .collect();
        library.store_provider_vectors(&self.model.full_name(), &known)
    }

    /// Takes in what came for `wanted`, and keeps it.
    pub fn learn(
        &mut self,
        library: &mut Library,
        wanted: Wanted,
        vectors: Vec<Option<Vec<f32>>>,
    ) -> Result<(), LibraryError> {
        let mut known = Vec::new();
        for (of, vector) in wanted.of.into_iter().zip(vectors) {
            match (of, vector) {
                (Of::Query(query), vector) => {
                    if self.queries.len() >= MOST_QUERIES {
                        self.queries.clear();
                    }
                    // A query without a vector is no nearer to one passage than to another.
                    self.queries.insert(query, vector.unwrap_or_default());
                }
                (Of::Passage(id), Some(vector)) => known.push((id, vector)),
                (Of::Passage(id), None) => {
                    self.mute.insert(id);
                }
            }
        }
        library.store_provider_vectors(&self.model.full_name(), &known)
    }
}

impl Wanted {
    fn add(&mut self, of: Of, text: String) {
        self.of.push(of);
        self.texts.push(text);
    }

    /// The texts in parts of so many: what came of one can be kept before the next is asked for.
    pub fn parts(self, most: usize) -> Vec<Self> {
        let mut parts: Vec<Self> = Vec::new();
        for (of, text) in self.of.into_iter().zip(self.texts) {
            if let Some(part) = parts.last_mut().filter(|part| part.texts.len() < most) {
                part.add(of, text);
            } else {
                let mut part = Self::default();
                part.add(of, text);
                parts.push(part);
            }
        }
        parts
    }

    /// Adds what another ranking wants.
    pub fn extend(&mut self, other: Self) {
        for (of, text) in other.of.into_iter().zip(other.texts) {
            if !self.of.contains(&of) {
                self.add(of, text);
            }
        }
    }
}

/// What a passage's vector is made of: its text under the title of its document.
pub(super) fn text_for_vector(title: Option<&String>, passage: &Passage) -> String {
    let title = title.map_or("", String::as_str);
    let text = format!("{title}\n{}", passage.text);
    text.trim().to_owned()
}

/// The beginning of a query.
fn cut(query: &str) -> &str {
    let end = query
        .char_indices()
        .nth(LONGEST_QUERY)
        .map_or(query.len(), |(at, _)| at);
    query.get(..end).unwrap_or_default().trim()
}

fn cosine(left: &[f32], right: &[f32]) -> f32 {
    let dot = |left: &[f32], right: &[f32]| -> f32 {
        left.iter()
            .zip(right)
            .map(|(left, right)| left * right)
            .sum()
    };
    dot(left, right) / (dot(left, left).sqrt() * dot(right, right).sqrt()).max(f32::MIN_POSITIVE)
}
