//! Texts with plain marks other than Markdown's: `reStructuredText`, Org, `AsciiDoc`. Their headings, links and code are written as plain text knows
//! them, what only steers how they are set is left out, and the rest is read as plain text ([`super::plain`]).

mod asciidoc;
mod inline;
mod org;
mod restructured;
mod simple_tables;

use super::plain;
use super::reading::Reading;

pub(super) fn read(text: &str) -> Reading {
    let lines: Vec<&str> = text.lines().collect();
    let mut told = Reading::default();
    let plain = if is_asciidoc(&lines) {
        asciidoc::plain(&lines, &mut told)
    } else if is_org(&lines) {
        org::plain(&lines, &mut told)
    } else {
        restructured::plain(&lines, &mut told)
    };
    let reading = plain::read(&plain);
    Reading {
        title: told.title.or(reading.title),
        author: told.author.or(reading.author),
        date: told.date.or(reading.date),
        ..reading
    }
}

fn is_org(lines: &[&str]) -> bool {
    let is_mark = |line: &&str| {
        let lower = line.to_ascii_lowercase();
        lower.starts_with("#+")
            || lower.trim() == ":properties:"
            || line.starts_with("* TODO ")
            || line.starts_with("* DONE ")
            || stars(line).is_some_and(|level| level > 1)
    };
    lines.iter().any(is_mark)
}

fn is_asciidoc(lines: &[&str]) -> bool {
    lines.iter().any(|line| signs(line, '=').is_some())
}

/// How many signs a line begins with, where words follow them.
fn signs(line: &str, sign: char) -> Option<usize> {
    let rest = line.trim_start_matches(sign);
    let count = line.len() - rest.len();
    let has_words = rest.starts_with(' ') && rest.contains(char::is_alphanumeric);
    (count > 0 && has_words).then_some(count)
}

fn stars(line: &str) -> Option<usize> {
    signs(line, '*')
}

/// Adds a heading of plain text.
fn heading(level: usize, title: &str, to: &mut String) {
    to.extend([
        "\n",
        &"#".repeat(level.clamp(1, 6)),
        " ",
        title.trim(),
        "\n\n",
    ]);
}

/// The cells of a row as plain text has them.
fn between_bars<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<&str> = cells.collect();
    format!("| {} |", cells.join(" | "))
}

#[cfg(test)]
mod tests;
