//! Signs: what a sentence says to be otherwise than before, whatever it calls the thing, and which older sentences it may mean.
//!
//! Who reports a change writes for readers of the news: `The true total is 17,215`, `The four-day rule is scrapped`. The words of the sentence that holds no more
//! are not in that. A sign says of what kind the change is, so that an older sentence can be asked whether it holds anything of this kind; which of several is
//! meant is for the caller to find by what surrounds both.

mod days;
mod ends;
mod older;
mod persons;
mod thing;
mod values;

pub(crate) use self::days::WHENS;
pub use self::older::Older;
pub use self::thing::Thing;

use super::coming::is_to_come;
use crate::check::language::irregular::is_past;
use crate::check::language::names::Name;
use crate::check::language::numbers::{Date, Quantity, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Lexicon;
use crate::check::meaning::denying::is_denying;

/// What a sentence says to have changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Sign {
    /// This value holds no more, or never did: `46 per cent, and not 38 per cent as we announced`.
    NotTheValue(Quantity),
    /// This value is the right one, or the last: `The true total is 17,215`.
    TheValue(Quantity),
    /// Something has this day now: `The new opening day is 12 October`.
    NewDay(Date),
    /// What was decided, planned or in force is so no more: `The four-day rule is scrapped`. Where it is told what that was to do, it is meant alone: `rename`, in
    /// `dropped its plan to rename the tram`.
    Ended(Option<String>),
    /// It tells what had happened by this day, in ISO 8601.
    Happened(String),
    /// What was not allowed is allowed: `Bathing is permitted again`.
    AllowedAgain,
    /// What was said is not so: `This was untrue`.
    Untrue,
    /// A whole document is taken back: `We retract the article`.
    Retracted,
    /// Somebody is no more what they were: `parted ways with Darnell Pruitt`.
    Left(Name),
    /// Somebody holds this office now: `takes over the post of chief executive`.
    Holds(String),
}

/// What a sentence says to have changed, mostly nothing; what its document is dated, in ISO 8601, is when all that it tells had happened.
#[must_use]
pub fn signs(text: &str, written_on: Option<&str>) -> Vec<Sign> {
    let reading = Reading::learnt(text, &mut Lexicon::default());
    let told = Told {
        found: quantities(text),
        reading: &reading,
    };
    let mut all = told.values();
    all.extend(told.new_day().map(Sign::NewDay));
    let places = 0..reading.words.len();
    if let Some(at) = places.clone().find(|at| told.ends_at(*at)) {
        all.push(Sign::Ended(told.deed_ended(at)));
    }
    if places.clone().any(|at| told.allows_again(at)) {
        all.push(Sign::AllowedAgain);
    }
    if places.clone().any(|at| told.retracts(at)) {
        all.push(Sign::Retracted);
    } else if places.clone().any(|at| told.is_called_untrue(at)) {
        all.push(Sign::Untrue);
    }
    all.extend(told.who_left().into_iter().map(Sign::Left));
    all.extend(told.office_taken().map(Sign::Holds));
    let written_on = written_on.filter(|_| told.tells_what_happened());
    all.extend(written_on.map(|date| Sign::Happened(date.to_owned())));
    all
}

const BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];

/// A sentence and its values.
struct Told<'r, 't> {
    reading: &'r Reading<'t>,
    found: Vec<Quantity>,
}

impl Told<'_, '_> {
    fn word(&self, at: usize) -> &str {
        self.reading.word(at)
    }

    /// The word so many places before another.
    fn before(&self, at: usize, back: usize) -> &str {
        at.checked_sub(back).map_or("", |at| self.reading.word(at))
    }

    /// The place of the first word of a value.
    fn place(&self, value: &Quantity) -> Option<usize> {
        let mut spans = self.reading.spans.iter();
        spans.position(|span| span.end > value.span.start)
    }

    /// Whether another value stands at a place.
    fn is_of_a_value(&self, at: usize) -> bool {
        let span = self.reading.spans.get(at).cloned().unwrap_or_default();
        self.found
            .iter()
            .any(|one| one.span.start < span.end && span.start < one.span.end)
    }

    /// Whether it tells what has happened, or how something is now, and nothing that is still to come.
    fn tells_what_happened(&self) -> bool {
        let mut words = self.reading.words.iter();
        let tells = words.any(|word| {
            word.ends_with("ed") && word.len() > 4
                || is_past(word)
                || matches!(word.as_str(), "has" | "have" | "was" | "were")
        });
        tells
            && !is_to_come(self.reading)
            && !self.reading.words.iter().any(|word| is_denying(word))
    }
}

#[cfg(test)]
mod tests;
