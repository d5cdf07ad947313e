//! Frames of the workbench while a long brief streams in.

use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tercet::check::Scorecard;
use tercet::pipeline::Ledger;
use tercet::study::{CycleKind, Event, Framework, RhetoricalRole, SectionId, SectionPlan, Study};
use tercet::tui::app::App;
use tercet::tui::keymap::Keymap;
use tercet::tui::theme::Theme;
use tercet::tui::view::{Measures, Prices, View};
use tercet::workbench::Live;

/// What streams in between two frames: 2,000 tokens a second at 60 frames a second, four characters each.
const CHARACTERS_A_FRAME: usize = 2000 * 4 / 60;
const BRIEF: usize = 100_000;

/// One frame at 160x48 for each 16 ms of a brief of 100 kB that streams at 2,000 tokens a second.
pub fn streaming() {
    let study = study();
    let brief = brief();
    let scorecard = Scorecard::default();
    let theme = Theme::named("dark").expect("built in");
    let mut app = App::new(&study.question, Keymap::default_keys(), theme);
    app.focus_brief();
    let mut terminal = Terminal::new(TestBackend::new(160, 48)).expect("a screen");
    let started = Instant::now();
    let mut live = Live {
        section: SectionId(0),
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
    let mut times = Vec::new();
    for end in (CHARACTERS_A_FRAME..brief.len()).step_by(CHARACTERS_A_FRAME) {
        live.text.push_str(&brief[live.text.len()..end]);
        let view = View {
            call: None,
            study: &study,
            id: None,
            event: None,
            writer: "openai/m",
            cost: None,
            prices: &Prices::default(),
            forecast: None,
            steering: None,
            run_time: None,
            live: Some(&live),
            marked: None,
            critic: None,
            goes_on: false,
            asking: None,
            tries_again: None,
            pausing: false,
            auto_apply: false,
            ledger: &Ledger::default(),
            scorecard: &scorecard,
            measures: &Measures::default(),
            ingest: None,
            watched: &[],
            edits: &[],
            words: &[],
            notice: None,
            is_broken: false,
            has_judge: false,
            has_unsaved: false,
            read_only: None,
            saved: None,
            now: started + Duration::from_millis(16 * times.len() as u64),
        };
        let began = Instant::now();
        terminal
            .draw(|frame| app.draw(&view, frame))
            .expect("drawn");
        times.push(began.elapsed());
    }
    crate::report(
        "a frame at 160x48 while 100 kB stream at 2,000 tokens/s",
        times,
        "4 ms p99",
    );
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
    let sections = (0..3).map(SectionId).collect();
    Study::fold(&[
        Event::StudyOpened {
            question: "What do depots cost?".into(),
            framework,
        },
        Event::CycleStarted {
            cycle: CycleKind::Draft,
            sections,
        },
    ])
}

/// ASCII paragraphs with what a brief has: citations, emphasis, a list.
fn brief() -> String {
    let paragraph = "The depot holds 48 chargers and **120 buses** [1]. Costs rose by 12 percent in 2024 [2][3], which the operator calls *unusual* [4].\n\n\
                     - Line 12 lost no trip for lack of energy [1].\n- Line 48 lost 61 trips in one winter [2].\n\n";
    paragraph.repeat(BRIEF / paragraph.len() + 1)
}
