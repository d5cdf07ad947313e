//! What the structured data of a page (JSON-LD) say of its article, wherever they say it: at the top, in a list or in a graph whose parts name each other.
//!
//! A page describes other articles as well. Who wrote the first text that names an author wrote the page; dates, publisher and headline are believed only of
//! what stands in no other object, or bears the title of the page.

use dom_query::Document;
use serde_json::{Map, Value};

use super::bylines::{LONGEST, MOST};
use crate::clean;
use crate::evidence::byline;

/// What the kinds of objects end with that are texts.
const TEXTS: &[&str] = &[
    "Article", "Posting", "Recipe", "Report", "Review", "WebPage",
];
/// The kind of the page around an article: asked where its article says nothing.
const PAGE: &str = "WebPage";

type Fields = Map<String, Value>;

#[derive(Debug, Default)]
pub(super) struct Described {
    pub(super) authors: Option<String>,
    pub(super) headline: Option<String>,
    pub(super) published: Option<String>,
    pub(super) modified: Option<String>,
    pub(super) publisher: Option<String>,
}

impl Described {
    pub(super) fn of(page: &Document, is_title: impl Fn(&str) -> bool) -> Self {
        let scripts = page.select("script[type='application/ld+json']");
        let data: Vec<Value> = scripts
            .iter()
            .filter_map(|script| parsed(&script.text()))
            .collect();
        let objects: Vec<&Fields> = data.iter().flat_map(objects).collect();
        let mut own: Vec<&Fields> = data.iter().flat_map(outer).collect();
        own.extend(objects.iter().filter(|object| {
            let named = line(object.get("headline").or_else(|| object.get("name")));
            named.is_some_and(|named| is_title(&named))
        }));
        own.retain(|object| is_text(object));
        // The sort keeps the order of those that are alike.
        own.sort_by_key(|object| kinds(object).any(|kind| kind.ends_with(PAGE)));
        let first = |field: &str| own.iter().find_map(|object| line(object.get(field)));
        Self {
            authors: data.iter().find_map(authors),
            headline: own
                .iter()
                .filter(|object| !kinds(object).any(|kind| kind.ends_with(PAGE)))
                .find_map(|object| line(object.get("headline"))),
            published: first("datePublished"),
            modified: first("dateModified"),
            publisher: own.iter().find_map(|object| {
                let publishers = one_or_more(object.get("publisher"));
                publishers.iter().find_map(|one| name(one, &objects))
            }),
        }
    }
}

/// The value in a script, as pages write it: in a comment, or with line breaks in its texts.
fn parsed(script: &str) -> Option<Value> {
    const AROUND: &[&str] = &[
        "<!--",
        "-->",
        "//<![CDATA[",
        "//]]>",
        "<![CDATA[",
        "]]>",
        ";",
    ];
    let mut script = script.trim();
    for around in AROUND {
        script = script.strip_prefix(around).unwrap_or(script).trim_start();
        script = script.strip_suffix(around).unwrap_or(script).trim_end();
    }
    serde_json::from_str(script).ok().or_else(|| {
        let on_one_line = script.replace(|c: char| c.is_control(), " ");
        serde_json::from_str(&on_one_line).ok()
    })
}

fn line(value: Option<&Value>) -> Option<String> {
    let line = clean::line(value?.as_str()?, LONGEST * 2);
    Some(line).filter(|line| !line.is_empty())
}

fn kinds(object: &Fields) -> impl Iterator<Item = &str> {
    let kinds = one_or_more(object.get("@type")).into_iter();
    kinds.filter_map(Value::as_str)
}

fn is_text(object: &Fields) -> bool {
    kinds(object).any(|kind| TEXTS.iter().any(|text| kind.ends_with(text)))
}

/// Objects that are described for their own sake.
fn outer(data: &Value) -> Vec<&Fields> {
    one_or_more(Some(data))
        .into_iter()
        .filter_map(Value::as_object)
        .flat_map(|object| {
            let graph = one_or_more(object.get("@graph")).into_iter();
            std::iter::once(object).chain(graph.filter_map(Value::as_object))
        })
        .collect()
}

/// Who wrote the first text that says so.
fn authors(data: &Value) -> Option<String> {
    let objects = objects(data);
    let article = objects
        .iter()
        .find(|object| is_text(object) && object.contains_key("author"))?;
    let mut people = Vec::new();
    for author in one_or_more(article.get("author")) {
        let named = name(author, &objects);
        let named = named.and_then(|named| byline::names(&clean::line(&named, LONGEST)));
        people.extend(named.filter(|name| !people.contains(name)));
    }
    people.truncate(MOST);
    Some(people.join(", ")).filter(|people| !people.is_empty())
}

/// What somebody is called who is given by name, as an object, or as a reference to one.
fn name(who: &Value, objects: &[&Fields]) -> Option<String> {
    if who.is_string() {
        return line(Some(who));
    }
    let id = who.get("@id");
    let elsewhere = || {
        objects
            .iter()
            .find(|other| id.is_some() && other.get("@id") == id && other.contains_key("name"))
    };
    line(who.get("name").or_else(|| elsewhere()?.get("name")))
}

fn one_or_more(value: Option<&Value>) -> Vec<&Value> {
    match value {
        Some(Value::Array(values)) => values.iter().collect(),
        Some(value) => vec![value],
        None => Vec::new(),
    }
}

/// All objects of some data, the outer ones first.
fn objects(data: &Value) -> Vec<&Fields> {
    /// A page does not describe more.
    const MOST_VALUES: usize = 5000;
    let mut open = vec![data];
    let mut objects = Vec::new();
    let mut at = 0;
    while let Some(value) = open.get(at).copied()
        && at < MOST_VALUES
    {
        at += 1;
        match value {
            Value::Object(fields) => {
                objects.push(fields);
                open.extend(fields.values());
            }
            Value::Array(values) => open.extend(values),
            _ => {}
        }
    }
    objects
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(data: &str) -> Described {
        let page = format!("<script type='application/ld+json'>{data}</script>");
        Described::of(&Document::from(page), |title| title == "Trams")
    }

    #[test]
    fn an_article_is_found_wherever_the_data_of_its_page_describe_it() {
        let article = r#""@type":["Article"],"headline":"Trams","datePublished":"2024-02-06","author":{"@id":"p"},"publisher":{"@id":"o"}"#;
        let others = r#"{"@id":"p","name":"Ada Penrose"},{"@type":"Organization","@id":"o","name":"The Courier"},{"@type":"WebPage","datePublished":"2020-01-01"}"#;
        for data in [
            format!(r#"{{"@graph":[{others},{{{article}}}]}}"#),
            format!(r"[{others},{{{article}}}]"),
            format!(r#"{{"@graph":[{others},{{"@type":"Thing","mainEntity":{{{article}}}}}]}}"#),
        ] {
            let found = of(&data);
            assert_eq!(found.authors.as_deref(), Some("Ada Penrose"), "{data}");
            assert_eq!(found.publisher.as_deref(), Some("The Courier"), "{data}");
            assert!(found.published.is_some(), "{data}");
        }
        let graph = of(&format!(r#"{{"@graph":[{others},{{{article}}}]}}"#));
        assert_eq!(graph.published.as_deref(), Some("2024-02-06"));
        assert_eq!(graph.headline.as_deref(), Some("Trams"));
    }

    #[test]
    fn data_in_a_comment_and_with_line_breaks_are_read() {
        let found = of(
            "<!-- {\"@type\":\"NewsArticle\",\n\"headline\":\"Trams\nin the east\",\"datePublished\":\"2024-02-06\"} -->",
        );
        assert_eq!(found.published.as_deref(), Some("2024-02-06"));
    }

    #[test]
    fn other_articles_that_a_page_lists_say_nothing_of_its_own() {
        let list = of(
            r#"{"@type":"ItemList","itemListElement":[{"@type":"NewsArticle","headline":"Ferries","datePublished":"2019-05-01"}]}"#,
        );
        assert_eq!((list.published, list.headline), (None, None));
    }
}
