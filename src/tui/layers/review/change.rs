//! One change as rows: which it is, how it is decided, and its old and new words in the view that is chosen.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::Markup;
use super::beside;
use crate::pipeline::hunks::words::{self, Change, Kind, Run};
use crate::study::{Decision, Hunk};
use crate::tui::panes::canvas::{Piece, flow, hanging};
use crate::tui::theme::{Role, Theme};

/// Columns before the text: which hunk, its state, its number.
pub const LEAD: u16 = 6;

/// The sign of a hunk's state.
pub fn state(hunk: &Hunk, theme: &Theme) -> (&'static str, Role) {
    let glyphs = theme.glyphs();
    match hunk.decision {
        Decision::Open if hunk.is_clash() => (glyphs.warning, Role::Warning),
        Decision::Open => (glyphs.open, Role::Pending),
        Decision::Accepted if hunk.is_edited() => (glyphs.edited, Role::Supported),
        Decision::Accepted => (glyphs.done, Role::Supported),
        Decision::Rejected => (glyphs.cross, Role::Unsupported),
    }
}

/// The mark of the hunk under review, the hunk's state, its number.
pub fn lead(hunk: &Hunk, number: usize, is_current: bool, theme: &Theme) -> Piece {
    let glyphs = theme.glyphs();
    let (state, role) = state(hunk, theme);
    let mark = if is_current { glyphs.edge } else { " " };
    let mut style = theme.style(role);
    if is_current {
        style = style.add_modifier(Modifier::BOLD);
    }
    let width = usize::from(LEAD) - 2;
    (format!("{mark}{state}{number:<width$}"), style)
}

/// Marks every row of the change under review at its left edge.
pub fn edge(rows: &mut [Line<'static>], theme: &Theme) {
    let glyph = theme.glyphs().edge;
    for row in rows {
        let Some(first) = row.spans.first_mut() else {
            continue;
        };
        let rest = first
            .content
            .strip_prefix([' '])
            .or(first.content.strip_prefix(glyph));
        if let Some(rest) = rest.map(str::to_owned) {
            first.content = rest.into();
            let edge = Span::styled(glyph, theme.style(Role::Accent));
            row.spans.insert(0, edge);
        }
    }
}

pub fn change(
    hunk: &Hunk,
    markup: Markup,
    lead: &Piece,
    theme: &Theme,
    width: u16,
) -> Vec<Line<'static>> {
    let (before, after) = (hunk.before.trim(), hunk.after.trim());
    let text = theme.style(Role::Text);
    let one_side = |side: &str, nothing: &str| {
        let piece = if side.is_empty() {
            (nothing.to_owned(), theme.style(Role::Dim))
        } else {
            (side.to_owned(), text)
        };
        hanging(lead.clone(), &[piece], width)
    };
    match markup {
        Markup::Original => one_side(before, "(not in the original)"),
        Markup::Result if hunk.decision == Decision::Rejected => one_side(before, "(not added)"),
        Markup::Result => one_side(after, "(removed)"),
        Markup::Beside => beside::rows(before, after, lead, theme, width),
        Markup::Stacked => stacked(before, after, lead, theme, width),
        Markup::Inline if hunk.is_clash() => clash(hunk, lead, theme, width),
        Markup::Inline => match words::compare(before, after) {
            Change::Inline(runs) => hanging(lead.clone(), &run_pieces(runs, theme), width),
            Change::Rewritten => {
                let mut rows = stacked(before, after, lead, theme, width);
                let note = "(rewritten: few words in common, so shown as whole sentences)";
                let note = [(note.to_owned(), theme.style(Role::Dim))];
                let indent = (" ".repeat(usize::from(LEAD)), Style::new());
                rows.extend(hanging(indent, &note, width));
                rows
            }
        },
    }
}

/// What the analyst and the writer made of one sentence, each under its name.
fn clash(hunk: &Hunk, lead: &Piece, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let text = theme.style(Role::Text);
    let dim = theme.style(Role::Dim);
    let sides = [
        ("yours   ", hunk.before.trim(), text),
        ("writer  ", hunk.after.trim(), theme.style(Role::Inserted)),
        (
            "before  ",
            hunk.clash.as_deref().unwrap_or_default().trim(),
            dim,
        ),
    ];
    let inner = width.saturating_sub(LEAD);
    let mut rows = Vec::new();
    for (name, side, style) in sides {
        let (side, style) = match side {
            "" => ("(nothing)", dim),
            side => (side, style),
        };
        rows.extend(hanging(
            (name.to_owned(), dim),
            &[(side.to_owned(), style)],
            inner,
        ));
    }
    led(lead, rows)
}

fn stacked(
    before: &str,
    after: &str,
    lead: &Piece,
    theme: &Theme,
    width: u16,
) -> Vec<Line<'static>> {
    let signs = [("- ", Role::Deleted), ("+ ", Role::Inserted)];
    let mut rows: Vec<Line<'static>> = Vec::new();
    let inner = width.saturating_sub(LEAD);
    for ((sign, role), side) in signs.into_iter().zip(beside::sides(before, after, theme)) {
        if !side.is_empty() {
            let lead = (sign.to_owned(), bare(role, theme));
            rows.extend(hanging(lead, &side, inner));
        }
    }
    led(lead, rows)
}

/// How a sign is drawn: one that is struck out with its words could not be read.
pub fn bare(role: Role, theme: &Theme) -> Style {
    let lines = Modifier::CROSSED_OUT | Modifier::UNDERLINED;
    theme.style(role).remove_modifier(lines)
}

/// Rows with the hunk's mark before the first of them and as much blank before the others.
pub fn led(lead: &Piece, mut rows: Vec<Line<'static>>) -> Vec<Line<'static>> {
    for (at, row) in rows.iter_mut().enumerate() {
        let first = if at == 0 {
            flow(std::slice::from_ref(lead), LEAD)
        } else {
            vec![]
        };
        // The lead ends in spaces, which breaking into rows takes off.
        let mut spans: Vec<_> = first.into_iter().flat_map(|line| line.spans).collect();
        let used: usize = spans.iter().map(ratatui::text::Span::width).sum();
        spans.push(" ".repeat(usize::from(LEAD).saturating_sub(used)).into());
        spans.append(&mut row.spans);
        row.spans = spans;
    }
    rows
}

/// The runs as they are drawn. Where colours tell them apart, a space keeps what is taken away from what takes its place.
pub fn run_pieces(runs: Vec<Run>, theme: &Theme) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut deleted = false;
    for run in runs {
        let is_apart = !run.text.starts_with(char::is_alphanumeric)
            || pieces
                .last()
                .is_some_and(|(text, _)| text.ends_with(char::is_whitespace));
        if deleted && run.kind == Kind::Inserted && !is_apart && has_colour(theme) {
            pieces.push((" ".to_owned(), Style::new()));
        }
        deleted = run.kind == Kind::Deleted;
        pieces.push(run_piece(run.kind, run.text, theme));
    }
    pieces
}

fn has_colour(theme: &Theme) -> bool {
    theme.style(Role::Inserted).fg.is_some()
}

/// Deleted and inserted words are told apart by line, colour, and, where there are no colours, by signs.
pub fn run_piece(kind: Kind, text: String, theme: &Theme) -> Piece {
    let style = |role, modifier| theme.style(role).add_modifier(modifier);
    let has_colour = has_colour(theme);
    match kind {
        Kind::Same => (text, theme.style(Role::Text)),
        Kind::Deleted if has_colour => (text, style(Role::Deleted, Modifier::CROSSED_OUT)),
        Kind::Deleted => (
            format!("[-{text}-]"),
            style(Role::Deleted, Modifier::CROSSED_OUT),
        ),
        Kind::Inserted if has_colour => (text, style(Role::Inserted, Modifier::UNDERLINED)),
        Kind::Inserted => (
            format!("{{+{text}+}}"),
            style(Role::Inserted, Modifier::UNDERLINED),
        ),
    }
}
