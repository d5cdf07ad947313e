//! Tables as programs write them in JSON: rows in lists, below a row or beside a list that names the columns, or columns in lists or in objects. Each row
//! becomes an object, which is read as a record; else its figures would be values that nobody can say anything of.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::shape::Object;
use super::text::Text;
use crate::evidence::problem::Problem;
use crate::evidence::table::could_name_columns;

/// Bytes in which a table shows itself.
const HEAD: u32 = 4 << 10;
/// Larger files are programs' data.
const LARGEST: u64 = 64 << 20;
/// Where the names of the columns stand, and where the rows.
const COLUMNS: &[&str] = &["columns", "headers", "header", "fields", "column_names"];
const ROWS: &[&str] = &["data", "rows", "values"];
/// Under this name the rows of a table are put.
const RECORDS: &str = "records";

/// A file that begins as a table of rows in lists does, with objects for them; `None` where it is none.
pub(super) fn of_rows(text: &Text<'_>) -> Result<Option<Vec<u8>>, Problem> {
    let size = text.size();
    if size > LARGEST {
        return Ok(None);
    }
    let mut head = Vec::new();
    let length = u32::try_from(size).map_or(HEAD, |size| size.min(HEAD));
    if text.part(0, length, &mut head).is_err()
        && text.part(0, length.saturating_sub(3), &mut head).is_err()
    {
        return Ok(None);
    }
    let head = String::from_utf8_lossy(&head);
    let is_list_of_lists = head
        .trim_start()
        .strip_prefix('[')
        .is_some_and(|inside| inside.trim_start().starts_with('['));
    let names_columns = || {
        head.trim_start().starts_with('{')
            && COLUMNS
                .iter()
                .any(|name| head.contains(&format!("\"{name}\"")))
    };
    if !is_list_of_lists && !names_columns() {
        return Ok(None);
    }
    let Ok(value) = serde_json::from_slice(&text.whole()?) else {
        return Ok(None);
    };
    Ok(match value {
        Value::Array(rows) => below_names(rows).map(Value::Array),
        Value::Object(object) => beside_names(object).map(Value::Object),
        _ => None,
    }
    .map(|value| value.to_string().into_bytes()))
}

/// A file whose columns, or whose rows, are values by their names; `None` where it is none.
pub(super) fn of_columns(text: &Text<'_>) -> Result<Option<Vec<u8>>, Problem> {
    if text.size() > LARGEST {
        return Ok(None);
    }
    let Ok(Value::Object(object)) = serde_json::from_slice(&text.whole()?) else {
        return Ok(None);
    };
    let records = in_lists(&object).or_else(|| in_objects(&object));
    Ok(records.map(|records| Value::Array(records).to_string().into_bytes()))
}

/// Rows in lists of which the first names the columns; those without names as lines of their values.
fn below_names(rows: Vec<Value>) -> Option<Vec<Value>> {
    let all: Vec<&Vec<Value>> = rows.iter().map(Value::as_array).collect::<Option<_>>()?;
    let width = all.first()?.len();
    let are_rows = all
        .iter()
        .all(|row| row.len() == width && row.iter().all(is_cell));
    let has_values = all
        .iter()
        .any(|row| row.iter().any(|cell| !cell.is_string() && !cell.is_null()));
    if width < 2 || !are_rows {
        return None;
    }
    let names = named(all.first()?);
    match names {
        Some(names) if all.len() > 1 && (has_values || are_short(&names)) => {
            Some(records(&names, rows.into_iter().skip(1)))
        }
        _ if has_values => Some(all.iter().map(|row| Value::String(line(row))).collect()),
        _ => None,
    }
}

/// Whether names are single words, as names of columns mostly are and what else is written in lists is not.
fn are_short(names: &[String]) -> bool {
    const LONGEST: usize = 24;
    names
        .iter()
        .all(|name| name.len() <= LONGEST && !name.contains(' '))
}

/// An object that has names of columns and rows beside them, with the rows as objects.
fn beside_names(mut object: Object) -> Option<Object> {
    let names_at = COLUMNS
        .iter()
        .find(|name| object.get(**name).is_some_and(Value::is_array))?;
    let names = named(object.get(*names_at)?.as_array()?)?;
    let rows_at = ROWS
        .iter()
        .find(|name| object.get(**name).is_some_and(Value::is_array))?;
    let rows = object.get(*rows_at)?.as_array()?;
    let is_row = |row: &Value| {
        row.as_array()
            .is_some_and(|row| row.len() == names.len() && row.iter().all(is_cell))
    };
    if rows.is_empty() || !rows.iter().all(is_row) {
        return None;
    }
    object.remove(*names_at);
    let Some(Value::Array(rows)) = object.remove(*rows_at) else {
        return None;
    };
    // The numbers of its rows say nothing.
    object.remove("index");
    let records = records(&names, rows);
    object.insert(RECORDS.to_owned(), Value::Array(records));
    Some(object)
}

/// Columns as lists of values of one length.
fn in_lists(object: &Object) -> Option<Vec<Value>> {
    let columns: Vec<(&String, &Vec<Value>)> = object
        .iter()
        .map(|(name, column)| Some((name, column.as_array()?)))
        .collect::<Option<_>>()?;
    let (_, first) = columns.first()?;
    let is_column = |column: &[Value]| column.len() == first.len() && column.iter().all(is_cell);
    if columns.len() < 2 || first.len() < 2 || !columns.iter().all(|(_, column)| is_column(column))
    {
        return None;
    }
    let row = |at: usize| {
        let cells = columns
            .iter()
            .map(|(name, column)| ((*name).clone(), column.get(at).cloned().unwrap_or_default()));
        Value::Object(cells.collect())
    };
    Some((0..first.len()).map(row).collect())
}

/// Columns as objects of values by the numbers of their rows, or rows by their numbers as objects of values by the names of their columns.
fn in_objects(object: &Object) -> Option<Vec<Value>> {
    let parts: Vec<(&String, &Object)> = object
        .iter()
        .map(|(name, part)| Some((name, part.as_object()?)))
        .collect::<Option<_>>()?;
    let (_, first) = parts.first()?;
    let is_like_first = |part: &Object| part.keys().eq(first.keys()) && part.values().all(is_cell);
    if first.is_empty() || !parts.iter().all(|(_, part)| is_like_first(part)) {
        return None;
    }
    if parts.iter().all(|(name, _)| is_number(name)) {
        let mut rows = parts;
        rows.sort_by_key(|(name, _)| (name.len(), *name));
        return Some(
            rows.into_iter()
                .map(|(_, row)| Value::Object(row.clone()))
                .collect(),
        );
    }
    if !first.keys().all(|name| is_number(name)) {
        return None;
    }
    let mut numbers: Vec<&String> = first.keys().collect();
    numbers.sort_by_key(|number| (number.len(), *number));
    let row = |number: &String| {
        let cells = parts.iter().map(|(name, column)| {
            (
                (*name).clone(),
                column.get(number).cloned().unwrap_or_default(),
            )
        });
        Value::Object(cells.collect())
    };
    Some(numbers.into_iter().map(row).collect())
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_cell(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

/// The names of columns, each of them another; they may be told of in objects.
fn named(names: &[Value]) -> Option<Vec<String>> {
    let name = |value: &Value| match value {
        Value::Object(about) => about
            .get("name")
            .or_else(|| about.get("label"))?
            .as_str()
            .map(str::to_owned),
        value => value.as_str().map(str::to_owned),
    };
    let names: Vec<String> = names.iter().map(name).collect::<Option<_>>()?;
    let distinct: HashSet<&str> = names.iter().map(String::as_str).collect();
    let are_names = distinct.len() == names.len()
        && !distinct.contains("")
        && could_name_columns(names.iter().map(String::as_str));
    are_names.then_some(names)
}

fn records(names: &[String], rows: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let record = |row: Value| {
        let Value::Array(cells) = row else {
            return row;
        };
        Value::Object(names.iter().cloned().zip(cells).collect::<Map<_, _>>())
    };
    rows.into_iter().map(record).collect()
}

fn line(row: &[Value]) -> String {
    let cell = |cell: &Value| match cell {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        value => value.to_string(),
    };
    row.iter().map(cell).collect::<Vec<_>>().join(" | ")
}
