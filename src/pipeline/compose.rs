//! Composing a request: the step's context rendered into the next turn of the conversation.
//!
//! The conversation only grows at its end, so that a provider's prefix cache serves all that came before [M4]. When it would no longer fit the
//! model, a new one is begun that restates what is needed; where it holds far more than a change needs, that is asked aside.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use super::brief::{Brief, first_number, is_shown_in};
use super::context::{Context, Form, opening};
use super::edits;
use super::estimate::{estimate_tokens, tokens_of};
use super::feedback;
use super::fence::fence;
use super::hunks::Cut;
use super::overlooked::figures;
use super::prompts::{PromptError, Prompts};
use super::request::{Message, Otherwise, Request, Role, WrittenSection};
use crate::check::is_overtaken_in_part;
use crate::study::{
    BY_NEW_EVIDENCE, Conversation, CycleKind, Document, Instruction, NewsNote, Reading, Refused,
    Run, Section, SectionId, SectionPlan, Study, Turn, citation, date_in_words,
};

/// Tokens a word of English costs, for `max_tokens` [W11].
const TOKENS_PER_WORD: f32 = 1.3;
/// Room over the target, so that a writer who runs a little long is reported rather than cut.
const LENGTH_MARGIN: f32 = 1.5;
/// Added in multi-source mode [R4].
const MULTI_SOURCE_TOKENS: u32 = 200;

/// Sentences of other parts that are told; more would cost more than they save.
const ELSEWHERE: usize = 8;

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
    /// The whole brief, where its numbers are gone by and it does not stand above.
    text: &'a str,
    /// Another numbered brief stands above.
    anew: bool,
    /// The current text, a sentence a line, with numbers that edits name; empty where those of the brief are meant.
    sentences: &'a str,
    /// The numbers of its first and last sentence.
    first: usize,
    last: usize,
    /// How edits are written stands further up already, and how many sources are brought together.
    form_known: bool,
    mode_known: bool,
    rejected: &'a [String],
    /// What was refused before, and may be made again where the instruction asks for it.
    overruled: &'a [String],
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
    /// What sentences that rest on these took the place of, where its own sources are still there.
    restored: &'a [String],
    /// What the new evidence was found to do to this part.
    weighed: &'a [String],
    /// What other parts take up of the new evidence.
    elsewhere: &'a [String],
}

/// A request and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Composed {
    pub request: Request,
    pub conversation: Conversation,
}

impl Composed {
    /// The tokens that prompt and reply may take together.
    #[must_use]
    pub fn tokens(&self) -> usize {
        tokens_of(&self.request.messages) + self.request.max_tokens as usize
    }

    /// Whether it refers to what stands further up although nothing does: its context has to be fitted anew, with nothing held.
    #[must_use]
    pub fn has_lost_evidence(&self) -> bool {
        self.conversation != Conversation::GoesOn && self.request.context.refers_back()
    }
}

/// The request for `section` in the running cycle, or `None` where the study runs none.
pub fn compose(
    study: &Study,
    section: SectionId,
    context: Context,
    window: Window,
    prompts: &Prompts,
) -> Result<Option<Composed>, PromptError> {
    let Some(assigned) = Assignment::of(study, section, context) else {
        return Ok(None);
    };
    let user = |content: String| Message {
        role: Role::User,
        content,
    };
    let system = system(study, prompts)?;
    let carried: Vec<Message> = std::iter::once(system.clone())
        .chain(spoken(study))
        .collect();
    let (grown, first_grown) = assigned.turn(&[], &study.conversation, prompts)?;
    let (whole, first_alone) = assigned.turn(&assigned.written, &[], prompts)?;
    let alone = vec![system, user(whole)];
    let above = assigned.context.above();
    let sizes = Sizes {
        carried: tokens_of(&carried),
        turn: estimate_tokens(&grown),
        alone: tokens_of(&alone)
            + above
                .map(|passage| estimate_tokens(&passage.text))
                .sum::<usize>(),
    };
    let fits = sizes.carried + sizes.turn + assigned.max_tokens() as usize <= window.tokens;
    let conversation = if study.conversation.is_empty() || !fits {
        Conversation::BeginsAnew
    } else if sizes.make_an_aside(assigned.cycle) {
        Conversation::Aside
    } else {
        Conversation::GoesOn
    };
    let (messages, first_sentence) = if conversation == Conversation::GoesOn {
        let mut messages = carried;
        messages.push(user(grown));
        (messages, first_grown)
    } else {
        (alone, first_alone)
    };
    Ok(Some(Composed {
        request: assigned.request(messages, first_sentence, prompts),
        conversation,
    }))
}

/// What the writer of a section is asked, however the turn is put.
struct Assignment<'a> {
    study: &'a Study,
    section: SectionId,
    cycle: CycleKind,
    plan: &'a SectionPlan,
    known: &'a Section,
    context: Context,
    /// The context as the turn shows it.
    evidence: String,
    /// The prompt that asks.
    template: &'static str,
    accepted: Option<String>,
    current: Option<String>,
    written: Vec<WrittenSection>,
    instructions: Vec<Instruction>,
    /// Sources of the section that are no longer there, by number and title.
    withdrawn: Vec<(u32, String)>,
}

impl<'a> Assignment<'a> {
    /// `None` where no cycle runs, or the study has no such section.
    fn of(study: &'a Study, section: SectionId, context: Context) -> Option<Self> {
        let cycle = study.cycle.as_ref()?.kind;
        let plan = study.framework.sections.get(section.0)?;
        let known = study.section(section)?;
        let accepted = known.is_written().then(|| known.accepted());
        // What is proposed and not decided yet is gone on from: nothing of it is lost.
        let proposed = || Some(known.candidate());
        let (template, current) = match cycle {
            _ if accepted.is_none() => ("write", None),
            CycleKind::Update | CycleKind::FollowUp => ("update", proposed()),
            CycleKind::Steer => ("steer", proposed()),
            CycleKind::Refine | CycleKind::Revise => ("revise", proposed()),
            CycleKind::Another | CycleKind::Draft | CycleKind::Complete => {
                ("another", accepted.clone())
            }
        };
        let withdrawn = study.withdrawn_in(section).into_iter();
        Some(Self {
            study,
            section,
            cycle,
            plan,
            known,
            evidence: context.render(),
            context,
            template,
            accepted,
            current,
            written: written(study, section, cycle),
            instructions: study.instructions_for(section).cloned().collect(),
            withdrawn: withdrawn
                .map(|(number, document)| (number, document.title.clone()))
                .collect(),
        })
    }

    fn max_tokens(&self) -> u32 {
        max_tokens(self.plan.words, self.context.is_multi_source())
    }

    /// The turn in words, behind these turns, with the other sections that it restates; and the number that the section's first sentence is shown with.
    fn turn(
        &self,
        restated: &[WrittenSection],
        before: &[Turn],
        prompts: &Prompts,
    ) -> Result<(String, usize), PromptError> {
        let study = self.study;
        let current = self.current.as_deref();
        let shown = Shown::of(study, self.section, self.template, current, before);
        let faults = feedback::feedback(study, self.section, self.cycle, shown.first);
        let (rejected, overruled) = self.refused();
        let told = self.instructions.iter();
        let withdrawn = self.withdrawn.iter();
        let variables = Variables {
            question: &study.question,
            title: &self.plan.title,
            purpose: &self.plan.purpose,
            words: self.plan.words,
            evidence: &self.evidence,
            fence: &fence(&format!("{}{}", self.evidence, shown.brief)),
            multi_source: self.context.is_multi_source(),
            documents: self.context.sources(),
            above: self.context.refers_back(),
            shortened: self
                .context
                .passages()
                .any(|chosen| matches!(chosen.form, Form::Compressed(_))),
            written: restated,
            current: current.unwrap_or_default(),
            text: &shown.brief,
            anew: is_shown_in(study, before),
            sentences: &shown.sentences,
            first: shown.first,
            last: shown.last,
            form_known: before.iter().any(|turn| takes_edits(&turn.prompt)),
            mode_known: before.iter().any(|turn| turn.multi_source),
            rejected: &rejected,
            overruled: &overruled,
            pinned: &self.known.pinned,
            instructions: &told.map(|one| one.text.as_str()).collect::<Vec<_>>(),
            feedback: &faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
            decided: &feedback::decided(study, self.cycle),
            searched: &self.searched(),
            news: self.context.documents.iter().any(|document| document.fresh),
            withdrawn: &withdrawn
                .map(|(number, title)| format!("[{number}] {title}"))
                .collect::<Vec<_>>(),
            restored: &feedback::restored(study, self.section),
            weighed: &self.weighed(shown.first),
            elsewhere: &elsewhere(study, self.cycle, &self.context, &self.written),
        };
        Ok((prompts.render(self.template, &variables)?, shown.first))
    }

    /// What was refused before, and what of that may be made again: all, where it is asked for by hand.
    fn refused(&self) -> (Vec<String>, Vec<String>) {
        let refused = self.study.changes_refused_for(self.section);
        let refused: Vec<String> = refused.map(Refused::in_words).collect();
        if self.cycle == CycleKind::Steer {
            (Vec::new(), refused)
        } else {
            (refused, Vec::new())
        }
    }

    /// What was searched for, where this follows a search.
    fn searched(&self) -> Vec<String> {
        if self.cycle != CycleKind::FollowUp {
            return Vec::new();
        }
        let decided = self.study.run.iter().filter_map(Run::decided);
        decided
            .flat_map(|decision| decision.queries.clone())
            .collect()
    }

    /// What the new evidence was found to do to this section, whose first sentence is shown with this number.
    fn weighed(&self, first: usize) -> Vec<String> {
        if !brings_news(self.cycle) {
            return Vec::new();
        }
        let cut = Cut::new(self.current.as_deref().unwrap_or_default());
        let number = |sentence: &str| {
            let mut sentences = cut.sentences.iter();
            let is_this = |span: &Range<usize>| {
                let known = cut.text.get(span.clone()).map(str::trim);
                known == Some(sentence.trim())
            };
            sentences.position(is_this).map(|at| first + at)
        };
        // What stands whole in the evidence above is known by its first words.
        let quote = |said: &str| {
            if self.evidence.contains(said.trim()) {
                format!("{}…", opening(said))
            } else {
                said.to_owned()
            }
        };
        self.study.news_for(self.section, &number, &quote)
    }

    /// The request with these messages, in which the section's first sentence is shown with this number.
    fn request(self, messages: Vec<Message>, first_sentence: usize, prompts: &Prompts) -> Request {
        let (study, section, cycle) = (self.study, self.section, self.cycle);
        let plans = study.framework.sections.iter();
        Request {
            max_tokens: self.max_tokens(),
            cycle,
            section,
            plan: self.plan.clone(),
            roles: plans.map(|one| one.role).collect(),
            question: study.question.clone(),
            context: self.context,
            written: self.written,
            current: self.current,
            first_sentence,
            accepted: self.accepted,
            rejected: study.changes_refused_for(section).cloned().collect(),
            fallen: study.fallen_in(section).into_iter().cloned().collect(),
            replaced: study.replaced_in(section),
            pinned: self.known.pinned.clone(),
            withdrawn: self.withdrawn.iter().map(|(number, _)| *number).collect(),
            otherwise: otherwise(study, cycle),
            faults: feedback::feedback(study, section, cycle, first_sentence),
            facts: facts(study, cycle),
            instructions: self.instructions,
            edits: takes_edits(self.template),
            prompt: prompts.reference(self.template),
            messages,
        }
    }
}

/// Sentences that other parts are to get from the evidence that is new here: whoever knows of them does not say the same once more.
fn elsewhere(
    study: &Study,
    cycle: CycleKind,
    context: &Context,
    written: &[WrittenSection],
) -> Vec<String> {
    if !brings_news(cycle) {
        return Vec::new();
    }
    let documents = context.documents.iter();
    let fresh: Vec<u32> = documents
        .filter(|document| document.fresh)
        .map(|document| document.number)
        .collect();
    let mut elsewhere = Vec::new();
    for part in written {
        let accepted = study.section(part.section).map(Section::accepted);
        let accepted = accepted.unwrap_or_default();
        let cut = Cut::new(&part.text);
        let new = (0..cut.sentences.len())
            .map(|at| cut.sentence(at).trim())
            .filter(|sentence| !accepted.contains(sentence))
            .filter(|sentence| {
                let mut cited = citation::numbers(sentence).into_iter();
                cited.any(|number| fresh.contains(&number))
            });
        elsewhere.extend(new.map(str::to_owned));
    }
    elsewhere.truncate(ELSEWHERE);
    elsewhere
}

/// Whether a cycle is about evidence that was found or added since.
fn brings_news(cycle: CycleKind) -> bool {
    matches!(cycle, CycleKind::Update | CycleKind::FollowUp)
}

fn otherwise(study: &Study, cycle: CycleKind) -> Vec<Otherwise> {
    if !brings_news(cycle) {
        return Vec::new();
    }
    let notes = study.weighed.iter().filter(|note| note.differs);
    notes
        .filter_map(|note| {
            Some(Otherwise {
                section: *note.sections.first()?,
                sentence: note.sentence.clone()?,
                said: note.said.clone()?,
                disputed: note.disputed,
                gives_way: note.gives_way,
                number: note.source.and_then(|source| study.number_of(source)),
                why: why(study, note).unwrap_or_default(),
            })
        })
        .collect()
}

/// The new facts, whatever section they fit.
fn facts(study: &Study, cycle: CycleKind) -> Vec<String> {
    let notes = study.weighed.iter();
    let facts = notes.filter(|note| cycle == CycleKind::Update && note.sentence.is_none());
    facts.filter_map(|note| note.said.clone()).collect()
}

/// The figures of a sentence that is put right which the new one does not have, where it names the value that it replaces.
fn figures_lost(note: &NewsNote) -> Vec<String> {
    let bare = citation::without_citations(note.sentence.as_deref().unwrap_or_default());
    let said = figures(note.said.as_deref().unwrap_or_default());
    let mut lost = figures(&bare);
    let all = lost.len();
    lost.retain(|figure| !said.contains(figure));
    if lost.len() == all {
        lost.clear();
    }
    lost
}

/// What became of a sentence and by whom: `put right by [5] Grid company letter of 12 August 2025; it stood by [4] Port authority of 10 March 2025`.
fn why(study: &Study, note: &NewsNote) -> Option<String> {
    let named = |number: Option<u32>, document: &Document| {
        let number = citation::lead(number);
        let date = document.date.as_deref().and_then(date_in_words);
        let date = date.filter(|date| !document.title.contains(date));
        let date = date.map_or_else(String::new, |date| format!(" of {date}"));
        format!("{number}{}{date}", document.title)
    };
    let source = note.source?;
    let new = named(study.number_of(source), study.document(source)?);
    let sentence = note.sentence.as_deref()?;
    let old: Vec<String> = citation::numbers(sentence)
        .into_iter()
        .filter(|number| study.number_of(source) != Some(*number))
        .filter_map(|number| Some(named(Some(number), study.numbered(number)?)))
        .collect();
    let old = old.join(" and ");
    let Some(what) = note.what.strip_suffix(BY_NEW_EVIDENCE) else {
        let what = if note.disputed {
            "says otherwise than"
        } else {
            "speaks of the same as"
        };
        return Some(if old.is_empty() {
            format!("new evidence, {new}")
        } else {
            format!("{new}, {what} {old}")
        });
    };
    let stood = if old.is_empty() {
        String::new()
    } else {
        format!("; what stood is from {old}")
    };
    let more = figures_lost(note);
    let is_in_part = note
        .said
        .as_deref()
        .is_some_and(|said| is_overtaken_in_part(&citation::without_citations(sentence), said));
    let lost = match (more.join(" and "), is_in_part) {
        (more, _) if more.is_empty() => String::new(),
        (more, true) => format!("; what it says of {more} may still hold"),
        (more, false) => format!("; with it goes what it says of {more}"),
    };
    Some(format!("{what} by {new}{stood}{lost}"))
}

/// How a turn shows the text that it is about.
struct Shown {
    /// The whole brief, where the turn shows that.
    brief: String,
    /// The section's own sentences, numbered by themselves, where neither this turn nor one before it shows the brief.
    sentences: String,
    first: usize,
    last: usize,
}

impl Shown {
    /// For a section that reads `current`, after these turns.
    fn of(
        study: &Study,
        section: SectionId,
        template: &str,
        current: Option<&str>,
        before: &[Turn],
    ) -> Self {
        let text = current.unwrap_or_default();
        let count = Cut::new(text).sentences.len();
        let from = |first: usize, brief: String| Self {
            brief,
            sentences: String::new(),
            first,
            last: (first + count).saturating_sub(1),
        };
        // What was found wrong in a brief is mended by the numbers that all were shown who looked at it.
        if template == "revise" && !before.is_empty() {
            if let Some(first) = first_number(study, before, section) {
                return from(first, String::new());
            }
            let brief = Brief::of(study, &study.texts(Reading::Candidate));
            if let Some(first) = brief.first_of(section) {
                return from(first, brief.text);
            }
        }
        Self {
            sentences: edits::numbered(text),
            ..from(1, String::new())
        }
    }
}

/// Whether a prompt asks for edits to the sentences that there are.
fn takes_edits(prompt: &str) -> bool {
    matches!(prompt, "update" | "steer" | "revise")
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

/// Tokens of a turn at the end of the conversation, of the conversation before it, and of the same turn by itself.
struct Sizes {
    carried: usize,
    turn: usize,
    alone: usize,
}

impl Sizes {
    /// Whether the turn is better put by itself: some say all that they need, the sentences and the evidence that they are to be laid against, and the rest
    /// would be sent again for nothing.
    fn make_an_aside(&self, cycle: CycleKind) -> bool {
        /// A repeated prefix costs a quarter of what is new, or less, where the server has a cache.
        const CACHED: usize = 4;
        match cycle {
            // An update has to cost less than writing again, whatever a cache holds [W3].
            CycleKind::Update | CycleKind::FollowUp => {
                4 * (self.carried + self.turn) > 5 * self.alone
            }
            CycleKind::Steer => self.carried / CACHED + self.turn > self.alone,
            CycleKind::Draft
            | CycleKind::Another
            | CycleKind::Complete
            | CycleKind::Refine
            | CycleKind::Revise => false,
        }
    }
}

/// The turns of the conversation so far.
pub(super) fn spoken(study: &Study) -> impl Iterator<Item = Message> {
    said(&study.conversation)
}

/// What was asked and answered in these turns.
pub(super) fn said(turns: &[Turn]) -> impl Iterator<Item = Message> {
    turns.iter().flat_map(|past| {
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
