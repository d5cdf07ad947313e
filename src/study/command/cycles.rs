//! Commands that have something written, judged, steered or gone on with.

use super::{Refusal, Study};
use crate::study::{CycleKind, Event, Instruction, Reading, SectionId};

impl Study {
    pub(super) fn start(&self, cycle: CycleKind) -> Result<Vec<Event>, Refusal> {
        self.refuse_while_writing()?;
        if self.question.trim().is_empty() {
            return Err(Refusal::EmptyQuestion);
        }
        // Without evidence no writer is asked [W10].
        if self.current().next().is_none() {
            return Err(Refusal::NoEvidence);
        }
        if cycle == CycleKind::Update && !self.has_news() {
            return Err(Refusal::NothingNew);
        }
        let sections: Vec<SectionId> = match cycle {
            CycleKind::Steer => self.to_be_steered(),
            CycleKind::Complete => self.missing_sections(),
            CycleKind::Refine | CycleKind::Revise | CycleKind::FollowUp => self.written_sections(),
            CycleKind::Draft | CycleKind::Update | CycleKind::Another => {
                (0..self.sections.len()).map(SectionId).collect()
            }
        };
        if sections.is_empty() {
            match cycle {
                CycleKind::Steer => return Err(Refusal::NothingSaid),
                CycleKind::Complete => return Err(Refusal::NothingMissing),
                _ => {}
            }
        }
        Ok(vec![Event::CycleStarted { cycle, sections }])
    }

    pub(super) fn update(&self, sections: &[SectionId]) -> Result<Vec<Event>, Refusal> {
        self.start(CycleKind::Update)?;
        let known = (0..self.sections.len()).map(SectionId);
        let sections: Vec<SectionId> = known.filter(|id| sections.contains(id)).collect();
        if sections.is_empty() {
            return Err(Refusal::NoSection);
        }
        Ok(vec![Event::CycleStarted {
            cycle: CycleKind::Update,
            sections,
        }])
    }

    pub(super) fn another(&self, section: SectionId) -> Result<Vec<Event>, Refusal> {
        self.refuse_while_writing()?;
        self.written_section(section)?;
        Ok(vec![Event::CycleStarted {
            cycle: CycleKind::Another,
            sections: vec![section],
        }])
    }

    /// Instructions are kept at once, and taken up at once where nothing is under way: all of them in one cycle.
    pub(super) fn steer(&self, instructions: &[Instruction]) -> Result<Vec<Event>, Refusal> {
        let is_busy = self.cycle.is_some();
        let mut events = Vec::new();
        let mut concerned: Vec<SectionId> = Vec::new();
        for Instruction {
            sections,
            text,
            claim,
        } in instructions
        {
            let text = text.trim();
            if text.is_empty() || sections.is_empty() {
                return Err(Refusal::NothingSaid);
            }
            if !self.has_model() && claim.is_none() {
                return Err(Refusal::NeedsModel);
            }
            for section in sections {
                self.section(*section).ok_or(Refusal::NoSection)?;
                if !is_busy {
                    self.written_section(*section)?;
                }
                if !concerned.contains(section) {
                    concerned.push(*section);
                }
            }
            events.push(Event::InstructionGiven {
                instruction: Instruction {
                    sections: sections.clone(),
                    text: text.to_owned(),
                    claim: claim.clone(),
                },
            });
        }
        if concerned.is_empty() {
            return Err(Refusal::NothingSaid);
        }
        if !is_busy {
            events.push(Event::CycleStarted {
                cycle: CycleKind::Steer,
                sections: concerned,
            });
        }
        Ok(events)
    }

    pub(super) fn resume(&self) -> Result<Vec<Event>, Refusal> {
        let is_closed = self.closed.is_some() && self.halted().is_none();
        match &self.cycle {
            _ if self.paused || is_closed => Ok(vec![Event::RunResumed]),
            Some(cycle) if cycle.halted.is_some() => Ok(vec![Event::CycleResumed]),
            _ => Err(Refusal::NothingHalted),
        }
    }

    pub(super) fn go_on(&self) -> Result<Vec<Event>, Refusal> {
        let mut events = self.resume()?;
        for event in &mut events {
            if *event == Event::CycleResumed {
                *event = Event::CycleGoneOn;
            }
        }
        Ok(events)
    }

    pub(super) fn have_judged(&self, reading: Reading) -> Result<Vec<Event>, Refusal> {
        self.refuse_while_writing()?;
        if self.written_sections().is_empty() {
            return Err(Refusal::NothingToJudge);
        }
        Ok(vec![Event::JudgementWanted { reading }])
    }
}
