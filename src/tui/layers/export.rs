//! Exporting: where to, and whether an existing file may be replaced.

use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, scoped_frame};
use crate::export::Format;
use crate::pipeline::hunks::dependencies;
use crate::study::{Decision, Revision, Verdict, counted};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::take_top;
use crate::tui::panes::canvas::{Canvas, Piece, flow};
use crate::tui::panes::field::Field;
use crate::tui::paths::expand_home;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// Columns of the sheet, and the rows of it that are no text: heading, name, keys, frame, and what parts them.
const WIDTH: u16 = 84;
const AROUND: u16 = 6;
/// The longest name that is made from a question, in characters.
const NAME: usize = 48;

#[derive(Debug)]
pub struct Export {
    path: Field,
    /// Where to, and which file turned out to exist: that one, or what goes beside it.
    exists: Option<(String, String)>,
    /// Mark in the text what nobody has decided on.
    changes: bool,
}

impl Export {
    #[must_use]
    pub fn new(path: &str) -> Self {
        Self {
            path: Field::line(path),
            exists: None,
            changes: false,
        }
    }

    /// What is written, as the name says it; nothing where it says what is not written.
    fn writes(&self) -> Option<&'static str> {
        let name = self.path.text();
        if name.trim().is_empty() {
            return Some("suggests a name");
        }
        Format::of_name(Path::new(name.trim())).map(|format| match format {
            Format::Html => "writes HTML",
            Format::Json => "writes JSON",
            Format::Bibtex => "writes the cited sources as BibTeX",
            Format::CslJson => "writes the cited sources as CSL-JSON",
            Format::Markdown => "writes Markdown",
        })
    }

    /// What is to be typed, or what is wrong with it.
    fn asks(&self, canvas: &Canvas<'_>) -> Piece {
        if self.writes().is_some() {
            let asks =
                "The accepted text, with its sources, is written to (.md, or .html, .json, .bib):";
            return (asks.to_owned(), canvas.style(Role::Dim));
        }
        let name = self.path.text();
        let ending = name
            .trim()
            .rsplit_once('.')
            .map_or("", |(_, ending)| ending);
        let warning = canvas.glyphs().warning;
        let asks = format!(
            "{warning} nothing is written as .{ending}: let the name end in .md, .html, .json or .bib"
        );
        (asks, canvas.style(Role::Warning))
    }

    /// The folder that the name leads to, seen from the one that the program was started in.
    fn folder(&self, from: &Path) -> String {
        let name = self.path.text().trim().to_owned();
        let whole = from.join(expand_home(&name));
        let folder = whole
            .parent()
            .filter(|folder| folder.is_absolute() && !name.is_empty());
        folder.map_or_else(String::new, |folder| {
            text::one_line(&folder.to_string_lossy())
        })
    }

    /// Asks whether the file may be replaced.
    pub fn ask_to_replace(&mut self, path: String, found: String) {
        self.exists = Some((path, found));
    }
}

impl Layer for Export {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        if let Some((path, _)) = &self.exists {
            // Not Enter: the second key is another than the first, which is easily pressed twice.
            if key.code == KeyCode::Char('y') {
                return Reaction::Act(vec![Effect::Export {
                    path: path.clone(),
                    overwrite: true,
                    changes: self.changes,
                }]);
            }
            self.exists = None;
            return Reaction::Stay;
        }
        if key.code == KeyCode::Enter {
            let path = self.path.text().trim().to_owned();
            return if path.is_empty() {
                // There is always a name to begin with.
                self.path = Field::line(&file_name(&around.view.study.question));
                Reaction::Stay
            } else {
                Reaction::Act(vec![Effect::Export {
                    path,
                    overwrite: false,
                    changes: self.changes,
                }])
            };
        }
        if around.keys.action(Scope::Typing, &key) == Some(Action::CopyDocument) {
            return Reaction::Perform(Action::CopyDocument);
        }
        if key.code == KeyCode::Tab {
            self.changes = !self.changes && around.view.study.open_hunks() > 0;
            return Reaction::Stay;
        }
        self.path.key(key);
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let mut hints = vec![];
        if self.exists.is_none() {
            hints.extend(self.writes().map(|writes| (Action::Run, writes)));
            match (view.study.open_hunks(), self.changes) {
                (0, _) => {}
                (_, false) => hints.push((Action::NextPane, "mark undecided changes")),
                (_, true) => hints.push((Action::NextPane, "leave them out")),
            }
            hints.push((Action::CopyDocument, "copy it instead"));
        }
        let close = if self.exists.is_some() {
            "keep it"
        } else {
            "close"
        };
        let keys = (&hints[..], close);
        let asks = [self.asks(canvas)];
        let mut pieces: Vec<Piece> = vec![];
        let folder = self.folder(&ui.folder);
        if !folder.is_empty() {
            pieces.push((format!("in the folder {folder}"), canvas.style(Role::Text)));
        }
        if view.study.open_hunks() > 0 {
            let other = if self.changes {
                "Undecided changes are marked in the text: {++put in++}, {--taken away--} (CriticMarkup). tab leaves it out."
            } else {
                "tab marks undecided changes in the text (CriticMarkup)."
            };
            pieces.push((other.to_owned(), canvas.style(Role::Dim)));
        }
        let warnings = warnings(view, self.changes);
        if !warnings.is_empty() {
            let glyphs = canvas.glyphs();
            let warnings = warnings.join(&format!(" {} ", glyphs.separator));
            let warning = format!("{} {warnings}", glyphs.warning);
            pieces.push((warning, canvas.style(Role::Warning)));
        }
        let unused = unused(view);
        if !unused.is_empty() {
            pieces.push((unused, canvas.style(Role::Dim)));
        }
        for (piece, _) in pieces.iter_mut().skip(1) {
            piece.insert(0, '\n');
        }
        // The name stands behind the words that lead to it, and what else there is to know below it.
        let width = WIDTH.min(screen.width).saturating_sub(4);
        let rows = flow(&asks, width).len() + flow(&pieces, width).len();
        let asked = if self.exists.is_some() { 2 } else { 0 };
        let height = u16::try_from(rows + asked).unwrap_or(u16::MAX);
        let mut area = scoped_frame(
            Scope::Typing,
            ("Export", ""),
            keys,
            (WIDTH, height.saturating_add(AROUND)),
            screen,
            canvas,
        );
        let rows = flow(&asks, area.width);
        let help = take_top(&mut area, u16::try_from(rows.len()).unwrap_or(1));
        canvas.put_lines(help, &rows);
        let line = take_top(&mut area, 1);
        let cursor = self.path.draw(canvas.style(Role::Text), line, canvas.buf);
        take_top(&mut area, 1);
        if let Some((path, found)) = &self.exists {
            let beside = if found == path {
                ""
            } else {
                ", which goes with it,"
            };
            let ask = [
                (
                    format!("{found}{beside} exists. "),
                    canvas.style(Role::Warning),
                ),
                ("y".to_owned(), canvas.style(Role::Key)),
                (
                    " replaces it; any other key keeps it".to_owned(),
                    canvas.style(Role::Text),
                ),
            ];
            let rows = flow(&ask, area.width);
            canvas.put_lines(area, &rows);
        } else {
            canvas.cursor = cursor;
            canvas.put_lines(area, &flow(&pieces, area.width));
        }
        line
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn paste(&mut self, pasted: &str) -> bool {
        self.exists.is_some() || self.path.paste(pasted)
    }
}

/// A file name from a question, such as `brief-why-did-sales-fall.md`.
#[must_use]
pub fn file_name(question: &str) -> String {
    let mut name = String::from("brief");
    let words = question
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    for word in words {
        let word = word.to_lowercase();
        if name.chars().count() + 1 + word.chars().count() > NAME {
            break;
        }
        name.push('-');
        name.push_str(&word);
    }
    name.push_str(".md");
    name
}

/// What an export should not hide: parts that are not whole, open changes, and every claim that the title counts as a problem.
fn warnings(view: &View<'_>, with_changes: bool) -> Vec<String> {
    let open = view.study.open_hunks();
    let of = |verdict: Verdict| {
        Verdict::ALL
            .into_iter()
            .zip(view.scorecard.verdicts)
            .find(|(known, _)| *known == verdict)
            .map_or(0, |(_, number)| number)
    };
    let bad = of(Verdict::Unsupported) + of(Verdict::Contradicted);
    let missing = view
        .study
        .sections
        .iter()
        .filter(|section| !section.is_written())
        .count();
    let cut = view
        .study
        .sections
        .iter()
        .filter(|section| section.cut_at().is_some())
        .count();
    let halves = halves(view);
    let parts = [
        (
            halves,
            counted(halves, "change") + " accepted without the change it depends on",
        ),
        (missing, counted(missing, "section") + " not written"),
        (cut, counted(cut, "section") + " cut short"),
        (
            open,
            counted(open, "change")
                + if with_changes {
                    " not decided"
                } else {
                    " not decided: left out"
                },
        ),
        (bad, counted(bad, "claim") + " unsupported or contradicted"),
        (
            of(Verdict::Partial),
            counted(of(Verdict::Partial), "claim") + " supported only in part",
        ),
        (
            of(Verdict::Uncited),
            counted(of(Verdict::Uncited), "claim") + " without a citation",
        ),
        (
            of(Verdict::Unchecked),
            counted(of(Verdict::Unchecked), "claim") + " not checked",
        ),
    ];
    parts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(_, words)| words)
        .collect()
}

/// Sources that the brief does not cite: they are listed as such, and nobody has to wonder.
fn unused(view: &View<'_>) -> String {
    let all = view.scorecard.documents;
    match all.saturating_sub(view.scorecard.cited) {
        0 => String::new(),
        unused => format!("{unused} of {} not cited.", counted(all, "source")),
    }
}

/// Accepted changes that hang on others which are not.
fn halves(view: &View<'_>) -> usize {
    let revisions = view
        .study
        .sections
        .iter()
        .filter_map(|section| section.revision.as_ref());
    let of = |revision: &Revision| {
        let accepted = revision
            .hunks()
            .filter(|hunk| hunk.decision == Decision::Accepted);
        accepted
            .filter(|hunk| {
                dependencies(revision, hunk.id)
                    .iter()
                    .any(|found| found.on.is_some())
            })
            .count()
    };
    revisions.map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_named_after_the_question() {
        assert_eq!(
            file_name("Why did EU heat-pump sales fall, and should a mid-size OEM add a line?"),
            "brief-why-did-eu-heat-pump-sales-fall-and-should.md"
        );
        assert_eq!(file_name("../../etc/passwd"), "brief-etc-passwd.md");
        assert_eq!(file_name("  ?! "), "brief.md");
        assert_eq!(
            file_name("Värmepumpar och 热泵"),
            "brief-värmepumpar-och-热泵.md"
        );
    }
}
