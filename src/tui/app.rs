//! The application: an input in, effects out; a view in, a frame out.
//!
//! Keys become actions by the keymap, actions become effects that the workbench carries out, and what comes back (a passage, a list of studies)
//! is handed in through the methods below. The application owns no study and starts nothing: it can be driven without a terminal, and is, in its
//! tests.

mod copy;
mod mouse;
mod perform;
mod reading;
mod undo;

use std::time::Instant;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;

use super::action::Action;
use super::keymap::{Keymap, Scope};
use super::layout::{Areas, Layout, Shape};
use super::overlays::{Offer, Overlay, Reaction, Surroundings};
use super::panes::brief::{self, Brief};
use super::panes::canvas::Canvas;
use super::panes::{evidence, footer, judge, passage, query, revisions, title};
use super::paths;
use super::theme::{Role, Theme};
use super::ui::{Drawn, Pane, Search, Ui};
use super::view::{EditDraft, ImpactSheet, Keeping, Notice, PassageView, StudySummary, View};
use crate::study::{
    Command, Document, DocumentId, Envelope, HunkId, Passage, PassageId, Quote, SectionId, Study,
    StudyId, Timestamp, counted,
};

/// What an input comes to, for the workbench to carry out.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    Execute(Command),
    Run {
        question: String,
    },
    Stop,
    /// Go on from the step that was cut.
    Resume,
    Pause,
    ToggleAutoApply,
    AddEvidence(Vec<String>),
    /// What an update would touch is wanted; answered by [`App::impact_ready`].
    ShowImpact,
    /// Bring these documents, and no others, into these sections.
    Update {
        news: Vec<DocumentId>,
        sections: Vec<SectionId>,
    },
    /// Watch a folder from now on.
    Watch(String),
    Unwatch(String),
    /// Give up what was asked for and has not been read.
    ForgetRequested,
    /// Answered by [`App::passage_loaded`].
    LoadPassage {
        passage: PassageId,
        marked: Option<Quote>,
    },
    /// The document's most relevant passage; answered by [`App::passage_loaded`].
    LoadDocument(DocumentId),
    /// What the guardrail set aside of a document; answered by [`App::set_aside_loaded`].
    LoadSetAside(DocumentId),
    /// Answered by [`App::studies_loaded`].
    LoadStudies,
    OpenStudy(StudyId),
    NewStudy,
    /// Answered by [`App::journal_loaded`].
    LoadJournal,
    /// Go on from after event `at` in a new study.
    Fork {
        at: u64,
    },
    /// Name a study, delete it or bring it back; answered by [`App::studies_changed`].
    Keep {
        study: StudyId,
        keeping: Keeping,
    },
    /// Answered by [`App::exported`] or [`App::export_exists`].
    Export {
        path: String,
        overwrite: bool,
    },
    Copy(String),
    /// Answered by [`App::edited`].
    EditExternally {
        what: EditTarget,
        text: String,
    },
    Suspend,
    Redraw,
    SetMouse(bool),
    SetTheme(String),
    /// The question as it is being typed, to be kept.
    SaveDraft(String),
    /// A text of the brief as it is being edited, to be kept until it is done.
    KeepEdit(EditDraft),
    /// What was typed for it is done with.
    DropEdit {
        section: SectionId,
        hunk: Option<HunkId>,
    },
    Quit,
}

/// A text that an editor changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditTarget {
    Query,
    Section(SectionId),
    /// What a change is to say instead.
    Hunk(SectionId, HunkId),
}

/// The workbench's screen.
pub struct App {
    pub ui: Ui,
    keymap: Keymap,
    theme: Theme,
    brief: Brief,
}

impl App {
    /// The screen of a study with this question.
    #[must_use]
    pub fn new(question: &str, keymap: Keymap, theme: Theme) -> Self {
        Self {
            ui: Ui::new(question),
            keymap,
            theme,
            brief: Brief::default(),
        }
    }

    #[must_use]
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// Reads one input.
    pub fn handle(&mut self, input: &Event, view: &View<'_>, now: Instant) -> Vec<Effect> {
        match input {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, view, now),
            Event::Paste(pasted) => self.paste(pasted),
            Event::Mouse(mouse) => self.mouse(*mouse, view, now),
            Event::Key(_) | Event::Resize(..) | Event::FocusGained | Event::FocusLost => vec![],
        }
    }

    /// Draws a frame.
    pub fn draw(&mut self, view: &View<'_>, frame: &mut Frame<'_>) {
        let screen = frame.area();
        let areas = Areas::of(screen, self.shape(view, screen));
        self.ui.drawn.areas = areas;
        self.keep_in_range(view);
        let prose = brief::prose_width(areas.brief, self.ui.zoom);
        let shown = self.shown_theme();
        let theme = shown.as_ref().unwrap_or(&self.theme);
        let column = self.brief.column(view, theme, &self.keymap, prose);
        let height = brief::prose_height(areas.brief, view);
        reading::follow(&mut self.ui, &column, view, usize::from(height));
        let top = column.top(&self.ui.reading, usize::from(height));
        let section = column.section_shown(top, usize::from(height));
        let ui = &self.ui;
        let mut canvas = Canvas::new(frame.buffer_mut(), theme, &self.keymap);
        canvas.fill(areas.divider, canvas.glyphs().vertical, Role::Rule);
        if areas.layout == Layout::Line {
            title::draw_line(view, screen, &mut canvas);
        } else {
            title::draw(view, ui, areas.title, &mut canvas);
            title::draw_tabs(view, ui, areas.tabs, &mut canvas);
            query::draw(view, ui, areas.query, &mut canvas);
            canvas.rule(areas.rule);
            brief::draw(view, ui, &column, areas.brief, &mut canvas);
            judge::draw(view, ui, areas.judge, &mut canvas);
            revisions::draw(view, ui, areas.revisions, &mut canvas);
            evidence::draw(view, ui, areas.evidence, &mut canvas);
            passage::draw(view, ui, areas.passage, &mut canvas);
            footer::draw_notice(view, ui, areas.notice, &mut canvas);
            footer::draw(view, ui, areas.footer, &mut canvas);
        }
        let mut page = Rect::ZERO;
        if areas.layout != Layout::Line {
            for overlay in &ui.overlays {
                // A layer hides the cursor of what is below it.
                canvas.cursor = None;
                page = overlay.draw(view, ui, screen, &mut canvas);
            }
        }
        let (targets, cursor) = (canvas.targets, canvas.cursor);
        if let Some(cursor) = cursor.filter(|cursor| screen.contains(*cursor)) {
            frame.set_cursor_position(cursor);
        }
        self.ui.drawn = Drawn {
            areas,
            targets,
            prose: (prose, height),
            section,
            page,
        };
    }

    /// A study was opened or begun: its question, or what was last typed for it.
    pub fn study_opened(&mut self, question: &str) {
        let (mouse, last_command) = (self.ui.mouse, self.ui.last_command);
        self.ui = Ui {
            mouse,
            last_command,
            ..Ui::new(question)
        };
        self.brief = Brief::default();
    }

    /// The brief gets the focus: for a study that has something to read.
    pub fn focus_brief(&mut self) {
        self.ui.focus = Pane::Section(0);
    }

    /// A passage that was asked for has come.
    pub fn passage_loaded(&mut self, passage: PassageView) {
        if std::mem::take(&mut self.ui.opening) {
            let layer = Overlay::Passage(super::overlays::Passage::new(passage.clone()));
            if matches!(self.ui.overlays.last(), Some(Overlay::Passage(_))) {
                self.ui.overlays.pop();
            }
            self.ui.overlays.push(layer);
        }
        self.ui.preview = Some(passage);
    }

    /// What was set aside of a document has come.
    pub fn set_aside_loaded(&mut self, document: Document, passages: Vec<Passage>) {
        let layer = super::overlays::SetAside::new(document, passages);
        self.ui.overlays.push(Overlay::SetAside(layer));
    }

    /// What an update would touch has come. It lies on nothing that the analyst is at.
    pub fn impact_ready(&mut self, sheet: ImpactSheet, study: &Study) {
        self.ui
            .overlays
            .retain(|overlay| !matches!(overlay, Overlay::Impact(_)));
        if self.ui.overlays.is_empty() {
            self.ui.notice = None;
            let layer = super::overlays::Impact::new(sheet);
            self.ui.overlays.push(Overlay::Impact(layer));
        } else {
            self.inform(format!("{{update-brief}}: {}", sheet.line(study)));
        }
    }

    /// The list of studies has come.
    pub fn studies_loaded(&mut self, studies: Vec<StudySummary>) {
        for overlay in &mut self.ui.overlays {
            if let Overlay::Studies(list) = overlay {
                list.loaded(studies);
                return;
            }
        }
    }

    /// A study was named, deleted or brought back, or was not: the list as it is now.
    pub fn studies_changed(&mut self, study: StudyId, done: bool, studies: Vec<StudySummary>) {
        for overlay in &mut self.ui.overlays {
            if let Overlay::Studies(list) = overlay {
                return list.changed(study, done, studies);
            }
        }
    }

    /// The journal has come; `time` says a moment as the analyst's clock does.
    pub fn journal_loaded(&mut self, journal: Vec<Envelope>, time: &dyn Fn(Timestamp) -> String) {
        match self.ui.overlays.last_mut() {
            Some(Overlay::History(layer)) => layer.loaded(journal, time),
            Some(Overlay::Trace(layer)) => layer.loaded(journal, time),
            _ => {}
        }
    }

    /// The file to export to exists: may it be replaced?
    pub fn export_exists(&mut self, path: String) {
        for overlay in &mut self.ui.overlays {
            if let Overlay::Export(export) = overlay {
                export.ask_to_replace(path);
                return;
            }
        }
        let mut export = super::overlays::Export::new(&path);
        export.ask_to_replace(path);
        self.ui.overlays.push(Overlay::Export(export));
    }

    /// The brief was written to a file.
    pub fn exported(&mut self, path: &str) {
        self.ui
            .overlays
            .retain(|overlay| !matches!(overlay, Overlay::Export(_)));
        self.inform(format!("exported to {path}"));
    }

    /// The editor was left with this text.
    pub fn edited(&mut self, what: EditTarget, text: String) -> Vec<Effect> {
        match what {
            EditTarget::Query => {
                self.ui.query.set(text.trim_end());
                vec![Effect::SaveDraft(self.ui.query.text())]
            }
            // What is being edited here as well goes on being edited.
            EditTarget::Section(section) => {
                if let Some(Overlay::Edit(layer)) = self.ui.overlays.last_mut()
                    && layer.edited(section, &text)
                {
                    return vec![Effect::KeepEdit(layer.draft())];
                }
                vec![Effect::Execute(Command::Edit { section, text })]
            }
            EditTarget::Hunk(section, hunk) => {
                if let Some(Overlay::Review(layer)) = self.ui.overlays.last_mut()
                    && layer.edited(hunk, &text)
                {
                    return vec![];
                }
                vec![Effect::Execute(Command::EditHunk {
                    section,
                    hunk,
                    text,
                })]
            }
        }
    }

    /// Says something to the analyst; it stays until the next key.
    pub fn notify(&mut self, mut notice: Notice) {
        notice.text = with_keys(&notice.text, &self.keymap);
        self.ui.notice = Some(notice);
    }

    fn key(&mut self, key: KeyEvent, view: &View<'_>, now: Instant) -> Vec<Effect> {
        if let Some(Overlay::Offer(_)) = self.ui.overlays.last() {
            return self.answer_offer(key, view, now);
        }
        let armed = self.ui.armed.take();
        self.ui.notice = None;
        let (page, columns) = page(&self.ui);
        if let Some(overlay) = self.ui.overlays.last_mut() {
            let around = Surroundings {
                view,
                keys: &self.keymap,
                page,
                columns,
            };
            let scope = overlay.scope();
            return match self.keymap.action(scope, &key) {
                Some(action)
                    if matches!(scope, Scope::Review | Scope::History)
                        && refused(action, view).is_some() =>
                {
                    self.perform(action, view, now)
                }
                Some(Action::CloseLayer) => {
                    if !overlay.step_back() {
                        self.close_layer();
                    }
                    vec![]
                }
                Some(action @ Action::Judge) => self.perform(action, view, now),
                Some(action @ (Action::StopRun | Action::Suspend | Action::Redraw)) => {
                    self.ui.armed = armed;
                    self.perform(action, view, now)
                }
                _ => {
                    let reaction = overlay.key(key, around);
                    self.react(reaction, view, now)
                }
            };
        }
        let typing = self.ui.focus == Pane::Query;
        let scope = if typing {
            Scope::Typing
        } else {
            Scope::Reading
        };
        match self.keymap.action(scope, &key) {
            // While text is typed, these are about the text.
            Some(action @ (Action::Undo | Action::Redo)) if typing => self.retype(action),
            None if typing => self.type_key(key),
            Some(action) => {
                // Only the same key again counts as the second of two.
                if matches!(action, Action::CloseLayer | Action::StopRun) {
                    self.ui.armed = armed;
                }
                self.perform(action, view, now)
            }
            None => vec![],
        }
    }

    /// Takes back what was typed into the question, or types it again.
    fn retype(&mut self, action: Action) -> Vec<Effect> {
        if self.ui.query.undo(action == Action::Redo) {
            vec![Effect::SaveDraft(self.ui.query.text())]
        } else {
            vec![]
        }
    }

    fn type_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        // A letter with a modifier that no binding took is no text.
        if key.code != KeyCode::Enter && self.ui.query.key(key) {
            vec![Effect::SaveDraft(self.ui.query.text())]
        } else {
            vec![]
        }
    }

    /// Pasted text is text, wherever it lands; it never presses a key.
    fn paste(&mut self, pasted: &str) -> Vec<Effect> {
        // What is dropped on an offer is the next thing to be offered; the one before stays text.
        if let Some(Overlay::Offer(_)) = self.ui.overlays.last()
            && let Some(Overlay::Offer(offer)) = self.ui.overlays.pop()
        {
            self.paste_text(&offer.text);
        }
        if let Some(overlay) = self.ui.overlays.last_mut() {
            let fits = overlay.paste(pasted);
            if let Overlay::Edit(layer) = overlay {
                let draft = layer.draft();
                if !fits {
                    self.warn(format!("{TOO_LONG}: edit it in a file"));
                    return vec![Effect::KeepEdit(draft)];
                }
                self.inform_of_paste(pasted);
                return vec![Effect::KeepEdit(draft)];
            }
            if !fits {
                let instead = match overlay {
                    Overlay::AddEvidence(_) => ": add the folder that all of it is in",
                    _ => "",
                };
                self.warn(format!("{CUT}{instead}"));
            }
            return vec![];
        }
        // A terminal drops a file as its path.
        if let Some(paths) = paths::recognised(pasted) {
            self.ui
                .overlays
                .push(Overlay::Offer(Offer::new(paths, pasted)));
            return vec![];
        }
        self.paste_text(pasted)
    }

    /// Enter takes what was offered as evidence. Any other key keeps it as text, and is not lost itself: nobody may be typing at a question that they
    /// have not seen.
    fn answer_offer(&mut self, key: KeyEvent, view: &View<'_>, now: Instant) -> Vec<Effect> {
        let Some(Overlay::Offer(offer)) = self.ui.overlays.pop() else {
            return vec![];
        };
        if key.code == KeyCode::Enter {
            return vec![Effect::AddEvidence(offer.paths)];
        }
        let mut effects = self.paste_text(&offer.text);
        if key.code != KeyCode::Esc {
            effects.extend(self.key(key, view, now));
        }
        effects
    }

    fn paste_text(&mut self, pasted: &str) -> Vec<Effect> {
        // Away from the question nobody saw where its cursor is, so a word must not be run into another.
        let typed = self.ui.query.text();
        let is_apart = self.ui.focus == Pane::Query
            || typed.is_empty()
            || typed.ends_with(char::is_whitespace);
        self.ui.focus = Pane::Query;
        let spaced = format!(" {pasted}");
        let pasted = if is_apart { pasted } else { &spaced };
        if self.ui.query.paste(pasted) {
            self.inform_of_paste(pasted);
        } else {
            self.warn(format!("{CUT}: add long text as a file"));
        }
        vec![Effect::SaveDraft(self.ui.query.text())]
    }

    /// What was pasted may be much more than can be seen.
    fn inform_of_paste(&mut self, pasted: &str) {
        if pasted.len() > 2000 {
            let lines = counted(pasted.lines().count(), "line");
            self.inform(format!("pasted {lines}"));
        }
    }

    fn react(&mut self, reaction: Reaction, view: &View<'_>, now: Instant) -> Vec<Effect> {
        match reaction {
            Reaction::Stay => vec![],
            Reaction::Close => {
                self.close_layer();
                vec![]
            }
            Reaction::Act(effects) => effects,
            Reaction::Finish(effects) => {
                self.close_layer();
                effects
            }
            Reaction::Leave(effects) => {
                self.ui.overlays.clear();
                for effect in &effects {
                    if let Effect::Execute(Command::Restore { at, .. }) = effect {
                        let undo = self.keymap.key(Scope::Reading, Action::Undo);
                        let undo = undo.unwrap_or_else(|| "undo".to_owned());
                        self.inform(format!(
                            "the text of after {at} is put back: {undo} takes that away again"
                        ));
                    }
                }
                effects
            }
            Reaction::Push(layer) => self.layer(*layer),
            Reaction::Perform(action) => {
                self.close_layer();
                self.ui.last_command = Some(action);
                self.perform(action, view, now)
            }
            Reaction::Below(action) => self.perform_below(action, view, now),
            Reaction::Search(pattern) => {
                self.close_layer();
                self.ui.search = Search::new(&pattern);
                match self.ui.search {
                    Some(_) => self.find(view, 1),
                    None => vec![],
                }
            }
            Reaction::GoTo { section, source } => {
                self.close_layer();
                self.go_to(section, source, view)
            }
            Reaction::Open(effect) => {
                self.ui.opening = true;
                vec![effect]
            }
            Reaction::UseTheme(name) => {
                self.close_layer();
                self.use_theme(name)
            }
        }
    }

    fn use_theme(&mut self, name: String) -> Vec<Effect> {
        match Theme::named(&name) {
            Ok(theme) => {
                self.theme = theme;
                vec![Effect::SetTheme(name)]
            }
            Err(error) => {
                self.warn(error.to_string());
                vec![]
            }
        }
    }

    /// The theme under the chooser's cursor, where one is being chosen.
    fn shown_theme(&self) -> Option<Theme> {
        match self.ui.overlays.last() {
            Some(Overlay::Themes(themes)) => Theme::named(themes.selected()?).ok(),
            _ => None,
        }
    }

    fn close_layer(&mut self) {
        self.ui.overlays.pop();
        self.ui.opening = false;
    }

    fn shape(&self, view: &View<'_>, screen: Rect) -> Shape {
        let width = screen.width.saturating_sub(query::LEAD + 1);
        let revisions = revisions::rows(view);
        let sources = evidence::rows(view.study);
        Shape {
            focus: self.ui.focus,
            zoom: self.ui.zoom,
            query_rows: self.ui.query.rows(width),
            revisions: u16::try_from(revisions).unwrap_or(u16::MAX),
            sources: u16::try_from(sources.min(1000)).unwrap_or(1000),
            notice: footer::notice_rows(view, &self.ui, screen.width),
        }
    }

    /// Another study, or an undo, may have fewer of everything.
    fn keep_in_range(&mut self, view: &View<'_>) {
        let sections = view.study.sections.len();
        if let Pane::Section(at) = self.ui.focus {
            self.ui.focus = Pane::Section(at.min(sections.saturating_sub(1)));
        }
        if self
            .ui
            .reading
            .cursor
            .as_ref()
            .is_some_and(|cursor| cursor.section >= sections)
        {
            self.ui.reading.cursor = None;
        }
    }

    fn inform(&mut self, text: String) {
        let level = super::view::Level::Info;
        self.notify(Notice { level, text });
    }

    fn warn(&mut self, text: String) {
        let level = super::view::Level::Warning;
        self.notify(Notice { level, text });
    }
}

/// A notice with keys in place of the names of actions that stand in it as `{retry}`.
fn with_keys(text: &str, keys: &Keymap) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        said.push_str(before);
        let named = after
            .split_once('}')
            .and_then(|(name, after)| Some((Action::named(name)?, after)));
        rest = if let Some((action, after)) = named {
            match keys.key(Scope::Reading, action) {
                Some(key) => said.push_str(&key),
                // Without a key it is found by its name.
                None => said.extend(["“", action.title(), "”"]),
            }
            after
        } else {
            said.push('{');
            after
        };
    }
    said + rest
}

/// Why an action is not carried out in this study, where it is not.
fn refused(action: Action, view: &View<'_>) -> Option<String> {
    let why = view.read_only.filter(|_| action.changes_the_study())?;
    Some(format!("read-only, {why}: nothing can be changed here"))
}

/// What is said of a text that is longer than what can be typed.
const CUT: &str = "pasted text was cut at 20,000 characters";
/// What is said of a text of the brief that is longer than what can be edited in place.
const TOO_LONG: &str = "pasted text was cut: a text of 4 MB is the most that is edited here";

/// Columns and rows of the topmost layer, and columns of the screen, in the last frame.
fn page(ui: &Ui) -> ((usize, usize), usize) {
    let page = ui.drawn.page;
    let columns = ui.drawn.areas.footer.width;
    let page = (usize::from(page.width), usize::from(page.height));
    (page, usize::from(columns))
}

#[cfg(test)]
mod tests;
