//! Sentences: where one ends and the next begins.
//!
//! The spans partition the text, so that whoever replaces or inserts a sentence changes no byte of the others. One pass, with lookahead and
//! lookback of bounded length, so that hostile text costs no more than any other. Which sentences state something is not known here (see
//! `claims`).

mod marks;
mod words;

use std::ops::Range;

use self::words::{
    BEFORE_NUMBER, BEFORE_ORDINAL, DESIGNATORS, FIRMS, GERMAN_MONTHS, MAYBE_LAST, NEVER_LAST,
    OF_TIME, PLACES, STARTERS,
};
use super::blocks::{BlockKind, blocks, marker_len};
use crate::memo::Memo;

/// The sentences of a text, each with the white space after it; together they are the text, byte for byte.
///
/// A heading, a table row, a code block and a rule are each one unit; a list item is one or more.
#[must_use]
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    /// Bytes of a text that may be asked for again: a claim, a passage.
    const LONGEST: usize = 32_000;
    if text.len() > LONGEST {
        return read(text);
    }
    KNOWN.with(|known| known.of(text, || read(text)))
}

thread_local! {
    /// All that lays a claim beside its evidence asks for the sentences of both.
    static KNOWN: Memo<Vec<Range<usize>>> = Memo::default();
}

fn read(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    for block in blocks(text) {
        match block.kind {
            BlockKind::Prose | BlockKind::Item => split_prose(text, block.span, &mut spans),
            BlockKind::Heading | BlockKind::TableRow | BlockKind::Code | BlockKind::Rule => {
                spans.push(block.span);
            }
        }
    }
    spans
}

/// Whether a word is an abbreviation that no sentence ends with: `e.g.`
#[must_use]
pub fn is_never_last(word: &str) -> bool {
    let word = word.trim_start_matches('(').to_lowercase();
    let word = word.strip_suffix('.');
    word.is_some_and(|word| NEVER_LAST.contains(&word))
}

/// Whether a word, in lower case, counts the places of a source: `p`, `lines`.
#[must_use]
pub(crate) fn is_place(word: &str) -> bool {
    PLACES.contains(&word)
}

/// How far back a word before a full stop is looked at.
const LOOKBACK: usize = 24;
/// How far brackets, code and formulas within a sentence may reach for the stops in them to be none.
const ENCLOSED: usize = 240;

fn split_prose(text: &str, block: Range<usize>, spans: &mut Vec<Range<usize>>) {
    let Some(body) = text.get(block.clone()) else {
        return;
    };
    let scan = Scan { body };
    let mut start = 0;
    // The number of a list item is not the end of a sentence.
    let mut at = marker_len(body);
    let mut begins = at;
    while let Some((stop, found)) = scan.next_stop(begins, at) {
        let after = scan.after_stop(stop, found);
        if scan.ends_here(begins, stop, found, &after) {
            let end = skip_space(body, after.end);
            if end >= body.len() {
                break;
            }
            spans.push(block.start + start..block.start + end);
            start = end;
            begins = end;
            at = end;
        } else {
            at = after.end;
        }
    }
    if start < body.len() {
        spans.push(block.start + start..block.end);
    }
}

/// One block of running text.
struct Scan<'a> {
    body: &'a str,
}

/// What follows a full stop.
struct After {
    /// Behind further stops, closing quotes and brackets, and citation marks.
    end: usize,
    /// Number of stops in the run.
    stops: usize,
    /// Whether a citation mark followed.
    cited: bool,
}

impl Scan<'_> {
    /// The next character that can end the sentence that begins at `begins`, at or after `from`.
    fn next_stop(&self, begins: usize, from: usize) -> Option<(usize, char)> {
        let mut at = from;
        loop {
            // Most letters are ASCII and no stops: only the others are worth decoding.
            at += self.body.as_bytes().get(at..)?.iter().position(|byte| {
                !byte.is_ascii()
                    || matches!(
                        byte,
                        b'.' | b'!' | b'?' | b';' | b'(' | b'[' | b'`' | b'$' | b'<'
                    )
            })?;
            let found = self.char_at(at)?;
            let ends_line = |at| self.follows_greek(at) || self.item_end(at).is_some();
            if is_stop(found) || found == ';' && ends_line(at) {
                return Some((at, found));
            }
            at = self
                .past_enclosed(begins, at, found)
                .unwrap_or(at + found.len_utf8());
        }
    }

    /// A semicolon after a Greek letter is a question mark.
    fn follows_greek(&self, at: usize) -> bool {
        let before = self
            .body
            .get(..at)
            .and_then(|head| head.chars().next_back());
        let ends = self
            .char_at(at + 1)
            .is_none_or(|next| next.is_whitespace() || is_closer(next));
        ends && before
            .is_some_and(|letter| matches!(letter, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}'))
    }

    /// Where an item of a list ends whose semicolon at `at` closes its line, with the word that leads to the last one: `…; or`.
    fn item_end(&self, at: usize) -> Option<usize> {
        let rest = self.body.get(at + 1..)?;
        let joined = [" or", " and", ""];
        let (word, line) = joined
            .into_iter()
            .find_map(|word| Some((word, rest.strip_prefix(word)?)))?;
        let next = line
            .trim_start_matches([' ', '\t', '\r'])
            .strip_prefix('\n')?;
        next.trim_start_matches([' ', '\t'])
            .starts_with(char::is_uppercase)
            .then_some(at + 1 + word.len())
    }

    /// Where to go on behind a bracket, code or a formula that opens at `at`: no stop in it ends the sentence, but for one that ends it as well.
    ///
    /// A bracket at the beginning of a sentence may hold sentences of its own.
    fn past_enclosed(&self, begins: usize, at: usize, found: char) -> Option<usize> {
        let inner = self.body.get(at + found.len_utf8()..)?;
        let inner = inner.get(..inner.floor_char_boundary(ENCLOSED))?;
        let length = match found {
            '<' => return self.tag_end(at),
            '`' => inner.find('`')?,
            '$' => {
                let double = inner.starts_with('$');
                let before = self
                    .body
                    .get(..at)
                    .and_then(|head| head.chars().next_back());
                let opens = double
                    || inner
                        .starts_with(|next: char| !next.is_whitespace() && !next.is_ascii_digit())
                        && before.is_none_or(|letter| !letter.is_alphanumeric());
                if double {
                    inner.get(1..)?.find("$$")? + 2
                } else {
                    inner
                        .match_indices('$')
                        .map(|(place, _)| place)
                        .find(|&place| !inner.get(..place).is_none_or(|head| head.ends_with(' ')))
                        .filter(|_| opens)?
                }
            }
            '(' | '[' => {
                let length = closing(inner, found)?;
                let linked = inner
                    .get(length + 1..)
                    .is_some_and(|rest| rest.starts_with('('));
                if at == begins && !linked {
                    return None;
                }
                let content = inner.get(..length)?;
                let ends = content.trim_end_matches(is_stop).len();
                // The stop that closes a bracket may close the sentence.
                if !linked && ends < length {
                    return Some(at + 1 + ends);
                }
                length
            }
            _ => return None,
        };
        Some(at + found.len_utf8() + length + 1)
    }

    fn after_stop(&self, stop: usize, found: char) -> After {
        let mut end = match found {
            ';' => self.item_end(stop).unwrap_or(stop + 1),
            _ => stop + found.len_utf8(),
        };
        let mut stops = 1;
        let mut cited = false;
        loop {
            while let Some(next) = self.char_at(end) {
                // German closes with the mark that others open with; scripts without spaces open with it right behind the stop.
                let opens = next == '“' && is_wide_stop(found);
                if is_stop(next) {
                    stops += 1;
                } else if opens || !is_closer(next) {
                    break;
                }
                end += next.len_utf8();
            }
            let gap = self.inline_space(end);
            if gap == end {
                break;
            }
            if let Some(spaced) = self.spaced_closer(gap) {
                end = spaced;
            } else if let Some(dots) = self.spaced_dots(gap) {
                stops += dots;
                end = gap + dots;
            } else {
                break;
            }
        }
        while let Some(mark) = self.mark_end(stop, end, self.inline_space(end)) {
            end = mark;
            cited = true;
            // `.[1],[2]` and `.[3]–[5]`
            let joint = self
                .char_at(end)
                .filter(|next| matches!(next, ',' | '-' | '–'));
            let joined = joint.map_or(end, |joint| end + joint.len_utf8());
            if self.char_at(joined) == Some('[') {
                end = joined;
            }
        }
        // A stop may stand behind the mark as well as before it.
        while cited && let Some(next) = self.char_at(end).filter(|&next| is_stop(next)) {
            end += next.len_utf8();
        }
        After { end, stops, cited }
    }

    /// The end of a closing quotation mark that French sets apart by a space.
    fn spaced_closer(&self, at: usize) -> Option<usize> {
        let rest = self.body.get(at..)?.strip_prefix('»')?;
        let closes = rest.is_empty() || rest.starts_with(|next: char| !next.is_alphanumeric());
        closes.then(|| at + '»'.len_utf8())
    }

    /// The number of dots at `at`, if they are part of an ellipsis rather than of the word or number that follows.
    fn spaced_dots(&self, at: usize) -> Option<usize> {
        let rest = self.body.as_bytes().get(at..)?;
        let dots = rest.iter().take_while(|byte| **byte == b'.').count();
        let alone = rest.get(dots).is_none_or(u8::is_ascii_whitespace);
        (dots > 0 && alone).then_some(dots)
    }

    fn ends_here(&self, begins: usize, stop: usize, found: char, after: &After) -> bool {
        let Some(next) = self.char_at(after.end) else {
            return true;
        };
        if is_wide_stop(found) {
            // What was asked or exclaimed in quotation marks goes on with who did so, and と goes on with any quote.
            let quoted = after.end > stop + found.len_utf8() && after.stops == 1 && !after.cited;
            let goes_on = next == 'と' || matches!(found, '！' | '？') && next.is_alphabetic();
            return !(quoted && goes_on);
        }
        if !next.is_whitespace() {
            let is_set_close = || {
                // `… ($1716).This is similar`
                let before = self.body.get(..stop).unwrap_or_default();
                let behind = self.char_at(after.end + next.len_utf8());
                // What a program calls has its bracket right behind its name.
                let opens = before.rfind('(').and_then(|at| before.get(..at));
                before.ends_with(')')
                    && opens.is_some_and(|opens| opens.ends_with(' '))
                    && behind.is_some_and(char::is_lowercase)
            };
            return next.is_uppercase()
                && after.end == stop + 1
                && (self.is_cited_before(stop) || is_set_close());
        }
        let following = skip_space(self.body, after.end);
        let Some(next) = self.char_at(following) else {
            return true;
        };
        if after.cited {
            return true;
        }
        // Behind a citation a sentence may begin small: `… since May [7]. xz-utils had two maintainers`.
        let is_written_small =
            || self.is_mixed_case(following) || self.is_name_without_vowels(following);
        if next.is_lowercase() && !is_written_small() && !self.is_cited_before(stop) {
            return false;
        }
        if matches!(next, ',' | ';' | ')' | ']' | '|') || self.goes_on_after_dash(following, next) {
            return false;
        }
        if found == '!' && FIRMS.contains(&self.word_at(following).to_lowercase().as_str()) {
            return false;
        }
        if found != '.' || after.stops > 1 || after.end > stop + 1 {
            return true;
        }
        !self.is_abbreviation(begins, stop, following, next)
    }

    /// Whether a dash with a small letter after it goes on with what was quoted.
    fn goes_on_after_dash(&self, at: usize, next: char) -> bool {
        matches!(next, '–' | '—')
            && self
                .char_at(skip_space(self.body, at + next.len_utf8()))
                .is_some_and(char::is_lowercase)
    }

    /// Whether the full stop at `stop` belongs to the word before it rather than to the sentence.
    fn is_abbreviation(&self, begins: usize, stop: usize, following: usize, next: char) -> bool {
        let word = self.word_before(begins, stop);
        let lower = word.to_lowercase();
        let lower = lower.as_str();
        let starter = || self.starts_sentence(following);
        let mut letters = word.chars();
        let dotted = match (letters.next(), letters.next()) {
            (Some(first), None | Some('.')) => first.is_alphabetic(),
            _ => false,
        };
        // `N.B. The lid is hot.` and the letter of an item: nothing else stands before.
        if stop - begins == word.len() && (dotted || is_roman(word)) {
            return true;
        }
        if NEVER_LAST.contains(&lower) {
            // `1.5 ms` is a time, and no lady.
            return word != "ms" || !self.is_counted(begins, stop, word);
        }
        if matches!(lower, "a.m" | "p.m") {
            return self.is_of_time(following);
        }
        if BEFORE_NUMBER.contains(&lower) {
            let name = self.word_at(following);
            let letter = next.is_alphabetic()
                && (name.chars().count() == 1 || is_roman(name))
                && !(lower == "no" && self.is_word_of_a_letter(following, name));
            if next.is_numeric() || letter || matches!(next, '(' | '[') {
                return true;
            }
        }
        if MAYBE_LAST.contains(&lower) {
            return !starter();
        }
        if !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) {
            let before = self.word_before(begins, begins + self.before(begins, stop, word));
            return GERMAN_MONTHS.contains(&self.word_at(following).to_lowercase().as_str())
                || next.is_alphabetic()
                    && BEFORE_ORDINAL.contains(&before.to_lowercase().as_str());
        }
        if dotted {
            return self.is_initial(begins, stop, following, word);
        }
        matches!(lower, "ph.d" | "b.sc" | "m.sc" | "ed.d") && !starter()
    }

    /// `No. A ban hits the poor.` answers and goes on, where `No. A` alone numbers something.
    fn is_word_of_a_letter(&self, at: usize, word: &str) -> bool {
        let second = self.body.get(at + word.len()..).unwrap_or_default();
        matches!(word, "A" | "I")
            && second.starts_with(' ')
            && second.trim_start().starts_with(char::is_lowercase)
    }

    /// Whether a figure stands before the word that ends at `stop`.
    fn is_counted(&self, begins: usize, stop: usize, word: &str) -> bool {
        let before = self.word_before(begins, begins + self.before(begins, stop, word));
        before.ends_with(|last: char| last.is_ascii_digit())
    }

    /// Whether a letter, or letters with dots between them, goes on with the word that follows.
    fn is_initial(&self, begins: usize, stop: usize, following: usize, word: &str) -> bool {
        let single = word.chars().nth(1).is_none();
        if single && word.chars().all(char::is_lowercase) {
            // The next is a letter with a stop too: `z. B.`
            let next = self.word_at(following);
            return next.chars().nth(1).is_none()
                && self.char_at(following + next.len()) == Some('.');
        }
        let before = self.word_before(begins, begins + self.before(begins, stop, word));
        let numbered = single && DESIGNATORS.contains(&before.to_lowercase().as_str());
        !numbered && !self.starts_sentence(following)
    }

    /// Whether what follows `a.m.` or `p.m.` goes on with the time: a day, a zone, or a place with `time` after it.
    fn is_of_time(&self, following: usize) -> bool {
        let word = self.word_at(following);
        let second = skip_space(self.body, following + word.len());
        OF_TIME.contains(&word.to_lowercase().as_str()) || self.word_at(second) == "time"
    }

    /// The length of what stands between `begins` and the blanks before the word that ends at `stop`.
    fn before(&self, begins: usize, stop: usize, word: &str) -> usize {
        let head = self.body.get(begins..stop - word.len());
        head.unwrap_or_default().trim_end_matches([' ', '.']).len()
    }

    fn word_before(&self, begins: usize, stop: usize) -> &str {
        let head = self.body.get(begins..stop).unwrap_or_default();
        let begin = head
            .char_indices()
            .rev()
            .take(LOOKBACK)
            .take_while(|(_, letter)| letter.is_alphanumeric() || *letter == '.')
            .last()
            .map_or(head.len(), |(at, _)| at);
        head.get(begin..).unwrap_or_default()
    }

    /// The letters at `at`.
    fn word_at(&self, at: usize) -> &str {
        let rest = self.body.get(at..).unwrap_or_default();
        let end = rest
            .char_indices()
            .take(LOOKBACK)
            .find(|(_, letter)| !letter.is_alphabetic())
            .map_or_else(|| rest.floor_char_boundary(LOOKBACK), |(at, _)| at);
        rest.get(..end).unwrap_or_default()
    }

    fn starts_sentence(&self, at: usize) -> bool {
        let rest = self.body.get(at..).unwrap_or_default();
        let inner = rest.trim_start_matches(['"', '“', '(', '\'', '‘', '*', '_']);
        let at = at + rest.len() - inner.len();
        let word = self.word_at(at);
        // A letter with a stop of its own is an initial.
        let initial = word.len() == 1 && self.char_at(at + 1) == Some('.');
        !initial && STARTERS.contains(&word.to_lowercase().as_str())
    }

    /// A name such as `iPhone` or `pH`, which may begin a sentence in lower case.
    fn is_mixed_case(&self, at: usize) -> bool {
        let mut letters = self.body.get(at..).unwrap_or_default().chars();
        letters.next().is_some_and(char::is_lowercase)
            && letters.next().is_some_and(char::is_uppercase)
    }

    /// Whether a word is a name that is never written with a capital: `pnpm`, `npm`, `xkcd`. Few words of a language lack all vowels, and units are
    /// shorter or known.
    fn is_name_without_vowels(&self, at: usize) -> bool {
        const SHORTEST: usize = 3;
        const ABBREVIATED: &[&str] = &[
            "hrs", "yrs", "pts", "lbs", "mph", "kph", "rpm", "ppm", "sqft", "bzw", "vgl", "bspw",
            "ggf", "usw", "cfm", "dpt", "blvd", "cwt", "kwh", "mwh", "gwh", "twh",
        ];
        let word = self.word_at(at);
        word.len() >= SHORTEST
            && word
                .bytes()
                .all(|letter| letter.is_ascii_lowercase() && !b"aeiouy".contains(&letter))
            && !ABBREVIATED.contains(&word)
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.body.get(at..)?.chars().next()
    }

    /// Behind the blanks at `from`; a line end is not crossed, because a mark on the next line may begin a list of references.
    fn inline_space(&self, from: usize) -> usize {
        let rest = self.body.get(from..).unwrap_or_default();
        let blanks: usize = rest
            .chars()
            .take(4)
            .take_while(|blank| matches!(blank, ' ' | '\t' | '\u{a0}' | '\u{202f}'))
            .map(char::len_utf8)
            .sum();
        from + blanks
    }
}

/// Where in `inner` the bracket that opens before it closes.
fn closing(inner: &str, open: char) -> Option<usize> {
    let close = if open == '(' { ')' } else { ']' };
    let mut depth = 1;
    inner.char_indices().find_map(|(at, letter)| {
        if letter == open {
            depth += 1;
        } else if letter == close {
            depth -= 1;
        }
        (depth == 0).then_some(at)
    })
}

/// Whether a word is a Roman number as items and volumes have them.
fn is_roman(word: &str) -> bool {
    !word.is_empty() && word.len() <= 5 && {
        let lower = word.bytes().all(|byte| b"ivx".contains(&byte));
        lower || word.bytes().all(|byte| b"IVXL".contains(&byte))
    }
}

fn is_stop(letter: char) -> bool {
    const OTHER_SCRIPTS: &[char] = &[
        '؟', '۔', '।', '॥', '։', '።', '፧', '។', '။', '‼', '⁇', '⁈', '⁉', '\u{37e}',
    ];
    matches!(letter, '.' | '!' | '?' | '…')
        || !letter.is_ascii() && (OTHER_SCRIPTS.contains(&letter) || is_wide_stop(letter))
}

/// Full stops of scripts that put no space after them.
fn is_wide_stop(letter: char) -> bool {
    matches!(letter, '。' | '！' | '？' | '．' | '｡')
}

fn is_closer(letter: char) -> bool {
    matches!(
        letter,
        '"' | '\''
            | '”'
            | '“'
            | '’'
            | '‘'
            | ')'
            | ']'
            | '»'
            | '›'
            | '*'
            | '_'
            | '`'
            | '」'
            | '』'
            | '）'
            | '】'
    )
}

fn skip_space(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + (rest.len() - rest.trim_start().len())
}

#[cfg(test)]
mod tests;
