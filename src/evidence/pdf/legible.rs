//! Pages whose fonts do not say which letters they show: a viewer draws them rightly, and what can be taken out of the file is signs that nobody wrote.

use super::page::Page;
use crate::study::counted;

/// A page with fewer characters tells nothing.
const FEWEST: usize = 40;
/// Nor do fewer words.
const FEWEST_WORDS: usize = 20;
/// One page of so many numbers is named.
const NAMED: usize = 10;

/// Says which pages cannot be read.
pub(super) fn warning(pages: &[Page]) -> Option<String> {
    let unreadable: Vec<String> = pages
        .iter()
        .filter(|page| !is_legible(page.lines.iter().map(|line| line.text.as_str())))
        .map(|page| page.number.to_string())
        .collect();
    let mut shown = unreadable
        .iter()
        .take(NAMED)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    if unreadable.len() > NAMED {
        shown.push_str(", …");
    }
    let noun = if unreadable.len() == 1 {
        "shows"
    } else {
        "show"
    };
    (!unreadable.is_empty()).then(|| {
        format!(
            "{} {noun} letters that the file does not name, so what was read there is not what it says: {shown}",
            counted(unreadable.len(), "page")
        )
    })
}

/// Whether most of what stands on a page could be words.
fn is_legible<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    const BETWEEN: &str = ".…·•◦▪-–—_=|+/×()[]<>≤≥→≈±";
    let (mut all, mut odd) = (0, 0);
    let (mut words, mut signs) = (0, 0);
    for word in lines.flat_map(str::split_whitespace) {
        // Dots that lead to a number, lines, bullets and the signs of formulas.
        if word.chars().all(|c| BETWEEN.contains(c)) {
            continue;
        }
        let length = word.chars().count();
        words += 1;
        signs += usize::from(!word.contains(char::is_alphanumeric));
        all += length;
        odd += if is_odd(word) { length } else { 0 };
    }
    // A few words in another font do not make a text of signs.
    let is_all_signs = words >= FEWEST_WORDS && signs * 5 > words * 2;
    all < FEWEST || odd * 2 < all && !is_all_signs
}

/// Whether most of a line is words that nobody writes so.
pub(super) fn is_mostly_odd(line: &str) -> bool {
    let letters = |word: &str| word.chars().count();
    let all: usize = line.split_whitespace().map(letters).sum();
    let odd = line.split_whitespace().filter(|word| is_odd(word));
    odd.map(letters).sum::<usize>() * 2 > all
}

/// Whether nobody writes a word so: signs among its letters, letters of two scripts, a capital one after a small one that is no plain one.
pub(super) fn is_odd(word: &str) -> bool {
    const SIGNS: &str = "~|{}^`\\¸¨¬¦¶§¤¢¥ª¹º¯´\"#$!\u{fffd}";
    /// A unit with a Greek letter is no longer.
    const SHORT: usize = 3;
    let inner = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\u{fffd}');
    let mut mixes = false;
    let mut script = None;
    let mut before = None;
    for c in inner.chars() {
        // Letters of formulas, and Chinese ones beside a name, are written among others.
        let own = Script::of(c);
        if c.is_alphabetic() && !matches!(own, Script::Wide | Script::Other) {
            mixes |= script.is_some_and(|known| known != own);
            script = Some(own);
        }
        if c.is_uppercase() && !c.is_ascii() && before.is_some_and(char::is_lowercase) {
            return true;
        }
        before = Some(c);
    }
    inner.is_empty()
        || inner.contains(|c| SIGNS.contains(c)) && !inner.contains("://")
        || mixes && inner.chars().count() > SHORT
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Semitic,
    Indic,
    Wide,
    Other,
}

impl Script {
    fn of(c: char) -> Self {
        match c {
            '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{fb00}'..='\u{fb06}' => Self::Latin,
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Self::Greek,
            '\u{400}'..='\u{52f}' => Self::Cyrillic,
            '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' => {
                Self::Semitic
            }
            '\u{900}'..='\u{109f}' => Self::Indic,
            '\u{1100}'..='\u{11ff}'
            | '\u{2e80}'..='\u{d7ff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{ff00}'..='\u{ffef}' => Self::Wide,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_of_signs_is_none() {
        assert!(is_mostly_odd("ԔòϸЇ́ïߙ ÎóϣÇķϙʆÏϢô j( WOඥzǊÇ ÊӍΉ Ç"));
        for title in [
            "R&D in 2024: up $5",
            "Ein Ärger über α-Teilchen",
            "C++ & C#",
        ] {
            assert!(!is_mostly_odd(title), "{title}");
        }
    }

    #[test]
    fn signs_that_nobody_wrote_are_told_from_text() {
        for odd in [
            "Îx~|ĄêĄ}Ąê ¸zz Ą| x~| ½Ąz |Ą Ą x}Ą}Ąy||}Ą}Ą|Ąx|Ąxxz Ą {|ĄºĄÎz|Ą Î|x|Ąy|Ą |ĄĄxĄ Ą |ďĄÀ}Ą",
            "ԔòϸЇ́ïߙ ÎóϣÇķϙʆÏϢô WOඥzǊÇ ÊӍΉ º܅èbರÇ Ĭࠒ¬ۉ¬īۉ¬īۈ¬Īߓ˺¬ࠌ¬ۉ ΰచWL̓˖Ç ʷÇèÐV̿ഗUஎ ãäÊϢÖÑ ɞÉãÇÇ áèǂÇäΉ ÃຏOହ±áèǂ ѓƘïáèǂÇ ëU౾èçæǧ",
            "Perceived Usefulness Attitude toward using 7 % ! ( & 1 % ’ % 2 & 7 & % ( ' 6 & \" % 3* ! % % & 8 % The degree to which & %",
            "! \" # ! \"$ % & ' ! # $ \" ! # ! \" # $ ! ! # \" $ , % ! ' \" # ! $ % & * ! # ' , \" !",
        ] {
            assert!(!is_legible(odd.lines()), "{odd}");
        }
        for plain in [
            "The buses lost a third of their range in January, and the operator sent two (old) ones: 12 % of 4.5 µm at α-particles.",
            "Contents . . . . . . . . . . 3 Introduction . . . . . . 4 Method . . . . . . 5 One more . . . 6 Results . . . . . . . 8",
            "fn main() { let x = vec![1, 2, 3]; println!(\"{x:?}\"); for i in x { if i > 2 { return; } } } struct Depot { buses: u32 }",
            "高齢者の割合は、二〇二〇年には二八・八パーセントであった。 これは 過去 最高 の 値 で ある と 言える 今後 も 増える 見込み だ と いう",
            "تراجعت مبيعات المضخات الحرارية بنسبة 12 في المئة في الشمال بينما نمت في الجنوب بنسبة 4 في المئة خلال عام 2024",
        ] {
            assert!(is_legible(plain.lines()), "{plain}");
        }
    }
}
