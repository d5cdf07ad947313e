//! Deciding on all that is open at once, in a section or in all of them: one key asks, Enter confirms, and one undo takes all of it back.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::context;
use super::walk::hunks;
use super::{Reaction, Review, Surroundings};
use crate::study::{Command, Decision, Hunk, Section, SectionId, Study, Verdict};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::{Key, Scope};
use crate::tui::panes::canvas::Canvas;
use crate::tui::panes::footer::{Pressed, draw_pressed};
use crate::tui::panes::notice;
use crate::tui::text;
use crate::tui::view::View;

/// A decision that waits for Enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bulk {
    decision: Decision,
    /// Whether it is on all sections, and not on the one under review alone.
    is_whole: bool,
}

impl Bulk {
    fn verb(self) -> &'static str {
        match self.decision {
            Decision::Accepted => "accept",
            Decision::Rejected | Decision::Open => "reject",
        }
    }

    /// The key that asked, which asks for all sections when it is pressed again.
    fn asked_by(self) -> Action {
        match self.decision {
            Decision::Accepted => Action::AcceptAll,
            Decision::Rejected | Decision::Open => Action::RejectAll,
        }
    }

    /// The sections that it is on.
    fn sections(self, study: &Study, here: SectionId) -> Vec<(SectionId, &Section)> {
        let all = (0..).map(SectionId).zip(&study.sections);
        all.filter(|(id, _)| self.is_whole || *id == here).collect()
    }

    /// Whether it decides on a change: what clashes is not accepted unseen.
    fn takes(self, hunk: &Hunk) -> bool {
        hunk.is_open() && !(self.decision == Decision::Accepted && hunk.is_clash())
    }

    fn touched(self, study: &Study, here: SectionId) -> usize {
        let sections = self.sections(study, here).into_iter();
        let hunks = sections.flat_map(|(id, _)| hunks(study, id));
        hunks.filter(|hunk| self.takes(hunk)).count()
    }

    /// How many of them bring a sentence that does not hold.
    fn doubtful(self, study: &Study, here: SectionId) -> usize {
        if self.decision != Decision::Accepted {
            return 0;
        }
        let fails = |section: &Section, hunk: &Hunk| {
            let verdict = context::doubt(section, hunk);
            verdict.is_some_and(|verdict| verdict != Verdict::Partial)
        };
        let of = |(id, section): (SectionId, &Section)| {
            let taken = hunks(study, id).into_iter();
            let taken = taken.filter(|hunk| self.takes(hunk));
            taken.filter(|hunk| fails(section, hunk)).count()
        };
        self.sections(study, here).into_iter().map(of).sum()
    }
}

impl Review {
    /// Whether something is being typed about a change, or a decision on many waits for its Enter: that is left first.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.bulk.is_some() || self.typing.is_some()
    }

    /// Asks for Enter; where nothing is open here, says where something is, and the Enter that was meant for it does nothing.
    pub(super) fn ask_for_all(
        &mut self,
        decision: Decision,
        is_whole: bool,
        around: Surroundings<'_>,
    ) {
        let study = around.view.study;
        let bulk = Bulk { decision, is_whole };
        let sections = bulk.sections(study, self.section).into_iter();
        let mut open = sections.flat_map(|(id, _)| hunks(study, id));
        if open.any(Hunk::is_open) {
            self.bulk = Some(bulk);
            return;
        }
        self.is_for_nothing = true;
        let name = |section| text::one_line(around.view.section_title(section));
        let here = name(self.section);
        let key = |action| around.keys.key(Scope::Review, action).unwrap_or_default();
        self.said = Some(match self.open_from_here(study, 1) {
            Some((section, _)) => {
                let whole = match decision {
                    Decision::Accepted => Action::AcceptDraft,
                    Decision::Rejected | Decision::Open => Action::RejectDraft,
                };
                format!(
                    "nothing is open in {here}: {} goes to {}, {} {}s all that is open in the draft",
                    key(Action::OpenHunkNext),
                    name(section),
                    key(whole),
                    bulk.verb()
                )
            }
            None => "nothing is open any more".to_owned(),
        });
    }

    /// The answer to the question: Enter decides, the key that asked asks for all sections, or says that nothing is open in any other; any other key leaves all as it is.
    pub(super) fn answer(
        &mut self,
        bulk: Bulk,
        key: KeyEvent,
        around: Surroundings<'_>,
    ) -> Reaction {
        let Bulk { decision, is_whole } = bulk;
        let asks_again = around.keys.action(Scope::Review, &key) == Some(bulk.asked_by());
        let wider = self.wider(bulk, around.view.study).filter(|_| asks_again);
        if key.code == KeyCode::Enter {
            let section = self.section;
            let command = if is_whole {
                Command::DecideDraft { decision }
            } else {
                Command::DecideAll { section, decision }
            };
            return Reaction::Act(vec![Effect::Execute(command)]);
        }
        if wider.is_some() {
            self.ask_for_all(decision, true, around);
        } else if asks_again {
            let pressed = around.keys.key(Scope::Review, bulk.asked_by());
            let pressed = pressed.unwrap_or_default();
            let verb = bulk.verb();
            self.said = Some(format!(
                "no other section has open changes: {pressed} enter {verb}s these"
            ));
        }
        Reaction::Stay
    }

    /// How many changes the same decision is on in all sections, where those are more than here.
    fn wider(&self, bulk: Bulk, study: &Study) -> Option<usize> {
        let whole = Bulk {
            is_whole: true,
            ..bulk
        };
        let all = whole.touched(study, self.section);
        (all > bulk.touched(study, self.section)).then_some(all)
    }

    /// What is asked, in the longest form that there is room for.
    pub(super) fn question(
        &self,
        bulk: Bulk,
        view: &View<'_>,
        width: u16,
        canvas: &Canvas<'_>,
    ) -> String {
        let verb = bulk.verb();
        let touched = bulk.touched(view.study, self.section);
        let what = match touched {
            1 => "the open change".to_owned(),
            _ if bulk.is_whole => format!("all {touched} open changes"),
            _ => format!("the {touched} open changes"),
        };
        let of = if bulk.is_whole {
            "the whole draft".to_owned()
        } else {
            text::one_line(view.section_title(self.section))
        };
        let but = match bulk.doubtful(view.study, self.section) {
            0 => String::new(),
            doubtful => format!(", {doubtful} without support"),
        };
        let left = if touched == 1 { "it" } else { "them" };
        let confirm = "? enter confirms";
        let all = format!("{verb} {what} of {of}{but}{confirm}, any other key leaves {left} open");
        let short = format!("{verb} {what} of {of}{but}{confirm}");
        let shortest = format!("{verb} {touched}{but}{confirm}");
        notice::fitting(&[vec![&all], vec![&short], vec![&shortest]], width, canvas)
    }

    /// The keys that answer.
    pub(super) fn draw_answers(
        &self,
        bulk: Bulk,
        view: &View<'_>,
        area: Rect,
        canvas: &mut Canvas<'_>,
    ) {
        let plain = |code| Key::new(code, KeyModifiers::NONE);
        let touched = bulk.touched(view.study, self.section);
        let mut keys = vec![Pressed {
            key: plain(KeyCode::Enter),
            does: format!("{} {touched}", bulk.verb()),
        }];
        let again = canvas.keys.press(Scope::Review, bulk.asked_by());
        if let (Some(key), Some(all)) = (again, self.wider(bulk, view.study)) {
            let does = format!("all {all} of the draft");
            keys.push(Pressed { key, does });
        }
        let does = if touched == 1 {
            "leave it open"
        } else {
            "leave them open"
        };
        keys.push(Pressed {
            key: plain(KeyCode::Esc),
            does: does.to_owned(),
        });
        draw_pressed(&keys, area, canvas);
    }
}
