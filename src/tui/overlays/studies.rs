//! The studies of the library: found by typing, previewed, opened with Enter.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::list::{List, Outcome};
use super::{Reaction, Surroundings, frame};
use crate::export::iso_date;
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::layout::take_right;
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::view::StudySummary;

/// Below this many columns there is no room for a preview.
const PREVIEW_FROM: u16 = 72;

#[derive(Debug, Default)]
pub struct Studies {
    pub list: List,
    /// `None` until the library has answered.
    studies: Option<Vec<StudySummary>>,
}

/// A row of the list.
enum Row<'a> {
    New,
    Study(&'a StudySummary),
}

impl Studies {
    pub fn loaded(&mut self, studies: Vec<StudySummary>) {
        // The first row starts a new study; what one comes for is the last one opened.
        self.list.select(usize::from(!studies.is_empty()));
        self.studies = Some(studies);
    }

    pub fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let rows = self.rows();
        let chosen = |list: &List| match rows.get(list.selected(rows.len())) {
            Some(Row::New) => Reaction::Finish(vec![Effect::NewStudy]),
            Some(Row::Study(study)) => Reaction::Finish(vec![Effect::OpenStudy(study.id)]),
            None => Reaction::Stay,
        };
        let reaction = chosen(&self.list);
        let left = rows.len();
        match self.list.key(key, left, around.page.1) {
            Outcome::Chosen => reaction,
            Outcome::Moved => Reaction::Stay,
        }
    }

    pub fn draw(&self, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let hints = [(Action::OpenPassage, "open")];
        let rows = self.rows();
        let size = (120, screen.height.saturating_sub(8).min(32));
        let area = frame("Studies", "type to find", &hints, size, screen, canvas);
        let (mut area, first) = self.list.draw(rows.len(), area, canvas);
        let selected = self.list.selected(rows.len());
        if area.width >= PREVIEW_FROM {
            let half = area.width / 2;
            let preview = take_right(&mut area, half);
            area.width -= 1;
            if let Some(Row::Study(study)) = rows.get(selected) {
                draw_preview(study, preview, canvas);
            }
        }
        for (line, (at, row)) in area.rows().zip(rows.iter().enumerate().skip(first)) {
            let (mark, role) = self.list.mark(at, rows.len(), canvas);
            match row {
                Row::New => {
                    canvas.put(line, &format!("{mark} new study"), canvas.style(role));
                }
                Row::Study(study) => {
                    let mut rest =
                        canvas.put_right(line, &iso_date(study.changed), canvas.style(Role::Dim));
                    rest.width = rest.width.saturating_sub(1);
                    let title = format!("{mark} {}", text::one_line(&study.title));
                    canvas.put(rest, &title, canvas.style(role));
                }
            }
        }
        if self.studies.is_none() {
            let line = Rect {
                y: area.y + 1.min(area.height),
                height: area.height.saturating_sub(1),
                ..area
            };
            canvas.put(line, "  reading the library", canvas.style(Role::Dim));
        }
        area
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let studies = self.studies.as_deref().unwrap_or(&[]);
        let names =
            std::iter::once("new study").chain(studies.iter().map(|study| study.title.as_str()));
        self.list
            .matching(names)
            .into_iter()
            .filter_map(|at| match at.checked_sub(1) {
                None => Some(Row::New),
                Some(at) => studies.get(at).map(Row::Study),
            })
            .collect()
    }
}

fn draw_preview(study: &StudySummary, area: Rect, canvas: &mut Canvas<'_>) {
    let facts = format!(
        "{} of {} sections, {} sources\n\n",
        study.sections_written, study.sections, study.sources
    );
    let rows = flow(
        &[
            (
                format!("{}\n", text::one_line(&study.title)),
                canvas.style(Role::Heading),
            ),
            (facts, canvas.style(Role::Dim)),
            (study.preview.clone(), canvas.style(Role::Text)),
        ],
        area.width,
    );
    canvas.put_lines(area, &rows);
}
