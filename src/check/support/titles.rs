//! Titles: what a document is called, and by whom it is, speaks for what it says.
//!
//! Nobody repeats the name of a trial, or his own, in each sentence: it stands in the title, in a heading or in the byline. A name that is found there is named,
//! and who is named there is whose the document is.

use std::borrow::Cow;

use super::Checker;
use super::pieces::is_pieced_together;
use crate::check::index::{Index, Statement};
use crate::check::language::names::Name;
use crate::check::language::numbers::{Date, Quantity, Unit, quantities};
use crate::check::language::terms::{key, plain};
use crate::check::text::cells::is_row;

/// What documents are called, and by whom they are, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Titles {
    of: Vec<(u32, String)>,
    /// When the documents appeared, and in which year.
    dates: Vec<(u32, String)>,
    years: Vec<(u32, String)>,
}

/// What is called by the year in which it appeared: `a 2020 study`.
#[rustfmt::skip]
const WORKS: &[&str] = &[
    "study", "report", "review", "paper", "article", "survey", "analysis", "assessment", "trial", "evaluation", "audit", "book", "memo", "briefing",
    "publication", "post",
];

impl Titles {
    /// A claim without the year by which it calls one of these documents, if it appeared then: no document says so of itself in each sentence.
    pub(crate) fn without_years<'c>(&self, claim: &'c str, citations: &[u32]) -> Cow<'c, str> {
        let years = self.years.iter();
        let mut years = years.filter(|(number, _)| citations.contains(number));
        let called = years.find_map(|(_, year)| {
            let (before, behind) = claim.split_once(&format!(" {year} "))?;
            let article = before.rsplit(' ').next()?.to_lowercase();
            let end = behind.find(|c: char| !c.is_alphabetic())?;
            let is_article = matches!(article.as_str(), "a" | "the" | "this" | "one" | "another");
            let is_called = is_article && WORKS.contains(&behind.get(..end)?);
            is_called.then(|| format!("{before} {behind}"))
        });
        called.map_or(Cow::Borrowed(claim), Cow::Owned)
    }

    /// A quotation without the title of one of these documents before it, by which a brief says who speaks: `Letter of the Friends: “We ask for a bridge”`.
    pub(crate) fn without_speaker<'c>(&self, claim: &'c str, citations: &[u32]) -> &'c str {
        let own = self.of.iter();
        let mut own = own.filter(|(number, _)| citations.contains(number));
        let quoted = own.find_map(|(_, title)| {
            let quoted = claim.strip_prefix(title.trim())?.strip_prefix(": ")?;
            quoted.starts_with(['“', '"']).then_some(quoted)
        });
        quoted.unwrap_or(claim)
    }

    /// When the document of a number appeared.
    pub(super) fn dates_of(&self, number: u32) -> impl Iterator<Item = &str> {
        let own = self.dates.iter().filter(move |(own, _)| *own == number);
        own.map(|(_, date)| date.as_str())
    }

    /// The title of a piece of evidence, and the headings above it.
    pub(super) fn above<'t>(
        &'t self,
        index: &'t Index<'_>,
        evidence: usize,
    ) -> impl Iterator<Item = &'t str> {
        let piece = index.evidence.get(evidence);
        let number = piece.map(|piece| piece.number);
        let titles = self.of.iter().filter(move |(own, _)| Some(*own) == number);
        let headings = piece.map_or(&[][..], |piece| piece.passage.headings.as_slice());
        titles
            .map(|(_, title)| title.as_str())
            .chain(headings.iter().map(String::as_str))
    }

    /// The titles and headings of pieces of evidence that have any of the names or years of a statement, each once; those of a table all, which may say in which
    /// unit its values are.
    pub(crate) fn of_statement<'t>(
        &'t self,
        statement: &Statement,
        text: &str,
        index: &'t Index<'_>,
        evidence: &[usize],
    ) -> Vec<&'t str> {
        let years = statement
            .quantities
            .iter()
            .filter_map(|quantity| named_by(text, quantity));
        let names: Vec<Name> = statement.names.iter().cloned().chain(years).collect();
        let dates: Vec<Date> = statement.quantities.iter().filter_map(whole_date).collect();
        let is_of_table = |&at: &usize| {
            let piece = index.evidence.get(at);
            piece.is_some_and(|piece| is_tabular(&piece.passage.text))
        };
        let tables: Vec<usize> = evidence.iter().copied().filter(is_of_table).collect();
        let mut found = self.naming(&names, index, evidence);
        if !dates.is_empty() {
            for title in evidence.iter().flat_map(|&at| self.above(index, at)) {
                if !found.contains(&title) && dates.iter().any(|date| gives_date(title, *date)) {
                    found.push(title);
                }
            }
        }
        for title in tables.iter().flat_map(|&at| self.above(index, at)) {
            if !found.contains(&title) {
                found.push(title);
            }
        }
        found
    }

    /// Those that have any of these names.
    fn naming<'t>(
        &'t self,
        names: &[Name],
        index: &'t Index<'_>,
        evidence: &[usize],
    ) -> Vec<&'t str> {
        let mut found: Vec<&str> = Vec::new();
        if names.is_empty() {
            return found;
        }
        for title in evidence.iter().flat_map(|&at| self.above(index, at)) {
            if !found.contains(&title) && names.iter().any(|name| has_words(title, &name.words)) {
                found.push(title);
            }
        }
        found
    }

    /// The one of these sources that is a named party's own: whose title or headings alone name it.
    pub(crate) fn source_of(
        &self,
        party: &Name,
        numbers: &[u32],
        index: &Index<'_>,
    ) -> Option<u32> {
        let mut own = numbers.iter().copied().filter(|&number| {
            (0..index.evidence.len())
                .filter(|&at| {
                    index
                        .evidence
                        .get(at)
                        .is_some_and(|piece| piece.number == number)
                })
                .flat_map(|at| self.above(index, at))
                .any(|title| begins_with(title, &party.words))
        });
        let first = own.next()?;
        own.next().is_none().then_some(first)
    }
}

/// Whether a piece of evidence holds rows.
fn is_tabular(text: &str) -> bool {
    text.lines()
        .any(|line| line.contains(" | ") || is_row(line))
}

fn has_words(title: &str, words: &[String]) -> bool {
    let title = format!(" {} ", key(title));
    !words.is_empty()
        && words
            .iter()
            .all(|word| title.contains(&format!(" {word} ")))
}

/// Whether a party is the first that a title names: `Response of Marlow Buses to the Audit Office` is of the one, to the other.
fn begins_with(title: &str, words: &[String]) -> bool {
    let first = crate::check::language::names::names(&format!("of {title}"))
        .into_iter()
        .find(|name| name.words.iter().any(|word| words.contains(word)) || name.words.len() > 1);
    first.is_some_and(|first| words.iter().all(|word| first.words.contains(word)))
}

impl Checker<'_> {
    /// Tells what documents are called, and by whom they are, by their numbers; of one document, its title and its author are two.
    #[must_use]
    pub fn entitled(mut self, titles: impl IntoIterator<Item = (u32, String)>) -> Self {
        self.titles.of.extend(titles);
        self
    }

    /// Tells when documents appeared, by their numbers, each as far as it says so: ISO 8601, from the year.
    #[must_use]
    pub fn dated<'d>(mut self, dates: impl IntoIterator<Item = (u32, &'d str)>) -> Self {
        for (number, date) in dates {
            let year = date.get(..4).map(str::to_owned);
            self.titles.years.extend(year.map(|year| (number, year)));
            self.titles.dates.push((number, date.to_owned()));
        }
        self
    }

    /// Whether the title of a document that is let in, or a heading, gives the number by which a claim calls something, or its date.
    pub(crate) fn is_told_above(&self, claim: &str, wanted: &Quantity, evidence: &[usize]) -> bool {
        let is_named =
            named_by(claim, wanted).is_some_and(|name| self.is_in_title(&name, evidence));
        let gives = |date: Date| {
            let mut titles = evidence
                .iter()
                .flat_map(|&at| self.titles.above(&self.index, at));
            titles.any(|title| gives_date(title, date))
        };
        let told = |date: Date| gives(date) || self.tells_day(date, evidence);
        is_named || whole_date(wanted).is_some_and(told)
    }

    /// Whether a name stands in the title of a document that is let in, or in a heading.
    pub(crate) fn is_in_title(&self, name: &Name, evidence: &[usize]) -> bool {
        !self
            .titles
            .naming(std::slice::from_ref(name), &self.index, evidence)
            .is_empty()
    }
}

/// What a title may name by a quantity: `BREEZE-1`, `2.4.0`, and the year of a plan.
pub(crate) fn named_by(text: &str, quantity: &Quantity) -> Option<Name> {
    let name = |written: &str| Name {
        text: written.to_owned(),
        words: written.split('-').map(plain).collect(),
        acronym: false,
    };
    let written = text.get(quantity.span.clone());
    let is_year = quantity.date().is_some_and(|date| date.month.is_none());
    if is_year {
        return written.map(name);
    }
    let version = || written.filter(|_| is_name(quantity)).map(name);
    designator(text, quantity).map(name).or_else(version)
}

/// Whether a quantity is a number by which something is called.
fn is_name(quantity: &Quantity) -> bool {
    let amount = quantity.amount();
    amount.is_some_and(|amount| amount.unit == Unit::Label("name".to_owned()))
}

/// A date of which more than the year is given.
fn whole_date(quantity: &Quantity) -> Option<Date> {
    quantity.date().filter(|date| date.month.is_some())
}

/// Whether a title gives a date, its parts together or apart: `Released Wed Jun 8 12:00:00 IST 2022`.
fn gives_date(title: &str, date: Date) -> bool {
    let own = quantities(title);
    let mut dates = own.iter().filter_map(Quantity::date);
    dates.any(|own| own.includes(date)) || is_pieced_together(date, &own.iter())
}

/// A name that ends in a number, whole: `BREEZE-1`, of which the quantity is the `1`.
pub(crate) fn designator<'c>(text: &'c str, quantity: &Quantity) -> Option<&'c str> {
    let before = text.get(..quantity.span.start)?;
    let word = before.strip_suffix('-').filter(|_| is_name(quantity))?;
    let start = word
        .char_indices()
        .rev()
        .take_while(|(_, letter)| letter.is_alphanumeric() || *letter == '-')
        .last()?
        .0;
    text.get(start..quantity.span.end)
}
