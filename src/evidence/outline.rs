//! Texts with plain marks other than Markdown's: `reStructuredText`, Org, `AsciiDoc`. Their headings, links and code are written as plain text knows
//! them, what only steers how they are set is left out, and the rest is read as plain text ([`super::plain`]).

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::plain;
use super::reading::Reading;

/// Signs that underline headings in `reStructuredText`.
const UNDERLINES: &str = "=-~^\"'`#*+.:_<>";
/// Directives whose text is none of the document's, or nothing that can be read.
const SILENT: &[&str] = &[
    "contents",
    "figure",
    "graphviz",
    "highlight",
    "image",
    "include",
    "index",
    "literalinclude",
    "module",
    "raw",
    "toctree",
];

pub(super) fn read(text: &str) -> Reading {
    let lines: Vec<&str> = text.lines().collect();
    let mut told = Reading::default();
    let plain = if is_asciidoc(&lines) {
        from_asciidoc(&lines, &mut told)
    } else if is_org(&lines) {
        from_org(&lines, &mut told)
    } else {
        from_restructured(&lines, &mut told)
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
        lower.starts_with("#+") || stars(line).is_some_and(|level| level > 1)
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

fn from_org(lines: &[&str], told: &mut Reading) -> String {
    static LINK: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\[\[([^\]]*)\](?:\[([^\]]*)\])?\]").ok());
    let mut plain = String::new();
    let mut in_drawer = false;
    for line in lines {
        let trimmed = line.trim();
        let mark = trimmed.to_ascii_lowercase();
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
        let line = linked(line, LINK.as_ref(), |found| {
            let address = found.get(1).map_or("", |part| part.as_str());
            found
                .get(2)
                .map_or(address, |part| part.as_str())
                .to_owned()
        });
        match stars(&line) {
            Some(level) => {
                let title = line.trim_start_matches('*').trim();
                let title = title
                    .strip_prefix("TODO ")
                    .or_else(|| title.strip_prefix("DONE "))
                    .unwrap_or(title);
                // Tags stand behind it.
                let title = match title.rsplit_once(" :") {
                    Some((title, tags)) if tags.ends_with(':') && !tags.contains(' ') => title,
                    _ => title,
                };
                heading(level, title, &mut plain);
            }
            // What parts the head of a table from its rows.
            None if trimmed.starts_with("|-") => {}
            None => plain.extend([line.as_str(), "\n"]),
        }
    }
    plain
}

fn from_asciidoc(lines: &[&str], told: &mut Reading) -> String {
    static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?:link:|xref:)?([a-z]+://[^\s\[]+|[\w./#-]+)\[([^\]]*)\]").ok()
    });
    let mut plain = String::new();
    for line in lines {
        let trimmed = line.trim_end();
        let is_attribute =
            trimmed.starts_with(':') && trimmed.get(1..).is_some_and(|rest| rest.contains(':'));
        let is_fence = trimmed.len() >= 2
            && ["--", "==", "..", "**", "__", "++", "//", "|=="]
                .iter()
                .any(|fence| trimmed.starts_with(fence))
            && !trimmed.contains(char::is_alphanumeric);
        let is_block = trimmed.starts_with('[') && trimmed.ends_with(']');
        let is_silent = ["//", "image:", "include:", "toc:"]
            .iter()
            .any(|start| trimmed.starts_with(start));
        if is_attribute || is_fence || is_block || is_silent {
            continue;
        }
        match signs(trimmed, '=') {
            Some(1) if told.title.is_none() => {
                told.title = Some(trimmed.trim_start_matches('=').trim().to_owned());
            }
            Some(level) => heading(level, trimmed.trim_start_matches('='), &mut plain),
            None => {
                let line = linked(trimmed, LINK.as_ref(), |found| {
                    let text = found.get(2).map_or("", |part| part.as_str());
                    let address = found.get(1).map_or("", |part| part.as_str());
                    if text.is_empty() { address } else { text }.to_owned()
                });
                plain.extend([line.as_str(), "\n"]);
            }
        }
    }
    plain
}

fn from_restructured(lines: &[&str], told: &mut Reading) -> String {
    static ROLE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?::[\w:+.-]+:)?`([^`<]+?)(?:\s*<[^>`]*>)?`_{0,2}").ok());
    let mut plain = String::new();
    // Headings have levels in the order in which their marks come.
    let mut levels: Vec<(char, bool)> = Vec::new();
    let mut silent_from: Option<usize> = None;
    // Until the text begins, fields describe the document; most of them say nothing of what it is about.
    let (mut is_head, mut fields) = (true, Vec::new());
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        let below = lines.get(at + 2).copied().unwrap_or_default();
        let indent = line.len() - line.trim_start().len();
        at += 1;
        if let Some(least) = silent_from {
            if line.trim().is_empty() || indent > least {
                continue;
            }
            silent_from = None;
        }
        let overlined = rule(line).filter(|mark| rule(below) == Some(*mark) && is_words(next));
        let underlined =
            rule(next).filter(|_| is_words(line) && next.trim().len() * 2 >= line.trim().len());
        let marked = overlined
            .map(|mark| ((mark, true), next, 2))
            .or_else(|| Some(((underlined?, false), line, 1)));
        if let Some((mark, title, more)) = marked {
            let known = levels.iter().position(|known| *known == mark);
            let level = known.unwrap_or_else(|| {
                levels.push(mark);
                levels.len() - 1
            });
            heading(level + 1, &without_roles(title, ROLE.as_ref()), &mut plain);
            at += more;
            continue;
        }
        if let Some(directive) = line.trim_start().strip_prefix(".. ") {
            let name = directive.split_once("::").map(|(name, _)| name);
            let is_silent = name.is_none_or(|name| SILENT.contains(&name));
            if is_silent {
                silent_from = Some(indent);
            } else if let Some((_, said)) = directive.split_once("::") {
                plain.extend([said.trim(), "\n"]);
            }
            continue;
        }
        let goes_on = !fields.is_empty() && indent > 0 && !line.trim().is_empty();
        if is_head && (is_field(line) || goes_on) {
            fields.push(line);
            continue;
        }
        is_head &= line.trim().is_empty();
        let text = without_roles(line, ROLE.as_ref());
        let text = text
            .strip_suffix("::")
            .map_or_else(|| text.clone(), |before| format!("{}:", before.trim_end()));
        plain.extend([text.as_str(), "\n"]);
    }
    *told = plain::memo_head(&fields);
    plain
}

/// Whether a line is a field, `:Author: Ann Reed`.
fn is_field(line: &str) -> bool {
    let field = line.strip_prefix(':').and_then(|rest| rest.split_once(':'));
    field.is_some_and(|(name, value)| {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        !name.is_empty()
            && name.chars().all(is_part)
            && (value.is_empty() || value.starts_with(' '))
    })
}

/// The sign that a line is made of, where it can underline a heading.
fn rule(line: &str) -> Option<char> {
    let line = line.trim_end();
    let sign = line.chars().next()?;
    let is_rule = line.len() >= 3 && UNDERLINES.contains(sign) && line.chars().all(|c| c == sign);
    is_rule.then_some(sign)
}

fn is_words(line: &str) -> bool {
    !line.starts_with(' ') && line.contains(char::is_alphanumeric)
        || line.starts_with(' ') && line.trim().len() > 1 && !line.trim_start().starts_with("..")
}

/// A line without what its inline marks say of it.
fn without_roles(line: &str, role: Option<&Regex>) -> String {
    let line = line.replace("``", "\u{0}");
    let line = linked(&line, role, |found| {
        found.get(1).map_or("", |part| part.as_str()).to_owned()
    });
    without_emphasis(&line).replace('\u{0}', "")
}

/// A line without the asterisks around words, which stand at the edges of these: `2 * 3` has none.
fn without_emphasis(line: &str) -> String {
    static EMPHASIS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(^|[\s(\[{<'\x22/–—-])(\*{1,2})([^\s*](?:[^*]*[^\s*])?)(\*{1,2})").ok()
    });
    linked(line, EMPHASIS.as_ref(), |found| {
        let part = |at: usize| found.get(at).map_or("", |part| part.as_str());
        if part(2) == part(4) {
            format!("{}{}", part(1), part(3))
        } else {
            part(0).to_owned()
        }
    })
}

/// A line with what it marks written as `told` says.
fn linked(line: &str, mark: Option<&Regex>, told: impl Fn(&Captures<'_>) -> String) -> String {
    mark.map_or_else(
        || line.to_owned(),
        |mark| {
            mark.replace_all(line, |found: &Captures<'_>| told(found))
                .into_owned()
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> (Option<String>, Vec<String>, String) {
        let reading = read(text);
        let headings = reading.body.headings().map(str::to_owned).collect();
        (reading.title, headings, reading.body.into_text())
    }

    #[test]
    fn restructured_text_keeps_its_headings_and_loses_its_marks() {
        let (_, headings, text) = seen(
            ".. _range:\n\n=====\nRange\n=====\n\nIt fell by a *third*, see :ref:`the causes <causes>` and `a report <https://example.org>`_ on ``heat``.\n\n\
             Causes\n^^^^^^\n\n.. note:: It was cold.\n\n.. image:: a.png\n   :width: 40\n\nHeating took most::\n\n    heat = 9\n",
        );
        assert_eq!(headings, ["Range", "Causes"]);
        assert_eq!(
            text,
            "Range\n\nIt fell by a third, see the causes and a report on heat.\n\nCauses\n\nIt was cold.\n\nHeating took most:\n\nheat = 9"
        );
    }

    #[test]
    fn fields_at_the_head_of_restructured_text_describe_it() {
        let reading = read(
            "Memo\n====\n\n:Author: Ann Reed <ann@example.org>,\n         Bo Lind\n:Date: 2024-06-01\n:orphan:\n\nIt needs **two** cranes, 2 * 3 * 4 in all, *a.txt and *b.\n\n:Note: kept\n",
        );
        assert_eq!(reading.author.as_deref(), Some("Ann Reed, Bo Lind"));
        assert_eq!(reading.date.as_deref(), Some("2024-06-01"));
        assert_eq!(
            reading.body.text(),
            "Memo\n\nIt needs two cranes, 2 * 3 * 4 in all, *a.txt and *b.\n\n:Note: kept"
        );
    }

    #[test]
    fn org_keeps_its_outline_and_says_what_its_links_say() {
        let (title, headings, text) = seen(
            "#+TITLE: Depots\n#+STARTUP: content\n* East :city:\n:PROPERTIES:\n:ID: 7\n:END:\nIt has 43 buses, [[https://example.org][the council]] says.\n** TODO Grid\nLate.\n",
        );
        assert_eq!(title.as_deref(), Some("Depots"));
        assert_eq!(headings, ["East", "Grid"]);
        assert_eq!(
            text,
            "East\n\nIt has 43 buses, the council says.\n\nGrid\n\nLate."
        );
    }

    #[test]
    fn asciidoc_keeps_its_sections() {
        let (title, headings, text) = seen(
            "= Depots\n:toc:\n\n== East\n\nIt has 43 buses, https://example.org[the council] says.\n\n[source,sh]\n----\nmake\n----\n\n=== Grid\n\nLate.\n",
        );
        assert_eq!(title.as_deref(), Some("Depots"));
        assert_eq!(headings, ["East", "Grid"]);
        assert_eq!(
            text,
            "East\n\nIt has 43 buses, the council says.\n\nmake\n\nGrid\n\nLate."
        );
    }
}
