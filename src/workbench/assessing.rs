//! What the steps of a run are likely to take, told before they spend anything [M5]: the critic and the judge after an update or an instruction, and a cycle that
//! follows by itself.

use super::asking::Question;
use super::meaning::Ranking;
use super::{Workbench, retrieve};
use crate::pipeline::{self, Assessing, WriterRole};
use crate::study::{CycleKind, Event, Reading, SectionId};

/// Words that a brief has at least where what judging it takes is reckoned from what is written.
const PARTLY: u64 = 60;

impl Workbench {
    /// What the critic and the judge take of the brief as it stands, where a run asks them; of these parts it is known that the checker will have doubts.
    pub(super) fn assessing(&self, doubted: &[SectionId]) -> Option<Assessing> {
        let study = self.study();
        let judges = self.setup.plan.judge && self.has_judge();
        let criticises = study.has_model() && self.has_critic();
        if !judges && !criticises {
            return None;
        }
        let parts = (0..study.sections.len()).map(SectionId);
        let is_doubted = |id: &SectionId| {
            let known = study.section(*id);
            doubted.contains(id)
                || known.is_some_and(|known| !pipeline::unsettled(known).is_empty())
        };
        Some(Assessing {
            call: self.reading_takes()?,
            criticises,
            judges,
            revisions: self.setup.plan.revisions as usize,
            parts: study.sections.len(),
            doubted: parts.filter(is_doubted).collect(),
        })
    }

    /// What a cycle is likely to take in these sections, in words; nothing where no model is asked or it cannot be reckoned.
    pub(super) fn takes(&self, cycle: CycleKind, sections: &[SectionId]) -> Option<String> {
        let by = self.writer_for(WriterRole::Write);
        let (writer, window) = self.writer_named(by).ok()?;
        let budget = self.budget(&writer, window)?;
        let mut study = self.study().clone();
        study.apply(&Event::CycleStarted {
            cycle,
            sections: sections.to_vec(),
        });
        let limited = Some((self.setup.context.passages, budget));
        let found = sections.iter().map(|&section| {
            let ranking = Ranking::default();
            let found =
                retrieve::for_section(&self.library, &study, section, limited, &ranking, None);
            found.ok().map(|found| (section, found.passages))
        });
        let found: Vec<_> = found.collect::<Option<_>>()?;
        let (limits, prompts) = ((Some(budget), window), &self.setup.prompts);
        let takes = pipeline::cycle_takes(self.study(), cycle, &found, limits, prompts).ok()?;
        let price = self.setup.prices.of(by);
        Some(takes.of(|_| true).in_words(price, None))
    }

    /// Tokens that whoever reads the brief takes, as it stands: the judge, or else the critic.
    fn reading_takes(&self) -> Option<usize> {
        let question = Question::Scores(Reading::Candidate);
        let by = if self.has_judge() {
            self.model_for(question)
        } else {
            self.writer_for(WriterRole::Critique).to_owned()
        };
        let (_, window) = self.writer_named(&by).ok()?;
        let asked = self.question(question, &by, window).ok()?;
        let reply = asked.ask.max_tokens / 3;
        let call = pipeline::Call::of(&asked.ask.messages, u64::from(reply), reply);
        // Of what is not written yet a judge reads as much again, with the verdicts and passages that come with it.
        let study = self.study();
        let texts = study.texts(Reading::Candidate);
        let written: usize = texts
            .iter()
            .map(|text| text.split_whitespace().count())
            .sum();
        let missing = study.missing_sections().into_iter();
        let missing = missing.filter_map(|id| study.framework.sections.get(id.0));
        let to_come: u64 = missing.map(|plan| u64::from(plan.words)).sum();
        let prompt = call.prompt + call.prompt * to_come / (written as u64).max(PARTLY);
        usize::try_from(prompt + call.expected).ok()
    }
}
