//! Pages that are documents and nothing else: filings, contracts, what an office program saved as a page. Nothing on them is there to lead elsewhere, and
//! their short lines, on a cover or behind the last paragraph, say who agreed to what and when.

use dom_query::{Document, NodeRef};

use super::measure::is_one_of;
use super::names;

/// What stands around the content of a site's pages, or builds them.
const OF_A_SITE: &str = "nav, aside, footer, header, form, button, iframe, dialog, article, main, noscript, script[src], link[rel~=stylesheet], \
    link[rel=next], link[rel=prev], link[rel=up], a[accesskey], meta[property^='og:'], script[type='application/ld+json'], [role=navigation], [role=banner], [role=main], [itemtype]";
/// A page with more than one letter in so many in links to other pages leads elsewhere.
const LINKED: usize = 10;
/// So many links side by side are a menu.
const MENU: usize = 3;

/// Whether a page is such a document. Asked before anything but hidden text is taken out of it.
pub(super) fn is_document(page: &Document) -> bool {
    let Some(body) = page.body() else {
        return false;
    };
    let is_furniture = |part: &NodeRef<'_>| {
        names::is_furniture(part)
            || names::is_comments(part)
            || names::is_notice(part)
            || names::is_teaser(part)
    };
    if !page.select(OF_A_SITE).is_empty()
        || body
            .descendants_it()
            .any(|part| part.is_element() && is_furniture(&part))
    {
        return false;
    }
    let leading: Vec<NodeRef<'_>> = body.descendants_it().filter(leads_away).collect();
    let linked: usize = leading.iter().map(length).sum();
    let menu = |link: &NodeRef<'_>| {
        let item = link.parent()?;
        let around = if item.has_name("li") {
            item.parent()?
        } else {
            item
        };
        let links = around.descendants_it().filter(leads_away);
        let (count, linked) = links.fold((0, 0), |(count, linked), link| {
            (count + 1, linked + length(&link))
        });
        Some(count >= MENU && linked * 5 > length(&around) * 4 && !is_one_of(&around, &["body"]))
    };
    linked * LINKED <= length(&body) && !leading.iter().any(|link| menu(link) == Some(true))
}

/// Whether this is a link to another page.
fn leads_away(node: &NodeRef<'_>) -> bool {
    node.has_name("a")
        && node
            .attr("href")
            .is_some_and(|target| !target.starts_with('#') && !target.is_empty())
}

/// Letters and figures of a part.
fn length(node: &NodeRef<'_>) -> usize {
    node.text().chars().filter(|c| c.is_alphanumeric()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_document(body: &str) -> bool {
        super::is_document(&Document::from(format!("<html><body>{body}</body></html>")))
    }

    #[test]
    fn a_contract_is_a_document_and_a_page_of_a_site_is_not() {
        let clauses = "<p>3. Liability is limited to 2 million euros per year, except for gross negligence of its officers and agents.</p>".repeat(4);
        for contract in [
            clauses.clone(),
            format!(
                "<p>Dated 3 May 2021</p><p><a href='#c'>Clauses</a></p>{clauses}<p>Signed: A. Smith</p>"
            ),
            format!("{clauses}<p>See the <a href='https://example.org/'>annex</a>.</p>"),
        ] {
            assert!(is_document(&contract), "{contract}");
        }
        for page in [
            format!("<nav><a href=/>Home</a></nav>{clauses}"),
            format!("<article>{clauses}</article>"),
            format!("<p>Next: <a href=two.html accesskey=n rel=next>Two</a></p>{clauses}"),
            format!("<div class=cookie-banner>We use cookies.</div>{clauses}"),
            format!("<p><a href=/>Home</a> | <a href=/n>News</a> | <a href=/c>Us</a></p>{clauses}"),
            format!(
                "<ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/c>Us</a></ul>{clauses}"
            ),
            format!("{clauses}<script src=a.js></script>"),
            "<p><a href=/1>What others wrote on buses</a> via a friend</p>".repeat(9),
        ] {
            assert!(!is_document(&page), "{page}");
        }
    }
}
