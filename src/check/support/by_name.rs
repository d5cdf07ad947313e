//! By name: a sentence that goes through several names and gives each its own value, `Corey was second; Newton, third`, and a claim that gives one of them the value
//! of another.
//!
//! What has no verb of its own is not read as a statement, and every word of `Newton came second` stands there. Each value belongs to the names that stand between
//! it and the value before; where a sentence begins with a value, to those behind it. A clause of a claim is wrong where its names all have other values, and the
//! names that have its value are not in it.

use std::ops::Range;

use super::bindings::Exchange;
use super::finding::Finding;
use crate::check::language::irregular::base;
use crate::check::language::numbers::{Quantity, Unit, quantities};
use crate::check::language::terms::{is_stop_word, plain, words};
use crate::check::meaning::contrary::denies;
use crate::check::text::sentences::sentences;

/// The most bytes of what one value is given to.
const LONGEST: usize = 140;
/// Where a sentence has to have its first value at the latest that begins with one.
const LATEST: usize = 12;
/// The most values of a sentence that goes through names.
const MOST: usize = 8;

/// A value where it stands.
#[derive(Clone)]
struct Valued {
    span: Range<usize>,
    value: Value,
}

#[derive(Clone)]
enum Value {
    /// In which place somebody came.
    Rank(usize),
    Told(Quantity),
}

impl Value {
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Rank(own), Self::Rank(other)) => own == other,
            (Self::Told(own), Self::Told(other)) => own.bears_out(other),
            _ => false,
        }
    }

    /// Whether two values answer one question.
    fn is_of_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Rank(_), Self::Rank(_)) => true,
            (Self::Told(own), Self::Told(other)) => match (own.amount(), other.amount()) {
                (Some(own), Some(other)) => {
                    !matches!(own.unit, Unit::Label(_)) && own.unit.counts_same(&other.unit)
                }
                (None, None) => true,
                _ => false,
            },
            _ => false,
        }
    }

    fn is_date(&self) -> bool {
        matches!(self, Self::Told(told) if told.date().is_some())
    }
}

/// A value that a claim gives to one name of a sentence that goes through several, where that gives it to another.
pub(super) fn value_of_another_name(claim: &str, texts: &[&str]) -> Option<Finding> {
    let mut own_names = names_in(claim);
    // What a claim begins with is a name where its evidence has it as one.
    if let Some((at, first)) = all_words(claim).next()
        && first.starts_with(char::is_uppercase)
        && own_names.first().is_none_or(|(first, _)| *first != at)
    {
        let name = name_of(first);
        let is_name = |sentence: &str| names_in(sentence).iter().any(|(_, own)| *own == name);
        let mut all = texts
            .iter()
            .filter(|text| text.contains(first))
            .flat_map(|text| {
                sentences(text)
                    .into_iter()
                    .filter_map(|span| text.get(span))
            });
        if all.any(is_name) {
            own_names.insert(0, (at, name));
        }
    }
    if own_names.is_empty() || all_words(claim).any(|(_, word)| denies(&plain(word))) {
        return None;
    }
    let clauses: Vec<(Range<usize>, Valued)> = clauses(claim);
    if clauses.is_empty() {
        return None;
    }
    // Most texts are told apart by the letters of the names.
    let surfaces: Vec<&str> = own_names
        .iter()
        .filter_map(|(at, _)| {
            claim
                .get(*at..)?
                .split(|c: char| !c.is_alphanumeric())
                .next()
        })
        .collect();
    let has_name = |text: &str| surfaces.iter().any(|name| text.contains(name));
    let all: Vec<&str> = texts
        .iter()
        .filter(|text| has_name(text))
        .flat_map(|text| {
            sentences(text)
                .into_iter()
                .filter_map(|span| text.get(span))
        })
        .filter(|sentence| has_name(sentence))
        .collect();
    clauses.iter().find_map(|(clause, own)| {
        let named: Vec<&str> = own_names
            .iter()
            .filter(|(at, _)| clause.contains(at))
            .map(|(_, name)| name.as_str())
            .collect();
        let said = claim.get(clause.clone())?;
        let (at, found) = all.iter().enumerate().find_map(|(at, sentence)| {
            let found = exchanged(said, &named, own, claim, sentence)?;
            Some((at, found))
        })?;
        // Another sentence may give it to the claim's own.
        let is_told = all.iter().enumerate().any(|(other, sentence)| {
            other != at
                && named.iter().any(|name| has_word(sentence, name))
                && valued(sentence)
                    .iter()
                    .any(|told| told.value.is(&own.value))
        });
        (!is_told).then_some(found)
    })
}

/// What a sentence gives the value of a claim's clause to, where it gives another to the names of the clause.
fn exchanged(
    clause: &str,
    named: &[&str],
    own: &Valued,
    claim: &str,
    sentence: &str,
) -> Option<Finding> {
    let segments = segments(sentence, &own.value)?;
    let has = |names: &[String]| named.iter().any(|own| names.iter().any(|name| name == own));
    if own.value.is_date() && !shares_deed(clause, sentence) {
        return None;
    }
    let (same, others): (Vec<_>, Vec<_>) = segments
        .iter()
        .partition(|(_, theirs)| theirs.value.is(&own.value));
    let (holders, _) = same.first()?;
    if same.iter().any(|(names, _)| has(names)) {
        return None;
    }
    let (of_claim, _) = others.iter().find(|(names, _)| has(names))?;
    let name = of_claim
        .iter()
        .find(|name| named.contains(&name.as_str()))?;
    let told = |name: &str, text: &str| {
        let found = all_words(text).find(|(_, word)| name_of(word) == name);
        found.map_or(name, |(_, word)| word).to_owned()
    };
    Some(Finding::Exchanged(Exchange {
        value: claim.get(own.span.clone())?.to_owned(),
        claim: told(name, claim),
        source: told(holders.first()?, sentence),
    }))
}

/// Whether a clause tells, beside its names, what a sentence does: `won` of `winner`.
fn shares_deed(clause: &str, sentence: &str) -> bool {
    const LEAST: usize = 3;
    let told = |text: &str| -> Vec<String> {
        all_words(text)
            .filter(|(_, word)| word.starts_with(char::is_lowercase) && !is_stop_word(word))
            .map(|(_, word)| base(&plain(word)).to_owned())
            .filter(|word| word.len() >= LEAST)
            .collect()
    };
    let theirs = told(sentence);
    let is_one = |own: &String| {
        theirs
            .iter()
            .any(|other| other.starts_with(own.as_str()) || own.starts_with(other.as_str()))
    };
    told(clause).iter().any(is_one)
}

/// The names of a sentence with the value of each, if it gives every value of a kind to names of its own.
fn segments(sentence: &str, kind: &Value) -> Option<Vec<(Vec<String>, Valued)>> {
    let values: Vec<Valued> = valued(sentence)
        .into_iter()
        .filter(|told| told.value.is_of_kind(kind))
        .collect();
    if !(2..=MOST).contains(&values.len()) {
        return None;
    }
    let first = values.first()?.span.start;
    let all = names_in(sentence);
    let is_before = all.iter().any(|(at, _)| *at < first);
    if !is_before && first > LATEST {
        return None;
    }
    let mut segments = Vec::with_capacity(values.len());
    for (at, told) in values.iter().enumerate() {
        let range = if is_before {
            let from = at.checked_sub(1).and_then(|before| values.get(before));
            from.map_or(0, |before| before.span.end)..told.span.start
        } else {
            let to = values
                .get(at + 1)
                .map_or(sentence.len(), |next| next.span.start);
            told.span.end..to
        };
        let mut own = all.iter().filter(|(at, _)| range.contains(at)).peekable();
        let (begin, _) = own.peek()?;
        let gap = sentence.get(range.start..*begin)?;
        let is_apart = !is_before
            || at == 0
            || gap.contains([',', ';'])
            || [" and ", " while ", " but "]
                .iter()
                .any(|join| gap.contains(join));
        if !is_apart || range.len() > LONGEST {
            return None;
        }
        segments.push((
            own.map(|(_, name)| name.clone()).collect::<Vec<_>>(),
            told.clone(),
        ));
    }
    // What stands beside several values is the holder of none.
    let shared: Vec<String> = segments
        .iter()
        .enumerate()
        .flat_map(|(at, (names, _))| {
            let others = segments
                .iter()
                .enumerate()
                .filter(move |(other, _)| *other != at);
            let others: Vec<&String> = others.flat_map(|(_, (names, _))| names).collect();
            names
                .iter()
                .filter(move |name| others.contains(name))
                .cloned()
        })
        .collect();
    for (names, _) in &mut segments {
        names.retain(|name| !shared.contains(name));
        if names.is_empty() {
            return None;
        }
    }
    Some(segments)
}

/// The clauses of a claim that have one value, each with it.
fn clauses(claim: &str) -> Vec<(Range<usize>, Valued)> {
    let values = valued(claim);
    let mut ends: Vec<usize> = claim
        .match_indices([',', ';'])
        .map(|(at, _)| at)
        .chain(
            [" and ", " while ", " whereas ", " but "]
                .iter()
                .flat_map(|join| claim.match_indices(join).map(|(at, _)| at)),
        )
        .filter(|at| !values.iter().any(|told| told.span.contains(at)))
        .collect();
    ends.push(claim.len());
    ends.sort_unstable();
    let mut from = 0;
    let mut found = Vec::new();
    for end in ends {
        let clause = from..end;
        from = end;
        let mut own = values
            .iter()
            .filter(|told| clause.contains(&told.span.start));
        if let (Some(told), None) = (own.next(), own.next()) {
            found.push((clause, told.clone()));
        }
    }
    found
}

/// The values of a sentence, in order.
fn valued(sentence: &str) -> Vec<Valued> {
    let mut found: Vec<Valued> = quantities(sentence)
        .into_iter()
        .filter(|own| {
            own.amount()
                .is_none_or(|amount| !matches!(amount.unit, Unit::Label(_)))
        })
        .map(|own| Valued {
            span: own.span.clone(),
            value: Value::Told(own),
        })
        .collect();
    found.extend(ranks(sentence));
    found.sort_by_key(|told| told.span.start);
    found
}

/// Where a sentence says in which place somebody came: `was second`, `second place`.
fn ranks(sentence: &str) -> Vec<Valued> {
    const RANKS: &[&str] = &[
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    #[rustfmt::skip]
    const BEFORE: &[&str] = &[
        "was", "were", "is", "came", "come", "comes", "finished", "finish", "placed", "placing", "ranked", "ranks", "finishing", "coming", "took", "takes", "taking",
    ];
    const BEHIND: &[&str] = &["place", "prize", "position", "spot"];
    let all: Vec<(usize, String)> = all_words(sentence)
        .map(|(at, word)| (at, plain(word)))
        .collect();
    let word = |at: usize| all.get(at).map_or("", |(_, word)| word.as_str());
    let rank = |at: usize| RANKS.iter().position(|rank| *rank == word(at));
    let ends = |at: usize| {
        let end = all.get(at).map_or(0, |(start, word)| start + word.len());
        sentence.get(end..).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with([',', ';', '.']) || rest.starts_with(" and ")
        })
    };
    let is_rank = |at: usize| {
        BEHIND.contains(&word(at + 1))
            || at > 0 && BEFORE.contains(&word(at - 1)) && (ends(at) || word(at + 1) == "in")
    };
    // `Corey was second; Newton, third` says the verb once.
    let has_rank = (0..all.len()).any(|at| rank(at).is_some() && is_rank(at));
    (0..all.len())
        .filter_map(|at| {
            let value = rank(at)?;
            let (start, word) = all.get(at)?;
            let is_elided = has_rank && ends(at);
            (is_rank(at) || is_elided).then(|| Valued {
                span: *start..start + word.len(),
                value: Value::Rank(value),
            })
        })
        .collect()
}

fn all_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    words(text).filter_map(|span| Some((span.start, text.get(span)?)))
}

fn has_word(text: &str, name: &str) -> bool {
    all_words(text).any(|(_, word)| name_of(word) == name)
}

/// A word without a possessive ending, in lower case.
fn name_of(word: &str) -> String {
    let lower = plain(word);
    let bare = lower
        .strip_suffix("'s")
        .or_else(|| lower.strip_suffix('\''));
    bare.map_or_else(|| lower.clone(), str::to_owned)
}

/// The words of names, with where they begin; the first word of a text only where it is no common one.
fn names_in(text: &str) -> Vec<(usize, String)> {
    #[rustfmt::skip]
    const NO_NAMES: &[&str] = &[
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "monday", "tuesday",
        "wednesday", "thursday", "friday", "saturday", "sunday", "first", "second", "third",
    ];
    let all: Vec<(usize, &str)> = all_words(text).collect();
    let is_name = |at: usize| {
        let (_, word) = all.get(at)?;
        let lower = name_of(word);
        let is_capital = word.starts_with(char::is_uppercase) && word.chars().count() > 1;
        // A sentence begins with a capital, whatever its first word.
        let is_plain_first = at == 0 && {
            let is_followed = all
                .get(1)
                .is_some_and(|(_, next)| next.starts_with(char::is_uppercase));
            let behind = text.get(all.first().map_or(0, |(at, word)| at + word.len())..);
            let is_owner = word.ends_with("'s")
                || word.ends_with("’s")
                || behind.is_some_and(|behind| behind.starts_with(['\'', '’']));
            !is_followed && !is_owner && !is_after_all(&lower)
        };
        (is_capital && !is_plain_first && !is_stop_word(&lower) && !NO_NAMES.contains(&&*lower))
            .then_some(lower)
    };
    (0..all.len())
        .filter_map(|at| Some((all.get(at)?.0, is_name(at)?)))
        .collect()
}

/// Whether a word that begins a sentence can only be a name: no English word is written so.
fn is_after_all(lower: &str) -> bool {
    !crate::semantic::is_word(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_another_name_of_a_list_is_told() {
        let race = "Albert J. Corey of Chicago was second; A. L. Newton, of New York, was third.";
        let times = "Hicks' time was three hours, 28 minutes and 53 seconds; Corey, three hours, 34 minutes and 15 seconds.";
        let boston = "John Lordon, winner of Boston in 1903, Mike Spring, winner of Boston in 1904, and others ran.";
        for (claim, source, expected) in [
            (
                "Second place went to A. L. Newton, ahead of Corey.",
                race,
                true,
            ),
            ("Newton came second and Corey third.", race, true),
            ("Corey came second and Newton third.", race, false),
            ("Third place went to Newton of New York.", race, false),
            (
                "Hicks needed just over three and a half hours.",
                times,
                true,
            ),
            (
                "Hicks needed just under three and a half hours.",
                times,
                false,
            ),
            (
                "Corey needed just over three and a half hours.",
                times,
                false,
            ),
            ("John Lordon had won in Boston in 1904.", boston, true),
            ("Mike Spring had won in Boston in 1904.", boston, false),
            ("Lordon won in 1903, Spring in 1904.", boston, false),
        ] {
            let found = value_of_another_name(claim, &[source]);
            assert_eq!(found.is_some(), expected, "{claim}");
        }
    }

    #[test]
    fn a_value_that_another_sentence_gives_to_the_claims_name_is_its_own() {
        let source = "Corey was second; Newton was third. Newton came second in Paris.";
        assert!(value_of_another_name("Newton came second.", &[source]).is_none());
    }
}
