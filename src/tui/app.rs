//! The application: an input in, effects out; a view in, a frame out.
//!
//! Keys become actions by the keymap, actions become effects that the workbench carries out, and what comes back (a passage, a list of studies)
//! is handed in through the methods below. The application owns no study and starts nothing: it can be driven without a terminal, and is, in its
//! tests.

mod arrivals;
mod copy;
mod cursor;
mod input;
mod look;
mod mouse;
mod perform;
mod place;
mod problems;
mod reading;
mod search;
mod sources;
mod undo;
mod uses;
mod window_search;
mod windows;

use std::time::Instant;

use crossterm::event::{Event, KeyEventKind};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::action::Action;
use super::keymap::{Keymap, Scope};
use super::layers::{AnyLayer, Surroundings};
use super::layout::{Areas, Layout, Shape};
use super::panes::brief::{self, Brief};
use super::panes::canvas::{Canvas, pressed};
use super::panes::{evidence, footer, judge, notice, passage, query, revisions, title};
use super::theme::{Role, Theme};
use super::ui::{Anchor, Pane, Ui};
use super::view::{About, EditDraft, Keeping, Notice, View, Words};
use crate::evidence::Password;
use crate::study::{Command, DocumentId, HunkId, PassageId, Quote, SectionId, StudyId};

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
    /// Read an encrypted document again, with this password.
    Unlock {
        source: String,
        password: Password,
    },
    /// A text that is evidence itself.
    AddText(String),
    /// What an update would touch is wanted; answered by [`App::impact_ready`].
    ShowImpact,
    /// Bring these documents, and no others, into these sections.
    Update {
        news: Vec<DocumentId>,
        sections: Vec<SectionId>,
    },
    /// What an instruction would take is wanted, for the layer in which it is typed.
    ReckonSteering,
    /// Watch a folder from now on.
    Watch(String),
    Unwatch(String),
    /// Give up what was asked for and has not been read.
    ForgetRequested,
    /// Open what a document was read from, with the program that there is for it.
    OpenSource(String),
    /// Answered by [`App::passage_loaded`].
    LoadPassage {
        passage: PassageId,
        marked: Option<Quote>,
    },
    /// The document's most relevant passage; answered by [`App::passage_loaded`].
    LoadDocument(DocumentId),
    /// Where this stands in the text of the evidence; answered by [`App::passages_found`].
    FindPassages(String),
    /// Where this stands in the text of one document; answered by [`App::document_searched`].
    FindInDocument(DocumentId, String),
    /// What the guardrail set aside of a document; answered by [`App::set_aside_loaded`].
    LoadSetAside(DocumentId),
    /// The addresses that the evidence names; answered by [`App::named_addresses_loaded`].
    LoadNamedAddresses,
    /// Answered by [`App::studies_loaded`].
    LoadStudies,
    /// Which passages of the evidence bear on this; answered by [`App::sources_found`].
    SearchSources(String),
    /// Where the studies say this; answered by [`App::studies_found`].
    SearchStudies(String),
    /// Answered by [`App::writers_loaded`].
    LoadWriters,
    ChooseWriter(String),
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
        /// Mark in the text what nobody has decided on.
        changes: bool,
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
    /// An instruction or a reason as it is being typed, to be kept until it is done with.
    KeepWords(Words),
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
        let mut app = Self {
            ui: Ui::new(question),
            keymap,
            theme,
            brief: Brief::default(),
        };
        app.ui.first_look = app.worn();
        app
    }

    #[must_use]
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// Reads one input.
    pub fn handle(&mut self, input: &Event, view: &View<'_>, now: Instant) -> Vec<Effect> {
        self.keep_selected(view);
        let mut effects = match input {
            Event::Key(key) if key.kind == KeyEventKind::Release => vec![],
            _ if self.is_unseen() && !self.types(input) => self.handle_unseen(input, view, now),
            Event::Key(key) => self.key(*key, view, now),
            Event::Paste(pasted) => self.paste(pasted),
            Event::Mouse(mouse) => self.mouse(*mouse, view, now),
            Event::Resize(..) | Event::FocusGained | Event::FocusLost => vec![],
        };
        effects.extend(self.follow_cursor(&effects, view));
        effects
    }

    /// Draws a frame.
    pub fn draw(&mut self, view: &View<'_>, frame: &mut Frame<'_>) {
        let is_early =
            |layer: &mut AnyLayer| matches!(layer, AnyLayer::Copy(menu) if menu.due() > view.now);
        let early = self.ui.layers.pop_if(is_early);
        self.draw_shown(view, frame);
        self.ui.layers.extend(early);
    }

    fn draw_shown(&mut self, view: &View<'_>, frame: &mut Frame<'_>) {
        let screen = frame.area();
        let here = self.below_windows();
        self.ui.disarm(view.now);
        self.come_to_first_text(view);
        let areas = Areas::of(screen, self.shape(view, screen));
        self.ui.reading.lent = usize::from(areas.notice.height.saturating_sub(1));
        let before = std::mem::replace(&mut self.ui.drawn.areas, areas);
        if areas.layout == Layout::Desk && before.layout != Layout::Desk {
            // There is room for the passage of the current sentence now.
            self.ui.followed = None;
        }
        self.keep_in_range(view);
        self.keep_selected(view);
        self.renew_problems(view);
        self.ui.notice_since = match (&self.ui.notice, self.ui.notice_since) {
            (None, _) => None,
            (Some(_), since) => since.or(Some((view.now, view.is_running()))),
        };
        let shown = self.shown_theme();
        let theme = shown.as_ref().unwrap_or(&self.theme);
        let mut canvas = Canvas::new(frame.buffer_mut(), theme, &self.keymap);
        canvas.here = here;
        if areas.layout == Layout::Line {
            title::draw_line(view, &self.ui, screen, &mut canvas);
        } else if !self.ui.layers.iter().any(|layer| layer.covers_all()) {
            draw_panes(view, &mut self.ui, &mut self.brief, &mut canvas);
        }
        let mut page = Rect::ZERO;
        if areas.layout != Layout::Line {
            for layer in &self.ui.layers {
                // A layer hides the cursor of what is below it.
                canvas.cursor = None;
                canvas.targets.clear();
                if layer.is_window() {
                    let above = areas.notice.y.min(areas.footer.y).saturating_sub(screen.y);
                    canvas.recede(Rect {
                        height: above,
                        ..screen
                    });
                }
                canvas.searching = layer.is_read().then(|| window_search::told(&self.ui));
                page = layer.draw(view, &self.ui, screen, &mut canvas);
                let around = Surroundings {
                    view,
                    keys: &self.keymap,
                    theme,
                    page: (usize::from(page.width), usize::from(page.height)),
                    columns: usize::from(screen.width),
                };
                window_search::mark(&self.ui, layer, page, around, &mut canvas);
            }
        }
        tell_below(view, &self.ui, &mut canvas);
        canvas.typewrite();
        let (targets, links, cursor) = (canvas.targets, canvas.links, canvas.cursor);
        self.ui.drawn.offered = (self.ui.layers.len(), canvas.offered);
        if let Some(cursor) = cursor.filter(|cursor| screen.contains(*cursor)) {
            frame.set_cursor_position(cursor);
        }
        self.ui.drawn.targets = targets;
        self.ui.drawn.links = links;
        self.ui.drawn.page = page;
    }

    /// Says something to the analyst; it stays until the next key. What only informs waits behind a warning that nobody has had the time to read.
    pub fn notify(&mut self, mut notice: Notice) {
        if notice.about == About::GoesOn {
            return;
        }
        if self.ui.reviews() {
            notice.leave_out("{review} reviews");
        }
        notice.text = notice.told(|action| self.in_keys(action));
        self.ui.note_said(&notice);
        // What is there again is no longer said to be gone, nor what is saved not to be.
        let over = match notice.about {
            About::Back => Some(About::Gone),
            About::CanSave => Some(About::CannotSave),
            _ => None,
        };
        let is_over = |said: &mut Notice| Some(said.about) == over;
        self.ui.notice.take_if(is_over);
        self.ui.next_notice.take_if(is_over);
        // What came and what went at once are told together.
        let is_gone = |said: &&mut Notice| said.about == About::Gone;
        let gone = self.ui.notice.as_mut().filter(is_gone);
        if let (About::News, Some(gone)) = (notice.about, gone) {
            gone.text = format!("{}; {}", gone.text, notice.text);
            self.ui.notice_since = None;
            return;
        }
        let warns = |notice: &Notice| notice.level != super::view::Level::Info;
        if self.ui.notice.as_ref().is_some_and(warns) && !warns(&notice) {
            // A warning stays until a key is pressed, but hides nothing that came long after it: then it waits itself.
            if self.ui.is_new() {
                self.ui.next_notice = Some(notice);
                return;
            }
            self.ui.next_notice = self.ui.notice.take();
        }
        self.ui.notice = Some(notice);
        self.ui.notice_since = None;
    }

    /// The key for an action, or else its name, by which it is found.
    fn in_keys(&self, name: &str) -> Option<String> {
        let action = Action::named(name)?;
        let key = pressed(&self.keymap, self.below_windows(), action);
        let key = key.or_else(|| self.keymap.key(Scope::Typing, action));
        Some(key.unwrap_or_else(|| format!("“{}”", action.title())))
    }

    /// A key or a click: what was said has been read, and what waited behind it is said.
    fn dismiss_notice(&mut self) {
        self.ui.notice = self.ui.next_notice.take();
        self.ui.notice_since = None;
    }

    /// The theme under the chooser's cursor, where one is being chosen.
    fn shown_theme(&self) -> Option<Theme> {
        match self.ui.layers.last() {
            Some(AnyLayer::Themes(themes)) => {
                let shown = Theme::named(themes.selected()?).ok()?;
                Some(shown.worn_as(&self.theme))
            }
            _ => None,
        }
    }

    /// Leaves the topmost layer with Esc: what was typed in it is there again when it is opened again.
    fn leave_layer(&mut self) -> Vec<Effect> {
        let is_begun = match self.ui.layers.last() {
            Some(AnyLayer::Steer(layer)) => layer.is_begun(),
            Some(AnyLayer::AddEvidence(layer)) => layer.is_begun(),
            Some(AnyLayer::FixSeveral(layer)) => layer.is_begun(),
            _ => false,
        };
        if is_begun && let Some(layer) = self.ui.layers.pop() {
            let again = match layer {
                AnyLayer::Steer(_) => "{steer}",
                AnyLayer::FixSeveral(_) => "{fix}",
                _ => "{add-evidence}",
            };
            self.ui
                .begun
                .retain(|known| std::mem::discriminant(known) != std::mem::discriminant(&layer));
            self.ui.begun.push(layer);
            self.inform(format!("what you typed is kept: {again} goes on with it"));
            return vec![];
        }
        let mut forgotten = None;
        match self.ui.layers.last() {
            Some(AnyLayer::Steer(layer)) if layer.is_correction() => {
                let said = "what you typed is kept: {fix} on that sentence goes on with it";
                self.inform(said.to_owned());
            }
            Some(AnyLayer::Describe(layer)) => forgotten = Some(layer.forgotten()),
            _ => {}
        }
        self.close_layer();
        forgotten.into_iter().collect()
    }

    /// A layer that was left with words in it, if it is this one.
    fn begun(&mut self, is_it: impl Fn(&AnyLayer) -> bool) -> Option<AnyLayer> {
        let at = self.ui.begun.iter().position(is_it)?;
        Some(self.ui.begun.remove(at))
    }

    fn close_layer(&mut self) {
        let searches_window = self.ui.searches_window();
        let closed = self.ui.layers.pop();
        // What was only being typed is not searched for, and what was found among changes is not where it is elsewhere.
        match closed {
            Some(AnyLayer::Find(_)) if searches_window => self.ui.window_search = None,
            Some(AnyLayer::Find(_)) => self.end_search(),
            Some(AnyLayer::Review(_)) => self.ui.search = None,
            _ if !self.ui.searches_window() => self.ui.window_search = None,
            _ => self.ui.begin_window_search_anew(),
        }
        self.ui.opening = false;
    }

    fn shape(&self, view: &View<'_>, screen: Rect) -> Shape {
        let query_rows = self.ui.query.rows(screen.width.saturating_sub(query::LEAD));
        let revisions = revisions::rows(view);
        let sources = evidence::rows(view.study);
        let layout = Layout::of(screen.width, screen.height, self.ui.columns);
        let scores = {
            let mut nowhere = Buffer::empty(Rect::ZERO);
            let canvas = Canvas::new(&mut nowhere, &self.theme, &self.keymap);
            judge::rows(view, layout.side(screen.width), &canvas)
        };
        Shape {
            columns: self.ui.columns,
            focus: self.ui.focus,
            zoom: self.ui.zoom,
            query_rows: u16::try_from(query_rows).unwrap_or(u16::MAX),
            revisions: u16::try_from(revisions).unwrap_or(u16::MAX),
            sources: u16::try_from(sources.min(1000)).unwrap_or(1000),
            scores: u16::try_from(scores).unwrap_or(u16::MAX),
            passage: layout == Layout::Desk && passage::has_something(view, &self.ui),
            notice: notice::rows(view, &self.ui, screen.width),
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

    /// The selected source stays selected when others come in above it, or one there is gone.
    fn keep_selected(&mut self, view: &View<'_>) {
        let entries = evidence::entries(view.study);
        if let Some((row, subject)) = &self.ui.selected
            && *row == self.ui.source
            && entries.get(*row).map(evidence::Entry::subject).as_ref() != Some(subject)
            && let Some(now) = entries.iter().position(|entry| entry.subject() == *subject)
        {
            self.ui.source = now;
        }
        let selected = entries.get(self.ui.source);
        self.ui.selected = selected.map(|entry| (self.ui.source, entry.subject()));
    }

    fn inform(&mut self, text: String) {
        let level = super::view::Level::Info;
        self.notify(Notice::new(level, text));
    }

    fn warn(&mut self, text: String) {
        let level = super::view::Level::Warning;
        self.notify(Notice::new(level, text));
    }
}

/// Draws the workbench as it is without any layer, and keeps what the next input wants to know of its column.
fn draw_panes(view: &View<'_>, ui: &mut Ui, brief: &mut Brief, canvas: &mut Canvas<'_>) {
    let areas = ui.drawn.areas;
    // Behind a pane that has the screen to itself the brief stays as it was.
    let is_shown = !areas.brief.is_empty();
    let before = ui.drawn.prose;
    let stood = ui
        .drawn
        .stood
        .take()
        .filter(|stood| stood.is_at(&ui.reading));
    if is_shown {
        ui.drawn.prose = (
            brief::prose_width(areas.brief, ui.zoom),
            brief::prose_height(areas.brief, view),
        );
    }
    let (prose, height) = reading::page(ui);
    let column = brief.column(view, canvas.theme, (canvas.keys, canvas.here), prose);
    if is_shown {
        let rows = usize::from(height);
        place::keep(ui, &column);
        if let Some(stood) = stood.filter(|_| ui.drawn.prose.0 == before.0) {
            place::hold(ui, &column, rows, &stood);
        }
        reading::follow(ui, &column, view, rows);
        if ui.drawn.prose != before {
            let is_rewrapped = ui.drawn.prose.0 != before.0;
            cursor::refit(ui, &column, rows, is_rewrapped);
        }
        cursor::settle(ui, &column, rows);
        let top = column.top(&ui.reading, rows);
        ui.drawn.section = column.section_shown(top, rows);
        ui.drawn.current = cursor::current(&ui.reading, ui.focus, &column, rows);
        let sections = view.study.sections.len();
        let end = top + rows;
        let begins_below = |section: &usize| column.row(Anchor::heading(*section)) >= end;
        let first = (0..sections).find(begins_below);
        ui.drawn.below = first.unwrap_or(sections)..sections;
        let heading = column.row(Anchor::heading(ui.section()));
        ui.drawn.is_headed = (top..top + rows).contains(&heading);
        ui.drawn.stood = place::stood(ui, &column, top);
    }
    ui.drawn.problems = column.problems();
    canvas.fill(areas.divider, canvas.glyphs().vertical, Role::Rule);
    title::draw(view, ui, areas.title, canvas);
    title::draw_tabs(view, ui, areas.tabs, canvas);
    query::draw(view, ui, areas.query, canvas);
    canvas.rule(areas.rule);
    if !ui.drawn.is_headed && matches!(areas.layout, Layout::Desk | Layout::Split) {
        let above = Rect {
            width: areas.brief.width.min(areas.rule.width),
            ..areas.rule
        };
        brief::draw_left_heading(view, ui, &column, above, canvas);
    }
    brief::draw(view, ui, &column, areas.brief, canvas);
    ui.drawn.scores = judge::draw(view, ui, areas.judge, canvas);
    ui.scores_top = ui.drawn.scores.top;
    revisions::draw(view, ui, areas.revisions, canvas);
    ui.drawn.sources = evidence::draw(view, ui, &column, areas.evidence, canvas);
    if let Some(top) = &mut ui.sources_top {
        *top = ui.drawn.sources.top;
    }
    passage::draw(view, ui, areas.passage, canvas);
    if let Some(search) = &ui.search {
        // The brief marks its matches itself, in the text as it was written.
        for pane in [
            areas.query,
            areas.judge,
            areas.revisions,
            areas.evidence,
            areas.passage,
        ] {
            canvas.highlight(pane, &search.regex, None);
        }
    }
    notice::draw(view, ui, areas.notice, canvas);
    footer::draw(view, ui, areas.footer, canvas);
}

/// Why an action is not carried out in this study, where it is not.
fn refused(action: Action, view: &View<'_>) -> Option<String> {
    let why = view.read_only.filter(|_| action.changes_the_study())?;
    Some(format!("this study is {why}: nothing can be changed here"))
}

/// A window that reaches into the rows of a notice hides how it begins: it is told on those that are left.
fn tell_below(view: &View<'_>, ui: &Ui, canvas: &mut Canvas<'_>) {
    let told = ui.drawn.areas.notice;
    let framed = canvas.framed;
    if framed.bottom() > told.y && framed.bottom() < told.bottom() {
        let left = Rect {
            y: framed.bottom(),
            height: told.bottom() - framed.bottom(),
            ..told
        };
        canvas.clear(left);
        notice::draw(view, ui, left, canvas);
    }
}

#[cfg(test)]
mod tests;
