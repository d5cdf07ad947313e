//! Overtaken: a sentence that newer evidence puts right, takes back, tells to have come about, or says anew of the same source.
//!
//! Two sentences that do not agree may both be somebody's word; here it is asked whether the newer one takes the place of the older. It does by what it says:
//! it names the value that it replaces, undoes what the other tells as planned or going on, denies what was found, or tells as done what was to come. By its
//! date alone it does only where both tell of a state, or one source tells it twice. What is older never takes a place.

mod advice;
mod another;
mod answered;
mod bearers;
mod coming;
mod consequences;
mod courts;
mod decisions;
mod discredited;
mod exempt;
mod in_part;
mod leaving;
mod minds;
mod moving;
mod outdated;
mod over;
mod parting;
mod reissued;
mod relocated;
mod rescheduled;
mod reversed;
mod sides;
mod signs;
mod sorts;

pub use self::advice::{OtherAdvice, advises_otherwise};
pub use self::another::holds_for_others;
pub use self::answered::{leaves_unknown, tells_what_was_open};
pub use self::bearers::{ToldBeside, is_of_others_than_asked, is_said_of_others};
use self::coming::is_to_come;
use self::decisions::is_decided_anew;
pub use self::discredited::discredits_something;
pub(crate) use self::discredited::is_of_another_finding;
pub use self::in_part::{is_of_one_kind, is_overtaken_in_part};
pub use self::minds::names_a_cause;
pub use self::moving::{goes_on_to_give_anew, has_moved_past};
use self::moving::{has_gone_to, tells_a_change, tells_a_finding};
pub use self::outdated::{FIRST_OUTDATED, Held, LIKELY_OUTDATED, Newly, SURELY_OUTDATED};
pub use self::over::tells_an_end;
pub use self::reversed::falls_with_decision;
use self::sides::{New, Old};
pub(crate) use self::signs::WHENS;
pub use self::signs::{Older, Sign, Thing, signs};
use super::kinds::{ConflictKind, Difference, is_newer_in_words};
use super::stocks::are_stock_and_change;
use super::values::count_otherwise;
use crate::check::language::numbers::{Amount, Quantity, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, is_stop_word, plain_words, words};
use crate::check::meaning::deeds::names_deed;
use crate::check::meaning::denying::is_denying;
use crate::study::is_newer;

/// What a newer sentence makes of an older one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Overtaken {
    /// It gives another value and says that this one takes the place of the old.
    PutRight,
    /// It says that the other does not hold, or that what it speaks of was called off.
    TakenBack,
    /// What the other tells as to come has come about, or not, and it tells how.
    CameAbout,
    /// It tells the same as of a later day.
    Newer,
}

/// A sentence and what is known of its source.
#[derive(Debug, Clone, Copy)]
pub struct Sourced<'a> {
    pub text: &'a str,
    /// ISO 8601, as far as it is known.
    pub date: Option<&'a str>,
    pub title: &'a str,
}

impl Overtaken {
    /// What a new sentence makes of an older one by their words; whether it is newer is for the caller to know.
    #[must_use]
    pub fn by_words(old: &str, new: &str) -> Option<Self> {
        let mut standing = Overtaking::of([(old, "")]);
        let found = standing.by((new, "")).into_iter().next();
        found.map(|(_, overtaken)| overtaken)
    }

    /// What happened to the older sentence, in words behind which stands by what.
    #[must_use]
    pub fn told(self) -> &'static str {
        match self {
            Self::PutRight => "put right",
            Self::TakenBack => "taken back",
            Self::CameAbout => "overtaken",
            Self::Newer => "superseded",
        }
    }

    /// What a new sentence that differs from an old one makes of it; `None` where both may stand, or where the new one is the older.
    #[must_use]
    pub fn of(old: Sourced<'_>, new: Sourced<'_>, difference: Option<Difference>) -> Option<Self> {
        let dates = old.date.zip(new.date);
        let order = dates.and_then(|(old, new)| is_newer(new, old));
        if order == Some(true) && difference.is_some() && reissued::tells(new.text, old.title) {
            return Some(Self::Newer);
        }
        let is_series = || is_one_series(old.title, new.title);
        Self::between([old.text, new.text], order, is_series, difference)
    }

    /// The same of an old and a new text, where it is known whether the new one is the newer, and whether both are of one series.
    pub(crate) fn between(
        texts: [&str; 2],
        order: Option<bool>,
        is_series: impl Fn() -> bool,
        difference: Option<Difference>,
    ) -> Option<Self> {
        let [old, new] = texts;
        if order == Some(false) {
            return None;
        }
        if let Some(found) = Self::by_words(old, new) {
            return Some(found);
        }
        let difference = difference?;
        // Who it is they do not agree on tells no things apart.
        let is_beside =
            difference != Difference::Name && Overtaking::of([(old, "")]).is_beside_first(new);
        if is_beside || are_stock_and_change(old, new) {
            return None;
        }
        if difference == Difference::Direction && gives_a_cause(old) && !gives_a_cause(new) {
            return None;
        }
        if is_newer_in_words(new, old) == Some(true) {
            return Some(Self::PutRight);
        }
        if difference != Difference::Direction && is_so_now(old, new) {
            return Some(Self::Newer);
        }
        if order.is_none() && has_moved_past(old, new) {
            return Some(Self::Newer);
        }
        if order == Some(true) && is_decided_anew(old, new) {
            return Some(Self::Newer);
        }
        if order == Some(true) && difference == Difference::Direction && is_not_to_come(old, new) {
            return Some(Self::TakenBack);
        }
        if order != Some(true) || are_of_other_times(texts) || says_more(old, new) {
            return None;
        }
        let is_later_state =
            ConflictKind::of(difference, old, new, true) == ConflictKind::SupersededByDate;
        let is_told_again = difference != Difference::Direction && is_series();
        let has_changed = count_otherwise(&quantities(old), &quantities(new))
            && (tells_a_change(old, new) && !texts.iter().any(|text| tells_a_finding(text))
                || has_gone_to(new) && !tells_a_finding(old));
        (is_later_state || is_told_again || has_changed).then_some(Self::Newer)
    }
}

/// Whether a new sentence denies what an old one tells as to come: of a plan the last word holds. What is only allowed, asked for or possible is no plan.
fn is_not_to_come(old: &str, new: &str) -> bool {
    #[rustfmt::skip]
    const NO_PLAN: &[&str] = &["may", "might", "must", "should", "shall", "can", "could", "would", "ought"];
    let mut lexicon = Lexicon::default();
    let (old, new) = (
        Reading::learnt(old, &mut lexicon),
        Reading::learnt(new, &mut lexicon),
    );
    let denies = |reading: &Reading<'_>| reading.words.iter().any(|word| is_denying(word));
    let is_plan = |reading: &Reading<'_>| {
        let mut words = reading.words.iter();
        is_to_come(reading) && !words.any(|word| NO_PLAN.contains(&word.as_str()))
    };
    is_plan(&old) && is_plan(&new) && denies(&new) && !denies(&old)
}

/// Whether a new sentence says of what an old one begins with how it is now, which the old one does not: `The county now puts the damage at 65 million`.
fn is_so_now(old: &str, new: &str) -> bool {
    let says_now = |text: &str| plain_words(text).any(|word| word == "now" || word == "currently");
    let first = |text: &str| plain_words(text).find(|word| !is_stop_word(word));
    says_now(new) && !says_now(old) && first(old) == first(new)
}

/// Whether a sentence says why something was so: that it is otherwise now does not undo it.
fn gives_a_cause(text: &str) -> bool {
    let lower = text.to_lowercase();
    [" because ", " due to ", " owing to "]
        .iter()
        .any(|cause| lower.contains(cause))
}

/// Whether an older sentence gives more values of one kind than a newer one, which does not say that any has changed: which of them it gives anew is not known.
fn says_more(old: &str, new: &str) -> bool {
    let (old_values, new_values) = (quantities(old), quantities(new));
    let amounts = |all: &[Quantity], like: &Amount| {
        let all = all.iter().filter_map(Quantity::amount);
        all.filter(|one| one.unit.counts_same(&like.unit)).count()
    };
    let mut given = new_values.iter().filter_map(Quantity::amount);
    given.any(|one| amounts(&old_values, one) > amounts(&new_values, one))
        && !tells_a_change(old, new)
}

/// Whether the titles of two documents are those of one series, or of one source that tells again: they differ in numbers and dates alone, or the one is the
/// source, and the other says behind it what it is: `Health office`, `Health office, final report`.
#[must_use]
pub fn is_one_series(a: &str, b: &str) -> bool {
    #[rustfmt::skip]
    const DATED: &[&str] = &[
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "monday", "tuesday",
        "wednesday", "thursday", "friday", "saturday", "sunday", "update", "updated", "correction", "corrected", "revised", "version", "edition", "new",
    ];
    let name = |title: &str| -> Vec<String> {
        let title = title.to_lowercase();
        let letters = title.split(|c: char| !c.is_alphabetic());
        letters
            .filter(|word| !word.is_empty() && !DATED.contains(word))
            .map(str::to_owned)
            .collect()
    };
    let source = |title: &str| title.split_once(',').map(|(source, _)| name(source));
    let (own, theirs) = (name(a), name(b));
    let is_its = |title: &str, source: Option<Vec<String>>| source == Some(name(title));
    !own.is_empty()
        && !theirs.is_empty()
        && (own == theirs || is_its(a, source(b)) || is_its(b, source(a)))
}

/// Whether each of two sentences says by a date of its own of when it is, and the two are of other times: nothing of one is undone by the other.
#[must_use]
pub fn are_of_other_times(texts: [&str; 2]) -> bool {
    let found = texts.map(quantities);
    let [a, b] = found
        .each_ref()
        .map(|all| -> Vec<_> { all.iter().filter_map(Quantity::date).collect() });
    // A plan that is put off is dated otherwise, and the same.
    let to_come = texts.iter().any(|text| {
        let mut lexicon = Lexicon::default();
        is_to_come(&Reading::learnt(text, &mut lexicon))
    });
    !to_come
        && !a.is_empty()
        && !b.is_empty()
        // Where nothing else differs, it is the date that they do not agree on.
        && count_otherwise(&found[0], &found[1])
        && a.iter()
            .all(|own| b.iter().all(|other| !own.is_compatible(*other)))
}

/// Sentences that stand, read once for many new ones.
pub struct Overtaking<'t> {
    lexicon: Lexicon,
    standing: Vec<Old<'t>>,
    /// The words of the question that they answer.
    asked: Vec<String>,
}

impl<'t> Overtaking<'t> {
    /// Reads the sentences that stand, each with the title of its source.
    #[must_use]
    pub fn of(standing: impl IntoIterator<Item = (&'t str, &'t str)>) -> Self {
        let mut lexicon = Lexicon::default();
        Self {
            standing: standing
                .into_iter()
                .map(|(text, title)| Old::read(text, title, &mut lexicon))
                .collect(),
            lexicon,
            asked: Vec::new(),
        }
    }

    /// The same as the answer to a question: a deed that it asks about is meant by its name alone.
    #[must_use]
    pub fn to(mut self, question: &str) -> Self {
        self.asked = plain_words(question).collect();
        self
    }

    /// The sentences that a new one, with the title of its source, overtakes by its words, by their places.
    pub fn by(&mut self, (new, title): (&str, &str)) -> Vec<(usize, Overtaken)> {
        let mut new = New::read(new, title, &mut self.lexicon);
        new.undoes_what_is_asked = new.undone.iter().any(|at| {
            let noun = new.reading.word(*at);
            let mut asked = self.asked.iter();
            asked.any(|word| word == noun || names_deed(noun, word))
        });
        if !new.may_overtake() {
            return Vec::new();
        }
        let standing = || self.standing.iter().enumerate();
        let mut found: Vec<(usize, Overtaken)> = standing()
            .filter_map(|(at, old)| {
                let found = old.overtaken_by(&new, &self.asked)?;
                (!old.is_beside(&new, &self.asked)).then_some((at, found))
            })
            .collect();
        self.keep_those_meant(&mut found, &new);
        self.keep_the_reversed(&mut found, &new);
        self.keep_those_of_its_sort(&mut found, &new);
        // What was called off is spoken of by its name alone elsewhere: `The merger will save 140 million`.
        let is_undone = |(at, _): &(usize, Overtaken)| {
            let old = self.standing.get(*at);
            old.is_some_and(|old| old.undone_in(&new).is_some())
        };
        if found.iter().any(is_undone) {
            let known: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
            let comes_of_it = |old: &Old| old.is_about(&new) || old.comes_of_what_is_undone(&new);
            let others = standing().filter(|(at, old)| !known.contains(at) && comes_of_it(old));
            found.extend(others.map(|(at, _)| (at, Overtaken::TakenBack)));
            found.extend(self.told_again(&found, &new));
            found.extend(self.went_on(&found));
        }
        self.keep_those_of_its_sort(&mut found, &new);
        found.extend(self.gone_on_with(&found, &new));
        found.extend(self.falling(&found, &new));
        found
    }

    /// Whether a new sentence is said of another thing than the first that stands, or only says who is against that: then both stand, whichever is the newer.
    fn is_beside_first(&mut self, new: &str) -> bool {
        let new = New::read(new, "", &mut self.lexicon);
        let first = self.standing.first();
        first.is_some_and(|old| old.is_beside(&new, &self.asked))
    }

    /// How many words a standing sentence shares with another.
    #[must_use]
    pub fn shared(&mut self, at: usize, other: &str) -> usize {
        let terms = self.lexicon.term_set(other);
        let own = self.standing.get(at).map(|old| old.terms.as_slice());
        let own = own.unwrap_or_default().iter();
        own.filter(|term| terms.binary_search(term).is_ok()).count()
    }
}

/// Whether an older sentence says who was against something, and a newer one tells nothing of them: it is no other account of what they think.
#[must_use]
pub fn is_stance_that_stands(old: &str, new: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let old = Old::read(old, "", &mut lexicon);
    old.against.is_some() && old.outlives(&New::read(new, "", &mut lexicon))
}

/// Whether a new sentence gives what an older one dates another date: it bears that out in nothing.
#[must_use]
pub fn gives_another_date(old: &str, new: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let moved = rescheduled::read(&Reading::learnt(new, &mut lexicon));
    let own = quantities(old);
    let mut dates = own.iter().filter_map(Quantity::date).peekable();
    dates.peek().is_some()
        && moved.is_some_and(|moved| dates.all(|date| !date.is_compatible(moved.date)))
}

/// Which of some documents a sentence says were taken back, by their titles: those that it names most of. Others may be about the same, as one that examined it anew is.
#[must_use]
pub fn retracted(text: &str, titles: &[&str]) -> Vec<usize> {
    /// The share of the title's words that the sentence has.
    const NAMED: f32 = 0.75;
    #[rustfmt::skip]
    const RETRACTS: &[&str] = &["retracted", "retracts", "retract", "withdrawn", "withdrew", "withdraws", "disowned", "recalled", "unpublished"];
    let said: Vec<&str> = words(text).filter_map(|span| text.get(span)).collect();
    let is_said = said.iter().enumerate().any(|(at, word)| {
        let mut before = (1..=2).filter_map(|back| said.get(at.checked_sub(back)?));
        RETRACTS.contains(word) && !before.any(|word| is_denying(word))
    });
    if !is_said {
        return Vec::new();
    }
    let mut lexicon = Lexicon::default();
    let own = lexicon.term_set(text);
    let named: Vec<(usize, usize)> = titles
        .iter()
        .map(|title| {
            let title = lexicon.term_set(title);
            let named = title.iter().filter(|term| own.contains(term)).count();
            let is_named = named >= 2 && named as f32 >= NAMED * title.len() as f32;
            (if is_named { named } else { 0 }, title.len() - named)
        })
        .collect();
    let rank = |(named, missing): &(usize, usize)| (*named, usize::MAX - missing);
    let most = named.iter().filter(|one| one.0 > 0).map(rank).max();
    let places = named.iter().enumerate();
    let is_meant = |one: &(usize, usize)| Some(rank(one)) == most;
    let meant = places.filter(|(_, one)| is_meant(one));
    meant.map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests;
