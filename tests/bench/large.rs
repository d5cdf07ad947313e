//! The screen of a large study while text streams in: frames, keys, and what goes to the terminal.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use tercet::check::Scorecard;
use tercet::pipeline::Ledger;
use tercet::study::{
    Claim, CycleKind, Document, DocumentId, Event, Framework, PassageId, Provenance, Quote,
    RhetoricalRole, SectionId, SectionPlan, Study, Usage, Verdict,
};
use tercet::tui::app::App;
use tercet::tui::keymap::Keymap;
use tercet::tui::links::{self, Links};
use tercet::tui::terminal;
use tercet::tui::theme::Theme;
use tercet::tui::view::{Measures, View};
use tercet::workbench::Live;

const DOCUMENTS: i64 = 500;
const PASSAGES: u32 = 20;
/// Bytes of the two sections that are written.
const WRITTEN: usize = 1_000_000;
/// Tokens of the section that streams, of four characters each, and how many of them come between two frames: 200 a second at 60 frames a second.
const TOKENS: usize = 4000;
const TOKENS_A_FRAME: usize = 3;
/// What the reader presses meanwhile, one key a frame.
const KEYS: &str = "jjjkk]]][[}{gGjk]!@";

/// Bytes that a terminal was sent.
#[derive(Clone, Default)]
struct Wire(Arc<Mutex<usize>>);

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        *self.0.lock().expect("not poisoned") += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Frames, keys and bytes at 160x48 with a brief of 1 MB, 10,000 passages, and 200 tokens a second arriving.
pub fn run() {
    let study = study();
    let text: String = (0..).map(sentence).take(TOKENS / 20).collect();
    let (frames, bytes) = stream(&study, &text, None);
    crate::report(
        "a frame: brief of 1 MB, 10,000 passages, 200 tokens/s",
        frames,
        "4 ms p99",
    );
    println!("  {bytes:.0} bytes to the terminal a token that is followed (target 2,000)");
    let (keys, _) = stream(&study, &text, Some(KEYS));
    crate::report(
        "from a key to the frame that shows it, meanwhile",
        keys,
        "16 ms p99",
    );
}

/// The times of all frames, with the key before each where keys are pressed, and the bytes of a token.
fn stream(study: &Study, text: &str, keys: Option<&str>) -> (Vec<Duration>, f64) {
    let scorecard = Scorecard {
        sections: vec![Some(0.9); 3],
        ..Scorecard::default()
    };
    let theme = Theme::named("dark").expect("built in");
    let mut app = App::new(&study.question, Keymap::default_keys(), theme);
    app.focus_brief();
    let wire = Wire::default();
    let viewport = Viewport::Fixed(Rect::new(0, 0, 160, 48));
    let backend = CrosstermBackend::new(wire.clone());
    let mut screen =
        Terminal::with_options(backend, TerminalOptions { viewport }).expect("a screen");
    let started = Instant::now();
    let mut live = Live {
        section: SectionId(2),
        text: String::new(),
        reasoning: String::new(),
        started,
        tokens: 0,
        proposed: None,
        waiting: None,
    };
    let (mut times, mut tokens) = (Vec::new(), 0);
    let mut keys = keys.map(|keys| keys.chars().cycle());
    let step = TOKENS_A_FRAME * 4;
    for end in (step..text.len()).step_by(step) {
        live.text.push_str(&text[live.text.len()..end]);
        live.tokens = live.text.len().div_ceil(4) as u64;
        tokens += TOKENS_A_FRAME;
        let view = view(
            study,
            &live,
            &scorecard,
            started + Duration::from_millis(16 * times.len() as u64),
        );
        let began = Instant::now();
        if let Some(key) = keys.as_mut().and_then(Iterator::next) {
            let pressed = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
            app.handle(&Input::Key(pressed), &view, began);
        }
        terminal::draw(&mut screen, |frame| {
            app.draw(&view, frame);
            links::apply(&app.ui.drawn.links, Links::All, frame.buffer_mut());
        })
        .expect("drawn");
        times.push(began.elapsed());
        if times.len() == 1 {
            // The first frame paints everything, and renders what was written before.
            times.clear();
            tokens = 0;
            *wire.0.lock().expect("not poisoned") = 0;
        }
    }
    let bytes = *wire.0.lock().expect("not poisoned");
    (times, bytes as f64 / tokens.max(1) as f64)
}

fn view<'a>(study: &'a Study, live: &'a Live, scorecard: &'a Scorecard, now: Instant) -> View<'a> {
    static LEDGER: std::sync::OnceLock<Ledger> = std::sync::OnceLock::new();
    static MEASURES: std::sync::OnceLock<Measures> = std::sync::OnceLock::new();
    View {
        study,
        id: None,
        writer: "openai/m",
        cost: Some(0.12),
        forecast: None,
        live: Some(live),
        marked: None,
        critic: None,
        asking: None,
        pausing: false,
        auto_apply: false,
        ledger: LEDGER.get_or_init(Ledger::default),
        scorecard,
        measures: MEASURES.get_or_init(Measures::default),
        ingest: None,
        watched: &[],
        edits: &[],
        notice: None,
        read_only: None,
        saved: Some("14:02"),
        now,
    }
}

fn sentence(at: usize) -> String {
    let depot = at % DOCUMENTS as usize;
    let end = if at % 6 == 5 { "\n\n" } else { " " };
    format!(
        "Depot {depot} bought {} chargers in 20{:02} and pays for them until 2031 [{}].{end}",
        at % 97 + 3,
        at % 30,
        depot + 1
    )
}

fn study() -> Study {
    let plan = |title: &str| SectionPlan {
        title: title.into(),
        purpose: String::new(),
        role: RhetoricalRole::Situation,
        words: 200,
    };
    let framework = Framework {
        id: "scr".into(),
        title: "SCR".into(),
        sections: ["Situation", "Complication", "Resolution"]
            .map(plan)
            .to_vec(),
    };
    let mut events = vec![Event::StudyOpened {
        question: "What do depots cost?".into(),
        framework,
    }];
    events.extend((1..=DOCUMENTS).map(|id| Event::EvidenceAdded {
        document: Document {
            id: DocumentId(id),
            title: format!("Report {id} of the transit authority"),
            uri: format!("https://example.org/reports/{id}"),
            passages: PASSAGES,
            ..Document::default()
        },
    }));
    events.push(Event::SourcesNumbered {
        documents: (1..=DOCUMENTS).map(DocumentId).collect(),
    });
    events.push(Event::CycleStarted {
        cycle: CycleKind::Draft,
        sections: (0..3).map(SectionId).collect(),
    });
    for section in 0..2 {
        let (mut text, mut claims) = (String::new(), Vec::new());
        for at in (section..).step_by(2) {
            let said = sentence(at);
            claims.push(claim(at, said.trim()));
            let _ = write!(text, "{said}");
            if text.len() > WRITTEN / 2 {
                break;
            }
        }
        events.push(Event::SectionWritten {
            section: SectionId(section),
            text,
            warnings: vec![],
            provenance: provenance(),
        });
        events.push(Event::ClaimsChecked {
            section: SectionId(section),
            claims,
        });
    }
    Study::fold(&events)
}

fn claim(at: usize, text: &str) -> Claim {
    let number = (at % DOCUMENTS as usize + 1) as u32;
    let verdict = match at % 10 {
        0 => Verdict::Unsupported,
        1 => Verdict::Partial,
        _ => Verdict::Supported,
    };
    Claim {
        text: text.to_owned(),
        citations: vec![number],
        verdict,
        reason: "the figure stands in the source".into(),
        evidence: Some(Quote {
            number: Some(number),
            passage: PassageId(i64::from(number)),
            span: 0..text.len(),
            text: text.to_owned(),
        }),
    }
}

fn provenance() -> Provenance {
    Provenance {
        writer: "openai/m".into(),
        prompt: tercet::study::PromptRef::default(),
        passages: vec![],
        multi_source: false,
        asked: String::new(),
        replied: String::new(),
        usage: Usage::default(),
        duration_ms: 0,
        sent: None,
    }
}
