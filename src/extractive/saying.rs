//! Saying: whether a sentence tells what the very party says that a question asks of: `What does the railway say about the findings?`.
//!
//! What others say of it answers something else.

use super::clause::is_determiner;
use crate::check::{key, stem};

/// Who is asked about in a question on what they say.
pub(super) struct Party {
    /// Stems of the words by which it is named.
    named: Vec<String>,
}

/// Words from a party to what it does: `The company also said`.
const REACH: usize = 4;

#[rustfmt::skip]
const SAYS: &[&str] = &[
    "say", "says", "said", "told", "tells", "argue", "argues", "argued", "claim", "claims", "claimed", "maintain", "maintains", "maintained", "deny", "denies", "denied", "reject", "rejects",
    "rejected", "state", "states", "stated", "believe", "believes", "believed", "think", "thinks", "want", "wants", "wanted", "warn", "warns", "warned", "insist", "insists", "insisted",
    "recommend", "recommends", "recommended", "advise", "advises", "advised", "respond", "responds", "responded", "suggest", "suggests", "suggested", "propose", "proposes", "proposed",
];

impl Party {
    /// Nothing where a question asks what nobody in particular says.
    pub(super) fn read(question: &str) -> Option<Self> {
        const LONGEST: usize = 5;
        let asked = key(question);
        let all: Vec<&str> = asked.split(' ').collect();
        let [what, auxiliary, rest @ ..] = all.as_slice() else {
            return None;
        };
        let asks = *what == "what" && matches!(*auxiliary, "do" | "does" | "did" | "has" | "have");
        let verb = rest.iter().position(|word| SAYS.contains(word));
        let party = rest.get(..verb.filter(|_| asks)?)?;
        let named: Vec<String> = party
            .iter()
            .filter(|word| !is_determiner(word))
            .map(|word| stem(word))
            .collect();
        (1..=LONGEST)
            .contains(&named.len())
            .then_some(Self { named })
    }

    /// Whether a sentence, as a key, is one of the party's: it says something in it, by its name or by what stands for it, or the sentence opens with it.
    pub(super) fn is_of_it(&self, key: &str) -> bool {
        #[rustfmt::skip]
        const STANDING_IN: &[&str] = &[
            "company", "firm", "agency", "council", "union", "government", "ministry", "association", "organisation", "organization", "group", "he", "she", "they", "spokesperson",
            "spokesman", "spokeswoman", "officials", "statement", "authors", "we",
        ];
        let all: Vec<&str> = key.split(' ').collect();
        let is_named = |word: &&str| self.named.contains(&stem(word));
        let is_party = |word: &&str| STANDING_IN.contains(word) || is_named(word);
        let says = |(at, _): (usize, &&str)| all.iter().take(at).rev().take(REACH).any(is_party);
        let opens = all.iter().take(REACH).any(is_named);
        let is_source = all.windows(2).enumerate().any(|(at, pair)| {
            let mut behind = all.iter().skip(at + 2).take(REACH);
            pair == ["according", "to"] && behind.any(is_named)
        });
        let mut saying = all
            .iter()
            .enumerate()
            .filter(|(_, word)| SAYS.contains(word))
            .peekable();
        // What somebody else says of the party may open with its name.
        let is_unsaid = saying.peek().is_none();
        opens && is_unsaid || is_source || saying.any(says)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_party_says_is_not_what_is_said_of_it() {
        let party = Party::read("What does Norvik Rail say about the board's findings?");
        let party = party.expect("a party");
        for own in [
            "Norvik Rail rejects the findings.",
            "The company said the board mistook the basis of the advice.",
            "The fire was out of control, according to Norvik Rail.",
        ] {
            assert!(party.is_of_it(&key(own)), "{own}");
        }
        for other in [
            "The board staff said that a decision by Norvik Rail was hasty.",
            "Norvik Rail need not have burnt the cars, the board staff said.",
            "Investigators found that crews stayed too long because Norvik Rail shared nothing.",
        ] {
            assert!(!party.is_of_it(&key(other)), "{other}");
        }
        assert!(Party::read("What is said about the findings?").is_none());
    }
}
