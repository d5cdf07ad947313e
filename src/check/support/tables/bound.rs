//! Bound: in which cell each of several figures of a claim belongs.
//!
//! `From 3,258 in 2008 to 2,533 in 2017` names two rows and gives two figures, and the row that is named first has the first figure, wherever in the sentence they
//! stand. A claim that gives as many figures as it names rows, or columns, or both, is held against these cells one by one, so that the figure of a year between
//! them bears nothing out.

use super::claimed::{Asked, Scope};
use super::heads::time_of;
use super::{Cell, Row, named_at};
use crate::check::language::numbers::Quantity;
use crate::check::support::bindings::Exchange;
use crate::check::support::weigh::said_amount;

/// A cell with the row that it stands in and its column.
#[derive(Clone, Copy)]
pub(super) struct Place<'a, 't> {
    pub(super) row: &'a Row<'t>,
    pub(super) column: usize,
    pub(super) cell: &'a Cell<'t>,
}

impl<'a, 't> Place<'a, 't> {
    pub(super) fn of(row: &'a Row<'t>, column: usize) -> Option<Self> {
        let cell = row.cells.get(column)?;
        Some(Self { row, column, cell })
    }

    /// When its value was taken, by its head or by what its row is called.
    pub(super) fn time(&self) -> Option<u32> {
        time_of(self.cell.head).or_else(|| self.row.keys().filter_map(time_of).max())
    }
}

impl<'a, 't> Scope<'a, 't> {
    /// The cell of each figure of a claim, in their order, where it names as many cells as it gives figures.
    pub(super) fn bound(
        &self,
        asked: &Asked<'_>,
        figures: &[&Quantity],
    ) -> Option<Vec<Place<'a, 't>>> {
        let rows = self.rows_in_order(asked)?;
        let of_column = |column: usize| -> Option<Vec<Place<'a, 't>>> {
            rows.iter().map(|(row, _)| Place::of(row, column)).collect()
        };
        match (rows.as_slice(), self.columns.as_slice(), figures.len()) {
            (_, _, ..2) => None,
            ([(row, _)], columns, count) if columns.len() == count => {
                let columns = columns.iter();
                columns.map(|(column, _)| Place::of(row, *column)).collect()
            }
            (rows, [(column, _)], count) if rows.len() == count => of_column(*column),
            (rows, columns, count) if rows.len() == count => {
                let meant: Vec<usize> = match columns {
                    [] => rows.first()?.0.values().map(|(column, _)| column).collect(),
                    named => named.iter().map(|(column, _)| *column).collect(),
                };
                self.likeliest(asked, figures, meant.into_iter().filter_map(of_column))
            }
            (rows, columns, count) if rows.len() * columns.len() == count => {
                grid(rows, columns, figures)
            }
            _ => None,
        }
    }

    /// The rows that a claim names, each where it does so, by what not all of them are called.
    pub(super) fn rows_in_order(&self, asked: &Asked<'_>) -> Option<Vec<(&'a Row<'t>, usize)>> {
        let is_of_all = |key: &str| self.rows.iter().all(|row| row.keys().any(|own| own == key));
        let is_only = self.rows.len() == 1;
        let place = |row: &'a Row<'t>| {
            let keys = row.keys().filter(|key| is_only || !is_of_all(key));
            let place = keys.filter_map(|key| named_at(key, &asked.stems)).min()?;
            Some((row, place))
        };
        let rows: Option<Vec<_>> = self.rows.iter().map(|row| place(row)).collect();
        let mut rows = rows?;
        rows.sort_by_key(|(_, place)| *place);
        let are_apart = rows.windows(2).all(|pair| match pair {
            [(_, one), (_, next)] => one != next,
            _ => true,
        });
        are_apart.then_some(rows)
    }

    /// Of cells under several heads those that have most of the figures, all but one of them at least.
    fn likeliest(
        &self,
        asked: &Asked<'_>,
        figures: &[&Quantity],
        all: impl Iterator<Item = Vec<Place<'a, 't>>>,
    ) -> Option<Vec<Place<'a, 't>>> {
        let held = |places: &Vec<Place<'_, '_>>| {
            let pairs = figures.iter().zip(places);
            pairs
                .filter(|(figure, place)| self.says(asked, figure, place.cell))
                .count()
        };
        let all: Vec<_> = all.collect();
        if let [only] = all.as_slice() {
            return Some(only.clone());
        }
        let best = all.into_iter().map(|places| (held(&places), places));
        let (count, places) =
            best.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        (count > 0 && count + 1 >= figures.len()).then_some(places)
    }

    /// The first figure that another cell has than its own: one of the same row, of the same column, or any.
    pub(super) fn misplaced(
        &self,
        asked: &Asked<'_>,
        figures: &[&Quantity],
        places: &[Place<'a, 't>],
    ) -> Option<Exchange> {
        let mut pairs = figures.iter().zip(places);
        pairs.find_map(|(figure, place)| {
            let says = |cell: &Cell<'_>| self.says(asked, figure, cell);
            if says(place.cell) {
                return None;
            }
            let value = said_amount(asked.text, figure).to_owned();
            if let Some((_, other)) = place.row.values().find(|(_, cell)| says(cell)) {
                return Some(Exchange {
                    value,
                    claim: place.cell.head.to_owned(),
                    source: other.head.to_owned(),
                });
            }
            let in_column = |row: &&Row<'_>| row.cells.get(place.column).is_some_and(says);
            let in_row = |row: &&Row<'_>| row.values().any(|(_, cell)| says(cell));
            let mut rows = self.table.rows.iter();
            let other = rows.clone().find(in_column).or_else(|| rows.find(in_row))?;
            Some(Exchange {
                value,
                claim: place.row.called_beside(other),
                source: other.called_beside(place.row),
            })
        })
    }
}

/// The cells of rows and columns that are both named, where each row or each column stands before its own figures.
fn grid<'a, 't>(
    rows: &[(&'a Row<'t>, usize)],
    columns: &[(usize, usize)],
    figures: &[&Quantity],
) -> Option<Vec<Place<'a, 't>>> {
    let lead = |starts: &[usize], length: usize| {
        let groups = figures.chunks(length);
        starts
            .iter()
            .zip(groups)
            .enumerate()
            .all(|(at, (start, group))| {
                let is_before = group.first().is_some_and(|first| *start < first.span.start);
                let last_before = at
                    .checked_sub(1)
                    .and_then(|before| figures.chunks(length).nth(before)?.last());
                is_before && last_before.is_none_or(|last| last.span.start < *start)
            })
    };
    let row_starts: Vec<usize> = rows.iter().map(|(_, start)| *start).collect();
    let column_starts: Vec<usize> = columns.iter().map(|(_, start)| *start).collect();
    if lead(&row_starts, columns.len()) {
        let cells = rows
            .iter()
            .flat_map(|(row, _)| columns.iter().map(|(column, _)| Place::of(row, *column)));
        return cells.collect();
    }
    if lead(&column_starts, rows.len()) {
        let cells = columns
            .iter()
            .flat_map(|(column, _)| rows.iter().map(|(row, _)| Place::of(row, *column)));
        return cells.collect();
    }
    None
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::claimed::tabled;

    pub(in crate::check::support::tables) const YEARS: &str = "Unemployment\n\nYear | Unemployed (thousand) | Rate (%)\n2005 | 4861 | 11.7\n2008 | 3258 | 7.8\n2011 | 2976 | 7.1\n2017 | 2533 | 5.7";
    const TOWNS: &str = "Population.\n\nCity | 2000 | 2010 | 2020\nOslo | 507,467 | 586,860 | 693,494\nHelsinki | 551,123 | 583,350 | 653,835";

    /// Whether a claim stands beside a table.
    #[track_caller]
    pub(in crate::check::support::tables) fn check(table: &str, claim: &str, expected: bool) {
        let found = tabled(claim, &[table]);
        assert_eq!(found.against.is_none(), expected, "{claim}: {found:?}");
    }

    #[test]
    fn each_of_two_figures_is_held_against_the_cell_that_is_named_with_it() {
        for (table, right, wrong) in [
            (
                YEARS,
                "The number of unemployed fell from 3,258 thousand in 2008 to 2,533 thousand in 2017.",
                "The number of unemployed fell from 3,258 thousand in 2008 to 2,976 thousand in 2017.",
            ),
            (
                YEARS,
                "Between 2005 and 2011 the rate dropped from 11.7 % to 7.1 %.",
                "Between 2005 and 2011 the rate dropped from 11.7 % to 7.8 %.",
            ),
            (
                YEARS,
                "The rate was lower in 2017 (5.7 %) than in 2008 (7.8 %).",
                "The rate was lower in 2017 (5.7 %) than in 2008 (7.1 %).",
            ),
            (
                "Quarter | Units | Average price\nQ1 | 1,204 | 812\nQ2 | 2,987 | 845\nQ3 | 2,410 | 869",
                "The average price rose from 812 in Q1 to 869 in Q3.",
                "The average price rose from 812 in Q1 to 845 in Q3.",
            ),
            (
                TOWNS,
                "Oslo grew from 507,467 people in 2000 to 693,494 in 2020.",
                "Oslo grew from 507,467 people in 2000 to 586,860 in 2020.",
            ),
            (
                TOWNS,
                "In 2020 Oslo had 693,494 inhabitants, more than Helsinki with 653,835.",
                "In 2020 Oslo had 693,494 inhabitants, more than Helsinki with 583,350.",
            ),
            (
                TOWNS,
                "Oslo rose from 507,467 in 2000 to 693,494 in 2020, while Helsinki rose from 551,123 to 653,835.",
                "Oslo rose from 507,467 in 2000 to 586,860 in 2020, while Helsinki rose from 551,123 to 653,835.",
            ),
        ] {
            check(table, right, true);
            check(table, wrong, false);
        }
    }

    #[test]
    fn a_unit_may_stand_in_what_the_table_is_called() {
        const POWER: &str = "Source | 2012 | 2016\nCoal | 142.8 | 30.7\nGas | 100.2 | 143.4";
        let claim = "Coal fell from 142.8 TWh in 2012 to 30.7 TWh in 2016.";
        let found = tabled(claim, &[POWER, "Electricity generation, TWh"]);
        assert!(
            found.held.iter().any(|held| held == "142.8 TWh"),
            "{found:?}"
        );
        assert!(
            tabled(claim, &[POWER])
                .held
                .iter()
                .all(|held| held != "142.8 TWh")
        );
    }
}
