//! Blocks as rows.
//!
//! Everything is laid out at a width that shrinks inside of quotes and lists; a mark or indentation that would leave too little room for the text
//! is left out. Offsets of rows are those of the text that was parsed.

use std::ops::Range;

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::citations::{self, Mark};
use super::parse::{Block, Face, Inline, List};
use super::{CitationSpan, Row, table};
use crate::tui::text;
use crate::tui::theme::{Role, Theme};

/// Appends the rows of one block, which begins at `start`.
pub fn rows(block: &Block, start: usize, width: u16, theme: &Theme, rows: &mut Vec<Row>) {
    if width == 0 {
        return;
    }
    let mut layout = Layout {
        width: usize::from(width),
        theme,
        rows,
        margins: Vec::new(),
        base: theme.style(Role::Text),
        shown: start,
    };
    layout.block(block);
}

/// The empty row between two blocks.
pub fn blank(at: usize) -> Row {
    Row {
        line: Line::default(),
        source: at..at,
        citations: Vec::new(),
    }
}

pub struct Layout<'a> {
    width: usize,
    pub theme: &'a Theme,
    rows: &'a mut Vec<Row>,
    margins: Vec<Margin>,
    /// The style of plain text here.
    base: Style,
    /// The end of what has been shown of the text.
    shown: usize,
}

/// What stands to the left of the rows of a block.
struct Margin {
    first: String,
    others: String,
    style: Style,
    used: bool,
}

/// A piece of a row, before it has margins.
pub struct Content {
    pub spans: Vec<Span<'static>>,
    pub source: Range<usize>,
    pub citations: Vec<CitationSpan>,
}

/// Text with its citations found.
pub struct Marked<'a> {
    pub inline: &'a Inline,
    marks: Vec<Mark>,
}

impl<'a> Marked<'a> {
    pub fn new(inline: &'a Inline) -> Self {
        let mut marks = citations::marks(&inline.text);
        marks.retain(|mark| {
            inline
                .within(mark.span.clone())
                .all(|(piece, _)| !piece.face.has(Face::CODE))
        });
        Self { inline, marks }
    }

    fn marks_within(&self, range: &Range<usize>) -> impl Iterator<Item = &Mark> {
        let first = self
            .marks
            .partition_point(|mark| mark.span.end <= range.start);
        let end = range.end;
        self.marks
            .get(first..)
            .unwrap_or_default()
            .iter()
            .take_while(move |mark| mark.span.start < end)
    }
}

impl Layout<'_> {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(text) => self.paragraph(text, self.base),
            Block::Heading(text) => {
                self.paragraph(text, self.base.patch(self.theme.style(Role::Heading)));
            }
            Block::Code(code) => self.code(code),
            Block::Quote(blocks) => self.quote(blocks),
            Block::List(list) => self.list(list),
            Block::Table(table) => table::rows(table, self),
            Block::Rule(source) => {
                let rule = self.theme.glyphs().horizontal.repeat(self.room());
                self.emit(Content {
                    spans: vec![Span::styled(rule, self.theme.style(Role::Rule))],
                    source: source.clone(),
                    citations: Vec::new(),
                });
            }
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for (at, block) in blocks.iter().enumerate() {
            if at > 0 {
                self.space();
            }
            self.block(block);
        }
    }

    /// Columns that are left for text.
    pub fn room(&self) -> usize {
        let taken: usize = self
            .margins
            .iter()
            .map(|margin| text::width(&margin.others))
            .sum();
        self.width.saturating_sub(taken).max(1)
    }

    /// Text that wraps.
    pub fn paragraph(&mut self, inline: &Inline, style: Style) {
        let marked = Marked::new(inline);
        for range in text::wrap(&inline.text, self.room()) {
            let content = self.content(&marked, range, style);
            self.emit(content);
        }
    }

    /// The part of a text that one row shows.
    pub fn content(&self, marked: &Marked<'_>, range: Range<usize>, style: Style) -> Content {
        let inline = marked.inline;
        let mut spans = Vec::new();
        let mut citations = Vec::new();
        for mark in marked.marks_within(&range) {
            self.cite(marked, mark, &range, &mut citations);
        }
        for (piece, part) in inline.within(range.clone()) {
            let face = self.face(piece.face, style);
            let mut at = part.start;
            for mark in marked.marks_within(&part) {
                let span = mark.span.start.max(at)..mark.span.end.min(part.end);
                let role = if mark.unresolved {
                    Role::Warning
                } else {
                    Role::Citation
                };
                self.span(inline, at..span.start, face, &mut spans);
                self.span(
                    inline,
                    span.clone(),
                    face.patch(self.theme.style(role)),
                    &mut spans,
                );
                at = span.end;
            }
            self.span(inline, at..part.end, face, &mut spans);
        }
        Content {
            spans,
            source: inline.source_of(&range).unwrap_or(self.shown..self.shown),
            citations,
        }
    }

    fn span(
        &self,
        inline: &Inline,
        range: Range<usize>,
        style: Style,
        spans: &mut Vec<Span<'static>>,
    ) {
        let Some(part) = inline.text.get(range).filter(|part| !part.is_empty()) else {
            return;
        };
        // Only a character that is wider than the room alone is too wide after wrapping.
        let part = if text::width(part) > self.room() {
            text::truncate(part, self.room(), self.theme.glyphs().ellipsis)
        } else {
            part.to_owned()
        };
        spans.push(Span::styled(part, style));
    }

    /// The citations of a mark that begin or end on a row.
    fn cite(
        &self,
        marked: &Marked<'_>,
        mark: &Mark,
        range: &Range<usize>,
        found: &mut Vec<CitationSpan>,
    ) {
        let inline = marked.inline;
        let column = |offset: usize| {
            let before = inline.text.get(range.start..offset).unwrap_or_default();
            u16::try_from(text::width(before).min(self.room())).unwrap_or(u16::MAX)
        };
        let Some(source) = inline.source_of(&mark.span) else {
            return;
        };
        for (number, span) in &mark.numbers {
            let shown = span.start.max(range.start)..span.end.min(range.end);
            if shown.start < shown.end {
                found.push(CitationSpan {
                    columns: column(shown.start)..column(shown.end),
                    number: *number,
                    source: source.clone(),
                });
            }
        }
    }

    fn face(&self, face: Face, style: Style) -> Style {
        let mut style = style;
        for (has, modifier) in [
            (Face::BOLD, Modifier::BOLD),
            (Face::ITALIC, Modifier::ITALIC),
            (Face::STRUCK, Modifier::CROSSED_OUT),
            (Face::LINK, Modifier::UNDERLINED),
        ] {
            if face.has(has) {
                style = style.add_modifier(modifier);
            }
        }
        if face.has(Face::CODE) {
            style = style.patch(self.theme.style(Role::Code));
        }
        if face.has(Face::DIM) {
            style = style.patch(self.theme.style(Role::Dim));
        }
        style
    }

    fn code(&mut self, code: &Inline) {
        let indented = self.indent("  ", "  ", Style::new());
        let marked = Marked {
            inline: code,
            marks: Vec::new(),
        };
        for range in text::cut(&code.text, self.room()) {
            let content = self.content(&marked, range, self.base);
            self.emit(content);
        }
        self.outdent(indented);
    }

    fn quote(&mut self, blocks: &[Block]) {
        let bar = format!("{} ", self.theme.glyphs().quote);
        let quoted = self.theme.style(Role::Quote);
        let outside = self.base;
        let indented = self.indent(&bar, &bar, self.theme.style(Role::Rule));
        self.base = outside.patch(quoted);
        self.blocks(blocks);
        self.base = outside;
        self.outdent(indented);
    }

    fn list(&mut self, list: &List) {
        let glyphs = self.theme.glyphs();
        let digits = list.first.map_or(0, |first| {
            let highest = first.saturating_add(list.items.len().saturating_sub(1) as u64);
            highest.to_string().len()
        });
        for (at, item) in list.items.iter().enumerate() {
            if at > 0 && list.loose {
                self.space();
            }
            let mark = match list.first {
                Some(first) => format!("{:>digits$}. ", first.saturating_add(at as u64)),
                None if self.margins.is_empty() => format!("{} ", glyphs.bullet),
                None => format!("{} ", glyphs.inner_bullet),
            };
            let others = " ".repeat(text::width(&mark));
            let indented = self.indent(&mark, &others, self.base);
            if item.is_empty() {
                self.space();
            }
            for (at, block) in item.iter().enumerate() {
                if at > 0 && list.loose {
                    self.space();
                }
                self.block(block);
            }
            self.outdent(indented);
        }
    }

    /// An empty row inside of a block, with its margins.
    pub fn space(&mut self) {
        self.emit(Content {
            spans: Vec::new(),
            source: self.shown..self.shown,
            citations: Vec::new(),
        });
    }

    /// Makes room for a margin, unless that leaves less than half of the width; says whether it did.
    pub fn indent(&mut self, first: &str, others: &str, style: Style) -> bool {
        let fits = self.room().saturating_sub(text::width(first)) * 2 >= self.width;
        if fits {
            self.margins.push(Margin {
                first: first.to_owned(),
                others: others.to_owned(),
                style,
                used: false,
            });
        }
        fits
    }

    pub fn outdent(&mut self, indented: bool) {
        if indented {
            self.margins.pop();
        }
    }

    /// Adds a row with its margins.
    pub fn emit(&mut self, content: Content) {
        let mut spans = Vec::with_capacity(self.margins.len() + content.spans.len());
        let mut column = 0;
        for margin in &mut self.margins {
            let mark = if margin.used {
                &margin.others
            } else {
                &margin.first
            };
            margin.used = true;
            column += text::width(mark);
            spans.push(Span::styled(mark.clone(), margin.style));
        }
        spans.extend(content.spans);
        let shift = u16::try_from(column).unwrap_or(u16::MAX);
        let mut citations = content.citations;
        for citation in &mut citations {
            citation.columns.start = citation.columns.start.saturating_add(shift);
            citation.columns.end = citation.columns.end.saturating_add(shift);
        }
        self.shown = content.source.end;
        self.rows.push(Row {
            line: Line::from(spans),
            source: content.source,
            citations,
        });
    }
}
