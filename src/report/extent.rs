//! How far a list of sources reaches: where the report's own text goes on behind one, and which blocks are one without a heading that says so.
//!
//! Layout decides, and where it leaves both open, whether a line reads as a source or as a sentence. Nothing looks further than a bounded number of lines, so
//! that a long report costs linear time.

use std::collections::HashSet;
use std::ops::Range;

use super::items::{bullet, entries_of, head, is_rule, itemised, without_tags};
use super::layout::Part;
use super::marks::{Cite, Defined, marks, superscript};
use super::sources::{self, places};
use crate::check::{is_claim, sentences};
use crate::clean;
use crate::study::citation;

/// Lines and bytes behind a paragraph in which a list may go on.
const MOST_LINES: usize = 40;
const MOST_BYTES: usize = 4_000;

/// Whether the report's own text goes on with what stands behind a list so far.
///
/// A list of paragraphs could be any text: there only what cites by number is none of its entries. Behind numbers and bullets a sentence without either is
/// text, unless another entry follows it: then it is a note on the one before.
pub(super) fn goes_on(list: &str, behind: &str, after_blank: bool) -> bool {
    let behind = clean::beginning(behind, MOST_BYTES);
    let line = behind.lines().next().unwrap_or_default();
    // Findings under `Evidence` cite; sources do not.
    let is_finding = list.trim().is_empty() && !citation::numbers(line).is_empty();
    let is_entry = line.starts_with([' ', '\t', '#', '|', '<', '>', '`'])
        || line.trim().is_empty()
        || is_rule(line.trim())
        || head(line).is_some()
        || bullet(line).is_some() && !is_finding;
    if is_entry {
        return false;
    }
    let paragraph = if after_blank {
        behind.split("\n\n").next().unwrap_or_default()
    } else {
        line
    };
    let cites = !citation::numbers(paragraph).is_empty();
    let states = sentences(paragraph)
        .into_iter()
        .filter_map(|span| paragraph.get(span))
        .any(is_claim);
    if !states || is_locator(paragraph) {
        return false;
    }
    let mut entries = list.lines().filter(|line| !says_nothing(line));
    let Some(first) = entries.next() else {
        return cites;
    };
    let marked = head(first).is_some() || bullet(first).is_some() || first.contains("<li");
    if !after_blank || !marked {
        return cites;
    }
    !entry_follows(list, behind.get(paragraph.len()..).unwrap_or_default())
}

/// Whether an entry follows that goes on with a list: the next number, or, where bullets begin entries, a bullet that names a place.
fn entry_follows(list: &str, behind: &str) -> bool {
    let number = end_of(list, MOST_BYTES).lines().rev().find_map(number_of);
    behind
        .lines()
        .take(MOST_LINES)
        .take_while(|line| !line.starts_with('#'))
        .any(|line| match number {
            Some(number) => number_of(line) == number.checked_add(1),
            None => bullet(line).is_some_and(is_source),
        })
}

/// `Retrieved from https://…`, `Accessed 3 May 2021.`: where and when the source before was read.
fn is_locator(paragraph: &str) -> bool {
    #[rustfmt::skip]
    const STARTS: &[&str] = &["retrieved", "accessed", "available", "abgerufen", "doi", "url", "link", "http", "www"];
    let lower = paragraph.to_lowercase();
    STARTS.iter().any(|start| lower.starts_with(start))
}

/// Where the entries begin of a list that stands behind its name on one line: `Sources: [1] a.md; [2] b.md`.
pub(super) fn inline_list(line: &str, is_list_name: &dyn Fn(&str) -> bool) -> Option<usize> {
    const LONGEST_NAME: usize = 40;
    let colon = clean::beginning(line, LONGEST_NAME).find(':')?;
    if !is_list_name(line.get(..colon)?) {
        return None;
    }
    let behind = line.get(colon + 1..)?;
    let entries = behind.trim_start_matches(['*', '_', ' ', '\t']);
    let marked = entries.starts_with(['[', '(', '【', '\\']) || number_of(entries).is_some();
    let (number, _, first) = head(entries_of(entries).first()?)?;
    (marked && number == Some(1) && is_source(first)).then(|| line.len() - entries.len())
}

/// The lists of sources that no heading announces, in the text of these parts.
///
/// A table that says so; a block whose lines begin with numbers in brackets and name sources; and, at the end, a block with any such numbers that explains all
/// that is cited before it.
pub(super) fn unheaded(text: &str, parts: &[Part]) -> Vec<Range<usize>> {
    let mut lists = Vec::new();
    let mut last: Vec<Block<'_>> = Vec::new();
    let mut cited = HashSet::new();
    for part in parts {
        // A heading ends what is above it.
        close(&mut last, &mut cited, &mut lists);
        let body = text.get(part.span.clone()).unwrap_or_default();
        for block in blocks(body, part.span.start) {
            if block.is_table_of_sources() {
                lists.push(block.span.clone());
                continue;
            }
            let follows = last
                .last()
                .is_none_or(|before| before.is_followed_by(&block));
            if !follows || block.numbers.is_empty() {
                close(&mut last, &mut cited, &mut lists);
            }
            if block.numbers.is_empty() {
                cited.extend(cited_in(block.text));
            } else {
                last.push(block);
            }
        }
    }
    let is_end = lists.is_empty() && is_last(&last, &cited);
    if is_end {
        lists.extend(joined(&last));
    } else {
        close(&mut last, &mut cited, &mut lists);
    }
    lists
}

/// Ends a run of numbered blocks: sources, if each reads as one, and they are in brackets or set apart, else text. A single line has to say where its source is.
fn close(run: &mut Vec<Block<'_>>, cited: &mut HashSet<u32>, lists: &mut Vec<Range<usize>>) {
    let begins = run.first().and_then(|block| block.numbers.first()) == Some(&1);
    let explained = explains(run, cited);
    let mut entries = run.iter().flat_map(|block| &block.entries);
    let is_told = entries.clone().count() > 1 || entries.any(|entry| says_where(entry));
    let is_list = begins
        && is_told
        && run.iter().all(|block| {
            (block.bracketed || explained && (block.ruled || block.anchored))
                && block.entries.iter().all(|entry| is_source(entry))
        });
    if is_list {
        lists.extend(joined(run));
    } else {
        for block in run.iter() {
            cited.extend(cited_in(block.text));
        }
    }
    run.clear();
}

/// The numbers that a text cites, in brackets or raised.
fn cited_in(text: &str) -> Vec<u32> {
    let raises = text.contains(|c| c == '^' || superscript(c).is_some());
    if !raises {
        return citation::numbers(text);
    }
    let cites = marks(text, &Defined::default()).into_iter();
    let cites = cites.flat_map(|mark| mark.cites);
    cites
        .filter_map(|cite| match cite {
            Cite::Number { number, .. } | Cite::Superscript(number) => Some(number),
            _ => None,
        })
        .collect()
}

fn joined(run: &[Block<'_>]) -> Option<Range<usize>> {
    Some(run.first()?.span.start..run.last()?.span.end)
}

/// Whether numbered blocks have a number for all that is cited before them.
fn explains(run: &[Block<'_>], cited: &HashSet<u32>) -> bool {
    let numbers: HashSet<u32> = run
        .iter()
        .flat_map(|block| &block.numbers)
        .copied()
        .collect();
    !cited.is_empty()
        && cited.len() <= numbers.len()
        && cited.iter().all(|cited| numbers.contains(cited))
}

/// Whether the last blocks of a report are its list of sources.
fn is_last(run: &[Block<'_>], cited: &HashSet<u32>) -> bool {
    let Some(first) = run.first() else {
        return false;
    };
    let entries = || run.iter().flat_map(|block| &block.entries);
    let plain = |entry: &String| citation::numbers(entry).is_empty();
    let begins = first.numbers.first() == Some(&1);
    let sources = || entries().all(|entry| is_source(entry));
    if run.iter().all(|block| block.bracketed) {
        return entries().all(plain) && (begins && entries().count() > 1 || sources());
    }
    let set_apart = first.ruled || first.anchored;
    let is_title = |entry: &String| plain(entry) && !entry.ends_with(['.', '!']);
    begins && explains(run, cited) && (sources() || set_apart && entries().all(is_title))
}

/// Whether an entry reads as a source rather than as a sentence: it says where it is, or states nothing.
fn is_source(entry: &str) -> bool {
    let states = entry.ends_with(['.', '!', '?']) || is_claim(entry);
    citation::numbers(entry).is_empty() && (says_where(entry) || !states)
}

/// Whether an entry names an address, a file, or a year as sources do.
fn says_where(entry: &str) -> bool {
    let (uris, files) = places(entry);
    let dated = entry
        .match_indices(['1', '2'])
        .filter_map(|(at, _)| {
            Some((
                entry.get(..at)?,
                entry.get(at..at + 4)?,
                entry.get(at + 4..)?,
            ))
        })
        .any(|(before, year, behind)| {
            year.parse().is_ok_and(sources::is_year)
                && (before.ends_with('(') && behind.starts_with([')', 'a', 'b', ','])
                    || before.ends_with(", ") && behind.trim_matches(['.', ' ']).is_empty())
        });
    !uris.is_empty() || !files.is_empty() || dated
}

/// A paragraph whose lines may be entries.
#[derive(Debug, Default)]
struct Block<'a> {
    text: &'a str,
    span: Range<usize>,
    /// Of its entries, one above the other; empty where some line is none.
    numbers: Vec<u32>,
    entries: Vec<String>,
    /// All numbers stand in brackets.
    bracketed: bool,
    /// A rule stands before it, or an anchor before its first entry.
    ruled: bool,
    anchored: bool,
}

impl<'a> Block<'a> {
    fn of(text: &'a str, from: usize, ruled: bool) -> Self {
        let mut block = Self {
            text,
            span: from..from + text.len(),
            bracketed: true,
            ruled,
            ..Self::default()
        };
        let lines = itemised(text);
        block.anchored = lines.len() != text.len();
        for line in lines.lines().flat_map(entries_of) {
            let indented = line.starts_with([' ', '\t']) && !block.numbers.is_empty();
            if indented || says_nothing(line) {
                continue;
            }
            let entry = head(line).and_then(|(number, _, rest)| Some((number?, rest)));
            let names = |rest: &str| rest.chars().filter(|c| c.is_alphabetic()).nth(1).is_some();
            let Some((number, rest)) = entry.filter(|(_, rest)| names(rest)) else {
                block.numbers.clear();
                return block;
            };
            let begins = without_lead(line);
            block.anchored |= begins.starts_with('<');
            block.bracketed &= begins.starts_with(['[', '【']);
            block.numbers.push(number);
            block.entries.push(rest.trim().to_owned());
        }
        let is_run = block.bracketed || block.numbers.windows(2).all(is_next);
        if !is_run {
            block.numbers.clear();
        }
        block
    }

    fn is_followed_by(&self, other: &Self) -> bool {
        let ends = (self.numbers.last(), other.numbers.first());
        let (Some(last), Some(first)) = ends else {
            return false;
        };
        self.bracketed == other.bracketed && (self.bracketed || is_next(&[*last, *first]))
    }

    /// `| # | Source |` over rows that begin with numbers.
    fn is_table_of_sources(&self) -> bool {
        #[rustfmt::skip]
        const NAMED: &[&str] = &[
            "source", "sources", "title", "document", "documents", "reference", "references", "file", "link", "url", "publication", "quelle", "titel",
        ];
        const NUMBERED: &[&str] = &["", "no", "nr", "ref", "id", "number", "source", "n"];
        let mut lines = self.text.lines();
        let Some(row) = lines.next().and_then(|line| line.trim().strip_prefix('|')) else {
            return false;
        };
        let name = |cell: &str| {
            let name = cell.trim_matches(|c: char| !c.is_alphabetic());
            name.to_lowercase()
        };
        let mut columns = row.split('|').map(name);
        let is_headed = columns
            .next()
            .is_some_and(|first| NUMBERED.contains(&first.as_str()))
            && columns
                .next()
                .is_some_and(|second| NAMED.contains(&second.as_str()));
        let rule = lines.next().is_some_and(|line| is_rule(line.trim()));
        let rows: Vec<Option<u32>> = lines.map(number_of).collect();
        is_headed && rule && !rows.is_empty() && rows.iter().all(Option::is_some)
    }
}

fn is_next(pair: &[u32]) -> bool {
    matches!(pair, [one, next] if one.checked_add(1) == Some(*next))
}

/// The paragraphs of a text that begins at `from`.
fn blocks(body: &str, from: usize) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut ruled = false;
    let mut begins: Option<usize> = None;
    let mut at = 0;
    for line in body.split_inclusive('\n').chain(["\n"]) {
        let content = line.trim();
        let breaks = content.is_empty() || is_rule(content) && !content.contains('|');
        // The first entry may stand right below a sentence.
        let is_first = content.starts_with(['[', '【']) && number_of(content) == Some(1);
        match begins {
            Some(start) if breaks => {
                let text = body.get(start..at).unwrap_or_default();
                blocks.push(Block::of(text, from + start, ruled));
                ruled = false;
                begins = None;
            }
            Some(start) if is_first => {
                let text = body.get(start..at).unwrap_or_default();
                blocks.push(Block::of(text, from + start, ruled));
                ruled = false;
                begins = Some(at);
            }
            None if !breaks => begins = Some(at),
            _ => {}
        }
        ruled |= breaks && !content.is_empty();
        at += line.len();
    }
    blocks
}

fn number_of(line: &str) -> Option<u32> {
    head(line)?.0
}

/// A line without words of its own: blank, a rule, or tags.
fn says_nothing(line: &str) -> bool {
    let content = line.trim();
    content.is_empty() || is_rule(content) || without_tags(content).is_empty()
}

fn without_lead(line: &str) -> &str {
    line.trim_start_matches(['*', '_', '-', ' ', '#', '\\', '>'])
}

fn end_of(text: &str, most: usize) -> &str {
    let from = text.ceil_char_boundary(text.len().saturating_sub(most));
    text.get(from..).unwrap_or_default()
}
