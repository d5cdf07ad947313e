//! Standing: the claims of a text that is to be updated, where each stands, and what new sentences fit behind.

use std::ops::Range;

use super::compose::unit_text;
use super::corroborated::says;
use super::deeds::Deeds;
use super::lean::{is_dependent, opens_with_deed, opens_with_stand_in};
use super::marks::without_marks;
use super::pool::Pool;
use super::select::Unit;
use super::update::Insertion;
use crate::check::{Introduces, Quantity, Statement, introduces, is_claim, key, sentences};
use crate::study::citation;

/// The claims that stand.
pub(super) struct Standing {
    /// What they stand in.
    pub(super) text: String,
    pub(super) claims: Vec<Claim>,
}

/// A claim that stands.
pub(super) struct Claim {
    pub(super) key: String,
    pub(super) statement: Statement,
    /// The sources that it cites.
    pub(super) numbers: Vec<u32>,
    /// Its first byte, and the byte behind its own last letter.
    pub(super) span: Range<usize>,
    /// Byte behind its last letter, or behind what leans on it.
    pub(super) end: usize,
    /// Byte behind the last letter of its paragraph, if that tells of a disagreement.
    pub(super) dispute_end: Option<usize>,
    /// Whether it says that something is not settled, or not known.
    pub(super) is_open: bool,
}

/// Whether a sentence that stands would speak of something else if another came to stand before it.
fn leans(bare: &str) -> bool {
    is_dependent(bare) || opens_with_deed(bare) || opens_with_stand_in(bare)
}

impl Standing {
    pub(super) fn read(pool: &mut Pool, current: &str) -> Self {
        let mut claims: Vec<Claim> = Vec::new();
        let mut paragraph = 0;
        // The first of the sentences of which the next may go on to speak.
        let mut host = 0;
        let mut disputed = false;
        for span in sentences(current) {
            let sentence = current.get(span.clone()).unwrap_or_default();
            let text = sentence.trim();
            if current
                .get(..span.start)
                .is_none_or(|before| before.trim_end_matches(' ').ends_with("\n\n"))
            {
                (paragraph, host, disputed) = (claims.len(), claims.len(), false);
            }
            let end = span.start + sentence.trim_end().len();
            if is_claim(text) {
                let bare = without_marks(text);
                let statement = Statement::read(&bare, &mut pool.lexicon);
                if leans(&bare) {
                    for claim in claims.iter_mut().skip(host) {
                        claim.end = end;
                    }
                } else {
                    host = claims.len();
                }
                claims.push(Claim {
                    key: key(&bare),
                    is_open: Deeds::read(&bare).leaves_open,
                    statement,
                    numbers: citation::numbers(text),
                    span: end - text.len()..end,
                    end,
                    dispute_end: None,
                });
            } else {
                disputed |= introduces(text) == Some(Introduces::BothSides);
            }
            if disputed {
                for claim in claims.iter_mut().skip(paragraph) {
                    claim.dispute_end = Some(end);
                }
            }
            if sentence.trim_end_matches(' ').ends_with("\n\n") {
                (paragraph, host, disputed) = (claims.len(), claims.len(), false);
            }
        }
        Self {
            text: current.to_owned(),
            claims,
        }
    }

    /// Whether one of the claims says what a candidate does.
    pub(super) fn says(&self, pool: &Pool, at: usize, asked: &[Quantity]) -> bool {
        let candidate = pool.candidates.get(at);
        let mut claims = self.claims.iter();
        candidate.is_some_and(|one| {
            claims.any(|claim| {
                let sentence = self.text.get(claim.span.clone()).unwrap_or_default();
                says(pool, one, (claim, sentence), asked)
            })
        })
    }

    /// A unit, to be set where it fits best.
    pub(super) fn beside(&self, pool: &Pool, unit: &Unit) -> Insertion {
        Insertion {
            at: self.place(pool, unit),
            text: unit_text(pool, unit),
            candidate: None,
            from: None,
        }
    }

    /// Behind the sentence that a unit is most alike, if it is alike at all; never between the sides of a disagreement.
    fn place(&self, pool: &Pool, unit: &Unit) -> Option<usize> {
        let lead = unit.parts.first()?.candidate;
        let best = self
            .claims
            .iter()
            .map(|claim| (claim, pool.similarity_to(lead, &claim.statement)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        (best.1 >= 0.12).then_some(best.0.dispute_end.unwrap_or(best.0.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_set_between_a_sentence_and_what_goes_on_about_it() {
        let text = "The bridge was built in 1931 [1]. It carries 12,000 cars [1]. This is twice its load [1]. Trains cross it [2].";
        let standing = Standing::read(&mut Pool::default(), text);
        let ends: Vec<&str> = standing
            .claims
            .iter()
            .map(|claim| text.get(..claim.end).unwrap_or_default())
            .map(|before| before.rsplit(". ").next().unwrap_or_default())
            .collect();
        assert_eq!(ends.len(), 4, "{ends:?}");
        assert!(
            ends[..3].iter().all(|end| end.starts_with("This is")),
            "{ends:?}"
        );
    }
}
