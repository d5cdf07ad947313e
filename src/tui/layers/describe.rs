//! Putting right what is known of a source: its title, author, date and origin, where the document says nothing or something else.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, scoped_frame};
use crate::evidence::iso_date;
use crate::study::{Command, Description, Document, DocumentId, Origin};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_left, take_top};
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::panes::field::Field;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::{View, Words, WordsFor};

const NAMES: [&str; 4] = ["Title", "Author", "Date", "Origin"];
/// Columns of the names, with what parts them from the fields.
const NAME_WIDTH: u16 = 8;

/// A source being described.
#[derive(Debug)]
pub struct Describe {
    document: DocumentId,
    /// In the order of [`NAMES`].
    fields: [Field; 4],
    at: usize,
    /// What is wrong with what was typed, once it was entered.
    problem: Option<String>,
}

impl Describe {
    #[must_use]
    pub fn new(document: &Document) -> Self {
        let known = [
            document.title.as_str(),
            document.author.as_deref().unwrap_or_default(),
            document.date.as_deref().unwrap_or_default(),
            document.origin.name(),
        ];
        Self {
            document: document.id,
            fields: known.map(Field::line),
            at: 0,
            problem: None,
        }
    }

    /// What was typed for it and is not done with is gone on with.
    #[must_use]
    pub fn going_on(mut self, typed: &str) -> Self {
        for (field, typed) in self.fields.iter_mut().zip(typed.split('\n')) {
            *field = Field::line(typed);
        }
        self
    }

    /// Has what is typed kept until it is done with.
    #[must_use]
    pub fn kept(&self) -> Effect {
        self.keep(self.fields.each_ref().map(Field::text).join("\n"))
    }

    /// The same without any words: the source is left as it was.
    #[must_use]
    pub fn forgotten(&self) -> Effect {
        self.keep(String::new())
    }

    fn keep(&self, text: String) -> Effect {
        let of = WordsFor::Description(self.document);
        Effect::KeepWords(Words { of, text })
    }

    fn described(&self) -> Result<Description, String> {
        let typed = self.fields.each_ref().map(Field::text);
        description(typed.each_ref().map(String::as_str))
    }
}

/// What is said of a source: title, author, date and origin, or what is wrong with one of them. All but the title and the origin may be empty.
pub fn description(fields: [&str; 4]) -> Result<Description, String> {
    let [title, author, date, origin] = fields.map(|field| field.trim().to_owned());
    if title.is_empty() {
        return Err("a source needs a title".to_owned());
    }
    let said = |text: String| Some(text).filter(|text| !text.is_empty());
    let date = match said(date) {
        Some(date) => Some(
            iso_date(&date)
                .ok_or_else(|| format!("{date} is no date: 2025, 2025-03 or 2025-03-14"))?,
        ),
        None => None,
    };
    let origin = Origin::named(&origin).ok_or_else(|| {
        let names = Origin::ALL.map(Origin::name).join(", ");
        format!("{origin} is no origin: {names}")
    })?;
    Ok(Description {
        title,
        author: said(author),
        date,
        origin,
    })
}

impl Layer for Describe {
    fn key(&mut self, key: KeyEvent, _: Surroundings<'_>) -> Reaction {
        let last = NAMES.len() - 1;
        match key.code {
            KeyCode::Enter => match self.described() {
                Ok(description) => {
                    let describe = Effect::Execute(Command::Describe {
                        document: self.document,
                        description,
                    });
                    return Reaction::Finish(vec![describe, self.forgotten()]);
                }
                Err(problem) => self.problem = Some(problem),
            },
            KeyCode::Tab | KeyCode::Down => self.at = if self.at < last { self.at + 1 } else { 0 },
            KeyCode::BackTab | KeyCode::Up => self.at = self.at.checked_sub(1).unwrap_or(last),
            _ => {
                if let Some(field) = self.fields.get_mut(self.at)
                    && field.key(key)
                {
                    self.problem = None;
                    return Reaction::Act(vec![self.kept()]);
                }
            }
        }
        Reaction::Stay
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let hints = [(Action::Run, "keep it"), (Action::NextPane, "next field")];
        let keys = (&hints[..], "leave it as it was");
        let titles = ("About this source", "");
        let mut area = scoped_frame(Scope::Typing, titles, keys, (84, 12), screen, canvas);
        let how = "How this source is cited and checked. Dates as 2025, 2025-03 or 2025-03-14; origin is internal, web, academic or general.";
        let (line, role) = match &self.problem {
            Some(problem) => (problem.as_str(), Role::Error),
            None => (how, Role::Dim),
        };
        let rows = flow(&[(line.to_owned(), canvas.style(role))], area.width);
        let height = u16::try_from(rows.len()).unwrap_or(1) + 1;
        let above = take_top(&mut area, height);
        canvas.put_lines(above, &rows);
        for (at, (name, field)) in NAMES.iter().zip(&self.fields).enumerate() {
            let mut row = take_top(&mut area, 1);
            let head = take_left(&mut row, NAME_WIDTH);
            let role = if at == self.at {
                Role::Accent
            } else {
                Role::Dim
            };
            canvas.put_lines(
                head,
                &flow(&[((*name).to_owned(), canvas.style(role))], head.width),
            );
            let cursor = field.draw(canvas.style(Role::Text), row, canvas.buf);
            if at == self.at {
                canvas.cursor = cursor;
            }
        }
        area
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn paste(&mut self, pasted: &str) -> bool {
        let field = self.fields.get_mut(self.at);
        field.is_none_or(|field| field.paste(pasted))
    }
}
