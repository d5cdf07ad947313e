//! The settings in force, and where each came from. Those that can be another for now are changed from here, until the program ends; the file is the analyst's own.

use std::cell::RefCell;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, frame, mark_more, movement, rows_for};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::take_bottom;
use crate::tui::panes::canvas::Canvas;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Target, Ui};
use crate::tui::view::View;

/// Columns of a setting's name.
const NAME: usize = 24;
/// From this many columns on, where a setting came from has room beside it.
const WHENCE_FROM: u16 = 64;
/// Settings that have a row of their own above those of the file.
const ABOVE: [&str; 5] = ["writer", "theme", "glyphs", "mouse", "run.auto_apply"];

/// Where a setting came from that is another than at the start.
const SET_HERE: &str = "set here";
/// A setting that is left to the terminal.
const AUTO: &str = "auto";

/// A setting of the configuration, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configured {
    /// As in the file, with the tables that it stands in: `run.judge`.
    pub name: String,
    pub value: String,
    pub from: String,
}

/// A row of the sheet.
struct Row {
    name: String,
    value: String,
    from: String,
    /// What Enter does, where it is something.
    changes: Option<(Action, &'static str)>,
}

/// How the screen looks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    pub theme: String,
    pub is_ascii: bool,
}

impl Look {
    const fn glyphs(&self) -> &'static str {
        if self.is_ascii { "ascii" } else { "unicode" }
    }
}

#[derive(Debug, Default)]
pub struct Settings {
    selected: usize,
    /// The rows of the last frame.
    shown: RefCell<Vec<String>>,
    look: Look,
}

/// Where a setting came from whose value is this one now. What was left to the terminal is as it was set while it is still what that came to at the start.
fn whence(configured: Option<&Configured>, value: &str, at_start: &str) -> String {
    let Some(known) = configured else {
        return SET_HERE.to_owned();
    };
    // What it comes to may stand behind it.
    let (set, _) = known.value.split_once(" (").unwrap_or((&known.value, ""));
    let set = set.trim_matches('"');
    if set == value || set == AUTO && value == at_start {
        known.from.clone()
    } else {
        SET_HERE.to_owned()
    }
}

impl Settings {
    #[must_use]
    pub fn new(look: Look) -> Self {
        Self {
            look,
            ..Self::default()
        }
    }

    /// The look has changed below the sheet.
    pub fn wear(&mut self, look: Look) {
        self.look = look;
    }

    fn rows(&self, view: &View<'_>, ui: &Ui) -> Vec<Row> {
        let configured = |name: &str| ui.configured.iter().find(|known| known.name == name);
        let from = |name: &str, value: &str| whence(configured(name), value, "");
        let on = |is_on: bool| if is_on { "on" } else { "off" }.to_owned();
        let mut rows = Vec::new();
        let mut row = |name: &str, value: String, from: String, changes| {
            rows.push(Row {
                name: name.to_owned(),
                value,
                from,
                changes,
            });
        };
        let writer = view.writer.to_owned();
        let whose = from("writer", &writer);
        let whose = match whose.as_str() {
            SET_HERE => "of this study".to_owned(),
            _ => whose,
        };
        row(
            "writer",
            writer,
            whose,
            Some((Action::ChooseWriter, "choose another")),
        );
        let budget = match view.study.ceilings.in_words() {
            none if none.is_empty() => "none".to_owned(),
            words => words,
        };
        let change = Some((Action::Budget, "set another"));
        row("budget", budget, "of this study".to_owned(), change);
        let auto = view.auto_apply;
        let whose = from("run.auto_apply", if auto { "true" } else { "false" });
        let change = Some((Action::ToggleAutoApply, "switch"));
        row("auto-apply", on(auto), whose, change);
        let (now, first) = (&self.look, &ui.first_look);
        let whose = whence(configured("theme"), &now.theme, &first.theme);
        let change = Some((Action::ChooseTheme, "choose another"));
        row("theme", now.theme.clone(), whose, change);
        let whose = whence(configured("glyphs"), now.glyphs(), first.glyphs());
        let change = Some((Action::ToggleGlyphs, "switch"));
        row("glyphs", now.glyphs().to_owned(), whose, change);
        let whose = from("mouse", if ui.mouse { "true" } else { "false" });
        let change = Some((Action::ToggleMouse, "switch"));
        row("mouse", on(ui.mouse), whose, change);
        let judge = if view.has_judge {
            "a model"
        } else {
            "measured, without a model"
        };
        row("scores", judge.to_owned(), String::new(), None);
        let others = ui.configured.iter();
        let others = others.filter(|known| !ABOVE.contains(&known.name.as_str()));
        rows.extend(others.map(|known| Row {
            name: known.name.clone(),
            value: known.value.clone(),
            from: known.from.clone(),
            changes: None,
        }));
        rows
    }

    /// What Enter on the selected row does.
    fn change(&self) -> Option<Action> {
        const CHANGES: [Action; 6] = [
            Action::ChooseWriter,
            Action::Budget,
            Action::ToggleAutoApply,
            Action::ChooseTheme,
            Action::ToggleGlyphs,
            Action::ToggleMouse,
        ];
        CHANGES.get(self.selected).copied()
    }

    fn step(&mut self, rows: isize) {
        let last = self.shown.borrow().len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(rows).min(last);
    }
}

impl Layer for Settings {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let page = isize::try_from(around.page.1.max(2)).unwrap_or(2);
        match around.keys.action(Scope::Window, &key) {
            Some(Action::Quit | Action::Settings) => return Reaction::Close,
            Some(action @ (Action::Help | Action::Palette)) => return Reaction::Below(action),
            Some(Action::OpenPassage | Action::Mark) => {
                return self.change().map_or(Reaction::Stay, Reaction::Below);
            }
            Some(Action::LineDown) => self.step(1),
            Some(Action::LineUp) => self.step(-1),
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

    fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let rows = self.rows(view, ui);
        let told = |row: &Row| format!("{} {} {}", row.name, row.value, row.from);
        self.shown.replace(rows.iter().map(told).collect());
        let chosen = rows.get(self.selected);
        let mut hints = Vec::new();
        if let Some((_, does)) = chosen.and_then(|row| row.changes) {
            hints.push((Action::OpenPassage, does));
        }
        hints.extend(movement(self.selected, 1, rows.len()));
        let status = format!("{} of {}", self.selected + 1, rows.len());
        let size = (100, rows_for(rows.len() + 2, screen));
        let mut area = frame("Settings", &status, &hints, size, screen, canvas);
        if area.height > 4 {
            let below = take_bottom(&mut area, 1);
            let said = match chosen.and_then(|row| row.changes) {
                Some((Action::ChooseWriter | Action::Budget, _)) => {
                    "changed here, it is kept with the study".to_owned()
                }
                Some(_) => format!(
                    "changed here, it holds until Tercet ends; for good in {}",
                    ui.config
                ),
                None => format!("to be set in {}", ui.config),
            };
            let said = text::keep_end(&said, usize::from(below.width), canvas.glyphs().ellipsis);
            canvas.put(below, &said, canvas.style(Role::Dim));
        }
        let height = usize::from(area.height);
        let first = (self.selected + 1).saturating_sub(height);
        for (line, (at, row)) in area.rows().zip(rows.iter().enumerate().skip(first)) {
            canvas.target(line, Target::Row(at));
            let is_selected = at == self.selected;
            let (mark, role) = if is_selected {
                (canvas.glyphs().selected, Role::Selection)
            } else if row.changes.is_some() {
                (" ", Role::Text)
            } else {
                (" ", Role::Dim)
            };
            let mut rest = line;
            if line.width >= WHENCE_FROM {
                rest = canvas.put_right(line, &row.from, canvas.style(Role::Dim));
                rest.width = rest.width.saturating_sub(1);
            }
            let name = text::truncate(&row.name, NAME, canvas.glyphs().ellipsis);
            let blank = " ".repeat(NAME.saturating_sub(text::width(&name)));
            let said = format!("{mark} {name}{blank} {}", text::one_line(&row.value));
            let said = text::truncate(&said, usize::from(rest.width), canvas.glyphs().ellipsis);
            canvas.put(rest, &said, canvas.style(role));
        }
        mark_more(area, first, rows.len(), canvas);
        area
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Settings)
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

    fn said(&self, _: Surroundings<'_>) -> Vec<String> {
        self.shown.borrow().clone()
    }

    fn place(&self, _: Surroundings<'_>) -> usize {
        self.selected
    }

    fn go(&mut self, to: usize, _: Surroundings<'_>) {
        self.selected = to;
    }
}
