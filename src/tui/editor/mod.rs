//! Editing a text of any length in place: soft wrap, words, undo without end, and the terminal's own cursor where the next letter appears.
//!
//! What is pasted is made harmless and never obeyed. What happens to the text when the analyst is done is for whoever opened the editor.

mod buffer;
mod rows;

use std::cell::RefCell;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

use self::buffer::{Buffer, Change};
use self::rows::Rows;
use crate::tui::panes::canvas::Canvas;
use crate::tui::text;
use crate::tui::theme::Role;

/// The longest text that is edited here, in bytes; what is longer belongs into a file.
pub const LIMIT: usize = 4_000_000;

/// A text in a place to edit it.
#[derive(Debug, Clone)]
pub struct Editor {
    buffer: Buffer,
    /// Where the text stood on the screen in the last frame. Drawing finds out, and the next key needs it.
    shown: RefCell<Shown>,
    /// The column that moving up and down keeps to.
    goal: Option<usize>,
}

#[derive(Debug, Clone, Default)]
struct Shown {
    rows: Rows,
    top: usize,
    height: usize,
}

impl Editor {
    /// An editor with the cursor at the beginning of `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let text = text::clean(text).into_owned();
        let rows = Rows::new(&text, 80);
        Self {
            buffer: Buffer::new(text),
            shown: RefCell::new(Shown {
                rows,
                top: 0,
                height: 1,
            }),
            goal: None,
        }
    }

    /// An editor with the cursor behind `text`.
    #[must_use]
    pub fn at_end(text: &str) -> Self {
        let mut editor = Self::new(text);
        editor.go(usize::MAX);
        editor
    }

    /// An editor of what a text has become, with the cursor behind what was changed in it last.
    #[must_use]
    pub fn going_on(text: &str, begun_from: &str) -> Self {
        let same = text.chars().rev().zip(begun_from.chars().rev());
        let same = same.take_while(|(a, b)| a == b);
        let after: usize = same.map(|(sign, _)| sign.len_utf8()).sum();
        let is_as_begun = after == text.len() && after == begun_from.len();
        let mut editor = Self::new(text);
        editor.go(if is_as_begun {
            0
        } else {
            editor.text().len().saturating_sub(after)
        });
        editor
    }

    #[must_use]
    pub fn text(&self) -> &str {
        self.buffer.text()
    }

    /// Puts the cursor at a byte of the text.
    pub fn go(&mut self, at: usize) {
        self.goal = None;
        self.buffer.go(at);
    }

    /// Puts another text in place, as one change that can be taken back.
    pub fn set(&mut self, text: &str) {
        let text = text::clean(text);
        let change = self.buffer.replace(0, self.buffer.text().len(), &text);
        self.changed(change);
        self.buffer.go(0);
    }

    /// Types a key; says whether the text changed.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let cursor = self.buffer.cursor();
        let by_word = control || alt;
        let change = match key.code {
            KeyCode::Left if by_word => return self.move_to(self.buffer.word_before()),
            KeyCode::Right if by_word => return self.move_to(self.buffer.word_after()),
            KeyCode::Char('b') if alt => return self.move_to(self.buffer.word_before()),
            KeyCode::Char('f') if alt => return self.move_to(self.buffer.word_after()),
            KeyCode::Left => return self.move_to(self.buffer.before(cursor)),
            KeyCode::Right => return self.move_to(self.buffer.after(cursor)),
            KeyCode::Up => return self.move_rows(-1),
            KeyCode::Down => return self.move_rows(1),
            KeyCode::PageUp => return self.move_rows(-self.page()),
            KeyCode::PageDown => return self.move_rows(self.page()),
            KeyCode::Home if control => return self.move_to(0),
            KeyCode::End if control => return self.move_to(self.buffer.text().len()),
            KeyCode::Home => return self.move_to(self.row().start),
            KeyCode::End => return self.move_to(self.row_end()),
            KeyCode::Char('a') if control => return self.move_to(self.row().start),
            KeyCode::Char('e') if control => return self.move_to(self.row_end()),
            KeyCode::Backspace if by_word => {
                let from = self.buffer.word_before();
                self.buffer.replace(from, cursor, "")
            }
            KeyCode::Char('w') if control => {
                let from = self.buffer.word_before();
                self.buffer.replace(from, cursor, "")
            }
            KeyCode::Char('d') if alt => {
                let to = self.buffer.word_after();
                self.buffer.replace(cursor, to, "")
            }
            KeyCode::Char('u') if control => {
                let from = self.row().start;
                self.buffer.replace(from, cursor, "")
            }
            KeyCode::Char('k') if control => {
                let end = self.row().end;
                let end = if end == cursor {
                    self.buffer.after(end)
                } else {
                    end
                };
                self.buffer.replace(cursor, end, "")
            }
            KeyCode::Char('h') if control => {
                self.buffer.replace(self.buffer.before(cursor), cursor, "")
            }
            KeyCode::Backspace => self.buffer.replace(self.buffer.before(cursor), cursor, ""),
            KeyCode::Delete => self.buffer.replace(cursor, self.buffer.after(cursor), ""),
            KeyCode::Enter => return self.newline(),
            KeyCode::Char(letter) if !control && !alt && self.room() > 0 => {
                let mut typed = [0; 4];
                let typed = text::clean(letter.encode_utf8(&mut typed)).into_owned();
                self.buffer.insert(&typed)
            }
            _ => return false,
        };
        self.changed(change)
    }

    /// Begins a new line at the cursor; says whether there was room for one.
    pub fn newline(&mut self) -> bool {
        if self.room() == 0 {
            return false;
        }
        let change = self.buffer.insert("\n");
        self.changed(change)
    }

    /// Inserts what was pasted, and says whether there was room for all of it.
    pub fn paste(&mut self, pasted: &str) -> bool {
        let cleaned = text::clean(pasted);
        let fits = cleaned.floor_char_boundary(self.room());
        let change = self.buffer.insert(cleaned.get(..fits).unwrap_or_default());
        self.changed(change);
        fits == cleaned.len()
    }

    pub fn undo(&mut self) -> bool {
        let change = self.buffer.undo();
        self.changed(change)
    }

    pub fn redo(&mut self) -> bool {
        let change = self.buffer.redo();
        self.changed(change)
    }

    /// Moves the cursor by rows of the screen.
    pub fn move_rows(&mut self, rows: isize) -> bool {
        let row = self.shown.borrow().rows.row_of(self.buffer.cursor());
        let goal = self.goal.unwrap_or_else(|| self.column());
        let (from, to) = {
            let shown = self.shown.borrow();
            let last = shown.rows.count().saturating_sub(1);
            let target = row.saturating_add_signed(rows).min(last);
            let bytes = shown.rows.row(self.buffer.text(), target);
            let line = self.buffer.text().get(bytes.clone()).unwrap_or_default();
            let is_last = target == last;
            let fits = text::fitting(line, goal);
            // Behind the last sign of a row that goes on stands the next row.
            let fits = if fits == line.len() && !is_last && self.goes_on(bytes.end) {
                self.buffer.before(bytes.end) - bytes.start
            } else {
                fits
            };
            (bytes.start, bytes.start + fits)
        };
        self.buffer.go(to.max(from));
        self.goal = Some(goal);
        false
    }

    /// Draws the part of the text in which the cursor stands, and shows the cursor.
    pub fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        if area.is_empty() {
            return;
        }
        // The cursor can stand behind the last letter of a full row.
        let width = usize::from(area.width.saturating_sub(1)).max(1);
        self.fit(width);
        let mut shown = self.shown.borrow_mut();
        let height = usize::from(area.height);
        shown.height = height;
        let row = shown.rows.row_of(self.buffer.cursor());
        let most = shown.rows.count().saturating_sub(height);
        shown.top = shown
            .top
            .min(row)
            .max((row + 1).saturating_sub(height))
            .min(most);
        let style = canvas.style(Role::Text);
        let text = self.buffer.text();
        for (line, at) in area.rows().zip(shown.top..shown.rows.count()) {
            let bytes = shown.rows.row(text, at);
            let row = text.get(bytes).unwrap_or_default().trim_end();
            canvas.put(line, row, style);
        }
        let bytes = shown.rows.row(text, row);
        let before = text.get(bytes.start..self.buffer.cursor());
        let column = text::width(before.unwrap_or_default());
        let column = u16::try_from(column).unwrap_or(u16::MAX);
        canvas.cursor = Some(Position {
            x: area.x + column.min(area.width - 1),
            y: area.y + u16::try_from(row - shown.top).unwrap_or(0),
        });
    }

    /// How far the reader is in an area so many columns wide: the row of the cursor and the rows there are.
    #[must_use]
    pub fn place(&self, width: u16) -> (usize, usize) {
        self.fit(usize::from(width.saturating_sub(1)).max(1));
        let shown = self.shown.borrow();
        (
            shown.rows.row_of(self.buffer.cursor()) + 1,
            shown.rows.count(),
        )
    }

    /// Rows that the text takes in an area so many columns wide, of which one is for the cursor behind a full row.
    #[must_use]
    pub fn rows(&self, width: u16) -> usize {
        self.fit(usize::from(width.saturating_sub(1)).max(1));
        self.shown.borrow().rows.count()
    }

    fn fit(&self, width: usize) {
        let mut shown = self.shown.borrow_mut();
        if shown.rows.width() != width.max(1) {
            shown.rows = Rows::new(self.buffer.text(), width);
        }
    }

    fn changed(&mut self, change: Option<Change>) -> bool {
        self.goal = None;
        let Some(change) = change else { return false };
        let rows = &mut self.shown.get_mut().rows;
        rows.change(self.buffer.text(), &change);
        true
    }

    /// Moving is no change.
    fn move_to(&mut self, at: usize) -> bool {
        self.goal = None;
        self.buffer.go(at);
        false
    }

    fn row(&self) -> std::ops::Range<usize> {
        let shown = self.shown.borrow();
        let row = shown.rows.row_of(self.buffer.cursor());
        shown.rows.row(self.buffer.text(), row)
    }

    /// The last place of the cursor's row.
    fn row_end(&self) -> usize {
        let end = self.row().end;
        if self.goes_on(end) && end > self.row().start {
            self.buffer.before(end)
        } else {
            end
        }
    }

    /// Whether the next row goes on with the same line.
    fn goes_on(&self, end: usize) -> bool {
        let rest = self.buffer.text().get(end..).unwrap_or_default();
        !rest.is_empty() && !rest.starts_with('\n')
    }

    fn column(&self) -> usize {
        let row = self.row();
        let before = self.buffer.text().get(row.start..self.buffer.cursor());
        text::width(before.unwrap_or_default())
    }

    fn page(&self) -> isize {
        isize::try_from(self.shown.borrow().height).unwrap_or(1)
    }

    fn room(&self) -> usize {
        LIMIT.saturating_sub(self.buffer.text().len())
    }
}

#[cfg(test)]
mod tests;
