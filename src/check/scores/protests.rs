//! Protests: sentences of the evidence in which somebody is against something, which a text that speaks for it has to tell.
//!
//! Bias asks for both sides where sources disagree; where one source alone tells who objects, no two sentences contradict each other, and a text could leave the
//! objection out unnoticed.

use super::{Protest, Read};
use crate::check::language::terms::{Lexicon, Term, words};
use crate::check::support::Evidence;
use crate::check::text::sentences::sentences;
use crate::study::Quote;

/// Bytes between a protest and what a text rests on, up to which it is taken to be against that.
const NEAR: usize = 400;

/// The protests of these passages.
#[must_use]
pub fn protests(evidence: &[Evidence<'_>]) -> Vec<Quote> {
    let of = |piece: &Evidence<'_>| {
        let text = piece.passage.text.clone();
        let (number, passage) = (piece.number, piece.passage.id);
        sentences(&text)
            .into_iter()
            .filter_map(|span| {
                let sentence = text.get(span.clone())?.trim();
                protests_in(sentence).then(|| Quote {
                    number: Some(number),
                    passage,
                    span,
                    text: sentence.to_owned(),
                })
            })
            .collect::<Vec<_>>()
    };
    evidence.iter().flat_map(of).collect()
}

/// The protests against what the text speaks for, and whether it tells any. None where it speaks for nothing.
pub(super) fn against<'r>(read: &'r Read<'_>) -> (Vec<&'r Protest>, bool) {
    let speaks_for = read.claims().any(|claim| speaks_for(&claim.stated.bare));
    if !speaks_for {
        return (Vec::new(), true);
    }
    let mut lexicon = Lexicon::default();
    let parts = read.parts.iter();
    let said: Vec<&str> = parts
        .map(|part| part.part.text.as_str())
        .chain([read.draft.question.as_str()])
        .collect();
    let said = lexicon.term_set(&said.join("\n"));
    let mut is_about = |protest: &&Protest| {
        let own: Vec<Term> = lexicon.term_set(&protest.text);
        let held = own.iter().filter(|term| said.binary_search(term).is_ok());
        2 * held.count() >= own.len() || read.claims().any(|claim| is_near(claim, protest))
    };
    let open: Vec<&Protest> = read
        .draft
        .dissent
        .protests
        .iter()
        .filter(|protest| read.draft.relevant.contains(&protest.side.source))
        .filter(|protest| is_about(protest))
        .collect();
    // Who warns of something need not be against it: where somebody plainly is, that is what has to be told.
    let plain: Vec<&Protest> = open
        .iter()
        .copied()
        .filter(|one| stance(&one.text) == Some(Stance::Opposes))
        .collect();
    let least = if plain.is_empty() {
        Stance::Warns
    } else {
        Stance::Opposes
    };
    let open = if plain.is_empty() { open } else { plain };
    let is_told = read.claims().any(|claim| {
        stance(&claim.stated.bare).is_some_and(|stance| stance >= least)
            || names_opponents(&claim.stated.bare)
            || open.iter().any(|one| super::bias::tells(claim, &one.side))
    });
    (open, is_told)
}

/// How somebody in a sentence stands to something that they do not want.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stance {
    /// They warn of what may come of it.
    Warns,
    /// They are against it.
    Opposes,
}

/// Whether what a claim rests on stands beside a protest.
fn is_near(claim: &super::Checked<'_>, protest: &Protest) -> bool {
    let quote = claim.known.and_then(|known| known.evidence.as_ref());
    let side = &protest.side;
    quote.is_some_and(|quote| {
        let between = quote
            .span
            .start
            .saturating_sub(side.span.end)
            .max(side.span.start.saturating_sub(quote.span.end));
        quote.passage == side.passage && between <= NEAR
    })
}

/// Whether a sentence advises, plans or decides something.
fn speaks_for(sentence: &str) -> bool {
    #[rustfmt::skip]
    const SIGNS: &[&str] = &[
        "recommend", "advise", "advice", "should", "propos", "decided", "resolved", "agreed", "voted", "approved", "adopted", "favour", "prefer", "plan", "suggest", "support", " must ",
    ];
    let lower = sentence.to_lowercase();
    SIGNS.iter().any(|sign| lower.contains(sign))
}

/// Whether somebody is against something in a sentence, or warns of it.
fn protests_in(sentence: &str) -> bool {
    stance(sentence).is_some()
}

/// How far somebody is against something in a sentence: `The farmers object, since`, `He voted against it`, `They warn that it floods`.
fn stance(sentence: &str) -> Option<Stance> {
    let all: Vec<String> = words(sentence)
        .filter_map(|span| sentence.get(span))
        .map(str::to_lowercase)
        .collect();
    let word = |at: Option<usize>| at.and_then(|at| all.get(at)).map_or("", String::as_str);
    let stance = |(at, said): (usize, &String)| {
        let before = word(at.checked_sub(1));
        let opposes = match said.as_str() {
            "objected" | "opposes" | "opposed" | "protested" | "criticised" | "criticises"
            | "criticized" | "criticizes" => true,
            // A thing that is seen is no verb.
            "object" | "objects" | "oppose" | "protest" | "criticise" | "criticize" => !matches!(
                before,
                "a" | "an" | "the" | "this" | "that" | "each" | "every" | "of"
            ),
            "against" => matches!(
                before,
                "is" | "are"
                    | "was"
                    | "were"
                    | "am"
                    | "voted"
                    | "vote"
                    | "votes"
                    | "argued"
                    | "argues"
                    | "spoke"
                    | "speaks"
                    | "warned"
                    | "warns"
                    | "advised"
                    | "advises"
            ),
            "trust" | "believe" => before == "not",
            _ => false,
        };
        let warns = matches!(
            said.as_str(),
            "warn" | "warns" | "warned" | "fear" | "fears" | "feared"
        ) && matches!(word(Some(at + 1)), "that" | "of" | "the" | "it" | "they");
        if opposes {
            Some(Stance::Opposes)
        } else {
            warns.then_some(Stance::Warns)
        }
    };
    let is_denied = all.iter().any(|said| {
        matches!(
            said.as_str(),
            "nobody" | "none" | "neither" | "never" | "without"
        )
    }) || sentence.starts_with("No ");
    let stances = all.iter().enumerate().filter_map(stance);
    stances.max().filter(|_| !is_denied)
}

/// Whether a sentence tells what those say who are against something: `Opponents said that the scheme was rushed`.
fn names_opponents(sentence: &str) -> bool {
    let mut said = words(sentence)
        .filter_map(|span| sentence.get(span))
        .map(str::to_lowercase);
    said.any(|word| {
        matches!(
            word.as_str(),
            "opponents" | "critics" | "objectors" | "protesters" | "protests" | "objections"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_against_something_protests() {
        for sentence in [
            "The farmers at Kelder Moss object, since storage would put 210 hectares under water.",
            "The Friends of Hartwell Library oppose the closure.",
            "Marco Silva was against: the migration would take 14 weeks.",
            "Three members voted against the plan.",
            "The union opposed the merger in May.",
            "We do not trust models.",
        ] {
            assert!(protests_in(sentence), "{sentence}");
        }
        let warns = "The auditor warned that the cost could rise.";
        assert_eq!(stance(warns), Some(Stance::Warns));
        assert_eq!(
            stance("The union opposed it and warned of strikes."),
            Some(Stance::Opposes)
        );
        for sentence in [
            "Nobody objected to the plan.",
            "No resident opposed it.",
            "The object of the study was the tram.",
            "Each object is stored twice.",
            "The wall protects the town against floods.",
            "The council approved the plan.",
        ] {
            assert!(!protests_in(sentence), "{sentence}");
        }
    }
}
