//! Courts: what one found or ordered, and that a higher one acquitted whom it was found against.

use std::ops::Range;

use super::{New, Old};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::denying::is_denying;

/// What a court tells of somebody.
#[rustfmt::skip]
pub(super) const FINDS: &[&str] = &["convicted", "sentenced", "guilty", "jailed", "fined", "ordered", "condemned", "imprisoned"];

/// What somebody is acquitted of, whatever that was.
const CHARGES: &[&str] = &["all", "any", "charge", "charges", "count", "counts"];

const BE: &[&str] = &["is", "are", "was", "were", "been", "being", "be"];

/// Whether a sentence tells that somebody was acquitted.
pub(super) fn tells(reading: &Reading<'_>) -> bool {
    acquitted(reading).is_some()
}

/// Where a sentence names who was acquitted.
fn acquitted(reading: &Reading<'_>) -> Option<Range<usize>> {
    #[rustfmt::skip]
    const BEHIND: &[&str] = &["on", "in", "after", "because", "by", "and", "since", "when", "from"];
    let end = reading.words.len();
    let is_meant = |at: &usize| {
        let mut before = (1..=2).filter_map(|back| at.checked_sub(back));
        reading.word(*at) == "acquitted" && !before.any(|at| is_denying(reading.word(at)))
    };
    let verb = (1..end).find(is_meant)?;
    let mut before = (1..=2).filter_map(|back| verb.checked_sub(back));
    if before.any(|at| BE.contains(&reading.word(at))) {
        return Some(0..verb);
    }
    let until = (verb + 1..end).find(|at| BEHIND.contains(&reading.word(*at)));
    Some(verb + 1..until.unwrap_or(end))
}

impl Old<'_> {
    /// Whether it tells what a court found of somebody whom a new sentence tells to be acquitted.
    pub(super) fn is_acquitted_by(&self, new: &New<'_>) -> bool {
        let mut words = self.reading.words.iter();
        if !new.acquits || self.undoes || !words.any(|word| FINDS.contains(&word.as_str())) {
            return false;
        }
        let Some(object) = acquitted(&new.reading) else {
            return false;
        };
        let mut whose: Vec<Term> = Vec::new();
        for at in object {
            let word = new.reading.word(at);
            if !CHARGES.contains(&word) {
                whose.extend(new.reading.term(at));
            }
        }
        // Whoever is acquitted of something else stays convicted.
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
