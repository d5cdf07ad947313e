//! Line: a sentence word by word, as those rules read it that look at what stands beside what.

use crate::check::language::vocabulary::{Kind, Role, Token, Vocabulary, Word};

/// A sentence with its words.
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) vocabulary: &'t Vocabulary,
}

impl<'t> Line<'t> {
    pub(super) fn word(&self, at: usize) -> Option<&'t Word> {
        self.vocabulary.word(self.tokens.get(at)?.word)
    }

    pub(super) fn lower(&self, at: usize) -> &'t str {
        self.word(at).map_or("", |word| word.text.as_str())
    }

    pub(super) fn is_content(&self, at: usize) -> bool {
        self.word(at).is_some_and(|word| word.kind == Kind::Content)
    }

    pub(super) fn denies(&self) -> bool {
        (0..self.tokens.len()).any(|at| {
            self.word(at)
                .is_some_and(|word| word.role == Role::Negation)
        })
    }

    /// What stands between a word and the next; nothing behind the last.
    pub(super) fn gap(&self, at: usize) -> &'t str {
        let next = self.tokens.get(at + 1);
        self.tokens
            .get(at)
            .zip(next)
            .and_then(|(own, next)| self.text.get(own.end as usize..next.start as usize))
            .unwrap_or_default()
    }
}
