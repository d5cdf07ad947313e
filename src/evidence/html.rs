//! HTML pages: the main article without navigation, advertisements and footers, and what the page says of its title, author, date and site.
//!
//! A page in which no article is found is taken whole. Runs in the child process only [E2].

use dom_smoothie::{Article, Readability, TextMode};

use super::address;
use super::decode;
use super::markdown;
use super::reading::Reading;
use crate::clean;

/// An article with fewer characters than this, on a page that has three times as many, was the wrong piece of the page.
const SHORT_ARTICLE: usize = 400;

/// Parts of a page that are never its text.
const CHROME: &str = "script, style, noscript, template, nav, header, footer, aside, form, button, svg, iframe, dialog, [hidden], [aria-hidden=true]";

pub(super) fn read(bytes: &[u8]) -> Reading {
    let decoded = decode::text(bytes, decode::declared_in_html(bytes));
    let mut page = Readability::from(decoded.text.as_str());
    page.config.text_mode = TextMode::Markdown;
    let facts = Facts::of(&page);
    let article = page.parse().ok();
    let text = article
        .as_ref()
        .map_or("", |article| article.text_content.trim());
    let whole = (text.len() < SHORT_ARTICLE)
        .then(|| whole_page(&decoded.text))
        .filter(|whole| whole.len() > text.len() * 3);
    let mut reading = markdown::read(whole.as_deref().unwrap_or(text));
    if whole.is_some() {
        reading
            .warnings
            .push("no main article was found on the page, so all of its text was taken".to_owned());
    }
    reading.warnings.extend(decoded.warning);
    facts.describe(&mut reading, article);
    reading
}

fn whole_page(html: &str) -> String {
    let page = Readability::from(html);
    page.doc.select(CHROME).remove();
    page.doc
        .body()
        .map(|body| body.md(None).to_string())
        .unwrap_or_default()
}

/// What the page says of itself where the article's own data say nothing.
struct Facts {
    title: Option<String>,
    /// The first heading: the title without the site's name, where it is part of the title.
    heading: Option<String>,
    author: Option<String>,
    date: Option<String>,
    address: Option<String>,
}

impl Facts {
    fn of(page: &Readability) -> Self {
        let first = |selectors: &[&str], attribute: &str| {
            selectors.iter().find_map(|selector| {
                let value = page.doc.select(selector).attr(attribute)?;
                Some(value.trim().to_owned()).filter(|value| !value.is_empty())
            })
        };
        let words = |selector: &str| {
            let text = page.doc.select_single(selector).text();
            Some(clean::line(&text, 300)).filter(|text| !text.is_empty())
        };
        Self {
            title: words("title"),
            heading: words("h1"),
            author: first(
                &[
                    "meta[name=author]",
                    "meta[name=citation_author]",
                    "meta[name='dc.creator']",
                ],
                "content",
            ),
            date: first(
                &[
                    "meta[property='article:published_time']",
                    "meta[name=citation_publication_date]",
                    "meta[name=date]",
                    "meta[name='dc.date']",
                    "meta[itemprop=datePublished]",
                ],
                "content",
            )
            .or_else(|| first(&["time[datetime]"], "datetime")),
            address: first(&["link[rel=canonical]"], "href")
                .or_else(|| first(&["meta[property='og:url']"], "content"))
                .and_then(|address| address::canonical(&address)),
        }
    }

    /// Sets what the article's own data say, and these facts where they say nothing.
    fn describe(self, reading: &mut Reading, article: Option<Article>) {
        let found = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let (title, byline, site, published) =
            article.map_or((None, None, None, None), |article| {
                (
                    Some(article.title),
                    article.byline,
                    article.site_name,
                    article.published_time,
                )
            });
        let title = found(title).or(self.title);
        reading.title = title.map(|title| {
            self.heading
                .filter(|heading| title.contains(heading.as_str()))
                .unwrap_or(title)
        });
        reading.author = found(byline)
            .or(self.author)
            .map(|byline| without_by(&byline));
        reading.date = found(published).or(self.date);
        reading.origin = self.address.as_deref().map(address::origin);
        reading.site = found(site).or_else(|| self.address.as_deref().and_then(address::site));
    }
}

fn without_by(byline: &str) -> String {
    let byline = byline.trim();
    let bare = byline
        .strip_prefix("By ")
        .or_else(|| byline.strip_prefix("by "))
        .unwrap_or(byline);
    bare.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Origin;

    fn page(body: &str) -> String {
        format!(
            "<html><head><title>Range in winter | Example Herald</title><meta name=author content='By Ada Penrose'>\
             <meta property='article:published_time' content='2026-01-09T08:00:00Z'><link rel=canonical href='https://news.example.org/range/'>\
             </head><body><nav><a href=/>Home</a> <a href=/news>News</a></nav>{body}<footer>All rights reserved. Cookie settings</footer></body></html>"
        )
    }

    #[test]
    fn an_article_is_read_without_the_page_around_it() {
        let paragraph = "<p>The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest route.</p>";
        let article = format!(
            "<article><h1>Range in winter</h1>{}<h2>Causes</h2>{}</article>",
            paragraph.repeat(4),
            paragraph.repeat(3)
        );
        let reading = read(page(&article).as_bytes());
        let text = reading.body.text();
        assert!(text.contains("The pilot buses lost a third"));
        assert!(text.contains("Causes"));
        assert!(!text.contains("Cookie") && !text.contains("Home"), "{text}");
        assert_eq!(reading.title.as_deref(), Some("Range in winter"));
        assert_eq!(reading.author.as_deref(), Some("Ada Penrose"));
        assert_eq!(reading.date.as_deref(), Some("2026-01-09T08:00:00Z"));
        assert_eq!(reading.site.as_deref(), Some("news.example.org"));
        assert_eq!(reading.origin, Some(Origin::Web));
    }

    #[test]
    fn a_page_without_an_article_is_taken_whole() {
        let items: Vec<String> = (1..40)
            .map(|n| format!("<li>Item number {n} of the list</li>"))
            .collect();
        let list = items.concat();
        let reading = read(format!("<body><div>Short.</div><ul>{list}</ul></body>").as_bytes());
        assert!(reading.body.text().contains("Item number 39"));
    }

    #[test]
    fn broken_markup_gives_what_text_there_is() {
        for html in [
            "",
            "<",
            "<html><body><p>Half a para",
            "<table><td>cell<p>text</div></body>",
            "\u{1b}[31m<b>x",
        ] {
            let _ = read(html.as_bytes());
        }
        let deep = format!("{}deep words{}", "<div>".repeat(300), "</div>".repeat(300));
        assert!(read(deep.as_bytes()).body.text().contains("deep words"));
    }
}
