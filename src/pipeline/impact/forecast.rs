//! What an update would cost: its requests composed as they would be, one after the other, without sending any.
//!
//! The conversation grows with each section, so that what a section is sent depends on those before it; here it grows by what would be asked and an empty answer.
//! Replies are estimated from what there is to change. All is in tokens; what they cost is not known here.

use super::Impact;
use crate::pipeline::prompts::{PromptError, Prompts};
use crate::pipeline::{
    Budget, Composed, Context, ContextPassage, Trace, Window, compose, estimate_tokens, fit,
    shortened,
};
use crate::study::{
    Conversation, CycleKind, DocumentId, Event, PassageId, Provenance, SectionId, Study, Usage,
};

/// Tokens that an edit takes beside its sentence: its header and its reason.
const EDIT: usize = 30;
/// Tokens of an answer that changes nothing.
const NO_CHANGE: usize = 4;

/// What asking about one section takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Costs {
    pub prompt: usize,
    /// As much of the prompt as was sent before in the same words, which servers with a cache charge less for.
    pub repeated: usize,
    pub reply: usize,
}

/// What an update takes, section by section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Forecast {
    pub sections: Vec<(SectionId, Costs)>,
}

impl Costs {
    #[must_use]
    pub fn tokens(self) -> usize {
        self.prompt + self.reply
    }

    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            prompt: self.prompt + other.prompt,
            repeated: self.repeated + other.repeated,
            reply: self.reply + other.reply,
        }
    }
}

impl Forecast {
    /// What the sections take that `asks` lets through.
    pub fn of(&self, asks: impl Fn(SectionId) -> bool) -> Costs {
        let asked = self.sections.iter().filter(|(section, _)| asks(*section));
        asked.fold(Costs::default(), |sum, (_, costs)| sum.and(*costs))
    }
}

/// What an update of the impact's sections would take with these passages, found for it and best first.
pub fn forecast(
    study: &Study,
    impact: &Impact,
    found: &[ContextPassage],
    (budget, window): (Option<Budget>, Window),
    prompts: &Prompts,
) -> Result<Forecast, PromptError> {
    let mut study = study.clone();
    number(&mut study, found);
    study.apply(&Event::CycleStarted {
        cycle: CycleKind::Update,
        sections: impact.sections.clone(),
    });
    let mut forecast = Forecast::default();
    for &section in &impact.sections {
        let fresh = study.cycle.as_ref().map(|cycle| cycle.fresh.clone());
        let fresh = fresh.unwrap_or_default();
        let wanted = impact.passages_for(section);
        let is_wanted = |chosen: &&ContextPassage| {
            let passage = &chosen.passage;
            let is_news = impact.documents.contains(&passage.document);
            !is_news
                || wanted
                    .as_ref()
                    .is_none_or(|wanted| wanted.contains(&passage.id))
        };
        let found: Vec<ContextPassage> = found.iter().filter(is_wanted).cloned().collect();
        let composed = |study: &Study, anew: bool| {
            let held = |id: PassageId| study.held(id).filter(|_| !anew);
            let short =
                |passage: &ContextPassage| shortened(study, None, &passage.passage, prompts, None);
            let fitted = fit(found.clone(), &held, budget, &short);
            let context = Context::shape(study, &fresh, fitted.passages, Trace::default());
            compose(study, section, context, window, prompts)
        };
        let mut asked = composed(&study, false)?;
        if asked.as_ref().is_some_and(Composed::has_lost_evidence) {
            asked = composed(&study, true)?;
        }
        let Some(Composed {
            request,
            conversation,
        }) = asked
        else {
            continue;
        };
        let tokens = |content: &String| estimate_tokens(content);
        let mut sizes = request
            .messages
            .iter()
            .map(|message| tokens(&message.content));
        let last = sizes.next_back().unwrap_or_default();
        let before: usize = sizes.sum();
        let costs = Costs {
            prompt: before + last,
            repeated: match conversation {
                Conversation::GoesOn => before,
                Conversation::BeginsAnew | Conversation::Aside => 0,
            },
            reply: reply(impact, section),
        };
        forecast.sections.push((section, costs));
        let asked = request
            .messages
            .last()
            .map(|message| message.content.clone());
        study.apply(&Event::RevisionUnneeded {
            section,
            missed: vec![],
            provenance: Provenance {
                writer: study.writer.clone(),
                prompt: request.prompt.clone(),
                passages: Vec::new(),
                multi_source: request.context.is_multi_source(),
                asked: asked.unwrap_or_default(),
                replied: "x".repeat(4 * costs.reply),
                usage: Usage::default(),
                duration_ms: 0,
                sent: Some(request.context.sent(conversation)),
            },
        });
    }
    Ok(forecast)
}

/// Sources get their numbers when they are first sent.
fn number(study: &mut Study, found: &[ContextPassage]) {
    let mut documents: Vec<DocumentId> = Vec::new();
    for chosen in found {
        let id = chosen.passage.document;
        if study.number_of(id).is_none() && !documents.contains(&id) {
            documents.push(id);
        }
    }
    study.apply(&Event::SourcesNumbered { documents });
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
