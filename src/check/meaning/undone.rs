//! Undone: a sentence that says of a deed that it was called off, put off, refused or ended, where a claim tells the deed as done.
//!
//! `Cancelled the launch`, `the merger fell through` and `put the migration on hold` hold every word of `launched`, `merged` and `will migrate`, and say the
//! opposite. Verbs that undo are listed; what they undo is the noun behind them, or before them in the passive, and whether that noun names the claim's deed is
//! [`super::deeds`]'s to say. A deed that was done and ended later was done all the same: `supported` is true of who `withdrew its support`.

mod things;

use std::ops::Range;

pub(crate) use self::things::{Undone, makes, undone_things};

use super::deeds::{is_same_deed, is_told_as_deed, names_deed, root};
use super::denying::is_denying;
use super::governing::governing;
use super::polarity::Opposition;
use super::undoings::Fate::{self, Barred, Ended};
use super::undoings::{UNDOINGS, begins};
use crate::check::language::irregular::is_past;
use crate::check::language::reading::{JOINS, Reading};
use crate::check::language::terms::Term;

/// Verbs of what is chosen, taken up or goes on, which nobody does of a thing that was ruled out.
#[rustfmt::skip]
const TAKES_UP: &[&str] = &[
    "consider", "pass", "enact", "ratify", "buy", "purchas", "order", "choos", "adopt", "approv", "accept", "introduc", "proceed", "continu", "pursu", "us", "build", "fund", "go", "start",
    "begin", "launch", "open", "plan", "favour", "favor",
];

/// Verbs of what is settled in favour of a thing.
#[rustfmt::skip]
const SETTLES: &[&str] = &["pass", "enact", "ratify", "approv", "accept", "adopt", "buy", "purchas", "choos", "us", "proceed", "fund"];

/// Deeds that are done only at their end: what stopped before was not.
#[rustfmt::skip]
const COMPLETED: &[&str] = &[
    "build", "construct", "mov", "migrat", "expand", "convert", "renovat", "finish", "complet", "install", "replac", "merg", "clos", "open", "electrify", "digitis",
    "digitiz", "transfer", "relocat", "acquir", "demolish", "dredg", "hir", "recruit", "extradit", "sign", "deliver", "ship", "repair", "restor", "rebuild",
    "reconstruct", "dismantl", "excavat", "drill", "evacuat", "privatis", "privatiz", "nationalis", "nationaliz", "translat", "upgrad", "introduc", "launch", "adopt",
    "ratify", "appoint", "modernis", "moderniz", "deport", "evict", "pav", "widen", "enlarg", "extend", "vaccinat", "connect", "recall", "reform",
];

/// Nouns of what is yet to be done, which name it behind them: `its plan to merge`.
#[rustfmt::skip]
pub(crate) const INTENTIONS: &[&str] = &["plan", "plans", "proposal", "proposals", "bid", "attempt", "attempts", "effort", "efforts", "request", "idea", "motion", "talks"];

/// Words behind an undoing verb among which the noun of what it undoes stands.
const REACH: usize = 6;

/// An undoing verb where it stands.
struct Found {
    at: usize,
    /// The words of its phrase end here.
    end: usize,
    /// Where its object stands.
    object: Range<usize>,
    fate: Fate,
}

/// Whether an undoing verb begins at a place.
pub(crate) fn undoes(words: &[String], at: usize) -> bool {
    begins(words, at).is_some()
}

/// Whether a noun is what a verb before it takes back or does not let come about: `withdrew its support`.
pub(crate) fn is_taken_back(words: &[String], at: usize) -> bool {
    let Some(article) = at.checked_sub(1) else {
        return false;
    };
    let is_article = words
        .get(article)
        .is_some_and(|word| matches!(word.as_str(), "its" | "their" | "his" | "her" | "the"));
    let verb = article.checked_sub(1).filter(|_| is_article);
    verb.is_some_and(|verb| {
        begins(words, verb).is_some_and(|(_, fate)| {
            fate != Ended
                || words
                    .get(verb)
                    .is_some_and(|word| word.starts_with("withdr"))
        })
    })
}

/// The deed that a claim tells as done, and the words by which its source says that it was undone.
///
/// `is_near` tells which words stand near the source's sentence.
pub(crate) fn undone(
    claim: &Reading<'_>,
    source: &Reading<'_>,
    is_near: impl Fn(Term) -> bool,
) -> Option<Opposition> {
    let found: Vec<Found> = (0..source.words.len())
        .filter_map(|at| source.undoing(at))
        .collect();
    if found.is_empty() || claim.denies_or_undoes() {
        return None;
    }
    found.into_iter().find_map(|found| {
        let (deed, noun) = claim
            .deed_of(source, &found, &is_near)
            .or_else(|| claim.taken_up(source, &found))?;
        let from = found.at.min(noun);
        let to = found.end.max(noun + 1);
        Some(Opposition::Direction {
            claim: claim.surface(deed).to_owned(),
            source: source.text_of(&(from..to)).to_owned(),
        })
    })
}

/// Whether a claim says that a deed was not done, and its source that it was undone: `did not merge`, `the merger fell through`.
pub(crate) fn is_undone_in_both(
    claim: &Reading<'_>,
    source: &Reading<'_>,
    is_near: impl Fn(Term) -> bool,
) -> bool {
    const REACH: usize = 3;
    let mut denials = (0..claim.words.len()).filter(|&at| is_denying(claim.word(at)));
    let (Some(denial), None) = (denials.next(), denials.next()) else {
        return false;
    };
    let found = (0..source.words.len()).filter_map(|at| source.undoing(at));
    found.into_iter().any(|found| {
        source.nouns(&found).any(|noun| {
            (denial + 1..=denial + REACH).any(|deed| {
                let rest = (0..claim.words.len()).filter(|&at| at != deed);
                claim.term(deed).is_some()
                    && names_deed(source.word(noun), claim.word(deed))
                    && claim.is_of_the_same(deed, source, &found, noun, &is_near)
                    && rest.filter_map(|at| claim.term(at)).all(&is_near)
            })
        })
    })
}

impl Reading<'_> {
    fn undoing(&self, at: usize) -> Option<Found> {
        let (end, fate) = begins(&self.words, at)?;
        let before = |back: usize| at.checked_sub(back).map_or("", |at| self.word(at));
        // `Did not cancel`, `may stop`, `refused to halt`, and the noun: `the halt of`.
        let is_name = self.surface(at).starts_with(char::is_uppercase)
            && (at > 0 || BE.contains(&self.word(end)));
        let is_other = is_name
            || (1..=3).any(|back| {
                let word = before(back);
                is_denying(word) || MODALS.contains(&word)
            })
            || matches!(before(1), "the" | "a" | "an" | "its" | "no" | "this")
            || AVOIDS.contains(&before(1));
        if is_other {
            return None;
        }
        let is_passive = (1..=3).any(|back| BE.contains(&before(back)))
            || self.word(at) == "on"
            || self.ends_clause(end) && !OF_THEIR_OWN.contains(&self.word(at));
        let is_of_their_own = !is_passive && self.ends_clause(end);
        let phrase = self.word(at);
        // `A drop in sales`, `the stop of`.
        if self.is_purpose(at) {
            return None;
        }
        let is_noun = UNDOINGS
            .iter()
            .any(|undoing| undoing.verb.first() == Some(&phrase))
            && matches!(self.word(end), "in" | "of" | "on" | "for")
            && end == at + 1;
        if is_noun {
            return None;
        }
        // `The athletes refused to be tested` undoes what stands behind it, and nothing of theirs.
        if is_of_their_own && self.word(end) != "to" {
            return None;
        }
        let is_participle = phrase.ends_with("ed")
            || is_past(phrase)
            || matches!(phrase, "put" | "on" | "withheld" | "withdrawn");
        // `Caused by cancelled lists` says of which lists.
        if is_participle && PREPOSITIONS.contains(&before(1)) && self.term(at + 1).is_some() {
            return None;
        }
        let is_between = end > at + 1
            && self.word(at) != "on"
            && end - at > 2
            && is_particle(self.word(end - 1));
        let is_parted = is_between
            && self.term(at + 1).or(self.term(at + 2)).is_some()
            && !is_particle(self.word(at + 1));
        let object = if is_parted {
            at + 1..end
        } else if is_passive && is_participle {
            self.clause_start(at)..at
        } else {
            end..(end + REACH).min(self.words.len())
        };
        Some(Found {
            at,
            end,
            object,
            fate,
        })
    }

    /// Whether a verb only tells what something is for, or may bring: `can be set to prevent the helper from starting`, `used to halt the pump`. Who decides to halt
    /// it does.
    fn is_purpose(&self, at: usize) -> bool {
        let is_led = at.checked_sub(1).is_some_and(|at| self.word(at) == "to");
        let clause = self.clause_start(at)..at;
        is_led
            && clause
                .clone()
                .any(|at| SERVES.contains(&self.word(at)) || MODALS.contains(&self.word(at)))
            && !clause
                .into_iter()
                .any(|at| DECIDES.contains(&self.word(at)))
    }

    /// Whether a verb that ends here has no object behind it.
    fn ends_clause(&self, end: usize) -> bool {
        end >= self.words.len()
            || self
                .gap(end)
                .contains([',', ';', ':', '.', ')', '(', '–', '—'])
            || PREPOSITIONS.contains(&self.word(end))
    }

    /// The beginning of what stands before a verb in its clause; of the sentence where only an aside stands between: `the migration, planned for May, was`.
    fn clause_start(&self, at: usize) -> usize {
        let begins = |place: usize| {
            self.gap(place).contains([';', ':', '(', '–', '—', ','])
                || JOINS.contains(&self.word(place))
        };
        let start = (0..at).rev().find(|&place| begins(place)).unwrap_or(0);
        // `A few fell ill; one withdrew` tells of another than what stands before.
        let is_another = self.gap(start).contains([';', ':']) || JOINS.contains(&self.word(start));
        let is_aside = (start..at).all(|place| self.term(place).is_none());
        if is_aside && !is_another { 0 } else { start }
    }

    fn denies_or_undoes(&self) -> bool {
        (0..self.words.len()).any(|at| {
            is_denying(self.word(at))
                || matches!(self.word(at), "against" | "longer" | "former" | "formerly")
                || undoes(&self.words, at)
        })
    }

    /// The claim's deed that a noun among what is undone names, and that noun.
    fn deed_of(
        &self,
        source: &Reading<'_>,
        found: &Found,
        is_near: &impl Fn(Term) -> bool,
    ) -> Option<(usize, usize)> {
        let is_planned = (0..self.words.len()).any(|at| governing(&self.words, at).is_some());
        if is_planned {
            return None;
        }
        let mut nouns = source.nouns(found);
        nouns.find_map(|noun| {
            let deed = (0..self.words.len()).find(|&at| {
                self.term(at).is_some()
                    && is_told_as_deed(self, at)
                    && source.may_name(noun, self.word(at))
                    && names_deed(source.word(noun), self.word(at))
            })?;
            let is_past_claim = self.word(deed).ends_with("ed") || is_past(self.word(deed));
            // What was done and ended was done.
            let was_done =
                found.fate == Ended && is_past_claim && !COMPLETED.contains(&root(self.word(deed)));
            let is_undone = !was_done
                && !source.tells(self.word(deed), noun, found)
                && self.is_of_the_same(deed, source, found, noun, is_near);
            is_undone.then_some((deed, noun))
        })
    }

    /// Whether a word can be the noun of a deed: no verb or adverb itself, and, where it is the very word of the claim, a noun by what stands beside it.
    fn may_name(&self, at: usize, deed: &str) -> bool {
        let word = self.word(at);
        let before = at.checked_sub(1).map_or("", |before| self.word(before));
        let is_verb = word.ends_with("ed") || is_past(word);
        let is_noun = matches!(
            before,
            "the" | "a" | "an" | "its" | "their" | "his" | "her" | "our" | "this" | "to"
        ) && !word.ends_with("ly")
            || self.word(at + 1) == "of"
            || word.ends_with("ing");
        is_noun || !is_verb && word != deed
    }

    /// The places of the nouns that an undoing verb may undo.
    fn nouns(&self, found: &Found) -> impl Iterator<Item = usize> {
        let object = found.object.clone();
        let is_before = object.end <= found.at;
        // The noun stands before `of`; that of what is planned behind it. What is undone may also stand before its verb: `the grant for buses was cancelled`.
        let ends = |place: usize| {
            let is_parted = || self.gap(place).contains([',', ';', ':', '(', '–', '—']);
            place > object.start
                && if is_before {
                    self.term(place - 1).is_some()
                        && matches!(self.word(place), "of" | "for" | "on")
                } else {
                    // `Withdrew the statement that`: what is said behind is not what is undone.
                    is_parted()
                        || PREPOSITIONS.contains(&self.word(place))
                        || self.word(place) == "that"
                }
        };
        let mut intended = false;
        let end = object.clone().find(|&place| {
            intended |= INTENTIONS.contains(&self.word(place));
            ends(place) && !(intended && matches!(self.word(place), "to" | "for" | "of"))
        });
        let end = end.unwrap_or(object.end);
        object.start.min(end)..end
    }

    /// Whether a sentence tells a deed itself, besides the noun of it that is undone: `built the bridge after construction had stopped`.
    fn tells(&self, deed: &str, noun: usize, found: &Found) -> bool {
        (0..self.words.len()).any(|at| {
            let word = self.word(at);
            at != noun
                && !(found.at..found.end).contains(&at)
                && (word.ends_with("ed") || is_past(word) || word == deed)
                && self.term(at).is_some()
                && is_same_deed(word, deed)
                || at > found.end && matches!(word, "completed" | "resumed" | "finished")
        })
    }

    /// Whether the deed that is undone is done to what the claim says.
    fn is_of_the_same(
        &self,
        deed: usize,
        source: &Reading<'_>,
        found: &Found,
        noun: usize,
        is_near: &impl Fn(Term) -> bool,
    ) -> bool {
        if self.names_what_is_done(deed, source, noun) {
            return true;
        }
        let is_asked =
            |term: Term| (0..self.words.len()).any(|at| at != deed && self.term(at) == Some(term));
        // `The construction of the tramway` is not that of the bridge.
        if matches!(source.word(noun + 1), "of" | "for" | "on" | "with") {
            let end = if noun < found.at {
                found.at
            } else {
                (noun + 2 + REACH).min(source.words.len())
            };
            let mut object = (noun + 2..end)
                .take_while(|&at| at == noun + 2 || !source.gap(at).contains([',', ';', '(']))
                .filter_map(|at| source.term(at))
                .peekable();
            if object.peek().is_some() && !object.any(is_asked) {
                return false;
            }
        }
        let rest = |range: Range<usize>| -> (usize, usize, usize) {
            let terms: Vec<Term> = range
                .filter(|&at| at != deed)
                .filter_map(|at| self.term(at))
                .collect();
            let here = terms
                .iter()
                .filter(|term| source.terms.contains(&Some(**term)))
                .count();
            let near = terms.iter().filter(|term| is_near(**term)).count();
            (terms.len(), here, near)
        };
        let (all, here, near) = rest(0..self.words.len());
        let (behind, _, behind_near) = rest(deed + 1..self.words.len());
        here >= 1 && (2 * near >= all || behind > 0 && behind_near == behind)
    }

    /// Whether the undone noun has a name before it which the claim has behind its deed: `the Ombra migration`, `move the archive to Ombra`.
    fn names_what_is_done(&self, deed: usize, source: &Reading<'_>, noun: usize) -> bool {
        let Some(name) = noun.checked_sub(1) else {
            return false;
        };
        let is_name = source.surface(name).starts_with(char::is_uppercase)
            && source.gap(noun) == " "
            && source.term(name).is_some();
        is_name
            && (deed + 1..self.words.len()).any(|at| {
                self.term(at) == source.term(name)
                    && self.surface(at).starts_with(char::is_uppercase)
            })
    }

    /// Where a claim says of a thing that it is taken up, or goes on, which its source says was called off, ruled out or put off.
    fn taken_up(&self, source: &Reading<'_>, found: &Found) -> Option<(usize, usize)> {
        let deed = (1..self.words.len())
            .find(|&at| TAKES_UP.contains(&root(self.word(at))) && is_told_as_deed(self, at))?;
        let is_figure = |at: usize| {
            self.word(at)
                .starts_with(|first: char| first.is_ascii_digit())
        };
        let rest: Vec<Term> = (0..self.words.len())
            .filter(|&at| at != deed && !is_figure(at))
            .filter_map(|at| self.term(at))
            .collect();
        let thing = source
            .nouns(found)
            .find(|&at| source.term(at).is_some_and(|term| rest.contains(&term)))?;
        let is_to_come = (0..deed)
            .any(|at| matches!(self.word(at), "will" | "is" | "are" | "being" | "shall"))
            || self.word(deed).ends_with('s');
        // What was launched may have been cancelled since; what was turned down was never approved.
        let is_settled = found.fate == Barred && SETTLES.contains(&root(self.word(deed)));
        if !(is_to_come || is_settled) || source.tells(self.word(deed), thing, found) {
            return None;
        }
        let is_there = |term: &Term| source.terms.contains(&Some(*term));
        // By when it was to be is no part of what it is.
        let is_deadline = |at: usize| {
            at.checked_sub(1)
                .is_some_and(|before| matches!(self.word(before), "by" | "before" | "until"))
        };
        let has_figures = (0..self.words.len())
            .filter(|&at| is_figure(at))
            .all(|at| is_deadline(at) || source.words.iter().any(|word| word == self.word(at)));
        (rest.iter().all(is_there) && has_figures).then_some((deed, thing))
    }
}

fn is_particle(word: &str) -> bool {
    matches!(
        word,
        "off" | "out" | "down" | "on" | "hold" | "ice" | "away"
    )
}

const BE: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "being", "remains", "remain", "got",
];

#[rustfmt::skip]
const MODALS: &[&str] = &[
    "may", "might", "could", "would", "should", "can", "if", "unless", "threatened", "threatens", "whether", "failed", "refused", "declined", "asked", "urged", "wants",
    "wanted", "proposed", "plans", "planned",
];

/// What somebody does of their own accord, where no object stands behind it: `withdrew from the race`, `refused to pay`.
const OF_THEIR_OWN: &[&str] = &[
    "withdrew",
    "withdraws",
    "withdraw",
    "refuse",
    "refuses",
    "refused",
];

/// Words by which a thing serves an end.
#[rustfmt::skip]
const SERVES: &[&str] = &[
    "can", "must", "use", "used", "uses", "using", "useful", "helps", "help", "helped", "allows", "allow", "lets", "let", "enables", "enable", "enough", "order", "way",
    "ways", "how", "option", "easy", "easier", "hard", "possible", "impossible", "able", "need", "needs", "needed", "necessary", "required", "designed", "meant",
    "attempt", "attempts", "attempted", "effort", "efforts", "try", "tries", "tried", "trying",
];

/// Words of a decision.
#[rustfmt::skip]
const DECIDES: &[&str] = &[
    "voted", "votes", "vote", "decided", "decides", "decision", "agreed", "agrees", "agreement", "ordered", "orders", "ruled", "ruling", "chose", "opted", "resolved",
    "announced", "announces", "forced",
];

/// Verbs for seeing to it that something is not done: `to avoid pausing the thread`.
const AVOIDS: &[&str] = &[
    "avoid",
    "avoids",
    "avoided",
    "avoiding",
    "prevent",
    "prevents",
    "prevented",
];

#[rustfmt::skip]
const PREPOSITIONS: &[&str] = &[
    "of", "for", "on", "in", "at", "to", "by", "from", "with", "until", "till", "after", "before", "because", "since", "when", "over", "about", "as", "during", "and",
    "but", "while", "who", "which", "that",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::meaning::told_beside::assert_told;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: Option<&str>) {
        assert_told(
            |own, theirs, terms| undone(own, theirs, |term| terms.binary_search(&term).is_ok()),
            source,
            claim,
            expected,
        );
    }

    #[test]
    fn things_that_are_counted_end_nothing() {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        for (text, at, expected) in [
            ("the line has 12 stops", 4, false),
            ("several halts measure 40 metres", 1, false),
            ("two cancels were found", 1, false),
            ("the council stops the works", 2, true),
            ("in 2025 halts the works", 2, true),
            ("12 stopped trains", 1, true),
        ] {
            assert_eq!(undoes(&words(text), at), expected, "{text}");
        }
    }

    #[test]
    fn a_deed_that_was_called_off_refused_or_ended_was_not_done() {
        for (source, claim, told) in [
            (
                "The shop cancelled the launch of the lamp.",
                "The shop launched the lamp.",
                "cancelled the launch",
            ),
            (
                "The merger of the two choirs fell through.",
                "The two choirs merged.",
                "merger of the two choirs fell through",
            ),
            (
                "The board put the migration of the archive on hold.",
                "The board will migrate the archive.",
                "put the migration of the archive on hold",
            ),
            (
                "The mayor dropped her plan to close the pool.",
                "The mayor closed the pool.",
                "dropped her plan to close",
            ),
            (
                "Wave power was ruled out by the port.",
                "The port will buy wave power.",
                "Wave power was ruled out",
            ),
            (
                "Decision: the Ombra migration is put on hold.",
                "The guild will move all of its files to Ombra by the end of 2031.",
                "migration is put on hold",
            ),
            (
                "The senate voted the bill down.",
                "The bill was passed by the senate.",
                "voted the bill down",
            ),
            (
                "The footbridge to Keld was put on hold in June.",
                "The footbridge to Keld will be built by 2031.",
                "footbridge to Keld was put on hold",
            ),
        ] {
            check(source, claim, Some(told));
        }
    }

    #[test]
    fn a_deed_that_was_done_once_or_to_something_else_is_not_undone() {
        for (source, claim) in [
            (
                "The guild withdrew its support for the toll.",
                "The guild supported the toll.",
            ),
            (
                "The shop did not cancel the launch of the lamp.",
                "The shop launched the lamp.",
            ),
            (
                "The town halted the construction of the mill.",
                "The town built the pier.",
            ),
            (
                "The launch of the boat was cancelled; the shop launched the lamp.",
                "The shop launched the lamp.",
            ),
            (
                "The shop cancelled the launch of the lamp.",
                "The shop did not launch the lamp.",
            ),
            (
                "The project was suspended in 2019.",
                "The project was launched in 2015.",
            ),
        ] {
            check(source, claim, None);
        }
    }
}
