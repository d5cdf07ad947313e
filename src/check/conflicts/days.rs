//! Days: on which days of the week a thing is open, and on which it is closed.
//!
//! `Closed on Mondays` and `open from Tuesday to Sunday` say one thing, though one word is the other's opposite and no day is named twice; `open daily except
//! Monday` and `on Mondays it opens at ten` do not, though both say that it opens.

use super::discord::Discord;
use crate::check::language::numbers::WEEKDAYS;
use crate::check::language::reading::Reading;

/// Days of a week, one bit each.
type Days = u8;
const ALL: Days = 0b111_1111;
const WEEKEND: Days = 0b110_0000;

/// The days on which a statement says that something is open, and closed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Hours {
    open: Days,
    closed: Days,
}

/// How two statements about opening days stand to each other.
pub(super) fn told_of_days(a: &Reading<'_>, b: &Reading<'_>) -> Option<Discord> {
    let (own, theirs) = (Hours::read(a)?, Hours::read(b)?);
    if own.open & theirs.closed | own.closed & theirs.open != 0 {
        return Some(Discord::Opposed);
    }
    let (open, closed) = (own.open | theirs.open, own.closed | theirs.closed);
    let are_of_both = own.open & theirs.open == 0 && own.closed & theirs.closed == 0;
    (are_of_both && open | closed == ALL).then_some(Discord::Agreed)
}

impl Hours {
    fn read(text: &Reading<'_>) -> Option<Self> {
        // What is so in summer, or on a holiday, tells nothing of other weeks.
        #[rustfmt::skip]
        const AT_TIMES: &[&str] = &["winter", "summer", "spring", "autumn", "season", "holiday", "holidays", "christmas", "easter", "this", "last", "next"];
        if text
            .words
            .iter()
            .any(|word| AT_TIMES.contains(&word.as_str()))
        {
            return None;
        }
        let verbs: Vec<(usize, bool)> = (0..text.words.len())
            .filter_map(|at| Some((at, opens(text, at)?)))
            .collect();
        let mut hours = Self::default();
        for (place, &(at, is_open)) in verbs.iter().enumerate() {
            let end = verbs
                .get(place + 1)
                .map_or(text.words.len(), |(next, _)| *next);
            let mut said = days(text, at + 1, end);
            if said == (0, 0) && verbs.len() == 1 {
                said = days(text, 0, at);
            }
            let (days, but) = said;
            if is_open {
                hours.open |= days;
                hours.closed |= but;
            } else {
                hours.closed |= days;
                hours.open |= but;
            }
        }
        (hours != Self::default()).then_some(hours)
    }
}

/// Whether a word says that something is open (or closes at an hour, on a day on which it is open), or that it is closed.
fn opens(text: &Reading<'_>, at: usize) -> Option<bool> {
    let is_denied = matches!(
        text.word(at.checked_sub(1).unwrap_or(usize::MAX)),
        "not" | "never"
    );
    match text.word(at) {
        "open" | "opens" => Some(!is_denied),
        "closed" | "closes" | "close" | "shut" | "shuts" => {
            let has_hour = matches!(text.word(at + 1), "at" | "from")
                && text
                    .word(at + 2)
                    .starts_with(|first: char| first.is_ascii_digit());
            Some(has_hour || is_denied)
        }
        _ => None,
    }
}

/// The days that some words of a text name, and those that they leave out: `daily except Monday`.
fn days(text: &Reading<'_>, from: usize, to: usize) -> (Days, Days) {
    let (mut named, mut but): (Days, Days) = (0, 0);
    let (mut leaves_out, mut last): (bool, Option<(usize, usize)>) = (false, None);
    for at in from..to {
        let word = text.word(at);
        let found = match word {
            "daily" => ALL,
            "day" | "days"
                if matches!(
                    text.word(at.saturating_sub(1)),
                    "every" | "seven" | "7" | "each" | "all"
                ) =>
            {
                ALL
            }
            "week" if text.word(at.saturating_sub(1)) == "all" => ALL,
            "weekday" | "weekdays" => ALL & !WEEKEND,
            "weekend" | "weekends" => WEEKEND,
            "except" | "but" | "excepting" | "excluding" | "save" => {
                leaves_out = true;
                0
            }
            _ => weekday(word).map_or(0, |day| {
                let reaches = |before: usize| {
                    before + 2 == at
                        && matches!(
                            text.word(before + 1),
                            "to" | "through" | "until" | "till" | "thru"
                        )
                };
                let range = last.filter(|(before, _)| {
                    reaches(*before) || before + 1 == at && text.gap(at).contains(['-', '–', '—'])
                });
                let first = range.map_or(day, |(_, first)| first);
                last = Some((at, day));
                span(first, day)
            }),
        };
        if leaves_out {
            but |= found;
        } else {
            named |= found;
        }
    }
    (named & !but, but)
}

/// The days from one to another.
fn span(first: usize, last: usize) -> Days {
    let days = (last + 7 - first) % 7 + 1;
    (0..days).fold(0, |all, day| all | 1 << ((first + day) % 7))
}

fn weekday(word: &str) -> Option<usize> {
    let day = word.strip_suffix('s').unwrap_or(word);
    WEEKDAYS.iter().position(|known| *known == day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::conflicts::discord::assert_both_ways;

    #[test]
    fn a_thing_is_not_open_on_a_day_on_which_it_is_closed() {
        for (a, b, expected) in [
            (
                "The baths are closed on Mondays.",
                "The baths are open from Tuesday to Sunday.",
                Some(Discord::Agreed),
            ),
            (
                "The baths are shut at weekends.",
                "The baths are open Monday to Friday.",
                Some(Discord::Agreed),
            ),
            (
                "The baths are open daily except Tuesday.",
                "The baths open at nine on Tuesdays.",
                Some(Discord::Opposed),
            ),
            (
                "The baths are closed at the weekend.",
                "The baths are open Tuesday–Saturday.",
                Some(Discord::Opposed),
            ),
            (
                "The baths close at 6 on Mondays.",
                "The baths are open every day.",
                None,
            ),
            (
                "The baths are closed on Mondays.",
                "The baths are open on Fridays.",
                None,
            ),
            (
                "In summer the baths are closed on Mondays.",
                "The baths are open daily.",
                None,
            ),
        ] {
            assert_both_ways(told_of_days, a, b, expected);
        }
    }
}
