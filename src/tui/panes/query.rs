//! The question: read in one or two lines, edited in place.

use ratatui::layout::Rect;

use super::canvas::{Canvas, Heading};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{Layout, take_left};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Pane, Target, Ui};
use crate::tui::view::View;

/// Columns before the text: `>`.
pub const LEAD: u16 = 3;

pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    canvas.target(area, Target::Pane(Pane::Query));
    let focused = ui.focus == Pane::Query;
    let mut rest = area;
    if matches!(ui.drawn.areas.layout, Layout::Desk | Layout::Split) && !ui.zoom {
        let separator = canvas.glyphs().separator;
        let keys = if focused {
            [
                (Action::Run, "run"),
                (Action::Newline, "newline"),
                (Action::EditExternally, "editor"),
            ]
            .map(|(action, what)| format!("{} {what}", canvas.key(Scope::Typing, action)))
            .join(&format!(" {separator} "))
        } else {
            format!("{} edit", canvas.key(Scope::Reading, Action::FocusPane0))
        };
        rest = canvas.heading(
            area,
            Heading {
                title: "0 Query",
                status: &keys,
                role: Role::Dim,
                focused,
            },
        );
    }
    let lead = take_left(&mut rest, LEAD);
    let mark = format!(" {}", canvas.glyphs().selected);
    canvas.put(lead, &mark, canvas.style(Role::Accent));
    rest.width = rest.width.saturating_sub(1);
    if focused {
        let style = canvas.style(Role::Text);
        canvas.cursor = ui.query.draw(style, rest, canvas.buf);
    } else if rest.height == 1 {
        draw_short(view, ui, rest, canvas);
    } else {
        draw_whole(ui, rest, canvas);
    }
}

/// The question on one line, and the key to edit it.
fn draw_short(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    let key = canvas.key(Scope::Reading, Action::FocusPane0);
    let hint = if view.study.question.is_empty() {
        format!("({key} type a question)")
    } else {
        format!("({key} edit)")
    };
    let hint = if ui.drawn.areas.layout == Layout::Tabs {
        hint
    } else {
        String::new()
    };
    let mut left = canvas.put_right(area, &hint, canvas.style(Role::Dim));
    left.width = left.width.saturating_sub(1);
    let line = text::one_line(&ui.query.text());
    canvas.put(left, &line, canvas.style(Role::Text));
}

fn draw_whole(ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    let mut text = ui.query.text();
    // No more than can be seen is broken into rows.
    let seen = usize::from(area.width) * (usize::from(area.height) + 1);
    if let Some((end, _)) = text.char_indices().nth(seen) {
        text.truncate(end);
    }
    let rows = text::wrap(&text, usize::from(area.width));
    for (line, row) in area.rows().zip(rows) {
        let style = canvas.style(Role::Text);
        canvas.put(line, text.get(row).unwrap_or_default(), style);
    }
}
