//! Composing a request: the step's context rendered into the next turn of the conversation.
//!
//! The conversation only grows at its end, so that a provider's prefix cache serves all that came before [M4]. When it would no longer fit the
//! model, or holds far more than a change needs, a new one is begun that restates what is needed.

use std::collections::BTreeMap;

use serde::Serialize;

use super::context::{Context, Form};
use super::edits;
use super::feedback;
use super::fence::fence;
use super::prompts::{PromptError, Prompts};
use super::request::{Message, Request, Role, WrittenSection};
use crate::study::{CycleKind, Instruction, Refused, Run, SectionId, Study};

/// Tokens a word of English costs, for `max_tokens` [W11].
const TOKENS_PER_WORD: f32 = 1.3;
/// Room over the target, so that a writer who runs a little long is reported rather than cut.
const LENGTH_MARGIN: f32 = 1.5;
/// Added in multi-source mode [R4].
const MULTI_SOURCE_TOKENS: u32 = 200;

/// What the composer has to know of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Tokens that prompt and reply may take together.
    pub tokens: usize,
}

/// What the templates of a section's turn can use.
#[derive(Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a condition of a template"
)]
struct Variables<'a> {
    question: &'a str,
    title: &'a str,
    purpose: &'a str,
    words: u32,
    evidence: &'a str,
    fence: &'a str,
    multi_source: bool,
    documents: usize,
    above: bool,
    shortened: bool,
    written: &'a [WrittenSection],
    current: &'a str,
    /// The same, a sentence a line, with numbers that edits name.
    sentences: &'a str,
    rejected: &'a [String],
    pinned: &'a [String],
    instructions: &'a [&'a str],
    /// What was found wrong, and what was decided before.
    feedback: &'a [String],
    decided: &'a [String],
    /// What was searched for, where that is why there is more evidence.
    searched: &'a [String],
    /// Whether any of the evidence is new to the brief.
    news: bool,
    /// Sources of this part that are no longer there, as `[2] Title`.
    withdrawn: &'a [String],
}

/// A request, and whether it begins a new conversation. A context that refers to what stands further up makes no sense there: it has to be fitted
/// anew, with nothing held.
#[derive(Debug, Clone, PartialEq)]
pub struct Composed {
    pub request: Request,
    pub restarts: bool,
}

/// The request for `section` in the running cycle, or `None` where the study runs none.
#[expect(
    clippy::too_many_lines,
    reason = "one table of what the templates can use"
)]
pub fn compose(
    study: &Study,
    section: SectionId,
    context: Context,
    window: Window,
    prompts: &Prompts,
) -> Result<Option<Composed>, PromptError> {
    let (Some(cycle), Some(plan), Some(known)) = (
        &study.cycle,
        study.framework.sections.get(section.0),
        study.section(section),
    ) else {
        return Ok(None);
    };
    let accepted = known.is_written().then(|| known.accepted());
    let (template, proposed) = match cycle.kind {
        _ if accepted.is_none() => ("write", false),
        CycleKind::Update | CycleKind::FollowUp => ("update", true),
        CycleKind::Steer => ("steer", true),
        CycleKind::Refine | CycleKind::Revise => ("revise", true),
        CycleKind::Another | CycleKind::Draft | CycleKind::Complete => ("another", false),
    };
    // What is proposed and not decided yet is gone on from: nothing of it is lost.
    let current = if proposed {
        Some(known.candidate())
    } else {
        accepted.clone()
    };
    let sentences = current.as_deref().map_or_else(String::new, edits::numbered);
    let max_tokens = max_tokens(plan.words, context.is_multi_source());
    let written = written(study, section, cycle.kind);
    let rejected: Vec<String> = known.rejected.iter().map(Refused::in_words).collect();
    let instructions: Vec<Instruction> = study.instructions_for(section).cloned().collect();
    let told: Vec<&str> = instructions
        .iter()
        .map(|instruction| instruction.text.as_str())
        .collect();
    let feedback = feedback::feedback(study, section, cycle.kind);
    let decided = feedback::decided(study, cycle.kind);
    let searched: Vec<String> = match cycle.kind {
        CycleKind::FollowUp => study
            .run
            .iter()
            .filter_map(Run::decided)
            .flat_map(|decision| decision.queries.clone())
            .collect(),
        _ => Vec::new(),
    };
    let withdrawn: Vec<String> = study
        .withdrawn_in(section)
        .into_iter()
        .map(|(number, document)| format!("[{number}] {}", document.title))
        .collect();
    let evidence = context.render();
    let fence = fence(&evidence);
    let turn = |restated: &[WrittenSection]| {
        let variables = Variables {
            question: &study.question,
            title: &plan.title,
            purpose: &plan.purpose,
            words: plan.words,
            evidence: &evidence,
            fence: &fence,
            multi_source: context.is_multi_source(),
            documents: context.sources(),
            above: context.refers_back(),
            shortened: context
                .passages()
                .any(|chosen| matches!(chosen.form, Form::Compressed(_))),
            written: restated,
            current: current.as_deref().unwrap_or_default(),
            sentences: &sentences,
            rejected: &rejected,
            pinned: &known.pinned,
            instructions: &told,
            feedback: &feedback,
            decided: &decided,
            searched: &searched,
            news: context.documents.iter().any(|document| document.fresh),
            withdrawn: &withdrawn,
        };
        prompts.render(template, &variables)
    };
    let system = system(study, prompts)?;
    let mut messages = vec![system.clone()];
    messages.extend(spoken(study));
    messages.push(Message {
        role: Role::User,
        content: turn(&[])?,
    });
    let fits = tokens(&messages) + max_tokens as usize <= window.tokens;
    let alone = vec![
        system,
        Message {
            role: Role::User,
            content: turn(&written)?,
        },
    ];
    let leaves = stands_alone(cycle.kind) && tokens(&messages) > 2 * tokens(&alone);
    let restarts = study.conversation.is_empty() || !fits || leaves;
    if restarts {
        messages = alone;
    }
    let request = Request {
        cycle: cycle.kind,
        section,
        plan: plan.clone(),
        question: study.question.clone(),
        context,
        written,
        current,
        accepted,
        rejected: known.rejected.clone(),
        pinned: known.pinned.clone(),
        instructions,
        edits: matches!(template, "update" | "steer" | "revise"),
        prompt: prompts.reference(template),
        messages,
        max_tokens,
    };
    Ok(Some(Composed { request, restarts }))
}

pub(super) fn system(study: &Study, prompts: &Prompts) -> Result<Message, PromptError> {
    let sections: Vec<&str> = study
        .framework
        .sections
        .iter()
        .map(|plan| plan.title.as_str())
        .collect();
    Ok(Message {
        role: Role::System,
        content: prompts.render("system", &BTreeMap::from([("sections", sections)]))?,
    })
}

/// Whether a cycle's turn says all that it needs by itself: the sentences, and the evidence that they are to be laid against. A conversation that holds
/// far more than that would be sent again for nothing, so a new one is begun [W3].
fn stands_alone(cycle: CycleKind) -> bool {
    match cycle {
        CycleKind::Update | CycleKind::Steer | CycleKind::FollowUp => true,
        CycleKind::Draft
        | CycleKind::Another
        | CycleKind::Complete
        | CycleKind::Refine
        | CycleKind::Revise => false,
    }
}

fn tokens(messages: &[Message]) -> usize {
    let each = messages
        .iter()
        .map(|message| estimate_tokens(&message.content));
    each.sum()
}

/// The turns of the conversation so far.
pub(super) fn spoken(study: &Study) -> impl Iterator<Item = Message> {
    study.conversation.iter().flat_map(|past| {
        let said = |role, content: &String| Message {
            role,
            content: content.clone(),
        };
        [
            said(Role::User, &past.asked),
            said(Role::Assistant, &past.replied),
        ]
    })
}

/// Tokens of a text, estimated: four characters each, and one for each CJK character.
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    let wide = text.chars().filter(|c| matches!(*c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}')).count();
    let others = text.chars().count() - wide;
    wide + others.div_ceil(4)
}

fn max_tokens(words: u32, multi_source: bool) -> u32 {
    let tokens = (words as f32 * TOKENS_PER_WORD * LENGTH_MARGIN).ceil() as u32;
    tokens + if multi_source { MULTI_SOURCE_TOKENS } else { 0 }
}

/// A draft sees the sections before it; a later cycle sees all the others.
fn written(study: &Study, section: SectionId, cycle: CycleKind) -> Vec<WrittenSection> {
    let parts = study
        .sections
        .iter()
        .zip(&study.framework.sections)
        .enumerate();
    parts
        .filter(|(at, (part, _))| {
            part.is_written() && *at != section.0 && (cycle != CycleKind::Draft || *at < section.0)
        })
        .map(|(at, (part, plan))| WrittenSection {
            section: SectionId(at),
            title: plan.title.clone(),
            text: part.candidate(),
        })
        .collect()
}
