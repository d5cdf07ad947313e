//! Comparing: a claim laid beside its evidence word by word, and what is seen there as numbers.
//!
//! The claim's sentences are compared one by one. Each is laid beside the sentences that hold most of its weight, and their neighbours, which often say
//! who `it` is. What counts is less how many words agree than what the others are: a word that the evidence has a synonym for is benign, one whose
//! opposite stands there is not. Nothing is decided here; [`crate::check::model`] weighs what was seen.

use std::ops::Range;

use super::measures::{Amounts, context, in_place, meaning, negation, order, strength};
use crate::check::language::opposites::{Relation, is_turned};
use crate::check::language::vocabulary::{Kind, StemId, Token, Vocabulary, Word};
use crate::check::text::blocks::trimmed;
use crate::check::text::sentences::sentences;
use crate::check::text::turns::{is_framing, label, speakers};

/// Declares what is measured, so that each has one name in the code and in the table that the model is fitted on.
macro_rules! features {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// What was seen of a claim beside its evidence.
        #[derive(Debug, Clone, Copy, Default, PartialEq)]
        pub(crate) struct Features { $($(#[doc = $doc])* pub(crate) $name: f32,)* }

        impl Features {
            pub(crate) const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            pub(crate) fn values(&self) -> [f32; Self::NAMES.len()] {
                [$(self.$name,)*]
            }

            fn add(&mut self, other: &Self, share: f32) {
                $(self.$name += other.$name * share;)*
            }
        }
    };
}

features! {
    /// Share of the claim's weight in its best sentence, in its three best and their neighbours, and anywhere.
    cover_best, cover_near, cover_all,
    /// The least share of a sentence of the claim.
    cover_least,
    /// Share in the near sentences when like words count by their likeness.
    cover_soft,
    /// Share of neighbouring words of the claim that stand close together in the evidence.
    pairs_near,
    /// Share of runs of three words that stand there as they are, and of the longest such run.
    runs_of_three, longest_run,
    /// Share of word pairs of the best sentence that stand there the other way round.
    swapped,
    /// Words that the evidence does not have anywhere: how many, their share of the weight, the weightiest.
    new_words, new_weight, new_most,
    /// The least likeness of a new word to a word nearby, and the mean.
    new_strangest, new_likeness,
    /// Names and numbers not in the evidence, and not nearby.
    names_new, names_far, numbers_new, numbers_far, numbers_rival, names, numbers,
    /// Words nearby that exclude one of the claim.
    opposites, siblings, turned,
    /// The same, where they stand in its place.
    opposites_in_place, strangers_in_place, in_place_least,
    /// Negations of the claim that the evidence does not have, and the other way round.
    denied, denied_loosely, stated, negations,
    /// Hedges dropped and added; words without exception added.
    hedges_dropped, hedges_added, absolutes_added, extremes_added,
    /// How much more of what stands around a word of the claim stands around what excludes it in the evidence than around the word itself: the most and
    /// the least over its words.
    contest_most, contest_least,
    /// Share of what stands around a word of the claim that stands around it in the evidence: the mean, and the least over names and numbers.
    context, context_named,
    /// Share of the claim's weight in its best passage, and in the evidence with words weighed by how few sentences hold them.
    cover_passage, cover_rare,
    /// Opposites anywhere in the evidence of words that it does not have.
    opposites_anywhere,
    /// Words of the claim's end and start that are nowhere near.
    tail_new,
    /// Size of the claim and its evidence, as logarithms.
    claim_length, claim_sentences, evidence_length, passages, best_length,
    /// How near the claim and its best sentence are as vectors.
    meaning_best, meaning_near,
    /// Words by which somebody speaks of himself or to a listener, and the evidence does not: `I`, `you`, `well`.
    asides,
}

/// Evidence read for one comparison.
#[derive(Default)]
pub(crate) struct Source {
    pub(crate) tokens: Vec<Token>,
    pub(crate) sentences: Vec<Sentence>,
    passages: usize,
}

pub(crate) struct Sentence {
    pub(crate) passage: usize,
    pub(crate) span: Range<usize>,
    pub(crate) tokens: Range<usize>,
}

/// A sentence of the claim with what it was laid beside.
pub(crate) struct Laid<'a> {
    pub(crate) claim: &'a [Token],
    /// Sentences near, the best first.
    pub(crate) near: Vec<usize>,
    pub(crate) best: usize,
}

/// What comparing found.
pub(crate) struct Comparison {
    pub(crate) features: Features,
    /// The sentences that the claim was laid beside, each with its passage and its bytes there; the best of all comes first.
    pub(crate) near: Vec<(usize, Range<usize>)>,
}

impl Source {
    pub(crate) fn read(evidence: &[&str], vocabulary: &mut Vocabulary) -> Self {
        let mut source = Self {
            passages: evidence.len(),
            ..Self::default()
        };
        for (passage, text) in evidence.iter().enumerate() {
            let names = speakers(text);
            let mut speaker: Option<Range<usize>> = None;
            for span in sentences(text)
                .into_iter()
                .flat_map(|span| bounded(text, span))
            {
                let span = trimmed(text, span);
                let from = source.tokens.len();
                if !names.is_empty() {
                    match label(text.get(span.clone()).unwrap_or_default()) {
                        Some(name) if names.contains(&name) => {
                            speaker = Some(span.start..span.start + name.len());
                        }
                        _ => {
                            if let Some(name) = speaker.clone() {
                                vocabulary
                                    .read(text.get(name).unwrap_or_default(), &mut source.tokens);
                            }
                        }
                    }
                }
                let own = source.tokens.len();
                vocabulary.read(
                    text.get(span.clone()).unwrap_or_default(),
                    &mut source.tokens,
                );
                if source.tokens.len() > own {
                    source.sentences.push(Sentence {
                        passage,
                        span,
                        tokens: from..source.tokens.len(),
                    });
                }
            }
        }
        source
    }

    pub(crate) fn has(&self, stem: StemId) -> bool {
        self.tokens.iter().any(|token| token.stem == stem)
    }

    pub(crate) fn tokens(&self, sentence: usize) -> &[Token] {
        self.sentences
            .get(sentence)
            .and_then(|sentence| self.tokens.get(sentence.tokens.clone()))
            .unwrap_or_default()
    }
}

/// A sentence, or pieces of what is too long to be one: a table without line ends, or a text without stops.
fn bounded(text: &str, span: Range<usize>) -> Vec<Range<usize>> {
    const LONGEST: usize = 4_000;
    if span.len() <= LONGEST {
        return vec![span];
    }
    let mut pieces = Vec::new();
    let mut from = span.start;
    while span.end - from > LONGEST {
        let most = text.floor_char_boundary(from + LONGEST);
        let blank = text.get(from..most).and_then(|piece| piece.rfind(' '));
        let to = blank.filter(|at| *at > 0).map_or(most, |at| from + at);
        pieces.push(from..to);
        from = to;
    }
    pieces.push(from..span.end);
    pieces
}

/// Sentences of a claim that are laid beside its evidence at most.
const MOST_PARTS: usize = 200;

/// Lays a claim beside its evidence.
pub(crate) fn compare(claim: &str, evidence: &[&str], vocabulary: &mut Vocabulary) -> Comparison {
    let source = Source::read(evidence, vocabulary);
    let mut parts: Vec<(Range<usize>, Vec<Token>)> = Vec::new();
    let spans = sentences(claim).into_iter().take(MOST_PARTS);
    for span in spans.flat_map(|span| bounded(claim, span)) {
        let span = trimmed(claim, span);
        let mut tokens = Vec::new();
        vocabulary.read(claim.get(span.clone()).unwrap_or_default(), &mut tokens);
        if !tokens.is_empty() {
            parts.push((span, tokens));
        }
    }
    let mut marks = Marks::new(vocabulary.stems());
    let mut features = Features {
        cover_least: 1.0,
        ..Features::default()
    };
    let mut best: Option<(f32, usize)> = None;
    let mut near: Vec<usize> = Vec::new();
    let all: f32 = parts
        .iter()
        .map(|(_, tokens)| weight(tokens, vocabulary))
        .sum();
    let mut summed = Features::default();
    let mut least: f32 = 1.0;
    for (span, tokens) in &parts {
        let text = claim.get(span.clone()).unwrap_or_default();
        let own = weight(tokens, vocabulary);
        let share = own / all.max(f32::EPSILON);
        let Some((seen, beside)) = part(text, tokens, &source, evidence, vocabulary, &mut marks)
        else {
            continue;
        };
        least = least.min(seen.cover_near);
        add_counts(&mut summed, &seen, share);
        if let Some(&at) = beside.first()
            && best.is_none_or(|(weight, _)| own * seen.cover_best > weight)
        {
            best = Some((own * seen.cover_best, at));
        }
        near.extend(beside);
    }
    near.sort_unstable();
    near.dedup();
    if let Some(place) = best.and_then(|(_, best)| near.iter().position(|&at| at == best)) {
        near[..=place].rotate_right(1);
    }
    features.add(&summed, 1.0);
    features.cover_least = least;
    let claim_words: usize = parts.iter().map(|(_, tokens)| tokens.len()).sum();
    features.claim_length = (claim_words as f32 + 1.0).ln();
    features.claim_sentences = parts.len() as f32;
    features.evidence_length = (source.tokens.len() as f32 + 1.0).ln();
    features.passages = (source.passages as f32 + 1.0).ln();
    Comparison {
        features,
        near: near
            .into_iter()
            .filter_map(|at| source.sentences.get(at))
            .map(|sentence| (sentence.passage, sentence.span.clone()))
            .collect(),
    }
}

/// Shares are averaged over the claim's sentences by their weight, counts are added up, and extremes are kept.
fn add_counts(sum: &mut Features, seen: &Features, share: f32) {
    let counted = |features: &Features| Features {
        new_words: features.new_words,
        names_new: features.names_new,
        names_far: features.names_far,
        numbers_new: features.numbers_new,
        numbers_far: features.numbers_far,
        numbers_rival: features.numbers_rival,
        names: features.names,
        numbers: features.numbers,
        opposites: features.opposites,
        siblings: features.siblings,
        turned: features.turned,
        opposites_anywhere: features.opposites_anywhere,
        opposites_in_place: features.opposites_in_place,
        strangers_in_place: features.strangers_in_place,
        denied: features.denied,
        denied_loosely: features.denied_loosely,
        stated: features.stated,
        negations: features.negations,
        hedges_dropped: features.hedges_dropped,
        hedges_added: features.hedges_added,
        asides: features.asides,
        absolutes_added: features.absolutes_added,
        extremes_added: features.extremes_added,
        ..Features::default()
    };
    let counts = counted(seen);
    let mut shares = *seen;
    shares.add(&counts, -1.0);
    let most = sum.new_most.max(seen.new_most);
    let strangest = sum.new_strangest.max(seen.new_strangest);
    let contest = sum.contest_most.max(seen.contest_most);
    sum.add(&shares, share);
    sum.add(&counts, 1.0);
    sum.new_most = most;
    sum.new_strangest = strangest;
    sum.contest_most = contest;
}

fn weight(tokens: &[Token], vocabulary: &Vocabulary) -> f32 {
    tokens
        .iter()
        .filter_map(|token| vocabulary.word(token.word))
        .map(Word::weight)
        .sum::<f32>()
        .max(0.01)
}

/// Which of the claim's stems each stem is, for as long as one sentence of the claim is compared.
pub(crate) struct Marks {
    of: Vec<u8>,
}

/// As many different stems of one sentence are told apart.
const MOST_STEMS: usize = 128;

impl Marks {
    fn new(stems: usize) -> Self {
        Self { of: vec![0; stems] }
    }

    /// The bit of a stem of the claim.
    pub(crate) fn bit(&self, stem: StemId) -> u128 {
        match self.of.get(stem.0 as usize) {
            Some(&mark) if mark > 0 => 1 << (mark - 1),
            _ => 0,
        }
    }
}

/// A stem of the claim's sentence.
struct Asked {
    token: usize,
    stem: StemId,
    weight: f32,
}

#[allow(clippy::too_many_lines)]
fn part(
    text: &str,
    claim: &[Token],
    source: &Source,
    evidence: &[&str],
    vocabulary: &Vocabulary,
    marks: &mut Marks,
) -> Option<(Features, Vec<usize>)> {
    let word = |token: &Token| vocabulary.word(token.word);
    let mut asked: Vec<Asked> = Vec::new();
    for (at, token) in claim.iter().enumerate() {
        let Some(word) = word(token) else { continue };
        let slot = marks.of.get_mut(word.stem.0 as usize)?;
        if word.kind != Kind::Stop
            && *slot == 0
            && asked.len() < MOST_STEMS
            && (!is_framing(&word.text) || source.has(word.stem))
        {
            asked.push(Asked {
                token: at,
                stem: word.stem,
                weight: word.weight(),
            });
            *slot = asked.len() as u8;
        }
    }
    let total = asked
        .iter()
        .map(|asked| asked.weight)
        .sum::<f32>()
        .max(0.01);
    let weigh = |mut mask: u128| -> f32 {
        let mut sum = 0.0;
        while mask != 0 {
            sum += asked
                .get(mask.trailing_zeros() as usize)
                .map_or(0.0, |asked| asked.weight);
            mask &= mask - 1;
        }
        sum
    };
    let held_by: Vec<u128> = source
        .sentences
        .iter()
        .map(|sentence| {
            source
                .tokens
                .get(sentence.tokens.clone())
                .unwrap_or_default()
                .iter()
                .fold(0, |mask, token| mask | marks.bit(token.stem))
        })
        .collect();
    // The best three, each by what it adds.
    let mut near: Vec<usize> = Vec::new();
    let mut held: u128 = 0;
    for _ in 0..3 {
        let gain = |at: usize, mask: u128| {
            let length = source.tokens(at).len() as f32;
            weigh(mask & !held) - 0.0005 * length
        };
        let next = held_by
            .iter()
            .enumerate()
            .filter(|(at, mask)| *mask & !held != 0 && !near.contains(at))
            .map(|(at, &mask)| (gain(at, mask), at))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        let Some((_, at)) = next else { break };
        held |= held_by.get(at).copied().unwrap_or_default();
        near.push(at);
    }
    let best = near.first().copied().unwrap_or(0);
    let passage_of = |at: usize| source.sentences.get(at).map(|sentence| sentence.passage);
    for neighbour in [best.wrapping_sub(1), best + 1] {
        if passage_of(neighbour).is_some()
            && passage_of(neighbour) == passage_of(best)
            && !near.contains(&neighbour)
        {
            near.push(neighbour);
        }
    }
    let laid = Laid { claim, near, best };
    let amounts = Amounts::read(text, &laid, source, evidence);
    let everywhere = held_by.iter().fold(0, |all, mask| all | mask);
    let near = &laid.near;
    let mask_of = |at: usize| held_by.get(at).copied().unwrap_or_default();
    let nearby = near.iter().fold(0, |all, &at| all | mask_of(at));
    let mut seen = Features {
        cover_best: weigh(mask_of(best)) / total,
        cover_near: weigh(nearby) / total,
        cover_all: weigh(everywhere) / total,
        ..Features::default()
    };
    // Words by likeness.
    let around: Vec<&Word> = {
        let mut around: Vec<&Word> = laid
            .near
            .iter()
            .flat_map(|&at| source.tokens(at))
            .filter_map(word)
            .filter(|word| word.kind == Kind::Content)
            .collect();
        around.sort_by_key(|word| word.stem);
        around.dedup_by_key(|word| word.stem);
        around
    };
    let mut soft = 0.0;
    let mut missing = 0.0;
    let mut likeness_sum = 0.0;
    for (bit, asked) in asked.iter().enumerate() {
        if nearby & (1 << bit) != 0 {
            soft += asked.weight;
            continue;
        }
        let Some(own) = claim.get(asked.token).and_then(word) else {
            continue;
        };
        let mut likeness: f32 = 0.0;
        for other in &around {
            let relation = own.places.relation(other.places);
            if marks.bit(other.stem) == 0 || relation == Some(Relation::Alike) {
                likeness = likeness.max(match relation {
                    Some(Relation::Alike) => 0.8,
                    Some(_) => 0.0,
                    None => own.likeness(other),
                });
            }
        }
        let token = claim.get(asked.token)?;
        if everywhere & (1 << bit) == 0 {
            let is_name = token.is_capital && asked.token > 0;
            seen.new_words += 1.0;
            seen.new_weight += asked.weight / total;
            seen.new_most = seen.new_most.max(asked.weight * (1.0 - likeness));
            seen.new_strangest = seen.new_strangest.max(1.0 - likeness);
            likeness_sum += likeness;
            missing += 1.0;
            if own.kind == Kind::Number {
                seen.numbers_new += 1.0;
            } else if is_name {
                seen.names_new += 1.0;
            }
        } else if token.is_capital && asked.token > 0 {
            seen.names_far += 1.0;
        }
        soft += asked.weight * likeness;
        // What excludes it stands nearby.
        let mut opposite: f32 = 0.0;
        let mut sibling: f32 = 0.0;
        let mut turned: f32 = 0.0;
        for other in &around {
            if marks.bit(other.stem) != 0 {
                continue;
            }
            match own.places.relation(other.places) {
                Some(Relation::Opposite) => opposite = 1.0,
                Some(Relation::Sibling) => sibling = 1.0,
                _ if is_turned(&own.text, &other.text) => turned = 1.0,
                _ => {}
            }
        }
        seen.opposites += opposite;
        seen.siblings += sibling;
        seen.turned += turned;
    }
    seen.cover_soft = soft / total;
    seen.new_likeness = if missing > 0.0 {
        likeness_sum / missing
    } else {
        1.0
    };
    context(
        &laid, source, vocabulary, marks, &held_by, &weigh, everywhere, &mut seen,
    );
    let mut best_passage: f32 = 0.0;
    for run in source.sentences.chunk_by(|a, b| a.passage == b.passage) {
        let from = run
            .first()
            .and_then(|first| {
                source
                    .sentences
                    .iter()
                    .position(|sentence| std::ptr::eq(sentence, first))
            })
            .unwrap_or(0);
        let mask = (from..from + run.len()).fold(0, |all, at| all | mask_of(at));
        best_passage = best_passage.max(weigh(mask));
    }
    seen.cover_passage = best_passage / total;
    let mut rare_held = 0.0;
    let mut rare_all = 0.0;
    for (bit, _) in asked.iter().enumerate() {
        let holding = held_by
            .iter()
            .filter(|mask| **mask & (1 << bit) != 0)
            .count() as f32;
        let rare = (1.0 + source.sentences.len().max(20) as f32 / (1.0 + holding)).ln();
        rare_all += rare;
        if nearby & (1 << bit) != 0 {
            rare_held += rare;
        }
    }
    seen.cover_rare = rare_held / f32::max(rare_all, 0.01);
    order(&laid, source, vocabulary, marks, &mut seen);
    in_place(&laid, source, vocabulary, &mut seen);
    negation(&laid, source, vocabulary, marks, &mut seen);
    strength(&laid, source, vocabulary, &mut seen);
    amounts.measure(claim, source, vocabulary, &mut seen);
    for token in claim.iter().skip(1) {
        if let Some(word) = word(token) {
            seen.names += f32::from(u8::from(token.is_capital && word.kind == Kind::Content));
        }
    }
    let tail: Vec<&Asked> = asked.iter().rev().take(3).collect();
    let tail_all: f32 = tail.iter().map(|asked| asked.weight).sum();
    let tail_new: f32 = tail
        .iter()
        .filter(|asked| nearby & marks.bit(asked.stem) == 0)
        .map(|asked| asked.weight)
        .sum();
    seen.tail_new = tail_new / tail_all.max(0.01);
    seen.best_length = (source.tokens(best).len() as f32 + 1.0).ln();
    meaning(&laid, source, vocabulary, &mut seen);
    for asked in &asked {
        if let Some(slot) = marks.of.get_mut(asked.stem.0 as usize) {
            *slot = 0;
        }
    }
    Some((seen, laid.near))
}
