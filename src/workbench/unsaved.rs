//! Answers that the journal could not take, because its disk is full or failing [D2]: they are kept here, and recorded as soon as there is room. What an
//! analyst decides is not: it is told to be undone, and decided again. A text that cannot be saved while it streams is stopped, so that there is never more
//! of it than a crash may cost.

use std::time::{Duration, Instant};

use super::{About, Level, Notice, Workbench};
use crate::clock;
use crate::study::{BUILT_IN_WRITER, Command, Event, Halt, Study, Usage};

/// Between two tries to record what could not be recorded.
pub(super) const EVERY: Duration = Duration::from_secs(1);

/// Events of an answer that are in no journal.
#[derive(Debug)]
pub(super) struct Unsaved {
    events: Vec<Event>,
    /// The event that they follow.
    after: u64,
    due: Instant,
    /// The study as it is with them, to be looked at until they are recorded.
    ahead: Study,
}

impl Workbench {
    /// The study as it is shown: with the answer that the journal could not take, where there is one.
    pub fn shown(&self) -> &Study {
        let unsaved = self.desk.unsaved.as_ref();
        unsaved.map_or(&self.session.study, |unsaved| &unsaved.ahead)
    }

    /// Says that something could not be saved, until it is or a key is pressed.
    pub(super) fn tell_unsaved(&mut self, text: String) {
        self.push_notice(Notice {
            about: About::CannotSave,
            ..Notice::new(Level::Error, text)
        });
    }

    /// Says that it is saved, in place of that it could not be.
    pub(super) fn tell_saved(&mut self, text: &str) {
        self.push_notice(Notice {
            about: About::CanSave,
            ..Notice::new(Level::Info, text.to_owned())
        });
    }

    /// Whether an answer that a model was paid for waits in memory until the journal can take it.
    pub fn awaits_room(&self) -> bool {
        let unsaved = self.desk.unsaved.as_ref();
        unsaved.is_some_and(|unsaved| unsaved.events.iter().any(is_paid))
    }

    /// Whether it is worth waiting for room: an answer that was paid for waits, or what was paid for so far can be gone on from without asking anything twice.
    pub fn can_go_on_with_room(&self) -> bool {
        let is_model = |by: &String| by != BUILT_IN_WRITER;
        let has_paid = || self.study().spending.keys().any(is_model);
        self.awaits_room() || self.desk.broken && has_paid()
    }

    /// What is said of an answer that is kept, where there is anybody or anything that waits until there is room for it.
    pub(super) fn told_of_kept(&self) -> &'static str {
        if self.has_screen() || self.awaits_room() {
            "; the answer that just came is kept in memory, and saved as soon as there is room"
        } else {
            ""
        }
    }

    /// Keeps events that could not be recorded, if an answer is among them that would have to be asked for again, and says whether it does.
    pub(super) fn keep_unsaved(&mut self, events: &[Event]) -> bool {
        if self.desk.unsaved.is_some() || !events.iter().any(is_of_an_answer) {
            return false;
        }
        let mut ahead = self.session.study.without_past();
        for event in events {
            ahead.apply(event);
        }
        self.desk.unsaved = Some(Unsaved {
            ahead,
            events: events.to_vec(),
            after: self.session.last(),
            due: Instant::now() + EVERY,
        });
        true
    }

    /// When it is next tried to record an answer that could not be recorded.
    pub(super) fn unsaved_due(&self) -> Option<Instant> {
        self.desk.unsaved.as_ref().map(|unsaved| unsaved.due)
    }

    pub(super) fn save_when_due(&mut self) {
        if self.desk.typed_due.is_some_and(|due| due <= Instant::now()) {
            self.save_what_is_typed();
        }
        if self.unsaved_due().is_some_and(|due| due <= Instant::now()) && self.save_unsaved() {
            self.begin_due();
        }
        if self.desk.try_at.is_some_and(|due| due <= Instant::now()) {
            self.try_to_write();
        }
    }

    /// Looks whether the journal can be written by now, where it could not: nothing else may come that finds out.
    fn try_to_write(&mut self) {
        self.desk.try_at = None;
        if !self.desk.broken {
            return;
        }
        let waits = self.desk.unsaved.is_some();
        if !waits && self.library.takes_writes(self.session.id) && self.can_write_again() {
            self.tell_saved("there is room again: what you do is saved");
            // Where nobody looks on, nobody tells it to go on.
            if !self.has_screen() {
                self.desk.held = false;
                if self.study().halted().is_some() {
                    return self.execute(&Command::Resume);
                }
            }
            self.pump();
        } else {
            self.desk.try_at = Some(Instant::now() + EVERY);
        }
    }

    /// Records an answer that could not be recorded, where there is one, and says whether none is left.
    pub(super) fn save_unsaved(&mut self) -> bool {
        let Some(unsaved) = self.desk.unsaved.take() else {
            return true;
        };
        // What it answered stands no more.
        if unsaved.after != self.session.last() {
            return true;
        }
        let now = clock::now();
        let events = &unsaved.events;
        let is_saved = self.session.record(&mut self.library, now, events);
        if is_saved.is_err() {
            self.desk.unsaved = Some(Unsaved {
                due: Instant::now() + EVERY,
                ..unsaved
            });
            return false;
        }
        self.desk.broken = false;
        self.recorded(now, events);
        self.rescore();
        self.tell_saved("there is room again: the answer that could not be saved is saved");
        self.desk.due = true;
        true
    }

    /// Records what was cut when the journal could not be written, so that it waits to be gone on with, and says whether the journal takes it.
    pub(super) fn can_write_again(&mut self) -> bool {
        if std::mem::take(&mut self.desk.broken) && !self.is_writing() {
            if !self.halt_what_was_cut("the journal could not be written") {
                self.desk.broken = true;
                return false;
            }
            self.desk.held = true;
        }
        true
    }

    /// Why a reply was cancelled: its text could not be saved, the budget is spent, or the analyst wanted it.
    pub(super) fn why_cancelled(&mut self, unsavable: Option<String>) -> (String, Halt) {
        if let Some(why) = unsavable {
            self.tell_unsaved(why.clone());
            (why, Halt::Failed)
        } else {
            let spent = self.study().closed.clone();
            (spent.unwrap_or_else(|| "stopped".into()), Halt::Stopped)
        }
    }
}

/// Whether an event tells of a call that a server reported tokens of.
fn is_paid(event: &Event) -> bool {
    let call = event.call();
    call.is_some_and(|call| call.by != BUILT_IN_WRITER && call.usage != Usage::default())
}

/// Whether an event holds what a writer was paid for.
fn is_of_an_answer(event: &Event) -> bool {
    match event {
        Event::StepHalted { partial, .. } => !partial.text.trim().is_empty(),
        event => matches!(
            event,
            Event::SectionWritten { .. }
                | Event::RevisionProposed { .. }
                | Event::RevisionUnneeded { .. }
                | Event::AskedAgain { .. }
                | Event::SectionCritiqued { .. }
                | Event::BriefReflected { .. }
                | Event::CourseDecided { .. }
                | Event::BriefJudged { .. }
                | Event::PassageCompressed { .. }
                | Event::CallSpent { .. }
        ),
    }
}
