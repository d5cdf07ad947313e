//! What sources disagree on: each pair with its kind and both sides, either of which opens [V3].

use std::ops::Range;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{
    Layer, Reaction, Surroundings, clickable, frame, mark_more, movement, prose_in, rows_for,
};
use crate::study::{Quote, counted};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Canvas, at_most, flow, hanging};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::{Disagreement, Ledger, Side, View};

/// Rows that one side takes at most, save the one under the cursor, which is read whole.
const SIDE: usize = 4;

/// The side under the cursor: two for each pair.
#[derive(Debug, Default)]
pub struct Conflicts {
    selected: usize,
}

impl Conflicts {
    pub fn step(&mut self, sides: isize, ledger: &Ledger) {
        let last = (2 * ledger.entries.len()).saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(sides).min(last);
    }

    /// All rows, and which of them are those of each side.
    fn rows(
        &self,
        view: &View<'_>,
        (width, height): (u16, u16),
        canvas: &Canvas<'_>,
    ) -> (Vec<Line<'static>>, Vec<Range<usize>>) {
        let glyphs = canvas.glyphs();
        let mut rows: Vec<Line<'static>> = Vec::new();
        let mut sides = Vec::new();
        if view.ledger.entries.is_empty() {
            let none = "No contradictions between sources were found.";
            return (
                flow(&[(none.to_owned(), canvas.style(Role::Dim))], width),
                sides,
            );
        }
        for (at, entry) in view.ledger.entries.iter().enumerate() {
            let kind = format!("{}. {}", at + 1, entry.kind.name());
            rows.extend(flow(&[(kind, canvas.style(Role::Heading))], width));
            for (nth, side) in [&entry.a, &entry.b].into_iter().enumerate() {
                let is_selected = self.selected == 2 * at + nth;
                let (mark, role, most) = if is_selected {
                    let whole = usize::from(height).saturating_sub(1).max(SIDE);
                    (glyphs.selected, Role::Selection, whole)
                } else {
                    (" ", Role::Text, SIDE)
                };
                let from = rows.len();
                let lead = (format!("{mark} "), canvas.style(role));
                let who = (who(view, side), canvas.style(Role::Dim));
                let said = (text::quoted(&side.text), canvas.style(role));
                let said = hanging(lead, &[who, said], width);
                rows.extend(at_most(said, most, width, glyphs.ellipsis));
                sides.push(from..rows.len());
            }
            rows.push(Line::default());
        }
        (rows, sides)
    }
}

impl Layer for Conflicts {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let ledger = around.view.ledger;
        let Some(action) = around.keys.action(Scope::Window, &key) else {
            return Reaction::Stay;
        };
        match action {
            Action::Quit | Action::Conflicts => return Reaction::Close,
            Action::Help | Action::Palette => return Reaction::Below(action),
            Action::OpenPassage => {
                if let Some(side) = side(ledger, self.selected) {
                    return Reaction::Open(Effect::LoadPassage {
                        passage: side.passage,
                        marked: Some(Quote {
                            number: around.view.study.number_of(side.document),
                            passage: side.passage,
                            span: side.span.clone(),
                            text: side.text.clone(),
                        }),
                    });
                }
            }
            Action::LineDown => self.step(1, ledger),
            Action::LineUp => self.step(-1, ledger),
            Action::HalfPageDown | Action::PageDown | Action::CitationNext => self.step(2, ledger),
            Action::HalfPageUp | Action::PageUp | Action::CitationPrevious => {
                self.step(-2, ledger);
            }
            Action::Top => self.selected = 0,
            Action::Bottom => self.step(isize::MAX, ledger),
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let ledger = view.ledger;
        let sides = 2 * ledger.entries.len();
        let mut hints = vec![];
        if sides > 0 {
            hints.push((Action::OpenPassage, "open"));
        }
        hints.splice(
            1.min(hints.len())..1.min(hints.len()),
            movement(self.selected, 1, sides),
        );
        let most = screen.height.saturating_sub(4);
        let (all, _) = self.rows(view, (prose_in(screen), most), canvas);
        let size = (PROSE + 6, rows_for(all.len(), screen));
        let status = match (ledger.entries.len(), ledger.compared < ledger.all) {
            (0, false) => String::new(),
            (pairs, false) => counted(pairs, "pair"),
            (pairs, true) => format!(
                "{} in {} of {} passages; {} left out",
                counted(pairs, "pair"),
                ledger.compared,
                ledger.all,
                ledger.all.saturating_sub(ledger.compared)
            ),
        };
        let area = frame("Conflicts", &status, &hints, size, screen, canvas);
        let (rows, sides) = self.rows(view, (area.width, area.height), canvas);
        let selected = sides.get(self.selected).cloned().unwrap_or_default();
        let selected = selected.start.saturating_sub(1)..selected.end;
        // The selected side is in view, with the line that names its pair.
        let height = usize::from(area.height);
        let first = (selected.end).saturating_sub(height);
        let first = first.max(selected.start.saturating_sub(height / 2).min(first));
        canvas.put_lines(area, rows.get(first..).unwrap_or(&[]));
        mark_more(area, first, rows.len(), canvas);
        clickable(area, first, &sides, canvas);
        area
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Conflicts)
    }

    fn scroll(&mut self, rows: isize, around: Surroundings<'_>) {
        self.step(rows, around.view.ledger);
    }

    fn point(&mut self, side: usize, _: Surroundings<'_>) -> bool {
        std::mem::replace(&mut self.selected, side) == side
    }

    fn is_read(&self) -> bool {
        true
    }

    fn said(&self, around: Surroundings<'_>) -> Vec<String> {
        let entries = around.view.ledger.entries.iter();
        let sides = entries.flat_map(|entry| [(entry, &entry.a), (entry, &entry.b)]);
        let said = |(entry, side): (&Disagreement, &Side)| {
            format!(
                "{} {}{}",
                entry.kind.name(),
                who(around.view, side),
                side.text
            )
        };
        sides.map(said).collect()
    }

    fn place(&self, _: Surroundings<'_>) -> usize {
        self.selected
    }

    fn go(&mut self, to: usize, _: Surroundings<'_>) {
        self.selected = to;
    }
}

fn side(ledger: &Ledger, at: usize) -> Option<&Side> {
    let entry = ledger.entries.get(at / 2)?;
    Some(if at.is_multiple_of(2) {
        &entry.a
    } else {
        &entry.b
    })
}

/// The source of a side, with its date where that is known.
fn who(view: &View<'_>, side: &Side) -> String {
    let number = view
        .study
        .number_of(side.document)
        .map_or_else(|| "not cited, ".to_owned(), |number| format!("[{number}] "));
    let Some(document) = view.study.document(side.document) else {
        return number;
    };
    let date = document
        .date
        .as_deref()
        .map_or_else(String::new, |date| format!(" ({date})"));
    format!("{number}{}{date}: ", text::one_line(&document.title))
}
