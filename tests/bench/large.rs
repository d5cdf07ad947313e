//! The screen of a large study while text streams in: frames, keys, and what goes to the terminal.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use tercet::check::Scorecard;
use tercet::library::Library;
use tercet::pipeline::Ledger;
use tercet::session::Session;
use tercet::study::{
    Claim, Command, CycleKind, Decision, Document, DocumentId, Event, Framework, Hunk, HunkId,
    PassageId, Piece, Provenance, Quote, Revision, RhetoricalRole, SectionId, SectionPlan, Study,
    StudyId, Timestamp, Verdict,
};
use tercet::tui::app::App;
use tercet::tui::keymap::Keymap;
use tercet::tui::links::{self, Links};
use tercet::tui::terminal;
use tercet::tui::theme::Theme;
use tercet::tui::view::{Measures, Prices, View};
use tercet::workbench::Live;

const DOCUMENTS: i64 = 500;
const PASSAGES: u32 = 20;
/// Bytes of the two sections that are written.
const WRITTEN: usize = 1_000_000;
const WRITTEN_PARTS: usize = 2;
/// Changes that wait in each of these.
const CHANGES: u64 = 30;
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
    let study = Study::fold(&events(WRITTEN_PARTS + 1, 0));
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
    review();
    decisions();
}

/// What a decision on one change takes on the loop's thread, while the brief is scored anew beside it.
fn decisions() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = Library::open(&folder.path().join("data")).expect("a library");
    let mut session = Session::create(&library, Timestamp(0)).expect("a study");
    session
        .record(&mut library, Timestamp(0), &events(WRITTEN_PARTS, CHANGES))
        .expect("recorded");
    let study = session.id;
    drop((session, library));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let began = Instant::now();
    // Nobody answers there, and nobody is asked.
    let address = "127.0.0.1:9";
    let handle = runtime.handle().clone();
    let mut workbench = crate::live::workbench(folder.path(), Some(study), address, handle);
    crate::report("opening that study", vec![began.elapsed()], "");
    workbench.score_beside();
    let (mut turns, mut orders) = (Vec::new(), Vec::new());
    for hunk in 1..=WRITTEN_PARTS as u64 * CHANGES {
        let began = Instant::now();
        workbench.execute(&Command::Decide {
            section: SectionId((hunk > CHANGES).into()),
            hunk: HunkId(hunk),
            decision: Decision::Accepted,
        });
        turns.push(began.elapsed());
        // Its scores are ordered a moment later, between two frames.
        if let Some(due) = workbench.deadline() {
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
        }
        let began = Instant::now();
        workbench.tick();
        orders.push(began.elapsed());
    }
    assert_eq!(workbench.study().open_hunks(), 0);
    crate::report("a decision on a change of it", turns, "16 ms p99");
    crate::report("ordering its scores, after the frame", orders, "16 ms p99");
}

/// From a key to the frame that shows it, in the review of the changes.
fn review() {
    let study = Study::fold(&events(WRITTEN_PARTS, CHANGES));
    let scorecard = Scorecard::default();
    let (mut app, mut screen) = (app(&study), screen(Wire::default()));
    let mut times = Vec::new();
    for key in std::iter::once('R').chain("jjtjktjttjjk".chars().cycle().take(200)) {
        let now = Instant::now();
        let view = view(&study, None, &scorecard, now);
        let pressed = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
        app.handle(&Input::Key(pressed), &view, now);
        draw(&mut app, &view, &mut screen);
        times.push(now.elapsed());
    }
    crate::report(
        "from a key to the frame, in the review of 30 changes of it",
        times,
        "16 ms p99",
    );
}

fn app(study: &Study) -> App {
    let theme = Theme::named("dark").expect("built in");
    let mut app = App::new(&study.question, Keymap::default_keys(), theme);
    app.focus_brief();
    app
}

fn screen(wire: Wire) -> Terminal<CrosstermBackend<Wire>> {
    let viewport = Viewport::Fixed(Rect::new(0, 0, 160, 48));
    Terminal::with_options(CrosstermBackend::new(wire), TerminalOptions { viewport })
        .expect("a screen")
}

fn draw(app: &mut App, view: &View<'_>, screen: &mut Terminal<CrosstermBackend<Wire>>) {
    terminal::draw(screen, |frame| {
        app.draw(view, frame);
        links::apply(&app.ui.drawn.links, Links::All, frame.buffer_mut());
    })
    .expect("drawn");
}

/// The times of all frames, with the key before each where keys are pressed, and the bytes of a token.
fn stream(study: &Study, text: &str, keys: Option<&str>) -> (Vec<Duration>, f64) {
    let scorecard = Scorecard {
        sections: vec![Some(0.9); 3],
        ..Scorecard::default()
    };
    let wire = Wire::default();
    let (mut app, mut screen) = (app(study), screen(wire.clone()));
    let started = Instant::now();
    let mut live = Live {
        section: SectionId(2),
        text: String::new(),
        kept: 0,
        reasoning: String::new(),
        started,
        heard: started,
        sent: 0,
        tokens: 0,
        proposed: None,
        waiting: None,
    };
    let (mut times, mut tokens, mut is_first) = (Vec::new(), 0, true);
    let mut keys = keys.map(|keys| keys.chars().cycle());
    let step = TOKENS_A_FRAME * 4;
    for end in (step..text.len()).step_by(step) {
        live.text.push_str(&text[live.text.len()..end]);
        live.tokens = live.text.len().div_ceil(4) as u64;
        tokens += TOKENS_A_FRAME;
        let view = view(
            study,
            Some(&live),
            &scorecard,
            started + Duration::from_millis(16 * times.len() as u64),
        );
        let began = Instant::now();
        if let Some(key) = keys.as_mut().and_then(Iterator::next) {
            let pressed = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
            app.handle(&Input::Key(pressed), &view, began);
        }
        draw(&mut app, &view, &mut screen);
        if std::mem::take(&mut is_first) {
            // It paints everything, and renders what was written before.
            tokens = 0;
            if keys.is_none() {
                // A study that is there is read from its top; who waits for more goes to its end.
                let end = KeyEvent::new(KeyCode::Char('G'), KeyModifiers::NONE);
                app.handle(&Input::Key(end), &view, began);
                draw(&mut app, &view, &mut screen);
            }
            *wire.0.lock().expect("not poisoned") = 0;
        } else {
            times.push(began.elapsed());
        }
    }
    let bytes = *wire.0.lock().expect("not poisoned");
    (times, bytes as f64 / tokens.max(1) as f64)
}

fn view<'a>(
    study: &'a Study,
    live: Option<&'a Live>,
    scorecard: &'a Scorecard,
    now: Instant,
) -> View<'a> {
    static LEDGER: std::sync::OnceLock<Ledger> = std::sync::OnceLock::new();
    static PRICES: std::sync::OnceLock<Prices> = std::sync::OnceLock::new();
    static MEASURES: std::sync::OnceLock<Measures> = std::sync::OnceLock::new();
    View {
        call: None,
        study,
        id: Some(StudyId(1)),
        event: Some(1),
        writer: "openai/m",
        cost: Some(0.12),
        prices: PRICES.get_or_init(Prices::default),
        forecast: None,
        steering: None,
        run_time: None,
        live,
        marked: None,
        critic: None,
        goes_on: false,
        asking: None,
        tries_again: None,
        pausing: false,
        auto_apply: false,
        ledger: LEDGER.get_or_init(Ledger::default),
        scorecard,
        measures: MEASURES.get_or_init(Measures::default),
        ingest: None,
        watched: &[],
        edits: &[],
        words: &[],
        notice: None,
        is_broken: false,
        has_judge: false,
        has_unsaved: false,
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

/// The events of a study with so many sections, of which the first ones are written, and so many changes that wait in each of these.
fn events(sections: usize, changes: u64) -> Vec<Event> {
    let plan = |title: &&str| SectionPlan {
        title: (*title).into(),
        purpose: String::new(),
        role: RhetoricalRole::Situation,
        words: 200,
    };
    let titles = ["Situation", "Complication", "Resolution"];
    let framework = Framework {
        id: "scr".into(),
        title: "SCR".into(),
        sections: titles.iter().take(sections).map(plan).collect(),
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
        sections: (0..sections).map(SectionId).collect(),
    });
    for section in 0..WRITTEN_PARTS {
        let (revision, claims) = written(section, changes);
        events.push(Event::RevisionProposed {
            section: SectionId(section),
            revision,
            warnings: vec![],
            provenance: provenance(),
        });
        events.push(Event::ClaimsChecked {
            section: SectionId(section),
            claims,
        });
    }
    events
}

/// A section's text with changes in it, and the claims of both.
fn written(section: usize, changes: u64) -> (Revision, Vec<Claim>) {
    let (mut pieces, mut claims) = (Vec::new(), Vec::new());
    let (mut text, mut length, mut hunks) = (String::new(), 0, 0);
    for at in (section..).step_by(WRITTEN_PARTS) {
        let said = sentence(at);
        length += said.len();
        claims.push(claim(at, said.trim()));
        if hunks < changes && at % 100 == section {
            hunks += 1;
            let after = said.replace("bought", "leased");
            claims.push(claim(at, after.trim()));
            pieces.push(Piece::Settled(std::mem::take(&mut text)));
            let id = HunkId(section as u64 * changes + hunks);
            let hunk = Hunk::open(id, said, after, "newer".into());
            pieces.push(Piece::Hunk(hunk));
        } else {
            text.push_str(&said);
        }
        if length > WRITTEN / WRITTEN_PARTS {
            break;
        }
    }
    pieces.push(Piece::Settled(text));
    (Revision { pieces }, claims)
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
        more: Vec::new(),
    }
}

fn provenance() -> Provenance {
    Provenance {
        writer: "openai/m".into(),
        prompt: tercet::study::PromptRef::default(),
        ..Provenance::default()
    }
}
