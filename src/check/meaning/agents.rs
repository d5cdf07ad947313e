//! Agents: by whom a deed was done, where two texts tell the same deed.
//!
//! `Directed by Rademaker and starring Lasker` names two people, and only one of them directed. A claim has every word of such a sentence and may still give the
//! deed to somebody else whom it names. Who did it stands behind `by`, or right before the verb.

use std::ops::Range;

use super::polarity::Opposition;
use crate::check::language::names::{Name, names};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Term, is_stop_word};

/// A deed, and who is told to have done it: the places of the words.
struct Done {
    verb: Term,
    by: Range<usize>,
}

/// Whom a claim tells to have done what its source tells of somebody else, though it names them both.
pub(crate) fn other_agent(claim: &Reading<'_>, source: &Reading<'_>) -> Option<Opposition> {
    let told = told_by(source, &names(source.text));
    if told.is_empty() {
        return None;
    }
    let named = names(claim.text);
    let mut own = told_by(claim, &named);
    own.extend(done_by(claim, &named));
    own.iter().find_map(|own| {
        let of_verb = || told.iter().filter(|done| done.verb == own.verb);
        let words = |reading: &Reading<'_>, places: &Range<usize>| -> Vec<String> {
            places
                .clone()
                .map(|at| reading.word(at).to_owned())
                .collect()
        };
        let wanted = words(claim, &own.by);
        let is_theirs = |done: &Done| {
            words(source, &done.by)
                .iter()
                .any(|word| wanted.contains(word))
        };
        let other = of_verb().next()?;
        let is_told_elsewhere = || {
            // `Lasker directed two others himself`.
            let mut places =
                (0..source.words.len()).filter(|&at| source.term(at) == Some(own.verb));
            places.any(|at| at > 0 && wanted.iter().any(|word| source.word(at - 1) == word))
        };
        let is_named = wanted.iter().all(|word| source.words.contains(word));
        let has_patient = (0..claim.words.len()).any(|at| {
            let term = claim
                .term(at)
                .filter(|term| *term != own.verb && !own.by.contains(&at));
            term.is_some_and(|term| source.terms.contains(&Some(term)))
        });
        // Who cannot be read may be the one: `by monks from Orsa`.
        let is_unread = (1..source.words.len()).any(|at| {
            source.word(at) == "by"
                && verb_before(source, at) == Some(own.verb)
                && !told.iter().any(|done| {
                    done.verb == own.verb && done.by.start > at && done.by.start <= at + 5
                })
        });
        if is_unread || of_verb().any(is_theirs) || !is_named || !has_patient || is_told_elsewhere()
        {
            return None;
        }
        Some(Opposition::Swapped {
            claim: claim.text_of(&own.by).to_owned(),
            source: source.text_of(&other.by).to_owned(),
        })
    })
}

/// What is told with `by` and a name: `flown by his co-pilot, Ute Fischer`.
fn told_by(reading: &Reading<'_>, named: &[Name]) -> Vec<Done> {
    let is_by = |at: usize| reading.word(at) == "by" && reading.word(at - 1) != "not";
    let by = (1..reading.words.len()).filter(|&at| is_by(at));
    by.filter_map(|at| {
        Some(Done {
            verb: verb_before(reading, at)?,
            by: names_behind(reading, at, named)?,
        })
    })
    .collect()
}

/// The verb of a `by`: the nearest word before it that says something and is no name.
fn verb_before(reading: &Reading<'_>, by: usize) -> Option<Term> {
    const REACH: usize = 4;
    (by.saturating_sub(REACH)..by)
        .rev()
        .take_while(|&at| !is_boundary(reading, at + 1))
        .filter(|&at| !is_capital(reading, at) && !reading.word(at).ends_with("ly"))
        .find_map(|at| reading.term(at))
}

/// The names behind a word, with what stands between several; who they are may come first.
pub(super) fn names_behind(
    reading: &Reading<'_>,
    by: usize,
    named: &[Name],
) -> Option<Range<usize>> {
    const REACH: usize = 4;
    let from = (by + 1..=by + REACH)
        .take_while(|&at| at == by + 1 || !reading.gap(at).contains(['.', ';', ':', '(']))
        .take_while(|&at| {
            !matches!(
                reading.word(at),
                "in" | "for" | "at" | "on" | "with" | "to" | "from" | "as"
            )
        })
        .find(|&at| is_capital(reading, at))?;
    let is_more = |at: usize| {
        is_capital(reading, at)
            || matches!(reading.word(at), "and" | "de" | "van" | "von" | "da")
                && is_capital(reading, at + 1)
    };
    let to = (from + 1..reading.words.len())
        .find(|&at| !is_more(at) || reading.gap(at).contains(['.', ';', ':', '(']))
        .unwrap_or(reading.words.len());
    is_name(reading, &(from..to), named).then_some(from..to)
}

/// What a name is the subject of: `Brandt was flying the aircraft`.
fn done_by(reading: &Reading<'_>, named: &[Name]) -> Vec<Done> {
    const AUXILIARIES: &[&str] = &[
        "was", "were", "is", "are", "has", "have", "had", "been", "also",
    ];
    let mut found = Vec::new();
    let mut at = 0;
    while at < reading.words.len() {
        let to = (at..reading.words.len())
            .find(|&next| !is_capital(reading, next))
            .unwrap_or(reading.words.len());
        let verb = (to..reading.words.len())
            .find(|&next| !AUXILIARIES.contains(&reading.word(next)))
            .unwrap_or(to);
        let is_passive = (to..verb)
            .any(|place| matches!(reading.word(place), "was" | "were" | "is" | "are" | "been"))
            && !reading.word(verb).ends_with("ing")
            || reading.word(verb + 1) == "by";
        // `Park, not Lee, designed it.`
        let is_excluded = at > 0 && reading.word(at - 1) == "not";
        if to > at
            && !is_excluded
            && !is_passive
            && !is_stop_word(reading.word(verb))
            && is_name(reading, &(at..to), named)
        {
            found.extend(reading.term(verb).map(|verb| Done { verb, by: at..to }));
        }
        at = to.max(at) + 1;
    }
    found
}

/// Whether words are a name, and no month or the first word of a sentence.
pub(super) fn is_name(reading: &Reading<'_>, places: &Range<usize>, named: &[Name]) -> bool {
    named.iter().any(|name| {
        places
            .clone()
            .any(|at| name.words.iter().any(|word| word == reading.word(at)))
    })
}

pub(super) fn is_capital(reading: &Reading<'_>, at: usize) -> bool {
    reading.surface(at).starts_with(char::is_uppercase)
}

/// Whether another clause begins before a word.
fn is_boundary(reading: &Reading<'_>, at: usize) -> bool {
    reading.gap(at).contains([',', '.', ';', ':', '(', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::terms::Lexicon;

    fn found(source: &str, claim: &str) -> bool {
        let mut lexicon = Lexicon::default();
        let source = Reading::learnt(source, &mut lexicon);
        let claim = Reading::learnt(claim, &mut lexicon);
        other_agent(&claim, &source).is_some()
    }

    const FILM: &str =
        "The Glass Orchard is a drama directed by Ines Rademaker and starring Tom Lasker.";
    const CRASH: &str =
        "Early reports named Karl Brandt, but the aircraft was flown by his co-pilot, Ute Fischer.";

    #[test]
    fn a_deed_that_the_source_gives_to_somebody_else_is_told() {
        assert!(found(FILM, "The Glass Orchard was directed by Tom Lasker."));
        assert!(found(CRASH, "Karl Brandt was flying the aircraft."));
        assert!(found(
            "The bridge was designed by Amalie Reuter and built by Jonas Pell.",
            "Jonas Pell designed the bridge."
        ));
    }

    #[test]
    fn who_did_it_and_what_is_told_of_nobody_are_not() {
        assert!(!found(FILM, "Ines Rademaker directed The Glass Orchard."));
        assert!(!found(FILM, "The Glass Orchard stars Tom Lasker."));
        assert!(!found(CRASH, "The aircraft was flown by Ute Fischer."));
        for (source, claim) in [
            (
                "The song was written by Ann Dahl, and Bo Lind wrote the words of the song.",
                "Bo Lind wrote the song.",
            ),
            (
                "The bridge was opened by the mayor, and Jonas Pell opened the road.",
                "Jonas Pell opened the road.",
            ),
            (
                "Tarn College was founded by monks from Orsa Abbey, which had been founded by the Bishop of Lund.",
                "Orsa Abbey monks founded Tarn College.",
            ),
            (
                "The law was passed by Parliament in March and signed by April Kent.",
                "The law was signed by April Kent.",
            ),
        ] {
            assert!(!found(source, claim), "{claim}");
        }
    }
}
