//! Several rows of a table: by size where the most of something is asked for, each where it is asked of each, year by year where it is asked how something went.

use std::collections::BTreeSet;

use super::{Asked, Told, Wanted, gives, gives_money};
use crate::check::{QuotedCell, QuotedRow, Unit, quantities, words};

/// Rows that are told at most.
pub const RANKED: usize = 8;

/// The rows of a table with the one figure by which a question ranks them, the largest first, or the smallest where that is asked for.
pub(super) fn by_size(question: &str, asked: &Asked, rows: &[QuotedRow]) -> Vec<Told> {
    const SMALL: &[&str] = &[
        "least", "lowest", "fewest", "smallest", "cheapest", "lower", "less", "fewer", "smaller",
        "cheaper", "shortest", "fastest",
    ];
    if !(2..=RANKED).contains(&rows.len()) {
        return Vec::new();
    }
    let ranked: Option<Vec<(f64, Unit, Told)>> = rows.iter().map(|row| asked.ranked(row)).collect();
    let Some(mut ranked) = ranked else {
        return Vec::new();
    };
    let is_of_one_unit = ranked.windows(2).all(|pair| pair[0].1 == pair[1].1);
    if !is_of_one_unit {
        return Vec::new();
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut said = words(question).filter_map(|span| question.get(span));
    if said.any(|word| SMALL.contains(&word.to_lowercase().as_str())) {
        ranked.reverse();
    }
    ranked.into_iter().map(|(_, _, told)| told).collect()
}

/// Whether a question asks the same of all of some: `How much does each pump cost?`.
fn asks_of_each(question: &str) -> bool {
    let mut said = words(question).filter_map(|span| question.get(span));
    said.any(|word| matches!(word.to_lowercase().as_str(), "each" | "every"))
}

/// Whether a question asks for a figure of several rows.
#[must_use]
pub fn asks_of_several(question: &str) -> bool {
    asks_of_each(question) || since_when(question).is_some()
}

/// All rows of a table with the one figure that is asked of each of what they are, nothing where a row lacks it; of a few rows also where it is only asked for.
pub(super) fn of_each(question: &str, asked: &Asked, rows: &[QuotedRow]) -> Option<Vec<Told>> {
    /// Rows that are told together where the question names none of them.
    const FEW: usize = 3;
    let names_kind = |row: &QuotedRow| {
        let first = row.cells.first();
        first.is_some_and(|cell| !asked.in_text(&cell.head).is_empty())
    };
    let is_named = |row: &QuotedRow| {
        let mut keys = row.cells.iter().filter(|cell| cell.is_key);
        keys.any(|cell| !asked.in_text(&cell.text).is_empty())
    };
    let is_of_each = asks_of_each(question) && rows.iter().all(names_kind);
    let is_of_few = rows.len() <= FEW && asked.words.len() == 1 && !rows.iter().any(is_named);
    if rows.len() > RANKED || !is_of_each && !is_of_few {
        return None;
    }
    ranked_all(asked, rows.iter())
}

/// The rows of the years from one on, where it is asked how something went since.
pub(super) fn since(question: &str, asked: &Asked, rows: &[QuotedRow]) -> Option<Vec<Told>> {
    let from = since_when(question)?;
    let of = |row: &&QuotedRow| {
        let first = row.cells.first().and_then(|cell| year(&cell.text));
        first.is_some_and(|year| year >= from)
    };
    let later: Vec<&QuotedRow> = rows.iter().filter(of).collect();
    let is_few = (2..=RANKED).contains(&later.len());
    // The year is where it begins, and no word of a column.
    let words = asked.words.iter().filter(|wanted| {
        let is_year = |stem: &String| year(stem) == Some(from);
        !wanted.stems.iter().any(is_year)
    });
    let asked = Asked {
        words: words.cloned().collect(),
    };
    is_few.then(|| ranked_all(&asked, later.into_iter()))?
}

/// The year since which it is asked how something went.
fn since_when(question: &str) -> Option<u32> {
    let lower = question.to_lowercase();
    let (_, behind) = lower.split_once(" since ")?;
    year(behind.split_whitespace().next()?)
}

/// Rows with the one figure that is asked of all of them.
fn ranked_all<'r>(asked: &Asked, rows: impl Iterator<Item = &'r QuotedRow>) -> Option<Vec<Told>> {
    rows.map(|row| asked.ranked(row).map(|(_, _, told)| told))
        .collect()
}

fn year(word: &str) -> Option<u32> {
    let digits = word.trim_matches(|edge: char| !edge.is_ascii_digit());
    let year = (digits.len() == 4).then(|| digits.parse().ok())?;
    year.filter(|year| (1000..3000).contains(year))
}

impl Asked {
    /// A row with the one figure that a question asks of all rows, and what it amounts to; nothing where none or several of its columns have it.
    fn ranked(&self, row: &QuotedRow) -> Option<(f64, Unit, Told)> {
        let naming = row.cells.first().filter(|cell| gives(cell))?;
        let of_rows = self.in_text(&naming.head);
        let is_headed = |at: usize| {
            let mut columns = row.cells.iter().skip(1);
            columns.any(|cell| self.in_text(&cell.head).contains(&at))
        };
        // A column of sums need not say so otherwise than by their currency.
        let is_of_money =
            |cell: &QuotedCell| gives_money(&cell.text) || cell.head.contains(['€', '$', '£', '¥']);
        let in_money = |at: usize, cell: &QuotedCell| {
            self.words.get(at).is_some_and(|one| one.is_of_money) && is_of_money(cell)
        };
        let says_what = |at: usize, wanted: &Wanted| {
            !wanted.ranks && !of_rows.contains(&at) && (!wanted.is_deed || is_headed(at))
        };
        let asked: BTreeSet<usize> = (0..)
            .zip(&self.words)
            .filter(|(at, wanted)| says_what(*at, wanted))
            .map(|(at, _)| at)
            .collect();
        let mut columns = row.cells.iter().skip(1).filter(|cell| {
            let head = self.in_text(&cell.head);
            !asked.is_empty()
                && asked
                    .iter()
                    .all(|at| head.contains(at) || in_money(*at, cell))
        });
        let (cell, None) = (columns.next()?, columns.next()) else {
            return None;
        };
        let amounts = quantities(&cell.text);
        let amount = amounts.iter().find_map(|one| one.amount())?;
        let told = Told {
            text: format!(
                "{}: {}; {}: {}.",
                naming.head, naming.text, cell.head, cell.text
            ),
            span: row.span.clone(),
        };
        let is_headed = !naming.head.is_empty() && !cell.head.is_empty();
        is_headed.then(|| (amount.high, amount.unit.clone(), told))
    }
}
