//! What a web page says of itself: title, author, date, site, language, address.

use dom_query::Document;
use dom_smoothie::{Metadata, Readability};

use super::described::Described;
use super::{bylines, dated, names};
use crate::clean;
use crate::evidence::dates::{is_much_later, iso_date};
use crate::evidence::reading::Reading;
use crate::evidence::{address, byline};

/// What parts the title of a page from the name of its site.
const PARTS: [char; 7] = ['|', '-', '–', '—', '·', ':', '»'];
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
    /// What stands over every page of the site.
    banner: Option<String>,
    described: Described,
    language: Option<String>,
    address: Option<String>,
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
        let (heading, banner) = headings(&page.doc, &titles);
        Self {
            byline: bylines::found(&page.doc, is_title),
            authors: described
                .authors
                .take()
                .into_iter()
                .chain(bylines::stated(&page.doc))
                .collect(),
            described,
            titles,
            heading,
            date,
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
            banner,
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
        let window = self.titles.last();
        let tail = self
            .heading
            .as_deref()
            .zip(window)
            .and_then(|(heading, window)| site_behind(heading, window));
        reading.site = self
            .site
            .or(found(site))
            .or(self.described.publisher)
            .or(self.banner)
            .or_else(|| self.address.as_deref().and_then(address::site))
            .or(tail);
        let title = found(Some(title))
            // A title that was cut within a bracket is none.
            .filter(|title| title.matches('(').count() == title.matches(')').count())
            .or(self.described.headline)
            .or_else(|| self.titles.first().cloned());
        // What the page shows as its title, in its heading and in its window, is not that of its section.
        let shown = self.heading.as_ref().filter(|heading| {
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
        // Of several, the one whom the text names too; what stands first may be the same on every page.
        let is_shown = |author: &&String| {
            let shown = self.byline.as_ref();
            shown.is_some_and(|shown| shown.to_lowercase() == author.to_lowercase())
        };
        let shown = people.iter().find(is_shown).cloned();
        reading.author = shown
            .or_else(|| people.into_iter().next())
            .or(self.byline)
            .or_else(|| names_site.into_iter().next());
        let published = found(published).or(self.described.published).or(self.date);
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

/// The first heading that is not part of the furniture, and the one of a bar that names the site: the title of the window ends with it.
fn headings(page: &Document, titles: &[String]) -> (Option<String>, Option<String>) {
    /// A heading stands in its bar, or in a part of it.
    const AROUND: usize = 2;
    let mut banner = None;
    for selector in ["article h1", "main h1", "h1"] {
        for heading in page.select(selector).nodes() {
            let text = clean::line(&heading.text(), LONGEST);
            if text.is_empty() {
                continue;
            }
            let mut around = heading.ancestors_it(Some(AROUND));
            let is_tail = titles
                .iter()
                .any(|title| without_site(title, Some(&text)) != *title);
            if is_tail
                && (names::is_of_others(heading) || around.any(|bar| names::is_of_others(&bar)))
            {
                banner.get_or_insert(text);
            } else {
                return (Some(text), banner);
            }
        }
    }
    (None, banner)
}

/// The name of the site in the title of a window, behind the heading of its page.
fn site_behind(heading: &str, window: &str) -> Option<String> {
    /// Words of a name.
    const MOST_WORDS: usize = 6;
    let behind = window.strip_prefix(heading)?.trim_start();
    let site = behind.strip_prefix(PARTS)?.trim();
    let is_name =
        !site.contains(PARTS) && (1..=MOST_WORDS).contains(&site.split_whitespace().count());
    is_name.then(|| site.to_owned())
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
        let bare = bare.strip_suffix(PARTS)?.trim_end();
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
