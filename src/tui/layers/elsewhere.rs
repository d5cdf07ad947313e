//! Another study, read while one is being written: its brief and its sources, as they are accepted.
//!
//! It can only be read here, because the run that is under way belongs to the study that is open, which stays open below.

use std::cell::Cell;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::past::body;
use super::searched::plain;
use super::{Layer, Reaction, Surroundings, draw_keys, movement, put_page, window};
use crate::study::{Reading, Study, StudyId, citation};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Canvas, flow, hanging};
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// The study that is read.
#[derive(Debug)]
pub struct Elsewhere {
    id: StudyId,
    study: Study,
    top: Cell<usize>,
}

impl Elsewhere {
    #[must_use]
    pub fn new(id: StudyId, study: Study) -> Self {
        Self {
            id,
            study,
            top: Cell::default(),
        }
    }

    fn rows(&self, theme: &Theme, width: usize) -> Vec<Line<'static>> {
        let width = u16::try_from(width).unwrap_or(u16::MAX).min(PROSE);
        let question = (
            text::one_line(&self.study.question),
            theme.style(Role::Quote),
        );
        let mut rows = flow(&[question], width);
        rows.push(Line::default());
        let texts = self.study.texts(Reading::Accepted);
        rows.extend(body(&self.study, &texts, theme, width));
        if !self.study.evidence.is_empty() {
            let heading = ("Sources".to_owned(), theme.style(Role::Heading));
            rows.extend(flow(&[heading], width));
        }
        let mut sources: Vec<_> = self
            .study
            .evidence
            .iter()
            .map(|document| (self.study.number_of(document.id), document))
            .collect();
        // As they are cited, and behind them those that are not.
        sources.sort_by_key(|(number, _)| number.unwrap_or(u32::MAX));
        for (number, document) in sources {
            let lead = (citation::lead(number), theme.style(Role::Citation));
            let title = (text::one_line(&document.title), theme.style(Role::Text));
            rows.extend(hanging(lead, &[title], width));
        }
        rows
    }
}

impl Layer for Elsewhere {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        self.read(&key, Some(Action::OpenPassage), around)
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let title = format!("Study {}", self.id);
        let status = "to be read only, while the other one is written";
        let size = (PROSE + 6, screen.height.saturating_sub(4));
        let (area, keys) = window((&title, status), size, screen, canvas);
        let rows = self.rows(canvas.theme, usize::from(area.width));
        let height = usize::from(area.height);
        let top = put_page(&rows, self.top.get(), area, canvas);
        let mut hints: Vec<_> = movement(top, height, rows.len()).into_iter().collect();
        if top + height < rows.len() {
            hints.push((Action::PageDown, "page"));
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
