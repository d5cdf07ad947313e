//! Feeds, RSS in its versions and Atom: each item is a document at the address that it leads to, with its own title, author and date.
//!
//! An item quotes a page; it is not the page, and does not stand in for it when that is read too. Runs in the child process only [E2].

use dom_query::Document;
use url::Url;

use super::problem::Problem;
use super::reading::{Place, Reading};
use super::xml::Element;
use super::{ReadDocument, address, html, markdown};
use crate::clean;
use crate::study::{DocumentKind, counted};

/// Prefixes of the parts of an item that are its own: pictures and sounds have titles too.
const PREFIXES: &[&str] = &["atom", "rss", "dc", "dcterms", "content", "yandex", "turbo"];
/// What is in the markup of an item but is not its text.
const NOT_TEXT: &str = "script, style, template, svg, img, iframe, form";
/// Characters of a title.
const LONGEST: usize = 300;

/// The items of a feed that was sent from `address` or is a file; `None` for XML that is no feed.
pub(super) fn documents(
    root: &Element,
    place: &Place,
    address: Option<&str>,
) -> Result<Option<Vec<ReadDocument>>, Problem> {
    let Some(feed) = Feed::of(root, address) else {
        return Ok(None);
    };
    let mut documents = Vec::new();
    let mut empty = 0;
    for item in &feed.items {
        let (reading, place) = feed.reading(item, place);
        match reading.finish(DocumentKind::Feed, &place) {
            Ok(document) => documents.push(document),
            Err(Problem::NoText) => empty += 1,
            Err(problem) => return Err(problem),
        }
    }
    let Some(first) = documents.first_mut() else {
        return Err(Problem::NoText);
    };
    if empty > 0 {
        let told = format!("{} without text left out", counted(empty, "item"));
        first.warnings.push(told);
    }
    Ok(Some(documents))
}

struct Feed<'a> {
    title: Option<String>,
    language: Option<String>,
    /// Its own address, or that of the site it is about: where its links lead from.
    base: Option<Url>,
    items: Vec<&'a Element>,
}

impl<'a> Feed<'a> {
    fn of(root: &'a Element, address: Option<&str>) -> Option<Self> {
        let name = root.local().to_ascii_lowercase();
        let channel = child(root, "channel");
        let (about, items) = match name.as_str() {
            // The oldest have their items beside the channel.
            "rss" => {
                let within = named(channel?, "item");
                let is_empty = within.is_empty();
                (
                    channel?,
                    if is_empty {
                        named(root, "item")
                    } else {
                        within
                    },
                )
            }
            "rdf" => (channel?, named(root, "item")),
            "feed" => (root, named(root, "entry")),
            _ => return None,
        };
        let language = child(about, "language").map(Element::text);
        Some(Self {
            title: child(about, "title").map(title_of),
            language: language.or_else(|| root.attribute("xml:lang").map(str::to_owned)),
            base: root
                .attribute("xml:base")
                .map(str::to_owned)
                .or_else(|| link(about))
                .or_else(|| address.map(str::to_owned))
                .and_then(|address| Url::parse(address.trim()).ok()),
            items,
        })
    }

    fn reading(&self, item: &Element, file: &Place) -> (Reading, Place) {
        let title = child(item, "title").map(title_of);
        let title = title.filter(|title| !title.is_empty());
        let address = link(item).and_then(|address| self.resolved(&address));
        let mut reading = Reading {
            title: title.clone(),
            author: author(item),
            date: first(item, &["pubDate", "published", "issued", "date", "updated"]),
            language: self.language.clone(),
            origin: address.as_deref().map(address::origin),
            site: self
                .title
                .clone()
                .or_else(|| address.as_deref().and_then(address::site)),
            ..Reading::default()
        };
        let topics: Vec<String> = named(item, "category")
            .iter()
            .map(|topic| {
                let term = topic.attribute("term");
                term.map_or_else(|| topic.text(), str::to_owned)
            })
            .collect();
        for (name, value) in [
            ("feed", self.title.clone()),
            ("topics", Some(topics.join(", "))),
        ] {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                reading.metadata.insert(name.to_owned(), value);
            }
        }
        add_text(&mut reading, item);
        if reading.body.text().is_empty()
            && let Some(title) = &title
        {
            // A headline says something too.
            reading.body.paragraph(title);
        }
        let mark = first(item, &["guid", "id"]).or_else(|| title.clone());
        let uri = address.unwrap_or_else(|| match mark {
            Some(mark) => format!("{}#{}", file.uri, clean::line(&mark, LONGEST)),
            None => file.uri.clone(),
        });
        let name = title.unwrap_or_else(|| address::title(&uri));
        (reading, Place { uri, name })
    }

    fn resolved(&self, address: &str) -> Option<String> {
        let address = address.trim();
        let whole = match &self.base {
            Some(base) => base.join(address).ok()?.to_string(),
            None => address.to_owned(),
        };
        address::canonical(&whole)
    }
}

/// The longest of what an item says at length and in short.
fn add_text(reading: &mut Reading, item: &Element) {
    let texts = ["encoded", "full-text", "content", "description", "summary"];
    let texts = texts.iter().filter_map(|name| child(item, name));
    let markup = texts
        .map(|text| match text.attribute("type") {
            Some("xhtml") => text.markup(),
            Some("text") => text.text().replace('&', "&amp;").replace('<', "&lt;"),
            _ => text.text(),
        })
        .max_by_key(String::len);
    let Some(markup) = markup.filter(|markup| !markup.trim().is_empty()) else {
        return;
    };
    let page = Document::from(markup);
    let hidden = html::without_hidden(&page);
    page.select(NOT_TEXT).remove();
    markdown::add(&html::markdown_of(&page), 0, &mut reading.body);
    html::set_aside(reading, hidden);
}

/// The words of a title, which may be written in markup.
fn title_of(element: &Element) -> String {
    let text = element.text();
    if !text.contains(['<', '&']) {
        return clean::line(&text, LONGEST);
    }
    let page = Document::from(text);
    clean::line(&page.text(), LONGEST)
}

fn author(item: &Element) -> Option<String> {
    let author = child(item, "creator").or_else(|| child(item, "author"))?;
    let name = child(author, "name").unwrap_or(author).text();
    // `address@example.org (Name)`
    let inner = name
        .split_once('(')
        .and_then(|(_, inner)| inner.trim_end().strip_suffix(')'));
    Some(inner.unwrap_or(&name).trim().to_owned()).filter(|name| !name.is_empty())
}

/// Where an item or a feed leads to.
fn link(element: &Element) -> Option<String> {
    let links = named(element, "link");
    let is_page = |link: &&&Element| matches!(link.attribute("rel"), None | Some("alternate"));
    let led = links.iter().filter(is_page).find_map(|link| {
        let address = link.attribute("href").map(str::to_owned);
        address
            .or_else(|| Some(link.text()))
            .filter(|address| !address.trim().is_empty())
    });
    led.or_else(|| {
        let mark =
            child(element, "guid").filter(|mark| mark.attribute("isPermaLink") != Some("false"))?;
        Some(mark.text()).filter(|mark| mark.trim().starts_with("http"))
    })
}

/// The text of the first of these parts that says something.
fn first(item: &Element, names: &[&str]) -> Option<String> {
    names
        .iter()
        .filter_map(|name| child(item, name))
        .map(|part| part.text().trim().to_owned())
        .find(|text| !text.is_empty())
}

/// A part of this name; one without a prefix before others.
fn child<'a>(element: &'a Element, name: &str) -> Option<&'a Element> {
    let parts = named(element, name);
    let own = parts.iter().find(|part| part.name() == name);
    own.or_else(|| parts.first()).copied()
}

fn named<'a>(element: &'a Element, name: &str) -> Vec<&'a Element> {
    let is_own = |part: &&Element| {
        let prefix = part.name().split_once(':').map(|(prefix, _)| prefix);
        part.local() == name && prefix.is_none_or(|prefix| PREFIXES.contains(&prefix))
    };
    element.elements().filter(is_own).collect()
}

#[cfg(test)]
mod tests {
    use super::super::xml;
    use super::*;
    use crate::study::Origin;

    fn read(text: &str) -> Vec<ReadDocument> {
        let place = Place {
            uri: "/data/news.xml".to_owned(),
            name: "news".to_owned(),
        };
        xml::read(text.as_bytes(), &place, None).unwrap()
    }

    #[test]
    fn the_full_text_of_an_item_is_read_where_its_description_is_short() {
        let items = read(
            "<rss version=\"2.0\" xmlns:yandex=\"y\"><channel><title>News</title><item><title>Weir</title><description>In short.</description>\
             <yandex:full-text>The weir at Marren was listed in 1974 and may not be altered.</yandex:full-text></item></channel></rss>",
        );
        assert_eq!(
            items.first().unwrap().text,
            "The weir at Marren was listed in 1974 and may not be altered."
        );
    }

    #[test]
    fn an_rss_feed_is_its_items() {
        let items = read(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><rss version=\"2.0\" xmlns:dc=\"d\" xmlns:media=\"m\" xmlns:content=\"c\"><channel><title>Harbour News</title>\
             <link>https://news.example.org/</link><language>en-GB</language><item><title>Range &amp;amp; cost</title><media:title>A bus</media:title>\
             <link>https://news.example.org/range?utm_source=feed</link><pubDate>Fri, 09 Jan 2026 08:00:00 GMT</pubDate><dc:creator>Ada Penrose</dc:creator>\
             <category>Transport</category><description>In short.</description><content:encoded><![CDATA[<p>The range fell by <b>31 %</b>.</p><p>Nobody knows why.</p>\
             <script>track()</script>]]></content:encoded></item><item><title>A headline alone</title><guid isPermaLink=\"false\">n-2</guid></item><item/></channel></rss>",
        );
        let [range, headline] = items.as_slice() else {
            panic!("{items:?}");
        };
        assert_eq!(range.title, "Range & cost");
        assert_eq!(range.uri, "https://news.example.org/range");
        assert_eq!(range.date.as_deref(), Some("2026-01-09"));
        assert_eq!(range.author.as_deref(), Some("Ada Penrose"));
        assert_eq!(range.site.as_deref(), Some("Harbour News"));
        assert_eq!(range.language.as_deref(), Some("en-GB"));
        assert_eq!(range.metadata["topics"], "Transport");
        assert_eq!(range.origin, Origin::Web);
        assert_eq!(range.text, "The range fell by 31 %.\n\nNobody knows why.");
        assert_eq!(range.warnings, ["1 item without text left out"]);
        assert_eq!(headline.text, "A headline alone");
        assert_eq!(headline.uri, "/data/news.xml#n-2");
    }

    #[test]
    fn an_atom_feed_is_its_entries() {
        let entries = read(
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='de'><title>Werft</title><link rel='self' href='https://a.example.org/feed'/>\
             <link href='https://a.example.org/'/><entry><title type='html'>Zw&amp;ouml;lf &lt;i&gt;Busse&lt;/i&gt;</title><link rel='edit' href='/edit/1'/>\
             <link rel='alternate' href='/one'/><id>tag:1</id><updated>2026-02-03T10:00:00Z</updated><published>2026-02-01T10:00:00Z</published>\
             <author><name>B. Moor</name></author><content type='xhtml'><div xmlns='x'><p>Zwölf Busse &amp; ein <b>Lader</b>.</p></div></content></entry>\
             <entry><title>Two</title><id>tag:2</id><summary>5 &lt; 6 &amp; so on</summary></entry></feed>",
        );
        let [one, two] = entries.as_slice() else {
            panic!("{entries:?}");
        };
        assert_eq!(one.title, "Zwölf Busse");
        assert_eq!(one.uri, "https://a.example.org/one");
        assert_eq!(one.date.as_deref(), Some("2026-02-01"));
        assert_eq!(one.author.as_deref(), Some("B. Moor"));
        assert_eq!(one.language.as_deref(), Some("de"));
        assert_eq!(one.text, "Zwölf Busse & ein Lader.");
        assert_eq!(two.text, "5 < 6 & so on");
        assert_eq!(two.uri, "/data/news.xml#tag:2");
    }

    #[test]
    fn a_feed_of_the_first_kind_has_its_items_beside_its_channel() {
        let items = read(
            "<rdf:RDF xmlns:rdf='r' xmlns='http://purl.org/rss/1.0/' xmlns:dc='d'><channel rdf:about='x'><title>Old news</title></channel>\
             <item rdf:about='y'><title>One</title><link>http://old.example.org/1</link><description>It was sold.</description><dc:date>2003-05-06</dc:date></item></rdf:RDF>",
        );
        assert_eq!(items.len(), 1);
        assert_eq!(items[0].text, "It was sold.");
        assert_eq!(items[0].date.as_deref(), Some("2003-05-06"));
    }

    #[test]
    fn a_feed_of_netscape_has_its_items_beside_its_channel_too() {
        let items = read(
            "<rss version='0.91'><channel><title>News</title></channel><item><title>One</title><link>http://old.example.org/1</link>\
             <description>The mines were cleared.</description></item></rss>",
        );
        assert_eq!(items.len(), 1);
        assert_eq!(items[0].text, "The mines were cleared.");
    }
}
