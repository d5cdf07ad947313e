//! A text as words, whatever it is dressed in: case, emphasis, letters of other alphabets that look alike, digits for letters.
//!
//! Words know whether a clause begins with them, because an order does, and whether they stand in quotation marks.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

/// A word or a mark of punctuation that matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'text> {
    /// In lower case, without disguise; `:`, `,` or `.` (any end of a sentence). Most words are as they stand in the text.
    pub(super) text: Cow<'text, str>,
    /// Whether a clause begins here, so that a verb is an order.
    pub(super) starts: bool,
    pub(super) quoted: bool,
}

impl Token<'_> {
    pub(super) fn is_word(&self) -> bool {
        !matches!(&*self.text, ":" | "," | ".")
    }
}

/// The words of a text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut reading = Reading {
        text,
        tokens: Vec::new(),
        word: None,
        starts: true,
        quote: None,
    };
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        reading.take(at, c, next);
    }
    reading.end_word();
    reading.tokens
}

/// Letters that stand alone one after the other, joined: `i g n o r e` is `ignore`. Words in between end a run.
pub(super) fn spaced_out(tokens: &[Token<'_>]) -> Vec<String> {
    const LETTERS: usize = 5;
    let mut runs = Vec::new();
    let mut run = String::new();
    for token in tokens {
        let mut letters = token.text.chars();
        match (letters.next(), letters.next()) {
            (Some('.' | ','), None) => {}
            (Some(letter), None) if letter.is_alphanumeric() => run.push(letter),
            _ => runs.push(std::mem::take(&mut run)),
        }
    }
    runs.push(run);
    runs.retain(|run| run.chars().count() >= LETTERS);
    runs
}

/// How many words mix the Latin alphabet with letters of another one that look like Latin ones.
pub(super) fn mixed_words(text: &str) -> usize {
    text.split(|c: char| !c.is_alphabetic())
        .filter(|word| is_mixed(word))
        .count()
}

struct Reading<'text> {
    text: &'text str,
    tokens: Vec<Token<'text>>,
    /// Where the word that is being read stands, as far as it was read.
    word: Option<Range<usize>>,
    starts: bool,
    /// The mark that closes the quotation that is open.
    quote: Option<char>,
}

impl<'text> Reading<'text> {
    fn take(&mut self, at: usize, c: char, next: Option<char>) {
        if c.is_alphanumeric() {
            // Scripts without spaces: their phrases are found in the text itself.
            self.word.get_or_insert(at..at).end = at + c.len_utf8();
            return;
        }
        let next_is_letter = next.is_some_and(char::is_alphanumeric);
        match c {
            // Inside a word: don't, user's, and what Markdown escapes.
            '\'' | '’' if self.word.is_some() && next_is_letter && self.quote != Some(c) => {}
            '\\' => {}
            _ => {
                self.end_word();
                self.mark(c, next);
            }
        }
    }

    fn mark(&mut self, c: char, next: Option<char>) {
        if self.quote == Some(c) {
            self.quote = None;
            return;
        }
        match c {
            '"' | '`' if self.quote.is_none() => self.quote = Some(c),
            '“' | '‟' if self.quote.is_none() => self.quote = Some('”'),
            // In German, “ closes what „ opens.
            '„' if self.quote.is_none() => self.quote = Some('“'),
            '«' if self.quote.is_none() => self.quote = Some('»'),
            '‘' if self.quote.is_none() => self.quote = Some('’'),
            '「' if self.quote.is_none() => self.quote = Some('」'),
            '.' | '!' | '?' | '…' | '。' | '！' | '？' => {
                // A point inside a number, a name or an abbreviation ends nothing.
                if next.is_none_or(|next| !next.is_alphanumeric()) || c != '.' {
                    self.push(".");
                } else {
                    self.push(",");
                }
                self.starts = true;
            }
            '\n' | ';' | '—' | '–' | '|' | '•' | '(' | '[' | '>' | '·' => self.starts = true,
            ':' | '：' => {
                self.push(":");
                self.starts = true;
            }
            ',' => {
                self.push(",");
                self.starts = true;
            }
            _ => {}
        }
        if matches!(c, '"' | '“' | '„' | '«' | '`' | '‘') && self.quote.is_some() {
            self.starts = true;
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else {
            return;
        };
        let word = self.text.get(word).unwrap_or_default();
        // The marks inside of it were passed over.
        if word.contains(['\'', '’', '\\']) {
            let letters = word.replace(|c: char| !c.is_alphanumeric(), "");
            self.push(plain(&letters).into_owned());
        } else {
            self.push(plain(word));
        }
    }

    fn push(&mut self, text: impl Into<Cow<'text, str>>) {
        self.tokens.push(Token {
            text: text.into(),
            starts: std::mem::take(&mut self.starts),
            quoted: self.quote.is_some(),
        });
    }
}

/// A word in lower case, with the letters that it stands for.
pub(super) fn plain(word: &str) -> Cow<'_, str> {
    let has_letters = word.chars().any(char::is_alphabetic);
    // `10th`, `b2b` and `covid19` are words of their own; digits between letters stand for letters.
    let inner = word.trim_matches(|c: char| c.is_ascii_digit());
    let dressed = has_letters && inner.contains(|c: char| c.is_ascii_digit());
    if word.is_ascii() {
        let is_plain = !dressed && !word.contains(|c: char| c.is_ascii_uppercase());
        return if is_plain {
            word.into()
        } else if dressed {
            let letters = word.chars().map(|c| digit(c).to_ascii_lowercase());
            letters.collect::<String>().into()
        } else {
            word.to_ascii_lowercase().into()
        };
    }
    let mixed = is_mixed(word);
    // Letters in a style of their own, such as wide or mathematical ones, are the letters.
    word.nfkc()
        .flat_map(|c| {
            let c = if mixed { look_alike(c).unwrap_or(c) } else { c };
            let c = if dressed { digit(c) } else { c };
            c.to_lowercase()
        })
        .collect::<String>()
        .into()
}

fn digit(c: char) -> char {
    match c {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        _ => c,
    }
}

fn is_mixed(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_alphabetic())
        && word.chars().any(|c| look_alike(c).is_some())
        && word.chars().count() > 2
}

/// The Latin letter that a Greek or Cyrillic one looks like.
fn look_alike(c: char) -> Option<char> {
    Some(match c {
        'а' | 'А' | 'Α' | 'α' => 'a',
        'В' | 'Β' => 'b',
        'с' | 'С' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'Е' | 'Ε' | 'ε' => 'e',
        'Н' | 'Η' | 'һ' => 'h',
        'і' | 'І' | 'ι' | 'Ι' | 'ӏ' => 'i',
        'ј' | 'Ј' => 'j',
        'К' | 'к' | 'Κ' | 'κ' => 'k',
        'М' | 'Μ' => 'm',
        'Ν' | 'ո' => 'n',
        'о' | 'О' | 'ο' | 'Ο' => 'o',
        'р' | 'Р' | 'ρ' | 'Ρ' => 'p',
        'ѕ' | 'Ѕ' => 's',
        'Т' | 'Τ' | 'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ν' => 'v',
        'х' | 'Х' | 'χ' | 'Χ' => 'x',
        'у' | 'У' | 'Υ' => 'y',
        'Ζ' => 'z',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text)
            .into_iter()
            .map(|token| token.text.into_owned())
            .collect()
    }

    #[test]
    fn words_come_out_of_their_disguise() {
        assert_eq!(words("**Ign0re** _it_"), ["ignore", "it"]);
        assert_eq!(words("Іgnоrе ｉｔ"), ["ignore", "it"]);
        assert_eq!(words("don't, user’s"), ["dont", ",", "users"]);
        assert_eq!(words("Дмитрий 2024 10th"), ["дмитрий", "2024", "10th"]);
        assert_eq!(spaced_out(&tokens("so i g n o r e it")), ["ignore"]);
        assert_eq!(spaced_out(&tokens("I.g.n.o.r.e all")), ["ignore"]);
        assert!(spaced_out(&tokens("G D P per head")).is_empty());
    }

    #[test]
    fn words_know_where_they_stand() {
        let found = tokens("He said: \"Go away\" and left. Stay");
        let starting: Vec<&str> = found
            .iter()
            .filter(|token| token.starts && token.is_word())
            .map(|token| &*token.text)
            .collect();
        assert_eq!(starting, ["he", "go", "stay"]);
        let quoted: Vec<&str> = found
            .iter()
            .filter(|token| token.quoted)
            .map(|token| &*token.text)
            .collect();
        assert_eq!(quoted, ["go", "away"]);
    }
}
