//! What to copy: the second key after `c`. All of it is source text, without wraps and gutters.
//!
//! The menu shows itself to whoever waits for it: who knows the second key has pressed it by then, and nothing has flickered.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, frame};
use crate::tui::action::Action;
use crate::tui::idle::{Place, why_idle};
use crate::tui::keymap::{Key, Scope};
use crate::tui::layout::{take_left, take_top};
use crate::tui::panes::canvas::Canvas;
use crate::tui::theme::Role;
use crate::tui::ui::Target;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// Columns between what is copied and why there is nothing to copy.
const GAP: u16 = 2;

/// The second keys and what they copy.
const CHOICES: [(char, Action); 5] = [
    ('d', Action::CopyDocument),
    ('s', Action::CopySection),
    ('c', Action::CopyCitation),
    ('q', Action::CopyQuote),
    ('h', Action::CopyHunk),
];

/// The key that asks for this once the menu is open.
pub fn second_key(action: Action) -> Option<char> {
    let choice = CHOICES.iter().find(|(_, copies)| *copies == action);
    choice.map(|(letter, _)| *letter)
}

/// How long the second key is waited for before the menu names the keys.
const WAIT: Duration = Duration::from_millis(400);

#[derive(Debug)]
pub struct CopyMenu {
    due: Instant,
}

impl CopyMenu {
    /// The menu after its first key.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        Self { due: now + WAIT }
    }

    /// When it shows itself.
    #[must_use]
    pub fn due(&self) -> Instant {
        self.due
    }
}

impl Layer for CopyMenu {
    fn key(&mut self, key: KeyEvent, _: Surroundings<'_>) -> Reaction {
        CHOICES
            .iter()
            .find(|(letter, _)| key.code == KeyCode::Char(*letter))
            .map_or(Reaction::Close, |(_, action)| Reaction::Perform(*action))
    }

    fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let height = CHOICES.len() as u16 + 3;
        let mut area = frame("Copy", "", &[], (66, height), screen, canvas);
        let body = area;
        for (letter, action) in CHOICES {
            let mut line = take_top(&mut area, 1);
            let press = Key::new(KeyCode::Char(letter), KeyModifiers::NONE);
            canvas.target(line, Target::Key(press));
            let key = take_left(&mut line, 4);
            canvas.put(key, &letter.to_string(), canvas.style(Role::Key));
            let place = Place {
                scope: Scope::Reading,
                view,
                ui,
                keys: canvas.keys,
                offered: &[],
            };
            let why = why_idle(action, place);
            let role = if why.is_some() { Role::Dim } else { Role::Text };
            let mut line = canvas.put_right(line, why.unwrap_or_default(), canvas.style(Role::Dim));
            if why.is_some() {
                line.width = line.width.saturating_sub(GAP);
            }
            canvas.put(line, action.title(), canvas.style(role));
        }
        body
    }
}
