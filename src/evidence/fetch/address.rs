//! A web address as the analyst gave it.

use std::fmt;

use url::Url;

use super::fault::Fault;
use crate::study::RefusedEvidence;

/// An http or https address. What it says of who asks is kept apart, shown nowhere, and sent to no other place.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    url: Url,
    credentials: Option<Credentials>,
}

/// User and password, still percent-encoded.
#[derive(Clone, PartialEq, Eq)]
struct Credentials {
    user: String,
    password: Option<String>,
}

impl Address {
    /// Whether a text is meant as a web address: it begins like one.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        ["http://", "https://"].iter().any(|start| {
            text.get(..start.len())
                .is_some_and(|begin| begin.eq_ignore_ascii_case(start))
        })
    }

    /// # Errors
    /// The refusal to list, where it is no complete address or one of another scheme.
    pub fn parse(text: &str) -> Result<Self, RefusedEvidence> {
        let mut url = Url::parse(text.trim()).map_err(|error| {
            // What stands before the host may be a password.
            let shown = text
                .rsplit_once('@')
                .map_or_else(|| text.to_owned(), |(_, rest)| format!("https://{rest}"));
            let why = error.to_string();
            Fault::Malformed { why }.refusing(&shown)
        })?;
        if !matches!(url.scheme(), "http" | "https") {
            let scheme = url.scheme().to_owned();
            strip(&mut url);
            return Err(Fault::Scheme { scheme }.refusing(url.as_str()));
        }
        let credentials =
            (!url.username().is_empty() || url.password().is_some()).then(|| Credentials {
                user: url.username().to_owned(),
                password: url.password().map(str::to_owned),
            });
        strip(&mut url);
        Ok(Self { url, credentials })
    }

    /// An address that nobody typed: without credentials.
    pub(super) fn of(mut url: Url) -> Self {
        strip(&mut url);
        Self {
            url,
            credentials: None,
        }
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// The address to ask at `url`: with the credentials where it is the place that they were given for.
    pub(super) fn signed(&self, url: &Url) -> Url {
        let mut signed = url.clone();
        if let Some(credentials) = &self.credentials
            && url.origin() == self.url.origin()
        {
            // These fail only for addresses without a host, and http addresses have one.
            let _ = signed.set_username(&credentials.user);
            let _ = signed.set_password(credentials.password.as_deref());
        }
        signed
    }

    /// As it is shown and remembered.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }
}

/// Without credentials and fragment.
pub(super) fn strip(url: &mut Url) {
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_fragment(None);
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Address").field(&self.as_str()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_sent_where_it_belongs_and_shown_nowhere() {
        let address = Address::parse("https://ana:s%40cret@example.org/a?x=1#part").unwrap();
        assert_eq!(address.as_str(), "https://example.org/a?x=1");
        assert!(!format!("{address:?}").contains("cret"));
        let signed = |url: &str| address.signed(&Url::parse(url).unwrap()).to_string();
        assert_eq!(
            signed("https://example.org/b"),
            "https://ana:s%40cret@example.org/b"
        );
        for elsewhere in [
            "https://example.org:8443/",
            "http://example.org/",
            "https://www.example.org/",
        ] {
            assert_eq!(signed(elsewhere), elsewhere);
        }
    }

    #[test]
    fn what_begins_like_an_address_is_meant_as_one() {
        assert!(Address::is_meant("HTTPS://example.org"));
        assert!(!Address::is_meant("https.md") && !Address::is_meant("ä"));
        let refused = Address::parse("https://ana:secret@exa mple/").unwrap_err();
        assert!(!refused.source.contains("secret"), "{refused:?}");
        assert!(
            refused.reason.contains("not a complete web address"),
            "{refused:?}"
        );
    }
}
