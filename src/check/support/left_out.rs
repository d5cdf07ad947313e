//! Left out: what was taken out of a whole, `the clause was dropped from the contract`, `the bill leaves out the clause`, beside a claim that the whole has it, or no
//! longer has it.
//!
//! Such a sentence has all words of `the contract includes the clause` and no word that denies. So the claim's whole and its part are looked for on their sides of the
//! verb, and nothing is said where the sentence tells more of either, or may not have come about.

use super::finding::Finding;
use super::in_full::InFull;
use super::plainly::{BE, Word, are_among, deny, read};
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

/// Verbs by which a whole has a part.
#[rustfmt::skip]
const HAS: &[&str] = &[
    "has", "have", "had", "contains", "contain", "contained", "includes", "include", "included", "features", "feature", "featured", "keeps", "keep", "kept",
    "retains", "retain", "retained", "comprises", "carries", "lists", "offers", "provides",
];

/// Verbs that take a part out, and those among them that do so with `out`.
#[rustfmt::skip]
const TAKES: &[&str] = &[
    "dropped", "drops", "removed", "removes", "omitted", "omits", "deleted", "deletes", "excluded", "excludes", "cut", "struck", "stripped", "scrapped", "axed",
    "excised", "erased", "withdrawn", "expunged",
];
const TAKES_OUT: &[&str] = &[
    "left", "leaves", "taken", "takes", "took", "thrown", "written", "edited", "cut", "struck",
];

/// Words by which it was done in part, at times, or not yet.
#[rustfmt::skip]
const LIMITS: &[&str] = &[
    "if", "unless", "until", "may", "might", "could", "should", "some", "most", "many", "partly", "whether", "nearly", "almost", "would", "will", "only", "proposed",
    "wants", "wanted", "temporarily",
];

/// Words of a claim that tell nothing of what has what.
const STILL: &[&str] = &["still", "longer", "any", "anymore", "more", "now"];

/// A whole and its part, as a claim has them.
struct Held<'c, 't> {
    whole: &'c [Word<'t>],
    part: &'c [Word<'t>],
    is_denied: bool,
}

/// What the texts say to a claim that a whole has a part, where that was left out.
pub(super) fn left_out(claim: &str, texts: &[&str]) -> Option<InFull> {
    let may_leave = |text: &&&str| {
        let mut all = TAKES.iter().chain(TAKES_OUT);
        all.any(|word| text.contains(word))
    };
    let mut leaving = texts.iter().filter(may_leave).peekable();
    leaving.peek()?;
    let words = read(claim);
    let held = Held::of(&words)?;
    leaving.find_map(|text| {
        let mut all = sentences(text).into_iter();
        all.find_map(|span| held.beside(&read(text.get(span)?)))
    })
}

impl<'c, 't> Held<'c, 't> {
    fn of(words: &'c [Word<'t>]) -> Option<Self> {
        let is_other = |word: &Word<'_>| {
            word.is_apart
                || word.is_in(LIMITS)
                || word.is_in(TAKES)
                || word.is_in(&["and", "or", "but"])
        };
        let mut verbs =
            (1..words.len()).filter(|&at| words.get(at).is_some_and(|word| word.is_in(HAS)));
        let at = verbs.next().filter(|_| verbs.next().is_none())?;
        let (whole, part) = (words.get(..at)?, words.get(at + 1..)?);
        let tells = |words: &[Word<'_>]| words.iter().any(Word::tells);
        (!words.iter().any(is_other) && tells(whole) && tells(part)).then(|| Self {
            whole,
            part,
            is_denied: deny(words),
        })
    }

    fn beside(&self, sentence: &[Word<'_>]) -> Option<InFull> {
        let (at, length) =
            (1..sentence.len()).find_map(|at| Some((at, takes_at(sentence, at)?)))?;
        let before = sentence.get(..at)?;
        if deny(before)
            || sentence
                .iter()
                .any(|word| word.is_in(&["if", "unless", "until", "back"]))
        {
            return None;
        }
        if before.iter().any(|word| word.is_in(LIMITS)) {
            return None;
        }
        let behind = sentence.get(at + length..)?;
        let from = behind.iter().position(|word| word.is_in(&["from", "of"]));
        let be = (at.saturating_sub(3)..at)
            .find(|&be| sentence.get(be).is_some_and(|word| word.is_in(BE)));
        let (whole, part) = match (be, from) {
            (Some(be), Some(from)) => (behind.get(from + 1..)?, sentence.get(..be)?),
            (Some(_), None) => return None,
            (None, Some(from)) if behind.get(from).is_some_and(|word| word.is_in(&["from"])) => {
                (behind.get(from + 1..)?, behind.get(..from)?)
            }
            (None, _) => (before, behind),
        };
        let of_clause = |words: &'_ [Word<'_>]| {
            let is_next = |word: &Word<'_>| word.is_apart || word.is_in(&["that", "which", "who"]);
            words
                .iter()
                .skip(1)
                .position(is_next)
                .map_or(words.len(), |at| at + 1)
        };
        let (whole, part_head) = (whole.get(..of_clause(whole))?, part.get(..of_clause(part))?);
        let all = |words: &'_ [Word<'_>]| words.len();
        if all(whole) == 0 || all(part) == 0 {
            return None;
        }
        let (wholes, parts): (Vec<&Word<'_>>, Vec<&Word<'_>>) =
            (whole.iter().collect(), part.iter().collect());
        let named = |word: &&Word<'_>| !word.is_in(STILL);
        let own: Vec<&Word<'_>> = self.part.iter().collect();
        let is_it = are_among(self.whole.iter().filter(named), &wholes)
            && are_among(self.part.iter().filter(named), &parts)
            && are_among(part_head.iter().filter(named), &own);
        let found = if self.is_denied {
            InFull::Said
        } else {
            InFull::Against(Finding::Opposed(Opposition::Stated))
        };
        is_it.then_some(found)
    }
}

/// How many words at a place take something out.
fn takes_at(sentence: &[Word<'_>], at: usize) -> Option<usize> {
    let word = sentence.get(at)?;
    let is_out = sentence
        .get(at + 1)
        .is_some_and(|word| word.is_in(&["out"]));
    if is_out && word.is_in(TAKES_OUT) {
        return Some(2);
    }
    word.is_in(TAKES).then_some(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: Option<bool>) {
        let found = left_out(claim, &[evidence]);
        let is_said = found.map(|found| matches!(found, InFull::Said));
        assert_eq!(is_said, expected, "{claim} / {evidence}");
    }

    #[test]
    fn a_whole_no_longer_has_what_was_left_out_of_it() {
        for (evidence, has, has_not) in [
            (
                "The preface was omitted from the second edition.",
                "The second edition has a preface.",
                "The second edition no longer has a preface.",
            ),
            (
                "The update leaves out the calendar that users had asked for.",
                "The update includes the calendar.",
                "The update does not include the calendar.",
            ),
            (
                "Editors cut the scene from the film.",
                "The film still contains the scene.",
                "The film doesn't contain the scene.",
            ),
        ] {
            check(has, evidence, Some(false));
            check(has_not, evidence, Some(true));
        }
    }

    #[test]
    fn what_is_told_of_another_part_or_may_be_says_nothing() {
        let claim = "The second edition has a preface.";
        for evidence in [
            "The long preface of 1920 was omitted from the second edition.",
            "The preface was omitted from the first edition.",
            "The preface may be omitted from the second edition.",
            "The preface was not omitted from the second edition.",
            "The preface was dropped if the second edition was short.",
        ] {
            check(claim, evidence, None);
        }
    }
}
