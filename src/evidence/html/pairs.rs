//! Labels and values that only a style sheet sets apart: the data of a product in rows of two parts, tables made of anything but tables. Written as they are,
//! a label would run into its value, or stand in a paragraph of its own far from it.

use dom_query::{Document, NodeRef};

use super::measure::{INLINE, is_one_of, single_spaced};

/// A longer text is no label.
const LONGEST_LABEL: usize = 60;
/// A longer text is no value.
const LONGEST_VALUE: usize = 200;
/// What a row of a label and a value is made of.
const ROWS: &[&str] = &["div", "li", "p", "span"];
/// And what these two are.
const PARTS: &[&str] = &["b", "div", "label", "p", "small", "span", "strong", "time"];

/// Makes tables of what is said to be tables.
pub(super) fn tables(page: &Document) {
    for (roles, name) in [
        ("[role=table], [role=grid], [role=treegrid]", "table"),
        ("[role=rowgroup]", "tbody"),
        ("[role=row]", "tr"),
        ("[role=columnheader], [role=rowheader]", "th"),
        ("[role=cell], [role=gridcell]", "td"),
    ] {
        for part in page.select(roles).nodes() {
            let is_table = |node: &NodeRef<'_>| node.has_name("table");
            // Those of real tables say the same of themselves.
            let is_plain = is_one_of(
                part,
                &[
                    "dd", "div", "dl", "dt", "li", "ol", "p", "section", "span", "ul",
                ],
            );
            if is_plain
                && (name == "table" || part.ancestors_it(None).any(|above| is_table(&above)))
            {
                part.rename(name);
            }
        }
    }
}

/// Writes rows of a label and a value as lines of a list.
pub(super) fn lines(page: &Document) {
    for first in page.select(&ROWS.join(", ")).nodes() {
        let Some(around) = first.parent() else {
            continue;
        };
        let is_first = first.prev_element_sibling().is_none();
        if !is_first {
            continue;
        }
        let rows = around.element_children();
        let is_alike = |row: &NodeRef<'_>| {
            row.node_name() == first.node_name() && row.class() == first.class()
        };
        let is_list = rows.len() > 1
            && rows
                .iter()
                .all(|row| is_alike(row) && has_no_text_of_its_own(row))
            && rows.iter().all(|row| pair(row).is_some())
            && has_no_text_of_its_own(&around);
        if is_list {
            for row in &rows {
                write_line(row);
            }
            if is_one_of(&around, &["div", "dl", "section", "span"]) {
                around.rename("ul");
            }
        }
    }
}

/// The label and the value that a row is made of.
fn pair<'a>(row: &NodeRef<'a>) -> Option<[NodeRef<'a>; 2]> {
    let parts = row.element_children();
    let &[label, value] = parts.as_slice() else {
        return None;
    };
    let is_within = |part: &NodeRef<'_>, most: usize| {
        let length = single_spaced(&part.text()).chars().count();
        (1..=most).contains(&length)
    };
    let is_in_line = |part: &NodeRef<'_>| {
        let mut inner = part.descendants_it().filter(NodeRef::is_element);
        inner.all(|inner| is_one_of(&inner, INLINE))
    };
    let leads_elsewhere = label.descendants_it().any(|inner| inner.has_name("a"));
    let is_pair = is_one_of(row, ROWS)
        && [label, value].iter().all(|part| is_one_of(part, PARTS) && is_in_line(part))
        && is_within(&label, LONGEST_LABEL)
        && is_within(&value, LONGEST_VALUE)
        && !leads_elsewhere
        // A sentence is said for itself.
        && !single_spaced(&label.text()).ends_with(['.', '!', '?']);
    is_pair.then_some([label, value])
}

fn has_no_text_of_its_own(node: &NodeRef<'_>) -> bool {
    node.immediate_text().trim().is_empty()
}

fn write_line(row: &NodeRef<'_>) {
    let Some([label, value]) = pair(row) else {
        return;
    };
    let is_marked = single_spaced(&label.text()).ends_with(':');
    let between = if is_marked { " " } else { ": " };
    let own: Vec<NodeRef<'_>> = row
        .children()
        .into_iter()
        .filter(NodeRef::is_text)
        .collect();
    for space in own {
        space.remove_from_parent();
    }
    label.insert_after(&row.tree.new_text(between));
    label.rename("span");
    value.rename("span");
    row.rename("li");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markdown(html: &str) -> String {
        let page = Document::fragment(html);
        tables(&page);
        lines(&page);
        page.md(None).trim().to_owned()
    }

    #[test]
    fn data_of_a_product_are_lines_of_a_label_and_its_value() {
        let told = "- Height: 1,120 mm\n- Weight: 112 kg";
        for rows in [
            "<div class=t><div class=r><div>Height</div> <div>1,120 mm</div></div><div class=r><div>Weight</div><div>112 kg</div></div></div>",
            "<ul><li><span>Height</span><span>1,120 mm</span></li><li><span>Weight</span><span>112 kg</span></li></ul>",
            "<div><p><strong>Height:</strong><span>1,120 mm</span></p><p><strong>Weight</strong><span>112 kg</span></p></div>",
        ] {
            assert_eq!(markdown(rows).replace("**", ""), told, "{rows}");
        }
    }

    #[test]
    fn other_rows_stay_as_they_are() {
        for rows in [
            "<ul><li><span>Height</span> of <span>all</span></li><li><span>Weight</span> of <span>all</span></li></ul>",
            "<div><div><h3>Depots</h3><p>43 buses.</p></div><div><h3>Lines</h3><p>48 of them.</p></div></div>",
            "<ul><li><span><a href=/a>Depots</a></span><span>43</span></li><li><span><a href=/b>Lines</a></span><span>48</span></li></ul>",
            "<p><span>One</span><span>word</span></p>",
        ] {
            assert!(!markdown(rows).contains(": "), "{}", markdown(rows));
        }
    }

    #[test]
    fn what_is_said_to_be_a_table_is_one() {
        let table = "<div role=table><div role=row><span role=columnheader>Mode</span><span role=columnheader>Level</span></div><div role=row><span role=cell>Night</span><span role=cell>35 dB</span></div></div>";
        let text = markdown(table);
        assert!(
            text.starts_with("| Mode") && text.ends_with("| 35 dB |"),
            "{text}"
        );
    }
}
