//! From text to index terms, the same way for passages and for queries.
//!
//! A word is a run of letters and digits; it is lower-cased, loses its accents and is reduced to its English stem. Scripts that are written without
//! spaces become single characters and overlapping pairs of them, so that a query finds a word wherever it stands. Nothing is left out here: which
//! words of a query are too common to ask for is decided by [`query_terms`] alone.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "without branches, many bytes are looked at at once"
)]

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::names::Names;
use super::spellings::{marked, other_spellings};
use crate::ascii::{self, Run};

/// Longer queries cost time and add nothing: a section's own text is part of its query.
const MOST_TERMS: usize = 48;
/// Bytes of a word that count; what is longer is data, and is found by its beginning.
const LONGEST: usize = 64;

/// Number of a term in one [`Vocabulary`].
pub(super) type Term = u32;

/// The terms seen so far, numbered. Texts repeat their words, so each spelling is folded, stemmed and hashed once.
#[derive(Default)]
pub(super) struct Vocabulary {
    short: ShortWords,
    /// Of others that are one term, as they are written, and these terms.
    spellings: Names,
    spelled: Vec<Term>,
    /// The number of a term is that of its name.
    terms: Names,
}

/// Who is told the words of a text, in order.
pub(super) trait Reader {
    fn term(&mut self, term: Term);

    /// The hash of a word, as [`super::copies`] knows words.
    fn word(&mut self, hash: u64);
}

impl<F: FnMut(Term)> Reader for F {
    #[inline]
    fn term(&mut self, term: Term) {
        self(term);
    }

    #[inline]
    fn word(&mut self, _: u64) {}
}

impl Vocabulary {
    /// Tells `reader` every term and word of `text`, in order.
    pub(super) fn read(&mut self, text: &str, reader: &mut impl Reader) {
        let mut reading = Reading {
            vocabulary: self,
            text,
            reader,
            held: [0; HELD],
            count: 0,
        };
        ascii::walk(text.as_bytes(), &mut reading);
        reading.look_up();
    }

    /// A run of ASCII that fits, which most do.
    fn short_word(&mut self, letters: u128) -> Known {
        match self.short.find(letters) {
            Some(known) => *known,
            None => self.new_word(letters),
        }
    }

    #[cold]
    fn new_word(&mut self, letters: u128) -> Known {
        let bytes = letters.to_le_bytes();
        let len = bytes.iter().take_while(|byte| **byte != 0).count();
        let word = std::str::from_utf8(bytes.get(..len).unwrap_or_default()).unwrap_or_default();
        let known = Known {
            letters,
            hash: word_hash(word),
            // A run of ASCII is always one term.
            term: self.terms.number(&stem(word)),
        };
        self.short.insert(known);
        known
    }

    /// Runs that are long or not ASCII, with nothing but each other and marks between them.
    #[cold]
    fn long_word(&mut self, word: &str, reader: &mut impl Reader) {
        let mut at = 0;
        while at < word.len() {
            at = self.other_run(word, at, &mut |term| reader.term(term));
        }
        reader.word(word_hash(word));
    }

    /// The terms of a run that is long or not ASCII, where one begins here; gives where it ends.
    fn other_run(&mut self, text: &str, at: usize, each: &mut impl FnMut(Term)) -> usize {
        let rest = text.get(at..).unwrap_or_default();
        let run = rest.get(..run_len(rest)).unwrap_or_default();
        if run.is_empty() {
            return at + rest.chars().next().map_or(1, char::len_utf8);
        }
        if let Some(number) = self.spellings.find(run) {
            each(
                self.spelled
                    .get(number as usize)
                    .copied()
                    .unwrap_or_default(),
            );
        } else if let Some(term) = self.new_spelling(run, each)
            && run.len() <= LONGEST
        {
            self.spellings.number(run);
            self.spelled.push(term);
        }
        at + run.len()
    }

    pub(super) fn name(&self, term: Term) -> &str {
        self.terms.name(term)
    }

    /// How many terms and spellings are remembered, whichever are more.
    pub(super) fn size(&self) -> usize {
        self.terms.len().max(self.short.len)
    }

    /// The terms of a run; the term where it is one.
    fn new_spelling(&mut self, run: &str, each: &mut impl FnMut(Term)) -> Option<Term> {
        let terms = &mut self.terms;
        let mut only = None;
        let mut count = 0;
        terms_of_run(run, |name| {
            let term = terms.number(name);
            count += 1;
            only = Some(term);
            each(term);
        });
        only.filter(|_| count == 1)
    }
}

/// A walk through a text.
struct Reading<'a, R> {
    vocabulary: &'a mut Vocabulary,
    text: &'a str,
    reader: &'a mut R,
    /// Short words that are looked up together, so that the processor waits for all their memory at once.
    held: [u128; HELD],
    count: usize,
}

const HELD: usize = 32;

impl<R: Reader> Reading<'_, R> {
    fn look_up(&mut self) {
        let count = std::mem::take(&mut self.count);
        let held = self.held.get(..count).unwrap_or_default();
        let mut likely = [Known::default(); HELD];
        for (known, &letters) in likely.iter_mut().zip(held) {
            *known = self.vocabulary.short.likely(letters);
        }
        for (known, &letters) in likely.iter().zip(held) {
            let known = if known.letters == letters {
                *known
            } else {
                self.vocabulary.short_word(letters)
            };
            self.reader.term(known.term);
            self.reader.word(known.hash);
        }
    }
}

impl<R: Reader> ascii::Walker for Reading<'_, R> {
    #[inline]
    fn is_usual(byte: u8) -> bool {
        ascii::is_letter_or_digit(byte)
    }

    #[inline]
    fn is_odd(byte: u8) -> bool {
        byte >= 0x80
    }

    #[inline]
    fn run(&mut self, run: Run) {
        if run.is_odd || run.len > ascii::HELD {
            self.look_up();
            let word = self.text.get(run.at..run.at + run.len);
            self.vocabulary
                .long_word(word.unwrap_or_default(), self.reader);
            return;
        }
        if let Some(free) = self.held.get_mut(self.count) {
            *free = ascii::letters(self.text.as_bytes(), run);
        }
        self.count += 1;
        if self.count == HELD {
            self.look_up();
        }
        let next = self.text.as_bytes().get(run.at + 1);
        if run.len == 1 && matches!(next, Some(b'+' | b'#')) {
            self.marked(run.at);
        }
    }
}

impl<R: Reader> Reading<'_, R> {
    /// Tells of a letter that is part of a name, beside it, the name.
    #[cold]
    fn marked(&mut self, at: usize) {
        if let Some(name) = marked(self.text, at) {
            self.look_up();
            let term = self.vocabulary.terms.number(&name.to_ascii_lowercase());
            self.reader.term(term);
        }
    }
}

/// Short words of ASCII, in a table of few jumps: one word in six bytes is looked up.
struct ShortWords {
    /// Half of them are free, with no letters.
    slots: Vec<Known>,
    len: usize,
}

/// What is known of a word.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// In lower case.
    letters: u128,
    hash: u64,
    term: Term,
}

impl Default for ShortWords {
    fn default() -> Self {
        const FIRST: usize = 1 << 10;
        Self {
            slots: vec![Known::default(); FIRST],
            len: 0,
        }
    }
}

impl ShortWords {
    /// What is where a word would be first; mostly it is the word.
    #[inline]
    fn likely(&self, letters: u128) -> Known {
        let known = self.slots.get(self.place(letters));
        known.copied().unwrap_or_default()
    }

    fn find(&self, letters: u128) -> Option<&Known> {
        let mut at = self.place(letters);
        loop {
            let known = self.slots.get(at)?;
            if known.letters == letters {
                return Some(known);
            }
            if known.letters == 0 {
                return None;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    fn insert(&mut self, known: Known) {
        if self.len * 2 >= self.slots.len() {
            let twice = vec![Known::default(); self.slots.len() * 2];
            for known in std::mem::replace(&mut self.slots, twice) {
                if known.letters != 0 {
                    self.put(known);
                }
            }
        }
        self.put(known);
        self.len += 1;
    }

    fn put(&mut self, known: Known) {
        let mut at = self.place(known.letters);
        while let Some(slot) = self.slots.get_mut(at) {
            if slot.letters == 0 {
                *slot = known;
                return;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Where a word is, or after which place.
    #[inline]
    fn place(&self, letters: u128) -> usize {
        const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
        let both = letters as u64 ^ ((letters >> 64) as u64).wrapping_mul(MIX).rotate_left(32);
        let mixed = both.wrapping_mul(MIX);
        (mixed ^ mixed >> 32) as usize & (self.slots.len() - 1)
    }
}

/// A term that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct QueryTerm {
    pub(super) term: String,
    /// How often the query says it.
    times: u32,
    /// Whether it is another spelling of what the query says: where no text has it, it is not missing.
    pub(super) is_other: bool,
}

impl QueryTerm {
    /// How much more than once said it counts: what a long query comes back to is what it is about, but no word counts more than three times.
    pub(super) fn weight(&self) -> f32 {
        /// Another spelling is less sure to be what was meant.
        const OTHER: f32 = 0.5;
        let times = self.times as f32;
        let share = if self.is_other { OTHER } else { 1.0 };
        share * 3.0 * times / (2.0 + times)
    }
}

/// The different terms of a query, in order. Words that stand in every text are left out, unless there are no others.
pub(super) fn query_terms(query: &str) -> Vec<QueryTerm> {
    const COMMON: &[&str] = &[
        "a", "an", "and", "are", "as", "at", "be", "by", "can", "did", "do", "does", "for", "from",
        "had", "has", "have", "how", "if", "in", "is", "it", "its", "of", "on", "or", "our",
        "should", "that", "the", "their", "there", "these", "this", "to", "was", "we", "were",
        "what", "when", "where", "which", "who", "why", "will", "with", "would", "you",
    ];
    let is_common = |word: &str| COMMON.contains(&word);
    let collect = |keep: &dyn Fn(&str) -> bool| {
        let mut found: Vec<QueryTerm> = Vec::new();
        each_run(query, |run| {
            if keep(&run.to_lowercase()) {
                // Single characters of a longer run are in the index for those who ask for one; here the pairs say more.
                let mut of_run = Vec::new();
                terms_of_run(run, |term| of_run.push(term.to_owned()));
                if of_run.len() > 1 {
                    of_run.retain(|term| !is_single_unspaced(term));
                }
                for term in of_run {
                    if let Some(known) = found.iter_mut().find(|known| known.term == term) {
                        known.times += 1;
                    } else if found.len() < MOST_TERMS {
                        found.push(QueryTerm {
                            term,
                            times: 1,
                            is_other: false,
                        });
                    }
                }
            }
        });
        found
    };
    let mut terms = collect(&|word| !is_common(word));
    if terms.is_empty() {
        terms = collect(&|_| true);
    }
    let runs = runs(query);
    let mut at = 0;
    for (between, run) in &runs {
        at += between.len();
        if run.len() == 1
            && terms.len() < MOST_TERMS
            && let Some(name) = marked(query, at)
        {
            // What was indexed before names were known has the letter alone, which is asked for as well.
            terms.push(QueryTerm {
                term: name.to_ascii_lowercase(),
                times: 1,
                is_other: true,
            });
        }
        at += run.len();
    }
    for other in other_spellings(&runs, is_common) {
        terms_of_run(&other, |term| {
            if terms.len() < MOST_TERMS && !terms.iter().any(|known| known.term == term) {
                terms.push(QueryTerm {
                    term: term.to_owned(),
                    times: 1,
                    is_other: true,
                });
            }
        });
    }
    terms
}

/// The runs of a text, each with what stands between it and the one before.
fn runs(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut end = 0;
    each_run(text, |run| {
        let at = text.get(end..).and_then(|rest| rest.find(run));
        let start = end + at.unwrap_or_default();
        found.push((text.get(end..start).unwrap_or_default(), run));
        end = start + run.len();
    });
    found
}

/// Calls `each` for every run of letters, digits and the marks that belong to them.
fn each_run<'text>(text: &'text str, mut each: impl FnMut(&'text str)) {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (run, after) = rest.split_at(run_len(rest));
        if run.is_empty() {
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        } else {
            each(run);
            rest = after;
        }
    }
}

/// Bytes of the run that a text begins with.
fn run_len(text: &str) -> usize {
    let mut rest = text.char_indices();
    rest.find(|(_, c)| !is_part_of_word(*c))
        .map_or(text.len(), |(at, _)| at)
}

/// What words with the same letters share, case of ASCII aside.
fn word_hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3)
    })
}

pub(super) fn is_part_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || !c.is_ascii() && (c.is_alphanumeric() || is_combining_mark(c) || is_joiner(c))
}

/// Invisible characters inside words: soft hyphen and the two joiners.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200C}' | '\u{200D}')
}

fn terms_of_run(run: &str, mut each: impl FnMut(&str)) {
    if run.is_ascii() {
        let word = run.get(..LONGEST).unwrap_or(run).to_ascii_lowercase();
        return each(&stem(&word));
    }
    let folded = fold(run);
    let mut rest = folded.as_str();
    while let Some(first) = rest.chars().next() {
        let unspaced = is_unspaced(first);
        let end = rest
            .find(|c| is_unspaced(c) != unspaced)
            .unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        if unspaced {
            pairs(part, &mut each);
        } else {
            each(&stem(beginning(part)));
        }
    }
}

/// Lower case, without accents and vowel points, compatibility forms made plain.
fn fold(run: &str) -> String {
    let is_accent = |c: char| matches!(c, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{64B}'..='\u{65F}' | '\u{670}');
    run.chars()
        .flat_map(char::to_lowercase)
        .nfkd()
        .filter(|&c| !is_accent(c) && !is_joiner(c))
        .nfc()
        // Compatibility forms can hold punctuation and spaces; they must not get into a term.
        .filter(|&c| is_part_of_word(c))
        .collect()
}

fn beginning(word: &str) -> &str {
    &word[..word.floor_char_boundary(LONGEST)]
}

/// The stem of a word; what has figures in it is a name, and has none.
fn stem(word: &str) -> Cow<'_, str> {
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        word.into()
    } else {
        crate::stem::stem(word).into()
    }
}

/// Each character, and each with the one after it.
fn pairs(part: &str, each: &mut impl FnMut(&str)) {
    let mut starts = part
        .char_indices()
        .map(|(at, _)| at)
        .chain([part.len()])
        .collect::<Vec<_>>()
        .into_iter()
        .peekable();
    let mut before = None;
    while let (Some(from), Some(&to)) = (starts.next(), starts.peek()) {
        each(&part[from..to]);
        if let Some(before) = before {
            each(&part[before..to]);
        }
        before = Some(from);
    }
}

fn is_single_unspaced(term: &str) -> bool {
    let mut chars = term.chars();
    chars.next().is_some_and(is_unspaced) && chars.next().is_none()
}

/// Chinese, Japanese, Korean, Thai, Lao, Burmese and Khmer: no spaces between words, or words that grow by endings that no stemmer here knows.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30FF}'
        | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        let mut vocabulary = Vocabulary::default();
        let mut found = Vec::new();
        vocabulary.read(text, &mut |term| found.push(term));
        // Known spellings give the same terms again.
        let mut again = Vec::new();
        vocabulary.read(text, &mut |term| again.push(term));
        assert_eq!(found, again);
        found
            .iter()
            .map(|&term| vocabulary.name(term).to_owned())
            .collect()
    }

    fn asked(query: &str) -> Vec<String> {
        let said = query_terms(query).into_iter();
        said.filter(|term| !term.is_other)
            .map(|term| term.term)
            .collect()
    }

    #[test]
    fn what_a_query_says_again_counts_more_but_not_without_end() {
        let weight = |query: &str| query_terms(query)[0].weight();
        assert!((weight("pump") - 1.0).abs() < f32::EPSILON);
        assert!(weight("pumps pump") > 1.0 && weight("pump pump") < 2.0);
        assert!(weight(&"pump ".repeat(1000)) < 3.0);
    }

    #[test]
    fn a_text_becomes_folded_stems() {
        let check = |text: &str, expected: &[&str]| assert_eq!(terms(text), expected, "{text}");
        check(
            "Chargers failed; the failing charger's",
            &["charger", "fail", "the", "fail", "charger", "s"],
        );
        check(
            "Crème brûlée, naïve Zoë ÅNGSTRÖM",
            &["creme", "brule", "naiv", "zoe", "angstrom"],
        );
        check("cre\u{301}me co\u{AD}operate", &["creme", "cooper"]);
        check(
            "3.5 % of CO\u{2082}, ﬁnal",
            &["3", "5", "of", "co2", "final"],
        );
        check("“quoted”—dash…", &["quot", "dash"]);
        check(
            "C++, F#; a#b x+y",
            &["c", "c++", "f", "f#", "a", "b", "x", "y"],
        );
        check("Чайковский Ёлка", &["чаиковскии", "елка"]);
        check("", &[]);
        check("\u{301} …", &[]);
        check(&"x".repeat(100), &[&"x".repeat(64)]);
    }

    #[test]
    fn scripts_without_spaces_become_characters_and_pairs() {
        let check = |text: &str, expected: &[&str]| assert_eq!(terms(text), expected, "{text}");
        check(
            "東京都は2024年",
            &["東", "京", "東京", "都", "京都", "は", "都は", "2024", "年"],
        );
        check("バス", &["バ", "ス", "バス"]);
        check("전기차", &["전", "기", "전기", "차", "기차"]);
        assert_eq!(asked("東京都"), ["東京", "京都"]);
        assert_eq!(asked("車"), ["車"]);
    }

    #[test]
    fn a_question_becomes_its_own_words() {
        let check = |query: &str, expected: &[&str]| {
            assert_eq!(asked(query), expected, "{query}");
        };
        check(
            "Why did heat-pump sales fall?",
            &["heat", "pump", "sale", "fall"],
        );
        check(
            "\"NEAR(a b)\" AND text:* OR -fall fall",
            &["near", "b", "text", "fall"],
        );
        check("The Who", &["the", "who"]);
        check("… ?", &[]);
    }

    #[test]
    fn a_language_named_by_a_letter_and_marks_is_asked_for_by_its_name() {
        let others = |query: &str| -> Vec<String> {
            let terms = query_terms(query).into_iter();
            terms
                .filter(|term| term.is_other && term.term.contains(['+', '#']))
                .map(|term| term.term)
                .collect()
        };
        assert_eq!(others("C++ or c#?"), ["c++", "c#"]);
        assert!(others("C and vitamin C+").is_empty());
    }
}
