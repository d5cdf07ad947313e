//! Asked anew: another question over a brief that is written, which goes on answering the one before until something of the new answer is accepted.

use super::ids::SectionId;
use super::section::Section;
use super::state::Study;
use super::undo::Change;

/// The question that a brief was written on, and the texts that answer it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AskedBefore {
    question: String,
    /// Of each section, its accepted text as it was, and as the analyst has edited it since.
    texts: Vec<Vec<String>>,
}

impl Study {
    /// The question that the accepted text answers: the one that was asked before, as long as nothing of an answer to the new one is accepted.
    #[must_use]
    pub fn answered(&self) -> &str {
        let before = self.asked_before.as_ref();
        let before = before.filter(|before| before.is_of(&self.sections));
        before.map_or(self.question.as_str(), |before| before.question.as_str())
    }

    /// The question that nothing in the accepted text answers yet, where it is another than that text is on.
    #[must_use]
    pub fn unanswered(&self) -> Option<&str> {
        (self.answered() != self.question).then_some(self.question.as_str())
    }

    pub(super) fn ask_anew(&mut self, question: &str, undoable: bool) {
        let was = self.question.clone();
        let before = self.asked_before.clone();
        let answered = self.answered().to_owned();
        let texts: Vec<Vec<String>> = self
            .sections
            .iter()
            .map(|section| vec![section.accepted()])
            .collect();
        let is_written = texts.iter().flatten().any(|text| !text.trim().is_empty());
        self.asked_before = (is_written && answered != question).then_some(AskedBefore {
            question: answered,
            texts,
        });
        question.clone_into(&mut self.question);
        self.conversation.clear();
        if undoable {
            self.undo.push(Change::Question {
                question: was,
                before,
            });
            self.redo.clear();
        }
    }

    /// Asks what was asked before, or again, and says what was asked until now.
    pub(super) fn swap_question(
        &mut self,
        question: String,
        before: Option<AskedBefore>,
    ) -> Change {
        self.conversation.clear();
        Change::Question {
            question: std::mem::replace(&mut self.question, question),
            before: std::mem::replace(&mut self.asked_before, before),
        }
    }

    /// What the analyst makes of a text by hand answers the same question.
    pub(super) fn keep_answering(&mut self, id: SectionId, edit: impl FnOnce(&mut Self)) {
        let stood = self.unanswered().is_some();
        edit(self);
        let text = self.section(id).map(Section::accepted);
        let known = self.asked_before.as_mut().filter(|_| stood);
        let known = known.and_then(|before| before.texts.get_mut(id.0));
        if let Some((known, text)) = known.zip(text) {
            known.push(text);
        }
    }
}

impl AskedBefore {
    fn is_of(&self, sections: &[Section]) -> bool {
        let mut all = sections.iter().zip(&self.texts);
        all.all(|(section, known)| known.contains(&section.accepted()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::super::{Command, Event, Provenance, SectionId, Study};

    fn study() -> (Study, String) {
        let mut study = Study::fold(&[fixture::opened("Did rents rise?", &["Answer", "More"])]);
        study.apply(&written(0, "Rents rose [1]."));
        let question = study.question.clone();
        (study, question)
    }

    fn written(section: usize, text: &str) -> Event {
        Event::SectionWritten {
            section: SectionId(section),
            text: text.to_owned(),
            warnings: Vec::new(),
            provenance: Provenance::default(),
        }
    }

    fn asked(study: &mut Study, question: &str) {
        let events = study.decide(&Command::Ask {
            question: question.to_owned(),
        });
        for event in events.expect("a question may be asked") {
            study.apply(&event);
        }
    }

    #[test]
    fn a_brief_answers_the_question_before_until_something_of_the_new_answer_is_accepted() {
        let (mut study, first) = study();
        asked(&mut study, "What does a ticket cost?");
        assert_eq!(
            (study.answered(), study.unanswered(), study.title()),
            (
                first.as_str(),
                Some("What does a ticket cost?"),
                first.as_str()
            )
        );
        study.apply(&Event::SectionEdited {
            section: SectionId(0),
            text: "Rents rose a lot [1].".to_owned(),
        });
        assert_eq!(study.answered(), first);
        study.apply(&written(1, "A ticket costs 2 euros [1]."));
        assert_eq!(study.answered(), "What does a ticket cost?");
        assert_eq!(study.unanswered(), None);
    }

    #[test]
    fn undo_brings_the_question_back_and_redo_the_new_one() {
        let (mut study, first) = study();
        let mut older = study.clone();
        asked(&mut study, "What does a ticket cost?");
        study.apply(&Event::Undone);
        assert_eq!(
            (study.question.as_str(), study.unanswered()),
            (first.as_str(), None)
        );
        study.apply(&Event::Redone);
        assert_eq!(study.unanswered(), Some("What does a ticket cost?"));
        // A journal from before undo took a question back is read as it was written.
        older.apply(&Event::QuestionChanged {
            question: "What does a ticket cost?".to_owned(),
            undoable: false,
        });
        older.apply(&Event::Undone);
        assert_eq!(older.question, "What does a ticket cost?");
    }
}
