//! Advice: whoever advises to do something with a thing advises otherwise of it later: `recommends ordering both boats`, `now recommends leasing the boats`.
//!
//! That it is so now, or instead, takes the place of what was advised. Another year or amount of the same deed is another account of it; another deed without such a
//! word may come beside the first, and is only known to be about the same.

use super::{New, Old};
use crate::check::language::kinship::{Kin, Part, Senses};
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, stem};
use crate::check::meaning::denying::is_denying;

/// Verbs by which somebody advises something.
#[rustfmt::skip]
const ADVISES: &[&str] = &[
    "recommend", "recommends", "recommended", "advise", "advises", "advised", "propose", "proposes", "proposed", "suggest", "suggests", "suggested", "favour", "favours",
    "favoured", "favor", "favors", "favored", "urge", "urges", "urged", "advocate", "advocates", "advocated",
];

/// What one piece of advice makes of another by the same adviser, of the same thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherAdvice {
    /// The same deed with another date or amount.
    InFigures,
    /// Another deed.
    InDeed,
}

/// An advice.
struct Advice {
    /// The words for those who give it.
    advisers: Vec<Term>,
    /// The first of them that no preposition stands before, and the last there.
    adviser: Term,
    /// The word for what is to be done.
    deed: usize,
    /// Where it ends.
    end: usize,
    /// It is said to be so now, or instead of something else.
    is_anew: bool,
}

impl Advice {
    fn read(reading: &Reading<'_>) -> Option<Self> {
        const LINKS: &[&str] = &["of", "on", "for", "in", "by", "at", "from", "about"];
        const SKIPPED: &[&str] = &["that", "to", "the", "of"];
        let all = 0..reading.words.len();
        let verb = all
            .clone()
            .find(|at| *at > 0 && ADVISES.contains(&reading.word(*at)))?;
        let is_denied = (1..=3)
            .filter_map(|back| verb.checked_sub(back))
            .any(|at| is_denying(reading.word(at)) || reading.word(at) == "longer");
        let link = (0..verb).find(|at| *at > 0 && LINKS.contains(&reading.word(*at)));
        let advisers: Vec<Term> = (0..verb).filter_map(|at| reading.term(at)).collect();
        let adviser = (0..link.unwrap_or(verb))
            .rev()
            .find_map(|at| reading.term(at))?;
        let deed =
            (verb + 1..reading.words.len()).find(|at| !SKIPPED.contains(&reading.word(*at)))?;
        let is_against = reading.word(deed) == "against" || is_denying(reading.word(deed));
        let ends = |at: &usize| reading.gap(*at).contains([';', ':', '–', '—']);
        let end = (deed + 1..reading.words.len()).find(ends);
        let is_now = |at: usize| matches!(reading.word(at), "now" | "instead" | "rather");
        (!is_denied && !is_against && reading.term(deed).is_some()).then(|| Self {
            advisers,
            adviser,
            deed,
            end: end.unwrap_or(reading.words.len()),
            is_anew: all.clone().any(is_now),
        })
    }

    /// The things that it is about, by their nouns.
    fn things(&self, reading: &Reading<'_>) -> Vec<Term> {
        let is_thing = |at: &usize| {
            let word = reading.word(*at);
            let is_figure = word.starts_with(|first: char| first.is_ascii_digit());
            let part = Senses::of(word).map(|senses| senses.part);
            !is_figure && matches!(part, Some(Part::Noun | Part::Any) | None)
        };
        let places = (self.deed + 1..self.end).filter(is_thing);
        places.filter_map(|at| reading.term(at)).collect()
    }
}

/// Whether one deed is another than a second: no form of it, and no word for the same.
fn is_other_deed(a: &str, b: &str) -> bool {
    let both = Senses::of(a).zip(Senses::of(b));
    stem(a) != stem(b) && both.is_none_or(|(a, b)| a.kin(&b) == Kin::Apart)
}

impl Old<'_> {
    /// How those who advise something by it advise otherwise by a new sentence, and whether that is said to be so instead.
    fn advised_otherwise(&self, new: &New<'_>) -> Option<(OtherAdvice, bool)> {
        let (own, theirs) = (&self.reading, &new.reading);
        let (before, after) = (Advice::read(own)?, Advice::read(theirs)?);
        let is_held = |term: &Term| before.advisers.contains(term) || self.head.contains(term);
        if self.undoes || before.adviser != after.adviser || !after.advisers.iter().all(is_held) {
            return None;
        }
        let things = before.things(own);
        if !after
            .things(theirs)
            .iter()
            .any(|term| things.contains(term))
        {
            return None;
        }
        if is_other_deed(own.word(before.deed), theirs.word(after.deed)) {
            // What is to be done with it beside the first may be told later in the sentence.
            let is_named = |at: usize| own.term(before.deed) == theirs.term(at);
            let keeps = (after.deed..after.end).any(is_named) && !after.is_anew;
            return (!keeps).then_some((OtherAdvice::InDeed, after.is_anew));
        }
        let figures = |reading: &Reading<'_>, one: &Advice| -> Vec<Quantity> {
            let from = reading.spans.get(one.deed).map_or(0, |span| span.end);
            let mut all = quantities(reading.text);
            all.retain(|quantity| quantity.span.start >= from);
            all
        };
        let (known, given) = (figures(own, &before), figures(theirs, &after));
        let is_of_kind = |own: &Quantity, other: &Quantity| match (own.amount(), other.amount()) {
            (Some(own), Some(other)) => own.unit.counts_same(&other.unit),
            (own, other) => own.is_none() && other.is_none(),
        };
        let is_other = |given: &Quantity| {
            let mut same = known
                .iter()
                .filter(|known| is_of_kind(known, given))
                .peekable();
            same.peek().is_some()
                && !same.any(|known| known.bears_out(given) || given.bears_out(known))
        };
        given
            .iter()
            .any(is_other)
            .then_some((OtherAdvice::InFigures, after.is_anew))
    }

    /// Whether those who advise something by it now advise something else instead.
    pub(super) fn is_advised_anew_by(&self, new: &New<'_>) -> bool {
        let found = self.advised_otherwise(new);
        found.is_some_and(|(_, is_anew)| is_anew)
    }
}

/// How a new sentence advises otherwise than an older one, of a source with this title: the same who do, of the same thing.
#[must_use]
pub fn advises_otherwise(old: (&str, &str), new: (&str, &str)) -> Option<OtherAdvice> {
    let mut lexicon = Lexicon::default();
    let old = Old::read(old.0, old.1, &mut lexicon);
    let new = New::read(new.0, new.1, &mut lexicon);
    old.advised_otherwise(&new).map(|(how, _)| how)
}

/// Whether a sentence gives an advice.
pub(super) fn gives(reading: &Reading<'_>) -> bool {
    reading
        .words
        .iter()
        .any(|word| ADVISES.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::super::Overtaken;
    use super::{OtherAdvice, advises_otherwise};

    const OLD: &str = "The study recommends ordering both boats in 2026.";

    #[test]
    fn who_advises_otherwise_now_has_given_up_the_first_advice() {
        for (new, expected) in [
            ("The study now recommends leasing the boats.", true),
            (
                "The study now recommends leasing the boats instead of ordering them.",
                true,
            ),
            ("The study recommends leasing the boats instead.", true),
            (
                "The study now recommends ordering both boats in 2029.",
                true,
            ),
            ("The airport study now recommends leasing the boats.", false),
            ("The study now recommends painting the quay.", false),
            (
                "The study now recommends ordering both boats in 2026.",
                false,
            ),
            ("The union now recommends leasing the boats.", false),
        ] {
            let found = Overtaken::by_words(OLD, new).is_some();
            assert_eq!(found, expected, "{new}");
        }
    }

    #[test]
    fn another_year_is_another_account_of_it_and_another_deed_is_about_the_same() {
        for (new, expected) in [
            (
                "The study recommends ordering both boats in 2029.",
                Some(OtherAdvice::InFigures),
            ),
            (
                "The study recommends leasing the boats.",
                Some(OtherAdvice::InDeed),
            ),
            ("The study recommends ordering both boats.", None),
            (
                "The study recommends ordering both boats in 2026 and a charging station.",
                None,
            ),
            (
                "The study recommends ordering both snowploughs in 2029.",
                None,
            ),
            ("The study no longer recommends ordering both boats.", None),
        ] {
            let found = advises_otherwise((OLD, "Study on electric boats"), (new, "Note"));
            assert_eq!(found, expected, "{new}");
        }
    }
}
