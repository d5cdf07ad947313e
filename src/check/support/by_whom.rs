//! By whom: a claim that gives to one what its evidence has another say: `Lee said the bridge was safe` of `“The bridge is safe,” said Novak`.
//!
//! All words of such a claim stand in its evidence, the name among them, because whoever it names says something else there. So each sentence is read for who says it.
//! Somebody who is named beside the one who speaks may be whom that speaks for, and is left alone.

use super::finding::Finding;
use super::in_full::InFull;
use super::plainly::{Word, read};
use crate::check::language::numbers::{WEEKDAYS, month_named};
use crate::check::language::terms::{is_stop_word, key};
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

#[rustfmt::skip]
const SAYS: &[&str] = &[
    "said", "says", "warned", "warns", "argued", "argues", "wrote", "writes", "told", "believes", "believed", "expects", "expected", "predicts", "predicted",
    "claimed", "claims", "insisted", "insists", "stressed", "stresses", "noted", "notes", "added", "declared", "announced", "explained", "admitted", "stated",
    "states", "forecast", "forecasts", "estimates", "estimated", "thinks", "thought", "concluded", "concludes", "suggested", "suggests", "recalled", "promised", "called",
    "denied", "denies", "criticised", "criticized", "complained", "urged", "remarked", "commented",
];

/// A sentence with who says it.
struct Saying<'s, 't> {
    /// The words of the name; none where nobody is named.
    who: &'s [Word<'t>],
    said: Vec<&'s Word<'t>>,
    /// The words behind `that`.
    quoted: &'s str,
}

/// What the texts say to a claim of somebody's words that are another's.
pub(super) fn by_another(claim: &str, texts: &[&str]) -> Option<InFull> {
    const LEAST: usize = 2;
    const TELLS: f32 = 0.75;
    const MAY_TELL: f32 = 0.5;
    let may_say = |text: &str| {
        SAYS.iter()
            .chain(&["ccording"])
            .any(|word| text.contains(word))
    };
    if !may_say(claim) || !texts.iter().any(|text| may_say(text)) {
        return None;
    }
    let own_words = read(claim);
    let own = Saying {
        quoted: behind_that(claim),
        ..saying(&own_words)?
    };
    // A few small words have to stand together: `the worst is yet to come`.
    let quoted = key(own.quoted);
    let is_quoted = || {
        let are_many = quoted.split(' ').count() > LEAST;
        are_many && texts.iter().any(|text| key(text).contains(&quoted))
    };
    if own.said.is_empty() || own.said.len() < LEAST && !is_quoted() {
        return None;
    }
    let lines: Vec<Vec<Word<'_>>> = texts
        .iter()
        .flat_map(|text| {
            sentences(text)
                .into_iter()
                .filter_map(|span| text.get(span))
                .map(read)
        })
        .collect();
    let names = |line: &[Word<'_>], who: &[Word<'_>]| {
        line.iter().any(|word| {
            who.iter()
                .any(|own| own.stem == word.stem && word.is_capital())
        })
    };
    let share = |line: &[Word<'_>]| {
        let is_there = |word: &&&Word<'_>| line.iter().any(|other| other.is_as(word));
        own.said.iter().filter(is_there).count() as f32 / own.said.len() as f32
    };
    let of_own = |line: &&Vec<Word<'_>>| names(line, own.who);
    // Who is named is told of elsewhere, and says nothing like it there.
    let mut naming = lines.iter().filter(of_own).peekable();
    naming.peek()?;
    if naming.any(|line| share(line) >= MAY_TELL) {
        return None;
    }
    let mut telling = lines.iter().filter(|line| share(line) >= TELLS);
    let line = telling.next().filter(|_| telling.next().is_none())?;
    let told = saying(line)?;
    let are_together = lines
        .iter()
        .any(|line| names(line, own.who) && names(line, told.who));
    if are_together
        || told
            .who
            .iter()
            .any(|word| own.who.iter().any(|own| own.stem == word.stem))
    {
        return None;
    }
    let name = |who: &[Word<'_>]| {
        who.iter()
            .map(|word| word.surface)
            .collect::<Vec<_>>()
            .join(" ")
    };
    Some(InFull::Against(Finding::Opposed(Opposition::Swapped {
        claim: name(own.who),
        source: name(told.who),
    })))
}

fn behind_that(claim: &str) -> &str {
    claim.split_once(" that ").map_or("", |(_, said)| said)
}

/// Who says a sentence, where one says it who is named, and what is said.
fn saying<'s, 't>(all: &'s [Word<'t>]) -> Option<Saying<'s, 't>> {
    const MOST: usize = 4;
    let is_according = |at: &usize| {
        let is = |at: usize, word: &str| all.get(at).is_some_and(|own| own.plain == word);
        is(*at, "according") && is(at + 1, "to")
    };
    let is_name = |at: usize| {
        let is_time = |word: &Word<'_>| month_named(word.surface).is_some() || word.is_in(WEEKDAYS);
        all.get(at)
            .is_some_and(|word| word.is_capital() && !is_stop_word(&word.plain) && !is_time(word))
    };
    let run_behind = |from: usize| {
        let start = (from..from + MOST)
            .take_while(|&at| all.get(at).is_some_and(|word| at == from || !word.is_apart))
            .find(|&at| is_name(at))?;
        let end = (start + 1..all.len())
            .take_while(|&at| is_name(at) && !all.get(at).is_some_and(|word| word.is_apart))
            .last();
        Some((start, end.map_or(start + 1, |last| last + 1)))
    };
    let run_before = |to: usize| {
        let is_joined = |at: &usize| {
            is_name(*at) && (*at + 1 == to || !all.get(at + 1).is_some_and(|word| word.is_apart))
        };
        let start = (0..to).rev().take_while(is_joined).last()?;
        Some((start, to))
    };
    let (verb, (start, end)) = if let Some(at) = (0..all.len()).find(is_according) {
        (at, run_behind(at + 2)?)
    } else {
        let at = (0..all.len()).find(|&at| all.get(at).is_some_and(|word| word.is_in(SAYS)))?;
        (at, run_before(at).or_else(|| run_behind(at + 1))?)
    };
    let said = all
        .iter()
        .enumerate()
        .filter(|(at, word)| {
            *at != verb
                && !(start..end).contains(at)
                && word.tells()
                && !word.is_in(&["according", "reporters", "journalists"])
        })
        .map(|(_, word)| word)
        .collect();
    Some(Saying {
        who: all.get(start..end)?,
        said,
        quoted: "",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: bool) {
        let found = by_another(claim, &[evidence]);
        assert_eq!(found.is_some(), expected, "{claim} / {evidence}");
    }

    #[test]
    fn what_one_says_is_not_another_s_word() {
        let evidence = "“The levee will hold,” said Marta Ives. Joel Pratt said that the village should be cleared. \
                        Rain will last until Sunday, forecaster Ulla Berg told reporters.";
        check("Pratt said the levee would hold.", evidence, true);
        check(
            "Ives said that the village should be cleared.",
            evidence,
            true,
        );
        check(
            "According to Joel Pratt, rain will last until Sunday.",
            evidence,
            true,
        );
        check("Ives said the levee would hold.", evidence, false);
        check(
            "According to Berg, rain will last until Sunday.",
            evidence,
            false,
        );
        check("Pratt said the village should be cleared.", evidence, false);
    }

    #[test]
    fn who_may_speak_for_another_is_left_alone() {
        let evidence = "“The levee will hold,” said Marta Ives. Ives heads the Water Board.";
        check(
            "The Water Board said the levee would hold.",
            evidence,
            false,
        );
        check("The levee would hold, an engineer said.", evidence, false);
    }
}
