//! Own values: a value of one thing that a claim gives to another, which has a value of its own beside it: `large banks saw deposits drop 2.3 percent` of what fell by so
//! much at regional lenders, while `large banks, by contrast, reported a small inflow of 0.4 percent`.

use super::{Phrases, Source, is_done, opposed, phrase};
use crate::check::language::terms::is_figure;
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{BE, Word, deny};

/// Words by which a sentence sets what it tells against the one before.
#[rustfmt::skip]
static CONTRASTS: Phrases = Phrases::of(&[
    "by contrast", "in contrast", "on the other hand", "conversely", "by comparison", "sister", "meanwhile", "instead", "on the contrary", "unlike", "counterpart", "twin",
]);

/// The value that the evidence gives to what it sets against the claim's subject.
pub(super) fn value_of_the_other(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let (subject, end) = subject(claim)?;
    let figures = figures(claim);
    if figures.is_empty() || deny(claim) {
        return None;
    }
    let has = |line: &[Word<'_>], word: &Word<'_>| line.iter().any(|other| word.is_as(other));
    let lines = source.lines();
    let own = lines.iter().find(|line| {
        let opening = line.get(..line.len().min(OPENING)).unwrap_or_default();
        phrase(line, &CONTRASTS).is_some() && subject.iter().all(|word| has(opening, word))
    })?;
    let own_figures = self::figures(own);
    figures.iter().find_map(|(figure, unit)| {
        let is_own = own_figures.iter().any(|(own, _)| own == figure);
        let is_rival = own_figures.iter().any(|(_, other)| other == unit);
        let of_others = lines.iter().filter(|line| {
            self::figures(line)
                .iter()
                .any(|(other, of)| other == figure && of == unit)
        });
        let mut of_others = of_others.peekable();
        let other = *of_others.peek()?;
        let is_of_none = of_others.all(|line| !subject.iter().all(|word| has(line, word)));
        // A pronoun there may be the claim's own.
        let has_pronoun = other
            .iter()
            .take(OPENING)
            .any(|word| word.is_in(&["it", "they", "he", "she", "its", "their", "both"]));
        let named = claim.get(..end)?;
        let other = other.get(..other.len().min(OPENING))?;
        (!is_own && is_rival && is_of_none && !has_pronoun).then(|| opposed(named, other))
    })
}

/// Words of a sentence in which its subject stands.
const OPENING: usize = 8;

/// The words by which a claim calls what it speaks of.
fn subject<'s, 't>(claim: &'s [Word<'t>]) -> Option<(Vec<&'s Word<'t>>, usize)> {
    const VERBS: &[&str] = &[
        "has", "have", "had", "saw", "lost", "cut", "reported", "consists", "gets", "makes",
        "costs",
    ];
    let end = claim
        .iter()
        .position(|word| is_done(word) || word.is_in(BE) || word.is_in(VERBS))?;
    let words: Vec<&Word<'_>> = claim
        .get(..end)?
        .iter()
        .filter(|word| word.tells())
        .collect();
    (!words.is_empty() && words.len() <= 4).then_some((words, end))
}

/// The figures of a sentence, each with the word behind it.
fn figures(line: &[Word<'_>]) -> Vec<(String, String)> {
    let all = line
        .iter()
        .enumerate()
        .filter(|(_, word)| is_figure(&word.plain));
    all.map(|(at, word)| {
        let unit = line.get(at + 1).filter(|unit| !unit.is_apart);
        (
            word.plain.clone(),
            unit.map_or(String::new(), |unit| unit.stem.clone()),
        )
    })
    .collect()
}
