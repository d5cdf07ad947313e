//! Terms: the content words of a text, stemmed and interned, so that everything else compares small integers.
//!
//! A lexicon lives as long as one comparison of texts; a word is lower-cased and stemmed once, however often it occurs. English is stemmed, other
//! languages are compared word by word, and each ideograph counts as a word.

use std::collections::HashMap;
use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};

use super::irregular::base;

/// A stemmed content word of one [`Lexicon`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(pub u32);

impl Term {
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The words met so far.
pub struct Lexicon {
    stemmer: Stemmer,
    /// `None` for stop words and what is no word.
    words: HashMap<String, Option<Term>>,
    stems: HashMap<String, Term>,
}

impl Default for Lexicon {
    fn default() -> Self {
        Self {
            stemmer: Stemmer::create(Algorithm::English),
            words: HashMap::new(),
            stems: HashMap::new(),
        }
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
        let lower = plain(word);
        if let Some(&known) = self.words.get(&lower) {
            return known;
        }
        let term = self.intern(&lower);
        self.words.insert(lower, term);
        term
    }

    /// The term of a word that was met already.
    #[must_use]
    pub fn known(&self, word: &str) -> Option<Term> {
        self.words.get(&plain(word)).copied().flatten()
    }

    /// The stems met so far, each with its term, in no particular order.
    pub fn stems(&self) -> impl Iterator<Item = (&str, Term)> {
        self.stems.iter().map(|(stem, term)| (stem.as_str(), *term))
    }

    /// Number of different terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.stems.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stems.is_empty()
    }

    fn intern(&mut self, lower: &str) -> Option<Term> {
        let letters = lower
            .chars()
            .filter(|letter| letter.is_alphabetic())
            .count();
        let single = lower.chars().count() == 1 && lower.is_ascii();
        if letters == 0 || single || is_stop_word(lower) {
            return None;
        }
        let stem = if is_stemmable(lower) {
            self.stemmer.stem(base(lower)).into_owned()
        } else {
            lower.to_owned()
        };
        let next = Term(u32::try_from(self.stems.len()).ok()?);
        Some(*self.stems.entry(stem).or_insert(next))
    }
}

/// The spans of the words of a text: runs of letters and digits, with apostrophes inside words and points inside numbers. Hyphens divide.
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(char::is_alphanumeric)?;
        let mut end = start;
        let mut letters = text.get(start..)?.chars().peekable();
        while let Some(letter) = letters.next() {
            let ideograph = is_ideograph(letter);
            if ideograph && end > start {
                break;
            }
            let joins = match letter {
                '\'' | '’' => letters.peek().is_some_and(|next| next.is_alphabetic()),
                '.' | ',' => {
                    letters.peek().is_some_and(char::is_ascii_digit)
                        && text
                            .as_bytes()
                            .get(end.wrapping_sub(1))
                            .is_some_and(u8::is_ascii_digit)
                }
                _ => letter.is_alphanumeric(),
            };
            if !joins {
                break;
            }
            end += letter.len_utf8();
            if ideograph {
                break;
            }
        }
        at = end;
        Some(start..end)
    })
}

/// The stem of one lower-case word, where it is one that English rules apply to.
#[must_use]
pub fn stem(lower: &str) -> String {
    if is_stemmable(lower) {
        Stemmer::create(Algorithm::English)
            .stem(base(lower))
            .into_owned()
    } else {
        lower.to_owned()
    }
}

/// A word in lower case, without a possessive ending.
#[must_use]
pub fn plain(word: &str) -> String {
    let lower = word.to_lowercase();
    let bare = lower
        .strip_suffix("'s")
        .or_else(|| lower.strip_suffix("’s"))
        .unwrap_or(&lower);
    bare.replace('’', "'")
}

/// Letters and digits alone, in lower case, one space between words: two texts with one key say the same words.
#[must_use]
pub fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for span in words(text) {
        if !key.is_empty() {
            key.push(' ');
        }
        key.extend(
            text.get(span)
                .unwrap_or_default()
                .chars()
                .flat_map(char::to_lowercase),
        );
    }
    key
}

#[must_use]
pub fn is_stop_word(lower: &str) -> bool {
    STOP_WORDS.binary_search(&lower).is_ok()
}

/// The stemmer's rules are for plain English words; anything else is left as it is.
fn is_stemmable(lower: &str) -> bool {
    (3..=40).contains(&lower.len()) && lower.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Sorted, for the binary search.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> = words(text).map(|span| &text[span]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn words_keep_numbers_and_apostrophes_whole() {
        check(
            "Don't pay 1,234.50 for CO2-free 电价 'now'.",
            &[
                "Don't", "pay", "1,234.50", "for", "CO2", "free", "电", "价", "now",
            ],
        );
    }

    #[test]
    fn forms_of_one_word_are_one_term() {
        let mut lexicon = Lexicon::default();
        let terms = lexicon.terms("The battery's storing; stored batteries store 12 of it.");
        assert_eq!(terms, [Term(0), Term(1), Term(1), Term(0), Term(1)]);
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
