//! Says what a command of the analyst did, where the screen does not show that by itself.

use super::{Level, Workbench};
use crate::pipeline::impact::resting_on;
use crate::study::{Ceilings, Command, DocumentId, Event, counted, grouped};

impl Workbench {
    /// What a command came to that has just been recorded as these events, where so many changes were open before.
    pub(super) fn say_what_was_done(
        &mut self,
        command: &Command,
        events: &[Event],
        were_open: usize,
    ) {
        let said = match command {
            Command::SetBudget { ceilings } => Some(self.budget_in_words(*ceilings)),
            Command::TakeOut { document } if !events.is_empty() => Some(self.taken_out(*document)),
            Command::PutBack { document } if !events.is_empty() => {
                Some(self.put_back(*document, were_open))
            }
            Command::Judge { .. } => self.judged_later().map(str::to_owned),
            _ => None,
        };
        if let Some(said) = said {
            self.notify(Level::Info, said);
        }
    }

    /// What a judgement that was asked for waits for, where it does not begin at once.
    fn judged_later(&self) -> Option<&'static str> {
        let study = self.study();
        if study.closed.is_some() {
            Some("the brief is judged when there is a budget for it; {palette} budget sets another")
        } else if study.paused {
            Some("paused: the brief is judged when {pause} goes on")
        } else if self.is_writing() {
            Some("the brief is judged as soon as what runs has ended")
        } else {
            None
        }
    }

    fn budget_in_words(&self, ceilings: Ceilings) -> String {
        if ceilings.are_off() {
            return "no budget: nothing limits what this study may use".to_owned();
        }
        let study = self.study();
        let spent = grouped(usize::try_from(study.tokens_spent()).unwrap_or(usize::MAX));
        let seconds = study.time_spent().as_secs();
        format!(
            "budget set: {}; used so far: {spent} tokens, {seconds} s",
            ceilings.in_words()
        )
    }

    fn taken_out(&self, document: DocumentId) -> String {
        let resting = resting_on(self.study(), document);
        let cite: Vec<_> = resting.iter().filter(|one| !one.proposed).collect();
        let alone = cite.iter().filter(|one| one.alone).count();
        let means = match cite.len() {
            0 => "no sentence cites it".to_owned(),
            1 => "1 sentence cites it".to_owned(),
            all => format!("{all} sentences cite it, {alone} of them nothing else"),
        };
        format!(
            "{} is out of the evidence: {means}; {{undo}} undoes it",
            self.quoted(document)
        )
    }

    fn put_back(&self, document: DocumentId, were_open: usize) -> String {
        let quoted = self.quoted(document);
        let resting = resting_on(self.study(), document).len();
        if self.study().news().contains(&document) {
            let cite = match resting {
                0 => "no sentence cites it".to_owned(),
                1 => "1 sentence cites it still".to_owned(),
                many => format!("{many} sentences cite it still"),
            };
            format!(
                "{quoted} is evidence again; {cite}: {{update-brief}} shows what it would touch"
            )
        } else {
            let what = match were_open.saturating_sub(self.study().open_hunks()) {
                0 => format!("{} checked again", counted(resting, "sentence")),
                1 => "the change proposed without it is taken back".to_owned(),
                many => format!("the {many} changes proposed without it are taken back"),
            };
            format!("{quoted} is evidence again; {what}")
        }
    }

    fn quoted(&self, document: DocumentId) -> String {
        let card = self.study().document(document);
        let title = card.map_or("", |card| card.title.as_str());
        format!("“{}”", crate::clean::line(title, 40))
    }
}
