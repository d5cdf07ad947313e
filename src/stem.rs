//! English stems by the rules that Snowball calls Porter2: endings come off one step after the other, as long as enough of the word is left.
//!
//! An index knows its words by their stems, so a word must keep the stem that it has: the tests hold the rules against another program's. Letters beyond
//! ASCII are consonants.

/// Words whose stems no rule gives.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("andes", "andes"),
    ("atlas", "atlas"),
    ("bias", "bias"),
    ("cosmos", "cosmos"),
    ("dying", "die"),
    ("early", "earli"),
    ("gently", "gentl"),
    ("howe", "howe"),
    ("idly", "idl"),
    ("lying", "lie"),
    ("news", "news"),
    ("only", "onli"),
    ("singly", "singl"),
    ("skies", "sky"),
    ("skis", "ski"),
    ("sky", "sky"),
    ("tying", "tie"),
    ("ugly", "ugli"),
];

/// Words that keep the rest of their endings once they are no plurals.
const KEPT: &[&[u8]] = &[
    b"succeed", b"proceed", b"exceed", b"canning", b"inning", b"earring", b"herring", b"outing",
];

/// Beginnings that never come off, not even in part.
const WHOLE: &[&str] = &["arsen", "commun", "gener"];

/// What an ending becomes. A longer ending stands before those that it ends with.
type Ending = (&'static [u8], &'static [u8]);

const LONG: &[Ending] = &[
    (b"ational", b"ate"),
    (b"ization", b"ize"),
    (b"iveness", b"ive"),
    (b"fulness", b"ful"),
    (b"ousness", b"ous"),
    (b"tional", b"tion"),
    (b"lessli", b"less"),
    (b"biliti", b"ble"),
    (b"entli", b"ent"),
    (b"ousli", b"ous"),
    (b"fulli", b"ful"),
    (b"aliti", b"al"),
    (b"iviti", b"ive"),
    (b"alism", b"al"),
    (b"ation", b"ate"),
    (b"anci", b"ance"),
    (b"enci", b"ence"),
    (b"abli", b"able"),
    (b"alli", b"al"),
    (b"izer", b"ize"),
    (b"ator", b"ate"),
    (b"bli", b"ble"),
    (b"ogi", b"og"),
    (b"li", b""),
];
const MIDDLE: &[Ending] = &[
    (b"ational", b"ate"),
    (b"tional", b"tion"),
    (b"alize", b"al"),
    (b"icate", b"ic"),
    (b"iciti", b"ic"),
    (b"ative", b""),
    (b"ical", b"ic"),
    (b"ness", b""),
    (b"ful", b""),
];
const LAST: &[&[u8]] = &[
    b"ement", b"ance", b"ence", b"able", b"ible", b"ment", b"ant", b"ent", b"ism", b"ate", b"iti",
    b"ous", b"ive", b"ize", b"ion", b"al", b"er", b"ic",
];
const DOUBLED: &[&[u8]] = &[
    b"bb", b"dd", b"ff", b"gg", b"mm", b"nn", b"pp", b"rr", b"tt",
];

/// The stem of a word in lower case without apostrophes.
#[must_use]
pub fn stem(word: &str) -> String {
    /// Letters that an exception has at most.
    const LONGEST: usize = 6;
    let mut exceptions = EXCEPTIONS.iter().filter(|_| word.len() <= LONGEST);
    if let Some((_, stem)) = exceptions.find(|(known, _)| *known == word) {
        return (*stem).to_owned();
    }
    if word.chars().nth(2).is_none() {
        return word.to_owned();
    }
    let mut word = Word::of(word);
    word.plural();
    if !KEPT.contains(&word.letters.as_slice()) {
        word.past();
        word.y();
        word.long();
        word.middle();
        word.last();
        word.silent();
    }
    word.finish()
}

struct Word {
    /// In lower case, but for a y that is a consonant.
    letters: Vec<u8>,
    /// Behind the first consonant that follows a vowel, and behind the next such: what begins there may come off.
    first: usize,
    second: usize,
}

impl Word {
    fn of(word: &str) -> Self {
        let mut letters = word.as_bytes().to_vec();
        let mut is_consonant = true;
        for letter in &mut letters {
            if *letter == b'y' && is_consonant {
                *letter = b'Y';
            }
            is_consonant = is_vowel(*letter);
        }
        let whole = WHOLE.iter().find(|whole| word.starts_with(**whole));
        let first = whole.map_or_else(|| region(&letters, 0), |whole| whole.len());
        Self {
            second: region(&letters, first),
            first,
            letters,
        }
    }

    fn finish(mut self) -> String {
        for letter in &mut self.letters {
            if *letter == b'Y' {
                *letter = b'y';
            }
        }
        // Whole letters came off.
        String::from_utf8(self.letters).unwrap_or_default()
    }

    /// Where an ending begins, if the word has it.
    fn start_of(&self, ending: &[u8]) -> Option<usize> {
        // Most endings are told from a word by their last letter.
        if self.letters.last() != ending.last() {
            return None;
        }
        self.letters.strip_suffix(ending).map(<[u8]>::len)
    }

    fn put(&mut self, start: usize, instead: &[u8]) {
        self.letters.truncate(start);
        self.letters.extend_from_slice(instead);
    }

    /// The letter that ends here, by its first byte, and where it begins.
    fn before(&self, end: usize) -> Option<(u8, usize)> {
        let letters = self.letters.get(..end)?;
        let start = letters.iter().rposition(|byte| !is_inner(*byte))?;
        Some((*letters.get(start)?, start))
    }

    fn has_vowel(&self, end: usize) -> bool {
        let letters = self.letters.get(..end).unwrap_or_default();
        letters.iter().any(|letter| is_vowel(*letter))
    }

    /// Whether a short syllable ends here: a vowel between consonants, or one that the word begins with.
    fn is_short(&self, end: usize) -> bool {
        let Some((last, at)) = self.before(end) else {
            return false;
        };
        let Some((vowel, at)) = self.before(at) else {
            return false;
        };
        if is_vowel(last) || !is_vowel(vowel) {
            return false;
        }
        match self.before(at) {
            Some((first, _)) => !matches!(last, b'w' | b'x' | b'Y') && !is_vowel(first),
            None => true,
        }
    }

    fn plural(&mut self) {
        if let Some(start) = self.start_of(b"sses") {
            self.put(start, b"ss");
        } else if let Some(start) = self.start_of(b"ied").or_else(|| self.start_of(b"ies")) {
            let several = self.before(start).is_some_and(|(_, at)| at > 0);
            self.put(start, if several { b"i" } else { b"ie" });
        } else if let Some(start) = self.start_of(b"s")
            && !self.letters.ends_with(b"ss")
            && !self.letters.ends_with(b"us")
            && self.has_vowel(start.saturating_sub(1))
        {
            self.put(start, b"");
        }
    }

    fn past(&mut self) {
        if let Some(start) = self.start_of(b"eedly").or_else(|| self.start_of(b"eed")) {
            if start >= self.first {
                self.put(start, b"ee");
            }
            return;
        }
        let ending = [&b"ingly"[..], b"edly", b"ing", b"ed"];
        let start = ending.iter().find_map(|ending| self.start_of(ending));
        let Some(start) = start.filter(|start| self.has_vowel(*start)) else {
            return;
        };
        self.put(start, b"");
        let ends_with =
            |endings: &[&[u8]]| endings.iter().any(|ending| self.letters.ends_with(ending));
        if ends_with(&[b"at", b"bl", b"iz"]) {
            self.letters.push(b'e');
        } else if ends_with(DOUBLED) {
            self.letters.pop();
        } else if start == self.first && self.is_short(start) {
            self.letters.push(b'e');
        }
    }

    fn y(&mut self) {
        let start = self.start_of(b"y").or_else(|| self.start_of(b"Y"));
        if let Some(start) = start
            && let Some((letter, at)) = self.before(start)
            && at > 0
            && !is_vowel(letter)
        {
            self.put(start, b"i");
        }
    }

    /// The first of these endings that the word has, where it may come off.
    fn ending(&self, endings: &[Ending], from: usize) -> Option<(usize, Ending)> {
        let found = endings
            .iter()
            .find_map(|ending| Some((self.start_of(ending.0)?, *ending)));
        found.filter(|(start, _)| *start >= from)
    }

    fn long(&mut self) {
        let Some((start, (ending, instead))) = self.ending(LONG, self.first) else {
            return;
        };
        let before = self.before(start).map(|(letter, _)| letter);
        let may = match ending {
            b"ogi" => before == Some(b'l'),
            b"li" => before.is_some_and(|letter| b"cdeghkmnrt".contains(&letter)),
            _ => true,
        };
        if may {
            self.put(start, instead);
        }
    }

    fn middle(&mut self) {
        if let Some((start, (ending, instead))) = self.ending(MIDDLE, self.first)
            && (ending != b"ative" || start >= self.second)
        {
            self.put(start, instead);
        }
    }

    fn last(&mut self) {
        let found = LAST
            .iter()
            .find_map(|ending| Some((self.start_of(ending)?, *ending)));
        let Some((start, ending)) = found.filter(|(start, _)| *start >= self.second) else {
            return;
        };
        let before = self.before(start).map(|(letter, _)| letter);
        if ending != b"ion" || matches!(before, Some(b's' | b't')) {
            self.put(start, b"");
        }
    }

    /// An e that nobody hears, and the second of two l.
    fn silent(&mut self) {
        let comes_off = match self.letters.as_slice() {
            [rest @ .., b'e'] => {
                let start = rest.len();
                start >= self.second || start >= self.first && !self.is_short(start)
            }
            [rest @ .., b'l', b'l'] => rest.len() + 1 >= self.second,
            _ => false,
        };
        if comes_off {
            self.letters.pop();
        }
    }
}

/// Behind the first consonant that follows a vowel.
fn region(letters: &[u8], from: usize) -> usize {
    let end_of = |from: usize, is_it: fn(&u8) -> bool| {
        let found = letters.get(from..)?.iter().position(is_it)?;
        Some(from + found + 1)
    };
    let end = end_of(from, |letter| is_vowel(*letter))
        .and_then(|end| end_of(end, |letter| !is_vowel(*letter)));
    let end = end.unwrap_or(letters.len());
    let inner = letters.get(end..).unwrap_or_default().iter();
    end + inner.take_while(|byte| is_inner(**byte)).count()
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

/// Whether a byte goes on with a letter beyond ASCII.
fn is_inner(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_stemmers::{Algorithm, Stemmer};

    use super::*;

    #[test]
    fn words_of_one_family_share_their_stem() {
        for (words, expected) in [
            ("charge charged charges charging", "charg"),
            (
                "connect connection connections connective connected",
                "connect",
            ),
            ("sky skies", "sky"),
            ("generate generates generation", "generat"),
            ("hopping hopped", "hop"),
            ("hoping hoped hope", "hope"),
        ] {
            for word in words.split(' ') {
                assert_eq!(stem(word), expected, "{word}");
            }
        }
        for (word, expected) in EXCEPTIONS {
            assert_eq!(stem(word), *expected, "{word}");
        }
        for (word, expected) in [
            ("ties", "tie"),
            ("cries", "cri"),
            ("gas", "gas"),
            ("kiwis", "kiwi"),
            ("by", "by"),
            ("say", "say"),
            ("dying", "die"),
            ("inning", "inning"),
            ("proceeds", "proceed"),
            ("élodies", "élodi"),
        ] {
            assert_eq!(stem(word), expected, "{word}");
        }
    }

    /// Beginnings and endings that rules speak of, and letters between them.
    fn word() -> impl Strategy<Value = String> {
        let part = "[a-z]{0,4}|[aeiouy]{1,2}|[wxylst]|é|ж|y|arsen|commun|gener|exceed|inning|earr";
        let ending = "sses|ied|ies|us|ss|s|eed|eedly|ed|ing|edly|ingly|at|bl|iz|bb|dd|ff|gg|mm|nn|pp|rr|tt|y|anci|enci|ogi|li|bli|abli|alli|fulli|lessli|\
            ousli|entli|aliti|biliti|iviti|tional|ational|alism|ation|ization|izer|ator|iveness|fulness|ousness|icate|ative|alize|iciti|ical|ful|ness|ic|ance|\
            ence|able|ible|ate|ive|ize|iti|al|ism|ion|er|ous|ant|ent|ment|ement|e|l|ll|ly|";
        (part, part, part, ending, ending).prop_map(|(a, b, c, d, e)| format!("{a}{b}{c}{d}{e}"))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn every_word_has_the_stem_that_others_give_it(word in word()) {
            let theirs = Stemmer::create(Algorithm::English);
            prop_assert_eq!(stem(&word), theirs.stem(&word));
        }
    }
}
