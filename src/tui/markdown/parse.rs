//! A Markdown text as a tree of blocks, each with the bytes it came from.
//!
//! The text is expected to be clean; what entities decode to is cleaned here. Link definitions are taken for text: models end their replies with lists such as
//! `[1]: Report`, which would otherwise vanish and turn every citation above them into a link.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::tui::text;

/// A block that is in no other.
#[derive(Debug)]
pub struct TopLevel {
    /// The beginning of the line on which it begins.
    pub start: usize,
    pub block: Block,
}

#[derive(Debug)]
pub enum Block {
    Paragraph(Inline),
    Heading(Inline),
    Code(Inline),
    Quote(Vec<Block>),
    List(List),
    Table(Table),
    Rule(Range<usize>),
}

#[derive(Debug)]
pub struct List {
    /// The first number, of an ordered list.
    pub first: Option<u64>,
    /// Whether there is space between the items.
    pub loose: bool,
    pub items: Vec<Vec<Block>>,
}

#[derive(Debug, Default)]
pub struct Table {
    pub alignments: Vec<Alignment>,
    /// The header, then the body.
    pub rows: Vec<TableRow>,
}

#[derive(Debug, Default)]
pub struct TableRow {
    pub cells: Vec<Inline>,
    pub source: Range<usize>,
}

/// Text as it is read, in pieces that look alike.
#[derive(Debug, Default, Clone)]
pub struct Inline {
    pub text: String,
    pub pieces: Vec<Piece>,
}

#[derive(Debug, Clone)]
pub struct Piece {
    /// Where it ends in `text`; it begins where the one before ends.
    pub end: usize,
    /// Bytes of the Markdown text. Where these are as many as the piece has, they are the piece itself.
    pub source: Range<usize>,
    pub face: Face,
}

/// How a piece differs from the text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Face(u8);

impl Face {
    pub const BOLD: Self = Self(1);
    pub const ITALIC: Self = Self(2);
    pub const STRUCK: Self = Self(4);
    pub const CODE: Self = Self(8);
    pub const LINK: Self = Self(16);
    pub const DIM: Self = Self(32);

    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Inline {
    pub fn push(&mut self, text: &str, source: Range<usize>, face: Face) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(text);
        let begin = self.begin_of(self.pieces.len().saturating_sub(1));
        match self.pieces.last_mut() {
            // The parser gives text in small parts; what belongs together is one piece.
            Some(piece)
                if piece.face == face
                    && piece.source.end == source.start
                    && piece.source.len() == start - begin
                    && source.len() == text.len() =>
            {
                piece.end = self.text.len();
                piece.source.end = source.end;
            }
            _ => self.pieces.push(Piece {
                end: self.text.len(),
                source,
                face,
            }),
        }
    }

    /// Appends another text.
    pub fn append(&mut self, other: &Self) {
        let base = self.text.len();
        self.text.push_str(&other.text);
        self.pieces.extend(other.pieces.iter().map(|piece| Piece {
            end: base + piece.end,
            ..piece.clone()
        }));
    }

    /// The pieces that a range of the text touches, each with its part of the range.
    pub fn within(&self, range: Range<usize>) -> impl Iterator<Item = (&Piece, Range<usize>)> {
        let first = self
            .pieces
            .partition_point(|piece| piece.end <= range.start);
        let pieces = self.pieces.get(first..).unwrap_or_default();
        let mut start = range.start;
        pieces.iter().map_while(move |piece| {
            let part = start..piece.end.min(range.end);
            start = piece.end;
            (part.start < part.end).then_some((piece, part))
        })
    }

    /// Bytes of the Markdown text that a range of the text came from; `None` if there is no text.
    pub fn source_of(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let first = self
            .pieces
            .partition_point(|piece| piece.end <= range.start)
            .min(self.pieces.len().checked_sub(1)?);
        let start = self.place(first, range.start)?;
        if range.is_empty() {
            return Some(start..start);
        }
        let last = self
            .pieces
            .partition_point(|piece| piece.end < range.end)
            .min(self.pieces.len() - 1);
        Some(start..self.place(last, range.end)?.max(start))
    }

    fn begin_of(&self, piece: usize) -> usize {
        piece
            .checked_sub(1)
            .and_then(|before| self.pieces.get(before))
            .map_or(0, |before| before.end)
    }

    /// The place in the Markdown text of an offset in, or at the end of, a piece.
    fn place(&self, piece: usize, offset: usize) -> Option<usize> {
        let begin = self.begin_of(piece);
        let piece = self.pieces.get(piece)?;
        Some(if piece.source.len() == piece.end - begin {
            piece.source.start + (offset - begin)
        } else if offset == begin {
            piece.source.start
        } else {
            piece.source.end
        })
    }
}

/// The blocks of a text.
pub fn blocks(text: &str) -> Vec<TopLevel> {
    let masked = mask_definitions(text);
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut builder = Builder::new(text);
    for (event, range) in Parser::new_ext(&masked, options).into_offset_iter() {
        builder.event(event, range);
    }
    builder.finish()
}

/// Stands for the colon of what would be a link definition. No clean text has it.
const MASK: char = '\u{1}';

/// Quotes and lists within each other are shown as such up to this depth.
const DEEPEST: usize = 12;

fn mask_definitions(text: &str) -> Cow<'_, str> {
    if text.contains("]:") {
        Cow::Owned(text.replace("]:", "]\u{1}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// What the parser says a text is, made harmless, with the colons back.
fn restore(text: &str) -> Cow<'_, str> {
    if text.contains(MASK) {
        Cow::Owned(text::clean(&text.replace(MASK, ":")).into_owned())
    } else {
        text::clean(text)
    }
}

enum Container {
    Quote(Vec<Block>),
    List(List),
}

struct Builder<'a> {
    text: &'a str,
    done: Vec<TopLevel>,
    open: Vec<Container>,
    /// Containers that are too deep to be shown as such.
    flattened: usize,
    /// Where the block that is in no other began.
    start: usize,
    inline: Inline,
    faces: Vec<Face>,
    links: Vec<String>,
    table: Option<Table>,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            done: Vec::new(),
            open: Vec::new(),
            flattened: 0,
            start: 0,
            inline: Inline::default(),
            faces: vec![Face::default()],
            links: Vec::new(),
            table: None,
        }
    }

    fn finish(mut self) -> Vec<TopLevel> {
        self.close_text();
        self.done
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.begin(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(text) => self.push(&restore(&text), range),
            Event::Code(code) => {
                let face = self.face().with(Face::CODE);
                self.inline.push(&restore(&code), range, face);
            }
            Event::Html(html) => self.push(&restore(&html), range),
            Event::InlineHtml(html) if is_line_break(&html) => self.push("\n", range),
            Event::InlineHtml(html) => {
                let face = self.face().with(Face::DIM);
                self.inline.push(&restore(&html), range, face);
            }
            Event::SoftBreak => self.push(" ", range),
            Event::HardBreak => self.push("\n", range),
            Event::Rule => {
                self.close_text();
                self.begin_block(&range);
                self.add(Block::Rule(range));
            }
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.push(&restore(&text), range);
            }
            Event::TaskListMarker(done) => {
                self.push(if done { "[x] " } else { "[ ] " }, range);
            }
        }
    }

    fn begin(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Emphasis => self.enter(Face::ITALIC),
            Tag::Strong => self.enter(Face::BOLD),
            Tag::Strikethrough => self.enter(Face::STRUCK),
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => {
                let shown = !matches!(link_type, LinkType::Autolink | LinkType::Email);
                self.links.push(if shown {
                    restore(&dest_url).into_owned()
                } else {
                    String::new()
                });
                self.enter(Face::LINK);
            }
            Tag::Image { dest_url, .. } => {
                self.links.push(restore(&dest_url).into_owned());
                self.enter(Face::LINK);
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.rows.push(TableRow {
                        cells: Vec::new(),
                        source: range,
                    });
                }
            }
            Tag::TableCell => {}
            block => self.begin_tagged_block(block, &range),
        }
    }

    fn begin_tagged_block(&mut self, tag: Tag<'_>, range: &Range<usize>) {
        self.close_text();
        self.begin_block(range);
        match tag {
            Tag::BlockQuote(_) => self.open_container(Container::Quote(Vec::new())),
            Tag::List(first) => self.open_container(Container::List(List {
                first,
                loose: false,
                items: Vec::new(),
            })),
            Tag::Item => {
                if self.flattened == 0
                    && let Some(Container::List(list)) = self.open.last_mut()
                {
                    list.items.push(Vec::new());
                }
            }
            Tag::Paragraph => {
                if self.flattened == 0
                    && let Some(Container::List(list)) = self.open.last_mut()
                {
                    list.loose = true;
                }
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.enter(Face::CODE);
            }
            Tag::HtmlBlock => self.enter(Face::DIM),
            Tag::Table(alignments) => {
                self.table = Some(Table {
                    alignments,
                    rows: Vec::new(),
                });
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => self.leave(),
            TagEnd::Link | TagEnd::Image => self.end_link(range),
            TagEnd::Heading(_) => {
                let text = std::mem::take(&mut self.inline);
                self.add(Block::Heading(text));
            }
            TagEnd::CodeBlock => {
                self.leave();
                let text = std::mem::take(&mut self.inline);
                self.add(Block::Code(text));
            }
            TagEnd::HtmlBlock => {
                self.leave();
                self.close_text();
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) => {
                self.close_text();
                self.close_container();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.table.as_mut().and_then(|table| table.rows.last_mut()) {
                    row.cells.push(cell);
                }
            }
            TagEnd::TableHead | TagEnd::TableRow => {}
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.add(Block::Table(table));
                }
            }
            _ => self.close_text(),
        }
    }

    /// Shows where a link leads, unless that is its text.
    fn end_link(&mut self, range: Range<usize>) {
        self.leave();
        let Some(target) = self.links.pop() else {
            return;
        };
        if !target.is_empty() && !self.inline.text.ends_with(&target) {
            let face = self.face().with(Face::DIM);
            let end = range.end..range.end;
            self.inline.push(&format!(" ({target})"), end, face);
        }
    }

    fn push(&mut self, text: &str, range: Range<usize>) {
        let face = self.face();
        self.inline.push(text, range, face);
    }

    fn face(&self) -> Face {
        self.faces.last().copied().unwrap_or_default()
    }

    fn enter(&mut self, face: Face) {
        self.faces.push(self.face().with(face));
    }

    fn leave(&mut self) {
        self.faces.pop();
    }

    fn begin_block(&mut self, range: &Range<usize>) {
        if self.open.is_empty() {
            let before = self.text.get(..range.start).unwrap_or_default();
            self.start = before.rfind('\n').map_or(0, |at| at + 1);
        }
    }

    /// Text that stands in an item without a paragraph, and whatever else was not closed, is a paragraph.
    fn close_text(&mut self) {
        if !self.inline.text.is_empty() {
            let text = std::mem::take(&mut self.inline);
            self.add(Block::Paragraph(text));
        }
    }

    fn open_container(&mut self, container: Container) {
        if self.flattened > 0 || self.open.len() >= DEEPEST {
            self.flattened += 1;
        } else {
            self.open.push(container);
        }
    }

    fn close_container(&mut self) {
        if self.flattened > 0 {
            self.flattened -= 1;
            return;
        }
        match self.open.pop() {
            Some(Container::Quote(blocks)) => self.add(Block::Quote(blocks)),
            Some(Container::List(list)) => self.add(Block::List(list)),
            None => {}
        }
    }

    fn add(&mut self, block: Block) {
        match self.open.last_mut() {
            None => self.done.push(TopLevel {
                start: self.start,
                block,
            }),
            Some(Container::Quote(blocks)) => blocks.push(block),
            Some(Container::List(list)) => match list.items.last_mut() {
                Some(item) => item.push(block),
                None => list.items.push(vec![block]),
            },
        }
    }
}

fn is_line_break(html: &str) -> bool {
    matches!(html, "<br>" | "<br/>" | "<br />" | "<BR>")
}
