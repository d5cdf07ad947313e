//! Strangers: names of a claim that its evidence does not have, and claims that it says of somebody else.

use super::asked::Asked;
use super::finding::Finding;
use super::weigh::pieces_of;
use super::{Best, Checker};
use crate::check::index::Entry;
use crate::check::language::names::{Name, names};
use crate::check::language::numbers::{currency, is_magnitude};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::persons::{other_person, other_subject};
use crate::check::meaning::polarity::Opposition;

/// Share of the rest of a claim from which a sentence says the same of whom it names.
const SAME_REST: f32 = 0.85;

impl Checker<'_> {
    pub(crate) fn weigh_names(
        &self,
        claim: &Asked<'_>,
        best: Best,
        near: &[&Entry],
        wide: &[&Entry],
        findings: &mut Vec<Finding>,
    ) {
        for name in claim.statement.names.iter() {
            let terms = claim.name_terms(name);
            let named = |entries: &[&Entry]| {
                entries.iter().any(|entry| {
                    entry.statement.names.iter().any(|own| own.matches(name))
                        || terms
                            .iter()
                            .any(|term| entry.statement.terms.binary_search(term).is_ok())
                })
            };
            // Money is compared by its amounts, `EUR 5` with `€5`.
            let is_currency = name
                .words
                .iter()
                .all(|word| currency(word).is_some() || is_magnitude(word));
            let is_named =
                || named(near) || named(wide) || self.is_in_title(name, &pieces_of(wide));
            // `DAWN-2` was told already.
            let is_told = findings.iter().any(|finding| {
                matches!(finding, Finding::Number { text, .. }
                    if text.strip_prefix(name.text.as_str()).is_some_and(|rest| rest.starts_with('-')))
            });
            if is_currency || is_told || is_named() {
                continue;
            }
            let is_other =
                self.names_another(claim, name, best, wide) || is_added(claim, name, wide);
            findings.push(if is_other {
                Finding::OtherName(name.text.clone())
            } else {
                Finding::Name(name.text.clone())
            });
        }
    }

    /// Whether the evidence says all that a claim says but a name, and the best sentence has another name in its place: `Keld cut its toll`, `Orsa
    /// cut its toll`; `born in Keld`, `born in May in Orsa`.
    fn names_another(&self, claim: &Asked<'_>, name: &Name, best: Best, wide: &[&Entry]) -> bool {
        /// Share of the rest that the best sentence has itself.
        const MUCH: f32 = 0.6;
        let Some(entry) = self.index.entries.get(best.at) else {
            return false;
        };
        if rest_held(claim, name, &[entry]) < MUCH || rest_held(claim, name, wide) < SAME_REST {
            return false;
        }
        let own = &claim.reading;
        let first = name.words.first();
        let Some(at) = own.words.iter().position(|word| Some(word) == first) else {
            return false;
        };
        let source = Reading::of(self.index.text(entry), &self.index.lexicon);
        let dates = entry.statement.quantities.iter();
        let dates: Vec<_> = dates.filter(|own| own.date().is_some()).collect();
        let is_other = |at: usize| {
            let start = source.spans.get(at).map_or(0, |span| span.start);
            source.surface(at).starts_with(char::is_uppercase)
                && source.term(at).is_some()
                && !own.words.iter().any(|word| word == source.word(at))
                && !dates.iter().any(|date| date.span.contains(&start))
        };
        let said = behind(own, at + name.words.len());
        // `The UK` is Britain by other letters.
        let place = before(own, at).filter(|_| !name.acronym);
        (0..source.words.len())
            .filter(|at| is_other(*at))
            .any(|at| {
                said.is_some() && behind(&source, at + 1) == said
                    || place
                        .as_ref()
                        .zip(before(&source, at))
                        .is_some_and(|(own, theirs)| own.is_filled_by(&theirs))
            })
    }

    /// Whom the evidence says it of that a claim says of somebody else.
    pub(crate) fn said_of_another(&self, claim: &Asked<'_>, wide: &[&Entry]) -> Option<Opposition> {
        let texts = wide.iter().map(|entry| self.index.text(entry));
        if let Some((claim, source)) = other_person(claim.text, &texts) {
            return Some(Opposition::Swapped { claim, source });
        }
        // Every sentence that says the rest has to say it of somebody else.
        let mut of_another = None;
        for entry in wide {
            let subject = claim.statement.names.first();
            if subject.is_some_and(|name| rest_held(claim, name, &[entry]) >= SAME_REST) {
                let source = self.index.text(entry);
                let own = &claim.statement.names;
                of_another = Some(other_subject(claim.text, source, own, &names(source))?);
            }
        }
        of_another
    }
}

/// Whether a claim adds to what the evidence says where, with or from whom it was, by a name that this does not have: `opened a plant in Lyon`.
fn is_added(claim: &Asked<'_>, name: &Name, wide: &[&Entry]) -> bool {
    const ADDS: &[&str] = &["in", "at", "from", "near", "with", "outside"];
    let own = &claim.reading;
    let first = name.words.first();
    let at = own.words.iter().position(|word| Some(word) == first);
    let link = at.and_then(|at| at.checked_sub(1)).map(|at| own.word(at));
    link.is_some_and(|link| ADDS.contains(&link)) && rest_held(claim, name, wide) >= SAME_REST
}

/// Share of a claim's words, without those of a name, that sentences hold.
fn rest_held(claim: &Asked<'_>, name: &Name, entries: &[&Entry]) -> f32 {
    let subject = claim.name_terms(name);
    let rest = claim
        .statement
        .terms
        .iter()
        .filter(|term| !subject.contains(term));
    let (mut held, mut all) = (0.0, 0.0);
    for &term in rest {
        let weight = claim.weight_of(term);
        all += weight;
        let holds = |entry: &&Entry| entry.statement.terms.binary_search(&term).is_ok();
        if entries.iter().any(holds) {
            held += weight;
        }
    }
    held / f32::max(all, f32::EPSILON)
}

/// What stands before a name that tells where, or of whom, something is: `born in`, `town in`.
struct Before<'r> {
    link: &'r str,
    terms: Vec<Term>,
}

impl Before<'_> {
    /// Whether another name stands in a place as this one does: behind the same word of relation, and close behind what that belongs to here.
    fn is_filled_by(&self, theirs: &Before<'_>) -> bool {
        let last = self.terms.last();
        self.link == theirs.link && last.is_some_and(|last| theirs.terms.contains(last))
    }
}

/// What stands before a name that begins at a place.
fn before<'r>(reading: &'r Reading<'_>, at: usize) -> Option<Before<'r>> {
    const REACH: usize = 7;
    let before = at.checked_sub(1)?;
    let is_article = reading.word(before) == "the";
    let place = before.checked_sub(usize::from(is_article))?;
    let link = reading.word(place);
    let terms = (place.saturating_sub(REACH)..place).filter_map(|at| reading.term(at));
    matches!(link, "in" | "at" | "from" | "near").then(|| Before {
        link,
        terms: terms.collect(),
    })
}

/// What is said right behind a name that ends at a place: the next two words that say something.
fn behind(reading: &Reading<'_>, end: usize) -> Option<[Term; 2]> {
    const REACH: usize = 6;
    let mut terms = (end..end + REACH).filter_map(|at| reading.term(at));
    Some([terms.next()?, terms.next()?])
}

#[cfg(test)]
mod tests {
    use crate::check::support::pair::Pairs;
    use crate::study::Verdict;

    #[test]
    fn a_name_in_the_place_of_another_that_the_evidence_does_not_have_is_not_borne_out() {
        const KIRRA: &str = "Kirra is a coastal town in the Gold Coast region of Queensland.";
        const SALO: &str = "Aino Salo (born 3 May 1961 in Turku) is a composer.";
        for (claim, evidence, is_true) in [
            ("Kirra is a town in Victoria.", KIRRA, false),
            ("Kirra is a town in Queensland.", KIRRA, true),
            ("Aino Salo was born in Tampere.", SALO, false),
            ("Aino Salo was born in Turku.", SALO, true),
            (
                "The firm opened a plant in Lyon in 2019.",
                "The firm opened a plant in 2019.",
                false,
            ),
            (
                "The band played in the UK.",
                "The band played in Britain.",
                true,
            ),
            (
                "The Salo family sold the yard in Lund.",
                "The Salo family sold the yard in Lund in March 1984.",
                true,
            ),
        ] {
            let found = Pairs::default().judge(claim, &[evidence]);
            let is_supported = found.verdict == Verdict::Supported;
            assert_eq!(is_supported, is_true, "{claim}: {}", found.reason);
        }
    }
}
