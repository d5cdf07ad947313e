//! Which bytes of a text are a part of a key, in any of the forms in which servers repeat one: as it is, in base64, in hex, with its signs escaped, with
//! blanks between them, in groups that other signs part, in letters of full width, or backwards [Z2].
//!
//! Ten characters in a row are a part and no chance. Of a shorter key only the whole is one.

use std::fmt;
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// So many characters of a key in a row are a part of it.
pub(super) const PART: usize = 10;
/// What is shorter is no secret, and blotting it out would ruin every sentence.
const SHORTEST: usize = 4;
/// What people write where a server wants a key and looks at none: no secrets, but words of many a text.
const PLACEHOLDERS: [&str; 22] = [
    "anything",
    "api-key",
    "apikey",
    "changeme",
    "dummy",
    "empty",
    "fake",
    "key",
    "lm-studio",
    "lmstudio",
    "local",
    "no-key",
    "no-key-required",
    "none",
    "not-needed",
    "not-used",
    "null",
    "ollama",
    "placeholder",
    "sk-no-key-required",
    "test",
    "unused",
];

/// A key, or all that a provider is sent and nobody else may see, as the parts by which it is known.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Secrets {
    /// All parts of its forms, in lower case and in order.
    windows: Vec<[u8; PART]>,
    /// The same of its letters and digits alone.
    plain: Vec<[u8; PART]>,
    /// Keys that are shorter than a part, as they are.
    short: Vec<Vec<u8>>,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl Secrets {
    pub(super) fn of(secret: &str) -> Self {
        let is_secret = secret.len() >= SHORTEST
            && !PLACEHOLDERS
                .iter()
                .any(|known| secret.eq_ignore_ascii_case(known));
        let mut windows: Vec<[u8; PART]> = Vec::new();
        for form in forms(secret).iter().filter(|_| is_secret) {
            let form = form.to_ascii_lowercase();
            let parts = form.as_bytes().windows(PART);
            // A key that is sent is ASCII, so that a part of a text never ends within a character.
            let parts = parts.filter(|part| part.is_ascii());
            windows.extend(parts.filter_map(|part| part.first_chunk::<PART>()));
        }
        windows.sort_unstable();
        windows.dedup();
        let mut plain: Vec<[u8; PART]> = Vec::new();
        if is_secret {
            let own: Vec<u8> = unparted(secret).map(|(_, byte)| byte).collect();
            let parts = own.windows(PART);
            plain.extend(parts.filter_map(|part| part.first_chunk::<PART>()));
        }
        plain.sort_unstable();
        plain.dedup();
        let is_short = is_secret && secret.is_ascii() && secret.len() < PART;
        Self {
            windows,
            plain,
            short: is_short
                .then(|| secret.as_bytes().to_vec())
                .into_iter()
                .collect(),
        }
    }

    /// Several keys as one.
    pub(super) fn of_all<'a>(keys: impl Iterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for key in keys {
            all.windows.extend_from_slice(&key.windows);
            all.plain.extend_from_slice(&key.plain);
            all.short.extend_from_slice(&key.short);
        }
        for parts in [&mut all.windows, &mut all.plain] {
            parts.sort_unstable();
            parts.dedup();
        }
        all
    }

    /// Whether there is nothing that may not be told.
    pub(super) fn is_empty(&self) -> bool {
        self.windows.is_empty() && self.short.is_empty()
    }

    /// Of each byte, whether it belongs to a part.
    pub(super) fn covered(&self, text: &str) -> Vec<bool> {
        let lower = text.to_ascii_lowercase();
        let mut covered = vec![false; text.len()];
        for at in 0..text.len() {
            let (rest, as_is) = (&lower.as_bytes()[at..], &text.as_bytes()[at..]);
            let part = rest.first_chunk::<PART>();
            let length = if part.is_some_and(|part| self.windows.binary_search(part).is_ok()) {
                PART
            } else if let Some(short) = self.short.iter().find(|short| as_is.starts_with(short)) {
                short.len()
            } else {
                continue;
            };
            covered[at..at + length].fill(true);
        }
        for run in runs(text) {
            for part in run.windows(PART) {
                let bytes: Vec<u8> = part.iter().map(|(_, byte)| *byte).collect();
                let is_part = bytes
                    .first_chunk::<PART>()
                    .is_some_and(|part| self.plain.binary_search(part).is_ok());
                if let (true, Some((first, _)), Some((last, _))) =
                    (is_part, part.first(), part.last())
                    && let Some(span) = covered.get_mut(first.start..last.end)
                {
                    span.fill(true);
                }
            }
        }
        covered
    }

    /// Where the end of a text begins that may become a part with what follows; its length where there is none.
    pub(super) fn begun(&self, text: &str) -> usize {
        let lower = text.to_ascii_lowercase();
        let may_become = |at: &usize| {
            let (end, as_is) = (&lower.as_bytes()[*at..], &text.as_bytes()[*at..]);
            let next = self.windows.partition_point(|part| part.as_slice() < end);
            let part = self.windows.get(next);
            let begins = |short: &Vec<u8>| as_is.len() < short.len() && short.starts_with(as_is);
            self.short.iter().any(begins) || part.is_some_and(|part| part.starts_with(end))
        };
        let earliest = text.len().saturating_sub(PART - 1);
        let begun = (earliest..text.len())
            .find(may_become)
            .unwrap_or(text.len());
        begun.min(self.begun_in_groups(text).unwrap_or(begun))
    }

    /// The same of a part whose letters and digits other signs may part.
    fn begun_in_groups(&self, text: &str) -> Option<usize> {
        let run = last_run(text);
        let earliest = run.len().saturating_sub(PART - 1);
        let begins = |at: &usize| {
            let end: Vec<u8> = run.iter().skip(*at).map(|(_, byte)| *byte).collect();
            let next = self
                .plain
                .partition_point(|part| part.as_slice() < end.as_slice());
            let part = self.plain.get(next);
            part.is_some_and(|part| part.starts_with(&end))
        };
        let at = (earliest..run.len()).find(begins)?;
        Some(run.get(at)?.0.start)
    }

    pub(super) fn is_in(&self, text: &str) -> bool {
        self.covered(text).contains(&true)
    }
}

/// A letter or digit of a text, with the bytes where it stands.
type Letter = (Range<usize>, u8);

/// What a character is to a key that signs part: one of its letters, a sign, or the end of it.
enum InKey {
    Letter(u8),
    Sign,
    End,
}

fn in_key(c: char) -> InKey {
    /// Letters of full width are so far from the others.
    const WIDE: u32 = 0xFEE0;
    let narrow = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - WIDE).unwrap_or(c),
        other => other,
    };
    match u8::try_from(narrow) {
        Ok(byte) if byte.is_ascii_alphanumeric() => InKey::Letter(byte.to_ascii_lowercase()),
        _ if narrow.is_whitespace() || narrow.is_alphanumeric() => InKey::End,
        _ => InKey::Sign,
    }
}

/// The letters and digits of a text, whatever signs stand between them.
fn unparted(text: &str) -> impl DoubleEndedIterator<Item = Letter> {
    let letter = |(at, c): (usize, char)| match in_key(c) {
        InKey::Letter(byte) => Some((at..at + c.len_utf8(), byte)),
        InKey::Sign | InKey::End => None,
    };
    text.char_indices().filter_map(letter)
}

/// The stretches of a text without blanks, each as its letters and digits.
fn runs(text: &str) -> Vec<Vec<Letter>> {
    let mut runs = vec![Vec::new()];
    for (at, c) in text.char_indices() {
        match (in_key(c), runs.last_mut()) {
            (InKey::Letter(byte), Some(run)) => run.push((at..at + c.len_utf8(), byte)),
            (InKey::End, Some(run)) if !run.is_empty() => runs.push(Vec::new()),
            _ => {}
        }
    }
    runs
}

/// The last letters and digits of the stretch that a text ends in, as many as may begin a part.
fn last_run(text: &str) -> Vec<Letter> {
    let is_end = |c: char| matches!(in_key(c), InKey::End);
    let from = text.rfind(is_end).map_or(0, |at| {
        at + text
            .get(at..)
            .and_then(|rest| rest.chars().next())
            .map_or(0, char::len_utf8)
    });
    let mut run: Vec<Letter> = unparted(text.get(from..).unwrap_or_default())
        .rev()
        .take(PART - 1)
        .map(|(span, byte)| (from + span.start..from + span.end, byte))
        .collect();
    run.reverse();
    run
}

/// A key in all the forms in which it may be repeated.
fn forms(secret: &str) -> Vec<String> {
    let bytes = secret.as_bytes();
    let mut forms = vec![secret.to_owned(), secret.chars().rev().collect()];
    forms.push(written(bytes, |byte| format!("{byte:02x}")));
    forms.push(written(bytes, |byte| format!("{} ", char::from(byte))));
    forms.push(written(bytes, |byte| format!("%{byte:02x}")));
    forms.push(written(bytes, |byte| match byte {
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02x}"),
    }));
    for before in 0..3 {
        // Behind one or two other bytes, such as a name and a colon, the same key has other letters; those at the seams depend on its neighbours.
        let shifted = STANDARD_NO_PAD.encode([&[0; 2][..before], bytes].concat());
        let from = (before * 8).div_ceil(6);
        let is_even = (before + bytes.len()).is_multiple_of(3);
        let to = shifted.len() - usize::from(!is_even);
        let own = shifted.get(from..to).unwrap_or_default();
        forms.push(own.replace('+', "-").replace('/', "_"));
        forms.push(own.to_owned());
    }
    forms
}

fn written(bytes: &[u8], form: impl Fn(u8) -> String) -> String {
    let forms: Vec<String> = bytes.iter().map(|byte| form(*byte)).collect();
    forms.concat()
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::{STANDARD, URL_SAFE};

    use super::*;

    const KEY: &str = "sk-Zq8WmR3x/Lv7Tn2+Kp?";

    #[test]
    fn a_part_is_known_in_every_form() {
        let secret = Secrets::of(KEY);
        for told in [
            KEY.to_owned(),
            KEY.to_uppercase(),
            format!("is {}…", &KEY[..12]),
            format!("ends in {}", &KEY[12..]),
            STANDARD.encode(KEY),
            STANDARD.encode(format!("me:{KEY}")),
            URL_SAFE.encode(format!("user:{KEY}\n")),
            KEY.replace('/', "%2F").replace('+', "%2B"),
            written(KEY.as_bytes(), |byte| format!("%{byte:02X}")),
            written(KEY.as_bytes(), |byte| format!("{byte:02X}")),
            KEY.chars().rev().collect(),
            written(KEY.as_bytes(), |byte| format!("{} ", char::from(byte))),
        ] {
            assert!(secret.is_in(&told), "{told}");
        }
        // In groups, and in letters of full width.
        let grouped: Vec<String> = KEY
            .as_bytes()
            .chunks(3)
            .map(|three| String::from_utf8_lossy(three).into_owned())
            .collect();
        assert!(secret.is_in(&grouped.join("-")) && secret.is_in(&grouped.join("·")));
        let wide: String = KEY
            .chars()
            .map(|c| char::from_u32(u32::from(c) + 0xFEE0).unwrap_or(c))
            .collect();
        assert!(secret.is_in(&wide), "{wide}");
        for untold in [
            "sk Zq8 WmR 3x Lv 7Tn",
            "sk-Zq8WmR",
            "2+Kp?",
            "a key that begins with sk-",
            "é",
        ] {
            assert!(!secret.is_in(untold), "{untold}");
        }
    }

    #[test]
    fn of_a_short_key_only_the_whole_is_a_part() {
        let secret = Secrets::of("hunt2");
        assert!(secret.is_in("it is hunt2.") && !secret.is_in("hunt2".to_uppercase().as_str()));
        assert_eq!((secret.begun("a hun"), secret.begun("a hunt2")), (2, 7));
    }

    #[test]
    fn placeholders_are_no_secrets() {
        for placeholder in ["x", "EMPTY", "ollama", "sk-no-key-required"] {
            assert!(
                !Secrets::of(placeholder).is_in(placeholder),
                "{placeholder}"
            );
        }
    }

    #[test]
    fn the_beginning_of_a_part_is_known() {
        let secret = Secrets::of(KEY);
        assert_eq!(secret.begun("it is sk-Zq"), 6);
        assert_eq!(secret.begun("it is 8WmR3x/Lv"), 6);
        assert_eq!(secret.begun("it is s-k-Z-"), 6);
        assert_eq!(secret.begun("é."), 3);
        assert_eq!(secret.begun(""), 0);
    }
}
