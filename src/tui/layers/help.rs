//! The help: every key by where it holds, narrowed by a filter.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{
    Layer, Reaction, Surroundings, draw_keys, mark_more, movement, put_place, scrolled, window,
};
use crate::tui::action::Action;
use crate::tui::keymap::{Keymap, Scope};
use crate::tui::layout::{take_left, take_top};
use crate::tui::panes::canvas::{Canvas, Offered};
use crate::tui::panes::field::Field;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// Columns between the keys and what they do.
const GAP: usize = 2;

/// The list of keys.
#[derive(Debug)]
pub struct Help {
    /// Where the analyst is: its keys come first.
    here: Scope,
    /// What the window does that the help was asked for in, before all else: what else has keys where it looks them up may have no meaning in it.
    offered: Vec<Row>,
    filter: Field,
    filtering: bool,
    top: usize,
}

/// A line of the help.
#[derive(Debug, Clone)]
enum Row {
    Heading(&'static str),
    Key {
        keys: String,
        what: String,
        /// Words that people look for it by.
        known: String,
    },
    Blank,
}

impl Help {
    #[must_use]
    pub fn new(here: Scope) -> Self {
        Self {
            here,
            offered: Vec::new(),
            filter: Field::default(),
            filtering: false,
            top: 0,
        }
    }

    /// The same, in a window: what it offers, and the keys that it has besides.
    #[must_use]
    pub fn in_window(
        here: Scope,
        offered: &[Offered],
        other: &[(&str, &str)],
        keys: &Keymap,
    ) -> Self {
        let offered = offered.iter().map(|(scope, action, does)| Row::Key {
            keys: keys.keys(*scope, *action).join(" "),
            what: does.clone(),
            known: known(*action),
        });
        let other = other.iter().map(|(key, does)| Row::Key {
            keys: (*key).to_owned(),
            what: (*does).to_owned(),
            known: String::new(),
        });
        Self {
            offered: offered.chain(other).collect(),
            ..Self::new(here)
        }
    }

    #[must_use]
    pub fn is_filtering(&self) -> bool {
        self.filtering
    }

    /// What the filter leaves: where it begins words, not also what has it within others, as `previous` has `revi`.
    fn rows(&self, keys: &Keymap) -> Vec<Row> {
        let filter = text::one_line(&self.filter.text()).to_lowercase();
        let rows = self.rows_where(keys, |known| begins_a_word(&filter, known));
        if rows.is_empty() {
            return self.rows_where(keys, |known| known.contains(&filter));
        }
        rows
    }

    fn rows_where(&self, keys: &Keymap, is_meant: impl Fn(&str) -> bool) -> Vec<Row> {
        let says = |words: &[&String]| {
            let mut words = words.iter();
            words.any(|words| is_meant(&words.to_lowercase()))
        };
        let is_wanted = |row: &&Row| match row {
            Row::Key { keys, what, known } => !keys.is_empty() && says(&[keys, what, known]),
            Row::Heading(_) | Row::Blank => false,
        };
        let offered: Vec<Row> = self.offered.iter().filter(is_wanted).cloned().collect();
        // What a window looks up while typing is for the question, unless the window offers it.
        let is_first = |scope: Scope| {
            scope == self.here && (self.offered.is_empty() || scope != Scope::Typing)
        };
        let mut scopes = Scope::ALL;
        scopes.sort_by_key(|scope| !is_first(*scope));
        let of_scopes = scopes.into_iter().map(|scope| {
            let listed = listed(keys, scope).into_iter();
            let listed = listed.filter_map(|action| {
                let own = own_keys(keys, scope, action);
                let what = action.title().to_owned();
                let known = known(action);
                let is_wanted = !own.is_empty() && says(&[&own, &what, &known]);
                is_wanted.then_some(Row::Key {
                    keys: own,
                    what,
                    known,
                })
            });
            (place(scope), listed.collect::<Vec<Row>>())
        });
        let mut rows = Vec::new();
        for (heading, mut known) in std::iter::once(("In this window", offered)).chain(of_scopes) {
            if known.is_empty() {
                continue;
            }
            if !rows.is_empty() {
                rows.push(Row::Blank);
            }
            rows.push(Row::Heading(heading));
            rows.append(&mut known);
        }
        rows
    }
}

impl Layer for Help {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        if self.filtering {
            if key.code == KeyCode::Enter {
                self.filtering = false;
            } else if self.filter.key(key) {
                self.top = 0;
            }
            return Reaction::Stay;
        }
        match around.keys.action(Scope::Window, &key) {
            Some(Action::Search) => self.filtering = true,
            Some(Action::Help | Action::Quit) => return Reaction::Close,
            Some(action) => {
                let rows = lines(&self.rows(around.keys), around.page.0).len();
                if let Some(top) = scrolled(action, self.top, around.page.1, rows) {
                    self.top = top;
                }
            }
            None => {}
        }
        Reaction::Stay
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let size = (84, screen.height.saturating_sub(4));
        let (mut area, keys) = window(("Help", ""), size, screen, canvas);
        let heading = Rect {
            y: area.y.saturating_sub(1),
            height: 1,
            ..area
        };
        if self.filtering || !self.filter.is_empty() {
            let mut line = take_top(&mut area, 1);
            let slash = take_left(&mut line, 2);
            canvas.put(slash, "/", canvas.style(Role::Accent));
            let cursor = self.filter.draw(canvas.style(Role::Text), line, canvas.buf);
            canvas.cursor = cursor.filter(|_| self.filtering);
        }
        let rows = self.rows(canvas.keys);
        let column = keys_column(&rows, area.width);
        let rows = lines(&rows, usize::from(area.width));
        let top = self
            .top
            .min(rows.len().saturating_sub(usize::from(area.height)));
        let mut hints = vec![(Action::Search, "find a key")];
        hints.splice(0..0, movement(top, usize::from(area.height), rows.len()));
        draw_keys(Scope::Window, (&hints, "close"), keys, canvas);
        put_place(heading, (top, usize::from(area.height)), rows.len(), canvas);
        mark_more(area, top, rows.len(), canvas);
        if rows.is_empty() {
            let line = "no key for this; the palette finds commands without a key too";
            canvas.put(area, line, canvas.style(Role::Dim));
        }
        for (mut line, row) in area.rows().zip(rows.iter().skip(top)) {
            match row {
                Row::Blank => {}
                Row::Heading(title) => {
                    canvas.put(line, title, canvas.style(Role::Heading));
                }
                Row::Key { keys, what, .. } => {
                    let mut place = take_left(&mut line, column);
                    place.width = place.width.saturating_sub(GAP as u16);
                    canvas.put(place, keys, canvas.style(Role::Key));
                    canvas.put(line, what, canvas.style(Role::Text));
                }
            }
        }
        area
    }

    fn scope(&self) -> Scope {
        if self.is_filtering() {
            Scope::Typing
        } else {
            Scope::Window
        }
    }

    fn step_back(&mut self) -> bool {
        let was_narrowed = self.filtering || !self.filter.is_empty();
        self.filtering = false;
        self.filter = Field::default();
        self.top = 0;
        was_narrowed
    }

    fn scroll(&mut self, by: isize, around: Surroundings<'_>) {
        let rows = lines(&self.rows(around.keys), around.page.0).len();
        let last = rows.saturating_sub(around.page.1);
        self.top = self.top.saturating_add_signed(by).min(last);
    }

    fn paste(&mut self, pasted: &str) -> bool {
        if !self.filtering {
            return true;
        }
        self.top = 0;
        self.filter.paste(pasted)
    }
}

/// The rows with what is too long for one broken over several.
fn lines(rows: &[Row], width: usize) -> Vec<Row> {
    let column = usize::from(keys_column(rows, u16::try_from(width).unwrap_or(u16::MAX)));
    let broken = |text: &str, width: usize| -> Vec<String> {
        let rows = text::wrap(text, width.max(1)).into_iter();
        rows.map(|row| text.get(row).unwrap_or_default().to_owned())
            .collect()
    };
    let mut lines = Vec::new();
    for row in rows {
        match row {
            Row::Blank => lines.push(Row::Blank),
            Row::Heading(title) => lines.push(Row::Heading(title)),
            Row::Key { keys, what, .. } => {
                let keys = whole_keys(keys, column.saturating_sub(GAP));
                let what = broken(what, width.saturating_sub(column));
                for at in 0..keys.len().max(what.len()) {
                    let part = |of: &[String]| of.get(at).cloned().unwrap_or_default();
                    lines.push(Row::Key {
                        keys: part(&keys),
                        what: part(&what),
                        known: String::new(),
                    });
                }
            }
        }
    }
    lines
}

/// Keys in rows of so many columns, none of them parted: half of `alt-enter` would be another key.
fn whole_keys(keys: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for key in keys.split(' ') {
        match rows.last_mut() {
            Some(row) if text::width(row) + 1 + text::width(key) <= width => {
                row.push(' ');
                row.push_str(key);
            }
            _ => rows.push(key.to_owned()),
        }
    }
    rows
}

/// What an action is looked for by beside its title, as in the palette.
fn known(action: Action) -> String {
    format!("{} {}", action.name(), action.other_words())
}

fn begins_a_word(typed: &str, text: &str) -> bool {
    let mut places = text.match_indices(typed);
    places.any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        !before.ends_with(char::is_alphanumeric)
    })
}

/// Columns for the keys and the gap after them. Nine in ten fit; the longest are broken over two rows, so that what they do has room on every row.
fn keys_column(rows: &[Row], width: u16) -> u16 {
    let keys = rows.iter().filter_map(|row| match row {
        Row::Key { keys, .. } => Some(text::width(keys) + GAP),
        Row::Heading(_) | Row::Blank => None,
    });
    let mut keys: Vec<usize> = keys.collect();
    keys.sort_unstable();
    let most = keys.get(keys.len() * 9 / 10).copied().unwrap_or(0);
    // A key is never parted.
    let longest = rows.iter().flat_map(|row| match row {
        Row::Key { keys, .. } => keys.split(' ').map(text::width).collect(),
        Row::Heading(_) | Row::Blank => Vec::new(),
    });
    let most = most.max(longest.max().unwrap_or(0) + GAP);
    u16::try_from(most).unwrap_or(width).min(width * 2 / 5)
}

/// The actions as a scope lists them: first what it alone has keys for, then what works as it does while reading, such as moving.
fn listed(keys: &Keymap, scope: Scope) -> Vec<Action> {
    let is_read = |action: &Action| !own_keys(keys, Scope::Reading, *action).is_empty();
    let mut actions = Action::ALL.to_vec();
    if scope != Scope::Reading {
        actions.sort_by_key(is_read);
    }
    actions
}

/// Keys that a scope binds itself, and not only takes over from everywhere.
fn own_keys(keys: &Keymap, scope: Scope, action: Action) -> String {
    let all = keys.keys(scope, action);
    if scope == Scope::Everywhere {
        return all.join(" ");
    }
    let general = keys.keys(Scope::Everywhere, action);
    all.into_iter()
        .filter(|key| !general.contains(key))
        .collect::<Vec<_>>()
        .join(" ")
}

fn place(scope: Scope) -> &'static str {
    match scope {
        Scope::Everywhere => "Everywhere",
        Scope::Typing => "While typing",
        Scope::Editing => "While editing a text",
        Scope::Reading => "While reading",
        Scope::Review => "In the review",
        Scope::History => "In the history",
        Scope::Window => "In a passage or list",
    }
}
