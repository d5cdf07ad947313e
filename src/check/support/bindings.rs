//! Bindings: which value a sentence gives to which thing, `the union puts the loss at 12 million and the ministry at 30`.
//!
//! Two values of one kind that have changed hands are the fault that no count of words sees: every word and every number of the claim is in its evidence. A
//! clause binds its amounts to its other words; a claim is wrong about them where its words are those that the evidence binds to another value of the kind.

use std::ops::Range;

use super::weigh::said_amount;
use crate::check::language::directions::axis;
use crate::check::language::irregular::is_past;
use crate::check::language::names::is_ordinary;
use crate::check::language::numbers::{Amount, Date, Quantity, Unit};
use crate::check::language::only;
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::terms::{Lexicon, Term, plain, plain_words, stem, words};
use crate::check::meaning::governing::SPEAKS;
use crate::check::text::turns::is_framing;

/// What a clause gives a value to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Key {
    Word(Term),
    On(Date),
}

/// A value with the words and dates of its clause.
pub(super) struct Bound {
    words: Vec<(Key, String)>,
    pub(super) amount: Quantity,
    clause: Range<usize>,
    /// Whether its clause only gives what another value was before: `compared with 61 percent in 2019`.
    is_compared: bool,
}

/// Of which kind of value clauses are asked what they give it to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Amount,
    /// A date belongs to words alone.
    Date,
}

impl Kind {
    fn is_of(self, sentence: &str, quantity: &Quantity) -> bool {
        const WHEN: &[&str] = &[
            "in", "on", "since", "from", "by", "until", "till", "before", "after",
        ];
        // `The 2016 games` is a name of the games.
        let tells_when = || {
            let head = sentence.get(..quantity.span.start).unwrap_or_default();
            let last = words(head).last().and_then(|span| head.get(span));
            last.is_some_and(|word| WHEN.contains(&plain(word).as_str()))
        };
        match self {
            Self::Amount => quantity.amount().is_some(),
            Self::Date => quantity.date().is_some() && tells_when(),
        }
    }
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
    let evidence: Vec<(&str, &[Quantity])> = evidence.collect();
    [Kind::Amount, Kind::Date]
        .into_iter()
        .find_map(|kind| exchanged_of(kind, claim, &evidence, lexicon))
}

fn exchanged_of(
    kind: Kind,
    claim: (&str, &[Quantity]),
    evidence: &[(&str, &[Quantity])],
    lexicon: &Lexicon,
) -> Option<Exchange> {
    let text = claim.0;
    let own = bound(text, claim.1, kind, lexicon);
    if own.is_empty() {
        return None;
    }
    let theirs: Vec<Bound> = evidence
        .iter()
        .flat_map(|(sentence, quantities)| bound(sentence, quantities, kind, lexicon))
        .collect();
    // `Falls were 4 % with the frame and 3 % without`: what the first clause is about the others are about as well.
    let subject = subject(text, lexicon);
    let (claim, source, amount) = own.iter().zip(0..).find_map(|(bound, at)| {
        let beside = own.iter().filter(|other| other.clause == bound.clause);
        let told = Told {
            own: bound,
            inherited: if at == 0 { &[] } else { &subject },
            beside: beside.map(|other| &other.amount).collect(),
            lexicon,
        };
        let (claim, source) = told.exchanged(&theirs)?;
        Some((claim, source, &bound.amount))
    })?;
    Some(Exchange {
        value: said_amount(text, amount).to_owned(),
        claim,
        source,
    })
}

/// Whether a word is a name by its looks, and no word like others at the start of a sentence.
fn is_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && !is_ordinary(&plain(word))
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

/// A value of a claim, with what the claim's first clause is about and the values of its own clause.
struct Told<'b> {
    own: &'b Bound,
    inherited: &'b [Key],
    beside: Vec<&'b Quantity>,
    lexicon: &'b Lexicon,
}

impl Told<'_> {
    /// What the claim and what the evidence gives the value to, if these are two things in every place.
    fn exchanged(&self, theirs: &[Bound]) -> Option<(String, String)> {
        let own = self.own;
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
            let mut others = others.iter();
            found = Some(others.find_map(|other| self.exchange(same, other))?);
        }
        found
    }

    /// What the claim says and what the evidence says, where the claim's words about its value are those that the evidence has about the other.
    fn exchange(&self, same: &Bound, other: &Bound) -> Option<(String, String)> {
        let own = self.own;
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
        if let Some(times) = self.other_time(&of_same, &of_other, other) {
            return Some(times);
        }
        // A date or a name is put for another of its kind: `next year` and `the agency` may be the same in other words.
        let is_exchangeable = |key: &Key, word: &str| match key {
            Key::On(_) => of_same.iter().any(|(key, _)| matches!(key, Key::On(_))),
            Key::Word(_) => !is_name(word) || of_same.iter().any(|(_, word)| is_name(word)),
        };
        let said = own.words.iter().find(|(key, word)| {
            of_other.iter().any(|(other, _)| other == key) && is_exchangeable(key, word)
        })?;
        let belongs = own
            .words
            .iter()
            .map(|(term, _)| term)
            .chain(self.inherited)
            .any(|term| of_same.iter().any(|(other, _)| other == term));
        // A word that stands in neither may be another name of what the value belongs to.
        let is_known = own
            .words
            .iter()
            .all(|(term, _)| same.has(*term) || other.has(*term));
        let named: Vec<&str> = of_same
            .iter()
            .map(|(_, word)| word.as_str())
            .filter(|word| !word.is_empty())
            .take(MOST_NAMED)
            .collect();
        // `The cost rises from 84 to 97 million` gives the value to what the other sentence does, as far as its clause tells.
        let is_given = !named.iter().all(|word| tells_a_rise_or_fall(word));
        (!belongs && is_known && is_given).then(|| (said.1.clone(), named.join(" ")))
    }

    /// When the claim has its value, which is when the evidence has the other one, and when the evidence has it: `1.4 million on Thursday` of `1.4 million on
    /// Tuesday and 96,000 on Thursday`. Whatever else the two clauses share, they tell of two times.
    fn other_time(
        &self,
        of_same: &[(Key, String)],
        of_other: &[(Key, String)],
        other: &Bound,
    ) -> Option<(String, String)> {
        // `On Thursday all but 96,000 of the 1.4 million` has both.
        let mut beside = self.beside.iter();
        if beside.any(|value| other.amount.bears_out(value)) {
            return None;
        }
        let own = &self.own.words;
        if let Some(date) = self.date_of_comparison(of_same, of_other, other) {
            return Some(date);
        }
        own.iter().find_map(|(said, word)| {
            let is_of_other = of_other.iter().any(|(key, _)| key == said);
            let (theirs, time) = of_same
                .iter()
                .find(|(key, _)| are_two_times(self.lexicon, *said, *key))?;
            let has_both = own.iter().any(|(key, _)| key == theirs);
            (is_of_other && !has_both).then(|| (word.clone(), time.clone()))
        })
    }
}

impl Told<'_> {
    /// The only date of the claim, where the evidence has it for what the value is compared with, and none for the value: `83 percent now, compared with 61 percent
    /// in 2019`.
    fn date_of_comparison(
        &self,
        of_same: &[(Key, String)],
        of_other: &[(Key, String)],
        other: &Bound,
    ) -> Option<(String, String)> {
        let is_date = |(key, _): &&(Key, String)| matches!(key, Key::On(_));
        let (key, date) = only(self.own.words.iter().filter(is_date))?;
        let is_its = of_other.iter().any(|(other, _)| other == key);
        let is_undated = !of_same.iter().any(|word| is_date(&word));
        if !other.is_compared || !is_its || !is_undated {
            return None;
        }
        let named = of_same.iter().map(|(_, word)| word.as_str());
        let named: Vec<&str> = named.take(MOST_NAMED).collect();
        (!named.is_empty()).then(|| (date.clone(), named.join(" ")))
    }
}

/// Whether a word only tells that something became more or less: nothing has a value by it.
fn tells_a_rise_or_fall(word: &str) -> bool {
    let of = |word: &str| axis(word).map(|(axis, _)| axis);
    of(&plain(word)).is_some_and(|own| of("rose") == Some(own))
}

/// Whether a clause gives what a value before it is compared with.
fn is_compared(clause: &str) -> bool {
    const COMPARES: &[&str] = &[
        "compared with ",
        "compared to ",
        "against ",
        "versus ",
        "up from ",
        "down from ",
    ];
    let clause = clause.trim_start_matches([',', ';', ' ']);
    COMPARES.iter().any(|begin| clause.starts_with(begin))
}

/// Whether two dates cannot be one, or two words name two days, months, seasons or places in a row.
fn are_two_times(lexicon: &Lexicon, a: Key, b: Key) -> bool {
    match (a, b) {
        (Key::On(a), Key::On(b)) => !a.is_compatible(b),
        (Key::Word(a), Key::Word(b)) => {
            let (own, other) = (lexicon.places(a), lexicon.places(b));
            let is_of_row = |time: &&str| {
                let row = Places::of(&stem(time));
                row.relation(own).is_some() && row.relation(other).is_some()
            };
            own.relation(other) == Some(Relation::Sibling) && TIMES.iter().any(is_of_row)
        }
        _ => false,
    }
}

/// One of each row of times that exclude each other.
const TIMES: &[&str] = &["monday", "january", "spring", "first"];

/// Words by which it is told what the evidence gives a value to.
const MOST_NAMED: usize = 3;

pub(super) fn is_another_value(own: &Quantity, other: &Quantity) -> bool {
    if let Some((own, other)) = own.date().zip(other.date()) {
        return !own.is_compatible(other);
    }
    own.amount()
        .zip(other.amount())
        .is_some_and(|(own, other)| {
            // `Two hours and lamb for three`: a unit is not always said again.
            let is_bare = |amount: &Amount| amount.unit == Unit::Bare;
            if is_bare(own) != is_bare(other) && own.unit.is_comparable(&other.unit) {
                return !own.as_written().is_compatible(&other.as_written());
            }
            is_one_kind(own, other) && !own.is_compatible(other)
        })
}

/// Whether two amounts count or measure one kind of thing.
pub(super) fn is_one_kind(own: &Amount, other: &Amount) -> bool {
    let is_bare = |amount: &Amount| amount.unit == Unit::Bare;
    is_bare(own) && is_bare(other) || own.unit.counts_same(&other.unit)
}

impl Bound {
    /// The dates of its clause.
    pub(super) fn dates(&self) -> impl Iterator<Item = Date> {
        self.words.iter().filter_map(|(key, _)| match key {
            Key::On(date) => Some(*date),
            Key::Word(_) => None,
        })
    }

    fn has(&self, key: Key) -> bool {
        self.words.iter().any(|(own, _)| *own == key)
    }
}

/// The amounts of a sentence, each with what its clause gives it to.
pub(super) fn values(sentence: &str, quantities: &[Quantity], lexicon: &Lexicon) -> Vec<Bound> {
    bound(sentence, quantities, Kind::Amount, lexicon)
}

/// The values of one kind of a sentence, each with the content words of its clause, without those that only say that something is said.
fn bound(sentence: &str, quantities: &[Quantity], kind: Kind, lexicon: &Lexicon) -> Vec<Bound> {
    /// Words of a clause that is only what an amount belongs to.
    const NO_VERB: usize = 2;
    let amounts: Vec<Quantity> = quantities
        .iter()
        .filter(|quantity| kind.is_of(sentence, quantity))
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
            let is_here = kind == Kind::Amount && clause.contains(&own.span.start);
            let date = own.date().filter(|_| is_here)?;
            Some((Key::On(date), sentence.get(own.span.clone())?.to_owned()))
        });
        let is_of_a_value = |at: usize| {
            let mut all = quantities.iter().filter(|one| one.amount().is_some());
            amount.span.contains(&at) || all.any(|one| one.span.contains(&at))
        };
        let mut own: Vec<(Key, String)> = words(text)
            .filter(|span| !is_of_a_value(clause.start + span.start))
            .filter_map(|span| text.get(span))
            .filter_map(|word| {
                let bare = plain(word);
                let term = lexicon.known_plain(&bare)?;
                (!is_saying(&bare)).then(|| (Key::Word(term), word.to_owned()))
            })
            .collect();
        if goes_on_with_verb(text) && !bound.is_empty() {
            // `Built in 1990 and closed in 2005` says both of one subject.
            let subject = subject(sentence, lexicon).into_iter();
            own.extend(subject.map(|key| (key, String::new())));
        } else if (1..=NO_VERB).contains(&own.len())
            && let Some(first) = bound.first()
        {
            // `Beef roasts for two hours and lamb for three`: what has no verb of its own takes that of the first clause, and not its time where it has one.
            let is_own = |key: &Key| {
                own.iter()
                    .any(|(own, _)| are_two_times(lexicon, *own, *key))
            };
            let shared = first.words.iter().skip(own.len());
            let shared = shared.filter(|(key, _)| matches!(key, Key::Word(_)) && !is_own(key));
            own.extend(shared.cloned().collect::<Vec<_>>());
        }
        own.extend(dates);
        bound.push(Bound {
            words: own,
            amount,
            clause: clause.clone(),
            is_compared: is_compared(text),
        });
    }
    bound
}

/// Whether a clause behind another begins with a verb, as far as forms show it: `and closed in 2005`, `and applies from May`.
fn goes_on_with_verb(clause: &str) -> bool {
    const SKIPPED: &[&str] = &[
        "and", "but", "then", "later", "is", "are", "was", "were", "has", "have",
    ];
    const BEHIND: &[&str] = &[
        "in", "on", "at", "by", "from", "since", "until", "to", "for",
    ];
    let mut all = plain_words(clause).skip_while(|word| SKIPPED.contains(&word.as_str()));
    let Some(first) = all.next() else {
        return false;
    };
    let is_present = first.ends_with('s') && !first.ends_with("ss");
    first.len() > 4 && first.ends_with("ed")
        || is_past(&first)
        || is_present
            && all
                .next()
                .is_some_and(|next| BEHIND.contains(&next.as_str()))
}

fn is_saying(word: &str) -> bool {
    #[rustfmt::skip]
    const PUTS: &[&str] = &[
        "put", "puts", "putting", "estimating", "speak", "speaks", "value", "values", "came", "come", "comes", "amount", "amounts", "amounted", "reach",
        "reaches", "reached", "total", "totals", "totalled", "totaled", "stood", "stands", "expect", "expects", "expected", "forecast", "forecasts", "predicted",
        "predicts", "projected", "projects", "see", "sees", "seen",
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
        .filter(|between| sentence.contains(**between))
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
        let online =
            ["Some 83 percent of payments were now made online, compared with 61 percent in 2019."];
        check(
            &online,
            "In 2019, 83 percent of payments were made online.",
            true,
        );
        check(
            &online,
            "In 2019, 61 percent of payments were made online.",
            false,
        );
        check(
            &online,
            "Some 83 percent of payments are made online.",
            false,
        );
        let outage = ["Some 800 homes were dark on Monday night; by Wednesday 60 were."];
        check(&outage, "On Wednesday 800 homes still had no power.", true);
        check(&outage, "On Monday 800 homes had no power.", false);
        check(
            &outage,
            "By Wednesday all but 60 of the 800 homes had power again.",
            false,
        );
    }

    #[test]
    fn a_year_or_a_name_that_the_evidence_says_otherwise_is_no_other() {
        let outlook = [
            "The lending agency forecast that growth would be 2.7 percent next year.",
            "The IMF said that growth in 2023 had come to 3.4 percent in the north.",
        ];
        check(&outlook, "Growth was 2.7 percent in 2023.", false);
        check(&outlook, "Growth was 2.7 percent, said the IMF.", false);
    }

    #[test]
    fn what_something_rises_to_is_its_value_whatever_it_is_called() {
        let risen = [
            "The pier costs 84 million euros, of which the city pays 30 million.",
            "The cost rises from 84 million to 97 million euros.",
        ];
        check(
            &risen,
            "The pier costs 97 million euros, of which the city pays 30 million.",
            false,
        );
        check(
            &risen,
            "The pier costs 30 million euros, of which the city pays 84 million.",
            true,
        );
    }

    #[test]
    fn dates_that_changed_hands_are_told() {
        let rule = ["The rule was adopted on 4 May 2021 and applies from 9 June 2023."];
        check(&rule, "The rule applies from 4 May 2021.", true);
        check(&rule, "The rule was adopted on 9 June 2023.", true);
        check(&rule, "The rule applies from 9 June 2023.", false);
        check(&rule, "Adopted on 4 May 2021, it applies now.", false);
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
