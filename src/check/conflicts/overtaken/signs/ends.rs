//! What a sentence says to be at an end, allowed again, untrue or retracted.

use super::{BE, Told};
use crate::check::conflicts::overtaken::reversed;
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::undone::{INTENTIONS, makes};

pub(super) const FORBIDS: &[&str] = &[
    "closed",
    "banned",
    "forbidden",
    "prohibited",
    "unsafe",
    "avoid",
    "off-limits",
    "suspended",
];

impl Told<'_, '_> {
    /// Whether something is said at a place to be at an end, or not to come.
    pub(super) fn ends_at(&self, at: usize) -> bool {
        #[rustfmt::skip]
        const ENDED: &[&str] = &["scrapped", "abandon", "abandoned", "abolished", "repealed", "lifted", "shelved", "suspended", "overturned", "quashed", "annulled", "revoked", "rescinded", "cancelled", "canceled", "dropped"];
        let before = |back: usize| self.before(at, back);
        let is_open = (1..=3).any(|back| {
            is_denying(before(back))
                || matches!(
                    before(back),
                    "may" | "might" | "could" | "would" | "if" | "whether" | "should"
                )
        });
        let is_ended =
            ENDED.contains(&self.word(at)) || reversed::takes_back(self.reading, at).is_some();
        let is_none =
            self.word(at) == "no" && before(1) == "be" && matches!(before(2), "will" | "to");
        let is_off = self.word(at) == "not"
            && matches!(before(1), "will" | "shall")
            && matches!(
                (self.word(at + 1), self.word(at + 2)),
                ("go", "ahead")
                    | ("take", "place")
                    | ("be", "built" | "introduced" | "held")
                    | ("come" | "happen" | "proceed", _)
            );
        is_ended && !is_open || is_none || is_off
    }

    /// What it was to do that is told at a place to be at an end, where that makes nothing by which others are told: `dropped its plan to rename the tram`.
    pub(super) fn deed_ended(&self, at: usize) -> Option<String> {
        const REACH: usize = 5;
        let to = (at + 1..=at + REACH).find(|at| self.word(*at) == "to")?;
        let is_of_plan = INTENTIONS.contains(&self.before(to, 1));
        let deed = self.word(to + 1);
        (is_of_plan && !makes(deed)).then(|| deed.to_owned())
    }

    pub(super) fn allows_again(&self, at: usize) -> bool {
        #[rustfmt::skip]
        const ALLOWED: &[&str] = &["permitted", "allowed", "open", "opened", "reopened", "safe", "lifted", "resumed", "restored", "possible"];
        const REACH: usize = 3;
        let is_again = || (at + 1..=at + REACH).any(|at| self.word(at) == "again");
        let is_denied = (1..=2).any(|back| is_denying(self.before(at, back)));
        ALLOWED.contains(&self.word(at))
            && !is_denied
            && (is_again() || matches!(self.word(at), "lifted" | "reopened"))
            || self.word(at) == "longer"
                && self.before(at, 1) == "no"
                && FORBIDS.contains(&self.word(at + 1))
    }

    pub(super) fn is_called_untrue(&self, at: usize) -> bool {
        #[rustfmt::skip]
        const UNTRUE: &[&str] = &["untrue", "false", "incorrect", "wrong", "mistaken", "erroneous", "fabricated", "forged", "invented", "unfounded"];
        const FAULTS: &[&str] = &[
            "mistake",
            "error",
            "mix-up",
            "mixup",
            "hoax",
            "invention",
            "misunderstanding",
        ];
        const RESTED: &[&str] = &["cited", "relied", "used", "trusted"];
        let before = |back: usize| self.before(at, back);
        let is_denied = (1..=3).any(|back| is_denying(before(back)));
        let is_led = |reach: usize| (1..=reach).any(|back| BE.contains(&before(back)));
        let is_untrue = UNTRUE.contains(&self.word(at)) && is_led(3) && !is_denied;
        // `Is unaffected by the error` calls nothing one.
        let is_one = matches!(before(1), "a" | "an" | "in");
        let rests = (2..=4).any(|back| matches!(before(back), "based" | "rested" | "due"));
        let is_mix_up = self.word(at) == "mix" && self.word(at + 1) == "up";
        let is_named = FAULTS.contains(&self.word(at)) || is_mix_up;
        let is_fault = is_named && is_one && (rests || is_led(3)) && !is_denied;
        let is_not = matches!(self.word(at), "true" | "so" | "correct")
            && before(1) == "not"
            && BE.contains(&before(2));
        let should = matches!(before(3), "should" | "must" | "may");
        let is_unfit =
            RESTED.contains(&self.word(at)) && before(1) == "be" && is_denying(before(2)) && should;
        let is_without = self.word(at) == "evidence"
            && before(1) == "no"
            && (2..=5).any(|back| BE.contains(&before(back)));
        is_untrue || is_fault || is_not || is_unfit || is_without
    }

    pub(super) fn retracts(&self, at: usize) -> bool {
        const RETRACTS: &[&str] = &[
            "retract",
            "retracts",
            "retracted",
            "withdraw",
            "withdraws",
            "withdrawn",
            "withdrew",
        ];
        const REACH: usize = 4;
        #[rustfmt::skip]
        const TEXTS: &[&str] = &["article", "report", "paper", "study", "story", "notice", "statement", "claim", "allegation", "publication", "letter", "alert", "warning"];
        if !RETRACTS.contains(&self.word(at))
            || (1..=3).any(|back| is_denying(self.before(at, back)))
        {
            return false;
        }
        let is_text = |at: usize| {
            TEXTS.contains(&self.word(at))
                && matches!(
                    self.before(at, 1),
                    "this" | "the" | "our" | "its" | "that" | "their"
                )
                // `Its statement that one in nine was late` is only that.
                && self.word(at + 1) != "that"
        };
        let behind = (at + 1..=at + REACH).any(is_text);
        let is_passive = (1..=3).any(|back| BE.contains(&self.before(at, back)));
        behind || is_passive && (0..at).any(is_text)
    }
}
