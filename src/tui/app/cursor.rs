//! The current sentence: the one that every motion moves, that commands about a sentence mean, and that the evidence beside the text follows.
//!
//! It is the sentence that the reader stepped to, or the one of a citation that they stepped to. Until they have stepped anywhere it is the first one
//! of the section in focus that begins on the page.

use std::ops::Range;

use super::reading::row_of;
use super::{App, Effect};
use crate::study::{Claim, Command, Halt, Quote, SectionId};
use crate::tui::layers::{AnyLayer, Steer, Why};
use crate::tui::layout::Layout;
use crate::tui::panes::column::Column;
use crate::tui::panes::evidence;
use crate::tui::ui::{Cursor, Pane, Reading, Ui};
use crate::tui::view::{View, WordsFor};

/// Rows of what stands around a sentence that a page moves to show.
const AROUND: usize = 2;

impl App {
    /// The sentence that commands about a sentence mean.
    pub(super) fn current(&mut self, view: &View<'_>) -> Option<Cursor> {
        let focus = self.ui.focus;
        self.with_column(view, |column, reading, height| {
            current(reading, focus, column, height)
        })
    }

    /// The section in focus is the one that the current sentence is in.
    pub(super) fn focus_cursor(&mut self) {
        focus_cursor(&mut self.ui);
    }

    /// The evidence pane follows the current sentence: to the source that it cites and, where there is room for it, to the passage.
    pub(super) fn follow_cursor(&mut self, done: &[Effect], view: &View<'_>) -> Vec<Effect> {
        let is_loading = done
            .iter()
            .any(|effect| matches!(effect, Effect::LoadPassage { .. } | Effect::LoadDocument(_)));
        if let Some(AnyLayer::Review(review)) = self.ui.layers.last() {
            let is_wanted = self.has_room_for_passage() && !is_loading;
            let quote = review.quote(view.study).filter(|_| is_wanted);
            return self.quoted_beside(quote).into_iter().collect();
        }
        if !matches!(self.ui.focus, Pane::Section(_)) {
            return vec![];
        }
        self.come_to_current(is_loading, view)
    }

    /// The evidence comes to the current sentence, unless it is there already, and so does the passage, unless another one is being loaded.
    fn come_to_current(&mut self, is_loading: bool, view: &View<'_>) -> Vec<Effect> {
        let current = self.current(view);
        if current == self.ui.followed && !self.has_come_to_room() {
            return vec![];
        }
        self.ui.followed.clone_from(&current);
        self.ui.followed_without_room = !self.has_room_for_passage();
        self.ui.sources_top = None;
        let Some(cursor) = current else {
            return vec![];
        };
        let cited = self.source_at(&cursor, view);
        if let Some(row) = cited
            .as_ref()
            .filter(|_| self.ui.focus != Pane::Evidence)
            .and_then(|(number, _)| evidence::row_of(view.study, *number))
        {
            self.ui.source = row;
        }
        if is_loading {
            return vec![];
        }
        self.ui.opening = false;
        let effect = cited
            .and_then(|(_, effect)| effect)
            .filter(|_| self.has_room_for_passage());
        if effect.is_none() {
            // A passage that this sentence does not rest on would pass for its own.
            self.ui.preview = None;
        }
        effect.into_iter().collect()
    }

    /// Whether there is room for the passage that there was none for when the evidence came to the current sentence.
    fn has_come_to_room(&self) -> bool {
        self.ui.followed_without_room && self.has_room_for_passage()
    }

    fn has_room_for_passage(&self) -> bool {
        self.ui.drawn.areas.layout == Layout::Desk
    }

    /// After a frame: the evidence comes to the sentence that the reader is at before any key was pressed, after a text that was followed as it was
    /// written, and once a larger window has room for the passage, whichever pane has the focus. While a text is being written nothing beside it moves by
    /// itself.
    pub fn catch_up(&mut self, view: &View<'_>) -> Vec<Effect> {
        let is_behind = match self.ui.layers.last() {
            Some(AnyLayer::Stats(stats)) => stats.is_behind(view),
            Some(AnyLayer::Trace(trace)) => trace.is_behind(view),
            _ => false,
        };
        let so_far = Some((view.event, view.call.map(|call| call.since)));
        if is_behind && self.ui.journal_asked != so_far {
            self.ui.journal_asked = so_far;
            return vec![Effect::LoadJournal];
        }
        let is_there = self.ui.followed.is_some() && !self.has_come_to_room();
        if is_there || !self.ui.layers.is_empty() || view.is_running() {
            return vec![];
        }
        self.come_to_current(false, view)
    }

    /// What brings the passage of a quote, unless it is there already.
    fn quoted_beside(&mut self, quote: Option<Quote>) -> Option<Effect> {
        let quote = quote?;
        let preview = self.ui.preview.as_ref();
        let is_there = preview.is_some_and(|shown| shown.passage.id == quote.passage);
        if is_there && self.ui.sought.as_ref() == Some(&quote) {
            return None;
        }
        self.ui.opening = false;
        self.ui.followed = None;
        self.ui.sought = Some(quote.clone());
        Some(Effect::LoadPassage {
            passage: quote.passage,
            marked: Some(quote),
        })
    }

    /// The number of the source that a cursor is about, and what brings its passage.
    pub(super) fn source_at(
        &mut self,
        cursor: &Cursor,
        view: &View<'_>,
    ) -> Option<(u32, Option<Effect>)> {
        if self.names_no_source(cursor, view) {
            return None;
        }
        let claim = self.claim_at(cursor, view);
        let quote = claim
            .as_ref()
            .and_then(|claim| claim.evidence.clone())
            .filter(|quote| cursor.number.is_none() || quote.number == cursor.number);
        let first = || claim.as_ref()?.citations.first().copied();
        let quoted = quote.as_ref().and_then(|quote| quote.number);
        let number = cursor.number.or(quoted).or_else(first)?;
        let effect = if let Some(quote) = quote {
            Some(Effect::LoadPassage {
                passage: quote.passage,
                marked: Some(quote),
            })
        } else {
            let document = view.study.numbered(number);
            document.map(|document| Effect::LoadDocument(document.id))
        };
        Some((number, effect))
    }

    fn names_no_source(&mut self, cursor: &Cursor, view: &View<'_>) -> bool {
        self.with_column(view, |column, _, _| column.names_no_source(cursor))
    }

    /// The passage that the current sentence cites, or that the first citation on the page does.
    pub(super) fn cited_passage(&mut self, view: &View<'_>) -> Option<Effect> {
        let Some(cursor) = self.current(view).or_else(|| self.first_citation(view)) else {
            self.inform("there is no citation on this page".to_owned());
            return None;
        };
        self.ui.reading.cursor = Some(cursor.clone());
        if self.names_no_source(&cursor, view) {
            let number = cursor.number.unwrap_or_default();
            let of_today = view
                .study
                .numbered(number)
                .map_or_else(String::new, |document| {
                    let title = crate::clean::line(&document.title, 40);
                    format!("; [{number}] came later: “{title}”")
                });
            self.warn(format!(
                "[{number}?] names no source that the writer was given{of_today}"
            ));
            return None;
        }
        match self.source_at(&cursor, view) {
            Some((_, Some(effect))) => Some(effect),
            Some((_, None)) => {
                self.warn("no source has this number".to_owned());
                None
            }
            None => {
                self.inform(
                    "this sentence cites no source: {citation-next} goes to the next citation"
                        .to_owned(),
                );
                None
            }
        }
    }

    /// Whether a section is not written because its call failed, with nothing of it on the page that cites a source.
    pub(super) fn failed_in(&mut self, section: usize, view: &View<'_>) -> bool {
        let halted = view.study.halted();
        let is_it = halted.is_some_and(|(id, halt, _)| {
            id.0 == section && matches!(halt, Halt::Failed | Halt::Unusable)
        });
        is_it && self.current(view).is_none() && self.first_citation(view).is_none()
    }

    /// The claim that a cursor stands in.
    pub(super) fn claim_at(&mut self, cursor: &Cursor, view: &View<'_>) -> Option<Claim> {
        self.with_column(view, |column, _, _| {
            let prose = column.prose(cursor.section)?;
            let mark = prose.marks.at(cursor.source.start)?;
            prose.claims.get(mark.claim).cloned()
        })
    }

    /// The claim that the reader stands in: under the cursor, or else the first one with a citation on the page.
    fn claim_in_view(&mut self, view: &View<'_>) -> Option<(SectionId, Claim)> {
        let cursor = self.current(view).or_else(|| self.first_citation(view))?;
        let claim = self.claim_at(&cursor, view)?;
        self.ui.reading.cursor = Some(cursor.clone());
        Some((SectionId(cursor.section), claim))
    }

    /// Shows why a sentence has its verdict; in a list, what is to be known of the entry that is selected.
    pub(super) fn show_why(&mut self, view: &View<'_>) -> Vec<Effect> {
        if matches!(
            self.ui.focus,
            Pane::Judge | Pane::Revisions | Pane::Evidence
        ) {
            return self.open_passage(view);
        }
        if let Some((section, claim)) = self.claim_in_view(view) {
            self.open_layer(AnyLayer::Why(Why::new(section, claim)))
        } else {
            self.inform("move to a checked sentence first".to_owned());
            vec![]
        }
    }

    /// Keeps the sentence under the cursor as it is in every cycle, or gives that up.
    pub(super) fn pin(&mut self, view: &View<'_>) -> Vec<Effect> {
        let current = self.current(view);
        let Some((section, claim)) = current.and_then(|_| self.claim_in_view(view)) else {
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

    /// Opens the sheet for an instruction about the section, with what was begun there.
    pub(super) fn steer(&mut self, view: &View<'_>) -> Vec<Effect> {
        let section = SectionId(self.ui.section());
        if !view.study.can_be_steered(section) {
            self.warn(crate::study::Refusal::NotWritten.to_string());
            return vec![];
        }
        if !view.study.has_model() {
            // The key stands first: on a narrow screen the end has no room.
            self.warn("{choose-writer} chooses a model, which steering needs: the built-in writer cannot follow instructions; it can only replace or remove a sentence that its source does not support".to_owned());
            return vec![];
        }
        let aimed = view.study.framework.sections.get(section.0);
        let aimed = aimed.map(|plan| plan.words).filter(|words| {
            let known = view.study.section(section);
            known.is_some_and(|known| known.overrun(*words).is_some())
        });
        let is_it =
            |layer: &AnyLayer| matches!(layer, AnyLayer::Steer(begun) if begun.is_of(section));
        let begun = self.begun(is_it).unwrap_or_else(|| {
            let steer = Steer::section(section, aimed);
            AnyLayer::Steer(match view.words_for(WordsFor::Instruction(section)) {
                Some(typed) => steer.going_on(typed),
                None => steer,
            })
        });
        self.open_layer(begun);
        vec![Effect::ReckonSteering]
    }

    /// "Fix this": an instruction with the reason of the claim's verdict in it.
    pub(super) fn fix(&mut self, view: &View<'_>) -> Vec<Effect> {
        let Some((section, claim)) = self.claim_in_view(view) else {
            self.inform("move to a checked sentence first".to_owned());
            return vec![];
        };
        self.fix_claim(section, claim, view)
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
    let from = column.offset_at(section, top);
    let first = column.sentence_from(section, from)?;
    let row = row_of(column, &first);
    (top..top + height).contains(&row).then_some(first)
}

/// Before a frame of another size: the page shows the sentence that the reader is at, all of it where the text is wrapped anew, and begins where it did
/// before as soon as there is room for both.
pub(super) fn refit(ui: &mut Ui, column: &Column<'_>, height: usize, is_rewrapped: bool) {
    let reading = &mut ui.reading;
    if let Some((began, put)) = ui.drawn.refitted.take()
        && reading.anchor == put
    {
        reading.anchor = began;
    }
    let is_followed = reading.follow && column.live.is_some();
    let Some(cursor) = reading.cursor.as_ref().filter(|_| !is_followed) else {
        return;
    };
    let top = column.top(reading, height);
    let rows = column.rows_of(&column.sentence_of(cursor));
    let is_whole = rows.start >= top && rows.end <= top + height;
    let is_seen = is_whole || !is_rewrapped && shows(column, cursor, top, height);
    if height > 0 && !is_seen {
        let put = column.anchor(page_with(column, top, height, &rows));
        let began = std::mem::replace(&mut reading.anchor, put);
        ui.drawn.refitted = Some((began, put));
    }
}

/// Before a frame: the cursor stands on a sentence that there is, and that the page shows.
pub(super) fn settle(ui: &mut Ui, column: &Column<'_>, height: usize) {
    let Some(cursor) = &ui.reading.cursor else {
        return;
    };
    if cursor.number.is_none()
        && let Some(sentence) = column.sentence_at(cursor)
    {
        ui.reading.cursor = Some(sentence);
    }
    let top = column.top(&ui.reading, height);
    if ui.reading.follow && column.live.is_some() {
        let is_shown = |cursor: &Cursor| shows(column, cursor, top, height);
        ui.reading.cursor = ui.reading.cursor.take().filter(is_shown);
    } else {
        keep_in_view(&mut ui.reading, column, top, height);
    }
    focus_cursor(ui);
}

fn focus_cursor(ui: &mut Ui) {
    if let (Some(cursor), Pane::Section(_)) = (&ui.reading.cursor, ui.focus) {
        ui.focus = Pane::Section(cursor.section);
    }
}

/// A cursor that the page has left goes to the sentence that is nearest on it.
pub(super) fn keep_in_view(reading: &mut Reading, column: &Column<'_>, top: usize, height: usize) {
    let Some(cursor) = &reading.cursor else {
        return;
    };
    if shows(column, cursor, top, height) {
        return;
    }
    let wanted = row_of(column, cursor);
    reading.cursor = nearest(column, &(top..top + height), wanted);
}

fn shows(column: &Column<'_>, cursor: &Cursor, top: usize, height: usize) -> bool {
    let rows = column.rows_of(&column.sentence_of(cursor));
    rows.start < top + height && rows.end > top
}

/// The sentence of a page that is nearest to a row: one that begins on the page, if any does.
pub(super) fn nearest(column: &Column<'_>, page: &Range<usize>, row: usize) -> Option<Cursor> {
    let last = page.end.saturating_sub(1).max(page.start);
    let above = column.sentence_above(row.clamp(page.start, last));
    let begins = |cursor: &Cursor| page.contains(&column.rows_of(cursor).start);
    if above.as_ref().is_some_and(begins) {
        return above;
    }
    let below = match &above {
        Some(above) => column.sentence_beside(above, 1),
        None => column.first_sentence(),
    };
    let reaches = |cursor: &Cursor| column.rows_of(cursor).end > page.start;
    below.filter(begins).or(above.filter(reaches))
}

/// The top row of a page that shows these rows: the page as it is, if it does.
pub(super) fn page_with(
    column: &Column<'_>,
    top: usize,
    height: usize,
    rows: &Range<usize>,
) -> usize {
    let around = AROUND.min(height.saturating_sub(rows.len()) / 2);
    let moved = if rows.start < top {
        rows.start.saturating_sub(around)
    } else if rows.end > top + height {
        (rows.end + around - height).min(rows.start)
    } else {
        top
    };
    moved.min(column.len().saturating_sub(height))
}
