//! The palette: every action by its title, with its key beside it.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::copy;
use super::fuzzy;
use super::list::{List, Outcome};
use super::{Layer, Reaction, Surroundings, frame};
use crate::study::SectionId;
use crate::tui::action::Action;
use crate::tui::idle::{Place, why_idle};
use crate::tui::keymap::Scope;
use crate::tui::panes::canvas::{Canvas, Offered};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Target;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// The list of commands.
#[derive(Debug)]
pub struct Palette {
    pub list: List,
    /// All actions: those used last, then what can be done here, then what only moves and what would do nothing.
    actions: Vec<Action>,
    /// The same in the order in which they are declared, which decides between those that answer alike to what is typed.
    known: Vec<Action>,
    /// Where the palette was opened: its keys are shown.
    scope: Scope,
    /// What the window offers on which it was opened.
    offered: Vec<Offered>,
}

impl Palette {
    #[must_use]
    pub fn new(place: Place<'_>) -> Self {
        let last = &place.ui.last_commands;
        let mut others: Vec<Action> = Action::ALL
            .iter()
            .copied()
            .filter(|action| !last.contains(action) && *action != Action::Palette)
            .collect();
        let known = last.iter().chain(&others).copied().collect();
        others.sort_by_key(|action| (why_idle(*action, place).is_some(), action.moves()));
        Self {
            list: List::default(),
            actions: last.iter().copied().chain(others).collect(),
            known,
            scope: place.scope,
            offered: place.offered.to_vec(),
        }
    }

    /// The keys of an action where the palette was opened, and whether it has them there; of one of the copies, those that lead to it; else those that it has
    /// where it means something.
    fn keys(&self, action: Action, canvas: &Canvas<'_>) -> (String, bool) {
        let own = canvas.keys.keys(self.scope, action).join(" ");
        let first = canvas.keys.key(self.scope, Action::Copy);
        match (copy::second_key(action), first) {
            (Some(second), Some(first)) if own.is_empty() => (format!("{first} {second}"), true),
            _ if own.is_empty() => {
                let mut elsewhere = Scope::ALL
                    .into_iter()
                    .map(|scope| canvas.keys.keys(scope, action));
                let keys = elsewhere.find(|keys| !keys.is_empty());
                (keys.unwrap_or_default().join(" "), false)
            }
            _ => (own, true),
        }
    }

    fn left(&self, view: &View<'_>) -> Vec<Action> {
        if !self.list.is_narrowed() {
            return self.actions.clone();
        }
        self.list
            .matching_by(self.known.len(), |typed, at| {
                let action = *self.known.get(at)?;
                let called = format!("{} {}", action.name(), action.other_words());
                fuzzy::command_score(typed, &called, &title(action, view))
            })
            .into_iter()
            .filter_map(|at| self.known.get(at).copied())
            .collect()
    }
}

impl Layer for Palette {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let left = self.left(around.view);
        match self.list.key(key, left.len(), around.page.1) {
            Outcome::Moved => Reaction::Stay,
            Outcome::Help => Reaction::Below(Action::Help),
            Outcome::Chosen => left
                .get(self.list.selected(left.len()))
                .map_or(Reaction::Stay, |action| Reaction::Perform(*action)),
        }
    }

    fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let left = self.left(view);
        let hints = [(Action::OpenPassage, "do it")];
        let status = format!("{} of {}", left.len(), self.actions.len());
        let area = frame("Commands", &status, &hints, (84, 26), screen, canvas);
        let (area, first) = self.list.draw(left.len(), area, canvas);
        if left.is_empty() {
            let line = "no matching command; try other words, or ? for all keys";
            canvas.put(area, line, canvas.style(Role::Dim));
        }
        for (line, (at, action)) in area.rows().zip(left.iter().enumerate().skip(first)) {
            canvas.target(line, Target::Row(at));
            let (keys, is_here) = self.keys(*action, canvas);
            let role = if is_here { Role::Key } else { Role::Dim };
            let mut rest = canvas.put_right(line, &keys, canvas.style(role));
            rest.width = rest.width.saturating_sub(1);
            let place = Place {
                scope: self.scope,
                view,
                ui,
                keys: canvas.keys,
                offered: &self.offered,
            };
            let why = why_idle(*action, place);
            if let Some(why) = why {
                // The reason is worth more than the end of a title.
                rest = canvas.put_right(rest, why, canvas.style(Role::Dim));
                rest.width = rest.width.saturating_sub(2);
            }
            let (mark, role) = self.list.mark(at, left.len(), canvas);
            let role = match role {
                Role::Text if why.is_some() => Role::Dim,
                role => role,
            };
            let row = format!("{mark} {}", title(*action, view));
            canvas.put(rest, &row, canvas.style(role));
        }
        area
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }
}

/// What an action does in this study: a section's pane has a name.
fn title(action: Action, view: &View<'_>) -> String {
    let section = match action {
        Action::FocusPane1 => 0,
        Action::FocusPane2 => 1,
        Action::FocusPane3 => 2,
        _ => return action.title().to_owned(),
    };
    match text::one_line(view.section_title(SectionId(section))) {
        name if name.is_empty() => action.title().to_owned(),
        name => format!("{}, {name}", action.title()),
    }
}
