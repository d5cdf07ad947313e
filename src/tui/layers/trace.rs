//! The trace: every call that was made for the study, in order, with what it was sent, what came back and what it took [T1]; the last one may be under
//! way.
//!
//! Enter shows one in full. Columns are as wide as what stands in them, and those that a small screen has no room for are left out, the least
//! important first; the full record has them.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::step::Step;
use super::{AnyLayer, Layer, Reaction, Surroundings, frame, mark_more, movement};
use crate::study::{
    CallUnderWay, ContextRecord, Envelope, Node, StepRecord, Steps, Timestamp, Usage, counted,
};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_right, take_top};
use crate::tui::panes::canvas::{Canvas, Piece};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Target;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// Columns of the widest page.
pub(super) const WIDTH: u16 = 132;

/// The list of steps. Sizes are in tokens where a server counted them, and else in characters.
#[derive(Debug, Default)]
pub struct Trace {
    /// `None` until the journal has come.
    known: Option<Known>,
    selected: usize,
}

#[derive(Debug)]
struct Known {
    journal: Vec<Envelope>,
    /// The call that was under way then: the last of the steps.
    call: Option<CallUnderWay>,
    steps: Vec<StepRecord>,
    times: Vec<String>,
}

/// A column: its heading, and what stands in it.
struct Column {
    head: &'static str,
    cell: fn(&StepRecord) -> String,
}

/// From left to right, most important first.
static COLUMNS: [Column; 8] = [
    Column {
        head: "time",
        cell: |step| once_ended(step, seconds(step.duration_ms)),
    },
    Column {
        head: "tok in",
        cell: |step| tokens(step.usage.prompt_tokens),
    },
    Column {
        head: "tok out",
        cell: |step| tokens(step.usage.completion_tokens),
    },
    Column {
        head: "cached",
        cell: |step| tokens(step.usage.cached_tokens),
    },
    Column {
        head: "evidence",
        cell: |step| step.context.map_or_else(String::new, evidence),
    },
    Column {
        head: "answer",
        cell: |step| once_ended(step, characters(step.answer_characters)),
    },
    Column {
        head: "cites",
        cell: |step| match (step.node, step.citations) {
            (Node::Write, citations) => once_ended(step, citations.to_string()),
            _ => String::new(),
        },
    },
    Column {
        head: "try",
        cell: |step| match step.retry {
            0 => String::new(),
            retry => (retry + 1).to_string(),
        },
    },
];

/// Columns that what a step was for, and by whom, gets at least, where it has so much to say.
const LEAST: usize = 46;
/// Columns before what a step was for: the cursor, its number, a space.
const LEAD: usize = 6;
/// Columns between two figures.
const GAP: usize = 2;

impl Trace {
    /// The journal has come, with the call that is under way; `time` is for the analyst to read. Whoever is at the last step stays at the last.
    pub fn loaded(
        &mut self,
        journal: Vec<Envelope>,
        call: Option<CallUnderWay>,
        time: &dyn Fn(Timestamp) -> String,
    ) {
        let steps = Steps::with(&journal, call.as_ref());
        let times = steps.iter().map(|step| time(step.at)).collect();
        let known = self.known.as_ref();
        if known.is_none_or(|known| self.selected + 1 >= known.steps.len()) {
            self.selected = steps.len().saturating_sub(1);
        }
        self.known = Some(Known {
            journal,
            call,
            steps,
            times,
        });
    }

    /// Whether a call has begun or ended since the journal came.
    #[must_use]
    pub fn is_behind(&self, view: &View<'_>) -> bool {
        let since = |call: &CallUnderWay| call.since;
        self.known.as_ref().is_some_and(|known| {
            let last = known.journal.last().map_or(0, |envelope| envelope.seq);
            view.event.is_some_and(|event| event > last)
                || known.call.as_ref().map(since) != view.call.map(since)
        })
    }

    pub fn step(&mut self, rows: isize) {
        let last = self.known.as_ref().map_or(0, |known| known.steps.len());
        let to = self.selected.saturating_add_signed(rows);
        self.selected = to.min(last.saturating_sub(1));
    }

    fn draw_row(
        &self,
        step: &StepRecord,
        at: usize,
        columns: &[Fitted],
        line: Rect,
        canvas: &mut Canvas<'_>,
    ) {
        let is_selected = at == self.selected;
        let (cursor, role) = if is_selected {
            (canvas.glyphs().selected, Role::Selection)
        } else {
            (" ", Role::Text)
        };
        let figures: String = columns
            .iter()
            .map(|column| column.put(&(column.column.cell)(step)))
            .collect();
        let rest = put_figures(&figures, line, canvas);
        let [what, outcome, mut by] = said(step);
        // Who it was is in the full record; the beginning of a name tells nothing.
        let whole = LEAD + text::width(&what) + text::width(&outcome) + text::width(&by);
        if whole > usize::from(rest.width) {
            by.clear();
        }
        let (number, outcome_role) = if step.is_running() {
            // It gets its number when it is recorded.
            (" ".repeat(5), Role::Info)
        } else {
            (format!("{:>4} ", step.seq), Role::Warning)
        };
        let pieces: [Piece; 5] = [
            (cursor.to_owned(), canvas.style(role)),
            (number, canvas.style(Role::Dim)),
            (what, canvas.style(role)),
            (outcome, canvas.style(outcome_role)),
            (by, canvas.style(Role::Dim)),
        ];
        canvas.put_pieces(rest, &pieces);
    }

    /// The selected step with all that the journal holds of it.
    fn chosen(&self) -> Option<Step> {
        let known = self.known.as_ref()?;
        let record = known.steps.get(self.selected)?.clone();
        let time = known.times.get(self.selected).cloned().unwrap_or_default();
        if let (true, Some(call)) = (record.is_running(), &known.call) {
            return Some(Step::under_way(record, call, time));
        }
        let mut rest = known.journal.iter().map(|one| (one.seq, &one.event));
        let (_, event) = rest.find(|(seq, _)| *seq == record.seq)?;
        let after = rest.next().map(|(_, event)| event);
        Some(Step::new(record, event, after, time))
    }
}

impl Layer for Trace {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let page = isize::try_from(around.page.1.saturating_sub(1).max(1)).unwrap_or(1);
        match around.keys.action(Scope::Window, &key) {
            Some(Action::Quit | Action::Trace) => return Reaction::Close,
            Some(action @ (Action::Help | Action::Palette)) => return Reaction::Below(action),
            Some(Action::LineDown) => self.step(1),
            Some(Action::LineUp) => self.step(-1),
            Some(Action::HalfPageDown) => self.step(page / 2),
            Some(Action::HalfPageUp) => self.step(-(page / 2)),
            Some(Action::PageDown) => self.step(page),
            Some(Action::PageUp) => self.step(-page),
            Some(Action::Top) => self.selected = 0,
            Some(Action::Bottom) => self.step(isize::MAX),
            Some(Action::OpenPassage) => {
                if let Some(step) = self.chosen() {
                    return Reaction::Push(Box::new(AnyLayer::Step(step)));
                }
            }
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let steps = self.known.as_ref().map_or(0, |known| known.steps.len());
        let mut hints = vec![];
        if steps > 0 {
            hints.push((Action::OpenPassage, "all of it"));
        }
        hints.extend(movement(self.selected, 1, steps));
        if self.selected > 0 {
            hints.push((Action::Top, "first"));
        }
        let status = match &self.known {
            Some(known) => summary(&known.steps),
            None => "reading the journal".to_owned(),
        };
        let size = (WIDTH, screen.height.saturating_sub(4));
        let mut area = frame("Trace", &status, &hints, size, screen, canvas);
        let Some(known) = &self.known else {
            return area;
        };
        if known.steps.is_empty() {
            let said = if view.is_under_way() {
                "the first call is being prepared"
            } else {
                "no calls yet"
            };
            canvas.put(area, said, canvas.style(Role::Dim));
            return area;
        }
        let columns = columns(&known.steps, usize::from(area.width));
        let head = take_top(&mut area, 1);
        let figures: String = columns
            .iter()
            .map(|column| column.put(column.column.head))
            .collect();
        let rest = put_figures(&figures, head, canvas);
        canvas.put(rest, "      step", canvas.style(Role::Dim));
        let first = (self.selected + 1).saturating_sub(usize::from(area.height));
        mark_more(area, first, known.steps.len(), canvas);
        for (line, at) in area.rows().zip(first..known.steps.len()) {
            canvas.target(line, Target::Row(at));
            if let Some(step) = known.steps.get(at) {
                self.draw_row(step, at, &columns, line, canvas);
                if at == self.selected {
                    canvas.select(line);
                }
            }
        }
        area
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Trace)
    }

    fn scroll(&mut self, rows: isize, _: Surroundings<'_>) {
        self.step(rows);
    }

    /// Selects a step; says whether it was selected.
    fn point(&mut self, row: usize, _: Surroundings<'_>) -> bool {
        std::mem::replace(&mut self.selected, row) == row
    }

    fn is_read(&self) -> bool {
        true
    }

    fn said(&self, _: Surroundings<'_>) -> Vec<String> {
        let steps = self.known.iter().flat_map(|known| &known.steps);
        let said = |step: &StepRecord| {
            let outcome = step.outcome.name();
            format!("{} {outcome} {} {}", name(step), step.why, step.writer)
        };
        steps.map(said).collect()
    }

    fn place(&self, _: Surroundings<'_>) -> usize {
        self.selected
    }

    fn go(&mut self, to: usize, _: Surroundings<'_>) {
        self.selected = to;
    }
}

/// Draws the columns at the right, and returns what is left of the row.
fn put_figures(figures: &str, mut line: Rect, canvas: &mut Canvas<'_>) -> Rect {
    let place = take_right(&mut line, u16::try_from(figures.len()).unwrap_or(0));
    canvas.put(place, figures, canvas.style(Role::Dim));
    line.width = line.width.saturating_sub(1);
    line
}

/// What a step was for.
#[must_use]
pub fn name(step: &StepRecord) -> String {
    let cycle = match (step.node, step.cycle) {
        (Node::Write, Some(cycle)) => format!(" ({})", cycle.name()),
        _ => String::new(),
    };
    if step.title.is_empty() {
        format!("{}{cycle}", step.node.name())
    } else {
        format!(
            "{} {}{cycle}",
            step.node.name(),
            text::one_line(&step.title)
        )
    }
}

/// What a row says before its figures: what the step was for, how it ended where that is to be known, and by whom.
fn said(step: &StepRecord) -> [String; 3] {
    let is_told = !step.why.is_empty() || step.outcome.is_trouble() || step.is_running();
    let outcome = if is_told {
        format!("  {}", step.outcome.name())
    } else {
        String::new()
    };
    let by = text::one_line(&step.writer);
    let by = if by.is_empty() { by } else { format!("  {by}") };
    [name(step), outcome, by]
}

/// A column, and the width that what stands in it takes.
struct Fitted {
    column: &'static Column,
    width: usize,
}

impl Fitted {
    /// Of these steps; `None` where nothing stands in it.
    fn of(column: &'static Column, steps: &[StepRecord]) -> Option<Self> {
        let cells = steps.iter().map(|step| text::width(&(column.cell)(step)));
        let widest = cells.max().filter(|widest| *widest > 0)?;
        Some(Self {
            column,
            width: widest.max(column.head.len()) + GAP,
        })
    }

    fn put(&self, text: &str) -> String {
        format!("{text:>width$}", width = self.width)
    }
}

/// The columns that a row of a width has room for, of those in which anything stands.
fn columns(steps: &[StepRecord], width: usize) -> Vec<Fitted> {
    let longest = |with_writer: bool| {
        let rows = steps.iter().map(|step| {
            let [what, outcome, by] = said(step);
            let by = if with_writer { by } else { String::new() };
            LEAD + text::width(&what) + text::width(&outcome) + text::width(&by)
        });
        rows.max().unwrap_or(0)
    };
    // What a step was for is worth more than who did it, which may be the same for all.
    let least = LEAST.min(width * 3 / 5);
    let named = longest(false).min(width * 3 / 4);
    let mut taken = longest(true).min(least).max(named);
    let filled = COLUMNS
        .iter()
        .filter_map(|column| Fitted::of(column, steps));
    let fitting = filled.filter(|column| {
        let fits = taken + column.width < width;
        if fits {
            taken += column.width;
        }
        fits
    });
    fitting.collect()
}

fn summary(steps: &[StepRecord]) -> String {
    let mut all = Usage::default();
    for step in steps {
        all.add(step.usage);
    }
    let is_running = steps.iter().any(StepRecord::is_running);
    let mut steps = counted(steps.len(), "step");
    if is_running {
        steps.push_str(" (1 running)");
    }
    if all.prompt_tokens + all.completion_tokens == 0 {
        return steps;
    }
    // A server that reports no cache may have one.
    let cached = match 100 * all.cached_tokens / all.prompt_tokens.max(1) {
        0 => String::new(),
        share => format!(" ({share} % cached)"),
    };
    format!(
        "{steps}, {} in{cached}, {} out",
        text::short_count(all.prompt_tokens),
        text::short_count(all.completion_tokens)
    )
}

/// A figure that is known when the call has ended.
fn once_ended(step: &StepRecord, figure: String) -> String {
    if step.is_running() {
        String::new()
    } else {
        figure
    }
}

/// What was sent of the evidence; what a writer has already in the same conversation is not sent again.
fn evidence(context: ContextRecord) -> String {
    if context.characters == 0 && context.above > 0 {
        "sent before".to_owned()
    } else {
        characters(context.characters)
    }
}

fn characters(count: usize) -> String {
    format!("{} ch", text::short_count(count as u64))
}

fn tokens(count: u64) -> String {
    match count {
        0 => String::new(),
        count => text::short_count(count),
    }
}

pub(super) fn seconds(milliseconds: u64) -> String {
    format!("{:.1}s", milliseconds as f64 / 1000.0)
}
