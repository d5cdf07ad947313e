//! The revision model: accepted and candidate text as two readings of one list of pieces.
//!
//! A section's text is a list of pieces that are either settled or a hunk. The accepted text reads each hunk's old side until it is accepted; the
//! candidate reads the new side until it is rejected. Accepting moves the accepted text, rejecting moves the candidate, and the two draw
//! together. Every subset of decisions is a text by construction, so nothing here can fail to apply. How two texts become pieces is not known
//! here (see `pipeline::hunks`).

use serde::{Deserialize, Serialize};

use super::event::CycleKind;
use super::ids::HunkId;

/// A stretch of a section's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    Settled(String),
    Hunk(Hunk),
}

/// One sentence-level difference between accepted and candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
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
    /// The cycle that brought it; journals of earlier releases do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<CycleKind>,
    /// What the writer proposed, where the analyst has put other words in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed: Option<String>,
    /// What both sides were made from, where the analyst changed the sentence while the change was on its way: neither side is to win unseen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clash: Option<String>,
    /// The change that this one was split off from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_of: Option<HunkId>,
    /// The sources that it takes out of the text because they are no longer evidence. Once they are again, it has lost its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<u32>,
    /// The checker proposes it, of what the writer left as it was: nobody but the analyst accepts it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_checker: bool,
}

impl Hunk {
    /// A change that nobody has decided on.
    #[must_use]
    pub fn open(id: HunkId, before: String, after: String, reason: String) -> Self {
        Self {
            id,
            before,
            after,
            reason,
            ..Self::default()
        }
    }

    #[must_use]
    pub fn is_open(&self) -> bool {
        self.decision == Decision::Open
    }

    /// Whether the analyst has still to make one text of both sides, or to keep the own one.
    #[must_use]
    pub fn is_clash(&self) -> bool {
        self.clash.is_some() && self.is_open()
    }

    /// Whether the new side is what the analyst made of it.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        self.proposed.is_some()
    }

    /// What the writer proposed, whatever the analyst made of it.
    #[must_use]
    pub fn writers(&self) -> &str {
        self.proposed.as_deref().unwrap_or(&self.after)
    }
}

impl Piece {
    /// Both sides; equal where it is settled.
    #[must_use]
    pub fn sides(&self) -> (&str, &str) {
        match self {
            Self::Settled(text) => (text, text),
            Self::Hunk(hunk) => (&hunk.before, &hunk.after),
        }
    }

    #[must_use]
    pub fn hunk(&self) -> Option<&Hunk> {
        match self {
            Self::Hunk(hunk) => Some(hunk),
            Self::Settled(_) => None,
        }
    }
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

    /// The same from its beginning, piece by piece, for who needs no more than that.
    pub fn accepted_parts(&self) -> impl Iterator<Item = &str> {
        self.sides(|hunk| hunk.decision == Decision::Accepted)
    }

    /// The text the writer proposes, less what was rejected.
    #[must_use]
    pub fn candidate(&self) -> String {
        self.read(|hunk| hunk.decision != Decision::Rejected)
    }

    /// The text before any of the hunks, whatever was decided.
    #[must_use]
    pub fn original(&self) -> String {
        self.read(|_| false)
    }

    /// The text as it was proposed, whatever was decided.
    #[must_use]
    pub fn proposed(&self) -> String {
        self.read(|_| true)
    }

    pub fn hunks(&self) -> impl Iterator<Item = &Hunk> {
        self.pieces.iter().filter_map(Piece::hunk)
    }

    #[must_use]
    pub fn hunk(&self, id: HunkId) -> Option<&Hunk> {
        self.hunks().find(|hunk| hunk.id == id)
    }

    /// Hunks still to be decided.
    #[must_use]
    pub fn open(&self) -> usize {
        self.hunks().filter(|hunk| hunk.is_open()).count()
    }

    /// Takes back the open hunks that these are.
    pub(super) fn take_back(&mut self, is_it: impl Fn(&Hunk) -> bool) {
        for piece in &mut self.pieces {
            if let Piece::Hunk(hunk) = piece
                && hunk.is_open()
                && is_it(hunk)
            {
                *piece = Piece::Settled(std::mem::take(&mut hunk.before));
            }
        }
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

    /// What was decided otherwise in an earlier state of this text, by the place of the change; `None` where anything else differs.
    pub(super) fn decisions_in(&self, before: &Self) -> Option<Vec<(usize, Decision)>> {
        let mut otherwise = Vec::new();
        if self.pieces.len() != before.pieces.len() {
            return None;
        }
        for (at, (now, was)) in self.pieces.iter().zip(&before.pieces).enumerate() {
            match (now, was) {
                (Piece::Hunk(now), Piece::Hunk(was)) if now.decision != was.decision => {
                    let decided = Hunk {
                        decision: now.decision,
                        ..was.clone()
                    };
                    if decided != *now {
                        return None;
                    }
                    otherwise.push((at, was.decision));
                }
                _ if now == was => {}
                _ => return None,
            }
        }
        Some(otherwise)
    }

    fn read(&self, takes_after: impl Fn(&Hunk) -> bool) -> String {
        self.sides(takes_after).collect()
    }

    fn sides(&self, takes_after: impl Fn(&Hunk) -> bool) -> impl Iterator<Item = &str> {
        self.pieces.iter().map(move |piece| match piece {
            Piece::Settled(text) => text.as_str(),
            Piece::Hunk(hunk) if takes_after(hunk) => hunk.after.as_str(),
            Piece::Hunk(hunk) => hunk.before.as_str(),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hunk(id: u64, before: &str, after: &str) -> Piece {
        Piece::Hunk(Hunk::open(
            HunkId(id),
            before.to_owned(),
            after.to_owned(),
            String::new(),
        ))
    }

    fn revision() -> impl Strategy<Value = Revision> {
        let piece = prop_oneof![
            ".{0,3}".prop_map(Piece::Settled),
            (".{0,3}", ".{0,3}").prop_map(|(before, after)| hunk(0, &before, &after)),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|mut pieces| {
            for (id, piece) in (1..).zip(&mut pieces) {
                if let Piece::Hunk(hunk) = piece {
                    hunk.id = HunkId(id);
                }
            }
            Revision { pieces }
        })
    }

    #[test]
    fn accepting_moves_the_accepted_text_and_rejecting_the_candidate() {
        let mut revision = Revision {
            pieces: vec![
                Piece::Settled("One. ".to_owned()),
                hunk(1, "Two. ", "Zwei. "),
                hunk(2, "", "Three."),
            ],
        };
        assert_eq!(
            (revision.accepted().as_str(), revision.candidate().as_str()),
            ("One. Two. ", "One. Zwei. Three.")
        );
        revision.decide(HunkId(1), Decision::Rejected);
        assert_eq!(
            (revision.accepted().as_str(), revision.candidate().as_str()),
            ("One. Two. ", "One. Two. Three.")
        );
        revision.decide(HunkId(2), Decision::Accepted);
        assert_eq!(
            (revision.accepted().as_str(), revision.candidate().as_str()),
            ("One. Two. Three.", "One. Two. Three.")
        );
        assert_eq!(revision.open(), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_choice_is_a_text_of_its_pieces(mut revision in revision(), choices in any::<u64>()) {
            let (accepted, candidate) = (revision.accepted(), revision.candidate());
            let hunks: Vec<Hunk> = revision.hunks().cloned().collect();
            let chosen = |hunk: &Hunk| choices >> hunk.id.0 & 1 == 1;
            for hunk in &hunks {
                let (accepted, candidate) = (revision.accepted(), revision.candidate());
                if chosen(hunk) {
                    revision.decide(hunk.id, Decision::Accepted);
                    prop_assert_eq!(revision.candidate(), candidate);
                } else {
                    revision.decide(hunk.id, Decision::Rejected);
                    prop_assert_eq!(revision.accepted(), accepted);
                }
            }
            let expected: String = revision
                .pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Settled(text) => text.clone(),
                    Piece::Hunk(hunk) if chosen(hunk) => hunk.after.clone(),
                    Piece::Hunk(hunk) => hunk.before.clone(),
                })
                .collect();
            prop_assert_eq!(revision.open(), 0);
            prop_assert_eq!(revision.accepted(), expected.clone());
            prop_assert_eq!(revision.candidate(), expected);

            for hunk in &hunks {
                revision.decide(hunk.id, Decision::Open);
            }
            prop_assert_eq!(revision.open(), hunks.len());
            prop_assert_eq!((revision.accepted(), revision.candidate()), (accepted, candidate));
        }

        #[test]
        fn a_hunk_that_is_not_here_changes_nothing(mut revision in revision(), id in 100_u64..) {
            let before = revision.clone();
            revision.decide(HunkId(id), Decision::Accepted);
            prop_assert_eq!(revision.hunk(HunkId(id)), None);
            prop_assert_eq!(revision, before);
        }
    }
}
