//! What surrounds a text on its page and is none of it: notices, menus, decoration.
//!
//! Only short blocks are looked at, and the phrases have to fill them: an article about cookies speaks of cookies too. A phrase begins with a word; its last
//! word may go on.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use super::Reason;
use super::glance::Glance;
use super::vocabulary::{ALONE, FRAMING, FURNITURE, MENU, NOTHING_ELSE};
use crate::ascii;

/// Longer blocks are text, whatever phrases they hold.
const LONGEST: usize = 80;
/// Bytes of a text that is too long for certain.
pub(super) const LONGEST_TEXT: usize = LONGEST * 12;
/// Words of an entry of a menu.
const ENTRY: usize = 4;
/// And with the marks beside them.
const LONGEST_ENTRY: usize = 8;
/// Entries of a menu, at least.
const LEAST_ENTRIES: usize = 4;

pub(super) fn judge(text: &str, glance: &Glance) -> Option<Reason> {
    if is_empty(text, glance) {
        return Some(Reason::Empty);
    }
    if text.len() > LONGEST_TEXT {
        return None;
    }
    if is_menu(text, glance) {
        return Some(Reason::Navigation);
    }
    is_notice(text, glance).then_some(Reason::Boilerplate)
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
fn is_empty(text: &str, glance: &Glance) -> bool {
    if !glance.has_words() && !text.contains(char::is_alphanumeric) {
        return true;
    }
    if text.len() > 60 || !glance.may_be_empty() || !begins_or_ends_a_page(text) {
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

/// Whether a short text has what an empty page cannot do without: a figure and, where it is ASCII as most text is, what comes before that, or `blank`.
fn begins_or_ends_a_page(text: &str) -> bool {
    let has_word = |beginnings: &[&str]| {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| {
            let begins = |known: &&str| {
                let beginning = word.as_bytes().get(..known.len()).unwrap_or_default();
                beginning.eq_ignore_ascii_case(known.as_bytes())
            };
            beginnings.iter().any(begins)
        })
    };
    let has_figure = text.bytes().any(|byte| byte.is_ascii_digit());
    has_figure && (!text.is_ascii() || has_word(&["pag", "sei", "sid", "str"]))
        || has_word(&["bla"])
}

/// Short entries in rows, many of them such as menus have.
fn is_menu(text: &str, glance: &Glance) -> bool {
    let parts = |c: char| matches!(c, '\n' | '|' | '•' | '·' | '»' | '›' | '>');
    if glance.most_bars() < LEAST_ENTRIES - 1 {
        return false;
    }
    // Most text goes on for longer, which is seen without looking for all marks.
    let mut spaces = 0;
    let goes_on = text.chars().take_while(|c| !parts(*c)).any(|c| {
        spaces += usize::from(c == ' ');
        spaces == LONGEST_ENTRY
    });
    if goes_on {
        return false;
    }
    let (mut entries, mut known) = (0, 0);
    for entry in text.split(parts) {
        let entry = entry.trim_matches(|c: char| !c.is_alphanumeric());
        if entry.is_empty() {
            continue;
        }
        // One more word than that has at least as many bytes, and spaces between.
        if entry.len() > 2 * ENTRY && entry.split_whitespace().nth(ENTRY).is_some() {
            return false;
        }
        entries += 1;
        known += usize::from(IN_MENUS.has(entry));
    }
    entries >= LEAST_ENTRIES && known >= 2 && known * 5 >= entries * 2
}

/// Texts that are known whole, in lower case.
struct Whole {
    texts: HashSet<&'static str, RandomState>,
    longest: usize,
}

static IN_MENUS: LazyLock<Whole> = LazyLock::new(|| Whole::of(MENU));
static KNOWN_ALONE: LazyLock<Whole> = LazyLock::new(|| Whole::of(ALONE));

impl Whole {
    fn of(texts: &[&'static str]) -> Self {
        Self {
            texts: texts.iter().copied().collect(),
            longest: texts.iter().map(|text| text.len()).max().unwrap_or(0),
        }
    }

    fn has(&self, text: &str) -> bool {
        // Letters beyond ASCII may be shorter in lower case.
        let fits = text.len() <= self.longest || !text.is_ascii();
        fits && self.texts.contains(text.to_lowercase().as_str())
    }
}

fn is_notice(text: &str, glance: &Glance) -> bool {
    /// No text says so little that fewer points are enough.
    const LEAST: usize = 2;
    /// Words of a text that may be known as a whole.
    const FEW: usize = 4;
    let words = glance.words(text);
    let is_known = |glance: &Glance| words <= FEW || glance.said.is_any();
    if words > LONGEST || !glance.has_quotation() && !is_known(glance) {
        return false;
    }
    let (text, said) = if glance.has_quotation() {
        let text = unquoted(text);
        let said = Said::in_text(&text);
        (text, said)
    } else {
        (Cow::Borrowed(text), glance.said)
    };
    let bare = || text.trim_matches(|c: char| !c.is_alphanumeric());
    // What is left of a line of code without what it quotes is no word alone: `print("Sales")`.
    if words <= FEW && !glance.has_quotation() && KNOWN_ALONE.has(bare()) {
        return true;
    }
    let owner = usize::from(text.trim_start().starts_with('©') || said.owner);
    let points = said.weak.count_ones() as usize + 2 * said.strong + owner;
    let needed = match words {
        0..=14 => LEAST,
        15..=40 => 3,
        _ => 5,
    };
    if points < needed {
        return false;
    }
    // A figure that is no year says something.
    let figures = text
        .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
        .map(|number| number.trim_matches(['.', ',']))
        .filter(|number| !number.is_empty() && !is_year(number))
        .count();
    let left = points.saturating_sub(figures);
    left >= needed && left.saturating_sub(told(&text, &said)) >= needed
}

/// How many points of a text are only told of: phrases that somebody can or has to do, as `You can read more about it`, names that are one with others, as
/// `cargo-login`, and what a finding is about.
fn told(text: &str, said: &Said) -> usize {
    const LEADS: &[&str] = &[
        "can", "could", "may", "might", "must", "to", "will", "would",
    ];
    /// Two forms of one word.
    const KIN: &[(&str, &str)] = &[("log in", "login"), ("subscribe", "unsubscribe")];
    let lower = text.to_lowercase();
    let places = |phrase: &str| -> Vec<usize> {
        let begins = |at: &usize| {
            let before = lower.get(..*at).unwrap_or_default();
            !before.ends_with(char::is_alphanumeric)
        };
        let all = lower.match_indices(phrase).map(|(at, _)| at);
        all.filter(begins).collect()
    };
    let is_led = |at: &usize| {
        let before = lower.get(..*at).unwrap_or_default();
        let word = before.strip_suffix(' ').unwrap_or_default();
        let last = word.rsplit(|c: char| !c.is_alphanumeric()).next();
        last.is_some_and(|last| LEADS.contains(&last))
    };
    let mut points = 0;
    // Which phrases are there is known: few are.
    let weak = FURNITURE.iter().enumerate();
    let weak = weak.filter(|(at, _)| said.weak >> at & 1 == 1);
    let strong = NOTHING_ELSE.iter().filter(|_| said.strong > 0);
    let all = weak.map(|(_, phrase)| (phrase, 1));
    for (phrase, worth) in all.chain(strong.map(|phrase| (phrase, 2))) {
        let places = places(phrase);
        if !places.is_empty() && places.iter().all(is_led) {
            points += worth;
        }
    }
    let is_said = |phrase: &str| !places(phrase).is_empty();
    let kin = KIN
        .iter()
        .filter(|(one, other)| is_said(one) && is_said(other));
    let is_finding = lower.trim_end().ends_with('.')
        && lower
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| FRAMING.contains(&word))
        && lower.contains(|c: char| c.is_ascii_digit());
    points + kin.count() + usize::from(is_finding)
}

/// The phrases in a text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Said {
    /// Which of [`FURNITURE`], as bits.
    weak: u64,
    /// How many of [`NOTHING_ELSE`].
    strong: usize,
    owner: bool,
}

impl Said {
    /// Whether there is any that is worth more than being somebody's.
    fn is_any(&self) -> bool {
        self.weak != 0 || self.strong > 0
    }

    fn in_text(text: &str) -> Self {
        let mut said = Self::default();
        said.hear_within(text.as_bytes(), 0..text.len());
        said
    }

    /// Adds the phrases that begin with a word of this part of a text.
    pub(super) fn hear_within(&mut self, bytes: &[u8], part: Range<usize>) {
        let mut in_word = false;
        for at in part {
            let Some(byte) = bytes.get(at) else {
                return;
            };
            let is_part = byte.is_ascii_alphanumeric() || *byte >= 0x80;
            if is_part && !in_word {
                self.hear(bytes.get(at..).unwrap_or_default(), ascii::eight(bytes, at));
            }
            in_word = is_part;
        }
    }

    /// Adds the phrases that a text begins with, whose first bytes are these.
    pub(super) fn hear(&mut self, text: &[u8], first: u64) {
        if !MAY_BEGIN[place(beginning(first))] {
            return;
        }
        let Some(phrases) = PHRASES.get(&beginning(first)) else {
            return;
        };
        for (phrase, place) in phrases {
            let found = text.get(..phrase.len()).unwrap_or_default();
            if found.eq_ignore_ascii_case(phrase.as_bytes()) {
                self.owner |= phrase.starts_with("copyright");
                match place {
                    Some(weak) => self.weak |= 1 << weak,
                    None => self.strong += 1,
                }
            }
        }
    }

    pub(super) fn join(&mut self, next: &Self) {
        self.weak |= next.weak;
        self.strong += next.strong;
        self.owner |= next.owner;
    }
}

/// Phrases, and their places where they are weak ones.
type Phrases = Vec<(String, Option<usize>)>;

/// By their beginnings.
static PHRASES: LazyLock<HashMap<u64, Phrases, RandomState>> = LazyLock::new(|| {
    let mut phrases: HashMap<u64, Phrases, RandomState> = HashMap::default();
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
            let beginning = beginning(ascii::eight(form.as_bytes(), 0));
            phrases.entry(beginning).or_default().push((form, place));
        }
    }
    phrases
});

/// By a hash of a beginning, whether a phrase may have it: most words begin none.
static MAY_BEGIN: LazyLock<Box<[bool; 1 << PLACES]>> = LazyLock::new(|| {
    let mut may_begin = Box::new([false; 1 << PLACES]);
    for beginning in beginnings() {
        may_begin[place(beginning)] = true;
    }
    may_begin
});
const PLACES: u32 = 12;

#[inline]
fn place(beginning: u64) -> usize {
    (beginning.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PLACES)) as usize
}

/// What phrases begin with.
pub(super) fn beginnings() -> impl Iterator<Item = u64> {
    PHRASES.keys().copied()
}

/// As much of the first bytes as the shortest phrase has.
#[inline]
pub(super) fn beginning(first: u64) -> u64 {
    first & 0xFF_FFFF_FFFF
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

    fn judge(text: &str) -> Option<Reason> {
        super::judge(text, &Glance::of(text))
    }

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
        let phrases = FURNITURE.iter().chain(NOTHING_ELSE);
        assert!(phrases.map(|phrase| phrase.len()).min() >= Some(5));
    }

    #[test]
    fn an_entry_alone_is_furniture_and_a_sentence_with_it_is_not() {
        for alone in ["» Read more «", "SKIP TO CONTENT", "Publicité", "PUBLICITÉ"] {
            assert_eq!(judge(alone), Some(Reason::Boilerplate), "{alone}");
        }
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
        assert_eq!(judge("print(\"Hello World\")"), None);
        assert_eq!(judge("cargo-login — Log in to a registry"), None);
        assert_eq!(
            judge(
                "The kinds are bin, lib and rlib. You can read more about them in the chapter on targets."
            ),
            None
        );
        assert_eq!(
            judge("Accept all cookies was pressed by 87 % of visitors, the study found."),
            None
        );
        assert_eq!(
            judge("Use channel.subscribe(name) or channel.unsubscribe(name) on it."),
            None
        );
        assert_eq!(
            judge("Log in to continue. Subscribe to our newsletter."),
            Some(Reason::Boilerplate)
        );
    }
}
