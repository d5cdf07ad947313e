//! Reports that anyone wrote: Markdown read as claims, the sources that each claim cites, and the list of these sources.
//!
//! Writers number their sources, link them, put footnotes under the text or name files in parentheses; all of it is brought to one form here: every
//! source has a number, and every claim has the numbers that it cites. Numbers that the report writes itself are kept. Which document a source is, and
//! whether it bears the claim out, is not known here.

mod entries;
mod layout;
mod marks;
mod named;
mod rarer;
mod sources;
mod tables;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use self::entries::Entries;
use self::layout::Layout;
use self::marks::{Cite, Defined};
use self::named::{author_of_key, named_line};
use self::tables::Table;
use crate::check::{is_claim, is_stop_word, paragraph_at, sentences};
use crate::clean;
use crate::study::citation;

pub(crate) use self::marks::address as address_at;
pub use self::sources::{Source, Work, identifiers, words_of};

/// A report, read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    pub claims: Vec<ReportClaim>,
    /// The report's own text under its headings, without what is empty.
    pub parts: Vec<ReportPart>,
    /// By number, ascending.
    pub sources: Vec<Source>,
    /// Whether the report lists its sources itself.
    pub has_list: bool,
    /// The greatest number that the report writes itself; greater ones were given to sources here.
    pub last_written: u32,
    /// What is wrong with its citations, in words for the analyst [C3].
    pub warnings: Vec<String>,
}

/// The text under one heading.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReportPart {
    /// Empty above the first heading.
    pub heading: String,
    pub text: String,
}

/// A sentence of a report that states something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportClaim {
    /// The sentence as it stands in the report, marks included, without surrounding space.
    pub text: String,
    /// The sentence without what only cites.
    pub bare: String,
    /// The heading above it; empty where there is none.
    pub section: String,
    /// Line of the report, from 1, on which it begins.
    pub line: usize,
    /// Its paragraph, which the claims of one share.
    pub paragraph: Arc<str>,
    /// Numbers of the sources that it cites, in order, without repeats.
    pub citations: Vec<u32>,
    /// What it cites that is no source, as it is written.
    pub unresolved: Vec<String>,
}

impl Report {
    /// Reads Markdown, or any text.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let text = clean::stored(text);
        let layout = Layout::of(&text);
        let mut sources = sources::listed(&text, &layout);
        let has_list = !sources.is_empty();
        sources.sort_by_key(|source| source.number);
        let defined = sources::defined(&sources);
        let (found, unchecked_rows) = sentences_of(&text, &layout, &defined);
        let mut numbering = Numbering::new(sources, has_list, &found);
        let mut claims = Vec::new();
        for sentence in found {
            numbering.claim(sentence, &mut claims);
        }
        let mut warnings = numbering.warnings;
        let cited: HashSet<u32> = claims
            .iter()
            .flat_map(|claim: &ReportClaim| claim.citations.iter().copied())
            .collect();
        let idle: Vec<u32> = numbering
            .sources
            .keys()
            .copied()
            .filter(|number| !cited.contains(number))
            .collect();
        if !idle.is_empty() {
            let verb = if idle.len() == 1 { "is" } else { "are" };
            warnings.push(format!("{} {verb} never cited", citation::compact(&idle)));
        }
        if unchecked_rows > 0 {
            let rows = if unchecked_rows == 1 {
                "row of a table cites nothing and is"
            } else {
                "rows of tables cite nothing and are"
            };
            warnings.push(format!("{unchecked_rows} {rows} not checked"));
        }
        // A number that names no source is written all the same.
        let unresolved = claims
            .iter()
            .flat_map(|claim| &claim.unresolved)
            .filter_map(|cited| cited.parse().ok())
            .filter(|number| *number <= MOST_NUMBERS)
            .max();
        Self {
            claims,
            parts: parts_of(&text, &layout),
            sources: numbering.sources.into_values().collect(),
            has_list,
            last_written: numbering.last_written.max(unresolved.unwrap_or(0)),
            warnings,
        }
    }

    /// The source of a number.
    #[must_use]
    pub fn source(&self, number: u32) -> Option<&Source> {
        self.sources
            .binary_search_by_key(&number, |source| source.number)
            .ok()
            .and_then(|at| self.sources.get(at))
    }
}

/// Numbers beyond this are no citations.
const MOST_NUMBERS: u32 = 100_000;

/// The report's own text by headings; one that goes on after a list is one part.
fn parts_of(text: &str, layout: &Layout) -> Vec<ReportPart> {
    let mut parts: Vec<ReportPart> = Vec::new();
    for part in &layout.parts {
        let body = text.get(part.span.clone()).unwrap_or_default();
        let is_prose = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        if !body.lines().any(|line| is_prose(&line)) {
            continue;
        }
        match parts.last_mut() {
            Some(last) if last.heading == *part.heading => last.text.push_str(body),
            _ => parts.push(ReportPart {
                heading: part.heading.to_string(),
                text: body.to_owned(),
            }),
        }
    }
    parts
}

/// A sentence with its marks, before these are resolved.
struct Found {
    text: String,
    bare: String,
    line: usize,
    paragraph: Arc<str>,
    cites: Vec<Cite>,
    /// The marks belong to the claim before: nothing else stands here.
    only_cites: bool,
    heading: Arc<str>,
}

/// The sentences of the report's own text with what they cite, and the number of rows of tables that cite nothing.
fn sentences_of(text: &str, layout: &Layout, defined: &Defined) -> (Vec<Found>, usize) {
    let mut found = Vec::new();
    let mut uncited_rows = 0;
    for part in &layout.parts {
        let Some(body) = text.get(part.span.clone()) else {
            continue;
        };
        let mut line = part.line;
        let mut counted = 0;
        let marks = marks::marks(body, defined);
        let mut marks = marks.iter().peekable();
        let mut table = Table::default();
        let mut around = 0..0;
        let mut paragraph: Arc<str> = Arc::from("");
        for span in sentences(body) {
            let mut bare = String::new();
            let mut cites = Vec::new();
            let mut at = span.start;
            while let Some(mark) = marks.next_if(|mark| mark.span.start < span.end) {
                bare.push_str(body.get(at..mark.span.start).unwrap_or_default());
                bare.push_str(body.get(mark.kept.clone()).unwrap_or_default());
                at = mark.span.end.clamp(at, span.end);
                cites.extend(mark.cites.iter().cloned());
            }
            bare.push_str(body.get(at..span.end).unwrap_or_default());
            let whole = body.get(span.clone()).unwrap_or_default();
            let sentence = whole.trim();
            if sentence.is_empty() {
                continue;
            }
            let starts = span.start + (whole.len() - whole.trim_start().len());
            let between = body.get(counted..starts).unwrap_or_default();
            line += newlines(between);
            counted = starts;
            if !around.contains(&starts) {
                around = paragraph_at(body, starts);
                paragraph = body.get(around.clone()).unwrap_or_default().into();
            }
            let line_of = named_line(&bare).filter(|_| cites.is_empty());
            let only_cites = line_of.is_some() || !cites.is_empty() && says_nothing(&bare);
            cites.extend(line_of.unwrap_or_default());
            // What is set in italics, or quoted, may still be a remark on the report itself.
            let words = sentence.trim_matches(['*', '_', '>', ' ']);
            let remark = layout.own
                && ["*Not written: ", "*(cut: "]
                    .iter()
                    .any(|start| sentence.starts_with(start));
            let row = table.states(bare.trim());
            let is_row = row.is_some() && !cites.is_empty();
            uncited_rows += usize::from(row.is_some() && cites.is_empty());
            if let Some(row) = row.filter(|_| is_row) {
                bare = row;
            }
            if only_cites || is_row || is_claim(sentence) && is_claim(words) && !remark {
                found.push(Found {
                    text: sentence.to_owned(),
                    bare: bare.trim().to_owned(),
                    line,
                    paragraph: Arc::clone(&paragraph),
                    cites,
                    only_cites,
                    heading: part.heading.clone(),
                });
            }
        }
    }
    (found, uncited_rows)
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// Whether a sentence without its marks has no words of its own, or only such as `Source:`.
fn says_nothing(bare: &str) -> bool {
    let bare = bare.trim_matches(|c: char| !c.is_alphanumeric());
    let label = bare.split(':').next().unwrap_or_default().to_lowercase();
    bare.is_empty() || marks::LABELS.contains(&label.as_str())
}

/// Gives every source its number.
struct Numbering {
    sources: BTreeMap<u32, Source>,
    by_uri: HashMap<String, u32>,
    by_name: HashMap<String, u32>,
    by_label: HashMap<String, u32>,
    entries: Entries,
    has_list: bool,
    /// Whether numbers are what this report cites by; a link is then just a link, unless it leads to a listed source.
    numbered: bool,
    last_written: u32,
    next: u32,
    warnings: Vec<String>,
    warned: HashSet<String>,
    /// What the last claim cites.
    last: HashSet<u32>,
}

impl Numbering {
    fn new(listed: Vec<Source>, has_list: bool, found: &[Found]) -> Self {
        let cited = found.iter().flat_map(|sentence| &sentence.cites);
        let numbers = cited.filter_map(|cite| match cite {
            Cite::Number { number, .. } => Some(*number),
            _ => None,
        });
        let greatest = numbers.clone().max();
        let last = listed.iter().map(|source| source.number).max();
        let mut numbering = Self {
            sources: BTreeMap::new(),
            by_uri: HashMap::new(),
            by_name: HashMap::new(),
            by_label: HashMap::new(),
            entries: Entries::default(),
            has_list,
            numbered: greatest.is_some(),
            last_written: last.max(greatest).unwrap_or(0),
            next: last.max(greatest).unwrap_or(0).saturating_add(1),
            warnings: Vec::new(),
            warned: HashSet::new(),
            last: HashSet::new(),
        };
        for source in listed {
            numbering.add(source);
        }
        numbering
    }

    fn add(&mut self, source: Source) {
        let number = source.number;
        for uri in &source.uris {
            if let Some(uri) = citation::canonical(uri) {
                self.by_uri.entry(uri).or_insert(number);
            }
        }
        for file in &source.files {
            self.by_name.entry(base_name(file)).or_insert(number);
        }
        if let Some(label) = &source.label {
            self.by_label.entry(label.clone()).or_insert(number);
        }
        if let Entry::Vacant(place) = self.sources.entry(number) {
            self.entries.add(number, &source.text);
            place.insert(source);
        }
    }

    /// A source that the text names and no list does.
    fn unlisted(&mut self, source: Source) -> u32 {
        let number = self.next;
        self.next = self.next.saturating_add(1);
        self.add(Source { number, ..source });
        number
    }

    fn warn(&mut self, warning: String) {
        if self.warned.insert(warning.clone()) {
            self.warnings.push(warning);
        }
    }

    fn claim(&mut self, sentence: Found, claims: &mut Vec<ReportClaim>) {
        let mut citations: Vec<u32> = Vec::new();
        let mut unresolved: Vec<String> = Vec::new();
        // One sentence may cite thousands.
        let (mut cited_here, mut unknown) = (HashSet::new(), HashSet::new());
        for cite in &sentence.cites {
            match self.resolve(cite) {
                Some(Ok(number)) if !cited_here.insert(number) => {
                    self.warn(format!(
                        "line {}: [{number}] is cited twice in one sentence",
                        sentence.line
                    ));
                }
                Some(Ok(number)) => citations.push(number),
                Some(Err(cited)) => {
                    self.warn(format!(
                        "line {}: [{cited}] names no source of the report",
                        sentence.line
                    ));
                    if unknown.insert(cited.clone()) {
                        unresolved.push(cited);
                    }
                }
                None => {}
            }
        }
        if sentence.only_cites {
            let before = claims
                .last_mut()
                .filter(|claim| *claim.section == *sentence.heading && claim.line <= sentence.line);
            if let Some(claim) = before {
                citations.retain(|number| self.last.insert(*number));
                claim.citations.extend(citations);
                claim.unresolved.extend(unresolved);
            }
            return;
        }
        self.last = cited_here;
        claims.push(ReportClaim {
            text: sentence.text,
            bare: sentence.bare,
            section: sentence.heading.to_string(),
            line: sentence.line,
            paragraph: sentence.paragraph,
            citations,
            unresolved,
        });
    }

    /// The number of the source that is meant; an error where it is none, `None` where nothing is cited after all.
    fn resolve(&mut self, cite: &Cite) -> Option<Result<u32, String>> {
        match cite {
            Cite::Number { number, target } => self.number(*number, target.as_deref()),
            Cite::Superscript(number) => self.sources.contains_key(number).then_some(Ok(*number)),
            Cite::Unresolved(cited) => Some(Err(cited.clone())),
            Cite::Uri(uri) => {
                let key = citation::canonical(uri)?;
                if let Some(number) = self.by_uri.get(&key) {
                    return Some(Ok(*number));
                }
                (!self.numbered).then(|| Ok(self.unlisted(Source::at(uri))))
            }
            Cite::Name(name) => {
                let known = self.by_name.get(&base_name(name)).copied();
                let known = known.or_else(|| self.titled(name));
                Some(Ok(
                    known.unwrap_or_else(|| self.unlisted(Source::named(name)))
                ))
            }
            Cite::Titled(title) => {
                let known = self.titled(title);
                // Without a list, words in parentheses are a source only where a page follows, which the scan has seen.
                (known.is_some() || !self.has_list)
                    .then(|| Ok(known.unwrap_or_else(|| self.unlisted(Source::titled(title)))))
            }
            Cite::Label(label) => Some(match self.by_label.get(label) {
                Some(number) => Ok(*number),
                None => match author_of_key(label) {
                    Some((name, year)) => Ok(self.keyed(label, &name, &year)),
                    None if self.has_list => Err(label.clone()),
                    None => Ok(self.unlisted(Source {
                        label: Some(label.clone()),
                        ..Source::titled(label)
                    })),
                },
            }),
            Cite::Author { name, year } => {
                let known = self.by_author(name, year);
                // Beside a list, or numbers, words and a year in parentheses may be anything.
                let may_be_work = !self.has_list && !self.numbered && !is_of_time(name);
                known
                    .or_else(|| may_be_work.then(|| self.unlisted(Source::written_by(name, year))))
                    .map(Ok)
            }
            Cite::Surname(name) => {
                let mut sources = self.sources.values();
                let found = sources.find(|source| sources::first_word(&source.text) == *name);
                found.map(|source| Ok(source.number))
            }
        }
    }

    fn number(&mut self, number: u32, target: Option<&str>) -> Option<Result<u32, String>> {
        let target = target.and_then(|target| Some((target, citation::canonical(target)?)));
        if let Some(source) = self.sources.get(&number) {
            if let Some((target, key)) = target
                && !source.uris.is_empty()
                && !source
                    .uris
                    .iter()
                    .any(|uri| citation::canonical(uri).as_ref() == Some(&key))
            {
                if let Some(&other) = self.by_uri.get(&key) {
                    return Some(Ok(other));
                }
                self.warn(format!(
                    "[{number}] links to {target}, which is not the address of source {number}"
                ));
            }
            return Some(Ok(number));
        }
        if let Some((target, _)) = target {
            self.add(Source {
                number,
                ..Source::at(target)
            });
            return Some(Ok(number));
        }
        if self.has_list {
            return (!citation::is_year(number)).then(|| Err(number.to_string()));
        }
        if citation::is_year(number) {
            return None;
        }
        self.add(Source {
            number,
            ..Source::default()
        });
        Some(Ok(number))
    }

    /// The source whose entry has this name and year. Where no entry tells `2020a` from `2020b`, the bare year is looked for.
    fn by_author(&self, name: &str, year: &str) -> Option<u32> {
        let plain = year.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let mut years = [year, plain].into_iter();
        years.find_map(|year| self.entries.first_with(&[name, year]))
    }

    /// The source of a key that no list explains, by the author and the year that it is made of.
    fn keyed(&mut self, label: &str, name: &str, year: &str) -> u32 {
        let known = self.by_author(name, year);
        let number = known.unwrap_or_else(|| {
            self.unlisted(Source {
                label: Some(label.to_owned()),
                ..Source::written_by(name, year)
            })
        });
        self.by_label.insert(label.to_owned(), number);
        number
    }

    /// The source whose entry in the list has these words.
    fn titled(&self, title: &str) -> Option<u32> {
        self.entries.first_with(&[title])
    }
}

/// Whether a word before a year is of the date: `(May 2020)`, `(Since 2020)`.
fn is_of_time(word: &str) -> bool {
    #[rustfmt::skip]
    const TIMES: &[&str] = &[
        "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december", "spring", "summer", "autumn", "fall",
        "winter", "easter", "christmas", "updated", "revised", "founded", "established", "born", "died",
    ];
    let lower = word.to_lowercase();
    is_stop_word(&lower) || TIMES.contains(&lower.as_str())
}

/// The last part of a path in lower case, without what encodes it in an address.
#[must_use]
pub fn base_name(path: &str) -> String {
    let path = path.trim().replace("%20", " ");
    let last = path.rsplit(['/', '\\', '#']).next().unwrap_or_default();
    last.to_lowercase()
}

#[cfg(test)]
mod tests;
