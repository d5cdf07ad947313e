//! What a page has struck out: it shows that something was said and is no longer, as corrections of news and laws do. Nobody states it any more.

use dom_query::{Document, NodeRef};

use super::measure;

/// One word of so many, struck out to the very end of a page, is what happens where the end of that is missing.
const SHARE: usize = 4;

/// Takes out what is struck out. What was put in its place stays.
pub(super) fn remove(page: &Document) {
    let Some(body) = page.body() else {
        return;
    };
    let struck = page.select("del, s, strike, [style*='line-through']");
    if struck.is_empty() {
        return;
    }
    let is_last = |text: &NodeRef<'_>| text.is_text() && !text.text().trim().is_empty();
    let last = body.descendants_it().filter(is_last).last();
    let ends_struck = last.is_some_and(|last| {
        let mut above = last.ancestors_it(None);
        above.any(|above| struck.nodes().iter().any(|node| node.id == above.id))
    });
    let words: usize = struck.nodes().iter().map(measure::words).sum();
    if !ends_struck || words * SHARE <= measure::words(&body) {
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
    fn a_short_note_of_which_most_is_struck_out_states_the_rest() {
        let text = "<p>The cost is <s>12</s> <strike>13</strike> <del>15</del> 14 million. <s>The work begins in May.</s> <span style=\"text-decoration: line-through\">It rains.</span> It begins in June.</p>";
        let left = left(text);
        assert_eq!(
            left.split_whitespace().collect::<Vec<_>>().join(" "),
            "The cost is 14 million. It begins in June."
        );
    }

    #[test]
    fn a_page_that_never_ends_what_it_strikes_out_is_read() {
        let page =
            "<p>It <del>was cold in that winter, and the buses lost a third of their range.</p>";
        assert!(left(page).contains("a third"));
    }
}
