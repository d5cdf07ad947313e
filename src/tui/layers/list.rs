//! A list that is narrowed by typing: the palette, the studies, the themes.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::{fuzzy, mark_more};
use crate::tui::layout::take_top;
use crate::tui::panes::canvas::Canvas;
use crate::tui::panes::field::Field;
use crate::tui::theme::Role;

/// A filter and the row that is selected among what it leaves.
#[derive(Debug, Default)]
pub struct List {
    filter: Field,
    selected: usize,
    /// Rows that the filter left in the last count.
    left: usize,
}

/// What a key did to a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Chosen,
    Moved,
    /// The keys are asked for.
    Help,
}

/// Whether a key chooses from a list or moves in it, and is no text for a field beside it.
#[must_use]
pub fn is_for_a_list(key: KeyEvent) -> bool {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Enter | KeyCode::Down | KeyCode::Up | KeyCode::PageDown | KeyCode::PageUp => true,
        KeyCode::Char('n' | 'p') => control,
        _ => false,
    }
}

impl List {
    /// The positions of the names that the filter leaves: best first, or in their own order while nothing is typed.
    #[must_use]
    pub fn matching<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<usize> {
        let names: Vec<&str> = names.into_iter().collect();
        self.matching_by(names.len(), |typed, at| fuzzy::score(typed, names.get(at)?))
    }

    /// The same, by another measure of how well the item at a position answers to what was typed.
    #[must_use]
    pub fn matching_by(
        &self,
        count: usize,
        score: impl Fn(&str, usize) -> Option<i32>,
    ) -> Vec<usize> {
        let typed = self.filter.text();
        let mut found: Vec<(i32, usize)> = (0..count)
            .filter_map(|at| Some((score(&typed, at)?, at)))
            .collect();
        found.sort_by_key(|(score, at)| (-score, *at));
        found.into_iter().map(|(_, at)| at).collect()
    }

    /// The selected one of `left` rows.
    #[must_use]
    pub fn selected(&self, left: usize) -> usize {
        self.selected.min(left.saturating_sub(1))
    }

    pub fn select(&mut self, row: usize) {
        self.selected = row;
    }

    /// Reads a key for a list of which `left` rows are left.
    pub fn key(&mut self, key: KeyEvent, left: usize, page: usize) -> Outcome {
        self.left = left;
        self.selected = self.selected(left);
        let page = isize::try_from(page.max(1)).unwrap_or(1);
        match key.code {
            KeyCode::Enter => return Outcome::Chosen,
            // Nothing is looked for by that alone.
            KeyCode::Char('?') if !self.is_narrowed() => return Outcome::Help,
            KeyCode::Down => self.step(1),
            KeyCode::Up => self.step(-1),
            KeyCode::PageDown => self.step(page),
            KeyCode::PageUp => self.step(-page),
            KeyCode::Char('n') if key.modifiers.contains(KeyModifiers::CONTROL) => self.step(1),
            KeyCode::Char('p') if key.modifiers.contains(KeyModifiers::CONTROL) => self.step(-1),
            _ => {
                if self.filter.key(key) {
                    self.selected = 0;
                }
            }
        }
        Outcome::Moved
    }

    pub fn paste(&mut self, pasted: &str) -> bool {
        self.selected = 0;
        self.filter.paste(pasted)
    }

    /// Moves the selection; it stops at both ends.
    pub fn step(&mut self, rows: isize) {
        let last = self.left.saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(rows).min(last);
    }

    /// Selects a row; says whether it was selected.
    pub fn point(&mut self, row: usize) -> bool {
        std::mem::replace(&mut self.selected, row) == row
    }

    /// Whether anything is typed.
    #[must_use]
    pub fn is_narrowed(&self) -> bool {
        !self.filter.is_empty()
    }

    /// Draws the filter in the first row, and returns the rows below it and the first row to show there.
    pub fn draw(&self, left: usize, area: Rect, canvas: &mut Canvas<'_>) -> (Rect, usize) {
        self.draw_as("> ", None, left, area, canvas)
    }

    /// The same with other words before what is typed, or with another field in the place of the filter.
    pub fn draw_as(
        &self,
        lead: &str,
        field: Option<&Field>,
        left: usize,
        area: Rect,
        canvas: &mut Canvas<'_>,
    ) -> (Rect, usize) {
        let mut rest = area;
        let mut line = take_top(&mut rest, 1);
        let width = canvas
            .put(line, lead, canvas.style(Role::Accent))
            .min(line.width);
        line.x += width;
        line.width -= width;
        let field = field.unwrap_or(&self.filter);
        canvas.cursor = field.draw(canvas.style(Role::Text), line, canvas.buf);
        take_top(&mut rest, 1);
        let first = (self.selected(left) + 1).saturating_sub(usize::from(rest.height));
        mark_more(rest, first, left, canvas);
        (rest, first)
    }

    /// What stands before the row at `at` of `left` rows, and how both are drawn.
    #[must_use]
    pub fn mark(&self, at: usize, left: usize, canvas: &Canvas<'_>) -> (&'static str, Role) {
        if at == self.selected(left) {
            (canvas.glyphs().selected, Role::Selection)
        } else {
            (" ", Role::Text)
        }
    }
}
