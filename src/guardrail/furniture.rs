//! What surrounds a text on its page and is none of it: notices, menus, decoration.
//!
//! Only short blocks are looked at, and the phrases have to fill them: an article about cookies speaks of cookies too.

use super::Reason;
use super::vocabulary::{ALONE, FURNITURE, MENU, NOTHING_ELSE};

/// Longer blocks are text, whatever phrases they hold.
const LONGEST: usize = 80;

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
    let is_page = words
        .next()
        .is_some_and(|word| matches!(word, "page" | "seite"))
        && words.next().is_some_and(is_number)
        && words.all(|word| is_number(word) || matches!(word, "of" | "von"));
    is_page || lower.contains("intentionally left blank")
}

/// Short entries in rows, many of them such as menus have.
fn is_menu(text: &str) -> bool {
    const MARKS: [char; 7] = ['\n', '|', '•', '·', '»', '›', '>'];
    let is_short = |entry: &str| entry.split_whitespace().nth(8).is_none();
    if !text.split(MARKS).all(is_short) {
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
    let words = text.split_whitespace().count();
    if words > LONGEST {
        return false;
    }
    let lower = unquoted(text).to_lowercase();
    let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
    if ALONE.contains(&bare) {
        return true;
    }
    let weak = FURNITURE
        .iter()
        .filter(|phrase| lower.contains(*phrase))
        .count();
    let strong: usize = NOTHING_ELSE
        .iter()
        .map(|phrase| lower.matches(phrase).count())
        .sum();
    let owner = usize::from(lower.trim_start().starts_with('©') || lower.contains("copyright ©"));
    // A figure that is no year says something.
    let figures = lower
        .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
        .map(|number| number.trim_matches(['.', ',']))
        .filter(|number| !number.is_empty() && !is_year(number))
        .count();
    let needed = match words {
        0..=14 => 2,
        15..=40 => 3,
        _ => 5,
    };
    (weak + 2 * strong + owner).saturating_sub(figures) >= needed
}

fn is_year(number: &str) -> bool {
    number.len() == 4 && (number.starts_with("19") || number.starts_with("20"))
}

/// The text without what stands in quotation marks: what is quoted is spoken about.
fn unquoted(text: &str) -> String {
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
    if open { text.to_owned() } else { out }
}
