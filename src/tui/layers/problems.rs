//! All that is to be looked into in the whole brief, in one list: claims that their sources do not support, and what critics say. Below the list, or beside it
//! on a wide screen, stands why the selected one is there.
//!
//! One of them, or several that are marked, are asked to be fixed from here. What is listed is what the last frame knew.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::why::Why;
use super::{AnyLayer, Layer, Reaction, Surroundings, frame, mark_more, movement, rows_for};
use crate::study::{SectionId, counted};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_bottom, take_left, take_right, take_top};
use crate::tui::panes::canvas::{Canvas, flow, hanging};
use crate::tui::panes::problem::Problem;
use crate::tui::panes::sheet::gravity;
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::{Target, Ui};
use crate::tui::view::View;

/// From this many columns of a window on, why the selected one is there stands beside the list.
const BESIDE_FROM: u16 = 112;
/// From this many columns of the list on, sections are told by their names.
const NAMED_FROM: u16 = 76;
/// Columns of a section's name.
const NAME: usize = 14;
/// Rows that tell why, where they stand below the list.
const BELOW: u16 = 9;

#[derive(Debug)]
pub struct Problems {
    all: Vec<Problem>,
    selected: usize,
    /// Those that are to be fixed together.
    marked: Vec<(SectionId, String)>,
    /// Whether the gravest stand first, and not as in the brief.
    by_gravity: bool,
    /// Whether anything was checked yet.
    is_checked: bool,
}

impl Problems {
    /// The list, with the first one selected that stands at a place of the brief or after it.
    #[must_use]
    pub fn new(all: Vec<Problem>, here: (usize, usize), is_checked: bool) -> Self {
        let is_from_here = |problem: &Problem| (problem.section.0, problem.start()) >= here;
        let selected = all.iter().position(is_from_here).unwrap_or(0);
        Self {
            all,
            selected,
            marked: Vec::new(),
            by_gravity: false,
            is_checked,
        }
    }

    /// The list as it is now: the selection and the marks stay on what they were on.
    pub fn renew(&mut self, all: Vec<Problem>) {
        if self.all == all {
            return;
        }
        let before = self.chosen().map(Problem::identity);
        self.all = all;
        self.sort();
        let place = |known: &Problem| Some(known.identity()) == before;
        if let Some(at) = self.all.iter().position(place) {
            self.selected = at;
        }
        self.selected = self.selected.min(self.all.len().saturating_sub(1));
        let is_there =
            |marked: &(SectionId, String)| self.all.iter().any(|one| one.identity() == *marked);
        let marked: Vec<_> = self.marked.iter().filter(|one| is_there(one)).collect();
        self.marked = marked.into_iter().cloned().collect();
    }

    /// Selects the next claim that is listed, or the one before, round and round: why it is there.
    pub fn next_why(&mut self, direction: isize) -> Option<Why> {
        let all = self.all.len();
        let step = if direction > 0 {
            1
        } else {
            all.saturating_sub(1)
        };
        for _ in 0..all {
            self.selected = (self.selected + step) % all;
            if let Some(Problem {
                section,
                claim: Some(claim),
                ..
            }) = self.chosen()
            {
                return Some(Why::new(*section, claim.clone()));
            }
        }
        None
    }

    fn chosen(&self) -> Option<&Problem> {
        self.all.get(self.selected)
    }

    fn sort(&mut self) {
        let grave = |problem: &Problem| std::cmp::Reverse(problem.verdict().map_or(0, gravity));
        let by_gravity = self.by_gravity;
        self.all.sort_by_key(|problem| {
            let place = (problem.section, problem.start());
            (by_gravity.then(|| grave(problem)), place)
        });
    }

    fn is_marked(&self, problem: &Problem) -> bool {
        self.marked.contains(&problem.identity())
    }

    fn toggle(&mut self) {
        let Some(chosen) = self.chosen().map(Problem::identity) else {
            return;
        };
        match self.marked.iter().position(|known| *known == chosen) {
            Some(at) => drop(self.marked.remove(at)),
            None => self.marked.push(chosen),
        }
        self.step(1);
    }

    /// Marks all of them, or none where all are.
    fn toggle_all(&mut self) {
        self.marked = if self.marked.len() == self.all.len() {
            Vec::new()
        } else {
            self.all.iter().map(Problem::identity).collect()
        };
    }

    /// What is to be fixed: those that are marked, or else the selected one.
    fn meant(&self) -> Vec<Problem> {
        if self.marked.is_empty() {
            return self.chosen().cloned().into_iter().collect();
        }
        let marked = self.all.iter().filter(|problem| self.is_marked(problem));
        marked.cloned().collect()
    }

    fn step(&mut self, rows: isize) {
        let last = self.all.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(rows).min(last);
    }

    fn status(&self, separator: &str) -> String {
        let place = match self.all.len() {
            0 => return String::new(),
            all => format!("{} of {all}", self.selected + 1),
        };
        let order = if self.by_gravity {
            ", gravest first"
        } else {
            ""
        };
        match self.marked.len() {
            0 => format!("{place}{order}"),
            marked => format!("{place}{order} {separator} {marked} marked"),
        }
    }

    fn hints(&self) -> Vec<(Action, &'static str)> {
        if self.all.is_empty() {
            return vec![];
        }
        let fix = if self.marked.is_empty() {
            "fix it"
        } else {
            "fix the marked"
        };
        let order = if self.by_gravity {
            "as in the brief"
        } else {
            "gravest first"
        };
        let mark = match self.chosen() {
            Some(chosen) if self.is_marked(chosen) => "unmark",
            _ => "mark",
        };
        let all = if self.marked.len() == self.all.len() {
            "unmark all"
        } else {
            "mark all"
        };
        let mut hints = vec![
            (Action::OpenPassage, "go there"),
            (Action::Fix, fix),
            (Action::Mark, mark),
            (Action::UseNext, order),
            (Action::MarkAll, all),
        ];
        hints.extend(movement(self.selected, 1, self.all.len()));
        hints
    }

    /// One row: what is wrong, where, and the words that it is wrong with.
    fn draw_row(
        &self,
        at: usize,
        problem: &Problem,
        line: Rect,
        view: &View<'_>,
        canvas: &mut Canvas<'_>,
    ) {
        let glyphs = canvas.glyphs();
        let is_selected = at == self.selected;
        let role = if is_selected {
            Role::Selection
        } else {
            Role::Text
        };
        let sel = if is_selected { glyphs.selected } else { " " };
        let mark = if self.is_marked(problem) {
            glyphs.bullet
        } else {
            " "
        };
        let (sign, word, signed) = match problem.verdict() {
            Some(found) => (
                verdict::mark(glyphs, found),
                found.name(),
                verdict::role(found),
            ),
            None => (glyphs.warning, "critic", Role::Warning),
        };
        let where_it_is = if line.width >= NAMED_FROM {
            let name = text::one_line(view.section_title(problem.section));
            let name = text::truncate(&name, NAME, glyphs.ellipsis);
            let blank = " ".repeat(NAME.saturating_sub(text::width(&name)));
            format!("{name}{blank} ")
        } else {
            format!("{} ", problem.section.0 + 1)
        };
        let lead = [
            (format!("{sel}{mark}"), canvas.style(role)),
            (format!("{sign} {word:<12} "), canvas.style(signed)),
            (where_it_is, canvas.style(Role::Dim)),
        ];
        let rest = canvas.put_pieces(line, &lead);
        let said = text::plain_line(&problem.said());
        let said = text::truncate(&said, usize::from(rest.width), glyphs.ellipsis);
        canvas.put(rest, &said, canvas.style(role));
    }

    /// Why the selected one is in the list.
    fn reasons(&self, view: &View<'_>, theme: &Theme, width: u16) -> Vec<Line<'static>> {
        let Some(problem) = self.chosen() else {
            return vec![];
        };
        if let Some(claim) = &problem.claim {
            return Why::new(problem.section, claim.clone()).rows(view, theme, usize::from(width));
        }
        let name = text::one_line(view.section_title(problem.section));
        let about = format!("The critic, of all of {name}:");
        let mut rows = flow(&[(about, theme.style(Role::Dim))], width);
        let said = [(text::one_line(&problem.said()), theme.style(Role::Text))];
        rows.extend(hanging(
            ("  ".to_owned(), theme.style(Role::Dim)),
            &said,
            width,
        ));
        rows
    }
}

impl Layer for Problems {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let page = isize::try_from(around.page.1.max(2)).unwrap_or(2);
        let own = around.keys.action(Scope::Window, &key);
        // Keys of a sentence work on the one that is selected.
        match own.or_else(|| around.keys.action(Scope::Reading, &key)) {
            Some(Action::Quit | Action::Problems) => return Reaction::Close,
            Some(action @ (Action::Help | Action::Palette)) => return Reaction::Below(action),
            Some(Action::OpenPassage) => {
                if let Some(problem) = self.chosen() {
                    return Reaction::GoTo {
                        section: problem.section,
                        source: problem.span.clone().unwrap_or(0..0),
                    };
                }
            }
            Some(Action::Fix) if !self.all.is_empty() => return Reaction::Fix(self.meant()),
            Some(Action::Why) => {
                if let Some(Problem {
                    section,
                    claim: Some(claim),
                    ..
                }) = self.chosen()
                {
                    let why = Why::new(*section, claim.clone());
                    return Reaction::Push(Box::new(AnyLayer::Why(why)));
                }
            }
            Some(Action::Mark) => self.toggle(),
            Some(Action::MarkAll) => self.toggle_all(),
            Some(Action::UseNext | Action::UsePrevious) => {
                let chosen = self.chosen().map(Problem::identity);
                self.by_gravity = !self.by_gravity;
                self.sort();
                let place = |known: &Problem| Some(known.identity()) == chosen;
                self.selected = self.all.iter().position(place).unwrap_or(0);
            }
            Some(Action::LineDown | Action::NextProblem) => self.step(1),
            Some(Action::LineUp | Action::PreviousProblem) => self.step(-1),
            Some(Action::HalfPageDown) => self.step(page / 2),
            Some(Action::HalfPageUp) => self.step(-page / 2),
            Some(Action::PageDown) => self.step(page),
            Some(Action::PageUp) => self.step(-page),
            Some(Action::Top) => self.selected = 0,
            Some(Action::Bottom) => self.step(isize::MAX),
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let separator = canvas.glyphs().separator;
        let status = self.status(separator);
        let width = screen.width.saturating_sub(8).min(160);
        let is_wide = width >= BESIDE_FROM;
        let needed = self.all.len() + if is_wide { 0 } else { usize::from(BELOW) + 1 };
        let rows = if self.all.is_empty() {
            3
        } else {
            needed.max(18)
        };
        let size = (width, rows_for(rows, screen));
        let title = "What to look into";
        let mut area = frame(title, &status, &self.hints(), size, screen, canvas);
        if self.all.is_empty() {
            let said = if self.is_checked {
                "Nothing is to be looked into: no claim of the brief fails its check, and no critic objects."
            } else {
                "Nothing was checked yet: claims are listed here as soon as the brief says something that its sources do not support."
            };
            let rows = flow(&[(said.to_owned(), canvas.style(Role::Dim))], area.width);
            canvas.put_lines(area, &rows);
            return area;
        }
        let reasons = if area.width >= BESIDE_FROM.saturating_sub(6) {
            let part = area.width * 2 / 5;
            let mut beside = take_right(&mut area, part);
            let bar = take_left(&mut beside, 1);
            canvas.fill(bar, canvas.glyphs().vertical, Role::Rule);
            take_left(&mut beside, 1);
            area.width = area.width.saturating_sub(1);
            beside
        } else {
            // A short list leaves them the room that it does not need.
            let listed = u16::try_from(self.all.len()).unwrap_or(u16::MAX);
            let left = area.height.saturating_sub(listed);
            let most = (area.height / 2).min(BELOW).max(left);
            let mut below = take_bottom(&mut area, most);
            let rule = take_top(&mut below, 1);
            canvas.rule(rule);
            below
        };
        let told = self.reasons(view, canvas.theme, reasons.width);
        canvas.put_lines(reasons, &told);
        mark_more(reasons, 0, told.len(), canvas);
        let height = usize::from(area.height);
        let first = (self.selected + 1).saturating_sub(height);
        let first = first.max(
            self.selected
                .saturating_sub(height / 2)
                .min(self.all.len().saturating_sub(height)),
        );
        for (line, (at, problem)) in area.rows().zip(self.all.iter().enumerate().skip(first)) {
            canvas.target(line, Target::Row(at));
            self.draw_row(at, problem, line, view, canvas);
        }
        mark_more(area, first, self.all.len(), canvas);
        area
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Problems)
    }

    fn scroll(&mut self, rows: isize, _: Surroundings<'_>) {
        self.step(rows);
    }

    fn point(&mut self, row: usize, _: Surroundings<'_>) -> bool {
        std::mem::replace(&mut self.selected, row) == row
    }

    fn is_read(&self) -> bool {
        true
    }

    fn said(&self, around: Surroundings<'_>) -> Vec<String> {
        let said = |problem: &Problem| {
            let name = around.view.section_title(problem.section);
            let word = problem.verdict().map_or("critic", |found| found.name());
            format!("{word} {name} {} {}", problem.said(), problem.reason())
        };
        self.all.iter().map(said).collect()
    }

    fn place(&self, _: Surroundings<'_>) -> usize {
        self.selected
    }

    fn go(&mut self, to: usize, _: Surroundings<'_>) {
        self.selected = to;
    }
}

/// How many sentences are meant, in words.
#[must_use]
pub fn sentences(count: usize) -> String {
    counted(count, "sentence")
}
