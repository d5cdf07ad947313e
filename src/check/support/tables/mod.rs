//! Tables: what stands in which row and under which head, whether each cell comes with its head or the heads stand above.
//!
//! `Town: Keld; 2020: 120; 2021: 95` and the lines `Town | 2020 | 2021` and `Keld | 120 | 95` are one table. Columns may be kept apart by bars, tabs, two spaces, or
//! by nothing but figures at the end of each line. What a claim says of the cells is held against them in [`claimed`].

mod bound;
mod changes;
mod claimed;
mod compared;
mod heads;
mod naught;
mod quoted;
mod series;
mod totals;

use std::mem;
use std::ops::Range;

use crate::check::language::numbers::quantities;
use crate::check::language::terms::{is_stop_word, plain, stem, words};
use crate::check::text::cells::{cells, is_row};

pub(super) use claimed::{Against, tabled};
pub use quoted::{QuotedCell, QuotedRow, lines_rested_on, quoted_rows};

/// Rows that have the same heads, with the text that they stand in, which may say what their values are and in which unit.
#[derive(Debug)]
struct Table<'t> {
    text: &'t str,
    rows: Vec<Row<'t>>,
}

impl<'t> Table<'t> {
    /// The head above what the rows are called by, which may give the unit of all.
    fn corner(&self) -> &'t str {
        let first = self.rows.first().and_then(|row| row.cells.first());
        first.map_or("", |cell| cell.head)
    }

    /// Whether more than rows stands with it, which may say what its values are.
    fn has_prose(&self) -> bool {
        let mut lines = self.text.lines().map(str::trim);
        lines.any(|line| !line.is_empty() && !is_row(line) && fields(line).len() < 2)
    }
}

/// The first cell mostly names the row.
#[derive(Debug)]
struct Row<'t> {
    /// What the rows about it are called together, where a line of its own says so: `Under 30`.
    group: Option<&'t str>,
    cells: Vec<Cell<'t>>,
    /// Bytes of the text.
    span: Range<usize>,
}

#[derive(Debug)]
struct Cell<'t> {
    head: &'t str,
    text: &'t str,
    /// Its number as it is written, where it has one and little else.
    value: Option<f64>,
}

impl<'t> Cell<'t> {
    fn new(head: &'t str, text: &'t str) -> Self {
        Self {
            head,
            text,
            value: value_of(text),
        }
    }

    /// Whether it says which row it stands in, and is not what is said of that.
    fn is_key(&self) -> bool {
        const TIMES: &[&str] = &["year", "month", "quarter", "date", "season", "day", "week"];
        self.value.is_none() || TIMES.contains(&plain(self.head).as_str())
    }
}

impl<'t> Row<'t> {
    fn new(cells: Vec<Cell<'t>>, span: Range<usize>) -> Self {
        Self {
            group: None,
            cells,
            span,
        }
    }

    /// What it is called by.
    fn keys(&self) -> impl Iterator<Item = &'t str> {
        let cells = self.cells.iter().enumerate();
        let keys = cells
            .filter(|(at, cell)| *at == 0 || cell.is_key())
            .map(|(_, cell)| cell.text);
        keys.chain(self.group)
    }

    /// What it calls the rows below it, where it says nothing else.
    fn names_group(&self) -> Option<&'t str> {
        let (label, rest) = self.cells.split_first()?;
        let is_alone = rest
            .iter()
            .all(|cell| cell.text.is_empty() || cell.text == label.text);
        let name = label.text.trim_matches(['*', '_', ' ']);
        (is_alone && !rest.is_empty() && !name.is_empty()).then_some(name)
    }

    /// Its cells that give a value, each with its column.
    fn values(&self) -> impl Iterator<Item = (usize, &Cell<'t>)> {
        let cells = self.cells.iter().enumerate();
        cells.filter(|(at, cell)| *at > 0 && !cell.is_key())
    }

    /// What tells it from another row: its label, or else what else it is called.
    fn called_beside(&self, other: &Self) -> String {
        if self.label() != other.label() {
            return self.label().to_owned();
        }
        let is_own = |key: &&str| !other.keys().any(|theirs| theirs == *key);
        let own: Vec<&str> = self.keys().filter(is_own).collect();
        own.join(", ")
    }

    fn label(&self) -> &'t str {
        self.cells.first().map_or("", |cell| cell.text)
    }

    /// Whether it is what the others come to.
    fn is_sum(&self) -> bool {
        const SUMS: &[&str] = &["total", "all", "sum", "overall", "average", "mean"];
        let label = plain(self.label());
        SUMS.iter().any(|sum| label.starts_with(sum))
    }

    /// As one line, each cell with its head; of the values those of the columns that are let in.
    fn line(&self, admits: impl Fn(usize) -> bool) -> String {
        let cells: Vec<String> = self
            .cells
            .iter()
            .enumerate()
            .filter(|(at, cell)| *at == 0 || cell.is_key() || admits(*at))
            .map(|(_, cell)| cell)
            .map(|cell| format!("{}: {}", cell.head, cell.text))
            .collect();
        cells.join("; ")
    }
}

/// The tables of a text.
fn tables(text: &str) -> Vec<Table<'_>> {
    tables_of(text, |_, row| row.values().next().is_some())
}

/// The same with the rows that are wanted, each given with its line.
fn tables_of<'t>(text: &'t str, is_wanted: impl Fn(&str, &Row<'t>) -> bool) -> Vec<Table<'t>> {
    let mut all: Vec<Table<'_>> = Vec::new();
    // What stands under heads of its own, and the rows that give their heads themselves.
    let mut heads: Option<Vec<&str>> = None;
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut told: Vec<Row<'_>> = Vec::new();
    let mut group: Option<&str> = None;
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        let span = start..start + line.len();
        start += whole.len();
        if is_row(line) {
            let cells = cells(line).filter_map(|cell| cell.split_once(": "));
            told.push(Row::new(
                cells.map(|(head, text)| Cell::new(head, text)).collect(),
                span,
            ));
            continue;
        }
        let fields = fields(line);
        if fields.len() < 2 {
            heads = None;
            close(&mut all, text, &mut rows);
            continue;
        }
        if fields.iter().all(|field| is_rule(field)) {
            continue;
        }
        let is_under = |heads: &Vec<&str>| heads.len() == fields.len();
        // The rows of a table that goes on from another page have no heads: no column is called `$9,700.00`.
        if !heads.as_ref().is_some_and(is_under) && fields.iter().skip(1).any(|field| is_sum(field))
        {
            close(&mut all, text, &mut rows);
            group = None;
            heads = Some(vec![""; fields.len()]);
        }
        if let Some(heads) = heads.as_ref().filter(|heads| is_under(heads)) {
            let cells = heads.iter().zip(&fields);
            let mut row = Row::new(
                cells.map(|(head, text)| Cell::new(head, text)).collect(),
                span,
            );
            group = row.names_group().or(group);
            row.group = group.filter(|_| row.names_group().is_none());
            if is_wanted(line, &row) {
                rows.push(row);
            }
        } else {
            close(&mut all, text, &mut rows);
            group = None;
            heads = Some(fields);
        }
    }
    close(&mut all, text, &mut rows);
    close(&mut all, text, &mut told);
    all
}

/// Whether a cell is a sum of money and nothing else.
fn is_sum(cell: &str) -> bool {
    let figure = cell.trim().trim_start_matches(['$', '€', '£', '¥']);
    let is_money = figure.len() < cell.trim().len();
    let mut signs = figure.chars();
    is_money
        && signs.next().is_some_and(|first| first.is_ascii_digit())
        && signs.all(|sign| sign.is_ascii_digit() || ",. ".contains(sign))
}

/// Ends a table, if it has rows.
fn close<'t>(all: &mut Vec<Table<'t>>, text: &'t str, rows: &mut Vec<Row<'t>>) {
    let rows = mem::take(rows);
    if !rows.is_empty() {
        all.push(Table { text, rows });
    }
}

/// The cells of a line, or all of it where it has none.
fn fields(line: &str) -> Vec<&str> {
    let line = line.trim();
    let cut = |between: &'static str| -> Vec<&str> { line.split(between).map(str::trim).collect() };
    if line.contains('|') {
        // A bar at one end alone stands behind an empty corner.
        let between = line
            .strip_prefix('|')
            .and_then(|line| line.strip_suffix('|'));
        let inner = between.unwrap_or(line);
        return inner.split('|').map(str::trim).collect();
    }
    if line.contains('\t') {
        return cut("\t");
    }
    if line.contains("  ") {
        let mut fields = cut("  ");
        fields.retain(|field| !field.is_empty());
        return fields;
    }
    figures_at_end(line)
}

/// What a line begins with, and each of two figures or more that it ends with.
fn figures_at_end(line: &str) -> Vec<&str> {
    let is_figure = |word: &&str| value_of(word).is_some();
    let mut figures: Vec<&str> = line.rsplit(' ').take_while(is_figure).collect();
    let count: usize = figures.iter().map(|figure| figure.len() + 1).sum();
    let label = line
        .len()
        .checked_sub(count)
        .and_then(|end| line.get(..end));
    match label {
        Some(label) if figures.len() >= 2 => {
            figures.push(label);
            figures.reverse();
            figures
        }
        _ => vec![line],
    }
}

fn is_rule(field: &str) -> bool {
    !field.is_empty()
        && field
            .chars()
            .all(|sign| matches!(sign, '-' | ':' | '=' | '+'))
}

/// The number that a cell holds beside a unit at most.
fn value_of(text: &str) -> Option<f64> {
    const LONGEST: usize = 24;
    if text.len() > LONGEST || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let found = quantities(text);
    let [only] = found.as_slice() else {
        return None;
    };
    let rest = words(text).filter(|span| !only.span.contains(&span.start));
    if rest.count() > 1 {
        return None;
    }
    match (only.amount(), only.date()) {
        (Some(amount), _) => (amount.low >= amount.high).then(|| amount.as_written().low),
        (None, Some(date)) if date.month.is_none() => date.year.map(f64::from),
        _ => None,
    }
}

/// The words of a text that say something, each with its place among its bytes. Heads may be written as `price_usd`, and rows be called by one letter: `drug A`.
fn stems(text: &str) -> Vec<(String, usize)> {
    let parted = text.contains('_').then(|| text.replace('_', " "));
    let text = parted.as_deref().unwrap_or(text);
    let read = words(text).filter_map(|span| {
        let surface = text.get(span.clone())?;
        let word = plain(surface);
        let is_all = text.trim() == surface;
        let is_letter = surface.len() == 1
            && surface.bytes().all(|byte| byte.is_ascii_uppercase())
            && (is_all || span.start > 0 && surface != "I");
        (is_letter || !is_stop_word(&word)).then(|| (stem(&word), span.start))
    });
    read.collect()
}

/// Where a claim, given by its words, names a row or a column: by all that it is called, but for what stands in brackets.
fn named_at(key: &str, claim: &[(String, usize)]) -> Option<usize> {
    let wanted = stems(heads::bare(key));
    if wanted.is_empty() {
        return None;
    }
    let mut places = claim.windows(wanted.len()).filter(|run| {
        let pairs = run.iter().zip(&wanted);
        pairs.into_iter().all(|(own, wanted)| own.0 == wanted.0)
    });
    places.next()?.first().map(|(_, at)| *at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let tables = tables(text);
        let lines: Vec<String> = tables
            .iter()
            .flat_map(|table| &table.rows)
            .map(|row| row.line(|_| true))
            .collect();
        assert_eq!(lines, expected, "{text}");
    }

    #[test]
    fn a_row_is_read_under_its_heads_however_columns_are_kept_apart() {
        let rows = [
            "Town: Keld; 2020: 120; 2021: 95",
            "Town: Orsa; 2020: 80; 2021: 101",
        ];
        for text in [
            "Town | 2020 | 2021\nKeld | 120 | 95\nOrsa | 80 | 101",
            "Catches in tonnes.\n\n| Town | 2020 | 2021 |\n|---|---|---|\n| Keld | 120 | 95 |\n| Orsa | 80 | 101 |\n\nEnd of the table.",
            "Town\t2020\t2021\nKeld\t120\t95\nOrsa\t80\t101",
            "Town  2020  2021\nKeld   120    95\nOrsa    80   101",
            "Town 2020 2021\nKeld 120 95\nOrsa 80 101",
            "Town: Keld; 2020: 120; 2021: 95\n\nTown: Orsa; 2020: 80; 2021: 101",
        ] {
            check(text, &rows);
        }
    }

    #[test]
    fn the_corner_above_the_rows_may_be_empty() {
        let rows = [": Keld; 2020: 120; 2021: 95", ": Orsa; 2020: 80; 2021: 101"];
        check("| 2020 | 2021\nKeld | 120 | 95\nOrsa | 80 | 101", &rows);
        check(
            "| | 2020 | 2021 |\n|---|---|---|\n| Keld | 120 | 95 |\n| Orsa | 80 | 101 |",
            &rows,
        );
    }

    #[test]
    fn a_line_that_only_names_a_group_is_a_key_of_the_rows_below() {
        let text = "| | Men | Women |\n|---|---|---|\n| **Under 30** | | |\n| Employed | 61 | 58 |\n| **Over 30** | | |\n| Employed | 74 | 66 |";
        let tables = tables(text);
        let groups: Vec<_> = tables
            .iter()
            .flat_map(|table| &table.rows)
            .map(|row| row.group)
            .collect();
        assert_eq!(groups, [Some("Under 30"), Some("Over 30")]);
    }

    #[test]
    fn sentences_are_no_rows() {
        check(
            "The quay is long.  It was built in 1902.\nThe mole is short.",
            &[],
        );
        check("a || b\nis no table", &[]);
        check("", &[]);
    }
}
