//! Text that its readers do not see: found in the text as it came, because cleaning takes it away.
//!
//! Most invisible characters are harmless: soft hyphens in long words, joiners in Persian, a byte order mark, a zero-width space where an address may
//! break. Set aside is what they are not there for: words broken up letter by letter, runs that encode something, tags that spell it out, text that reads
//! otherwise than it shows.

use super::Reason;
use crate::clean;

/// So many invisible characters side by side encode something.
const ENCODES: usize = 8;
/// So many words broken up are no accident.
const BROKEN: usize = 4;
/// A soft hyphen so close to another one parts no syllables.
const CHOPPED: usize = 3;
/// Tags that spell out a text; the flags of regions have up to six.
const SPELLED: usize = 4;

/// Why a text, not yet cleaned, is set aside for what it hides.
#[must_use]
pub fn hidden(raw: &str) -> Option<Reason> {
    if clean::is_plain(raw) {
        return None;
    }
    let conceals = || raw.contains('\x1b') && raw.contains("\x1b[8m");
    // The first byte of all selectors.
    let has_selector = || raw.as_bytes().contains(&0xEF) && raw.contains(is_selector);
    if raw.is_ascii() || !clean::has_invisible(raw) && !has_selector() {
        return conceals().then_some(Reason::Hidden);
    }
    let mut seen = Seen::default();
    for c in raw.chars() {
        seen.take(c);
    }
    let mostly_latin = seen.latin > seen.other;
    let hides = conceals()
        || seen.longest_run >= ENCODES
        || seen.tags >= SPELLED
        || (seen.overrides > 0 && mostly_latin)
        || (seen.broken >= BROKEN && seen.broken * 10 >= seen.words)
        || seen.chopped >= CHOPPED;
    hides.then_some(Reason::Hidden)
}

#[derive(Default)]
struct Seen {
    latin: usize,
    other: usize,
    words: usize,
    /// Tag characters outside the flag of a region.
    tags: usize,
    in_flag: bool,
    overrides: usize,
    run: usize,
    longest_run: usize,
    /// Zero-width characters between two Latin letters.
    broken: usize,
    /// Soft hyphens with a single letter before them, after another soft hyphen.
    chopped: usize,
    letters_since_hyphen: Option<usize>,
    last: Option<char>,
    /// A zero-width character stands between the last letter and this one.
    parted: bool,
}

impl Seen {
    fn take(&mut self, c: char) {
        match c {
            '🏴' => self.in_flag = true,
            '\u{e0000}'..='\u{e007f}' => self.tags += usize::from(!self.in_flag),
            _ => self.in_flag = false,
        }
        // Regional flags are the one use of tags.
        let counts = (clean::is_invisible(c) || clean::is_joiner(c) || is_selector(c))
            && !(self.in_flag && matches!(c, '\u{e0000}'..='\u{e007f}'));
        if counts {
            self.run += 1;
            self.longest_run = self.longest_run.max(self.run);
        } else {
            self.run = 0;
        }
        match c {
            '\u{202d}' | '\u{202e}' => self.overrides += 1,
            '\u{ad}' => {
                self.chopped += usize::from(self.letters_since_hyphen == Some(1));
                self.letters_since_hyphen = Some(0);
            }
            '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}' => self.parted = true,
            _ if c.is_alphabetic() => self.letter(c),
            _ => {
                self.letters_since_hyphen = None;
                self.parted = false;
                self.words += usize::from(self.last.is_some());
                self.last = None;
            }
        }
    }

    fn letter(&mut self, c: char) {
        let is_latin = c.is_ascii_alphabetic();
        if is_latin {
            self.latin += 1;
        } else {
            self.other += 1;
        }
        let between = self.parted && is_latin;
        self.broken += usize::from(between && self.last.is_some_and(|last| last.is_ascii()));
        self.parted = false;
        self.letters_since_hyphen = self.letters_since_hyphen.map(|letters| letters + 1);
        self.last = Some(c);
    }
}

/// Variation selectors, which can carry a byte each.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_that_writing_needs_hide_nothing() {
        for text in [
            "plain",
            "\u{feff}A byte order mark.",
            "elec\u{ad}tri\u{ad}fi\u{ad}ca\u{ad}tion",
            "می\u{200c}شود و هزینه\u{200c}های شرکت\u{200c}ها",
            "👩\u{200d}🔬 and ❤\u{fe0f}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} won",
            "\u{202b}שלום\u{202c}",
            "see example.org/\u{200b}a/\u{200b}b/\u{200b}c/\u{200b}d",
            "\x1b[31mred\x1b[0m in a log",
        ] {
            assert_eq!(hidden(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_is_written_not_to_be_seen_is_found() {
        for text in [
            "Rose.\u{e0049}\u{e0067}\u{e006e}\u{e006f} Fell.",
            "i\u{200b}g\u{200b}n\u{200b}o\u{200b}re",
            "r\u{ad}e\u{ad}c\u{ad}o\u{ad}m",
            "The \u{202e}evitisop\u{202c} result",
            "Rose.\u{200b}\u{200c}\u{200b}\u{200b}\u{200c}\u{200b}\u{200c}\u{200c} Fell.",
            "A\u{fe00}\u{fe01}\u{fe02}\u{fe03}\u{fe04}\u{fe05}\u{fe06}\u{fe07}",
            "seen\x1b[8m not seen\x1b[0m",
        ] {
            assert_eq!(hidden(text), Some(Reason::Hidden), "{text:?}");
        }
    }
}
