//! Markdown as rows of a terminal, while it is still being written.
//!
//! A text is rendered block by block: `parse` finds its blocks, `layout` turns each into rows. Rows of blocks that can no longer change are kept, so that
//! text that grows at its end costs only its last block. Blocks don't depend on each other (a link definition is shown, not applied), which is why
//! a text that arrived in any pieces looks as if it had come at once. Each row knows the bytes of the text that it shows, for copying and for
//! finding one's place again.

pub mod citations;
mod layout;
mod parse;
mod table;

use std::ops::Range;

use ratatui::text::Line;

use self::parse::Block;
use super::text::Cleaned;
use super::theme::Theme;

/// One row of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub line: Line<'static>,
    /// Bytes of the Markdown text that this row shows; empty for the space between blocks.
    pub source: Range<usize>,
    /// From left to right.
    pub citations: Vec<CitationSpan>,
}

/// A citation on a row: what a click or the cursor opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitationSpan {
    /// Columns of the row.
    pub columns: Range<u16>,
    pub number: u32,
    /// Bytes of the Markdown text: the whole mark, brackets included.
    pub source: Range<usize>,
}

/// Renders one text, again and again as it grows.
#[derive(Debug, Default)]
pub struct Renderer {
    text: String,
    width: u16,
    theme: Theme,
    rows: Vec<Row>,
    /// Everything before this byte, which begins a line, is settled: no later text changes how it looks.
    settled: usize,
    /// Rows of the settled text.
    settled_rows: usize,
}

impl Renderer {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The rows of `text`, none wider than `width`.
    ///
    /// If the text is what it was with more at its end, only its last block is rendered; if nothing changed, nothing is.
    pub fn rows(&mut self, text: &str, width: u16, theme: &Theme) -> &[Row] {
        if width != self.width || *theme != self.theme || !text.starts_with(&self.text) {
            self.width = width;
            self.theme = theme.clone();
            self.text.clear();
            self.rows.clear();
            self.settled = 0;
            self.settled_rows = 0;
        } else if text.len() == self.text.len() {
            return &self.rows;
        }
        self.text
            .push_str(text.get(self.text.len()..).unwrap_or_default());
        self.render();
        &self.rows
    }

    /// Renders what is not settled, and settles what it can.
    fn render(&mut self) {
        self.rows.truncate(self.settled_rows);
        let base = self.settled;
        let Some(tail) = self.text.get(base..) else {
            return;
        };
        let cleaned = Cleaned::new(tail);
        let blocks = parse::blocks(&cleaned.text);
        let settled = settled(&blocks, &cleaned.text);
        for (at, block) in blocks.iter().enumerate() {
            let starts_at = base + cleaned.original(block.start);
            if at > 0 && at == settled {
                self.settled = starts_at;
                self.settled_rows = self.rows.len();
            }
            if !self.rows.is_empty() {
                self.rows.push(layout::blank(starts_at));
            }
            let first = self.rows.len();
            layout::rows(
                &block.block,
                block.start,
                self.width,
                &self.theme,
                &mut self.rows,
            );
            for row in &mut self.rows[first..] {
                relocate(row, |offset| base + cleaned.original(offset));
            }
        }
    }
}

/// How many of the blocks no later text can change: those before the last one that begins with a complete line, after a blank line or a block that
/// is closed by itself.
///
/// A line that is still being written may turn out to belong to the paragraph above it, and a paragraph may become a heading or a table by the line
/// below; neither reaches across a blank line.
fn settled(blocks: &[parse::TopLevel], text: &str) -> usize {
    let complete = text.rfind('\n').map_or(0, |at| at + 1);
    let begins_complete = |block: &parse::TopLevel| {
        text.get(block.start..complete)
            .is_some_and(|line| line.contains('\n'))
    };
    let begins_apart = |before: &parse::TopLevel, block: &parse::TopLevel| {
        matches!(before.block, Block::Heading(_) | Block::Rule(_))
            || text.get(..block.start).is_some_and(ends_with_blank_line)
    };
    blocks
        .windows(2)
        .rposition(|pair| match pair {
            [before, block] => begins_complete(block) && begins_apart(before, block),
            _ => false,
        })
        .map_or(0, |before| before + 1)
}

fn ends_with_blank_line(text: &str) -> bool {
    let mut lines = text.rsplit('\n');
    // The text ends with a line break, so what comes first is empty.
    lines.next() == Some("") && lines.next().is_some_and(|line| line.trim().is_empty())
}

/// Turns offsets of the cleaned tail, which the row was made with, into offsets of the text.
fn relocate(row: &mut Row, origin: impl Fn(usize) -> usize) {
    let place = |range: &Range<usize>| origin(range.start)..origin(range.end);
    row.source = place(&row.source);
    for citation in &mut row.citations {
        citation.source = place(&citation.source);
    }
}

#[cfg(test)]
mod tests;
