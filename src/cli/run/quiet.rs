//! Quiet: a call of which nothing is heard for long is told, so that nobody takes a run that waits for one that hangs.

use std::time::Instant;

use crate::cli::progress::{Progress, QUIET, still_waiting};
use crate::study::{BUILT_IN_WRITER, Node, Timestamp};
use crate::workbench::Workbench;

/// The call that is waited for.
#[derive(Debug, Default)]
pub(super) struct Quiet {
    call: Option<(Timestamp, Node)>,
    heard: Option<Instant>,
    told: u32,
}

impl Quiet {
    /// Tells of a call that has been quiet for long, and gives when to look again; nothing while nobody is asked.
    pub(super) fn tell(
        &mut self,
        workbench: &Workbench,
        progress: &mut Progress,
    ) -> Option<Instant> {
        let call = workbench.call().filter(|call| call.by != BUILT_IN_WRITER)?;
        let now = Instant::now();
        let own = Some((call.since, call.node));
        if self.call != own {
            (self.call, self.heard, self.told) = (own, Some(now), 0);
        }
        let live = workbench.live().map(|live| live.heard);
        let heard = live.max(self.heard).unwrap_or(now);
        if self.heard != Some(heard) {
            (self.heard, self.told) = (Some(heard), 0);
        }
        if now >= heard + QUIET * (self.told + 1) {
            self.told += 1;
            let quiet = now.duration_since(heard);
            progress.say(&still_waiting(call.node.name(), &call.by, quiet));
        }
        Some(heard + QUIET * (self.told + 1))
    }
}
