//! Counterparts: two things of a sentence that a pair of words tells apart, `the upper valley` and `the lower valley`, each with a clause of its own, and a claim that says
//! of the one what is said of the other.
//!
//! All words of such a claim stand there. What it says is found in the clause of the counterpart alone, and nothing of it in that of the thing it names.

use super::polarity::Opposition;
use crate::check::language::opposites::Relation;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term};

/// The fewest words of a clause of its own, and of what is said of the counterpart.
const CLAUSE: usize = 3;
const SAID: usize = 2;

/// The word by which a claim names one thing, and that of the counterpart of which its source says what the claim does.
pub(crate) fn said_of_counterpart(
    claim: &Reading<'_>,
    source: &Reading<'_>,
    lexicon: &Lexicon,
) -> Option<Opposition> {
    let clauses = clauses(source);
    // Most sentences have no clause for a counterpart, and the claim is not looked at.
    if clauses.len() < 2 {
        return None;
    }
    let own: Vec<Term> = claim.terms.iter().copied().flatten().collect();
    (0..claim.words.len()).find_map(|at| {
        let term = claim.term(at)?;
        let is_other = |other: Term| {
            let relation = lexicon.places(term).relation(lexicon.places(other));
            matches!(relation, Some(Relation::Opposite | Relation::Sibling))
                && !own.contains(&other)
        };
        let [named] = &*places_in(&clauses, |own| own == term) else {
            return None;
        };
        let [counterpart] = &*places_in(&clauses, is_other) else {
            return None;
        };
        let (named, theirs) = (clauses.get(*named)?, clauses.get(*counterpart)?);
        if named.len() < CLAUSE || std::ptr::eq(named, theirs) {
            return None;
        }
        let has = |clause: &[(usize, Term)], term: Term| clause.iter().any(|(_, own)| *own == term);
        let count = |is: &dyn Fn(Term) -> bool| {
            let rest = own.iter().filter(|rest| **rest != term);
            rest.filter(|rest| is(**rest)).count()
        };
        let of_named = count(&|rest| has(named, rest) && !has(theirs, rest));
        let of_theirs = count(&|rest| has(theirs, rest) && !has(named, rest));
        let strange = count(&|rest| !clauses.iter().any(|clause| has(clause, rest)));
        let (other, _) = theirs.iter().find(|(_, term)| is_other(*term))?;
        (of_named == 0 && of_theirs >= SAID && strange < of_theirs).then(|| Opposition::Swapped {
            claim: claim.surface(at).to_owned(),
            source: source.surface(*other).to_owned(),
        })
    })
}

/// In which clauses a word stands.
fn places_in(clauses: &[Vec<(usize, Term)>], is_it: impl Fn(Term) -> bool) -> Vec<usize> {
    let all = clauses.iter().enumerate();
    let has = all.filter(|(_, clause)| clause.iter().any(|(_, term)| is_it(*term)));
    has.map(|(at, _)| at).collect()
}

/// The words of each clause that say something, with their places.
fn clauses(text: &Reading<'_>) -> Vec<Vec<(usize, Term)>> {
    const BEGIN: &[&str] = &["while", "whereas", "but", "although", "though"];
    let mut clauses: Vec<Vec<(usize, Term)>> = vec![Vec::new()];
    for at in 0..text.words.len() {
        if text.gap(at).contains([',', ';', ':', '–', '—']) || BEGIN.contains(&text.word(at)) {
            clauses.push(Vec::new());
        }
        if let (Some(term), Some(clause)) = (text.term(at), clauses.last_mut()) {
            clause.push((at, term));
        }
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, source: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        let claim = Reading::learnt(claim, &mut lexicon);
        let source = Reading::learnt(source, &mut lexicon);
        let found = said_of_counterpart(&claim, &source, &lexicon);
        assert_eq!(found.is_some(), expected, "{}: {found:?}", claim.text);
    }

    const VALLEYS: &str = "Children in the upper valley still learn it at home; in the lower valley it was given up in the seventies, and only the old speak it now.";

    #[test]
    fn what_is_said_of_one_side_is_not_said_of_the_other() {
        for claim in [
            "Children in the lower valley learn it at home.",
            "It was given up in the upper valley in the seventies.",
        ] {
            check(claim, VALLEYS, true);
        }
        check(
            "Men were paid by the piece in the mills.",
            "Men were paid by the week in the mines, while women were paid by the piece in the mills.",
            true,
        );
    }

    #[test]
    fn what_is_said_of_it_or_of_both_is() {
        for claim in [
            "Children in the upper valley learn it at home.",
            "It was given up in the lower valley in the seventies.",
            "In the lower valley only the old speak it.",
        ] {
            check(claim, VALLEYS, false);
        }
        for source in [
            "The upper and lower valleys flooded in May.",
            "The upper, the middle and the lower valleys flooded in May.",
            "The upper valley, like the lower valley, flooded in May.",
        ] {
            check("The upper valley flooded in May.", source, false);
        }
    }
}
