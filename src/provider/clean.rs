//! Cleaning of what servers send, before anything else sees it [Z1].
//!
//! Model text keeps its lines; words that a server says about a failure become one short line without the key [Z2]. Both work on single
//! characters, so that a text cleaned in pieces equals the pieces of the cleaned text.

use super::config::ApiKey;

/// Model text without what could act on a terminal or hide: control characters, escape sequences' introducers, bidirectional overrides,
/// invisible characters. Line ends become `\n`, tabs four spaces.
#[must_use]
pub fn text(raw: &str) -> String {
    let mut clean = String::with_capacity(raw.len());
    for c in raw.chars() {
        match c {
            '\n' | '\u{2028}' | '\u{2029}' => clean.push('\n'),
            '\t' => clean.push_str("    "),
            c if is_hostile(c) => {}
            c => clean.push(c),
        }
    }
    clean
}

/// A server's own words on one line of at most `limit` characters, with the key blotted out should the server repeat it.
#[must_use]
pub fn words(raw: &str, key: Option<&ApiKey>, limit: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    let raw = redacted(raw, key);
    for word in raw.split(|c: char| c.is_whitespace() || c.is_control()) {
        let word: String = word.chars().filter(|&c| !is_hostile(c)).collect();
        if word.is_empty() {
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
            length += 1;
        }
        for c in word.chars() {
            if length >= limit {
                line.push('…');
                return line;
            }
            line.push(c);
            length += 1;
        }
    }
    line
}

/// The text with the key blotted out.
#[must_use]
pub fn redacted(raw: &str, key: Option<&ApiKey>) -> String {
    // A placeholder key such as "x" is no secret, and blotting it out would ruin every sentence.
    const SHORTEST_SECRET: usize = 4;
    match key.map(ApiKey::secret) {
        Some(secret) if secret.len() >= SHORTEST_SECRET => raw.replace(secret, "…"),
        _ => raw.to_owned(),
    }
}

/// Characters that do something else than stand on the screen. The joiners U+200C and U+200D are kept: scripts and emoji need them.
fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}'
            | '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{206F}'
            | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escape_sequences_and_overrides_lose_their_power() {
        assert_eq!(
            text("a\u{1b}[31mred\u{1b}]0;title\u{7}\r\n\u{202E}b\u{0}\u{9b}c\td"),
            "a[31mred]0;title\nbc    d"
        );
    }

    #[test]
    fn joined_emoji_and_accents_stay() {
        assert_eq!(text("👩\u{200d}🔬 é 你好"), "👩\u{200d}🔬 é 你好");
    }

    #[test]
    fn server_words_are_one_short_line() {
        assert_eq!(
            words(" quota\n\n exceeded\u{1b}[2J for\tyou ", None, 300),
            "quota exceeded [2J for you"
        );
        assert_eq!(words("abcdef", None, 3), "abc…");
    }

    #[test]
    fn a_key_that_the_server_repeats_is_blotted_out() {
        let key = ApiKey::new("sk-very-secret");
        assert_eq!(
            words("bad key sk-very-secret, sorry", Some(&key), 300),
            "bad key …, sorry"
        );
    }

    proptest! {
        #[test]
        fn cleaning_in_pieces_is_cleaning_the_whole(a in "\\PC*|[\\x00-\\x20]*", b in "\\PC*|[\\x00-\\x20]*") {
            prop_assert_eq!(text(&format!("{a}{b}")), format!("{}{}", text(&a), text(&b)));
        }
    }
}
