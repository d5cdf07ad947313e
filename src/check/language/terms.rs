//! Terms: the content words of a text, stemmed and interned, so that everything else compares small integers.
//!
//! A lexicon lives as long as one comparison of texts, or starts again for the next and keeps what it knows of words; a word is stemmed once, however
//! often it occurs. English is stemmed, other languages are compared word by word, and each ideograph counts as a word.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::mem;
use std::ops::Range;
use std::sync::LazyLock;

use foldhash::fast::{FixedState, RandomState};

use super::irregular::base;
use super::opposites::Places;
use super::shapes::Shapes;
use super::spelling::american;
pub use super::words::words;
use crate::memo::Memo;

/// A stemmed content word of one [`Lexicon`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(pub u32);

impl Term {
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Terms with other numbers; `None` where one of them has none.
pub(crate) fn renumbered(
    terms: &[Term],
    number: impl Fn(Term) -> Option<Term>,
) -> Option<Vec<Term>> {
    terms.iter().map(|term| number(*term)).collect()
}

/// The words met so far.
pub struct Lexicon {
    known: Known,
    /// The word that is being looked up, as [`plain`] makes it.
    buffer: String,
}

/// What is known of words, whichever of them were met.
#[derive(Default)]
struct Known {
    /// The stem of each word, as its number in `terms`, and where the word stands among opposites; `None` for stop words and what is no word.
    words: HashMap<String, Option<(usize, Places)>, RandomState>,
    stems: HashMap<String, usize, RandomState>,
    /// The term of each stem, if it was met since the lexicon started.
    terms: Vec<Option<Term>>,
    /// The stems that have a term, in the order of their terms, with the places of the word that was met first.
    met: Vec<(usize, Places)>,
}

thread_local! {
    /// What the last lexicon knew: the next one is for texts with mostly the same words.
    static LEFT: Cell<Known> = Cell::default();
}

impl Default for Lexicon {
    fn default() -> Self {
        Self {
            known: LEFT.try_with(Cell::take).unwrap_or_default(),
            buffer: String::new(),
        }
    }
}

impl Drop for Lexicon {
    fn drop(&mut self) {
        /// Words that are kept for as long as nobody needs them.
        const MOST: usize = 20_000;
        if self.known.words.len() > MOST {
            return;
        }
        self.restart();
        let own = mem::take(&mut self.known);
        // Of several at once the one that knows most is kept. A thread that ends keeps none.
        let _ = LEFT.try_with(|left| {
            let other = left.take();
            let knows_more = own.words.len() >= other.words.len();
            left.set(if knows_more { own } else { other });
        });
    }
}

impl Known {
    fn term(&self, stem: usize) -> Option<Term> {
        self.terms.get(stem).copied().flatten()
    }

    fn intern(&mut self, lower: &str) -> Option<(usize, Places)> {
        let letters = lower
            .chars()
            .filter(|letter| letter.is_alphabetic())
            .count();
        let single = lower.chars().count() == 1 && lower.is_ascii();
        if letters == 0 || single || is_stop_word(lower) {
            return None;
        }
        let stem = stem(lower);
        let next = self.terms.len();
        let places = Places::of_word(&stem, lower);
        let known = *self.stems.entry(stem).or_insert(next);
        if known == next {
            self.terms.push(None);
        }
        Some((known, places))
    }
}

impl Lexicon {
    /// The content words of a text, in order, with repeats.
    pub fn terms(&mut self, text: &str) -> Vec<Term> {
        words(text)
            .filter_map(|span| self.term(text.get(span)?))
            .collect()
    }

    /// The content words of a text, sorted, each once.
    pub fn term_set(&mut self, text: &str) -> Vec<Term> {
        let mut terms = self.terms(text);
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// The term of one word; `None` for a stop word or a bare number.
    pub fn term(&mut self, word: &str) -> Option<Term> {
        let mut buffer = mem::take(&mut self.buffer);
        make_plain(word, &mut buffer);
        let term = self.term_of_plain(&buffer);
        self.buffer = buffer;
        term
    }

    /// The same of a word as [`plain`] makes it.
    pub(crate) fn term_of_plain(&mut self, plain: &str) -> Option<Term> {
        let known = &mut self.known;
        let (stem, places) = if let Some(&word) = known.words.get(plain) {
            word
        } else {
            let word = known.intern(plain);
            known.words.insert(plain.to_owned(), word);
            word
        }?;
        let term = known.terms.get_mut(stem)?;
        if term.is_none() {
            *term = Some(Term(u32::try_from(known.met.len()).ok()?));
            known.met.push((stem, places));
        }
        *term
    }

    /// Numbers terms anew, as if no word had been met; what is known of words is kept, unless it has become too much.
    pub(crate) fn restart(&mut self) {
        const MOST: usize = 200_000;
        if self.known.words.len() > MOST {
            self.known = Known::default();
        }
        for (stem, _) in self.known.met.drain(..) {
            if let Some(term) = self.known.terms.get_mut(stem) {
                *term = None;
            }
        }
    }

    /// The term of a word that was met already.
    #[must_use]
    pub fn known(&self, word: &str) -> Option<Term> {
        if is_plain(word) {
            self.known_plain(word)
        } else {
            self.known_plain(&plain(word))
        }
    }

    /// The same of a word as [`plain`] makes it.
    pub(crate) fn known_plain(&self, plain: &str) -> Option<Term> {
        let (stem, _) = self.known.words.get(plain).copied().flatten()?;
        self.known.term(stem)
    }

    /// Where a term stands in the lists of words that exclude each other.
    pub(crate) fn places(&self, term: Term) -> Places {
        let met = self.known.met.get(term.index());
        met.map(|(_, places)| *places).unwrap_or_default()
    }

    /// The stems met so far, each with its term, in no particular order.
    pub fn stems(&self) -> impl Iterator<Item = (&str, Term)> {
        let all = self.known.stems.iter();
        all.filter_map(move |(text, &stem)| Some((text.as_str(), self.known.term(stem)?)))
    }

    /// Number of different terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.met.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.met.is_empty()
    }
}

thread_local! {
    /// A claim and what it is held against have mostly the same words.
    static STEMS: Memo<String> = Memo::of_words();
}

/// The stem of one lower-case word, where it is one that English rules apply to.
#[must_use]
pub fn stem(lower: &str) -> String {
    if !is_stemmable(lower) {
        return lower.to_owned();
    }
    let stem = || crate::stem::stem(&american(base(lower)));
    STEMS.with(|known| known.of(lower, stem))
}

/// The words of a text, each as [`plain`] makes it.
pub fn plain_words(text: &str) -> impl Iterator<Item = String> + '_ {
    words(text).filter_map(|span| text.get(span)).map(plain)
}

/// A word in lower case, without a possessive ending; `US` as `usa`.
#[must_use]
pub fn plain(word: &str) -> String {
    if is_plain(word) {
        return word.to_owned();
    }
    if word.is_ascii() {
        let bare = without_possessive(word);
        // The country, and not `us`.
        let is_country = bare == "US";
        return if is_country {
            "usa".to_owned()
        } else {
            bare.to_ascii_lowercase()
        };
    }
    let mut plain = String::new();
    make_plain(word, &mut plain);
    plain
}

/// A word in lower case. Most are so as they stand, and are not copied.
pub(crate) fn lowered(word: &str) -> Cow<'_, str> {
    let is_low = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if word.bytes().all(is_low) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.to_lowercase())
    }
}

/// Whether a list has a word, as [`plain`] makes it.
pub(crate) fn is_one_of(word: &str, list: &[&str]) -> bool {
    if word.is_ascii() {
        let bare = without_possessive(word);
        list.iter().any(|one| one.eq_ignore_ascii_case(bare))
    } else {
        list.contains(&plain(word).as_str())
    }
}

/// Whether [`plain`] leaves a word as it is: most are of small letters.
fn is_plain(word: &str) -> bool {
    word.bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// A word of ASCII letters without a possessive ending.
fn without_possessive(word: &str) -> &str {
    let bare = word.strip_suffix(['s', 'S']);
    bare.and_then(|bare| bare.strip_suffix('\''))
        .unwrap_or(word)
}

/// [`plain`] into a text that is used again.
pub(crate) fn make_plain(word: &str, plain: &mut String) {
    plain.clear();
    if word.is_ascii() {
        plain.push_str(without_possessive(word));
        plain.make_ascii_lowercase();
        return;
    }
    let lower = word.to_lowercase();
    let bare = lower
        .strip_suffix("'s")
        .or_else(|| lower.strip_suffix("’s"))
        .unwrap_or(&lower);
    plain.extend(bare.chars().map(|letter| match letter {
        '’' => '\'',
        _ => letter,
    }));
}

/// Letters and digits alone, in lower case, one space between words: two texts with one key say the same words.
#[must_use]
pub fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for span in words(text) {
        if !key.is_empty() {
            key.push(' ');
        }
        let word = text.get(span).unwrap_or_default();
        if word.is_ascii() {
            let from = key.len();
            key.push_str(word);
            if let Some(own) = key.get_mut(from..) {
                own.make_ascii_lowercase();
            }
        } else {
            key.extend(word.chars().flat_map(char::to_lowercase));
        }
    }
    key
}

/// Whether a word in lower case says nothing by itself: `the`, `of`, `is`.
#[must_use]
pub fn is_stop_word(lower: &str) -> bool {
    static ALL: LazyLock<HashSet<&str, FixedState>> =
        LazyLock::new(|| STOP_WORDS.iter().copied().collect());
    STOP_SHAPES.may_hold(lower) && ALL.contains(lower)
}

/// A text with other words in some places, which come in order.
pub(crate) fn replaced(text: &str, changes: &[(Range<usize>, String)]) -> String {
    let mut read = String::with_capacity(text.len());
    let mut from = 0;
    for (span, words) in changes {
        read.push_str(text.get(from..span.start).unwrap_or_default());
        read.push_str(words);
        from = span.end;
    }
    read.push_str(text.get(from..).unwrap_or_default());
    read
}

/// The stemmer's rules are for plain English words; anything else is left as it is.
fn is_stemmable(lower: &str) -> bool {
    (3..=40).contains(&lower.len()) && lower.bytes().all(|byte| byte.is_ascii_lowercase())
}

static STOP_SHAPES: Shapes = Shapes::of(STOP_WORDS);

#[rustfmt::skip]
const STOP_WORDS: &[&str] = &[
    "a", "about", "above", "across", "after", "again", "against", "all", "almost", "along", "already", "also",
    "although", "always", "am", "among", "an", "and", "another", "any", "are", "aren't", "around", "as", "at",
    "away", "be", "became", "because", "become", "becomes", "been", "before", "being", "below", "between", "both",
    "but", "by", "can", "can't", "cannot", "could", "couldn't", "did", "didn't", "do", "does", "doesn't", "doing",
    "don't", "done", "down", "due", "during", "each", "either", "else", "etc", "even", "ever", "every", "few", "for",
    "from", "further", "get", "gets", "had", "has", "hasn't", "have", "haven't", "having", "he", "hence", "her",
    "here", "hers", "him", "his", "how", "however", "i", "if", "in", "indeed", "instead", "into", "is", "isn't",
    "it", "it's", "its", "itself", "just", "least", "less", "like", "made", "make", "makes", "many", "may", "me",
    "meanwhile", "might", "more", "moreover", "most", "much", "must", "my", "near", "nearly", "neither", "never",
    "no", "none", "nor", "not", "now", "of", "off", "often", "on", "once", "one", "only", "onto", "or", "other",
    "others", "our", "ours", "out", "over", "own", "per", "perhaps", "quite", "rather", "really", "said", "same",
    "say", "says", "several", "shall", "she", "should", "since", "so", "some", "still", "such", "than", "that",
    "that's", "the", "their", "theirs", "them", "then", "there", "therefore", "these", "they", "this", "those",
    "though", "through", "thus", "to", "together", "too", "toward", "towards", "under", "unless", "until", "up",
    "upon", "us", "used", "using", "various", "very", "via", "was", "wasn't", "we", "well", "were", "weren't",
    "what", "when", "where", "whether", "which", "while", "who", "whom", "whose", "why", "will", "with", "within",
    "without", "won't", "would", "wouldn't", "yet", "you", "your", "yours",
];

/// Verbs that mostly help another: what stands before one of them in its clause is the subject.
pub(crate) const HELPING_VERBS: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "has", "have", "had", "will", "would", "can",
    "could", "may", "might", "must", "should", "shall", "does", "did", "do",
];

/// Whether a word is a figure: it begins with a digit.
pub(crate) fn is_figure(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn forms_of_one_word_are_one_term() {
        let mut lexicon = Lexicon::default();
        let terms = lexicon.terms("The battery's storing; stored batteries store 12 of it.");
        assert_eq!(terms, [Term(0), Term(1), Term(1), Term(0), Term(1)]);
    }

    #[test]
    fn a_lexicon_that_starts_again_numbers_like_a_new_one() {
        let mut lexicon = Lexicon::default();
        lexicon.terms("Prices rose in the north.");
        lexicon.restart();
        assert!(lexicon.is_empty() && lexicon.known("prices").is_none());
        let text = "The north pays higher prices; a price is paid.";
        assert_eq!(lexicon.terms(text), Lexicon::default().terms(text));
    }

    #[test]
    fn what_other_texts_said_before_makes_no_word_another_one() {
        let read = |texts: &[&str]| {
            let mut lexicon = Lexicon::default();
            let terms: Vec<_> = texts.iter().map(|text| lexicon.terms(text)).collect();
            let places: Vec<_> = terms
                .concat()
                .iter()
                .map(|term| lexicon.places(*term))
                .collect();
            (terms, places)
        };
        let alone = read(&["It offers more than others offered."]);
        read(&["An offer of others."]);
        assert_eq!(read(&["It offers more than others offered."]), alone);
        let mut one = Lexicon::default();
        one.terms("Prices rose.");
        assert_eq!(Lexicon::default().terms("It fell."), [Term(0)]);
        assert_eq!(one.terms("Prices fell."), [Term(0), Term(2)]);
    }

    #[test]
    fn irregular_forms_of_one_word_are_one_term() {
        let mut lexicon = Lexicon::default();
        for (form, base) in [
            ("fell", "falls"),
            ("sold", "selling"),
            ("spent", "spending"),
            ("criteria", "criterion"),
            ("buses", "bus"),
        ] {
            assert_eq!(lexicon.term(form), lexicon.term(base), "{form}");
            assert_eq!(stem(form), stem(base), "{form}");
        }
    }

    #[test]
    fn a_word_is_one_of_a_list_however_it_is_written() {
        for word in ["twice", "Twice", "TWICE", "twice's", "TWICE'S"] {
            assert!(is_one_of(word, &["once", "twice"]), "{word}");
        }
        assert!(is_one_of("Übrigen", &["übrigen"]));
        for word in ["twic", "twices", "s", ""] {
            assert!(!is_one_of(word, &["once", "twice"]), "{word}");
        }
    }

    #[test]
    fn a_word_in_lower_case_is_the_same_whether_it_had_to_be_copied() {
        for word in ["hours", "Hours", "U.S", "été", "ÉTÉ", "12th", ""] {
            assert_eq!(lowered(word), word.to_lowercase());
        }
        assert!(matches!(lowered("hours"), Cow::Borrowed(_)));
    }

    #[test]
    fn stop_words_are_sorted() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn a_key_ignores_case_punctuation_and_space() {
        assert_eq!(key("The  Cost\n(per kWh)."), key("the cost per kwh"));
    }

    proptest! {
        #[test]
        fn any_text_has_terms(text in "\\PC{0,80}") {
            let mut lexicon = Lexicon::default();
            for term in lexicon.terms(&text) {
                prop_assert!(term.index() < lexicon.len());
            }
        }
    }
}
