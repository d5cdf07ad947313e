//! Leaving: who is told to hold an office, and that somebody has left one.

use super::super::offices::OFFICES;
use super::{New, Old};
use crate::check::language::names::{Name, names};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::denying::is_denying;

impl Old<'_> {
    /// Whether somebody who is told to hold an office has left it.
    pub(super) fn is_left_by(&self, new: &New<'_>, shared: &[Term]) -> bool {
        let is_candidate = || says_any(&self.reading, NOMINATED);
        let withdraws = new.leaves && says_any(&new.reading, CANDIDACY);
        let is_told = if withdraws {
            is_candidate()
        } else {
            new.leaves && shared.len() >= 2 && holds_office(&self.reading)
        };
        is_told && {
            let (known, told) = (names(self.reading.text), names(new.reading.text));
            let is_told = |name: &Name| told.iter().any(|other| other.matches(name));
            known.iter().any(is_told)
        }
    }
}

impl Old<'_> {
    /// Whether a source of the same name tells that somebody else has led since a day what somebody is told to lead.
    pub(super) fn is_followed_by(&self, new: &New<'_>) -> bool {
        let since = new.reading.words.iter().any(|word| word == "since");
        let led = |reading: &Reading<'_>| -> Option<Vec<Term>> {
            let at = (0..reading.words.len()).find(|at| leads_at(reading, *at))?;
            let behind = at + 1..reading.words.len();
            let end = behind
                .clone()
                .find(|at| matches!(reading.word(*at), "since" | "in" | "for" | "and"));
            let thing = behind.start..end.unwrap_or(behind.end);
            Some(thing.filter_map(|at| reading.term(at)).collect())
        };
        let (known, told) = (names(self.reading.text), names(new.reading.text));
        let is_other = || {
            let first = known.first().zip(told.first());
            first.is_some_and(|(known, told)| !known.matches(told))
        };
        since
            && self.is_of_source_of(new)
            && is_other()
            && led(&self.reading)
                .zip(led(&new.reading))
                .is_some_and(|(own, theirs)| own.iter().any(|term| theirs.contains(term)))
    }
}

/// Whether somebody is told to lead now what stands behind a place.
pub(super) fn leads_at(reading: &Reading<'_>, at: usize) -> bool {
    const LEADS: &[&str] = &["leads", "heads", "chairs", "directs"];
    const LED: &[&str] = &["led", "headed", "chaired", "directed"];
    let before = at.checked_sub(1).map_or("", |at| reading.word(at));
    LEADS.contains(&reading.word(at)) || LED.contains(&reading.word(at)) && before == "has"
}

/// Whether somebody leaves an office: `resigned`, `stepped down`.
pub(super) fn tells(reading: &Reading<'_>) -> bool {
    (1..reading.words.len()).any(|at| {
        let word = reading.word(at);
        let leaves = LEAVES.contains(&word)
            || matches!(word, "stepped" | "steps")
                && matches!(reading.word(at + 1), "down" | "aside")
            // From whom it is left to another.
            || matches!(word, "took" | "takes" | "taken")
                && (reading.word(at + 1), reading.word(at + 2)) == ("over", "from");
        let withdraws = matches!(word, "withdrew" | "withdraws" | "withdrawn")
            && (at + 1..=at + 3).any(|at| CANDIDACY.contains(&reading.word(at)));
        (leaves || withdraws) && !is_denying(reading.word(at - 1))
    })
}

fn says_any(reading: &Reading<'_>, list: &[&str]) -> bool {
    let mut words = reading.words.iter();
    words.any(|word| list.contains(&word.as_str()))
}

/// What somebody is told to be who is to hold an office, and what they withdraw.
const NOMINATED: &[&str] = &[
    "nominated",
    "nominates",
    "nominee",
    "candidate",
    "runs",
    "stands",
    "standing",
    "proposed",
];
const CANDIDACY: &[&str] = &["candidacy", "nomination", "candidature", "bid"];

/// Whether a sentence tells that somebody holds an office now, by its verb or by its name: `leads`, `has led since 2019`, `is the minister`.
fn holds_office(reading: &Reading<'_>) -> bool {
    const LEADS: &[&str] = &[
        "leads", "heads", "chairs", "directs", "runs", "coaches", "manages", "conducts", "edits",
    ];
    const HAS_LED: &[&str] = &[
        "led",
        "headed",
        "chaired",
        "directed",
        "run",
        "served",
        "coached",
        "managed",
        "conducted",
        "edited",
    ];
    let all = || 0..reading.words.len();
    let is_office = || all().any(|at| OFFICES.contains(&reading.word(at)));
    let is_said = |at: usize| match reading.word(at) {
        "is" | "remains" | "serves" => is_office(),
        "has" => {
            let mut next = (at + 1..=at + 2).map(|at| reading.word(at));
            next.any(|word| HAS_LED.contains(&word) || word == "been" && is_office())
        }
        word => LEADS.contains(&word),
    };
    all().any(is_said)
}

/// Verbs by which somebody leaves an office.
#[rustfmt::skip]
const LEAVES: &[&str] = &[
    "resigned", "resigns", "resign", "quit", "retired", "retires", "dismissed", "sacked", "ousted", "fired", "deposed", "left", "died", "replaced", "succeeded",
];
