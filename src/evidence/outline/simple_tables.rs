//! The simple tables of reStructuredText: columns under rules, `==== =====`, with spaces between.

use std::borrow::Cow;
use std::ops::Range;

use super::between_bars;

/// A table is no longer.
const MOST_LINES: usize = 2000;

/// The rows of a table that begins with the first of these lines, and how many lines it takes.
pub(super) fn table(lines: &[Cow<'_, str>]) -> Option<(Vec<String>, usize)> {
    let columns = columns(lines.first()?)?;
    let near = lines.get(..MOST_LINES).unwrap_or(lines);
    let is_rule = |at: &usize| {
        near.get(*at)
            .is_some_and(|line| self::columns(line).is_some())
    };
    let is_blank = |at: usize| near.get(at).is_none_or(|line| line.trim().is_empty());
    let first = (1..near.len()).find(is_rule)?;
    // A rule below the names of columns has rows below itself.
    let last = Some(first + 1)
        .filter(|next| !is_blank(*next))
        .and_then(|next| (next..near.len()).find(is_rule));
    let end = last.unwrap_or(first);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in near.get(1..end)? {
        let is_line = line.trim().chars().all(|c| matches!(c, '-' | '=' | ' '));
        if line.trim().is_empty() || is_line {
            continue;
        }
        let cells = cells(line, &columns);
        match rows.last_mut() {
            // What has nothing in its first column goes on with the row above.
            Some(row) if cells.first().is_some_and(String::is_empty) => {
                for (cell, more) in row
                    .iter_mut()
                    .zip(&cells)
                    .filter(|(_, more)| !more.is_empty())
                {
                    cell.extend([" ", more.as_str()]);
                }
            }
            _ => rows.push(cells),
        }
    }
    let rows = rows
        .iter()
        .map(|row| between_bars(row.iter().map(String::as_str)));
    Some((rows.collect(), end + 1))
}

/// Where the columns of a rule begin and end, in characters; several, or it would be that of a heading.
fn columns(rule: &str) -> Option<Vec<Range<usize>>> {
    let rule = rule.trim_end();
    let is_rule = rule.starts_with(['=', ' ']) && rule.chars().all(|c| matches!(c, '=' | ' '));
    if !is_rule {
        return None;
    }
    let mut columns: Vec<Range<usize>> = Vec::new();
    for (at, _) in rule.char_indices().filter(|(_, c)| *c == '=') {
        match columns.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = at + 1,
            None => columns.push(at..at + 1),
        }
    }
    (columns.len() > 1).then_some(columns)
}

fn cells(line: &str, columns: &[Range<usize>]) -> Vec<String> {
    let signs: Vec<char> = line.chars().collect();
    let starts = columns.iter().map(|column| column.start);
    let ends = columns
        .iter()
        .skip(1)
        .map(|next| next.start)
        .chain([signs.len()]);
    starts
        .zip(ends)
        .map(|(start, end)| {
            let cell = signs.get(start..end.min(signs.len())).unwrap_or_default();
            cell.iter().collect::<String>().trim().to_owned()
        })
        .collect()
}
