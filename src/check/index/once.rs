//! Sentences that were read before: the passages of a study are held against one claim after the other, each time beside others, and by a lexicon that numbers
//! its words anew.
//!
//! What is kept of a sentence tells its words by their places among its own; a lexicon then numbers them as if it had read the sentence.

use std::sync::Arc;

use super::{Statement, Wanted};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term};
use crate::memo::Memo;

/// A sentence whose terms count its own words from 0.
struct Kept {
    /// The word that each term was met by first.
    words: Vec<String>,
    statement: Statement,
}

thread_local! {
    static READ: Memo<Option<Arc<Kept>>> = Memo::default();
}

/// All of a sentence, which is read only where that was not done a moment ago.
pub(super) fn read(sentence: &str, lexicon: &mut Lexicon) -> Statement {
    let mut new = None;
    let kept = READ.with(|read| {
        read.of(sentence, || {
            let reading = Reading::learnt(sentence, lexicon);
            let statement = Statement::read_for(&reading, Wanted::ALL);
            let kept = Kept::of(&reading, &statement).map(Arc::new);
            new = Some(statement);
            kept
        })
    });
    new.or_else(|| kept?.numbered_by(lexicon))
        .unwrap_or_else(|| Statement::read(sentence, lexicon))
}

impl Kept {
    fn of(reading: &Reading<'_>, statement: &Statement) -> Option<Self> {
        let mut met: Vec<Term> = Vec::new();
        let mut words = Vec::new();
        for (word, term) in reading.words.iter().zip(&reading.terms) {
            if let Some(term) = term
                && !met.contains(term)
            {
                met.push(*term);
                words.push(word.clone());
            }
        }
        let own = |term: Term| {
            let place = met.iter().position(|one| *one == term)?;
            Some(Term(u32::try_from(place).ok()?))
        };
        let statement = statement.renumbered(own)?;
        Some(Self { words, statement })
    }

    fn numbered_by(&self, lexicon: &mut Lexicon) -> Option<Statement> {
        let words = self.words.iter();
        let terms: Vec<Option<Term>> = words.map(|word| lexicon.term_of_plain(word)).collect();
        let numbered = |term: Term| terms.get(term.index()).copied().flatten();
        self.statement.renumbered(numbered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_was_read_before_is_the_same_to_a_lexicon_that_knows_other_words() {
        let sentences = [
            "In 2024 Bergen's ferry rose, not fell, by 4 % instead of the 7 % that Oslo had promised.",
            "The ferries that ferry cars did not rise before prices fell in the port of Bergen.",
            "None.",
            "",
        ];
        for others in ["", "prices of cars", "the port's ferries and 12 others"] {
            for sentence in sentences {
                let lexicons = || {
                    let mut lexicon = Lexicon::default();
                    lexicon.terms(others);
                    lexicon
                };
                let (mut one, mut other) = (lexicons(), lexicons());
                let anew = Statement::read(sentence, &mut one);
                read(sentence, &mut Lexicon::default());
                assert_eq!(
                    read(sentence, &mut other),
                    anew,
                    "{sentence} after {others}"
                );
                assert_eq!(one.len(), other.len());
            }
        }
    }
}
