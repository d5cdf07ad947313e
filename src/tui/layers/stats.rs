//! What the study came to so far: calls, tokens, money and time, by step and by model, and what was checked and decided.

use std::cell::{Cell, RefCell};

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::searched::plain;
use super::trace::seconds;
use super::{Layer, Reaction, Surroundings, draw_keys, movement, put_page, window};
use crate::pipeline::{Account, Share, dollars};
use crate::study::{
    Ceilings, Decision, Envelope, Hunk, Revision, Tally, Verdict, counted, grouped, lasting, many,
};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::panes::canvas::{Canvas, Piece, hanging};
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// Columns of the widest page.
const WIDTH: u16 = 100;
/// Columns of the names at the left.
const NAME: usize = 12;
/// Columns of a step's or a model's name in the table.
const ENTRY: usize = 18;

/// The figures, once the journal has come.
#[derive(Debug, Default)]
pub struct Stats {
    known: Option<Known>,
    top: Cell<usize>,
    /// Rows of the last frame.
    rows: RefCell<Vec<String>>,
}

#[derive(Debug)]
struct Known {
    tally: Tally,
    /// The last event that is counted.
    event: u64,
}

/// A column of the table: its heading, its width, and what stands in it.
struct Column {
    head: &'static str,
    width: usize,
    cell: fn(&Share) -> String,
}

/// From left to right, most important first: what there is no room for is left out.
static COLUMNS: [Column; 8] = [
    Column {
        head: "calls",
        width: 7,
        cell: |share| grouped(share.calls),
    },
    Column {
        head: "tok in",
        width: 9,
        cell: |share| text::short_count(share.usage.prompt_tokens),
    },
    Column {
        head: "cached",
        width: 9,
        cell: |share| text::short_count(share.usage.cached_tokens),
    },
    Column {
        head: "tok out",
        width: 9,
        cell: |share| text::short_count(share.usage.completion_tokens),
    },
    Column {
        head: "time",
        width: 9,
        cell: |share| seconds(share.duration_ms),
    },
    Column {
        head: "cost",
        width: 9,
        cell: |share| share.cost.map_or_else(|| "?".to_owned(), dollars),
    },
    Column {
        head: "reasoning",
        width: 11,
        cell: |share| text::short_count(share.usage.reasoning_tokens),
    },
    Column {
        head: "in vain",
        width: 9,
        cell: |share| share.in_vain.map_or_else(String::new, grouped),
    },
];

impl Stats {
    /// The journal has come.
    pub fn loaded(&mut self, journal: &[Envelope]) {
        self.known = Some(Known {
            tally: Tally::of(journal),
            event: journal.last().map_or(0, |envelope| envelope.seq),
        });
    }

    /// Whether the study has gone on since the journal was read.
    #[must_use]
    pub fn is_behind(&self, view: &View<'_>) -> bool {
        let known = self.known.as_ref();
        known.is_some_and(|known| view.event.is_some_and(|event| event > known.event))
    }

    fn told(&self, view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Vec<Line<'static>> {
        let Some(known) = &self.known else {
            let reading = "reading the journal".to_owned();
            return vec![Line::styled(reading, canvas.style(Role::Dim))];
        };
        let account = Account {
            tally: &known.tally,
            prices: view.prices,
        };
        let mut page = Page {
            rows: Vec::new(),
            width,
            canvas,
        };
        page.fact("Calls", account.calls());
        if known.tally.all_calls().made > 0 || !known.tally.spending.is_empty() {
            page.fact("Tokens", account.tokens());
            page.fact("Cost", account.cost());
            page.fact("Time", account.time());
        }
        let built_in = known.tally.built_in;
        if built_in.calls > 0 {
            let said = format!(
                "{} in {}; it sends nothing and costs nothing",
                many(built_in.calls, "text"),
                lasting(built_in.duration_ms)
            );
            page.fact("Built-in", said);
        }
        page.fact("Budget", budget(view));
        page.table("by step", &account.by_step());
        page.table("by model", &account.by_model());
        page.gap();
        page.checks(view, known);
        page.fact("Changes", changes(view));
        page.fact("Evidence", evidence(view));
        page.rows
    }
}

/// The rows as they are put together.
struct Page<'a, 'c> {
    rows: Vec<Line<'static>>,
    width: u16,
    canvas: &'a Canvas<'c>,
}

impl Page<'_, '_> {
    fn fact(&mut self, name: &str, said: String) {
        let text = self.canvas.style(Role::Text);
        self.pieces(name, &[(said, text)]);
    }

    fn pieces(&mut self, name: &str, said: &[Piece]) {
        let lead = (format!("{name:NAME$}"), self.canvas.style(Role::Dim));
        self.rows.extend(hanging(lead, said, self.width));
    }

    fn gap(&mut self) {
        self.rows.push(Line::default());
    }

    /// What each of several took, one row each; nothing where there is none.
    fn table(&mut self, title: &str, shares: &[Share]) {
        if shares.is_empty() {
            return;
        }
        self.gap();
        let room = usize::from(self.width);
        let mut taken = ENTRY;
        let columns = COLUMNS.iter().take_while(|column| {
            taken += column.width;
            taken <= room
        });
        let columns: Vec<&Column> = columns.collect();
        let cells = |cell: &dyn Fn(&Column) -> String| -> String {
            let padded = |column: &&Column| {
                let cell = cell(column);
                " ".repeat(column.width.saturating_sub(text::width(&cell))) + &cell
            };
            columns.iter().map(padded).collect()
        };
        let (heading, dim) = (
            self.canvas.style(Role::Heading),
            self.canvas.style(Role::Dim),
        );
        let head = cells(&|column| column.head.to_owned());
        self.rows.push(Line::from(vec![
            Span::styled(format!("{title:ENTRY$}"), heading),
            Span::styled(head, dim),
        ]));
        let style = self.canvas.style(Role::Text);
        for share in shares {
            let ellipsis = self.canvas.glyphs().ellipsis;
            let name = text::truncate(&text::one_line(&share.name), ENTRY - 1, ellipsis);
            let blank = " ".repeat(ENTRY.saturating_sub(text::width(&name)));
            let figures = cells(&|column| (column.cell)(share));
            let row = format!("{name}{blank}{figures}");
            self.rows.push(Line::styled(row, style));
        }
    }

    /// How much was checked, and what came of it for the text as it stands.
    fn checks(&mut self, view: &View<'_>, known: &Known) {
        let checks = known.tally.checks;
        if checks.texts == 0 {
            self.fact("Checks", "nothing has been checked yet".to_owned());
            return;
        }
        let all = format!(
            "{} in {}, without a model",
            counted(checks.claims, "claim"),
            counted(checks.texts, "text")
        );
        self.fact("Checks", all);
        let mut standing: Vec<Piece> = Vec::new();
        for (kind, number) in Verdict::ALL.into_iter().zip(view.scorecard.verdicts) {
            if number > 0 {
                let mark = verdict::mark(self.canvas.glyphs(), kind);
                let said = format!("{mark} {number} {}  ", kind.name());
                standing.push((said, self.canvas.style(verdict::role(kind))));
            }
        }
        if !standing.is_empty() {
            self.pieces("Verdicts", &standing);
        }
    }
}

/// What the study may take, and how much of it is left.
fn budget(view: &View<'_>) -> String {
    let Ceilings {
        tokens,
        cost,
        seconds,
    } = view.study.ceilings;
    let large = |count: u64| grouped(count.try_into().unwrap_or(usize::MAX));
    let spent = view.study.tokens_spent();
    let tokens = tokens.map(|most| format!("{} of {} tokens", large(spent), large(most)));
    let cost = cost.map(|most| match view.cost {
        Some(cost) => format!("{} of {}", dollars(cost), dollars(most)),
        None => format!("at most {}", dollars(most)),
    });
    let waited = u64::try_from(view.study.time_spent().as_millis()).unwrap_or(u64::MAX);
    let time = seconds.map(|most| {
        let most = lasting(most.saturating_mul(1000));
        format!("{} of {most}", lasting(waited))
    });
    let all: Vec<String> = [tokens, cost, time].into_iter().flatten().collect();
    if all.is_empty() {
        "no limit is set".to_owned()
    } else {
        all.join(", ")
    }
}

/// What became of the changes that stand in the text now.
fn changes(view: &View<'_>) -> String {
    let revisions = view.study.sections.iter();
    let revisions = revisions.filter_map(|section| section.revision.as_ref());
    let hunks: Vec<&Hunk> = revisions.flat_map(Revision::hunks).collect();
    if hunks.is_empty() {
        return "none stand to be decided on".to_owned();
    }
    let of = |decision| {
        let is = |hunk: &&&Hunk| hunk.decision == decision;
        hunks.iter().filter(is).count()
    };
    format!(
        "{} accepted, {} rejected, {} open of those proposed last",
        of(Decision::Accepted),
        of(Decision::Rejected),
        of(Decision::Open)
    )
}

fn evidence(view: &View<'_>) -> String {
    let study = view.study;
    let passages = study.current().map(|document| u64::from(document.passages));
    let refused = match study.refused.len() {
        0 => String::new(),
        refused => format!(", {} that could not be read", counted(refused, "source")),
    };
    format!(
        "{}, {}, {} cited{refused}",
        counted(study.current().count(), "document"),
        many(passages.sum(), "passage"),
        view.scorecard.cited
    )
}

impl Layer for Stats {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        self.read(&key, None, around)
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        // As high as there is something to say.
        let width = WIDTH.min(screen.width).saturating_sub(4);
        let rows = self.told(view, width, canvas).len();
        let rows = u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(4);
        let size = (
            WIDTH,
            rows.clamp(10, screen.height.saturating_sub(4).max(10)),
        );
        let study = view.id.map_or_else(String::new, |id| format!("study {id}"));
        let (area, keys) = window(("Statistics", &study), size, screen, canvas);
        let rows = self.told(view, area.width, canvas);
        self.rows.replace(plain(&rows));
        let top = put_page(&rows, self.top.get(), area, canvas);
        let mut hints = vec![(Action::Trace, "every call"), (Action::Budget, "budget")];
        hints.extend(movement(top, usize::from(area.height), rows.len()));
        draw_keys(Scope::Reading, (&hints, "close"), keys, canvas);
        area
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Stats)
    }

    fn top(&self) -> Option<&Cell<usize>> {
        Some(&self.top)
    }

    fn said(&self, _: Surroundings<'_>) -> Vec<String> {
        self.rows.borrow().clone()
    }
}
