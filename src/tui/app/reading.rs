//! Moving through the brief: by lines and pages, by sections, citations and problems.
//!
//! Each movement puts the column together as it was last drawn, finds its row, and keeps it as a place in the text.

use std::ops::Range;

use super::cursor::{current, keep_in_view, nearest, page_with};
use super::{App, Effect};
use crate::study::SectionId;
use crate::tui::action::Action;
use crate::tui::layers::{AnyLayer, Why};
use crate::tui::layout::PROSE;
use crate::tui::panes::column::Column;
use crate::tui::panes::sheet::is_problem;
use crate::tui::ui::{Anchor, Cursor, Pane, Reading, Ui};
use crate::tui::view::View;

impl App {
    /// Goes by pages, or to an end; the current sentence goes along.
    pub(super) fn scroll(&mut self, action: Action, view: &View<'_>) {
        let page = isize::try_from(self.ui.drawn.prose.1.max(1)).unwrap_or(1);
        let rows = match action {
            Action::HalfPageDown => (page / 2).max(1),
            Action::HalfPageUp => -(page / 2).max(1),
            // One row of the old page stays, to hold on to.
            Action::PageDown => (page - 1).max(1),
            Action::PageUp => -(page - 1).max(1),
            Action::Top => isize::MIN,
            Action::Bottom => isize::MAX,
            _ => return,
        };
        let focus = self.ui.focus;
        let from = self.with_column(view, |column, reading, height| {
            let from = current(reading, focus, column, height);
            from.map_or_else(|| column.top(reading, height), |from| row_of(column, &from))
        });
        self.scroll_by(rows, view);
        if !matches!(focus, Pane::Section(_)) {
            return;
        }
        let cursor = self.with_column(view, |column, reading, height| {
            let top = column.top(reading, height);
            let wanted = from.saturating_add_signed(rows);
            // Who goes to the end of what is being written follows it.
            let is_followed = reading.follow && column.live.is_some();
            (!is_followed).then(|| nearest(column, &(top..top + height), wanted))?
        });
        self.ui.reading.cursor = cursor;
        self.focus_cursor();
    }

    /// Scrolls by rows. Reaching the end follows what is being written there; leaving it holds. The current sentence stays the one that it is for as long as
    /// the page shows any of it.
    pub(super) fn scroll_by(&mut self, rows: isize, view: &View<'_>) {
        let (reading, section) = self.with_column(view, |column, reading, height| {
            let top = column.top(reading, height);
            let last = column.len().saturating_sub(height);
            let moved = top.saturating_add_signed(rows).min(last);
            let end = following_end(column, height);
            let moved = if rows == isize::MAX { end } else { moved };
            let mut reading = Reading {
                anchor: column.anchor(moved),
                follow: follows(rows, (top, moved), reading, column, height),
                cursor: reading.cursor.clone(),
                lent: reading.lent,
            };
            keep_in_view(&mut reading, column, moved, height);
            let section = column.section_shown(moved, height);
            (reading, (moved != top).then_some(section))
        });
        self.ui.reading = reading;
        if let (Some(section), Pane::Section(_)) = (section, self.ui.focus) {
            self.ui.focus = Pane::Section(section);
        }
        self.focus_cursor();
    }

    /// Goes to the next or previous sentence. Where that would leave out rows that nobody has seen, as of a text that is not checked yet, the page goes on
    /// by a row instead.
    pub(super) fn step_line(&mut self, direction: isize, view: &View<'_>) {
        let focus = self.ui.focus;
        let next = self.with_column(view, |column, reading, height| {
            let top = column.top(reading, height);
            let from = current(reading, focus, column, height).or_else(|| beginning(focus))?;
            let from = column.sentence_of(&from);
            let rows = column.rows_of(&from);
            let is_cut = if direction > 0 {
                rows.end > top + height
            } else {
                rows.start < top
            };
            let next = column
                .sentence_beside(&from, direction)
                .filter(|_| !is_cut)?;
            let there = column.rows_of(&next);
            let both = rows.start.min(there.start)..rows.end.max(there.end);
            if both.len() > height {
                return None;
            }
            let moved = page_with(column, top, height, &there);
            let follow = follows(direction, (top, moved), reading, column, height);
            Some(Reading {
                anchor: if moved == top {
                    reading.anchor
                } else {
                    column.anchor(moved)
                },
                follow,
                cursor: Some(next),
                lent: reading.lent,
            })
        });
        match next {
            Some(reading) => {
                self.ui.reading = reading;
                self.focus_cursor();
            }
            None => self.scroll_by(direction, view),
        }
    }

    /// Brings a section's heading to the top. One that is being followed as it is written is held with its current sentence, once it has one: what is done to
    /// a sentence is not to meet another because the page went on.
    pub(super) fn show_section(&mut self, section: usize, view: &View<'_>) {
        let is_live = view.live_in(SectionId(section)).is_some();
        self.ui.reading.cursor = None;
        if is_live && self.ui.reading.follow {
            self.ui.reading.cursor = self.with_column(view, |column, reading, height| {
                current(reading, Pane::Section(section), column, height)
            });
            self.ui.reading.follow = self.ui.reading.cursor.is_none();
            return;
        }
        self.ui.reading.follow = false;
        self.ui.reading.anchor = Anchor::heading(section);
    }

    pub(super) fn step_section(&mut self, view: &View<'_>, direction: isize) -> Vec<Effect> {
        let from = self.ui.section();
        let sections = view.study.sections.len();
        let next = from
            .saturating_add_signed(direction)
            .min(sections.saturating_sub(1));
        self.focus(Pane::Section(next), view)
    }

    /// Goes to the next or previous citation, and on a desk shows its passage.
    pub(super) fn step_citation(&mut self, view: &View<'_>, direction: isize) -> Vec<Effect> {
        let focus = self.ui.focus;
        let found = self.with_column(view, |column, reading, height| {
            let all = column.citations();
            let at = reading
                .cursor
                .as_ref()
                .and_then(|cursor| all.iter().position(|known| known == cursor));
            let next = if let Some(at) = at {
                at.checked_add_signed(direction)
            } else {
                // Without a citation to go on from, the current sentence decides, or else the page.
                let top = column.top(reading, height);
                let from = current(reading, focus, column, height);
                let below = all
                    .iter()
                    .position(|known| match &from {
                        Some(from) => {
                            (known.section, known.source.start) >= (from.section, from.source.start)
                        }
                        None => row_of(column, known) >= top,
                    })
                    .unwrap_or(all.len());
                if direction > 0 {
                    Some(below)
                } else {
                    below.checked_sub(1)
                }
            };
            next.and_then(|next| all.get(next).cloned())
        });
        if let Some(cursor) = found {
            self.stand_at(&cursor, view)
        } else {
            self.inform("there is no further citation".to_owned());
            vec![]
        }
    }

    /// Puts the reader's cursor on a stretch of text and brings it into view. A page that shows a passage turns to the one that is cited there.
    pub(super) fn stand_at(&mut self, cursor: &Cursor, view: &View<'_>) -> Vec<Effect> {
        self.ui.reading.cursor = Some(cursor.clone());
        self.bring_into_view(cursor, view);
        if matches!(self.ui.focus, Pane::Section(_) | Pane::Query) {
            self.ui.focus = Pane::Section(cursor.section);
        }
        let is_open = matches!(self.ui.layers.last(), Some(AnyLayer::Passage(_)));
        if !is_open || cursor.number.is_none() {
            return vec![];
        }
        self.ui.opening = true;
        self.cited_passage(view).into_iter().collect()
    }

    /// Brings a stretch of the accepted text into view, with the cursor on it.
    pub(super) fn go_to(
        &mut self,
        section: SectionId,
        source: Range<usize>,
        view: &View<'_>,
    ) -> Vec<Effect> {
        self.ui.focus = Pane::Section(section.0);
        self.ui.reading.follow = false;
        let cursor = Cursor {
            section: section.0,
            source,
            number: None,
        };
        self.stand_at(&cursor, view)
    }

    /// Goes to the next or previous claim that its sources do not support, and says why; round and round.
    pub(super) fn step_problem(&mut self, view: &View<'_>, direction: isize) -> Vec<Effect> {
        if self.step_listed(direction) {
            return vec![];
        }
        let cursor = self.ui.reading.cursor.as_ref();
        let from = cursor.map_or((self.ui.section(), None), |cursor| {
            (cursor.section, Some(cursor.source.start))
        });
        let found = self.with_column(view, |column, _, _| {
            let problems: Vec<Cursor> = column
                .texts()
                .flat_map(|(section, _, prose)| {
                    prose
                        .marks
                        .verdicts
                        .iter()
                        .filter(|mark| is_problem(mark.verdict))
                        .map(move |mark| Cursor {
                            section,
                            source: mark.span.clone(),
                            number: None,
                        })
                })
                .collect();
            let place = |known: &&Cursor| (known.section, Some(known.source.start));
            let (next, ends) = if direction > 0 {
                let next = problems.iter().position(|known| place(&known) > from);
                (next, 0)
            } else {
                let previous = problems.iter().rposition(|known| place(&known) < from);
                (previous, problems.len().saturating_sub(1))
            };
            let (at, all) = (next.unwrap_or(ends), problems.len());
            let which = match next {
                _ if all < 2 => String::new(),
                Some(_) => format!("{} of {all}, ", at + 1),
                None if direction > 0 => format!("{} of {all}, from the top again, ", at + 1),
                None => format!("{} of {all}, from the end, ", at + 1),
            };
            Some((problems.get(at)?.clone(), which))
        });
        let Some((cursor, which)) = found else {
            self.inform("no claim fails its check".to_owned());
            return vec![];
        };
        let effects = self.stand_at(&cursor, view);
        if let Some(claim) = self.claim_at(&cursor, view) {
            if matches!(self.ui.layers.last(), Some(AnyLayer::Why(_))) {
                self.ui.layers.pop();
                let why = Why::new(SectionId(cursor.section), claim);
                self.ui.layers.push(AnyLayer::Why(why));
            } else {
                let verdict = claim.verdict.name();
                self.warn(format!("{which}{verdict}: {}", claim.reason));
            }
        }
        effects
    }

    /// Scrolls only where a place is not on the page; then it comes to stand a third down.
    pub(super) fn bring_into_view(&mut self, cursor: &Cursor, view: &View<'_>) {
        let anchor = self.with_column(view, |column, reading, height| {
            let top = column.top(reading, height);
            let row = row_of(column, cursor);
            let is_shown = (top..top + height).contains(&row);
            (!is_shown).then(|| column.anchor(row.saturating_sub(height / 3)))
        });
        if let Some(anchor) = anchor {
            self.ui.reading.anchor = anchor;
            self.ui.reading.follow = false;
        }
    }

    /// The first text of a brief is what was waited for: it has the focus as soon as it comes, and on a screen for one pane the page, whichever list the
    /// analyst was left in. Where they go from there is theirs to say.
    pub(super) fn come_to_first_text(&mut self, view: &View<'_>) {
        let has_brief = view.has_brief();
        let before = self.ui.had_brief.replace(has_brief);
        let is_in_list = matches!(
            self.ui.focus,
            Pane::Judge | Pane::Revisions | Pane::Evidence
        );
        if before == Some(false) && has_brief && is_in_list {
            self.ui.focus = Pane::Section(0);
        }
    }

    /// The column as it was last drawn, with the reader's place in it and the rows of a page.
    pub(super) fn with_column<T>(
        &mut self,
        view: &View<'_>,
        read: impl FnOnce(&Column<'_>, &Reading, usize) -> T,
    ) -> T {
        let (width, height) = page(&self.ui);
        let keys = (&self.keymap, self.below_windows());
        let column = self.brief.column(view, &self.theme, keys, width);
        read(&column, &self.ui.reading, usize::from(height))
    }
}

/// Columns of prose and rows of a page: as the brief was drawn last, or as it will be where it has not been yet.
pub(super) fn page(ui: &Ui) -> (u16, u16) {
    match ui.drawn.prose {
        (0, _) => (PROSE, 1),
        known => known,
    }
}

/// Keeps the end of what is being written in view, and the focus with it.
///
/// The last words and the end of a step may come together, so that no frame shows the one without the other. What the last frame awaited is
/// therefore followed to its end once more; a page that shows that end already stays as it is.
///
/// What the built-in writer writes is there sooner than it can be read: it is read from its beginning, unless the reader asks to follow.
pub(super) fn follow(ui: &mut Ui, column: &Column<'_>, view: &View<'_>, height: usize) {
    let awaited = std::mem::replace(&mut ui.awaited, awaited(view));
    let begins = awaited.is_empty() && !ui.awaited.is_empty();
    if begins && !view.study.has_model() {
        ui.reading.follow = false;
    }
    if !ui.reading.follow {
        return;
    }
    let halted = view.study.halted().map(|(section, ..)| section.0);
    let ended = || {
        awaited
            .into_iter()
            .rfind(|section| column.prose(*section).is_some() || halted == Some(*section))
    };
    let Some(section) = column.live.or_else(ended) else {
        return;
    };
    let end = column.end_of(section).unwrap_or(0).saturating_sub(height);
    let last = column.len().saturating_sub(height);
    let top = column.top(&ui.reading, height).max(end.min(last));
    ui.reading.anchor = column.anchor(top);
    if let (Pane::Section(_), None) = (ui.focus, &ui.reading.cursor) {
        ui.focus = Pane::Section(section);
        ui.followed = None;
    }
}

/// Where a section begins: what stands for the current sentence where none is.
fn beginning(focus: Pane) -> Option<Cursor> {
    let Pane::Section(section) = focus else {
        return None;
    };
    Some(Cursor {
        section,
        source: 0..0,
        number: None,
    })
}

/// The row at the top of the page that shows the end of the column: that of the text being written, not of the headings that wait below it.
fn following_end(column: &Column<'_>, height: usize) -> usize {
    let last = column.len().saturating_sub(height);
    column
        .live_end()
        .map_or(last, |end| end.saturating_sub(height))
}

/// Whether the end of the text is followed after a movement that took the page from one row to another.
fn follows(
    movement: isize,
    (top, moved): (usize, usize),
    reading: &Reading,
    column: &Column<'_>,
    height: usize,
) -> bool {
    match movement {
        0.. => moved >= following_end(column, height),
        // Whoever goes up wants to stay, also where all there is still fits.
        _ => reading.follow && moved == top && column.live.is_none(),
    }
}

/// The sections that a running cycle has yet to write for the first time.
fn awaited(view: &View<'_>) -> Vec<usize> {
    let study = view.study;
    let is_bare = |id: &&SectionId| study.section(**id).is_some_and(|known| !known.is_written());
    match &study.cycle {
        Some(cycle) if view.is_running() => {
            cycle.todo.iter().filter(is_bare).map(|id| id.0).collect()
        }
        _ => vec![],
    }
}

pub(super) fn row_of(column: &Column<'_>, cursor: &Cursor) -> usize {
    column.row_of_source(cursor.section, cursor.source.start)
}
