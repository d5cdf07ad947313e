//! Due: when something is to come about, or to end. What is to come once comes at one time: two sentences that give it other ones do not agree.

use super::slots::{DESCRIBES, Sentence};
use crate::check::language::numbers::{Date, quantities};
use crate::check::language::only;
use crate::check::language::terms::plain_words;
use crate::check::meaning::deeds::is_same_deed;
use crate::check::meaning::denying::is_denying;

/// What a sentence says is to come about, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Due {
    deed: String,
    /// The stems of what is named before it.
    subject: Vec<String>,
    when: When,
    /// The first and the last day that may be meant.
    first: Day,
    last: Day,
}

/// Year, month and day.
type Day = (u32, u32, u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    Then,
    UpTo,
    By,
    NotBefore,
}

/// What comes about again and again, each time on a day of its own.
#[rustfmt::skip]
const RECURS: &[&str] = &[
    "held", "hold", "place", "meet", "meeting", "published", "publish", "report", "start", "starts", "begin", "begins", "vote", "elected", "released", "release",
    "play", "paid", "pay", "updated", "update", "rise", "fall", "grow", "reach",
];

impl Due {
    pub(crate) fn of(text: &str) -> Option<Self> {
        /// Words that stand between a preposition and its date.
        const BETWEEN: &[&str] = &[
            "the",
            "end",
            "of",
            "early",
            "late",
            "mid",
            "beginning",
            "middle",
            "autumn",
            "spring",
            "summer",
            "winter",
        ];
        if !tells_of_what_is_to_come(text) {
            return None;
        }
        let found = quantities(text);
        let dated = found.iter().filter(|one| one.date().is_some());
        let given = only(dated)?;
        let date = given.date().filter(|date| date.year.is_some())?;
        let sentence = Sentence::read(text);
        let mut at = sentence.place_from(given.span.start)?;
        while at > 0 && BETWEEN.contains(&sentence.before(at)) {
            at -= 1;
        }
        let lead = at.checked_sub(1)?;
        let is_denied = (0..lead).any(|place| is_denying(sentence.plain(place)));
        let when = match sentence.plain(lead) {
            "in" | "on" | "from" if !is_denied => When::Then,
            "until" | "till" if !is_denied => When::UpTo,
            "until" | "before" if is_denied => When::NotBefore,
            "by" | "before" if !is_denied => When::By,
            _ => return None,
        };
        let deed = (0..lead).rev().find(|&place| sentence.is_content(place))?;
        let named = (0..deed).filter(|&place| {
            sentence.is_content(place) && !DESCRIBES.contains(&sentence.plain(place))
        });
        let subject = named.filter_map(|place| sentence.words.get(place));
        let subject = subject.map(|word| word.stem.clone()).collect();
        let word = sentence.plain(deed);
        (!RECURS.contains(&word)).then(|| Self {
            deed: word.to_owned(),
            subject,
            when,
            first: day(date, 1, 1),
            last: day(date, 12, 31),
        })
    }

    /// Whether both cannot be of one thing.
    pub(crate) fn differs(&self, other: &Self) -> bool {
        let is_of_one = is_same_deed(&self.deed, &other.deed)
            && self.subject.iter().any(|stem| other.subject.contains(stem));
        let are_apart = self.last < other.first || other.last < self.first;
        let is_too_early = |then: &Self, bound: &Self| {
            then.when == When::Then && bound.when == When::NotBefore && then.last < bound.first
        };
        let is_too_late = |then: &Self, bound: &Self| {
            then.when == When::Then && bound.when == When::By && then.first > bound.last
        };
        is_of_one
            && (self.when == other.when
                && matches!(self.when, When::Then | When::UpTo)
                && are_apart
                || is_too_early(self, other)
                || is_too_early(other, self)
                || is_too_late(self, other)
                || is_too_late(other, self))
    }
}

fn day(date: Date, month: u32, day: u32) -> Day {
    let of_month = date.day.unwrap_or(day);
    (
        date.year.unwrap_or_default(),
        date.month.unwrap_or(month),
        of_month,
    )
}

/// Whether a sentence tells of what is to come.
pub(crate) fn tells_of_what_is_to_come(text: &str) -> bool {
    const COMING: &[&str] = &[
        "will",
        "shall",
        "due",
        "scheduled",
        "planned",
        "expected",
        "won't",
    ];
    plain_words(text).any(|word| COMING.contains(&word.as_str()))
}

/// Whether two sentences give other times at which one thing is to come about.
pub(crate) fn are_due_otherwise(a: &str, b: &str) -> bool {
    let both = Due::of(a).zip(Due::of(b));
    both.is_some_and(|(own, theirs)| own.differs(&theirs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_come_once_comes_at_one_time() {
        for (a, b, expected) in [
            (
                "The ferry dock is due to reopen in September 2031.",
                "The ferry dock will not reopen before May 2033.",
                true,
            ),
            (
                "The ferry dock is due to reopen in September 2031.",
                "The ferry dock will not reopen before May 2031.",
                false,
            ),
            (
                "Keld 4 will receive repairs until December 2031.",
                "Keld 4 will receive repairs until June 2030.",
                true,
            ),
            (
                "The dock will open in June 2031.",
                "The dock will open in 2031.",
                false,
            ),
            (
                "The dock will open in June 2031.",
                "The mill will open in June 2033.",
                false,
            ),
            (
                "The fair will be held in June 2031.",
                "The fair will be held in June 2032.",
                false,
            ),
            (
                "The dock opened in June 2011.",
                "The dock opened in June 2013.",
                false,
            ),
        ] {
            assert_eq!(are_due_otherwise(a, b), expected, "{a} / {b}");
            assert_eq!(are_due_otherwise(b, a), expected, "{b} / {a}");
        }
    }
}
