//! Due: changes that take out of the brief what the evidence does not hold any longer: its sources are gone, or newer evidence takes its place.
//!
//! Nothing is claimed that the evidence does not hold. So where nobody is there to decide, these are made whatever they do to a score, which was found as if the
//! evidence still held it; and the rest of what is proposed is compared with the brief as it is with them.

use super::accepted;
use super::hunks::{self, Need};
use crate::check::{self, Stated};
use crate::study::{Decision, Event, Hunk, HunkId, Revision, SectionId, Study, counted};

/// Changes by their sections.
type Changes = Vec<(SectionId, Vec<HunkId>)>;

/// Changes that are made in any case.
#[derive(Debug, Default)]
pub(super) struct Due {
    /// They take out what no source holds.
    gone: Changes,
    /// They put newer evidence in the place of what it corrects.
    overtaken: Changes,
}

impl Due {
    /// The open changes that take out sentences whose sources are all gone, and nothing that another source holds: of the run, or of any where nobody is there
    /// to decide on what was open before.
    pub(super) fn of(study: &Study) -> Self {
        let run = study.run.as_ref();
        let own = |id| {
            let own = study.proposed_by_run(id);
            own.map(|hunk| hunk.id).collect::<Vec<HunkId>>()
        };
        if run.is_some_and(|run| run.plan.unattended) {
            return Self::among(study, |_, _| true);
        }
        Self::among(study, |id, hunk| own(id).contains(&hunk))
    }

    fn among(study: &Study, is_meant: impl Fn(SectionId, HunkId) -> bool) -> Self {
        let gone = changes(study, |id| {
            let gone = study.withdrawn_in(id).into_iter();
            let gone: Vec<u32> = gone.map(|(number, _)| number).collect();
            let hunks = study.section(id).and_then(|known| known.revision.as_ref());
            let hunks = hunks.into_iter().flat_map(Revision::hunks);
            let hunks = hunks.filter(|hunk| hunk.is_open() && !hunk.is_clash());
            let due = hunks.filter(|hunk| is_meant(id, hunk.id) && takes_out(hunk, &gone));
            due.map(|hunk| hunk.id).collect()
        });
        Self {
            gone,
            ..Self::default()
        }
    }

    /// With those of the run, in the study without what is refused, that replace what the news were found to take the place of, with what these point
    /// back at; none that hang on others.
    pub(super) fn with_overtaken(mut self, without: &Study) -> Self {
        let gives_way = |hunk: &Hunk| {
            let mut notes = without.weighed.iter().filter(|note| note.gives_way);
            notes.any(|note| {
                let sentence = note.sentence.as_deref().unwrap_or_default().trim();
                !sentence.is_empty()
                    && hunk.before.contains(sentence)
                    && !hunk.after.contains(sentence)
            })
        };
        self.overtaken = changes(without, |id| {
            let all = without.proposed_by_run(id).filter(|hunk| gives_way(hunk));
            let all: Vec<HunkId> = all.map(|hunk| hunk.id).collect();
            let Some(revision) = without
                .section(id)
                .and_then(|known| known.revision.as_ref())
            else {
                return all;
            };
            let proposed: Vec<HunkId> = without.proposed_by_run(id).map(|one| one.id).collect();
            // The change, and those that bring what it points back at; none where it hangs on another.
            let whole = |hunk: &HunkId| -> Option<Vec<HunkId>> {
                let needs = hunks::dependencies(revision, *hunk).into_iter();
                let needed = needs.filter_map(|one| Some((one.on?, one.need)));
                let needed = needed.map(|(on, need)| {
                    let is_brought = matches!(need, Need::PointsBack(_)) && proposed.contains(&on);
                    (all.contains(&on) || is_brought).then_some(on)
                });
                needed.chain([Some(*hunk)]).collect()
            };
            let mut due: Vec<HunkId> = all.iter().filter_map(whole).flatten().collect();
            due.sort_unstable();
            due.dedup();
            due
        });
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.overtaken.is_empty()
    }

    pub(super) fn count(&self) -> usize {
        let all = self.gone.iter().chain(&self.overtaken);
        all.map(|(_, hunks)| hunks.len()).sum()
    }

    /// The study with these changes made.
    pub(super) fn made_in(&self, study: &Study) -> Study {
        let mut study = study.clone();
        for (section, hunks) in self.gone.iter().chain(&self.overtaken) {
            let section = study.sections.get_mut(section.0);
            if let Some(revision) = section.and_then(|section| section.revision.as_mut()) {
                for hunk in hunks {
                    revision.decide(*hunk, Decision::Accepted);
                }
            }
        }
        study
    }

    /// These, and all that the run proposes in a study.
    pub(super) fn and_proposed_in(&self, study: &Study) -> Changes {
        changes(study, |id| {
            let own = self.gone.iter().chain(&self.overtaken);
            let own = own.filter(|(section, _)| *section == id);
            let mut all: Vec<HunkId> = own.flat_map(|(_, hunks)| hunks.clone()).collect();
            let proposed = study.proposed_by_run(id).map(|hunk| hunk.id);
            all.extend(proposed);
            all.sort_unstable();
            all.dedup();
            all
        })
    }

    /// All of them.
    pub(super) fn changes(self) -> Changes {
        let mut all = self.gone;
        for (section, hunks) in self.overtaken {
            match all.iter_mut().find(|(known, _)| *known == section) {
                Some((_, known)) => known.extend(hunks),
                None => all.push((section, hunks)),
            }
        }
        all
    }

    /// Why they are made.
    pub(super) fn why(&self) -> &'static str {
        match (self.gone.is_empty(), self.overtaken.is_empty()) {
            (false, true) => "what no source holds any longer is taken out",
            (true, _) => "what newer evidence takes the place of gives way",
            (false, false) => {
                "what no source holds any longer, or newer evidence takes the place of, goes"
            }
        }
    }
}

/// What is found in each section, but for those where there is nothing.
fn changes(study: &Study, find: impl Fn(SectionId) -> Vec<HunkId>) -> Changes {
    let sections = (0..study.sections.len()).map(SectionId);
    let found = sections.map(|id| (id, find(id)));
    found.filter(|(_, hunks)| !hunks.is_empty()).collect()
}

fn takes_out(hunk: &Hunk, gone: &[u32]) -> bool {
    if gone.is_empty() {
        return false;
    }
    let is_gone = |one: &Stated| {
        let mut cited = one.citations.iter();
        !one.citations.is_empty() && cited.all(|number| gone.contains(number))
    };
    let mut lost = check::stated(&hunk.before);
    lost.retain(|one| !hunk.after.contains(&one.text));
    lost.iter().any(is_gone)
        && lost
            .iter()
            .all(|one| one.citations.is_empty() || is_gone(one))
}

/// Takes out what no source holds, where earlier runs proposed that and nobody is there to decide; nothing where there is no such change.
#[must_use]
pub fn without_what_is_gone(study: &Study) -> Vec<Event> {
    let due = Due::among(study, |_, _| true);
    if due.is_empty() {
        return Vec::new();
    }
    let why = format!("{}: {}", share(due.count(), study.open_hunks()), due.why());
    accepted(due.gone, why, Vec::new())
}

/// How many of some changes are accepted.
pub(super) fn share(count: usize, all: usize) -> String {
    let of = if count == all {
        String::new()
    } else {
        format!("{count} of ")
    };
    format!("{of}{} accepted automatically", counted(all, "change"))
}
