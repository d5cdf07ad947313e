//! A findings file that is one JSON value: an array, an object with lists of findings, or one finding; or several such values, one behind the other, as
//! programs leave them that append to a file.
//!
//! Only the outermost levels are walked through here, an element or a field at a time, so that it is known where each finding stands and none but the one at
//! hand is in memory. A download that broke off is worth what came before.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::file::{DEEPEST, Place, Seen, Taken};
use super::shape::{self, LISTS, Object};
use super::{Spot, value};
use crate::evidence::problem::Problem;
use crate::evidence::read::Stop;

/// Bytes of an object that is read as one record: a larger one is the data or the settings of a program.
const LARGEST_RECORD: usize = 32 << 10;

/// Looks through a value that is all of a text.
pub(super) fn look_through(text: &str, taken: Taken, stop: &Stop) -> Result<Seen, Problem> {
    let mut walk = Walk {
        text,
        at: 0,
        number: 1,
        seen: Seen::of(taken),
        stop,
    };
    let end = walk.values().and_then(|()| walk.end());
    let mut seen = walk.seen;
    let end = match seen.broken.take() {
        Some(detail) if end.is_ok() && seen.spots.is_empty() => Err(Fault::Broken { detail }),
        _ => end,
    };
    match end {
        Ok(()) => Ok(seen),
        Err(Fault::Cut { line }) if !seen.spots.is_empty() => {
            let told = format!("breaks off in line {line}; what came before was read");
            seen.warnings.push(told);
            Ok(seen)
        }
        Err(fault) => Err(Problem::Damaged {
            kind: "JSON",
            detail: match fault {
                Fault::Cut { line } => format!("breaks off in line {line}"),
                Fault::Broken { detail } => detail,
            },
        }),
    }
}

/// Why a walk ended early.
enum Fault {
    Cut { line: usize },
    Broken { detail: String },
}

struct Walk<'a> {
    text: &'a str,
    /// Up to where it was walked.
    at: usize,
    /// The number of the outermost value.
    number: usize,
    seen: Seen,
    stop: &'a Stop,
}

impl Walk<'_> {
    fn values(&mut self) -> Result<(), Fault> {
        self.outermost()?;
        while matches!(self.next(), Some(b'{' | b'[')) && !self.stop.is_asked() {
            self.number += 1;
            self.outermost()?;
        }
        Ok(())
    }

    fn outermost(&mut self) -> Result<(), Fault> {
        match self.next() {
            Some(b'[') => self.elements(None),
            Some(b'{') => self.fields(DEEPEST),
            _ => {
                let (value, spot) = self.value::<Value>()?;
                self.seen.take(&self.place(), value, DEEPEST, spot);
                Ok(())
            }
        }
    }

    /// Where the outermost value stands that is at hand.
    fn place(&self) -> Place<'static> {
        match self.number {
            1 => Place::File,
            number => Place::Entry(number),
        }
    }

    /// The elements of the array that begins here, the outermost one or a list of the outermost object.
    fn elements(&mut self, list: Option<&str>) -> Result<(), Fault> {
        let mut number = 0;
        let outer = self.place();
        self.each_until(b']', |walk| {
            number += 1;
            let place = match list {
                Some(list) => Place::Inside(&outer, list, number),
                None => Place::Entry(number),
            };
            match walk.value::<Value>() {
                Ok((value, spot)) => walk.seen.take(&place, value, DEEPEST, spot),
                Err(fault) => walk.mend(&place, fault)?,
            }
            Ok(())
        })
    }

    /// Goes behind an element that is not JSON, and takes it where it can be mended; the fault, where the element's end is not found.
    fn mend(&mut self, place: &Place<'_>, fault: Fault) -> Result<(), Fault> {
        let Fault::Broken { detail } = fault else {
            return Err(fault);
        };
        let Some(length) = length_of_element(self.rest().as_bytes()) else {
            return Err(Fault::Broken { detail });
        };
        let element = self.rest().get(..length).unwrap_or_default().trim_end();
        let spot = Spot::of(self.at as u64, element.len());
        if let Ok(read) = value::read(element.as_bytes()) {
            self.seen.strangers += read.strangers;
            self.seen.take(place, read.value, DEEPEST, spot);
        } else {
            let told = format!("{place} is not valid JSON and was skipped ({detail})");
            self.seen.broken.get_or_insert(detail);
            self.seen.skip(told);
        }
        self.at += length;
        Ok(())
    }

    /// The fields of the object that begins here: lists of findings, or those of one finding.
    fn fields(&mut self, depth: u8) -> Result<(), Fault> {
        if let Some((value, spot)) = self.one_record() {
            self.seen.take(&self.place(), value, DEEPEST, spot);
            return Ok(());
        }
        let mut rest = Object::new();
        let before = self.seen.spots.len();
        let start = self.at;
        self.each_until(b'}', |walk| {
            let (name, _) = walk.value::<String>()?;
            walk.expect(b":")?;
            // The sources of a summary are its citations; records may stand under any name.
            let is_list = LISTS.contains(&name.as_str()) && name != "sources"
                || walk.seen.taken == Taken::Records;
            match walk.next() {
                Some(b'[') if is_list => walk.elements(Some(&name)),
                Some(b'{') if is_list && depth > 0 => walk.fields(depth - 1),
                _ => {
                    let (value, _) = walk.value()?;
                    rest.insert(name, value);
                    Ok(())
                }
            }
        })?;
        if self.seen.spots.len() > before {
            self.seen.around(&rest);
        } else {
            // The lists that it holds no finding in belong to what it says.
            let whole = Spot::of(start as u64, self.at - start);
            let spot = whole
                .filter(|_| self.seen.taken == Taken::Records && self.at - start <= LARGEST_RECORD);
            let is_settings = self.seen.taken == Taken::Records && spot.is_none();
            if !is_settings {
                self.seen
                    .take(&self.place(), Value::Object(rest), DEEPEST, spot);
            }
        }
        Ok(())
    }

    /// The object that begins here, where it is read as one record: objects within it go by the names that it has for them, unless it lists some.
    fn one_record(&mut self) -> Option<(Value, Option<Spot>)> {
        let near = self.rest().as_bytes();
        let near = near.get(..LARGEST_RECORD).unwrap_or(near);
        if self.seen.taken != Taken::Records || !ends_within(near) {
            return None;
        }
        let start = self.at;
        let read = self.value::<Value>().ok();
        let record = read.filter(|(value, _)| !holds_records(value) || is_around_records(value));
        if record.is_none() {
            self.at = start;
        }
        record
    }

    /// Calls `each` at every element of what begins with the bracket here, and goes behind the one that ends it.
    fn each_until(
        &mut self,
        end: u8,
        mut each: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.at += 1;
        if self.next() == Some(end) {
            self.at += 1;
            return Ok(());
        }
        while !self.stop.is_asked() {
            each(self)?;
            if self.expect(&[b',', end])? == end {
                break;
            }
            // Some programs write a comma behind the last one too.
            if self.next() == Some(end) {
                self.at += 1;
                break;
            }
        }
        Ok(())
    }

    /// Goes to what is no white space, and says what it begins with.
    fn next(&mut self) -> Option<u8> {
        self.at = self.text.len() - self.rest().trim_ascii_start().len();
        self.rest().bytes().next()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes behind one of these signs, and says which it is.
    fn expect(&mut self, signs: &[u8]) -> Result<u8, Fault> {
        match self.next() {
            Some(sign) if signs.contains(&sign) => {
                self.at += 1;
                Ok(sign)
            }
            Some(_) => Err(self.broken("a comma or bracket is missing", 1)),
            None => Err(self.cut(1)),
        }
    }

    /// Nothing but white space follows.
    fn end(&mut self) -> Result<(), Fault> {
        match self.next() {
            Some(_) if !self.stop.is_asked() => Err(self.broken("trailing characters", 1)),
            _ => Ok(()),
        }
    }

    /// The value that begins here.
    fn value<T: DeserializeOwned>(&mut self) -> Result<(T, Option<Spot>), Fault> {
        self.next();
        let mut values = serde_json::Deserializer::from_str(self.rest()).into_iter();
        let value = match values.next() {
            Some(Ok(value)) => value,
            Some(Err(error)) if !error.is_eof() => {
                let (reason, _) = value::told(&error);
                return Err(self.broken(&reason, error.line()));
            }
            Some(Err(error)) => return Err(self.cut(error.line())),
            None => return Err(self.cut(1)),
        };
        let length = values.byte_offset();
        let spot = Spot::of(self.at as u64, length);
        self.at += length;
        Ok((value, spot))
    }

    fn broken(&self, reason: &str, line: usize) -> Fault {
        let line = self.line(line);
        Fault::Broken {
            detail: format!("{reason}, line {line}"),
        }
    }

    fn cut(&self, line: usize) -> Fault {
        Fault::Cut {
            line: self.line(line),
        }
    }

    /// The number of a line that is counted from where the walk is.
    fn line(&self, from_here: usize) -> usize {
        let before = self.text.as_bytes().get(..self.at).unwrap_or_default();
        before.split(|byte| *byte == b'\n').count() - 1 + from_here
    }
}

/// Whether an object says more around its lists of records than in them: they are a part of what it says. Settings list things by their names alone, and findings
/// are findings wherever they stand.
fn is_around_records(value: &Value) -> bool {
    fn all(value: &Value, is_listed: bool, fits: &dyn Fn(&Object, bool) -> bool) -> bool {
        match value {
            Value::Array(items) => items.iter().all(|item| all(item, true, fits)),
            Value::Object(object) => {
                fits(object, is_listed) && object.values().all(|inner| all(inner, false, fits))
            }
            _ => true,
        }
    }
    let fits = |object: &Object, is_listed: bool| {
        shape::source(object).is_none() && (!is_listed || object.len() > 1)
    };
    all(value, false, &fits) && listed(value) * 2 < value.to_string().len()
}

/// Bytes of the objects that stand in lists.
fn listed(value: &Value) -> usize {
    match value {
        Value::Array(items) => items
            .iter()
            .map(|item| match item {
                Value::Object(_) => item.to_string().len(),
                _ => listed(item),
            })
            .sum(),
        Value::Object(object) => object.values().map(listed).sum(),
        _ => 0,
    }
}

/// Whether the object or list ends that these bytes begin with.
fn ends_within(bytes: &[u8]) -> bool {
    let (mut in_text, mut escaped, mut depth) = (false, false, 0_usize);
    bytes.iter().any(|byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => depth += 1,
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

/// Whether there is a list of objects in a value, each of which is a record of its own, or a finding.
fn holds_records(value: &Value) -> bool {
    let is_finding = |inner: &Value| {
        let object = inner.as_object();
        object.is_some_and(|object| shape::source(object).is_some())
    };
    match value {
        Value::Array(items) => {
            let mut items = items.iter();
            items.any(|item| item.is_object() || holds_records(item))
        }
        Value::Object(fields) => {
            let mut fields = fields.values();
            fields.any(|inner| is_finding(inner) || holds_records(inner))
        }
        _ => false,
    }
}

/// Bytes up to the comma or bracket that ends the element which begins here; `None` where there is none.
fn length_of_element(rest: &[u8]) -> Option<usize> {
    let (mut in_text, mut escaped, mut depth) = (false, false, 0_usize);
    for (at, byte) in rest.iter().enumerate() {
        match byte {
            // No text goes on over a line.
            b'\n' => (in_text, escaped) = (false, false),
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => depth += 1,
            b',' | b']' | b'}' if depth == 0 => return Some(at),
            b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}
