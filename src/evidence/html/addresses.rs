//! Where the links of a page lead: addresses that count on the page's own are made whole, because nothing that reads them later knows it.

use dom_query::Document;
use url::Url;

use super::measure;
use crate::clean;

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

/// The address that a browser goes on to at once from a page that says nothing itself. A page that is shown anew from time to time names its own.
pub(super) fn leads_on(page: &Document, base: Option<&Url>) -> Option<String> {
    /// A page that is there to be read is shown for longer.
    const SECONDS: f32 = 10.0;
    /// More words say more than that one is led on.
    const MOST_WORDS: usize = 60;
    const LONGEST: usize = 500;
    let said = page.select("meta[http-equiv=refresh i]");
    let said = said.nodes().iter().find_map(|meta| {
        let mut above = meta.ancestors_it(None);
        let is_shown = !above.any(|above| above.has_name("noscript"));
        meta.attr("content").filter(|_| is_shown)
    })?;
    let (seconds, address) = said.split_once([';', ','])?;
    let is_soon = seconds.trim().parse::<f32>().ok()? <= SECONDS;
    let (name, address) = address.split_once('=')?;
    let address = address.trim().trim_matches(['"', '\'']);
    let words = page.body().map_or(0, |body| measure::words(&body));
    if !is_soon || !name.trim().eq_ignore_ascii_case("url") || address.is_empty() {
        return None;
    }
    let whole = match base {
        Some(base) => base.join(address).ok()?.to_string(),
        None => address.to_owned(),
    };
    let is_other = base.is_none_or(|base| base.as_str() != whole);
    (is_other && words < MOST_WORDS).then(|| clean::line(&whole, LONGEST))
}

/// The PDF file that a page is there to show, where it says next to nothing itself.
pub(super) fn shows_file(page: &Document, base: Option<&Url>) -> Option<String> {
    const MOST_WORDS: usize = 30;
    const LONGEST: usize = 500;
    if page
        .body()
        .is_none_or(|body| measure::words(&body) > MOST_WORDS)
    {
        return None;
    }
    let shown = page.select("embed[src], iframe[src], object[data]");
    let shown = shown.nodes().iter().find_map(|frame| {
        let address = frame.attr("src").or_else(|| frame.attr("data"))?;
        // Programs that show one name it in their own address.
        let named = address
            .split_once("file=")
            .map_or(&*address, |(_, named)| named);
        let path = named.split(['?', '#', '&']).next().unwrap_or_default();
        let is_pdf = path.to_ascii_lowercase().ends_with(".pdf")
            || &*frame.attr_or("type", "") == "application/pdf";
        is_pdf.then(|| named.to_owned())
    })?;
    let whole = base.and_then(|base| base.join(&shown).ok());
    let whole = whole.map_or(shown, |whole| whole.to_string());
    Some(clean::line(&whole, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_only_shows_a_file_says_which() {
        let shown = |body: &str| {
            let page = Document::from(format!("<body>{body}</body>"));
            shows_file(&page, base(&page, Some("https://z.org/i/j")).as_ref())
        };
        let file = Some("https://z.org/a.pdf".to_owned());
        assert_eq!(
            shown("<h1>Report</h1><embed src='/a.pdf' type='application/pdf'>"),
            file
        );
        assert_eq!(
            shown("<iframe src='/viewer.html?file=/a.pdf'></iframe>"),
            file
        );
        assert_eq!(shown("<iframe src='/a.html'></iframe>"), None);
        let prose = "The report is here. ".repeat(20);
        assert_eq!(shown(&format!("{prose}<embed src='/a.pdf'>")), None);
    }

    #[test]
    fn a_page_that_only_leads_on_says_where() {
        let on = |head: &str, body: &str| {
            let page = Document::from(format!("<head>{head}</head><body>{body}</body>"));
            leads_on(&page, base(&page, Some("https://z.org/i/j")).as_ref())
        };
        let refresh = |content: &str| format!("<meta http-equiv=Refresh content=\"{content}\">");
        let next = Some("https://z.org/new".to_owned());
        assert_eq!(on(&refresh("0; url=/new"), "Redirecting"), next);
        assert_eq!(on(&refresh("0;URL='https://z.org/new'"), ""), next);
        assert_eq!(on(&refresh("300; url=/new"), "Live"), None);
        assert_eq!(on(&refresh("0; url=/i/j"), "Live"), None);
        assert_eq!(on(&refresh("5"), "Live"), None);
        assert_eq!(on(&refresh("0; url=/new"), &"The news. ".repeat(60)), None);
        let hidden = format!("<noscript>{}</noscript>", refresh("0; url=/plain"));
        assert_eq!(on(&hidden, "News"), None);
    }

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
