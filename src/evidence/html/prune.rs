//! The furniture of a page: what stands around an article, and what sites put between its paragraphs.
//!
//! It is known by the names that pages give their parts, by the words it begins with, and by being nothing but a link. Rules are cautious: a part that
//! holds much of the page is never furniture, whatever its name.

use std::collections::HashSet;

use dom_query::{Document, NodeRef};

/// A part with more than this share of the page's text is not furniture.
const LARGE: f32 = 0.25;
/// Furniture inside an article is short.
const LONGEST: usize = 200;
/// The first block that is longer than this begins the article.
const PROSE: usize = 140;

/// A paragraph with more characters than this is said once.
const REPEATED: usize = 100;

/// Words in the class or id of furniture.
const NAMES: &[&str] = &[
    "ad",
    "ads",
    "advert",
    "advertisement",
    "advertising",
    "banner",
    "breadcrumb",
    "breadcrumbs",
    "byline",
    "comment",
    "comments",
    "commentlist",
    "consent",
    "cookie",
    "cookies",
    "crumbs",
    "dateline",
    "disqus",
    "gdpr",
    "jp-relatedposts",
    "mostpopular",
    "mostread",
    "newsletter",
    "optin",
    "outbrain",
    "popular",
    "popup",
    "postmeta",
    "promo",
    "promoted",
    "recirc",
    "recirculation",
    "recommendations",
    "recommended",
    "related",
    "relatedposts",
    "respond",
    "share",
    "sharebar",
    "sharedaddy",
    "sharing",
    "signup",
    "social",
    "sponsor",
    "sponsored",
    "subscribe",
    "taboola",
    "timestamp",
    "toolbar",
    "trending",
];

/// What short furniture begins with, in lower case.
const OPENINGS: &[&str] = &[
    "a version of this article",
    "a lire aussi",
    "ad feedback",
    "advert",
    "advertisement",
    "advertentie",
    "aktie",
    "all rights reserved",
    "also on ",
    "also read",
    "also see",
    "also:",
    "anzeige",
    "article continues",
    "by clicking",
    "by signing up",
    "click here",
    "click to ",
    "comments",
    "continue reading",
    "copyright ©",
    "credit...",
    "download the",
    "filed under",
    "first published",
    "follow @",
    "follow us",
    "get access to",
    "get breaking",
    "get the latest",
    "don't miss",
    "have a tip",
    "iklan",
    "image 1 of",
    "image 2 of",
    "image 3 of",
    "image 4 of",
    "image 5 of",
    "image copyright",
    "citation:",
    "last updated",
    "lees ook",
    "leggi anche",
    "leia mais",
    "leia também",
    "lee también",
    "lesen sie auch",
    "let our news",
    "like this story",
    "lire aussi",
    "listen to ",
    "load more",
    "loading",
    "mehr zum thema",
    "more from",
    "more news",
    "more great",
    "more on this",
    "more stories",
    "more:",
    "most popular",
    "most read",
    "newsletter",
    "originally published",
    "photo:",
    "photos:",
    "popular this week",
    "post a comment",
    "post comment",
    "posted:",
    "posted on",
    "powered by",
    "processing...",
    "publicidad",
    "publicité",
    "published",
    "pubblicità",
    "read also",
    "read also:",
    "read full",
    "read more",
    "read next",
    "read the full",
    "recent articles",
    "recommended",
    "related",
    "report this ad",
    "save my name",
    "see also",
    "see more",
    "share on",
    "share this",
    "share:",
    "sharing is caring",
    "show more",
    "sign in",
    "sign up",
    "skip to",
    "source:",
    "sponsored",
    "story continues",
    "subscribe",
    "sustain ",
    "te puede interesar",
    "tell us what",
    "thank you for subscribing",
    "this post may contain",
    "this slideshow requires",
    "tags:",
    "tempo de leitura",
    "topics:",
    "trending",
    "tweet",
    "updated",
    "view author",
    "view comments",
    "view gallery",
    "watch:",
    "watch now",
    "want more",
    "weiterlesen",
    "we use cookies",
    "you can follow",
    "you may also",
    "you might also",
    "© ",
];

/// Headings of link lists.
const LIST_HEADINGS: &[&str] = &[
    "also",
    "comments",
    "further reading on",
    "in this article",
    "latest",
    "leggi anche",
    "mehr zum thema",
    "more",
    "most",
    "popular",
    "read",
    "recent",
    "recommended",
    "related",
    "see also",
    "share",
    "sponsored",
    "trending",
    "you may",
    "you might",
];

/// Takes furniture out of a whole page, before its article is looked for.
pub(super) fn before(page: &Document) {
    let Some(body) = page.body() else {
        return;
    };
    let all = body.normalized_char_count().max(1);
    for element in &page.select("[class], [id]") {
        let Some(node) = element.nodes().first() else {
            continue;
        };
        if node.has_name("body")
            || node.has_name("html")
            || node.has_name("article")
            || node.has_name("main")
        {
            continue;
        }
        let names = format!("{} {}", node.attr_or("class", ""), node.attr_or("id", ""));
        if is_furniture(&names) && (node.normalized_char_count() as f32) < all as f32 * LARGE {
            node.remove_from_parent();
        }
    }
}

/// Takes furniture out of the article that was found.
pub(super) fn after(article: &Document) {
    article
        .select("img, picture, video, audio, svg, button, form, input, select, iframe, object, footer, nav")
        .remove();
    let mut begun = false;
    let mut seen: HashSet<String> = HashSet::new();
    let blocks = article
        .select("p, li, h1, h2, h3, h4, h5, h6, figcaption, div, span, ul, ol, aside, time, small, blockquote");
    for element in &blocks {
        let Some(node) = element.nodes().first() else {
            continue;
        };
        let text = single_spaced(&node.text());
        let length = text.chars().count();
        // Galleries repeat their captions, and pages the title of the article.
        let repeated = (node.has_name("p") && length > REPEATED) || node.has_name("figcaption");
        if repeated && !seen.insert(text.clone()) {
            node.remove_from_parent();
            continue;
        }
        let is_list = node.has_name("ul") || node.has_name("ol");
        if !begun && length >= PROSE && !is_list && !holds_blocks(node) {
            begun = true;
        }
        if length == 0 || length > LONGEST && !is_list {
            continue;
        }
        let furniture = if is_list {
            is_list_of_links(node, length) && (!begun || follows_list_heading(node))
        } else if node.has_name("li") {
            false
        } else {
            is_opening(&text) || (!begun && is_label(&text, node)) || is_bare_link(node, length)
        };
        if furniture {
            remove_with_links(node, &text);
        }
    }
}

/// A heading such as "Related" goes together with the list of links that it stands over.
fn remove_with_links(node: &NodeRef<'_>, text: &str) {
    let heading = text.to_lowercase();
    if LIST_HEADINGS.iter().any(|word| heading.starts_with(word)) {
        while let Some(next) = node.next_element_sibling() {
            let length = single_spaced(&next.text()).chars().count();
            let list = next.has_name("ul") || next.has_name("ol");
            let links = (list && is_list_of_links(&next, length)) || is_bare_link(&next, length);
            if !links {
                break;
            }
            next.remove_from_parent();
        }
    }
    node.remove_from_parent();
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_furniture(names: &str) -> bool {
    names
        .split(|c: char| !c.is_ascii_alphanumeric())
        .flat_map(humps)
        .any(|word| NAMES.contains(&word.to_ascii_lowercase().as_str()))
}

/// `relatedStories` as `related` and `Stories`, and whole.
fn humps(name: &str) -> Vec<&str> {
    let mut parts = vec![name];
    let mut start = 0;
    for (at, c) in name.char_indices().skip(1) {
        if c.is_ascii_uppercase() {
            parts.push(name.get(start..at).unwrap_or_default());
            start = at;
        }
    }
    if start > 0 {
        parts.push(name.get(start..).unwrap_or_default());
    }
    parts
}

fn holds_blocks(node: &NodeRef<'_>) -> bool {
    node.element_children().iter().any(|child| {
        [
            "p",
            "div",
            "ul",
            "ol",
            "section",
            "article",
            "table",
            "blockquote",
            "h2",
            "h3",
        ]
        .iter()
        .any(|name| child.has_name(name))
    })
}

fn is_opening(text: &str) -> bool {
    let lower = text
        .trim_start_matches(['[', '(', '*', '|', '•', ' '])
        .to_lowercase();
    // A sentence may begin with the same word; furniture that does is a label, or says what to do.
    OPENINGS.iter().any(|opening| {
        lower.strip_prefix(opening).is_some_and(|rest| {
            let whole_word = !opening.ends_with(char::is_alphanumeric)
                || !rest.starts_with(char::is_alphanumeric);
            whole_word && (lower.len() < 60 || opening.contains([' ', ':', '.']))
        })
    })
}

/// A line of who and when above an article, which its metadata say as well.
fn is_label(text: &str, node: &NodeRef<'_>) -> bool {
    if node.has_name("h1") || node.has_name("h2") || text.chars().count() > 90 || holds_blocks(node)
    {
        return false;
    }
    let lower = text.to_lowercase();
    let by = ["by ", "von ", "par ", "por "]
        .iter()
        .any(|by| lower.starts_with(by));
    let year = text
        .split(|c: char| !c.is_ascii_digit())
        .any(|word| word.len() == 4 && (word.starts_with("19") || word.starts_with("20")));
    let sentence = text.ends_with(['.', '!', '?']) && text.split_whitespace().count() > 5;
    (by || year) && !sentence
}

/// Nothing but a link: to another article, a shop, a service.
fn is_bare_link(node: &NodeRef<'_>, length: usize) -> bool {
    (node.has_name("p") || node.has_name("div"))
        && length > 12
        && linked(node) * 10 >= length * 9
        && !holds_blocks(node)
}

fn linked(node: &NodeRef<'_>) -> usize {
    node.descendants()
        .iter()
        .filter(|child| child.has_name("a"))
        .map(|link| single_spaced(&link.text()).chars().count())
        .sum()
}

fn is_list_of_links(node: &NodeRef<'_>, length: usize) -> bool {
    linked(node) * 10 >= length * 8
}

/// Whether the block before a list says that it leads elsewhere.
fn follows_list_heading(node: &NodeRef<'_>) -> bool {
    let Some(before) = node.prev_element_sibling() else {
        return false;
    };
    let heading = single_spaced(&before.text()).to_lowercase();
    heading.chars().count() < 60 && LIST_HEADINGS.iter().any(|word| heading.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn furniture_is_known_by_its_name_and_by_its_words() {
        for (names, furniture) in [
            ("post-related widget", true),
            ("relatedStories", true),
            ("cookie-banner", true),
            ("article-body", false),
            ("shared-costs-table", false),
            ("additional", false),
        ] {
            assert_eq!(is_furniture(names), furniture, "{names}");
        }
        for (text, furniture) in [
            ("Advertisement", true),
            ("Read more: Tencent profit falls", true),
            ("Subscribe to our newsletter", true),
            ("Related", true),
            (
                "Related costs rose by a tenth in the second year, the operator wrote in its report.",
                false,
            ),
            ("Sharing the depot saves money.", false),
            (
                "Advertisements for the line were placed in twelve towns and cost more than the buses.",
                false,
            ),
        ] {
            assert_eq!(is_opening(text), furniture, "{text}");
        }
    }

    #[test]
    fn what_stands_between_paragraphs_goes_and_the_paragraphs_stay() {
        let prose = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes in the hills.";
        let article = Document::fragment(format!(
            "<div><p>By Ada Penrose, 9 January 2026</p><p>{prose}</p><p><a href=/x>SEVEN BUSES THAT WILL SURPRISE YOU</a></p><h2>Related</h2>\
             <ul><li><a href=/a>One link</a></li><li><a href=/b>Another link</a></li></ul><p>The second winter was milder.</p>\
             <ul><li>A first finding</li><li>A second finding with <a href=/s>its source</a></li></ul></div>"
        ));
        after(&article);
        let text = article.md(None).to_string();
        for gone in ["Penrose", "SURPRISE", "Another link", "Related"] {
            assert!(!text.contains(gone), "{gone}: {text}");
        }
        assert!(text.contains(prose) && text.contains("The second winter"));
        assert!(text.contains("A second finding"));
    }
}
