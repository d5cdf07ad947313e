//! Coming: what a sentence tells as to come, or as going on, and whether another tells that it has come about.

use super::{New, Old};
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::quantities;
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::deeds::is_same_deed;
use crate::check::meaning::denying::is_denying;

impl Old<'_> {
    /// Whether a sentence tells as done, or decided, what the other tells as to come.
    pub(super) fn came_about(&self, new: &New<'_>, shared: &[Term]) -> bool {
        /// The share of the sentence with fewer words that both have.
        const COMMON: f32 = 0.5;
        if self.undoes || !new.tells_deeds {
            return false;
        }
        let new = &new.reading;
        if self.is_going_on && shared.len() >= 2 && self.is_decided_by(new) {
            return true;
        }
        if !self.is_to_come {
            return false;
        }
        if self.is_there_by(new) {
            return true;
        }
        let least = self.terms.len().min(new.terms.iter().flatten().count());
        let may_be = self.only_may_be();
        let deed_of = |at: usize| {
            let word = self.reading.word(at);
            (0..new.words.len()).any(|place| {
                let told = new.word(place);
                let is_done = told.ends_with("ed") || is_past(told);
                is_done
                    && self.is_done_to_the_same(at, new)
                    && !(may_be && is_so(new, place))
                    && (new.term(place).is_some() && is_same_deed(told, word)
                        || VOTES.contains(&word) && DECIDES.contains(&told))
            })
        };
        shared.len() >= 2
            && shared.len() as f32 >= COMMON * least as f32
            && self.deeds_to_come().any(deed_of)
    }

    /// Whether a new sentence has a word for what this one's deed is to be done to; who does it is not asked: `will maintain a process` is not done where a list
    /// is maintained.
    fn is_done_to_the_same(&self, deed: usize, new: &Reading<'_>) -> bool {
        #[rustfmt::skip]
        const LEADS: &[&str] = &[
            "to", "for", "of", "on", "in", "at", "by", "from", "with", "until", "after", "before", "because", "since", "when", "as", "during", "but", "while", "who",
            "which", "that", "if",
        ];
        let own = &self.reading;
        let is_figure = |at: usize| own.word(at).starts_with(|c: char| c.is_ascii_digit());
        let ends = |at: &usize| {
            LEADS.contains(&own.word(*at)) || own.gap(*at).contains([',', ';', ':', '(', '–', '—'])
        };
        let object = (deed + 1..own.words.len()).take_while(|at| !ends(at));
        let mut object = object
            .filter(|at| !is_figure(*at))
            .filter_map(|at| own.term(at))
            .peekable();
        object.peek().is_none() || object.any(|term| new.terms.contains(&Some(term)))
    }

    /// Whether it tells of what may be so, and of nothing that is set or wanted.
    fn only_may_be(&self) -> bool {
        const MAY_BE: &[&str] = &["may", "might", "could"];
        let mut says = self.reading.words.iter();
        says.all(|word| !TO_COME.contains(&word.as_str()) || MAY_BE.contains(&word.as_str()))
    }

    /// Whether it tells that who begins it is examining something, and a new sentence what they decided.
    fn is_decided_by(&self, new: &Reading<'_>) -> bool {
        const EXAMINES: &[&str] = &[
            "examining",
            "considering",
            "reviewing",
            "assessing",
            "investigating",
            "discussing",
            "debating",
        ];
        let first = |reading: &Reading<'_>| reading.terms.iter().copied().flatten().next();
        let own = &self.reading;
        let is_decision = |at: usize| {
            let before = at.checked_sub(1).map_or("", |at| new.word(at));
            (DECIDES.contains(&new.word(at)) || new.word(at) == "cleared") && !is_denying(before)
        };
        own.words
            .iter()
            .any(|word| EXAMINES.contains(&word.as_str()))
            && first(own) == first(new)
            && (1..new.words.len()).any(is_decision)
    }

    /// The places of the verbs that tell what is to come: behind `will`, `plans to`, or alone beside a date.
    pub(super) fn deeds_to_come(&self) -> impl Iterator<Item = usize> {
        const REACH: usize = 4;
        let reading = &self.reading;
        (0..reading.words.len()).filter(move |&at| {
            let word = reading.word(at);
            let is_led = (1..=REACH).any(|back| {
                at.checked_sub(back)
                    .is_some_and(|lead| TO_COME.contains(&reading.word(lead)))
            });
            let is_verb = word.len() > 2 && !LIGHT.contains(&word);
            is_verb && reading.term(at).is_some() && (is_led || word.ends_with('s') && at > 0)
        })
    }

    /// Whether what is to be made is there: `plans to build a wash station`, `The wash station opened in May`.
    fn is_there_by(&self, new: &Reading<'_>) -> bool {
        /// Words that name the thing in both.
        const NAMED: usize = 2;
        let own = &self.reading;
        let is_made = |at: &usize| {
            let mut verbs = MAKES.iter();
            verbs.any(|verb| is_same_deed(own.word(*at), verb))
        };
        // Of what is planned nothing else is told, and it may stand before.
        let is_planned = |at: &usize| {
            matches!(own.word(*at), "planned" | "scheduled" | "due")
                && at
                    .checked_sub(1)
                    .is_some_and(|at| matches!(own.word(at), "is" | "are"))
        };
        let planned = (0..own.words.len()).find(is_planned).map(|_| 0);
        let Some(from) = self
            .deeds_to_come()
            .find(is_made)
            .map(|at| at + 1)
            .or(planned)
        else {
            return false;
        };
        let thing: Vec<Term> = (from..own.words.len())
            .filter_map(|at| own.term(at))
            .collect();
        let is_done = |at: &usize| {
            let mut before = (1..=3).filter_map(|back| at.checked_sub(back));
            THERE.contains(&new.word(*at)) && !before.any(|at| is_denying(new.word(at)))
        };
        (0..new.words.len()).find(is_done).is_some_and(|done| {
            let mut named: Vec<Term> = (0..done).filter_map(|at| new.term(at)).collect();
            named.retain(|term| thing.contains(term));
            named.sort_unstable();
            named.dedup();
            named.len() >= NAMED
        })
    }
}

/// Whether a sentence tells of what is to come: by a verb of its own, or by a date without anything that has been.
pub(super) fn is_to_come(reading: &Reading<'_>) -> bool {
    let is_set = || {
        let mut pairs = reading.words.windows(2);
        pairs.any(|pair| matches!(pair[0].as_str(), "is" | "are") && pair[1] == "to")
    };
    let says = (0..reading.words.len()).any(|at| {
        // The month is no `may`.
        TO_COME.contains(&reading.word(at))
            && reading.surface(at) != "May"
            && !is_attribute(reading, at)
    });
    says || is_set() || is_scheduled(reading)
}

/// Whether a participle tells of what is so as a rule: `is actually shared`.
fn is_so(reading: &Reading<'_>, participle: usize) -> bool {
    let mut before = (1..=2).filter_map(|back| participle.checked_sub(back));
    before.any(|at| matches!(reading.word(at), "is" | "are"))
}

/// Whether a word for what is to come only says which thing is meant, of which somebody does something: `oppose the planned closure`.
fn is_attribute(reading: &Reading<'_>, at: usize) -> bool {
    #[rustfmt::skip]
    const OF_A_THING: &[&str] = &["planned", "intended", "proposed", "expected", "threatened", "promised", "scheduled", "pending"];
    #[rustfmt::skip]
    const WHICH: &[&str] = &["the", "a", "an", "this", "that", "these", "those", "any", "every", "its", "their", "his", "her", "our"];
    // What a sentence begins with is what it tells of.
    at > 1 && OF_A_THING.contains(&reading.word(at)) && WHICH.contains(&reading.word(at - 1))
}

/// Whether a sentence dates what it tells without telling it as past: `The line opens on 1 March`.
fn is_scheduled(reading: &Reading<'_>) -> bool {
    let found = quantities(reading.text);
    let is_dated = found.iter().any(|quantity| quantity.date().is_some());
    is_dated
        && !(0..reading.words.len()).any(|at| {
            let word = reading.word(at);
            matches!(
                word,
                "was" | "were" | "had" | "has" | "have" | "did" | "since"
            ) || word.ends_with("ed") && word.len() > 4
                || is_past(word)
        })
}

/// Whether a sentence tells of something that goes on: `is examining the merger`.
pub(super) fn is_going_on(reading: &Reading<'_>) -> bool {
    (1..reading.words.len()).any(|at| {
        let word = reading.word(at);
        word.ends_with("ing") && word.len() > 4 && matches!(reading.word(at - 1), "is" | "are")
    })
}

/// Words by which a sentence tells of what is to come, is wanted or may be.
#[rustfmt::skip]
pub(super) const TO_COME: &[&str] = &[
    "will", "would", "shall", "may", "might", "could", "should", "must", "plans", "plan", "planned", "planning", "intends", "intend", "intended", "wants", "want",
    "demands", "demand", "proposes", "propose", "proposed", "expects", "expect", "expected", "hopes", "hope", "aims", "threatens", "threaten", "threatened", "seeks", "seek",
    "considers", "considering", "due", "scheduled", "recommends", "recommend", "advises", "advise", "supports", "favours", "backs", "promises", "promised", "asks", "fears", "pending",
];

/// Verbs that tell nothing by themselves.
const LIGHT: &[&str] = &[
    "be", "have", "has", "is", "was", "the", "its", "this", "also", "costs", "cost", "years",
    "months",
];

/// What is to be voted on or decided, and how it was.
const VOTES: &[&str] = &[
    "vote", "votes", "decide", "decides", "decision", "rule", "ruling",
];
pub(super) const DECIDES: &[&str] = &[
    "rejected",
    "approved",
    "adopted",
    "voted",
    "decided",
    "passed",
    "accepted",
    "granted",
    "refused",
    "ruled",
    "agreed",
    "confirmed",
    "elected",
    "appointed",
    "ratified",
];

/// Verbs for making a thing, and those by which it is there.
#[rustfmt::skip]
pub(super) const MAKES: &[&str] = &["build", "install", "create", "establish", "renovate", "repair", "develop", "complete", "open", "set"];
const THERE: &[&str] = &[
    "opened",
    "completed",
    "finished",
    "inaugurated",
    "commissioned",
];
