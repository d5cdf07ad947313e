//! Roles: who does what to whom, as far as the order of the words tells.
//!
//! `Bremar acquired Rostall` and `Rostall acquired Bremar` hold the same words, and so do `A before B` and `B before A`. Where two content words stand
//! on the two sides of a link of a few words, and on the other sides of the same link in the source, they have changed roles. Links that read the same
//! both ways (`met`, `differs from`) are none. A verb may be active in one text and passive in the other: `Bremar was acquired by Rostall` turned round is
//! `Bremar acquired Rostall`.

use std::ops::Range;

use super::polarity::Opposition;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Term, is_stop_word, plain, plain_words, stem, words};

/// A word as roles are compared: the stem of a content word, or the word itself.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Word<'r> {
    Content(Term),
    Function(&'r str),
}

struct Read<'r> {
    word: Word<'r>,
    text: &'r str,
    lower: &'r str,
    /// Whether a link with it says something of the order of its sides, and whether it reads the same both ways.
    is_telling: bool,
    is_mutual: bool,
}

/// The first two words of a claim that stand the other way round about the same link in its source.
pub(crate) fn swapped_roles(claim: &Reading<'_>, source: &Reading<'_>) -> Option<Opposition> {
    const LONGEST_LINK: usize = 6;
    /// A longer one is looked for only where its beginning was found.
    const SHORT_LINK: usize = 3;
    let (own, theirs) = (read(claim), read(source));
    for from in 1..own.len() {
        let mut is_found = false;
        // Where a link that begins here may stand in the source.
        let first = own.get(from).map(|read| read.word);
        let begins = (0..theirs.len()).filter(|&at| theirs.get(at).map(|read| read.word) == first);
        let begins: Vec<usize> = begins.collect();
        for to in (from + 1)..=(from + LONGEST_LINK).min(own.len().saturating_sub(1)) {
            if to > from + SHORT_LINK && !is_found {
                break;
            }
            let Some(link) = own.get(from..to).filter(|link| is_link(link)) else {
                continue;
            };
            let (left, right) = sides(&own, from, to);
            let (Some(nearest_left), Some(nearest_right)) = (left.last(), right.first()) else {
                continue;
            };
            let stands = |at: &usize| {
                let other = theirs.get(*at..at + link.len()).unwrap_or_default();
                other.len() == link.len() && other.iter().zip(link).all(|(a, b)| a.word == b.word)
            };
            let places: Vec<usize> = begins.iter().copied().filter(stands).collect();
            is_found = !places.is_empty();
            let is_swapped = |&at: &usize| {
                let (their_left, their_right) = sides(&theirs, at, at + link.len());
                // `It overtook Lagos` is not said of Lagos.
                let is_it = || {
                    at.checked_sub(1)
                        .and_then(|before| theirs.get(before))
                        .is_some_and(is_pronoun)
                };
                holds(their_right, nearest_left)
                    && (holds(their_left, nearest_right) || is_it())
                    && !holds(their_left, nearest_left)
                    && !holds(their_right, nearest_right)
            };
            if let Some(turned) = swapped_voice(&own, from..to, &theirs) {
                return Some(turned);
            }
            if let Some(&at) = places.first()
                && places.iter().all(is_swapped)
            {
                let (their_left, their_right) = sides(&theirs, at, at + link.len());
                return Some(Opposition::Swapped {
                    claim: said(left, link, right),
                    source: said(
                        their_left,
                        theirs.get(at..at + link.len()).unwrap_or_default(),
                        their_right,
                    ),
                });
            }
        }
    }
    None
}

/// Who does it and to whom by one verb of a claim, if its source has the verb in the other voice and the two the other way round.
fn swapped_voice(own: &[Read<'_>], link: Range<usize>, theirs: &[Read<'_>]) -> Option<Opposition> {
    let (verb, passive) = verb(own.get(link.clone())?)?;
    let (left, right) = sides(own, link.start, link.end);
    let (nearest_left, nearest_right) = (left.last()?, right.first()?);
    let length = if passive { 1 } else { 3 };
    let mut all = 0;
    let mut turned = None;
    for at in 1..theirs.len() {
        let end = at + length;
        let Some((other, other_passive)) = theirs.get(at..end).and_then(self::verb) else {
            continue;
        };
        if other != verb || other_passive == passive {
            continue;
        }
        let (their_left, their_right) = sides(theirs, at, end);
        if their_right.is_empty() {
            continue;
        }
        all += 1;
        // In the other voice those who keep their sides have changed their roles.
        let keeps = holds(their_left, nearest_left)
            && holds(their_right, nearest_right)
            && !holds(their_left, nearest_right)
            && !holds(their_right, nearest_left);
        if keeps {
            turned = Some(Opposition::Swapped {
                claim: said(left, own.get(link.clone())?, right),
                source: said(their_left, theirs.get(at..end)?, their_right),
            });
        }
    }
    turned.filter(|_| all == 1)
}

/// The verb of a link that is nothing else, and whether it is passive: `acquired`, `was acquired by`.
fn verb<'r>(link: &[Read<'r>]) -> Option<(Word<'r>, bool)> {
    const BE: &[&str] = &[
        "is", "are", "was", "were", "been", "being", "be", "got", "gets",
    ];
    let is_content = |read: &Read<'_>| matches!(read.word, Word::Content(_));
    let has_form = |read: &Read<'_>, forms: &[&str]| forms.contains(&read.lower);
    match link {
        [only] if is_content(only) => Some((only.word, false)),
        [be, verb, by] if is_content(verb) && by.lower == "by" && has_form(be, BE) => {
            Some((verb.word, true))
        }
        _ => None,
    }
}

/// The words without articles, without those that only say that something must or may be done, and without the prepositions that `than`, `before` and `after` are
/// followed by.
fn read<'r>(reading: &'r Reading<'_>) -> Vec<Read<'r>> {
    let mut read: Vec<Read<'r>> = Vec::with_capacity(reading.words.len());
    let mut modal_to = 0;
    for (at, lower) in reading.words.iter().enumerate() {
        let follows = matches!(read.last(), Some(Read { word: Word::Function(last), .. }) if ORDER.contains(last));
        modal_to = modal_to.max(at + modal_at(reading, at));
        let is_skipped = at < modal_to
            || matches!(lower.as_str(), "a" | "an" | "the")
            || follows && matches!(lower.as_str(), "in" | "of" | "on" | "at" | "for");
        if !is_skipped {
            let word = reading
                .term(at)
                .map_or(Word::Function(lower), Word::Content);
            read.push(Read {
                word,
                text: reading.surface(at),
                lower,
                is_telling: match word {
                    Word::Content(_) => true,
                    Word::Function(word) => ORDER.contains(&word),
                },
                is_mutual: MUTUAL.contains(&lower.as_str()),
            });
        }
    }
    read
}

/// How many words from a place on only say that what follows must, may or will be done: `shall`, `has to`, `is required to`.
fn modal_at(reading: &Reading<'_>, at: usize) -> usize {
    let word = |at: usize| reading.word(at);
    match (word(at), word(at + 1), word(at + 2)) {
        ("is" | "are" | "was" | "were", "required" | "obliged" | "bound", "to") => 3,
        ("has" | "have" | "had" | "needs" | "need" | "ought", "to", _) => 2,
        (
            "shall" | "must" | "should" | "will" | "would" | "may" | "can" | "could" | "might",
            _,
            _,
        ) => 1,
        _ => 0,
    }
}

/// The content words right before and right behind a link, at most three each, with what joins a thing to what it is of: `parasites of the genus`.
fn sides<'r, 'a>(read: &'r [Read<'a>], from: usize, to: usize) -> (&'r [Read<'a>], &'r [Read<'a>]) {
    let before = read.get(..from).unwrap_or_default();
    let left = of_one_thing(before.iter().rev());
    let behind = read.get(to..).unwrap_or_default();
    let right = of_one_thing(behind.iter());
    (
        before.get(from - left..).unwrap_or_default(),
        behind.get(..right).unwrap_or_default(),
    )
}

/// How many words from a link on name one thing.
fn of_one_thing<'r, 'a: 'r>(words: impl Iterator<Item = &'r Read<'a>>) -> usize {
    const MOST: usize = 3;
    let mut named = 0;
    let of_it = words.take_while(|read| match read.word {
        Word::Content(_) => {
            named += 1;
            named <= MOST
        }
        Word::Function(word) => word == "of" && named > 0,
    });
    of_it.count()
}

fn holds(side: &[Read<'_>], wanted: &Read<'_>) -> bool {
    side.iter().any(|read| read.word == wanted.word)
}

fn is_pronoun(read: &Read<'_>) -> bool {
    matches!(read.lower, "it" | "he" | "she" | "they")
}

/// Whether a link has a direction: a content word that is not one of those that read the same both ways, or a word of order.
fn is_link(link: &[Read<'_>]) -> bool {
    link.iter().any(|read| read.is_telling) && !link.iter().any(|read| read.is_mutual)
}

fn said(left: &[Read<'_>], link: &[Read<'_>], right: &[Read<'_>]) -> String {
    let all: Vec<&str> = [left, link, right]
        .into_iter()
        .flatten()
        .map(|read| read.text)
        .collect();
    all.join(" ")
}

/// Words that set one thing before or above another.
const ORDER: &[&str] = &["than", "before", "after"];

/// Words of links that say the same in both directions.
#[rustfmt::skip]
pub(super) const MUTUAL: &[&str] = &[
    "and", "or", "nor", "with", "meet", "meets", "met", "marry", "marries", "married", "equal", "equals", "equalled", "resemble", "resembles", "resembled", "match",
    "matches", "matched", "differ", "differs", "differed", "different", "border", "borders", "bordered", "versus", "vs", "same", "similar", "other",
];

/// Whether each of two comparisons has before its `than` what the other has behind.
pub(crate) fn are_compared_crosswise((a, b): (&str, &str)) -> bool {
    let sides = |text: &str| {
        let (before, _, behind) = compared(text)?;
        let read = |text: &str| -> Vec<String> {
            plain_words(text)
                .filter(|word| !is_stop_word(word) && !matches!(word.as_str(), "one" | "ones"))
                .map(|word| stem(&word))
                .collect()
        };
        Some((read(before), read(behind)))
    };
    let (Some((before, behind)), Some((other_before, other_behind))) = (sides(a), sides(b)) else {
        return false;
    };
    // What one has behind the other has before, and not behind as well.
    let crosses = |behind: &[String], before: &[String], other: &[String]| {
        let mut only = behind
            .iter()
            .filter(|word| !other.contains(word))
            .peekable();
        only.peek().is_some() && only.all(|word| before.contains(word))
    };
    crosses(&behind, &other_before, &other_behind) && crosses(&other_behind, &before, &behind)
}

/// What a text sets against each other, with the words that do: the last comparative and `than`, or `before`, `ahead of`.
pub(crate) fn compared(text: &str) -> Option<(&str, String, &str)> {
    const PIVOTS: &[&str] = &[" before ", " after ", " ahead of ", " behind "];
    // Whether a text has a word is seen sooner than where it stands, and few have any of these.
    let parted = |pivot: &str| {
        let may = text.contains(pivot);
        may.then(|| text.split_once(pivot)).flatten()
    };
    if let Some((before, behind)) = parted(" than ") {
        let comparative = plain_words(before)
            .filter(|word| !matches!(word.as_str(), "rather" | "other"))
            .filter(|word| {
                word.ends_with("er")
                    || matches!(
                        word.as_str(),
                        "more" | "less" | "fewer" | "better" | "worse"
                    )
            })
            .last();
        return Some((before, comparative.unwrap_or_default(), behind));
    }
    by_factor(text).or_else(|| {
        PIVOTS.iter().find_map(|pivot| {
            let (before, behind) = parted(pivot)?;
            Some((before, pivot.trim().to_owned(), behind))
        })
    })
}

/// `Twice as much ice as the southern one`.
fn by_factor(text: &str) -> Option<(&str, String, &str)> {
    const AS: &str = " as ";
    const FACTORS: &[&str] = &["twice", "thrice", "times", "half"];
    let (head, rest) = text.match_indices(AS).find_map(|(at, _)| {
        let head = text.get(..at)?;
        let factor = head.rsplit(' ').next()?;
        FACTORS.contains(&factor).then_some((head, at + AS.len()))
    })?;
    let to = rest + text.get(rest..)?.find(AS)?;
    let mut last = head.rsplit(' ');
    let factor = match (last.next()?, last.next()) {
        ("times", Some(number)) => format!("{number} times"),
        (factor, _) => factor.to_owned(),
    };
    Some((text.get(..to)?, factor, text.get(to + AS.len()..)?))
}

/// Two things that have changed sides in one comparison: `A sells more than B`, `B sells more than A`.
pub(crate) fn swapped_comparison(claim: &str, source: &str) -> Option<Opposition> {
    let by = |text| {
        compared(text)
            .map(|(_, by, _)| by)
            .filter(|by| !by.is_empty())
    };
    let (own, theirs) = (by(claim)?, by(source)?);
    (own == theirs && are_compared_crosswise((claim, source))).then(|| Opposition::Swapped {
        claim: behind_pivot(claim),
        source: behind_pivot(source),
    })
}

/// The word by which a source says that two things are alike of which a claim puts one above the other.
pub(crate) fn compared_as_equal(claim: &str, source: &str) -> Option<Opposition> {
    #[rustfmt::skip]
    const EQUALS: &[&str] = &["similar", "similarly", "equal", "equally", "alike", "same", "identical", "comparable", "indistinguishable", "unchanged"];
    let of_claim = claim
        .contains(" than ")
        .then(|| compared(claim))
        .flatten()?;
    if source.contains(" than ") || of_claim.1.is_empty() {
        return None;
    }
    let behind: Vec<String> = plain_words(of_claim.2).map(|word| stem(&word)).collect();
    let all: Vec<&str> = words(source).filter_map(|span| source.get(span)).collect();
    let equal = all.iter().enumerate().find(|(at, word)| {
        // `Comparable cells` are what is compared.
        let next = all.get(at + 1).map(|next| stem(&plain(next)));
        EQUALS.contains(&plain(word).as_str()) && !next.is_some_and(|next| behind.contains(&next))
    });
    let (_, equal) = equal?;
    Some(Opposition::Swapped {
        claim: of_claim.1,
        source: (*equal).to_owned(),
    })
}

/// The words that compare with the few behind them.
fn behind_pivot(text: &str) -> String {
    let Some((_, by, behind)) = compared(text) else {
        return String::new();
    };
    let pivot = if text.contains(" than ") { "than" } else { &by };
    let first: Vec<&str> = words(behind)
        .filter_map(|span| behind.get(span))
        .take(3)
        .collect();
    format!("{pivot} {}", first.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Lexicon;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        let own = Reading::learnt(claim, &mut lexicon);
        let theirs = Reading::learnt(source, &mut lexicon);
        let found = swapped_roles(&own, &theirs);
        assert_eq!(found.is_some(), expected, "{source} / {claim}: {found:?}");
    }

    #[test]
    fn two_that_changed_places_about_a_verb_or_a_comparison_changed_roles() {
        for (source, claim) in [
            (
                "Rostall acquired Bremar in 2019.",
                "Bremar acquired Rostall.",
            ),
            (
                "Acme Corp bought the Beta Works in May.",
                "Beta Works bought Acme Corp.",
            ),
            ("Italy beat Spain 3-1.", "Spain beat Italy 3-1."),
            (
                "Trips are longer in Lindau than in Rostall.",
                "Trips are longer in Rostall than in Lindau.",
            ),
            (
                "Reliability matters more than price.",
                "Price matters more than reliability.",
            ),
            (
                "The vote came before the merger.",
                "The merger came before the vote.",
            ),
            (
                "Bremar was acquired by Rostall in 2019.",
                "Bremar acquired Rostall.",
            ),
            (
                "The teachers criticised the ministers in May.",
                "The teachers were criticised by the ministers.",
            ),
            (
                "In 2019 it overtook Bremar as the busiest port.",
                "Bremar overtook Rostall as the busiest port.",
            ),
            (
                "Patients were infected by nurses on the ward.",
                "Patients infected nurses on the ward.",
            ),
            (
                "The tenant was ordered to pay half of the landlord's costs.",
                "The landlord was ordered to pay half of the tenant's costs.",
            ),
            (
                "The tenant was told to compensate the landlord.",
                "The landlord was told to compensate the tenant.",
            ),
            (
                "The buyer must notify the seller.",
                "The seller shall notify the buyer.",
            ),
            (
                "The buyer is required to notify the seller.",
                "The seller has to notify the buyer.",
            ),
            ("The EU sued the US.", "The US sued the EU."),
        ] {
            check(source, claim, true);
            check(source, source, false);
        }
    }

    #[test]
    fn what_is_alike_is_not_more_or_less_and_may_be_what_is_compared() {
        let alike = |claim, source| compared_as_equal(claim, source).is_some();
        assert!(alike(
            "Oats yield more than rye.",
            "Oats and rye had similar yields."
        ));
        assert!(!alike(
            "The cell kept more than cells with acid.",
            "The cell kept 91 percent, comparable cells with acid 72."
        ));
    }

    #[test]
    fn two_sides_of_one_comparison_changed_places() {
        let swapped = |claim, source| swapped_comparison(claim, source).is_some();
        let source = "Oats need more rain than rye.";
        assert!(swapped("Rye needs more rain than oats.", source));
        assert!(!swapped("Oats need more rain than rye.", source));
        assert!(!swapped("Rye needs less rain than oats.", source));
        let source = "The mill uses 40 litres an hour, three times as much as the forge.";
        assert!(swapped(
            "The forge uses three times as much water an hour as the mill.",
            source
        ));
        assert!(!swapped(
            "The mill uses three times as much water an hour as the forge.",
            source
        ));
    }

    #[test]
    fn another_construction_and_what_reads_the_same_both_ways_do_not() {
        for (source, claim) in [
            (
                "Rostall acquired Bremar.",
                "Bremar was acquired by Rostall.",
            ),
            (
                "The ministers were criticised by the teachers.",
                "The teachers criticised the ministers.",
            ),
            (
                "Bremar was acquired by Rostall, and later Rostall was acquired by Bremar.",
                "Bremar acquired Rostall.",
            ),
            (
                "The buyer must notify the seller.",
                "The seller has to be notified by the buyer.",
            ),
            ("Spain and Italy agreed.", "Italy and Spain agreed."),
            ("Rostall met Bremar.", "Bremar met Rostall."),
            (
                "The tenant was told to compensate the landlord, and the landlord was told to compensate the tenant.",
                "The landlord was told to compensate the tenant.",
            ),
            (
                "The landlord's tenant was told to pay half of the costs of the repair.",
                "The tenant of the landlord was told to pay half of the repair costs.",
            ),
            (
                "Growth in storage capacity slowed.",
                "Storage capacity growth slowed.",
            ),
            (
                "Spain beat Italy, and later Italy beat Spain.",
                "Italy beat Spain.",
            ),
        ] {
            check(source, claim, false);
        }
    }
}
