//! The mouse: the wheel scrolls what is under the pointer and never anything else, a click focuses, a click on a citation opens its passage, and a click
//! on a key that is named does what the key does. In a list a click selects, and a click on what is selected chooses.

use std::time::Instant;

use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};

use super::{App, Effect};
use crate::tui::action::Action;
use crate::tui::layers::Surroundings;
use crate::tui::panes::evidence;
use crate::tui::panes::revisions::waiting;
use crate::tui::ui::{Cursor, Pane, Target};
use crate::tui::view::View;

/// Rows of one notch of the wheel.
const NOTCH: isize = 3;

impl App {
    pub(super) fn mouse(
        &mut self,
        event: MouseEvent,
        view: &View<'_>,
        now: Instant,
    ) -> Vec<Effect> {
        match event.kind {
            MouseEventKind::ScrollDown => self.wheel(event, NOTCH, view),
            MouseEventKind::ScrollUp => self.wheel(event, -NOTCH, view),
            MouseEventKind::Down(MouseButton::Left) => self.click(event, view, now),
            MouseEventKind::Drag(MouseButton::Left) => {
                self.tell_of_selecting();
                vec![]
            }
            _ => vec![],
        }
    }

    /// Who drags wants to select text, which the terminal does where it has the mouse: said once.
    fn tell_of_selecting(&mut self) {
        if !std::mem::replace(&mut self.ui.told_of_selecting, true) {
            self.inform("to select text, hold shift while you drag, or give the mouse to the terminal with {toggle-mouse}; {copy} copies without lines and margins".to_owned());
        }
    }

    fn wheel(&mut self, event: MouseEvent, rows: isize, view: &View<'_>) -> Vec<Effect> {
        let around = Surroundings::new(view, &self.keymap, &self.theme, &self.ui);
        if let Some(layer) = self.ui.layers.last_mut() {
            layer.scroll(rows, around);
            return vec![];
        }
        self.ui.searched_from = None;
        match self.ui.drawn.hit(event.column, event.row) {
            Some(
                Target::Pane(Pane::Section(_)) | Target::Citation { .. } | Target::Sentence { .. },
            ) => {
                self.scroll_by(rows, view);
            }
            Some(Target::Source(_) | Target::Pane(Pane::Evidence)) => {
                if self.ui.focus == Pane::Evidence {
                    let last = evidence::rows(view.study).saturating_sub(1);
                    self.ui.source = self.ui.source.saturating_add_signed(rows).min(last);
                } else {
                    self.ui.sources_top = Some(self.ui.drawn.sources.moved(rows));
                }
            }
            Some(Target::Pane(Pane::Judge)) => {
                self.ui.scores_top = self.ui.drawn.scores.moved(rows);
            }
            Some(Target::Revision(_) | Target::Pane(Pane::Revisions)) => {
                let last = waiting(view.study).len().saturating_sub(1);
                self.ui.revision = self.ui.revision.saturating_add_signed(rows).min(last);
            }
            Some(
                Target::Pane(Pane::Query) | Target::Row(_) | Target::Cited { .. } | Target::Key(_),
            )
            | None => {}
        }
        vec![]
    }

    fn click(&mut self, event: MouseEvent, view: &View<'_>, now: Instant) -> Vec<Effect> {
        let hit = self.ui.drawn.hit(event.column, event.row);
        if let Some(Target::Key(key)) = hit {
            return self.key(key.into(), view, now);
        }
        let around = Surroundings::new(view, &self.keymap, &self.theme, &self.ui);
        if let Some(layer) = self.ui.layers.last_mut() {
            return match hit {
                // The row that is selected already is the one that is meant.
                Some(Target::Row(row)) if layer.point(row, around) => {
                    self.key(KeyCode::Enter.into(), view, now)
                }
                Some(Target::Cited { row, number }) if layer.point_at(row, number, around) => {
                    self.key(KeyCode::Enter.into(), view, now)
                }
                _ => vec![],
            };
        }
        self.ui.armed = None;
        self.ui.searched_from = None;
        self.dismiss_notice();
        match hit {
            // Clicking the text keeps the place: only a click on a tab goes to the section.
            Some(Target::Pane(pane)) if self.ui.drawn.areas.pane(pane).contains(at(event)) => {
                self.ui.focus = pane;
                let is_elsewhere = |cursor: &mut Cursor| pane != Pane::Section(cursor.section);
                if let Pane::Section(_) = pane {
                    // The heading of another section takes the place of the sentence.
                    self.ui.reading.cursor.take_if(is_elsewhere);
                }
                vec![]
            }
            Some(Target::Pane(pane)) => self.focus(pane, view),
            Some(Target::Source(row)) => {
                let again = self.ui.focus == Pane::Evidence && self.ui.source == row;
                self.ui.focus = Pane::Evidence;
                self.ui.source = row;
                if again {
                    self.perform(Action::OpenPassage, view, now)
                } else {
                    self.preview_source(view)
                }
            }
            Some(Target::Revision(row)) => {
                let again = self.ui.focus == Pane::Revisions && self.ui.revision == row;
                self.ui.focus = Pane::Revisions;
                self.ui.revision = row;
                if again {
                    self.perform(Action::OpenPassage, view, now)
                } else {
                    vec![]
                }
            }
            Some(Target::Citation {
                section,
                offset,
                number,
            }) => {
                self.ui.focus = Pane::Section(section);
                let known = self.citation_at(section, offset, number, view);
                self.ui.reading.cursor = known;
                self.perform(Action::OpenPassage, view, now)
            }
            Some(Target::Sentence { section, offset }) => {
                self.ui.focus = Pane::Section(section);
                self.ui.reading.cursor =
                    self.with_column(view, |column, _, _| column.sentence_from(section, offset));
                vec![]
            }
            // These are of a layer, or answered already.
            Some(Target::Row(_) | Target::Cited { .. } | Target::Key(_)) | None => vec![],
        }
    }

    fn citation_at(
        &mut self,
        section: usize,
        offset: usize,
        number: u32,
        view: &View<'_>,
    ) -> Option<Cursor> {
        self.with_column(view, |column, _, _| {
            column.citations().into_iter().find(|known| {
                known.section == section
                    && known.source.start == offset
                    && known.number == Some(number)
            })
        })
    }
}

fn at(event: MouseEvent) -> ratatui::layout::Position {
    ratatui::layout::Position {
        x: event.column,
        y: event.row,
    }
}
