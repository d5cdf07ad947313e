//! Discord: how two statements stand to each other as their words show it, before any model is asked.
//!
//! Each is read as a claim on the other. One that the other denies, or of which it says the opposite or the exchanged, contradicts it; one that says the same
//! from the other side does not, and neither do two that differ in more than one thing: another subject with another value is another statement.

use super::charges::told_of_charges;
use super::counts::told_of_counts;
use super::days::told_of_days;
use super::harm::told_of_harm;
use super::slots::are_filled_otherwise;
use super::successors::is_of_successor;
use super::taken_back::takes_back;
use crate::check::language::directions::axis;
use crate::check::language::names::names;
use crate::check::language::numbers::{Quantity, WEEKDAYS, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, plain, words};
use crate::check::meaning::contests::{other_winner, outcome};
use crate::check::meaning::contrary::{Read, contrary, denies, is_converse};
use crate::check::meaning::courses::reversed_course;
use crate::check::meaning::frames::frame;
use crate::check::meaning::governing::Stance;
use crate::check::meaning::persons::other_person;
use crate::check::meaning::portions::{are_others, portion};
use crate::check::meaning::roles::{are_compared_crosswise, swapped_comparison, swapped_roles};

/// What two statements are to each other, where their words show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Discord {
    /// They cannot both be true.
    Opposed,
    /// They say the same, or of one of them the other says only that somebody says it.
    Agreed,
    /// They name another of what there is mostly one.
    OtherName,
    /// They speak of different things.
    Apart,
}

pub(crate) fn discord(a: &str, b: &str, lexicon: &mut Lexicon) -> Option<Discord> {
    let readings = (&Reading::learnt(a, lexicon), &Reading::learnt(b, lexicon));
    let lexicon = &*lexicon;
    let framed = [
        frame(readings.0, readings.1, None),
        frame(readings.1, readings.0, None),
    ];
    let stances: Vec<Stance> = framed
        .into_iter()
        .flatten()
        .map(|frame| frame.stance)
        .collect();
    if stances.contains(&Stance::Denied) {
        return Some(Discord::Opposed);
    }
    if !stances.is_empty() && !have_other_amounts(a, b) {
        return Some(Discord::Agreed);
    }
    if takes_back(readings.0, readings.1) {
        return Some(Discord::Opposed);
    }
    if is_of_successor(a, b) {
        return Some(Discord::Apart);
    }
    if let Some(told) = told_of_one_kind(readings) {
        return Some(told);
    }
    let (own, theirs) = (Read::of(readings.0, lexicon), Read::of(readings.1, lexicon));
    let told = |text: &str| outcome(text, &names(text));
    let is_lost = || other_winner(told(a).as_ref(), told(b).as_ref()).is_some();
    let are_of_one = || own.against(&theirs).0 >= 2;
    if is_lost() || are_of_one() && are_others(portion(a).as_ref(), portion(b).as_ref()) {
        return Some(Discord::Opposed);
    }
    if is_converse(&own, &theirs) && own.is_within(&theirs) {
        return Some(Discord::Agreed);
    }
    let (opposites, is_denied_once) = (own.opposites(&theirs), own.denies() != theirs.denies());
    // What is said of another is no opposite, and `did not acquit` is none of `convicted`.
    let are_brief = readings.0.words.len().max(readings.1.words.len()) <= BRIEF;
    let is_of_others = name_others(a, b);
    let tells_apart = opposites > 0 && is_denied_once
        || (opposites > 0 || is_denied_once) && is_of_others
        || opposites > 1 && !is_converse(&own, &theirs);
    if are_brief && tells_apart {
        return Some(Discord::Apart);
    }
    let is_opposed = contrary(&own, &theirs, |term| theirs.has(term)).is_some()
        && contrary(&theirs, &own, |term| own.has(term)).is_some();
    let is_of_another = have_other_dates(a, b) || have_other_amounts(a, b);
    if is_opposed {
        let is_of_another = is_of_another && !have_directions(a, b);
        // Besides the two opposites each has a word of its own: the floors, of which one burned and the other was spared.
        let are_others = || own.against(&theirs).1 > 0 && are_filled_otherwise(a, b);
        return Some(if is_of_another || are_others() {
            Discord::Apart
        } else {
            Discord::Opposed
        });
    }
    let is_exchanged = swapped_roles(readings.0, readings.1)
        .and_then(|_| swapped_roles(readings.1, readings.0))
        .or_else(|| swapped_comparison(a, b))
        .or_else(|| reversed_course(a, b, lexicon))
        .is_some();
    if is_exchanged && own.is_within(&theirs) {
        return Some(Discord::Opposed);
    }
    if are_compared_crosswise((a, b)) {
        return None;
    }
    let deny_both = own.denies() && theirs.denies() && opposites == 0 && !name_others(a, b);
    if are_brief && deny_both && !is_of_another || own.is_turned_twice(&theirs) {
        return Some(Discord::Agreed);
    }
    let (shared, strange) = own.against(&theirs);
    let is_told_of_one = |text: &str| words(text).any(|span| text.get(span).is_some_and(is_being));
    if are_brief
        && is_of_others
        && shared > 0
        && strange == 0
        && !is_of_another
        && (is_told_of_one(a) || is_told_of_one(b))
        && !(begins_with_name(a) && begins_with_name(b))
    {
        return Some(Discord::OtherName);
    }
    let has_person = other_person(a, &[b].into_iter()).is_some();
    let is_apart = strange > shared || is_of_another && strange > 0 && strange >= shared;
    (is_apart && !has_person).then_some(Discord::Apart)
}

/// How two statements of one kind, which share few words and mean one thing by others, stand to each other: about harm, opening days or charges.
fn told_of_one_kind((a, b): (&Reading<'_>, &Reading<'_>)) -> Option<Discord> {
    let is_of_others = || name_others(a.text, b.text);
    let told = told_of_days(a, b)
        .or_else(|| told_of_charges(a, b))
        .or_else(|| told_of_counts(a, b))
        .or_else(|| told_of_harm(a, b).filter(|_| !have_other_dates(a.text, b.text)))
        .or_else(|| denied_until(a, b));
    told.filter(|told| *told != Discord::Opposed || !is_of_others())
}

/// What somebody does not do until something happens he does then: `said nothing until the end`, `spoke at the end`.
fn denied_until(a: &Reading<'_>, b: &Reading<'_>) -> Option<Discord> {
    let is_meant = |own: &Reading<'_>, other: &Reading<'_>| {
        let until = (1..own.words.len()).find(|&at| matches!(own.word(at), "until" | "till"));
        until.is_some_and(|until| {
            (0..until).any(|at| denies(own.word(at)))
                && !other.words.iter().any(|word| denies(word))
                && (until + 1..own.words.len()).any(|at| {
                    own.term(at)
                        .is_some_and(|term| other.terms.contains(&Some(term)))
                })
        })
    };
    (is_meant(a, b) || is_meant(b, a)).then_some(Discord::Agreed)
}

/// Words of a statement that is read as a whole: in longer ones more than one thing is said.
const BRIEF: usize = 20;

/// `The chair is Ann`, `was composed by Ben`: of one thing, mostly, that is one.
fn is_being(word: &str) -> bool {
    matches!(word, "is" | "was" | "wurde" | "ist" | "war")
}

fn begins_with_name(text: &str) -> bool {
    names(text)
        .first()
        .is_some_and(|name| text.trim_start().starts_with(&name.text))
}

/// Whether each of two texts names something that the other does not.
fn name_others(a: &str, b: &str) -> bool {
    let names_more = |own: &str, other: &str| {
        let lower = other.to_lowercase();
        names(own)
            .iter()
            .any(|name| name.words.iter().any(|word| !lower.contains(word.as_str())))
    };
    names_more(a, b) && names_more(b, a)
}

/// Whether both texts say which way something went: then another amount is no other thing.
pub(crate) fn have_directions(a: &str, b: &str) -> bool {
    const CHANGE: usize = 0;
    let has = |text: &str| {
        words(text)
            .filter_map(|span| text.get(span))
            .any(|word| axis(&plain(word)).is_some_and(|(axis, _)| axis == CHANGE))
    };
    has(a) && has(b)
}

/// Whether two texts give amounts of which none may be one of the other's.
fn have_other_amounts(a: &str, b: &str) -> bool {
    let (own, theirs) = (quantities(a), quantities(b));
    let mut amounts = own.iter().filter_map(Quantity::amount).peekable();
    let theirs = || theirs.iter().filter_map(Quantity::amount);
    amounts.peek().is_some()
        && theirs().next().is_some()
        && amounts.all(|own| !theirs().any(|other| own.is_compatible(other)))
}

/// Whether two texts give days or dates that are not each other's.
fn have_other_dates(a: &str, b: &str) -> bool {
    let dates =
        |text: &str| -> Vec<_> { quantities(text).iter().filter_map(Quantity::date).collect() };
    let (own, theirs) = (dates(a), dates(b));
    let differ = |own: &[_], theirs: &[_]| {
        !own.is_empty() && !theirs.is_empty() && !own.iter().any(|day| theirs.contains(day))
    };
    let days = |text: &str| -> Vec<String> {
        words(text)
            .filter_map(|span| text.get(span))
            .map(|word| plain(word).trim_end_matches('s').to_owned())
            .filter(|word| WEEKDAYS.contains(&word.as_str()))
            .collect()
    };
    let (own_days, their_days) = (days(a), days(b));
    let other_days = !own_days.is_empty()
        && !their_days.is_empty()
        && !own_days.iter().any(|day| their_days.contains(day));
    differ(&own, &theirs) || other_days
}

/// What `told` says of two statements, whichever comes first.
#[cfg(test)]
#[track_caller]
pub(super) fn assert_both_ways(
    told: impl Fn(&Reading<'_>, &Reading<'_>) -> Option<Discord>,
    a: &str,
    b: &str,
    expected: Option<Discord>,
) {
    let mut lexicon = Lexicon::default();
    let own = Reading::learnt(a, &mut lexicon);
    let theirs = Reading::learnt(b, &mut lexicon);
    assert_eq!(told(&own, &theirs), expected, "{a} / {b}");
    assert_eq!(told(&theirs, &own), expected, "{b} / {a}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_statements_are_to_each_other_is_told_by_their_words() {
        for (a, b, expected) in [
            (
                "The keeper saved the shot.",
                "The keeper conceded the shot.",
                Some(Discord::Opposed),
            ),
            (
                "The well ran dry.",
                "It is not true that the well ran dry.",
                Some(Discord::Opposed),
            ),
            (
                "Pell sued Harrow.",
                "Harrow sued Pell.",
                Some(Discord::Opposed),
            ),
            (
                "Keld is larger than Orsa.",
                "Orsa is smaller than Keld.",
                Some(Discord::Agreed),
            ),
            (
                "The well ran dry.",
                "Some fear that the well ran dry.",
                Some(Discord::Agreed),
            ),
            (
                "The hall is closed on Mondays.",
                "The hall is open on Fridays.",
                Some(Discord::Apart),
            ),
            (
                "The committee meets on Monday.",
                "The choir sings on Tuesday.",
                Some(Discord::Apart),
            ),
            (
                "The mill has two floors.",
                "The mill has five floors.",
                None,
            ),
        ] {
            let found = discord(a, b, &mut Lexicon::default());
            assert_eq!(found, expected, "{a} / {b}");
        }
    }
}
