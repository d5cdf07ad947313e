//! Pairs: one claim against its own evidence, and two texts against each other, with nothing else around.
//!
//! A study's claims are checked against an index of all its passages; here a claim brings what it is to be held against, as in lines of a file or in a
//! public test set. The score is calibrated so that it says the same across kinds of evidence: a claim is supported from one half on.

use super::index::{Index, Statement};
use super::numbers::Quantity;
use super::polarity::Polarity;
use super::support::{Checker, Evidence, Judgement};
use crate::study::{Passage, PassageId, Verdict};

/// Judges a claim against the passages given with it, and nothing else.
///
/// The score is the support from 0 to 1, and the verdict is supported exactly where it is at least one half. The evidence is the best sentence: its
/// `number` counts the passages from 1, its `passage` from 0, and its span is in that passage. A claim that has no words, or no evidence, is unchecked.
#[must_use]
pub fn judge_pair(claim: &str, evidence: &[&str]) -> Judgement {
    let passages: Vec<Passage> = (0_i64..)
        .zip(evidence)
        .map(|(id, text)| Passage {
            id: PassageId(id),
            text: (*text).to_owned(),
            span: 0..text.len(),
            ..Passage::default()
        })
        .collect();
    let numbered: Vec<Evidence<'_>> = (1..)
        .zip(&passages)
        .map(|(number, passage)| Evidence { number, passage })
        .collect();
    let numbers: Vec<u32> = numbered.iter().map(|piece| piece.number).collect();
    let has_words = |text: &str| super::words(text).next().is_some();
    if !has_words(claim) || !evidence.iter().any(|text| has_words(text)) {
        let what = if has_words(claim) {
            "evidence"
        } else {
            "claim"
        };
        return Judgement {
            verdict: Verdict::Unchecked,
            score: 0.0,
            reason: format!("the {what} has no words to check"),
            evidence: None,
        };
    }
    let mut judgement = Checker::new(numbered).judge(claim, &numbers);
    judgement.score = match judgement.verdict {
        Verdict::Supported => judgement.score.max(0.5),
        _ => judgement.score.min(0.499),
    };
    judgement
}

/// How surely two texts say what cannot both be true, from 0 to 1, the same in either order.
#[must_use]
pub fn contradiction(a: &str, b: &str) -> f32 {
    let texts = [a, b].map(|text| Passage {
        text: text.to_owned(),
        ..Passage::default()
    });
    let [a, b] = &texts;
    let mut index = Index::new([
        Evidence {
            number: 1,
            passage: a,
        },
        Evidence {
            number: 2,
            passage: b,
        },
    ]);
    let (own, other) = (
        Statement::read(&a.text, &mut index.lexicon),
        Statement::read(&b.text, &mut index.lexicon),
    );
    let shared = own
        .terms
        .iter()
        .filter(|term| other.terms.binary_search(term).is_ok())
        .count() as f32;
    let least = own.terms.len().min(other.terms.len()).max(1) as f32;
    let alike = shared / least;
    let opposed =
        Polarity::opposition(&own.polarity, &other.polarity, &own.terms, &other.terms).is_some();
    let amounts = |statement: &Statement| -> Vec<Quantity> { statement.quantities.clone() };
    let differ = {
        let (left, right) = (amounts(&own), amounts(&other));
        let misses = |from: &[Quantity], to: &[Quantity]| {
            from.iter().any(|one| {
                !to.iter()
                    .any(|two| two.bears_out(one) || one.bears_out(two))
            })
        };
        !left.is_empty() && !right.is_empty() && misses(&left, &right) && misses(&right, &left)
    };
    let surely: f32 = if opposed || differ { 0.9 } else { 0.2 };
    surely * alike
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_supported_exactly_from_one_half_on() {
        let evidence = [
            "Roads are long.",
            "The outage lasted 14 hours. Repairs cost €3.2 million.",
        ];
        for (claim, supported) in [
            ("The outage lasted 14 hours.", true),
            ("The outage lasted 41 hours.", false),
            ("Solar panels need no maintenance at all.", false),
        ] {
            let found = judge_pair(claim, &evidence);
            assert_eq!(
                found.verdict == Verdict::Supported,
                supported,
                "{claim}: {found:?}"
            );
            assert_eq!(found.score >= 0.5, supported, "{claim}");
        }
    }

    #[test]
    fn the_best_sentence_is_quoted_from_its_passage() {
        let evidence = [
            "Roads are long.",
            "The outage lasted 14 hours. Repairs cost €3.2 million.",
        ];
        let quote = judge_pair("Repairs cost 3.2 million euros.", &evidence)
            .evidence
            .unwrap();
        assert_eq!((quote.number, quote.passage), (Some(2), PassageId(1)));
        assert_eq!(
            &evidence[1][quote.span.clone()],
            "Repairs cost €3.2 million."
        );
    }

    #[test]
    fn what_has_no_words_is_unchecked() {
        for (claim, evidence) in [
            ("", &["Roads are long."][..]),
            ("Roads are long.", &[]),
            ("Roads are long.", &["", "…"]),
        ] {
            assert_eq!(judge_pair(claim, evidence).verdict, Verdict::Unchecked);
        }
    }

    #[test]
    fn contradiction_is_symmetrical_and_needs_opposition() {
        let high = contradiction(
            "The outage lasted 14 hours in the north.",
            "In the north the outage lasted 9 hours.",
        );
        let low = contradiction(
            "The outage lasted 14 hours in the north.",
            "In the north the outage lasted 14 hours.",
        );
        assert!(high > 0.5 && low < 0.5, "{high} {low}");
        assert!(
            (high
                - contradiction(
                    "In the north the outage lasted 9 hours.",
                    "The outage lasted 14 hours in the north."
                ))
            .abs()
                < 1e-6
        );
    }
}
