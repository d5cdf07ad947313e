//! In place: the name that a claim has in the place of another, behind the same words, in a sentence that has all else of the claim.

use super::edits::{Texts, is_name, text_of};
use super::finding::Finding;
use crate::check::language::vocabulary::{Kind, Token};

impl Texts<'_> {
    /// The name that stands in the sentence behind the words behind which the claim has another, where it has all other words of the claim: `belongs to Osten`
    /// for `belongs to Dalmira`.
    pub(super) fn other_name(&self, theirs: &[Token]) -> Option<Finding> {
        const FEWEST: usize = 3;
        let word = |token: &Token| self.vocabulary.word(token.word);
        let is_name = |token: &Token| word(token).is_some_and(|word| is_name(token, word));
        let is_content = |token: &Token| word(token).is_some_and(|word| word.kind == Kind::Content);
        let has =
            |tokens: &[Token], wanted: &Token| tokens.iter().any(|token| token.stem == wanted.stem);
        let mut strange = self
            .own
            .iter()
            .enumerate()
            .filter(|(_, token)| is_content(token) && !has(theirs, token));
        let ((at, name), None) = (strange.next()?, strange.next()) else {
            return None;
        };
        if !is_name(name) || self.own.iter().filter(|token| is_content(token)).count() <= FEWEST {
            return None;
        }
        let before = self.own.get(at.checked_sub(2)?..at)?;
        let other = theirs.windows(3).find_map(|run| {
            let (last, run) = run.split_last()?;
            let agrees = run.iter().zip(before).all(|(a, b)| a.stem == b.stem);
            (agrees && is_name(last) && !has(self.own, last)).then_some(last)
        })?;
        before
            .iter()
            .any(is_content)
            .then(|| Finding::other_word(text_of(self.claim, name), text_of(self.sentence, other)))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::language::vocabulary::Vocabulary;
    use crate::check::support::edits::edits;

    fn is_told(claim: &str, sentence: &str) -> bool {
        let found = edits(claim, sentence, &[], &mut Vocabulary::default());
        found.is_some_and(|found| !found.is_empty())
    }

    #[test]
    fn another_name_behind_the_same_words_is_told() {
        let sentence = "The northern shore of the lake, which belongs to Osten, is steep, and few people live there.";
        assert!(is_told(
            "The northern shore of the lake belongs to Dalmira.",
            sentence
        ));
        assert!(!is_told(
            "The northern shore of the lake belongs to Osten.",
            sentence
        ));
    }
}
