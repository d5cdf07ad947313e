//! What the names of a part of a page, its class and its id, say of it. Names are hints: who asks decides how much text a part may hold and still be taken at
//! its word.

use dom_query::NodeRef;

use super::measure::{HEADINGS, is_one_of, single_spaced};

/// Words in the names of what stands around articles and between their paragraphs.
const FURNITURE: &[&str] = &[
    "abobox",
    "aboutauthor",
    "ad",
    "ads",
    "adv",
    "advert",
    "advertisement",
    "advertising",
    "affiliate",
    "anzeige",
    "articleauthor",
    "articlefooter",
    "articleinfo",
    "articlemeta",
    "articletags",
    "articletools",
    "author",
    "authorbox",
    "authors",
    "autor",
    "autorbox",
    "backtotop",
    "banner",
    "beliebt",
    "bio",
    "breadcrumb",
    "breadcrumbs",
    "byline",
    "catlinks",
    "colophon",
    "crumbs",
    "dateline",
    "donate",
    "donation",
    "entryfooter",
    "entryinfo",
    "entrymeta",
    "entrytags",
    "flyout",
    "follow",
    "footer",
    "galleryoverlay",
    "lastnews",
    "latestnews",
    "leiamais",
    "lightbox",
    "linklist",
    "linklists",
    "login",
    "menu",
    "metainfo",
    "modal",
    "moreposts",
    "morestories",
    "mostpopular",
    "mostread",
    "nav",
    "navbar",
    "navbox",
    "navigation",
    "newsletter",
    "nextpost",
    "nextstory",
    "offcanvas",
    "optin",
    "outbrain",
    "pager",
    "pagination",
    "paginator",
    "popular",
    "popup",
    "postauthor",
    "postfooter",
    "postinfo",
    "postmeta",
    "postnav",
    "posttags",
    "prevnext",
    "printheader",
    "promo",
    "promoted",
    "publicidad",
    "publicite",
    "rating",
    "readalso",
    "readnext",
    "recirc",
    "recirculation",
    "recommendation",
    "recommendations",
    "recommended",
    "reklama",
    "relacionadas",
    "relacionados",
    "related",
    "relatedlinks",
    "relatedpost",
    "relatedposts",
    "saibamais",
    "share",
    "sharebar",
    "sharedaddy",
    "sharetools",
    "sharing",
    "sidebar",
    "signup",
    "similar",
    "sitemap",
    "skiplink",
    "skiplinks",
    "sociable",
    "social",
    "socials",
    "sponsor",
    "sponsored",
    "subnav",
    "subscribe",
    "taboola",
    "taglist",
    "tags",
    "timestamp",
    "toc",
    "toolbar",
    "topstories",
    "totop",
    "trending",
    "upnext",
    "verwandte",
    "viral",
    "warenkorb",
    "werbung",
];

/// Words in the names of what readers wrote below an article. It may well be longer than the article.
const COMMENTS: &[&str] = &[
    "comentarios",
    "comment",
    "commentaires",
    "commentlist",
    "comments",
    "disqus",
    "kommentar",
    "kommentare",
    "kommentarmodul",
    "reacties",
    "respond",
];

/// Words in the names of what asks readers for their consent. On a page with a short article, or with many embedded parts, it is most of the text.
const NOTICES: &[&str] = &[
    "consent",
    "cookie",
    "cookiebanner",
    "cookiebar",
    "cookieconsent",
    "cookienotice",
    "cookies",
    "gdpr",
    "onetrust",
    "usercentrics",
];

/// Words in the names of what leads to another article when it links there, and of the lead of an article when it does not.
const TEASERS: &[&str] = &["card", "teaser", "teasers"];

/// Words in the names of what an article opens with.
const LEADS: &[&str] = &[
    "abstract",
    "bajada",
    "chapo",
    "dek",
    "description",
    "entradilla",
    "excerpt",
    "intro",
    "introduction",
    "introtext",
    "lead",
    "leadtext",
    "lede",
    "standfirst",
    "subheadline",
    "subline",
    "subtitle",
    "summary",
    "teaser",
    "teasertext",
    "vorspann",
];

/// Words in the names of what says what a picture shows.
const CAPTIONS: &[&str] = &[
    "bildtext",
    "bildtitel",
    "bildunterschrift",
    "bildunterzeile",
    "caption",
    "captions",
    "epigrafe",
    "figcaption",
    "icaption",
    "imagecaption",
    "imagedescription",
    "imageinfo",
    "imagetext",
    "imgdesc",
    "imgtext",
    "legend",
    "legende",
    "leyenda",
    "mediacaption",
    "photodescription",
    "photoinfo",
    "piefoto",
];

/// And of what says only whose it is.
const CREDITS: &[&str] = &[
    "bildcredit",
    "bildnachweis",
    "bildquelle",
    "bildrechte",
    "copyright",
    "copyrights",
    "credit",
    "creditos",
    "credits",
    "fotocredit",
    "fotograf",
    "imagecopyright",
    "imagecredit",
    "imagesource",
    "photoby",
    "photocredit",
    "photographer",
];

/// Words in the names of what shows pictures one after the other.
const GALLERIES: &[&str] = &[
    "bildergalerie",
    "diaporama",
    "fotostrecke",
    "galeria",
    "galerie",
    "galleries",
    "gallery",
    "slideshow",
];

/// Words in the names of what says who wrote a text.
const BYLINES: &[&str] = &[
    "articleauthor",
    "auteur",
    "author",
    "authorname",
    "authors",
    "autor",
    "autoren",
    "autores",
    "autorin",
    "byline",
    "bylines",
    "contributor",
    "firma",
    "postedby",
    "redakteur",
    "verfasser",
    "writer",
    "writtenby",
];

/// Words in the names of what says when a text was written.
const DATES: &[&str] = &[
    "articledate",
    "data",
    "date",
    "datetime",
    "datum",
    "fecha",
    "newsdate",
    "newsdatum",
    "publication",
    "pubdate",
];

/// Words in the names of what tells of other texts, beside those of [`is_comments`] and [`is_teaser`].
const OTHERS: &[&str] = &[
    "latest",
    "menu",
    "morestories",
    "mostpopular",
    "mostread",
    "nav",
    "popular",
    "promo",
    "recommended",
    "related",
    "sidebar",
    "similar",
    "trending",
    "widget",
];

/// What stands before a word to say that something is not there, or in which state or of which class it is.
const STATES: &[&str] = &[
    "category",
    "elementor",
    "enable",
    "format",
    "has",
    "hide",
    "is",
    "js",
    "no",
    "non",
    "not",
    "show",
    "status",
    "tag",
    "type",
    "with",
    "without",
];

pub(super) fn is_furniture(node: &NodeRef<'_>) -> bool {
    says(node, FURNITURE)
}

pub(super) fn is_comments(node: &NodeRef<'_>) -> bool {
    says(node, COMMENTS)
}

pub(super) fn is_notice(node: &NodeRef<'_>) -> bool {
    says(node, NOTICES)
}

pub(super) fn is_teaser(node: &NodeRef<'_>) -> bool {
    says(node, TEASERS)
}

/// Whether this is named as what an article opens with.
pub(super) fn is_lead(node: &NodeRef<'_>) -> bool {
    says(node, LEADS) || &*node.attr_or("itemprop", "") == "description"
}

pub(super) fn is_gallery(node: &NodeRef<'_>) -> bool {
    says(node, GALLERIES)
}

/// Whether this is named as what says who wrote a text.
pub(super) fn is_byline(node: &NodeRef<'_>) -> bool {
    says(node, BYLINES)
}

/// Whether this is named as what says when a text was written.
pub(super) fn is_date(node: &NodeRef<'_>) -> bool {
    says(node, DATES)
}

/// Whether this is named as what tells of other texts than that of the page.
pub(super) fn is_of_others(node: &NodeRef<'_>) -> bool {
    says(node, OTHERS) || is_comments(node) || is_teaser(node)
}

pub(super) fn is_caption(node: &NodeRef<'_>) -> bool {
    says(node, CAPTIONS) || is_credit(node)
}

/// Whether this is named as what says whose a picture is.
pub(super) fn is_credit(node: &NodeRef<'_>) -> bool {
    says(node, CREDITS)
}

fn says(node: &NodeRef<'_>, words: &[&str]) -> bool {
    /// An id of so many words is made of the title of a section.
    const TITLE: usize = 5;
    let is_heading = ["h1", "h2", "h3", "h4", "h5", "h6"]
        .iter()
        .any(|name| node.has_name(name));
    let is_title = |id: &str| {
        is_heading || id.split(['-', '_']).count() >= TITLE || is_made_of_its_heading(node, id)
    };
    let class = node.attr_or("class", "");
    // A class is that of its kind, unless it is made of the heading and what it stands for is told below.
    let is_topic = || {
        let mut named = class.split_whitespace().filter(|name| said(name, words));
        named.all(|name| is_made_of_its_heading(node, name)) && tells_something(node)
    };
    said(&class, words) && !is_topic()
        || node
            .attr("id")
            .is_some_and(|id| said(&id, words) && !is_title(&id))
}

/// Whether an id is the heading of its section in small letters, as programs make it that turn manuscripts into pages: it tells what the section is about. Where
/// that is one word, as `related`, the section has to tell something besides.
fn is_made_of_its_heading(node: &NodeRef<'_>, id: &str) -> bool {
    let is_section = node.has_name("section") || node.has_name("div");
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric());
        let parts = parts.filter(|part| !part.is_empty());
        parts.map(str::to_lowercase).collect()
    };
    let heading = is_section.then(|| {
        let mut all = node.descendants_it();
        all.find(|part| is_one_of(part, HEADINGS))
    });
    let Some(heading) = heading.flatten() else {
        return false;
    };
    let (named, headed) = (words(id), words(&heading.text()));
    // Sections are numbered, and long headings cut.
    let is_its = !named.is_empty() && headed.join(" ").contains(&named.join(" "));
    is_its && (named.len() > 1 || !COMMENTS.contains(&named[0].as_str()) && tells_something(node))
}

/// Whether most of a part is paragraphs that end as sentences do, and little of it links.
fn tells_something(node: &NodeRef<'_>) -> bool {
    let length = |part: &NodeRef<'_>| single_spaced(&part.text()).chars().count();
    let parts: Vec<NodeRef<'_>> = node.descendants_it().filter(NodeRef::is_element).collect();
    let told = |part: &&NodeRef<'_>| {
        part.has_name("p") && single_spaced(&part.text()).ends_with(['.', '!', '?', '。'])
    };
    let said: usize = parts.iter().filter(told).map(length).sum();
    let linked: usize = parts
        .iter()
        .filter(|part| part.has_name("a"))
        .map(length)
        .sum();
    let all = length(node);
    said * 2 > all && linked * 4 < all
}

fn said(names: &str, words: &[&str]) -> bool {
    names.split_whitespace().any(|name| {
        // Behind two dashes stands in which state something is.
        let name = match name.split_once("--") {
            Some((bare, state)) if is_state(state) => bare,
            _ => name,
        };
        let parts = name
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|part| !part.is_empty());
        let lower = |part: &str| part.to_ascii_lowercase();
        let stated = is_state(name);
        let pairs = parts.clone().zip(parts.clone().skip(1));
        let is_pair = |(a, b)| words.contains(&(lower(a) + &lower(b)).as_str());
        !stated
            && (pairs.clone().any(is_pair)
                || parts
                    .flat_map(humps)
                    .any(|word| words.contains(&lower(word).as_str())))
    })
}

fn is_state(name: &str) -> bool {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .next()
        .is_some_and(|first| STATES.contains(&first.to_ascii_lowercase().as_str()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_a_part_is_and_not_what_it_has() {
        for (names, furniture) in [
            ("post-related widget", true),
            ("relatedStories", true),
            ("subscribe-banner", true),
            ("article-body", false),
            ("shared-costs-table", false),
            ("additional", false),
            ("entry-content no-share", false),
            ("article has-recommendations", false),
            ("tag-comments", false),
            ("o-section o-section--has-ad", false),
            ("o-section--ad", true),
        ] {
            assert_eq!(said(names, FURNITURE), furniture, "{names}");
        }
    }
}
