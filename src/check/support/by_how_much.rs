//! By how much: a claim that something rose or fell by an amount, beside a sentence that says by how much it was more or less than before.
//!
//! `That was 8 % more than in 2022` has no word for the rise, and often none for what rose, which stands in the sentence before it. Such a sentence says what a
//! claim of the rise says, and the reverse of what a claim of a fall says.

use std::ops::Range;

use super::finding::Finding;
use super::in_full::InFull;
use crate::check::language::directions::axis;
use crate::check::language::numbers::{Date, Quantity, Unit, month_named, quantities, with_bound};
use crate::check::language::only;
use crate::check::language::terms::{is_figure, is_stop_word, plain, stem, words};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

/// The axes of a rise and a fall, and of more and less.
const RISE: usize = 0;
const MORE: usize = 1;

/// Words of a time before, and of what is laid beside it.
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    "year", "years", "month", "months", "quarter", "week", "weeks", "season", "annual", "annually", "decade", "previous", "last", "earlier", "before", "prior",
    "preceding", "ago", "compared", "comparison", "versus", "against", "previously",
];

/// Words by which a change is only thought of.
#[rustfmt::skip]
const THOUGHT: &[&str] = &[
    "may", "might", "could", "would", "will", "should", "expected", "forecast", "projected", "planned", "if", "whether", "budgeted",
];

/// Words before the amount of a change that is told beside the value: `up 8 %`, `an increase of 8 %`.
const CHANGES: &[&str] = &[
    "up", "down", "increase", "decrease", "rise", "fall", "drop", "decline", "gain", "cut",
];

struct Word {
    span: Range<usize>,
    plain: String,
}

fn read(text: &str) -> Vec<Word> {
    let all = words(text).map(|span| Word {
        plain: plain(text.get(span.clone()).unwrap_or_default()),
        span,
    });
    all.collect()
}

impl Word {
    fn is_in(&self, list: &[&str]) -> bool {
        list.contains(&self.plain.as_str())
    }

    /// Whether it says something else than when, by how much and which way.
    fn tells(&self) -> bool {
        let is_of_amount = self.is_in(&["number", "numbers", "total", "totals"]);
        !is_stop_word(&self.plain)
            && !is_figure(&self.plain)
            && !self.is_in(BEFORE)
            && !is_of_amount
    }

    fn way(&self) -> Option<bool> {
        let (axis, is_positive) = axis(&self.plain)?;
        (axis == RISE || axis == MORE).then_some(is_positive)
    }
}

/// A claim that something rose or fell by an amount.
struct Change<'c> {
    word: &'c str,
    rises: bool,
    amount: Quantity,
    /// The stems of what rose or fell, and of all else that is said of it.
    told: Vec<String>,
    /// When it did; and the time before that it names.
    dates: Vec<Date>,
    before: Vec<Date>,
}

/// What the texts say to a claim by how much more or less something was than before.
pub(super) fn by_how_much(claim: &str, texts: &[&str]) -> Option<InFull> {
    let change = Change::read(claim)?;
    let mut against = None;
    for text in texts {
        let spans = sentences(text);
        let all: Vec<&str> = spans
            .into_iter()
            .filter_map(|span| text.get(span))
            .collect();
        for (at, sentence) in all.iter().enumerate() {
            let before = at
                .checked_sub(1)
                .and_then(|before| all.get(before))
                .copied();
            match change.told_by(sentence, before) {
                Some((true, _)) => return Some(InFull::Said),
                Some((false, source)) => against = against.or(Some(source)),
                None => {}
            }
        }
    }
    let (claim, source) = (change.word.to_owned(), against?);
    Some(InFull::Against(Finding::Opposed(Opposition::Direction {
        claim,
        source,
    })))
}

impl<'c> Change<'c> {
    fn read(text: &'c str) -> Option<Self> {
        /// Words between the change and its amount.
        const REACH: usize = 4;
        let all = read(text);
        let found = quantities(text);
        let times = times(text, &found);
        let is_other = |word: &Word| {
            is_denying(&word.plain) || word.is_in(&["faster", "slower"]) || is_thought(word, &times)
        };
        if all.iter().any(is_other) {
            return None;
        }
        let than = all.iter().find(|word| word.is_in(&["than"]));
        // `5 % higher in July than in June`
        if than.is_some_and(|than| !is_before(text, &all, than.span.end, (&found, &times))) {
            return None;
        }
        let turns = |word: &&Word| {
            axis(&word.plain)
                .is_some_and(|(axis, _)| axis == RISE || axis == MORE && than.is_some())
        };
        let turn = only(all.iter().filter(turns))?;
        let amount = only(found.iter().filter(|own| own.amount().is_some()))?;
        let is_plain = amount.amount().is_some_and(|own| {
            own.low >= own.high && !matches!(own.unit, Unit::Label(_) | Unit::Times)
        });
        let (from, to) = if turn.span.end <= amount.span.start {
            (turn.span.end, amount.span.start)
        } else {
            (amount.span.end, turn.span.start)
        };
        let between = all
            .iter()
            .filter(|word| word.span.start >= from && word.span.end <= to);
        if !is_plain || is_reached(text, amount) || between.count() > REACH {
            return None;
        }
        let bound = with_bound(text, &amount.span);
        let is_counted = |word: &Word| {
            let within =
                |span: &Range<usize>| span.start <= word.span.start && word.span.end <= span.end;
            let mut spans = found.iter().map(|own| &own.span);
            within(&bound) || spans.any(within) || times.iter().any(|(span, _)| within(span))
        };
        let told = all
            .iter()
            .filter(|word| word.span != turn.span && word.tells() && !is_counted(word));
        let told: Vec<String> = told.map(|word| stem(&word.plain)).collect();
        let (before, dates): (Vec<Time>, Vec<Time>) = times.into_iter().partition(|time| {
            let is_behind = than.is_some_and(|than| than.span.end <= time.0.start);
            is_behind || is_of_before(text, time)
        });
        let dates_of = |all: Vec<Time>| all.into_iter().map(|(_, date)| date).collect();
        (!told.is_empty()).then(|| Self {
            word: text.get(turn.span.clone()).unwrap_or_default(),
            rises: turn.way() == Some(true),
            amount: amount.clone(),
            told,
            dates: dates_of(dates),
            before: dates_of(before),
        })
    }

    /// Whether a sentence that says by the claim's amount how much more or less than before something was says that of the claim, or the reverse, and in which words;
    /// `before` is the sentence before it.
    fn told_by(&self, sentence: &str, before: Option<&str>) -> Option<(bool, String)> {
        let all = read(sentence);
        let own = quantities(sentence);
        let times = times(sentence, &own);
        let is_none = |word: &Word| is_denying(&word.plain) || is_thought(word, &times);
        if sentence.ends_with('?') || all.iter().any(is_none) {
            return None;
        }
        own.iter().find_map(|amount| {
            let is_it = amount.amount().is_some() && amount.bears_out(&self.amount);
            let (rises, phrase) = is_it
                .then(|| compared(sentence, &all, amount, (&own, &times)))
                .flatten()?;
            let about = if points_back(&all, phrase.start) {
                before?
            } else {
                part_before(sentence, phrase.start, amount, &own)
            };
            let tail = sentence.get(phrase.end..)?;
            let is_same = if !self.is_of(about, amount) {
                None
            } else if self.is_when(about, tail) {
                Some(rises == self.rises)
            } else {
                // More in July than in June by 5 % is less in June, by about as much.
                (rises == self.rises && self.is_turned(about, tail)).then_some(false)
            };
            Some((
                is_same?,
                sentence.get(phrase).unwrap_or_default().to_owned(),
            ))
        })
    }

    /// Whether the value is of the time with which the claim compares, and what it is more than of the time that the claim tells of.
    fn is_turned(&self, about: &str, tail: &str) -> bool {
        let (now, base) = (dates_in(about), dates_in(tail));
        let are_in = |own: &[Date], all: &[Date]| {
            !own.is_empty() && own.iter().all(|date| is_among(all, date))
        };
        are_in(&self.before, &now) && are_in(&self.dates, &base)
    }

    /// Whether all that the claim says is said where the value is given, and some of it is what the value measures.
    fn is_of(&self, about: &str, change: &Quantity) -> bool {
        const BEHIND: usize = 5;
        const COMES_TO: &[&str] = &[
            "is", "are", "was", "were", "came", "amounted", "reached", "totalled", "totaled",
            "stood", "hit", "rose", "fell", "grew", "at", "to",
        ];
        let all = read(about);
        let telling = || all.iter().filter(|word| word.tells());
        let has = |stemmed: &String| telling().any(|word| stem(&word.plain) == *stemmed);
        if !self.told.iter().all(has) {
            return false;
        }
        let own = quantities(about);
        let mut values = own.iter().filter(|own| {
            let amount = own.amount();
            amount.is_some_and(|amount| !matches!(amount.unit, Unit::Label(_))) && *own != change
        });
        let (value, others) = (values.next(), values.next());
        let Some(value) = value else { return true };
        // Of two values either may be meant.
        if others.is_some() {
            return false;
        }
        let before = all
            .iter()
            .take_while(|word| word.span.end <= value.span.start);
        let is_sum = before.last().is_some_and(|word| {
            word.is_in(COMES_TO) || word.is_in(&["about", "nearly", "some", "over"])
        });
        let end = about.get(value.span.end..).unwrap_or_default();
        let end = value.span.end + end.find([',', ';', ':', '(']).unwrap_or(end.len());
        let measured = |word: &&Word| {
            word.span.start >= value.span.start && word.span.end <= end
                || is_sum && word.span.end <= value.span.start
        };
        let mut measured = telling()
            .filter(measured)
            .take(BEHIND + all.len() * usize::from(is_sum));
        measured.any(|word| self.told.contains(&stem(&word.plain)))
    }

    /// Whether the value is of the time that the claim names, and what it is more than of the time before.
    fn is_when(&self, about: &str, tail: &str) -> bool {
        let (now, base) = (dates_in(about), dates_in(tail));
        let follows = |date: &Date| {
            let years = base.first().and_then(|base| base.year).zip(date.year);
            years.is_some_and(|(base, year)| base.checked_add(1) == Some(year))
                && date.month.is_none()
        };
        self.before
            .iter()
            .all(|date| base.is_empty() || is_among(&base, date))
            && self.dates.iter().all(|date| {
                if now.is_empty() {
                    follows(date)
                } else {
                    is_among(&now, date)
                }
            })
    }
}

/// A date with its place.
type Time = (Range<usize>, Date);

/// The dates of a text, whose quantities are known, and the months that it names by themselves.
fn times(text: &str, known: &[Quantity]) -> Vec<Time> {
    let dates = known
        .iter()
        .filter_map(|own| Some((own.span.clone(), own.date()?)));
    let months = words(text).filter_map(|span| {
        let month = Some(month_named(text.get(span.clone())?)?);
        let is_known = known
            .iter()
            .any(|own| own.span.start < span.end && span.start < own.span.end);
        let date = Date {
            month,
            ..Date::default()
        };
        (!is_known).then_some((span, date))
    });
    dates.chain(months).collect()
}

fn dates_in(text: &str) -> Vec<Date> {
    let times = times(text, &quantities(text)).into_iter();
    times.map(|(_, date)| date).collect()
}

/// Whether a change is only thought of by a word, which is no month: `may`, `May`.
fn is_thought(word: &Word, times: &[Time]) -> bool {
    word.is_in(THOUGHT) && !times.iter().any(|(span, _)| *span == word.span)
}

/// Whether a date may be one of these; a year alone does not tell of its months.
fn is_among(all: &[Date], date: &Date) -> bool {
    let mut all = all.iter();
    all.any(|own| own.is_compatible(*date) && (date.month.is_none() || own.month.is_some()))
}

/// Which way an amount of a sentence says that something differs from what was before, and the bytes that say so: `8 % more`, `up 8 %`, `an increase of 8 %`.
fn compared(
    text: &str,
    all: &[Word],
    amount: &Quantity,
    (own, times): (&[Quantity], &[Time]),
) -> Option<(bool, Range<usize>)> {
    /// Words between the amount and its `more`.
    const REACH: usize = 3;
    let first = all
        .iter()
        .position(|word| word.span.start >= amount.span.end)
        .unwrap_or(all.len());
    let behind = all
        .iter()
        .skip(first)
        .take(REACH)
        .find_map(|word| Some((word, word.way()?)));
    if let Some((word, rises)) = behind {
        return is_before(text, all, word.span.end, (own, times))
            .then_some((rises, amount.span.start..word.span.end));
    }
    let before = all
        .iter()
        .rev()
        .skip_while(|word| word.span.start >= amount.span.start)
        .take(REACH);
    let (word, rises) = before
        .filter(|word| word.is_in(CHANGES))
        .find_map(|word| Some((word, word.way()?)))
        .filter(|_| !is_reached(text, amount))?;
    // `An increase of 8 % in costs` is of these.
    let rest = text.get(amount.span.end..)?;
    let end = amount.span.end + rest.find([',', ';', '(']).unwrap_or(rest.len());
    let mut rest = all
        .iter()
        .skip(first)
        .take_while(|word| word.span.end <= end);
    let is_bare = !rest.any(|word| word.tells() && !is_within(word, own));
    is_bare.then_some((rises, word.span.start..amount.span.end))
}

/// Whether an amount is what something came to, or was before, and not by how much it changed: `fell to 5 %`.
fn is_reached(text: &str, amount: &Quantity) -> bool {
    let head = text
        .get(..with_bound(text, &amount.span).start)
        .unwrap_or_default();
    let last = words(head).last().and_then(|span| head.get(span));
    last.is_some_and(|word| matches!(word, "to" | "at" | "from"))
}

/// Whether what stands behind a `more` is a time before: `than in 2022`, `than a year earlier`, `than the 11.5 million tonnes of 2022`.
fn is_before(text: &str, all: &[Word], from: usize, (own, times): (&[Quantity], &[Time])) -> bool {
    const REACH: usize = 9;
    let behind = all
        .iter()
        .filter(|word| word.span.start >= from)
        .take(REACH);
    let end = text
        .get(from..)
        .and_then(|rest| rest.find([',', ';']))
        .map_or(text.len(), |at| from + at);
    for word in behind.take_while(|word| word.span.end <= end) {
        let is_date = times
            .iter()
            .any(|(span, _)| span.start <= word.span.start && word.span.end <= span.end);
        if is_date || word.is_in(BEFORE) {
            return true;
        }
        if word.tells() && !is_within(word, own) {
            return false;
        }
    }
    false
}

fn is_within(word: &Word, all: &[Quantity]) -> bool {
    all.iter()
        .any(|own| own.span.start <= word.span.start && word.span.end <= own.span.end)
}

/// Whether a sentence names by a pronoun alone what is more or less: `That was 8 % more`.
fn points_back(all: &[Word], phrase: usize) -> bool {
    let mut before = all.iter().take_while(|word| word.span.end <= phrase);
    let points = before
        .next()
        .is_some_and(|word| word.is_in(&["that", "this", "it", "these", "those", "they"]));
    points && !before.any(Word::tells)
}

/// What stands before an amount in its own part of a sentence: behind the last amount of its kind, and behind what parts the sentence.
fn part_before<'t>(text: &'t str, phrase: usize, amount: &Quantity, own: &[Quantity]) -> &'t str {
    const PARTS: &[&str] = &["; ", " while ", " whereas ", " but "];
    let unit = |one: &Quantity| one.amount().map(|one| one.unit.clone());
    let is_kind = |one: &&Quantity| {
        one.span.end <= phrase && unit(one).is_some() && unit(one) == unit(amount)
    };
    let last = own
        .iter()
        .filter(is_kind)
        .map(|one| one.span.end)
        .max()
        .unwrap_or(0);
    let head = text.get(..phrase).unwrap_or_default();
    let parts = PARTS
        .iter()
        .filter_map(|part| Some(head.rfind(part)? + part.len()));
    let from = parts.max().unwrap_or(0).max(last);
    text.get(from..phrase).unwrap_or_default()
}

/// Whether a date of a claim is one with which the claim compares: `from 2022`, `compared with May`.
fn is_of_before(text: &str, (span, date): &Time) -> bool {
    let head = text.get(..span.start).unwrap_or_default();
    let last = words(head).last().and_then(|span| head.get(span));
    last.is_some_and(|word| {
        matches!(
            plain(word).as_str(),
            "from" | "since" | "on" | "over" | "with" | "against" | "to" | "versus"
        )
    }) && date.day.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::support::pair::Pairs;
    use crate::study::Verdict;

    #[track_caller]
    fn check(evidence: &str, claim: &str, expected: Option<bool>) {
        let found = by_how_much(claim, &[evidence]).map(|found| matches!(found, InFull::Said));
        assert_eq!(found, expected, "{evidence} / {claim}");
    }

    const CARGO: &str =
        "In 2023 the port handled 12.4 million tonnes of cargo. That was 8 % more than in 2022.";
    const SALES: &str = "Sales came to 40,000 cars in 2023, 5 percent fewer than in 2022, and profits to 3 million euros, 2 percent more than in 2022.";

    #[test]
    fn more_than_before_is_a_rise_and_less_a_fall() {
        check(CARGO, "Cargo rose about 8 percent on the year.", Some(true));
        check(CARGO, "Cargo at the port grew by 8 % in 2023.", Some(true));
        check(CARGO, "Cargo fell by 8 percent.", Some(false));
        check(SALES, "Sales fell by 5 percent in 2023.", Some(true));
        check(SALES, "Sales rose by 5 percent from 2022.", Some(false));
        check(SALES, "Profits rose by 2 percent.", Some(true));
        let staff =
            "The firm employs 310 people. This is an increase of 4 percent on the year before.";
        check(
            staff,
            "The number of people employed by the firm fell by 4 percent.",
            Some(false),
        );
        check(
            staff,
            "The people employed by the firm grew by 4 percent.",
            Some(true),
        );
    }

    #[test]
    fn more_at_one_time_than_at_another_is_not_the_reverse() {
        let rain = "Rainfall in July was 80 mm. That was 5 % less than in June.";
        check(
            rain,
            "Rainfall was 5 % lower in July than in June.",
            Some(true),
        );
        check(
            rain,
            "Rainfall was 5 % higher in July than in June.",
            Some(false),
        );
        check(
            rain,
            "Rainfall was 5 % lower in June than in July.",
            Some(false),
        );
        check(rain, "Rainfall was 5 % higher in June than in July.", None);
        check(
            "The park had 90,000 visitors in 2021, 12 % fewer than in 2020.",
            "Visitor numbers rose by 12 % in 2021.",
            Some(false),
        );
        check(rain, "Rainfall was 5 % higher than expected.", None);
        check(
            rain,
            "Rainfall was 5 % higher in Oslo than in Bergen.",
            None,
        );
    }

    #[test]
    fn a_claim_of_the_rise_is_supported_and_one_of_a_fall_contradicted() {
        for (claim, verdict) in [
            (
                "Cargo rose about 8 percent on the year.",
                Verdict::Supported,
            ),
            ("Cargo fell by 8 percent.", Verdict::Contradicted),
        ] {
            let found = Pairs::default().judge(claim, &[CARGO]);
            assert_eq!(found.verdict, verdict, "{claim}: {}", found.reason);
        }
    }

    #[test]
    fn what_is_more_of_another_thing_time_or_kind_says_nothing() {
        for (evidence, claim) in [
            (CARGO, "Passengers rose by 8 percent."),
            (CARGO, "The port grew by 8 percent."),
            (CARGO, "Cargo rose by 8 percent in 2022."),
            (CARGO, "Cargo did not rise by 8 percent."),
            (SALES, "Sales fell by 2 percent."),
            (SALES, "Profits rose by 5 percent."),
            (
                "Sales were 5 percent higher than expected.",
                "Sales rose by 5 percent.",
            ),
            (
                "Wages in Oslo were 5 percent higher than in Bergen.",
                "Wages in Oslo rose by 5 percent.",
            ),
            (
                "Sales may be 5 percent higher than in 2022.",
                "Sales rose by 5 percent.",
            ),
            ("The share fell to 5 %.", "The share fell by 5 %."),
            ("The share fell by 5 %.", "The share fell to 5 %."),
            (
                "The ferry carried 2 million passengers and 300,000 cars. That was 8 % more than in 2022.",
                "The cars carried rose by 8 percent.",
            ),
        ] {
            check(evidence, claim, None);
        }
    }
}
