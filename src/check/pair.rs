//! Pairs: one claim against its own evidence, and two texts against each other, with nothing else around.
//!
//! A study's claims are checked against an index of all its passages; here a claim brings what it is to be held against, as in lines of a file or in a
//! public test set. The score is calibrated so that it says the same across kinds of evidence: a claim is supported from one half on.

use std::mem;

use super::asked::Asked;
use super::compare::{Features, compare};
use super::conflicts::{are_reconciled, every_conflict_in};
use super::discord::{Discord, discord, have_directions};
use super::finding::{Finding, Weighed};
use super::index::{Index, Wanted};
use super::kinds::ConflictKind;
use super::measures::likeness_of;
use super::model;
use super::numbers::{Quantity, borne_out};
use super::sentences::sentences;
use super::support::{Checker, Evidence, Judgement};
use super::synonyms::as_near;
use super::terms::{Lexicon, key, words};
use super::vocabulary::{Kind, Token, Vocabulary, Word};
use super::weigh::{is_pieced_together, is_quoted_from, said_amount};
use super::wording::{Beside, as_worded, is_reworded};
use crate::study::{DocumentId, Passage, PassageId, Quote, Verdict, citation};

/// Bytes of a text that can be one claim, and of one that is compared with another.
const LONGEST: usize = 20_000;

/// The most that statements about different things contradict each other, and the least of those that say the opposite of each other.
const APART: f32 = 0.3;
const OPPOSED: f32 = 0.75;
/// The least of those that name another of what there is mostly one.
const OTHER_NAME: f32 = 0.55;

/// Sentences of a claim that are weighed one by one.
const MOST_SENTENCES: usize = 40;

/// Judges pairs one after the other, and remembers their words.
#[derive(Default)]
pub struct Pairs {
    vocabulary: Vocabulary,
    lexicon: Lexicon,
}

impl Pairs {
    /// Judges a claim against the passages given with it, and nothing else.
    ///
    /// The score is the support from 0 to 1, and the verdict is supported exactly where it is at least one half. The evidence is the best sentence: its
    /// `number` counts the passages from 1, its `passage` from 0, and its span is in that passage. A claim that has no words, or no evidence, or is too
    /// long to be one, is unchecked.
    pub fn judge(&mut self, claim: &str, evidence: &[&str]) -> Judgement {
        let has_words = |text: &str| words(text).next().is_some();
        let unchecked = |what: &str| Judgement {
            verdict: Verdict::Unchecked,
            score: 0.0,
            reason: format!("the {what} has no words to check"),
            evidence: None,
            more: Vec::new(),
        };
        if !has_words(claim) {
            return unchecked("claim");
        }
        if claim.len() > LONGEST {
            return Judgement {
                reason: format!("is too long to check as one claim: {} bytes", claim.len()),
                ..unchecked("claim")
            };
        }
        if !evidence.iter().any(|text| has_words(text)) {
            return unchecked("evidence");
        }
        let claim = bare(claim);
        let beside = Beside::new(evidence);
        let worded = as_worded(&claim, &beside);
        let is_reworded = is_reworded(&claim, &worded);
        let claim = &*worded;
        self.vocabulary.trim();
        let compared = compare(claim, evidence, &mut self.vocabulary);
        // What speaks for or against the claim is looked for in the sentences near it alone.
        let near: Vec<Passage> = (0_i64..)
            .zip(&compared.near)
            .filter_map(|(id, (passage, span))| {
                let text = evidence.get(*passage)?.get(span.clone())?;
                Some(Passage {
                    id: PassageId(id),
                    document: DocumentId(i64::try_from(*passage).ok()?),
                    text: text.to_owned(),
                    span: span.clone(),
                    ..Passage::default()
                })
            })
            .collect();
        let mut lexicon = mem::take(&mut self.lexicon);
        lexicon.restart();
        let evidence = near.iter().map(|passage| Evidence { number: 1, passage });
        let mut checker = Checker::of(evidence, lexicon, Wanted::by(claim));
        let mut found = checker.weigh_sentences(claim, &beside);
        found.support = found
            .support
            .max(model::support_by_given(&compared.features));
        let around: Vec<&str> = near.iter().map(|passage| passage.text.as_str()).collect();
        let in_their_words = as_near(claim, &around, &mut self.vocabulary);
        if let Some(claim) = in_their_words.as_ref().filter(|_| found.may_rise()) {
            let compared = compare(claim, beside.texts, &mut self.vocabulary);
            found.support = found
                .support
                .max(model::support_by_given(&compared.features));
        }
        let claim = in_their_words.as_deref().unwrap_or(claim);
        if let Some(entry) = found.at.and_then(|at| checker.index.entries.get(at))
            && sentences(claim).len() <= 1
        {
            let sentence = checker.index.text(entry);
            found.compare_with(claim, sentence, &around, &mut self.vocabulary);
        }
        if is_reworded {
            found.reworded();
        }
        let quote = checker.quote(&found).and_then(|quote| {
            let (passage, span) = compared.near.get(usize::try_from(quote.passage.0).ok()?)?;
            Some(Quote {
                number: u32::try_from(passage + 1).ok(),
                passage: PassageId(i64::try_from(*passage).ok()?),
                span: span.start + quote.span.start..span.start + quote.span.end,
                text: quote.text,
            })
        });
        self.lexicon = checker.index.lexicon;
        Judgement {
            verdict: found.verdict(),
            score: found.score(),
            reason: found.reason("the evidence", "the evidence"),
            evidence: quote,
            more: Vec::new(),
        }
    }

    /// How surely two texts say what cannot both be true, from 0 to 1, the same in either order.
    ///
    /// What explains a difference weighs less than what nothing explains: a contradiction comes above one half, then what was superseded, another scope and a
    /// spread of estimates. Of texts that are longer than any statement, only the beginnings are compared.
    pub fn contradiction(&mut self, a: &str, b: &str) -> f32 {
        let (a, b) = (beginning(a), beginning(b));
        if words(a).next().is_none() || words(b).next().is_none() || key(a) == key(b) {
            return 0.0;
        }
        let seen = self
            .opposed(a, &as_worded(b, &Beside::new(&[a])))
            .min(self.opposed(&as_worded(a, &Beside::new(&[b])), b));
        let mut lexicon = mem::take(&mut self.lexicon);
        lexicon.restart();
        let worded = as_worded(b, &Beside::new(&[a])).into_owned();
        let worded = as_near(&worded, &[a], &mut self.vocabulary).unwrap_or(worded);
        let discord = discord(a, &worded, &mut lexicon);
        self.lexicon = lexicon;
        match discord {
            Some(Discord::Agreed) => return 0.15 * seen,
            Some(Discord::Apart) => return seen.min(APART),
            Some(Discord::OtherName) => return seen.max(OTHER_NAME),
            Some(Discord::Opposed) if self.are_of_other_subjects(a, b) => return seen.min(APART),
            Some(Discord::Opposed)
                if self
                    .kind(a, b)
                    .is_none_or(|kind| kind == ConflictKind::Contradiction) =>
            {
                return f32::midpoint(seen, 1.0).max(OPPOSED);
            }
            _ => {}
        }
        match self.kind(a, b) {
            Some(ConflictKind::Contradiction) => f32::midpoint(seen, 1.0),
            Some(ConflictKind::SupersededByDate) => 0.4 + 0.05 * seen,
            Some(ConflictKind::DifferentScope) => 0.3 + 0.05 * seen,
            Some(ConflictKind::SpreadOfEstimates) => 0.2 + 0.05 * seen,
            None if are_reconciled(a, b) => 0.15 * seen,
            None => seen,
        }
    }

    /// Whether it is two unlike things of which two texts tell a rise and a fall: what rises is said first.
    fn are_of_other_subjects(&mut self, a: &str, b: &str) -> bool {
        const LIKE: f32 = 0.5;
        if !have_directions(a, b) {
            return false;
        }
        let (mut own, mut theirs) = (Vec::new(), Vec::new());
        self.vocabulary.read(a, &mut own);
        self.vocabulary.read(b, &mut theirs);
        let first = |tokens: &[Token]| {
            let mut words = tokens
                .iter()
                .filter_map(|token| self.vocabulary.word(token.word));
            words.find(|word| word.kind == Kind::Content)
        };
        let (Some(one), Some(other)) = (first(&own), first(&theirs)) else {
            return false;
        };
        let has =
            |tokens: &[Token], word: &Word| tokens.iter().any(|token| token.stem == word.stem);
        !has(&theirs, one)
            && !has(&own, other)
            && one.places.relation(other.places).is_none()
            && likeness_of(one, other) < LIKE
    }

    /// What two texts are to each other, where they differ in one thing.
    fn kind(&mut self, a: &str, b: &str) -> Option<ConflictKind> {
        let passage = |id: i64, text: &str| Passage {
            id: PassageId(id),
            text: text.to_owned(),
            span: 0..text.len(),
            ..Passage::default()
        };
        let passages = [passage(0, a), passage(1, b)];
        let mut lexicon = mem::take(&mut self.lexicon);
        lexicon.restart();
        let evidence = (1..)
            .zip(&passages)
            .map(|(number, passage)| Evidence { number, passage });
        let index = Index::of(evidence, lexicon, Wanted::ALL);
        let kinds = every_conflict_in(&index)
            .into_iter()
            .map(|found| found.kind(false));
        let kind = kinds.min_by_key(|kind| match kind {
            ConflictKind::Contradiction => 0,
            ConflictKind::SupersededByDate => 1,
            ConflictKind::DifferentScope => 2,
            ConflictKind::SpreadOfEstimates => 3,
        });
        self.lexicon = index.lexicon;
        kind
    }

    /// How surely the model sees two texts oppose each other.
    fn opposed(&mut self, a: &str, b: &str) -> f32 {
        self.vocabulary.trim();
        let there = compare(a, &[b], &mut self.vocabulary).features;
        let back = compare(b, &[a], &mut self.vocabulary).features;
        if there.cover_all <= 0.0 && back.cover_all <= 0.0 {
            // Nothing in common: two things are spoken of.
            return 0.0;
        }
        let seen = model::contradiction(&there, &back);
        let both = |is: fn(&Features) -> bool| is(&there) && is(&back);
        let either = |is: fn(&Features) -> bool| is(&there) || is(&back);
        if both(|seen| seen.cover_near >= 0.5 && seen.numbers_rival > 0.0 && seen.numbers_new > 0.0)
        {
            // One thing, measured alike, with two values.
            return f32::midpoint(seen, 1.0);
        }
        if both(|seen| {
            seen.opposites_in_place > 0.0
                && seen.opposites + seen.turned > 0.0
                && seen.new_words <= seen.opposites_in_place
                && seen.names_new + seen.numbers_new + seen.numbers_far == 0.0
        }) {
            // The same of the same, but for a word and its opposite.
            return f32::midpoint(seen, 1.0);
        }
        let differs = either(|seen| {
            seen.new_words
                + seen.numbers_new
                + seen.denied
                + seen.denied_loosely
                + seen.stated
                + seen.opposites_in_place
                > 0.0
                || (seen.names >= 2.0 && seen.swapped > 0.0)
        });
        // The same words, none turned: the order alone is another.
        if differs { seen } else { 0.2 * seen }
    }
}

impl Checker<'_> {
    /// Weighs a claim sentence by sentence: what speaks against one of them is not to be read into the others.
    fn weigh_sentences(&mut self, claim: &str, evidence: &Beside<'_>) -> Weighed {
        let spans = sentences(claim);
        let mut weighed = spans
            .iter()
            .filter_map(|span| claim.get(span.clone()))
            .filter(|sentence| words(sentence).next().is_some())
            .take(MOST_SENTENCES)
            .map(|sentence| {
                let mut asked = Asked::read(sentence, &mut self.index);
                let mut found = self.weigh(&mut asked, |_| true);
                found.look_farther(&asked, evidence);
                found
            });
        let Some(mut all) = weighed.next() else {
            return Weighed::nothing();
        };
        for found in weighed {
            all.join(found);
        }
        all
    }
}

impl Weighed {
    /// Takes back that a quotation or a number is missing where it stands in the evidence, far from what is near the claim.
    pub(super) fn look_farther(&mut self, claim: &Asked<'_>, evidence: &Beside<'_>) {
        let misses =
            |finding: &Finding| matches!(finding, Finding::Quote(_) | Finding::Number { .. });
        if !self.findings.iter().any(misses) {
            return;
        }
        let is_said = |quote: &str| {
            let mut keys = evidence.texts.iter().map(|text| format!(" {} ", key(text)));
            keys.any(|key| is_quoted_from(quote, &key))
        };
        let amounts = || evidence.quantities().iter().flatten();
        for finding in &mut self.findings {
            match finding {
                Finding::Number { text, rival } => {
                    let mut amounts_of_claim = claim.statement.quantities.iter();
                    let wanted = amounts_of_claim
                        .find(|wanted| said_amount(claim.text, wanted) == text.as_str());
                    if wanted.is_some_and(|wanted| borne_out(wanted, amounts())) {
                        *finding = Finding::NumberElsewhere {
                            text: mem::take(text),
                            rival: rival.take(),
                        };
                    } else if wanted
                        .and_then(Quantity::date)
                        .is_some_and(|date| is_pieced_together(date, &amounts()))
                    {
                        *finding = Finding::NumberElsewhere {
                            text: mem::take(text),
                            rival: None,
                        };
                    }
                }
                Finding::Quote(quote) if is_said(quote) => {
                    *finding = Finding::Words(Vec::new());
                }
                _ => {}
            }
        }
    }
}

fn beginning(text: &str) -> &str {
    text.get(..text.floor_char_boundary(LONGEST))
        .unwrap_or(text)
}

/// A claim without its citation marks.
fn bare(claim: &str) -> String {
    let mut bare = String::with_capacity(claim.len());
    let mut at = 0;
    for mark in citation::marks(claim) {
        bare.push_str(claim.get(at..mark.span.start).unwrap_or_default());
        at = mark.span.end.max(at);
    }
    bare.push_str(claim.get(at..).unwrap_or_default());
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge_pair(claim: &str, evidence: &[&str]) -> Judgement {
        Pairs::default().judge(claim, evidence)
    }

    fn contradiction(a: &str, b: &str) -> f32 {
        Pairs::default().contradiction(a, b)
    }

    #[test]
    fn what_is_no_sentence_is_bounded_or_told() {
        let endless = "storage cut the peak ".repeat(100_000);
        let found = judge_pair("Storage cut the peak in winter.", &[&endless]);
        assert!(
            found
                .evidence
                .is_some_and(|quote| quote.text.len() <= 4_000)
        );
        assert_eq!(
            judge_pair(&endless, &["Storage."]).verdict,
            Verdict::Unchecked
        );
        assert!((0.0..=1.0).contains(&contradiction(&endless, &endless.to_uppercase())));
    }

    #[test]
    fn a_quotation_and_a_number_far_from_the_rest_are_not_called_missing() {
        let rest = "Trains run on time. Rivers carry sand. Schools open at eight. Wages were discussed. Forests cover the land.";
        let evidence = format!(
            "The outage of the northern grid ended in May. {rest} {rest} Repairs cost 3.2 million euros. {rest} “We were lucky this time,” the mayor said."
        );
        for claim in [
            "The outage of the northern grid ended in May after repairs of 3.2 million euros.",
            "The outage of the northern grid ended in May: “we were lucky this time”.",
        ] {
            let found = judge_pair(claim, &[&evidence]);
            assert!(
                !found.reason.contains("million euros is not in"),
                "{}",
                found.reason
            );
            assert!(
                !found.reason.contains("the quoted words"),
                "{}",
                found.reason
            );
            assert_ne!(found.verdict, Verdict::Contradicted);
        }
    }

    #[test]
    fn a_turn_of_a_conversation_is_read_with_its_speaker() {
        let transcript = |first: &str, second: &str| {
            format!(
                "{first}: Hello. I sold the red car in Marenholt yesterday.\n{second}: Good. I kept the boat.\n{first}: See you."
            )
        };
        let claim = "Ann sold the red car in Marenholt.";
        let score = |evidence: &str| judge_pair(claim, &[evidence]).score;
        assert!(score(&transcript("Ann", "Bob")) > score(&transcript("Eve", "Bob")));
    }

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
    fn a_pair_is_judged_alike_alone_and_after_others() {
        let evidence = [
            "In May 2024 the Alpine Grid lost power for 14 hours. Prices rose.",
            "“L’été fut très sec,” said the Board’s director in Zürich. 电价 rose by 12 %.",
        ];
        let claims = [
            "Prices fell in Zürich.",
            "The Alpine Grid lost power for 41 hours.",
            "The Alpine Grid's power was lost.",
            "The director said “the summer was very dry” in May 2024.",
            "Prices rose.",
        ];
        let mut pairs = Pairs::default();
        for claim in claims.iter().chain(claims.iter().rev()) {
            let found = pairs.judge(claim, &evidence);
            assert_eq!(found, judge_pair(claim, &evidence), "{claim}");
        }
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
    fn a_word_and_its_opposite_contradict_and_unrelated_or_like_sentences_do_not() {
        for (a, b, contradict) in [
            ("Prices rose.", "Prices fell.", true),
            (
                "Prices rose by 12 percent.",
                "Prices fell by 12 percent.",
                true,
            ),
            ("The plan was accepted.", "The plan was rejected.", true),
            (
                "The drug is safe for children.",
                "The drug is unsafe for children.",
                true,
            ),
            ("Prices rose.", "Prices increased.", false),
            ("Prices rose.", "The choir sang.", false),
            ("Prices rose.", "Demand fell.", false),
            (
                "The north has more rain.",
                "More rain falls in the north.",
                false,
            ),
        ] {
            let found = contradiction(a, b);
            assert_eq!(found > 0.5, contradict, "{a} / {b}: {found}");
        }
    }

    #[test]
    fn what_is_said_of_others_contradicts_nothing() {
        for (a, b) in [
            (
                "Prices in Graz rose by 3 percent.",
                "Prices in Linz fell by 1 percent.",
            ),
            (
                "Minister Adeyemi backs the dam.",
                "Minister Larsen opposes the dam.",
            ),
            (
                "In girls the therapy lowered anxiety.",
                "In boys the therapy did not lower anxiety.",
            ),
            (
                "The jury did not acquit the clerk.",
                "The jury convicted the clerk.",
            ),
        ] {
            let found = contradiction(a, b);
            assert!(found < 0.5, "{a} / {b}: {found}");
        }
        for (a, b) in [
            (
                "The regulator approved the merger.",
                "The regulator blocked the merger.",
            ),
            ("The chair is Anna Lind.", "The chair is Per Holm."),
            (
                "Members voted to ban the pesticide.",
                "Members voted against a ban of the pesticide.",
            ),
        ] {
            let found = contradiction(a, b);
            assert!(found > 0.5, "{a} / {b}: {found}");
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
