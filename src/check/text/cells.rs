//! Cells: a row of a table as its cells with what heads them, and the units that stand in the heads.
//!
//! `mean_range_km: 142` says 142 km, and `total_cost_million_gbp: 96` 96 million pounds. A figure that has a unit of its own keeps it.

use crate::check::language::numbers::{
    Date, Quantity, Unit, Value, currency, is_magnitude, measures, quantities,
};

/// Whether a sentence is a row of a table, its cells with what heads them: `Country: Sweden; Year: 2022`.
pub(crate) fn is_row(text: &str) -> bool {
    let is_cell = |cell: &str| cell.contains(": ");
    text.contains(JOINT) && cells(text).all(is_cell)
}

/// What stands between the cells of a row.
const JOINT: &str = "; ";

/// The cells of a row. A value that holds what stands between cells is one where it stands between quotation marks: `Land: “Hessen; Nord”; Year: 2022`.
pub(crate) fn cells(row: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(row);
    std::iter::from_fn(move || {
        let text = rest?;
        let is_open = |end: usize| {
            let cell = text.get(..end).unwrap_or_default();
            let quoted = cell.split_once(": “");
            // A mark that nobody closes is one of the value.
            quoted.is_some_and(|(_, value)| !value.contains('”'))
                && text.get(end..).is_some_and(|behind| behind.contains('”'))
        };
        let mut ends = text.match_indices(JOINT).map(|(end, _)| end);
        let Some(end) = ends.find(|end| !is_open(*end)) else {
            rest = None;
            return Some(text);
        };
        rest = text.get(end + JOINT.len()..);
        text.get(..end)
    })
}

/// The quantities of a row, those without a unit of their own with that of their head.
pub(crate) fn quantities_of_row(text: &str) -> Vec<Quantity> {
    let mut found = quantities(text);
    let mut start = 0;
    for cell in cells(text) {
        let from = start;
        start += cell.len() + JOINT.len();
        let Some((head, value)) = cell.split_once(": ") else {
            continue;
        };
        let at = from + head.len() + ": ".len();
        let span = at..at + value.len();
        let is_within = |own: &Quantity| span.contains(&own.span.start);
        if let Some(month) = month_of(value) {
            found.retain(|own| !is_within(own));
            found.push(Quantity {
                span,
                value: Value::Date(month),
            });
            continue;
        }
        let Some(unit) = unit_of(head) else { continue };
        for own in found.iter_mut().filter(|own| is_within(own)) {
            let is_bare = own.amount().is_some_and(|amount| amount.unit == Unit::Bare);
            let written = text.get(own.span.clone()).unwrap_or_default();
            if let Some(read) = quantities(&format!("{written} {unit}"))
                .into_iter()
                .next()
                .filter(|_| is_bare)
            {
                own.value = read.value;
            }
        }
    }
    found.sort_by_key(|own| own.span.start);
    found
}

/// `2024-03`, a month; `2023-24` is none.
fn month_of(value: &str) -> Option<Date> {
    let (year, month) = value.trim().split_once('-')?;
    let is_whole = year.len() == 4 && month.len() == 2;
    let (year, month): (u32, u32) = (year.parse().ok()?, month.parse().ok()?);
    (is_whole && (1..=12).contains(&month)).then_some(Date {
        year: Some(year),
        month: Some(month),
        ..Date::default()
    })
}

/// The unit that a head names, as it is written behind a number: `million gbp` of `total_cost_million_gbp`.
fn unit_of(head: &str) -> Option<String> {
    let parts: Vec<&str> = head
        .split(|letter: char| {
            !(letter.is_alphanumeric() || matches!(letter, '%' | '€' | '$' | '£'))
        })
        .filter(|part| !part.is_empty())
        .collect();
    // A rate is another unit than its last word.
    if parts.len() < 2 || parts.iter().any(|part| part.eq_ignore_ascii_case("per")) {
        return None;
    }
    let last = *parts.last()?;
    let is_bracketed = head.trim_end().ends_with([')', ']']);
    let last = *SYMBOLS
        .iter()
        .find(|symbol| symbol.eq_ignore_ascii_case(last))
        .unwrap_or(&last);
    let is_measure = |part: &str| {
        // `Messages_s` is a rate, and `temperature_min` the least of several.
        let is_letter = part.chars().count() == 1 && !is_bracketed && parts.len() > 2;
        !is_letter && !matches!(part, "min" | "max" | "in") && measures(part)
    };
    let is_percent = |part: &str| matches!(part, "%" | "percent" | "pct");
    let magnitude = parts.iter().find(|part| is_magnitude(part));
    let money = parts.iter().find(|part| currency(part).is_some());
    let unit = match money {
        Some(money) => money,
        None if is_percent(last) => "%",
        None if is_measure(last) => last,
        None => "",
    };
    let said = [magnitude.copied().unwrap_or_default(), unit];
    let said = said.join(" ");
    let said = said.trim();
    (!said.is_empty()).then(|| said.to_owned())
}

/// Units that heads write in small letters.
#[rustfmt::skip]
const SYMBOLS: &[&str] = &["kWh", "MWh", "GWh", "TWh", "kW", "MW", "GW", "Hz", "kHz", "MHz", "GHz", "kV", "kB", "MB", "GB", "TB", "dB", "mmHg", "mL"];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(row: &str, said: &str, expected: bool) {
        let own = quantities_of_row(row);
        let wanted = quantities(said);
        let [wanted] = wanted.as_slice() else {
            panic!("{said}: {wanted:?}")
        };
        let held = own.iter().any(|own| own.bears_out(wanted));
        assert_eq!(held, expected, "{row} / {said}: {own:?}");
    }

    #[test]
    fn a_value_between_quotation_marks_is_one_cell() {
        let row = "Land: “Hessen; Nord”; Jahr: 2024; Note: “see \"x\"; y”";
        let told: Vec<&str> = cells(row).collect();
        assert_eq!(
            told,
            ["Land: “Hessen; Nord”", "Jahr: 2024", "Note: “see \"x\"; y”"]
        );
        assert!(is_row(row));
        let open: Vec<&str> = cells("Said: “no; Jahr: 2024").collect();
        assert_eq!(open, ["Said: “no", "Jahr: 2024"]);
    }

    #[test]
    fn a_figure_has_the_unit_of_its_column() {
        for (row, said, expected) in [
            ("line: 4; mean_range_km: 142", "142 km", true),
            (
                "town: Keld; total_cost_million_gbp: 96",
                "£96 million",
                true,
            ),
            (
                "town: Keld; total_cost_million_gbp: 96",
                "£96 billion",
                false,
            ),
            ("town: Keld; Depth (m): 3.5", "3.5 metres", true),
            ("town: Keld; share_percent: 12", "12 %", true),
            ("month: 2024-03; line: 4", "March 2024", true),
            ("town: Keld; fare_eur: 3", "€3", true),
            ("town: Keld; energy_kwh: 1.6", "1.6 kWh", true),
            ("town: Keld; cost_eur: $3", "€3", false),
        ] {
            check(row, said, expected);
        }
    }

    #[test]
    fn a_rate_and_a_least_value_are_no_unit_of_their_last_letters() {
        for head in [
            "energy_kwh_per_km",
            "throughput_msg_s",
            "temperature_min",
            "buses",
        ] {
            assert_eq!(unit_of(head), None, "{head}");
        }
    }
}
