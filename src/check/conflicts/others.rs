//! Others: whether two sentences tell of other doers, of what is done to other things, or one of a part of what the other tells of.

use super::measured::is_respect;
use super::slots::{LIGHT, PREPOSITIONS, Sentence, have_other_subjects};
use crate::check::language::irregular::is_past;
use crate::check::language::synonyms::as_beside;
use crate::check::language::terms::HELPING_VERBS;
use crate::check::meaning::deeds::names_deed;
use crate::check::meaning::governing::SPEAKS;

/// Whether two sentences say that others do it, or that it is done to others: `the mayor voted for it`, `the treasurer against it`.
pub(crate) fn are_said_of_others(a: &str, b: &str) -> bool {
    let worded = as_beside(b, a);
    let (own, theirs) = (
        Sentence::read(a),
        Sentence::read(worded.as_deref().unwrap_or(b)),
    );
    let begins = |sentence: &Sentence| !PREPOSITIONS.contains(&sentence.plain(0));
    do_to_others(&own, &theirs)
        || begins(&own) && begins(&theirs) && have_other_subjects(&own, &theirs)
}

/// Whether one of two sentences begins with a part of what the other begins with: `the tower of the chapel`, `the chapel`.
pub(crate) fn are_part_and_whole(a: &str, b: &str) -> bool {
    let (own, theirs) = (Sentence::read(a), Sentence::read(b));
    own.is_of_part(&theirs) || theirs.is_of_part(&own) || are_of_other_areas(&own, &theirs)
}

/// Whether two sentences begin with areas of which the one lies in another of its kind, and neither speaks of the other's: `the county`, `the town`.
fn are_of_other_areas(a: &Sentence, b: &Sentence) -> bool {
    /// From large to small.
    #[rustfmt::skip]
    const AREAS: &[&[&str]] = &[
        &["world"], &["continent"], &["country", "nation"], &["state", "province", "canton"], &["region"], &["county"], &["district", "municipality"], &["city", "town"],
        &["village", "parish", "borough", "suburb", "quarter"], &["street"],
    ];
    let area = |sentence: &Sentence| {
        let noun = sentence.plain(usize::from(sentence.plain(0) == "the"));
        AREAS.iter().position(|names| names.contains(&noun))
    };
    let names = |sentence: &Sentence, at: usize| {
        let names = AREAS.get(at).copied().unwrap_or_default();
        sentence
            .words
            .iter()
            .any(|word| names.contains(&word.plain.as_str()))
    };
    let areas = area(a).zip(area(b));
    areas.is_some_and(|(own, other)| own != other && !names(a, other) && !names(b, own))
}

/// Whether the same is done in both to another thing: `reduced mortality`, `did not reduce pain`.
pub(super) fn do_to_others(a: &Sentence, b: &Sentence) -> bool {
    let done_to = |own: &Sentence, other: &Sentence| -> Vec<(String, usize)> {
        let verbs = (1..own.words.len()).filter(|&at| own.is_deed_of(at, other));
        verbs
            .filter_map(|at| {
                let opens = |place: usize| matches!(own.plain(place), "the" | "a" | "an" | "its");
                let object = at + 1 + usize::from(opens(at + 1));
                let is_apart = own.words.get(object).is_some_and(|word| !word.is_cut)
                    && own.is_strange(object, other)
                    && own.is_noun(object)
                    && !own
                        .words
                        .get(object + 1)
                        .is_some_and(|next| next.is_content && !next.is_cut);
                let verb = own.words.get(at)?;
                is_apart.then(|| (verb.stem.clone(), object))
            })
            .collect()
    };
    let (own, theirs) = (done_to(a, b), done_to(b, a));
    own.iter().any(|(verb, object)| {
        let mut others = theirs.iter().filter(|(other, _)| other == verb);
        others.any(|(_, other)| {
            let places =
                |sentence: &Sentence, at: usize| sentence.words.get(at).map(|word| word.places);
            let relation = places(a, *object)
                .zip(places(b, *other))
                .and_then(|(own, other)| own.relation(other));
            relation.is_none()
        })
    })
}

impl Sentence {
    /// Whether it begins with a noun that is of what the other begins with, and no word for a value or a deed of that.
    fn is_of_part(&self, other: &Self) -> bool {
        let behind_article = |sentence: &Self, at: usize| {
            at + usize::from(matches!(sentence.plain(at), "the" | "a" | "an" | "its"))
        };
        let part = behind_article(self, 0);
        let whole = behind_article(self, part + 2);
        let theirs = behind_article(other, 0);
        let noun = self.plain(part);
        let is_one = self
            .words
            .get(whole)
            .zip(other.words.get(theirs))
            .is_some_and(|(own, other)| own.is_content && own.stem == other.stem);
        let is_deed = || {
            let mut all = other.words.iter();
            all.any(|word| names_deed(noun, &word.plain))
        };
        part > 0
            && self.plain(part + 1) == "of"
            && is_one
            && self.is_strange(part, other)
            && !self.stands_for_another(part)
            && !is_respect(noun)
            && !LIGHT.contains(&noun)
            && !SPEAKS.contains(&noun)
            && !SPEAKS.contains(&other.plain(theirs + 1))
            && !is_deed()
    }

    /// Whether a word is a verb, as far as its form or what helps it tells, that the other sentence has as well.
    fn is_deed_of(&self, at: usize, other: &Self) -> bool {
        let word = self.plain(at);
        let is_verb = word.ends_with("ed")
            || is_past(word)
            || HELPING_VERBS.contains(&self.before(at))
            || self.before(at) == "not";
        let is_there = self.words.get(at).is_some_and(|own| {
            own.is_content && other.words.iter().any(|word| word.stem == own.stem)
        });
        is_verb && is_there
    }
}
