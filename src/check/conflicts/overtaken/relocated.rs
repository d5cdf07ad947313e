//! Relocated: what is told to be in one place, and that it was moved to another since: `The archive is kept in the town hall`, `The archive was moved to the mill`.

use super::{New, Old};
use crate::check::language::reading::Reading;

impl Old<'_> {
    /// Whether a new sentence tells that what this one says to be somewhere was moved to another place.
    pub(super) fn is_relocated_by(&self, new: &New<'_>) -> bool {
        let both = placed(&self.reading).zip(moved(&new.reading));
        both.is_some_and(|(own, (subject, place))| {
            let place = new.reading.term(place);
            self.reading.term(own) == new.reading.term(subject)
                && place.is_some_and(|place| self.terms.binary_search(&place).is_err())
        })
    }
}

/// The word for what a sentence says to be somewhere now.
fn placed(reading: &Reading<'_>) -> Option<usize> {
    const IN: &[&str] = &["in", "at", "on", "inside"];
    #[rustfmt::skip]
    const KEPT: &[&str] = &[
        "kept", "held", "stored", "housed", "located", "based", "situated", "displayed", "exhibited", "shown", "parked", "moored",
    ];
    let is_there = |at: &usize| {
        let next = reading.word(at + 1);
        match reading.word(*at) {
            "is" | "are" => KEPT.contains(&next) || IN.contains(&next),
            "stands" | "stand" | "lies" | "lie" => IN.contains(&next),
            _ => false,
        }
    };
    let verb = (1..reading.words.len()).find(is_there)?;
    let of = (0..verb).find(|at| reading.word(*at) == "of");
    (0..of.unwrap_or(verb))
        .rev()
        .find(|at| reading.term(*at).is_some())
}

/// The words for what a sentence says was moved, all of it, and for where to.
fn moved(reading: &Reading<'_>) -> Option<(usize, usize)> {
    const MOVED: &[&str] = &["moved", "relocated", "transferred", "rehoused"];
    const HAS: &[&str] = &["was", "were", "has", "have", "been"];
    let is_moved = |at: &usize| {
        MOVED.contains(&reading.word(*at)) && matches!(reading.word(at + 1), "to" | "into")
    };
    let at = (1..reading.words.len()).find(is_moved)?;
    let verb = (1..at)
        .rev()
        .find(|at| !HAS.contains(&reading.word(*at)))
        .map_or(1, |before| before + 1);
    // What may be moved, or was not, has no noun right before it.
    let subject = verb
        .checked_sub(1)
        .filter(|at| reading.term(*at).is_some())?;
    let mut before = (1..=2).filter_map(|back| Some(reading.word(subject.checked_sub(back)?)));
    let is_part = before.any(|word| word == "of");
    let place = (at + 2..reading.words.len()).find(|at| reading.term(*at).is_some())?;
    (!is_part).then_some((subject, place))
}

#[cfg(test)]
mod tests {
    use super::super::Overtaken;

    #[test]
    fn what_was_moved_is_no_longer_where_it_was() {
        const KEPT: &str = "The archive is kept in the cellar of the town hall.";
        for (old, new, expected) in [
            (
                KEPT,
                "After the flood the archive was moved to the mill.",
                true,
            ),
            (KEPT, "The archive has moved to the mill.", true),
            (
                "The archive of Osk is in the town hall.",
                "The archive has been moved to the mill.",
                true,
            ),
            (KEPT, "The archive may be moved to the mill.", false),
            (KEPT, "The archive was not moved to the mill.", false),
            (KEPT, "Part of the archive was moved to the mill.", false),
            (KEPT, "The library was moved to the mill.", false),
            (
                "The archive is kept in the mill.",
                "The archive was moved to the mill.",
                false,
            ),
            (
                "The archive opens at nine.",
                "The archive was moved to the mill.",
                false,
            ),
        ] {
            let found = Overtaken::between([old, new], None, || false, None).is_some();
            assert_eq!(found, expected, "{old} {new}");
        }
    }
}
