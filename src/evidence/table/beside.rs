//! Tables that stand beside each other on one sheet, with empty columns between them: a row of one says nothing of what stands at its height in the other.

use std::ops::Range;

use csv::StringRecord;

use super::could_name_columns;

/// A line of a sheet with its number.
type Line = (u64, StringRecord);

/// The lines of each table of a sheet, from left to right; all of them where it has one. Empty columns stand within a table as well, so each part has to have
/// names over all of its columns, and one has to end before another does.
pub(super) fn tables(lines: Vec<Line>) -> Vec<Vec<Line>> {
    let parts = parts(&lines);
    let heights: Option<Vec<Range<usize>>> =
        parts.iter().map(|part| height(&lines, part)).collect();
    let are_apart = heights.is_some_and(|heights| {
        let tallest = heights.iter().map(ExactSizeIterator::len).max();
        let mut shorter = heights
            .iter()
            .zip(&parts)
            .filter(|(height, _)| Some(height.len()) != tallest);
        let is_whole = |(height, part): (&Range<usize>, &Range<usize>)| {
            let mut inside = lines.get(height.clone()).unwrap_or_default().iter();
            inside.all(|(_, line)| is_filled(line, part))
        };
        shorter.clone().count() > 0 && shorter.all(is_whole)
    });
    if parts.len() < 2 || !are_apart {
        return vec![lines];
    }
    let of_part = |part: &Range<usize>| -> Vec<Line> {
        let own = lines.iter().filter(|(_, line)| is_filled(line, part));
        own.map(|(number, line)| (*number, cells(line, part).collect()))
            .collect()
    };
    parts.iter().map(of_part).collect()
}

/// The columns between those that are empty in every line.
fn parts(lines: &[Line]) -> Vec<Range<usize>> {
    let mut filled: Vec<bool> = Vec::new();
    for (_, line) in lines {
        if filled.len() < line.len() {
            filled.resize(line.len(), false);
        }
        for (is_filled, cell) in filled.iter_mut().zip(line) {
            *is_filled |= !cell.is_empty();
        }
    }
    let mut parts: Vec<Range<usize>> = Vec::new();
    for (column, _) in filled.iter().enumerate().filter(|(_, filled)| **filled) {
        match parts.last_mut() {
            Some(part) if part.end == column => part.end += 1,
            _ => parts.push(column..column + 1),
        }
    }
    parts
}

/// The places of the lines from the first to the last that a part of the columns has, where it may be a table of its own: names stand over all of its columns,
/// and values below them.
fn height(lines: &[Line], part: &Range<usize>) -> Option<Range<usize>> {
    let is_own = |(_, line): &Line| is_filled(line, part);
    let first = lines.iter().position(is_own)?;
    let last = lines.iter().rposition(is_own)?;
    let (_, names) = lines.get(first)?;
    let is_named =
        cells(names, part).all(|name| !name.is_empty()) && could_name_columns(cells(names, part));
    (part.len() > 1 && last > first && is_named).then_some(first..last + 1)
}

fn is_filled(line: &StringRecord, part: &Range<usize>) -> bool {
    cells(line, part).any(|cell| !cell.is_empty())
}

fn cells<'a>(line: &'a StringRecord, part: &Range<usize>) -> impl Iterator<Item = &'a str> {
    part.clone()
        .map(|column| line.get(column).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a sheet, each as its lines.
    fn read(sheet: &[&str]) -> Vec<Vec<String>> {
        let lines = (1..).zip(sheet).map(|(number, line)| {
            let cells = line.split('|').map(str::trim);
            (number, cells.collect::<StringRecord>())
        });
        let tables = tables(lines.collect());
        let shown = |(_, line): &Line| line.iter().collect::<Vec<_>>().join("|");
        tables
            .iter()
            .map(|table| table.iter().map(shown).collect())
            .collect()
    }

    #[test]
    fn what_ends_earlier_beside_an_empty_column_is_another_table() {
        assert_eq!(
            read(&[
                "District|Births| |Item|Cost",
                "Nord|120||Beds|900",
                "Sued|98|||"
            ]),
            [
                vec!["District|Births", "Nord|120", "Sued|98"],
                vec!["Item|Cost", "Beds|900"]
            ]
        );
    }

    #[test]
    fn an_empty_column_within_a_table_takes_it_not_apart() {
        for sheet in [
            &[
                "Region|Code||Births|Deaths",
                "Nord|1||120|80",
                "Sued|2||98|71",
            ][..],
            // Remarks stand beside some rows.
            &[
                "Name|Town||Remark|Seen",
                "Ott|Rim|||",
                "Roe|Keld||late|May",
                "Ash|Ost|||",
            ],
            &["Name||Remark", "Ott||", "Roe||late"],
            &["4|5||6|7", "1|2||3|4", "1|2|||"],
        ] {
            assert_eq!(read(sheet).len(), 1, "{sheet:?}");
        }
    }
}
