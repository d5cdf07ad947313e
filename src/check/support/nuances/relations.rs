//! Relations: whether it is somebody of whom a sentence speaks, or only his deputy, widow or rival.

use std::ops::Range;

use super::{Nuance, Side};
use crate::check::language::terms::Term;
use crate::check::meaning::governing::{REPORTS, SPEECH};

/// Who is somebody else's, and does nothing in his name.
#[rustfmt::skip]
const RELATED: &[&str] = &[
    "mother", "father", "brother", "sister", "son", "daughter", "wife", "husband", "widow", "widower", "uncle", "aunt", "cousin", "nephew", "niece", "grandfather",
    "grandmother", "grandson", "granddaughter", "parents", "children", "child", "twin", "fiancé", "fiancée", "spouse", "family", "deputy", "secretary", "assistant",
    "adviser", "advisor", "aide", "spokesman", "spokeswoman", "spokesperson", "lawyer", "lawyers", "successor", "predecessor", "rival", "rivals", "competitor",
    "competitors", "opponent", "opponents", "critic", "critics", "neighbour", "neighbours", "neighbor", "neighbors", "friend", "friends", "colleague", "colleagues",
    "driver", "bodyguard", "translator", "biographer", "coach", "teacher", "pupil", "pupils", "student", "students", "landlord", "tenant", "tenants", "supplier",
    "suppliers", "customer", "customers", "ally", "allies", "enemy", "enemies", "fans", "followers", "supporters", "counterpart", "namesake", "imitators", "heirs",
];

/// Who is so once he has left: `a former head of the regulator`.
#[rustfmt::skip]
const PAST: &[&str] = &["head", "chief", "director", "member", "members", "employee", "employees", "owner", "official", "officials", "president", "manager", "chairman", "boss"];
const FORMER: &[&str] = &["former", "ex", "late", "onetime", "retired"];

/// Who speaks for another.
const SPEAKERS: &[&str] = &[
    "spokesman",
    "spokeswoman",
    "spokesperson",
    "lawyer",
    "lawyers",
    "secretary",
];

/// The words by which a relation is known.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    RELATED.iter().chain(PAST).copied()
}

/// Somebody with the word for who is his.
struct Relation {
    holder: Range<usize>,
    related: usize,
    /// The words of both.
    said: Range<usize>,
}

/// Where a claim says of somebody what its sentence says of somebody of his, or the other way round.
pub(super) fn other_holder(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let between = |with: Side<'_>, without: Side<'_>| {
        relations(with).into_iter().find_map(|relation| {
            let free = free(with, &relation, without)?;
            Some((with.said(relation.said), without.said(free)))
        })
    };
    let (source, claim) = between(source, claim)
        .or_else(|| between(claim, source).map(|(claim, source)| (source, claim)))?;
    Some(Nuance::Opposed { claim, source })
}

/// Where a text without the relation has its holder in the same place.
fn free(with: Side<'_>, relation: &Relation, without: Side<'_>) -> Option<Range<usize>> {
    const REACH: usize = 4;
    let holder: Vec<Term> = relation
        .holder
        .clone()
        .filter_map(|at| with.term(at))
        .collect();
    let related = with.term(relation.related)?;
    if holder.is_empty() || without.has(related) {
        return None;
    }
    // Who is named without the relation as well may have done it himself.
    let is_named = (0..with.len()).any(|at| {
        !relation.said.contains(&at) && with.term(at).is_some_and(|term| holder.contains(&term))
    });
    let is_holder = |at: usize| {
        (at..)
            .zip(&holder)
            .all(|(at, term)| without.term(at) == Some(*term))
    };
    let mut places = (0..without.len()).filter(|&at| is_holder(at));
    let (Some(at), None) = (places.next(), places.next()) else {
        return None;
    };
    let place = at..at + holder.len();
    let is_possessive = without.reading.surface(place.end - 1).ends_with('s')
        && without.reading.surface(place.end - 1).contains(['\'', '’']);
    let is_of = at > 0 && (at.saturating_sub(2)..at).any(|before| without.word(before) == "of");
    if is_named || is_possessive || is_of {
        return None;
    }
    let end = relation.said.end;
    let behind = with.next(end, REACH);
    let is_subject = behind.is_some() && behind == without.next(place.end, REACH);
    let before = with.last(relation.said.start, REACH);
    let is_object = before.is_some()
        && before == without.last(place.start, REACH)
        && behind.is_none() == without.next(place.end, REACH).is_none();
    // Who speaks for another says what that says.
    let says = |at: usize| REPORTS.contains(&with.word(at)) || SPEECH.contains(&with.word(at));
    let speaks = SPEAKERS.contains(&with.word(relation.related)) && (end..end + REACH).any(says);
    ((is_subject || is_object) && !speaks).then_some(place)
}

fn relations(side: Side<'_>) -> Vec<Relation> {
    const ADJECTIVES: usize = 3;
    let is_related = |at: usize| {
        let was = || {
            (at.saturating_sub(ADJECTIVES)..at).any(|before| FORMER.contains(&side.word(before)))
        };
        RELATED.contains(&side.word(at)) || PAST.contains(&side.word(at)) && was()
    };
    (0..side.len())
        .filter(|&at| is_related(at))
        .filter_map(|related| of_possessive(side, related).or_else(|| of_genitive(side, related)))
        .collect()
}

/// `the minister's first deputy`.
fn of_possessive(side: Side<'_>, related: usize) -> Option<Relation> {
    const REACH: usize = 3;
    let is_possessive = |at: usize| {
        let surface = side.reading.surface(at);
        ["'s", "’s", "s'", "s’"]
            .iter()
            .any(|ending| surface.ends_with(ending))
            || side.reading.gap(at + 1).starts_with(['\'', '’']) && surface.ends_with('s')
    };
    let last = (related.saturating_sub(REACH)..related)
        .rev()
        .find(|&at| is_possessive(at))?;
    let is_capital = |at: usize| side.reading.surface(at).starts_with(char::is_uppercase);
    let first = (0..last)
        .rev()
        .take_while(|&at| is_capital(last) && is_capital(at) && side.term(at).is_some())
        .last()
        .unwrap_or(last);
    Some(Relation {
        holder: first..last + 1,
        related,
        said: first..related + 1,
    })
}

/// `the widow of Dr Lund`.
fn of_genitive(side: Side<'_>, related: usize) -> Option<Relation> {
    if side.word(related + 1) != "of" {
        return None;
    }
    let from = related + 2 + usize::from(matches!(side.word(related + 2), "the" | "a" | "an"));
    let is_capital = |at: usize| side.reading.surface(at).starts_with(char::is_uppercase);
    let names = (from..side.len())
        .take_while(|&at| {
            is_capital(at)
                && side.term(at).is_some()
                && (at == from || side.reading.gap(at).trim_matches('.').trim().is_empty())
        })
        .count();
    let to = from + names.max(1);
    side.term(from).is_some().then_some(Relation {
        holder: from..to,
        related,
        said: related..to,
    })
}
