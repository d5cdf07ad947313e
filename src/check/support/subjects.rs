//! Subjects: a sentence that says what a claim says, but of something else: `the school will close the pool` for `the council will close the pool`.
//!
//! Where all of a claim but what it begins with stands in a sentence as it is, what stands before that there is what the sentence says it of. A noun that the
//! sentence does not have, in the place of one that the claim does not have, is another subject unless the two may be one thing: they are near in meaning, one of
//! them is a word for many things, or the text calls one the other.

use super::edits::text_of;
use super::finding::Finding;
use super::own_halves::said_in_the_other_half;
use super::stitched::stitched;
use crate::check::language::vocabulary::{Kind, Role, Token, Vocabulary, Word};
use crate::check::text::sentences::sentences;
use crate::semantic::is_word;

/// The most words before what two sentences have in common, and the fewest of these.
const MOST_BEFORE: usize = 5;
const LEAST_COMMON: usize = 4;
const LEAST_CONTENT: usize = 2;

/// Likeness from which one noun may mean the other; and from which a thing that is spoken of for the first time may.
const MAY_BE_ONE: f32 = 0.3;
const IS_ONE: f32 = 0.6;

/// A sentence of the evidence with its words.
pub(super) struct Told<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: Vec<Token>,
}

/// The sentences of texts.
pub(super) fn told<'t>(texts: &[&'t str], vocabulary: &mut Vocabulary) -> Vec<Told<'t>> {
    let mut told = Vec::new();
    for text in texts {
        for sentence in sentences(text)
            .into_iter()
            .filter_map(|span| text.get(span))
        {
            let mut tokens = Vec::new();
            vocabulary.read(sentence, &mut tokens);
            told.push(Told {
                text: sentence,
                tokens,
            });
        }
    }
    told
}

/// Of what the texts say what a claim says, or the second half of it, where that is something else than the claim's subject.
pub(super) fn said_of_another(
    claim: &str,
    texts: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<Finding> {
    let mut own = Vec::new();
    vocabulary.read(claim, &mut own);
    // What both look for ends as the claim does, and few texts do.
    let last = own.last()?;
    let end = claim.get(last.start as usize..last.end as usize)?;
    if own.len() < LEAST_COMMON || !texts.iter().any(|text| text.contains(end)) {
        return None;
    }
    let told = told(texts, vocabulary);
    other_subject(claim, &own, &told, vocabulary)
        .or_else(|| stitched(claim, &own, &told, vocabulary))
        .or_else(|| said_in_the_other_half(claim, told.iter().map(|told| told.text)))
}

/// The subject of a claim beside that of which sentences say the same, where they say it of nothing else.
fn other_subject(
    claim: &str,
    own: &[Token],
    told: &[Told<'_>],
    vocabulary: &Vocabulary,
) -> Option<Finding> {
    let mut found = None;
    for Told {
        text: sentence,
        tokens: theirs,
    } in told
    {
        let Some((own_at, their_at)) = common_end(own, theirs) else {
            continue;
        };
        // Said of the very same, or of what is not told.
        let (Some(subject), Some(other)) = (before(own, own_at), before(theirs, their_at)) else {
            return None;
        };
        let pair = Pair {
            own: (claim, own, subject),
            theirs: (sentence, theirs, other),
            told,
            vocabulary,
        };
        if !pair.are_apart() || told.iter().any(|told| pair.are_told_as_one(&told.tokens)) {
            return None;
        }
        let (claimed, said) = (own.get(subject)?, theirs.get(other)?);
        found = found.or_else(|| {
            let said = text_of(sentence, said);
            Some(Finding::other_word(text_of(claim, claimed), said))
        });
    }
    found
}

/// Where what a claim ends with begins in it and in a sentence, if that is all of it but a few words, and enough to say something.
fn common_end(own: &[Token], theirs: &[Token]) -> Option<(usize, usize)> {
    (0..=MOST_BEFORE.min(own.len())).find_map(|from| {
        let end = own.get(from..).filter(|end| end.len() >= LEAST_COMMON)?;
        let mut runs = theirs.windows(end.len());
        let at = runs.position(|run| {
            let mut pairs = run.iter().zip(end);
            pairs.all(|(theirs, own)| theirs.stem == own.stem)
        })?;
        Some((from, at))
    })
}

fn before(tokens: &[Token], at: usize) -> Option<usize> {
    at.checked_sub(1).filter(|at| tokens.get(*at).is_some())
}

/// The word that a claim has where a sentence has another, each with its text and all its words.
struct Pair<'a> {
    own: (&'a str, &'a [Token], usize),
    theirs: (&'a str, &'a [Token], usize),
    told: &'a [Told<'a>],
    vocabulary: &'a Vocabulary,
}

impl Pair<'_> {
    fn word(&self, tokens: &[Token], at: usize) -> Option<&Word> {
        tokens
            .get(at)
            .and_then(|token| self.vocabulary.word(token.word))
    }

    /// Whether the two are nouns that mean different things.
    fn are_apart(&self) -> bool {
        let ((_, own, at), (_, theirs, other_at)) = (self.own, self.theirs);
        let (Some(word), Some(other)) = (self.word(own, at), self.word(theirs, other_at)) else {
            return false;
        };
        let has =
            |tokens: &[Token], word: &Word| tokens.iter().any(|token| token.stem == word.stem);
        let common = own.get(at + 1..).unwrap_or_default();
        let content = common
            .iter()
            .filter_map(|token| self.vocabulary.word(token.word))
            .filter(|word| word.kind == Kind::Content);
        let is_joined = |(text, tokens, at): (&str, &[Token], usize)| {
            let gap = tokens
                .get(at)
                .zip(tokens.get(at + 1))
                .and_then(|(own, next)| text.get(own.end as usize..next.start as usize));
            gap == Some(" ")
        };
        let bound = if self.is_new() || self.is_unnamed() {
            IS_ONE
        } else {
            MAY_BE_ONE
        };
        content.count() >= LEAST_CONTENT
            && is_joined(self.own)
            && is_joined(self.theirs)
            && is_plain(own, at, word)
            && is_plain(theirs, other_at, other)
            && !has(theirs, word)
            && !has(own, other)
            && word.places.relation(other.places).is_none()
            && word.likeness(other) < bound
            && !word.may_stand_for(other)
    }

    /// Whether no sentence speaks of what the claim does.
    fn is_unnamed(&self) -> bool {
        let (_, own, at) = self.own;
        let wanted = own.get(at).map(|token| token.stem);
        let mut tokens = self.told.iter().flat_map(|told| &told.tokens);
        !tokens.any(|token| Some(token.stem) == wanted)
    }

    /// Whether the sentence speaks of its subject for the first time: `a private collector`.
    fn is_new(&self) -> bool {
        let (_, theirs, at) = self.theirs;
        let mut before = (at.saturating_sub(2)..at).filter_map(|at| self.word(theirs, at));
        before.any(|word| matches!(word.text.as_str(), "a" | "an" | "another"))
    }

    /// Whether a sentence has both within a few words: it may call one the other.
    fn are_told_as_one(&self, tokens: &[Token]) -> bool {
        const REACH: usize = 6;
        let place = |(_, own, at): (&str, &[Token], usize)| {
            let wanted = own.get(at)?.stem;
            tokens.iter().position(|token| token.stem == wanted)
        };
        matches!((place(self.own), place(self.theirs)), (Some(a), Some(b)) if a.abs_diff(b) <= REACH)
    }
}

/// Whether a word is a noun for one kind of thing, as far as its form tells, and no name.
fn is_plain(tokens: &[Token], at: usize, word: &Word) -> bool {
    let is_name = tokens
        .get(at)
        .is_some_and(|token| token.is_capital && (at > 0 || !word.text.ends_with('s')));
    word.kind == Kind::Content
        && word.role == Role::None
        && !is_name
        && is_word(&word.text)
        && !["ly", "ing", "ed"]
            .iter()
            .any(|end| word.text.ends_with(end))
        && !may_name_any(word)
}

/// Whether a text may call by a word what it has named otherwise.
pub(super) fn may_name_any(word: &Word) -> bool {
    names_any(&word.text)
}

/// The same of a word as it is written.
pub(super) fn names_any(word: &str) -> bool {
    let one = word.strip_suffix('s').unwrap_or(word);
    FOR_MANY.contains(&word) || FOR_MANY.contains(&one)
}

#[rustfmt::skip]
const FOR_MANY: &[&str] = &[
    "people", "person", "man", "men", "woman", "women", "boy", "girl", "child", "children", "kid", "kids", "someone", "individuals", "group", "groups", "team", "club", "side",
    "company", "firm", "lender", "chain", "giant", "carrier", "maker", "agency", "body", "organisation", "organization", "institution", "association", "government",
    "ministry", "authorities", "officials", "spokesman", "spokeswoman", "spokesperson", "study", "trial", "paper", "research", "survey", "analysis", "review", "work",
    "project", "programme", "program", "patients", "participants", "subjects", "volunteers", "respondents", "users", "customers", "residents", "locals", "country",
    "nation", "state", "city", "town", "place", "area", "region", "site", "building", "thing", "things", "animal", "animals", "plant", "vehicle", "system", "method",
    "model", "approach", "device", "player", "players", "actor", "actress", "singer", "author", "artist", "star", "pair", "couple", "two", "family", "victim", "suspect", "attacker", "gunman", "guy", "guys", "youngster", "youth", "name", "origin", "rule", "generation", "voice", "pair",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Verdict;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: Option<&str>) {
        let found = said_of_another(claim, &[evidence], &mut Vocabulary::default());
        let said = found.map(|found| found.say(Verdict::Partial, "[1]", "[1]"));
        assert_eq!(said.as_deref(), expected, "{claim} / {evidence}");
    }

    #[test]
    fn what_is_said_of_another_thing_is_told() {
        check(
            "The parish will sell the old mill in June.",
            "The parish met on Monday. The brewery will sell the old mill in June, it said.",
            Some("the claim says “parish”, [1] says “brewery”"),
        );
        check(
            "Unions reject the new toll.",
            "Unions met on Monday. Drivers reject the new toll because of its costs.",
            Some("the claim says “Unions”, [1] says “Drivers”"),
        );
    }

    #[test]
    fn what_may_be_the_same_thing_is_not() {
        for (claim, evidence) in [
            (
                "Physicians reject the new fee.",
                "Doctors reject the new fee.",
            ),
            (
                "The brewery will sell the old mill.",
                "The brewery met on Monday. The company will sell the old mill.",
            ),
            (
                "The brewery will sell the old mill.",
                "The brewery met on Monday. It will sell the old mill.",
            ),
            (
                "The parish will sell the old mill.",
                "The brewery, which belongs to the parish, will sell the old mill.",
            ),
            (
                "The parish will sell the old mill.",
                "The brewery wants it. The brewery will sell the old mill, and so will the parish sell the old mill.",
            ),
            (
                "The parish will sell the old mill.",
                "The parish will sell the old mill. The brewery will sell the old mill as well.",
            ),
        ] {
            check(claim, evidence, None);
        }
    }
}
