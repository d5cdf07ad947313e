//! When a page was published, as its metadata say, else its text, else its address.
//!
//! A text says it in a line that announces a date, or in one near the title that is nothing else. Today's date in the head of a site, and those of comments
//! and of other stories, are none of the page's.

use std::collections::HashSet;
use std::iter::once_with;

use dom_query::{Document, NodeId, NodeRef};

use super::bylines::{NEAR, NEAR_BEFORE};
use super::measure::is_one_of;
use super::names;
use crate::clean;
use crate::evidence::dates::{
    DAY, changed_date, date_behind_by, iso_date, published_date, stated_date, stated_in,
};

/// Names of what pages say of their publication, best first, without regard to case.
const FIELDS: &[&str] = &[
    "meta[property='article:published_time' i]",
    "meta[name='citation_publication_date' i]",
    "meta[name='citation_online_date' i]",
    "meta[name='citation_date' i]",
    "meta[name='date' i]",
    "meta[name='dc.date' i]",
    "meta[name='dc.date.issued' i]",
    "meta[name='dcterms.issued' i]",
    "meta[name='dcterms.date' i]",
    "meta[property='dcterms.date' i]",
    "meta[name='dcterms.created' i]",
    "meta[name='parsely-pub-date' i]",
    "meta[name='sailthru.date' i]",
    "meta[name='pubdate' i]",
    "meta[name='publishdate' i]",
    "meta[name='publish-date' i]",
    "meta[name='publish_date' i]",
    "meta[name='publication_date' i]",
    "meta[itemprop='datePublished' i]",
    "meta[name='datePublished' i]",
    "meta[property='datePublished' i]",
    "meta[property='og:published_time' i]",
    "meta[property='og:article:published_time' i]",
    "meta[name='article:published_time' i]",
    "meta[name='article.published' i]",
    "meta[name='published_time' i]",
    "meta[name='dc.date.created' i]",
    "meta[name='prism.publicationDate' i]",
    "meta[name='cXenseParse:recs:publishtime' i]",
    "meta[itemprop='dateCreated' i]",
    "meta[property='og:pubdate' i]",
    "meta[property='date' i]",
    "meta[itemprop='uploadDate' i]",
];
const TIMES: &[&str] = &[
    "time[itemprop=datePublished]",
    "time[pubdate]",
    "time[datetime]",
    "[itemprop='datePublished'][datetime]",
];
/// What has a moment for the title of its text: `9:05 PM`.
const TITLED: &str = "abbr.published[title], [itemprop='datePublished'][title]";
/// When the file was written, which may be long after.
const CHANGED: &[&str] = &[
    "meta[itemprop='dateModified' i]",
    "meta[property='article:modified_time' i]",
    "meta[property='og:updated_time' i]",
    "meta[http-equiv='last-modified' i]",
    "meta[name='last-modified' i]",
    "meta[itemprop='dateUpdate' i]",
];
/// Characters of a line that says when.
const LONGEST: usize = 120;

/// The date of a page as it writes it. `title` tells which heading is its title.
pub(super) fn found(
    page: &Document,
    addresses: &[&str],
    is_title: impl Fn(&str) -> bool,
) -> Option<String> {
    let said = |selector: &str, attribute: &str| {
        let value = page.select_single(selector).attr(attribute)?;
        Some(clean::line(&value, LONGEST)).filter(|value| iso_date(value).is_some())
    };
    let title = || title_of(page, &is_title);
    let mut dates = FIELDS
        .iter()
        .filter_map(|field| said(field, "content"))
        .chain(TIMES.iter().filter_map(|times| time(page, times, title)))
        .chain(said("[itemprop='datePublished'][content]", "content"))
        .chain(said(TITLED, "title"))
        .chain(once_with(|| marked(page)).flatten())
        .chain(once_with(|| told(page, published_date)).flatten())
        .chain(once_with(|| named(page)).flatten())
        .chain(once_with(|| beside_title(page, &is_title)).flatten())
        .chain(addresses.iter().filter_map(|address| in_address(address)))
        .chain(once_with(|| called_date(page, title)).flatten())
        .chain(CHANGED.iter().filter_map(|field| said(field, "content")))
        .chain(once_with(|| told(page, changed_date)).flatten())
        .chain(said("relative-time[datetime]", "datetime"))
        .chain(
            addresses
                .iter()
                .filter_map(|address| month_in_address(address)),
        );
    let first = dates.next()?;
    // What gives only the year or the month may stand beside what gives the day.
    let coarse = iso_date(&first)?;
    let is_finer = |date: &String| {
        iso_date(date).is_some_and(|date| date.len() == DAY && date.starts_with(&coarse))
    };
    if coarse.len() == DAY {
        return Some(first);
    }
    let finer = dates.find(is_finer);
    Some(finer.unwrap_or(first))
}

/// The day that a page was filed under in its address.
pub(super) fn filed(addresses: &[&str]) -> Option<String> {
    addresses.iter().find_map(|address| in_address(address))
}

/// The title of a page, among its elements.
fn title_of(page: &Document, is_title: impl Fn(&str) -> bool) -> Option<NodeId> {
    let says = |node: &&NodeRef<'_>| is_title(&clean::line(&node.text(), LONGEST * 2));
    let headings = page.select("h1, h2");
    let title = headings.nodes().iter().find(says);
    title
        .or_else(|| headings.nodes().first())
        .map(|node| node.id)
}

/// The moment in a `datetime`: of the first such element behind the title that tells nothing of other pages, of the first before it, or of the first at all.
fn time(page: &Document, selector: &str, title: impl Fn() -> Option<NodeId>) -> Option<String> {
    let times = page.select(selector);
    let dated: Vec<(&NodeRef<'_>, String)> = times
        .nodes()
        .iter()
        .filter_map(|node| {
            let value = clean::line(&node.attr_or("datetime", ""), LONGEST);
            iso_date(&value).is_some().then_some((node, value))
        })
        .collect();
    if dated.len() < 2 {
        return dated.into_iter().next().map(|(_, date)| date);
    }
    let own: Vec<&(&NodeRef<'_>, String)> =
        dated.iter().filter(|(node, _)| is_of_page(node)).collect();
    let behind = title().and_then(|title| {
        let order = places(page, title);
        own.iter()
            .find(|(node, _)| order.contains(&node.id))
            .copied()
    });
    let (_, date) = behind.or(own.first().copied()).or(dated.first())?;
    Some(date.clone())
}

/// The elements behind one.
fn places(page: &Document, start: NodeId) -> HashSet<NodeId> {
    let body = page.body();
    let all = body.iter().flat_map(NodeRef::descendants_it);
    all.skip_while(|node| node.id != start)
        .map(|node| node.id)
        .collect()
}

/// Whether an element is none of a menu, of a list beside the text, or of another text.
fn is_of_page(node: &NodeRef<'_>) -> bool {
    let mut above = std::iter::once(*node).chain(node.ancestors_it(None));
    !above
        .any(|above| is_one_of(&above, &["nav", "aside", "footer"]) || names::is_of_others(&above))
}

/// The date in an element that is called a date: the first behind the title, or the only one of the page.
fn called_date(page: &Document, title: impl Fn() -> Option<NodeId>) -> Option<String> {
    /// Farther behind the title stands what tells of other texts.
    const FAR: usize = 400;
    let classed = page.select("[class]");
    let dates: Vec<(NodeId, String)> = classed
        .nodes()
        .iter()
        .filter(|node| names::is_date(node) && is_of_page(node))
        .filter_map(|node| Some((node.id, stated_in(&line_of(node)?)?)))
        .collect();
    let (_, first) = dates.first()?;
    if dates.iter().all(|(_, date)| date == first) {
        return Some(first.clone());
    }
    let title = title()?;
    let body = page.body()?;
    let near = body.descendants_it().skip_while(|node| node.id != title);
    near.take(FAR)
        .find_map(|node| dates.iter().find(|(id, _)| *id == node.id))
        .map(|(_, date)| date.clone())
}

/// The text that is marked as the date of publication.
fn marked(page: &Document) -> Option<String> {
    let line = page.select_single("[itemprop='datePublished'], time.published, abbr.published");
    let line = clean::line(&line.text(), LONGEST);
    stated_date(&line)
}

/// What the text says in a line of when it was published: `Published 12 June 2019 by …`, or changed.
fn told(page: &Document, date: fn(&str) -> Option<String>) -> Option<String> {
    /// So many lines are looked at.
    const LINES: usize = 2000;
    let lines = page.select("p, div, span, time, li, small, address, dd, td");
    let mut lines = lines.nodes().iter().take(LINES);
    lines.find_map(|line| date(&line_of(line)?))
}

/// The first date in an element that its class calls the date of a publication.
fn named(page: &Document) -> Option<String> {
    const NAMES: &[&str] = &[
        "articledate",
        "bylinedate",
        "dateheader",
        "dateline",
        "datepublication",
        "datepublished",
        "dateposted",
        "entrydate",
        "metadate",
        "postdate",
        "posteddate",
        "pubdate",
        "publicationdate",
        "publishdate",
        "publisheddate",
        "publishedat",
        "publishedon",
        "storydate",
        "timestamp",
    ];
    let is_date = |node: &&NodeRef<'_>| {
        node.attr_or("class", "").split_whitespace().any(|class| {
            let bare: String = class
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .map(|letter| letter.to_ascii_lowercase())
                .collect();
            NAMES.iter().any(|name| bare.ends_with(name))
        })
    };
    let classed = page.select("[class]");
    let dates = classed
        .nodes()
        .iter()
        .filter(is_date)
        .filter(|node| is_of_page(node));
    dates
        .filter_map(line_of)
        .find_map(|line| stated_in(&line).or_else(|| changed_date(&line)))
}

/// The date that stands near the title, in a line of its own.
fn beside_title(page: &Document, is_title: &impl Fn(&str) -> bool) -> Option<String> {
    let body = page.body()?;
    let elements: Vec<NodeRef<'_>> = body.descendants_it().filter(NodeRef::is_element).collect();
    let is_heading = |node: &NodeRef<'_>| is_one_of(node, &["h1", "h2"]);
    let title = elements
        .iter()
        .position(|node| is_heading(node) && is_title(&clean::line(&node.text(), LONGEST * 2)))
        .or_else(|| only_heading(&elements))?;
    let around: Vec<_> = elements.get(title)?.ancestors_it(None).collect();
    let is_of_page = |node: &NodeRef<'_>| {
        let own = node
            .ancestors_it(None)
            .take_while(|above| !around.iter().any(|one| one.id == above.id));
        let is_other = |above: &NodeRef<'_>| {
            is_one_of(above, &["nav", "aside", "footer", "header", "table"])
                || names::is_of_others(above)
        };
        !std::iter::once(*node)
            .chain(own)
            .any(|above| is_other(&above))
    };
    // What stands above an article may be the date of today.
    let articles: Vec<_> = around
        .iter()
        .filter(|above| is_one_of(above, &["article", "main"]))
        .map(|above| above.id)
        .collect();
    let is_in_article = |node: &&NodeRef<'_>| {
        let mut above = node.ancestors_it(None);
        above.any(|above| articles.contains(&above.id))
    };
    // What stands below a further heading, once the text has begun, is of what that is about: a deadline, an event.
    let mut has_begun = false;
    let is_above_sections = |node: &&NodeRef<'_>| {
        has_begun |= node.has_name("p") && node.text().trim().chars().count() > LONGEST;
        !has_begun || !is_one_of(node, &["h2", "h3", "h4", "h5", "h6"])
    };
    let near = elements.get(title + 1..)?.iter().take(NEAR);
    let behind = near.take_while(is_above_sections);
    let before = elements.get(title.saturating_sub(NEAR_BEFORE)..title)?;
    behind
        .chain(before.iter().rev().filter(is_in_article))
        .filter(|node| {
            is_one_of(
                node,
                &[
                    "p", "div", "span", "time", "small", "li", "address", "dt", "dd", "em",
                    "strong", "b", "i", "h3", "h4", "h5", "h6", "td", "a", "font", "nobr",
                ],
            )
        })
        .filter(|node| is_of_page(node))
        .find_map(|node| {
            let line = line_of(node)?;
            stated_in(&line)
                .or_else(|| date_behind_by(&line))
                .or_else(|| stated_by_a_text(node))
        })
}

/// The one heading of an article whose page is called otherwise: over a series, or with a shorter title.
fn only_heading(elements: &[NodeRef<'_>]) -> Option<usize> {
    let mut headings =
        (0..elements.len()).filter(|at| elements.get(*at).is_some_and(|node| node.has_name("h1")));
    let only = headings.next().filter(|_| headings.next().is_none())?;
    let mut above = elements.get(only)?.ancestors_it(None);
    above
        .any(|above| is_one_of(&above, &["article", "main"]))
        .then_some(only)
}

/// The date that a text states which an element breaks off within itself.
fn stated_by_a_text(node: &NodeRef<'_>) -> Option<String> {
    line_of(node)?;
    let texts = node.children_it(false).filter(NodeRef::is_text);
    texts
        .map(|text| clean::line(&text.text(), LONGEST))
        .find_map(|text| stated_in(text.trim_start_matches([',', ' '])))
}

/// The text of an element that may be a line.
fn line_of(node: &NodeRef<'_>) -> Option<String> {
    /// Elements and texts that a line is made of.
    const PARTS: usize = 12;
    if node.descendants_it().take(PARTS).count() >= PARTS {
        return None;
    }
    let line = clean::line(&node.text(), LONGEST + 1);
    (line.chars().count() <= LONGEST).then_some(line)
}

/// The day that is part of an address, as blogs and newspapers file what they publish: `/2024/02/06/`, `/2024/feb/06/`.
fn in_address(address: &str) -> Option<String> {
    let bare = address.split(['?', '#']).next()?;
    let parts: Vec<&str> = bare.split('/').collect();
    let in_three = parts.windows(3).find_map(|parts| {
        let [year, month, day] = parts else {
            return None;
        };
        let is_day = day.len() <= 2 && day.bytes().all(|byte| byte.is_ascii_digit());
        let date = iso_date(&format!("{year} {month} {day}"))?;
        (year.len() == 4 && month.len() <= 3 && is_day && date.len() == 10).then_some(date)
    });
    in_three.or_else(|| parts.into_iter().find_map(in_part))
}

/// The month that is part of an address, as many blogs file their posts: `/2024/02/trams/`.
fn month_in_address(address: &str) -> Option<String> {
    let bare = address.split(['?', '#']).next()?;
    let parts: Vec<&str> = bare.split('/').collect();
    parts.windows(2).find_map(|parts| {
        let [year, month] = parts else {
            return None;
        };
        let number = |text: &str, length: usize| {
            let is_one = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| is_one)
        };
        let is_month =
            (1990..2100).contains(&number(year, 4)?) && (1..=12).contains(&number(month, 2)?);
        is_month.then(|| format!("{year}-{month}"))
    })
}

/// The day in one part of an address: `/20240206/`, `/2024-02-06-trams/`, `/trams-20240206`.
fn in_part(part: &str) -> Option<String> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_day = |date: &String| {
        // Other numbers are as long.
        let year = date.get(..4).and_then(|year| year.parse::<u32>().ok());
        date.len() == 10 && year.is_some_and(|year| (1990..2100).contains(&year))
    };
    let words: Vec<&str> = part.split(['-', '_', '.']).collect();
    let compact = words.iter().filter(|word| word.len() == 8 && digits(word));
    let parted = words.windows(3).filter(|date| {
        let lengths = date.iter().map(|word| word.len());
        lengths.eq([4, 2, 2]) && date.iter().all(|word| digits(word))
    });
    let compact = compact.filter_map(|word| iso_date(word)).find(is_day);
    compact.or_else(|| {
        parted
            .filter_map(|date| iso_date(&date.join("-")))
            .find(is_day)
    })
}

#[cfg(test)]
mod tests {
    use crate::evidence::html::read;

    fn date(head: &str, first: &str) -> Option<String> {
        let text = "The council approved the tram line on Tuesday after a debate of nine hours, with 31 votes in favour and 14 against it.";
        let page = format!(
            "<head><title>Trams</title>{head}</head><body><div>3 March 2026</div><article><h1>Trams</h1>{first}<p>{text}</p><p>It opens soon, {text}</p></article>\
             <div class=comments><p>5 May 2025</p></div></body>"
        );
        let date = read(page.as_bytes(), None).unwrap().date?;
        crate::evidence::dates::iso_date(&date)
    }

    #[test]
    fn an_address_may_tell_the_month_alone() {
        for (address, month) in [
            ("https://courier.example/2024/02/trams/", Some("2024-02")),
            (
                "https://courier.example/en/2024/02/1234/trams",
                Some("2024-02"),
            ),
            ("https://courier.example/2024/13/trams/", None),
            ("https://courier.example/2024/trams/", None),
            ("https://courier.example/3024/02/trams/", None),
        ] {
            let head = format!("<link rel=canonical href='{address}'><meta name=x>");
            let found = date(&head, "<p class=author>By Ada Penrose</p>");
            assert_eq!(found.as_deref(), month, "{address}");
        }
    }

    #[test]
    fn an_article_whose_page_is_called_otherwise_has_the_date_below_its_heading() {
        let text = "The council approved the tram line on Tuesday after a debate of nine hours, with 31 votes in favour and 14 against it.";
        for (line, expected) in [
            ("By Ada Penrose, 6 February 2024", Some("2024-02-06")),
            (
                "Written by Ada Penrose on 6 February 2024",
                Some("2024-02-06"),
            ),
            (
                "Ada Penrose • February 6, 2024 • 5 min read",
                Some("2024-02-06"),
            ),
            ("Trams left on 6 February 2024", None),
        ] {
            let page = format!(
                "<title>All about rails</title><p>3 March 2026</p><article><h1>A tram for Borr</h1><p>{line}</p><p>{text}</p></article>"
            );
            let date = read(page.as_bytes(), None).unwrap().date;
            assert_eq!(date.as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn pages_say_when_they_were_published_in_many_ways() {
        for head in [
            "<meta name=pubdate content='2024-02-06'>",
            "<meta name=publish-date content='6 Feb 2024'>",
            "<meta name=DC.Date content='2024-02-06'>",
            "<meta name='DC.date.issued' content='2024-02-06'>",
            "<meta name=citation_online_date content='2024/02/06'>",
            "<meta http-equiv=last-modified content='Tue, 06 Feb 2024 09:00:00 GMT'>",
            "<link rel=canonical href='https://courier.example/2024/02/06/trams.html'>",
            "<meta name=date content='2024'><meta property='og:pubdate' content='2024-02-06'>",
            "<link rel=canonical href='https://courier.example/news/2024/feb/06/trams'>",
            "<link rel=canonical href='https://courier.example/news/20240206/trams-12345678'>",
            "<link rel=canonical href='https://courier.example/2024-02-06-trams.html'>",
            "<meta name=datePublished content='04:25:06 PM IST Feb 06, 2024'>",
            "<meta property='article:modified_time' content='2024-02-06T09:00:00Z'>",
            "<meta name='article:published_time' value='2024-02-06T09:00:00Z'>",
        ] {
            // The date at the head of the site is that of today.
            let page = format!("{head}<meta name=x>");
            let found = date(&page, "<p class=author>By Ada Penrose</p>");
            assert_eq!(found.as_deref(), Some("2024-02-06"), "{head}");
        }
        for line in [
            "<time>February 6, 2024</time>",
            "<p class=date>6 February 2024</p>",
            "<div><span class=published>February 6, 2024</span></div>",
            "<p>By Ada Penrose</p><p>Published: Feb 6, 2024 9:12 a.m. ET</p>",
            "<p>Tue 6 Feb 2024 08.00 GMT</p>",
            "<p>6. Februar 2024</p>",
            "<p><em>Tuesday, 6 February 2024</em></p>",
            "<p>6. Feb 2024 // Ada Penrose</p>",
            "<p>Velmar, 6 February 2024</p>",
            "<p>/ martes 6 de febrero de 2024</p>",
            "<div>x<div><div class=newsdatum>06.02.2024 <b>News</b></div></div></div>",
            "<abbr class=published title='2024-02-06T05:11:00-05:00'>5:11 AM</abbr>",
            "<aside><time datetime='2020-01-01'></time></aside><time datetime='2024-02-06'></time>",
            "<p>This page was last edited on 6 February 2024, at 10:22.</p>",
            "<p>Publié le 6 février 2024</p>",
            "<p>6 de febrero de 2024</p>",
            "<p>6 febbraio 2024</p>",
            "<p>6 de fevereiro de 2024 - 04:30 - Fonte: Agência</p>",
            "<p>Courier<br>6 Feb 2024, 22:11 GMT+10</p>",
            "<div><a href=/c>Courier</a>, 6 februarie 2024 16:20</div>",
            "<p itemprop=datePublished>6 lutego 2024</p>",
            "<span>2024年2月6日</span>",
            "<dl><dt>2024.02.06</dt><dd>Courier</dd></dl>",
            "<p>Updated: Feb 6, 2024 2:57 PM UTC</p>",
            "<p>Story published on Feb 6, 2024.</p>",
        ] {
            assert_eq!(date("", line).as_deref(), Some("2024-02-06"), "{line}");
        }
    }

    #[test]
    fn what_a_page_names_its_date_is_its_date_wherever_it_stands() {
        let far = "<p>Words that fill a page.</p>".repeat(100);
        for line in [
            "<div class=pub-date>February 6, 2024 4:21 PM</div>",
            "<ul><li class='item content__meta__date'>06.02.2024</li></ul>",
            "<span class=publishedDate>6 Feb 2024</span>",
        ] {
            let end = format!("{far}{line}");
            assert_eq!(date("", &end).as_deref(), Some("2024-02-06"), "{line}");
            let other = format!("{far}<aside>{line}</aside>");
            assert_eq!(date("", &other), None, "{line}");
        }
    }

    #[test]
    fn a_date_of_something_else_is_not_that_of_the_page() {
        assert_eq!(date("", "<p>In 2019 the Water Board published.</p>"), None);
        assert_eq!(date("", "<p>The bridge opened on 3 May 2019.</p>"), None);
        let recalled = "<p>The maker is recalling 4,100 pumps of the type X5 that were sold between two years in six countries of the north, as it wrote to all of its customers on Monday.</p>";
        let deadline = format!("{recalled}<h2>Deadline</h2><p>30 September 2025.</p>");
        assert_eq!(date("", &deadline), None);
        let below = format!("<h2>In six countries</h2><p>30 September 2025</p>{recalled}");
        assert_eq!(date("", &below).as_deref(), Some("2025-09-30"));
    }
}
