//! Parts of a page that Markdown has no form for: lists of terms, captions, marks of notes, raised figures, and elements that it does not know to be blocks.
//! Written as they are, their words would run into those beside them and make words and figures that nobody stated.

use dom_query::{Document, NodeRef};

use super::measure::{is_one_of, single_spaced};
use crate::evidence::raised::raised;

/// Blocks of a page that Markdown takes for parts of a line.
const BLOCKS: &[&str] = &[
    "address",
    "aside",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hgroup",
    "legend",
    "main",
    "nav",
    "search",
    "summary",
];
/// What is written with marks that are no part of the text.
const EMPHASIS: &[&str] = &["b", "em", "i", "strong"];
/// A longer text is no mark of a note.
const LONGEST_MARK: usize = 24;
/// A longer text is a paragraph and no entry of a list.
const LONGEST_LINE: usize = 400;

/// Gives these parts a form that Markdown has.
pub(super) fn plain(page: &Document) {
    steps(page);
    numbers_of_lines(page);
    notes(page);
    raised_figures(page);
    for heading in page.select("h1, h2, h3, h4, h5, h6").nodes() {
        let is_in_a_cell = heading
            .ancestors_it(None)
            .any(|above| is_one_of(&above, &["td", "th"]));
        if is_in_a_cell {
            heading.rename("span");
        }
    }
    // Code in a cell is a part of its line.
    for code in page.select("td pre, th pre").nodes() {
        let text = single_spaced(&code.text());
        code.set_text(text);
        code.rename("code");
    }
    for list in page.select("dl").nodes() {
        terms(list);
    }
    for list in page.select("td ul, td ol, th ul, th ol").nodes() {
        in_line(list);
    }
    for caption in page.select("table > caption").nodes() {
        // Written in front of the rows, and not as one of them.
        if let Some(table) = caption.parent() {
            caption.remove_from_parent();
            table.insert_before(caption);
        }
    }
    for list in page.select("menu, dir").nodes() {
        list.rename("ul");
    }
    for block in page.select(&BLOCKS.join(", ")).nodes() {
        block.rename("div");
    }
    // Places to which links lead; at the head of a line they would be taken for its first word.
    for place in page.select("a, b, em, i, font, span, strong").nodes() {
        if place.first_child().is_none() {
            place.remove_from_parent();
        }
    }
    // A reader of the text sees no emphasis, and within words its marks would stay.
    page.root().strip_elements(EMPHASIS);
}

/// Takes out the lines of a manual on one page that lead to the parts before and behind: `Next: Costs, Previous: Range, Up: Top [Contents]`.
fn steps(page: &Document) {
    const WAYS: &[&str] = &[
        "next", "prev", "previous", "up", "start", "contents", "index",
    ];
    /// The labels of the links.
    const LONGEST: usize = 40;
    for link in page
        .select("a[rel=next], a[rel=prev], a[rel=previous], a[rel=up]")
        .nodes()
    {
        let is_line =
            |line: &NodeRef<'_>| is_one_of(line, &["p", "div"]) && line.parent().is_some();
        let Some(line) = link.parent().filter(is_line) else {
            continue;
        };
        let links: Vec<NodeRef<'_>> = line
            .descendants_it()
            .filter(|node| node.has_name("a"))
            .collect();
        let linked: usize = links
            .iter()
            .map(|link| single_spaced(&link.text()).len())
            .sum();
        let is_way = |link: &NodeRef<'_>| WAYS.contains(&&*link.attr_or("rel", ""));
        if links.iter().all(is_way) && single_spaced(&line.text()).len() <= linked + LONGEST {
            line.remove_from_parent();
        }
    }
}

/// Takes out what numbers the lines of code within it: `<a href="#17">17</a>`, `<span class="lineno">17</span>`.
fn numbers_of_lines(page: &Document) {
    for part in page.select("pre a, pre span").nodes() {
        let text = part.text();
        let number = text.trim();
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let class = part.attr_or("class", "");
        let leads_to = part.attr_or("href", "");
        let is_of_a_line = leads_to
            .strip_prefix('#')
            .is_some_and(|place| place.trim_start_matches('L') == number);
        if is_of_a_line || class.contains("lineno") || class.contains("line-number") {
            part.remove_from_parent();
        }
    }
}

/// Writes a list in a cell as one line, as a cell has no other.
fn in_line(list: &NodeRef<'_>) {
    let items: Vec<NodeRef<'_>> = list
        .children_it(false)
        .filter(|item| item.has_name("li"))
        .collect();
    for (at, item) in items.iter().enumerate() {
        if at + 1 < items.len() {
            item.append_child(&list.tree.new_text("; "));
        }
        item.rename("span");
    }
    list.rename("span");
}

/// Takes out what only leads to a note: `[3]` behind a sentence is no part of it.
fn notes(page: &Document) {
    for mark in page
        .select("sup, [role=doc-noteref], [role=doc-backlink], a[href*='#']")
        .nodes()
    {
        let text = single_spaced(&mark.text());
        if text.is_empty() || text.chars().count() > LONGEST_MARK {
            continue;
        }
        let leads_to_a_note = |link: &NodeRef<'_>| {
            link.attr_or("href", "")
                .rsplit_once('#')
                .is_some_and(|(_, place)| !place.is_empty())
        };
        let linked = || {
            let links: Vec<NodeRef<'_>> = mark
                .descendants_it()
                .filter(|node| node.has_name("a"))
                .collect();
            let linked: usize = links.iter().map(|link| link.text().trim().len()).sum();
            links.iter().all(leads_to_a_note) && linked * 2 > text.len()
        };
        let bracketed = text.starts_with('[') && text.ends_with(']');
        // The pages of a source, as encyclopedias write them behind its number.
        let counts_pages = text.starts_with(':') && !text.contains(char::is_alphabetic);
        let is_note = if mark.has_name("sup") {
            bracketed || counts_pages || linked()
        } else if mark.has_name("a") {
            let is_mark = text.chars().all(|c| !c.is_alphabetic());
            leads_to_a_note(mark)
                && (is_mark && bracketed || mark.descendants_it().any(|node| node.has_name("sup")))
        } else {
            true
        };
        if is_note {
            mark.remove_from_parent();
        }
    }
}

/// Writes raised figures as such: ten to the sixth is not a hundred and six.
fn raised_figures(page: &Document) {
    for power in page.select("sup").nodes() {
        if let Some(figures) = raised(&power.text()) {
            power.set_text(figures);
        }
    }
}

/// A list of terms as items, each of its terms and what is said of them. One that says more than a line of any is left to its blocks.
fn terms(list: &NodeRef<'_>) {
    let is_own = |part: &NodeRef<'_>| {
        let mut above = part.ancestors_it(None);
        above
            .find(|above| above.has_name("dl"))
            .is_some_and(|nearest| nearest.id == list.id)
    };
    let parts: Vec<NodeRef<'_>> = list
        .descendants_it()
        .filter(|part| is_one_of(part, &["dt", "dd"]) && is_own(part))
        .collect();
    let length = |node: &NodeRef<'_>| single_spaced(&node.text()).chars().count();
    let is_line = |part: &NodeRef<'_>| {
        let holds_blocks = part
            .descendants_it()
            .any(|node| is_one_of(&node, &["div", "dl", "ol", "p", "pre", "table", "ul"]));
        !holds_blocks && length(part) <= LONGEST_LINE
    };
    let letters = |node: &NodeRef<'_>| node.text().split_whitespace().map(str::len).sum::<usize>();
    if !parts.iter().all(is_line) || parts.iter().map(letters).sum::<usize>() < letters(list) {
        return;
    }
    let items = list.tree.new_element("ul");
    for entry in parts.chunk_by(|a, b| a.has_name("dt") || b.has_name("dd")) {
        let item = list.tree.new_element("li");
        let mut before: Option<Said> = None;
        for part in entry.iter().filter(|part| length(part) > 0) {
            let said = Said::of(part);
            if let Some(before) = before {
                item.append_child(&list.tree.new_text(before.between(said)));
            }
            for piece in part.children() {
                item.append_child(&piece);
            }
            before = Some(said);
        }
        if before.is_some() {
            items.append_child(&item);
        }
    }
    list.replace_with(&items);
}

/// A part of an entry, as far as it says what is to stand behind it.
#[derive(Clone, Copy)]
struct Said {
    is_term: bool,
    ends_with_mark: bool,
}

impl Said {
    fn of(part: &NodeRef<'_>) -> Self {
        const MARKS: &[char] = &[':', '?', '!', '-', '–', '—'];
        Self {
            is_term: part.has_name("dt"),
            ends_with_mark: part.text().trim_end().ends_with(MARKS),
        }
    }

    fn between(self, next: Self) -> &'static str {
        match (self.is_term, next.is_term) {
            (true, true) => ", ",
            (true, false) if self.ends_with_mark => " ",
            (true, false) => ": ",
            (false, _) => "; ",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markdown(html: &str) -> String {
        let page = Document::fragment(html);
        plain(&page);
        page.md(None).trim().to_owned()
    }

    #[test]
    fn emphasis_within_words_and_over_their_edges_leaves_no_marks() {
        assert_eq!(
            markdown(
                "<p>He told <strong><em>The Root</em></strong><em><strong>.</strong> </em>The <b>bold </b>word,<i> all</i>, un<b>believ</b>able.</p>"
            ),
            "He told The Root. The bold word, all, unbelievable."
        );
    }

    #[test]
    fn a_term_and_what_is_said_of_it_stand_in_one_line() {
        let list = "<dl><dt>Fleet<dd>43 buses<dt>Range<dd>180 km<dd>95 km in winter</dl>";
        assert_eq!(
            markdown(list),
            "- Fleet: 43 buses\n- Range: 180 km; 95 km in winter"
        );
        let wrapped = "<dl><div><dt>Line</dt><dt>Route:</dt><dd>48 <b>East</b></dd></div></dl>";
        assert_eq!(markdown(wrapped), "- Line, Route: 48 East");
    }

    #[test]
    fn what_is_said_of_a_term_at_length_keeps_its_blocks() {
        let list = "<dl><dt>Range<dd><p>It fell.</p><p>It rose.</p></dl>";
        assert_eq!(markdown(list), "Range\n\nIt fell.\n\nIt rose.");
    }

    #[test]
    fn places_that_links_lead_to_are_no_words() {
        assert_eq!(
            markdown(
                "<h2><a name=x></a>9.1. Overview</h2><hr><p><a id=y></a><b></b><b>Abstract</b></p>"
            ),
            "## 9.1. Overview\n\n---\n\nAbstract"
        );
    }

    #[test]
    fn lines_that_lead_to_the_next_part_go_and_links_within_text_stay() {
        let text = markdown(
            "<p>Next: <a href=#b rel=next>Costs</a>, Up: <a href=#t rel=up>Top</a> [<a href=#c rel=contents>Contents</a>]</p><p>Text.</p>\
             <p>The depot is described in the <a href=/2 rel=next>second part</a> of what the council had asked for.</p>",
        );
        assert!(
            !text.contains("Costs") && text.contains("second part"),
            "{text}"
        );
    }

    #[test]
    fn the_numbers_of_its_lines_are_no_code() {
        assert_eq!(
            markdown(
                "<pre><a href=#1 id=1>1</a>let a = <a href=#x>7</a>;\n<span class=lineno> 2 </span>let b = <span class=mi>8</span>;</pre>"
            ),
            "```\nlet a = 7;\nlet b = 8;\n```"
        );
    }

    #[test]
    fn a_heading_in_a_cell_is_a_part_of_its_line() {
        let text = markdown("<table><tr><th><h2>Depot</h2><th>Lines<tr><td>East<td>48</table>");
        assert!(text.starts_with("| Depot | Lines |"), "{text}");
    }

    #[test]
    fn code_in_a_cell_is_one_line() {
        let text = markdown(
            "<table><tr><th>Name<th>Use<tr><td>a<td><pre>run a\nthen b</pre><tr><td>c<td>no</table><p>Behind.</p>",
        );
        assert!(text.contains("| a | `run a then b` |"), "{text}");
        assert!(text.ends_with("\n\nBehind."), "{text}");
    }

    #[test]
    fn a_caption_stands_in_front_of_its_table() {
        let table = "<table><caption>Buses by depot</caption><tr><th>Depot<th>Buses<tr><td>East<td>43</table>";
        let text = markdown(table);
        assert!(text.starts_with("Buses by depot\n\n"), "{text}");
        assert!(text.ends_with("| East | 43 |"), "{text}");
    }

    #[test]
    fn a_list_in_a_cell_is_one_line() {
        let table =
            "<table><tr><th>Depot<th>Lines<tr><td>East<td><ul><li>48</li> <li>49</li></ul></table>";
        assert!(
            markdown(table).ends_with("| East | 48; 49 |"),
            "{}",
            markdown(table)
        );
    }

    #[test]
    fn raised_figures_and_marks_of_notes_add_nothing_to_a_number() {
        assert_eq!(
            markdown(
                "<p>About 10<sup>6</sup> km<sup>2</sup> and 10<sup>-3</sup> of the 3<sup>rd</sup> line</p>"
            ),
            "About 10⁶ km² and 10⁻³ of the 3rd line"
        );
        for mark in [
            "<sup><a href='#fn1'>1</a></sup>",
            "<sup class=reference><a href='#cite_note-1'>[1]</a></sup>",
            "<a href='#fn1'><sup>1</sup></a>",
            "<sup>[<i><a href='/wiki/Source'>source?</a></i>]</sup>",
            "<a href='page.html#n'>[1]</a>",
            "<sup><a href='#n'>[1]</a></sup><sup>: 242–3 </sup>",
        ] {
            assert_eq!(
                markdown(&format!("<p>Sales were 250{mark} in May.</p>")),
                "Sales were 250 in May.",
                "{mark}"
            );
        }
        assert_eq!(
            markdown("<p>See <a href='#part'>Part 2</a>.</p>"),
            "See [Part 2](#part)."
        );
    }

    #[test]
    fn blocks_that_markdown_does_not_know_do_not_run_together() {
        assert_eq!(
            markdown(
                "<details><summary>Why?</summary>It was cold.</details><figure>A<figcaption>B</figcaption></figure>C"
            ),
            "Why?\n\nIt was cold.\n\nA\n\nB\n\nC"
        );
    }
}
