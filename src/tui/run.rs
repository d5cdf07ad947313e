//! The loop: wait for one input, take in all that are ready, draw once if something changed.
//!
//! Keys go before text that streams in. Nothing wakes the loop while nothing happens: a frame is drawn because of an input, a reply, or a clock that runs
//! only while a writer does. What the screen wants done comes back from the app as effects, and is done here.

use std::io;
use std::path::PathBuf;
use std::process::Command as Process;
use std::time::{Duration, Instant};

use color_eyre::eyre::{Result, WrapErr};
use crossterm::event::{Event, EventStream};
use futures_util::{FutureExt, StreamExt};

use super::app::{App, EditTarget, Effect};
use super::clipboard::{self, ClipboardEnvironment};
use super::keymap::Keymap;
use super::terminal::{self, Screen, TerminalGuard};
use super::theme;
use super::view::View;
use crate::export;
use crate::study::CycleKind;
use crate::workbench::{ExportError, Level, Notice, Workbench};

/// Streamed text is drawn at most this often: 60 frames a second.
const FRAME: Duration = Duration::from_millis(16);
/// The clock of a running request moves this often.
const CLOCK: Duration = Duration::from_secs(1);
/// Typed text is kept this long after the last key.
const TYPED: Duration = Duration::from_secs(1);

/// How the screen is set up.
#[derive(Debug, Clone)]
pub struct Settings {
    pub theme: String,
    pub no_color: bool,
    pub mouse: bool,
    /// The analyst's key file, where there is one.
    pub keymap: Option<String>,
    pub data_dir: PathBuf,
    /// Whether the program runs inside tmux.
    pub tmux: bool,
    /// The analyst's editor, as `$VISUAL` or `$EDITOR` names it.
    pub editor: Option<String>,
}

/// Shows a workbench until the analyst quits; returns what is left to say on the shell's screen.
pub async fn run(workbench: &mut Workbench, settings: Settings) -> Result<String> {
    let theme = theme::detect(&settings.theme, settings.no_color)?;
    let keymap = match &settings.keymap {
        Some(text) => Keymap::with_user(text).wrap_err("keymap.toml cannot be used")?,
        None => Keymap::default_keys(),
    };
    let mut guard = TerminalGuard::enter(settings.mouse).wrap_err("cannot take over the terminal")?;
    let mut screen = terminal::screen()?;
    let mut app = App::new(keymap, theme, settings.mouse);
    app.study_opened(&workbench.study().question, &workbench.typed());
    let ended = Loop { workbench, app, settings, quit: false, exported: None }.run(&mut guard, &mut screen).await;
    drop(guard);
    ended
}

struct Loop<'a> {
    workbench: &'a mut Workbench,
    app: App,
    settings: Settings,
    quit: bool,
    exported: Option<PathBuf>,
}

impl Loop<'_> {
    async fn run(mut self, guard: &mut TerminalGuard, screen: &mut Screen) -> Result<String> {
        let mut inputs = Some(EventStream::new());
        let mut due: Option<Instant> = Some(Instant::now());
        let mut drawn = Instant::now();
        while !self.quit {
            self.tell();
            if due.is_some_and(|due| due <= Instant::now()) {
                self.draw(screen)?;
                drawn = Instant::now();
                due = self.workbench.is_busy().then(|| drawn + CLOCK).or_else(|| self.app.wakes_at(drawn));
            }
            let wake = [due, self.workbench.deadline(), self.app.typed_at().map(|at| at + TYPED)].into_iter().flatten().min();
            let Some(events) = &mut inputs else { break };
            tokio::select! {
                biased;
                event = events.next() => {
                    // The end of the input is the end of the terminal.
                    let Some(event) = event else { break };
                    self.input(&event.wrap_err("cannot read from the terminal")?, guard, &mut inputs)?;
                    while let Some(events) = &mut inputs && let Some(Some(Ok(event))) = events.next().now_or_never() {
                        self.input(&event, guard, &mut inputs)?;
                    }
                    inputs.get_or_insert_with(EventStream::new);
                    due = Some(Instant::now());
                }
                message = self.workbench.next_message() => {
                    self.workbench.receive(message);
                    while let Some(message) = self.workbench.ready_message() {
                        self.workbench.receive(message);
                    }
                    let next = drawn + FRAME;
                    due = Some(due.map_or(next, |due| due.min(next)));
                }
                () = sleep_until(wake) => self.workbench.tick(),
            }
            self.keep_typed();
        }
        Ok(self.farewell())
    }

    fn draw(&mut self, screen: &mut Screen) -> Result<()> {
        let saved = self.workbench.saved().map(export::time_of_day);
        let view = view(self.workbench, saved.as_deref());
        let app = &mut self.app;
        terminal::draw(screen, |frame| app.draw(&view, frame)).wrap_err("cannot draw on the terminal")
    }

    fn input(&mut self, event: &Event, guard: &mut TerminalGuard, inputs: &mut Option<EventStream>) -> Result<()> {
        if matches!(event, Event::Resize(..)) {
            terminal::repaint();
        }
        let effects = self.app.handle(event, &view(self.workbench, None), Instant::now());
        for effect in effects {
            self.perform(effect, guard, inputs)?;
        }
        Ok(())
    }

    /// Does what the screen wants done.
    fn perform(&mut self, effect: Effect, guard: &mut TerminalGuard, inputs: &mut Option<EventStream>) -> Result<()> {
        match effect {
            Effect::Execute(command) => self.workbench.execute(&command),
            Effect::Run { question } => self.workbench.run(&question),
            Effect::Stop => self.workbench.stop(),
            Effect::Resume => self.workbench.execute(&crate::study::Command::Resume),
            Effect::Update => self.workbench.start(CycleKind::Update),
            Effect::AddEvidence(paths) => self.workbench.add_evidence(paths.iter().map(|path| expand_home(path).into()).collect(), None),
            Effect::LoadPassage { passage, marked } => {
                if let Some(view) = self.workbench.passage_view(passage, marked.as_ref()) {
                    self.app.passage_loaded(view);
                }
            }
            Effect::LoadDocument(document) => {
                if let Some(view) = self.workbench.document_view(document) {
                    self.app.passage_loaded(view);
                }
            }
            Effect::LoadStudies => {
                let studies = self.workbench.studies();
                self.app.studies_loaded(studies);
            }
            Effect::OpenStudy(id) => self.switch(Some(id)),
            Effect::NewStudy => self.switch(None),
            Effect::Export { path, overwrite } => self.export(&path, overwrite),
            Effect::Copy(text) => self.copy(&text),
            Effect::EditExternally { what, text } => {
                // Its thread reads the keys that are meant for the editor.
                *inputs = None;
                self.edit(what, &text, guard)?;
            }
            Effect::Suspend => {
                *inputs = None;
                guard.stop().wrap_err("cannot take the terminal back")?;
            }
            Effect::Redraw => terminal::repaint(),
            Effect::SetMouse(mouse) => guard.set_mouse(mouse)?,
            Effect::SetTheme(name) => match theme::detect(&name, self.settings.no_color) {
                Ok(theme) => self.app.set_theme(theme),
                Err(error) => self.notify(Level::Error, error.to_string()),
            },
            Effect::Quit => self.quit = true,
        }
        Ok(())
    }

    fn switch(&mut self, study: Option<crate::study::StudyId>) {
        self.keep_typed_now();
        self.workbench.switch(study);
        self.app.study_opened(&self.workbench.study().question, &self.workbench.typed());
    }

    fn export(&mut self, path: &str, overwrite: bool) {
        let path = PathBuf::from(expand_home(path));
        match self.workbench.export(&path, overwrite) {
            Ok(()) => {
                self.app.exported(&path);
                self.exported = Some(path);
            }
            Err(ExportError::Exists { path }) => self.app.export_exists(&path),
            Err(error) => self.notify(Level::Error, error.to_string()),
        }
    }

    fn copy(&mut self, text: &str) {
        let environment = ClipboardEnvironment::new(&self.settings.data_dir, self.settings.tmux);
        let report = clipboard::copy(text, &environment, &mut io::stdout());
        let level = if report.failed() { Level::Error } else { Level::Info };
        self.notify(level, report.to_string());
    }

    /// Lends the terminal to the analyst's editor. A file that it leaves with an error, or unchanged, changes nothing.
    fn edit(&mut self, what: EditTarget, text: &str, guard: &mut TerminalGuard) -> Result<()> {
        let file = self.settings.data_dir.join(format!("edit-{}.md", std::process::id()));
        if let Err(error) = std::fs::write(&file, text) {
            self.notify(Level::Error, format!("cannot write {}: {error}", file.display()));
            return Ok(());
        }
        let editor = self.settings.editor.clone().unwrap_or_else(|| "vi".to_owned());
        let mut words = editor.split_whitespace();
        let mut program = Process::new(words.next().unwrap_or("vi"));
        program.args(words).arg(&file);
        guard.suspend();
        let ended = program.status();
        guard.resume().wrap_err("cannot take the terminal back")?;
        match ended {
            Ok(status) if status.success() => match std::fs::read_to_string(&file) {
                Ok(edited) => {
                    let edited = edited.trim_end();
                    for effect in self.app.edited(what, edited) {
                        if let Effect::Execute(command) = effect {
                            self.workbench.execute(&command);
                        }
                    }
                }
                Err(error) => self.notify(Level::Error, format!("{editor} left no text: {error}")),
            },
            Ok(status) => self.notify(Level::Warning, format!("{editor} ended with {status}: the text stays as it was")),
            Err(error) => self.notify(Level::Error, format!("cannot start {editor}: {error}. Set EDITOR to your editor")),
        }
        // It may hold the whole brief; there is no reason to keep it.
        let _ = std::fs::remove_file(&file);
        Ok(())
    }

    /// Hands what the workbench has to say to the screen.
    fn tell(&mut self) {
        for notice in self.workbench.take_notices() {
            self.app.notify(notice, Instant::now());
        }
    }

    fn notify(&mut self, level: Level, text: String) {
        self.app.notify(Notice { level, text }, Instant::now());
    }

    fn keep_typed(&mut self) {
        if self.app.typed_at().is_some_and(|at| at.elapsed() >= TYPED) || self.quit {
            self.keep_typed_now();
        }
    }

    fn keep_typed_now(&mut self) {
        if let Some(typed) = self.app.take_typed() {
            self.workbench.save_typed(&typed);
        }
    }

    fn farewell(&self) -> String {
        let study = self.workbench.study();
        if study.question.is_empty() {
            return "nothing was asked; `tercet` opens the workbench again".to_owned();
        }
        let id = self.workbench.id();
        let exported = self.exported.as_ref().map(|path| format!("\nexported to {}", path.display())).unwrap_or_default();
        format!("study {id}: {}{exported}\n`tercet open {id}` opens it again, `tercet export {id}` prints the brief", study.question)
    }
}

/// What the screen is drawn from.
fn view<'a>(workbench: &'a Workbench, saved: Option<&'a str>) -> View<'a> {
    let study = workbench.study();
    View {
        study,
        id: Some(workbench.id()),
        writer: if study.writer.is_empty() { workbench.default_writer() } else { &study.writer },
        live: workbench.live(),
        scorecard: workbench.scorecard(),
        ingest: workbench.progress(),
        read_only: workbench.is_read_only().then_some("open in another Tercet"),
        saved,
        now: Instant::now(),
    }
}

async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake.into()).await,
        None => std::future::pending().await,
    }
}

/// `~/` at the start of a path that was typed, as a shell understands it.
fn expand_home(path: &str) -> String {
    let home = path.strip_prefix("~/").and_then(|rest| directories::BaseDirs::new().map(|folders| folders.home_dir().join(rest)));
    home.map_or_else(|| path.to_owned(), |path| path.display().to_string())
}
