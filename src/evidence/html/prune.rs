//! The furniture of a page: what stands around an article, and what sites put between its paragraphs.
//!
//! It is known by the names that pages give their parts, by the words it begins with, and by being nothing but a link. Rules are cautious: a part that
//! holds much of the page is never furniture, whatever its name.

use std::collections::HashSet;

use dom_query::{Document, NodeRef, Selection};

use super::announced::Announced;
use super::measure::{self, HEADINGS, INLINE, Weights, is_one_of, single_spaced};
use super::statements::{asks, has_figure, states_a_figure};
use super::tables::Values;
use super::words::{LIST_HEADINGS, OPENINGS};
use super::{captions, lists, names, numbering, streams, titles};
use crate::evidence::dateline::{is_date, is_dateline};
use crate::evidence::dates::{changed_date, date_behind_by, is_month, stated_in};

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

/// Paragraphs that are sentences before who and when stand below them: the one that sums up, and one more.
const LEAD: usize = 2;

/// A paragraph with more characters than this is said once.
const REPEATED: usize = 100;

/// Renames what has the name of furniture and is text: who said what is quoted, and a form with paragraphs in which there is nothing to fill in.
pub(super) fn kept(page: &Document) {
    /// In these a reader writes.
    const FIELDS: &str = "textarea, select, input:not([type]), input[type=text], input[type=email], input[type=search], input[type=password], \
        input[type=tel], input[type=number], input[type=url]";
    numbering::marks(page);
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
        } else if is_box_of_figures(part) {
            part.rename("div");
            continue;
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

/// Whether a part beside the text of an article states figures of its own, in sentences, and neither leads elsewhere nor asks for anything.
fn is_box_of_figures(part: &NodeRef<'_>) -> bool {
    const ASKING: &[&str] = &["button", "form", "iframe", "input", "nav"];
    let inner = || part.descendants_it().filter(NodeRef::is_element);
    let states = |paragraph: NodeRef<'_>| {
        let text = single_spaced(&paragraph.text());
        is_one_of(&paragraph, &["p", "li", "dd", "td"])
            && states_a_figure(&text)
            && !is_opening(&text)
    };
    part.has_name("aside")
        && part
            .ancestors_it(None)
            .any(|above| is_one_of(&above, &["article", "main"]))
        && !names::is_furniture(part)
        && !names::is_teaser(part)
        && !inner().any(|part| is_one_of(&part, ASKING))
        && linked(part) * 4 <= single_spaced(&part.text()).chars().count()
        && inner().any(states)
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
    let mut sentences = 0;
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
            let is_above_the_text = !begun && sentences < LEAD;
            is_opening(&text) && !is_text_of_its_own(&text, node)
                || (is_above_the_text && is_label(&text, node))
                || is_bare_link(node, length)
        };
        sentences += usize::from(!furniture && node.has_name("p") && is_whole_sentence(&text));
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

/// Whether a paragraph that begins as furniture does is text all the same, a whole sentence that neither leads elsewhere nor asks its reader for anything:
/// `You may also appeal to the tribunal within 28 days`. Behind a label it has to state a figure: `Photo: A. Roe for the agency, on the quay on Sunday.`
fn is_text_of_its_own(text: &str, node: &NodeRef<'_>) -> bool {
    let is_labelled = text
        .split_once(':')
        .is_some_and(|(label, _)| label.split_whitespace().count() <= 2);
    is_whole_sentence(text)
        && linked(node) * 4 <= text.chars().count()
        && !asks(text)
        && (!is_labelled || states_a_figure(text))
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
    let sentence = bare.ends_with(['.', '!', '?']) && by && tells.count() > 1
        || bare.ends_with(['。', '！', '？', '．', '”', '」', '』']) && length > LABEL;
    !sentence && (by || year && !says_what_was_in_a_year(bare))
}

/// With these begin lines that say when a page was made.
const ANNOUNCED: &[&str] = &[
    "created",
    "first published",
    "last modified",
    "last updated",
    "modified",
    "posted",
    "published",
    "updated",
];

/// Whether a line with a year says something, where others only say who wrote and when: it ends like a sentence, has a verb, gives a figure, or says of what the
/// day is.
fn says_what_was_in_a_year(line: &str) -> bool {
    /// Shorter words stand within names and dates as well: `of`, `am`, `von`.
    const SHORT: usize = 4;
    let end = line.trim_end_matches(['"', '”', '’', ')', '»', '“']);
    let is_ended = end.ends_with(['.', '!', '?']);
    let signed = || {
        let (date, _) = line
            .split_once(" by ")
            .or_else(|| line.split_once(" von "))?;
        stated_in(date)
    };
    let stated = stated_in(line).or_else(|| changed_date(line));
    let stated = stated.or_else(|| date_behind_by(line)).or_else(signed);
    let lower = line.to_lowercase();
    let is_announced = ANNOUNCED.iter().any(|word| {
        let rest = lower.strip_prefix(word);
        rest.is_some_and(|rest| rest.starts_with([':', ' ']))
    });
    if stated.is_some() || is_announced && !is_ended {
        // A day by itself that ends like a sentence is an answer to the heading above.
        return is_ended && is_date(line);
    }
    if is_ended {
        return !is_dateline(line);
    }
    // Who, where and when are parted by marks.
    let is_parted = [" | ", " · ", " • ", " / "]
        .iter()
        .any(|mark| line.contains(mark));
    let is_verb = |word: &str| {
        word.chars().count() >= SHORT
            && word.starts_with(char::is_lowercase)
            && word.chars().all(char::is_alphabetic)
            && !is_month(word)
    };
    let is_named = line.contains(": ") && !is_dateline(line);
    has_figure(line) || is_named || !is_parted && line.split_whitespace().any(is_verb)
}

/// Whether a text is prose of its own rather than a line among others.
fn is_whole_sentence(text: &str) -> bool {
    const FEWEST: usize = 8;
    without_references(text).ends_with(['.', '!', '?', '。', '”', '"'])
        && (text.split_whitespace().count() >= FEWEST || text.contains('。'))
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
mod tests;
