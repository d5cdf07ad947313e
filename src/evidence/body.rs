//! The text of a document while it is being read: paragraphs, headings and pages in order, as spans of one text.
//!
//! Every reader says what it found (`heading`, `paragraph`, `line`, `page`), and this writes the one text that spans refer to. All text is cleaned
//! here, so no reader can forget it. How the blocks become passages is decided in `split`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::ascii::{self, is_single_spaced};
use crate::clean;
use crate::guardrail::{self, Reason};
use crate::study::Headings;

/// Headings longer than this are not names of sections; the path keeps their beginning.
const LONGEST_HEADING: usize = 160;

#[derive(Debug, Default)]
pub(super) struct Body {
    text: String,
    blocks: Vec<Block>,
    headings: Vec<Range<usize>>,
    /// Heading paths, each as it was when a block began; blocks refer to them by position.
    sections: Vec<Headings>,
    open: Vec<(u8, String)>,
    /// The level of each heading.
    levels: Vec<u8>,
    /// From which byte on the text lies on which page.
    pages: Vec<(usize, Option<u32>)>,
    /// What findings say besides their texts; their blocks refer to it by position.
    facts: Vec<BTreeMap<String, String>>,
    /// The head of the table whose rows are being added.
    head: Option<Range<usize>>,
}

/// A paragraph, list item, table row or finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) span: Range<usize>,
    /// Position of its heading path.
    pub(super) section: usize,
    /// A finding: never merged with its neighbours.
    pub(super) alone: bool,
    pub(super) from_graph: bool,
    /// What its text held that readers do not see, and that cleaning took away.
    pub(super) hidden: Option<Reason>,
    /// Of a row of a table, where the row stands that names its columns.
    pub(super) head: Option<Range<usize>>,
    /// Position of its facts, where it has any.
    facts: Option<usize>,
}

impl Body {
    /// With room for a text of so many bytes.
    pub(super) fn for_text(bytes: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            ..Self::default()
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// The blocks in order. A document of nothing but headings has these as its blocks.
    pub(super) fn blocks(&self) -> Vec<Block> {
        if !self.blocks.is_empty() {
            return self.blocks.clone();
        }
        let bare = |span: &Range<usize>| Block {
            span: span.clone(),
            section: usize::MAX,
            alone: false,
            from_graph: false,
            hidden: None,
            head: None,
            facts: None,
        };
        self.headings.iter().map(bare).collect()
    }

    pub(super) fn headings_of(&self, block: &Block) -> Headings {
        let section = self.sections.get(block.section);
        section.cloned().unwrap_or_default()
    }

    pub(super) fn facts_of(&self, block: &Block) -> BTreeMap<String, String> {
        let facts = block.facts.and_then(|at| self.facts.get(at));
        facts.cloned().unwrap_or_default()
    }

    /// From which byte on the text lies on which page.
    pub(super) fn page_starts(&self) -> &[(usize, Option<u32>)] {
        &self.pages
    }

    pub(super) fn slice(&self, span: &Range<usize>) -> &str {
        self.text.get(span.clone()).unwrap_or_default()
    }

    pub(super) fn headings(&self) -> impl Iterator<Item = &str> {
        self.headings.iter().map(|span| self.slice(span))
    }

    /// Whether the first heading stands above all others.
    pub(super) fn is_under_one_heading(&self) -> bool {
        self.levels
            .split_first()
            .is_some_and(|(first, others)| others.iter().all(|level| level > first))
    }

    /// Whether a heading is written in a span.
    pub(super) fn has_heading_in(&self, span: &Range<usize>) -> bool {
        let next = self
            .headings
            .partition_point(|heading| heading.start < span.start);
        let next = self.headings.get(next);
        next.is_some_and(|heading| heading.start < span.end)
    }

    /// First and last page of a span, where pages are known.
    pub(super) fn pages_of(&self, span: &Range<usize>) -> Option<(u32, u32)> {
        let page_at = |at: usize| {
            let after = self.pages.partition_point(|(from, _)| *from <= at);
            self.pages.get(after.checked_sub(1)?)?.1
        };
        let first = page_at(span.start)?;
        Some((first, page_at(span.end.saturating_sub(1)).unwrap_or(first)))
    }

    /// What is added from now on lies on this page.
    pub(super) fn page(&mut self, number: Option<u32>) {
        let at = self.text.len();
        if self.pages.last().is_some_and(|(_, last)| *last == number) {
            return;
        }
        self.pages.push((at, number));
    }

    /// Opens a section: closes those of the same or a deeper level. A heading goes wherever its passages go, so one that would be set aside is text.
    pub(super) fn heading(&mut self, level: u8, text: &str) {
        let line = clean::line(text, usize::MAX);
        let name = clean::single_spaced(&line, LONGEST_HEADING);
        if guardrail::hidden(text).is_some() || guardrail::is_hostile(&name) {
            return self.paragraph(text);
        }
        if let Some((span, _)) = self.add("\n\n", &line) {
            self.head = None;
            self.headings.push(span);
            self.levels.push(level);
            self.open.retain(|(open, _)| *open < level);
            self.open.push((level, name));
        }
    }

    /// Names a stretch of the text that has no heading of its own; closes the stretches before it.
    pub(super) fn unwritten_heading(&mut self, name: &str) {
        self.open.clear();
        self.open.push((1, clean::line(name, LONGEST_HEADING)));
    }

    /// What follows stands under no heading.
    pub(super) fn close_sections(&mut self) {
        self.open.clear();
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.block("\n\n", text, false, false);
    }

    /// Code, whose lines keep how far they are indented.
    pub(super) fn code(&mut self, text: &str) {
        let hidden = guardrail::hidden(text);
        let text = text.replace('\t', "    ");
        let text = clean::stored(&text);
        if let Some(span) = self.added("\n\n", |body| body.add_code(&text)) {
            self.placed(span, hidden, false, false);
        }
    }

    /// Text of which a reader of the document sees nothing: it is listed, but set aside.
    pub(super) fn unseen(&mut self, text: &str) {
        self.close_sections();
        let before = self.blocks.len();
        self.block("\n\n", text, true, false);
        if let Some(block) = self.blocks.get_mut(before) {
            block.hidden = Some(Reason::Hidden);
        }
    }

    /// A list item: follows the one before without a blank line.
    pub(super) fn line(&mut self, text: &str, first: bool) {
        self.block(if first { "\n\n" } else { "\n" }, text, false, false);
    }

    /// A row of a table, which follows the one before in the same way and belongs to the last [`Body::head`], where no other text stands between.
    pub(super) fn row(&mut self, text: &str, first: bool) {
        let head = self.head.take();
        let before = self.blocks.len();
        self.line(&with_signs(text), first);
        if let Some(row) = self.blocks.get_mut(before) {
            row.head.clone_from(&head);
        }
        self.head = head;
    }

    /// The row that names the columns of a table.
    pub(super) fn head(&mut self, text: &str, first: bool) {
        let before = self.blocks.len();
        self.line(text, first);
        self.head = self.blocks.get(before).map(|block| block.span.clone());
    }

    /// A result of another tool, which stays one passage.
    pub(super) fn finding(
        &mut self,
        text: &str,
        from_graph: bool,
        facts: BTreeMap<String, String>,
    ) {
        let before = self.blocks.len();
        self.block("\n\n", text, true, from_graph);
        if !facts.is_empty()
            && let Some(block) = self.blocks.get_mut(before)
        {
            block.facts = Some(self.facts.len());
            self.facts.push(facts);
        }
    }

    /// More of the last paragraph, behind a page break.
    pub(super) fn continuation(&mut self, text: &str) {
        if let Some((span, hidden)) = self.add(" ", text)
            && let Some(last) = self.blocks.last_mut()
        {
            last.span.end = span.end;
            last.hidden = last.hidden.or(hidden);
        }
    }

    fn block(&mut self, separator: &str, text: &str, alone: bool, from_graph: bool) {
        if let Some((span, hidden)) = self.add(separator, text) {
            self.placed(span, hidden, alone, from_graph);
        }
    }

    fn placed(
        &mut self,
        span: Range<usize>,
        hidden: Option<Reason>,
        alone: bool,
        from_graph: bool,
    ) {
        self.head = None;
        let path = || self.open.iter().map(|(_, name)| name);
        if !self
            .sections
            .last()
            .is_some_and(|last| last.iter().eq(path()))
        {
            self.sections.push(path().cloned().collect());
        }
        let section = self.sections.len() - 1;
        self.blocks.push(Block {
            span,
            section,
            alone,
            from_graph,
            hidden,
            head: None,
            facts: None,
        });
    }

    /// Appends cleaned text with single spaces in its lines, and says what it hid; nothing when nothing is left of it.
    fn add(&mut self, separator: &str, text: &str) -> Option<(Range<usize>, Option<Reason>)> {
        // Most are one line that is as it should be and hides nothing, which is seen at one look.
        if is_single_spaced(text) {
            let span = self.added(separator, |body| body.text.push_str(text))?;
            return Some((span, None));
        }
        let span = self.added(separator, |body| body.add_lines(&clean::stored(text)))?;
        Some((span, guardrail::hidden(text)))
    }

    /// Appends what `write` does; nothing when that is nothing.
    fn added(&mut self, separator: &str, write: impl FnOnce(&mut Self)) -> Option<Range<usize>> {
        let before = self.text.len();
        if before > 0 {
            self.text.push_str(separator);
        }
        let start = self.text.len();
        write(self);
        if self.text.len() == start {
            self.text.truncate(before);
            return None;
        }
        // A page that begins here begins with the text, not with the white space before it.
        for (at, _) in self.pages.iter_mut().rev() {
            if *at != before {
                break;
            }
            *at = start;
        }
        Some(start..self.text.len())
    }

    /// Appends clean lines with single spaces in them, indented as they are beside each other, without those that are empty.
    fn add_code(&mut self, text: &str) {
        let start = self.text.len();
        let lines = || ascii::lines(text).filter(|line| !line.trim().is_empty());
        let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let least = lines().map(depth).min().unwrap_or_default();
        for line in lines() {
            if self.text.len() > start {
                self.text.push('\n');
                let depth = depth(line) - least;
                self.text.extend(std::iter::repeat_n(' ', depth));
            }
            for (at, word) in line.split_whitespace().enumerate() {
                self.text.extend([if at > 0 { " " } else { "" }, word]);
            }
        }
    }

    /// Appends clean text with single spaces in its lines, without those that are empty.
    fn add_lines(&mut self, text: &str) {
        let start = self.text.len();
        for line in ascii::lines(text) {
            let line_start = self.text.len();
            let line = line.trim_matches(' ');
            if is_single_spaced(line) {
                if line_start > start {
                    self.text.push('\n');
                }
                self.text.push_str(line);
                continue;
            }
            for word in line.split_whitespace() {
                let at_start = self.text.len() == start;
                if self.text.len() > line_start {
                    self.text.push(' ');
                } else if !at_start {
                    self.text.push('\n');
                }
                self.text.push_str(word);
            }
        }
    }
}

/// A row of a table with the signs that its short names stand for, as pages show them: `:x:`.
fn with_signs(text: &str) -> Cow<'_, str> {
    const SIGNS: &[(&str, &str)] = &[
        (":white_check_mark:", "✅"),
        (":heavy_check_mark:", "✔"),
        (":ballot_box_with_check:", "☑"),
        (":x:", "❌"),
        (":heavy_multiplication_x:", "✖"),
        (":no_entry_sign:", "🚫"),
        (":no_entry:", "⛔"),
        (":warning:", "⚠"),
    ];
    let mut text = Cow::Borrowed(text);
    if !text.contains(':') {
        return text;
    }
    for (name, sign) in SIGNS {
        if text.contains(name) {
            text = Cow::Owned(text.replace(name, sign));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_in_tables_are_written_as_a_page_shows_them() {
        let mut body = Body::default();
        body.head("Feature | npm | pnpm", true);
        body.row("Catalogs | :x: | :white_check_mark:", false);
        assert!(body.text().ends_with("Catalogs | ❌ | ✅"));
    }

    #[test]
    fn blocks_know_their_headings_and_pages() {
        let mut body = Body::default();
        body.page(Some(1));
        body.heading(1, "Buses");
        body.paragraph("Before  the\tsections.");
        body.heading(2, "Cost");
        body.paragraph("It starts here");
        body.page(Some(2));
        body.continuation("and ends there.");
        body.heading(2, "Range");
        body.line("- one", true);
        body.line("- two", false);
        let blocks = body.blocks();
        let seen: Vec<_> = blocks
            .iter()
            .map(|block| {
                (
                    body.slice(&block.span),
                    body.headings_of(block).join("/"),
                    body.pages_of(&block.span),
                )
            })
            .collect();
        assert_eq!(
            seen,
            [
                ("Before the sections.", "Buses".to_owned(), Some((1, 1))),
                (
                    "It starts here and ends there.",
                    "Buses/Cost".to_owned(),
                    Some((1, 2))
                ),
                ("- one", "Buses/Range".to_owned(), Some((2, 2))),
                ("- two", "Buses/Range".to_owned(), Some((2, 2))),
            ]
        );
        assert_eq!(
            body.text(),
            "Buses\n\nBefore the sections.\n\nCost\n\nIt starts here and ends there.\n\nRange\n\n- one\n- two"
        );
    }

    #[test]
    fn text_that_is_nothing_but_noise_leaves_no_trace() {
        let mut body = Body::default();
        body.paragraph("Text.");
        body.paragraph(" \u{200b}\n\x1b[0m ");
        body.heading(1, "\u{202e}");
        assert_eq!(body.text(), "Text.");
        assert_eq!(body.blocks().len(), 1);
    }
}
