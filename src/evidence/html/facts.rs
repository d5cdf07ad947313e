//! What a web page says of itself: title, author, date, site, language, address.

use dom_query::Document;
use dom_smoothie::{Metadata, Readability};

use super::described::Described;
use super::titles::{Headings, LONGEST, Site, bare as letters, is_title_of, site_behind};
use super::{bylines, dated};
use crate::clean;
use crate::evidence::dates::{are_neighbours, is_much_later, iso_date};
use crate::evidence::reading::Reading;
use crate::evidence::{address, byline};

pub(super) struct Facts {
    /// Titles that the page gives itself, best first.
    titles: Vec<String>,
    headings: Headings,
    /// Who wrote it, as its data say, best first.
    authors: Vec<String>,
    /// And as its text does.
    byline: Option<String>,
    /// And as the cards of the page do.
    on_cards: Option<String>,
    date: Option<String>,
    /// The day that its address files it under.
    filed: Option<String>,
    /// Whether the page is news or a post, which is what it was on the day it came out.
    is_of_its_day: bool,
    site: Option<String>,
    described: Described,
    language: Option<String>,
    address: Option<String>,
    /// The host that it came from.
    host: Option<String>,
}

/// Gives what a page says of itself the attributes that it should have: pages write `value` for `content`, and `name` for `property`.
fn respell(page: &Document) {
    for field in page.select("meta[value]:not([content])").nodes() {
        field.set_attr("content", &field.attr_or("value", ""));
    }
    for field in page.select("meta[name]:not([property])").nodes() {
        let name = field.attr_or("name", "");
        if name.starts_with("og:") || name.starts_with("article:") {
            field.set_attr("property", &name);
        }
    }
}

impl Facts {
    /// Its own, as it names it.
    pub(super) fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// Taken before anything is removed from the page, which came from `given`.
    pub(super) fn of(page: &Readability, given: Option<&str>) -> Self {
        respell(&page.doc);
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
        let address = first(&["link[rel=canonical]"], "href")
            .or_else(|| first(&["meta[property='og:url']"], "content"))
            .and_then(|address| address::canonical(&address));
        let mut described = Described::of(&page.doc, is_title);
        let addresses: Vec<&str> = address.as_deref().into_iter().chain(given).collect();
        let date = dated::found(&page.doc, &addresses, is_title);
        let filed = dated::filed(&addresses);
        let host = addresses.iter().find_map(|address| address::site(address));
        Self {
            byline: bylines::found(&page.doc, is_title),
            on_cards: bylines::on_cards(&page.doc),
            authors: described
                .authors
                .take()
                .into_iter()
                .chain(bylines::stated(&page.doc))
                .collect(),
            described,
            headings: Headings::of(&page.doc, &titles),
            titles,
            date,
            filed,
            is_of_its_day: is_of_its_day(&page.doc),
            site: first(
                &[
                    "meta[property='og:site_name']",
                    "meta[name='citation_journal_title' i]",
                    "meta[name='application-name' i]",
                    "meta[name='dc.publisher' i]",
                    "meta[name='publisher' i]",
                ],
                "content",
            ),
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
            address,
            host,
        }
    }

    /// Whether a heading says the title of the page, with the site's name or without.
    pub(super) fn is_title(&self, heading: &str) -> bool {
        self.titles.iter().any(|title| is_title_of(heading, title))
            || self.headings.headline(&self.titles) == Some(heading)
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
        let window = self.titles.last();
        let heading = self.headings.first.as_deref();
        let tail = heading
            .zip(window)
            .and_then(|(heading, window)| site_behind(heading, window));
        reading.site = self
            .site
            .or(found(site))
            .or(self.described.publisher)
            .or_else(|| self.headings.banner.clone())
            .or_else(|| self.address.as_deref().and_then(address::site))
            .or(tail);
        let title = found(Some(title))
            // A title that was cut within a bracket is none.
            .filter(|title| title.matches('(').count() == title.matches(')').count())
            .or(self.described.headline)
            .or_else(|| self.titles.first().cloned());
        // What the page shows as its title, in its heading and in its window, is not that of its section.
        let shown = heading.filter(|heading| {
            let is_shown = |window: &String| {
                is_title_of(heading, window)
                    && title.as_ref().is_some_and(|title| {
                        !window.contains(title.as_str()) && !title.contains(heading)
                    })
            };
            window.is_some_and(is_shown) && reading.site.as_deref() != Some(*heading)
        });
        let title = shown.map(str::to_owned).or(title);
        let site = Site {
            name: reading.site.as_deref(),
            host: self.host.as_deref(),
        };
        reading.title = title.map(|title| {
            self.headings
                .title(&title, window.map(String::as_str), site)
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
        // Of several, the one whom the text names too; what stands first may be the same on every page.
        let is_shown = |author: &&String| {
            let shown = self.byline.as_ref();
            shown.is_some_and(|shown| shown.to_lowercase() == author.to_lowercase())
        };
        // Data may have no more of a name than what its bearer signs in with.
        let is_sign_in = |author: &String| {
            let shown = self.byline.as_deref().unwrap_or_default();
            !author.contains(' ')
                && shown.contains(' ')
                && letters(shown).contains(&letters(author))
        };
        let shown = people.iter().find(is_shown).cloned();
        let shown = shown.or_else(|| {
            let named = self.byline.clone();
            named.filter(|_| people.first().is_some_and(is_sign_in))
        });
        reading.author = shown
            .or_else(|| people.into_iter().next())
            .or(self.byline)
            .or(self.on_cards)
            .or_else(|| names_site.into_iter().next());
        let published = found(published).or(self.described.published).or(self.date);
        // What is told in the time of Greenwich may be another day where it was published.
        let filed = self.filed.filter(|filed| {
            let day = published.as_deref().and_then(iso_date);
            day.is_some_and(|day| are_neighbours(&day, filed))
        });
        let published = filed.or(published);
        // What many write on for years, as encyclopaedias and handbooks do, says what was known when it was changed last.
        let modified = found(modified).or(self.described.modified);
        let changed = modified.filter(|modified| {
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

/// Whether an author is only the site itself.
fn is_site(author: &str, site: &str) -> bool {
    const SHORTEST: usize = 4;
    // Nobody is called like a host.
    let is_host = !author.contains(' ')
        && author.rsplit_once('.').is_some_and(|(name, end)| {
            name.len() > 1
                && (2..=4).contains(&end.len())
                && end.chars().all(|c| c.is_ascii_lowercase())
        });
    let (author, site) = (letters(author), letters(site));
    is_host
        || author == site
        || (author.len() >= SHORTEST && site.contains(&author))
        || (site.len() >= SHORTEST && author.contains(&site))
}

#[cfg(test)]
mod tests {
    use crate::evidence::html::read;

    #[test]
    fn the_name_of_a_site_over_every_page_is_no_title() {
        let text = "The council approved the tram line on Tuesday after a debate of nine hours, with 31 votes in favour and 14 against it.";
        for (window, page, title, site) in [
            (
                "Closures - The Tram Book",
                "<div class='menu-bar'><h1 class='menu-title'>The Tram Book</h1></div><main><h2>Closures</h2>",
                "Closures",
                Some("The Tram Book"),
            ),
            (
                "Tram lines open in the east - The Velmar Courier",
                "<main><h1>Tram lines open in the east</h1>",
                "Tram lines open in the east",
                Some("The Velmar Courier"),
            ),
            (
                "Thread safety (trams: the book on the lines of the city)",
                "<main><h3>1.4 Thread safety</h3>",
                "Thread safety (trams: the book on the lines of the city)",
                None,
            ),
        ] {
            let html = format!(
                "<head><title>{window}</title></head><body>{page}<p>{text}</p><p>It opens soon, {text}</p></main></body>"
            );
            let reading = read(html.as_bytes(), None).unwrap();
            assert_eq!(reading.title.as_deref(), Some(title));
            assert_eq!(reading.site.as_deref(), site, "{window}");
        }
    }

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
        let evening = "<meta name=date content='2018-01-02T03:10:00Z'><link rel=canonical href='https://courier.example/2018/01/01/trams'>";
        assert_eq!(date(evening, told).as_deref(), Some("2018-01-01"));
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
