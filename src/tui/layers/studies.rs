//! The studies of the library: found by typing, or by what they say; previewed, opened with Enter, named, deleted and brought back.
//!
//! A study that is deleted goes to the end of the list at once, and nothing of it is destroyed: Enter brings it back there, at any time, and a key the one
//! that was deleted last, as long as the program runs.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::list::{List, Outcome, is_for_a_list};
use super::{Layer, Reaction, Surroundings, draw_keys, window};
use crate::study::{StudyId, Timestamp, counted};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_bottom, take_left, take_right, take_top};
use crate::tui::panes::canvas::{Canvas, flow, hanging};
use crate::tui::panes::field::Field;
use crate::tui::panes::footer::Hint;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Target, Ui};
use crate::tui::view::{FoundStudy, Keeping, StudySummary, View};

/// Below this many columns there is no room for a preview, nor for many words below the list.
const PREVIEW_FROM: u16 = 72;
/// Fewer rows are not shared between the list and what was found in a study.
const SHARED_FROM: u16 = 8;
/// Rows of the field above the list.
const FIELD: u16 = 2;

#[derive(Debug, Default)]
pub struct Studies {
    pub list: List,
    /// `None` until the library has answered.
    known: Option<Vec<StudySummary>>,
    /// How a moment is told by the analyst's own clock.
    time: Option<fn(Timestamp) -> String>,
    /// The study that is being named.
    naming: Option<(StudyId, Field)>,
    /// To be named as soon as the list has come.
    to_name: Option<StudyId>,
    /// What was deleted since the program began, with its title; the last one comes back first.
    pub deleted: Vec<(StudyId, String)>,
    /// What the workbench has been asked to do and has not done yet.
    asked: Option<(StudyId, Keeping)>,
    /// Whether a study was deleted with the last key: the one that undoes elsewhere brings it back then, and begins no word.
    just_deleted: bool,
    /// Text that is looked for in all studies.
    search: Option<Box<TextSearch>>,
    order: Order,
}

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Order {
    /// Those that were worked on last come first.
    #[default]
    Changed,
    /// Those with most to decide.
    Open,
    /// Those of which least holds.
    Held,
    Title,
}

impl Order {
    const fn next(self) -> Self {
        match self {
            Self::Changed => Self::Open,
            Self::Open => Self::Held,
            Self::Held => Self::Title,
            Self::Title => Self::Changed,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Changed => "last worked on first",
            Self::Open => "most open changes first",
            Self::Held => "least supported first",
            Self::Title => "by title",
        }
    }

    /// Brings studies that come as they were changed into this order; those that were deleted stay at the end.
    fn sort(self, studies: &mut [&StudySummary]) {
        match self {
            Self::Changed => {}
            Self::Open => studies.sort_by_key(|study| std::cmp::Reverse(study.open_changes)),
            Self::Held => studies.sort_by_key(|study| held(study).unwrap_or(u32::MAX)),
            Self::Title => studies.sort_by_key(|study| study.title.to_lowercase()),
        }
    }
}

/// How many in a hundred of a study's claims hold, where it has any.
fn held(study: &StudySummary) -> Option<u32> {
    let (held, all) = study.claims;
    (all > 0).then(|| (100 * held / all) as u32)
}

/// A search of what the studies say, and what it found.
#[derive(Debug)]
struct TextSearch {
    pattern: Field,
    /// What was found last, and for which words; `None` until anything was looked for.
    found: Option<(String, Vec<FoundStudy>)>,
    /// The study that was selected when the search began.
    before: Option<StudyId>,
}

/// A row of the list.
enum Row<'a> {
    New,
    Study(&'a StudySummary),
}

impl Row<'_> {
    fn is_deleted(&self) -> bool {
        matches!(self, Self::Study(study) if study.is_deleted)
    }
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

    /// The list, with text to be looked for in all studies.
    #[must_use]
    pub fn to_search() -> Self {
        Self {
            search: Some(Box::new(TextSearch::new())),
            ..Self::default()
        }
    }

    pub fn loaded(&mut self, studies: Vec<StudySummary>, time: fn(Timestamp) -> String) {
        self.time = Some(time);
        let studies = deleted_last(studies);
        // The first row starts a new study; what one comes for is the last one opened.
        let is_any = studies.first().is_some_and(|study| !study.is_deleted);
        self.list.select(usize::from(is_any));
        if let Some(id) = self.to_name.take()
            && let Some(at) = studies.iter().position(|study| study.id == id)
        {
            self.list.select(at + 1);
            self.naming = studies.get(at).map(|study| (id, named(study)));
        }
        self.known = Some(studies);
    }

    /// What a search of all studies found.
    pub fn found(&mut self, pattern: &str, found: Vec<FoundStudy>) {
        if let Some(search) = self
            .search
            .as_mut()
            .filter(|search| search.pattern.text() == pattern)
        {
            let is_other = search.found.as_ref().is_none_or(|known| known.1 != found);
            search.found = Some((pattern.to_owned(), found));
            if is_other {
                self.list.select(0);
            }
        }
    }

    /// The list after a study was named, deleted or brought back, where that was done. The selection stays on the study it was on.
    pub fn changed(&mut self, study: StudyId, done: bool, studies: Vec<StudySummary>) {
        let studies = deleted_last(studies);
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
                    self.just_deleted = true;
                }
                Keeping::Undelete => self.deleted.retain(|(known, _)| *known != study),
                Keeping::Rename(_) => {}
            }
        }
        let at = self.list.selected(usize::MAX);
        self.known = Some(studies);
        let place =
            |row: &Row| matches!(row, Row::Study(known) if known.id == study && !known.is_deleted);
        let rows = self.rows();
        let row = rows.iter().position(place).unwrap_or(at);
        let last = rows.len().saturating_sub(1);
        self.list.select(row.min(last));
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

    fn ask(&mut self, study: StudyId, keeping: Keeping) -> Reaction {
        self.asked = Some((study, keeping.clone()));
        Reaction::Act(vec![Effect::Keep { study, keeping }])
    }

    /// What was just done, or what the field is for; empty where the keys say all there is to say.
    fn said(&self, canvas: &Canvas<'_>) -> String {
        if self.naming.is_some() {
            return "an empty name goes back to the question".to_owned();
        }
        self.deleted.last().map_or_else(String::new, |(_, title)| {
            let undo = canvas.key(Scope::Typing, Action::UndeleteStudy);
            let title = crate::clean::line(title, 40);
            let keys = if self.just_deleted {
                let plain = canvas.key(Scope::Reading, Action::Undo);
                format!("{plain} or {undo}")
            } else {
                undo
            };
            format!("{keys} brings it back: deleted \u{201C}{title}\u{201D}")
        })
    }

    /// The keys that there is a use for.
    fn hints(&self, view: &View<'_>) -> Vec<Hint<'static>> {
        let chosen = self.chosen().map(|study| study.id);
        let is_deleted = self.chosen().is_some_and(|study| study.is_deleted);
        let does = match (&self.naming, self.search.as_deref()) {
            (Some(_), _) => return vec![(Action::Run, "name it")],
            (None, _) if is_deleted => return vec![(Action::Run, "bring back")],
            // The study that is being written stays open meanwhile.
            (None, _) if view.is_busy() && chosen.is_some_and(|id| view.id != Some(id)) => "read",
            (None, _) => "open",
        };
        let is_any = self.search.is_none() || chosen.is_some();
        let mut hints = Vec::new();
        hints.extend(is_any.then_some((Action::Run, does)));
        if !self.deleted.is_empty() {
            hints.push((Action::UndeleteStudy, "undo delete"));
        }
        if chosen.is_some() {
            hints.extend([
                (Action::RenameStudy, "rename"),
                (Action::DeleteStudy, "delete"),
            ]);
        }
        if self.search.is_none() {
            hints.push((Action::NextPane, "sort"));
        }
        hints.push((Action::Help, "help"));
        hints
    }

    fn chosen(&self) -> Option<&StudySummary> {
        let rows = self.rows();
        match rows.get(self.list.selected(rows.len())) {
            Some(Row::Study(study)) => Some(*study),
            _ => None,
        }
    }

    /// How a study stands: how many of its changes are open, how much of it holds, and when it was last changed; on a narrow list only the day.
    fn stands(&self, study: &StudySummary, width: u16, canvas: &Canvas<'_>) -> String {
        const TIME_FROM: u16 = 60;
        const SCORE_FROM: u16 = 48;
        let time = self
            .time
            .map(|time| time(study.changed))
            .unwrap_or_default();
        let day = time.split(' ').next().unwrap_or_default();
        let is_wide = width >= TIME_FROM;
        let open = (study.open_changes > 0).then(|| format!("{} open", study.open_changes));
        let score = held(study).filter(|_| width >= SCORE_FROM);
        let score = score.map(|held| format!("{} {held}%", canvas.glyphs().done));
        let when = if is_wide {
            time.clone()
        } else {
            day.to_owned()
        };
        let parts: Vec<String> = [open, score, Some(when)].into_iter().flatten().collect();
        parts.join(&format!(" {} ", canvas.glyphs().separator))
    }

    /// What a search found in a study.
    fn found_in(&self, id: StudyId) -> Option<&FoundStudy> {
        let (_, found) = self.search.as_ref()?.found.as_ref()?;
        found.iter().find(|found| found.study == id)
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let studies = self.known.as_deref().unwrap_or(&[]);
        if self.search.is_some() {
            let found = studies
                .iter()
                .filter(|study| self.found_in(study.id).is_some());
            return found.map(Row::Study).collect();
        }
        let mut sorted: Vec<&StudySummary> = studies.iter().collect();
        self.order.sort(&mut sorted);
        let names =
            std::iter::once("new study").chain(sorted.iter().map(|study| study.title.as_str()));
        let found = self.list.matching(names).into_iter();
        let mut rows: Vec<Row<'_>> = found
            .filter_map(|at| match at.checked_sub(1) {
                None => Some(Row::New),
                Some(at) => sorted.get(at).copied().map(Row::Study),
            })
            .collect();
        rows.sort_by_key(Row::is_deleted);
        rows
    }
}

impl Layer for Studies {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        if self.naming.is_some() {
            return self.name(key);
        }
        let undoes = std::mem::take(&mut self.just_deleted)
            && around.keys.action(Scope::Reading, &key) == Some(Action::Undo);
        if let Some((study, _)) = self.deleted.last().filter(|_| undoes) {
            return self.ask(*study, Keeping::Undelete);
        }
        match around.keys.action(Scope::Typing, &key) {
            Some(Action::RenameStudy) => {
                let chosen = self.chosen().filter(|study| !study.is_deleted);
                self.naming = chosen.map(|study| (study.id, named(study)));
                return Reaction::Stay;
            }
            Some(Action::DeleteStudy) => {
                return match self.chosen().filter(|study| !study.is_deleted) {
                    Some(study) => self.ask(study.id, Keeping::Delete),
                    None => Reaction::Stay,
                };
            }
            Some(Action::NextPane | Action::PreviousPane) if self.search.is_none() => {
                let chosen = self.chosen().map(|study| study.id);
                self.order = self.order.next();
                let place =
                    |row: &Row<'_>| matches!(row, Row::Study(study) if Some(study.id) == chosen);
                let at = self.rows().iter().position(place);
                self.list.select(at.unwrap_or(0));
                return Reaction::Stay;
            }
            Some(Action::UndeleteStudy) => {
                return match self.deleted.last().map(|(study, _)| *study) {
                    Some(study) => self.ask(study, Keeping::Undelete),
                    None => Reaction::Stay,
                };
            }
            _ => {}
        }
        let begins = key.code == KeyCode::Char('/') && key.modifiers.is_empty();
        if begins && self.search.is_none() && !self.list.is_narrowed() {
            let before = self.chosen().map(|study| study.id);
            self.search = Some(Box::new(TextSearch {
                before,
                ..TextSearch::new()
            }));
            return Reaction::Stay;
        }
        if let Some(search) = &mut self.search
            && let Some(reaction) = search.key(key)
        {
            return reaction;
        }
        let rows = self.rows();
        let left = rows.len();
        let chosen = match rows.get(self.list.selected(left)) {
            Some(Row::New) => Some(None),
            Some(Row::Study(study)) => Some(Some((study.id, study.is_deleted))),
            None => None,
        };
        match (self.list.key(key, left, around.page.1), chosen) {
            (Outcome::Help, _) => Reaction::Below(Action::Help),
            (Outcome::Moved, _) | (_, None) => Reaction::Stay,
            (Outcome::Chosen, Some(None)) => Reaction::Finish(vec![Effect::NewStudy]),
            (Outcome::Chosen, Some(Some((study, true)))) => self.ask(study, Keeping::Undelete),
            (Outcome::Chosen, Some(Some((study, false)))) => {
                Reaction::Finish(vec![Effect::OpenStudy(study)])
            }
        }
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let rows = self.rows();
        let size = (120, screen.height.saturating_sub(8).min(32));
        let separator = canvas.glyphs().separator;
        let how = match (&self.search, &self.naming) {
            (Some(search), _) => {
                let found = search.status();
                found.unwrap_or_else(|| "find text in all studies".to_owned())
            }
            (None, Some(_)) => String::new(),
            (None, None) if self.order != Order::Changed => self.order.name().to_owned(),
            (None, None) => format!("type to find {separator} / finds text in all"),
        };
        let (mut area, keys) = window(("Studies", &how), size, screen, canvas);
        let keyed = (&self.hints(view)[..], "close");
        draw_keys(Scope::Typing, keyed, keys, canvas);
        let said = self.said(canvas);
        if !said.is_empty() && area.height > 4 {
            let below = take_bottom(&mut area, 1);
            canvas.put(below, &said, canvas.style(Role::Info));
        }
        let (lead, field) = match &self.search {
            Some(search) => ("find in all /", Some(&search.pattern)),
            None => ("> ", None),
        };
        let selected = self.list.selected(rows.len());
        if area.width < PREVIEW_FROM
            && area.height > SHARED_FROM
            && let Some(Row::Study(study)) = rows.get(selected)
            && let Some(found) = self.found_in(study.id)
        {
            // What the study says of it has no room beside the list.
            let listed = area.height.saturating_sub(FIELD);
            let needed = u16::try_from(rows.len()).unwrap_or(u16::MAX);
            let part = listed.saturating_sub(needed).max(listed / 2);
            let mut below = take_bottom(&mut area, part);
            let rule = take_top(&mut below, 1);
            canvas.rule(rule);
            draw_found(study, found, below, canvas);
        }
        let (mut area, first) = self.list.draw_as(lead, field, rows.len(), area, canvas);
        if area.width >= PREVIEW_FROM && !rows.is_empty() {
            // The titles are what one looks for.
            let part = area.width * 2 / 5;
            let mut preview = take_right(&mut area, part);
            area.width = area.width.saturating_sub(1);
            let bar = take_left(&mut preview, 1);
            canvas.fill(bar, canvas.glyphs().vertical, Role::Rule);
            take_left(&mut preview, 1);
            if let Some(Row::Study(study)) = rows.get(selected) {
                draw_preview(study, self.found_in(study.id), preview, canvas);
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
                    let (state, role) = match (study.is_deleted, at == selected) {
                        (true, true) => ("deleted".to_owned(), role),
                        (true, false) => ("deleted".to_owned(), Role::Dim),
                        (false, _) => (self.stands(study, area.width, canvas), role),
                    };
                    let mut rest = canvas.put_right(line, &state, canvas.style(Role::Dim));
                    rest.width = rest.width.saturating_sub(1);
                    let title = format!("{mark} {}", text::one_line(&study.title));
                    canvas.put(rest, &title, canvas.style(role));
                }
            }
        }
        if rows.is_empty() && self.known.is_some() {
            let said = match self.search.as_deref() {
                Some(TextSearch { found: None, .. }) => {
                    "what you type is looked for in the questions, the briefs and the names of sources"
                }
                Some(_) => "no study says this",
                None => "nothing matches",
            };
            let indent = ("  ".to_owned(), canvas.style(Role::Dim));
            let said = [(said.to_owned(), canvas.style(Role::Dim))];
            canvas.put_lines(area, &hanging(indent, &said, area.width));
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

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn other_keys(&self) -> &'static [(&'static str, &'static str)] {
        if self.naming.is_some() {
            return &[];
        }
        &[
            ("up down", "go to another study"),
            ("letters", "find a study by its title"),
            (
                "tab",
                "sort by what is open, by how much holds, by title, by time",
            ),
            ("/", "find text in all studies"),
        ]
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }

    fn pasted(&mut self) -> Reaction {
        let search = self.search.as_mut().filter(|_| self.naming.is_none());
        search.map_or(Reaction::Stay, |search| search.look())
    }

    /// Gives up naming or searching, and says whether anything was given up.
    fn step_back(&mut self) -> bool {
        if self.naming.take().is_some() {
            return true;
        }
        let found = self.chosen().map(|study| study.id);
        let Some(search) = self.search.take() else {
            return false;
        };
        // What was found last is still selected, or else what was before.
        let wanted = found.or(search.before);
        let place = |row: &Row<'_>| matches!(row, Row::Study(study) if Some(study.id) == wanted);
        let at = self.rows().iter().position(place);
        self.list.select(at.unwrap_or(0));
        true
    }

    fn paste(&mut self, pasted: &str) -> bool {
        match (&mut self.naming, &mut self.search) {
            (Some((_, field)), _) => field.paste(pasted),
            (None, Some(search)) => search.pattern.paste(pasted),
            (None, None) => self.list.paste(pasted),
        }
    }
}

fn deleted_last(mut studies: Vec<StudySummary>) -> Vec<StudySummary> {
    studies.sort_by_key(|study| study.is_deleted);
    studies
}

fn named(study: &StudySummary) -> Field {
    Field::suggestion(&text::one_line(&study.title))
}

impl TextSearch {
    fn new() -> Self {
        Self {
            pattern: Field::line(""),
            found: None,
            before: None,
        }
    }

    /// Reads a key that is for the words looked for; the others are for the list of what was found.
    fn key(&mut self, key: KeyEvent) -> Option<Reaction> {
        match key.code {
            // Whoever types fast has not seen yet what this would open.
            KeyCode::Enter if !self.is_answered() => Some(self.look()),
            _ if is_for_a_list(key) => None,
            _ if self.pattern.key(key) => Some(self.look()),
            _ => Some(Reaction::Stay),
        }
    }

    /// Whether what is listed is the answer to what is typed.
    fn is_answered(&self) -> bool {
        let typed = self.pattern.text();
        let found = self.found.as_ref();
        found.is_some_and(|(words, _)| *words == typed)
    }

    /// Has what is typed looked for; nearly everything has a single letter.
    fn look(&mut self) -> Reaction {
        let words = self.pattern.text();
        let mut letters = words.trim().chars();
        let Some(first) = letters.next() else {
            self.found = None;
            return Reaction::Stay;
        };
        if first.is_ascii() && letters.next().is_none() {
            self.found = None;
            return Reaction::Stay;
        }
        Reaction::Act(vec![Effect::SearchStudies(words)])
    }

    /// In how many studies it was found, and how often.
    fn status(&self) -> Option<String> {
        let (_, found) = self.found.as_ref()?;
        let times: usize = found.iter().map(|one| one.count).sum();
        Some(match found.len() {
            0 => return None,
            1 => format!("{} in one study", counted(times, "time")),
            studies => format!("{} in {studies} studies", counted(times, "time")),
        })
    }
}

/// Where a study says what was looked for, what was looked for marked.
fn draw_found(study: &StudySummary, found: &FoundStudy, area: Rect, canvas: &mut Canvas<'_>) {
    let text = canvas.style(Role::Text);
    let mut rows = flow(
        &[(text::one_line(&study.title), canvas.style(Role::Heading))],
        area.width,
    );
    let all = format!("found {}", counted(found.count, "time"));
    rows.extend(flow(&[(all, canvas.style(Role::Dim))], area.width));
    for place in &found.places {
        rows.push(Line::default());
        let (before, rest) = place.excerpt.split_at(place.found.start);
        let (said, after) = rest.split_at(place.found.len());
        let pieces = [
            (
                format!("{}  ", text::one_line(&place.part)),
                canvas.style(Role::Dim),
            ),
            (before.to_owned(), text),
            (said.to_owned(), canvas.style(Role::Match)),
            (after.to_owned(), text),
        ];
        rows.extend(flow(&pieces, area.width));
    }
    canvas.put_lines(area, &rows);
}

fn draw_preview(
    study: &StudySummary,
    found: Option<&FoundStudy>,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    if let Some(found) = found {
        return draw_found(study, found, area, canvas);
    }
    let forked = study
        .forked
        .map(|(from, at)| format!("\nfork of study {from} at {at}"))
        .unwrap_or_default();
    let open = match study.open_changes {
        0 => String::new(),
        open => format!(", {} open", counted(open, "change")),
    };
    let held = match study.claims {
        (_, 0) => String::new(),
        (held, all) => format!("\n{held} of {} supported", counted(all, "claim")),
    };
    let judged = study
        .judged
        .map_or_else(String::new, |score| format!(", judged {score:.1}"));
    let facts = format!(
        "study {}: {} of {} sections, {}{open}{held}{judged}{forked}\n\n",
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
