//! Choosing who writes: the built-in writer, or a model of a server that is configured or runs on this machine.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::list::{List, Outcome};
use super::{Reaction, Surroundings, frame};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::panes::canvas::{Canvas, Piece};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Target;
use crate::tui::view::{Choice, View};

#[derive(Debug, Default)]
pub struct Writers {
    pub list: List,
    /// `None` until the servers have answered.
    known: Option<Vec<Choice>>,
}

impl Writers {
    /// Who can write has come; the one that writes now is selected.
    pub fn loaded(&mut self, choices: Vec<Choice>, current: &str) {
        let at = choices.iter().position(|choice| choice.writer == current);
        self.list.select(at.unwrap_or(0));
        self.known = Some(choices);
    }

    pub fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let count = self.left().len();
        match self.list.key(key, count, around.page.1) {
            Outcome::Moved => Reaction::Stay,
            Outcome::Chosen => match self.left().get(self.list.selected(count)) {
                Some(choice) => Reaction::Finish(vec![Effect::ChooseWriter(choice.writer.clone())]),
                None => Reaction::Stay,
            },
        }
    }

    /// The choices that the filter leaves.
    fn left(&self) -> Vec<&Choice> {
        let known = self.known.as_deref().unwrap_or_default();
        let names = known.iter().map(|choice| choice.writer.as_str());
        let left = self.list.matching(names);
        left.into_iter().filter_map(|at| known.get(at)).collect()
    }

    pub fn draw(&self, view: &View<'_>, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let hints = [(Action::OpenPassage, "use")];
        let status = match &self.known {
            Some(_) => format!("now {}", text::one_line(view.writer)),
            None => "asking the servers of this machine for their models".to_owned(),
        };
        let area = frame("Writer", &status, &hints, (84, 18), screen, canvas);
        let left = self.left();
        let (area, first) = self.list.draw(left.len(), area, canvas);
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
}
