//! Where on a page its article is. The part that holds nearly all running text is followed from the page inwards; names that pages give to the part with the
//! article decide where the text alone does not, and are believed only when that part holds a good share of the text.
//!
//! What an article opens with often stands outside of it, beside the title: such a lead is found as well. What does not belong inside is `prune`'s matter.

use dom_query::{Document, NodeRef};

use super::measure::{HEADINGS, Weights, is_one_of};
use super::names;

/// The parts of a page that are its article, in order.
pub(super) struct Found<'a> {
    leads: Vec<NodeRef<'a>>,
    root: NodeRef<'a>,
}

impl Found<'_> {
    pub(super) fn fragment(&self) -> Document {
        let mut html = String::new();
        for part in self.leads.iter().chain([&self.root]) {
            html.push_str(&part.html());
        }
        Document::fragment(html)
    }

    /// Takes them out of the page, as they were no article.
    pub(super) fn remove(self) {
        self.root.remove_from_parent();
    }
}

/// The article of a page from which the furniture has been taken; `None` where no part of the page is one.
pub(super) fn find(page: &Document) -> Option<Found<'_>> {
    let body = page.body()?;
    let weights = Weights::of(&body);
    if weights.get(&body).prose == 0 {
        return None;
    }
    let root = with_its_facts(innermost(body, &weights), &weights);
    let leads = leads(page, &root, &weights);
    Some(Found { leads, root })
}

/// The one part that a page names as its article, however little running text there is in it.
pub(super) fn named(page: &Document) -> Option<Found<'_>> {
    let body = page.body()?;
    let mut named: Vec<NodeRef<'_>> = Vec::new();
    for part in body.descendants_it() {
        if Mark::of(&part) >= Mark::Article
            && !named.last().is_some_and(|outer| is_within(&part, outer))
        {
            named.push(part);
        }
    }
    match named.as_slice() {
        [root] => Some(Found {
            leads: Vec::new(),
            root: *root,
        }),
        _ => None,
    }
}

/// How sure a name makes that a part is the article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    None,
    /// The main part of the page.
    Main,
    /// The article with its title and what belongs to it.
    Article,
    /// The text of the article.
    Body,
}

impl Mark {
    fn of(node: &NodeRef<'_>) -> Self {
        const BODIES: &[&str] = &[
            "articlebody",
            "articlecontent",
            "articletext",
            "blogcontent",
            "bodycopy",
            "bodytext",
            "contentbody",
            "contenttext",
            "entrybody",
            "entrycontent",
            "entrytext",
            "fieldnamebody",
            "fulltext",
            "maintext",
            "newsbody",
            "newscontent",
            "newstext",
            "postbody",
            "postcontent",
            "posttext",
            "singlecontent",
            "storybody",
            "storycontent",
            "storytext",
        ];
        const ARTICLES: &[&str] = &[
            "article",
            "artikel",
            "blogpost",
            "entry",
            "hentry",
            "newsarticle",
            "post",
            "singlepost",
            "story",
        ];
        const MAINS: &[&str] = &["content", "contentmain", "inhalt", "main", "maincontent"];
        const OTHER_ELEMENTS: &[&str] = &[
            "a", "aside", "body", "footer", "h1", "h2", "h3", "header", "li", "nav", "p", "span",
            "ul",
        ];
        if is_one_of(node, OTHER_ELEMENTS) {
            return Self::None;
        }
        let names = format!("{} {}", node.attr_or("class", ""), node.attr_or("id", ""));
        let bare = |name: &str| -> String {
            name.chars()
                .filter(char::is_ascii_alphanumeric)
                .map(|c| c.to_ascii_lowercase())
                .collect()
        };
        let names: Vec<String> = names.split_whitespace().map(bare).collect();
        let role = node.attr_or("role", "");
        let property = node.attr_or("itemprop", "");
        if matches!(&*property, "articleBody" | "text")
            || names
                .iter()
                .any(|name| BODIES.iter().any(|body| name.ends_with(body)))
        {
            Self::Body
        } else if node.has_name("article")
            || &*role == "article"
            || names.iter().any(|name| ARTICLES.contains(&name.as_str()))
        {
            Self::Article
        } else if node.has_name("main")
            || &*role == "main"
            || names.iter().any(|name| MAINS.contains(&name.as_str()))
        {
            Self::Main
        } else {
            Self::None
        }
    }

    /// How much of the running text an inner part must hold to stand for one with this mark.
    fn share(self) -> f32 {
        match self {
            Self::None => 0.8,
            Self::Main => 0.85,
            Self::Article => 0.9,
            Self::Body => 0.97,
        }
    }
}

/// Follows the running text from the page inwards, as long as one part holds nearly all of it.
fn innermost<'a>(body: NodeRef<'a>, weights: &Weights) -> NodeRef<'a> {
    let mut root = body;
    let mut mark = Mark::None;
    loop {
        let held = weights.get(&root).prose as f32;
        let heaviest = root
            .children_it(false)
            .filter(NodeRef::is_element)
            .max_by_key(|child| weights.get(child).prose);
        if let Some(child) = heaviest
            && weights.get(&child).prose as f32 >= held * mark.share()
            && !is_block_of_text(&child)
        {
            if is_one_of_several_sections(&child, &root, weights) {
                return root;
            }
            mark = mark.max(Mark::of(&child));
            root = child;
            continue;
        }
        let Some((better, child)) = marked_within(&root, mark, weights) else {
            return root;
        };
        (mark, root) = (better, child);
    }
}

/// Whether a part is a section beside others of the same make, each under its own heading: a short one is of the text as well as a long one.
fn is_one_of_several_sections(part: &NodeRef<'_>, above: &NodeRef<'_>, weights: &Weights) -> bool {
    let is_section = |node: &NodeRef<'_>| {
        let is_named_alike = node.has_name("div") && node.class().is_some();
        (node.has_name("section") || is_named_alike)
            && weights.get(node).prose > 0
            && node.descendants_it().any(|part| is_one_of(&part, HEADINGS))
    };
    let mut beside = above.children_it(false);
    is_section(part)
        && beside
            .any(|other| other.id != part.id && is_section(&other) && other.class() == part.class())
}

/// Little running text is often a part of something larger with a title, facts and a list: a product, an event. Then all of that is the article.
fn with_its_facts<'a>(root: NodeRef<'a>, weights: &Weights) -> NodeRef<'a> {
    /// Characters of running text that are an article on their own.
    const ENOUGH: usize = 400;
    /// Characters of what has a title and facts.
    const MOST: usize = 2500;
    let held = weights.get(&root);
    if held.prose >= ENOUGH {
        return root;
    }
    let has_title = |node: &NodeRef<'a>| {
        node.descendants_it()
            .any(|part| is_one_of(&part, &["h1", "h2"]))
    };
    if has_title(&root) {
        return root;
    }
    let above = root
        .ancestors_it(None)
        .take_while(|above| !is_one_of(above, &["body", "html"]))
        .take_while(|above| {
            let weight = weights.get(above);
            weight.text <= MOST && weight.linked * 4 < weight.text && weight.prose <= held.prose * 2
        })
        .find(has_title);
    above.unwrap_or(root)
}

/// A part with less than this share of the running text is not looked at.
const SOME_SHARE: f32 = 0.15;
/// A part with this share of the running text may be the article if its name says so.
const GOOD_SHARE: f32 = 0.4;

/// The part with a better mark that holds a good share of the running text; where several share it, the part around them.
fn marked_within<'a>(
    root: &NodeRef<'a>,
    mark: Mark,
    weights: &Weights,
) -> Option<(Mark, NodeRef<'a>)> {
    let held = weights.get(root).prose as f32;
    let marked: Vec<(Mark, NodeRef<'a>)> = root
        .descendants_it()
        .filter(NodeRef::is_element)
        .filter(|node| weights.get(node).prose as f32 >= held * SOME_SHARE)
        .map(|node| (Mark::of(&node), node))
        .filter(|(better, _)| *better > mark)
        .collect();
    // A part stands before those within it.
    let mut bodies: Vec<NodeRef<'a>> = Vec::new();
    for (_, part) in marked.iter().filter(|(better, _)| *better == Mark::Body) {
        if !bodies.last().is_some_and(|outer| is_within(part, outer)) {
            bodies.push(*part);
        }
    }
    let shared: usize = bodies.iter().map(|part| weights.get(part).prose).sum();
    if shared as f32 >= held * GOOD_SHARE {
        let around = around(&bodies)?;
        return (around.id != root.id).then_some((Mark::Body, around));
    }
    let (best, heaviest) = marked
        .iter()
        .filter(|(_, node)| weights.get(node).prose as f32 >= held * GOOD_SHARE)
        .max_by_key(|(better, node)| (weights.get(node).prose, *better))?;
    if let Some(around) = thread_of(heaviest, weights) {
        return (around.id != root.id).then_some((*best, around));
    }
    Some((*best, *heaviest))
}

/// What holds the contributions to a conversation, of which this is one: several parts of the same make and name side by side, each with a good part of
/// what is said.
fn thread_of<'a>(part: &NodeRef<'a>, weights: &Weights) -> Option<NodeRef<'a>> {
    /// One that holds more than this share is the article, and the others lead to further ones.
    const MOST: f32 = 0.7;
    let around = part.parent()?;
    let make = |node: &NodeRef<'_>| (node.node_name(), node.class());
    let is_alike = |other: &NodeRef<'_>| {
        let weight = weights.get(other);
        make(other) == make(part) && weight.prose > 0 && weight.linked * 4 < weight.text
    };
    let alike: Vec<usize> = around
        .children_it(false)
        .filter(is_alike)
        .map(|other| weights.get(&other).prose)
        .collect();
    let all: usize = alike.iter().sum();
    let is_thread = part.class().is_some()
        && alike.len() > 1
        && (weights.get(part).prose as f32) < all as f32 * MOST;
    is_thread.then_some(around)
}

/// The innermost part that holds all of these.
fn around<'a>(parts: &[NodeRef<'a>]) -> Option<NodeRef<'a>> {
    let (first, others) = parts.split_first()?;
    let mut around = *first;
    for other in others {
        while !is_within(other, &around) {
            around = around.parent()?;
        }
    }
    Some(around)
}

fn is_within(node: &NodeRef<'_>, above: &NodeRef<'_>) -> bool {
    node.id == above.id
        || node
            .ancestors_it(None)
            .any(|ancestor| ancestor.id == above.id)
}

fn is_block_of_text(node: &NodeRef<'_>) -> bool {
    const TEXT: &[&str] = &[
        "blockquote",
        "dl",
        "ol",
        "p",
        "pre",
        "table",
        "tbody",
        "tr",
        "ul",
    ];
    is_one_of(node, TEXT)
}

/// Running text between the title and the article that is not part of it.
fn leads<'a>(page: &'a Document, root: &NodeRef<'a>, weights: &Weights) -> Vec<NodeRef<'a>> {
    let Some(body) = page.body() else {
        return Vec::new();
    };
    let mut leads = Vec::new();
    let mut begun = false;
    for node in body.descendants_it() {
        if node.id == root.id {
            return leads;
        }
        if node.has_name("h1") {
            begun = true;
            leads.clear();
        }
        let weight = weights.get(&node);
        let is_lead = !node.has_name("h1") && weights.own(&node).prose > 0 && weight.linked == 0;
        if is_lead
            && (begun
                || node
                    .ancestors_it(Some(2))
                    .any(|above| names::is_lead(&above))
                || names::is_lead(&node))
        {
            leads.push(node);
        }
    }
    // The article is the page itself.
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::html::prune;

    const FIRST: &str = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest route.";
    const SECOND: &str = "In the second winter the heaters were fed from the overhead line at both ends of the route, and the range came back to its old value.";

    /// The text of the article of a page with this body.
    fn found(body: &str) -> String {
        let page = Document::from(format!("<html><body>{body}</body></html>"));
        prune::before(&page);
        let found = find(&page).expect("an article");
        found.fragment().root().text().to_string()
    }

    #[test]
    fn a_wrapper_with_the_name_of_furniture_keeps_its_article() {
        let text = found(&format!(
            "<div class='above-footer no-share'><div class=post><p>{FIRST}</p><p>{SECOND}</p></div></div><div class=footer>About us and {FIRST}</div>"
        ));
        assert!(text.contains(FIRST) && text.contains(SECOND), "{text}");
        assert!(!text.contains("About us"), "{text}");
    }

    #[test]
    fn a_question_and_its_answers_are_read_together() {
        let post = |text: &str| {
            format!("<div class=post><div class=user>ann</div><div class=body>{text}</div></div>")
        };
        let text = found(&format!(
            "<div class=thread>{}{}{}</div>",
            post(FIRST),
            post(SECOND),
            post("Agreed, as the manual has it.")
        ));
        assert!(
            text.contains(FIRST) && text.contains(SECOND) && text.contains("Agreed"),
            "{text}"
        );
    }

    #[test]
    fn a_product_is_read_with_its_facts() {
        let text = found(
            "<div class=product><h1>AquaHeat 9</h1><span>€4,999.00</span><ul><li>COP 4.8</li><li>Noise 45 dB(A)</li></ul>\
             <div class=desc>A monobloc air-to-water heat pump for houses of up to 180 m² in the north.</div></div>",
        );
        assert!(
            text.contains("€4,999.00") && text.contains("COP 4.8") && text.contains("monobloc"),
            "{text}"
        );
    }

    #[test]
    fn comments_are_not_the_article_however_long_they_are() {
        let comments = format!("<p>I have seen it: {SECOND}</p>").repeat(4);
        let text = found(&format!(
            "<div class=entry><p>{FIRST}</p><p>{SECOND}</p></div><div id=comments>{comments}</div>"
        ));
        assert!(
            text.contains(FIRST) && !text.contains("I have seen"),
            "{text}"
        );
    }

    #[test]
    fn a_lead_beside_the_title_belongs_to_the_article() {
        let text = found(&format!(
            "<header><h1>Range in winter</h1><p>What the depot learned when it was cold for so long, and why its second winter was better.</p></header>\
             <article><div class=article-body><p>{FIRST}</p><p>{SECOND}</p></div></article>"
        ));
        assert!(text.starts_with("What the depot learned"), "{text}");
        assert!(!text.contains("Range in winter"), "{text}");
    }

    #[test]
    fn an_article_in_several_parts_is_read_whole() {
        let part = |text: &str| {
            format!(
                "<div class=article__body><p>{text}</p></div><div class=recirc><a href=/>Elsewhere</a></div>"
            )
        };
        let text = found(&format!(
            "<div class=page>{}</div><div class=side><p>{SECOND}</p></div>",
            ["one", "two", "three"]
                .map(|n| part(&format!("Part {n}. {FIRST}")))
                .concat()
        ));
        for n in ["one", "two", "three"] {
            assert!(text.contains(&format!("Part {n}")), "{text}");
        }
        assert!(
            !text.contains(SECOND) && !text.contains("Elsewhere"),
            "{text}"
        );
    }

    #[test]
    fn what_a_page_shows_without_scripts_is_its_article() {
        let text = found(&format!(
            "<div class=post><noscript><p>{FIRST}</p><p>{SECOND}</p></noscript></div>"
        ));
        assert!(text.contains(FIRST) && text.contains(SECOND), "{text}");
    }
}
