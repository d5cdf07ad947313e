//! What comes back to the screen: what it asked the workbench for, and what an editor left.

use super::{App, EditTarget, Effect};
use crate::check::sentences;
use crate::study::{
    CallUnderWay, Command, Document, Envelope, Measure, Passage, SectionId, Study, StudyId,
    Timestamp,
};
use crate::tui::layers::{AnyLayer, Elsewhere};
use crate::tui::panes::brief::Brief;
use crate::tui::ui::{Pane, Ui};
use crate::tui::view::{
    Choice, FoundPassage, FoundStudy, ImpactSheet, NamedAddress, PassageView, StudySummary, View,
};

/// What is said when what the analyst wrote has become part of the brief.
const EDITED: &str = "your text is in the brief: {undo} takes it back";
const EDITED_PINNED: &str = "your text is in the brief: {undo} takes it back; a sentence that was pinned is another now, and {pin} pins it again";

/// The same of an edit of a section, which may have taken the words that were pinned from it.
pub(super) fn told_of_edit(study: &Study, section: SectionId, text: &str) -> &'static str {
    let is_lost = study.section(section).is_some_and(|known| {
        let before = known.accepted();
        let stands = |text: &str, pinned: &str| {
            let mut sentences = sentences(text).into_iter();
            sentences.any(|sentence| text.get(sentence).map(str::trim) == Some(pinned))
        };
        let mut pinned = known.pinned.iter();
        pinned.any(|pinned| stands(&before, pinned) && !stands(text, pinned))
    });
    if is_lost { EDITED_PINNED } else { EDITED }
}

impl App {
    /// A study was opened or begun: its question, or what was last typed for it.
    pub fn study_opened(&mut self, question: &str) {
        self.ui = Ui {
            mouse: self.ui.mouse,
            told_of_selecting: self.ui.told_of_selecting,
            last_commands: std::mem::take(&mut self.ui.last_commands),
            columns: self.ui.columns,
            deleted: std::mem::take(&mut self.ui.deleted),
            config: std::mem::take(&mut self.ui.config),
            configured: std::mem::take(&mut self.ui.configured),
            first_look: std::mem::take(&mut self.ui.first_look),
            said: std::mem::take(&mut self.ui.said),
            clock: self.ui.clock,
            ..Ui::new(question)
        };
        self.brief = Brief::default();
    }

    /// The study can be changed here now, with this question to go on with.
    pub fn go_on_with(&mut self, question: &str) {
        if self.ui.query.text() != question {
            self.ui.query.set(question);
            self.ui.query.go(usize::MAX);
        }
    }

    /// Another study was asked for, to be read while this one is written.
    pub fn study_read(&mut self, id: StudyId, study: Study) {
        self.open_layer(AnyLayer::Elsewhere(Elsewhere::new(id, study)));
    }

    /// The brief gets the focus: for a study that has something to read.
    pub fn focus_brief(&mut self) {
        self.ui.focus = Pane::Section(0);
    }

    /// A passage that was asked for has come.
    pub fn passage_loaded(&mut self, passage: PassageView, view: &View<'_>) {
        if std::mem::take(&mut self.ui.opening) {
            if matches!(self.ui.focus, Pane::Section(_)) {
                // Beside the text stands what its current sentence cites, whatever was opened meanwhile.
                self.ui.followed = None;
            }
            self.gather_uses(passage.number, view);
            let layer = AnyLayer::Passage(crate::tui::layers::Passage::new(
                passage.clone(),
                self.ui.uses.clone(),
            ));
            if matches!(self.ui.layers.last(), Some(AnyLayer::Passage(_))) {
                self.ui.layers.pop();
            } else {
                self.ui.begin_window_search_anew();
            }
            self.ui.layers.push(layer);
        }
        self.ui.preview = Some(passage);
    }

    /// There is no passage of what was asked for: one of another source would pass for its own.
    pub fn passage_missing(&mut self) {
        self.ui.opening = false;
        self.ui.preview = None;
    }

    /// What was set aside of a document has come.
    pub fn set_aside_loaded(&mut self, document: Document, passages: Vec<Passage>) {
        let layer = crate::tui::layers::SetAside::new(document, passages);
        self.ui.layers.push(AnyLayer::SetAside(layer));
    }

    /// The addresses that the evidence names have come.
    pub fn named_addresses_loaded(&mut self, named: Vec<NamedAddress>) {
        if named.is_empty() {
            return self
                .inform("the evidence names no address that is not added already".to_owned());
        }
        let layer = crate::tui::layers::Addresses::new(named);
        self.ui.layers.push(AnyLayer::Addresses(layer));
    }

    /// What an update would touch has come. It lies on nothing that the analyst is at.
    pub fn impact_ready(&mut self, sheet: ImpactSheet) {
        self.ui
            .layers
            .retain(|layer| !matches!(layer, AnyLayer::Impact(_)));
        if self.ui.layers.is_empty() {
            self.ui.notice = None;
            let layer = crate::tui::layers::Impact::new(sheet);
            self.ui.layers.push(AnyLayer::Impact(layer));
        } else {
            self.inform(format!("new evidence: {}", sheet.offered()));
        }
    }

    /// Who can write has come.
    pub fn writers_loaded(&mut self, choices: Vec<Choice>, current: &str) {
        if let Some(AnyLayer::Writers(list)) = self.ui.layers.last_mut() {
            list.loaded(choices, current);
        }
    }

    /// The list of studies has come; `time` says a moment as the analyst's clock does.
    pub fn studies_loaded(&mut self, studies: Vec<StudySummary>, time: fn(Timestamp) -> String) {
        for layer in &mut self.ui.layers {
            if let AnyLayer::Studies(list) = layer {
                list.loaded(studies, time);
                return;
            }
        }
    }

    /// Where the studies say what was searched for has come.
    pub fn studies_found(&mut self, pattern: &str, found: Vec<FoundStudy>) {
        for layer in &mut self.ui.layers {
            if let AnyLayer::Studies(list) = layer {
                list.found(pattern, found);
                return;
            }
        }
    }

    /// The passages that bear on what was looked for in the sources have come.
    pub fn sources_found(&mut self, words: &str, found: Vec<FoundPassage>) {
        for layer in &mut self.ui.layers {
            if let AnyLayer::SearchSources(list) = layer {
                list.found(words, found);
                return;
            }
        }
    }

    /// A study was named, deleted or brought back, or was not: the list as it is now.
    pub fn studies_changed(&mut self, study: StudyId, done: bool, studies: Vec<StudySummary>) {
        for layer in &mut self.ui.layers {
            if let AnyLayer::Studies(list) = layer {
                list.changed(study, done, studies);
                self.ui.deleted.clone_from(&list.deleted);
                return;
            }
        }
        if done {
            self.ui.deleted.retain(|(known, _)| *known != study);
            self.inform("the study is back: {studies} lists it".to_owned());
        }
    }

    /// The journal has come, and the call that is in it when it has ended; `time` says a moment as the analyst's clock does, and `measure` how a text of it scores.
    pub fn journal_loaded(
        &mut self,
        journal: Vec<Envelope>,
        call: Option<CallUnderWay>,
        time: &dyn Fn(Timestamp) -> String,
        measure: &Measure<'_>,
    ) {
        match self.ui.layers.last_mut() {
            Some(AnyLayer::History(layer)) => layer.loaded(journal, time, measure),
            Some(AnyLayer::Trace(layer)) => layer.loaded(journal, call, time),
            Some(AnyLayer::Stats(layer)) => layer.loaded(&journal),
            _ => {}
        }
    }

    /// The file to export to exists, or the one beside it does: may they be replaced?
    pub fn export_exists(&mut self, path: String, found: String) {
        for layer in &mut self.ui.layers {
            if let AnyLayer::Export(export) = layer {
                export.ask_to_replace(path, found);
                return;
            }
        }
        let mut export = crate::tui::layers::Export::new(&path);
        export.ask_to_replace(path, found);
        self.ui.layers.push(AnyLayer::Export(export));
    }

    /// The brief was written to a file.
    pub fn exported(&mut self, path: &str) {
        self.ui
            .layers
            .retain(|layer| !matches!(layer, AnyLayer::Export(_)));
        self.inform(format!("exported to {path}"));
    }

    /// The editor was left with this text.
    pub fn edited(&mut self, what: EditTarget, text: String) -> Vec<Effect> {
        match what {
            EditTarget::Query => {
                self.ui.query.set(text.trim_end());
                self.ui.query.go(usize::MAX);
                self.inform("the question is as you left it in your editor".to_owned());
                self.typed(true)
            }
            // What is being edited here as well goes on being edited.
            EditTarget::Section(section) => {
                if let Some(AnyLayer::Edit(layer)) = self.ui.layers.last_mut()
                    && layer.edited(section, &text)
                {
                    return vec![Effect::KeepEdit(layer.draft())];
                }
                self.inform(EDITED.to_owned());
                vec![Effect::Execute(Command::Edit { section, text })]
            }
            EditTarget::Hunk(section, hunk) => {
                if let Some(AnyLayer::Review(layer)) = self.ui.layers.last_mut()
                    && layer.edited(hunk, &text)
                {
                    return layer.typed().into_iter().collect();
                }
                self.inform(
                    "the change is accepted in your words: {undo} takes that back".to_owned(),
                );
                vec![Effect::Execute(Command::EditHunk {
                    section,
                    hunk,
                    text,
                })]
            }
        }
    }
}
