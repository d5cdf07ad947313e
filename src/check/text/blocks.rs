//! Blocks: the line structure of Markdown and of plain text, found before sentences are.
//!
//! A sentence never crosses the border of a block. Only what matters for that is known here: headings, list items, table rows, fenced code,
//! quotes and blank lines. It is one pass over the lines and accepts any text.

use std::ops::Range;

/// What a block is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// Running text, to be split into sentences.
    Prose,
    /// A list item; its first line starts with a marker.
    Item,
    Heading,
    /// One row, or the line under the head.
    TableRow,
    /// A fenced block, fences included.
    Code,
    /// A thematic break or the underline of a heading.
    Rule,
}

/// A stretch of whole lines, with the blank lines after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub kind: BlockKind,
    pub span: Range<usize>,
}

/// The blocks of a text; their spans partition it.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut fence: Option<Fence> = None;
    // Whether the next line with text begins a block whatever it looks like.
    let mut closed = true;
    // Whether the line before may be followed by an item that is lettered, and whether it has its underline below it.
    let mut ended = false;
    let mut underlined = false;
    let mut at = 0;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let span = at..at + line.len();
        at = span.end;
        if let Some(open) = &fence {
            extend(&mut blocks, BlockKind::Code, span);
            if open.is_closed_by(line) {
                fence = None;
                closed = true;
            }
            continue;
        }
        if line.trim().is_empty() {
            extend(&mut blocks, BlockKind::Prose, span);
            closed = true;
            continue;
        }
        let only_blank = blocks.len() == 1
            && text
                .get(blocks[0].span.clone())
                .is_some_and(|known| known.trim().is_empty());
        if only_blank {
            closed = true;
        }
        fence = Fence::open(line);
        let previous = blocks.last().map(|block| block.kind);
        let apart = closed || previous.is_none_or(ends_with_its_line);
        let kind = if fence.is_some() {
            Some(BlockKind::Code)
        } else if underlined {
            underlined = false;
            extend(&mut blocks, BlockKind::Heading, span);
            closed = true;
            continue;
        } else {
            let lettered = after_letter(line.trim()).is_some()
                && (apart || previous == Some(BlockKind::Item) || ended);
            own_block(line).or(lettered.then_some(BlockKind::Item))
        };
        ended = line.trim_end().ends_with(['.', ':', ';']);
        underlined = apart && kind.is_none() && is_over_underline(line, lines.peek().copied());
        match kind {
            Some(kind) => begin(&mut blocks, kind, span, only_blank),
            None if underlined || closed && is_plain_heading(line, lines.peek().copied()) => {
                begin(&mut blocks, BlockKind::Heading, span, only_blank);
            }
            None if apart => {
                begin(&mut blocks, BlockKind::Prose, span, only_blank);
            }
            None => extend(&mut blocks, BlockKind::Prose, span),
        }
        closed = false;
    }
    blocks
}

/// The bytes of a list marker, task box and quote marks at the start of a line, indentation included; 0 where there is none.
#[must_use]
pub fn marker_len(line: &str) -> usize {
    let mut rest = line.trim_start();
    while let Some(inner) = rest.strip_prefix('>') {
        rest = inner.trim_start();
    }
    let marker = after_bullet(rest).or_else(|| after_number(rest));
    if let Some(after) = marker.or_else(|| after_letter(rest)) {
        rest = after.trim_start();
        for task in TASKS {
            rest = rest.strip_prefix(task).unwrap_or(rest);
        }
    }
    line.len() - rest.len()
}

/// The boxes of things to do, and of what is done.
const TASKS: [&str; 3] = ["[ ] ", "[x] ", "[X] "];

/// Whether a line is an item with a box to tick.
pub(crate) fn is_task(line: &str) -> bool {
    let marker = line.get(..marker_len(line)).unwrap_or_default();
    TASKS.iter().any(|task| marker.ends_with(task))
}

/// An open code fence: its character and how many of them.
struct Fence {
    mark: char,
    length: usize,
}

impl Fence {
    fn open(line: &str) -> Option<Self> {
        let line = line.trim_start();
        let mark = line
            .chars()
            .next()
            .filter(|mark| matches!(mark, '`' | '~'))?;
        let length = line.chars().take_while(|&next| next == mark).count();
        let info = line.get(length..)?;
        (length >= 3 && !info.contains(mark)).then_some(Self { mark, length })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim();
        line.chars().count() >= self.length && line.chars().all(|next| next == self.mark)
    }
}

fn extend(blocks: &mut Vec<Block>, kind: BlockKind, span: Range<usize>) {
    if let Some(last) = blocks.last_mut() {
        last.span.end = span.end;
    } else {
        blocks.push(Block { kind, span });
    }
}

/// Starts a block; blank lines before the first one become part of it.
fn begin(blocks: &mut Vec<Block>, kind: BlockKind, mut span: Range<usize>, only_blank: bool) {
    if only_blank {
        blocks.clear();
        span.start = 0;
    }
    blocks.push(Block { kind, span });
}

fn ends_with_its_line(kind: BlockKind) -> bool {
    match kind {
        BlockKind::Heading | BlockKind::TableRow | BlockKind::Code | BlockKind::Rule => true,
        BlockKind::Prose | BlockKind::Item => false,
    }
}

/// The kind of a line that is a block of its own or begins one; `None` for running text.
fn own_block(line: &str) -> Option<BlockKind> {
    let line = line.trim();
    if is_heading(line) {
        Some(BlockKind::Heading)
    } else if is_rule(line) {
        Some(BlockKind::Rule)
    } else if is_table_row(line) {
        Some(BlockKind::TableRow)
    } else if after_bullet(line).is_some() || after_number(line).is_some() {
        Some(BlockKind::Item)
    } else {
        None
    }
}

fn is_heading(line: &str) -> bool {
    let level = line.bytes().take_while(|&byte| byte == b'#').count();
    (1..=6).contains(&level)
        && line
            .get(level..)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// A heading of plain text that has no blank line under it: short, without a full stop, over a line of ordinary length that begins anew.
fn is_plain_heading(line: &str, next: Option<&str>) -> bool {
    let line = line.trim();
    let begins = line.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
    let open = line.ends_with(['.', '!', '?', ',', ';', ':', '-', '…', ')', ']', '。']);
    let next = next.map_or("", str::trim);
    let anew =
        next.starts_with(char::is_uppercase) && next.len() >= 50 && next.len() >= 2 * line.len();
    begins && !open && line.split_whitespace().take(9).count() <= 8 && anew
}

fn is_rule(line: &str) -> bool {
    let mut marks = line.chars().filter(|mark| !mark.is_whitespace());
    let Some(first) = marks.next() else {
        return false;
    };
    matches!(first, '-' | '*' | '_' | '=') && line.len() >= 3 && marks.all(|mark| mark == first)
}

fn is_table_row(line: &str) -> bool {
    line.starts_with('|') || line.matches('\t').nth(1).is_some()
}

fn after_bullet(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(['-', '*', '+', '•', '◦', '▪', '‣', '·', '–'])?;
    rest.starts_with([' ', '\t']).then_some(rest)
}

/// `1. `, `12) ` and `(3) `; years and decimals at the start of a wrapped line are running text.
fn after_number(line: &str) -> Option<&str> {
    let (inner, bracket) = match line.strip_prefix('(') {
        Some(inner) => (inner, true),
        None => (line, false),
    };
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=3).contains(&digits) {
        return None;
    }
    let rest = inner.get(digits..)?;
    let rest = if bracket {
        rest.strip_prefix(')')?
    } else {
        rest.strip_prefix(['.', ')'])?
    };
    rest.starts_with([' ', '\t']).then_some(rest)
}

/// `a) `, `(b) `, `ii. ` and `iv) `. A letter with a full stop is more often somebody's initial.
fn after_letter(line: &str) -> Option<&str> {
    const LONGEST: usize = 4;
    let (inner, bracket) = match line.strip_prefix('(') {
        Some(inner) => (inner, true),
        None => (line, false),
    };
    let length = inner
        .bytes()
        .take_while(u8::is_ascii_alphabetic)
        .take(LONGEST + 1)
        .count();
    let (mark, rest) = inner.split_at_checked(length)?;
    let roman = length <= LONGEST && mark.bytes().all(|byte| b"ivx".contains(&byte));
    let closed = rest.strip_prefix(')').filter(|_| length == 1 || roman);
    let dotted = rest
        .strip_prefix('.')
        .filter(|_| roman && !bracket && length > 0);
    let rest = closed.filter(|_| length > 0).or(dotted)?;
    rest.starts_with([' ', '\t']).then_some(rest)
}

/// A heading of one line with `===` or `---` right below it. What ends as a sentence does is none: many writers rule a line off below it.
fn is_over_underline(line: &str, next: Option<&str>) -> bool {
    let line = line.trim();
    let next = next.map_or("", str::trim);
    let marked = next.len() >= 3
        && ['=', '-']
            .into_iter()
            .any(|mark| next.chars().all(|other| other == mark));
    marked && !line.ends_with(['.', '!', '?', ';', '…', '。']) && !line.contains('|')
}

/// A sentence's span without its list marker and the space around it.
pub(crate) fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let sentence = text.get(span.clone()).unwrap_or_default();
    let begins_line = text
        .get(..span.start)
        .is_none_or(|before| before.is_empty() || before.ends_with('\n'));
    let lead = sentence.len() - sentence.trim_start().len();
    let marker = if begins_line {
        marker_len(sentence.trim_start())
    } else {
        0
    };
    let end = span.start + sentence.trim_end().len();
    let start = (span.start + lead + marker).min(end);
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(BlockKind, &str)> {
        blocks(text)
            .into_iter()
            .map(|block| (block.kind, text[block.span].trim()))
            .collect()
    }

    #[test]
    fn every_kind_of_line_is_a_block_of_its_own() {
        let text = "\n# Title\nOne line\nand its rest.\n\n- item one\n  goes on\n- item two\n| a | b |\n|---|---|\n```rust\nlet x = 1.\n\n```\nAfter.\n---\n";
        assert_eq!(
            kinds(text),
            [
                (BlockKind::Heading, "# Title"),
                (BlockKind::Prose, "One line\nand its rest."),
                (BlockKind::Item, "- item one\n  goes on"),
                (BlockKind::Item, "- item two"),
                (BlockKind::TableRow, "| a | b |"),
                (BlockKind::TableRow, "|---|---|"),
                (BlockKind::Code, "```rust\nlet x = 1.\n\n```"),
                (BlockKind::Prose, "After."),
                (BlockKind::Rule, "---"),
            ]
        );
    }

    #[test]
    fn a_short_line_over_a_long_one_is_a_heading() {
        let text = "1 Summary\nThe transit authority currently runs 84 diesel buses from\nthe depot.\n\nOne short line\nthat goes on in the next one as any wrapped text does.";
        let found: Vec<_> = kinds(text).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(
            found,
            [BlockKind::Heading, BlockKind::Prose, BlockKind::Prose]
        );
    }

    #[test]
    fn a_line_with_an_underline_is_a_heading_with_it() {
        let found = kinds("Costs of storage\n===\nThey fell.\n---\nThen they rose.\n");
        assert_eq!(
            found,
            [
                (BlockKind::Heading, "Costs of storage\n==="),
                (BlockKind::Prose, "They fell."),
                (BlockKind::Rule, "---"),
                (BlockKind::Prose, "Then they rose."),
            ]
        );
    }

    #[test]
    fn letters_and_roman_numbers_mark_items_where_one_can_begin() {
        let found = kinds(
            "It needs:\n(a) a lid;\n(b) a base.\n\nThe lid\n(a) is steel. See\ni. e. the rest",
        );
        assert_eq!(
            found,
            [
                (BlockKind::Prose, "It needs:"),
                (BlockKind::Item, "(a) a lid;"),
                (BlockKind::Item, "(b) a base."),
                (
                    BlockKind::Prose,
                    "The lid\n(a) is steel. See\ni. e. the rest"
                ),
            ]
        );
    }

    #[test]
    fn a_year_at_the_start_of_a_wrapped_line_is_no_list_item() {
        assert_eq!(kinds("It was built in\n2024. Then it ran.").len(), 1);
    }

    #[test]
    fn markers_are_measured_with_their_quote_and_task_box() {
        for (line, rest) in [
            ("- a", "a"),
            ("  * [x] a", "a"),
            ("> > 3) a", "a"),
            ("(2) a", "a"),
            ("3.5 a", "3.5 a"),
            ("-5 a", "-5 a"),
        ] {
            assert_eq!(&line[marker_len(line)..], rest);
        }
    }
}
