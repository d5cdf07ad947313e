//! The first line of the screen, the tabs of narrow screens, and the one line that is left of very small ones.

use std::time::Duration;

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece};
use super::sheet::{count, is_thinking};
use super::standing::Standing;
use crate::pipeline::dollars;
use crate::study::{CycleKind, SectionId, Usage, counted};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{Layout, inset};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Pane, Target, Ui};
use crate::tui::view::{Live, View};

/// What is happening, in one line.
#[must_use]
pub fn told(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let pieces = now(view, Layout::Split, canvas)
        .into_iter()
        .map(|(piece, _)| piece);
    let separator = format!(" {} ", canvas.glyphs().separator);
    pieces.collect::<Vec<_>>().join(&separator)
}

/// The study at the left, what is happening at the right.
pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    let area = inset(area);
    let layout = ui.drawn.areas.layout;
    let mut rest = area;
    let pieces = now(view, layout, canvas);
    for (at, (piece, role)) in pieces.into_iter().enumerate().rev() {
        let separated = if at == 0 {
            piece
        } else {
            format!(" {} {piece}", canvas.glyphs().separator)
        };
        rest = canvas.put_right(rest, &separated, canvas.style(role));
        if at > 0 {
            // The space before a separator is part of what `put_right` trims.
            rest.width = rest.width.saturating_sub(1);
        }
    }
    rest.width = rest.width.saturating_sub(2);
    if layout == Layout::Strip {
        draw_place(view, ui, rest, canvas);
    } else {
        draw_study(view, rest, canvas);
    }
}

/// The panes as tabs, with the state of each.
pub fn draw_tabs(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    canvas.rule(area);
    let sections = (0..view.study.sections.len()).map(|at| {
        let name = view.section_title(SectionId(at));
        let first: String = text::one_line(name).chars().take(1).collect();
        let number = if at < 3 {
            format!("{} ", at + 1)
        } else {
            String::new()
        };
        let state = state(view, ui, at, canvas);
        (Pane::Section(at), format!("{number}{first} {state}"))
    });
    let standing = Standing::of(view);
    let overall = standing.map_or(String::new(), |standing| {
        format!(" {}", standing.composite())
    });
    let revisions = super::revisions::waiting(view.study).len();
    let evidence = view.study.current().count();
    let sections: Vec<(Pane, String)> = sections.collect();
    // Where names do not fit, their beginnings do, and else their initials.
    let named = |[query, judge, changes, sources]: [&str; 4]| -> Vec<(Pane, String)> {
        std::iter::once((Pane::Query, format!("0 {query}")))
            .chain(sections.iter().cloned())
            .chain([
                (Pane::Judge, format!("4 {judge}{overall}")),
                (Pane::Revisions, format!("5 {changes} {revisions}")),
                (Pane::Evidence, format!("6 {sources} {evidence}")),
            ])
            .collect()
    };
    let width = |tabs: &[(Pane, String)]| -> usize {
        tabs.iter().map(|(_, tab)| text::width(tab) + 2).sum()
    };
    let forms = [
        ["Question", "Judge", "Revisions", "Evidence"],
        ["Q", "Judge", "Rev", "Evid"],
    ];
    let fits = |tabs: &Vec<(Pane, String)>| width(tabs) <= usize::from(area.width);
    let tabs = forms.into_iter().map(named).find(fits);
    let tabs = tabs.unwrap_or_else(|| named(["Q", "J", "R", "E"]));
    let mut rest = area;
    for (pane, tab) in tabs {
        let role = if pane == ui.focus {
            Role::HeadingFocused
        } else {
            Role::Heading
        };
        let place = rest;
        let width = canvas
            .put(rest, &format!(" {tab} "), canvas.style(role))
            .min(rest.width);
        canvas.target(Rect { width, ..place }, Target::Pane(pane));
        rest.x += width;
        rest.width -= width;
    }
}

/// What a screen shows that has no room for panes.
pub fn draw_line(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    let separator = canvas.glyphs().separator;
    let state = match view.live {
        _ if ui.armed.is_some() => super::footer::right_side(view, ui, canvas),
        Some(live) if live.waiting.is_some() || view.silence(live).is_some() => {
            "waiting".to_owned()
        }
        Some(live) => format!(
            "streaming {separator} {}",
            counted(count(&live.text), "word")
        ),
        None if view.is_running() => "writing".to_owned(),
        None if view.tries_again.is_some() => "waiting".to_owned(),
        None if view.study.halted().is_some() || view.study.cut_short().is_some() => {
            "not finished".to_owned()
        }
        None if view.study.paused => "paused".to_owned(),
        None if view.study.open_hunks() > 0 => {
            format!("{} waiting", counted(view.study.open_hunks(), "change"))
        }
        None if view.has_brief() => "done".to_owned(),
        None => "no brief yet".to_owned(),
    };
    let (width, height) = (area.width, area.height);
    let size = format!("{width}x{height}");
    let first = state.split(separator).next().unwrap_or_default().trim_end();
    // What to do is worth more than how it stands, and that more than the size.
    // What is being typed below is typed on, and `q` with it.
    let here = ui.layers.last().map_or(canvas.here, |layer| layer.scope());
    let scope = match here {
        Scope::Typing | Scope::Editing => Scope::Typing,
        _ => Scope::Window,
    };
    let quits = match canvas.key(scope, Action::Quit) {
        key if ui.armed.is_some() || key.is_empty() => String::new(),
        key => format!(" {separator} {key} quits"),
    };
    let forms = [
        format!("{state} {separator} {size} {separator} enlarge{quits}"),
        format!("{state} {separator} {size} {separator} enlarge"),
        format!("{state} {separator} enlarge"),
        format!("{first} {separator} enlarge"),
        "enlarge".to_owned(),
    ];
    let fits = forms
        .iter()
        .find(|line| text::width(line) <= usize::from(width));
    let line = fits.map_or("", String::as_str);
    canvas.put(area, line, canvas.style(Role::Text));
}

/// `0.83` as `83 %`.
#[must_use]
pub fn percent(share: f32) -> String {
    let share = if share.is_finite() { share } else { 0.0 };
    format!("{:.0} %", share.clamp(0.0, 1.0) * 100.0)
}

/// `01:42`, or `1:01:42` from an hour on.
#[must_use]
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}")
    }
}

fn draw_study(view: &View<'_>, area: Rect, canvas: &mut Canvas<'_>) {
    let question = text::one_line(view.study.title());
    let title = if question.is_empty() {
        "New study".to_owned()
    } else {
        question
    };
    let separator = canvas.glyphs().separator;
    let drafts = Some(view.study.draft()).filter(|drafts| *drafts > 0);
    let facts: Vec<String> = [
        drafts.map(|drafts| format!("{separator} draft {drafts}")),
        Standing::of(view).map(|standing| format!("{separator} {}", standing.composite())),
        // Beside `not saved` it would say that it is.
        view.saved
            .filter(|_| !view.is_broken && !view.has_unsaved)
            .map(|saved| format!("{separator} saved {saved}")),
        view.id
            .filter(|_| area.width > 110)
            .map(|id| format!("{separator} study {id}")),
    ]
    .into_iter()
    .flatten()
    .collect();
    let facts = facts.join(" ");
    let room = usize::from(area.width).saturating_sub(text::width(&facts) + 1);
    // A long question is cut, but a title of a few letters would say nothing: then the facts go.
    let (title, facts) = if room >= 16 {
        (
            text::truncate(&title, room, canvas.glyphs().ellipsis),
            format!(" {facts}"),
        )
    } else {
        (title, String::new())
    };
    let pieces: [Piece; 2] = [
        (title, canvas.style(Role::Heading)),
        (facts, canvas.style(Role::Dim)),
    ];
    canvas.put_pieces(area, &pieces);
}

/// Which section of how many a strip shows.
fn draw_place(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    let separator = canvas.glyphs().separator;
    let section = ui.section();
    let name = match ui.focus {
        Pane::Query => "Question".to_owned(),
        Pane::Judge => "Judge".to_owned(),
        Pane::Revisions => "Revisions".to_owned(),
        Pane::Evidence => format!("Evidence {}", view.study.current().count()),
        Pane::Section(_) => format!(
            "{}/{} {} {}",
            section + 1,
            view.study.sections.len(),
            view.section_title(SectionId(section)),
            state(view, ui, section, canvas)
        ),
    };
    let line = match view.study.draft() {
        0 => name,
        draft => format!("Draft {draft} {separator} {name}"),
    };
    canvas.put(area, &line, canvas.style(Role::Heading));
}

/// What is happening now, most important first.
fn now(view: &View<'_>, layout: Layout, canvas: &Canvas<'_>) -> Vec<(String, Role)> {
    let mut pieces = Vec::new();
    if let Some(live) = view.live {
        pieces.extend(streaming(view, live, layout, canvas));
    } else if let Some(critic) = view.critic {
        let mark = canvas.glyphs().streaming;
        let name = match layout {
            Layout::Desk | Layout::Split => view.section_title(critic.section),
            _ => "",
        };
        let step = view.now.saturating_duration_since(critic.started);
        pieces.push((
            format!("{mark} critic {name}").trim_end().to_owned(),
            Role::Streaming,
        ));
        pieces.push((elapsed(view, step, layout), Role::Text));
        pieces.extend(spent(view, None, layout));
    } else if let Some(asking) = view.asking {
        let mark = canvas.glyphs().streaming;
        let doing = match layout {
            Layout::Desk | Layout::Split => asking.question.doing(),
            _ => asking.question.word(),
        };
        let step = view.now.saturating_duration_since(asking.started);
        pieces.push((format!("{mark} {doing}"), Role::Streaming));
        pieces.push((elapsed(view, step, layout), Role::Text));
        pieces.extend(spent(view, None, layout));
    } else if view.tries_again.is_some() {
        let mark = canvas.glyphs().streaming;
        pieces.push((format!("{mark} waiting"), Role::Warning));
        pieces.extend(view.run_time.map(|time| (clock(time), Role::Text)));
        pieces.extend(spent(view, None, layout));
    } else if view.study.paused {
        let after = view
            .run_time
            .map_or(String::new(), |time| format!(" {}", clock(time)));
        pieces.push((format!("paused{after}"), Role::Warning));
        pieces.extend(spent(view, None, layout));
    } else if view.is_under_way() {
        let mark = canvas.glyphs().streaming;
        let doing = if view.is_running() {
            "starting"
        } else {
            "checking"
        };
        pieces.push((format!("{mark} {doing}"), Role::Streaming));
        pieces.extend(view.run_time.map(|time| (clock(time), Role::Text)));
        pieces.extend(spent(view, None, layout));
    }
    if view.pausing {
        pieces.push(("pausing after this".to_owned(), Role::Warning));
    }
    if view.auto_apply && layout != Layout::Strip {
        pieces.push(("auto-apply".to_owned(), Role::Warning));
    }
    if let Some(ingest) = view.ingest
        && layout != Layout::Strip
    {
        pieces.push((super::evidence::reading(ingest), Role::Text));
    }
    if view.is_broken || view.has_unsaved {
        pieces.push(("not saved".to_owned(), Role::Error));
    }
    if view.read_only.is_some() {
        pieces.push(("read-only".to_owned(), Role::Warning));
    }
    if layout == Layout::Strip {
        let open = view.study.open_hunks();
        if open > 0 {
            pieces.push((format!("R {open}"), Role::Pending));
        }
        if let Some(standing) = Standing::of(view) {
            pieces.push((standing.composite(), Role::Dim));
        }
    } else if layout == Layout::Desk || !view.is_under_way() {
        pieces.push((view.writer.to_owned(), Role::Dim));
    }
    pieces
}

fn streaming(
    view: &View<'_>,
    live: &Live,
    layout: Layout,
    canvas: &Canvas<'_>,
) -> Vec<(String, Role)> {
    let mark = canvas.glyphs().streaming;
    let step = view.elapsed(live);
    let mut pieces = Vec::new();
    match layout {
        Layout::Desk | Layout::Split => {
            let name = view.section_title(live.section);
            let doing = match doing(view) {
                // A first text is what a section streams, unless something else is said.
                CycleKind::Draft => String::new(),
                other => format!("{} ", other.doing()),
            };
            pieces.push((format!("{mark} {doing}{name}"), Role::Streaming));
            pieces.push((elapsed(view, step, layout), Role::Text));
        }
        Layout::Tabs => {
            let doing = doing(view).doing();
            pieces.push((format!("{mark} {doing}"), Role::Streaming));
            pieces.push((elapsed(view, step, layout), Role::Text));
        }
        _ => {
            let elapsed = elapsed(view, step, layout);
            pieces.push((format!("{mark} {elapsed}"), Role::Streaming));
        }
    }
    if live.waiting.is_some() {
        // What for is said in the section, so that the study keeps its name.
        pieces.push(("waiting".to_owned(), Role::Warning));
        return pieces;
    }
    if view.silence(live).is_some() {
        pieces.push(("waiting".to_owned(), Role::Warning));
    } else if is_thinking(live) {
        pieces.push(("thinking".to_owned(), Role::Text));
    }
    if layout != Layout::Strip && live.tokens > 0 && view.silence(live).is_none() {
        // A rate over less than a second would be noise.
        if step >= Duration::from_secs(1) {
            let rate = live.tokens as f64 / step.as_secs_f64();
            pieces.push((format!("~{rate:.0} tok/s"), Role::Text));
        }
    }
    pieces.extend(spent(view, Some(live), layout));
    pieces
}

/// How long the run has taken, or the step where the run began elsewhere: what is still to come nobody knows.
fn elapsed(view: &View<'_>, step: Duration, layout: Layout) -> String {
    let time = clock(view.run_time.map_or(step, |run| run.max(step)));
    match layout {
        Layout::Desk => format!("{time} elapsed"),
        _ => time,
    }
}

/// What the study has taken so far: tokens and cost, where these are known, with those of the call that is under way. On a strip the cost stands alone,
/// if any.
fn spent(view: &View<'_>, live: Option<&Live>, layout: Layout) -> Vec<(String, Role)> {
    let coming = live.map_or_else(Usage::default, |live| Usage {
        prompt_tokens: live.sent,
        completion_tokens: live.tokens,
        ..Usage::default()
    });
    let more = coming
        .prompt_tokens
        .saturating_add(coming.completion_tokens);
    let about = if more > 0 { "~" } else { "" };
    let tokens = view.study.tokens_spent().saturating_add(more);
    let mut pieces = Vec::new();
    if tokens > 0 && layout != Layout::Strip {
        let tokens = text::short_count(tokens);
        pieces.push((format!("{about}{tokens} tokens"), Role::Text));
    }
    let price = view.prices.of(view.writer).filter(|_| more > 0);
    let cost = match (view.cost, price) {
        (Some(cost), Some(price)) => Some(cost + price.cost(coming)),
        (None, Some(price)) if view.study.spending.is_empty() => Some(price.cost(coming)),
        (cost, _) => cost,
    };
    let about = if price.is_some() { "~" } else { "" };
    pieces.extend(cost.map(|cost| (format!("{about}{}", dollars(cost)), Role::Text)));
    pieces
}

/// What the running cycle is for.
fn doing(view: &View<'_>) -> CycleKind {
    let cycle = view.study.cycle.as_ref();
    cycle.map_or(CycleKind::Draft, |cycle| cycle.kind)
}

/// One glyph for how far a section is, as its heading says it.
fn state(view: &View<'_>, ui: &Ui, section: usize, canvas: &Canvas<'_>) -> &'static str {
    let glyphs = canvas.glyphs();
    let id = SectionId(section);
    if view.live_in(id).is_some() {
        glyphs.streaming
    } else if view.study.halted().is_some_and(|(halted, ..)| halted == id) {
        glyphs.cross
    } else if view
        .study
        .section(id)
        .is_some_and(|section| section.open_hunks() > 0)
    {
        glyphs.pending
    } else if view
        .study
        .section(id)
        .is_some_and(|section| section.cut_at().is_some())
    {
        glyphs.cross
    } else if view
        .study
        .section(id)
        .is_some_and(crate::study::Section::claims_nothing)
    {
        glyphs.open
    } else if view
        .study
        .section(id)
        .is_some_and(crate::study::Section::is_written)
    {
        match ui.drawn.problems.get(section) {
            None | Some(0) => glyphs.done,
            Some(_) => glyphs.warning,
        }
    } else {
        glyphs.open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_hours_only_when_there_are_any() {
        assert_eq!(clock(Duration::from_secs(102)), "01:42");
        assert_eq!(clock(Duration::from_secs(3702)), "1:01:42");
    }

    #[test]
    fn a_share_is_a_percentage_whatever_it_was_measured_from() {
        assert_eq!(percent(0.834), "83 %");
        assert_eq!(percent(f32::NAN), "0 %");
        assert_eq!(percent(7.0), "100 %");
    }
}
