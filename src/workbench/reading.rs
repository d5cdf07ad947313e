//! What the analyst looks at: passages in their surroundings.

use super::{Level, PassageView, Workbench, retrieve};
use crate::library::{LibraryError, Search, SearchMode};
use crate::study::{Document, DocumentId, Envelope, Passage, PassageId, Quote, Section};

impl Workbench {
    /// Whether the study would be found if the program ended now: a disk that failed may have kept less than it said.
    pub fn is_kept(&self) -> bool {
        let listed = self.library.reopen().and_then(|library| library.studies());
        listed.is_ok_and(|studies| studies.iter().any(|study| study.id == self.session.id))
    }

    /// A passage with its surroundings, for the preview of a citation; the cited sentence is marked where `quote` names it.
    pub fn passage_view(&mut self, id: PassageId, quote: Option<&Quote>) -> Option<PassageView> {
        match self.view(id, quote) {
            Ok(view) => view,
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                None
            }
        }
    }

    /// A document at the place that the brief rests on first; one that it does not cite at the passage that bears most on the question, or its first.
    pub fn document_view(&mut self, id: DocumentId) -> Option<PassageView> {
        if let Some(quote) = self.first_quote(id)
            && let Some(view) = self.passage_view(quote.passage, Some(&quote))
            && view.document.id == id
        {
            return Some(view);
        }
        let passage = retrieve::best(
            &self.library,
            &self.session.study,
            &self.session.study.question,
            &[id],
            1,
        )
        .and_then(|hits| match hits.into_iter().next() {
            Some(hit) => Ok(Some(hit.passage.id)),
            None => Ok(self
                .library
                .first_passages(&[id], 1)?
                .first()
                .map(|passage| passage.id)),
        });
        match passage {
            Ok(passage) => self
                .passage_view(passage?, None)
                .filter(|view| view.document.id == id),
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                None
            }
        }
    }

    /// What the brief quotes first of a source.
    fn first_quote(&self, id: DocumentId) -> Option<Quote> {
        let study = &self.session.study;
        let number = study.number_of(id)?;
        let claims = study.sections.iter().flat_map(Section::accepted_claims);
        let mut quotes = claims.flat_map(|claim| claim.evidence.iter().chain(&claim.more));
        quotes.find(|quote| quote.number == Some(number)).cloned()
    }

    /// The passages of the study's evidence in which these words stand, best first.
    pub fn find_in_evidence(&mut self, words: &str) -> Vec<Passage> {
        let current = self.session.study.current();
        let documents: Vec<DocumentId> = current.map(|document| document.id).collect();
        self.find_in(words, &documents)
    }

    /// The same of one document.
    pub fn find_in_document(&mut self, words: &str, document: DocumentId) -> Vec<Passage> {
        self.find_in(words, &[document])
    }

    fn find_in(&mut self, words: &str, documents: &[DocumentId]) -> Vec<Passage> {
        const FOUND: usize = 60;
        let study = &self.session.study;
        let found = self.library.search(&Search {
            text: words,
            documents: Some(documents),
            among: Some(documents),
            readmitted: &study.readmitted,
            limit: FOUND,
            mode: SearchMode::Lexical,
            ..Search::default()
        });
        match found {
            Ok(hits) => hits.into_iter().map(|hit| hit.passage).collect(),
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                Vec::new()
            }
        }
    }

    /// What the guardrail set aside of a document, with the document's card.
    pub fn set_aside(&mut self, id: DocumentId) -> Option<(Document, Vec<Passage>)> {
        let document = self.session.study.document(id).cloned()?;
        match self.library.set_aside(&[id]) {
            Ok(passages) => Some((document, passages)),
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                None
            }
        }
    }

    /// The number of the last event.
    pub fn last_event(&self) -> u64 {
        self.session.last()
    }

    /// The journal after event `seq`.
    pub fn events_after(&self, seq: u64) -> Result<Vec<Envelope>, LibraryError> {
        self.library.events_after(self.session.id, seq)
    }

    fn view(
        &self,
        id: PassageId,
        quote: Option<&Quote>,
    ) -> Result<Option<PassageView>, LibraryError> {
        let Some(passage) = self.library.passage(id)? else {
            return Ok(None);
        };
        let Some(document) = self.session.study.document(passage.document).cloned() else {
            return Ok(None);
        };
        let (before, after) = self.library.neighbours(&passage)?;
        // No writer saw what was set aside, so it must not look like the evidence around it.
        let text = |passage: Option<Passage>| match passage {
            Some(Passage {
                id,
                text,
                set_aside: Some(why),
                ..
            }) if !self.session.study.is_readmitted(id) => {
                format!("(set aside: {why}) {text}")
            }
            Some(passage) => passage.text,
            None => String::new(),
        };
        let study = &self.session.study;
        let is_aside = passage.set_aside.is_some() && !study.is_readmitted(id);
        let marked = quote
            .map(|quote| quote.span.clone())
            .filter(|span| passage.text.get(span.clone()).is_some());
        let number = self.session.study.number_of(document.id);
        Ok(Some(PassageView {
            number,
            note: study
                .standing(document.id)
                .note()
                .or(is_aside.then_some("set aside")),
            document,
            passage,
            before: text(before),
            after: text(after),
            marked,
        }))
    }
}
