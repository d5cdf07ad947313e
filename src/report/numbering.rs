//! Numbers for all that a report cites: every mark of a sentence is brought to the source that it means.
//!
//! Numbers that the report writes itself are kept; what its sentences name otherwise is looked for in its list, and gets the next number where no list has it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::closing::Closing;
use super::entries::Entries;
use super::marks::Cite;
use super::sources::{self, Source};
use super::{Clause, Found, ReportClaim, base_name, no_source};
use crate::check::is_stop_word;
use crate::study::citation;

/// What a report's claims come to, and its sources by their numbers.
pub(super) struct Numbering {
    pub(super) sources: BTreeMap<u32, Source>,
    by_uri: HashMap<String, u32>,
    by_name: HashMap<String, u32>,
    by_label: HashMap<String, u32>,
    entries: Entries,
    has_list: bool,
    /// Whether numbers are what this report cites by; a link is then just a link, unless it leads to a listed source or to evidence.
    numbered: bool,
    pub(super) last_written: u32,
    next: u32,
    pub(super) warnings: Vec<String>,
    warned: HashSet<String>,
    /// What the last claim cites.
    last: HashSet<u32>,
    /// The claims that wait for the mark that closes their paragraph.
    waiting: Vec<usize>,
}

impl Numbering {
    pub(super) fn new(listed: Vec<Source>, found: &[Found]) -> Self {
        let has_list = !listed.is_empty();
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
            waiting: Vec::new(),
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

    /// What a link leads to. Where numbers cite it may be just a link: a source only if it is among the evidence.
    fn linked(&mut self, source: Source) -> u32 {
        self.unlisted(Source {
            supposed: self.numbered,
            ..source
        })
    }

    fn warn(&mut self, warning: String) {
        if self.warned.insert(warning.clone()) {
            self.warnings.push(warning);
        }
    }

    /// Takes the next sentence of the report, and gives those of its paragraph that wait for its mark what it cites.
    pub(super) fn sentence(&mut self, sentence: Found, claims: &mut Vec<ReportClaim>) {
        let closing = sentence.closing;
        self.claim(sentence, claims);
        if closing == Closing::Waits {
            self.waiting.push(claims.len().saturating_sub(1));
        }
        if closing == Closing::Closes {
            let closing = claims.last().map(|claim| claim.citations.clone());
            for at in self.waiting.drain(..) {
                if let Some(claim) = claims.get_mut(at) {
                    claim.closing = closing.clone().unwrap_or_default();
                }
            }
        }
    }

    fn claim(&mut self, sentence: Found, claims: &mut Vec<ReportClaim>) {
        let mut citations: Vec<u32> = Vec::new();
        let mut unresolved: Vec<String> = Vec::new();
        // One sentence may cite thousands.
        let (mut cited_here, mut unknown) = (HashSet::new(), HashSet::new());
        let mut called: Vec<(u32, String)> = Vec::new();
        let mut numbers: Vec<Option<u32>> = Vec::new();
        for cite in &sentence.cites {
            let resolved = self.resolve(cite);
            let number = resolved
                .as_ref()
                .and_then(|cited| cited.as_ref().ok().copied());
            numbers.push(number);
            if let (Some(number), Some(words)) = (number, words_for(cite)) {
                called.push((number, words));
            }
            match resolved {
                Some(Ok(number)) if !cited_here.insert(number) => {
                    self.warn(format!(
                        "line {}: [{number}] is cited twice in one sentence",
                        sentence.line
                    ));
                }
                Some(Ok(number)) => citations.push(number),
                Some(Err(cited)) => {
                    self.warn(no_source(sentence.line, &cited));
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
                claim.called.extend(called);
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
            antecedent: sentence.antecedent,
            citations,
            closing: Vec::new(),
            unresolved,
            called,
            clauses: Clause::all(sentence.clauses, |marks| {
                let until = |marks: usize| {
                    let last = marks.checked_sub(1).and_then(|at| sentence.until.get(at));
                    last.copied().unwrap_or(0)
                };
                let cited = numbers.get(until(marks.start)..until(marks.end));
                cited
                    .unwrap_or_default()
                    .iter()
                    .copied()
                    .flatten()
                    .collect()
            }),
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
                Some(Ok(self.linked(Source::at(uri))))
            }
            Cite::Link { uri, text } => {
                let key = citation::canonical(uri)?;
                let known = self.by_uri.get(&key).copied();
                if let Some(number) = known.or_else(|| self.titled(text).filter(|_| is_long(text)))
                {
                    return Some(Ok(number));
                }
                Some(Ok(self.linked(Source::linked(uri, text))))
            }
            Cite::Name(name) => Some(Ok(self
                .file(name)
                .unwrap_or_else(|| self.unlisted(Source::named(name))))),
            Cite::Code(name) => {
                if let Some(known) = self.file(name) {
                    return Some(Ok(known));
                }
                (!self.numbered).then(|| {
                    Ok(self.unlisted(Source {
                        supposed: true,
                        ..Source::named(name)
                    }))
                })
            }
            Cite::Titled(title) => {
                let known = self.titled(title);
                // Without a list, words in parentheses are a source only where a page follows, which the scan has seen.
                (known.is_some() || !self.has_list)
                    .then(|| Ok(known.unwrap_or_else(|| self.unlisted(Source::titled(title)))))
            }
            Cite::Told(title) => {
                let known = self.titled(title);
                Some(Ok(
                    known.unwrap_or_else(|| self.unlisted(Source::titled(title)))
                ))
            }
            Cite::Perhaps(title) => {
                let known = self.titled(title);
                Some(Ok(known.unwrap_or_else(|| {
                    self.unlisted(Source {
                        supposed: true,
                        ..Source::titled(title)
                    })
                })))
            }
            Cite::Label(label) => {
                let known = self.by_label.get(label).copied();
                let source = Source::keyed(label);
                let known = known.or_else(|| {
                    let work = source.work.as_ref()?;
                    self.by_author(&work.author, &work.year)
                });
                Some(match known {
                    Some(number) => Ok(number),
                    None if self.has_list && source.work.is_none() => Err(label.clone()),
                    None => Ok(self.unlisted(Source {
                        supposed: self.has_list,
                        ..source
                    })),
                })
            }
            Cite::Author {
                name,
                year,
                is_dated,
            } => {
                if let Some(known) = self.by_author(name, year) {
                    return Some(Ok(known));
                }
                // Beside a list, or numbers, words and a year in parentheses may be anything.
                let supposed = self.has_list || self.numbered || *is_dated;
                (!is_of_time(name)).then(|| {
                    Ok(self.unlisted(Source {
                        supposed,
                        ..Source::written_by(name, year)
                    }))
                })
            }
            Cite::Again => {
                let mut last = self.last.iter();
                let only = last.next().filter(|_| last.next().is_none());
                only.map(|number| Ok(*number))
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

    /// The source that is a file of this name, or has it in its entry.
    fn file(&self, name: &str) -> Option<u32> {
        let known = self.by_name.get(&base_name(name)).copied();
        known.or_else(|| self.titled(name))
    }

    /// The source whose entry has this name and year. Where no entry tells `2020a` from `2020b`, the bare year is looked for.
    fn by_author(&self, name: &str, year: &str) -> Option<u32> {
        let plain = year.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let mut years = [year, plain].into_iter();
        years.find_map(|year| self.entries.first_with(&[name, year]))
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

/// What a sentence calls a source that it does not cite by number.
fn words_for(cite: &Cite) -> Option<String> {
    match cite {
        Cite::Author { name, year, .. } => Some(format!("{name} ({year})")),
        Cite::Label(key) => Some(format!("[{key}]")),
        Cite::Name(words)
        | Cite::Code(words)
        | Cite::Titled(words)
        | Cite::Told(words)
        | Cite::Perhaps(words) => Some(words.clone()),
        // A link may be words of the sentence: what it leads to is called by its own name.
        Cite::Link { .. }
        | Cite::Uri(_)
        | Cite::Number { .. }
        | Cite::Superscript(_)
        | Cite::Unresolved(_)
        | Cite::Surname(_)
        | Cite::Again => None,
    }
}

/// Whether the words of a link are many enough to be a title.
fn is_long(text: &str) -> bool {
    text.split_whitespace().count() >= 3
}
