//! Markdown, as plain text with its structure kept: headings, paragraphs, list items, table rows. Marks of emphasis, link targets and footnote
//! references are left out, so that a sentence can be quoted as it reads.

mod head;
mod tags;

use std::borrow::Cow;

use pulldown_cmark::{Event, HeadingLevel, MetadataBlockKind, Options, Parser, Tag, TagEnd};

use super::address;
use super::body::Body;
use super::fetch::Address;
use super::plain::is_headline;
use super::reading::Reading;
use super::table::could_name_columns;
use crate::guardrail;
use crate::study::{Link, Origin, clipped_from};
use tags::Tags;

/// What the links of a text lead to is kept under this name, in their order.
pub const LINKS: &str = "links";
/// Characters of them.
const LONGEST_LINKS: usize = 1000;

pub(super) fn read(text: &str) -> Reading {
    let (told, text) = head::parted(text);
    let text = head::without_fences(text);
    let has_wiki_links = text.contains("[[") && !text.contains("]](");
    let walk = Walk {
        also: has_wiki_links.then_some(Options::ENABLE_WIKILINKS),
        ..Walk::of(&text)
    };
    let reading = finished(walk, &with_headline(&text));
    Reading {
        title: reading.title.or(told.title),
        author: reading.author.or(told.author),
        date: reading.date.or(told.date),
        ..reading
    }
}

/// As [`read`], and which words lead where.
pub(super) fn read_with_links(text: &str) -> Reading {
    let walk = Walk {
        leading: Some(Leading::default()),
        ..Walk::of(text)
    };
    finished(walk, text)
}

fn finished(mut walk: Walk, text: &str) -> Reading {
    walk.walk(text);
    if walk.body.text().is_empty() && tells_something(&walk.metadata) {
        for (at, field) in walk.metadata.lines().enumerate() {
            walk.body.line(field, at == 0);
        }
    }
    let mut reading = Reading {
        body: walk.body,
        links: walk.leading.unwrap_or_default().links,
        ..front_matter(&walk.metadata)
    };
    if !walk.links.is_empty() {
        reading
            .metadata
            .insert(LINKS.to_owned(), walk.links.join(" "));
    }
    reading
}

/// Whether fields say more than what something is called: a file that is nothing else, a record, has them as its text.
fn tells_something(fields: &str) -> bool {
    const FEWEST_WORDS: usize = 4;
    fields.lines().any(|field| {
        let parts = field.split_once(':');
        parts.is_some_and(|(name, said)| {
            name.trim() != "title" && said.split_whitespace().count() >= FEWEST_WORDS
        })
    })
}

/// A text that begins with a headline as one with a heading: where no empty line stands below it, both would be one paragraph.
fn with_headline(text: &str) -> Cow<'_, str> {
    let text = text.trim_start_matches(['\r', '\n']);
    let Some((line, rest)) = text.split_once('\n') else {
        return Cow::Borrowed(text);
    };
    let below: Vec<&str> = rest
        .lines()
        .take_while(|line| !line.trim().is_empty())
        .collect();
    if !below.is_empty() && is_headline(line, &below) {
        Cow::Owned(format!("## {line}\n\n{rest}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Adds a text to what is there already, its headings `deeper` by so many levels.
pub(super) fn add(text: &str, deeper: i8, body: &mut Body) {
    let mut walk = Walk {
        body: std::mem::take(body),
        deeper,
        ..Walk::default()
    };
    walk.walk(text);
    *body = walk.body;
}

/// Title, author, date and what else a front matter says, YAML or TOML; both as far as plain fields need.
fn front_matter(text: &str) -> Reading {
    let mut reading = Reading::default();
    let mut list_of = None;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if list_of.is_some() && line.starts_with("   ") && !line.trim_start().starts_with("- ") {
            // More of the person that is listed.
            continue;
        }
        if let (Some("author"), Some(item)) = (list_of, line.trim_start().strip_prefix("- ")) {
            let name = value(item.strip_prefix("name:").unwrap_or(item));
            reading.author = Some(
                reading
                    .author
                    .map_or(name.clone(), |names| format!("{names}, {name}")),
            );
            continue;
        }
        list_of = None;
        let Some(at) = line.find([':', '=']) else {
            continue;
        };
        let (key, rest) = line.split_at(at);
        let mut found = value(rest.get(1..).unwrap_or_default());
        // Such a sign stands for the lines below it.
        if matches!(found.as_str(), ">" | "|" | ">-" | "|-" | ">+" | "|+") {
            found.clear();
            while let Some(more) = lines.next_if(|line| line.starts_with([' ', '\t'])) {
                found.extend([if found.is_empty() { "" } else { " " }, more.trim()]);
            }
        }
        let field = match key.trim().trim_matches('"').to_lowercase().as_str() {
            "title" => &mut reading.title,
            "author" | "authors" | "creator" => {
                list_of = Some("author");
                &mut reading.author
            }
            "date" | "published" | "created" | "published_at" | "published_on"
            | "publication_date" | "date_published" | "datepublished" | "pubdate" => {
                &mut reading.date
            }
            "updated" | "updated_at" | "modified" | "last_modified" | "lastmod"
                if reading.date.is_none() =>
            {
                &mut reading.date
            }
            "origin" if Origin::named(&found).is_some() => {
                reading.origin = Origin::named(&found);
                continue;
            }
            "site" | "publisher" => &mut reading.site,
            "lang" | "language" => &mut reading.language,
            "" => continue,
            name => {
                let is_field = !line.starts_with([' ', '\t', '-', '#']);
                if is_field && !found.is_empty() {
                    reading.metadata.entry(name.to_owned()).or_insert(found);
                }
                continue;
            }
        };
        if field.is_none() && !found.is_empty() {
            *field = Some(found);
        }
    }
    // What was clipped from a page names it.
    if let Some(page) = clipped_from(&reading.metadata) {
        reading.origin = reading.origin.or_else(|| Some(address::origin(&page)));
        reading.site = reading.site.or_else(|| address::site(&page));
    }
    reading
}

/// A plain, quoted or listed value.
fn value(text: &str) -> String {
    let text = text.trim();
    // A note that bears the name.
    let note = text.trim_matches(['"', '\'']).strip_prefix("[[");
    if let Some(note) = note.and_then(|note| note.strip_suffix("]]")) {
        return note.rsplit('|').next().unwrap_or(note).to_owned();
    }
    let listed = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let unquoted = |text: &str| text.trim().trim_matches(['"', '\'']).to_owned();
    listed.map_or_else(
        || unquoted(text),
        |items| {
            items
                .split(',')
                .map(unquoted)
                .collect::<Vec<_>>()
                .join(", ")
        },
    )
}

#[derive(Default)]
struct Walk {
    body: Body,
    /// Levels by which headings stand deeper than they say.
    deeper: i8,
    metadata: String,
    in_metadata: bool,
    /// The inline text of the block being read.
    inline: String,
    pictures: Pictures,
    cells: Vec<String>,
    /// One for each open list: the number of its next item, where it is numbered.
    lists: Vec<Option<u64>>,
    /// What the next block of the open list item starts with.
    marker: Option<String>,
    /// Whether the block before was a list item or table row.
    rows: bool,
    in_hidden_html: bool,
    tags: Tags,
    /// How deep in text that is struck out.
    struck: usize,
    /// What else is understood: `[[Grid|the grid]]` as a link to another note.
    also: Option<Options>,
    links: Vec<String>,
    /// Characters of these.
    linked: usize,
    /// Where that is asked for.
    leading: Option<Leading>,
}

/// The pictures in the text of a block: readers see them, and their descriptions only where they cannot.
#[derive(Default)]
struct Pictures {
    /// Links and pictures that have not ended.
    links: usize,
    open: usize,
    /// How many pictures there are within links, as badges are.
    linked: usize,
    /// What pictures are described with.
    described: String,
    /// Whether there are other words.
    has_words: bool,
    /// Whether the block is a heading.
    in_heading: bool,
}

impl Pictures {
    /// Whether a block is a row of badges, or one that says its name.
    fn are_badges(&self) -> bool {
        const NAME: usize = 4;
        let words = self.described.split_whitespace().count();
        !self.has_words && (self.linked > 1 || self.linked == 1 && words < NAME)
    }

    /// Begins the next block.
    fn clear(&mut self) {
        self.linked = 0;
        self.described.clear();
        (self.has_words, self.in_heading) = (false, false);
    }
}

/// Words that lead somewhere.
#[derive(Default)]
struct Leading {
    links: Vec<Link>,
    /// Where the words of the open link begin, and where it leads.
    open: Option<(usize, String)>,
}

impl Walk {
    fn of(text: &str) -> Self {
        Self {
            body: Body::for_text(text.len()),
            ..Self::default()
        }
    }

    fn walk(&mut self, text: &str) {
        let mut options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS;
        options |= Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
            | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
        options.extend(self.also);
        for event in Parser::new_ext(text, options) {
            self.take(event);
        }
        self.flush();
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_metadata => self.metadata.push_str(&text),
            // Nobody states it any more.
            Event::Text(_) | Event::Code(_) if self.struck > 0 => {}
            Event::Text(text)
            | Event::Code(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => {
                let is_picture = self.pictures.open > 0;
                if is_picture {
                    self.pictures.described.push_str(&text);
                    self.pictures.described.push(' ');
                } else {
                    self.pictures.has_words |= has_words(&text);
                }
                if !(is_picture && self.pictures.in_heading) {
                    self.inline.push_str(&text);
                }
            }
            Event::SoftBreak => self.inline.push(' '),
            Event::HardBreak => self.inline.push('\n'),
            Event::Html(html) => self.html(&html),
            Event::InlineHtml(html) if html.starts_with("<br") => self.inline.push(' '),
            // It is for the guardrail to see.
            Event::InlineHtml(html) if guardrail::is_marker(&html) => self.inline.push_str(&html),
            Event::InlineHtml(html) => {
                self.tag(&html);
            }
            Event::FootnoteReference(_) | Event::Rule | Event::TaskListMarker(_) => {}
        }
    }

    fn link(&mut self, target: &str) {
        let target = target.split('#').next().unwrap_or_default();
        let fits = self.linked + target.chars().count() < LONGEST_LINKS;
        let is_new = || !self.links.iter().any(|known| known == target);
        if fits && Address::is_meant(target) && is_new() && Address::parse(target).is_ok() {
            self.linked += target.chars().count() + 1;
            self.links.push(target.to_owned());
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Link { dest_url, .. } => {
                self.link(dest_url);
                self.pictures.links += 1;
                if let Some(leading) = &mut self.leading {
                    leading.open = Some((self.inline.len(), dest_url.to_string()));
                }
            }
            Tag::Image { .. } => {
                self.pictures.open += 1;
                self.pictures.linked += usize::from(self.pictures.links > 0);
            }
            Tag::MetadataBlock(MetadataBlockKind::YamlStyle | MetadataBlockKind::PlusesStyle) => {
                // What stands further down is text between two rules.
                let is_front = self.metadata.is_empty() && self.body.text().is_empty();
                self.in_metadata = is_front && self.inline.is_empty();
            }
            Tag::List(first) => {
                self.flush();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.flush();
                let marker = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
                self.marker = Some(marker);
            }
            Tag::Heading { .. } => {
                self.flush();
                self.pictures.in_heading = true;
            }
            Tag::Strikethrough => self.struck += 1,
            Tag::Paragraph | Tag::CodeBlock(_) | Tag::Table(_) | Tag::HtmlBlock => self.flush(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::MetadataBlock(_) => {
                self.in_metadata = false;
                self.flush();
            }
            TagEnd::Strikethrough => self.struck = self.struck.saturating_sub(1),
            TagEnd::Image => self.pictures.open = self.pictures.open.saturating_sub(1),
            TagEnd::Link => {
                self.pictures.links = self.pictures.links.saturating_sub(1);
                if let Some(leading) = &mut self.leading
                    && let Some((from, address)) = leading.open.take()
                {
                    let text = self.inline.get(from..).unwrap_or_default().to_owned();
                    leading.links.push(Link { text, address });
                }
            }
            TagEnd::Heading(level) => {
                let level = depth(level).saturating_add_signed(self.deeper).max(1);
                // A name beside which badges stand is not what they say.
                let named = if self.inline.trim().is_empty() {
                    &self.pictures.described
                } else {
                    &self.inline
                };
                self.body.heading(level, named);
                self.clear();
                self.rows = false;
            }
            TagEnd::TableCell => {
                self.cells.push(std::mem::take(&mut self.inline));
                self.pictures.clear();
            }
            TagEnd::TableHead => self.row(true),
            TagEnd::TableRow => self.row(false),
            TagEnd::Table => self.rows = false,
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
                self.rows = !self.lists.is_empty();
            }
            TagEnd::Item => {
                self.flush();
                self.marker = None;
            }
            TagEnd::HtmlBlock => {
                self.in_hidden_html = false;
                self.end_html();
            }
            TagEnd::CodeBlock if self.marker.is_none() && has_words(&self.inline) => {
                self.body.code(&self.inline);
                self.rows = false;
                self.clear();
            }
            TagEnd::Paragraph
            | TagEnd::CodeBlock
            | TagEnd::FootnoteDefinition
            | TagEnd::BlockQuote(_) => self.flush(),
            _ => {}
        }
    }

    /// A page whose table has no row of names has a row of values in its place.
    fn row(&mut self, is_first: bool) {
        let cells: Vec<&str> = self.cells.iter().map(|cell| cell.trim()).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            let row = cells.join(" | ");
            if is_first && could_name_columns(cells) {
                self.body.head(&row, !self.rows);
            } else {
                self.body.row(&row, !self.rows);
            }
            self.rows = true;
        }
        self.cells.clear();
    }

    /// Ends the block whose inline text was collected.
    fn flush(&mut self) {
        if self.inline.is_empty() {
            return;
        }
        if !has_words(&self.inline) || self.pictures.are_badges() {
            self.clear();
            return;
        }
        if let Some(marker) = self.marker.take() {
            self.inline.insert_str(0, &marker);
            self.body.line(&self.inline, !self.rows);
            self.rows = true;
        } else {
            self.body.paragraph(&self.inline);
            self.rows = false;
        }
        self.clear();
    }

    /// Begins the next block.
    fn clear(&mut self) {
        // What was long once is long again.
        self.inline.clear();
        self.pictures.clear();
        self.tags.forget();
    }
}

/// Whether there is anything but white space.
fn has_words(text: &str) -> bool {
    text.contains(|c: char| !c.is_whitespace())
}

fn depth(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evidence::split::split;

    #[test]
    fn a_headline_right_above_the_first_paragraph_is_none_of_its_sentences() {
        let body =
            read("Storage at the depot\nThe depot stores 40 MWh. It was built in 2021.\n").body;
        assert_eq!(body.headings().next(), Some("Storage at the depot"));
        let paragraph = body.slice(&body.blocks()[0].span);
        assert_eq!(paragraph, "The depot stores 40 MWh. It was built in 2021.");
        let underlined = read("Storage\n===\nThe depot stores 40 MWh.\n").body;
        assert_eq!(underlined.headings().next(), Some("Storage"));
        let table = read("Depot | MWh\n--- | ---\nHollin | 40\n").body;
        assert_eq!(table.headings().next(), None);
    }

    #[test]
    fn a_report_keeps_its_structure_and_loses_its_marks() {
        let reading = read(
            "---\ntitle: \"Winter range\"\nauthors: [A. Sand, B. Moor]\ndate: 2026-02-03\n---\n\n# Winter range\n\nThe *range* fell by **31 %** \
             (see [the log](https://example.org/log))[^1].\nSame paragraph.\n\n## Causes\n\n1. Heating\n2. Cold `cells`\n   - below 0 °C\n\n\
             | Route | km |\n|---|---|\n| 12 | 180 |\n\n[^1]: From the pilot.\n\n<script>alert(1)</script>\n\n<p>Closing words.</p>\n",
        );
        assert_eq!(reading.title.as_deref(), Some("Winter range"));
        assert_eq!(reading.author.as_deref(), Some("A. Sand, B. Moor"));
        assert_eq!(reading.date.as_deref(), Some("2026-02-03"));
        assert_eq!(reading.metadata[LINKS], "https://example.org/log");
        insta::assert_snapshot!(reading.body.text(), @"
        Winter range

        The range fell by 31 % (see the log). Same paragraph.

        Causes

        1. Heating
        2. Cold cells
        - below 0 °C

        Route | km
        12 | 180

        From the pilot.

        Closing words.
        ");
        let headings: Vec<_> = split(&reading.body)
            .into_iter()
            .map(|passage| passage.headings.join("/"))
            .collect();
        assert_eq!(headings, ["Winter range", "Winter range/Causes"]);
    }

    #[test]
    fn code_is_indented_as_it_was() {
        let reading = read(
            "It runs:\n\n```python\ndef f(x):\n\tif x  > 1:\n        return 1\n\n    return 2\n```\n\nAnd\n\n    a:\n      b\n",
        );
        assert_eq!(
            reading.body.text(),
            "It runs:\n\ndef f(x):\n    if x > 1:\n        return 1\n    return 2\n\nAnd\n\na:\n  b"
        );
    }

    #[test]
    fn only_what_stands_in_front_describes_a_text() {
        let reading = read("# Range\n\nIt fell.\n\n---\ntitle: Other\n---\n\nMore.");
        assert_eq!(reading.title, None);
        assert_eq!(
            reading.body.text(),
            "Range\n\nIt fell.\n\ntitle: Other\n\nMore."
        );
        let reading = read("---\ntitle: Range\n---\n\n---\ntitle: Other\n---\n\nMore.");
        assert_eq!(reading.title.as_deref(), Some("Range"));
    }

    #[test]
    fn what_is_struck_out_is_not_stated_any_more() {
        let reading = read(
            "The cost is ~~12~~ 14 million. ~~It begins in May.~~ It begins in June, 3~5 weeks or 6~8.",
        );
        assert_eq!(
            reading
                .body
                .text()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            "The cost is 14 million. It begins in June, 3~5 weeks or 6~8."
        );
    }

    #[test]
    fn badges_are_no_words_of_a_text() {
        let reading = read(
            "# Serde &emsp; [![Build Status](b.svg)](b) ![logo](l.svg)\n\n[![Crates.io](c.svg)](c) [![Docs](d.svg)](d)\n\n[![A map of all depots](m.png)](m)\n\nIt reads ![the arrow](a.png) data.\n\n## ![Use](u.png)\n\nWords.",
        );
        insta::assert_snapshot!(reading.body.text(), @"
        Serde

        A map of all depots

        It reads the arrow data.

        Use

        Words.
        ");
    }

    #[test]
    fn a_record_of_nothing_but_fields_is_read() {
        let reading =
            read("---\ntitle: Depot plan\nauthor: Ann Reed\nsummary: It needs 2.5 MVA.\n---\n");
        assert_eq!(reading.title.as_deref(), Some("Depot plan"));
        assert_eq!(reading.author.as_deref(), Some("Ann Reed"));
        assert_eq!(
            reading.body.text(),
            "title: Depot plan\nauthor: Ann Reed\nsummary: It needs 2.5 MVA."
        );
        let of_a_list = read("---\ntitle: All the news of the depot\nlayout: list\n---\n");
        assert!(of_a_list.body.text().is_empty());
    }

    #[test]
    fn authors_may_be_a_list_and_the_front_matter_toml() {
        assert_eq!(
            front_matter("authors:\n  - Ann\n  - name: Bob\ndate: 2026")
                .author
                .as_deref(),
            Some("Ann, Bob")
        );
        assert_eq!(
            read("+++\ntitle = \"T\"\n+++\n\nText").title.as_deref(),
            Some("T")
        );
        let clipped =
            front_matter("source: https://www.example.org/a\nlang: de\ntags: [a, b]\n  inner: x");
        assert_eq!(clipped.language.as_deref(), Some("de"));
        assert_eq!(clipped.site.as_deref(), Some("example.org"));
        assert_eq!(clipped.origin, Some(crate::study::Origin::Web));
        assert_eq!(clipped.metadata["tags"], "a, b");
        let told = front_matter("origin: academic\nsource: https://www.example.org/a");
        assert_eq!(told.origin, Some(crate::study::Origin::Academic));
        let other = front_matter("origin: Sweden").metadata;
        assert_eq!(other["origin"], "Sweden");
        assert!(!clipped.metadata.contains_key("inner"));
    }

    proptest! {
        #[test]
        fn no_markdown_breaks_the_reader(text in "[-*#|>`\\[\\]()<>!:a-z0-9\n \\x1b~^$=+]{0,200}") {
            let reading = read(&text);
            for passage in split(&reading.body) {
                prop_assert!(passage.text.ends_with(reading.body.slice(&passage.span)));
            }
        }
    }
}
