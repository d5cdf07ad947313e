//! What was said to the analyst since the program began, the last first: nothing is lost because something else took its line.

use std::cell::Cell;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::searched::plain;
use super::{Layer, Reaction, Surroundings, frame, movement, put_page, rows_for};
use crate::study::counted;
use crate::tui::action::Action;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Canvas, flow, hanging};
use crate::tui::panes::notice::sign;
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::{Said, Ui};
use crate::tui::view::View;

#[derive(Debug)]
pub struct Messages {
    said: Vec<Said>,
    top: Cell<usize>,
}

impl Messages {
    /// What was said until now.
    #[must_use]
    pub fn new(said: &[Said]) -> Self {
        Self {
            said: said.to_vec(),
            top: Cell::default(),
        }
    }

    fn rows(&self, theme: &Theme, width: usize) -> Vec<Line<'static>> {
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        if self.said.is_empty() {
            let none = "Nothing was said yet.".to_owned();
            return flow(&[(none, theme.style(Role::Dim))], width);
        }
        let mut rows = Vec::new();
        for said in self.said.iter().rev() {
            let (mark, role) = sign(said.level);
            let lead = (format!("{} ", said.at), theme.style(Role::Dim));
            let times = match said.times {
                1 => String::new(),
                times => format!(" ({times} times)"),
            };
            let told = [
                (format!("{mark} "), theme.style(role)),
                (text::one_line(&said.text), theme.style(Role::Text)),
                (times, theme.style(Role::Dim)),
            ];
            rows.extend(hanging(lead, &told, width));
        }
        rows
    }
}

impl Layer for Messages {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        self.read(&key, Some(Action::Messages), around)
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let status = match self.said.len() {
            0 => String::new(),
            count => format!("{}, the last first", counted(count, "message")),
        };
        let width = (PROSE + 16).min(screen.width);
        let reckoned = self.rows(canvas.theme, usize::from(width.saturating_sub(4)));
        let size = (width, rows_for(reckoned.len(), screen));
        let page = usize::from(size.1.saturating_sub(3));
        let hints: Vec<_> = movement(self.top.get(), page, reckoned.len())
            .into_iter()
            .collect();
        let area = frame("Messages", &status, &hints, size, screen, canvas);
        let rows = self.rows(canvas.theme, usize::from(area.width));
        put_page(&rows, self.top.get(), area, canvas);
        area
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Messages)
    }

    fn top(&self) -> Option<&Cell<usize>> {
        Some(&self.top)
    }

    fn said(&self, around: Surroundings<'_>) -> Vec<String> {
        plain(&self.rows(around.theme, around.page.0))
    }
}
