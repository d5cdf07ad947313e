//! The revision model: accepted and candidate text as two readings of one list of pieces.
//!
//! A section's text is a list of pieces that are either settled or a hunk. The accepted text reads each hunk's old side until it is accepted; the
//! candidate reads the new side until it is rejected. Accepting moves the accepted text, rejecting moves the candidate, and the two draw
//! together. Every subset of decisions is a text by construction, so nothing here can fail to apply. How two texts become pieces is not known
//! here (see `pipeline::hunks`).

use serde::{Deserialize, Serialize};

use super::ids::HunkId;

/// A stretch of a section's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    Settled(String),
    Hunk(Hunk),
}

/// One sentence-level difference between accepted and candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    pub id: HunkId,
    /// The accepted side; empty for an insertion. Space around the sentence is part of it.
    pub before: String,
    /// The proposed side; empty for a deletion.
    pub after: String,
    /// Why the writer proposes it.
    pub reason: String,
    #[serde(default)]
    pub decision: Decision,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    #[default]
    Open,
    Accepted,
    Rejected,
}

/// A section's text with what is proposed for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Revision {
    pub pieces: Vec<Piece>,
}

impl Revision {
    /// A text with nothing pending.
    #[must_use]
    pub fn settled(text: impl Into<String>) -> Self {
        Self {
            pieces: vec![Piece::Settled(text.into())],
        }
    }

    /// The text the analyst has agreed to.
    #[must_use]
    pub fn accepted(&self) -> String {
        self.read(|hunk| hunk.decision == Decision::Accepted)
    }

    /// The text the writer proposes, less what was rejected.
    #[must_use]
    pub fn candidate(&self) -> String {
        self.read(|hunk| hunk.decision != Decision::Rejected)
    }

    pub fn hunks(&self) -> impl Iterator<Item = &Hunk> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Hunk(hunk) => Some(hunk),
            Piece::Settled(_) => None,
        })
    }

    #[must_use]
    pub fn hunk(&self, id: HunkId) -> Option<&Hunk> {
        self.hunks().find(|hunk| hunk.id == id)
    }

    /// Hunks still to be decided.
    #[must_use]
    pub fn open(&self) -> usize {
        self.hunks()
            .filter(|hunk| hunk.decision == Decision::Open)
            .count()
    }

    /// Sets one hunk's decision; an id that is not here changes nothing.
    pub fn decide(&mut self, id: HunkId, decision: Decision) {
        for piece in &mut self.pieces {
            if let Piece::Hunk(hunk) = piece
                && hunk.id == id
            {
                hunk.decision = decision;
            }
        }
    }

    fn read(&self, takes_after: impl Fn(&Hunk) -> bool) -> String {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Settled(text) => text.as_str(),
                Piece::Hunk(hunk) if takes_after(hunk) => hunk.after.as_str(),
                Piece::Hunk(hunk) => hunk.before.as_str(),
            })
            .collect()
    }
}
