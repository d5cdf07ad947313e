//! Comparing: a claim laid beside its evidence word by word, and what is seen there as numbers.
//!
//! The claim's sentences are compared one by one. Each is laid beside the sentences that hold most of its weight, and their neighbours, which often say
//! who `it` is. What counts is less how many words agree than what the others are: a word that the evidence has a synonym for is benign, one whose
//! opposite stands there is not. Nothing is decided here; [`crate::check::model`] weighs what was seen.

use std::ops::Range;
use std::sync::Arc;

use super::part::{Marks, part};
use crate::check::language::vocabulary::{ReadText, StemId, Token, Vocabulary, Word};
use crate::check::text::blocks::trimmed;
use crate::check::text::sentences::sentences;
use crate::check::text::turns::{label, speakers};

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
        let texts: Vec<Arc<ReadText>> = evidence
            .iter()
            .map(|text| vocabulary.read_once(text, |vocabulary| read(text, vocabulary)))
            .collect();
        let mut source = Self {
            tokens: Vec::with_capacity(texts.iter().map(|read| read.tokens.len()).sum()),
            sentences: Vec::with_capacity(texts.iter().map(|read| read.sentences.len()).sum()),
            passages: evidence.len(),
        };
        for (passage, read) in texts.iter().enumerate() {
            let from = source.tokens.len();
            source.tokens.extend_from_slice(&read.tokens);
            let sentences = read.sentences.iter().map(|(span, tokens)| Sentence {
                passage,
                span: span.clone(),
                tokens: from + tokens.start..from + tokens.end,
            });
            source.sentences.extend(sentences);
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

/// Reads the sentences of a text, those of a conversation with the name of who says them.
fn read(text: &str, vocabulary: &mut Vocabulary) -> ReadText {
    let mut read = ReadText::default();
    let names = speakers(text);
    let mut speaker: Option<Range<usize>> = None;
    for span in sentences(text)
        .into_iter()
        .flat_map(|span| bounded(text, span))
    {
        let span = trimmed(text, span);
        let from = read.tokens.len();
        if !names.is_empty() {
            match label(text.get(span.clone()).unwrap_or_default()) {
                Some(name) if names.contains(&name) => {
                    speaker = Some(span.start..span.start + name.len());
                }
                _ => {
                    if let Some(name) = speaker.clone() {
                        let name = text.get(name).unwrap_or_default();
                        vocabulary.read(name, &mut read.tokens);
                    }
                }
            }
        }
        let own = read.tokens.len();
        let sentence = text.get(span.clone()).unwrap_or_default();
        vocabulary.read(sentence, &mut read.tokens);
        if read.tokens.len() > own {
            read.sentences.push((span, from..read.tokens.len()));
        }
    }
    read
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
        let (seen, beside) = part(text, tokens, &source, evidence, vocabulary, &mut marks);
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
