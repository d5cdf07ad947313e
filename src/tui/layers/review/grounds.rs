//! All that is said for and against one change, in full: under the text there is only room for its beginning.

use std::cell::{Cell, RefCell};

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::context;
use crate::study::{HunkId, SectionId};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layers::searched::plain;
use crate::tui::layers::{Layer, Reaction, Surroundings, draw_keys, movement, put_page, window};
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::Canvas;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// The change looked at.
#[derive(Debug)]
pub struct Grounds {
    section: SectionId,
    hunk: HunkId,
    top: Cell<usize>,
    /// Rows of the last frame.
    rows: RefCell<Vec<String>>,
}

impl Grounds {
    #[must_use]
    pub fn new(section: SectionId, hunk: HunkId) -> Self {
        Self {
            section,
            hunk,
            top: Cell::default(),
            rows: RefCell::default(),
        }
    }
}

impl Layer for Grounds {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        if around.keys.action(Scope::Review, &key) == Some(Action::Grounds) {
            return Reaction::Close;
        }
        self.read(&key, None, around)
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
        let top = put_page(&rows, self.top.get(), area, canvas);
        let hint = movement(top, usize::from(area.height), rows.len());
        draw_keys(Scope::Window, (hint.as_slice(), "close"), keys, canvas);
        area
    }

    fn top(&self) -> Option<&Cell<usize>> {
        Some(&self.top)
    }

    fn said(&self, _: Surroundings<'_>) -> Vec<String> {
        self.rows.borrow().clone()
    }
}
