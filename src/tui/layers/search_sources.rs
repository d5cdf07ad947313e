//! The sources, searched by words and by meaning as one types: passages that bear on what is typed, best first, with its words marked. On a wide screen the
//! selected one stands beside the list, all of it. Enter opens it, and what closes that leads back to the list.

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
use crate::tui::layout::{PROSE, take_left, take_right, take_top};
use crate::tui::panes::canvas::{Canvas, at_most, flow, hanging};
use crate::tui::panes::field::Field;
use crate::tui::panes::footer::Hint;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::{FoundPassage, View};

/// Rows of a passage that are shown in the list.
const SNIPPET: usize = 3;

/// From this many columns of a screen on, the selected passage stands beside the list.
const BESIDE_FROM: u16 = 120;

#[derive(Debug, Default)]
pub struct SearchSources {
    words: Field,
    list: List,
    /// What was found last, and for which words; `None` until anything was looked for.
    found: Option<(String, Vec<FoundPassage>)>,
    /// The words for which nothing was found, where what was found before is still listed, or nothing is.
    is_empty_for: Option<String>,
}

impl SearchSources {
    /// What a search of the sources found. While a word is only begun, nothing may have it yet: what was found before stays until it is typed.
    pub fn found(&mut self, words: &str, found: Vec<FoundPassage>) {
        if self.words.text() != words {
            return;
        }
        self.is_empty_for = found.is_empty().then(|| words.to_owned());
        let is_begun = !words.ends_with(char::is_whitespace);
        let stays = |known: &(String, Vec<FoundPassage>)| {
            !known.1.is_empty() && words.starts_with(known.0.as_str())
        };
        if found.is_empty() && is_begun && self.found.as_ref().is_some_and(stays) {
            return;
        }
        let is_other = self.found.as_ref().is_none_or(|known| known.1 != found);
        if is_other {
            self.list.select(0);
        }
        self.found = Some((words.to_owned(), found));
    }

    fn passages(&self) -> &[FoundPassage] {
        let found = self.found.as_ref();
        found.map_or(&[], |(_, found)| found.as_slice())
    }

    /// Whether what is listed is the answer to what is typed.
    fn is_answered(&self) -> bool {
        let typed = self.words.text();
        let is_it = |(words, _): &(String, Vec<FoundPassage>)| *words == typed;
        self.found.as_ref().is_some_and(is_it) || self.is_empty_for.as_ref() == Some(&typed)
    }

    fn look(&mut self) -> Reaction {
        let words = self.words.text();
        if words.trim().is_empty() {
            self.found = None;
            return Reaction::Stay;
        }
        Reaction::Act(vec![Effect::SearchSources(words)])
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
            looked_for: self
                .found
                .as_ref()
                .map_or_else(String::new, |(words, _)| words.clone()),
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
            // Whoever types fast has not seen yet what this would open.
            KeyCode::Enter if !self.is_answered() => self.look(),
            KeyCode::Char('?') if self.words.is_empty() => Reaction::Below(Action::Help),
            _ if is_for_a_list(key) => {
                let page = around.page.1 / (SNIPPET + 1);
                match self.list.key(key, self.passages().len(), page) {
                    Outcome::Chosen => self.open(),
                    Outcome::Moved | Outcome::Help => Reaction::Stay,
                }
            }
            _ if self.words.key(key) => self.look(),
            _ => Reaction::Stay,
        }
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let is_wide = screen.width >= BESIDE_FROM;
        let width = if is_wide {
            screen.width.saturating_sub(8).min(160)
        } else {
            PROSE + 12
        };
        let size = (width, screen.height.saturating_sub(6));
        let count = self.passages().len();
        let status = match &self.found {
            Some((words, found)) if !found.is_empty() => {
                let at = self.list.selected(count) + 1;
                let place = format!("{at} of {}", counted(count, "passage"));
                if self.is_empty_for.is_some() {
                    format!("{place} for “{}”", crate::clean::line(words, 30))
                } else {
                    format!("{place} {} best first", canvas.glyphs().separator)
                }
            }
            _ => String::new(),
        };
        let (area, keys) = window(("Find in the sources", &status), size, screen, canvas);
        let mut hints: Vec<Hint<'_>> = Vec::new();
        if count > 0 {
            hints.push((Action::Run, "open passage"));
        }
        hints.push((Action::Help, "help"));
        draw_keys(Scope::Typing, (&hints, "close"), keys, canvas);
        let (mut body, _) = self.list.draw_as("> ", Some(&self.words), 0, area, canvas);
        let said = match &self.found {
            None => {
                "what you type is looked for in the text of all sources, by words and by meaning"
            }
            Some((_, found)) if found.is_empty() => "no passage of the sources is about this",
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
        if is_wide && let Some(chosen) = self.passages().get(self.list.selected(count)) {
            let part = body.width / 2;
            let mut beside = take_right(&mut body, part);
            let bar = take_left(&mut beside, 1);
            canvas.fill(bar, canvas.glyphs().vertical, Role::Rule);
            take_left(&mut beside, 1);
            body.width = body.width.saturating_sub(1);
            draw_passage(chosen, beside, canvas);
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

    fn pasted(&mut self) -> Reaction {
        self.look()
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }

    fn paste(&mut self, pasted: &str) -> bool {
        self.words.paste(pasted)
    }
}

/// All of a passage, from the rows on that say what was looked for where not all of it has room.
fn draw_passage(chosen: &FoundPassage, area: Rect, canvas: &mut Canvas<'_>) {
    let mut area = area;
    let title = format!(
        "{}{}",
        citation::lead(chosen.number),
        text::one_line(&chosen.title)
    );
    let mut heading = flow(&[(title, canvas.style(Role::Heading))], area.width);
    if !chosen.place.is_empty() {
        let place = [(text::one_line(&chosen.place), canvas.style(Role::Dim))];
        heading.extend(flow(&place, area.width));
    }
    let above = take_top(&mut area, heading.len() as u16 + 1);
    canvas.put_lines(above, &heading);
    let marked = canvas.style(Role::Match);
    let said = |(piece, is_marked): &(String, bool)| {
        let style = if *is_marked {
            marked
        } else {
            canvas.style(Role::Text)
        };
        (piece.clone(), style)
    };
    let pieces: Vec<_> = chosen.text.iter().map(said).collect();
    let rows = flow(&pieces, area.width);
    let is_marked = |line: &Line<'_>| line.spans.iter().any(|span| span.style == marked);
    let first = rows.iter().position(is_marked).unwrap_or(0);
    let height = usize::from(area.height);
    let top = first
        .saturating_sub(height / 3)
        .min(rows.len().saturating_sub(height));
    canvas.put_lines(area, rows.get(top..).unwrap_or_default());
    mark_more(area, top, rows.len(), canvas);
}
