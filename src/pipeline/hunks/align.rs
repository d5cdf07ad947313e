//! Which sentences of two texts are the same, or versions of one another.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

use super::cut::Cut;

/// Two sentences are versions of one another from this share of common words on.
const SIMILAR: f32 = 0.4;

/// How alike two sentences count of which one is known to take the place of the other: more than the same words.
const KNOWN: f32 = 2.0;

/// Sentences on each side up to which the texts are aligned. Above, what they do not share at both ends is one long run.
const ALIGNED: usize = 2_000;

/// Comparisons up to which the sentences of a replaced run are paired by likeness. Above, they are paired by position.
const COMPARED: usize = 40_000;

/// Whether one sentence is known to take the place of another.
type IsPair<'a> = &'a dyn Fn(&str, &str) -> bool;

/// Pairs of sentences that both texts have, the same or changed, in order.
pub(super) fn anchors(old: &Cut, new: &Cut, is_pair: IsPair<'_>) -> Vec<(usize, usize)> {
    let mut anchors = Vec::new();
    let mut from = (0, 0);
    let same = equal(old, new);
    for anchor in same
        .into_iter()
        .chain([(old.sentences.len(), new.sentences.len())])
    {
        let between = (from.0..anchor.0, from.1..anchor.1);
        changed((old, new), between, is_pair, &mut anchors);
        if anchor.0 < old.sentences.len() {
            anchors.push(anchor);
        }
        from = (anchor.0 + 1, anchor.1 + 1);
    }
    anchors
}

/// Pairs of equal sentences, in order.
fn equal(old: &Cut, new: &Cut) -> Vec<(usize, usize)> {
    let a: Vec<&str> = (0..old.sentences.len())
        .map(|at| old.sentence(at))
        .collect();
    let b: Vec<&str> = (0..new.sentences.len())
        .map(|at| new.sentence(at))
        .collect();
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let end = a[start..]
        .iter()
        .rev()
        .zip(b[start..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (a_middle, b_middle) = (&a[start..a.len() - end], &b[start..b.len() - end]);
    let mut pairs: Vec<(usize, usize)> = (0..start).map(|at| (at, at)).collect();
    if a_middle.len().max(b_middle.len()) <= ALIGNED {
        for op in capture_diff_slices(Algorithm::Myers, a_middle, b_middle) {
            if let DiffOp::Equal {
                old_index,
                new_index,
                len,
            } = op
            {
                pairs.extend((0..len).map(|at| (start + old_index + at, start + new_index + at)));
            }
        }
    }
    pairs.extend(
        (0..end)
            .rev()
            .map(|back| (a.len() - 1 - back, b.len() - 1 - back)),
    );
    pairs
}

/// Adds the pairs of a replaced run whose sentences are versions of one another; one sentence for one is a version, however rewritten.
fn changed(
    (old, new): (&Cut, &Cut),
    (olds, news): (Range<usize>, Range<usize>),
    is_pair: IsPair<'_>,
    anchors: &mut Vec<(usize, usize)>,
) {
    if olds.is_empty() || news.is_empty() {
        return;
    }
    if olds.len() == 1 && news.len() == 1 {
        anchors.push((olds.start, news.start));
        return;
    }
    let a: Vec<Vec<String>> = olds.clone().map(|at| words(old.sentence(at))).collect();
    let b: Vec<Vec<String>> = news.clone().map(|at| words(new.sentence(at))).collect();
    let alike = |i: usize, j: usize| {
        if is_pair(old.sentence(olds.start + i), new.sentence(news.start + j)) {
            KNOWN
        } else {
            a.get(i).zip(b.get(j)).map_or(0.0, |(a, b)| likeness(a, b))
        }
    };
    let pairs = if a.len() * b.len() <= COMPARED {
        most_alike((a.len(), b.len()), &alike)
    } else {
        let by_position = a.iter().zip(&b).enumerate();
        by_position
            .filter(|(_, (a, b))| likeness(a, b) >= SIMILAR)
            .map(|(at, _)| (at, at))
            .collect()
    };
    anchors.extend(
        pairs
            .into_iter()
            .map(|(a, b)| (olds.start + a, news.start + b)),
    );
}

/// The pairs in order whose likeness adds up to most.
fn most_alike(
    (olds, news): (usize, usize),
    alike: &dyn Fn(usize, usize) -> f32,
) -> Vec<(usize, usize)> {
    let width = news + 1;
    // `best[i * width + j]` is what the sentences from `i` and `j` on can add up to; `paired` whether these two are a pair in it.
    let mut best = vec![0.0_f32; (olds + 1) * width];
    let mut paired = vec![false; best.len()];
    for i in (0..olds).rev() {
        for j in (0..news).rev() {
            let at = i * width + j;
            let skipped = best[at + width].max(best[at + 1]);
            let likeness = alike(i, j);
            let together = likeness + best[at + width + 1];
            paired[at] = likeness >= SIMILAR && together > skipped;
            best[at] = if paired[at] { together } else { skipped };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < olds && j < news {
        let at = i * width + j;
        if paired[at] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[at + width] >= best[at + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

fn words(sentence: &str) -> Vec<String> {
    let mut words: Vec<String> = sentence.unicode_words().map(str::to_lowercase).collect();
    words.sort_unstable();
    words
}

/// Share of common words, from 0 to 1; both sides sorted.
fn likeness(a: &[String], b: &[String]) -> f32 {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                (i, j, common) = (i + 1, j + 1, common + 1);
            }
        }
    }
    2.0 * common as f32 / (a.len() + b.len()).max(1) as f32
}
