//! The review on the screen: its header, the changes, what is known of the one under review, and what is to be said.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::walk::{Counts, hunks, under_review};
use super::{Markup, Review, Typing, context, needs, page};
use crate::pipeline::hunks::{dependencies, split};
use crate::study::{Hunk, Section};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{inset, take_bottom, take_right, take_top};
use crate::tui::markdown::citations;
use crate::tui::panes::canvas::{Canvas, Heading, flow, hanging};
use crate::tui::panes::footer::{Hint, draw_hints};
use crate::tui::panes::notice::{self, draw_said};
use crate::tui::panes::standing::{Standing, proposed};
use crate::tui::panes::title;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Target, Ui};
use crate::tui::view::{Level, Next, View, next};

/// From this width on two sentences stand side by side, and else what is known of a change beside it.
pub const WIDE: u16 = 140;
/// Columns of the text under review where something stands beside it.
const TEXT: u16 = 94;
/// Below this height a screen has no room for the text around the change as well.
const LOW: u16 = 18;
/// From this height on a screen has room for what is known of a change in any case.
const HIGH: u16 = 44;
/// Columns beside the text of a change, and rows of what stands around it: two of the text above and below, and what is said.
const BESIDE: u16 = 8;
const AROUND: u16 = 6;
/// Rows that a place to type takes, with its heading.
const TYPED: u16 = 7;

/// The keys of the review, for its footer.
const HINTS: [Hint<'static>; 13] = [
    (Action::Accept, "accept"),
    (Action::Reject, "reject"),
    (Action::RejectWithReason, "reject+why"),
    (Action::Edit, "edit"),
    (Action::Undo, "undo"),
    (Action::LeaveReview, "leave (kept)"),
    (Action::ChangeView, "view"),
    (Action::SplitHunk, "split"),
    (Action::OpenHunkNext, "next open"),
    (Action::JoinHunks, "join"),
    (Action::Grounds, "more"),
    (Action::OpenPassage, "passage"),
    (Action::AcceptAll, "accept all"),
];

/// The same, where there is room for few of them: how to get out and back comes before what can wait.
const FEW: [Hint<'static>; 10] = [
    (Action::Accept, "accept"),
    (Action::Reject, "reject"),
    (Action::Undo, "undo"),
    (Action::LeaveReview, "leave"),
    (Action::Edit, "edit"),
    (Action::RejectWithReason, "reject+why"),
    (Action::ChangeView, "view"),
    (Action::OpenHunkNext, "next open"),
    (Action::SplitHunk, "split"),
    (Action::OpenPassage, "passage"),
];
/// Below this width they are few, and below that one they need every column.
const NARROW: u16 = 72;
const TIGHT: u16 = 44;
/// From this width on the header has room for the score.
const SCORED: u16 = 60;

/// The keys where other words are typed for a change.
const EDITING: [Hint<'static>; 5] = [
    (Action::EndEdit, "done (accepted as you wrote it)"),
    (Action::Undo, "undo"),
    (Action::Redo, "redo"),
    (Action::EditExternally, "in your editor"),
    (Action::DiscardEdit, "discard"),
];

impl Review {
    /// Draws the review over the whole screen, and returns the area of the changes.
    pub(super) fn draw_all(
        &self,
        view: &View<'_>,
        ui: &Ui,
        screen: Rect,
        canvas: &mut Canvas<'_>,
    ) -> Rect {
        canvas.clear(screen);
        canvas.targets.clear();
        let mut area = screen;
        let header = take_top(&mut area, 1);
        let footer = take_bottom(&mut area, 1);
        self.draw_footer(view, footer, canvas);
        if !view.study.has_changes() {
            return draw_nothing(view, (header, area), canvas);
        }
        let Some(section) = view.study.section(self.section) else {
            return area;
        };
        self.draw_header(view, header, canvas);
        if screen.height >= LOW && !self.is_zoomed {
            let rule = take_top(&mut area, 1);
            canvas.rule(rule);
        }
        let said = ui.notice.as_ref().filter(|_| self.bulk.is_none());
        let change = self.rows_of_change(view, section, area, canvas);
        let wanted = self.rows_of_context(view, section, area, canvas);
        let known = self.place_of_context(&mut area, ui, change, wanted);
        let pairing = self.pairing(section, view, canvas);
        let rows = match (said, &pairing) {
            (Some(_), _) => notice::rows(view, ui, screen.width),
            (None, Some(line)) => rows_of(line, area.width),
            (None, None) => rows_of(self.said.as_deref().unwrap_or_default(), area.width),
        };
        let message = take_bottom(&mut area, rows);
        match (said, pairing) {
            (Some(notice), _) => draw_said(notice.level, &notice.text, message, canvas),
            (None, Some(line)) => draw_said(Level::Warning, &line, message, canvas),
            (None, None) => self.draw_message(view, ui, message, canvas),
        }
        if let Some(hunk) = self.current(view.study) {
            match &self.typing {
                Some(typing) => self.draw_typing(view, typing, known, canvas),
                None if known.is_empty() => {}
                None => context::draw((view, ui), self, (section, hunk), known, canvas),
            }
        }
        let room = (area.width, usize::from(area.height));
        let page = page::rows(self, view, section, canvas.theme, room);
        // How many rows are left has a row of its own, so that it covers none.
        let is_longer = page.rows.len() > usize::from(area.height) && area.height > 3;
        let corner = take_bottom(&mut area, u16::from(is_longer || change.is_some()));
        let height = usize::from(area.height);
        let current = self.current(view.study).map_or(self.hunk, |hunk| hunk.id);
        let top = page.top(current, self.scroll, height);
        canvas.put_lines(area, page.rows.get(top..).unwrap_or(&[]));
        if let Some(search) = &ui.search {
            canvas.highlight(area, &search.regex, None);
        }
        for (line, row) in area.rows().zip(top..) {
            if let Some(hunk) = page.hunk_at(row) {
                canvas.target(line, Target::Row(hunk));
                let text = page.rows.get(row).map(ToString::to_string);
                for (number, columns) in cited(&text.unwrap_or_default()) {
                    let mark = Rect {
                        x: line.x.saturating_add(columns.start),
                        width: columns.end - columns.start,
                        ..line
                    };
                    let target = Target::Cited { row: hunk, number };
                    canvas.target(mark.intersection(line), target);
                }
            }
        }
        let below = page.rows.len().saturating_sub(top + height);
        if known.is_empty() {
            let more = canvas.key(Scope::Review, Action::Grounds);
            let more = format!("{more} why, evidence, scores");
            canvas.put(inset(corner), &more, canvas.style(Role::Dim));
        }
        let glyphs = canvas.glyphs();
        let more = [(glyphs.up, top), (glyphs.down, below)];
        let more = more.iter().filter(|(_, rows)| *rows > 0);
        let more: Vec<String> = more.map(|(way, rows)| format!("{way} {rows}")).collect();
        if !more.is_empty() {
            let more = format!("{} more", more.join("  "));
            canvas.put_right(inset(corner), &more, canvas.style(Role::Dim));
        }
        area
    }

    /// What is known of the change stands below the text, or beside it where there is room and nothing else stands there.
    fn place_of_context(&self, area: &mut Rect, ui: &Ui, change: Option<u16>, wanted: u16) -> Rect {
        if self.is_zoomed && self.typing.is_none() {
            return take_bottom(area, 0);
        }
        let is_wide = area.width >= WIDE && self.shown_markup(area.width) != Markup::Beside;
        if is_wide {
            let beside = take_right(area, area.width.saturating_sub(TEXT + 2));
            return beside;
        }
        let mut rows = match change {
            // All of the change, with what tells that more is below; less than reason and evidence with a row for each would say nothing.
            Some(change) => match area.height.saturating_sub(change.saturating_add(2)) {
                0..4 => 0,
                rows => rows,
            },
            None if area.height < LOW => area.height * 2 / 5,
            None => (area.height * 2 / 5).max(8).max(wanted),
        };
        if self.typing.is_some() {
            rows = rows.max(TYPED.min(area.height.saturating_sub(4)));
        }
        // What is said takes of what is known, not of the text.
        let said = u16::from(ui.notice.is_some());
        take_bottom(area, rows.saturating_sub(said))
    }

    /// Rows that the reason and the evidence for the change take in full, as far as the change and some of the text around it leave them room.
    fn rows_of_context(
        &self,
        view: &View<'_>,
        section: &Section,
        area: Rect,
        canvas: &Canvas<'_>,
    ) -> u16 {
        let has_own = area.height >= HIGH || area.height < LOW || self.typing.is_some();
        let Some(hunk) = self.current(view.study).filter(|_| !has_own) else {
            return 0;
        };
        let columns = usize::from(area.width.saturating_sub(BESIDE));
        let rows = |text: &str| match text.trim() {
            "" => 0,
            text => text::wrap(text, columns).len(),
        };
        let change = rows(&hunk.before) + rows(&hunk.after);
        let change = u16::try_from(change).unwrap_or(u16::MAX);
        let most = area.height.saturating_sub(change.saturating_add(AROUND));
        context::wanted(view, self, (section, hunk), area.width, canvas).min(most)
    }

    /// Rows of the change under review on a low screen, where all of it comes before what is known of it, and that before the text around it.
    fn rows_of_change(
        &self,
        view: &View<'_>,
        section: &Section,
        area: Rect,
        canvas: &Canvas<'_>,
    ) -> Option<u16> {
        let current = self.current(view.study).filter(|_| area.height < LOW)?;
        let room = (area.width, usize::from(area.height));
        let page = page::rows(self, view, section, canvas.theme, room);
        u16::try_from(page.length(current.id)).ok()
    }

    fn draw_footer(&self, view: &View<'_>, area: Rect, canvas: &mut Canvas<'_>) {
        match &self.typing {
            Some(Typing::Words(_)) => {
                draw_hints(Scope::Editing, &EDITING, &[], "", area, canvas);
            }
            Some(Typing::Reason(_)) => {
                let back = [
                    (Action::Run, "reject it"),
                    (Action::CloseLayer, "do not reject"),
                ];
                draw_hints(Scope::Typing, &back, &[], "", area, canvas);
            }
            None if let Some(bulk) = self.bulk => self.draw_answers(bulk, view, area, canvas),
            None => {
                let help = if area.width < TIGHT { "" } else { "help" };
                let last = [(Action::Help, help)];
                let current = self.current(view.study);
                let hints = if area.width < NARROW {
                    &FEW[..]
                } else {
                    &HINTS[..]
                };
                let is_of_use = |hint: &&Hint<'_>| match current {
                    Some(hunk) => self.is_of_use(hint.0, hunk, view),
                    None => matches!(hint.0, Action::Undo | Action::LeaveReview),
                };
                let mut hints: Vec<Hint<'_>> = hints.iter().filter(is_of_use).copied().collect();
                if self.is_zoomed {
                    hints.retain(|hint| hint.0 != Action::LeaveReview);
                    hints.insert(0, (Action::Zoom, "back"));
                }
                if current.is_some_and(|hunk| !hunk.is_open()) && view.study.open_hunks() > 0 {
                    // Of a change that is decided, the way on to one that is not comes first.
                    hints.sort_by_key(|hint| hint.0 != Action::OpenHunkNext);
                }
                draw_hints(Scope::Review, &hints, &last, "", area, canvas);
            }
        }
    }

    /// Whether a key does something to this change: a clash is neither accepted as it is nor cut into parts, and not every change has parts.
    fn is_of_use(&self, action: Action, hunk: &Hunk, view: &View<'_>) -> bool {
        let revision = || view.study.section(self.section)?.revision.as_ref();
        match action {
            Action::Accept => !hunk.is_clash(),
            Action::SplitHunk => !hunk.is_clash() && split(hunk).len() > 1,
            Action::JoinHunks => revision().is_some_and(|known| known.to_join(hunk.id).is_some()),
            _ => true,
        }
    }

    fn draw_header(&self, view: &View<'_>, area: Rect, canvas: &mut Canvas<'_>) {
        let hunks = hunks(view.study, self.section);
        let glyphs = canvas.glyphs();
        let separator = glyphs.separator;
        let counts = Counts::of(&hunks);
        let decided = Counts::of(&under_review(view.study));
        let edited = if decided.edited > 0 {
            format!("{}{}  ", glyphs.edited, decided.edited)
        } else {
            String::new()
        };
        let all = view.study.open_hunks();
        let in_all = if all <= counts.open || area.width < SCORED {
            " left".to_owned()
        } else if area.width >= 120 {
            format!(" left here, {all} in all")
        } else {
            format!(" here, {all} in all")
        };
        let mut right = format!(
            "{}{}  {edited}{}{}  {}{}{in_all}",
            glyphs.done, decided.accepted, glyphs.cross, decided.rejected, glyphs.open, counts.open
        );
        let mut rights = Vec::new();
        if area.width < TIGHT {
            right = format!("{}{}{in_all}", glyphs.open, counts.open);
        } else if let Some(standing) = Standing::of(view).filter(|_| area.width >= SCORED) {
            let after = proposed(view).filter(|_| counts.open > 0).map(|after| {
                let whole = if all > counts.open {
                    format!("if all {all}")
                } else {
                    "if all".to_owned()
                };
                format!(" {} {:.1} {whole}", glyphs.arrow, after.composite())
            });
            let now = standing.composite();
            let after = after.unwrap_or_default();
            rights.push(format!("{right} {separator} Overall {now}{after}"));
            rights.push(format!("{right} {separator} {now}{after}"));
            rights.push(format!("{right} {separator} {now}"));
        }
        rights.push(right);
        let name = view.section_title(self.section);
        let (number, of) = (self.number(view.study), hunks.len());
        let section = format!("{} {name}", self.section.0 + 1);
        let markup = self.shown_markup(area.width).name();
        let left = if area.width < NARROW {
            // Which change this is comes before how it is shown.
            format!("{section} {separator} {number}/{of} {separator} {markup}")
        } else {
            format!(
                "Review {separator} {section} {separator} change {number} of {of} {separator} {markup}"
            )
        };
        let area = inset(area);
        // The scores stand below as well; how the changes are shown stands only here.
        let room = usize::from(area.width).saturating_sub(text::width(&left) + 1);
        let fits = rights.iter().position(|right| text::width(right) <= room);
        let right = rights.swap_remove(fits.unwrap_or(rights.len() - 1));
        let mut rest = canvas.put_right(area, &right, canvas.style(Role::Text));
        rest.width = rest.width.saturating_sub(1);
        canvas.put(rest, &left, canvas.style(Role::Heading));
    }

    /// What the change that was just accepted hangs on.
    fn pairing(&self, section: &Section, view: &View<'_>, canvas: &Canvas<'_>) -> Option<String> {
        let revision = section
            .revision
            .as_ref()
            .filter(|_| !self.pair.is_empty())?;
        let found = dependencies(revision, self.current(view.study)?.id);
        let first = found.iter().find(|found| found.on.is_some())?;
        let what = needs::words(revision, first);
        let accept = canvas.key(Scope::Review, Action::Accept);
        Some(format!(
            "accepted, but {what}: {accept} accepts that too; any other key continues"
        ))
    }

    /// The question of a bulk decision, or how it stands when nothing is open.
    fn draw_message(&self, view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
        let hunks = hunks(view.study, self.section);
        let counts = Counts::of(&hunks);
        let key = |action| canvas.key(Scope::Review, action);
        let line = match self.bulk {
            Some(bulk) => self.question(bulk, view, area.width, canvas),
            None if view.has_call() && self.said.is_none() => {
                match searched(ui, canvas).or_else(|| under_way(view, canvas)) {
                    Some(line) => line,
                    None => return,
                }
            }
            None if hunks.is_empty() => "there is nothing left to review here".to_owned(),
            None if counts.open == 0 && self.said.is_none() => {
                let decided = Counts::of(&under_review(view.study));
                let mut parts = vec![format!("{} accepted", decided.accepted)];
                if decided.edited > 0 {
                    parts.push(format!("{} edited", decided.edited));
                }
                parts.push(format!("{} rejected", decided.rejected));
                if decided.open > 0 {
                    parts.push(format!("{} open in other sections", decided.open));
                }
                let counts = parts.join(", ");
                let (mut stale, mut judge, mut next) =
                    (String::new(), String::new(), String::new());
                let is_stale = |standing: Standing<'_>| {
                    standing.stale.is_some() && standing.judgement.is_some()
                };
                if Standing::of(view).is_some_and(is_stale) {
                    stale.push_str("scores belong to an earlier text");
                    judge = format!("{} judge", key(Action::Judge));
                }
                if decided.open > 0 {
                    next = format!("{} next open", key(Action::OpenHunkNext));
                }
                let undo = format!("{} undo", key(Action::Undo));
                // Right after the last decision the key that opens a passage closes what says so.
                let close = if self.open_before > 0 && decided.open == 0 {
                    "enter close".to_owned()
                } else {
                    format!("{} close", key(Action::LeaveReview))
                };
                // The keys are worth more than what can be seen elsewhere.
                let forms = [
                    vec![&counts, &stale, &next, &judge, &undo, &close],
                    vec![&counts, &next, &judge, &undo, &close],
                    vec![&counts, &next, &judge, &close],
                    vec![&next, &judge, &close],
                ];
                notice::fitting(&forms, area.width, canvas)
            }
            None => match self
                .said
                .clone()
                .or_else(|| searched(ui, canvas))
                .or_else(|| under_way(view, canvas))
            {
                Some(line) => line,
                None => return,
            },
        };
        let rows = flow(&[(line, canvas.style(Role::Info))], inset(area).width);
        canvas.put_lines(inset(area), &rows);
    }

    /// The place to type: why a change is refused, or the words that take its place.
    fn draw_typing(&self, view: &View<'_>, typing: &Typing, area: Rect, canvas: &mut Canvas<'_>) {
        let number = self.number(view.study);
        let text = canvas.style(Role::Text);
        match typing {
            Typing::Reason(reason) => {
                let title = format!("Why not change {number}?");
                let mut body = canvas.heading(area, heading(&title, "enter rejects it"));
                let how = "The writer is told before its next step, and does not propose it again. Without a reason it is rejected all the same.";
                let dim = canvas.style(Role::Dim);
                let rows = hanging(
                    ("   ".to_owned(), dim),
                    &[(how.to_owned(), dim)],
                    body.width.min(TEXT),
                );
                let above = take_top(&mut body, rows.len() as u16);
                canvas.put_lines(above, &rows);
                canvas.cursor = reason.draw(text, indented(body), canvas.buf);
            }
            Typing::Words(words) => {
                let title = format!("Edit change {number}");
                let (row, rows) = words.place(indented(area).width);
                let status = format!("row {row} of {rows}");
                let mut body = canvas.heading(area, heading(&title, &status));
                if let Some(hunk) = self.current(view.study).filter(|hunk| hunk.is_clash()) {
                    let sides = clashing(hunk, body.width.min(TEXT), canvas);
                    let room = body.height.saturating_sub(2);
                    let above = take_top(&mut body, (sides.len() as u16).min(room));
                    canvas.put_lines(above, &sides);
                }
                words.draw(indented(body), canvas);
            }
        }
    }
}

/// There are no changes, neither open nor decided: where they come from.
fn draw_nothing(view: &View<'_>, (header, area): (Rect, Rect), canvas: &mut Canvas<'_>) -> Rect {
    canvas.put(inset(header), "Review", canvas.style(Role::Heading));
    let mut page = area;
    let rule = take_top(&mut page, 1);
    canvas.rule(rule);
    let key = |action| canvas.key(Scope::Reading, action);
    let (add, update) = (key(Action::AddEvidence), key(Action::UpdateBrief));
    let fix = key(Action::Fix);
    let whence = if view.is_running() {
        "What the writer is at now comes here if it changes what is accepted already.".to_owned()
    } else {
        format!(
            "They come when new evidence touches the brief ({add} adds it, {update} brings it in), and when you have a sentence fixed ({fix})."
        )
    };
    let pieces = [
        (
            "There are no changes to review.\n\n".to_owned(),
            canvas.style(Role::Text),
        ),
        (whence, canvas.style(Role::Dim)),
    ];
    let page = indented(page);
    canvas.put_lines(page, &flow(&pieces, page.width));
    area
}

/// What is searched for among the changes, and which one of those that say it this is.
fn searched(ui: &Ui, canvas: &Canvas<'_>) -> Option<String> {
    let search = ui.search.as_ref()?;
    let told = match search.at {
        None => return None,
        Some((0, _)) => format!("/{} is in no change", search.pattern),
        Some((at, all)) => format!("/{} [{at}/{all}]", search.pattern),
    };
    let separator = canvas.glyphs().separator;
    let key = |action| canvas.key(Scope::Review, action);
    let next = match search.at {
        Some((_, 2..)) => format!(" {separator} {} next", key(Action::SearchNext)),
        _ => String::new(),
    };
    let end = canvas.key(Scope::Window, Action::CloseLayer);
    Some(format!("{told}{next} {separator} {end} ends the search"))
}

/// What goes on while changes are under review: a run, or one that waits so that nothing moves under the analyst's hands.
fn under_way(view: &View<'_>, canvas: &Canvas<'_>) -> Option<String> {
    let is_asked = view.live.is_some() || view.critic.is_some() || view.asking.is_some();
    let waits =
        !is_asked && matches!(next(view.study), Next::Do(step) if step.rewrites(view.study));
    if waits {
        let said = "the run goes on when you leave: nothing changes while you review";
        return Some(said.to_owned());
    }
    view.has_call().then(|| {
        let line = title::told(view, canvas);
        let keys = canvas.keys.keys(Scope::Review, Action::StopRun);
        // Esc is for leaving here.
        let stop = keys.iter().find(|key| !key.contains(' '));
        match stop {
            Some(stop) => format!("{line} {} {stop} stops", canvas.glyphs().separator),
            None => line,
        }
    })
}

/// What one text is to be made of: the analyst's own sentence and the writer's.
fn clashing(hunk: &Hunk, width: u16, canvas: &Canvas<'_>) -> Vec<Line<'static>> {
    let dim = canvas.style(Role::Dim);
    let sides = [("   yours   ", &hunk.before), ("   writer  ", &hunk.after)];
    let rows = sides.into_iter().flat_map(|(whose, side)| {
        let side = (text::one_line(side), canvas.style(Role::Text));
        hanging((whose.to_owned(), dim), &[side], width)
    });
    rows.collect()
}

fn heading<'a>(title: &'a str, status: &'a str) -> Heading<'a> {
    Heading {
        title,
        status,
        role: Role::Dim,
        focused: true,
    }
}

fn indented(area: Rect) -> Rect {
    let indent = 3.min(area.width);
    Rect {
        x: area.x + indent,
        width: (area.width - indent).min(TEXT - 3),
        ..area
    }
}

/// The citations of a row, each with its columns.
fn cited(row: &str) -> Vec<(u32, Range<u16>)> {
    let column = |at: usize| {
        let before = row.get(..at).unwrap_or_default();
        u16::try_from(text::width(before)).unwrap_or(u16::MAX)
    };
    let marks = citations::marks(row).into_iter();
    let numbers = marks.flat_map(|mark| mark.numbers);
    numbers
        .map(|(number, span)| (number, column(span.start)..column(span.end)))
        .collect()
}

/// Rows of what is said, with the mark before it and a blank column at each side.
fn rows_of(said: &str, width: u16) -> u16 {
    let rows = text::wrap(said, usize::from(width.saturating_sub(6))).len();
    rows.clamp(1, 3) as u16
}
