//! What an update of an impact's sections would cost.

use super::Impact;
use crate::pipeline::costs::{Asked, EDIT, Forecast, number, reckon};
use crate::pipeline::prompts::{PromptError, Prompts};
use crate::pipeline::{Budget, ContextPassage, Window, estimate_tokens};
use crate::study::{CycleKind, Event, SectionId, Study};

/// Tokens of an answer that changes nothing.
const NO_CHANGE: usize = 4;

/// What an update of the impact's sections would take with these passages, found for it and best first.
pub fn forecast(
    study: &Study,
    impact: &Impact,
    found: &[ContextPassage],
    limits: (Option<Budget>, Window),
    prompts: &Prompts,
) -> Result<Forecast, PromptError> {
    let mut study = study.clone();
    number(&mut study, found.iter());
    study.apply(&Event::CycleStarted {
        cycle: CycleKind::Update,
        sections: impact.sections.clone(),
    });
    let asked = impact.sections.iter().map(|&section| {
        let wanted = impact.passages_for(section);
        let is_wanted = |chosen: &&ContextPassage| {
            let passage = &chosen.passage;
            let is_news = impact.documents.contains(&passage.document);
            !is_news
                || wanted
                    .as_ref()
                    .is_none_or(|wanted| wanted.contains(&passage.id))
        };
        Asked {
            section,
            passages: found.iter().filter(is_wanted).cloned().collect(),
            reply: reply(impact, section),
        }
    });
    let asked = asked.collect();
    reckon(study, asked, limits, prompts)
}

/// An edit for each sentence that is touched, and for each new fact.
fn reply(impact: &Impact, section: SectionId) -> usize {
    let touched = impact.touched.iter().filter(|one| one.section == section);
    let facts = impact.facts.iter();
    let facts = facts.filter(|fact| fact.sections.first() == Some(&section));
    let edits = touched
        .map(|one| one.sentence.as_str())
        .chain(facts.map(|fact| fact.said.text.as_str()));
    let tokens: usize = edits.map(|text| EDIT + estimate_tokens(text)).sum();
    tokens.max(NO_CHANGE)
}
