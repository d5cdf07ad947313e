//! A sentence whose parts are decided one by one: one stretch of text, with the mark of each part before its words.

use std::ops::RangeInclusive;

use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::change::{LEAD, run_pieces, state};
use super::page::Marked;
use crate::pipeline::hunks::words::{Change, Kind, Run, compare};
use crate::study::{Hunk, HunkId, Piece as TextPiece, Revision};
use crate::tui::panes::canvas::{Piece, hanging};
use crate::tui::theme::{Role, Theme};

/// Both texts of the sentences that a part of a change stands in, with all parts in them; `None` for what is no part.
pub fn sides(revision: &Revision, part: &Hunk) -> Option<[String; 2]> {
    let kin = kin(revision, part.part_of?)?;
    if are_sentences(revision.pieces.get(kin.clone())?) {
        return None;
    }
    let (first, last) = (*kin.start(), *kin.end());
    // The words before the first part and behind the last one are settled already.
    let around = first.saturating_sub(1)..=last.saturating_add(1).min(revision.pieces.len() - 1);
    let pieces = revision.pieces.get(around)?;
    let side = |of: fn(&TextPiece) -> &str| pieces.iter().map(of).collect();
    Some([side(|piece| piece.sides().0), side(|piece| piece.sides().1)])
}

/// Where the parts of one change stand among the pieces, from the first to the last.
fn kin(revision: &Revision, whole: HunkId) -> Option<RangeInclusive<usize>> {
    let is_kin = |piece: &TextPiece| piece.hunk().is_some_and(|hunk| hunk.part_of == Some(whole));
    let first = revision.pieces.iter().position(is_kin)?;
    let last = revision.pieces.iter().rposition(is_kin)?;
    Some(first..=last)
}

/// Whether parts are whole sentences, one after the other, and not words of one, which have the words that stay between them: then each stands for itself.
fn are_sentences(pieces: &[TextPiece]) -> bool {
    let parts = pieces.iter().filter(|piece| piece.hunk().is_some()).count();
    let is_blank = |piece: &TextPiece| piece.sides().0.trim().is_empty();
    let mut rest = pieces.iter().filter(|piece| piece.hunk().is_none());
    parts > 1 && rest.all(is_blank)
}

/// How many pieces from this one on are parts of one change and the words around them; 0 where none are.
pub fn length(revision: &Revision, at: usize) -> usize {
    let part_of = |piece: &TextPiece| piece.hunk().and_then(|hunk| hunk.part_of);
    let pieces = revision.pieces.get(at..).unwrap_or_default();
    let whole = pieces.iter().take(2).find_map(part_of);
    let parts = whole.and_then(|whole| revision.pieces.get(kin(revision, whole)?));
    if parts.is_some_and(are_sentences) {
        return 0;
    }
    let is_between = |piece: &&TextPiece| match piece {
        TextPiece::Settled(text) => !text.contains("\n\n"),
        TextPiece::Hunk(hunk) => hunk.part_of == whole,
    };
    let run = pieces.iter().take_while(is_between).count();
    if whole.is_some()
        && pieces
            .iter()
            .take(run)
            .any(|piece| part_of(piece).is_some())
    {
        run
    } else {
        0
    }
}

/// The rows of the pieces, the first of which has `number`, and the hunks among them.
pub fn rows(
    pieces: &[TextPiece],
    mut number: usize,
    marked: Marked,
    theme: &Theme,
    width: u16,
) -> (Vec<Line<'static>>, Vec<HunkId>) {
    let dim = theme.style(Role::Dim);
    let mut flow: Vec<Piece> = Vec::new();
    let mut hunks = Vec::new();
    for piece in pieces {
        match piece {
            TextPiece::Settled(text) => flow.push((text.clone(), dim)),
            TextPiece::Hunk(hunk) => {
                let is_current = marked == Marked::Hunk(hunk.id);
                let mut runs = runs(hunk);
                // The mark stands before the words that change.
                if runs.first().is_some_and(|run| run.kind == Kind::Same) {
                    flow.push((runs.remove(0).text, dim));
                }
                // And behind the space before these.
                if let Some(run) = runs.first_mut() {
                    let words = run.text.trim_start().len();
                    let space: String = run.text.drain(..run.text.len() - words).collect();
                    flow.push((space, dim));
                }
                flow.push(mark(hunk, number, is_current, theme));
                flow.extend(run_pieces(runs, theme));
                hunks.push(hunk.id);
                number += 1;
            }
        }
    }
    if let Some((first, _)) = flow.first_mut() {
        *first = first.trim_start().to_owned();
    }
    let indent = (" ".repeat(usize::from(LEAD)), Style::new());
    (hanging(indent, &flow, width), hunks)
}

fn mark(hunk: &Hunk, number: usize, is_current: bool, theme: &Theme) -> Piece {
    let (glyph, role) = state(hunk, theme);
    let mut style = theme.style(role);
    let mut here = "";
    if is_current {
        style = style.add_modifier(Modifier::BOLD | Modifier::REVERSED);
        here = theme.glyphs().selected;
    }
    (format!("{here}{glyph}{number} "), style)
}

/// Few words are never too unlike to stand in one line.
fn runs(hunk: &Hunk) -> Vec<Run> {
    match compare(&hunk.before, &hunk.after) {
        Change::Inline(runs) => runs,
        Change::Rewritten => [(Kind::Deleted, &hunk.before), (Kind::Inserted, &hunk.after)]
            .into_iter()
            .map(|(kind, text)| Run {
                kind,
                text: text.clone(),
            })
            .collect(),
    }
}
