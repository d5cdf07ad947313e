//! Web addresses as names of sources: two spellings of one address are one source [C1].

use url::Url;

use crate::study::Origin;

/// Hosts that publish or register research; their subdomains count too.
const ACADEMIC: &[&str] = &[
    "acm.org",
    "arxiv.org",
    "biorxiv.org",
    "doi.org",
    "frontiersin.org",
    "ieee.org",
    "jstor.org",
    "mdpi.com",
    "medrxiv.org",
    "nature.com",
    "ncbi.nlm.nih.gov",
    "plos.org",
    "pubmed.gov",
    "sciencedirect.com",
    "semanticscholar.org",
    "springer.com",
    "ssrn.com",
    "tandfonline.com",
    "wiley.com",
];

/// Query parameters that say how a reader came to a page, not which page it is.
const TRACKING: &[&str] = &[
    "dclid", "fbclid", "gclid", "gbraid", "igshid", "mc_cid", "mc_eid", "msclkid", "ref_src",
    "twclid", "wbraid", "yclid", "_hsenc", "_hsmi",
];

/// The address without fragment, tracking parameters, credentials and trailing slash; `None` when it is no web address.
#[must_use]
pub fn canonical(address: &str) -> Option<String> {
    let mut url = Url::parse(address.trim()).ok()?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
        return None;
    }
    url.set_fragment(None);
    // These fail only for addresses without a host, which are turned away above.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| !is_tracking(name))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    if kept.len() < url.query_pairs().count() || kept.is_empty() {
        url.set_query(None);
        for (name, value) in &kept {
            url.query_pairs_mut().append_pair(name, value);
        }
    }
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    let text = String::from(url);
    Some(text.strip_suffix('/').map_or(text.clone(), str::to_owned))
}

/// The site of a canonical address, as readers name it.
pub(super) fn site(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let host = url.host_str()?;
    Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
}

/// The last words of a canonical address, for a source whose title nobody gave.
pub(super) fn title(address: &str) -> String {
    let bare = address.split_once("://").map_or(address, |(_, bare)| bare);
    bare.strip_prefix("www.").unwrap_or(bare).to_owned()
}

pub(super) fn origin(address: &str) -> Origin {
    let academic = Url::parse(address).is_ok_and(|url| {
        let host = url.host_str().unwrap_or_default().to_owned();
        url.path().contains("/doi/10.")
            || ACADEMIC.iter().any(|known| {
                host.strip_suffix(known)
                    .is_some_and(|before| before.is_empty() || before.ends_with('.'))
            })
    });
    if academic {
        Origin::Academic
    } else {
        Origin::Web
    }
}

/// `doi:10.…`, `10.…/…` and `arXiv:…` as addresses.
pub(super) fn of_identifier(text: &str) -> Option<String> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    if let Some(number) = lower.strip_prefix("arxiv:") {
        return canonical(&format!("https://arxiv.org/abs/{}", number.trim()));
    }
    let doi = lower.strip_prefix("doi:").map_or(lower.as_str(), str::trim);
    (doi.starts_with("10.") && doi.contains('/') && !doi.contains(char::is_whitespace))
        .then(|| canonical(&format!("https://doi.org/{doi}")))
        .flatten()
}

fn is_tracking(name: &str) -> bool {
    name.starts_with("utm_") || TRACKING.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_address_become_one() {
        for (spelling, name) in [
            (
                "https://Example.org/Report/",
                Some("https://example.org/Report"),
            ),
            (
                "https://example.org/report?utm_source=x&page=2#top",
                Some("https://example.org/report?page=2"),
            ),
            ("https://example.org/?gclid=1", Some("https://example.org")),
            ("https://example.org", Some("https://example.org")),
            (
                "http://user:secret@example.org:80/a",
                Some("http://example.org/a"),
            ),
            (
                " https://example.org/a%20b?q=x+y ",
                Some("https://example.org/a%20b?q=x+y"),
            ),
            ("file:///etc/passwd", None),
            ("javascript:alert(1)", None),
            ("report.pdf", None),
            ("", None),
        ] {
            assert_eq!(canonical(spelling).as_deref(), name, "{spelling}");
            if let Some(name) = name {
                assert_eq!(
                    canonical(name).as_deref(),
                    Some(name),
                    "a canonical address stays as it is"
                );
            }
        }
    }

    #[test]
    fn research_is_told_from_the_web() {
        assert_eq!(origin("https://doi.org/10.1000/1"), Origin::Academic);
        assert_eq!(origin("https://export.arxiv.org/abs/1"), Origin::Academic);
        assert_eq!(
            origin("https://journal.example/doi/10.1000/1"),
            Origin::Academic
        );
        assert_eq!(origin("https://notarxiv.org/abs/1"), Origin::Web);
        assert_eq!(
            of_identifier("DOI: 10.1000/AB").as_deref(),
            Some("https://doi.org/10.1000/ab")
        );
        assert_eq!(
            of_identifier("arXiv:2401.00001").as_deref(),
            Some("https://arxiv.org/abs/2401.00001")
        );
        assert_eq!(of_identifier("10. of May"), None);
    }
}
