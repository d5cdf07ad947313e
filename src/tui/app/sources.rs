//! What is done about sources: the one that is selected in the evidence pane, or that the current sentence cites.

use super::perform::stepped;
use super::{App, Effect};
use crate::study::{Command, DocumentId, Standing};
use crate::tui::action::Action;
use crate::tui::layers::{AnyLayer, Describe, TakeOut};
use crate::tui::layout::Layout;
use crate::tui::panes::evidence::{self, Entry, document_at, entries};
use crate::tui::ui::Pane;
use crate::tui::view::{View, WordsFor};

impl App {
    /// What is known of the source under the cursor is put right.
    pub(super) fn describe(&mut self, view: &View<'_>) -> Vec<Effect> {
        let document =
            document_at(view.study, self.ui.source).and_then(|id| view.study.document(id));
        if let Some(document) = document {
            let describe = Describe::new(document);
            let kept = view.words_for(WordsFor::Description(document.id));
            return self.open_layer(AnyLayer::Describe(match kept {
                Some(typed) => describe.going_on(typed),
                None => describe,
            }));
        }
        self.inform("there are no details about this source yet".to_owned());
        vec![]
    }

    /// The document under the cursor of the evidence pane, where that has the focus.
    fn selected_source(&self, view: &View<'_>) -> Option<DocumentId> {
        (self.ui.focus == Pane::Evidence)
            .then(|| document_at(view.study, self.ui.source))
            .flatten()
    }

    pub(super) fn step_source(&mut self, action: Action, view: &View<'_>) -> Vec<Effect> {
        let rows = evidence::rows(view.study);
        self.ui.source = stepped(action, self.ui.source.min(rows.saturating_sub(1)), rows);
        self.preview_source(view)
    }

    /// On a desk the selected source shows its passage.
    pub(super) fn preview_source(&mut self, view: &View<'_>) -> Vec<Effect> {
        if self.ui.drawn.areas.layout != Layout::Desk {
            return vec![];
        }
        self.ui.opening = false;
        let Some(document) = document_at(view.study, self.ui.source) else {
            self.passage_missing();
            return vec![];
        };
        vec![Effect::LoadDocument(document)]
    }

    /// The watched folder in the selected row, or the only one there is.
    pub(super) fn stop_watching(&mut self, view: &View<'_>) -> Vec<Effect> {
        let selected = match entries(view.study).get(self.ui.source) {
            Some(Entry::Folder(folder)) if self.ui.focus == Pane::Evidence => Some(*folder),
            _ => None,
        };
        let watched = &view.study.watched;
        match (selected, watched.as_slice()) {
            (Some(folder), _) => vec![Effect::Unwatch(folder.to_owned())],
            (None, [folder]) => vec![Effect::Unwatch(folder.clone())],
            (None, []) => {
                self.inform("no folder is watched".to_owned());
                vec![]
            }
            (None, _) => {
                self.inform("choose the folder in the evidence pane first".to_owned());
                vec![]
            }
        }
    }

    /// The selected source is taken out once the analyst has seen what rests on it, or is put back.
    pub(super) fn take_out(&mut self, view: &View<'_>) -> Vec<Effect> {
        let Some(document) = self.selected_source(view) else {
            self.inform("choose the source in the evidence pane first".to_owned());
            return vec![];
        };
        if view.study.standing(document) == Standing::TakenOut {
            return vec![Effect::Execute(Command::PutBack { document })];
        }
        // What rests on it changes while the writer works.
        let taken_out = Command::TakeOut { document };
        if let Err(refusal) = view.study.decide(&taken_out) {
            self.inform(refusal.to_string());
            return vec![];
        }
        self.open_layer(AnyLayer::TakeOut(TakeOut::new(document)))
    }

    /// What was set aside of the selected source, or of the first one that has anything.
    pub(super) fn show_set_aside(&mut self, view: &View<'_>) -> Vec<Effect> {
        let has_any = |id: &DocumentId| {
            view.study
                .document(*id)
                .is_some_and(|document| document.set_aside > 0)
        };
        let first = || {
            let mut all = view.study.evidence.iter().map(|document| document.id);
            all.find(has_any)
        };
        let shown = if self.ui.focus == Pane::Evidence {
            self.selected_source(view).filter(has_any)
        } else {
            first()
        };
        if shown.is_none() {
            let elsewhere = first()
                .and_then(|id| view.study.document(id))
                .filter(|_| self.ui.focus == Pane::Evidence);
            self.inform(elsewhere.map_or_else(
                || "nothing has been set aside".to_owned(),
                |document| {
                    let title = crate::clean::line(&document.title, 40);
                    format!("nothing of this source was set aside; passages of \u{201C}{title}\u{201D} were")
                },
            ));
        }
        shown.map(Effect::LoadSetAside).into_iter().collect()
    }

    /// Opens what the chosen source, or the one that the current sentence cites, was read from.
    pub(super) fn open_source(&mut self, view: &View<'_>) -> Vec<Effect> {
        let study = view.study;
        let document = if self.ui.focus == Pane::Evidence {
            document_at(study, self.ui.source).and_then(|id| study.document(id))
        } else {
            let cursor = self.current(view);
            let cited = cursor.and_then(|cursor| self.source_at(&cursor, view));
            cited.and_then(|(number, _)| study.numbered(number))
        };
        if let Some(document) = document {
            return vec![Effect::OpenSource(document.uri.clone())];
        }
        self.inform(
            "move to a sentence that cites a source, or choose one in the evidence pane".to_owned(),
        );
        vec![]
    }
}
