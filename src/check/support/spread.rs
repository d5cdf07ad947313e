//! Spread: what two sentences in a row say of one thing, the first by its name and the second without it: `The council discussed the noise. No decision was taken.`
//!
//! All words of `no decision was taken on the noise` and of its opposite stand there, most of them in the first sentence, which denies nothing. Where the second
//! has no word but the claim's, it is the one that says whether it is so.

use super::causes::other_cause;
use super::finding::{Finding, Weighed};
use super::holders::other_holder;
use super::subjects::{Told, told};
use crate::check::index::Index;
use crate::check::language::vocabulary::{Kind, Role, Token, Vocabulary, Word, role};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;
use crate::study::Verdict;

impl Weighed {
    /// Holds a claim that nothing speaks against, or a denial alone, against clauses and sentences beside each other, of which each says a part of it.
    pub(crate) fn hold_against_neighbours(
        &mut self,
        claim: &str,
        texts: &[&str],
        index: &Index<'_>,
        vocabulary: &mut Vocabulary,
    ) {
        let is_turned = |finding: &Finding| {
            matches!(
                finding,
                Finding::Opposed(Opposition::Denied | Opposition::Stated)
            )
        };
        let is_verbatim = |finding: &Finding| matches!(finding, Finding::Verbatim);
        // A denial that the best sentence does not have may be in the next one.
        let is_put_in = |finding: &Finding| matches!(finding, Finding::Quantifier { claim, .. } if role(claim) == Role::Negation);
        let is_of_denial = |finding: &Finding| is_turned(finding) || is_put_in(finding);
        let is_supported = self.verdict() == Verdict::Supported;
        if !is_supported && !self.findings.iter().any(is_of_denial)
            || self.findings.iter().any(is_verbatim)
            || sentences(claim).len() > 1
        {
            return;
        }
        if let Some(spread) = spread(claim, texts, vocabulary) {
            let mut entries = index.entries.iter();
            let at = entries.position(|entry| index.text(entry) == spread.sentence.trim());
            self.at = at.or(self.at);
            self.findings.retain(|finding| !is_of_denial(finding));
            if spread.claim_denies == spread.is_denied {
                self.rise_to_copy();
            } else {
                let turned = if spread.is_denied {
                    Opposition::Stated
                } else {
                    Opposition::Denied
                };
                self.findings.push(Finding::Opposed(turned));
            }
            return;
        }
        if is_supported {
            let other = other_holder(claim, texts, vocabulary)
                .or_else(|| other_cause(claim, texts, vocabulary))
                .or_else(|| added_denial(claim, texts, vocabulary));
            self.findings.extend(other);
        }
    }
}

/// The sentence that says whether what a claim tells of the thing before it is so.
struct Spread<'t> {
    sentence: &'t str,
    is_denied: bool,
    claim_denies: bool,
}

fn spread<'t>(claim: &str, texts: &[&'t str], vocabulary: &mut Vocabulary) -> Option<Spread<'t>> {
    let mut own = Vec::new();
    vocabulary.read(claim, &mut own);
    for text in texts {
        let told = told(&[*text], vocabulary);
        let found = told.windows(2).find_map(|pair| {
            let [before, behind] = pair else { return None };
            says_whether(&own, before, behind, vocabulary)
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// What the second of two sentences says, if the claim has all its words and else none that the first does not have.
fn says_whether<'t>(
    own: &[Token],
    before: &Told<'_>,
    behind: &Told<'t>,
    vocabulary: &Vocabulary,
) -> Option<Spread<'t>> {
    /// The words of a sentence that says little more than whether it is so.
    const MOST: usize = 8;
    /// Words from a denial to what it denies.
    const REACH: usize = 3;
    if behind.tokens.len() > MOST || behind.text.trim_end().ends_with('?') {
        return None;
    }
    let is_telling = |token: &&Token| {
        let word = vocabulary.word(token.word);
        word.is_some_and(|word| word.kind != Kind::Stop && word.role != Role::Negation)
    };
    let denies = |token: &Token| {
        let word = vocabulary.word(token.word);
        word.is_some_and(|word| word.role == Role::Negation)
    };
    let has = |tokens: &[Token], wanted: &Token| tokens.iter().any(|own| own.stem == wanted.stem);
    let said: Vec<&Token> = behind.tokens.iter().filter(is_telling).collect();
    let is_part = !said.is_empty()
        && said.iter().all(|token| has(own, token))
        && said.iter().any(|token| !has(&before.tokens, token));
    let rest = own.iter().filter(is_telling);
    let rest: Vec<&Token> = rest.filter(|token| !has(&behind.tokens, token)).collect();
    let is_all = !rest.is_empty() && rest.iter().all(|token| has(&before.tokens, token));
    if !is_part || !is_all || before.tokens.iter().any(denies) {
        return None;
    }
    let denials: Vec<usize> = (0..own.len())
        .filter(|at| own.get(*at).is_some_and(denies))
        .collect();
    // What the claim denies has to be what the sentence speaks of.
    let is_of_it = |at: &usize| {
        let near = own.get(at.saturating_sub(REACH)..(at + REACH + 1).min(own.len()));
        let mut near = near.unwrap_or_default().iter().filter(is_telling);
        near.any(|token| has(&behind.tokens, token) && !has(&before.tokens, token))
    };
    let is_denied = behind.tokens.iter().any(denies);
    let is_either = is_denied || !denials.is_empty();
    (is_either && denials.len() <= 1 && denials.iter().all(is_of_it)).then_some(Spread {
        sentence: behind.text,
        is_denied,
        claim_denies: !denials.is_empty(),
    })
}

/// What a claim says that there is none of, where the evidence speaks of no such thing and denies nothing.
fn added_denial(claim: &str, texts: &[&str], vocabulary: &mut Vocabulary) -> Option<Finding> {
    /// Words from `no` to what there is none of.
    const REACH: usize = 3;
    /// Likeness from which a word speaks of the thing.
    const LIKE: f32 = 0.4;
    let mut own = Vec::new();
    vocabulary.read(claim, &mut own);
    let is_no = |token: &Token| {
        let word = vocabulary.word(token.word);
        word.is_some_and(|word| word.text == "no")
    };
    let at = own.iter().position(is_no)?;
    let told = told(texts, vocabulary);
    let mut behind = own.iter().skip(at + 1).take(REACH);
    let thing = behind.find_map(|token| {
        let word = vocabulary.word(token.word)?;
        (word.kind == Kind::Content).then_some(word)
    })?;
    let speaks_of_it = |word: &Word| {
        word.role == Role::Negation
            || is_denying(&word.text)
            || word.stem == thing.stem
            || word.likeness(thing) >= LIKE
    };
    let mut said = told.iter().flat_map(|told| &told.tokens);
    let is_told = said.any(|token| vocabulary.word(token.word).is_some_and(speaks_of_it));
    (!is_told).then(|| Finding::Added(format!("no {}", thing.text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: Option<bool>) {
        let found = spread(claim, &[evidence], &mut Vocabulary::default());
        let agrees = found.map(|found| found.is_denied == found.claim_denies);
        assert_eq!(agrees, expected, "{claim} / {evidence}");
    }

    #[test]
    fn the_sentence_that_says_whether_it_is_so_is_asked() {
        let open = "The council discussed the noise from Kaigata. No decision was taken.";
        let done = "The council discussed the noise from Kaigata. A decision was taken.";
        for (claim, evidence, expected) in [
            (
                "A decision was taken on the noise from Kaigata.",
                open,
                Some(false),
            ),
            (
                "No decision was taken on the noise from Kaigata.",
                open,
                Some(true),
            ),
            (
                "No decision was taken on the noise from Kaigata.",
                done,
                Some(false),
            ),
            (
                "The pool depends on a grant that ends in 2025, and no successor has been agreed.",
                "The pool depends on a grant that ends in December 2025. No successor has been agreed.",
                Some(true),
            ),
            ("The council discussed the noise from Kaigata.", open, None),
            (
                "A decision was taken on the smell from Kaigata.",
                open,
                None,
            ),
        ] {
            check(claim, evidence, expected);
        }
    }

    #[test]
    fn a_denial_of_what_the_evidence_does_not_speak_of_is_added() {
        let added = |claim: &str, evidence: &str| {
            added_denial(claim, &[evidence], &mut Vocabulary::default()).is_some()
        };
        let claim = "No decision was taken on the noise from Kaigata.";
        assert!(added(
            claim,
            "The council discussed the noise from Kaigata."
        ));
        assert!(!added(
            claim,
            "The council left the noise from Kaigata without a vote."
        ));
        assert!(!added(
            claim,
            "On the noise from Kaigata the council is yet to decide."
        ));
    }
}
