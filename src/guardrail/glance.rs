//! A glance at a text, which tells what signs can be in it at all.
//!
//! Nearly every text has none and is done with by this: the words are told apart many bytes at a time, each is looked up once, by its first bytes, among
//! those that patterns and page furniture cannot do without, and nothing is copied. A glance may see a sign where there is none, never the other way round,
//! so glances at the parts of a text can be joined to one at the whole. Words are told apart as in [`super::tokens`], which is asked about those that are
//! dressed up.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "without branches, many bytes are looked at at once"
)]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::furniture::{self, Said};
use super::instruction::speaks_unspaced;
use super::pattern::{Element, PATTERNS, Pattern, Word};
use super::tokens::{mixed_words, tokens};
use super::vocabulary::{MARKERS, MODELS};
use crate::ascii::{self, BLOCK, Run};

/// Letters that stand alone one after the other, from which a word can be spelled.
const SPELLED: usize = 6;
/// Words of two alphabets that are no accident.
const MIXED: usize = 3;

/// What was seen.
#[derive(Debug, Clone, Default)]
pub struct Glance {
    seen: Elements,
    flags: u16,
    /// Words that mix alphabets.
    mixed: usize,
    /// Letters alone: before any other word, up to here, and at most so many in a row.
    first_letters: usize,
    letters: usize,
    most_letters: usize,
    has_other_words: bool,
    /// Words as white space parts them, where that is ASCII.
    words: usize,
    /// Marks that can part the entries of a menu.
    bars: usize,
    pub(super) said: Said,
}

/// What a glance says yes or no to.
impl Glance {
    /// A mark of a turn or tool.
    const MARKER: u16 = 1;
    /// A picture, whose address may take something along.
    const PICTURE: u16 = 1 << 1;
    /// A script that is written without spaces.
    const UNSPACED: u16 = 1 << 2;
    /// Who speaks: names before a colon.
    const PERSON: u16 = 1 << 3;
    const MODEL: u16 = 1 << 4;
    const SYSTEM: u16 = 1 << 5;
    /// Words of a message as it is sent to a model.
    const ROLE: u16 = 1 << 6;
    const CONTENT: u16 = 1 << 7;
    /// A word that is known at once to have a letter or figure.
    const PLAIN: u16 = 1 << 8;
    /// A word that is not.
    const DRESSED: u16 = 1 << 9;
    /// White space that is not ASCII.
    const WIDE_SPACE: u16 = 1 << 10;
    const QUOTATION: u16 = 1 << 11;
    /// A word that an empty page may have.
    const PAGE: u16 = 1 << 12;
}

impl Glance {
    /// Looks at a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut looking = Looking {
            lexicon: &LEXICON,
            text,
            // What is longer is no furniture, whatever it says.
            wanted: if text.len() > furniture::LONGEST_TEXT {
                Lexicon::KNOWN
            } else {
                Lexicon::KNOWN | Lexicon::PHRASE
            },
            after_space: true,
            glance: Self::default(),
        };
        ascii::walk(text.as_bytes(), &mut looking);
        let mut glance = looking.glance;
        glance.seen.complete(LEXICON.models);
        glance
    }

    /// What is seen in two texts, one behind the other with one or two line ends between them. It may be more than is there, never less.
    pub fn join(&mut self, next: &Self) {
        self.seen.join(next.seen);
        self.seen.complete(LEXICON.models);
        self.flags |= next.flags;
        self.mixed += next.mixed;
        let between = self.letters + next.first_letters;
        self.most_letters = self.most_letters.max(next.most_letters).max(between);
        if !self.has_other_words {
            self.first_letters += next.first_letters;
        }
        self.letters = if next.has_other_words {
            next.letters
        } else {
            between
        };
        self.has_other_words |= next.has_other_words;
        self.words += next.words;
        // Line ends are marks too.
        self.bars += next.bars + 2;
        self.said.join(&next.said);
    }

    /// How many words a text has, as white space parts them.
    #[must_use]
    pub fn words(&self, text: &str) -> usize {
        if self.saw(Self::WIDE_SPACE) {
            return ascii::count_words(text);
        }
        self.words
    }

    #[inline]
    fn see(&mut self, flag: u16, is_there: bool) {
        self.flags |= flag * u16::from(is_there);
    }

    #[inline]
    fn saw(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Whether a text of a few words may be that of an empty page.
    pub(super) fn may_be_empty(&self) -> bool {
        self.saw(Self::PAGE | Self::DRESSED)
    }

    /// Whether there is a letter or figure for sure.
    pub(super) fn has_words(&self) -> bool {
        self.saw(Self::PLAIN)
    }

    pub(super) fn has_quotation(&self) -> bool {
        self.saw(Self::QUOTATION)
    }

    /// No fewer than the marks that part entries of a menu.
    pub(super) fn most_bars(&self) -> usize {
        self.bars
    }

    #[inline]
    fn letter(&mut self) {
        self.letters += 1;
        self.most_letters = self.most_letters.max(self.letters);
        self.first_letters += usize::from(!self.has_other_words);
    }

    #[inline]
    fn no_letter(&mut self) {
        self.letters = 0;
        self.has_other_words = true;
    }

    fn known(&mut self, lexicon: &Lexicon, from: usize, key: u32, word: &str, next: u8) {
        let same_key = lexicon.known.iter().skip(from);
        for known in same_key.take_while(|known| known.key == key) {
            let length = known.word.len();
            let fits = word.len() == length || known.begins && word.len() > length;
            if !fits {
                continue;
            }
            // A key holds all of a shorter word.
            if length > KEY {
                let beginning = word.as_bytes().get(..length).unwrap_or_default();
                if !beginning.eq_ignore_ascii_case(known.word.as_bytes()) {
                    continue;
                }
            }
            self.seen.join(known.elements);
            self.flags |= known.flags;
            self.see(known.speaker, next == b':');
        }
    }

    fn mark(&mut self, bytes: &[u8], at: usize) {
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(b' ');
        let may_open = match (byte(at), byte(at + 1)) {
            (b'"', _) => return self.flags |= Self::QUOTATION,
            (b'\n' | b'|' | b'>', _) => return self.bars += 1,
            (b'[', next) => {
                let is_picture = at.checked_sub(1).is_some_and(|at| byte(at) == b'!');
                self.see(Self::PICTURE, is_picture);
                matches!(next, b'i' | b'I' | b'/')
            }
            (b'<', _) => true,
            (mark, next) => mark == next,
        };
        let here = bytes.get(at..).unwrap_or_default();
        let is_marker = may_open
            && MARKERS.iter().any(|marker| {
                let beginning = here.get(..marker.len()).unwrap_or_default();
                beginning.eq_ignore_ascii_case(marker.as_bytes())
            });
        self.see(Self::MARKER, is_marker);
    }

    /// The patterns that may be found.
    pub(super) fn patterns(&self) -> Patterns {
        let mut found = Patterns::default();
        // Most texts have no word that is telling.
        if self.seen.has_any_of(LEXICON.rarest) {
            for (at, needs) in LEXICON.needs.iter().enumerate() {
                found.0 |= u128::from(self.seen.holds(*needs)) << at;
            }
        }
        found
    }

    /// The most points that the text can come to with these patterns; none where no sign in it is worth more than one.
    pub(super) fn points(&self, text: &str, patterns: Patterns) -> u8 {
        let (mut sum, mut strongest) = (0_u8, 0);
        let mut add = |points: u8| {
            sum = sum.saturating_add(points);
            strongest = strongest.max(points);
        };
        for pattern in patterns.iter() {
            add(pattern.sign.points);
        }
        if self.has_marks() || self.may_be_spelled() {
            add(3);
        }
        if self.mixes() {
            add(2);
        }
        if self.has_turns() {
            add(4);
        }
        if self.is_unspaced() && speaks_unspaced(text) {
            add(3);
        }
        if strongest > 1 { sum } else { 0 }
    }

    /// Whether something may forge a conversation or take data along.
    pub(super) fn has_marks(&self) -> bool {
        self.saw(Self::MARKER | Self::PICTURE) || self.saw(Self::ROLE) && self.saw(Self::CONTENT)
    }

    pub(super) fn is_unspaced(&self) -> bool {
        self.saw(Self::UNSPACED)
    }

    fn may_be_spelled(&self) -> bool {
        self.most_letters >= SPELLED
    }

    fn mixes(&self) -> bool {
        self.mixed >= MIXED
    }

    /// Whether words may be made hard to find.
    pub(super) fn may_disguise(&self) -> bool {
        self.may_be_spelled() || self.mixes()
    }

    /// Whether somebody may speak.
    pub(super) fn has_turns(&self) -> bool {
        self.saw(Self::SYSTEM) || self.saw(Self::PERSON) && self.saw(Self::MODEL)
    }
}

/// Some of [`PATTERNS`], as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Patterns(u128);

impl Patterns {
    /// Those that may be found within one of the sentences of a text: none reaches over the end of one. What looks like an end in the midst of a word is
    /// none.
    pub(super) fn of_sentences(text: &str) -> Self {
        let mut found = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            let ends = |(at, mark): (usize, &str)| {
                let next = at + mark.len();
                let byte = rest.as_bytes().get(next);
                byte.is_none_or(u8::is_ascii_whitespace).then_some(next)
            };
            let end = rest.match_indices(['.', '!', '?']).find_map(ends);
            let (sentence, after) = rest.split_at(end.unwrap_or(rest.len()));
            found.0 |= Glance::of(sentence).patterns().0;
            rest = after;
        }
        found
    }

    /// In their order.
    pub(super) fn iter(self) -> impl Iterator<Item = &'static Pattern> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let at = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            PATTERNS.get(at)
        })
    }
}

/// A glance while it goes over its text.
struct Looking<'a> {
    lexicon: &'static Lexicon,
    text: &'a str,
    /// What is looked for.
    wanted: u8,
    after_space: bool,
    glance: Glance,
}

impl ascii::Walker for Looking<'_> {
    #[inline]
    fn is_usual(byte: u8) -> bool {
        (byte | 0x20).wrapping_sub(b'a') < 26
    }

    /// Digits, parts of letters that are no ASCII, the apostrophe, and the backslash, which Markdown escapes with.
    #[inline]
    fn is_odd(byte: u8) -> bool {
        (byte.wrapping_sub(b'0') < 10) | (byte == b'\'') | (byte == b'\\') | (byte >= 0x80)
    }

    #[inline]
    fn run(&mut self, run: Run) {
        let bytes = self.text.as_bytes();
        let end = run.at + run.len;
        if run.is_odd && is_dressed(bytes.get(run.at..end).unwrap_or_default()) {
            return self.dressed(run);
        }
        let glance = &mut self.glance;
        glance.flags |= Glance::PLAIN;
        let first = ascii::eight(bytes, run.at);
        let key = first as u32 & KEYS[run.len.min(KEY)];
        if run.len == 1 && key > u32::from(b'9') {
            glance.letter();
        } else {
            glance.no_letter();
        }
        let found = self.lexicon.look_up(key, first) & self.wanted;
        if found & Lexicon::PHRASE != 0 {
            glance
                .said
                .hear(bytes.get(run.at..).unwrap_or_default(), first);
        }
        if found & Lexicon::KNOWN != 0
            && let Some(from) = self.lexicon.find(key)
        {
            let next = bytes.get(end).copied().unwrap_or(b' ');
            let word = self.text.get(run.at..end).unwrap_or_default();
            glance.known(self.lexicon, from, key, word, next);
        }
    }

    #[inline]
    fn block(&mut self, at: usize, bytes: &[u8; BLOCK], count: usize) {
        let counted = ascii::below(count);
        let spaces = ascii::mask(bytes, ascii::is_space);
        let begun = !spaces & (spaces << 1 | u64::from(self.after_space)) & counted;
        self.glance.words += begun.count_ones() as usize;
        if let Some(last) = count.checked_sub(1) {
            self.after_space = spaces >> last & 1 == 1;
        }
        let mut marks = counted
            & ascii::mask(bytes, |byte| {
                (byte == b'<')
                    | (byte == b'[')
                    | (byte == b'#')
                    | (byte == b'-')
                    | (byte == b'"')
                    | (byte == b'\n')
                    | (byte == b'|')
                    | (byte == b'>')
            });
        while marks != 0 {
            let at = at + marks.trailing_zeros() as usize;
            self.glance.mark(self.text.as_bytes(), at);
            marks &= marks - 1;
        }
    }
}

impl Looking<'_> {
    /// One or two words of letters with apostrophes, quotation marks or dashes beside or between them, as most that are dressed; `false` where it is more.
    fn has_only_marks(&mut self, run: Run) -> bool {
        /// Bytes of two words that were one.
        const MOST: usize = 24;
        let end = run.at + run.len;
        let bytes = self.text.as_bytes().get(run.at..end).unwrap_or_default();
        let mut words: [&[u8]; 2] = [&[]; 2];
        let mut count = 0;
        let mut at = 0;
        let mut quotes = false;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
            at += match (letters.count(), rest) {
                (0, [b'\'', ..]) => 1,
                (0, [0xE2, 0x80, mark, ..])
                    if matches!(mark, 0x93 | 0x94 | 0x98 | 0x99 | 0x9C | 0x9D | 0xA6) =>
                {
                    quotes |= *mark == 0x9C;
                    3
                }
                (0, _) => return false,
                (letters, _) => {
                    let (Some(word), Some(found)) = (words.get_mut(count), rest.get(..letters))
                    else {
                        return false;
                    };
                    *word = found;
                    count += 1;
                    letters
                }
            };
        }
        let [first, second] = words;
        let mut both = [0; MOST];
        let Some(joined) = both.get_mut(..first.len() + second.len()) else {
            return false;
        };
        for (to, from) in joined.iter_mut().zip(first.iter().chain(second)) {
            *to = *from;
        }
        let glance = &mut self.glance;
        glance.flags |= Glance::DRESSED;
        glance.see(Glance::QUOTATION, quotes);
        if self.wanted & Lexicon::PHRASE != 0 {
            glance.said.hear_within(self.text.as_bytes(), run.at..end);
        }
        let next = self.text.as_bytes().get(end).copied().unwrap_or(b' ');
        for word in [first, second, joined] {
            let key = key_of(word);
            if let Some(from) = self.lexicon.find(key)
                && let Ok(word) = std::str::from_utf8(word)
            {
                glance.known(self.lexicon, from, key, word, next);
            }
        }
        for word in words.iter().take(count) {
            if word.len() == 1 {
                glance.letter();
            } else {
                glance.no_letter();
            }
        }
        true
    }

    /// A word with letters that are no ASCII, digits among its letters, or an apostrophe; or several such words.
    #[cold]
    fn dressed(&mut self, run: Run) {
        if self.has_only_marks(run) {
            return;
        }
        let (lexicon, text, glance) = (self.lexicon, self.text, &mut self.glance);
        let end = run.at + run.len;
        let words = text.get(run.at..end).unwrap_or_default();
        let next = text.as_bytes().get(end).copied().unwrap_or(b' ');
        glance.flags |= Glance::DRESSED;
        glance.see(
            Glance::UNSPACED,
            words.bytes().any(|byte| matches!(byte, 0xE0 | 0xE3..=0xED)),
        );
        if !words.is_ascii() {
            glance.mixed += mixed_words(words);
            for c in words.chars().filter(|c| !c.is_ascii()) {
                glance.see(Glance::QUOTATION, matches!(c, '“' | '„'));
                glance.see(Glance::WIDE_SPACE, c.is_whitespace());
                glance.bars += usize::from(matches!(c, '•' | '·' | '»' | '›'));
            }
        }
        if self.wanted & Lexicon::PHRASE != 0 {
            glance.said.hear_within(text.as_bytes(), run.at..end);
        }
        // An apostrophe joins, or it closes a quotation that was opened before.
        let parts = words.split('’').filter(|part| part.len() < words.len());
        for part in std::iter::once(words).chain(parts) {
            for token in tokens(part) {
                let word = token.text.as_str();
                let mut letters = word.chars();
                match (letters.next(), letters.next()) {
                    (Some('.' | ','), None) => {}
                    (Some(letter), None) if letter.is_alphabetic() => glance.letter(),
                    _ => glance.no_letter(),
                }
                let key = key_of(word.as_bytes());
                if let Some(from) = lexicon.find(key) {
                    glance.known(lexicon, from, key, word, next);
                }
            }
        }
    }
}

/// Bytes of a word that it is looked up by.
const KEY: usize = 4;
/// What is left of the first bytes of a word of so many.
const KEYS: [u32; KEY + 1] = [0, 0xFF, 0xFFFF, 0x00FF_FFFF, u32::MAX];

/// A word's first bytes, in lower case.
fn key_of(word: &[u8]) -> u32 {
    let bytes = word.iter().take(KEY).enumerate();
    bytes.fold(0, |key, (at, byte)| {
        key | u32::from(byte.to_ascii_lowercase()) << (8 * at)
    })
}

/// Whether a run is more than a word of ASCII as it is: digits between letters may stand for letters.
fn is_dressed(run: &[u8]) -> bool {
    let is_letter = |byte: &u8| !byte.is_ascii_digit();
    let first = run.iter().position(is_letter).unwrap_or_default();
    let last = run.iter().rposition(is_letter).unwrap_or_default();
    let between = run.get(first..last).unwrap_or_default();
    between.iter().any(u8::is_ascii_digit) || !run.iter().all(u8::is_ascii_alphanumeric)
}

/// Elements of patterns, by their numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Elements([u64; Self::WORDS]);

impl Elements {
    const WORDS: usize = 4;
    const MOST: usize = Self::WORDS * 64;
    /// Any name of a model, and the words that some names are made of.
    const MODEL: usize = 0;
    const LANGUAGE: usize = 1;
    const LANGUAGES_MODEL: usize = 2;
    const DIGITAL: usize = 3;
    const DIGITALS_ASSISTANT: usize = 4;
    const FIRST_FREE: usize = 5;
    /// Out of range: for words that are known for something else.
    const NONE: usize = usize::MAX;

    fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    fn contains(self, number: usize) -> bool {
        let word = self.0.get(number / 64).copied().unwrap_or_default();
        word >> (number % 64) & 1 == 1
    }

    #[inline]
    fn join(&mut self, others: Self) {
        for (word, other) in self.0.iter_mut().zip(others.0) {
            *word |= other;
        }
    }

    fn has_any_of(self, others: Self) -> bool {
        let mut pairs = self.0.iter().zip(others.0);
        pairs.any(|(word, other)| word & other != 0)
    }

    #[inline]
    fn holds(self, others: Self) -> bool {
        self.0
            .iter()
            .zip(others.0)
            .all(|(word, other)| word & other == other)
    }

    /// Adds models whose names have several words, and what any model's name fulfils.
    fn complete(&mut self, models: Self) {
        let both = |one, other| self.contains(one) && self.contains(other);
        if both(Self::LANGUAGE, Self::LANGUAGES_MODEL)
            || both(Self::DIGITAL, Self::DIGITALS_ASSISTANT)
        {
            self.insert(Self::MODEL);
        }
        if self.contains(Self::MODEL) {
            self.join(models);
        }
    }
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::of_patterns);

/// The words that are worth knowing.
struct Lexicon {
    /// By key.
    known: Vec<Known>,
    /// A hash table: a key, and one more than where its words begin.
    slots: Vec<(u32, u16)>,
    /// By hash, what words of it may be: most words are none of what is looked for, which is told by this alone.
    may_be: Box<[u8; 1 << Self::BITS]>,
    /// What each pattern cannot do without.
    needs: Vec<Elements>,
    /// One element of each pattern, the one that is met least.
    rarest: Elements,
    /// What any model's name fulfils.
    models: Elements,
}

struct Known {
    key: u32,
    word: &'static str,
    /// Whether longer words count that begin so.
    begins: bool,
    elements: Elements,
    /// What it says wherever it stands, and what before a colon.
    flags: u16,
    speaker: u16,
}

impl Lexicon {
    const BITS: u32 = 13;
    /// A word of patterns; the beginning of a phrase of page furniture.
    const KNOWN: u8 = 1;
    const PHRASE: u8 = 2;

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
    fn look_up(&self, key: u32, first: u64) -> u8 {
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
    fn find(&self, key: u32) -> Option<usize> {
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
const TURNS: [&str; 10] = [
    "human",
    "user",
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
        "human" | "user" => Glance::PERSON,
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

#[cfg(test)]
mod tests;
