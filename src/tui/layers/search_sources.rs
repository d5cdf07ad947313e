//! The sources, searched by words and by meaning: passages that bear on what is typed, best first, with its words marked. Enter opens one, and what
//! closes that leads back to the list.

use std::ops::Range;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::list::{List, Outcome, is_for_a_list};
use super::{Layer, Reaction, Surroundings, clickable, draw_keys, mark_more, window};
use crate::study::{citation, counted};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Canvas, at_most, hanging};
use crate::tui::panes::field::Field;
use crate::tui::panes::footer::Hint;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::{FoundPassage, View};

/// Rows of a passage that are shown in the list.
const SNIPPET: usize = 3;

#[derive(Debug, Default)]
pub struct SearchSources {
    words: Field,
    list: List,
    /// `None` until what is typed was looked for.
    found: Option<Vec<FoundPassage>>,
}

impl SearchSources {
    /// What a search of the sources found.
    pub fn found(&mut self, words: &str, found: Vec<FoundPassage>) {
        if self.words.text() == words {
            self.found = Some(found);
            self.list.select(0);
        }
    }

    fn passages(&self) -> &[FoundPassage] {
        self.found.as_deref().unwrap_or_default()
    }

    fn look(&self) -> Reaction {
        let words = self.words.text();
        let wanted = (!words.trim().is_empty()).then_some(Effect::SearchSources(words));
        Reaction::Act(wanted.into_iter().collect())
    }

    /// Opens the selected passage, with the words in the forms in which it has them.
    fn open(&self) -> Reaction {
        let at = self.list.selected(self.passages().len());
        let Some(chosen) = self.passages().get(at) else {
            return Reaction::Stay;
        };
        let marked = chosen.snippet.iter().filter(|(_, is_marked)| *is_marked);
        Reaction::OpenMarked {
            effect: Effect::LoadPassage {
                passage: chosen.passage,
                marked: None,
            },
            looked_for: self.words.text(),
            words: marked.map(|(word, _)| word.clone()).collect(),
        }
    }

    /// All entries as rows, and which rows are whose.
    fn rows(&self, width: u16, canvas: &Canvas<'_>) -> (Vec<Line<'static>>, Vec<Range<usize>>) {
        let (mut rows, mut entries) = (Vec::new(), Vec::new());
        let count = self.passages().len();
        for (at, found) in self.passages().iter().enumerate() {
            let from = rows.len();
            let (mark, role) = self.list.mark(at, count, canvas);
            let mut title = text::one_line(&found.title);
            if !found.place.is_empty() {
                title = format!("{title}, {}", text::one_line(&found.place));
            }
            let title = format!("{mark} {}{title}", citation::lead(found.number));
            let room = usize::from(width);
            let title = text::truncate(&title, room, canvas.glyphs().ellipsis);
            rows.push(Line::styled(title, canvas.style(role)));
            let said = |(piece, is_marked): &(String, bool)| {
                let role = if *is_marked { Role::Match } else { Role::Dim };
                (piece.clone(), canvas.style(role))
            };
            let pieces: Vec<_> = found.snippet.iter().map(said).collect();
            let indent = ("    ".to_owned(), Style::new());
            let snippet = hanging(indent, &pieces, width);
            rows.extend(at_most(snippet, SNIPPET, width, canvas.glyphs().ellipsis));
            entries.push(from..rows.len());
        }
        (rows, entries)
    }
}

impl Layer for SearchSources {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        match key.code {
            KeyCode::Enter if self.found.is_none() => self.look(),
            KeyCode::Char('?') if self.words.is_empty() => Reaction::Below(Action::Help),
            _ if is_for_a_list(key) => {
                let page = around.page.1 / (SNIPPET + 1);
                match self.list.key(key, self.passages().len(), page) {
                    Outcome::Chosen => self.open(),
                    Outcome::Moved | Outcome::Help => Reaction::Stay,
                }
            }
            _ => {
                if self.words.key(key) {
                    self.found = None;
                }
                Reaction::Stay
            }
        }
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let size = (PROSE + 12, screen.height.saturating_sub(6));
        let status = match self.passages().len() {
            0 => String::new(),
            count => format!(
                "{} {} best first",
                counted(count, "passage"),
                canvas.glyphs().separator
            ),
        };
        let (area, keys) = window(("Find in the sources", &status), size, screen, canvas);
        let does = match &self.found {
            None => Some("look"),
            Some(found) if found.is_empty() => None,
            Some(_) => Some("open passage"),
        };
        let mut hints: Vec<Hint<'_>> = does.map(|does| (Action::Run, does)).into_iter().collect();
        hints.push((Action::Help, "help"));
        draw_keys(Scope::Typing, (&hints, "close"), keys, canvas);
        let (body, _) = self.list.draw_as("> ", Some(&self.words), 0, area, canvas);
        let said = match &self.found {
            None => {
                "enter looks for what is typed in the text of all sources, by words and by meaning"
            }
            Some(found) if found.is_empty() => "no passage of the sources is about this",
            Some(_) => "",
        };
        if !said.is_empty() {
            let dim = canvas.style(Role::Dim);
            let rows = hanging(
                ("  ".to_owned(), dim),
                &[(said.to_owned(), dim)],
                body.width,
            );
            canvas.put_lines(body, &rows);
            return body;
        }
        let (rows, entries) = self.rows(body.width, canvas);
        let selected = entries.get(self.list.selected(entries.len()));
        let height = usize::from(body.height);
        let top = selected.map_or(0, |rows| rows.end.saturating_sub(height).min(rows.start));
        canvas.put_lines(body, rows.get(top..).unwrap_or_default());
        mark_more(body, top, rows.len(), canvas);
        clickable(body, top, &entries, canvas);
        body
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn other_keys(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("up down", "go to another passage"),
            ("letters", "look for something else"),
        ]
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }

    fn paste(&mut self, pasted: &str) -> bool {
        self.found = None;
        self.words.paste(pasted)
    }
}
