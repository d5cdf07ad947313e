//! What web addresses say of the sources that they name: the site, a title, the class. When two addresses are one source is said by [`canonical`].

use url::Url;

use crate::study::Origin;
pub use crate::study::citation::canonical;

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

#[cfg(test)]
mod tests {
    use super::*;

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
