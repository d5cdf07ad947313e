//! Unsettled: what a sentence holds without settling it, because nobody found it out, it is only weighed or advised, or the sentence asks.
//!
//! Which words do so is told by how they are built and not by what they mean: a denial over a verb of finding out, a verb that takes a deed in `-ing` and does not tell it as
//! done, and an auxiliary at the head of a question.

use std::ops::Range;

use super::{Operator, Reading};
use crate::check::language::irregular::is_past as is_irregular_past;
use crate::check::language::terms::{Term, plain_words};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::governing::Stance;
use crate::check::text::turns::label;

/// What words begin with that say that something is known, shown or decided.
#[rustfmt::skip]
const FINDS: &[&str] = &[
    "know", "knew", "show", "establish", "prov", "confirm", "demonstrat", "clear", "certain", "sure", "say", "said", "stat", "settl", "decid", "determin", "verif", "exclud", "found",
    "find", "mean", "evidence", "proof", "sign", "conclu", "guarantee",
];

/// Words that leave little of the proof that stands behind them.
const LITTLE: &[&str] = &[
    "little",
    "scant",
    "few",
    "insufficient",
    "limited",
    "weak",
    "inconclusive",
];

/// Words of who did not find out what they looked for.
const IN_VAIN: &[&str] = &["unable", "failed", "fails", "fail", "scarcely", "barely"];

/// What words begin with that tell of a deed that somebody weighs, asks for or keeps from.
#[rustfmt::skip]
const WEIGHS: &[&str] = &[
    "explor", "avoid", "investigat", "evaluat", "assess", "debat", "examin", "resist", "oppos", "favour", "favor", "advocat", "advis", "suggest", "recommend", "consider", "postpon",
    "delay", "defer", "mull", "discuss", "propos", "imagin", "fear", "forbid", "reject",
];

/// The endings of a verb behind its root.
const ENDINGS: &[&str] = &["", "e", "s", "es", "ed", "ing"];

/// Prepositions with the words before them by which what follows is no deed that was done.
#[rustfmt::skip]
const TOWARDS: &[(&str, &[&str])] = &[
    ("into", &[]),
    ("about", &[]),
    ("at", &["look", "looks", "looked", "looking", "aim", "aims", "aimed", "aiming", "hint", "hints", "hinted", "hinting"]),
    ("of", &["verge", "brink", "edge", "short", "point", "option", "possibility", "prospect", "idea", "question", "chance", "hope", "intention", "danger", "risk"]),
    ("on", &["decision", "decide", "decides", "decided", "deciding", "vote", "votes", "voted", "voting", "talks", "consult", "consults", "consulted", "consulting"]),
    ("from", &["refrain", "refrains", "refrained", "refraining", "shied", "shrank"]),
];

/// Words before a preposition among which that stands which it belongs to.
const REACH: usize = 5;

/// What is said of proof that proves little.
#[rustfmt::skip]
const WEAK: &[&str] = &["lacking", "weak", "inconclusive", "thin", "scant", "scarce", "missing", "limited", "insufficient", "mixed", "contradictory", "patchy", "anecdotal"];
const PROOF: &[&str] = &["evidence", "proof", "data", "case", "support", "findings"];

/// Words by which what is to come is as good as settled: whoever is set to do a thing will.
#[rustfmt::skip]
const RESOLVED: &[&str] = &[
    "set", "due", "scheduled", "going", "agreed", "agrees", "agree", "resolved", "ordered", "slated", "ready", "is", "are", "was", "were", "has", "have", "yet", "promise", "promises",
    "promised", "pledge", "pledges", "pledged", "vow", "vows", "vowed", "forecast", "projected", "predicted", "expected", "expects", "expect", "planned", "plan", "plans", "planning", "intends",
    "intend", "aims", "aim",
];

#[rustfmt::skip]
const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "will", "would", "can", "could", "should", "may", "might", "must", "shall",
];

fn open_clause(at: Range<usize>, governs: Range<usize>) -> Operator {
    Operator {
        at,
        governs,
        stance: Stance::Open,
        is_of_verb: false,
    }
}

impl Reading<'_> {
    /// `It is not known whether`, `nobody has shown that`, `cannot be excluded that`, `little evidence that`.
    pub(super) fn not_found(&self, at: usize) -> Option<Operator> {
        const REACH: usize = 4;
        let is_ruled_out = self.word(at) == "out" && at > 0 && self.word(at - 1) == "ruled";
        let behind = at + 1;
        let opens = matches!(self.word(behind), "that" | "if" | "whether");
        let finds = || FINDS.iter().any(|root| self.word(at).starts_with(root));
        if !opens || !(is_ruled_out || finds()) {
            return None;
        }
        let from = at.saturating_sub(REACH);
        let is_proof = PROOF.contains(&self.word(at));
        let denial = (from..at).find(|&before| {
            let word = self.word(before);
            is_denying(word)
                || IN_VAIN.contains(&word)
                || is_proof
                    && LITTLE.contains(&word)
                    && !(before > 0 && self.word(before - 1) == "a")
        })?;
        // `Not only showed that`, `left no doubt and showed that`.
        let is_other = (denial + 1..=at).any(|between| {
            matches!(
                self.word(between),
                "only" | "just" | "merely" | "doubt" | "and" | "but" | "for"
            ) || self.gap(between).contains([',', ';'])
        });
        (!is_other).then(|| open_clause(denial..behind, behind + 1..self.clause_end(behind + 1)))
    }

    /// `Explored closing`, `is looking into closing`, `on the verge of closing`: the deed is no more than weighed.
    pub(super) fn weighed(&self, at: usize) -> Option<Operator> {
        const SHORTEST: usize = 5;
        let deed = at + 1;
        let is_gerund = self.word(deed).ends_with("ing") && self.word(deed).len() > SHORTEST;
        if !is_gerund || self.gap(deed).trim() != "" {
            return None;
        }
        let word = self.word(at);
        let towards = || {
            let (_, before) = TOWARDS
                .iter()
                .find(|(preposition, _)| *preposition == word)?;
            let is_one = |place: usize| before.contains(&self.word(place));
            (before.is_empty() || (at.saturating_sub(REACH)..at).any(is_one)).then_some(())
        };
        let weighs = || {
            let mut rests = WEIGHS.iter().filter_map(|root| word.strip_prefix(root));
            rests.any(|rest| ENDINGS.contains(&rest))
        };
        let is_weighed = weighs() || towards().is_some();
        is_weighed.then(|| Operator {
            at: at..deed,
            governs: deed..deed + 1,
            stance: Stance::Open,
            is_of_verb: true,
        })
    }

    /// `Should close`: somebody wants it, of which a claim tells that it will be or was.
    pub(super) fn advised(&self, at: usize) -> Option<Operator> {
        (at > 0 && self.word(at) == "should").then(|| Operator {
            at: at..at + 1,
            governs: at + 1..(at + 4).min(self.words.len()),
            stance: Stance::Open,
            is_of_verb: true,
        })
    }

    /// `Will decide`, of which a claim tells that it was done.
    pub(super) fn announced(&self, at: usize, own: &Self) -> Option<Operator> {
        const TO_COME: &[&str] = &["will", "shall", "would"];
        let is_of_claim = || {
            own.words
                .iter()
                .any(|word| TO_COME.contains(&word.as_str()))
        };
        let is_to_come = TO_COME.contains(&self.word(at)) && self.word(at + 1) != "have";
        if at == 0 || !is_to_come || is_of_claim() {
            return None;
        }
        let deed = (at + 1..at + 3).find(|&deed| self.term(deed).is_some())?;
        let is_told_done = own.words.iter().zip(&own.terms).any(|(word, term)| {
            let is_past = word.ends_with("ed") || is_irregular_past(word);
            *term == self.term(deed) && is_past && word != self.word(deed)
        });
        is_told_done.then(|| Operator {
            at: at..at + 1,
            governs: deed..(deed + 4).min(self.words.len()),
            stance: Stance::Open,
            is_of_verb: true,
        })
    }

    /// A question that is answered by yes or no: open, unless the sentence behind it answers it, and denied where that says no.
    pub(super) fn asked(&self, own: &Self, behind: Option<&str>) -> Option<Operator> {
        let is_question = |text: &str| text.trim_end().ends_with(['?', '？']);
        let speaker = label(self.text).map_or(0, |name| name.split(' ').count());
        let is_asked = is_question(self.text)
            && (AUXILIARIES.contains(&self.word(speaker)) || self.word(speaker) == "any");
        if !is_asked || is_question(own.text) {
            return None;
        }
        let answer = behind.map(|text| {
            label(text).map_or(text, |name| text.get(name.len()..).unwrap_or_default())
        });
        let first = answer.and_then(|answer| plain_words(answer).next());
        let stance = match first.as_deref() {
            Some("yes" | "indeed" | "certainly") => return None,
            Some("no" | "not" | "none" | "never" | "nope" | "nobody") => {
                // `Did you sell it? No, we let it` says nothing against the letting.
                let asked: Vec<Term> = self.terms.iter().skip(speaker).flatten().copied().collect();
                let told = asked
                    .iter()
                    .filter(|term| own.terms.contains(&Some(**term)));
                if 2 * told.count() <= asked.len() {
                    return None;
                }
                Stance::Denied
            }
            _ => Stance::Open,
        };
        Some(Operator {
            stance,
            ..open_clause(0..self.words.len(), 0..self.words.len())
        })
    }

    /// `Evidence that … is weak`, for a clause that begins at a place and what is said of it.
    pub(super) fn weak_proof(&self, from: usize, said: Range<usize>) -> Option<(usize, Stance)> {
        let of = from.checked_sub(1)?;
        let mut said = said.filter(|_| PROOF.contains(&self.word(of)));
        let place = said.find(|&place| WEAK.contains(&self.word(place)))?;
        Some((place, Stance::Open))
    }

    /// Whether an operator leaves open that what it governs will be done: `was asked to`, and not `is due to`.
    pub(super) fn is_unresolved(&self, operator: &Operator) -> bool {
        let is_to = operator
            .at
            .end
            .checked_sub(1)
            .is_some_and(|last| self.word(last) == "to");
        is_to && !RESOLVED.contains(&self.word(operator.at.start))
            || self.word(operator.at.start) == "should"
    }

    /// Whether a claim tells a deed in this form as what will be or is: `will close`, `owls hunt`.
    pub(super) fn foretells(&self, form: &str) -> bool {
        (1..self.words.len()).any(|at| {
            self.word(at) == form
                && (matches!(self.word(at - 1), "will" | "shall") || self.term(at - 1).is_some())
        })
    }
}
