//! Quitting while a writer is at work, or while something could not be saved: the one question that the workbench asks by itself.

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

const AT_WORK: &str = "A model or the writer is at work. What is written is kept, and going on with the study takes it up from there.";
const UNSAVED: &str = "The library could not be written, and what came last is not saved: your words, or an answer. Make room on the disk first.";

#[derive(Debug)]
pub struct Confirm;

impl Layer for Confirm {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        // Who asks to quit twice means it.
        let insists = around.keys.action(Scope::Window, &key) == Some(Action::Quit);
        if insists || key.code == KeyCode::Enter {
            Reaction::Finish(vec![Effect::Stop, Effect::Quit])
        } else {
            Reaction::Close
        }
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let area = frame("Quit", "", &[], (60, 10), screen, canvas);
        let text = canvas.style(Role::Text);
        let again = match canvas.key(Scope::Window, Action::Quit) {
            key if key.is_empty() => String::new(),
            key => format!("or {key} once more "),
        };
        let (why, does) = match view.read_only {
            Some(read_only) if view.has_unsaved => (
                format!("This study is {read_only}, and what you typed in it is not saved."),
                "quits without it",
            ),
            None if view.has_unsaved => (UNSAVED.to_owned(), "quits without it"),
            _ => (AT_WORK.to_owned(), "stops it and quits"),
        };
        let rows = flow(
            &[
                (format!("{why}\n\n"), text),
                ("enter".to_owned(), canvas.style(Role::Key)),
                (format!(" {again}{does}; any other key stays"), text),
            ],
            area.width,
        );
        canvas.put_lines(area, &rows);
        area
    }
}
