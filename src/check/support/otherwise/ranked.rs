//! Ranked: which of two things has more, where the evidence gives the value of each in a part of a sentence, `31 percent, ahead of gas at 28`, or says how many times as much
//! the one is, `four times as large as`; and a claim that there are more of what has become fewer.

use std::ops::Range;

use super::{Source, clauses, opposed, place};
use crate::check::language::directions::axis;
use crate::check::language::numbers::{Amount, Unit, quantities};
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::terms::stem;
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};
use crate::check::support::rankings::{LESS, MORE};

/// What the evidence ranks the other way than the claim does.
pub(super) fn ranked_otherwise(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let at = claim
        .iter()
        .position(|word| word.is_in(MORE) || word.is_in(LESS))?;
    let compared = || by_values(claim, at, source).or_else(|| by_times(claim, at, source));
    (!deny(claim))
        .then(compared)
        .flatten()
        .or_else(|| become_fewer(claim, at, source))
}

/// The words of a claim by which one of the two things is known, and those of the other.
fn sides(claim: &[Word<'_>], at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let than = claim.iter().position(|word| word.plain == "than");
    match than {
        Some(than) => {
            let first = claim.iter().position(Word::tells)?;
            Some((first..first + 1, than + 1..claim.len()))
        }
        // `Was higher at home`
        None => Some((at + 1..claim.len(), 0..0)),
    }
}

fn by_values(claim: &[Word<'_>], at: usize, source: &Source<'_>) -> Option<Finding> {
    let (first, second) = sides(claim, at)?;
    let wants_more = claim.get(at)?.is_in(MORE);
    let (first, second) = (claim.get(first)?, claim.get(second)?);
    source.lines().iter().find_map(|line| {
        let text = source.text_of(line)?;
        let offset = line.first()?.start;
        let values: Vec<(Amount, Range<usize>)> = quantities(text)
            .iter()
            .filter_map(|own| Some((own.amount()?.clone(), own.span.clone())))
            .filter(|(own, _)| {
                own.low >= own.high && !matches!(own.unit, Unit::Label(_) | Unit::Times)
            })
            .collect();
        // Each part with its one value.
        let parts: Vec<(&[Word<'_>], &Amount)> = clauses(line)
            .into_iter()
            .filter_map(|clause| {
                let words = line.get(clause.clone())?;
                let from = words.first()?.start - offset;
                let to = line
                    .get(clause.end)
                    .map_or(text.len(), |next| next.start - offset);
                let mut own = values
                    .iter()
                    .filter(|(_, span)| (from..to).contains(&span.start));
                let (value, None) = (own.next()?, own.next()) else {
                    return None;
                };
                Some((words, &value.0))
            })
            .collect();
        let has = |part: &[Word<'_>], word: &Word<'_>| part.iter().any(|other| word.is_as(other));
        // The part that alone has a word of one thing.
        let of = |thing: &[Word<'_>], rivals: &[Word<'_>]| {
            let mut told = thing
                .iter()
                .filter(|word| word.tells() && !rivals.iter().any(|rival| rival.is_as(word)));
            told.find_map(|word| {
                let mut own = parts.iter().filter(|(part, _)| has(part, word));
                let found = own.next()?;
                own.next().is_none().then_some(found)
            })
        };
        let own = of(first, second)?;
        let other = if second.is_empty() {
            let mut others = parts
                .iter()
                .filter(|(part, _)| part.as_ptr() != own.0.as_ptr());
            others.next().filter(|_| parts.len() == 2)?
        } else {
            of(second, first)?
        };
        let is_one_kind = own.1.unit == other.1.unit
            || [own.1, other.1]
                .iter()
                .all(|own| matches!(own.unit, Unit::Bare | Unit::Counted(_)))
            || own.1.unit == Unit::Bare
            || other.1.unit == Unit::Bare;
        let is_apart = (own.1.low - other.1.low).abs() > own.1.half.max(other.1.half);
        let is_wrong = (own.1.low > other.1.low) != wants_more;
        // What is measured is what the claim compares, or it would be another matter.
        let is_about_it = claim
            .get(..at)?
            .iter()
            .chain(claim.get(at + 1..)?)
            .filter(|word| word.tells())
            .filter(|word| has(line, word))
            .count()
            >= 2;
        (own.0.as_ptr() != other.0.as_ptr() && is_one_kind && is_apart && is_wrong && is_about_it)
            .then(|| opposed(claim, line))
    })
}

/// `Smaller than` what it is `four times as large as`.
fn by_times(claim: &[Word<'_>], at: usize, source: &Source<'_>) -> Option<Finding> {
    let own = claim.get(at)?;
    let subject = claim.iter().find(|word| word.tells())?;
    let than = claim.iter().position(|word| word.plain == "than")?;
    let behind = claim.get(than + 1..)?.iter().rfind(|word| word.tells());
    source.lines().iter().find_map(|line| {
        let times = place(line, &["times", "twice", "thrice"])?;
        let degree = line
            .get(times + 2)
            .filter(|_| line.get(times + 1).is_some_and(|word| word.plain == "as"))?;
        let is_as = line.get(times + 3).is_some_and(|word| word.plain == "as");
        let places = |word: &str| Places::of(&stem(word));
        let bare = |word: &str| places(word.strip_suffix("er").unwrap_or(word));
        let is_turned = places(&own.plain).relation(places(&comparative(&degree.plain)))
            == Some(Relation::Opposite)
            || bare(&own.plain).relation(places(&degree.plain)) == Some(Relation::Opposite);
        let is_first = line.get(..times)?.iter().any(|word| word.is_as(subject));
        let is_second = behind.is_none_or(|behind| {
            line.get(times + 3..)
                .unwrap_or_default()
                .iter()
                .any(|word| word.is_as(behind))
        });
        (is_as && is_turned && is_first && is_second).then(|| opposed(claim, line))
    })
}

/// `Larger` of `large`.
fn comparative(degree: &str) -> String {
    match degree {
        "big" => "bigger".to_owned(),
        "hot" => "hotter".to_owned(),
        "many" | "much" => "more".to_owned(),
        _ if degree.ends_with('e') => format!("{degree}r"),
        _ => match degree.strip_suffix('y') {
            Some(root) => format!("{root}ier"),
            None => format!("{degree}er"),
        },
    }
}

/// `More pupils leave early than before`, where the share of those who do fell.
fn become_fewer(claim: &[Word<'_>], at: usize, source: &Source<'_>) -> Option<Finding> {
    let own = claim.get(at)?;
    if !own.is_in(&["more", "fewer", "less"]) || at > 2 {
        return None;
    }
    let thing = claim.get(at + 1).filter(|word| word.tells())?;
    let is_over_time = claim.iter().any(|word| {
        word.is_in(&[
            "before",
            "previous",
            "last",
            "earlier",
            "previously",
            "past",
            "formerly",
            "ever",
        ])
    });
    let than = claim.iter().position(|word| word.plain == "than")?;
    if !is_over_time {
        return None;
    }
    let rises = own.plain == "more";
    let narrowed: Vec<&Word<'_>> = claim
        .get(at + 1..than)?
        .iter()
        .filter(|word| word.tells())
        .collect();
    let turn = |word: &Word<'_>| match word.plain.as_str() {
        "up" => Some(true),
        "down" => Some(false),
        plain => axis(plain)
            .filter(|(axis, _)| *axis == 0)
            .map(|(_, rises)| rises),
    };
    let mut found = None;
    for line in source.lines() {
        for clause in clauses(line) {
            let words = line.get(clause).unwrap_or_default();
            let mut turns = words.iter().filter_map(turn);
            let (Some(theirs), None) = (turns.next(), turns.next()) else {
                continue;
            };
            let held = narrowed
                .iter()
                .filter(|word| words.iter().any(|other| word.is_as(other)))
                .count();
            if deny(words) != deny(claim)
                || !words.iter().any(|word| word.is_as(thing))
                || 3 * held < 2 * narrowed.len()
            {
                continue;
            }
            if theirs == rises {
                return None;
            }
            found = found.or(Some(words));
        }
    }
    found.map(|words| opposed(claim, words))
}
