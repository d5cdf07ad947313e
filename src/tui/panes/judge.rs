//! The scores: what was measured, from what, and the verdicts by their marks, which is the legend of the gutter.
//!
//! Nothing here was judged by a model, and the heading says so.

use ratatui::layout::Rect;

use super::canvas::{Canvas, Heading, Piece};
use super::title::percent;
use super::verdict;
use crate::study::{Verdict, citation, counted};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Pane, Target, Ui};
use crate::tui::view::View;

/// Columns of the scores' names.
const NAME: usize = 11;

pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    canvas.target(area, Target::Pane(Pane::Judge));
    let scores = view.scorecard;
    let draft = match view.study.drafts {
        0 => String::new(),
        drafts => format!(" draft {drafts}"),
    };
    let mut rest = area;
    if !ui.zoom {
        rest = canvas.heading(
            area,
            Heading {
                title: &format!("4 Judge{draft}"),
                status: "measured",
                role: Role::Dim,
                focused: ui.focus == Pane::Judge,
            },
        );
    }
    let claims = counted(scores.claims, "claim");
    let confidence = (scores.claims > 0).then_some(scores.confidence);
    let bars = [
        ("Supported", scores.supported, format!("of {claims}")),
        ("Confidence", confidence, String::new()),
    ];
    let mut rows: Vec<Vec<Piece>> = bars
        .into_iter()
        .map(|(name, share, of)| bar(name, share, &of, rest.width, canvas))
        .collect();
    let separator = canvas.glyphs().separator;
    rows.push(fact(
        "Length",
        format!("{} {separator} {claims}", counted(scores.words, "word")),
        canvas,
    ));
    rows.push(fact(
        "Sources",
        format!("{} of {} cited", scores.cited, scores.documents),
        canvas,
    ));
    rows.extend(several(view).map(|said| fact("Multi", said, canvas)));
    rows.extend(spent(view).map(|said| fact("Tokens", said, canvas)));
    rows.extend(verdicts(view, rest.width, canvas));
    for (y, row) in (rest.y..rest.bottom()).zip(&rows) {
        let line = Rect {
            x: rest.x + 1.min(rest.width),
            y,
            width: rest.width.saturating_sub(2),
            height: 1,
        };
        canvas.put_pieces(line, row);
    }
}

/// How many claims rest on two or more distinct sources [C4].
fn several(view: &View<'_>) -> Option<String> {
    let study = view.study;
    let claims = study
        .sections
        .iter()
        .flat_map(crate::study::Section::accepted_claims);
    let found = claims
        .filter(|claim| {
            citation::cites_several(&claim.citations, &|a, b| study.is_one_source(a, b))
        })
        .count();
    (found > 0).then(|| format!("{} with several sources", counted(found, "claim")))
}

/// What the models took so far.
fn spent(view: &View<'_>) -> Option<String> {
    let spent = view.study.spent;
    let about = if spent.estimated { "about " } else { "" };
    (spent.prompt_tokens + spent.completion_tokens > 0).then(|| {
        format!(
            "{about}{} sent, {} written",
            spent.prompt_tokens, spent.completion_tokens
        )
    })
}

fn bar(name: &str, share: Option<f32>, of: &str, width: u16, canvas: &Canvas<'_>) -> Vec<Piece> {
    let style = canvas.style(Role::Text);
    let mut pieces = vec![(format!("{name:NAME$}"), style)];
    let Some(share) = share else {
        pieces.push(("not measured yet".to_owned(), canvas.style(Role::Dim)));
        return pieces;
    };
    let glyphs = canvas.glyphs();
    // Name, share and what it is of leave this much; a longer bar says no more.
    let columns = usize::from(width).saturating_sub(NAME + 24).clamp(6, 24);
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    let full = (share * columns as f32).round() as usize;
    pieces.push((glyphs.bar_full.repeat(full), canvas.style(Role::Accent)));
    pieces.push((
        glyphs.bar_empty.repeat(columns.saturating_sub(full)),
        canvas.style(Role::Dim),
    ));
    pieces.push((format!(" {:>5} ", percent(share)), style));
    // A number cut short would be a wrong one.
    let used: usize = NAME + columns + 7;
    if used + text::width(of) + 2 <= usize::from(width) {
        pieces.push((of.to_owned(), canvas.style(Role::Dim)));
    }
    pieces
}

fn fact(name: &str, value: String, canvas: &Canvas<'_>) -> Vec<Piece> {
    vec![
        (format!("{name:NAME$}"), canvas.style(Role::Text)),
        (value, canvas.style(Role::Text)),
    ]
}

/// Each verdict that occurs, with its mark, its word and its number; as many on a row as fit.
fn verdicts(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Vec<Vec<Piece>> {
    let room = usize::from(width.saturating_sub(2));
    let mut rows: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut used = 0;
    for (kind, number) in Verdict::ALL.into_iter().zip(view.scorecard.verdicts) {
        if number == 0 {
            continue;
        }
        let mark = verdict::mark(canvas.glyphs(), kind);
        let entry = format!("{mark} {number} {}  ", kind.name());
        let columns = text::width(&entry);
        if used > 0 && used + columns > room + 2 {
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
