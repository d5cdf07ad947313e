//! Called: a claim that says of `the ministry` what its evidence says of somebody by name, whom the evidence calls something else: `BauNord`, `the contractor`.
//!
//! Who is named may be called by what they are, so a noun in the place of a name is mostly no fault. It is one where the text around calls nobody so, and calls the one
//! who is named, who is no person, by another noun, of a kind that is neither the same nor near.

use std::ops::Range;

use super::finding::Finding;
use super::subjects::names_any;
use crate::check::language::kinship::{Kin, Senses};
use crate::check::language::terms::{is_stop_word, plain, stem, words};
use crate::check::meaning::persons::surnames;
use crate::check::text::sentences::sentences;
use crate::semantic::word;

/// The fewest words that both have behind what they begin with.
const LEAST: usize = 4;
/// The most words of a name.
const NAME: usize = 3;
/// Likeness from which one noun may mean what another does.
const ALIKE: f32 = 0.3;

/// Whom the evidence has in the place of the one of whom a claim says the same.
pub(super) fn said_of_one_called_otherwise(claim: &str, around: &[&str]) -> Option<Finding> {
    let own = Words::of(claim);
    let (the, noun) = (own.plain(0)?, own.plain(1)?);
    let rest = own.all.get(2..).filter(|rest| rest.len() >= LEAST)?;
    if the != "the" || is_stop_word(&noun) || own.is_capital(1) || !is_doer(&noun) {
        return None;
    }
    let told: Vec<Words<'_>> = around
        .iter()
        .flat_map(|text| {
            let all = sentences(text).into_iter();
            all.filter_map(|span| text.get(span)).map(Words::of)
        })
        .collect();
    let is_spoken_of = told.iter().any(|text| text.has(&noun));
    if is_spoken_of {
        return None;
    }
    let (at, name) = told.iter().enumerate().find_map(|(at, text)| {
        let name = text.name_before(rest, &own)?;
        Some((at, name))
    })?;
    let people: Vec<String> = around.iter().flat_map(|text| surnames(text)).collect();
    let last = plain(name.rsplit(' ').next().unwrap_or_default());
    if people.contains(&last) {
        return None;
    }
    let others = told.iter().enumerate().filter(|(other, _)| *other != at);
    // What is done to somebody else is not what that one is called by.
    let called = others.filter_map(|(_, text)| text.doer());
    let mut called = called.filter(|noun| !own.has(noun));
    let first = called.next()?;
    // Where several are told of, any of them may be meant.
    let is_one = called.all(|other| other == first);
    (is_one && are_apart(&noun, &first)).then(|| Finding::other_word(&noun, name))
}

/// Whether a noun names who does something: a person or an organisation of some kind, and of no kind that anybody may be called by.
fn is_doer(noun: &str) -> bool {
    const KINDS: &[&str] = &[
        "person",
        "organization",
        "institution",
        "government",
        "unit",
    ];
    let own = Senses::of(noun);
    let is_kind = |kind: &&str| {
        let both = own.as_ref().zip(Senses::of(kind));
        both.is_some_and(|(own, kind)| own.kin(&kind) == Kin::Narrower)
    };
    KINDS.iter().any(is_kind)
}

/// Whether two nouns name different kinds of doers.
fn are_apart(noun: &str, other: &str) -> bool {
    let senses = Senses::of(noun).zip(Senses::of(other));
    let are_kin = senses.is_none_or(|(own, other)| own.kin(&other) != Kin::Apart);
    let vectors = word(noun).zip(word(other));
    let is_near = vectors.is_none_or(|(own, other)| own.vector.cosine(&other.vector) >= ALIKE);
    let is_general = |word: &str| names_any(word) && word != "ministry";
    !are_kin && !is_near && !is_general(noun) && !is_general(other) && stem(noun) != stem(other)
}

/// A sentence, as words where they stand.
struct Words<'t> {
    text: &'t str,
    all: Vec<Range<usize>>,
}

impl<'t> Words<'t> {
    fn of(text: &'t str) -> Self {
        Self {
            text,
            all: words(text).collect(),
        }
    }

    fn surface(&self, at: usize) -> Option<&'t str> {
        self.text.get(self.all.get(at)?.clone())
    }

    fn plain(&self, at: usize) -> Option<String> {
        self.surface(at).map(plain)
    }

    fn is_capital(&self, at: usize) -> bool {
        self.surface(at)
            .is_some_and(|word| word.starts_with(char::is_uppercase))
    }

    fn has(&self, noun: &str) -> bool {
        let wanted = stem(noun);
        (0..self.all.len()).any(|at| self.plain(at).is_some_and(|word| stem(&word) == wanted))
    }

    /// The name that the sentence begins with, where all that a claim says behind its own subject stands behind it.
    fn name_before(&self, rest: &[Range<usize>], claim: &Words<'_>) -> Option<&'t str> {
        let wanted: Vec<String> = rest
            .iter()
            .filter_map(|span| claim.text.get(span.clone()).map(plain))
            .collect();
        let is_said = |from: usize| {
            let own = (from..from + wanted.len()).map(|at| self.plain(at));
            own.eq(wanted.iter().cloned().map(Some))
        };
        let end = (1..=NAME).find(|end| is_said(*end))?;
        let is_name = (0..end).all(|at| self.is_capital(at)) && !self.is_common(end - 1);
        let name = || {
            self.text
                .get(self.all.first()?.start..self.all.get(end - 1)?.end)
        };
        is_name.then(name).flatten()
    }

    /// Whether a word with a capital is one of the language all the same.
    fn is_common(&self, at: usize) -> bool {
        let word = self.plain(at).unwrap_or_default();
        is_stop_word(&word) || Senses::of(&word).is_some()
    }

    /// The one that it says to do something, by a common noun that it begins with: `The contractor estimates`.
    fn doer(&self) -> Option<String> {
        let noun = self.plain(1)?;
        let is_common = self.plain(0)? == "the" && !self.is_capital(1);
        (is_common && is_doer(&noun)).then_some(noun)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Verdict;

    const NOTE: &str = "BauNord proposes to work on both ends of the line at once to recover 3 months. The contractor estimates a delay of 7 months.";

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: Option<&str>) {
        let found = said_of_one_called_otherwise(claim, &[evidence]);
        let said = found.map(|found| found.say(Verdict::Partial, "[1]", "[1]"));
        assert_eq!(said.as_deref(), expected, "{claim} / {evidence}");
    }

    #[test]
    fn who_is_named_and_called_otherwise_is_another() {
        check(
            "The ministry proposes to work on both ends of the line at once to recover 3 months.",
            NOTE,
            Some("the claim says “ministry”, [1] says “BauNord”"),
        );
        check(
            "The school will repaint the old gym in June.",
            "Farbwerk will repaint the old gym in June. The painter asked for 9,000 euros.",
            Some("the claim says “school”, [1] says “Farbwerk”"),
        );
    }

    #[test]
    fn who_may_be_meant_is_not() {
        for (claim, evidence) in [
            (
                "The contractor proposes to work on both ends of the line at once to recover 3 months.",
                NOTE,
            ),
            (
                "The builder proposes to work on both ends of the line at once to recover 3 months.",
                NOTE,
            ),
            (
                "The company proposes to work on both ends of the line at once to recover 3 months.",
                NOTE,
            ),
            (
                "The regulator fined the airline for late refunds.",
                "Ofcom fined the airline for late refunds. The airline appealed.",
            ),
            (
                "The ministry proposes to sell the old mill.",
                "Jon Berg proposes to sell the old mill. The minister wants 2 million.",
            ),
            (
                "The ministry will repaint the old gym in June.",
                "Farbwerk will repaint the old gym in June, the ministry said. The painter asked for 9,000 euros.",
            ),
        ] {
            check(claim, evidence, None);
        }
    }
}
