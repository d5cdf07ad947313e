//! Opening a study: the one that was left is left whole, and what was cut in the other is said and mended.

use super::desk::Desk;
use super::{About, Level, Notice, Workbench};
use crate::clock;
use crate::library::{Library, LibraryError, StudySummary};
use crate::session::Session;
use crate::study::{Event, Halt, Partial, StudyId};

impl Workbench {
    /// Opens another study, or makes a new one; says whether another is open now.
    pub fn switch(&mut self, study: Option<StudyId>) -> bool {
        // A study that is opened twice would find itself taken, by this very program.
        if study == Some(self.session.id) {
            return false;
        }
        if self.is_at_work() {
            let wanted = study.map_or_else(
                || "a new study can be begun".to_owned(),
                |id| format!("study {id} can be opened"),
            );
            let why = if self.is_writing() {
                "the writer is at work on this one"
            } else {
                "evidence is being read for this one"
            };
            let why = format!("{wanted} afterwards: {why}, {{stop-run}} stops it");
            self.notify(Level::Warning, why);
            return false;
        }
        if !self.save_what_is_typed() || !self.save_unsaved() {
            let what = if self.desk.typed_due.is_some() {
                "what you wrote in this study"
            } else {
                "an answer of this study"
            };
            let mend = if self.is_read_only() {
                self.how_to_write()
            } else {
                "make room on the disk"
            };
            let why = format!("{what} is not saved yet: {mend}, and another study can be opened");
            self.notify(Level::Warning, why);
            return false;
        }
        match session(&self.library, study) {
            Ok(session) => {
                self.session = session;
                self.desk = Desk::default();
                self.trace_another();
                self.checking.leave();
                self.disagreements.leave();
                self.impacts.leave();
                self.steering.leave();
                self.settle_in();
                true
            }
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                false
            }
        }
    }

    /// The studies, also those that were deleted.
    pub fn studies(&mut self) -> Vec<StudySummary> {
        match self.library.all_studies() {
            Ok(studies) => studies,
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                Vec::new()
            }
        }
    }

    /// What has to be said and mended after a study was opened.
    pub(super) fn settle_in(&mut self) {
        self.score_anew();
        self.keep_forecast();
        if let Some(why) = self.why_read_only() {
            self.look_again();
            if self.desk.found.is_none() {
                self.desk.found = Some(self.question_as_typed());
            }
            let until = if self.desk.look_at.is_none() {
                ""
            } else if self.library.is_read_only() {
                ", until there is room"
            } else {
                ", and what is done there is followed"
            };
            let said = format!(
                "this study is {why}: it can be read and exported here, not changed{until}"
            );
            return self.push_notice(Notice {
                about: About::CannotSave,
                ..Notice::new(Level::Warning, said)
            });
        }
        if !self.halt_what_was_cut("Tercet exited while this was being written") {
            return;
        }
        self.take_up_edits();
        self.hold();
        self.keep_ledger();
        self.pump();
        self.watch_all();
        let cut = self.study().requested.len();
        if let (0, false, Some(what)) = (cut, self.setup.plan.unattended, self.not_written()) {
            self.notify(Level::Info, what);
        }
        if cut > 0 {
            let first = self.study().requested.first().cloned().unwrap_or_default();
            let more = match cut {
                1 => String::new(),
                _ => format!(" and {} more", cut - 1),
            };
            self.notify_about(
                About::Cut,
                format!("reading {first}{more} was cut short: {{retry}} goes on, and reads nothing twice"),
            );
        }
    }
}

impl Workbench {
    /// Nobody writes the section that the journal says is being written: what is kept of it is where it goes on. Says whether that could be recorded.
    pub(super) fn halt_what_was_cut(&mut self, why: &str) -> bool {
        let Some(section) = self.study().writing() else {
            self.count_what_was_cut();
            return !self.desk.broken;
        };
        let text = match self.session.interrupted(&self.library) {
            Ok(live) => live
                .filter(|live| live.section == section)
                .map(|live| live.text)
                .unwrap_or_default(),
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                return false;
            }
        };
        let known = self.study().section(section);
        let known = known.and_then(|known| known.partial.as_ref());
        // What was gone on from was counted when it came.
        let came = known.map_or(text.as_str(), |known| {
            text.strip_prefix(known.text.as_str()).unwrap_or(&text)
        });
        let spent = self.spent_by_what_was_cut(came);
        let partial = Partial {
            text,
            why: why.to_owned(),
            ..Partial::default()
        };
        let halted = Event::StepHalted {
            section,
            partial,
            halt: Halt::Interrupted,
        };
        let events: Vec<Event> = [Some(halted), spent].into_iter().flatten().collect();
        self.record(&events);
        !self.desk.broken
    }

    /// Counts a question that was under way when the program ended.
    fn count_what_was_cut(&mut self) {
        if let Some(spent) = self.spent_by_what_was_cut("") {
            self.record(&[spent]);
        }
    }

    /// What a brief that was left in parts lacks, and what writes it [W5].
    fn not_written(&self) -> Option<String> {
        let study = self.study();
        if !study.lacks_sections() {
            return None;
        }
        let missing = study.missing_sections().into_iter();
        let titles: Vec<&str> = missing
            .filter_map(|id| Some(study.framework.sections.get(id.0)?.title.as_str()))
            .collect();
        let verb = if titles.len() == 1 { "is" } else { "are" };
        Some(format!(
            "{} {verb} not written yet: {{retry}} completes the brief, or add evidence first",
            titles.join(", ")
        ))
    }
}

/// A study that is there, or a new one.
pub(super) fn session(library: &Library, study: Option<StudyId>) -> Result<Session, LibraryError> {
    match study {
        Some(id) => Session::open(library, id),
        None => Session::create(library, clock::now()),
    }
}
