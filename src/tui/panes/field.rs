//! A place to type a few words: a filter, a path, an instruction.
//!
//! A thin shell around the text area that makes what is pasted harmless, keeps one-line fields on one line, and says where the terminal's own cursor
//! belongs, so that an input method draws in the right place.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use tui_textarea::{CursorMove, TextArea, WrapMode};

use crate::tui::text;

/// The longest text that is typed, in characters: what is longer belongs into a file.
pub const LIMIT: usize = 20_000;

/// Text being typed.
#[derive(Debug, Clone)]
pub struct Field {
    area: TextArea<'static>,
    many_lines: bool,
}

impl Field {
    /// A field of one line, with the cursor at the end of `text`.
    #[must_use]
    pub fn line(text: &str) -> Self {
        Self::new(text, false)
    }

    /// A field of one line whose text is only a suggestion: it is shown as selected, and what is typed or pasted first takes its place.
    #[must_use]
    pub fn suggestion(text: &str) -> Self {
        Self::line(text).suggested()
    }

    /// The same text as a suggestion.
    #[must_use]
    pub fn suggested(mut self) -> Self {
        self.area
            .set_selection_style(Style::default().add_modifier(Modifier::REVERSED));
        self.area.select_all();
        self
    }

    /// A field that wraps and takes line breaks.
    #[must_use]
    pub fn lines(text: &str) -> Self {
        Self::new(text, true)
    }

    #[must_use]
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.area.is_empty()
    }

    /// Types a key; says whether the text changed.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let breaks_the_line = key.code == KeyCode::Enter
            || (key.modifiers.contains(KeyModifiers::CONTROL)
                && matches!(key.code, KeyCode::Char('m' | 'j')));
        if breaks_the_line {
            return false;
        }
        if matches!(key.code, KeyCode::Char(_)) && self.room() == 0 && is_text(key) {
            return false;
        }
        // As in a shell; the text area would undo.
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('u') {
            return self.area.delete_line_by_head();
        }
        self.area.input(key)
    }

    /// Inserts what was pasted, and says whether there was room for all of it. Nothing of it is obeyed: line breaks never submit.
    pub fn paste(&mut self, pasted: &str) -> bool {
        let mut text = prepared(pasted, self.many_lines);
        let cut = text.char_indices().nth(self.room()).map(|(at, _)| at);
        if let Some(at) = cut {
            text.truncate(at);
        }
        self.area.insert_str(text);
        cut.is_none()
    }

    /// Characters that may still be typed.
    fn room(&self) -> usize {
        let lines = self.area.lines();
        let used: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
        LIMIT.saturating_sub(used.saturating_sub(1))
    }

    /// Draws the text, and returns the place of the cursor.
    pub fn draw(&self, style: Style, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let area = area.intersection(buf.area);
        if area.is_empty() {
            return None;
        }
        buf.set_style(area, style);
        (&self.area).render(area, buf);
        let (cursor, (top, left)) = (self.area.screen_cursor(), self.area.scroll_offset());
        if !self.many_lines {
            self.draw_cuts(usize::from(left), area, buf);
        }
        let row = u16::try_from(cursor.row).ok()?.checked_sub(top)?;
        let column = u16::try_from(cursor.col).ok()?.checked_sub(left)?;
        (row < area.height).then(|| Position {
            x: area.x + column.min(area.width - 1),
            y: area.y + row,
        })
    }

    /// Says at the ends of a line that it goes on there.
    fn draw_cuts(&self, left: usize, area: Rect, buf: &mut Buffer) {
        let all = self
            .area
            .lines()
            .first()
            .map_or(0, |line| text::width(line));
        let style = Style::default().add_modifier(Modifier::REVERSED);
        let width = usize::from(area.width);
        // The cursor stands behind the last letter.
        if width < 4 || all < width {
            return;
        }
        if left > 0 {
            buf.set_string(area.x, area.y, "<", style);
        }
        if all > left + width {
            buf.set_string(area.right() - 1, area.y, ">", style);
        }
    }

    fn new(text: &str, many_lines: bool) -> Self {
        let lines = prepared(text, many_lines)
            .split('\n')
            .map(str::to_owned)
            .collect();
        let mut area = TextArea::new(lines);
        area.set_wrap_mode(if many_lines {
            WrapMode::WordOrGlyph
        } else {
            WrapMode::None
        });
        area.set_cursor_line_style(Style::default());
        // The terminal's own cursor is shown instead of a painted cell.
        area.set_cursor_style(Style::default());
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Self { area, many_lines }
    }
}

impl Default for Field {
    fn default() -> Self {
        Self::line("")
    }
}

/// Whether a key is a letter to be typed, and not a command to the field.
fn is_text(key: KeyEvent) -> bool {
    !key.modifiers
        .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
}

fn prepared(text: &str, many_lines: bool) -> String {
    let cleaned = text::clean(text);
    if many_lines {
        cleaned.into_owned()
    } else {
        cleaned.replace('\n', " ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_takes_the_place_of_a_suggestion_until_the_cursor_was_moved() {
        let press = |field: &mut Field, code| {
            field.key(KeyEvent::from(code));
        };
        let mut typed = Field::suggestion("50000 tokens");
        press(&mut typed, KeyCode::Char('7'));
        press(&mut typed, KeyCode::Char('k'));
        assert_eq!(typed.text(), "7k");
        let mut pasted = Field::suggestion("50000 tokens");
        pasted.paste("$2");
        assert_eq!(pasted.text(), "$2");
        let mut kept = Field::suggestion("50000 tokens");
        press(&mut kept, KeyCode::End);
        press(&mut kept, KeyCode::Char('!'));
        assert_eq!(kept.text(), "50000 tokens!");
    }

    #[test]
    fn what_is_pasted_cannot_drive_the_terminal_nor_break_a_line_that_is_one() {
        let mut field = Field::line("a");
        field.paste("b\nc\u{1b}[2Jd\u{202e}");
        assert_eq!(field.text(), "ab cd");
    }

    #[test]
    fn a_text_that_is_pasted_or_typed_ends_at_the_limit() {
        let mut field = Field::lines("猫\n");
        assert!(!field.paste(&"é".repeat(1_000_000)));
        assert_eq!(field.text().chars().count(), LIMIT);
        assert!(!field.key(KeyEvent::new(KeyCode::Char('a'), KeyModifiers::NONE)));
        assert!(field.key(KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE)));
        assert!(field.key(KeyEvent::new(KeyCode::Char('a'), KeyModifiers::NONE)));
        assert!(field.paste(""));
    }

    #[test]
    fn the_cursor_stands_where_the_next_letter_appears() {
        let field = Field::lines("two words");
        let area = Rect::new(2, 1, 6, 3);
        let mut buf = Buffer::empty(Rect::new(0, 0, 10, 5));
        let cursor = field.draw(Style::default(), area, &mut buf);
        assert_eq!(cursor, Some(Position { x: 7, y: 2 }));
    }

    #[test]
    fn a_line_that_goes_on_beyond_its_field_says_so() {
        let row = |field: &Field| {
            let mut buf = Buffer::empty(Rect::new(0, 0, 10, 1));
            field.draw(Style::default(), Rect::new(0, 0, 10, 1), &mut buf);
            buf.content()
                .iter()
                .map(ratatui::buffer::Cell::symbol)
                .collect::<String>()
        };
        let mut field = Field::line("how the ferry was replaced");
        assert!(row(&field).starts_with('<'), "{}", row(&field));
        field.key(KeyEvent::from(KeyCode::Home));
        let begins = row(&field);
        assert!(
            begins.starts_with("how") && begins.ends_with('>'),
            "{begins}"
        );
        assert!(!row(&Field::line("short")).contains(['<', '>']));
    }

    #[test]
    fn no_size_is_too_small_to_draw_in() {
        for (width, height) in [(0, 0), (1, 1), (1, 5), (5, 1)] {
            let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
            Field::lines("一二三 words\nmore").draw(
                Style::default(),
                Rect::new(0, 0, 20, 20),
                &mut buf,
            );
        }
    }
}
