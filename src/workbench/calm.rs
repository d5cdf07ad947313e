//! Updates that nobody asked for: what a watched folder brought is taken up when the analyst is neither at work nor has anything to decide.

use std::time::{Duration, Instant};

use super::Workbench;
use super::impact::Cause;

/// Such an update begins only when no key was pressed for so long.
const CALM: Duration = Duration::from_secs(2);

impl Workbench {
    /// The analyst pressed a key: an update that nobody asked for waits.
    pub fn analyst_is_active(&mut self, now: Instant) {
        self.active = Some(now);
    }

    /// When an update that is due may begin, if only time is missing.
    pub(super) fn calm_at(&self) -> Option<Instant> {
        let waits = self.desk.update_due && self.may_update();
        waits.then(|| self.active.map_or_else(Instant::now, |at| at + CALM))
    }

    /// Takes up what a watched folder brought, or was put off, unless the analyst is at work or has changes to decide first. It never changes text by itself, nor
    /// spends anything: a model's update is offered, the built-in writer proposes.
    pub(super) fn update_when_calm(&mut self) {
        // Every streamed piece comes by here, and looking for news reads the brief.
        if !self.desk.update_due {
            return;
        }
        self.desk.update_due = self.study().has_news_to_bring_in();
        let is_calm = self.active.is_none_or(|at| at.elapsed() >= CALM);
        if self.desk.update_due && is_calm && self.may_update() {
            self.desk.update_due = false;
            let is_put_off = std::mem::take(&mut self.desk.put_off);
            self.update_because(if is_put_off {
                Cause::Added(self.active)
            } else {
                Cause::Watched
            });
        }
    }

    fn may_update(&self) -> bool {
        let study = self.study();
        self.ingestion.is_none()
            && !self.is_writing()
            && !self.impacts.is_weighing()
            && !self.desk.broken
            && study.cycle.is_none()
            && study.is_complete()
            && study.open_hunks() == 0
            && study.has_news_to_bring_in()
    }
}
