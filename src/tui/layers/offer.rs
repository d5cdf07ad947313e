//! What was pasted or dropped outside the dialogue for evidence and may be evidence: a path, an address, or a text too long for a question.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, closing_frame};
use crate::clean;
use crate::study::grouped;
use crate::tui::app::Effect;
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// Names that are listed; of more, only the number is said.
const LISTED: usize = 5;

/// Characters of a long text that are shown of it.
const SHOWN: usize = 200;

#[derive(Debug)]
pub struct Offer {
    what: Offered,
    /// What was pasted.
    pub text: String,
}

#[derive(Debug)]
enum Offered {
    /// Paths and addresses that the text names.
    Paths(Vec<String>),
    /// The text itself.
    Text,
}

impl Offer {
    #[must_use]
    pub fn paths(paths: Vec<String>, text: &str) -> Self {
        let text = text.to_owned();
        let what = Offered::Paths(paths);
        Self { what, text }
    }

    #[must_use]
    pub fn text(text: &str) -> Self {
        let text = text.to_owned();
        let what = Offered::Text;
        Self { what, text }
    }

    /// What adding it comes to.
    #[must_use]
    pub fn taken(self) -> Effect {
        match self.what {
            Offered::Paths(paths) => Effect::AddEvidence(paths),
            Offered::Text => Effect::AddText(self.text),
        }
    }
}

impl Layer for Offer {
    /// The application answers it, because a key that is no answer is not for the layer.
    fn key(&mut self, _: KeyEvent, _: Surroundings<'_>) -> Reaction {
        Reaction::Close
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let (plain, dim) = (canvas.style(Role::Text), canvas.style(Role::Dim));
        let (asked, shown) = match &self.what {
            Offered::Paths(paths) => listed(paths),
            Offered::Text => (
                format!(
                    "Add this text as evidence? With {} characters it is too long for a question.",
                    grouped(self.text.chars().count())
                ),
                vec![clean::line(&self.text, SHOWN)],
            ),
        };
        let rows = match self.what {
            Offered::Paths(_) => shown.len(),
            Offered::Text => 4,
        };
        let area = closing_frame(
            "Evidence?",
            "enter adds",
            (&[], "drop it"),
            (76, rows as u16 + 8),
            screen,
            canvas,
        );
        let mut pieces = vec![(format!("{asked}\n\n"), plain)];
        pieces.push(("enter".to_owned(), canvas.style(Role::Key)));
        pieces.push((" adds  ".to_owned(), plain));
        pieces.push(("any other key".to_owned(), canvas.style(Role::Key)));
        pieces.push((" keeps it as text in the question  ".to_owned(), plain));
        pieces.push(("esc".to_owned(), canvas.style(Role::Key)));
        pieces.push((" drops it\n".to_owned(), plain));
        pieces.extend(shown.into_iter().map(|line| (format!("\n{line}"), dim)));
        canvas.put_lines(area, &flow(&pieces, area.width));
        area
    }
}

/// What is asked about paths, and those of them that are named.
fn listed(paths: &[String]) -> (String, Vec<String>) {
    let asked = match paths {
        [path] => format!("Add {} as evidence?", name(path)),
        paths => format!("Add these {} as evidence?", paths.len()),
    };
    let mut shown: Vec<String> = paths
        .iter()
        .take(LISTED)
        .map(|path| text::one_line(path))
        .collect();
    if paths.len() > LISTED {
        shown.push(format!("and {} more", paths.len() - LISTED));
    }
    (asked, shown)
}

fn name(path: &str) -> String {
    let path = text::one_line(path);
    let bare = path.trim_end_matches(['/', '\\']);
    if bare.starts_with("http") {
        return bare.to_owned();
    }
    bare.rsplit(['/', '\\']).next().unwrap_or(bare).to_owned()
}
