//! HTML within Markdown, as converters write it: the rows of tables, raised figures and what is struck out. Of other tags, only what stands between them is
//! text.

use super::Walk;
use crate::evidence::findings::meant;
use crate::evidence::raised::raised;
use crate::guardrail;

/// What is open of it.
#[derive(Debug, Default)]
pub(super) struct Tags {
    in_table: bool,
    in_cell: bool,
    /// Where in the inline text a raised and a struck-out part begin.
    raised: Option<usize>,
    struck: Option<usize>,
    /// Where what leads to a note begins, and whether what is raised is that.
    to_note: Option<usize>,
    is_mark: bool,
}

impl Tags {
    /// The block ends, and with it what was not closed in it.
    pub(super) fn forget(&mut self) {
        (self.raised, self.struck, self.to_note) = (None, None, None);
    }
}

impl Walk {
    /// A line of a block of HTML.
    pub(super) fn html(&mut self, html: &str) {
        let lower = html.trim_start().to_ascii_lowercase();
        if ["<script", "<style", "<!--"]
            .iter()
            .any(|tag| lower.starts_with(tag))
        {
            self.in_hidden_html = true;
        }
        if self.in_hidden_html {
            return;
        }
        let (mut tag, mut said) = (None, 0);
        for (at, sign) in html.match_indices(['<', '>']) {
            match (sign, tag) {
                ("<", _) => {
                    if tag.is_none() {
                        self.say(html.get(said..at));
                    }
                    tag = Some(at);
                }
                (_, Some(from)) => {
                    let written = html.get(from..=at).unwrap_or_default();
                    if guardrail::is_marker(written) {
                        self.inline.push_str(written);
                    } else if !self.tag(written) {
                        self.inline.push(' ');
                    }
                    (tag, said) = (None, at + 1);
                }
                _ => {}
            }
        }
        if tag.is_none() {
            self.say(html.get(said..));
        }
    }

    /// Text between tags, with what its references stand for.
    fn say(&mut self, text: Option<&str>) {
        let text = text.unwrap_or_default();
        if text.contains('&') {
            self.inline.push_str(&meant(text));
        } else {
            self.inline.push_str(text);
        }
    }

    /// Whether a tag is understood; what stands before and behind it is then one word.
    pub(super) fn tag(&mut self, tag: &str) -> bool {
        let inside = tag.trim_start_matches('<');
        let (inside, closes) = match inside.strip_prefix('/') {
            Some(name) => (name, true),
            None => (inside, false),
        };
        let name = inside.split(|c: char| !c.is_ascii_alphanumeric()).next();
        let name = name.unwrap_or_default().to_ascii_lowercase();
        let here = self.inline.len();
        match (name.as_str(), closes) {
            ("a", false) => {
                let leads_to_note = inside.contains("href=\"#") || inside.contains("href='#");
                self.tags.to_note = leads_to_note.then_some(here);
                return self.tags.raised.is_some();
            }
            ("a", true) => {
                if let Some(from) = self.tags.to_note.take() {
                    let said = self.inline.get(from..).unwrap_or_default();
                    self.tags.is_mark = self.tags.raised.is_some();
                    if !said.contains(char::is_alphanumeric) && self.inline.is_char_boundary(from) {
                        self.inline.truncate(from);
                    }
                }
                return self.tags.raised.is_some();
            }
            ("sup", false) => (self.tags.raised, self.tags.is_mark) = (Some(here), false),
            ("sup", true) => {
                let from = self.tags.raised.take().unwrap_or(here);
                if std::mem::take(&mut self.tags.is_mark) {
                    // A number that leads to a note is no part of what is said.
                    self.inline.truncate(self.inline.floor_char_boundary(from));
                } else if let Some(figures) = self.inline.get(from..).and_then(raised) {
                    self.inline.truncate(from);
                    self.inline.push_str(&figures);
                }
            }
            ("s" | "del" | "strike", false) => self.tags.struck = Some(here),
            ("s" | "del" | "strike", true) => {
                let from = self.tags.struck.take().unwrap_or(here);
                if self.inline.is_char_boundary(from) {
                    self.inline.truncate(from);
                }
            }
            ("sub", _) => {}
            ("table" | "caption" | "tr" | "td" | "th", _) => self.table_tag(&name, closes),
            _ => return false,
        }
        true
    }

    /// Cells need not be closed, and neither need rows.
    fn table_tag(&mut self, name: &str, closes: bool) {
        let begins = name == "table" && !closes;
        if begins {
            self.flush();
            (self.rows, self.tags.in_table) = (false, true);
        }
        if !self.tags.in_table {
            return;
        }
        self.tags.forget();
        let text = std::mem::take(&mut self.inline);
        if std::mem::take(&mut self.tags.in_cell) {
            let words: Vec<&str> = text.split_whitespace().collect();
            self.cells.push(words.join(" "));
        } else if !text.trim().is_empty() {
            self.body.paragraph(&text);
        }
        self.tags.in_cell = matches!(name, "td" | "th") && !closes;
        if matches!(name, "tr" | "table") {
            self.row(!self.rows);
        }
        if name == "table" && closes {
            (self.rows, self.tags.in_table) = (false, false);
        }
    }

    /// What a block of HTML holds of a table ends with it.
    pub(super) fn end_html(&mut self) {
        if self.tags.in_table {
            self.table_tag("tr", true);
        }
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use crate::evidence::markdown::read;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(read(text).body.text(), expected, "{text}");
    }

    #[test]
    fn a_table_of_tags_has_rows() {
        check(
            "Costs:\n\n<table>\n<caption>Costs of the harbour</caption>\n<thead><tr><th>Year</th><th>Cost</th></tr></thead>\n<tbody>\n\
             <tr>\n<td>2019</td>\n<td>12 x 10<sup>6</sup> <b>euros</b></td>\n</tr>\n<tr><td>2020<td>9.1\n</tbody></table>\n\nThe end.",
            "Costs:\n\nCosts of the harbour\n\nYear | Cost\n2019 | 12 x 10⁶ euros\n2020 | 9.1\n\nThe end.",
        );
        check(
            "<table>\n<tr><td>2019</td><td>12</td></tr>\n\n<tr><td>2020</td><td>9</td></tr>\n</table>\n\nThe end.",
            "2019 | 12\n2020 | 9\n\nThe end.",
        );
    }

    #[test]
    fn powers_stay_powers_and_what_is_struck_out_is_not_said() {
        check(
            "It is 3.2 x 10<sup>4</sup> kg of CO<sub>2</sub> on the 4<sup>th</sup>, not <del>12</del> 14 *t*.",
            "It is 3.2 x 10⁴ kg of CO2 on the 4th, not 14 t.",
        );
    }

    #[test]
    fn what_leads_to_a_note_and_back_is_no_part_of_the_text() {
        check(
            "It covers custom code<sup id=\"r1\"><a href=\"#n1\">29</a></sup> each year.\n\n<ul>\n<li id=\"n1\"><sup>29</sup> It is R&amp;D. <a href=\"#r1\">&#8617;</a></li>\n</ul>\n\nSee [below](#n1).",
            "It covers custom code each year.\n\n²⁹ It is R&D.\n\nSee below.",
        );
    }

    #[test]
    fn what_is_not_closed_costs_nothing() {
        check(
            "A List<S> holds what is said.\n\nSo it does.",
            "A List holds what is said.\n\nSo it does.",
        );
        check("<table>\n<tr><td>2019\n\nThe end.", "2019\n\nThe end.");
        check("One</s> and 2</sup> and <td>three.", "One and 2 and three.");
    }
}
