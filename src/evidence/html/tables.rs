//! Tables on their way to Markdown, which knows neither cells that reach over several columns or rows nor tables within tables: written as they are, their
//! values would run into each other and make figures that nobody stated.
//!
//! Each row gets a cell for every column: a value that reaches over several stands in all of them. A table that holds another is layout, and its cells
//! become blocks of their own.

use std::collections::HashSet;

use dom_query::{Document, NodeId, NodeRef};

use super::measure::{Weights, is_one_of, single_spaced};
use crate::evidence::table::join_names;

/// Values are not repeated in columns and rows beyond so many.
const MOST_COLUMNS: usize = 100;
/// A longer text that reaches over several columns is a note, which is said once.
const LONGEST_VALUE: usize = 60;

/// A longer cell is a part of the page, not a value.
const LONGEST_CELL: usize = 600;

/// The cells of tables of values. What they hold belongs there, were it nothing but links: a company's products, the site of an office.
pub(super) struct Values(HashSet<NodeId>);

impl Values {
    pub(super) fn of(article: &Document, weights: &Weights) -> Self {
        let mut values = HashSet::new();
        for table in article.select("table").nodes() {
            let parts: Vec<NodeRef<'_>> = table.descendants_it().collect();
            let rows = parts.iter().filter(|part| part.has_name("tr")).count();
            let cells: Vec<&NodeRef<'_>> = parts.iter().filter(|part| is_cell(part)).collect();
            let is_of_values = rows > 1
                && cells.len() > rows
                && cells
                    .iter()
                    .all(|cell| weights.get(cell).text <= LONGEST_CELL)
                && !parts.iter().any(|part| part.has_name("table"));
            if is_of_values {
                values.extend(cells.iter().map(|cell| cell.id));
            }
        }
        Self(values)
    }

    /// Whether something is such a cell or stands in one.
    pub(super) fn hold(&self, node: &NodeRef<'_>) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let mut around = std::iter::once(*node).chain(node.ancestors_it(None));
        around
            .find(|above| is_one_of(above, &["td", "th"]))
            .is_some_and(|cell| self.0.contains(&cell.id))
    }
}

/// Makes the tables of a page such that every row has a cell for every column.
pub(super) fn regular(page: &Document) {
    for table in page.select("table").nodes() {
        if table.descendants_it().any(|node| node.has_name("table")) || is_page(table) {
            let parts: Vec<NodeRef<'_>> = table.descendants_it().collect();
            for part in parts.iter().filter(|part| belongs_to(part, table)) {
                part.rename("div");
            }
            without_numbers_of_lines(&parts);
            table.rename("div");
        } else {
            fill(table);
            join_heads(table);
        }
    }
}

/// Whether a table is that of a page from before there were other ways to put a menu beside a text: a row or two, of which a cell holds paragraphs; or a frame
/// around one thing, or around code with the numbers of its lines.
fn is_page(table: &NodeRef<'_>) -> bool {
    const ROWS: usize = 2;
    const PARAGRAPHS: &[&str] = &["p", "blockquote", "h1", "h2", "h3", "ul", "ol"];
    let parts: Vec<NodeRef<'_>> = table.descendants_it().collect();
    let rows = parts.iter().filter(|part| part.has_name("tr")).count();
    let holds_paragraphs = |cell: &NodeRef<'_>| {
        let inside = cell.children_it(false);
        inside.filter(|part| is_one_of(part, PARAGRAPHS)).count() > 1
    };
    let cells = parts.iter().filter(|part| is_cell(part)).count();
    let holds_code = || parts.iter().any(|part| part.has_name("pre"));
    if cells == 1 || rows == 1 && holds_code() {
        return true;
    }
    rows <= ROWS
        && !parts.iter().any(|part| part.has_name("th"))
        && parts
            .iter()
            .any(|part| part.has_name("td") && holds_paragraphs(part))
}

/// Takes out what numbers the lines of the code beside it.
fn without_numbers_of_lines(parts: &[NodeRef<'_>]) {
    let (code, numbers): (Vec<&NodeRef<'_>>, Vec<&NodeRef<'_>>) = parts
        .iter()
        .filter(|part| part.has_name("pre"))
        .partition(|part| part.text().contains(char::is_alphabetic));
    if !code.is_empty() {
        for lines in numbers {
            lines.remove_from_parent();
        }
    }
}

/// Whether this is a row or cell of the table itself and not of one within it. Tables are visited from the outside in, so that one is still a table.
fn belongs_to(part: &NodeRef<'_>, table: &NodeRef<'_>) -> bool {
    let is_part = ["tr", "td", "th", "tbody", "thead", "tfoot", "caption"]
        .iter()
        .any(|name| part.has_name(name));
    is_part
        && part
            .ancestors_it(None)
            .find(|above| above.has_name("table"))
            .is_some_and(|nearest| nearest.id == table.id)
}

/// A value of a row above that reaches down into this one.
struct Hanging {
    column: usize,
    rows: usize,
    text: String,
}

fn fill(table: &NodeRef<'_>) {
    let rows: Vec<NodeRef<'_>> = table
        .descendants_it()
        .filter(|node| node.has_name("tr"))
        .collect();
    let mut hanging: Vec<Hanging> = Vec::new();
    let mut widths = Vec::with_capacity(rows.len());
    for row in &rows {
        let cells: Vec<NodeRef<'_>> = row.children_it(false).filter(is_cell).collect();
        let alone = cells.len() == 1;
        let mut column = 0;
        let mut next = Vec::new();
        for cell in &cells {
            for above in &hanging {
                if above.column == column {
                    cell.insert_before(&new_cell(cell, &above.text));
                    column += 1;
                }
            }
            let (across, down) = (span(cell, "colspan"), span(cell, "rowspan"));
            let text = cell.text().trim().to_owned();
            let is_note = alone || text.chars().count() > LONGEST_VALUE;
            let copied = if is_note { "" } else { &text };
            for _ in 1..across.min(MOST_COLUMNS.saturating_sub(column)) {
                cell.insert_after(&new_cell(cell, copied));
            }
            for at in column..column + across {
                next.push(Hanging {
                    column: at,
                    rows: down - 1,
                    text: copied.to_owned(),
                });
            }
            column += across;
        }
        if let Some(last) = cells.last() {
            // What hangs to the right of the row's own cells; the copies of the last one stand behind it.
            for above in hanging.iter().filter(|above| above.column >= column) {
                row.append_child(&new_cell(last, &above.text));
            }
        }
        for above in &mut hanging {
            above.rows = above.rows.saturating_sub(1);
        }
        hanging.extend(next);
        hanging.retain(|above| above.rows > 0 && above.column < MOST_COLUMNS);
        hanging.sort_by_key(|above| above.column);
        hanging.dedup_by_key(|above| above.column);
        widths.push(row.children_it(false).filter(is_cell).count());
    }
    let width = widths.iter().copied().max().unwrap_or(0);
    for (row, has) in rows.iter().zip(widths).filter(|(_, has)| *has > 0) {
        let Some(last) = row.children_it(false).filter(is_cell).last() else {
            continue;
        };
        for _ in has..width {
            row.append_child(&new_cell(&last, ""));
        }
    }
}

/// Makes one row of names of several, of which the upper ones name groups of columns: the rows below would stand under the groups only.
fn join_heads(table: &NodeRef<'_>) {
    /// Tables do not have more rows of names.
    const MOST: usize = 4;
    let rows: Vec<Vec<NodeRef<'_>>> = table
        .descendants_it()
        .filter(|node| node.has_name("tr"))
        .map(|row| row.children_it(false).filter(is_cell).collect())
        .filter(|cells: &Vec<_>| !cells.is_empty())
        .collect();
    let is_head = |row: &&Vec<NodeRef<'_>>| row.iter().all(|cell| cell.has_name("th"));
    let names = |row: &Vec<NodeRef<'_>>| -> Vec<String> {
        row.iter().map(|cell| single_spaced(&cell.text())).collect()
    };
    let heads: Vec<Vec<String>> = rows.iter().take_while(is_head).map(names).collect();
    let has_names = |row: &Vec<String>| row.iter().filter(|name| !name.is_empty()).count() > 1;
    if !(2..=MOST).contains(&heads.len())
        || heads.len() == rows.len()
        || !heads.iter().all(has_names)
    {
        return;
    }
    for (column, cell) in rows.first().into_iter().flatten().enumerate() {
        let of_column = heads
            .iter()
            .filter_map(|names| names.get(column))
            .map(String::as_str);
        cell.set_text(join_names(of_column));
    }
    for row in rows.iter().take(heads.len()).skip(1) {
        if let Some(row) = row.first().and_then(NodeRef::parent) {
            row.remove_from_parent();
        }
    }
}

fn is_cell(node: &NodeRef<'_>) -> bool {
    node.has_name("td") || node.has_name("th")
}

/// Of the same kind as another one: a row of names stays one.
fn new_cell<'a>(like: &NodeRef<'a>, text: &str) -> NodeRef<'a> {
    let name = if like.has_name("th") { "th" } else { "td" };
    let cell = like.tree.new_element(name);
    cell.set_text(text);
    cell
}

/// How many columns or rows a cell takes.
fn span(cell: &NodeRef<'_>, attribute: &str) -> usize {
    let said = cell.attr(attribute);
    said.and_then(|said| said.trim().parse().ok())
        .unwrap_or(1)
        .clamp(1, MOST_COLUMNS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markdown(table: &str) -> String {
        let page = Document::fragment(table);
        regular(&page);
        let text = page.md(None).to_string();
        text.lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|line| !line.is_empty() && !line.contains("--"))
            .collect::<Vec<_>>()
            .join("\n")
    }

    #[test]
    fn values_that_reach_over_columns_and_rows_stand_in_all_of_them() {
        let table = "<table><tr><th>Depot</th><th colspan=2>Buses</th></tr><tr><th></th><th>2023</th><th>2024</th></tr>\
            <tr><td rowspan=2>East</td><td>43</td><td>61</td></tr><tr><td>44</td><td>62</td></tr><tr><td>North</td><td colspan=2>none</td></tr></table>";
        assert_eq!(
            markdown(table),
            "| Depot | Buses 2023 | Buses 2024 |\n| East | 43 | 61 |\n| East | 44 | 62 |\n| North | none | none |"
        );
    }

    #[test]
    fn links_in_a_table_of_values_are_values_and_in_a_table_of_parts_are_links() {
        let cell = |table: &str, selector: &str| {
            let page = Document::fragment(table);
            let values = Values::of(&page, &Weights::of(&page.root()));
            let found = page.select(selector);
            found.nodes().first().is_some_and(|node| values.hold(node))
        };
        let table = "<table><tr><th>Founded<td>1974<tr><th>Lines<td><ul><li><a href=/48>Line 48</a></ul></table>";
        assert!(cell(table, "li") && cell(table, "td") && !cell(table, "table"));
        let parts = format!(
            "<table><tr><td><a href=/>Home</a><td>x<tr><td>{}</table>",
            "long ".repeat(200)
        );
        assert!(!cell(&parts, "a"));
    }

    #[test]
    fn a_short_row_and_a_note_keep_the_values_apart() {
        let table = "<table><tr><td>Depot</td><td>2023</td><td>2024</td></tr><tr><td>East</td><td>43</td></tr>\
            <tr><td colspan=3>Source: the operator</td></tr><tr><td>West</td><td>1</td><td rowspan=2>9</td></tr><tr><td>South</td><td>2</td></tr></table>";
        let text = markdown(table);
        assert!(text.contains("| East | 43 | |"), "{text}");
        assert!(text.contains("| Source: the operator | | |"), "{text}");
        assert!(text.contains("| South | 2 | 9 |"), "{text}");
    }

    #[test]
    fn a_table_within_a_table_keeps_its_values_apart() {
        let text = markdown(
            "<table><tr><td>Menu</td><td>Fleet <table><tr><td>East</td><td>43</td></tr><tr><td>West</td><td>61</td></tr></table></td><td>7</td></tr></table>",
        );
        assert!(text.contains("| East | 43 |\n| West | 61 |"), "{text}");
        assert!(!text.contains("MenuFleet"), "{text}");
    }

    #[test]
    fn a_frame_around_code_is_no_table() {
        for table in [
            "<table><tr><td><pre>a = 1\nb = 2</pre></td></tr></table>",
            "<table><tr><td><pre>1\n2</pre></td><td><pre>a = 1\nb = 2</pre></td></tr></table>",
        ] {
            let text = markdown(&format!("{table}<h2>More</h2>"));
            assert_eq!(text, "```\na = 1\nb = 2\n```\n## More", "{table}");
        }
    }

    #[test]
    fn absurd_spans_cost_nothing() {
        let table = "<table><tr><td colspan=99999999 rowspan=65534>a</td><td rowspan=0>b</td></tr><tr></tr><tr><td colspan=-1>c</td></tr></table>";
        assert!(markdown(&table.repeat(50)).contains('c'));
    }
}
