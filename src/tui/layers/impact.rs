//! What an update would touch, before anyone is asked: sentences and new facts by section, what it takes, and which sections are asked [W3b].

use std::collections::BTreeSet;
use std::ops::Range;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{Layer, Reaction, Surroundings, clickable, draw_keys, mark_more, movement, window};
use crate::study::{Document, Quote, SectionId, Study, citation, counted, grouped};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{PROSE, take_left};
use crate::tui::panes::canvas::{Canvas, at_most, flow, hanging};
use crate::tui::panes::footer::draw_hints;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::{ImpactSheet, NewFact, Said, Touched, View};

/// Rows that a sentence takes at most, and what the evidence says of it.
const SENTENCE: usize = 3;

#[derive(Debug)]
pub struct Impact {
    sheet: ImpactSheet,
    left_out: BTreeSet<SectionId>,
    selected: usize,
}

/// A row that can be selected.
#[derive(Clone, Copy)]
enum Item<'a> {
    Section(SectionId),
    Touched(&'a Touched),
    Fact(&'a NewFact),
}

impl Item<'_> {
    fn section(self) -> Option<SectionId> {
        match self {
            Self::Section(section) => Some(section),
            Self::Touched(touched) => Some(touched.section),
            Self::Fact(fact) => fact.sections.first().copied(),
        }
    }

    fn said(&self) -> Option<&Said> {
        match self {
            Self::Section(_) => None,
            Self::Touched(touched) => touched.said.as_ref(),
            Self::Fact(fact) => Some(&fact.said),
        }
    }
}

impl Impact {
    #[must_use]
    pub fn new(sheet: ImpactSheet) -> Self {
        Self {
            sheet,
            left_out: BTreeSet::new(),
            selected: 0,
        }
    }

    pub fn step(&mut self, items: isize) {
        let last = self.items().len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(items).min(last);
    }

    /// Begins the update with the sections that are not left out; where that is none, there is nothing to begin.
    fn start(&self) -> Reaction {
        let sections: Vec<SectionId> = self.asked().collect();
        if sections.is_empty() {
            return Reaction::Stay;
        }
        Reaction::Finish(vec![Effect::Update {
            news: self.sheet.impact.documents.clone(),
            sections,
        }])
    }

    fn asked(&self) -> impl Iterator<Item = SectionId> {
        let sections = self.sheet.impact.sections.iter().copied();
        sections.filter(|section| !self.left_out.contains(section))
    }

    /// The sections that would be asked, each before what it is asked for.
    fn items(&self) -> Vec<Item<'_>> {
        let impact = &self.sheet.impact;
        let mut items = Vec::new();
        for &section in &impact.sections {
            items.push(Item::Section(section));
            let touched = impact.touched.iter().map(Item::Touched);
            let facts = impact.facts.iter().map(Item::Fact);
            let own = touched
                .chain(facts)
                .filter(|item| item.section() == Some(section));
            items.extend(own);
        }
        items
    }

    fn draw_keys(&self, mut area: Rect, canvas: &mut Canvas<'_>) {
        let begin = match self.asked().count() {
            0 => "ask for nothing: all are left out".to_owned(),
            asked => format!("update {}", counted(asked, "section")),
        };
        let key = canvas.key(Scope::Typing, Action::Run);
        // A blank column at each side, and one between the two.
        let width = text::width(&key) + text::width(&begin) + 3;
        let first = take_left(&mut area, width as u16);
        let begin = [(Action::Run, begin.as_str())];
        draw_hints(Scope::Typing, &[], &begin, "", first, canvas);
        let mut hints = vec![(Action::LeaveOut, "leave out")];
        hints.extend(movement(self.selected, 1, self.items().len()));
        draw_keys(Scope::Window, (&hints, "leave"), area, canvas);
    }

    /// All rows, and which of them are those of each item.
    fn rows(
        &self,
        view: &View<'_>,
        width: u16,
        canvas: &Canvas<'_>,
    ) -> (Vec<Line<'static>>, Vec<Range<usize>>) {
        let mut rows = self.opening(view, width, canvas);
        let mut places = Vec::new();
        for (at, item) in self.items().into_iter().enumerate() {
            let is_selected = at == self.selected;
            let from = rows.len();
            if let Item::Section(section) = item {
                rows.push(Line::default());
                rows.extend(self.heading(view, section, is_selected, width, canvas));
            } else {
                rows.extend(entry(view, item, is_selected, width, canvas));
            }
            places.push(from..rows.len());
        }
        for (is_written, what) in [
            (true, "Stays as it is, and is not asked for"),
            (false, "Not written yet; that is decided after the update"),
        ] {
            let others = self.others(view, is_written);
            if !others.is_empty() {
                rows.push(Line::default());
                let said = format!("{what}: {}.", others.join(", "));
                rows.extend(flow(&[(said, canvas.style(Role::Dim))], width));
            }
        }
        (rows, places)
    }

    /// What is new, what it comes to, and what it takes.
    fn opening(&self, view: &View<'_>, width: u16, canvas: &Canvas<'_>) -> Vec<Line<'static>> {
        let impact = &self.sheet.impact;
        let news = sources(view, &self.sheet);
        let summary = if impact.adds_nothing() {
            "It touches no sentence and adds no fact; every section can be asked all the same."
                .to_owned()
        } else {
            format!("That is {}.", impact.summary())
        };
        let text = canvas.style(Role::Text);
        let mut rows = flow(&[(format!("{news} {summary}"), text)], width);
        if let Some(forecast) = &self.sheet.forecast {
            let asks = |section| !self.left_out.contains(&section);
            let assessing = self.sheet.assessed(asks);
            let said = forecast.of(asks).in_words(self.sheet.price, assessing);
            let most = self.sheet.may_take_more(asks);
            let most = most.map_or_else(String::new, |most| format!("; {most}"));
            let said = format!("Takes {said}{most}.");
            rows.extend(flow(&[(said, canvas.style(Role::Dim))], width));
        }
        if view.auto_apply {
            let said = "Auto-apply is on: what comes of it is accepted at once where no score and no verdict gets worse.";
            rows.extend(flow(
                &[(said.to_owned(), canvas.style(Role::Warning))],
                width,
            ));
        }
        rows
    }

    fn heading(
        &self,
        view: &View<'_>,
        section: SectionId,
        is_selected: bool,
        width: u16,
        canvas: &Canvas<'_>,
    ) -> Vec<Line<'static>> {
        let glyphs = canvas.glyphs();
        let is_out = self.left_out.contains(&section);
        let costs = self.sheet.forecast.as_ref();
        let costs = costs.map(|forecast| forecast.of(|one| one == section).tokens());
        let state = match (is_out, costs) {
            (true, _) => "left out".to_owned(),
            (false, Some(tokens)) => format!("about {} tokens", grouped(tokens)),
            (false, None) => "asked for".to_owned(),
        };
        let title = format!("{} {}", section.0 + 1, view.section_title(section));
        let (mark, role) = mark(is_selected, canvas);
        let role = if is_selected { role } else { Role::Heading };
        let pieces = [
            (title, canvas.style(role)),
            (
                format!(" {} {state}", glyphs.separator),
                canvas.style(if is_out { Role::Warning } else { Role::Dim }),
            ),
        ];
        let mut rows = hanging((mark, canvas.style(role)), &pieces, width);
        let impact = &self.sheet.impact;
        let has_own = self
            .items()
            .iter()
            .any(|item| !matches!(item, Item::Section(_)) && item.section() == Some(section));
        let is_written = view
            .study
            .section(section)
            .is_some_and(crate::study::Section::is_written);
        let why = if has_own {
            None
        } else if !is_written {
            Some("not written yet")
        } else if impact
            .facts
            .iter()
            .any(|fact| fact.sections.contains(&section))
        {
            Some("a new fact of another section may fit here too")
        } else {
            Some("in doubt: new sentences that were not weighed may fit here")
        };
        if let Some(why) = why.filter(|_| !impact.adds_nothing()) {
            let indent = ("    ".to_owned(), canvas.style(Role::Dim));
            rows.extend(hanging(
                indent,
                &[(why.to_owned(), canvas.style(Role::Dim))],
                width,
            ));
        }
        rows
    }

    /// The sections that are not asked for, of those that are written or of the others.
    fn others(&self, view: &View<'_>, written: bool) -> Vec<String> {
        let sections = (0..view.study.sections.len()).map(SectionId);
        let is_written = |id: SectionId| {
            let section = view.study.section(id);
            section.is_some_and(crate::study::Section::is_written)
        };
        sections
            .filter(|section| !self.sheet.impact.sections.contains(section))
            .filter(|section| is_written(*section) == written)
            .map(|section| view.section_title(section).to_owned())
            .collect()
    }
}

impl Layer for Impact {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let items = self.items();
        if key.code == KeyCode::Enter {
            return self.start();
        }
        let Some(action) = around.keys.action(Scope::Window, &key) else {
            return Reaction::Stay;
        };
        match action {
            Action::Quit => return Reaction::Close,
            Action::Help | Action::Palette => return Reaction::Below(action),
            Action::OpenPassage => {
                if let Some(said) = items.get(self.selected).and_then(Item::said) {
                    return Reaction::Open(Effect::LoadPassage {
                        passage: said.passage,
                        marked: Some(Quote {
                            number: around.view.study.number_of(said.document),
                            passage: said.passage,
                            span: said.span.clone(),
                            text: said.text.clone(),
                        }),
                    });
                }
            }
            Action::LeaveOut => {
                let section = items.get(self.selected).and_then(|item| item.section());
                if let Some(section) = section.filter(|id| self.sheet.impact.sections.contains(id))
                    && !self.left_out.remove(&section)
                {
                    self.left_out.insert(section);
                }
            }
            Action::LineDown => self.step(1),
            Action::LineUp => self.step(-1),
            Action::HalfPageDown | Action::PageDown => self.step(5),
            Action::HalfPageUp | Action::PageUp => self.step(-5),
            Action::Top => self.selected = 0,
            Action::Bottom => self.step(isize::MAX),
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        // Enter begins the update here, so another of its keys opens a passage.
        let keys = canvas.keys.keys(Scope::Window, Action::OpenPassage);
        let opens = keys.iter().find(|key| *key != "enter");
        let status = opens.map_or_else(String::new, |key| format!("{key} opens a passage"));
        let size = (PROSE + 6, screen.height.saturating_sub(4));
        let (area, bottom) = window(("Update", &status), size, screen, canvas);
        self.draw_keys(bottom, canvas);
        let (rows, items) = self.rows(view, area.width, canvas);
        let selected = items.get(self.selected).cloned().unwrap_or_default();
        // The first item brings what stands above it into view.
        let start = if self.selected == 0 {
            0
        } else {
            selected.start
        };
        let selected = start..selected.end;
        let height = usize::from(area.height);
        let first = selected.end.saturating_sub(height);
        let first = first.max(selected.start.saturating_sub(height / 2).min(first));
        canvas.put_lines(area, rows.get(first..).unwrap_or(&[]));
        mark_more(area, first, rows.len(), canvas);
        clickable(area, first, &items, canvas);
        area
    }

    fn scroll(&mut self, rows: isize, _: Surroundings<'_>) {
        self.step(rows);
    }

    /// Enter begins the update there, which a click is not for.
    fn point(&mut self, item: usize, _: Surroundings<'_>) -> bool {
        self.selected = item;
        false
    }
}

/// A sentence that is touched with what the evidence says, or a new fact with its source.
fn entry(
    view: &View<'_>,
    item: Item<'_>,
    is_selected: bool,
    width: u16,
    canvas: &Canvas<'_>,
) -> Vec<Line<'static>> {
    let ellipsis = canvas.glyphs().ellipsis;
    let (mark, role) = mark(is_selected, canvas);
    let dim = canvas.style(Role::Dim);
    let (sign, sentence, below) = match item {
        Item::Section(_) => return Vec::new(),
        Item::Touched(touched) => {
            let told = touched.told();
            let below = match &touched.said {
                Some(said) => format!(
                    "{told}, {}: “{}”",
                    who(view, said),
                    text::one_line(&said.text)
                ),
                None => told,
            };
            (canvas.glyphs().pending, touched.sentence.as_str(), below)
        }
        Item::Fact(fact) => ("+", fact.said.text.as_str(), who(view, &fact.said)),
    };
    let lead = (format!("{mark}{sign} "), canvas.style(role));
    let said = [(text::one_line(sentence), canvas.style(role))];
    let mut rows = at_most(hanging(lead, &said, width), SENTENCE, width, ellipsis);
    let below = hanging(("    ".to_owned(), dim), &[(below, dim)], width);
    rows.extend(at_most(below, SENTENCE, width, ellipsis));
    rows
}

/// What is new, what has changed, and what is gone from under the brief, by its titles.
fn sources(view: &View<'_>, sheet: &ImpactSheet) -> String {
    let (study, impact) = (view.study, &sheet.impact);
    let documents = || impact.documents.iter().filter_map(|id| study.document(*id));
    let is_version = |document: &&Document| !study.seen_before(document.id).is_empty();
    let gone = impact.withdrawn().into_iter();
    let kinds: [(&str, Vec<&Document>); 3] = [
        ("New", documents().filter(|one| !is_version(one)).collect()),
        ("Changed", documents().filter(is_version).collect()),
        (
            "No longer evidence",
            gone.filter_map(|number| study.numbered(number)).collect(),
        ),
    ];
    let told: Vec<String> = kinds
        .iter()
        .filter(|(_, documents)| !documents.is_empty())
        .map(|(kind, documents)| format!("{kind}: {}.", titles(study, documents)))
        .collect();
    if told.is_empty() {
        "No new evidence.".to_owned()
    } else {
        told.join(" ")
    }
}

/// The first of their titles, with the numbers by which the brief cites them, and how many more there are.
fn titles(study: &Study, documents: &[&Document]) -> String {
    const MOST: usize = 3;
    let named = documents.iter().take(MOST);
    let named: Vec<String> = named
        .map(|document| {
            let title = crate::clean::line(&document.title, 50);
            match study.number_of(document.id) {
                Some(number) => format!("[{number}] “{title}”"),
                None => format!("“{title}”"),
            }
        })
        .collect();
    match documents.len().saturating_sub(MOST) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

fn mark(is_selected: bool, canvas: &Canvas<'_>) -> (String, Role) {
    if is_selected {
        (format!("{} ", canvas.glyphs().selected), Role::Selection)
    } else {
        ("  ".to_owned(), Role::Text)
    }
}

/// The source of what is said, with its date where that is known.
fn who(view: &View<'_>, said: &Said) -> String {
    let number = citation::lead(view.study.number_of(said.document));
    let Some(document) = view.study.document(said.document) else {
        return number;
    };
    let date = document.date.as_deref();
    let date = date.map_or_else(String::new, |date| format!(" ({date})"));
    format!("{number}{}{date}", crate::clean::line(&document.title, 60))
}
