//! Exempt: a claim of whom something holds, beside a clause that leaves them out of it: `tenants are exempt`, `the law spares small shops`.
//!
//! Such a clause denies of them what the sentence, or the one before it, says of others: the rule does not affect tenants, and tenants do not pay the charge. So a
//! claim that has no other words than theirs and those of what is said of others is borne out where it denies, and contradicted where it does not.

use super::finding::Finding;
use super::in_full::InFull;
use super::plainly::{BE, JOINS, Word, read};
use crate::check::language::terms::{HELPING_VERBS, stem};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

/// Words that leave somebody out of what holds for others; the last only behind a form of `be` and before `of` or `from`.
#[rustfmt::skip]
const EXEMPTS: &[&str] = &[
    "exempt", "exempts", "exempted", "exclude", "excludes", "excluded", "spared", "spares", "excused", "excuses", "free",
];

/// Words that say for whom or for what something holds.
const HOLDS_FOR: &[&str] = &[
    "affect", "apply", "cover", "concern", "include", "extend", "bind", "hold", "target", "hit",
    "liable", "valid", "subject",
];

/// Words by which a sentence leaves out somebody only in part, at times or under a condition, or does not say that it does.
#[rustfmt::skip]
const LIMITS: &[&str] = &[
    "if", "unless", "until", "when", "only", "may", "might", "could", "would", "should", "provided", "except", "some", "most", "many", "few", "half", "partly", "largely",
    "whether",
];

fn says_for_whom(word: &Word<'_>) -> bool {
    HOLDS_FOR.iter().any(|other| stem(other) == word.stem)
}

/// A claim of one clause.
struct Said<'t> {
    words: Vec<Word<'t>>,
    is_denied: bool,
}

/// What the texts say to a claim about those whom they leave out of what holds for others.
pub(super) fn exempted(claim: &str, texts: &[&str]) -> Option<InFull> {
    let may_exempt = |text: &&&str| EXEMPTS.iter().any(|word| text.contains(word));
    let mut exempting = texts.iter().filter(may_exempt).peekable();
    exempting.peek()?;
    let said = Said::read(claim)?;
    exempting.find_map(|text| {
        let spans = sentences(text);
        let all = spans.into_iter().filter_map(|span| text.get(span));
        let all: Vec<Vec<Word<'_>>> = all.map(read).collect();
        let mut before: &[Word<'_>] = &[];
        all.iter().find_map(|sentence| {
            let found = said.beside(sentence, before);
            before = sentence;
            found
        })
    })
}

impl<'t> Said<'t> {
    fn read(claim: &'t str) -> Option<Self> {
        let words = read(claim);
        let is_more = |word: &Word<'_>| {
            word.is_apart || word.is_in(JOINS) || word.is_in(LIMITS) || word.is_in(EXEMPTS)
        };
        if words.iter().any(is_more) || claim.trim_end().ends_with('?') {
            return None;
        }
        let denials = words.iter().filter(|word| is_denying(&word.plain)).count();
        (denials <= 1).then_some(Self {
            words,
            is_denied: denials == 1,
        })
    }

    /// What a sentence says to it that leaves somebody out of what it, or the one before, says of others.
    fn beside(&self, sentence: &[Word<'_>], before: &[Word<'_>]) -> Option<InFull> {
        if sentence.iter().any(|word| word.is_in(LIMITS)) {
            return None;
        }
        let at = sentence.iter().position(|word| word.is_in(EXEMPTS))?;
        let whom = exempt_at(sentence, at)?;
        let is_whom = |word: &Word<'_>| whom.iter().any(|other| other.stem == word.stem);
        let are_meant = whom
            .iter()
            .all(|other| self.words.iter().any(|word| word.stem == other.stem));
        let holds_for = self.words.iter().any(says_for_whom);
        let rest = || {
            self.words
                .iter()
                .filter(|word| word.tells() && !is_whom(word) && !says_for_whom(word))
        };
        let is_told = |word: &Word<'_>| {
            let mut told = before.iter().chain(sentence);
            told.any(|other| other.stem == word.stem)
        };
        // `Excluded from the bonus`: of what, is told with it.
        let is_named = sentence
            .get(at + 1)
            .is_some_and(|next| next.is_in(&["from", "of"]));
        let least = if is_named { 1 } else { 2 };
        let is_of_this = holds_for || rest().count() >= least;
        if !are_meant || !is_of_this || !rest().all(is_told) {
            return None;
        }
        Some(if self.is_denied {
            InFull::Said
        } else {
            InFull::Against(Finding::Opposed(Opposition::Stated))
        })
    }
}

/// The words for those whom a word at a place leaves out: what stands before `are exempt`, or behind `exempts`.
fn exempt_at<'s, 't>(sentence: &'s [Word<'t>], at: usize) -> Option<Vec<&'s Word<'t>>> {
    const REACH: usize = 3;
    let word = sentence.get(at)?;
    let is = |at: usize, list: &[&str]| sentence.get(at).is_some_and(|word| word.is_in(list));
    let begins =
        |&place: &usize| is(place, JOINS) || sentence.get(place).is_some_and(|word| word.is_apart);
    let starts = |from: usize| (1..=from).rev().find(begins).unwrap_or(0);
    let be = (at.saturating_sub(REACH)..at).find(|&place| is(place, BE));
    let whom = match be {
        _ if word.is_in(&["free"]) && !is(at + 1, &["of", "from"]) => return None,
        Some(be) => {
            if (be..at).any(|place| {
                sentence
                    .get(place)
                    .is_some_and(|word| is_denying(&word.plain))
            }) {
                return None;
            }
            sentence.get(starts(be.checked_sub(1)?)..be)?
        }
        None if word.is_in(&["free", "exempt", "exclude"]) => return None,
        None => {
            let denied = (starts(at)..at).any(|place| {
                sentence
                    .get(place)
                    .is_some_and(|word| is_denying(&word.plain) || word.is_in(HELPING_VERBS))
            });
            let end =
                (at + 1..sentence.len()).find(|place| begins(place) || is(*place, &["from", "by"]));
            sentence
                .get(at + 1..end.unwrap_or(sentence.len()))
                .filter(|_| !denied)?
        }
    };
    let is_plain = |word: &Word<'_>| !is_denying(&word.plain) && !word.is_in(HELPING_VERBS);
    let told: Vec<&Word<'_>> = whom.iter().filter(|word| word.tells()).collect();
    (whom.iter().all(is_plain) && !told.is_empty()).then_some(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: Option<bool>) {
        let found = exempted(claim, &[evidence]);
        let is_said = found.map(|found| matches!(found, InFull::Said));
        assert_eq!(is_said, expected, "{claim} / {evidence}");
    }

    const RULE: &str =
        "The rule affects landlords with more than five flats; tenants in old houses are exempt.";

    #[test]
    fn what_holds_for_others_does_not_hold_for_those_who_are_exempt() {
        for (evidence, denied, stated) in [
            (
                RULE,
                "The rule does not affect tenants in old houses.",
                "The rule affects tenants in old houses.",
            ),
            (
                "Residents pay the charge. Students are spared.",
                "Students do not pay the charge.",
                "Students pay the charge.",
            ),
            (
                "The insurance covers theft and fire, but excludes floods.",
                "Floods are not covered by the insurance.",
                "The insurance covers floods.",
            ),
            (
                "The tax applies to lorries. Private cars are free of it.",
                "The tax does not apply to private cars.",
                "The tax applies to private cars.",
            ),
        ] {
            check(denied, evidence, Some(true));
            check(stated, evidence, Some(false));
        }
    }

    #[test]
    fn of_others_and_of_other_things_it_says_nothing() {
        for claim in [
            "The rule does not affect landlords.",
            "The rule affects landlords.",
            "The rule does not affect tenants.",
            "The rule does not affect old houses.",
            "Tenants in old houses do not pay rent.",
            "The rule affects landlords, and not tenants in old houses.",
        ] {
            check(claim, RULE, None);
        }
        for evidence in [
            "The rule affects landlords; tenants are not exempt.",
            "The rule affects landlords; tenants are exempt if they are old.",
            "The rule affects landlords; most tenants are exempt.",
            "The rule affects landlords; they are exempt.",
        ] {
            check("The rule does not affect tenants.", evidence, None);
        }
    }
}
