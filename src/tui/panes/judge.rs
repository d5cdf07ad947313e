//! The scores: five dimensions with the composite, how they changed, and what else was counted; the verdicts by their marks are the legend of the
//! gutter.
//!
//! A judge's score is a bar; where there is room for the measured one too, a tick shows where that is. The heading says who scored, and whether it was another text.

use ratatui::layout::Rect;

use super::canvas::{Canvas, Heading, Piece};
use super::sheet::gravity;
use super::standing::{Standing, delta, short_name};
use super::verdict;
use crate::check::LIMITED;
use crate::pipeline::dollars;
use crate::study::{Dimension, Stale, Unanswered, Verdict, counted, grouped, many};
use crate::tui::layout::inset;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Pane, Scrolled, Target, Ui};
use crate::tui::view::{Against, View};

/// Columns of the scores' names.
const NAME: usize = 10;
/// Columns of a figure with the sign for another text, and of a change.
const FIGURE: usize = 5;
const CHANGE: usize = 8;
/// Columns of the measured figure beside a judged one, with the tick that shows it in the bar.
const MEASURED: usize = 16;
/// Cells of a bar, at least and at most.
const BAR: (usize, usize) = (5, 24);

/// Rows that all of it takes in so many columns, with the heading.
#[must_use]
pub fn rows(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> usize {
    let standing = Standing::of(view);
    let scores = if standing.is_some() {
        Dimension::ALL.len() + 1
    } else {
        1
    };
    1 + scores + facts(view, standing.as_ref(), width, canvas).len()
}

pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) -> Scrolled {
    if area.is_empty() {
        return Scrolled::default();
    }
    canvas.target(area, Target::Pane(Pane::Judge));
    let standing = Standing::of(view);
    let mut rest = area;
    if !ui.zoom {
        rest = canvas.heading(
            area,
            Heading {
                title: &title(view),
                status: &status(standing.as_ref(), area.width, view, canvas),
                role: match &standing {
                    Some(standing) if standing.is_below() || standing.stale.is_some() => {
                        Role::Warning
                    }
                    _ => Role::Dim,
                },
                focused: ui.focus == Pane::Judge,
            },
        );
    }
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    match &standing {
        Some(standing) => rows.extend(scores(standing, rest, canvas)),
        None => rows.push(vec![(
            "nothing to score yet".to_owned(),
            canvas.style(Role::Dim),
        )]),
    }
    rows.extend(facts(view, standing.as_ref(), rest.width, canvas));
    let area = inset(rest);
    let scrolled = Scrolled::new(rows.len(), usize::from(area.height), ui.scores_top);
    let shown = rows.get(scrolled.top..).unwrap_or_default();
    for (line, row) in area.rows().zip(shown) {
        canvas.put_pieces(line, row);
    }
    draw_hidden(shown, scrolled, area, canvas);
    scrolled
}

/// How many rows lie above and below those that are shown: at the end of the last one, or in its place where it is full and others follow.
fn draw_hidden(rows: &[Vec<Piece>], scrolled: Scrolled, area: Rect, canvas: &mut Canvas<'_>) {
    let at = usize::from(area.height).checked_sub(1);
    let (Some(last), Some(line)) = (at.and_then(|at| rows.get(at)), area.rows().next_back()) else {
        return;
    };
    let (above, below) = (scrolled.top, scrolled.last - scrolled.top);
    let glyphs = canvas.glyphs();
    let told = |below: usize| {
        let above = (above > 0).then(|| format!("{} {above}", glyphs.up));
        let below = (below > 0).then(|| format!("{} {below}", glyphs.down));
        above
            .into_iter()
            .chain(below)
            .collect::<Vec<_>>()
            .join("  ")
    };
    let few = told(below);
    if few.is_empty() {
        return;
    }
    let words: String = last.iter().map(|(words, _)| words.as_str()).collect();
    let taken = text::width(words.trim_end());
    let room = usize::from(line.width).saturating_sub(taken + 2);
    let forms = [format!("{few} more"), few];
    let told = match forms.into_iter().find(|form| text::width(form) <= room) {
        Some(fits) => fits,
        None if below == 0 => return,
        None => {
            canvas.clear(line);
            format!("{} more", told(below + 1))
        }
    };
    canvas.put_right(line, &told, canvas.style(Role::Dim));
}

fn title(view: &View<'_>) -> String {
    match view.study.draft() {
        0 => "4 Judge".to_owned(),
        drafts => format!("4 Judge draft {drafts}"),
    }
}

/// Who scored, whether that is enough, and what the changes are to; as much as there is room for.
fn status(
    standing: Option<&Standing<'_>>,
    width: u16,
    view: &View<'_>,
    canvas: &Canvas<'_>,
) -> String {
    let Some(standing) = standing else {
        return "measured".to_owned();
    };
    let mut parts = Vec::new();
    if standing.is_below() {
        parts.push(format!("below {:.1}", standing.threshold));
    }
    parts.push(match (standing.judgement, standing.stale) {
        (Some(_), Some(Stale::Text)) => "other text".to_owned(),
        (Some(_), Some(Stale::Verdicts)) => "out of date".to_owned(),
        (Some(_), None) => "judged".to_owned(),
        (None, Some(_)) => "being measured".to_owned(),
        (None, _) if standing.outage.is_some() => "judge failed".to_owned(),
        (None, _) => "measured".to_owned(),
    });
    match (standing.before, standing.against) {
        (Some(_), Some(Against::Draft(draft))) => parts.push(format!("vs {draft}")),
        (Some(_), Some(Against::OlderEvidence)) => parts.push("new evidence".to_owned()),
        (Some(_), None) => parts.push("vs before".to_owned()),
        (None, _) => {}
    }
    let room = usize::from(width).saturating_sub(text::width(&title(view)) + 6);
    let separator = format!(" {} ", canvas.glyphs().separator);
    while parts.len() > 1 && text::width(&parts.join(&separator)) > room {
        // A figure that changed under the same text is told before who measured it.
        if standing.against == Some(Against::OlderEvidence) {
            parts.remove(0);
        } else {
            parts.pop();
        }
    }
    parts.join(&separator)
}

/// The five dimensions and the composite, which comes first where there is no room for all.
fn scores(standing: &Standing<'_>, area: Rect, canvas: &Canvas<'_>) -> Vec<Vec<Piece>> {
    let of =
        |name: &str, value: fn(&crate::study::Scores, Dimension) -> f32, which: Dimension| Row {
            name: name.to_owned(),
            value: value(standing.scores, which),
            measured: standing.judgement.map(|_| value(standing.measured, which)),
            before: standing.before.map(|before| value(before, which)),
        };
    let mut rows: Vec<(Row, bool)> = Dimension::ALL
        .iter()
        .map(|&which| {
            let row = of(
                short_name(which),
                |scores, which| scores.of(which).value,
                which,
            );
            (row, false)
        })
        .collect();
    let overall = of(
        "Overall",
        |scores, _| scores.composite(),
        Dimension::Accuracy,
    );
    if usize::from(area.height) > rows.len() {
        rows.push((overall, true));
    } else {
        rows.insert(0, (overall, true));
    }
    rows.into_iter()
        .map(|(row, is_overall)| bar(&row, is_overall, standing, area.width, canvas))
        .collect()
}

struct Row {
    name: String,
    value: f32,
    /// Where a judge's figure stands before it.
    measured: Option<f32>,
    before: Option<f32>,
}

fn bar(
    row: &Row,
    is_overall: bool,
    standing: &Standing<'_>,
    width: u16,
    canvas: &Canvas<'_>,
) -> Vec<Piece> {
    let glyphs = canvas.glyphs();
    let room = usize::from(width).saturating_sub(2);
    let change = if row.before.is_some() { CHANGE } else { 0 };
    let cells = room
        .saturating_sub(NAME + FIGURE + change)
        .clamp(BAR.0, BAR.1);
    let at = |value: f32| ((value / 5.0) * cells as f32).round() as usize;
    let full = at(row.value).min(cells);
    let beside = if row.before.is_some() { CHANGE } else { 0 };
    let is_told = NAME + cells + FIGURE + beside + MEASURED <= room;
    // Where there is no room to say what it is, a tick would be a riddle.
    let tick = row
        .measured
        .filter(|_| is_told)
        .map(|measured| at(measured).clamp(1, cells) - 1);
    let style = match (is_overall, standing.is_below()) {
        (true, true) => canvas.style(Role::Warning),
        (true, false) => canvas.style(Role::Heading),
        (false, _) => canvas.style(Role::Text),
    };
    let mut pieces = vec![(format!("{:NAME$}", row.name), style)];
    for cell in 0..cells {
        let (glyph, role) = match cell {
            cell if tick == Some(cell) => (glyphs.vertical, Role::Text),
            cell if cell < full => (glyphs.bar_full, Role::Accent),
            _ => (glyphs.bar_empty, Role::Dim),
        };
        pieces.push((glyph.to_owned(), canvas.style(role)));
    }
    pieces.push((format!(" {:<4}", standing.told(row.value)), style));
    let mut used = NAME + cells + FIGURE;
    if let Some(before) = row.before.filter(|_| used + CHANGE <= room) {
        pieces.push((
            format!(" {:>7}", delta(before, row.value)),
            canvas.style(Role::Dim),
        ));
        used += CHANGE;
    }
    // A number cut short would be a wrong one.
    if let Some(measured) = row.measured.filter(|_| used + MEASURED <= room) {
        let said = format!("  {} measured {measured:.1}", glyphs.vertical);
        pieces.push((said, canvas.style(Role::Dim)));
    }
    pieces
}

/// What else is known, most wanted first.
fn facts(
    view: &View<'_>,
    standing: Option<&Standing<'_>>,
    width: u16,
    canvas: &Canvas<'_>,
) -> Vec<Vec<Piece>> {
    let scores = view.scorecard;
    let separator = canvas.glyphs().separator;
    let claims = counted(scores.claims, "claim");
    let fact = |name: &str, value: String| {
        vec![
            (format!("{name:NAME$}"), canvas.style(Role::Text)),
            (value, canvas.style(Role::Text)),
        ]
    };
    // What is wrong with the brief is not to be what there is no room for.
    let mut rows = verdicts(view, width, canvas);
    if scores.claims > 0 {
        let notes = [
            " rests on limited evidence",
            " limited evidence",
            " limited",
        ];
        let room = usize::from(width).saturating_sub(NAME + 10);
        let said = match scores.confidence {
            Some(confidence) => {
                let limited = notes
                    .into_iter()
                    .find(|note| note.len() <= room && confidence < LIMITED)
                    .map_or_else(String::new, |note| format!(" {separator}{note}"));
                format!(" {confidence:.2}{limited}")
            }
            None => " not checked yet".to_owned(),
        };
        rows.push(fact("Confidence", said));
    }
    if let Some(standing) = standing {
        let room = usize::from(width).saturating_sub(NAME + 2);
        let forms = by(view, standing);
        let fits = forms.iter().position(|form| text::width(form) <= room);
        let fits = fits.unwrap_or(forms.len().saturating_sub(1));
        rows.push(fact("By", forms.into_iter().nth(fits).unwrap_or_default()));
        let reached = if standing.is_below() {
            "not reached"
        } else {
            "reached"
        };
        rows.push(fact(
            "Threshold",
            format!("{:.1} {reached}", standing.threshold),
        ));
    }
    // Of a text that is only coming in nothing is counted yet.
    if scores.words > 0 {
        rows.push(fact(
            "Length",
            format!("{} {separator} {claims}", many(scores.words as u64, "word")),
        ));
        rows.push(fact(
            "Sources",
            format!("{} of {} cited", scores.cited, scores.documents),
        ));
    }
    if scores.several > 0 {
        let several = counted(scores.several, "claim");
        rows.push(fact("Multi", format!("{several} with several sources")));
    }
    rows.extend(spent(view).map(|said| fact("Tokens", said)));
    rows
}

/// Who scored, and why no judge did where one was asked: from all of it to what is wanted most.
fn by(view: &View<'_>, standing: &Standing<'_>) -> Vec<String> {
    let measured = |why: &str| vec![format!("measured; {why}"), "measured".to_owned()];
    match (standing.judgement, standing.stale) {
        (Some(judgement), Some(stale)) => {
            let by = text::one_line(&judgement.answer.by);
            vec![format!("{by}, {}", stale.told()), by]
        }
        (Some(judgement), None) => vec![text::one_line(&judgement.answer.by)],
        (None, _) => match view.study.judgements.last() {
            Some(last) => match &last.answer.said {
                Err(Unanswered::Stopped) => measured("judging was stopped"),
                Err(Unanswered::Failed(_)) => {
                    let by = text::one_line(&last.answer.by);
                    measured(&format!("{by} gave no answer"))
                }
                Ok(_) => vec!["measured".to_owned()],
            },
            None => [
                "measured, not judged by a model",
                "measured, not judged",
                "measured",
            ]
            .map(str::to_owned)
            .to_vec(),
        },
    }
}

/// What the models took so far.
fn spent(view: &View<'_>) -> Option<String> {
    let spent = view.study.spent;
    let about = if spent.estimated { "about " } else { "" };
    (spent.prompt_tokens + spent.completion_tokens > 0).then(|| {
        let cost = view.cost.map(dollars);
        let cost = cost.map_or_else(String::new, |cost| format!(", {cost}"));
        format!(
            "{about}{} sent, {} written{cost}",
            grouped(spent.prompt_tokens as usize),
            grouped(spent.completion_tokens as usize)
        )
    })
}

/// Each verdict that occurs, with its mark, its word and its number; as many on a row as fit. Where one row does not hold them all, what is wrong comes first: the
/// rows below it may be cut.
fn verdicts(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Vec<Vec<Piece>> {
    let mut all: Vec<(Verdict, usize)> = Verdict::ALL
        .into_iter()
        .zip(view.scorecard.verdicts)
        .collect();
    let rows = verdict_rows(&all, width, canvas);
    if rows.len() < 2 {
        return rows;
    }
    all.sort_by_key(|(kind, _)| std::cmp::Reverse(gravity(*kind)));
    verdict_rows(&all, width, canvas)
}

fn verdict_rows(all: &[(Verdict, usize)], width: u16, canvas: &Canvas<'_>) -> Vec<Vec<Piece>> {
    let room = usize::from(width.saturating_sub(2));
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    let mut used = 0;
    for &(kind, number) in all {
        if number == 0 {
            continue;
        }
        let mark = verdict::mark(canvas.glyphs(), kind);
        let entry = format!("{mark} {number} {}  ", kind.name());
        let columns = text::width(&entry);
        if rows.is_empty() || used + columns > room + 2 {
            rows.push(Vec::new());
            used = 0;
        }
        used += columns;
        if let Some(row) = rows.last_mut() {
            row.push((entry, canvas.style(verdict::role(kind))));
        }
    }
    rows
}
