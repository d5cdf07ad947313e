//! Quoting: which sentences of the evidence are shown to the reader of a verdict.

use super::Checker;
use super::asked::Asked;
use super::finding::Weighed;
use crate::check::index::{Among, Entry};
use crate::check::language::terms::{Term, is_stop_word, words};
use crate::study::Quote;

impl Checker<'_> {
    /// The sentences that have most of the words of a claim which its best sentence lacks, as far as they are worth a look.
    pub(crate) fn more(&self, claim: &Asked, found: &Weighed, among: &Among) -> Vec<Quote> {
        const MOST: usize = 2;
        /// Share of the claim's words, by weight.
        const LEAST: f32 = 0.15;
        let mut more = Vec::new();
        let Some(first) = found.at.and_then(|at| self.index.entries.get(at)) else {
            return more;
        };
        let lacks = |entry: &Entry| {
            let terms = entry.statement.terms.clone();
            move |term: &Term| terms.binary_search(term).is_err()
        };
        let mut missing: Vec<Term> = claim.terms().map(|(term, _)| term).collect();
        missing.retain(lacks(first));
        let named: Vec<Term> = claim
            .statement
            .names
            .iter()
            .flat_map(|name| claim.name_terms(name))
            .collect();
        while more.len() < MOST && !missing.is_empty() {
            let gain = |at: usize| -> f32 {
                let entry = self.index.entries.get(at);
                let held = missing.iter().filter(|term| {
                    entry.is_some_and(|entry| entry.statement.terms.binary_search(term).is_ok())
                });
                held.map(|term| claim.weight_of(*term)).sum::<f32>()
                    / claim.weight.max(f32::EPSILON)
            };
            // What has a name alone in common is about something else.
            let says = |at: usize| {
                let mut others = missing.iter().filter(|term| !named.contains(term));
                self.index.entries.get(at).is_some_and(|entry| {
                    !is_bare_name(self.index.text(entry))
                        && others.any(|term| entry.statement.terms.binary_search(term).is_ok())
                })
            };
            let weighted = missing.iter().map(|&term| (term, self.index.weight(term)));
            let sharing = self.index.shared_among(weighted, among, |_| true);
            let best = sharing
                .into_iter()
                .filter(|(at, _)| says(*at))
                .map(|(at, _)| (at, gain(at)))
                .reduce(|best, next| if next.1 > best.1 { next } else { best });
            let Some((at, _)) = best.filter(|(_, gain)| *gain >= LEAST) else {
                break;
            };
            more.extend(self.quoted(at));
            if let Some(entry) = self.index.entries.get(at) {
                missing.retain(lacks(entry));
            }
        }
        more
    }

    pub(crate) fn quote(&self, found: &Weighed) -> Option<Quote> {
        self.quoted(found.at?)
    }

    fn quoted(&self, at: usize) -> Option<Quote> {
        let entry = self.index.entries.get(at)?;
        let piece = self.index.evidence.get(entry.evidence)?;
        Some(Quote {
            number: Some(piece.number),
            passage: piece.passage.id,
            span: entry.span.clone(),
            text: self.index.text(entry).to_owned(),
        })
    }
}

/// Whether a line is no more than names, dates and figures: `Marlow Audit Office, 11 October 2024`.
pub(crate) fn is_bare_name(text: &str) -> bool {
    let text = text.trim_matches(['*', '_', ' ', '#']);
    let is_name = |letter: char| letter.is_uppercase() || letter.is_numeric();
    let says = |word: &str| !word.starts_with(is_name) && !is_stop_word(word);
    !text.ends_with(['.', '!', '?', '”', '"'])
        && !text.contains(": ")
        && !words(text).filter_map(|span| text.get(span)).any(says)
}
