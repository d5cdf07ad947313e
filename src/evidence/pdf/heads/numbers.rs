//! Page numbers, alone or beside a running head, as documents in many languages write them.

use crate::evidence::numerals::roman;

/// A running head without the page number before or behind it, as in `Annual report, page 3 of 12`.
pub(super) fn without_number(line: &str) -> String {
    /// Words of the longest page number.
    const LONGEST: usize = 4;
    let words: Vec<&str> = line.split_whitespace().collect();
    let most = words.len().min(LONGEST);
    let counts = |words: &[&str]| is_page_number(&words.join(" "));
    let behind = (1..=most).rev().find(|count| {
        let tail = words.get(words.len() - count..);
        tail.is_some_and(counts)
    });
    let words = words
        .get(..words.len() - behind.unwrap_or(0))
        .unwrap_or_default();
    let most = words.len().min(LONGEST);
    let before = (1..=most)
        .rev()
        .find(|count| words.get(..*count).is_some_and(counts));
    let words = words.get(before.unwrap_or(0)..).unwrap_or_default();
    words.join(" ")
}

/// `7`, `- 7 -`, `Page 7`, `7 / 12`, `page 7 of 12`, `第 7 页`, `xii` on its own; the words in the languages of most documents.
pub(super) fn is_page_number(line: &str) -> bool {
    const WORDS: &[&str] = &[
        "blad",
        "blz",
        "de",
        "di",
        "do",
        "of",
        "on",
        "oldal",
        "out",
        "p",
        "pag",
        "page",
        "pages",
        "pagina",
        "página",
        "pág",
        "págs",
        "pg",
        "pp",
        "s",
        "seite",
        "sida",
        "side",
        "sivu",
        "sayfa",
        "stránka",
        "str",
        "strana",
        "strona",
        "su",
        "sur",
        "van",
        "von",
        "z",
        "av",
        "af",
        "стр",
        "страница",
        "сторінка",
        "из",
        "з",
        "σελίδα",
        "από",
        "صفحة",
        "من",
        "עמוד",
        "מתוך",
    ];
    let mut numbers = 0;
    // Characters that stand for words are not parted from numbers by spaces.
    let bare = line.replace(['第', '頁', '页', '共', '쪽', '페', '이', '지'], " ");
    bare.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .all(|word| {
            let number = is_number(word);
            numbers += usize::from(number);
            number || WORDS.contains(&word.to_lowercase().as_str())
        })
        && (1..=2).contains(&numbers)
}

/// What a word is as a number, where it is no more than one.
pub(super) fn value(word: &str) -> Option<u32> {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    if is_roman(bare) {
        let lower = bare.to_ascii_lowercase();
        return (1..=40)
            .find(|number| roman(*number) == lower)
            .and_then(|number| u32::try_from(number).ok());
    }
    // `3/12`, the third of twelve.
    let first = bare.split(['/', '-']).next().unwrap_or_default();
    if first.is_empty() || first.chars().count() > 4 {
        return None;
    }
    first
        .chars()
        .try_fold(0, |value, figure| Some(value * 10 + digit(figure)?))
}

/// The value of a figure, in the figures of any script that counts in tens: each script has its ten in a row.
fn digit(figure: char) -> Option<u32> {
    const ZEROS: [u32; 9] = [
        0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x7c0, 0xff10, 0x1040,
    ];
    let code = u32::from(figure);
    let zero = ZEROS
        .iter()
        .find(|zero| (**zero..**zero + 10).contains(&code));
    zero.map(|zero| code - zero)
}

/// A number of at most four figures, in any of the figures that pages are counted with.
fn is_number(word: &str) -> bool {
    word.chars().count() <= 4 && word.chars().all(char::is_numeric) || is_roman(word)
}

/// A small number in Roman figures, as pages before the first chapter have it.
fn is_roman(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let uniform = word == lower || word == word.to_ascii_uppercase();
    uniform && (1..=40).any(|number| roman(number) == lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_numbers_are_known_in_many_languages() {
        for line in [
            "7",
            "- 12 -",
            "Page 7 of 12",
            "Seite 7 von 12",
            "Página 7 de 12",
            "7 / 12",
            "p. 7",
            "стр. 7 из 12",
            "第 7 页 共 12 页",
            "第7頁",
            "xii",
            "IV",
            "صفحة ٧ من ١٢",
        ] {
            assert!(is_page_number(line), "{line}");
        }
        for line in [
            "7 buses",
            "12345",
            "1 2 3",
            "Table 7",
            "of",
            "mix",
            "2 de mayo de 2024",
        ] {
            assert!(!is_page_number(line), "{line}");
        }
    }
}
