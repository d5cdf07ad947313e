//! Who wrote a page: what its metadata say and, where these name nobody or only the site, the byline that stands nearest to its title. What its structured
//! data say is told by `described`.
//!
//! Teasers, comments and lists of other stories bear bylines as well; none of these counts.

use dom_query::{Document, NodeId, NodeRef};

use super::measure::{INLINE, is_one_of};
use super::names;
use crate::clean;
use crate::evidence::byline;

/// Longer text is no byline.
pub(super) const LONGEST: usize = 200;
/// A byline in words, not by name, is not longer than this.
const LONGEST_LINE: usize = 70;
/// A byline stands not farther behind the title than so many elements, and not farther before it.
pub(super) const NEAR: usize = 80;
pub(super) const NEAR_BEFORE: usize = 25;
/// More people than this are a list of something else.
pub(super) const MOST: usize = 8;

/// What the metadata of a page say, best first; each of them may name more than one author.
pub(super) fn stated(page: &Document) -> Vec<String> {
    const FIELDS: &[&str] = &[
        "meta[name=citation_author]",
        "meta[name=author i]",
        "meta[property=author]",
        "meta[name='dc.creator' i]",
        "meta[name='dcterms.creator' i]",
        "meta[name='parsely-author']",
        "meta[name='sailthru.author']",
        "meta[name='byl']",
        "meta[name=writer]",
        "meta[property='article:author']",
        "[itemprop=author] meta[itemprop=name]",
    ];
    let said = |field: &&str| {
        let mut people: Vec<String> = Vec::new();
        for meta in &page.select(field) {
            let content = clean::line(&meta.attr_or("content", ""), LONGEST * 2);
            let named = byline::names(&content);
            people.extend(named.filter(|name| !people.contains(name)));
        }
        people.truncate(MOST);
        Some(people.join(", ")).filter(|people| !people.is_empty())
    };
    FIELDS.iter().filter_map(said).collect()
}

/// What an element says of who wrote the text, and where it stands.
struct Candidate<'a> {
    node: NodeRef<'a>,
    /// How far its place is from that of a byline; less is better.
    rank: u8,
    names: String,
}

/// The byline that belongs to the title of a page.
pub(super) fn found(page: &Document, is_title: impl Fn(&str) -> bool) -> Option<String> {
    let body = page.body()?;
    let elements: Vec<NodeRef<'_>> = body.descendants_it().filter(NodeRef::is_element).collect();
    let is_heading = |node: &NodeRef<'_>| node.has_name("h1");
    let says_title =
        |node: &NodeRef<'_>| is_heading(node) && is_title(&clean::line(&node.text(), LONGEST * 2));
    let title = elements
        .iter()
        .position(says_title)
        .or_else(|| elements.iter().position(is_heading));
    let around_title: Vec<NodeId> = title
        .and_then(|title| elements.get(title))
        .map(|title| title.ancestors_it(None).map(|above| above.id).collect())
        .unwrap_or_default();
    let mut candidates: Vec<Candidate<'_>> = Vec::new();
    for (at, node) in elements.iter().enumerate() {
        let rank = match title {
            Some(title) if (title..=title + NEAR).contains(&at) => 0,
            Some(title) if at < title && at + NEAR_BEFORE >= title => 1,
            Some(title) if at < title => 3,
            _ => 2,
        };
        let is_marked = is_marked(node);
        if !is_marked && (rank > 1 || !is_line(node)) {
            continue;
        }
        let above: Vec<NodeRef<'_>> = node
            .ancestors_it(None)
            .take_while(|above| !around_title.contains(&above.id))
            .collect();
        // An address is that of who wrote what it stands beside.
        let is_address = above.iter().any(|above| above.has_name("address"));
        if above.iter().any(|above| {
            is_one_of(above, &["nav", "footer"])
                || above.has_name("aside") && !is_address
                || names::is_of_others(above)
        }) {
            continue;
        }
        let Some(names) = text_of(node).and_then(|text| said(&text, is_marked)) else {
            continue;
        };
        candidates.push(Candidate {
            node: *node,
            rank,
            names,
        });
    }
    let rank = candidates.iter().map(|candidate| candidate.rank).min()?;
    candidates.retain(|candidate| candidate.rank == rank);
    let first = candidates.first()?;
    // What stands within it says the same with less around it, and what stands beside it names the others.
    let within = |other: &&Candidate<'_>| {
        other
            .node
            .ancestors_it(None)
            .any(|above| above.id == first.node.id)
    };
    let has_within = |one: &Candidate<'_>| {
        candidates.iter().any(|other| {
            other
                .node
                .ancestors_it(None)
                .any(|above| above.id == one.node.id)
        })
    };
    let beside = |other: &&Candidate<'_>| {
        let place = |node: &NodeRef<'_>| {
            (
                node.parent().map(|above| above.id),
                node.node_name(),
                node.class(),
            )
        };
        place(&other.node) == place(&first.node)
    };
    let mut people: Vec<&str> = Vec::new();
    let inner: Vec<_> = candidates
        .iter()
        .filter(within)
        .filter(|one| !has_within(one))
        .collect();
    let all = if inner.is_empty() {
        candidates.iter().filter(beside).collect()
    } else {
        inner
    };
    for one in all {
        if !people.contains(&one.names.as_str()) && people.len() < MOST {
            people.push(&one.names);
        }
    }
    Some(people.join(", "))
}

/// Whether the page says of an element that it names an author.
fn is_marked(node: &NodeRef<'_>) -> bool {
    !is_one_of(
        node,
        &["article", "img", "input", "main", "meta", "section"],
    ) && (&*node.attr_or("rel", "") == "author"
        || node
            .attr_or("itemprop", "")
            .split(' ')
            .any(|property| property == "author")
        || names::is_byline(node)
        || leads_to_author(node))
}

/// Whether a link leads to what else someone wrote.
fn leads_to_author(node: &NodeRef<'_>) -> bool {
    const PATHS: &[&str] = &["author", "authors", "auteur", "autor", "autoren", "autores"];
    node.has_name("a")
        && node.attr("href").is_some_and(|address| {
            let path = address.split(['?', '#']).next().unwrap_or_default();
            path.split('/').any(|part| PATHS.contains(&part))
        })
}

/// Whether an element may be a line of its own.
fn is_line(node: &NodeRef<'_>) -> bool {
    is_one_of(
        node,
        &[
            "p", "div", "span", "address", "small", "h2", "h3", "h4", "h5", "h6",
        ],
    )
}

/// The text of an element on one line, with bars where its parts have nothing but space between them; `None` where it is too long.
fn text_of(node: &NodeRef<'_>) -> Option<String> {
    let mut line = String::new();
    let mut parent = None;
    for part in node.descendants_it() {
        if !part.is_text() {
            continue;
        }
        let above = part.parent()?;
        let text = part.text();
        if text.trim().is_empty() || is_one_of(&above, &["script", "style", "noscript"]) {
            continue;
        }
        let goes_on = parent == Some(above.id)
            || is_one_of(&above, INLINE) && line.ends_with(char::is_whitespace)
            || text.starts_with(|c: char| c.is_whitespace() || c == ',' || c == ';');
        if !line.is_empty() && !goes_on {
            line.push_str(" | ");
        }
        parent = Some(above.id);
        line.push_str(&text);
        if line.len() > LONGEST * 3 {
            return None;
        }
    }
    let line = clean::single_spaced(&line, LONGEST * 3);
    (!line.is_empty() && line.chars().count() <= LONGEST).then_some(line)
}

/// The names in such a text. What is not marked as a byline has to begin like one and to give names in capital letters.
fn said(text: &str, is_marked: bool) -> Option<String> {
    const PARTICLES: &[&str] = &[
        "al", "bin", "da", "de", "del", "den", "der", "di", "du", "el", "la", "le", "ten", "van",
        "von", "y", "zu",
    ];
    const MOST_WORDS: usize = 5;
    let bare = byline::without_by(text);
    if !is_marked && (bare.len() == text.len() || text.chars().count() > LONGEST_LINE) {
        return None;
    }
    let names = byline::names(text)?;
    let is_name = |name: &str| {
        let mut words = name.split_whitespace();
        words
            .clone()
            .all(|word| word.starts_with(char::is_uppercase) || PARTICLES.contains(&word))
            && (2..=MOST_WORDS).contains(&words.by_ref().count())
    };
    let is_one_word = || !names.contains(' ') && bare.len() == names.len();
    (names.split(", ").all(is_name) || is_marked && is_one_word()).then_some(names)
}

#[cfg(test)]
mod tests {
    use crate::evidence::html::read;

    #[track_caller]
    fn check(head: &str, around_title: &str, expected: &str) {
        let text = "The council approved the tram line on Tuesday after a debate of nine hours, with 31 votes in favour and 14 against it.";
        let page = format!(
            "<head>{head}</head><body><main><h1>Trams</h1>{around_title}<article><p>{text}</p><p>It opens soon, {text}</p></article></main></body>"
        );
        let author = read(page.as_bytes(), None).unwrap().author;
        assert_eq!(author.as_deref(), Some(expected), "{head} {around_title}");
    }

    #[test]
    fn of_two_that_the_metadata_name_the_one_whom_the_text_names_wrote_it() {
        let head = "<meta name=author content='Verlag Neue Zeit'><meta property='article:author' content='Ada Penrose'>";
        check(head, "<p class=byline>By Ada Penrose</p>", "Ada Penrose");
        check(head, "", "Verlag Neue Zeit");
    }

    #[test]
    fn an_address_beside_the_text_is_that_of_its_author() {
        let links =
            "<a rel=author href=/a>Ada Penrose</a> and <a rel=author href=/b>Kurt Imhoff</a>";
        check(
            "",
            &format!("<aside><address>{links}</address></aside>"),
            "Ada Penrose, Kurt Imhoff",
        );
    }

    #[test]
    fn a_link_to_what_else_someone_wrote_names_the_author() {
        let link = |text: &str| format!("<div><a class=name href='/author/180/'>{text}</a></div>");
        check("", &link("Ada Penrose"), "Ada Penrose");
        check("", &link("著者：後藤大地"), "後藤大地");
        check(
            "<meta name=writer content='田中宏昌，松本'>",
            "",
            "田中宏昌, 松本",
        );
    }

    #[test]
    fn data_within_the_page_name_its_author() {
        let data =
            "<div itemprop=author itemscope><meta itemprop=name content='Ada Penrose'></div>";
        check("", &format!("<footer>{data}</footer>"), "Ada Penrose");
    }
}
