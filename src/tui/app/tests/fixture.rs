//! A bench that plays the workbench: it hands inputs to the application, carries out commands, and shows the screen.

use std::io::Write;
use std::time::{Duration, Instant};

use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::Terminal;
use ratatui::backend::{CrosstermBackend, TestBackend};
use ratatui::layout::Position;
use ratatui::style::Modifier;

use super::studies::{measures, scores};
use crate::pipeline::Forecast;
use crate::pipeline::hunks::keep_open;
use crate::study::{CallUnderWay, Event, Passage, SectionId, Study};
use crate::tui::app::{App, Effect};
use crate::tui::keymap::Keymap;
use crate::tui::links::{self, Links};
use crate::tui::theme::{GlyphSet, Theme};
use crate::tui::view::{
    CriticAtWork, EditDraft, IngestProgress, Ledger, Live, Marked, Measures, PassageView, Prices,
    QuestionAtWork, Scorecard, SteeringCosts, View, Watched, Words,
};

/// What the screen is drawn from; a macro, so that the application beside it can be borrowed too.
macro_rules! view {
    ($bench:ident) => {
        View {
            study: &$bench.study,
            id: None,
            event: None,
            writer: "extractive",
            cost: $bench.cost,
            prices: &$bench.prices,
            forecast: $bench.forecast,
            steering: $bench.steering.as_ref(),
            run_time: None,
            live: $bench.live.as_ref(),
            call: $bench.call.as_ref(),
            marked: $bench.marked.as_ref(),
            critic: $bench.critic,
            goes_on: false,
            asking: $bench.asking,
            tries_again: $bench.tries_again,
            pausing: false,
            auto_apply: $bench.auto_apply,
            has_judge: $bench.has_judge,
            ledger: &$bench.ledger,
            scorecard: &$bench.scorecard,
            measures: &$bench.measures,
            ingest: $bench.ingest.as_ref(),
            watched: &$bench.watched,
            edits: &$bench.edits,
            words: &$bench.words,
            notice: None,
            is_broken: $bench.is_broken,
            has_unsaved: $bench.has_unsaved,
            read_only: $bench.read_only,
            saved: Some("14:02"),
            now: $bench.now,
        }
    };
}

/// The program around the screen, as far as the screen can tell.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub struct Bench {
    pub app: App,
    pub study: Study,
    pub live: Option<Live>,
    pub call: Option<CallUnderWay>,
    pub cost: Option<f64>,
    pub prices: Prices,
    pub forecast: Option<Forecast>,
    pub steering: Option<SteeringCosts>,
    pub marked: Option<Marked>,
    pub critic: Option<CriticAtWork>,
    pub asking: Option<QuestionAtWork>,
    pub tries_again: Option<Instant>,
    pub auto_apply: bool,
    pub has_judge: bool,
    pub ledger: Ledger,
    pub scorecard: Scorecard,
    pub measures: Measures,
    pub ingest: Option<IngestProgress>,
    pub watched: Vec<Watched>,
    pub edits: Vec<EditDraft>,
    pub words: Vec<Words>,
    pub is_broken: bool,
    pub has_unsaved: bool,
    pub read_only: Option<&'static str>,
    pub start: Instant,
    pub now: Instant,
    terminal: Terminal<TestBackend>,
}

impl Bench {
    pub fn new(width: u16, height: u16, events: &[Event]) -> Self {
        let study = Study::fold(events);
        let theme = Theme::named("mono").expect("a built-in theme");
        let start = Instant::now();
        let mut app = App::new(&study.question, Keymap::default_keys(), theme);
        if study.drafts > 0 {
            app.focus_brief();
        }
        let scorecard = scores(&study);
        let mut bench = Self {
            app,
            study,
            live: None,
            call: None,
            cost: Some(0.123),
            prices: Prices::default(),
            forecast: None,
            steering: None,
            marked: None,
            critic: None,
            asking: None,
            tries_again: None,
            auto_apply: false,
            has_judge: true,
            ledger: Ledger::default(),
            measures: measures(&scorecard),
            scorecard,
            ingest: None,
            watched: Vec::new(),
            edits: Vec::new(),
            words: Vec::new(),
            is_broken: false,
            has_unsaved: false,
            read_only: None,
            start,
            now: start,
            terminal: Terminal::new(TestBackend::new(width, height)).expect("a test terminal"),
        };
        bench.draw();
        bench
    }

    pub fn use_theme(&mut self, name: &str) {
        let theme = Theme::named(name).expect("a built-in theme");
        self.app = App::new(&self.study.question, Keymap::default_keys(), theme);
        self.app.focus_brief();
        self.draw();
    }

    /// The modifiers of the first letter where the screen shows `text`.
    pub fn modifiers_of(&mut self, text: &str) -> Modifier {
        let place = self.find(text);
        self.terminal.backend().buffer()[place].modifier
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal = Terminal::new(TestBackend::new(width, height)).expect("a test terminal");
        self.draw();
    }

    pub fn wait(&mut self, time: Duration) {
        self.now += time;
    }

    /// Waits until what shows itself only after a while is there.
    pub fn linger(&mut self) {
        self.wait(Duration::from_secs(1));
        self.draw();
    }

    /// Text streams into a section.
    pub fn stream(&mut self, section: usize, text: &str) {
        let started = self.start;
        self.live = Some(Live {
            section: SectionId(section),
            text: text.to_owned(),
            kept: 0,
            reasoning: String::new(),
            started,
            heard: self.now,
            sent: 0,
            tokens: 3876,
            proposed: None,
            waiting: None,
        });
        self.draw();
    }

    pub fn apply(&mut self, event: &Event) {
        self.study.apply(event);
        self.scorecard = scores(&self.study);
        self.measures = measures(&self.scorecard);
        self.draw();
    }

    /// Presses keys, written as in `j R ^P enter`, and draws after each. Commands are carried out; all effects are returned.
    pub fn press(&mut self, keys: &str) -> Vec<Effect> {
        let mut all = Vec::new();
        for key in keys.split_whitespace() {
            all.extend(self.input(&Input::Key(key_event(key))));
        }
        all
    }

    /// The same, and the screen after it.
    pub fn press_and_see(&mut self, keys: &str) -> String {
        self.press(keys);
        self.screen()
    }

    /// What the application wants after a frame.
    pub fn catch_up(&mut self) -> Vec<Effect> {
        let view = view!(self);
        self.app.catch_up(&view)
    }

    /// A passage that was asked for has come.
    pub fn passage_loaded(&mut self, passage: PassageView) {
        let view = view!(self);
        self.app.passage_loaded(passage, &view);
    }

    /// The library has looked for words in the document whose passage is open.
    pub fn document_searched(&mut self, words: &str, passages: &[Passage]) -> Vec<Effect> {
        let view = view!(self);
        self.app.document_searched(words, passages, &view)
    }

    pub fn write(&mut self, text: &str) {
        for letter in text.chars() {
            let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
            self.input(&Input::Key(key));
        }
    }

    pub fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.input(&Input::Paste(text.to_owned()))
    }

    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) -> Vec<Effect> {
        self.input(&Input::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }))
    }

    /// Clicks on the first place where the screen shows `text`.
    pub fn click(&mut self, text: &str) -> Vec<Effect> {
        let (column, row) = self.find(text);
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row)
    }

    pub fn find(&mut self, text: &str) -> (u16, u16) {
        let screen = self.screen();
        for (row, line) in screen.lines().enumerate() {
            if let Some(at) = line.find(text) {
                let column = crate::tui::text::width(&line[..at]);
                return (column as u16, row as u16);
            }
        }
        panic!("{text:?} is not on the screen:\n{screen}");
    }

    /// The screen as text, without blanks at line ends.
    pub fn screen(&mut self) -> String {
        self.draw();
        let buffer = self.terminal.backend().buffer();
        let mut screen = String::new();
        for y in 0..buffer.area.height {
            let mut line = String::new();
            let mut skip = 0;
            for x in 0..buffer.area.width {
                let symbol = buffer[(x, y)].symbol();
                if skip == 0 {
                    line.push_str(symbol);
                    skip = crate::tui::text::width(symbol).max(1);
                }
                skip -= 1;
            }
            screen.push_str(line.trim_end());
            screen.push('\n');
        }
        screen
    }

    pub fn cursor(&mut self) -> Option<Position> {
        self.draw();
        let backend = self.terminal.backend();
        backend.cursor_visible().then(|| backend.cursor_position())
    }

    /// The row of the screen that shows `text`.
    pub fn row_of(&mut self, text: &str) -> u16 {
        self.find(text).1
    }

    pub fn draw(&mut self) {
        let view = view!(self);
        let app = &mut self.app;
        self.terminal
            .draw(|frame| app.draw(&view, frame))
            .expect("a test terminal takes every frame");
    }

    /// Draws a frame on another terminal, as the program does.
    pub fn draw_on<W: Write>(
        &mut self,
        terminal: &mut Terminal<CrosstermBackend<W>>,
        wanted: Links,
    ) {
        let view = view!(self);
        let app = &mut self.app;
        crate::tui::terminal::draw(terminal, |frame| {
            app.draw(&view, frame);
            links::apply(&app.ui.drawn.links, wanted, frame.buffer_mut());
        })
        .expect("the wire takes every frame");
    }

    /// Another theme, with everything else as it is.
    pub fn wear(&mut self, name: &str) {
        self.app.theme = Theme::named(name).expect("a built-in theme");
    }

    /// The same theme with the glyphs for terminals that have no others.
    pub fn wear_ascii(&mut self) {
        let theme = self.app.theme.clone();
        self.app.theme = theme.with_glyphs(GlyphSet::Ascii);
    }

    fn input(&mut self, input: &Input) -> Vec<Effect> {
        let view = view!(self);
        let effects = self.app.handle(input, &view, self.now);
        for effect in &effects {
            if let Effect::Execute(command) = effect {
                let events = self.study.decide(command).unwrap_or_default();
                for event in keep_open(&self.study, events) {
                    self.study.apply(&event);
                }
            }
        }
        self.draw();
        effects
    }
}

fn key_event(key: &str) -> KeyEvent {
    if let Some(letter) = key.strip_prefix('^').and_then(|rest| rest.chars().next()) {
        let letter = letter.to_ascii_lowercase();
        return KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    }
    if let Some(letter) = key
        .strip_prefix("alt-")
        .and_then(|rest| rest.chars().next())
    {
        return KeyEvent::new(KeyCode::Char(letter), KeyModifiers::ALT);
    }
    let code = match key {
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "space" => KeyCode::Char(' '),
        "down" => KeyCode::Down,
        "up" => KeyCode::Up,
        "f1" => KeyCode::F(1),
        "f2" => KeyCode::F(2),
        "f3" => KeyCode::F(3),
        letter => KeyCode::Char(letter.chars().next().expect("a key")),
    };
    KeyEvent::new(code, KeyModifiers::NONE)
}

/// A text of numbered lines, each a paragraph, which is longer than any screen.
pub fn long(lines: usize) -> String {
    use std::fmt::Write as _;
    (1..=lines).fold(String::new(), |mut text, line| {
        let _ = write!(text, "Line {line:03} of a long text.\n\n");
        text
    })
}
