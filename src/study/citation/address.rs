//! Web addresses as names of sources: two spellings of one address are one source [C1].

use url::Url;

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
}
