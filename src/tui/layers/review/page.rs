//! The changes of a section as rows: each hunk with its number and state, between the sentences that it stands among.
//!
//! Paragraphs that no hunk touches are folded, unless the screen has room for all of the section; where it has room for all sections, it shows them. Texts
//! are shown as they are written, without rendering their Markdown: under review every sign counts.

use std::cell::{Ref, RefCell, RefMut};
use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::Line;

use super::around::{BREAK, Context, within};
use super::change::{LEAD, change, edge, lead};
use super::context::doubt;
use super::{Markup, Review};
use super::{beside, parts};
use crate::study::{
    Hunk, HunkId, Piece as TextPiece, Revision, Section, SectionId, Study, StudyId,
};
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::Piece;
use crate::tui::panes::verdict;
use crate::tui::theme::{Role, Theme};
use crate::tui::view::View;

/// Keeps two words on one row while rows are made.
const JOINT: char = '\u{a0}';

/// Rows of context that stay above the hunk under review.
const ABOVE: usize = 3;

/// Rows of a section's changes, and where each hunk stands.
pub struct Page {
    pub rows: Vec<Line<'static>>,
    hunks: Vec<(HunkId, Range<usize>)>,
    /// Where the changes of other sections stand, in reading order.
    others: Vec<Range<usize>>,
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
            others: Vec::new(),
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

    /// The same with the page of another section, whose changes are not those under review.
    fn append_other(&mut self, below: Self) {
        let from = self.rows.len();
        let moved = |(_, place): (HunkId, Range<usize>)| place.start + from..place.end + from;
        self.others.extend(below.hunks.into_iter().map(moved));
        self.rows.extend(below.rows);
    }

    /// The rows at which changes begin.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.hunks.iter().map(|(_, place)| place.start)
    }

    /// Which change a row belongs to: those of the section under review come first, then those of the others, each in the order of the text.
    pub fn hunk_at(&self, row: usize) -> Option<usize> {
        let places = self.hunks.iter().map(|(_, place)| place);
        let mut places = places.chain(&self.others);
        places.position(|place| place.contains(&row))
    }

    /// Rows of a hunk.
    pub fn length(&self, hunk: HunkId) -> usize {
        let mut hunks = self.hunks.iter();
        let found = hunks.find(|(id, _)| *id == hunk);
        found.map_or(0, |(_, place)| place.len())
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
        // A page does not begin with the space between two texts.
        let is_blank = self.rows.get(top).is_some_and(|row| row.width() == 0);
        let top = top + usize::from(is_blank && top < place.start && top < last);
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
    folds: bool,
    theme: Theme,
}

impl Key {
    /// Whether it is of the same state of the study, for the same screen.
    fn is_beside(&self, other: &Self) -> bool {
        let of = |key: &Self| (key.study, key.event, key.width);
        of(self) == of(other) && self.theme == other.theme
    }
}

/// The pages that were laid out last, one for each section and view: laying out a long one takes longer than anything else in a frame.
#[derive(Debug, Default)]
pub struct Kept {
    pages: RefCell<Vec<(Key, Vec<Block>)>>,
    together: RefCell<Vec<SectionId>>,
}

impl Kept {
    /// The sections that are reviewed together: those that had changes when the reader came to them. What a run adds to others meanwhile moves nothing on
    /// the page; it is there when the reader goes on to it.
    pub fn together(&self, section: SectionId, study: &Study) -> Ref<'_, [SectionId]> {
        if !self.together.borrow().contains(&section) {
            let todo = study.cycle.iter().flat_map(|cycle| &cycle.todo);
            let todo: Vec<&SectionId> = todo.collect();
            let all = (0..).map(SectionId).zip(&study.sections);
            let shown = all.filter(|(at, known)| {
                known.revision.is_some() && (*at == section || !todo.contains(&at))
            });
            *self.together.borrow_mut() = shown.map(|(at, _)| at).collect();
        }
        Ref::map(self.together.borrow(), Vec::as_slice)
    }

    /// The page that this is the key of, laid out if it is not there. Those of another text, or for another screen, are dropped.
    fn page(&self, key: &Key, laid_out: impl FnOnce() -> Vec<Block>) -> RefMut<'_, [Block]> {
        let mut kept = self.pages.borrow_mut();
        kept.retain(|(of, _)| of.is_beside(key));
        if kept.iter().all(|(of, _)| of != key) {
            kept.push((key.clone(), laid_out()));
        }
        RefMut::map(kept, |kept| {
            let found = kept.iter_mut().find(|(of, _)| of == key);
            found.map_or(&mut [][..], |(_, blocks)| blocks.as_mut_slice())
        })
    }
}

/// The rows of a section under review.
pub fn rows(
    review: &Review,
    view: &View<'_>,
    section: &Section,
    theme: &Theme,
    (width, height): (u16, usize),
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
    let look = Look::new(markup, theme, width).of(section);
    let shown = review.kept.together(review.section, view.study);
    if let Some(page) = together(review.section, &shown, view, marked, look, height) {
        return page;
    }
    let look = look.unfolded(revision, height);
    let Some((study, event)) = view.id.zip(view.event) else {
        return laid_out(revision, marked, look);
    };
    let key = Key {
        study,
        event,
        section: review.section,
        markup,
        width,
        folds: look.folds,
        theme: theme.clone(),
    };
    let kept = review
        .kept
        .page(&key, || blocks(revision, Marked::None, look));
    let mut page = Page::of(Vec::new());
    for block in kept.iter() {
        let is_marked = known.is_some_and(|hunk| block.hunks.contains(&hunk.id));
        if is_marked {
            page.add(&look.block(revision, block.pieces.start, block.above, marked));
        } else {
            page.add(block);
        }
    }
    page
}

/// All these sections, one below the other, where a page has room for them: going from one to the next then moves nothing.
fn together(
    section: SectionId,
    shown: &[SectionId],
    view: &View<'_>,
    marked: Marked,
    look: Look<'_>,
    height: usize,
) -> Option<Page> {
    let revisions = || {
        shown.iter().filter_map(|at| {
            let known = view.study.section(*at)?;
            Some((*at, known, known.revision.as_ref()?))
        })
    };
    if revisions().nth(1).is_none()
        || revisions().map(|(.., known)| bytes(known)).sum::<usize>() > look.places(height)
    {
        return None;
    }
    let look = Look {
        folds: false,
        ..look
    };
    let mut page = Page::of(Vec::new());
    for (at, known, revision) in revisions() {
        let look = look.of(known);
        let title = format!(" {} {}", at.0 + 1, view.section_title(at));
        page.rows
            .push(Line::styled(title, look.theme.style(Role::Heading)));
        if at == section {
            page.append(laid_out(revision, marked, look));
        } else {
            page.append_other(laid_out(revision, Marked::None, look));
        }
    }
    (page.rows.len() <= height).then_some(page)
}

/// Bytes of all that a revision says.
fn bytes(revision: &Revision) -> usize {
    let pieces = revision.pieces.iter().map(|piece| match piece {
        TextPiece::Settled(text) => text.len(),
        TextPiece::Hunk(hunk) => hunk.before.len() + hunk.after.len(),
    });
    pieces.sum()
}

/// The rows of any revision, with one of its hunks marked.
pub fn change_rows(
    revision: &Revision,
    markup: Markup,
    marked: Marked,
    theme: &Theme,
    width: u16,
) -> Page {
    laid_out(revision, marked, Look::new(markup, theme, width))
}

fn laid_out(revision: &Revision, marked: Marked, look: Look<'_>) -> Page {
    let mut page = Page::of(Vec::new());
    for block in blocks(revision, marked, look) {
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
    /// Whether paragraphs far from any change are counted, not shown.
    folds: bool,
    /// Whose changes they are, where what does not hold of them is marked.
    section: Option<&'a Section>,
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
            folds: true,
            section: None,
        }
    }

    /// The same for the changes of a section, with the verdicts on their new texts.
    fn of(self, section: &'a Section) -> Self {
        Self {
            section: Some(section),
            ..self
        }
    }

    /// What stands behind the new text of an open change that does not hold.
    fn doubt(self, hunk: &Hunk) -> Vec<Piece> {
        let section = self.section.filter(|_| hunk.is_open());
        let verdict = section.and_then(|section| doubt(section, hunk));
        let said = verdict.map(|verdict| {
            let mark = verdict::mark(self.theme.glyphs(), verdict);
            let style = self.theme.style(verdict::role(verdict));
            [
                ("  ".to_owned(), Style::new()),
                (format!("{mark}{JOINT}{}", verdict.name()), style),
            ]
        });
        said.into_iter().flatten().collect()
    }

    /// How many signs a page has room for: a text of more bytes is not laid out to find that it does not fit.
    fn places(self, height: usize) -> usize {
        height * usize::from(self.width)
    }

    /// The same with every paragraph shown, if a page of this height has room for them.
    fn unfolded(self, revision: &Revision, height: usize) -> Self {
        let unfolded = Self {
            folds: false,
            ..self
        };
        if bytes(revision) > self.places(height) {
            return self;
        }
        let rows = blocks(revision, Marked::None, unfolded);
        let rows: usize = rows.iter().map(|block| block.rows.len()).sum();
        if rows <= height { unfolded } else { self }
    }

    /// The block that begins with this piece.
    fn block(self, revision: &Revision, at: usize, above: usize, marked: Marked) -> Block {
        let Self {
            markup,
            theme,
            width,
            folds,
            section: _,
        } = self;
        let rest = revision.pieces.get(at..).unwrap_or_default();
        let together = parts::length(revision, at);
        let (mut rows, mut hunks) = (Vec::new(), Vec::new());
        if let Some(pieces) = rest.get(..together).filter(|pieces| !pieces.is_empty()) {
            let doubt = |hunk: &Hunk| self.doubt(hunk);
            let of = (pieces, above + 1);
            (rows, hunks) = parts::rows(of, &doubt, (markup, marked), theme, width);
            rows.push(Line::default());
        } else {
            match rest.first() {
                Some(TextPiece::Settled(text)) => {
                    let context = Context {
                        is_first: at == 0,
                        is_last: rest.len() == 1,
                        folds,
                    };
                    // Words between two parts of one sentence are no paragraph of their own.
                    let is_inside = !context.is_first && !context.is_last && !text.contains(BREAK);
                    rows = if is_inside {
                        within(text, folds, theme, width)
                    } else {
                        context.rows(text, theme, width)
                    };
                }
                Some(TextPiece::Hunk(hunk)) => {
                    let is_current = marked == Marked::Hunk(hunk.id);
                    let lead = lead(hunk, above + 1, is_current, theme);
                    rows = change(hunk, &self.doubt(hunk), markup, &lead, theme, width);
                    if is_current {
                        edge(&mut rows, theme);
                    }
                    rows.push(Line::default());
                    hunks.push(hunk.id);
                }
                None => {}
            }
        }
        for span in rows.iter_mut().flat_map(|row| &mut row.spans) {
            if span.content.contains(JOINT) {
                span.content = span.content.replace(JOINT, " ").into();
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
