//! All that is said for and against one change, in full: under the text there is only room for its beginning.

use std::cell::RefCell;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::context;
use crate::study::{HunkId, SectionId};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layers::searched::{page_with, plain};
use crate::tui::layers::{Layer, Reaction, Surroundings, draw_keys, movement, scrolled, window};
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::Canvas;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// The change looked at.
#[derive(Debug)]
pub struct Grounds {
    section: SectionId,
    hunk: HunkId,
    top: usize,
    /// Rows of the last frame.
    rows: RefCell<Vec<String>>,
}

impl Grounds {
    #[must_use]
    pub fn new(section: SectionId, hunk: HunkId) -> Self {
        Self {
            section,
            hunk,
            top: 0,
            rows: RefCell::default(),
        }
    }
}

impl Layer for Grounds {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let review = around.keys.action(Scope::Review, &key);
        match around.keys.action(Scope::Window, &key) {
            _ if review == Some(Action::Grounds) => return Reaction::Close,
            Some(Action::Quit) => return Reaction::Close,
            Some(action @ (Action::Help | Action::Palette)) => return Reaction::Below(action),
            Some(action) => {
                let rows = self.rows.borrow().len();
                if let Some(top) = scrolled(action, self.top, around.page.1, rows) {
                    self.top = top;
                }
            }
            None => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let size = (PROSE + 6, screen.height.saturating_sub(4));
        let status = view.section_title(self.section);
        let (area, keys) = window(("This change", status), size, screen, canvas);
        let section = view.study.section(self.section);
        let hunk = section
            .and_then(|section| section.revision.as_ref())
            .and_then(|revision| revision.hunk(self.hunk));
        let rows = hunk.map_or_else(Vec::new, |hunk| {
            context::all(view, self.section, hunk, area.width, canvas)
        });
        self.rows.replace(plain(&rows));
        let last = rows.len().saturating_sub(usize::from(area.height));
        let top = self.top.min(last);
        canvas.put_lines(area, rows.get(top..).unwrap_or(&[]));
        let hint = movement(top, usize::from(area.height), rows.len());
        draw_keys(Scope::Window, (hint.as_slice(), "close"), keys, canvas);
        area
    }

    fn scroll(&mut self, lines: isize, around: Surroundings<'_>) {
        let last = self.rows.borrow().len().saturating_sub(around.page.1);
        self.top = self.top.saturating_add_signed(lines).min(last);
    }

    fn is_read(&self) -> bool {
        true
    }

    fn said(&self, _: Surroundings<'_>) -> Vec<String> {
        self.rows.borrow().clone()
    }

    fn place(&self, _: Surroundings<'_>) -> usize {
        self.top
    }

    fn go(&mut self, to: usize, around: Surroundings<'_>) {
        let rows = self.rows.borrow().len();
        self.top = page_with(to, around.page.1, rows);
    }

    fn is_text(&self) -> bool {
        true
    }
}
