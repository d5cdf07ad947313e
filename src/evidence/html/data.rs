//! The text of an article among the structured data of its page. It is what search engines get; a page that builds itself by scripts has it nowhere else.

use dom_query::Document;
use serde_json::Value;

use super::markdown_of;

/// Data inside data deeper than this say nothing of the page's own article; those that a program of the page works with lie deeper.
const DEEPEST: u8 = 6;
const DEEPEST_OF_PROGRAMS: u8 = 12;

/// The longest text of an article that the data of a page hold, as Markdown.
pub(super) fn article(page: &Document) -> Option<String> {
    let longest = |kind: &str, depth: u8, is_article: &dyn Fn(&str, &str) -> bool| {
        let scripts = page.select(&format!("script[type='{kind}']"));
        let texts = scripts.iter().filter_map(|script| {
            let data: Value = serde_json::from_str(script.text().trim()).ok()?;
            longest_text(&data, depth, is_article).map(str::to_owned)
        });
        texts.max_by_key(String::len)
    };
    let longest = longest("application/ld+json", DEEPEST, &|name, _| {
        name == "articleBody"
    })
    .or_else(|| {
        // What a program is to show it has as markup, under any name.
        longest("application/json", DEEPEST_OF_PROGRAMS, &|_, text| {
            text.matches("</p>").count() > 1
        })
    })?;
    Some(as_markdown(&longest)).filter(|text| !text.is_empty())
}

fn longest_text<'a>(
    data: &'a Value,
    depth: u8,
    is_article: &dyn Fn(&str, &str) -> bool,
) -> Option<&'a str> {
    let inner = depth.checked_sub(1)?;
    match data {
        Value::Object(fields) => {
            let texts = fields.iter().filter_map(|(name, value)| match value {
                Value::String(text) => Some(text.as_str()).filter(|text| is_article(name, text)),
                value => longest_text(value, inner, is_article),
            });
            texts.max_by_key(|text| text.len())
        }
        Value::Array(items) => items
            .iter()
            .filter_map(|item| longest_text(item, inner, is_article))
            .max_by_key(|text| text.len()),
        _ => None,
    }
}

/// Such a text is written with markup, or as plain lines.
fn as_markdown(text: &str) -> String {
    let page = if text.contains("</") {
        Document::fragment(text)
    } else {
        let page = Document::fragment("<div></div>");
        if let Some(around) = page.select("div").nodes().first() {
            for line in text.lines() {
                let paragraph = around.tree.new_element("p");
                paragraph.set_text(line);
                around.append_child(&paragraph);
            }
        }
        page
    };
    page.select("script, style, template").remove();
    markdown_of(&page).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_a_program_draws_has_its_text_among_the_data_of_the_program() {
        let page = r#"<div id=__next></div><script id=__NEXT_DATA__ type="application/json">
            {"props":{"pageProps":{"menu":["<p>Home</p>"],"story":{"html":"<p>It was cold.<\/p><p>The range fell.<\/p>"}}}}</script>"#;
        assert_eq!(
            article(&Document::from(page)).as_deref(),
            Some("It was cold.\n\nThe range fell.")
        );
    }

    #[test]
    fn the_text_of_an_article_is_found_in_the_data_of_its_page() {
        let of = |data: &str| {
            let page =
                format!("<script type='application/ld+json'>{data}</script><div id=app></div>");
            article(&Document::from(page))
        };
        assert_eq!(
            of(r#"{"@graph":[{"@type":"Person","name":"A"},{"@type":"NewsArticle","articleBody":"It was *cold*.\nThe range fell."}]}"#).as_deref(),
            Some("It was \\*cold\\*.\n\nThe range fell.")
        );
        assert_eq!(
            of(r#"[{"articleBody":"<p>It was cold.</p><script>x()</script>"}]"#).as_deref(),
            None,
            "the script ends the data"
        );
        assert_eq!(
            of(r#"[{"articleBody":"<p>It was cold.<\/p><p>The range fell.<\/p>"}]"#).as_deref(),
            Some("It was cold.\n\nThe range fell.")
        );
        assert_eq!(of("{broken"), None);
    }
}
