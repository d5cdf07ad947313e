//! Old Cyrillic texts that no detector knows: of the Macintosh and of DOS before code page 866. Read as anything else they have capitals within words and
//! signs among letters; read as what they are, they have the letters that such texts mostly have.

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1251, X_MAC_CYRILLIC};

/// Bytes that are looked at.
const SAMPLE: usize = 32 << 10;
/// Fewer characters beyond ASCII tell nothing.
const FEWEST: i32 = 12;
/// The upper half of code page 855.
const IBM855: &str = "ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\u{ad}ыЫзЗшШэЭщЩчЧ§■\u{a0}";

/// The text in one of these encodings and the name of it, where that gives plainly more of a text than the guessed one.
pub(super) fn rather(guessed: &'static Encoding, bytes: &[u8]) -> Option<(String, &'static str)> {
    if !guessed.is_single_byte() {
        return None;
    }
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let read = guessed.decode_without_bom_handling(sample).0;
    if is_hebrew(&read) {
        return None;
    }
    let as_guessed = Score::of(&read);
    // The small letters of Windows and of the Macintosh are the same but for one.
    let is_near = guessed == WINDOWS_1251;
    if as_guessed.count < FEWEST || as_guessed.is_clear() && !is_near {
        return None;
    }
    let of_macintosh = Score::of(&X_MAC_CYRILLIC.decode_without_bom_handling(sample).0);
    if is_near {
        let gain = of_macintosh.points - as_guessed.points;
        let is_better = gain > 1 && gain * 100 > as_guessed.count;
        if is_better || as_guessed.is_clear() {
            return is_better.then(|| as_macintosh(bytes));
        }
    }
    let of_dos = Score::of(&as_855(sample));
    let best = of_macintosh.points.max(of_dos.points);
    let gain = best - as_guessed.points;
    if best * 3 < as_guessed.count || gain * 4 < as_guessed.count {
        return None;
    }
    Some(if of_dos.points > of_macintosh.points {
        (as_855(bytes).into_owned(), "IBM855")
    } else {
        as_macintosh(bytes)
    })
}

/// Whether nearly all characters beyond ASCII are of the Hebrew script: the small letters of the Macintosh stand in the same places, but five of them where that
/// script has no letters, and the capitals elsewhere.
fn is_hebrew(text: &str) -> bool {
    let beyond = text.chars().filter(|c| !c.is_ascii());
    let (hebrew, all) = beyond.fold((0, 0), |(hebrew, all), c| {
        let is_one = matches!(c, '\u{5B0}'..='\u{5F4}' | '₪' | '–' | '’' | '”');
        (hebrew + usize::from(is_one), all + 1)
    });
    all > 0 && hebrew * 20 >= all * 19
}

fn as_macintosh(bytes: &[u8]) -> (String, &'static str) {
    let (text, _) = X_MAC_CYRILLIC.decode_without_bom_handling(bytes);
    (text.into_owned(), X_MAC_CYRILLIC.name())
}

fn as_855(bytes: &[u8]) -> Cow<'_, str> {
    let upper: Vec<char> = IBM855.chars().collect();
    let letter = |byte: u8| match byte.checked_sub(0x80) {
        Some(at) => upper.get(usize::from(at)).copied().unwrap_or('\u{FFFD}'),
        None => char::from(byte),
    };
    bytes.iter().map(|byte| letter(*byte)).collect()
}

/// How much a text looks like one in Cyrillic letters.
struct Score {
    points: i32,
    /// Characters beyond ASCII.
    count: i32,
}

impl Score {
    fn of(text: &str) -> Self {
        const COMMON: &str = "оеаинтсрвлкмОЕАИНТСРВЛКМ";
        const MARKS: &str = "’‘“”«»–—…•№§\u{a0}";
        let (mut points, mut count) = (0, 0);
        let mut before = ' ';
        for c in text.chars() {
            let is_cyrillic = matches!(c, '\u{400}'..='\u{45F}');
            if !c.is_ascii() {
                count += 1;
                points += match c {
                    _ if is_cyrillic && before.is_lowercase() && c.is_uppercase() => -2,
                    _ if is_cyrillic && before.is_ascii_alphabetic() => -2,
                    _ if COMMON.contains(c) => 1,
                    _ if is_cyrillic => 0,
                    _ if MARKS.contains(c) && !before.is_alphabetic() => 0,
                    _ if before.is_alphabetic() => -2,
                    _ => -1,
                };
            } else if c.is_ascii_alphabetic() && matches!(before, '\u{400}'..='\u{45F}') {
                points -= 2;
            }
            before = c;
        }
        Self { points, count }
    }

    /// Whether nothing else can give more of a text.
    fn is_clear(&self) -> bool {
        self.points * 2 > self.count
    }
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;

    const WORDS: &str = "Как пережить новогоднюю ночь\nГде кататься и как не сломать ногу, рассказала Нина Петрова.\n";

    #[test]
    fn an_old_text_in_cyrillic_letters_is_read_as_what_it_is() {
        let byte = |c: char| u8::try_from(u32::from(c) & 0xFF).unwrap();
        let of_dos = |c: char| {
            let at = IBM855.chars().position(|known| known == c);
            at.map_or_else(|| byte(c), |at| 0x80 + u8::try_from(at).unwrap())
        };
        let of_macintosh = |c: char| match c {
            'А'..='Я' => byte(c) - byte('А') + 0x80,
            'а'..='ю' => byte(c) - byte('а') + 0xE0,
            'я' => 0xDF,
            c => byte(c),
        };
        let read = |bytes: &[u8]| rather(WINDOWS_1251, bytes);
        let bytes: Vec<u8> = WORDS.chars().map(of_dos).collect();
        assert_eq!(read(&bytes), Some((WORDS.to_owned(), "IBM855")));
        let bytes: Vec<u8> = WORDS.chars().map(of_macintosh).collect();
        assert_eq!(read(&bytes), Some((WORDS.to_owned(), "x-mac-cyrillic")));
    }

    #[test]
    fn hebrew_is_not_taken_for_cyrillic() {
        let words = "ממשלת ישראל אישרה ביום ראשון את תקציב המדינה לשנת 2024, לאחר דיון של תשע שעות. ראש הממשלה אמר כי התקציב יעבור בכנסת עד סוף החודש.\n";
        let (bytes, _, _) = encoding_rs::WINDOWS_1255.encode(words);
        assert_eq!(rather(encoding_rs::WINDOWS_1255, &bytes), None);
        assert_eq!(text(&bytes, None).text, words);
    }

    #[test]
    fn texts_of_windows_stay_what_they_are() {
        for words in [
            "Größe und Länge der Straße für Anwohner, Gänse und Vögel über Möhren",
            WORDS,
        ] {
            let encoding = if words == WORDS {
                encoding_rs::WINDOWS_1251
            } else {
                encoding_rs::WINDOWS_1252
            };
            let (bytes, _, _) = encoding.encode(words);
            assert_eq!(text(&bytes, None).text, words);
        }
    }
}
