//! Pages of the manual of Unix, in the commands of `man` and of `mdoc`: headings, paragraphs, tables and options with what they do, without what says how
//! they are set.

mod signs;
mod tables;

use self::tables::Table;
use super::body::Body;
use super::reading::Reading;

/// Whether a text begins as such a page does.
pub(super) fn begins(text: &str) -> bool {
    let mut lines = text
        .lines()
        .filter(|line| !is_comment(line) && !line.trim().is_empty());
    lines.next().is_some_and(|line| {
        let (name, _) = command(line).unwrap_or_default();
        matches!(name, "TH" | "Dd" | "Dt")
    })
}

pub(super) fn read(text: &str) -> Reading {
    let mut page = Page::default();
    let mut is_defined = false;
    for line in text.lines().filter(|line| !is_comment(line)) {
        let named = command(line);
        if is_defined {
            is_defined = line.trim() != "..";
        } else if let Some(table) = page.table.as_mut().filter(|_| !ends_table(named)) {
            table.line(line);
        } else if let Some((name, rest)) = named {
            is_defined = matches!(name, "de" | "ig");
            page.command(name, rest);
        } else if line.trim().is_empty() {
            page.end_paragraph();
        } else {
            page.words(&plain(line));
        }
    }
    page.end_paragraph();
    page.reading.body = page.body;
    page.reading
}

fn is_comment(line: &str) -> bool {
    [".\\\"", "'\\\"", ".\\#"]
        .iter()
        .any(|mark| line.starts_with(mark))
}

/// Whether a command ends a table: its own end, or a heading below one that has none.
fn ends_table(command: Option<(&str, &str)>) -> bool {
    matches!(command, Some(("TE" | "SH" | "SS" | "Sh" | "Ss", _)))
}

/// The name of a command and what it is given.
fn command(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix(['.', '\''])?.trim_start();
    let (name, given) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Some((name, given.trim()))
}

#[derive(Default)]
struct Page {
    reading: Reading,
    body: Body,
    open: String,
    /// What the page is about, which later mentions leave out.
    subject: String,
    /// Whether the next words are an option, behind which stands what it does.
    is_option: bool,
    /// Whether lines stay as they are: code, listings.
    is_as_it_is: bool,
    /// Where the words lead to that follow.
    link: String,
    table: Option<Table>,
}

impl Page {
    fn command(&mut self, name: &str, rest: &str) {
        let given = arguments(rest);
        let joined = |between: &str| given.join(between);
        match name {
            "TH" | "Dt" => {
                if let [page, section, rest @ ..] = given.as_slice() {
                    self.reading.title = Some(format!("{}({section})", page.to_lowercase()));
                    if let Some(date) = rest.first().filter(|date| !date.is_empty()) {
                        self.reading.date = Some(date.clone());
                    }
                }
            }
            "Dd" => self.reading.date = Some(joined(" ")),
            "SH" | "Sh" | "SS" | "Ss" => {
                self.end_paragraph();
                let level = if name.ends_with(['H', 'h']) { 1 } else { 2 };
                self.body.heading(level, &joined(" "));
            }
            "TS" => {
                self.end_paragraph();
                self.table = Some(Table::default());
            }
            "nf" | "EX" | "Vb" | "fi" | "EE" | "Ve" => {
                self.end_paragraph();
                self.is_as_it_is = matches!(name, "nf" | "EX" | "Vb");
            }
            "PP" | "P" | "LP" | "HP" | "Pp" | "sp" | "br" | "Bl" | "El" | "RS" | "RE" | "TE"
            | "YS" => self.end_paragraph(),
            "Bd" | "Ed" => {
                self.end_paragraph();
                self.is_as_it_is = matches!(
                    given.first().map(String::as_str),
                    Some("-literal" | "-unfilled")
                );
            }
            "SY" => {
                self.end_paragraph();
                self.words(&joined(" "));
            }
            "UR" | "MT" => self.link = joined(" "),
            "UE" | "ME" => {
                let link = std::mem::take(&mut self.link);
                self.words(&format!("<{link}>{}", joined(" ")));
            }
            "URL" | "MTO" => {
                let part = |at: usize| given.get(at).map_or("", String::as_str);
                self.words(&format!("{} <{}>{}", part(1), part(0), part(2)));
            }
            "TP" | "TQ" => {
                self.end_paragraph();
                self.is_option = true;
            }
            "IP" => {
                self.end_paragraph();
                let mark = given.first().cloned().unwrap_or_default();
                self.option(&mark);
            }
            "It" => {
                self.end_paragraph();
                self.option(&of_mdoc(&given));
            }
            "B" | "I" | "SM" | "SB" => self.words(&joined(" ")),
            "BR" | "BI" | "IB" | "IR" | "RB" | "RI" => self.words(&joined("")),
            "Nm" => {
                if self.subject.is_empty() {
                    self.subject = joined(" ");
                }
                let name = if given.is_empty() {
                    self.subject.clone()
                } else {
                    joined(" ")
                };
                self.words(&name);
            }
            "Nd" => self.words(&format!("- {}", joined(" "))),
            "Op" => self.words(&format!("[{}]", of_mdoc(&given))),
            "OP" => self.words(&format!("[{}]", joined(" "))),
            _ if is_of_mdoc(name) => {
                let all: Vec<String> = std::iter::once(name.to_owned()).chain(given).collect();
                self.words(&of_mdoc(&all));
            }
            _ => {}
        }
    }

    fn option(&mut self, mark: &str) {
        self.words(mark);
        if !self.open.is_empty() && self.open != "•" {
            self.open.push(':');
        }
    }

    fn words(&mut self, words: &str) {
        if !self.open.is_empty() {
            self.open.push(if self.is_as_it_is { '\n' } else { ' ' });
        }
        self.open.push_str(words.trim());
        if std::mem::take(&mut self.is_option) && !self.open.is_empty() {
            self.open.push(':');
        }
    }

    fn end_paragraph(&mut self) {
        if let Some(table) = self.table.take() {
            table.end(&mut self.body);
        }
        let text = std::mem::take(&mut self.open);
        let text = text.trim().trim_end_matches(':');
        if !text.is_empty() {
            self.body.paragraph(text);
        }
    }
}

/// Whether a command of `mdoc` marks words of a line.
fn is_of_mdoc(name: &str) -> bool {
    const MARKS: &[&str] = &[
        "Ad", "An", "Ar", "Cd", "Cm", "Dv", "Em", "Er", "Ev", "Fa", "Fl", "Fn", "Ft", "Ic", "Li",
        "Lk", "Mt", "No", "Ns", "Pa", "Pq", "Ql", "Sy", "Tn", "Va", "Vt", "Xr", "Dq", "Sq", "Qq",
        "Aq", "Bq", "Brq", "Fx", "Nx", "Bx", "Ox", "Dx", "St", "Sx", "Dl", "D1", "Ta", "Oo", "Oc",
        "Po", "Pc", "Do", "Dc", "So", "Sc", "Rs", "Re", "%A", "%T", "%J", "%B", "%D", "%V", "%N",
        "%P", "%I", "%U", "%R", "%O",
    ];
    MARKS.contains(&name)
}

/// The words of a line of `mdoc`, in which commands stand among them: `Fl v Ar file`.
fn of_mdoc(given: &[String]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut mark = "";
    for word in given {
        match word.as_str() {
            "Fl" => mark = "-",
            name if is_of_mdoc(name) => mark = "",
            "." | "," | ":" | ";" | ")" => {
                if let Some(last) = words.last_mut() {
                    last.push_str(word);
                }
            }
            word => words.push(format!("{}{word}", std::mem::take(&mut mark))),
        }
    }
    words.join(" ")
}

/// What a command is given: words, or several in quotation marks.
fn arguments(rest: &str) -> Vec<String> {
    let mut given = Vec::new();
    let mut rest = rest.trim_start();
    while !rest.is_empty() {
        let (word, behind) = if let Some(quoted) = rest.strip_prefix('"') {
            quoted.split_once('"').unwrap_or((quoted, ""))
        } else {
            // A space behind the sign of commands belongs to the word.
            let mut is_escaped = false;
            let end = rest.find(|c: char| {
                let is_end = c.is_whitespace() && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                is_end
            });
            rest.split_at(end.unwrap_or(rest.len()))
        };
        if word.starts_with("\\\"") {
            break;
        }
        given.push(plain(word));
        rest = behind.trim_start();
    }
    given
}

/// Words without the commands within them.
fn plain(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        kept.push_str(before);
        let mut signs = after.chars();
        let Some(sign) = signs.next() else {
            return kept;
        };
        let behind = signs.as_str();
        rest = match sign {
            'f' | 'F' | 'm' | '*' | '(' | '[' | 'n' | 'k' => {
                let (name, behind) = name(if matches!(sign, '(' | '[') {
                    after
                } else {
                    behind
                });
                if !matches!(sign, 'f' | 'F' | 'm' | 'n' | 'k') {
                    kept.push_str(&signs::called(name));
                }
                behind
            }
            's' => {
                let behind = behind.trim_start_matches(['+', '-']);
                behind
                    .strip_prefix(|c: char| c.is_ascii_digit())
                    .unwrap_or(behind)
            }
            '-' | '\'' | '`' | '.' | '/' => {
                if sign != '/' {
                    kept.push(sign);
                }
                behind
            }
            'e' | '\\' => {
                kept.push('\\');
                behind
            }
            ' ' | '~' | '0' | 't' => {
                kept.push(' ');
                behind
            }
            '"' | '#' => return kept,
            _ => behind,
        };
    }
    kept.push_str(rest);
    kept
}

/// The name that a command within words is given, of one sign, of two behind `(` or of several between brackets.
fn name(text: &str) -> (&str, &str) {
    if let Some((name, behind)) = text.strip_prefix('[').and_then(|text| text.split_once(']')) {
        return (name, behind);
    }
    let (text, count) = match text.strip_prefix('(') {
        Some(text) => (text, 2),
        None => (text, 1),
    };
    let end = text
        .char_indices()
        .nth(count)
        .map_or(text.len(), |(at, _)| at);
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_the_manual_says_what_a_command_does() {
        let reading = read(
            ".\\\" Copyright\n.TH DEPOT 1 \"4 March 2025\" \"Hollin 1.2\"\n.SH NAME\ndepot \\- plan a bus depot\n.SH SYNOPSIS\n.B depot\n[\\fB\\-v\\fR]\n.RI [ file ...]\n\
             .SH DESCRIPTION\n.PP\nThe\n.B depot\ncommand plans \\fI2.5\\fP MVA\\(em or more, see\n.BR grid (8).\n.TP\n.B \\-v\nSay more.\n.SS \"More of it\"\nIt ends.\n",
        );
        assert_eq!(reading.title.as_deref(), Some("depot(1)"));
        assert_eq!(reading.date.as_deref(), Some("4 March 2025"));
        assert_eq!(
            reading.body.text(),
            "NAME\n\ndepot - plan a bus depot\n\nSYNOPSIS\n\ndepot [-v] [file...]\n\nDESCRIPTION\n\nThe depot command plans 2.5 MVA— or more, see grid(8).\n\n-v: Say more.\n\nMore of it\n\nIt ends."
        );
    }

    #[test]
    fn listings_keep_their_lines_and_links_their_addresses() {
        let reading = read(
            ".TH DEPOT 5\n.SH FORMAT\nA file:\n.nf\nbay 1\n.B bay 2\n\n.fi\nIt is\nread once, by M\\(:uller, as the\n.UR https://example.org/a\nplan\n.UE ,\nsays.\nAsk\n.MTO \"ann@example.org\" \"Ann\" \".\"\n",
        );
        assert_eq!(
            reading.body.text(),
            "FORMAT\n\nA file\n\nbay 1\nbay 2\n\nIt is read once, by Müller, as the plan <https://example.org/a>, says. Ask Ann <ann@example.org>."
        );
    }

    #[test]
    fn mdoc_is_read_too() {
        let page = ".Dd March 4, 2025\n.Dt DEPOT 8\n.Os\n.Sh NAME\n.Nm depot\n.Nd plan a bus depot\n.Sh DESCRIPTION\nThe\n.Nm\ncommand plans.\n.Bl -tag\n.It Fl v Ar file\nSay more, see\n.Xr grid 8 .\n.El\n";
        assert!(begins(page) && !begins("The TH of it"));
        let reading = read(page);
        assert_eq!(reading.date.as_deref(), Some("March 4, 2025"));
        assert_eq!(
            reading.body.text(),
            "NAME\n\ndepot - plan a bus depot\n\nDESCRIPTION\n\nThe depot command plans.\n\n-v file: Say more, see grid 8."
        );
        for text in [".", "\\", ".TH", "\\f", "\\(", ".IP", ".It Fl"] {
            let _ = read(text);
        }
    }
}
