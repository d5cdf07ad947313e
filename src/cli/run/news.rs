//! News that a brief stands against: what takes the place of what stands, or cannot hold beside it, and is told nowhere.
//!
//! All of it is told from the journal, and not from what this process saw: a run that was cut before it told what it found is gone on with by another.

use crate::pipeline::{Overlooked, left_standing};
use crate::study::{Envelope, Event, Study};

/// Whether a model left a sentence as it was, though news take its place or cannot hold beside it, and nothing tells them.
pub(super) fn refuses_news(study: &Study) -> bool {
    let is_plain = |one: &Overlooked<'_>| {
        let mut notes = study.said_otherwise();
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
    let mut left = left_standing(study).into_iter();
    study.has_model() && left.any(|one| is_plain(&one) && !is_pinned(&one))
}

/// Whether news were weighed and nobody has decided on the brief since: what it does not tell of them is not the analyst's choice.
pub(super) fn is_undecided(events: &[Envelope]) -> bool {
    let weighs = |one: &Envelope| matches!(one.event, Event::NewsWeighed { .. });
    let Some(weighed) = events.iter().rposition(weighs) else {
        return false;
    };
    let mut decided = 0;
    for envelope in &events[weighed..] {
        match &envelope.event {
            // What was accepted automatically stands right before.
            Event::AutoApplied { decided: own, .. } => decided -= (*own as usize).min(decided),
            event => decided += usize::from(event.is_review()),
        }
    }
    decided == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Decision, SectionId};

    #[test]
    fn what_nobody_decided_on_since_the_news_is_still_to_be_told() {
        let weighed = || Event::NewsWeighed { notes: Vec::new() };
        let decided = || Event::HunksDecided {
            section: SectionId(0),
            hunks: Vec::new(),
            decision: Decision::Accepted,
        };
        let applied = || Event::AutoApplied {
            applied: true,
            why: String::new(),
            decided: 1,
            left: Vec::new(),
        };
        for (events, expected) in [
            (vec![], false),
            (vec![decided(), weighed()], true),
            (vec![weighed(), decided(), applied()], true),
            (vec![weighed(), decided(), applied(), decided()], false),
            (vec![weighed(), Event::Undone], false),
        ] {
            assert_eq!(is_undecided(&Envelope::journal(events)), expected);
        }
    }
}
