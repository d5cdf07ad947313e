//! The review: the changes that a writer proposes for a section, one sentence at a time, each with its reason and its evidence.
//!
//! It opens only when the analyst asks. A decision takes effect at once and can be undone, so there is nothing to confirm and nothing to finish;
//! only deciding all at once asks for Enter, a key other than the first. A change that hangs on another says so when it is accepted, and the same key
//! accepts that one too. The text under review does not move by itself.

mod around;
mod beside;
mod bulk;
mod change;
mod context;
mod draw;
mod grounds;
mod needs;
mod outcome;
mod page;
mod parts;
mod typing;
mod walk;

pub use grounds::Grounds;
pub(super) use page::{Marked, Page, change_rows};

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use self::bulk::Bulk;
use self::draw::WIDE;
use self::typing::Typing;
pub use self::walk::has_changes;
use self::walk::{all_hunks, hunks};
use super::{AnyLayer, Layer, Reaction, Surroundings};
use crate::pipeline::hunks::{dependencies, split};
use crate::study::{Command, Decision, Hunk, HunkId, Quote, Section, SectionId, Study};
use crate::tui::action::Action;
use crate::tui::app::{EditTarget, Effect};
use crate::tui::keymap::Scope;
use crate::tui::panes::canvas::Canvas;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// How changes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// Deleted and inserted words in one line of text.
    Inline,
    /// The old sentence above the new one.
    Stacked,
    /// The old sentence and the new one in two columns, where there is room for them.
    Beside,
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
    bulk: Option<Bulk>,
    /// Whether such a decision was just asked for where nothing is open.
    is_for_nothing: bool,
    /// Whether the changes have the screen to themselves.
    is_zoomed: bool,
    /// How many changes were open before the last key, in all sections: with the last of them decided, Enter closes.
    open_before: usize,
    /// Which of the hunk's claims is shown first.
    evidence: usize,
    /// What is being typed about the hunk.
    typing: Option<Typing>,
    /// A reason that was left unfinished, and the hunk that it is for.
    begun: Option<(HunkId, String)>,
    /// Hunks that the one just accepted hangs on: the accepting key takes them too.
    pair: Vec<HunkId>,
    kept: page::Kept,
    /// What the last key came to, where that cannot be seen.
    said: Option<String>,
}

impl Markup {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Inline => "inline",
            Self::Stacked => "stacked",
            Self::Beside => "side by side",
            Self::Result => "result",
            Self::Original => "original",
        }
    }

    /// The next view, on a screen that is wide enough for two columns or is not.
    fn next(self, is_wide: bool) -> Self {
        match self {
            Self::Inline => Self::Stacked,
            Self::Stacked if is_wide => Self::Beside,
            Self::Stacked | Self::Beside => Self::Result,
            Self::Result => Self::Original,
            Self::Original => Self::Inline,
        }
    }
}

impl Review {
    /// The review of the section that the reader is in, or else of the first one with open changes. Where none is open it shows those that are decided.
    #[must_use]
    pub fn open(study: &Study, reader_in: SectionId) -> Self {
        let all = all_hunks(study);
        let is_any_open = all.iter().any(|(_, hunk)| hunk.is_open());
        let mut shown = all
            .iter()
            .filter(|(_, hunk)| hunk.is_open() || !is_any_open);
        let here = shown.clone().find(|(section, _)| *section == reader_in);
        let (section, hunk) = here
            .or_else(|| shown.next())
            .map_or((reader_in, HunkId(0)), |(section, hunk)| {
                (*section, hunk.id)
            });
        Self {
            section,
            hunk,
            markup: Markup::Inline,
            scroll: 0,
            bulk: None,
            is_for_nothing: false,
            is_zoomed: false,
            open_before: 0,
            evidence: 0,
            typing: None,
            begun: None,
            pair: Vec::new(),
            kept: page::Kept::default(),
            said: None,
        }
    }

    /// Carries out an action, whether a key or the palette asked for it.
    pub fn act(&mut self, action: Action, around: Surroundings<'_>) -> Reaction {
        let study = around.view.study;
        let pair = std::mem::take(&mut self.pair);
        self.said = None;
        match action {
            Action::Accept if !pair.is_empty() => return self.accept_too(study, &pair),
            Action::LeaveReview | Action::CloseLayer if self.is_zoomed => self.is_zoomed = false,
            Action::LeaveReview | Action::CloseLayer | Action::Quit | Action::Review => {
                return Reaction::Close;
            }
            Action::HunkNext => self.step(study, 1),
            Action::HunkPrevious => self.step(study, -1),
            Action::OpenHunkNext => self.next_open(study, 1),
            Action::OpenHunkPrevious => self.next_open(study, -1),
            Action::Top => self.go(study, 0),
            Action::Bottom => self.go(study, usize::MAX),
            Action::Accept => return self.accept(study),
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
            Action::RejectWithReason => {
                self.ask_why(around.view);
            }
            Action::Edit => return self.edit(around),
            Action::EditExternally => return self.edit_externally(study),
            Action::SplitHunk | Action::JoinHunks => return self.reshape(study, action),
            Action::AcceptAll => self.ask_for_all(Decision::Accepted, false, around),
            Action::RejectAll => self.ask_for_all(Decision::Rejected, false, around),
            Action::AcceptDraft => self.ask_for_all(Decision::Accepted, true, around),
            Action::RejectDraft => self.ask_for_all(Decision::Rejected, true, around),
            Action::ChangeView => {
                let is_wide = around.columns >= usize::from(WIDE);
                self.markup = self.markup.next(is_wide);
            }
            Action::EvidenceNext => self.next_evidence(study),
            Action::Grounds => {
                return self.current(study).map_or(Reaction::Stay, |hunk| {
                    let grounds = Grounds::new(self.section, hunk.id);
                    Reaction::Push(Box::new(AnyLayer::Grounds(grounds)))
                });
            }
            Action::OpenPassage => return self.open_passage(study),
            Action::HalfPageDown => self.scroll(half(around), around),
            Action::HalfPageUp => self.scroll(-half(around), around),
            Action::PageDown => self.scroll(2 * half(around), around),
            Action::PageUp => self.scroll(-2 * half(around), around),
            Action::LineDown => self.scroll(1, around),
            Action::LineUp => self.scroll(-1, around),
            // What is searched for is found among the changes, which the application asks for.
            Action::Search | Action::SearchNext | Action::SearchPrevious => {
                return Reaction::Below(action);
            }
            Action::SectionNext => self.step_section(study, 1),
            Action::SectionPrevious => self.step_section(study, -1),
            Action::Zoom => self.is_zoomed = !self.is_zoomed,
            // Every decision is kept, so that a pane is a key away from here too.
            _ if action.goes_to_a_pane() || action == Action::FocusPane0 => {
                return Reaction::Perform(action);
            }
            _ if passes_through(action) => return Reaction::Below(action),
            _ => {
                let leave = around.keys.key(Scope::Review, Action::LeaveReview);
                let leave = leave.unwrap_or_default();
                self.said = Some(format!("not in the review: {leave} goes back to the brief"));
            }
        }
        Reaction::Stay
    }

    /// Goes to a hunk that was pointed at, or whose decision was taken back. The page stays where it shows the hunk.
    pub fn return_to(&mut self, section: SectionId, hunk: HunkId, around: Surroundings<'_>) {
        let Some(known) = around.view.study.section(section) else {
            return;
        };
        if section != self.section {
            self.show(section, hunk);
            return;
        }
        let (width, height) = around.page;
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let page = page::rows(self, around.view, known, around.theme, (width, height));
        let top = page.top(self.hunk, self.scroll, height);
        let is_shown = page.shows(hunk, top, height);
        self.show(section, hunk);
        if is_shown {
            let place = page.top(hunk, 0, height);
            self.scroll = isize::try_from(top).unwrap_or(0) - isize::try_from(place).unwrap_or(0);
        }
    }

    /// The view that is drawn: two columns need room.
    fn shown_markup(&self, width: u16) -> Markup {
        match self.markup {
            Markup::Beside if width < WIDE => Markup::Stacked,
            markup => markup,
        }
    }

    /// A change that hangs on others is accepted, and stays in view with what it hangs on.
    fn accept(&mut self, study: &Study) -> Reaction {
        let Some(hunk) = self.current(study) else {
            return Reaction::Stay;
        };
        let revision = study
            .section(self.section)
            .and_then(|section| section.revision.as_ref());
        let needed: Vec<HunkId> = revision
            .map(|revision| dependencies(revision, hunk.id))
            .unwrap_or_default()
            .into_iter()
            .filter_map(|found| found.on)
            .collect();
        // What clashes is not accepted as it is; the study says why.
        let goes_on = needed.is_empty() && !hunk.is_clash();
        if !hunk.is_clash() {
            self.pair = needed;
        }
        self.decide(study, Decision::Accepted, goes_on)
    }

    /// Accepts what the change accepted last hangs on.
    fn accept_too(&mut self, study: &Study, pair: &[HunkId]) -> Reaction {
        let accept = |hunk| {
            Effect::Execute(Command::Decide {
                section: self.section,
                hunk,
                decision: Decision::Accepted,
            })
        };
        let effects = pair.iter().copied().map(accept).collect();
        self.next_open(study, 1);
        // What was just accepted is open in the study as it is here.
        if pair.contains(&self.hunk) {
            self.next_open(study, 1);
        }
        Reaction::Act(effects)
    }

    fn edit_externally(&self, study: &Study) -> Reaction {
        let Some(hunk) = self.current(study) else {
            return Reaction::Stay;
        };
        Reaction::Act(vec![Effect::EditExternally {
            what: EditTarget::Hunk(self.section, hunk.id),
            text: hunk.after.trim().to_owned(),
        }])
    }

    fn reshape(&mut self, study: &Study, action: Action) -> Reaction {
        let Some(current) = self.current(study) else {
            return Reaction::Stay;
        };
        let (section, hunk) = (self.section, current.id);
        let command = if action == Action::SplitHunk {
            Command::Split {
                section,
                hunk,
                parts: split(current),
            }
        } else {
            self.joining(study, hunk);
            Command::Join { section, hunk }
        };
        Reaction::Act(vec![Effect::Execute(command)])
    }

    /// Stays with what two changes become. Parts that are all there again go by the id of what they were split off from, other changes by a new one.
    fn joining(&mut self, study: &Study, hunk: HunkId) {
        let revision = study
            .section(self.section)
            .and_then(|section| section.revision.as_ref());
        let Some((first, last)) = revision.and_then(|revision| revision.to_join(hunk)) else {
            return;
        };
        let known = |id| revision.and_then(|revision| revision.hunk(id));
        let whole = |id| known(id).and_then(|hunk| hunk.part_of);
        let is_whole = whole(first).is_some() && whole(first) == whole(last);
        self.show(
            self.section,
            whole(first)
                .filter(|_| is_whole)
                .unwrap_or(study.next_hunk()),
        );
        let decision = |id| known(id).map(|hunk| hunk.decision);
        if decision(first) != decision(last) {
            let said = "joined; they were decided differently, so the whole is open again";
            self.said = Some(said.to_owned());
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
        if decision != Decision::Accepted {
            self.said = self.what_hangs_on(study, hunk.id);
        }
        if go_on {
            self.next_open(study, 1);
        }
        Reaction::Act(vec![Effect::Execute(command)])
    }

    /// An accepted change that needs this one, and for what, where there is one.
    fn what_hangs_on(&self, study: &Study, hunk: HunkId) -> Option<String> {
        let revision = study.section(self.section)?.revision.as_ref()?;
        let mut without = revision.clone();
        without.decide(hunk, Decision::Rejected);
        let mut accepted = (1..)
            .zip(without.hunks())
            .filter(|(_, other)| other.decision == Decision::Accepted);
        accepted.find_map(|(number, other)| {
            let found = dependencies(&without, other.id);
            let need = found.iter().find(|need| need.on == Some(hunk))?;
            let what = needs::words(&without, need);
            Some(format!("change {number} is accepted, but {what}"))
        })
    }

    fn next_evidence(&mut self, study: &Study) {
        let known = study.section(self.section).zip(self.current(study));
        let pieces = known.map_or(0, |(section, hunk)| context::claims(section, hunk).len());
        if pieces > 1 {
            self.evidence = self.evidence.wrapping_add(1);
        } else {
            self.said = Some("there is no further evidence for this change".to_owned());
        }
    }

    fn open_passage(&self, study: &Study) -> Reaction {
        self.quote(study).map_or(Reaction::Stay, |quote| {
            Reaction::Open(Effect::LoadPassage {
                passage: quote.passage,
                marked: Some(quote),
            })
        })
    }

    /// What bears out the claim that is shown first.
    #[must_use]
    pub fn quote(&self, study: &Study) -> Option<Quote> {
        let (section, hunk) = study.section(self.section).zip(self.current(study))?;
        let claims = context::claims(section, hunk);
        let at = self.evidence.checked_rem(claims.len())?;
        claims.get(at)?.quotes(hunk).first().copied().cloned()
    }
}

impl Layer for Review {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let open = around.view.study.open_hunks();
        let open_before = std::mem::replace(&mut self.open_before, open);
        if self.typing.is_some() {
            return self.type_key(key, around);
        }
        if std::mem::take(&mut self.is_for_nothing) && key.code == KeyCode::Enter {
            return Reaction::Stay;
        }
        if let Some(bulk) = self.bulk.take() {
            return self.answer(bulk, key, around);
        }
        if key.code == KeyCode::Enter && open == 0 && open_before > 0 {
            return Reaction::Close;
        }
        // What a key is for in the brief it is for here too, where that has a meaning.
        let action = around.keys.action(Scope::Review, &key);
        let action = action.or_else(|| around.keys.action(Scope::Reading, &key));
        action.map_or(Reaction::Stay, |action| self.act(action, around))
    }

    fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        self.draw_all(view, ui, screen, canvas)
    }

    fn scope(&self) -> Scope {
        match self.typing {
            Some(Typing::Reason(_)) => Scope::Typing,
            Some(Typing::Words(_)) => Scope::Editing,
            None => Scope::Review,
        }
    }

    fn covers_all(&self) -> bool {
        true
    }

    fn is_window(&self) -> bool {
        false
    }

    fn scroll(&mut self, rows: isize, around: Surroundings<'_>) {
        let (width, height) = around.page;
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let Some(section) = around.view.study.section(self.section) else {
            return;
        };
        let page = page::rows(self, around.view, section, around.theme, (width, height));
        let from = page.top(self.hunk, 0, height);
        let to = page.top(self.hunk, self.scroll.saturating_add(rows), height);
        // What could not be scrolled is not owed.
        self.scroll = isize::try_from(to).unwrap_or(0) - isize::try_from(from).unwrap_or(0);
    }

    /// Goes to the change that was clicked; the page stays. What waits for a second key waits no more.
    fn point(&mut self, row: usize, around: Surroundings<'_>) -> bool {
        let study = around.view.study;
        let here = self.section;
        let others = self.kept.together(here, study).to_vec().into_iter();
        let mut all = std::iter::once(here)
            .chain(others.filter(|section| *section != here))
            .flat_map(|section| {
                let hunks = hunks(study, section).into_iter();
                hunks.map(move |hunk| (section, hunk.id))
            });
        if let (Some((section, hunk)), None) = (all.nth(row), &self.typing) {
            self.bulk = None;
            self.pair.clear();
            self.return_to(section, hunk, around);
        }
        false
    }

    fn point_at(&mut self, row: usize, number: u32, around: Surroundings<'_>) -> bool {
        self.point(row, around);
        let study = around.view.study;
        let known = study.section(self.section).zip(self.current(study));
        let cites = |(section, hunk): (&Section, &Hunk)| {
            let claims = context::claims(section, hunk);
            let is_it = |quote: &&Quote| quote.number == Some(number);
            claims
                .iter()
                .position(|claim| claim.quotes(hunk).first().is_some_and(is_it))
        };
        let found = known.and_then(cites).filter(|_| self.typing.is_none());
        if let Some(at) = found {
            self.evidence = at;
        }
        found.is_some()
    }

    fn step_back(&mut self) -> bool {
        self.leave_typing()
    }

    fn paste(&mut self, pasted: &str) -> bool {
        self.paste_typed(pasted)
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
            | Action::CopyHunk
            | Action::Export
            | Action::Conflicts
            | Action::History
            | Action::Trace
            | Action::AddEvidence
            | Action::ChooseWriter
            | Action::Studies
            | Action::NewStudy
            | Action::ChooseTheme
            | Action::ToggleMouse
            | Action::StopRun
            | Action::Pause
            | Action::Suspend
            | Action::Redraw
    )
}

fn half(around: Surroundings<'_>) -> isize {
    isize::try_from(around.page.1 / 2).unwrap_or(1).max(1)
}
