//! Deeds: what a sentence does, read off its verbs: it tells a decision, takes a side, gives a cause, holds a threat, leaves something open.
//!
//! Which section a sentence belongs to (`role`) and whether it answers a question (`answer`) follow from that. English only; elsewhere nothing is read.

use crate::check::{is_irregular_past, words};

/// What a sentence does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a sentence may do several of them at once"
)]
pub struct Deeds {
    /// Tells what was decided: `It was agreed to move the service`.
    pub decides: bool,
    /// Says who is for or against something, or wants it: `The union opposes the move`.
    pub takes_a_side: bool,
    /// Says why something is so.
    pub explains: bool,
    /// Says what may be lost, or ends, or hangs on one thing.
    pub threatens: bool,
    /// Says that something is not known, or not settled.
    pub leaves_open: bool,
    /// Tells that something happened.
    pub narrates: bool,
}

impl Deeds {
    /// What a sentence does.
    #[must_use]
    pub fn read(sentence: &str) -> Self {
        let all: Vec<String> = words(sentence)
            .filter_map(|span| sentence.get(span))
            .map(|word| word.to_lowercase().replace('’', "'"))
            .collect();
        let lower = format!(" {} ", all.join(" "));
        let says = |phrases: &[&str]| phrases.iter().any(|phrase| lower.contains(phrase));
        let decides = says(DECIDED) && !says(UNDECIDED);
        Self {
            decides,
            takes_a_side: says(SIDES) && !says(&[" not object "]),
            explains: says(REASONS) || says(WENT_BEFORE),
            threatens: is_conditional_loss(&all)
                || may_do_harm(&all)
                || says(ENDING)
                || hangs_on_one(&lower),
            leaves_open: says(OPEN),
            narrates: all.iter().any(|word| is_past(word)),
        }
    }
}

/// Whether a sentence says what is lost under a condition: `Should the importer leave, the estate could not pay`.
fn is_conditional_loss(all: &[String]) -> bool {
    let is = |at: usize, list: &[&str]| {
        all.get(at)
            .is_some_and(|word| list.contains(&word.as_str()))
    };
    let opens = is(0, &["if", "unless", "should", "without", "otherwise"]);
    // A condition further on, or one that stands in place of it: `must deliver by May; otherwise the approval lapses`.
    let inside = (1..all.len()).any(|at| is(at, &["if", "unless", "otherwise"]));
    let loses = all.iter().any(|word| LOSSES.contains(&word.as_str()))
        || all.windows(2).any(|pair| {
            matches!(pair, [verb, not] if not == "not" && matches!(verb.as_str(), "could" | "may" | "can" | "would" | "will"))
        });
    (opens || inside) && loses
}

/// Whether a sentence says what may go wrong: `may leak data`, `could fail`.
fn may_do_harm(all: &[String]) -> bool {
    #[rustfmt::skip]
    const HARMS: &[&str] = &[
        "leak", "fail", "crash", "corrupt", "damage", "harm", "hurt", "injure", "kill", "lose", "worsen", "endanger", "overload", "collapse", "burn", "mislead", "disrupt", "violate", "breach",
        "explode", "poison", "deteriorate", "flood", "overheat",
    ];
    all.windows(2).any(|pair| {
        matches!(pair[0].as_str(), "may" | "might" | "could" | "can")
            && HARMS.contains(&pair[1].as_str())
    })
}

/// Whether a sentence tells of much that hangs on one: `Voltara accounts for 38 % of revenue`, `Two thirds of the bottles go to one importer`.
fn hangs_on_one(lower: &str) -> bool {
    const SHARE: &[&str] = &[
        " accounts for ",
        " account for ",
        " brings in ",
        " makes up ",
    ];
    const OF: &[&str] = &[
        " of revenue ",
        " of sales ",
        " of income ",
        " of turnover ",
        " of the revenue ",
        " of its revenue ",
        " of its sales ",
        " of its income ",
        " of orders ",
        " of all sales ",
        " of profit ",
        " of exports ",
    ];
    const ONE: &[&str] = &[
        " depends on one ",
        " depend on one ",
        " depends on a single ",
        " depend on a single ",
        " go to one ",
        " goes to one ",
        " comes from one ",
        " come from one ",
        " from a single ",
        " rely on one ",
        " relies on one ",
        " relies on a single ",
    ];
    let says = |list: &[&str]| list.iter().any(|phrase| lower.contains(phrase));
    says(SHARE) && says(OF) || says(ONE)
}

/// Whether a word tells of the past by its form.
fn is_past(word: &str) -> bool {
    const STRONG: &[&str] = &[
        "was", "were", "had", "did", "left", "made", "put", "became", "hit",
    ];
    STRONG.contains(&word) || is_irregular_past(word) || word.len() > 4 && word.ends_with("ed")
}

#[rustfmt::skip]
const DECIDED: &[&str] = &[
    " decided to ", " decided that ", " decided by ", " decided in favour ", " decided against ", " decided on ", " was decided ", " resolved to ", " resolved that ", " was resolved ",
    " was agreed ", " were agreed ", " agreed to ", " agreed that ", " agreed on ", " voted to ", " voted for ", " voted in favour ", " voted against ", " voted by ", " voted down ", " approved ", " was adopted ", " was carried ", " were carried ", " was passed ", " were passed ", " passed by ", " was turned down ", " were turned down ", " was defeated ", " adopted the ",
    " adopted a ", " rejected the ", " was rejected ", " were rejected ", " rejected by ", " rejected it ", " ordered it to ", " ordered the ", " ordered that ", " ruled that ", " held that ",
    " accepts the proposal ", " accepted the proposal ", " accepts the plan ", " accepted the plan ", " accepts the offer ", " accepted the offer ", " approves the ", " rejects the ",
    " chose to ", " opted to ", " opted for ", " granted approval ", " granted the ", " granted permission ", " was granted ", " has chosen ", " have chosen ", " concluded that ", " concludes that ", " was put off ", " put off the decision ", " put off its ",
];

/// What stands in the way of a decision: a wish, a doubt, a condition.
#[rustfmt::skip]
const UNDECIDED: &[&str] = &[
    " would agree ", " could agree ", " not agreed ", " not been agreed ", " not yet decided ", " not decided ", " not approved ", " not yet approved ", " yet to ", " no decision ", " not been approved ", " has not granted ",
    " not granted ", " had agreed ", " have agreed if ", " not been granted ",
];

#[rustfmt::skip]
const SIDES: &[&str] = &[
    " oppose ", " opposes ", " opposed ", " object ", " objects ", " objected ", " favours ", " favour ", " favoured ", " favors ", " prefers ", " prefer ", " preferred ", " is against ", " was against ", " are against ", " were against ", " wants ",
    " want ", " demands ", " demand that ", " argued ", " argues ", " argue ", " backs ", " backed ", " supports the ", " support the ", " could not support ", " cannot support ", " proposes ", " propose ", " proposed ", " asks ", " ask the ", " doubted ", " doubts ",
    " welcomes ", " welcomed ", " petition against ", " petition for ", " calls for ", " called for ", " in favour of ", " would agree ", " would offer ", " would rather ", " believes ", " believe ",
];

/// What ties a sentence to a reason.
#[rustfmt::skip]
pub(super) const REASONS: &[&str] = &[
    " because ", " due to ", " owing to ", " caused ", " cause of ", " cause was ", " causes ", " as a result ", " resulted ", " led to ", " leads to ",
    " therefore ", " thanks to ", " reason ", " reasons ", " killed ", " destroyed ", " triggered ", " forced ", " added an estimated ", " delayed the ",
    " prevented ", " attributed ", " stems from ", " explained by ", " fault in ",
];

/// What ties it to what went before, which may be one.
#[rustfmt::skip]
const WENT_BEFORE: &[&str] = &[
    " since the ", " since a ", " since it ", " as a third ", " as the ", " as two ", " as it ", " as its ", " as they ", " after a ", " after the ",
    " ended ", " did the rest ", " failed to ",
];

/// What comes to an end, or will be gone.
#[rustfmt::skip]
const ENDING: &[&str] = &[
    " expire ", " expires ", " lapses ", " lapse ", " will leave ", " may leave ", " to leave if ", " intends to leave ", " means to leave ", " wants to leave ", " plans to leave ", " contract ends ", " lease ends ", " licence ends ", " license ends ", " support ends ",
    " not been renewed ", " runs out ", " may call in ", " may withdraw ", " may cancel ", " may terminate ", " may appeal ", " is not final ", " not been signed ", " had yet signed ", " has yet signed ", " yet to approve ", " has not granted ", " not been agreed ", " have left ",
    " has left ", " not accept liability ", " on test ", " ballot on a strike ", " contaminated ", " would destroy ", " no substitute ", " would exceed ", " nobody owns ", " not protected ", " unprotected ", " had to be admitted ", " were admitted to hospital ", " was admitted to hospital ",
    " deducted ", " is in arrears ", " ends in march ", " be cut off ", " would cut the ", " will lose ", " would lose ", " might lose ", " could lose ", " cannot enter ", " could not land ",
];

/// What is lost, in whatever form.
#[rustfmt::skip]
const LOSSES: &[&str] = &[
    "leave", "leaves", "left", "lose", "loses", "lost", "loss", "losses", "fall", "falls", "lapses", "lapse", "expires", "expire", "fail", "fails", "cancel", "cancelled", "withdraw", "withdraws", "withdrawn", "halved", "penalty", "deducted", "strike", "closed",
    "close", "default", "bankrupt", "insolvent", "fined", "fine", "void", "forfeit", "forfeits", "delayed", "stop", "stops", "down", "damage", "damages", "missed", "costs", "unpaid", "terminated", "shut", "ends",
];

#[rustfmt::skip]
const OPEN: &[&str] = &[
    " not known ", " unknown ", " unclear ", " uncertain ", " not been studied ", " not been measured ", " not been agreed ", " not been decided ", " no decision ", " not yet ", " yet to ", " no data ", " remains open ", " remain open ", " undecided ", " to be seen ",
    " not been tested ", " excluded people ", " were excluded ", " was excluded ", " no study ", " not be expected before ", " has not applied ", " not been renewed ", " had yet signed ", " nobody knows ", " no evidence ", " not been found ", " doubted ", " until the ", " not been signed ", " not final ", " a further study ", " not been published ",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn all(is: fn(Deeds) -> bool, sentences: &[&str]) {
        for sentence in sentences {
            assert!(is(Deeds::read(sentence)), "{sentence}");
        }
    }

    #[track_caller]
    fn none(is: fn(Deeds) -> bool, sentences: &[&str]) {
        for sentence in sentences {
            assert!(!is(Deeds::read(sentence)), "{sentence}");
        }
    }

    #[test]
    fn a_decision_is_told_whoever_takes_it() {
        let is = |deeds: Deeds| deeds.decides;
        all(
            is,
            &[
                "It was agreed to move orders to Postgres.",
                "The committee decided by 7 votes to 4 to introduce Plan A.",
                "It was resolved to adopt Option 3 at once.",
                "Option 1 was rejected by nine votes to two.",
                "The court held that the valve infringes the patent.",
                "In October the county council voted for the southern variant.",
                "The motion to build the road was carried by 21 votes to 19.",
                "The proposal was turned down.",
            ],
        );
        none(
            is,
            &[
                "We would agree to the move if a breakwater is built first.",
                "Compensation for the farmers has not been agreed.",
                "The council has yet to approve them.",
                "The board discussed the licence.",
            ],
        );
    }

    #[test]
    fn what_may_be_lost_is_a_threat() {
        let is = |deeds: Deeds| deeds.threatens;
        all(
            is,
            &[
                "If Voltara left, the loss would be 1.9 million euros.",
                "Should Halvorsen leave, the domaine could not pay the interest.",
                "The company must deliver the study by March 2027; otherwise the approval lapses.",
                "Hallmart accounts for 22 % of sales.",
                "Two thirds of the bottles go to one importer.",
                "Two of the five patents expire in 2026.",
                "The method may leak data.",
                "The head of engineering will leave in June.",
            ],
        );
        none(
            is,
            &[
                "The domaine has 38 hectares.",
                "Option 3 brings in 45,000 pounds a year.",
                "If demand grows, a third line is built.",
                "Fuel accounted for 61 % of operating costs.",
            ],
        );
    }

    #[test]
    fn causes_sides_and_open_points_are_told() {
        all(
            |deeds| deeds.explains,
            &[
                "It did not help, because the connections stayed open.",
                "The root cause was a write concern of 1.",
                "Frost killed half the buds.",
            ],
        );
        all(
            |deeds| deeds.takes_a_side,
            &[
                "The union opposes the move.",
                "The finance director prefers the managed database.",
            ],
        );
        all(
            |deeds| deeds.leaves_open,
            &[
                "Whether the effect lasts is not known.",
                "No data go beyond 24 weeks, and it is not yet approved.",
            ],
        );
    }
}
