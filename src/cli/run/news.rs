//! News of a run that a model refused: what takes the place of what stands, or cannot hold beside it, and is told nowhere.

use crate::pipeline::{Overlooked, overlooked};
use crate::study::{Envelope, Event, Study};

/// Whether a model left a sentence as it was, though news of this run take its place or cannot hold beside it, and nothing tells them: `overlooked` was told.
pub(super) fn refuses_news(events: &[Envelope], before: u64, study: &Study) -> bool {
    let is_plain = |one: &Overlooked<'_>| {
        let mut notes = study.weighed.iter();
        notes.any(|note| {
            (note.gives_way || note.disputed)
                && note.sentence.as_deref() == Some(one.sentence)
                && note.said.as_deref() == Some(one.said)
        })
    };
    let is_pinned = |one: &Overlooked<'_>| {
        let section = study.section(one.section);
        section.is_some_and(|section| section.holds_pinned(one.sentence))
    };
    let left = || overlooked(study).into_iter();
    study.has_model()
        && has_weighed(events, before)
        && left().any(|one| is_plain(&one) && !is_pinned(&one))
}

/// Whether news were weighed since an event.
fn has_weighed(events: &[Envelope], before: u64) -> bool {
    let mut new = events.iter().filter(|one| one.seq > before);
    new.any(|one| matches!(one.event, Event::NewsWeighed { .. }))
}
