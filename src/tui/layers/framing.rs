//! What layers have in common to the eye: the frame in the middle of the screen with its heading and its keys, and how a page in it is moved.

use std::ops::Range;

use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;

use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{PROSE, centred, take_bottom, take_left, take_right, take_top};
use crate::tui::panes::canvas::{Canvas, Heading, flow, last_column};
use crate::tui::panes::footer::{Hint, draw_hints};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Target;

/// A layer that would leave fewer columns than these of what lies below it takes them.
const SLIVERS: u16 = 32;

/// Draws the frame of a layer, with its keys at the bottom, and returns the area of its body.
pub fn frame(
    title: &str,
    status: &str,
    hints: &[Hint<'_>],
    size: (u16, u16),
    screen: Rect,
    canvas: &mut Canvas<'_>,
) -> Rect {
    closing_frame(title, status, (hints, "close"), size, screen, canvas)
}

/// The same, with a word for what closing comes to.
pub fn closing_frame(
    title: &str,
    status: &str,
    keys: (&[Hint<'_>], &'static str),
    size: (u16, u16),
    screen: Rect,
    canvas: &mut Canvas<'_>,
) -> Rect {
    scoped_frame(Scope::Window, (title, status), keys, size, screen, canvas)
}

/// The same, for a layer whose keys are looked up in a scope of its own.
pub fn scoped_frame(
    scope: Scope,
    titles: (&str, &str),
    keys: (&[Hint<'_>], &'static str),
    size: (u16, u16),
    screen: Rect,
    canvas: &mut Canvas<'_>,
) -> Rect {
    let (area, bottom) = window(titles, size, screen, canvas);
    draw_keys(scope, keys, bottom, canvas);
    area
}

/// How many rows a window takes that shows so many: as much of the screen as there may be, and no more than it has to say.
pub fn rows_for(rows: usize, screen: Rect) -> u16 {
    /// Its heading, its keys and the rule below them.
    const AROUND: usize = 3;
    /// Less looks like a message.
    const FEWEST: usize = 8;
    let wanted = u16::try_from((rows + AROUND).max(FEWEST)).unwrap_or(u16::MAX);
    wanted.min(screen.height.saturating_sub(4))
}

/// Columns of prose in a window that is as wide as prose wants, on a screen.
pub fn prose_in(screen: Rect) -> u16 {
    PROSE.min(screen.width.saturating_sub(4))
}

/// Tells above a field what belongs into it, in the longest of several forms that leaves so many rows to type in; what has no room is left out.
pub fn explain(forms: &[&str], area: &mut Rect, typed: u16, canvas: &mut Canvas<'_>) {
    let dim = canvas.style(Role::Dim);
    let room = usize::from(area.height.saturating_sub(typed));
    let mut told = forms
        .iter()
        .map(|form| flow(&[((*form).to_owned(), dim)], area.width));
    if let Some(rows) = told.find(|rows| rows.len() < room) {
        let above = take_top(area, rows.len() as u16 + 1);
        canvas.put_lines(above, &rows);
    }
}

/// Draws the frame of a layer without its keys, and returns the areas of its body and of the keys: for those that offer only what the body leaves to do.
pub fn window(
    (title, status): (&str, &str),
    (width, height): (u16, u16),
    screen: Rect,
    canvas: &mut Canvas<'_>,
) -> (Rect, Rect) {
    let mut area = centred(screen, width, height);
    // Slivers of what lies below would be letters without a meaning.
    if screen.width - area.width < SLIVERS {
        area = Rect {
            x: screen.x,
            width: screen.width,
            ..area
        };
    }
    canvas.framed = area;
    canvas.clear(area.outer(Margin::new(1, 0)).intersection(screen));
    if area != screen {
        canvas.corners(area);
        let sides = area.inner(Margin::new(0, 1));
        let mut between = sides;
        let right = take_right(&mut between, 1);
        let left = take_left(&mut between, 1);
        for side in [left, right] {
            canvas.fill(side, canvas.glyphs().vertical, Role::Rule);
        }
        area = area.inner(Margin::new(1, 0));
        let closing = take_bottom(&mut area, 1);
        canvas.rule(closing);
    }
    let top = take_top(&mut area, 1);
    canvas.heading(
        top,
        Heading {
            title,
            status,
            role: Role::Dim,
            focused: true,
        },
    );
    if status.is_empty() || !stand_side_by_side(title, status, top.width) {
        // The rule goes on into the corner.
        canvas.rule(last_column(top));
    }
    let bottom = take_bottom(&mut area, 1);
    let body = Rect {
        x: area.x + 1.min(area.width),
        width: area.width.saturating_sub(2),
        ..area
    };
    (body, bottom)
}

/// Whether a heading so many columns wide has room for its status too, which is left out else.
pub fn stand_side_by_side(title: &str, status: &str, columns: u16) -> bool {
    /// Space around both, and a piece of the rule between them.
    const BETWEEN: usize = 5;
    let wide = |said: &str| text::width(&text::one_line(said));
    wide(title) + wide(status) + BETWEEN <= usize::from(columns)
}

/// The keys of a layer, with a word for what closing comes to.
pub fn draw_keys(
    scope: Scope,
    (hints, close): (&[Hint<'_>], &'static str),
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let mut close = close;
    let mut hints = hints.to_vec();
    let mut told = String::new();
    if let Some((further, searched)) = &canvas.searching {
        told.clone_from(searched);
        if !told.is_empty() {
            close = "end search";
        }
        // How one goes on from a match comes before what else there is to do.
        match further {
            Action::SearchNext => hints.insert(0, (*further, "next match")),
            _ => hints.push((*further, "find")),
        }
    }
    let last = [(Action::CloseLayer, close)];
    let offered = hints.iter().chain(&last);
    canvas.offered = offered
        .map(|(action, does)| (scope, *action, (*does).to_owned()))
        .collect();
    draw_hints(scope, &hints, &last, &told, area, canvas);
}

/// Draws a text from the row `top` on, as far as it goes, and returns the row at the top of the area.
pub fn put_page(rows: &[Line<'_>], top: usize, area: Rect, canvas: &mut Canvas<'_>) -> usize {
    let top = top.min(rows.len().saturating_sub(usize::from(area.height)));
    canvas.put_lines(area, rows.get(top..).unwrap_or(&[]));
    mark_more(area, top, rows.len(), canvas);
    top
}

/// Says beside a page that there is more above it or below it, in the column that windows leave free for that.
pub fn mark_more(area: Rect, top: usize, rows: usize, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    let glyphs = canvas.glyphs();
    let beside = |y| Rect::new(area.right(), y, 1, 1);
    let below = top + usize::from(area.height) < rows;
    if below {
        canvas.put(
            beside(area.bottom() - 1),
            glyphs.down,
            canvas.style(Role::Accent),
        );
    }
    if top > 0 && !(below && area.height == 1) {
        canvas.put(beside(area.y), glyphs.up, canvas.style(Role::Accent));
    }
}

/// Says at the right of a window's heading which rows of how many are shown, where not all are.
pub fn put_place(
    heading: Rect,
    (top, height): (usize, usize),
    rows: usize,
    canvas: &mut Canvas<'_>,
) {
    if rows > height && height > 0 {
        let place = format!("{}-{} of {rows}", top + 1, (top + height).min(rows));
        let left = canvas.put_right(heading, &place, canvas.style(Role::Dim));
        canvas.clear(last_column(left));
    }
}

/// The movement that a page of `height` rows has left: down, or at the end back up.
pub fn movement(top: usize, height: usize, rows: usize) -> Option<Hint<'static>> {
    if top + height < rows {
        Some((Action::LineDown, "down"))
    } else if top > 0 {
        Some((Action::LineUp, "up"))
    } else {
        None
    }
}

/// Makes the visible rows of entries something to click on. `first` is the row at the top of the area.
pub fn clickable(area: Rect, first: usize, entries: &[Range<usize>], canvas: &mut Canvas<'_>) {
    for (line, row) in area.rows().zip(first..) {
        if let Some(entry) = entries.iter().position(|rows| rows.contains(&row)) {
            canvas.target(line, Target::Row(entry));
        }
    }
}

/// A scroll position after an action that moves it, for a body of `rows` rows on a page; `None` for other actions.
pub fn scrolled(action: Action, top: usize, page: usize, rows: usize) -> Option<usize> {
    let last = rows.saturating_sub(page);
    let moved = match action {
        Action::LineDown => top.saturating_add(1),
        Action::LineUp => top.saturating_sub(1),
        Action::HalfPageDown => top.saturating_add(page / 2),
        Action::HalfPageUp => top.saturating_sub(page / 2),
        Action::PageDown => top.saturating_add(page),
        Action::PageUp => top.saturating_sub(page),
        Action::Top => 0,
        Action::Bottom => last,
        _ => return None,
    };
    Some(moved.min(last))
}
