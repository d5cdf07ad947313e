//! The last line: the keys that matter here.
//!
//! Hints are looked up in the keymap, so none can be wrong. Where a line is short, those at the end go first; help stays.

use ratatui::layout::Rect;

use super::brief::continues;
use super::canvas::{Canvas, Piece};
use super::evidence;
use super::notice::{is_cut, is_left_off};
use crate::study::Run;
use crate::tui::action::Action;
use crate::tui::idle;
use crate::tui::keymap::{Key, Scope};
use crate::tui::layers::AnyLayer;
use crate::tui::layout::{Layout, inset};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Armed, Pane, Target, Ui};
use crate::tui::view::View;

/// An action and what the footer calls it.
pub type Hint<'a> = (Action, &'a str);

/// Columns that the key which writes the brief leaves to the others, however much there is to say of what it takes.
const BESIDE_RUN: u16 = 46;

/// What stands between two hints.
const GAP: &str = "  ";
/// From this many columns on, the palette is called by what it holds.
const ROOMY: u16 = 96;
/// The keys of the focused pane, most important first. Below a layer they are those that it leaves to the panes.
pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    match ui.layers.last() {
        None => draw_pane(view, ui, area, canvas),
        Some(layer) => draw_below(layer, view, ui, area, canvas),
    }
}

/// What works while a layer is on top: from one that is only read, what waits for the reader; else only what stops a run, and what a first key has armed. The layer
/// tells its own keys.
fn draw_below(layer: &AnyLayer, view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    const ELSEWHERE: [Hint<'static>; 2] = [
        (Action::Review, "review"),
        (Action::UpdateBrief, "update the brief"),
    ];
    let hints: Vec<Hint<'_>> = if layer.is_read() {
        let hints = ELSEWHERE.iter().copied();
        hints.filter(|hint| is_of_use(hint.0, view)).collect()
    } else {
        vec![]
    };
    let last = [(Action::Palette, "all"), (Action::Help, "help")];
    let last: &[Hint<'_>] = if layer.is_read() { &last } else { &[] };
    let stop = if ui.armed.is_some() {
        right_side(view, ui, canvas)
    } else if view.may_stop() {
        let keys = canvas.keys.keys(Scope::Window, Action::StopRun);
        // Esc closes the layer.
        let one = keys.into_iter().find(|key| !key.contains(' '));
        one.map_or_else(String::new, |key| format!("{key} stop"))
    } else {
        String::new()
    };
    draw_hints(Scope::Reading, &hints, last, &stop, area, canvas);
}

fn draw_pane(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    let (scope, hints): (Scope, &[Hint<'_>]) = match ui.focus {
        Pane::Query => (
            Scope::Typing,
            &[
                (Action::Run, "write the brief"),
                (Action::AddEvidence, "add evidence"),
                (Action::NextPane, "pane"),
                (Action::Newline, "newline"),
                (Action::Studies, "studies"),
            ],
        ),
        Pane::Section(_) => (Scope::Reading, reading_hints(view)),
        Pane::Judge => (
            Scope::Reading,
            &[
                (Action::OpenPassage, "why"),
                (Action::Judge, "judge now"),
                (Action::NextPane, "pane"),
                (Action::NextProblem, "next problem"),
                (Action::Problems, "all problems"),
            ],
        ),
        Pane::Revisions => (
            Scope::Reading,
            &[(Action::OpenPassage, "review"), (Action::NextPane, "pane")],
        ),
        Pane::Evidence => (
            Scope::Reading,
            &[
                (Action::OpenPassage, "open"),
                (Action::AddEvidence, "add"),
                (Action::UpdateBrief, "update the brief"),
                (Action::SearchSources, "search"),
                (Action::TakeOut, "take out"),
                (Action::Edit, "title, date"),
                (Action::NextPane, "pane"),
                (Action::WatchFolder, "watch"),
            ],
        ),
    };
    let hints = hints.iter().copied();
    let mut hints: Vec<Hint<'_>> = hints
        .filter(|hint| match (ui.focus, hint.0) {
            (Pane::Revisions, Action::OpenPassage) => is_of_use(Action::Review, view),
            (Pane::Judge, Action::OpenPassage) => {
                let run = view.study.run.as_ref();
                view.study.is_complete() || run.and_then(Run::decided).is_some()
            }
            (Pane::Evidence, Action::OpenPassage | Action::TakeOut | Action::Edit) => {
                evidence::rows(view.study) > 0
            }
            (Pane::Evidence, Action::UpdateBrief) => view.study.has_news(),
            (_, action) => is_of_use(action, view),
        })
        .collect();
    let run = priced(view, area.width);
    if let (Some(run), Some((Action::Run, does))) = (&run, hints.first_mut()) {
        *does = run;
    }
    let is_out = evidence::document_at(view.study, ui.source)
        .is_some_and(|id| view.study.standing(id) == crate::study::Standing::TakenOut);
    if let Some((_, does)) = hints
        .iter_mut()
        .find(|(action, _)| is_out && *action == Action::TakeOut)
    {
        *does = "put back";
    }
    if ui.focus == Pane::Evidence && holds_asides(view, ui.source) {
        hints.insert(1, (Action::SetAside, "set aside"));
    }
    let is_list = matches!(ui.focus, Pane::Judge | Pane::Revisions | Pane::Evidence);
    let shows_one = matches!(ui.drawn.areas.layout, Layout::Tabs | Layout::Strip);
    if is_list && shows_one && view.has_brief() {
        hints.insert(1.min(hints.len()), (Action::FocusPane1, "brief"));
    }
    if view.study.question.is_empty() && ui.focus != Pane::Query {
        hints.insert(0, (Action::CloseLayer, "to the question"));
    }
    add_going_on(view, ui, &mut hints);
    if ui.zoom {
        // A letter is text in the question; there Esc leads back.
        let back = if scope == Scope::Typing {
            Action::CloseLayer
        } else {
            Action::Zoom
        };
        hints.retain(|(action, _)| *action != Action::Zoom);
        hints.insert(0, (back, "back"));
    }
    let commands = if area.width < ROOMY {
        "all"
    } else {
        "commands"
    };
    let last = [(Action::Palette, commands), (Action::Help, "help")];
    let right = right_side(view, ui, canvas);
    draw_hints(scope, &hints, &last, &right, area, canvas);
}

/// The keys that go on with what stopped, or stop what goes on, before all others.
fn add_going_on(view: &View<'_>, ui: &Ui, hints: &mut Vec<Hint<'_>>) {
    if matches!(ui.focus, Pane::Section(_)) && view.study.halted().is_some() {
        let does = if view.tries_again.is_some() {
            "at once"
        } else if continues(view) {
            "continue"
        } else {
            "try again"
        };
        hints.insert(0, (Action::Retry, does));
        hints.insert(4.min(hints.len()), (Action::Trace, "trace"));
    }
    if view.is_broken || is_cut(view) {
        hints.insert(0, (Action::Retry, "go on"));
    } else if is_left_off(view) {
        hints.insert(0, (Action::Retry, "write the rest"));
    } else if view.study.cut_short().is_some() && !view.is_busy() && view.read_only.is_none() {
        hints.insert(0, (Action::Retry, "try again"));
    }
    if view.study.paused || view.is_busy() && view.study.active_run().is_some() {
        let does = match (view.study.paused, view.pausing) {
            (true, _) => "go on",
            (false, true) => "do not pause",
            (false, false) => "pause",
        };
        hints.insert(0, (Action::Pause, does));
    }
}

/// What the key that starts the writing says, with what it will take as far as there is room for that.
fn priced(view: &View<'_>, width: u16) -> Option<String> {
    let forms = view.forecast?.forms();
    let forms = forms.map(|takes| format!("write the brief ({takes})"));
    let room = usize::from(width.saturating_sub(BESIDE_RUN));
    let fits = forms.iter().find(|form| text::width(form) <= room);
    fits.or_else(|| forms.last()).cloned()
}

/// As many hints from the left as there is room for, the last ones always, and a word at the right.
pub fn draw_hints(
    scope: Scope,
    hints: &[Hint<'_>],
    last: &[Hint<'_>],
    right: &str,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    if area.is_empty() {
        return;
    }
    let line = Rect { height: 1, ..area };
    let rest = canvas.put_right(inset(line), right, canvas.style(Role::Streaming));
    let mut left = usize::from(rest.width);
    let of = |hint: &Hint<'_>, canvas: &Canvas<'_>| (hint.0, pieces(scope, *hint, canvas));
    let mut last: Vec<(Action, Vec<Piece>)> = last.iter().map(|hint| of(hint, canvas)).collect();
    if right.is_empty()
        && let Some((piece, _)) = last.last_mut().and_then(|(_, pieces)| pieces.last_mut())
    {
        piece.truncate(piece.trim_end().len());
    }
    let kept: usize = last.iter().map(|(_, pieces)| columns(pieces)).sum();
    left = left.saturating_sub(kept);
    let mut shown = Vec::new();
    for hint in hints {
        let (action, pieces) = of(hint, canvas);
        let columns = columns(&pieces);
        if columns == 0 || columns > left {
            continue;
        }
        left -= columns;
        shown.push((action, pieces));
    }
    shown.extend(last);
    let mut place = rest;
    for (action, pieces) in &shown {
        let width = (columns(pieces) as u16).min(place.width);
        if let Some(key) = canvas.keys.press(scope, *action) {
            canvas.target(Rect { width, ..place }, Target::Key(key));
        }
        place.x += width;
        place.width -= width;
    }
    let row: Vec<Piece> = shown.into_iter().flat_map(|(_, pieces)| pieces).collect();
    canvas.put_pieces(rest, &row);
}

/// A key that means something only for this moment, and what it does.
pub struct Pressed {
    pub key: Key,
    pub does: String,
}

/// The only keys that mean anything now, whatever the keymap says of them elsewhere.
pub fn draw_pressed(keys: &[Pressed], area: Rect, canvas: &mut Canvas<'_>) {
    let mut place = inset(Rect {
        height: area.height.min(1),
        ..area
    });
    for Pressed { key, does } in keys {
        let row = [
            (key.to_string(), canvas.style(Role::Key)),
            (format!(" {does}{GAP}"), canvas.style(Role::Dim)),
        ];
        let width = (columns(&row) as u16).min(place.width);
        canvas.target(Rect { width, ..place }, Target::Key(*key));
        place = canvas.put_pieces(place, &row);
    }
}

fn pieces(scope: Scope, (action, what): Hint<'_>, canvas: &Canvas<'_>) -> Vec<Piece> {
    let key = canvas.key(scope, action);
    if key.is_empty() {
        return vec![];
    }
    vec![
        (key, canvas.style(Role::Key)),
        (format!(" {what}{GAP}"), canvas.style(Role::Dim)),
    ]
}

fn columns(pieces: &[Piece]) -> usize {
    pieces.iter().map(|(piece, _)| text::width(piece)).sum()
}

/// Whether the guardrail set anything aside of the source in this row.
fn holds_asides(view: &View<'_>, row: usize) -> bool {
    evidence::document_at(view.study, row)
        .and_then(|id| view.study.document(id))
        .is_some_and(|document| document.set_aside > 0)
}

/// Whether there is anything that a key of the footer would do.
fn is_of_use(action: Action, view: &View<'_>) -> bool {
    match action {
        // An update that finds nothing new is worth a key only where something came.
        Action::UpdateBrief => !view.study.news().is_empty(),
        Action::OpenPassage => view.has_text(),
        Action::Judge => view.has_judge,
        Action::Problems => idle::of_study(Action::NextProblem, view).is_none(),
        _ => idle::of_study(action, view).is_none(),
    }
}

fn reading_hints(view: &View<'_>) -> &'static [Hint<'static>] {
    if view.study.open_hunks() > 0 {
        return &[
            (Action::Review, "review"),
            (Action::NextPane, "pane"),
            (Action::Search, "find"),
            (Action::Export, "export"),
            (Action::Copy, "copy"),
            (Action::CitationNext, "citation"),
            (Action::NextProblem, "problem"),
            (Action::Problems, "list"),
            (Action::Why, "why"),
            (Action::Sent, "given"),
            (Action::Zoom, "zoom"),
        ];
    }
    &[
        (Action::NextPane, "pane"),
        (Action::Search, "find"),
        (Action::Export, "export"),
        (Action::CitationNext, "citation"),
        (Action::OpenPassage, "passage"),
        (Action::NextProblem, "problem"),
        (Action::Problems, "list"),
        (Action::Why, "why"),
        (Action::Copy, "copy"),
        (Action::Sent, "given"),
        (Action::Zoom, "zoom"),
        (Action::Studies, "studies"),
    ]
}

/// How a run is stopped, and what a first key has armed.
pub fn right_side(view: &View<'_>, ui: &Ui, canvas: &Canvas<'_>) -> String {
    if ui.is_armed(Armed::Stop) {
        let key = canvas.key(Scope::Reading, Action::CloseLayer);
        format!("{key} again to stop")
    } else if ui.is_armed(Armed::Quit) {
        format!("{} again to quit", quit_key(canvas))
    } else if ui.is_armed(Armed::Leave) {
        let key = canvas.key(Scope::Window, Action::Quit);
        if view.has_unsaved {
            format!("not all is saved: {key} again quits")
        } else {
            format!("{key} again stops it and quits")
        }
    } else if view.may_stop() {
        let key = canvas.key(Scope::Reading, Action::StopRun);
        format!("{key} stop")
    } else if !ui.mouse {
        "mouse off".to_owned()
    } else {
        String::new()
    }
}

/// The key that quits when it is pressed twice.
fn quit_key(canvas: &Canvas<'_>) -> String {
    let keys = canvas.keys.keys(Scope::Everywhere, Action::Quit);
    keys.iter()
        .find_map(|keys| keys.split_once(' '))
        .map_or_else(String::new, |(key, _)| key.to_owned())
}
