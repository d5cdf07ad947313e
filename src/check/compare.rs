//! Comparing: a claim laid beside its evidence word by word, and what is seen there as numbers.
//!
//! The claim's sentences are compared one by one. Each is laid beside the sentences that hold most of its weight, and their neighbours, which often say
//! who `it` is. What counts is less how many words agree than what the others are: a word that the evidence has a synonym for is benign, one whose
//! opposite stands there is not. Nothing is decided here; [`super::model`] weighs what was seen.

use std::ops::Range;

use super::index::trimmed;
use super::numbers::{Quantity, quantities};
use super::opposites::{Relation, is_turned};
use super::sentences::sentences;
use super::vocabulary::{Kind, Role, StemId, Token, Vocabulary, Word};

/// Declares what is measured, so that each has one name in the code and in the table that the model is fitted on.
macro_rules! features {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// What was seen of a claim beside its evidence.
        #[derive(Debug, Clone, Copy, Default, PartialEq)]
        pub(super) struct Features { $($(#[doc = $doc])* pub(super) $name: f32,)* }

        impl Features {
            pub(super) const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            pub(super) fn values(&self) -> [f32; Self::NAMES.len()] {
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
}

/// Evidence read for one comparison.
#[derive(Default)]
pub(super) struct Source {
    tokens: Vec<Token>,
    sentences: Vec<Sentence>,
    passages: usize,
}

struct Sentence {
    passage: usize,
    span: Range<usize>,
    tokens: Range<usize>,
}

/// A sentence of the claim with what it was laid beside.
struct Laid<'a> {
    claim: &'a [Token],
    /// Sentences near, the best first.
    near: Vec<usize>,
    best: usize,
}

/// What comparing found.
pub(super) struct Comparison {
    pub(super) features: Features,
    /// The sentences that the claim was laid beside, each with its passage and its bytes there; the best of all comes first.
    pub(super) near: Vec<(usize, Range<usize>)>,
}

impl Source {
    pub(super) fn read(evidence: &[&str], vocabulary: &mut Vocabulary) -> Self {
        let mut source = Self {
            passages: evidence.len(),
            ..Self::default()
        };
        for (passage, text) in evidence.iter().enumerate() {
            for span in sentences(text) {
                let span = trimmed(text, span);
                let from = source.tokens.len();
                vocabulary.read(text.get(span.clone()).unwrap_or_default(), &mut source.tokens);
                if source.tokens.len() > from {
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

    fn tokens(&self, sentence: usize) -> &[Token] {
        self.sentences
            .get(sentence)
            .and_then(|sentence| self.tokens.get(sentence.tokens.clone()))
            .unwrap_or_default()
    }
}

/// Lays a claim beside its evidence.
pub(super) fn compare(claim: &str, evidence: &[&str], vocabulary: &mut Vocabulary) -> Comparison {
    let source = Source::read(evidence, vocabulary);
    let mut parts: Vec<(Range<usize>, Vec<Token>)> = Vec::new();
    for span in sentences(claim) {
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
    let all: f32 = parts.iter().map(|(_, tokens)| weight(tokens, vocabulary)).sum();
    let mut summed = Features::default();
    let mut least: f32 = 1.0;
    for (span, tokens) in &parts {
        let text = claim.get(span.clone()).unwrap_or_default();
        let own = weight(tokens, vocabulary);
        let share = own / all.max(f32::EPSILON);
        let Some((seen, beside)) = part(text, tokens, &source, evidence, vocabulary, &mut marks) else {
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
struct Marks {
    of: Vec<u8>,
}

/// As many different stems of one sentence are told apart.
const MOST_STEMS: usize = 128;

impl Marks {
    fn new(stems: usize) -> Self {
        Self { of: vec![0; stems] }
    }

    /// The bit of a stem of the claim.
    fn bit(&self, stem: StemId) -> u128 {
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
        if word.kind != Kind::Stop && *slot == 0 && asked.len() < MOST_STEMS {
            asked.push(Asked {
                token: at,
                stem: word.stem,
                weight: word.weight(),
            });
            *slot = asked.len() as u8;
        }
    }
    let total = asked.iter().map(|asked| asked.weight).sum::<f32>().max(0.01);
    let weigh = |mask: u128| -> f32 {
        asked
            .iter()
            .enumerate()
            .filter(|(bit, _)| mask & (1 << bit) != 0)
            .map(|(_, asked)| asked.weight)
            .sum()
    };
    let masks: Vec<u128> = source
        .sentences
        .iter()
        .map(|sentence| {
            source
                .tokens
                .get(sentence.tokens.clone())
                .unwrap_or_default()
                .iter()
                .filter_map(word)
                .fold(0, |mask, word| mask | marks.bit(word.stem))
        })
        .collect();
    let everywhere = masks.iter().fold(0, |all, mask| all | mask);
    // The best three, each by what it adds.
    let mut near: Vec<usize> = Vec::new();
    let mut held: u128 = 0;
    for _ in 0..3 {
        let gain = |at: usize, mask: u128| {
            let length = source.tokens(at).len() as f32;
            weigh(mask & !held) - 0.0005 * length
        };
        let next = masks
            .iter()
            .enumerate()
            .filter(|(at, mask)| *mask & !held != 0 && !near.contains(at))
            .map(|(at, &mask)| (gain(at, mask), at))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        let Some((_, at)) = next else { break };
        held |= masks.get(at).copied().unwrap_or_default();
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
    let mask_of = |at: usize| masks.get(at).copied().unwrap_or_default();
    let nearby = near.iter().fold(0, |all, &at| all | mask_of(at));
    let mut seen = Features {
        cover_best: weigh(mask_of(best)) / total,
        cover_near: weigh(nearby) / total,
        cover_all: weigh(everywhere) / total,
        ..Features::default()
    };
    let laid = Laid { claim, near, best };
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
                    None => likeness_of(own, other),
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
    seen.new_likeness = if missing > 0.0 { likeness_sum / missing } else { 1.0 };
    context(&laid, source, vocabulary, marks, &masks, &weigh, everywhere, &mut seen);
    let mut best_passage: f32 = 0.0;
    for run in source.sentences.chunk_by(|a, b| a.passage == b.passage) {
        let from = run
            .first()
            .and_then(|first| source.sentences.iter().position(|sentence| std::ptr::eq(sentence, first)))
            .unwrap_or(0);
        let mask = (from..from + run.len()).fold(0, |all, at| all | mask_of(at));
        best_passage = best_passage.max(weigh(mask));
    }
    seen.cover_passage = best_passage / total;
    let mut rare_held = 0.0;
    let mut rare_all = 0.0;
    for (bit, _) in asked.iter().enumerate() {
        let holding = masks.iter().filter(|mask| **mask & (1 << bit) != 0).count() as f32;
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
    numbers(text, claim, &laid, source, evidence, vocabulary, &mut seen);
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

/// What stands around the claim's words, there and in the evidence.
#[allow(clippy::too_many_arguments)]
fn context(
    laid: &Laid<'_>,
    source: &Source,
    vocabulary: &Vocabulary,
    marks: &Marks,
    masks: &[u128],
    weigh: &impl Fn(u128) -> f32,
    everywhere: u128,
    seen: &mut Features,
) {
    const AROUND: usize = 6;
    let word = |token: &Token| vocabulary.word(token.word);
    // Words of the evidence that stand in a list of opposites, with their sentence.
    let mut listed: Vec<(usize, &Word)> = Vec::new();
    if laid.claim.iter().filter_map(word).any(|word| !word.places.is_empty()) {
        for (at, mask) in masks.iter().enumerate() {
            if *mask != 0 {
                let words = source.tokens(at).iter().filter_map(word);
                listed.extend(words.filter(|word| !word.places.is_empty()).map(|word| (at, word)));
            }
        }
    }
    let (mut sum, mut all) = (0.0, 0.0);
    let mut least_named: f32 = 1.0;
    for (place, token) in laid.claim.iter().enumerate() {
        let Some(own) = word(token) else { continue };
        let bit = marks.bit(own.stem);
        let around = laid
            .claim
            .iter()
            .skip(place.saturating_sub(AROUND))
            .take(2 * AROUND + 1)
            .filter_map(word)
            .fold(0, |mask, word| mask | marks.bit(word.stem))
            & !bit;
        let whole = weigh(around).max(0.01);
        if around == 0 {
            continue;
        }
        if own.kind != Kind::Stop {
            let held = masks
                .iter()
                .filter(|mask| **mask & bit != 0)
                .map(|mask| weigh(mask & around))
                .fold(0.0, f32::max);
            let share = held / whole;
            sum += share * own.weight();
            all += own.weight();
            if own.kind == Kind::Number || (token.is_capital && place > 0) {
                least_named = least_named.min(share);
            }
        }
        if own.places.is_empty() {
            continue;
        }
        let (mut same, mut opposed): (f32, f32) = (0.0, 0.0);
        let mut found = false;
        for (at, other) in &listed {
            let mask = masks.get(*at).copied().unwrap_or_default();
            if other.stem == own.stem {
                same = same.max(weigh(mask & around));
                continue;
            }
            match own.places.relation(other.places) {
                Some(Relation::Alike) => same = same.max(weigh(mask & around)),
                Some(_) => {
                    opposed = opposed.max(weigh(mask & around));
                    found = true;
                }
                None => {}
            }
        }
        if found && opposed > same {
            seen.contest_most = seen.contest_most.max((opposed - same) / whole);
        }
        if same > opposed {
            seen.contest_least = seen.contest_least.max((same - opposed) / whole);
        }
        if found && bit & everywhere == 0 && same == 0.0 {
            seen.opposites_anywhere += 1.0;
        }
    }
    seen.context = if all > 0.0 { sum / all } else { 0.0 };
    seen.context_named = least_named;
}

/// How far one word may stand for the other, from 0 to 1.
pub(super) fn likeness_of(own: &Word, other: &Word) -> f32 {
    // One word built on the other: `occupation`, `occupational`.
    let shared = own
        .text
        .bytes()
        .zip(other.text.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let longest = own.text.len().max(other.text.len());
    if shared >= 5 && longest - shared <= 4 {
        return 0.9;
    }
    ((own.nearness(other) - 0.2) / 0.5).clamp(0.0, 1.0)
}

/// Runs and neighbours of words.
fn order(laid: &Laid<'_>, source: &Source, vocabulary: &Vocabulary, marks: &Marks, seen: &mut Features) {
    let stem = |token: &Token| vocabulary.word(token.word).map(|word| word.stem);
    let is_content = |token: &&Token| {
        vocabulary
            .word(token.word)
            .is_some_and(|word| word.kind != Kind::Stop)
    };
    // Literal runs, in any near sentence.
    let claim: Vec<Option<StemId>> = laid.claim.iter().map(stem).collect();
    let mut run_ends = vec![0_usize; claim.len()];
    for &at in &laid.near {
        let tokens: Vec<Option<StemId>> = source.tokens(at).iter().map(stem).collect();
        let mut above = vec![0_usize; claim.len() + 1];
        for own in &tokens {
            let mut diagonal = 0;
            for (column, wanted) in claim.iter().enumerate() {
                let Some(cell) = above.get_mut(column + 1) else { continue };
                let kept = *cell;
                *cell = if own == wanted { diagonal + 1 } else { 0 };
                diagonal = kept;
                if let Some(run) = run_ends.get_mut(column) {
                    *run = (*run).max(*cell);
                }
            }
        }
    }
    let threes = claim.len().saturating_sub(2);
    let held = run_ends.iter().filter(|run| **run >= 3).count();
    seen.runs_of_three = if threes == 0 {
        f32::from(u8::from(run_ends.iter().any(|run| *run == claim.len())))
    } else {
        held as f32 / threes as f32
    };
    seen.longest_run = run_ends.iter().max().copied().unwrap_or(0) as f32 / claim.len().max(1) as f32;
    // Neighbouring content words of the claim within a few words of each other in the evidence, in the same order.
    let content: Vec<StemId> = laid.claim.iter().filter(is_content).filter_map(stem).collect();
    let mut close = 0_usize;
    for pair in content.windows(2) {
        let [first, second] = pair else { continue };
        let together = laid.near.iter().any(|&at| {
            let tokens = source.tokens(at);
            tokens.iter().enumerate().any(|(place, token)| {
                stem(token) == Some(*first)
                    && tokens
                        .iter()
                        .skip(place + 1)
                        .take(5)
                        .any(|next| stem(next) == Some(*second))
            })
        });
        close += usize::from(together);
    }
    seen.pairs_near = if content.len() < 2 {
        seen.cover_best
    } else {
        close as f32 / (content.len() - 1) as f32
    };
    // Order in the best sentence.
    let places: Vec<usize> = {
        let tokens = source.tokens(laid.best);
        content
            .iter()
            .filter(|stem| marks.bit(**stem) != 0)
            .filter_map(|wanted| tokens.iter().position(|token| stem(token) == Some(*wanted)))
            .collect()
    };
    let mut turned = 0;
    let mut all = 0;
    for (at, first) in places.iter().enumerate() {
        for second in places.iter().skip(at + 1).filter(|second| *second != first) {
            all += 1;
            turned += usize::from(second < first);
        }
    }
    seen.swapped = turned as f32 / (all.max(1)) as f32;
}

/// Words of the claim and of the best sentence that stand in each other's place: between the same neighbours.
fn in_place(laid: &Laid<'_>, source: &Source, vocabulary: &Vocabulary, seen: &mut Features) {
    let tokens = source.tokens(laid.best);
    let stem = |token: &Token| vocabulary.word(token.word).map(|word| word.stem);
    let pairs = common_order(laid.claim, tokens, &stem);
    seen.in_place_least = 1.0;
    let ends = (laid.claim.len(), tokens.len());
    let mut before: Option<(usize, usize)> = None;
    for next in pairs.into_iter().map(Some).chain([None]) {
        let (own_from, their_from) = before.map_or((0, 0), |(own, theirs)| (own + 1, theirs + 1));
        let (own_to, their_to) = next.unwrap_or(ends);
        before = next;
        let gap = |all: &'_ [Token], from: usize, to: usize| -> Vec<Token> {
            all.get(from..to).unwrap_or_default().to_vec()
        };
        let own = gap(laid.claim, own_from, own_to);
        let theirs = gap(tokens, their_from, their_to);
        if own.is_empty() || theirs.is_empty() || own.len() > 3 || theirs.len() > 3 {
            continue;
        }
        for own in own.iter().filter_map(|token| vocabulary.word(token.word)) {
            if own.kind == Kind::Stop {
                continue;
            }
            let mut likeness: f32 = 0.0;
            let mut facing = false;
            for theirs in theirs.iter().filter_map(|token| vocabulary.word(token.word)) {
                if theirs.kind == Kind::Stop {
                    continue;
                }
                facing = true;
                match own.places.relation(theirs.places) {
                    Some(Relation::Opposite | Relation::Sibling) => seen.opposites_in_place += 1.0,
                    Some(Relation::Alike) => likeness = 1.0,
                    None => likeness = likeness.max(likeness_of(own, theirs)),
                }
            }
            if facing {
                seen.in_place_least = seen.in_place_least.min(likeness);
                seen.strangers_in_place += f32::from(u8::from(likeness < 0.5));
            }
        }
    }
}

/// The longest common order of two texts' stems, as places in both.
pub(super) fn common_order(
    a: &[Token],
    b: &[Token],
    stem: &impl Fn(&Token) -> Option<StemId>,
) -> Vec<(usize, usize)> {
    const MOST: usize = 160;
    let (a, b) = (
        a.get(..a.len().min(MOST)).unwrap_or_default(),
        b.get(..b.len().min(MOST)).unwrap_or_default(),
    );
    let width = b.len() + 1;
    let mut best = vec![0_u16; (a.len() + 1) * width];
    let a: Vec<_> = a.iter().map(stem).collect();
    let b: Vec<_> = b.iter().map(stem).collect();
    let at = |best: &[u16], row: usize, column: usize| best.get(row * width + column).copied().unwrap_or(0);
    for (row, own) in a.iter().enumerate().rev() {
        for (column, theirs) in b.iter().enumerate().rev() {
            let value = if own == theirs {
                at(&best, row + 1, column + 1) + 1
            } else {
                at(&best, row + 1, column).max(at(&best, row, column + 1))
            };
            if let Some(cell) = best.get_mut(row * width + column) {
                *cell = value;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while row < a.len() && column < b.len() {
        if a.get(row) == b.get(column) {
            pairs.push((row, column));
            row += 1;
            column += 1;
        } else if at(&best, row + 1, column) >= at(&best, row, column + 1) {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

/// The stems that a negation stands before, closely.
fn negated(tokens: &[Token], vocabulary: &Vocabulary) -> Vec<StemId> {
    let mut heads = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if vocabulary
            .word(token.word)
            .is_some_and(|word| word.role == Role::Negation)
        {
            heads.extend(
                tokens
                    .iter()
                    .skip(at + 1)
                    .take(5)
                    .filter_map(|token| vocabulary.word(token.word))
                    .filter(|word| word.kind != Kind::Stop)
                    .map(|word| word.stem)
                    .take(2),
            );
        }
    }
    heads
}

fn negation(laid: &Laid<'_>, source: &Source, vocabulary: &Vocabulary, marks: &Marks, seen: &mut Features) {
    let count = |tokens: &[Token]| {
        tokens
            .iter()
            .filter_map(|token| vocabulary.word(token.word))
            .filter(|word| word.role == Role::Negation)
            .count()
    };
    let own = count(laid.claim);
    seen.negations = own as f32;
    let best = source.tokens(laid.best);
    let around: usize = laid.near.iter().map(|&at| count(source.tokens(at))).sum();
    if own > 0 {
        let theirs: Vec<StemId> = laid
            .near
            .iter()
            .flat_map(|&at| negated(source.tokens(at), vocabulary))
            .collect();
        let heads = negated(laid.claim, vocabulary);
        let agreed = heads.iter().any(|head| theirs.contains(head));
        if around == 0 {
            seen.denied = 1.0;
        } else if !agreed {
            seen.denied_loosely = 1.0;
        }
    } else if count(best) > 0 {
        let turned = negated(best, vocabulary)
            .iter()
            .any(|head| marks.bit(*head) != 0);
        seen.stated = if turned { 1.0 } else { 0.3 };
    }
}

/// Hedges and words without exception.
fn strength(laid: &Laid<'_>, source: &Source, vocabulary: &Vocabulary, seen: &mut Features) {
    let roles = |tokens: &[Token], role: Role| {
        tokens
            .iter()
            .filter_map(|token| vocabulary.word(token.word))
            .filter(|word| word.role == role)
            .count()
    };
    let best = source.tokens(laid.best);
    let (own, theirs) = (roles(laid.claim, Role::Hedge), roles(best, Role::Hedge));
    seen.hedges_dropped = f32::from(u8::from(own == 0 && theirs > 0));
    seen.hedges_added = f32::from(u8::from(own > 0 && theirs == 0));
    for token in laid.claim {
        let Some(word) = vocabulary.word(token.word) else {
            continue;
        };
        let extreme = matches!(
            word.text.as_str(),
            "most" | "least" | "best" | "worst" | "first" | "last" | "largest" | "smallest" | "highest" | "lowest" | "biggest"
                | "more" | "less" | "than" | "just" | "exactly" | "over" | "under" | "before" | "after" | "since" | "until"
        );
        if word.role != Role::Absolute && !extreme {
            continue;
        }
        let found = laid
            .near
            .iter()
            .any(|&at| source.tokens(at).iter().any(|other| other.word == token.word));
        if !found && extreme {
            seen.extremes_added += 1.0;
        } else if !found {
            seen.absolutes_added += 1.0;
        }
    }
}

/// Numbers with their units and dates.
fn numbers(
    text: &str,
    claim: &[Token],
    laid: &Laid<'_>,
    source: &Source,
    evidence: &[&str],
    vocabulary: &Vocabulary,
    seen: &mut Features,
) {
    seen.numbers_new = 0.0;
    let wanted: Vec<Quantity> = quantities(text);
    if wanted.is_empty() {
        return;
    }
    let text_of = |at: usize| {
        source.sentences.get(at).and_then(|sentence| {
            evidence
                .get(sentence.passage)
                .and_then(|text| text.get(sentence.span.clone()))
        })
    };
    let near: Vec<Quantity> = laid
        .near
        .iter()
        .filter_map(|&at| text_of(at))
        .flat_map(quantities)
        .collect();
    for quantity in &wanted {
        seen.numbers += 1.0;
        if near.iter().any(|own| own.bears_out(quantity)) {
            continue;
        }
        // Anywhere else, as it is written.
        let written: Vec<_> = claim
            .iter()
            .filter(|token| {
                (token.start as usize) < quantity.span.end && quantity.span.start < token.end as usize
            })
            .filter(|token| {
                vocabulary
                    .word(token.word)
                    .is_some_and(|word| word.kind == Kind::Number)
            })
            .collect();
        let elsewhere = !written.is_empty()
            && written.iter().all(|token| source.tokens.iter().any(|own| own.word == token.word));
        if elsewhere {
            seen.numbers_far += 1.0;
        } else if quantity.is_firm() {
            seen.numbers_new += 1.0;
            let rival = near.iter().any(|own| match (own.amount(), quantity.amount()) {
                (Some(own), Some(wanted)) => own.unit.counts_same(&wanted.unit),
                (None, None) => true,
                _ => false,
            });
            seen.numbers_rival += f32::from(u8::from(rival));
        } else {
            seen.numbers_far += 0.5;
        }
    }
}

/// How near the claim's sentence is to what it is laid beside, by their words' vectors.
fn meaning(laid: &Laid<'_>, source: &Source, vocabulary: &Vocabulary, seen: &mut Features) {
    let centre = |tokens: &mut dyn Iterator<Item = &Token>| {
        let mut sum = crate::semantic::Mean::default();
        for token in tokens {
            if let Some(word) = vocabulary.word(token.word)
                && word.kind != Kind::Stop
            {
                word.add_to(&mut sum);
            }
        }
        sum.vector()
    };
    let own = centre(&mut laid.claim.iter());
    let best = centre(&mut source.tokens(laid.best).iter());
    let near = centre(&mut laid.near.iter().flat_map(|&at| source.tokens(at)));
    let cosine = |other: &Option<crate::semantic::Vector>| match (&own, other) {
        (Some(own), Some(other)) => own.cosine(other),
        _ => 0.0,
    };
    seen.meaning_best = cosine(&best);
    seen.meaning_near = cosine(&near);
}
