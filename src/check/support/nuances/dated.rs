//! Dated deeds: which of the dates of a sentence is that of the claim's deed, `Argued May 2—Decided June 9`, and which part of the day an hour is.

use std::ops::Range;

use super::{Nuance, Side};
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::{Date, Quantity, Unit};
use crate::check::language::terms::Term;

/// Parts of a day, with the minutes after midnight between which they lie in anybody's use.
const PARTS: &[(&str, Range<u32>)] = &[
    ("morning", 0..750),
    ("afternoon", 690..1140),
    ("evening", 960..1440),
];

/// Where a claim gives its deed the date of another, or an hour another part of the day.
pub(super) fn other_date(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    another_deeds(claim, source).or_else(|| other_part_of_day(claim, source))
}

/// A part of a sentence with one date of its own.
struct Dated<'q> {
    date: Date,
    quantity: &'q Quantity,
    terms: Vec<Term>,
    has_deed: bool,
}

fn another_deeds(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let mut dates = claim.quantities.iter().filter(|own| own.date().is_some());
    let own = dates.next().filter(|_| dates.next().is_none())?;
    let date = own.date()?;
    let mut count = source.quantities.iter().filter(|own| own.date().is_some());
    count.next().and(count.next())?;
    let parts = parts(source);
    let others = |part: usize| {
        let others = parts.iter().enumerate().filter(move |(at, _)| *at != part);
        others.flat_map(|(_, part)| part.terms.iter())
    };
    // Terms of the claim that stand in no other part.
    let held = |part: usize| {
        let terms = parts.get(part).map_or(&[][..], |part| &part.terms);
        let only = terms
            .iter()
            .filter(|term| claim.has(**term) && !others(part).any(|other| other == *term));
        only.count()
    };
    let at = parts.iter().position(|part| part.date.includes(date))?;
    // `1450 kt in 2022 and 1395 kt in 2023`: what has no deed of its own is of the one before.
    let has_deed = parts.get(at).is_some_and(|part| part.has_deed);
    if held(at) > 0 || !has_deed {
        return None;
    }
    let other = (0..parts.len()).find(|&other| other != at && held(other) > 0)?;
    let other = parts
        .get(other)
        .filter(|other| !other.date.is_compatible(date))?;
    let said = |side: Side<'_>, quantity: &Quantity| {
        let text = side.reading.text.get(quantity.span.clone());
        text.unwrap_or_default().to_owned()
    };
    Some(Nuance::Opposed {
        claim: said(claim, own),
        source: said(source, other.quantity),
    })
}

/// The parts of a sentence between dashes, semicolons, commas and `and`; none where one of them has two dates, or none.
fn parts(side: Side<'_>) -> Vec<Dated<'_>> {
    let is_in_date = |at: usize| {
        let start = side.reading.spans.get(at).map_or(0, |span| span.start);
        let mut dates = side.quantities.iter().filter(|own| own.date().is_some());
        dates.any(|date| date.span.start < start && start < date.span.end)
    };
    let begins = |at: &usize| {
        let gap = side.reading.gap(*at);
        let is_parted =
            gap.contains([';', '—', '–', ',']) || matches!(side.word(*at), "and" | "but" | "then");
        is_parted && !is_in_date(*at)
    };
    let mut starts: Vec<usize> = (1..side.len()).filter(begins).collect();
    starts.insert(0, 0);
    starts.push(side.len());
    let ranges = starts.windows(2).filter_map(|pair| match pair {
        [from, to] => Some(*from..*to),
        _ => None,
    });
    let mut found: Vec<Dated<'_>> = Vec::new();
    for range in ranges {
        let is_here = |own: &&Quantity| range.contains(&side.place(own.span.start));
        let mut dates = side
            .quantities
            .iter()
            .filter(|own| own.date().is_some())
            .filter(is_here);
        let Some(quantity) = dates.next() else {
            continue;
        };
        let Some(date) = quantity.date().filter(|_| dates.next().is_none()) else {
            return Vec::new();
        };
        let of_date =
            side.place(quantity.span.start)..=side.place(quantity.span.end.saturating_sub(1));
        let has_deed = range.clone().any(|at| {
            let word = side.word(at);
            word.len() > 4 && word.ends_with("ed") || is_past(word)
        });
        let terms = range
            .filter(|at| !of_date.contains(at))
            .filter_map(|at| side.term(at));
        found.push(Dated {
            date,
            quantity,
            terms: terms.collect(),
            has_deed,
        });
    }
    found
}

fn other_part_of_day(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let hour = |own: &&Quantity| {
        own.amount()
            .is_some_and(|own| own.unit == Unit::Label("time".to_owned()))
    };
    if claim.quantities.iter().any(|own| hour(&own)) {
        return None;
    }
    let mut hours = source.quantities.iter().filter(hour);
    let time = hours.next().filter(|_| hours.next().is_none())?;
    let minutes = time.amount()?.low;
    let (at, (word, lies)) = (0..claim.len()).find_map(|at| {
        let part = PARTS.iter().find(|(word, _)| *word == claim.word(at))?;
        Some((at, part))
    })?;
    let is_there = (0..source.len()).any(|at| source.word(at) == *word);
    let is_within = f64::from(lies.start) <= minutes && minutes < f64::from(lies.end);
    (!is_there && !is_within).then(|| Nuance::Opposed {
        claim: claim.said(at..at + 1),
        source: source
            .reading
            .text
            .get(time.span.clone())
            .unwrap_or_default()
            .to_owned(),
    })
}
