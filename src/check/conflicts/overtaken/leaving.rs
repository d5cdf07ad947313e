//! Leaving: who is told to hold an office, and that somebody has left one, or that somebody else holds it.

use std::ops::Range;

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
    /// Whether a source of the same name tells that somebody else leads, or has led since a day, what somebody is told to lead.
    pub(super) fn is_followed_by(&self, new: &New<'_>) -> bool {
        let since = new.reading.words.iter().any(|word| word == "since");
        let is_later = since || leads_now(&self.reading) && leads_now(&new.reading);
        let led = |reading: &Reading<'_>| -> Option<[Vec<Term>; 2]> {
            let at = (0..reading.words.len()).find(|at| leads_at(reading, *at))?;
            let behind = at + 1..reading.words.len();
            let end = behind
                .clone()
                .find(|at| matches!(reading.word(*at), "since" | "in" | "for" | "and" | "with"));
            let thing = behind.start..end.unwrap_or(behind.end);
            let terms = |places: Range<usize>| places.filter_map(|at| reading.term(at)).collect();
            Some([terms(0..at), terms(thing)])
        };
        let shares = |own: &[Term], theirs: &[Term]| own.iter().any(|term| theirs.contains(term));
        let both = led(&self.reading).zip(led(&new.reading));
        is_later
            && self.is_of_source_of(new)
            && both.is_some_and(|([who, thing], [other, same])| {
                let are_named = !who.is_empty() && !other.is_empty();
                are_named && !shares(&who, &other) && shares(&thing, &same)
            })
    }
}

impl Old<'_> {
    /// Whether somebody else has come to hold the office that somebody is told to hold: `has been chief executive of Halden`, `became chief executive of Halden`.
    pub(super) fn is_succeeded_by(&self, new: &New<'_>) -> bool {
        const HOLDS: &[&str] = &["is", "been", "remains"];
        const BECOMES: &[&str] = &["became", "becomes", "appointed", "elected", "named"];
        // Who it is, what they are, and of what.
        let office = |reading: &Reading<'_>, verbs: &[&str]| -> Option<[Vec<Term>; 3]> {
            let is_verb = |at: &usize| {
                verbs.contains(&reading.word(*at)) && !is_denying(reading.word(at - 1))
            };
            let verb = (1..reading.words.len()).find(is_verb)?;
            let behind = verb + 1..reading.words.len();
            let of = behind.clone().find(|at| reading.word(*at) == "of")?;
            let is_office = (behind.start..of).any(|at| OFFICES.contains(&reading.word(at)));
            let terms = |places: Range<usize>| places.filter_map(|at| reading.term(at)).collect();
            let whose = (of + 1..behind.end).find(|at| reading.term(*at).is_some())?;
            is_office.then(|| {
                [
                    terms(0..verb),
                    terms(behind.start..of),
                    terms(whose..whose + 1),
                ]
            })
        };
        let both = office(&self.reading, HOLDS).zip(office(&new.reading, BECOMES));
        both.is_some_and(|([who, what, whose], [other, same, of_same])| {
            let is_other = !other.is_empty() && !other.iter().any(|term| who.contains(term));
            !self.undoes && is_other && (what, whose) == (same, of_same)
        })
    }
}

/// Verbs by which somebody leads now.
const LEADS_NOW: &[&str] = &["leads", "heads", "chairs", "directs"];

fn leads_now(reading: &Reading<'_>) -> bool {
    says_any(reading, LEADS_NOW)
}

/// Whether a sentence may tell who leads, or holds an office, after others.
pub(super) fn may_follow(reading: &Reading<'_>) -> bool {
    leads_now(reading) || says_any(reading, &["becomes", "became"])
}

/// Whether somebody is told to lead now what stands behind a place.
pub(super) fn leads_at(reading: &Reading<'_>, at: usize) -> bool {
    const LED: &[&str] = &["led", "headed", "chaired", "directed"];
    let before = at.checked_sub(1).map_or("", |at| reading.word(at));
    LEADS_NOW.contains(&reading.word(at)) || LED.contains(&reading.word(at)) && before == "has"
}

/// Whether somebody leaves an office: `resigned`, `stepped down`.
pub(super) fn tells(reading: &Reading<'_>) -> bool {
    (1..reading.words.len()).any(|at| {
        let word = reading.word(at);
        let leaves = LEAVES.contains(&word) && !does_to_a_thing(reading, at)
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

/// Whether somebody does to a thing what makes others leave: `changed its procedures and replaced minor violations`, and not `replaced Jane Doe`.
fn does_to_a_thing(reading: &Reading<'_>, at: usize) -> bool {
    const BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];
    /// Words behind a verb among which is whom it is done to: `replaced the chief executive`.
    const REACH: usize = 4;
    let before = at.checked_sub(1).map_or("", |at| reading.word(at));
    let mut behind = (at + 1..=at + REACH).filter(|at| *at < reading.words.len());
    let is_somebody = |at: usize| {
        let is_name = reading.surface(at).starts_with(char::is_uppercase);
        is_name
            || OFFICES.contains(&reading.word(at))
            || matches!(reading.word(at), "him" | "her" | "them")
    };
    let is_passive = BE.contains(&before);
    reading.word(at) == "replaced"
        && !is_passive
        && reading.term(at + 1).is_some()
        && !behind.any(is_somebody)
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
pub(super) fn holds_office(reading: &Reading<'_>) -> bool {
    /// Words behind a verb among which is what somebody is.
    const REACH: usize = 8;
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
    // Of what somebody is, `is driven by the president` says nothing.
    let is_office = |from: usize| {
        let behind = from + 1..(from + 1 + REACH).min(reading.words.len());
        let mut what = behind.take_while(|at| reading.word(*at) != "by");
        what.any(|at| OFFICES.contains(&reading.word(at)))
    };
    let is_said = |at: usize| match reading.word(at) {
        "is" | "remains" | "serves" => is_office(at),
        "has" => {
            let mut next = at + 1..=at + 2;
            next.any(|at| {
                let word = reading.word(at);
                let leads_to = reading.word(at + 1) == "to";
                HAS_LED.contains(&word) && !leads_to || word == "been" && is_office(at)
            })
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

#[cfg(test)]
mod tests {
    use super::super::Overtaking;

    fn is_overtaken(old: &str, new: &str) -> bool {
        let mut standing = Overtaking::of([(old, "League office")]);
        !standing.by((new, "League office, 8 March")).is_empty()
    }

    #[test]
    fn whose_office_somebody_else_came_to_hold_does_not_hold_it_any_more() {
        let old = "Ola Berg has been chief executive of Halden since 2017.";
        for (new, expected) in [
            (
                "Mia Stor became chief executive of Halden on 1 March 2024.",
                true,
            ),
            ("Mia Stor was appointed chief executive of Halden.", true),
            ("Mia Stor became deputy chief executive of Halden.", false),
            ("Mia Stor became chief executive of Norvik.", false),
            ("Ola Berg became chief executive of Halden in 2017.", false),
            ("Mia Stor did not become chief executive of Halden.", false),
        ] {
            assert_eq!(is_overtaken(old, new), expected, "{new}");
        }
    }

    #[test]
    fn who_led_in_an_earlier_report_of_a_source_leads_no_more() {
        let old = "Sund leads the league with 48 points.";
        for (new, expected) in [
            ("Tolm leads the league with 48 points.", true),
            ("Sund leads the league with 51 points.", false),
            ("Tolm led the league in 2019.", false),
            ("Tolm leads the protest against the coach.", false),
        ] {
            assert_eq!(is_overtaken(old, new), expected, "{new}");
        }
    }
}
