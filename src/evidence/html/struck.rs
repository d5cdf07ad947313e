//! What a page has struck out: it shows that something was said and is no longer, as corrections of news and laws do. Nobody states it any more.

use dom_query::{Document, NodeRef};

use super::measure;
use super::sheets::{Sheets, Style};

/// One word of so many, struck out to the very end of a page, is what happens where the end of that is missing.
const SHARE: usize = 4;

/// Takes out what is struck out. What was put in its place stays.
pub(super) fn remove(page: &Document) {
    let Some(body) = page.body() else {
        return;
    };
    let struck = struck(page);
    if struck.is_empty() {
        return;
    }
    let is_last = |text: &NodeRef<'_>| text.is_text() && !text.text().trim().is_empty();
    let last = body.descendants_it().filter(is_last).last();
    let ends_struck = last.is_some_and(|last| {
        let mut above = last.ancestors_it(None);
        above.any(|above| struck.iter().any(|node| node.id == above.id))
    });
    let words: usize = struck.iter().map(measure::words).sum();
    if !ends_struck || words * SHARE <= measure::words(&body) {
        for node in struck {
            node.remove_from_parent();
        }
    }
}

/// What is struck out by its name, by its own style or by a style sheet of the page.
fn struck(page: &Document) -> Vec<NodeRef<'_>> {
    const LINE: &str = "line-through";
    const ASKED: &[&str] = &["text-decoration", "text-decoration-line"];
    let by_itself = page.select("del, s, strike, [style*='line-through']");
    let mut struck = by_itself.nodes().to_vec();
    let written = page.select("style");
    let mut written = written.nodes().iter();
    if written.any(|sheet| sheet.text().contains(LINE)) {
        let is_struck = |style: &Style| {
            let mut drawn = ASKED.iter().filter_map(|name| style.get(*name));
            drawn.any(|drawn| drawn.contains(LINE))
        };
        let sheets = Sheets::about(page, ASKED);
        let named = sheets.candidates(page, is_struck).into_iter();
        struck.extend(named.filter(|node| is_struck(&sheets.style(node))));
    }
    struck
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
    fn what_a_style_sheet_strikes_out_is_not_stated_either() {
        let page = Document::from(
            "<head><style>.old{text-decoration:line-through}.new{text-decoration:underline}</style></head>\
             <body><p>The cost is <span class=old>11</span> <span class=new>12</span> million.</p></body>",
        );
        remove(&page);
        let text = page.body().unwrap().text().to_string();
        assert_eq!(text, "The cost is  12 million.");
    }

    #[test]
    fn a_page_that_never_ends_what_it_strikes_out_is_read() {
        let page =
            "<p>It <del>was cold in that winter, and the buses lost a third of their range.</p>";
        assert!(left(page).contains("a third"));
    }
}
