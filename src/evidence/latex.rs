//! LaTeX sources as text: title and author, sections as headings, items of lists, rows of tables, notes in brackets. Formulas stay as they are written.
//!
//! Commands that are not known are left out and what they are given stays, which is right for most; abbreviations without arguments are
//! written out, and nothing else is run, defined or included. Runs in the child
//! process only [E2].

mod commands;
mod macros;
mod units;

use unicode_normalization::UnicodeNormalization;

use super::body::Body;
use super::raised::raised;
use super::reading::Reading;
use super::table::{could_name_columns, join_names};
use crate::study::Link;
use commands::{ACCENTS, DROPPED, FORMULAS, NOTHING_OF, PICTURES, SECTIONS, SYMBOLS, VERBATIM};

/// What is given to a command is looked for in so many bytes.
const LONGEST_GROUP: usize = 64 << 10;
/// Commands given to commands deeper than this are left out.
const DEEPEST: u8 = 16;

pub(super) fn read(text: &str) -> Reading {
    let text = without_comments(text);
    let (preamble, body) = match text.split_once("\\begin{document}") {
        Some((preamble, rest)) => (
            preamble,
            rest.split_once("\\end{document}")
                .map_or(rest, |(body, _)| body),
        ),
        None => ("", text.as_str()),
    };
    let told = |name: &str| {
        let command = format!("\\{name}");
        let found = [preamble, body]
            .into_iter()
            .find_map(|part| Some(part.split_once(&command)?.1))?;
        let (given, _) = group(after_options(found))?;
        Some(without_notes(given))
    };
    let text = |given: &str| Some(line(given)).filter(|text| !text.is_empty());
    let title = told("title").and_then(|title| text(&title.replace("\\\\", " ")));
    // Below each name stands where the person works.
    let author = told("author").map(|people| {
        let people = people.split("\\and").filter_map(|one| {
            let name = one
                .split("\\\\")
                .map(str::trim)
                .find(|line| !line.is_empty());
            text(name?.trim_end_matches(','))
        });
        people.collect::<Vec<_>>().join(", ")
    });
    let mut walk = Walk {
        deeper: DEEPEST,
        ..Walk::default()
    };
    walk.run(&macros::written_out(preamble, body));
    walk.end_paragraph();
    Reading {
        title,
        author: author.filter(|people| !people.is_empty()),
        date: told("date").and_then(|date| text(&date)),
        body: walk.body,
        links: walk.links,
        ..Reading::default()
    }
}

/// What is written with commands in a line of a file of another kind, as text.
pub(super) fn line(text: &str) -> String {
    inline(text, DEEPEST)
}

/// A title or names without the notes to them and the marks of these.
fn without_notes(text: &str) -> String {
    const NOTES: &[&str] = &[
        "\\thanks",
        "\\footnote",
        "\\textsuperscript",
        "\\inst",
        "\\orcid",
    ];
    let mut kept = text.to_owned();
    for note in NOTES {
        let mut from = 0;
        while let Some(found) = kept.get(from..).and_then(|rest| rest.find(note)) {
            let (at, end) = (from + found, from + found + note.len());
            let behind = kept.get(end..).unwrap_or_default();
            from = if behind.starts_with(|c: char| c.is_ascii_alphabetic()) {
                end
            } else {
                let rest = group(after_options(behind)).map_or(behind, |(_, rest)| rest);
                kept = format!("{}{rest}", kept.get(..at).unwrap_or_default());
                at
            };
        }
    }
    kept
}

/// The text without what stands behind a `%`; a line that is nothing else is gone with its end.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let mut escaped = false;
        let comment = line.char_indices().find(|(_, c)| {
            let is_comment = *c == '%' && !escaped;
            escaped = *c == '\\' && !escaped;
            is_comment
        });
        match comment {
            Some((at, _)) if line.get(..at).is_none_or(|before| before.trim().is_empty()) => {}
            Some((at, _)) => kept.push_str(line.get(..at).unwrap_or_default()),
            None => {
                kept.push_str(line);
                kept.push('\n');
            }
        }
    }
    kept
}

/// What a text begins with in braces, and what is behind it.
fn group(text: &str) -> Option<(&str, &str)> {
    let inside = text.trim_start().strip_prefix('{')?;
    let (mut depth, mut escaped) = (1_u32, false);
    for (at, c) in inside.char_indices().take(LONGEST_GROUP) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((inside.get(..at)?, inside.get(at + 1..)?));
        }
    }
    None
}

/// What is behind the options in brackets that a text may begin with.
fn after_options(text: &str) -> &str {
    let options = text.strip_prefix('*').unwrap_or(text);
    options
        .trim_start_matches([' ', '\t'])
        .strip_prefix('[')
        .and_then(|inside| {
            inside
                .get(..inside.len().min(LONGEST_GROUP))
                .or(Some(inside))
        })
        .and_then(|inside| inside.split_once(']').map(|(given, _)| given.len()))
        .and_then(|given| {
            let start = options.find('[')? + given + 2;
            options.get(start..)
        })
        .unwrap_or(options)
}

/// What a command is given, as text in a line.
fn inline(text: &str, deeper: u8) -> String {
    let mut walk = Walk {
        deeper: deeper.saturating_sub(1),
        ..Walk::default()
    };
    if deeper > 0 {
        walk.run(text);
    }
    walk.end_paragraph();
    let text = walk.body.text();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A formula without the names by which the text refers to it.
fn without_labels(formula: &str) -> String {
    let mut parts = formula.split("\\label");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(group(part).map_or(part, |(_, behind)| behind));
    }
    kept
}

/// Environments whose items are told one by one.
const LISTS: &[&str] = &["description", "enumerate", "itemize"];
/// What ends the rows that stand at the foot of each page of a table.
const FEET: &[&str] = &["endfoot", "endlastfoot"];

#[derive(Default)]
struct Walk {
    body: Body,
    links: Vec<Link>,
    /// The paragraph, item or row that is being read.
    open: String,
    /// The mark of the item that is being read.
    item: Option<String>,
    /// The lists that are open: how far they have counted, where they count.
    lists: Vec<Option<u32>>,
    /// Whether a table is being read, and whether any row of it was.
    table: Option<bool>,
    /// The row of it that names groups of columns, until these have their own names.
    groups: Vec<String>,
    /// Whether a cell of the open row reaches over several columns.
    has_spans: bool,
    deeper: u8,
}

impl Walk {
    fn run(&mut self, text: &str) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let after = rest.get(c.len_utf8()..).unwrap_or_default();
            rest = match c {
                '\\' => self.command(after),
                '{' | '}' => after,
                '$' => self.formula(after),
                '&' if self.table.is_some() => {
                    self.open.push_str(" | ");
                    after
                }
                '\n' if after.trim_start_matches([' ', '\t']).starts_with('\n') => {
                    if self.table.is_none() {
                        self.end_paragraph();
                    }
                    after.trim_start()
                }
                '\n' | '~' => {
                    self.open.push(' ');
                    after
                }
                _ => {
                    const MARKS: [(&str, char); 4] =
                        [("---", '—'), ("--", '–'), ("``", '“'), ("''", '”')];
                    let mark = MARKS
                        .iter()
                        .find_map(|(typed, mark)| Some((*mark, rest.strip_prefix(typed)?)));
                    let (sign, after) = mark.unwrap_or((c, after));
                    self.open.push(sign);
                    after
                }
            };
        }
    }

    /// A command whose sign stands before `rest`; gives what is behind it.
    fn command<'a>(&mut self, rest: &'a str) -> &'a str {
        let length = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let Some((name, behind)) = rest.split_at_checked(length.max(1)) else {
            return rest
                .get(rest.chars().next().map_or(0, char::len_utf8)..)
                .unwrap_or_default();
        };
        if let Some((_, accent)) = ACCENTS.iter().find(|(known, _)| *known == name) {
            return self.accent(*accent, behind);
        }
        if length == 0 {
            return self.sign(name, behind);
        }
        if let Some((_, symbol)) = SYMBOLS.iter().find(|(known, _)| *known == name) {
            self.open.push_str(symbol);
            return behind
                .strip_prefix("{}")
                .unwrap_or_else(|| behind.trim_start_matches([' ', '\t']));
        }
        if let Some((_, level)) = SECTIONS.iter().find(|(known, _)| *known == name) {
            let Some((title, behind)) = group(after_options(behind)) else {
                return behind;
            };
            self.end_paragraph();
            self.body.heading(*level, &inline(title, self.deeper));
            return behind;
        }
        if DROPPED.contains(&name) {
            return self.dropped(name, behind);
        }
        match name {
            "begin" => self.begin(behind),
            "end" => {
                let (name, behind) = group(behind).unwrap_or(("", behind));
                self.end(name);
                behind
            }
            "item" => self.item(behind),
            "endfirsthead" if self.table.is_some() => {
                after_parts(after_parts(behind, &["endhead"]), FEET)
            }
            "endhead" if self.table.is_some() => after_parts(behind, FEET),
            "bibitem" => {
                self.end_paragraph();
                self.item = Some("-".to_owned());
                let behind = after_options(behind);
                group(behind).map_or(behind, |(_, behind)| behind)
            }
            "textsuperscript" => self.raised(behind).unwrap_or(behind),
            "caption" => {
                let Some((caption, behind)) = group(after_options(behind)) else {
                    return behind;
                };
                if self.table.is_none() {
                    self.end_paragraph();
                }
                self.body.paragraph(&inline(caption, self.deeper));
                behind
            }
            "footnote" | "thanks" => {
                let Some((note, behind)) = group(after_options(behind)) else {
                    return behind;
                };
                self.open.push_str(" (");
                self.open.push_str(&inline(note, self.deeper));
                self.open.push(')');
                behind
            }
            "href" => {
                let Some((address, behind)) = group(behind) else {
                    return behind;
                };
                let (text, behind) = group(behind).unwrap_or((address, behind));
                let text = inline(text, self.deeper);
                self.open.push_str(&text);
                self.links.push(Link {
                    text,
                    address: address.replace('\\', ""),
                });
                behind
            }
            "multirow" | "multicolumn" | "cmidrule" => self.cells(name, behind).unwrap_or(behind),
            "SI" | "qty" | "SIrange" | "qtyrange" | "num" | "si" | "unit" | "ang" => {
                self.quantity(name, after_options(behind)).unwrap_or(behind)
            }
            "par" => {
                self.end_paragraph();
                behind
            }
            _ => after_options(behind),
        }
    }

    /// A command that is no text; gives what is behind all that it is given.
    fn dropped<'a>(&mut self, name: &str, behind: &'a str) -> &'a str {
        // The mark of a citation stands behind a space that is not to break.
        if name.contains("cite") {
            self.open.truncate(self.open.trim_end().len());
        }
        let mut behind = after_options(behind);
        if name == "def" {
            // What is defined stands before the braces.
            behind = behind
                .find(['{', '\n'])
                .and_then(|at| behind.get(at..))
                .unwrap_or(behind);
        }
        while let Some((_, next)) = group(behind).filter(|_| behind.starts_with('{')) {
            behind = after_options(next);
        }
        behind
    }

    /// What stands above its line.
    fn raised<'a>(&mut self, behind: &'a str) -> Option<&'a str> {
        let (text, behind) = group(behind)?;
        let text = inline(text, self.deeper);
        self.open
            .push_str(raised(&text).as_deref().unwrap_or(&text));
        Some(behind)
    }

    /// An item, with what it is called: `\item[Quay] The wall …`.
    fn item<'a>(&mut self, behind: &'a str) -> &'a str {
        self.end_paragraph();
        let number = self.lists.last_mut().and_then(Option::as_mut);
        let mark = number.map(|number| {
            *number = number.saturating_add(1);
            format!("{number}.")
        });
        self.item = Some(mark.unwrap_or_else(|| "-".to_owned()));
        let rest = after_options(behind);
        let given = behind.len() - rest.len();
        let called = behind.get(..given).unwrap_or_default().trim();
        let called = called
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        let called = called.map(|name| inline(name, self.deeper));
        // A sign of one's own is no name.
        let is_name = |name: &String| name.contains(char::is_alphanumeric) && !name.contains('\\');
        if let Some(name) = called.filter(is_name) {
            self.open.push_str(&name);
            // `1.` and `(a)` need no more.
            let ends = !name.ends_with(char::is_alphanumeric);
            self.open.push_str(if ends { " " } else { ": " });
        }
        rest.trim_start()
    }

    /// A rule below some columns, or a cell that reaches over several rows or columns and says the same in each of these; gives what is behind it.
    fn cells<'a>(&mut self, name: &str, behind: &'a str) -> Option<&'a str> {
        const MOST: usize = 100;
        if name == "cmidrule" {
            let trimmed = behind
                .strip_prefix('(')
                .and_then(|rest| rest.split_once(')'));
            return Some(group(trimmed.map_or(behind, |(_, behind)| behind))?.1);
        }
        let (count, behind) = group(behind)?;
        if name == "multirow" {
            return Some(group(behind)?.1);
        }
        let (_, behind) = group(behind)?;
        let (cell, behind) = group(behind)?;
        let cell = inline(cell, self.deeper);
        self.has_spans = true;
        let count = count.trim().parse::<usize>().unwrap_or(1).clamp(1, MOST);
        let cells: Vec<&str> = (0..count).map(|_| cell.as_str()).collect();
        self.open.push_str(&cells.join(" | "));
        Some(behind)
    }

    /// A number, a unit or both; gives what is behind them.
    fn quantity<'a>(&mut self, name: &str, behind: &'a str) -> Option<&'a str> {
        let (first, mut behind) = group(behind)?;
        let mut next = || {
            let (given, rest) = group(behind)?;
            behind = rest;
            Some(given)
        };
        let text = match name {
            "num" => units::number(first),
            "ang" => format!("{first}°"),
            "si" | "unit" => units::unit(first),
            "SIrange" | "qtyrange" => {
                let (last, unit) = (next()?, next()?);
                format!("{}–{}", units::number(first), units::quantity(last, unit))
            }
            _ => units::quantity(first, next()?),
        };
        self.open.push_str(&text);
        Some(behind)
    }

    /// A command of one sign.
    fn sign<'a>(&mut self, sign: &str, behind: &'a str) -> &'a str {
        match sign {
            "\\" => {
                if self.table.is_some() {
                    self.end_row();
                } else {
                    self.open.push(' ');
                }
                return after_options(behind);
            }
            "&" | "%" | "#" | "_" | "$" | "{" | "}" => self.open.push_str(sign),
            " " | "," | ";" | ":" | "\n" => self.open.push(' '),
            "(" | "[" => {
                let close = if sign == "(" { "\\)" } else { "\\]" };
                if let Some((formula, behind)) = behind.split_once(close)
                    && formula.len() < LONGEST_GROUP
                {
                    self.add_formula(formula);
                    return behind;
                }
            }
            _ => {}
        }
        behind
    }

    /// The letter behind an accent, in braces or not.
    fn accent<'a>(&mut self, accent: char, behind: &'a str) -> &'a str {
        let (letter, behind) = group(behind).unwrap_or_else(|| {
            let text = behind.trim_start_matches(' ');
            let end = text.chars().next().map_or(0, char::len_utf8);
            text.split_at_checked(end).unwrap_or(("", text))
        });
        let letter = match letter.trim() {
            "\\i" => "i",
            "\\j" => "j",
            letter => letter,
        };
        let mut signs = letter.chars();
        let accented: String = signs.next().into_iter().chain([accent]).nfc().collect();
        if !letter.is_empty() {
            self.open.push_str(&accented);
            self.open.push_str(signs.as_str());
        }
        behind
    }

    /// A formula, as it is written.
    fn formula<'a>(&mut self, rest: &'a str) -> &'a str {
        let (inside, mark) = match rest.strip_prefix('$') {
            Some(inside) => (inside, "$$"),
            None => (rest, "$"),
        };
        match inside.split_once(mark) {
            Some((formula, behind)) if formula.len() < LONGEST_GROUP => {
                self.add_formula(formula);
                behind
            }
            _ => inside,
        }
    }

    fn add_formula(&mut self, formula: &str) {
        let formula = formula.trim();
        let signs = units::in_signs(formula);
        self.open.push_str(signs.as_deref().unwrap_or(formula));
    }

    fn begin<'a>(&mut self, behind: &'a str) -> &'a str {
        let Some((name, behind)) = group(behind) else {
            return behind;
        };
        let plain = name.trim_end_matches('*');
        let whole = || behind.split_once(&format!("\\end{{{name}}}"));
        if VERBATIM.contains(&plain) || FORMULAS.contains(&plain) {
            let Some((inside, behind)) = whole() else {
                return behind;
            };
            self.end_paragraph();
            let inside = if VERBATIM.contains(&plain) {
                after_options(inside).to_owned()
            } else {
                without_labels(inside)
            };
            self.body.paragraph(inside.trim());
            return behind;
        }
        if PICTURES.contains(&plain) {
            return whole().map_or(behind, |(_, behind)| behind);
        }
        if self.table.is_none() {
            self.end_paragraph();
        }
        let mut behind = after_options(behind);
        if plain.starts_with("tabular") || matches!(plain, "longtable" | "array") {
            while let Some((_, next)) = group(behind).filter(|_| behind.starts_with('{')) {
                behind = next;
            }
            self.table = Some(false);
        } else if LISTS.contains(&plain) {
            self.lists.push((plain == "enumerate").then_some(0));
        } else if plain == "abstract" {
            self.body.heading(1, "Abstract");
        } else if plain == "thebibliography" {
            // How wide its marks are.
            behind = group(behind).map_or(behind, |(_, behind)| behind);
        }
        behind
    }

    fn end(&mut self, name: &str) {
        if self.table.is_some() && (name.contains("tab") || name == "array") {
            self.end_row();
            self.end_groups();
            if name != "table" {
                self.table = None;
            }
        } else {
            self.end_paragraph();
        }
        if LISTS.contains(&name.trim_end_matches('*')) {
            self.lists.pop();
        }
    }

    /// Takes a row of a table. One of groups of columns is kept until the row below it that names these.
    fn end_row(&mut self) {
        let row = std::mem::take(&mut self.open);
        let cells: Vec<String> = row
            .split(" | ")
            .map(|cell| cell.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        if cells.iter().all(String::is_empty) {
            return;
        }
        let could_name = could_name_columns(cells.iter().map(String::as_str));
        let is_first = self.table == Some(false);
        let has_spans = std::mem::take(&mut self.has_spans);
        if is_first && self.groups.is_empty() && could_name && has_spans {
            self.groups = cells;
            return;
        }
        let groups = std::mem::take(&mut self.groups);
        let cells: Vec<String> = if could_name && groups.len() == cells.len() {
            let named = groups.iter().zip(&cells);
            named
                .map(|(group, cell)| join_names([group.as_str(), cell.as_str()]))
                .collect()
        } else {
            self.groups = groups;
            self.end_groups();
            cells
        };
        let is_first = self.table.replace(true) == Some(false);
        let text = cells.join(" | ");
        if is_first && could_name {
            self.body.head(&text, true);
        } else {
            self.body.row(&text, is_first);
        }
    }

    /// Names of groups whose columns have no names of their own.
    fn end_groups(&mut self) {
        let groups = std::mem::take(&mut self.groups);
        if !groups.is_empty() {
            self.body.head(&groups.join(" | "), true);
            self.table = Some(true);
        }
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.open);
        let text = text.trim();
        if let Some(mark) = self.item.take() {
            self.body.line(&format!("{mark} {text}"), false);
        } else if !text.is_empty() && !NOTHING_OF.contains(&text) {
            self.body.paragraph(text);
        }
    }
}

/// What stands behind the parts of a table that goes on over pages which say what stands at the head or the foot of further ones.
fn after_parts<'a>(behind: &'a str, names: &[&str]) -> &'a str {
    /// Heads and feet are shorter.
    const LONGEST: usize = 8 << 10;
    let near = behind.get(..behind.floor_char_boundary(LONGEST));
    let near = near.unwrap_or(behind);
    let table = near.split_once("\\end{longtable");
    let table = table.map_or(near, |(table, _)| table);
    let ends = names.iter().filter_map(|name| {
        let at = table.rfind(&format!("\\{name}"))?;
        Some(at + 1 + name.len())
    });
    ends.max()
        .and_then(|end| behind.get(end..))
        .unwrap_or(behind)
}

#[cfg(test)]
mod tests;
