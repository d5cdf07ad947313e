//! Pages of wikis as these keep and export them: `== History ==`, `[[Norland|the city]]`, `{| … |}`. What a template says that fills a box becomes rows, as a
//! reader of the page sees it; notes, categories, pictures and other templates are left out.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::ReadDocument;
use super::body::Body;
use super::problem::Problem;
use super::raised::raised;
use super::reading::{Place, Reading};
use super::xml::Element;
use crate::study::{DocumentKind, counted};

/// Templates and links within others deeper than this are left out.
const DEEPEST: usize = 20;
/// More of them are not open at once.
const MOST_OPEN: usize = 500;
/// Words that stand before what a page is about: `The late`.
const MOST_BEFORE: usize = 2;
/// A template that says fewer things by name fills no box.
const BOX: usize = 2;

/// The pages of an export, each a document of its own.
pub(super) fn pages(export: &Element, file: &Place) -> Result<Vec<ReadDocument>, Problem> {
    let site = within(export, "siteinfo").and_then(|site| within(site, "sitename"));
    let site = site.map(Element::text);
    let language = export.attribute("xml:lang").map(str::to_owned);
    let (mut documents, mut left_out) = (Vec::new(), 0);
    for page in export.elements().filter(|page| page.local() == "page") {
        let text_of = |name: &str| within(page, name).map(Element::text);
        let revision = page
            .elements()
            .filter(|part| part.local() == "revision")
            .last();
        let said = |name: &str| within(revision?, name).map(Element::text);
        let title = text_of("title").unwrap_or_else(|| file.name.clone());
        let reading = Reading {
            title: Some(title.clone()),
            site: site.clone(),
            date: said("timestamp"),
            language: language.clone(),
            ..read(&said("text").unwrap_or_default())
        };
        // Talk, templates and files have other numbers.
        let is_article = text_of("ns").is_none_or(|number| number.trim() == "0");
        let place = Place {
            uri: format!("{}#{title}", file.uri),
            name: title,
        };
        match reading.finish(DocumentKind::Text, &place) {
            Ok(document) if is_article => documents.push(document),
            Ok(_) | Err(Problem::NoText) => left_out += 1,
            Err(problem) => return Err(problem),
        }
    }
    let Some(first) = documents.first_mut() else {
        return Err(Problem::NoText);
    };
    if left_out > 0 {
        let told = format!(
            "{} left out that only lead on or are no articles",
            counted(left_out, "page")
        );
        first.warnings.push(told);
    }
    Ok(documents)
}

fn within<'a>(element: &'a Element, name: &str) -> Option<&'a Element> {
    element.elements().find(|inner| inner.local() == name)
}

/// A page.
pub(super) fn read(text: &str) -> Reading {
    let text = without_notes(text);
    let text = rewritten(&text, ("{{", "}}"), DEEPEST, &of_template);
    let text = with_marks(&text);
    let mut walk = Walk::default();
    for line in text.lines() {
        walk.take(line.trim());
    }
    walk.end_paragraph();
    // What a page is about stands bold where its first sentence begins.
    let above = text.lines().take_while(|line| heading(line).is_none());
    let mut bold = above.filter_map(|line| line.split_once("'''"));
    let bold = bold.find_map(|(before, rest)| {
        let begins = before.split_whitespace().count() <= MOST_BEFORE;
        let (bold, _) = rest.split_once("'''").filter(|_| begins)?;
        Some(words(bold))
    });
    Reading {
        title: bold.filter(|bold| !bold.is_empty()),
        body: walk.body,
        ..Reading::default()
    }
}

/// A text in which lists that are written as those of web pages are have the marks of a wiki's own, each item in a line.
fn with_marks(text: &str) -> Cow<'_, str> {
    static TAGS: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?i)\s*<(/?)(ol|ul|dl|li|dt|dd)\b[^>]*>").ok());
    let Some(tags) = TAGS.as_ref() else {
        return Cow::Borrowed(text);
    };
    let mut counts: Vec<Option<u32>> = Vec::new();
    tags.replace_all(text, |tag: &Captures<'_>| {
        let part = |at| tag.get(at).map_or("", |part| part.as_str());
        let name = part(2).to_ascii_lowercase();
        let is_end = !part(1).is_empty();
        match name.as_str() {
            "ol" | "ul" | "dl" => {
                if is_end {
                    counts.pop();
                }
                let is_outermost = counts.is_empty();
                if !is_end {
                    counts.truncate(MOST_OPEN);
                    counts.push((name == "ol").then_some(0));
                }
                if is_outermost { "\n" } else { "" }.to_owned()
            }
            _ if is_end => String::new(),
            "dt" => "\n\n".to_owned(),
            "dd" => "\n".to_owned(),
            _ => match counts.last_mut() {
                Some(Some(count)) => {
                    *count = count.saturating_add(1);
                    format!("\n#{count}. ")
                }
                _ => "\n* ".to_owned(),
            },
        }
    })
}

/// A text without comments, notes and what is struck out.
fn without_notes(text: &str) -> String {
    static NOTES: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?is)<!--.*?-->|<ref[^>]*/>|<ref[^>]*>.*?</ref>|<gallery.*?</gallery>|<s>.*?</s>|<del>.*?</del>|<strike>.*?</strike>",
        )
        .ok()
    });
    NOTES.as_ref().map_or_else(
        || text.to_owned(),
        |notes| notes.replace_all(text, "").into_owned(),
    )
}

/// A text in which each part between these marks, with all that is in it, stands as `told` says.
fn rewritten(
    text: &str,
    marks: (&str, &str),
    deeper: usize,
    told: &dyn Fn(&str) -> String,
) -> String {
    let (open, close) = marks;
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        written.push_str(before);
        let Some(end) = end_of(after, marks) else {
            // One that does not end is text.
            written.push_str(after);
            return written;
        };
        let inside = after.get(..end).unwrap_or_default();
        if let Some(deeper) = deeper.checked_sub(1) {
            written.push_str(&told(&rewritten(inside, marks, deeper, told)));
        }
        rest = after.get(end + close.len()..).unwrap_or_default();
    }
    written + rest
}

/// Where the part ends whose opening mark stands before a text.
fn end_of(text: &str, (open, close): (&str, &str)) -> Option<usize> {
    let mut depth = 1_usize;
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let (next_open, next_close) = (rest.find(open), rest.find(close)?);
        if let Some(next) = next_open.filter(|next| *next < next_close) {
            depth += 1;
            at += next + open.len();
            if depth > MOST_OPEN {
                return None;
            }
        } else {
            depth -= 1;
            if depth == 0 {
                return Some(at + next_close);
            }
            at += next_close + close.len();
        }
    }
    None
}

/// What is read of a template: the rows of the box that it fills, a quantity, or words in another language.
fn of_template(inside: &str) -> String {
    let parts = split_outside_links(inside);
    let mut parts = parts.iter().map(|part| part.trim());
    let name = parts.next().unwrap_or_default().to_lowercase();
    let is_name = |name: &str| name.len() < 40 && !name.contains(['[', '<', '/']);
    let (named, bare): (Vec<&str>, Vec<&str>) =
        parts.partition(|part| part.split_once('=').is_some_and(|(name, _)| is_name(name)));
    let first = bare.first().copied().unwrap_or_default();
    match name.as_str() {
        "convert" | "cvt" => bare.get(..2).map(|said| said.join(" ")).unwrap_or_default(),
        "lang" | "transl" => bare.last().copied().unwrap_or_default().to_owned(),
        "nowrap" | "nobr" | "abbr" | "small" | "val" | "formatnum" => first.to_owned(),
        _ if name.starts_with("cite") || name.starts_with("citation") => String::new(),
        _ if named.len() >= BOX && inside.contains('\n') || fills_a_box(&name, &named) => {
            let rows = named.iter().filter_map(|part| part.split_once('='));
            let rows = rows.filter(|(_, value)| !value.trim().is_empty());
            let rows = rows.map(|(name, value)| {
                let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
                format!("|-\n| {} || {value}\n", name.trim().replace('_', " "))
            });
            format!("\n{{|\n{}|}}\n", rows.collect::<String>())
        }
        _ => String::new(),
    }
}

/// Whether a template is called a box of facts and gives one, be it a single one in the line.
fn fills_a_box(name: &str, named: &[&str]) -> bool {
    const BOXES: &[&str] = &["ficha de", "infobox", "taxobox"];
    !named.is_empty() && BOXES.iter().any(|known| name.starts_with(known))
}

/// The parts of a template, between bars that stand in no link.
fn split_outside_links(inside: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in inside.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.extend(inside.get(from..at));
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(inside.get(from..));
    parts
}

/// The words of a line: what links say, without marks of type.
fn words(line: &str) -> String {
    static OUTSIDE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\[(?:https?:)?//[^\s\]]+\s*([^\]]*)\]").ok());
    static RAISED: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?i)<sup[^>]*>([^<]*)</sup>").ok());
    // What such a tag begins or ends is part of a word.
    static WITHIN: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?i)</?(?:abbr|b|big|code|em|i|ins|mark|math|nowiki|small|span|strong|sub|sup|tt|u|var)\b[^>]*>",
        )
        .ok()
    });
    static TAGS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"</?[a-zA-Z][^>]*>").ok());
    let line = rewritten(line, ("[[", "]]"), DEEPEST, &|link| {
        // Pictures and categories are other pages; a colon before their names makes them links.
        let (target, said) = link.split_once('|').unwrap_or((link, link));
        let is_other = target.split_once(':').is_some_and(|(space, name)| {
            !space.is_empty() && space.len() < 20 && !name.starts_with(' ') && !space.contains(' ')
        });
        match said.rsplit('|').next() {
            Some(said) if !is_other => said.trim_start_matches(':').to_owned(),
            _ => String::new(),
        }
    });
    let line = OUTSIDE.as_ref().map_or_else(
        || line.clone(),
        |outside| outside.replace_all(&line, "$1").into_owned(),
    );
    let line = RAISED.as_ref().map_or_else(
        || line.clone(),
        |raises| {
            let figures = |found: &Captures<'_>| {
                let text = found.get(1).map_or("", |text| text.as_str());
                raised(text).unwrap_or_else(|| text.to_owned())
            };
            raises.replace_all(&line, figures).into_owned()
        },
    );
    let line = WITHIN.as_ref().map_or_else(
        || line.clone(),
        |within| within.replace_all(&line, "").into_owned(),
    );
    let line = TAGS.as_ref().map_or_else(
        || line.clone(),
        |tags| tags.replace_all(&line, " ").into_owned(),
    );
    let line = line.replace("'''", "").replace("''", "");
    let line = line
        .replace("&nbsp;", " ")
        .replace("&ndash;", "–")
        .replace("&mdash;", "—");
    let line = line
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Default)]
struct Walk {
    body: Body,
    open: String,
    /// The row of the table that is being read, and whether all of it names columns.
    row: Option<(Vec<String>, bool)>,
    /// Rows of this table so far.
    rows: usize,
    is_list: bool,
}

impl Walk {
    fn take(&mut self, line: &str) {
        if line.starts_with("{|") {
            self.end_paragraph();
            (self.row, self.rows) = (Some((Vec::new(), true)), 0);
        } else if self.row.is_some() {
            self.in_table(line);
        } else if let Some((level, title)) = heading(line) {
            self.end_paragraph();
            self.body.heading(level, &words(title));
        } else if line.starts_with(['*', '#']) && !line.to_lowercase().starts_with("#redirect") {
            self.end_paragraph();
            let own = line.trim_start_matches(['*', '#', ':', ';']);
            let item = words(own);
            if !item.is_empty() {
                let item = if is_numbered(line) {
                    item
                } else {
                    format!("- {item}")
                };
                self.body.line(&item, !self.is_list);
                self.is_list = true;
            }
            return;
        } else if line.is_empty() {
            self.end_paragraph();
        } else if !line.starts_with("__") && !line.starts_with('#') && !line.starts_with("----") {
            self.open.extend([" ", line.trim_start_matches([':', ';'])]);
        }
        self.is_list = false;
    }

    fn in_table(&mut self, line: &str) {
        if line.starts_with("|}") {
            self.end_row();
            self.row = None;
        } else if let Some(caption) = line.strip_prefix("|+") {
            self.body.paragraph(&words(caption));
        } else if line.starts_with("|-") {
            self.end_row();
        } else if let Some(cells) = line.strip_prefix(['|', '!']) {
            let names = line.starts_with('!');
            let cells = if names {
                cells.replace("!!", "||")
            } else {
                cells.to_owned()
            };
            if let Some((row, all)) = &mut self.row {
                *all &= names;
                row.extend(
                    cells
                        .split("||")
                        .map(|cell| words(without_attributes(cell))),
                );
            }
        } else if let Some(last) = self.row.as_mut().and_then(|(row, _)| row.last_mut()) {
            let more = words(line);
            if !more.is_empty() {
                last.extend([" ", &more]);
            }
        }
    }

    fn end_row(&mut self) {
        let Some((row, names)) = self.row.replace((Vec::new(), true)) else {
            return;
        };
        if row.iter().all(String::is_empty) {
            return;
        }
        let text = row.join(" | ");
        if names && self.rows == 0 {
            self.body.head(&text, true);
        } else {
            self.body.row(&text, self.rows == 0);
        }
        self.rows += 1;
    }

    fn end_paragraph(&mut self) {
        let text = words(&std::mem::take(&mut self.open));
        if !text.is_empty() {
            self.body.paragraph(&text);
        }
    }
}

/// Whether an item has its number, as [`with_marks`] writes it.
fn is_numbered(line: &str) -> bool {
    let number = line.strip_prefix('#').unwrap_or_default();
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0
        && number
            .get(digits..)
            .is_some_and(|rest| rest.starts_with(". "))
}

/// The level and the words of a heading.
fn heading(line: &str) -> Option<(u8, &str)> {
    let signs = line.bytes().take_while(|byte| *byte == b'=').count();
    let marks = line.get(..signs).filter(|_| (1..=6).contains(&signs))?;
    let title = line.strip_prefix(marks)?.strip_suffix(marks)?.trim();
    (!title.is_empty()).then_some((signs as u8, title))
}

/// A cell without what says how it is drawn, `style="…" | text`.
fn without_attributes(cell: &str) -> &str {
    match cell.split_once('|') {
        Some((attributes, text)) if attributes.contains('=') && !attributes.contains("[[") => text,
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_what_its_readers_see() {
        let reading = read(
            "{{Infobox depot\n| name = Hollin\n| grid_power = {{convert|2.5|MVA}}\n| image = \n}}\n'''Hollin depot''' is a [[bus depot]] in [[Norland|the city of ''Norland'']].<ref>{{cite web|title=Depots}}</ref> \
             It has 43&nbsp;buses [https://example.org and more].\n\n== History ==\n[[File:Depot.jpg|thumb|The [[depot]] in May]]\nIt opened in [[2021]].\n* East\n* West\n\n\
             {| class=\"wikitable\"\n|+ Fleet\n! City !! style=\"x\" | Buses\n|-\n| Oslo || 43\n|-\n| Bergen\n| 12\n|}\n[[Category:Depots]]\n",
        );
        assert_eq!(reading.title.as_deref(), Some("Hollin depot"));
        assert_eq!(
            reading.body.text(),
            "name | Hollin\ngrid power | 2.5 MVA\n\nHollin depot is a bus depot in the city of Norland. It has 43 buses and more.\n\nHistory\n\nIt opened in 2021.\n\n- East\n- West\n\n\
             Fleet\n\nCity | Buses\nOslo | 43\nBergen | 12"
        );
    }

    #[test]
    fn lists_in_the_tags_of_web_pages_are_lists() {
        let reading = read(
            "So:\n<ol style=\"x\">\n<li>Dig</li>\n<li>Build\n<ul><li>Quay</li></ol></li>\n<li>Open</li></ol>\n\nThat is all.\n<dl><dt>Quay</dt><dd>A wall.</dd></dl>",
        );
        assert_eq!(
            reading.body.text(),
            "So:\n\n1. Dig\n2. Build\n- Quay\n3. Open\n\nThat is all.\n\nQuay A wall."
        );
    }

    #[test]
    fn powers_stay_powers_and_what_is_struck_out_is_not_said() {
        let reading = read(
            "The harbour cost '''12 million''' euros, that is 3.2 × 10<sup>4</sup> a day, on the 4<sup>th</sup> of <small>May</small>.<br>CO<sub>2</sub> fell by <s>12</s> 14 t.\n\n== '''Works''' ==\n",
        );
        assert_eq!(reading.title, None);
        assert!(
            reading.body.text().starts_with(
                "The harbour cost 12 million euros, that is 3.2 × 10⁴ a day, on the 4th of May. CO2 fell by 14 t."
            ),
            "{}",
            reading.body.text()
        );
    }

    #[test]
    fn each_article_of_an_export_is_a_document() {
        let export = "<mediawiki xml:lang='en'><siteinfo><sitename>Norpedia</sitename></siteinfo>\
             <page><title>Hollin</title><ns>0</ns><revision><timestamp>2024-03-04T10:11:12Z</timestamp><text>'''Hollin''' is a depot.</text></revision></page>\
             <page><title>Holin</title><ns>0</ns><revision><text>#REDIRECT [[Hollin]]</text></revision></page>\
             <page><title>Talk:Hollin</title><ns>1</ns><revision><text>Is it?</text></revision></page></mediawiki>";
        let place = Place {
            uri: "/data/dump.xml".to_owned(),
            name: "dump".to_owned(),
        };
        let (root, _) = Element::root_of(export);
        let documents = pages(&root.unwrap(), &place).unwrap();
        assert_eq!(documents.len(), 1);
        let hollin = &documents[0];
        assert_eq!(
            (hollin.title.as_str(), hollin.uri.as_str()),
            ("Hollin", "/data/dump.xml#Hollin")
        );
        assert_eq!(hollin.date.as_deref(), Some("2024-03-04"));
        assert_eq!(hollin.text, "Hollin is a depot.");
        assert!(
            hollin.warnings[0].starts_with("2 pages left out"),
            "{:?}",
            hollin.warnings
        );
    }

    #[test]
    fn what_is_not_closed_costs_nothing() {
        for text in [
            "{{",
            "[[",
            "{|",
            "{{a|{{b",
            "]]",
            "{|\n|-\n| a",
            "====",
            "<ref>",
            "| = |",
        ] {
            let _ = read(text);
        }
        let deep = "{{a|".repeat(5000) + &"}}".repeat(5000);
        let _ = read(&deep);
    }
}
