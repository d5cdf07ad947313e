//! People: what a sentence counts where it counts people, `14 people injured`, `the number of injured`, `a workforce of 1,900`.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::slots::Sentence;
use crate::check::language::numbers::{Amount, Unit};
use crate::check::language::terms::stem;

impl Sentence {
    /// An amount that counts what its number is said to be of: `put the number of injured at 11`, `a workforce of 1,900`.
    pub(super) fn told_of_a_number(&self, at: usize, amount: Amount) -> Amount {
        const REACH: usize = 14;
        if amount.unit != Unit::Bare {
            return amount;
        }
        let counted = |noun: &str| Amount {
            unit: Unit::Counted(vec![stem(noun)]),
            ..amount.clone()
        };
        if self.before(at) == "of"
            && at
                .checked_sub(2)
                .is_some_and(|noun| OF_PEOPLE.contains(&self.plain(noun)))
        {
            return counted("people");
        }
        let from = at.saturating_sub(REACH);
        if !matches!(
            self.before(at),
            "at" | "as" | "is" | "was" | "were" | "reached" | "totalled" | "totaled"
        ) {
            return amount;
        }
        let number = (from..at)
            .rev()
            .find(|&place| self.plain(place) == "number" && self.plain(place + 1) == "of");
        let noun = number.and_then(|number| (number + 2..at).find(|&place| self.is_content(place)));
        // `Visitor numbers reached 310,000`
        let numbers = (from + 1..at)
            .rev()
            .find(|&place| self.plain(place) == "numbers" && self.is_content(place - 1));
        let noun = noun.or_else(|| numbers.map(|numbers| numbers - 1));
        noun.map_or_else(|| amount.clone(), |noun| counted(self.plain(noun)))
    }
}

/// Whether a word is one of which so many people are.
pub(super) fn is_of_people(word: &str) -> bool {
    OF_PEOPLE.contains(&word)
}

/// Words for anybody.
const ANYBODY: &[&str] = &["people", "person", "peopl"];

/// Whether two amounts may count one thing: the same noun, or people whom one of the two calls so.
pub(super) fn counts_alike(own: &Unit, theirs: &Unit) -> bool {
    // It is asked for each pair of amounts.
    static STEMS: LazyLock<HashSet<String>> =
        LazyLock::new(|| PEOPLE.iter().map(|noun| stem(noun)).collect());
    let is_anybody = |unit: &Unit| matches!(unit, Unit::Counted(nouns) if nouns.iter().any(|noun| ANYBODY.contains(&noun.as_str())));
    let are_people = |unit: &Unit| matches!(unit, Unit::Counted(nouns) if nouns.iter().any(|noun| STEMS.contains(&stem(noun))));
    own.counts_same(theirs)
        || is_anybody(own) && are_people(theirs)
        || is_anybody(theirs) && are_people(own)
}

/// Whether a word counts people of any kind.
pub(super) fn is_anybody(word: &str) -> bool {
    PEOPLE.contains(&word)
}

/// Nouns, and what stands for them, that count people of any kind.
#[rustfmt::skip]
const PEOPLE: &[&str] = &[
    "people", "persons", "residents", "inhabitants", "citizens", "visitors", "guests", "passengers", "workers", "employees", "participants", "spectators",
    "demonstrators", "protesters", "attendees", "injured", "wounded", "hurt", "dead", "killed", "missing", "homeless", "unemployed",
];

/// Nouns of which so many people are: `a workforce of 1,900`.
const OF_PEOPLE: &[&str] = &[
    "workforce",
    "staff",
    "crew",
    "population",
    "audience",
    "payroll",
];
