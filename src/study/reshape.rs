//! Changes made other changes: edited, split and joined.
//!
//! A reshaping puts pieces in place of pieces, and leaves the text from before all changes as it is to the byte; so whatever was reshaped, refusing it all
//! still gives that text. How a change is best cut is not known here (see `pipeline::hunks`).

use serde::{Deserialize, Serialize};

use super::ids::HunkId;
use super::revision::{Decision, Hunk, Piece, Revision};

/// What was done to changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reshaping {
    /// The analyst put other words in place of what was proposed, and so agreed to them.
    Edited,
    Split,
    Joined,
}

impl Reshaping {
    /// What was done, in one word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Edited => "edited",
            Self::Split => "split",
            Self::Joined => "joined",
        }
    }
}

/// Pieces that take the place of `count` pieces from the one at `at` on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reshape {
    pub how: Reshaping,
    pub at: usize,
    pub count: usize,
    pub pieces: Vec<Piece>,
}

impl Revision {
    /// Puts the pieces in place, unless they belong to another text than this one has there.
    pub(super) fn reshape(&mut self, reshape: &Reshape) {
        let Some(end) = reshape.at.checked_add(reshape.count) else {
            return;
        };
        let before =
            |pieces: &[Piece]| -> String { pieces.iter().map(|piece| piece.sides().0).collect() };
        let fits = self
            .pieces
            .get(reshape.at..end)
            .is_some_and(|old| before(old) == before(&reshape.pieces));
        if fits {
            self.pieces
                .splice(reshape.at..end, reshape.pieces.iter().cloned());
        }
    }

    /// The hunk with `text` in place of its new side, and agreed to. Space around the sentence stays; where nothing is left of the sentence, the space
    /// beside it goes with it.
    #[must_use]
    pub(super) fn edited(&self, id: HunkId, text: &str) -> Option<Reshape> {
        let (at, hunk) = self.placed(id)?;
        let text = text.trim();
        let around = if hunk.after.trim().is_empty() {
            &hunk.before
        } else {
            &hunk.after
        };
        let edited = |before: String, after: String| Hunk {
            before,
            after,
            decision: Decision::Accepted,
            proposed: Some(hunk.writers().to_owned()),
            clash: None,
            ..hunk.clone()
        };
        let one = |hunk: Hunk| Reshape {
            how: Reshaping::Edited,
            at,
            count: 1,
            pieces: vec![Piece::Hunk(hunk)],
        };
        if !text.is_empty() {
            let lead = &around[..around.len() - around.trim_start().len()];
            let tail = &around[around.trim_end().len()..];
            return Some(one(edited(
                hunk.before.clone(),
                format!("{lead}{text}{tail}"),
            )));
        }
        let gone = edited(hunk.before.clone(), String::new());
        let is_bare = hunk.before.trim() == hunk.before && !hunk.before.is_empty();
        let next = match self.pieces.get(at + 1) {
            Some(Piece::Settled(text)) if is_bare => text,
            _ => return Some(one(gone)),
        };
        let kept = next.trim_start_matches(' ');
        let space = &next[..next.len() - kept.len()];
        let before = format!("{}{space}", hunk.before);
        Some(Reshape {
            how: Reshaping::Edited,
            at,
            count: 2,
            pieces: vec![
                Piece::Hunk(edited(before, String::new())),
                Piece::Settled(kept.to_owned()),
            ],
        })
    }

    /// The hunk in parts, whose two sides have to be the hunk's own; a part whose sides are equal is settled. Each part is decided as the whole was.
    #[must_use]
    pub(super) fn split(
        &self,
        id: HunkId,
        parts: &[(String, String)],
        first: HunkId,
    ) -> Option<Reshape> {
        let (at, hunk) = self.placed(id)?;
        let changes = parts.iter().filter(|(before, after)| before != after);
        let whole =
            |side: fn(&(String, String)) -> &str| parts.iter().map(side).collect::<String>();
        let is_whole = whole(|part| &part.0) == hunk.before && whole(|part| &part.1) == hunk.after;
        if !is_whole || changes.count() < 2 || hunk.is_clash() {
            return None;
        }
        let mut next = first.0;
        let pieces = parts
            .iter()
            .map(|(before, after)| {
                if before == after {
                    return Piece::Settled(before.clone());
                }
                let part = Hunk {
                    id: HunkId(next),
                    before: before.clone(),
                    after: after.clone(),
                    proposed: None,
                    part_of: Some(hunk.part_of.unwrap_or(hunk.id)),
                    ..hunk.clone()
                };
                next = next.saturating_add(1);
                Piece::Hunk(part)
            })
            .collect();
        Some(Reshape {
            how: Reshaping::Split,
            at,
            count: 1,
            pieces,
        })
    }

    /// The hunks that `id` is to be joined with: all that were split off from the same one, or else the next one of its paragraph, or the one before.
    #[must_use]
    pub fn to_join(&self, id: HunkId) -> Option<(HunkId, HunkId)> {
        let (_, hunk) = self.placed(id)?;
        let kin: Vec<HunkId> = match hunk.part_of {
            Some(whole) => self
                .hunks()
                .filter(|other| other.part_of == Some(whole))
                .map(|other| other.id)
                .collect(),
            None => Vec::new(),
        };
        if let [first, .., last] = kin[..] {
            return Some((first, last));
        }
        let all: Vec<HunkId> = self.hunks().map(|hunk| hunk.id).collect();
        let at = all.iter().position(|known| *known == id)?;
        let beside = |first: Option<usize>| {
            let first = first?;
            let pair = (*all.get(first)?, *all.get(first + 1)?);
            self.joined(pair, HunkId(0)).map(|_| pair)
        };
        beside(Some(at)).or_else(|| beside(at.checked_sub(1)))
    }

    /// All from the first to the last of two hunks as one. It is decided as they were; where they were not decided alike it is open again. Hunks that a
    /// paragraph lies between, and those that clash, are not joined.
    #[must_use]
    pub(super) fn joined(&self, (first, last): (HunkId, HunkId), id: HunkId) -> Option<Reshape> {
        let (from, start) = self.placed(first)?;
        let (to, _) = self.placed(last)?;
        let run = self.pieces.get(from..=to).filter(|run| run.len() > 1)?;
        let is_apart =
            |piece: &Piece| matches!(piece, Piece::Settled(text) if text.contains("\n\n"));
        let hunks: Vec<&Hunk> = run.iter().filter_map(Piece::hunk).collect();
        if run.iter().any(is_apart) || hunks.iter().any(|hunk| hunk.clash.is_some()) {
            return None;
        }
        let side = |of: fn(&Piece) -> &str| run.iter().map(of).collect::<String>();
        let alike = hunks.iter().all(|hunk| hunk.decision == start.decision);
        let mut reasons: Vec<&str> = Vec::new();
        for hunk in &hunks {
            if !hunk.reason.is_empty() && !reasons.contains(&hunk.reason.as_str()) {
                reasons.push(&hunk.reason);
            }
        }
        let is_edited = hunks.iter().any(|hunk| hunk.is_edited());
        let writers = |piece: &Piece| match piece {
            Piece::Settled(text) => text.clone(),
            Piece::Hunk(hunk) => hunk.writers().to_owned(),
        };
        // Parts of one hunk that are all there again are that hunk.
        let whole = start.part_of.filter(|whole| {
            let of = |hunk: &&Hunk| hunk.part_of == Some(*whole);
            hunks.iter().all(of) && self.hunks().filter(of).count() == hunks.len()
        });
        let joined = Hunk {
            id: whole.unwrap_or(id),
            before: side(|piece| piece.sides().0),
            after: side(|piece| piece.sides().1),
            reason: reasons.join("; "),
            decision: if alike {
                start.decision
            } else {
                Decision::Open
            },
            proposed: is_edited.then(|| run.iter().map(writers).collect()),
            part_of: None,
            ..start.clone()
        };
        Some(Reshape {
            how: Reshaping::Joined,
            at: from,
            count: run.len(),
            pieces: vec![Piece::Hunk(joined)],
        })
    }

    /// A hunk, and its place among the pieces.
    fn placed(&self, id: HunkId) -> Option<(usize, &Hunk)> {
        let mut pieces = self.pieces.iter().enumerate();
        pieces.find_map(|(at, piece)| Some((at, piece.hunk().filter(|hunk| hunk.id == id)?)))
    }
}

#[cfg(test)]
mod tests;
