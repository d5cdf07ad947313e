//! How much running text each part of a page holds. One walk over the tree measures all of them, because asking each part for its own text would cost
//! the depth of the page times its length.
//!
//! Prose is text in blocks that are long and are not mostly links: what an article is made of, and menus, lists of other articles and footers are not.

use std::collections::HashMap;

use dom_query::{NodeId, NodeRef};

/// A block with fewer characters than this is a label, a name or an item, and no prose.
const SHORTEST_PROSE: usize = 60;

/// Elements that run within a line of text.
pub(super) const INLINE: &[&str] = &[
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn",
    "em", "font", "i", "ins", "kbd", "label", "mark", "nobr", "q", "ruby", "s", "samp", "small",
    "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
];
/// Elements whose text is no text of the page, or only says what a picture shows.
const SILENT: &[&str] = &[
    "button",
    "datalist",
    "figcaption",
    "head",
    "object",
    "option",
    "script",
    "select",
    "style",
    "svg",
    "template",
    "textarea",
    "title",
];

pub(super) const HEADINGS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6"];

/// What a part of the page holds, in characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Weight {
    /// All text.
    pub(super) text: usize,
    /// Text of links.
    pub(super) linked: usize,
    /// Text outside links, in blocks of prose.
    pub(super) prose: usize,
    /// Headings within it.
    pub(super) headings: usize,
}

impl Weight {
    /// Whether most of the text leads elsewhere.
    pub(super) fn leads_elsewhere(&self) -> bool {
        self.linked * 2 > self.text
    }
}

/// The weights of all elements below a root, and of the root.
pub(super) struct Weights {
    all: HashMap<NodeId, Weight, foldhash::fast::RandomState>,
    /// Text that stands in a block itself, not in blocks within it.
    own: HashMap<NodeId, Weight, foldhash::fast::RandomState>,
}

/// Where the text below an element belongs.
#[derive(Clone, Copy)]
struct Place {
    block: NodeId,
    in_link: bool,
    silent: bool,
}

impl Weights {
    pub(super) fn of(root: &NodeRef<'_>) -> Self {
        let mut weights = Self {
            all: HashMap::default(),
            own: HashMap::default(),
        };
        let mut order: Vec<(NodeId, Option<NodeId>)> = vec![(root.id, None)];
        let mut places: HashMap<NodeId, Place, foldhash::fast::RandomState> = HashMap::default();
        places.insert(
            root.id,
            Place {
                block: root.id,
                in_link: false,
                silent: false,
            },
        );
        for node in root.descendants_it() {
            let Some(parent) = node.parent() else {
                continue;
            };
            let Some(place) = places.get(&parent.id).copied() else {
                continue;
            };
            if node.is_text() {
                if !place.silent {
                    let length = visible_length(&node);
                    let own = weights.own.entry(place.block).or_default();
                    own.text += length;
                    own.linked += if place.in_link { length } else { 0 };
                }
                continue;
            }
            let Some(place) = inside(&node, place) else {
                continue;
            };
            if is_one_of(&node, HEADINGS) {
                weights.all.entry(node.id).or_default().headings = 1;
            }
            places.insert(node.id, place);
            order.push((node.id, Some(parent.id)));
        }
        // From the leaves up: a node stands behind all nodes above it.
        for (id, above) in order.iter().rev() {
            let own = weights.own.get(id).copied().unwrap_or_default();
            let weight = weights.all.entry(*id).or_default();
            weight.text += own.text;
            weight.linked += own.linked;
            weight.prose += prose_of(own);
            let weight = *weight;
            if let Some(above) = above {
                let sum = weights.all.entry(*above).or_default();
                sum.text += weight.text;
                sum.linked += weight.linked;
                sum.prose += weight.prose;
                sum.headings += weight.headings;
            }
        }
        weights
    }

    pub(super) fn get(&self, node: &NodeRef<'_>) -> Weight {
        self.all.get(&node.id).copied().unwrap_or_default()
    }

    /// Of the text that stands in this block itself.
    pub(super) fn own(&self, node: &NodeRef<'_>) -> Weight {
        let mut own = self.own.get(&node.id).copied().unwrap_or_default();
        own.prose = prose_of(own);
        own
    }
}

pub(super) fn is_one_of(node: &NodeRef<'_>, names: &[&str]) -> bool {
    node.element_ref()
        .is_some_and(|element| names.contains(&&*element.name.local))
}

/// Whether a character is one of a script that writes a word in one or two, without spaces between words.
pub(super) fn is_wide(c: char) -> bool {
    ('\u{2e80}'..='\u{ffdc}').contains(&c)
}

/// Characters of a text; those of scripts that write a word in one or two count twice.
pub(super) fn length(text: &str) -> usize {
    text.chars().map(|c| 1 + usize::from(is_wide(c))).sum()
}

/// How many words a browser shows of a part. A character of a script without spaces is one.
pub(super) fn words(root: &NodeRef<'_>) -> usize {
    let is_shown = |text: &NodeRef<'_>| {
        !text
            .parent()
            .is_some_and(|above| is_one_of(&above, &["script", "style", "template", "noscript"]))
    };
    root.descendants_it()
        .filter(|node| node.is_text() && is_shown(node))
        .map(|text| words_of(&text.text()))
        .sum()
}

/// How many words a text has, as [`words`] counts them.
pub(super) fn words_of(text: &str) -> usize {
    // Korean has spaces.
    let is_word = |c: &char| is_wide(*c) && !('\u{ac00}'..='\u{d7af}').contains(c);
    let words = text
        .split_whitespace()
        .map(|word| word.chars().filter(is_word).count().max(1));
    words.sum()
}

pub(super) fn single_spaced(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

fn prose_of(own: Weight) -> usize {
    if own.text >= SHORTEST_PROSE && !own.leads_elsewhere() {
        own.text - own.linked
    } else {
        0
    }
}

fn inside(node: &NodeRef<'_>, place: Place) -> Option<Place> {
    let element = node.element_ref()?;
    let name: &str = &element.name.local;
    Some(Place {
        block: if INLINE.contains(&name) {
            place.block
        } else {
            node.id
        },
        in_link: place.in_link || name == "a",
        silent: place.silent || SILENT.contains(&name),
    })
}

/// Characters without the white space that a browser does not show; those of scripts that write a word in one or two count twice.
fn visible_length(text: &NodeRef<'_>) -> usize {
    text.query_or(0, |node| {
        let dom_query::NodeData::Text { contents } = &node.data else {
            return 0;
        };
        let mut length = 0;
        let mut after_space = true;
        for c in contents.chars() {
            let space = c.is_whitespace();
            length += match (space, after_space) {
                (true, true) => 0,
                (true, false) => 1,
                (false, _) => 1 + usize::from(is_wide(c)),
            };
            after_space = space;
        }
        length
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dom_query::Document;

    #[test]
    fn running_text_counts_and_menus_and_labels_do_not() {
        let prose = "The pilot buses lost a third of their range in the January of that year.";
        let page = Document::from(format!(
            "<body><nav><a href=/>Home</a> <a href=/news>News of today, of yesterday and of the days before that</a></nav>\
             <div id=a><p>{prose}</p>  <p><b>Label</b></p><script>let prose = 'not at all, however long it may be in the end';</script></div></body>"
        ));
        let weights = Weights::of(&page.body().unwrap());
        let of = |selector: &str| weights.get(page.select(selector).nodes().first().unwrap());
        assert_eq!(of("#a").prose, prose.len());
        assert_eq!(of("#a").text, prose.len() + "Label".len());
        assert_eq!(of("nav").prose, 0);
        assert!(of("nav").leads_elsewhere() && !of("#a").leads_elsewhere());
        assert_eq!(of("body").text, of("#a").text + of("nav").text);
    }
}
