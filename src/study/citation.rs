//! Citation marks: every form that writers use is read, one form is written [C2].
//!
//! The written form is `[n]`; marks side by side stand in ascending order without repeats, as `[1][2]`, and where three or more numbers are consecutive as
//! `[1-3]` and `[1-3, 7]`. What refers to nothing stays where it stood, as `[9?]`, and is warned about [C3]. Which numbers, addresses and names a study
//! has is not known here: the caller says so. Forms on which writers disagree are read as they are most likely meant in an answer to a prompt
//! that numbers its sources: `[ID:3]` is source 3, `【4:2†source】` is source 4, `【4:2†report.pdf】` is the report, `[text][1]` cites source 1.

mod address;
mod grammar;
mod locators;
mod scan;

use std::collections::{BTreeSet, HashSet};
use std::fmt::{self, Write as _};
use std::ops::Range;

pub use address::canonical;

/// One citation mark in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Bytes of the text that the mark covers, brackets included.
    pub span: Range<usize>,
    /// Empty for another tool's private marker, which names nothing here. A numbered link gives two references to one source: its number,
    /// then its target; a number together with an address or a name comes from nothing else.
    pub references: Vec<Reference>,
}

/// What a mark refers to, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    Number(u32),
    /// A number that was already found not to exist, written `[9?]`, or one that cannot exist: too large, or a range that runs backwards.
    Unresolved(String),
    /// A URL in brackets, or the target of a numbered link.
    Uri(String),
    /// A file or source name in brackets, with the page where one is given.
    Name {
        name: String,
        page: Option<u32>,
    },
}

/// A text whose marks are all in the written form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normalised {
    pub text: String,
    /// In the order of the text, each once.
    pub warnings: Vec<CitationWarning>,
}

/// What is wrong with a text's citations, in words for the analyst [C3].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum CitationWarning {
    /// A number, address or name that no source has.
    Unknown { cited: String },
    /// The same source more than once in one sentence.
    Repeated { number: u32 },
    /// A numbered link whose address is no source; its number was kept.
    OtherAddress { number: u32, target: String },
    /// A marker that another tool's model writes for its own screen.
    Foreign,
}

impl fmt::Display for CitationWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { cited } => {
                write!(f, "[{cited}] names no source that the writer was given")
            }
            Self::Repeated { number } => write!(f, "[{number}] is cited twice in one sentence"),
            Self::OtherAddress { number, target } => {
                write!(
                    f,
                    "[{number}] links to {target}, which is not a source of this study"
                )
            }
            Self::Foreign => f.write_str(
                "a citation marker of another tool was removed: it names no source of this study",
            ),
        }
    }
}

/// What a text cites that is no source of its study, as it is written.
#[must_use]
pub fn unresolved(text: &str) -> Vec<String> {
    let references = marks(text).into_iter().flat_map(|mark| mark.references);
    references
        .filter_map(|reference| match reference {
            Reference::Unresolved(written) => Some(written),
            _ => None,
        })
        .collect()
}

/// The citation marks of a text, in order.
#[must_use]
pub fn marks(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    scan::scan(text, &mut |mark| marks.push(mark));
    marks
}

/// Writes every mark in the one written form.
///
/// `resolve` says which source a reference means. A number that it maps must map to a number that it maps to itself; then normalising twice is
/// normalising once. A bracketed year that is no source's number is left alone.
#[must_use]
pub fn normalise(text: &str, resolve: &dyn Fn(&Reference) -> Option<u32>) -> Normalised {
    let stripped = scan::without_foreign(text);
    let mut rewriting = Rewriting::new(&stripped, resolve);
    if stripped.len() < text.len() {
        rewriting.warn(CitationWarning::Foreign);
    }
    scan::scan(&stripped, &mut |mark| rewriting.take(&mark));
    rewriting.finish()
}

/// A text without its citations, and without the space before them.
#[must_use]
pub fn without_citations(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut from = 0;
    for mark in marks(text) {
        bare.push_str(
            text.get(from..mark.span.start)
                .unwrap_or_default()
                .trim_end(),
        );
        from = mark.span.end;
    }
    bare.push_str(text.get(from..).unwrap_or_default());
    bare
}

/// The citation numbers of a text, in order, without repeats. A bracketed year is not one; see [`numbers_among`].
#[must_use]
pub fn numbers(text: &str) -> Vec<u32> {
    numbers_among(text, &|number| !is_year(number))
}

/// The citation numbers of a text, in order, without repeats; a bracketed year only where a source with that number exists.
#[must_use]
pub fn numbers_among(text: &str, exists: &dyn Fn(u32) -> bool) -> Vec<u32> {
    let mut seen = HashSet::new();
    let mut numbers = Vec::new();
    scan::scan(text, &mut |mark| {
        let years = only_years(&mark.references);
        for reference in &mark.references {
            if let Reference::Number(number) = *reference
                && (!years || exists(number))
                && seen.insert(number)
            {
                numbers.push(number);
            }
        }
    });
    numbers
}

/// What the content of brackets or the target of a link refers to: an address, or a file with the page that may follow; `None` for anything else.
#[must_use]
pub fn target(content: &str) -> Option<Reference> {
    grammar::target(content.trim())
}

/// The bytes of the place in a source that a text begins with: `p. 3`, `Sec. II`, `at 12`.
#[must_use]
pub fn place(text: &str) -> Option<usize> {
    locators::length(text)
}

/// Whether a text ends with a year, behind which raised digits cite.
#[must_use]
pub fn ends_with_year(text: &str) -> bool {
    scan::ends_with_year(text)
}

/// The bytes of a text that are code, fenced or inline, in order: nothing there is a citation.
#[must_use]
pub fn code(text: &str) -> Vec<Range<usize>> {
    scan::code(text)
}

/// Numbers in the form that is written, `[1-3, 7]`: ascending, three or more consecutive ones as a range; nothing for no numbers.
#[must_use]
pub fn compact(numbers: &[u32]) -> String {
    let numbers: BTreeSet<u32> = numbers.iter().copied().collect();
    if numbers.is_empty() {
        return String::new();
    }
    let parts: Vec<String> = runs(&numbers)
        .into_iter()
        .map(|(first, last)| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first}-{last}"),
        })
        .collect();
    format!("[{}]", parts.join(", "))
}

/// The marks of sources, one behind the other: `[1][3]`.
#[must_use]
pub fn marks_of(numbers: &[impl fmt::Display]) -> String {
    let marks: Vec<String> = numbers.iter().map(|number| format!("[{number}]")).collect();
    marks.concat()
}

/// What stands before the title of a source: `[3] `, or nothing where it has no number.
#[must_use]
pub fn lead(number: Option<u32>) -> String {
    number.map_or_else(String::new, |number| format!("[{number}] "))
}

/// Consecutive numbers as their first and last.
fn runs(numbers: &BTreeSet<u32>) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

/// Whether a claim cites two or more distinct sources; near-copies of one text count as one [C4].
#[must_use]
pub fn cites_several(numbers: &[u32], same_source: &dyn Fn(u32, u32) -> bool) -> bool {
    numbers.split_first().is_some_and(|(&first, rest)| {
        rest.iter()
            .any(|&other| other != first && !same_source(first, other))
    })
}

/// Whether the number just before or after `number` is cited beside it [C4].
#[must_use]
pub fn has_cited_neighbour(number: u32, numbers: &[u32]) -> bool {
    numbers.iter().any(|&other| other.abs_diff(number) == 1)
}

/// Whether some number's neighbour is cited beside it [C4].
#[must_use]
pub fn has_neighbours(numbers: &[u32]) -> bool {
    numbers
        .iter()
        .any(|&number| has_cited_neighbour(number, numbers))
}

/// What a reference came to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Cited {
    Source(u32),
    Nothing(String),
}

/// A text on its way to the written form. Marks side by side are gathered into a group, which is written when something else follows.
struct Rewriting<'a> {
    text: &'a str,
    resolve: &'a dyn Fn(&Reference) -> Option<u32>,
    out: String,
    /// Bytes of `text` that `out` already holds.
    copied: usize,
    /// Where the last mark ended.
    end: usize,
    /// The last group of marks stands after a full stop, and so belongs to the sentence before it.
    after_stop: bool,
    group: Vec<Cited>,
    /// Sources cited in the running sentence.
    sentence: HashSet<u32>,
    warnings: Vec<CitationWarning>,
    warned: BTreeSet<CitationWarning>,
}

impl<'a> Rewriting<'a> {
    fn new(text: &'a str, resolve: &'a dyn Fn(&Reference) -> Option<u32>) -> Self {
        Self {
            text,
            resolve,
            out: String::with_capacity(text.len()),
            copied: 0,
            end: 0,
            after_stop: false,
            group: Vec::new(),
            sentence: HashSet::new(),
            warnings: Vec::new(),
            warned: BTreeSet::new(),
        }
    }

    fn take(&mut self, mark: &Mark) {
        let Some(cited) = self.resolve_all(&mark.references) else {
            return;
        };
        let gap = &self.text[self.end..mark.span.start];
        if gap.contains('\n') || (self.after_stop && says_something(gap)) || has_inner_stop(gap) {
            self.sentence.clear();
        }
        if self.group.is_empty() || !joins(gap) {
            self.write_group();
            let before = &self.text[self.copied..mark.span.start];
            self.out.push_str(before);
            self.after_stop = before.trim_end().ends_with(is_full_stop);
        }
        for one in &cited {
            self.note(one);
        }
        self.group.extend(cited);
        self.end = mark.span.end;
        self.copied = mark.span.end;
    }

    fn finish(mut self) -> Normalised {
        self.write_group();
        self.out.push_str(&self.text[self.copied..]);
        Normalised {
            text: self.out,
            warnings: self.warnings,
        }
    }

    /// What a mark's references come to; `None` where the mark is left alone.
    fn resolve_all(&mut self, references: &[Reference]) -> Option<Vec<Cited>> {
        let resolve = self.resolve;
        if let [
            number @ Reference::Number(written),
            target @ (Reference::Uri(_) | Reference::Name { .. }),
        ] = references
        {
            let found = resolve(target).or_else(|| {
                let kept = resolve(number)?;
                let target = grammar::as_written(target);
                self.warn(CitationWarning::OtherAddress {
                    number: kept,
                    target,
                });
                Some(kept)
            });
            if found.is_none() && is_year(*written) {
                return None;
            }
            return Some(vec![
                found.map_or_else(|| Cited::Nothing(written.to_string()), Cited::Source),
            ]);
        }
        let found: Vec<Option<u32>> = references.iter().map(resolve).collect();
        if only_years(references) && found.iter().all(Option::is_none) {
            return None;
        }
        let cited = references.iter().zip(found).map(|(reference, found)| {
            found.map_or_else(
                || Cited::Nothing(grammar::as_written(reference)),
                Cited::Source,
            )
        });
        Some(cited.collect())
    }

    fn note(&mut self, cited: &Cited) {
        match cited {
            Cited::Source(number) if !self.sentence.insert(*number) => {
                self.warn(CitationWarning::Repeated { number: *number });
            }
            Cited::Source(_) => {}
            Cited::Nothing(cited) => self.warn(CitationWarning::Unknown {
                cited: cited.clone(),
            }),
        }
    }

    fn warn(&mut self, warning: CitationWarning) {
        if self.warned.insert(warning.clone()) {
            self.warnings.push(warning);
        }
    }

    fn write_group(&mut self) {
        let mut sources = BTreeSet::new();
        let mut missing = BTreeSet::new();
        let mut others = Vec::new();
        let mut seen = HashSet::new();
        for cited in self.group.drain(..) {
            match cited {
                Cited::Source(number) => {
                    sources.insert(number);
                }
                Cited::Nothing(written) => match grammar::range_of(&written) {
                    Some(range) => missing.extend(range),
                    None if seen.insert(written.clone()) => others.push(written),
                    None => {}
                },
            }
        }
        write_numbers(&mut self.out, &sources, "");
        write_numbers(&mut self.out, &missing, "?");
        for written in others {
            let _ = write!(self.out, "[{written}?]");
        }
    }
}

/// Writes ascending numbers: each in its own brackets, but where three or more are consecutive, all in one pair with ranges, `[1-3, 7]`. A range is as long
/// as a reader takes in one piece.
fn write_numbers(out: &mut String, numbers: &BTreeSet<u32>, suffix: &str) {
    let numbers: Vec<u32> = numbers.iter().copied().collect();
    let mut parts = Vec::new();
    for run in numbers.chunk_by(|a, b| a + 1 == *b) {
        for part in run.chunks(grammar::LONGEST_RANGE) {
            match part {
                [first, _, .., last] => parts.push(format!("{first}-{last}{suffix}")),
                _ => parts.extend(part.iter().map(|number| format!("{number}{suffix}"))),
            }
        }
    }
    let has_range = parts.iter().any(|part| part.contains('-'));
    // Behind `95% CI`, a list would be read as the bounds of an interval.
    if has_range && parts.len() > 1 && !scan::is_interval(out, "[,") {
        for parts in parts.chunks(MOST_IN_BRACKETS) {
            let _ = write!(out, "[{}]", parts.join(", "));
        }
    } else {
        for part in parts {
            let _ = write!(out, "[{part}]");
        }
    }
}

/// Numbers and ranges in one pair of brackets: a mark that is too long is not read again as one.
const MOST_IN_BRACKETS: usize = 40;

/// Whether what stands between two marks only separates them.
fn joins(gap: &str) -> bool {
    gap.chars()
        .all(|c| matches!(c, ' ' | '\t' | '\u{a0}') || grammar::is_separator(c))
}

/// Whether a full stop in `gap` has another sentence after it. An abbreviation counts too: too many ends cost a warning, too few invent one.
fn has_inner_stop(gap: &str) -> bool {
    let mut stopped = false;
    let mut spaced = false;
    for c in gap.chars() {
        if c.is_alphanumeric() {
            if stopped && spaced {
                return true;
            }
            stopped = false;
        } else if is_full_stop(c) {
            stopped = true;
            spaced = matches!(c, '。' | '！' | '？');
        } else if c.is_whitespace() {
            spaced = true;
        }
    }
    false
}

fn says_something(gap: &str) -> bool {
    gap.chars().any(char::is_alphanumeric)
}

fn is_full_stop(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '؟' | '।')
}

fn only_years(references: &[Reference]) -> bool {
    !references.is_empty()
        && references
            .iter()
            .all(|reference| matches!(reference, Reference::Number(number) if is_year(*number)))
}

/// Whether a number in brackets may be a year.
#[must_use]
pub fn is_year(number: u32) -> bool {
    (1500..=2100).contains(&number)
}

#[cfg(test)]
mod tests;
