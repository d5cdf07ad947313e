//! What stands where in two texts, when that is known: from edits to numbered sentences, and from changes that were proposed before.
//!
//! Edits become hunks as they were written, however unlike the two sides of one are [W3]. Where another proposal is open already, they were written for its text, and
//! are carried over to the accepted one.

use std::ops::Range;

use super::align::{anchors, changed};
use super::cut::Cut;
use crate::study::{Decision, Piece, Revision};

/// A stretch of one text and what it became in another; both begin and end with a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pipeline) struct Block {
    pub(in crate::pipeline) old: Range<usize>,
    pub(in crate::pipeline) new: Range<usize>,
}

/// What stands where in the accepted text and in the new one, where `edited` says it of `current`, which is the accepted text with what is proposed already.
/// `open` is that proposal, if it is still the same.
pub(in crate::pipeline) fn between_readings(
    accepted: &str,
    current: &str,
    open: Option<&Revision>,
    edited: &[Block],
) -> Vec<Block> {
    if accepted == current {
        return edited.to_vec();
    }
    let (old, now) = (Cut::new(accepted), Cut::new(current));
    let is_it = |known: &&Revision| known.accepted() == accepted && known.candidate() == current;
    let proposed = match open.filter(is_it) {
        Some(known) => of_revision(known, &old, &now),
        None => anchors(&old, &now)
            .into_iter()
            .map(|(a, b)| Block {
                old: old.sentences[a].clone(),
                new: now.sentences[b].clone(),
            })
            .collect(),
    };
    let mut blocks = Vec::new();
    for edit in edited {
        let meets =
            |known: &&Block| known.new.start < edit.old.end && edit.old.start < known.new.end;
        let mut under = proposed.iter().filter(meets);
        if let Some(first) = under.next() {
            let last = under.next_back().unwrap_or(first);
            blocks.push(Block {
                old: first.old.start..last.old.end,
                new: edit.new.clone(),
            });
        }
    }
    apart(blocks)
}

/// What stands where in the two readings of a revision, sentence by sentence of the candidate.
fn of_revision(revision: &Revision, old: &Cut<'_>, new: &Cut<'_>) -> Vec<Block> {
    let mut places: Vec<(Range<usize>, Range<usize>, bool)> = Vec::new();
    let (mut a, mut b) = (0, 0);
    for piece in &revision.pieces {
        let (before, after) = piece.sides();
        let decision = piece.hunk().map(|hunk| hunk.decision);
        let before = if decision == Some(Decision::Accepted) {
            after
        } else {
            before
        };
        let after = if decision == Some(Decision::Rejected) {
            before
        } else {
            after
        };
        let is_same = matches!(piece, Piece::Settled(_)) || before == after;
        places.push((a..a + before.len(), b..b + after.len(), is_same));
        (a, b) = (a + before.len(), b + after.len());
    }
    let start = |at: usize| {
        let place = places
            .iter()
            .find(|(_, new, _)| new.start <= at && at < new.end)?;
        let (old, new, is_same) = place;
        Some(if *is_same {
            old.start + (at - new.start)
        } else {
            old.start
        })
    };
    let end = |at: usize| {
        let place = places
            .iter()
            .find(|(_, new, _)| new.start < at && at <= new.end)?;
        let (old, new, is_same) = place;
        Some(if *is_same {
            old.start + (at - new.start)
        } else {
            old.end
        })
    };
    let blocks = new.sentences.iter().filter_map(|span| {
        let (from, to) = (start(span.start)?, end(span.end)?);
        let mut under = old
            .sentences
            .iter()
            .filter(|known| known.start < to && from < known.end);
        let first = under.next()?;
        let last = under.next_back().unwrap_or(first);
        Some(Block {
            old: first.start..last.end,
            new: span.clone(),
        })
    });
    apart(blocks.collect())
}

/// Blocks in order, those that lie over one another made one.
fn apart(blocks: Vec<Block>) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    for block in blocks {
        match found.last_mut() {
            Some(last) if block.old.start < last.old.end || block.new.start < last.new.end => {
                last.old.end = last.old.end.max(block.old.end);
                last.new.end = last.new.end.max(block.new.end);
            }
            _ => found.push(block),
        }
    }
    found
}

/// The blocks, and around them the sentences that both texts have, or that are versions of one another.
pub(in crate::pipeline) fn around(old: &Cut<'_>, new: &Cut<'_>, blocks: &[Block]) -> Vec<Block> {
    let of = |pair: (usize, usize)| {
        let spans = old.sentences.get(pair.0).zip(new.sentences.get(pair.1));
        spans.map(|(old, new)| Block {
            old: old.clone(),
            new: new.clone(),
        })
    };
    let fits = |one: &Block| {
        let is_on_one_side = |block: &Block| {
            one.old.end <= block.old.start && one.new.end <= block.new.start
                || block.old.end <= one.old.start && block.new.end <= one.new.start
        };
        blocks.iter().all(is_on_one_side)
    };
    let known = anchors(old, new).into_iter().filter_map(of).filter(fits);
    let mut all: Vec<Block> = blocks.iter().cloned().chain(known).collect();
    all.sort_by_key(|block| block.old.start);
    all
}

/// The blocks, and between them the sentences that are versions of one another.
pub(super) fn completed(old: &Cut<'_>, new: &Cut<'_>, blocks: &[Block]) -> Vec<Block> {
    let ends = Block {
        old: old.text.len()..old.text.len(),
        new: new.text.len()..new.text.len(),
    };
    let mut found: Vec<Block> = Vec::new();
    let (mut a, mut b) = (0, 0);
    for block in blocks.iter().chain([&ends]) {
        let olds = old.within(&(a..block.old.start));
        let news = new.within(&(b..block.new.start));
        let mut pairs = Vec::new();
        changed(old, olds, new, news, &mut pairs);
        found.extend(pairs.into_iter().map(|(a, b)| Block {
            old: old.sentences[a].clone(),
            new: new.sentences[b].clone(),
        }));
        (a, b) = (block.old.end, block.new.end);
        found.push(block.clone());
    }
    found.pop();
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{revise, revise_along};
    use super::*;
    use crate::study::HunkId;

    #[test]
    fn what_was_edited_after_a_proposal_is_one_change_of_the_accepted_text() {
        let accepted = "Cats sleep. Costs are 5.";
        let open = revise(
            accepted,
            "Tariffs doubled in May. Costs are 5. New.",
            HunkId(1),
            &|_, _| String::new(),
        );
        let current = open.candidate();
        let new = "Ports closed. Costs are 5. New.";
        let edited = [
            Block {
                old: 0..23,
                new: 0..13,
            },
            Block {
                old: 24..36,
                new: 14..26,
            },
            Block {
                old: 37..41,
                new: 27..31,
            },
        ];
        let blocks = between_readings(accepted, &current, Some(&open), &edited);
        let revision = revise_along(accepted, new, &blocks, HunkId(1), &|_, _| String::new());
        let sides: Vec<(&str, &str)> = revision
            .hunks()
            .map(|hunk| (hunk.before.as_str(), hunk.after.as_str()))
            .collect();
        assert_eq!(sides, [("Cats sleep.", "Ports closed."), ("", " New.")]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_proposal_with_any_edit_after_it_is_two_exact_readings(
            accepted in prop::collection::vec("[A-Z][a-z]{2,6} [a-z]{2,6}[.!]( |\n\n|\n- )", 1..6),
            proposed in prop::collection::vec("[A-Z][a-z]{2,6} [a-z]{2,6}[.!]( |\n\n|\n- )", 1..6),
            at in any::<prop::sample::Index>(),
            kept in any::<prop::sample::Index>(),
        ) {
            let accepted = accepted.concat();
            let mut mixed: Vec<String> = proposed;
            mixed.insert(kept.index(mixed.len() + 1), accepted.clone());
            let current = mixed.concat();
            let open = revise(&accepted, &current, HunkId(1), &|_, _| String::new());
            let cut = Cut::new(&current);
            let changed = at.index(cut.sentences.len().max(1));
            let Some(span) = cut.sentences.get(changed).cloned() else { return Ok(()) };
            let word = "Otherwise.";
            let new = format!("{}{word}{}", &current[..span.start], &current[span.end..]);
            let edited: Vec<Block> = cut.sentences.iter().enumerate().map(|(at, known)| {
                let moved = |place: usize| if at > changed { place + word.len() - span.len() } else { place };
                let end = if at == changed { known.start + word.len() } else { moved(known.end) };
                Block { old: known.clone(), new: moved(known.start)..end }
            }).collect();
            let blocks = between_readings(&accepted, &current, Some(&open), &edited);
            let revision = revise_along(&accepted, &new, &blocks, HunkId(1), &|_, _| String::new());
            prop_assert_eq!(revision.accepted(), accepted);
            prop_assert_eq!(revision.candidate(), new);
        }
    }
}
