//! Distributed: what a sentence says of one thing and of another side by side, and a claim says of the wrong one.
//!
//! `Her mother was Danish and her father Swedish` holds every word of `her mother was Swedish`, and `12 % in the drug arm versus 5 % in the placebo arm` those of `12 % in the placebo
//! arm`. Where two parts of a sentence are built alike, each begins with whom it speaks of and ends with what it says of them, or the other way round; a claim that takes
//! the beginning of one and the end of the other has exchanged them.

use super::polarity::Opposition;
use crate::check::language::irregular::is_past;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Term, is_figure};
use crate::check::text::cells::is_row;

/// A word that says something, or a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mark<'r> {
    Said(Term),
    Figure(&'r str),
}

impl Mark<'_> {
    fn is_figure(self) -> bool {
        matches!(self, Self::Figure(_))
    }
}

/// A part of a sentence between two joints.
struct Part<'r> {
    marks: Vec<(usize, Mark<'r>)>,
    /// The small word before its first that says something: `her`, `in`.
    opening: &'r str,
    /// Whether a word joins it to the part before, and not a comma alone.
    is_joined: bool,
    has_verb: bool,
    /// Whether it begins with a verb, whose subject stands in the part before.
    begins_with_verb: bool,
}

/// Words that join parts that are built alike.
const JOINTS: &[&str] = &["and", "while", "whereas", "but", "versus", "vs", "compared"];

#[rustfmt::skip]
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "will", "would", "can", "could", "may", "might", "should", "did", "does", "do", "been", "be",
];

#[rustfmt::skip]
const OPENINGS: &[&str] = &["the", "a", "an", "her", "his", "its", "their", "my", "our", "this", "that", "these", "those", "of", "in", "for", "on", "at", "to", "by"];

/// Words of a part with a verb left out, and of one that shares a word with another.
const MOST_LEFT_OUT: usize = 6;
const MOST_SHARING: usize = 9;
/// Letters of a word in `-ing` that is no verb: `spring`.
const SHORTEST: usize = 6;
/// And of one in `-ed`: `red`.
const SHORTEST_PAST: usize = 3;

/// The parts of a sentence that say something of something.
fn parts<'r>(reading: &'r Reading<'_>) -> Vec<Part<'r>> {
    let new = |is_joined| Part {
        marks: Vec::new(),
        opening: "",
        is_joined,
        has_verb: false,
        begins_with_verb: false,
    };
    let mut all = vec![new(true)];
    for (at, word) in reading.words.iter().enumerate() {
        let is_joint = JOINTS.contains(&word.as_str());
        if is_joint || reading.gap(at).contains([',', ';']) {
            let is_joined = is_joint || reading.gap(at).contains(';');
            all.push(new(is_joined));
        }
        let Some(part) = all.last_mut().filter(|_| !is_joint) else {
            continue;
        };
        let is_capital = reading.surface(at).starts_with(char::is_uppercase);
        // `Danish` and `red` are no past.
        let ends_as_past = word.len() > SHORTEST_PAST && word.ends_with("ed");
        let is_verb = !is_capital && (ends_as_past || is_past(word));
        part.has_verb |= VERBS.contains(&word.as_str()) || is_verb;
        let is_deed = is_verb || word.len() > SHORTEST && word.ends_with("ing");
        // `And leaks the memory`: nobody stands before it.
        let is_present = word.ends_with('s')
            && !word.ends_with("ss")
            && matches!(
                reading.word(at + 1),
                "the" | "a" | "an" | "its" | "their" | "his" | "her"
            );
        part.begins_with_verb |= (is_deed || is_present) && part.marks.is_empty();
        let is_letter = at > 0 && word.len() == 1 && is_capital;
        let mark = if is_figure(word) || is_letter {
            Some(Mark::Figure(word.as_str()))
        } else {
            reading.term(at).map(Mark::Said)
        };
        if let Some(mark) = mark {
            if part.marks.is_empty() {
                let before = at.checked_sub(1).map_or("", |before| reading.word(before));
                part.opening = if OPENINGS.contains(&before) {
                    before
                } else {
                    ""
                };
            }
            part.marks.push((at, mark));
        }
    }
    all.retain(|part| part.marks.len() > 1);
    all
}

/// What a claim says of one thing that its source says of another beside it.
pub(crate) fn exchanged_shares(claim: &Reading<'_>, source: &Reading<'_>) -> Option<Opposition> {
    // What stands on which side of `than`, and in which cell, is told by other rules.
    let compares = |reading: &Reading<'_>| reading.words.iter().any(|word| word == "than");
    let theirs = parts(source);
    if theirs.len() < 2 || compares(claim) || compares(source) || is_row(source.text) {
        return None;
    }
    let own = parts(claim);
    let crossings: Vec<Crossing> = own.iter().filter_map(|own| own.crossing(&theirs)).collect();
    // A claim that exchanges both shares says so by itself, however its source is built.
    let is_exchanged = crossings.len() > 1 && crossings.len() == own.len();
    // `Demand for copper grows, while the need for coal shrinks`: what is told of coal is told of the demand for it by another word.
    let is_reworded = |found: &Crossing| {
        let is_name = |at: usize| at > 0 && source.surface(at).starts_with(char::is_uppercase);
        let head = claim.terms.iter().flatten().next().copied();
        let is_head = source.term(found.whom) == head;
        found.held > 1 && is_head && !is_name(found.whom) && !is_name(found.another)
    };
    let found = crossings
        .into_iter()
        .find(|found| is_exchanged || found.is_alike && !is_reworded(found))?;
    let told = |of: usize| format!("{} … {}", source.surface(of), source.surface(found.what));
    Some(Opposition::Swapped {
        claim: told(found.whom),
        source: told(found.another),
    })
}

/// Of whom a claim says what its source says of another, by places in the source.
struct Crossing {
    whom: usize,
    another: usize,
    what: usize,
    /// Words of the claim that only the part has which says it.
    held: usize,
    /// Whether the two parts of the source are built alike.
    is_alike: bool,
}

impl Part<'_> {
    fn has(&self, mark: &Mark<'_>) -> bool {
        self.marks.iter().any(|(_, own)| own == mark)
    }

    /// How a part of a claim exchanges what two parts of its source say, and these alone.
    fn crossing(&self, theirs: &[Part<'_>]) -> Option<Crossing> {
        let is_known = |mark: &Mark<'_>| theirs.iter().any(|part| part.has(mark));
        let marks = self.marks.iter().map(|(_, mark)| *mark);
        let known: Vec<Mark<'_>> = marks.filter(is_known).collect();
        // A part of the source that says all of it exchanges nothing.
        let is_said = |part: &Part<'_>| known.iter().all(|mark| part.has(mark));
        if theirs.iter().any(is_said) || 3 * known.len() < 2 * self.marks.len() {
            return None;
        }
        let mut found: Option<Crossing> = None;
        for (at, holder) in theirs.iter().enumerate() {
            for (other, said) in theirs.iter().enumerate() {
                let have_all = || known.iter().all(|mark| holder.has(mark) || said.has(mark));
                if at == other || !have_all() {
                    continue;
                }
                let (earlier, later) = if at > other {
                    (said, holder)
                } else {
                    (holder, said)
                };
                let is_alike = are_alike(earlier, later);
                let is_better = found
                    .as_ref()
                    .is_none_or(|found| is_alike && !found.is_alike);
                if is_better && let Some(crossing) = crossed(self, holder, said, at > other) {
                    found = Some(Crossing {
                        is_alike,
                        ..crossing
                    });
                }
            }
        }
        found
    }

    /// Whether it is a verb and what that is done to, of a subject that stands before it.
    fn is_deed(&self) -> bool {
        self.begins_with_verb && self.marks.len() == 2 && self.is_joined
    }
}

/// Whether two parts are built alike: they share a word, the later leaves its verb out, or it is a verb and what that is done to.
fn are_alike(earlier: &Part<'_>, later: &Part<'_>) -> bool {
    let most = earlier.marks.len().max(later.marks.len());
    let shares = most <= MOST_SHARING && earlier.marks.iter().any(|(_, mark)| later.has(mark));
    let leaves_out = !later.has_verb && later.marks.len() <= MOST_LEFT_OUT && later.is_joined;
    shares || leaves_out || later.is_deed()
}

/// A mark where it stands, and whether a claim has it.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    is_asked: bool,
    is_figure: bool,
}

/// Whom one part begins or ends with, where a claim says of them what another part says, and this part says another thing of them.
fn crossed(
    own: &Part<'_>,
    holder: &Part<'_>,
    said: &Part<'_>,
    is_holder_later: bool,
) -> Option<Crossing> {
    let only = |part: &Part<'_>, other: &Part<'_>| -> Vec<Place> {
        let marks = part.marks.iter().filter(|(_, mark)| !other.has(mark));
        marks
            .map(|(at, mark)| Place {
                at: *at,
                is_asked: own.has(mark),
                is_figure: mark.is_figure(),
            })
            .collect()
    };
    let (of_holder, of_said) = (only(holder, said), only(said, holder));
    // A figure is what is said, and not the unit behind it.
    let figure = of_said
        .iter()
        .rfind(|place| place.is_asked && place.is_figure);
    let what = figure.or_else(|| of_said.iter().rfind(|place| place.is_asked))?;
    let is_other = |place: &Place| !place.is_asked && place.is_figure == what.is_figure;
    if !of_holder.iter().any(is_other) {
        return None;
    }
    // The claim's own figure stands beside whom it speaks of: only a word is taken from the other part.
    let has_figure = of_holder
        .iter()
        .any(|place| place.is_asked && place.is_figure);
    if has_figure && !what.is_figure {
        return None;
    }
    let asked = of_said.iter().filter(|place| place.is_asked).count();
    let pair = |whom: Option<&Place>, another: Option<&Place>| {
        let (whom, another) = (*whom?, *another?);
        let are_exchanged =
            whom.is_asked && !another.is_asked && whom.is_figure == another.is_figure;
        are_exchanged.then_some(Crossing {
            whom: whom.at,
            another: another.at,
            what: what.at,
            held: asked,
            is_alike: false,
        })
    };
    let tells_deed = holder.begins_with_verb || said.begins_with_verb;
    let begin_alike = !tells_deed && holder.opening == said.opening;
    let is_deed = is_holder_later && holder.is_deed() && asked > 1;
    pair(of_holder.first(), of_said.first())
        .filter(|_| begin_alike)
        .or_else(|| {
            let found = pair(of_holder.last(), of_said.last());
            found.filter(|_| what.is_figure || is_deed)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Lexicon;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        let own = Reading::learnt(claim, &mut lexicon);
        let theirs = Reading::learnt(source, &mut lexicon);
        let found = exchanged_shares(&own, &theirs);
        assert_eq!(found.is_some(), expected, "{claim} / {source}: {found:?}");
    }

    #[test]
    fn one_thing_that_is_called_by_two_words_is_not_exchanged() {
        for (source, claim) in [
            (
                "Demand for copper is growing, while the need for coal is shrinking.",
                "Demand for coal is shrinking.",
            ),
            (
                "Employees get 25 days of leave, and managers are entitled to 30 days.",
                "Managers get 30 days of leave.",
            ),
            (
                "Gas consumption dropped by 9 percent; electricity use was down 3 percent.",
                "Electricity consumption fell by 3 percent.",
            ),
        ] {
            check(source, claim, false);
        }
    }

    #[test]
    fn what_is_said_of_the_one_is_not_said_of_the_other() {
        for (source, right, wrong) in [
            (
                "Her mother was Danish and her father Swedish.",
                "Her father was Swedish.",
                "Her mother was Swedish.",
            ),
            (
                "Anna studied law in Bern, and Paul studied medicine in Basel.",
                "Paul studied medicine.",
                "Anna studied medicine in Basel.",
            ),
            (
                "The red wire carries the signal, the black wire the current.",
                "The black wire carries the current.",
                "The red wire carries the current.",
            ),
            (
                "Headache was reported by 12 % of patients in the drug arm versus 5 % in the placebo arm.",
                "Headache was reported by 5 % of patients in the placebo arm.",
                "Headache was reported by 12 % of patients in the placebo arm.",
            ),
            (
                "Yields rose by 14 % in irrigated plots and by 3 % in rain-fed plots.",
                "Yields rose by 3 % in rain-fed plots.",
                "Yields rose by 14 % in rain-fed plots.",
            ),
            (
                "The court set aside the injunction but upheld the award.",
                "The court upheld the award.",
                "The court set aside the award.",
            ),
            (
                "Mr Price moved that the budget be adopted, and Ms Ito seconded.",
                "Mr Price moved that the budget be adopted and Ms Ito seconded.",
                "Ms Ito moved that the budget be adopted and Mr Price seconded.",
            ),
            (
                "Gold melts at 1,064 degrees and silver at 962 degrees.",
                "Gold melts at 1,064 degrees.",
                "Gold melts at 962 degrees.",
            ),
        ] {
            check(source, right, false);
            check(source, wrong, true);
        }
    }

    #[test]
    fn parts_that_are_not_built_alike_exchange_nothing() {
        for (source, claim) in [
            (
                "The firm opened a mill in Graz, the capital of Styria.",
                "The firm opened a mill in Styria.",
            ),
            (
                "The museum was built in 1902 and extended in 1950 by Olsen.",
                "The museum was built by Olsen.",
            ),
            (
                "Smith founded the firm in 1990, and the company opened a shop in Graz.",
                "The firm opened a shop in Graz.",
            ),
        ] {
            check(source, claim, false);
        }
    }
}
