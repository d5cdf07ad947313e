//! What a cycle would cost: its requests composed as they would be, one after the other, without sending any.
//!
//! The conversation grows with each section, so that what a section is sent depends on those before it; here it grows by what would be asked and an empty answer.
//! Replies are estimated from what there is to change. All is in tokens, until somebody tells the price.

use crate::pipeline::prompts::{PromptError, Prompts};
use crate::pipeline::{
    Budget, Composed, Context, ContextPassage, Price, Trace, Window, compose, dollars,
    estimate_tokens, expected_tokens, fit, shortened,
};
use crate::study::{
    Conversation, CycleKind, DocumentId, Event, Instruction, PassageId, Provenance, SectionId,
    Study, Usage, grouped,
};

use super::hunks::Cut;

/// Tokens that an edit takes beside its sentence: its header and its reason.
pub(super) const EDIT: usize = 30;
/// Of so many sentences of a section, one is taken to be changed.
const EDITED: usize = 2;

/// What asking about one section takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Costs {
    pub prompt: usize,
    /// As much of the prompt as was sent before in the same words, which servers with a cache charge less for.
    pub repeated: usize,
    pub reply: usize,
}

/// What a cycle takes, section by section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Forecast {
    pub sections: Vec<(SectionId, Costs)>,
}

/// What follows the writing: the critic reads the parts that the checker doubts, the judge reads all of them, and both read again what is revised. Each reads about
/// as much each time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Assessing {
    /// Tokens of one reading.
    pub call: usize,
    pub criticises: bool,
    pub judges: bool,
    /// Revise cycles that may follow, each of which may ask about all of these parts.
    pub revisions: usize,
    pub parts: usize,
    /// The parts in which the checker finds something to doubt already, or is likely to.
    pub doubted: Vec<SectionId>,
}

impl Assessing {
    /// What it is likely to take where these parts are written, and the text needs no revising.
    pub fn likely(&self, asks: impl Fn(SectionId) -> bool) -> usize {
        let doubted = self.doubted.iter().filter(|id| asks(**id)).count();
        self.call * (self.criticised(doubted) + usize::from(self.judges))
    }

    /// What it takes at most where so many parts are written.
    #[must_use]
    pub fn at_most(&self, parts: usize) -> usize {
        let judged = usize::from(self.judges);
        let revised = self.parts + self.criticised(self.parts) + judged;
        self.call * (self.criticised(parts) + judged + self.revisions * revised)
    }

    fn criticised(&self, parts: usize) -> usize {
        if self.criticises { parts } else { 0 }
    }

    /// What it is likely to take, such as `checking and judging it about 9,900 more`; nothing where it takes nothing.
    pub fn in_words(&self, asks: impl Fn(SectionId) -> bool) -> Option<String> {
        let likely = self.likely(&asks);
        let is_doubted = self.doubted.iter().any(|id| asks(*id));
        let what = match (self.criticises && is_doubted, self.judges) {
            (true, true) => "checking and judging it",
            (true, false) => "checking it",
            (false, _) => "judging it",
        };
        (likely > 0).then(|| format!("{what} about {} more", grouped(likely)))
    }
}

impl Costs {
    #[must_use]
    pub fn tokens(self) -> usize {
        self.prompt + self.reply
    }

    /// What it takes where the answer cannot be used: it is shown with the question when that is put once more.
    #[must_use]
    pub fn twice(self) -> usize {
        2 * self.tokens() + self.reply
    }

    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            prompt: self.prompt + other.prompt,
            repeated: self.repeated + other.repeated,
            reply: self.reply + other.reply,
        }
    }

    /// What that is likely to cost, such as `~$0.02`; what was sent before is taken for cached.
    #[must_use]
    pub fn priced(self, price: Price) -> String {
        let cost = price.cost(Usage {
            prompt_tokens: self.prompt as u64,
            cached_tokens: self.repeated as u64,
            completion_tokens: self.reply as u64,
            ..Usage::default()
        });
        format!("~{}", dollars(cost))
    }

    /// All of it, such as `about 2,300 tokens, ~$0.02: 2,100 to read, 1,900 of them sent before, and 200 to write; judging it about 3,000 more`.
    #[must_use]
    pub fn in_words(self, price: Option<Price>, assessing: Option<String>) -> String {
        let price = price.map(|price| format!(", {}", self.priced(price)));
        let before = match self.repeated {
            0 => String::new(),
            repeated => format!(", {} of them sent before", grouped(repeated)),
        };
        // What nobody can foresee is not said to be nothing.
        let reply = match self.reply {
            0 => String::new(),
            reply => format!(", and {} to write", grouped(reply)),
        };
        let assessing = assessing.map(|words| format!("; {words}"));
        format!(
            "about {} tokens{}: {} to read{before}{reply}{}",
            grouped(self.tokens()),
            price.unwrap_or_default(),
            grouped(self.prompt),
            assessing.unwrap_or_default()
        )
    }
}

impl Forecast {
    /// What the sections take that `asks` lets through.
    pub fn of(&self, asks: impl Fn(SectionId) -> bool) -> Costs {
        let asked = self.sections.iter().filter(|(section, _)| asks(*section));
        asked.fold(Costs::default(), |sum, (_, costs)| sum.and(*costs))
    }
}

/// What an instruction that is yet to be typed takes in these sections, with the passages that were found for each.
pub fn steering(
    study: &Study,
    found: &[(SectionId, Vec<ContextPassage>)],
    limits: (Option<Budget>, Window),
    prompts: &Prompts,
) -> Result<Forecast, PromptError> {
    let mut study = study.clone();
    study.apply(&Event::InstructionGiven {
        instruction: Instruction {
            sections: found.iter().map(|(section, _)| *section).collect(),
            text: String::new(),
            claim: None,
        },
    });
    cycle(&study, CycleKind::Steer, found, limits, prompts)
}

/// What a cycle of this kind takes in these sections, with the passages that were found for each.
pub fn cycle(
    study: &Study,
    kind: CycleKind,
    found: &[(SectionId, Vec<ContextPassage>)],
    limits: (Option<Budget>, Window),
    prompts: &Prompts,
) -> Result<Forecast, PromptError> {
    let mut study = study.clone();
    number(&mut study, found.iter().flat_map(|(_, found)| found));
    study.apply(&Event::CycleStarted {
        cycle: kind,
        sections: found.iter().map(|(section, _)| *section).collect(),
    });
    let reply = |section: SectionId| {
        let text = study.section(section).map(crate::study::Section::candidate);
        let text = text.unwrap_or_default();
        // A part that is still to be written is written whole.
        if text.is_empty() {
            let plan = study.framework.sections.get(section.0);
            return plan.map_or(0, |plan| expected_tokens(plan.words) as usize);
        }
        let edits = Cut::new(&text).sentences.len();
        (estimate_tokens(&text) + EDIT * edits) / EDITED
    };
    let asked: Vec<Asked> = found
        .iter()
        .map(|(section, passages)| Asked {
            section: *section,
            passages: passages.clone(),
            reply: reply(*section),
        })
        .collect();
    reckon(study, asked, limits, prompts)
}

/// A section that a cycle would ask about, with the passages that were found for it, and the tokens of the answer.
pub(super) struct Asked {
    pub section: SectionId,
    pub passages: Vec<ContextPassage>,
    pub reply: usize,
}

/// What the cycle that a study runs takes, where it asks for these one after the other.
pub(super) fn reckon(
    mut study: Study,
    asked: Vec<Asked>,
    (budget, window): (Option<Budget>, Window),
    prompts: &Prompts,
) -> Result<Forecast, PromptError> {
    let mut forecast = Forecast::default();
    for Asked {
        section,
        passages,
        reply,
    } in asked
    {
        let fresh = study.cycle.as_ref().map(|cycle| cycle.fresh.clone());
        let fresh = fresh.unwrap_or_default();
        let composed = |study: &Study, anew: bool| {
            let held = |id: PassageId| study.held(id).filter(|_| !anew);
            let short =
                |passage: &ContextPassage| shortened(study, None, &passage.passage, prompts, None);
            let fitted = fit(passages.clone(), &held, budget, &short);
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
        let mut sizes = request
            .messages
            .iter()
            .map(|message| estimate_tokens(&message.content));
        let last = sizes.next_back().unwrap_or_default();
        let before: usize = sizes.sum();
        let costs = Costs {
            prompt: before + last,
            repeated: match conversation {
                Conversation::GoesOn => before,
                Conversation::BeginsAnew | Conversation::Aside => 0,
            },
            reply,
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
                kept: None,
                usage: Usage::default(),
                duration_ms: 0,
                sent: Some(request.context.sent(conversation)),
            },
        });
    }
    Ok(forecast)
}

/// Sources get their numbers when they are first sent.
pub(super) fn number<'a>(study: &mut Study, found: impl Iterator<Item = &'a ContextPassage>) {
    let mut documents: Vec<DocumentId> = Vec::new();
    for chosen in found {
        let id = chosen.passage.document;
        if study.number_of(id).is_none() && !documents.contains(&id) {
            documents.push(id);
        }
    }
    study.apply(&Event::SourcesNumbered { documents });
}
