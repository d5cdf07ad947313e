//! What the scores come to under the changes that are proposed: as they are, and as they would be with all of them accepted.

use ratatui::style::Style;
use ratatui::text::Line;

use crate::study::{Dimension, Scores};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::panes::canvas::{Canvas, Piece, at_most, hanging};
use crate::tui::panes::standing::{Standing, delta, proposed, short_name};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::view::View;

/// Columns of the scores' names where they stand in a column.
const NAME: usize = 10;
/// What stands between two scores on one row.
const BETWEEN: &str = "   ";

/// Who scored, and for what text, in as many columns as there are.
pub(super) fn measure(view: &View<'_>, width: usize, canvas: &Canvas<'_>) -> String {
    let judge = canvas.key(Scope::Review, Action::Judge);
    let separator = canvas.glyphs().separator;
    match Standing::of(view) {
        Some(Standing {
            stale: Some(_),
            judgement: None,
            ..
        }) => "being measured".to_owned(),
        Some(Standing {
            stale: Some(stale), ..
        }) => {
            let told = stale.told();
            let whole = format!("judged {told} {separator} {judge} judge now");
            if text::width(&whole) + NAME <= width {
                whole
            } else {
                format!("out of date {separator} {judge} judge")
            }
        }
        Some(standing) if standing.judgement.is_some() => "judged".to_owned(),
        _ => "measured".to_owned(),
    }
}

/// How the scores are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listing {
    /// The composite alone, on one row.
    Composite,
    /// All of them, on two rows.
    Rows,
    /// Each on a row of its own.
    Column,
}

/// The scores as they are and as they would be with all that is open accepted.
pub(super) fn scores(
    view: &View<'_>,
    listing: Listing,
    width: u16,
    canvas: &Canvas<'_>,
) -> Vec<Line<'static>> {
    let dim = canvas.style(Role::Dim);
    let indent = || ("   ".to_owned(), dim);
    let Some(standing) = Standing::of(view) else {
        let none = "nothing is scored yet".to_owned();
        return hanging(indent(), &[(none, dim)], width);
    };
    let after = proposed(view).filter(|_| view.study.open_hunks() > 0);
    let padding = if listing == Listing::Column { NAME } else { 0 };
    let one = |name: &str, of: &dyn Fn(&Scores) -> f32| -> Vec<Piece> {
        let now = of(standing.scores);
        let now_told = standing.told(now);
        let name = format!("{name:padding$} {now_told}");
        let mut pieces = vec![(name, canvas.style(Role::Text))];
        pieces.extend(after.as_ref().map(|after| then(now, of(after), canvas)));
        pieces
    };
    let mut all = vec![one("Overall", &Scores::composite)];
    if listing == Listing::Composite {
        let if_all = if after.is_some() { "if all, " } else { "" };
        let said = format!("   {if_all}{}", measure(view, usize::MAX, canvas));
        let pieces: Vec<Piece> = all.into_iter().flatten().chain([(said, dim)]).collect();
        let rows = hanging(indent(), &pieces, width.saturating_sub(1));
        return at_most(rows, 1, width, canvas.glyphs().ellipsis);
    }
    all.extend(Dimension::ALL.into_iter().map(|dimension| {
        one(short_name(dimension), &move |scores: &Scores| {
            scores.of(dimension).value
        })
    }));
    let room = match listing {
        Listing::Column => 0,
        Listing::Composite | Listing::Rows => usize::from(width.saturating_sub(4)),
    };
    let rows = in_rows(all, room);
    let rows: Vec<Line<'static>> = rows
        .iter()
        .flat_map(|row| hanging(indent(), row, width.saturating_sub(1)))
        .collect();
    let most = if listing == Listing::Column {
        rows.len()
    } else {
        2
    };
    at_most(rows, most, width, canvas.glyphs().ellipsis)
}

/// What a score would be, beside what it is.
fn then(now: f32, then: f32, canvas: &Canvas<'_>) -> Piece {
    let arrow = canvas.glyphs().arrow;
    let change = delta(now, then);
    let sign = change.chars().next_back().unwrap_or('=');
    let role = match sign {
        '^' => Role::Supported,
        'v' => Role::Warning,
        _ => Role::Dim,
    };
    let said = if sign == '=' {
        " =".to_owned()
    } else {
        format!(" {arrow} {then:.1} {sign}")
    };
    (said, canvas.style(role))
}

/// Entries side by side on as many rows as they need, none of them broken, and as many on each row as on the others, one below the other.
fn in_rows(entries: Vec<Vec<Piece>>, room: usize) -> Vec<Vec<Piece>> {
    let width =
        |pieces: &[Piece]| -> usize { pieces.iter().map(|(piece, _)| text::width(piece)).sum() };
    let widest = entries.iter().map(|entry| width(entry)).max().unwrap_or(0);
    let column = widest + BETWEEN.len();
    let most = ((room + BETWEEN.len()) / column.max(1)).max(1);
    let in_each = entries
        .len()
        .div_ceil(entries.len().div_ceil(most).max(1))
        .max(1);
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    for (at, entry) in entries.into_iter().enumerate() {
        match rows.last_mut() {
            Some(row) if at % in_each > 0 => {
                let blank = (at % in_each * column).saturating_sub(width(row));
                row.push((" ".repeat(blank), Style::new()));
                row.extend(entry);
            }
            _ => rows.push(entry),
        }
    }
    rows
}
