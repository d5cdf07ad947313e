//! Who wrote a page: what its metadata say and, where these name nobody or only the site, the byline that stands nearest to its title. What its structured
//! data say is told by `described`.
//!
//! Teasers, comments and lists of other stories bear bylines as well; none of these counts.

use dom_query::{Document, NodeId, NodeRef};

use super::measure::{self, INLINE, is_one_of};
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
        "meta[property='og:article:author']",
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

/// Whom the cards name that other sites show of a page: `Written by`, and in a field of the same number who that is. It may be who put the page there.
pub(super) fn on_cards(page: &Document) -> Option<String> {
    const FIELDS: u8 = 3;
    let content = |name: &str, number: u8| {
        let field = page.select_single(&format!("meta[name='twitter:{name}{number}']"));
        clean::line(&field.attr_or("content", ""), LONGEST)
    };
    let number = (1..=FIELDS).find(|number| byline::is_label(&content("label", *number)))?;
    byline::names(&content("data", number))
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
    let is_first = |node: &NodeRef<'_>| node.has_name("h1");
    let says_title = |node: &NodeRef<'_>, levels: &[&str]| {
        is_one_of(node, levels) && is_title(&clean::line(&node.text(), LONGEST * 2))
    };
    let title = elements
        .iter()
        .position(|node| says_title(node, &["h1"]))
        .or_else(|| {
            elements
                .iter()
                .position(|node| says_title(node, &["h2", "h3"]))
        })
        .or_else(|| elements.iter().position(is_first));
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
        let mark = mark(node);
        let follows = behind_label(node);
        if mark == Mark::None && follows.is_none() && (rank > 1 || !is_line(node)) {
            continue;
        }
        let above: Vec<NodeRef<'_>> = node
            .ancestors_it(None)
            .take_while(|above| !around_title.contains(&above.id))
            .collect();
        // An address is that of who wrote what it stands beside, and so is what stands right below the title.
        let is_address =
            above.iter().any(|above| above.has_name("address")) || rank == 0 && mark != Mark::None;
        if above.iter().any(|above| {
            is_one_of(above, &["nav", "footer"])
                || above.has_name("aside") && !is_address
                || names::is_of_others(above)
        }) {
            continue;
        }
        let names = match follows {
            Some(text) => said(&text, Mark::Named).filter(|names| names.contains(' ')),
            None => text_of(node).and_then(|text| said(&text, mark)),
        };
        let Some(names) = names else {
            continue;
        };
        candidates.push(Candidate {
            node: *node,
            rank,
            names,
        });
    }
    if is_of_many(&candidates) {
        return None;
    }
    named(candidates)
}

/// Whether several people wrote a page, each a part of it, as in a thread: elements of one kind name them, and the parts are about as long as each other. What
/// an article leads on to is shorter.
fn is_of_many(candidates: &[Candidate<'_>]) -> bool {
    const FEWEST: usize = 3;
    const FEWEST_WORDS: usize = 12;
    /// How far above its name a part begins, and by what factor it may be longer than others.
    const FARTHEST: usize = 3;
    const LONGER: usize = 4;
    let Some(first) = candidates.first() else {
        return false;
    };
    let kind = |node: &NodeRef<'_>| (node.node_name(), node.class());
    let alike = candidates
        .iter()
        .filter(|one| kind(&one.node) == kind(&first.node));
    let alike: Vec<&Candidate<'_>> = alike.collect();
    let mut people: Vec<&str> = alike.iter().map(|one| one.names.as_str()).collect();
    people.sort_unstable();
    people.dedup();
    if people.len() < 2 || alike.len() < FEWEST {
        return false;
    }
    (0..FARTHEST).any(|above| {
        let parts = alike.iter();
        let parts: Vec<NodeRef<'_>> = parts
            .filter_map(|one| one.node.ancestors_it(None).nth(above))
            .collect();
        let around = parts.first().and_then(NodeRef::parent).map(|it| it.id);
        let beside = parts
            .iter()
            .filter(|part| part.parent().map(|it| it.id) == around);
        let mut beside: Vec<&NodeRef<'_>> = beside.collect();
        beside.sort_by_key(|part| part.id);
        beside.dedup_by_key(|part| part.id);
        let mut words: Vec<usize> = beside.into_iter().map(measure::words).collect();
        words.sort_unstable();
        let middle = words.get(words.len() / 2).copied().unwrap_or_default();
        let longest = words.last().copied().unwrap_or_default();
        words.len() >= FEWEST && middle >= FEWEST_WORDS && longest <= middle * LONGER
    })
}

/// Whom the candidates name that stand nearest to the place of a byline.
fn named(mut candidates: Vec<Candidate<'_>>) -> Option<String> {
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
    let of_first: Vec<&str> = first.names.split(", ").collect();
    let says_all = inner
        .iter()
        .all(|one| one.names.split(", ").all(|name| of_first.contains(&name)));
    let all = if inner.is_empty() || says_all {
        candidates.iter().filter(beside).collect()
    } else {
        inner
    };
    for name in all.iter().flat_map(|one| one.names.split(", ")) {
        if !people.contains(&name) && people.len() < MOST {
            people.push(name);
        }
    }
    Some(people.join(", "))
}

/// How much a page says of an element that it names an author.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// By what it is named or leads to.
    Named,
    /// By what is meant to say so.
    Meant,
}

fn mark(node: &NodeRef<'_>) -> Mark {
    if is_one_of(
        node,
        &["article", "img", "input", "main", "meta", "section"],
    ) {
        return Mark::None;
    }
    let property = node.attr_or("itemprop", "");
    if &*node.attr_or("rel", "") == "author" || property.split(' ').any(|one| one == "author") {
        Mark::Meant
    } else if names::is_byline(node) || leads_to_author(node) {
        Mark::Named
    } else {
        Mark::None
    }
}

/// What stands behind an element that says no more than that a name follows.
fn behind_label(node: &NodeRef<'_>) -> Option<String> {
    /// Characters of such a label.
    const LABEL: usize = 30;
    if !is_one_of(
        node,
        &[
            "b", "dt", "em", "h3", "h4", "h5", "h6", "p", "span", "strong", "th",
        ],
    ) || !byline::is_label(&clean::line(&node.text(), LABEL))
    {
        return None;
    }
    let mut next = node.next_sibling();
    while let Some(part) = next {
        let text = if part.is_text() {
            clean::line(&part.text(), LONGEST)
        } else {
            text_of(&part).unwrap_or_default()
        };
        if text.contains(char::is_alphanumeric) {
            return Some(text);
        }
        next = part.next_sibling();
    }
    None
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
fn said(text: &str, mark: Mark) -> Option<String> {
    const PARTICLES: &[&str] = &[
        "al", "bin", "da", "de", "del", "den", "der", "di", "du", "el", "la", "le", "ten", "van",
        "von", "y", "zu",
    ];
    const MOST_WORDS: usize = 5;
    let bare = byline::without_by(text);
    let is_marked = mark != Mark::None;
    if !is_marked && (bare.len() == text.len() || text.chars().count() > LONGEST_LINE) {
        return None;
    }
    let names = byline::names(text)?;
    let is_name = |name: &str| {
        let mut words = name.split_whitespace();
        // Most scripts have no capital letters.
        let is_capital = |word: &str| {
            let first = word.chars().next();
            first.is_some_and(|c| c.is_alphabetic() && !c.is_lowercase())
        };
        let last = words.clone().next_back().unwrap_or_default();
        (words
            .clone()
            .all(|word| is_capital(word) || PARTICLES.contains(&word))
            || mark == Mark::Meant && is_capital(last))
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
    fn whoever_opens_a_thread_did_not_write_all_of_it() {
        let post = |who: &str, what: &str| {
            format!("<div class=post><div class=author>{who}</div><p>{what}</p></div>")
        };
        let question =
            "We have a house of 1931 with radiators; which heat pump would keep it warm in winter?";
        let thread = [
            post("Ada Penrose", question),
            post(
                "Kurt Imhoff",
                "Ours is of 1928, and the pump has heated it to 21 degrees for two winters now.",
            ),
            post(
                "Bo Lind",
                "I would not do that without new radiators, as ours needed 7,800 kWh in a year.",
            ),
        ];
        let page = format!("<body><h1>Which heat pump?</h1>{}</body>", thread.concat());
        assert_eq!(read(page.as_bytes(), None).unwrap().author, None);
        // What an article leads on to is by others, and shorter.
        let article = post("Ada Penrose", &format!("{question} ").repeat(20));
        let teasers = [
            post(
                "Kurt Imhoff",
                "Why the old pumps of the town hall were taken out again so soon.",
            ),
            post(
                "Bo Lind",
                "What a winter costs in each of the houses of the north of the town.",
            ),
        ];
        let page = format!(
            "<body><h1>Heat pumps</h1>{article}{}</body>",
            teasers.concat()
        );
        let author = read(page.as_bytes(), None).unwrap().author;
        assert_eq!(author.as_deref(), Some("Ada Penrose"));
    }

    #[test]
    fn a_line_may_name_one_more_than_the_links_in_it() {
        let line = "<p class=byline>By <a href=/author/7>Ada Penrose</a> and Kurt Imhoff</p>";
        check("", line, "Ada Penrose, Kurt Imhoff");
    }

    #[test]
    fn a_label_says_whose_name_follows() {
        for line in [
            "<div><span>Datum:</span> 19.11.2021 <br><span>Autor:</span> Ada Penrose<br><span>Quelle:</span> Kurier</div>",
            "<h4>Author</h4><p><a href=/people/7>Ada Penrose</a></p>",
            "<p><b>Von:</b><br><br>Ada Penrose</p>",
            "<dl><dt>Author</dt><dd>Ada Penrose</dd></dl>",
            "<div class=posted>Posted by <span>Ada Penrose</span> at 09:12 | <a href=#c>3 comments</a></div>",
        ] {
            check("", line, "Ada Penrose");
        }
        let card = "<meta name='twitter:label1' content='Written by'><meta name='twitter:data1' content='Ada Penrose'>";
        check(card, "", "Ada Penrose");
    }

    #[test]
    fn names_have_no_capital_letters_in_most_scripts() {
        check("", "<p>מאת: דנה לוי</p>", "דנה לוי");
        check("", "<p>بقلم: ليلى حداد</p>", "ليلى حداد");
        check(
            "",
            "<a rel=author href=/a>tram-it Webteam</a>",
            "tram-it Webteam",
        );
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
