//! What a web page says of itself: title, author, date, site, language, address.

use dom_query::Document;
use dom_smoothie::{Metadata, Readability};

use super::bylines;
use crate::clean;
use crate::evidence::dates::{is_much_later, iso_date, published_date};
use crate::evidence::reading::Reading;
use crate::evidence::{address, byline};

/// Longest title or name that is looked at.
const LONGEST: usize = 300;

pub(super) struct Facts {
    /// Titles that the page gives itself, best first.
    titles: Vec<String>,
    /// The first heading: the title without the site's name, where it is part of the title.
    heading: Option<String>,
    /// Who wrote it, as its data say, best first.
    authors: Vec<String>,
    /// And as its text does.
    byline: Option<String>,
    date: Option<String>,
    /// Whether the page is news or a post, which is what it was on the day it came out.
    is_of_its_day: bool,
    site: Option<String>,
    language: Option<String>,
    address: Option<String>,
}

impl Facts {
    /// Its own, as it names it.
    pub(super) fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// Taken before anything is removed from the page.
    pub(super) fn of(page: &Readability) -> Self {
        let first = |selectors: &[&str], attribute: &str| {
            selectors.iter().find_map(|selector| {
                let value = page.doc.select_single(selector).attr(attribute)?;
                Some(clean::line(&value, LONGEST)).filter(|value| !value.is_empty())
            })
        };
        let words = |selectors: &[&str]| {
            selectors.iter().find_map(|selector| {
                let text = page.doc.select_single(selector).text();
                Some(clean::line(&text, LONGEST)).filter(|text| !text.is_empty())
            })
        };
        let titles = [
            first(
                &[
                    "meta[property='og:title']",
                    "meta[name='citation_title']",
                    "meta[name='dc.title']",
                ],
                "content",
            ),
            words(&["title"]),
        ];
        let titles: Vec<String> = titles.into_iter().flatten().collect();
        let is_title = |heading: &str| titles.iter().any(|title| is_title_of(heading, title));
        Self {
            byline: bylines::found(&page.doc, is_title),
            authors: bylines::in_data(&page.doc)
                .into_iter()
                .chain(bylines::stated(&page.doc))
                .collect(),
            titles,
            heading: words(&["article h1", "main h1", "h1"]),
            date: first(
                &[
                    "meta[property='article:published_time']",
                    "meta[name=citation_publication_date]",
                    "meta[name=date]",
                    "meta[name='dc.date']",
                    "meta[name='parsely-pub-date']",
                    "meta[itemprop=datePublished]",
                ],
                "content",
            )
            .or_else(|| {
                first(
                    &[
                        "time[itemprop=datePublished]",
                        "time[pubdate]",
                        "time[datetime]",
                    ],
                    "datetime",
                )
            })
            .or_else(|| told_date(&page.doc)),
            is_of_its_day: is_of_its_day(&page.doc),
            site: first(&["meta[property='og:site_name']"], "content"),
            language: first(&["html[lang]", "body[lang]"], "lang")
                .or_else(|| first(&["html"], "xml:lang"))
                .or_else(|| {
                    first(
                        &[
                            "meta[property='og:locale']",
                            "meta[http-equiv='content-language' i]",
                        ],
                        "content",
                    )
                }),
            address: first(&["link[rel=canonical]"], "href")
                .or_else(|| first(&["meta[property='og:url']"], "content"))
                .and_then(|address| address::canonical(&address)),
        }
    }

    /// Whether a heading says the title of the page, with the site's name or without.
    pub(super) fn is_title(&self, heading: &str) -> bool {
        self.titles.iter().any(|title| is_title_of(heading, title))
    }

    /// Sets what the structured data that came with the article say, and these facts where they say nothing.
    pub(super) fn describe(self, reading: &mut Reading, metadata: Metadata) {
        let found = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let Metadata {
            title,
            byline,
            site_name: site,
            published_time: published,
            modified_time: modified,
            ..
        } = metadata;
        reading.site = self
            .site
            .or(found(site))
            .or_else(|| self.address.as_deref().and_then(address::site));
        let title = found(Some(title)).or_else(|| self.titles.first().cloned());
        // What the page shows as its title, in its heading and in its window, is not that of its section.
        let shown = self.heading.as_ref().filter(|heading| {
            let window = self.titles.last();
            let is_shown = |window: &String| {
                is_title_of(heading, window)
                    && title.as_ref().is_some_and(|title| {
                        !window.contains(title.as_str()) && !title.contains(heading.as_str())
                    })
            };
            window.is_some_and(is_shown) && reading.site.as_ref() != Some(heading)
        });
        let title = shown.cloned().or(title);
        reading.title = title.map(|title| {
            self.heading
                .filter(|heading| is_title_of(heading, &title))
                .unwrap_or_else(|| without_site(&title, reading.site.as_deref()))
        });
        let (names_site, people): (Vec<String>, Vec<String>) = self
            .authors
            .into_iter()
            .chain(found(byline).and_then(|byline| byline::names(&byline)))
            .partition(|author| {
                let address = self.address.as_deref().and_then(address::site);
                [&reading.site, &address]
                    .into_iter()
                    .flatten()
                    .any(|site| is_site(author, site))
            });
        reading.author = people
            .into_iter()
            .next()
            .or(self.byline)
            .or_else(|| names_site.into_iter().next());
        let published = found(published).or(self.date);
        // What many write on for years, as encyclopaedias and handbooks do, says what was known when it was changed last.
        let changed = found(modified).filter(|modified| {
            let (modified, published) =
                (iso_date(modified), published.as_deref().and_then(iso_date));
            !self.is_of_its_day
                && published.is_none_or(|published| {
                    modified.is_some_and(|modified| is_much_later(&modified, &published))
                })
        });
        reading.date = changed.or(published);
        reading.language = self.language;
        reading.origin = self.address.as_deref().map(address::origin);
        if let Some(address) = self.address {
            reading.metadata.insert("canonical".to_owned(), address);
        }
    }
}

/// What the text says of when it was published: `Published 12 June 2019 by …`.
fn told_date(page: &Document) -> Option<String> {
    /// Characters of a line that says so.
    const LONGEST: usize = 120;
    /// So many lines are looked at, each with no more than so many parts.
    const LINES: usize = 2000;
    const PARTS: usize = 12;
    let lines = page.select("p, div, span, time, li, small, address, dd, td");
    lines
        .nodes()
        .iter()
        .take(LINES)
        .filter(|line| line.descendants_it().take(PARTS).count() < PARTS)
        .map(|line| clean::line(&line.text(), LONGEST + 1))
        .filter(|line| line.chars().count() <= LONGEST)
        .find_map(|line| published_date(&line))
}

/// Whether a page calls itself news or a post.
fn is_of_its_day(page: &Document) -> bool {
    const KINDS: &[&str] = &[
        "NewsArticle",
        "BlogPosting",
        "LiveBlogPosting",
        "SocialMediaPosting",
        "DiscussionForumPosting",
        "Review",
    ];
    let kind = page
        .select_single("meta[property='og:type']")
        .attr("content");
    let data = page.select("script[type='application/ld+json']");
    kind.is_some_and(|kind| &*kind == "article")
        || data.iter().any(|script| {
            let data = script.text();
            KINDS.iter().any(|kind| data.contains(kind))
        })
}

/// `Range in winter | Example Herald` without the name of the site.
fn without_site(title: &str, site: Option<&str>) -> String {
    let bare = site.and_then(|site| {
        let bare = title.strip_suffix(site)?.trim_end();
        let bare = bare
            .strip_suffix(['|', '-', '–', '—', '·', ':', '»'])?
            .trim_end();
        (!bare.is_empty()).then_some(bare)
    });
    bare.unwrap_or(title).to_owned()
}

/// Whether a heading says a title, with the site's name or without.
fn is_title_of(heading: &str, title: &str) -> bool {
    title.contains(heading) && heading.len() * 3 > title.len()
}

/// Whether an author is only the site itself.
fn is_site(author: &str, site: &str) -> bool {
    const SHORTEST: usize = 4;
    let bare = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    // Nobody is called like a host.
    let is_host = !author.contains(' ')
        && author.rsplit_once('.').is_some_and(|(name, end)| {
            name.len() > 1
                && (2..=4).contains(&end.len())
                && end.chars().all(|c| c.is_ascii_lowercase())
        });
    let (author, site) = (bare(author), bare(site));
    is_host
        || author == site
        || (author.len() >= SHORTEST && site.contains(&author))
        || (site.len() >= SHORTEST && author.contains(&site))
}

#[cfg(test)]
mod tests {
    use crate::evidence::html::read;

    fn date(head: &str, first: &str) -> Option<String> {
        let text = "The council approved the tram line on Tuesday after a debate of nine hours, with 31 votes in favour and 14 against it.";
        let page = format!(
            "<head>{head}</head><body><div>Today: 3 March 2026</div><article><p>{first}</p><p>{text}</p><p>It opens soon, {text}</p></article></body>"
        );
        read(page.as_bytes(), None).unwrap().date
    }

    #[test]
    fn the_text_tells_when_a_page_was_published_where_nothing_else_does() {
        let told = "Published 12 June 2019 by the Water Board";
        assert_eq!(date("", told).as_deref(), Some("2019-06-12"));
        assert_eq!(date("", "In 2019 the Water Board published."), None);
        let meta = "<meta name=date content='2018-01-02'>";
        assert_eq!(date(meta, told).as_deref(), Some("2018-01-02"));
    }

    #[test]
    fn a_page_that_is_written_on_for_years_has_the_date_of_its_last_change() {
        let data = |kind: &str, changed: &str| {
            format!(
                r#"<script type="application/ld+json">{{"@context":"https://schema.org","@type":"{kind}","headline":"Trams","name":"Trams","datePublished":"2001-07-30","dateModified":"{changed}"}}</script>"#
            )
        };
        let of = |kind: &str, changed: &str| date(&data(kind, changed), "On trams.");
        assert_eq!(of("Article", "2024-03-02").as_deref(), Some("2024-03-02"));
        assert_eq!(of("Article", "2001-08-01").as_deref(), Some("2001-07-30"));
        assert_eq!(
            of("NewsArticle", "2024-03-02").as_deref(),
            Some("2001-07-30")
        );
    }
}
