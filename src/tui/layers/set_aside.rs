//! What the guardrail set aside of a document: each passage with its reason, to be let back in or kept out.

use std::collections::BTreeSet;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{Layer, Reaction, Surroundings, frame, mark_more, movement};
use crate::study::{Command, Document, Passage, PassageId, counted};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// The list, with the passage that the keys are about.
#[derive(Debug)]
pub struct SetAside {
    document: Document,
    passages: Vec<Passage>,
    selected: usize,
}

impl SetAside {
    #[must_use]
    pub fn new(document: Document, passages: Vec<Passage>) -> Self {
        Self {
            document,
            passages,
            selected: 0,
        }
    }

    pub fn step(&mut self, rows: isize) {
        let last = self.passages.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(rows).min(last);
    }

    fn toggle(&self, view: &View<'_>) -> Reaction {
        let Some(chosen) = self.passages.get(self.selected) else {
            return Reaction::Stay;
        };
        let (passage, document) = (chosen.id, chosen.document);
        let command = if view.study.is_readmitted(passage) {
            Command::SetAside { passage, document }
        } else {
            Command::Readmit { passage, document }
        };
        Reaction::Act(vec![Effect::Execute(command)])
    }
}

impl Layer for SetAside {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let last = self.passages.len().saturating_sub(1);
        match around.keys.action(Scope::Window, &key) {
            Some(Action::LineDown | Action::HalfPageDown | Action::PageDown) => self.step(1),
            Some(Action::LineUp | Action::HalfPageUp | Action::PageUp) => self.step(-1),
            Some(Action::Top) => self.selected = 0,
            Some(Action::Bottom) => self.selected = last,
            Some(Action::Readmit | Action::Mark) => return self.toggle(around.view),
            Some(Action::OpenPassage) => {
                if let Some(passage) = self.passages.get(self.selected) {
                    return Reaction::Open(Effect::LoadPassage {
                        passage: passage.id,
                        marked: None,
                    });
                }
            }
            Some(Action::Quit) => return Reaction::Close,
            Some(action @ (Action::Help | Action::Palette | Action::Undo | Action::Redo)) => {
                return Reaction::Below(action);
            }
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let mut hints = vec![
            (Action::Readmit, "let in, keep out"),
            (Action::OpenPassage, "open"),
        ];
        hints.splice(
            1.min(hints.len())..1.min(hints.len()),
            movement(self.selected, 1, self.passages.len()),
        );
        let status = counted(self.passages.len(), "passage");
        let title = format!("Set aside: {}", text::one_line(&self.document.title));
        let size = (PROSE + 6, screen.height.saturating_sub(6));
        let area = frame(&title, &status, &hints, size, screen, canvas);
        let readmitted: BTreeSet<PassageId> = view.study.readmitted.iter().copied().collect();
        let mut rows: Vec<Line<'static>> = Vec::new();
        let mut chosen = 0..0;
        for (at, passage) in self.passages.iter().enumerate() {
            let start = rows.len();
            let mark = if at == self.selected {
                canvas.glyphs().selected
            } else {
                " "
            };
            let role = if at == self.selected {
                Role::Selection
            } else {
                Role::Text
            };
            let state = if readmitted.contains(&passage.id) {
                " (let back in)"
            } else {
                ""
            };
            let reason = passage.set_aside.as_deref().unwrap_or_default();
            let locator = passage.locator();
            let place = if locator.is_empty() {
                String::new()
            } else {
                format!(
                    " {} {}",
                    canvas.glyphs().separator,
                    text::one_line(&locator)
                )
            };
            let head = format!("{mark} {reason}{place}{state}\n");
            let width = area.width.saturating_sub(2);
            rows.extend(flow(&[(head, canvas.style(role))], area.width));
            let body = flow(&[(passage.text.clone(), canvas.style(Role::Dim))], width);
            rows.extend(body.into_iter().map(|mut line| {
                line.spans.insert(0, "  ".into());
                line
            }));
            rows.push(Line::default());
            if at == self.selected {
                chosen = start..rows.len();
            }
        }
        if self.passages.is_empty() {
            canvas.put(
                area,
                "nothing of this source was set aside",
                canvas.style(Role::Dim),
            );
            return area;
        }
        // The selected passage is in view, from its first line.
        let height = usize::from(area.height);
        let top = chosen.end.saturating_sub(height).min(chosen.start);
        canvas.put_lines(area, rows.get(top..).unwrap_or(&[]));
        mark_more(area, top, rows.len(), canvas);
        area
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::SetAside)
    }

    fn scroll(&mut self, rows: isize, _: Surroundings<'_>) {
        self.step(rows);
    }

    fn is_read(&self) -> bool {
        true
    }

    fn said(&self, _: Surroundings<'_>) -> Vec<String> {
        let said = |passage: &Passage| {
            let reason = passage.set_aside.as_deref().unwrap_or_default();
            format!("{reason} {} {}", passage.locator(), passage.text)
        };
        self.passages.iter().map(said).collect()
    }

    fn place(&self, _: Surroundings<'_>) -> usize {
        self.selected
    }

    fn go(&mut self, to: usize, _: Surroundings<'_>) {
        self.selected = to;
    }
}
