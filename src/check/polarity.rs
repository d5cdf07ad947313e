//! Polarity: which way a sentence points.
//!
//! Two sentences in the same words can say the opposite: one holds a `not`, or one says `rose` where the other says `fell`. Both are read as signed
//! words with the content words around them, and oppose each other only where those agree, so that `prices rose and demand fell` does not oppose
//! `demand fell`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::terms::{Lexicon, Term, plain, words};

/// The signed and the negated words of one sentence.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Polarity {
    signed: Vec<Signed>,
    /// Content words that a negation stands before.
    negated: Vec<Term>,
    negations: usize,
}

/// Two words of opposite sense, one in the claim and one in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opposition {
    Direction {
        claim: String,
        source: String,
    },
    /// The claim denies what the source states.
    Denied,
    /// The claim states what the source denies.
    Stated,
}

/// A word that lies on one side of an axis.
#[derive(Debug, Clone, PartialEq)]
struct Signed {
    axis: usize,
    positive: bool,
    word: String,
    /// Content words close by: what it is about.
    about: Vec<Term>,
}

impl Polarity {
    #[must_use]
    pub fn read(sentence: &str, lexicon: &mut Lexicon) -> Self {
        let words: Vec<String> = words(sentence)
            .filter_map(|span| sentence.get(span))
            .map(plain)
            .collect();
        let terms: Vec<Option<Term>> = words.iter().map(|word| lexicon.term(word)).collect();
        let negations: Vec<usize> = (0..words.len())
            .filter(|&at| words.get(at).is_some_and(|word| is_negation(word)))
            .collect();
        let mut polarity = Self {
            negations: negations.len(),
            ..Self::default()
        };
        for &at in &negations {
            let scope = terms.iter().skip(at + 1).take(4).flatten().take(2);
            polarity.negated.extend(scope);
        }
        for (at, word) in words.iter().enumerate() {
            let Some((axis, positive)) = axis(word) else {
                continue;
            };
            let denied = negations
                .iter()
                .any(|&negation| negation < at && at - negation <= 3);
            let from = at.saturating_sub(6);
            let about = terms
                .iter()
                .enumerate()
                .skip(from)
                .take(13)
                .filter(|(near, _)| *near != at)
                .filter_map(|(_, term)| *term);
            polarity.signed.push(Signed {
                axis,
                positive: positive != denied,
                word: word.clone(),
                about: about.collect(),
            });
        }
        polarity
    }

    /// How a source opposes a claim whose words it shares.
    #[must_use]
    pub fn opposition(
        claim: &Self,
        source: &Self,
        claim_terms: &[Term],
        source_terms: &[Term],
    ) -> Option<Opposition> {
        for said in &claim.signed {
            let on_axis =
                |other: &&Signed| other.axis == said.axis && shares(&other.about, &said.about);
            let mut others = source.signed.iter().filter(on_axis).peekable();
            if let Some(first) = others.peek().map(|other| other.word.clone())
                && others.all(|other| other.positive != said.positive)
            {
                return Some(Opposition::Direction {
                    claim: said.word.clone(),
                    source: first,
                });
            }
        }
        let denies = |own: &Self, other: &Self, terms: &[Term]| {
            other.negations == 0
                && own
                    .negated
                    .iter()
                    .any(|term| terms.binary_search(term).is_ok())
        };
        if denies(claim, source, source_terms) {
            Some(Opposition::Denied)
        } else if denies(source, claim, claim_terms) {
            Some(Opposition::Stated)
        } else {
            None
        }
    }
}

/// Two content words in common, or all that the shorter one has.
fn shares(a: &[Term], b: &[Term]) -> bool {
    let shared = a.iter().filter(|term| b.contains(term)).count();
    shared >= 2 || shared >= 1 && a.len().min(b.len()) <= 2
}

fn is_negation(word: &str) -> bool {
    matches!(
        word,
        "not"
            | "no"
            | "never"
            | "none"
            | "neither"
            | "nor"
            | "cannot"
            | "hardly"
            | "nobody"
            | "nothing"
    ) || word.ends_with("n't")
}

/// The axis of a word and its side.
fn axis(word: &str) -> Option<(usize, bool)> {
    static SIDES: LazyLock<HashMap<&str, (usize, bool)>> = LazyLock::new(|| {
        let sides = |(at, (positive, negative)): (
            usize,
            &(&'static [&'static str], &'static [&'static str]),
        )| {
            let positive = positive.iter().map(move |&word| (word, (at, true)));
            let negative = negative.iter().map(move |&word| (word, (at, false)));
            positive.chain(negative)
        };
        AXES.iter().enumerate().flat_map(sides).collect()
    });
    SIDES.get(word).copied()
}

/// Words of opposite sense, in the forms in which reports use them.
#[rustfmt::skip]
const AXES: &[(&[&str], &[&str])] = &[
    (
        &[
            "rise", "rises", "rose", "risen", "rising", "increase", "increases", "increased", "increasing", "grow",
            "grows", "grew", "grown", "growing", "climb", "climbs", "climbed", "climbing", "surge", "surged", "gain",
            "gains", "gained", "expand", "expands", "expanded", "expanding", "up", "upward", "higher", "raise",
            "raises", "raised", "raising", "accelerated", "doubled", "soared", "jumped",
        ],
        &[
            "fall", "falls", "fell", "fallen", "falling", "decrease", "decreases", "decreased", "decreasing",
            "decline", "declines", "declined", "declining", "drop", "drops", "dropped", "dropping", "shrink",
            "shrinks", "shrank", "shrunk", "shrinking", "reduce", "reduces", "reduced", "reducing", "cut", "cuts",
            "cutting", "down", "downward", "lower", "lowers", "lowered", "lowering", "slowed", "halved", "plunged",
            "lost",
        ],
    ),
    (
        &[
            "more", "greater", "larger", "most", "above", "exceeds", "exceeded", "exceed",
        ],
        &["less", "fewer", "smaller", "least", "below"],
    ),
    (
        &["before", "earlier", "prior"],
        &["after", "later", "following"],
    ),
    (
        &["always", "all", "every", "everyone"],
        &["never", "none", "nobody"],
    ),
    (
        &[
            "allow", "allows", "allowed", "permit", "permits", "permitted", "legal", "approved", "approves",
            "accepted", "accepts",
        ],
        &[
            "ban", "bans", "banned", "forbid", "forbids", "forbidden", "prohibit", "prohibits", "prohibited",
            "illegal", "rejected", "rejects", "refused",
        ],
    ),
    (
        &[
            "improve", "improves", "improved", "improving", "better", "best", "benefit", "benefits", "benefited",
            "strengthened",
        ],
        &[
            "worsen", "worsens", "worsened", "worsening", "worse", "worst", "harm", "harms", "harmed", "weakened",
            "deteriorated",
        ],
    ),
    (
        &[
            "succeed",
            "succeeds",
            "succeeded",
            "success",
            "successful",
            "passed",
            "won",
        ],
        &["fail", "fails", "failed", "failure", "unsuccessful"],
    ),
    (
        &[
            "safe", "safer", "effective", "significant", "significantly", "possible", "likely", "sufficient",
            "necessary", "able",
        ],
        &[
            "unsafe", "dangerous", "ineffective", "insignificant", "impossible", "unlikely", "insufficient",
            "unnecessary", "unable",
        ],
    ),
    (
        &[
            "support", "supports", "supported", "favour", "favours", "favoured", "favor", "favors",
        ],
        &["oppose", "opposes", "opposed", "against"],
    ),
    (
        &["early", "fast", "faster", "quickly", "cheaper", "cheap"],
        &[
            "late",
            "slow",
            "slower",
            "slowly",
            "expensive",
            "costlier",
            "dearer",
        ],
    ),
    (
        &[
            "start", "starts", "started", "open", "opens", "opened", "begin", "begins", "began",
        ],
        &[
            "end", "ends", "ended", "close", "closes", "closed", "stop", "stopped",
        ],
    ),
    (
        &["first", "maximum", "highest"],
        &["last", "minimum", "lowest"],
    ),
    (
        &["import", "imports", "imported", "buy", "bought"],
        &["export", "exports", "exported", "sell", "sold"],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, source: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        let (claim_terms, source_terms) = (lexicon.term_set(claim), lexicon.term_set(source));
        let (claim_way, source_way) = (
            Polarity::read(claim, &mut lexicon),
            Polarity::read(source, &mut lexicon),
        );
        let found = Polarity::opposition(&claim_way, &source_way, &claim_terms, &source_terms);
        assert_eq!(found.is_some(), expected, "{claim} / {source}: {found:?}");
    }

    #[test]
    fn rose_opposes_fell_about_the_same_thing() {
        check(
            "Wholesale prices rose in winter.",
            "In winter wholesale prices fell.",
            true,
        );
        check(
            "Wholesale prices rose.",
            "Wholesale prices did not fall.",
            false,
        );
        check(
            "Demand fell in spring.",
            "Demand fell in spring while imports grew.",
            false,
        );
        check("Output rose.", "Prices fell.", false);
    }

    #[test]
    fn a_denial_opposes_a_statement() {
        check(
            "The drug does not reduce mortality.",
            "The drug reduces mortality.",
            true,
        );
        check(
            "The drug was approved in Norway.",
            "The drug was not approved in Norway.",
            true,
        );
        check(
            "The drug was not approved.",
            "The drug was never approved.",
            false,
        );
        check(
            "Nothing else changed.",
            "The price changed, and no vendor left.",
            false,
        );
    }
}
