//! One sentence of a claim laid beside its evidence: which of its words are asked for, which sentences hold them, and what that says of each word.
//!
//! The words that are asked for are bits, so that what a sentence holds of them is one number. What is measured of the sentences beyond that stands in
//! [`super::measures`].

use super::compare::{Features, Laid, Source};
use super::measures::{Amounts, context, in_place, meaning, negation, order, strength};
use crate::check::language::opposites::{Relation, is_turned};
use crate::check::language::vocabulary::{Kind, StemId, Token, Vocabulary, Word};
use crate::check::text::turns::is_framing;

/// Which of the claim's stems each stem is, for as long as one sentence of the claim is compared.
pub(crate) struct Marks {
    of: Vec<u8>,
}

/// As many different stems of one sentence are told apart.
const MOST_STEMS: usize = 128;

impl Marks {
    pub(super) fn new(stems: usize) -> Self {
        Self { of: vec![0; stems] }
    }

    /// The bit of a stem of the claim.
    pub(crate) fn bit(&self, stem: StemId) -> u128 {
        match self.of.get(stem.0 as usize) {
            Some(&mark) if mark > 0 => 1 << (mark - 1),
            _ => 0,
        }
    }

    /// Marks the words of a sentence that are asked for: each stem once, and no word that only frames what is said.
    fn ask(&mut self, claim: &[Token], source: &Source, vocabulary: &Vocabulary) -> Vec<Asked> {
        let mut asked: Vec<Asked> = Vec::new();
        for (at, token) in claim.iter().enumerate() {
            let Some(word) = vocabulary.word(token.word) else {
                continue;
            };
            let Some(slot) = self.of.get_mut(word.stem.0 as usize) else {
                continue;
            };
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
        asked
    }

    fn clear(&mut self, asked: &[Asked]) {
        for asked in asked {
            if let Some(slot) = self.of.get_mut(asked.stem.0 as usize) {
                *slot = 0;
            }
        }
    }
}

/// A stem of the claim's sentence.
struct Asked {
    token: usize,
    stem: StemId,
    weight: f32,
}

/// A sentence of a claim beside its evidence.
pub(crate) struct Part<'a> {
    pub(crate) claim: &'a [Token],
    pub(crate) source: &'a Source,
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) marks: &'a Marks,
    asked: &'a [Asked],
    /// The weight of all that is asked for.
    total: f32,
    /// What each sentence of the evidence holds of it.
    pub(crate) held_by: Vec<u128>,
}

/// What is seen of a sentence of a claim, and the sentences of the evidence that it is laid beside, the best first, and those that hold as much.
pub(super) fn part(
    text: &str,
    claim: &[Token],
    source: &Source,
    evidence: &[&str],
    vocabulary: &Vocabulary,
    marks: &mut Marks,
) -> (Features, Vec<usize>) {
    let asked = marks.ask(claim, source, vocabulary);
    let part = Part::of(claim, source, vocabulary, marks, &asked);
    let laid = part.laid();
    let amounts = Amounts::read(text, &laid, source, evidence);
    let held = Held {
        nearby: part.held(laid.near.iter().copied()),
        everywhere: part.held(0..part.held_by.len()),
    };
    let mut seen = Features::default();
    part.cover(&laid, held, &mut seen);
    part.liken(&laid, held, &mut seen);
    context(&part, held.everywhere, &mut seen);
    order(&part, &laid, &mut seen);
    in_place(&laid, source, vocabulary, &mut seen);
    negation(&laid, source, vocabulary, part.marks, &mut seen);
    strength(&laid, source, vocabulary, &mut seen);
    amounts.measure(claim, source, vocabulary, &mut seen);
    part.count_names(&mut seen);
    meaning(&laid, source, vocabulary, &mut seen);
    let others = part.holding_as_much(&laid);
    let mut near = laid.near;
    near.extend(others);
    marks.clear(&asked);
    (seen, near)
}

/// What is held of the words that are asked for.
#[derive(Clone, Copy)]
struct Held {
    /// By the sentences that the claim is laid beside.
    nearby: u128,
    /// By any sentence.
    everywhere: u128,
}

impl<'a> Part<'a> {
    fn of(
        claim: &'a [Token],
        source: &'a Source,
        vocabulary: &'a Vocabulary,
        marks: &'a Marks,
        asked: &'a [Asked],
    ) -> Self {
        let weights = asked.iter().map(|asked| asked.weight);
        let sentences = 0..source.sentences.len();
        let held_by = sentences.map(|at| {
            let tokens = source.tokens(at).iter();
            tokens.fold(0, |mask, token| mask | marks.bit(token.stem))
        });
        Self {
            claim,
            source,
            vocabulary,
            marks,
            asked,
            total: weights.sum::<f32>().max(0.01),
            held_by: held_by.collect(),
        }
    }

    fn word(&self, token: &Token) -> Option<&'a Word> {
        self.vocabulary.word(token.word)
    }

    /// The weight of words.
    pub(crate) fn weigh(&self, mut mask: u128) -> f32 {
        let mut sum = 0.0;
        while mask != 0 {
            sum += self
                .asked
                .get(mask.trailing_zeros() as usize)
                .map_or(0.0, |asked| asked.weight);
            mask &= mask - 1;
        }
        sum
    }

    /// What a sentence holds.
    pub(crate) fn mask(&self, sentence: usize) -> u128 {
        self.held_by.get(sentence).copied().unwrap_or_default()
    }

    /// What sentences hold together.
    fn held(&self, sentences: impl Iterator<Item = usize>) -> u128 {
        sentences.fold(0, |all, at| all | self.mask(at))
    }

    /// The sentences that it is laid beside: the best three, each by what it adds, and the neighbours of the best.
    fn laid(&self) -> Laid<'a> {
        let mut near: Vec<usize> = Vec::new();
        let mut held: u128 = 0;
        for _ in 0..3 {
            let gain = |at: usize, mask: u128| {
                let length = self.source.tokens(at).len() as f32;
                self.weigh(mask & !held) - 0.0005 * length
            };
            let next = self
                .held_by
                .iter()
                .enumerate()
                .filter(|(at, mask)| *mask & !held != 0 && !near.contains(at))
                .map(|(at, &mask)| (gain(at, mask), at))
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            let Some((_, at)) = next else { break };
            held |= self.mask(at);
            near.push(at);
        }
        let best = near.first().copied().unwrap_or(0);
        let passage_of = |at: usize| {
            let sentence = self.source.sentences.get(at);
            sentence.map(|sentence| sentence.passage)
        };
        for neighbour in [best.wrapping_sub(1), best + 1] {
            if passage_of(neighbour).is_some()
                && passage_of(neighbour) == passage_of(best)
                && !near.contains(&neighbour)
            {
                near.push(neighbour);
            }
        }
        Laid {
            claim: self.claim,
            near,
            best,
        }
    }

    /// Sentences elsewhere that hold all that the best one does, where that is most of what is asked for: one may only ask what another states.
    fn holding_as_much(&self, laid: &Laid<'_>) -> Vec<usize> {
        const MOST: usize = 2;
        const NEARLY_ALL: f32 = 0.8;
        let best = self.mask(laid.best);
        if self.weigh(best) < NEARLY_ALL * self.total {
            return Vec::new();
        }
        let holds = |(at, mask): &(usize, &u128)| **mask & best == best && !laid.near.contains(at);
        // What is concluded stands behind what was asked.
        let masks = self.held_by.iter().enumerate().rev();
        masks.filter(holds).map(|(at, _)| at).take(MOST).collect()
    }

    /// How much of the weight is held, and where.
    fn cover(&self, laid: &Laid<'_>, held: Held, seen: &mut Features) {
        seen.cover_best = self.weigh(self.mask(laid.best)) / self.total;
        seen.cover_near = self.weigh(held.nearby) / self.total;
        seen.cover_all = self.weigh(held.everywhere) / self.total;
        seen.cover_passage = self.best_passage() / self.total;
        seen.cover_rare = self.rare(held.nearby);
        seen.tail_new = self.new_at_the_end(held.nearby);
        seen.best_length = (self.source.tokens(laid.best).len() as f32 + 1.0).ln();
    }

    /// The weight that one passage holds at most.
    fn best_passage(&self) -> f32 {
        let mut best: f32 = 0.0;
        let mut from = 0;
        let sentences = &self.source.sentences;
        for passage in sentences.chunk_by(|a, b| a.passage == b.passage) {
            let to = from + passage.len();
            best = best.max(self.weigh(self.held(from..to)));
            from = to;
        }
        best
    }

    /// The share that is nearby, where words weigh by how few sentences hold them.
    fn rare(&self, nearby: u128) -> f32 {
        let (mut held, mut all) = (0.0, 0.0);
        for (bit, _) in self.asked.iter().enumerate() {
            let holding = self.held_by.iter().filter(|mask| **mask & (1 << bit) != 0);
            let holding = holding.count() as f32;
            let rare = (1.0 + self.source.sentences.len().max(20) as f32 / (1.0 + holding)).ln();
            all += rare;
            if nearby & (1 << bit) != 0 {
                held += rare;
            }
        }
        held / f32::max(all, 0.01)
    }

    /// The share of the last words that is not nearby.
    fn new_at_the_end(&self, nearby: u128) -> f32 {
        let tail = || self.asked.iter().rev().take(3);
        let all: f32 = tail().map(|asked| asked.weight).sum();
        let new = tail().filter(|asked| nearby & self.marks.bit(asked.stem) == 0);
        let new: f32 = new.map(|asked| asked.weight).sum();
        new / all.max(0.01)
    }

    /// What of the words that are not nearby is: how like they are to what stands there, and whether that excludes them.
    fn liken(&self, laid: &Laid<'_>, held: Held, seen: &mut Features) {
        let around = self.around(laid);
        let mut soft = 0.0;
        let mut missing = 0.0;
        let mut likeness_sum = 0.0;
        for (bit, asked) in self.asked.iter().enumerate() {
            if held.nearby & (1 << bit) != 0 {
                soft += asked.weight;
                continue;
            }
            let Some(token) = self.claim.get(asked.token) else {
                continue;
            };
            let Some(own) = self.word(token) else {
                continue;
            };
            let beside = Beside::of(own, &around);
            let likeness = beside.likeness;
            let is_name = token.is_capital && asked.token > 0;
            if held.everywhere & (1 << bit) == 0 {
                seen.new_words += 1.0;
                seen.new_weight += asked.weight / self.total;
                seen.new_most = seen.new_most.max(asked.weight * (1.0 - likeness));
                seen.new_strangest = seen.new_strangest.max(1.0 - likeness);
                likeness_sum += likeness;
                missing += 1.0;
                if own.kind == Kind::Number {
                    seen.numbers_new += 1.0;
                } else if is_name {
                    seen.names_new += 1.0;
                }
            } else if is_name {
                seen.names_far += 1.0;
            }
            soft += asked.weight * likeness;
            seen.opposites += beside.opposite;
            seen.siblings += beside.sibling;
            seen.turned += beside.turned;
        }
        seen.cover_soft = soft / self.total;
        seen.new_likeness = if missing > 0.0 {
            likeness_sum / missing
        } else {
            1.0
        };
    }

    /// The words of the sentences that it is laid beside, each stem once, and whether it is one of the claim's own.
    fn around(&self, laid: &Laid<'_>) -> Vec<(&'a Word, bool)> {
        let mut around: Vec<&Word> = laid
            .near
            .iter()
            .flat_map(|&at| self.source.tokens(at))
            .filter_map(|token| self.word(token))
            .filter(|word| word.kind == Kind::Content)
            .collect();
        around.sort_by_key(|word| word.stem);
        around.dedup_by_key(|word| word.stem);
        let is_own = |word: &Word| self.marks.bit(word.stem) != 0;
        around
            .into_iter()
            .map(|word| (word, is_own(word)))
            .collect()
    }

    fn count_names(&self, seen: &mut Features) {
        for token in self.claim.iter().skip(1) {
            if let Some(word) = self.word(token) {
                seen.names += f32::from(u8::from(token.is_capital && word.kind == Kind::Content));
            }
        }
    }
}

/// What stands around a word of the claim that is not among it.
#[derive(Default)]
struct Beside {
    /// How like the word is to one that is no word of the claim itself, or is another word for it.
    likeness: f32,
    /// Whether what excludes it stands there: 0 or 1.
    opposite: f32,
    sibling: f32,
    turned: f32,
}

impl Beside {
    fn of(own: &Word, around: &[(&Word, bool)]) -> Self {
        let mut beside = Self::default();
        // Most words stand in no list.
        let is_listed = !own.places.is_empty();
        for (other, is_own) in around {
            let relation = is_listed
                .then(|| own.places.relation(other.places))
                .flatten();
            if *is_own && relation != Some(Relation::Alike) {
                continue;
            }
            beside.likeness = beside.likeness.max(match relation {
                Some(Relation::Alike) => 0.8,
                Some(_) => 0.0,
                None => own.likeness(other),
            });
            match relation {
                _ if *is_own => {}
                Some(Relation::Opposite) => beside.opposite = 1.0,
                Some(Relation::Sibling) => beside.sibling = 1.0,
                _ if is_turned(&own.text, &other.text) => beside.turned = 1.0,
                _ => {}
            }
        }
        beside
    }
}
