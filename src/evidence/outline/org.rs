//! Org: headings are under stars, what is planned and what is kept in drawers is no text, and links have words of their own.

use std::sync::LazyLock;

use regex::Regex;

use super::inline::{linked, without_signs};
use super::{heading, stars};
use crate::evidence::reading::Reading;

/// A text of Org as plain text; what its settings say of it is told.
pub(super) fn plain(lines: &[&str], told: &mut Reading) -> String {
    static LINK: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\[\[([^\]]*)\](?:\[([^\]]*)\])?\]").ok());
    let mut plain = String::new();
    let (mut in_drawer, mut in_code) = (false, false);
    for line in lines {
        let trimmed = line.trim();
        let mark = trimmed.to_ascii_lowercase();
        in_code = match mark.strip_prefix("#+") {
            Some(mark) => mark.starts_with("begin_src") || mark.starts_with("begin_example"),
            None => in_code,
        };
        if matches!(mark.as_str(), ":properties:" | ":logbook:" | ":end:") {
            in_drawer = mark != ":end:";
            continue;
        }
        if in_drawer {
            continue;
        }
        if let Some(setting) = trimmed.strip_prefix("#+") {
            if let Some((name, value)) = setting.split_once(':') {
                let fact = match name.to_ascii_lowercase().as_str() {
                    "title" => &mut told.title,
                    "author" => &mut told.author,
                    "date" => &mut told.date,
                    _ => continue,
                };
                *fact = Some(value.trim().to_owned());
            }
            continue;
        }
        let is_planned = ["CLOSED: ", "SCHEDULED: ", "DEADLINE: "]
            .iter()
            .any(|mark| trimmed.starts_with(mark));
        if !in_code && (is_planned || trimmed.starts_with("# ")) {
            continue;
        }
        let line = linked(line, LINK.as_ref(), |found| {
            let address = found.get(1).map_or("", |part| part.as_str());
            found
                .get(2)
                .map_or(address, |part| part.as_str())
                .to_owned()
        });
        let line = if in_code || stars(&line).is_some() {
            line
        } else {
            without_signs(&without_struck(&line), "*/_=~")
        };
        match stars(&line) {
            Some(level) => {
                let title = line.trim_start_matches('*').trim();
                let title = title
                    .strip_prefix("TODO ")
                    .or_else(|| title.strip_prefix("DONE "))
                    .unwrap_or(title);
                // How urgent it is stands before it, and its tags behind.
                let title = match title
                    .strip_prefix("[#")
                    .and_then(|rest| rest.split_once("] "))
                {
                    Some((letter, title)) if letter.len() == 1 => title,
                    _ => title,
                };
                let title = match title.rsplit_once(" :") {
                    Some((title, tags)) if tags.ends_with(':') && !tags.contains(' ') => title,
                    _ => title,
                };
                heading(level, title, &mut plain);
            }
            None => plain.extend([line.as_str(), "\n"]),
        }
    }
    plain
}

/// A line without what stands between signs of plus at the edges of words, which Org strikes out: `+4 to +7` has none.
fn without_struck(line: &str) -> String {
    static STRUCK: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"(^|[\s(\[{'"–—])\+[^\s+](?:[^+]*[^\s+])?\+($|[\s)\]}'".,;:!?–—])"#).ok()
    });
    if !line.contains('+') {
        return line.to_owned();
    }
    linked(line, STRUCK.as_ref(), |found| {
        let part = |at: usize| found.get(at).map_or("", |part| part.as_str());
        let (before, behind) = (part(1), part(2));
        let is_doubled = behind.starts_with(' ') && (before.is_empty() || before.ends_with(' '));
        format!("{before}{}", if is_doubled { "" } else { behind })
    })
}
