//! Exempt: who need not do something does have to once the exemption ends: `Citizens do not need a visa`, `The exemption for citizens has been suspended`.

use super::{New, Old};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::denying::is_denying;

/// Those whose exemption is over, by their words, where a sentence says so; `undone` are the places of what it undoes.
pub(super) fn ended(reading: &Reading<'_>, undone: &[usize]) -> Option<Vec<Term>> {
    #[rustfmt::skip]
    const EXEMPTIONS: &[&str] = &["exemption", "exemptions", "exception", "exceptions", "waiver", "waivers", "dispensation", "relief", "concession"];
    #[rustfmt::skip]
    const ENDS: &[&str] = &["ends", "ended", "end", "expires", "expired", "lapses", "lapsed", "abolished", "lifted", "scrapped", "removed", "repealed", "longer"];
    let all = 0..reading.words.len();
    let noun = all
        .clone()
        .find(|at| EXEMPTIONS.contains(&reading.word(*at)))?;
    let is_end = |at: &usize| {
        let mut before = (1..=2).filter_map(|back| at.checked_sub(back));
        let is_no_longer = reading.word(*at) == "longer";
        ENDS.contains(&reading.word(*at))
            && (is_no_longer || !before.any(|at| is_denying(reading.word(at))))
    };
    let end = (noun + 1..all.end).find(is_end);
    if end.is_none() && !undone.contains(&noun) {
        return None;
    }
    let closes = |at: &usize| {
        let is_verb = matches!(
            reading.word(*at),
            "has" | "have" | "is" | "are" | "was" | "were" | "will" | "from" | "on"
        );
        is_verb || !reading.gap(*at).trim().is_empty()
    };
    let until = end.unwrap_or(all.end);
    let until = (noun + 1..until).find(closes).unwrap_or(until);
    Some(
        (noun + 1..until)
            .filter_map(|at| reading.term(at))
            .collect(),
    )
}

impl Old<'_> {
    /// Whether it says that those need not do something whose exemption is over by a new sentence.
    pub(super) fn is_exempt_no_more_by(&self, new: &New<'_>) -> bool {
        #[rustfmt::skip]
        const NEEDS: &[&str] = &["need", "needs", "needed", "required", "obliged", "necessary", "have", "has", "must", "pay", "pays", "subject"];
        /// Words about a denial among which is what need not be.
        const REACH: usize = 4;
        let own = &self.reading;
        let Some(of) = new.exemption.as_ref() else {
            return false;
        };
        let frees = |at: usize| {
            let near = at.saturating_sub(REACH)..=at + REACH;
            let is_free = own.word(at) == "free" && matches!(own.word(at + 1), "of" | "from");
            matches!(own.word(at), "exempt" | "exempted")
                || is_free
                || is_denying(own.word(at))
                    && near.into_iter().any(|at| NEEDS.contains(&own.word(at)))
        };
        let is_known = |term: &Term| self.terms.contains(term) || self.head.contains(term);
        let is_theirs = if of.is_empty() {
            self.is_of_source_of(new)
        } else {
            of.iter().all(is_known)
        };
        is_theirs && (0..own.words.len()).any(frees)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Overtaken;

    #[test]
    fn who_was_exempt_has_to_once_the_exemption_ends() {
        let visa = "Citizens of Norland do not need a visa for stays of up to 90 days.";
        let sticker = "Foreign drivers are exempt from the toll.";
        for (old, new, expected) in [
            (
                visa,
                "The exemption for citizens of Norland has been suspended from 1 April 2024.",
                true,
            ),
            (
                visa,
                "The exemption for citizens of Norland ends on 1 April 2024.",
                true,
            ),
            (
                visa,
                "The exemption for citizens of Norland does not end on 1 April 2024.",
                false,
            ),
            (
                visa,
                "The exemption for citizens of Sudland ends on 1 April 2024.",
                false,
            ),
            (visa, "The exemption for lorries has been suspended.", false),
            (
                sticker,
                "The exemption for foreign drivers was abolished.",
                true,
            ),
            (
                "Citizens of Norland speak Norse.",
                "The exemption for citizens of Norland ends.",
                false,
            ),
        ] {
            assert_eq!(
                Overtaken::by_words(old, new).is_some(),
                expected,
                "{old} / {new}"
            );
        }
    }
}
