//! Choosing a theme: the screen shows each as it is selected, and Esc puts the old one back.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::list::{List, Outcome};
use super::{Layer, Reaction, Surroundings, frame};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::panes::canvas::Canvas;
use crate::tui::theme::Theme;
use crate::tui::ui::Target;
use crate::tui::ui::Ui;
use crate::tui::view::View;

#[derive(Debug)]
pub struct Themes {
    pub list: List,
}

impl Themes {
    /// The list, with the theme in use selected.
    #[must_use]
    pub fn new(current: &str) -> Self {
        let mut list = List::default();
        list.select(
            Theme::NAMES
                .iter()
                .position(|name| *name == current)
                .unwrap_or(0),
        );
        Self { list }
    }

    /// The theme that is selected, to be shown.
    #[must_use]
    pub fn selected(&self) -> Option<&'static str> {
        let left = self.list.matching(Theme::NAMES);
        let at = left.get(self.list.selected(left.len()))?;
        Theme::NAMES.get(*at).copied()
    }
}

impl Layer for Themes {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let left = self.list.matching(Theme::NAMES);
        match self.list.key(key, left.len(), around.page.1) {
            Outcome::Moved => Reaction::Stay,
            Outcome::Help => Reaction::Below(Action::Help),
            Outcome::Chosen => self
                .selected()
                .map_or(Reaction::Stay, |name| Reaction::UseTheme(name.to_owned())),
        }
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let hints = [(Action::OpenPassage, "use")];
        // All of them, below the filter.
        let height = Theme::NAMES.len() as u16 + 5;
        let area = frame("Theme", "", &hints, (40, height), screen, canvas);
        let left = self.list.matching(Theme::NAMES);
        let (area, first) = self.list.draw(left.len(), area, canvas);
        for (line, (at, theme)) in area.rows().zip(left.iter().enumerate().skip(first)) {
            canvas.target(line, Target::Row(at));
            let (mark, role) = self.list.mark(at, left.len(), canvas);
            let name = Theme::NAMES.get(*theme).copied().unwrap_or_default();
            canvas.put(line, &format!("{mark} {name}"), canvas.style(role));
        }
        area
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn is_window(&self) -> bool {
        false
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }
}
