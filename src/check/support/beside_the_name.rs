//! Beside the name: what a claim says of a thing that its evidence speaks of, where the evidence has no word of it: `The steam railway has five engines` beside
//! `The steam railway is running`.
//!
//! The name of a thing fills most of a short claim, and a measure of shared words takes it for what is said of it.

use crate::check::language::vocabulary::{Kind, Token, Vocabulary, Word};

/// Likeness from which a word of the evidence may stand for one of a claim.
const COUNTERPART: f32 = 0.4;
/// Words that say something, of a claim at most, and of the thing that it is about at least.
const MOST: usize = 7;
const OF_THE_THING: usize = 2;

/// What a claim says of the thing that it shares with the evidence by its very words, where no word of that is held by any of the texts.
pub(super) fn said_beside_the_name(
    claim: &str,
    around: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<String> {
    let mut own = Vec::new();
    vocabulary.read(claim, &mut own);
    if telling(&own, vocabulary).count() > MOST {
        return None;
    }
    let mut theirs = Vec::new();
    let mut thing = 0..0;
    for text in around {
        let from = theirs.len();
        vocabulary.read(text, &mut theirs);
        let shared = longest_run(&own, theirs.get(from..).unwrap_or_default());
        if shared.len() > thing.len() {
            thing = shared;
        }
    }
    let vocabulary = &*vocabulary;
    let of_the_thing = telling(own.get(thing.clone())?, vocabulary).count();
    if of_the_thing < OF_THE_THING {
        return None;
    }
    let (before, behind) = (own.get(..thing.start)?, own.get(thing.end..)?);
    // What is near to a word of the thing itself, as surfers are to a beach, is not said of it by that.
    let named: Vec<_> = own.get(thing)?.iter().map(|token| token.stem).collect();
    theirs.retain(|token| !named.contains(&token.stem));
    let said: Vec<&Word> = [before, behind]
        .into_iter()
        .flat_map(|tokens| telling(tokens, vocabulary))
        .collect();
    let is_held = |word: &&Word| {
        let mut others = telling(&theirs, vocabulary);
        theirs.iter().any(|other| other.stem == word.stem)
            || others.any(|other| other.kind == Kind::Content && stands_for(word, other))
    };
    let says_something = said.iter().any(|word| word.kind == Kind::Content);
    // Of a claim that shares most of what it says no word beside that is all that it says.
    let says_much = 2 * said.len() >= of_the_thing;
    if !says_something || !says_much || said.iter().any(is_held) {
        return None;
    }
    let text = |tokens: &[Token]| {
        let (first, last) = (tokens.first()?, tokens.last()?);
        claim.get(first.start as usize..last.end as usize)
    };
    let told = [before, behind].into_iter().filter_map(text);
    Some(told.collect::<Vec<_>>().join(" … "))
}

/// The words that say something.
fn telling<'v>(tokens: &'v [Token], vocabulary: &'v Vocabulary) -> impl Iterator<Item = &'v Word> {
    let words = tokens
        .iter()
        .filter_map(|token| vocabulary.word(token.word));
    words.filter(|word| word.kind != Kind::Stop)
}

/// Whether a word of the evidence may mean what one of the claim does, or its opposite, which is for others to weigh.
fn stands_for(word: &Word, other: &Word) -> bool {
    word.places.relation(other.places).is_some()
        || word.likeness(other) >= COUNTERPART
        || word.may_stand_for(other)
}

/// The longest run of a claim's words that stands in a text as it is.
fn longest_run(own: &[Token], theirs: &[Token]) -> std::ops::Range<usize> {
    let mut best = 0..0;
    for start in 0..own.len() {
        for at in 0..theirs.len() {
            let pairs = own.iter().skip(start).zip(theirs.iter().skip(at));
            let length = pairs
                .take_while(|(own, other)| own.stem == other.stem)
                .count();
            if length > best.len() {
                best = start..start + length;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(claim: &str, evidence: &str) -> Option<String> {
        said_beside_the_name(claim, &[evidence], &mut Vocabulary::default())
    }

    #[test]
    fn what_is_said_of_a_thing_is_not_told_by_its_name() {
        for (claim, evidence, expected) in [
            (
                "The Corfe steam railway has five engines.",
                "The Corfe steam railway is running. Trains leave every hour.",
                "has five engines",
            ),
            (
                "Surfers come to the Sandal beach.",
                "The Sandal beach is clean.",
                "Surfers come to",
            ),
        ] {
            assert_eq!(found(claim, evidence).as_deref(), Some(expected));
        }
    }

    #[test]
    fn what_is_told_in_other_words_is_told() {
        for (claim, evidence) in [
            (
                "The Corfe steam railway has five locomotives.",
                "The Corfe steam railway runs with five engines.",
            ),
            (
                "The Sandal beach is dirty.",
                "The Sandal beach is not clean.",
            ),
            ("The bridge is closed.", "Nobody may cross the bridge."),
            (
                "Their frames are made of wood, metal or a combination of wood and metal.",
                "The futon rests on wood, metal or a combination of wood and metal.",
            ),
        ] {
            assert_eq!(found(claim, evidence), None, "{claim}");
        }
    }
}
