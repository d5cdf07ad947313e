//! The unnamed: sentences whose subject, object or place the sentence before named.

use super::vocabulary::{BEARING, JOINING, NUMBERS, PLACING, POINTING, PRONOUNS};
use super::{BEING, lower_words};
use crate::check::{names, quantities, words};
use crate::extractive::clause::{is_base, is_doing};

/// Whether a sentence says of a number what became of so many, and not of what: `2,140 were installed`.
#[must_use]
pub fn counts_the_unnamed(sentence: &str) -> bool {
    // A sum says what it is one of.
    if sentence.starts_with(['€', '$', '£', '¥']) {
        return false;
    }
    let mut opening = lower_words(sentence);
    let is_number = opening.next().is_some_and(|first| {
        first.starts_with(|letter: char| letter.is_ascii_digit())
            || NUMBERS.contains(&first.as_str())
    });
    is_number
        && opening
            .next()
            .is_some_and(|next| BEING.contains(&next.as_str()))
}

/// Whether a sentence opens with one of several that it does not name: `One of its branches`, `One of the two`; `One of the first gifts` names them.
pub(super) fn is_one_of_the_unnamed(opening: &[String]) -> bool {
    let opening: Vec<&str> = opening.iter().map(String::as_str).collect();
    let ["one", "of", whose, rest @ ..] = opening.as_slice() else {
        return false;
    };
    match *whose {
        "the" => rest
            .first()
            .is_some_and(|of| NUMBERS.contains(of) || *of == "others"),
        _ => PRONOUNS.contains(whose) || POINTING.contains(whose),
    }
}

/// Whether a sentence tells what a single named one does to somebody who was named before: `Peter Holm succeeds her as minister`.
pub(super) fn does_to_the_unnamed(sentence: &str) -> bool {
    const REACH: usize = 6;
    const BEHIND: &[&str] = &[
        "as", "in", "on", "by", "at", "for", "from", "with", "and", "until", "after", "when", "to",
    ];
    let spans: Vec<_> = words(sentence).take(REACH + 1).collect();
    let word = |at: usize| spans.get(at).and_then(|span| sentence.get(span.clone()));
    let is_capital = |at: usize| word(at).is_some_and(|word| word.starts_with(char::is_uppercase));
    (2..REACH).any(|at| {
        let is_object = matches!(word(at), Some("her" | "him" | "them"));
        // Who is spoken of stands before the verb, and nobody else does.
        let is_lone = is_capital(0) && (0..at - 1).all(is_capital) && !is_capital(at - 1);
        let ends = word(at + 1).is_none_or(|next| BEHIND.contains(&next));
        is_object && is_lone && ends
    })
}

/// Whether a sentence tells what somebody puts at what of something that is not named: `The authority has put its cost at 16 million`.
pub(super) fn estimates_the_unnamed(sentence: &str) -> bool {
    let all: Vec<String> = lower_words(sentence).collect();
    all.windows(2).any(|pair| {
        matches!(pair, [verb, its] if its == "its" && matches!(verb.as_str(), "put" | "puts" | "estimates" | "estimated" | "reckons" | "reckoned"))
    })
}

/// Whether a sentence tells how much somebody offers, and not for what: `The city has offered 1.5 million euros`.
pub(super) fn offers_for_the_unnamed(sentence: &str) -> bool {
    const OFFERS: &[&str] = &[
        "offered", "offers", "bid", "pledged", "promised", "proposed",
    ];
    let end = sentence.trim_end_matches(['.', '!', ' ']).len();
    let all = quantities(sentence);
    let Some(amount) = all.last().filter(|one| one.amount().is_some()) else {
        return false;
    };
    let before = sentence.get(..amount.span.start).unwrap_or_default();
    let last = words(before).last().and_then(|span| before.get(span));
    amount.span.end >= end && all.len() == 1 && last.is_some_and(|word| OFFERS.contains(&word))
}

/// Whether a sentence speaks of an `it` that it does not name: the object of its first verb, `The company bought it in 1968`.
pub(super) fn has_unnamed_object(sentence: &str) -> bool {
    const OPENING: usize = 9;
    let spans: Vec<_> = words(sentence).take(OPENING).collect();
    let word = |at: usize| {
        let span = spans.get(at)?.clone();
        Some(sentence.get(span)?.to_lowercase())
    };
    let Some(at) = (2..spans.len()).find(|at| word(*at).is_some_and(|word| word == "it")) else {
        return false;
    };
    let before = sentence
        .get(..spans.get(at).map_or(0, |span| span.start))
        .unwrap_or_default();
    let verb = word(at - 1).unwrap_or_default();
    let next = word(at + 1).unwrap_or_default();
    let is_one_clause = !before.contains([',', ';', ':', '"', '“'])
        && !(0..at).any(|at| word(at).is_some_and(|word| JOINING.contains(&word.as_str())));
    // `made it clear that` means nothing by its `it`.
    let is_empty = matches!(verb.as_str(), "made" | "makes" | "found" | "finds" | "make")
        || matches!(
            next.as_str(),
            "is" | "was" | "will" | "would" | "has" | "had"
        )
        || next == "to" && !is_base(&verb);
    // `signed a petition against it` as well as `bought it`; of a command the verb has no ending.
    let is_object = is_doing(&verb) || is_base(&verb) || BEARING.contains(&verb.as_str());
    is_one_clause && !is_empty && is_object
}

/// Whether a sentence says of an `it` what happened somewhere, at some time or with whom: `On control streets it fell`.
pub(super) fn has_unnamed_subject(sentence: &str) -> bool {
    /// Words among which an `it` is none of those before it, and where nothing is named.
    const NEAR: usize = 6;
    const OPENING: usize = 10;
    let reach = if names(sentence).is_empty() {
        OPENING
    } else {
        NEAR
    };
    let opening: Vec<String> = lower_words(sentence).take(reach).collect();
    let place = opening
        .iter()
        .position(|word| matches!(word.as_str(), "it" | "they"));
    let Some(at) = place.filter(|at| *at > 1) else {
        return false;
    };
    let before = opening.get(1..at).unwrap_or_default();
    // `In winter it takes five hours to charge a bus` means nothing by it.
    let is_empty = opening.get(at + 1).is_some_and(|next| {
        matches!(
            next.as_str(),
            "is" | "was" | "will" | "would" | "takes" | "took" | "seems"
        )
    });
    opening
        .first()
        .is_some_and(|first| PLACING.contains(&first.as_str()))
        && !is_empty
        && !before
            .iter()
            .any(|word| is_doing(word) || JOINING.contains(&word.as_str()))
}

/// Whether a sentence says that something is so `there`, and names no place before: `Archaeologists add 900 euros to each dig there`.
pub(super) fn leaves_its_place_unnamed(sentence: &str) -> bool {
    let spans: Vec<_> = words(sentence).collect();
    let word = |at: usize| {
        let span = spans.get(at)?.clone();
        sentence.get(span)
    };
    let is_place = |at: &usize| {
        let is = word(*at).is_some_and(|word| word == "there");
        // `There are`, `will there be`, `there is`.
        let exists = [at.checked_sub(1), Some(at + 1)]
            .into_iter()
            .flatten()
            .filter_map(word)
            .any(|beside| BEING.contains(&beside.to_lowercase().as_str()));
        is && !exists
    };
    let Some(at) = (1..spans.len()).find(is_place) else {
        return false;
    };
    let is_named = (0..at).filter_map(word).any(|word| {
        let word = word.to_lowercase();
        matches!(word.as_str(), "in" | "at" | "on" | "within" | "from")
    });
    let before = spans.get(at).and_then(|span| sentence.get(..span.start));
    !is_named && names(before.unwrap_or_default()).is_empty()
}
