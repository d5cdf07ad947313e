//! A glance at a text, which tells what signs can be in it at all.
//!
//! Nearly every text has none and is done with by this: the words are told apart many bytes at a time, each is looked up once, by its first bytes, among
//! those that patterns and page furniture cannot do without, and nothing is copied. A glance may see a sign where there is none, never the other way round,
//! so glances at the parts of a text can be joined to one at the whole. Going over the bytes is the business of `looking`, knowing words that of `lexicon`.

mod elements;
mod lexicon;
mod looking;

use elements::Elements;
use lexicon::{LEXICON, Lexicon};
use looking::Looking;

use super::furniture::{self, Said};
use super::instruction::speaks_unspaced;
use super::pattern::{PATTERNS, Pattern};
use super::vocabulary::MARKERS;
use crate::ascii;

/// Letters that stand alone one after the other, from which a word can be spelled.
const SPELLED: usize = 6;
/// Words of two alphabets that are no accident.
const MIXED: usize = 3;
/// What a call of a tool cannot do without.
const CALLS: [&str; 2] = ["arguments\"", "function_call\""];

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
    /// A hyphen with white space behind it, which may have cut a word.
    const CUT: u16 = 1 << 3;
    /// Who speaks: names before a colon.
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
            hears: text.len() <= furniture::LONGEST_TEXT,
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

    /// Whether there may be a word that is cut at the end of a line.
    pub(super) fn may_have_cut_words(&self) -> bool {
        self.saw(Self::CUT)
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
        let same_key = lexicon.known.get(from..).unwrap_or_default().iter();
        for known in same_key.take_while(|known| known.key == key) {
            if !known.is(word.as_bytes()) {
                continue;
            }
            self.seen.join(known.elements);
            self.flags |= known.flags;
            self.see(known.speaker, next == b':');
        }
    }

    fn mark(&mut self, bytes: &[u8], at: usize) {
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(b' ');
        let may_open = match (byte(at), byte(at + 1)) {
            (b'"', next) => {
                let called = [b'a', b'f'].contains(&next) && {
                    let key = bytes.get(at + 1..).unwrap_or_default();
                    CALLS.iter().any(|call| key.starts_with(call.as_bytes()))
                };
                self.see(Self::MARKER, called);
                return self.flags |= Self::QUOTATION;
            }
            (b'\n' | b'|' | b'>', _) => return self.bars += 1,
            (b'[', next) => {
                let is_picture = at.checked_sub(1).is_some_and(|at| byte(at) == b'!');
                self.see(Self::PICTURE, is_picture);
                matches!(next, b'i' | b'I' | b'/')
            }
            (b'-', next) if next.is_ascii_whitespace() || next >= 0x80 => {
                return self.flags |= Self::CUT;
            }
            (b'<', next) => LEXICON.opens_tag[usize::from(next)],
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
        for rarest in self.seen.among(LEXICON.rarest) {
            for &at in LEXICON.by_rarest.get(rarest).into_iter().flatten() {
                let needs = LEXICON.needs.get(at);
                if needs.is_some_and(|(_, needs)| self.seen.holds(*needs)) {
                    found.insert(at);
                }
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
    fn has_marks(&self) -> bool {
        self.has_markers() || self.has_messages() || self.has_pictures()
    }

    /// Whether there is a mark of a turn or tool.
    pub(super) fn has_markers(&self) -> bool {
        self.saw(Self::MARKER)
    }

    /// Whether there may be a message as it is sent to a model, whose parts stand in quotation marks, or a call of a tool.
    pub(super) fn has_messages(&self) -> bool {
        let is_message = self.saw(Self::ROLE) && self.saw(Self::CONTENT) && self.has_quotation();
        is_message || self.saw(Self::MARKER)
    }

    /// Whether there is a picture, whose address may take something along.
    pub(super) fn has_pictures(&self) -> bool {
        self.saw(Self::PICTURE)
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
        self.saw(Self::SYSTEM | Self::MODEL)
    }
}

/// Some of [`PATTERNS`], as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Patterns([u128; 2]);

impl Patterns {
    #[cfg(test)]
    pub(super) const MOST: usize = 256;

    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn insert(&mut self, number: usize) {
        if let Some(bits) = self.0.get_mut(number / 128) {
            *bits |= 1 << (number % 128);
        }
    }

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
            let [first, second] = Glance::of(sentence).patterns().0;
            found.0[0] |= first;
            found.0[1] |= second;
            rest = after;
        }
        found
    }

    /// In their order.
    pub(super) fn iter(self) -> impl Iterator<Item = &'static Pattern> {
        let [mut first, mut second] = self.0;
        std::iter::from_fn(move || {
            let (bits, before) = if first == 0 {
                (&mut second, 128)
            } else {
                (&mut first, 0)
            };
            let at = before + bits.trailing_zeros() as usize;
            *bits &= bits.wrapping_sub(1);
            PATTERNS.get(at)
        })
    }
}

#[cfg(test)]
mod tests;
