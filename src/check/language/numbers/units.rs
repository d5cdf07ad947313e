//! Units: what is written after (or, for money, before) a number, and how values in different units of one dimension compare.

use crate::check::language::terms::{is_stop_word, lowered};

/// What a number counts or measures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unit {
    Percent,
    /// Percentage points.
    Points,
    /// How many times as much: `doubled`, `1.4-fold`.
    Times,
    /// ISO code, or the sign's own where it stands for several.
    Money(&'static str),
    /// A dimension; values are in its base unit.
    Measure(&'static str),
    /// The words after the number, in the singular, nearest first.
    Counted(Vec<String>),
    /// `Figure 2`, `version 1.2`, `Type 1`: a name with a number, not an amount. The word before it.
    Label(String),
    Bare,
}

impl Unit {
    /// Whether two values could measure the same kind of thing. What is counted is compared by [`Unit::counts_same`].
    #[must_use]
    pub fn is_comparable(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Percent, Self::Percent)
            | (Self::Points, Self::Points)
            | (Self::Times, Self::Times)
            | (Self::Counted(_), Self::Counted(_)) => true,
            (Self::Money(a), Self::Money(b)) | (Self::Measure(a), Self::Measure(b)) => a == b,
            (Self::Label(a), Self::Label(b)) => a == b,
            // A table names the unit in its head, a sentence beside the number.
            (Self::Bare, other) | (other, Self::Bare) => !matches!(other, Self::Label(_)),
            _ => false,
        }
    }

    /// Whether both say what they measure and it is the same.
    #[must_use]
    pub fn counts_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Counted(a), Self::Counted(b)) => {
                a.first().is_some_and(|noun| b.contains(noun))
                    || b.first().is_some_and(|noun| a.contains(noun))
            }
            (Self::Bare, _) | (_, Self::Bare) => false,
            _ => self.is_comparable(other),
        }
    }
}

/// What a magnitude word multiplies by; `adjacent` ones may be a single letter.
#[must_use]
pub fn magnitude(word: &str, adjacent: bool, money: bool) -> Option<f64> {
    match &*lowered(word) {
        "dozen" => Some(12.0),
        "hundred" | "百" => Some(1e2),
        "thousand" | "thousands" | "tausend" | "tsd" | "mille" | "mil" | "duizend" | "тыс"
        | "тысяч" | "тысячи" | "千" => Some(1e3),
        "lakh" => Some(1e5),
        "million" | "millions" | "mn" | "mln" | "mio" | "millionen" | "millones" | "millón"
        | "milioni" | "milione" | "miljoen" | "milhões" | "млн" | "миллион" | "миллиона"
        | "миллионов" => Some(1e6),
        "万" | "萬" | "만" => Some(1e4),
        "亿" | "億" | "억" => Some(1e8),
        "crore" => Some(1e7),
        "billion"
        | "billions"
        | "bn"
        | "bln"
        | "mrd"
        | "milliarde"
        | "milliarden"
        | "milliard"
        | "milliards"
        | "miliardi"
        | "miliardo"
        | "miljard"
        | "млрд"
        | "миллиард"
        | "миллиарда"
        | "миллиардов" => Some(1e9),
        "兆" | "조" | "trillion" | "trillions" | "tn" | "trn" => Some(1e12),
        "k" if adjacent => Some(1e3),
        "m" if money => Some(1e6),
        "b" if money => Some(1e9),
        _ => None,
    }
}

/// Whether a word says by how much a number is to be multiplied.
#[must_use]
pub fn is_magnitude(word: &str) -> bool {
    magnitude(word, false, false).is_some()
}

/// The currency of a sign or code, before or after a number.
#[must_use]
pub fn currency(word: &str) -> Option<&'static str> {
    const LONGEST: usize = "dollars".len();
    if word.len() > LONGEST {
        return None;
    }
    match &*lowered(word) {
        "$" | "us$" | "usd" | "dollar" | "dollars" => Some("USD"),
        "€" | "eur" | "euro" | "euros" => Some("EUR"),
        "£" | "gbp" | "pound" | "pounds" => Some("GBP"),
        "¥" | "jpy" | "yen" | "円" => Some("JPY"),
        "chf" | "francs" => Some("CHF"),
        "cny" | "rmb" | "yuan" | "元" => Some("CNY"),
        "₹" | "inr" | "rupees" => Some("INR"),
        "₩" | "krw" | "won" => Some("KRW"),
        "a$" | "aud" => Some("AUD"),
        "c$" | "cad" => Some("CAD"),
        "sek" | "nok" | "dkk" | "kronor" | "kroner" => Some("crown"),
        "cents" | "¢" => Some("cent"),
        _ => None,
    }
}

/// The currency of a code, and how much of it is meant where a letter before it says so: `EUR`, `kEUR`, `TUSD`.
#[must_use]
pub fn scaled_currency(word: &str) -> Option<(&'static str, f64)> {
    const CODE: usize = 3;
    if let Some(money) = currency(word) {
        return Some((money, 1.0));
    }
    let mut letters = word.chars();
    let scale = letter_before_money(letters.next()?)?;
    let code = letters.as_str();
    let is_code = code.len() == CODE && code.bytes().all(|letter| letter.is_ascii_uppercase());
    currency(code).filter(|_| is_code).map(|code| (code, scale))
}

/// What a letter right before the sign or code of a currency multiplies by; `T` is the thousand of German tables.
#[must_use]
pub fn letter_before_money(letter: char) -> Option<f64> {
    match letter {
        'k' | 'K' | 't' | 'T' => Some(1e3),
        'm' | 'M' => Some(1e6),
        _ => None,
    }
}

/// Dimension and factor to its base unit. Case tells symbols apart (`mW`, `MW`), not words.
#[must_use]
pub fn measure(word: &str) -> Option<(&'static str, f64)> {
    const LONGEST: usize = "mmHg".len();
    let symbol = || SYMBOLS.iter().find(|(symbol, ..)| *symbol == word);
    (word.len() <= LONGEST)
        .then(symbol)
        .flatten()
        .map(|&(_, dimension, factor)| (dimension, factor))
        .or_else(|| spelled(&lowered(word)))
}

/// Whether a word is a unit of measurement.
#[must_use]
pub fn measures(word: &str) -> bool {
    measure(word).is_some()
}

const SYMBOLS: &[(&str, &str, f64)] = &[
    ("W", "power", 1.0),
    ("mW", "power", 1e-3),
    ("kW", "power", 1e3),
    ("MW", "power", 1e6),
    ("GW", "power", 1e9),
    ("TW", "power", 1e12),
    ("Wh", "energy", 1.0),
    ("kWh", "energy", 1e3),
    ("MWh", "energy", 1e6),
    ("GWh", "energy", 1e9),
    ("TWh", "energy", 1e12),
    ("J", "joule", 1.0),
    ("kJ", "joule", 1e3),
    ("MJ", "joule", 1e6),
    ("GJ", "joule", 1e9),
    ("V", "voltage", 1.0),
    ("kV", "voltage", 1e3),
    ("Hz", "frequency", 1.0),
    ("kHz", "frequency", 1e3),
    ("MHz", "frequency", 1e6),
    ("GHz", "frequency", 1e9),
    ("mm", "length", 1e-3),
    ("cm", "length", 1e-2),
    ("m", "length", 1.0),
    ("km", "length", 1e3),
    ("m²", "area", 1.0),
    ("km²", "area", 1e6),
    ("m2", "area", 1.0),
    ("km2", "area", 1e6),
    ("ha", "area", 1e4),
    ("m³", "volume", 1e3),
    ("µm", "length", 1e-6),
    ("μm", "length", 1e-6),
    ("nm", "length", 1e-9),
    ("ft", "length", 0.3048),
    ("mi", "length", 1609.344),
    ("µg", "mass", 1e-6),
    ("μg", "mass", 1e-6),
    ("mcg", "mass", 1e-6),
    ("mg", "mass", 1e-3),
    ("g", "mass", 1.0),
    ("kg", "mass", 1e3),
    ("t", "mass", 1e6),
    ("Mt", "mass", 1e12),
    ("Gt", "mass", 1e15),
    ("lb", "mass", POUND),
    ("lbs", "mass", POUND),
    ("ml", "volume", 1e-3),
    ("mL", "volume", 1e-3),
    ("l", "volume", 1.0),
    ("L", "volume", 1.0),
    ("ns", "time", 1e-9),
    ("µs", "time", 1e-6),
    ("μs", "time", 1e-6),
    ("ms", "time", 1e-3),
    ("s", "time", 1.0),
    ("min", "time", 60.0),
    ("h", "time", 3600.0),
    ("hr", "time", 3600.0),
    ("hrs", "time", 3600.0),
    ("B", "data", 1.0),
    ("kB", "data", 1e3),
    ("KB", "data", 1e3),
    ("MB", "data", 1e6),
    // As texts about pages and files write them, which mean no bits.
    ("kb", "data", 1e3),
    ("Kb", "data", 1e3),
    ("Mb", "data", 1e6),
    ("Gb", "data", 1e9),
    ("GB", "data", 1e9),
    ("TB", "data", 1e12),
    ("KiB", "data", 1024.0),
    ("MiB", "data", 1_048_576.0),
    ("GiB", "data", 1_073_741_824.0),
    ("ha", "area", 1e4),
    ("mph", "speed", 0.447_04),
    ("kn", "speed", KNOT),
    ("oz", "mass", OUNCE),
    ("hp", "power", 745.7),
    ("kcal", "joule", 4184.0),
    ("kph", "speed", 1.0 / 3.6),
    ("°C", "celsius", 1.0),
    ("°F", "fahrenheit", 1.0),
    ("mmHg", "pressure", 1.0),
    ("ppm", "ppm", 1.0),
    ("dB", "decibel", 1.0),
];

const KNOT: f64 = 1852.0 / 3600.0;
const POUND: f64 = 453.592_37;
const OUNCE: f64 = POUND / 16.0;
const STONE: f64 = 14.0 * POUND;
const INCH: f64 = 0.0254;

/// Litres in a gallon: which is meant is mostly not said.
pub(super) const US_GALLON: f64 = 3.785_411_784;
pub(super) const IMPERIAL_GALLON: f64 = 4.546_09;

/// Smaller units that may stand behind a larger one, with what they are in base units.
pub(super) const PARTS_OF_LENGTH: &[(&[&str], f64)] = &[(&["inches", "inch", "in"], INCH)];
pub(super) const PARTS_OF_MASS: &[(&[&str], f64)] = &[
    (&["pounds", "pound", "lb", "lbs"], POUND),
    (&["ounces", "ounce", "oz"], OUNCE),
];

/// Units in the words of other languages, as far as these are no English words.
#[rustfmt::skip]
const FOREIGN: &[(&[&str], &str, f64)] = &[
    (&["kilometern", "kilomètre", "kilomètres", "kilómetro", "kilómetros", "chilometro", "chilometri", "quilómetros", "километр", "километров"], "length", 1e3),
    (&["metern", "mètre", "mètres", "metri", "метр", "метров"], "length", 1.0), (&["centimètre", "centimètres", "zentimeter", "centímetros"], "length", 1e-2),
    (&["millimètre", "millimètres", "milímetros"], "length", 1e-3),
    (&["kilogramm", "kilogramme", "kilogrammes", "kilogramo", "kilogramos", "chilogrammi"], "mass", 1e3), (&["gramm", "gramme", "grammes", "gramos"], "mass", 1.0),
    (&["tonnen", "toneladas", "tonnellate", "тонн"], "mass", 1e6), (&["litern", "litro", "litros", "litri"], "volume", 1.0),
    (&["hektar", "hectárea", "hectáreas", "ettari"], "area", 1e4),
    (&["kilowattstunde", "kilowattstunden"], "energy", 1e3), (&["megawattstunde", "megawattstunden"], "energy", 1e6),
    (&["gigawattstunde", "gigawattstunden"], "energy", 1e9), (&["terawattstunde", "terawattstunden"], "energy", 1e12),
    (&["sekunde", "sekunden", "seconde", "secondes", "segundos", "secondi"], "time", 1.0), (&["minuten", "minutos", "minuti"], "time", 60.0),
    (&["stunde", "stunden", "heure", "heures", "horas"], "time", 3600.0), (&["tage", "tagen", "jours", "días", "giorni"], "time", 86_400.0),
    (&["woche", "wochen", "semaine", "semaines", "semana", "semanas", "settimane"], "time", 604_800.0),
    (&["mois", "meses", "mesi"], "months", 1.0), (&["ans", "années", "años", "anni"], "months", 12.0),
];

fn spelled(lower: &str) -> Option<(&'static str, f64)> {
    let foreign = FOREIGN.iter().find(|(names, ..)| names.contains(&lower));
    if let Some(&(_, dimension, factor)) = foreign {
        return Some((dimension, factor));
    }
    let singular = lower.strip_suffix('s').unwrap_or(lower);
    Some(match singular {
        "watt" => ("power", 1.0),
        "kilowatt" => ("power", 1e3),
        "megawatt" => ("power", 1e6),
        "gigawatt" => ("power", 1e9),
        "millimetre" | "millimeter" => ("length", 1e-3),
        "centimetre" | "centimeter" => ("length", 1e-2),
        "metre" | "meter" => ("length", 1.0),
        "kilometre" | "kilometer" => ("length", 1e3),
        "mile" => ("length", 1609.344),
        "foot" | "feet" => ("length", 0.3048),
        "inch" | "inche" => ("length", INCH),
        "yard" => ("length", 0.9144),
        "fathom" => ("length", 1.8288),
        "nanometre" | "nanometer" => ("length", 1e-9),
        "microgram" => ("mass", 1e-6),
        "milligram" => ("mass", 1e-3),
        "gram" => ("mass", 1.0),
        "kilogram" | "kilo" => ("mass", 1e3),
        "ounce" => ("mass", OUNCE),
        "knot" => ("speed", KNOT),
        "gallon" => ("gallon", 1.0),
        "horsepower" => ("power", 745.7),
        "kilocalorie" => ("joule", 4184.0),
        "tonne" | "ton" => ("mass", 1e6),
        "litre" | "liter" => ("volume", 1.0),
        "millilitre" | "milliliter" => ("volume", 1e-3),
        "centilitre" | "centiliter" => ("volume", 1e-2),
        "millisecond" => ("time", 1e-3),
        "second" => ("time", 1.0),
        "minute" => ("time", 60.0),
        "hour" => ("time", 3600.0),
        "day" | "night" => ("time", 86_400.0),
        "fortnight" => ("time", 1_209_600.0),
        "week" => ("time", 604_800.0),
        // Months and years are no fixed number of days; a claim that converts them is read by a person.
        "month" | "monat" | "monate" | "monaten" => ("months", 1.0),
        "year" | "jahr" | "jahre" | "jahren" | "année" | "año" => ("months", 12.0),
        "decade" => ("months", 120.0),
        "hectare" => ("area", 1e4),
        "acre" => ("area", 4046.856),
        "century" | "centurie" => ("months", 1200.0),
        "byte" => ("data", 1.0),
        "kilobyte" => ("data", 1e3),
        "megabyte" => ("data", 1e6),
        "gigabyte" => ("data", 1e9),
        "terabyte" => ("data", 1e12),
        _ => return None,
    })
}

/// Units of several words: dimension, factor, and how many tokens they take. `word` gives the words behind the first by their distance.
pub fn compound(
    first: &str,
    second: Option<&str>,
    sign: Option<char>,
    word: impl Fn(usize) -> Option<String>,
) -> Option<(&'static str, f64, usize)> {
    let length = |word: &str| measure(word).filter(|(dimension, _)| *dimension == "length");
    match (first, second) {
        ("degree" | "degrees" | "°", Some("celsius" | "centigrade" | "c")) => {
            return Some(("celsius", 1.0, 2));
        }
        ("degree" | "degrees" | "°", Some("fahrenheit" | "f")) => {
            return Some(("fahrenheit", 1.0, 2));
        }
        ("nautical", Some("mile" | "miles")) => return Some(("length", 1852.0, 2)),
        ("us" | "u.s", Some("gallon" | "gallons")) => return Some(("volume", US_GALLON, 2)),
        ("imperial", Some("gallon" | "gallons")) => return Some(("volume", IMPERIAL_GALLON, 2)),
        // `Twelve stone bridges` are no mass.
        ("stone", second)
            if second.is_none_or(|word| {
                is_stop_word(word) || PARTS_OF_MASS.iter().any(|(names, _)| names.contains(&word))
            }) =>
        {
            return Some(("mass", STONE, 1));
        }
        ("square" | "sq", Some(second)) => {
            let (_, factor) = length(second)?;
            return Some(("area", factor * factor, 2));
        }
        ("cubic", Some(second)) => {
            let (_, factor) = length(second)?;
            // In litres.
            return Some(("volume", 1e3 * factor * factor * factor, 2));
        }
        _ => {}
    }
    let (_, factor) = length(first)?;
    let per_hour = match (sign, second) {
        (Some('/'), _) => matches!(word(2).as_deref(), Some("h" | "hr")),
        (_, Some("per" | "an")) => word(2).as_deref() == Some("hour"),
        _ => false,
    };
    let per_second = match (sign, second) {
        (Some('/'), _) => word(2).as_deref() == Some("s"),
        (_, Some("per" | "a")) => word(2).as_deref() == Some("second"),
        _ => false,
    };
    match (per_hour, per_second) {
        (true, _) => Some(("speed", factor / 3600.0, 3)),
        (_, true) => Some(("speed", factor, 3)),
        _ => None,
    }
}

/// What is counted in millions.
#[rustfmt::skip]
pub const PEOPLE: &[&str] = &[
    "people", "users", "customers", "subscribers", "passengers", "visitors", "voters", "citizens", "children", "patients", "adults", "workers",
    "inhabitants", "residents", "viewers", "listeners", "downloads", "shares", "barrels", "copies", "units", "households", "homes", "jobs", "trips",
    "tourists", "refugees", "accounts", "members", "players", "students", "pupils", "doses", "vehicles", "cars", "views", "readers", "women", "men",
    "americans", "europeans", "indians", "chinese",
];

/// Words of a text about money, and of one about lengths.
#[rustfmt::skip]
pub const OF_MONEY: &[&str] = &[
    "revenue", "revenues", "profit", "profits", "loss", "losses", "budget", "budgets", "cost", "costs", "sales", "turnover", "debt", "debts", "fund",
    "funds", "funding", "investment", "invested", "invest", "paid", "pay", "pays", "worth", "spent", "spend", "spending", "earnings", "price", "loan",
    "loans", "grant", "grants", "fine", "fined", "raised", "valued", "valuation", "income", "tax", "taxes", "subsidy", "subsidies", "expenditure", "ebitda",
    "deal", "acquisition", "donated", "bond", "bonds",
];
#[rustfmt::skip]
pub const OF_LENGTH: &[&str] = &[
    "long", "length", "high", "height", "deep", "depth", "wide", "width", "tall", "metre", "metres", "meter", "meters", "distance", "altitude", "elevation",
    "race", "dash", "sprint", "swim", "swam", "ran", "away", "above", "below", "radius", "diameter", "km", "mm", "cm", "ft", "runway", "tower", "hurdles",
    "freestyle", "relay", "climb", "wave", "waves",
];
