//! What surrounds a text on its page and is none of it: notices, menus, decoration.
//!
//! Only short blocks are looked at, and the phrases have to fill them: an article about cookies speaks of cookies too. A phrase begins with a word; its last
//! word may go on.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use super::Reason;
use super::vocabulary::{ALONE, FURNITURE, MENU, NOTHING_ELSE};
use crate::ascii::count_words;

/// Longer blocks are text, whatever phrases they hold.
const LONGEST: usize = 80;
/// Words of an entry of a menu.
const LONGEST_ENTRY: usize = 8;

pub(super) fn judge(text: &str) -> Option<Reason> {
    if is_empty(text) {
        return Some(Reason::Empty);
    }
    if text.len() > LONGEST * 12 {
        return None;
    }
    if is_menu(text) {
        return Some(Reason::Navigation);
    }
    is_notice(text).then_some(Reason::Boilerplate)
}

/// What the number of a page is announced with, and what stands before how many there are.
const PAGE: [&str; 9] = [
    "page",
    "pagina",
    "página",
    "seite",
    "sida",
    "side",
    "strona",
    "стр",
    "страница",
];
const PAGE_OF: [&str; 9] = ["of", "von", "de", "di", "van", "av", "af", "z", "из"];

/// No letter and no figure, or nothing but the number of a page.
fn is_empty(text: &str) -> bool {
    if !text.contains(char::is_alphanumeric) {
        return true;
    }
    if text.len() > 60 {
        return false;
    }
    let lower = text.to_lowercase();
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit());
    let is_page = words.next().is_some_and(|word| PAGE.contains(&word))
        && words.next().is_some_and(is_number)
        && words.all(|word| is_number(word) || PAGE_OF.contains(&word));
    is_page || lower.contains("intentionally left blank")
}

/// Short entries in rows, many of them such as menus have.
fn is_menu(text: &str) -> bool {
    const MARKS: [char; 7] = ['\n', '|', '•', '·', '»', '›', '>'];
    let is_short = |entry: &str| entry.split_whitespace().nth(LONGEST_ENTRY).is_none();
    // Most text goes on for longer, which is seen without looking for all marks.
    let mut beginning = text.splitn(LONGEST_ENTRY + 1, ' ');
    let has_mark = beginning
        .by_ref()
        .take(LONGEST_ENTRY)
        .any(|word| word.contains(MARKS));
    if !has_mark && beginning.next().is_some() || !text.split(MARKS).all(is_short) {
        return false;
    }
    let entries: Vec<String> = text
        .split(MARKS)
        .map(|entry| {
            entry
                .trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase()
        })
        .filter(|entry| !entry.is_empty())
        .collect();
    let short = |entry: &String| entry.split_whitespace().count() <= 4;
    let known = entries
        .iter()
        .filter(|entry| MENU.contains(&entry.as_str()))
        .count();
    entries.len() >= 4 && entries.iter().all(short) && known >= 2 && known * 5 >= entries.len() * 2
}

fn is_notice(text: &str) -> bool {
    /// No text says so little that fewer points are enough.
    const LEAST: usize = 2;
    let words = count_words(text);
    if words > LONGEST {
        return false;
    }
    let text = unquoted(text);
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    if words <= 4 && ALONE.contains(&bare.to_lowercase().as_str()) {
        return true;
    }
    let said = Said::in_text(&text);
    let owner = usize::from(text.trim_start().starts_with('©') || said.owner);
    let points = said.weak.count_ones() as usize + 2 * said.strong + owner;
    if points < LEAST {
        return false;
    }
    // A figure that is no year says something.
    let figures = text
        .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
        .map(|number| number.trim_matches(['.', ',']))
        .filter(|number| !number.is_empty() && !is_year(number))
        .count();
    let needed = match words {
        0..=14 => LEAST,
        15..=40 => 3,
        _ => 5,
    };
    points.saturating_sub(figures) >= needed
}

/// The phrases in a text.
#[derive(Default)]
struct Said {
    /// Which of [`FURNITURE`], as bits.
    weak: u64,
    /// How many of [`NOTHING_ELSE`].
    strong: usize,
    owner: bool,
}

impl Said {
    fn in_text(text: &str) -> Self {
        let mut said = Self::default();
        let bytes = text.as_bytes();
        let mut in_word = false;
        for (at, byte) in bytes.iter().enumerate() {
            let was_in_word =
                std::mem::replace(&mut in_word, byte.is_ascii_alphanumeric() || *byte >= 0x80);
            if was_in_word || !in_word {
                continue;
            }
            let here = bytes.get(at..).unwrap_or_default();
            let Some(phrases) = beginning(here).and_then(|beginning| PHRASES.get(&beginning))
            else {
                continue;
            };
            for (phrase, place) in phrases {
                let found = here.get(..phrase.len()).unwrap_or_default();
                if found.eq_ignore_ascii_case(phrase.as_bytes()) {
                    said.owner |= phrase.starts_with("copyright");
                    match place {
                        Some(weak) => said.weak |= 1 << weak,
                        None => said.strong += 1,
                    }
                }
            }
        }
        said
    }
}

/// Phrases, and their places where they are weak ones.
type Phrases = Vec<(String, Option<usize>)>;

/// By their beginnings.
static PHRASES: LazyLock<HashMap<u32, Phrases, RandomState>> = LazyLock::new(|| {
    let mut phrases: HashMap<u32, Phrases, RandomState> = HashMap::default();
    let weak = FURNITURE
        .iter()
        .enumerate()
        .map(|(at, phrase)| (phrase, Some(at)));
    let strong = NOTHING_ELSE.iter().map(|phrase| (phrase, None));
    for (phrase, place) in weak.chain(strong) {
        // Letters that are no ASCII are compared as they are.
        let mut forms = vec![(*phrase).to_owned(), phrase.to_uppercase()];
        forms.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
        for form in forms {
            if let Some(beginning) = beginning(form.as_bytes()) {
                phrases.entry(beginning).or_default().push((form, place));
            }
        }
    }
    phrases
});

/// The first four bytes, without regard to case; a text of fewer holds no phrase.
#[inline]
fn beginning(bytes: &[u8]) -> Option<u32> {
    const LOWER: u32 = 0x2020_2020;
    let (first, _) = bytes.split_first_chunk()?;
    Some(u32::from_le_bytes(*first) | LOWER)
}

fn is_year(number: &str) -> bool {
    number.len() == 4 && (number.starts_with("19") || number.starts_with("20"))
}

/// The text without what stands in quotation marks: what is quoted is spoken about.
fn unquoted(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    if !bytes.contains(&b'"') && (text.is_ascii() || !text.contains(['“', '„'])) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut open = false;
    for c in text.chars() {
        match c {
            '"' => open = !open,
            '“' | '„' => open = true,
            '”' => open = false,
            _ if open => {}
            _ => out.push(c),
        }
    }
    // A mark that is never closed quotes nothing.
    if open {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_told_by_whole_words_in_any_case() {
        for (text, weak, strong) in [
            ("We use COOKIES and Read More", 2, 2),
            ("We blog in design update, never missed", 0, 1),
            ("DATENSCHUTZERKLÄRUNG, Impressum", 0, 2),
            ("Copyright © 2024 by us", 2, 0),
            ("Unsubscribe at any time; subscribe", 2, 1),
        ] {
            let said = Said::in_text(text);
            assert_eq!(
                (said.weak.count_ones(), said.strong),
                (weak, strong),
                "{text}"
            );
        }
        assert!(FURNITURE.len() <= 64);
    }

    #[test]
    fn an_entry_alone_is_furniture_and_a_sentence_with_it_is_not() {
        assert_eq!(judge("» Read more «"), Some(Reason::Boilerplate));
        assert_eq!(
            judge("Home | About us | Contact | The news"),
            Some(Reason::Navigation)
        );
        assert_eq!(
            judge(
                "The menu of the first restaurant on the moon has nine pages. Home | About | Contact"
            ),
            None
        );
        assert_eq!(judge("Page 3 of 14"), Some(Reason::Empty));
    }
}
