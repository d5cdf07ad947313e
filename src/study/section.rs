//! One part of the brief: its text with what is proposed, what was cut off, and what checking found.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::citation;
use super::claim::{Claim, Verdict};
use super::critique::Critique;
use super::event::Provenance;
use super::ids::{DocumentId, HunkId};
use super::refused::Refused;
use super::revision::{Decision, Hunk, Revision};
use super::whereabouts::Whereabouts;

/// One section of a study, as its events left it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// `None` until a writer finished the section once.
    pub revision: Option<Revision>,
    /// Text of a reply that did not finish; kept until the step runs again.
    pub partial: Option<Partial>,
    /// Verdicts of every claim in the accepted and the candidate text, found by the claim's own text. They may be many, and are shared by all copies of
    /// the section, such as those that undo goes back to.
    pub claims: Arc<Vec<Claim>>,
    /// Whether `claims` belongs to the texts as they now stand.
    pub checked: bool,
    /// Whether a critic is wanted for the text that was written last, and what it answered, each attempt.
    pub critic_asked: bool,
    pub critiques: Vec<Critique>,
    /// Who wrote the candidate, and from what.
    pub provenance: Option<Provenance>,
    /// The documents that its text was written and changed from.
    pub drawn_on: BTreeSet<DocumentId>,
    /// Whether the analyst has rewritten text of it since.
    pub edited_by_hand: bool,
    /// The last draft of which changes were accepted that its text no longer shows as changes; 0 where there is none.
    pub merged_draft: u32,
    /// Sentences that no cycle may change [W8].
    pub pinned: Vec<String>,
    /// Changes that the analyst refused; not to be proposed again [W8].
    pub rejected: Vec<Refused>,
    /// Sentences that were taken out because their sources were: they may come back with them.
    pub fallen: Vec<Fallen>,
    /// Sentences that gave way to others from another source: they may come back where that is gone.
    pub replaced: Vec<Replaced>,
    /// Citations and lengths that the last reply got wrong, for the analyst [C3].
    pub warnings: Vec<String>,
    /// An accepted text that ends before its end, and why, where what was proposed since has warnings of its own.
    pub stands_cut: Option<(String, String)>,
}

/// A sentence that was taken out of a text because its source was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallen {
    pub text: String,
    /// What stood before it in its paragraph; empty where it began one.
    pub behind: String,
}

/// A sentence that gave way to another, which cites what it did not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    pub before: String,
    pub after: String,
    /// Nothing of what it rested on was evidence any more: with its sources it takes its place again.
    pub stands_in: bool,
}

impl Replaced {
    fn of(hunk: &Hunk, gone: &[u32]) -> Option<Self> {
        let (before, after) = (hunk.before.trim(), hunk.after.trim());
        let had = citation::numbers(before);
        let has = citation::numbers(after);
        let brings = has.iter().any(|number| !had.contains(number));
        (brings && !had.is_empty()).then(|| Self {
            before: before.to_owned(),
            after: after.to_owned(),
            stands_in: had.iter().all(|number| gone.contains(number)),
        })
    }
}

/// How the warning begins that a text ends before its end.
pub const ENDS_EARLY: &str = "the text ends early";

/// How the remarks begin by which a brief that leaves the program says that a part is not there, or not all of it. Whoever reads it back takes neither
/// for a claim.
pub const NOT_WRITTEN: &str = "*Not written: ";
pub const CUT: &str = "*(cut: ";
/// The same of a brief of which no part is there.
pub const NOTHING_YET: &str = "Nothing is written yet.";
pub const ADD_EVIDENCE: &str = "Add files, folders or findings to it, then start a draft.";
/// The same of remarks on all of it, which stand as quotations.
pub const NOT_CHECKED: &str = "Not checked yet: ";
pub const LIMITED_EVIDENCE: &str = "This brief rests on limited evidence ";

/// What a reply held when it was cut.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Partial {
    pub text: String,
    pub why: String,
    /// Who was asked, and the turn that was added to the conversation; empty where nobody was, and in older journals.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub asked: String,
    /// The reply as it came, where it is another than the text that is kept of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub replied: String,
}

impl Partial {
    #[must_use]
    pub fn of(text: String, why: String) -> Self {
        Self {
            text,
            why,
            ..Self::default()
        }
    }

    /// The same, with the call that it is from.
    #[must_use]
    pub fn of_call(self, call: &Provenance) -> Self {
        let replied = Some(&call.replied).filter(|replied| **replied != self.text);
        Self {
            by: call.writer.clone(),
            asked: call.asked.clone(),
            replied: replied.cloned().unwrap_or_default(),
            ..self
        }
    }
}

/// The claims that stand in a text; one that became a part of another, as by a citation behind it, does not any more.
pub(super) fn claims_standing<'a>(claims: &'a [Claim], text: &str) -> Vec<&'a Claim> {
    let places = Whereabouts::places(text, claims.iter().map(|claim| claim.text.as_str()));
    let standing = claims.iter().zip(places);
    standing
        .filter_map(|(claim, place)| place.map(|_| claim))
        .collect()
}

impl Section {
    /// Its text with the changes that the analyst accepted; empty before it is written.
    #[must_use]
    pub fn accepted(&self) -> String {
        self.revision
            .as_ref()
            .map(Revision::accepted)
            .unwrap_or_default()
    }

    /// Its text as it would be with the open changes as well.
    #[must_use]
    pub fn candidate(&self) -> String {
        self.revision
            .as_ref()
            .map(Revision::candidate)
            .unwrap_or_default()
    }

    #[must_use]
    pub fn is_written(&self) -> bool {
        self.revision.is_some()
    }

    /// Changes that wait for a decision.
    #[must_use]
    pub fn open_hunks(&self) -> usize {
        self.revision.as_ref().map_or(0, Revision::open)
    }

    /// The words of the candidate, where they are so many more than were aimed at that it is worth saying [W11].
    #[must_use]
    pub fn overrun(&self, aimed: u32) -> Option<usize> {
        overrun(&self.candidate(), aimed)
    }

    /// The warning that the text ends before its end, where there is one.
    #[must_use]
    pub fn ends_early(&self) -> Option<&str> {
        let mut warnings = self.warnings.iter().map(String::as_str);
        warnings.find(|warning| warning.starts_with(ENDS_EARLY))
    }

    /// Whether the text ends before its end and is to be written once more: no whole version of it waits for a decision.
    #[must_use]
    pub fn is_left_cut(&self) -> bool {
        self.cut_at().is_some() && (self.open_hunks() == 0 || self.ends_early().is_some())
    }

    /// Why the text ends before its end, where it does and the analyst has not written it on.
    #[must_use]
    pub fn cut_at(&self) -> Option<&str> {
        let stands = self.stands_cut.as_ref();
        let stands = stands.filter(|(text, _)| *text == self.accepted());
        let warning = stands.map(|(_, why)| why.as_str()).or(self.ends_early());
        let warning = warning.filter(|_| !self.edited_by_hand)?;
        let why = warning.strip_prefix(ENDS_EARLY)?;
        Some(why.trim_start_matches(": "))
    }

    /// The claim whose sentence is `sentence`, surrounding space aside.
    #[must_use]
    pub fn claim(&self, sentence: &str) -> Option<&Claim> {
        let sentence = sentence.trim();
        self.claims.iter().find(|claim| claim.text == sentence)
    }

    /// Whether the accepted text cites a source.
    #[must_use]
    pub fn cites(&self, number: u32) -> bool {
        let accepted = self.accepted();
        let mut citing = self
            .claims
            .iter()
            .filter(|claim| claim.citations.contains(&number));
        // Most often a claim tells; only what no claim cites has to be looked for in all of the text.
        citing.any(|claim| accepted.contains(&claim.text))
            || citation::numbers(&accepted).contains(&number)
    }

    /// What the brief has of the section: the accepted text, or what there is of one that was cut.
    #[must_use]
    pub fn standing(&self) -> String {
        let partial = self.partial.as_ref().filter(|_| !self.is_written());
        partial.map_or_else(|| self.accepted(), |partial| partial.text.clone())
    }

    /// Claims that stand in it: its verdicts travel with it.
    pub fn accepted_claims(&self) -> impl Iterator<Item = &Claim> {
        self.claims_in(&self.standing()).into_iter()
    }

    /// What is proposed for the section, or what there is of one that was cut.
    pub(super) fn proposed(&self) -> String {
        if self.is_written() {
            self.candidate()
        } else {
            self.standing()
        }
    }

    /// Whether it was checked and found to state nothing: it says what is not known, or only leads on.
    #[must_use]
    pub fn claims_nothing(&self) -> bool {
        self.is_written() && self.checked && self.claims.is_empty()
    }

    /// Claims that stand in one of the section's texts.
    #[must_use]
    pub fn claims_in(&self, text: &str) -> Vec<&Claim> {
        claims_standing(&self.claims, text)
    }

    /// How many accepted claims got `verdict`.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.accepted_claims()
            .filter(|claim| claim.verdict == verdict)
            .count()
    }

    /// Whether a text holds a sentence that no cycle may change.
    #[must_use]
    pub fn holds_pinned(&self, text: &str) -> bool {
        self.pinned.iter().any(|pinned| text.contains(pinned))
    }

    /// Whether a sentence is one that no cycle may change.
    #[must_use]
    pub fn is_pinned(&self, sentence: &str) -> bool {
        let sentence = sentence.trim();
        self.pinned.iter().any(|pinned| pinned == sentence)
    }

    /// Whether a claim is of a sentence that no cycle may change.
    #[must_use]
    pub fn keeps(&self, claim: &str) -> bool {
        let claim = claim.trim();
        let mut pinned = self.pinned.iter();
        pinned.any(|pinned| !claim.is_empty() && pinned.contains(claim))
    }

    /// What the analyst wants to stand as it does: sentences that are pinned, and those of which a change was refused that would have taken a source away.
    pub(super) fn kept_as_it_is(&self) -> impl Iterator<Item = &str> {
        let takes_away = |refused: &&Refused| {
            let has = citation::numbers(&refused.after);
            let had = citation::numbers(&refused.before);
            had.iter().any(|number| !has.contains(number))
        };
        let refused = self.rejected.iter().filter(takes_away);
        let refused = refused.map(|refused| refused.before.trim());
        refused.chain(self.pinned.iter().map(String::as_str))
    }

    /// Decides on hunks, and remembers those that are refused by it, with the reason. The sources of these numbers are `gone`.
    pub(super) fn decide(
        &mut self,
        hunks: &[HunkId],
        decision: Decision,
        why: Option<&str>,
        gone: &[u32],
    ) {
        let Some(revision) = &mut self.revision else {
            return;
        };
        if decision == Decision::Accepted {
            let mut fallen = fallen(revision, hunks);
            fallen.retain(|one| !self.fallen.contains(one));
            self.fallen.append(&mut fallen);
            let accepted = revision.hunks().filter(|hunk| hunks.contains(&hunk.id));
            for replaced in accepted.filter_map(|hunk| Replaced::of(hunk, gone)) {
                if !self.replaced.contains(&replaced) {
                    self.replaced.push(replaced);
                }
            }
        }
        for id in hunks {
            revision.decide(*id, decision);
        }
        let decided = revision.hunks().filter(|hunk| hunks.contains(&hunk.id));
        for hunk in decided {
            self.rejected
                .retain(|known| !known.is_again(&hunk.before, hunk.writers()));
            if decision == Decision::Rejected {
                self.rejected.push(Refused {
                    before: hunk.before.clone(),
                    after: hunk.writers().to_owned(),
                    why: why.map(str::to_owned),
                });
            }
        }
    }

    /// Why the analyst refused a change, where a reason was given.
    #[must_use]
    pub fn refusal_of(&self, hunk: &Hunk) -> Option<&str> {
        let mut refused = self.rejected.iter().rev();
        let known = refused.find(|known| known.is_again(&hunk.before, hunk.writers()))?;
        known.why.as_deref()
    }
}

/// What these changes take out because its sources are gone, each with what stands before it.
fn fallen(revision: &Revision, hunks: &[HunkId]) -> Vec<Fallen> {
    let mut fallen = Vec::new();
    let mut before = String::new();
    for piece in &revision.pieces {
        let (old, _) = piece.sides();
        let goes = piece.hunk().filter(|hunk| {
            hunks.contains(&hunk.id) && !hunk.gone.is_empty() && hunk.after.trim().is_empty()
        });
        if goes.is_some() && !old.trim().is_empty() {
            let opens = before.trim_end_matches(' ').ends_with("\n\n") || old.starts_with("\n\n");
            let paragraph = before.rsplit("\n\n").next().unwrap_or_default();
            fallen.push(Fallen {
                text: old.trim().to_owned(),
                behind: if opens {
                    String::new()
                } else {
                    paragraph.trim().to_owned()
                },
            });
        }
        before.push_str(old);
    }
    fallen
}

/// The words of a text, where they are so many more than were aimed at that it is worth saying [W11].
#[must_use]
pub fn overrun(text: &str, aimed: u32) -> Option<usize> {
    let words = text.split_whitespace().count();
    is_overrun(words, aimed).then_some(words)
}

/// Whether so many words are so many more than were aimed at.
#[must_use]
pub fn is_overrun(words: usize, aimed: u32) -> bool {
    const TOLERANCE: f32 = 1.4;
    words as f32 > aimed as f32 * TOLERANCE
}
