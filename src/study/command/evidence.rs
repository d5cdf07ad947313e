//! Commands about the evidence: what is let in, what is taken out, and what is known of it.

use super::{Refusal, Study, unless};
use crate::study::evidence::Description;
use crate::study::{DocumentId, Event, PassageId, Standing};

impl Study {
    /// Lets a passage in that the guardrail set aside, or keeps it out again.
    pub(super) fn admitting(
        &self,
        passage: PassageId,
        document: DocumentId,
        is_let_in: bool,
    ) -> Result<Vec<Event>, Refusal> {
        self.refuse_while_writing()?;
        self.document(document).ok_or(Refusal::NoDocument)?;
        let is_in = self.is_readmitted(passage);
        Ok(unless(is_in == is_let_in, || {
            if is_let_in {
                Event::PassageReadmitted { passage, document }
            } else {
                Event::PassageSetAside { passage, document }
            }
        }))
    }

    pub(super) fn describing(
        &self,
        document: DocumentId,
        description: &Description,
    ) -> Result<Vec<Event>, Refusal> {
        let known = self.document(document).ok_or(Refusal::NoDocument)?;
        let is_so = Description::of(known) == *description;
        Ok(unless(is_so, || Event::DocumentDescribed {
            document,
            description: description.clone(),
        }))
    }

    pub(super) fn taking_out(&self, document: DocumentId) -> Result<Vec<Event>, Refusal> {
        self.refuse_while_writing()?;
        self.document(document).ok_or(Refusal::NoDocument)?;
        match self.standing(document) {
            Standing::Current | Standing::Withdrawn => Ok(vec![Event::DocumentsTakenOut {
                documents: vec![document],
                undoable: true,
            }]),
            Standing::Superseded { .. } => Err(Refusal::OlderVersion),
            Standing::TakenOut => Ok(vec![]),
        }
    }

    pub(super) fn putting_back(&self, document: DocumentId) -> Result<Vec<Event>, Refusal> {
        self.refuse_while_writing()?;
        self.document(document).ok_or(Refusal::NoDocument)?;
        let is_out = self.standing(document) == Standing::TakenOut;
        Ok(unless(!is_out, || Event::DocumentsPutBack {
            documents: vec![document],
            undoable: true,
        }))
    }
}
