//! Bounded: a claim that says on which side of a date something was, in the words of the evidence that says when: `before 1990` where that has 1987.
//!
//! What was in 1987 was before 1990, after 1980 and between the two. A date that lies on the other side is left to be found another one.

use std::borrow::Cow;
use std::ops::Range;

use super::affirmed::{Changes, Line, in_words_of};
use super::denying::is_denying;
use crate::check::language::numbers::{Date, Quantity, quantities};
use crate::check::language::terms::replaced;

/// Words before a date by which something is on one side of it, with whether it is before it, and whether the date itself may be meant.
const SIDES: &[(&[&str], bool, bool)] = &[
    (&["no", "later", "than"], true, true),
    (&["not", "later", "than"], true, true),
    (&["no", "earlier", "than"], false, true),
    (&["earlier", "than"], true, false),
    (&["later", "than"], false, false),
    (&["prior", "to"], true, false),
    (&["before"], true, false),
    (&["after"], false, false),
    (&["by"], true, true),
];

/// Words by which a claim speaks of what is to come, or has to be: it tells no date at which something was.
#[rustfmt::skip]
const TO_COME: &[&str] = &[
    "will", "would", "shall", "should", "must", "may", "might", "could", "can", "plans", "planned", "wants", "expected", "hopes", "aims", "goal", "target",
];

/// Where a claim says between which dates something was.
struct Bound {
    /// Its bytes, and its words.
    span: Range<usize>,
    words: Range<usize>,
    first: Option<Date>,
    last: Option<Date>,
    /// Whether the dates themselves may be meant.
    is_closed: bool,
}

/// A claim with the date of its evidence in the place of one beside which that lies.
pub(crate) fn as_dated<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let changes = bound_of(claim).and_then(|(line, bound)| dated(&line, &bound, evidence));
    changes.map_or(Cow::Borrowed(claim), |changes| {
        Cow::Owned(replaced(claim, &changes))
    })
}

/// The one bound of a claim that tells what was.
fn bound_of(claim: &str) -> Option<(Line<'_>, Bound)> {
    let dates: Vec<(Range<usize>, Date)> = quantities(claim)
        .into_iter()
        .filter_map(|own| Some((own.span.clone(), own.date()?)))
        .collect();
    let line = Some(claim).filter(|_| !dates.is_empty()).map(Line::read)?;
    let bound = match &*dates {
        [date] => side_of(&line, date)?,
        [first, last] => between(&line, first, last)?,
        _ => return None,
    };
    let is_other = |at: usize| {
        let word = line.word(at);
        !bound.words.contains(&at) && (is_denying(word) || TO_COME.contains(&word))
    };
    let tells = !(0..line.words.len()).any(is_other);
    tells.then_some((line, bound))
}

/// The word of a line at which a byte stands.
fn place(line: &Line<'_>, byte: usize) -> Option<usize> {
    line.words.iter().position(|word| word.span.start == byte)
}

/// `before 1990`.
fn side_of(line: &Line<'_>, (span, date): &(Range<usize>, Date)) -> Option<Bound> {
    let at = place(line, span.start)?;
    let stands = |words: &[&str]| {
        let from = at.checked_sub(words.len());
        from.filter(|from| {
            (*from..at)
                .zip(words)
                .all(|(at, word)| line.word(at) == *word)
        })
    };
    let mut sides = SIDES.iter();
    let (from, is_before, is_closed) = sides
        .find_map(|(words, is_before, is_closed)| Some((stands(words)?, *is_before, *is_closed)))?;
    // `Two years before 1990` is a year of its own.
    let counts = from.checked_sub(1).is_some_and(|before| {
        matches!(
            line.word(before),
            "years" | "year" | "months" | "days" | "shortly" | "soon"
        )
    });
    // `Agreed to close it by 2021` sets a date; `by 1990 it had closed` tells what was by then.
    let is_deadline = line.word(from) == "by" && !line.words.iter().any(|word| word.plain == "had");
    let last = line
        .words
        .iter()
        .rposition(|word| word.span.end <= span.end)?;
    let date = Some(*date).filter(|date| date.year.is_some() && !counts && !is_deadline)?;
    Some(Bound {
        span: line.words.get(from)?.span.start..span.end,
        words: from..last + 1,
        first: Some(date).filter(|_| !is_before),
        last: Some(date).filter(|_| is_before),
        is_closed,
    })
}

/// `between 1910 and 1920`.
fn between(
    line: &Line<'_>,
    (one, first): &(Range<usize>, Date),
    (other, last): &(Range<usize>, Date),
) -> Option<Bound> {
    let (from, to) = (
        place(line, one.start)?.checked_sub(1)?,
        place(line, other.start)?,
    );
    let is_between = line.word(from) == "between"
        && to.checked_sub(1).is_some_and(|and| line.word(and) == "and")
        && first.year.is_some()
        && last.year.is_some();
    is_between.then(|| Bound {
        span: line
            .words
            .get(from)
            .map_or(one.start, |word| word.span.start)..other.end,
        words: from..to + 1,
        first: Some(*first),
        last: Some(*last),
        is_closed: true,
    })
}

impl Bound {
    /// Whether a date lies on the side of the claim's, for certain.
    fn holds(&self, date: Date) -> bool {
        let is_before = |one: Date, other: Date| match (one.year, other.year) {
            (Some(one_year), Some(other_year)) if one_year == other_year => {
                self.is_closed && one.month.is_none() && other.month.is_none()
                    || one
                        .month
                        .zip(other.month)
                        .is_some_and(|(one, other)| one < other)
            }
            (Some(one), Some(other)) => one < other,
            _ => false,
        };
        self.first.is_none_or(|first| is_before(first, date))
            && self.last.is_none_or(|last| is_before(date, last))
    }

    fn names(&self, date: Date) -> bool {
        let own = [self.first, self.last];
        own.into_iter().flatten().any(|own| own.is_compatible(date))
    }
}

/// What a bound is read as where the sentence that says most of the claim has one date, which lies within it.
fn dated(own: &Line<'_>, bound: &Bound, evidence: &[&str]) -> Option<Changes> {
    let dates_of = |text: &str| -> Vec<(Range<usize>, Date)> {
        let found: Vec<Quantity> = quantities(text);
        let dates = found.into_iter();
        dates
            .filter_map(|own| Some((own.span.clone(), own.date()?)))
            .collect()
    };
    let rest = own.rest(&bound.words);
    in_words_of(&rest, &[], evidence, |line| {
        let dates = dates_of(line.text);
        let [(span, date)] = &*dates else { return None };
        if bound.names(*date) || !bound.holds(*date) {
            return None;
        }
        let said = line.text.get(span.clone())?;
        let before = bound
            .words
            .start
            .checked_sub(1)
            .map_or("", |at| own.word(at));
        let said = match before {
            "since" | "from" | "of" => said.to_owned(),
            _ if date.day.is_some() => format!("on {said}"),
            _ => format!("in {said}"),
        };
        Some(vec![(bound.span.clone(), said)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, read: &str) {
        assert_eq!(as_dated(claim, &[evidence]), read, "{evidence}");
    }

    const SHUT: &str = "The mine was shut in 1987.";

    #[test]
    fn what_was_in_a_year_was_before_the_next_and_after_the_last() {
        for (claim, read) in [
            (
                "The mine was shut before 1990.",
                "The mine was shut in 1987.",
            ),
            (
                "The mine was shut after 1980.",
                "The mine was shut in 1987.",
            ),
            (
                "By 1990 the mine had been shut.",
                "in 1987 the mine had been shut.",
            ),
            (
                "The mine was shut no later than 1988.",
                "The mine was shut in 1987.",
            ),
            (
                "The mine was shut between 1980 and 1990.",
                "The mine was shut in 1987.",
            ),
        ] {
            check(claim, SHUT, read);
        }
        check(
            "The law has been in force since before 2010.",
            "The law has been in force since 4 May 2004.",
            "The law has been in force since 4 May 2004.",
        );
    }

    #[test]
    fn a_date_on_the_other_side_and_what_is_to_come_stay() {
        for claim in [
            "The mine was shut before 1980.",
            "The mine was shut after 1990.",
            "The mine was shut before 1987.",
            "The mine was shut between 1990 and 1995.",
            "The mine was shut three years before 1990.",
            "The mine will be shut by 1990.",
            "The board agreed to have the mine shut by 1990.",
            "The mine was not shut before 1990.",
            "The school was opened in Tarn before 1990.",
        ] {
            check(claim, SHUT, claim);
        }
        check(
            "The mine was shut before 1990.",
            "The mine was opened in 1950 and shut in 1987.",
            "The mine was shut before 1990.",
        );
    }
}
