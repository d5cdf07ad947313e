//! Done to: a claim that tells a deed of a thing to which, or of a place where, its evidence has something else done, `lowered its guidance` of `kept its guidance but
//! lowered its forecast`, `studied in Paris` of `studied in Munich and moved to Paris`.
//!
//! One sentence has all words of such a claim. Where every telling of the deed has another thing behind the verb, and the claim's own stands with a verb of its own
//! beside that, the two were mixed up. Verbs that may tell one deed, and words that may name one thing, say nothing against the claim.

use std::ops::Range;

use super::finding::Finding;
use super::line::Line;
use super::subjects::{Told, told};
use crate::check::language::irregular::is_past;
use crate::check::language::kinship::Kin;
use crate::check::language::only;
use crate::check::language::opposites::Relation;
use crate::check::language::vocabulary::{Vocabulary, Word};

/// The most words of what a deed is done to.
const MOST: usize = 4;

/// What the evidence has done in place of what a claim tells: the claim's own thing beside the other.
pub(super) fn done_to_another(
    claim: &str,
    texts: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<Finding> {
    let mut tokens = Vec::new();
    vocabulary.read(claim, &mut tokens);
    let read = |vocabulary: &Vocabulary| {
        let own = Line {
            text: claim,
            tokens: &tokens,
            vocabulary,
        };
        let verb = only(own.verbs(0..tokens.len()))?;
        let object = own.object(verb).filter(|_| !own.is_passive(verb))?;
        Some((verb, object))
    };
    // Most claims are no such ones, and no evidence is read for them.
    let (verb, object) = read(vocabulary)?;
    let told = told(texts, vocabulary);
    let own = Line {
        text: claim,
        tokens: &tokens,
        vocabulary,
    };
    let thing = own.tokens.get(object.end - 1)?;
    // Who is visited in one word is met in many; where something was done it was not done elsewhere.
    if thing.is_capital && own.preposition(verb).is_none() || own.denies() {
        return None;
    }
    let mut found = None;
    for Told { text, tokens } in &told {
        let line = Line {
            text,
            tokens,
            vocabulary,
        };
        match own.held_against(verb, &object, &line) {
            Held::MaySay => return None,
            Held::Nothing => {}
            Held::Other(other) => found = Some(other),
        }
    }
    found.map(|other| Finding::other_word(own.said(&object), &other))
}

/// What a sentence says of a claim's deed.
enum Held {
    /// It may be the claim.
    MaySay,
    Nothing,
    /// To what it has it done, while something else is done to the claim's thing.
    Other(String),
}

impl<'t> Line<'t> {
    fn said(&self, places: &Range<usize>) -> &'t str {
        let first = self.tokens.get(places.start);
        let last = places
            .end
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last));
        first
            .zip(last)
            .and_then(|(first, last)| self.text.get(first.start as usize..last.end as usize))
            .unwrap_or_default()
    }

    /// Whether nothing but a space stands between a word and the one before.
    fn goes_on(&self, at: usize) -> bool {
        at.checked_sub(1)
            .is_some_and(|before| self.gap(before) == " ")
    }

    /// The verbs among these words, told by their form as what was done.
    fn verbs(&self, places: Range<usize>) -> impl DoubleEndedIterator<Item = usize> {
        places.filter(move |&at| self.is_verb(at))
    }

    fn is_verb(&self, at: usize) -> bool {
        let word = self.lower(at);
        let is_form = is_past(word) || word.len() > 4 && word.ends_with("ed");
        let before = at.checked_sub(1).map_or("", |before| self.lower(before));
        let is_capital = self.tokens.get(at).is_some_and(|token| token.is_capital);
        // `The planned dam`, `of imported wine`.
        is_form && !is_capital && !BEFORE_NOUNS.contains(&before) && !OF.contains(&before)
    }

    fn is_passive(&self, verb: usize) -> bool {
        let mut near = verb.saturating_sub(2)..verb;
        near.any(|at| BE.contains(&self.lower(at)))
    }

    /// The words right behind a verb that name to what, where or with what it is done; none where they are no plain name of a thing.
    fn object(&self, verb: usize) -> Option<Range<usize>> {
        let first = (verb + 1..self.tokens.len())
            .take_while(|&at| self.goes_on(at))
            .find(|&at| {
                !BEFORE_NOUNS.contains(&self.lower(at)) && self.preposition(verb) != Some(at)
            })?;
        let is_of_it = |&at: &usize| {
            self.is_content(at) && (at == first || self.goes_on(at) && !self.is_verb(at))
        };
        let length = (first..self.tokens.len()).take_while(is_of_it).count();
        let end = first + length;
        let is_thing = (1..=MOST).contains(&length)
            && !self.lower(end - 1).ends_with("ly")
            // `The new one` is whatever was named before.
            && !(self.goes_on(end) && matches!(self.lower(end), "one" | "ones"));
        is_thing.then_some(first..end)
    }

    /// The preposition right behind a verb: `moved to`.
    fn preposition(&self, verb: usize) -> Option<usize> {
        let next = verb + 1;
        (OF.contains(&self.lower(next)) && self.goes_on(next)).then_some(next)
    }

    /// Whether two verbs are followed by one preposition, or by none.
    fn is_built_as(&self, verb: usize, other: &Self, theirs: usize) -> bool {
        let lower =
            |line: &Self, verb: usize| line.preposition(verb).map(|at| line.lower(at).to_owned());
        lower(self, verb) == lower(other, theirs)
    }

    /// What a sentence has done by the claim's verb, where something else is done in it to the claim's thing.
    fn held_against(&self, verb: usize, object: &Range<usize>, line: &Self) -> Held {
        let (Some(deed), Some(thing)) = (self.word(verb), self.word(object.end - 1)) else {
            return Held::MaySay;
        };
        let is = |at: usize, word: &Word| line.word(at).is_some_and(|own| own.stem == word.stem);
        let all = 0..line.tokens.len();
        let things: Vec<usize> = all.clone().filter(|&at| is(at, thing)).collect();
        let mut deeds = all.clone().filter(|&at| is(at, deed)).peekable();
        if deeds.peek().is_none() {
            // What is told of the thing elsewhere is told in no word for the deed.
            let is_apart =
                things.is_empty() || line.verbs(all).all(|at| line.is_other_deed(at, deed));
            return if is_apart {
                Held::Nothing
            } else {
                Held::MaySay
            };
        }
        let mut found = Held::Nothing;
        for at in deeds {
            let is_alike = !line.is_passive(at) && self.is_built_as(verb, line, at);
            let Some(theirs) = line.object(at).filter(|_| is_alike) else {
                return Held::MaySay;
            };
            let is_told = |at: usize| {
                let mut own = object.clone().filter_map(|own| self.word(own));
                own.any(|own| is(at, own))
            };
            let other = line.word(theirs.end - 1);
            if theirs.clone().any(is_told) || other.is_none_or(|other| may_be_one(thing, other)) {
                return Held::MaySay;
            }
            for &place in &things {
                let before = if place > at {
                    theirs.end..place
                } else {
                    0..place
                };
                let governing = line.verbs(before).next_back();
                if !governing.is_some_and(|at| line.is_other_deed(at, deed)) {
                    return Held::MaySay;
                }
                found = Held::Other(line.said(&theirs).to_owned());
            }
        }
        found
    }

    /// Whether a verb tells another deed than this one, and more than that one thing is another.
    fn is_other_deed(&self, at: usize, deed: &Word) -> bool {
        self.word(at).is_some_and(|word| {
            !LIGHT.contains(&word.text.as_str())
                && word.stem != deed.stem
                && !may_be_one(word, deed)
        })
    }
}

/// Whether two words may stand for one thing or one deed: they name the same, or one of them what the other is a kind of.
fn may_be_one(own: &Word, other: &Word) -> bool {
    own.stem == other.stem
        || own.places.relation(other.places) == Some(Relation::Alike)
        || own.kin(other).is_some_and(|kin| kin != Kin::Apart)
}

#[rustfmt::skip]
const BEFORE_NOUNS: &[&str] = &["the", "a", "an", "its", "their", "his", "her", "this", "these", "those", "all", "both", "some", "more", "most", "less", "fewer"];
const OF: &[&str] = &["of", "for", "with", "in", "on", "by", "from", "to"];
const BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];

/// Verbs that say what another word says with them, or that one thing is, or has, another.
#[rustfmt::skip]
const LIGHT: &[&str] = &[
    "took", "made", "gave", "got", "had", "went", "did", "put", "set", "brought", "came", "became", "called", "named", "known", "remained", "meant", "included",
    "involved", "contained", "comprised", "formed",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: bool) {
        let found = done_to_another(claim, &[evidence], &mut Vocabulary::default());
        assert_eq!(found.is_some(), expected, "{claim} / {evidence}");
    }

    const FORECAST: &str =
        "The company kept its guidance of 850 million but lowered its forecast for the year.";
    const LAMP: &str = "The lamp burned tallow until 1889, when it was replaced by paraffin.";

    #[test]
    fn a_deed_is_not_done_to_what_another_deed_is_done_to() {
        for (claim, evidence) in [
            ("The company lowered its guidance for the year.", FORECAST),
            ("The lamp burned paraffin until 1889.", LAMP),
            (
                "The painter moved to Munich.",
                "The painter studied in Munich and moved to Paris in 1919.",
            ),
            (
                "The painter studied in Paris.",
                "The painter studied in Munich and moved to Paris in 1919.",
            ),
            (
                "The fire destroyed the organ.",
                "The fire destroyed the roof, and the parish sold the organ.",
            ),
            (
                "The team published the mice.",
                "The team that sold the mice published the records.",
            ),
        ] {
            check(claim, evidence, true);
        }
    }

    #[test]
    fn what_may_be_one_thing_or_one_deed_is_left_alone() {
        for (claim, evidence) in [
            ("The company lowered its forecast for the year.", FORECAST),
            ("The company kept its guidance.", FORECAST),
            ("The lamp burned tallow until 1889.", LAMP),
            (
                "The firm bought two farms.",
                "The firm bought a mill and purchased two farms.",
            ),
            (
                "The firm bought two farms.",
                "The firm bought a mill and two farms.",
            ),
            (
                "The painter moved to Paris.",
                "The painter studied in Munich and moved to Paris in 1919.",
            ),
            (
                "The painter worked in Boston.",
                "The painter worked for a printer and lived in Boston.",
            ),
            (
                "She wrote a bestseller.",
                "She wrote a novel that became a bestseller.",
            ),
            (
                "The firm sold the factory.",
                "The firm, which had built the factory, sold the mill.",
            ),
            (
                "The firm sold the farm.",
                "The firm sold the mill. It had leased the farm and purchased it; in May the farm was sold.",
            ),
            (
                "Critics praised the new opera.",
                "Critics who had scorned her first opera praised the new one.",
            ),
            (
                "The firm did not sell the farm.",
                "The firm sold the mill and kept the farm.",
            ),
        ] {
            check(claim, evidence, false);
        }
    }
}
