//! Pages: whether what a claim names by its page stands there.
//!
//! A page that a document does not have, or on which the sentence is not that bears a claim out, is told beside the verdict. It changes none: pages are counted
//! from the first of the file, and a report may mean the number that is printed on one.

use std::ops::RangeInclusive;

/// The pages that a sentence names in its one mark that names any: `(report.pdf, p. 3–5)`.
pub(super) fn named(text: &str) -> Option<RangeInclusive<u32>> {
    let groups = text.split(['(', '[', '【']).skip(1);
    let inside = groups.filter_map(|group| Some(group.split_once([')', ']', '】'])?.0));
    let mut found = inside.filter_map(of_mark);
    found.next().filter(|_| found.next().is_none())
}

fn of_mark(inside: &str) -> Option<RangeInclusive<u32>> {
    let (_, located) = inside.rsplit_once([',', ':'])?;
    let located = located.trim();
    let pages = ["pages", "page", "pp.", "pp", "p.", "p"]
        .iter()
        .find_map(|word| located.strip_prefix(word))?;
    let (first, last) = match pages.split_once(['-', '–']) {
        Some((first, last)) => (first, last),
        None => (pages, pages),
    };
    let (first, last): (u32, u32) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first <= last).then_some(first..=last)
}

/// What is wrong with the pages that are named of a document of so many, where its sentence is on the page that was found.
pub(super) fn misnamed(
    named: &RangeInclusive<u32>,
    pages: Option<u32>,
    found: Option<u32>,
    document: &str,
) -> Option<String> {
    let page = if named.start() == named.end() {
        format!("p. {}", named.start())
    } else {
        format!("pp. {}–{}", named.start(), named.end())
    };
    let pages = pages?;
    if *named.end() > pages {
        let counted = if pages == 1 { "page" } else { "pages" };
        return Some(format!("{document} has {pages} {counted}, and no {page}"));
    }
    let found = found.filter(|found| !named.contains(found))?;
    Some(format!("it stands on p. {found}, not on {page}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_on_which_it_does_not_stand_is_told() {
        let told = |text: &str| {
            let named = named(text)?;
            misnamed(&named, Some(2), Some(1), "annual.pdf")
        };
        let beyond = "annual.pdf has 2 pages, and no p. 7";
        assert_eq!(
            told("Calls rose (annual.pdf, p. 7).").as_deref(),
            Some(beyond)
        );
        let other = "it stands on p. 1, not on p. 2";
        assert_eq!(
            told("Calls rose (annual.pdf, p. 2).").as_deref(),
            Some(other)
        );
        assert_eq!(told("Calls rose (annual.pdf, pp. 1–2)."), None);
        assert_eq!(told("Calls rose (annual.pdf)."), None);
        assert_eq!(told("Calls rose (to 58, up a lot) [1]."), None);
    }
}
