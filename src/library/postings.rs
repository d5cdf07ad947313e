//! How the index is written: for each term the passages it stands in, packed into blocks.
//!
//! A list is one number a passage: the distance from the passage before, and one bit that says whether the term stands there more than once; if so,
//! how often follows. Numbers take as many bytes as they need, so most passages cost one byte. Lists of rare terms share a block; the list of a
//! common term is cut into blocks of its own, each readable alone, so that a search within one document skips the rest. Passages are counted from
//! the first of their segment. Nothing here knows of `SQLite`.

/// A block takes half a page of the file, or a whole one where a long list is cut; room for the row's other columns is left.
const SHARED: usize = 1_940;
const ALONE: usize = 3_900;

/// One row of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    /// The first term in it.
    pub(super) term: String,
    /// Where in its list a cut list goes on: the first passage in it. 0 for shared blocks.
    pub(super) from: u32,
    pub(super) bytes: Vec<u8>,
}

/// One term of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry<'block> {
    /// In how many passages of the segment the term stands, also where this is a part of the list only.
    pub(super) passages: u32,
    pub(super) list: &'block [u8],
}

/// A list being written.
#[derive(Debug, Clone, Default)]
pub(super) struct List {
    pub(super) bytes: Vec<u8>,
    pub(super) passages: u32,
    last: u32,
}

impl List {
    /// Adds a passage behind all earlier ones; `times` is at least 1.
    #[inline]
    pub(super) fn push(&mut self, passage: u32, times: u32) {
        push_posting(&mut self.bytes, passage.wrapping_sub(self.last), times);
        self.last = passage;
        self.passages += 1;
    }

    /// Adds a whole list behind all earlier passages, its own as many further on. Only where it begins is written anew: all else in it is distances.
    pub(super) fn append(&mut self, mut list: &[u8], shift: u32) {
        let Some(first) = take(&mut list) else {
            return;
        };
        let rest = list;
        let mut passage = (first >> 1).wrapping_add(shift);
        let distance = passage.wrapping_sub(self.last);
        push_number(&mut self.bytes, distance << 1 | first & 1);
        // How much is left behind the last posting that is whole: a damaged list ends where it stops making sense.
        let mut left = list.len();
        let mut has_times = first & 1 == 1;
        self.passages += 1;
        loop {
            if has_times && take(&mut list).is_none() {
                break;
            }
            self.last = passage;
            left = list.len();
            let Some(next) = take(&mut list) else {
                break;
            };
            passage = passage.wrapping_add(next >> 1);
            has_times = next & 1 == 1;
            self.passages += 1;
        }
        let whole = rest.len() - left;
        self.bytes
            .extend_from_slice(rest.get(..whole).unwrap_or_default());
    }

    /// Makes it empty, and keeps only a little memory for the next list.
    pub(super) fn reset(&mut self) {
        const KEPT: usize = 256;
        self.bytes.clear();
        self.bytes.shrink_to(KEPT);
        (self.passages, self.last) = (0, 0);
    }
}

/// Calls `each` with every passage of a list and how often the term stands in it. A damaged list ends where it stops making sense.
#[inline]
pub(super) fn each_posting(mut list: &[u8], mut each: impl FnMut(u32, u32)) {
    let mut passage = 0_u32;
    while let Some(value) = take(&mut list) {
        passage = passage.wrapping_add(value >> 1);
        let times = if value & 1 == 0 {
            1
        } else {
            take(&mut list).unwrap_or(1)
        };
        each(passage, times);
    }
}

/// Writes terms, which have to come in order, into blocks.
#[derive(Debug, Default)]
pub(super) struct BlockWriter {
    term: Option<String>,
    /// The term written last, which the next one shares its beginning with.
    last: String,
    bytes: Vec<u8>,
}

impl BlockWriter {
    /// Adds a term's list; finished blocks go to `out`.
    pub(super) fn push(&mut self, term: &str, list: &List, out: &mut impl FnMut(Block)) {
        if list.bytes.len() > SHARED {
            self.finish(out);
            return cut(term, list, out);
        }
        let room = list.bytes.len() + term.len() + 12;
        if self.bytes.len() + room > SHARED {
            self.finish(out);
        }
        if self.term.is_none() {
            self.term = Some(term.to_owned());
            self.last.clear();
        }
        push_entry(
            &mut self.bytes,
            &self.last,
            term,
            list.passages,
            &list.bytes,
        );
        self.last.clear();
        self.last.push_str(term);
    }

    /// Ends the block that is being written.
    pub(super) fn finish(&mut self, out: &mut impl FnMut(Block)) {
        if let Some(term) = self.term.take() {
            out(Block {
                term,
                from: 0,
                bytes: std::mem::take(&mut self.bytes),
            });
        }
    }
}

/// Calls `each` with every term of a block, in order. A damaged block ends where it stops making sense.
pub(super) fn each_entry<'block>(block: &'block [u8], mut each: impl FnMut(&str, Entry<'block>)) {
    let mut rest = block;
    let mut term = Vec::new();
    while let Some((same, suffix, entry)) = take_entry(&mut rest) {
        term.truncate(same);
        term.extend_from_slice(suffix);
        if let Ok(term) = std::str::from_utf8(&term) {
            each(term, entry);
        }
    }
}

/// One term of a block, if it is there.
pub(super) fn find<'block>(block: &'block [u8], wanted: &str) -> Option<Entry<'block>> {
    let mut rest = block;
    // What is left of the wanted term behind the beginning that it has in common with the entry before, and how long that is.
    let (mut left, mut common) = (wanted.as_bytes(), 0);
    while let Some((same, suffix, entry)) = take_entry(&mut rest) {
        match same.cmp(&common) {
            // It goes on as the one before, which comes before the wanted one.
            std::cmp::Ordering::Greater => continue,
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal => {}
        }
        let further = suffix.iter().zip(left).take_while(|(a, b)| a == b).count();
        match (suffix.get(further), left.get(further)) {
            (None, None) => return Some(entry),
            (Some(own), Some(next)) if own > next => return None,
            (Some(_), None) => return None,
            _ => {}
        }
        left = left.get(further..)?;
        common += further;
    }
    None
}

/// Writes a long list as blocks of its own.
fn cut(term: &str, list: &List, out: &mut impl FnMut(Block)) {
    let mut from = 0;
    let mut part = List::default();
    let mut finish = |from: u32, part: &mut List| {
        let mut bytes = Vec::with_capacity(part.bytes.len() + term.len() + 12);
        push_entry(&mut bytes, "", term, list.passages, &part.bytes);
        out(Block {
            term: term.to_owned(),
            from,
            bytes,
        });
        *part = List::default();
    };
    each_posting(&list.bytes, |passage, times| {
        if part.bytes.len() + term.len() + 24 > ALONE {
            finish(from, &mut part);
        }
        if part.passages == 0 {
            from = passage;
        }
        part.push(passage, times);
    });
    finish(from, &mut part);
}

fn push_entry(bytes: &mut Vec<u8>, before: &str, term: &str, passages: u32, list: &[u8]) {
    let same = before
        .bytes()
        .zip(term.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    push_number(bytes, same as u32);
    push_number(bytes, (term.len() - same) as u32);
    bytes.extend_from_slice(&term.as_bytes()[same..]);
    push_number(bytes, passages);
    push_number(bytes, list.len() as u32);
    bytes.extend_from_slice(list);
}

/// How much of the term before is kept, what follows it, and the entry.
fn take_entry<'block>(rest: &mut &'block [u8]) -> Option<(usize, &'block [u8], Entry<'block>)> {
    let same = take(rest)? as usize;
    let suffix = take_bytes(rest)?;
    let passages = take(rest)?;
    let list = take_bytes(rest)?;
    Some((same, suffix, Entry { passages, list }))
}

fn take_bytes<'block>(rest: &mut &'block [u8]) -> Option<&'block [u8]> {
    let length = take(rest)? as usize;
    let (bytes, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(bytes)
}

#[inline]
fn push_posting(bytes: &mut Vec<u8>, distance: u32, times: u32) {
    if times == 1 {
        push_number(bytes, distance << 1);
    } else {
        push_number(bytes, distance << 1 | 1);
        push_number(bytes, times);
    }
}

/// Seven bits a byte, lowest first; the top bit says that more follow.
#[inline]
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn take(rest: &mut &[u8]) -> Option<u32> {
    let (&first, after) = rest.split_first()?;
    *rest = after;
    if first < 0x80 {
        return Some(u32::from(first));
    }
    let mut number = u32::from(first & 0x7F);
    for shift in [7, 14, 21, 28] {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    type Lists = BTreeMap<String, BTreeMap<u32, u32>>;

    fn written(lists: &Lists) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut writer = BlockWriter::default();
        for (term, postings) in lists {
            let mut list = List::default();
            for (&passage, &times) in postings {
                list.push(passage, times);
            }
            writer.push(term, &list, &mut |block| blocks.push(block));
        }
        writer.finish(&mut |block| blocks.push(block));
        blocks
    }

    fn read(blocks: &[Block]) -> Lists {
        let mut lists = Lists::new();
        for block in blocks {
            each_entry(&block.bytes, |term, entry| {
                let list = lists.entry(term.to_owned()).or_default();
                each_posting(entry.list, |passage, times| {
                    list.insert(passage, times);
                });
            });
        }
        lists
    }

    #[test]
    fn a_long_list_is_cut_into_blocks_that_can_be_read_alone() {
        let common: BTreeMap<u32, u32> = (0..20_000).map(|n| (n * 3, 1 + n % 5)).collect();
        let rare = BTreeMap::from([(7, 1)]);
        let lists = Lists::from([
            ("cost".to_owned(), rare.clone()),
            ("depot".to_owned(), common),
            ("depots".to_owned(), rare),
        ]);
        let blocks = written(&lists);
        assert!(blocks.len() > 5);
        assert!(blocks.iter().all(|block| block.bytes.len() <= ALONE + 64));
        assert!(blocks.is_sorted_by_key(|block| (block.term.clone(), block.from)));
        assert_eq!(read(&blocks), lists);
        let middle = find(&blocks[3].bytes, "depot").expect("there");
        assert_eq!(middle.passages, 20_000);
        let mut first = None;
        each_posting(middle.list, |passage, _| {
            first.get_or_insert(passage);
        });
        assert_eq!(first, Some(blocks[3].from));
        assert_eq!(find(&blocks[0].bytes, "cosy"), None);
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(lists in prop::collection::btree_map("[a-z]{1,3}|\\PC{1,20}", prop::collection::btree_map(0_u32..2_000_000_000, 1_u32..5_000_000, 1..40), 0..60)) {
            let blocks = written(&lists);
            prop_assert_eq!(read(&blocks), lists.clone());
            for block in &blocks {
                each_entry(&block.bytes, |term, entry| assert_eq!(find(&block.bytes, term), Some(entry)));
            }
        }

        #[test]
        fn a_term_is_found_exactly_where_it_is(terms in prop::collection::btree_set("[a-c]{1,4}", 0..40), wanted in "[a-c]{1,5}") {
            let one = BTreeMap::from([(7, 1)]);
            let is_there = terms.contains(&wanted);
            let lists: Lists = terms.into_iter().map(|term| (term, one.clone())).collect();
            let found = written(&lists).iter().any(|block| find(&block.bytes, &wanted).is_some());
            prop_assert_eq!(found, is_there);
        }

        #[test]
        fn appended_lists_are_one(lists in prop::collection::vec(prop::collection::btree_map(0_u32..2_000, 1_u32..300, 1..40), 1..5)) {
            let (mut appended, mut pushed) = (List::default(), List::default());
            for (at, postings) in (0_u32..).zip(&lists) {
                let mut list = List::default();
                for (&passage, &times) in postings {
                    list.push(passage, times);
                    pushed.push(passage + at * 2_000, times);
                }
                appended.append(&list.bytes, at * 2_000);
            }
            prop_assert_eq!(&appended.bytes, &pushed.bytes);
            prop_assert_eq!((appended.passages, appended.last), (pushed.passages, pushed.last));
        }

        #[test]
        fn damaged_blocks_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            each_entry(&bytes, |_, entry| each_posting(entry.list, |_, _| {}));
            find(&bytes, "depot");
        }
    }
}
