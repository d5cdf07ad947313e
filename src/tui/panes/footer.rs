//! The last two lines: what happened or is to be known, and the keys that matter here.
//!
//! Hints are looked up in the keymap, so none can be wrong. Where a line is short, those at the end go first; help stays.

use ratatui::layout::Rect;

use super::brief::continues;
use super::canvas::{Canvas, Piece, at_most, hanging};
use super::evidence;
use super::sheet::is_problem;
use super::standing::Standing;
use super::title::{clock, percent};
use super::verdict;
use crate::pipeline::dollars;
use crate::study::{Verdict, counted};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::inset;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Armed, Pane, Target, Ui};
use crate::tui::view::{IngestProgress, Level, Next, Notice, StageState, Step, View, next, stages};

/// An action and what the footer calls it.
pub type Hint<'a> = (Action, &'a str);

/// What stands between two hints.
const GAP: &str = "  ";
/// From this many columns on, the palette is called by what it holds.
const ROOMY: u16 = 96;
/// Rows that a warning or an error may take.
const PROBLEM: usize = 3;

/// The lines for the analyst: the last notice, or else what is waiting.
pub fn draw_notice(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    if let Some((level, line)) = notice(view, ui, area.width, canvas) {
        draw_said(level, &line, area, canvas);
    }
}

/// Something said to the analyst, on as many rows as there are.
pub fn draw_said(level: Level, line: &str, area: Rect, canvas: &mut Canvas<'_>) {
    let area = inset(area);
    let (mark, role) = match level {
        Level::Info => ("(i)", Role::Info),
        Level::Warning => ("(!)", Role::Warning),
        Level::Error => ("(x)", Role::Error),
    };
    let style = canvas.style(role);
    let lead = (format!("{mark} "), style);
    let rows = hanging(lead, &[(text::one_line(line), style)], area.width);
    let most = usize::from(area.height);
    let rows = at_most(rows, most, area.width, canvas.glyphs().ellipsis);
    canvas.put_lines(area, &rows);
}

/// Rows that what was just said takes on a screen of a width. What went wrong is read to its end, which is where the reason stands.
#[must_use]
pub fn notice_rows(view: &View<'_>, ui: &Ui, width: u16) -> u16 {
    let Some(Notice { level, text, .. }) = said(view, ui) else {
        return 0;
    };
    match level {
        Level::Info => 1,
        Level::Warning | Level::Error => {
            // A blank column at each side, and the mark.
            let rows = text::wrap(&text::one_line(text), usize::from(width.saturating_sub(6)));
            rows.len().clamp(1, PROBLEM) as u16
        }
    }
}

fn said<'a>(view: &'a View<'_>, ui: &'a Ui) -> Option<&'a Notice> {
    ui.said(view.is_running(), view.now).or(view.notice)
}

/// The keys of the focused pane, most important first.
pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
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
                (Action::TakeOut, "take out"),
                (Action::Edit, "title, date"),
                (Action::NextPane, "pane"),
                (Action::WatchFolder, "watch"),
            ],
        ),
    };
    let mut hints = hints.to_vec();
    let run = view
        .forecast
        .map(|forecast| format!("write the brief ({forecast})"));
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
    if matches!(ui.focus, Pane::Section(_)) && view.study.halted().is_some() {
        let does = if continues(view) {
            "continue"
        } else {
            "try again"
        };
        hints.insert(0, (Action::Retry, does));
    }
    if is_cut(view) {
        hints.insert(0, (Action::Retry, "go on"));
    }
    if view.study.paused || view.is_busy() && view.study.active_run().is_some() {
        let does = if view.study.paused { "go on" } else { "pause" };
        hints.insert(0, (Action::Pause, does));
    }
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
            (Action::Why, "why"),
            (Action::Sent, "sent"),
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
        (Action::Why, "why"),
        (Action::Copy, "copy"),
        (Action::Sent, "sent"),
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
        format!("{} again to quit", quit_key(canvas))
    } else if view.is_busy() {
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

fn notice(view: &View<'_>, ui: &Ui, width: u16, canvas: &Canvas<'_>) -> Option<(Level, String)> {
    if let Some(Notice { level, text, .. }) = said(view, ui) {
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
    if let Some(ingest) = view.ingest {
        return Some((Level::Info, reading(ingest, view, canvas)));
    }
    if view.is_running() || view.asking.is_some() || view.critic.is_some() {
        return under_way(view, width, canvas);
    }
    let open = view.study.open_hunks();
    if open > 0 {
        let key = canvas.key(Scope::Reading, Action::Review);
        let changes = if open == 1 {
            "1 change is ready.".to_owned()
        } else {
            format!("{open} changes are ready.")
        };
        let said = format!("{changes} {key} reviews.");
        let more = if view.study.news().is_empty() {
            " Nothing changes until you accept."
        } else {
            " More evidence has arrived; it is used once these are decided."
        };
        let all = format!("{said}{more}");
        let (done, took) = if view.study.is_complete() {
            (done(view, canvas), took(view, canvas))
        } else {
            (String::new(), String::new())
        };
        // Half a sentence would say less than none.
        let forms = [
            vec![&all, &done, &took],
            vec![&said, &done, &took],
            vec![&said, &done],
            vec![&all],
            vec![&said],
        ];
        return Some((Level::Info, fitting(&forms, width, canvas)));
    }
    if !view.study.requested.is_empty() {
        let key = canvas.key(Scope::Reading, Action::Retry);
        let text = format!("reading the evidence was interrupted: {key} goes on");
        return Some((Level::Warning, text));
    }
    if let Some(why) = &view.study.closed {
        let key = canvas.key(Scope::Reading, Action::Palette);
        let text = format!("the budget is reached ({why}): {key} budget sets another");
        return Some((Level::Warning, text));
    }
    if view.study.paused {
        let key = canvas.key(Scope::Reading, Action::Pause);
        let line = run_line(view, canvas);
        return Some((
            Level::Info,
            format!("paused {} {key} goes on. {line}", canvas.glyphs().separator),
        ));
    }
    if is_cut(view) {
        let key = canvas.key(Scope::Reading, Action::Retry);
        let line = run_line(view, canvas);
        let text = format!("what follows the writing was cut: {key} goes on. {line}");
        return Some((Level::Warning, text.trim_end().to_owned()));
    }
    let news = view.study.news().len();
    if news > 0 && view.study.is_complete() {
        let key = canvas.key(Scope::Reading, Action::UpdateBrief);
        let text = format!(
            "{} {} not in the brief: {key} shows what it would affect",
            counted(news, "new source"),
            if news == 1 { "is" } else { "are" }
        );
        let stands = finished(view, width, canvas).map(|(_, stands)| stands);
        let stands = stands.unwrap_or_default();
        let separator = canvas.glyphs().separator;
        let both = format!("{text} {separator} {stands}");
        // A blank column at each side, and the mark.
        let room = usize::from(width.saturating_sub(6));
        let fits = !stands.is_empty() && text::width(&both) <= room;
        return Some((Level::Info, if fits { both } else { text }));
    }
    finished(view, width, canvas)
}

/// While something runs: its steps, the changes that wait, and how the claims have fared, as much as there is room for; the steps before all else.
fn under_way(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Option<(Level, String)> {
    let steps = run_line(view, canvas);
    let changes = match view.study.open_hunks() {
        0 => String::new(),
        open => {
            let key = canvas.key(Scope::Reading, Action::Review);
            format!("{} ({key})", counted(open, "change"))
        }
    };
    let verdicts = verdicts_so_far(view);
    let so_far = |counts: String| match counts {
        counts if counts.is_empty() => counts,
        counts => format!("checked so far: {counts}"),
    };
    let told = so_far(counts(verdicts, canvas));
    let marks = so_far(marks(verdicts, canvas));
    let forms = [
        vec![&steps, &changes, &told],
        vec![&steps, &changes, &marks],
        vec![&steps, &changes],
        vec![&steps],
    ];
    let line = fitting(&forms, width, canvas);
    (!line.is_empty()).then_some((Level::Info, line))
}

/// The first of several lines that a screen has room for, or else the last; facts that are empty are left out of them.
fn fitting(forms: &[Vec<&String>], width: u16, canvas: &Canvas<'_>) -> String {
    let separator = format!(" {} ", canvas.glyphs().separator);
    // A blank column at each side, and the mark.
    let room = usize::from(width.saturating_sub(6));
    let lines: Vec<String> = forms
        .iter()
        .map(|facts| {
            let facts = facts.iter().filter(|fact| !fact.is_empty());
            facts
                .map(|fact| fact.as_str())
                .collect::<Vec<_>>()
                .join(&separator)
        })
        .collect();
    let fits = lines.iter().find(|line| text::width(line) <= room);
    fits.or(lines.last()).cloned().unwrap_or_default()
}

/// Whether something follows the writing that nobody is at: it was stopped, or the program ended.
fn is_cut(view: &View<'_>) -> bool {
    view.read_only.is_none()
        && !view.is_busy()
        && view.study.cycle.is_none()
        && matches!(next(view.study), Next::Do(step) if step.asks() || matches!(step, Step::Begin(_) | Step::SearchEvidence))
}

/// The steps of the run: what is done, what is under way, and what is still to come. Nothing where it has only one step.
fn run_line(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let glyphs = canvas.glyphs();
    let stages = stages(view.study);
    if stages.len() < 2 {
        return String::new();
    }
    let stages = stages.into_iter().map(|stage| match stage.state {
        StageState::Done => format!("{} {}", stage.name, glyphs.done),
        StageState::Now => format!("{} {}", stage.name, glyphs.streaming),
        StageState::Queued => stage.name.to_owned(),
    });
    let separator = format!(" {} ", glyphs.separator);
    stages.collect::<Vec<_>>().join(&separator)
}

/// The claims by verdict, each with its mark and its word; verdicts that none got are left out.
fn counts(verdicts: [usize; 6], canvas: &Canvas<'_>) -> String {
    let counts = Verdict::ALL.into_iter().zip(verdicts);
    let counts: Vec<String> = counts
        .filter(|(_, number)| *number > 0)
        .map(|(kind, number)| {
            let mark = verdict::mark(canvas.glyphs(), kind);
            format!("{mark} {number} {}", kind.name())
        })
        .collect();
    counts.join(", ")
}

/// The claims by their marks alone.
fn marks(verdicts: [usize; 6], canvas: &Canvas<'_>) -> String {
    let counts = Verdict::ALL.into_iter().zip(verdicts);
    let counts: Vec<String> = counts
        .filter(|(_, number)| *number > 0)
        .map(|(kind, number)| format!("{} {number}", verdict::mark(canvas.glyphs(), kind)))
        .collect();
    counts.join(" ")
}

/// How the claims of what is written have fared, and those of a text that streams.
fn verdicts_so_far(view: &View<'_>) -> [usize; 6] {
    let mut verdicts = view.scorecard.verdicts;
    if let (Some(marked), Some(live)) = (view.marked, view.live) {
        let is_first = |section: &crate::study::Section| !section.is_written();
        let section = view.study.section(live.section).filter(|one| is_first(one));
        if section.is_some() && marked.section == live.section {
            for claim in &marked.claims {
                let at = Verdict::ALL.iter().position(|kind| *kind == claim.verdict);
                if let Some(count) = at.and_then(|at| verdicts.get_mut(at)) {
                    *count += 1;
                }
            }
        }
    }
    verdicts
}

/// How far the reading of evidence is: what is done, how fast, what failed, and what is being read.
fn reading(ingest: &IngestProgress, view: &View<'_>, canvas: &Canvas<'_>) -> String {
    if ingest.stopping {
        return "reading stops; what was read stays".to_owned();
    }
    if ingest.total == 0 {
        return "looking for evidence".to_owned();
    }
    let mut facts = vec![format!("reading evidence {}/{}", ingest.done, ingest.total)];
    if ingest.pages > 0 {
        facts.push(counted(ingest.pages, "page"));
    }
    if ingest.passages > 0 {
        facts.push(counted(ingest.passages, "passage"));
    }
    if let Some(rate) = ingest.rate(view.now) {
        facts.push(format!("{rate:.0} sources/s"));
    }
    if ingest.refused > 0 {
        facts.push(format!("{} failed", ingest.refused));
    }
    if ingest.waiting > 0 {
        facts.push(format!("{} more to come", ingest.waiting));
    }
    if !ingest.reading.is_empty() {
        let names = ingest.reading.iter().map(|source| {
            let name = source.rsplit(['/', '\\']).next().unwrap_or(source);
            text::one_line(name)
        });
        facts.push(names.collect::<Vec<_>>().join(", "));
    }
    facts.join(&format!(" {} ", canvas.glyphs().separator))
}

fn finished(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Option<(Level, String)> {
    if view.is_running() || !view.study.is_complete() {
        return None;
    }
    let (done, took) = (done(view, canvas), took(view, canvas));
    let export = format!("{} export", canvas.key(Scope::Reading, Action::Export));
    let unused = view
        .scorecard
        .documents
        .saturating_sub(view.scorecard.cited);
    let mut sources = counted(view.scorecard.documents, "source");
    if unused > 0 {
        sources = format!("{sources}, {unused} not cited");
    }
    let verdicts = counts(view.scorecard.verdicts, canvas);
    let share = view.scorecard.supported;
    let share = share.map_or_else(String::new, |share| format!("{} supported", percent(share)));
    let problems = problems(view, canvas);
    // What there is room for: the verdicts by their words before the sources, and a share where even they are too long.
    let forms = [
        vec![&done, &took, &verdicts, &sources, &export],
        vec![&done, &took, &verdicts, &export],
        vec![&done, &took, &share, &problems, &sources, &export],
        vec![&done, &took, &share, &problems, &export],
        vec![&done, &took, &share, &problems],
        vec![&done, &share, &problems],
    ];
    let line = fitting(&forms, width, canvas);
    Some((Level::Info, line))
}

/// Which draft stands, and what it scores.
fn done(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let separator = format!(" {} ", canvas.glyphs().separator);
    let done = format!("done{separator}draft {}", view.study.draft());
    let Some(standing) = Standing::of(view) else {
        return done;
    };
    let before = standing.before.map(crate::study::Scores::composite);
    let from = before.map_or(String::new(), |before| {
        format!("{before:.1} {} ", canvas.glyphs().arrow)
    });
    format!("{done}{separator}{from}{}", standing.composite())
}

/// What the last run took.
fn took(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let took = [
        view.cost.filter(|cost| *cost > 0.0).map(dollars),
        view.run_time.map(|time| format!("in {}", clock(time))),
    ];
    let took: Vec<String> = took.into_iter().flatten().collect();
    took.join(&format!(" {} ", canvas.glyphs().separator))
}

/// How many claims are to be looked into, and the key that leads to them.
fn problems(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let verdicts = Verdict::ALL.into_iter().zip(view.scorecard.verdicts);
    let found: usize = verdicts
        .filter(|(kind, _)| is_problem(*kind))
        .map(|(_, number)| number)
        .sum();
    let key = canvas.key(Scope::Reading, Action::NextProblem);
    match found {
        0 => String::new(),
        _ => format!("{} ({key})", counted(found, "problem")),
    }
}
