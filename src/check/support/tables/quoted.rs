//! Quoted: the rows of a text's tables for whoever quotes from them, as the checker reads them.

use std::ops::Range;

use super::{Row, named_at, stems, tables_of};
use crate::check::language::terms::plain_words;

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

/// The lines of a quoted table that a claim rests on: all but the rows that it does not name. All of them where it names none, or says how its row stands among
/// the others; `None` where the quotation is no table.
#[must_use]
pub fn lines_rested_on<'t>(quote: &'t str, claim: &str) -> Option<Vec<&'t str>> {
    let tables = tables_of(quote, |_, row| row.values().next().is_some());
    let rows: Vec<&Row<'_>> = tables.iter().flat_map(|table| &table.rows).collect();
    if rows.is_empty() {
        return None;
    }
    let stems = stems(claim);
    let is_named = |row: &Row<'_>| row.keys().any(|key| named_at(key, &stems).is_some());
    let is_of_all =
        plain_words(claim).any(|word| tells_of_all(&word)) || !rows.iter().any(|row| is_named(row));
    let is_other = |start: usize| {
        let mut at = rows.iter().filter(|row| row.span.contains(&start));
        at.any(|row| !is_named(row))
    };
    let mut start = 0;
    let mut lines = Vec::new();
    for line in quote.split_inclusive('\n') {
        if is_of_all || !is_other(start) {
            lines.push(line.trim_end());
        }
        start += line.len();
    }
    Some(lines)
}

/// Whether a word says something of all rows of a table, or of one among them: `largest`, `total`, `only`.
fn tells_of_all(word: &str) -> bool {
    #[rustfmt::skip]
    const OF_ALL: &[&str] = &[
        "most", "least", "only", "all", "every", "each", "any", "none", "no", "total", "sum", "average", "mean", "median", "together", "other", "others", "first",
        "second", "third", "last", "rank", "ranks", "ranked",
    ];
    OF_ALL.contains(&word) || word.ends_with("est")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, expected: &[&str]) {
        const CATCH: &str = "Town | 2020 | 2021\nKeld | 120 | 95\nOrsa | 80 | 101";
        let found = lines_rested_on(CATCH, claim);
        assert_eq!(found.as_deref(), Some(expected), "{claim}");
    }

    #[test]
    fn a_claim_rests_on_the_rows_that_it_names() {
        let (heads, keld, orsa) = ("Town | 2020 | 2021", "Keld | 120 | 95", "Orsa | 80 | 101");
        check("Keld landed 95 tonnes in 2021.", &[heads, keld]);
        check("Orsa landed more than Keld.", &[heads, keld, orsa]);
        check("Keld had the smallest catch in 2021.", &[heads, keld, orsa]);
        check("Catches went up.", &[heads, keld, orsa]);
        assert_eq!(lines_rested_on("Keld landed 95 tonnes.", "Keld"), None);
    }
}
