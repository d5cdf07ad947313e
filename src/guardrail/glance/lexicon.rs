//! The words that a glance knows: those that patterns cannot do without, those of turns and messages, and the beginnings of page furniture.
//!
//! Each word of a text is looked up once, by its first bytes. Most are none of what is looked for, which one byte of a small table tells.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::super::furniture;
use super::super::pattern::{Element, PATTERNS, Word};
use super::super::vocabulary::{AUTOMATED, ENGINES, MARKERS, MODELS};
use super::Glance;
use super::elements::Elements;
use crate::ascii;

/// Bytes of a word that it is looked up by.
pub(super) const KEY: usize = 4;
/// What is left of the first bytes of a word of so many.
pub(super) const KEYS: [u32; KEY + 1] = [0, 0xFF, 0xFFFF, 0x00FF_FFFF, u32::MAX];

/// A word's first bytes, in lower case.
pub(super) fn key_of(word: &[u8]) -> u32 {
    let bytes = word.iter().take(KEY).enumerate();
    bytes.fold(0, |key, (at, byte)| {
        key | u32::from(byte.to_ascii_lowercase()) << (8 * at)
    })
}

pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::of_patterns);

/// The words that are worth knowing.
pub(super) struct Lexicon {
    /// By key.
    pub(super) known: Vec<Known>,
    /// A hash table of the short words that are known as they are: their letters, and in the same places what each is. Most words of a text that are looked
    /// for here are found, or not, by the letters alone, which are few enough to stay at hand.
    letters: Vec<u64>,
    short: Vec<Short>,
    /// A hash table: a key, and one more than where its words begin.
    slots: Vec<(u32, u16)>,
    /// By hashes of keys with the lengths of words, as bits, which words may be known: most are none of what is looked for, which is told by this alone.
    may_be_known: Box<[u64; 1 << (Self::LENGTH_BITS - 6)]>,
    /// By hashes of beginnings, whether a phrase may begin so.
    may_be_phrase: Box<[bool; 1 << Self::BITS]>,
    /// The bytes that stand behind the `<` of a mark of a turn or tool.
    pub(super) opens_tag: [bool; 256],
    /// What each pattern cannot do without, and the one of these that is met least.
    pub(super) needs: Vec<(usize, Elements)>,
    /// Those that are met least.
    pub(super) rarest: Elements,
    /// The patterns, by the number of the element that is met least of each.
    pub(super) by_rarest: Vec<Vec<usize>>,
    /// What any model's name fulfils.
    pub(super) models: Elements,
}

pub(super) struct Known {
    pub(super) key: u32,
    pub(super) word: &'static str,
    /// Whether longer words count that begin so.
    pub(super) begins: bool,
    pub(super) elements: Elements,
    /// What it says wherever it stands, and what before a colon.
    pub(super) flags: u16,
    pub(super) speaker: u16,
}

/// What is known of a word of no more than eight letters.
#[derive(Clone, Copy, Default)]
pub(super) struct Short {
    pub(super) elements: Elements,
    pub(super) flags: u16,
    pub(super) speaker: u16,
}

impl Known {
    /// Whether a word is what is known, given that it has the same key.
    #[inline]
    pub(super) fn is(&self, word: &[u8]) -> bool {
        let length = self.word.len();
        let fits = word.len() == length || self.begins && word.len() > length;
        // A key holds all of a shorter word.
        fits && (length <= KEY
            || word
                .get(..length)
                .is_some_and(|beginning| beginning.eq_ignore_ascii_case(self.word.as_bytes())))
    }
}

impl Lexicon {
    /// Letters of a short word.
    pub(super) const SHORT: usize = 8;
    /// Three in four are free.
    const SHORT_BITS: u32 = 11;
    const BITS: u32 = 12;
    const LENGTH_BITS: u32 = 15;
    /// Longer words are as long as any.
    const LONG: usize = 16;
    fn of_patterns() -> Self {
        let mut words: HashMap<(&'static str, bool), Elements, FixedState> = HashMap::default();
        let mut know = |word, begins, number| {
            let known = words.entry((word, begins)).or_default();
            known.insert(number);
        };
        for word in MODELS {
            know(*word, false, Elements::MODEL);
        }
        know("language", false, Elements::LANGUAGE);
        know("model", true, Elements::LANGUAGES_MODEL);
        know("assistant", true, Elements::DIGITALS_ASSISTANT);
        for word in ["virtual", "digital", "automated", "automatic"] {
            know(word, false, Elements::DIGITAL);
        }
        know("summari", true, Elements::DIGITAL);
        for word in AUTOMATED.iter().chain(ENGINES) {
            know(*word, false, Elements::DIGITALS_ASSISTANT);
        }
        for word in TURNS {
            know(word, false, Elements::NONE);
        }
        for word in PAGES {
            know(word, true, Elements::NONE);
        }
        let mut numbers: HashMap<&[Word], usize, FixedState> = HashMap::default();
        let (mut needs, mut models) = (Vec::new(), Elements::default());
        let mut rarest = Elements::default();
        let mut by_rarest: Vec<Vec<usize>> = vec![Vec::new(); Elements::MOST];
        for pattern in PATTERNS.iter() {
            let mut needed = Elements::default();
            let has_rare = pattern.elements.iter().any(|element| {
                matches!(element, Element::One(either) if either.iter().all(is_telling) && !is_common(either))
            });
            // Long words are met less than short ones.
            let mut longest = (0, Elements::NONE);
            for element in &pattern.elements {
                let Element::One(either) = element else {
                    continue;
                };
                let next = Elements::FIRST_FREE + numbers.len();
                let number = *numbers.entry(either).or_insert(next);
                // An element that has no number, or that a mark or the beginning of any word fulfils, is not waited for; nor is one that nearly every sentence
                // fulfils, where another one says more.
                if number >= Elements::MOST
                    || !either.iter().all(is_telling)
                    || is_common(either) && has_rare
                {
                    continue;
                }
                needed.insert(number);
                longest = longest.max((shortest(either), number));
                for word in either {
                    match *word {
                        Word::Is(word) => know(word, false, number),
                        Word::Begins(word) => know(word, true, number),
                        Word::Model => models.insert(number),
                    }
                }
            }
            if let Some(patterns) = by_rarest.get_mut(longest.1) {
                patterns.push(needs.len());
            }
            needs.push((longest.1, needed));
            rarest.insert(longest.1);
        }
        let mut known: Vec<Known> = words
            .into_iter()
            .map(|((word, begins), elements)| Known {
                key: key_of(word.as_bytes()),
                word,
                begins,
                elements,
                flags: meaning(word, begins),
                speaker: speaker(word, begins),
            })
            .collect();
        known.sort_by_key(|known| known.key);
        let mut lexicon = Self {
            letters: vec![0; 1 << Self::SHORT_BITS],
            short: vec![Short::default(); 1 << Self::SHORT_BITS],
            slots: vec![(0, 0); (known.len() * 4).next_power_of_two()],
            may_be_known: Box::new([0; 1 << (Self::LENGTH_BITS - 6)]),
            may_be_phrase: Box::new([false; 1 << Self::BITS]),
            opens_tag: [false; 256],
            known,
            needs,
            rarest,
            by_rarest,
            models,
        };
        lexicon.fill_slots();
        lexicon.fill_short();
        lexicon.fill_what_may_be();
        lexicon
    }

    /// What tells without a look at the words which may be known, begin a phrase or open a tag.
    fn fill_what_may_be(&mut self) {
        for known in &self.known {
            let length = known.word.len().min(Self::LONG);
            let longest = if known.begins { Self::LONG } else { length };
            for length in length..=longest {
                let place = Self::place_of_word(known.key, length);
                self.may_be_known[place / 64] |= 1 << (place % 64);
            }
        }
        let in_tag = |marker: &&str| marker.strip_prefix('<')?.bytes().next();
        for first in MARKERS.iter().filter_map(in_tag) {
            self.opens_tag[usize::from(first)] = true;
            self.opens_tag[usize::from(first.to_ascii_uppercase())] = true;
        }
        for beginning in furniture::beginnings() {
            self.may_be_phrase[Self::place(beginning)] = true;
        }
    }

    /// Whether a word of this key and length may be known.
    #[inline]
    pub(super) fn may_be_known(&self, key: u32, length: usize) -> bool {
        let place = Self::place_of_word(key, length.min(Self::LONG));
        self.may_be_known[place / 64] >> (place % 64) & 1 == 1
    }

    /// Whether a phrase may begin with a word, given its first bytes with those behind it.
    #[inline]
    pub(super) fn may_be_phrase(&self, first: u64) -> bool {
        self.may_be_phrase[Self::place(furniture::beginning(first))]
    }

    #[inline]
    fn place_of_word(key: u32, length: usize) -> usize {
        let both = u64::from(key) | (length as u64) << 32;
        (both.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::LENGTH_BITS)) as usize
    }

    #[inline]
    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::BITS)) as usize
    }

    /// What is known of a short word, where it is known as it is; `first` are its first bytes with those behind it.
    #[inline]
    pub(super) fn short(&self, first: u64, length: usize) -> Option<&Short> {
        let letters = first & ascii::below(8 * length);
        let mut at = Self::place_of_short(letters);
        loop {
            match *self.letters.get(at)? {
                found if found == letters => return self.short.get(at),
                0 => return None,
                _ => at = (at + 1) & (self.letters.len() - 1),
            }
        }
    }

    #[inline]
    fn place_of_short(letters: u64) -> usize {
        (letters.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::SHORT_BITS)) as usize
    }

    fn fill_short(&mut self) {
        // Others than those of ASCII are dressed.
        let is_short = |known: &&Known| {
            !known.begins && known.word.len() <= Self::SHORT && known.word.is_ascii()
        };
        for same_key in self.known.chunk_by(|a, b| a.key == b.key) {
            for known in same_key.iter().filter(is_short) {
                let word = known.word.as_bytes();
                let bytes = word.iter().rev();
                let letters = bytes.fold(0, |letters, byte| letters << 8 | u64::from(*byte));
                let mut short = Short::default();
                for other in same_key.iter().filter(|other| other.is(word)) {
                    short.elements.join(other.elements);
                    short.flags |= other.flags;
                    short.speaker |= other.speaker;
                }
                let mut at = Self::place_of_short(letters);
                while self.letters[at] != 0 {
                    at = (at + 1) & (self.letters.len() - 1);
                }
                self.letters[at] = letters;
                self.short[at] = short;
            }
        }
    }

    fn fill_slots(&mut self) {
        let firsts: Vec<(usize, u32)> = self
            .known
            .iter()
            .enumerate()
            .filter(|(at, known)| {
                let before = at.checked_sub(1).and_then(|at| self.known.get(at));
                before.is_none_or(|before| before.key != known.key)
            })
            .map(|(at, known)| (at, known.key))
            .collect();
        for (first, key) in firsts {
            let mut slot = self.slot(key);
            // Three in four are free.
            while let Some((_, 1..)) = self.slots.get(slot) {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            if let Some(free) = self.slots.get_mut(slot) {
                *free = (key, u16::try_from(first + 1).unwrap_or(u16::MAX));
            }
        }
    }

    #[inline]
    fn slot(&self, key: u32) -> usize {
        key.wrapping_mul(0x9E37_79B1) as usize >> 8 & (self.slots.len() - 1)
    }

    /// Where the words with this key begin.
    #[inline]
    pub(super) fn find(&self, key: u32) -> Option<usize> {
        let mut slot = self.slot(key);
        loop {
            match *self.slots.get(slot)? {
                (_, 0) => return None,
                (known, first) if known == key => return Some(usize::from(first) - 1),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }
}

/// Whether some words are met in nearly every sentence.
fn is_common(words: &[Word]) -> bool {
    const COMMON: [&str; 14] = [
        "a", "an", "are", "as", "for", "if", "in", "is", "on", "that", "the", "this", "to", "with",
    ];
    let mut words = words.iter();
    words.any(|word| matches!(word, Word::Is(word) if COMMON.contains(word)))
}

/// Letters of the shortest of some words.
fn shortest(words: &[Word]) -> usize {
    let letters = words.iter().map(|word| match word {
        Word::Is(word) | Word::Begins(word) => word.len(),
        // Names of models are short, and rare.
        Word::Model => usize::MAX,
    });
    letters.min().unwrap_or_default()
}

/// Words of turns and messages, which mean something by where they stand.
pub(super) const TURNS: [&str; 8] = [
    "assistant",
    "ai",
    "model",
    "system",
    "role",
    "content",
    "tool",
    "function",
];

/// Beginnings of words that are all there is on some pages.
const PAGES: [&str; 3] = ["page", "seite", "blan"];

fn meaning(word: &str, begins: bool) -> u16 {
    match word {
        _ if begins && PAGES.contains(&word) => Glance::PAGE,
        "role" if !begins => Glance::ROLE,
        "content" | "tool" | "function" if !begins => Glance::CONTENT,
        _ => 0,
    }
}

fn speaker(word: &str, begins: bool) -> u16 {
    match word {
        _ if begins => 0,
        "assistant" | "ai" | "model" => Glance::MODEL,
        "system" => Glance::SYSTEM,
        _ => 0,
    }
}

/// Whether a word is seen by a glance wherever it stands.
fn is_telling(word: &Word) -> bool {
    match word {
        Word::Is(word) => word.contains(char::is_alphanumeric),
        Word::Begins(beginning) => beginning.len() >= KEY,
        Word::Model => true,
    }
}
