//! Pages whose markup is nested deeper than any author nests it. Trees of that depth cost parsers minutes and their stack, so the tags are dropped.

use std::borrow::Cow;

/// No page that people wrote is as deep as this.
const DEEPEST: usize = 1000;

/// Elements without an end.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "p", "li", "dt", "dd", "tr", "td", "th", "option",
];
/// Elements whose content is not text of the page.
const SILENT: &[&str] = &["script", "style", "template"];

/// The page itself, or its text in paragraphs where it is too deep to be parsed as a tree.
pub(super) fn bounded(html: &str) -> Cow<'_, str> {
    if depth(html) <= DEEPEST {
        return Cow::Borrowed(html);
    }
    let mut flat = String::from("<body>");
    let mut silent: Option<&str> = None;
    let mut rest = html;
    // A script may compare numbers; only an end tag ends it.
    while let Some(at) = rest.find(if silent.is_some() { "</" } else { "<" }) {
        let (text, tag) = rest.split_at(at);
        if silent.is_none() && !text.trim().is_empty() {
            flat.push_str("<p>");
            flat.push_str(text);
            flat.push_str("</p>\n");
        }
        let (name, closes) = name_of(tag);
        let found = SILENT.iter().find(|known| name.eq_ignore_ascii_case(known));
        silent = match (silent, found) {
            (Some(open), Some(found)) if closes && open == *found => None,
            (None, Some(found)) if !closes => Some(found),
            (silent, _) => silent,
        };
        let end = tag.find('>').map_or(tag.len(), |end| end + 1);
        rest = tag.get(end..).unwrap_or_default();
    }
    if silent.is_none() {
        flat.push_str(rest);
    }
    Cow::Owned(flat)
}

/// How many elements are open at once at most, by a count that knows nothing of the rules of HTML.
fn depth(html: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        let tag = tag.trim_end_matches('\0');
        let (name, closes) = name_of_bare(tag);
        let void = VOID.iter().any(|known| name.eq_ignore_ascii_case(known));
        if name.is_empty() || void {
            continue;
        }
        if closes {
            open = open.saturating_sub(1);
        } else if !tag.contains("/>") {
            open += 1;
            deepest = deepest.max(open);
        }
    }
    deepest
}

fn name_of(tag: &str) -> (&str, bool) {
    name_of_bare(tag.strip_prefix('<').unwrap_or(tag))
}

/// The name of a tag without its `<`, and whether it is an end tag.
fn name_of_bare(tag: &str) -> (&str, bool) {
    let (bare, closes) = tag
        .strip_prefix('/')
        .map_or((tag, false), |bare| (bare, true));
    let end = bare
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(bare.len());
    (bare.get(..end).unwrap_or_default(), closes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_nests_so_deep_loses_its_markup() {
        let page =
            "<html><body><ul><li>a<li>b</ul><p>x<p>y<br><img src=z></body></html>".repeat(900);
        assert!(matches!(bounded(&page), Cow::Borrowed(_)));
        let deep = format!(
            "{}<script>let a = 1 < 2;</script>deep &amp; words{}",
            "<div><b>".repeat(5000),
            "</b></div>".repeat(5000)
        );
        let flat = bounded(&deep);
        assert!(
            flat.contains("<p>deep &amp; words</p>")
                && !flat.contains("div")
                && !flat.contains("let a")
        );
    }
}
