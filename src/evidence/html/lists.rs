//! What of an article is no text of it by its make: lists of links and of other articles, sections about its author, and the
//! labels that are left at its ends. All of it is judged by weights and places, and next to nothing by wording.

use dom_query::{Document, NodeRef};

use super::announced::Announced;
use super::measure::{HEADINGS, Weight, Weights, is_one_of, single_spaced};
use super::prune::without_references;
use super::statements::holds_a_statement;
use super::tables::Values;
use super::words::END_SECTIONS;

/// Takes out, from the second half of an article, what stands under headings such as "About the author".
pub(super) fn sections_about_others(article: &Document, weights: &Weights) {
    /// What such a section holds is at most the fourth part of the article.
    const MOST: usize = 4;
    /// More headings of this kind no article has.
    const SECTIONS: usize = 20;
    /// A heading is not longer than this.
    const LONGEST_HEADING: usize = 60;
    let root = article.root();
    let all = weights.get(&root).text;
    let mut passed = 0;
    let mut sections = 0;
    for node in root.descendants_it().collect::<Vec<_>>() {
        passed += weights.own(&node).text;
        let own = weights.own(&node).text;
        if passed * 2 < all
            || own == 0
            || own > LONGEST_HEADING
            || !(node.has_name("p") || is_one_of(&node, HEADINGS))
        {
            continue;
        }
        let heading = single_spaced(&node.text()).to_lowercase();
        if !END_SECTIONS.iter().any(|word| heading.starts_with(word)) {
            continue;
        }
        sections += 1;
        if sections > SECTIONS {
            return;
        }
        let mut section = vec![node];
        let mut next = node.next_element_sibling();
        while let Some(part) = next.filter(|part| !is_one_of(part, HEADINGS)) {
            section.push(part);
            next = part.next_element_sibling();
        }
        let length: usize = section.iter().map(|part| weights.get(part).text).sum();
        if length * MOST <= all {
            for part in section {
                part.remove_from_parent();
            }
        }
    }
}

/// Takes out what only leads elsewhere: blocks and lists of which nearly all is links.
pub(super) fn links(article: &Document, weights: &Weights, values: &Values, announced: &Announced) {
    let root = article.root();
    let parts: Vec<NodeRef<'_>> = root.descendants_it().filter(NodeRef::is_element).collect();
    for part in parts {
        let weight = weights.get(&part);
        if weight.prose == 0
            && weight.text > 0
            && weight.linked * 10 > weight.text * 7
            && is_one_of(&part, &["div", "section", "aside", "ul", "ol", "table"])
            && !values.hold(&part)
            && !tells(&part, weights)
            && !announced.are_in(&part)
        {
            part.remove_from_parent();
        }
    }
}

/// Whether a part holds a list whose items say something of what they lead to: most have words between or around their links.
pub(super) fn tells(part: &NodeRef<'_>, weights: &Weights) -> bool {
    /// Characters of an item that says something.
    const SHORTEST: usize = 25;
    const FEWEST: usize = 2;
    let items = part.descendants_it().filter(|node| node.has_name("li"));
    let (mut all, mut telling) = (0, 0);
    for item in items {
        let weight = weights.get(&item);
        if weight.text == 0 {
            continue;
        }
        all += 1;
        telling += usize::from(weight.text >= SHORTEST && has_words_between_links(&item));
    }
    telling >= FEWEST && telling * 2 > all
}

/// Whether plain words or another link stand before a link of this part: a sentence goes on there, where a title would only be followed by its source.
fn has_words_between_links(part: &NodeRef<'_>) -> bool {
    let mut words = false;
    for node in part.descendants_it() {
        if node.has_name("a") && !node.text().trim().is_empty() {
            if words {
                return true;
            }
            words = true;
        }
        let in_link = || node.ancestors_it(None).any(|above| above.has_name("a"));
        if node.is_text() && node.text().contains(char::is_alphabetic) && !in_link() {
            words = true;
        }
    }
    false
}

/// Takes out what shows one other article after the other: at least three parts of the same make, each of which leads elsewhere with a few words.
pub(super) fn teasers(
    article: &Document,
    weights: &Weights,
    values: &Values,
    announced: &Announced,
) {
    const FEWEST: usize = 3;
    const LONGEST_TEASER: usize = 400;
    let root = article.root();
    let all = weights.get(&root).prose;
    let parts: Vec<NodeRef<'_>> = root
        .descendants_it()
        .filter(|node| is_one_of(node, &["div", "section", "ul", "ol"]))
        .collect();
    for part in parts {
        let weight = weights.get(&part);
        if weight.linked * 4 < weight.text
            || weight.prose * 2 > all
            || values.hold(&part)
            || announced.are_in(&part)
            || (is_one_of(&part, &["ul", "ol"]) && tells(&part, weights))
        {
            continue;
        }
        let children: Vec<NodeRef<'_>> = part
            .children_it(false)
            .filter(|child| weights.get(child).text > 0)
            .collect();
        let make = |node: &NodeRef<'_>| (node.node_name(), node.class());
        let teasers = children.iter().filter(|child| {
            let weight = weights.get(child);
            weight.text <= LONGEST_TEASER
                && weight.linked * 4 >= weight.text
                && is_one_of(child, &["div", "article", "section", "li", "a"])
                && children
                    .first()
                    .is_some_and(|first| make(first) == make(child))
        });
        let teasers = teasers.count();
        if teasers >= FEWEST && teasers * 10 >= children.len() * 8 {
            part.remove_from_parent();
        }
    }
}

/// Takes out what stands before the first and behind the last running text: headings of lists that are gone, labels and links. Where that is much of the
/// article, its lines are short by nature, and nothing goes.
pub(super) fn ends(article: &Document, weights: &Weights, values: &Values, announced: &Announced) {
    /// What is cut is at most this share of the article.
    const MOST: f32 = 0.2;
    let root = article.root();
    let blocks: Vec<NodeRef<'_>> = root
        .descendants_it()
        .filter(|node| node.is_element() && weights.own(node).text > 0)
        .collect();
    let is_link = |own: Weight| own.linked * 10 > own.text * 8;
    let goes_behind = |block: &&NodeRef<'_>| {
        let own = weights.own(block);
        let goes =
            is_one_of(block, HEADINGS) || own.leads_elsewhere() || is_line_label(block, own.text);
        let in_told_list = || {
            let mut above = block.ancestors_it(None);
            above.any(|above| {
                is_one_of(&above, &["ul", "ol"])
                    && (announced.hold(&above) || tells(&above, weights))
            })
        };
        goes && !values.hold(block) && !(own.linked > 0 && in_told_list())
    };
    let goes_before = |block: &&NodeRef<'_>| {
        let own = weights.own(block);
        let goes = is_link(own) || is_line_label(block, own.text);
        goes && !is_one_of(block, HEADINGS) && !values.hold(block)
    };
    let behind: Vec<_> = blocks.iter().rev().take_while(goes_behind).collect();
    let before: Vec<_> = blocks.iter().take_while(goes_before).collect();
    let all = weights.get(&root).text as f32;
    for end in [behind, before] {
        let length: usize = end.iter().map(|block| weights.own(block).text).sum();
        if length as f32 >= all * MOST {
            continue;
        }
        for block in end {
            // What it holds besides its own text goes on its own account.
            let holds_text =
                |inner: NodeRef<'_>| inner.is_element() && weights.own(&inner).text > 0;
            if !block.descendants_it().any(holds_text) {
                block.remove_from_parent();
            }
        }
    }
}

/// Whether a line is short and does not end as a sentence, and is no item of data.
fn is_line_label(block: &NodeRef<'_>, length: usize) -> bool {
    const SHORTEST_LINE: usize = 80;
    const ENDS: &[char] = &[
        '.', '!', '?', '…', '"', '”', '“', '»', ')', '。', '！', '？', ':', '’',
    ];
    length < SHORTEST_LINE
        && !is_one_of(
            block,
            &[
                "li",
                "td",
                "th",
                "caption",
                "figcaption",
                "pre",
                "code",
                "dd",
                "dt",
            ],
        )
        && !without_references(&block.text()).ends_with(ENDS)
        && !holds_a_statement(&block.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROSE: &str = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes.";

    fn left(inside: &str, take_out: impl Fn(&Document, &Weights, &Values, &Announced)) -> String {
        let article = Document::fragment(format!("<div>{inside}</div>"));
        let weights = Weights::of(&article.root());
        take_out(
            &article,
            &weights,
            &Values::of(&article, &weights),
            &Announced::of(&article, &weights),
        );
        single_spaced(&article.root().text())
    }

    #[test]
    fn other_articles_in_a_row_go_and_a_list_with_sources_stays() {
        let teaser = "<div class=card><a href=/a>Seven more buses</a> <span>A short word on them</span></div>";
        let items = "<ul><li>In the first winter a third of the range was lost, as <a href=/s>measured</a>.</li><li>In the second one nothing was.</li></ul>";
        let text = left(
            &format!("<p>{PROSE}</p>{items}<div>{}</div>", teaser.repeat(4)),
            teasers,
        );
        assert!(text.ends_with("In the second one nothing was."), "{text}");
    }

    #[test]
    fn a_list_that_says_what_it_leads_to_stays_and_one_of_titles_goes() {
        let told = "<ul><li><a href=/1>Ann</a> fixed <a href=/2>an issue with the permissions of buses</a></li><li>Bo made <a href=/3>the start a little faster in winter</a></li></ul>";
        let titles = "<ul><li><a href=/1>Seven buses that will surprise you</a> (Herald)</li><li><a href=/2>Eight more of them</a> by Ada Penrose</li></ul>";
        let text = left(
            &format!("<p>{PROSE}</p>{told}{titles}"),
            |article, weights, values, announced| {
                links(article, weights, values, announced);
            },
        );
        assert!(
            text.contains("Ann fixed") && text.contains("a little faster"),
            "{text}"
        );
        assert!(!text.contains("surprise"), "{text}");
    }

    #[test]
    fn a_section_about_the_author_goes_and_one_about_authors_stays() {
        let section = "<h2>About the author</h2><p>Ada Penrose writes on transport.</p><h2>Annex</h2><p>All figures are the operator's own ones.</p>";
        let before = "<h2>About the authors of the law</h2><p>They never saw a bus.</p>";
        let text = left(
            &format!("{before}<p>{PROSE}</p><p>{PROSE}</p>{section}"),
            |article, weights, _, _| sections_about_others(article, weights),
        );
        assert!(!text.contains("Ada Penrose"), "{text}");
        assert!(
            text.contains("never saw a bus") && text.ends_with("own ones."),
            "{text}"
        );
    }

    #[test]
    fn labels_at_the_ends_go_and_short_lines_that_are_the_text_stay() {
        let text = left(
            &format!(
                "<div>Transport</div><p>{PROSE}</p><p>So it was.</p><h3>Read on</h3><p>Share with friends</p>"
            ),
            ends,
        );
        assert_eq!(text, format!("{PROSE}So it was."));
        let poem = "<p>The bus stood still</p><p>upon the hill</p><p>and was so until</p>";
        assert_eq!(
            left(poem, ends),
            "The bus stood stillupon the hilland was so until"
        );
    }
}
