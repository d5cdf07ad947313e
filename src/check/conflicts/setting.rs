//! Settings: of whom and of when a sentence speaks that does not say so itself.
//!
//! `Its profit was 55 million euros` says the same words of any firm and any year. What such a sentence leaves out, it takes from the sentences before it in
//! its paragraph, and from the years in the headings above. Sentences that speak of other things contradict each other in nothing.

use std::collections::HashSet;

use super::speakers::is_speaker;
use crate::check::index::{Entry, Index, are_other_years, years};
use crate::check::language::irregular::is_past;
use crate::check::language::names::Name;
use crate::check::language::numbers::{Quantity, Unit, quantities};
use crate::check::language::terms::{plain, plain_words, stem, words};
use crate::check::text::antecedents::STANDS_FOR;

/// Words that begin a sentence about what the one before it named.
#[rustfmt::skip]
const REFERS_BACK: &[&str] = &[
    "it", "its", "they", "their", "he", "his", "she", "her", "this", "these", "that", "those", "both", "here", "there", "er", "sie", "es", "ihr", "ihre", "sein",
    "seine", "dieser", "diese", "dieses", "il", "elle", "ils", "elles", "son", "sa", "ses", "leur", "leurs", "ce", "cette", "ces", "su", "sus", "este", "esta",
];

/// Of whom and of when a sentence speaks.
struct Setting<'a> {
    names: Vec<&'a Name>,
    years: Vec<u32>,
    /// Whether the names, or the years, are those of other sentences.
    is_taken_over: bool,
    /// Whether it says how something is, and when that was is only the year of its document.
    is_state: bool,
}

impl<'a> Setting<'a> {
    fn of(index: &'a Index<'_>, at: usize) -> Option<Self> {
        let entry = index.entries.get(at)?;
        let before = || index.before(at);
        let mut setting = Self {
            names: subjects(index, entry),
            years: years_spoken_of(index.text(entry), &entry.statement.quantities),
            is_taken_over: false,
            is_state: false,
        };
        if refers_back(index.text(entry)) {
            let named = before().map(|earlier| subjects(index, earlier));
            if let Some(names) = named.into_iter().find(|names| !names.is_empty()) {
                setting.names.extend(names);
                setting.is_taken_over = true;
            }
            if setting.years.is_empty()
                && let Some(years) = before()
                    .filter(|earlier| !is_to_come(index.text(earlier)))
                    .map(|earlier| years(&earlier.statement.quantities))
                    .find(|years| !years.is_empty())
            {
                setting.years = years;
                setting.is_taken_over = true;
            }
        }
        if setting.years.is_empty() {
            let piece = index.evidence.get(entry.evidence);
            let headings = piece.map(|piece| piece.passage.headings.as_slice());
            let in_headings = headings.unwrap_or_default().iter().rev();
            let in_title = piece.and_then(|piece| index.title_of(piece));
            // The first heading is mostly the title.
            let of_heading = |heading: &String| match in_title {
                Some(title) if title == heading => years_of_title(title),
                _ => years_spoken_of(heading, &quantities(heading)),
            };
            if let Some(years) = in_headings
                .map(of_heading)
                .chain(in_title.map(years_of_title))
                .find(|years| !years.is_empty())
            {
                setting.years = years;
                setting.is_taken_over = true;
                setting.is_state = is_state(index.text(entry));
            }
        }
        Some(setting)
    }
}

/// Whether two sentences that differ speak of other things, or of other years, going by what stands before them.
pub(crate) fn speak_of_others(index: &Index<'_>, a: usize, b: usize) -> bool {
    let (Some(own), Some(theirs)) = (Setting::of(index, a), Setting::of(index, b)) else {
        return false;
    };
    if !own.is_taken_over && !theirs.is_taken_over {
        return false;
    }
    let others = |own: &[&Name], theirs: &[&Name]| {
        let is_there = |name: &&Name| theirs.iter().any(|other| other.matches(name));
        !own.is_empty() && !theirs.is_empty() && !own.iter().any(is_there)
    };
    // What is so in the one report and not in the next has changed, or one of them is wrong; each year has figures of its own.
    let denies = |at: usize| {
        let entry = index.entries.get(at);
        entry.is_some_and(|entry| entry.statement.polarity.denies())
    };
    let is_denied_since = own.is_state && theirs.is_state && denies(a) != denies(b);
    others(&own.names, &theirs.names)
        || !is_denied_since && are_other_years(&own.years, &theirs.years)
}

/// Whether two sentences stand under headings of other versions: what a list of changes says of one does not hold of the next.
pub(crate) fn are_of_other_versions(index: &Index<'_>, a: &Entry, b: &Entry) -> bool {
    let versions = |entry: &Entry| -> Vec<&str> {
        let piece = index.evidence.get(entry.evidence);
        let headings = piece.map_or(&[][..], |piece| piece.passage.headings.as_slice());
        let all = headings
            .iter()
            .flat_map(|heading| heading.split_whitespace());
        all.map(|word| word.trim_matches(|edge: char| !edge.is_ascii_alphanumeric()))
            .filter(|word| is_version(word))
            .collect()
    };
    let (own, theirs) = (versions(a), versions(b));
    !own.is_empty() && !theirs.is_empty() && !own.iter().any(|version| theirs.contains(version))
}

/// Whether a word is the number of a version: `1.2.3` or `v0.4`; `3.1` alone may number a section.
#[must_use]
pub fn is_version(word: &str) -> bool {
    let digits = word.trim_start_matches('v');
    let parts: Vec<&str> = digits.split('.').collect();
    let least = if digits == word { 3 } else { 2 };
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() >= least && parts.iter().all(is_number)
}

/// Whether a sentence corrects a value that another does not give: what its paragraph names as the wrong one is a third.
pub(crate) fn corrects_another(index: &Index<'_>, at: usize, theirs: &[Quantity]) -> bool {
    const WRONG: &[&str] = &[
        "given as",
        "reported as",
        "stated as",
        "printed as",
        "published as",
        "was put at",
        "wrongly",
        "incorrectly",
        "erroneously",
        "misreported",
    ];
    let wrong: Vec<f64> = index
        .before(at)
        .filter(|earlier| WRONG.iter().any(|cue| index.text(earlier).contains(cue)))
        .flat_map(|earlier| earlier.statement.quantities.iter())
        .filter_map(Quantity::amount)
        .map(|amount| amount.low)
        .collect();
    let mut amounts = theirs.iter().filter_map(Quantity::amount);
    !wrong.is_empty()
        && !amounts.any(|other| {
            wrong
                .iter()
                .any(|wrong| wrong.total_cmp(&other.low).is_eq())
        })
}

/// Whether what a sentence is told amid names something that another sentence, or what that is told amid, names too, or names nothing.
pub(crate) fn is_told_of_the_same(index: &Index<'_>, at: usize, other: usize) -> bool {
    let named = |at: usize| -> Vec<&Name> {
        let entry = index.entries.get(at);
        let all = index.before(at).chain(entry);
        all.flat_map(|entry| entry.statement.names.iter()).collect()
    };
    let (own, theirs) = (named(at), named(other));
    let is_there = |name: &&Name| theirs.iter().any(|other| other.matches(name));
    own.is_empty() || own.iter().any(is_there)
}

/// How many of these stems stand in what a sentence is told amid: its headings and the sentences before it.
pub(crate) fn told_amid<'s>(
    index: &Index<'_>,
    at: usize,
    stems: impl Iterator<Item = &'s str>,
) -> usize {
    let Some(entry) = index.entries.get(at) else {
        return 0;
    };
    let headings = index
        .evidence
        .get(entry.evidence)
        .map_or(&[][..], |piece| piece.passage.headings.as_slice());
    let before = index.before(at).map(|earlier| index.text(earlier));
    let around: HashSet<String> = headings
        .iter()
        .map(String::as_str)
        .chain(before)
        .flat_map(|text| words(text).filter_map(|span| text.get(span)))
        .map(|word| stem(&plain(word)))
        .collect();
    stems.filter(|stem| around.contains(*stem)).count()
}

/// Whether two sentences number what they speak of differently: `district 3` and `district 7`, `phase 1` and `phase 2`.
pub(crate) fn number_others(own: &[Quantity], theirs: &[Quantity]) -> bool {
    /// Labels that tell a place in time, which two sentences may well disagree on.
    const OF_TIME: &[&str] = &["time", "ordinal", "decade", "century"];
    let labels = |all: &[Quantity]| -> Vec<(String, f64)> {
        let amounts = all.iter().filter_map(Quantity::amount);
        amounts
            .filter_map(|amount| match &amount.unit {
                Unit::Label(label) if !OF_TIME.contains(&label.as_str()) => {
                    Some((label.clone(), amount.low))
                }
                _ => None,
            })
            .collect()
    };
    let (own, theirs) = (labels(own), labels(theirs));
    own.iter().any(|(label, number)| {
        let mut same = theirs.iter().filter(|(other, _)| other == label).peekable();
        same.peek().is_some() && same.all(|(_, other)| (other - number).abs() > 0.5)
    })
}

/// The stage of something with which a sentence begins: `the first phase ends in spring`.
#[derive(Debug, PartialEq)]
pub(crate) struct Stage {
    which: String,
    noun: String,
}

impl Stage {
    pub(crate) fn of(text: &str) -> Option<Self> {
        #[rustfmt::skip]
        const ORDER: &[&str] = &["first", "second", "third", "fourth", "fifth", "sixth", "last", "final"];
        #[rustfmt::skip]
        const STAGES: &[&str] = &[
            "phase", "stage", "part", "leg", "round", "edition", "volume", "section", "step", "half", "version",
        ];
        let mut first = plain_words(text);
        let which = first.find(|word| word != "the")?;
        let noun = first.next()?;
        let is_stage = ORDER.contains(&which.as_str()) && STAGES.contains(&noun.as_str());
        is_stage.then_some(Self { which, noun })
    }

    /// Whether it is another stage of the same.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        self.noun == other.noun && self.which != other.which
    }
}

/// The names of a sentence but for who only says it.
fn subjects<'a>(index: &Index<'_>, entry: &'a Entry) -> Vec<&'a Name> {
    let text = index.text(entry);
    let names = entry.statement.names.iter();
    names.filter(|name| !is_speaker(&name.text, text)).collect()
}

/// Whether a text tells of what is to come: its years are not those of what stands behind it.
fn is_to_come(text: &str) -> bool {
    #[rustfmt::skip]
    const COMES: &[&str] = &[
        "will", "would", "shall", "wants", "want", "plans", "plan", "planned", "aims", "hopes", "intends", "expects", "expected", "by", "until", "before",
    ];
    let mut all = plain_words(text);
    all.any(|word| COMES.contains(&word.as_str()))
}

/// Whether a text says without a figure how something is: what it tells is not past, and not to come.
fn is_state(text: &str) -> bool {
    const IS: &[&str] = &["is", "are", "be", "not", "isn't", "aren't"];
    const OTHER_TIMES: &[&str] = &[
        "was", "were", "had", "did", "wasn't", "weren't", "hadn't", "didn't", "will", "would",
        "won't",
    ];
    let mut before = String::new();
    let is_of_another = |word: String| {
        let is_told = is_past(&word) || word.len() > 4 && word.ends_with("ed");
        let is_past = is_told && !IS.contains(&before.as_str());
        let is_of_another = is_past || OTHER_TIMES.contains(&word.as_str());
        before = word;
        is_of_another
    };
    // `After eight` is no figure.
    let is_figure = |own: &Quantity| own.amount().is_some_and(|amount| amount.firm);
    !quantities(text).iter().any(is_figure) && !plain_words(text).any(is_of_another)
}

/// The years that a text is about: not one that it sets as a deadline (`by 2030`) or only compares with (`more than was calculated in November 2024`).
fn years_spoken_of(text: &str, quantities: &[Quantity]) -> Vec<u32> {
    const DEADLINE: &[&str] = &[
        "by", "until", "till", "before", "bis", "vor", "avant", "antes",
    ];
    let is_beside_the_point = |quantity: &&Quantity| {
        let before = text.get(..quantity.span.start).unwrap_or_default();
        let mut earlier = plain_words(before);
        let is_compared = earlier.any(|word| word == "than");
        let last = words(before).last().and_then(|span| before.get(span));
        is_compared || last.is_some_and(|word| DEADLINE.contains(&plain(word).as_str()))
    };
    let spoken_of = quantities
        .iter()
        .filter(|quantity| !is_beside_the_point(quantity));
    let dates = spoken_of.filter_map(Quantity::date);
    dates.filter_map(|date| date.year).collect()
}

/// The years that a document is about by its title: `2020 term elections`, `Annual report 2019`. A day tells when it was written.
fn years_of_title(title: &str) -> Vec<u32> {
    const YEARS: std::ops::Range<u32> = 1900..2100;
    let told = quantities(title);
    let mut dates = told.iter().filter_map(Quantity::date);
    if dates.any(|date| date.day.is_some()) {
        return Vec::new();
    }
    let words = title.split(|letter: char| !letter.is_alphanumeric());
    let numbers = words.filter_map(|word| word.parse().ok());
    numbers.filter(|year| YEARS.contains(year)).collect()
}

fn refers_back(text: &str) -> bool {
    let mut first = plain_words(text).take(2);
    let (Some(one), two) = (first.next(), first.next()) else {
        return false;
    };
    REFERS_BACK.contains(&one.as_str())
        || one == "the" && two.is_some_and(|noun| STANDS_FOR.contains(&noun.as_str()))
}

#[cfg(test)]
mod tests {
    use super::super::laid::under_headings;

    fn count(a: &str, b: &str, [own, theirs]: [&str; 2]) -> usize {
        under_headings(&[(own, a), (theirs, b)]).len()
    }

    #[test]
    fn what_its_refers_to_decides_whether_two_values_disagree() {
        let lumen = "In 2021 Lumen Foods had 12 shops. Its operating profit was 55 million euros.";
        for (other, expected) in [
            (
                "In 2021 Lumen Foods opened a shop. Its operating profit was 35 million euros.",
                1,
            ),
            (
                "In 2021 Harrow Steel had a bad year. Its operating profit was 35 million euros.",
                0,
            ),
            (
                "In 2019 Lumen Foods had a bad year. Its operating profit was 35 million euros.",
                0,
            ),
        ] {
            assert_eq!(count(lumen, other, ["", ""]), expected, "{other}");
        }
        // What stands in another paragraph is not referred to.
        let apart =
            "Harrow Steel buys from Lumen Foods.\n\nIts operating profit was 35 million euros.";
        assert_eq!(count(lumen, apart, ["", ""]), 1);
    }

    #[test]
    fn sentences_under_headings_of_other_years_disagree_in_nothing() {
        let (a, b) = (
            "Revenue of the northern depots was 5 million euros.",
            "Revenue of the northern depots was 7 million euros.",
        );
        assert_eq!(count(a, b, ["Results 2021", "Results 2022"]), 0);
        assert_eq!(count(a, b, ["Results 2021", "Revised results 2021"]), 1);
        assert_eq!(count(a, b, ["Results", "Figures"]), 1);
    }

    #[test]
    fn what_is_denied_in_the_report_of_another_year_is_a_conflict() {
        let (open, shut) = (
            "The museum in the harbour is open on Sundays.",
            "The museum in the harbour is not open on Sundays.",
        );
        let titles = ["Marl 2020", "Marl 2024"];
        assert_eq!(count(open, shut, titles), 1);
        for (is, is_not) in [
            (
                "The ferry runs in winter.",
                "The ferry does not run in winter.",
            ),
            (
                "The town owns the brewery.",
                "The town does not own the brewery.",
            ),
            (
                "Visitors are allowed after eight.",
                "Visitors are not allowed after eight.",
            ),
        ] {
            assert_eq!(count(is, is_not, titles), 1, "{is}");
        }
        let (grew, fell) = (
            "The number of visitors to the museum grew.",
            "The number of visitors to the museum did not grow.",
        );
        assert_eq!(count(grew, fell, titles), 0);
    }

    #[test]
    fn the_day_in_a_title_tells_when_it_was_written() {
        let (a, b) = (
            "Shoot survival after one year was 34 percent in the outer bay.",
            "The figure for the outer bay was wrong: shoot survival after one year was 24 percent, not 34 percent.",
        );
        let titles = ["Programme note, March 2024", "Correction, 20 March 2025"];
        assert_eq!(count(a, b, titles), 1);
    }

    #[test]
    fn what_lists_of_changes_say_of_other_versions_disagrees_in_nothing() {
        let (a, b) = (
            "The parser reads archives of the old format.",
            "The parser does not read archives of the old format.",
        );
        assert_eq!(count(a, b, ["Version 1.4.0", "Version 2.0.1"]), 0);
        assert_eq!(count(a, b, ["Version 2.0.1", "2.0.1 (May)"]), 1);
        assert_eq!(count(a, b, ["3.1 Formats", "4.2 Formats"]), 1);
    }

    #[test]
    fn a_deadline_or_a_year_compared_with_is_not_the_year_spoken_of() {
        let (a, b) = (
            "Converting the northern depot will cost 61.4 million euros.",
            "Converting the northern depot will cost 74.9 million euros, 13.5 million more than was calculated in 2024.",
        );
        assert_eq!(count(a, b, ["Options for the depot by 2030", "News"]), 1);
        assert_eq!(count(a, b, ["Results 2021", "Results 2023"]), 0);
    }

    #[test]
    fn things_with_other_numbers_are_other_things() {
        let of = |district: u32, trips: u32| {
            format!("The buses of district {district} made {trips} trips in May.")
        };
        assert_eq!(count(&of(3, 410), &of(7, 290), ["", ""]), 0);
        assert_eq!(count(&of(3, 410), &of(3, 290), ["", ""]), 1);
        let opened = |district: u32, year: u32| {
            format!("The library of district {district} opened in {year}.")
        };
        assert_eq!(count(&opened(3, 1990), &opened(7, 1994), ["", ""]), 0);
        assert_eq!(count(&opened(3, 1990), &opened(3, 1994), ["", ""]), 1);
    }
}
