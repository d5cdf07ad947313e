//! Kinship: whether one word may stand for another because both name one thing, or the one is what the other is a kind of.
//!
//! `Physicians` are doctors and a wolf is an animal, but a wolf is no lynx. Vectors do not tell these apart: two words that may fill one place of a
//! sentence are near each other whether they name one thing or two. `WordNet` does; its senses of a word are read from a packed file where it lies,
//! which `assets/kinship/pack.py` makes and describes.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use super::irregular::base;

static BYTES: &[u8] = include_bytes!("../../../assets/kinship/words.bin");
static TABLE: LazyLock<Option<Table<'static>>> = LazyLock::new(|| Table::open(BYTES));

/// How a word stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kin {
    /// Both name one thing, or the one what the other does: `physician` and `doctor`, `closure` and `close`.
    One,
    /// It names what the other is a kind of.
    Broader,
    /// It names a kind of what the other names.
    Narrower,
    /// Neither.
    Apart,
}

/// What a word mostly is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Noun,
    Verb,
    Adjective,
    /// As often one as another.
    Any,
}

/// What a word may mean.
#[derive(Debug)]
pub(crate) struct Senses {
    pub(crate) part: Part,
    /// Whether it first names what can be neither seen nor touched.
    pub(crate) is_abstract: bool,
    /// Numbers of senses, in order.
    own: Vec<u32>,
    /// The senses of words that are built on it, or that it is built on.
    akin: Vec<u32>,
    /// What all these are kinds of, at any remove.
    above: OnceCell<Vec<u32>>,
}

impl Senses {
    /// Those of a word in lower case in any of its forms; `None` for one that is not known.
    pub(crate) fn of(word: &str) -> Option<Self> {
        let table = TABLE.as_ref()?;
        let all = |forms: Vec<String>| {
            let found = forms.iter().filter_map(|form| table.find(form.as_bytes()));
            found.reduce(Self::and)
        };
        // An employer is no more of what is to employ.
        all(forms(word, ENDINGS)).or_else(|| all(forms(word, COMPARED)))
    }

    /// How the word stands to another.
    pub(crate) fn kin(&self, other: &Self) -> Kin {
        let is_one = share(&self.own, &other.own)
            || share(&self.own, &other.akin)
            || share(&self.akin, &other.own)
            // An employer and an employee both are of employing.
            || self.part != other.part && share(&self.akin, &other.akin);
        if is_one {
            return Kin::One;
        }
        let Some(table) = TABLE.as_ref() else {
            return Kin::Apart;
        };
        if share(&self.own, table.above(other)) {
            return Kin::Broader;
        }
        if share(&other.own, table.above(self)) {
            return Kin::Narrower;
        }
        // Adjectives of one kind are like each other.
        let own = table.heads(self);
        if !own.is_empty() && share(&own, &table.heads(other)) {
            Kin::One
        } else {
            Kin::Apart
        }
    }

    /// Whether the word may say to what something belongs, and so of which kind it is, not how: `visual`, `auditory`.
    pub(crate) fn tells_a_kind(&self) -> bool {
        let first = TABLE.as_ref().map(|table| table.belonging);
        first.is_some_and(|first| self.own.last().is_some_and(|last| *last >= first))
    }

    fn and(mut self, other: Self) -> Self {
        for (all, more) in [(&mut self.own, other.own), (&mut self.akin, other.akin)] {
            all.extend(more);
            all.sort_unstable();
            all.dedup();
        }
        self
    }
}

/// Whether this is listed as a word, in any of its forms.
pub fn is_listed_word(word: &str) -> bool {
    TABLE.as_ref().is_some_and(|table| {
        let listed = |form: &String| table.find(form.as_bytes()).is_some();
        forms(&word.to_lowercase(), ENDINGS).iter().any(listed)
    })
}

/// Whether two lists in order have a number in common.
fn share(a: &[u32], b: &[u32]) -> bool {
    // Nouns, verbs and adjectives have numbers of their own, so most lists of two kinds of words lie apart as a whole.
    let lie_apart = a.first() > b.last() || b.first() > a.last();
    !lie_apart && a.iter().any(|number| b.binary_search(number).is_ok())
}

/// The endings of plurals and verbs, and of comparatives, with what stands in their place in a list of words.
#[rustfmt::skip]
const ENDINGS: &[(&str, &str)] = &[
    ("s", ""), ("es", ""), ("es", "e"), ("ies", "y"), ("men", "man"), ("ed", ""), ("ed", "e"), ("ied", "y"), ("ing", ""), ("ing", "e"),
];
const COMPARED: &[(&str, &str)] = &[("er", ""), ("er", "e"), ("est", ""), ("est", "e")];

/// The forms under which a word may be listed: as it is, and without one of these endings.
fn forms(word: &str, endings: &[(&str, &str)]) -> Vec<String> {
    let mut forms = vec![word.to_owned()];
    let mut add = |form: String| {
        if form.len() > 1 && !forms.contains(&form) {
            forms.push(form);
        }
    };
    add(base(word).to_owned());
    for (ending, instead) in endings {
        let Some(bare) = word.strip_suffix(ending) else {
            continue;
        };
        add(format!("{bare}{instead}"));
        // `Planned`, `planning`.
        if let [.., before, last] = bare.as_bytes()
            && before == last
            && matches!(*ending, "ed" | "ing")
        {
            add(bare.get(..bare.len() - 1).unwrap_or_default().to_owned());
        }
    }
    forms
}

/// The packed file.
struct Table<'a> {
    /// Where the blocks begin, from where the first one does.
    starts: &'a [[u8; 4]],
    parents: &'a [[u8; 3]],
    further: &'a [[u8; 6]],
    blocks: &'a [u8],
    /// The first sense of an adjective, and the first of one that says to what something belongs.
    adjectives: u32,
    belonging: u32,
}

const MAGIC: &[u8] = b"KINSHIP1";
const HEAD: usize = 28;
/// What a sense is a kind of that is a kind of nothing.
const NOTHING: u32 = 0xff_ffff;

impl<'a> Table<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
        let (head, body) = bytes.split_at_checked(HEAD)?;
        let field = |at: usize| -> Option<u32> {
            let field = head.get(at..at + 4)?;
            Some(u32::from_le_bytes(field.try_into().ok()?))
        };
        let (blocks, senses, further) = (field(8)?, field(12)?, field(24)?);
        let (starts, rest) = body.split_at_checked(4 * (blocks as usize + 1))?;
        let (parents, rest) = rest.split_at_checked(3 * senses as usize)?;
        let (further, blocks) = rest.split_at_checked(6 * further as usize)?;
        head.starts_with(MAGIC).then_some(Self {
            starts: starts.as_chunks().0,
            parents: parents.as_chunks().0,
            further: further.as_chunks().0,
            blocks,
            adjectives: field(16)?,
            belonging: field(20)?,
        })
    }

    fn find(&self, word: &[u8]) -> Option<Senses> {
        let mut range: Range<usize> = 0..self.starts.len().checked_sub(1)?;
        while range.len() > 1 {
            let middle = usize::midpoint(range.start, range.end);
            // The first word of a block is written whole.
            let mut block = self.block(middle)?;
            block.next()?;
            if block.word.as_slice() <= word {
                range.start = middle;
            } else {
                range.end = middle;
            }
        }
        let mut words = self.block(range.start)?;
        while let Some(senses) = words.next() {
            if words.word == word {
                return Some(senses.read());
            }
        }
        None
    }

    fn block(&self, at: usize) -> Option<Block<'a>> {
        let start = |at: usize| Some(u32::from_le_bytes(*self.starts.get(at)?) as usize);
        Some(Block {
            rest: self.blocks.get(start(at)?..start(at + 1)?)?,
            word: Vec::new(),
        })
    }

    /// The heads of the adjectives among the senses of a word, in order.
    fn heads(&self, senses: &Senses) -> Vec<u32> {
        let first = senses.own.partition_point(|sense| *sense < self.adjectives);
        let adjectives = senses.own.get(first..).unwrap_or_default();
        let mut heads: Vec<u32> = adjectives
            .iter()
            .flat_map(|sense| self.parents(*sense))
            .collect();
        heads.sort_unstable();
        heads
    }

    /// What a sense is a kind of.
    fn parents(&self, sense: u32) -> impl Iterator<Item = u32> {
        let first = self.parents.get(sense as usize).copied().map(number);
        let from = self
            .further
            .partition_point(|pair| pair.first_chunk().copied().map(number) < Some(sense));
        let further = self.further.get(from..).unwrap_or_default().iter();
        let further = further
            .take_while(move |pair| pair.first_chunk().copied().map(number) == Some(sense))
            .filter_map(|pair| pair.last_chunk().copied().map(number));
        first
            .filter(|parent| *parent != NOTHING)
            .into_iter()
            .chain(further)
    }

    /// All that the senses of a word are kinds of, at any remove.
    fn above<'s>(&self, senses: &'s Senses) -> &'s [u32] {
        senses.above.get_or_init(|| {
            let mut front: Vec<u32> = senses.own.iter().chain(&senses.akin).copied().collect();
            let mut above: Vec<u32> = Vec::new();
            while !front.is_empty() {
                front = front
                    .iter()
                    .flat_map(|sense| self.parents(*sense))
                    .filter(|parent| above.binary_search(parent).is_err())
                    .collect();
                front.sort_unstable();
                front.dedup();
                above.extend(&front);
                above.sort_unstable();
            }
            above
        })
    }
}

/// Words in order, each written as what it does not share with the one before. What it gives are their senses, one word after the other.
struct Block<'a> {
    rest: &'a [u8],
    /// The word whose senses were given last.
    word: Vec<u8>,
}

/// The senses of a word as they are written.
struct Written<'a> {
    part: u8,
    is_abstract: bool,
    own: &'a [[u8; 3]],
    akin: &'a [[u8; 3]],
}

impl<'a> Iterator for Block<'a> {
    type Item = Written<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let (&[shared, more], rest) = self.rest.split_first_chunk::<2>()?;
        let (letters, rest) = rest.split_at_checked(usize::from(more))?;
        let (&[own, akin], rest) = rest.split_first_chunk::<2>()?;
        let (is_abstract, part) = (own >> 7 == 1, akin >> 6);
        let (own, rest) = rest.split_at_checked(3 * usize::from(own & 127))?;
        let (akin, rest) = rest.split_at_checked(3 * usize::from(akin & 63))?;
        self.rest = rest;
        self.word.truncate(usize::from(shared));
        self.word.extend_from_slice(letters);
        Some(Written {
            part,
            is_abstract,
            own: own.as_chunks().0,
            akin: akin.as_chunks().0,
        })
    }
}

impl Written<'_> {
    fn read(&self) -> Senses {
        Senses {
            part: match self.part {
                0 => Part::Noun,
                1 => Part::Verb,
                2 => Part::Adjective,
                _ => Part::Any,
            },
            is_abstract: self.is_abstract,
            own: self.own.iter().copied().map(number).collect(),
            akin: self.akin.iter().copied().map(number).collect(),
            above: OnceCell::new(),
        }
    }
}

fn number([a, b, c]: [u8; 3]) -> u32 {
    u32::from_le_bytes([a, b, c, 0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, other: &str, expected: Kin) {
        let (own, theirs) = (Senses::of(word).unwrap(), Senses::of(other).unwrap());
        assert_eq!(own.kin(&theirs), expected, "{word}, {other}");
    }

    #[test]
    fn words_for_one_thing_are_told_from_words_for_two_of_a_kind() {
        for (word, other) in [
            ("physicians", "doctors"),
            ("ruined", "destroyed"),
            ("closure", "closed"),
            ("ailing", "troubled"),
        ] {
            check(word, other, Kin::One);
        }
        for (word, other) in [
            ("wolves", "lynxes"),
            ("poison", "cold"),
            ("police", "ministry"),
            ("employer", "employee"),
        ] {
            check(word, other, Kin::Apart);
        }
    }

    #[test]
    fn a_word_for_a_kind_stands_above_the_words_for_what_is_of_it() {
        for (word, other) in [
            ("animals", "wolves"),
            ("illness", "pneumonia"),
            ("craftsmen", "potters"),
            ("relative", "sister"),
        ] {
            check(word, other, Kin::Broader);
            check(other, word, Kin::Narrower);
        }
    }

    #[test]
    fn every_word_of_the_file_is_found_and_what_is_none_is_not() {
        let table = TABLE.as_ref().unwrap();
        let mut words = 0;
        for at in 0..table.starts.len() - 1 {
            let mut block = table.block(at).unwrap();
            while let Some(written) = block.next() {
                let found = table.find(&block.word).unwrap();
                assert_eq!(found.own, written.read().own);
                words += 1;
            }
        }
        assert!(words > 60_000);
        for word in ["", "a", "zzzz", "marenholt", "été"] {
            assert!(Senses::of(word).is_none(), "{word}");
        }
        assert_eq!(Senses::of("doctors").unwrap().part, Part::Noun);
    }

    #[test]
    fn what_tells_a_kind_is_told_from_what_tells_how_a_thing_is() {
        let tells_a_kind = |word: &str| Senses::of(word).unwrap().tells_a_kind();
        for word in ["visual", "auditory", "dental", "syntactic"] {
            assert!(tells_a_kind(word), "{word}");
        }
        for word in ["serious", "new", "visible", "tooth"] {
            assert!(!tells_a_kind(word), "{word}");
        }
    }

    #[test]
    fn a_file_that_is_none_or_is_cut_short_holds_nothing() {
        assert!(Table::open(b"").is_none());
        assert!(Table::open(&[0; 100]).is_none());
        assert!(Table::open(BYTES.get(..1000).unwrap()).is_none());
    }
}
