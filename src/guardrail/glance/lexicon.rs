//! The words that a glance knows: those that patterns cannot do without, those of turns and messages, and the beginnings of page furniture.
//!
//! Each word of a text is looked up once, by its first bytes. Most are none of what is looked for, which one byte of a small table tells.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::super::furniture;
use super::super::pattern::{Element, PATTERNS, Word};
use super::super::vocabulary::MODELS;
use super::Glance;
use super::elements::Elements;

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
    /// A hash table: a key, and one more than where its words begin.
    slots: Vec<(u32, u16)>,
    /// By hash, what words of it may be: most words are none of what is looked for, which is told by this alone.
    may_be: Box<[u8; 1 << Self::BITS]>,
    /// What each pattern cannot do without.
    pub(super) needs: Vec<Elements>,
    /// One element of each pattern, the one that is met least.
    pub(super) rarest: Elements,
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

impl Lexicon {
    const BITS: u32 = 13;
    /// A word of patterns; the beginning of a phrase of page furniture.
    pub(super) const KNOWN: u8 = 1;
    pub(super) const PHRASE: u8 = 2;

    fn of_patterns() -> Self {
        let mut words: BTreeMap<(&'static str, bool), Elements> = BTreeMap::new();
        let mut know = |word, begins, number| {
            let known = words.entry((word, begins)).or_default();
            known.insert(number);
        };
        for word in MODELS {
            know(*word, false, Elements::MODEL);
        }
        know("language", false, Elements::LANGUAGE);
        know("model", true, Elements::LANGUAGES_MODEL);
        know("virtual", false, Elements::DIGITAL);
        know("digital", false, Elements::DIGITAL);
        know("assistant", true, Elements::DIGITALS_ASSISTANT);
        for word in TURNS {
            know(word, false, Elements::NONE);
        }
        for word in PAGES {
            know(word, true, Elements::NONE);
        }
        let mut numbers: BTreeMap<&[Word], usize> = BTreeMap::new();
        let (mut needs, mut models) = (Vec::new(), Elements::default());
        let mut rarest = Elements::default();
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
            needs.push(needed);
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
            slots: vec![(0, 0); (known.len() * 4).next_power_of_two()],
            may_be: Box::new([0; 1 << Self::BITS]),
            known,
            needs,
            rarest,
            models,
        };
        lexicon.fill_slots();
        for known in &lexicon.known {
            lexicon.may_be[Self::place(u64::from(known.key))] |= Self::KNOWN;
        }
        for beginning in furniture::beginnings() {
            lexicon.may_be[Self::place(beginning)] |= Self::PHRASE;
        }
        lexicon
    }

    /// What a word may be, given its key and its first bytes with those behind it.
    #[inline]
    pub(super) fn look_up(&self, key: u32, first: u64) -> u8 {
        let known = self.may_be[Self::place(u64::from(key))] & Self::KNOWN;
        known | self.may_be[Self::place(furniture::beginning(first))] & Self::PHRASE
    }

    #[inline]
    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::BITS)) as usize
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
