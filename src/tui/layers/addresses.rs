//! The addresses that the evidence names, to be picked and fetched: nothing is fetched that was not picked [Z4].

use std::collections::BTreeSet;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::list::{List, Outcome};
use super::{Layer, Reaction, Surroundings, scoped_frame};
use crate::study::counted;
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::panes::canvas::Canvas;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Target;
use crate::tui::ui::Ui;
use crate::tui::view::NamedAddress;
use crate::tui::view::View;

#[derive(Debug)]
pub struct Addresses {
    pub list: List,
    named: Vec<NamedAddress>,
    /// Positions among the named ones.
    picked: BTreeSet<usize>,
}

impl Addresses {
    #[must_use]
    pub fn new(named: Vec<NamedAddress>) -> Self {
        Self {
            list: List::default(),
            named,
            picked: BTreeSet::new(),
        }
    }

    fn left(&self) -> Vec<usize> {
        self.list
            .matching(self.named.iter().map(|named| named.address.as_str()))
    }
}

impl Layer for Addresses {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let left = self.left();
        let selected = left.get(self.list.selected(left.len())).copied();
        if key.code == KeyCode::Tab {
            if let Some(at) = selected {
                if !self.picked.remove(&at) {
                    self.picked.insert(at);
                }
                self.list
                    .key(KeyCode::Down.into(), left.len(), around.page.1);
            }
            return Reaction::Stay;
        }
        match self.list.key(key, left.len(), around.page.1) {
            Outcome::Moved => Reaction::Stay,
            Outcome::Help => Reaction::Below(Action::Help),
            Outcome::Chosen => {
                // Without a mark, the selected one is meant.
                let picked = if self.picked.is_empty() {
                    selected.into_iter().collect()
                } else {
                    std::mem::take(&mut self.picked)
                };
                let addresses: Vec<String> = picked
                    .iter()
                    .filter_map(|at| Some(self.named.get(*at)?.address.clone()))
                    .collect();
                if addresses.is_empty() {
                    Reaction::Stay
                } else {
                    Reaction::Finish(vec![Effect::AddEvidence(addresses)])
                }
            }
        }
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let left = self.left();
        let status = match self.picked.len() {
            0 => "nothing is fetched that you do not pick".to_owned(),
            picked => format!("{} marked", counted(picked, "address")),
        };
        let fetch = match self.picked.len() {
            0 | 1 => "fetch it",
            _ => "fetch them",
        };
        let hints = [(Action::Run, fetch), (Action::NextPane, "mark")];
        // No more rows than there are addresses, with a blank one and those of the frame and the filter.
        let rows = u16::try_from(self.named.len()).unwrap_or(u16::MAX);
        let rows = rows.saturating_add(7).max(12);
        let size = (100, screen.height.saturating_sub(6).min(rows));
        let titles = ("Named in the evidence", status.as_str());
        let keys = (&hints[..], "close");
        let area = scoped_frame(Scope::Typing, titles, keys, size, screen, canvas);
        let (area, first) = self.list.draw(left.len(), area, canvas);
        let width = usize::from(area.width);
        for (line, (at, named)) in area.rows().zip(left.iter().enumerate().skip(first)) {
            canvas.target(line, Target::Row(at));
            let (mark, role) = self.list.mark(at, left.len(), canvas);
            let Some(NamedAddress { address, by, more }) = self.named.get(*named) else {
                continue;
            };
            let picked = if self.picked.contains(named) {
                "x"
            } else {
                " "
            };
            let by = match more {
                0 => text::one_line(by),
                more => format!("{} +{more}", text::one_line(by)),
            };
            // Who names it has the room that is left, a third of the row at most.
            let by = text::truncate(&by, width / 3, canvas.glyphs().ellipsis);
            let mut room = canvas.put_right(line, &by, canvas.style(Role::Dim));
            room.width = room.width.saturating_sub(2);
            let row = format!("{mark}[{picked}] {}", text::one_line(address));
            canvas.put(room, &row, canvas.style(role));
        }
        area
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }
}
