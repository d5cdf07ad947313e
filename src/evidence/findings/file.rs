//! A file of findings looked through: lines, or one value ([`super::whole`]), or what turns out to be the other than its name says.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display};
use std::hash::{BuildHasher, RandomState};

use serde_json::Value;

use super::shape::{self, LISTS, Object};
use super::text::Text;
use super::{Finding, FindingSource, Spot, numbers, record, tables, value, whole};
use crate::evidence::decode;
use crate::evidence::format::Format;
use crate::evidence::problem::Problem;
use crate::evidence::read::Stop;
use crate::study::counted;

/// Objects inside objects deeper than this are no findings.
pub(super) const DEEPEST: u8 = 4;
/// So many warnings of one sort are spelled out.
const SPELLED_OUT: usize = 5;
/// So many more broken lines than good ones, and a file was not meant to be read by lines.
const MOST_BROKEN: usize = 10_000;

/// What a file holds.
#[derive(Debug)]
pub(in crate::evidence) struct Findings<'a> {
    text: Text<'a>,
    held: Vec<Option<Finding>>,
    /// Where findings are, and the number of the source of each; sources are numbered as they come.
    pub(in crate::evidence) spots: Vec<(u32, Spot)>,
    /// The question of a transcript.
    pub(in crate::evidence) query: Option<String>,
    /// What a transcript says besides its findings, such as the tool's own `final_output`.
    pub(in crate::evidence) facts: BTreeMap<String, String>,
    pub(in crate::evidence) warnings: Vec<String>,
}

impl Findings<'_> {
    /// Reads a finding, once; `None` where its file was changed since it was looked through. `room` is kept from one call to the next.
    pub(in crate::evidence) fn take(&mut self, spot: Spot, room: &mut Vec<u8>) -> Option<Finding> {
        match spot {
            Spot::Held(at) => self.held.get_mut(at as usize)?.take(),
            Spot::At { start, length } => {
                self.text.part(start.into(), length, room).ok()?;
                match value::read(room).ok()?.value {
                    Value::Object(object) => {
                        shape::finding(&object).or_else(|| record::finding(&object))
                    }
                    Value::String(text) => Some(shape::bare(text)),
                    _ => None,
                }
            }
        }
    }
}

/// Looks through a file, until it is told to stop.
pub(in crate::evidence) fn look_through<'a>(
    text: Text<'a>,
    format: Format,
    stop: &Stop,
) -> Result<Findings<'a>, Problem> {
    let is_one_value = format != Format::JsonLines;
    let mut text = text;
    if is_one_value && let Some(rows) = tables::of_rows(&text)? {
        text = text.replaced(rows);
    }
    let (mut seen, mut other) = look(&text, format, Taken::Findings, stop)?;
    if seen.spots.is_empty() && !stop.is_asked() {
        if is_one_value && let Some(rows) = tables::of_columns(&text)? {
            text = text.replaced(rows);
        }
        let (records, mended) = look(&text, format, Taken::Records, stop)?;
        // The settings of a program have lists too.
        let bytes: u64 = records.spots.iter().map(|(_, spot)| spot.size()).sum();
        if bytes > 0 && bytes * 2 >= text.size() {
            (seen, other) = (records, mended);
            if seen.records > 0 {
                let read = counted(seen.records, "record");
                let known = if seen.records == seen.spots.len() {
                    "holds no findings of a known shape; "
                } else {
                    ""
                };
                let told = format!("{known}{read} read field by field");
                seen.warnings.push(told);
            }
        }
    }
    if stop.is_asked() {
        return Err(Problem::Stopped);
    }
    let text = match other {
        Some(bytes) => text.replaced(bytes),
        None => text,
    };
    if seen.spots.is_empty() {
        return Err(Problem::NoFindings {
            detail: match seen.skipped.first() {
                Some(first) => {
                    format!("{} read, the first: {first}", counted(seen.count, "object"))
                }
                None => format!("{} read, none with a text", counted(seen.count, "object")),
            },
        });
    }
    Ok(seen.finish(text))
}

/// What counts as a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Taken {
    /// What has a text.
    #[default]
    Findings,
    /// Every object of any list, and one that is all of a file, whether it has a text or not.
    Records,
}

fn look(text: &Text<'_>, format: Format, taken: Taken, stop: &Stop) -> Result<Whole, Problem> {
    let by_lines = || lines(text, taken, stop).map(|seen| (seen, None));
    match format {
        Format::JsonLines => {
            by_lines().or_else(|problem| in_one(text, taken, stop).map_err(|_| problem))
        }
        _ => in_one(text, taken, stop).or_else(|problem| by_lines().map_err(|_| problem)),
    }
}

/// What was seen in a file as one value, and its text where that had to be decoded or mended.
type Whole = (Seen, Option<Vec<u8>>);

/// The file as one JSON value: an array's elements, or an object's lists of findings, or one finding.
fn in_one(text: &Text<'_>, taken: Taken, stop: &Stop) -> Result<Whole, Problem> {
    let bytes = text.whole()?;
    let read = if let Ok(text) = std::str::from_utf8(&bytes) {
        whole::look_through(text, taken, stop).map(|seen| (seen, None))
    } else {
        let text = decode::text(&bytes, None).text;
        whole::look_through(&text, taken, stop).map(|seen| (seen, Some(text.into_bytes())))
    };
    read.or_else(|problem| {
        let Some(mended) = numbers::mended(&bytes) else {
            return Err(problem);
        };
        let text = String::from_utf8(mended.bytes).map_err(|_| problem)?;
        let mut seen = whole::look_through(&text, taken, stop)?;
        seen.strangers = mended.strangers;
        Ok((seen, Some(text.into_bytes())))
    })
}

/// The file as JSON values by lines, mostly one a line, or an array with one element a line. A file in which most lines are broken was not meant that way.
fn lines(text: &Text<'_>, taken: Taken, stop: &Stop) -> Result<Seen, Problem> {
    let mut seen = Seen::of(taken);
    let (mut good, mut broken, mut number) = (0_usize, 0_usize, 0_usize);
    let (mut first_broken, mut foreign) = (None, None);
    text.lines(|start, whole| {
        number += 1;
        let line = whole.trim_ascii();
        let line = line.strip_suffix(b",").unwrap_or(line);
        if line.is_empty() || matches!(line, b"[" | b"]") {
            return true;
        }
        let start = start + (whole.len() - whole.trim_ascii_start().len()) as u64;
        match value::read(line) {
            Ok(read) => {
                good += 1;
                seen.strangers += read.strangers;
                if read.is_foreign {
                    foreign.get_or_insert(number);
                }
                let spot = Spot::of(start, line.len());
                seen.take(&Place::Line(number), read.value, DEEPEST, spot);
            }
            Err(error) => {
                if let Some(values) = value::several(line) {
                    good += 1;
                    for (value, bytes) in values {
                        let spot = Spot::of(start + bytes.start as u64, bytes.len());
                        seen.take(&Place::Line(number), value, DEEPEST, spot);
                    }
                    return true;
                }
                broken += 1;
                let (reason, column) = value::told(&error);
                let told = format!(
                    "line {number} is not valid JSON and was skipped ({reason}, column {column})"
                );
                first_broken.get_or_insert_with(|| told.clone());
                seen.skip(told);
            }
        }
        broken <= good + MOST_BROKEN && !stop.is_asked()
    })?;
    if good < broken || good == 0 {
        return Err(Problem::Damaged {
            kind: "JSON lines",
            detail: first_broken.unwrap_or_else(|| "it has no lines".to_owned()),
        });
    }
    if let Some(number) = foreign {
        seen.warnings.push(format!(
            "some lines are not UTF-8 and were read as what they look like (the first: line {number})"
        ));
    }
    Ok(seen)
}

/// Where a value stands, for messages.
pub(super) enum Place<'a> {
    File,
    Line(usize),
    Entry(usize),
    Inside(&'a Place<'a>, &'a str, usize),
}

impl Display for Place<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => to.write_str("the file"),
            Self::Line(number) => write!(to, "line {number}"),
            Self::Entry(number) => write!(to, "entry {number}"),
            Self::Inside(outer, list, number) => write!(to, "{outer}, {list} {number}"),
        }
    }
}

/// What was seen so far.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) taken: Taken,
    pub(super) spots: Vec<(u32, Spot)>,
    held: Vec<Option<Finding>>,
    /// The numbers of sources by their hashes: names would take more memory than all else.
    sources: HashMap<u64, u32>,
    hasher: RandomState,
    query: Option<String>,
    facts: BTreeMap<String, String>,
    /// How many values were looked at.
    count: usize,
    /// How many have no text of their own.
    records: usize,
    /// Numbers that JSON does not know.
    pub(super) strangers: usize,
    pub(super) warnings: Vec<String>,
    /// What is wrong with the first element that is not JSON.
    pub(super) broken: Option<String>,
    skipped: Vec<String>,
    more_skipped: usize,
}

impl Seen {
    pub(super) fn of(taken: Taken) -> Self {
        Self {
            taken,
            ..Self::default()
        }
    }

    pub(super) fn skip(&mut self, told: String) {
        if self.skipped.len() < SPELLED_OUT {
            self.skipped.push(told);
        } else {
            self.more_skipped += 1;
        }
    }

    /// Looks at a value, which is at `spot` if it can be read again.
    pub(super) fn take(&mut self, place: &Place<'_>, value: Value, depth: u8, spot: Option<Spot>) {
        self.count += 1;
        match value {
            Value::Object(object) if self.taken == Taken::Records => {
                self.record(place, &object, spot);
            }
            Value::Object(object) => self.object(place, &object, depth, spot),
            Value::String(text) if self.taken == Taken::Findings && !text.trim().is_empty() => {
                match spot {
                    Some(spot) => self.add(&shape::bare(text).source, spot),
                    None => self.hold(shape::bare(text)),
                }
            }
            Value::Array(items) if depth > 0 => {
                for (at, item) in items.into_iter().enumerate() {
                    let place = Place::Inside(place, "entry", at + 1);
                    self.take(&place, item, depth - 1, None);
                }
            }
            // Of a list of values the object around it tells.
            _ if self.taken == Taken::Records => {}
            _ => self.skip(format!("{place} is no finding and was skipped")),
        }
    }

    fn object(&mut self, place: &Place<'_>, object: &Object, depth: u8, spot: Option<Spot>) {
        if let Some(source) = shape::source(object) {
            match spot {
                Some(spot) => self.add(&source, spot),
                None => shape::finding(object).into_iter().for_each(|finding| {
                    self.hold(finding);
                }),
            }
            self.below(place, object, depth);
            return;
        }
        let within = LISTS.iter().find_map(|name| match object.get(*name) {
            Some(value @ (Value::Array(_) | Value::Object(_))) => Some((*name, value)),
            _ => None,
        });
        match within {
            Some((name, Value::Array(items))) if depth > 0 => {
                self.around(object);
                for (at, item) in items.iter().enumerate() {
                    let place = Place::Inside(place, name, at + 1);
                    self.take(&place, item.clone(), depth - 1, None);
                }
            }
            Some((_, Value::Object(inner))) if depth > 0 => {
                self.around(object);
                self.object(place, inner, depth - 1, None);
            }
            _ => self.skip(format!("{place} has no text and was skipped")),
        }
    }

    fn record(&mut self, place: &Place<'_>, object: &Object, spot: Option<Spot>) {
        let read = shape::finding(object).or_else(|| {
            let record = record::finding(object);
            self.records += usize::from(record.is_some());
            record
        });
        match (read, spot) {
            (Some(read), Some(spot)) => self.add(&read.source, spot),
            (Some(read), None) => self.hold(read),
            (None, _) => self.skip(format!("{place} says nothing and was skipped")),
        }
    }

    /// The findings that stand in a list of another finding: what a tool sums up, and what it sums it up from.
    fn below(&mut self, place: &Place<'_>, object: &Object, depth: u8) {
        // The sources of a summary are its citations.
        let lists = LISTS.iter().filter(|name| **name != "sources");
        for name in lists {
            let Some(Value::Array(items)) = object.get(*name) else {
                continue;
            };
            for (at, item) in items.iter().enumerate() {
                if depth > 0
                    && let Value::Object(inner) = item
                    && shape::source(inner).is_some()
                {
                    let place = Place::Inside(place, name, at + 1);
                    self.object(&place, inner, depth - 1, None);
                }
            }
        }
    }

    fn hold(&mut self, finding: Finding) {
        let spot = Spot::Held(self.held.len() as u32);
        self.add(&finding.source, spot);
        self.held.push(Some(finding));
    }

    fn add(&mut self, source: &FindingSource, spot: Spot) {
        let next = self.sources.len() as u32;
        let source = self.hasher.hash_one(source);
        let number = *self.sources.entry(source).or_insert(next);
        self.spots.push((number, spot));
    }

    /// What an object says that holds findings; the first one counts.
    pub(super) fn around(&mut self, object: &Object) {
        let query = object.get("query").and_then(Value::as_str);
        if self.query.is_none() {
            self.query = query.map(str::to_owned);
        }
        if self.facts.is_empty() {
            self.facts = shape::facts(object);
        }
    }

    fn finish(mut self, text: Text<'_>) -> Findings<'_> {
        let mut warnings = self.warnings;
        match self.strangers {
            0 => {}
            1 => warnings.push("1 number was read as missing: it is not finite".to_owned()),
            count => warnings.push(format!(
                "{count} numbers were read as missing: they are not finite"
            )),
        }
        warnings.extend(text.warning.clone());
        warnings.append(&mut self.skipped);
        if self.more_skipped > 0 {
            warnings.push(format!(
                "{} more skipped",
                counted(self.more_skipped, "line")
            ));
        }
        Findings {
            text,
            held: self.held,
            spots: self.spots,
            query: self.query,
            facts: self.facts,
            warnings,
        }
    }
}

#[cfg(test)]
mod tests;
