//! A report's own list of its sources: entries with numbers, labels, titles, addresses and file names, in the many layouts that writers use.

use std::collections::HashSet;
use std::ops::Range;

use super::items::{
    are_numbered_plainly, bullet, entries_of, head, is_rule, itemised, plain_head, without_tags,
};
use super::layout::Layout;
use super::marks::Defined;
use super::rarer::Note;
use crate::clean;
use crate::study::citation::{self, Reference};

/// Characters of an entry that are kept, and of what it is called.
const LONGEST: usize = 1000;
const LONGEST_TITLE: usize = 120;

/// A source of a report, as the report tells it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    /// By which claims cite it; the report's own where it numbers its sources.
    pub number: u32,
    /// The name of its footnote, its key; lower case.
    pub label: Option<String>,
    /// The whole entry on one line; empty for a number that no list explains.
    pub text: String,
    /// What to call it.
    pub title: String,
    /// Web addresses as they are written, `doi:` and `arXiv:` identifiers among them.
    pub uris: Vec<String>,
    /// File names and paths.
    pub files: Vec<String>,
    /// Of what a claim names by its author and year, where no list says more.
    pub work: Option<Work>,
    /// Beside a list that does not have it: it is a source only if the evidence has it.
    pub supposed: bool,
}

/// Who wrote something, and when, as a claim cites it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// The first author's surname.
    pub author: String,
    /// With the letter that tells it from others of the year: `2020a`.
    pub year: String,
}

impl Work {
    /// What a key says that is made of both: `koffi2021`, `koffi_2021a`, `koffi2021port`.
    pub(super) fn of_key(key: &str) -> Option<Self> {
        let at = key.find(|c: char| c.is_ascii_digit())?;
        let author = key.get(..at)?.trim_end_matches(['_', '-', ':', '.']);
        let digits = key.get(at..at + 4)?;
        let letter = key.get(at + 4..)?;
        let letter = letter
            .get(..1)
            .filter(|_| letter.len() == 1)
            .unwrap_or_default();
        let is_name = author.chars().count() > 1 && author.chars().all(char::is_alphabetic);
        let is_work = is_name && digits.parse().is_ok_and(is_year);
        is_work.then(|| Self {
            author: author.to_owned(),
            year: format!("{digits}{letter}"),
        })
    }
}

impl Source {
    /// A page by its address and by the text of the link that leads there.
    pub(super) fn linked(uri: &str, text: &str) -> Self {
        let text = clean::line(text, LONGEST_TITLE);
        let is_title = text.contains(' ') && !text.contains("![") && !text.contains('<');
        if !is_title {
            return Self::at(uri);
        }
        Self {
            text: format!("{text} {uri}"),
            ..Self::at(uri)
        }
    }

    /// What a key says of a source where no list has the key.
    pub(super) fn keyed(key: &str) -> Self {
        Self {
            label: Some(key.to_owned()),
            work: Work::of_key(key),
            ..Self::titled(key)
        }
    }

    pub(super) fn at(uri: &str) -> Self {
        Self {
            uris: vec![uri.to_owned()],
            text: uri.to_owned(),
            title: clean::line(uri, LONGEST_TITLE),
            ..Self::default()
        }
    }

    pub(super) fn named(file: &str) -> Self {
        Self {
            files: vec![file.to_owned()],
            text: file.to_owned(),
            title: clean::line(file, LONGEST_TITLE),
            ..Self::default()
        }
    }

    pub(super) fn written_by(author: &str, year: &str) -> Self {
        Self {
            work: Some(Work {
                author: author.to_owned(),
                year: year.to_owned(),
            }),
            ..Self::titled(&format!("{author}, {year}"))
        }
    }

    pub(super) fn titled(title: &str) -> Self {
        Self {
            text: title.to_owned(),
            title: clean::line(title, LONGEST_TITLE),
            ..Self::default()
        }
    }
}

/// The sources that lists and definitions name, each number once.
pub(super) fn listed(text: &str, layout: &Layout) -> Vec<Source> {
    let mut entries: Vec<Entry> = Vec::new();
    for span in &layout.definitions {
        entries.extend(definition(slice(text, span)));
    }
    for span in &layout.lists {
        entries.extend(list(slice(text, span)));
    }
    let mut told = HashSet::new();
    for part in &layout.parts {
        let notes = Note::of(slice(text, &part.span));
        let notes = notes.filter(|note| {
            let called = note.label.clone();
            told.insert(called.unwrap_or_else(|| words_of(note.inside)))
        });
        entries.extend(notes.map(|note| Entry {
            number: None,
            label: note.label,
            text: note.inside.to_owned(),
        }));
    }
    say_again(&mut entries);
    let mut taken: HashSet<u32> = entries.iter().filter_map(|entry| entry.number).collect();
    // Where footnotes have numbers, an entry of a list beside them is none of those that the text calls and nothing defines.
    let has_footnotes = layout.definitions.iter().any(|span| {
        let label = slice(text, span).trim_start().strip_prefix("[^");
        label.is_some_and(|label| label.starts_with(|first: char| first.is_ascii_digit()))
    });
    if has_footnotes {
        taken.extend(footnotes_called(text));
    }
    let mut next = 1;
    let mut seen = HashSet::new();
    let mut sources = Vec::new();
    for entry in entries {
        let number = entry.number.unwrap_or_else(|| {
            while taken.contains(&next) {
                next += 1;
            }
            taken.insert(next);
            next
        });
        let source = entry.source(number);
        let says = !source.text.is_empty() || source.label.is_some();
        if says && seen.insert(number) {
            sources.push(source);
        }
    }
    sources
}

/// The numbers of the footnotes that a text calls: `[^2]`.
fn footnotes_called(text: &str) -> impl Iterator<Item = u32> {
    const LONGEST: usize = 4;
    text.split("[^").skip(1).filter_map(|rest| {
        let (label, _) = rest.split_once(']')?;
        label.parse().ok().filter(|_| label.len() <= LONGEST)
    })
}

/// Gives entries that only point back what they point to: `Ibid., p. 4` the entry before, `Smith, op. cit.` the last one by Smith.
fn say_again(entries: &mut [Entry]) {
    const WORK_CITED: &[&str] = &["op. cit", "op.cit", "loc. cit", "a. a. o", "a.a.o"];
    for at in 1..entries.len() {
        let (before, rest) = entries.split_at_mut(at);
        let Some(entry) = rest.first_mut() else { break };
        let lower = entry.text.to_lowercase();
        let meant = if points_back(&lower) {
            before.last()
        } else if WORK_CITED.iter().any(|words| lower.contains(words)) {
            let author = first_word(&entry.text);
            let mut earlier = before.iter().rev();
            earlier.find(|earlier| !author.is_empty() && first_word(&earlier.text) == author)
        } else {
            None
        };
        if let Some(meant) = meant {
            entry.text.clone_from(&meant.text);
        }
    }
}

/// Whether a text in lower case means the source that was cited last: `ibid.`, `vgl. ebd., S. 3`.
pub(super) fn points_back(lower: &str) -> bool {
    const AGAIN: &[&str] = &["ibid", "ibidem", "ebd", "ebenda"];
    let mut all = lower
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty() && !matches!(*word, "vgl" | "see" | "cf" | "siehe"));
    all.next().is_some_and(|first| AGAIN.contains(&first))
}

/// By what sources can be cited besides their numbers.
pub(super) fn defined(sources: &[Source]) -> Defined {
    let labels = sources.iter().filter_map(|source| source.label.clone());
    let authors = sources.iter().map(|source| first_word(&source.text));
    let titles = sources.iter().map(|source| words_of(&source.title));
    Defined {
        labels: labels.collect(),
        titles: titles.filter(|title| title.contains(' ')).collect(),
        authors: authors.filter(|name| name.chars().count() > 1).collect(),
    }
}

/// The word that an entry begins with, in lower case: most often its author's surname.
pub(super) fn first_word(entry: &str) -> String {
    let end = |c: char| !(c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
    let first = entry.trim_start_matches(end).split(end).next();
    first.unwrap_or_default().to_lowercase()
}

/// The words of a text in lower case with one space between them.
#[must_use]
pub fn words_of(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

pub(super) fn is_year(number: u32) -> bool {
    citation::is_year(number)
}

fn slice<'a>(text: &'a str, span: &Range<usize>) -> &'a str {
    text.get(span.clone()).unwrap_or_default()
}

#[derive(Debug, Default)]
struct Entry {
    number: Option<u32>,
    label: Option<String>,
    text: String,
}

impl Entry {
    fn source(&self, number: u32) -> Source {
        let text = clean::line(&self.text, LONGEST);
        let text = text.trim_end_matches("<br>").trim_end().to_owned();
        let (uris, files) = places(&text);
        Source {
            number,
            label: self.label.clone(),
            title: title(&text),
            uris,
            files,
            text,
            ..Source::default()
        }
    }
}

/// `[label]: …`.
fn definition(text: &str) -> Option<Entry> {
    let content = text.trim_start().strip_prefix('[')?;
    let (label, rest) = content
        .split_once("]:")
        .or_else(|| content.split_once("] "))?;
    let label = label.trim_start_matches('^').trim();
    let number = label.parse().ok().filter(|number| *number < 100_000);
    Some(Entry {
        number,
        label: number.is_none().then(|| label.to_lowercase()),
        text: rest.trim().to_owned(),
    })
}

/// The entries of a list. Where some line begins with a number, such lines begin entries; else bullets do; else every line or paragraph does.
fn list(text: &str) -> Vec<Entry> {
    let itemised = itemised(text);
    let lines: Vec<&str> = itemised.lines().flat_map(entries_of).collect();
    let head = if are_numbered_plainly(&lines) {
        plain_head
    } else {
        head
    };
    let numbered = lines.iter().any(|line| head(line).is_some());
    let bulleted = lines.iter().any(|line| bullet(line).is_some());
    let spaced = lines.len() > 2
        && lines
            .windows(2)
            .filter(|pair| pair.iter().all(|line| !line.trim().is_empty()))
            .count()
            * 2
            < lines.len();
    let mut entries: Vec<Entry> = Vec::new();
    let mut blank = true;
    for line in lines {
        let content = line.trim();
        if content.is_empty() || is_rule(content) || without_tags(content).is_empty() {
            blank = true;
            continue;
        }
        let head = head(line);
        let heading = content.starts_with('#') && head.is_none();
        let indented = line.starts_with(['\t', ' ']) && !entries.is_empty();
        let begins = if numbered {
            head.is_some()
        } else if bulleted {
            bullet(line).is_some() && !line.starts_with("    ") && !line.starts_with('\t')
        } else {
            !indented && (blank || !spaced)
        };
        blank = false;
        if heading {
            continue;
        }
        if begins {
            let (number, label, rest) = head.unwrap_or((None, None, content));
            let rest = if number.is_none() && label.is_none() {
                bullet(rest).unwrap_or(rest)
            } else {
                rest
            };
            entries.push(Entry {
                number,
                label,
                text: rest.to_owned(),
            });
        } else if let Some(last) = entries
            .last_mut()
            .filter(|last| last.text.len() < LONGEST * 4)
        {
            last.text.push(' ');
            last.text.push_str(content);
        }
    }
    entries
}

/// The addresses and the file names in an entry.
pub(super) fn places(text: &str) -> (Vec<String>, Vec<String>) {
    let mut uris: Vec<String> = Vec::new();
    let mut files: Vec<String> = Vec::new();
    for mark in super::marks::marks(text, &Defined::default()) {
        for cite in mark.cites {
            match cite {
                super::marks::Cite::Uri(uri)
                | super::marks::Cite::Link { uri, .. }
                | super::marks::Cite::Number {
                    target: Some(uri), ..
                } => uris.push(uri),
                super::marks::Cite::Name(name) => files.push(name),
                _ => {}
            }
        }
    }
    uris.extend(identifiers(text));
    for piece in text.split([
        ' ', '(', ')', '[', ']', '`', '<', '>', '"', '“', '”', '|', '*',
    ]) {
        let piece = piece.trim_matches([',', ';', ':', '.', '\'']);
        if let Some(Reference::Name { name, .. }) = citation::target(piece) {
            files.push(name);
        }
    }
    // A name with spaces is told by its code marks, or is the whole entry.
    for piece in text.split('`').skip(1).step_by(2).chain([text]) {
        if let Some(Reference::Name { name, .. }) = citation::target(piece.trim()) {
            files.push(name);
        }
    }
    dedup(&mut uris);
    dedup(&mut files);
    (uris, files)
}

fn dedup(list: &mut Vec<String>) {
    let mut seen = HashSet::new();
    list.retain(|one| seen.insert(one.clone()));
}

/// `doi:10.…`, a bare DOI and `arXiv:…` in a text, as addresses.
#[must_use]
pub fn identifiers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lower = text.to_lowercase();
    for (at, _) in lower.match_indices("10.") {
        let piece = lower.get(at..).unwrap_or_default();
        let end = piece
            .find(|c: char| c.is_whitespace() || matches!(c, '>' | ']' | '"' | '|' | '`'))
            .unwrap_or(piece.len());
        let doi = piece
            .get(..end)
            .unwrap_or_default()
            .trim_end_matches(['.', ',', ';', ')']);
        let registrant = doi.get(3..).and_then(|rest| rest.split_once('/'));
        let before = lower.get(..at).unwrap_or_default();
        let starts = !before.ends_with(|c: char| c.is_ascii_digit() || c == '.');
        if starts
            && registrant.is_some_and(|(number, name)| {
                (4..=9).contains(&number.len())
                    && number.bytes().all(|byte| byte.is_ascii_digit())
                    && !name.is_empty()
            })
        {
            found.push(format!("https://doi.org/{doi}"));
        }
    }
    for (at, word) in lower.match_indices("arxiv:") {
        let piece = lower
            .get(at + word.len()..)
            .unwrap_or_default()
            .trim_start();
        let end = piece
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '-')))
            .unwrap_or(piece.len());
        let id = piece.get(..end).unwrap_or_default().trim_end_matches('.');
        if id.len() >= 7 {
            found.push(format!("https://arxiv.org/abs/{id}"));
        }
    }
    found
}

/// What an entry calls its source: the text of its link, what is set off by quotes, what follows its authors and their year, what is set off by stars, else
/// what stands before the first address.
fn title(text: &str) -> String {
    let between = |open: &str, close: &str| {
        let (_, rest) = text.split_once(open)?;
        let (inner, _) = rest.split_once(close)?;
        let inner = inner.trim_matches(['*', '_', ' ', '.', ',']);
        (inner.chars().filter(|c| c.is_alphabetic()).count() >= 4 && !inner.contains("://"))
            .then(|| inner.to_owned())
    };
    let title = between("[", "](")
        .or_else(|| between("“", "”"))
        .or_else(|| between("\"", "\""))
        .or_else(|| behind_authors(text).map(str::to_owned))
        .or_else(|| between("**", "**"))
        .or_else(|| between("*", "*"))
        .unwrap_or_else(|| {
            let end = ["http://", "https://", "<http", "`"]
                .iter()
                .filter_map(|start| text.find(start))
                .filter(|at| *at > 0)
                .min()
                .unwrap_or(text.len());
            let head = text.get(..end).unwrap_or_default();
            head.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ')' | '”' | '"'))
                .to_owned()
        });
    let title = if title.is_empty() { text } else { &title };
    clean::line(title, LONGEST_TITLE)
}

/// The title of `Smith, J., & Lee, K. (2020). Buses in winter. Oslo: Nord.` and of `World Bank. (2020). Buses in winter.`: what stands in brackets before it is
/// the year of those who are named first.
fn behind_authors(text: &str) -> Option<&str> {
    let (authors, rest) = text.split_once(" (")?;
    let (year, rest) = rest.split_once(')')?;
    let digits = year.get(..4)?;
    let behind = year.get(4..)?;
    let is_dated = digits.parse().is_ok_and(is_year)
        && behind
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ',' | ' ' | '.'));
    let mut names = authors.split([' ', ',']).filter(|word| !word.is_empty());
    let is_name = |word: &str| {
        word.starts_with(char::is_uppercase)
            || matches!(
                word,
                "&" | "and" | "et" | "al." | "of" | "de" | "van" | "von" | "der" | "und"
            )
    };
    let are_authors = authors.ends_with('.') || authors.contains(',') || authors.contains('&');
    if !is_dated || !are_authors || !names.all(is_name) {
        return None;
    }
    let rest = rest.trim_start_matches(['.', ':', ',', ' ', '*', '_']);
    let end = [". ", "*", "_", "http", "<", "["]
        .iter()
        .filter_map(|end| rest.find(end))
        .min();
    let title = rest.get(..end.unwrap_or(rest.len()))?;
    let title = title.trim_end_matches(['.', ' ', ',']);
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    (letters >= 4).then_some(title)
}
