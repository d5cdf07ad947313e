//! `reStructuredText`: headings are underlined, directives say what is to become of the lines below them, and fields at the head describe the document.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::inline::linked;
use super::{between_bars, heading, simple_tables};
use crate::evidence::plain::memo_head;
use crate::evidence::raised::raised;
use crate::evidence::reading::Reading;

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

/// A text of `reStructuredText` as plain text; what its first fields say of it is told.
pub(super) fn plain(lines: &[&str], told: &mut Reading) -> String {
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
    *told = memo_head(&fields);
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
