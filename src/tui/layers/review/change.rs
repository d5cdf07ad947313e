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

/// A change in a view, with `doubt` behind its new text. One that is decided reads as it will stand in every view but the original: which it was, the mark
/// before it says.
pub fn change(
    hunk: &Hunk,
    doubt: &[Piece],
    markup: Markup,
    lead: &Piece,
    theme: &Theme,
    width: u16,
) -> Vec<Line<'static>> {
    let (before, after) = (hunk.before.trim(), hunk.after.trim());
    let one_side = |side: &str, nothing: &str, doubt: &[Piece]| {
        let mut pieces = vec![or_nothing(side, nothing, theme)];
        pieces.extend_from_slice(doubt);
        hanging(lead.clone(), &pieces, width)
    };
    match (markup, hunk.decision) {
        (Markup::Original, _) => one_side(before, "(not in the original)", &[]),
        (Markup::Beside, Decision::Accepted | Decision::Rejected) => {
            beside::columns(decided_beside(hunk, theme), lead, theme, width)
        }
        (_, Decision::Rejected) => one_side(before, NOT_ADDED, &[]),
        (_, Decision::Accepted) => one_side(after, REMOVED, &[]),
        (Markup::Result, Decision::Open) => one_side(after, REMOVED, doubt),
        (Markup::Beside, Decision::Open) => {
            let [old, mut new] = beside::sides(before, after, theme);
            new.extend_from_slice(doubt);
            beside::columns([old, new], lead, theme, width)
        }
        (Markup::Stacked, Decision::Open) => stacked((before, after), doubt, lead, theme, width),
        (Markup::Inline, Decision::Open) if hunk.is_clash() => {
            clash(hunk, doubt, lead, theme, width)
        }
        (Markup::Inline, Decision::Open) => match words::compare(before, after) {
            Change::Inline(runs) => {
                let mut pieces = run_pieces(runs, theme);
                pieces.extend_from_slice(doubt);
                hanging(lead.clone(), &pieces, width)
            }
            Change::Rewritten => {
                let mut rows = stacked((before, after), doubt, lead, theme, width);
                let note = "(rewritten: few words in common, so shown as whole sentences)";
                let note = [(note.to_owned(), theme.style(Role::Dim))];
                let indent = (" ".repeat(usize::from(LEAD)), Style::new());
                rows.extend(hanging(indent, &note, width));
                rows
            }
        },
    }
}

/// Whose words those of the second row of a clash are.
const WRITER: &str = "writer  ";

/// Said in the place of a sentence that will not stand.
const REMOVED: &str = "(removed)";
const NOT_ADDED: &str = "(not added)";

/// One side of a change, or what is said where it has no words.
fn or_nothing(side: &str, nothing: &str, theme: &Theme) -> Piece {
    if side.is_empty() {
        (nothing.to_owned(), theme.style(Role::Dim))
    } else {
        (side.to_owned(), theme.style(Role::Text))
    }
}

/// A decided change in two columns: what stands in its own, and in the other what became of that side.
fn decided_beside(hunk: &Hunk, theme: &Theme) -> [Vec<Piece>; 2] {
    let (before, after) = (hunk.before.trim(), hunk.after.trim());
    let said = |what: &str| vec![(what.to_owned(), theme.style(Role::Dim))];
    match hunk.decision {
        Decision::Rejected => [
            vec![or_nothing(before, NOT_ADDED, theme)],
            said(if before.is_empty() { "" } else { "(rejected)" }),
        ],
        Decision::Accepted | Decision::Open => [
            said(match (before.is_empty(), after.is_empty()) {
                (false, false) => "(replaced)",
                _ => "",
            }),
            vec![or_nothing(after, REMOVED, theme)],
        ],
    }
}

/// What the analyst and the writer made of one sentence, each under its name.
fn clash(
    hunk: &Hunk,
    doubt: &[Piece],
    lead: &Piece,
    theme: &Theme,
    width: u16,
) -> Vec<Line<'static>> {
    let text = theme.style(Role::Text);
    let dim = theme.style(Role::Dim);
    let sides = [
        ("yours   ", hunk.before.trim(), text),
        (WRITER, hunk.after.trim(), theme.style(Role::Inserted)),
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
        let mut pieces = vec![(side.to_owned(), style)];
        if name == WRITER {
            pieces.extend_from_slice(doubt);
        }
        rows.extend(hanging((name.to_owned(), dim), &pieces, inner));
    }
    led(lead, rows)
}

fn stacked(
    (before, after): (&str, &str),
    doubt: &[Piece],
    lead: &Piece,
    theme: &Theme,
    width: u16,
) -> Vec<Line<'static>> {
    let signs = [("- ", Role::Deleted), ("+ ", Role::Inserted)];
    let mut rows: Vec<Line<'static>> = Vec::new();
    let inner = width.saturating_sub(LEAD);
    let [old, mut new] = beside::sides(before, after, theme);
    if !new.is_empty() {
        new.extend_from_slice(doubt);
    }
    for ((sign, role), side) in signs.into_iter().zip([old, new]) {
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

/// The runs as they are drawn. Where no signs keep them apart, a space keeps what is taken away from what takes its place.
pub fn run_pieces(runs: Vec<Run>, theme: &Theme) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut deleted = false;
    for run in runs {
        let is_apart = !run.text.starts_with(char::is_alphanumeric)
            || pieces
                .last()
                .is_some_and(|(text, _)| text.ends_with(char::is_whitespace));
        if deleted && run.kind == Kind::Inserted && !is_apart && !theme.needs_signs() {
            pieces.push((" ".to_owned(), Style::new()));
        }
        deleted = run.kind == Kind::Deleted;
        pieces.push(run_piece(run.kind, run.text, theme));
    }
    pieces
}

/// Deleted and inserted words are told apart by line and colour, and by signs where one of these may be missing.
pub fn run_piece(kind: Kind, text: String, theme: &Theme) -> Piece {
    let (role, line, [before, after]) = match kind {
        Kind::Same => return (text, theme.style(Role::Text)),
        Kind::Deleted => (Role::Deleted, Modifier::CROSSED_OUT, ["[-", "-]"]),
        Kind::Inserted => (Role::Inserted, Modifier::UNDERLINED, ["{+", "+}"]),
    };
    let text = if theme.needs_signs() {
        format!("{before}{text}{after}")
    } else {
        text
    };
    (text, theme.style(role).add_modifier(line))
}
