//! Verbatim: whether the evidence has a claim word for word, and states it.

use std::ops::Range;

use super::Checker;
use super::asked::Asked;
use crate::check::conflicts::corrections::is_taken_back;
use crate::check::index::{Among, Entry};
use crate::check::language::numbers::{Quantity, Unit};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{key, words};
use crate::check::meaning::frames::frame;
use crate::check::meaning::hedges::dropped_doubt;
use crate::check::meaning::polarity::Polarity;
use crate::check::text::sentences::sentences;

impl Checker<'_> {
    /// The sentence in whose passage the claim stands word for word.
    pub(crate) fn verbatim(&self, claim: &Asked<'_>, among: &Among) -> Option<usize> {
        if claim.key.split(' ').count() < 3 {
            return None;
        }
        let needle = format!(" {} ", claim.key);
        // Only what has the claim's rarest word can have all of them.
        let pieces = self
            .index
            .pieces_with_rarest(&claim.statement.terms)
            .unwrap_or_else(|| (0..self.index.evidence.len()).collect());
        let evidence = pieces.into_iter().find(|&at| {
            among.has(at)
                && self.index.key(at).contains(&needle)
                && self.has_its_amounts(claim, at, &needle)
                && self.has_in_one_part(claim, at)
        })?;
        let says = |at: &usize| {
            let entry = self.index.entries.get(*at);
            entry.is_some_and(|entry| {
                entry.evidence == evidence
                    && format!(" {} ", key(self.index.text(entry))).contains(&needle)
            })
        };
        let shared = self.shared(claim, &self.index.among(|at| at == evidence));
        if let Some((at, _)) = shared.iter().find(|(at, _)| says(at)) {
            return Some(*at);
        }
        self.best(claim, &shared)
            .map(|best| best.at)
            .or_else(|| Some(self.index.entries_of(evidence).next()?.0))
    }

    /// Whether the sentence that has the claim's words states them itself, rather than that somebody doubts or denies them.
    pub(crate) fn is_stated(&self, claim: &Asked<'_>, at: usize) -> bool {
        self.index.entries.get(at).is_none_or(|entry| {
            let text = self.index.text(entry);
            let source = Reading::of(text, &self.index.lexicon);
            let is_framed = self.framed_as(claim, at, &source).is_some();
            // Nothing within a sentence is against the same sentence.
            if key(claim.text) == key(text) {
                return !is_framed;
            }
            !is_framed
                && dropped_doubt(claim.text, text, &self.index.lexicon).is_none()
                && self.nuance_of(claim, entry, &source).is_none()
                && Polarity::opposition(
                    &claim.statement.polarity,
                    &entry.statement.polarity,
                    &claim.statement.terms,
                    &entry.statement.terms,
                )
                .is_none()
        })
    }

    /// The sentence that a claim is, but for who said it and a colon: `The firm, letter of 2 May: “We found none.”` The passage has to name who it was.
    pub(crate) fn quoted_whole(&self, claim: &Asked<'_>, among: &Among) -> Option<usize> {
        let (speaker, behind) = claim.text.split_once(['"', '“'])?;
        let speaker = key(speaker.trim_end().strip_suffix(':')?);
        let quoted = key(behind.split(['"', '”']).next()?);
        if quoted.split(' ').count() < 3 {
            return None;
        }
        // The keys of passages are kept, those of their sentences are not.
        let needle = format!(" {quoted} ");
        among.entries(&self.index).find_map(|(at, own)| {
            let is_it = self.index.key(own.evidence).contains(&needle)
                && key(self.index.text(own)) == quoted;
            let is_theirs = is_it && {
                let passage: Vec<&str> = self.index.key(own.evidence).split(' ').collect();
                speaker.split(' ').all(|word| passage.contains(&word))
            };
            let source = || Reading::of(self.index.text(own), &self.index.lexicon);
            (is_theirs && self.framed_as(claim, at, &source()).is_none()).then_some(at)
        })
    }

    /// The first of the sentences that a claim lists, each word for word as one of the evidence: `It also found: costs fell; rents had not risen.` What one of them
    /// denies is said of no other.
    pub(crate) fn listed_whole(&self, claim: &Asked<'_>, among: &Among) -> Option<usize> {
        /// Words of a lead that only says whose list it is, and of an item that is told by them.
        const LEAD: usize = 4;
        const TELLING: usize = 3;
        fn bare(item: &str) -> &str {
            item.trim_matches(|c: char| c.is_whitespace() || matches!(c, ';' | '.' | '-' | '*'))
        }
        let (first, _) = claim.text.split_once("; ")?;
        let lead = first.split_once(": ").map(|(lead, _)| lead);
        let lead = lead.filter(|lead| {
            let mut words = lead.split_whitespace();
            let is_of_one = words.next().is_some_and(|word| {
                matches!(
                    word.to_lowercase().as_str(),
                    "it" | "they" | "this" | "these"
                )
            });
            is_of_one && words.count() < LEAD
        });
        let list = lead.and_then(|lead| claim.text.get(lead.len() + 1..));
        let items = list.unwrap_or(claim.text).split("; ").map(bare);
        let items: Vec<&str> = items.collect();
        let is_telling = |item: &&str| item.split_whitespace().count() >= TELLING;
        if !items.iter().all(is_telling) {
            return None;
        }
        let places = items.iter().map(|item| {
            let mut own = among.entries(&self.index);
            own.find_map(|(at, entry)| {
                let text = self.index.text(entry);
                let read = || Reading::of(text, &self.index.lexicon);
                let behind = || {
                    let next = self.index.next(at)?;
                    let next = self.index.entries.get(next)?;
                    Some(self.index.text(next))
                };
                let is_it = bare(text) == *item
                    && !is_taken_back(&self.index, at)
                    && frame(&read(), &read(), behind()).is_none();
                is_it.then_some(at)
            })
        });
        let places: Option<Vec<usize>> = places.collect();
        places?.first().copied()
    }

    /// Whether a piece has the claim's words in one part of a sentence: `fell by 12 percent; in the second year` says nothing of the second year.
    fn has_in_one_part(&self, claim: &Asked<'_>, evidence: usize) -> bool {
        let piece = self.index.evidence.get(evidence);
        piece.is_some_and(|piece| runs_on(claim.text, &piece.passage.text))
    }

    /// Whether what says the claim's words says its amounts too: the words of `$5` and `€5`, or of `-5` and `5`, are the same.
    fn has_its_amounts(&self, claim: &Asked<'_>, evidence: usize, needle: &str) -> bool {
        if claim.statement.quantities.is_empty() {
            return true;
        }
        let own = || self.index.entries_of(evidence).map(|(_, entry)| entry);
        let says = |entry: &&Entry| format!(" {} ", key(self.index.text(entry))).contains(needle);
        let mut saying: Vec<&Entry> = own().filter(says).collect();
        if saying.is_empty() {
            // The words run over several sentences.
            saying = own().collect();
        }
        // A noun, or a unit in other letters (`mw`), stands among the words.
        let is_counted = |wanted: &Quantity| {
            wanted
                .amount()
                .is_some_and(|amount| matches!(amount.unit, Unit::Counted(_)))
        };
        claim.statement.quantities.iter().all(|wanted| {
            is_counted(wanted)
                || saying
                    .iter()
                    .flat_map(|entry| entry.statement.quantities.iter())
                    .any(|own| own.bears_out(wanted))
        })
    }
}

/// Whether a text has the words of a claim in a row, and no part of it ends between two of them where the claim has no sign at all.
fn runs_on(claim: &str, text: &str) -> bool {
    let read = |text: &str| -> Vec<(Range<usize>, String)> {
        let spans = words(text);
        spans
            .filter_map(|span| Some((span.clone(), key(text.get(span)?))))
            .collect()
    };
    let (own, theirs) = (read(claim), read(text));
    let starts: Vec<usize> = sentences(text).iter().map(|span| span.start).collect();
    let is_parted = |first: usize, from: usize, to: usize| {
        let gap = text.get(from..to).unwrap_or_default();
        // `The Viaur, a tributary of the Aveyron, is the shortest`: what an aside ends with is not what the sentence goes on about.
        let closes_aside = || {
            let sentence = starts.iter().rev().find(|start| **start <= first);
            let before = text.get(sentence.copied().unwrap_or(0)..first);
            gap.contains(',') && before.is_some_and(|before| before.contains(','))
        };
        gap.contains(';')
            || gap.contains(['.', '!', '?'])
                && starts.iter().any(|start| (from..=to).contains(start))
            || closes_aside()
    };
    theirs.windows(own.len().max(1)).any(|run| {
        let first = run.first().map_or(0, |(span, _)| span.start);
        let is_same = run.iter().zip(&own).all(|(theirs, own)| theirs.1 == own.1);
        let mut gaps = run.windows(2).zip(own.windows(2));
        is_same
            && gaps.all(|gaps| match gaps {
                ([(a, _), (b, _)], [(c, _), (d, _)]) => {
                    let is_bare = claim.get(c.end..d.start).is_some_and(|gap| gap == " ");
                    !(is_bare && is_parted(first, a.end, b.start))
                }
                _ => true,
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_two_parts_in_a_row_are_not_one_statement() {
        const COSTS: &str = "In the first year costs fell by 12 percent; in the second year they fell by 3 percent. Dr. Weller said so. Prices rose.";
        const RIVERS: &str = "The Viaur, a tributary of the Aveyron, is the shortest.";
        assert!(runs_on("costs fell by 12 percent", COSTS));
        assert!(!runs_on(
            "Costs fell by 12 percent in the second year.",
            COSTS
        ));
        assert!(runs_on(
            "Costs fell by 12 percent; in the second year they fell",
            COSTS
        ));
        assert!(!runs_on("The Aveyron is the shortest.", RIVERS));
        assert!(!runs_on("Weller said so prices rose", COSTS));
        assert!(runs_on("Dr Weller said so.", COSTS));
    }
}
