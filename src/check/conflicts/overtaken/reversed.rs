//! Reversed: whoever decided something takes it back, or a court sets it aside; and what was to come of it falls with it.
//!
//! `The government reversed its decision` says of the decision no more than whose it was, and `set aside the judgment against Tavio` nothing of what it was: the older
//! sentence is known by who decided by it, and by what else the new one calls it. A thing that stays is not moved, sold or closed, whoever decided that it would be.

use std::ops::Range;

use super::coming::MAKES;
use super::courts::FINDS;
use super::decisions::{
    decision as decision_at, deed_decided, is_decided_anew, is_told_as_past, thing_of,
};
use super::{New, Old, Overtaken, Overtaking};
use crate::check::language::numbers::{Date, Quantity, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, stem};
use crate::check::meaning::deeds::{is_same_deed, names_deed};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::undone::undoes;

/// That a decision was taken back.
pub(super) struct Reversal {
    /// The noun for those who did it; nothing where they speak of themselves, or are not named.
    doer: Option<Term>,
    /// What it is called.
    noun: Option<Term>,
    /// It was their own: `its plan`.
    is_own: bool,
    of_court: bool,
    /// It was only to come: `the plan`.
    of_plan: bool,
    /// The places of the words for what was decided, or by whom.
    of: Vec<usize>,
    dates: Vec<Date>,
}

#[rustfmt::skip]
const VERDICTS: &[&str] = &["conviction", "verdict", "sentence", "judgment", "judgement", "ruling", "order", "fine"];
#[rustfmt::skip]
const LAW: &[&str] = &["must", "shall", "unlawful", "lawful", "illegal", "legal", "liable", "entitled", "valid", "invalid", "void"];
const PLANS: &[&str] = &["plan", "plans", "scheme", "project", "proposal"];
#[rustfmt::skip]
const DECISIONS: &[&str] = &["decision", "decisions", "vote", "resolution", "approval", "permission", "permit", "consent", "choice", "authorisation", "authorization"];
const BE: &[&str] = &["is", "are", "was", "were", "been", "being", "be"];

/// What a sentence says to be taken back, if it is a decision.
pub(super) fn read(reading: &Reading<'_>) -> Option<Reversal> {
    /// Words behind the verb among which the decision is named.
    const REACH: usize = 5;
    let all = 0..reading.words.len();
    let (verb, end) = all
        .clone()
        .find_map(|at| Some((at, takes_back(reading, at)?)))?;
    let before = |back: usize| verb.checked_sub(back).map_or("", |at| reading.word(at));
    let is_passive = (1..=2).any(|back| BE.contains(&before(back)));
    let object = if is_passive { 0..verb } else { end..all.end };
    let is_named = |at: &usize| {
        let word = reading.word(*at);
        VERDICTS.contains(&word) || PLANS.contains(&word) || DECISIONS.contains(&word)
    };
    let ends = |at: &usize| {
        const ENDS: &[&str] = &[
            "after", "because", "by", "and", "since", "when", "during", "while", "but", "which",
        ];
        let is_parted = reading.gap(*at).contains([',', ';', ':', '(', '–', '—']);
        is_parted || ENDS.contains(&reading.word(*at)) || BE.contains(&reading.word(*at))
    };
    let until = if is_passive { verb } else { end + REACH };
    let mut named = object.start..until.min(object.end);
    let noun = named.find(is_named)?;
    let close = (noun + 1..object.end).find(ends).unwrap_or(object.end);
    let whole = object.start..close;
    let found = quantities(reading.text);
    let overlaps = |at: usize| {
        let span = reading.spans.get(at).cloned().unwrap_or_default();
        let of_it = move |one: &&Quantity| one.span.start < span.end && span.start < one.span.end;
        found.iter().find(of_it)
    };
    let of = whole
        .clone()
        .filter(|at| !is_named(at) && reading.term(*at).is_some() && overlaps(*at).is_none());
    // `Its decision of January`; on what day it was reversed tells nothing of that.
    let is_of = |at: &usize| matches!(reading.word(*at), "of" | "from");
    let dates = whole
        .clone()
        .filter(is_of)
        .filter_map(|at| overlaps(at + 1)?.date());
    let word = reading.word(noun);
    Some(Reversal {
        doer: if is_passive {
            None
        } else {
            doer(reading, 0..verb)
        },
        is_own: matches!(
            reading.word(end),
            "its" | "their" | "my" | "our" | "his" | "her"
        ),
        noun: reading.term(noun),
        of_court: VERDICTS.contains(&word),
        of_plan: PLANS.contains(&word),
        of: of.collect(),
        dates: dates.collect(),
    })
}

/// Whether a sentence says that a decision was taken back.
pub(super) fn tells(sentence: &str) -> bool {
    read(&Reading::learnt(sentence, &mut Lexicon::default())).is_some()
}

/// The place behind the words at a place by which something is taken back.
pub(super) fn takes_back(reading: &Reading<'_>, at: usize) -> Option<usize> {
    #[rustfmt::skip]
    const VERBS: &[&str] = &[
        "reversed", "reverses", "overturned", "overturns", "rescinded", "rescinds", "revoked", "revokes", "annulled", "annuls", "quashed", "quashes", "overruled", "vacated",
        "nullified", "withdrew", "withdraws", "withdrawn", "withdraw", "dropped", "drops", "abandoned", "abandons", "scrapped", "scraps", "cancelled", "cancels", "retracted",
        "retracts",
    ];
    #[rustfmt::skip]
    const PHRASES: &[(&[&str], &[&str])] = &[
        (&["set", "sets"], &["aside"]),
        (&["gone", "went", "goes"], &["back", "on"]),
        (&["backed", "backs"], &["down", "from"]),
        (&["backed", "backs"], &["away", "from"]),
        (&["gave", "given", "gives"], &["up"]),
        (&["called", "calls"], &["off"]),
        (&["took", "taken", "takes", "take"], &["back"]),
        (&["struck", "strikes"], &["down"]),
    ];
    const LEADS: &[&str] = &[
        "may", "might", "could", "should", "would", "will", "must", "can",
    ];
    let word = reading.word(at);
    let is_open = (1..=3).any(|back| {
        let before = at.checked_sub(back).map_or("", |at| reading.word(at));
        is_denying(before) || LEADS.contains(&before) || back == 1 && before == "to"
    });
    if is_open {
        return None;
    }
    let follows = |then: &[&str]| {
        let mut then = then.iter().enumerate();
        then.all(|(step, then)| reading.word(at + 1 + step) == *then)
    };
    if VERBS.contains(&word) {
        return Some(at + 1);
    }
    let mut phrases = PHRASES.iter();
    let (_, then) = phrases.find(|(verbs, then)| verbs.contains(&word) && follows(then))?;
    Some(at + 1 + then.len())
}

/// The noun for those who do something, before the verb: `the council of Ulm`.
fn doer(reading: &Reading<'_>, before: Range<usize>) -> Option<Term> {
    const PREPOSITIONS: &[&str] = &["of", "in", "at", "for", "to", "on", "with", "from"];
    let first = before.clone().find(|at| reading.term(*at).is_some())?;
    let end = (first..before.end).find(|at| {
        PREPOSITIONS.contains(&reading.word(*at))
            || !reading.gap(*at).trim().is_empty() && *at > first
    });
    let all = first..end.unwrap_or(before.end);
    let is_noun = |at: &usize| !reading.word(*at).ends_with("ly");
    all.rev().filter(is_noun).find_map(|at| reading.term(at))
}

/// Whether a word is a verb for being moved, ended or done away with.
fn goes(word: &str) -> bool {
    #[rustfmt::skip]
    const GOES: &[&str] = &[
        "move", "close", "shut", "sell", "demolish", "pull", "tear", "stop", "leave", "cease", "end", "relocate", "replace", "convert", "evict", "resign", "abolish",
        "dissolve", "dismantle", "remove", "retire", "depart", "clear", "fell",
    ];
    GOES.iter().any(|verb| is_same_deed(word, verb))
}

/// Whether a sentence says at a place that what stands before it stays.
pub(super) fn stays(reading: &Reading<'_>, at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map_or("", |at| reading.word(at));
    let is_said = match reading.word(at) {
        "stay" | "stays" | "remain" | "remains" => true,
        "kept" | "preserved" | "spared" => BE.contains(&before(1)),
        _ => false,
    };
    let is_denied = (1..=2).any(|back| is_denying(before(back)));
    // `Stays closed`, and the price that stays at 4 euros.
    is_said && !is_denied && !goes(reading.word(at + 1)) && reading.word(at + 1) != "at"
}

/// Whether a sentence says that something is put off.
fn puts_off(reading: &Reading<'_>) -> bool {
    const PUTS_OFF: &[&str] = &[
        "postpone",
        "delay",
        "defer",
        "suspend",
        "pause",
        "reschedul",
    ];
    let says = |list: &[&str]| {
        reading
            .words
            .iter()
            .any(|word| list.contains(&word.as_str()))
    };
    let mut words = reading.words.iter();
    words.any(|word| PUTS_OFF.iter().any(|front| word.starts_with(front)))
        || says(&["put", "puts"]) && says(&["off", "hold", "ice"])
}

impl Old<'_> {
    /// Whether it tells the decision, the verdict or the plan that a new sentence says to be taken back.
    pub(super) fn is_reversed_by(&self, new: &New<'_>) -> bool {
        // What takes back a decision itself is none of them.
        let reverses = || read(&self.reading).is_some();
        let Some(reversal) = new.reversal.as_ref().filter(|_| !reverses()) else {
            return false;
        };
        // What a judgment finds it says itself: `The eviction was unlawful`.
        let is_of_it = || reversal.noun.is_some_and(|noun| self.head.contains(&noun));
        let of_court =
            || self.says(FINDS) || self.says(&["ruled", "upheld"]) || is_of_it() && self.says(LAW);
        let tells_it = self.decides()
            || reversal.of_court && of_court()
            || reversal.of_plan && self.is_to_come;
        if !tells_it || !self.is_of_a_date(&reversal.dates) {
            return false;
        }
        let is_theirs = || match reversal.doer {
            Some(doer) => self.knows(doer),
            None => self.is_of_source_of(new),
        };
        if reversal.of.is_empty() {
            return is_theirs() || !reversal.is_own && reversal.of_court && of_court();
        }
        let is_known = |at: &&usize| {
            let term = new.reading.term(**at);
            let mut own = self.reading.words.iter();
            term.is_some_and(|term| self.knows(term))
                || own.any(|word| names_deed(new.reading.word(**at), word))
        };
        let known = reversal.of.iter().filter(is_known).count();
        3 * known >= 2 * reversal.of.len() && (!reversal.is_own || is_theirs())
    }

    /// Whether it tells that something was decided or granted.
    fn decides(&self) -> bool {
        #[rustfmt::skip]
        const GRANTS: &[&str] = &["agree", "agrees", "approves", "permits", "permitted", "allows", "allowed", "consents", "consented", "resolved", "chose", "chosen"];
        decision_at(&self.reading).is_some() || self.says(GRANTS)
    }

    fn denies(&self) -> bool {
        let mut words = self.reading.words.iter();
        words.any(|word| is_denying(word))
    }

    fn says(&self, list: &[&str]) -> bool {
        let mut words = self.reading.words.iter();
        words.any(|word| list.contains(&word.as_str()))
    }

    /// Whether it, or the title of its source, has a word.
    fn knows(&self, term: Term) -> bool {
        self.terms.contains(&term) || self.head.contains(&term)
    }

    /// Whether it gives one of some dates, or either has none.
    fn is_of_a_date(&self, dates: &[Date]) -> bool {
        let found = quantities(self.reading.text);
        let mut own = found.iter().filter_map(Quantity::date).peekable();
        own.peek().is_none()
            || dates.is_empty()
            || own.any(|own| dates.iter().any(|other| own.is_compatible(*other)))
    }

    /// Whether it tells what was to come of a decision that holds no more: its deed, what comes of that, or what the same source goes on to say will be.
    pub(super) fn comes_of(&self, decision: &Self) -> bool {
        #[rustfmt::skip]
        const BESIDE: &[&str] = &["also", "besides", "separately", "moreover", "furthermore", "meanwhile"];
        let own = &self.reading;
        let is_past = || (0..own.words.len()).any(|at| is_told_as_past(own, at));
        if self.denies() || is_past() || self.says(BESIDE) || self.decides() {
            return false;
        }
        let shares = |thing: &[Term]| thing.iter().any(|term| self.terms.contains(term));
        let is_of_source = !self.head.is_empty() && self.head == decision.head;
        // `A new bus line starts in May` begins with a thing of its own.
        let is_new = matches!(own.word(0), "a" | "an" | "another");
        let goes_on = || decision.decides() && (!is_new || shares(&decision.terms));
        if self.is_to_come && is_of_source && goes_on() {
            return true;
        }
        let theirs = &decision.reading;
        let Some(deed) = deed_decided(theirs) else {
            return false;
        };
        let verb = theirs.word(deed);
        let opens = own.word(0) == "the";
        let thing = thing_of(theirs, deed);
        let is_made = || MAKES.iter().any(|made| is_same_deed(verb, made));
        let begins_with_thing = || own.term(1).is_some_and(|term| thing.last() == Some(&term));
        let from = decision_at(theirs).unwrap_or(deed);
        let of_it: Vec<Term> = (from + 1..theirs.words.len())
            .filter(|at| *at != deed)
            .filter_map(|at| theirs.term(at))
            .collect();
        let tells_deed = || {
            let mut words = own.words.iter();
            words.any(|word| is_same_deed(word, verb) || names_deed(word, verb))
        };
        opens && (names_deed(own.word(1), verb) || is_made() && begins_with_thing())
            || self.is_to_come && shares(&of_it) && tells_deed()
    }

    /// Whether a new sentence says that a thing stays which, by this one, will go or be done away with: `The villages stay where they are`.
    pub(super) fn is_kept_by(&self, new: &New<'_>, asked: &[String]) -> bool {
        let (own, theirs) = (&self.reading, &new.reading);
        let Some(verb) = (1..theirs.words.len()).find(|at| stays(theirs, *at)) else {
            return false;
        };
        let mut deeds = self.deeds_to_come();
        let to_come = deeds.find(|at| self.is_to_come && goes(own.word(*at)));
        // `Will be sold`, and `decided to sell the lido`.
        let of_subject = if let Some(deed) = to_come {
            0..deed
        } else if let Some(deed) = deed_decided(own).filter(|at| goes(own.word(*at))) {
            deed + 1..own.words.len()
        } else {
            return false;
        };
        let begins = |at: &usize| theirs.gap(*at).contains([',', ';', ':']);
        let start = (1..verb).rev().find(begins).unwrap_or(0);
        let subject: Vec<usize> = (start..verb)
            .filter(|at| theirs.term(*at).is_some())
            .collect();
        let is_known = |at: &usize| {
            let word = stem(theirs.word(*at));
            theirs.term(*at).is_some_and(|term| self.knows(term))
                || asked.iter().any(|asked| stem(asked) == word)
        };
        let is_its = |at: &usize| {
            let mut places = of_subject.clone();
            places.any(|place| own.term(place) == theirs.term(*at))
        };
        !self.denies() && subject.iter().all(is_known) && subject.iter().any(is_its)
    }
}

impl Overtaking<'_> {
    /// Leaves of several decisions of which a new sentence may take back one those that it says most of, and that the question is about.
    pub(super) fn keep_the_reversed(&self, found: &mut Vec<(usize, Overtaken)>, new: &New<'_>) {
        let is_vague = |one: &Reversal| one.of.is_empty() && !one.of_court;
        if !new.reversal.as_ref().is_some_and(is_vague) {
            return;
        }
        let nearness = |at: usize| {
            let old = self
                .standing
                .get(at)
                .filter(|old| old.is_reversed_by(new))?;
            let told = |term: &&Term| new.reading.terms.contains(&Some(**term));
            let is_asked = |word: &&String| self.asked.contains(word);
            let shared = old.terms.iter().filter(told).count();
            Some((shared, old.reading.words.iter().filter(is_asked).count()))
        };
        let most = found.iter().filter_map(|(at, _)| nearness(*at)).max();
        found.retain(|(at, _)| nearness(*at).is_none_or(|own| Some(own) == most));
    }

    /// What was to come of decisions that hold no more by a new sentence.
    pub(super) fn falling(
        &self,
        found: &[(usize, Overtaken)],
        new: &New<'_>,
    ) -> Vec<(usize, Overtaken)> {
        let is_known = |at: usize| found.iter().any(|(place, _)| *place == at);
        let fallen = found.iter().filter_map(|(at, how)| {
            let old = self.standing.get(*at)?;
            let falls = *how == Overtaken::TakenBack && old.decides()
                || old.undone_in(new).is_some()
                || old.is_decided_instead_by(new)
                || old.is_decided_the_other_way_by(new);
            falls.then_some((*at, old))
        });
        // What is only put off will still come.
        let fallen: Vec<(usize, &Old)> = fallen.filter(|_| !puts_off(&new.reading)).collect();
        let of_one = |old: &Old| fallen.iter().any(|(_, decision)| old.comes_of(decision));
        let mut falling: Vec<usize> = Vec::new();
        for (at, old) in self.standing.iter().enumerate() {
            // `The airport pays for the extension. It expects more passengers` goes with what it goes on about.
            let before = at.checked_sub(1);
            let falls =
                |at: &usize| falling.contains(at) || fallen.iter().any(|(own, _)| own == at);
            let host = before.filter(falls).and_then(|at| self.standing.get(at));
            let goes_on = host.is_some_and(|host| old.is_to_come && old.goes_on_about(host));
            if !is_known(at) && (goes_on || of_one(old)) {
                falling.push(at);
            }
        }
        let falling = falling.into_iter();
        falling.map(|at| (at, Overtaken::TakenBack)).collect()
    }
}

/// Whether a sentence, with the title of its source, tells what was to come of a decision that whoever made it left for a newer one.
#[must_use]
pub fn falls_with_decision(
    (sentence, head): (&str, &str),
    (old, title): (&str, &str),
    new: &str,
) -> bool {
    let mut lexicon = Lexicon::default();
    let decision = Old::read(old, title, &mut lexicon);
    let own = Old::read(sentence, head, &mut lexicon);
    let theirs = Reading::learnt(new, &mut lexicon);
    let Some(deed) = deed_decided(&decision.reading) else {
        return false;
    };
    let verb = decision.reading.word(deed);
    // Who decides the same for another day leaves what comes of it.
    let all = || 0..theirs.words.len();
    let is_the_same = all().any(|at| is_same_deed(theirs.word(at), verb));
    let turns = |at: usize| is_denying(theirs.word(at)) || undoes(&theirs.words, at);
    let holds = is_the_same && !all().any(turns);
    is_decided_anew(old, new) && !holds && own.comes_of(&decision)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECISIONS: [&str; 2] = [
        "The council voted by 21 to 18 to close the Mill Lane library.",
        "The council decided on 8 April 2025 to keep the Mill Lane library open.",
    ];

    #[test]
    fn what_was_to_come_of_a_decision_falls_with_it() {
        for (sentence, expected) in [
            ("The library closes on 30 June 2025.", true),
            ("The library will be closed on 30 June 2025.", true),
            ("The closure saves 340,000 euros a year.", true),
            ("The closure would cost nine jobs.", true),
            ("The library opens on Sundays from May 2025.", false),
            ("The swimming pool closes on 30 June 2025.", false),
            ("The library closed for a week in May 2024.", false),
            ("About 600 residents protested against the closure.", false),
            ("The city treasurer therefore proposed the closure.", false),
            ("The library had 96,000 visits in 2024.", false),
            ("The library will not close on Sundays.", false),
        ] {
            let found = falls_with_decision((sentence, ""), (DECISIONS[0], ""), DECISIONS[1]);
            assert_eq!(found, expected, "{sentence}");
        }
    }

    #[test]
    fn what_others_decided_takes_nothing_from_a_decision() {
        let closes = "The library closes on 30 June 2025.";
        for new in [
            "The court decided on 8 April 2025 to hear the residents.",
            "The council discussed the Mill Lane library.",
            "The council decided to close the Mill Lane library on 31 July 2025.",
        ] {
            let found = falls_with_decision((closes, ""), (DECISIONS[0], ""), new);
            assert!(!found, "{new}");
        }
    }

    /// The standing sentences, each with its title, that a new one makes fall.
    #[track_caller]
    fn check(standing: &[(&str, &str)], new: (&str, &str), expected: &[usize]) {
        let found = Overtaking::of(standing.iter().copied()).by(new);
        let mut places: Vec<usize> = found.into_iter().map(|(at, _)| at).collect();
        places.sort_unstable();
        assert_eq!(places, expected, "{new:?}");
    }

    #[test]
    fn with_a_decision_that_is_reversed_falls_what_was_to_come_of_it() {
        let city = "City of Hald";
        let standing = [
            (
                "The city decided on 9 January 2023 that the museum will move to the harbour.",
                city,
            ),
            ("The museum will close in October 2024.", city),
            ("The move costs 14 million euros.", city),
            ("The old building will be sold to Brenn Hotels.", city),
            ("The city will also widen Mill Lane in 2025.", city),
            ("A new bus line starts in May 2023.", city),
            (
                "The friends of the museum find the harbour too damp.",
                "Friends of the museum",
            ),
            (
                "The port will pay 2 million euros for the move of the museum.",
                "Port",
            ),
            ("It expects 90,000 visitors.", "Port"),
        ];
        let of =
            |new: &str, expected: &[usize]| check(&standing, (new, "City of Hald, May"), expected);
        of(
            "The city reversed its decision on 4 May 2024.",
            &[0, 1, 2, 3, 7, 8],
        );
        of(
            "The city has gone back on its decision to move the museum.",
            &[0, 1, 2, 3, 7, 8],
        );
        of(
            "The decision of January 2023 was set aside.",
            &[0, 1, 2, 3, 7, 8],
        );
        for new in [
            "The city has not reversed its decision.",
            "The city may reverse its decision.",
            "The friends want to have the decision reversed.",
            "The county reversed its decision on the airport.",
            "The city reversed its decision of March 2021.",
        ] {
            of(new, &[]);
        }
        let rink = [
            ("The city decided to build an ice rink.", city),
            ("It will have 400 seats.", city),
        ];
        check(
            &rink,
            ("The city cancelled the building of the ice rink.", city),
            &[0, 1],
        );
        check(
            &rink,
            ("The city postponed the building of the ice rink.", city),
            &[0],
        );
        let stop = ("The council decided to stop the bus line.", "Council");
        let back = (
            "The council has gone back on its decision to stop the bus line.",
            "Council",
        );
        check(&[stop], back, &[0]);
    }

    #[test]
    fn of_several_decisions_that_is_reversed_of_which_more_is_said() {
        let county = "County";
        let standing = [
            ("The county decided to close the swimming pool.", county),
            ("The county decided to buy the castle.", county),
        ];
        check(
            &standing,
            (
                "The county reversed its decision: the pool stays open.",
                county,
            ),
            &[0],
        );
        check(
            &standing,
            (
                "The county reversed its decision to buy the castle.",
                county,
            ),
            &[1],
        );
    }

    #[test]
    fn a_judgment_that_is_set_aside_holds_no_more() {
        let ruling = "The regional court ruled on 9 January 2023 that Tavio must pay 3 million euros in damages.";
        let standing = [
            (ruling, "Regional court"),
            ("The oil came from a tank of Tavio.", "Regional court"),
        ];
        let appeal = "Court of appeal";
        check(
            &standing,
            (
                "The court of appeal set aside the judgment against Tavio on 10 March 2024.",
                appeal,
            ),
            &[0],
        );
        check(
            &standing,
            (
                "The supreme court overturned the ruling of the regional court.",
                appeal,
            ),
            &[0],
        );
        check(
            &standing,
            (
                "The court of appeal set aside the judgment against Grell.",
                appeal,
            ),
            &[],
        );
        check(
            &standing,
            ("The supreme court overturned the ban on barbecues.", appeal),
            &[],
        );
        let judgment = [
            ("The eviction at Pine Street was unlawful.", "Judgment"),
            ("The landlord must pay 9,000 euros.", "Judgment"),
            ("The tenants lost their furniture.", "Judgment"),
            ("The landlord says that rent is due.", "Landlord"),
        ];
        let aside = ("The court of appeal set aside the judgment.", appeal);
        check(&judgment, aside, &[0, 1]);
    }

    #[test]
    fn what_stays_is_not_moved_or_sold() {
        let plan = "Two villages will be moved for the runway.";
        for (old, new, expected) in [
            (plan, "The villages stay where they are.", true),
            (plan, "The villages stay in the county.", true),
            (plan, "The villages do not stay where they are.", false),
            (plan, "The farms stay where they are.", false),
            (
                "The ferry will stop in 2027.",
                "The ferry stays and gets two new ships.",
                true,
            ),
            (
                "The council decided to sell the Tarn lido to Aqua.",
                "The lido remains in the hands of the town.",
                true,
            ),
            (
                "The ferry will stop in 2027.",
                "The ferry stays closed in winter.",
                false,
            ),
            (
                "The ticket will cost 4 euros.",
                "The ticket stays at 3 euros.",
                false,
            ),
            (
                "The hospital will close in May.",
                "The hospital will be kept and gets a new ward.",
                true,
            ),
        ] {
            let found = Overtaken::by_words(old, new);
            assert_eq!(found.is_some(), expected, "{old} / {new}");
        }
    }
}
