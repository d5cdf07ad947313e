//! An older sentence, and whether it holds what a sign says to have changed.

use super::Sign;
use super::days::is_over;
use super::ends::FORBIDS;
use super::persons::{is_whole, says_what_somebody_is};
use super::values::{is_other_value, is_value};
use crate::check::conflicts::overtaken::coming::is_to_come;
use crate::check::conflicts::overtaken::decisions::decision;
use crate::check::conflicts::overtaken::leaving::holds_office;
use crate::check::conflicts::overtaken::reversed;
use crate::check::language::names::names;
use crate::check::language::numbers::{Date, Quantity, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Lexicon;
use crate::check::meaning::deeds::{is_same_deed, names_deed};
use crate::check::meaning::denying::is_denying;

/// What is in force by a sentence, or was ordered or promised by it.
#[rustfmt::skip]
const IN_FORCE: &[&str] = &[
    "must", "shall", "required", "requires", "require", "ordered", "orders", "obliged", "mandatory", "compulsory", "banned", "bans", "forbidden", "prohibited", "resolved",
    "granted", "pledged", "promised", "promises", "sentenced", "convicted", "fined", "awarded", "awards", "allowed", "permitted", "closed", "agreed",
];
const ADVISES: &[&str] = &[
    "should",
    "must",
    "may",
    "do",
    "can",
    "allowed",
    "permitted",
    "safe",
];

/// An older sentence, read once for all signs.
pub struct Older<'t> {
    pub(super) reading: Reading<'t>,
    found: Vec<Quantity>,
    is_to_come: bool,
    denies: bool,
}

impl<'t> Older<'t> {
    #[must_use]
    pub fn read(text: &'t str) -> Self {
        let reading = Reading::learnt(text, &mut Lexicon::default());
        Self {
            found: quantities(text),
            is_to_come: is_to_come(&reading),
            denies: reading.words.iter().any(|word| is_denying(word)),
            reading,
        }
    }

    fn says(&self, list: &[&str]) -> bool {
        let mut words = self.reading.words.iter();
        words.any(|word| list.contains(&word.as_str()))
    }

    /// Whether it tells something as to come, and each day that it gives is such a one.
    fn is_to_come_on(&self, is_such: impl Fn(Date) -> bool) -> bool {
        let mut dates = self.found.iter().filter_map(Quantity::date).peekable();
        self.is_to_come && dates.peek().is_some() && dates.all(is_such)
    }
}

impl Sign {
    /// Whether an older sentence holds what the sign says to have changed.
    #[must_use]
    pub fn may_mean(&self, old: &Older<'_>) -> bool {
        let reading = &old.reading;
        match self {
            Self::NotTheValue(value) => old.found.iter().any(|own| is_value(own, value)),
            Self::TheValue(value) => is_other_value(&old.found, value),
            Self::NewDay(date) => old.is_to_come_on(|own| !own.is_compatible(*date)),
            Self::Happened(date) => old.is_to_come_on(|own| is_over(own, date)),
            Self::Ended(deed) => {
                let tells = |deed: &String| {
                    let mut words = reading.words.iter();
                    words.any(|word| is_same_deed(word, deed) || names_deed(word, deed))
                };
                deed.as_ref().is_none_or(tells)
                    && !old.denies
                    && reversed::read(reading).is_none()
                    && (old.is_to_come || decision(reading).is_some() || old.says(IN_FORCE))
            }
            Self::AllowedAgain => old.says(FORBIDS) || old.says(ADVISES) && old.denies,
            Self::Untrue => !old.denies,
            Self::Retracted => true,
            Self::Left(name) => {
                let mut known = names(reading.text).into_iter();
                known.any(|own| is_whole(&own, name)) && says_what_somebody_is(reading)
            }
            Self::Holds(office) => old.says(&[office]) && holds_office(reading),
        }
    }
}
