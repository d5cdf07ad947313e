//! Seasons: whether a claim puts into summer what its source puts into May.
//!
//! Seasons begin a little earlier or later for different writers, and lie half a year apart on the two halves of the earth. A month that is of a season on neither
//! of them is certainly another time.

use std::ops::Range;

use crate::check::language::numbers::{Quantity, known_or_read, quantities};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::is_stop_word;

/// A season of which a source gives a day or month outside.
pub(crate) struct OtherTime {
    pub(crate) claim: String,
    pub(crate) source: String,
    /// Whether it is outside on both halves of the earth.
    pub(crate) is_certain: bool,
}

/// The months that each season may reach into, in the north.
const SEASONS: &[(&[&str], [u32; 4])] = &[
    (&["spring"], [3, 4, 5, 6]),
    (&["summer"], [6, 7, 8, 9]),
    (&["autumn", "fall"], [9, 10, 11, 12]),
    (&["winter"], [12, 1, 2, 3]),
];

/// The season of a claim, where the one date of its source lies in another.
pub(crate) fn other_time(claim: &str, source: &str, own: &[Quantity]) -> Option<OtherTime> {
    let Season {
        name: said, months, ..
    } = season(claim)?;
    let own = known_or_read(own, source);
    let mut dates = own.iter().filter_map(|own| Some((own, own.date()?.month?)));
    let (date, month) = dates.next().filter(|_| dates.next().is_none())?;
    if season(source).is_some() || months.contains(&month) {
        return None;
    }
    Some(OtherTime {
        claim: said,
        source: source.get(date.span.clone())?.to_owned(),
        is_certain: !months.contains(&half_a_year_on(month)),
    })
}

/// Whether a month lies in a part of the year, on either half of the earth: `November` in `late`, in `autumn` and in `spring`.
pub(crate) fn is_month_of(month: &str, part: &str) -> bool {
    const PARTS: &[(&str, [u32; 4])] = &[
        ("early", [1, 2, 3, 4]),
        ("mid", [5, 6, 7, 8]),
        ("late", [9, 10, 11, 12]),
    ];
    let seasons = SEASONS
        .iter()
        .find(|(names, _)| names.contains(&part))
        .map(|(_, months)| months);
    let parts = PARTS.iter().find(|(name, _)| *name == part);
    let Some(months) = seasons.or(parts.map(|(_, months)| months)) else {
        return false;
    };
    let read = quantities(&format!("{month} 2000"));
    let number = read.first().and_then(|read| read.date()?.month);
    number.is_some_and(|number| {
        months.contains(&number) || seasons.is_some() && months.contains(&half_a_year_on(number))
    })
}

fn half_a_year_on(month: u32) -> u32 {
    (month + 5) % 12 + 1
}

/// A season in which a text says that something was.
pub(crate) struct Season {
    name: String,
    pub(crate) months: [u32; 4],
    pub(crate) span: Range<usize>,
}

/// The season in which a text says that something was: `in the summer of 1921`.
pub(crate) fn season(text: &str) -> Option<Season> {
    #[rustfmt::skip]
    const BEFORE: &[&str] = &["in", "the", "early", "late", "mid", "that", "during", "last", "by", "since", "until", "this"];
    let read = plain_text(text);
    let spans = &read.spans;
    let word = |at: usize| read.words.get(at).map(String::as_str);
    (1..spans.len()).find_map(|at| {
        let own = word(at)?;
        let (_, months) = SEASONS.iter().find(|(names, _)| names.contains(&own))?;
        let before = word(at - 1)?;
        // `In the fall of the year`, and not `the fall in prices`, `in the summer school`.
        let ends = spans
            .get(at)
            .and_then(|span| text.get(span.end..))
            .is_none_or(|rest| rest.trim_start().starts_with(['.', ',', ';', ')']));
        let year = |at: usize| {
            word(at).is_some_and(|word| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit()))
        };
        let is_dated = year(at + 1) || word(at + 1) == Some("of") && year(at + 2);
        let is_time = is_dated || own != "fall" && (ends || word(at + 1).is_some_and(is_stop_word));
        (BEFORE.contains(&before) && is_time).then(|| Season {
            name: own.to_owned(),
            months: *months,
            span: spans.get(at).cloned().unwrap_or_default(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, source: &str, expected: Option<bool>) {
        let found = other_time(claim, source, &quantities(source));
        assert_eq!(found.map(|found| found.is_certain), expected, "{claim}");
    }

    #[test]
    fn a_day_is_of_one_season_and_may_be_of_two_where_the_place_is_not_known() {
        let source = "He left on 3 May 1921.";
        check("He left in the summer of 1921.", source, Some(true));
        check("He left in spring 1921.", source, None);
        check("He left in the autumn of 1921.", source, Some(false));
        check("He left in the fall of Rome.", source, None);
        check("He left the summer school.", source, None);
        check("He left in 1921.", source, None);
    }

    #[test]
    fn a_month_is_of_a_part_of_the_year() {
        assert!(is_month_of("November", "late"));
        assert!(is_month_of("November", "autumn"));
        assert!(is_month_of("March", "early"));
        assert!(!is_month_of("November", "early"));
        assert!(!is_month_of("November", "summer"));
        assert!(!is_month_of("November", "large"));
        assert!(!is_month_of("harbour", "late"));
    }
}
