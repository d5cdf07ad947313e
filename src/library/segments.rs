//! The word index as a whole: segments, each written once and read until it is merged into a larger one.
//!
//! A segment covers a run of passage ids: what one ingestion stored, or what several segments held before they were merged ([`super::merge`]). It is
//! made in memory, beside the database, and written in the same transaction as its passages, so the index is never behind the texts. Its row holds how
//! long each passage is, which is all that scoring needs besides the lists.

use std::ops::Range;

use rusqlite::{Connection, params};

use super::documents::above;
use super::postings::{Block, BlockWriter, List};
use super::words::{Reader, Term, Vocabulary};
use crate::study::Sketcher;

/// What a segment's row says of its state.
pub(super) const BEING_WRITTEN: i64 = 0;
pub(super) const IN_USE: i64 = 1;
pub(super) const REPLACED: i64 = 2;

/// A length and a mark, in two bytes; a passage without words and without the mark cannot be told from a missing one, and need not be.
const SET_ASIDE: u16 = 0x8000;
const LONGEST: u16 = 0x7FFF;
/// The vocabulary is forgotten when it has grown to this many terms or spellings: an ingestion must not need more memory the longer it runs.
const MOST_KNOWN: usize = 250_000;
/// Terms of passages that are held before they become a segment, at least: with what sorting them takes, 40 MB.
const MOST_SAID: usize = 2_000_000;
/// Terms whose names are looked up together, so that the processor waits for all their memory at once.
const TOGETHER: usize = 64;

/// A segment as a search uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) id: i64,
    /// The first passage id it covers.
    pub(super) first: i64,
    /// How many passages it holds, and how many words they have.
    pub(super) passages: u64,
    pub(super) words: u64,
    /// For each passage id from `first` on.
    lengths: Vec<u16>,
}

/// A segment that is not stored yet; it does not know its ids.
pub(super) struct NewSegment {
    pub(super) blocks: Vec<Block>,
    pub(super) lengths: Lengths,
}

/// The lengths of consecutive passages, as they are stored.
#[derive(Debug, Default)]
pub(super) struct Lengths {
    pub(super) bytes: Vec<u8>,
    pub(super) passages: u64,
    pub(super) words: u64,
}

/// Makes segments out of passages; kept from one ingestion to the next for the words that it knows, and for its memory: new memory costs more time than
/// writing to it.
pub(super) struct Indexer {
    vocabulary: Vocabulary,
    /// What the passages so far say, in their order, and up to where each says it.
    said: Vec<Said>,
    ends: Vec<usize>,
    /// Room to put that in order of the terms: passages and how often each says the term.
    by_term: Vec<(u32, u32)>,
    lengths: Lengths,
    counting: Counting,
    above: Above,
}

/// The title and headings of a passage, and their terms: the next passage mostly has the same.
#[derive(Default)]
struct Above {
    title: String,
    headings: Vec<String>,
    terms: Vec<Term>,
}

/// How often a term stands in a passage.
#[derive(Debug, Clone, Copy, Default)]
struct Said {
    term: Term,
    times: u32,
}

/// How often a term was seen.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    /// In this passage.
    times: u32,
    /// In how many passages of the segment.
    passages: u32,
}

/// The terms of one passage being counted.
#[derive(Default)]
struct Counting {
    /// By term.
    counts: Vec<Count>,
    /// Terms as they were first seen, and room for one more.
    seen: Vec<Term>,
    different: usize,
    words: u32,
}

/// Counts the terms of a passage, and hands its words on.
struct OfPassage<'a> {
    counting: &'a mut Counting,
    sketcher: &'a mut Sketcher,
}

impl Reader for OfPassage<'_> {
    #[inline]
    fn term(&mut self, term: Term) {
        self.counting.count(term);
    }

    #[inline]
    fn word(&mut self, hash: u64) {
        self.sketcher.word(hash);
    }
}

impl Counting {
    #[inline]
    fn count(&mut self, term: Term) {
        let at = term as usize;
        if at >= self.counts.len() {
            let length = (at + 1).next_power_of_two();
            self.counts.resize(length, Count::default());
        }
        if self.different >= self.seen.len() {
            self.seen.resize(self.seen.len() * 2 + 256, 0);
        }
        // Without a branch: whether a term is seen again cannot be foreseen.
        let times = &mut self.counts[at].times;
        self.seen[self.different] = term;
        self.different += usize::from(*times == 0);
        *times += 1;
        self.words += 1;
    }

    /// Hands on each different term with its number, and begins anew; gives the number of words.
    fn finish(&mut self, mut each: impl FnMut(Term, u32)) -> u32 {
        for &term in &self.seen[..self.different] {
            let count = &mut self.counts[term as usize];
            count.passages += 1;
            each(term, std::mem::take(&mut count.times));
        }
        self.different = 0;
        std::mem::take(&mut self.words)
    }
}

impl Segment {
    /// The passage ids it covers.
    pub(super) fn ids(&self) -> Range<i64> {
        self.first..self.first + self.lengths.len() as i64
    }

    /// Words of the passage at this distance from the first.
    #[inline]
    pub(super) fn length(&self, at: usize) -> usize {
        usize::from(self.lengths.get(at).map_or(0, |length| length & LONGEST))
    }

    pub(super) fn is_set_aside(&self, at: usize) -> bool {
        self.lengths
            .get(at)
            .is_none_or(|length| length & SET_ASIDE != 0)
    }

    pub(super) fn longest(&self) -> usize {
        let longest = self.lengths.iter().map(|length| length & LONGEST).max();
        usize::from(longest.unwrap_or_default())
    }

    pub(super) fn span(&self) -> usize {
        self.lengths.len()
    }
}

impl Lengths {
    pub(super) fn push(&mut self, words: u32, set_aside: bool) {
        let length = u16::try_from(words).unwrap_or(LONGEST).min(LONGEST);
        let mark = if set_aside { SET_ASIDE } else { 0 };
        self.bytes.extend((length | mark).to_le_bytes());
        self.passages += 1;
        self.words += u64::from(length);
    }
}

impl Indexer {
    pub(super) fn new() -> Self {
        Self {
            vocabulary: Vocabulary::default(),
            said: Vec::new(),
            ends: Vec::new(),
            by_term: Vec::new(),
            lengths: Lengths::default(),
            counting: Counting::default(),
            above: Above::default(),
        }
    }

    /// Adds the next passage to the segment that is being made; its words go to `sketcher`.
    pub(super) fn add(
        &mut self,
        (title, headings): (&str, &[String]),
        text: &str,
        set_aside: bool,
        sketcher: &mut Sketcher,
    ) {
        self.count_above(title, headings, text);
        let mut reader = OfPassage {
            counting: &mut self.counting,
            sketcher,
        };
        self.vocabulary.read(text, &mut reader);
        let said = &mut self.said;
        if said.capacity() == 0 {
            // Room that is not used costs nothing; to move what was said when it has grown does.
            said.reserve(MOST_SAID + MOST_SAID / 64);
        }
        let each = |term, times| said.push(Said { term, times });
        let words = self.counting.finish(each);
        self.ends.push(self.said.len());
        self.lengths.push(words, set_aside);
    }

    fn count_above(&mut self, title: &str, headings: &[String], text: &str) {
        let (vocabulary, counting) = (&mut self.vocabulary, &mut self.counting);
        let begins = |name: &str| !name.is_empty() && text.starts_with(name);
        if begins(title) || headings.iter().any(|heading| begins(heading)) {
            for name in above(title, headings, text) {
                vocabulary.read(name, &mut |term| counting.count(term));
            }
            return;
        }
        let known = &mut self.above;
        if known.title != title || known.headings != headings {
            known.terms.clear();
            for name in above(title, headings, "") {
                vocabulary.read(name, &mut |term| known.terms.push(term));
            }
            known.title.clear();
            known.title.push_str(title);
            headings.clone_into(&mut known.headings);
        }
        for &term in &known.terms {
            counting.count(term);
        }
    }

    /// Whether so much was added that a segment should be made of it: what is held does not grow without end.
    pub(super) fn is_full(&self) -> bool {
        self.said.len() >= MOST_SAID
    }

    /// The segment of what was added since the last one.
    pub(super) fn segment(&mut self) -> NewSegment {
        let blocks = self.blocks();
        self.said.clear();
        self.ends.clear();
        let lengths = std::mem::take(&mut self.lengths);
        if self.vocabulary.size() > MOST_KNOWN {
            self.vocabulary = Vocabulary::default();
            self.counting = Counting::default();
            self.above = Above::default();
        }
        NewSegment { blocks, lengths }
    }

    /// What was added, by term and written into blocks.
    fn blocks(&mut self) -> Vec<Block> {
        let vocabulary = &self.vocabulary;
        let counts = &mut self.counting.counts;
        let mut used: Vec<Used> = (0..)
            .zip(counts.iter())
            .filter(|(_, count)| count.passages > 0)
            .map(|(term, _)| Used {
                first: first_bytes(vocabulary.name(term)),
                term,
                end: 0,
            })
            .collect();
        // Most names differ in their first bytes, which are at hand.
        used.sort_unstable_by(|one, other| {
            let name = |used: &Used| vocabulary.name(used.term);
            let by_first = one.first.cmp(&other.first);
            by_first.then_with(|| name(one).cmp(name(other)))
        });
        // From how many passages a term has to where the next of them goes.
        let mut end = 0;
        for used in &mut used {
            let next = &mut counts[used.term as usize].passages;
            end += std::mem::replace(next, end);
            used.end = end;
        }
        if self.by_term.len() < self.said.len() {
            self.by_term.resize(self.said.len(), (0, 0));
        }
        let mut start = 0;
        for (passage, &end) in (0..).zip(&self.ends) {
            for said in &self.said[start..end] {
                let next = &mut counts[said.term as usize].passages;
                self.by_term[*next as usize] = (passage, said.times);
                *next += 1;
            }
            start = end;
        }
        // One after the other, which memory gives sooner than each as its term is written.
        for count in counts.iter_mut() {
            count.passages = 0;
        }
        let mut blocks = Vec::new();
        let mut writer = BlockWriter::default();
        let mut list = List::default();
        let mut start = 0;
        for some in used.chunks(TOGETHER) {
            let names = some.iter().map(|used| vocabulary.name(used.term));
            let names: Vec<&str> = names.collect();
            for (used, name) in some.iter().zip(names) {
                let end = used.end as usize;
                for &(passage, times) in &self.by_term[start..end] {
                    list.push(passage, times);
                }
                start = end;
                writer.push(name, &list, &mut |block| blocks.push(block));
                list.reset();
            }
        }
        writer.finish(&mut |block| blocks.push(block));
        blocks
    }
}

/// A term of a segment that is being written.
struct Used {
    /// The first bytes of its name.
    first: u64,
    term: Term,
    /// Where its passages end among those of all terms.
    end: u32,
}

/// What names are ordered by first.
fn first_bytes(name: &str) -> u64 {
    let mut first = [0; 8];
    for (to, from) in first.iter_mut().zip(name.bytes()) {
        *to = from;
    }
    u64::from_be_bytes(first)
}

/// Stores a segment whose first passage has this id.
pub(super) fn store(
    connection: &Connection,
    first: i64,
    segment: &NewSegment,
) -> rusqlite::Result<()> {
    if segment.lengths.passages == 0 {
        return Ok(());
    }
    let id = store_row(connection, first, IN_USE, &segment.lengths)?;
    store_blocks(connection, id, &segment.blocks)
}

/// Stores a segment's row, and gives its id.
pub(super) fn store_row(
    connection: &Connection,
    first: i64,
    state: i64,
    lengths: &Lengths,
) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("INSERT INTO segment (state, first, passages, words, lengths) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![state, first, lengths.passages, lengths.words, lengths.bytes])?;
    Ok(connection.last_insert_rowid())
}

pub(super) fn store_blocks(
    connection: &Connection,
    segment: i64,
    blocks: &[Block],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO postings (segment, term, start, block) VALUES (?1, ?2, ?3, ?4)",
    )?;
    for block in blocks {
        insert.execute(params![segment, block.term, block.from, block.bytes])?;
    }
    Ok(())
}

/// The segments in use, by passage id. `known` are those that were read before: a segment never changes.
pub(super) fn read(
    connection: &Connection,
    mut known: Vec<Segment>,
) -> rusqlite::Result<Vec<Segment>> {
    let rows: Vec<(i64, i64, u64, u64)> = connection
        .prepare_cached(
            "SELECT id, first, passages, words FROM segment WHERE state = ?1 ORDER BY first",
        )?
        .query_map([IN_USE], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    rows.into_iter()
        .map(|(id, first, passages, words)| {
            if let Some(at) = known.iter().position(|segment| segment.id == id) {
                return Ok(known.swap_remove(at));
            }
            Ok(Segment {
                id,
                first,
                passages,
                words,
                lengths: lengths(connection, id)?,
            })
        })
        .collect()
}

/// The passage id after the last one that is indexed.
pub(super) fn end(connection: &Connection) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(
            "SELECT coalesce(max(first + length(lengths) / 2), 0) FROM segment WHERE state = ?1",
        )?
        .query_row([IN_USE], |row| row.get(0))
}

/// Puts the lengths of several segments, in order, into one row; ids that no segment covers are as if set aside.
pub(super) fn joined(segments: &[Segment]) -> Lengths {
    let mut joined = Lengths::default();
    for segment in segments {
        let first = segments
            .first()
            .map_or(segment.first, |segment| segment.first);
        let at = usize::try_from(segment.first - first).unwrap_or_default();
        while joined.bytes.len() < at * 2 {
            joined.bytes.extend(SET_ASIDE.to_le_bytes());
        }
        for length in &segment.lengths {
            joined.bytes.extend(length.to_le_bytes());
        }
        joined.passages += segment.passages;
        joined.words += segment.words;
    }
    joined
}

fn lengths(connection: &Connection, segment: i64) -> rusqlite::Result<Vec<u16>> {
    connection
        .prepare_cached("SELECT lengths FROM segment WHERE id = ?1")?
        .query_row([segment], |row| {
            let bytes = row.get_ref(0)?.as_blob()?;
            Ok(bytes
                .chunks_exact(2)
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                .collect())
        })
}
