//! Things: what an undoing verb undoes, by the one word that is the thing, beside those that only say which.
//!
//! `Scrapped the two diesel boats` undoes nothing that is told of diesel, and `to avoid pausing the current Python thread` nothing of Python.

use super::{BE, Found, INTENTIONS, PREPOSITIONS};
use crate::check::language::reading::Reading;
use crate::check::language::terms::HELPING_VERBS;
use crate::check::meaning::governing::SPEAKS;

/// What verbs in a sentence undo, by the places of its words.
pub(crate) struct Undone {
    /// All that name it: `diesel` and `boats` in `scrapped the two diesel boats`.
    pub(crate) named: Vec<usize>,
    /// What it is: the last of them, `boats`; the others say which. Of a plan, all that say what it was to bring.
    pub(crate) things: Vec<usize>,
}

/// What verbs in a sentence undo: `merger` in `called off their merger`.
pub(crate) fn undone_things(reading: &Reading<'_>) -> Undone {
    let mut all = Undone {
        named: Vec::new(),
        things: Vec::new(),
    };
    // On a condition nothing is undone.
    if reading.word(0) == "if" {
        return all;
    }
    for found in (0..reading.words.len()).filter_map(|at| reading.undoing(at)) {
        if reading.only_says_which(&found) {
            continue;
        }
        let Some((named, things)) = reading.named_and_things(&found) else {
            continue;
        };
        all.named.extend(named);
        all.things.extend(things);
    }
    all
}

impl Reading<'_> {
    /// What stands before an aside in brackets, where the object of a verb was taken for that: `The code (an interpreter) is paused`.
    fn before_aside(&self, found: &Found) -> Found {
        let object = found.object.clone();
        let opens = self.gap(object.start).contains('(');
        let closes = || (object.start + 1..=found.at).any(|at| self.gap(at).contains(')'));
        let object = if opens && object.end <= found.at && closes() {
            self.clause_start(object.start)..object.start
        } else {
            object
        };
        Found { object, ..*found }
    }

    /// The places of the words for what an undoing verb undoes, and of those that are the thing itself; nothing where a clause stands for it: `Whatever was running in
    /// the thread is paused`.
    fn named_and_things(&self, found: &Found) -> Option<(Vec<usize>, Vec<usize>)> {
        let is_before = found.object.end <= found.at;
        let found = &self.before_aside(found);
        let is_be = |at: &usize| BE.contains(&self.word(*at));
        let mut places: Vec<usize> = self.nouns(found).collect();
        if is_before {
            let is_beside_verb = |at: usize| {
                self.term(at).is_none()
                    || is_be(&at)
                    || is_adverb(self.word(at))
                    || HELPING_VERBS.contains(&self.word(at))
            };
            while places.last().is_some_and(|at| is_beside_verb(*at)) {
                places.pop();
            }
            // `Holm said that the reform is postponed`
            let tells_that = |at: &usize| {
                let before = at.checked_sub(1).map_or("", |at| self.word(at));
                self.word(*at) == "that" && (before.ends_with("ed") || SPEAKS.contains(&before))
            };
            if let Some(that) = places.iter().rposition(tells_that) {
                places.drain(..=that);
            }
            if let Some(verb) = places.iter().rposition(is_be) {
                let rest = places.split_off(verb);
                let that = |at: &usize| self.word(*at) == "that";
                if let Some(that) = rest.iter().rposition(that) {
                    // `The board was told that the merger is cancelled`
                    places = rest.into_iter().skip(that + 1).collect();
                } else {
                    // `The bridge that was planned is cancelled`
                    let joint = |at: &usize| matches!(self.word(*at), "that" | "which" | "who");
                    let joint = places.iter().position(joint).filter(|at| *at > 0)?;
                    places.truncate(joint);
                }
            }
        }
        if !is_before {
            self.keep_what_is_kept_from(found, &mut places);
        }
        let says = |at: &usize| self.term(*at).is_some();
        let named: Vec<usize> = places.iter().copied().filter(says).collect();
        // `Refused to fund the line` undoes the funding.
        if !is_before && self.word(found.end) == "to" {
            let deed = named.first().copied().into_iter().collect();
            return Some((named, deed));
        }
        let is_of_plan = places
            .iter()
            .any(|at| INTENTIONS.contains(&self.word(*at)) || self.word(*at) == "to");
        if is_of_plan {
            // `Dropped its plan to rename the tram` undoes nothing else that is told of the tram; a plan to build it does.
            let to = places.iter().position(|at| self.word(*at) == "to");
            let deed = to.and_then(|to| places.get(to + 1)).copied();
            let things = match deed.filter(|at| !makes(self.word(*at))) {
                Some(deed) => named.iter().copied().filter(|at| *at == deed).collect(),
                None => named.clone(),
            };
            return Some((named, things));
        }
        // `The boats in the harbour were scrapped`
        let is_joint = |at: &usize| PREPOSITIONS.contains(&self.word(*at));
        let from = places.iter().position(says).unwrap_or(0);
        let first = places.iter().skip(from).take_while(|at| !is_joint(at));
        let is_noun = |at: &&usize| {
            let word = self.word(**at);
            says(at) && !is_adverb(word) && !WHENS.contains(&word)
        };
        let nouns: Vec<usize> = first.filter(is_noun).copied().collect();
        // `The sale planned for May`, `the code running in a thread`.
        let is_participle = |at: &&usize| {
            let word = self.word(**at);
            let goes_on = || is_joint(&(**at + 1));
            word.len() > 4 && (word.ends_with("ed") || word.ends_with("ing") && goes_on())
        };
        let thing = nouns.iter().rev().find(|at| !is_participle(at));
        let thing = thing.or(nouns.last());
        Some((named, thing.copied().into_iter().collect()))
    }
}

impl Reading<'_> {
    /// Of a verb that keeps somebody from doing something, what they would do is undone, and not they: `prevents the ferry from sailing at night`.
    fn keep_what_is_kept_from(&self, found: &Found, places: &mut Vec<usize>) {
        #[rustfmt::skip]
        const KEEPS: &[&str] = &[
            "prevent", "prevents", "prevented", "stop", "stops", "stopped", "block", "blocks", "blocked", "prohibit", "prohibits", "prohibited", "forbid", "forbids",
            "forbade",
        ];
        let is_done = |at: &usize| self.word(*at).ends_with("ing") && self.word(*at).len() > 4;
        // `Stop distributing the program` undoes nothing else of the program.
        let is_bare = is_done(&found.end) && found.end == found.at + 1;
        if !KEEPS.contains(&self.word(found.at)) && !is_bare {
            return;
        }
        // A doer stands between the verb and what they would do.
        let from = if is_bare { found.end } else { found.end + 1 };
        let end = from + super::REACH;
        let led = (from..end).find(|at| self.word(*at) == "from" && is_done(&(at + 1)));
        // `Prevent the helper showing it`, and no building that stands there.
        let is_of_doer = |at: &usize| is_done(at) && self.term(at - 1).is_some();
        let prevents = self.word(found.at).starts_with("prevent");
        let unled = || (from..end).find(is_of_doer).filter(|_| prevents);
        let bare = is_bare.then_some(found.end);
        if let Some(deed) = bare.or(led.map(|at| at + 1)).or_else(unled) {
            *places = vec![deed];
        }
    }

    /// Whether an undoing verb only says which thing is meant, of which something else is told: `the order blocking the sale`.
    fn only_says_which(&self, found: &Found) -> bool {
        let before = found.at.checked_sub(1);
        let is_led = before.is_some_and(|at| self.term(at).is_none() || is_adverb(self.word(at)));
        self.word(found.at).ends_with("ing") && before.is_some() && !is_led
    }
}

/// Whether a verb tells that a thing comes to be there, so that without it there is none.
pub(crate) fn makes(verb: &str) -> bool {
    #[rustfmt::skip]
    const MAKES: &[&str] = &[
        "build", "construct", "create", "establish", "found", "install", "introduce", "launch", "lay", "open", "set", "start", "buy", "order", "make", "bring", "hold",
        "host", "stage", "publish", "release", "adopt", "impose", "levy",
    ];
    MAKES.contains(&verb)
}

fn is_adverb(word: &str) -> bool {
    const NOUNS: &[&str] = &[
        "supply", "family", "rally", "assembly", "reply", "monopoly", "ally", "anomaly", "italy",
        "fly",
    ];
    word.ends_with("ly") && !NOUNS.contains(&word)
}

/// Words behind a thing that only say when: `cancelled all flights yesterday`.
#[rustfmt::skip]
const WHENS: &[&str] = &[
    "today", "yesterday", "tomorrow", "tonight", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april",
    "june", "july", "august", "september", "october", "november", "december", "week", "month", "year", "altogether",
];
