//! Pairs: one claim against its own evidence, and two texts against each other, with nothing else around.
//!
//! A study's claims are checked against an index of all its passages; here a claim brings what it is to be held against, as in lines of a file or in a
//! public test set. The score is calibrated so that it says the same across kinds of evidence: a claim is supported from one half on.

use std::mem;
use std::ops::Range;

use super::asked::Asked;
use super::clause_by_clause::{clause_by_clause, is_of_what_is_stated};
use super::finding::{Finding, Weighed};
use super::parties::halves;
use super::pieces::{is_pieced_together, is_quoted_from};
use super::reckoned::reckoning;
use super::weigh::said_amount;
use super::wording::{Beside, Worded, as_worded, is_reworded};
use super::{Checker, Evidence, Judgement};
use crate::check::conflicts::discord::{Discord, discord, have_directions};
use crate::check::conflicts::kinds::ConflictKind;
use crate::check::conflicts::measured::{Compared, Measured};
use crate::check::conflicts::others::are_part_and_whole;
use crate::check::conflicts::slots::Sentence;
use crate::check::conflicts::{are_reconciled, every_conflict_in};
use crate::check::index::{Index, Wanted};
use crate::check::language::numbers::{Quantity, borne_out, quantities};
use crate::check::language::only;
use crate::check::language::opposites::Relation;
use crate::check::language::synonyms::as_near;
use crate::check::language::terms::{Lexicon, key, words};
use crate::check::language::vocabulary::{Kind, Token, Vocabulary, Word};
use crate::check::meaning::polarity::Opposition;
use crate::check::model;
use crate::check::model::compare::{Features, compare};
use crate::check::text::sentences::sentences;
use crate::clean;
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
    pub(crate) vocabulary: Vocabulary,
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
        let (mut found, quote) = self.weigh(&claim, evidence);
        if found.verdict() != Verdict::Supported
            && let Some(reckoning) = reckoning(&claim, evidence)
        {
            found.take_reckoned(reckoning);
        }
        if found.verdict() != Verdict::Supported {
            found.as_written(&claim, evidence);
        }
        Judgement {
            verdict: found.verdict(),
            score: found.score(),
            reason: found.reason("the evidence", "the evidence"),
            evidence: quote,
            more: Vec::new(),
        }
    }

    /// Weighs a claim without marks against all that is given with it, and quotes the best sentence: its `number` counts the passages from 1, its `passage`
    /// from 0.
    ///
    /// Of a claim that tells what two parties say each half is weighed where the whole is not borne out, for what the one says denies the other; and a claim that
    /// gives each the other's words is contradicted.
    pub(crate) fn weigh(&mut self, claim: &str, evidence: &[&str]) -> (Weighed, Option<Quote>) {
        let mut whole = self.weigh_whole(claim, evidence);
        let Some(halves) = halves(claim) else {
            return whole;
        };
        if self.are_exchanged(&halves, evidence) {
            let [one, other] = halves;
            whole.0.findings = vec![Finding::Opposed(Opposition::Swapped {
                claim: one.party.text,
                source: other.party.text,
            })];
            return whole;
        }
        let is_borne_out = |found: &Weighed| found.verdict() == Verdict::Supported;
        if is_borne_out(&whole.0) {
            return whole;
        }
        let [one, other] = halves;
        let (mut first, quote) = self.weigh_whole(&one.text, evidence);
        let (second, _) = self.weigh_whole(&other.text, evidence);
        if !is_borne_out(&first) || !is_borne_out(&second) {
            return whole;
        }
        let support = first.support.min(second.support);
        first.join(second);
        first.support = support;
        (first, quote)
    }

    /// Weighs a claim that is opposed by a word of its evidence against the clauses of that one by one, and gives what was found where they bear it out.
    fn weigh_clauses(
        &mut self,
        claim: &str,
        evidence: &[&str],
        whole: &Weighed,
    ) -> Option<(Weighed, Option<Quote>)> {
        if !whole.is_only_opposed() {
            return None;
        }
        let parted = clause_by_clause(evidence)?;
        let parted: Vec<&str> = parted.iter().map(String::as_str).collect();
        if !is_of_what_is_stated(claim, &parted, &whole.turning_words()) {
            return None;
        }
        let (found, quote) = self.weigh_once(claim, &parted);
        if found.verdict() != Verdict::Supported {
            return None;
        }
        let quote = quote.and_then(|quote| {
            let text = evidence.get(usize::try_from(quote.passage.0).ok()?)?;
            let text = text.get(quote.span.clone())?.to_owned();
            Some(Quote { text, ..quote })
        });
        Some((found, quote))
    }

    pub(crate) fn weigh_whole(
        &mut self,
        claim: &str,
        evidence: &[&str],
    ) -> (Weighed, Option<Quote>) {
        let whole = self.weigh_once(claim, evidence);
        self.weigh_clauses(claim, evidence, &whole.0)
            .unwrap_or(whole)
    }

    fn weigh_once(&mut self, claim: &str, evidence: &[&str]) -> (Weighed, Option<Quote>) {
        let beside = Beside::new(evidence);
        let worded = as_worded(claim, &beside);
        worded.weigh(
            claim,
            |(found, _): &(Weighed, Option<Quote>)| found.verdict(),
            |worded| self.weigh_worded(claim, worded, &beside),
        )
    }

    fn weigh_worded(
        &mut self,
        given: &str,
        worded: Worded<'_>,
        beside: &Beside<'_>,
    ) -> (Weighed, Option<Quote>) {
        let evidence = beside.texts;
        let is_reworded = is_reworded(given, &worded.text);
        let claim = &*worded.text;
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
        let mut found = checker.weigh_sentences(claim, beside);
        found.support = found
            .support
            .max(model::support_by_given(&compared.features));
        let around: Vec<&str> = near.iter().map(|passage| passage.text.as_str()).collect();
        let in_their_words = as_near(claim, &around, &mut self.vocabulary);
        let support = |worded: &str, vocabulary: &mut Vocabulary| {
            model::support_by_given(&compare(worded, beside.texts, vocabulary).features)
        };
        let worded_as = (claim, in_their_words.as_deref());
        found.rise_by_words(worded_as, &around, support, &mut self.vocabulary);
        let claim = in_their_words.as_deref().unwrap_or(claim);
        if let Some(entry) = found.at.and_then(|at| checker.index.entries.get(at))
            && sentences(claim).len() <= 1
        {
            let sentence = checker.index.text(entry);
            let stretches = stretches(&compared.near, beside.texts);
            let settled = found.settle_in_full(claim, &stretches);
            if settled.is_none() {
                found.compare_with(claim, sentence, &around, &mut self.vocabulary);
            }
            if settled != Some(true) {
                found.hold_against_neighbours(
                    claim,
                    &stretches,
                    &checker.index,
                    &mut self.vocabulary,
                );
            }
            found.weigh_otherwise(claim, &stretches, &mut self.vocabulary);
        } else if found.verdict() == Verdict::Supported {
            found.compare_each(claim, &around, &mut self.vocabulary);
            found.weigh_each_otherwise(
                claim,
                &stretches(&compared.near, beside.texts),
                &mut self.vocabulary,
            );
        }
        if is_reworded {
            found.reworded();
        }
        found.tell(worded.told);
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
        (found, quote)
    }

    /// How surely two texts say what cannot both be true, from 0 to 1, the same in either order.
    ///
    /// What explains a difference weighs less than what nothing explains: a contradiction comes above one half, then what was superseded, another scope and a
    /// spread of estimates. Of texts that are longer than any statement, only the beginnings are compared.
    pub fn contradiction(&mut self, a: &str, b: &str) -> f32 {
        let (a, b) = (clean::beginning(a, LONGEST), clean::beginning(b, LONGEST));
        if words(a).next().is_none() || words(b).next().is_none() || key(a) == key(b) {
            return 0.0;
        }
        let seen = self
            .opposed(a, &as_worded(b, &Beside::new(&[a])).text)
            .min(self.opposed(&as_worded(a, &Beside::new(&[b])).text, b));
        let (discord, compared) = self.told_either_way(a, b);
        match discord {
            Some(Discord::Agreed) if compared != Some(Compared::OneThing) => return 0.15 * seen,
            Some(Discord::Apart) if compared != Some(Compared::OneThing) => return seen.min(APART),
            Some(Discord::OtherName) => return seen.max(OTHER_NAME),
            Some(Discord::Opposed) if self.are_of_other_subjects(a, b) => return seen.min(APART),
            Some(Discord::Opposed)
                if self
                    .kind(a, b)
                    .is_none_or(|kind| kind == ConflictKind::Contradiction) =>
            {
                return f32::midpoint(seen, 1.0).max(OPPOSED);
            }
            _ if compared == Some(Compared::Others)
                || are_part_and_whole(&Sentence::read(a), &Sentence::read(b)) =>
            {
                return seen.min(APART);
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

    /// How two texts stand to each other by their words, each read in the words of the other: what one way shows holds for both.
    fn told_either_way(&mut self, a: &str, b: &str) -> (Option<Discord>, Option<Compared>) {
        let [one, other] = [self.told(a, b), self.told(b, a)];
        let rank = |(discord, compared): &(Option<Discord>, Option<Compared>)| {
            let of_words = match discord {
                Some(Discord::Agreed) => 4,
                Some(Discord::Opposed) => 3,
                Some(Discord::OtherName) => 2,
                Some(Discord::Apart) => 1,
                None => 0,
            };
            (of_words, *compared == Some(Compared::OneThing))
        };
        if rank(&other) > rank(&one) {
            other
        } else {
            one
        }
    }

    fn told(&mut self, a: &str, b: &str) -> (Option<Discord>, Option<Compared>) {
        let worded = as_worded(b, &Beside::new(&[a])).text.into_owned();
        let worded = as_near(&worded, &[a], &mut self.vocabulary).unwrap_or(worded);
        let mut lexicon = mem::take(&mut self.lexicon);
        lexicon.restart();
        let discord = discord(a, &worded, &mut lexicon);
        self.lexicon = lexicon;
        let compared = Measured::read(a).compare(&Measured::read(&worded));
        (discord, compared)
    }

    /// Whether it is two unlike things, or two times, of which two texts say opposites: what it is said of stands first.
    fn are_of_other_subjects(&mut self, a: &str, b: &str) -> bool {
        const LIKE: f32 = 0.5;
        // They may be whoever the other tells of.
        const ANYBODY: &[&str] = &[
            "nobody",
            "none",
            "everybody",
            "everyone",
            "somebody",
            "someone",
            "anybody",
            "anyone",
            "people",
        ];
        if are_of_other_dates(a, b) {
            return true;
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
        let is_anybody = |word: &Word| ANYBODY.contains(&word.text.as_str());
        if is_anybody(one) || is_anybody(other) {
            return false;
        }
        let has =
            |tokens: &[Token], word: &Word| tokens.iter().any(|token| token.stem == word.stem);
        let relation = one.places.relation(other.places);
        let is_unlike = have_directions(a, b) && relation.is_none() && one.likeness(other) < LIKE;
        let are_two =
            relation == Some(Relation::Sibling) || relation.is_none() && one.is_apart(other);
        !has(&theirs, one) && !has(&own, other) && (is_unlike || are_two)
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

/// Whether two texts name one time each, and not the same.
fn are_of_other_dates(a: &str, b: &str) -> bool {
    let date = |text: &str| only(quantities(text).iter().filter_map(Quantity::date));
    date(a)
        .zip(date(b))
        .is_some_and(|(own, other)| !own.is_compatible(other))
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
                let mut found = self.weigh(&mut asked, &self.index.whole());
                found.look_farther(&asked, evidence);
                found.hold_against_tables(&asked, evidence.texts);
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
    pub(crate) fn look_farther(&mut self, claim: &Asked<'_>, evidence: &Beside<'_>) {
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

/// Sentences as the texts have them, those that follow each other together.
fn stretches<'t>(sentences: &[(usize, Range<usize>)], texts: &[&'t str]) -> Vec<&'t str> {
    let mut sorted: Vec<_> = sentences.to_vec();
    sorted.sort_by_key(|(text, span)| (*text, span.start));
    let mut joined: Vec<(usize, Range<usize>)> = Vec::new();
    for (text, span) in sorted {
        let follows = |(own, last): &(usize, Range<usize>)| {
            let gap = texts
                .get(text)
                .and_then(|text| text.get(last.end..span.start));
            *own == text && gap.is_some_and(|gap| gap.trim().is_empty())
        };
        let is_next = joined.last().is_some_and(follows);
        match joined.last_mut().filter(|_| is_next) {
            Some((_, last)) => last.end = span.end,
            None => joined.push((text, span)),
        }
    }
    let stretches = joined.into_iter();
    stretches
        .filter_map(|(text, span)| texts.get(text)?.get(span))
        .collect()
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
mod tests;
