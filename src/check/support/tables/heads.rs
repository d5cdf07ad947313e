//! Heads: which columns a claim speaks of, by what their heads say and others do not, and by the words that go with what they measure.
//!
//! Of `Visitors 2021` and `Visitors 2022` the year alone says which is meant, wherever it stands in the claim; and whoever says that a lake is deep speaks of its
//! `Depth`.

use std::sync::LazyLock;

use super::{named_at, stems};
use crate::check::language::numbers::{Quantity, Unit, quantities};
use crate::check::language::terms::{is_figure, plain, plain_words, stem};

/// What is measured: what a head may call it, the words that say that there is much of it, those that say that there is little, and what it does.
type Measure = (
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

#[rustfmt::skip]
const MEASURES: &[Measure] = &[
    (&["price", "cost", "rent", "fee", "fare"], &["expensive", "dearest", "dear", "dearer", "costliest", "costlier", "pricier", "priciest"], &["cheap", "cheaper", "cheapest"], &["cost", "costs"]),
    (&["depth"], &["deep", "deeper", "deepest"], &["shallow", "shallower", "shallowest"], &[]),
    (&["length", "duration"], &["long", "longer", "longest"], &["short", "shorter", "shortest"], &["lasts", "lasted"]),
    (&["height", "elevation", "altitude"], &["high", "higher", "highest", "tall", "taller", "tallest"], &["low", "lower", "lowest"], &[]),
    (&["width", "breadth"], &["wide", "wider", "widest", "broader", "broadest"], &["narrow", "narrower", "narrowest"], &[]),
    (&["weight", "mass"], &["heavy", "heavier", "heaviest"], &["light", "lighter", "lightest"], &["weigh", "weighs", "weighed"]),
    (&["speed"], &["fast", "faster", "fastest"], &["slow", "slower", "slowest"], &[]),
    (&["age"], &["old", "older", "oldest"], &["young", "younger", "youngest"], &[]),
    (&["opened", "founded", "built", "established", "completed", "inaugurated", "born", "constructed"], &["newer", "newest", "younger", "youngest", "latest"], &["older", "oldest", "earliest"], &[]),
    (&["area", "size"], &["large", "larger", "largest", "big", "bigger", "biggest"], &["small", "smaller", "smallest"], &["covers", "covered"]),
    (&["population", "inhabitants"], &["populous"], &[], &[]),
    (&["temperature", "temp"], &["warm", "warmer", "warmest", "hot", "hotter", "hottest"], &["cold", "colder", "coldest", "cool", "cooler", "coolest"], &[]),
];

/// What a head measures, where it says so in one word.
fn measure_of(head: &str) -> Option<&'static Measure> {
    // `Repair cost` is a cost, and `mean_temp_july` a temperature.
    let bare = bare(head).replace('_', " ");
    let mut words = bare.split_whitespace();
    let head = stems(words.rfind(|word| time_of(word).is_none())?);
    let (last, _) = head.last()?;
    let mut all = NAMED.iter();
    all.find(|(name, _)| name == last)
        .map(|(_, measure)| *measure)
}

/// The measures by the stems of what a head may call them.
static NAMED: LazyLock<Vec<(String, &Measure)>> = LazyLock::new(|| {
    let of_measure = |measure: &'static Measure| {
        let (names, ..) = measure;
        names.iter().map(move |name| (stem(name), measure))
    };
    MEASURES.iter().flat_map(of_measure).collect()
});

/// Whether a word of a claim says that there is much, or little, of what a head measures.
pub(super) fn says_much(head: &str, word: &str) -> Option<bool> {
    let (_, much, little, _) = measure_of(head)?;
    if much.contains(&word) {
        Some(true)
    } else {
        little.contains(&word).then_some(false)
    }
}

/// The head of a column without what it says of the unit: `Depth` of `Depth (m)`, `price` of `price_usd`.
pub(super) fn bare(head: &str) -> &str {
    let head = head.split(['(', '[']).next().unwrap_or_default();
    match head.rsplit_once('_') {
        Some((rest, last)) if is_unit(last) => rest,
        _ => head,
    }
}

/// Whether a word is one of money, of a measure or of a share.
fn is_unit(word: &str) -> bool {
    let is_one = |own: &Quantity| {
        own.amount().is_some_and(|own| {
            matches!(own.unit, Unit::Money(_) | Unit::Measure(_) | Unit::Percent)
        })
    };
    matches!(word, "pct" | "perc") || quantities(&format!("1 {word}")).iter().any(is_one)
}

/// Whether a head says that its values are shares of a whole: `response_rate`, `share with heat pump`.
pub(super) fn is_of_shares(head: &str) -> bool {
    const SHARES: &[&str] = &[
        "share",
        "shares",
        "rate",
        "proportion",
        "percentage",
        "percent",
        "pct",
        "fraction",
        "ratio",
        "prevalence",
        "coverage",
        "turnout",
        "quota",
    ];
    let mut words = head.split(|sign: char| !sign.is_alphanumeric());
    words.any(|word| SHARES.contains(&word.to_lowercase().as_str()))
}

/// The unit that a head gives in brackets, or the money that it ends with: `Cost, kEUR`.
pub(super) fn unit_of(head: &str) -> Option<&str> {
    let Some((_, behind)) = head.split_once(['(', '[']) else {
        if let Some((_, last)) = head.rsplit_once('_') {
            return Some(last).filter(|last| is_unit(last));
        }
        let last = head.split_whitespace().next_back()?;
        let read = quantities(&format!("1 {last}"));
        let is_money = |own: &Quantity| {
            own.amount()
                .is_some_and(|own| matches!(own.unit, Unit::Money(_)))
        };
        return Some(last).filter(|_| read.iter().any(is_money));
    };
    let (unit, _) = behind.split_once([')', ']'])?;
    Some(unit.trim()).filter(|unit| !unit.is_empty())
}

/// Where a claim, given by its words, names one of several heads: by all of its words, by those that no other head has, or by a word that goes with what it measures.
pub(super) fn head_at(head: &str, heads: &[&str], claim: &[(String, usize)]) -> Option<usize> {
    named_at(head, claim)
        .or_else(|| told_apart_at(head, heads, claim))
        .or_else(|| timed_at(head, claim))
        .or_else(|| {
            let others = heads.iter().filter(|other| **other != head);
            let is_alone = || others.clone().all(|other| untimed(other) != untimed(head));
            untimed_at(head, claim).filter(|_| is_alone() && !is_of_another_time(head, claim))
        })
        .or_else(|| measured_at(head, heads, claim))
}

/// The words of a head but for its time.
fn untimed(head: &str) -> Vec<String> {
    let words = stems(bare(head)).into_iter().map(|(word, _)| word);
    words.filter(|word| !is_figure(word)).collect()
}

/// A head without what it says of a time: `Cargo` of `Cargo 2023`, nothing of `Q3 2024`.
pub(super) fn timeless(head: &str) -> String {
    let words = bare(head).split_whitespace();
    let words: Vec<&str> = words.filter(|word| time_of(word).is_none()).collect();
    words.join(" ")
}

/// Where the words of a head stand in a claim, next to each other, without its time: `cruise calls` of `Cruise calls 2023`.
pub(super) fn untimed_at(head: &str, claim: &[(String, usize)]) -> Option<usize> {
    let wanted = untimed(head);
    if wanted.is_empty() {
        return None;
    }
    let mut places = claim.windows(wanted.len());
    let run = places.find(|run| run.iter().map(|(word, _)| word).eq(&wanted))?;
    run.first().map(|(_, at)| *at)
}

/// Where the time of a head stands in a claim that has its other words as well: `2023` of `Cargo 2023`.
fn timed_at(head: &str, claim: &[(String, usize)]) -> Option<usize> {
    untimed_at(head, claim)?;
    let figures = stems(bare(head)).into_iter().map(|(word, _)| word);
    let place = |figure: String| claim.iter().find(|(word, _)| *word == figure);
    let places: Option<Vec<_>> = figures.filter(|word| is_figure(word)).map(place).collect();
    places?.first().map(|(_, at)| *at)
}

/// Whether a claim gives years, and not that of a head.
fn is_of_another_time(head: &str, claim: &[(String, usize)]) -> bool {
    let is_year = |word: &str| word.len() == 4 && is_figure(word);
    let own = stems(bare(head));
    let mut years = claim.iter().filter(|(word, _)| is_year(word)).peekable();
    years.peek().is_some() && !years.any(|(year, _)| own.iter().any(|(word, _)| word == year))
}

/// Where the words stand by which a head differs from all others, if what it shares with one it shares with all.
fn told_apart_at(head: &str, heads: &[&str], claim: &[(String, usize)]) -> Option<usize> {
    let words = |head: &str| -> Vec<String> {
        let words = stems(bare(head)).into_iter();
        words.map(|(word, _)| word).collect()
    };
    let own = words(head);
    // `Churn %` beside quarters is of no series.
    let is_of_series = |other: &Vec<String>| {
        let mut heads = heads
            .iter()
            .map(|head| words(head))
            .filter(|head| head != other);
        heads.any(|head| head.iter().any(|word| other.contains(word)))
    };
    let others: Vec<Vec<String>> = heads
        .iter()
        .filter(|other| **other != head)
        .map(|other| words(other))
        .filter(is_of_series)
        .collect();
    let is_shared = |word: &String| others.iter().any(|other| other.contains(word));
    let is_common = |word: &String| others.iter().all(|other| other.contains(word));
    let (shared, apart): (Vec<&String>, Vec<&String>) =
        own.iter().partition(|word| is_shared(word));
    let is_series = !shared.is_empty() && shared.iter().all(|word| is_common(word));
    if apart.is_empty() || !is_series || others.is_empty() {
        return None;
    }
    let place = |wanted: &String| {
        let mut all = claim.iter();
        all.find(|(word, _)| word == wanted).map(|(_, at)| *at)
    };
    let places: Option<Vec<usize>> = apart.iter().map(|word| place(word)).collect();
    places?.into_iter().min()
}

/// Where a word stands that goes with what a head measures, if no other head measures that.
fn measured_at(head: &str, heads: &[&str], claim: &[(String, usize)]) -> Option<usize> {
    let (_, much, little, does) = measure_of(head)?;
    let goes_with = |head: &str, word: &str| {
        measure_of(head).is_some_and(|(_, much, little, does)| {
            let mut all = much.iter().chain(*little).chain(*does);
            all.any(|own| stem(own) == word)
        })
    };
    let words = much.iter().chain(*little).chain(*does);
    let mut places = words.filter_map(|own| {
        let own = stem(&plain(own));
        let is_alone = heads
            .iter()
            .filter(|other| **other != head)
            .all(|other| !goes_with(other, &own));
        let mut all = claim.iter().filter(|_| is_alone);
        all.find(|(word, _)| *word == own).map(|(_, at)| *at)
    });
    places.next()
}

/// Whether a claim bounds a figure as a key does that bounds one: `over 30` is not `Under 30`.
pub(super) fn is_bounded_alike(key: &str, claim: &str) -> bool {
    let (own, asked) = (bounds(key), bounds(claim));
    own.is_empty() || asked.is_empty() || own.iter().any(|side| asked.contains(side))
}

/// On which side of each figure that it bounds a text lies: whether above it.
fn bounds(text: &str) -> Vec<bool> {
    let words: Vec<String> = plain_words(text).collect();
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let of_figure = |at: usize| {
        let before = at.checked_sub(1)?;
        let bound = if word(before) == "than" {
            before.checked_sub(1)?
        } else {
            before
        };
        match word(bound) {
            "under" | "below" | "younger" | "less" | "fewer" => Some(false),
            "over" | "above" | "older" | "more" => Some(true),
            _ => None,
        }
    };
    let figures = (0..words.len()).filter(|&at| is_figure(word(at)));
    figures.filter_map(of_figure).collect()
}

/// Where a head stands in time among others of its kind: `Q3`, `2021`, `May 2020`.
pub(super) fn time_of(head: &str) -> Option<u32> {
    #[rustfmt::skip]
    const MONTHS: [&str; 12] = [
        "january januar janvier", "february februar février", "march märz mars", "april avril", "may mai", "june juni juin", "july juli juillet", "august août",
        "september septembre", "october oktober octobre", "november novembre", "december dezember décembre",
    ];
    /// The fewest letters by which a month is called.
    const SHORT: usize = 3;
    let (mut year, mut part) = (None, None);
    for word in bare(head)
        .to_lowercase()
        .split(|sign: char| !sign.is_alphanumeric())
    {
        let number = |word: &str| word.parse::<u32>().ok();
        let is_called = |month: &&str| month.split(' ').any(|name| name.starts_with(word));
        if let Some(found) = number(word).filter(|found| (1500..2200).contains(found)) {
            year = Some(found);
        } else if let Some(found) = word
            .strip_prefix(['q', 'h'])
            .and_then(number)
            .filter(|found| (1..=4).contains(found))
        {
            part = Some(found);
        } else if let Some(found) = MONTHS
            .iter()
            .position(|month| word.len() >= SHORT && is_called(month))
        {
            part = u32::try_from(found).ok();
        }
    }
    match (year, part) {
        (None, None) => None,
        (year, part) => Some(year.unwrap_or_default() * 16 + part.unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, heads: &[&str], expected: &[&str]) {
        let words = stems(claim);
        let named = heads
            .iter()
            .filter(|head| head_at(head, heads, &words).is_some());
        let named: Vec<&str> = named.copied().collect();
        assert_eq!(named, expected, "{claim}");
    }

    #[test]
    fn a_head_is_named_by_what_tells_it_from_others() {
        let catches = ["Catch 2020", "Catch 2021"];
        check(
            "In 2021 Keld had the largest catch.",
            &catches,
            &["Catch 2021"],
        );
        check("Keld's catch was large.", &catches, &[]);
        let both = ["Revenue 2020", "Profit 2020", "Revenue 2021"];
        check("In 2020 profit was low.", &both, &["Profit 2020"]);
        check("In 2021 profit was low.", &both, &[]);
        check("Profit 2020 was low.", &both, &["Profit 2020"]);
    }

    #[test]
    fn a_head_is_named_by_words_that_go_with_what_it_measures() {
        let lakes = ["Depth (m)", "Area (km²)"];
        check("Keld is the deepest of them.", &lakes, &["Depth (m)"]);
        check("Keld covers 12 square kilometres.", &lakes, &["Area (km²)"]);
        check("Keld freezes over.", &lakes, &[]);
    }

    #[test]
    fn heads_are_in_the_order_of_their_times() {
        assert!(time_of("Cloud Q2") < time_of("Cloud Q3"));
        assert!(time_of("Q4 2020") < time_of("Q1 2021"));
        assert!(time_of("May 2020") < time_of("June 2020"));
        assert!(time_of("Sept 2020") < time_of("Dec 2020"));
        assert_eq!(time_of("Price"), None);
        assert_eq!(time_of("Market share"), None);
    }
}
