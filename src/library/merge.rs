//! Keeping the number of segments small: eight neighbours of about the same size become one.
//!
//! A library made of thousands of small ingestions is then searched as fast as one made at once, and each passage is rewritten a handful of times at
//! most. The new segment is written beside the old ones, a few megabytes a transaction, so that the journal never waits for long; one last transaction
//! puts it in their place. What a crash leaves behind is swept away by the next merge. One process merges at a time; the others do without.

use std::collections::VecDeque;
use std::ops::Range;

use rusqlite::{Connection, OptionalExtension, params};

use super::add::immediate;
use super::postings::{Block, BlockWriter, List, each_entry};
use super::segments::{self, BEING_WRITTEN, IN_USE, REPLACED, Segment};

/// So many neighbours are merged.
const MOST: usize = 8;
/// Passages of a segment that is merged no more, and of the largest that merging may make: what one merge holds up is bounded, and so is the space
/// that it needs until the old segments are gone.
const LARGE: u64 = 131_072;
const LARGEST: u64 = 300_000;
/// Blocks written or removed in one transaction.
const AT_ONCE: usize = 4_096;
/// Rows that a merge reads ahead from each segment.
const AHEAD: usize = 64;

/// Merges until there is nothing to merge. The caller holds the right to.
pub(super) fn run(connection: &mut Connection) -> rusqlite::Result<()> {
    // What another process began and did not finish.
    connection.execute(
        "UPDATE segment SET state = ?2 WHERE state = ?1",
        [BEING_WRITTEN, REPLACED],
    )?;
    sweep(connection)?;
    let mut known = Vec::new();
    loop {
        known = segments::read(connection, known)?;
        let sizes: Vec<u64> = known.iter().map(|segment| segment.passages).collect();
        let Some(range) = choose(&sizes) else {
            return Ok(());
        };
        merge(connection, &known[range])?;
        sweep(connection)?;
    }
}

/// Which neighbours to merge, given the sizes of all segments.
fn choose(sizes: &[u64]) -> Option<Range<usize>> {
    let level = |size: u64| size.max(1).ilog(MOST as u64);
    let mut start = 0;
    while start < sizes.len() {
        if sizes[start] >= LARGE {
            start += 1;
            continue;
        }
        // A group goes up to the last segment of the highest level; smaller ones between belong to it.
        let rest = sizes[start..]
            .iter()
            .position(|&size| size >= LARGE)
            .map_or(&sizes[start..], |end| &sizes[start..start + end]);
        let highest = rest.iter().map(|&size| level(size)).max()?;
        let last = rest.iter().rposition(|&size| level(size) == highest)?;
        if last + 1 >= MOST {
            let mut total = 0;
            let fitting = rest[..MOST]
                .iter()
                .take_while(|&&size| {
                    total += size;
                    total <= LARGEST
                })
                .count();
            return Some(start..start + fitting.max(2));
        }
        start += last + 1;
    }
    None
}

fn merge(connection: &mut Connection, old: &[Segment]) -> rusqlite::Result<()> {
    let Some(first) = old.first().map(|segment| segment.first) else {
        return Ok(());
    };
    let new = segments::store_row(connection, first, BEING_WRITTEN, &segments::joined(old))?;
    let mut cursors: Vec<Cursor> = old
        .iter()
        .map(|segment| Cursor::new(segment.id, (segment.first - first) as u32))
        .collect();
    let mut blocks = Vec::new();
    let mut writer = BlockWriter::default();
    let mut list = List::default();
    for cursor in &mut cursors {
        cursor.advance(connection)?;
    }
    while let Some(term) = cursors
        .iter()
        .filter_map(|cursor| cursor.term.as_deref())
        .min()
        .map(str::to_owned)
    {
        for cursor in &mut cursors {
            if cursor.term.as_deref() == Some(&term) {
                for part in &cursor.parts {
                    list.append(part, cursor.shift);
                }
                cursor.advance(connection)?;
            }
        }
        writer.push(&term, &list, &mut |block| blocks.push(block));
        list.reset();
        if blocks.len() >= AT_ONCE {
            write(connection, new, &mut blocks)?;
        }
    }
    writer.finish(&mut |block| blocks.push(block));
    write(connection, new, &mut blocks)?;
    let transaction = immediate(connection)?;
    transaction.execute("UPDATE segment SET state = ?2 WHERE id = ?1", [new, IN_USE])?;
    for segment in old {
        transaction.execute(
            "UPDATE segment SET state = ?2, lengths = x'' WHERE id = ?1",
            [segment.id, REPLACED],
        )?;
    }
    transaction.commit()
}

fn write(
    connection: &mut Connection,
    segment: i64,
    blocks: &mut Vec<Block>,
) -> rusqlite::Result<()> {
    let transaction = immediate(connection)?;
    segments::store_blocks(&transaction, segment, blocks)?;
    transaction.commit()?;
    blocks.clear();
    Ok(())
}

/// Removes what belongs to replaced segments.
fn sweep(connection: &Connection) -> rusqlite::Result<()> {
    let next = "SELECT id FROM segment WHERE state = ?1 LIMIT 1";
    while let Some(id) = connection
        .prepare_cached(next)?
        .query_row([REPLACED], |row| row.get::<_, i64>(0))
        .optional()?
    {
        let mut some = connection.prepare_cached(
            "DELETE FROM postings WHERE id IN (SELECT id FROM postings WHERE segment = ?1 LIMIT ?2)",
        )?;
        while some.execute(params![id, AT_ONCE])? == AT_ONCE {}
        connection.execute("DELETE FROM segment WHERE id = ?1", [id])?;
    }
    Ok(())
}

/// Walks through the terms of one segment.
struct Cursor {
    segment: i64,
    /// Distance of its first passage from the first of the new segment.
    shift: u32,
    /// Where it stands; `None` at the end.
    term: Option<String>,
    /// The list of the term, in order; several where it was cut.
    parts: Vec<Vec<u8>>,
    entries: VecDeque<(String, Vec<u8>)>,
    rows: VecDeque<Block>,
    read: Option<(String, u32)>,
}

impl Cursor {
    fn new(segment: i64, shift: u32) -> Self {
        Self {
            segment,
            shift,
            term: None,
            parts: Vec::new(),
            entries: VecDeque::new(),
            rows: VecDeque::new(),
            read: None,
        }
    }

    fn advance(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        self.parts.clear();
        self.fill(connection)?;
        let Some((term, list)) = self.entries.pop_front() else {
            self.term = None;
            return Ok(());
        };
        self.parts.push(list);
        loop {
            self.fill(connection)?;
            match self.entries.front() {
                Some((next, _)) if *next == term => {
                    self.parts
                        .extend(self.entries.pop_front().map(|(_, list)| list));
                }
                _ => break,
            }
        }
        self.term = Some(term);
        Ok(())
    }

    /// Makes sure that there is an entry, unless the segment is at its end.
    fn fill(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        while self.entries.is_empty() {
            if self.rows.is_empty() {
                self.read_rows(connection)?;
            }
            let Some(row) = self.rows.pop_front() else {
                return Ok(());
            };
            each_entry(&row.bytes, |term, entry| {
                self.entries
                    .push_back((term.to_owned(), entry.list.to_vec()));
            });
        }
        Ok(())
    }

    fn read_rows(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let (term, start) = match &self.read {
            Some((term, start)) => (term.as_str(), i64::from(*start)),
            None => ("", -1),
        };
        self.rows = connection
            .prepare_cached(
                "SELECT term, start, block FROM postings WHERE segment = ?1 AND (term, start) > (?2, ?3) ORDER BY term, start LIMIT ?4",
            )?
            .query_map(params![self.segment, term, start, AHEAD], |row| {
                Ok(Block { term: row.get(0)?, from: row.get(1)?, bytes: row.get(2)? })
            })?
            .collect::<rusqlite::Result<_>>()?;
        if let Some(last) = self.rows.back() {
            self.read = Some((last.term.clone(), last.from));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_a_size_are_merged() {
        let check = |sizes: &[u64], expected| assert_eq!(choose(sizes), expected, "{sizes:?}");
        check(&[], None);
        check(&[1; 7], None);
        check(&[1; 8], Some(0..8));
        check(&[1; 20], Some(0..8));
        check(&[500, 1, 500, 1, 500, 1, 500, 1, 500], Some(0..8));
        check(&[500, 60, 7, 1, 1, 1, 1, 1, 1], None);
        check(&[200_000, 1, 1, 1, 1, 1, 1, 1, 1], Some(1..9));
        check(&[60_000; 8], Some(0..5));
        check(&[130_000; 8], Some(0..2));
        check(&[200_000; 40], None);
    }

    #[test]
    fn many_small_ingestions_end_in_few_segments() {
        let mut sizes = Vec::new();
        for n in 0..5_000_u64 {
            sizes.push(1 + n * 7 % 40);
            while let Some(range) = choose(&sizes) {
                let total = sizes[range.clone()].iter().sum();
                sizes.splice(range, [total]);
            }
        }
        assert!(sizes.len() < 40, "{sizes:?}");
    }
}
