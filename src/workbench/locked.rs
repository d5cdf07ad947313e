//! A study that cannot be changed here, because another Tercet has it open or its disk is full: what is done there is followed, and the study is opened
//! again once nothing is in the way.

use std::time::{Duration, Instant};

use super::messages::ReportTo;
use super::{Message, Workbench, checking};
use crate::session::Session;

/// Between two looks.
const EVERY: Duration = Duration::from_secs(1);

impl Workbench {
    /// Begins to look, where the study cannot be changed now but may be later.
    pub(super) fn look_again(&mut self) {
        let may_be_later = !self.library.is_read_only() || self.library.is_on_full_disk();
        self.desk.look_at = (self.is_read_only() && may_be_later).then(|| Instant::now() + EVERY);
    }

    pub(super) fn look_when_due(&mut self) {
        if self.desk.look_at.is_none_or(|due| due > Instant::now()) {
            return;
        }
        self.desk.look_at = Some(Instant::now() + EVERY);
        if self.library.is_read_only() {
            self.open_where_there_is_room();
        } else if matches!(self.library.lease(self.session.id), Ok(Some(_))) {
            self.open_anew("the other Tercet has left this study: it can be changed here now");
        } else if matches!(self.session.follow(&self.library), Ok(true)) {
            self.keep_forecast();
            self.keep_ledger();
            self.rescore();
        }
    }

    fn open_where_there_is_room(&mut self) {
        let reopened = self.library.reopen_for_program();
        let Some(library) = reopened.ok().filter(|library| !library.is_read_only()) else {
            return;
        };
        self.library = library;
        // Those opened it when it could only be read.
        self.checking = checking::Checking::new(
            &self.library,
            ReportTo::new(&self.message_to, Message::Check),
        );
        if self.scores_beside() {
            self.score_beside();
        }
        self.open_anew("there is room on the disk again: the study can be changed here now");
    }

    fn open_anew(&mut self, said: &str) {
        let Ok(session) = Session::open(&self.library, self.session.id) else {
            return;
        };
        self.session = session;
        self.desk.look_at = None;
        if !self.is_read_only() {
            self.tell_saved(said);
            self.save_what_was_held();
        }
        self.settle_in();
    }
}
