//! Tongues: in which language a text is written, as far as its script and its small words tell.
//!
//! A claim in one language cannot be checked against evidence in another by their words. To say then that the evidence does not bear it out would be wrong; that it
//! was not checked is true.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::terms::{plain, plain_words, words};

/// A language, or a script where that tells all that is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tongue(&'static str);

/// Small words that are of one of these languages, and of none of the others but by chance.
#[rustfmt::skip]
const SMALL_WORDS: &[(&str, &[&str])] = &[
    ("English", &["the", "of", "and", "were", "are", "with", "for", "that", "by", "from", "has", "had", "its", "which", "this", "to", "not", "their", "it"]),
    ("German", &["der", "die", "das", "und", "ist", "nicht", "von", "mit", "auf", "für", "den", "dem", "ein", "eine", "einer", "wurde", "wurden", "im", "zu", "sich", "auch", "bei", "nach", "über", "als", "aus", "sind", "hat", "um", "zum", "zur"]),
    ("French", &["le", "la", "les", "des", "du", "et", "est", "une", "dans", "pour", "que", "qui", "sur", "par", "au", "aux", "à", "ne", "pas", "il", "elle", "ont", "été"]),
    ("Spanish", &["el", "los", "las", "del", "y", "una", "por", "para", "que", "con", "se", "su", "más", "fue", "como", "al"]),
    ("Italian", &["il", "gli", "della", "di", "è", "per", "che", "con", "nel", "nella", "dei", "delle", "sono", "alla", "da"]),
    ("Dutch", &["het", "een", "en", "van", "niet", "met", "voor", "op", "dat", "zijn", "werd", "door", "bij", "aan"]),
    ("Portuguese", &["os", "do", "dos", "das", "é", "uma", "um", "em", "por", "para", "que", "com", "não", "na", "foi", "mais"]),
    ("Swedish", &["och", "är", "det", "att", "ett", "som", "på", "av", "för", "inte", "till", "från"]),
];

/// Bytes of a text that are read for its language.
const ENOUGH: usize = 8_000;

impl Tongue {
    /// The language of a longer text.
    pub(crate) fn of(text: &str) -> Option<Self> {
        const LEAST: usize = 2;
        /// Words of a text in which small words are no chance.
        const LONG: usize = 60;
        /// Of so many words of prose at least one is small.
        const RAREST: usize = 40;
        let text = crate::clean::beginning(text, ENOUGH);
        if let Some(script) = script(text) {
            return Some(script);
        }
        let names = SMALL_WORDS.iter().map(|(name, _)| *name);
        let (most, name) = counts(text)
            .into_iter()
            .zip(names)
            .max_by_key(|(count, _)| *count)?;
        // A few small words among the figures of tables tell no language.
        let all = plain_words(text).count();
        (most >= LEAST && (all < LONG || most * RAREST >= all)).then_some(Self(name))
    }

    /// Whether it writes every noun with a capital, so that this tells no name.
    pub(crate) fn has_capital_nouns(self) -> bool {
        self.0 == "German"
    }

    /// Whether a sentence is in another language than this one, and has no small word of it.
    pub(crate) fn is_foreign_to(self, sentence: &str) -> bool {
        const LEAST: usize = 2;
        if let Some(script) = script(sentence) {
            return script != self;
        }
        let own = SMALL_WORDS.iter().position(|(name, _)| *name == self.0);
        let Some(own) = own else {
            // Latin letters, and evidence in another script; a name or two may be in Latin letters everywhere.
            return Self::of(sentence).is_some();
        };
        // Accents are those of a language where they stand in its words; names have them everywhere.
        let has_accents = words(sentence)
            .filter_map(|span| sentence.get(span))
            .any(|word| {
                word.starts_with(char::is_lowercase)
                    && word.chars().any(|c| c.is_alphabetic() && !c.is_ascii())
            });
        let least = if has_accents { 1 } else { LEAST };
        let mut counts = counts(sentence);
        let has_own = counts
            .get_mut(own)
            .is_some_and(|own| std::mem::take(own) > 0);
        !has_own && counts.into_iter().any(|count| count >= least)
    }
}

/// How many small words of each language a text has.
fn counts(text: &str) -> [usize; SMALL_WORDS.len()] {
    /// The languages of each small word.
    static LANGUAGES: LazyLock<HashMap<&str, Vec<usize>, FixedState>> = LazyLock::new(|| {
        let mut languages: HashMap<&str, Vec<usize>, FixedState> = HashMap::default();
        for (at, (_, small)) in SMALL_WORDS.iter().enumerate() {
            for word in *small {
                languages.entry(word).or_default().push(at);
            }
        }
        languages
    });
    // `y.o.y.`: a letter with a stop beside it is short for a word.
    let is_short = |span: &Range<usize>| {
        let before = text.get(..span.start).unwrap_or_default();
        let behind = text.get(span.end..).unwrap_or_default();
        let is_within = behind
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        span.len() == 1 && (is_within || before.ends_with('.'))
    };
    let mut counts = [0; SMALL_WORDS.len()];
    let all = words(text).filter(|span| !is_short(span));
    for word in all.filter_map(|span| text.get(span)).map(plain) {
        // `L'année`.
        for languages in word.split('\'').filter_map(|part| LANGUAGES.get(part)) {
            for at in languages {
                counts[*at] += 1;
            }
        }
    }
    counts
}

/// The script that most letters of a text are of, where that is not Latin.
fn script(text: &str) -> Option<Tongue> {
    let mut latin = 0;
    let mut others: Vec<(&'static str, usize)> = Vec::new();
    for letter in text.chars().filter(|c| c.is_alphabetic()) {
        let script = match letter {
            '\u{370}'..='\u{3ff}' => "Greek",
            '\u{400}'..='\u{52f}' => "Cyrillic",
            '\u{590}'..='\u{5ff}' => "Hebrew",
            '\u{600}'..='\u{6ff}' => "Arabic",
            '\u{900}'..='\u{97f}' => "Devanagari",
            '\u{e00}'..='\u{e7f}' => "Thai",
            '\u{3040}'..='\u{30ff}' => "Japanese",
            '\u{3400}'..='\u{9fff}' => "Chinese",
            '\u{ac00}'..='\u{d7af}' => "Korean",
            _ => {
                latin += 1;
                continue;
            }
        };
        match others.iter_mut().find(|(name, _)| *name == script) {
            Some((_, count)) => *count += 1,
            None => others.push((script, 1)),
        }
    }
    let count = |script: &str| {
        others
            .iter()
            .find(|(name, _)| *name == script)
            .map_or(0, |(_, count)| *count)
    };
    // Japanese has Chinese letters too, and Chinese no others.
    if count("Japanese") > 0 && count("Chinese") + count("Japanese") > latin {
        return Some(Tongue("Japanese"));
    }
    let (name, most) = others.into_iter().max_by_key(|(_, count)| *count)?;
    // A letter of these says as much as several of Latin.
    let weight = if matches!(name, "Chinese" | "Korean") {
        3
    } else {
        1
    };
    (weight * most > latin).then_some(Tongue(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_foreign_to_a_text_in_another_language() {
        let english = Tongue::of(
            "The port handled 4.2 million tonnes of cargo, and it was the best year of all.",
        )
        .unwrap();
        for foreign in [
            "Der Hafen schlug 2023 4,2 Millionen Tonnen um.",
            "Le parc éolien compte 64 turbines.",
            "该港口2023年处理了420万吨货物。",
            "Порт обработал 4,2 миллиона тонн.",
        ] {
            assert!(english.is_foreign_to(foreign), "{foreign}");
        }
        for own in [
            "Cargo rose by 6 percent.",
            "Angela Merkel met Emmanuel Macron in Île-de-France.",
            "The die was cast by the man from Köln.",
            "GDP: 4.2%",
        ] {
            assert!(!english.is_foreign_to(own), "{own}");
        }
        let chinese = Tongue::of("该港口2023年处理了420万吨货物。").unwrap();
        assert!(chinese.is_foreign_to("The port handled the cargo of the year."));
        assert!(!chinese.is_foreign_to("邮轮停靠次数上升。"));
        assert!(!chinese.is_foreign_to("420 t"));
    }

    #[test]
    fn tables_with_hardly_a_small_word_are_in_no_language_of_their_own() {
        let table = format!("Routes da {} da", "Pax 42097 88.3 ".repeat(60));
        assert_eq!(Tongue::of(&table), None);
        assert_eq!(Tongue::of(&"Pax 42097 y.o.y(%) ".repeat(9)), None);
    }
}
