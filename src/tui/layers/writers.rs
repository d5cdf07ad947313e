//! Choosing who writes: the built-in writer, or a model of a server that is configured or runs on this machine.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::list::{List, Outcome};
use super::{Layer, Reaction, Surroundings, frame};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::take_bottom;
use crate::tui::panes::canvas::{Canvas, Piece, flow};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Target;
use crate::tui::ui::Ui;
use crate::tui::view::{Choice, View};

/// Said where nobody else can write.
fn none_but_one(config: &str) -> String {
    let file = if config.is_empty() {
        "config.toml"
    } else {
        config
    };
    format!(
        "Models come from the providers in {file}, from OPENAI_API_KEY or ANTHROPIC_API_KEY, and from servers on this machine; `tercet config --defaults` prints a file to begin with, `tercet doctor` says what is found."
    )
}

#[derive(Debug, Default)]
pub struct Writers {
    pub list: List,
    /// `None` until the servers have answered.
    known: Option<Vec<Choice>>,
}

impl Writers {
    /// Who can write has come; the one that writes now is selected.
    pub fn loaded(&mut self, mut choices: Vec<Choice>, current: &str) {
        // Whoever chooses another has to find the way back.
        if !current.is_empty() && !choices.iter().any(|choice| choice.writer == current) {
            choices.push(Choice {
                writer: current.to_owned(),
                place: "writes now".to_owned(),
            });
        }
        let at = choices.iter().position(|choice| choice.writer == current);
        self.list.select(at.unwrap_or(0));
        self.known = Some(choices);
    }

    /// The choices that the filter leaves.
    fn left(&self) -> Vec<&Choice> {
        let known = self.known.as_deref().unwrap_or_default();
        let names = known.iter().map(|choice| choice.writer.as_str());
        let left = self.list.matching(names);
        left.into_iter().filter_map(|at| known.get(at)).collect()
    }
}

impl Layer for Writers {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let count = self.left().len();
        match self.list.key(key, count, around.page.1) {
            Outcome::Moved => Reaction::Stay,
            Outcome::Help => Reaction::Below(Action::Help),
            Outcome::Chosen => match self.left().get(self.list.selected(count)) {
                Some(choice) => Reaction::Finish(vec![Effect::ChooseWriter(choice.writer.clone())]),
                None => Reaction::Stay,
            },
        }
    }

    fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let hints = [(Action::OpenPassage, "use")];
        let status = match &self.known {
            Some(_) => format!("now {}", text::one_line(view.writer)),
            None => "asking the servers of this machine for their models".to_owned(),
        };
        let rows = self
            .known
            .as_ref()
            .map_or(0, |known| u16::try_from(known.len()).unwrap_or(u16::MAX));
        let size = (84, rows.saturating_add(8).clamp(11, 18));
        let area = frame("Writer", &status, &hints, size, screen, canvas);
        let left = self.left();
        let (mut area, first) = self.list.draw(left.len(), area, canvas);
        if self.known.as_ref().is_some_and(|known| known.len() == 1) {
            let how = [(none_but_one(&ui.config), canvas.style(Role::Dim))];
            let rows = flow(&how, area.width);
            let below = take_bottom(&mut area, rows.len() as u16);
            canvas.put_lines(below, &rows);
        }
        for (line, (at, choice)) in area.rows().zip(left.iter().enumerate().skip(first)) {
            canvas.target(line, Target::Row(at));
            let (mark, role) = self.list.mark(at, left.len(), canvas);
            let name = text::one_line(&choice.writer);
            let pieces: [Piece; 2] = [
                (format!("{mark} {name}"), canvas.style(role)),
                (
                    format!("  {}", text::one_line(&choice.place)),
                    canvas.style(Role::Dim),
                ),
            ];
            canvas.put_pieces(line, &pieces);
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
