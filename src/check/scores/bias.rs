//! Bias: whether the text leans on one source, tells one side of what sources disagree on, or presses its point with loaded words.
//!
//! Balance is full while no source has more than half of the citations and nothing when one carries them all; with one relevant source there is
//! nothing to balance, and half is given. Where the text tells a side of a disagreement, the share of these that it tells both sides of counts as
//! much as balance; where it speaks for something that somebody in the evidence is against, so does whether it tells of that. The share of claims
//! with loaded words that their evidence does not use is taken off.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Checked, Dispute, DisputeSide, Read, ReadPart, SourceKey, protests, ratio, scored, unwritten,
};
use crate::check::language::terms::{plain, words};
use crate::check::text::stated::paragraph_at;
use crate::study::{Score, counted};

pub(super) fn score(read: &Read<'_>) -> Score {
    if !read.is_written() {
        return unwritten();
    }
    let (balance, mut said) = balance(read);
    let (touched, one_sided, mut sentences) = sides(read);
    let mut shares = vec![balance];
    if touched > 0 {
        let both = touched - one_sided;
        shares.push(ratio(both, touched));
        said.push(format!(
            "both sides given for {both} of {}",
            counted(touched, "disagreement")
        ));
    }
    let (protests, is_told) = protests::against(read);
    if let Some(first) = protests.first() {
        shares.push(if is_told { 1.0 } else { 0.0 });
        said.push(if is_told {
            "who is against it is told".to_owned()
        } else {
            format!("who is against it is left out: “{}”", first.text)
        });
    }
    let mut share = shares.iter().sum::<f32>() / shares.len() as f32;
    let loaded = loaded(read);
    if !loaded.is_empty() {
        share -= ratio(loaded.len(), read.claims().count());
        said.push(format!(
            "loaded words in {}",
            counted(loaded.len(), "claim")
        ));
        sentences.extend(loaded);
    }
    scored(share, said.join("; "), sentences)
}

fn balance(read: &Read<'_>) -> (f32, Vec<String>) {
    let mut carried: BTreeMap<SourceKey, usize> = BTreeMap::new();
    for claim in read.claims() {
        for key in read.cited(claim) {
            *carried.entry(key).or_default() += 1;
        }
    }
    let all: usize = carried.values().sum();
    // Of equals the first one is named.
    let most = carried.iter().rev().max_by_key(|(_, count)| **count);
    let Some((&first, &count)) = most else {
        return (0.0, vec!["nothing is cited".to_owned()]);
    };
    let others = read.draft.relevant.iter().filter(|key| **key != first);
    if carried.len() == 1 && others.count() == 0 {
        let said = "there is only one source, so nothing balances it";
        return (0.5, vec![said.to_owned()]);
    }
    let top = ratio(count, all);
    let share = 1.0 - ((top - 0.5) / 0.5).max(0.0);
    let said = if top > 0.5 {
        format!(
            "{} carries {count} of {}",
            read.title(first),
            counted(all, "citation")
        )
    } else {
        "no source has more than half of the citations".to_owned()
    };
    (share, vec![said])
}

/// Disagreements that the text tells a side of, those whose other side is missing, and the sentences that tell only one.
fn sides(read: &Read<'_>) -> (usize, usize, Vec<String>) {
    let (mut touched, mut one_sided) = (0, 0);
    let mut sentences = Vec::new();
    for dispute in &read.draft.dissent.disputes {
        let telling: Vec<(&ReadPart<'_>, &Checked<'_>)> = read
            .parts
            .iter()
            .flat_map(|part| part.claims.iter().map(move |claim| (part, claim)))
            .filter(|(_, claim)| tells(claim, &dispute.a) || tells(claim, &dispute.b))
            .collect();
        if telling.is_empty() {
            continue;
        }
        touched += 1;
        if !has_both(read, dispute, &telling) {
            one_sided += 1;
            sentences.extend(telling.iter().map(|(_, claim)| claim.stated.text.clone()));
        }
    }
    (touched, one_sided, sentences)
}

/// Whether what a claim rests on is this side.
pub(super) fn tells(claim: &Checked<'_>, side: &DisputeSide) -> bool {
    let quote = claim.known.and_then(|known| known.evidence.as_ref());
    quote.is_some_and(|quote| {
        quote.passage == side.passage
            && quote.span.start < side.span.end
            && side.span.start < quote.span.end
    })
}

/// Both sides are told where claims rest on each, or where a part that tells one cites the other beside it.
fn has_both(read: &Read<'_>, dispute: &Dispute, telling: &[(&ReadPart<'_>, &Checked<'_>)]) -> bool {
    let is_told = |side: &DisputeSide| telling.iter().any(|(_, claim)| tells(claim, side));
    if is_told(&dispute.a) && is_told(&dispute.b) {
        return true;
    }
    telling.iter().any(|(part, claim)| {
        let beside = paragraph_at(&part.part.text, claim.stated.span.start);
        let cited: BTreeSet<SourceKey> = part
            .claims
            .iter()
            .filter(|other| beside.contains(&other.stated.span.start))
            .flat_map(|other| read.cited(other))
            .collect();
        cited.contains(&dispute.a.source) && cited.contains(&dispute.b.source)
    })
}

/// Claims that press their point in words which their evidence does not use.
fn loaded(read: &Read<'_>) -> Vec<String> {
    let in_text = |text: &str| -> BTreeSet<&'static str> {
        let all = words(text).filter_map(|span| Some(plain(text.get(span)?)));
        all.filter_map(|word| {
            let at = LOADED.binary_search(&word.as_str()).ok()?;
            LOADED.get(at).copied()
        })
        .collect()
    };
    read.claims()
        .filter(|claim| {
            let own = in_text(&claim.stated.bare);
            let quote = claim.known.and_then(|known| known.evidence.as_ref());
            let theirs = quote.map(|quote| in_text(&quote.text)).unwrap_or_default();
            !own.is_subset(&theirs)
        })
        .map(|claim| claim.stated.text.clone())
        .collect()
}

/// Sorted, for the binary search.
#[rustfmt::skip]
pub(super) const LOADED: &[&str] = &[
    "absurd", "absurdly", "amazing", "amazingly", "appalling", "astonishing", "astonishingly", "awful",
    "blatant", "blatantly", "brilliant", "catastrophic", "clearly", "deplorable", "disastrous", "disgraceful",
    "egregious", "foolish", "horrific", "incredible", "incredibly", "indisputable", "indisputably",
    "laughable", "ludicrous", "miraculous", "obvious", "obviously", "outrageous", "pathetic", "reckless",
    "ridiculous", "scandalous", "shameful", "shocking", "shockingly", "spectacular", "spectacularly", "stunning",
    "terrible", "unbelievable", "unbelievably", "undeniable", "undeniably", "undoubtedly", "unquestionably",
    "wonderful",
];
