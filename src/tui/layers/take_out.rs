//! Taking a source out of the evidence: what rests on it, before the analyst says so [E7].

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{Layer, Reaction, Surroundings, draw_keys, movement, put_page, window};
use crate::pipeline::impact::{SAYS_IT_UNCITED, resting_on, said_uncited};
use crate::study::{Command, DocumentId};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Canvas, at_most, flow, hanging};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// Rows that a sentence takes at most.
const SENTENCE: usize = 3;

#[derive(Debug)]
pub struct TakeOut {
    document: DocumentId,
    /// The first row that is shown.
    first: usize,
}

impl TakeOut {
    #[must_use]
    pub fn new(document: DocumentId) -> Self {
        Self { document, first: 0 }
    }

    pub fn step(&mut self, rows: isize) {
        self.first = self.first.saturating_add_signed(rows);
    }

    /// A writer can mend what falls: what a model would be asked is shown next, and nothing is asked by itself.
    fn take_out(&self, view: &View<'_>) -> Reaction {
        let document = self.document;
        let mut effects = vec![Effect::Execute(Command::TakeOut { document })];
        let is_cited = resting_on(view.study, document)
            .iter()
            .any(|one| !one.proposed);
        if is_cited {
            effects.push(Effect::ShowImpact);
        }
        Reaction::Finish(effects)
    }

    fn rows(&self, view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Vec<Line<'static>> {
        let resting = resting_on(view.study, self.document);
        let card = view.study.document(self.document);
        let title = card.map_or_else(String::new, |card| text::one_line(&card.title));
        let whose = if view.study.is_found(self.document) {
            " It was found in the library by a search for more evidence."
        } else {
            ""
        };
        let key = canvas.key(Scope::Reading, Action::TakeOut);
        let falls = resting.iter().filter(|one| one.alone).count();
        let comes = match (resting.len(), falls) {
            (0, _) => "No sentence cites it.".to_owned(),
            (all, falls) => format!(
                "{} on it, {} on it alone; they stay until you accept what is proposed for them.",
                match all {
                    1 => "1 sentence rests".to_owned(),
                    _ => format!("{all} sentences rest"),
                },
                match falls {
                    0 => "none".to_owned(),
                    _ => falls.to_string(),
                }
            ),
        };
        let said = format!(
            "“{title}” is no evidence then: nothing new is written from it, and what cites it still opens; {key} puts it back.{whose} {comes}"
        );
        let mut rows = flow(&[(said, canvas.style(Role::Text))], width);
        let mut section = None;
        for one in &resting {
            if section.replace(one.section) != Some(one.section) {
                rows.push(Line::default());
                let title = view.section_title(one.section).to_owned();
                rows.extend(flow(&[(title, canvas.style(Role::Heading))], width));
            }
            let said = (one.sentence.as_str(), one.told());
            rows.extend(entry(said, one.alone, width, canvas));
        }
        for (id, claim) in said_uncited(view.study, self.document) {
            rows.push(Line::default());
            let title = view.section_title(id).to_owned();
            rows.extend(flow(&[(title, canvas.style(Role::Heading))], width));
            let said = (claim.text.as_str(), SAYS_IT_UNCITED);
            rows.extend(entry(said, false, width, canvas));
        }
        rows
    }
}

impl Layer for TakeOut {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        if key.code == KeyCode::Enter {
            return self.take_out(around.view);
        }
        match around.keys.action(Scope::Window, &key) {
            Some(Action::Quit) => return Reaction::Close,
            Some(action @ (Action::Help | Action::Palette)) => return Reaction::Below(action),
            Some(Action::LineDown) => self.step(1),
            Some(Action::LineUp) => self.step(-1),
            Some(Action::HalfPageDown | Action::PageDown) => self.step(8),
            Some(Action::HalfPageUp | Action::PageUp) => self.step(-8),
            Some(Action::Top) => self.first = 0,
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let size = (PROSE + 6, screen.height.saturating_sub(4).min(24));
        let (area, keys) = window(("Take out", ""), size, screen, canvas);
        let rows = self.rows(view, area.width, canvas);
        let height = usize::from(area.height);
        let first = put_page(&rows, self.first, area, canvas);
        let mut hints = vec![(Action::OpenPassage, "takes it out")];
        hints.extend(movement(first, height, rows.len()));
        draw_keys(Scope::Window, (&hints, "leave"), keys, canvas);
        area
    }

    fn scroll(&mut self, rows: isize, _: Surroundings<'_>) {
        self.step(rows);
    }
}

fn entry(
    (sentence, told): (&str, &str),
    falls: bool,
    width: u16,
    canvas: &Canvas<'_>,
) -> Vec<Line<'static>> {
    let role = if falls { Role::Text } else { Role::Dim };
    let glyphs = canvas.glyphs();
    let lead = if falls { "- " } else { "  " };
    let said = [(text::one_line(sentence), canvas.style(role))];
    let rows = hanging((lead.to_owned(), canvas.style(role)), &said, width);
    let mut rows = at_most(rows, SENTENCE, width, glyphs.ellipsis);
    let dim = canvas.style(Role::Dim);
    rows.extend(hanging(
        ("    ".to_owned(), dim),
        &[(told.to_owned(), dim)],
        width,
    ));
    rows
}
