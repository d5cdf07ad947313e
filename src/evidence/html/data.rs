//! The text of an article among the structured data of its page. It is what search engines get; a page that builds itself by scripts has it nowhere else.

use dom_query::Document;
use serde_json::Value;

use super::markdown_of;

/// Data inside data deeper than this say nothing of the page's own article.
const DEEPEST: u8 = 6;

/// The longest text of an article that the data of a page hold, as Markdown.
pub(super) fn article(page: &Document) -> Option<String> {
    let scripts = page.select("script[type='application/ld+json']");
    let longest = scripts
        .iter()
        .filter_map(|script| {
            let data: Value = serde_json::from_str(script.text().trim()).ok()?;
            longest_text(&data, DEEPEST).map(str::to_owned)
        })
        .max_by_key(String::len)?;
    Some(as_markdown(&longest)).filter(|text| !text.is_empty())
}

fn longest_text(data: &Value, depth: u8) -> Option<&str> {
    let inner = depth.checked_sub(1)?;
    match data {
        Value::Object(fields) => {
            let own = fields.get("articleBody").and_then(Value::as_str);
            let within = fields
                .values()
                .filter_map(|value| longest_text(value, inner));
            own.into_iter().chain(within).max_by_key(|text| text.len())
        }
        Value::Array(items) => items
            .iter()
            .filter_map(|item| longest_text(item, inner))
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
