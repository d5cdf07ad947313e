//! The changes of a section as rows: each hunk with its number and state, between the sentences that it stands among.
//!
//! Paragraphs that no hunk touches are folded. Texts are shown as they are written, without rendering their Markdown: under review every sign counts.

use std::ops::Range;

use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::{Markup, Review};
use super::{beside, parts};
use crate::pipeline::hunks::words::{self, Change, Kind, Run};
use crate::study::{Decision, Hunk, HunkId, Piece as TextPiece, Revision, Section, counted};
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Piece, flow, hanging};
use crate::tui::theme::{Role, Theme};

/// Columns before the text: which hunk, its state, its number.
pub(super) const LEAD: u16 = 6;
/// Rows of context that stay above the hunk under review.
const ABOVE: usize = 3;

/// Rows of a section's changes, and where each hunk stands.
pub struct Page {
    pub rows: Vec<Line<'static>>,
    hunks: Vec<(HunkId, Range<usize>)>,
}

/// The hunk that is drawn as the current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marked {
    None,
    Hunk(HunkId),
}

impl Page {
    /// Rows without changes.
    pub fn of(rows: Vec<Line<'static>>) -> Self {
        Self {
            rows,
            hunks: Vec::new(),
        }
    }

    /// Puts another page below this one.
    pub fn append(&mut self, below: Self) {
        let from = self.rows.len();
        let moved =
            |(id, place): (HunkId, Range<usize>)| (id, place.start + from..place.end + from);
        self.hunks.extend(below.hunks.into_iter().map(moved));
        self.rows.extend(below.rows);
    }

    /// The rows at which changes begin.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.hunks.iter().map(|(_, place)| place.start)
    }

    /// Which change a row belongs to, in the order of the text.
    pub fn hunk_at(&self, row: usize) -> Option<usize> {
        let mut places = self.hunks.iter();
        places.position(|(_, place)| place.contains(&row))
    }

    /// Whether a page with this row at its top shows where a hunk begins.
    pub fn shows(&self, hunk: HunkId, top: usize, height: usize) -> bool {
        self.hunks
            .iter()
            .any(|(id, place)| *id == hunk && (top..top + height).contains(&place.start))
    }

    /// The row at the top of a page of `height` rows, with `hunk` in view and the reader's own scrolling on top of that.
    pub fn top(&self, hunk: HunkId, scroll: isize, height: usize) -> usize {
        let place = self
            .hunks
            .iter()
            .find(|(id, _)| *id == hunk)
            .map_or(0..0, |(_, place)| place.clone());
        let last = self.rows.len().saturating_sub(height);
        // All of the hunk, if it fits; its beginning, if not.
        let above = ABOVE.min(height.saturating_sub(place.len()));
        let top = place.start.saturating_sub(above).min(last);
        top.saturating_add_signed(scroll).min(last)
    }
}

/// The rows of a section under review.
pub fn rows(review: &Review, section: &Section, theme: &Theme, width: u16) -> Page {
    match &section.revision {
        Some(revision) => {
            let part = || {
                revision
                    .hunks()
                    .find(|hunk| hunk.part_of == Some(review.hunk))
            };
            let known = revision
                .hunk(review.hunk)
                .or_else(part)
                .or(revision.hunks().next());
            let marked = known.map_or(Marked::None, |hunk| Marked::Hunk(hunk.id));
            change_rows(revision, review.shown_markup(width), marked, theme, width)
        }
        None => Page::of(Vec::new()),
    }
}

/// The rows of any revision, with one of its hunks marked.
pub fn change_rows(
    revision: &Revision,
    markup: Markup,
    marked: Marked,
    theme: &Theme,
    width: u16,
) -> Page {
    let width = width.saturating_sub(1);
    let width = if markup == Markup::Beside {
        width.min(2 * PROSE + LEAD + beside::BETWEEN)
    } else {
        width.min(PROSE + LEAD)
    };
    let mut page = Page::of(Vec::new());
    let last = revision.pieces.len().saturating_sub(1);
    let mut number = 0;
    let mut at = 0;
    while let Some(piece) = revision.pieces.get(at) {
        let rest = revision.pieces.get(at..).unwrap_or_default();
        let together = if markup == Markup::Inline {
            parts::length(rest)
        } else {
            0
        };
        if let Some(pieces) = rest.get(..together).filter(|pieces| !pieces.is_empty()) {
            let from = page.rows.len();
            let (rows, hunks) = parts::rows(pieces, number + 1, marked, theme, width);
            page.rows.extend(rows);
            number += hunks.len();
            let place = from..page.rows.len();
            page.hunks
                .extend(hunks.into_iter().map(|id| (id, place.clone())));
            page.rows.push(Line::default());
            at += together;
            continue;
        }
        match piece {
            TextPiece::Settled(text) => {
                let context = Context {
                    is_first: at == 0,
                    is_last: at == last,
                };
                // Words between two parts of one sentence are no paragraph of their own.
                let is_inside = !text.contains("\n\n") && at > 0 && at < last;
                page.rows.extend(if is_inside {
                    within(text, theme, width)
                } else {
                    context.rows(text, theme, width)
                });
            }
            TextPiece::Hunk(hunk) => {
                number += 1;
                let from = page.rows.len();
                let lead = lead(hunk, number, marked == Marked::Hunk(hunk.id), theme);
                page.rows.extend(change(hunk, markup, &lead, theme, width));
                page.hunks.push((hunk.id, from..page.rows.len()));
                page.rows.push(Line::default());
            }
        }
        at += 1;
    }
    page
}

/// Where settled text stands among the hunks.
struct Context {
    is_first: bool,
    is_last: bool,
}

impl Context {
    /// The paragraphs next to a hunk; those between are folded.
    fn rows(&self, text: &str, theme: &Theme, width: u16) -> Vec<Line<'static>> {
        let paragraphs: Vec<&str> = text
            .split("\n\n")
            .map(str::trim)
            .filter(|paragraph| !paragraph.is_empty())
            .collect();
        let all = paragraphs.len();
        let head = if self.is_first { 0 } else { 1.min(all) };
        let tail = if self.is_last {
            all
        } else {
            all.saturating_sub(1).max(head)
        };
        let dim = theme.style(Role::Dim);
        let indent = || (" ".repeat(usize::from(LEAD)), Style::new());
        let mut rows = Vec::new();
        let mut paragraph = |text: &str| {
            rows.extend(hanging(indent(), &[(text.to_owned(), dim)], width));
            rows.push(Line::default());
        };
        for text in &paragraphs[..head] {
            paragraph(text);
        }
        if tail > head {
            let folded = counted(tail - head, "paragraph");
            paragraph(&format!("{} {folded}", theme.glyphs().ellipsis));
        }
        for text in &paragraphs[tail.max(head)..] {
            paragraph(text);
        }
        rows
    }
}

/// What stands between two changes of one paragraph, in one stretch.
fn within(text: &str, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    let lead = (" ".repeat(usize::from(LEAD)), Style::new());
    let mut rows = hanging(lead, &[(text.to_owned(), theme.style(Role::Dim))], width);
    rows.push(Line::default());
    rows
}

/// The sign of a hunk's state.
pub(super) fn state(hunk: &Hunk, theme: &Theme) -> (&'static str, Role) {
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
fn lead(hunk: &Hunk, number: usize, is_current: bool, theme: &Theme) -> Piece {
    let glyphs = theme.glyphs();
    let (state, role) = state(hunk, theme);
    let mark = if is_current { glyphs.selected } else { " " };
    let mut style = theme.style(role);
    if is_current {
        style = style.add_modifier(Modifier::BOLD);
    }
    let width = usize::from(LEAD) - 2;
    (format!("{mark}{state}{number:<width$}"), style)
}

fn change(
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
    let sides = [
        ("- ", before, theme.style(Role::Deleted)),
        ("+ ", after, theme.style(Role::Inserted)),
    ];
    let mut rows: Vec<Line<'static>> = Vec::new();
    let inner = width.saturating_sub(LEAD);
    for (sign, side, style) in sides {
        if !side.is_empty() {
            rows.extend(hanging(
                (sign.to_owned(), style),
                &[(side.to_owned(), style)],
                inner,
            ));
        }
    }
    led(lead, rows)
}

/// Rows with the hunk's mark before the first of them and as much blank before the others.
pub(super) fn led(lead: &Piece, mut rows: Vec<Line<'static>>) -> Vec<Line<'static>> {
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
pub(super) fn run_pieces(runs: Vec<Run>, theme: &Theme) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut deleted = false;
    for run in runs {
        let is_apart = run.text.starts_with(char::is_whitespace)
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
pub(super) fn run_piece(kind: Kind, text: String, theme: &Theme) -> Piece {
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
