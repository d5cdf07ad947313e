//! The review: the changes that a writer proposes for a section, one sentence at a time, each with its reason and its evidence.
//!
//! It opens only when the analyst asks. A decision takes effect at once and can be undone, so there is nothing to confirm and nothing to finish;
//! only deciding all at once asks for Enter, a key other than the first. The text under review does not move by itself.

mod context;
mod page;

pub(super) use page::{Marked, Page, change_rows};

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Reaction, Surroundings};
use crate::study::{Command, Decision, Hunk, HunkId, Section, SectionId, Study, counted};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_bottom, take_top};
use crate::tui::panes::canvas::Canvas;
use crate::tui::panes::footer::{Hint, draw_hints, draw_said, notice_rows};
use crate::tui::panes::revisions::waiting;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// How changes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// Deleted and inserted words in one line of text.
    Inline,
    /// The old sentence above the new one.
    Stacked,
    /// As if everything that is not rejected were accepted.
    Result,
    Original,
}

/// The changes of one section under review.
#[derive(Debug)]
pub struct Review {
    section: SectionId,
    hunk: HunkId,
    markup: Markup,
    /// Rows that the reader scrolled away from the place that the hunk gives.
    scroll: isize,
    /// A decision on all open hunks that waits for Enter.
    bulk: Option<Decision>,
    /// Which of the hunk's claims is shown first.
    evidence: usize,
}

/// The keys of the review, for its footer.
const HINTS: [Hint<'static>; 9] = [
    (Action::Accept, "accept"),
    (Action::Reject, "reject"),
    (Action::Undo, "undo"),
    (Action::LeaveReview, "leave (kept)"),
    (Action::OpenHunkNext, "next open"),
    (Action::ChangeView, "view"),
    (Action::OpenPassage, "passage"),
    (Action::ToggleAccept, "toggle"),
    (Action::AcceptAll, "accept all"),
];

impl Markup {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Inline => "inline",
            Self::Stacked => "stacked",
            Self::Result => "result",
            Self::Original => "original",
        }
    }

    fn next(self) -> Self {
        match self {
            Self::Inline => Self::Stacked,
            Self::Stacked => Self::Result,
            Self::Result => Self::Original,
            Self::Original => Self::Inline,
        }
    }
}

impl Review {
    /// The review of the section that the reader is in, or else of the first one with open changes; `None` while there are none.
    #[must_use]
    pub fn open(study: &Study, reader_in: SectionId) -> Option<Self> {
        let waiting = waiting(study);
        let (section, _) = waiting
            .iter()
            .find(|(section, _)| *section == reader_in)
            .or(waiting.first())?;
        let hunk = hunks(study, *section)
            .into_iter()
            .find(|hunk| hunk.decision == Decision::Open)?;
        Some(Self {
            section: *section,
            hunk: hunk.id,
            markup: Markup::Inline,
            scroll: 0,
            bulk: None,
            evidence: 0,
        })
    }

    pub fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        if let Some(decision) = self.bulk.take() {
            return if key.code == KeyCode::Enter {
                let section = self.section;
                Reaction::Act(vec![Effect::Execute(Command::DecideAll {
                    section,
                    decision,
                })])
            } else {
                Reaction::Stay
            };
        }
        around
            .keys
            .action(Scope::Review, &key)
            .map_or(Reaction::Stay, |action| self.act(action, around))
    }

    /// Carries out an action, whether a key or the palette asked for it.
    pub fn act(&mut self, action: Action, around: Surroundings<'_>) -> Reaction {
        let study = around.view.study;
        match action {
            Action::LeaveReview | Action::CloseLayer | Action::Quit | Action::Review => {
                return Reaction::Close;
            }
            Action::HunkNext => self.step(study, 1, |_| true),
            Action::HunkPrevious => self.step(study, -1, |_| true),
            Action::OpenHunkNext => self.next_open(study, 1),
            Action::OpenHunkPrevious => self.next_open(study, -1),
            Action::Top => self.go(study, 0),
            Action::Bottom => self.go(study, usize::MAX),
            Action::Accept => return self.decide(study, Decision::Accepted, true),
            Action::Reject => return self.decide(study, Decision::Rejected, true),
            Action::ToggleAccept => {
                let accepted = self
                    .current(study)
                    .is_some_and(|hunk| hunk.decision == Decision::Accepted);
                let decision = if accepted {
                    Decision::Open
                } else {
                    Decision::Accepted
                };
                return self.decide(study, decision, false);
            }
            Action::AcceptAll => self.ask_for_all(study, Decision::Accepted),
            Action::RejectAll => self.ask_for_all(study, Decision::Rejected),
            Action::ChangeView => self.markup = self.markup.next(),
            Action::EvidenceNext => self.evidence = self.evidence.wrapping_add(1),
            Action::OpenPassage => return self.open_passage(study),
            Action::HalfPageDown => self.scroll_by(half(around), around),
            Action::HalfPageUp => self.scroll_by(-half(around), around),
            Action::PageDown => self.scroll_by(2 * half(around), around),
            Action::PageUp => self.scroll_by(-2 * half(around), around),
            Action::LineDown => self.scroll_by(1, around),
            Action::LineUp => self.scroll_by(-1, around),
            _ if passes_through(action) => return Reaction::Below(action),
            _ => {}
        }
        Reaction::Stay
    }

    /// Goes back to a hunk whose decision was changed elsewhere, if the page shows it; the page stays.
    pub fn return_to(&mut self, section: SectionId, hunk: HunkId, around: Surroundings<'_>) {
        let Some(known) = around.view.study.section(section) else {
            return;
        };
        if section != self.section {
            return;
        }
        let (width, height) = around.page;
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let page = page::rows(self, known, &Theme::default(), width);
        let top = page.top(self.hunk, self.scroll, height);
        if page.shows(hunk, top, height) {
            self.show(section, hunk);
            let place = page.top(hunk, 0, height);
            self.scroll = isize::try_from(top).unwrap_or(0) - isize::try_from(place).unwrap_or(0);
        }
    }

    pub fn scroll_by(&mut self, rows: isize, around: Surroundings<'_>) {
        let (width, height) = around.page;
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let Some(section) = around.view.study.section(self.section) else {
            return;
        };
        let page = page::rows(self, section, &Theme::default(), width);
        let from = page.top(self.hunk, 0, height);
        let to = page.top(self.hunk, self.scroll.saturating_add(rows), height);
        // What could not be scrolled is not owed.
        self.scroll = isize::try_from(to).unwrap_or(0) - isize::try_from(from).unwrap_or(0);
    }

    /// Draws the review over the whole screen, and returns the area of the changes.
    pub fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        canvas.clear(screen);
        canvas.targets.clear();
        let mut area = screen;
        let header = take_top(&mut area, 1);
        let footer = take_bottom(&mut area, 1);
        draw_hints(
            Scope::Review,
            &HINTS,
            &[(Action::Help, "help")],
            "",
            footer,
            canvas,
        );
        let Some(section) = view.study.section(self.section) else {
            return area;
        };
        self.draw_header(view, header, canvas);
        if screen.height >= 14 {
            let rule = take_top(&mut area, 1);
            canvas.rule(rule);
        }
        let least = if area.height >= 18 { 8 } else { 0 };
        let known = (area.height * 2 / 5).max(least);
        let known = take_bottom(&mut area, known);
        let said = ui.notice.as_ref().filter(|_| self.bulk.is_none());
        let rows = said.map_or(1, |_| notice_rows(view, ui, screen.width));
        let message = take_bottom(&mut area, rows);
        match said {
            Some(notice) => draw_said(notice.level, &notice.text, message, canvas),
            None => self.draw_message(section, message, canvas),
        }
        if let Some(hunk) = self.current(view.study) {
            context::draw(view, section, hunk, self.evidence, known, canvas);
        }
        let page = page::rows(self, section, canvas.theme, area.width);
        let height = usize::from(area.height);
        let top = page.top(self.hunk, self.scroll, height);
        canvas.put_lines(area, page.rows.get(top..).unwrap_or(&[]));
        let below = page.rows.len().saturating_sub(top + height);
        if below > 0 {
            let corner = Rect {
                y: area.bottom().saturating_sub(1),
                height: area.height.min(1),
                ..area
            };
            let more = format!("{} {below} more", canvas.glyphs().down);
            canvas.put_right(corner, &more, canvas.style(Role::Dim));
        }
        area
    }

    fn draw_header(&self, view: &View<'_>, area: Rect, canvas: &mut Canvas<'_>) {
        let hunks = hunks(view.study, self.section);
        let at = hunks.iter().position(|hunk| hunk.id == self.hunk);
        let glyphs = canvas.glyphs();
        let separator = glyphs.separator;
        let counts = count(&hunks);
        let right = format!(
            "{}{}  {}{}  {}{} left",
            glyphs.done, counts.accepted, glyphs.cross, counts.rejected, glyphs.open, counts.open
        );
        let name = view.section_title(self.section);
        let left = format!(
            "Review {separator} {} {name} {separator} hunk {} of {} {separator} {}",
            self.section.0 + 1,
            at.map_or(0, |at| at + 1),
            hunks.len(),
            self.markup.name()
        );
        let area = Rect {
            x: area.x + 1.min(area.width),
            width: area.width.saturating_sub(2),
            ..area
        };
        let mut rest = canvas.put_right(area, &right, canvas.style(Role::Text));
        rest.width = rest.width.saturating_sub(1);
        canvas.put(rest, &left, canvas.style(Role::Heading));
    }

    /// The question of a bulk decision, or how it stands when nothing is open.
    fn draw_message(&self, section: &Section, area: Rect, canvas: &mut Canvas<'_>) {
        let hunks: Vec<&Hunk> = section
            .revision
            .iter()
            .flat_map(crate::study::Revision::hunks)
            .collect();
        let counts = count(&hunks);
        let line = match self.bulk {
            Some(decision) => {
                let verb = if decision == Decision::Accepted {
                    "accept"
                } else {
                    "reject"
                };
                let what = counted(counts.open, "open change");
                format!("{verb} {what}? enter confirms, any other key leaves them open")
            }
            None if counts.open == 0 && !hunks.is_empty() => {
                let separator = canvas.glyphs().separator;
                let undo = canvas.key(Scope::Review, Action::Undo);
                let close = canvas.key(Scope::Review, Action::LeaveReview);
                format!(
                    "{} accepted, {} rejected {separator} {undo} undo {separator} {close} close",
                    counts.accepted, counts.rejected
                )
            }
            None if hunks.is_empty() => "there is nothing left to review here".to_owned(),
            None => return,
        };
        let area = Rect {
            x: area.x + 1.min(area.width),
            width: area.width.saturating_sub(2),
            ..area
        };
        canvas.put(area, &line, canvas.style(Role::Info));
    }

    fn current<'s>(&self, study: &'s Study) -> Option<&'s Hunk> {
        let hunks = hunks(study, self.section);
        let known = hunks.iter().find(|hunk| hunk.id == self.hunk);
        known.or(hunks.first()).copied()
    }

    fn show(&mut self, section: SectionId, hunk: HunkId) {
        self.section = section;
        self.hunk = hunk;
        self.scroll = 0;
        self.evidence = 0;
    }

    fn go(&mut self, study: &Study, at: usize) {
        let hunks = hunks(study, self.section);
        if let Some(hunk) = hunks.get(at.min(hunks.len().saturating_sub(1))) {
            self.show(self.section, hunk.id);
        }
    }

    /// Goes to the nearest hunk of this section in a direction that is wanted; says nothing if there is none.
    fn step(&mut self, study: &Study, direction: isize, wanted: impl Fn(&Hunk) -> bool) {
        let hunks = hunks(study, self.section);
        let Some(at) = hunks.iter().position(|hunk| hunk.id == self.hunk) else {
            self.go(study, 0);
            return;
        };
        let mut next = at.checked_add_signed(direction);
        while let Some(hunk) = next.and_then(|next| hunks.get(next)) {
            if wanted(hunk) {
                self.show(self.section, hunk.id);
                return;
            }
            next = next.and_then(|next| next.checked_add_signed(direction));
        }
    }

    /// Goes to the next open hunk in a direction, on to other sections and round to the other end.
    fn next_open(&mut self, study: &Study, direction: isize) {
        let all: Vec<(SectionId, &Hunk)> = (0..study.sections.len())
            .map(SectionId)
            .flat_map(|section| {
                hunks(study, section)
                    .into_iter()
                    .map(move |hunk| (section, hunk))
            })
            .collect();
        let at = all
            .iter()
            .position(|(section, hunk)| *section == self.section && hunk.id == self.hunk)
            .unwrap_or(0);
        let open = |(_, hunk): &&(SectionId, &Hunk)| {
            hunk.decision == Decision::Open && hunk.id != self.hunk
        };
        let found = if direction > 0 {
            all.iter().cycle().skip(at + 1).take(all.len()).find(open)
        } else {
            all.iter()
                .rev()
                .cycle()
                .skip(all.len() - at.min(all.len()))
                .take(all.len())
                .find(open)
        };
        if let Some((section, hunk)) = found {
            self.show(*section, hunk.id);
        }
    }

    fn decide(&mut self, study: &Study, decision: Decision, go_on: bool) -> Reaction {
        let Some(hunk) = self.current(study) else {
            return Reaction::Stay;
        };
        let command = Command::Decide {
            section: self.section,
            hunk: hunk.id,
            decision,
        };
        if go_on {
            self.next_open(study, 1);
        }
        Reaction::Act(vec![Effect::Execute(command)])
    }

    fn ask_for_all(&mut self, study: &Study, decision: Decision) {
        let is_open = |hunk: &&Hunk| hunk.decision == Decision::Open;
        if hunks(study, self.section).iter().any(is_open) {
            self.bulk = Some(decision);
        }
    }

    fn open_passage(&self, study: &Study) -> Reaction {
        let shown = study.section(self.section).zip(self.current(study));
        let quote = shown.and_then(|(section, hunk)| {
            let claims = context::claims(section, hunk);
            let at = self.evidence.checked_rem(claims.len())?;
            claims.get(at)?.claim.evidence.clone()
        });
        quote.map_or(Reaction::Stay, |quote| {
            Reaction::Open(Effect::LoadPassage {
                passage: quote.passage,
                marked: Some(quote),
            })
        })
    }
}

/// Whether an action means the same under review as elsewhere. Those that would move what the review covers do not.
fn passes_through(action: Action) -> bool {
    matches!(
        action,
        Action::Help
            | Action::Palette
            | Action::Undo
            | Action::Redo
            | Action::Copy
            | Action::CopyDocument
            | Action::CopySection
            | Action::CopyCitation
            | Action::CopyQuote
            | Action::Export
            | Action::Studies
            | Action::NewStudy
            | Action::ChooseTheme
            | Action::ToggleMouse
            | Action::StopRun
            | Action::Suspend
            | Action::Redraw
    )
}

/// How many hunks are in which state.
struct Counts {
    accepted: usize,
    rejected: usize,
    open: usize,
}

fn count(hunks: &[&Hunk]) -> Counts {
    let of = |decision| {
        hunks
            .iter()
            .filter(|hunk| hunk.decision == decision)
            .count()
    };
    Counts {
        accepted: of(Decision::Accepted),
        rejected: of(Decision::Rejected),
        open: of(Decision::Open),
    }
}

fn hunks(study: &Study, section: SectionId) -> Vec<&Hunk> {
    study
        .section(section)
        .and_then(|section| section.revision.as_ref())
        .into_iter()
        .flat_map(crate::study::Revision::hunks)
        .collect()
}

fn half(around: Surroundings<'_>) -> isize {
    isize::try_from(around.page.1 / 2).unwrap_or(1).max(1)
}
