//! Where sentences stand in a text, for as many sentences and as long a text as there are.
//!
//! Claims come in the order of their text, so most are found right behind the one before. For the others the text is cut into blocks: a sentence that is
//! long enough holds a whole block wherever it stands, and the blocks that it could hold are looked up instead of reading the text again.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use foldhash::fast::RandomState;

/// Bytes of a block.
const BLOCK: usize = 16;
/// Bytes that tell most sentences of one text apart.
const BEGINNING: usize = 8;
/// Up to this many bytes a text is read faster than blocks of it are made.
const SHORT: usize = 4096;

type Blocks = HashMap<[u8; BLOCK], Vec<usize>, RandomState>;

/// A text in which sentences are looked for, one after the other.
#[derive(Debug)]
pub struct Whereabouts<'a> {
    text: &'a str,
    /// The end of the sentence that was found last.
    after: usize,
    /// The places of all blocks, once a sentence was not where it was expected.
    blocks: Option<Blocks>,
}

impl<'a> Whereabouts<'a> {
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        Self {
            text,
            after: 0,
            blocks: None,
        }
    }

    /// Where a sentence stands behind the one that was found last, or else where it stands first; so a sentence that is there twice is found in both
    /// places.
    pub fn find(&mut self, sentence: &str) -> Option<usize> {
        let rest = self.text.get(self.after..).unwrap_or_default();
        let ahead = rest.trim_start();
        let found = if ahead.starts_with(sentence) {
            Some(self.text.len() - ahead.len())
        } else if self.text.len() <= SHORT || sentence.len() < 2 * BLOCK {
            let ahead = rest.find(sentence).map(|at| self.after + at);
            ahead.or_else(|| self.text.find(sentence))
        } else {
            self.look_up(sentence, self.after)
                .or_else(|| self.look_up(sentence, 0))
        };
        self.after = found.map_or(self.after, |at| at + sentence.len());
        found
    }

    /// Whether a sentence stands in the text at all.
    pub fn holds(&mut self, sentence: &str) -> bool {
        self.find(sentence).is_some()
    }

    /// The place of each of some sentences that stands in a text; none for one that stands there only as a part of another of them, as what it said before it cited.
    #[must_use]
    pub fn places<'s>(
        text: &'a str,
        sentences: impl IntoIterator<Item = &'s str>,
    ) -> Vec<Option<Range<usize>>> {
        let mut known = Self::of(text);
        let found = sentences.into_iter().map(|sentence| {
            let at = known.find(sentence)?;
            Some((sentence, at..at + sentence.len()))
        });
        let found: Vec<Option<(&str, Range<usize>)>> = found.collect();
        let spans = Spans::of(found.iter().flatten().map(|(_, span)| span.clone()));
        let whole = |(sentence, span): (&str, Range<usize>)| {
            if !spans.hold_more_than(&span) {
                return Some(span);
            }
            let all = text
                .match_indices(sentence)
                .filter(|_| !sentence.is_empty());
            let mut all = all.map(|(at, _)| at..at + sentence.len());
            all.find(|span| !spans.hold_more_than(span))
        };
        found.into_iter().map(|one| one.and_then(whole)).collect()
    }

    /// The first place from `from` on where a sentence stands of which every occurrence holds a block.
    fn look_up(&mut self, sentence: &str, from: usize) -> Option<usize> {
        let text = self.text.as_bytes();
        let blocks = self.blocks.get_or_insert_with(|| blocks(text));
        let windows = sentence.as_bytes().windows(BLOCK).take(BLOCK);
        let places = windows.enumerate().filter_map(|(offset, window)| {
            let places = blocks.get(window)?;
            let first = places.partition_point(|place| *place < from + offset);
            let mut starts = places.get(first..)?.iter().map(|place| place - offset);
            let stands = |start: &usize| {
                let rest = text.get(*start..).unwrap_or_default();
                rest.starts_with(sentence.as_bytes())
            };
            starts.find(stands)
        });
        places.min()
    }
}

/// The places of some sentences, by where they begin, the longest first, each with the farthest end up to it.
struct Spans(Vec<(Range<usize>, usize)>);

impl Spans {
    fn of(spans: impl Iterator<Item = Range<usize>>) -> Self {
        let mut spans: Vec<Range<usize>> = spans.collect();
        spans.sort_unstable_by_key(|span| (span.start, Reverse(span.end)));
        let farthest = spans.into_iter().scan(0, |end, span| {
            *end = span.end.max(*end);
            Some((span, *end))
        });
        Self(farthest.collect())
    }

    /// Whether one of them holds a place and more than that.
    fn hold_more_than(&self, span: &Range<usize>) -> bool {
        let before = self.0.partition_point(|(one, _)| one.start < span.start);
        let begun = before.checked_sub(1).and_then(|at| self.0.get(at));
        let beside = self.0.get(before).map(|(one, _)| one);
        begun.is_some_and(|(_, end)| span.end <= *end)
            || beside.is_some_and(|one| one.start == span.start && span.end < one.end)
    }
}

/// A short text of which it is asked for very many sentences whether they stand in it: the first bytes of most tell that they do not.
#[derive(Debug)]
pub struct ShortText<'a> {
    text: &'a str,
    beginnings: HashSet<[u8; BEGINNING], RandomState>,
}

impl<'a> ShortText<'a> {
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let windows = text.as_bytes().array_windows().copied();
        Self {
            text,
            beginnings: windows.collect(),
        }
    }

    /// Whether a sentence stands in the text.
    #[must_use]
    pub fn holds(&self, sentence: &str) -> bool {
        let beginning = sentence.as_bytes().first_chunk();
        beginning.is_none_or(|beginning| self.beginnings.contains(beginning))
            && sentence.len() <= self.text.len()
            && self.text.contains(sentence)
    }
}

fn blocks(text: &[u8]) -> Blocks {
    let mut blocks = Blocks::default();
    let (all, _) = text.as_chunks::<BLOCK>();
    for (at, block) in all.iter().enumerate() {
        blocks.entry(*block).or_default().push(at * BLOCK);
    }
    blocks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_sentence_that_stands_twice_is_found_in_both_places_and_then_again_in_the_first() {
        let text = "Costs rose. Sales fell. Costs rose.";
        let mut known = Whereabouts::of(text);
        let found: Vec<Option<usize>> =
            ["Costs rose.", "Sales fell.", "Costs rose.", "Costs rose."]
                .into_iter()
                .map(|sentence| known.find(sentence))
                .collect();
        assert_eq!(found, [Some(0), Some(12), Some(24), Some(0)]);
        assert_eq!(known.find("Prices rose."), None);
    }

    #[test]
    fn what_a_sentence_said_before_it_cited_stands_only_where_it_stands_alone() {
        let whole = "Sales fell. [1]";
        let places = |text| Whereabouts::places(text, ["Sales fell.", whole, "Costs rose."]);
        assert_eq!(places("Sales fell. [1]"), [None, Some(0..15), None]);
        assert_eq!(
            places("Sales fell. [1] Costs rose. Sales fell."),
            [Some(28..39), Some(0..15), Some(16..27)]
        );
        assert_eq!(
            Whereabouts::places("Costs rose.", ["Costs rose.", "Costs rose."]),
            [Some(0..11), Some(0..11)]
        );
    }

    /// What is promised, by reading all of the text each time.
    fn read(text: &str, after: usize, sentence: &str) -> Option<usize> {
        let ahead = text[after..].find(sentence).map(|at| after + at);
        ahead.or_else(|| text.find(sentence))
    }

    proptest! {
        #[test]
        fn a_short_text_holds_what_reading_it_finds(
            text in "([ab]{1,3}|é|売上| ){0,40}",
            sentence in "([ab]{1,3}|é|売上| ){0,9}",
            cut in any::<prop::sample::Index>(),
        ) {
            let short = ShortText::of(&text);
            let from = text.floor_char_boundary(cut.index(text.len() + 1));
            prop_assert!(short.holds(&text[from..]) && short.holds(&text[..from]));
            prop_assert_eq!(short.holds(&sentence), text.contains(&sentence));
        }

        #[test]
        fn a_long_text_is_looked_up_as_if_it_were_read(
            words in prop::collection::vec("[ab]{1,3}|é|売上", 1500..2500),
            cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..90_usize), 1..20),
        ) {
            let text = words.join(" ");
            let mut known = Whereabouts::of(&text);
            let mut after = 0;
            for (start, length) in cuts {
                let start = start.index(text.len());
                let start = text.floor_char_boundary(start);
                let end = text.floor_char_boundary((start + length).min(text.len()));
                let sentence = text[start..end].trim_start();
                if sentence.is_empty() {
                    continue;
                }
                let expected = read(&text, after, sentence);
                prop_assert_eq!(known.find(sentence), expected);
                after = expected.map_or(after, |at| at + sentence.len());
                let absent = format!("{sentence} which nobody said");
                prop_assert!(!known.holds(&absent));
            }
        }
    }
}
