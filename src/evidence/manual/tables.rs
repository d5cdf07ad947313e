//! Tables of the manual as `tbl` sets them, between `.TS` and `.TE`: a line of options, how the columns are set up to a full stop, and a row a line.

use super::{command, plain};
use crate::evidence::body::Body;

#[derive(Debug)]
pub(super) struct Table {
    part: Part,
    /// What parts the cells of a row.
    sign: char,
    /// How each row is set, the last one and all below it.
    settings: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Of the row that has begun.
    cells: Vec<String>,
    /// The lines of a cell that has several.
    open: Option<String>,
    has_rule_below_first: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Options,
    Settings,
    Rows,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            part: Part::Options,
            sign: '\t',
            settings: Vec::new(),
            rows: Vec::new(),
            cells: Vec::new(),
            open: None,
            has_rule_below_first: false,
        }
    }
}

impl Table {
    pub(super) fn line(&mut self, line: &str) {
        match self.part {
            Part::Options => {
                self.part = Part::Settings;
                match line.split_once(';') {
                    Some((options, rest)) => {
                        self.sign = parting_sign(options).unwrap_or('\t');
                        self.settings(rest);
                    }
                    None => self.settings(line),
                }
            }
            Part::Settings => self.settings(line),
            Part::Rows => self.row(line),
        }
    }

    fn settings(&mut self, line: &str) {
        let line = line.trim_end();
        let (line, is_last) = match line.strip_suffix('.') {
            Some(line) => (line, true),
            None => (line, false),
        };
        let rows = line.split(',').filter(|row| !row.trim().is_empty());
        self.settings.extend(rows.map(str::to_owned));
        if is_last {
            self.part = Part::Rows;
        }
    }

    fn row(&mut self, line: &str) {
        if let Some(open) = &mut self.open {
            match line.strip_prefix("T}") {
                Some(rest) => {
                    let lines = self.open.take().unwrap_or_default();
                    self.cells.push(text_of(&lines));
                    match rest.strip_prefix(self.sign) {
                        Some(rest) => self.cells(rest),
                        None => self.end_row(),
                    }
                }
                None => open.extend([line, "\n"]),
            }
        } else if let Some((name, _)) = command(line) {
            if name == "T&" {
                self.part = Part::Settings;
            }
        } else if line.contains(char::is_alphanumeric)
            || line.contains(self.sign)
            || line.contains("T{")
        {
            self.cells(line);
        } else {
            self.has_rule_below_first |= self.rows.len() == 1;
        }
    }

    fn cells(&mut self, line: &str) {
        let mut cells = line.split(self.sign).peekable();
        while let Some(cell) = cells.next() {
            if cells.peek().is_none() && cell.trim() == "T{" {
                self.open = Some(String::new());
                return;
            }
            let is_rule = matches!(cell.trim(), "_" | "=");
            let text = if is_rule { String::new() } else { plain(cell) };
            self.cells.push(text.trim().to_owned());
        }
        self.end_row();
    }

    fn end_row(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        if cells.iter().any(|cell| !cell.is_empty()) {
            self.rows.push(cells);
        }
    }

    /// Whether the first row names the columns: it is ruled off, or alone set in bold.
    fn names_columns(&self) -> bool {
        let is_bold = |row: &String| row.contains(['b', 'B']);
        let is_set_apart = match self.settings.as_slice() {
            [first, second, ..] => is_bold(first) && !is_bold(second),
            _ => false,
        };
        self.rows.len() > 1 && (self.has_rule_below_first || is_set_apart)
    }

    pub(super) fn end(mut self, body: &mut Body) {
        if let Some(lines) = self.open.take() {
            self.cells.push(text_of(&lines));
        }
        self.end_row();
        let has_names = self.names_columns();
        for (at, cells) in self.rows.iter().enumerate() {
            let row = cells.join(" | ");
            if at == 0 && has_names {
                body.head(&row, true);
            } else {
                body.row(&row, at == 0);
            }
        }
    }
}

/// What parts cells, where the options of a table say it: `allbox tab(:)`.
fn parting_sign(options: &str) -> Option<char> {
    let (_, behind) = options.split_once("tab")?;
    behind.trim_start().strip_prefix('(')?.chars().next()
}

/// The text of a cell of several lines, which may hold commands. A table within a cell is none.
fn text_of(lines: &str) -> String {
    let lines: Vec<&str> = lines
        .lines()
        .filter(|line| command(line).is_none_or(|(name, _)| name != "TS"))
        .collect();
    let read = super::read(&lines.join("\n"));
    let words: Vec<&str> = read.body.text().split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use crate::evidence::manual::read;

    #[test]
    fn tables_are_rows_below_the_names_of_their_columns() {
        for table in [
            "lb lb\nl l.\nKey\tWhat it does\nw\tselects \\fIone\\fP window\na\tselects all\n",
            "l l.\nKey\tWhat it does\n_\nw\tselects one window\na\tselects all\n",
            "allbox tab(:);\nlB lB.\nT{\nKey\nT}:T{\nWhat\nit does\nT}\n.T&\nl l\nl l.\nT{\nw\nT}:T{\nselects\n.I one\nwindow\nT}\na:T{\nselects all\nT}\n",
        ] {
            let reading = read(&format!(
                ".TH KEYS 7\n.SH KEYS\nThese are they.\n.TS\n{table}.TE\n.PP\nAnd no more.\n"
            ));
            assert_eq!(
                reading.body.text(),
                "KEYS\n\nThese are they.\n\nKey | What it does\nw | selects one window\na | selects all\n\nAnd no more.",
                "{table}"
            );
            let rows = reading.body.blocks();
            let named = rows.iter().filter(|row| row.head.is_some()).count();
            assert_eq!(named, 2, "{table}");
        }
    }

    #[test]
    fn a_table_without_names_has_rows_only_and_a_broken_one_ends_with_its_section() {
        let reading = read(".TH KEYS 7\n.SH A\n.TS\nl l.\n30\tblack\n31\tred\n.SH B\nWords.\n");
        assert_eq!(
            reading.body.text(),
            "A\n\n30 | black\n31 | red\n\nB\n\nWords."
        );
        assert!(reading.body.blocks().iter().all(|row| row.head.is_none()));
        for text in [
            ".TS",
            ".TS\n;",
            ".TS\ntab(",
            ".TS\nl.\nT{",
            ".TS\nl.\nT}\t_",
            ".TE",
            ".TS\nl.\n.T&\n.TE",
        ] {
            let _ = read(text);
        }
        // Cells that hold tables that hold cells cost no more than their lines.
        let _ = read(&".TS\nl.\nT{\n".repeat(50_000));
    }
}
