//! The last two lines: what happened or is to be known, and the keys that matter here.
//!
//! Hints are looked up in the keymap, so none can be wrong. Where a line is short, those at the end go first; help stays.

use ratatui::layout::Rect;

use super::brief::counted;
use super::canvas::{Canvas, Piece};
use super::title::percent;
use crate::study::Study;
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{Layout, inset};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Armed, Pane, Ui};
use crate::tui::view::{Level, Notice, View};

/// An action and what the footer calls it.
pub type Hint = (Action, &'static str);

/// The line for the analyst: the last notice, or else what is waiting.
pub fn draw_notice(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    let area = inset(area);
    let Some((level, line)) = notice(view, ui, canvas) else {
        return;
    };
    let (mark, role) = match level {
        Level::Info => ("(i)", Role::Info),
        Level::Warning => ("(!)", Role::Warning),
        Level::Error => ("(x)", Role::Error),
    };
    let style = canvas.style(role);
    let pieces: [Piece; 2] = [(format!("{mark} "), style), (text::one_line(&line), style)];
    canvas.put_pieces(area, &pieces);
}

/// The keys of the focused pane.
pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    let (scope, hints): (Scope, &[Hint]) = match ui.focus {
        Pane::Query => (
            Scope::Typing,
            &[
                (Action::Run, "write the brief"),
                (Action::Newline, "newline"),
                (Action::NextPane, "pane"),
                (Action::Palette, "commands"),
                (Action::Studies, "studies"),
            ],
        ),
        Pane::Section(_) => (Scope::Reading, reading_hints(view.study)),
        Pane::Judge => (
            Scope::Reading,
            &[
                (Action::NextPane, "pane"),
                (Action::NextProblem, "next problem"),
                (Action::Palette, "commands"),
            ],
        ),
        Pane::Revisions => (
            Scope::Reading,
            &[
                (Action::OpenPassage, "review"),
                (Action::NextPane, "pane"),
                (Action::Palette, "commands"),
            ],
        ),
        Pane::Evidence => (
            Scope::Reading,
            &[
                (Action::OpenPassage, "open"),
                (Action::AddEvidence, "add"),
                (Action::UpdateBrief, "update the brief"),
                (Action::NextPane, "pane"),
                (Action::Palette, "commands"),
            ],
        ),
    };
    let right = right_side(view, ui, canvas);
    draw_hints(scope, hints, (Action::Help, "help"), &right, area, canvas);
}

/// Hints from the left, the last one always, and a word at the right.
pub fn draw_hints(
    scope: Scope,
    hints: &[Hint],
    last: Hint,
    right: &str,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    if area.is_empty() {
        return;
    }
    let mut rest = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        height: 1,
        ..area
    };
    rest = canvas.put_right(rest, right, canvas.style(Role::Streaming));
    let mut left = usize::from(rest.width);
    let last = pieces(scope, last, canvas);
    left = left.saturating_sub(columns(&last));
    let mut row = Vec::new();
    for hint in hints {
        let pieces = pieces(scope, *hint, canvas);
        let columns = columns(&pieces);
        if columns == 0 || columns > left {
            continue;
        }
        left -= columns;
        row.extend(pieces);
    }
    row.extend(last);
    canvas.put_pieces(rest, &row);
}

fn pieces(scope: Scope, (action, what): Hint, canvas: &Canvas<'_>) -> Vec<Piece> {
    let key = canvas.key(scope, action);
    if key.is_empty() {
        return vec![];
    }
    vec![
        (key, canvas.style(Role::Key)),
        (format!(" {what}  "), canvas.style(Role::Dim)),
    ]
}

fn columns(pieces: &[Piece]) -> usize {
    pieces.iter().map(|(piece, _)| text::width(piece)).sum()
}

fn reading_hints(study: &Study) -> &'static [Hint] {
    if study.halted().is_some() {
        return &[
            (Action::Retry, "retry"),
            (Action::NextPane, "pane"),
            (Action::Search, "find"),
            (Action::Zoom, "zoom"),
            (Action::Copy, "copy"),
            (Action::Export, "export"),
            (Action::Palette, "commands"),
        ];
    }
    if study.open_hunks() > 0 {
        return &[
            (Action::Review, "review"),
            (Action::NextPane, "pane"),
            (Action::Search, "find"),
            (Action::Copy, "copy"),
            (Action::Export, "export"),
            (Action::Palette, "commands"),
            (Action::CitationNext, "citation"),
            (Action::Zoom, "zoom"),
        ];
    }
    &[
        (Action::NextPane, "pane"),
        (Action::Search, "find"),
        (Action::CitationNext, "citation"),
        (Action::OpenPassage, "passage"),
        (Action::Copy, "copy"),
        (Action::Export, "export"),
        (Action::Palette, "commands"),
        (Action::Zoom, "zoom"),
        (Action::Studies, "studies"),
    ]
}

/// How a run is stopped, and what a first key has armed.
fn right_side(view: &View<'_>, ui: &Ui, canvas: &Canvas<'_>) -> String {
    if ui.is_armed(Armed::Stop, view.now) {
        let key = canvas.key(Scope::Reading, Action::CloseLayer);
        format!("{key} again to stop")
    } else if ui.is_armed(Armed::Quit, view.now) {
        "again to quit".to_owned()
    } else if view.is_running() {
        let key = canvas.key(Scope::Reading, Action::StopRun);
        format!("{key} stop")
    } else if !ui.mouse {
        "mouse off".to_owned()
    } else {
        String::new()
    }
}

fn notice(view: &View<'_>, ui: &Ui, canvas: &Canvas<'_>) -> Option<(Level, String)> {
    if let Some(Notice { level, text }) = ui.notice.as_ref().or(view.notice) {
        return Some((*level, text.clone()));
    }
    if let Some(search) = &ui.search {
        let place = match search.at {
            Some((0, 0)) => "not found".to_owned(),
            Some((at, all)) => format!("[{at}/{all}]"),
            None => String::new(),
        };
        return Some((Level::Info, format!("/{} {place}", search.pattern)));
    }
    if let Some(why) = view.read_only {
        return Some((Level::Warning, why.to_owned()));
    }
    let open = view.study.open_hunks();
    if open > 0 {
        let key = canvas.key(Scope::Reading, Action::Review);
        let changes = if open == 1 {
            "1 change is ready.".to_owned()
        } else {
            format!("{open} changes are ready.")
        };
        let rest = if ui.drawn.areas.layout == Layout::Strip {
            ""
        } else {
            " Nothing changes until you accept."
        };
        return Some((Level::Info, format!("{changes} {key} reviews.{rest}")));
    }
    if let Some(ingest) = view.ingest {
        return Some((
            Level::Info,
            format!(
                "reading evidence {}/{}: {}",
                ingest.done, ingest.total, ingest.current
            ),
        ));
    }
    finished(view, canvas)
}

fn finished(view: &View<'_>, canvas: &Canvas<'_>) -> Option<(Level, String)> {
    if view.is_running() || !view.study.is_complete() {
        return None;
    }
    let separator = canvas.glyphs().separator;
    let mut facts = vec![format!("done {separator} draft {}", view.study.drafts)];
    if let Some(share) = view.scorecard.supported {
        facts.push(format!("{} supported", percent(share)));
    }
    let unused = view
        .scorecard
        .documents
        .saturating_sub(view.scorecard.cited);
    let mut sources = counted(view.scorecard.documents, "source");
    if unused > 0 {
        sources = format!("{sources}, {unused} not cited");
    }
    facts.push(sources);
    let export = canvas.key(Scope::Reading, Action::Export);
    facts.push(format!("{export} export"));
    Some((Level::Info, facts.join(&format!(" {separator} "))))
}
