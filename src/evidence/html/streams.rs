//! What a page shows of other stories at length: rows of them, each a title that leads to it and what it begins with, and galleries of pictures with what is
//! said of each. Such rows are often longer than the article they stand below, and would be taken for it.

use dom_query::NodeRef;

use super::measure::{HEADINGS, Weights, is_one_of};
use super::names;

/// Fewer stories may be parts of an article.
const FEWEST: usize = 4;
/// Fewer pictures belong to the article.
const FEWEST_PICTURES: usize = 8;
/// Characters of what is shown of one of them.
const LONGEST: usize = 900;
/// A page with less running text beside its rows is there to show them.
const LEAST_BESIDE: usize = 800;
/// What holds the article, by its name, is looked into and not taken for a row.
const TEXT: &[&str] = &["article", "main", "body", "table", "tbody", "tr", "p", "dl"];

/// Takes the rows out of a page.
pub(super) fn remove(body: &NodeRef<'_>, weights: &Weights) {
    let all = weights.get(body).prose;
    let parts: Vec<NodeRef<'_>> = body.descendants_it().filter(NodeRef::is_element).collect();
    let mut left = all;
    for part in parts {
        let weight = weights.get(&part);
        if weight.prose == 0
            || left.saturating_sub(weight.prose) < LEAST_BESIDE
            || is_one_of(&part, TEXT)
            || part.descendants_it().any(|inner| inner.has_name("h1"))
            || !(names::is_gallery(&part) && is_gallery(&part, weights) || is_row(&part, weights))
        {
            continue;
        }
        // Of one within another, only the outer one counts.
        if part.ancestors_it(None).any(|above| above.has_name("body")) {
            part.remove_from_parent();
            left -= weight.prose.min(left);
        }
    }
}

/// Whether this holds nothing but parts of the same make, each with a heading that is a link and not much more.
fn is_row(part: &NodeRef<'_>, weights: &Weights) -> bool {
    let children: Vec<NodeRef<'_>> = part
        .children_it(false)
        .filter(|child| weights.get(child).text > 0)
        .collect();
    if children.len() < FEWEST {
        return false;
    }
    let shows_story = |child: &&NodeRef<'_>| {
        let weight = weights.get(child);
        weight.text <= LONGEST && weight.headings == 1 && has_linked_heading(child, weights)
    };
    let stories = children.iter().filter(shows_story).count();
    let names = |child: &NodeRef<'_>| child.node_name();
    let first = children.first().map(names);
    let alike = children
        .iter()
        .filter(|child| Some(names(child)) == first)
        .count();
    stories >= FEWEST && stories * 5 >= children.len() * 4 && alike * 5 >= children.len() * 4
}

/// Whether a heading in this is a link and leads to another page.
fn has_linked_heading(part: &NodeRef<'_>, weights: &Weights) -> bool {
    let leads_on =
        |link: &NodeRef<'_>| link.has_name("a") && !link.attr_or("href", "#").starts_with('#');
    part.descendants_it()
        .filter(|node| is_one_of(node, HEADINGS))
        .any(|heading| {
            let own = weights.get(&heading);
            own.text > 0
                && own.linked * 10 >= own.text * 9
                && (heading.descendants_it().any(|node| leads_on(&node))
                    || heading.ancestors_it(Some(3)).any(|above| leads_on(&above)))
        })
}

/// Whether this, which is named a gallery, shows nothing but many pictures with what is said of each.
fn is_gallery(part: &NodeRef<'_>, weights: &Weights) -> bool {
    let all = weights.get(part).text;
    let is_shown = |child: &NodeRef<'_>| {
        is_one_of(child, &["li", "div", "figure"])
            && (1..=LONGEST).contains(&weights.get(child).text)
    };
    part.descendants_it()
        .chain([*part])
        .filter(|node| is_one_of(node, &["ul", "ol", "div"]))
        .any(|row| {
            let said: Vec<usize> = row
                .children_it(false)
                .filter(is_shown)
                .map(|child| weights.get(&child).text)
                .collect();
            said.len() >= FEWEST_PICTURES && said.iter().sum::<usize>() * 5 >= all * 4
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::html::measure::single_spaced;
    use dom_query::Document;

    const PROSE: &str = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes.";

    fn left(inside: &str) -> String {
        let page = Document::from(format!("<body>{inside}</body>"));
        let body = page.body().unwrap();
        remove(&body, &Weights::of(&body));
        single_spaced(&body.text())
    }

    fn stories(count: usize) -> String {
        let story = |n| {
            format!(
                "<li><h3><a href='/story{n}'>Story {n}</a></h3><p>{}</p></li>",
                PROSE.replace("pilot", "other")
            )
        };
        format!("<ul>{}</ul>", (0..count).map(story).collect::<String>())
    }

    #[test]
    fn stories_that_are_shown_below_an_article_are_none_of_it() {
        let article = format!("<div>{}</div>", format!("<p>{PROSE}</p>").repeat(7));
        let text = left(&format!("{article}{}", stories(30)));
        assert!(
            text.contains("pilot buses") && !text.contains("other buses"),
            "{text}"
        );
    }

    #[test]
    fn a_page_that_is_there_to_show_stories_keeps_them() {
        assert!(left(&format!("<p>{PROSE}</p>{}", stories(9))).contains("other buses"));
    }

    #[test]
    fn a_gallery_of_something_else_is_none_of_the_article() {
        let article = format!("<p>{PROSE}</p>").repeat(7);
        let picture = "<li><h3>A pier</h3><p>It is on sale for 12.6 million, as its owner looks to restructure the business of the company.</p></li>";
        let gallery = format!(
            "<div class='full-gallery'><ul>{}</ul></div>",
            picture.repeat(20)
        );
        let text = left(&format!("<div>{article}{gallery}</div>"));
        assert!(
            text.contains("pilot buses") && !text.contains("A pier"),
            "{text}"
        );
    }
}
