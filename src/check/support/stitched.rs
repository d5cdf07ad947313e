//! Stitched: a claim of which the one half is said of its subject in one sentence, and the other half of somebody else in the next: `the museum reopened after a
//! fire` of `the museum reopened` and `the library closed after a fire`.

use super::edits::text_of;
use super::finding::Finding;
use super::subjects::{Told, may_name_any};
use crate::check::language::irregular::is_past;
use crate::check::language::terms::HELPING_VERBS;
use crate::check::language::vocabulary::{Kind, Token, Vocabulary, Word};

/// The fewest words of either half.
const LEAST: usize = 3;

/// The subject of a claim beside that of which a sentence says the second half of it, where no sentence says both halves of one thing.
pub(super) fn stitched(
    claim: &str,
    own: &[Token],
    told: &[Told<'_>],
    vocabulary: &Vocabulary,
) -> Option<Finding> {
    let content = |tokens: &[Token]| -> Vec<Token> {
        let is_content = |token: &&Token| {
            let word = vocabulary.word(token.word);
            word.is_some_and(|word| word.kind != Kind::Stop)
        };
        tokens.iter().filter(is_content).copied().collect()
    };
    let (own_at, subject) = subject_of(own, vocabulary)?;
    let has =
        |tokens: &[Token], wanted: &Token| tokens.iter().any(|token| token.stem == wanted.stem);
    let holds =
        |tokens: &[Token], wanted: &[Token]| wanted.iter().all(|wanted| has(tokens, wanted));
    (LEAST..own.len().saturating_sub(LEAST - 1)).find_map(|cut| {
        let (first, second) = own.split_at_checked(cut)?;
        let (in_first, in_second) = (content(first), content(second));
        if in_first.len() < 2 || in_second.is_empty() || !has(first, &subject) {
            return None;
        }
        let of_first = told.iter().find(|told| has_run(&told.tokens, first))?;
        let is_whole =
            |told: &Told<'_>| holds(&told.tokens, &in_second) && has(&told.tokens, &subject);
        if told.iter().any(is_whole) || holds(&of_first.tokens, &in_second) {
            return None;
        }
        let of_second = told.iter().find(|told| has_run(&told.tokens, second))?;
        let (at, other) = subject_of(&of_second.tokens, vocabulary)?;
        let (word, their_word) = (vocabulary.word(subject.word)?, vocabulary.word(other.word)?);
        let is_told_alike = at > 0
            || of_second
                .tokens
                .get(at + 1)
                .is_some_and(|next| has(own, next));
        let is_other = (own_at > 0) == (at > 0)
            && is_told_alike
            && !has(own, &other)
            && are_unlike(word, their_word);
        is_other
            .then(|| Finding::other_word(text_of(claim, &subject), text_of(of_second.text, &other)))
    })
}

/// The noun that a sentence begins with, behind what stands before a noun, or the name that it begins with, with its place; a verb follows.
fn subject_of(tokens: &[Token], vocabulary: &Vocabulary) -> Option<(usize, Token)> {
    let word = |at: usize| vocabulary.word(tokens.get(at)?.word);
    let at = usize::from(WHOSE.contains(&word(0)?.text.as_str()));
    let subject = tokens.get(at).copied()?;
    let verb = &word(at + 1)?.text;
    let is_verb = verb.ends_with("ed") || is_past(verb) || HELPING_VERBS.contains(&verb.as_str());
    let is_noun = word(at)?.kind == Kind::Content && (at > 0 || subject.is_capital);
    (is_noun && is_verb).then_some((at, subject))
}

/// Whether two words that sentences begin with are two things, as far as their meaning tells.
fn are_unlike(word: &Word, other: &Word) -> bool {
    const ALIKE: f32 = 0.6;
    !may_name_any(word)
        && !may_name_any(other)
        && word.places.relation(other.places).is_none()
        && word.likeness(other) < ALIKE
        && !word.may_stand_for(other)
}

fn has_run(tokens: &[Token], wanted: &[Token]) -> bool {
    tokens.windows(wanted.len()).any(|run| {
        run.iter()
            .zip(wanted)
            .all(|(own, wanted)| own.stem == wanted.stem)
    })
}

/// Words before the noun that a sentence begins with.
const WHOSE: &[&str] = &["the", "a", "an", "his", "her", "its", "their", "our", "my"];

#[cfg(test)]
mod tests {
    use super::super::subjects::told;
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: bool) {
        let mut vocabulary = Vocabulary::default();
        let (mut own, told) = (Vec::new(), told(&[evidence], &mut vocabulary));
        vocabulary.read(claim, &mut own);
        let found = stitched(claim, &own, &told, &vocabulary);
        assert_eq!(found.is_some(), expected, "{claim} / {evidence}");
    }

    #[test]
    fn halves_of_sentences_about_two_things_are_no_sentence_about_one() {
        check(
            "The brewery reopened in March after a flood.",
            "The brewery reopened in March. The chapel closed after a flood.",
            true,
        );
        check(
            "Kvist won the slalom in a new record.",
            "Kvist won the slalom. Holm won the downhill in a new record.",
            true,
        );
    }

    #[test]
    fn halves_of_sentences_about_one_thing_are() {
        for evidence in [
            "The brewery reopened in March. It had closed after a flood.",
            "The brewery reopened in March. The brewery closed after a flood.",
            "The brewery reopened in March after a flood. The chapel closed after a flood.",
            "The brewery reopened in March. The company closed it after a flood.",
        ] {
            check(
                "The brewery reopened in March after a flood.",
                evidence,
                false,
            );
        }
    }
}
