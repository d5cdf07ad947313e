//! Having several sentences fixed at once: each with the reason of its verdict, as one order, so that the writer of a section is asked once for all of its own.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::problems::sentences;
use super::steer::Steer;
use super::{Layer, Reaction, Surroundings, frame, mark_more};
use crate::study::{Claim, Command, Instruction, SectionId};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_bottom, take_top};
use crate::tui::panes::canvas::{Canvas, at_most, flow, hanging};
use crate::tui::panes::field::Field;
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// Rows of each sentence, and of each reason, at most.
const EACH: usize = 2;
/// Rows to type in.
const TYPED: u16 = 2;

/// A sentence that is to be fixed, and what a critic has against it.
#[derive(Debug, Clone)]
pub struct ToFix {
    pub section: SectionId,
    pub claim: Claim,
    pub objection: Option<String>,
}

#[derive(Debug)]
pub struct FixSeveral {
    asked: Vec<ToFix>,
    /// What is said of all of them.
    also: Field,
}

impl FixSeveral {
    #[must_use]
    pub fn new(asked: Vec<ToFix>) -> Self {
        Self {
            asked,
            also: Field::lines(""),
        }
    }

    /// What was typed before and not sent is gone on with.
    #[must_use]
    pub fn going_on(mut self, before: &Self) -> Self {
        self.also = Field::lines(&before.also.text());
        self
    }

    /// Whether anything was typed that can be gone on with.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        !self.also.is_empty()
    }

    fn instructions(&self) -> Vec<Instruction> {
        let also = self.also.text();
        let also = also.trim();
        let told = |one: &ToFix| {
            let fix = Steer::to_fix(&one.claim, one.objection.as_deref());
            Instruction {
                sections: vec![one.section],
                text: if also.is_empty() {
                    fix
                } else {
                    format!("{fix} {also}")
                },
                claim: Some(one.claim.clone()),
            }
        };
        self.asked.iter().map(told).collect()
    }

    fn sections(&self) -> Vec<SectionId> {
        let mut sections: Vec<SectionId> = self.asked.iter().map(|one| one.section).collect();
        sections.sort_unstable();
        sections.dedup();
        sections
    }

    fn takes(&self, view: &View<'_>) -> String {
        let told: Vec<String> = self
            .instructions()
            .into_iter()
            .map(|one| one.text)
            .collect();
        match view.steering {
            _ if !view.study.has_model() => "It costs nothing.".to_owned(),
            Some(costs) => {
                let takes = costs.in_words_for(&self.sections(), &told.join("\n"));
                format!("Takes {takes}.")
            }
            None => format!("Estimating the cost{}", '\u{2026}'),
        }
    }

    fn rows(&self, width: u16, canvas: &Canvas<'_>) -> Vec<Line<'static>> {
        let glyphs = canvas.glyphs();
        let mut rows = Vec::new();
        for one in &self.asked {
            let sign = verdict::mark(glyphs, one.claim.verdict);
            let lead = (
                format!("{sign} "),
                canvas.style(verdict::role(one.claim.verdict)),
            );
            let said = [(text::plain_line(&one.claim.text), canvas.style(Role::Quote))];
            rows.extend(at_most(
                hanging(lead, &said, width),
                EACH,
                width,
                glyphs.ellipsis,
            ));
            let lead = ("  ".to_owned(), canvas.style(Role::Dim));
            let mut why = format!(
                "{}: {}",
                one.claim.verdict.name(),
                text::one_line(&one.claim.reason)
            );
            if let Some(objection) = &one.objection {
                why = format!("{why}; critic: {}", text::one_line(objection));
            }
            let why = hanging(lead, &[(why, canvas.style(Role::Dim))], width);
            rows.extend(at_most(why, EACH, width, glyphs.ellipsis));
        }
        rows
    }
}

impl Layer for FixSeveral {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        match key.code {
            KeyCode::Enter => {
                let instructions = self.instructions();
                let fix = Command::SteerEach { instructions };
                return Reaction::Leave(vec![Effect::Execute(fix)]);
            }
            _ if around.view.study.has_model() => {
                self.also.key(key);
            }
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let has_model = view.study.has_model();
        let title = format!("Fix {}", sentences(self.asked.len()));
        let how = if has_model {
            "The writer of each section is told of all of its sentences at once, and proposes changes for you to review."
        } else {
            "The built-in writer proposes for each the sentence of the evidence that speaks of the same, or to take it out."
        };
        let hints = [(Action::OpenPassage, "ask for it")];
        let size = (92, screen.height.saturating_sub(6).min(26));
        let mut area = frame(&title, "", &hints, size, screen, canvas);
        let dim = canvas.style(Role::Dim);
        let told = flow(&[(format!("{how} {}", self.takes(view)), dim)], area.width);
        let room = area
            .height
            .saturating_sub(if has_model { TYPED + 3 } else { 2 });
        let above = take_top(&mut area, (told.len() as u16).min(room));
        canvas.put_lines(above, &told);
        take_top(&mut area, 1);
        if has_model {
            let mut below = take_bottom(&mut area, TYPED + 1);
            let label = take_top(&mut below, 1);
            canvas.put(label, "Anything else, of all of them:", dim);
            canvas.cursor = self.also.draw(canvas.style(Role::Text), below, canvas.buf);
        }
        let rows = self.rows(area.width, canvas);
        canvas.put_lines(area, &rows);
        mark_more(area, 0, rows.len(), canvas);
        area
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn paste(&mut self, pasted: &str) -> bool {
        self.also.paste(pasted)
    }
}
