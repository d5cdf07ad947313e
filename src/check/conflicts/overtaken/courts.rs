//! Courts: what one found or ordered, and that a higher one acquitted whom it was found against, or set it aside.

use std::ops::Range;

use super::{New, Old};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::denying::is_denying;

/// What a court tells of somebody.
#[rustfmt::skip]
const FINDS: &[&str] = &["convicted", "sentenced", "guilty", "jailed", "fined", "ordered", "condemned", "imprisoned"];

/// Verbs by which a verdict is set aside, and what it is called.
#[rustfmt::skip]
const SETS_ASIDE: &[&str] = &["overturned", "quashed", "annulled", "reversed", "overruled", "vacated"];
#[rustfmt::skip]
const VERDICTS: &[&str] = &["conviction", "verdict", "sentence", "judgment", "judgement", "ruling", "order", "fine"];

/// What somebody is acquitted of, whatever that was.
const CHARGES: &[&str] = &["all", "any", "charge", "charges", "count", "counts"];

const BE: &[&str] = &["is", "are", "was", "were", "been", "being", "be"];

/// Whether a sentence tells that somebody was acquitted, or a verdict set aside.
pub(super) fn tells(reading: &Reading<'_>) -> bool {
    set_aside(reading).is_some()
}

/// Where a sentence names who was acquitted, or what was set aside.
fn set_aside(reading: &Reading<'_>) -> Option<Range<usize>> {
    #[rustfmt::skip]
    const BEHIND: &[&str] = &["on", "in", "after", "because", "by", "and", "since", "when", "from"];
    let end = reading.words.len();
    let is_meant = |at: &usize| {
        let word = reading.word(*at);
        let is_aside = word == "set" && reading.word(at + 1) == "aside";
        let mut before = (1..=2).filter_map(|back| at.checked_sub(back));
        (word == "acquitted" || SETS_ASIDE.contains(&word) || is_aside)
            && !before.any(|at| is_denying(reading.word(at)))
    };
    let verb = (1..end).find(is_meant)?;
    let mut before = (1..=2).filter_map(|back| verb.checked_sub(back));
    let is_passive = before.any(|at| BE.contains(&reading.word(at)));
    let from = if reading.word(verb) == "set" {
        verb + 2
    } else {
        verb + 1
    };
    let until = (from..end)
        .find(|at| BEHIND.contains(&reading.word(*at)))
        .unwrap_or(end);
    let object = if is_passive { 0..verb } else { from..until };
    let mut named = object.clone().map(|at| reading.word(at));
    let is_verdict =
        reading.word(verb) == "acquitted" || named.any(|word| VERDICTS.contains(&word));
    is_verdict.then_some(object)
}

impl Old<'_> {
    /// Whether it tells what a court found, and a new sentence that it was set aside.
    pub(super) fn is_set_aside_by(&self, new: &New<'_>) -> bool {
        let mut words = self.reading.words.iter();
        if !new.sets_aside || self.undoes || !words.any(|word| FINDS.contains(&word.as_str())) {
            return false;
        }
        let Some(object) = set_aside(&new.reading) else {
            return false;
        };
        let mut whose: Vec<Term> = Vec::new();
        for at in object {
            let word = new.reading.word(at);
            if !VERDICTS.contains(&word) && !CHARGES.contains(&word) {
                whose.extend(new.reading.term(at));
            }
        }
        // `Overturned the verdict` is on that of which the other tells; whoever is acquitted of something else stays convicted.
        whose.iter().all(|term| self.terms.contains(term))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Overtaken;

    #[test]
    fn whom_a_higher_court_acquits_is_convicted_no_more() {
        let old = "The district court convicted the mayor of Orm of bribery and sentenced him to two years in prison.";
        for (new, expected) in [
            (
                "The court of appeal acquitted the mayor of Orm on 19 November 2024.",
                true,
            ),
            ("The mayor of Orm was acquitted.", true),
            (
                "The court of appeal overturned the conviction of the mayor.",
                true,
            ),
            ("The court of appeal set aside the verdict.", true),
            (
                "The court of appeal did not acquit the mayor of Orm.",
                false,
            ),
            (
                "The court of appeal acquitted the mayor of all charges.",
                true,
            ),
            ("The court of appeal acquitted the builder.", false),
            ("The court acquitted the mayor of Orm of tax fraud.", false),
            ("The court of appeal has not overturned the verdict.", false),
            ("The court overturned the ban on scooters.", false),
            ("The mayor of Orm has appealed.", false),
        ] {
            let found = Overtaken::by_words(old, new).is_some();
            assert_eq!(found, expected, "{new}");
        }
        let before = "The mayor of Orm took 80,000 euros from a builder.";
        assert_eq!(
            Overtaken::by_words(before, "The court of appeal acquitted the mayor of Orm."),
            None
        );
    }
}
