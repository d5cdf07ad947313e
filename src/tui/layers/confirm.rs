//! Quitting while a writer is at work: the one question that the workbench asks by itself.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, frame};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

#[derive(Debug)]
pub struct Confirm;

impl Layer for Confirm {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        // Who asks to quit twice means it, and nothing is lost by it.
        let insists = around.keys.action(Scope::Window, &key) == Some(Action::Quit);
        if insists || key.code == KeyCode::Enter {
            Reaction::Finish(vec![Effect::Stop, Effect::Quit])
        } else {
            Reaction::Close
        }
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let area = frame("Quit", "", &[], (60, 10), screen, canvas);
        let text = canvas.style(Role::Text);
        let again = match canvas.key(Scope::Window, Action::Quit) {
            key if key.is_empty() => String::new(),
            key => format!("or {key} once more "),
        };
        let rows = flow(
            &[
                (
                    "A model or the writer is at work. What is written is kept, and the run goes on from there when the study is opened again.\n\n".to_owned(),
                    text,
                ),
                ("enter".to_owned(), canvas.style(Role::Key)),
                (format!(" {again}stops it and quits; any other key stays"), text),
            ],
            area.width,
        );
        canvas.put_lines(area, &rows);
        area
    }
}
