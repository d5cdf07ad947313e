//! Bindings: which value a sentence gives to which thing, `the union puts the loss at 12 million and the ministry at 30`.
//!
//! Two values of one kind that have changed hands are the fault that no count of words sees: every word and every number of the claim is in its evidence. A
//! clause binds its amounts to its other words; a claim is wrong about them where its words are those that the evidence binds to another value of the kind.

use std::ops::Range;

use super::weigh::said_amount;
use crate::check::language::numbers::{Amount, Date, Quantity, Unit};
use crate::check::language::terms::{Lexicon, Term, plain, words};
use crate::check::meaning::governing::SPEAKS;
use crate::check::text::turns::is_framing;

/// What a clause gives an amount to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Key {
    Word(Term),
    On(Date),
}

/// An amount with the words and dates of its clause.
struct Bound {
    words: Vec<(Key, String)>,
    amount: Quantity,
}

/// A value that a claim gives to one thing and its evidence to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exchange {
    /// As the claim has it.
    pub(crate) value: String,
    /// What the claim gives it to.
    pub(crate) claim: String,
    /// What the evidence gives it to.
    pub(crate) source: String,
}

/// Where a claim gives to one thing the value that its evidence gives to another. Texts come with their quantities.
pub(crate) fn exchanged_values<'s>(
    claim: (&str, &[Quantity]),
    evidence: impl Iterator<Item = (&'s str, &'s [Quantity])>,
    lexicon: &Lexicon,
) -> Option<Exchange> {
    let text = claim.0;
    let own = bound(text, claim.1, lexicon);
    if own.is_empty() {
        return None;
    }
    let theirs: Vec<Bound> = evidence
        .flat_map(|(sentence, quantities)| bound(sentence, quantities, lexicon))
        .collect();
    // `Falls were 4 % with the frame and 3 % without`: what the first clause is about the others are about as well.
    let subject = subject(text, lexicon);
    let (claim, source, amount) = own.iter().zip(0..).find_map(|(own, at)| {
        let inherited = if at == 0 { &[][..] } else { subject.as_slice() };
        let (claim, source) = exchanged(own, inherited, &theirs)?;
        Some((claim, source, &own.amount))
    })?;
    Some(Exchange {
        value: said_amount(text, amount).to_owned(),
        claim,
        source,
    })
}

/// The content words of a text before its first auxiliary.
fn subject(text: &str, lexicon: &Lexicon) -> Vec<Key> {
    const AUXILIARIES: &[&str] = &["is", "are", "was", "were", "has", "have", "had", "will"];
    let all: Vec<&str> = words(text).filter_map(|span| text.get(span)).collect();
    let end = all.iter().position(|word| AUXILIARIES.contains(word));
    let before = all.get(..end.unwrap_or(0)).unwrap_or_default();
    before
        .iter()
        .filter_map(|word| lexicon.known(word).map(Key::Word))
        .collect()
}

fn exchanged(own: &Bound, inherited: &[Key], theirs: &[Bound]) -> Option<(String, String)> {
    let mut same = theirs
        .iter()
        .filter(|their| their.amount.bears_out(&own.amount))
        .peekable();
    same.peek()?;
    let others: Vec<&Bound> = theirs
        .iter()
        .filter(|their| is_another_value(&their.amount, &own.amount))
        .collect();
    // Every place that gives the value has to give it to something else.
    let mut found = None;
    for same in same {
        found = Some(
            others
                .iter()
                .find_map(|other| exchange(own, inherited, same, other))?,
        );
    }
    found
}

/// What the claim says and what the evidence says, where the claim's words about its value are those that the evidence has about the other.
fn exchange(
    own: &Bound,
    inherited: &[Key],
    same: &Bound,
    other: &Bound,
) -> Option<(String, String)> {
    let only_of = |bound: &Bound, without: &Bound| -> Vec<(Key, String)> {
        let shared = |word: &&(Key, String)| without.has(word.0);
        bound
            .words
            .iter()
            .filter(|word| !shared(word))
            .cloned()
            .collect()
    };
    let (of_same, of_other) = (only_of(same, other), only_of(other, same));
    let said = own
        .words
        .iter()
        .find(|(term, _)| of_other.iter().any(|(other, _)| other == term))?;
    let belongs = own
        .words
        .iter()
        .map(|(term, _)| term)
        .chain(inherited)
        .any(|term| of_same.iter().any(|(other, _)| other == term));
    // A word that stands in neither may be another name of what the value belongs to.
    let is_known = own
        .words
        .iter()
        .all(|(term, _)| same.has(*term) || other.has(*term));
    let named: Vec<&str> = of_same
        .iter()
        .take(MOST_NAMED)
        .map(|(_, word)| word.as_str())
        .collect();
    (!belongs && is_known && !named.is_empty()).then(|| (said.1.clone(), named.join(" ")))
}

/// Words by which it is told what the evidence gives a value to.
const MOST_NAMED: usize = 3;

fn is_another_value(own: &Quantity, other: &Quantity) -> bool {
    own.amount()
        .zip(other.amount())
        .is_some_and(|(own, other)| {
            // `Two hours and lamb for three`: a unit is not always said again.
            let is_bare = |amount: &Amount| amount.unit == Unit::Bare;
            if is_bare(own) != is_bare(other) && own.unit.is_comparable(&other.unit) {
                return !own.as_written().is_compatible(&other.as_written());
            }
            let is_one_kind = is_bare(own) && is_bare(other) || own.unit.counts_same(&other.unit);
            is_one_kind && !own.is_compatible(other)
        })
}

impl Bound {
    fn has(&self, key: Key) -> bool {
        self.words.iter().any(|(own, _)| *own == key)
    }
}

/// The amounts of a sentence, each with the content words of its clause, without those that only say that something is said.
fn bound(sentence: &str, quantities: &[Quantity], lexicon: &Lexicon) -> Vec<Bound> {
    /// Words of a clause that is only what an amount belongs to.
    const NO_VERB: usize = 2;
    let amounts: Vec<Quantity> = quantities
        .iter()
        .filter(|quantity| quantity.amount().is_some())
        .cloned()
        .collect();
    if amounts.is_empty() {
        return Vec::new();
    }
    let clauses = clauses(sentence, &amounts);
    let mut bound: Vec<Bound> = Vec::with_capacity(amounts.len());
    for amount in amounts {
        let Some(clause) = clauses
            .iter()
            .find(|clause| clause.contains(&amount.span.start))
        else {
            continue;
        };
        let text = sentence.get(clause.clone()).unwrap_or_default();
        let dates = quantities.iter().filter_map(|own| {
            let date = own.date().filter(|_| clause.contains(&own.span.start))?;
            Some((Key::On(date), sentence.get(own.span.clone())?.to_owned()))
        });
        let mut own: Vec<(Key, String)> = words(text)
            .filter(|span| !amount.span.contains(&(clause.start + span.start)))
            .filter_map(|span| text.get(span))
            .filter(|word| !is_saying(&plain(word)))
            .filter_map(|word| Some((Key::Word(lexicon.known(word)?), word.to_owned())))
            .collect();
        // `Beef roasts for two hours and lamb for three`: what has no verb of its own takes that of the first clause.
        if (1..=NO_VERB).contains(&own.len())
            && let Some(first) = bound.first()
        {
            let shared = first.words.iter().skip(own.len());
            let shared = shared.filter(|(key, _)| matches!(key, Key::Word(_)));
            own.extend(shared.cloned().collect::<Vec<_>>());
        }
        own.extend(dates);
        bound.push(Bound { words: own, amount });
    }
    bound
}

fn is_saying(word: &str) -> bool {
    #[rustfmt::skip]
    const PUTS: &[&str] = &[
        "put", "puts", "putting", "estimating", "speak", "speaks", "value", "values", "came", "come", "comes", "amount", "amounts", "amounted", "reach",
        "reaches", "reached", "total", "totals", "totalled", "totaled", "stood", "stands",
    ];
    is_framing(word) || SPEAKS.contains(&word) || PUTS.contains(&word)
}

/// The clauses of a sentence. What has no amount of its own goes with the clause before, or, at the start, with the one behind.
fn clauses(sentence: &str, amounts: &[Quantity]) -> Vec<Range<usize>> {
    const BETWEEN: &[&str] = &[
        "; ",
        ", ",
        " and ",
        " while ",
        " but ",
        " whereas ",
        " against ",
        " compared with ",
        " versus ",
        " than ",
        " instead of ",
    ];
    let mut cuts: Vec<usize> = BETWEEN
        .iter()
        .flat_map(|between| sentence.match_indices(between).map(|(at, _)| at))
        // `between 3 and 5` is one amount.
        .filter(|cut| !amounts.iter().any(|amount| amount.span.contains(cut)))
        .collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts.push(sentence.len());
    let mut clauses: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    for to in cuts {
        let has_amount = amounts
            .iter()
            .any(|amount| (from..to).contains(&amount.span.start));
        if has_amount {
            clauses.push(from..to);
            from = to;
        } else if let Some(last) = clauses.last_mut() {
            last.end = to;
            from = to;
        }
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::quantities;

    #[track_caller]
    fn check(evidence: &[&str], claim: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        lexicon.term_set(claim);
        for sentence in evidence {
            lexicon.term_set(sentence);
        }
        let read: Vec<_> = evidence
            .iter()
            .map(|text| (*text, quantities(text)))
            .collect();
        let theirs = read.iter().map(|(text, own)| (*text, own.as_slice()));
        let found = exchanged_values((claim, &quantities(claim)), theirs, &lexicon);
        assert_eq!(found.is_some(), expected, "{claim}: {found:?}");
    }

    #[test]
    fn values_that_changed_hands_are_told() {
        let evidence = [
            "The growers put the damage at 4 million euros.",
            "Insurers put the damage at 9 million euros.",
        ];
        for claim in [
            "The growers put the damage at 9 million euros.",
            "According to insurers, the damage came to 4 million euros.",
            "Insurers speak of 4 million euros, the growers of 9 million euros.",
        ] {
            check(&evidence, claim, true);
        }
        check(
            &["Lamb roasts for two hours and beef for three."],
            "Beef roasts for two hours and lamb for three.",
            true,
        );
        check(
            &[
                "Ferries sold 400 tickets in 2023.",
                "Ferries sold 900 tickets in 2024.",
            ],
            "Ferries sold 900 tickets in 2023 and 400 in 2024.",
            true,
        );
        check(
            &["Wheat rose by 4 percent while barley rose by 9 percent."],
            "Barley rose by 4 percent.",
            true,
        );
    }

    #[test]
    fn values_in_the_right_hands_and_things_of_other_names_are_not() {
        let evidence = [
            "The growers put the damage at 4 million euros.",
            "Insurers put the damage at 9 million euros.",
        ];
        let years = [
            "Ferries sold 400 tickets in 2023.",
            "Ferries sold 900 tickets in 2024.",
        ];
        check(
            &years,
            "Ferries sold 400 tickets in 2023 and 900 in 2024.",
            false,
        );
        for claim in [
            "The growers put the damage at 4 million euros.",
            "Insurers speak of 9 million euros, the growers of 4 million euros.",
            "The damage is between 4 and 9 million euros.",
            "Farmers put the damage at 4 million euros.",
        ] {
            check(&evidence, claim, false);
        }
    }
}
