//! Actors: a claim that says of one person what its best sentence says of another, where both are known: `Roe ran for the harbour club` beside `Jon Poe, from the
//! harbour club`.
//!
//! All the words of such a claim stand in its evidence. A person is told by a first name that stands before the surname somewhere; who is told of by a pronoun, or
//! near the sentence, may be the one who is meant, unless the sentence begins with the other.

use super::asked::Asked;
use super::{Best, Checker};
use crate::check::index::Entry;
use crate::check::language::names::may_be_one;
use crate::check::language::reading::Reading;
use crate::check::meaning::persons::surnames;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::antecedents::begins_with_pronoun;

/// Words of a claim besides the name that make a deed, the share of them that a sentence has that tells it, and that another may have.
const LEAST: usize = 3;
const TELLS: f32 = 0.75;
const MAY_TELL: f32 = 0.5;

impl Checker<'_> {
    /// The person of a claim and the one of whom its best sentence says the rest of it.
    pub(crate) fn told_of_another_person(
        &self,
        claim: &Asked<'_>,
        best: Best,
        (near, wide): (&[&Entry], &[&Entry]),
        source: &Reading<'_>,
    ) -> Option<Opposition> {
        let own = &claim.reading;
        let last = subject(own)?;
        let name = own.word(last);
        if begins_with_pronoun(source.text) || source.words.iter().any(|word| is_of(word, name)) {
            return None;
        }
        let entry = self.index.entries.get(best.at)?;
        let rest: Vec<_> = (last + 1..own.words.len())
            .filter_map(|at| own.term(at))
            .collect();
        let held = |entry: &Entry| {
            let (mut held, mut all) = (0.0, 0.0);
            for term in &rest {
                let weight = claim.weight_of(*term);
                all += weight;
                if entry.statement.terms.binary_search(term).is_ok() {
                    held += weight;
                }
            }
            held / f32::max(all, f32::EPSILON)
        };
        if rest.len() < LEAST || held(entry) < TELLS {
            return None;
        }
        let names_it = |entry: &&&Entry| {
            let text = self.index.text(entry);
            text.contains(own.surface(last))
                && Reading::of(text, &self.index.lexicon)
                    .words
                    .iter()
                    .any(|word| is_of(word, name))
        };
        let mut naming = wide.iter().filter(names_it).peekable();
        naming.peek()?;
        if naming.any(|entry| held(entry) >= MAY_TELL) {
            return None;
        }
        let people: Vec<String> = wide
            .iter()
            .flat_map(|entry| surnames(self.index.text(entry)))
            .collect();
        let is_person = |word: &str| people.iter().any(|person| is_of(word, person));
        if !is_person(name) {
            return None;
        }
        let deed = (0..source.words.len())
            .find(|&at| source.term(at).is_some_and(|term| rest.contains(&term)))?;
        let is_told = |at: usize| own.words.iter().any(|word| is_of(source.word(at), word));
        let other = (0..deed).rev().find(|&at| {
            source.surface(at).starts_with(char::is_uppercase)
                && is_person(source.word(at))
                && !is_told(at)
        })?;
        let begins = (0..=other).all(|at| source.surface(at).starts_with(char::is_uppercase));
        let is_near = || near.iter().any(|entry| names_it(&entry));
        let are_one = may_be_one(own.surface(last), source.surface(other));
        ((begins || !is_near()) && !are_one).then(|| Opposition::Swapped {
            claim: own.surface(last).to_owned(),
            source: source.surface(other).to_owned(),
        })
    }
}

/// The last word of the name that a claim begins with, if it is its subject.
fn subject(own: &Reading<'_>) -> Option<usize> {
    const MOST: usize = 4;
    let is_name = |at: usize| own.surface(at).starts_with(char::is_uppercase);
    let mut last = 0;
    while is_name(last + 1) && last < MOST && matches!(own.gap(last + 1), " " | ". ") {
        last += 1;
    }
    let surface = own.surface(last);
    let is_owner = surface.ends_with("'s") || surface.ends_with("’s");
    let goes_on = own.gap(last + 1) == " " && !matches!(own.word(last + 1), "and" | "or" | "of");
    (is_name(0) && goes_on && !is_owner).then_some(last)
}

/// Whether a word is a name, or whose something is by that name.
fn is_of(word: &str, name: &str) -> bool {
    let bare = word
        .strip_suffix("'s")
        .or_else(|| word.strip_suffix("’s"))
        .unwrap_or(word);
    bare == name
}
