//! Adding evidence: paths typed, pasted or dropped.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Reaction, Surroundings, frame};
use crate::tui::app::Effect;
use crate::tui::layout::take_top;
use crate::tui::panes::canvas::{Canvas, flow};
use crate::tui::panes::field::Field;
use crate::tui::theme::Role;

#[derive(Debug)]
pub struct AddEvidence {
    paths: Field,
}

impl Default for AddEvidence {
    fn default() -> Self {
        Self {
            paths: Field::lines(""),
        }
    }
}

impl AddEvidence {
    pub fn key(&mut self, key: KeyEvent, _: Surroundings<'_>) -> Reaction {
        if key.code == KeyCode::Enter {
            let paths = split(&self.paths.text());
            return if paths.is_empty() {
                Reaction::Close
            } else {
                Reaction::Finish(vec![Effect::AddEvidence(paths)])
            };
        }
        self.paths.key(key);
        Reaction::Stay
    }

    pub fn paste(&mut self, pasted: &str) -> bool {
        // Terminals drop a file as its path; several come one after the other.
        if !self.paths.is_empty() && !self.paths.text().ends_with(char::is_whitespace) {
            self.paths.paste(" ");
        }
        self.paths.paste(pasted)
    }

    pub fn draw(&self, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let mut area = frame("Add evidence", "enter adds", &[], (84, 12), screen, canvas);
        let how = "Files or folders, separated by spaces; quote a path that has spaces, or drop files here.";
        let rows = flow(&[(how.to_owned(), canvas.style(Role::Dim))], area.width);
        let height = u16::try_from(rows.len()).unwrap_or(1);
        let help = take_top(&mut area, height + 1);
        canvas.put_lines(help, &rows);
        canvas.cursor = self.paths.draw(canvas.style(Role::Text), area, canvas.buf);
        area
    }
}

/// The paths of a line as a shell or a file manager writes them: quoted, escaped, or as `file://` addresses. A path on a line of its own may
/// have spaces as it stands.
fn split(typed: &str) -> Vec<String> {
    let lines: Vec<&str> = typed
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    if lines.len() > 1 && lines.iter().all(|line| is_whole_path(line.trim())) {
        return lines.iter().map(|line| path(line.trim())).collect();
    }
    words(typed).iter().map(|word| path(word)).collect()
}

fn is_whole_path(line: &str) -> bool {
    let starts = ["/", "~", "./", "../", "file://"];
    starts.iter().any(|start| line.starts_with(start)) && !line.contains(['\\', '\'', '"'])
}

fn words(typed: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = typed.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            // A backslash before a letter is a Windows separator, not an escape.
            (None, '\\') if chars.peek().is_some_and(|next| !next.is_alphanumeric()) => {
                word.get_or_insert_default().extend(chars.next());
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words.retain(|word| !word.is_empty());
    words
}

/// A path without what a file manager wraps around it.
fn path(word: &str) -> String {
    word.strip_prefix("file://")
        .and_then(|_| url::Url::parse(word).ok()?.to_file_path().ok())
        .map_or_else(
            || word.to_owned(),
            |path| path.to_string_lossy().into_owned(),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_taken_as_shells_and_file_managers_write_them() {
        assert_eq!(split("a.pdf notes/"), ["a.pdf", "notes/"]);
        assert_eq!(
            split(r"'/tmp/my file.pdf' /tmp/other\ file.md"),
            ["/tmp/my file.pdf", "/tmp/other file.md"]
        );
        assert_eq!(split("file:///tmp/my%20file.pdf"), ["/tmp/my file.pdf"]);
        assert_eq!(
            split("/tmp/my file.pdf\n/tmp/b.md\n"),
            ["/tmp/my file.pdf", "/tmp/b.md"]
        );
        assert_eq!(split(r"C:\Users\me\a.txt"), [r"C:\Users\me\a.txt"]);
        assert_eq!(split("  \n "), Vec::<String>::new());
    }
}
