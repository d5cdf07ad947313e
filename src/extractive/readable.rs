//! How a sentence reads out of its place: what it tells that a reader cannot guess, and what jars.

use super::pool::Candidate;
use crate::check::words;

/// Numbers, dates and names: what a reader cannot guess.
pub(super) fn specifics(candidate: &Candidate) -> f32 {
    let numbers = candidate.statement.quantities.len().min(3) as f32;
    let names = candidate.statement.names.len().min(3) as f32;
    (0.25 * numbers + 0.12 * names).min(1.0)
}

/// What makes a sentence read badly out of its place.
pub(super) fn awkwardness(candidate: &Candidate) -> f32 {
    let mut penalty = 0.0;
    if candidate.leans_on.is_some() {
        penalty += 0.06;
    }
    if !candidate.text.ends_with(['.', '!', '。', '”', '"', ')']) {
        penalty += 0.08;
    }
    let all: Vec<&str> = words(&candidate.text)
        .filter_map(|span| candidate.text.get(span))
        .collect();
    let holds = |list: &[&str]| all.iter().any(|word| list.contains(word));
    if holds(&["I", "me", "my", "My", "I've", "I'm"]) {
        penalty += 0.1;
    }
    // Who `we` are is not told with the sentence; what they advise is worth that.
    if holds(&["we", "We", "our", "Our", "us"]) && !candidate.roles.advises {
        penalty += 0.15;
    }
    if holds(&["you", "You", "your", "Your", "you'll", "you're"]) {
        penalty += 0.04;
    }
    if candidate.chronicle {
        penalty += 0.25;
    }
    if holds(&["Note", "note", "Notice", "above", "below"]) {
        penalty += 0.1;
    }
    penalty += 0.04 * identifiers(&candidate.text).min(3) as f32;
    if candidate.words > 40 {
        penalty += 0.05;
    }
    penalty
}

/// Words that are code by their shape.
fn identifiers(text: &str) -> usize {
    text.split_whitespace()
        .filter(|word| {
            word.contains("::")
                || word.contains("()")
                || word.contains('_')
                || word.starts_with("--")
                || word.starts_with('`')
        })
        .count()
}
