//! What introduces a disagreement and the sides of it come and go together.
//!
//! Of `Sources disagree on the cost. It is 3 million [1]. It is 4 million [2].` no part makes sense alone, so that changes which put in or take out a part of it
//! are one change.

use std::ops::Range;

use super::cut::Cut;
use crate::check::{Introduces, introduces};

/// Both sides of a piece: equal where it is settled.
type Sides = (String, String);

/// One of the two readings of a piece.
type Read = fn(&Sides) -> &str;

/// Both sides of each piece of two texts, with those joined of which one without the other would leave an introduction without what it introduces.
pub(super) fn joined(mut sides: Vec<Sides>) -> Vec<Sides> {
    while let Some(run) = next_run(&sides) {
        let mut together = (String::new(), String::new());
        for (before, after) in sides.drain(run.clone()) {
            together.0.push_str(&before);
            together.1.push_str(&after);
        }
        sides.insert(run.start, together);
    }
    sides
}

/// The first run of several pieces that are to be one.
fn next_run(sides: &[Sides]) -> Option<Range<usize>> {
    let readings: [Read; 2] = [|piece| piece.0.as_str(), |piece| piece.1.as_str()];
    readings
        .into_iter()
        .find_map(|reading| run_in(sides, reading))
}

fn run_in(sides: &[Sides], reading: Read) -> Option<Range<usize>> {
    let mut text = String::new();
    let mut places = Vec::new();
    for piece in sides {
        let from = text.len();
        text.push_str(reading(piece));
        places.push(from..text.len());
    }
    let cut = Cut::new(&text);
    (0..cut.sentences.len()).find_map(|at| {
        let introduction = cut.sentences.get(at)?.clone();
        let whole = introduced(&cut, at, introduces(cut.sentence(at))?);
        let touches = |place: &Range<usize>, span: &Range<usize>| {
            place.start < span.end && span.start < place.end
                || place.is_empty() && span.start < place.start && place.start < span.end
        };
        let mut changes = sides
            .iter()
            .zip(&places)
            .enumerate()
            .filter(|(_, ((before, after), place))| {
                let comes_or_goes = before.trim().is_empty() || after.trim().is_empty();
                before != after
                    && touches(place, &whole)
                    && (comes_or_goes || touches(place, &introduction))
            })
            .map(|(at, _)| at);
        let first = changes.next()?;
        let last = changes.next_back()?;
        Some(first..last + 1)
    })
}

/// A sentence that introduces sides, with these, as far as they stand in its paragraph.
fn introduced(cut: &Cut<'_>, at: usize, what: Introduces) -> Range<usize> {
    let (before, behind) = match what {
        Introduces::BothSides => (0, 2),
        Introduces::OtherSide => (1, 1),
    };
    let is_one_paragraph = |first: usize, second: usize| {
        let (first, second) = (cut.sentences.get(first), cut.sentences.get(second));
        let gap = first
            .zip(second)
            .and_then(|(first, second)| cut.text.get(first.end..second.start));
        gap.is_some_and(|gap| !gap.contains("\n\n"))
    };
    let (mut from, mut to) = (at, at);
    while at - from < before && from > 0 && is_one_paragraph(from - 1, from) {
        from -= 1;
    }
    while to - at < behind && is_one_paragraph(to, to + 1) {
        to += 1;
    }
    let start = cut.sentences.get(from).map_or(0, |span| span.start);
    start..cut.sentences.get(to).map_or(start, |span| span.end)
}

#[cfg(test)]
mod tests {
    use super::super::revise;
    use super::*;
    use crate::study::{Decision, HunkId};

    const TOLD: &str = "Sales fell [1]. The range is 30 km [1]. A newer source disagrees on the range. The range is 20 km [2].\n\nStocks grew [1].";

    /// The changes between two texts; whatever is decided of them, no introduction stands alone.
    fn check(before: &str, after: &str, expected: &[(&str, &str)]) {
        let revision = revise(before, after, HunkId(1), &|_, _| String::new());
        let hunks: Vec<_> = revision.hunks().cloned().collect();
        let found: Vec<(&str, &str)> = hunks
            .iter()
            .map(|hunk| (hunk.before.as_str(), hunk.after.as_str()))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(revision.accepted(), before);
        assert_eq!(revision.candidate(), after);
        for choice in 0..1_u32 << hunks.len() {
            let mut mixed = revision.clone();
            for (at, hunk) in hunks.iter().enumerate() {
                let takes = choice >> at & 1 == 1;
                mixed.decide(
                    hunk.id,
                    if takes {
                        Decision::Accepted
                    } else {
                        Decision::Rejected
                    },
                );
            }
            let text = mixed.accepted();
            let cut = Cut::new(&text);
            for at in 0..cut.sentences.len() {
                let Some(what) = introduces(cut.sentence(at)) else {
                    continue;
                };
                let whole = introduced(&cut, at, what);
                let cited = text[whole].matches('[').count();
                assert_eq!(cited, 2, "{text}");
            }
        }
    }

    #[test]
    fn an_introduction_and_the_side_that_it_introduces_are_one_change() {
        let before = "Sales fell [1]. The range is 30 km [1].\n\nStocks grew [1].";
        let told = " A newer source disagrees on the range. The range is 20 km [2].";
        check(before, TOLD, &[("", told)]);
        check(TOLD, before, &[(told, "")]);
    }

    #[test]
    fn both_sides_go_with_what_introduces_them() {
        let both = "Sources disagree on the range. The range is 30 km [1]. The range is 20 km [2]. Sales fell [1].";
        check(
            both,
            "The range is 30 km [1]. Sales fell [1].",
            &[(
                "Sources disagree on the range. The range is 30 km [1]. The range is 20 km [2].",
                "The range is 30 km [1].",
            )],
        );
        check(
            both,
            &both.replace("30 km", "31 km").replace("20 km", "21 km"),
            &[
                ("The range is 30 km [1].", "The range is 31 km [1]."),
                ("The range is 20 km [2].", "The range is 21 km [2]."),
            ],
        );
    }

    #[test]
    fn the_side_that_stood_before_it_takes_it_along() {
        check(
            TOLD,
            "Sales fell [1]. The range is 20 km [2].\n\nStocks grew [1].",
            &[(
                " The range is 30 km [1]. A newer source disagrees on the range.",
                "",
            )],
        );
    }
}
