//! Scales: a claim that puts a thing on the other side of a bound, a degree or a duty than its source does, in words that are no opposites by themselves.
//!
//! `Beyond the normal range` and `within the normal ranges`, `the stronger dose` and `the lower dose`, `puts more load on the server` and `reduces server
//! load`, `obliges them to publish` and `does not require that`: what tells them apart are small words, each with the thing that it is said of.

use std::ops::Range;

use super::contrary::{Read, denies};
use super::polarity::Opposition;
use crate::check::language::directions::axis;
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;

/// Words for what lies on the far side of a bound, and for what does not.
const BEYOND: &[&str] = &[
    "beyond",
    "outside",
    "above",
    "exceed",
    "exceeds",
    "exceeded",
    "exceeding",
    "surpassed",
];
const WITHIN: &[&str] = &["within", "inside", "below", "under"];

/// Words by which there is more of a thing, or it is more of what it is, and the reverse.
const GREATER: &[&str] = &[
    "higher", "greater", "stronger", "larger", "bigger", "heavier",
];
const LESSER: &[&str] = &[
    "lower", "lesser", "weaker", "smaller", "lighter", "slighter",
];

/// Words for a larger amount and a smaller one, where they stand before what there is so much of.
const MORE: &[&str] = &[
    "more",
    "higher",
    "greater",
    "larger",
    "extra",
    "additional",
    "increased",
];
const LESS: &[&str] = &["less", "fewer", "lower", "smaller", "reduced"];

/// Verbs that say of a thing no more than that it comes with another.
#[rustfmt::skip]
const BRINGS: &[&str] = &[
    "put", "puts", "cause", "causes", "caused", "bring", "brings", "brought", "produce", "produces", "produced", "create", "creates", "created", "generate", "generates",
    "generated", "means", "meant", "to", "in", "gives", "gave",
];

/// Words of a thing that is whole, and of one that is not.
const WHOLLY: &[&str] = &[
    "full",
    "fully",
    "entirely",
    "entirety",
    "completely",
    "unredacted",
    "unabridged",
    "uncut",
];
const PARTLY: &[&str] = &[
    "partly",
    "partially",
    "redacted",
    "redactions",
    "abridged",
    "excerpts",
];

/// Words of a duty: alone, with `to` behind them, and what such words begin with.
const MUST: &[&str] = &["must", "shall"];
const TO: &[&str] = &["has", "have", "had", "needs", "need"];
const OBLIGES: &[&str] = &["requir", "oblig", "mandat", "compel", "forc"];

/// What leaves somebody out of a duty.
const EXEMPT: &[&str] = &["exempt", "exempted", "excluded"];
const BE: &[&str] = &["is", "are", "was", "were", "be", "been"];

/// Words by which a claim leaves somebody out itself.
const LEAVES_OUT: &[&str] = &["except", "unless", "exempt", "exempted", "excluded", "only"];

/// What a claim says on the other side than its source.
pub(crate) fn other_side(claim: &Reading<'_>, source: &Reading<'_>) -> Option<Opposition> {
    let both = Both { claim, source };
    both.other_side_of_bound()
        .or_else(|| both.other_amount())
        .or_else(|| both.part_for_whole())
        .or_else(|| both.undone_duty())
        .or_else(|| both.exempt())
}

/// The degree that a claim gives a thing, where its source gives that the other one; `own` and `theirs` are the two read for their opposites, which would turn it.
pub(crate) fn other_degree(
    claim: &Reading<'_>,
    source: &Reading<'_>,
    (own, theirs): (&Read<'_>, &Read<'_>),
) -> Option<Opposition> {
    let both = Both { claim, source };
    let found = both.degree()?;
    let is_turned = own.denies() || theirs.denies() || own.opposites(theirs) > 0;
    (!is_turned).then_some(found)
}

/// Whether two words give one degree: `weaker` and `lower`.
pub(crate) fn are_one_degree(a: &str, b: &str) -> bool {
    let mut sides = [GREATER, LESSER].into_iter();
    sides.any(|side| side.contains(&a) && side.contains(&b))
}

/// A claim and the sentence that it is laid beside.
#[derive(Clone, Copy)]
struct Both<'r, 't> {
    claim: &'r Reading<'t>,
    source: &'r Reading<'t>,
}

impl Both<'_, '_> {
    /// Whether the source has so much of the other words of a claim: the first that says something, and a half of all.
    fn shares_rest(self, but: &Range<usize>) -> bool {
        let rest = terms(self.claim, 0..self.claim.words.len());
        let spared = terms(self.claim, but.clone());
        let rest: Vec<Term> = rest
            .into_iter()
            .filter(|term| !spared.contains(term))
            .collect();
        let held = rest.iter().filter(|term| self.is_told(**term)).count();
        held > 0
            && (2 * held >= rest.len() || rest.first().is_some_and(|first| self.is_told(*first)))
    }

    fn is_told(self, term: Term) -> bool {
        self.source.terms.contains(&Some(term))
    }

    fn opposed(self, own: usize, theirs: usize) -> Opposition {
        Opposition::Direction {
            claim: self.claim.surface(own).to_owned(),
            source: self.source.surface(theirs).to_owned(),
        }
    }

    /// `Beyond the normal range` of what lies `within the normal ranges`.
    fn other_side_of_bound(self) -> Option<Opposition> {
        const REACH: usize = 4;
        let sides = [(BEYOND, WITHIN), (WITHIN, BEYOND)];
        sides.into_iter().find_map(|(own, theirs)| {
            let at = place(self.claim, own)?;
            let other = place(self.source, theirs)?;
            if place(self.claim, theirs).is_some() || place(self.source, own).is_some() {
                return None;
            }
            let bound = at + 1..at + 1 + REACH;
            let named = terms(self.claim, bound.clone());
            let their_bound = terms(self.source, other + 1..other + 1 + REACH);
            let is_same = named.iter().any(|term| their_bound.contains(term));
            let is_turned = is_denied(self.claim, at) != is_denied(self.source, other);
            (is_same && !is_turned && self.shares_rest(&(at..at + 1 + REACH)))
                .then(|| self.opposed(at, other))
        })
    }

    /// `Puts more load on the server` of what `reduces server load`.
    fn other_amount(self) -> Option<Opposition> {
        const RISES: usize = 0;
        let sided = |at: usize| match self.claim.word(at) {
            word if MORE.contains(&word) => Some(true),
            word if LESS.contains(&word) => Some(false),
            _ => None,
        };
        (1..self.claim.words.len()).find_map(|at| {
            let is_more = sided(at)?;
            let thing = self.claim.term(at + 1)?;
            let is_brought = BRINGS.contains(&self.claim.word(at - 1));
            if !is_brought || (0..self.claim.words.len()).any(|at| denies(self.claim.word(at))) {
                return None;
            }
            let turn = (0..self.source.words.len()).find(|&verb| {
                let is_other = axis(self.source.word(verb))
                    .is_some_and(|(axis, rises)| axis == RISES && rises != is_more);
                let near = verb + 1..verb + 4;
                is_other
                    && !is_denied(self.source, verb)
                    && near.clone().any(|at| self.source.term(at) == Some(thing))
            })?;
            self.shares_rest(&(at - 1..at + 2))
                .then(|| self.opposed(at, turn))
        })
    }

    /// `In full` of what is given `with redactions`.
    fn part_for_whole(self) -> Option<Opposition> {
        let sides = [(WHOLLY, PARTLY), (PARTLY, WHOLLY)];
        sides.into_iter().find_map(|(own, theirs)| {
            let at = place(self.claim, own)?;
            let other = place(self.source, theirs)?;
            let is_turned = is_denied(self.claim, at) != is_denied(self.source, other);
            let is_both = place(self.claim, theirs).is_some() || place(self.source, own).is_some();
            let rest = terms(self.claim, 0..at);
            let held = rest.iter().filter(|term| self.is_told(**term)).count();
            (!is_turned && !is_both && held >= 2 && 3 * held >= 2 * rest.len())
                .then(|| self.opposed(at, other))
        })
    }

    /// `Obliges agencies to publish the code` of `do not require that the code be published`.
    fn undone_duty(self) -> Option<Opposition> {
        let at = duty(self.claim)?;
        if (0..self.claim.words.len()).any(|at| denies(self.claim.word(at))) {
            return None;
        }
        let undone = (0..self.source.words.len())
            .find(|&at| is_duty(self.source.word(at)) && is_denied(self.source, at))?;
        let asked = terms(self.claim, at + 1..self.claim.words.len());
        let behind = terms(self.source, undone + 1..self.source.words.len());
        let held = asked.iter().filter(|term| behind.contains(term)).count();
        (held >= 2 && 2 * held >= asked.len()).then_some(Opposition::Stated)
    }

    /// `Must follow the rules` of who `is exempt from the rules`.
    fn exempt(self) -> Option<Opposition> {
        let at = duty(self.claim)?;
        let leaves_out = |at: usize| {
            let word = self.claim.word(at);
            denies(word) || LEAVES_OUT.contains(&word)
        };
        if (0..self.claim.words.len()).any(leaves_out) {
            return None;
        }
        let exempt = (1..self.source.words.len()).find(|&place| {
            EXEMPT.contains(&self.source.word(place))
                && BE.contains(&self.source.word(place - 1))
                && self.source.word(place + 1) == "from"
        })?;
        let who = terms(self.claim, 0..at);
        let whom = terms(self.source, 0..exempt);
        let what = terms(self.claim, at + 1..self.claim.words.len());
        let from = terms(self.source, exempt + 1..self.source.words.len());
        let are_meant = !who.is_empty() && who.iter().all(|term| whom.contains(term));
        (are_meant && what.iter().any(|term| from.contains(term))).then_some(Opposition::Stated)
    }

    /// `The stronger dose` of `the lower dose`.
    fn degree(self) -> Option<Opposition> {
        let sides = [(GREATER, LESSER), (LESSER, GREATER)];
        sides.into_iter().find_map(|(own, theirs)| {
            let at = place(self.claim, own)?;
            let thing = behind(self.claim, at);
            let is_of_it = |place: &usize| {
                behind(self.source, *place)
                    .iter()
                    .any(|term| thing.contains(term))
            };
            let mut places = (0..self.source.words.len()).filter(is_of_it);
            let is_kept = |place: usize| own.contains(&self.source.word(place));
            let mut others = places.clone();
            let other = others.find(|&place| theirs.contains(&self.source.word(place)))?;
            if places.any(is_kept) || place(self.claim, theirs).is_some() {
                return None;
            }
            let turns = |reading: &Reading<'_>| {
                let words = reading.words.iter();
                words.filter(|word| FEWER.contains(&word.as_str())).count() % 2
            };
            (turns(self.claim) == turns(self.source) && self.shares_rest(&(at..at + 2)))
                .then(|| self.opposed(at, other))
        })
    }
}

/// Words by which something is done less.
const FEWER: &[&str] = &[
    "less", "fewer", "least", "fewest", "rarely", "seldom", "unlikely", "than",
];

/// The terms of a range, each once.
fn terms(reading: &Reading<'_>, range: Range<usize>) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for term in range.filter_map(|at| reading.term(at)) {
        if !found.contains(&term) {
            found.push(term);
        }
    }
    found
}

fn place(reading: &Reading<'_>, words: &[&str]) -> Option<usize> {
    (0..reading.words.len()).find(|&at| words.contains(&reading.word(at)))
}

/// What a word right before it may be said of: `dose` of `the lower radiation dose`.
fn behind(reading: &Reading<'_>, at: usize) -> Vec<Term> {
    let is_of_it = |next: &usize| reading.gap(*next).trim().is_empty();
    let near = (at + 1..at + 3).take_while(is_of_it);
    near.map_while(|next| reading.term(next)).collect()
}

/// Whether one of the few words before a place denies it.
fn is_denied(reading: &Reading<'_>, at: usize) -> bool {
    const REACH: usize = 3;
    (at.saturating_sub(REACH)..at).any(|before| denies(reading.word(before)))
}

fn is_duty(word: &str) -> bool {
    OBLIGES.iter().any(|root| word.starts_with(root))
}

/// The last word that says of a claim that it is a duty.
fn duty(claim: &Reading<'_>) -> Option<usize> {
    let alone = |at: usize| MUST.contains(&claim.word(at)) || is_duty(claim.word(at));
    let with_to = |at: usize| TO.contains(&claim.word(at)) && claim.word(at + 1) == "to";
    (0..claim.words.len()).find(|&at| alone(at) || with_to(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::terms::Lexicon;

    #[track_caller]
    fn check(claim: &str, source: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        let own = Reading::learnt(claim, &mut lexicon);
        let theirs = Reading::learnt(source, &mut lexicon);
        let read = (Read::of(&own, &lexicon), Read::of(&theirs, &lexicon));
        let found =
            other_side(&own, &theirs).or_else(|| other_degree(&own, &theirs, (&read.0, &read.1)));
        assert_eq!(found.is_some(), expected, "{claim} / {source}: {found:?}");
    }

    #[test]
    fn what_lies_on_the_other_side_of_a_bound_is_told() {
        let source = "Sodium rose, although remaining within the normal limits.";
        check("Sodium rose beyond the normal limits.", source, true);
        check(
            "Sodium did not rise beyond the normal limits.",
            source,
            false,
        );
        check("Sodium stayed within the normal limits.", source, false);
        check("The clinic lies outside the city limits.", source, false);
    }

    #[test]
    fn another_degree_of_the_same_thing_is_told() {
        let source = "The lower dose was chosen more often by older patients.";
        check(
            "Older patients chose the stronger dose more often.",
            source,
            true,
        );
        check(
            "Older patients chose the weaker dose more often.",
            source,
            false,
        );
        check(
            "Older patients chose the stronger dose less often.",
            source,
            false,
        );
        check(
            "Younger patients chose the stronger dose more often.",
            source,
            false,
        );
        check("Older patients have stronger hearts.", source, false);
    }

    #[test]
    fn what_brings_more_of_a_thing_does_not_reduce_it() {
        let source = "The cache reduces server load.";
        check("The cache puts more load on the server.", source, true);
        check("The cache puts less load on the server.", source, false);
        check("The index puts more work on the disk.", source, false);
    }

    #[test]
    fn whoever_is_exempt_has_no_duty_and_what_is_not_required_is_none() {
        let exempt = "Code of small schools is exempt from the requirements of this act.";
        check("Small schools must follow the act.", exempt, true);
        check("Large schools must follow the act.", exempt, false);
        check("Small schools must not follow the act.", exempt, false);
        let undone = "The act does not require that existing maps be published.";
        check(
            "The act obliges towns to publish existing maps.",
            undone,
            true,
        );
        check("The act obliges towns to draw new maps.", undone, false);
    }

    #[test]
    fn what_is_given_with_parts_left_out_is_not_given_in_full() {
        let source = "Towns must send a report for each case, with redactions as needed.";
        check("Towns must send a report in full.", source, true);
        check("Towns must send a redacted report.", source, false);
    }
}
