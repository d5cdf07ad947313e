//! The brief: the sections below each other in one scrolling column, with verdicts and pending changes in the gutter.
//!
//! What streams in is drawn where it will stand. Only the rows on the screen are touched; the rest of the column is counted, not drawn.

mod gutter;
mod parts;
mod words;

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

pub use parts::Brief;

use self::gutter::Marked;
use super::canvas::{Canvas, Heading, key_of};
use super::column::{Body, Column, Prose, Segment};
use super::sheet::{is_problem, is_thinking};
use crate::study::{BUILT_IN_WRITER, Halt, Section, SectionId, counted, many};
use crate::tui::action::Action;
use crate::tui::keymap::{Keymap, Scope};
use crate::tui::layout::{GUTTER, PROSE, take_bottom};
use crate::tui::markdown::Row;
use crate::tui::text;
use crate::tui::theme::{Glyphs, Role, Theme};
use crate::tui::ui::{Pane, Part, Target, Ui};
use crate::tui::view::View;

/// Columns of prose in an area.
#[must_use]
pub fn prose_width(area: Rect, zoom: bool) -> u16 {
    let gutter = if zoom { 0 } else { GUTTER };
    // One column stays free for the mark of a text that is being written.
    let room = area.width.saturating_sub(gutter + 1);
    if !zoom && room >= PROSE {
        // On a desk the verdicts' words have columns of their own.
        room.saturating_sub(words::COLUMNS).min(PROSE)
    } else {
        room.min(PROSE)
    }
}

/// Rows of the column that an area shows: a text that is being written takes the last row for how it is followed.
#[must_use]
pub fn prose_height(area: Rect, view: &View<'_>) -> u16 {
    area.height
        .saturating_sub(u16::from(view.live.is_some() && area.height > 3))
}

/// Draws the visible rows of the column.
pub fn draw(view: &View<'_>, ui: &Ui, column: &Column<'_>, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    canvas.target(area, Target::Pane(Pane::Section(ui.section())));
    let height = prose_height(area, view);
    let mut rest = area;
    let state = take_bottom(&mut rest, area.height - height);
    let top = column.top(&ui.reading, usize::from(height));
    for (line, row) in rest.rows().zip(top..) {
        let Some((segment, within)) = column.at(row) else {
            break;
        };
        draw_row(view, ui, segment, (within, row == top), line, canvas);
    }
    draw_following(ui, column, top + usize::from(height), state, canvas);
}

/// What became of the text of a section whose writing was halted.
fn halted_state(view: &View<'_>, section: &Section, halt: Halt, text: &str) -> String {
    match super::sheet::count(text) {
        0 if section.is_written() => "no change was written".to_owned(),
        0 => "not written".to_owned(),
        // What was cut are edits to a text that stands as it did.
        _ if section.is_written() => {
            let cycle = view.study.cycle.as_ref();
            let doing = cycle.map_or("writing", |cycle| cycle.kind.doing());
            let ended = match halt {
                Halt::Stopped => "stopped",
                Halt::Interrupted => "was interrupted",
                Halt::Failed | Halt::Unusable => "failed",
            };
            format!("{doing} {ended}")
        }
        words => format!("cut after {}", many(words as u64, "word")),
    }
}

/// What a section's heading says of its state.
#[must_use]
pub fn status(
    view: &View<'_>,
    id: SectionId,
    (words, problems): (usize, usize),
    keys: &Keymap,
    theme: &Theme,
) -> (String, Role) {
    let glyphs = theme.glyphs();
    let Some(section) = view.study.section(id) else {
        return (String::new(), Role::Dim);
    };
    if let Some(live) = view.live_in(id) {
        let mark = glyphs.streaming;
        let what = if live.waiting.is_some() {
            "waiting to try again".to_owned()
        } else if let Some(silence) = view.silence(live) {
            format!("waiting {} s for the model", silence.as_secs())
        } else if is_thinking(live) {
            "thinking".to_owned()
        } else if let Some(proposed) = &live.proposed {
            format!("{} so far", counted(proposed.open(), "edit"))
        } else if section.is_written() {
            "a change is being prepared".to_owned()
        } else {
            format!(
                "streaming {} {}",
                glyphs.separator,
                many(words as u64, "word")
            )
        };
        let marked = view.marked_in(id, section).iter();
        let problems = marked.filter(|claim| is_problem(claim.verdict)).count();
        let what = with_problems(what, problems, glyphs);
        return (format!("{mark} {what}"), Role::Streaming);
    }
    if let Some((halted, halt, partial)) = view.study.halted()
        && halted == id
    {
        let retry = key_of(keys, Scope::Reading, Action::Retry);
        let separator = glyphs.separator;
        let state = halted_state(view, section, halt, &partial.text);
        let does = match (goes_on_in(view), continues(view)) {
            (Some(wait), true) => format!("goes on in {wait} s"),
            (Some(wait), false) => format!("to be tried again in {wait} s"),
            (None, true) => format!("{retry} continues"),
            (None, false) => format!("{retry} tries again"),
        };
        let said = format!("{state} {separator} {does}");
        let problems = if section.is_written() { problems } else { 0 };
        return (with_problems(said, problems, glyphs), Role::Warning);
    }
    if view.study.put_off(id).is_some() {
        let said = format!("no usable answer {} the others go first", glyphs.separator);
        return (said, Role::Warning);
    }
    let cycle = view.study.cycle.as_ref();
    if cycle.is_some_and(|cycle| cycle.todo.contains(&id)) {
        return ("waiting".to_owned(), Role::Dim);
    }
    if !section.is_written() {
        return ("not written yet".to_owned(), Role::Dim);
    }
    // A tick before what is to be looked into would say the contrary.
    let is_cut = section.cut_at().is_some();
    let words = many(words as u64, "word");
    let done = match problems {
        _ if is_cut => with_problems(format!("cut after {words}"), problems, glyphs),
        // That nothing is known is no answer that was borne out.
        0 if section.claims_nothing() => format!("{words} {} no claim", glyphs.separator),
        0 => format!("{} {words}", glyphs.done),
        _ => with_problems(words, problems, glyphs),
    };
    if section.checked && view.critic.is_some_and(|critic| critic.section == id) {
        return (
            format!("{done} {} critic reads", glyphs.separator),
            Role::Streaming,
        );
    }
    match section.open_hunks() {
        0 if view.study.cut_short() == Some(id) => {
            let retry = key_of(keys, Scope::Reading, Action::Retry);
            let separator = glyphs.separator;
            let said = format!("{done} {separator} {retry} tries again");
            (said, Role::Warning)
        }
        0 if is_cut => (done, Role::Warning),
        0 if section.checked => (done, Role::Dim),
        0 => (format!("{done} {} checking", glyphs.separator), Role::Dim),
        open => (
            format!(
                "{done} {} {} waiting",
                glyphs.separator,
                counted(open, "change")
            ),
            Role::Pending,
        ),
    }
}

/// What is said of a section, with how many of its claims are to be looked into.
fn with_problems(said: String, problems: usize, glyphs: &Glyphs) -> String {
    match problems {
        0 => said,
        _ => format!(
            "{said} {} {} {}",
            glyphs.separator,
            glyphs.warning,
            counted(problems, "problem")
        ),
    }
}

/// In how many seconds the halted step is gone on with by itself, where it is.
fn goes_on_in(view: &View<'_>) -> Option<u64> {
    let wait = view.tries_again?.saturating_duration_since(view.now);
    Some(wait.as_millis().div_ceil(1000) as u64)
}

/// Whether going on from the halted step continues the text that is there, as a model does, or begins anew.
#[must_use]
pub fn continues(view: &View<'_>) -> bool {
    let has_text = view
        .study
        .halted()
        .is_some_and(|(.., partial)| !partial.text.trim().is_empty());
    has_text && view.study.writer != BUILT_IN_WRITER
}

fn draw_row(
    view: &View<'_>,
    ui: &Ui,
    segment: &Segment<'_>,
    (within, is_first): (usize, bool),
    line: Rect,
    canvas: &mut Canvas<'_>,
) {
    let gutter = if ui.zoom { 0 } else { GUTTER.min(line.width) };
    let prose = Rect {
        x: line.x + gutter,
        width: line.width - gutter,
        ..line
    };
    match &segment.body {
        Body::Blank => {}
        Body::Heading(words, problems) => {
            let counts = (*words, *problems);
            draw_heading(view, ui, segment.section, counts, line, canvas);
        }
        Body::Lines(lines) => {
            canvas.put_lines(prose, lines.get(within).map_or(&[], std::slice::from_ref));
        }
        Body::Prose(text) => {
            let Some(row) = text.rows.get(within) else {
                return;
            };
            canvas.put_lines(prose, std::slice::from_ref(&row.line));
            if segment.part == Part::Beside {
                canvas
                    .buf
                    .set_style(prose.intersection(canvas.buf.area), canvas.style(Role::Dim));
            }
            if !ui.zoom {
                let is_text = segment.part == Part::Text;
                let current = current_in(ui, segment.section, text, (within, is_first));
                let current = current.filter(|_| is_text);
                let marked = Marked::beside(text, (within, row), is_first);
                gutter::draw(text, row, &marked, current, line, canvas);
                if is_text {
                    gutter::draw_pin(view, segment.section, text, (within, row), line, canvas);
                }
                words::draw(view, text, within, line, canvas);
            }
            if segment.part == Part::Text {
                draw_sentences(ui, segment.section, text, row, prose, canvas);
                draw_citations(view, ui, segment.section, row, prose, canvas);
            }
            draw_matches(ui, segment, text, row, prose, canvas);
            if text.live && within + 1 == text.rows.len() {
                let end = Rect {
                    x: prose.x + (row.line.width() as u16).min(prose.width.saturating_sub(1)),
                    width: 1.min(prose.width),
                    ..prose
                };
                canvas.put(
                    end,
                    canvas.glyphs().streaming,
                    canvas.style(Role::Streaming),
                );
            }
        }
    }
}

/// The heading of the section that is read, above the page that it has left.
pub fn draw_left_heading(
    view: &View<'_>,
    ui: &Ui,
    column: &Column<'_>,
    above: Rect,
    canvas: &mut Canvas<'_>,
) {
    let Pane::Section(section) = ui.focus else {
        return;
    };
    if let Some(counts) = column.counts(section).filter(|_| !above.is_empty()) {
        draw_heading(view, ui, section, counts, above, canvas);
    }
}

fn draw_heading(
    view: &View<'_>,
    ui: &Ui,
    section: usize,
    counts: (usize, usize),
    line: Rect,
    canvas: &mut Canvas<'_>,
) {
    let id = SectionId(section);
    let name = view.section_title(id);
    // Only the first three sections have a number of their own to jump by; the other numbers are panes.
    let title = if section < 3 {
        format!("{} {name}", section + 1)
    } else {
        name.to_owned()
    };
    let (mut status, role) = status(view, id, counts, canvas.keys, canvas.theme);
    let confidence = view.scorecard.sections.get(section).copied().flatten();
    let is_whole = matches!(role, Role::Dim | Role::Pending) && view.live_in(id).is_none();
    if let Some(confidence) = confidence.filter(|_| is_whole) {
        let more = format!(
            "{status} {} confidence {confidence:.2}",
            canvas.glyphs().separator
        );
        // The name and the words are worth more.
        if text::width(&title) + text::width(&more) + 8 <= usize::from(line.width) {
            status = more;
        }
    }
    let halted = view.study.halted().is_some_and(|(halted, ..)| halted == id);
    let stands = view.study.section(id).is_some_and(Section::is_written);
    if halted && stands && view.live_in(id).is_none() {
        let words = many(counts.0 as u64, "word");
        let more = format!("{words} {} {status}", canvas.glyphs().separator);
        if text::width(&title) + text::width(&more) + 8 <= usize::from(line.width) {
            status = more;
        }
    }
    canvas.heading(
        line,
        Heading {
            title: &title,
            status: &status,
            role,
            focused: ui.focus == Pane::Section(section),
        },
    );
    canvas.target(line, Target::Pane(Pane::Section(section)));
}

/// Where the current sentence begins, if that is in a row, or goes on there from the page above.
fn current_in(
    ui: &Ui,
    section: usize,
    text: &Prose<'_>,
    (within, is_first): (usize, bool),
) -> Option<usize> {
    let cursor = ui.drawn.current.as_ref();
    let cursor = cursor.filter(|at| at.section == section)?;
    let begins = text
        .marks
        .at(cursor.source.start)
        .map_or(cursor.source.start, |mark| mark.span.start);
    let row = text.row_of(begins);
    (row == within || is_first && row < within).then_some(begins)
}

fn draw_citations(
    view: &View<'_>,
    ui: &Ui,
    section: usize,
    row: &Row,
    prose: Rect,
    canvas: &mut Canvas<'_>,
) {
    for span in &row.citations {
        let area = Rect {
            x: prose.x + span.columns.start.min(prose.width),
            width: span
                .columns
                .end
                .min(prose.width)
                .saturating_sub(span.columns.start),
            ..prose
        };
        canvas.target(
            area,
            Target::Citation {
                section,
                offset: span.source.start,
                number: span.number,
            },
        );
        if let Some(document) = view.study.numbered(span.number) {
            canvas.link(area, span.number, &document.uri);
        }
        let is_current = ui.reading.cursor.as_ref().is_some_and(|cursor| {
            cursor.section == section
                && cursor.number == Some(span.number)
                && cursor.source.start == span.source.start
        });
        if is_current {
            canvas.buf.set_style(
                area.intersection(canvas.buf.area),
                canvas.style(Role::Cursor),
            );
        }
    }
}

/// The sentences of a row: the current one is bold, those that are to be looked into are underlined, and each can be clicked.
fn draw_sentences(
    ui: &Ui,
    section: usize,
    text: &Prose<'_>,
    row: &Row,
    prose: Rect,
    canvas: &mut Canvas<'_>,
) {
    let current = ui.drawn.current.as_ref().filter(|at| at.section == section);
    let whole = 0..(row.line.width() as u16).min(prose.width);
    for mark in text.marks.within(&row.source) {
        let exact = columns(row, text.text, &mark.span);
        // Where the text is not shown as it is written, a sentence goes by the row.
        let area = part_of(prose, exact.as_ref().unwrap_or(&whole));
        canvas.target(
            area,
            Target::Sentence {
                section,
                offset: mark.span.start,
            },
        );
        let area = area.intersection(canvas.buf.area);
        if current.is_some_and(|at| mark.span.contains(&at.source.start)) {
            let bold = Style::new().add_modifier(Modifier::BOLD);
            canvas.buf.set_style(area, bold);
        }
        if is_problem(mark.verdict) && exact.is_some() {
            // In the colour of the text: a terminal that does not know coloured underlines takes the colour for other attributes, such as blinking.
            let underlined = Style::new().add_modifier(Modifier::UNDERLINED);
            canvas.buf.set_style(area, underlined);
        }
    }
}

/// The columns of a row in which a stretch of the text stands, where the row shows the text as it is written.
fn columns(row: &Row, text: &str, stretch: &Range<usize>) -> Option<Range<u16>> {
    let written = text.get(row.source.clone())?.trim_end();
    let shown = row.line.to_string();
    let lead = shown.trim_end().strip_suffix(written)?;
    let place = |offset: usize| {
        let within = offset.saturating_sub(row.source.start).min(written.len());
        Some((text::width(lead) + text::width(written.get(..within)?)) as u16)
    };
    let columns = place(stretch.start)?..place(stretch.end)?;
    (!columns.is_empty()).then_some(columns)
}

fn part_of(prose: Rect, columns: &Range<u16>) -> Rect {
    let start = columns.start.min(prose.width);
    Rect {
        x: prose.x + start,
        width: columns.end.min(prose.width) - start,
        ..prose
    }
}

/// Search matches as they stand in the row; one that a row end breaks is found but not painted.
fn draw_matches(
    ui: &Ui,
    segment: &Segment<'_>,
    text: &Prose<'_>,
    row: &Row,
    prose: Rect,
    canvas: &mut Canvas<'_>,
) {
    let Some(search) = &ui.search else { return };
    // Which match of this row is the one that was stepped to.
    let current = search.current.as_ref().filter(|at| {
        segment.part == Part::Text
            && at.section == segment.section
            && row.source.contains(&at.source.start)
    });
    let current = current.map(|at| {
        let before = text.text.get(row.source.start..at.source.start);
        search.regex.find_iter(before.unwrap_or_default()).count()
    });
    let shown = row.line.to_string();
    for (nth, found) in search.regex.find_iter(&shown).enumerate() {
        let from = text::width(&shown[..found.start()]) as u16;
        let width = text::width(found.as_str()) as u16;
        let area = Rect {
            x: prose.x + from.min(prose.width),
            width: width.min(prose.width.saturating_sub(from)),
            ..prose
        };
        let role = if current == Some(nth) {
            Role::Cursor
        } else {
            Role::Match
        };
        canvas
            .buf
            .set_style(area.intersection(canvas.buf.area), canvas.style(role));
    }
}

/// Whether the end of the text being written is followed, and what stands below the screen if not.
fn draw_following(
    ui: &Ui,
    column: &Column<'_>,
    bottom: usize,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let Some(end) = column.live_end() else { return };
    let glyph = canvas.glyphs().follow;
    let below = end.saturating_sub(bottom);
    let separator = canvas.glyphs().separator;
    let line = if ui.reading.follow {
        format!("{glyph} following {separator} scroll up to hold")
    } else if below > 0 {
        let key = canvas.key(Scope::Reading, Action::Bottom);
        format!("{glyph} {} {separator} {key}", counted(below, "new line"))
    } else {
        return;
    };
    let place = Rect {
        width: area.width.saturating_sub(1),
        ..area
    };
    canvas.put_right(place, &line, canvas.style(Role::Streaming));
}
