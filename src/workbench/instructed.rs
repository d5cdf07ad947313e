//! What became of an instruction, said when everything that it gave rise to has ended [W8].
//!
//! It may have been told to a writer at once, with a part that was still to be written, or in a cycle of its own, and a judge may have had its say since: what
//! counts is how the parts read in the end.

use super::Workbench;
use crate::study::{CycleKind, Event, Hunk, Instruction, Revision, Section, SectionId};

/// An instruction, and how the parts that it is about read when it was given; nothing of a part that was not written then.
#[derive(Debug)]
pub(super) struct Instructed {
    text: String,
    /// All of it, as the writer is told.
    told: String,
    before: Vec<(SectionId, Option<String>)>,
}

impl Instructed {
    /// Whether an open change came of it, and not of a cycle that was under way beside it: the writer was told, and its reason names it.
    fn made(&self, hunk: &Hunk) -> bool {
        let names = |told: &str| !told.is_empty() && hunk.reason.contains(told);
        let is_told = names(&self.text) || names(&self.told);
        hunk.is_open() && (hunk.cause == Some(CycleKind::Steer) || is_told)
    }
}

/// Characters of an instruction that are quoted.
const QUOTED: usize = 40;

impl Workbench {
    /// Takes note of an instruction among events that were just recorded. One that a run was begun for is all that this run is about: how that ended is seen.
    pub(super) fn note_instruction(&mut self, events: &[Event]) {
        let begins = |event: &Event| matches!(event, Event::RunBegun { .. });
        if events.iter().any(begins) {
            return;
        }
        for event in events {
            if let Event::InstructionGiven { instruction } = event {
                let known = self.instructed_now(instruction);
                self.desk.instructed.push(known);
            }
        }
    }

    fn instructed_now(&self, instruction: &Instruction) -> Instructed {
        let text = |id: SectionId| {
            let section = self.study().section(id);
            section
                .filter(|section| section.is_written())
                .map(Section::candidate)
        };
        let sections = instruction.sections.iter();
        Instructed {
            text: quoted(&instruction.text),
            told: instruction.text.clone(),
            before: sections.map(|id| (*id, text(*id))).collect(),
        }
    }

    /// Says what became of all that was asked for, once nothing of it is under way any more.
    pub(super) fn say_what_became_of_instructions(&mut self) {
        let study = self.study();
        if study.cycle.is_some() || study.paused || !study.to_be_steered().is_empty() {
            return;
        }
        for instructed in std::mem::take(&mut self.desk.instructed) {
            let said = self.became(&instructed);
            self.tell_outcome(said);
        }
    }

    /// What these instructions asked for came to nothing, which has been said.
    pub(super) fn forget_instructions(&mut self, told: &[Instruction]) {
        let told: Vec<String> = told.iter().map(|one| quoted(&one.text)).collect();
        self.desk
            .instructed
            .retain(|known| !told.contains(&known.text));
    }

    fn became(&self, instructed: &Instructed) -> String {
        let study = self.study();
        let (mut proposed, mut written) = (Vec::new(), Vec::new());
        let mut open = 0;
        for (id, before) in &instructed.before {
            let (Some(section), Some(plan)) =
                (study.section(*id), study.framework.sections.get(id.0))
            else {
                continue;
            };
            let is_new = before.as_ref() != Some(&section.candidate());
            let asked = section.revision.iter().flat_map(Revision::hunks);
            let asked = asked.filter(|hunk| instructed.made(hunk)).count();
            if is_new && asked > 0 {
                open += asked;
                proposed.push(plan.title.as_str());
            } else if is_new && section.open_hunks() == 0 && section.is_written() {
                written.push(plan.title.as_str());
            }
        }
        let mut came = Vec::new();
        if open > 0 {
            came.push(format!(
                "{} in {}, {{review}} reviews",
                crate::study::counted(open, "change"),
                proposed.join(", ")
            ));
        }
        if !written.is_empty() {
            came.push(format!("{} written with it", written.join(", ")));
        }
        if came.is_empty() {
            came.push("no change came of it".to_owned());
        }
        let others = study.open_hunks().saturating_sub(open);
        if others > 0 {
            came.push(format!("{others} more wait"));
        }
        format!(
            "your instruction “{}”: {}",
            instructed.text,
            came.join("; ")
        )
    }
}

fn quoted(text: &str) -> String {
    crate::clean::line(text, QUOTED)
}
