//! Outdating: for each sentence of the brief and each of the news how likely the one holds no more by the other, read once for all rules that ask.

use std::collections::HashMap;

use super::facts::is_new;
use super::{Standing, sourced};
use crate::check::{Entry, FIRST_OUTDATED, Held, Index, Newly, SURELY_OUTDATED};
use crate::study::Study;

/// How likely each sentence of the brief holds no more by each new one.
pub(super) struct Outdating {
    /// Of each new sentence the one that stands which its document most likely makes outdated.
    first: HashMap<usize, usize>,
    /// By the place of the new sentence in the index, and of the other among those that stand.
    odds: HashMap<usize, Vec<f32>>,
}

impl Outdating {
    pub(super) fn read(study: &Study, standing: &[Standing], index: &Index<'_>) -> Self {
        let document = |entry: &Entry| Some(index.evidence.get(entry.evidence)?.passage.document);
        let held: Vec<Held> = standing
            .iter()
            .map(|claim| Held::read(claim.stated.bare.trim(), sourced(study, claim).title))
            .collect();
        let new = index.entries.iter().enumerate();
        let new: Vec<(usize, &Entry)> = new.filter(|(_, entry)| is_new(index, entry)).collect();
        let mut odds: HashMap<usize, Vec<f32>> = HashMap::new();
        let mut first = HashMap::new();
        for run in new.chunk_by(|(_, a), (_, b)| document(a) == document(b)) {
            let id = run.first().and_then(|(_, entry)| document(entry));
            let title = id.and_then(|id| study.document(id));
            let title = title.map_or("", |one| one.title.as_str());
            let texts: Vec<&str> = run.iter().map(|(_, entry)| index.text(entry)).collect();
            let newly = Newly::read(&study.question, title, &texts);
            let mut likeliest: Option<(f32, usize)> = None;
            for (place, held) in held.iter().enumerate() {
                for ((at, _), found) in run.iter().zip(newly.odds(held)) {
                    odds.entry(*at).or_default().push(found);
                    if likeliest.is_none_or(|(most, _)| found > most) {
                        likeliest = Some((found, place));
                    }
                }
            }
            let places = run.iter().zip(std::iter::repeat(likeliest));
            first.extend(places.filter_map(|((at, _), likeliest)| Some((*at, likeliest?.1))));
        }
        Self { first, odds }
    }

    /// The odds by a new sentence that one that stands holds no more, as logarithms.
    pub(super) fn odds(&self, at: usize, place: usize) -> f32 {
        let own = self.odds.get(&at).and_then(|own| own.get(place));
        own.copied().unwrap_or(f32::MIN)
    }

    /// Whether a new sentence alone tells that one that stands holds no more.
    pub(super) fn is_sure(&self, at: usize, place: usize) -> bool {
        let is_first = self.first.get(&at) == Some(&place);
        let least = if is_first {
            FIRST_OUTDATED
        } else {
            SURELY_OUTDATED
        };
        self.odds(at, place) >= least
    }

    /// The same by a new sentence or the one before it, of which it speaks by a pronoun.
    pub(super) fn odds_with_last(&self, at: usize, place: usize) -> f32 {
        let last = at
            .checked_sub(1)
            .map_or(f32::MIN, |at| self.odds(at, place));
        self.odds(at, place).max(last)
    }
}
