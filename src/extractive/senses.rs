//! Senses: what counts as a word of the question where a text says it otherwise: a near-synonym, another form, the word denied.
//!
//! Whether something is `safe` is answered by what calls it `unsafe`, so that a word and its denial are one here; which of them a sentence says, it says itself.

use std::collections::HashSet;
use std::ops::Range;

use super::clause::is_base;
use super::kin::{is_derived, kin};
use super::pool::{Candidate, Pool};
use crate::check::{Quantity, Term, is_stop_word, month_named, plain, quantities, stem};
use crate::semantic;

impl Pool {
    /// The terms that count as a word of the question: its own, those of its near-synonyms and of its denial, and, in a language that is not stemmed, those
    /// derived from it.
    pub fn senses(&mut self, word: &str) -> Vec<Term> {
        let lower = plain(word);
        if self.languages.is_function_word(&lower) {
            return Vec::new();
        }
        let mut senses: Vec<Term> = self.lexicon.term(word).into_iter().collect();
        if senses.is_empty() {
            return senses;
        }
        senses.extend(kin(&lower).filter_map(|other| self.lexicon.term(other)));
        if !self.languages.is_empty() {
            let derived = self
                .lexicon
                .stems()
                .filter(|(other, _)| is_derived(&lower, other));
            senses.extend(derived.map(|(_, term)| term));
        }
        for denied in denials(&lower) {
            senses.extend(self.lexicon.term(&denied));
        }
        senses.sort_unstable();
        senses.dedup();
        senses
    }

    /// The terms of the verb in what is made of a verb and where to: `rollback`, which a text may tell as `rolled back`.
    pub fn senses_of_parts(&mut self, word: &str) -> Vec<Term> {
        const WHERE_TO: &[&str] = &["back", "down", "over", "out", "off", "away", "through"];
        let lower = plain(word);
        let verb = WHERE_TO.iter().find_map(|end| lower.strip_suffix(end));
        let verb = verb.filter(|verb| is_base(verb)).map(str::to_owned);
        verb.and_then(|verb| self.lexicon.term(&verb))
            .into_iter()
            .collect()
    }

    /// Whether the passages take a word up: in any form, by a near-synonym, or by what is derived from it.
    #[must_use]
    pub fn covers(&mut self, word: &str) -> bool {
        let mut senses = self.senses(word);
        senses.extend(self.senses_of_parts(word));
        let holds = |term: &Term| self.known.binary_search(term).is_ok();
        let own = stem(&plain(word));
        senses.iter().any(holds)
            || self
                .lexicon
                .stems()
                .any(|(other, term)| is_derived(&own, other) && holds(&term))
            || self.names_one_of(word)
    }

    /// Whether a text names one of several things whose name is a small word of the language as well, for which no term stands: `the well of Brekk` is one of the
    /// wells. As a name it has an article or the like before it, or says of whom it is.
    fn names_one_of(&self, word: &str) -> bool {
        const BEFORE: &[&str] = &[
            "a", "an", "each", "every", "her", "his", "its", "no", "one", "our", "that", "the",
            "their", "this",
        ];
        let lower = plain(word);
        let Some(one) = lower.strip_suffix('s').filter(|one| is_stop_word(one)) else {
            return false;
        };
        self.candidates.iter().any(|candidate| {
            let said: Vec<&str> = candidate.key.split(' ').collect();
            let mut places = said.iter().enumerate().filter(|(_, said)| **said == one);
            places.any(|(at, _)| {
                let before = at.checked_sub(1).and_then(|at| said.get(at));
                before.is_some_and(|before| BEFORE.contains(before))
                    || said.get(at + 1) == Some(&"of")
            })
        })
    }
}

impl Pool {
    /// The places in a question of dates with a month that the evidence gives in digits: `in July 2023` beside `2023-07-20`. No word tells whether they are
    /// taken up.
    pub fn dates_in_digits(&self, question: &str) -> Vec<Range<usize>> {
        let asked = quantities(question).into_iter();
        let mut asked: Vec<Quantity> = asked
            .filter(|one| one.date().is_some_and(|date| date.month.is_some()))
            .collect();
        asked.retain(|wanted| {
            let in_words = question.get(wanted.span.clone()).unwrap_or_default();
            let month = in_words.split(' ').find(|word| month_named(word).is_some());
            let month = month.map(str::to_lowercase);
            let bears = |theirs: &Quantity| theirs.bears_out(wanted);
            let names_it = |one: &Candidate| {
                let mut said = one.key.split(' ');
                month
                    .as_deref()
                    .is_some_and(|month| said.any(|word| word == month))
            };
            self.candidates.iter().any(|one| {
                let is_dated = || {
                    one.date
                        .as_deref()
                        .is_some_and(|date| quantities(date).iter().any(bears))
                };
                !names_it(one) && (one.statement.quantities.iter().any(bears) || is_dated())
            })
        });
        asked.into_iter().map(|one| one.span).collect()
    }

    /// Whether a word is the name of a month in which something of the evidence is, though it be written in digits.
    pub fn gives_the_month(&self, word: &str) -> bool {
        let Some(month) = month_named(word) else {
            return false;
        };
        let is_of_it = |one: &Quantity| one.date().and_then(|date| date.month) == Some(month);
        self.candidates.iter().any(|one| {
            let dated = one.date.as_deref().map(quantities).unwrap_or_default();
            one.statement.quantities.iter().chain(&dated).any(is_of_it)
        })
    }

    /// Whether the evidence has a word that is near to one by its meaning: who asks of noise is told of sound. Names are near to names and
    /// mean others.
    pub fn speaks_of_the_like(&self, phrase: &str) -> bool {
        const NEAR: f32 = 0.65;
        const SHORTEST: usize = 4;
        let name = phrase.rsplit(' ').next().unwrap_or_default();
        let is_name = name.chars().any(|c| c.is_uppercase() || c.is_ascii_digit());
        let Some(asked) = semantic::word(name).filter(|_| !is_name) else {
            return false;
        };
        let mut seen = HashSet::new();
        self.candidates.iter().any(|one| {
            let mut said = one.key.split(' ');
            said.any(|word| {
                let is_new = word.len() >= SHORTEST && !is_stop_word(word) && seen.insert(word);
                is_new
                    && semantic::word(word)
                        .is_some_and(|own| own.vector.cosine(&asked.vector) >= NEAR)
            })
        })
    }
}

/// A word as it stands with a prefix that denies it, and without one.
fn denials(lower: &str) -> Vec<String> {
    const ANY: &[&str] = &["un", "non"];
    const OF_QUALITIES: &[&str] = &["in", "im", "ir", "il"];
    const QUALITIES: &[&str] = &["able", "ible", "ent", "ant", "ate", "ete", "al", "ive"];
    const SHORTEST: usize = 4;
    let is_quality =
        |word: &str| word.len() > SHORTEST && QUALITIES.iter().any(|ending| word.ends_with(ending));
    let bare = |prefixes: &[&str]| {
        let rest = prefixes
            .iter()
            .find_map(|prefix| lower.strip_prefix(prefix));
        rest.filter(|rest| rest.len() >= SHORTEST)
            .map(str::to_owned)
    };
    let mut all: Vec<String> = bare(ANY).into_iter().collect();
    all.extend(bare(OF_QUALITIES).filter(|rest| is_quality(rest)));
    if lower.len() >= SHORTEST && lower.is_ascii() {
        all.extend(ANY.iter().map(|prefix| format!("{prefix}{lower}")));
        if is_quality(lower) {
            all.extend(OF_QUALITIES.iter().map(|prefix| format!("{prefix}{lower}")));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_and_its_denial_are_one() {
        let is = |word: &str, other: &str| denials(word).iter().any(|one| one == other);
        for (word, other) in [
            ("safe", "unsafe"),
            ("unsafe", "safe"),
            ("possible", "impossible"),
            ("inaccurate", "accurate"),
            ("compliant", "noncompliant"),
        ] {
            assert!(is(word, other), "{word}, {other}");
        }
        for (word, other) in [("port", "import"), ("unit", "it"), ("come", "income")] {
            assert!(!is(word, other), "{word}, {other}");
        }
    }
}
