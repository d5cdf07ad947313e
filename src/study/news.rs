//! What new, changed or withdrawn evidence was found to do to the brief before a writer was asked about it [W3b].
//!
//! Finding it is for `pipeline::impact`; it is kept so that the writer is told of it, also after a restart.

use serde::{Deserialize, Serialize};

use super::ids::{DocumentId, SectionId};
use super::judgement::Reading;
use super::state::Study;

/// How the words end that say what became of a sentence, where new evidence took its place.
pub const BY_NEW_EVIDENCE: &str = " by new evidence";

/// What became of a sentence that says that the evidence does not tell something, where new evidence tells it.
pub const TELLS_WHAT_IS_MISSING: &str = "new evidence tells what it misses";

/// One thing that an update is to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewsNote {
    /// Where the sentence stands, or where a new fact fits.
    pub sections: Vec<SectionId>,
    /// The sentence of the brief; none for a fact that no sentence holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// What became of its ground, in words; empty for a fact.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
    /// What the evidence says now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// What it says is something else than the sentence does, rather than what bears it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub differs: bool,
    /// Both cannot hold, or not at once: it differs, and plainly so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// What it says takes the sentence's place: it is newer, or takes it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gives_way: bool,
    /// The document that says so; journals of before do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<DocumentId>,
}

impl NewsNote {
    /// Whether the sentence says that the evidence does not tell what the news tell. One that is pinned stays as it is.
    #[must_use]
    pub fn fills_gap(&self) -> bool {
        self.what == TELLS_WHAT_IS_MISSING
    }
}

impl Study {
    /// Takes in what news were found to do. What earlier ones said otherwise than a sentence that still stands is not forgotten by that.
    pub(super) fn weigh(&mut self, notes: &[NewsNote]) {
        let before = std::mem::replace(&mut self.weighed, notes.to_vec());
        let texts = [Reading::Accepted, Reading::Candidate].map(|reading| self.texts(reading));
        let stands = |note: &NewsNote| {
            let is_in = |text: &String| note.sentence.as_ref().is_some_and(|it| text.contains(it));
            note.differs && texts.iter().flatten().any(is_in)
        };
        self.weighed_before.extend(before);
        self.weighed_before.retain(stands);
    }

    /// The documents that speak against sentences which the writer of the last update left as they are: it may be asked once more.
    pub(super) fn disputing_news(&self) -> Vec<DocumentId> {
        if self.open_hunks() > 0 {
            return Vec::new();
        }
        let is_against = |note: &&NewsNote| note.disputed || note.gives_way;
        let mut against = self.weighed.iter().filter(is_against).peekable();
        if against.peek().is_none() {
            return Vec::new();
        }
        let texts = self.texts(Reading::Accepted);
        let stands = |sentence: &String| {
            let mut sections = self.sections.iter().zip(&texts);
            sections
                .any(|(section, text)| text.contains(sentence) && !section.holds_pinned(sentence))
        };
        let mut news: Vec<DocumentId> = against
            .filter(|note| note.sentence.as_ref().is_some_and(stands))
            .filter_map(|note| note.source)
            .filter(|id| self.is_current(*id))
            .collect();
        news.sort_unstable();
        news.dedup();
        news
    }

    /// What news were found to say otherwise than the brief, those of earlier updates first, of sources that are still there.
    pub fn said_otherwise(&self) -> impl Iterator<Item = &NewsNote> {
        let all = self.weighed_before.iter().chain(&self.weighed);
        let is_there = |note: &&NewsNote| note.source.is_none_or(|source| self.is_current(source));
        all.filter(|note| note.differs).filter(is_there)
    }

    /// What an update of a section is to look at, in lines; `number` finds the number that a sentence is shown under, and `quote` as much of what the evidence says
    /// as tells which sentence of it is meant.
    #[must_use]
    pub fn news_for(
        &self,
        section: SectionId,
        number: &dyn Fn(&str) -> Option<usize>,
        quote: &dyn Fn(&str) -> String,
    ) -> Vec<String> {
        let notes = self.weighed.iter();
        let notes = notes.filter(|note| note.sections.contains(&section));
        notes.filter_map(|note| note.line(number, quote)).collect()
    }
}

impl NewsNote {
    fn line(
        &self,
        number: &dyn Fn(&str) -> Option<usize>,
        quote: &dyn Fn(&str) -> String,
    ) -> Option<String> {
        let said = self
            .said
            .as_ref()
            .map(|said| format!("\"{}\"", quote(said)));
        match (&self.sentence, said) {
            (Some(sentence), said) => {
                let said = said.map(|said| format!("; the evidence says: {said}"));
                let number = number(sentence)?;
                let what = &self.what;
                Some(format!(
                    "sentence {number}: {what}{}",
                    said.unwrap_or_default()
                ))
            }
            (None, said) => Some(format!("not in the brief yet: {}", said?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{CycleKind, Event, Provenance, fixture};

    #[test]
    fn a_writer_is_told_of_its_own_part_by_the_numbers_that_it_sees() {
        let note = |section: usize, sentence: Option<&str>, said: &str| NewsNote {
            sections: vec![SectionId(section)],
            sentence: sentence.map(str::to_owned),
            what: "the new version of [1] does not say this".to_owned(),
            said: Some(said.to_owned()),
            differs: false,
            disputed: false,
            gives_way: false,
            source: None,
        };
        let notes = vec![
            note(0, Some("It has 48 chargers [1]."), "It has 52 chargers."),
            note(1, Some("Two are broken [1]."), "None is broken."),
            note(0, Some("Changed meanwhile [1]."), "More."),
            note(0, None, "A third depot opens in May."),
        ];
        let study = Study::fold(&[Event::NewsWeighed { notes }]);
        let number = |sentence: &str| (sentence == "It has 48 chargers [1].").then_some(3);
        assert_eq!(
            study.news_for(SectionId(0), &number, &str::to_owned),
            [
                "sentence 3: the new version of [1] does not say this; the evidence says: \"It has 52 chargers.\"",
                "not in the brief yet: \"A third depot opens in May.\"",
            ]
        );
    }

    #[test]
    fn what_an_earlier_update_found_otherwise_is_remembered_while_its_sentence_stands() {
        let note = NewsNote {
            sections: vec![SectionId(0)],
            sentence: Some("The range is 118 kilometres [1].".to_owned()),
            what: String::new(),
            said: Some("The range was 134 kilometres.".to_owned()),
            differs: true,
            disputed: true,
            gives_way: false,
            source: None,
        };
        let written = |text: &str| Event::SectionWritten {
            section: SectionId(0),
            text: text.to_owned(),
            warnings: vec![],
            provenance: Provenance::default(),
        };
        let mut study = Study::fold(&[
            fixture::opened("How far do they go?", &["Situation"]),
            written("The range is 118 kilometres [1]. It snows."),
            Event::NewsWeighed {
                notes: vec![note.clone()],
            },
        ]);
        let nothing = Event::NewsWeighed { notes: vec![] };
        study.apply(&nothing);
        assert_eq!(study.said_otherwise().collect::<Vec<_>>(), [&note]);
        // Nor is it forgotten because something else is asked.
        study.start_cycle(CycleKind::Draft, &[SectionId(0)]);
        assert_eq!(study.said_otherwise().collect::<Vec<_>>(), [&note]);
        study.apply(&written("The range is 134 kilometres [2]. It snows."));
        study.apply(&nothing);
        assert_eq!(study.said_otherwise().count(), 0);
    }

    #[test]
    fn what_speaks_against_a_sentence_that_was_left_as_it_is_can_be_brought_in_once_more() {
        let note = NewsNote {
            sections: vec![SectionId(0)],
            sentence: Some("The range is 118 kilometres [1].".to_owned()),
            what: String::new(),
            said: Some("The range was 134 kilometres.".to_owned()),
            differs: true,
            disputed: true,
            gives_way: false,
            source: Some(DocumentId(2)),
        };
        let mut study = Study::fold(&[
            fixture::opened("How far do they go?", &["Situation"]),
            fixture::added(1),
            fixture::added(2),
        ]);
        study.apply(&Event::SectionWritten {
            section: SectionId(0),
            text: "The range is 118 kilometres [1]. It snows.".to_owned(),
            warnings: vec![],
            provenance: Provenance::default(),
        });
        let before = study.disputing_news();
        study.apply(&Event::NewsWeighed { notes: vec![note] });
        assert_eq!(
            (before, study.disputing_news()),
            (vec![], vec![DocumentId(2)])
        );
        study.apply(&Event::SectionWritten {
            section: SectionId(0),
            text: "The range is 134 kilometres [2]. It snows.".to_owned(),
            warnings: vec![],
            provenance: Provenance::default(),
        });
        assert_eq!(study.disputing_news(), []);
    }
}
