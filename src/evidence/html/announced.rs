//! Lists that belong to the text of an article, were they nothing but links: they stand among its paragraphs, under a heading or behind a line that announces
//! them. Menus and lists of other articles stand beside the text, or under headings that say what they are.

use std::collections::HashSet;

use dom_query::{Document, NodeId, NodeRef};

use super::measure::{HEADINGS, Weights, is_one_of, single_spaced};
use super::prune::is_opening;
use super::words::{END_SECTIONS, LIST_HEADINGS};

/// What holds less than this share of the running text does not hold the text.
const SHARE: usize = 4;
/// A page with less running text may be there for its list.
const SHORT: usize = 400;
/// A line of fewer words is the label of a list.
const FEWEST_WORDS: usize = 4;
/// A longer line announces nothing.
const LONGEST_LINE: usize = 300;
/// What holds the text of an article, beside its headings.
const TEXT: &[&str] = &["p", "ul", "ol", "blockquote", "table", "pre", "dl"];
/// A list of which so many links lead into the page is its table of contents, one of so many.
const INTO_PAGE: usize = 2;

/// The lists of an article that are announced by it.
pub(super) struct Announced(HashSet<NodeId>);

impl Announced {
    pub(super) fn of(article: &Document, weights: &Weights) -> Self {
        let all = weights.get(&article.root());
        let lists = article.select("ul, ol");
        let announced = lists.nodes().iter().filter(|list| {
            let beside: usize = list.parent().map_or(0, |around| {
                let texts = around.children_it(false);
                texts
                    .filter(|part| part.id != list.id && is_one_of(part, TEXT))
                    .map(|part| weights.get(&part).prose)
                    .sum()
            });
            let weight = weights.get(list);
            // A few words above a long list say what it lists.
            let is_purpose = all.prose < SHORT && weight.text * 2 > all.text;
            beside > 0
                && beside * SHARE >= all.prose
                && (is_purpose || is_announced(list))
                && weight.headings == 0
                && !leads_into_page(list)
        });
        Self(announced.map(|list| list.id).collect())
    }

    /// Whether this is such a list.
    pub(super) fn hold(&self, part: &NodeRef<'_>) -> bool {
        self.0.contains(&part.id)
    }

    /// Whether this is or holds such a list, or is an item of one.
    pub(super) fn are_in(&self, part: &NodeRef<'_>) -> bool {
        !self.0.is_empty()
            && (self.hold(part)
                || part.ancestors_it(None).any(|above| self.hold(&above))
                || part.descendants_it().any(|inner| self.hold(&inner)))
    }
}

/// Whether a heading or a line that ends with a colon stands before a list, and says nothing of other articles.
fn is_announced(list: &NodeRef<'_>) -> bool {
    let mut before = list.prev_element_sibling();
    while let Some(empty) = before.filter(|part| part.text().trim().is_empty()) {
        before = empty.prev_element_sibling();
    }
    let Some(before) = before else {
        return false;
    };
    let line = single_spaced(&before.text());
    if line.chars().count() > LONGEST_LINE {
        return false;
    }
    let is_heading = is_one_of(&before, HEADINGS);
    let is_said = line.split_whitespace().count() >= FEWEST_WORDS;
    let announces = is_said
        && line.ends_with([':', '：'])
        && is_one_of(&before, &["p", "div", "span", "strong", "b"]);
    let lower = line.to_lowercase();
    let is_of_others = [LIST_HEADINGS, END_SECTIONS]
        .into_iter()
        .flatten()
        .any(|word| lower.starts_with(word));
    (is_heading || announces) && !is_of_others && !is_opening(&line)
}

fn leads_into_page(list: &NodeRef<'_>) -> bool {
    let links: Vec<NodeRef<'_>> = list
        .descendants_it()
        .filter(|node| node.has_name("a"))
        .collect();
    let inside = links
        .iter()
        .filter(|link| link.attr_or("href", "").contains('#'));
    !links.is_empty() && inside.count() * INTO_PAGE > links.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROSE: &str = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes.";

    fn announced(inside: &str) -> usize {
        let article = Document::fragment(format!("<div>{inside}</div>"));
        Announced::of(&article, &Weights::of(&article.root()))
            .0
            .len()
    }

    #[test]
    fn a_list_under_a_heading_of_the_text_belongs_to_it() {
        let list = "<ul><li><a href=/1>Ann fixed the permissions</a></li></ul>";
        assert_eq!(
            announced(&format!(
                "<p>{PROSE}</p><h2>New contributors</h2>{list}<p>{PROSE}</p>"
            )),
            1
        );
        assert_eq!(
            announced(&format!("<p>{PROSE}</p><p>Three laws say so:</p>{list}")),
            1
        );
        assert_eq!(
            announced(&format!("<p>{PROSE}</p><h2>Related stories</h2>{list}")),
            0
        );
        assert_eq!(announced(&format!("<p>{PROSE}</p>{list}")), 0);
        assert_eq!(
            announced(&format!(
                "<p>{PROSE}</p><div><h2>From the archive</h2>{list}</div>"
            )),
            0
        );
        assert_eq!(
            announced(&format!("<p>{PROSE}</p><p>Más información:</p>{list}")),
            0
        );
        let long = format!(
            "<ul>{}</ul>",
            "<li><a href=/1>Open data on the storage of heat</a></li>".repeat(9)
        );
        assert_eq!(announced(&format!("<p>{PROSE}</p>{long}")), 1);
        let contents = "<ol><li><a href='#one'>One</a></li><li><a href='#two'>Two</a></li></ol>";
        assert_eq!(
            announced(&format!("<h2>On this page</h2>{contents}<p>{PROSE}</p>")),
            0
        );
    }
}
