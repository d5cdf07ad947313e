//! Why an address could not be fetched, in words for the analyst: what happened, and what to do.
//!
//! The address itself stands beside the words wherever they are shown; a place is named where it may be another one than the address says. No message
//! holds credentials: addresses are shown without them, and of a library's error only the innermost reason is told, since the outer ones repeat addresses.

use std::error::Error;
use std::time::Duration;

use reqwest::StatusCode;
use thiserror::Error as ThisError;
use url::Url;

use super::guard::Private;
use crate::clean;
use crate::study::{RefusalKind, RefusedEvidence};

/// What to do about a page that cannot be had this way.
const BY_HAND: &str = "open it in a browser, save it, and give the file";

#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
pub(in crate::evidence) enum Fault {
    #[error("is not a complete web address ({why}); write it like https://example.org/page")]
    Malformed { why: String },
    #[error(
        "only http and https addresses are fetched, not {scheme}; save the document and give the file"
    )]
    Scheme { scheme: String },
    #[error(
        "{place} is a private or local address; Tercet fetches from those only when allowed: add \"{place}\" to allow_private under [fetch] in the configuration, or give --allow-private {place}"
    )]
    Private { place: String },
    #[error(
        "redirects to {place}, a port that no web page is expected at; give that address itself if it is meant"
    )]
    Port { place: String },
    #[error("the name {place} could not be found ({why}); check its spelling and the network")]
    Unknown { place: String, why: String },
    #[error(
        "{place} could not be reached ({why}); check the address and the network, or {BY_HAND}"
    )]
    Unreachable { place: String, why: String },
    #[error(
        "the encrypted connection to {place} failed or cannot be trusted ({why}); check the address, or {BY_HAND} if you trust it"
    )]
    Untrusted { place: String, why: String },
    #[error("{place} sent nothing for {} s; try again later, or {BY_HAND}", .after.as_secs_f32())]
    Silent { place: String, after: Duration },
    #[error("took longer than {} s and was stopped; {BY_HAND}", .limit.as_secs_f32())]
    TooSlow { limit: Duration },
    #[error("was redirected more than {most} times; {BY_HAND}")]
    TooManyRedirects { most: usize },
    #[error("redirects in a circle, probably because it expects cookies; {BY_HAND}")]
    Circle,
    #[error("redirects to an address that cannot be read (\"{to}\"); {BY_HAND}")]
    Nowhere { to: String },
    #[error("redirects to an address of the kind {scheme}, which is not followed; {BY_HAND}")]
    RedirectScheme { scheme: String },
    #[error(
        "redirects from https to {place} without encryption, which is not followed; give the http address itself if it is meant"
    )]
    Downgrade { place: String },
    #[error("the robots.txt of {place} asks programs not to fetch this page; {BY_HAND}")]
    Robots { place: String },
    #[error(
        "the robots.txt of {place} cannot be read ({why}), so nothing is fetched from there; try again later, or {BY_HAND}"
    )]
    RobotsUnread { place: String, why: String },
    #[error("{}", refusal(*.status, .place, *.wait))]
    Refused {
        place: String,
        status: u16,
        wait: Option<Duration>,
    },
    #[error("is larger than {} MiB; {BY_HAND}, or raise max_megabytes under [fetch] in the configuration", .most >> 20)]
    TooLarge { most: u64 },
    #[error("was cut short by {place} ({why}); try again, or {BY_HAND}")]
    Cut { place: String, why: String },
    #[error("came in an unsupported compression ({name}); {BY_HAND}")]
    Compression { name: String },
    #[error("is {what}, which holds no text that could be cited")]
    NotADocument { what: String },
    #[error("should be a {asked} file but is a web page{}: it probably needs a login or has moved; open it in a browser, download the document, and give the file", titled(.title))]
    OtherKind { asked: String, title: String },
    #[error("shows a login form instead of a document{}; log in with a browser, save the page, and give the file", titled(.title))]
    Login { title: String },
    #[error("the server reported success, but the page is an error page{}; check the address", titled(.title))]
    ErrorPage { title: String },
    #[error("the site demands a browser check{}; {BY_HAND}", titled(.title))]
    Wall { title: String },
    #[error("has no text until its scripts run; {BY_HAND}")]
    NeedsScripts,
    #[error("was not fetched: reading was cancelled")]
    Cancelled,
    #[error("cannot be fetched here: {why}")]
    Client { why: String },
}

impl Fault {
    /// What a failed request says of itself.
    pub(super) fn of_request(url: &Url, error: &reqwest::Error, after: Duration) -> Self {
        let (place, why) = (place(url), innermost(error));
        let outer: &dyn Error = error;
        let chain = || std::iter::successors(Some(outer), |&error| error.source());
        if chain().any(<dyn Error>::is::<Private>) {
            Self::Private { place }
        } else if chain().any(is_of_tls) {
            Self::Untrusted { place, why }
        } else if error.is_dns() {
            Self::Unknown { place, why }
        } else if error.is_connect() {
            Self::Unreachable { place, why }
        } else if error.is_timeout() {
            Self::Silent { place, after }
        } else if error.is_builder() {
            Self::Client { why }
        } else {
            Self::Cut { place, why }
        }
    }
}

impl Fault {
    /// What a body that broke off says of itself.
    pub(super) fn of_body(url: &Url, error: &reqwest::Error, after: Duration) -> Self {
        match Self::of_request(url, error, after) {
            Self::Silent { place, after } => Self::Silent { place, after },
            _ => Self::Cut {
                place: place(url),
                why: innermost(error),
            },
        }
    }

    /// What happened, without what to do.
    pub(super) fn brief(&self) -> String {
        let told = self.to_string();
        told.split(';').next().unwrap_or_default().to_owned()
    }

    pub(in crate::evidence) fn refusing(&self, source: &str) -> RefusedEvidence {
        RefusedEvidence {
            source: clean::line(source, 1000),
            reason: clean::line(&self.to_string(), 1000),
            kind: RefusalKind::Other,
        }
    }
}

/// Host, and port where it is not the usual one.
pub(super) fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let place = url
        .port()
        .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    clean::line(&place, 300)
}

fn refusal(status: u16, place: &str, wait: Option<Duration>) -> String {
    let reason = StatusCode::from_u16(status)
        .ok()
        .and_then(|status| status.canonical_reason())
        .map_or_else(|| status.to_string(), |reason| format!("{status} {reason}"));
    let later = wait.map_or_else(
        || "try again later".to_owned(),
        |wait| format!("it asks to wait {} s", wait.as_secs()),
    );
    match status {
        401 | 407 => format!(
            "{place} asks for a login ({reason}); log in with a browser, save the page, and give the file"
        ),
        402 | 451 => {
            format!("{place} denies access ({reason}); {BY_HAND} if you have access")
        }
        403 => format!("{place} blocks automated access ({reason}); {BY_HAND}"),
        404 => format!("{place} has no such page ({reason}); check the address"),
        410 => format!(
            "{place} says that the page is gone for good ({reason}); look for a copy in a web archive"
        ),
        429 => format!("{place} wants fewer requests ({reason}); {later}"),
        500..=599 => format!("{place} is in trouble ({reason}); {later}"),
        _ => format!("{place} answered {reason}; check the address, or {BY_HAND}"),
    }
}

fn titled(title: &str) -> String {
    if title.is_empty() {
        String::new()
    } else {
        format!(" (\"{title}\")")
    }
}

/// Errors of the encryption come wrapped as errors of reading and writing, once or more; the chain of sources leaves out what is wrapped.
fn is_of_tls(cause: &(dyn Error + 'static)) -> bool {
    let mut wrapped = Some(cause);
    while let Some(error) = wrapped {
        if error.is::<rustls::Error>() {
            return true;
        }
        wrapped = error
            .downcast_ref::<std::io::Error>()
            .and_then(std::io::Error::get_ref)
            .map(|inner| inner as &(dyn Error + 'static));
    }
    false
}

/// The innermost reason of an error.
fn innermost(error: &reqwest::Error) -> String {
    let mut inner: &dyn Error = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    if inner.is::<reqwest::Error>() {
        return "the connection failed".to_owned();
    }
    let words = inner.to_string();
    clean::line(words.split(" (os error").next().unwrap_or_default(), 200)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn trouble_with_the_encryption_is_known_however_it_is_wrapped() {
        let tls = || rustls::Error::HandshakeNotComplete;
        let once = io::Error::other(tls());
        let twice = io::Error::other(io::Error::other(tls()));
        assert!(is_of_tls(&tls()) && is_of_tls(&once) && is_of_tls(&twice));
        assert!(!is_of_tls(&io::Error::other("refused")));
    }
}
