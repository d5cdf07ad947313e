//! Vectors of passages: made lazily, stored twice, and searched one by one.
//!
//! Each passage has its vector in a row, and its signs, 32 bytes, in a block with those of its neighbours; the blocks of a million passages are read in
//! a few milliseconds and stay in memory. A search compares signs, and then the vectors of the best. Passages get their vectors in the order of their ids, so
//! one number says which have been looked at. A vector of another model is worth nothing: when the model changes, all are made again.

use std::ops::Range;

use rusqlite::{Connection, OptionalExtension, params};

use super::add::immediate;
use super::documents::searchable_text;
use super::{Library, LibraryError};
use crate::cores;
use crate::semantic::{self, DIMS, MODEL, MODEL_PACKED, Vector};

pub(super) type Signs = [u64; DIMS / 64];

/// Passages whose signs stand in one row.
const BLOCK: i64 = 1024;
const SIGNS_BYTES: usize = DIMS / 8;

/// The signs of all passages by id, as far as they were made; those of a passage without a vector are all zero.
#[derive(Default)]
pub(super) struct SignIndex {
    /// The last passage that was looked at.
    up_to: i64,
    signs: Vec<Signs>,
}

impl Library {
    /// Makes the vectors of the next passages that have none of the built-in model, at most so many; how many passages were looked at, 0 when all
    /// have been. Other connections can write while it works.
    pub fn embed_pending(&mut self, at_most: usize) -> Result<usize, LibraryError> {
        self.embed_pending_on(1, at_most)
    }

    /// The same on so many cores, where nothing else needs them.
    pub fn embed_pending_on(
        &mut self,
        cores: usize,
        at_most: usize,
    ) -> Result<usize, LibraryError> {
        let failed = self.store("store the vectors of passages");
        self.without_waiting(|library| embed_some(&mut library.connection, cores, at_most))
            .map_err(failed)
    }

    /// How many passages have not been looked at for vectors.
    pub fn pending_vectors(&self) -> Result<u64, LibraryError> {
        let count = || -> rusqlite::Result<u64> {
            let up_to = embedded(&self.connection)?.unwrap_or_default();
            let last: i64 = self.connection.query_row(
                "SELECT coalesce(max(id), 0) FROM passage",
                [],
                |row| row.get(0),
            )?;
            Ok(u64::try_from(last - up_to).unwrap_or_default())
        };
        count().map_err(self.store("count the vectors of passages"))
    }
}

impl SignIndex {
    /// Reads what was added since the last time; an error where it is damaged.
    pub(super) fn refresh(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let up_to = embedded(connection)?.unwrap_or_default();
        if up_to < self.up_to {
            *self = Self::default();
        }
        if up_to == self.up_to {
            return Ok(());
        }
        let from = self.up_to / BLOCK;
        let damaged = || rusqlite::Error::InvalidQuery;
        self.up_to = 0;
        self.signs.truncate((from * BLOCK) as usize);
        let mut blocks = connection
            .prepare_cached("SELECT block, signs FROM signs WHERE block >= ?1 ORDER BY block")?;
        let mut rows = blocks.query([from])?;
        while let Some(row) = rows.next()? {
            let block: i64 = row.get(0)?;
            let (signs, rest) = row.get_ref(1)?.as_blob()?.as_chunks::<SIGNS_BYTES>();
            if block * BLOCK != self.signs.len() as i64 || !rest.is_empty() {
                return Err(damaged());
            }
            self.signs.extend(signs.iter().map(from_bytes));
        }
        if self.signs.len() as i64 != up_to + 1 {
            return Err(damaged());
        }
        self.up_to = up_to;
        Ok(())
    }

    /// The passages that are about nearest to a query, and a few from all over the scope that show how far others are; in order of their ids.
    pub(super) fn candidates(
        &self,
        query: &Vector,
        ranges: Option<&[Range<i64>]>,
        count: usize,
    ) -> Vec<i64> {
        const OTHERS: usize = 64;
        let index = |id: i64| {
            usize::try_from(id)
                .unwrap_or_default()
                .min(self.signs.len())
        };
        let parts: Vec<Range<usize>> = match ranges {
            None => std::iter::once(0..self.signs.len()).collect(),
            Some(ranges) => ranges
                .iter()
                .map(|range| index(range.start)..index(range.end))
                .filter(|range| !range.is_empty())
                .collect(),
        };
        let gathered: Vec<Signs>;
        let signs = if let [only] = parts.as_slice() {
            &self.signs[only.clone()]
        } else {
            gathered = parts
                .iter()
                .flat_map(|part| &self.signs[part.clone()])
                .copied()
                .collect();
            &gathered
        };
        let step = (signs.len() / OTHERS).max(1);
        let mut places = semantic::nearest(signs, query, count);
        places.extend((0..signs.len()).step_by(step));
        places.sort_unstable();
        places.dedup();
        // From places among the parts to ids.
        let mut parts = parts.into_iter();
        let mut part = parts.next().unwrap_or_default();
        let mut before = 0;
        for place in &mut places {
            while *place - before >= part.len() {
                before += part.len();
                part = parts.next().unwrap_or(0..usize::MAX);
            }
            *place = *place - before + part.start;
        }
        places.into_iter().map(|place| place as i64).collect()
    }
}

/// The exact cosines of passages that have a vector.
pub(super) fn cosines(
    connection: &Connection,
    query: &Vector,
    passages: &[i64],
) -> rusqlite::Result<Vec<Option<f32>>> {
    let mut vector = connection.prepare_cached("SELECT vector FROM vector WHERE passage = ?1")?;
    passages
        .iter()
        .map(|passage| {
            let cosine = vector
                .query_row([passage], |row| {
                    let vector = Vector::from_stored(row.get_ref(0)?.as_blob()?);
                    Ok(vector.map(|vector| vector.cosine(query)))
                })
                .optional()?;
            Ok(cosine.flatten())
        })
        .collect()
}

/// The last passage that was looked at for a vector of the built-in model; `None` where the vectors are of another.
fn embedded(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT up_to FROM embedded WHERE model IN (?1, ?2)")?
        .query_row([MODEL, MODEL_PACKED], |row| row.get(0))
        .optional()
}

fn embed_some(
    connection: &mut Connection,
    cores: usize,
    at_most: usize,
) -> rusqlite::Result<usize> {
    loop {
        let Some(from) = embedded(connection)? else {
            start_again(connection)?;
            continue;
        };
        let texts: Vec<(i64, String)> = connection
            .prepare_cached(
                "SELECT p.id, p.text, p.headings, d.title
                 FROM passage p JOIN document d ON d.id = p.document WHERE p.id > ?1 ORDER BY p.id LIMIT ?2",
            )?
            .query_map(params![from, at_most], |row| {
                let (text, headings, title): (String, String, String) =
                    (row.get(1)?, row.get(2)?, row.get(3)?);
                let headings: Vec<String> = serde_json::from_str(&headings).unwrap_or_default();
                Ok((row.get(0)?, searchable_text(&title, &headings, &text)))
            })?
            .collect::<rusqlite::Result<_>>()?;
        let Some(&(up_to, _)) = texts.last() else {
            return Ok(0);
        };
        let vectors = vectors_of(&texts, cores);
        let transaction = immediate(connection)?;
        // Another process may have made them meanwhile.
        if embedded(&transaction)? != Some(from) {
            continue;
        }
        store(&transaction, from, up_to, &vectors)?;
        transaction.commit()?;
        return Ok(texts.len());
    }
}

/// The vectors of texts, in their order, made by so many threads.
fn vectors_of(texts: &[(i64, String)], cores: usize) -> Vec<(i64, Vector)> {
    let mut workers = vec![(); cores.min(texts.len()).max(1)];
    let vectors = cores::in_order(texts, &mut workers, |(), (id, text)| {
        Some((*id, semantic::embed(text)?))
    });
    vectors.into_iter().flatten().collect()
}

/// Forgets the vectors of another model.
fn start_again(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = immediate(connection)?;
    if embedded(&transaction)?.is_none() {
        transaction
            .execute_batch("DELETE FROM vector; DELETE FROM signs; DELETE FROM embedded;")?;
        transaction.execute(
            "INSERT INTO embedded (model, up_to) VALUES (?1, 0)",
            [MODEL_PACKED],
        )?;
    }
    transaction.commit()
}

fn store(
    connection: &Connection,
    from: i64,
    up_to: i64,
    vectors: &[(i64, Vector)],
) -> rusqlite::Result<()> {
    let mut insert = connection
        .prepare_cached("INSERT OR REPLACE INTO vector (passage, vector) VALUES (?1, ?2)")?;
    for (passage, vector) in vectors {
        insert.execute(params![passage, vector.packed()])?;
    }
    let mut vectors = vectors.iter().peekable();
    for block in (from + 1) / BLOCK..=up_to / BLOCK {
        let first = block * BLOCK;
        let known: Option<Vec<u8>> = connection
            .prepare_cached("SELECT signs FROM signs WHERE block = ?1")?
            .query_row([block], |row| row.get(0))
            .optional()?;
        let mut signs = known.unwrap_or_default();
        signs.resize(((up_to + 1 - first).min(BLOCK)) as usize * SIGNS_BYTES, 0);
        while let Some((passage, vector)) = vectors.next_if(|(id, _)| *id < first + BLOCK) {
            let at = (passage - first) as usize * SIGNS_BYTES;
            for (place, word) in signs[at..].chunks_exact_mut(8).zip(vector.signs()) {
                place.copy_from_slice(&word.to_le_bytes());
            }
        }
        connection
            .prepare_cached("INSERT OR REPLACE INTO signs (block, signs) VALUES (?1, ?2)")?
            .execute(params![block, signs])?;
    }
    connection.execute(
        "UPDATE embedded SET up_to = ?1, model = ?2",
        params![up_to, MODEL_PACKED],
    )?;
    Ok(())
}

fn from_bytes(bytes: &[u8; SIGNS_BYTES]) -> Signs {
    let (words, _) = bytes.as_chunks();
    std::array::from_fn(|at| words.get(at).map_or(0, |word| u64::from_le_bytes(*word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{ReadDocument, ReadPassage, Timestamp};

    #[test]
    fn vectors_that_an_earlier_version_stored_are_used_beside_those_that_are_packed() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let add = |library: &mut Library, text: &str| {
            let passage = ReadPassage {
                text: text.to_owned(),
                ..ReadPassage::default()
            };
            let read = ReadDocument {
                uri: format!("/{text}.md"),
                hash: text.to_owned(),
                passages: vec![passage],
                ..ReadDocument::default()
            };
            library.add_documents(&[read], Timestamp(0)).unwrap();
        };
        add(&mut library, "Heat pumps sold worse in winter.");
        add(&mut library, "Forty buses need a depot.");
        library.embed_pending(9).unwrap();
        let query = semantic::embed("families purchasing radiators").unwrap();
        let near = |library: &Library| cosines(&library.connection, &query, &[1, 2, 3]).unwrap();
        let packed = near(&library);
        // As they were stored before.
        for passage in 1..=2 {
            let stored: Vec<u8> = library
                .connection
                .query_row(
                    "SELECT vector FROM vector WHERE passage = ?1",
                    [passage],
                    |row| row.get(0),
                )
                .unwrap();
            let vector = Vector::from_stored(&stored).unwrap();
            library
                .connection
                .execute(
                    "UPDATE vector SET vector = ?2 WHERE passage = ?1",
                    params![passage, vector.as_bytes()],
                )
                .unwrap();
        }
        library
            .connection
            .execute("UPDATE embedded SET model = ?1", [MODEL])
            .unwrap();
        assert_eq!(library.pending_vectors().unwrap(), 0);
        assert_eq!(near(&library), packed);
        add(&mut library, "Radiators are bought by families.");
        assert_eq!(library.embed_pending(9).unwrap(), 1);
        assert_eq!(near(&library)[..2], packed[..2]);
        assert!(packed.iter().all(|other| near(&library)[2] > *other));
        // An earlier version takes them for those of another model now, and does not read what it cannot.
        let earlier: i64 = library
            .connection
            .query_row(
                "SELECT count(*) FROM embedded WHERE model = ?1",
                [MODEL],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(earlier, 0);
    }
}
