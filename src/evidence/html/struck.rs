//! What a page has struck out: it shows that something was said and is no longer, as corrections of news and laws do. Nobody states it any more.

use dom_query::Document;

use super::measure;

/// A page of which more is struck out, one word of so many, has an end of that missing.
const SHARE: usize = 4;

/// Takes out what is struck out. What was put in its place stays.
pub(super) fn remove(page: &Document) {
    let Some(body) = page.body() else {
        return;
    };
    let struck = page.select("del, s, strike");
    if struck.is_empty() {
        return;
    }
    let words: usize = struck.nodes().iter().map(measure::words).sum();
    if words * SHARE <= measure::words(&body) {
        struck.remove();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(inside: &str) -> String {
        let page = Document::from(format!("<body>{inside}</body>"));
        remove(&page);
        page.body().unwrap().text().to_string()
    }

    #[test]
    fn a_figure_that_was_corrected_is_not_stated_any_more() {
        let text = "<p>The council voted with <del>eleven</del><ins>twelve</ins> votes for the plan, at <s>50</s> 40 million.</p>";
        assert_eq!(
            left(text),
            "The council voted with twelve votes for the plan, at  40 million."
        );
    }

    #[test]
    fn a_page_that_never_ends_what_it_strikes_out_is_read() {
        let page =
            "<p>It <del>was cold in that winter, and the buses lost a third of their range.</p>";
        assert!(left(page).contains("a third"));
    }
}
