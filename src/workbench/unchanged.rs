//! What is said of cycles that change nothing, and at the end of a run of what an update leaves standing.

use super::{Level, Workbench};
use crate::pipeline::{self, Next, Overlooked};
use crate::study::{Cycle, CycleKind, Event, Study, counted};

/// As much of a sentence as tells which it is.
const QUOTED: usize = 90;

impl Workbench {
    /// Says at the end of a run which sentences stand although the new evidence says otherwise.
    pub(super) fn say_what_was_overlooked(&mut self) {
        if self.study().cycle.is_some() || !std::mem::take(&mut self.desk.updated) {
            return;
        }
        let taken = std::mem::take(&mut self.desk.taken);
        let Some(said) = left_in_words(&pipeline::overlooked(self.study()), self.study()) else {
            return;
        };
        // What was done and what can be done now is not to go under in it.
        let taken = match taken {
            some @ 1.. if self.has_screen() => {
                format!(
                    "{} accepted automatically, {{undo}} undoes it; ",
                    counted(some, "change")
                )
            }
            _ => String::new(),
        };
        let so_far = self.so_far();
        self.notify(Level::Warning, format!("{taken}{so_far}{said}"));
        self.desk.told_left = Some(said);
    }

    /// The sentences that stand although news of any run say otherwise, in words, unless that was told here: a run that was cut told nobody what it left.
    #[must_use]
    pub fn left_standing_untold(&self) -> Option<String> {
        let said = left_in_words(&pipeline::left_standing(self.study()), self.study())?;
        (self.desk.told_left.as_ref() != Some(&said)).then_some(said)
    }

    /// The changes that can be reviewed, before something else that is said on a screen; without one they are told at the end.
    pub(super) fn ready(&self) -> String {
        match self.study().open_hunks() {
            1 if self.has_screen() => "1 change is ready, {review} reviews it; ".to_owned(),
            open @ 2.. if self.has_screen() => {
                format!("{open} changes are ready, {{review}} reviews them; ")
            }
            _ => String::new(),
        }
    }

    /// What became of the last cycle, before something else that is said on a screen and would hide it: that it came to nothing, or what can be reviewed.
    pub(super) fn so_far(&mut self) -> String {
        let ready = self.ready();
        let nothing = std::mem::take(&mut self.desk.came_to_nothing);
        // Beside changes that are ready it would say the contrary of them.
        let nothing = nothing.filter(|_| self.has_screen() && ready.is_empty());
        let nothing = nothing.map_or_else(String::new, |what| format!("{what}; "));
        let left = std::mem::take(&mut self.desk.not_taken);
        let left = left.filter(|_| self.has_screen());
        let left = left.map_or_else(String::new, |why| format!("{why}; "));
        nothing + &left + &ready
    }

    /// Says that a cycle, of which these are the last events, came to nothing.
    pub(super) fn say_that_nothing_changed(&mut self, cycle: &Cycle, events: &[Event]) {
        let missed = |event: &Event| matches!(event, Event::RevisionUnneeded { missed, .. } if !missed.is_empty());
        let what = if cycle.missed || events.iter().any(missed) {
            "none of the writer's changes could be applied"
        } else {
            nothing_changed(cycle, self.study())
        };
        let draft = self.study().drafts;
        // What becomes of open changes is for the run to settle.
        let goes_on = matches!(pipeline::next(self.study()), Next::Do(_));
        let stays = match self.study().open_hunks() {
            0 if !goes_on => format!(": draft {draft} stays as it is"),
            _ if goes_on => String::new(),
            1 => ": the open change stays as it is; {review} reviews it".to_owned(),
            open => format!(": the {open} open changes stay as they are; {{review}} reviews them"),
        };
        self.desk.came_to_nothing = Some(what);
        self.tell_outcome(format!("{what}{stays}"));
        if cycle.kind == CycleKind::Steer {
            self.forget_instructions(&cycle.instructions);
        }
    }
}

/// Which sentences are left as they are, in words, where any is plainly at odds with the news.
fn left_in_words(left: &[Overlooked<'_>], study: &Study) -> Option<String> {
    let mut plain = left.iter().filter(|one| one.is_plain);
    let first = plain.clone().next()?;
    let quoted = |text: &str| format!("“{}”", crate::clean::line(text, QUOTED));
    // Cut short, it is to be the sentence that says otherwise, and not the one before it.
    let said = match first.said.chars().count() {
        0..=QUOTED => quoted(first.said),
        _ => quoted(first.in_question()),
    };
    let sentence = quoted(first.sentence);
    let count = plain.clone().count();
    let is_pinned = plain.all(|one| {
        let section = study.section(one.section);
        section.is_some_and(|known| known.holds_pinned(one.sentence))
    });
    Some(match count {
        1 if is_pinned => format!(
            "pinned, so it stays: {sentence}, though the new evidence says {said}; unpinned, it can be changed"
        ),
        1 => format!("left as it is: {sentence}, though the new evidence says {said}"),
        many if is_pinned => format!(
            "{many} pinned sentences stay though the new evidence says otherwise, such as {sentence}: {said}"
        ),
        many => format!(
            "{many} sentences are left as they are though the new evidence says otherwise, such as {sentence}: {said}"
        ),
    })
}

/// What is said when a cycle came to nothing. Where the evidence was found to touch the brief, that is the writer's doing.
fn nothing_changed(cycle: &Cycle, study: &Study) -> &'static str {
    match cycle.kind {
        CycleKind::Update if cycle.fresh.is_empty() && study.rests_on_what_is_gone() => {
            "the writer changes nothing, and sentences rest on sources that are gone"
        }
        CycleKind::Update if cycle.fresh.is_empty() => {
            "the missing sources do not affect the brief"
        }
        CycleKind::Update if !study.weighed.is_empty() => {
            "the writer changes nothing in the brief for the new evidence"
        }
        CycleKind::Update => "the new evidence changes nothing in the brief",
        CycleKind::Another => "the writer has no other version of this section",
        CycleKind::Steer => "the writer proposes no change for what you asked",
        CycleKind::Refine | CycleKind::Revise => "the writer mends nothing",
        CycleKind::FollowUp => "the findings do not change the brief",
        CycleKind::Draft | CycleKind::Complete => "the writer proposes no change",
    }
}
