//! Going from change to change, within a section and on to the next.

use super::Review;
use crate::study::{Decision, Hunk, HunkId, Revision, SectionId, Study};
use crate::tui::layers::Surroundings;

/// How many hunks are in which state.
pub struct Counts {
    pub accepted: usize,
    /// Accepted in the analyst's own words.
    pub edited: usize,
    pub rejected: usize,
    pub open: usize,
}

impl Counts {
    pub fn of(hunks: &[&Hunk]) -> Self {
        let of = |decision, edited| {
            let is = |hunk: &&&Hunk| hunk.decision == decision && hunk.is_edited() == edited;
            hunks.iter().filter(is).count()
        };
        Self {
            accepted: of(Decision::Accepted, false),
            edited: of(Decision::Accepted, true),
            rejected: of(Decision::Rejected, false) + of(Decision::Rejected, true),
            open: of(Decision::Open, false) + of(Decision::Open, true),
        }
    }
}

pub fn hunks(study: &Study, section: SectionId) -> Vec<&Hunk> {
    study
        .section(section)
        .and_then(|section| section.revision.as_ref())
        .into_iter()
        .flat_map(Revision::hunks)
        .collect()
}

/// The hunks of all sections, each with its own.
pub fn all_hunks(study: &Study) -> Vec<(SectionId, &Hunk)> {
    let sections = (0..study.sections.len()).map(SectionId);
    let of = |section| {
        hunks(study, section)
            .into_iter()
            .map(move |hunk| (section, hunk))
    };
    sections.flat_map(of).collect()
}

/// Whether there is anything to look at in a review: changes that wait, or that were decided.
#[must_use]
pub fn has_changes(study: &Study) -> bool {
    let mut sections = (0..study.sections.len()).map(SectionId);
    sections.any(|section| !hunks(study, section).is_empty())
}

/// What is reviewed together: the hunks of all sections that are open, or that the last draft proposed; all that there are, where that proposed none.
pub fn under_review(study: &Study) -> Vec<&Hunk> {
    let mut all: Vec<&Hunk> = all_hunks(study).into_iter().map(|(_, hunk)| hunk).collect();
    if all.iter().any(|hunk| study.is_of_last_draft(hunk)) {
        all.retain(|hunk| hunk.is_open() || study.is_of_last_draft(hunk));
    }
    all
}

impl Review {
    /// The hunk under review. One that was split or joined goes by its first part, or by the first hunk there is.
    pub fn current<'s>(&self, study: &'s Study) -> Option<&'s Hunk> {
        let hunks = hunks(study, self.section);
        let known = hunks.iter().find(|hunk| hunk.id == self.hunk);
        let part = || hunks.iter().find(|hunk| hunk.part_of == Some(self.hunk));
        known.or_else(part).or(hunks.first()).copied()
    }

    /// The hunk's place among those of its section, from 1.
    pub(super) fn number(&self, study: &Study) -> usize {
        let current = self.current(study).map(|hunk| hunk.id);
        let hunks = hunks(study, self.section);
        let at = hunks.iter().position(|hunk| Some(hunk.id) == current);
        at.map_or(0, |at| at + 1)
    }

    pub(super) fn show(&mut self, section: SectionId, hunk: HunkId) {
        self.section = section;
        self.hunk = hunk;
        self.scroll = 0;
        self.evidence = 0;
    }

    pub(super) fn go(&mut self, study: &Study, at: usize) {
        let hunks = hunks(study, self.section);
        if let Some(hunk) = hunks.get(at.min(hunks.len().saturating_sub(1))) {
            self.show(self.section, hunk.id);
        }
    }

    /// Goes to the first hunk of the next section that has any, or of the one before; stays where there is none.
    pub(super) fn step_section(&mut self, study: &Study, direction: isize) {
        let mut at = self.section.0;
        while let Some(next) = at.checked_add_signed(direction)
            && next < study.sections.len()
        {
            if let Some(first) = hunks(study, SectionId(next)).first() {
                return self.show(SectionId(next), first.id);
            }
            at = next;
        }
    }

    /// Goes to the hunk beside this one in its section; says nothing if there is none.
    pub(super) fn step(&mut self, study: &Study, direction: isize) {
        let at = self.number(study).saturating_sub(1);
        if let Some(next) = at.checked_add_signed(direction) {
            self.go(study, next);
        }
    }

    /// Goes to the next open hunk in a direction, on to other sections and round to the other end.
    pub(super) fn next_open(&mut self, study: &Study, direction: isize) {
        if let Some((section, hunk)) = self.open_from_here(study, direction) {
            self.show(section, hunk);
        }
    }

    /// The next open hunk in a direction, and its section.
    pub(super) fn open_from_here(
        &self,
        study: &Study,
        direction: isize,
    ) -> Option<(SectionId, HunkId)> {
        let all = all_hunks(study);
        let here = self.current(study).map(|hunk| hunk.id);
        let at = all
            .iter()
            .position(|(section, hunk)| *section == self.section && Some(hunk.id) == here)
            .unwrap_or(0);
        let open = |(_, hunk): &&(SectionId, &Hunk)| hunk.is_open() && Some(hunk.id) != here;
        let found = if direction > 0 {
            all.iter().cycle().skip(at + 1).take(all.len()).find(open)
        } else {
            all.iter()
                .rev()
                .cycle()
                .skip(all.len() - at.min(all.len()))
                .take(all.len())
                .find(open)
        };
        found.map(|(section, hunk)| (*section, hunk.id))
    }

    /// Goes to the next or previous change of all that say something, round and round, and tells which one of how many that is; with no direction to the
    /// first one from here.
    pub fn find(
        &mut self,
        said: &dyn Fn(&str) -> bool,
        direction: isize,
        around: Surroundings<'_>,
    ) -> Option<(usize, usize)> {
        let study = around.view.study;
        let all = all_hunks(study);
        let says = |hunk: &Hunk| said(&hunk.before) || said(&hunk.after) || said(&hunk.reason);
        let found: Vec<usize> = (0..)
            .zip(&all)
            .filter(|(_, (_, hunk))| says(hunk))
            .map(|(at, _)| at)
            .collect();
        let here = self.current(study).map(|hunk| hunk.id);
        let here = all.iter().position(|(_, hunk)| Some(hunk.id) == here);
        let here = here.unwrap_or(0);
        let next = match direction {
            0 => found.iter().position(|at| *at >= here),
            1.. => found.iter().position(|at| *at > here),
            _ => found.iter().rposition(|at| *at < here),
        };
        let round = if direction < 0 {
            found.len().checked_sub(1)?
        } else {
            0
        };
        let at = next.unwrap_or(round);
        let (section, hunk) = all.get(*found.get(at)?)?;
        self.return_to(*section, hunk.id, around);
        Some((at + 1, found.len()))
    }
}
