//! The loop: wait for one input, take in all that are ready, draw once if something changed.
//!
//! Keys go before text that streams in. Nothing wakes the loop while nothing happens: a frame is drawn because of an input, a reply, or a clock that runs
//! only while a writer does. What the screen wants done comes back from the app as effects, which [`effects`] carries out.

mod effects;

mod edited;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use color_eyre::eyre::{Result, WrapErr};
use crossterm::event::Event;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::app::App;
use super::attention::Attention;
use super::burst;
use super::clipboard::ClipboardEnvironment;
use super::farewell;
use super::inputs::{Draws, Inputs};
use super::keymap::{Keymap, KeymapError};
use super::layers::Configured;
use super::layout::Columns;
use super::links;
use super::replies::LateReplies;
use super::terminal::{self, Screen, TerminalGuard};
use super::theme::{self, Colors, GlyphSet};
use super::view::{EditDraft, View, Words};
use crate::clock;
use crate::config;
use crate::workbench::{Answer, Level, Notice, Workbench};

/// Streamed text is drawn at most this often: 30 frames a second.
const FRAME: Duration = Duration::from_millis(33);
/// The clock of a running request moves this often.
const CLOCK: Duration = Duration::from_secs(1);
/// Typed text is kept this long after the first key that it was not kept with.
const TYPED: Duration = Duration::from_millis(250);
/// The same for a text of which keeping costs a while.
const TYPED_LONG: Duration = Duration::from_secs(1);
/// From this many bytes on it does.
const LONG: usize = 200_000;

/// Of a window that is being resized, no more frames are drawn than one in this time.
const RESIZE: Duration = Duration::from_millis(50);

/// Characters of the question in a notification.
const CALLED: usize = 60;

/// How the screen is set up.
#[derive(Debug, Clone)]
pub struct Settings {
    pub screen: config::Screen,
    pub data_dir: PathBuf,
    /// The configuration file, whether there is one or not.
    pub config: PathBuf,
    pub clipboard: ClipboardEnvironment,
    /// All settings in force, in words.
    pub configured: Vec<Configured>,
    /// What opens a source on the analyst's desktop, where there is one.
    pub opener: Option<&'static str>,
    /// The analyst's editor, as `$VISUAL` or `$EDITOR` names it.
    pub editor: Option<String>,
}

/// Shows a workbench until the analyst quits; returns what is left to say on the shell's screen.
pub async fn run(workbench: &mut Workbench, settings: Settings) -> Result<String> {
    let look = &settings.screen;
    let colors = match (look.no_color, look.sixteen_colors) {
        (true, _) => Colors::None,
        (false, true) => Colors::Sixteen,
        (false, false) => Colors::Many,
    };
    let mut theme = theme::detect(&look.theme, colors, !look.is_console)?;
    if look.ascii {
        theme = theme.with_glyphs(GlyphSet::Ascii);
    }
    if colors != Colors::Many {
        // A terminal by an old name may be one that shows colours only.
        theme = theme.without_lines();
    }
    let (keymap, trouble) = keys(&look.keys);
    let mut guard = TerminalGuard::enter(look.mouse).wrap_err("cannot take over the terminal")?;
    let mut screen = terminal::screen()?;
    let question = workbench.question_as_typed();
    let mut app = App::new(&question, keymap, theme);
    app.ui.mouse = look.mouse;
    app.ui.config = settings.config.display().to_string();
    app.ui.configured.clone_from(&settings.configured);
    app.ui.clock = time_of_day;
    app.ui.folder = std::env::current_dir().unwrap_or_default();
    if let Some(columns) = look.columns {
        app.ui.columns = Columns::wanted(columns);
    }
    if let Some(text) = trouble {
        app.notify(Notice::new(Level::Warning, text));
    }
    if !workbench.study().sections.is_empty() {
        app.focus_brief();
    }
    workbench.want_ledger();
    workbench.want_impact();
    workbench.score_beside();
    workbench.look_for_servers();
    let attention = Attention::new(look.bell_after);
    let state = Loop {
        workbench,
        app,
        settings,
        typed: None,
        edited: None,
        worded: None,
        exported: None,
        replies: LateReplies::asked(Instant::now()),
        attention,
        returned: unbounded_channel(),
        out: edited::Out::default(),
        quit: false,
    };
    let ended = state.run(&mut guard, &mut screen).await;
    drop(guard);
    ended
}

/// What is left to say of a workbench that was shown without a screen.
#[must_use]
pub fn last_words(workbench: &Workbench, exported: Option<&Path>, program: &str) -> String {
    farewell::words(&view(workbench, None), exported, program)
}

/// The time of day, to the second.
fn time_of_day() -> String {
    let now = clock::local_second(clock::now());
    now.split(' ').next_back().unwrap_or_default().to_owned()
}

fn listen() -> Result<Inputs> {
    Inputs::listen().wrap_err("cannot listen to the terminal")
}

/// The keys as the analyst's file says, and what is wrong with the file: a mistake in it keeps nobody from their work.
fn keys(file: &config::KeyFile) -> (Keymap, Option<String>) {
    let text = file.text.as_deref().unwrap_or_default();
    let (keymap, mistakes, lost) = Keymap::read(text);
    let lost: Vec<String> = lost.iter().map(ToString::to_string).collect();
    let wrong = match mistakes.split_first() {
        Some((first, others)) => {
            let instead = if matches!(first, KeymapError::Unreadable { .. }) {
                "the default keys apply"
            } else {
                "that is left out"
            };
            let more = match others.len() + lost.len() {
                0 => String::new(),
                more => format!("; {more} more, see `tercet doctor`"),
            };
            Some(format!("keys.toml, {first}; {instead}{more}"))
        }
        None => (!lost.is_empty()).then(|| format!("keys.toml: {}", lost.join("; "))),
    };
    (keymap, wrong.or_else(|| file.unread.clone()))
}

struct Loop<'a> {
    workbench: &'a mut Workbench,
    app: App,
    settings: Settings,
    /// The question as it is being typed, and since when it has been unkept; `None` when it is kept.
    typed: Option<(String, Instant)>,
    /// The same of a text of the brief.
    edited: Option<(EditDraft, Instant)>,
    /// The same of an instruction or a reason.
    worded: Option<(Words, Instant)>,
    exported: Option<PathBuf>,
    replies: LateReplies,
    attention: Attention,
    /// What comes back from editors.
    returned: (
        UnboundedSender<edited::Returned>,
        UnboundedReceiver<edited::Returned>,
    ),
    out: edited::Out,
    quit: bool,
}

impl Loop<'_> {
    async fn run(mut self, guard: &mut TerminalGuard, screen: &mut Screen) -> Result<String> {
        let mut inputs = Some(listen()?);
        let mut due: Option<Instant> = Some(Instant::now());
        let mut drawn = Instant::now();
        let mut pressed = false;
        while !self.quit {
            self.tell();
            self.call_back();
            // What ends and what follows it belong on one frame, unless somebody waits for theirs.
            let may_draw = std::mem::take(&mut pressed) || !self.workbench.is_between_steps();
            if may_draw && due.is_some_and(|due| due <= Instant::now()) {
                self.draw(screen)?;
                drawn = Instant::now();
                let clock = self.workbench.is_busy().then(|| drawn + CLOCK);
                let change = self.app.ui.changes_at(drawn);
                due = [clock, change].into_iter().flatten().min();
                for effect in self.app.catch_up(&view(self.workbench, None)) {
                    self.perform(effect, guard, &mut inputs)?;
                    due = Some(drawn);
                }
            }
            let wake = [due, self.keep_at()].into_iter().flatten().min();
            let Some(events) = &mut inputs else { break };
            let was_saved = is_saved(self.workbench);
            tokio::select! {
                biased;
                Some(returned) = self.returned.1.recv() => {
                    self.take_edited(returned, guard, &mut inputs)?;
                    due = Some(Instant::now());
                }
                ready = events.next() => {
                    let ready = ready.wrap_err("cannot read from the terminal")?;
                    let ready = self.replies.without(&ready, Instant::now());
                    let shows = ready.iter().map(Draws::of).max().unwrap_or(Draws::Nothing);
                    self.take(&ready, guard, &mut inputs)?;
                    if inputs.is_none() {
                        inputs = Some(listen()?);
                        self.replies = LateReplies::asked(Instant::now());
                    }
                    pressed = shows == Draws::Now;
                    let wanted = match shows {
                        Draws::Nothing => due,
                        Draws::Resized => Some((drawn + RESIZE).max(Instant::now())),
                        Draws::Now => Some(Instant::now()),
                    };
                    due = [due, wanted].into_iter().flatten().min();
                }
                turn = self.workbench.turn(wake) => match turn {
                    Some(message) => {
                        self.workbench.receive_ready(message);
                        let next = drawn + FRAME;
                        due = Some(due.map_or(next, |due| due.min(next)));
                    }
                    None if self.ticks() => due = Some(Instant::now()),
                    None => {}
                },
            }
            // What no disk takes is to be left on the screen by whatever ends the program, to the last key.
            let takes_nothing = self.workbench.has_unsaved() || self.workbench.is_broken();
            let is_due = |at: Instant| at <= Instant::now() || takes_nothing;
            if self.quit || self.keep_at().is_some_and(is_due) {
                self.keep_typed();
            }
            // Whoever types on has to see that the disk takes nothing, and that it does again.
            if is_saved(self.workbench) != was_saved {
                due = Some(Instant::now());
                terminal::leave_behind(farewell::unsaved(&self.workbench.unsaved_words()));
            }
        }
        self.workbench.settle_scores();
        let view = view(self.workbench, None);
        let exported = self.exported.as_deref();
        let words = farewell::words(&view, exported, &self.settings.screen.program);
        let unsaved = farewell::unsaved(&self.workbench.unsaved_words());
        Ok(words + &unsaved + &self.out.left_behind())
    }

    /// Does what is due; says whether the study is another now than it was, as one that is followed may be.
    fn ticks(&mut self) -> bool {
        let stands = |workbench: &Workbench| (workbench.last_event(), workbench.is_read_only());
        let before = stands(self.workbench);
        if self.workbench.is_read_only() {
            self.keep_typed();
        }
        self.workbench.tick();
        let after = stands(self.workbench);
        if before.1 && !after.1 {
            // Where it could be changed the question may have been typed on.
            self.app.go_on_with(&self.workbench.question_as_typed());
        }
        after != before
    }

    fn draw(&mut self, screen: &mut Screen) -> Result<()> {
        let saved = self.workbench.saved().map(clock::local_time);
        let view = view(self.workbench, saved.as_deref());
        let app = &mut self.app;
        let wanted = self.settings.screen.links;
        terminal::draw(screen, |frame| {
            app.draw(&view, frame);
            links::apply(&app.ui.drawn.links, wanted, frame.buffer_mut());
        })
        .wrap_err("cannot draw on the terminal")
    }

    /// Takes in what was ready at once; what is left when another program gets the terminal is not for the workbench any more.
    fn take(
        &mut self,
        mut ready: &[Event],
        guard: &mut TerminalGuard,
        inputs: &mut Option<Inputs>,
    ) -> Result<()> {
        while let (Some((first, rest)), true) = (ready.split_first(), inputs.is_some()) {
            let opens_a_field = !self.app.takes_text() && self.app.opens_a_field_soon(ready);
            let pasted = burst::pasted(ready, self.app.takes_text()).filter(|_| !opens_a_field);
            ready = if let Some((text, count)) = pasted {
                let now = Instant::now();
                self.workbench.analyst_is_active(now);
                for effect in self.app.came_at_once(&text) {
                    self.perform(effect, guard, inputs)?;
                }
                ready.get(count..).unwrap_or_default()
            } else {
                self.input(first, guard, inputs)?;
                rest
            };
        }
        Ok(())
    }

    fn input(
        &mut self,
        event: &Event,
        guard: &mut TerminalGuard,
        inputs: &mut Option<Inputs>,
    ) -> Result<()> {
        match event {
            Event::Resize(..) => terminal::repaint(),
            Event::Key(_) | Event::Paste(_) => self.workbench.analyst_is_active(Instant::now()),
            Event::FocusGained => self.attention.focus_gained(),
            Event::FocusLost => self.attention.focus_lost(),
            Event::Mouse(_) => {}
        }
        let effects = self
            .app
            .handle(event, &view(self.workbench, None), Instant::now());
        for effect in effects {
            self.perform(effect, guard, inputs)?;
        }
        self.workbench.hold_for_review(self.app.ui.reviews());
        Ok(())
    }

    /// Hands what the workbench has to say to the screen.
    fn tell(&mut self) {
        for notice in self.workbench.take_notices() {
            self.app.notify(notice);
        }
        for answer in self.workbench.take_answers() {
            match answer {
                Answer::Sources(words, found) => self.app.sources_found(&words, found),
                Answer::Studies(words, found) => self.app.studies_found(&words, found),
            }
        }
        if let Some(choices) = self.workbench.take_choices() {
            self.app.writers_loaded(choices, self.workbench.writer());
        }
        if let Some(sheet) = self.workbench.take_impact() {
            self.app.impact_ready(sheet);
        }
    }

    /// Calls the analyst who looked elsewhere while something took long.
    fn call_back(&mut self) {
        if self
            .attention
            .is_wanted(self.workbench.is_busy(), Instant::now())
        {
            let title = crate::clean::line(&self.workbench.study().question, CALLED);
            let notification = format!("Tercet is done: {title}");
            let shown = self
                .settings
                .screen
                .shows_notifications
                .then_some(notification);
            terminal::call(shown.as_deref());
        }
    }

    fn notify(&mut self, level: Level, text: String) {
        self.app.notify(Notice::new(level, text));
    }

    /// When what is being typed is to be kept next.
    fn keep_at(&self) -> Option<Instant> {
        let at =
            |text: &str, since: Instant| since + if text.len() > LONG { TYPED_LONG } else { TYPED };
        let question = self.typed.as_ref().map(|(text, since)| at(text, *since));
        let edit = self
            .edited
            .as_ref()
            .map(|(draft, since)| at(&draft.text, *since));
        let words = self
            .worded
            .as_ref()
            .map(|(words, since)| at(&words.text, *since));
        question.into_iter().chain(edit).chain(words).min()
    }

    /// Keeps what is being typed.
    fn keep_typed(&mut self) {
        if let Some((typed, _)) = self.typed.take() {
            self.workbench.save_typed(&typed);
        }
        if let Some((draft, _)) = self.edited.take() {
            self.workbench.keep_edit(draft);
        }
        if let Some((words, _)) = self.worded.take() {
            self.workbench.keep_words(words);
        }
        // What ends the program unasked leaves at least on the screen what is nowhere else.
        terminal::leave_behind(farewell::unsaved(&self.workbench.unsaved_words()));
    }
}

/// Whether what is typed is saved, and what is done.
fn is_saved(workbench: &Workbench) -> (bool, bool) {
    (!workbench.has_unsaved(), !workbench.is_broken())
}

/// What the screen is drawn from.
fn view<'a>(workbench: &'a Workbench, saved: Option<&'a str>) -> View<'a> {
    let study = workbench.shown();
    View {
        study,
        id: Some(workbench.id()),
        event: Some(workbench.last_event()),
        writer: workbench.writer(),
        cost: workbench.cost(),
        prices: workbench.prices(),
        forecast: workbench.forecast(),
        steering: workbench.steering(),
        run_time: workbench.run_time(),
        live: workbench.live(),
        call: workbench.call(),
        marked: workbench.marked(),
        critic: workbench.critic(),
        goes_on: workbench.goes_on(),
        asking: workbench.asking(),
        tries_again: workbench.tries_again(),
        pausing: workbench.is_pausing(),
        auto_apply: workbench.auto_applies(),
        has_judge: workbench.has_judge(),
        ledger: workbench.ledger(),
        scorecard: workbench.scorecard(),
        measures: workbench.measures(),
        ingest: workbench.progress(),
        watched: workbench.watched(),
        edits: workbench.edits(),
        words: workbench.words(),
        is_broken: workbench.is_broken(),
        has_unsaved: workbench.has_unsaved(),
        notice: None,
        read_only: workbench.why_read_only(),
        saved,
        now: Instant::now(),
    }
}
