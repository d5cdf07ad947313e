//! One step in full: what it was sent, what came back, and what it took.
//!
//! The turn is shown as it was sent, without what stood before it in the conversation, which the steps before it show.

use std::cell::Cell;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::searched::plain;
use super::trace::{WIDTH, name, seconds};
use super::{Layer, Reaction, Surroundings, draw_keys, movement, put_page, window};
use crate::study::{CallUnderWay, Event, Sent, StepRecord, counted};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Canvas, Piece, flow, hanging};
use crate::tui::panes::footer::Hint;
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// A step, with the texts that the journal holds of it.
#[derive(Debug)]
pub struct Step {
    record: StepRecord,
    time: String,
    asked: String,
    replied: String,
    /// What the model thought before it answered: it stands after all that counts.
    thought: String,
    sent: Option<Sent>,
    top: Cell<usize>,
}

impl Step {
    /// A step that ended with `event`; `after` is the event that follows it, where there is one.
    pub(super) fn new(
        record: StepRecord,
        event: &Event,
        after: Option<&Event>,
        time: String,
    ) -> Self {
        let (asked, replied, sent) = texts(event);
        Self {
            record,
            time,
            asked,
            replied,
            thought: match after {
                Some(Event::ReasoningKept { text }) => text.clone(),
                _ => String::new(),
            },
            sent,
            top: Cell::default(),
        }
    }

    /// A step that has not ended.
    pub(super) fn under_way(record: StepRecord, call: &CallUnderWay, time: String) -> Self {
        Self {
            record,
            time,
            asked: call.asked.clone(),
            replied: String::new(),
            thought: String::new(),
            sent: call.sent.clone(),
            top: Cell::default(),
        }
    }

    fn rows(&self, theme: &Theme, width: usize) -> Vec<Line<'static>> {
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let mut rows = self.facts(theme, width);
        let mut part = |title: &str, text: &str, role: Role| {
            if text.trim().is_empty() {
                return;
            }
            rows.push(Line::default());
            rows.extend(flow(
                &[(title.to_owned(), theme.style(Role::Heading))],
                width,
            ));
            rows.extend(flow(
                &[(text.trim().to_owned(), theme.style(role))],
                width.min(PROSE),
            ));
        };
        part("Asked", &self.asked, Role::Text);
        if let Some(sent) = &self.sent {
            part("Context", &context(sent), Role::Dim);
        }
        part("Replied", &self.replied, Role::Text);
        part("Thought before", &self.thought, Role::Dim);
        rows
    }

    /// What is known of the step besides its texts.
    fn facts(&self, theme: &Theme, width: u16) -> Vec<Line<'static>> {
        let step = &self.record;
        let usage = step.usage;
        let mut facts: Vec<(&str, String)> = Vec::new();
        let outcome = step.outcome.name();
        let outcome = match step.why.as_str() {
            // The window stays as it is when the call ends.
            _ if step.is_running() => format!("{outcome} when this was opened"),
            "" => outcome.to_owned(),
            why => format!("{outcome}: {}", text::one_line(why)),
        };
        facts.push(("outcome", outcome));
        if !step.because.is_empty() {
            facts.push(("because", text::one_line(&step.because)));
        }
        if !step.writer.is_empty() {
            facts.push(("by", text::one_line(&step.writer)));
        }
        if let Some(prompt) = &step.prompt {
            let hash = text::one_line(&prompt.hash);
            let said = format!(
                "{} version {}, {hash}",
                text::one_line(&prompt.id),
                prompt.version
            );
            facts.push(("prompt", said));
        }
        if step.retry > 0 {
            facts.push(("attempt", (step.retry + 1).to_string()));
        }
        if usage.prompt_tokens + usage.completion_tokens > 0 {
            let about = if usage.estimated { ", estimated" } else { "" };
            let thought = match usage.reasoning_tokens {
                0 => String::new(),
                thought => format!(" ({thought} of them reasoning)"),
            };
            facts.push((
                "tokens",
                format!(
                    "{} in ({} of them cached), {} out{thought}{about}",
                    usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens
                ),
            ));
        }
        if step.duration_ms > 0 {
            facts.push(("time", seconds(step.duration_ms)));
        }
        let answer = counted(step.answer_characters, "character");
        let answer = match step.citations {
            0 => answer,
            citations => format!("{answer}, {}", counted(citations, "citation")),
        };
        if !step.is_running() {
            facts.push(("answer", answer));
        }
        let lines = facts.into_iter().flat_map(|(label, said)| {
            let lead: Piece = (format!("{label:<9}"), theme.style(Role::Dim));
            hanging(lead, &[(said, theme.style(Role::Text))], width)
        });
        lines.collect()
    }
}

impl Layer for Step {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        self.read(&key, Some(Action::OpenPassage), around)
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let name = name(&self.record);
        let title = if self.record.is_running() {
            format!("As it was running: {name}")
        } else {
            format!("Step {}: {name}", self.record.seq)
        };
        // As wide as the list that it lies on, of which nothing then sticks out.
        let size = (WIDTH, screen.height.saturating_sub(4));
        let (area, keys) = window((&title, &self.time), size, screen, canvas);
        let rows = self.rows(canvas.theme, usize::from(area.width));
        let top = put_page(&rows, self.top.get(), area, canvas);
        let mut hints: Vec<Hint<'_>> = movement(top, usize::from(area.height), rows.len())
            .into_iter()
            .collect();
        if top + usize::from(area.height) < rows.len() {
            hints.extend([(Action::PageDown, "page"), (Action::Bottom, "end")]);
        }
        draw_keys(Scope::Window, (&hints, "back"), keys, canvas);
        area
    }

    fn top(&self) -> Option<&Cell<usize>> {
        Some(&self.top)
    }

    fn said(&self, around: Surroundings<'_>) -> Vec<String> {
        plain(&self.rows(around.theme, around.page.0))
    }
}

/// What was asked and answered, as the event keeps it.
#[must_use]
pub fn texts(event: &Event) -> (String, String, Option<Sent>) {
    match event {
        Event::SectionWritten { provenance, .. }
        | Event::RevisionProposed { provenance, .. }
        | Event::RevisionUnneeded { provenance, .. }
        | Event::AskedAgain { provenance, .. } => (
            provenance.asked.clone(),
            provenance.replied.clone(),
            provenance.sent.clone(),
        ),
        Event::StepHalted { partial, .. } => {
            let replied = match partial.replied.as_str() {
                "" => partial.text.as_str(),
                raw => raw,
            };
            (partial.asked.clone(), replied.to_owned(), None)
        }
        Event::PassageCompressed { compression } => {
            let said = compression.text.clone().unwrap_or_default();
            (format!("passage {}", compression.passage), said, None)
        }
        Event::SectionCritiqued { critique, .. } => {
            let answer = &critique.answer;
            // Older journals keep of what a critic was asked only the claims.
            let asked = match answer.asked.as_str() {
                "" => critique.claims.join("\n\n"),
                turn => turn.to_owned(),
            };
            (asked, answer.replied.clone(), None)
        }
        Event::BriefReflected { answer } => (answer.asked.clone(), answer.replied.clone(), None),
        Event::CourseDecided { answer } => (answer.asked.clone(), answer.replied.clone(), None),
        Event::BriefJudged { judgement } => (
            judgement.answer.asked.clone(),
            judgement.answer.replied.clone(),
            None,
        ),
        _ => (String::new(), String::new(), None),
    }
}

/// Which passages went, and how.
#[must_use]
pub fn context(sent: &Sent) -> String {
    let waited = match sent.compression_ms {
        0 => String::new(),
        waited => format!(", {} for compressing", seconds(waited)),
    };
    let characters = counted(sent.before, "character");
    let mut lines = vec![format!("{} of {characters} sent{waited}", sent.after)];
    lines.extend(sent.notes.iter().cloned());
    lines.extend(sent.passages.iter().map(|passage| {
        let how = match passage.fate.detail() {
            detail if detail.is_empty() => passage.fate.name().to_owned(),
            detail => format!("{}: {detail}", passage.fate.name()),
        };
        let characters = counted(passage.characters, "character");
        format!(
            "{how}, {characters}: {} {}",
            passage.locator, passage.opening
        )
    }));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Halt, Partial, Provenance, SectionId};

    #[test]
    fn a_call_that_failed_shows_what_it_was_asked_and_what_came_of_it() {
        let call = Provenance {
            asked: "Write the part.".to_owned(),
            replied: "I would rather not".to_owned(),
            ..Provenance::default()
        };
        let shown = |text: &str| {
            let partial = Partial {
                text: text.to_owned(),
                ..Partial::default()
            };
            let event = Event::StepHalted {
                section: SectionId(0),
                partial: partial.of_call(&call),
                halt: Halt::Failed,
            };
            let (asked, replied, _) = texts(&event);
            (asked, replied)
        };
        let whole = ("Write the part.".to_owned(), call.replied.clone());
        assert_eq!(shown(&call.replied), whole);
        // What is no part of the brief is not kept as its text.
        assert_eq!(shown(""), whole);
    }
}
