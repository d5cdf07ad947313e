//! The sentences whose values a claim may be reckoned from: those that have words of it, and those beside them.

use std::ops::Range;

use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::terms::{is_stop_word, plain, stem, words};
use crate::check::text::cells::{is_row, quantities_of_row};
use crate::check::text::sentences::sentences;

/// A sentence with its values.
pub(super) struct Given<'t> {
    pub(super) text: usize,
    pub(super) span: Range<usize>,
    pub(super) sentence: &'t str,
    pub(super) own: Vec<Quantity>,
    pub(super) stems: Vec<String>,
    /// Words of the claim that it has.
    pub(super) shared: usize,
    /// Whether it is all of its text, as what stands above others is.
    pub(super) is_title: bool,
}

/// The most sentences that are read for one claim.
const MOST: usize = 3_000;

/// All sentences of some texts, with what they share with a claim.
pub(super) fn given<'t>(claim: &str, texts: &[&'t str]) -> Vec<Given<'t>> {
    let asked = stems_of(claim);
    let mut found = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let spans = sentences(text);
        let is_title = spans.len() == 1;
        for span in spans {
            let Some(sentence) = text.get(span.clone()) else {
                continue;
            };
            if found.len() >= MOST {
                return found;
            }
            let stems = stems_of(sentence);
            let own = if is_row(sentence) {
                quantities_of_row(sentence)
            } else {
                quantities(sentence)
            };
            found.push(Given {
                text: at,
                span,
                sentence,
                own,
                shared: asked.iter().filter(|stem| stems.contains(stem)).count(),
                stems,
                is_title,
            });
        }
    }
    found
}

fn stems_of(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words(text).filter_map(|span| text.get(span)) {
        let lower = plain(word);
        if !is_stop_word(&lower) {
            found.push(stem(&lower));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
