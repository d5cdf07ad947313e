//! Tables of Markdown: a row that cites is a claim, in which every cell stands under the name of its column.
//!
//! `| Norway | 41 % | [2] |` under `| Country | Storage | Source |` states `Norway: Storage 41 %.` Rows that cite nothing are no claims: most tables are
//! notes, and what the text takes from them it says itself.

use crate::check::{currency, is_claim, is_ordinary, measures};

/// The table that is being read, row by row.
#[derive(Default)]
pub(super) struct Table {
    /// Names of the columns, once the rule below them has been seen.
    columns: Vec<String>,
    /// The row before the rule.
    first: Vec<String>,
}

impl Table {
    /// What a row states, given without its marks; `None` for the head, the rule below it, and what is no row, which ends the table.
    pub(super) fn states(&mut self, row: &str) -> Option<String> {
        let Some(cells) = cells(row) else {
            *self = Self::default();
            return None;
        };
        if self.columns.is_empty() {
            if is_rule(&cells) {
                self.columns = std::mem::take(&mut self.first);
            } else {
                self.first = cells;
            }
            return None;
        }
        let named = cells.iter().zip(
            self.columns
                .iter()
                .map(String::as_str)
                .chain(std::iter::repeat("")),
        );
        let mut told = named.filter(|(cell, _)| cell.chars().any(char::is_alphanumeric));
        let (subject, _) = told.next()?;
        let value = |(cell, column): (&String, &str)| {
            let (column, unit) = with_unit(column);
            let unit = unit.filter(|_| cell.ends_with(|last: char| last.is_ascii_digit()));
            let said = format!("{} {cell} {}", told_by(&column), unit.unwrap_or_default());
            said.trim().to_owned()
        };
        let values: Vec<String> = told.map(value).collect();
        if values.is_empty() {
            // `| Sales fell by 4 %. | [1] |`
            return is_claim(subject).then(|| subject.clone());
        }
        Some(format!("{subject}: {}.", values.join(", ")))
    }
}

/// The name of a column as far as it says something of its cells: that they are values it need not say, and `Figure 46` would be a picture.
fn told_by(column: &str) -> &str {
    #[rustfmt::skip]
    const ANY: &[&str] = &[
        "value", "values", "amount", "figure", "figures", "number", "result", "results", "data", "detail", "details", "finding", "findings", "fact", "facts",
        "description", "information", "answer", "metric", "statement", "claim", "evidence", "note", "notes", "wert", "werte", "zahl", "ergebnis", "angabe",
        "valeur", "chiffre", "montant", "valor", "dato", "valore",
    ];
    if ANY.contains(&column.to_lowercase().as_str()) {
        ""
    } else {
        column
    }
}

/// The name of a column within a sentence, where an ordinary word has no capital, and the unit in parentheses behind it: `paid` and `USD` of `Paid (USD)`.
fn with_unit(column: &str) -> (String, Option<&str>) {
    let parted = column
        .strip_suffix(')')
        .and_then(|column| column.split_once(" ("))
        .filter(|(_, unit)| currency(unit).is_some() || measures(unit) || *unit == "%");
    let (name, unit) = parted.map_or((column, None), |(name, unit)| (name, Some(unit)));
    let first = name.split(' ').next().unwrap_or_default();
    let lower = first.to_lowercase();
    let is_plain = first.chars().skip(1).all(char::is_lowercase) && is_ordinary(&lower);
    let name = if is_plain {
        format!("{lower}{}", name.get(first.len()..).unwrap_or_default())
    } else {
        name.to_owned()
    };
    (name, unit)
}

/// The cells of a line of a table, without what sets letters off.
fn cells(row: &str) -> Option<Vec<String>> {
    let row = row.trim().strip_prefix('|')?;
    let row = row.strip_suffix('|').unwrap_or(row);
    let cell = |cell: &str| cell.replace("**", "").replace('`', "").trim().to_owned();
    Some(row.split('|').map(cell).collect())
}

fn is_rule(cells: &[String]) -> bool {
    cells
        .iter()
        .all(|cell| !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':' | ' ')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_states_its_cells_under_the_names_of_their_columns() {
        let mut values = Table::default();
        let rows = ["| Fact | Value |", "|---|---|", "| Turbines | 46 |"];
        assert_eq!(
            rows.map(|row| values.states(row))
                .into_iter()
                .flatten()
                .next(),
            Some("Turbines: 46.".to_owned())
        );
        let mut findings = Table::default();
        let rows = [
            "| Finding | Source |",
            "|---|---|",
            "| Sales fell by 4 % |  |",
        ];
        assert_eq!(
            rows.map(|row| findings.states(row))
                .into_iter()
                .flatten()
                .next(),
            Some("Sales fell by 4 %".to_owned())
        );
        let mut table = Table::default();
        let stated: Vec<Option<String>> = [
            "| Country | Storage in 2024 | Source |",
            "|:---|---:|---|",
            "| **Norway** | 41 % |  |",
            "| Chad |  |  |",
            "Prose.",
            "| Norway | 41 % |",
        ]
        .map(|row| table.states(row))
        .into();
        assert_eq!(
            stated,
            [
                None,
                None,
                Some("Norway: storage in 2024 41 %.".to_owned()),
                None,
                None,
                None
            ]
        );
    }
}
