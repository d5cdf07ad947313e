//! What comparing measures of one sentence of a claim, beside the sentences that it was laid beside: each function sees one kind of thing.

use std::mem;

use super::compare::{Features, Laid, Source};
use super::part::{Marks, Part};
use crate::check::language::numbers::{Quantity, borne_out, quantities};
use crate::check::language::opposites::Relation;
use crate::check::language::vocabulary::{Kind, Role, StemId, Token, Vocabulary, Word};
use crate::semantic::{Mean, Vector};

/// What stands around the claim's words, there and in the evidence.
pub(crate) fn context(part: &Part<'_>, everywhere: u128, seen: &mut Features) {
    const AROUND: usize = 6;
    let (claim, source, marks, held_by) = (part.claim, part.source, part.marks, &part.held_by);
    let weigh = |mask: u128| part.weigh(mask);
    let word = |token: &Token| part.vocabulary.word(token.word);
    // Words of the evidence that stand in a list of opposites, with their sentence.
    let mut listed: Vec<(usize, &Word)> = Vec::new();
    if claim.iter().any(|token| token.is_listed) {
        for (at, mask) in held_by.iter().enumerate() {
            if *mask != 0 {
                let tokens = source.tokens(at).iter();
                let words = tokens.filter(|token| token.is_listed).filter_map(word);
                listed.extend(words.map(|word| (at, word)));
            }
        }
    }
    let (mut sum, mut all) = (0.0, 0.0);
    let mut least_named: f32 = 1.0;
    let bits: Vec<u128> = claim.iter().map(|token| marks.bit(token.stem)).collect();
    for ((place, token), bit) in claim.iter().enumerate().zip(&bits) {
        let Some(own) = word(token) else { continue };
        let from = place.saturating_sub(AROUND);
        let to = (from + 2 * AROUND + 1).min(bits.len());
        let near = bits.get(from..to).unwrap_or_default();
        let around = near.iter().fold(0, |mask, bit| mask | bit) & !bit;
        if around == 0 {
            continue;
        }
        let whole = weigh(around).max(0.01);
        if own.kind != Kind::Stop {
            let held = held_by
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
            let mask = held_by.get(*at).copied().unwrap_or_default();
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

/// Runs and neighbours of words.
pub(crate) fn order(part: &Part<'_>, laid: &Laid<'_>, seen: &mut Features) {
    let (source, vocabulary, marks) = (part.source, part.vocabulary, part.marks);
    let is_content = |token: &&Token| {
        vocabulary
            .word(token.word)
            .is_some_and(|word| word.kind != Kind::Stop)
    };
    // Literal runs, in any near sentence: how long each is that ends at a word of the claim.
    let claim = stems(laid.claim);
    let mut places: Vec<(StemId, usize)> = claim.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let mut run_ends = vec![0_u32; claim.len()];
    let (mut row, mut above) = (Vec::new(), Vec::new());
    for &at in &laid.near {
        above.clear();
        for own in source.tokens(at) {
            let from = places.partition_point(|(stem, _)| *stem < own.stem);
            let places = places.get(from..).unwrap_or_default().iter();
            for &(_, end) in places.take_while(|(stem, _)| *stem == own.stem) {
                let mut runs = above.iter();
                let run = runs.find(|(before, _)| before + 1 == end);
                let run = run.map_or(1, |(_, length)| length + 1);
                row.push((end, run));
                if let Some(longest) = run_ends.get_mut(end) {
                    *longest = run.max(*longest);
                }
            }
            mem::swap(&mut above, &mut row);
            row.clear();
        }
    }
    let threes = claim.len().saturating_sub(2);
    let held = run_ends.iter().filter(|run| **run >= 3).count();
    seen.runs_of_three = if threes == 0 {
        f32::from(u8::from(run_ends.contains(&(claim.len() as u32))))
    } else {
        held as f32 / threes as f32
    };
    seen.longest_run =
        run_ends.iter().max().copied().unwrap_or(0) as f32 / claim.len().max(1) as f32;
    // Neighbouring content words of the claim within a few words of each other in the evidence, in the same order.
    let content: Vec<StemId> = laid
        .claim
        .iter()
        .filter(is_content)
        .map(|token| token.stem)
        .collect();
    let may_hold = |at: usize, stem: StemId| {
        let bit = marks.bit(stem);
        // Few words are not asked for.
        bit == 0 || part.mask(at) & bit != 0
    };
    let mut close = 0_usize;
    for pair in content.windows(2) {
        let [first, second] = pair else { continue };
        let mut near = laid.near.iter();
        let together = near.any(|&at| {
            if !may_hold(at, *first) || !may_hold(at, *second) {
                return false;
            }
            let tokens = source.tokens(at);
            tokens.iter().enumerate().any(|(place, token)| {
                token.stem == *first
                    && tokens
                        .iter()
                        .skip(place + 1)
                        .take(5)
                        .any(|next| next.stem == *second)
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
            .filter_map(|wanted| tokens.iter().position(|token| token.stem == *wanted))
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
pub(crate) fn in_place(
    laid: &Laid<'_>,
    source: &Source,
    vocabulary: &Vocabulary,
    seen: &mut Features,
) {
    let tokens = source.tokens(laid.best);
    let pairs = common_order(laid.claim, tokens);
    seen.in_place_least = 1.0;
    let ends = (laid.claim.len(), tokens.len());
    let mut before: Option<(usize, usize)> = None;
    for next in pairs.into_iter().map(Some).chain([None]) {
        let (own_from, their_from) = before.map_or((0, 0), |(own, theirs)| (own + 1, theirs + 1));
        let (own_to, their_to) = next.unwrap_or(ends);
        before = next;
        let own = laid.claim.get(own_from..own_to).unwrap_or_default();
        let theirs = tokens.get(their_from..their_to).unwrap_or_default();
        if own.is_empty() || theirs.is_empty() || own.len() > 3 || theirs.len() > 3 {
            continue;
        }
        for own in own.iter().filter_map(|token| vocabulary.word(token.word)) {
            if own.kind == Kind::Stop {
                continue;
            }
            let mut likeness: f32 = 0.0;
            let mut facing = false;
            for theirs in theirs
                .iter()
                .filter_map(|token| vocabulary.word(token.word))
            {
                if theirs.kind == Kind::Stop {
                    continue;
                }
                facing = true;
                match own.places.relation(theirs.places) {
                    Some(Relation::Opposite | Relation::Sibling) => seen.opposites_in_place += 1.0,
                    Some(Relation::Alike) => likeness = 1.0,
                    None => likeness = likeness.max(own.likeness(theirs)),
                }
            }
            if facing {
                seen.in_place_least = seen.in_place_least.min(likeness);
                seen.strangers_in_place += f32::from(u8::from(likeness < 0.5));
            }
        }
    }
}

fn stems(tokens: &[Token]) -> Vec<StemId> {
    tokens.iter().map(|token| token.stem).collect()
}

/// The longest common order of two texts' stems, as places in both.
pub(crate) fn common_order(a: &[Token], b: &[Token]) -> Vec<(usize, usize)> {
    const MOST: usize = 160;
    let (a, b) = (
        a.get(..a.len().min(MOST)).unwrap_or_default(),
        b.get(..b.len().min(MOST)).unwrap_or_default(),
    );
    let width = b.len() + 1;
    let mut best = vec![0_u16; (a.len() + 1) * width];
    let (a, b) = (stems(a), stems(b));
    let at = |best: &[u16], row: usize, column: usize| {
        best.get(row * width + column).copied().unwrap_or(0)
    };
    let mut rows = best.chunks_exact_mut(width).rev();
    let mut below = rows.next().unwrap_or_default();
    for (row, own) in rows.zip(a.iter().rev()) {
        let mut right = 0;
        for ((cell, pair), theirs) in row.iter_mut().zip(below.windows(2)).zip(&b).rev() {
            let [under, diagonal] = pair else { continue };
            *cell = if own == theirs {
                diagonal + 1
            } else {
                right.max(*under)
            };
            right = *cell;
        }
        below = row;
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

pub(crate) fn negation(
    laid: &Laid<'_>,
    source: &Source,
    vocabulary: &Vocabulary,
    marks: &Marks,
    seen: &mut Features,
) {
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
pub(crate) fn strength(
    laid: &Laid<'_>,
    source: &Source,
    vocabulary: &Vocabulary,
    seen: &mut Features,
) {
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
        if word.role == Role::Aside && !source.has(word.stem) {
            seen.asides += 1.0;
        }
        let extreme = matches!(
            word.text.as_str(),
            "most"
                | "least"
                | "best"
                | "worst"
                | "first"
                | "last"
                | "largest"
                | "smallest"
                | "highest"
                | "lowest"
                | "biggest"
                | "more"
                | "less"
                | "than"
                | "just"
                | "exactly"
                | "over"
                | "under"
                | "before"
                | "after"
                | "since"
                | "until"
        );
        if word.role != Role::Absolute && !extreme {
            continue;
        }
        let found = laid.near.iter().any(|&at| {
            source
                .tokens(at)
                .iter()
                .any(|other| other.word == token.word)
        });
        if !found && extreme {
            seen.extremes_added += 1.0;
        } else if !found {
            seen.absolutes_added += 1.0;
        }
    }
}

/// Numbers with their units and dates: those of the claim, and those of each sentence near it.
pub(crate) struct Amounts {
    wanted: Vec<Quantity>,
    near: Vec<Quantity>,
}

impl Amounts {
    pub(crate) fn read(text: &str, laid: &Laid<'_>, source: &Source, evidence: &[&str]) -> Self {
        let wanted = quantities(text);
        let text_of = |at: usize| {
            let sentence = source.sentences.get(at)?;
            evidence.get(sentence.passage)?.get(sentence.span.clone())
        };
        let near = if wanted.is_empty() {
            Vec::new()
        } else {
            laid.near
                .iter()
                .filter_map(|&at| text_of(at))
                .flat_map(quantities)
                .collect()
        };
        Self { wanted, near }
    }

    pub(crate) fn measure(
        &self,
        claim: &[Token],
        source: &Source,
        vocabulary: &Vocabulary,
        seen: &mut Features,
    ) {
        seen.numbers_new = 0.0;
        for quantity in &self.wanted {
            seen.numbers += 1.0;
            if borne_out(quantity, self.near.iter()) {
                continue;
            }
            // Anywhere else, as it is written.
            let written: Vec<_> = claim
                .iter()
                .filter(|token| is_within(token, quantity))
                .filter(|token| {
                    vocabulary
                        .word(token.word)
                        .is_some_and(|word| word.kind == Kind::Number)
                })
                .collect();
            let elsewhere = !written.is_empty()
                && written
                    .iter()
                    .all(|token| source.tokens.iter().any(|own| own.word == token.word));
            if elsewhere {
                seen.numbers_far += 1.0;
            } else if quantity.is_firm() {
                seen.numbers_new += 1.0;
                let rival = self
                    .near
                    .iter()
                    .any(|own| match (own.amount(), quantity.amount()) {
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
}

fn is_within(token: &Token, quantity: &Quantity) -> bool {
    (token.start as usize) < quantity.span.end && quantity.span.start < token.end as usize
}

/// How near the claim's sentence is to what it is laid beside, by their words' vectors.
pub(crate) fn meaning(
    laid: &Laid<'_>,
    source: &Source,
    vocabulary: &Vocabulary,
    seen: &mut Features,
) {
    let add = |sum: &mut Mean, tokens: &[Token]| {
        for word in tokens
            .iter()
            .filter_map(|token| vocabulary.word(token.word))
        {
            if word.kind != Kind::Stop {
                word.add_to(sum);
            }
        }
    };
    let mut own = Mean::default();
    add(&mut own, laid.claim);
    let own = own.vector();
    let mut sum = Mean::default();
    add(&mut sum, source.tokens(laid.best));
    let best = sum.vector();
    // Mostly the best sentence is the first of those that are near, and its words need not be added again.
    let rest = match laid.near.split_first() {
        Some((first, rest)) if *first == laid.best => rest,
        _ => {
            sum = Mean::default();
            laid.near.as_slice()
        }
    };
    for &at in rest {
        add(&mut sum, source.tokens(at));
    }
    let near = sum.vector();
    let cosine = |other: &Option<Vector>| match (&own, other) {
        (Some(own), Some(other)) => own.cosine(other),
        _ => 0.0,
    };
    seen.meaning_best = cosine(&best);
    seen.meaning_near = cosine(&near);
}
