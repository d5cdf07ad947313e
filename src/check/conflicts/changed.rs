//! Changed: a sentence that tells how a value was changed, beside one that gives the value from before.
//!
//! `The pool was raised from 50 to 200 connections` sets nothing right: there were 50 until then. Who still says that there are 50 is overtaken by it; what is told
//! of the time before does not speak against it.

use super::kinds::tells_a_state;
use super::values::words_before;
use crate::check::language::numbers::{Quantity, Unit, quantities};
use crate::check::language::terms::plain_words;

/// Deeds by which a thing has another value than before; a figure that is only reckoned anew is revised or corrected.
pub(super) const CHANGES: &[&str] = &[
    "raised",
    "lifted",
    "lowered",
    "adjusted",
    "upgraded",
    "downgraded",
];

/// Whether a text tells a change from a value that another gives.
pub(super) fn changes_from(text: &str, other: &str) -> bool {
    if !may_tell_change(text) {
        return false;
    }
    let theirs = quantities(other);
    let is_theirs = |former: &Quantity| {
        let mut amounts = theirs.iter().filter_map(Quantity::amount);
        former.amount().is_some_and(|own| {
            amounts.any(|other| {
                let is_bare = own.unit == Unit::Bare || other.unit == Unit::Bare;
                own.low.total_cmp(&other.low).is_eq()
                    && (is_bare || own.unit.counts_same(&other.unit))
            })
        })
    };
    let own = quantities(text);
    let mut former = own.iter().filter(|value| is_former(text, value));
    former.any(is_theirs)
}

/// Whether a text may tell a change at all: few sentences do.
pub(crate) fn may_tell_change(text: &str) -> bool {
    text.contains("from ") && CHANGES.iter().any(|deed| text.contains(deed))
}

/// Whether one of two sentences tells a change, and the other what was before it.
pub(super) fn was_before_change(texts: (&str, &str)) -> bool {
    let is_of = |text: &str, other: &str| changes_from(text, other) && !tells_a_state(other);
    is_of(texts.0, texts.1) || is_of(texts.1, texts.0)
}

/// The years until and since which a sentence says that something is so: `open until 1995`, `closed since 1995`.
#[derive(Debug, PartialEq)]
pub(crate) struct Lasting {
    until: Option<String>,
    since: Option<String>,
}

impl Lasting {
    pub(crate) fn of(text: &str) -> Self {
        let year = |word: &str| {
            // Few sentences have either word, in small letters or behind a capital.
            if !text.contains(word.get(1..)?) {
                return None;
            }
            let mut all = plain_words(text).skip_while(|own| own != word);
            all.nth(1)
                .filter(|next| next.len() == 4 && next.bytes().all(|byte| byte.is_ascii_digit()))
        };
        Self {
            until: year("until"),
            since: year("since"),
        }
    }

    /// Whether the one lasted until the year since which the other does.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let is_one =
            |until: &Self, since: &Self| until.until.is_some() && until.until == since.since;
        is_one(self, other) || is_one(other, self)
    }
}

/// Whether a value is that from which something was changed.
fn is_former(text: &str, value: &Quantity) -> bool {
    let near = words_before(text, value);
    near.last().is_some_and(|word| word == "from")
        && near.iter().any(|word| CHANGES.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::super::kinds::ConflictKind;
    use super::super::laid::among;

    #[test]
    fn what_was_before_a_change_is_no_conflict_and_who_still_says_it_is_overtaken() {
        let raised = "At 10:48 the pool was raised from 50 to 200 connections.";
        for before in [
            "The report held 47 of the 50 connections of the pool.",
            "The pool had 50 connections in the morning.",
        ] {
            assert!(among(raised, before).is_empty(), "{before}");
        }
        let found = among(raised, "The pool has 50 connections.");
        let kinds: Vec<ConflictKind> = found.iter().map(|found| found.kind(false)).collect();
        assert_eq!(kinds, [ConflictKind::SupersededByDate]);
        assert!(!found[0].is_correction());
    }

    #[test]
    fn what_was_until_then_and_has_been_otherwise_since_is_no_conflict() {
        let open = "Until 1995 the bridge was open to cars.";
        assert!(among(open, "Since 1995 the bridge has been closed to cars.").is_empty());
    }

    #[test]
    fn a_figure_that_was_revised_still_corrects_the_old_one() {
        let found = among(
            "The estimate of the toll was revised from 40 to 55 million euros.",
            "The estimate of the toll is 40 million euros.",
        );
        assert!(found[0].is_correction());
    }
}
