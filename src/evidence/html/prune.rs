//! The furniture of a page: what stands around an article, and what sites put between its paragraphs.
//!
//! It is known by the names that pages give their parts, by the words it begins with, and by being nothing but a link. Rules are cautious: a part that
//! holds much of the page is never furniture, whatever its name.

use std::collections::HashSet;

use dom_query::{Document, NodeRef, Selection};

use super::announced::Announced;
use super::measure::{self, HEADINGS, INLINE, Weights, is_one_of, single_spaced};
use super::statements::states_a_figure;
use super::tables::Values;
use super::words::{LIST_HEADINGS, OPENINGS};
use super::{captions, lists, names, streams, titles};

/// A part with more than this share of the page's running text is not furniture, whatever its name.
const LARGE: f32 = 0.4;
/// Comments with more than this share of it are what the page is for.
const MOSTLY: f32 = 0.85;
/// A page keeps at least so many characters of running text when furniture goes.
const LEAST: usize = 200;
/// And so many, one block of it, when comments or notices go.
const LEAST_BESIDE_COMMENTS: usize = 60;
/// Elements that stand around the text of a page.
const CHROME: &[&str] = &["aside", "footer", "nav"];
/// Elements without text of the page.
const SILENT: &[&str] = &[
    "button", "dialog", "iframe", "noscript", "script", "select", "style", "svg", "template",
    "textarea",
];
/// Furniture inside an article is short.
const LONGEST: usize = 200;
/// The first block that is longer than this begins the article.
const PROSE: usize = 140;

/// A paragraph with more characters than this is said once.
const REPEATED: usize = 100;

/// Renames what has the name of furniture and is text: who said what is quoted, and a form with paragraphs in which there is nothing to fill in.
pub(super) fn kept(page: &Document) {
    /// In these a reader writes.
    const FIELDS: &str = "textarea, select, input:not([type]), input[type=text], input[type=email], input[type=search], input[type=password], \
        input[type=tel], input[type=number], input[type=url]";
    for footer in page.select("blockquote footer").nodes() {
        footer.rename("p");
    }
    for form in page
        .select("article form, main form, [itemprop=articleBody] form")
        .nodes()
    {
        let holds_text = || Weights::of(form).get(form).prose > 0;
        if Selection::from(*form).select(FIELDS).is_empty() && holds_text() {
            form.rename("div");
        }
    }
}

/// Takes furniture out of a whole page, before its article is looked for.
pub(super) fn before(page: &Document) {
    let Some(body) = page.body() else {
        return;
    };
    signs(page);
    let weights = Weights::of(&body);
    unwrap_noscript(&body, &weights);
    streams::remove(&body, &weights);
    let all = weights.get(&body).prose;
    let parts: Vec<NodeRef<'_>> = body.descendants_it().filter(NodeRef::is_element).collect();
    // The running text of all parts that are called so.
    let called = |is_one: fn(&NodeRef<'_>) -> bool| -> usize {
        let is_outermost = |part: &&NodeRef<'_>| {
            is_one(part) && !part.ancestors_it(None).any(|above| is_one(&above))
        };
        let outermost = parts.iter().filter(is_outermost);
        outermost.map(|part| weights.get(part).prose).sum()
    };
    // What much of the text is called is no caption: some pages call each of their sections a picture with text.
    let has_captions = called(names::is_caption) as f32 <= all as f32 * LARGE;
    // In a thread, comments are all that there is to read.
    let comments = called(names::is_comments);
    let is_thread = comments >= LEAST && all.saturating_sub(comments) < LEAST_BESIDE_COMMENTS;
    for part in &parts {
        if is_one_of(part, SILENT) {
            part.remove_from_parent();
            continue;
        }
        let weight = weights.get(part);
        let (most, least) = if is_one_of(part, &["article", "main"]) {
            continue;
        } else if names::is_caption(part) {
            if !has_captions || captions::is_part_of_text(part) {
                continue;
            }
            if captions::is_told(part) {
                // A browser that knows captions shows them as such.
                part.rename("figcaption");
                continue;
            }
            (LARGE, LEAST)
        } else if is_within_text(part, &weights)
            || is_all_of_its_article(part, &weights)
            || is_thread && names::is_comments(part)
        {
            continue;
        } else if names::is_comments(part) || names::is_notice(part) {
            (MOSTLY, LEAST_BESIDE_COMMENTS)
        } else if part.has_name("aside") {
            (MOSTLY, LEAST)
        } else if is_one_of(part, CHROME)
            || &*part.attr_or("role", "") == "navigation"
            || names::is_furniture(part)
            || (names::is_teaser(part) && weight.linked * 4 > weight.text)
        {
            (LARGE, LEAST)
        } else {
            continue;
        };
        let left = all.saturating_sub(weight.prose);
        if weight.prose == 0 || (weight.prose as f32 <= all as f32 * most && left >= least) {
            part.remove_from_parent();
        }
    }
}

/// Takes out the signs that lead to a place of the page itself, as to a heading, and the links with which readers would edit a section.
fn signs(page: &Document) {
    const SIGNS: [char; 10] = ['¶', '#', '§', '🔗', '↑', '↩', '^', '∞', '⚓', '\u{fe0e}'];
    for link in page.select("a[href*='#']").nodes() {
        let text = link.text();
        let text = text.trim();
        if !text.is_empty()
            && text
                .chars()
                .all(|c| SIGNS.contains(&c) || titles::is_of_a_font(c))
        {
            link.remove_from_parent();
        }
    }
    page.select(".mw-editsection, a[href*='action=edit']")
        .remove();
}

/// Whether this is a word or a few in a line of running text or in a heading, whatever it is named.
fn is_within_text(part: &NodeRef<'_>, weights: &Weights) -> bool {
    let is_inline = |node: &NodeRef<'_>| is_one_of(node, INLINE);
    is_inline(part)
        && part
            .ancestors_it(None)
            .find(|above| !is_inline(above))
            .is_some_and(|block| weights.own(&block).prose > 0 || is_one_of(&block, HEADINGS))
}

/// Whether a part that is no element of a sort holds nearly all running text of an article, which is what its article is for, whatever it is named.
fn is_all_of_its_article(part: &NodeRef<'_>, weights: &Weights) -> bool {
    let held = weights.get(part).prose;
    let article = || {
        part.ancestors_it(None)
            .find(|above| above.has_name("article"))
    };
    is_one_of(part, &["div", "section"])
        && held >= LEAST
        && !names::is_comments(part)
        && article().is_some_and(|article| held * 10 >= weights.get(&article).prose * 9)
}

/// What a page shows where scripts do not run is its text, where that is more than pictures.
fn unwrap_noscript(body: &NodeRef<'_>, weights: &Weights) {
    let parts: Vec<NodeRef<'_>> = body
        .descendants_it()
        .filter(|node| node.has_name("noscript"))
        .collect();
    for part in parts {
        let text = part.text();
        let is_text = if text.trim_start().starts_with('<') {
            // A browser that saves a page writes the markup there as text.
            part.set_html(text);
            part.text().trim().chars().count() >= PROSE
        } else {
            weights.get(&part).prose >= PROSE
        };
        if is_text {
            part.rename("div");
        }
    }
}

/// Takes furniture out of the article that was found.
pub(super) fn after(article: &Document) {
    let weights = Weights::of(&article.root());
    captions::remove(article, &weights);
    article
        .select("img, picture, video, audio, svg, button, form, input, select, iframe, object, footer, nav")
        .remove();
    captions::keep_told(article, &weights);
    leads_on(article);
    let values = Values::of(article, &weights);
    let announced = Announced::of(article, &weights);
    lists::links(article, &weights, &values, &announced);
    lists::teasers(article, &weights, &values, &announced);
    let mut begun = false;
    let mut seen: HashSet<String> = HashSet::new();
    let blocks = article
        .select("p, li, h1, h2, h3, h4, h5, h6, div, span, ul, ol, aside, time, small, blockquote");
    for element in &blocks {
        let Some(node) = element.nodes().first() else {
            continue;
        };
        if values.hold(node) {
            continue;
        }
        // The text of what is too long to be furniture is not asked for: that of all parts is as long as the page is deep.
        if weights.get(node).text > LONGEST * 3 && !is_one_of(node, &["p", "ul", "ol"]) {
            begun |= !holds_blocks(node);
            continue;
        }
        let text = single_spaced(&node.text());
        let length = text.chars().count();
        // Galleries repeat what they say of their pictures, and pages the title of the article.
        if node.has_name("p") && length > REPEATED && !seen.insert(text.clone()) {
            node.remove_from_parent();
            continue;
        }
        let is_list = node.has_name("ul") || node.has_name("ol");
        if !begun && measure::length(&text) >= PROSE && !is_list && !holds_blocks(node) {
            begun = true;
        }
        if length == 0 || length > LONGEST && !is_list {
            continue;
        }
        let furniture = if is_list {
            is_list_of_links(node, length)
                && (follows_list_heading(node)
                    || !(begun || lists::tells(node, &weights) || announced.hold(node)))
        } else if node.has_name("li") {
            false
        } else {
            is_opening(&text) || (!begun && is_label(&text, node)) || is_bare_link(node, length)
        };
        if furniture {
            remove_with_links(node, &text);
        }
    }
    let weights = Weights::of(&article.root());
    lists::sections_about_others(article, &weights);
    lists::ends(article, &weights, &values, &announced);
}

/// Takes links that only say that there is more out of the paragraphs that they end.
fn leads_on(article: &Document) {
    const MORE: &[&str] = &[
        "continue reading",
        "leer más",
        "lire la suite",
        "mehr erfahren",
        "mehr lesen",
        "read more",
        "see more",
        "show more",
        "weiterlesen",
    ];
    for link in article.select("a").nodes() {
        let words = single_spaced(&link.text()).to_lowercase();
        let words = words.trim_matches(|c: char| !c.is_alphanumeric());
        let stands_alone = || {
            let around = link.parent().map(|around| single_spaced(&around.text()));
            around.is_none_or(|around| around.chars().count() < words.chars().count() + 4)
        };
        if MORE.contains(&words) && !stands_alone() {
            link.remove_from_parent();
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

fn holds_blocks(node: &NodeRef<'_>) -> bool {
    const BLOCKS: &[&str] = &[
        "article",
        "blockquote",
        "div",
        "h2",
        "h3",
        "ol",
        "p",
        "section",
        "table",
        "ul",
    ];
    node.children_it(false)
        .any(|child| is_one_of(&child, BLOCKS))
}

pub(super) fn is_opening(text: &str) -> bool {
    let lower = text
        .trim_start_matches(['[', '(', '*', '|', '•', ' '])
        .to_lowercase();
    // A sentence may begin with the same word; furniture that does is a label, or says what to do.
    OPENINGS.iter().any(|opening| {
        lower.strip_prefix(opening).is_some_and(|rest| {
            let whole_word = !opening.ends_with(char::is_alphanumeric)
                || !rest.starts_with(char::is_alphanumeric);
            let is_mark = opening.ends_with([':', '.', '/', '@']) || opening.starts_with('©');
            whole_word
                && (lower.len() < 60 || opening.contains([' ', ':', '.']))
                && (is_mark || !states_a_figure(text))
        })
    })
}

/// A line of who and when above an article, which its metadata say as well.
fn is_label(text: &str, node: &NodeRef<'_>) -> bool {
    /// So long is no more than a name, in a script without spaces.
    const LABEL: usize = 24;
    let length = measure::length(text);
    if node.has_name("h1") || node.has_name("h2") || length > 90 || holds_blocks(node) {
        return false;
    }
    let lower = text.to_lowercase();
    let by = ["by ", "von ", "par ", "por "]
        .iter()
        .any(|by| lower.starts_with(by));
    let year = text
        .split(|c: char| !c.is_ascii_digit())
        .any(|word| word.len() == 4 && (word.starts_with("19") || word.starts_with("20")));
    let words = || text.split_whitespace();
    // Names are written large: `By then, nobody was left.` names nobody.
    let tells = words()
        .skip(1)
        .filter(|word| word.starts_with(char::is_lowercase));
    let bare = without_references(text);
    let sentence = bare.ends_with(['.', '!', '?'])
        && (words().count() > 5 || by && tells.count() > 1)
        || bare.ends_with(['。', '！', '？', '．', '”', '」', '』']) && length > LABEL;
    (by || year) && !sentence
}

/// A line without the marks of references at its end: `… in 1998.[2][3]`.
pub(super) fn without_references(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some((before, mark)) = text
        .strip_suffix(']')
        .and_then(|text| text.rsplit_once('['))
    {
        if mark.chars().count() > 12 {
            break;
        }
        text = before.trim_end();
    }
    text
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
        for (text, furniture) in [
            ("Advertisement", true),
            ("Read more: Tencent profit falls", true),
            ("Subscribe to our newsletter", true),
            ("Related", true),
            ("Related costs rose to 6 euros.", false),
            ("Source: 12 of the operators.", true),
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
    fn a_link_to_more_goes_and_its_paragraph_stays() {
        let article = Document::fragment(
            "<div><p>Formats the range in winter with the given number of places. <a href=/f>Read more</a></p><p><a href=/m>Read more</a></p></div>",
        );
        after(&article);
        assert_eq!(
            article.root().text().trim(),
            "Formats the range in winter with the given number of places."
        );
    }

    #[test]
    fn short_paragraphs_with_a_date_stay_in_scripts_without_spaces() {
        for text in [
            "<p>港口局于2024年5月4日正式启用第二码头。</p><p>居民担心噪音。</p>",
            "<p>第二埠頭は2024年5月に開かれた。</p><p>費用は三千万ユーロ。</p>",
            "<p>该公司在2014年收购了这家人工智能公司，并开发出一款能够用自己的记忆学习新知识的计算机。</p>",
        ] {
            let article = Document::fragment(format!("<div>{text}</div>"));
            after(&article);
            assert_eq!(
                article.select("p").length(),
                text.matches("<p>").count(),
                "{text}"
            );
        }
        let article =
            Document::fragment("<div><p>王芳 2024年5月4日</p><p>居民担心噪音。</p></div>");
        after(&article);
        assert_eq!(article.root().text().trim(), "居民担心噪音。");
    }

    #[test]
    fn a_lead_with_marks_of_references_is_no_label() {
        let article = Document::fragment(
            "<div><p><b>Tram 7</b> is a line in the city<sup>[1]</sup>. It is long and was opened in 1998.<sup><a href=#>[2]</a></sup></p><p>Opened 1998</p></div>",
        );
        after(&article);
        assert_eq!(
            article.root().text().to_string(),
            "Tram 7 is a line in the city[1]. It is long and was opened in 1998.[2]"
        );
    }

    #[test]
    fn a_thread_keeps_its_comments_and_an_article_has_none() {
        let comment = |n: u8| {
            format!(
                "<div class=comment><p>The pump number {n} stops when the gauge sends nothing, and nobody knows why.</p></div>"
            )
        };
        let comments: String = (1..6).map(comment).collect();
        let read = |above: &str| {
            let page = Document::from(format!("<body><h1>Crash</h1>{above}{comments}</body>"));
            before(&page);
            page.body().unwrap().text().matches("nobody knows").count()
        };
        assert_eq!(read(""), 5);
        assert_eq!(read("<p>It stops.</p>"), 5);
        let prose = "<p>The pump of the upper weir was built in 1931 and has stopped twice since then, in a flood.</p>";
        assert_eq!(read(prose), 0);
    }

    #[test]
    fn a_short_sentence_that_begins_with_by_is_no_byline() {
        let lines = [
            "By then, nobody was left.",
            "By law, nobody may fish.",
            "Von Borr kam niemand.",
        ];
        for line in lines {
            let article = Document::fragment(format!("<div><p>{line}</p></div>"));
            after(&article);
            assert_eq!(article.root().text().trim(), line);
        }
        for line in ["By Ada Penrose.", "Von Anna Groß"] {
            let article = Document::fragment(format!("<div><p>{line}</p></div>"));
            after(&article);
            assert_eq!(article.root().text().trim(), "");
        }
    }

    #[test]
    fn a_caption_that_the_text_counts_stays_and_one_of_a_picture_goes() {
        let prose = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes in the hills.";
        let article = Document::fragment(format!(
            "<div><p>{prose}</p><figure><img src=a.png><figcaption>Figure 2: Range by month</figcaption></figure>\
             <figure><img src=b.png><figcaption>Figures of speech. Photo: A. Penrose</figcaption></figure>\
             <figure><table><tr><td>1</table><figcaption>All of it</figcaption></figure><p>The second winter was milder.</p></div>"
        ));
        after(&article);
        let text = article.root().text();
        assert!(
            text.contains("Figure 2: Range") && text.contains("All of it"),
            "{text}"
        );
        assert!(!text.contains("Penrose"), "{text}");
    }

    #[test]
    fn stories_whose_parts_are_named_for_sharing_are_not_lost() {
        let prose = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes in the hills. ";
        let story = format!(
            "<article><div class=body-share-wrapper><p>{}</p></div></article>",
            prose.repeat(2)
        );
        let page = Document::from(format!("<body>{}</body>", story.repeat(5)));
        before(&page);
        assert_eq!(
            page.body().unwrap().text().matches("pilot buses").count(),
            10
        );
    }

    #[test]
    fn markup_that_a_browser_saved_as_text_is_no_text() {
        let prose = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes in the hills.";
        let pixel = format!(
            "&lt;p style='top:-999em'&gt;&lt;img src='https://example.org/{}'&gt;&lt;/p&gt;",
            "a".repeat(200)
        );
        let picture = format!("&lt;p&gt;{prose}&lt;/p&gt;");
        let page = Document::from(format!(
            "<body><p>First.</p><noscript>{pixel}</noscript><noscript>{picture}</noscript></body>"
        ));
        before(&page);
        assert_eq!(
            page.body().unwrap().text().to_string(),
            format!("First.{prose}")
        );
    }

    #[test]
    fn signs_that_lead_to_a_place_and_keys_to_edit_it_are_no_text() {
        let page = Document::from(
            "<body><h2>Range<a href='#range'>¶</a></h2><h2>Trams<span class=mw-editsection>[<a href='/w?action=edit'>edit</a>]</span></h2><p>A <a href='#s'>+</a> B</p></body>",
        );
        before(&page);
        let text = page.body().unwrap().text().to_string();
        assert_eq!(text, "RangeTramsA + B");
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
