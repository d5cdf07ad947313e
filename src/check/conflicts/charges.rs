//! Charges: what costs nothing, and what is paid for: `admission is free`, `visitors pay 8 euros`; and what was paid of what something is reckoned to cost.

use super::discord::Discord;
use crate::check::language::numbers::{Quantity, Unit, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::plain_words;

/// Whether one of two statements says that something costs nothing, and the other what is paid for it.
pub(super) fn told_of_charges(a: &Reading<'_>, b: &Reading<'_>) -> Option<Discord> {
    if is_limited(a) || is_limited(b) {
        return None;
    }
    let are_opposed =
        is_free(a) && is_paid(b) && !is_free(b) || is_free(b) && is_paid(a) && !is_free(a);
    (are_opposed && are_of_one_thing(a, b)).then_some(Discord::Opposed)
}

/// Whether one of two sentences tells of money that is paid, and the other what something is reckoned to cost in all: both may be so.
#[must_use]
pub fn is_payment_of_an_estimate(a: &str, b: &str) -> bool {
    #[rustfmt::skip]
    const PAYS: &[&str] = &["pay", "pays", "paid", "spent", "spends", "spend", "transferred", "disbursed", "contributed", "contributes"];
    #[rustfmt::skip]
    const RECKONS: &[&str] = &["estimated", "estimate", "estimates", "reckoned", "budgeted", "budget", "forecast", "expected", "projected", "calculated", "priced"];
    let says = |text: &str, list: &[&str]| {
        let mut words = plain_words(text);
        words.any(|word| list.contains(&word.as_str()))
    };
    let is_payment = |own: &str, other: &str| {
        says(own, PAYS) && !says(own, RECKONS) && says(other, RECKONS) && !says(other, PAYS)
    };
    is_payment(a, b) || is_payment(b, a)
}

/// Whether one of two sentences tells what money was approved or set aside for something, and the other what that costs: both may be so, and the one say by how much
/// it is more than the other.
pub(super) fn is_cost_of_what_was_approved(a: &str, b: &str) -> bool {
    #[rustfmt::skip]
    const APPROVES: &[&str] = &[
        "approved", "approves", "authorised", "authorized", "authorises", "authorizes", "allocated", "allocates", "allotted", "appropriated", "earmarked", "budgeted",
        "budget", "granted", "ceiling",
    ];
    #[rustfmt::skip]
    const COSTS: &[&str] = &["cost", "costs", "costed", "costing", "spent", "overspent", "bill", "bills", "price", "priced"];
    let read = |text: &str| -> Vec<String> { plain_words(text).collect() };
    let (own, theirs) = (read(a), read(b));
    let says = |all: &[String], list: &[&str]| all.iter().any(|word| list.contains(&word.as_str()));
    let is_set_aside = |all: &[String]| {
        all.windows(2)
            .any(|pair| pair[0] == "set" && pair[1] == "aside")
    };
    // `28 million more than approved` tells of the cost.
    let of_itself = |all: &[String]| -> Vec<String> {
        let compared =
            |word: &str| matches!(word, "than" | "over" | "above" | "exceeding" | "exceeds");
        let end = all.iter().position(|word| compared(word));
        all.iter().take(end.unwrap_or(all.len())).cloned().collect()
    };
    let is_pair = |granted: &[String], spent: &[String]| {
        (says(granted, APPROVES) || is_set_aside(granted))
            && !says(granted, COSTS)
            && says(spent, COSTS)
            && !says(&of_itself(spent), APPROVES)
    };
    is_pair(&own, &theirs) || is_pair(&theirs, &own)
}

/// Whether a statement says when, or for whom, it holds: `free after six`, `8 euros on Sundays`.
fn is_limited(text: &Reading<'_>) -> bool {
    #[rustfmt::skip]
    const LIMITS: &[&str] = &["after", "before", "during", "until", "on", "from", "if", "with", "when", "unless", "except", "under", "over"];
    let mut words = text.words.iter();
    words.any(|word| LIMITS.contains(&word.as_str()))
}

fn is_free(text: &Reading<'_>) -> bool {
    (0..text.words.len()).any(|at| {
        let (before, next) = (text.word(at.wrapping_sub(1)), text.word(at + 1));
        let then = text.word(at + 2);
        match text.word(at) {
            "free" => {
                (next, then) == ("of", "charge")
                    || (next, then) == ("of", "cost")
                    || before == "for"
                    || matches!(next, "admission" | "entry" | "entrance" | "access")
                    || matches!(
                        before,
                        "is" | "are" | "was" | "were" | "remains" | "admission" | "entry"
                    ) && !matches!(next, "from" | "of" | "to" | "and")
            }
            "charge" | "fee" | "cost" | "charges" | "fees" => matches!(before, "no" | "without"),
            "nothing" => matches!(before, "cost" | "costs" | "pay" | "pays"),
            "gratis" => true,
            _ => false,
        }
    })
}

fn is_paid(text: &Reading<'_>) -> bool {
    #[rustfmt::skip]
    const CHARGES: &[&str] = &["pay", "pays", "paid", "cost", "costs", "charge", "charges", "charged", "fee", "fees", "price", "priced", "ticket", "tickets"];
    let has_charge = text
        .words
        .iter()
        .any(|word| CHARGES.contains(&word.as_str()));
    let is_price = |quantity: &Quantity| {
        let amount = quantity.amount();
        amount.is_some_and(|amount| matches!(amount.unit, Unit::Money(_)) && amount.low > 0.0)
    };
    let is_fee = |at: usize| {
        text.word(at) == "fee" && matches!(text.word(at.wrapping_sub(1)), "a" | "the" | "an")
    };
    has_charge && quantities(text.text).iter().any(is_price) || (0..text.words.len()).any(is_fee)
}

/// Whether the one speaks of hardly anything that the other has no word for: adults pay where children do not.
fn are_of_one_thing(a: &Reading<'_>, b: &Reading<'_>) -> bool {
    /// Letters that words of one family begin with: `members`, `membership`.
    const FAMILY: usize = 5;
    #[rustfmt::skip]
    const OF_CHARGES: &[&str] = &[
        "free", "charge", "charges", "charged", "pay", "pays", "paid", "cost", "costs", "fee", "fees", "price", "euro", "euros", "dollar", "dollars", "pound",
        "pounds", "year", "month", "day", "person", "people", "visitor", "visitors", "visit", "entry", "admission", "entrance", "ticket", "tickets", "get",
    ];
    let said = |text: &Reading<'_>| -> Vec<String> {
        let words = (0..text.words.len()).filter(|&at| text.term(at).is_some());
        let words = words.map(|at| text.word(at).to_owned());
        words
            .filter(|word| {
                !OF_CHARGES.contains(&word.as_str())
                    && !word.starts_with(|first: char| first.is_ascii_digit())
            })
            .collect()
    };
    let are_near = |own: &str, other: &str| {
        let start = own.get(..FAMILY);
        own == other || start.is_some() && start == other.get(..FAMILY)
    };
    let (own, theirs) = (said(a), said(b));
    let strange = |own: &[String], other: &[String]| {
        own.iter()
            .filter(|word| !other.iter().any(|their| are_near(word, their)))
            .count()
    };
    let is_shared = own
        .iter()
        .any(|word| theirs.iter().any(|their| are_near(word, their)));
    is_shared && strange(&own, &theirs).min(strange(&theirs, &own)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::conflicts::discord::assert_both_ways;

    #[test]
    fn what_was_approved_is_no_other_account_of_what_it_costs() {
        let approved = "The approved budget is 186 million euros.";
        for (a, b, expected) in [
            (
                approved,
                "The audit office found that the tram will cost 214 million euros, 28 million more than approved.",
                true,
            ),
            (
                "The board authorised 30,000 dollars for the roof.",
                "The roof cost 41,000 dollars.",
                true,
            ),
            (
                "The trust set aside 2 million for the mill.",
                "The mill will cost 3 million, well over budget.",
                true,
            ),
            (approved, "The approved budget is 214 million euros.", false),
            (
                approved,
                "The council approved costs of 214 million euros.",
                false,
            ),
            (
                "The roof will cost 30,000 dollars.",
                "The roof cost 41,000 dollars.",
                false,
            ),
        ] {
            assert_eq!(is_cost_of_what_was_approved(a, b), expected, "{a} / {b}");
            assert_eq!(is_cost_of_what_was_approved(b, a), expected, "{b} / {a}");
        }
    }

    #[test]
    fn what_is_free_is_not_paid_for() {
        for (a, b, expected) in [
            (
                "Entry to the lighthouse is free.",
                "Visitors to the lighthouse pay 8 euros.",
                true,
            ),
            (
                "Subscription is free of charge.",
                "Subscribers pay £20 a year.",
                true,
            ),
            (
                "There is no charge for the ferry.",
                "The ferry costs 3 euros.",
                true,
            ),
            (
                "Children visit the lighthouse for free.",
                "Adults pay 8 euros for the lighthouse.",
                false,
            ),
            (
                "The lake is free of ice.",
                "A day at the lake costs 8 euros.",
                false,
            ),
            (
                "Parking is free after six.",
                "Parking costs 3 euros an hour.",
                false,
            ),
            (
                "The lighthouse is free.",
                "The keeper paid 8,000 euros for a boat.",
                false,
            ),
        ] {
            assert_both_ways(told_of_charges, a, b, expected.then_some(Discord::Opposed));
        }
    }
}
