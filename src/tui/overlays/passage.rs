//! A passage on a page of its own, with the cited sentence marked and its surroundings around it.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::{Reaction, Surroundings, frame, scrolled};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::Canvas;
use crate::tui::panes::passage::{quote, reference, rows};
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::view::PassageView;

/// The passage being read.
#[derive(Debug)]
pub struct Passage {
    passage: PassageView,
    /// Where the reader scrolled to; until then the cited sentence is in view.
    top: Option<usize>,
}

impl Passage {
    #[must_use]
    pub fn new(passage: PassageView) -> Self {
        Self { passage, top: None }
    }

    pub fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let Some(action) = around.keys.action(Scope::Overlay, &key) else {
            return Reaction::Stay;
        };
        match action {
            Action::Copy | Action::CopyQuote => Reaction::Act(vec![Effect::Copy(self.quoted())]),
            Action::Quit | Action::OpenPassage => Reaction::Close,
            Action::CitationNext | Action::CitationPrevious | Action::Help | Action::Palette => {
                Reaction::Below(action)
            }
            _ => {
                let (rows, top) = self.place(around);
                self.top = scrolled(action, top, around.page.1, rows).or(self.top);
                Reaction::Stay
            }
        }
    }

    pub fn scroll_by(&mut self, lines: isize, around: Surroundings<'_>) {
        let (rows, top) = self.place(around);
        let last = rows.saturating_sub(around.page.1);
        self.top = Some(top.saturating_add_signed(lines).min(last));
    }

    pub fn draw(&self, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let hints = [
            (Action::Copy, "copy quote"),
            (Action::CitationNext, "next citation"),
            (Action::LineDown, "down"),
        ];
        let area = frame(
            &reference(&self.passage),
            "",
            &hints,
            (PROSE + 6, screen.height.saturating_sub(6)),
            screen,
            canvas,
        );
        let mut facts = vec![self.passage.document.origin.name().to_owned()];
        facts.extend(self.passage.document.author.clone());
        facts.extend(self.passage.document.date.clone());
        facts.push(self.passage.document.uri.clone());
        let separator = format!(" {} ", canvas.glyphs().separator);
        canvas.put(
            area,
            &text::one_line(&facts.join(&separator)),
            canvas.style(Role::Dim),
        );
        let body = Rect {
            y: area.y + 2.min(area.height),
            height: area.height.saturating_sub(2),
            ..area
        };
        let (rows, marked) = rows(&self.passage, canvas.theme, body.width);
        let top = self.top(rows.len(), marked, usize::from(body.height));
        canvas.put_lines(body, rows.get(top..).unwrap_or(&[]));
        body
    }

    /// The cited sentence with its reference, as it is copied.
    fn quoted(&self) -> String {
        format!(
            "“{}” ({})",
            text::one_line(quote(&self.passage)),
            reference(&self.passage)
        )
    }

    /// How many rows there are, and which one is at the top.
    fn place(&self, around: Surroundings<'_>) -> (usize, usize) {
        let (width, height) = around.page;
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let (rows, marked) = rows(&self.passage, &Theme::default(), width);
        (rows.len(), self.top(rows.len(), marked, height))
    }

    fn top(&self, rows: usize, marked: usize, height: usize) -> usize {
        self.top
            .unwrap_or_else(|| marked.saturating_sub(height / 3))
            .min(rows.saturating_sub(height))
    }
}
