//! What the commands within words write: signs by their names, and letters with accents.

use unicode_normalization::UnicodeNormalization;

/// What a name stands for: `em`, `:o`, `u00E4`. Nothing, where it is unknown.
pub(super) fn called(name: &str) -> String {
    let known = SIGNS.iter().find(|(known, _)| *known == name);
    if let Some((_, sign)) = known {
        return (*sign).to_owned();
    }
    let of_number = name
        .strip_prefix('u')
        .filter(|hex| hex.len() >= 4)
        .and_then(|hex| u32::from_str_radix(hex, 16).ok())
        .and_then(char::from_u32);
    if let Some(sign) = of_number {
        return sign.to_string();
    }
    let mut signs = name.chars();
    let (Some(accent), Some(letter), None) = (signs.next(), signs.next(), signs.next()) else {
        return String::new();
    };
    let known = ACCENTS.iter().find(|(known, _)| *known == accent);
    match known.filter(|_| letter.is_ascii_alphabetic()) {
        Some((_, accent)) => {
            let mut composed = [letter, *accent].into_iter().nfc();
            let first = composed.next().filter(|_| composed.next().is_none());
            first.map(String::from).unwrap_or_default()
        }
        None => String::new(),
    }
}

/// What stands before a letter in the name of one with an accent, and the accent.
const ACCENTS: &[(char, char)] = &[
    ('\'', '\u{301}'),
    ('`', '\u{300}'),
    ('^', '\u{302}'),
    ('~', '\u{303}'),
    (':', '\u{308}'),
    (',', '\u{327}'),
    ('v', '\u{30c}'),
    ('o', '\u{30a}'),
];

#[rustfmt::skip]
const SIGNS: &[(&str, &str)] = &[
    ("em", "—"), ("en", "–"), ("hy", "-"), ("bu", "•"), ("co", "©"), ("rg", "®"), ("tm", "™"), ("aq", "'"), ("oq", "‘"), ("cq", "’"), ("dq", "\""),
    ("lq", "“"), ("rq", "”"), ("Fo", "«"), ("Fc", "»"), ("ga", "`"), ("ha", "^"), ("ti", "~"), ("rs", "\\"), ("sl", "/"), ("ba", "|"), ("bv", "|"),
    ("or", "|"), ("at", "@"), ("sh", "#"), ("lB", "["), ("rB", "]"), ("lC", "{"), ("rC", "}"), ("la", "⟨"), ("ra", "⟩"), ("mu", "×"), ("di", "÷"),
    ("+-", "±"), ("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("~~", "≈"), ("->", "→"), ("<-", "←"), ("if", "∞"), ("de", "°"), ("mc", "µ"), ("12", "½"),
    ("14", "¼"), ("34", "¾"), ("S2", "²"), ("S3", "³"), ("Do", "$"), ("Eu", "€"), ("Po", "£"), ("Ye", "¥"), ("ct", "¢"), ("sc", "§"), ("ps", "¶"),
    ("dg", "†"), ("dd", "‡"), ("ss", "ß"), ("ae", "æ"), ("AE", "Æ"), ("oe", "œ"), ("OE", "Œ"), ("/o", "ø"), ("/O", "Ø"), ("/l", "ł"), ("/L", "Ł"),
    ("-d", "ð"), ("-D", "Ð"), ("Tp", "þ"), ("TP", "Þ"), ("r!", "¡"), ("r?", "¿"), ("*a", "α"), ("*b", "β"), ("*m", "μ"), ("*p", "π"), ("*s", "σ"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_their_accents_and_signs_their_shape() {
        for (name, sign) in [
            (":u", "ü"),
            ("'e", "é"),
            ("oa", "å"),
            ("u017E", "ž"),
            ("rs", "\\"),
            ("Eu", "€"),
            ("no such", ""),
            ("'1", ""),
            ("of", ""),
            ("ua", ""),
            ("uFFFFFFFF", ""),
            ("", ""),
        ] {
            assert_eq!(called(name), sign, "{name}");
        }
    }
}
