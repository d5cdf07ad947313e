//! Places in a row: `the second woman to head the bank` beside a claim that she was the first.
//!
//! In a short claim the place is half of what it says, and no word of the sentence turns it. So where each names one place, of one thing, the two are compared.

use super::finding::Finding;
use super::in_full::InFull;
use super::plainly::{Word, deny, read};
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

#[rustfmt::skip]
const PLACES: &[(&str, &str)] = &[
    ("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th"), ("fifth", "5th"), ("sixth", "6th"), ("seventh", "7th"), ("eighth", "8th"),
    ("ninth", "9th"), ("tenth", "10th"),
];
/// Of these there are several rows, or they are names.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "quarter", "quarters", "half", "halves", "day", "days", "week", "month", "year", "years", "century", "world", "party", "lady", "degree", "hand", "of", "season", "round",
    "phase", "stage", "reading", "class", "edition", "grade", "floor", "street", "avenue", "minute", "hour", "decade", "congress", "amendment", "division", "generation",
];
const LARGEST: &[&str] = &["largest", "biggest", "greatest"];

/// A sentence that names one place, with what has it.
struct Placed<'s, 't> {
    place: usize,
    at: usize,
    words: &'s [Word<'t>],
    /// The words behind the place that say of what it is.
    of: &'s [Word<'t>],
}

/// What the texts say to a claim of which in a row something is.
pub(super) fn in_another_place(claim: &str, texts: &[&str]) -> Option<InFull> {
    let own_words = read(claim);
    let own = Placed::of(&own_words)?;
    let lines: Vec<Vec<Word<'_>>> = texts
        .iter()
        .flat_map(|text| {
            sentences(text)
                .into_iter()
                .filter_map(|span| text.get(span))
                .map(read)
        })
        .collect();
    let placed: Vec<Placed<'_, '_>> = lines.iter().filter_map(|line| Placed::of(line)).collect();
    let mut about = placed.iter().filter(|theirs| own.is_of_the_same(theirs));
    let theirs = about.next().filter(|_| about.next().is_none())?;
    (theirs.place != own.place).then(|| {
        InFull::Against(Finding::Opposed(Opposition::Swapped {
            claim: own.told(),
            source: theirs.told(),
        }))
    })
}

fn place(word: &Word<'_>) -> Option<usize> {
    PLACES
        .iter()
        .position(|(name, short)| word.is_in(&[*name, *short]))
}

impl<'s, 't> Placed<'s, 't> {
    fn of(words: &'s [Word<'t>]) -> Option<Self> {
        const MOST: usize = 2;
        let mut places = words
            .iter()
            .enumerate()
            .filter_map(|(at, word)| Some((at, place(word)?)));
        let (at, place) = places.next().filter(|_| places.next().is_none())?;
        let behind = words.get(at + 1..)?;
        let length = behind
            .iter()
            .take(MOST)
            .take_while(|word| word.tells() && !word.is_apart)
            .count();
        let of = behind.get(..length)?;
        let is_among = words
            .get(at.saturating_sub(3)..at)?
            .iter()
            .any(|word| word.is_in(&["among", "one"]));
        let is_other = of.is_empty()
            || of.iter().any(|word| word.is_in(OTHERS))
            || behind
                .first()
                .is_some_and(|word| word.surface.starts_with(char::is_uppercase))
            || words.iter().any(|word| word.is_in(&["since"]))
            || is_among
            || deny(words);
        (!is_other).then_some(Self {
            place,
            at,
            words,
            of,
        })
    }

    /// Whether both speak of a place of one thing, and have as much else in common as half of what the claim says.
    fn is_of_the_same(&self, theirs: &Self) -> bool {
        let is_as = |own: &Word<'_>, other: &Word<'_>| {
            own.is_as(other) || own.is_in(LARGEST) && other.is_in(LARGEST)
        };
        let (Some(first), Some(other)) = (self.of.first(), theirs.of.first()) else {
            return false;
        };
        let has = |word: &Word<'_>| theirs.words.iter().any(|other| is_as(word, other));
        // `The second time that he appealed` is the second appeal.
        let is_one = is_as(first, other) || other.is_in(&["time"]) && has(first);
        let rest = || {
            self.words
                .iter()
                .enumerate()
                .filter(|(at, word)| *at != self.at && word.tells())
        };
        let held = rest().filter(|(_, word)| has(word)).count();
        is_one && 2 * held >= rest().count()
    }

    fn told(&self) -> String {
        let words = self
            .words
            .get(self.at..=self.at + self.of.len())
            .unwrap_or_default();
        words
            .iter()
            .map(|word| word.surface)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_place_in_a_row_is_another_thing() {
        let check = |claim: &str, evidence: &str, expected: bool| {
            let found = in_another_place(claim, &[evidence]);
            assert_eq!(found.is_some(), expected, "{claim} / {evidence}");
        };
        check(
            "It was his second victory.",
            "It was his third win in four races.",
            true,
        );
        check(
            "She was the first woman to run the port.",
            "She was the second woman to head the port.",
            true,
        );
        check(
            "It was her third attempt.",
            "It was the second time that she attempted it.",
            true,
        );
        check(
            "It is the fourth biggest port in Peru.",
            "It is the third largest port in Peru.",
            true,
        );
        check(
            "It is the third biggest port in Peru.",
            "It is the third largest port in Peru.",
            false,
        );
        check(
            "It was his first victory since May.",
            "It was his third victory.",
            false,
        );
        check(
            "It was the second quarter of growth.",
            "It was the third quarter of growth.",
            false,
        );
        check(
            "The second bridge cost 4 million.",
            "The first tunnel cost 3 million.",
            false,
        );
        check(
            "It was his second victory.",
            "His first victory came in May, his second victory in June.",
            false,
        );
    }
}
