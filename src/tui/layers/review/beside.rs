//! Two sentences side by side: the old one at the left, the new one at the right, each with its changed words marked.

use ratatui::text::Line;

use super::change::{LEAD, led, run_piece};
use crate::pipeline::hunks::words::{Change, Kind, compare};
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Piece, flow};
use crate::tui::theme::{Role, Theme};

/// Columns between the two.
pub const BETWEEN: u16 = 3;

/// Both sentences, each with its own words marked.
pub fn sides(before: &str, after: &str, theme: &Theme) -> [Vec<Piece>; 2] {
    match compare(before, after) {
        Change::Inline(runs) => [Kind::Inserted, Kind::Deleted].map(|other| {
            let own = runs.iter().filter(|run| run.kind != other);
            own.map(|run| run_piece(run.kind, run.text.clone(), theme))
                .collect()
        }),
        // Nothing is the same, so nothing is marked.
        Change::Rewritten => {
            [(before, Role::Deleted), (after, Role::Inserted)].map(|(side, role)| match side {
                "" => vec![],
                side => vec![(side.to_owned(), theme.style(role))],
            })
        }
    }
}

/// Two texts in two columns.
pub fn columns(
    sides: [Vec<Piece>; 2],
    lead: &Piece,
    theme: &Theme,
    width: u16,
) -> Vec<Line<'static>> {
    let column = (width.saturating_sub(LEAD + BETWEEN) / 2).min(PROSE);
    let nothing = [("(nothing)".to_owned(), theme.style(Role::Dim))];
    let [left, right] = sides.map(|side| {
        let side = if side.is_empty() { &nothing[..] } else { &side };
        flow(side, column)
    });
    let rows = left.len().max(right.len());
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let rule = theme.style(Role::Rule);
    let rows = (0..rows).map(|_| {
        let mut row = left.next().unwrap_or_default();
        let blank = usize::from(column).saturating_sub(row.width());
        row.spans.push(" ".repeat(blank).into());
        let between = format!(" {} ", theme.glyphs().vertical);
        row.spans.push(ratatui::text::Span::styled(between, rule));
        row.spans.extend(right.next().unwrap_or_default().spans);
        row
    });
    led(lead, rows.collect())
}
