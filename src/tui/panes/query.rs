//! The question: read in one or two lines, edited in place.

use ratatui::layout::Rect;

use super::canvas::{Canvas, Heading};
use crate::clean;
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{Layout, take_left};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Pane, Target, Ui};
use crate::tui::view::View;

/// Questions that any evidence can be asked, for whoever has none of their own yet.
pub const EXAMPLES: [&str; 3] = [
    "What changed, and why?",
    "Where do these sources disagree, and what would settle it?",
    "What should be done next, what would it cost, and what speaks against it?",
];

/// The example that follows what is typed, where that is nothing or an example itself.
#[must_use]
pub fn example(typed: &str, forward: bool) -> Option<&'static str> {
    let last = EXAMPLES.len() - 1;
    let at = EXAMPLES.iter().position(|example| *example == typed.trim());
    let next = match (at, forward) {
        (None, _) if !typed.trim().is_empty() => return None,
        (None, true) => 0,
        (None, false) => last,
        (Some(at), true) => (at + 1) % EXAMPLES.len(),
        (Some(at), false) => at.checked_sub(1).unwrap_or(last),
    };
    EXAMPLES.get(next).copied()
}

/// The longest question that is asked, in characters. What is longer is material, not a question, and would go with every request.
pub const LONGEST: usize = 20_000;

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
            // Of a long question only the rows around the cursor are seen.
            let (row, rows) = ui.query.place(rest.width.saturating_sub(LEAD));
            let seen = usize::from(rest.height.saturating_sub(1));
            let place = (rows > seen).then(|| format!("line {row} of {rows}"));
            let keys = [
                (Action::Run, "run"),
                (Action::Newline, "newline"),
                (Action::EditExternally, "editor"),
            ]
            .map(|(action, what)| format!("{} {what}", canvas.key(Scope::Typing, action)));
            let all: Vec<String> = place.into_iter().chain(keys).collect();
            all.join(&format!(" {separator} "))
        } else {
            let edit = format!("{} edit", canvas.key(Scope::Reading, Action::FocusPane0));
            if is_another(view, ui) {
                format!("not asked yet {separator} {edit}")
            } else {
                edit
            }
        };
        rest = canvas.heading(
            area,
            Heading {
                title: "0 Question",
                status: &keys,
                role: Role::Dim,
                focused,
            },
        );
    }
    let lead = take_left(&mut rest, LEAD);
    let mark = format!(" {}", canvas.glyphs().selected);
    canvas.put(lead, &mark, canvas.style(Role::Accent));
    if focused {
        ui.query.draw(rest, canvas);
        return;
    }
    rest.width = rest.width.saturating_sub(1);
    if rest.height == 1 {
        draw_short(view, ui, rest, canvas);
    } else {
        draw_whole(ui, rest, canvas);
    }
}

/// Whether what is typed is a question as it is shown where it is typed, without what terminals cannot draw.
#[must_use]
pub fn is_same(typed: &str, question: &str) -> bool {
    typed.trim() == text::clean(question).trim()
}

/// Whether what is typed is not the question that the brief answers.
fn is_another(view: &View<'_>, ui: &Ui) -> bool {
    view.has_brief() && !is_same(ui.query.text(), &view.study.question)
}

/// The question on one line, and the key to edit it.
fn draw_short(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    let key = canvas.key(Scope::Reading, Action::FocusPane0);
    let hint = if view.study.question.is_empty() {
        format!("({key} type a question)")
    } else if is_another(view, ui) {
        format!("(not asked yet, {key} edit)")
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
    let line = clean::single_spaced(ui.query.text(), usize::from(left.width));
    canvas.put(left, &line, canvas.style(Role::Text));
}

fn draw_whole(ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    let text = ui.query.text();
    // No more than can be seen is broken into rows.
    let seen = usize::from(area.width) * (usize::from(area.height) + 1);
    let end = text
        .char_indices()
        .nth(seen)
        .map_or(text.len(), |(at, _)| at);
    let text = text.get(..end).unwrap_or_default();
    let rows = text::wrap(text, usize::from(area.width));
    for (line, row) in area.rows().zip(rows) {
        let style = canvas.style(Role::Text);
        canvas.put(line, text.get(row).unwrap_or_default(), style);
    }
}
