//! What a web page says of itself: title, author, date, site, language, address.

use dom_smoothie::{Metadata, Readability};

use crate::clean;
use crate::evidence::address;
use crate::evidence::reading::Reading;

/// Longest title or name that is looked at.
const LONGEST: usize = 300;

pub(super) struct Facts {
    /// Titles that the page gives itself, best first.
    titles: Vec<String>,
    /// The first heading: the title without the site's name, where it is part of the title.
    heading: Option<String>,
    author: Option<String>,
    date: Option<String>,
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
        let authors: Vec<String> = page
            .doc
            .select("meta[name=citation_author]")
            .iter()
            .filter_map(|author| author.attr("content"))
            .map(|author| clean::line(&author, LONGEST))
            .collect();
        Self {
            titles: titles.into_iter().flatten().collect(),
            heading: words(&["article h1", "main h1", "h1"]),
            author: Some(authors.join(", "))
                .filter(|authors| !authors.is_empty())
                .or_else(|| {
                    first(
                        &[
                            "meta[name=author]",
                            "meta[name='dc.creator']",
                            "meta[name='parsely-author']",
                        ],
                        "content",
                    )
                })
                .or_else(|| {
                    words(&[
                        "[itemprop=author] [itemprop=name]",
                        "[itemprop=author]",
                        "a[rel=author]",
                        ".byline",
                    ])
                })
                .filter(|author| {
                    !author.contains("://") && author.split_whitespace().count() <= 16
                }),
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
            }),
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
        self.titles
            .iter()
            .any(|title| title.contains(heading) && heading.len() * 3 > title.len())
    }

    /// Sets what the structured data that came with the article say, and these facts where they say nothing.
    pub(super) fn describe(self, reading: &mut Reading, metadata: Metadata) {
        let found = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let Metadata {
            title,
            byline,
            site_name: site,
            published_time: published,
            ..
        } = metadata;
        reading.site = self
            .site
            .or(found(site))
            .or_else(|| self.address.as_deref().and_then(address::site));
        let title = found(Some(title)).or_else(|| self.titles.first().cloned());
        reading.title = title.map(|title| {
            self.heading
                .filter(|heading| {
                    title.contains(heading.as_str()) && heading.len() * 3 > title.len()
                })
                .unwrap_or_else(|| without_site(&title, reading.site.as_deref()))
        });
        reading.author = self
            .author
            .or(found(byline))
            .map(|byline| without_by(&byline))
            .filter(|author| !author.is_empty());
        reading.date = found(published).or(self.date);
        reading.language = self.language;
        reading.origin = self.address.as_deref().map(address::origin);
        if let Some(address) = self.address {
            reading.metadata.insert("canonical".to_owned(), address);
        }
    }
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

fn without_by(byline: &str) -> String {
    let byline = byline.trim();
    let bare = [
        "By ", "by ", "BY ", "By: ", "Von ", "von ", "Par ", "par ", "Por ", "por ", "Di ",
    ]
    .iter()
    .find_map(|by| byline.strip_prefix(by))
    .unwrap_or(byline);
    bare.trim().to_owned()
}
