//! Saying what the study may take in all: tokens, cost and time [M5].

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, frame};
use crate::study::{Ceilings, Command, grouped};
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::take_top;
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::panes::field::Field;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// Ceilings being typed.
#[derive(Debug)]
pub struct Budget {
    typed: Field,
    /// What is wrong with what was typed, once it was entered.
    problem: Option<String>,
}

impl Budget {
    #[must_use]
    pub fn new(ceilings: Ceilings) -> Self {
        Self {
            typed: Field::suggestion(&ceilings.in_words()),
            problem: None,
        }
    }
}

impl Layer for Budget {
    fn key(&mut self, key: KeyEvent, _: Surroundings<'_>) -> Reaction {
        if key.code != KeyCode::Enter {
            if self.typed.key(key) {
                self.problem = None;
            }
            return Reaction::Stay;
        }
        match Ceilings::parse(&self.typed.text()) {
            Ok(ceilings) => {
                Reaction::Finish(vec![Effect::Execute(Command::SetBudget { ceilings })])
            }
            Err(problem) => {
                self.problem = Some(problem);
                Reaction::Stay
            }
        }
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        // Whoever raises the limit that a run has stopped at lets it go on.
        let does = if view.study.closed.is_some() {
            "enter sets it and goes on"
        } else {
            "enter sets it"
        };
        let mut area = frame("Budget", does, &[], (84, 11), screen, canvas);
        let how = "Limits for this study, such as 50000 tokens, $2.50, 10 min; off for none. A step that would exceed one is not started.";
        let mut rows = flow(&[(how.to_owned(), canvas.style(Role::Dim))], area.width);
        let study = view.study;
        let mut spent = format!(
            "So far: {} tokens, {} s",
            grouped(study.tokens_spent() as usize),
            study.time_spent().as_secs()
        );
        if let Some(cost) = view.cost {
            spent = format!("{spent}, {}", crate::pipeline::dollars(cost));
        }
        let (line, role) = match &self.problem {
            Some(problem) => (problem.clone(), Role::Error),
            None => (spent, Role::Text),
        };
        rows.extend(flow(&[(line, canvas.style(role))], area.width));
        let height = u16::try_from(rows.len()).unwrap_or(1) + 1;
        let above = take_top(&mut area, height);
        canvas.put_lines(above, &rows);
        canvas.cursor = self.typed.draw(canvas.style(Role::Text), area, canvas.buf);
        area
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn paste(&mut self, pasted: &str) -> bool {
        self.typed.paste(pasted)
    }
}
