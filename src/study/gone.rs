//! Sources that are gone from under the brief, and changes that lost their reason: a sentence was to go because its source was gone, and the source is back.
//!
//! Whoever takes a source out and puts it back finds the brief as it was; nothing waits that only its absence asked for.

use std::collections::{HashMap, HashSet};

use super::citation::{self, Reference};
use super::evidence::Document;
use super::ids::SectionId;
use super::revision::{Hunk, Revision};
use super::section::{Fallen, Replaced, Section};
use super::state::Study;
use super::undo::SectionChange;

impl Study {
    /// Takes back the open changes that were proposed only because sources were gone, where all of these are evidence again.
    pub(super) fn take_back_what_lost_its_reason(&mut self) -> Vec<SectionChange> {
        let hunks = self
            .sections
            .iter()
            .filter_map(|section| section.revision.as_ref())
            .flat_map(Revision::hunks);
        let back: HashSet<u32> = hunks
            .flat_map(|hunk| hunk.gone.iter().copied())
            .filter(|number| {
                self.numbered(*number)
                    .is_some_and(|source| self.is_current(source.id))
            })
            .collect();
        if back.is_empty() {
            return Vec::new();
        }
        let has_lost_it = |hunk: &Hunk| {
            !hunk.gone.is_empty() && hunk.gone.iter().all(|number| back.contains(number))
        };
        let standing = self.draft();
        let changed: Vec<SectionChange> = (0..self.sections.len())
            .filter_map(|at| {
                self.changed(SectionId(at), |section| {
                    if let Some(revision) = &mut section.revision {
                        revision.take_back(has_lost_it);
                    }
                })
            })
            .collect();
        // A draft of which nothing is left, and nothing was accepted, was none.
        let revisions = self
            .sections
            .iter()
            .filter_map(|known| known.revision.as_ref());
        let is_left = revisions
            .flat_map(Revision::hunks)
            .any(|hunk| self.is_of_last_draft(hunk));
        if !changed.is_empty() && !is_left {
            self.drafts = standing;
        }
        changed
    }

    /// Whether a sentence cites a source that is no longer there, or was taken out.
    #[must_use]
    pub fn rests_on_what_is_gone(&self) -> bool {
        !self.gone().is_empty()
    }

    /// The numbers of the sources that sentences cite and that are no longer there, or were taken out.
    #[must_use]
    pub fn gone(&self) -> Vec<u32> {
        let sections = (0..self.sections.len()).map(SectionId);
        let cited = sections.flat_map(|id| self.withdrawn_in(id));
        cited.map(|(number, _)| number).collect()
    }

    /// The sources that a section's accepted text cites and that are no longer there, or were taken out, with their numbers. What the analyst keeps as it is rests
    /// on them all the same, and is nobody's to change.
    #[must_use]
    pub fn withdrawn_in(&self, section: SectionId) -> Vec<(u32, &Document)> {
        let known = self.section(section);
        known.map_or_else(Vec::new, |known| {
            self.withdrawn_of(known, &known.accepted())
        })
    }

    /// Whether what is proposed is all that can be done about sources that are gone: with it no sentence cites one any more.
    #[must_use]
    pub fn proposes_without_gone(&self) -> bool {
        let mut sections = self.sections.iter();
        self.rests_on_what_is_gone()
            && sections.all(|known| self.withdrawn_of(known, &known.candidate()).is_empty())
    }

    /// The sentences that were taken out of a section because their sources were, where all of these are evidence again and nothing says them now.
    #[must_use]
    pub fn fallen_in(&self, section: SectionId) -> Vec<&Fallen> {
        let Some(known) = self
            .section(section)
            .filter(|known| !known.fallen.is_empty())
        else {
            return Vec::new();
        };
        let (accepted, candidate) = (known.accepted(), known.candidate());
        let is_back = |number: &u32| {
            self.numbered(*number)
                .is_some_and(|document| self.is_current(document.id))
        };
        let may_return = |one: &&Fallen| {
            let cited = citation::numbers(&one.text);
            let is_refused = || {
                let mut refused = known.rejected.iter();
                refused.any(|refused| refused.after.trim() == one.text)
            };
            !cited.is_empty()
                && cited.iter().all(is_back)
                && !accepted.contains(&one.text)
                && !candidate.contains(&one.text)
                && !is_refused()
        };
        known.fallen.iter().filter(may_return).collect()
    }

    /// The numbers of all sources that are no longer there, or were taken out, whether anything cites them or not.
    pub(super) fn numbers_gone(&self) -> Vec<u32> {
        if !self.sources.has_gone() {
            return Vec::new();
        }
        let gone = self
            .evidence
            .iter()
            .filter(|one| self.standing(one.id).is_gone());
        gone.filter_map(|one| self.number_of(one.id)).collect()
    }

    /// The sentences of a section that stand in for others whose sources were gone and are all evidence again, each with the one whose place it has.
    fn standing_in(known: &Section, is_there: &dyn Fn(&u32) -> bool) -> Vec<Replaced> {
        let (accepted, candidate) = (known.accepted(), known.candidate());
        let may_return = |one: &&Replaced| {
            let cited = citation::numbers(&one.before);
            let is_said = |text: &String| text.contains(&one.before);
            one.stands_in
                && !cited.is_empty()
                && cited.iter().all(is_there)
                && accepted.contains(&one.after)
                && candidate.contains(&one.after)
                && !is_said(&accepted)
                && !is_said(&candidate)
        };
        known.replaced.iter().filter(may_return).cloned().collect()
    }

    /// The sentences of a section that rest on nothing but sources which are gone and had taken the place of another, each with the last of those before it whose own
    /// sources are all still there, and that nothing says now; and those that stand in for others whose sources are evidence again, each with that.
    #[must_use]
    pub fn replaced_in(&self, section: SectionId) -> Vec<Replaced> {
        let known = self.section(section);
        let Some(known) = known.filter(|known| !known.replaced.is_empty()) else {
            return Vec::new();
        };
        let (accepted, candidate) = (known.accepted(), known.candidate());
        let is_there = |number: &u32| {
            let document = self.numbered(*number);
            document.is_some_and(|document| self.is_current(document.id))
        };
        let rests_on_gone = |text: &str| {
            let cited = citation::numbers(text);
            !cited.is_empty() && !cited.iter().any(is_there)
        };
        let is_refused = |one: &Replaced| {
            let mut refused = known.rejected.iter();
            refused.any(|refused| {
                refused.before.trim() == one.after && refused.after.trim() == one.before
            })
        };
        let mut found = Self::standing_in(known, &is_there);
        found.retain(|one| !is_refused(one));
        if !self.sources.has_gone() {
            return found;
        }
        for after in known.replaced.iter().rev().map(|one| &one.after) {
            let stands = accepted.contains(after.as_str()) && rests_on_gone(after);
            if !stands || found.iter().any(|one| one.after == *after) {
                continue;
            }
            // What it took the place of may have taken another's, from a source that is gone as well.
            let mut before = after;
            let mut looked = 0;
            while rests_on_gone(before)
                && looked <= known.replaced.len()
                && let Some(one) = known.replaced.iter().rev().find(|one| one.after == *before)
            {
                before = &one.before;
                looked += 1;
            }
            let one = Replaced {
                before: before.clone(),
                after: after.clone(),
                stands_in: false,
            };
            let holds = citation::numbers(before).iter().all(is_there);
            let is_said = accepted.contains(before.as_str()) || candidate.contains(before.as_str());
            if holds && !is_said && !is_refused(&one) {
                found.push(one);
            }
        }
        found
    }

    /// Whether a sentence may come back whose source was taken out and is evidence again.
    #[must_use]
    pub fn may_restore(&self) -> bool {
        let mut sections = (0..self.sections.len()).map(SectionId);
        sections.any(|section| !self.fallen_in(section).is_empty())
    }

    /// How often the accepted text cites each source, by its number.
    pub(super) fn citations(&self) -> HashMap<u32, usize> {
        let texts = self.sections.iter().map(Section::accepted);
        let references = texts
            .flat_map(|text| citation::marks(&text))
            .flat_map(|mark| mark.references);
        let mut cited = HashMap::new();
        for reference in references {
            if let Reference::Number(number) = reference {
                *cited.entry(number).or_default() += 1;
            }
        }
        cited
    }

    fn withdrawn_of(&self, section: &Section, text: &str) -> Vec<(u32, &Document)> {
        // Most often nothing is gone, and each frame of a review asks: no text is read for that.
        if !self.sources.has_gone() {
            return Vec::new();
        }
        let mut text = text.to_owned();
        for kept in section.kept_as_it_is() {
            text = text.replace(kept, "");
        }
        let numbers = citation::numbers(&text);
        let gone = |number: &u32| {
            let document = self.numbered(*number)?;
            let is_gone = self.standing(document.id).is_gone();
            is_gone.then_some((*number, document))
        };
        numbers.iter().filter_map(gone).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{CycleKind, DocumentId, Event, HunkId, Piece, Provenance, fixture};

    const TEXT: &str = "Sales fell [1]. Prices rose [2].";

    fn of_two_sources() -> Study {
        Study::fold(&[
            fixture::opened("why?", &["Situation"]),
            fixture::added(1),
            fixture::added(2),
            fixture::numbered(&[1, 2]),
            Event::CycleStarted {
                cycle: CycleKind::Draft,
                sections: vec![SectionId(0)],
            },
            Event::SectionWritten {
                section: SectionId(0),
                text: TEXT.to_owned(),
                warnings: vec![],
                provenance: Provenance::default(),
            },
        ])
    }

    fn without_the_second(gone: Vec<u32>) -> Event {
        let hunk = Hunk {
            gone,
            cause: Some(CycleKind::Update),
            ..Hunk::open(
                HunkId(1),
                " Prices rose [2].".to_owned(),
                String::new(),
                "a source is gone".to_owned(),
            )
        };
        Event::RevisionProposed {
            section: SectionId(0),
            revision: Revision {
                pieces: vec![
                    Piece::Settled("Sales fell [1].".to_owned()),
                    Piece::Hunk(hunk),
                ],
            },
            warnings: vec![],
            provenance: Provenance::default(),
        }
    }

    fn out() -> Event {
        Event::DocumentsTakenOut {
            documents: vec![DocumentId(2)],
            undoable: true,
        }
    }

    fn back() -> Event {
        Event::DocumentsPutBack {
            documents: vec![DocumentId(2)],
            undoable: true,
        }
    }

    #[test]
    fn putting_a_source_back_leaves_nothing_of_what_was_proposed_because_it_was_gone() {
        let mut study = of_two_sources();
        study.apply(&out());
        study.apply(&Event::CycleStarted {
            cycle: CycleKind::Update,
            sections: vec![SectionId(0)],
        });
        study.apply(&without_the_second(vec![2]));
        assert_eq!(study.sections[0].candidate(), "Sales fell [1].");
        study.apply(&back());
        assert_eq!((study.open_hunks(), study.draft()), (0, 1));
        assert_eq!(study.sections[0].accepted(), TEXT);
        assert_eq!(study.sections[0].candidate(), TEXT);
        assert_eq!(study.sections[0].rejected, []);
        study.apply(&Event::Undone);
        assert_eq!(study.open_hunks(), 1);
        assert!(!study.is_current(DocumentId(2)));
        study.apply(&Event::Redone);
        assert_eq!(study.open_hunks(), 0);
        assert!(study.is_current(DocumentId(2)));
    }

    #[test]
    fn a_missing_file_that_comes_back_does_so_too() {
        let mut study = of_two_sources();
        let documents = vec![DocumentId(2)];
        study.apply(&Event::DocumentsWithdrawn {
            documents: documents.clone(),
        });
        study.apply(&without_the_second(vec![2]));
        study.apply(&Event::DocumentsReturned { documents });
        assert_eq!(study.sections[0].candidate(), TEXT);
    }

    #[test]
    fn what_was_proposed_for_another_reason_or_is_decided_stays() {
        for gone in [vec![], vec![1, 2]] {
            let mut study = of_two_sources();
            study.apply(&out());
            let first = Event::DocumentsTakenOut {
                documents: vec![DocumentId(1)],
                undoable: true,
            };
            study.apply(&first);
            study.apply(&without_the_second(gone));
            study.apply(&back());
            assert_eq!(study.open_hunks(), 1);
        }
        let mut study = of_two_sources();
        study.apply(&out());
        study.apply(&without_the_second(vec![2]));
        study.apply(&Event::HunksDecided {
            section: SectionId(0),
            hunks: vec![HunkId(1)],
            decision: crate::study::Decision::Accepted,
        });
        study.apply(&back());
        assert_eq!(study.sections[0].accepted(), "Sales fell [1].");
        assert!(study.news().contains(&DocumentId(2)));
    }

    #[test]
    fn what_a_source_that_is_gone_had_replaced_may_come_back_as_long_as_its_own_is_there() {
        let mut study = of_two_sources();
        let replaces = |before: &str, after: &str| Event::RevisionProposed {
            section: SectionId(0),
            revision: Revision {
                pieces: vec![
                    Piece::Hunk(Hunk::open(
                        HunkId(1),
                        before.to_owned(),
                        after.to_owned(),
                        String::new(),
                    )),
                    Piece::Settled(" Prices rose [1].".to_owned()),
                ],
            },
            warnings: vec![],
            provenance: Provenance::default(),
        };
        let accept = Event::HunksDecided {
            section: SectionId(0),
            hunks: vec![HunkId(1)],
            decision: crate::study::Decision::Accepted,
        };
        study.apply(&replaces("Sales fell [1].", "Sales grew [2]."));
        study.apply(&accept);
        assert_eq!(study.replaced_in(SectionId(0)), [], "its source is there");
        study.apply(&out());
        let back = study.replaced_in(SectionId(0));
        assert_eq!(back.len(), 1);
        assert_eq!(
            (back[0].before.as_str(), back[0].after.as_str()),
            ("Sales fell [1].", "Sales grew [2].")
        );
        study.apply(&Event::DocumentsTakenOut {
            documents: vec![DocumentId(1)],
            undoable: true,
        });
        assert_eq!(study.replaced_in(SectionId(0)), [], "its own is gone too");
        study.apply(&Event::Undone);
        study.apply(&back_of(&study));
        assert_eq!(study.replaced_in(SectionId(0)), [], "it is back already");
    }

    /// That the replaced sentence is back.
    fn back_of(study: &Study) -> Event {
        Event::SectionEdited {
            section: SectionId(0),
            text: study.sections[0]
                .accepted()
                .replace("Sales grew [2].", "Sales fell [1]."),
        }
    }

    #[test]
    fn what_stood_in_for_a_source_that_is_back_gives_way_to_what_it_had_replaced() {
        let mut study = of_two_sources();
        let revision = Revision {
            pieces: vec![
                Piece::Settled("Sales fell [1].".to_owned()),
                Piece::Hunk(Hunk::open(
                    HunkId(1),
                    " Prices rose [2].".to_owned(),
                    " Prices are stable [1].".to_owned(),
                    String::new(),
                )),
            ],
        };
        let proposed = Event::RevisionProposed {
            section: SectionId(0),
            revision,
            warnings: vec![],
            provenance: Provenance::default(),
        };
        let accept = Event::HunksDecided {
            section: SectionId(0),
            hunks: vec![HunkId(1)],
            decision: crate::study::Decision::Accepted,
        };
        // Where its source was there, it gave way for good.
        let mut other = of_two_sources();
        other.apply(&proposed);
        other.apply(&accept);
        assert_eq!(other.replaced_in(SectionId(0)), []);
        study.apply(&out());
        study.apply(&proposed);
        study.apply(&accept);
        assert_eq!(study.replaced_in(SectionId(0)), [], "its source is gone");
        study.apply(&back());
        let back = study.replaced_in(SectionId(0));
        assert_eq!(back.len(), 1);
        assert_eq!(
            (back[0].before.as_str(), back[0].after.as_str()),
            ("Prices rose [2].", "Prices are stable [1].")
        );
    }

    #[test]
    fn what_the_analyst_keeps_although_its_source_is_gone_calls_for_no_update() {
        let mut study = of_two_sources();
        study.apply(&out());
        study.apply(&without_the_second(vec![2]));
        assert!(study.has_news_to_bring_in() && study.proposes_without_gone());
        study.apply(&Event::HunksDecided {
            section: SectionId(0),
            hunks: vec![HunkId(1)],
            decision: crate::study::Decision::Rejected,
        });
        assert_eq!(study.sections[0].accepted(), TEXT);
        assert!(!study.has_news_to_bring_in() && study.gone().is_empty());
        study.apply(&Event::Undone);
        assert!(study.has_news_to_bring_in());

        let mut pinned = of_two_sources();
        pinned.apply(&out());
        assert_eq!(pinned.gone(), [2]);
        pinned.apply(&Event::SentencePinned {
            section: SectionId(0),
            sentence: "Prices rose [2].".to_owned(),
        });
        assert!(pinned.gone().is_empty());
    }
}
