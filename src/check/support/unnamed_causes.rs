//! Unnamed causes: a claim that puts something down to what its evidence does not name at all: `a cyber attack caused the blackout` of a blackout for which `a faulty
//! transformer was to blame`.
//!
//! What came about has all its words in the evidence, and they outweigh the few that name the cause. So these are asked for by themselves: where none of them, and
//! nothing near to one in meaning, stands there, the cause is the claim's own; and where the evidence names one for the same thing, it is another.

use std::ops::Range;

use super::finding::Finding;
use super::subjects::{Told, told};
use crate::check::language::vocabulary::{Kind, Role, Token, Vocabulary, Word};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::polarity::Opposition;

/// Likeness from which a word of the evidence may be one of the cause in other words.
const MAY_BE_ONE: f32 = 0.45;

/// Words with the cause before them, and with the cause behind.
#[rustfmt::skip]
const LEADS: &[&[&str]] = &[
    &["caused"], &["causes"], &["triggered"], &["led", "to"], &["resulted", "in"], &["prompted"], &["sparked"], &["brought", "about"], &["were", "behind"], &["was", "behind"],
    &["explains"], &["explained"], &["accelerated"], &["delayed"], &["halted"], &["worsened"], &["slowed"], &["drove"], &["forced"], &["were", "responsible", "for"], &["was", "responsible", "for"], &["was", "to", "blame", "for"],
    &["were", "to", "blame", "for"], &["gave", "rise", "to"],
];
#[rustfmt::skip]
const STEMS: &[&[&str]] = &[
    &["because", "of"], &["because"], &["due", "to"], &["owing", "to"], &["thanks", "to"], &["caused", "by"], &["triggered", "by"], &["driven", "by"], &["prompted", "by"],
    &["sparked", "by"], &["as", "a", "result", "of"], &["on", "account", "of"], &["blamed", "on"], &["attributed", "to"], &["put", "down", "to"], &["brought", "about", "by"],
    &["after", "a"], &["after", "an"], &["following", "a"], &["following", "an"], &["stemmed", "from"], &["resulted", "from"], &["a", "consequence", "of"], &["a", "result", "of"], &["in", "response", "to"], &["explained", "by"],
];
/// Words by which the evidence may name a cause in any way.
#[rustfmt::skip]
const TIES: &[&str] = &[
    "because", "due", "owing", "thanks", "caused", "causes", "causing", "cause", "triggered", "led", "resulted", "prompted", "sparked", "attribute", "attributes", "attributed",
    "blame", "blamed", "blames", "explained", "explains", "pointed", "points", "driven", "drove", "reason", "reasons", "contributed", "culprit", "responsible", "stemmed",
    "result", "factor", "factors", "driver",
];

/// What a claim names as the cause though nothing in the evidence is called so.
pub(super) fn unnamed_cause(
    claim: &str,
    texts: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<Finding> {
    let mut own = Vec::new();
    vocabulary.read(claim, &mut own);
    let (cause, effect) = tied(claim, &own, vocabulary)?;
    let told: Vec<Told<'_>> = told(texts, vocabulary);
    let vocabulary = &*vocabulary;
    let word = |token: &Token| vocabulary.word(token.word);
    let tells = |token: &&Token| {
        word(token).is_some_and(|word| word.kind == Kind::Content && word.role == Role::None)
    };
    let denies = own
        .iter()
        .filter_map(word)
        .any(|word| is_denying(&word.text));
    let named: Vec<&Token> = own.get(cause.clone())?.iter().filter(tells).collect();
    let about: Vec<&Token> = own.get(effect)?.iter().filter(tells).collect();
    if named.is_empty() || about.is_empty() || denies {
        return None;
    }
    // What stands for the effect is none of the cause.
    let is_of_effect = |other: &Token| about.iter().any(|own| own.stem == other.stem);
    let is_there = |own: &Word, stem: &Token| {
        told.iter().flat_map(|told| &told.tokens).any(|other| {
            other.stem == stem.stem
                || !is_of_effect(other)
                    && word(other).is_some_and(|other| {
                        other.kind == Kind::Content
                            && (own.likeness(other) >= MAY_BE_ONE || own.may_stand_for(other))
                    })
        })
    };
    // Of `a price war with rivals` the war is the cause: the rest may stand there for other things.
    let head = head_of(claim, own.get(cause.clone())?, vocabulary)?;
    let has_stem = |own: &Token| {
        let mut all = told.iter().flat_map(|told| &told.tokens);
        all.any(|other| other.stem == own.stem)
    };
    let is_told = word(head).is_none_or(|own| is_there(own, head))
        || named.iter().any(|token| has_stem(token));
    if is_told {
        return told_beside(&own, (&cause, head), (&about, &told), vocabulary, claim);
    }
    let said = |text: &str, tokens: &[Token]| {
        let (first, last) = (tokens.first()?, tokens.last()?);
        Some(
            text.get(first.start as usize..last.end as usize)?
                .to_owned(),
        )
    };
    let added = said(claim, own.get(cause.clone())?)?;
    let has_tie = |told: &&Told<'_>| {
        let mut words = told.tokens.iter().filter_map(word);
        words.any(|word| TIES.contains(&word.text.as_str()))
    };
    let is_of_it = |told: &&Told<'_>| {
        let mut words = about.iter();
        words.any(|own| told.tokens.iter().any(|other| other.stem == own.stem))
    };
    // What came after something else is no cause that another excludes.
    let before = cause.start.checked_sub(2).and_then(|at| own.get(at));
    let is_only_after = before
        .and_then(word)
        .is_some_and(|word| matches!(word.text.as_str(), "after" | "following"));
    let mut telling = told.iter().filter(has_tie);
    let other = telling.find(is_of_it).filter(|_| !is_only_after);
    Some(match other {
        Some(told) => Finding::Opposed(Opposition::Swapped {
            claim: added,
            source: clause_of_tie(told, vocabulary),
        }),
        None => Finding::Added(added),
    })
}

/// The word that names a cause: the last before a small word that says more of it.
fn head_of<'t>(claim: &str, cause: &'t [Token], vocabulary: &Vocabulary) -> Option<&'t Token> {
    let is_content = |token: &&Token| {
        let word = vocabulary.word(token.word);
        word.is_some_and(|word| word.kind == Kind::Content)
    };
    let is_small = |token: &Token| {
        let text = claim.get(token.start as usize..token.end as usize);
        text.is_some_and(|text| {
            matches!(
                text,
                "of" | "with"
                    | "to"
                    | "in"
                    | "at"
                    | "on"
                    | "for"
                    | "by"
                    | "from"
                    | "that"
                    | "which"
                    | "between"
                    | "among"
            )
        })
    };
    let from = cause.iter().position(|token| is_content(&token))?;
    let rest = cause.get(from..)?;
    let end = rest.iter().position(is_small).unwrap_or(rest.len());
    rest.get(..end)?.iter().rfind(is_content)
}

/// What the evidence names in place of a cause that it tells of as well, and as no cause: `snowfall has shown no trend`.
fn told_beside(
    own: &[Token],
    (cause, head): (&Range<usize>, &Token),
    (about, told): (&[&Token], &[Told<'_>]),
    vocabulary: &Vocabulary,
    claim: &str,
) -> Option<Finding> {
    const BEFORE: &[&str] = &[
        "this", "that", "it", "they", "these", "which", "such", "both", "also",
    ];
    let has =
        |told: &Told<'_>, wanted: &Token| told.tokens.iter().any(|own| own.stem == wanted.stem);
    let says = |told: &Told<'_>, list: &[&str]| {
        let mut words = told
            .tokens
            .iter()
            .filter_map(|token| vocabulary.word(token.word));
        words.any(|word| list.contains(&word.text.as_str()))
    };
    let of_cause: Vec<&Told<'_>> = told.iter().filter(|told| has(told, head)).collect();
    if of_cause.is_empty()
        || of_cause
            .iter()
            .any(|told| says(told, TIES) || says(told, FURTHER))
    {
        return None;
    }
    let other = told.iter().find(|told| {
        says(told, TIES) && !says(told, BEFORE) && about.iter().any(|own| has(told, own))
    })?;
    let cause = own.get(cause.clone())?;
    let span = cause.first()?.start as usize..cause.last()?.end as usize;
    Some(Finding::Opposed(Opposition::Swapped {
        claim: claim.get(span)?.to_owned(),
        source: clause_of_tie(other, vocabulary),
    }))
}

/// Words by which a sentence may tell of a cause without naming it one.
#[rustfmt::skip]
const FURTHER: &[&str] = &["also", "too", "after", "when", "as", "so", "by", "amid", "following", "damaged", "destroyed", "killed", "hit", "hurt", "made", "with", "from", "led"];

/// The words from the one that names a cause on, or those before it where it ends its clause.
fn clause_of_tie(told: &Told<'_>, vocabulary: &Vocabulary) -> String {
    const MOST: usize = 8;
    let is_tie = |token: &Token| {
        let word = vocabulary.word(token.word);
        word.is_some_and(|word| TIES.contains(&word.text.as_str()))
    };
    let at = told.tokens.iter().position(is_tie).unwrap_or(0);
    let from = if told.tokens.len() - at > 2 {
        at
    } else {
        at.saturating_sub(MOST)
    };
    let tokens = told.tokens.iter().skip(from).take(MOST);
    let mut spans = tokens.map(|token| token.start as usize..token.end as usize);
    let first = spans.next().unwrap_or(0..0);
    let end = spans.next_back().map_or(first.end, |last| last.end);
    told.text
        .get(first.start..end)
        .unwrap_or_default()
        .to_owned()
}

/// Where a claim names a cause, and what came of it.
fn tied(
    claim: &str,
    tokens: &[Token],
    vocabulary: &Vocabulary,
) -> Option<(Range<usize>, Range<usize>)> {
    let text = |at: usize| {
        let token = tokens.get(at).and_then(|token| vocabulary.word(token.word));
        token.map_or("", |word| word.text.as_str())
    };
    let is_at = |at: usize, phrase: &&&[&str]| {
        let mut words = phrase.iter().zip(at..);
        words.all(|(word, at)| text(at) == *word)
    };
    let is_cut = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let (Some(before), Some(token)) = (before, tokens.get(at)) else {
            return false;
        };
        let gap = claim.get(before.end as usize..token.start as usize);
        gap.is_some_and(|gap| gap.contains([',', ';', ':', '(', '–', '—']))
    };
    (0..tokens.len()).find_map(|at| {
        if let Some(phrase) = STEMS.iter().find(|phrase| is_at(at, phrase)) {
            let from = at + phrase.len();
            let ends = |at: &usize| {
                is_cut(*at)
                    || matches!(
                        text(*at),
                        "and"
                            | "but"
                            | "while"
                            | "which"
                            | "that"
                            | "who"
                            | "in"
                            | "on"
                            | "at"
                            | "after"
                            | "before"
                            | "during"
                    )
            };
            let end = (from + 1..tokens.len()).find(ends).unwrap_or(tokens.len());
            let effect = if at == 0 { end..tokens.len() } else { 0..at };
            return Some((from..end, effect));
        }
        let phrase = LEADS
            .iter()
            .find(|phrase| is_at(at, phrase))
            .filter(|_| at > 0)?;
        // What stands before a comma may be said of something else; `was caused by` is found behind.
        let from = (0..at).rev().find(|&at| is_cut(at)).unwrap_or(0);
        let behind = at + phrase.len();
        let is_passive = text(behind) == "by"
            || at.checked_sub(1).is_some_and(|at| {
                matches!(text(at), "was" | "were" | "been" | "is" | "are" | "be")
            });
        // What happened is told by the verb, but where that only says that it came about.
        let effect = if TIES.contains(&text(at)) || phrase.len() > 1 {
            behind
        } else {
            at
        };
        (!is_passive).then_some((from..at, effect..tokens.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: bool) {
        let found = unnamed_cause(claim, &[evidence], &mut Vocabulary::default());
        assert_eq!(found.is_some(), expected, "{claim} / {evidence}");
    }

    #[test]
    fn a_cause_that_nothing_in_the_evidence_is_called_by_is_the_claims_own() {
        const FLOOD: &str = "The flood was caused by a dam failure.";
        const ICE: &str = "The glacier has retreated since 1985. Researchers attribute the acceleration to warmer summers. Winter snowfall has shown no clear trend.";
        const BLACKOUT: &str = "About 46,000 households were without electricity. A faulty transformer was to blame for the blackout.";
        check("A cyber attack caused the blackout.", BLACKOUT, true);
        check("A faulty transformer caused the blackout.", BLACKOUT, false);
        check("A broken transformer caused the blackout.", BLACKOUT, false);
        check("Rain caused the flood.", FLOOD, true);
        check("The flood was due to a broken dam.", FLOOD, false);
        check(
            "The margin narrowed because of a price war.",
            "The margin narrowed. Management pointed to higher freight rates.",
            true,
        );
        check("The margin narrowed.", "The margin narrowed.", false);
        check(
            "Less snowfall has accelerated the glacier's retreat.",
            ICE,
            true,
        );
        check(
            "Warmer summers have accelerated the glacier's retreat.",
            ICE,
            false,
        );
        check(
            "The strike was called after a mine explosion.",
            "The union called the strike to win an eight-hour day.",
            true,
        );
    }
}
