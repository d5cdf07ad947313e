//! Composing: chosen sentences become short paragraphs.
//!
//! Sentences that share words stand together, two to four in a paragraph; the most central paragraph comes first. Inside one, sentences of one
//! document keep the order they have there.

use std::borrow::Cow;

use super::marks::cite;
use super::pool::Pool;
use super::select::{Part, Unit};
use super::voice::{named_once, quoted, voiced};

/// Sentences in a paragraph at most.
const LONGEST: usize = 4;

/// The paragraphs of a section, in order.
#[must_use]
pub fn paragraphs(pool: &Pool, units: &[Unit]) -> Vec<String> {
    let mut clusters = runs(pool, units);
    while let Some((a, b)) = closest(pool, &clusters) {
        let merged = clusters.remove(b);
        if let Some(host) = clusters.get_mut(a) {
            host.extend(merged);
        }
    }
    share_with_lone(pool, &mut clusters);
    let best = |cluster: &[&Unit]| {
        cluster
            .iter()
            .map(|unit| unit.score)
            .fold(f32::MIN, f32::max)
    };
    clusters.sort_by(|a, b| best(b).total_cmp(&best(a)));
    clusters
        .iter()
        .map(|cluster| paragraph(pool, cluster))
        .collect()
}

/// The units by themselves, but for those that follow each other in their source: the second may speak of the place or the year of the first.
fn runs<'u>(pool: &Pool, units: &'u [Unit]) -> Vec<Vec<&'u Unit>> {
    let place = |part: Option<&Part>| {
        let at = part?.candidate;
        Some((at, pool.candidates.get(at)?.passage))
    };
    let mut ordered: Vec<&Unit> = units.iter().collect();
    ordered.sort_by_key(|unit| place(unit.parts.first()).map(|(at, _)| at));
    let mut runs: Vec<Vec<&Unit>> = Vec::new();
    for unit in ordered {
        let follows = |run: &&mut Vec<&Unit>| {
            let last = run.last().and_then(|last| place(last.parts.last()));
            let own = place(unit.parts.first());
            let is_next = last
                .zip(own)
                .is_some_and(|((last, before), (at, passage))| last + 1 == at && before == passage);
            is_next && size(run) + unit.parts.len() <= LONGEST
        };
        match runs.last_mut().filter(follows) {
            Some(run) => run.push(unit),
            None => runs.push(vec![unit]),
        }
    }
    // As they were chosen, the best first.
    let chosen = |unit: &Unit| units.iter().position(|one| std::ptr::eq(one, unit));
    runs.sort_by_key(|run| run.iter().filter_map(|unit| chosen(unit)).min());
    runs
}

/// The paragraphs of what is told in this very order.
#[must_use]
pub fn in_order(pool: &Pool, units: &[Unit]) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut last = LONGEST;
    for (at, unit) in units.iter().enumerate() {
        let sentences = unit.parts.len();
        // The last sentence does not stand alone.
        let room = usize::from(at + 1 == units.len() && sentences == 1);
        let fits = at > 0 && last + sentences <= LONGEST + room;
        if let Some(paragraph) = paragraphs.last_mut().filter(|_| fits) {
            paragraph.push(' ');
            paragraph.push_str(&unit_text(pool, unit));
            last += sentences;
        } else {
            paragraphs.push(unit_text(pool, unit));
            last = sentences;
        }
    }
    let named = paragraphs.iter().map(|one| named(pool, one));
    named.collect()
}

fn named(pool: &Pool, paragraph: &str) -> String {
    named_once(paragraph, pool.titles.values().map(String::as_str))
}

/// The sentences of a unit, cited.
#[must_use]
pub fn unit_text(pool: &Pool, unit: &Unit) -> String {
    let sentences: Vec<String> = unit
        .parts
        .iter()
        .map(|part| part_text(pool, part))
        .collect();
    sentences.join(" ")
}

/// One candidate with its citations.
#[must_use]
pub fn part_text(pool: &Pool, part: &Part) -> String {
    pool.candidates
        .get(part.candidate)
        .map(|candidate| {
            // Quotation marks promise the words of the source.
            let text = if candidate.is_adrift {
                quoted(&candidate.text)
            } else if candidate.verbatim {
                voiced(&candidate.text)
            } else {
                Cow::Borrowed(candidate.text.as_str())
            };
            let cited = cite(&text, &part.numbers);
            let is_quoted = matches!(text, Cow::Owned(_));
            match pool.titles.get(&candidate.number).filter(|_| is_quoted) {
                Some(title) => format!("{title}: {cited}"),
                None => cited,
            }
        })
        .unwrap_or_default()
}

fn size(cluster: &[&Unit]) -> usize {
    cluster.iter().map(|unit| unit.parts.len()).sum()
}

/// The two clusters to join next: the most alike, as long as they are alike or one of them is a lone sentence.
fn closest(pool: &Pool, clusters: &[Vec<&Unit>]) -> Option<(usize, usize)> {
    let mut best: Option<(f32, usize, usize)> = None;
    for (a, own) in clusters.iter().enumerate() {
        for (b, other) in clusters.iter().enumerate().skip(a + 1) {
            if size(own) + size(other) > LONGEST {
                continue;
            }
            let lone = size(own) == 1 || size(other) == 1;
            let alike = likeness(pool, own, other);
            if (lone || alike >= 0.15) && best.is_none_or(|(most, ..)| alike > most) {
                best = Some((alike, a, b));
            }
        }
    }
    best.map(|(_, a, b)| (a, b))
}

/// A sentence that was left alone gets company from a paragraph that can spare it.
fn share_with_lone(pool: &Pool, clusters: &mut [Vec<&Unit>]) {
    for lone in 0..clusters.len() {
        let Some(alone) = clusters
            .get(lone)
            .filter(|cluster| size(cluster) == 1)
            .cloned()
        else {
            continue;
        };
        let mut best: Option<(f32, usize, usize)> = None;
        for (from, cluster) in clusters
            .iter()
            .enumerate()
            .filter(|(_, cluster)| cluster.len() >= 3)
        {
            for (at, unit) in cluster.iter().enumerate() {
                let alike = likeness(pool, &alone, &[unit]);
                if best.is_none_or(|(most, ..)| alike > most) {
                    best = Some((alike, from, at));
                }
            }
        }
        let moved =
            best.and_then(|(_, from, at)| clusters.get_mut(from).map(|cluster| cluster.remove(at)));
        if let Some(cluster) = clusters.get_mut(lone) {
            cluster.extend(moved);
        }
    }
}

/// Mean similarity of two clusters; sentences of one passage belong together anyway.
fn likeness(pool: &Pool, a: &[&Unit], b: &[&Unit]) -> f32 {
    let mut sum = 0.0;
    let mut count = 0.0f32;
    for own in a.iter().flat_map(|unit| &unit.parts) {
        for other in b.iter().flat_map(|unit| &unit.parts) {
            sum += pool.similarity(own.candidate, other.candidate);
            let number = |part: &Part| {
                pool.candidates
                    .get(part.candidate)
                    .map(|candidate| candidate.number)
            };
            let passage = |part: &Part| {
                pool.candidates
                    .get(part.candidate)
                    .map(|candidate| candidate.passage)
            };
            if passage(own) == passage(other) {
                sum += 0.2;
            } else if number(own) == number(other) {
                sum += 0.06;
            }
            count += 1.0;
        }
    }
    sum / count.max(1.0)
}

fn paragraph(pool: &Pool, cluster: &[&Unit]) -> String {
    let number = |unit: &Unit| {
        unit.parts
            .first()
            .and_then(|part| pool.candidates.get(part.candidate))
            .map(|candidate| candidate.number)
    };
    let place = |unit: &Unit| unit.parts.first().map(|part| part.candidate);
    let mut ordered: Vec<&Unit> = cluster.to_vec();
    ordered.sort_by(|a, b| b.score.total_cmp(&a.score));
    let turns: Vec<Option<u32>> = ordered.iter().map(|unit| number(unit)).collect();
    ordered.sort_by_key(|unit| {
        (
            turns.iter().position(|turn| *turn == number(unit)),
            place(unit),
        )
    });
    let sentences: Vec<String> = ordered.iter().map(|unit| unit_text(pool, unit)).collect();
    named(pool, &sentences.join(" "))
}
