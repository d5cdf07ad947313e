//! Null results: sentences by which something makes no difference, laid beside claims that it does.
//!
//! `Did not differ between the groups`, `no significant effect on sleep` and `unchanged` are how studies say that nothing was found. They have the words of what
//! was measured, and seldom those of the claim that it rose, fell or improved. What is read is where a sentence says so and of what: what stands behind `effect on`, or
//! before `did not differ`.

use std::ops::Range;

use super::denying::is_denying;
use super::polarity::Opposition;
use crate::check::language::directions::axis;
use crate::check::language::numbers::{Date, Quantity, month_named, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::shapes::Shapes;
use crate::check::language::terms::{Term, is_figure};

/// Words of a difference, which a denial before them makes none.
#[rustfmt::skip]
const DIFFERENCES: &[&str] = &[
    "differ", "differs", "differed", "difference", "differences", "different", "change", "changes", "changed", "effect", "effects", "impact", "impacts", "influence",
    "influenced", "affect", "affected", "affects", "associated", "association", "associations", "correlated", "correlation", "linked", "link", "related", "relationship",
    "benefit", "benefits", "improvement", "improvements", "advantage", "better", "faster", "slower", "higher", "lower", "worse", "reduction", "increase",
];

/// Words that say the same of themselves.
const UNCHANGED: &[&str] = &[
    "unchanged",
    "unaffected",
    "comparable",
    "similar",
    "alike",
    "identical",
    "indistinguishable",
];

/// Verbs and what follows them: `stayed flat`.
const STAYS: &[&str] = &[
    "remained", "remains", "remain", "stayed", "stays", "stay", "held", "kept",
];
/// Verbs of those who change nothing: `left its rate unchanged`.
const LEAVES: &[&str] = &[
    "left", "leave", "leaves", "leaving", "kept", "keep", "keeps", "keeping", "held", "hold",
    "holds", "holding",
];
const LEVEL: &[&str] = &[
    "flat",
    "stable",
    "constant",
    "steady",
    "same",
    "level",
    "unchanged",
    "static",
];

/// Words that say of a result how sure or large it is, or between whom it was sought, and nothing of what it is.
#[rustfmt::skip]
const GENERIC: &[&str] = &[
    "significant", "significantly", "statistically", "statistical", "clear", "clearly", "measurable", "measurably", "detectable", "meaningful", "clinically", "overall",
    "group", "groups", "arm", "arms", "cohort", "cohorts", "control", "controls", "placebo", "condition", "conditions", "two", "three", "treatment", "found", "find",
    "observed", "detected", "seen", "reported", "showed", "shown", "show", "evidence", "study", "trial", "material", "materially", "substantially", "substantial",
    "appreciable", "noticeable", "rate", "rates", "level", "levels", "number", "mean", "average", "median", "annual", "sides", "large", "real", "major", "discernible",
    "we", "researchers", "authors", "there", "baseline", "risk", "usual", "care", "univariate", "multivariate", "analysis", "analyses", "regression", "model", "models",
];

/// Words of a change that have no axis of their own.
#[rustfmt::skip]
const CHANGES: &[&str] = &[
    "affect", "affects", "affected", "influences", "influenced", "alters", "altered", "changes", "changed", "prevents", "prevented", "associated", "linked", "causes", "caused",
    "doubles", "doubled", "triples", "halves", "boost", "boosts", "boosted", "faster", "slower", "quicker", "cheaper", "healthier", "shorter", "longer", "stronger",
    "weaker", "differs", "differ", "differed", "protects", "protected", "helps", "helped", "enhances", "enhanced", "shortens", "shortened", "lengthens", "extended",
    "extends", "drives", "drove", "curbs", "curbed", "cuts", "lifts", "lifted", "speeds", "sped", "slows", "slowed", "raises", "eases", "relieves", "relieved",
];

/// The axes of directions on which something changes.
pub(super) const RISES_AND_GAINS: &[usize] = &[0, 1, 5];

/// Words from `left` to `unchanged`.
const LONGEST_OBJECT: usize = 5;
/// Words behind a denial in which the difference stands.
const REACH: usize = 5;

/// Whether words that begin at a place say that there is no difference.
pub(crate) fn is_null(words: &[String], at: usize) -> bool {
    end_of_null(words, at).is_some()
}

/// The end of such words.
fn end_of_null(words: &[String], at: usize) -> Option<usize> {
    static NO_CHANGE: Shapes = Shapes::of_lists(&[UNCHANGED, LEAVES, STAYS]);
    let word = words.get(at)?.as_str();
    let is_in = |place: usize, list: &[&str]| {
        words
            .get(place)
            .is_some_and(|word| list.contains(&word.as_str()))
    };
    let is_at_figure = |place: usize| {
        is_in(place, &["at"]) && words.get(place + 1).is_some_and(|next| is_figure(next))
    };
    if is_denying(word) {
        let place = (at + 1..=at + REACH).find(|&place| is_in(place, DIFFERENCES))?;
        let is_near = (at + 1..place).all(|place| {
            is_in(place, GENERIC)
                || is_in(
                    place,
                    &[
                        "any", "an", "in", "been", "be", "have", "much", "great", "more",
                    ],
                )
                || words.get(place).is_some_and(|word| word.ends_with("ly"))
        });
        return is_near.then_some(place + 1);
    }
    if !NO_CHANGE.may_hold(word) {
        return None;
    }
    if UNCHANGED.contains(&word) {
        let is_said = (1..=4).any(|back| {
            at.checked_sub(back).is_some_and(|place| {
                is_in(place, &["was", "were", "is", "are", "been", "be"]) || is_in(place, STAYS)
            })
        });
        let is_compared = word.starts_with("un")
            || (at + 1..=at + 2)
                .any(|place| is_in(place, &["in", "between", "across", "among", "for", "with"]))
            || words.len() == at + 1;
        return (is_said && is_compared).then_some(at + 1);
    }
    if LEAVES.contains(&word) {
        let near = at + 1..=at + LONGEST_OBJECT;
        let left = near.clone().find(|&place| is_in(place, &["unchanged"]));
        if let Some(place) = left {
            return Some(place + 1);
        }
        // `Held its dividend at 4.5p`
        let is_kept = |&place: &usize| place > at + 1 && is_at_figure(place);
        if let Some(place) = near.clone().find(is_kept) {
            return Some(place + 2);
        }
    }
    if STAYS.contains(&word) {
        // `Stayed at 2,300`; what was held at five is an event.
        if !LEAVES.contains(&word) && is_at_figure(at + 1) {
            return Some(at + 2);
        }
        let place = (at + 1..=at + 3).find(|&place| is_in(place, LEVEL))?;
        return Some(place + 1);
    }
    None
}

/// Of what a sentence says that it makes no difference, and of whose doing.
struct Null {
    /// The words that say so end before this.
    end: usize,
    at: usize,
    clause: Range<usize>,
    measured: Vec<Term>,
    others: Vec<Term>,
}

/// The change that a claim tells, and the words by which its source says that there was none.
pub(crate) fn null_result(claim: &Reading<'_>, source: &Reading<'_>) -> Option<Opposition> {
    if let Some(found) = no_tie(claim, source) {
        return Some(found);
    }
    let null = source.null()?;
    let change = claim.change()?;
    let asked: Vec<Term> = (0..claim.words.len())
        .filter(|&at| at != change)
        .filter_map(|at| claim.term(at))
        .collect();
    let shared = |terms: &[Term]| terms.iter().filter(|term| asked.contains(term)).count();
    let of_measured = shared(&null.measured);
    let is_same = of_measured >= 1 && 2 * of_measured >= null.measured.len();
    // `Salt had no effect on sleep` says nothing of what exercise does.
    let is_others = !null.others.is_empty() && shared(&null.others) == 0;
    if !is_same || is_others || source.tells_change_beside(&null, &asked) {
        return None;
    }
    let figures = |reading: &Reading<'_>| -> Vec<String> {
        let own = reading.words.iter();
        own.filter(|word| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
            .cloned()
            .collect()
    };
    // Another year is another result.
    let (own, theirs) = (figures(claim), figures(source));
    if !own.is_empty() && !theirs.is_empty() && !own.iter().any(|year| theirs.contains(year)) {
        return None;
    }
    let said = source.text_of(&(source.told_from(null.at)..null.end));
    Some(Opposition::Direction {
        claim: claim.surface(change).to_owned(),
        source: said.to_owned(),
    })
}

/// `No association between the level and the stage`, of which a claim says that the one predicts the other.
fn no_tie(claim: &Reading<'_>, source: &Reading<'_>) -> Option<Opposition> {
    const TIES: &[&str] = &[
        "association",
        "correlation",
        "relationship",
        "link",
        "relation",
    ];
    #[rustfmt::skip]
    const TIED: &[&str] = &[
        "predicts", "predicted", "predict", "predictor", "predictors", "predictive", "associated", "linked", "correlates", "correlated", "correlate", "related", "depends",
        "depended",
    ];
    let tied = (0..claim.words.len()).find(|&at| TIED.contains(&claim.word(at)))?;
    if (0..claim.words.len()).any(|at| is_denying(claim.word(at))) {
        return None;
    }
    let is_tie =
        |end: &usize| TIES.contains(&source.word(end - 1)) && source.word(*end) == "between";
    let (from, end) = (0..source.words.len()).find_map(|at| {
        let end = end_of_null(&source.words, at).filter(is_tie)?;
        Some((at, end))
    })?;
    let all = end + 1..source.words.len();
    let and = all.clone().find(|&at| source.word(at) == "and")?;
    let is_asked = |at: usize| {
        source
            .term(at)
            .is_some_and(|term| claim.terms.contains(&Some(term)))
    };
    let both = (all.start..and).any(is_asked) && (and..all.end).any(is_asked);
    both.then(|| Opposition::Direction {
        claim: claim.surface(tied).to_owned(),
        source: source.text_of(&(from..end)).to_owned(),
    })
}

/// The same the other way round: what a claim says made no difference, and the change of the very same that its source tells.
pub(crate) fn changed_all_the_same(
    claim: &Reading<'_>,
    source: &Reading<'_>,
) -> Option<Opposition> {
    let null = claim.null()?;
    let change = source.change()?;
    if !source.is_changed(change, &null.measured) || are_of_other_dates(claim, source) {
        return None;
    }
    let Opposition::Direction {
        claim: changed,
        source: said,
    } = null_result(source, claim)?
    else {
        return None;
    };
    Some(Opposition::Direction {
        claim: said,
        source: changed,
    })
}

/// Whether each of two texts gives dates, or months, and none of the other's.
fn are_of_other_dates(a: &Reading<'_>, b: &Reading<'_>) -> bool {
    let dates = |text: &str| -> Vec<Date> {
        let all = quantities(text);
        all.iter().filter_map(Quantity::date).collect()
    };
    let (own, theirs) = (dates(a.text), dates(b.text));
    let is_there = |date: &Date| theirs.iter().any(|other| other.is_compatible(*date));
    let (months, others) = (a.months(), b.months());
    !own.is_empty() && !theirs.is_empty() && !own.iter().any(is_there)
        || !months.is_empty()
            && !others.is_empty()
            && !months.iter().any(|month| others.contains(month))
}

/// The change that a claim tells where its source tells only that somebody looked for one, with the word that says so: `We measured cortisol before and after
/// the shift`, `to assess whether it falls`.
pub(crate) fn only_sought<'r>(
    claim: &'r Reading<'_>,
    source: &'r Reading<'_>,
) -> Option<(&'r str, &'r str)> {
    let sought = |reading: &Reading<'_>| {
        (0..reading.words.len()).find(|&at| SEEKS.contains(&reading.word(at)))
    };
    let place = sought(source).filter(|_| sought(claim).is_none())?;
    let change = claim.change()?;
    let asked = source.words.iter();
    let asked = asked
        .enumerate()
        .find(|(_, word)| matches!(word.as_str(), "whether" | "if"))
        .map_or(source.words.len(), |(at, _)| at);
    let tells = (0..source.words.len()).any(|at| {
        end_of_null(&source.words, at).is_some()
            || at < asked && (source.is_change(at) || RESULTS.contains(&source.word(at)))
    });
    (!tells).then(|| (claim.surface(change), source.surface(place)))
}

/// Words by which something is looked for, and those that tell what was found.
#[rustfmt::skip]
const SEEKS: &[&str] = &[
    "measured", "assessed", "examined", "investigated", "evaluated", "tested", "explored", "studied", "monitored", "assess", "examine", "investigate", "evaluate",
    "determine", "explore", "whether",
];
#[rustfmt::skip]
const RESULTS: &[&str] = &[
    "found", "showed", "shown", "shows", "show", "revealed", "observed", "demonstrated", "confirmed", "indicated", "suggested", "suggest", "suggests", "improvement",
    "improvements", "effect", "effects", "led", "made", "became", "better", "worse", "more", "less", "fewer", "than",
];

impl Reading<'_> {
    /// The change that a claim tells without a denial.
    fn change(&self) -> Option<usize> {
        let denies = (0..self.words.len()).any(|at| {
            is_denying(self.word(at))
                || matches!(self.word(at), "whether" | "if")
                || end_of_null(&self.words, at).is_some()
        });
        (0..self.words.len())
            .find(|&at| self.is_change(at))
            .filter(|_| !denies)
    }

    /// The months that are named, with a year or without.
    fn months(&self) -> Vec<&str> {
        let all = (0..self.words.len()).map(|at| self.surface(at));
        all.filter(|word| month_named(word).is_some()).collect()
    }

    /// Whether a change happened, and to one of these: the last word before it, or the first behind it.
    fn is_changed(&self, change: usize, measured: &[Term]) -> bool {
        #[rustfmt::skip]
        const THOUGHT: &[&str] = &["to", "may", "might", "could", "would", "will", "should", "can", "if"];
        // `Kept its staff but raised wages`: another clause has its own.
        let ends_clause = |&at: &usize| {
            self.gap(at + 1).contains([',', ';', ':'])
                || matches!(self.word(at), "but" | "while" | "whereas")
                || self.word(at) == "and" && at + 1 == change
        };
        let mut before = (0..change).rev().take_while(|at| !ends_clause(at));
        let before = before.find_map(|at| self.term(at));
        let behind = (change + 1..self.words.len()).find_map(|at| self.term(at));
        let is_thought = change
            .checked_sub(1)
            .is_some_and(|before| THOUGHT.contains(&self.word(before)));
        let is_of = |term: Option<Term>| term.is_some_and(|term| measured.contains(&term));
        !is_thought && (is_of(before) || is_of(behind))
    }

    fn is_change(&self, at: usize) -> bool {
        let word = self.word(at);
        CHANGES.contains(&word)
            || axis(word).is_some_and(|(axis, _)| RISES_AND_GAINS.contains(&axis))
    }

    fn null(&self) -> Option<Null> {
        let (at, end) =
            (0..self.words.len()).find_map(|at| Some((at, end_of_null(&self.words, at)?)))?;
        let is_boundary = |place: usize| {
            self.gap(place)
                .contains([',', ';', ':', '(', ')', '–', '—'])
                || matches!(
                    self.word(place),
                    "but" | "while" | "whereas" | "although" | "though"
                )
        };
        let from = (1..at).rev().find(|&place| is_boundary(place)).unwrap_or(0);
        let to = (end..self.words.len())
            .find(|&place| is_boundary(place))
            .unwrap_or(self.words.len());
        // `And had no effect on sleep`: who had none is told before.
        let second = (from + 1..at)
            .rev()
            .find(|&place| self.word(place) == "and");
        let terms = |range: Range<usize>| self.terms_in(range, |word| !GENERIC.contains(&word));
        let before = second.map_or(from, |second| second + 1)..at;
        // `No different from`, `no faster than`: what is measured stands before.
        let is_compared = matches!(self.word(end), "from" | "than");
        let behind = (end..to)
            .find(|&place| matches!(self.word(place), "on" | "in" | "for" | "to" | "upon"))
            .filter(|_| !is_compared);
        let stops = |place: usize| {
            matches!(
                self.word(place),
                "of" | "between"
                    | "with"
                    | "after"
                    | "from"
                    | "among"
                    | "by"
                    | "when"
                    | "during"
                    | "and"
                    | "compared"
                    | "versus"
                    | "following"
                    | "was"
                    | "were"
            )
        };
        let mut object = self.object_left(at, end);
        if object.is_empty() && self.acts_on_others(at, end) {
            let stop = (end..to).find(|&place| stops(place)).unwrap_or(to);
            object = terms(end..stop);
        }
        if !object.is_empty() {
            let mut others = terms(before);
            others.extend(terms(end..to));
            return Some(Null {
                end,
                at,
                clause: from..to,
                measured: object,
                others,
            });
        }
        // `Rates remained unchanged` has no other word for what did.
        let mut own = terms(before.clone());
        if own.is_empty() {
            own = self.terms_in(before, |_| true);
        }
        let (measured, others) = match behind {
            Some(place) => {
                let end_of_measured = (place + 1..to)
                    .find(|&next| stops(next) && self.word(next) != "of")
                    .unwrap_or(to);
                let behind = terms(place + 1..end_of_measured);
                let is_of_groups = behind.is_empty();
                let mut others = terms(end..place);
                others.extend(terms(end_of_measured..to));
                if is_of_groups {
                    (own, others)
                } else {
                    others.extend(own);
                    (behind, others)
                }
            }
            // What it is compared with is no doer.
            None if is_compared => (own, Vec::new()),
            None => {
                let stop = (end..to).find(|&place| stops(place)).unwrap_or(to);
                let others = terms(stop..to);
                (own, others)
            }
        };
        (!measured.is_empty()).then_some(Null {
            end,
            at,
            clause: from..to,
            measured,
            others,
        })
    }

    /// Whether a denied verb says what it makes no difference to behind it: `does not affect tenants`.
    fn acts_on_others(&self, at: usize, end: usize) -> bool {
        const ACTS: &[&str] = &["affect", "influence", "impact", "change"];
        const HELPS: &[&str] = &["do", "does", "did"];
        let helps = at
            .checked_sub(1)
            .is_some_and(|before| HELPS.contains(&self.word(before)));
        let verb = end.checked_sub(1).map_or("", |last| self.word(last));
        let is_bound = matches!(self.word(end), "in" | "on" | "for" | "at" | "to" | "from");
        self.word(at) == "not" && helps && ACTS.contains(&verb) && !is_bound
    }

    /// What `left its rate unchanged`, from its verb to its end, names between its words.
    fn object_left(&self, at: usize, end: usize) -> Vec<Term> {
        if LEAVES.contains(&self.word(at)) {
            self.terms_in(at + 1..end.saturating_sub(1), |word| !word.ends_with("ly"))
        } else {
            Vec::new()
        }
    }

    /// The terms of a range that are let in, without figures.
    fn terms_in(&self, range: Range<usize>, is_let_in: fn(&str) -> bool) -> Vec<Term> {
        range
            .filter(|&place| is_let_in(self.word(place)))
            .filter(|&place| !is_figure(self.word(place)))
            .filter_map(|place| self.term(place))
            .collect()
    }

    /// Whether the sentence tells a change of the same outside the clause of its null result: `but they fell in the second year`.
    fn tells_change_beside(&self, null: &Null, asked: &[Term]) -> bool {
        let is_outside = |at: usize| {
            !null.clause.contains(&at)
                || at > null.end && matches!(self.word(at - 1), "but" | "they" | "it")
        };
        let outside: Vec<usize> = (0..self.words.len()).filter(|&at| is_outside(at)).collect();
        let tells = outside.iter().any(|&at| self.is_change(at));
        let is_of_the_same = outside.iter().any(|&at| {
            self.term(at).is_some_and(|term| asked.contains(&term))
                || matches!(self.word(at), "they" | "it" | "this" | "these" | "both")
        });
        tells && is_of_the_same || self.changes_before_and(null)
    }

    /// `Rose by 4 % in the north and did not change in the south`.
    fn changes_before_and(&self, null: &Null) -> bool {
        (null.clause.start..null.at)
            .rev()
            .find(|&at| self.word(at) == "and")
            .is_some_and(|and| (null.clause.start..and).any(|at| self.is_change(at)))
    }

    /// The verb before a denial is told with it: `did not differ`.
    fn told_from(&self, at: usize) -> usize {
        let before = at.checked_sub(1).map_or("", |before| self.word(before));
        let is_verb = self.word(at) == "not"
            && matches!(
                before,
                "did" | "does" | "do" | "was" | "were" | "is" | "are" | "had" | "has" | "have"
            );
        at - usize::from(is_verb)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::meaning::told_beside::assert_told;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: Option<&str>) {
        assert_told(
            |own, theirs, _| null_result(own, theirs),
            source,
            claim,
            expected,
        );
    }

    #[test]
    fn a_change_of_what_did_not_change_is_opposed() {
        for (source, claim, told) in [
            (
                "Relapses did not differ significantly between the groups.",
                "The lotion reduced relapses.",
                "did not differ",
            ),
            (
                "There was no significant effect of tea on memory.",
                "Tea improves memory.",
                "no significant effect",
            ),
            (
                "Rents remained the same after the reform.",
                "Rents rose after the reform.",
                "remained the same",
            ),
            (
                "Survival was similar in both arms.",
                "Survival was higher with the stent.",
                "similar",
            ),
            (
                "Rates remained unchanged.",
                "Rates rose.",
                "remained unchanged",
            ),
            (
                "The number of staff stayed at 2,300.",
                "The number of staff fell to 2,300.",
                "stayed at",
            ),
            (
                "The board held the dividend at 4.5p.",
                "The board raised the dividend to 4.5p.",
                "held the dividend at 4.5p",
            ),
        ] {
            check(source, claim, Some(told));
        }
    }

    #[test]
    fn what_leaves_one_as_it_was_may_change_another() {
        let rule = "The rule affects landlords.";
        assert_told(
            |own, theirs, _| changed_all_the_same(own, theirs),
            rule,
            "The rule does not affect tenants.",
            None,
        );
        assert_told(
            |own, theirs, _| changed_all_the_same(own, theirs),
            rule,
            "The rule does not affect landlords.",
            Some("affects"),
        );
        check(
            "The drug did not affect sleep.",
            "The drug improved sleep.",
            Some("did not affect"),
        );
        check(
            "The drug did not affect sleep.",
            "The drug improved appetite.",
            None,
        );
    }

    #[test]
    fn what_did_not_change_by_a_claim_and_did_by_its_source_is_opposed() {
        let check = |source: &str, claim: &str, expected: Option<&str>| {
            assert_told(
                |own, theirs, _| changed_all_the_same(own, theirs),
                source,
                claim,
                expected,
            );
        };
        let left = "The bank left interest rates unchanged in June.";
        check(
            "The bank raised interest rates in June.",
            left,
            Some("raised"),
        );
        check("Interest rates rose in June.", left, Some("rose"));
        for source in [
            "The bank raised interest rates in July.",
            "The bank wants to raise interest rates in June.",
            "Interest rates were discussed in June as rents rose.",
            "The bank discussed interest rates in June, but raised wages.",
        ] {
            check(source, left, None);
        }
    }

    #[test]
    fn a_change_of_something_else_or_of_a_part_is_not() {
        for (source, claim) in [
            (
                "The lotion reduced itching but had no effect on relapses.",
                "The lotion reduced itching.",
            ),
            (
                "Relapses did not differ overall, but they fell in children.",
                "Relapses fell in children.",
            ),
            ("Salt had no effect on memory.", "Tea improves memory."),
            (
                "Rents rose in the north and did not change in the south.",
                "Rents rose in the north.",
            ),
            (
                "Relapses did not differ between the groups.",
                "The lotion did not reduce relapses.",
            ),
        ] {
            check(source, claim, None);
        }
    }
}
