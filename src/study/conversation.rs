//! The conversation with the writer: what was asked and answered, and which passages it holds already [M4].
//!
//! A conversation only grows at its end, so a passage that an earlier turn holds need not be sent again. Which passages a turn held is read off the
//! record that its reply's provenance carries.

use std::collections::BTreeSet;

use super::event::Provenance;
use super::ids::{DocumentId, PassageId};
use super::sent::{Fate, Sent};
use super::state::Study;

/// Where a request stands to the conversation with the writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conversation {
    GoesOn,
    /// The old one would not fit the model any more.
    BeginsAnew,
    /// The request is put by itself, and the conversation is gone on with afterwards.
    Aside,
}

/// One exchange with a writer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The prompt that asked, and whether in multi-source mode.
    pub prompt: String,
    pub multi_source: bool,
    pub asked: String,
    pub replied: String,
    /// The passages whose text it holds, whole or compressed.
    pub held: Vec<(PassageId, Held)>,
}

/// How a turn of the conversation holds a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    Compressed,
    Whole,
}

impl Turn {
    /// The turn that a reply ended.
    #[must_use]
    pub(super) fn of(provenance: &Provenance) -> Self {
        Self {
            prompt: provenance.prompt.id.clone(),
            multi_source: provenance.multi_source,
            asked: provenance.asked.clone(),
            replied: provenance.carried().to_owned(),
            held: provenance.sent.as_ref().map(held).unwrap_or_default(),
        }
    }
}

impl Study {
    /// The document that stands for another in counts of sources: of near-copies the one that was first [E5].
    #[must_use]
    pub fn original_of(&self, id: DocumentId) -> DocumentId {
        self.document(id)
            .and_then(|document| document.copy_of)
            .unwrap_or(id)
    }

    /// How the conversation holds a passage already, at best.
    #[must_use]
    pub fn held(&self, passage: PassageId) -> Option<Held> {
        held_in(&self.conversation, passage)
    }

    /// How many documents the brief draws on in multi-source mode, near-copies counted once; `None` where no section was written in it [R4], and
    /// where all that the brief says rests on one source after all.
    #[must_use]
    pub fn multi_source(&self) -> Option<usize> {
        let mut documents = BTreeSet::new();
        let mut most = 0;
        for section in &self.sections {
            let Some(made) = &section.provenance else {
                continue;
            };
            if made.multi_source {
                let sources = section.drawn_on.iter();
                let sources = sources.map(|id| self.latest(self.original_of(*id)));
                documents.extend(sources.filter(|id| self.is_current(*id)));
                // Journals of the first version say which passages were sent, not whose they are.
                most = most.max(if made.sent.is_none() {
                    self.numbers.len()
                } else {
                    2
                });
            }
        }
        (most > 0 && self.cites_several_sources()).then(|| most.max(documents.len()))
    }

    /// Whether its claims cite at least two sources, near-copies being one.
    fn cites_several_sources(&self) -> bool {
        let claims = self.sections.iter().flat_map(|section| &*section.claims);
        let mut sources = claims
            .flat_map(|claim| &claim.citations)
            .filter_map(|number| self.numbered(*number))
            .map(|document| self.source_of(document));
        let first = sources.next();
        sources.any(|source| Some(source) != first)
    }
}

/// How some turns hold a passage, at best.
#[must_use]
pub fn held_in(turns: &[Turn], passage: PassageId) -> Option<Held> {
    let all = turns.iter().flat_map(|turn| &turn.held);
    all.filter(|(held, _)| *held == passage)
        .map(|(_, how)| *how)
        .max()
}

/// The passages whose text a request held.
fn held(sent: &Sent) -> Vec<(PassageId, Held)> {
    let held = |fate: &Fate| match fate {
        Fate::Whole => Some(Held::Whole),
        Fate::Compressed(_) => Some(Held::Compressed),
        Fate::Above | Fate::LeftOut(_) => None,
    };
    sent.passages
        .iter()
        .filter_map(|passage| Some((passage.passage, held(&passage.fate)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{
        Claim, CycleKind, Document, Event, SectionId, SentPassage, Verdict, fixture,
    };

    fn written(section: usize, restarts: bool, passages: &[(i64, i64, Fate)]) -> Event {
        let passages = passages
            .iter()
            .map(|(passage, document, fate)| SentPassage {
                passage: PassageId(*passage),
                document: DocumentId(*document),
                score: 1.0,
                lexical: 1.0,
                semantic: None,
                characters: 10,
                locator: String::new(),
                opening: String::new(),
                fate: fate.clone(),
            })
            .collect();
        Event::SectionWritten {
            section: SectionId(section),
            text: "Text [1].".into(),
            warnings: vec![],
            provenance: Provenance {
                writer: "acme/m".into(),
                multi_source: true,
                asked: format!("asked {section}"),
                replied: "Text [1].".into(),
                sent: Some(Sent {
                    restarts,
                    passages,
                    ..Sent::default()
                }),
                ..Provenance::default()
            },
        }
    }

    fn study(events: &[Event]) -> Study {
        let mut all = vec![fixture::opened("why?", &[""; 3])];
        for (id, copy_of) in [(1, None), (2, None), (3, Some(DocumentId(2)))] {
            let document = Document {
                id: DocumentId(id),
                copy_of,
                ..Document::default()
            };
            all.push(Event::EvidenceAdded { document });
        }
        let sections = vec![SectionId(0), SectionId(1), SectionId(2)];
        all.push(Event::CycleStarted {
            cycle: CycleKind::Draft,
            sections,
        });
        all.extend_from_slice(events);
        Study::fold(&all)
    }

    #[test]
    fn a_conversation_knows_what_it_holds_until_it_begins_anew() {
        let short = Fate::Compressed(crate::study::Compressed {
            text: "short".into(),
            by: "acme/m".into(),
            refused: None,
        });
        let first = written(0, false, &[(1, 1, Fate::Whole), (2, 2, short)]);
        let second = written(1, false, &[(1, 1, Fate::Above), (2, 2, Fate::Whole)]);
        let known = study(&[first.clone(), second.clone()]);
        assert_eq!(known.held(PassageId(1)), Some(Held::Whole));
        assert_eq!(known.held(PassageId(2)), Some(Held::Whole));
        assert_eq!(known.held(PassageId(9)), None);
        let third = written(2, true, &[(4, 1, Fate::Whole)]);
        let anew = study(&[first.clone(), second.clone(), third.clone()]);
        assert_eq!(anew.conversation.len(), 1);
        assert_eq!(anew.held(PassageId(1)), None);
        let mut aside = third;
        if let Event::SectionWritten { provenance, .. } = &mut aside
            && let Some(sent) = &mut provenance.sent
        {
            sent.aside = true;
        }
        let gone_on_with = study(&[first, second, aside]);
        assert_eq!(gone_on_with.conversation, known.conversation);
    }

    #[test]
    fn near_copies_are_one_document_of_a_brief_in_multi_source_mode() {
        let left = Fate::LeftOut(crate::study::LeftOut::OverBudget);
        let sent = [
            (1, 1, Fate::Whole),
            (2, 2, Fate::Whole),
            (3, 3, Fate::Above),
            (4, 9, left),
        ];
        let citing = |citations: &[u32]| {
            let claim = Claim {
                text: "Text.".into(),
                citations: citations.to_vec(),
                verdict: Verdict::Supported,
                reason: String::new(),
                evidence: None,
                more: vec![],
            };
            let checked = Event::ClaimsChecked {
                section: SectionId(0),
                claims: vec![claim],
            };
            let documents = [1, 2, 3].map(DocumentId).to_vec();
            let numbered = Event::SourcesNumbered { documents };
            study(&[numbered, written(0, false, &sent), checked]).multi_source()
        };
        assert_eq!(citing(&[1, 2]), Some(2));
        assert_eq!(citing(&[1]), None, "it rests on one source");
        assert_eq!(citing(&[2, 3]), None, "on one and its copy");
        assert_eq!(study(&[]).multi_source(), None);
    }
}
