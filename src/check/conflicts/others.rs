//! Others: whether two sentences tell of other doers, of what is done to other things, or one of a part of what the other tells of.

use super::measured::is_respect;
use super::slots::{LIGHT, PREPOSITIONS, Sentence, have_other_subjects};
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::quantities;
use crate::check::language::synonyms::as_beside;
use crate::check::language::terms::HELPING_VERBS;
use crate::check::meaning::deeds::names_deed;
use crate::check::meaning::denying::is_denying;
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
pub(crate) fn are_part_and_whole(own: &Sentence, theirs: &Sentence) -> bool {
    own.is_of_part(theirs)
        || theirs.is_of_part(own)
        || are_of_other_areas(own, theirs)
        || (own.is_one_of_both(theirs) || theirs.is_one_of_both(own))
            && own.gives_amount
            && theirs.gives_amount
}

/// Whether one of two sentences tells something of some, and the other of so many others or of one by its name: `most of the parks`, `two of the parks`.
pub(super) fn are_some_and_others(own: &Sentence, theirs: &Sentence) -> bool {
    own.is_of_some() && theirs.is_of_few_beside(own)
        || theirs.is_of_some() && own.is_of_few_beside(theirs)
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
    /// Whether it begins with words for a part of several: `most of the parks`.
    fn is_of_some(&self) -> bool {
        matches!(
            self.plain(0),
            "some" | "several" | "many" | "most" | "few" | "certain"
        ) || self.plain(0) == "a" && matches!(self.plain(1), "few" | "number")
    }

    /// Whether it begins with a number of several, or with a noun that the other does not have and something is denied of: `the Anna school does not`.
    fn is_of_few_beside(&self, other: &Self) -> bool {
        let first = self.plain(0);
        let is_number = first == "one" || !quantities(first).is_empty();
        let denial = (0..self.words.len()).find(|&at| is_denying(self.plain(at)));
        let names_another = |denial: usize| (0..denial).any(|at| self.is_strange(at, other));
        is_number && self.plain(1) == "of" || denial.is_some_and(names_another)
    }

    /// Whether it begins with one of two things of which the other begins with both: `the platform`, `the roof and the platform`.
    fn is_one_of_both(&self, other: &Self) -> bool {
        let behind_article = |sentence: &Self, at: usize| {
            at + usize::from(matches!(sentence.plain(at), "the" | "a" | "an" | "its"))
        };
        let own = behind_article(self, 0);
        let first = behind_article(other, 0);
        let second = behind_article(other, first + 2);
        let stem =
            |sentence: &Self, at: usize| sentence.words.get(at).map(|word| word.stem.clone());
        let noun = stem(self, own).filter(|_| self.is_content(own));
        other.plain(first + 1) == "and"
            && self.plain(own + 1) != "and"
            && noun.is_some()
            && (noun == stem(other, first) || noun == stem(other, second))
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_are_not_all_the_others() {
        for (a, b, expected) in [
            (
                "Several schools teach Latin.",
                "The Anna school does not teach Latin.",
                true,
            ),
            (
                "Most of the parks have toilets.",
                "Two of the parks have no toilets.",
                true,
            ),
            (
                "Most of the parks have toilets.",
                "The parks have no toilets.",
                false,
            ),
            (
                "Several schools teach Latin.",
                "No school teaches Latin.",
                false,
            ),
            (
                "The schools teach Latin.",
                "The Anna school does not teach Latin.",
                false,
            ),
        ] {
            assert_eq!(
                are_some_and_others(&Sentence::read(a), &Sentence::read(b)),
                expected,
                "{a} / {b}"
            );
            assert_eq!(
                are_some_and_others(&Sentence::read(b), &Sentence::read(a)),
                expected,
                "{b} / {a}"
            );
        }
    }

    #[test]
    fn what_two_cost_together_is_not_what_one_costs() {
        let platform = "The platform cost 2 million euros.";
        for (other, expected) in [
            ("The roof and the platform cost 6 million euros.", true),
            ("The platform and the roof cost 6 million euros.", true),
            ("The platform cost 6 million euros.", false),
            ("The roof and the platform were repaired.", false),
        ] {
            assert_eq!(
                are_part_and_whole(&Sentence::read(platform), &Sentence::read(other)),
                expected,
                "{other}"
            );
        }
    }
}
