//! Totals: what a claim says that several rows of a table come to together.

use super::claimed::{Against, Asked};
use super::compared::besides;
use super::heads::head_at;
use super::{Cell, Row, Table, named_at, stems};
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{plain, stem};
use crate::check::support::weigh::said_amount;

/// What the rows come to by a claim.
pub(super) enum Total {
    /// The amount, as the claim has it.
    Held(String),
    Against(Against),
}

/// Words by which a claim says that it adds up.
pub(super) const SUMS: &[&str] = &[
    "together",
    "total",
    "combined",
    "altogether",
    "sum",
    "jointly",
    "totalled",
    "totaled",
];

/// What the rows that a claim adds up come to, where it names one column and gives one amount for it.
pub(super) fn total(asked: &Asked<'_>, table: &Table<'_>) -> Option<Total> {
    let own: Vec<Quantity> = quantities(asked.text);
    let read = plain_text(asked.text);
    let lower = &read.words;
    let is_own_row = |row: &Row<'_>| row.is_sum() && named_at(row.label(), &asked.stems).is_some();
    if table.rows.iter().any(is_own_row) {
        return None;
    }
    let rows: Vec<&Row<'_>> = table.rows.iter().filter(|row| !row.is_sum()).collect();
    let heads: Vec<&str> = rows.first()?.values().map(|(_, cell)| cell.head).collect();
    let mut named = rows.first()?.values().filter_map(|(column, cell)| {
        head_at(cell.head, &heads, &asked.stems).map(|at| (column, cell.head, at))
    });
    let (column, head, head_place) = match (named.next(), named.next()) {
        (Some(only), None) => only,
        (None, _) if heads.len() == 1 => {
            let (column, cell) = rows.first()?.values().next()?;
            (column, cell.head, usize::MAX)
        }
        _ => return None,
    };
    let is_named = |row: &&&Row<'_>| named_at(row.label(), &asked.stems).is_some();
    let meant: Vec<&Row<'_>> = rows.iter().filter(is_named).copied().collect();
    // `The three towns` are all rows of a table of three towns.
    let is_count = |quantity: &&Quantity| {
        quantity.amount().is_some_and(|own| {
            own.low.total_cmp(&(rows.len() as f64)).is_eq() && own.low >= own.high
        }) && meant.is_empty()
            && quantity.span.start < asked.text.len() / 2
    };
    let count = own.iter().find(is_count);
    let says_sum = lower.iter().any(|word| SUMS.contains(&word.as_str()));
    let meant = match meant.len() {
        0 if says_sum || count.is_some() => rows.clone(),
        0 | 1 => return None,
        _ if says_sum => meant,
        _ => return None,
    };
    let cells: Option<Vec<&Cell<'_>>> = meant.iter().map(|row| row.cells.get(column)).collect();
    let cells = cells?;
    let values: Option<Vec<f64>> = cells.iter().map(|cell| cell.value).collect();
    let sum: f64 = values?.into_iter().sum();
    let is_of_head = |quantity: &&Quantity| {
        quantity.span.contains(&head_place)
            || heads.iter().any(|head| {
                stems(head).iter().any(|(word, _)| {
                    asked
                        .text
                        .get(quantity.span.clone())
                        .map(|said| stem(&plain(said)))
                        == Some(word.clone())
                })
            })
    };
    let mut figures = own.iter().filter(|quantity| {
        quantity.amount().is_some_and(|own| own.low >= own.high)
            && !is_of_head(quantity)
            && count.is_none_or(|count| count.span != quantity.span)
    });
    let (figure, None) = (figures.next()?, figures.next()) else {
        return None;
    };
    let first = cells.first()?;
    let as_cell = written_as(first.text, sum / scale(first)?);
    let is_held = asked.is_written(table, figure, &as_cell, head);
    let is_of_rows = meant.len() < rows.len() || count.is_some();
    if is_held && (is_of_rows || asked.is_told(table.text, &besides(SUMS))) {
        return Some(Total::Held(said_amount(asked.text, figure).to_owned()));
    }
    let is_told = says_sum && asked.is_told(table.text, &besides(SUMS));
    is_told.then(|| {
        Total::Against(Against::Otherwise {
            claim: said_amount(asked.text, figure).to_owned(),
            source: format!("{head}: {as_cell}"),
        })
    })
}

/// What the digits of a cell are multiplied by: a million in `£4.9m`.
fn scale(cell: &Cell<'_>) -> Option<f64> {
    let is_of_number = |sign: &char| sign.is_ascii_digit() || *sign == '.';
    let digits: String = cell.text.chars().filter(is_of_number).collect();
    let written: f64 = digits.trim_matches('.').parse().ok()?;
    let scale = cell.value? / written;
    (written > 0.0 && scale > 0.0).then_some(scale)
}

/// A number as the cells of its column are written: `£4.9m`.
fn written_as(cell: &str, number: f64) -> String {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let (from, to) = (
        cell.find(is_digit).unwrap_or(0),
        cell.rfind(is_digit).map_or(cell.len(), |last| last + 1),
    );
    let rounded = (number * 1e6).round() / 1e6;
    format!(
        "{}{rounded}{}",
        cell.get(..from).unwrap_or_default(),
        cell.get(to..).unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::super::{Against, tabled};

    const CATCH: &str = "Catch.\n\nTown | Catch 2020 | Catch 2021\nKeld | 1,120 | 95\nOrsa | 80 | 101\nVarn | 60 | 60";

    #[track_caller]
    fn check(claim: &str, expected: Result<bool, &str>) {
        let found = tabled(claim, &[CATCH]);
        let found = match found.against {
            Some(Against::Otherwise { source, .. }) => Err(source),
            Some(Against::Exchanged(exchange)) => Err(exchange.source),
            None => Ok(!found
                .held
                .iter()
                .all(|held| held.len() == 4 || held.starts_with("three"))),
        };
        assert_eq!(found, expected.map_err(str::to_owned), "{claim}");
    }

    #[test]
    fn sums_are_written_as_the_cells_are() {
        const SPENT: &str = "Part | Budget | Spent\nRoads | £4.2m | £4.9m\nSchools | £9.8m | £9.1m";
        let against = |claim: &str| tabled(claim, &[SPENT]).against.is_some();
        assert!(!against("Roads and Schools together spent £14.0m."));
        assert!(against("Roads and Schools together spent £13.4m."));
    }

    #[test]
    fn sums_are_in_the_money_that_the_head_counts() {
        for head in ["Cost (k€)", "Cost (kEUR)", "Cost in TEUR"] {
            let table = format!("Item | {head}\nRoof | 40\nWindows | 60");
            let against = |claim: &str| tabled(claim, &[&table]).against.is_some();
            assert!(!against("The total cost is €100,000."), "{head}");
            assert!(against("The total cost is €120,000."), "{head}");
            assert_eq!(
                tabled("The cost of the roof is €40,000.", &[&table])
                    .held
                    .len(),
                1,
                "{head}"
            );
        }
    }

    #[test]
    fn what_rows_come_to_together_is_reckoned() {
        check(
            "The three towns together had a catch of 1,260 in 2020.",
            Ok(true),
        );
        check("The three towns had a catch of 256 in 2021.", Ok(true));
        check(
            "In 2021 Keld and Orsa together had a catch of 196.",
            Ok(true),
        );
        check(
            "The three towns together had a catch of 256 in 2020.",
            Err("Catch 2020: 1260"),
        );
        check(
            "In 2021 Keld and Orsa together had a catch of 1,200.",
            Err("Catch 2021: 196"),
        );
        check(
            "In the whole country 256 boats together went out in 2021.",
            Ok(false),
        );
    }
}
