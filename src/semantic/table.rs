//! The table's file: a vocabulary of word pieces with a row of small integers each, read where it lies.
//!
//! All integers are little-endian. `STATEMB1`; rows, dimensions, hash slots (a power of two) and vocabulary bytes, each 32 bits; the 32 bytes of the
//! source model's hash; then the sections that [`Table::open`] names. Continuation pieces begin with `##`. A slot holds a row's number plus one, zero
//! is empty; a piece's first slot comes from its FNV-1a hash and collisions go on to the next slot.

use thiserror::Error;

use super::vector::DIMS;

/// Why the bytes are no table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableError {
    #[error("the embedding table does not begin with STATEMB1")]
    Foreign,
    #[error("the embedding table has {found} dimensions; this program reads {DIMS}")]
    Dimensions { found: u32 },
    #[error("the embedding table names {slots} hash slots for {rows} rows")]
    Slots { rows: u32, slots: u32 },
    #[error("the embedding table has {found} bytes where its head promises {expected}")]
    Length { found: usize, expected: u64 },
}

/// The sections of a table's file.
#[derive(Debug)]
pub(super) struct Table<'a> {
    scales: &'a [[u8; 4]],
    /// Where each piece starts in the vocabulary, and where the last one ends.
    offsets: &'a [[u8; 4]],
    slots: &'a [[u8; 2]],
    vocabulary: &'a [u8],
    values: &'a [[u8; DIMS]],
}

/// A word piece's row: its values are signed bytes, to be multiplied by the scale.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) scale: f32,
    pub(super) values: &'a [u8; DIMS],
    /// Its place in the vocabulary.
    pub(super) rank: usize,
    /// The piece as it stands in the vocabulary.
    #[cfg(test)]
    pub(super) piece: &'a [u8],
}

/// The state of a piece's hash, a byte at a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hash(u64);

const MAGIC: &[u8] = b"STATEMB1";
const HEAD: usize = 56;
const CONTINUATION: &[u8] = b"##";

impl<'a> Table<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, TableError> {
        if !bytes.starts_with(MAGIC) {
            return Err(TableError::Foreign);
        }
        let length = |expected| TableError::Length {
            found: bytes.len(),
            expected,
        };
        let (head, body) = bytes.split_at_checked(HEAD).ok_or(length(HEAD as u64))?;
        let field = |at: usize| {
            head.get(at..at + 4)
                .and_then(|field| field.try_into().ok())
                .map_or(0, u32::from_le_bytes)
        };
        let (rows, dims, slots, vocabulary) = (field(8), field(12), field(16), field(20));
        if dims as usize != DIMS {
            return Err(TableError::Dimensions { found: dims });
        }
        // A slot must stay empty, or looking for an unknown piece would not end; a row's number must fit a slot.
        if !slots.is_power_of_two() || rows >= slots || rows >= u32::from(u16::MAX) {
            return Err(TableError::Slots { rows, slots });
        }
        let (rows64, slots64) = (u64::from(rows), u64::from(slots));
        let expected = rows64 * 4
            + (rows64 + 1) * 4
            + slots64 * 2
            + u64::from(vocabulary)
            + rows64 * DIMS as u64;
        if body.len() as u64 != expected {
            return Err(length(HEAD as u64 + expected));
        }
        let (rows, slots) = (rows as usize, slots as usize);
        let (scales, rest) = body.split_at(rows * 4);
        let (offsets, rest) = rest.split_at((rows + 1) * 4);
        let (slots, rest) = rest.split_at(slots * 2);
        let (vocabulary, values) = rest.split_at(vocabulary as usize);
        Ok(Self {
            scales: scales.as_chunks().0,
            offsets: offsets.as_chunks().0,
            slots: slots.as_chunks().0,
            vocabulary,
            values: values.as_chunks().0,
        })
    }

    /// The row of a piece whose hash is known; `continues` for a piece that does not begin its word.
    pub(super) fn row(&self, piece: &[u8], continues: bool, hash: Hash) -> Option<Row<'a>> {
        let mask = self.slots.len() - 1;
        let first = hash.slot() & mask;
        // A damaged table may have no empty slot.
        for step in 0..self.slots.len() {
            let number = u16::from_le_bytes(*self.slots.get((first + step) & mask)?);
            let at = usize::from(number.checked_sub(1)?);
            let stored = self.piece(at)?;
            let same = if continues {
                stored.strip_prefix(CONTINUATION) == Some(piece)
            } else {
                stored == piece
            };
            if same {
                return Some(Row {
                    scale: f32::from_le_bytes(*self.scales.get(at)?),
                    values: self.values.get(at)?,
                    rank: at,
                    #[cfg(test)]
                    piece: stored,
                });
            }
        }
        None
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    fn piece(&self, at: usize) -> Option<&'a [u8]> {
        let offset = |at: usize| Some(u32::from_le_bytes(*self.offsets.get(at)?) as usize);
        self.vocabulary.get(offset(at)?..offset(at + 1)?)
    }
}

impl Hash {
    /// Of nothing yet, or of the mark that continuation pieces begin with.
    pub(super) fn new(continues: bool) -> Self {
        let hash = Self(0xcbf2_9ce4_8422_2325);
        if continues {
            CONTINUATION
                .iter()
                .fold(hash, |hash, &byte| hash.then(byte))
        } else {
            hash
        }
    }

    pub(super) fn then(self, byte: u8) -> Self {
        Self((self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    fn slot(self) -> usize {
        (self.0 ^ (self.0 >> 32)) as u32 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::BYTES;
    use super::*;

    fn row<'a>(table: &Table<'a>, piece: &str, continues: bool) -> Option<Row<'a>> {
        let hash = piece.bytes().fold(Hash::new(continues), Hash::then);
        table.row(piece.as_bytes(), continues, hash)
    }

    #[test]
    fn every_piece_of_the_vocabulary_is_found_at_its_own_row() {
        let table = Table::open(BYTES).unwrap();
        for (at, values) in table.values.iter().enumerate() {
            let piece = std::str::from_utf8(table.piece(at).unwrap()).unwrap();
            let found = match piece.strip_prefix("##") {
                Some(rest) if !rest.is_empty() => row(&table, rest, true),
                _ => row(&table, piece, false),
            };
            assert!(std::ptr::eq(found.unwrap().values, values), "{piece}");
        }
        assert!(row(&table, "zzzzqqq", false).is_none());
        assert!(row(&table, "", false).is_none());
    }

    #[test]
    fn a_table_that_is_cut_or_too_long_is_refused() {
        let long = [BYTES, b"x"].concat();
        for cut in (0..200).chain([BYTES.len() / 2, BYTES.len() - 1]) {
            assert!(Table::open(&BYTES[..cut]).is_err(), "{cut} bytes");
        }
        assert!(matches!(Table::open(&long), Err(TableError::Length { .. })));
    }

    #[test]
    fn a_damaged_table_gives_wrong_rows_or_none_and_never_a_panic() {
        let body = BYTES[..HEAD].to_vec();
        for (at, value) in [
            (8, 9),
            (12, 1),
            (16, 3),
            (16, 0),
            (20, u32::MAX),
            (8, u32::MAX),
        ] {
            let mut head = body.clone();
            head[at..at + 4].copy_from_slice(&u32::to_le_bytes(value));
            assert!(Table::open(&[&head, &BYTES[HEAD..]].concat()).is_err());
        }
        for fill in [0x00, 0x01, 0x7f, 0xff] {
            let damaged = [&BYTES[..HEAD], &vec![fill; BYTES.len() - HEAD]].concat();
            let table = Table::open(&damaged).unwrap();
            assert!(row(&table, "sales", false).is_none());
        }
    }
}
