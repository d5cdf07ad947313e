//! Numbers, parts and months in the words of other languages than English, and in ideographs.

use std::sync::LazyLock;

use super::read::Reader;
use super::spelled::spelled;
use super::{Amount, Quantity, Unit, Value, units};
use crate::check::language::shapes::ByWord;

#[rustfmt::skip]
const NUMBERS: &[(f64, &[&str])] = &[
    (2.0, &["zwei", "deux", "dos", "twee", "два", "две"]), (3.0, &["drei", "trois", "tres", "drie", "три"]),
    (4.0, &["vier", "quatre", "cuatro", "четыре"]), (5.0, &["fünf", "cinq", "cinco", "vijf", "пять"]), (6.0, &["sechs", "seis", "zes", "шесть"]),
    (7.0, &["sieben", "sept", "siete", "семь"]), (8.0, &["acht", "huit", "ocho", "восемь"]), (9.0, &["neun", "neuf", "nueve", "negen", "девять"]),
    (10.0, &["zehn", "dix", "diez", "tien", "десять"]), (11.0, &["onze"]), (12.0, &["zwölf", "douze", "doce", "twaalf", "двенадцать"]),
    (13.0, &["dreizehn", "treize", "trece"]), (14.0, &["vierzehn", "quatorze", "catorce"]), (15.0, &["fünfzehn", "quinze", "quince", "пятнадцать"]),
    (16.0, &["sechzehn", "seize"]), (20.0, &["zwanzig", "vingt", "veinte", "twintig", "двадцать"]), (30.0, &["dreißig", "trente", "treinta", "тридцать"]),
    (40.0, &["vierzig", "quarante", "cuarenta", "сорок"]), (50.0, &["fünfzig", "cinquante", "cincuenta", "пятьдесят"]),
    (60.0, &["sechzig", "soixante", "sesenta"]), (70.0, &["siebzig"]), (80.0, &["achtzig"]), (90.0, &["neunzig"]), (100.0, &["hundert"]),
];

#[rustfmt::skip]
const MONTHS: [&[&str]; 12] = [
    &["januar", "jänner", "janvier", "enero", "gennaio", "janeiro", "januari", "января"], &["februar", "février", "febrero", "febbraio", "fevereiro", "februari", "февраля"],
    &["märz", "mars", "marzo", "março", "maart", "марта"], &["april", "avril", "abril", "aprile", "апреля"], &["mai", "mayo", "maggio", "maio", "mei", "мая"],
    &["juni", "juin", "junio", "giugno", "junho", "июня"], &["juli", "juillet", "julio", "luglio", "julho", "июля"],
    &["august", "août", "agosto", "augustus", "августа"], &["september", "septembre", "septiembre", "settembre", "setembro", "сентября"],
    &["oktober", "octobre", "octubre", "ottobre", "outubro", "октября"], &["november", "novembre", "noviembre", "novembro", "ноября"],
    &["dezember", "décembre", "diciembre", "dicembre", "dezembro", "декабря"],
];

/// A small number in German, French, Spanish, Dutch or Russian, where it is no other word in English.
pub(super) fn number(lower: &str) -> Option<f64> {
    static VALUES: LazyLock<ByWord<&str, f64>> = LazyLock::new(|| {
        let named = |(value, names): &(f64, &[&'static str])| {
            let value = *value;
            names
                .iter()
                .map(move |name| (*name, value))
                .collect::<Vec<_>>()
        };
        NUMBERS.iter().flat_map(named).collect()
    });
    VALUES.get(lower).copied()
}

/// The month of a name in lower case.
pub(super) fn month(lower: &str) -> Option<u32> {
    static PLACES: LazyLock<ByWord<&str, u32>> = LazyLock::new(|| {
        let named = |(month, names): (u32, &&[&'static str])| {
            names
                .iter()
                .map(move |name| (*name, month))
                .collect::<Vec<_>>()
        };
        (1..).zip(&MONTHS).flat_map(named).collect()
    });
    PLACES.get(lower).copied()
}

/// Whether a word says that what follows is how long something was.
pub(super) fn lasts(word: &str) -> bool {
    #[rustfmt::skip]
    const LASTS: &[&str] = &["took", "takes", "take", "taken", "lasted", "lasts", "last", "lasting", "for", "after"];
    LASTS.contains(&word)
}

impl Reader<'_> {
    /// `zwei Drittel der Wähler`, `die Hälfte der Wähler`, `un tiers des électeurs`, `百分之十`: the percentage.
    pub(super) fn foreign_share(&self, at: usize) -> Option<(f64, f64, usize, bool)> {
        #[rustfmt::skip]
        const PARTS: &[&str] = &["drittel", "tiers", "viertel", "quart", "quarts", "Drittel", "Viertel", "Fünftel"];
        const FIRST: &[char] = &['h', 'H', 'm', 'M', 'п', 'П', '百'];
        let word = self.word(at)?;
        let is_part = self.word(at + 1).is_some_and(|next| PARTS.contains(&next));
        if !is_part && !word.starts_with(FIRST) {
            return None;
        }
        let word = word.to_lowercase();
        if word == "百" && self.word(at + 1) == Some("分") && self.word(at + 2) == Some("之") {
            let value = match self.number(at + 3) {
                Some((value, half, _)) => Some((value, half, at + 4)),
                None => self.numeral(at + 3).map(|(value, next)| (value, 0.5, next)),
            };
            return value.map(|(value, half, next)| (value, half, next, true));
        }
        if matches!(
            word.as_str(),
            "hälfte" | "moitié" | "mitad" | "metà" | "половина"
        ) {
            return Some((50.0, 0.5, at + 1, false));
        }
        let name = self.word(at + 1)?.to_lowercase();
        let whole = match name.as_str() {
            "drittel" | "tiers" => 3.0,
            "viertel" | "quart" | "quarts" => 4.0,
            "fünftel" => 5.0,
            _ => return None,
        };
        let parts = match word.as_str() {
            "ein" | "einem" | "un" => 1.0,
            _ => spelled(&word)?,
        };
        (parts < whole).then_some((100.0 * parts / whole, 0.7, at + 2, false))
    }

    /// A number in ideographs that says how many, not a word that begins with one: `三百万`.
    pub(super) fn ideographic(&self, at: usize) -> Option<(f64, usize)> {
        let first = self.word(at).filter(|word| !word.is_ascii())?;
        digit(first)?;
        let (value, next) = self.numeral(at)?;
        (next > at + 1).then_some((value, next))
    }

    /// Digits and magnitudes in ideographs, in a row.
    fn numeral(&self, at: usize) -> Option<(f64, usize)> {
        const MOST: usize = 12;
        let (mut total, mut section) = (0.0, 0.0);
        let mut last: Option<f64> = None;
        let mut next = at;
        while let Some(word) = self
            .word(next)
            .filter(|_| next < at + MOST && (next == at || self.adjacent(next - 1, next)))
        {
            if let Some(value) = digit(word) {
                last = Some(value);
            } else if let Some(scale) = scale(word) {
                if scale < 1e4 {
                    section += last.take().unwrap_or(1.0) * scale;
                } else {
                    total += f64::max(section + last.take().unwrap_or(0.0), 1.0) * scale;
                    section = 0.0;
                }
            } else {
                break;
            }
            next += 1;
        }
        (next > at).then_some((total + section + last.unwrap_or(0.0), next))
    }

    /// A magnitude in ideographs right behind another.
    pub(super) fn ideographic_magnitude(&self, at: usize) -> Option<f64> {
        let before = at.checked_sub(1)?;
        self.word(before).and_then(scale)?;
        self.word(at)
            .filter(|_| self.adjacent(before, at))
            .and_then(scale)
    }

    /// Whether the stop at a place belongs to the magnitude before it: `2,4 Mrd. Euro`.
    pub(super) fn is_abbreviated(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.word(before));
        let is_short = before.is_some_and(|word| {
            matches!(
                word.to_lowercase().as_str(),
                "mrd" | "mio" | "tsd" | "mill" | "млн" | "млрд" | "тыс"
            )
        });
        is_short && self.sign(at) == Some('.') && self.word(at + 1).is_some()
    }

    /// `took a year`, `for a week`, `an extra minute`: one of a unit of time, where a length of time is told and no rate.
    pub(super) fn one_of_a_unit(&self, at: usize) -> Option<(f64, usize)> {
        const OF_A_LENGTH: &[&str] = &[
            "within", "least", "than", "about", "nearly", "almost", "around", "roughly", "just",
        ];
        const MORE: &[&str] = &["extra", "additional", "further", "whole", "full"];
        let is_one = matches!(self.word(at)?, "a" | "an" | "one");
        let is_time = |at: usize| {
            let measured = self.word(at).and_then(units::measure);
            measured.is_some_and(|(dimension, _)| matches!(dimension, "time" | "months"))
        };
        let is_more = self.word(at + 1).is_some_and(|word| MORE.contains(&word));
        if is_one && is_more && is_time(at + 2) {
            return Some((1.0, at + 2));
        }
        let before = |back: usize| self.before(at, back).map(str::to_lowercase);
        let is_length = |word: String| OF_A_LENGTH.contains(&word.as_str());
        // `Took over a year`, but not `fell over a year`.
        let is_bound = matches!(before(1).as_deref(), Some("over" | "under"));
        let lasts = before(1).is_some_and(|word| lasts(&word) || is_length(word))
            || is_bound && before(2).is_some_and(|word| lasts(&word) || is_length(word));
        (is_one && is_time(at + 1) && lasts).then_some((1.0, at + 1))
    }

    /// `doubled`, `threefold`, `twice as`: how many times as much.
    pub(super) fn multiplied(&self, at: usize) -> Option<(Quantity, usize)> {
        const FIRST: &[char] = &['d', 'D', 't', 'T', 'q', 'Q', 'f', 'F', 'h', 'H', 'v'];
        const SHORTEST: usize = 5;
        let word = self.word(at)?;
        if word.len() < SHORTEST || !word.starts_with(FIRST) {
            return None;
        }
        let word = word.to_lowercase();
        let is_said = |(_, words): &&(f64, &[&str])| words.contains(&word.as_str());
        let (value, _) = TIMES.iter().find(is_said)?;
        if word == "twice" && self.word(at + 1) != Some("as") {
            return None;
        }
        // `Double the price`, and not `a double room`.
        if matches!(word.as_str(), "double" | "triple" | "quadruple")
            && !self.word(at + 1).is_some_and(|next| {
                matches!(
                    next,
                    "the" | "that" | "what" | "its" | "their" | "his" | "her"
                )
            })
        {
            return None;
        }
        let value = *value;
        self.quantity(
            at,
            at + 1,
            Value::Amount(Amount {
                half: 0.05,
                approximate: self.is_approximate(at),
                bound: self.bound(at, at + 1, false),
                firm: false,
                ..Amount::exactly(value, Unit::Times)
            }),
        )
    }
}

/// What says how many times as much.
#[rustfmt::skip]
const TIMES: &[(f64, &[&str])] = &[
    (2.0, &["doubled", "doubling", "doubles", "twofold", "twice", "double", "verdoppelt", "verdoppelte", "verdoppelten", "doublé"]),
    (3.0, &["tripled", "tripling", "triples", "trebled", "threefold", "triple", "verdreifacht", "verdreifachte", "triplé"]),
    (4.0, &["quadrupled", "quadrupling", "fourfold", "quadruple", "vervierfacht"]), (5.0, &["quintupled", "fivefold"]), (10.0, &["tenfold"]),
    (0.5, &["halved", "halving", "halves", "halbiert", "halbierte"]),
];

/// The words that begin a number, a month, a part of a whole or a multiple here.
pub(super) fn openers() -> Vec<&'static str> {
    let numbers = NUMBERS.iter().flat_map(|(_, names)| *names);
    let times = TIMES.iter().flat_map(|(_, names)| *names);
    let months = MONTHS.iter().copied().flatten();
    let all = numbers.chain(times).chain(months).chain(PARTS);
    all.copied().collect()
}

/// One part, and halves.
const PARTS: &[&str] = &["ein", "einem", "un", "mitad"];

fn digit(word: &str) -> Option<f64> {
    const DIGITS: [&str; 10] = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    if word == "两" {
        return Some(2.0);
    }
    DIGITS
        .iter()
        .position(|digit| *digit == word)
        .map(|at| at as f64)
}

fn scale(word: &str) -> Option<f64> {
    match word {
        "十" => Some(1e1),
        "百" => Some(1e2),
        "千" => Some(1e3),
        "万" | "萬" => Some(1e4),
        "亿" | "億" => Some(1e8),
        "兆" => Some(1e12),
        _ => None,
    }
}
