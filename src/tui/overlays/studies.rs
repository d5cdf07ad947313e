//! The studies of the library: found by typing, previewed, opened with Enter, named, deleted and brought back.
//!
//! A study that is deleted leaves the list at once, and nothing of it is destroyed: the last one comes back with a key as long as the program runs, and
//! any with the command line.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::list::{List, Outcome};
use super::{Reaction, Surroundings, frame};
use crate::export::iso_date;
use crate::study::{StudyId, counted};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_bottom, take_right};
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::panes::field::Field;
use crate::tui::panes::footer::draw_hints;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Target;
use crate::tui::view::{Keeping, StudySummary};

/// Below this many columns there is no room for a preview.
const PREVIEW_FROM: u16 = 72;

#[derive(Debug, Default)]
pub struct Studies {
    pub list: List,
    /// `None` until the library has answered.
    known: Option<Vec<StudySummary>>,
    /// The study that is being named.
    naming: Option<(StudyId, Field)>,
    /// To be named as soon as the list has come.
    to_name: Option<StudyId>,
    /// What was deleted since the program began, with its title; the last one comes back first.
    pub deleted: Vec<(StudyId, String)>,
    /// What the workbench has been asked to do and has not done yet.
    asked: Option<(StudyId, Keeping)>,
}

/// A row of the list.
enum Row<'a> {
    New,
    Study(&'a StudySummary),
}

impl Studies {
    /// The list, with a study to be named.
    #[must_use]
    pub fn to_rename(study: StudyId) -> Self {
        Self {
            to_name: Some(study),
            ..Self::default()
        }
    }

    pub fn loaded(&mut self, studies: Vec<StudySummary>) {
        // The first row starts a new study; what one comes for is the last one opened.
        self.list.select(usize::from(!studies.is_empty()));
        if let Some(id) = self.to_name.take()
            && let Some(at) = studies.iter().position(|study| study.id == id)
        {
            self.list.select(at + 1);
            self.naming = studies.get(at).map(|study| (id, named(study)));
        }
        self.known = Some(studies);
    }

    /// The list after a study was named, deleted or brought back, where that was done. The selection stays on the study it was on.
    pub fn changed(&mut self, study: StudyId, done: bool, studies: Vec<StudySummary>) {
        let asked = self.asked.take();
        if let Some((asked, keeping)) = asked
            && asked == study
            && done
        {
            match keeping {
                Keeping::Delete => {
                    let before = self.known.iter().flatten();
                    let title = before
                        .clone()
                        .find(|known| known.id == study)
                        .map_or_else(String::new, |known| known.title.clone());
                    self.deleted.push((study, title));
                }
                Keeping::Undelete => self.deleted.retain(|(known, _)| *known != study),
                Keeping::Rename(_) => {}
            }
        }
        let at = self.list.selected(usize::MAX);
        self.known = Some(studies);
        let place = |row: &Row| matches!(row, Row::Study(known) if known.id == study);
        let rows = self.rows();
        let row = rows.iter().position(place).unwrap_or(at);
        let last = rows.len().saturating_sub(1);
        self.list.select(row.min(last));
    }

    pub fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        if self.naming.is_some() {
            return self.name(key);
        }
        match around.keys.action(Scope::Typing, &key) {
            Some(Action::RenameStudy) => {
                self.naming = self.chosen().map(|study| (study.id, named(study)));
                return Reaction::Stay;
            }
            Some(Action::DeleteStudy) => {
                return match self.chosen().map(|study| study.id) {
                    Some(study) => self.ask(study, Keeping::Delete),
                    None => Reaction::Stay,
                };
            }
            Some(Action::UndeleteStudy) => {
                return match self.deleted.last().map(|(study, _)| *study) {
                    Some(study) => self.ask(study, Keeping::Undelete),
                    None => Reaction::Stay,
                };
            }
            _ => {}
        }
        let rows = self.rows();
        let reaction = match rows.get(self.list.selected(rows.len())) {
            Some(Row::New) => Reaction::Finish(vec![Effect::NewStudy]),
            Some(Row::Study(study)) => Reaction::Finish(vec![Effect::OpenStudy(study.id)]),
            None => Reaction::Stay,
        };
        let left = rows.len();
        match self.list.key(key, left, around.page.1) {
            Outcome::Chosen => reaction,
            Outcome::Moved => Reaction::Stay,
        }
    }

    /// Reads a key while a study is being named: Enter takes the name.
    fn name(&mut self, key: KeyEvent) -> Reaction {
        if key.code == KeyCode::Enter {
            return match self.naming.take() {
                Some((study, field)) => self.ask(study, Keeping::Rename(field.text())),
                None => Reaction::Stay,
            };
        }
        if let Some((_, field)) = &mut self.naming {
            field.key(key);
        }
        Reaction::Stay
    }

    /// Gives up naming, and says whether anything was being named.
    pub fn leave_naming(&mut self) -> bool {
        self.naming.take().is_some()
    }

    fn ask(&mut self, study: StudyId, keeping: Keeping) -> Reaction {
        self.asked = Some((study, keeping.clone()));
        Reaction::Act(vec![Effect::Keep { study, keeping }])
    }

    pub fn paste(&mut self, pasted: &str) -> bool {
        match &mut self.naming {
            Some((_, field)) => field.paste(pasted),
            None => self.list.paste(pasted),
        }
    }

    pub fn draw(&self, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let hints = [(Action::OpenPassage, "open")];
        let rows = self.rows();
        let size = (120, screen.height.saturating_sub(8).min(32));
        let mut area = frame("Studies", "type to find", &hints, size, screen, canvas);
        let rows_of_keys = u16::from(area.height > 4);
        let keys = take_bottom(&mut area, rows_of_keys);
        self.draw_keys(keys, canvas);
        let (mut area, first) = self.list.draw(rows.len(), area, canvas);
        let selected = self.list.selected(rows.len());
        if area.width >= PREVIEW_FROM {
            let half = area.width / 2;
            let preview = take_right(&mut area, half);
            area.width -= 1;
            if let Some(Row::Study(study)) = rows.get(selected) {
                draw_preview(study, preview, canvas);
            }
        }
        for (line, (at, row)) in area.rows().zip(rows.iter().enumerate().skip(first)) {
            canvas.target(line, Target::Row(at));
            let (mark, role) = self.list.mark(at, rows.len(), canvas);
            match (row, &self.naming) {
                (Row::New, _) => {
                    canvas.put(line, &format!("{mark} new study"), canvas.style(role));
                }
                (Row::Study(study), Some((naming, field))) if study.id == *naming => {
                    let lead = canvas.put(line, &format!("{mark} "), canvas.style(role));
                    let rest = Rect {
                        x: line.x + lead.min(line.width),
                        width: line.width.saturating_sub(lead),
                        ..line
                    };
                    canvas.cursor = field.draw(canvas.style(Role::Accent), rest, canvas.buf);
                }
                (Row::Study(study), _) => {
                    let mut rest =
                        canvas.put_right(line, &iso_date(study.changed), canvas.style(Role::Dim));
                    rest.width = rest.width.saturating_sub(1);
                    let title = format!("{mark} {}", text::one_line(&study.title));
                    canvas.put(rest, &title, canvas.style(role));
                }
            }
        }
        if rows.is_empty() && self.known.is_some() {
            canvas.put(area, "  nothing matches", canvas.style(Role::Dim));
        }
        if self.known.is_none() {
            let line = Rect {
                y: area.y + 1.min(area.height),
                height: area.height.saturating_sub(1),
                ..area
            };
            canvas.put(line, "  reading the library", canvas.style(Role::Dim));
        }
        area
    }

    /// What can be done to the chosen study, or what was done last.
    fn draw_keys(&self, area: Rect, canvas: &mut Canvas<'_>) {
        if self.naming.is_some() {
            let said = "enter names it; an empty name goes back to the question";
            canvas.put(area, said, canvas.style(Role::Info));
            return;
        }
        if let Some((_, title)) = self.deleted.last() {
            let undo = canvas.key(Scope::Typing, Action::UndeleteStudy);
            let title = crate::clean::line(title, 40);
            let said = format!("deleted \u{201C}{title}\u{201D}: {undo} brings it back");
            canvas.put(area, &said, canvas.style(Role::Info));
            return;
        }
        let hints = [
            (Action::RenameStudy, "rename"),
            (Action::DeleteStudy, "delete"),
        ];
        draw_hints(Scope::Typing, &hints, &[], "", area, canvas);
    }

    fn chosen(&self) -> Option<&StudySummary> {
        let rows = self.rows();
        match rows.get(self.list.selected(rows.len())) {
            Some(Row::Study(study)) => Some(*study),
            _ => None,
        }
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let studies = self.known.as_deref().unwrap_or(&[]);
        let names =
            std::iter::once("new study").chain(studies.iter().map(|study| study.title.as_str()));
        self.list
            .matching(names)
            .into_iter()
            .filter_map(|at| match at.checked_sub(1) {
                None => Some(Row::New),
                Some(at) => studies.get(at).map(Row::Study),
            })
            .collect()
    }
}

fn named(study: &StudySummary) -> Field {
    Field::line(&text::one_line(&study.title))
}

fn draw_preview(study: &StudySummary, area: Rect, canvas: &mut Canvas<'_>) {
    let forked = study
        .forked
        .map(|(from, at)| format!("\nfork of study {from} at {at}"))
        .unwrap_or_default();
    let facts = format!(
        "study {}: {} of {} sections, {}{forked}\n\n",
        study.id,
        study.sections_written,
        study.sections,
        counted(study.sources, "source")
    );
    let rows = flow(
        &[
            (
                format!("{}\n", text::one_line(&study.title)),
                canvas.style(Role::Heading),
            ),
            (facts, canvas.style(Role::Dim)),
            (study.preview.clone(), canvas.style(Role::Text)),
        ],
        area.width,
    );
    canvas.put_lines(area, &rows);
}
