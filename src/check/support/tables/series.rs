//! Series: a row of a report that gives one value for each of several years, held against the same rows of its evidence, whether the years are heads there or stand
//! in a column of their own.

use super::{Against, Row, Table, named_at, stems, value_of};

/// What a table says to such a row.
pub(super) enum Series {
    Held,
    Against(Against),
}

/// A claim `NAME: 2021 2,210, 2022 2,650`, as rows of reports are stated.
struct Claimed<'c> {
    name: &'c str,
    values: Vec<(&'c str, &'c str, f64)>,
}

impl<'c> Claimed<'c> {
    fn read(claim: &'c str) -> Option<Self> {
        let (name, rest) = claim.trim().trim_end_matches('.').split_once(": ")?;
        let values: Option<Vec<_>> = rest
            .split(", ")
            .map(|part| {
                let (year, value) = part.split_once(' ')?;
                let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
                Some((year, value, value_of(value).filter(|_| is_year)?))
            })
            .collect();
        let values = values.filter(|values| values.len() > 1)?;
        Some(Self { name, values })
    }
}

/// What a table says to a claim that gives the values of a row by years, if it has that row.
pub(super) fn series(claim: &str, table: &Table<'_>) -> Option<Series> {
    let claimed = Claimed::read(claim)?;
    let named = stems(claimed.name);
    let is_named = |row: &&Row<'_>| {
        let label = row.label();
        let is_year = value_of(label).is_some() && label.len() == 4;
        !is_year && named_at(label, &named) == Some(0)
    };
    let rows: Vec<&Row<'_>> = table.rows.iter().filter(is_named).collect();
    rows.first()?;
    let columns = table.rows.first().map_or(0, |row| row.cells.len());
    let by_head = claimed.values.iter().map(|(year, _, _)| {
        let mut cells = rows.iter().flat_map(|row| &row.cells);
        cells
            .find(|cell| cell.head == *year)
            .map(|cell| (cell.text, cell.value))
    });
    let by_head: Option<Vec<_>> = by_head.collect();
    let found = by_head.or_else(|| {
        // A column of values, of the rows of each year.
        let in_column = |column: usize| -> Option<Vec<(&str, Option<f64>)>> {
            let cell = |year: &str| {
                let mut rows = rows.iter();
                let row = rows.find(|row| row.cells.iter().any(|cell| cell.text == year))?;
                let cell = row.cells.get(column);
                let cell = cell.filter(|cell| cell.value.is_some() && cell.text != year)?;
                Some((cell.text, cell.value))
            };
            claimed
                .values
                .iter()
                .map(|(year, _, _)| cell(year))
                .collect()
        };
        let heads = |column: usize| {
            rows.first()
                .and_then(|row| row.cells.get(column))
                .map_or("", |cell| cell.head)
        };
        let shares = |column: &usize| {
            let mut head = stems(heads(*column)).into_iter();
            head.any(|(word, _)| named.iter().skip(1).any(|(own, _)| *own == word))
        };
        // The first is the row's name.
        let valued: Vec<usize> = (1..columns)
            .filter(|&column| in_column(column).is_some())
            .collect();
        let meant = valued
            .iter()
            .copied()
            .find(shares)
            .or_else(|| match &*valued {
                [only] => Some(*only),
                _ => None,
            });
        in_column(meant?)
    })?;
    let is_same = |own: f64, theirs: Option<f64>| {
        theirs.is_some_and(|theirs| (own - theirs).abs() <= 1e-9 * own.abs())
    };
    let other = claimed
        .values
        .iter()
        .zip(&found)
        .find(|((_, _, own), (_, theirs))| !is_same(*own, *theirs));
    Some(match other {
        None => Series::Held,
        Some(((year, own, _), (theirs, _))) => Series::Against(Against::Otherwise {
            claim: format!("{year} {own}"),
            source: format!("{year}: {theirs}"),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Against, tabled};

    #[test]
    fn a_row_of_years_is_held_against_the_same_row_whatever_shape_its_table_has() {
        let wide =
            "Route | 2021 | 2022 | 2023\nBus 7 | 2210 | 2650 | 2590\nTram A | 6120 | 8340 | 9010";
        let long = "Route: Bus 7; Year: 2021; Passengers: 2210\nRoute: Bus 7; Year: 2022; Passengers: 2650\nRoute: Bus 7; Year: 2023; Passengers: 2590\nRoute: Tram A; Year: 2021; Passengers: 6120";
        let two = "Route: Bus 7; Year: 2021; Passengers (thousand): 2210; Fares: 2870\nRoute: Bus 7; Year: 2022; Passengers (thousand): 2650; Fares: 3440\nRoute: Bus 7; Year: 2023; Passengers (thousand): 2590; Fares: 3500";
        for table in [wide, long, two] {
            let name = if table == two {
                "Bus 7 (thousand passengers)"
            } else {
                "Bus 7"
            };
            let found = tabled(
                &format!("{name}: 2021 2,210, 2022 2,650, 2023 2,590."),
                &[table],
            );
            assert!(found.is_all_told && found.against.is_none(), "{table}");
            let found = tabled(
                &format!("{name}: 2021 2,210, 2022 2,590, 2023 2,650."),
                &[table],
            );
            assert_eq!(
                found.against,
                Some(Against::Otherwise {
                    claim: "2022 2,590".to_owned(),
                    source: "2022: 2650".to_owned()
                }),
                "{table}"
            );
        }
    }
}
