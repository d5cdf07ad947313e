//! A report's own list of its sources: entries with numbers, labels, titles, addresses and file names, in the many layouts that writers use.

use std::collections::HashSet;
use std::ops::Range;

use super::layout::Layout;
use super::marks::Defined;
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
}

/// Who wrote something, and when, as a claim cites it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// The first author's surname.
    pub author: String,
    /// With the letter that tells it from others of the year: `2020a`.
    pub year: String,
}

impl Source {
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
    let mut taken: HashSet<u32> = entries.iter().filter_map(|entry| entry.number).collect();
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

/// By what sources can be cited besides their numbers.
pub(super) fn defined(sources: &[Source]) -> Defined {
    let labels = sources.iter().filter_map(|source| source.label.clone());
    let authors = sources.iter().map(|source| first_word(&source.text));
    Defined {
        labels: labels.collect(),
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
        let (uris, files) = places(&text);
        Source {
            number,
            label: self.label.clone(),
            title: title(&text),
            uris,
            files,
            text,
            work: None,
        }
    }
}

/// `[label]: …`.
fn definition(text: &str) -> Option<Entry> {
    let content = text.trim_start().strip_prefix('[')?;
    let (label, rest) = content.split_once("]:")?;
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
    let lines: Vec<&str> = text.lines().collect();
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
        if content.is_empty() || is_rule(content) {
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

fn is_rule(content: &str) -> bool {
    content
        .chars()
        .all(|c| matches!(c, '-' | '*' | '_' | '=' | '|' | ':' | ' '))
}

fn bullet(line: &str) -> Option<&str> {
    let content = line.trim_start().trim_start_matches('>').trim_start();
    content
        .strip_prefix(['-', '*', '+', '•', '–', '·'])
        .filter(|rest| rest.starts_with(' '))
        .map(str::trim_start)
}

type Head<'a> = (Option<u32>, Option<String>, &'a str);

/// The number or label that an entry begins with, and what follows.
fn head(line: &str) -> Option<Head<'_>> {
    let content = line.trim();
    let content = bullet(content).unwrap_or(content);
    let content = content.trim_start_matches(['#', '|', ' ', '*', '_', '\\']);
    let content = without_tags(content);
    let labelled = content.split_once(' ').filter(|(word, _)| {
        let word = word
            .trim_matches(|c: char| !c.is_alphabetic())
            .to_lowercase();
        [
            "source",
            "ref",
            "reference",
            "footnote",
            "doc",
            "document",
            "citation",
            "quelle",
        ]
        .contains(&word.as_str())
            && !word.is_empty()
    });
    if let Some((_, rest)) = labelled
        && let Some((number, rest)) = leading_number(rest)
        && rest.starts_with([':', '.', ')', ']', ' ', '-', '–'])
    {
        return Some((Some(number), None, strip_separators(rest)));
    }
    let bracket = content
        .strip_prefix("[[")
        .or_else(|| content.strip_prefix(['[', '(', '【', '［']));
    if let Some(inner) = bracket {
        let inner = inner.trim_start_matches(['^', '#', ' ', '\\']);
        let inner = ["Source ", "source ", "Ref ", "S", "Doc "]
            .iter()
            .find_map(|label| {
                inner
                    .strip_prefix(label)
                    .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            })
            .unwrap_or(inner);
        if let Some((number, rest)) = leading_number(inner) {
            let rest = rest.trim_start_matches('\\');
            let rest = rest.strip_prefix([']', ')', '】', '］'])?;
            return Some((Some(number), None, strip_separators(rest)));
        }
        let (label, rest) = inner.split_once(']')?;
        let key = label.strip_prefix('@');
        let is_label = key.is_some()
            || rest.starts_with(':') && !label.contains(' ')
            || rest.starts_with([' ', '\t']) && is_key(label);
        let label = key.unwrap_or(label).to_lowercase();
        return (is_label && !label.is_empty())
            .then(|| (None, Some(label), strip_separators(rest)));
    }
    let (number, rest) = leading_number(content)?;
    if !content.starts_with(|c: char| c.is_ascii_digit()) {
        return Some((Some(number), None, strip_separators(rest)));
    }
    let ends = rest.starts_with(['.', ')', ':', ']', '|', '．', '、'])
        || [" - ", " – ", " — ", " | ", "\t"]
            .iter()
            .any(|separator| rest.starts_with(separator));
    let spaced = rest
        .chars()
        .nth(1)
        .is_some_and(|c| c.is_whitespace() || matches!(c, '*' | '[' | '|' | '_'))
        || rest.starts_with(['．', '、']);
    (ends && spaced).then(|| (Some(number), None, strip_separators(rest)))
}

/// `SUB23`, `a`, `Lee20`: what stands in brackets before an entry to cite it by, not `PDF` or `in Russian`.
fn is_key(label: &str) -> bool {
    const LONGEST: usize = 20;
    const NONE: &[&str] = &[
        "pdf", "html", "online", "internet", "web", "video", "book", "blog", "x",
    ];
    (1..=LONGEST).contains(&label.len())
        && label
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.'))
        && !NONE.contains(&label.to_lowercase().as_str())
}

fn leading_number(text: &str) -> Option<(u32, &str)> {
    let raised: usize = text
        .chars()
        .take_while(|c| matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹'))
        .map(char::len_utf8)
        .sum();
    if raised > 0 {
        let digits = text.get(..raised)?.chars().map(|c| match c {
            '¹' => '1',
            '²' => '2',
            '³' => '3',
            other => char::from_digit(u32::from(other).saturating_sub(0x2070), 10).unwrap_or('0'),
        });
        let number = digits.collect::<String>().parse().ok()?;
        return Some((number, text.get(raised..)?));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text.get(..digits)?.parse().ok()?;
    (digits <= 4).then_some((number, text.get(digits..)?))
}

/// Without what closes the mark of an entry and separates it from the rest.
fn strip_separators(rest: &str) -> &str {
    rest.trim_start_matches([')', ']', '*', '_'])
        .trim_start_matches([':', '.', ')', ']', ' ', '\t', '|', '．', '、'])
        .trim_start_matches(['-', '–', '—', ' '])
}

/// Without HTML tags in front, such as an anchor.
fn without_tags(mut text: &str) -> &str {
    while text.starts_with('<') && !text.starts_with("<http") {
        let Some(end) = text.find('>').filter(|end| *end < 200) else {
            break;
        };
        text = text.get(end + 1..).unwrap_or_default().trim_start();
    }
    text
}

/// The addresses and the file names in an entry.
fn places(text: &str) -> (Vec<String>, Vec<String>) {
    let mut uris: Vec<String> = Vec::new();
    let mut files: Vec<String> = Vec::new();
    for mark in super::marks::marks(text, &Defined::default()) {
        for cite in mark.cites {
            match cite {
                super::marks::Cite::Uri(uri)
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

/// What an entry calls its source: the text of its link, what is set off by quotes or stars, else what stands before the first address.
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
