//! Transfers: from whom to whom a thing or an office goes.
//!
//! `A sold it to B`, `B bought it from A` and `B took over from A` tell one thing from two sides, and `A bought it from B` the reverse, with every word of the
//! first. Who gives and who receives is told by the verb and by `to`, `from` and `by`; who stands before the verb is asked of a claim only, for in a long sentence
//! that may be anyone.

use std::ops::Range;

use super::agents::{is_capital, is_name, names_behind};
use super::deeds::root;
use super::polarity::Opposition;
use crate::check::language::names::{Name, names};
use crate::check::language::reading::Reading;

/// Verbs, by their roots, of those who part with a thing, of those who come by one, and of those who come after somebody.
const GIVES: &[&str] = &[
    "sell", "giv", "lend", "leas", "donat", "transfer", "hand", "award", "grant", "export", "ship",
    "deliver", "ced", "send", "supply", "bequeath",
];
const TAKES: &[&str] = &[
    "buy", "acquir", "purchas", "inherit", "receiv", "borrow", "import", "obtain",
];
const FOLLOWS: &[&str] = &["succeed", "replac"];
/// Verbs that are said of either side: `leases it to`, `leases it from`.
const EITHER: &[&str] = &["leas", "rent", "licens", "hir"];

/// Words that the subject may stand before its verb, and a party behind it.
const REACH: usize = 8;
const FAR: usize = 14;

struct Transfer {
    is_of_office: bool,
    verb: usize,
    giver: Option<Range<usize>>,
    receiver: Option<Range<usize>>,
}

/// The transfer that a claim tells the other way round than its source.
pub(crate) fn reversed_transfer(claim: &Reading<'_>, source: &Reading<'_>) -> Option<Opposition> {
    let own = transfers(claim, true);
    let complete = own
        .iter()
        .find_map(|own| Some((own, own.giver.clone()?, own.receiver.clone()?)));
    let (own, giver, receiver) = complete?;
    let theirs = transfers(source, false);
    if is_one(own, &theirs, claim, source) {
        return None;
    }
    let is_named = |places: &Range<usize>| {
        places.clone().any(|at| {
            is_capital(claim, at) && source.words.iter().any(|word| word == claim.word(at))
        })
    };
    let turned = theirs.iter().find(|other| {
        let is = |party: &Option<Range<usize>>, other: &Range<usize>| {
            party
                .as_ref()
                .is_some_and(|party| is_same(claim, other, source, party))
        };
        other.is_of_office == own.is_of_office
            && (is(&other.receiver, &giver) && is_named(&receiver)
                || is(&other.giver, &receiver) && is_named(&giver))
    })?;
    let told = |reading: &Reading<'_>, transfer: &Transfer| {
        let parties = [&transfer.giver, &transfer.receiver];
        let places = parties.into_iter().flatten();
        let from = places
            .clone()
            .map(|places| places.start)
            .fold(transfer.verb, usize::min);
        let to = places
            .map(|places| places.end)
            .fold(transfer.verb + 1, usize::max);
        reading.text_of(&(from..to)).to_owned()
    };
    Some(Opposition::Swapped {
        claim: told(claim, own),
        source: told(source, turned),
    })
}

/// Whether two texts tell one transfer, it may be from its two sides: `bought`, `sold … to`.
pub(crate) fn is_one_transfer(claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    let theirs = transfers(source, false);
    let own = transfers(claim, true);
    own.iter().any(|own| is_one(own, &theirs, claim, source)) || is_given_to(claim, source)
}

/// Whether who receives something in a claim is given it in the source: `households received 550 euros`, `the pilot gave 1,052 households 550 euros`.
fn is_given_to(claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    #[rustfmt::skip]
    const GIVE: &[&str] = &["giv", "gave", "pay", "paid", "grant", "award", "hand", "send", "sent", "provid", "offer", "supply", "allot"];
    const RECEIVE: &[&str] = &["receiv", "got", "get", "obtain"];
    let place = |reading: &Reading<'_>, list: &[&str]| {
        (0..reading.words.len()).find(|&at| list.contains(&root(reading.word(at))))
    };
    // `Patients given the drug` are those who received it.
    if let (Some(given), Some(receives)) = (place(claim, &["giv"]), place(source, RECEIVE))
        && claim.word(given) == "given"
    {
        let mut who = (0..given).filter_map(|at| claim.term(at));
        return who.any(|term| (0..receives).any(|at| source.term(at) == Some(term)));
    }
    let (Some(receives), Some(gives)) = (place(claim, RECEIVE), place(source, GIVE)) else {
        return false;
    };
    let mut who = (0..receives).filter_map(|at| claim.term(at));
    let is_at = |mut places: Range<usize>, term| places.any(|at| source.term(at) == Some(term));
    let end = source.words.len();
    who.any(|term| is_at(gives + 1..end, term) && !is_at(0..gives, term))
}

fn is_one(own: &Transfer, theirs: &[Transfer], claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    let is = |party: &Option<Range<usize>>, other: &Option<Range<usize>>| {
        let parties = party.as_ref().zip(other.as_ref());
        parties.is_some_and(|(party, other)| is_same(claim, other, source, party))
    };
    theirs.iter().any(|other| {
        other.is_of_office == own.is_of_office
            && (is(&other.receiver, &own.receiver) || is(&other.giver, &own.giver))
    })
}

fn is_same(
    claim: &Reading<'_>,
    own: &Range<usize>,
    source: &Reading<'_>,
    other: &Range<usize>,
) -> bool {
    let mut places = own.clone().filter(|&at| is_capital(claim, at));
    places.any(|at| {
        other
            .clone()
            .any(|place| source.word(place) == claim.word(at))
    })
}

/// The transfers of a text, with the subjects of their verbs where these are asked for.
fn transfers(reading: &Reading<'_>, with_subjects: bool) -> Vec<Transfer> {
    let named = names(reading.text);
    if named.is_empty() {
        return Vec::new();
    }
    let all = 0..reading.words.len();
    all.filter_map(|verb| transfer(reading, verb, &named, with_subjects))
        .collect()
}

fn transfer(
    reading: &Reading<'_>,
    verb: usize,
    named: &[Name],
    with_subjects: bool,
) -> Option<Transfer> {
    const BE: &[&str] = &["is", "are", "was", "were", "been", "be", "being"];
    let root = root(reading.word(verb));
    let takes_over = root == "tak" && reading.word(verb + 1) == "over";
    let behind = |word: &str| {
        let place = party_word(reading, verb, word)?;
        names_behind(reading, place, named)
    };
    let is_either = EITHER.contains(&root);
    let takes = TAKES.contains(&root) || is_either && behind("from").is_some();
    let hands_on = (GIVES.contains(&root) || is_either) && !takes;
    let follows = FOLLOWS.contains(&root) || takes_over;
    if is_capital(reading, verb) || !(hands_on || follows || takes) {
        return None;
    }
    let is_passive = verb > 0 && BE.contains(&reading.word(verb - 1));
    // What it is taken from, or after whom, may stand right behind: `bought Cardon's ships`, `succeeded Ada Lind`.
    let owner = || {
        let places = names_behind(reading, verb, named)?;
        let is_owner = follows || reading.surface(places.end - 1).ends_with("'s");
        (is_owner && places.start <= verb + 3).then_some(places)
    };
    let subject = || subject(reading, verb, named).filter(|_| with_subjects);
    let (giver, receiver) = match (hands_on, is_passive) {
        (true, false) => (subject(), behind("to")),
        (true, true) => (behind("by"), behind("to")),
        (false, true) if follows => (subject(), behind("by")),
        (false, true) => (behind("from"), behind("by")),
        (false, false) => (behind("from").or_else(owner), subject()),
    };
    (giver.is_some() || receiver.is_some()).then_some(Transfer {
        is_of_office: follows,
        verb,
        giver,
        receiver,
    })
}

/// Where `to`, `from` or `by` stands behind a verb, in its clause.
fn party_word(reading: &Reading<'_>, verb: usize, word: &str) -> Option<usize> {
    let last = reading.words.len().min(verb + 1 + FAR);
    (verb + 1..last)
        .take_while(|&at| {
            !reading.gap(at).contains(['.', ';', ':'])
                && !matches!(reading.word(at), "which" | "who" | "but")
        })
        .find(|&at| reading.word(at) == word && is_capital_near(reading, at))
}

/// Whether a name may follow: `to Velt Group`, `to the shipyard Velt`.
fn is_capital_near(reading: &Reading<'_>, at: usize) -> bool {
    (at + 1..=at + 3).any(|place| is_capital(reading, place))
}

/// The name before a verb.
fn subject(reading: &Reading<'_>, verb: usize, named: &[Name]) -> Option<Range<usize>> {
    let last = (verb.saturating_sub(REACH)..verb)
        .rev()
        .find(|&at| is_capital(reading, at))?;
    let first = (0..=last)
        .rev()
        .take_while(|&at| is_capital(reading, at) && (at == last || reading.gap(at + 1) == " "))
        .last()?;
    let places = first..last + 1;
    is_name_or_first(reading, &places, named).then_some(places)
}

/// One word at the start of a claim is no name by its capital alone, but who stands before such a verb is one.
fn is_name_or_first(reading: &Reading<'_>, places: &Range<usize>, named: &[Name]) -> bool {
    let is_first = places.start == 0 && places.end == 1 && reading.term(0).is_some();
    is_first || is_name(reading, places, named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::terms::Lexicon;

    fn read(source: &str, claim: &str) -> (bool, bool) {
        let mut lexicon = Lexicon::default();
        let source = Reading::learnt(source, &mut lexicon);
        let claim = Reading::learnt(claim, &mut lexicon);
        (
            reversed_transfer(&claim, &source).is_some(),
            is_one_transfer(&claim, &source),
        )
    }

    const SALE: &str =
        "Cardon acquired the yard Flux in 2021 and sold its Polish unit to Velt Group in May.";
    const WATER: &str = "Orsa bought 1.2 million cubic metres of water from Keld for $0.9 million.";
    const OFFICE: &str =
        "The chair, Lena Brandt, who took over from founder Karl Weiss in 2022, blamed prices.";

    #[test]
    fn who_gives_and_who_receives_have_changed_places() {
        for (source, claim) in [
            (SALE, "Velt Group sold its Polish unit to Cardon in May."),
            (
                WATER,
                "Keld bought 1.2 million cubic metres of water from Orsa.",
            ),
            (
                OFFICE,
                "Karl Weiss, who succeeded Lena Brandt in 2022, blamed prices.",
            ),
            (
                "Ada Lind was succeeded by Bo Dahl in 2003.",
                "Ada Lind succeeded Bo Dahl in 2003.",
            ),
        ] {
            assert_eq!(read(source, claim), (true, false), "{claim}");
        }
    }

    #[test]
    fn one_transfer_from_its_two_sides_is_one() {
        for (source, claim) in [
            (SALE, "Velt Group bought Cardon's Polish unit in May."),
            (SALE, "Cardon sold its Polish unit to Velt Group."),
            (WATER, "Keld sold water to Orsa."),
            (OFFICE, "Lena Brandt succeeded Karl Weiss."),
            (
                "Orlen leases the cranes from Haldor.",
                "Haldor leases the cranes to Orlen.",
            ),
        ] {
            assert_eq!(read(source, claim), (false, true), "{claim}");
        }
    }

    #[test]
    fn who_is_given_something_receives_it() {
        let source = "The pilot gave 1,052 households 550 euros a month.";
        assert!(
            read(
                source,
                "About a thousand households received 550 euros a month."
            )
            .1
        );
        assert!(!read(source, "The pilot received 550 euros a month.").1);
    }

    #[test]
    fn other_transfers_say_nothing_of_each_other() {
        for (source, claim) in [
            (SALE, "Cardon bought the yard from Norrland."),
            (WATER, "Keld sold 40 tonnes of salt to Norrland."),
        ] {
            assert!(!read(source, claim).0, "{claim}");
        }
    }
}
