//! What the screen wants done, done: each effect by the workbench, the terminal or another program, and what comes of it handed back to the screen.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use color_eyre::eyre::{Result, WrapErr};

use super::{Loop, view};
use crate::clock;
use crate::study::{DocumentId, StudyId};
use crate::tui::app::Effect;
use crate::tui::clipboard;
use crate::tui::inputs::{Inputs, stop_listening};
use crate::tui::opener;
use crate::tui::pasted;
use crate::tui::paths::expand_home;
use crate::tui::search::Search;
use crate::tui::terminal::{self, TerminalGuard};
use crate::tui::view::Words;
use crate::workbench::{Appendices, ExportError, Level, PassageView};

impl Loop<'_> {
    /// Does what the screen wants done.
    pub(super) fn perform(
        &mut self,
        effect: Effect,
        guard: &mut TerminalGuard,
        inputs: &mut Option<Inputs>,
    ) -> Result<()> {
        match effect {
            Effect::Execute(command) => self.workbench.execute(&command),
            Effect::Run { question } => self.workbench.run(&question),
            Effect::Stop => self.workbench.stop(),
            Effect::Resume => self.workbench.go_on(),
            Effect::Pause => self.workbench.pause(),
            Effect::ToggleAutoApply => self.workbench.toggle_auto_apply(),
            Effect::AddEvidence(paths) => self
                .workbench
                .add_evidence(paths.iter().map(|path| expand_home(path).into()).collect()),
            Effect::Unlock { source, password } => self.workbench.unlock(&source, password),
            Effect::AddText(text) => match pasted::keep(&self.settings.data_dir, &text) {
                Ok(path) => self.workbench.add_evidence(vec![path.into()]),
                Err(error) => {
                    let why = format!("the pasted text cannot be kept as a file: {error}");
                    self.notify(Level::Error, why);
                }
            },
            Effect::ReckonSteering => self.workbench.reckon_steering(),
            Effect::ShowImpact => self.workbench.update(),
            Effect::Update { news, sections } => self.workbench.update_sections(&news, sections),
            Effect::Watch(folder) => self
                .workbench
                .watch(std::path::Path::new(&expand_home(&folder))),
            Effect::Unwatch(folder) => self.workbench.unwatch(&folder),
            Effect::ForgetRequested => self.workbench.forget_requested(),
            Effect::LoadPassage { passage, marked } => {
                let view = self.workbench.passage_view(passage, marked.as_ref());
                self.show(view);
            }
            Effect::LoadDocument(document) => {
                let view = self.workbench.document_view(document);
                self.show(view);
            }
            Effect::OpenSource(uri) => self.open_source(&uri),
            Effect::FindPassages(pattern) => self.find_passages(&pattern),
            Effect::FindInDocument(id, words) => self.find_in(id, &words, guard, inputs)?,
            Effect::LoadSetAside(id) => self.load_set_aside(id),
            Effect::LoadNamedAddresses => {
                if let Some(named) = self.workbench.named_addresses() {
                    self.app.named_addresses_loaded(named);
                }
            }
            Effect::SearchSources(words) => self.search_sources(&words),
            Effect::SearchStudies(pattern) => self.search_studies(&pattern),
            Effect::LoadStudies => self.load_studies(),
            Effect::LoadWriters => self.workbench.list_writers(),
            Effect::ChooseWriter(writer) => self.workbench.choose_writer(&writer),
            Effect::OpenStudy(id) => self.open(id),
            Effect::NewStudy => self.switch(None),
            Effect::LoadJournal => self.load_journal(),
            Effect::Fork { at } => {
                self.keep_typed();
                if self.workbench.fork(Some(at)) {
                    self.show_study();
                }
            }
            Effect::Keep { study, keeping } => {
                let done = self.workbench.keep(study, &keeping);
                let studies = self.workbench.studies();
                self.app.studies_changed(study, done, studies);
            }
            Effect::Export {
                path,
                overwrite,
                changes,
            } => self.export(&path, overwrite, changes),
            Effect::Copy(text) => self.copy(&text),
            Effect::EditExternally { what, text } => {
                self.keep_typed();
                self.edit(what, &text, guard, inputs)?;
            }
            Effect::Suspend => {
                stop_listening(inputs);
                guard.stop().wrap_err("cannot take the terminal back")?;
            }
            Effect::Redraw => terminal::repaint(),
            Effect::SetMouse(mouse) => guard.set_mouse(mouse)?,
            // The screen has it already; the configuration file is the analyst's own.
            Effect::SetTheme(name) => self.notify(
                Level::Info,
                format!("theme {name}; to keep it, set theme = \"{name}\" in config.toml"),
            ),
            Effect::SaveDraft(text) => {
                let since = self.typed.take().map_or_else(Instant::now, |(_, at)| at);
                self.typed = Some((text, since));
            }
            Effect::KeepEdit(draft) => {
                let since = self.edited.take().map_or_else(Instant::now, |(_, at)| at);
                self.edited = Some((draft, since));
            }
            Effect::KeepWords(words) => self.keep_words(words),
            Effect::DropEdit { section, hunk } => {
                self.edited = None;
                self.workbench.drop_edit(section, hunk);
            }
            Effect::Quit => self.leave(),
        }
        Ok(())
    }

    /// Words that are done with are forgotten at once, so that none of them come back.
    fn keep_words(&mut self, words: Words) {
        let pending = self.worded.take();
        let since = pending.as_ref().map_or_else(Instant::now, |(_, at)| *at);
        if let Some((other, _)) = pending.filter(|(known, _)| known.of != words.of) {
            self.workbench.keep_words(other);
        }
        if words.text.trim().is_empty() {
            self.workbench.keep_words(words);
        } else {
            self.worded = Some((words, since));
        }
    }

    /// Ends the program, unless what was typed last turns out to be on no disk: then that is asked first.
    fn leave(&mut self) {
        let was_known = self.workbench.has_unsaved();
        self.keep_typed();
        if self.workbench.has_unsaved() && !was_known {
            self.app.ask_to_quit();
        } else {
            self.quit = true;
        }
    }

    fn load_journal(&mut self) {
        if let Some(journal) = self.workbench.journal() {
            let measure = self.workbench.measure_of_past();
            let call = self.workbench.call().cloned();
            self.app
                .journal_loaded(journal, call, &clock::local, &measure);
        }
    }

    fn load_studies(&mut self) {
        let studies = self.workbench.studies();
        self.app.studies_loaded(studies, clock::local);
    }

    fn search_sources(&mut self, words: &str) {
        self.workbench.seek_in_sources(words);
    }

    fn search_studies(&mut self, pattern: &str) {
        match Search::new(pattern) {
            Some(search) => self.workbench.seek_in_studies(search.regex, pattern),
            None => self.app.studies_found(pattern, Vec::new()),
        }
    }

    fn find_passages(&mut self, pattern: &str) {
        let passages = self.workbench.find_in_evidence(pattern);
        self.app.passages_found(pattern, &passages);
    }

    fn find_in(
        &mut self,
        document: DocumentId,
        words: &str,
        guard: &mut TerminalGuard,
        inputs: &mut Option<Inputs>,
    ) -> Result<()> {
        let passages = self.workbench.find_in_document(words, document);
        let view = view(self.workbench, None);
        let found = self.app.document_searched(words, &passages, &view);
        found
            .into_iter()
            .try_for_each(|effect| self.perform(effect, guard, inputs))
    }

    fn load_set_aside(&mut self, id: DocumentId) {
        if let Some((document, passages)) = self.workbench.set_aside(id) {
            self.app.set_aside_loaded(document, passages);
        }
    }

    /// Shows a passage that was asked for; the workbench has said why where there is none.
    fn show(&mut self, shown: Option<PassageView>) {
        match shown {
            Some(shown) => {
                let view = view(self.workbench, None);
                self.app.passage_loaded(shown, &view);
            }
            None => self.app.passage_missing(),
        }
    }

    /// Opens another study, or shows it to be read where this one cannot be left.
    fn open(&mut self, study: StudyId) {
        if study != self.workbench.id() && self.workbench.is_at_work() {
            if let Some(read) = self.workbench.read_study(study) {
                self.app.study_read(study, read);
            }
        } else {
            self.switch(Some(study));
        }
    }

    fn switch(&mut self, study: Option<StudyId>) {
        self.keep_typed();
        if self.workbench.switch(study) {
            self.show_study();
        }
    }

    /// Another study is open now.
    fn show_study(&mut self) {
        self.app.study_opened(&self.workbench.question_as_typed());
        if !self.workbench.study().sections.is_empty() {
            self.app.focus_brief();
        }
    }

    fn export(&mut self, path: &str, overwrite: bool, changes: bool) {
        let path = PathBuf::from(expand_home(path));
        let appendices = Appendices {
            changes,
            ..Appendices::default()
        };
        match self.workbench.export(&path, overwrite, appendices) {
            Ok(_) => {
                self.app.exported(&path.display().to_string());
                if !self.workbench.edits().is_empty() {
                    let text = format!(
                        "exported to {}, without what you are still editing",
                        path.display()
                    );
                    self.notify(Level::Warning, text);
                }
                self.exported = Some(path);
            }
            Err(ExportError::Exists { path: found }) => {
                let [path, found] = [&path, &found].map(|path| path.display().to_string());
                self.app.export_exists(path, found);
            }
            Err(error) => self.notify(Level::Error, error.to_string()),
        }
    }

    /// Opens a source, or copies where it is.
    fn open_source(&mut self, uri: &str) {
        let Some(address) = opener::address(uri) else {
            let text = format!(
                "{} is neither a page nor a file",
                crate::clean::line(uri, 80)
            );
            return self.notify(Level::Warning, text);
        };
        let shown = crate::clean::line(address, 80);
        match self
            .settings
            .opener
            .map(|program| (program, opener::open(program, address)))
        {
            Some((program, Ok(()))) => self.notify(Level::Info, format!("{program} opens {shown}")),
            Some((_, Err(_))) | None => {
                let (level, copied) = self.copied(address);
                let text = format!("no desktop here to open {shown} on; its address: {copied}");
                self.notify(level, text);
            }
        }
    }

    fn copy(&mut self, text: &str) {
        let (level, copied) = self.copied(text);
        self.notify(level, copied);
    }

    /// Copies a text, and says which way it went.
    fn copied(&self, text: &str) -> (Level, String) {
        let report = clipboard::copy(text, &self.settings.clipboard, &mut io::stdout());
        let level = if report.failed() {
            Level::Error
        } else {
            Level::Info
        };
        (level, report.to_string())
    }
}
