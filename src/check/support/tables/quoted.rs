//! Quoted: the rows of a text's tables for whoever quotes from them, as the checker reads them.

use std::ops::Range;

use super::tables_of;

/// A row of a table with the heads of its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedRow {
    pub cells: Vec<QuotedCell>,
    /// Bytes of the text.
    pub span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedCell {
    /// Empty above the rows' own names, where the corner is.
    pub head: String,
    pub text: String,
    /// Whether it says which row it stands in.
    pub is_key: bool,
}

/// All rows of the tables of a text.
#[must_use]
pub fn quoted_rows(text: &str) -> Vec<QuotedRow> {
    // What is set between bars is a table, whether or not it has figures.
    let tables = tables_of(text, |line, row| {
        line.contains('|') || row.values().next().is_some()
    });
    let rows = tables.iter().flat_map(|table| &table.rows);
    rows.map(|row| QuotedRow {
        cells: (0..)
            .zip(&row.cells)
            .map(|(at, cell)| QuotedCell {
                head: cell.head.trim().to_owned(),
                text: cell.text.trim().to_owned(),
                is_key: at == 0 || cell.is_key(),
            })
            .collect(),
        span: row.span.clone(),
    })
    .collect()
}
