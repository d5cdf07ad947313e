//! Small pieces of text: made safe for Markdown, for a YAML front matter, for JSON; and dates.
//!
//! Titles, paths and reasons come from documents and servers. Control characters and bidirectional overrides never pass, and nothing in a title
//! can end the line, the table cell or the link that it stands in [Z1].

use std::fmt::Write as _;

use serde::Serialize;

use super::harmless::harmless;
use crate::clean;
pub use crate::study::iso_date;

/// A text of several lines without control characters, bidirectional overrides and anything that a reader's program would run or load. A code block that
/// was left open is closed, so that it does not take what follows along.
pub(super) fn body(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(clean::ends_line, "\n");
    let mut body: String = text
        .chars()
        .filter(|&c| matches!(c, '\n' | '\t') || !clean::is_hostile(c))
        .collect();
    body.truncate(body.trim_end().len());
    if let Some(fence) = open_fence(&body) {
        body.push('\n');
        body.push_str(&fence);
    }
    harmless(body)
}

/// One line in which nothing is Markdown.
pub(super) fn inline(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '#' | '$'
        ) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// One line of Markdown as the cell of a table.
pub(super) fn cell(markdown: &str) -> String {
    one_line(markdown).replace('|', "\\|")
}

/// A path or an address: addresses can be followed, paths are shown as they are.
pub(super) fn place(uri: &str) -> String {
    let uri = one_line(uri);
    if uri == "stdin" {
        return "standard input".to_owned();
    }
    if !(uri.starts_with("http://") || uri.starts_with("https://")) {
        return code(&uri);
    }
    let mut address = String::from("<");
    for c in uri.chars() {
        if c.is_whitespace() || matches!(c, '<' | '>' | '`' | '\\' | '|') {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(address, "%{byte:02X}");
            }
        } else {
            address.push(c);
        }
    }
    address + ">"
}

/// A quoted YAML scalar.
pub(super) fn yaml(text: &str) -> String {
    format!(
        "\"{}\"",
        one_line(text).replace('\\', "\\\\").replace('"', "\\\"")
    )
}

pub(super) fn one_line(text: &str) -> String {
    clean::line(text, usize::MAX)
}

/// JSON, indented, so that a change shows line by line. What would drive a terminal or reorder its lines is written as escapes: only strings have such
/// characters.
pub(super) fn json(value: &impl Serialize) -> String {
    // Structs of texts and numbers can always be written.
    let json = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut shown = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        if clean::is_hostile(c) && c != '\n' {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string does not fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown + "\n"
}

fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// The fence that a text opens and does not close.
fn open_fence(text: &str) -> Option<String> {
    let mut open: Option<&str> = None;
    for line in text.lines() {
        let line = line.trim();
        let length = ['`', '~']
            .map(|mark| line.len() - line.trim_start_matches(mark).len())
            .into_iter()
            .max()
            .unwrap_or(0);
        let (fence, info) = line.split_at(length);
        open = match open {
            Some(opened) if fence.starts_with(opened) && info.is_empty() => None,
            None if length >= 3 && !info.contains('`') => Some(fence),
            unchanged => unchanged,
        };
    }
    open.map(str::to_owned)
}

/// A lower-case letter without its accent, where that is a common one.
pub(super) fn folded(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' | 'ð' => 'd',
        'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'ğ' => 'g',
        'ì'..='ï' | 'ī' | 'ı' => 'i',
        'ł' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ř' => 'r',
        'ś' | 'š' | 'ş' | 'ß' => 's',
        'ť' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::study::Timestamp;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (at, expected) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400_000, "2000-02-29"),
            (1_709_251_199_999, "2024-02-29"),
            (1_709_251_200_000, "2024-03-01"),
            (1_795_219_200_000, "2026-11-21"),
            (4_107_542_400_000, "2100-03-01"),
        ] {
            assert_eq!(iso_date(Timestamp(at)), expected);
        }
    }

    #[test]
    fn titles_cannot_become_markdown() {
        assert_eq!(
            inline("# *A* [b](c)\n<script> | x"),
            "\\# \\*A\\* \\[b\\](c) \\<script\\> \\| x"
        );
        assert_eq!(inline("\u{1b}[31mred\u{202e}"), "red");
        assert_eq!(cell("a | b\nc"), "a \\| b c");
        assert_eq!(yaml("say \"no\"\n\\"), "\"say \\\"no\\\" \\\\\"");
    }

    #[test]
    fn a_place_is_an_address_or_a_path() {
        assert_eq!(place("https://x.com/a b>c"), "<https://x.com/a%20b%3Ec>");
        assert_eq!(place("/data/report.pdf"), "`/data/report.pdf`");
        assert_eq!(place("a``b"), "``` a``b ```");
        assert_eq!(place("stdin"), "standard input");
    }

    #[test]
    fn an_open_code_block_is_closed() {
        assert_eq!(body("a\r\n````x\n```\nb\u{7}\n"), "a\n````x\n```\nb\n````");
        assert_eq!(body("~~~\na\n~~~\nb"), "~~~\na\n~~~\nb");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_moment_is_without_a_day(at in any::<i64>()) {
            prop_assert!(iso_date(Timestamp(at)).len() >= 10);
        }

        #[test]
        fn nothing_hidden_passes(text in any::<String>()) {
            for made in [body(&text), inline(&text), cell(&text), place(&text), yaml(&text)] {
                prop_assert!(!made.chars().any(|c| clean::is_hostile(c) && c != '\n' && c != '\t'));
            }
            prop_assert!(!inline(&text).contains('\n'));
        }
    }
}
