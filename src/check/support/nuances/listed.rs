//! Lists of names: whom a claim puts among others where its sentence has somebody else, `joined by Roe, Poe and Doe`.

use super::{Nuance, Side};

/// Names that make a list, and those that two lists have in common for them to be one.
const LEAST: usize = 3;
const SHARED: usize = 2;

/// A name of a claim's list in the stead of which its sentence has another, or that its list has not.
pub(super) fn other_in_list(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let own = list(claim)?;
    let theirs = list(source)?;
    let name = |side: Side<'_>, at: usize| side.word(at).trim_end_matches("'s").to_owned();
    let has =
        |side: Side<'_>, list: &[usize], word: &str| list.iter().any(|&at| name(side, at) == word);
    let strange: Vec<usize> = own
        .iter()
        .copied()
        .filter(|&at| !has(source, &theirs, &name(claim, at)))
        .collect();
    let [strange] = *strange.as_slice() else {
        return None;
    };
    let word = name(claim, strange);
    if own.len() - 1 < SHARED || (0..source.len()).any(|at| name(source, at) == word) {
        return None;
    }
    let left = theirs
        .iter()
        .find(|&&at| !has(claim, &own, &name(source, at)));
    let is_named =
        left.filter(|&&at| !(0..claim.len()).any(|own| name(claim, own) == name(source, at)));
    Some(match is_named {
        Some(&at) => Nuance::Opposed {
            claim: claim.said(strange..strange + 1),
            source: source.said(at..at + 1),
        },
        None if left.is_none() => Nuance::Stronger {
            claim: claim.said(strange..strange + 1),
            source: source.said(theirs.first().copied()?..theirs.last()? + 1),
        },
        None => return None,
    })
}

/// The last words of the names of the longest list of a text, if it has one.
fn list(side: Side<'_>) -> Option<Vec<usize>> {
    let is_name =
        |at: usize| at < side.len() && side.reading.surface(at).starts_with(char::is_uppercase);
    let mut best: Vec<usize> = Vec::new();
    let mut run: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < side.len() {
        if !is_name(at) {
            run.clear();
            at += 1;
            continue;
        }
        let mut last = at;
        while is_name(last + 1) && side.reading.gap(last + 1) == " " {
            last += 1;
        }
        run.push(last);
        if run.len() > best.len() {
            best.clone_from(&run);
        }
        let next = last + 1;
        let joins = matches!(side.word(next), "and" | "or" | "&");
        at = match side.reading.gap(next) {
            ", " | " & " if is_name(next) => next,
            ", " | " " if joins && is_name(next + 1) => next + 1,
            _ => {
                run.clear();
                next
            }
        };
    }
    (best.len() >= LEAST).then_some(best)
}
