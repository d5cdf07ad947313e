//! The settled text among the changes: what stands beside each of them, and how much lies between.

use std::borrow::Cow;

use ratatui::style::Style;
use ratatui::text::Line;

use super::change::LEAD;
use crate::study::counted;
use crate::tui::panes::canvas::hanging;
use crate::tui::theme::{Role, Theme};

/// What parts paragraphs.
pub const BREAK: &str = "\n\n";
/// Bytes of a paragraph beside a change that are shown, where it is too long to be read there.
const NEAR: usize = 900;

/// Where settled text stands among the hunks.
pub struct Context {
    pub is_first: bool,
    pub is_last: bool,
    /// Whether paragraphs far from any change are counted, not shown.
    pub folds: bool,
}

impl Context {
    /// The paragraphs next to a hunk; those between are folded.
    pub fn rows(&self, text: &str, theme: &Theme, width: u16) -> Vec<Line<'static>> {
        let mut between = text.trim();
        let (mut head, mut tail) = (None, None);
        if !self.is_first && !between.is_empty() {
            let (first, rest) = between.split_once(BREAK).unwrap_or((between, ""));
            (head, between) = (Some(first.trim()), rest.trim());
        }
        if !self.is_last && !between.is_empty() {
            let (rest, last) = between.rsplit_once(BREAK).unwrap_or(("", between));
            (between, tail) = (rest.trim(), Some(last.trim()));
        }
        let dim = theme.style(Role::Dim);
        let indent = || (" ".repeat(usize::from(LEAD)), Style::new());
        let mut rows = Vec::new();
        let mut paragraph = |text: &str| {
            rows.extend(hanging(indent(), &[(text.to_owned(), dim)], width));
            rows.push(Line::default());
        };
        let (ellipsis, near) = (theme.glyphs().ellipsis, near(self.folds));
        if let Some(head) = head {
            paragraph(&shortened(head, (near, 0), ellipsis));
        }
        let folded = if self.folds { paragraphs(between) } else { 0 };
        if !self.folds {
            let all = between.split(BREAK).map(str::trim);
            all.filter(|text| !text.is_empty()).for_each(&mut paragraph);
        }
        if folded > 0 {
            let folded = counted(folded, "paragraph");
            paragraph(&format!("{} {folded}", theme.glyphs().ellipsis));
        }
        if let Some(tail) = tail {
            paragraph(&shortened(tail, (0, near), ellipsis));
        }
        rows
    }
}

fn near(folds: bool) -> usize {
    if folds { NEAR } else { usize::MAX }
}

/// A paragraph that is too long to be read beside a change, cut down to so many bytes at its beginning and at its end.
fn shortened<'a>(text: &'a str, (first, last): (usize, usize), ellipsis: &str) -> Cow<'a, str> {
    if text.len() / 2 <= first.saturating_add(last) {
        return text.into();
    }
    let (head, rest) = text.split_at(text.floor_char_boundary(first));
    let (_, tail) = rest.split_at(rest.ceil_char_boundary(rest.len().saturating_sub(last)));
    // Words stay whole.
    let head = head
        .rsplit_once(char::is_whitespace)
        .map_or(head, |(head, _)| head);
    let tail = tail
        .split_once(char::is_whitespace)
        .map_or(tail, |(_, tail)| tail);
    format!("{head} {ellipsis} {tail}").trim().to_owned().into()
}

/// How many paragraphs a text has. It may be very long, and is asked about at every frame: lines are found faster than anything else.
fn paragraphs(text: &str) -> usize {
    let mut count = 0;
    let mut follows_blank = true;
    for line in text.split('\n') {
        let is_blank = line.trim_start().is_empty();
        count += usize::from(follows_blank && !is_blank);
        follows_blank = is_blank;
    }
    count
}

/// What stands between two changes of one paragraph, in one stretch.
pub fn within(text: &str, folds: bool, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let near = near(folds);
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    let lead = (" ".repeat(usize::from(LEAD)), Style::new());
    let text = shortened(text, (near, near), theme.glyphs().ellipsis);
    let piece = (text.into_owned(), theme.style(Role::Dim));
    let mut rows = hanging(lead, &[piece], width);
    rows.push(Line::default());
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_very_long_paragraph_the_end_beside_the_change_is_shown_in_whole_words() {
        let long = "word ".repeat(2000) + "end";
        let (head, tail) = (shortened(&long, (9, 0), "…"), shortened(&long, (0, 9), "…"));
        assert_eq!((&*head, &*tail), ("word …", "… word end"));
        assert_eq!(shortened("short", (9, 9), "…"), "short");
        let unbroken = "語".repeat(2000);
        assert!(shortened(&unbroken, (9, 0), "…").starts_with("語語語"));
        assert_eq!(shortened(&long, (near(false), 0), "…"), long);
    }
}
