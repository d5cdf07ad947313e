//! Asking for the password of an encrypted document. It is kept for as long as the program runs, and written nowhere.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, explain, scoped_frame};
use crate::evidence::Password;
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_left, take_top};
use crate::tui::panes::canvas::{Canvas, at_most, flow};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// What stands before what is typed.
const LEAD: &str = "password > ";

/// No password is longer, in characters.
const LONGEST: usize = 200;

/// A password being typed.
pub struct Unlock {
    source: String,
    typed: String,
    /// What was wrong the last time.
    problem: String,
}

impl std::fmt::Debug for Unlock {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = formatter.debug_struct("Unlock");
        shown.field("source", &self.source).finish_non_exhaustive()
    }
}

impl Unlock {
    #[must_use]
    pub fn new(source: &str, problem: &str) -> Self {
        Self {
            source: source.to_owned(),
            typed: String::new(),
            problem: problem.to_owned(),
        }
    }
}

impl Layer for Unlock {
    fn key(&mut self, key: KeyEvent, _: Surroundings<'_>) -> Reaction {
        match key.code {
            KeyCode::Enter if self.typed.is_empty() => return Reaction::Close,
            KeyCode::Enter => {
                return Reaction::Finish(vec![Effect::Unlock {
                    source: self.source.clone(),
                    password: Password::from(std::mem::take(&mut self.typed)),
                }]);
            }
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Char('u') if key.modifiers == KeyModifiers::CONTROL => self.typed.clear(),
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.paste(c.encode_utf8(&mut [0; 4]));
            }
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let hints = [(Action::Run, "read the document")];
        let keys = (&hints[..], "close");
        let titles = ("Password", "");
        let mut area = scoped_frame(Scope::Typing, titles, keys, (84, 11), screen, canvas);
        // What else could be done stands behind what is wrong; here the one thing is to type.
        let problem = text::one_line(&self.problem);
        let wrong = problem.split("; ").next().unwrap_or_default();
        let said = format!("{} {wrong}.", text::one_line(&self.source));
        let rows = flow(&[(said, canvas.style(Role::Text))], area.width);
        let most = usize::from(area.height.saturating_sub(2));
        let rows = at_most(rows, most, area.width, canvas.glyphs().ellipsis);
        let above = take_top(&mut area, rows.len() as u16);
        canvas.put_lines(above, &rows);
        let how = "The password is kept until Tercet ends, and written nowhere.";
        explain(&[how, ""], &mut area, 1, canvas);
        let lead = take_left(&mut area, LEAD.len() as u16);
        canvas.put(lead, LEAD, canvas.style(Role::Accent));
        let mark = canvas.glyphs().bullet;
        let width = usize::from(area.width.saturating_sub(1));
        let shown = self.typed.chars().count().min(width);
        let hidden = (mark.repeat(shown), canvas.style(Role::Text));
        canvas.put_lines(area, &flow(&[hidden], area.width));
        let column = area
            .x
            .saturating_add(u16::try_from(shown).unwrap_or_default());
        canvas.cursor = (area.height > 0).then_some((column, area.y).into());
        area
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn paste(&mut self, pasted: &str) -> bool {
        let room = LONGEST.saturating_sub(self.typed.chars().count());
        let mut more = pasted.chars().filter(|c| !c.is_control());
        self.typed.extend(more.by_ref().take(room));
        more.next().is_none()
    }
}
