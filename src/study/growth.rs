//! How the evidence of a study grows: sources change, move, go and come back, while everything that was cited still opens [E7].
//!
//! A changed source is a new document, and the old one stays. All versions of a source share its citation number, as all documents at one address do:
//! the number names the source [C1], and the passage that a citation remembers names the version. So a number never changes meaning, and a text that
//! cites the older version opens the older passage, marked as such.

mod asked_for;

use std::collections::{HashMap, HashSet};

use super::citation;
use super::claim::Claim;
use super::event::CycleKind;
use super::evidence::{Description, Document};
use super::ids::DocumentId;
use super::state::Study;

/// Whether a document still is what its source says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Current,
    /// The source has another text now.
    Superseded {
        by: DocumentId,
    },
    /// The source is no longer where it was.
    Withdrawn,
    /// The analyst wants it to be no evidence.
    TakenOut,
}

impl Standing {
    /// What a reader of an old citation is told; nothing of a document that stands.
    #[must_use]
    pub fn note(self) -> Option<&'static str> {
        match self {
            Self::Current => None,
            Self::Superseded { .. } => Some("older version"),
            Self::Withdrawn => Some("no longer there"),
            Self::TakenOut => Some("taken out"),
        }
    }

    /// Whether there is nothing at the source any more that could be cited.
    pub(super) fn is_gone(self) -> bool {
        matches!(self, Self::Withdrawn | Self::TakenOut)
    }
}

/// What is known of documents beside their cards, in forms that are found at once: a study may have ten thousand.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Sources {
    /// Position in the study's evidence.
    places: HashMap<DocumentId, usize>,
    /// Position of the first document with this hash.
    hashes: HashMap<String, usize>,
    /// Those that are not current.
    standing: HashMap<DocumentId, Standing>,
    /// How often the brief cited what was taken out, when that was done.
    cited: HashMap<DocumentId, usize>,
    /// Later versions, by the first one.
    firsts: HashMap<DocumentId, DocumentId>,
    /// The newest version, by the first one; only where there is more than one.
    latest: HashMap<DocumentId, DocumentId>,
    /// By a new version, the ones that were evidence before it when the brief was last brought in line.
    seen: HashMap<DocumentId, Vec<DocumentId>>,
    /// Citation numbers of sources by their first version, and where several documents share one by what they share it by.
    numbers: HashMap<DocumentId, u32>,
    names: HashMap<String, u32>,
    /// Positions among what was refused, by what was asked for.
    refused: HashMap<String, usize>,
}

impl Sources {
    /// Whether anything that was read is no longer there, or was taken out.
    pub(super) fn has_gone(&self) -> bool {
        self.standing.values().any(|standing| standing.is_gone())
    }
}

impl Study {
    /// A document of the evidence, whether it is still there or not.
    #[must_use]
    pub fn document(&self, id: DocumentId) -> Option<&Document> {
        self.evidence.get(*self.sources.places.get(&id)?)
    }

    /// The documents that new text may be written from.
    pub fn current(&self) -> impl Iterator<Item = &Document> {
        self.evidence
            .iter()
            .filter(|document| self.is_current(document.id))
    }

    /// Whether new text may be written from it.
    #[must_use]
    pub fn is_current(&self, id: DocumentId) -> bool {
        self.standing(id) == Standing::Current
    }

    /// What has become of a document; current where nothing has.
    #[must_use]
    pub fn standing(&self, id: DocumentId) -> Standing {
        self.sources
            .standing
            .get(&id)
            .copied()
            .unwrap_or(Standing::Current)
    }

    /// Documents that no finished cycle has seen and that are there to be seen.
    #[must_use]
    pub fn news(&self) -> Vec<DocumentId> {
        let fresh = self.fresh.iter().copied();
        fresh.filter(|id| self.is_current(*id)).collect()
    }

    /// The documents that an update would be about: the news, or else, where no source is gone that the brief rests on, those that were found to add nothing,
    /// of which all was refused, or that speak against what stands.
    #[must_use]
    pub fn news_of_update(&self) -> Vec<DocumentId> {
        let news = self.news_or_settled();
        if !news.is_empty() || self.rests_on_what_is_gone() {
            return news;
        }
        let refused = self.refused_news();
        if refused.is_empty() {
            return self.disputing_news();
        }
        refused
    }

    /// The documents that refused changes cite and the brief does not: whoever refused what was made of them may want something else of them.
    fn refused_news(&self) -> Vec<DocumentId> {
        let refused = || self.sections.iter().flat_map(|section| &section.rejected);
        if refused().next().is_none() || self.open_hunks() > 0 {
            return Vec::new();
        }
        let (cited, refused) = (self.citations(), refused());
        let numbers = refused.flat_map(|refused| citation::numbers(&refused.after));
        let mut news: Vec<DocumentId> = numbers
            .filter(|number| !cited.contains_key(number))
            .filter_map(|number| Some(self.numbered(number)?.id))
            .filter(|id| self.is_current(*id))
            .collect();
        news.sort_unstable();
        news.dedup();
        news
    }

    fn news_or_settled(&self) -> Vec<DocumentId> {
        let news = self.news();
        if !news.is_empty() || self.rests_on_what_is_gone() {
            return news;
        }
        let settled = self.settled.iter().copied();
        settled.filter(|id| self.is_current(*id)).collect()
    }

    /// Whether there is evidence that the brief has not been brought in line with: new, or gone. What was found to add nothing is neither.
    #[must_use]
    pub fn has_news_to_bring_in(&self) -> bool {
        !self.news().is_empty() || self.rests_on_what_is_gone()
    }

    /// The same, without the sources whose loss the run's own update was about: what a writer left of them standing is for the run to mend.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        let told = self.run.iter().flat_map(|run| &run.gone);
        let told: Vec<u32> = told.copied().collect();
        !self.news().is_empty() || self.gone().iter().any(|number| !told.contains(number))
    }

    /// Whether an update has anything to be about.
    #[must_use]
    pub fn has_news(&self) -> bool {
        !self.news_of_update().is_empty() || self.rests_on_what_is_gone()
    }

    /// Takes what the analyst says of a source for what it says of itself.
    pub(super) fn describe(&mut self, id: DocumentId, description: &Description) {
        let place = self.sources.places.get(&id).copied();
        if let Some(document) = place.and_then(|place| self.evidence.get_mut(place)) {
            let Description {
                title,
                author,
                date,
                origin,
            } = description.clone();
            document.title = title;
            document.author = author;
            document.date = date;
            document.origin = origin;
        }
    }

    /// The document that was the first with this text.
    pub(super) fn first_with_hash(&self, hash: &str) -> Option<&Document> {
        self.evidence.get(*self.sources.hashes.get(hash)?)
    }

    /// Whether a search for more evidence brought a document, not the analyst [W7].
    #[must_use]
    pub fn is_found(&self, id: DocumentId) -> bool {
        self.found.contains(&id)
    }

    /// Documents that the analyst took out of the evidence.
    pub fn taken_out(&self) -> impl Iterator<Item = &Document> {
        let standing = self.sources.standing.iter();
        standing
            .filter(|(_, standing)| **standing == Standing::TakenOut)
            .filter_map(|(id, _)| self.document(*id))
    }

    /// The newest version of a document's source.
    #[must_use]
    pub fn latest(&self, id: DocumentId) -> DocumentId {
        let first = self.first(id);
        self.sources.latest.get(&first).copied().unwrap_or(id)
    }

    /// The versions in whose place a document stands that the brief was last brought in line with: what came and changed again in between, it has not seen.
    #[must_use]
    pub fn seen_before(&self, id: DocumentId) -> &[DocumentId] {
        self.sources.seen.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The citation number of a document; the versions of one source share it, and so do documents of one canonical URL [C1].
    #[must_use]
    pub fn number_of(&self, id: DocumentId) -> Option<u32> {
        // A large folder is read before anything is cited, and each frame asks for all its files.
        if self.numbers.is_empty() {
            return None;
        }
        let first = self.document(self.first(id))?;
        match first.shared_name() {
            Some(name) => self.sources.names.get(name).copied(),
            None => self.sources.numbers.get(&first.id).copied(),
        }
    }

    /// The document behind a citation number, in its newest version.
    #[must_use]
    pub fn numbered(&self, number: u32) -> Option<&Document> {
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        let id = *self.numbers.get(at)?;
        self.document(self.latest(id))
    }

    pub(super) fn add_evidence(&mut self, document: &Document) {
        if self.document(document.id).is_some() {
            return;
        }
        let place = self.evidence.len();
        self.sources.places.insert(document.id, place);
        if !document.hash.is_empty() {
            let first = self.sources.hashes.entry(document.hash.clone());
            first.or_insert(place);
        }
        self.fresh.push(document.id);
        self.forget_refusal_of(&document.uri);
        self.evidence.push(document.clone());
        // A journal that lost rows may number a document before it comes.
        if self.numbers.contains(&document.id) {
            self.renumber();
        }
    }

    pub(super) fn number(&mut self, documents: &[DocumentId]) {
        self.numbers.extend(documents);
        self.renumber();
    }

    /// A source whose document was `old` has `new` for its text. That may be a text that it had before, or that of another document.
    pub(super) fn replace(&mut self, old: DocumentId, new: &Document) {
        if old == new.id {
            return;
        }
        self.forget_refusal_of(&new.uri);
        let is_known = self.document(new.id).is_some();
        let is_news = self.fresh.contains(&new.id);
        self.add_evidence(new);
        if self.document(old).is_none() {
            return;
        }
        let first = self.first(old);
        if !is_known {
            self.sources.firsts.insert(new.id, first);
        }
        let seen = if self.fresh.contains(&old) {
            self.seen_before(old).to_vec()
        } else {
            vec![old]
        };
        let known = self.sources.seen.entry(new.id).or_default();
        if !is_news {
            known.clear();
        }
        known.extend(seen);
        if !self.fresh.contains(&new.id) {
            self.fresh.push(new.id);
        }
        self.fresh.retain(|id| *id != old);
        self.settled.retain(|id| *id != old);
        self.sources.standing.remove(&new.id);
        self.sources
            .standing
            .insert(old, Standing::Superseded { by: new.id });
        self.sources.latest.insert(first, new.id);
        self.forget_standing_of(&[old, new.id]);
        self.renumber();
        self.doubt(&[old]);
    }

    /// Claims that cite these sources, or of which these were found to say otherwise, are to be checked against what the sources say now.
    fn doubt(&mut self, documents: &[DocumentId]) {
        let numbers = documents.iter().filter_map(|id| self.number_of(*id));
        let numbers: Vec<u32> = numbers.collect();
        let cites = |claim: &Claim| {
            claim
                .citations
                .iter()
                .any(|number| numbers.contains(number))
        };
        let notes = self.weighed_before.iter().chain(&self.weighed);
        let theirs = notes.filter(|note| note.source.is_some_and(|id| documents.contains(&id)));
        let opposed: Vec<&str> = theirs
            .filter_map(|note| note.sentence.as_deref().filter(|_| note.differs))
            .collect();
        let is_opposed = |claim: &Claim| {
            let mut opposed = opposed.iter();
            opposed.any(|sentence| claim.text.contains(sentence.trim()))
        };
        for section in &mut self.sections {
            let is_doubtful = |claim: &Claim| cites(claim) || is_opposed(claim);
            section.checked &= !section.claims.iter().any(is_doubtful);
        }
    }

    /// A document is at this address now; that may be where it was, when it could not be read there for a while.
    pub(super) fn move_to(&mut self, id: DocumentId, uri: &str) {
        self.forget_refusal_of(uri);
        if let Some(place) = self.sources.places.get(&id)
            && let Some(document) = self.evidence.get_mut(*place)
        {
            uri.clone_into(&mut document.uri);
            // A document that has an address may share its number with others there.
            self.renumber();
        }
    }

    pub(super) fn withdraw(&mut self, documents: &[DocumentId]) {
        for id in documents {
            if self.document(*id).is_some() && self.is_current(*id) {
                self.sources.standing.insert(*id, Standing::Withdrawn);
            }
        }
        self.doubt(documents);
    }

    pub(super) fn take_back(&mut self, documents: &[DocumentId]) {
        for id in documents {
            if self.standing(*id) == Standing::Withdrawn {
                self.sources.standing.remove(id);
            }
        }
        let changed = self.take_back_what_lost_its_reason();
        self.can_be_undone(changed);
        self.doubt(documents);
    }

    pub(super) fn take_out(&mut self, documents: &[DocumentId], undoable: bool) {
        let is_there = |id: &DocumentId| {
            let stands = matches!(self.standing(*id), Standing::Current | Standing::Withdrawn);
            stands && self.document(*id).is_some()
        };
        let there: Vec<DocumentId> = documents.iter().copied().filter(is_there).collect();
        self.restand(&there, Standing::TakenOut, undoable);
    }

    pub(super) fn put_back(&mut self, documents: &[DocumentId], undoable: bool) {
        let is_out = |id: &DocumentId| self.standing(*id) == Standing::TakenOut;
        let out: Vec<DocumentId> = documents.iter().copied().filter(is_out).collect();
        self.restand(&out, Standing::Current, undoable);
    }

    fn restand(&mut self, documents: &[DocumentId], standing: Standing, undoable: bool) {
        let mut seen = HashSet::new();
        let changes: Vec<(DocumentId, Standing)> = documents
            .iter()
            .filter(|id| seen.insert(**id))
            .map(|id| (*id, standing))
            .collect();
        let before = self.stand(changes);
        let sections = self.take_back_what_lost_its_reason();
        if undoable {
            self.sources_can_be_undone(before, sections);
        } else {
            self.forget_standing_of(documents);
        }
    }

    /// Gives sources this standing, and says which they had. What is evidence again is new again where the brief does not cite it, or less often than before: it was
    /// written without it since. A source that has another text by now stays as it is.
    pub(super) fn stand(
        &mut self,
        changes: Vec<(DocumentId, Standing)>,
    ) -> Vec<(DocumentId, Standing)> {
        let cited = self.citations();
        let mut before = Vec::new();
        for (id, standing) in changes {
            let was = self.standing(id);
            if matches!(was, Standing::Superseded { .. }) || was == standing {
                continue;
            }
            before.push((id, was));
            self.sources.standing.insert(id, standing);
            let number = self.number_of(id);
            let now = number.and_then(|number| cited.get(&number)).copied();
            let now = now.unwrap_or_default();
            if standing == Standing::TakenOut {
                self.sources.cited.insert(id, now);
            }
            if standing == Standing::Current {
                self.sources.standing.remove(&id);
                self.settled.retain(|settled| *settled != id);
                let then = self.sources.cited.remove(&id).unwrap_or_default();
                if (now == 0 || now < then) && !self.fresh.contains(&id) {
                    self.fresh.push(id);
                }
            }
        }
        let ids: Vec<DocumentId> = before.iter().map(|(id, _)| *id).collect();
        self.doubt(&ids);
        before
    }

    /// What was news is known to add nothing.
    pub(super) fn settle(&mut self, documents: &[DocumentId]) {
        let mut fresh: HashSet<DocumentId> = self.fresh.iter().copied().collect();
        let news = documents.iter().filter(|id| fresh.remove(id)).copied();
        self.settled.extend(news);
        self.fresh.retain(|id| fresh.contains(id));
    }

    /// The news that a cycle takes up, and those that it leaves. A draft is about all evidence, and has seen what was settled too.
    pub(super) fn take_news(&mut self, kind: CycleKind) -> (Vec<DocumentId>, Vec<DocumentId>) {
        let taken = match kind {
            CycleKind::Draft => self.news(),
            CycleKind::Update => self.news_of_update(),
            _ => self.news_or_settled(),
        };
        let seen: HashSet<DocumentId> = taken.iter().copied().collect();
        self.settled
            .retain(|id| kind != CycleKind::Draft && !seen.contains(id));
        let later = std::mem::take(&mut self.fresh).into_iter();
        let later = later.filter(|id| !seen.contains(id)).collect();
        (taken, later)
    }

    fn first(&self, id: DocumentId) -> DocumentId {
        self.sources.firsts.get(&id).copied().unwrap_or(id)
    }

    fn renumber(&mut self) {
        let (mut numbers, mut names) = (HashMap::new(), HashMap::new());
        for (number, id) in (1..).zip(&self.numbers) {
            // Documents of one source share the first number it got.
            let Some(first) = self.document(self.first(*id)) else {
                continue;
            };
            match first.shared_name() {
                Some(name) => names.entry(name.to_owned()).or_insert(number),
                None => numbers.entry(first.id).or_insert(number),
            };
        }
        self.sources.numbers = numbers;
        self.sources.names = names;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Event, Refused, Section};

    fn document(id: i64, uri: &str) -> Document {
        Document {
            id: DocumentId(id),
            uri: uri.to_owned(),
            ..Document::default()
        }
    }

    fn added(id: i64, uri: &str) -> Event {
        Event::EvidenceAdded {
            document: document(id, uri),
        }
    }

    fn replaced(old: i64, new: i64, uri: &str) -> Event {
        Event::DocumentReplaced {
            old: DocumentId(old),
            new: document(new, uri),
        }
    }

    fn current(study: &Study) -> Vec<i64> {
        study.current().map(|document| document.id.0).collect()
    }

    #[test]
    fn a_new_version_keeps_the_number_of_its_source_and_the_old_text_stays() {
        let numbered = Event::SourcesNumbered {
            documents: vec![DocumentId(1)],
        };
        let mut study = Study::fold(&[added(1, "/a.md"), numbered, replaced(1, 2, "/a.md")]);
        assert_eq!(current(&study), [2]);
        assert_eq!(study.number_of(DocumentId(1)), Some(1));
        assert_eq!(study.number_of(DocumentId(2)), Some(1));
        assert_eq!(study.numbered(1).map(|document| document.id.0), Some(2));
        assert_eq!(study.standing(DocumentId(1)).note(), Some("older version"));
        assert_eq!(study.news(), [DocumentId(2)]);

        study.apply(&replaced(2, 1, "/a.md"));
        assert_eq!(current(&study), [1]);
        assert_eq!(study.latest(DocumentId(2)), DocumentId(1));
        assert_eq!(study.news(), [DocumentId(1)]);
    }

    #[test]
    fn what_came_and_changed_again_before_an_update_was_seen_by_nobody() {
        let taken_up = |id: i64| Event::NewsSettled {
            documents: vec![DocumentId(id)],
            why: String::new(),
        };
        let mut study = Study::fold(&[added(1, "/a.md"), taken_up(1), added(5, "/b.md")]);
        let seen = |study: &Study, id: i64| study.seen_before(DocumentId(id)).to_vec();
        study.apply(&replaced(1, 2, "/a.md"));
        assert_eq!(seen(&study, 2), [DocumentId(1)]);
        study.apply(&replaced(2, 3, "/a.md"));
        assert_eq!(seen(&study, 3), [DocumentId(1)]);
        study.apply(&taken_up(3));
        study.apply(&replaced(3, 4, "/a.md"));
        assert_eq!(seen(&study, 4), [DocumentId(3)]);
        study.apply(&replaced(4, 3, "/a.md"));
        assert_eq!(seen(&study, 3), [DocumentId(3)]);
        // A new source has no version that anybody knows.
        study.apply(&replaced(5, 6, "/b.md"));
        assert_eq!(seen(&study, 6), []);
    }

    #[test]
    fn the_parts_of_one_source_share_its_number() {
        let part = |id: i64, uri: &str| {
            let whole = ("part_of".to_owned(), "/found.jsonl".to_owned());
            Event::EvidenceAdded {
                document: Document {
                    metadata: [whole].into(),
                    ..document(id, uri)
                },
            }
        };
        let study = Study::fold(&[
            part(1, "/found.jsonl"),
            part(2, "/found.jsonl#part 2"),
            added(3, "/b.md"),
            Event::SourcesNumbered {
                documents: vec![DocumentId(2), DocumentId(3)],
            },
        ]);
        let numbers = [1, 2, 3].map(|id| study.number_of(DocumentId(id)));
        assert_eq!(numbers, [Some(1), Some(1), Some(2)]);
    }

    #[test]
    fn what_is_gone_is_not_written_from_until_it_is_back() {
        let ids = || vec![DocumentId(1), DocumentId(9)];
        let mut study = Study::fold(&[added(1, "/a.md"), added(2, "/b.md")]);
        study.apply(&Event::DocumentsWithdrawn { documents: ids() });
        assert_eq!(current(&study), [2]);
        assert_eq!(study.news(), [DocumentId(2)]);
        assert!(study.document(DocumentId(1)).is_some());
        study.apply(&Event::DocumentsReturned { documents: ids() });
        assert_eq!(current(&study), [1, 2]);
        assert_eq!(study.news(), [DocumentId(1), DocumentId(2)]);
    }

    #[test]
    fn taking_a_source_out_and_putting_it_back_are_decisions_like_any_other() {
        let out = |undoable| Event::DocumentsTakenOut {
            documents: vec![DocumentId(1), DocumentId(1), DocumentId(9)],
            undoable,
        };
        let mut study = Study::fold(&[added(1, "/a.md"), added(2, "/b.md"), out(true)]);
        assert_eq!(current(&study), [2]);
        study.apply(&Event::Undone);
        assert_eq!(current(&study), [1, 2]);
        study.apply(&Event::Redone);
        assert_eq!(current(&study), [2]);
        let back = Event::DocumentsPutBack {
            documents: vec![DocumentId(1)],
            undoable: true,
        };
        study.apply(&back);
        assert_eq!(current(&study), [1, 2]);
        study.apply(&Event::Undone);
        assert_eq!(current(&study), [2]);
        // What has another text by now is not brought back in its old one.
        study.apply(&replaced(1, 3, "/a.md"));
        assert!(!study.can_undo());
        assert_eq!(current(&study), [2, 3]);
        // Journals of before hold no such step.
        let mut study = Study::fold(&[added(1, "/a.md"), out(false)]);
        assert!(!study.can_undo());
        study.apply(&Event::Undone);
        assert_eq!(current(&study), [0_i64; 0]);
    }

    #[test]
    fn a_source_of_which_all_was_refused_can_be_asked_about_again() {
        let mut study = Study::default();
        for event in [
            added(1, "/a.md"),
            added(2, "/b.md"),
            Event::SourcesNumbered {
                documents: vec![DocumentId(1), DocumentId(2)],
            },
        ] {
            study.apply(&event);
        }
        study.fresh.clear();
        let refused = Refused {
            before: String::new(),
            after: "It is cold [2].".to_owned(),
            why: None,
        };
        study.sections.push(Section {
            revision: Some(crate::study::Revision::settled("It is old [1].")),
            rejected: vec![refused],
            ..Section::default()
        });
        assert_eq!(study.news_of_update(), [DocumentId(2)]);
        // What the brief tells of it is no reason to ask again.
        study.sections[0].revision = Some(crate::study::Revision::settled("It is old [1][2]."));
        assert_eq!(study.news_of_update(), []);
    }
}
