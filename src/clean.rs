//! Making foreign text harmless [Z1].
//!
//! Text from documents, models and servers may carry terminal escape sequences, bidirectional overrides and characters that nobody sees. Which
//! characters those are, and how far an escape sequence reaches, is said here alone. The doors differ in what they need: [`stored`] normalises what is
//! kept and searched, [`Stream`] takes a text that comes in pieces, [`line()`] makes names and addresses of it. What may be
//! drawn depends on terminals as well and is the screen's business. Nothing here knows where a text came from; all of it takes one pass.

use std::borrow::Cow;

use crate::ascii;

/// A terminal string (a window title, a link target) that is longer than this is taken for text with a stray introducer in front.
const LONGEST_STRING: usize = 2048;

/// The text without control characters, escape sequences, direction overrides and invisible characters; line ends become `\n`, tabs and
/// no-break spaces become spaces.
#[must_use]
pub fn stored(text: &str) -> Cow<'_, str> {
    if is_plain(text) || !any_beyond_plain(text, is_changed_in_storage) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(length) = escape_len(rest) {
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '\r' if rest.starts_with('\n') => {}
            '\n' => out.push('\n'),
            _ if ends_line(c) => out.push('\n'),
            _ if is_blank(c) => out.push(' '),
            // Joiners shape Persian and Indic words and hold emoji together; between Latin letters they only hide words from a search.
            _ if is_joiner(c) => {
                let joins = out.chars().next_back().is_some_and(is_joined)
                    && rest.chars().next().is_some_and(is_joined);
                if joins {
                    out.push(c);
                }
            }
            _ if is_hostile(c) => {}
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The first bytes of a text, as far as whole characters reach, and no more than `most` of them.
#[must_use]
pub fn beginning(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

/// A text that arrives in pieces, such as a model's: cleaning the pieces is cleaning the whole. An escape sequence waits for its end; line ends become `\n`,
/// tabs four spaces.
#[derive(Debug, Clone, Default)]
pub struct Stream {
    /// An escape sequence, as far as it has come.
    held: String,
}

impl Stream {
    /// What the next piece makes known of the text.
    pub fn take(&mut self, piece: &str) -> String {
        self.held.push_str(piece);
        let mut out = String::with_capacity(self.held.len());
        let held = std::mem::take(&mut self.held);
        let rest = shown(&held, is_open_escape, &mut out);
        rest.clone_into(&mut self.held);
        out
    }

    /// The text has ended: an escape sequence that never did is none.
    pub fn finish(&mut self) -> String {
        let mut out = String::new();
        shown(&std::mem::take(&mut self.held), |_| false, &mut out);
        out
    }
}

/// A text of one piece, cleaned as one that streams.
#[must_use]
pub fn streamed(text: &str) -> String {
    let mut stream = Stream::default();
    stream.take(text) + &stream.finish()
}

/// Adds what a text shows to `out`, up to what `waits`, which is what it gives back.
fn shown<'t>(text: &'t str, waits: impl Fn(&str) -> bool, out: &mut String) -> &'t str {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if waits(rest) {
            return rest;
        }
        let length = escape_len(rest);
        rest = rest
            .get(length.unwrap_or(c.len_utf8())..)
            .unwrap_or_default();
        match c {
            _ if length.is_some() => {}
            // It may be one half of a line end whose other half is in the next piece.
            '\r' => {}
            '\n' => out.push('\n'),
            '\t' => out.push_str("    "),
            _ if ends_line(c) => out.push('\n'),
            _ if is_hostile(c) => {}
            _ => out.push(c),
        }
    }
    rest
}

/// [`stored`] text on one line with single spaces, cut at `most` characters: for titles, names and addresses.
#[must_use]
pub fn line(text: &str, most: usize) -> String {
    if text.len() <= most && ascii::is_single_spaced(text) {
        return text.to_owned();
    }
    single_spaced(&stored(text), most)
}

/// The words of a clean text with one space between them, cut at `most` characters.
#[must_use]
pub fn single_spaced(text: &str, most: usize) -> String {
    if text.len() <= most && ascii::is_single_spaced(text) {
        return text.to_owned();
    }
    let mut line = String::new();
    let mut count = 0;
    for word in text.split_whitespace() {
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

/// Whether a character drives a terminal or hides: control characters, line ends and tabs included, and [invisible](is_invisible) ones. The joiners are
/// neither.
#[must_use]
pub fn is_hostile(c: char) -> bool {
    c.is_control() || is_invisible(c)
}

/// Characters that show nothing and can reorder, hide or smuggle text.
#[must_use]
pub fn is_invisible(c: char) -> bool {
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

/// The zero-width joiner and non-joiner, which some scripts need and others only hide words with.
#[must_use]
pub fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Whether a character other than `\n` ends a line in some text.
#[must_use]
pub fn ends_line(c: char) -> bool {
    matches!(
        c,
        '\r' | '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// How many bytes the escape sequence has that the text starts with; `None` where it starts with something else.
///
/// A terminal string that does not end on its line is no such string: only its introducer counts, so that a stray byte cannot swallow a document,
/// and no text is scanned twice.
#[must_use]
pub fn escape_len(text: &str) -> Option<usize> {
    let introducer = text.chars().next()?;
    let rest = text.get(introducer.len_utf8()..)?;
    let length = match introducer {
        '\u{1B}' => match rest.chars().next() {
            Some('[') => 1 + control_sequence_len(rest.get(1..)?),
            Some(']' | 'P' | 'X' | '^' | '_') => 1 + string_len(rest.get(1..)?),
            // Two-character sequences, and those with intermediate bytes such as the choice of a character set.
            _ => {
                let intermediate = run_len(rest, is_intermediate);
                intermediate + one_len(rest, intermediate, |byte| matches!(byte, b'0'..=b'~'))
            }
        },
        '\u{9B}' => control_sequence_len(rest),
        '\u{90}' | '\u{98}' | '\u{9D}' | '\u{9E}' | '\u{9F}' => string_len(rest),
        _ => return None,
    };
    Some(introducer.len_utf8() + length)
}

/// Whether a text is an escape sequence that may go on behind its end.
fn is_open_escape(text: &str) -> bool {
    let mut chars = text.chars();
    let introducer = chars.next();
    let rest = chars.as_str();
    let inside = || chars.clone().as_str().get(1..).unwrap_or_default();
    match introducer {
        Some('\u{1B}') => match rest.chars().next() {
            Some('[') => is_open_control_sequence(inside()),
            Some(']' | 'P' | 'X' | '^' | '_') => is_open_string(inside()),
            _ => rest.len() < LONGEST_STRING && run_len(rest, is_intermediate) == rest.len(),
        },
        Some('\u{9B}') => is_open_control_sequence(rest),
        Some('\u{90}' | '\u{98}' | '\u{9D}' | '\u{9E}' | '\u{9F}') => is_open_string(rest),
        _ => false,
    }
}

fn is_open_control_sequence(rest: &str) -> bool {
    let parameters = run_len(rest, is_parameter);
    let behind = rest.get(parameters..).unwrap_or_default();
    rest.len() < LONGEST_STRING && run_len(behind, is_intermediate) == behind.len()
}

fn is_open_string(rest: &str) -> bool {
    let begun = rest.strip_suffix('\u{1B}').unwrap_or(rest);
    begun.chars().count() < LONGEST_STRING && !begun.chars().any(char::is_control)
}

fn is_parameter(byte: u8) -> bool {
    matches!(byte, b'0'..=b'?')
}

fn is_intermediate(byte: u8) -> bool {
    matches!(byte, b' '..=b'/')
}

/// Parameters, intermediate bytes and the final byte that says what it does.
fn control_sequence_len(rest: &str) -> usize {
    let parameters = run_len(rest, is_parameter);
    let behind = rest.get(parameters..).unwrap_or_default();
    let before_final = parameters + run_len(behind, is_intermediate);
    before_final + one_len(rest, before_final, |byte| matches!(byte, b'@'..=b'~'))
}

/// A terminal string with its terminator; nothing where it has none.
fn string_len(rest: &str) -> usize {
    for (at, c) in rest.char_indices().take(LONGEST_STRING) {
        let behind = at + c.len_utf8();
        match c {
            '\u{07}' | '\u{9C}' => return behind,
            '\u{1B}' if rest.as_bytes().get(behind) == Some(&b'\\') => return behind + 1,
            _ if c.is_control() => return 0,
            _ => {}
        }
    }
    0
}

fn run_len(text: &str, is_part: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|&byte| is_part(byte)).count()
}

fn one_len(text: &str, at: usize, is_it: impl Fn(u8) -> bool) -> usize {
    usize::from(text.as_bytes().get(at).is_some_and(|&byte| is_it(byte)))
}

/// Whether a text is nothing but printable ASCII and line ends, which most text is: told many bytes at a time.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    text.as_bytes().chunks(64).all(|chunk| {
        chunk.iter().fold(true, |plain, &byte| {
            plain & (byte == b'\n' || (b' '..=b'~').contains(&byte))
        })
    })
}

/// Whether such a character is in the text; the printable ASCII between others is passed over.
fn any_beyond_plain(text: &str, is_it: impl Fn(char) -> bool) -> bool {
    let begins_here = |at: usize| text.get(at..).and_then(|rest| rest.chars().next());
    let (blocks, rest) = text.as_bytes().as_chunks();
    let beyond = |byte: u8| byte.wrapping_sub(b' ') > b'~' - b' ';
    // Bytes within a character begin none.
    for (block, first) in blocks.iter().zip((0..).step_by(ascii::BLOCK)) {
        let mut found = ascii::mask(block, beyond);
        while found != 0 {
            let at = first + found.trailing_zeros() as usize;
            if begins_here(at).is_some_and(&is_it) {
                return true;
            }
            found &= found - 1;
        }
    }
    let first = text.len() - rest.len();
    let mut rest = rest.iter().zip(first..);
    rest.any(|(byte, at)| beyond(*byte) && begins_here(at).is_some_and(&is_it))
}

/// Whether a text has a character that shows nothing, or a joiner: without one there is nothing hidden in it.
#[must_use]
pub fn has_invisible(text: &str) -> bool {
    !text.is_ascii() && any_beyond_plain(text, |c| is_invisible(c) || is_joiner(c))
}

fn is_changed_in_storage(c: char) -> bool {
    (c != '\n' && is_hostile(c)) || ends_line(c) || is_blank(c) || is_joiner(c)
}

/// Blanks that are stored as plain spaces.
fn is_blank(c: char) -> bool {
    matches!(c, '\t' | '\u{A0}' | '\u{2007}' | '\u{202F}')
}

/// Whether a joiner beside this character can be meant.
fn is_joined(c: char) -> bool {
    !c.is_ascii() && !c.is_whitespace() && !is_hostile(c) && !is_joiner(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_beginning_ends_with_a_whole_character() {
        assert_eq!(beginning("a€b", 0), "");
        assert_eq!(beginning("a€b", 2), "a");
        assert_eq!(beginning("a€b", 4), "a€");
        assert_eq!(beginning("a€b", 9), "a€b");
    }

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
            assert_eq!(stored(hostile), harmless, "{hostile:?}");
        }
    }

    #[test]
    fn an_unfinished_escape_sequence_does_not_swallow_the_document() {
        assert_eq!(
            stored("a \x1b]0;never ends\nsecond line"),
            "a 0;never ends\nsecond line"
        );
        let long = format!("\x1b]{}", "word ".repeat(1000));
        assert_eq!(stored(&long), "word ".repeat(1000));
    }

    #[test]
    fn direction_overrides_and_hidden_characters_are_removed() {
        assert_eq!(stored("abc\u{202e}fdp.exe\u{2069}"), "abcfdp.exe");
        assert_eq!(
            stored("ig\u{200b}no\u{200d}re\u{feff} \u{e0041}this\u{ad}"),
            "ignore this"
        );
    }

    #[test]
    fn joiners_stay_where_writing_needs_them() {
        assert_eq!(stored("می\u{200c}خواهم"), "می\u{200c}خواهم");
        assert_eq!(stored("👩\u{200d}💻"), "👩\u{200d}💻");
    }

    #[test]
    fn every_line_end_becomes_one_newline() {
        assert_eq!(
            stored("a\r\nb\rc\nd\u{2028}e\u{c}f\tg\u{a0}h"),
            "a\nb\nc\nd\ne\nf g h"
        );
    }

    #[test]
    fn a_line_has_single_spaces_and_an_end() {
        assert_eq!(
            line("  A\n title\t of  \x1b[1mone\x1b[0m line ", 80),
            "A title of one line"
        );
        assert_eq!(line("abcdef", 3), "abc…");
    }

    #[test]
    fn what_a_stream_brings_loses_its_escape_sequences_whole_and_nothing_else() {
        for (hostile, harmless) in [
            (
                "a\u{1b}[31mred\u{1b}]0;title\u{7}\r\n\u{202E}b\u{0}\td",
                "ared\nb    d",
            ),
            ("A \u{9b}31mb\u{9d}0;x\u{9c} c\u{1b}(B.", "A b c."),
            (
                "x\u{1b}]8;;https://e.example\u{1b}\\link\u{1b}]8;;\u{1b}\\",
                "xlink",
            ),
            ("👩\u{200d}🔬 é 你好", "👩\u{200d}🔬 é 你好"),
            // What never ends is none.
            ("a \u{1b}]0;b\nc", "a 0;b\nc"),
            ("a \u{1b}]b", "a b"),
            ("a \u{1b}[3", "a "),
            ("a\u{1b}", "a"),
        ] {
            assert_eq!(streamed(hostile), harmless, "{hostile:?}");
            let mut stream = Stream::default();
            let mut pieces: String = hostile
                .chars()
                .map(|c| stream.take(&c.to_string()))
                .collect();
            pieces.push_str(&stream.finish());
            assert_eq!(pieces, harmless, "{hostile:?}");
        }
    }

    #[test]
    fn a_stream_does_not_wait_for_ever_for_the_end_of_an_escape_sequence() {
        let mut stream = Stream::default();
        for _ in 0..LONGEST_STRING {
            stream.take("\u{1b}]word ");
        }
        assert_eq!(stream.take("\u{1b}]word "), "word ");
        let long = format!("\u{1b}]{}", "word ".repeat(1000));
        assert!(stream.take(&long).ends_with("word word "));
    }

    proptest! {
        #[test]
        fn cleaning_a_stream_in_pieces_is_cleaning_the_whole(text in "(\\PC|[\\x00-\\x20]|[\\x1b\u{9b}\u{9d}\\x07\\[\\]\\\\(;0-9a-c]){0,40}", cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4)) {
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| text.floor_char_boundary(cut.index(text.len() + 1))).collect();
            cuts.sort_unstable();
            cuts.push(text.len());
            let (mut stream, mut pieces, mut from) = (Stream::default(), String::new(), 0);
            for to in cuts {
                pieces.push_str(&stream.take(&text[from..to]));
                from = to;
            }
            pieces.push_str(&stream.finish());
            prop_assert!(pieces.chars().all(|c| c == '\n' || !is_hostile(c)));
            prop_assert_eq!(pieces, streamed(&text));
        }

        #[test]
        fn an_escape_sequence_ends_between_characters(text in "[\\x1b\u{9b}\u{9d}\\x07\\[\\]a-c;é\n]{0,20}") {
            if let Some(length) = escape_len(&text) {
                prop_assert!(length > 0 && text.is_char_boundary(length));
            }
        }

        #[test]
        fn nothing_that_drives_a_terminal_remains(text in any::<String>(), noise in "[\\x1b\\x9b\\x9d\\x07\\[\\]a-c;\n\u{202e}\u{200d}]{0,40}") {
            let mixed = format!("{text}{noise}{text}");
            let cleaned = stored(&mixed);
            prop_assert!(cleaned.chars().all(|c| c == '\n' || !c.is_control()));
            prop_assert!(!cleaned.chars().any(is_invisible));
            prop_assert_eq!(stored(&cleaned), cleaned.clone());
        }
    }
}
