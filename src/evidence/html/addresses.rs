//! Where the links of a page lead: addresses that count on the page's own are made whole, because nothing that reads them later knows it.

use dom_query::Document;
use url::Url;

/// What the links of a page count on: what it names for that, else the address that it was sent from or gives itself.
pub(super) fn base(page: &Document, address: Option<&str>) -> Option<Url> {
    let own = address.and_then(|address| Url::parse(address).ok());
    let named = page.select_single("base[href]").attr("href");
    let named = named.and_then(|named| match &own {
        Some(own) => own.join(&named).ok(),
        None => Url::parse(&named).ok(),
    });
    named.or(own).filter(|base| !base.cannot_be_a_base())
}

/// Makes the links of a page lead where they lead from there. Places within the page stay what they are.
pub(super) fn make_whole(page: &Document, base: Option<&Url>) {
    let Some(base) = base else {
        return;
    };
    for link in page.select("a[href]").nodes() {
        let Some(address) = link.attr("href") else {
            continue;
        };
        let address = address.trim();
        if address.is_empty() || address.starts_with('#') || Url::parse(address).is_ok() {
            continue;
        }
        if let Ok(whole) = base.join(address) {
            link.set_attr("href", whole.as_str());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(html: &str, address: Option<&str>) -> Vec<String> {
        let page = Document::from(html);
        make_whole(&page, base(&page, address).as_ref());
        let links = page.select("a[href]");
        links
            .nodes()
            .iter()
            .filter_map(|link| Some(link.attr("href")?.to_string()))
            .collect()
    }

    #[test]
    fn links_count_on_the_page_or_on_what_it_names() {
        let body = "<a href='/a'>a</a><a href='b?c=1'>b</a><a href='//x.org/d'>d</a><a href='#e'>e</a><a href='https://y.org/f'>f</a><a href='mailto:g@h.org'>g</a>";
        assert_eq!(
            links(body, Some("https://z.org/i/j")),
            [
                "https://z.org/a",
                "https://z.org/i/b?c=1",
                "https://x.org/d",
                "#e",
                "https://y.org/f",
                "mailto:g@h.org"
            ]
        );
        let named = format!("<base href='/k/'>{body}");
        assert_eq!(
            links(&named, Some("https://z.org/i/j"))[1],
            "https://z.org/k/b?c=1"
        );
        assert_eq!(links(body, None)[0], "/a");
        assert_eq!(links(body, Some("data:text/html,x"))[0], "/a");
    }
}
