//! `AsciiDoc`: its head says who wrote it and when, names stand for what they were set to, and the cells of its tables may stand each in a line of its own.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::inline::{linked, without_signs};
use super::{heading, signs};
use crate::evidence::flow::ends_sentence;
use crate::evidence::reading::Reading;

/// A text of `AsciiDoc` as plain text; what its head says is told.
pub(super) fn plain(lines: &[&str], told: &mut Reading) -> String {
    let mut plain = String::new();
    let mut names: Vec<(String, String)> = Vec::new();
    let mut table: Option<Cells> = None;
    let (mut in_comment, mut asked) = (false, 0);
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        at += 1;
        let trimmed = line.trim_end();
        if trimmed.starts_with("////") {
            in_comment = !in_comment;
        }
        if in_comment || trimmed.starts_with("//") {
            continue;
        }
        if trimmed.starts_with("|===") {
            match table.take() {
                Some(cells) => cells.write(&mut plain),
                None => table = Some(Cells::new(std::mem::take(&mut asked))),
            }
            continue;
        }
        if let Some(cells) = &mut table {
            cells.take(&of_asciidoc(trimmed, &names));
            continue;
        }
        if let Some((name, value)) = attribute(trimmed) {
            names.push((format!("{{{name}}}"), value.to_owned()));
            continue;
        }
        let is_fence = trimmed.len() >= 2
            && ["--", "==", "..", "**", "__", "++"]
                .iter()
                .any(|fence| trimmed.starts_with(fence))
            && !trimmed.contains(char::is_alphanumeric);
        if trimmed.starts_with('[') && trimmed.ends_with(']') {
            asked = columns_asked(trimmed);
            continue;
        }
        let is_silent = ["image:", "include:", "toc:", "ifdef:", "ifndef:", "endif:"]
            .iter()
            .any(|start| trimmed.starts_with(start));
        if is_fence || is_silent {
            continue;
        }
        match signs(trimmed, '=') {
            Some(1) if told.title.is_none() => {
                told.title = Some(trimmed.trim_start_matches('=').trim().to_owned());
                at += head_of_asciidoc(lines.get(at..).unwrap_or_default(), told);
            }
            Some(level) => heading(level, trimmed.trim_start_matches('='), &mut plain),
            None => {
                let text = of_asciidoc(trimmed, &names);
                // What stands right under a dot is called so.
                let is_name = text.starts_with('.')
                    && text
                        .get(1..)
                        .is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
                if is_name {
                    plain.extend(["\n", text.trim_start_matches('.'), "\n\n"]);
                } else {
                    plain.extend([text.as_str(), "\n"]);
                }
            }
        }
    }
    if let Some(cells) = table {
        cells.write(&mut plain);
    }
    plain
}

/// A name that the document sets, `:product: Planner`.
fn attribute(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix(':')?.split_once(':')?;
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
    is_name.then(|| (name.trim_matches('!'), value.trim()))
}

/// Who wrote it and when, in the lines right below the title; gives how many these are.
fn head_of_asciidoc(below: &[&str], told: &mut Reading) -> usize {
    /// Names have no more words.
    const MOST_WORDS: usize = 5;
    let mut lines = below
        .iter()
        .take_while(|line| !line.trim().is_empty() && !line.starts_with(':'));
    let Some(people) = lines.next() else {
        return 0;
    };
    let name = |one: &str| {
        let name = one.split('<').next().unwrap_or_default().trim();
        Some(name.replace('_', " ")).filter(|name| !name.is_empty())
    };
    let names: Vec<String> = people.split(';').filter_map(name).collect();
    let is_name = |name: &String| {
        let mut words = name.split_whitespace();
        words.clone().count() <= MOST_WORDS
            && words.all(|word| !word.starts_with(char::is_lowercase))
    };
    if ends_sentence(people) || !names.iter().all(is_name) {
        return 0;
    }
    told.author = Some(names.join(", "));
    let Some(revision) = lines.next() else {
        return 1;
    };
    let day = revision.split(", ").nth(1).unwrap_or(revision);
    told.date = Some(day.split(": ").next().unwrap_or(day).trim().to_owned());
    2
}

/// A line without what its marks say of it.
fn of_asciidoc(line: &str, names: &[(String, String)]) -> String {
    static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?:link:|xref:)?([a-z]+://[^\s\[]+|[\w./#-]+)\[([^\]]*)\]").ok()
    });
    static PLACE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"<<([^,>]*)(?:,\s*([^>]*))?>>").ok());
    // Nobody states any more what is struck out.
    static STRUCK: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\[\.?line-through\](?:##.+?##|#[^#]+#) ?").ok());
    let said = |found: &Captures<'_>| {
        let text = found.get(2).map_or("", |part| part.as_str());
        let address = found.get(1).map_or("", |part| part.as_str());
        if text.is_empty() { address } else { text }.to_owned()
    };
    let mut text = line.to_owned();
    for (name, value) in names.iter().filter(|_| line.contains('{')) {
        text = text.replace(name.as_str(), value);
    }
    let text = linked(&text, STRUCK.as_ref(), |_| String::new());
    let text = text.replace("footnote:[", " footnote[");
    let text = linked(&text, LINK.as_ref(), |found| {
        let name = found.get(1).map_or("", |part| part.as_str());
        match name {
            "footnote" => format!("({})", found.get(2).map_or("", |part| part.as_str())),
            _ => said(found),
        }
    });
    let text = linked(&text, PLACE.as_ref(), said);
    let (marker, rest) = match text.split_once(' ') {
        Some((mark, rest))
            if !mark.is_empty() && mark.bytes().all(|byte| byte == b'*' || byte == b'.') =>
        {
            ("- ", rest)
        }
        _ => ("", text.as_str()),
    };
    format!("{marker}{}", without_signs(rest, "*_`#"))
}

/// How many columns the attributes of a table ask for; 0 where its first row tells.
fn columns_asked(attributes: &str) -> usize {
    const MOST: usize = 100;
    let Some((_, rest)) = attributes.split_once("cols=") else {
        return 0;
    };
    let asked = rest.trim_start_matches('"');
    let asked = asked.split(['"', ']']).next().unwrap_or_default();
    let of = |one: &str| match one.split_once('*') {
        Some((count, _)) => count.trim().parse().unwrap_or(1),
        None => 1_usize,
    };
    asked.split([',', ';']).map(of).sum::<usize>().min(MOST)
}

/// The cells of a table of `AsciiDoc`, which stand in one line or each in its own.
struct Cells {
    columns: usize,
    cells: Vec<String>,
}

impl Cells {
    fn new(columns: usize) -> Self {
        Self {
            columns,
            cells: Vec::new(),
        }
    }

    fn take(&mut self, line: &str) {
        let Some(at) = line.find('|').filter(|at| *at < 8) else {
            // A cell goes on in the lines below it.
            if let Some(last) = self.cells.last_mut().filter(|_| !line.trim().is_empty()) {
                last.extend([" ", line.trim()]);
            }
            return;
        };
        let cells = line.get(at + 1..).unwrap_or_default().split('|');
        let before = self.cells.len();
        self.cells.extend(cells.map(|cell| cell.trim().to_owned()));
        if self.columns == 0 {
            self.columns = self.cells.len() - before;
        }
    }

    fn write(self, to: &mut String) {
        to.push('\n');
        for row in self.cells.chunks(self.columns.max(1)) {
            to.extend(["| ", &row.join(" | "), " |\n"]);
        }
        to.push('\n');
    }
}
