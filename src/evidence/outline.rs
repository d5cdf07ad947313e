//! Texts with plain marks other than Markdown's: `reStructuredText`, Org, `AsciiDoc`. Their headings, links and code are written as plain text knows
//! them, what only steers how they are set is left out, and the rest is read as plain text ([`super::plain`]).

mod asciidoc;
mod simple_tables;

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::plain;
use super::raised::raised;
use super::reading::Reading;

/// Signs that underline headings in `reStructuredText`.
const UNDERLINES: &str = "=-~^\"'`#*+.:_<>";
/// Directives whose text is none of the document's, or nothing that can be read.
const SILENT: &[&str] = &[
    "contents",
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

/// Directives that say behind their names what only programs need: a language, a file.
const OF_PROGRAMS: &[&str] = &["code", "code-block", "figure", "sourcecode"];

pub(super) fn read(text: &str) -> Reading {
    let lines: Vec<&str> = text.lines().collect();
    let mut told = Reading::default();
    let plain = if is_asciidoc(&lines) {
        asciidoc::plain(&lines, &mut told)
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

fn from_org(lines: &[&str], told: &mut Reading) -> String {
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

fn from_restructured(lines: &[&str], told: &mut Reading) -> String {
    static ROLE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?::([\w:+.-]+):)?`([^`<]+?)(?:\s*<[^>`]*>)?`_{0,2}").ok());
    let mut plain = String::new();
    let (head, lines) = mail_head(lines);
    for field in &head {
        let mark = if field.starts_with(' ') { "  " } else { "- " };
        plain.extend([mark, &without_roles(field.trim(), ROLE.as_ref()), "\n"]);
    }
    if !head.is_empty() {
        plain.push('\n');
    }
    let lines = &with_whole_links(&substituted(lines));
    // Headings have levels in the order in which their marks come.
    let mut levels: Vec<(char, bool)> = Vec::new();
    let mut silent_from: Option<usize> = None;
    // Until the text begins, fields describe the document; most of them say nothing of what it is about.
    let (mut is_head, mut fields) = (true, Vec::new());
    let mut at = 0;
    while let Some(line) = lines.get(at).map(|line| &**line) {
        let text = |at: usize| lines.get(at).map_or("", |line| &**line);
        let (next, below): (&str, &str) = (text(at + 1), text(at + 2));
        let indent = line.len() - line.trim_start().len();
        at += 1;
        if let Some(least) = silent_from {
            if line.trim().is_empty() || indent > least {
                continue;
            }
            silent_from = None;
        }
        if let Some((rows, taken)) = simple_tables::table(lines.get(at - 1..).unwrap_or_default()) {
            plain.push('\n');
            for row in rows {
                plain.extend([&without_roles(&row, ROLE.as_ref()), "\n"]);
            }
            plain.push('\n');
            at += taken - 1;
            continue;
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
            let below = lines.get(at..).unwrap_or_default();
            let taken = take_directive(directive, below, ROLE.as_ref(), &mut plain);
            match taken {
                Some(options) => at += options,
                None => silent_from = Some(indent),
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
    fields.extend(&head);
    *told = plain::memo_head(&fields);
    // `PEP: 734` is what others call it by.
    let numbered = head.first().and_then(|first| first.split_once(':'));
    if let Some((series, number)) = numbered
        && !number.trim().is_empty()
        && number.trim().bytes().all(|byte| byte.is_ascii_digit())
        && let Some(title) = &mut told.title
    {
        *title = format!("{series} {}: {title}", number.trim());
    }
    plain
}

/// The fields with which a document of a series begins, in the form of a mail's (`PEP: 734`, `Title: …`, `Replaces: 554`), but for those that only say where it was
/// talked about, and the lines behind them.
fn mail_head<'a, 'b>(lines: &'b [&'a str]) -> (Vec<&'a str>, &'b [&'a str]) {
    /// So many fields are no chance.
    const LEAST: usize = 4;
    const OF_TALK: &[&str] = &[
        "content-type",
        "discussions-to",
        "last-modified",
        "post-history",
        "version",
    ];
    let name = |line: &str| {
        let (name, value) = line.split_once(':')?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_name =
            name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(is_part);
        (is_name && (value.is_empty() || value.starts_with(' '))).then(|| name.to_ascii_lowercase())
    };
    let goes_on = |line: &str| line.starts_with(' ') && !line.trim().is_empty();
    let end = lines
        .iter()
        .position(|line| name(line).is_none() && !goes_on(line))
        .unwrap_or(lines.len());
    let (head, rest) = lines.split_at(end);
    let names: Vec<String> = head.iter().filter_map(|line| name(line)).collect();
    let is_head = names.len() >= LEAST
        && names.iter().any(|name| name == "title")
        && rest.first().is_none_or(|line| line.trim().is_empty());
    if !is_head {
        return (Vec::new(), lines);
    }
    // Names may go on in the next lines.
    let mut is_kept = false;
    let is_told = |line: &&str| {
        is_kept = name(line).map_or(is_kept, |name| !OF_TALK.contains(&name.as_str()));
        is_kept
    };
    (head.iter().copied().filter(is_told).collect(), rest)
}

/// Writes what a directive says; gives how many of the lines below are its options, or nothing where all that it holds is done with.
fn take_directive(
    written: &str,
    below: &[Cow<'_, str>],
    role: Option<&Regex>,
    plain: &mut String,
) -> Option<usize> {
    let is_note = written.starts_with('[') && written.contains("] ");
    if is_note {
        plain.extend(["\n", &without_roles(written, role), "\n"]);
        return Some(0);
    }
    let (name, said) = written.split_once("::")?;
    if SILENT.contains(&name) || name.starts_with('|') {
        return None;
    }
    if !OF_PROGRAMS.contains(&name) {
        plain.extend([without_roles(said.trim(), role).as_str(), "\n"]);
    }
    let rows = match name {
        "list-table" => rows_of_list(below),
        "csv-table" => rows_of_values(below),
        _ => {
            let options = below
                .iter()
                .take_while(|line| line.starts_with(' ') && is_field(line.trim_start()));
            return Some(options.count());
        }
    };
    plain.push('\n');
    for row in rows {
        plain.extend([without_roles(&row, role).as_str(), "\n"]);
    }
    plain.push('\n');
    None
}

/// The lines with what they stand for in place of names such as `|product|`.
fn substituted<'a>(lines: &[&'a str]) -> Vec<Cow<'a, str>> {
    let defined = lines.iter().filter_map(|line| {
        let (name, text) = line.strip_prefix(".. |")?.split_once("| replace::")?;
        Some((format!("|{name}|"), text.trim()))
    });
    let defined: Vec<(String, &str)> = defined.collect();
    let written = |line: &&'a str| {
        let is_text = !line.starts_with(".. |") && line.contains('|');
        let mut line = Cow::Borrowed(*line);
        for (name, text) in defined.iter().filter(|_| is_text) {
            if line.contains(name.as_str()) {
                line = Cow::Owned(line.replace(name.as_str(), text));
            }
        }
        line
    };
    lines.iter().map(written).collect()
}

/// The lines of what a directive holds.
fn held<'a>(below: &'a [Cow<'a, str>]) -> impl Iterator<Item = &'a str> {
    let lines = below.iter().map(|line| &**line);
    lines.take_while(|line| line.trim().is_empty() || line.starts_with(' '))
}

/// The rows of a table that is written as a list of lists.
fn rows_of_list(below: &[Cow<'_, str>]) -> Vec<String> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in held(below).map(str::trim).filter(|line| !line.is_empty()) {
        let begun = line.strip_prefix("* -");
        if begun.is_some() {
            rows.push(Vec::new());
        }
        let Some(row) = rows.last_mut() else {
            continue;
        };
        match (begun.or_else(|| line.strip_prefix("- ")), row.last_mut()) {
            (Some(cell), _) => row.push(cell.trim().to_owned()),
            (None, _) if line == "-" => row.push(String::new()),
            (None, Some(cell)) => cell.extend([" ", line]),
            (None, None) => {}
        }
    }
    rows.iter()
        .map(|row| between_bars(row.iter().map(String::as_str)))
        .collect()
}

/// The rows of a table whose values stand between commas; an option of it may name its columns.
fn rows_of_values(below: &[Cow<'_, str>]) -> Vec<String> {
    let lines = held(below).map(str::trim);
    let lines = lines.filter_map(|line| {
        let names = line.strip_prefix(":header:").map(str::trim);
        names.or_else(|| (!is_field(line)).then_some(line))
    });
    let lines: Vec<&str> = lines.collect();
    // Values are quoted right behind their commas.
    let lines = lines.join("\n").replace(", \"", ",\"");
    let rows = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(lines.as_bytes())
        .into_records();
    rows.flatten().map(|row| between_bars(row.iter())).collect()
}

fn between_bars<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<&str> = cells.collect();
    format!("| {} |", cells.join(" | "))
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

/// Lines of which none ends within a link: what one begins the next ends, `` `the team `` and ``<https://example.org>`_``.
fn with_whole_links<'t>(lines: &[Cow<'t, str>]) -> Vec<Cow<'t, str>> {
    /// Lines that a link is on at most.
    const MOST: usize = 3;
    let marks = |line: &str| line.replace("``", "").matches('`').count();
    let mut whole: Vec<Cow<'_, str>> = Vec::with_capacity(lines.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = lines
            .get(at + 1..)
            .unwrap_or_default()
            .iter()
            .take(MOST - 1);
        let rest: Vec<&str> = rest
            .map(|line| line.trim())
            .take_while(|line| !line.is_empty())
            .collect();
        let is_open = marks(line) % 2 == 1;
        let end = rest
            .iter()
            .position(|line| marks(line) % 2 == 1 && line.contains("`_"));
        if let Some(end) = end.filter(|_| is_open) {
            let more = rest.get(..=end).unwrap_or_default();
            whole.push(Cow::Owned(format!("{line} {}", more.join(" "))));
            at += end + 2;
        } else {
            whole.push(line.clone());
            at += 1;
        }
    }
    whole
}

/// A line without what its inline marks say of it, and without the marks of notes that no text names: `[#reason]_`.
fn without_roles(line: &str, role: Option<&Regex>) -> String {
    static NOTE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"[ \t]?\[(?:\*|#[\w-]*)\]_(?:$|[^\w])").ok());
    let line = line.replace("``", "\u{0}");
    let line = linked(&line, NOTE.as_ref(), |found| {
        let all = found.get(0).map_or("", |all| all.as_str());
        let (_, behind) = all.rsplit_once("]_").unwrap_or_default();
        behind.to_owned()
    });
    let line = linked(&line, role, |found| {
        let part = |at: usize| found.get(at).map_or("", |part| part.as_str());
        let is_number = part(2).starts_with(|c: char| c.is_ascii_digit());
        let figures = match part(1) {
            "sup" | "superscript" => raised(part(2)),
            // A document of a series is named by its number alone, with the place in it.
            series @ ("pep" | "rfc") if is_number => {
                let number = part(2).split('#').next().unwrap_or_default();
                Some(format!("{} {number}", series.to_uppercase()))
            }
            _ => None,
        };
        figures.unwrap_or_else(|| part(2).to_owned())
    });
    // A mark within a word is parted from it by a space that is none.
    let line = line.replace("\\ ", "");
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

/// A line without these signs where they stand around words, one or two of them: `*so*`, but not `2 * 3` or `a_b`.
fn without_signs(line: &str, marks: &str) -> String {
    let mut kept = line.to_owned();
    for mark in marks.chars().filter(|mark| line.contains(*mark)) {
        let signs: Vec<char> = kept.chars().collect();
        let is_word = |at: Option<usize>| {
            at.and_then(|at| signs.get(at))
                .is_some_and(|c| c.is_alphanumeric())
        };
        let is_space = |at: Option<usize>| {
            at.and_then(|at| signs.get(at))
                .is_none_or(|c| c.is_whitespace())
        };
        let width = |at: usize| signs.iter().skip(at).take_while(|c| **c == mark).count();
        let begins = |at: usize, end: usize| !is_word(at.checked_sub(1)) && !is_space(Some(end));
        let ends = |at: usize, end: usize| !is_word(Some(end)) && !is_space(at.checked_sub(1));
        let mut dropped = vec![false; signs.len()];
        let (mut at, mut open) = (0, None);
        while at < signs.len() {
            let count = width(at);
            let end = at + count;
            match open {
                Some((from, to)) if count == to - from && ends(at, end) => {
                    for place in (from..to).chain(at..end) {
                        if let Some(dropped) = dropped.get_mut(place) {
                            *dropped = true;
                        }
                    }
                    open = None;
                }
                _ if (1..=2).contains(&count) && begins(at, end) => open = Some((at, end)),
                _ => {}
            }
            at = end.max(at + 1);
        }
        let left = signs.iter().zip(&dropped).filter(|(_, dropped)| !**dropped);
        kept = left.map(|(c, _)| *c).collect();
    }
    kept
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
    fn links_over_two_lines_and_marks_of_notes_are_no_text() {
        let (_, _, text) = seen(
            "Memo\n====\n\nBenchmarks of the `Faster team\n<https://example.org/bench>`_ show it.\nIt removed the lock [#first]_, as others [*]_ did [2]_.\nThe list ``a[1]_b`` stays.\n",
        );
        assert_eq!(
            text,
            "Memo\n\nBenchmarks of the Faster team show it. It removed the lock, as others did [2]_. The list a[1]_b stays."
        );
    }

    #[test]
    fn a_document_of_a_series_keeps_what_it_is_and_names_others_by_their_numbers() {
        let (title, _, text) = seen(
            "PEP: 734\nTitle: Several Interpreters\nAuthor: Ann Reed <ann@example.org>,\n        Bo Lind <bo@example.org>\nDiscussions-To: https://example.org/t/9\n\
             Created: 06-Nov-2023\nPost-History: `14-Dec-2023 <https://example.org/t/9>`__,\n              `15-Dec-2023 <https://example.org/t/10>`__\n\
             Replaces: 554\n\n.. note::\n   It goes on from :pep:`554`, and from :rfc:`2822#section-3`.\n\nAbstract\n========\n\nIt adds a module.\n",
        );
        assert_eq!(title.as_deref(), Some("PEP 734: Several Interpreters"));
        assert!(
            text.contains("It goes on from PEP 554, and from RFC 2822."),
            "{text}"
        );
        assert!(text.contains("Replaces: 554"), "{text}");
        assert!(!text.contains("example.org/t"), "{text}");
        assert!(!text.contains("Dec"), "{text}");
    }

    #[test]
    fn powers_in_restructured_text_stay_powers() {
        let (_, _, text) = seen(
            "Memo\n====\n\nIt lost 3.2 × 10\\ :sup:`4` kg of CO\\ :sub:`2` on the 4\\ :sup:`th` of *May*.\n",
        );
        assert_eq!(
            text,
            "Memo\n\nIt lost 3.2 × 10⁴ kg of CO2 on the 4th of May."
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
    fn what_org_and_asciidoc_strike_out_is_not_said() {
        let (_, _, text) = seen(
            "#+TITLE: Depots\n* East\nIt is +four+ six hundred metres long, +4 to +7 degrees warm and a C++ program, 2 + 3 + 4 in all.\n| a | b | c |\n|---+---+---|\n| 1 | 2 | 3 |\n",
        );
        assert_eq!(
            text,
            "East\n\nIt is six hundred metres long, +4 to +7 degrees warm and a C++ program, 2 + 3 + 4 in all.\n\na | b | c\n1 | 2 | 3"
        );
        let (_, _, text) = seen(
            "= Depots\n\n== East\n\nIt is [line-through]#four# six hundred metres long.footnote:[In May.]\n",
        );
        assert_eq!(text, "East\n\nIt is six hundred metres long. (In May.)");
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
    fn simple_tables_of_restructured_text_have_columns() {
        let (_, headings, text) = seen(
            "Memo\n====\n\n=========== ===== =========\nPort        Quays Cost (M€)\n=========== ===== =========\nTarn        2     31.0\nBell        3     47.5\n                  at most\n=========== ===== =========\n\nThey are old.\n",
        );
        assert_eq!(headings, ["Memo"]);
        assert_eq!(
            text,
            "Memo\n\nPort | Quays | Cost (M€)\nTarn | 2 | 31.0\nBell | 3 | 47.5 at most\n\nThey are old."
        );
    }

    #[test]
    fn tables_of_restructured_text_are_tables() {
        let table = "City | Buses\nOslo | 43\nBergen | 12";
        for written in [
            ".. list-table:: Fleet\n   :header-rows: 1\n\n   * - City\n     - Buses\n   * - Oslo\n     - 43\n   * - Bergen\n     - 12\n",
            ".. csv-table:: Fleet\n   :header: \"City\", \"Buses\"\n   :widths: 20 20\n\n   \"Oslo\", 43\n   \"Bergen\", 12\n",
            ".. table:: Fleet\n\n   +--------+-------+\n   | City   | Buses |\n   +========+=======+\n   | Oslo   | 43    |\n   +--------+-------+\n   | Bergen | 12    |\n   +--------+-------+\n",
        ] {
            let (_, _, text) = seen(&format!(
                "{written}\nThey are old [1]_.\n\n.. [1] Norland grid code, *2023*.\n"
            ));
            assert_eq!(
                text,
                format!("Fleet\n\n{table}\n\nThey are old [1]_.\n\n[1] Norland grid code, 2023."),
                "{written}"
            );
        }
        let (_, _, text) = seen(
            "See |product|.\n\n.. |product| replace:: Planner\n\n.. figure:: depot.png\n   :alt: a depot\n\n   The depot in May.\n",
        );
        assert_eq!(text, "See Planner.\n\nThe depot in May.");
    }

    #[test]
    fn asciidoc_says_who_wrote_it_and_loses_its_marks() {
        let reading = read(
            "= Planning: A Guide\nAnn Reed <ann@example.org>; Bo Lind\nv1.2, 2025-03-04\n:product: Planner\n\nIt needs *2.5 MVA* and a _good_ site, a_b_c. Use {product}, see <<costs,the costs>>.footnote:[At night.]\n\n\
             .Fleet\n[cols=\"1,1\"]\n|===\n|City |Buses\n\n|Oslo\n|43\n\n|Bergen |12\n|===\n\nSee below.\n\n* First\n** Nested\n\n////\nnot shown\n////\n",
        );
        assert_eq!(reading.title.as_deref(), Some("Planning: A Guide"));
        assert_eq!(reading.author.as_deref(), Some("Ann Reed, Bo Lind"));
        assert_eq!(reading.date.as_deref(), Some("2025-03-04"));
        assert_eq!(
            reading.body.text(),
            "It needs 2.5 MVA and a good site, a_b_c. Use Planner, see the costs. (At night.)\n\nFleet\n\nCity | Buses\nOslo | 43\nBergen | 12\n\nSee below.\n\n- First\n- Nested"
        );
    }

    #[test]
    fn org_loses_its_marks_and_keeps_its_tables() {
        let (_, headings, text) = seen(
            "* DONE [#A] Grid :city:\n  CLOSED: [2025-03-04 Tue]\nIt costs *2.6 million*, /not/ 2.1 as =planned= in 3/4 of a/b.\n\n| City | Buses |\n|------+-------|\n| Oslo |    43 |\n\n# a comment\n#+begin_src sh\nsed /a/b/\n#+end_src\n",
        );
        assert_eq!(headings, ["Grid"]);
        assert_eq!(
            text,
            "Grid\n\nIt costs 2.6 million, not 2.1 as planned in 3/4 of a/b.\n\nCity | Buses\nOslo | 43\n\nsed /a/b/"
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
