//! A passage in its surroundings, with the cited sentence marked: small under the evidence list, whole in a layer.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::canvas::{Canvas, Heading, Piece, flow};
use crate::study::citation;
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::{Ui, Use};
use crate::tui::view::{PassageView, View};

/// Whether there is a passage to show, or the way to one to be told.
#[must_use]
pub fn has_something(view: &View<'_>, ui: &Ui) -> bool {
    ui.preview.is_some() || view.has_brief() && !view.is_running()
}

/// The passage under the evidence list.
pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() || !has_something(view, ui) {
        return;
    }
    let open = canvas.key(Scope::Reading, Action::OpenPassage);
    let name = match &ui.preview {
        Some(passage) => format!("Passage {}", reference(passage)),
        None => "Passage".to_owned(),
    };
    let status = format!("{open} open {} c q copy quote", canvas.glyphs().separator);
    let room = usize::from(area.width).saturating_sub(text::width(&name) + 5);
    let status = if text::width(&status) <= room {
        status
    } else {
        format!("{open} open")
    };
    let rest = canvas.heading(
        area,
        Heading {
            title: &name,
            status: if ui.preview.is_some() { &status } else { "" },
            role: Role::Dim,
            focused: false,
        },
    );
    let rest = Rect {
        x: rest.x + 1.min(rest.width),
        width: rest.width.saturating_sub(2),
        ..rest
    };
    let Some(passage) = &ui.preview else {
        let key = canvas.key(Scope::Reading, Action::CitationNext);
        let how = format!("here stands what the current sentence cites: {key} goes to a citation");
        let rows = flow(&[(how, canvas.style(Role::Dim))], rest.width);
        canvas.put_lines(rest, &rows);
        return;
    };
    draw_text(passage, rest, canvas);
}

/// The passage with what stands around it. The cited sentence is what the reader came for: it stands a third down, and where that leaves out what is
/// above, the first row says so.
pub fn draw_text(passage: &PassageView, area: Rect, canvas: &mut Canvas<'_>) {
    let ellipsis = canvas.glyphs().ellipsis;
    let room = area.width.saturating_sub(text::width(ellipsis) as u16);
    let (mut rows, marked) = rows(passage, &[], canvas.theme, room);
    let height = usize::from(area.height);
    let mut top = marked
        .saturating_sub(height / 3)
        .min(rows.len().saturating_sub(height));
    let is_blank = |row: &Line<'_>| row.width() == 0;
    if rows.get(top).is_some_and(is_blank) {
        top += 1;
    }
    let above = top.checked_sub(1).and_then(|above| rows.get(above));
    let is_within = above.is_some_and(|above| !is_blank(above));
    if let Some(first) = rows.get_mut(top).filter(|_| is_within) {
        let style = canvas.style(Role::Dim);
        first.spans.insert(0, Span::styled(ellipsis, style));
    }
    canvas.put_lines(area, rows.get(top..).unwrap_or(&[]));
}

/// Number, title and locator, as they are printed beside a quote.
#[must_use]
pub fn reference(passage: &PassageView) -> String {
    let number = citation::lead(passage.number);
    let title = text::one_line(&passage.document.title);
    let locator = passage.passage.locator_beside(&passage.document.title);
    let title = match passage.note {
        Some(note) => format!("{title} ({note})"),
        None => title,
    };
    if locator.is_empty() {
        format!("{number}{title}")
    } else {
        format!("{number}{title}, {}", text::one_line(&locator))
    }
}

/// The cited sentence, or the passage where none is marked.
#[must_use]
pub fn quote(passage: &PassageView) -> &str {
    let text = passage.passage.text.as_str();
    passage
        .marked
        .clone()
        .and_then(|marked| text.get(marked))
        .unwrap_or(text)
}

/// The passage with what stands around it, and the row where the cited sentence begins. What `uses` rest on in it is marked too, more quietly.
#[must_use]
pub fn rows(
    passage: &PassageView,
    uses: &[Use],
    theme: &Theme,
    width: u16,
) -> (Vec<Line<'static>>, usize) {
    let width = width.min(PROSE);
    let text = passage.passage.text.as_str();
    let marked = passage
        .marked
        .clone()
        .filter(|marked| text.get(marked.clone()).is_some())
        .unwrap_or(0..0);
    let piece = |part: Option<&str>, style| -> Piece { (part.unwrap_or("").to_owned(), style) };
    let around = theme.style(Role::Dim);
    let mut rows = Vec::new();
    if !passage.before.trim().is_empty() {
        rows.extend(flow(&[piece(Some(passage.before.trim()), around)], width));
        rows.push(Line::default());
    }
    let start = rows.len();
    let quoted = quoted(passage, uses);
    let mut body = stretch(text, 0..marked.start, &quoted, theme);
    // The row that the mark begins in is the last of what stands before it.
    let above = flow(&body, width).len().max(1) - 1;
    body.push(piece(text.get(marked.clone()), theme.style(Role::Match)));
    body.extend(stretch(text, marked.end..text.len(), &quoted, theme));
    rows.extend(flow(&body, width));
    if !passage.after.trim().is_empty() {
        rows.push(Line::default());
        rows.extend(flow(&[piece(Some(passage.after.trim()), around)], width));
    }
    (rows, start + above)
}

/// The stretches of a passage that sentences of the brief rest on, in order.
fn quoted(passage: &PassageView, uses: &[Use]) -> Vec<Range<usize>> {
    let quotes = uses
        .iter()
        .flat_map(|one| one.claim.evidence.iter().chain(&one.claim.more));
    let mut spans: Vec<Range<usize>> = quotes
        .filter(|quote| quote.passage == passage.passage.id)
        .map(|quote| quote.span.clone())
        .filter(|span| passage.passage.text.get(span.clone()).is_some())
        .collect();
    spans.sort_by_key(|span| span.start);
    spans
}

/// A stretch of a text with what is quoted of it marked.
fn stretch(text: &str, whole: Range<usize>, quoted: &[Range<usize>], theme: &Theme) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut push = |part: Range<usize>, role| {
        let part = text.get(part).unwrap_or_default();
        pieces.push((part.to_owned(), theme.style(role)));
    };
    let mut from = whole.start;
    for span in quoted {
        let (start, end) = (span.start.max(from), span.end.min(whole.end));
        if start < end {
            push(from..start, Role::Text);
            push(start..end, Role::Citation);
            from = end;
        }
    }
    push(from..whole.end, Role::Text);
    pieces
}
