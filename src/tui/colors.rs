//! The sixteen colours that have names, as every terminal with colours knows them: `31`, where crossterm writes `38;5;1`.
//!
//! Both mean the same where the longer form is known; a terminal of sixteen colours may take it for three other attributes, blinking among them.

/// What sets a colour by its number, for text and for what is behind it.
const BY_NUMBER: [&[u8]; 2] = [b"38", b"48"];

/// What is sent to a terminal, with the short form for each colour that has one.
#[must_use]
pub fn basic(sent: &[u8]) -> Vec<u8> {
    const OPENING: &[u8] = b"\x1b[";
    let mut out = Vec::with_capacity(sent.len());
    let mut rest = sent;
    while let Some(at) = rest
        .windows(OPENING.len())
        .position(|bytes| bytes == OPENING)
    {
        let (before, after) = rest.split_at(at + OPENING.len());
        out.extend_from_slice(before);
        let is_of_codes = |byte: &u8| byte.is_ascii_digit() || *byte == b';';
        let end = after.iter().take_while(|byte| is_of_codes(byte)).count();
        let (codes, next) = after.split_at(end);
        if next.first() == Some(&b'm') {
            write_codes(codes, &mut out);
        } else {
            out.extend_from_slice(codes);
        }
        rest = next;
    }
    out.extend_from_slice(rest);
    out
}

/// Writes the codes of one sequence.
fn write_codes(codes: &[u8], out: &mut Vec<u8>) {
    let codes: Vec<&[u8]> = codes.split(|byte| *byte == b';').collect();
    let mut rest = codes.as_slice();
    let mut between: &[u8] = b"";
    while let Some(first) = rest.first() {
        out.extend_from_slice(between);
        between = b";";
        let taken = match rest.get(1) {
            Some(kind) if BY_NUMBER.contains(first) && *kind == b"5" => 3,
            Some(kind) if BY_NUMBER.contains(first) && *kind == b"2" => 5,
            _ => 1,
        };
        let (one, after) = rest.split_at(taken.min(rest.len()));
        match short(one) {
            Some(code) => out.extend_from_slice(code.to_string().as_bytes()),
            None => out.extend_from_slice(&one.join(&b';')),
        }
        rest = after;
    }
}

/// The one code for a colour that has a name.
fn short(codes: &[&[u8]]) -> Option<u8> {
    let [ground, kind, number] = codes else {
        return None;
    };
    if *kind != b"5" {
        return None;
    }
    let number: u8 = std::str::from_utf8(number).ok()?.parse().ok()?;
    let first = if *ground == b"48" { 40 } else { 30 };
    match number {
        0..=7 => Some(first + number),
        8..=15 => Some(first + 60 + number - 8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_with_names_are_sent_as_every_terminal_knows_them() {
        for (sent, expected) in [
            ("\x1b[38;5;1mred", "\x1b[31mred"),
            ("\x1b[38;5;14;49mcyan", "\x1b[96;49mcyan"),
            ("\x1b[1;38;5;9;48;5;0m", "\x1b[1;91;40m"),
            ("a\x1b[0mb\x1b[mc", "a\x1b[0mb\x1b[mc"),
        ] {
            assert_eq!(basic(sent.as_bytes()), expected.as_bytes(), "{sent:?}");
        }
    }

    #[test]
    fn all_else_is_sent_as_it_is() {
        for sent in [
            "\x1b[38;5;111m",
            "\x1b[38;2;38;5;1m",
            "\x1b[38;5;1H",
            "\x1b[38;5m",
            "\x1b[38m",
            "\x1b]8;id=1;https://a.b/38;5;1m\x1b\\38;5;1m",
            "\x1b[",
            "\x1b[?2026h häuser",
        ] {
            assert_eq!(basic(sent.as_bytes()), sent.as_bytes(), "{sent:?}");
        }
    }
}
