//! Moving through the brief: by lines and pages, by sections, citations and problems.
//!
//! Each movement puts the column together as it was last drawn, finds its row, and keeps it as a place in the text.

use std::ops::Range;

use super::{App, Effect};
use crate::study::{Claim, Command, SectionId, Verdict};
use crate::tui::action::Action;
use crate::tui::layout::Layout;
use crate::tui::overlays::{Overlay, Steer, Why};
use crate::tui::panes::column::Column;
use crate::tui::panes::evidence;
use crate::tui::panes::sheet::is_problem;
use crate::tui::ui::{Anchor, Cursor, Pane, Reading, Ui};
use crate::tui::view::View;

impl App {
    /// Scrolls the brief.
    pub(super) fn scroll(&mut self, action: Action, view: &View<'_>) {
        let page = isize::try_from(self.ui.drawn.prose.1.max(1)).unwrap_or(1);
        match action {
            Action::LineDown => self.scroll_by(1, view),
            Action::LineUp => self.scroll_by(-1, view),
            Action::HalfPageDown => self.scroll_by((page / 2).max(1), view),
            Action::HalfPageUp => self.scroll_by(-(page / 2).max(1), view),
            // One row of the old page stays, to hold on to.
            Action::PageDown => self.scroll_by((page - 1).max(1), view),
            Action::PageUp => self.scroll_by(-(page - 1).max(1), view),
            Action::Top => self.scroll_by(isize::MIN, view),
            Action::Bottom => self.scroll_by(isize::MAX, view),
            _ => {}
        }
    }

    /// Scrolls by rows. Reaching the end follows what is being written there; leaving it holds.
    pub(super) fn scroll_by(&mut self, rows: isize, view: &View<'_>) {
        let (reading, section) = self.with_column(view, |column, reading, height| {
            let top = column.top(reading, height);
            let last = column.len().saturating_sub(height);
            let moved = top.saturating_add_signed(rows).min(last);
            // The end that one goes to is that of the text being written, not of the headings that wait below it.
            let end = column
                .live_end()
                .map_or(last, |end| end.saturating_sub(height));
            let moved = if rows == isize::MAX { end } else { moved };
            let follow = match rows {
                0.. => moved >= end,
                // Whoever goes up wants to stay, also where all there is still fits.
                _ => reading.follow && moved == top && column.live.is_none(),
            };
            let anchor = column.anchor(moved);
            // What was stepped to is left behind with its page.
            let cursor = reading.cursor.clone().filter(|cursor| {
                moved == top || (moved..moved + height).contains(&row_of(column, cursor))
            });
            let reading = Reading {
                anchor,
                follow,
                cursor,
            };
            let section = column.section_shown(moved, height);
            (reading, (moved != top).then_some(section))
        });
        self.ui.reading = reading;
        if let (Some(section), Pane::Section(_)) = (section, self.ui.focus) {
            self.ui.focus = Pane::Section(section);
        }
    }

    /// Goes by lines; where the page cannot go on, the current sentence does.
    pub(super) fn step_line(&mut self, direction: isize, view: &View<'_>) {
        let before = self.ui.reading.anchor;
        self.scroll_by(direction, view);
        if self.ui.reading.anchor != before || !matches!(self.ui.focus, Pane::Section(_)) {
            return;
        }
        let from = self.current(view);
        let next = self.with_column(view, |column, _, _| {
            let sentences = column.sentences();
            let from = from.map(|from| (from.section, from.source.start))?;
            let place = |known: &&Cursor| (known.section, known.source.start);
            if direction > 0 {
                sentences.iter().find(|known| place(known) > from).cloned()
            } else {
                let is_before = |known: &&Cursor| {
                    (known.section, known.source.end) <= from && place(known) < from
                };
                sentences.iter().rfind(is_before).cloned()
            }
        });
        if let Some(cursor) = next {
            self.stand_at(&cursor, view);
        }
    }

    /// The sentence that commands about a sentence mean.
    fn current(&mut self, view: &View<'_>) -> Option<Cursor> {
        let focus = self.ui.focus;
        self.with_column(view, |column, reading, height| {
            current(reading, focus, column, height)
        })
    }

    /// Brings a section's heading to the top.
    pub(super) fn show_section(&mut self, section: usize, view: &View<'_>) {
        let is_live = view.live_in(SectionId(section)).is_some();
        self.ui.reading.cursor = None;
        if is_live && self.ui.reading.follow {
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

    /// Puts the reader's cursor on a stretch of text and brings it into view.
    pub(super) fn stand_at(&mut self, cursor: &Cursor, view: &View<'_>) -> Vec<Effect> {
        self.ui.reading.cursor = Some(cursor.clone());
        self.bring_into_view(cursor, view);
        if matches!(self.ui.focus, Pane::Section(_) | Pane::Query) {
            self.ui.focus = Pane::Section(cursor.section);
        }
        let Some(number) = cursor.number else {
            return vec![];
        };
        if let Some(row) = evidence::row_of(view.study, number) {
            self.ui.source = row;
        }
        let opening = matches!(self.ui.overlays.last(), Some(Overlay::Passage(_)));
        if !opening && self.ui.drawn.areas.layout != Layout::Desk {
            return vec![];
        }
        self.ui.opening = opening;
        let effect = self.cited_passage(view);
        if let Some(effect) = effect.as_ref().filter(|_| opening) {
            self.gather_uses(effect, view);
        }
        effect.into_iter().collect()
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

    /// The passage of the citation under the cursor, or of the first one on the page.
    pub(super) fn cited_passage(&mut self, view: &View<'_>) -> Option<Effect> {
        let cursor = match self.ui.reading.cursor.clone() {
            Some(cursor) => Some(cursor),
            None => self.first_citation(view),
        };
        let Some(cursor) = cursor else {
            self.inform("there is no citation on this page".to_owned());
            return None;
        };
        self.ui.reading.cursor = Some(cursor.clone());
        let claim = self.claim_at(&cursor, view);
        let quote = claim
            .and_then(|claim| claim.evidence)
            .filter(|quote| cursor.number.is_none() || quote.number == cursor.number);
        if let Some(quote) = quote {
            return Some(Effect::LoadPassage {
                passage: quote.passage,
                marked: Some(quote),
            });
        }
        let document = cursor.number.and_then(|number| view.study.numbered(number));
        if document.is_none() {
            self.warn("no source has this number".to_owned());
        }
        document.map(|document| Effect::LoadDocument(document.id))
    }

    /// The claim that a cursor stands in.
    pub(super) fn claim_at(&mut self, cursor: &Cursor, view: &View<'_>) -> Option<Claim> {
        self.with_column(view, |column, _, _| {
            let prose = column.prose(cursor.section)?;
            let mark = prose.marks.at(cursor.source.start)?;
            prose.claims.get(mark.claim).cloned()
        })
    }

    /// Goes to the next or previous claim that its sources do not support, and says why; round and round.
    pub(super) fn step_problem(&mut self, view: &View<'_>, direction: isize) -> Vec<Effect> {
        let from = self.ui.reading.cursor.clone().map_or((0, None), |cursor| {
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
            let next = if direction > 0 {
                let next = problems.iter().find(|known| place(known) > from);
                next.or(problems.first())
            } else {
                let previous = problems.iter().rfind(|known| place(known) < from);
                previous.or(problems.last())
            };
            next.cloned()
        });
        let Some(cursor) = found else {
            self.inform("no claims are left to check".to_owned());
            return vec![];
        };
        let effects = self.stand_at(&cursor, view);
        if let Some(claim) = self.claim_at(&cursor, view) {
            if matches!(self.ui.overlays.last(), Some(Overlay::Why(_))) {
                self.ui.overlays.pop();
                let why = Why::new(SectionId(cursor.section), claim);
                self.ui.overlays.push(Overlay::Why(why));
            } else {
                self.warn(format!("{}: {}", claim.verdict.name(), claim.reason));
            }
        }
        effects
    }

    /// The claim that the reader stands in: under the cursor, or else the first problem, or the first claim with a citation on the page.
    fn claim_in_view(&mut self, view: &View<'_>) -> Option<(SectionId, Claim)> {
        let cursor = match self.current(view) {
            Some(cursor) => cursor,
            None => self.first_citation(view)?,
        };
        let claim = self.claim_at(&cursor, view)?;
        self.ui.reading.cursor = Some(cursor.clone());
        Some((SectionId(cursor.section), claim))
    }

    /// Shows why a sentence has its verdict.
    pub(super) fn show_why(&mut self, view: &View<'_>) -> Vec<Effect> {
        if let Some((section, claim)) = self.claim_in_view(view) {
            self.layer(Overlay::Why(Why::new(section, claim)))
        } else {
            self.inform("move to a checked sentence first".to_owned());
            vec![]
        }
    }

    /// Keeps the sentence under the cursor as it is in every cycle, or gives that up.
    pub(super) fn pin(&mut self, view: &View<'_>) -> Vec<Effect> {
        let Some((section, claim)) = self.claim_in_view(view) else {
            self.inform("move to a checked sentence first".to_owned());
            return vec![];
        };
        let sentence = claim.text.clone();
        let known = view.study.section(section);
        self.inform(if known.is_some_and(|known| known.is_pinned(&sentence)) {
            "unpinned: later cycles may change this sentence".to_owned()
        } else {
            "pinned: no cycle changes this sentence".to_owned()
        });
        vec![Effect::Execute(Command::Pin { section, sentence })]
    }

    /// "Fix this": an instruction with the reason of the claim's verdict in it.
    pub(super) fn fix(&mut self, view: &View<'_>) -> Vec<Effect> {
        let Some((section, claim)) = self.claim_in_view(view) else {
            self.inform("move to a checked sentence first".to_owned());
            return vec![];
        };
        let known = view.study.section(section);
        if !known.is_some_and(crate::study::Section::is_written) {
            self.warn(crate::study::Refusal::NotWritten.to_string());
            return vec![];
        }
        let objection = known
            .and_then(|known| known.critic_on(&claim.text))
            .filter(|said| said != "no objection");
        if claim.verdict == Verdict::Supported && objection.is_none() {
            self.inform(
                "this sentence is supported: {edit} edits it, {steer} asks for another text"
                    .to_owned(),
            );
            return vec![];
        }
        self.layer(Overlay::Steer(Steer::fix(
            section,
            claim,
            objection.as_deref(),
        )));
        vec![Effect::ReckonSteering]
    }

    fn first_citation(&mut self, view: &View<'_>) -> Option<Cursor> {
        self.with_column(view, |column, reading, height| {
            let top = column.top(reading, height);
            column.citations().into_iter().find(|known| {
                let row = row_of(column, known);
                (top..top + height).contains(&row)
            })
        })
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

    /// The column as it was last drawn, with the reader's place in it and the rows of a page.
    pub(super) fn with_column<T>(
        &mut self,
        view: &View<'_>,
        read: impl FnOnce(&Column<'_>, &Reading, usize) -> T,
    ) -> T {
        let (width, height) = self.ui.drawn.prose;
        let column = self.brief.column(view, &self.theme, &self.keymap, width);
        read(&column, &self.ui.reading, usize::from(height))
    }
}

/// The sentence that the reader is at: the one stepped to, or else the first of the section in focus that begins on the page.
pub(super) fn current(
    reading: &Reading,
    focus: Pane,
    column: &Column<'_>,
    height: usize,
) -> Option<Cursor> {
    if reading.cursor.is_some() {
        return reading.cursor.clone();
    }
    let Pane::Section(section) = focus else {
        return None;
    };
    let top = column.top(reading, height);
    let page = top..top + height;
    let on_page = |known: &Cursor| page.contains(&row_of(column, known));
    let prose = column.prose(section)?;
    let from = column.offset_at(section, top);
    let marks = prose.marks.verdicts.iter();
    let mut sentences = marks
        .skip_while(|mark| mark.span.start < from)
        .map(|mark| Cursor {
            section,
            source: mark.span.clone(),
            number: None,
        });
    sentences.next().filter(on_page)
}

/// Keeps the end of what is being written in view, and the focus with it.
///
/// The last words and the end of a step may come together, so that no frame shows the one without the other. What the last frame awaited is
/// therefore followed to its end once more; a page that shows that end already stays as it is.
pub(super) fn follow(ui: &mut Ui, column: &Column<'_>, view: &View<'_>, height: usize) {
    let awaited = std::mem::replace(&mut ui.awaited, awaited(view));
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
    if let Pane::Section(_) = ui.focus {
        ui.focus = Pane::Section(section);
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
