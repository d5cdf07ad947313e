//! The changes of a section as rows: each hunk with its number and state, between the sentences that it stands among.
//!
//! Paragraphs that no hunk touches are folded. Texts are shown as they are written, without rendering their Markdown: under review every sign counts.

use std::cell::RefCell;
use std::ops::Range;

use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::{Markup, Review};
use super::{beside, parts};
use crate::pipeline::hunks::words::{self, Change, Kind, Run};
use crate::study::{
    Decision, Hunk, HunkId, Piece as TextPiece, Revision, Section, SectionId, StudyId, counted,
};
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Piece, flow, hanging};
use crate::tui::theme::{Role, Theme};
use crate::tui::view::View;

/// Columns before the text: which hunk, its state, its number.
pub(super) const LEAD: u16 = 6;
/// What parts paragraphs.
const BREAK: &str = "\n\n";
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

    fn add(&mut self, block: &Block) {
        let from = self.rows.len();
        self.rows.extend_from_slice(&block.rows);
        // The last row is the space below them.
        let to = self.rows.len().saturating_sub(1).max(from);
        let hunks = block.hunks.iter();
        self.hunks.extend(hunks.map(|id| (*id, from..to)));
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

/// One change, or parts of one, or the text between changes: what is laid out by itself.
#[derive(Debug)]
struct Block {
    /// Its pieces of the revision, and how many changes stand above them.
    pieces: Range<usize>,
    above: usize,
    rows: Vec<Line<'static>>,
    hunks: Vec<HunkId>,
}

/// What a page was laid out from: as long as it is the same, so is the page but for which change is marked.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    study: StudyId,
    event: u64,
    section: SectionId,
    markup: Markup,
    width: u16,
    theme: Theme,
}

/// The page that was laid out last: laying out a long one takes longer than anything else in a frame.
#[derive(Debug, Default)]
pub struct Kept(RefCell<Option<(Key, Vec<Block>)>>);

/// The rows of a section under review.
pub fn rows(
    review: &Review,
    view: &View<'_>,
    section: &Section,
    theme: &Theme,
    width: u16,
) -> Page {
    let Some(revision) = &section.revision else {
        return Page::of(Vec::new());
    };
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
    let markup = review.shown_markup(width);
    let Some((study, event)) = view.id.zip(view.event) else {
        return change_rows(revision, markup, marked, theme, width);
    };
    let key = Key {
        study,
        event,
        section: review.section,
        markup,
        width,
        theme: theme.clone(),
    };
    let look = Look::new(markup, theme, width);
    let mut kept = review.kept.0.borrow_mut();
    if kept.as_ref().is_none_or(|(of, _)| *of != key) {
        *kept = Some((key, blocks(revision, Marked::None, look)));
    }
    let blocks = kept.iter().flat_map(|(_, blocks)| blocks);
    let mut page = Page::of(Vec::new());
    for block in blocks {
        let is_marked = known.is_some_and(|hunk| block.hunks.contains(&hunk.id));
        if is_marked {
            page.add(&look.block(revision, block.pieces.start, block.above, marked));
        } else {
            page.add(block);
        }
    }
    page
}

/// The rows of any revision, with one of its hunks marked.
pub fn change_rows(
    revision: &Revision,
    markup: Markup,
    marked: Marked,
    theme: &Theme,
    width: u16,
) -> Page {
    let mut page = Page::of(Vec::new());
    for block in blocks(revision, marked, Look::new(markup, theme, width)) {
        page.add(&block);
    }
    page
}

fn blocks(revision: &Revision, marked: Marked, look: Look<'_>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut at, mut above) = (0, 0);
    while at < revision.pieces.len() {
        let block = look.block(revision, at, above, marked);
        at = block.pieces.end;
        above += block.hunks.len();
        blocks.push(block);
    }
    blocks
}

/// How changes are laid out.
#[derive(Clone, Copy)]
struct Look<'a> {
    markup: Markup,
    theme: &'a Theme,
    width: u16,
}

impl<'a> Look<'a> {
    fn new(markup: Markup, theme: &'a Theme, width: u16) -> Self {
        let width = width.saturating_sub(1);
        let most = if markup == Markup::Beside {
            2 * PROSE + LEAD + beside::BETWEEN
        } else {
            PROSE + LEAD
        };
        Self {
            markup,
            theme,
            width: width.min(most),
        }
    }

    /// The block that begins with this piece.
    fn block(self, revision: &Revision, at: usize, above: usize, marked: Marked) -> Block {
        let Self {
            markup,
            theme,
            width,
        } = self;
        let rest = revision.pieces.get(at..).unwrap_or_default();
        let together = if markup == Markup::Inline {
            parts::length(rest)
        } else {
            0
        };
        let (mut rows, mut hunks) = (Vec::new(), Vec::new());
        if let Some(pieces) = rest.get(..together).filter(|pieces| !pieces.is_empty()) {
            (rows, hunks) = parts::rows(pieces, above + 1, marked, theme, width);
            rows.push(Line::default());
        } else {
            match rest.first() {
                Some(TextPiece::Settled(text)) => {
                    let context = Context {
                        is_first: at == 0,
                        is_last: rest.len() == 1,
                    };
                    // Words between two parts of one sentence are no paragraph of their own.
                    let is_inside = !context.is_first && !context.is_last && !text.contains(BREAK);
                    rows = if is_inside {
                        within(text, theme, width)
                    } else {
                        context.rows(text, theme, width)
                    };
                }
                Some(TextPiece::Hunk(hunk)) => {
                    let is_current = marked == Marked::Hunk(hunk.id);
                    let lead = lead(hunk, above + 1, is_current, theme);
                    rows = change(hunk, markup, &lead, theme, width);
                    rows.push(Line::default());
                    hunks.push(hunk.id);
                }
                None => {}
            }
        }
        Block {
            pieces: at..at + together.max(1),
            above,
            rows,
            hunks,
        }
    }
}

/// Where settled text stands among the hunks.
struct Context {
    is_first: bool,
    is_last: bool,
}

impl Context {
    /// The paragraphs next to a hunk; those between are folded.
    fn rows(&self, text: &str, theme: &Theme, width: u16) -> Vec<Line<'static>> {
        let mut between = text.trim();
        let (mut head, mut tail) = (None, None);
        if !self.is_first && !between.is_empty() {
            let (first, rest) = between.split_once(BREAK).unwrap_or((between, ""));
            (head, between) = (Some(first.trim()), rest.trim());
        }
        if !self.is_last && !between.is_empty() {
            let (rest, last) = between.rsplit_once(BREAK).unwrap_or(("", between));
            (between, tail) = (rest.trim(), Some(last.trim()));
        }
        let dim = theme.style(Role::Dim);
        let indent = || (" ".repeat(usize::from(LEAD)), Style::new());
        let mut rows = Vec::new();
        let mut paragraph = |text: &str| {
            rows.extend(hanging(indent(), &[(text.to_owned(), dim)], width));
            rows.push(Line::default());
        };
        head.into_iter().for_each(&mut paragraph);
        let folded = paragraphs(between);
        if folded > 0 {
            let folded = counted(folded, "paragraph");
            paragraph(&format!("{} {folded}", theme.glyphs().ellipsis));
        }
        tail.into_iter().for_each(&mut paragraph);
        rows
    }
}

/// How many paragraphs a text has. It may be very long, and is asked about at every frame: lines are found faster than anything else.
fn paragraphs(text: &str) -> usize {
    let mut count = 0;
    let mut follows_blank = true;
    for line in text.split('\n') {
        let is_blank = line.trim_start().is_empty();
        count += usize::from(follows_blank && !is_blank);
        follows_blank = is_blank;
    }
    count
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
