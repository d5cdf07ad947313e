//! Making foreign text harmless [Z1].
//!
//! Text from documents, models and servers may carry terminal escape sequences, bidirectional overrides and characters that nobody sees. Everything
//! that is stored or shown passes through here first: what remains is visible text, single spaces for tabs, and `\n` for every kind of line end. It
//! works in one pass over the text and knows nothing of where the text came from.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// A terminal string (a window title, a link target) that is longer than this is taken for text with a stray introducer in front.
const LONGEST_STRING: usize = 2048;

/// The text without control characters, escape sequences, direction overrides and invisible characters; line ends become `\n`, tabs and
/// no-break spaces become spaces.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(needs_care) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\r' => {
                rest.next_if_eq(&'\n');
                out.push('\n');
            }
            '\n' | '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\t' | '\u{A0}' | '\u{2007}' | '\u{202F}' => out.push(' '),
            '\u{1B}' => skip_escape(&mut rest),
            '\u{9B}' => skip_control_sequence(&mut rest),
            '\u{90}' | '\u{98}' | '\u{9D}' | '\u{9E}' | '\u{9F}' => skip_string(&mut rest),
            // Joiners shape Persian and Indic words and hold emoji together; between Latin letters they only hide words from a search.
            '\u{200C}' | '\u{200D}' => {
                if out.chars().next_back().is_some_and(is_joined)
                    && rest.peek().copied().is_some_and(is_joined)
                {
                    out.push(c);
                }
            }
            _ if c.is_control() || is_invisible(c) => {}
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Cleaned text on one line with single spaces, cut at `most` characters: for titles, names and addresses.
#[must_use]
pub fn clean_line(text: &str, most: usize) -> String {
    let cleaned = clean(text);
    let mut line = String::new();
    let mut count = 0;
    for word in cleaned.split_whitespace() {
        if count > 0 {
            line.push(' ');
            count += 1;
        }
        for c in word.chars() {
            if count >= most {
                line.push('…');
                return line;
            }
            line.push(c);
            count += 1;
        }
    }
    line
}

fn needs_care(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(
            c,
            '\u{A0}' | '\u{2007}' | '\u{2028}' | '\u{2029}' | '\u{202F}'
        )
        || matches!(c, '\u{200C}' | '\u{200D}')
        || is_invisible(c)
}

/// Whether a joiner beside this character can be meant.
fn is_joined(c: char) -> bool {
    !c.is_ascii()
        && !c.is_control()
        && !c.is_whitespace()
        && !is_invisible(c)
        && !matches!(c, '\u{200C}' | '\u{200D}')
}

/// Characters that show nothing and can reorder, hide or smuggle text.
fn is_invisible(c: char) -> bool {
    matches!(c,
        // Bidirectional marks, embeddings, overrides and isolates.
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        // Zero-width spaces, invisible operators, soft hyphens, byte order marks and fillers.
        | '\u{00AD}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}'
        | '\u{200B}' | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
        // Interlinear annotation marks and code points that are not characters.
        | '\u{FFF0}'..='\u{FFFB}' | '\u{FFFE}' | '\u{FFFF}'
        // Tags and supplementary variation selectors carry arbitrary hidden data.
        | '\u{E0000}'..='\u{E0FFF}')
}

fn skip_escape(rest: &mut Peekable<Chars<'_>>) {
    match rest.peek() {
        Some('[') => {
            rest.next();
            skip_control_sequence(rest);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            rest.next();
            skip_string(rest);
        }
        _ => {
            // Two-character sequences, and those with intermediate bytes such as the choice of a character set.
            while rest.next_if(|c| matches!(c, ' '..='/')).is_some() {}
            rest.next_if(|c| matches!(c, '0'..='~'));
        }
    }
}

fn skip_control_sequence(rest: &mut Peekable<Chars<'_>>) {
    while rest.next_if(|c| matches!(c, ' '..='?')).is_some() {}
    rest.next_if(|c| matches!(c, '@'..='~'));
}

/// Skips a terminal string with its terminator. One that does not end before the next line end or escape is no such string: only its
/// introducer goes, so that a stray byte cannot swallow a document, and no text is scanned twice.
fn skip_string(rest: &mut Peekable<Chars<'_>>) {
    let mut ahead = rest.clone();
    for _ in 0..LONGEST_STRING {
        match ahead.next() {
            Some('\u{07}' | '\u{9C}') => {
                *rest = ahead;
                return;
            }
            Some('\u{1B}') => {
                if ahead.next_if_eq(&'\\').is_some() {
                    *rest = ahead;
                }
                return;
            }
            None | Some('\n' | '\r' | '\u{90}' | '\u{98}' | '\u{9B}' | '\u{9D}'..='\u{9F}') => {
                return;
            }
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escape_sequences_leave_only_the_words() {
        for (hostile, harmless) in [
            ("plain text", "plain text"),
            ("\x1b[31mred\x1b[0m alert", "red alert"),
            ("\x1b]0;owned\x07title", "title"),
            (
                "\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\ here",
                "click here",
            ),
            ("\u{9b}2Jcleared", "cleared"),
            ("\u{9d}0;x\u{9c}after", "after"),
            ("\x1bPq#0;2;0\x1b\\sixel", "sixel"),
            ("\x1b(Bcharset", "charset"),
            ("\x1bcreset", "reset"),
            ("bell\x07 null\0 delete\x7f", "bell null delete"),
        ] {
            assert_eq!(clean(hostile), harmless, "{hostile:?}");
        }
    }

    #[test]
    fn an_unfinished_escape_sequence_does_not_swallow_the_document() {
        assert_eq!(
            clean("a \x1b]0;never ends\nsecond line"),
            "a 0;never ends\nsecond line"
        );
        let long = format!("\x1b]{}", "word ".repeat(1000));
        assert_eq!(clean(&long), "word ".repeat(1000));
    }

    #[test]
    fn direction_overrides_and_hidden_characters_are_removed() {
        assert_eq!(clean("abc\u{202e}fdp.exe\u{2069}"), "abcfdp.exe");
        assert_eq!(
            clean("ig\u{200b}no\u{200d}re\u{feff} \u{e0041}this\u{ad}"),
            "ignore this"
        );
    }

    #[test]
    fn joiners_stay_where_writing_needs_them() {
        assert_eq!(clean("می\u{200c}خواهم"), "می\u{200c}خواهم");
        assert_eq!(clean("👩\u{200d}💻"), "👩\u{200d}💻");
    }

    #[test]
    fn every_line_end_becomes_one_newline() {
        assert_eq!(
            clean("a\r\nb\rc\nd\u{2028}e\u{c}f\tg\u{a0}h"),
            "a\nb\nc\nd\ne\nf g h"
        );
    }

    #[test]
    fn a_line_has_single_spaces_and_an_end() {
        assert_eq!(
            clean_line("  A\n title\t of  \x1b[1mone\x1b[0m line ", 80),
            "A title of one line"
        );
        assert_eq!(clean_line("abcdef", 3), "abc…");
    }

    proptest! {
        #[test]
        fn nothing_that_drives_a_terminal_remains(text in any::<String>(), noise in "[\\x1b\\x9b\\x9d\\x07\\[\\]a-c;\n\u{202e}\u{200d}]{0,40}") {
            let mixed = format!("{text}{noise}{text}");
            let cleaned = clean(&mixed);
            prop_assert!(cleaned.chars().all(|c| c == '\n' || !c.is_control()));
            prop_assert!(!cleaned.chars().any(is_invisible));
            prop_assert_eq!(clean(&cleaned), cleaned.clone());
        }
    }
}
