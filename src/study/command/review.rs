//! Commands of the review, and of whoever writes in the brief: hunks decided, edited, cut and joined, text typed, pinned and put back.

use super::{Refusal, Study, unless};
use crate::study::{Decision, Event, Hunk, HunkId, Revision, SectionId};

impl Study {
    pub(super) fn deciding(
        &self,
        section: SectionId,
        id: HunkId,
        decision: Decision,
    ) -> Result<Vec<Event>, Refusal> {
        let known = self.hunk(section, id)?;
        if known.clash.is_some() && decision == Decision::Accepted {
            return Err(Refusal::Clashes);
        }
        Ok(unless(known.decision == decision, || Event::HunksDecided {
            section,
            hunks: vec![id],
            decision,
        }))
    }

    pub(super) fn deciding_all(
        &self,
        section: SectionId,
        decision: Decision,
    ) -> Result<Vec<Event>, Refusal> {
        self.written_section(section)?;
        let decided = self.decided_together(section, decision);
        Ok(vec![decided.ok_or(Refusal::NothingOpen)?])
    }

    /// The decisions of all sections, and what makes one step of them.
    pub(super) fn deciding_draft(&self, decision: Decision) -> Result<Vec<Event>, Refusal> {
        let sections = (0..self.sections.len()).map(SectionId);
        let decided = sections.filter_map(|section| self.decided_together(section, decision));
        let mut events: Vec<Event> = decided.collect();
        let decisions = events.len() as u64;
        match decisions {
            0 => return Err(Refusal::NothingOpen),
            1 => {}
            _ => events.push(Event::DecidedTogether { decisions }),
        }
        Ok(events)
    }

    /// The decision on all that is open in a section, but for what clashes.
    fn decided_together(&self, section: SectionId, decision: Decision) -> Option<Event> {
        let takes = |hunk: &&Hunk| match decision {
            Decision::Accepted => hunk.is_open() && !hunk.is_clash(),
            Decision::Rejected => hunk.is_open(),
            Decision::Open => false,
        };
        let hunks = self.hunks_of(section).filter(takes);
        let hunks: Vec<HunkId> = hunks.map(|hunk| hunk.id).collect();
        (!hunks.is_empty()).then_some(Event::HunksDecided {
            section,
            hunks,
            decision,
        })
    }

    /// Without a reason this is a decision like any other.
    pub(super) fn refusing(
        &self,
        section: SectionId,
        id: HunkId,
        why: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let hunk = self.hunk(section, id)?;
        let why = why.trim();
        let known = self
            .section(section)
            .and_then(|known| known.refusal_of(hunk));
        let is_rejected = hunk.decision == Decision::Rejected;
        let hunks = vec![id];
        Ok(if is_rejected && (why.is_empty() || known == Some(why)) {
            vec![]
        } else if why.is_empty() {
            vec![Event::HunksDecided {
                section,
                hunks,
                decision: Decision::Rejected,
            }]
        } else {
            vec![Event::HunksRefused {
                section,
                hunks,
                why: why.to_owned(),
            }]
        })
    }

    /// The words that are there already are agreed to or refused.
    pub(super) fn edit_hunk(
        &self,
        section: SectionId,
        id: HunkId,
        text: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let hunk = self.hunk(section, id)?;
        let text = text.trim();
        if text == hunk.before.trim() {
            return self.refusing(section, id, "");
        }
        if text == hunk.after.trim() && hunk.clash.is_none() {
            return self.deciding(section, id, Decision::Accepted);
        }
        let reshape = self
            .revision_of(section)
            .and_then(|known| known.edited(id, text));
        Ok(vec![Event::HunksReshaped {
            section,
            reshape: reshape.ok_or(Refusal::NoHunk)?,
        }])
    }

    pub(super) fn splitting(
        &self,
        section: SectionId,
        id: HunkId,
        parts: &[(String, String)],
    ) -> Result<Vec<Event>, Refusal> {
        self.hunk(section, id)?;
        let revision = self.revision_of(section);
        let reshape = revision.and_then(|known| known.split(id, parts, self.next_hunk()));
        Ok(vec![Event::HunksReshaped {
            section,
            reshape: reshape.ok_or(Refusal::NotSplit)?,
        }])
    }

    pub(super) fn joining(&self, section: SectionId, id: HunkId) -> Result<Vec<Event>, Refusal> {
        self.hunk(section, id)?;
        let revision = self.revision_of(section);
        let reshape = revision.and_then(|known| known.joined(known.to_join(id)?, self.next_hunk()));
        Ok(vec![Event::HunksReshaped {
            section,
            reshape: reshape.ok_or(Refusal::NotJoined)?,
        }])
    }

    pub(super) fn editing(&self, section: SectionId, text: &str) -> Result<Vec<Event>, Refusal> {
        let known = self.section(section).ok_or(Refusal::NoSection)?;
        // What is proposed later is laid against the text as it is then; a first text has nothing to be laid against.
        if self.writing() == Some(section) && !known.is_written() {
            return Err(Refusal::Busy);
        }
        Ok(unless(known.accepted() == text, || Event::SectionEdited {
            section,
            text: text.to_owned(),
        }))
    }

    pub(super) fn pinning(
        &self,
        section: SectionId,
        sentence: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let known = self.section(section).ok_or(Refusal::NoSection)?;
        let sentence = sentence.trim().to_owned();
        if known.is_pinned(&sentence) {
            return Ok(vec![Event::SentenceUnpinned { section, sentence }]);
        }
        if sentence.is_empty() || !known.accepted().contains(&sentence) {
            return Err(Refusal::NoSentence);
        }
        Ok(vec![Event::SentencePinned { section, sentence }])
    }

    /// What reads as it did is left alone, with what is proposed for it.
    pub(super) fn restoring(
        &self,
        at: u64,
        sections: &[(SectionId, String)],
    ) -> Result<Vec<Event>, Refusal> {
        let mut changed = Vec::new();
        for (id, text) in sections {
            let known = self.section(*id).ok_or(Refusal::NoSection)?;
            if self.writing() == Some(*id) {
                return Err(Refusal::Busy);
            }
            if known.accepted() != *text {
                changed.push((*id, text.clone()));
            }
        }
        if changed.is_empty() {
            return Err(Refusal::AsItIs);
        }
        Ok(vec![Event::BriefRestored {
            at,
            sections: changed,
        }])
    }

    fn revision_of(&self, id: SectionId) -> Option<&Revision> {
        self.section(id)?.revision.as_ref()
    }

    fn hunks_of(&self, id: SectionId) -> impl Iterator<Item = &Hunk> {
        self.revision_of(id).into_iter().flat_map(Revision::hunks)
    }

    fn hunk(&self, section: SectionId, id: HunkId) -> Result<&Hunk, Refusal> {
        self.written_section(section)?;
        let mut hunks = self.hunks_of(section);
        hunks.find(|known| known.id == id).ok_or(Refusal::NoHunk)
    }
}
