//! Denied: what the one sentence says is not so and the other says is, whatever else each of them says.
//!
//! `Caused not by fertiliser but by the heat` denies `caused by fertiliser`, `requires no downtime` denies `a downtime of two hours`, `nobody was made redundant`
//! denies `twelve were made redundant`. The two may share few of their words. What is denied has to stand in the other as it is, and of the same: a denial of
//! something narrower leaves the rest to be so.

use super::slots::{LIGHT, OPENS, Sentence, Word, are_numbered_otherwise, have_other_objects};
use crate::check::language::irregular::is_past;
use crate::check::language::terms::HELPING_VERBS;
use crate::check::meaning::deeds::is_same_deed;
use crate::check::meaning::denying::is_denying;

/// Whether one of two sentences denies flatly what the other says.
pub(super) fn denies_flatly(a: &Sentence, b: &Sentence) -> bool {
    (a.denies_what_is_said_in(b) || b.denies_what_is_said_in(a)) && !are_numbered_otherwise(a, b)
}

/// Words before what is set against something else: `from farms`.
const LEADS: &[&str] = &[
    "by", "from", "in", "at", "on", "for", "to", "with", "through", "of", "into",
];

/// Words behind a denial by which it denies no more than a bound, or that something is the only one.
const BOUNDS: &[&str] = &[
    "only", "just", "merely", "solely", "even", "all", "always", "more", "less", "fewer", "longer",
    "later", "earlier", "sooner", "doubt", "one", "other", "matter", "least", "further",
];

/// Words for how much of something, which name nothing.
const PORTIONS: &[&str] = &[
    "most", "part", "half", "bulk", "majority", "share", "greater", "larger", "much", "lot",
];

/// Words by which a sentence does not say that something is so: roots of those that tell of what somebody wants, takes away or keeps from coming about.
#[rustfmt::skip]
const UNSURE: &[&str] = &[
    "would", "could", "may", "might", "should", "if", "whether", "without", "against", "instead", "rather", "unlike",
    "avoid", "prevent", "abolish", "scrap", "remov", "propos", "planned", "plans", "demand", "want", "wish", "hope", "ask", "deni", "deny", "reject", "oppos", "claim", "fear",
    "lift", "stop", "cancel", "reduc", "risk", "expect", "refus", "until", "unless",
];

/// Words behind which stands why, or under which condition, something is not so.
const AFTERWARDS: &[&str] = &["unless", "so", "because", "since", "as", "while"];

/// Words of a sentence at most that are looked at behind a denial.
const REACH: usize = 6;

impl Sentence {
    fn denies_what_is_said_in(&self, other: &Self) -> bool {
        let mut theirs = other.words.iter();
        let is_month = |word: &Word| word.is_capital && word.plain == "may";
        let is_sure = !theirs
            .any(|word| is_denying(&word.plain) || is_unsure(&word.plain) && !is_month(word));
        is_sure
            && (self.sets_aside_what_is_in(other)
                || self.denies_any_of(other)
                || self.denies_of_everybody(other)
                || self.denies_the_clause_of(other))
    }

    /// `Not by fertiliser but by the heat`, `from households, not from farms`.
    fn sets_aside_what_is_in(&self, other: &Self) -> bool {
        (1..self.words.len()).any(|at| {
            let lead = self.plain(at + 1);
            if self.plain(at) != "not" || !LEADS.contains(&lead) {
                return false;
            }
            let thing = self.thing_from(at + 2);
            let is_cut = self.words.get(at).is_some_and(|word| word.is_cut);
            let is_set_against = (at + 2..at + 2 + REACH).any(|but| self.plain(but) == "but");
            // What is set against it may stand before, with the same word before it.
            let before = (1..at).find(|&place| self.plain(place) == lead);
            let clause = before.filter(|_| is_cut).unwrap_or(at);
            let Some(verb) = self.said_before(clause) else {
                return false;
            };
            (is_cut || is_set_against)
                && !thing.is_empty()
                && other.says_behind(lead, &thing, (self, verb))
        })
    }

    /// Whether it has this behind this preposition, and the same before that as another sentence has up to a verb.
    fn says_behind(&self, lead: &str, thing: &[&str], (other, verb): (&Self, usize)) -> bool {
        (1..self.words.len()).any(|at| {
            let found = self.thing_from(at + 1);
            let Some(own) = self.said_before(at).filter(|_| self.plain(at) == lead) else {
                return false;
            };
            let (subject, theirs) = (self.named_before(own), other.named_before(verb));
            thing.iter().all(|stem| found.contains(stem))
                && is_same_deed(self.plain(own), other.plain(verb))
                && (subject.is_empty()
                    || theirs.is_empty()
                    || subject.iter().any(|stem| theirs.contains(stem)))
        })
    }

    /// `Requires no downtime`, of what is said to have one: the rest of it is said there too, but for the verb.
    fn denies_any_of(&self, other: &Self) -> bool {
        (0..self.words.len()).any(|at| {
            if self.plain(at) != "no" {
                return false;
            }
            let end = (at + 1..self.words.len())
                .find(|&place| !self.is_content(place) || place > at + 1 && self.is_cut(place))
                .unwrap_or(self.words.len());
            let is_there = |place: usize| {
                let word = self.words.get(place);
                word.is_some_and(|word| other.has_noun(&word.stem))
            };
            let verb = self.said_before(at);
            let mut rest = (0..self.words.len())
                .filter(|place| !(at..end).contains(place) && Some(*place) != verb)
                .filter(|&place| self.is_content(place) && !LIGHT.contains(&self.plain(place)))
                .peekable();
            end > at + 1
                && !BOUNDS.contains(&self.plain(at + 1))
                && (at + 1..end).all(is_there)
                && rest.peek().is_some()
                && rest.all(is_there)
        })
    }

    /// `Nobody was made redundant`, of so many that were.
    fn denies_of_everybody(&self, other: &Self) -> bool {
        let is_of_all =
            self.plain(0) == "nobody" || self.plain(0) == "no" && self.plain(1) == "one";
        let mut said = (1..self.words.len())
            .filter(|&at| self.is_content(at) && self.plain(at) != "one")
            .peekable();
        is_of_all
            && other.gives_amount
            && said.peek().is_some()
            && said.all(|at| {
                let word = self.words.get(at);
                word.is_some_and(|word| other.has_noun(&word.stem))
            })
    }

    /// `Is not encrypted`, of what the other says is: the same up to the verb, and nothing behind it that the other does not say.
    fn denies_the_clause_of(&self, other: &Self) -> bool {
        (1..self.words.len()).any(|at| {
            let word = self.plain(at);
            if word != "not" && !word.ends_with("n't") {
                return false;
            }
            let verb = (at + 1..self.words.len()).find(|&place| self.is_content(place));
            let Some((verb, stem)) =
                verb.and_then(|verb| Some((verb, &self.words.get(verb)?.stem)))
            else {
                return false;
            };
            let helped = |place: usize| HELPING_VERBS.contains(&self.plain(place));
            let Some(theirs) = other.words.iter().position(|word| word.stem == *stem) else {
                return false;
            };
            let (subject, their_subject) = (self.named_before(at), other.named_before(theirs));
            let end = (verb + 1..self.words.len())
                .find(|&place| self.is_cut(place) || AFTERWARDS.contains(&self.plain(place)))
                .unwrap_or(self.words.len());
            let holds_otherwise = self.plain(end) == "unless";
            (at + 1..verb).all(helped)
                && !self.is_cut(verb)
                && !subject.is_empty()
                && subject.iter().all(|stem| their_subject.contains(stem))
                && their_subject.iter().all(|stem| subject.contains(stem))
                && self.tense_at(at - 1) == other.tense_before(theirs)
                && (verb + 1..end)
                    .filter(|&place| self.is_content(place))
                    .all(|place| {
                        let word = self.words.get(place);
                        word.is_some_and(|word| other.has(word))
                    })
                && (!holds_otherwise || other.words.iter().any(|word| word.plain == "default"))
                && !have_other_objects(self, other)
        })
    }

    /// Whether a helping verb tells of what was, and whether it says how something is.
    fn tense_at(&self, at: usize) -> (bool, bool) {
        let word = self.plain(at);
        (
            matches!(word, "was" | "were" | "did" | "had" | "could"),
            matches!(word, "is" | "are" | "was" | "were" | "been" | "be"),
        )
    }

    /// The same of a verb, by what stands before it or by its form.
    fn tense_before(&self, verb: usize) -> (bool, bool) {
        let helped = verb
            .checked_sub(1)
            .filter(|&before| HELPING_VERBS.contains(&self.plain(before)));
        let word = self.plain(verb);
        helped.map_or_else(
            || (word.ends_with("ed") || is_past(word), false),
            |before| self.tense_at(before),
        )
    }

    fn is_cut(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| word.is_cut)
    }

    fn has_noun(&self, stem: &str) -> bool {
        self.words.iter().any(|word| word.stem == stem)
    }

    /// The nearest word before a place that says something.
    fn said_before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|&place| self.is_content(place))
    }

    /// The stems of the words in a row from a place on, behind an article.
    fn thing_from(&self, at: usize) -> Vec<&str> {
        let is_article = |place: &usize| OPENS.contains(&self.plain(*place));
        let start = (at..self.words.len()).find(|place| !is_article(place));
        let start = start.unwrap_or(at);
        if BOUNDS.contains(&self.plain(start)) {
            return Vec::new();
        }
        let run = (start..self.words.len())
            .take_while(|&place| self.is_content(place) && (place == start || !self.is_cut(place)));
        run.filter_map(|place| self.words.get(place))
            .map(|word| word.stem.as_str())
            .collect()
    }

    /// The stems of what is named before a place in its clause.
    fn named_before(&self, at: usize) -> Vec<&str> {
        let start = (1..at).rev().find(|&place| self.is_cut(place)).unwrap_or(0);
        (start..at)
            .filter(|&place| self.is_content(place) && !PORTIONS.contains(&self.plain(place)))
            .filter_map(|place| self.words.get(place))
            .map(|word| word.stem.as_str())
            .collect()
    }
}

fn is_unsure(word: &str) -> bool {
    UNSURE
        .iter()
        .any(|root| word == *root || root.len() > 3 && word.starts_with(root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: bool) {
        let read = (Sentence::read(a), Sentence::read(b));
        assert_eq!(denies_flatly(&read.0, &read.1), expected, "{a} / {b}");
        assert_eq!(denies_flatly(&read.1, &read.0), expected, "{b} / {a}");
    }

    #[test]
    fn what_is_set_against_something_else_is_denied() {
        let rust = "The stains on the hull were caused not by rust but by algae.";
        check(
            rust,
            "According to the yard, the stains on the hull were caused by rust.",
            true,
        );
        check(rust, "The stains on the hull were caused by algae.", false);
        check(rust, "The delay at the yard was caused by rust.", false);
        let wells = "Most of the water comes from wells, not from the river.";
        check(
            wells,
            "The greater part of the water comes from the river.",
            true,
        );
        check(
            wells,
            "The greater part of the water comes from wells.",
            false,
        );
        check(
            "The water comes not only from the river but from wells.",
            "The water comes from the river.",
            false,
        );
    }

    #[test]
    fn none_of_a_thing_is_denied_by_some_of_it() {
        let none = "Moving house required no interruption.";
        check(
            none,
            "Moving house meant an interruption of two days.",
            true,
        );
        check(
            none,
            "Moving house without an interruption took two days.",
            false,
        );
        check(none, "The strike meant an interruption of two days.", false);
        check(
            "Keld 3 keeps no record of visits.",
            "Keld 4 keeps a record of visits.",
            false,
        );
        check(
            "The hall has no more than 40 seats.",
            "The hall has 40 seats.",
            false,
        );
    }

    #[test]
    fn nobody_is_none_of_so_many() {
        let nobody = "Nobody was dismissed.";
        check(
            nobody,
            "Nine of the thirty drivers were dismissed in spring.",
            true,
        );
        check(
            nobody,
            "Nine of the thirty drivers were moved in spring.",
            false,
        );
    }

    #[test]
    fn a_clause_is_denied_whatever_else_the_other_says() {
        let closed = "The archive in the cellar is heated in winter with gas from the mains.";
        check(closed, "The archive in the cellar is not heated.", true);
        check(closed, "The archive in the attic is not heated.", false);
        check(closed, "The archive in the cellar was not heated.", false);
        check(
            closed,
            "The archive in the cellar is not heated on Sundays.",
            false,
        );
        check(
            "The gate is locked by default with a bolt.",
            "The gate is not locked unless the porter does so.",
            true,
        );
        check(
            "The gate is locked with a bolt.",
            "The gate is not locked unless the porter does so.",
            false,
        );
    }
}
