//! Words beside the text: the verdict of a claim that is to be looked into, or that several sources bear it out, where a row leaves room.
//!
//! The mark in the gutter stands where a claim begins; the word stands at the end of the first of its rows that is short enough and ends with it: behind
//! another claim it would read as that one's. A row that is still being written gets none, so that no word has to move.

use ratatui::layout::Rect;

use crate::study::Verdict;
use crate::tui::layout::GUTTER;
use crate::tui::panes::canvas::Canvas;
use crate::tui::panes::column::Prose;
use crate::tui::panes::sheet::{Mark, is_problem};
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::theme::{Glyphs, Role};
use crate::tui::view::View;

/// Columns of the longest word with its mark, and of the gap before it.
pub const COLUMNS: u16 = 16;
/// Columns between the text and a word.
const GAP: usize = 2;

/// Draws the word that belongs at the end of a row, if any does.
pub fn draw(
    view: &View<'_>,
    prose: &Prose<'_>,
    within: usize,
    line: Rect,
    canvas: &mut Canvas<'_>,
) {
    let glyphs = canvas.glyphs();
    let said = last(prose, within)
        .and_then(|mark| Some((mark, word(view, prose, mark, glyphs)?)))
        .filter(|(mark, (word, _))| {
            home(prose, mark, text::width(word), line.width) == Some(within)
        });
    if let Some((_, (word, role))) = said {
        let line = Rect {
            width: line.width.saturating_sub(1),
            ..line
        };
        canvas.put_right(line, &word, canvas.style(role));
    }
}

/// The claim that a row ends with.
fn last<'a>(prose: &Prose<'a>, row: usize) -> Option<&'a Mark> {
    let row = &prose.rows.get(row)?.source;
    let mark = prose.marks.within(row).last()?;
    let after = prose.text.get(mark.span.end..row.end).unwrap_or_default();
    (!after.contains(char::is_alphanumeric)).then_some(mark)
}

/// What is said of a claim beside its mark.
fn word(
    view: &View<'_>,
    prose: &Prose<'_>,
    mark: &Mark,
    glyphs: &Glyphs,
) -> Option<(String, Role)> {
    let claim = prose.claims.get(mark.claim)?;
    if is_problem(mark.verdict) {
        // With its mark, as the row may be that of several claims.
        let sign = verdict::mark(glyphs, mark.verdict);
        let word = format!("{sign} {}", mark.verdict.name());
        return Some((word, verdict::role(mark.verdict)));
    }
    let mut sections = view.study.sections.iter();
    if sections.any(|section| section.is_pinned(&claim.text)) {
        return Some(("pinned".to_owned(), Role::Dim));
    }
    if view.ledger.warning(view.study, claim, prose.text).is_some() {
        return Some(("conflict".to_owned(), Role::Warning));
    }
    let sources = view.study.count_sources(claim.citations.iter().copied());
    (mark.verdict == Verdict::Supported && sources > 1)
        .then(|| (format!("{sources} sources"), Role::Dim))
}

/// The first row that a claim ends, or fills to its end, and that leaves room for a word.
fn home(prose: &Prose<'_>, mark: &Mark, word: usize, width: u16) -> Option<usize> {
    let room = usize::from(width.saturating_sub(GUTTER + 1));
    let first = prose.row_of(mark.span.start);
    prose
        .rows
        .iter()
        .enumerate()
        .skip(first)
        .take_while(|(_, row)| row.source.start < mark.span.end)
        .filter(|(at, _)| !prose.live || at + 1 < prose.rows.len())
        .filter(|(at, row)| !row.source.is_empty() && last(prose, *at) == Some(mark))
        .find(|(_, row)| row.line.width() + GAP + word <= room)
        .map(|(at, _)| at)
}
