//! Where the names of a table's columns stand: in its first row, below lines that say what it is and where it is from, or in several rows, of which the
//! upper ones name groups of columns.
//!
//! A row of words above columns of values names them, wherever it stands. Where no column holds values, only the first row can be told for names. Two rows
//! that complete each other name columns of anything: the upper one leaves columns to its groups, the lower one names these and nothing else.

use std::borrow::Borrow;
use std::collections::HashSet;

use csv::StringRecord;

use super::{LONGEST_NAME, commonest, filled};
use crate::evidence::dates::iso_date;

/// So many lines may stand above a table.
const MOST_ABOVE: usize = 12;
/// So many rows may name groups of columns.
const MOST_GROUPS: usize = 3;
/// Rows that show what the columns of a table hold.
const SHOWING: usize = 20;

/// The rows that name the columns of a table.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    /// Lines above them, empty ones among them.
    pub(super) above: usize,
    pub(super) rows: usize,
    /// One for each column; empty where there is none.
    pub(super) names: Vec<String>,
    /// The first column that holds anything.
    pub(super) first: usize,
}

impl Head {
    /// With the names of the row below, where that names what the last row leaves to its groups, `Results,` above `Accuracy,Time`, and nothing else. What the
    /// rows are about is named in one of the two.
    fn completed(&self, lines: &[&StringRecord]) -> Option<Self> {
        let last = self.above + self.rows;
        let below = lines
            .get(last)
            .filter(|below| below.iter().all(could_name))?;
        let rows: Vec<&StringRecord> = data_below(lines, last);
        let is_named = |at: usize| self.names.get(at).is_some_and(|name| !name.is_empty());
        // A cell that reaches over both rows says the same in each.
        let told = |at: usize| {
            let cell = below.get(at).unwrap_or_default();
            if self.names.get(at).is_some_and(|name| name == cell) {
                ""
            } else {
                cell
            }
        };
        let width = self.names.len().max(below.len());
        let begins_group = |at: usize| is_named(at) && at + 1 < width && !is_named(at + 1);
        let holds = |at: usize| {
            rows.iter()
                .any(|row| row.get(at).is_some_and(|cell| !cell.is_empty()))
        };
        let mut columns = self.first..width;
        let fits = columns.all(|at| match told(at) {
            "" => is_named(at) || !holds(at),
            _ => !is_named(at) || begins_group(at) && !told(at + 1).is_empty(),
        });
        let telling = || (0..width).filter(|at| !told(*at).is_empty());
        let is_repeated = |at: usize| rows.iter().any(|row| row.get(at) == Some(told(at)));
        let names_rows = is_named(self.first) == told(self.first).is_empty();
        // A lone name of rows is that of the rows below it: `Revenue,,,` above `Products,120,130,140`.
        let tells_rows = telling().all(|at| at <= self.first);
        if !fits || !names_rows || tells_rows || telling().any(is_repeated) {
            return None;
        }
        let mut group = "";
        let names: Vec<String> = (0..width)
            .map(|at| {
                let own = self.names.get(at).map_or("", String::as_str);
                if !own.is_empty() {
                    group = own;
                }
                match told(at) {
                    "" => own.to_owned(),
                    name => join_names([group, name]),
                }
            })
            .collect();
        let mut seen = HashSet::new();
        let are_distinct = names
            .iter()
            .all(|name| name.is_empty() || seen.insert(name));
        are_distinct.then_some(Self {
            rows: self.rows + 1,
            names,
            ..*self
        })
    }

    /// Whether every name begins as names do, and none is given twice.
    pub(super) fn are_capital_and_distinct(&self) -> bool {
        let mut seen = HashSet::new();
        let mut names = self.names.iter().filter(|name| !name.is_empty());
        names.all(|name| !name.starts_with(char::is_lowercase) && seen.insert(name))
    }
}

/// The rows of names at the beginning of a table.
pub(super) fn of(lines: &[&StringRecord]) -> Head {
    above_values(lines)
        .or_else(|| grouped_first_rows(lines))
        .unwrap_or_else(|| first_row(lines))
}

/// The row of names above columns of values, with the one below it that completes it: of the first lines that stand together the widest that can name what
/// is below it.
pub(super) fn above_values(lines: &[&StringRecord]) -> Option<Head> {
    let head = one_above_values(lines)?;
    Some(head.completed(lines).unwrap_or(head))
}

/// The first row, or the one below lines that say what a table is, as that of names, where its words stand below the values of another table and above values
/// again: a table of one row has too few of its own to tell. A row in which values are missing names nothing.
pub(super) fn against_values(lines: &[&StringRecord], above: &[Held]) -> Option<Head> {
    const MISSING: &[&str] = &[
        "missing",
        "na",
        "nil",
        "none",
        "nothing",
        "pending",
        "unknown",
        "unbekannt",
        "keine",
    ];
    let titles = lines.iter().take(MOST_ABOVE);
    let titles = titles.take_while(|line| filled(line) == 1).count();
    let row = lines.get(titles)?;
    let below = lines.get(titles + 1).filter(|below| filled(below) > 1)?;
    let is_name = |cell: &str| {
        let lower = cell.to_lowercase();
        cell.is_empty() || could_name(cell) && !is_value(cell) && !MISSING.contains(&lower.as_str())
    };
    let changes = |(column, cell): (usize, &str)| {
        let was_of_values = above.get(column).is_some_and(|held| held.is_of_values());
        was_of_values && !cell.is_empty() && below.get(column).is_some_and(is_value)
    };
    let head = Head {
        above: titles,
        rows: 1,
        names: row.iter().map(str::to_owned).collect(),
        first: 0,
    };
    (filled(row) > 1
        && row.iter().all(is_name)
        && row.iter().enumerate().any(changes)
        && head.are_capital_and_distinct())
    .then_some(head)
}

/// Counts the cells of a row among what columns hold.
pub(super) fn hold(columns: &mut Vec<Held>, row: &StringRecord) {
    if columns.len() < row.len() {
        columns.resize(row.len(), Held::default());
    }
    for (held, cell) in columns.iter_mut().zip(row) {
        held.add(cell);
    }
}

/// The first two rows of a table, or those below lines that say what it is, where they complete each other.
fn grouped_first_rows(lines: &[&StringRecord]) -> Option<Head> {
    let at = lines
        .iter()
        .take(MOST_ABOVE)
        .position(|line| filled(line) > 1)?;
    let row = lines.get(at).filter(|row| row.iter().all(could_name))?;
    let used = data_below(lines, at);
    let used = used
        .iter()
        .filter_map(|row| row.iter().position(|cell| !cell.is_empty()));
    let head = Head {
        above: at,
        rows: 1,
        names: row.iter().map(str::to_owned).collect(),
        first: used.min()?,
    };
    head.completed(lines)
}

fn one_above_values(lines: &[&StringRecord]) -> Option<Head> {
    let begin = lines.iter().position(|line| filled(line) > 0)?;
    let counts = lines.iter().map(|line| filled(line));
    let counts: Vec<usize> = counts.filter(|count| *count > 0).collect();
    let usual = commonest(&counts);
    let mut found = None;
    for (at, line) in lines.iter().enumerate().skip(begin).take(MOST_ABOVE) {
        if filled(line) == 0 && found.is_some() {
            break;
        }
        let Some(columns) = Columns::named(lines, at) else {
            continue;
        };
        // What a table is made of stands above it in pairs: `Last updated,2023-05-10`.
        if columns.named < 2 && usual > 2 {
            continue;
        }
        let width = |line: &StringRecord| {
            let beyond = line.iter().skip(columns.first + 1);
            beyond.filter(|cell| !cell.is_empty()).count()
        };
        let stands_out = |head: &Head| {
            let mut above = lines.iter().take(head.above);
            above.all(|above| width(above) < width(line))
        };
        found = columns.head(lines, at).filter(stands_out).or(found);
    }
    found
}

/// The first row as that of the names, where there are no values to tell by.
fn first_row(lines: &[&StringRecord]) -> Head {
    let rows: Vec<(usize, &StringRecord)> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| filled(line) > 0)
        .map(|(at, line)| (at, *line))
        .collect();
    let width = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    let is_note = |row: &StringRecord| filled(row) < 2 && width > 2;
    let above = rows.iter().take_while(|(_, row)| is_note(row)).count();
    let above = if above == rows.len() { 0 } else { above };
    let (notes, table) = rows.split_at(above);
    let data: Vec<&StringRecord> = table.iter().map(|(_, row)| *row).collect();
    let named = |at: usize, row: &StringRecord| Head {
        above: at,
        rows: 1,
        names: row.iter().map(str::to_owned).collect(),
        first: 0,
    };
    if let Some((at, row)) = table.first() {
        if !is_head(row, data.get(1..).unwrap_or_default()) {
            // A head that names only the first column looks like a title.
            if let Some((at, last)) = notes.last().filter(|(_, last)| is_lone_name(last, &data)) {
                return named(*at, last);
            }
        } else if notes.is_empty() || data.len() > 1 {
            return named(*at, row);
        }
        // All that stands below a title says something.
    }
    Head {
        above: table.first().map_or(0, |(at, _)| *at),
        ..Head::default()
    }
}

/// What the columns of a table hold below the row of their names.
struct Columns {
    /// The first column that is used, in which stands what the rows are about.
    first: usize,
    /// How many others that hold anything are named.
    named: usize,
    held: Vec<Held>,
}

/// How many cells of a column hold something, and what.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Held {
    cells: usize,
    values: usize,
    /// Of the values those that are days or years.
    dates: usize,
}

impl Held {
    fn add(&mut self, cell: &str) {
        // A dash stands for no value.
        if !cell.contains(char::is_alphanumeric) {
            return;
        }
        self.cells += 1;
        self.values += usize::from(is_value(cell));
        self.dates += usize::from(is_value(cell) && is_period(cell));
    }

    pub(super) fn is_of_words(self) -> bool {
        self.cells > 0 && self.values == 0
    }

    fn is_of_values(self) -> bool {
        self.values > 0 && self.values * 4 >= self.cells * 3
    }

    fn is_of_dates(self) -> bool {
        self.dates > 0 && self.dates * 4 >= self.cells * 3
    }
}

impl Columns {
    /// The columns below a line, where that can name them: words, years or days above columns that hold values, most of them named, none called what it holds.
    fn named(lines: &[&StringRecord], at: usize) -> Option<Self> {
        let row = lines.get(at).filter(|row| filled(row) > 1)?;
        if !row.iter().all(could_name) {
            return None;
        }
        let data = data_below(lines, at);
        let mut held =
            vec![Held::default(); data.iter().map(|row| row.len()).max()?.max(row.len())];
        for (column, cell) in data.iter().flat_map(|row| row.iter().enumerate()) {
            if let Some(held) = held.get_mut(column) {
                held.add(cell);
            }
        }
        let first = held.iter().position(|held| held.cells > 0)?;
        let mut columns = Self {
            first,
            named: 0,
            held,
        };
        let beyond = |(column, name): &(usize, &str)| *column > first && !name.is_empty();
        let used = columns.held.iter().skip(first + 1);
        let used = used.filter(|held| held.cells > 0).count();
        let named = row.iter().enumerate().filter(beyond);
        let named: Vec<usize> = named
            .map(|(column, _)| column)
            .filter(|column| columns.of(*column).cells > 0)
            .collect();
        columns.named = named.len();
        let of_values = named.iter().filter(|at| columns.of(**at).is_of_values());
        let valued = of_values.count();
        let cells: usize = named.iter().map(|at| columns.of(*at).values).sum();
        let is_repeated = |(column, name): (usize, &str)| {
            !name.is_empty()
                && !columns.of(column).is_of_values()
                && data.iter().any(|row| row.get(column) == Some(name))
        };
        let says = row.iter().any(|name| !name.is_empty() && !is_value(name));
        let label_says =
            || row.get(first).is_none_or(str::is_empty) && !columns.of(first).is_of_values();
        let fits = |(at, name)| columns.could_be_named(at, name);
        (row.iter().enumerate().all(fits)
            && (says || label_says())
            && valued > 0
            && cells > 1
            && valued * 3 >= named.len()
            && named.len() * 2 > used
            && !row.iter().enumerate().any(is_repeated))
        .then_some(columns)
    }

    fn of(&self, column: usize) -> Held {
        self.held.get(column).copied().unwrap_or_default()
    }

    /// Whether a column can be called so: a year or a day is no name for others.
    fn could_be_named(&self, column: usize, name: &str) -> bool {
        let is_period = is_value(name) && !name.is_empty();
        !(is_period && self.of(column).is_of_dates())
    }

    /// The head whose last row this is, with the rows above it that name groups of columns.
    fn head(&self, lines: &[&StringRecord], at: usize) -> Option<Head> {
        let row = lines.get(at)?;
        let name = |column| row.get(column).unwrap_or_default().to_owned();
        let mut names: Vec<String> = (0..self.held.len()).map(name).collect();
        let mut top = at;
        while at - top < MOST_GROUPS
            && let Some(above) = top.checked_sub(1).and_then(|above| lines.get(above))
            && let Some(joined) = self.joined(above, &names)
        {
            names = joined;
            top -= 1;
        }
        let is_first = || lines.iter().take(at).all(|line| filled(line) == 0);
        let are_distinct = self.are_distinct(&names, top == at && is_first());
        are_distinct.then_some(Head {
            above: top,
            rows: at + 1 - top,
            names,
            first: self.first,
        })
    }

    /// Whether no two columns are called the same, but for columns of values, of which several may be called `Share` where nothing tells them apart.
    fn are_distinct(&self, names: &[String], may_share: bool) -> bool {
        let mut seen = HashSet::new();
        names
            .iter()
            .enumerate()
            .filter(|(_, name)| !name.is_empty())
            .all(|(column, name)| {
                seen.insert(name.as_str()) || may_share && self.of(column).is_of_values()
            })
    }

    /// The names with those of the groups before them that a row above gives: `Output 2024`; `None` where that is no such row.
    fn joined(&self, above: &StringRecord, names: &[String]) -> Option<Vec<String>> {
        let label = |at: usize| above.get(at).unwrap_or_default();
        let name = |at: usize| names.get(at).map_or("", String::as_str);
        let groups: Vec<usize> = (self.first + 1..self.held.len())
            .filter(|at| !label(*at).is_empty())
            .collect();
        if groups.is_empty() || !above.iter().all(could_name) {
            return None;
        }
        // A row that names every column is no row of groups, and the one below it is one of values.
        let mut used = (self.first + 1..self.held.len()).filter(|at| self.of(*at).cells > 0);
        let labels: Vec<String> = (0..self.held.len())
            .map(|at| label(at).to_owned())
            .collect();
        if used.all(|at| !label(at).is_empty()) && self.are_distinct(&labels, false) {
            return None;
        }
        let beyond = || names.iter().enumerate().skip(self.first + 1);
        // Years say nothing without what they are years of.
        let are_periods =
            beyond().all(|(_, name)| name.is_empty() || is_year(name) || is_day(name));
        let lacks_names = beyond().any(|(at, name)| name.is_empty() && self.of(at).cells > 0);
        let needs_more = lacks_names || !self.are_distinct(names, false);
        // A cell that reaches over both rows says the same in each.
        let is_title = !label(self.first).is_empty()
            && !name(self.first).is_empty()
            && label(self.first) != name(self.first);
        if filled(above) < 2 && !are_periods
            || !needs_more && is_title && !is_regular(above, self.first, self.held.len())
        {
            return None;
        }
        let reach = self.reach(above, names, &groups, are_periods);
        let joined = names
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let is_used = !name.is_empty() || self.of(at).cells > 0;
                let group = reach.get(at).and_then(|group| above.get(*group));
                join_names([group.filter(|_| is_used).unwrap_or_default(), name])
            })
            .collect();
        Some(joined)
    }

    /// For each column the one that names its group; the column itself where it is in none.
    fn reach(
        &self,
        above: &StringRecord,
        names: &[String],
        groups: &[usize],
        are_periods: bool,
    ) -> Vec<usize> {
        let width = self.held.len();
        let mut reach: Vec<usize> = (0..width).collect();
        let name = |at: usize| names.get(at).map_or("", String::as_str);
        let is_used = |at: &usize| !name(*at).is_empty() || self.of(*at).cells > 0;
        let columns: Vec<usize> = (self.first + 1..width).collect();
        let blocks: Vec<&[usize]> = columns
            .split(|at| !is_used(at))
            .filter(|block| !block.is_empty())
            .collect();
        let groups_in = |block: &[usize]| {
            let (Some(first), Some(last)) = (block.first(), block.last()) else {
                return groups.get(..0).unwrap_or_default();
            };
            let from = groups.partition_point(|at| at < first);
            let to = groups.partition_point(|at| at <= last);
            groups.get(from..to).unwrap_or_default()
        };
        let is_last = |at: usize| columns.iter().rfind(|at| is_used(at)) == Some(&at);
        let has_no_label = name(self.first).is_empty();
        if let [only] = groups
            && (are_periods || has_no_label && is_last(*only))
        {
            // What is said once, behind the unit or beside nothing, is said of all.
            for at in &columns {
                if let Some(group) = reach.get_mut(*at) {
                    *group = *only;
                }
            }
        } else if blocks.len() > 1
            && blocks.iter().all(|block| groups_in(block).len() < 2)
            && blocks
                .iter()
                .map(|block| groups_in(block).len())
                .sum::<usize>()
                == groups.len()
        {
            // Empty columns stand between the groups, and the name of one may stand above any of its columns.
            for block in blocks {
                let group_name = groups_in(block).first();
                for at in block {
                    if let (Some(group), Some(name)) = (reach.get_mut(*at), group_name) {
                        *group = *name;
                    }
                }
            }
        } else {
            // A group reaches to the next one, but for columns that are plainly none of it.
            let starts = |at: usize| above.get(at).is_some_and(|label| !label.is_empty());
            let end = self.end_of_last(groups, names);
            let is_period = |at: usize| is_year(name(at)) || is_day(name(at));
            let mut open = (starts(self.first) && !has_no_label).then_some(self.first);
            for at in &columns {
                if starts(*at) {
                    open = Some(*at);
                }
                let is_other =
                    |open: &usize| is_period(*open) && !name(*at).is_empty() && !is_period(*at);
                open = open.filter(|open| *at < end && !is_other(open));
                if let (Some(group), Some(open)) = (reach.get_mut(*at), open) {
                    *group = open;
                }
            }
        }
        reach
    }

    /// Where the last group ends, which says what the one before it says and then something else that is no value: `Sales,Costs` below 2023,
    /// `Sales,Costs,Remark` below 2024. More values are more of the group.
    fn end_of_last(&self, groups: &[usize], names: &[String]) -> usize {
        let of = |from: usize, to: usize| names.get(from..to).unwrap_or_default();
        match groups {
            [.., before, last] => {
                let (before, own) = (of(*before, *last), of(*last, names.len()));
                let end = *last + before.len();
                let goes_on = (end..names.len()).any(|at| self.of(at).is_of_values());
                let is_longer =
                    before.len() > 1 && own.len() > before.len() && own.starts_with(before);
                if is_longer && !goes_on {
                    end
                } else {
                    names.len()
                }
            }
            _ => names.len(),
        }
    }
}

/// Whether groups begin in every second column, or in every third and so on, as those of a table without names of its rows do.
fn is_regular(above: &StringRecord, first: usize, width: usize) -> bool {
    let starts: Vec<usize> = (first..width)
        .filter(|at| above.get(*at).is_some_and(|label| !label.is_empty()))
        .collect();
    let [one, two, ..] = starts.as_slice() else {
        return false;
    };
    let step = two - one;
    let mut ends = starts.iter().skip(1).copied().chain([width]);
    step > 1 && starts.iter().all(|start| ends.next() == Some(start + step))
}

/// The rows below a line, up to the next empty one; an empty line may set them off from their head. Lines of one cell are notes.
fn data_below<'a>(lines: &[&'a StringRecord], at: usize) -> Vec<&'a StringRecord> {
    let below = lines.get(at + 1..).unwrap_or_default();
    let begin = below.iter().position(|line| filled(line) > 0);
    let below = below.get(begin.unwrap_or(0)..).unwrap_or_default();
    below
        .iter()
        .take_while(|line| filled(line) > 0)
        .take(SHOWING)
        .filter(|line| filled(line) > 1)
        .copied()
        .collect()
}

/// Whether a cell can stand among names of columns or of groups of them: words, a year, a month or a day.
pub(super) fn could_name(cell: &str) -> bool {
    cell.chars().count() <= LONGEST_NAME && (!is_value(cell) || is_period(cell))
}

/// A year, a month or a day, or what is of a year.
fn is_period(name: &str) -> bool {
    is_day(name) || is_year_of_something(name)
}

/// A year, alone or with what is of it: `2024 Cost`, `2024 Q1`.
fn is_year_of_something(name: &str) -> bool {
    let of_it = || {
        let (year, rest) = name.split_at_checked(4)?;
        let is_word = rest
            .trim_start()
            .starts_with(|c: char| c.is_alphabetic() || c == '(');
        Some(is_year(year) && rest.starts_with([' ', '-', '_']) && is_word)
    };
    is_year(name) || of_it().unwrap_or_default()
}

fn is_year(name: &str) -> bool {
    name.len() == 4 && name.parse().is_ok_and(|year| (1800..=2200).contains(&year))
}

/// A date to the day or the month.
fn is_day(name: &str) -> bool {
    let is_month = || {
        let (year, month) = name.split_once(['-', '/'])?;
        let month: u32 = month.parse().ok().filter(|_| month.len() == 2)?;
        Some(is_year(year) && (1..=12).contains(&month))
    };
    name.starts_with(|c: char| c.is_ascii_digit())
        && (name.len() >= "1.1.2024".len()
            && iso_date(name).is_some_and(|date| date.len() == "2024-01-01".len())
            || is_month().unwrap_or_default())
}

/// The name of a column that has several, the outer ones first. What is said in two rows is said once.
pub(in crate::evidence) fn join_names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut joined: Vec<&str> = Vec::new();
    for name in names {
        if !name.is_empty() && joined.last() != Some(&name) {
            joined.push(name);
        }
    }
    joined.join(" ")
}

/// Whether a row can be that of the names of columns: words and no values; years and the like may stand above a column of values.
pub(in crate::evidence) fn could_name_columns<'a>(row: impl IntoIterator<Item = &'a str>) -> bool {
    let mut any_word = false;
    row.into_iter().filter(|name| !name.is_empty()).all(|name| {
        any_word |= !is_value(name);
        (!is_value(name) || is_year_of_something(name)) && name.chars().count() <= LONGEST_NAME
    }) && any_word
}

/// Whether a row names the columns of those below it: each by another name, but for columns of values, of which several may be called `Share`.
pub(in crate::evidence) fn is_head<R: Borrow<StringRecord>>(
    row: &StringRecord,
    data: &[R],
) -> bool {
    let data = || data.iter().map(Borrow::borrow);
    let mut seen = HashSet::new();
    let holds_values = |column: usize| {
        let mut cells = data().filter_map(|other: &StringRecord| other.get(column));
        let mut filled = cells.by_ref().filter(|cell| !cell.is_empty()).peekable();
        filled.peek().is_some() && filled.all(is_value)
    };
    let names = row.iter().enumerate().filter(|(_, name)| !name.is_empty());
    let distinct = names.filter(|(column, name)| seen.insert(*name) || holds_values(*column));
    let distinct = distinct.count();
    let mostly_filled = filled(row) * 2 > row.len();
    // A column in which the first row says again what others say is a column of values.
    let repeated = row.iter().enumerate().any(|(column, name)| {
        !name.is_empty() && data().any(|other: &StringRecord| other.get(column) == Some(name))
    });
    // A year above years is one of them.
    let is_one_of_those_below = row.iter().enumerate().any(|(column, name)| {
        let mut below = data().filter_map(|other: &StringRecord| other.get(column));
        is_value(name) && below.any(is_year_of_something)
    });
    could_name_columns(row)
        && !is_one_of_those_below
        && mostly_filled
        && distinct * 10 >= filled(row) * 9
        && !repeated
}

/// Whether a row of one word or two names the first column of those below it.
fn is_lone_name(row: &StringRecord, data: &[&StringRecord]) -> bool {
    let words = row.iter().flat_map(str::split_whitespace).count();
    row.get(0).is_some_and(|first| !first.is_empty()) && words <= 2 && is_head(row, data)
}

/// A number, date, amount or share, with a unit or without; accounts put what is negative between brackets.
fn is_value(text: &str) -> bool {
    let bare = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
        .unwrap_or(text);
    let digits = bare.chars().filter(char::is_ascii_digit).count();
    let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
    bare.starts_with(|c: char| c.is_ascii_digit() || "-+.,$€£¥~<>".contains(c))
        && digits > 0
        && letters <= digits.max(3)
}
