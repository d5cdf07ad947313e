//! A sentence whose parts are decided one by one: one stretch of text, with the mark of each part before its words.

use std::ops::{Range, RangeInclusive};

use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::change::{LEAD, bare, edge, led, run_pieces, state};
use super::page::Marked;
use super::{Markup, beside};
use crate::check;
use crate::pipeline::hunks::words::{Change, Kind, Run, compare};
use crate::study::{Decision, Hunk, HunkId, Piece as TextPiece, Revision};
use crate::tui::panes::canvas::{Piece, hanging};
use crate::tui::theme::{Role, Theme};

/// Both texts of the sentence that a part of a change stands in, with all parts in it; `None` for what is no part.
pub fn sides(revision: &Revision, part: &Hunk) -> Option<[String; 2]> {
    let kin = kin(revision, part.part_of?)?;
    if are_sentences(revision.pieces.get(kin.clone())?) {
        return None;
    }
    let (first, last) = (*kin.start(), *kin.end());
    // The words before the first part and behind the last one are settled already.
    let around = first.saturating_sub(1)..=last.saturating_add(1).min(revision.pieces.len() - 1);
    let pieces = revision.pieces.get(around)?;
    let side = |of: fn(&TextPiece) -> &str| {
        let (mut text, mut own) = (String::new(), 0..0);
        for piece in pieces {
            let from = text.len();
            text.push_str(of(piece));
            if piece.hunk().is_some_and(|hunk| hunk.id == part.id) {
                own = from..text.len();
            }
        }
        sentence_with(&text, &own)
    };
    Some([side(|piece| piece.sides().0), side(|piece| piece.sides().1)])
}

/// The sentence, or sentences, that a stretch of a text stands in.
fn sentence_with(text: &str, stretch: &Range<usize>) -> String {
    // What is put in between two words stands in no byte of the text before it.
    let end = stretch.end.max(stretch.start + 1);
    let sentences = check::sentences(text);
    let mut touched = sentences
        .iter()
        .filter(|span| span.start < end && stretch.start < span.end);
    let first = touched.next();
    let whole = first.map(|first| first.start..touched.next_back().unwrap_or(first).end);
    let whole = whole.and_then(|whole| text.get(whole));
    whole.unwrap_or_default().to_owned()
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

/// The rows of the pieces in a view, the first of which has `number`, and the hunks among them.
pub fn rows(
    (pieces, number): (&[TextPiece], usize),
    doubt: &dyn Fn(&Hunk) -> Vec<Piece>,
    (markup, marked): (Markup, Marked),
    theme: &Theme,
    width: u16,
) -> (Vec<Line<'static>>, Vec<HunkId>) {
    let hunks: Vec<HunkId> = pieces
        .iter()
        .filter_map(|piece| Some(piece.hunk()?.id))
        .collect();
    let is_here = hunks.iter().any(|id| marked == Marked::Hunk(*id));
    let indent = (" ".repeat(usize::from(LEAD)), Style::new());
    let side = |of: Side| self::side((pieces, number), doubt, of, marked, theme);
    let is_open = pieces.iter().filter_map(TextPiece::hunk).any(Hunk::is_open);
    let mut rows = match markup {
        // Where all is decided both texts are the one that stands.
        Markup::Stacked if !is_open => hanging(indent, &side(Side::Both), width),
        Markup::Beside if !is_open => {
            let decided = vec![("(decided)".to_owned(), theme.style(Role::Dim))];
            beside::columns([decided, side(Side::After)], &indent, theme, width)
        }
        Markup::Inline => hanging(indent, &side(Side::Both), width),
        Markup::Result => hanging(indent, &side(Side::Result), width),
        Markup::Original => hanging(indent, &side(Side::Original), width),
        Markup::Stacked => stacked(
            [side(Side::Before), side(Side::After)],
            &indent,
            theme,
            width,
        ),
        Markup::Beside => beside::columns(
            [side(Side::Before), side(Side::After)],
            &indent,
            theme,
            width,
        ),
    };
    if is_here {
        edge(&mut rows, theme);
    }
    (rows, hunks)
}

/// One of the texts that a sentence in parts has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Both in one, each part with its words that go and those that come.
    Both,
    Before,
    After,
    /// The first one by itself.
    Original,
    /// As if everything that is not rejected were accepted.
    Result,
}

/// One text of the sentence, each part behind its mark, its words marked where the other text is beside it. A part that is decided reads as it will stand.
fn side(
    (pieces, mut number): (&[TextPiece], usize),
    doubt: &dyn Fn(&Hunk) -> Vec<Piece>,
    side: Side,
    marked: Marked,
    theme: &Theme,
) -> Vec<Piece> {
    let mut flow: Vec<Piece> = Vec::new();
    let shows_new = matches!(side, Side::Both | Side::After | Side::Result);
    let hunks = pieces.iter().filter_map(TextPiece::hunk);
    // The verdict is one on the whole sentence, and stands behind the last part that has it.
    let doubted = (number..)
        .zip(hunks.filter(|_| shows_new))
        .map(|(number, hunk)| (number, doubt(hunk)))
        .filter(|(_, said)| !said.is_empty())
        .last();
    for piece in pieces {
        let Some(hunk) = piece.hunk() else {
            flow.push((piece.sides().0.to_owned(), theme.style(Role::Dim)));
            continue;
        };
        let left_out = match (side, hunk.decision) {
            (Side::Both, Decision::Open) => None,
            (Side::Original, _)
            | (Side::Before, Decision::Open)
            | (Side::Both | Side::Before | Side::After | Side::Result, Decision::Rejected) => {
                Some(Kind::Inserted)
            }
            (Side::After | Side::Result, Decision::Open)
            | (Side::Both | Side::Before | Side::After | Side::Result, Decision::Accepted) => {
                Some(Kind::Deleted)
            }
        };
        let mut runs = runs(hunk);
        runs.retain(|run| Some(run.kind) != left_out);
        let mark = mark(hunk, number, marked == Marked::Hunk(hunk.id), theme);
        let is_plain = matches!(side, Side::Original | Side::Result) || !hunk.is_open();
        flow.extend(part(runs, mark, is_plain, theme));
        if let Some((_, said)) = doubted.as_ref().filter(|(at, _)| *at == number) {
            flow.extend_from_slice(said);
        }
        number += 1;
    }
    trimmed(flow)
}

/// Both texts, one below the other.
fn stacked(
    sides: [Vec<Piece>; 2],
    indent: &Piece,
    theme: &Theme,
    width: u16,
) -> Vec<Line<'static>> {
    let signs = [("- ", Role::Deleted), ("+ ", Role::Inserted)];
    let mut rows = Vec::new();
    for ((sign, role), side) in signs.into_iter().zip(sides) {
        let lead = (sign.to_owned(), bare(role, theme));
        rows.extend(hanging(lead, &side, width.saturating_sub(LEAD)));
    }
    led(indent, rows)
}

/// A text without the space that it begins with.
fn trimmed(mut flow: Vec<Piece>) -> Vec<Piece> {
    if let Some((first, _)) = flow.first_mut() {
        *first = first.trim_start().to_owned();
    }
    flow
}

/// One part with its mark, which stands before the words that change and behind the space before these.
fn part(mut runs: Vec<Run>, mark: Piece, is_plain: bool, theme: &Theme) -> Vec<Piece> {
    let dim = theme.style(Role::Dim);
    let mut flow: Vec<Piece> = Vec::new();
    if runs.first().is_some_and(|run| run.kind == Kind::Same) {
        flow.push((runs.remove(0).text, dim));
    }
    if let Some(run) = runs.first_mut() {
        let words = run.text.trim_start().len();
        let space: String = run.text.drain(..run.text.len() - words).collect();
        flow.push((space, dim));
    }
    flow.push(mark);
    if is_plain {
        for run in &mut runs {
            run.kind = Kind::Same;
        }
    }
    flow.extend(run_pieces(runs, theme));
    flow
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
