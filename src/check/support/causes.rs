//! Causes: a claim that names another cause than its evidence does: `because of higher wages` of `because of higher freight costs`.
//!
//! What stands behind `because of`, or behind `the main cause was`, is the one thing that such a claim tells, and each cause that is like it in kind is near to
//! it in meaning. So the noun by which the claim names it has to stand in the evidence, or be another word for the one that does.

use super::edits::text_of;
use super::finding::Finding;
use super::subjects::{Told, told};
use crate::check::language::vocabulary::{Kind, Role, Token, Vocabulary, Word};

/// Likeness from which one noun may be another in other words.
const MAY_BE_ONE: f32 = 0.5;

/// The cause that a claim names beside the one that a sentence about the same names in its place.
pub(super) fn other_cause(
    claim: &str,
    texts: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<Finding> {
    let mut own = Vec::new();
    vocabulary.read(claim, &mut own);
    let (from, cause) = cause(claim, &own, vocabulary)?;
    let told: Vec<Told<'_>> = told(texts, vocabulary);
    let is_telling = |token: &&Token| {
        let word = vocabulary.word(token.word);
        word.is_some_and(|word| word.kind != Kind::Stop && word.role == Role::None)
    };
    let has = |tokens: &[Token], wanted: &Token| tokens.iter().any(|own| own.stem == wanted.stem);
    let named = cause.iter().rfind(is_telling)?;
    if told.iter().any(|told| has(&told.tokens, named)) {
        return None;
    }
    let about: Vec<&Token> = own.get(..from)?.iter().filter(is_telling).collect();
    let noun = vocabulary.word(named.word)?;
    told.iter().find_map(|told| {
        let (_, other) = self::cause(told.text, &told.tokens, vocabulary)?;
        let is_of_it = about.iter().all(|token| has(&told.tokens, token));
        let mut words = other.iter().filter(is_telling).peekable();
        words.peek()?;
        let is_like = |word: &Word| word.likeness(noun) >= MAY_BE_ONE || noun.may_stand_for(word);
        let is_other = !about.is_empty()
            && is_of_it
            && !words.any(|token| vocabulary.word(token.word).is_some_and(is_like));
        is_other.then(|| Finding::other_word(&said(claim, cause), &said(told.text, other)))
    })
}

/// Where a sentence begins to tell what something came of, and the words by which it names that.
fn cause<'t>(
    text: &str,
    tokens: &'t [Token],
    vocabulary: &Vocabulary,
) -> Option<(usize, &'t [Token])> {
    const REACH: usize = 14;
    let is = |at: usize, list: &[&str]| {
        let word = tokens.get(at).and_then(|token| vocabulary.word(token.word));
        word.is_some_and(|word| list.contains(&word.text.as_str()))
    };
    let behind = |at: usize| {
        if TIES
            .iter()
            .any(|(first, second)| is(at, &[*first]) && is(at + 1, &[*second]))
        {
            return Some(at + 2);
        }
        // `The main cause of the loss was`
        let mut near = at + 1..at + REACH;
        is(at, CAUSES)
            .then(|| near.find(|next| is(*next, BE)))?
            .map(|be| be + 1)
    };
    let (at, from) = (0..tokens.len()).find_map(|at| Some((at, behind(at)?)))?;
    let mut end = from;
    while let Some(token) = tokens.get(end) {
        let before = end.checked_sub(1).and_then(|before| tokens.get(before));
        let gap = before.and_then(|before| text.get(before.end as usize..token.start as usize));
        let is_cut = gap.is_some_and(|gap| gap.contains([',', ';', ':', '(', '–', '—']));
        if end > from && (is_cut || is(end, ENDS)) {
            break;
        }
        end += 1;
    }
    let at = if is(at, CAUSES) { from } else { at };
    tokens
        .get(from..end)
        .filter(|cause| !cause.is_empty())
        .map(|cause| (at, cause))
}

fn said(text: &str, tokens: &[Token]) -> String {
    let words: Vec<&str> = tokens.iter().map(|token| text_of(text, token)).collect();
    words.join(" ")
}

const TIES: &[(&str, &str)] = &[
    ("because", "of"),
    ("due", "to"),
    ("owing", "to"),
    ("thanks", "to"),
    ("caused", "by"),
    ("driven", "by"),
    ("attributed", "to"),
];
const CAUSES: &[&str] = &[
    "cause", "causes", "reason", "reasons", "source", "sources", "driver",
];
const BE: &[&str] = &["is", "are", "was", "were"];

/// Words with which the name of a cause ends.
const ENDS: &[&str] = &[
    "in", "at", "on", "after", "before", "during", "while", "which", "that", "who", "and", "but",
    "followed", "rather", "not",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: bool) {
        let found = other_cause(claim, &[evidence], &mut Vocabulary::default());
        assert_eq!(found.is_some(), expected, "{claim} / {evidence}");
    }

    #[test]
    fn another_cause_is_told() {
        let loss = "The main cause of loss was wave exposure, followed by grazing by green crabs.";
        let profit = "Profit fell to EUR 71 million, mainly because of higher freight costs.";
        check(
            "The main cause of loss was ship traffic, followed by grazing by green crabs.",
            loss,
            true,
        );
        check("The main cause of loss was ship traffic.", loss, true);
        check("The main cause of loss was exposure to waves.", loss, false);
        check(
            "Profit fell to EUR 71 million because of higher wages.",
            profit,
            true,
        );
        check(
            "Profit fell to EUR 71 million because of the cost of freight.",
            profit,
            false,
        );
        check("Staff left because of higher wages.", profit, false);
    }
}
