//! The lines above the keys: what was just said to the analyst, or else how the study stands and what is waiting.
//!
//! Each line is told with the key that goes on from it, and in the longest form that the screen has room for.

mod facts;

use ratatui::layout::Rect;

pub(super) use self::facts::reading as reading_line;
use self::facts::{
    being_checked, cost, counts, done, marks, problems, reading, run_line, stands, took,
    verdicts_so_far,
};

use super::brief::continues;
use super::canvas::{Canvas, at_most, hanging};
use super::evidence;
use super::title::percent;
use crate::study::{Course, DocumentId, Halt, RhetoricalRole, Run, SectionId, counted};
use crate::tui::action::Action;
use crate::tui::layers::AnyLayer;
use crate::tui::layout::inset;
use crate::tui::search::Search;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::{About, Level, Next, Notice, Step, View, next};

/// Rows that a warning or an error may take, and those of what is only good to know.
const PROBLEM: usize = 3;
const SAID: usize = 2;

/// The lines for the analyst: the last notice, or else what is waiting.
pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
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
    let (mark, role) = sign(level);
    let style = canvas.style(role);
    let lead = (format!("{mark} "), style);
    let rows = hanging(lead, &[(text::one_line(line), style)], area.width);
    let most = usize::from(area.height);
    // What has no room here is read where all that was said stands.
    let key = canvas.key_here(Action::Messages);
    let ellipsis = canvas.glyphs().ellipsis;
    let more = if key.is_empty() || key.contains(' ') {
        ellipsis.to_owned()
    } else {
        format!("{ellipsis} {key} all")
    };
    let rows = at_most(rows, most, area.width, &more);
    canvas.put_lines(area, &rows);
}

/// How a line for the analyst begins, by how grave it is.
#[must_use]
pub fn sign(level: Level) -> (&'static str, Role) {
    match level {
        Level::Info => ("(i)", Role::Info),
        Level::Warning => ("(!)", Role::Warning),
        Level::Error => ("(x)", Role::Error),
    }
}

/// Rows that what was just said takes on a screen of a width. It is read to its end, which is where the reason stands.
#[must_use]
pub fn rows(view: &View<'_>, ui: &Ui, width: u16) -> u16 {
    let Some(Notice { level, text, .. }) = said(view, ui) else {
        return 0;
    };
    let most = match level {
        Level::Info => SAID,
        Level::Warning | Level::Error => PROBLEM,
    };
    // A blank column at each side, and the mark.
    let rows = text::wrap(&text::one_line(text), usize::from(width.saturating_sub(6)));
    rows.len().clamp(1, most) as u16
}

fn said<'a>(view: &'a View<'_>, ui: &'a Ui) -> Option<&'a Notice> {
    ui.said(view.is_running(), view.now).or(view.notice)
}

fn notice(view: &View<'_>, ui: &Ui, width: u16, canvas: &Canvas<'_>) -> Option<(Level, String)> {
    if let Some(Notice {
        level, text, about, ..
    }) = said(view, ui)
    {
        let took = match about {
            About::Outcome if !view.is_busy() => took(view, canvas),
            _ => String::new(),
        };
        let forms = [vec![text, &took], vec![text]];
        return Some((*level, fitting(&forms, width, canvas)));
    }
    if view.is_broken {
        return Some((Level::Error, broken(view, width, canvas)));
    }
    if let Some(search) = ui.search.as_ref().filter(|_| ui.window_search.is_none()) {
        return Some((Level::Info, searched(search, ui, width, canvas)));
    }
    // What is waiting is told with its keys, which a layer that asks something has for itself.
    let asks = |layer: &AnyLayer| !layer.is_read();
    if ui.layers.last().is_some_and(asks) && !view.is_busy() {
        return None;
    }
    if let Some(why) = view.read_only {
        let text = if view.has_unsaved {
            format!("this study is {why}: what you typed is not saved yet")
        } else {
            format!("this study is {why}: it can be read and exported")
        };
        return Some((Level::Warning, text));
    }
    if let Some(ingest) = view.ingest {
        return Some((Level::Info, reading(ingest, view, canvas)));
    }
    if view.is_under_way() {
        return under_way(view, width, canvas);
    }
    if let Some(waiting) = waiting(view, width, canvas) {
        return Some(waiting);
    }
    if !view.study.requested.is_empty() {
        let key = canvas.key_here(Action::Retry);
        let text = format!("reading the evidence was interrupted: {key} goes on");
        return Some((Level::Warning, text));
    }
    if let Some(why) = &view.study.closed {
        let key = canvas.key_here(Action::Palette);
        let whole = format!("the budget is reached ({why}): {key} budget sets another");
        let short = format!("the budget is reached: {key} budget sets another");
        let forms = [vec![&whole], vec![&short]];
        return Some((Level::Warning, fitting(&forms, width, canvas)));
    }
    if waits_for_evidence(view) {
        let key = canvas.key_here(Action::AddEvidence);
        let whole = format!(
            "the question waits for evidence: {key} adds files, folders or web pages, and the brief is written"
        );
        let short = format!("the question waits for evidence: {key} adds some");
        let forms = [vec![&whole], vec![&short]];
        return Some((Level::Warning, fitting(&forms, width, canvas)));
    }
    if view.study.paused {
        let key = canvas.key_here(Action::Pause);
        let line = run_line(view, canvas);
        return Some((
            Level::Info,
            format!("paused {} {key} goes on. {line}", canvas.glyphs().separator),
        ));
    }
    if let Some(halted) = halted(view, width, canvas) {
        return Some(halted);
    }
    if is_cut(view) {
        let key = canvas.key_here(Action::Retry);
        let line = run_line(view, canvas);
        let text = format!("what follows the writing was cut: {key} goes on");
        let (told, took) = (format!("{text}. {line}"), took(view, canvas));
        let forms = [vec![&told, &took], vec![&text, &took], vec![&text]];
        return Some((Level::Warning, fitting(&forms, width, canvas)));
    }
    if is_left_off(view) {
        return Some((Level::Info, left_off(view, width, canvas)));
    }
    let edit = unfinished(view, canvas);
    if !edit.is_empty() {
        let stands = finished(view, &String::new(), 0, canvas).map(|(_, stands)| stands);
        let stands = stands.unwrap_or_default();
        let forms = [vec![&edit, &stands], vec![&edit]];
        return Some((Level::Info, fitting(&forms, width, canvas)));
    }
    if let Some(news) = news(view, width, canvas) {
        return Some(news);
    }
    let answer = answer(view, ui, canvas);
    finished(view, &answer, width, canvas)
}

/// The key that leads to the answer, where a brief has one that is not on the page; empty where there is nothing to lead to.
fn answer(view: &View<'_>, ui: &Ui, canvas: &Canvas<'_>) -> String {
    const KEYS: [Action; 3] = [Action::FocusPane1, Action::FocusPane2, Action::FocusPane3];
    let plans = view.study.framework.sections.iter();
    let mut roles = plans.map(|plan| plan.role);
    let at = roles.position(|role| role == RhetoricalRole::Resolution);
    let key = at.filter(|at| ui.drawn.below.contains(at));
    match key.and_then(|at| KEYS.get(at)) {
        Some(action) => format!("{} shows the answer", canvas.key_here(*action)),
        None => String::new(),
    }
}

/// What is searched for, and the keys that go on from it.
fn searched(search: &Search, ui: &Ui, width: u16, canvas: &Canvas<'_>) -> String {
    let key = |action| canvas.key_here(action);
    let told = search.told();
    let (mut next, mut previous) = (String::new(), String::new());
    if !matches!(search.at, Some((0, _))) {
        next = format!("{} next", key(Action::SearchNext));
        previous = format!("{} previous", key(Action::SearchPrevious));
    }
    let ends = if ui.searched_from.is_some() {
        "back to where you were"
    } else {
        "ends the search"
    };
    let back = format!("{} {ends}", key(Action::CloseLayer));
    let forms = [
        vec![&told, &next, &previous, &back],
        vec![&told, &next],
        vec![&told],
    ];
    fitting(&forms, width, canvas)
}

/// The journal takes nothing any more: what is kept, and what to do.
fn broken(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> String {
    let key = canvas.key_here(Action::Retry);
    let until = view
        .saved
        .map_or_else(String::new, |saved| format!(" at {saved}"));
    let all = format!(
        "nothing is saved any more: the library cannot be written. What was saved last{until} is kept; make room on the disk, and {key} goes on"
    );
    let short = format!("nothing is saved any more: make room on the disk, and {key} goes on");
    let shortest = format!("not saved: make room, {key} goes on");
    fitting(&[vec![&all], vec![&short], vec![&shortest]], width, canvas)
}

/// The changes that wait for a decision, beside how the brief stands.
fn waiting(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Option<(Level, String)> {
    let open = view.study.open_hunks();
    if open == 0 {
        return None;
    }
    let key = canvas.key_here(Action::Review);
    let changes = counted(open, "change");
    let are = if open == 1 { "is" } else { "are" };
    let said = format!("{changes} {are} ready: {key} reviews");
    let more = if is_left_off(view) {
        let retry = canvas.key_here(Action::Retry);
        format!("{retry} writes the sections that are missing")
    } else if view.study.news().is_empty() && view.auto_apply {
        "these were left to you".to_owned()
    } else if view.study.news().is_empty() {
        "nothing changes until you accept".to_owned()
    } else {
        let update = canvas.key_here(Action::UpdateBrief);
        format!("more evidence has arrived: {update} shows what it would affect")
    };
    let [done, stands, took, cost] = if view.study.is_complete() {
        let cost = cost(view).unwrap_or_default();
        [
            done(view, canvas),
            stands(view, canvas),
            took(view, canvas),
            cost,
        ]
    } else {
        Default::default()
    };
    let problems = problems(view, canvas);
    // Half a sentence would say less than none.
    let edit = unfinished(view, canvas);
    let update = canvas.key_here(Action::UpdateBrief);
    let later = format!("{update} shows what is new");
    let forms = if !edit.is_empty() {
        vec![vec![&edit, &said, &done], vec![&edit, &said], vec![&edit]]
    } else if !view.study.news().is_empty() && !is_left_off(view) {
        // That there is more to come matters more than what was.
        vec![
            vec![&said, &more, &done, &took],
            vec![&said, &more],
            vec![&said, &later],
            vec![&said],
        ]
    } else {
        vec![
            vec![&said, &more, &done, &problems, &took],
            vec![&said, &done, &problems, &took],
            vec![&said, &stands, &problems],
            vec![&said, &stands, &took],
            vec![&said, &stands, &cost],
            vec![&said, &stands],
            vec![&said, &more],
            vec![&said],
        ]
    };
    Some((Level::Info, fitting(&forms, width, canvas)))
}

/// Evidence that has come and is not in the brief, beside how that stands.
fn news(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Option<(Level, String)> {
    let study = view.study;
    let news = study.news();
    if news.is_empty() || !study.is_complete() {
        return None;
    }
    let key = canvas.key_here(Action::UpdateBrief);
    let cited = |id: &DocumentId| {
        let number = study.number_of(*id).filter(|number| {
            let mut sections = study.sections.iter();
            sections.any(|section| section.drawn_on.contains(id) && section.cites(*number))
        });
        number.map(|number| (*id, number))
    };
    let known: Vec<(DocumentId, u32)> = news.iter().filter_map(cited).collect();
    let text = match (&*known, news.len() - known.len()) {
        // What came while the writer was at work is in what was written after that.
        ([(id, number)], 0) => {
            let before = study.sections.iter().enumerate();
            let before = before.filter(|(_, section)| !section.drawn_on.contains(id));
            let titles: Vec<String> = before
                .map(|(at, _)| text::one_line(view.section_title(SectionId(at))))
                .collect();
            let (parts, were) = match titles.len() {
                0 => ("some of the brief".to_owned(), "was"),
                1 => (titles.join(""), "was"),
                _ => (titles.join(" and "), "were"),
            };
            format!("{parts} {were} written before [{number}]: {key} shows what it would affect")
        }
        (_, 0) => format!(
            "parts of the brief were written before new sources: {key} shows what they would affect"
        ),
        (_, rest) => format!(
            "{} {} not in the brief: {key} shows what it would affect",
            counted(rest, "new source"),
            if rest == 1 { "is" } else { "are" }
        ),
    };
    let stands = finished(view, &String::new(), width, canvas).map(|(_, stands)| stands);
    let stands = stands.unwrap_or_default();
    let forms = [vec![&text, &stands], vec![&text]];
    Some((Level::Info, fitting(&forms, width, canvas)))
}

/// A section whose writing stopped or failed: how it goes on, where the reason stands in full, and that nothing else waits for it.
fn halted(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Option<(Level, String)> {
    let (section, halt, _) = view.study.halted()?;
    let key = |action| canvas.key_here(action);
    let name = text::one_line(view.section_title(section));
    let does = if continues(view) {
        "continues"
    } else {
        "tries again"
    };
    let retry = key(Action::Retry);
    let goes_on = match view.tries_again {
        Some(at) => {
            let wait = at.saturating_duration_since(view.now).as_secs_f32().ceil();
            format!("{name} failed, to be tried again in {wait:.0} s, {retry} at once")
        }
        None => format!("{name} is not finished: {retry} {does}"),
    };
    let details = format!("{} trace", key(Action::Trace));
    let rest = if view.has_text() {
        "reading, review and export work".to_owned()
    } else {
        String::new()
    };
    let took = took(view, canvas);
    let forms = [
        vec![&goes_on, &details, &rest, &took],
        vec![&goes_on, &details, &rest],
        vec![&goes_on, &details],
        vec![&goes_on],
    ];
    let level = match halt {
        Halt::Failed | Halt::Unusable => Level::Warning,
        Halt::Stopped | Halt::Interrupted => Level::Info,
    };
    Some((level, fitting(&forms, width, canvas)))
}

/// A text that the analyst began to write and is not done with; empty where there is none.
fn unfinished(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let key = |action| canvas.key_here(action);
    let Some(kept) = view.edits.first() else {
        return String::new();
    };
    let name = text::one_line(view.section_title(kept.section));
    let edit = key(Action::Edit);
    match kept.hunk {
        None => format!("your edit of {name} is not finished: {edit} there goes on with it"),
        Some(_) => format!(
            "your words for a change of {name} are not finished: {} and then {edit} goes on with them",
            key(Action::Review)
        ),
    }
}

/// While something runs: its steps, the changes that wait, and how the claims have fared, as much as there is room for; the steps before all else.
fn under_way(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Option<(Level, String)> {
    let steps = run_line(view, canvas);
    let changes = match view.study.open_hunks() {
        0 => String::new(),
        open => {
            let key = canvas.key_here(Action::Review);
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
pub fn fitting(forms: &[Vec<&String>], width: u16, canvas: &Canvas<'_>) -> String {
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

/// Whether a question was asked that there is nothing to answer from.
fn waits_for_evidence(view: &View<'_>) -> bool {
    let study = view.study;
    !study.question.is_empty() && evidence::rows(study) == 0 && !view.has_brief() && !view.is_busy()
}

/// Whether something follows the writing that nobody is at: it was stopped, or the program ended.
pub fn is_cut(view: &View<'_>) -> bool {
    view.read_only.is_none()
        && !view.is_busy()
        && !view.goes_on
        && view.study.cycle.is_none()
        && matches!(next(view.study), Next::Do(step) if step.asks() || matches!(step, Step::Begin(_) | Step::SearchEvidence))
}

/// Whether parts of the brief are left unwritten and nothing goes on by itself: an early decision wants evidence that no search found [W4].
pub fn is_left_off(view: &View<'_>) -> bool {
    let is_at_rest = !view.is_busy() && !view.goes_on && view.read_only.is_none();
    is_at_rest && view.study.lacks_sections() && !is_cut(view)
}

/// Which parts are not written, how they are, and what was looked for in vain.
fn left_off(view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> String {
    let key = |action| canvas.key_here(action);
    let missing = view.study.missing_sections();
    let names: Vec<String> = missing
        .iter()
        .map(|id| text::one_line(view.section_title(*id)))
        .collect();
    let (are, them) = if names.len() == 1 {
        ("is", "it")
    } else {
        ("are", "them")
    };
    let retry = key(Action::Retry);
    let names = names.join(", ");
    let said = format!("{names} {are} not written: {retry} writes {them} from what there is");
    let more = if view.study.has_news() {
        let update = key(Action::UpdateBrief);
        format!("{update} shows what the new evidence would affect")
    } else {
        format!("{} adds evidence first", key(Action::AddEvidence))
    };
    let decided = view.study.run.as_ref().and_then(Run::decided);
    let wanted = decided.filter(|decided| decided.course == Course::Continue);
    let wanted = wanted.and_then(|decided| decided.reasons.first());
    let wanted = wanted.map_or_else(String::new, |why| {
        format!("wanted: {}", text::one_line(why))
    });
    let forms = [vec![&said, &more, &wanted], vec![&said, &more], vec![&said]];
    fitting(&forms, width, canvas)
}

/// That the brief is done, with how its claims fare, as much of it as there is room for.
fn finished(
    view: &View<'_>,
    answer: &String,
    width: u16,
    canvas: &Canvas<'_>,
) -> Option<(Level, String)> {
    if view.is_running() || view.goes_on || !view.study.is_complete() {
        return None;
    }
    if let Some(line) = being_checked(view, canvas) {
        return Some((Level::Info, line));
    }
    let (done, took) = (done(view, canvas), took(view, canvas));
    let export = format!("{} export", canvas.key_here(Action::Export));
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
    let whole = [
        vec![&done, &took, &verdicts, &sources, &export],
        vec![&done, &took, &verdicts, &export],
        vec![&done, &took, &share, &problems, &sources, &export],
        vec![&done, &took, &share, &problems, &export],
        vec![&done, &took, &share, &problems],
        vec![&done, &share, &problems],
    ];
    // Where the answer is not on the page, how to come to it is what one looks for first: what the run took and its sources stand elsewhere too.
    let led = [
        vec![&done, answer, &took, &verdicts, &sources, &export],
        vec![&done, answer, &verdicts, &sources, &export],
        vec![&done, answer, &verdicts, &export],
        vec![&done, answer, &share, &problems, &export],
        vec![&done, answer, &share, &problems],
        vec![&done, &share, &problems],
    ];
    let forms = if answer.is_empty() { whole } else { led };
    let line = fitting(&forms, width, canvas);
    let level = match view.study.cut_short() {
        Some(_) => Level::Warning,
        None => Level::Info,
    };
    Some((level, line))
}
