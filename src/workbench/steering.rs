//! What an instruction is likely to take, reckoned beside the workbench while it is being typed [W8], [M5]: nobody spends without having seen how much.
//!
//! The requests are composed as they would be, with the passages that would be found; only the words that are still to be typed are missing. What they come to is
//! for the pipeline to say.

use std::path::{Path, PathBuf};

use super::meaning::Ranking;
use super::messages::ReportTo;
use super::retrieve;
use super::{Workbench, beside};
use crate::library::Library;
use crate::pipeline::{
    Assessing, Budget, ContextPassage, Costs, CycleForecast, Price, Prompts, Window, WriterRole,
    estimate_tokens, steering,
};
use crate::study::{CycleKind, Event, Instruction, SectionId, Study, StudyId};

/// What an instruction takes, for each section by itself and for all of them one after the other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SteeringCosts {
    pub each: CycleForecast,
    pub all: CycleForecast,
    /// What the critic and the judge take of what comes of it, where they are asked.
    pub assessing: Option<Assessing>,
    /// What the writer's server asks for, where that is known.
    pub price: Option<Price>,
}

/// What reckoning came to.
#[derive(Debug, Clone, PartialEq)]
pub struct ReckonedSteering {
    study: StudyId,
    each: CycleForecast,
    all: CycleForecast,
}

/// What a workbench knows of it.
pub(super) struct Steering {
    reports: ReportTo<ReckonedSteering>,
    costs: Option<SteeringCosts>,
}

impl Steering {
    pub(super) fn new(reports: ReportTo<ReckonedSteering>) -> Self {
        Self {
            reports,
            costs: None,
        }
    }

    pub(super) fn leave(&mut self) {
        self.costs = None;
    }
}

impl SteeringCosts {
    /// All of it in words, where `typed` is what is said so far, for one section or for all.
    #[must_use]
    pub fn in_words(&self, section: Option<SectionId>, typed: &str) -> String {
        if let Some(section) = section {
            return self.in_words_for(&[section], typed);
        }
        let sections = self.all.sections.len();
        self.told(self.all.of(|_| true), sections, |_| true, typed)
    }

    /// The same for some sections, each of which is told a part of what is said.
    #[must_use]
    pub fn in_words_for(&self, sections: &[SectionId], typed: &str) -> String {
        let is_asked = |one| sections.contains(&one);
        self.told(self.each.of(is_asked), 1, is_asked, typed)
    }

    fn told(
        &self,
        forecast: Costs,
        times: usize,
        is_asked: impl Fn(SectionId) -> bool,
        typed: &str,
    ) -> String {
        let costs = forecast.and(Costs {
            prompt: times * estimate_tokens(typed),
            ..Costs::default()
        });
        let assessing = self.assessing.as_ref();
        costs.in_words(self.price, assessing.and_then(|all| all.in_words(is_asked)))
    }
}

impl Workbench {
    /// What an instruction is likely to take, once that is reckoned.
    pub fn steering(&self) -> Option<&SteeringCosts> {
        self.steering.costs.as_ref()
    }

    /// Begins to reckon what an instruction takes; the built-in writer takes nothing.
    pub fn reckon_steering(&mut self) {
        self.steering.costs = None;
        let study = self.study();
        if !study.has_model() {
            return;
        }
        let by = self.writer_for(WriterRole::Write);
        let Ok((writer, window)) = self.writer_named(by) else {
            // Who cannot be asked takes nothing; why is said when the cycle begins.
            return;
        };
        let Some(budget) = self.budget(&writer, window) else {
            return;
        };
        let all = (0..study.sections.len()).map(SectionId);
        let order = Order {
            id: self.session.id,
            sections: all.filter(|id| study.can_be_steered(*id)).collect(),
            study: study.clone(),
            limits: (self.setup.context.passages, budget, window),
            prompts: self.setup.prompts.clone(),
        };
        let folder: PathBuf = self.library.folder().to_owned();
        let reports = self.steering.reports.clone();
        let work = move || {
            // An estimate that cannot be made is not made: the instruction can be given all the same.
            if let Some(reckoned) = reckon(&folder, &order) {
                reports.send(reckoned);
            }
        };
        let _ = beside::start("reckoning", || {}, work);
    }

    pub(super) fn receive_steering(&mut self, reckoned: ReckonedSteering) {
        if reckoned.study == self.session.id {
            self.steering.costs = Some(SteeringCosts {
                each: reckoned.each,
                all: reckoned.all,
                assessing: self.assessing(&[]),
                price: self.setup.prices.of(self.writer_for(WriterRole::Write)),
            });
        }
    }
}

/// What is reckoned.
struct Order {
    id: StudyId,
    study: Study,
    sections: Vec<SectionId>,
    limits: (usize, Budget, Window),
    prompts: Prompts,
}

fn reckon(folder: &Path, order: &Order) -> Option<ReckonedSteering> {
    let library = Library::open(folder).ok()?;
    let (passages, budget, window) = order.limits;
    let mut study = order.study.clone();
    study.apply(&Event::InstructionGiven {
        instruction: Instruction {
            sections: order.sections.clone(),
            text: String::new(),
            claim: None,
        },
    });
    study.apply(&Event::CycleStarted {
        cycle: CycleKind::Steer,
        sections: order.sections.clone(),
    });
    let found = |section: SectionId| -> Option<(SectionId, Vec<ContextPassage>)> {
        let limited = Some((passages, budget));
        let ranking = Ranking::default();
        let found =
            retrieve::for_section(&library, &study, section, limited, &ranking, None).ok()?;
        Some((section, found.passages))
    };
    let found: Vec<_> = order
        .sections
        .iter()
        .map(|section| found(*section))
        .collect::<Option<_>>()?;
    let limits = (Some(budget), window);
    let takes = |found: &[_]| steering(&order.study, found, limits, &order.prompts).ok();
    let mut each = CycleForecast::default();
    for one in &found {
        each.sections
            .extend(takes(std::slice::from_ref(one))?.sections);
    }
    Some(ReckonedSteering {
        study: order.id,
        each,
        all: takes(&found)?,
    })
}
