//! Quitting while a writer is at work: the one question that the workbench asks by itself.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Reaction, Surroundings, frame};
use crate::tui::app::Effect;
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::theme::Role;

#[derive(Debug)]
pub struct Confirm;

impl Confirm {
    pub fn key(&mut self, key: KeyEvent, _: Surroundings<'_>) -> Reaction {
        match key.code {
            KeyCode::Enter => Reaction::Finish(vec![Effect::Stop, Effect::Quit]),
            _ => Reaction::Close,
        }
    }

    pub fn draw(&self, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let area = frame("Quit", "", &[], (60, 8), screen, canvas);
        let text = canvas.style(Role::Text);
        let rows = flow(
            &[
                (
                    "The writer is at work. What it has written is kept.\n\n".to_owned(),
                    text,
                ),
                ("enter".to_owned(), canvas.style(Role::Key)),
                (" stops it and quits; any other key stays".to_owned(), text),
            ],
            area.width,
        );
        canvas.put_lines(area, &rows);
        area
    }
}
