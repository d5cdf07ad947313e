//! What evidence holds in several places: the parts of a quotation, the day and the year of a date; and dates that bound a stretch of time.

use std::ops::Range;

use crate::check::language::numbers::{Date, Quantity};
use crate::check::language::terms::key;

/// Whether a text, given as its key, has the words of a quotation, part by part where the quotation leaves something out.
pub(crate) fn is_quoted_from(quote: &str, text: &str) -> bool {
    let whole = quote
        .replace("[...]", "…")
        .replace("[…]", "…")
        .replace("...", "…");
    let mut rest = text;
    whole
        .split('…')
        .map(key)
        .filter(|part| !part.is_empty())
        .all(|part| {
            let needle = format!(" {part} ");
            let found = rest.find(&needle);
            // The space behind one part may be the one before the next.
            rest = found.map_or("", |at| {
                rest.get(at + needle.len() - 1..).unwrap_or_default()
            });
            found.is_some()
        })
}

/// Whether evidence with these quantities gives a date's day and its year in different places, as reports do.
pub(crate) fn is_pieced_together<'q>(
    date: Date,
    quantities: &(impl Iterator<Item = &'q Quantity> + Clone),
) -> bool {
    let dates = || quantities.clone().filter_map(Quantity::date);
    let undated = Date { year: None, ..date };
    undated.month.is_some()
        && dates().any(|own| own.includes(undated) && own.is_compatible(date))
        && date
            .year
            .is_none_or(|year| dates().any(|own| own.year == Some(year)))
}

/// Whether a date is where a stretch of time begins or ends: `between 4 and 12 April`, `from 1939 to 1945`. What lies within it is not denied.
pub(super) fn is_end_of_stretch(text: &str, span: &Range<usize>) -> bool {
    const ENDS: &[&str] = &[
        "between", "from", "since", "until", "till", "to", "through", "and",
    ];
    let before = text.get(..span.start).unwrap_or_default().trim_end();
    let word = before.rsplit(' ').next().unwrap_or_default().to_lowercase();
    let is_of_two = word != "and" || before.to_lowercase().contains("between ");
    before.ends_with(['–', '—']) || is_of_two && ENDS.contains(&word.as_str())
}
