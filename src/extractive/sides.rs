//! Sides: what introduces the sides of a disagreement, kept true where one of them goes.
//!
//! `A newer source disagrees` says nothing where what it disagrees with is gone, nor `Sources disagree on …` before a single side; and what names the sources of
//! its sides names none that tells nothing there any more.

use std::ops::Range;

use super::mend::take_out;
use super::missing::enumerated;
use crate::check::{Introduces, Stated, introduces, sentences, stated};
use crate::study::citation;

/// A sentence without the space around it.
fn trimmed(text: &str, span: &Range<usize>) -> Range<usize> {
    let whole = text.get(span.clone()).unwrap_or_default();
    let start = span.start + whole.len() - whole.trim_start().len();
    start..start + whole.trim().len()
}

/// The sentences that set another side beside one that goes: their own, behind them, or the one before them.
pub(super) fn introducing(text: &str, going: &[Range<usize>]) -> Vec<Range<usize>> {
    let all: Vec<Range<usize>> = sentences(text)
        .iter()
        .map(|span| trimmed(text, span))
        .collect();
    let is_introduction = |own: &Range<usize>| {
        let sentence = text.get(own.clone()).unwrap_or_default();
        introduces(sentence) == Some(Introduces::OtherSide)
    };
    let goes = |at: Option<usize>| {
        let own = at.and_then(|at| all.get(at));
        own.is_some_and(|own| {
            going
                .iter()
                .any(|one| one.start < own.end && own.start < one.end)
        })
    };
    let places = all.iter().enumerate();
    let lone = places.filter(|(at, own)| {
        is_introduction(own) && (goes(at.checked_sub(1)) || goes(Some(at + 1)))
    });
    lone.map(|(_, own)| own.clone()).collect()
}

/// The text without what introduces a disagreement of which no more than one side is told, and with the sources of those that are.
pub(super) fn with_sides_told(mut text: String) -> String {
    for span in sentences(&text).into_iter().rev() {
        let own = trimmed(&text, &span);
        let sentence = text.get(own.clone()).unwrap_or_default();
        let Some(what) = introduces(sentence) else {
            continue;
        };
        let before = text.get(..own.start).unwrap_or_default();
        let behind = text.get(own.end..).unwrap_or_default();
        let before = told(before.rsplit("\n\n").next().unwrap_or_default());
        let behind = told(behind.split("\n\n").next().unwrap_or_default());
        let named = naming(sentence, &behind);
        let is_told = match what {
            Introduces::OtherSide => !before.is_empty() && !behind.is_empty(),
            Introduces::BothSides => behind.len() >= 2 && named != Named::Lone,
        };
        if !is_told {
            take_out(&mut text, own);
        } else if let Named::Otherwise(sentence) = named {
            text.replace_range(own, &sentence);
        }
    }
    text
}

/// The sentences of a part that cite something.
fn told(part: &str) -> Vec<Stated> {
    let mut told = stated(part);
    told.retain(|claim| !claim.citations.is_empty());
    told
}

/// How a sentence names the sources of its sides, where not all of them are told.
#[derive(Debug, PartialEq, Eq)]
enum Named {
    AsItDoes,
    Otherwise(String),
    /// One is left, which disagrees with nothing.
    Lone,
}

fn naming(sentence: &str, told: &[Stated]) -> Named {
    let Some((what, who)) = sentence
        .strip_suffix('.')
        .and_then(|line| line.rsplit_once(": "))
    else {
        return Named::AsItDoes;
    };
    let starts: Vec<usize> = citation::marks(who)
        .into_iter()
        .map(|mark| mark.span.start)
        .collect();
    let ends = starts.iter().copied().skip(1).chain([who.len()]);
    let items: Vec<&str> = starts
        .iter()
        .zip(ends)
        .filter_map(|(start, end)| who.get(*start..end))
        .map(|item| {
            let item = item.trim_end();
            item.strip_suffix("and").unwrap_or(item)
        })
        .map(|item| item.trim_end_matches([' ', ',']))
        .collect();
    let is_told = |item: &&str| {
        let numbers = citation::numbers(item);
        let mut cited = told.iter().flat_map(|claim| &claim.citations);
        cited.any(|number| numbers.contains(number))
    };
    let kept: Vec<String> = items
        .iter()
        .copied()
        .filter(is_told)
        .map(str::to_owned)
        .collect();
    match kept.len() {
        all if all == items.len() => Named::AsItDoes,
        0 | 1 => Named::Lone,
        _ => Named::Otherwise(format!("{what}: {}.", enumerated(&kept, "and"))),
    }
}
