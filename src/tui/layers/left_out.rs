//! What the new evidence says and no text of the brief tells: a brief need not tell all that is new, but whoever answers for it wants to see the rest.

use std::cell::Cell;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::searched::plain;
use super::{
    Layer, Reaction, Surroundings, draw_keys, movement, prose_in, put_page, rows_for, window,
};
use crate::pipeline::untold_with_sources;
use crate::study::{Study, citation, counted};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Canvas, flow, hanging};
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::Ui;
use crate::tui::view::View;

#[derive(Debug)]
pub struct LeftOut {
    /// Each sentence with the number by which its source is cited.
    said: Vec<(Option<u32>, String)>,
    /// Whether there were any news to be told.
    had_news: bool,
    top: Cell<usize>,
}

impl LeftOut {
    #[must_use]
    pub fn of(study: &Study) -> Self {
        Self {
            said: untold_with_sources(study),
            had_news: !study.weighed.is_empty(),
            top: Cell::default(),
        }
    }

    fn rows(&self, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
        let width = u16::try_from(columns).unwrap_or(u16::MAX).min(PROSE);
        let opening = match self.said.len() {
            0 if self.had_news => "The brief tells all that was found to be new.".to_owned(),
            0 => "No new evidence has been looked through since the brief was written.".to_owned(),
            left => format!(
                "{} of the new evidence that no part of the brief, as it is proposed, tells in its words:",
                counted(left, "sentence")
            ),
        };
        let text = theme.style(Role::Text);
        let mut rows = flow(&[(opening, text)], width);
        for (number, said) in &self.said {
            rows.push(Line::default());
            let lead = (citation::lead(*number), theme.style(Role::Citation));
            let quoted = (text::quoted(said), theme.style(Role::Quote));
            rows.extend(hanging(lead, &[quoted], width));
        }
        rows
    }
}

impl Layer for LeftOut {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        self.read(&key, Some(Action::LeftOutNews), around)
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let said = self.rows(canvas.theme, usize::from(prose_in(screen)));
        let size = (PROSE + 6, rows_for(said.len(), screen));
        let (area, keys) = window(("Left out", ""), size, screen, canvas);
        let rows = self.rows(canvas.theme, usize::from(area.width));
        let height = usize::from(area.height);
        let top = put_page(&rows, self.top.get(), area, canvas);
        let mut hints: Vec<_> = movement(top, height, rows.len()).into_iter().collect();
        if top + height < rows.len() {
            hints.push((Action::PageDown, "page"));
        }
        draw_keys(Scope::Window, (&hints, "close"), keys, canvas);
        area
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::LeftOutNews)
    }

    fn top(&self) -> Option<&Cell<usize>> {
        Some(&self.top)
    }

    fn said(&self, around: Surroundings<'_>) -> Vec<String> {
        plain(&self.rows(around.theme, around.page.0))
    }
}
