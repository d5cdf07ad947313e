//! The gutter of the brief: what is marked beside a row of its text.
//!
//! Each claim has its mark beside the row in which it begins, and at the top of the page where it began above that.

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::study::{SectionId, Verdict};
use crate::tui::layout::GUTTER;
use crate::tui::markdown::Row;
use crate::tui::panes::canvas::{Canvas, Piece};
use crate::tui::panes::column::Prose;
use crate::tui::panes::sheet::{Mark, gravity};
use crate::tui::panes::verdict;
use crate::tui::theme::{Glyphs, Role};
use crate::tui::view::View;

/// `~` where a change is waiting, the verdicts of the claims of a row, and `>` before its text where `current` begins in it.
pub fn draw(
    text: &Prose<'_>,
    row: &Row,
    marked: &Marked<'_>,
    current: Option<usize>,
    line: Rect,
    canvas: &mut Canvas<'_>,
) {
    let glyphs = canvas.glyphs();
    if text.marks.is_pending(&row.source) {
        canvas.put(
            Rect { width: 1, ..line },
            glyphs.pending,
            canvas.style(Role::Pending),
        );
    }
    let marks = beside(text, row, marked, glyphs);
    let mut pieces: Vec<Piece> = Vec::new();
    // The first column is that of the text at the row's left, which goes on there from the row above. The current sentence is pointed to.
    if marked.goes_on && marks.len() < 2 && current.is_none() {
        pieces.push((" ".to_owned(), Style::new()));
    }
    let marks = marks.into_iter();
    pieces.extend(marks.map(|(mark, verdict)| (mark, canvas.style(verdict::role(verdict)))));
    if current.is_some() {
        if pieces.is_empty() {
            pieces.push((" ".to_owned(), Style::new()));
        }
        pieces.push((glyphs.selected.to_owned(), canvas.style(Role::Accent)));
    }
    let place = Rect {
        x: line.x + 1,
        width: (GUTTER - 1).min(line.width.saturating_sub(1)),
        ..line
    };
    canvas.put_pieces(place, &pieces);
}

/// The claims whose marks stand beside a row.
pub struct Marked<'a> {
    /// Those that begin in it, in their order, and in the first row of the page the one that goes on there from the page above.
    claims: Vec<&'a Mark>,
    /// Whether the row begins with a claim that has its mark beside a row above.
    goes_on: bool,
}

impl<'a> Marked<'a> {
    pub fn beside(text: &Prose<'a>, (within, row): (usize, &Row), is_first: bool) -> Self {
        if is_first {
            return Self {
                claims: text.marks.within(&row.source).collect(),
                goes_on: false,
            };
        }
        let before = within.checked_sub(1).and_then(|at| text.rows.get(at));
        let above = before.map_or(0, |row| row.source.end);
        let claims: Vec<&Mark> = text.marks.begun(&row.source, above).collect();
        let leftmost = text.marks.within(&row.source).next();
        Self {
            goes_on: leftmost.is_some_and(|mark| !claims.contains(&mark)),
            claims,
        }
    }
}

/// The marks beside a row: of each of its claims in their order, whichever is the current one, so that each can be told from its place; of more than two the
/// gravest, and that there are more. A row that cites what was not checked, such as one of a table, says that.
fn beside(
    text: &Prose<'_>,
    row: &Row,
    marked: &Marked<'_>,
    glyphs: &Glyphs,
) -> Vec<(String, Verdict)> {
    let one = |verdict: Verdict| (verdict::mark(glyphs, verdict).to_owned(), verdict);
    let verdicts = marked.claims.iter().map(|mark| mark.verdict);
    if marked.claims.len() > 2 {
        let gravest = verdicts.max_by_key(|verdict| gravity(*verdict));
        let gravest = gravest.unwrap_or(Verdict::Unchecked);
        // A number would read as that of those with this verdict.
        return vec![one(gravest), ("+".to_owned(), gravest)];
    }
    let mut citations = row.citations.iter();
    let is_unchecked = !text.live
        && !text.claims.is_empty()
        && citations.any(|cited| text.marks.at(cited.source.start).is_none());
    if marked.claims.is_empty() && is_unchecked {
        return vec![one(Verdict::Unchecked)];
    }
    verdicts.map(one).collect()
}

/// `=` where a sentence begins that no cycle changes.
pub fn draw_pin(
    view: &View<'_>,
    section: usize,
    text: &Prose<'_>,
    (within, row): (usize, &Row),
    line: Rect,
    canvas: &mut Canvas<'_>,
) {
    let known = view.study.section(SectionId(section));
    let Some(known) = known.filter(|known| !known.pinned.is_empty()) else {
        return;
    };
    let mut beginning = text
        .marks
        .within(&row.source)
        .filter(|mark| text.row_of(mark.span.start) == within);
    let is_pinned = beginning.any(|mark| {
        let claim = text.claims.get(mark.claim);
        claim.is_some_and(|claim| known.is_pinned(&claim.text))
    });
    if is_pinned {
        let place = Rect { width: 1, ..line };
        canvas.put(place, "=", canvas.style(Role::Accent));
    }
}
