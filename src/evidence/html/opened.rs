//! What a page opens at a click: the answers to its questions, the panes behind its tabs. It is hidden until then, and readers see it all the same, under the
//! label that they click on.

use std::collections::{HashMap, HashSet};

use dom_query::{Document, NodeId, NodeRef, Selection};

use super::measure::{HEADINGS, INLINE, is_one_of, single_spaced};
use crate::evidence::flow::ends_sentence;

/// What says of an element that it opens another one, and which.
const OPENS: [&str; 3] = ["aria-controls", "data-bs-target", "data-target"];
/// What is a tab and what is a pane, by role or by the names that sheets the world over have for them.
const TABS: &str = "[role=tab], .tab, .tab-link, .tab-label, .tab-title, .tab-button, .tablinks";
const PANES: &str = "[role=tabpanel], .tab-pane, .tab-panel, .tab-content, .tabpanel, .tabcontent";
/// A longer text is no label and no question.
const LONGEST_LABEL: usize = 200;
/// A shorter one is no text that somebody reads under a label: the number of a slide, a name in a menu.
const SHORTEST_TEXT: usize = 20;
/// Parts whose controls show the way through a site or ask for something.
const NO_TEXT: &[&str] = &["aside", "dialog", "footer", "form", "header", "menu", "nav"];
/// And the roles of such parts.
const NO_TEXT_ROLES: &[&str] = &[
    "alert",
    "alertdialog",
    "banner",
    "combobox",
    "complementary",
    "contentinfo",
    "dialog",
    "form",
    "listbox",
    "menu",
    "menubar",
    "navigation",
    "search",
    "toolbar",
    "tooltip",
    "tree",
];

/// An element that opens another one.
struct Control<'a> {
    node: NodeRef<'a>,
    label: String,
    opens: NodeRef<'a>,
    is_tab: bool,
}

/// The elements that a control of the page opens. A label that would go with its control is written over what it opens.
pub(super) fn parts(page: &Document) -> HashSet<NodeId> {
    let mut controls = controls(page);
    if controls.iter().all(|control| !control.is_tab) {
        controls.extend(tabs_in_order(page));
    }
    let mut labels: HashMap<&str, usize> = HashMap::new();
    let mut opened: HashMap<NodeId, usize> = HashMap::new();
    for control in &controls {
        *labels.entry(&control.label).or_default() += 1;
        *opened.entry(control.opens.id).or_default() += 1;
    }
    // Where all are called alike, or there is only one, the label says what is done, not what about.
    let is_title = |control: &&Control<'_>| {
        labels.get(control.label.as_str()) == Some(&1) && opened.get(&control.opens.id) == Some(&1)
    };
    let titles: Vec<&Control<'_>> = controls.iter().filter(is_title).collect();
    if titles.len() > 1 {
        for control in titles {
            write_title(control);
        }
    }
    opened.into_keys().collect()
}

/// Whether a hidden element stands behind a question that is seen, both as parts of a page that are laid out: a paragraph that is hidden among others is not meant
/// to be opened.
pub(super) fn is_answer(node: &NodeRef<'_>) -> bool {
    const QUESTION_MARKS: &[char] = &['?', '？', '؟'];
    let Some(question) = node.prev_element_sibling() else {
        return false;
    };
    let text = single_spaced(&question.text());
    let text =
        text.trim_end_matches(|c: char| !c.is_alphanumeric() && !QUESTION_MARKS.contains(&c));
    text.ends_with(QUESTION_MARKS)
        && ![*node, question]
            .iter()
            .any(|part| part.has_name("p") || is_one_of(part, INLINE))
        && text.chars().count() <= LONGEST_LABEL
        && is_seen(&question)
        && is_of_text(node)
        && is_told(node)
}

fn controls(page: &Document) -> Vec<Control<'_>> {
    let names = OPENS.map(|name| format!("[{name}]")).join(", ");
    let found = page.select(&format!("{names}, [aria-expanded], [role=tab]"));
    if found.is_empty() {
        return Vec::new();
    }
    let ids: HashMap<String, NodeRef<'_>> = page
        .select("[id]")
        .nodes()
        .iter()
        .filter_map(|node| Some((node.id_attr()?.to_string(), *node)))
        .collect();
    let control = |node| {
        let label = single_spaced(&NodeRef::text(&node));
        let is_label = !label.is_empty() && label.chars().count() <= LONGEST_LABEL;
        if !is_label || !is_seen(&node) || !is_of_text(&node) {
            return None;
        }
        let opens = named(&node, &ids).or_else(|| behind(&node, &label))?;
        let holds_control = || node.ancestors_it(None).any(|above| above.id == opens.id);
        let is_text =
            is_of_text(&opens) && is_told(&opens) && !is_one_of(&opens, INLINE) && !holds_control();
        is_text.then(|| Control {
            node,
            label,
            opens,
            is_tab: &*node.attr_or("role", "") == "tab",
        })
    };
    found.nodes().iter().copied().filter_map(control).collect()
}

/// Tabs that name nothing, before as many panes: each opens the one that has its place.
fn tabs_in_order<'a>(page: &'a Document) -> Vec<Control<'a>> {
    /// So far around the tabs stand their panes.
    const AROUND: usize = 3;
    let mut lists: Vec<(NodeRef<'a>, Vec<NodeRef<'a>>)> = Vec::new();
    for tab in page.select(TABS).nodes() {
        let list = tab.parent().filter(|list| !list.has_name("li"));
        let Some(list) = list.or_else(|| tab.parent()?.parent()) else {
            continue;
        };
        match lists.last_mut().filter(|(last, _)| last.id == list.id) {
            Some((_, tabs)) => tabs.push(*tab),
            None => lists.push((list, vec![*tab])),
        }
    }
    let mut controls = Vec::new();
    for (list, tabs) in lists {
        let inside: HashSet<NodeId> = list.descendants_it().map(|node| node.id).collect();
        let panes = |around: NodeRef<'a>| -> Vec<NodeRef<'a>> {
            let around = Selection::from(around);
            let panes = around.select(PANES);
            // A part around the panes may be called like one.
            let around: HashSet<NodeId> = panes
                .nodes()
                .iter()
                .flat_map(|pane| pane.ancestors_it(None))
                .map(|node| node.id)
                .collect();
            let panes = panes.nodes().iter().copied();
            panes
                .filter(|pane| !inside.contains(&pane.id) && !around.contains(&pane.id))
                .collect()
        };
        let mut found = list.ancestors_it(Some(AROUND)).map(panes);
        let Some(panes) = found.find(|panes| !panes.is_empty()) else {
            continue;
        };
        if tabs.len() < 2 || tabs.len() != panes.len() {
            continue;
        }
        let pairs = tabs.into_iter().zip(panes);
        controls.extend(pairs.filter_map(|(node, opens)| {
            let label = single_spaced(&node.text());
            let is_label = !label.is_empty() && label.chars().count() <= LONGEST_LABEL;
            let is_text = is_label && is_seen(&node) && is_of_text(&opens) && is_told(&opens);
            is_text.then_some(Control {
                node,
                label,
                opens,
                is_tab: true,
            })
        }));
    }
    controls
}

/// What a control names as that which it opens.
fn named<'a>(node: &NodeRef<'a>, ids: &HashMap<String, NodeRef<'a>>) -> Option<NodeRef<'a>> {
    let own = OPENS.iter().filter_map(|name| node.attr(name));
    let link = node.attr("href");
    own.chain(link)
        .find_map(|named| ids.get(named.trim().trim_start_matches('#')).copied())
}

/// What stands behind a control that names nothing, or behind the heading that holds nothing else.
fn behind<'a>(node: &NodeRef<'a>, label: &str) -> Option<NodeRef<'a>> {
    let mut last = *node;
    loop {
        if let Some(next) = last.next_element_sibling() {
            return Some(next);
        }
        let above = last.parent().filter(NodeRef::is_element)?;
        if single_spaced(&above.text()) != label {
            return None;
        }
        last = above;
    }
}

/// Whether nothing around an element, nor itself, says that it is hidden.
fn is_seen(node: &NodeRef<'_>) -> bool {
    let is_hidden = |part: &NodeRef<'_>| {
        part.has_attr("hidden")
            || &*part.attr_or("aria-hidden", "") == "true"
            || super::concealment::concealment(&super::concealment::own_style(part)).is_some()
    };
    !is_hidden(node) && !node.ancestors_it(None).any(|above| is_hidden(&above))
}

/// Whether an element is a part of the text of a page and not of what stands around it, and holds more than links.
fn is_of_text(node: &NodeRef<'_>) -> bool {
    let is_furniture = |part: &NodeRef<'_>| {
        is_one_of(part, NO_TEXT) || NO_TEXT_ROLES.contains(&&*part.attr_or("role", ""))
    };
    let letters = |node: &NodeRef<'_>| single_spaced(&node.text()).len();
    let links = || {
        let links = node.descendants_it().filter(|inner| inner.has_name("a"));
        links.map(|link| letters(&link)).sum::<usize>()
    };
    !is_furniture(node)
        && !node.ancestors_it(None).any(|above| is_furniture(&above))
        && links() * 2 <= letters(node)
}

/// Whether a part is there to be read: it says something in sentences, or is the pane of a tab.
fn is_told(part: &NodeRef<'_>) -> bool {
    let is_pane = &*part.attr_or("role", "") == "tabpanel";
    is_pane || part.text().split_whitespace().any(ends_sentence)
}

/// Writes the label of a control over what it opens, where it would else be lost with the control.
fn write_title(control: &Control<'_>) {
    let Control {
        node,
        label,
        opens,
        is_tab,
    } = control;
    let names_something =
        |above: NodeRef<'_>| is_one_of(&above, HEADINGS) || is_one_of(&above, &["dt", "summary"]);
    // The walk is over before the page is changed.
    let is_named = node.ancestors_it(None).any(names_something);
    if is_named {
        node.rename("span");
        return;
    }
    let is_read = single_spaced(&opens.text()).chars().count() >= SHORTEST_TEXT;
    if is_read && (*is_tab || node.has_name("button")) {
        let title = opens.tree.new_element("h4");
        title.set_text(label.as_str());
        opens.prepend_child(&title);
        node.remove_from_parent();
    }
}

#[cfg(test)]
mod tests {
    use crate::evidence::html::read;
    use crate::evidence::reading::Reading;

    /// A page with this in its article.
    fn reading(inner: &str) -> Reading {
        let prose = "<p>Our engineers have put together what customers ask them most about heat pumps in old houses.</p>";
        let html = format!(
            "<body><nav><button aria-controls=m aria-expanded=false>Menu</button><div id=m hidden>All that the shop sells to its customers</div></nav><main><h1>Questions</h1>{prose}{inner}</main></body>"
        );
        read(html.as_bytes(), None).unwrap()
    }

    fn text(inner: &str) -> String {
        reading(inner).body.text().to_owned()
    }

    #[test]
    fn answers_that_wait_to_be_asked_for_stand_under_their_questions() {
        let item = |at: usize, question: &str, shown: &str| {
            format!(
                "<div><h3><button aria-expanded=false aria-controls=c{at}>{question}</button></h3><div id=c{at} {shown}>It draws {at} kilowatts in a cold night.</div></div>"
            )
        };
        for shown in [
            "hidden",
            "aria-hidden=true",
            "style='display:none'",
            "style='height:0;overflow:hidden'",
            "class=collapse",
        ] {
            let text = text(&format!(
                "<style>.collapse{{display:none}}</style>{}{}",
                item(3, "How much power does it draw?", shown),
                item(4, "And the larger one", shown)
            ));
            let answers = "How much power does it draw?\n\nIt draws 3 kilowatts in a cold night.\n\nAnd the larger one\n\nIt draws 4 kilowatts in a cold night.";
            assert!(text.ends_with(answers), "{shown}: {text}");
        }
    }

    #[test]
    fn a_question_is_enough_of_a_label() {
        let text = text(
            "<div class=q>How loud is it?</div><div style='display:none'>It emits 48 decibels at three metres.</div>",
        );
        assert!(
            text.ends_with("How loud is it?\n\nIt emits 48 decibels at three metres."),
            "{text}"
        );
        // What nothing on the page leads to stays unseen.
        let reading = reading(
            "<p>It is quiet.</p><div style='display:none'>It emits 48 decibels at three metres.</div>",
        );
        let warned = "hidden text was set aside";
        assert!(reading.warnings.iter().any(|told| told.starts_with(warned)));
    }

    #[test]
    fn the_panes_behind_tabs_are_read_under_their_names() {
        let text = text(
            "<div role=tablist><button role=tab aria-controls=a>Data</button><button role=tab aria-controls=b>Warranty</button></div>\
            <div role=tabpanel id=a><p>The unit weighs 112 kg without its feet.</p></div><div role=tabpanel id=b hidden><p>The maker stands for it for 7 years.</p></div>",
        );
        assert!(
            text.ends_with("Data\n\nThe unit weighs 112 kg without its feet.\n\nWarranty\n\nThe maker stands for it for 7 years."),
            "{text}"
        );
    }

    #[test]
    fn tabs_that_name_no_panes_open_those_in_their_order() {
        let panes = [
            "The unit weighs 112 kg without its feet.",
            "The maker stands for it for 7 years.",
        ];
        let read = format!("Data\n\n{}\n\nWarranty\n\n{}", panes[0], panes[1]);
        for (tabs, pane) in [
            (
                "<div role=tablist><button role=tab>Data</button><button role=tab>Warranty</button></div>",
                "role=tabpanel",
            ),
            (
                "<ul><li class=tab>Data</li><li class=tab>Warranty</li></ul>",
                "class=tab-pane",
            ),
        ] {
            let text = text(&format!(
                "<div>{tabs}<div {pane}><p>{}</p></div><div {pane} style='display:none'><p>{}</p></div></div>",
                panes[0], panes[1]
            ));
            assert!(text.ends_with(&read), "{text}");
        }
    }

    #[test]
    fn a_control_that_says_only_what_it_does_is_no_title() {
        let text = text(
            "<button aria-controls=r aria-expanded=false>Read more</button><div id=r hidden>The larger unit came a year later.</div>",
        );
        assert!(
            text.ends_with("old houses.\n\nThe larger unit came a year later."),
            "{text}"
        );
        assert!(!text.contains("All that the shop sells"), "{text}");
    }
}
