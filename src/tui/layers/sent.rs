//! What the writer was given for a section: the search, the budget, and every passage with its score and what became of it [R5].
//!
//! Passages stand under their documents, those that were left out after those that were sent; the one under the cursor says why, and Enter opens it.
//! All of it is read from the record of the section's last reply, or, while one is on its way, of the call that asks for it.

use std::fmt::Write as _;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{Layer, Reaction, Surroundings, frame, mark_more, movement};
use crate::study::{
    BUILT_IN_WRITER, CallUnderWay, DocumentId, Fate, Node, SectionId, Sent as Record, SentPassage,
    Study, citation, counted, grouped, many,
};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_bottom, take_top};
use crate::tui::panes::canvas::{Canvas, at_most, flow};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// The section looked at, and the passage under the cursor.
#[derive(Debug)]
pub struct Sent {
    section: SectionId,
    selected: usize,
}

/// A row of the list.
enum Row<'a> {
    Document(String),
    Passage { at: usize, passage: &'a SentPassage },
}

/// Columns of the widest page.
const WIDTH: u16 = 116;
/// From this many columns on, a row has room for the passage's first words, and from so many for more of where it stands.
const OPENING_FROM: u16 = 64;
const ROOMY: u16 = 90;
/// Rows for the facts above the list, and for what is said of one passage below it.
const FACTS: usize = 5;
const DETAIL: u16 = 3;

impl Sent {
    /// The record of the section that the reader is in, or of the first that has one; `None` where there is none yet.
    #[must_use]
    pub fn open(view: &View<'_>, reader_in: SectionId) -> Option<Self> {
        let all = (0..view.study.sections.len()).map(SectionId);
        let section = std::iter::once(reader_in)
            .chain(all)
            .find(|section| record(view, *section).is_some())?;
        Some(Self {
            section,
            selected: 0,
        })
    }

    fn draw_list(&self, view: &View<'_>, area: Rect, canvas: &mut Canvas<'_>) {
        let ordered = self.ordered(view);
        let rows = rows(view.study, &ordered);
        let is_selected =
            |row: &Row<'_>| matches!(row, Row::Passage { at, .. } if *at == self.selected);
        let height = usize::from(area.height);
        let selected = rows.iter().position(is_selected).unwrap_or(0);
        // The document's heading stays in view above its first passage.
        let first = (selected + 1).saturating_sub(height);
        let first = if selected <= 1 { 0 } else { first };
        mark_more(area, first, rows.len(), canvas);
        for (line, row) in area.rows().zip(rows.iter().skip(first)) {
            match row {
                Row::Document(title) => {
                    canvas.put(line, title, canvas.style(Role::Heading));
                }
                Row::Passage { passage, .. } => {
                    let (mark, role) = match (is_selected(row), &passage.fate) {
                        (true, _) => (canvas.glyphs().selected, Role::Selection),
                        (false, Fate::LeftOut(_)) => (" ", Role::Dim),
                        (false, _) => (" ", Role::Text),
                    };
                    let row = row_text(passage, mark, line.width, canvas);
                    canvas.put(line, &row, canvas.style(role));
                }
            }
        }
    }

    /// What there is to say of the selected passage.
    fn draw_detail(&self, view: &View<'_>, area: Rect, canvas: &mut Canvas<'_>) {
        let ordered = self.ordered(view);
        let Some(passage) = ordered.get(self.selected) else {
            return;
        };
        let separator = format!(" {} ", canvas.glyphs().separator);
        let mut said = vec![format!("match by words {:.1}", passage.lexical)];
        if let Some(semantic) = passage.semantic {
            said.push(format!("by meaning {semantic:.2}"));
        }
        let characters = many(passage.characters as u64, "character");
        said.push(match &passage.fate {
            Fate::Compressed(compressed) => {
                let left = compressed.text.chars().count();
                format!("{characters}, shortened to {}", grouped(left))
            }
            Fate::Whole | Fate::Above | Fate::LeftOut(_) => characters,
        });
        let detail = passage.fate.detail();
        said.push(match &passage.fate {
            // That it is shorter is said already.
            Fate::Compressed(_) => detail,
            fate if detail.is_empty() => fate.name().to_owned(),
            fate => format!("{}: {detail}", fate.name()),
        });
        let text = match &passage.fate {
            Fate::Compressed(compressed) => format!("\n“{}”", text::one_line(&compressed.text)),
            _ => format!(
                "\n“{}{}”",
                text::one_line(&passage.opening),
                canvas.glyphs().ellipsis
            ),
        };
        let pieces = [
            (
                text::one_line(&said.join(&separator)),
                canvas.style(Role::Info),
            ),
            (text, canvas.style(Role::Quote)),
        ];
        let rows = flow(&pieces, area.width);
        let most = usize::from(area.height);
        let rows = at_most(rows, most, area.width, canvas.glyphs().ellipsis);
        canvas.put_lines(area, &rows);
    }

    fn step(&mut self, rows: isize, count: usize) {
        let last = count.saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(rows).min(last);
    }

    /// Goes to the next section that has a record, round and round.
    fn turn(&mut self, view: &View<'_>, direction: isize) {
        let with: Vec<SectionId> = (0..view.study.sections.len())
            .map(SectionId)
            .filter(|section| record(view, *section).is_some())
            .collect();
        let at = with.iter().position(|section| *section == self.section);
        let (Some(at), false) = (at, with.is_empty()) else {
            return;
        };
        let next = (at + with.len()).saturating_add_signed(direction) % with.len();
        if let Some(next) = with.get(next) {
            self.section = *next;
            self.selected = 0;
        }
    }

    /// The passages as the list shows them: by document, the documents in the order of the request.
    fn ordered<'a>(&self, view: &View<'a>) -> Vec<&'a SentPassage> {
        let Some(record) = record(view, self.section) else {
            return Vec::new();
        };
        let mut documents: Vec<DocumentId> = Vec::new();
        for passage in &record.passages {
            if !documents.contains(&passage.document) {
                documents.push(passage.document);
            }
        }
        let of = |document: DocumentId| {
            record
                .passages
                .iter()
                .filter(move |passage| passage.document == document)
        };
        documents.into_iter().flat_map(of).collect()
    }
}

impl Layer for Sent {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let view = around.view;
        let Some(action) = around.keys.action(Scope::Window, &key) else {
            return Reaction::Stay;
        };
        let count = self.ordered(view).len();
        let page = isize::try_from(around.page.1.max(1)).unwrap_or(1);
        match action {
            Action::Quit => return Reaction::Close,
            Action::Help | Action::Palette => return Reaction::Below(action),
            Action::OpenPassage => {
                if let Some(passage) = self.ordered(view).get(self.selected) {
                    return Reaction::Open(Effect::LoadPassage {
                        passage: passage.passage,
                        marked: None,
                    });
                }
            }
            Action::LineDown => self.step(1, count),
            Action::LineUp => self.step(-1, count),
            Action::HalfPageDown => self.step(page / 2, count),
            Action::HalfPageUp => self.step(-(page / 2), count),
            Action::PageDown => self.step(page, count),
            Action::PageUp => self.step(-page, count),
            Action::Top => self.selected = 0,
            Action::Bottom => self.selected = count.saturating_sub(1),
            Action::CitationNext | Action::SectionNext => self.turn(view, 1),
            Action::CitationPrevious | Action::SectionPrevious => self.turn(view, -1),
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let title = format!("Given for {}", view.section_title(self.section));
        let record = record(view, self.section);
        let status = record.map(summary).unwrap_or_default();
        let count = self.ordered(view).len();
        let mut hints = vec![];
        if count > 0 {
            hints.push((Action::OpenPassage, "open"));
        }
        hints.extend(movement(self.selected, 1, count));
        hints.push((Action::CitationNext, "next section"));
        let size = (WIDTH, screen.height.saturating_sub(4));
        let mut area = frame(&title, &status, &hints, size, screen, canvas);
        let Some(record) = record else {
            let said = "the call that was given it has ended without a text";
            canvas.put(area, said, canvas.style(Role::Dim));
            return area;
        };
        let facts = facts(view, (self.section, record), area.width, canvas);
        let room = usize::from(area.height / 3).clamp(1, FACTS);
        let facts = at_most(facts, room, area.width, canvas.glyphs().ellipsis);
        let above = take_top(&mut area, u16::try_from(facts.len()).unwrap_or(1) + 1);
        canvas.put_lines(above, &facts);
        let head = take_top(&mut area, 1);
        canvas.put(head, &head_text(head.width), canvas.style(Role::Dim));
        let below = DETAIL.min(area.height / 3);
        let detail = take_bottom(&mut area, below);
        self.draw_detail(view, detail, canvas);
        self.draw_list(view, area, canvas);
        area
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Sent)
    }

    fn scroll(&mut self, rows: isize, around: Surroundings<'_>) {
        let count = self.ordered(around.view).len();
        self.step(rows, count);
    }

    fn is_read(&self) -> bool {
        true
    }

    fn said(&self, around: Surroundings<'_>) -> Vec<String> {
        let said = |passage: &SentPassage| {
            let document = around.view.study.document(passage.document);
            let title = document.map_or("", |document| document.title.as_str());
            let fate = &passage.fate;
            let (how, why) = (fate.name(), fate.detail());
            format!(
                "{title} {} {how} {why} {}",
                passage.locator, passage.opening
            )
        };
        self.ordered(around.view).into_iter().map(said).collect()
    }

    fn place(&self, _: Surroundings<'_>) -> usize {
        self.selected
    }

    fn go(&mut self, to: usize, _: Surroundings<'_>) {
        self.selected = to;
    }
}

/// The call that a section is being written by.
fn writing<'a>(view: &View<'a>, section: SectionId) -> Option<&'a CallUnderWay> {
    let is_for = |call: &&CallUnderWay| call.node == Node::Write && call.section == Some(section);
    view.call.filter(is_for)
}

/// What is known of the section's last request.
fn record<'a>(view: &View<'a>, section: SectionId) -> Option<&'a Record> {
    if let Some(call) = writing(view, section) {
        return call.sent.as_ref();
    }
    let provenance = view.study.section(section)?.provenance.as_ref()?;
    provenance.sent.as_ref()
}

fn summary(record: &Record) -> String {
    let sent = record.used().count();
    let left = record.passages.len() - sent;
    match left {
        0 => format!("{sent} given"),
        _ => format!("{sent} given, {left} left out"),
    }
}

/// Where it went: to a model, or nowhere, as the built-in writer reads it here.
fn went_to(view: &View<'_>, section: SectionId) -> Option<String> {
    let by = match writing(view, section) {
        Some(call) => &call.by,
        None => &view.study.section(section)?.provenance.as_ref()?.writer,
    };
    Some(match by.as_str() {
        BUILT_IN_WRITER => "read here by the built-in writer".to_owned(),
        model => format!("sent to {}", text::one_line(model)),
    })
}

/// What was found and given to whom, what did not go as planned, and what was searched for.
fn facts(
    view: &View<'_>,
    (section, record): (SectionId, &Record),
    width: u16,
    canvas: &Canvas<'_>,
) -> Vec<Line<'static>> {
    let glyphs = canvas.glyphs();
    let sent = record.used().count();
    let passages = if record.found > sent {
        format!("{sent} of {} passages found", grouped(record.found))
    } else {
        counted(sent, "passage")
    };
    let mut size = many(record.before as u64, "character");
    if record.before != record.after {
        size = format!("{size} shortened to {}", grouped(record.after));
    }
    if let Some(budget) = record.budget {
        size = format!("{size}, room for {}", grouped(budget));
    }
    let documents = counted(record.documents, "document");
    let said = [passages, format!("from {documents}"), size];
    let mut troubles = record.notes.clone();
    if let Some(ratio) = record.retried_from {
        troubles.insert(
            0,
            format!("shortened too far at first ({ratio:.2}): chosen again"),
        );
    }
    if record.is_over_compressed() {
        troubles.insert(0, "the evidence was shortened very far".to_owned());
    }
    let query = text::one_line(&record.query);
    let mut rows = flow(
        &[(
            said.join(&format!(" {} ", glyphs.separator)),
            canvas.style(Role::Text),
        )],
        width,
    );
    if let Some(went) = went_to(view, section) {
        rows.extend(flow(&[(went, canvas.style(Role::Dim))], width));
    }
    for trouble in troubles {
        let trouble = (text::one_line(&trouble), canvas.style(Role::Warning));
        rows.extend(at_most(flow(&[trouble], width), 2, width, glyphs.ellipsis));
    }
    if !query.is_empty() {
        let query = (format!("Searched for: {query}"), canvas.style(Role::Dim));
        rows.extend(at_most(flow(&[query], width), 2, width, glyphs.ellipsis));
    }
    rows
}

fn rows<'a>(study: &Study, ordered: &[&'a SentPassage]) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let mut document = None;
    for (at, passage) in ordered.iter().enumerate() {
        if document != Some(passage.document) {
            document = Some(passage.document);
            let title = study
                .document(passage.document)
                .map_or("", |document| document.title.as_str());
            let number = citation::lead(study.number_of(passage.document));
            rows.push(Row::Document(format!("{number}{}", text::one_line(title))));
        }
        rows.push(Row::Passage { at, passage });
    }
    rows
}

/// Columns of where a passage stands, in a row so many columns wide.
fn locator_width(width: u16) -> usize {
    if width < ROOMY { 14 } else { 24 }
}

/// What the columns of the list are.
fn head_text(width: u16) -> String {
    let begins = if width < OPENING_FROM {
        ""
    } else {
        "begins with"
    };
    let locator = locator_width(width);
    format!("  {:<locator$}  match  {:<11}  {begins}", "where", "how")
}

fn row_text(passage: &SentPassage, mark: &str, width: u16, canvas: &Canvas<'_>) -> String {
    let most = locator_width(width);
    let locator = text::one_line(&passage.locator);
    let locator = text::truncate(&locator, most, canvas.glyphs().ellipsis);
    let pad = " ".repeat(most.saturating_sub(text::width(&locator)));
    let mut row = format!(
        "{mark} {locator}{pad}   {:.2}  {:<11}",
        passage.score,
        passage.fate.name()
    );
    if let Fate::LeftOut(why) = &passage.fate {
        row.push_str("  ");
        row.push_str(&why.reason());
    } else if width >= OPENING_FROM {
        let ellipsis = canvas.glyphs().ellipsis;
        let _ = write!(row, "  {}{ellipsis}", text::one_line(&passage.opening));
    }
    row
}
