//! Updating: the best new sentences, set into a text that otherwise stays as it is, byte for byte.
//!
//! Each new sentence goes behind the one that it is most alike, or into a paragraph of its own. A new sentence that contradicts one that stands is set
//! right behind it, and says so.

use super::compose::{part_text, unit_text};
use super::disagree::{Dispute, disputes};
use super::marks::without_marks;
use super::pool::Pool;
use super::rank::{RELEVANT, Ranking};
use super::select::{Limits, Part, Taken, Unit, choose, fits_role};
use crate::check::{Statement, is_claim, key, sentences};
use crate::pipeline::Request;

/// Sentences that one update adds at most.
const MOST: usize = 3;

/// The text with what the fresh documents add; unchanged where they add nothing.
#[must_use]
pub fn update(pool: &mut Pool, ranking: &Ranking, request: &Request, current: &str) -> String {
    let standing = Standing::read(pool, current);
    let texts = request
        .written
        .iter()
        .map(|section| section.text.as_str())
        .chain([current])
        .chain(request.rejected.iter().map(String::as_str));
    let taken = Taken::read(texts, pool);
    let disputes = disputes(pool);
    let mut insertions = rejoinders(pool, ranking, &disputes, &standing, &taken);
    let told: Vec<usize> = insertions
        .iter()
        .filter_map(|insertion| insertion.candidate)
        .collect();
    let best = ranking.score.iter().copied().fold(0.0, f32::max);
    let admits = |at: usize| {
        let worth = ranking
            .score
            .get(at)
            .is_some_and(|score| *score >= 0.5 * best)
            && ranking
                .relevance
                .get(at)
                .is_some_and(|value| *value >= 1.5 * RELEVANT);
        worth
            && !told.contains(&at)
            && pool
                .candidates
                .get(at)
                .is_some_and(|candidate| candidate.fresh && fits_role(candidate, request))
            && !taken.holds(pool, at)
    };
    let words = (request.plan.words as usize / 3).max(60);
    let limits = Limits {
        words,
        sentences: MOST.saturating_sub(told.len()),
        admits: &admits,
        stale: &[],
    };
    for unit in choose(pool, ranking, &limits) {
        insertions.push(Insertion {
            at: standing.place(pool, &unit),
            text: unit_text(pool, &unit),
            candidate: None,
        });
    }
    apply(current, insertions)
}

/// Something to be set into the text.
struct Insertion {
    /// Behind this byte; `None` for a paragraph at the end.
    at: Option<usize>,
    text: String,
    candidate: Option<usize>,
}

/// The sentences that stand, each with the byte behind its last letter.
struct Standing {
    sentences: Vec<(usize, String, Statement)>,
}

impl Standing {
    fn read(pool: &mut Pool, current: &str) -> Self {
        let mut standing = Vec::new();
        for span in sentences(current) {
            let sentence = current.get(span.clone()).unwrap_or_default();
            if is_claim(sentence) {
                let bare = without_marks(sentence);
                let statement = Statement::read(&bare, &mut pool.lexicon);
                standing.push((
                    span.start + sentence.trim_end().len(),
                    key(&bare),
                    statement,
                ));
            }
        }
        Self {
            sentences: standing,
        }
    }

    /// Behind the sentence that a unit is most alike, if it is alike at all.
    fn place(&self, pool: &Pool, unit: &Unit) -> Option<usize> {
        let lead = unit.parts.first()?.candidate;
        let best = self
            .sentences
            .iter()
            .map(|(end, _, statement)| (*end, pool.similarity_to(lead, statement)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        (best.1 >= 0.12).then_some(best.0)
    }
}

/// Fresh sentences that contradict one that stands.
fn rejoinders(
    pool: &Pool,
    ranking: &Ranking,
    disputes: &[Dispute],
    standing: &Standing,
    taken: &Taken,
) -> Vec<Insertion> {
    let mut insertions = Vec::new();
    for dispute in disputes {
        for (old, new) in [(dispute.a, dispute.b), (dispute.b, dispute.a)] {
            let (Some(said), Some(fresh)) = (pool.candidates.get(old), pool.candidates.get(new))
            else {
                continue;
            };
            let said = &said.key;
            let stands = standing.sentences.iter().find(|(_, key, _)| key == said);
            let relevant = ranking
                .relevance
                .get(new)
                .is_some_and(|value| *value >= RELEVANT);
            if let Some((end, ..)) = stands
                && fresh.fresh
                && relevant
                && !taken.holds(pool, new)
                && insertions.len() < MOST
            {
                let part = Part {
                    candidate: new,
                    numbers: vec![fresh.number],
                };
                insertions.push(Insertion {
                    at: Some(*end),
                    text: format!("{} {}", dispute.rejoinder(), part_text(pool, &part)),
                    candidate: Some(new),
                });
            }
        }
    }
    insertions
}

fn apply(current: &str, mut insertions: Vec<Insertion>) -> String {
    insertions.sort_by_key(|insertion| insertion.at.unwrap_or(usize::MAX));
    let mut text = String::with_capacity(current.len() + 400);
    let mut done = 0;
    for insertion in &insertions {
        let end = insertion.at.unwrap_or(current.trim_end().len()).max(done);
        text.push_str(current.get(done..end).unwrap_or_default());
        text.push_str(if insertion.at.is_some() { " " } else { "\n\n" });
        text.push_str(&insertion.text);
        done = end;
    }
    text.push_str(current.get(done..).unwrap_or_default());
    text
}
