//! Elided: a claim in the words of the one part of a sentence that says it, where it takes a noun from the other part.
//!
//! `Costs fell in the first year, and spending by a further 3 percent in the second` says of the second year what `costs fell by a further 3 percent in the second
//! year` says: a part leaves out what the part before it has said, or calls it by another word. Such a claim is read as its part says it. A claim that takes more
//! than that from the other part, a figure or whom it is about, stays as it is.

use std::borrow::Cow;
use std::ops::Range;

use super::affirmed::{Changes, Line, lacks_at_most};
use crate::check::language::irregular::is_past;
use crate::check::language::synonyms::are_one;
use crate::check::language::terms::{is_figure, is_stop_word, replaced};
use crate::check::text::sentences::sentences;

/// Words that join two parts, with what stands before them.
const JOINS: &[&str] = &[
    "; ",
    " and ",
    " but ",
    " while ",
    " whereas ",
    " although ",
    " though ",
];
/// Fewest words of a claim that its part has itself.
const LEAST_HELD: usize = 3;

/// A claim as the part of a sentence has it that says all of it.
pub(crate) fn as_in_its_part<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let may_part = |text: &&&str| JOINS.iter().any(|join| text.contains(join));
    if !evidence.iter().any(|text| may_part(&text)) {
        return Cow::Borrowed(claim);
    }
    let own = Line::read(claim);
    let roots: Vec<&str> = (0..own.words.len())
        .filter(|at| is_content(&own, *at))
        .filter_map(|at| own.words.get(at)?.stem.get(1..))
        .map(|stem| stem.get(..3).unwrap_or(stem))
        .collect();
    let Some(spare) = roots.len().checked_sub(LEAST_HELD) else {
        return Cow::Borrowed(claim);
    };
    let is_about = |text: &str| lacks_at_most(spare.min(roots.len() / 3), &roots, text);
    let changes = evidence
        .iter()
        .filter(may_part)
        .filter(|text| is_about(text))
        .find_map(|text| {
            let mut all = sentences(text).into_iter();
            all.find_map(|span| {
                let sentence = text.get(span).filter(|sentence| is_about(sentence))?;
                changes_in(&own, &parts(sentence))
            })
        });
    changes.map_or(Cow::Borrowed(claim), |changes| {
        Cow::Owned(replaced(claim, &changes))
    })
}

fn is_content(line: &Line<'_>, at: usize) -> bool {
    let word = line.word(at);
    !word.is_empty() && !is_stop_word(word)
}

/// The parts of a sentence.
fn parts(sentence: &str) -> Vec<Line<'_>> {
    let mut cuts: Vec<Range<usize>> = JOINS
        .iter()
        .flat_map(|join| sentence.match_indices(join))
        .map(|(at, join)| at..at + join.len())
        .collect();
    cuts.sort_by_key(|cut| cut.start);
    let mut parts = Vec::new();
    let mut from = 0;
    for cut in cuts {
        parts.extend(sentence.get(from..cut.start));
        from = cut.end;
    }
    parts.extend(sentence.get(from..));
    parts.into_iter().map(Line::read).collect()
}

/// What a claim is read with where one part says all of it but for what stands in another.
fn changes_in(own: &Line<'_>, parts: &[Line<'_>]) -> Option<Changes> {
    let held = |part: &Line<'_>| {
        let all = own.words.iter().enumerate();
        all.filter(|(at, word)| is_content(own, *at) && part.has(&word.stem))
            .count()
    };
    let counts: Vec<usize> = parts.iter().map(held).collect();
    let most = counts
        .iter()
        .copied()
        .max()
        .filter(|most| *most >= LEAST_HELD)?;
    let mut best = parts
        .iter()
        .zip(&counts)
        .filter(|(_, count)| **count == most);
    let ((part, _), None) = (best.next()?, best.next()) else {
        return None;
    };
    let mut changes = Changes::new();
    for (at, word) in own.words.iter().enumerate() {
        if !is_content(own, at) || part.has(&word.stem) {
            continue;
        }
        let is_elsewhere = parts.iter().any(|other| other.has(&word.stem));
        if !is_elsewhere || is_figure(&word.plain) {
            return None;
        }
        let synonym = part
            .words
            .iter()
            .find(|other| !own.has(&other.stem) && are_one(&word.stem, &other.stem));
        // What else the part says of it, `sales abroad`, the claim has as well.
        let says_no_more = || {
            let mut others = (0..part.words.len()).filter(|at| is_content(part, *at));
            let is_its = |at: usize| {
                let word = part.words.get(at);
                word.is_some_and(|word| {
                    own.has(&word.stem)
                        || is_figure(&word.plain)
                        || synonym.is_some_and(|other| other.stem == word.stem)
                })
            };
            others.all(is_its)
        };
        if let Some(other) = synonym.filter(|_| says_no_more()) {
            let said = part.text.get(other.span.clone())?;
            changes.push((word.span.clone(), said.to_owned()));
        } else {
            changes.push(left_out(own, at, part, parts)?);
        }
    }
    (!changes.is_empty()).then_some(changes)
}

/// A noun that a part leaves out behind the word that narrows it, `the second` for `the second year`, where another part has it behind another.
fn left_out(
    own: &Line<'_>,
    at: usize,
    part: &Line<'_>,
    parts: &[Line<'_>],
) -> Option<(Range<usize>, String)> {
    let before = at.checked_sub(1)?;
    let (narrow, noun) = (own.words.get(before)?, own.words.get(at)?);
    let is_verb = noun.plain.ends_with("ed") || noun.plain.ends_with("ing") || is_past(&noun.plain);
    if is_verb {
        return None;
    }
    let mark = part
        .words
        .iter()
        .position(|word| word.stem == narrow.stem)?;
    let next = part.word(mark + 1);
    // `The southern one`
    let is_alone = next.is_empty() || is_stop_word(next) || next == "one" || next == "ones";
    let has_behind_another = parts.iter().any(|other| {
        other.words.windows(2).any(|pair| {
            matches!(pair, [mark, word] if word.stem == noun.stem && mark.stem != narrow.stem && !is_stop_word(&mark.plain))
        })
    });
    let is_narrow = is_content(own, before)
        && !parts
            .iter()
            .any(|other| !std::ptr::eq(other, part) && other.has(&narrow.stem));
    let from = narrow.span.end;
    let said = if next == "one" || next == "ones" {
        format!(" {next}")
    } else {
        String::new()
    };
    (is_narrow && is_alone && has_behind_another).then_some((from..noun.span.end, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: &str) {
        assert_eq!(as_in_its_part(claim, &[source]), expected, "{source}");
    }

    #[test]
    fn what_a_part_leaves_out_or_calls_by_another_word_is_read_as_it_has_it() {
        const COSTS: &str = "Costs were cut by 5 percent in the first year, and spending fell by a further 3 percent in the second.";
        check(
            COSTS,
            "Costs fell by a further 3 percent in the second year.",
            "spending fell by a further 3 percent in the second.",
        );
        check(
            COSTS,
            "In the second year spending fell by 3 percent.",
            "In the second spending fell by 3 percent.",
        );
        check(
            "The northern ferry leaves at 8:00; the southern one leaves at 9:30.",
            "The southern ferry leaves at 9:30.",
            "The southern one leaves at 9:30.",
        );
        check(
            "Turnover was 12 million in 2020; sales were 15 million in 2021.",
            "Turnover was 15 million in 2021.",
            "sales was 15 million in 2021.",
        );
    }

    #[test]
    fn a_claim_that_takes_more_from_the_other_part_stays_as_it_is() {
        const COSTS: &str = "Costs were cut by 5 percent in the first year, and spending fell by a further 3 percent in the second.";
        for (source, claim) in [
            (
                COSTS,
                "Costs fell by a further 5 percent in the second year.",
            ),
            (
                "Coffee exports fell by a third, but tea shipments grew by 10 percent.",
                "Coffee shipments grew by 10 percent.",
            ),
            (
                "The northern ferry leaves at 8:00; the southern one leaves at 9:30.",
                "The northern ferry leaves at 9:30.",
            ),
            (
                "The gallery closed after a flood in which one guard was injured and nobody died.",
                "The gallery closed after a flood in which one guard died.",
            ),
            (
                "Exports fell by 3 percent in May, and imports rose by 3 percent in June.",
                "Exports rose by 3 percent in June.",
            ),
        ] {
            check(source, claim, claim);
        }
    }
}
