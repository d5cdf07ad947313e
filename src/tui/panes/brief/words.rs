//! Words beside the text: the verdict of a claim that is to be looked into, or that several sources bear it out, where a row leaves room.
//!
//! The mark in the gutter stands where a claim begins; the word stands at the end of the first of its rows that is short enough and ends with it: behind
//! another claim it would read as that one's. Only how many sources there are is also said behind others that have one each: there the citations tell which
//! claim it is about. A row that is still being written gets none, so that no word has to move.

use ratatui::layout::Rect;

use crate::study::{Claim, Verdict};
use crate::tui::layout::GUTTER;
use crate::tui::panes::canvas::Canvas;
use crate::tui::panes::column::Prose;
use crate::tui::panes::sheet::{Mark, gravity, is_problem};
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::theme::{Glyphs, Role};
use crate::tui::view::View;

/// Columns of the longest word with its mark, and of the gap before it.
pub const COLUMNS: u16 = 16;
/// Columns between the text and a word.
const GAP: usize = 2;

/// What is said of a claim beside its mark.
struct Word {
    text: String,
    role: Role,
    /// Whether it is how many sources there are, with nothing else to be said of the claim.
    is_number: bool,
}

/// Draws the word that belongs at the end of a row, if any does.
pub fn draw(
    view: &View<'_>,
    prose: &Prose<'_>,
    within: usize,
    line: Rect,
    canvas: &mut Canvas<'_>,
) {
    let glyphs = canvas.glyphs();
    let here = |mark: &Mark| {
        let word = word(view, prose, mark, glyphs)?;
        (home(view, prose, mark, &word, line.width) == Some(within)).then_some(word)
    };
    let said = last(prose, within)
        .and_then(here)
        .or_else(|| here(sole(view, prose, within)?))
        .map(|said| graver(view, prose, within, glyphs).unwrap_or(said));
    if let Some(word) = said {
        let line = Rect {
            width: line.width.saturating_sub(1),
            ..line
        };
        canvas.put_right(line, &word.text, canvas.style(word.role));
    }
}

/// The word of the gravest claim of a row, where that is graver than the one that the row ends with: it is not to be passed over for a lesser one.
fn graver(view: &View<'_>, prose: &Prose<'_>, row: usize, glyphs: &Glyphs) -> Option<Word> {
    let own = last(prose, row)?;
    let span = &prose.rows.get(row)?.source;
    let all = prose.marks.within(span);
    let all = all.filter(|mark| is_problem(mark.verdict) && mark.span.start >= span.start);
    let gravest = all.max_by_key(|mark| gravity(mark.verdict))?;
    let is_graver = is_problem(own.verdict) && gravity(gravest.verdict) > gravity(own.verdict);
    is_graver
        .then(|| word(view, prose, gravest, glyphs))
        .flatten()
}

/// The claim that a row ends with.
fn last<'a>(prose: &Prose<'a>, row: usize) -> Option<&'a Mark> {
    let row = &prose.rows.get(row)?.source;
    let mark = prose.marks.within(row).last()?;
    let after = prose.text.get(mark.span.end..row.end).unwrap_or_default();
    (!after.contains(char::is_alphanumeric)).then_some(mark)
}

/// The only claim with several sources in a row, where that ends it and shows what it cites.
fn sole<'a>(view: &View<'_>, prose: &Prose<'a>, row: usize) -> Option<&'a Mark> {
    if prose.live {
        // The next one, which is not read yet, may have several too.
        return None;
    }
    let row = prose.rows.get(row)?;
    if prose
        .marks
        .within(&row.source)
        .any(|mark| is_problem(mark.verdict))
    {
        // It would read as all that is to be said of the row.
        return None;
    }
    let mut several = prose.marks.within(&row.source).filter(|mark| {
        let claim = prose.claims.get(mark.claim);
        claim.is_some_and(|claim| sources(view, claim) > 1)
    });
    let (mark, other) = (several.next()?, several.next());
    let mut citations = row.citations.iter();
    let is_plain = other.is_none()
        && mark.span.end <= row.source.end
        && citations.any(|cited| mark.span.contains(&cited.source.start));
    is_plain.then_some(mark)
}

fn sources(view: &View<'_>, claim: &Claim) -> usize {
    view.study.count_sources(claim.citations.iter().copied())
}

fn word(view: &View<'_>, prose: &Prose<'_>, mark: &Mark, glyphs: &Glyphs) -> Option<Word> {
    let said = |text: String, role| {
        Some(Word {
            text,
            role,
            is_number: false,
        })
    };
    let claim = prose.claims.get(mark.claim)?;
    if is_problem(mark.verdict) {
        // With its mark, as the row may be that of several claims.
        let sign = verdict::mark(glyphs, mark.verdict);
        let word = format!("{sign} {}", mark.verdict.name());
        return said(word, verdict::role(mark.verdict));
    }
    let mut sections = view.study.sections.iter();
    if sections.any(|section| section.is_pinned(&claim.text)) {
        return said("pinned".to_owned(), Role::Dim);
    }
    if view.ledger.warning(view.study, claim, prose.text).is_some() {
        return said("conflict".to_owned(), Role::Warning);
    }
    let sources = sources(view, claim);
    (mark.verdict == Verdict::Supported && sources > 1).then(|| Word {
        text: format!("{sources} sources"),
        role: Role::Dim,
        is_number: true,
    })
}

/// The first row that a claim ends, or fills to its end, and that leaves room for its word.
fn home(view: &View<'_>, prose: &Prose<'_>, mark: &Mark, word: &Word, width: u16) -> Option<usize> {
    let is_plain = |row| {
        last(prose, row) == Some(mark) || word.is_number && sole(view, prose, row) == Some(mark)
    };
    let room = usize::from(width.saturating_sub(GUTTER + 1));
    let first = prose.row_of(mark.span.start);
    prose
        .rows
        .iter()
        .enumerate()
        .skip(first)
        .take_while(|(_, row)| row.source.start < mark.span.end)
        .filter(|(at, _)| !prose.live || at + 1 < prose.rows.len())
        .filter(|(at, row)| !row.source.is_empty() && is_plain(*at))
        .find(|(_, row)| row.line.width() + GAP + text::width(&word.text) <= room)
        .map(|(at, _)| at)
}
