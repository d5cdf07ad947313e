//! A path or an address that was pasted or dropped outside the dialogue for evidence: is it evidence, or text?

use ratatui::layout::Rect;

use super::closing_frame;
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::text;
use crate::tui::theme::Role;

/// Names that are listed; of more, only the number is said.
const LISTED: usize = 5;

#[derive(Debug)]
pub struct Offer {
    /// What would be added.
    pub paths: Vec<String>,
    /// What was pasted.
    pub text: String,
}

impl Offer {
    #[must_use]
    pub fn new(paths: Vec<String>, text: &str) -> Self {
        Self {
            paths,
            text: text.to_owned(),
        }
    }

    pub fn draw(&self, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let listed = self.paths.len().min(LISTED) as u16;
        let area = closing_frame(
            "Evidence?",
            "enter adds",
            (&[], "leave it"),
            (76, listed + 8),
            screen,
            canvas,
        );
        let (plain, dim) = (canvas.style(Role::Text), canvas.style(Role::Dim));
        let what = match self.paths.as_slice() {
            [path] => format!("Add {} as evidence?\n\n", name(path)),
            paths => format!("Add these {} as evidence?\n\n", paths.len()),
        };
        let mut pieces = vec![(what, plain)];
        for path in self.paths.iter().take(LISTED) {
            pieces.push((format!("{}\n", text::one_line(path)), dim));
        }
        if self.paths.len() > LISTED {
            pieces.push((format!("and {} more\n", self.paths.len() - LISTED), dim));
        }
        pieces.push(("\nenter".to_owned(), canvas.style(Role::Key)));
        pieces.push((" adds  ".to_owned(), plain));
        pieces.push(("any other key".to_owned(), canvas.style(Role::Key)));
        pieces.push((" keeps it as text in the question".to_owned(), plain));
        canvas.put_lines(area, &flow(&pieces, area.width));
        area
    }
}

fn name(path: &str) -> String {
    let path = text::one_line(path);
    let bare = path.trim_end_matches(['/', '\\']);
    if bare.starts_with("http") {
        return bare.to_owned();
    }
    bare.rsplit(['/', '\\']).next().unwrap_or(bare).to_owned()
}
