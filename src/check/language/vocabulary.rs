//! The words of a comparison: each is read once, however often it stands in a claim and its evidence, and is a small number from then on.
//!
//! Besides the stem, what comparing asks of a word is kept with it: what kind of word it is, how rare, and what it means as a vector. It may live as
//! long as its owner likes; [`Vocabulary::trim`] keeps it from growing without end.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use foldhash::fast::FixedState;

use super::irregular::base;
use super::kinship::{Kin, Senses};
use super::opposites::{Places, Relation};
use super::synonyms::{Entry, are_of_one_group, beginning_with};
use super::terms::{is_stop_word, words};
use crate::ascii::{self, Run};
use crate::semantic;
use crate::stem::stem;

/// A word of one [`Vocabulary`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WordId(u32);

/// A stem of one [`Vocabulary`]: forms of one word have it in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct StemId(pub(crate) u32);

/// What is known of one word.
pub(crate) struct Word {
    /// In lower case, without a possessive ending.
    pub(crate) text: String,
    /// What its forms have in common, as text.
    pub(crate) root: String,
    pub(crate) stem: StemId,
    pub(crate) kind: Kind,
    pub(crate) role: Role,
    pub(crate) places: Places,
    /// The phrases of one sense with others that begin with it.
    pub(crate) begins: &'static [Entry],
    meaning: OnceCell<Option<Box<semantic::Word>>>,
    senses: OnceCell<Option<Box<Senses>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Says something: a noun, a verb, an adjective.
    Content,
    /// Holds digits.
    Number,
    /// Says little by itself.
    Stop,
}

/// What a word does to the sentence it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Negation,
    /// Makes a statement weaker: `may`, `suggests`, `about`.
    Hedge,
    /// Leaves no exception: `all`, `only`, `never`, `first`.
    Absolute,
    /// Of somebody who speaks of himself or to a listener: `I`, `your`, `well`.
    Aside,
    None,
}

/// What is asked of a word wherever it stands.
#[derive(Debug, Clone, Copy)]
struct Known {
    id: WordId,
    stem: StemId,
    is_listed: bool,
}

/// A word where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub(crate) word: WordId,
    /// The word's, which is asked for most.
    pub(crate) stem: StemId,
    /// Bytes of the text.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Begins with a capital, or has one inside.
    pub(crate) is_capital: bool,
    /// Stands in a list of words that exclude each other.
    pub(crate) is_listed: bool,
}

/// A text as it was read: its sentences, and the words of each.
#[derive(Default)]
pub(crate) struct ReadText {
    pub(crate) tokens: Vec<Token>,
    /// The bytes of each sentence, and the places of its tokens.
    pub(crate) sentences: Vec<(Range<usize>, Range<usize>)>,
}

/// The words met so far, and the texts read last.
#[derive(Default)]
pub(crate) struct Vocabulary {
    ids: HashMap<String, Known, FixedState>,
    /// The short ones once more, by their letters, which are compared without going to where a text is kept.
    short: HashMap<u128, Known, FixedState>,
    stems: HashMap<String, StemId, FixedState>,
    words: Vec<Word>,
    /// One text is evidence for many claims.
    texts: HashMap<String, Arc<ReadText>, FixedState>,
    /// Bytes of these texts.
    kept: usize,
    /// The words of sentences that were read last.
    sentences: HashMap<String, Box<[Token]>, FixedState>,
    /// Bytes of these sentences.
    kept_of_sentences: usize,
    /// The word that is being looked up, in lower case.
    buffer: String,
}

impl Vocabulary {
    /// Adds the words of a text to `tokens`, in order. One sentence is read by many who ask about it.
    pub(crate) fn read(&mut self, text: &str, tokens: &mut Vec<Token>) {
        /// Bytes of the sentences that are kept, and of one of them.
        const MOST: usize = 100_000;
        const LONGEST: usize = 2_000;
        if let Some(known) = self.sentences.get(text) {
            tokens.extend_from_slice(known);
            return;
        }
        let from = tokens.len();
        self.read_anew(text, tokens);
        if text.len() > LONGEST {
            return;
        }
        if self.kept_of_sentences + text.len() > MOST {
            self.sentences.clear();
            self.kept_of_sentences = 0;
        }
        self.kept_of_sentences += text.len();
        let own = tokens.get(from..).unwrap_or_default();
        self.sentences.insert(text.to_owned(), own.into());
    }

    fn read_anew(&mut self, text: &str, tokens: &mut Vec<Token>) {
        let is_shouted = !text.bytes().any(|byte| byte.is_ascii_lowercase());
        for span in words(text) {
            let Some(surface) = text.get(span.clone()) else {
                continue;
            };
            let short = Short::of(text, &span);
            let is_capital = match &short {
                Some(short) => short.is_capital,
                None => surface.chars().any(char::is_uppercase),
            };
            // Every word of all evidence comes by here, and few are in capitals.
            let may_be_initials = is_capital && surface.len() <= LONGEST_INITIALS && !is_shouted;
            let known = if may_be_initials && INITIALS.contains(&surface) {
                self.initials(surface)
            } else if let Some(short) = short {
                self.id_of_short(short.letters, surface)
            } else {
                self.id_of_any(surface)
            };
            tokens.push(Token {
                word: known.id,
                stem: known.stem,
                is_listed: known.is_listed,
                start: span.start as u32,
                end: span.end as u32,
                is_capital,
            });
        }
    }

    /// A text as it was read before, or as `read` reads it now.
    pub(crate) fn read_once(
        &mut self,
        text: &str,
        read: impl FnOnce(&mut Self) -> ReadText,
    ) -> Arc<ReadText> {
        const MOST: usize = 4_000_000;
        if let Some(known) = self.texts.get(text) {
            return Arc::clone(known);
        }
        let found = Arc::new(read(self));
        if self.kept + text.len() > MOST {
            self.texts.clear();
            self.kept = 0;
        }
        self.kept += text.len();
        self.texts.insert(text.to_owned(), Arc::clone(&found));
        found
    }

    pub(crate) fn word(&self, id: WordId) -> Option<&Word> {
        self.words.get(id.0 as usize)
    }

    /// Number of different stems.
    pub(crate) fn stems(&self) -> usize {
        self.stems.len()
    }

    /// Forgets all words, if they have become too many to keep.
    pub(crate) fn trim(&mut self) {
        const MOST: usize = 200_000;
        self.trim_to(MOST);
    }

    /// The same where so many are too many.
    pub(crate) fn trim_to(&mut self, most: usize) {
        if self.words.len() > most {
            *self = Self::default();
        }
    }

    /// The word of initials, which are not the small word of the same letters.
    fn initials(&mut self, surface: &str) -> Known {
        if let Some(&known) = self.ids.get(surface) {
            return known;
        }
        let id = WordId(self.words.len() as u32);
        let next = StemId(self.stems.len() as u32);
        let stem = *self.stems.entry(surface.to_owned()).or_insert(next);
        self.words.push(Word {
            text: surface.to_owned(),
            root: surface.to_owned(),
            stem,
            kind: Kind::Content,
            role: Role::None,
            places: Places::default(),
            begins: &[],
            meaning: OnceCell::from(None),
            senses: OnceCell::from(None),
        });
        let known = Known {
            id,
            stem,
            is_listed: false,
        };
        self.ids.insert(surface.to_owned(), known);
        known
    }

    fn id_of_short(&mut self, letters: u128, surface: &str) -> Known {
        if let Some(&known) = self.short.get(&letters) {
            return known;
        }
        let known = self.id_of_any(surface);
        self.short.insert(letters, known);
        known
    }

    fn id_of_any(&mut self, surface: &str) -> Known {
        self.buffer.clear();
        if surface.is_ascii() {
            self.buffer.push_str(surface);
            self.buffer.make_ascii_lowercase();
        } else {
            for letter in surface.chars() {
                match letter {
                    '’' => self.buffer.push('\''),
                    _ => self.buffer.extend(letter.to_lowercase()),
                }
            }
        }
        if self.buffer.ends_with("'s") {
            self.buffer.truncate(self.buffer.len() - 2);
        }
        if let Some(&known) = self.ids.get(self.buffer.as_str()) {
            return known;
        }
        let id = WordId(self.words.len() as u32);
        let text = self.buffer.clone();
        let word = self.learn(&text);
        let known = Known {
            id,
            stem: word.stem,
            is_listed: !word.places.is_empty(),
        };
        self.words.push(word);
        self.ids.insert(text, known);
        known
    }

    fn learn(&mut self, text: &str) -> Word {
        let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
        let single = text.len() == 1;
        let kind = if has_digit {
            Kind::Number
        } else if single || is_stop_word(text) {
            Kind::Stop
        } else {
            Kind::Content
        };
        let is_plain =
            (3..=40).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase());
        let stemmed = if is_plain {
            stem(base(text))
        } else {
            text.to_owned()
        };
        let places = Places::of(&stemmed);
        let root = stemmed.clone();
        let stem = if kind == Kind::Content {
            stemmed
        } else {
            text.to_owned()
        };
        let next = StemId(self.stems.len() as u32);
        let stem = *self.stems.entry(stem).or_insert(next);
        Word {
            text: text.to_owned(),
            begins: beginning_with(&root),
            root,
            stem,
            kind,
            role: role(text),
            places,
            meaning: OnceCell::new(),
            senses: OnceCell::new(),
        }
    }
}

impl Word {
    /// How much it says about a text that it stands there, from 0 to 1.
    pub(crate) fn weight(&self) -> f32 {
        match self.kind {
            Kind::Stop => 0.0,
            Kind::Number => 0.8,
            Kind::Content => (self.rarity() * self.rarity()).max(0.1),
        }
    }

    /// How rare it is, from 0 to 1.
    pub(crate) fn rarity(&self) -> f32 {
        self.meaning().map_or(1.0, |meaning| meaning.rarity)
    }

    /// How near two words are in meaning, from -1 to 1; 0 where one of them has none.
    pub(crate) fn nearness(&self, other: &Self) -> f32 {
        match (self.meaning(), other.meaning()) {
            (Some(own), Some(theirs)) => own.vector.cosine(&theirs.vector),
            _ => 0.0,
        }
    }

    /// How far one word may stand for the other, from 0 to 1.
    pub(crate) fn likeness(&self, other: &Self) -> f32 {
        if self.is_built_on(other) {
            return 0.9;
        }
        ((self.nearness(other) - 0.2) / 0.5).clamp(0.0, 1.0)
    }

    /// Whether one word is built on the other: `occupation`, `occupational`.
    fn is_built_on(&self, other: &Self) -> bool {
        const LEAST: usize = 5;
        let (own, theirs) = (self.text.as_bytes(), other.text.as_bytes());
        if own.len().min(theirs.len()) < LEAST
            || own.first_chunk::<LEAST>() != theirs.first_chunk::<LEAST>()
        {
            return false;
        }
        let both = own.iter().zip(theirs);
        let shared = both.take_while(|(a, b)| a == b).count();
        own.len().max(theirs.len()) - shared <= 4
    }

    /// Whether both words name one thing.
    pub(crate) fn names_the_same(&self, other: &Self) -> bool {
        self.is_much_like(other) || self.kin(other) == Some(Kin::One)
    }

    /// Whether both words name one thing by their letters, the lists of words or the vectors.
    fn is_much_like(&self, other: &Self) -> bool {
        const ONE_THING: f32 = 0.6;
        self.stem == other.stem
            || are_of_one_group(self.begins, other.begins)
            || self.places.relation(other.places) == Some(Relation::Alike)
            || self.is_whole() && other.is_whole() && self.likeness(other) >= ONE_THING
    }

    /// Whether the vectors know the word itself, not only its pieces: `raincoat` is near `weather` by its first.
    fn is_whole(&self) -> bool {
        self.rarity() < 1.0
    }

    /// Whether the word may stand where a source has the other: both name one thing, or it names what the other is a kind of.
    pub(crate) fn may_stand_for(&self, other: &Self) -> bool {
        self.is_much_like(other) || matches!(self.kin(other), Some(Kin::One | Kin::Broader))
    }

    /// Whether the two are known to name two things. Words that are near in meaning may be used for one all the same, and a word for a kind for the whole.
    pub(crate) fn is_apart(&self, other: &Self) -> bool {
        const NEAR: f32 = 0.4;
        self.kin(other) == Some(Kin::Apart)
            && self.likeness(other) < NEAR
            && !self.may_stand_for(other)
    }

    /// How it stands to the other; `None` where one of them is not known.
    pub(crate) fn kin(&self, other: &Self) -> Option<Kin> {
        Some(self.senses()?.kin(other.senses()?))
    }

    /// What it may mean, as far as it is known.
    pub(crate) fn senses(&self) -> Option<&Senses> {
        self.senses
            .get_or_init(|| Senses::of(&self.text).map(Box::new))
            .as_deref()
    }

    /// Adds the word's vector, by how much it says.
    pub(crate) fn add_to(&self, mean: &mut semantic::Mean) {
        if let Some(meaning) = self.meaning() {
            mean.add(&meaning.vector, meaning.rarity);
        }
    }

    fn meaning(&self) -> Option<&semantic::Word> {
        self.meaning
            .get_or_init(|| semantic::word(&self.text).map(Box::new))
            .as_deref()
    }
}

/// A word of few letters, all of ASCII.
struct Short {
    /// In lower case and without a possessive ending.
    letters: u128,
    is_capital: bool,
}

impl Short {
    fn of(text: &str, span: &Range<usize>) -> Option<Self> {
        let (bare, is_shouted) = match text.as_bytes().get(span.clone())? {
            [bare @ .., b'\'', b'S'] => (bare, true),
            [bare @ .., b'\'', b's'] | bare => (bare, false),
        };
        let run = Run {
            at: span.start,
            len: bare.len(),
            is_odd: false,
        };
        // The marks that words may have in them are the same in lower case.
        let (letters, has_capital) = ascii::letters_of_any(text.as_bytes(), run)?;
        Some(Self {
            letters,
            is_capital: has_capital || is_shouted,
        })
    }
}

/// Initials that are small words in lower case.
const INITIALS: &[&str] = &["WHO", "IT", "US", "AM", "OR"];
const LONGEST_INITIALS: usize = 3;

/// What a word in lower case does to its sentence.
pub(crate) fn role(lower: &str) -> Role {
    if lower.ends_with("n't") {
        return Role::Negation;
    }
    ROLES.get(lower).copied().unwrap_or(Role::None)
}

/// The roles of the words that have one.
static ROLES: LazyLock<HashMap<&str, Role, FixedState>> = LazyLock::new(|| {
    let mut roles: HashMap<&str, Role, FixedState> = HashMap::default();
    for (words, role) in [
        (NEGATIONS, Role::Negation),
        (HEDGES, Role::Hedge),
        (ABSOLUTES, Role::Absolute),
        (ASIDES, Role::Aside),
    ] {
        for word in words {
            roles.entry(*word).or_insert(role);
        }
    }
    roles
});

#[rustfmt::skip]
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "none", "neither", "nor", "cannot", "hardly", "scarcely", "nobody", "nothing", "nowhere",
];

#[rustfmt::skip]
const HEDGES: &[&str] = &[
    "may", "might", "could", "can", "possibly", "perhaps", "probably", "likely", "potentially", "potential", "suggest", "suggests",
    "suggested", "suggesting", "appear", "appears", "appeared", "seem", "seems", "seemed", "allegedly", "reportedly",
    "apparently", "presumably", "expected", "estimated", "about", "approximately", "around", "roughly", "nearly", "almost", "some",
    "often", "usually", "sometimes", "generally", "mostly", "partly", "tends", "tend", "believed", "thought", "indicate",
    "indicates", "would", "should", "hopes", "plans", "planned", "proposed", "unclear",
];

#[rustfmt::skip]
const ASIDES: &[&str] = &[
    "i", "me", "my", "mine", "myself", "i'm", "i've", "i'd", "i'll", "im", "ive", "you", "your", "yours", "yourself", "you're", "you've", "you'd", "you'll", "we",
    "us", "our", "ours", "we're", "we've", "we'd", "we'll", "let's", "yes", "yeah", "yep", "yup", "nope", "oh", "ah", "wow", "hi", "hello", "hey", "thanks",
    "okay", "ok", "lol", "haha", "hmm", "guess", "glad", "sorry", "please", "btw",
];

#[rustfmt::skip]
const ABSOLUTES: &[&str] = &[
    "all", "every", "only", "always", "never", "none", "everyone", "everybody", "everything", "nobody", "nothing", "entirely",
    "completely", "fully", "solely", "exclusively", "must", "certainly", "definitely", "each", "any", "both", "entire", "whole", "totally",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_in_small_letters_and_capitals_short_or_long_and_with_a_possessive_ending() {
        let mut vocabulary = Vocabulary::default();
        let mut read = |text: &str| {
            let mut tokens = Vec::new();
            vocabulary.read(text, &mut tokens);
            let words = tokens.iter().map(|token| token.word.0);
            words.collect::<Vec<_>>()
        };
        for text in [
            "harbour Harbour HARBOUR'S harbour’s harbour's",
            "counterrevolutionaries Counterrevolutionaries COUNTERREVOLUTIONARIES’S",
            "1,234.50 1,234.50's",
            "interoperability Interoperability's",
            "it's It's IT'S it’s it",
            "été ÉTÉ Été’s",
        ] {
            let found = read(text);
            assert!(
                found.iter().all(|word| found.first() == Some(word)),
                "{text}"
            );
        }
        let others = read("harbour harbours WHO who 1,234.5 1,234.50 12,34.50");
        let different: std::collections::HashSet<u32> = others.iter().copied().collect();
        assert_eq!(different.len(), others.len());
    }
}
