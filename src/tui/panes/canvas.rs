//! The canvas: the one way from a string to cells.
//!
//! Every string that is drawn outside rendered Markdown goes through here, and is made harmless here. All of it is clipped to its area, and an empty
//! area draws nothing, so that no pane has to ask how large the screen is. A canvas also collects what the next input wants to know of the frame:
//! what lies under the mouse, and where the terminal's cursor belongs.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use regex::Regex;

use crate::tui::action::Action;
use crate::tui::keymap::{Keymap, Scope};
use crate::tui::links::Link;
use crate::tui::text;
use crate::tui::theme::{ASCII, Glyphs, Role, Theme};
use crate::tui::ui::Target;

/// A piece of styled text, before it is broken into rows.
pub type Piece = (String, Style);

/// A frame being drawn.
pub struct Canvas<'a> {
    pub buf: &'a mut Buffer,
    pub theme: &'a Theme,
    pub keys: &'a Keymap,
    pub targets: Vec<(Rect, Target)>,
    pub links: Vec<Link>,
    pub cursor: Option<Position>,
    /// How one goes on searching the window being drawn, and what is searched for in it so far; `None` where the window is not searched.
    pub searching: Option<(Action, String)>,
    /// What the keys of the window on top do, for the help: all that it offers, whether there is room for it or not.
    pub offered: Vec<Offered>,
    /// Where the analyst's keys are looked up while no window is open.
    pub here: Scope,
    /// Where the window that was drawn last stands, with its frame.
    pub framed: Rect,
}

/// A key that a window offers: where it is looked up, and what it does there.
pub type Offered = (Scope, Action, String);

/// A pane's heading: its name, a rule, and what is worth knowing about it at the right.
#[derive(Debug, Clone, Copy)]
pub struct Heading<'a> {
    pub title: &'a str,
    pub status: &'a str,
    pub role: Role,
    pub focused: bool,
}

impl<'a> Canvas<'a> {
    pub fn new(buf: &'a mut Buffer, theme: &'a Theme, keys: &'a Keymap) -> Self {
        Self {
            buf,
            theme,
            keys,
            targets: Vec::new(),
            links: Vec::new(),
            cursor: None,
            searching: None,
            offered: Vec::new(),
            here: Scope::Reading,
            framed: Rect::ZERO,
        }
    }

    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    #[must_use]
    pub fn glyphs(&self) -> &'static Glyphs {
        self.theme.glyphs()
    }

    /// The first key of an action, such as `^P`; empty where it has none.
    #[must_use]
    pub fn key(&self, scope: Scope, action: Action) -> String {
        key_of(self.keys, scope, action)
    }

    /// What is to be pressed for an action of the brief from where the analyst is: where a question is typed, a letter is text until that is left.
    #[must_use]
    pub fn key_here(&self, action: Action) -> String {
        pressed(self.keys, self.here, action).unwrap_or_default()
    }

    /// A clickable area; later ones lie on top.
    pub fn target(&mut self, area: Rect, target: Target) {
        self.targets.push((area, target));
    }

    /// An area that leads to a source; `id` is the same for all that lead there.
    pub fn link(&mut self, area: Rect, id: u32, uri: &str) {
        let uri = uri.to_owned();
        self.links.push(Link { area, id, uri });
    }

    /// Draws one line at the left of `area`, cut to fit, and returns its width.
    pub fn put(&mut self, area: Rect, line: &str, style: Style) -> u16 {
        let area = area.intersection(self.buf.area);
        if area.is_empty() {
            return 0;
        }
        let cleaned = text::clean(line);
        let line = cleaned.split('\n').next().unwrap_or("");
        let cut = text::truncate(line, usize::from(area.width), self.glyphs().ellipsis);
        let width = usize::from(area.width);
        // What lay there, such as the rule of a heading, keeps none of its looks.
        let style = Style::reset().patch(style);
        let (end, _) = self.buf.set_stringn(area.x, area.y, &cut, width, style);
        end.saturating_sub(area.x)
    }

    /// Draws one line at the right of `area`, and returns what is left of the row.
    pub fn put_right(&mut self, area: Rect, line: &str, style: Style) -> Rect {
        let cleaned = text::one_line(line);
        let width = u16::try_from(text::width(&cleaned))
            .unwrap_or(u16::MAX)
            .min(area.width);
        let place = Rect {
            x: area.x + area.width - width,
            width,
            ..area
        };
        self.put(place, &cleaned, style);
        Rect {
            width: area.width - width,
            ..area
        }
    }

    /// Draws pieces one after the other, cut at the end of the area; returns what is left of the row.
    pub fn put_pieces(&mut self, area: Rect, pieces: &[Piece]) -> Rect {
        let mut rest = area;
        for (piece, style) in pieces {
            let width = self.put(rest, piece, *style).min(rest.width);
            rest.x += width;
            rest.width -= width;
        }
        rest
    }

    /// Draws rendered rows from the top of `area`.
    pub fn put_lines(&mut self, area: Rect, lines: &[Line<'_>]) {
        let area = area.intersection(self.buf.area);
        for (y, line) in (area.y..area.bottom()).zip(lines) {
            self.buf.set_line(area.x, y, line, area.width);
        }
    }

    /// Fills a row with the rule that closes a heading.
    pub fn rule(&mut self, area: Rect) {
        let row = Rect {
            height: area.height.min(1),
            ..area
        };
        self.fill(row, self.glyphs().horizontal, Role::Rule);
    }

    /// Draws the four corners of a frame around the edge of an area.
    pub fn corners(&mut self, area: Rect) {
        let style = self.style(Role::Rule);
        let right = area.right().saturating_sub(1);
        let bottom = area.bottom().saturating_sub(1);
        let places = [
            (area.x, area.y),
            (right, area.y),
            (area.x, bottom),
            (right, bottom),
        ];
        for (place, corner) in places.into_iter().zip(self.glyphs().corners) {
            if let Some(cell) = self.buf.cell_mut(place) {
                cell.set_symbol(corner).set_style(style);
            }
        }
    }

    /// Fills an area with one glyph.
    pub fn fill(&mut self, area: Rect, glyph: &str, role: Role) {
        let style = self.style(role);
        let area = area.intersection(self.buf.area);
        for position in area.positions() {
            if let Some(cell) = self.buf.cell_mut(position) {
                cell.set_symbol(glyph).set_style(style);
            }
        }
    }

    /// Marks a row as the selected one, from end to end.
    pub fn select(&mut self, line: Rect) {
        let plain = Style::new().fg(Color::Reset).remove_modifier(Modifier::DIM);
        let style = plain.patch(self.style(Role::Selection));
        self.buf.set_style(line.intersection(self.buf.area), style);
    }

    /// Marks what matches in an area, as it stands on the screen, also across the ends of its rows; in the row of the match that was stepped to, as the current
    /// one.
    pub fn highlight(&mut self, area: Rect, pattern: &Regex, current: Option<u16>) {
        let area = area.intersection(self.buf.area);
        // The text of the area, and the cell that each of its bytes stands in.
        let (mut shown, mut cells) = (String::new(), Vec::new());
        for row in area.rows() {
            let mut next = row.x;
            for at in row.positions() {
                // The cell after a wide character is a part of it.
                if at.x < next {
                    continue;
                }
                let symbol = self.buf.cell(at).map_or("", Cell::symbol);
                next = at.x + text::width(symbol).max(1) as u16;
                shown.push_str(symbol);
                cells.resize(shown.len(), Some(at));
            }
            shown.truncate(shown.trim_end_matches(' ').len());
            cells.truncate(shown.len());
            shown.push('\n');
            cells.push(None);
        }
        for found in pattern.find_iter(&shown) {
            let found = cells.get(found.range()).unwrap_or_default();
            let row = found.iter().flatten().next().map(|at| at.y);
            let is_current = current.is_some() && row == current;
            let style = self.style(if is_current {
                Role::Cursor
            } else {
                Role::Match
            });
            for part in found.split(Option::is_none) {
                // What a row is indented by is no part of the words.
                let is_blank =
                    |at: &&Position| self.buf.cell(**at).is_none_or(|cell| cell.symbol() == " ");
                let words: Vec<Position> = part
                    .iter()
                    .flatten()
                    .skip_while(is_blank)
                    .copied()
                    .collect();
                for at in words {
                    if let Some(cell) = self.buf.cell_mut(at) {
                        cell.set_style(style);
                    }
                }
            }
        }
    }

    /// Where only ASCII is drawn, puts what a typewriter has for them in the place of the typographic signs in the program's words and in the texts.
    pub fn typewrite(&mut self) {
        if self.glyphs() != &ASCII {
            return;
        }
        for cell in &mut self.buf.content {
            let plain = match cell.symbol() {
                "“" | "”" | "„" | "«" | "»" => "\"",
                "‘" | "’" | "‚" => "'",
                "‐" | "‑" | "–" | "—" | "−" => "-",
                "…" | "·" => ".",
                "•" => "*",
                "→" => ">",
                _ => continue,
            };
            cell.set_symbol(plain);
        }
    }

    /// Lets what was drawn in an area step back behind what is about to lie on it.
    pub fn recede(&mut self, area: Rect) {
        let style = Style::reset().patch(self.style(Role::Dim));
        self.buf.set_style(area.intersection(self.buf.area), style);
    }

    /// Makes an area empty, whatever lay there.
    pub fn clear(&mut self, area: Rect) {
        self.links.retain(|link| !link.area.intersects(area));
        for position in area.intersection(self.buf.area).positions() {
            if let Some(cell) = self.buf.cell_mut(position) {
                cell.reset();
            }
        }
    }

    /// Draws a heading into the first row of `area`, and returns the rows below it.
    pub fn heading(&mut self, area: Rect, heading: Heading<'_>) -> Rect {
        let row = Rect {
            height: area.height.min(1),
            ..area
        };
        self.rule(row);
        let style = self.style(if heading.focused {
            Role::HeadingFocused
        } else {
            Role::Heading
        });
        let title = text::one_line(heading.title);
        let room = usize::from(row.width).saturating_sub(3);
        let title = format!(" {} ", text::truncate(&title, room, self.glyphs().ellipsis));
        let width = self.put(row, &title, style).min(row.width);
        let rest = Rect {
            x: row.x + width,
            width: row.width - width,
            ..row
        };
        // The name is worth more than the status, which is left out where it would not fit whole.
        let status = text::one_line(heading.status);
        if !status.is_empty() && text::width(&status) + 3 <= usize::from(rest.width) {
            let place = Rect {
                width: rest.width - 1,
                ..rest
            };
            let left = self.put_right(place, &status, self.style(heading.role));
            self.put_right(left, " ", Style::new());
            self.clear(Rect {
                x: left.right().saturating_sub(1),
                width: 1,
                ..left
            });
        }
        // One below the other, all rules end in the same column.
        self.clear(last_column(row));
        Rect {
            y: row.bottom(),
            height: area.height - row.height,
            ..area
        }
    }
}

/// The column at the right of an area, which a heading leaves free.
#[must_use]
pub fn last_column(area: Rect) -> Rect {
    Rect {
        x: area.right().saturating_sub(1),
        width: area.width.min(1),
        ..area
    }
}

/// The first key of an action in a scope; empty where it has none.
#[must_use]
pub fn key_of(keys: &Keymap, scope: Scope, action: Action) -> String {
    keys.key(scope, action).unwrap_or_default()
}

/// What is to be pressed for an action of the brief, from the question or from the brief itself.
pub fn pressed(keys: &Keymap, here: Scope, action: Action) -> Option<String> {
    let from_brief = keys.key(Scope::Reading, action);
    if here != Scope::Typing {
        return from_brief;
    }
    let leave = || keys.key(Scope::Typing, Action::CloseLayer);
    let own = keys.key(Scope::Typing, action);
    own.or_else(|| Some(format!("{} {}", leave()?, from_brief?)))
}

/// Breaks styled text into rows of a width.
#[must_use]
pub fn flow(pieces: &[Piece], width: u16) -> Vec<Line<'static>> {
    let mut whole = String::new();
    // Ends of the pieces in the whole text.
    let mut ends = Vec::with_capacity(pieces.len());
    for (piece, style) in pieces {
        whole.push_str(&text::clean(piece));
        ends.push((whole.len(), *style));
    }
    let mut piece = 0;
    text::wrap(&whole, usize::from(width))
        .into_iter()
        .map(|row| {
            let mut spans = Vec::new();
            let mut from = row.start;
            while from < row.end {
                while ends.get(piece).is_some_and(|(end, _)| *end <= from) {
                    piece += 1;
                }
                let (end, style) = ends.get(piece).copied().unwrap_or((row.end, Style::new()));
                let to = end.min(row.end);
                let run = whole.get(from..to).unwrap_or_default();
                spans.push(Span::styled(run.to_owned(), style));
                from = to;
            }
            Line::from(spans)
        })
        .collect()
}

/// Rows with `first` before the first of them and as much blank before the others.
#[must_use]
pub fn hanging(first: Piece, pieces: &[Piece], width: u16) -> Vec<Line<'static>> {
    let (lead, style) = first;
    let indent = u16::try_from(text::width(&lead)).unwrap_or(width);
    let mut rows = flow(pieces, width.saturating_sub(indent));
    for (at, row) in rows.iter_mut().enumerate() {
        let lead = if at == 0 {
            Span::styled(lead.clone(), style)
        } else {
            Span::raw(" ".repeat(usize::from(indent)))
        };
        row.spans.insert(0, lead);
    }
    rows
}

/// The first `most` rows; that there are more is shown by an ellipsis.
#[must_use]
pub fn at_most(
    mut rows: Vec<Line<'static>>,
    most: usize,
    width: u16,
    ellipsis: &str,
) -> Vec<Line<'static>> {
    if rows.len() <= most {
        return rows;
    }
    rows.truncate(most);
    if let Some(row) = rows.last_mut() {
        let room = usize::from(width).saturating_sub(text::width(ellipsis));
        let used = row.width();
        if let Some(span) = row.spans.last_mut() {
            let before = used - span.width();
            let fits = text::fitting(&span.content, room.saturating_sub(before));
            let kept = span.content.get(..fits).unwrap_or_default().trim_end();
            span.content = format!("{kept}{ellipsis}").into();
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_follow_their_words_across_row_ends() {
        let red = Style::new().fg(Color::Red);
        let pieces = [
            ("one two ".to_owned(), Style::new()),
            ("three four".to_owned(), red),
        ];
        let rows = flow(&pieces, 9);
        let plain: Vec<String> = rows.iter().map(ToString::to_string).collect();
        assert_eq!(plain, ["one two", "three", "four"]);
        assert!(rows[1].spans.iter().all(|span| span.style == red));
    }

    #[test]
    fn rows_that_are_left_out_are_shown_by_an_ellipsis() {
        let rows = flow(&[("one two three four".to_owned(), Style::new())], 5);
        let shown = |most| -> Vec<String> {
            at_most(rows.clone(), most, 5, "…")
                .iter()
                .map(ToString::to_string)
                .collect()
        };
        assert_eq!(shown(2), ["one", "two…"]);
        assert_eq!(shown(3), ["one", "two", "thre…"]);
        assert_eq!(shown(4), ["one", "two", "three", "four"]);
    }

    #[test]
    fn what_is_drawn_stays_in_its_area_and_is_harmless() {
        let (theme, keys) = (Theme::default(), Keymap::default_keys());
        let mut buf = Buffer::empty(Rect::new(0, 0, 10, 2));
        let mut canvas = Canvas::new(&mut buf, &theme, &keys);
        let hostile = "a\u{1b}[31mb\u{202e}cdefghij";
        canvas.put(Rect::new(6, 1, 9, 4), hostile, Style::new());
        canvas.put(Rect::new(60, 10, 9, 4), "outside", Style::new());
        canvas.put_right(Rect::new(0, 0, 4, 1), "right side", Style::new());
        assert_eq!(buf, Buffer::with_lines(["rig…      ", "      abc…"]));
    }
}
