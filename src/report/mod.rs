//! Reports that anyone wrote: Markdown read as claims, the sources that each claim cites, and the list of these sources.
//!
//! Writers number their sources, link them, put footnotes under the text or name files in parentheses; all of it is brought to one form here: every
//! source has a number, and every claim has the numbers that it cites. Numbers that the report writes itself are kept. Which document a source is, and
//! whether it bears the claim out, is not known here.

mod asides;
mod closing;
mod entries;
mod extent;
mod items;
mod layout;
mod links;
mod marks;
mod named;
mod numbering;
mod rarer;
mod sources;
mod tables;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use self::layout::Layout;
use self::marks::{Cite, Defined, Mark};
use self::named::named_line;
use self::numbering::Numbering;
use self::tables::Table;
use crate::check::{
    Antecedents, Clause, MarkedPart, Quantity, is_claim_of_report, is_task, marked_parts,
    marker_len, names, paragraph_at, quantities, sentences, spoken,
};
use crate::clean;
use crate::study::{
    ADD_EVIDENCE, CUT, LIMITED_EVIDENCE, NOT_CHECKED, NOT_WRITTEN, NOTHING_YET, citation,
};

pub(crate) use self::links::address as address_at;
pub use self::sources::{Source, Work, identifiers, words_of};

/// A report, read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    pub claims: Vec<ReportClaim>,
    /// The report's own text under its headings, without what is empty.
    pub parts: Vec<ReportPart>,
    /// By number, ascending.
    pub sources: Vec<Source>,
    /// How many of its sources the report lists itself.
    pub listed: usize,
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
    /// The sentence that names what this one calls `it` or `they`, where it begins so.
    pub antecedent: Option<String>,
    /// Numbers of the sources that it cites, in order, without repeats.
    pub citations: Vec<u32>,
    /// Those of the one mark that closes its paragraph, where it cites nothing itself.
    pub closing: Vec<u32>,
    /// What it cites that is no source, as it is written.
    pub unresolved: Vec<String>,
    /// What it calls sources that it does not cite by their numbers.
    pub called: Vec<(u32, String)>,
    /// Its clauses in order, where each has a mark of its own and these differ.
    pub clauses: Vec<Clause>,
}

impl Report {
    /// Reads Markdown, or any text.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let text = clean::stored(text);
        let layout = Layout::of(&text);
        let mut sources = sources::listed(&text, &layout);
        let listed = sources.len();
        sources.sort_by_key(|source| source.number);
        let defined = sources::defined(&sources);
        let (found, unchecked_rows) = sentences_of(&text, &layout, &defined);
        let mut numbering = Numbering::new(sources, &found);
        let mut claims = Vec::new();
        for sentence in found {
            numbering.sentence(sentence, &mut claims);
        }
        let rows = (unchecked_rows > 0).then(|| {
            let rows = if unchecked_rows == 1 {
                "row of a table cites nothing and is"
            } else {
                "rows of tables cite nothing and are"
            };
            format!("{unchecked_rows} {rows} not checked")
        });
        // A number that names no source is written all the same.
        let unresolved = claims
            .iter()
            .flat_map(|claim| &claim.unresolved)
            .filter_map(|cited| cited.parse().ok())
            .filter(|number| *number <= MOST_NUMBERS)
            .max();
        let mut report = Self {
            claims,
            parts: parts_of(&text, &layout),
            sources: numbering.sources.into_values().collect(),
            listed,
            last_written: numbering.last_written.max(unresolved.unwrap_or(0)),
            warnings: Vec::new(),
        };
        let idle = report.never_cited();
        report.warnings = numbering.warnings;
        report.warnings.extend(idle);
        report.warnings.extend(rows);
        report
    }

    /// The warning about sources that no claim cites.
    fn never_cited(&self) -> Option<String> {
        let claims = self.claims.iter();
        let cited: HashSet<u32> = claims
            .flat_map(|claim| claim.citations.iter().copied())
            .collect();
        let numbers = self.sources.iter().map(|source| source.number);
        let idle: Vec<u32> = numbers.filter(|number| !cited.contains(number)).collect();
        let verb = if idle.len() == 1 { "is" } else { "are" };
        (!idle.is_empty()).then(|| format!("{} {verb} never cited", citation::compact(&idle)))
    }

    /// Settles the supposed sources, for each of which `place` gives the number that it is known by: its own, or that of a source which is the same. Those that have
    /// none are left out: what cites them cites nothing, or names a key that nothing has.
    pub fn settle(&mut self, place: impl Fn(&Source) -> Option<u32>) {
        let idle = self.never_cited();
        let mut none: HashMap<u32, Option<String>> = HashMap::new();
        let mut known: HashMap<u32, u32> = HashMap::new();
        self.sources.retain(|source| {
            if !source.supposed {
                return true;
            }
            let place = place(source);
            match place {
                Some(number) if number != source.number => {
                    known.insert(source.number, number);
                }
                Some(_) => {}
                None => {
                    none.insert(source.number, source.label.clone());
                }
            }
            place == Some(source.number)
        });
        for claim in &mut self.claims {
            claim.take_for(&known);
            claim.closing.retain(|number| !none.contains_key(number));
            let gone = claim.citations.iter().filter_map(|number| none.get(number));
            let keys: Vec<Option<String>> = gone.cloned().collect();
            if keys.is_empty() {
                continue;
            }
            claim.citations.retain(|number| !none.contains_key(number));
            claim.clauses.clear();
            for key in keys.into_iter().flatten() {
                self.warnings.push(no_source(claim.line, &key));
                claim.unresolved.push(key);
            }
        }
        if !known.is_empty() {
            self.warnings
                .retain(|warning| Some(warning) != idle.as_ref());
            let idle = self.never_cited();
            self.warnings.extend(idle);
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

impl ReportClaim {
    /// Cites, for each of these numbers that it cites, the other one.
    fn take_for(&mut self, known: &HashMap<u32, u32>) {
        let taken = |number: &u32| known.get(number).copied().unwrap_or(*number);
        let mut seen = HashSet::new();
        let numbers = self.citations.iter().map(taken);
        self.citations = numbers.filter(|number| seen.insert(*number)).collect();
        self.closing = self.closing.iter().map(taken).collect();
        self.closing.dedup();
        for clause in &mut self.clauses {
            clause.citations = clause.citations.iter().map(taken).collect();
            clause.citations.sort_unstable();
            clause.citations.dedup();
        }
    }
}

/// The warning about a mark that means nothing.
fn no_source(line: usize, cited: &str) -> String {
    format!("line {line}: [{cited}] names no source of the report")
}

/// Numbers beyond this are no citations.
const MOST_NUMBERS: u32 = 100_000;

/// The report's own text by headings; one that goes on after a list is one part. What has a heading and no text, nor parts of its own, is not written.
fn parts_of(text: &str, layout: &Layout) -> Vec<ReportPart> {
    let mut parts: Vec<ReportPart> = Vec::new();
    let mut all = layout.parts.iter().peekable();
    while let Some(part) = all.next() {
        let body = text.get(part.span.clone()).unwrap_or_default();
        let is_prose = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let is_blank = !body.lines().any(|line| is_prose(&line));
        let is_title = part.level == 0 || part.level == 1 && parts.is_empty();
        let has_parts = all.peek().is_some_and(|next| next.level > part.level);
        let goes_on = all.peek().is_some_and(|next| next.heading == part.heading)
            || parts
                .last()
                .is_some_and(|last| last.heading == *part.heading);
        if is_blank && (is_title || has_parts || goes_on) {
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
    antecedent: Option<String>,
    cites: Vec<Cite>,
    /// Its clauses without their marks.
    clauses: Vec<MarkedPart>,
    /// How many of the citations stand up to the end of each mark.
    until: Vec<usize>,
    /// The marks belong to the claim before: nothing else stands here.
    only_cites: bool,
    /// Where it begins in the text of its part.
    starts: usize,
    is_row: bool,
    closing: closing::Closing,
    heading: Arc<str>,
}

/// A sentence up to one of its marks.
#[derive(Debug, Default)]
struct Unmarked {
    bare: String,
    cites: Vec<Cite>,
    /// Bytes at which the marks stood.
    places: Vec<usize>,
    /// How many of the citations stand up to the end of each mark.
    until: Vec<usize>,
    /// A mark is one of the words of the sentence, and says something itself.
    is_woven_in: bool,
}

impl Unmarked {
    /// Takes the next mark, and what stands before it from `at` on.
    fn take(&mut self, body: &str, at: usize, mark: &Mark) {
        let before = body.get(at..mark.span.start).unwrap_or_default();
        self.bare.push_str(before);
        self.bare
            .push_str(body.get(mark.kept.clone()).unwrap_or_default());
        self.cites.extend(mark.cites.iter().cloned());
        self.places.push(self.bare.len());
        self.until.push(self.cites.len());
        self.is_woven_in |= !mark.kept.is_empty();
    }

    fn parts(&self) -> Vec<MarkedPart> {
        if self.is_woven_in {
            Vec::new()
        } else {
            marked_parts(&self.bare, &self.places)
        }
    }
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
        let all_marks = marks::marks(body, defined);
        let mut marks = all_marks.iter().peekable();
        let own = found.len();
        let mut table = Table::default();
        let mut around = 0..0;
        let mut paragraph: Arc<str> = Arc::from("");
        let mut antecedents = Antecedents::default();
        // A note within the text may hold what reads as sentences.
        let mut covered = 0;
        for span in sentences(body) {
            if covered >= span.end {
                continue;
            }
            let mut read = Unmarked::default();
            let mut at = span.start.max(covered);
            while let Some(mark) = marks.next_if(|mark| mark.span.start < span.end) {
                read.take(body, at, mark);
                covered = mark.span.end;
                at = mark.span.end.clamp(at, span.end);
            }
            read.bare
                .push_str(body.get(at..span.end).unwrap_or_default());
            let clauses = read.parts();
            let Unmarked {
                mut bare,
                mut cites,
                until,
                ..
            } = read;
            let antecedent = antecedents.take(&spoken(&bare, &clauses));
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
            let remark = layout.own
                && ([NOT_WRITTEN, CUT, NOTHING_YET, ADD_EVIDENCE]
                    .iter()
                    .any(|start| sentence.starts_with(start))
                    || is_note(body, starts, sentence));
            // A table ends at an empty line, and the next one has a head of its own.
            if between.lines().skip(1).any(|line| line.trim().is_empty()) {
                table = Table::default();
            }
            let row = table.states(sentence, bare.trim());
            cites.extend(row.iter().flat_map(|row| row.cites.iter().cloned()));
            let is_row = row.is_some() && !cites.is_empty();
            uncited_rows += usize::from(row.is_some() && cites.is_empty());
            if let Some(row) = row.filter(|_| is_row) {
                bare = row.stated;
            }
            let is_lead =
                || cites.is_empty() && is_lead(sentence, body.get(span.end..).unwrap_or_default());
            if only_cites || is_row || states(sentence, &bare, &cites) && !remark && !is_lead() {
                found.push(Found {
                    text: sentence.to_owned(),
                    bare: bare.trim().to_owned(),
                    line,
                    paragraph: Arc::clone(&paragraph),
                    antecedent,
                    cites,
                    // A row is read with what heads its cells.
                    clauses: if is_row { Vec::new() } else { clauses },
                    until,
                    only_cites,
                    starts,
                    is_row,
                    closing: closing::Closing::Apart,
                    heading: part.heading.clone(),
                });
            }
        }
        // Briefs are written with a mark for each sentence.
        if !layout.own {
            closing::lend(found.get_mut(own..).unwrap_or_default(), body, &all_marks);
        }
    }
    (found, uncited_rows)
}

/// Whether a sentence of an exported brief is a remark on all of it: a quotation that begins as one.
fn is_note(body: &str, starts: usize, sentence: &str) -> bool {
    let line = body.get(..starts).unwrap_or_default().lines().next_back();
    let is_quoted = sentence.starts_with('>') || line.is_some_and(|line| line.trim() == ">");
    let words = sentence.trim_start_matches(['>', ' ']);
    is_quoted
        && [NOT_CHECKED, LIMITED_EVIDENCE]
            .iter()
            .any(|start| words.starts_with(start))
}

/// Whether a sentence of a report is a claim; `bare` is the sentence without what it cites.
fn states(sentence: &str, bare: &str, cites: &[Cite]) -> bool {
    let is_raised = cites
        .iter()
        .any(|cite| matches!(cite, Cite::Superscript(_)));
    if is_raised {
        // It cites as one with its mark in brackets does.
        return is_claim_of_report(&format!("{} [1]", bare.trim()));
    }
    // What is to be done, or was, is a claim where it cites.
    let unboxed = sentence.get(marker_len(sentence)..);
    if let Some(task) = unboxed.filter(|_| is_task(sentence) && !cites.is_empty()) {
        return is_claim_of_report(task);
    }
    // What is set in italics, or quoted, may still be a remark on the report itself.
    let words = sentence.trim_matches(['*', '_', '>', ' ']);
    is_claim_of_report(sentence) && is_claim_of_report(words)
}

/// Whether a sentence is the bold lead of an item, or of a paragraph, and says in short what the sentences behind it spell out: it names and counts nothing that
/// they do not.
fn is_lead(sentence: &str, behind: &str) -> bool {
    const MOST_WORDS: usize = 12;
    let words = sentence.get(marker_len(sentence)..).unwrap_or(sentence);
    let inner = words.trim().strip_prefix("**");
    let Some(inner) = inner.and_then(|inner| inner.strip_suffix("**")) else {
        return false;
    };
    let goes_on = |line: &&str| !line.trim().is_empty() && marker_len(line) == 0;
    let rest: Vec<&str> = behind.lines().take_while(goes_on).collect();
    let rest = rest.join(" ");
    let is_spelled_out = !quantities(inner).iter().any(Quantity::is_firm)
        && names(inner).iter().all(|name| rest.contains(&name.text));
    inner.ends_with('.')
        && !inner.contains("**")
        && inner.split_whitespace().count() <= MOST_WORDS
        && rest.split_whitespace().count() > inner.split_whitespace().count()
        && is_spelled_out
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

/// The last part of a path in lower case, without what encodes it in an address.
#[must_use]
pub fn base_name(path: &str) -> String {
    let path = path.trim().replace("%20", " ");
    let last = path.rsplit(['/', '\\', '#']).next().unwrap_or_default();
    last.to_lowercase()
}

#[cfg(test)]
mod tests;
