//! The sections with changes that wait for a decision. A revision shows up here and nowhere else by itself; it opens when the analyst asks.

use ratatui::layout::Rect;

use super::canvas::{Canvas, Heading};
use super::standing::{Standing, delta, proposed};
use crate::study::{SectionId, Study, counted};
use crate::tui::action::Action;
use crate::tui::layout::{inset, take_top};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Pane, Target, Ui};
use crate::tui::view::View;

/// Columns of a reason that tell something of it.
const REASON: usize = 20;

/// Sections with open changes, and how many each has.
#[must_use]
pub fn waiting(study: &Study) -> Vec<(SectionId, usize)> {
    study
        .sections
        .iter()
        .enumerate()
        .map(|(at, section)| (SectionId(at), section.open_hunks()))
        .filter(|(_, open)| *open > 0)
        .collect()
}

/// Rows of the list.
#[must_use]
pub fn rows(view: &View<'_>) -> usize {
    waiting(view.study).len() + usize::from(coming(view).is_some())
}

pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    canvas.target(area, Target::Pane(Pane::Revisions));
    let waiting = waiting(view.study);
    let coming = coming(view);
    let focused = ui.focus == Pane::Revisions;
    let mut review = format!("{} review", canvas.key_here(Action::Review));
    // The heading's number is that of sections; each may have many changes.
    let changes = counted(view.study.open_hunks(), "change");
    for more in [promised(view, canvas), Some(changes)]
        .into_iter()
        .flatten()
    {
        let both = format!("{more} {} {review}", canvas.glyphs().separator);
        // The heading has a title of its own.
        if text::width(&both) + 20 <= usize::from(area.width) {
            review = both;
        }
    }
    let mut rest = area;
    if !ui.zoom {
        rest = canvas.heading(
            area,
            Heading {
                title: &format!("5 Revisions {}", waiting.len()),
                status: if waiting.is_empty() { "" } else { &review },
                role: Role::Dim,
                focused,
            },
        );
    }
    if let Some(coming) = coming {
        let line = take_top(&mut rest, 1);
        canvas.put(line, &coming, canvas.style(Role::Streaming));
        if waiting.is_empty() {
            return;
        }
    } else if waiting.is_empty() {
        let line = Rect {
            x: rest.x + 1.min(rest.width),
            width: rest.width.saturating_sub(1),
            ..rest
        };
        let (said, how) = nothing_waits(view, canvas);
        canvas.put(line, said, canvas.style(Role::Dim));
        // What leads to some, where there is the room.
        take_top(&mut rest, 2);
        if view.study.is_complete() && !rest.is_empty() {
            canvas.put(inset(rest), &how, canvas.style(Role::Dim));
        }
        return;
    }
    let selected = ui.revision.min(waiting.len() - 1);
    let first = (selected + 1).saturating_sub(usize::from(rest.height));
    let named = listed(view, &waiting);
    let rows = waiting.iter().zip(named).enumerate().skip(first);
    for (line, (at, ((section, _), name))) in rest.rows().zip(rows) {
        let mark = if focused && at == selected {
            canvas.glyphs().selected
        } else {
            " "
        };
        let mut row = format!("{mark}{name}");
        // The last column stays free.
        let room = usize::from(line.width.saturating_sub(1));
        if let Some((said, how)) = difference(view, *section, waiting.len() == 1) {
            let forms = [format!("  {said}{how}"), format!("  {said}")];
            let fits = |form: &&String| text::width(&row) + text::width(form) <= room;
            let form = forms.iter().find(fits).cloned();
            row += &form.unwrap_or_default();
        }
        // A few letters of a reason tell nothing.
        let reason = first_reason(view.study, *section);
        let least = text::width(&reason).min(REASON);
        if text::width(&row) + 2 + least <= room {
            row = format!("{row}  {reason}");
        }
        let role = if focused && at == selected {
            Role::Selection
        } else {
            Role::Text
        };
        // The last column stays free, as in the headings.
        let place = Rect {
            width: line.width.saturating_sub(1),
            ..line
        };
        canvas.put(place, &row, canvas.style(role));
        canvas.target(line, Target::Revision(at));
    }
}

/// What is said where no change waits for a decision, and what leads to some.
fn nothing_waits(view: &View<'_>, canvas: &Canvas<'_>) -> (&'static str, String) {
    let key = |action| canvas.key_here(action);
    if view.study.has_news_to_bring_in() && view.has_text() && !view.is_busy() {
        let how = format!("{} brings in what is new", key(Action::UpdateBrief));
        ("none yet: new evidence waits", how)
    } else if view.study.has_changes() {
        let how = format!("{} shows what was decided", key(Action::Review));
        ("every change is decided", how)
    } else {
        let how = format!(
            "{} adds evidence: what it changes is proposed here",
            key(Action::AddEvidence)
        );
        ("no changes to review", how)
    }
}

/// Each section by its number and name, with how many changes it has, in columns.
fn listed(view: &View<'_>, waiting: &[(SectionId, usize)]) -> Vec<String> {
    let title = |section: SectionId| view.section_title(section);
    let wide = waiting
        .iter()
        .map(|(section, _)| text::width(title(*section)));
    let widest = wide.max().unwrap_or(0);
    let counts = waiting
        .iter()
        .map(|(_, open)| counted(*open, "change").len());
    let longest = counts.max().unwrap_or(0);
    let row = |(section, open): &(SectionId, usize)| {
        let name = title(*section);
        let blank = " ".repeat(widest - text::width(name));
        let count = counted(*open, "change");
        format!("{} {name}{blank}  {count:<longest$}", section.0 + 1)
    };
    waiting.iter().map(row).collect()
}

/// What the brief scores, and what it would with all that is proposed: of a part nobody has measured that.
fn promised(view: &View<'_>, canvas: &Canvas<'_>) -> Option<String> {
    let then = proposed(view)?.composite();
    let now = Standing::of(view)?.composite();
    Some(format!("{now} {} {then:.1} if all", canvas.glyphs().arrow))
}

/// By how much a section's changes would change the score, and how that is known. A judge's figure is there only for all changes together; where that is not to be had, what is
/// measured says so.
fn difference(
    view: &View<'_>,
    section: SectionId,
    is_only: bool,
) -> Option<(String, &'static str)> {
    let now = Standing::of(view)?;
    if is_only && let Some(then) = proposed(view) {
        return Some((delta(now.scores.composite(), then.composite()), ""));
    }
    let measures = view.measures;
    let mut alone = measures.by_section.iter();
    let then = if is_only {
        measures.proposed.as_ref()
    } else {
        alone
            .find(|(of, _)| *of == section)
            .map(|(_, scores)| scores)
    };
    let then = then.filter(|_| !measures.is_behind)?;
    let said = delta(now.measured.composite(), then.composite());
    let how = now.judgement.map_or("", |_| " measured");
    Some((said, how))
}

/// The section whose edits stream in, and how many have come.
fn coming(view: &View<'_>) -> Option<String> {
    let live = view.live?;
    let edits = counted(live.proposed.as_ref()?.open(), "edit");
    Some(format!(
        " {} {}  {edits} so far",
        live.section.0 + 1,
        view.section_title(live.section)
    ))
}

/// Why the first open change is proposed.
fn first_reason(study: &Study, section: SectionId) -> String {
    study
        .section(section)
        .and_then(|section| section.revision.as_ref())
        .and_then(|revision| {
            revision
                .hunks()
                .find(|hunk| hunk.decision == crate::study::Decision::Open)
        })
        .map(|hunk| crate::tui::text::one_line(&hunk.reason))
        .unwrap_or_default()
}
