//! A text of the brief as it stood at an earlier point, or what differs between two.
//!
//! It can only be read here. Putting it back is an edit of the analyst's own that undo takes away again; a fork begins another study at it.

use std::cell::Cell;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::history::WIDTH;
use super::review::{Marked, Markup, Page, change_rows};
use super::searched::plain;
use super::{
    Layer, Reaction, Surroundings, draw_keys, movement, put_page, stand_side_by_side, window,
};
use crate::pipeline::hunks::revise;
use crate::study::{Command, HunkId, Reading, Study};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{PROSE, take_top};
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// One text of the brief, by section, and what it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) label: String,
    pub(super) texts: Vec<String>,
}

/// The text that is looked at, and those that it can be compared with.
#[derive(Debug)]
pub(super) struct Sides {
    pub(super) stood: Side,
    pub(super) before: Side,
    pub(super) now: Side,
    /// Another one that the analyst chose, and its event.
    pub(super) marked: Option<(u64, Side)>,
}

/// How the text is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Stood,
    /// Against the text before it.
    Changed,
    /// Against what is accepted now.
    Now,
    /// Against the text that was marked.
    Marked,
}

/// An earlier text.
#[derive(Debug)]
pub struct Past {
    seq: u64,
    reading: Reading,
    /// When it was made, and how.
    made: String,
    study: Study,
    sides: Sides,
    shown: Shown,
    top: Cell<usize>,
}

impl Past {
    pub(super) fn new(
        (seq, reading): (u64, Reading),
        made: String,
        study: Study,
        sides: Sides,
    ) -> Self {
        let shown = if sides.marked.is_some() {
            Shown::Marked
        } else {
            Shown::Stood
        };
        Self {
            seq,
            reading,
            made,
            study,
            sides,
            shown,
            top: Cell::default(),
        }
    }

    /// Carries out an action, whether a key or the palette asked for it.
    pub fn act(&mut self, action: Action, around: Surroundings<'_>) -> Reaction {
        match action {
            Action::Quit | Action::OpenPassage => return Reaction::Close,
            Action::Help | Action::Palette => return Reaction::Below(action),
            Action::ChangeView => {
                self.shown = self.next();
                self.top.set(0);
            }
            Action::Restore => return self.restore(around.view.study),
            Action::Fork => return Reaction::Act(vec![Effect::Fork { at: self.seq }]),
            Action::CitationNext => self.next_change(around),
            Action::CitationPrevious => self.previous_change(around),
            _ => self.turn(action, around),
        }
        Reaction::Stay
    }

    /// Puts this text in place of what is accepted now.
    pub(super) fn restore(&self, now: &Study) -> Reaction {
        let sections = now.changed_since(&self.study, self.reading);
        Reaction::Leave(vec![Effect::Execute(Command::Restore {
            at: self.seq,
            sections,
        })])
    }

    fn next(&self) -> Shown {
        match (self.shown, &self.sides.marked) {
            (Shown::Stood, _) => Shown::Changed,
            (Shown::Changed, _) => Shown::Now,
            (Shown::Now, Some(_)) => Shown::Marked,
            (Shown::Now, None) | (Shown::Marked, _) => Shown::Stood,
        }
    }

    /// The two texts that are compared, the older one first.
    fn compared(&self) -> Option<(&Side, &Side)> {
        let Sides {
            stood, before, now, ..
        } = &self.sides;
        match (self.shown, &self.sides.marked) {
            (Shown::Stood, _) | (Shown::Marked, None) => None,
            (Shown::Changed, _) => Some((before, stood)),
            (Shown::Now, _) => Some((stood, now)),
            (Shown::Marked, Some((seq, marked))) if *seq < self.seq => Some((marked, stood)),
            (Shown::Marked, Some((_, marked))) => Some((stood, marked)),
        }
    }

    fn page(&self, theme: &Theme, width: usize) -> Page {
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        match self.compared() {
            None => Page::of(body(&self.study, &self.sides.stood.texts, theme, width)),
            Some((old, new)) => changes(&self.study, &old.texts, &new.texts, theme, width),
        }
    }

    /// Goes to the next change that begins below the top of the page.
    fn next_change(&self, around: Surroundings<'_>) {
        let page = self.page(&Theme::default(), around.page.0);
        let last = page.rows.len().saturating_sub(around.page.1);
        let next = page.places().find(|place| *place > self.top.get());
        self.top.set(next.unwrap_or(self.top.get()).min(last));
    }

    fn previous_change(&self, around: Surroundings<'_>) {
        let page = self.page(&Theme::default(), around.page.0);
        let before = page.places().filter(|place| *place < self.top.get());
        self.top.set(before.last().unwrap_or(0));
    }
}

/// What differs, section by section; those that read alike are left out.
pub(super) fn changes(
    study: &Study,
    old: &[String],
    new: &[String],
    theme: &Theme,
    width: u16,
) -> Page {
    let mut page = Page::of(Vec::new());
    let mut first = HunkId(1);
    for (at, after) in new.iter().enumerate() {
        let before = old.get(at).map_or("", String::as_str);
        if before == after {
            continue;
        }
        let revision = revise(before, after, first, &|_, _| String::new());
        first = HunkId(first.0 + revision.hunks().count() as u64);
        page.rows.extend(heading(title(study, at), theme, width));
        page.append(change_rows(
            &revision,
            Markup::Inline,
            Marked::None,
            theme,
            width,
        ));
    }
    if page.rows.is_empty() {
        let same = "the two texts are the same".to_owned();
        page.rows = flow(&[(same, theme.style(Role::Dim))], width);
    }
    page
}

impl Layer for Past {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        around
            .keys
            .action(Scope::History, &key)
            .map_or(Reaction::Stay, |action| self.act(action, around))
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let view = match self.next() {
            Shown::Stood => "as it stood",
            Shown::Changed => "what it changed",
            Shown::Now => "against now",
            Shown::Marked => "against the marked",
        };
        let mut hints = vec![
            (Action::ChangeView, view),
            (Action::Restore, "put back"),
            (Action::Fork, "fork"),
        ];
        let title = match self.compared() {
            None => format!("Earlier text, {}", self.sides.stood.label),
            Some((old, new)) => format!("From {} to {}", old.label, new.label),
        };
        // As large as the list that it is opened from, of which slivers would be left.
        let size = (WIDTH, screen.height.saturating_sub(4));
        let status = text::one_line(&self.made);
        let (mut area, keys) = window((&title, &status), size, screen, canvas);
        // How it came about is read to its end.
        if !stand_side_by_side(&title, &status, area.width + 2) {
            let said = flow(&[(status, canvas.style(Role::Dim))], area.width);
            let height = u16::try_from(said.len() + 1).unwrap_or(u16::MAX);
            let above = take_top(&mut area, height.min(screen.height / 3));
            canvas.put_lines(above, &said);
        }
        let page = self.page(canvas.theme, usize::from(area.width));
        if page.places().next().is_some() {
            hints.push((Action::CitationNext, "next change"));
        }
        let height = usize::from(area.height);
        let top = put_page(&page.rows, self.top.get(), area, canvas);
        hints.extend(movement(top, height, page.rows.len()));
        draw_keys(Scope::History, (&hints, "back"), keys, canvas);
        area
    }

    fn scope(&self) -> Scope {
        Scope::History
    }

    fn top(&self) -> Option<&Cell<usize>> {
        Some(&self.top)
    }

    fn said(&self, around: Surroundings<'_>) -> Vec<String> {
        plain(&self.page(around.theme, around.page.0).rows)
    }
}

/// A brief as rows: its sections under their titles, as they are written.
pub(super) fn body(
    study: &Study,
    texts: &[String],
    theme: &Theme,
    width: u16,
) -> Vec<Line<'static>> {
    let width = width.min(PROSE);
    let mut rows = Vec::new();
    for (at, written) in texts.iter().enumerate() {
        if written.trim().is_empty() {
            continue;
        }
        rows.extend(heading(title(study, at), theme, width));
        let piece = (written.trim().to_owned(), theme.style(Role::Text));
        rows.extend(flow(&[piece], width));
        rows.push(Line::default());
    }
    if rows.is_empty() {
        let nothing = "nothing was written here yet".to_owned();
        rows = flow(&[(nothing, theme.style(Role::Dim))], width);
    }
    rows
}

fn title(study: &Study, at: usize) -> &str {
    let plan = study.framework.sections.get(at);
    plan.map_or("", |plan| plan.title.as_str())
}

fn heading(title: &str, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let title = (text::one_line(title), theme.style(Role::Heading));
    flow(&[title], width)
}
